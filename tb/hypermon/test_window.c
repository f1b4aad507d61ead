/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests windows, strobe vectors and time stamps (3.2.1, Figure 4); every clock is compared with
 * the golden model (hypercube.h).
 */
#include "hypercube.h"
#include <inttypes.h>

#define CLOCK SIM_NS(50)
#define PULSE SIM_NS(100)

static struct hypercube *start(struct sim *s)
{
	struct hypercube *h = hypercube_open(s);

	sim_limit(s, SIM_MS(5000));
	hypercube_power_on(h);
	return h;
}

static uint32_t clocks_of(unsigned int code)
{
	return code == 1 ? 8 : code == 2 ? 4 : 16;
}

/* Sets the window and waits until one of that length has begun. */
static void set_window(struct hypercube *h, unsigned int code)
{
	hypercube_put(h, HM_CTRL, HYPERCUBE_RUN(code));
	hypercube_next_window(h);
	hypercube_next_window(h);
}

static void read_one(struct hypercube *h, uint32_t vector, struct hypercube_frame *f)
{
	SIM_CHECK(h->s, hm_golden_frames(h->g) > 0, "no frame");
	hypercube_frame(h, f);
	if (vector)
		SIM_EQ(h->s, f->vector, vector, "strobe vector");
	sim_digest(h->s, f, sizeof(*f));
}

/* Times of successive ends of windows. */
static void window_periods(struct sim *s)
{
	struct hypercube *h = start(s);
	const uint64_t length = sim_length(s, 10000, 300);

	for (unsigned int EACH(code, 0); code < 4; code++) {
		sim_time was;
		uint32_t stamp;

		set_window(h, code);
		was = sim_now(s);
		stamp = h->now.stamp;
		for (uint64_t EACH(i, 0); i < length; i++) {
			hypercube_next_window(h);
			SIM_EQ(s, sim_now(s) - was, clocks_of(code) * CLOCK, "a window, ps");
			was = sim_now(s);
		}
		SIM_EQ(s, h->now.stamp - stamp, length, "windows counted");
	}
}

struct boundaries {
	struct sim *s;
	struct hypercube *h;
	uint32_t clocks;
	uint32_t period[8];
	unsigned int n;
};

static void count_clocks(void *arg)
{
	struct boundaries *b = arg;

	b->clocks++;
	if (!b->h->now.last)
		return;
	if (b->n < 8)
		b->period[b->n++] = b->clocks;
	b->clocks = 0;
}

/* Checks that a new length takes effect at the next boundary, whenever it is written. */
static void window_change(struct sim *s)
{
	struct hypercube *h = start(s);
	struct boundaries b = {.s = s, .h = h};

	h->on_clock = count_clocks;
	h->on_clock_arg = &b;
	for (unsigned int EACH(from, 0); from < 3; from++)
		for (unsigned int EACH(to, 0); to < 3; to++)
			for (unsigned int EACH(at, 0); at < clocks_of(from); at++) {
				unsigned int changed = 0;

				set_window(h, from);
				sim_wait_cycles(h->clk, at);
				b.n = 0;
				hypercube_put(h, HM_CTRL, HYPERCUBE_RUN(to));
				sim_wait_cycles(h->clk, 60);
				/* the first window may have begun before */
				for (unsigned int i = 0; i < b.n; i++) {
					SIM_CHECK(s,
						  b.period[i] == clocks_of(from) ||
							  b.period[i] == clocks_of(to),
						  "a window of %" PRIu32 " clocks",
						  b.period[i]);
					if (i && b.period[i] != b.period[i - 1])
						changed++;
				}
				SIM_CHECK(s, changed <= (from != to), "changed %u times",
					  changed);
				SIM_EQ(s, b.period[b.n - 1], clocks_of(to), "the last window");
			}
	/* the callback uses variables of this function */
	h->on_clock = NULL;
}

/* Checks that the vector of a window is the set of nodes that sent in it, with one time stamp
 * for all. */
static void window_sets(struct sim *s)
{
	struct hypercube *h = start(s);
	const uint64_t length = sim_length(s, 500, 40);
	struct hypercube_frame f;

	for (uint64_t EACH(i, 0); i < length; i++) {
		const uint16_t nodes = (uint16_t)sim_random(s);

		hypercube_next_window(h);
		for (unsigned int k = 0; k < 4; k++) {
			const uint16_t some = 0x1111u << k & nodes;

			hypercube_pulse(h, some, sim_random(s), PULSE);
			sim_wait(s, PULSE);
		}
		hypercube_settle(h);
		SIM_EQ(s, hm_golden_frames(h->g), nodes != 0, "frames");
		if (nodes)
			read_one(h, nodes, &f);
	}
}

static void window_empty(struct sim *s)
{
	struct hypercube *h = start(s);
	struct hypercube_frame f[2];

	hypercube_next_window(h);
	hypercube_pulse(h, 1, 3, PULSE);
	for (unsigned int i = 0; i < 1001; i++)
		hypercube_next_window(h);
	hypercube_pulse(h, 1, 4, PULSE);
	hypercube_settle(h);
	SIM_EQ(s, hypercube_get(h, HM_COUNT), 2, "COUNT");
	read_one(h, 1, &f[0]);
	read_one(h, 1, &f[1]);
	SIM_EQ(s, f[1].stamp - f[0].stamp, 1001, "windows between them");
}

/* Moves the edge of a strobe over two windows in steps of 1 ns: its window must be that of the
 * clock in which it appears, 2 to 3 clocks later, or one more with jitter. */
static void window_edge(struct sim *s)
{
	struct hypercube *h = start(s);
	const unsigned int step = (unsigned int)(1600 / sim_length(s, 1600, 100));
	const sim_time window = HYPERCUBE_WINDOW;
	struct hypercube_frame f;

	for (unsigned int EACH(ns, 0); ns < 1600; ns += step) {
		uint64_t before, after, n;
		sim_time base, at;

		hypercube_next_window(h);
		n = h->now.stamp + 1;
		base = sim_now(s);
		sim_wait(s, SIM_NS(ns));
		at = sim_now(s) - base;
		hypercube_pulse(h, 1 << 5, 0, PULSE);
		hypercube_settle(h);
		read_one(h, 1 << 5, &f);
		before = n + (at + SIM_NS(100)) / window;
		after = n + (at + SIM_NS(200)) / window;
		SIM_CHECK(s, f.stamp == before || f.stamp == after,
			  "%u ns: window %" PRIu32 ", not %" PRIu64 "..%" PRIu64, ns, f.stamp,
			  before, after);
	}
}

/* Makes strobes near a boundary: each must be in exactly one of the two windows. */
static void window_boundary(struct sim *s)
{
	struct hypercube *h = start(s);
	const uint64_t length = sim_length(s, 6250, 100);
	uint64_t first = 0, second = 0;
	struct hypercube_frame f;

	for (uint64_t EACH(i, 0); i < length; i++) {
		uint32_t seen = 0, n;
		sim_time base;

		hypercube_next_window(h);
		n = h->now.stamp + 1;
		base = sim_now(s);
		for (unsigned int node = 0; node < HYPERCUBE_NODES; node++) {
			/* they rise so that the board sees them within 60 ns of the end of this
			 * window */
			const sim_time at = HYPERCUBE_WINDOW - SIM_NS(210) +
					    SIM_NS(120) * node / 16 + sim_range(s, 0, 7499);

			sim_wait_until(s, base + at);
			hypercube_pulse(h, (uint16_t)(1u << node), sim_random(s), SIM_NS(150));
		}
		hypercube_settle(h);
		while (hm_golden_frames(h->g)) {
			read_one(h, 0, &f);
			SIM_CHECK(s, f.stamp - n <= 1, "window %" PRIu32, f.stamp - n);
			SIM_EQ(s, seen & f.vector, 0, "strobes reported twice");
			seen |= f.vector;
			for (uint32_t v = f.vector; v; v &= v - 1)
				*(f.stamp == n ? &first : &second) += 1;
		}
		SIM_EQ(s, seen, 0xFFFF, "strobes reported");
	}
	SIM_CHECK(s, first > length && second > length, "%" PRIu64 " before, %" PRIu64 " after",
		  first, second);
}

/* Makes two strobes of a node in a window: the second must be reported in the next window. */
static void window_two(struct sim *s)
{
	struct hypercube *h = start(s);
	struct hypercube_frame f[2];

	for (unsigned int EACH(node, 0); node < HYPERCUBE_NODES; node++) {
		const unsigned int a = (unsigned int)sim_range(s, 0, 15), b = ~a & 15;
		uint32_t n;

		/* the board sees them in the first and in the last clock of the window after
		 * this one, 750 ns apart */
		hypercube_next_window(h);
		n = h->now.stamp + 2;
		sim_wait(s, 15 * CLOCK - SIM_NS(39));
		hypercube_pulse(h, (uint16_t)(1u << node), (uint64_t)a << 4 * node, PULSE);
		sim_wait(s, 15 * CLOCK);
		hypercube_pulse(h, (uint16_t)(1u << node), (uint64_t)b << 4 * node, PULSE);
		hypercube_settle(h);
		SIM_EQ(s, hm_golden_frames(h->g), 2, "frames");
		for (unsigned int EACH(i, 0); i < 2; i++)
			read_one(h, 1u << node, &f[i]);
		SIM_EQ(s, hm_frame_nibble(f[0].word, node), a, "first nibble");
		SIM_EQ(s, hm_frame_nibble(f[1].word, node), b, "second nibble");
		SIM_EQ(s, f[0].stamp, n, "window of the first");
		SIM_EQ(s, f[1].stamp, n + 1, "window of the second");
	}
	SIM_EQ(s, hypercube_get(h, HM_STATUS), 0, "STATUS");
}

/* Makes a third strobe, which must be lost with its nibble and set a flag. */
static void window_three(struct sim *s)
{
	struct hypercube *h = start(s);
	struct hypercube_frame f;

	for (unsigned int EACH(node, 0); node < HYPERCUBE_NODES; node++) {
		const uint16_t bit = (uint16_t)(1u << node);

		hypercube_put(h, HM_CTRL, HM_CTRL_RST);
		hypercube_next_window(h);
		for (unsigned int i = 0; i < 3; i++) {
			hypercube_pulse(h, bit, (uint64_t)(i + 1) << 4 * node, PULSE);
			sim_wait(s, SIM_NS(200));
		}
		hypercube_settle(h);
		SIM_EQ(s, hm_golden_frames(h->g), 2, "frames");
		for (unsigned int EACH(i, 0); i < 2; i++) {
			read_one(h, bit, &f);
			SIM_EQ(s, f.nibbles[node < 8], (i + 1) << 4 * (node & 7), "nibble");
		}
		SIM_EQ(s, hypercube_get(h, HM_STATUS), HM_STATUS_LATE, "STATUS");
		hypercube_pulse(h, bit, (uint64_t)9 << 4 * node, PULSE);
		hypercube_settle(h);
		read_one(h, bit, &f);
		SIM_EQ(s, f.nibbles[node < 8], 9u << 4 * (node & 7), "the next nibble");
	}
}

/* ---- time stamps ---- */

static void stamp_first(struct sim *s)
{
	struct hypercube *h = hypercube_open(s);
	static const unsigned int windows[] = {0, 1, 2, 100};
	struct hypercube_frame f;

	pbx_reset(h->bus, SIM_US(1));
	for (unsigned int i = 0; i < 4; i++) {
		while (h->now.stamp < windows[i])
			sim_wait_edge(h->clk, SIM_BEFORE_RISE);
		hypercube_pulse(h, 4, 0x700, PULSE);
		sim_wait(s, 8 * CLOCK);
	}
	hypercube_settle(h);
	for (unsigned int EACH(i, 0); i < 4; i++) {
		read_one(h, 4, &f);
		SIM_EQ(s, f.stamp, windows[i], "time stamp");
	}
}

/* Checks that both resets restart the window number. */
static void stamp_reset(struct sim *s)
{
	struct hypercube *h = start(s);
	struct hypercube_frame f;

	for (unsigned int EACH(software, 0); software < 2; software++) {
		for (unsigned int i = 0; i < 1000; i++)
			hypercube_next_window(h);
		SIM_CHECK(s, h->now.stamp >= 1000, "window %" PRIu32, h->now.stamp);
		if (software)
			hypercube_put(h, HM_CTRL, HM_CTRL_RST);
		else
			pbx_reset(h->bus, SIM_US(1));
		hypercube_pulse(h, 1, 5, PULSE);
		hypercube_settle(h);
		read_one(h, 1, &f);
		SIM_EQ(s, f.stamp, 0, "time stamp");
	}
}

static void stamp_wrap(struct sim *s)
{
	const struct hypercube_config cfg = {
		.depth = 256, .stamp_init = 0xFFFFFFFE, .lost_init = 0xFFFFFFFE};
	struct hypercube *h = hypercube_open_as(s, &cfg);
	struct hypercube_frame f;

	pbx_reset(h->bus, SIM_US(1));
	for (unsigned int i = 0; i < 4; i++) {
		while (h->now.stamp != 0xFFFFFFFE + i)
			sim_wait_edge(h->clk, SIM_BEFORE_RISE);
		hypercube_pulse(h, 1, 5 + i, PULSE);
		sim_wait(s, 8 * CLOCK);
	}
	hypercube_settle(h);
	for (unsigned int EACH(i, 0); i < 4; i++) {
		read_one(h, 1, &f);
		SIM_EQ(s, f.stamp, 0xFFFFFFFE + i, "time stamp");
		SIM_EQ(s, f.nibbles[1], 5 + i, "nibble");
	}
}

/* Checks that windows are counted while capture is disabled and while FIFOs are full. */
static void stamp_goes_on(struct sim *s)
{
	struct hypercube *h = start(s);
	struct hypercube_frame f[2];
	uint32_t first;

	hypercube_next_window(h);
	hypercube_pulse(h, 1, 5, PULSE);
	hypercube_settle(h);
	hypercube_put(h, HM_CTRL, 0);
	for (unsigned int i = 0; i < 500; i++)
		hypercube_next_window(h);
	hypercube_put(h, HM_CTRL, HYPERCUBE_RUN(0));
	first = h->now.stamp;
	hypercube_pulse(h, 1, 6, PULSE);
	hypercube_settle(h);
	read_one(h, 1, &f[0]);
	read_one(h, 1, &f[1]);
	SIM_CHECK(s, f[1].stamp - first <= 1 && f[1].stamp - f[0].stamp > 500,
		  "windows %" PRIu32 " and %" PRIu32, f[0].stamp, f[1].stamp);
	/* windows of 200 ns with strobes of all nodes: vector FIFO and node FIFOs overflow */
	hypercube_put(h, HM_CTRL, HYPERCUBE_RUN(2));
	hypercube_start(h,
			&(struct hypercube_traffic){
				.nodes = 3, .count = 1000, .gap = SIM_NS(200), .pulse = PULSE});
	hypercube_next_window(h);
	first = h->now.stamp;
	for (unsigned int i = 0; i < 900; i++)
		hypercube_next_window(h);
	SIM_EQ(s, h->now.stamp - first, 900, "windows");
	SIM_CHECK(s, hm_golden_status(h->g) != 0, "no FIFO overran");
	hypercube_wait(h);
}

/* Checks that the time stamps of two strobes differ by their distance divided by the window,
 * rounded up or down, and that strobes of different nodes keep their order. The distance is
 * measured where the board sees the strobes: each appears 2 to 3 clocks after it rose,
 * depending on its phase. */
static void stamp_distance(struct sim *s)
{
	struct hypercube *h = start(s);
	const uint64_t length = sim_length(s, 1000, 30);
	struct hypercube_frame f[2];

	for (unsigned int EACH(code, 0); code < 3; code++) {
		const sim_time window = clocks_of(code) * CLOCK;
		uint64_t floors = 0, ceilings = 0;

		set_window(h, code);
		for (uint64_t EACH(i, 0); i < length; i++) {
			const unsigned int a = (unsigned int)sim_range(s, 0, 15);
			const unsigned int b = (a + 1 + (unsigned int)sim_range(s, 0, 14)) & 15;
			/* an integer number of clocks, so that both strobes have the same
			 * phase */
			const sim_time d = CLOCK * sim_range(s, 2 + window / CLOCK, 160);
			uint32_t apart;

			sim_wait_edge(h->clk, SIM_RISE);
			sim_wait(s, sim_range(s, 0, 2 * window / CLOCK) * CLOCK + CLOCK / 4);
			hypercube_pulse(h, (uint16_t)(1u << a), 0, PULSE);
			sim_wait(s, d);
			hypercube_pulse(h, (uint16_t)(1u << b), 0, PULSE);
			hypercube_settle(h);
			read_one(h, 1u << a, &f[0]);
			read_one(h, 1u << b, &f[1]);
			apart = f[1].stamp - f[0].stamp;
			SIM_CHECK(s, apart == d / window || apart == (d + window - 1) / window,
				  "%" PRIu32 " windows of %" PRIu64 " ns, %" PRIu64
				  " clocks apart",
				  apart, window / 1000, d / CLOCK);
			floors += apart == d / window;
			ceilings += apart != d / window;
		}
		SIM_CHECK(s, length < 30 || (floors && ceilings),
			  "rounded down %" PRIu64 " times, up %" PRIu64, floors, ceilings);
	}
}

/* Crossing jitter moves a strobe by a clock, which would change the distance. */
const char *const sim_without_jitter[] = {"window_two", "stamp_distance", NULL};

const struct sim_test sim_tests[] = {
	{"window_periods", window_periods, "HM-SYNC-001 HM-SYNC-002 HM-SYNC-003 HM-REG-007",
	 NULL},
	{"window_change", window_change, "HM-REG-008", NULL},
	{"window_sets", window_sets, "HM-SYNC-004 HM-TIME-003", NULL},
	{"window_empty", window_empty, "HM-SYNC-005", NULL},
	{"window_edge", window_edge, "HM-SYNC-008", NULL},
	{"window_boundary", window_boundary, "HM-SYNC-009", NULL},
	{"window_two", window_two, "HM-SYNC-010", NULL},
	{"window_three", window_three, "HM-SYNC-011 HM-REG-011", NULL},
	{"stamp_first", stamp_first, "HM-TIME-001", NULL},
	{"stamp_reset", stamp_reset, "HM-TIME-006", NULL},
	{"stamp_wrap", stamp_wrap, "HM-TIME-005", "hypermon_wrap"},
	{"stamp_goes_on", stamp_goes_on, "HM-TIME-007", NULL},
	{"stamp_distance", stamp_distance, "HM-TIME-004 HM-TIME-008", NULL},
	{0},
};
