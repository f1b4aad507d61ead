/* SPDX-License-Identifier: Apache-2.0 */
/* Wishbone master and protocol checker; see the header. */
#include "wb.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

struct wb {
	struct word_device w; /* first */
	struct sim_pin *cyc, *stb, *we, *adr, *sel, *dat_i, *dat_o;
	const uint8_t *ack, *err;
	struct wb_timing t;
	size_t i;	     /* index of the access */
	unsigned int wait;   /* clocks until STB is asserted */
	unsigned int waited; /* clocks in which STB was high without an answer */
	bool on;	     /* CYC and STB are high */
	bool ended;	     /* the access was answered or aborted at the latest edge */
};

static void fail_rule(struct wb *b, const char *rule)
{
	const struct word_cycle *c = b->w.v ? &b->w.v[b->i] : NULL;

	SIM_FAIL(b->w.s, "Wishbone: %s (%s 0x%08" PRIX32 ", STB %d)", rule,
		 !c	    ? "no access"
		 : c->write ? "write"
			    : "read",
		 c ? c->addr : 0, b->on);
}

/* ---- before the rising edge: the answer, and the rules ---- */

static void before_rise(void *arg)
{
	struct wb *b = arg;
	struct word_cycle *c = b->w.v ? &b->w.v[b->i] : NULL;
	bool ack, err;

	sim_settle(b->w.s);
	ack = *b->ack;
	err = *b->err;
	if (b->w.reset_left) {
		if (b->w.reset_seen && (ack || err))
			fail_rule(b, "ACK or ERR is high in reset");
		return;
	}
	if (ack && err)
		fail_rule(b, "ACK and ERR are high together");
	if ((ack || err) && !b->on)
		fail_rule(b, "ACK or ERR is high without CYC and STB");
	if (!b->on)
		return;
	b->waited++;
	b->ended = true;
	if (ack || err) {
		c->result = err ? -EIO : 0;
		if (!c->write)
			c->data = (uint32_t)sim_get(b->dat_o);
	} else if (c->abort && b->waited >= c->abort) {
		c->result = -EINTR;
	} else {
		b->ended = false;
		if (b->waited > (b->t.limit ? b->t.limit : WORD_DEVICE_LIMIT)) {
			c->result = -ETIMEDOUT;
			fail_rule(b, "no answer in time");
		}
	}
}

/* ---- after the rising edge: the master ---- */

/* Drives random levels on all signals that are not valid. CYC may stay high before the next
 * access of a run, but not after an aborted one. */
static void release(struct wb *b, bool cyc)
{
	b->on = false;
	sim_put(b->cyc, cyc);
	sim_put(b->stb, 0);
	sim_put(b->we, word_device_random(&b->w));
	sim_put(b->adr, word_device_random(&b->w));
	sim_put(b->sel, word_device_random(&b->w));
	sim_put(b->dat_i, word_device_random(&b->w));
}

static void strobe(struct wb *b)
{
	const struct word_cycle *c = &b->w.v[b->i];

	b->on = true;
	b->waited = 0;
	sim_put(b->cyc, 1);
	sim_put(b->stb, 1);
	sim_put(b->we, c->write);
	sim_put(b->adr, c->addr >> 2);
	sim_put(b->sel, c->be);
	sim_put(b->dat_i, c->write ? c->data : word_device_random(&b->w));
}

/* Ends the access. True: the next one may follow in the same block. */
static bool finish_access(struct wb *b)
{
	const struct word_cycle *c = &b->w.v[b->i];
	const bool block = c->result != -EINTR && b->i + 1 < b->w.n && b->t.block_percent &&
			   word_device_random(&b->w) % 100 < b->t.block_percent;

	b->ended = false;
	word_device_ended(&b->w, c);
	b->wait = word_device_gap(&b->w, b->t.gap_max) +
		  !block; /* between blocks CYC is low for at least one clock */
	if (++b->i == b->w.n)
		word_device_end_run(&b->w);
	return block;
}

static void on_rise(void *arg)
{
	struct wb *b = arg;

	if (word_device_in_reset(&b->w) || !b->w.v)
		return;
	if (b->on) {
		bool block;

		if (!b->ended)
			return;
		block = finish_access(b);
		if (!b->w.v || b->wait)
			release(b, block);
	}
	if (!b->w.v)
		return;
	if (!b->wait)
		strobe(b);
	else
		b->wait--;
}

/* ---- calls ---- */

static void begin(struct word_device *w)
{
	struct wb *b = (struct wb *)w;

	b->i = 0;
	b->wait = word_device_gap(&b->w, b->t.gap_max);
}

static void cancel(struct word_device *w)
{
	struct wb *b = (struct wb *)w;

	release(b, false);
	for (size_t i = b->i; w->v && i < w->n; i++)
		w->v[i].result = -ECANCELED;
	b->ended = false;
}

void wb_set_timing(struct word_device *w, const struct wb_timing *t)
{
	((struct wb *)w)->t = t ? *t : (struct wb_timing){0};
}

struct word_device *wb_open(struct sim *s, struct sim_clock *clk, const char *owner)
{
	struct wb *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	sim_cleanup(s, free, b);
	b->w.s = s;
	b->w.clk = clk;
	b->w.bus = "Wishbone";
	b->w.begin = begin;
	b->w.cancel = cancel;
#define PIN(name) sim_pin_of(s, owner, "wb_" #name)
	b->w.reset = PIN(rst);
	b->w.reset_level = 1;
	b->cyc = PIN(cyc);
	b->stb = PIN(stb);
	b->we = PIN(we);
	b->adr = PIN(adr);
	b->sel = PIN(sel);
	b->dat_i = PIN(dat_i);
	b->dat_o = PIN(dat_o);
	b->ack = sim_low(PIN(ack));
	b->err = sim_low(PIN(err));
#undef PIN
	b->w.addr_bits = b->adr->width + 2;
	word_device_init(&b->w, owner);
	sim_on(clk, SIM_BEFORE_RISE, before_rise, b);
	sim_on(clk, SIM_RISE, on_rise, b);
	return &b->w;
}
