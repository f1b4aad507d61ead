/* SPDX-License-Identifier: Apache-2.0 */
/* AXI4-Lite master and protocol checker; see the header. */
#include "axil.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#define OKAY 0
#define SLVERR 2

/* Channel AW, W or AR, on which the master sends. */
struct sender {
	struct sim_pin *valid;
	const uint8_t *ready;
	size_t i;	   /* index in v of the access to be sent next */
	unsigned int wait; /* clocks until VALID is asserted */
	bool on;	   /* VALID is high */
	bool taken;	   /* transferred at the latest edge */
	bool open;	   /* transferred, and not yet answered */
};

/* Channel B or R, on which the slave answers. */
struct answer {
	const uint8_t *valid, *resp;
	struct sim_pin *ready, *data; /* data: R only */
	size_t i;		      /* index in v of the access to be answered next */
	bool taken;
	bool pending; /* VALID was high without READY at the latest edge, with the values
		       * below */
	unsigned int resp_was;
	uint32_t data_was;
	unsigned int waited; /* number of clocks for which the slave has let this access wait */
};

enum kind { READ, WRITE };

struct axil {
	struct word_device w; /* first */
	struct sim_pin *awaddr, *awprot, *wdata, *wstrb, *araddr, *arprot;
	struct axil_timing t;
	struct sender aw, dw, ar;
	struct answer answer[2]; /* one per kind */
	size_t left;		 /* number of accesses without an answer */
};

static void fail_rule(struct axil *b, enum kind k, const char *rule)
{
	const struct answer *a = &b->answer[k];

	if (b->w.v && a->i < b->w.n)
		SIM_FAIL(b->w.s, "AXI4-Lite: %s (%s 0x%08" PRIX32 ")", rule,
			 k == WRITE ? "write" : "read", b->w.v[a->i].addr);
	else
		SIM_FAIL(b->w.s, "AXI4-Lite: %s (no %s)", rule, k == WRITE ? "write" : "read");
}

/* The index of the next access of the kind, from @i on. */
static size_t find_kind(const struct axil *b, enum kind k, size_t i)
{
	while (i < b->w.n && b->w.v[i].write != (k == WRITE))
		i++;
	return i;
}

/* ---- before the rising edge: what is transferred, and the rules ---- */

static void sample_sender(struct axil *b, struct sender *c, enum kind k)
{
	c->taken = c->on && *c->ready;
	if (!c->taken)
		return;
	if (c->open)
		fail_rule(b, k, "a second access is accepted before the answer to the first");
	c->open = true;
}

static void sample_answer(struct axil *b, enum kind k, bool due)
{
	struct answer *a = &b->answer[k];
	const bool valid = *a->valid;
	const uint32_t data = a->data ? (uint32_t)sim_get(a->data) : 0;

	a->taken = valid && sim_get(a->ready);
	if (valid && !due)
		fail_rule(b, k, "VALID of an answer without an access that is due for it");
	if (a->pending && !valid)
		fail_rule(b, k, "VALID of an answer falls before READY");
	if (a->pending && (*a->resp != a->resp_was || data != a->data_was))
		fail_rule(b, k, "an answer changes before READY");
	if (valid && *a->resp != OKAY && *a->resp != SLVERR)
		fail_rule(b, k, "the answer is neither OKAY nor SLVERR");
	a->pending = valid && !a->taken;
	a->resp_was = *a->resp;
	a->data_was = data;
}

/* Checks the limit for an access. @waits: the master waits for the slave. */
static void check_wait(struct axil *b, enum kind k, bool waits)
{
	struct answer *a = &b->answer[k];

	if (waits && a->i < b->w.n &&
	    ++a->waited > (b->t.limit ? b->t.limit : WORD_DEVICE_LIMIT)) {
		b->w.v[a->i].result = -ETIMEDOUT;
		fail_rule(b, k, "no answer in time");
	}
}

static void check_reset(struct axil *b)
{
	if (*b->answer[READ].valid || *b->answer[WRITE].valid || *b->aw.ready || *b->dw.ready ||
	    *b->ar.ready)
		fail_rule(b, READ, "VALID or READY is high in reset");
}

static void before_rise(void *arg)
{
	struct axil *b = arg;
	const bool write_due = b->aw.open && b->dw.open, read_due = b->ar.open;

	if (b->w.v || b->w.reset_left)
		sim_settle(b->w.s);
	if (b->w.reset_left) {
		if (b->w.reset_seen)
			check_reset(b);
		return;
	}
	sample_answer(b, WRITE, write_due);
	sample_answer(b, READ, read_due);
	if (!b->w.v)
		return;
	if (b->answer[WRITE].taken)
		b->aw.open = b->dw.open = false;
	if (b->answer[READ].taken)
		b->ar.open = false;
	sample_sender(b, &b->aw, WRITE);
	sample_sender(b, &b->dw, WRITE);
	sample_sender(b, &b->ar, READ);
	check_wait(b, WRITE,
		   write_due ? !*b->answer[WRITE].valid
			     : (b->aw.on && !b->aw.open) || (b->dw.on && !b->dw.open));
	check_wait(b, READ, read_due ? !*b->answer[READ].valid : b->ar.on);
}

/* ---- after the rising edge: the master ---- */

static void finish_access(struct axil *b, enum kind k)
{
	struct answer *a = &b->answer[k];
	struct word_cycle *c = &b->w.v[a->i];

	c->result = a->resp_was == SLVERR ? -EIO : 0;
	if (k == READ)
		c->data = a->data_was;
	word_device_ended(&b->w, c);
	a->i = find_kind(b, k, a->i + 1);
	a->waited = 0;
	b->left--;
}

static void put_address(struct axil *b, struct sim_pin *addr, struct sim_pin *prot,
			uint32_t value)
{
	/* random values, because the slave must ignore bits 1..0 and the protection */
	sim_put(addr, (value & ~3u) | (word_device_random(&b->w) & 3));
	sim_put(prot, word_device_random(&b->w));
}

static void put_payload(struct axil *b, const struct sender *c)
{
	const struct word_cycle none = {.addr = word_device_random(&b->w),
					.be = word_device_random(&b->w) & 15,
					.data = word_device_random(&b->w)};
	const struct word_cycle *p = c->on ? &b->w.v[c->i] : &none;

	if (c == &b->dw) {
		sim_put(b->wdata, p->data);
		sim_put(b->wstrb, p->be);
	} else if (c == &b->aw) {
		put_address(b, b->awaddr, b->awprot, p->addr);
	} else {
		put_address(b, b->araddr, b->arprot, p->addr);
	}
}

static void drive_sender(struct axil *b, struct sender *c, enum kind k)
{
	const bool was = c->on && !c->taken;

	if (c->taken) {
		c->i = find_kind(b, k, c->i + 1);
		c->wait = word_device_gap(&b->w, b->t.gap_max);
	}
	c->taken = false;
	if (was)
		return;
	c->on = c->i < b->w.n && (b->t.ahead || c->i == b->answer[k].i) && !c->wait;
	if (c->wait)
		c->wait--;
	sim_put(c->valid, c->on);
	put_payload(b, c);
}

static void drive_ready(struct axil *b)
{
	for (int k = READ; k <= WRITE; k++)
		sim_put(b->answer[k].ready,
			!b->t.stall_percent ||
				word_device_random(&b->w) % 100 >= b->t.stall_percent);
}

static void on_rise(void *arg)
{
	struct axil *b = arg;

	if (word_device_in_reset(&b->w) || !b->w.v)
		return;
	for (int k = READ; k <= WRITE; k++)
		if (b->answer[k].taken)
			finish_access(b, k);
	drive_sender(b, &b->aw, WRITE);
	drive_sender(b, &b->dw, WRITE);
	drive_sender(b, &b->ar, READ);
	drive_ready(b);
	if (!b->left)
		word_device_end_run(&b->w);
}

/* ---- calls ---- */

static void begin(struct word_device *w)
{
	struct axil *b = (struct axil *)w;

	b->left = w->n;
	b->answer[READ].i = b->ar.i = find_kind(b, READ, 0);
	b->answer[WRITE].i = b->aw.i = b->dw.i = find_kind(b, WRITE, 0);
	b->answer[READ].waited = b->answer[WRITE].waited = 0;
	b->aw.wait = word_device_gap(&b->w, b->t.gap_max);
	b->dw.wait = word_device_gap(&b->w, b->t.gap_max);
	b->ar.wait = word_device_gap(&b->w, b->t.gap_max);
}

static void cancel(struct word_device *w)
{
	struct axil *b = (struct axil *)w;
	struct sender *const senders[] = {&b->aw, &b->dw, &b->ar};

	for (int i = 0; i < 3; i++) {
		sim_put(senders[i]->valid, 0);
		senders[i]->on = senders[i]->taken = senders[i]->open = false;
	}
	for (int k = READ; k <= WRITE; k++) {
		for (size_t i = b->answer[k].i; w->v && i < w->n; i = find_kind(b, k, i + 1))
			w->v[i].result = -ECANCELED;
		b->answer[k].taken = b->answer[k].pending = false;
	}
}

void axil_set_timing(struct word_device *w, const struct axil_timing *t)
{
	((struct axil *)w)->t = t ? *t : (struct axil_timing){0};
}

struct word_device *axil_open(struct sim *s, struct sim_clock *aclk, const char *owner)
{
	struct axil *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	sim_cleanup(s, free, b);
	b->w.s = s;
	b->w.clk = aclk;
	b->w.bus = "AXI4-Lite";
	b->w.begin = begin;
	b->w.cancel = cancel;
#define PIN(name) sim_pin_of(s, owner, name)
	b->w.reset = PIN("aresetn");
	b->awaddr = PIN("s_awaddr");
	b->awprot = PIN("s_awprot");
	b->wdata = PIN("s_wdata");
	b->wstrb = PIN("s_wstrb");
	b->araddr = PIN("s_araddr");
	b->arprot = PIN("s_arprot");
	b->aw.valid = PIN("s_awvalid");
	b->aw.ready = sim_low(PIN("s_awready"));
	b->dw.valid = PIN("s_wvalid");
	b->dw.ready = sim_low(PIN("s_wready"));
	b->ar.valid = PIN("s_arvalid");
	b->ar.ready = sim_low(PIN("s_arready"));
	b->answer[WRITE].valid = sim_low(PIN("s_bvalid"));
	b->answer[WRITE].resp = sim_low(PIN("s_bresp"));
	b->answer[WRITE].ready = PIN("s_bready");
	b->answer[READ].valid = sim_low(PIN("s_rvalid"));
	b->answer[READ].resp = sim_low(PIN("s_rresp"));
	b->answer[READ].ready = PIN("s_rready");
	b->answer[READ].data = PIN("s_rdata");
#undef PIN
	b->w.addr_bits = b->awaddr->width;
	word_device_init(&b->w, owner);
	sim_on(aclk, SIM_BEFORE_RISE, before_rise, b);
	sim_on(aclk, SIM_RISE, on_rise, b);
	return &b->w;
}
