/* SPDX-License-Identifier: Apache-2.0 */
#include "hypercube.h"
#include "hm_node.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLOCK SIM_NS(50)
#define IO_WRITE SIM_NS(375) /* six cycles of 16 MHz */
/* time from the rising edge of a strobe to the clock in which it appears: 2 to 3 clocks, plus
 * jitter */
#define SOONEST (2 * CLOCK)
#define LATEST (4 * CLOCK)
#define NIBBLE 15u     /* bits of the port beside HM_STROBE */
#define RESET_CLOCKS 6 /* clocks after a reset until a strobe is certain to be taken */

static const char *const cable[4] = {"strobe_p", "strobe_n", "data_p", "data_n"};

static const char *const observation[] = {"edge",   "last",  "stamp", "vectors",
					  "stamps", "store", "drop",  "req"};
enum { EDGE, LAST, STAMP, VECTORS, STAMPS, STORE, DROP, REQ, OBSERVATIONS };

/* ---- the scoreboard ---- */

static void rose(struct hypercube *h, unsigned int node, unsigned int nibble)
{
	SIM_CHECK(h->s, h->rises[node] < HYPERCUBE_RISES,
		  "node %u: strobes rise and do not appear", node);
	h->rise[node][h->rises[node]++] =
		(struct hypercube_rise){sim_now(h->s), (uint8_t)nibble, false};
}

static void forget(struct hypercube *h, unsigned int node)
{
	h->rises[node]--;
	memmove(h->rise[node], h->rise[node] + 1, h->rises[node] * sizeof(h->rise[node][0]));
}

/* Matches a strobe of @node that appeared in the clock that ends now with its rising edge. */
static unsigned int appeared(struct hypercube *h, unsigned int node)
{
	const sim_time began = sim_now(h->s) - CLOCK;
	struct hypercube_rise *r = h->rise[node];
	unsigned int nibble;

	while (h->rises[node] && r->may_miss && began - r->at > LATEST)
		forget(h, node);
	if (!h->rises[node])
		SIM_FAIL(h->s, "node %u: a strobe that never rose", node);
	if (began < r->at + SOONEST || began > r->at + LATEST)
		SIM_FAIL(h->s, "node %u: strobe %" PRIu64 " ps after it rose", node,
			 began - r->at);
	nibble = r->nibble;
	forget(h, node);
	return nibble;
}

static void sample_outputs(struct hypercube *h)
{
	h->now = (struct hm_golden_state){
		.last = sim_get(h->obs[LAST]),
		.stamp = (uint32_t)sim_get(h->obs[STAMP]),
		.vectors = (unsigned int)sim_get(h->obs[VECTORS]),
		.stamps = (unsigned int)sim_get(h->obs[STAMPS]),
		.store = sim_get(h->obs[STORE]),
		.drop = sim_get(h->obs[DROP]),
	};
	h->edge = (uint16_t)sim_get(h->obs[EDGE]);
	h->nibbles = 0;
	for (unsigned int i = 0; i < HYPERCUBE_NODES; i++) {
		if (h->edge >> i & 1) {
			h->nibbles |= (uint64_t)appeared(h, i) << 4 * i;
			h->edges++;
		}
		if (h->rises[i] && !h->rise[i][0].may_miss &&
		    sim_now(h->s) > h->rise[i][0].at + CLOCK + LATEST)
			SIM_FAIL(h->s, "node %u: a strobe is missing", i);
	}
	if (h->now.vectors > h->level_max)
		h->level_max = h->now.vectors;
}

static void miss(struct hypercube *h)
{
	for (unsigned int i = 0; i < HYPERCUBE_NODES; i++)
		for (unsigned int k = 0; k < h->rises[i]; k++)
			h->rise[i][k].may_miss = true;
}

static void compare(struct hypercube *h)
{
	const struct hm_golden_state *b = &h->now;
	struct hm_golden_state g;

	hm_golden_show(h->g, &g);
	if (b->last != g.last || b->stamp != g.stamp || b->vectors != g.vectors ||
	    b->stamps != g.stamps || b->store != g.store || b->drop != g.drop)
		SIM_FAIL(h->s,
			 "board: window %" PRIu32
			 "%s, %u vectors, %u time stamps%s%s; golden model: window %" PRIu32
			 "%s, %u, %u%s%s",
			 b->stamp, b->last ? " (last clock)" : "", b->vectors, b->stamps,
			 b->store ? ", store" : "", b->drop ? ", drop" : "", g.stamp,
			 g.last ? " (last clock)" : "", g.vectors, g.stamps,
			 g.store ? ", store" : "", g.drop ? ", drop" : "");
}

static void before_clock(void *arg)
{
	struct hypercube *h = arg;
	const bool in_reset = !sim_get(h->reset_n);
	const struct pbx_transfer *t = pbx_current(h->bus);
	struct hm_golden_clock c;

	if (in_reset)
		h->unsure = RESET_CLOCKS;
	if (h->unsure) {
		h->unsure--;
		miss(h);
	}
	h->edge = 0;
	if (!in_reset)
		sample_outputs(h);
	c = (struct hm_golden_clock){h->edge,
				     h->nibbles,
				     in_reset,
				     !in_reset && sim_get(h->obs[REQ]),
				     t->write,
				     t->addr,
				     t->write ? t->data : 0};
	if (h->g && !in_reset)
		compare(h);
	if (h->g)
		hm_golden_step(h->g, &c);
	h->cleared = h->resets;
	h->resets = c.req && c.write && c.addr == HM_CTRL && c.wdata & HM_CTRL_RST;
	/* a reset by software also discards strobes in the synchroniser */
	if (h->resets)
		h->unsure = RESET_CLOCKS;
	if (h->on_clock)
		h->on_clock(h->on_clock_arg);
}

static void transferred(void *arg, const struct pbx_transfer *t)
{
	struct hypercube *h = arg;

	if (h->g && !t->write && t->data != hm_golden_answer(h->g))
		SIM_FAIL(h->s, "read of %04X: %08X, golden model: %08X", t->addr, t->data,
			 hm_golden_answer(h->g));
}

/* ---- ports and cable ---- */

/* Drives the cable at the capture board with the levels of the other end and the faults; only
 * an intact pair is a 1. */
static void drive_cable(struct hypercube *h)
{
	uint64_t line[4], data;
	uint16_t strobe, rises;

	sim_settle(h->s);
	for (unsigned int i = 0; i < 4; i++) {
		line[i] = (sim_get(h->erb[i]) | h->stuck1[i]) & ~h->stuck0[i];
		sim_put(h->ecb[i], line[i]);
	}
	strobe = (uint16_t)(line[0] & ~line[1]);
	data = line[2] & ~line[3];
	rises = strobe & (uint16_t)~h->received;
	h->received = strobe;
	for (unsigned int i = 0; i < h->nodes; i++)
		if (rises >> i & 1)
			rose(h, i, data >> 4 * i & NIBBLE);
}

void hypercube_cable(struct hypercube *h)
{
	drive_cable(h);
}

void hypercube_port(struct hypercube *h, unsigned int node, unsigned int value)
{
	const uint64_t nibble = (uint64_t)NIBBLE << 4 * node;

	h->data = (h->data & ~nibble) | (uint64_t)(value & NIBBLE) << 4 * node;
	h->strobe = (uint16_t)((h->strobe & ~(1u << node)) | (!!(value & HM_STROBE)) << node);
	sim_put(h->node_data, h->data);
	sim_put(h->node_strobe, h->strobe);
	drive_cable(h);
}

struct write {
	struct hypercube *h;
	unsigned int node, value;
};

static void write_late(void *arg)
{
	struct write *w = arg;

	hypercube_port(w->h, w->node, w->value);
	free(w);
}

void hypercube_strobe(struct hypercube *h, unsigned int node, unsigned int nibble)
{
	struct write *w = malloc(sizeof(*w));

	SIM_CHECK(h->s, w != NULL, "no memory");
	*w = (struct write){h, node, HM_STROBE | (nibble & NIBBLE)};
	hypercube_port(h, node, nibble & NIBBLE);
	sim_at(h->s, sim_now(h->s) + IO_WRITE, write_late, w);
}

struct pulse {
	struct hypercube *h;
	uint16_t nodes;
};

static void drop_strobes(void *arg)
{
	struct pulse *p = arg;

	p->h->strobe &= (uint16_t)~p->nodes;
	sim_put(p->h->node_strobe, p->h->strobe);
	drive_cable(p->h);
	free(p);
}

void hypercube_pulse(struct hypercube *h, uint16_t nodes, uint64_t data, sim_time high)
{
	struct pulse *p = malloc(sizeof(*p));
	uint64_t mask = 0;

	SIM_CHECK(h->s, p != NULL, "no memory");
	*p = (struct pulse){h, nodes};
	for (unsigned int i = 0; i < HYPERCUBE_NODES; i++)
		mask |= nodes >> i & 1 ? (uint64_t)NIBBLE << 4 * i : 0;
	h->data = (h->data & ~mask) | (data & mask);
	h->strobe |= nodes;
	sim_put(h->node_data, h->data);
	sim_put(h->node_strobe, h->strobe);
	drive_cable(h);
	sim_at(h->s, sim_now(h->s) + high, drop_strobes, p);
}

/* ---- nodes that send ---- */

static sim_time of_node(const struct hypercube_sender *n, sim_time t)
{
	return (sim_time)((int64_t)t + (int64_t)t * n->ppm / 1000000);
}

static void send_next(struct hypercube_sender *n);

static void strobe_down(void *arg)
{
	struct hypercube_sender *n = arg;

	hypercube_port(n->h, n->node, n->nibble);
	send_next(n);
}

static void strobe_up(void *arg)
{
	struct hypercube_sender *n = arg;

	hypercube_port(n->h, n->node, HM_STROBE | n->nibble);
	if (n->t.pulse)
		sim_at(n->h->s, sim_now(n->h->s) + n->t.pulse, strobe_down, n);
	else
		send_next(n);
}

static void send(void *arg)
{
	struct hypercube_sender *n = arg;

	n->nibble = n->t.nibble ? n->t.nibble(n->t.arg, n->node, n->sent) & NIBBLE
				: (unsigned int)sim_random(n->h->s) & NIBBLE;
	n->sent++;
	if (n->t.pulse) {
		strobe_up(n);
		return;
	}
	hypercube_port(n->h, n->node, n->nibble);
	sim_at(n->h->s, sim_now(n->h->s) + of_node(n, IO_WRITE), strobe_up, n);
}

static void send_next(struct hypercube_sender *n)
{
	const struct hypercube_traffic *t = &n->t;
	sim_time gap = t->gap + (t->more ? sim_range(n->h->s, 0, t->more) : 0);

	if (t->count && n->sent >= t->count)
		n->running = false;
	if (!n->running)
		return;
	if (t->burst && n->sent % t->burst == 0)
		gap += t->pause;
	n->at += of_node(n, gap);
	sim_at(n->h->s, n->at, send, n);
}

void hypercube_start(struct hypercube *h, const struct hypercube_traffic *t)
{
	for (unsigned int i = 0; i < HYPERCUBE_NODES; i++) {
		struct hypercube_sender *n = &h->sender[i];

		if (!(t->nodes >> i & 1))
			continue;
		SIM_CHECK(h->s, !n->running, "node %u sends already", i);
		*n = (struct hypercube_sender){
			.h = h, .t = *t, .node = i, .running = true, .at = sim_now(h->s)};
		if (!t->in_step) {
			/* a fast port sends at the highest legal rate, so its clock may only be
			 * slower */
			n->ppm = (int)sim_range(h->s, 0, 400) - (t->pulse ? 0 : 200);
			n->at += sim_range(h->s, 0, t->gap + t->more);
		}
		sim_at(h->s, n->at, send, n);
	}
}

void hypercube_train(struct hypercube *h, uint64_t count, unsigned int clocks)
{
	for (unsigned int i = 0; i < clocks; i++) {
		struct hypercube_traffic t = {.count = count,
					      .gap = clocks * CLOCK,
					      .pulse = 2 * CLOCK,
					      .in_step = true};

		for (unsigned int k = i; k < HYPERCUBE_NODES; k += clocks)
			t.nodes |= (uint16_t)(1u << k);
		hypercube_start(h, &t);
		sim_wait(h->s, CLOCK);
	}
}

void hypercube_stop(struct hypercube *h)
{
	for (unsigned int i = 0; i < HYPERCUBE_NODES; i++)
		h->sender[i].t.count = 1;
}

bool hypercube_sending(const struct hypercube *h)
{
	for (unsigned int i = 0; i < HYPERCUBE_NODES; i++)
		if (h->sender[i].running)
			return true;
	return false;
}

static bool all_sent(void *arg)
{
	return !hypercube_sending(arg);
}

void hypercube_wait(struct hypercube *h)
{
	SIM_CHECK(h->s, sim_wait_for(h->s, all_sent, h, SIM_MS(900)), "nodes do not end");
}

/* ---- the I/O node ---- */

uint32_t hypercube_get(struct hypercube *h, enum hm_reg reg)
{
	uint32_t value = 0;

	SIM_EQ(h->s, (uint64_t)-pbx_read(h->bus, reg, &value), 0, "a read on the PBX bus");
	return value;
}

void hypercube_put(struct hypercube *h, enum hm_reg reg, uint32_t value)
{
	SIM_EQ(h->s, (uint64_t)-pbx_write(h->bus, reg, value), 0, "a write on the PBX bus");
}

void hypercube_power_on(struct hypercube *h)
{
	pbx_reset(h->bus, SIM_US(1));
	sim_watch_x(h->s);
	/* window 0 has begun; observation pins show its number and the clock within it */
	hypercube_next_window(h);
	h->began = sim_now(h->s) - HYPERCUBE_WINDOW;
}

sim_time hypercube_window(const struct hypercube *h, uint64_t n)
{
	return h->began + n * HYPERCUBE_WINDOW;
}

void hypercube_next_window(struct hypercube *h)
{
	do
		sim_wait_edge(h->clk, SIM_BEFORE_RISE);
	while (!sim_get(h->obs[LAST]));
}

void hypercube_frames(struct hypercube *h, unsigned int n)
{
	/* the strobes must not be near a boundary, where jitter could put two into one
	 * window */
	hypercube_next_window(h);
	for (unsigned int i = 0; i < n; i++) {
		hypercube_pulse(h, (uint16_t)(1u << i % HYPERCUBE_NODES), sim_random(h->s),
				2 * CLOCK);
		sim_wait(h->s, HYPERCUBE_WINDOW);
	}
	hypercube_settle(h);
}

void hypercube_frame(struct hypercube *h, struct hypercube_frame *f)
{
	for (unsigned int i = 0; i < 4; i++)
		f->word[i] = hypercube_get(h, HM_FRAME);
}

unsigned int hypercube_drain(struct hypercube *h, struct hypercube_frame *f, unsigned int max)
{
	struct hypercube_frame one;
	unsigned int n = 0;

	while (n < max && hm_golden_frames(h->g))
		hypercube_frame(h, f ? &f[n++] : (n++, &one));
	return n;
}

static bool settled(void *arg)
{
	struct hm_golden_counts n;

	hm_golden_count(((struct hypercube *)arg)->g, &n);
	return !n.held;
}

void hypercube_settle(struct hypercube *h)
{
	struct hm_golden_counts n;

	sim_wait(h->s, CLOCK + LATEST);
	SIM_CHECK(h->s, sim_wait_for(h->s, settled, h, SIM_US(100)),
		  "nibbles stay in the golden model");
	sim_wait(h->s, 2 * CLOCK);
	hm_golden_count(h->g, &n);
	SIM_EQ(h->s, n.late + n.full + n.shut + n.windows + n.frames + n.stored, n.captured,
	       "nibbles lost and stored, of those captured");
}

static void close_golden(void *arg)
{
	hm_golden_close(((struct hypercube *)arg)->g);
}

struct hypercube *hypercube_open(struct sim *s)
{
	return hypercube_open_as(s, NULL);
}

struct hypercube *hypercube_open_as(struct sim *s, const struct hypercube_config *cfg)
{
	struct hypercube *h = calloc(1, sizeof(*h));
	struct hm_golden_config model = {.nodes = HYPERCUBE_NODES, .depth = HM_DEPTH};
	char name[32];

	if (!h)
		return NULL;
	sim_cleanup(s, free, h);
	h->s = s;
	if (cfg) {
		model.nodes = cfg->nodes ? cfg->nodes : model.nodes;
		model.depth = cfg->depth ? cfg->depth : model.depth;
		model.marks = cfg->marks;
		model.stamp_init = cfg->stamp_init;
		model.lost_init = cfg->lost_init;
	}
	h->nodes = model.nodes;
	if (!cfg || !cfg->unwatched) {
		h->g = hm_golden_open(&model);
		SIM_CHECK(s, h->g != NULL, "no memory");
		sim_cleanup(s, close_golden, h);
	}
	for (unsigned int i = 0; i < OBSERVATIONS; i++) {
		snprintf(name, sizeof(name), "obs_%s", observation[i]);
		h->obs[i] = sim_pin(s, name);
	}
	h->reset_n = sim_pin(s, "reset_n");
	h->clk = sim_clock(s, "clk20", CLOCK, CLOCK / 2);
	h->bus = pbx_open(s, h->clk, "reset_n");
	h->node_strobe = sim_pin(s, "node_strobe");
	h->node_data = sim_pin(s, "node_data");
	for (unsigned int i = 0; i < 4; i++) {
		snprintf(name, sizeof(name), "erb_%s", cable[i]);
		h->erb[i] = sim_pin(s, name);
		snprintf(name, sizeof(name), "ecb_%s", cable[i]);
		h->ecb[i] = sim_pin(s, name);
	}
	drive_cable(h);
	pbx_on_transfer(h->bus, transferred, h);
	sim_on(h->clk, SIM_BEFORE_RISE, before_clock, h);
	return h;
}
