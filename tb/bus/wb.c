/* SPDX-License-Identifier: Apache-2.0 */
/* Wishbone master and protocol checker; see the header. */
#include "wb.h"
#include "random.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#define OBSERVERS 4
#define LIMIT 10000

struct wb {
	struct word_device w; /* first */
	struct sim_pin *rst, *cyc, *stb, *we, *adr, *sel, *dat_i, *dat_o;
	const uint8_t *ack, *err;
	unsigned int addr_bits;
	struct wb_timing t;
	uint64_t rnd;
	unsigned int reset_left, reset_clocks; /* reset_left: clocks of reset to come */
	unsigned int reset_seen;	       /* clocks of reset so far */
	struct wb_cycle *v;		       /* NULL: idle */
	size_t n, i;
	unsigned int wait;   /* clocks until STB is asserted */
	unsigned int waited; /* clocks in which STB was high without an answer */
	bool on;	     /* CYC and STB are high */
	bool ended;	     /* the access was answered or aborted at the latest edge */
	bool busy;
	struct {
		wb_cycle_fn *fn;
		void *arg;
	} observer[OBSERVERS];
	unsigned int observers;
};

static uint32_t rnd(struct wb *b)
{
	return (uint32_t)(random_xorshift(&b->rnd) >> 16);
}

static void fail_rule(struct wb *b, const char *rule)
{
	const struct wb_cycle *c = b->v ? &b->v[b->i] : NULL;

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
	struct wb_cycle *c = b->v ? &b->v[b->i] : NULL;
	bool ack, err;

	sim_settle(b->w.s);
	ack = *b->ack;
	err = *b->err;
	if (b->reset_left) {
		if (b->reset_seen && (ack || err))
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
		if (b->waited > (b->t.limit ? b->t.limit : LIMIT)) {
			c->result = -ETIMEDOUT;
			fail_rule(b, "no answer in time");
		}
	}
}

/* ---- after the rising edge: the master ---- */

static unsigned int gap(struct wb *b)
{
	return b->t.gap_max ? rnd(b) % (b->t.gap_max + 1) : 0;
}

/* Drives random levels on all signals that are not valid. CYC may stay high before the next
 * access of a run, but not after an aborted one. */
static void release(struct wb *b, bool cyc)
{
	b->on = false;
	sim_put(b->cyc, cyc);
	sim_put(b->stb, 0);
	sim_put(b->we, rnd(b));
	sim_put(b->adr, rnd(b));
	sim_put(b->sel, rnd(b));
	sim_put(b->dat_i, rnd(b));
}

static void strobe(struct wb *b)
{
	const struct wb_cycle *c = &b->v[b->i];

	b->on = true;
	b->waited = 0;
	sim_put(b->cyc, 1);
	sim_put(b->stb, 1);
	sim_put(b->we, c->write);
	sim_put(b->adr, c->addr >> 2);
	sim_put(b->sel, c->be);
	sim_put(b->dat_i, c->write ? c->data : rnd(b));
}

/* Ends the access. True: the next one may follow in the same block. */
static bool finish_access(struct wb *b)
{
	const struct wb_cycle *c = &b->v[b->i];
	const bool block = c->result != -EINTR && b->i + 1 < b->n && b->t.block_percent &&
			   rnd(b) % 100 < b->t.block_percent;

	b->ended = false;
	for (unsigned int i = 0; i < b->observers; i++)
		b->observer[i].fn(b->observer[i].arg, c);
	b->wait = gap(b) + !block; /* between blocks CYC is low for at least one clock */
	if (++b->i == b->n) {
		b->v = NULL;
		b->busy = false;
	}
	return block;
}

static void on_rise(void *arg)
{
	struct wb *b = arg;

	if (b->reset_left) {
		b->reset_seen++;
		if (--b->reset_left == 0)
			sim_put(b->rst, 0);
		return;
	}
	if (!b->v)
		return;
	if (b->on) {
		bool block;

		if (!b->ended)
			return;
		block = finish_access(b);
		if (!b->v || b->wait)
			release(b, block);
	}
	if (!b->v)
		return;
	if (!b->wait)
		strobe(b);
	else
		b->wait--;
}

/* ---- calls ---- */

int wb_run(struct wb *b, struct wb_cycle *v, size_t n)
{
	if (!n)
		return 0;
	if (b->v) {
		SIM_FAIL(b->w.s,
			 "Wishbone: an access is called for while another is under way");
		return -EBUSY;
	}
	while (b->reset_left)
		sim_wait_edge(b->w.clk, SIM_RISE);
	b->v = v;
	b->n = n;
	b->i = 0;
	b->wait = gap(b);
	b->busy = true;
	sim_wait_while(b->w.s, &b->busy);
	for (size_t i = 0; i < n; i++)
		if (v[i].result)
			return v[i].result;
	return 0;
}

static int bus_access(struct word_device *w, bool write, uint32_t addr, unsigned int be,
		      uint32_t *data)
{
	struct wb *b = (struct wb *)w;
	struct wb_cycle c = {.write = write, .addr = addr, .be = be, .data = *data};
	const bool outside = b->addr_bits < 32 && addr >> b->addr_bits;
	const int err = outside ? -EIO : wb_run(b, &c, 1);

	if (!write)
		*data = err ? UINT32_MAX : c.data;
	return err;
}

static void begin_reset(void *arg)
{
	struct wb *b = arg;

	sim_put(b->rst, 1);
	release(b, false);
	for (size_t i = b->i; b->v && i < b->n; i++)
		b->v[i].result = -ECANCELED;
	b->v = NULL;
	b->busy = b->ended = false;
	b->reset_seen = 0;
	/* one more, because the first clock may be cut short */
	b->reset_left = b->reset_clocks + 1;
}

void wb_reset_in(struct wb *b, sim_time delay, unsigned int clocks)
{
	b->reset_clocks = clocks ? clocks : 1;
	sim_at(b->w.s, sim_now(b->w.s) + delay, begin_reset, b);
}

void wb_reset(struct wb *b, unsigned int clocks)
{
	b->reset_clocks = clocks ? clocks : 1;
	begin_reset(b);
	while (b->reset_left)
		sim_wait_edge(b->w.clk, SIM_RISE);
}

void wb_set_timing(struct wb *b, const struct wb_timing *t)
{
	b->t = t ? *t : (struct wb_timing){0};
}

void wb_on_cycle(struct wb *b, wb_cycle_fn *fn, void *arg)
{
	SIM_CHECK(b->w.s, b->observers < OBSERVERS, "Wishbone: too many observers");
	b->observer[b->observers].fn = fn;
	b->observer[b->observers++].arg = arg;
}

struct device *wb_device(struct wb *b)
{
	return &b->w.dev;
}

struct wb *wb_open(struct sim *s, struct sim_clock *clk, const char *owner)
{
	struct wb *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	sim_cleanup(s, free, b);
	b->w.s = s;
	b->w.clk = clk;
	b->w.access = bus_access;
	word_device_init(&b->w, owner);
	b->rnd = sim_random(s) | 1;
#define PIN(name) sim_pin_of(s, owner, "wb_" #name)
	b->rst = PIN(rst);
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
	b->addr_bits = b->adr->width + 2;
	b->reset_clocks = 4;
	begin_reset(b);
	sim_on(clk, SIM_BEFORE_RISE, before_rise, b);
	sim_on(clk, SIM_RISE, on_rise, b);
	return b;
}
