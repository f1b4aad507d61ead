/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests overruns (3.3, 5.1): the losses, the flags, and the alignment of the data after a loss.
 * Every clock and every word is compared with the golden model (hypercube.h).
 */
#include "hypercube.h"
#include <inttypes.h>

#define CLOCK SIM_NS(50)
#define PULSE SIM_NS(100)
#define DEPTH 1024
#define SHALLOW 256 /* depth of a frame FIFO that is soon full */

static struct hypercube *start(struct sim *s, unsigned int depth)
{
	struct hypercube *h = hypercube_open_as(s, &(struct hypercube_config){.depth = depth});

	sim_limit(s, SIM_MS(5000));
	hypercube_power_on(h);
	return h;
}

static void overrun_frames(struct sim *s)
{
	struct hypercube *h = start(s, DEPTH);
	struct hypercube_frame f;
	uint32_t last = 0;

	hypercube_frames(h, DEPTH);
	SIM_EQ(s, hypercube_get(h, HM_STATUS), 0, "STATUS");
	hypercube_frames(h, 1);
	SIM_EQ(s, hypercube_get(h, HM_STATUS), HM_STATUS_FRAME, "STATUS");
	hypercube_frames(h, 99);
	SIM_EQ(s, hypercube_get(h, HM_COUNT), DEPTH, "COUNT");
	SIM_EQ(s, hypercube_get(h, HM_LOST), 100, "LOST");
	/* there is space for 100 new frames, which must hold their own nibbles */
	for (unsigned int EACH(i, 0); i < DEPTH; i++) {
		hypercube_frame(h, &f);
		SIM_CHECK(s, !i || f.stamp > last, "time stamps");
		last = f.stamp;
	}
	hypercube_frames(h, 100);
	hypercube_frame(h, &f);
	/* the time stamps show the gap */
	SIM_CHECK(s, f.stamp > last + 100, "windows %" PRIu32 " and %" PRIu32, last, f.stamp);
	SIM_EQ(s, hypercube_drain(h, NULL, DEPTH), 99, "frames");
	SIM_EQ(s, hypercube_get(h, HM_COUNT), DEPTH + 100, "COUNT");
	SIM_EQ(s, hypercube_get(h, HM_STATUS), HM_STATUS_FRAME, "STATUS");
	SIM_EQ(s, hypercube_get(h, HM_LOST), 100, "LOST");
	hypercube_put(h, HM_CTRL, HM_CTRL_RST);
	SIM_EQ(s, hypercube_get(h, HM_LOST), 0, "LOST");
	SIM_EQ(s, hypercube_get(h, HM_STATUS), 0, "STATUS");
}

/* Checks that the builder never waits for the frame FIFO. */
static void overrun_no_stall(struct sim *s)
{
	struct hypercube *h = start(s, DEPTH);
	const uint64_t windows = DEPTH + sim_length(s, 11500, 500);
	struct hm_golden_counts n;

	hypercube_next_window(h);
	h->level_max = 0;
	hypercube_start(h, &(struct hypercube_traffic){.nodes = 0xFFFF,
						       .count = windows,
						       .gap = HYPERCUBE_WINDOW,
						       .pulse = PULSE,
						       .in_step = true});
	hypercube_wait(h);
	hypercube_settle(h);
	/* one waits while the frame of the one before it is built */
	SIM_CHECK(s, h->level_max <= 2, "%u vectors wait, at most 2 may", h->level_max);
	SIM_EQ(s, hypercube_get(h, HM_STATUS), HM_STATUS_FRAME, "STATUS");
	hm_golden_count(h->g, &n);
	SIM_EQ(s, n.frames_stored + n.frames_dropped, windows, "frames");
	SIM_EQ(s, n.stored + n.frames, 16 * windows, "nibbles");
}

/* Uses a reader that is too slow: it must get the frames in order, with gaps. */
static void overrun_reader(struct sim *s)
{
	struct hypercube *h = start(s, SHALLOW);
	const struct hypercube_traffic t = {.nodes = 0xFFFF,
					    .count = sim_length(s, 1000, 100),
					    .gap = SIM_NS(750),
					    .more = SIM_US(12)};
	struct hypercube_frame f;
	struct hm_golden_counts n;
	uint64_t nibbles = 0, read = 0;
	uint32_t last = 0;

	hypercube_start(h, &t);
	while (hypercube_sending(h) || hm_golden_frames(h->g)) {
		if (!hypercube_drain(h, &f, 1)) {
			sim_wait(s, SIM_US(1));
			continue;
		}
		SIM_CHECK(s, !read++ || f.stamp > last,
			  "time stamp %" PRIu32 " of frame %" PRIu64 " after %" PRIu32, f.stamp,
			  read - 1, last);
		last = f.stamp;
		for (uint32_t v = f.vector; v; v &= v - 1)
			nibbles++;
	}
	hypercube_settle(h);
	while (hypercube_drain(h, &f, 1))
		for (uint32_t v = f.vector; v; v &= v - 1)
			nibbles++;
	hm_golden_count(h->g, &n);
	SIM_EQ(s, n.captured, h->edges, "strobes that appeared");
	SIM_EQ(s, n.captured, 16 * t.count, "nibbles sent");
	SIM_EQ(s, nibbles + n.frames + n.windows + n.late + n.full, n.captured,
	       "nibbles read and lost");
	SIM_EQ(s, hypercube_get(h, HM_LOST), n.frames_dropped, "LOST");
	SIM_EQ(s, hypercube_get(h, HM_STATUS), n.frames_dropped ? HM_STATUS_FRAME : 0,
	       "STATUS");
	SIM_CHECK(s, t.count < 100 || n.frames_dropped > 0, "no frame was dropped");
}

/* Checks that the bits stay set until a reset. */
static void overrun_sticky(struct sim *s)
{
	struct hypercube *h = start(s, SHALLOW);

	/* the bits are set in turn: late, frames */
	for (unsigned int i = 0; i < 3; i++) {
		hypercube_pulse(h, 1, 0, PULSE);
		sim_wait(s, 4 * CLOCK);
	}
	hypercube_settle(h);
	if (!hm_golden_status(h->g)) {
		/* a window boundary was between them */
		hypercube_next_window(h);
		for (unsigned int i = 0; i < 3; i++) {
			hypercube_pulse(h, 1, 0, PULSE);
			sim_wait(s, 4 * CLOCK);
		}
		hypercube_settle(h);
	}
	for (unsigned int EACH(i, 0); i < 10; i++)
		SIM_EQ(s, hypercube_get(h, HM_STATUS), HM_STATUS_LATE, "STATUS");
	hypercube_frames(h, 100);
	hypercube_drain(h, NULL, SHALLOW);
	SIM_EQ(s, hypercube_get(h, HM_STATUS), HM_STATUS_LATE, "STATUS");
	hypercube_frames(h, SHALLOW + 1);
	for (unsigned int EACH(i, 0); i < 10; i++)
		SIM_EQ(s, hypercube_get(h, HM_STATUS), HM_STATUS_FRAME | HM_STATUS_LATE,
		       "STATUS");
	hypercube_drain(h, NULL, SHALLOW);
	SIM_EQ(s, hypercube_get(h, HM_STATUS), HM_STATUS_FRAME | HM_STATUS_LATE, "STATUS");
	hypercube_put(h, HM_CTRL, HM_CTRL_RST);
	SIM_EQ(s, hypercube_get(h, HM_STATUS), 0, "STATUS");
}

/* Checks that LOST stops at its largest value. */
static void overrun_lost_stops(struct sim *s)
{
	const struct hypercube_config cfg = {
		.depth = SHALLOW, .stamp_init = 0xFFFFFFFE, .lost_init = 0xFFFFFFFE};
	struct hypercube *h = hypercube_open_as(s, &cfg);

	hypercube_power_on(h);
	hypercube_frames(h, SHALLOW);
	SIM_EQ(s, hypercube_get(h, HM_STATUS), 0, "STATUS");
	SIM_EQ(s, hypercube_get(h, HM_LOST), 0xFFFFFFFE, "LOST");
	hypercube_frames(h, 3);
	SIM_EQ(s, hypercube_get(h, HM_STATUS), HM_STATUS_FRAME, "STATUS");
	SIM_EQ(s, hypercube_get(h, HM_COUNT), SHALLOW, "COUNT");
	SIM_EQ(s, hypercube_get(h, HM_LOST), 0xFFFFFFFF, "LOST");
	SIM_EQ(s, hypercube_drain(h, NULL, DEPTH), SHALLOW, "frames");
	hypercube_put(h, HM_CTRL, HM_CTRL_RST);
	SIM_EQ(s, hypercube_get(h, HM_LOST), 0, "LOST");
}

const struct sim_test sim_tests[] = {
	{"overrun_frames", overrun_frames,
	 "HM-OVR-001 HM-OVR-002 HM-OVR-004 HM-REG-010 HM-REG-011 HM-REG-015 HM-REG-018", NULL},
	{"overrun_no_stall", overrun_no_stall, "HM-OVR-003", NULL},
	{"overrun_reader", overrun_reader, "HM-OVR-004 HM-OVR-005", "hypermon_256"},
	{"overrun_sticky", overrun_sticky, "HM-REG-012", "hypermon_256"},
	{"overrun_lost_stops", overrun_lost_stops, "HM-REG-018", "hypermon_wrap"},
	{0},
};
