/* SPDX-License-Identifier: Apache-2.0 */
/* AXI4 slave and protocol checker; see the header. */
#include "axi.h"
#include <inttypes.h>
#include <stdlib.h>

#define BOUNDARY 4096u
enum { FIXED, INCR, WRAP };

/* Bursts of one direction. The counts only grow: answered <= filled <= accepted <= answered +
 * AXI_QUEUE, and burst n is in slot n modulo AXI_QUEUE. */
struct queue {
	struct axi_burst slot[AXI_QUEUE];
	uint64_t accepted; /* bursts whose address has come */
	uint64_t filled;   /* writes whose data have come; reads: the same as accepted */
	uint64_t answered;
};

/* Address channel: the pins, and what they had while the master waited. */
struct address {
	const char *name;
	struct sim_pin *valid, *ready, *id, *addr, *len, *size, *burst;
	bool pending;
	struct axi_burst was;
};

struct axi {
	struct sim *s;
	const struct sim_pin *reset;
	struct axi_target t;
	unsigned int stall_percent;
	uint64_t clock;
	struct queue q[2]; /* reads, writes */
	struct address a[2];
	struct sim_pin *wvalid, *wready, *wdata, *wstrb, *wlast;
	struct sim_pin *bvalid, *bready, *bid, *bresp;
	struct sim_pin *rvalid, *rready, *rid, *rdata, *rresp, *rlast;
	struct sim_pin *wdata_hi, *rdata_hi; /* of a bus of 128 bits */
	unsigned int words;		     /* of 8 bytes in a beat */
	bool w_pending;
	uint64_t w_data[2];
	unsigned int w_strobe;
	bool w_last;
	bool r_waits, b_waits; /* VALID without READY at the latest edge */
};

static struct axi_burst *burst_at(struct queue *q, uint64_t n)
{
	return &q->slot[n % AXI_QUEUE];
}

static bool stalls(struct axi *a)
{
	return a->stall_percent && sim_random(a->s) % 100 < a->stall_percent;
}

/* Address of the current beat. */
static uint64_t beat_address(const struct axi_burst *b)
{
	const uint64_t bytes = UINT64_C(1) << b->size, span = bytes * (b->len + 1);
	const uint64_t first = b->addr & ~(bytes - 1), at = first + b->beat * bytes;

	if (!b->beat)
		return b->addr;
	return b->burst == WRAP ? (at & (span - 1)) | (first & ~(span - 1)) : at;
}

/* Address of the first 8 bytes that are on the bus in the current beat. */
static uint64_t word_address(const struct axi *a, const struct axi_burst *b)
{
	return beat_address(b) & ~(UINT64_C(8) * a->words - 1);
}

/* ---- before the rising edge: what is transferred, and the rules ---- */

static void check_burst(struct axi *a, const char *name, const struct axi_burst *b)
{
	const uint64_t bytes = UINT64_C(1) << b->size, span = bytes * (b->len + 1);
	const uint64_t first = b->addr & ~(bytes - 1);
	const unsigned int n = b->len + 1;

	SIM_CHECK(a->s, b->burst == INCR || b->burst == WRAP,
		  "AXI4: %s has type %u, not INCR or WRAP", name, b->burst);
	SIM_CHECK(a->s, bytes <= 8 * a->words, "AXI4: a beat of %s has %" PRIu64 " bytes", name,
		  bytes);
	if (b->burst == WRAP)
		SIM_CHECK(a->s,
			  (n == 2 || n == 4 || n == 8 || n == 16) && !(b->addr & (bytes - 1)),
			  "AXI4: %s wraps after %u beats from %" PRIX64, name, n, b->addr);
	else
		SIM_CHECK(a->s, first / BOUNDARY == (first + span - 1) / BOUNDARY,
			  "AXI4: %s crosses 4 KB at %" PRIX64, name, b->addr);
}

static void sample_address(struct axi *a, bool write)
{
	struct address *c = &a->a[write];
	struct queue *q = &a->q[write];
	const bool valid = sim_get(c->valid);
	struct axi_burst b = {.write = write};

	SIM_CHECK(a->s, valid || !c->pending, "AXI4: VALID of %s falls before READY", c->name);
	if (!valid)
		return;
	b.id = (unsigned int)sim_get(c->id);
	b.addr = sim_get(c->addr);
	b.len = (unsigned int)sim_get(c->len);
	b.size = (unsigned int)sim_get(c->size);
	b.burst = (unsigned int)sim_get(c->burst);
	SIM_CHECK(a->s,
		  !c->pending ||
			  (b.id == c->was.id && b.addr == c->was.addr && b.len == c->was.len &&
			   b.size == c->was.size && b.burst == c->was.burst),
		  "AXI4: %s changes before READY", c->name);
	c->was = b;
	c->pending = !sim_get(c->ready);
	if (c->pending)
		return;
	check_burst(a, c->name, &b);
	b.start = a->clock;
	b.due = AXI_LATER;
	*burst_at(q, q->accepted) = b;
	if (!write) {
		b.due = a->t.accept ? a->t.accept(a->t.arg, &b, a->clock) : a->clock + 1;
		burst_at(q, q->accepted)->due = b.due;
		q->filled++;
	}
	q->accepted++;
}

static void take_data(struct axi *a)
{
	struct queue *q = &a->q[true];
	struct axi_burst *b = burst_at(q, q->filled);

	SIM_CHECK(a->s, a->w_last == (b->beat == b->len),
		  "AXI4: WLAST is %d at beat %u of %u of the write to %" PRIX64, a->w_last,
		  b->beat + 1, b->len + 1, b->addr);
	for (unsigned int k = 0; a->t.write && k < a->words; k++)
		a->t.write(a->t.arg, word_address(a, b) + 8 * k, a->w_data[k],
			   a->w_strobe >> 8 * k & 255);
	b->beat++;
	if (!a->w_last)
		return;
	b->due = a->t.accept ? a->t.accept(a->t.arg, b, a->clock) : a->clock + 1;
	q->filled++;
}

static void sample_data(struct axi *a)
{
	const bool valid = sim_get(a->wvalid), last = sim_get(a->wlast);
	const uint64_t data[2] = {sim_get(a->wdata), a->wdata_hi ? sim_get(a->wdata_hi) : 0};
	const unsigned int strobe = (unsigned int)sim_get(a->wstrb);

	SIM_CHECK(a->s, valid || !a->w_pending, "AXI4: WVALID falls before WREADY");
	if (!valid)
		return;
	SIM_CHECK(a->s,
		  !a->w_pending || (data[0] == a->w_data[0] && data[1] == a->w_data[1] &&
				    strobe == a->w_strobe && last == a->w_last),
		  "AXI4: write data change before WREADY");
	a->w_data[0] = data[0];
	a->w_data[1] = data[1];
	a->w_strobe = strobe;
	a->w_last = last;
	a->w_pending = !sim_get(a->wready);
	if (!a->w_pending)
		take_data(a);
}

static void end_burst(struct axi *a, bool write)
{
	struct axi_burst *b = burst_at(&a->q[write], a->q[write].answered++);

	b->end = a->clock;
	if (a->t.done)
		a->t.done(a->t.arg, b);
}

static void sample_answers(struct axi *a)
{
	struct axi_burst *b = burst_at(&a->q[false], a->q[false].answered);

	a->r_waits = sim_get(a->rvalid) && !sim_get(a->rready);
	a->b_waits = sim_get(a->bvalid) && !sim_get(a->bready);
	if (sim_get(a->rvalid) && !a->r_waits && b->beat++ == b->len)
		end_burst(a, false);
	if (sim_get(a->bvalid) && !a->b_waits)
		end_burst(a, true);
}

static void before_rise(void *arg)
{
	struct axi *a = arg;

	sim_settle(a->s);
	a->clock++;
	if (!sim_get(a->reset))
		return;
	sample_answers(a);
	/* data before the address: a slot is filled in the clock after its address at the
	 * earliest, because WREADY was given for an address of an earlier clock */
	sample_data(a);
	sample_address(a, false);
	sample_address(a, true);
}

/* ---- after the rising edge: the slave's outputs ---- */

static void drive_reads(struct axi *a)
{
	struct queue *q = &a->q[false];
	const struct axi_burst *b = burst_at(q, q->answered);
	const bool on = q->answered < q->filled && b->due <= a->clock + 1 && !stalls(a);

	if (a->r_waits)
		return;
	sim_put(a->rvalid, on);
	if (!on)
		return;
	sim_put(a->rid, b->id);
	sim_put(a->rdata, a->t.read(a->t.arg, word_address(a, b)));
	if (a->rdata_hi)
		sim_put(a->rdata_hi, a->t.read(a->t.arg, word_address(a, b) + 8));
	sim_put(a->rlast, b->beat == b->len);
}

static void drive_responses(struct axi *a)
{
	struct queue *q = &a->q[true];
	const struct axi_burst *b = burst_at(q, q->answered);
	const bool on = q->answered < q->filled && b->due <= a->clock + 1 && !stalls(a);

	if (a->b_waits)
		return;
	sim_put(a->bvalid, on);
	if (on)
		sim_put(a->bid, b->id);
}

static void reset_slave(struct axi *a)
{
	for (int k = 0; k < 2; k++) {
		a->q[k].accepted = a->q[k].filled = a->q[k].answered = 0;
		a->a[k].pending = false;
		sim_put(a->a[k].ready, 0);
	}
	a->w_pending = a->r_waits = a->b_waits = false;
	sim_put(a->wready, 0);
	sim_put(a->bvalid, 0);
	sim_put(a->rvalid, 0);
}

static void on_rise(void *arg)
{
	struct axi *a = arg;

	if (!sim_get(a->reset)) {
		reset_slave(a);
		return;
	}
	drive_reads(a);
	drive_responses(a);
	for (int k = 0; k < 2; k++)
		sim_put(a->a[k].ready,
			a->q[k].accepted - a->q[k].answered < AXI_QUEUE && !stalls(a));
	sim_put(a->wready, a->q[true].filled < a->q[true].accepted && !stalls(a));
}

/* ---- calls ---- */

void axi_set_stall(struct axi *a, unsigned int percent)
{
	a->stall_percent = percent;
}

void axi_widen(struct axi *a, const char *owner)
{
	a->words = 2;
	a->wdata_hi = sim_pin_of(a->s, owner, "wdata_hi");
	a->rdata_hi = sim_pin_of(a->s, owner, "rdata_hi");
}

void axi_answer(struct axi *a, bool write)
{
	struct queue *q = &a->q[write];
	struct axi_burst *b = burst_at(q, q->answered);

	SIM_CHECK(a->s, q->answered < q->filled && b->due == AXI_LATER,
		  "axi_answer: no request waits for it");
	b->due = a->clock + 1;
}

struct axi *axi_open(struct sim *s, struct sim_clock *aclk, const char *owner,
		     const struct sim_pin *reset, const struct axi_target *t)
{
	struct axi *a = calloc(1, sizeof(*a));

	if (!a)
		return NULL;
	sim_cleanup(s, free, a);
	a->s = s;
	a->reset = reset;
	a->words = 1;
	a->t = *t;
#define PIN(name) sim_pin_of(s, owner, name)
#define ADDRESS(x)                                \
	(struct address){.name = x,               \
			 .valid = PIN(x "valid"), \
			 .ready = PIN(x "ready"), \
			 .id = PIN(x "id"),       \
			 .addr = PIN(x "addr"),   \
			 .len = PIN(x "len"),     \
			 .size = PIN(x "size"),   \
			 .burst = PIN(x "burst")}
	a->a[false] = ADDRESS("ar");
	a->a[true] = ADDRESS("aw");
	a->wvalid = PIN("wvalid");
	a->wready = PIN("wready");
	a->wdata = PIN("wdata");
	a->wstrb = PIN("wstrb");
	a->wlast = PIN("wlast");
	a->bvalid = PIN("bvalid");
	a->bready = PIN("bready");
	a->bid = PIN("bid");
	a->bresp = PIN("bresp");
	a->rvalid = PIN("rvalid");
	a->rready = PIN("rready");
	a->rid = PIN("rid");
	a->rdata = PIN("rdata");
	a->rresp = PIN("rresp");
	a->rlast = PIN("rlast");
#undef ADDRESS
#undef PIN
	sim_on(aclk, SIM_BEFORE_RISE, before_rise, a);
	sim_on(aclk, SIM_RISE, on_rise, a);
	return a;
}
