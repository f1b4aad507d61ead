/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests node FIFOs, frame builder and frame FIFO (3.2.1, 5.1, Figure 5): levels, rates and
 * bandwidth. Every clock and every word is compared with the golden model (hypercube.h).
 */
#include "hypercube.h"
#include <inttypes.h>

#define CLOCK SIM_NS(50)
#define PULSE SIM_NS(100)
#define DEPTH 1024

/* Measurements made through the observation pins. */
struct meter {
	struct hypercube *h;
	uint64_t clock, stores, drops;
	uint64_t first, last, shortest, longest; /* clocks of the first and last store, and
						  * clocks between stores */
	uint64_t ended;				 /* clock after the last window that ended */
	uint64_t flagged;			 /* clock in which STATUS became other than 0 */
	unsigned int level_max, node_max;
	uint64_t together; /* number of clocks with both a store and the read of a fourth
			    * word */
	unsigned int word;
};

static void measure(void *arg)
{
	struct meter *m = arg;
	struct hypercube *h = m->h;

	m->clock++;
	if (h->now.store) {
		if (m->stores++) {
			const uint64_t d = m->clock - m->last;

			m->shortest = !m->shortest || d < m->shortest ? d : m->shortest;
			m->longest = d > m->longest ? d : m->longest;
		} else {
			m->first = m->clock;
		}
		m->last = m->clock;
	}
	m->drops += h->now.drop;
	if (sim_get(h->obs[7]) && !pbx_current(h->bus)->write &&
	    pbx_current(h->bus)->addr == HM_FRAME) {
		m->together += h->now.store && m->word == 3;
		m->word = (m->word + 1) & 3;
	}
	if (h->now.vectors > m->level_max)
		m->level_max = h->now.vectors;
	for (unsigned int i = 0; i < HYPERCUBE_NODES; i++)
		if (hm_golden_level(h->g, i) > m->node_max)
			m->node_max = hm_golden_level(h->g, i);
	if (h->now.last && !m->stores)
		m->ended = m->clock;
	if (!m->flagged && hm_golden_status(h->g))
		m->flagged = m->clock;
}

/* Opens a board with a meter, which the caller owns; the board exists until the test ends. */
static struct hypercube *start(struct sim *s, struct meter *m)
{
	struct hypercube *h = hypercube_open(s);

	sim_limit(s, SIM_MS(5000));
	*m = (struct meter){.h = h};
	h->on_clock = measure;
	h->on_clock_arg = m;
	hypercube_power_on(h);
	return h;
}

static void reset(struct meter *m, unsigned int code)
{
	struct hypercube *h = m->h;

	hypercube_put(h, HM_CTRL, HM_CTRL_RST);
	if (code)
		hypercube_put(h, HM_CTRL, HYPERCUBE_RUN(code));
	hypercube_next_window(h);
	hypercube_next_window(h);
	*m = (struct meter){.h = h};
}

/* Makes all of @nodes send in every window; windows are @gap long. */
static void all_windows(struct hypercube *h, uint16_t nodes, uint64_t windows, sim_time gap)
{
	hypercube_start(h, &(struct hypercube_traffic){.nodes = nodes,
						       .count = windows,
						       .gap = gap,
						       .pulse = PULSE,
						       .in_step = true});
	hypercube_wait(h);
	hypercube_settle(h);
}

/* Makes one node send in each window, in turn. */
static void staggered(struct hypercube *h, unsigned int windows, sim_time gap)
{
	for (unsigned int i = 0; i < windows; i++) {
		hypercube_pulse(h, (uint16_t)(1u << (i & 15)), sim_random(h->s), PULSE);
		sim_wait(h->s, gap);
	}
}

/* Measures the bandwidth: 1000 windows of 16 nodes give 10 MB/s of event data. */
static void frame_bandwidth(struct sim *s)
{
	struct meter m;
	struct hypercube *h = start(s, &m);
	const uint64_t windows = sim_length(s, 1000, 100);
	struct hm_golden_counts n;
	double mb;

	reset(&m, 0);
	all_windows(h, 0xFFFF, windows, HYPERCUBE_WINDOW);
	hm_golden_count(h->g, &n);
	SIM_EQ(s, m.stores, windows, "frames");
	SIM_EQ(s, m.last - m.first, (windows - 1) * 16, "clocks from the first to the last");
	SIM_EQ(s, n.stored / 2, windows * 8, "bytes of event data");
	SIM_EQ(s, hypercube_get(h, HM_STATUS), 0, "STATUS");
	mb = (double)(windows - 1) * 8 / ((double)(m.last - m.first) * 50e-9) / 1e6;
	sim_note(s, "internal peak event bandwidth, 800 ns windows: %.3f MB/s (paper: 10)", mb);
	SIM_CHECK(s, mb > 9.99 && mb < 10.01, "%f MB/s", mb);
}

static void frame_bandwidth_400(struct sim *s)
{
	struct meter m;
	struct hypercube *h = start(s, &m);
	const uint64_t windows = sim_length(s, 1000, 100);

	reset(&m, 1);
	all_windows(h, 0xFFFF, windows, 8 * CLOCK);
	SIM_EQ(s, m.stores, windows, "frames");
	SIM_EQ(s, m.last - m.first, (windows - 1) * 8, "clocks from the first to the last");
	SIM_CHECK(s, m.level_max <= 2, "%u vectors", m.level_max);
	SIM_EQ(s, hypercube_get(h, HM_STATUS), 0, "STATUS");
}

/* With k nodes in every window a frame has k nibbles. */
static void frame_bandwidth_nodes(struct sim *s)
{
	struct meter m;
	struct hypercube *h = start(s, &m);
	const uint64_t windows = sim_length(s, 1000, 30);
	struct hm_golden_counts n;

	for (unsigned int EACH(k, 1); k <= HYPERCUBE_NODES; k++) {
		reset(&m, 0);
		hypercube_next_window(h);
		all_windows(h, (uint16_t)((1u << k) - 1), windows, HYPERCUBE_WINDOW);
		hm_golden_count(h->g, &n);
		SIM_EQ(s, m.stores, windows, "frames");
		SIM_EQ(s, m.last - m.first, (windows - 1) * 16, "clocks");
		SIM_EQ(s, n.stored, windows * k, "nibbles");
		SIM_EQ(s, hm_golden_status(h->g), 0, "STATUS");
	}
}

/* Compares the share of data bits in a frame with that in a record of nibble, node and time. */
static void frame_overhead(struct sim *s)
{
	struct meter m;
	struct hypercube *h = start(s, &m);
	const double record = 4 + 4 + 32; /* bits; 80 % of them are the time stamp */

	for (unsigned int EACH(k, 1); k <= HYPERCUBE_NODES; k++) {
		struct hm_golden_counts n;
		double bits, share;

		reset(&m, 0);
		hypercube_next_window(h);
		all_windows(h, (uint16_t)((1u << k) - 1), 10, HYPERCUBE_WINDOW);
		hm_golden_count(h->g, &n);
		SIM_EQ(s, hypercube_drain(h, NULL, DEPTH), 10, "frames read");
		bits = 10.0 * 128 / (double)n.stored;
		share = 4 / bits * 100;
		sim_note(s,
			 "%2u nibbles a frame: %5.1f bits a nibble, %4.1f %% data; records: 40",
			 k, bits, share);
		SIM_CHECK(s, (bits < record) == (k >= 4), "%u nibbles: %f bits", k, bits);
		SIM_CHECK(s, k > 1 || (share > 3 && share < 3.2), "%f %% data", share);
	}
}

/* With 200 ns windows the builder makes a frame every 8 clocks until a FIFO overruns. */
static void frame_outrun(struct sim *s)
{
	struct meter m;
	struct hypercube *h = start(s, &m);
	uint64_t began;

	reset(&m, 2);
	began = m.clock;
	all_windows(h, 0xFFFF, 400, 4 * CLOCK);
	SIM_CHECK(s, (m.flagged - began) * 50 >= 23600 && (m.flagged - began) * 50 <= 27600,
		  "flag after %" PRIu64 " ns", (m.flagged - began) * 50);
	SIM_CHECK(s, (hm_golden_status(h->g) & 6) && !(hm_golden_status(h->g) & 9), "STATUS %X",
		  hm_golden_status(h->g));
	SIM_EQ(s, m.shortest, 8, "clocks between frames, at least");
	SIM_EQ(s, m.longest, 8, "clocks between frames, at most");
	SIM_EQ(s, hypercube_get(h, HM_STATUS), hm_golden_status(h->g), "STATUS");
	hypercube_drain(h, NULL, DEPTH);
}

static void frame_burst(struct sim *s)
{
	struct meter m;
	struct hypercube *h = start(s, &m);

	reset(&m, 2);
	staggered(h, 120, 4 * CLOCK);
	hypercube_settle(h);
	SIM_EQ(s, m.stores, 120, "frames");
	SIM_EQ(s, m.shortest, 8, "clocks between frames, at least");
	SIM_EQ(s, m.longest, 8, "clocks between frames, at most");
	SIM_CHECK(s, m.level_max > 55 && m.level_max <= 64, "%u vectors", m.level_max);
	SIM_EQ(s, hypercube_get(h, HM_STATUS), 0, "STATUS");
	hypercube_drain(h, NULL, DEPTH);
}

/* The vector FIFO holds 64 vectors; all nibbles of the next window are lost. */
static void frame_vectors_full(struct sim *s)
{
	struct meter m;
	struct hypercube *h = start(s, &m);
	struct hm_golden_counts n;

	reset(&m, 2);
	staggered(h, 400, 4 * CLOCK);
	hypercube_settle(h);
	hm_golden_count(h->g, &n);
	SIM_EQ(s, m.level_max, 64, "vectors, at most");
	SIM_EQ(s, hypercube_get(h, HM_STATUS), HM_STATUS_VEC, "STATUS");
	SIM_CHECK(s, n.windows_dropped > 100, "%" PRIu64 " windows", n.windows_dropped);
	SIM_EQ(s, m.stores + n.windows_dropped, 400, "windows");
	hypercube_drain(h, NULL, DEPTH);
	/* afterwards the board works as before */
	staggered(h, 64, HYPERCUBE_WINDOW);
	hypercube_settle(h);
	SIM_EQ(s, hypercube_drain(h, NULL, DEPTH), 64, "frames");
	SIM_EQ(s, hypercube_get(h, HM_STATUS), HM_STATUS_VEC, "STATUS");
}

/* A node FIFO holds 64 nibbles; each sets its flag when it is full. */
static void frame_node_full(struct sim *s)
{
	struct meter m;
	struct hypercube *h = start(s, &m);
	struct hypercube_traffic t = {.count = 140, .gap = 4 * CLOCK, .pulse = PULSE};
	struct hm_golden_counts n;

	for (unsigned int EACH(node, 0); node < HYPERCUBE_NODES; node++) {
		t.nodes = (uint16_t)(1u << node);
		/* the phase decides whether two strobes come in one window, which is another
		 * kind of loss */
		for (unsigned int EACH(i, 0); i < 20; i++) {
			reset(&m, 2);
			hypercube_start(h, &t);
			hypercube_wait(h);
			hypercube_settle(h);
			hm_golden_count(h->g, &n);
			SIM_CHECK(s, m.node_max <= 64, "%u nibbles", m.node_max);
			SIM_EQ(s, hm_golden_status(h->g) & 1, 0, "frame FIFO overrun");
			if (hm_golden_status(h->g) == 4)
				break;
		}
		SIM_EQ(s, hypercube_get(h, HM_STATUS), HM_STATUS_NODE, "STATUS");
		SIM_EQ(s, m.node_max, 64, "nibbles, at most");
		SIM_CHECK(s, n.full > 0, "none refused");
		SIM_EQ(s, n.stored + n.full, 140, "nibbles stored and refused");
		/* tests every location of its FIFO in turn */
		hypercube_drain(h, NULL, DEPTH);
	}
}

/* Checks level and order of a node FIFO that is pushed and popped in the same clock. */
static void frame_push_pop(struct sim *s)
{
	struct meter m;
	struct hypercube *h = start(s, &m);

	for (unsigned int i = 0; i < sim_length(s, 60, 6); i++) {
		reset(&m, 2);
		hypercube_start(h, &(struct hypercube_traffic){
					   .nodes = (uint16_t)sim_random(s),
					   .count = 60 + sim_range(s, 0, 80),
					   .gap = 4 * CLOCK + sim_range(s, 0, 4) * CLOCK,
					   .more = sim_range(s, 0, 1) * CLOCK,
					   .pulse = PULSE});
		hypercube_wait(h);
		hypercube_settle(h);
		hypercube_drain(h, NULL, DEPTH);
	}
}

/* Measures the time from the end of a window until its frame can be read. */
static void frame_latency(struct sim *s)
{
	struct meter m;
	struct hypercube *h = start(s, &m);

	for (unsigned int EACH(i, 0); i < 20; i++) {
		reset(&m, i % 3);
		sim_wait(s, sim_range(s, 0, SIM_US(1)));
		hypercube_pulse(h, (uint16_t)(1u << (i & 15)), sim_random(s), PULSE);
		hypercube_settle(h);
		SIM_EQ(s, hypercube_drain(h, NULL, 2), 1, "frames");
		SIM_CHECK(s, m.first <= m.ended + 12, "%" PRIu64 " clocks", m.first - m.ended);
	}
}

/* ---- frame FIFO ---- */

static void fill(struct hypercube *h, unsigned int frames)
{
	/* the strobes must not be on both sides of a boundary */
	hypercube_next_window(h);
	all_windows(h, (uint16_t)sim_range(h->s, 1, 0xFFFF), frames, HYPERCUBE_WINDOW);
}

static void frame_fifo_depth(struct sim *s)
{
	struct meter m;
	struct hypercube *h = start(s, &m);

	reset(&m, 0);
	fill(h, DEPTH);
	SIM_EQ(s, hm_golden_frames(h->g), DEPTH, "frames");
	SIM_EQ(s, hypercube_get(h, HM_STATUS), 0, "STATUS");
	SIM_EQ(s, hypercube_get(h, HM_COUNT), DEPTH, "COUNT");
	SIM_EQ(s, hypercube_drain(h, NULL, 2 * DEPTH), DEPTH, "frames read");
	SIM_EQ(s, hypercube_get(h, HM_FRAME), 0, "no frame");
}

/* Checks that a frame occupies its place until its fourth word is read. */
static void frame_fifo_place(struct sim *s)
{
	struct meter m;
	struct hypercube *h = start(s, &m);
	struct hypercube_frame f;

	reset(&m, 0);
	fill(h, DEPTH);
	for (unsigned int i = 0; i < 3; i++)
		hypercube_get(h, HM_FRAME);
	SIM_EQ(s, m.drops, 0, "frames dropped");
	fill(h, 1);
	SIM_EQ(s, m.drops, 1, "frames dropped");
	hypercube_get(h, HM_FRAME);
	fill(h, 1);
	SIM_EQ(s, m.drops, 1, "frames dropped");
	SIM_EQ(s, m.stores, DEPTH + 1, "frames stored");
	for (unsigned int i = 0; i < DEPTH; i++)
		hypercube_frame(h, &f);
	SIM_EQ(s, hm_golden_frames(h->g), 0, "frames");
}

/* Checks the order of the words, and that a read of the empty FIFO changes nothing. */
static void frame_fifo_empty(struct sim *s)
{
	struct meter m;
	struct hypercube *h = start(s, &m);
	struct hypercube_frame f;

	reset(&m, 0);
	for (unsigned int EACH(i, 0); i < 5; i++)
		SIM_EQ(s, hypercube_get(h, HM_FRAME), 0, "no frame");
	for (unsigned int i = 0; i < 4; i++) {
		hypercube_next_window(h);
		hypercube_pulse(h, 0x8421, 0xA0000B0000C0000Du, PULSE);
		hypercube_settle(h);
	}
	for (unsigned int EACH(i, 0); i < 4; i++) {
		hypercube_frame(h, &f);
		SIM_EQ(s, f.word[0], 0xA0000B00, "word 0");
		SIM_EQ(s, f.word[1], 0x00C0000D, "word 1");
		SIM_EQ(s, f.vector, 0x8421, "word 2");
	}
	SIM_EQ(s, hypercube_get(h, HM_FRAME), 0, "no frame");
}

/* Stores a frame in the clock in which another is removed, at several levels. */
static void frame_fifo_together(struct sim *s)
{
	struct meter m;
	struct hypercube *h = start(s, &m);
	static const unsigned int levels[] = {1, 512, 1023};
	const unsigned int runs = sim_is_icarus(s) ? 2 : 3;

	for (unsigned int EACH(k, 0); k < runs; k++) {
		reset(&m, 0);
		fill(h, levels[k]);
		m.together = 0;
		m.word = 0;
		hypercube_start(h, &(struct hypercube_traffic){
					   .nodes = 1, .gap = SIM_US(2), .more = SIM_NS(400)});
		for (unsigned int i = 0; i < 20000 && m.together < 4; i++) {
			/* keep the level */
			if (hm_golden_frames(h->g) >= levels[k])
				hypercube_drain(h, NULL, 1);
			else
				sim_wait(s, CLOCK);
		}
		hypercube_stop(h);
		hypercube_wait(h);
		SIM_CHECK(s, m.together == 4, "%" PRIu64 " times", m.together);
		hypercube_settle(h);
		hypercube_drain(h, NULL, 2 * DEPTH);
		SIM_EQ(s, hm_golden_status(h->g), 0, "STATUS");
	}
}

const struct sim_test sim_tests[] = {
	{"frame_bandwidth", frame_bandwidth, "HM-FRM-009 HM-BW-014", NULL},
	{"frame_bandwidth_400", frame_bandwidth_400, "HM-FRM-010", NULL},
	{"frame_bandwidth_nodes", frame_bandwidth_nodes, "HM-FRM-013", NULL},
	{"frame_overhead", frame_overhead, "HM-BW-012 HM-BW-013", NULL},
	{"frame_outrun", frame_outrun, "HM-FRM-006 HM-FRM-011", NULL},
	{"frame_burst", frame_burst, "HM-FRM-006 HM-FRM-012", NULL},
	{"frame_vectors_full", frame_vectors_full, "HM-SYNC-012 HM-SYNC-015 HM-REG-011", NULL},
	{"frame_node_full", frame_node_full, "HM-FIFO-001 HM-FIFO-005 HM-REG-011", NULL},
	{"frame_push_pop", frame_push_pop, "HM-FIFO-004 HM-FIFO-006", NULL},
	{"frame_latency", frame_latency, "HM-FRM-007", NULL},
	{"frame_fifo_depth", frame_fifo_depth, "HM-FF-001", NULL},
	{"frame_fifo_place", frame_fifo_place, "HM-FF-003", NULL},
	{"frame_fifo_empty", frame_fifo_empty, "HM-FF-005 HM-REG-016", NULL},
	{"frame_fifo_together", frame_fifo_together, "HM-FF-004", NULL},
	{0},
};
