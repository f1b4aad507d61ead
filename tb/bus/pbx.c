/* SPDX-License-Identifier: Apache-2.0 */
/* PBX bus: a master, an ideal slave, and a checker of every transfer. */
#include "pbx.h"
#include <errno.h>
#include <stdlib.h>

/* maximum number of clocks from the rise of REQ_n to that of ACK_n */
#define RELEASE_CLOCKS 4
#define RESET_CLOCKS 8
#define WORDS 16384

struct pbx {
	struct device dev; /* first */
	struct sim *s;
	struct sim_clock *clk;
	struct sim_pin *a, *rw, *req_n, *ack_n, *d_i, *d_o, *d_oe, *reset_n;
	struct pbx_timing t;
	struct pbx_transfer now;
	pbx_observer *fn;
	void *fn_arg;
	bool cancelled;

	/* the built-in slave of a bus without a board */
	bool ideal, req, ack;
	sim_time answer;
	uint32_t *word;

	struct { /* state of the checker, which reads the pins only */
		bool req, ack, read;
		uint32_t d;
		unsigned int released; /* clocks since REQ_n rose with ACK_n low */
	} watch;		       /* of the checker */
};

/* ---- the checker ---- */

static void check_pins(void *arg)
{
	struct pbx *b = arg;
	const bool req = !sim_get(b->req_n), ack = !sim_get(b->ack_n), oe = sim_get(b->d_oe);
	const uint32_t d = (uint32_t)sim_get(b->d_o);

	if (!sim_get(b->reset_n)) {
		if (ack || oe)
			SIM_FAIL(b->s, "PBX: the slave drives %s in reset",
				 ack ? "ACK_n" : "D");
		b->watch.ack = false;
		b->watch.req = req;
		return;
	}
	if (ack && !b->watch.ack && !req)
		SIM_FAIL(b->s, "PBX: ACK_n falls with REQ_n high");
	if (!ack && b->watch.ack && req && b->watch.req)
		SIM_FAIL(b->s, "PBX: ACK_n rises with REQ_n low");
	if (oe && !ack)
		SIM_FAIL(b->s, "PBX: D is driven with ACK_n high");
	if (ack && !b->watch.ack) {
		b->watch.read = sim_get(b->rw);
		b->watch.d = d;
		b->watch.released = 0;
	}
	if (ack && oe != b->watch.read)
		SIM_FAIL(b->s,
			 oe ? "PBX: D is driven on a write" : "PBX: D is not driven on a read");
	if (ack && req && b->watch.read && d != b->watch.d)
		SIM_FAIL(b->s, "PBX: D changes from %08X to %08X under ACK_n", b->watch.d, d);
	if (ack && !req && b->watch.released++ == RELEASE_CLOCKS)
		SIM_FAIL(b->s, "PBX: ACK_n is low %u clocks after REQ_n rose",
			 b->watch.released);
	b->watch.ack = ack;
	b->watch.req = req;
}

/* ---- the ideal slave ---- */

static void ideal_answer(void *arg)
{
	struct pbx *b = arg;

	if (b->req && !b->ack) {
		if (b->now.write)
			b->word[b->now.addr / 4] = b->now.data;
		else
			b->now.data = b->word[b->now.addr / 4];
	}
	b->ack = b->req;
}

/* ---- the master ---- */

/* Waits until the master acts on what it samples now, @clocks later. */
static void wait_master_clock(struct pbx *b, unsigned int clocks)
{
	const sim_time now = sim_now(b->s), p = b->t.period;
	sim_time next;

	if (!p)
		return;
	next = now <= b->t.phase ? b->t.phase : b->t.phase + (now - b->t.phase + p - 1) / p * p;
	/* a level that changes at an edge is sampled at the next one */
	if (next == now)
		next += p;
	sim_wait_until(b->s, next + clocks * p);
}

static void put_req(struct pbx *b, bool req)
{
	if (!b->ideal) {
		sim_put(b->req_n, !req);
		return;
	}
	b->req = req;
	sim_at(b->s, sim_now(b->s) + b->answer, ideal_answer, b);
}

static bool is_acknowledged(const struct pbx *b)
{
	return b->ideal ? b->ack : !sim_get(b->ack_n);
}

static bool seen_low(void *arg)
{
	struct pbx *b = arg;

	return b->cancelled || is_acknowledged(b);
}

static bool seen_high(void *arg)
{
	struct pbx *b = arg;

	return b->cancelled || !is_acknowledged(b);
}

/* Once REQ_n has risen, the slave must use neither address nor data. */
static void put_noise(struct pbx *b)
{
	const uint64_t r = sim_random(b->s);

	sim_put(b->a, r & 0x3FFF);
	sim_put(b->rw, r >> 16 & 1);
	sim_put(b->d_i, r >> 32);
}

static int run_transfer(struct pbx *b, bool write, uint32_t addr, uint32_t *data)
{
	const sim_time limit = b->t.limit ? b->t.limit : SIM_US(100);
	int err = 0;

	if (b->t.pause)
		sim_wait(b->s, b->t.pause);
	wait_master_clock(b, b->t.idle_clocks);
	b->cancelled = false;
	b->now = (struct pbx_transfer){write, addr & 0xFFFC, write ? *data : 0, sim_now(b->s),
				       0};
	if (!b->ideal) {
		sim_put(b->a, b->now.addr >> 2);
		sim_put(b->rw, !write);
		sim_put(b->d_i, write ? *data : sim_random(b->s) & UINT32_MAX);
	}
	if (b->t.setup)
		sim_wait(b->s, b->t.setup);
	put_req(b, true);
	if (!sim_wait_for(b->s, seen_low, b, limit))
		err = -ETIMEDOUT;
	if (!err && !b->cancelled)
		wait_master_clock(b, b->t.hold_clocks);
	if (!b->cancelled && !b->ideal && !err && !write)
		b->now.data = (uint32_t)sim_get(b->d_o);
	put_req(b, false);
	if (!b->ideal)
		put_noise(b);
	if (!err && !sim_wait_for(b->s, seen_high, b, limit))
		err = -ETIMEDOUT;
	if (b->cancelled)
		err = -ECANCELED;
	b->now.end = sim_now(b->s);
	if (!err && !write)
		*data = b->now.data;
	if (!err && b->fn)
		b->fn(b->fn_arg, &b->now);
	return err;
}

int pbx_read(struct pbx *b, uint32_t addr, uint32_t *data)
{
	return run_transfer(b, false, addr, data);
}

int pbx_write(struct pbx *b, uint32_t addr, uint32_t data)
{
	return run_transfer(b, true, addr, &data);
}

void pbx_reset(struct pbx *b, sim_time duration)
{
	b->cancelled = true;
	sim_put(b->reset_n, 0);
	sim_put(b->req_n, 1);
	sim_wait(b->s, duration);
	sim_put(b->reset_n, 1);
	/* the board leaves reset synchronously to its clock, and must sample REQ_n high before
	 * REQ_n falls */
	sim_wait_cycles(b->clk, RESET_CLOCKS);
}

/* ---- the bus as a device ---- */

static int dev_read(struct device *dev, enum device_space space, uint32_t addr,
		    unsigned int width, uint64_t *value)
{
	uint32_t word;
	int err;

	if (space != DEVICE_MEM || width != 32)
		return -EOPNOTSUPP;
	err = pbx_read((struct pbx *)dev, addr, &word);
	if (!err)
		*value = word;
	return err;
}

static int dev_write(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t value)
{
	if (space != DEVICE_MEM || width != 32)
		return -EOPNOTSUPP;
	return pbx_write((struct pbx *)dev, addr, (uint32_t)value);
}

static int dev_run(struct device *dev, uint64_t ns)
{
	sim_wait(((struct pbx *)dev)->s, SIM_NS(ns));
	return 0;
}

static int dev_wait_irq(struct device *dev, uint64_t timeout_us)
{
	/* the bus has no interrupt line: let the time pass */
	sim_wait(((struct pbx *)dev)->s, SIM_US(timeout_us));
	return -ETIMEDOUT;
}

static const struct device_ops dev_ops = {
	.read = dev_read,
	.write = dev_write,
	.wait_irq = dev_wait_irq,
	.run = dev_run,
};

struct device *pbx_device(struct pbx *b)
{
	return &b->dev;
}

/* ---- opening ---- */

static const struct pbx_timing plain = {.period = SIM_NS(50), .setup = SIM_NS(10)};

void pbx_set_timing(struct pbx *b, const struct pbx_timing *t)
{
	b->t = t ? *t : plain;
}

void pbx_on_transfer(struct pbx *b, pbx_observer *fn, void *arg)
{
	b->fn = fn;
	b->fn_arg = arg;
}

const struct pbx_transfer *pbx_current(const struct pbx *b)
{
	return &b->now;
}

static void pbx_free(void *arg)
{
	struct pbx *b = arg;

	free(b->word);
	free(b);
}

static struct pbx *new (struct sim *s)
{
	struct pbx *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	sim_cleanup(s, pbx_free, b);
	b->dev.ops = &dev_ops;
	b->s = s;
	b->t = plain;
	return b;
}

struct pbx *pbx_open_ideal(struct sim *s, sim_time answer)
{
	struct pbx *b = new (s);

	if (!b)
		return NULL;
	b->ideal = true;
	b->answer = answer;
	b->word = calloc(WORDS, sizeof(*b->word));
	return b->word ? b : NULL;
}

struct pbx *pbx_open(struct sim *s, struct sim_clock *clk, const char *reset_pin)
{
	struct pbx *b = new (s);

	if (!b)
		return NULL;
	b->clk = clk;
	b->a = sim_pin(s, "a");
	b->rw = sim_pin(s, "rw");
	b->req_n = sim_pin(s, "req_n");
	b->ack_n = sim_pin(s, "ack_n");
	b->d_i = sim_pin(s, "d_i");
	b->d_o = sim_pin(s, "d_o");
	b->d_oe = sim_pin(s, "d_oe");
	b->reset_n = sim_pin(s, reset_pin);
	sim_put(b->req_n, 1);
	sim_put(b->rw, 1);
	sim_on(clk, SIM_RISE, check_pins, b);
	return b;
}
