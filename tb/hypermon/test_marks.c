/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests marks of loss (MARKS). Every clock and every word is compared with the golden model
 * (hypercube.h), and the trace with the nibbles that the nodes sent: before and after each mark
 * every nibble must be there in order, and the missing nibbles must be in the windows and of
 * the nodes that the mark names.
 */
#include "hypercube.h"
#include <inttypes.h>
#include <stdlib.h>

#define CLOCK SIM_NS(50)
#define PULSE SIM_NS(100)
#define DEPTH 256
#define NIBBLES 20000 /* largest number of nibbles of a node */

/* The nibbles that a node sent, with the windows of their strobes. */
struct stream {
	struct {
		uint32_t window;
		uint8_t nibble;
	} sent[NIBBLES];
	unsigned int count, next; /* number of nibbles; index of the first one that was neither
				   * read nor lost */
};

struct audit {
	struct hypercube *h;
	struct stream node[HYPERCUBE_NODES];
	uint64_t frames, marks, marked,
		/* numbers of frames and marks; frames and nibbles that the marks report as
		 * lost */
		lost;
	uint16_t named;
	uint32_t kept; /* window of the last frame */
	/* the last mark */
	uint32_t first, last, mark_frames;
	uint16_t mark_nodes;
};

/* Records every strobe that appears at the board. */
static void on_clock(void *arg)
{
	struct audit *a = arg;

	for (uint32_t v = a->h->edge; v; v &= v - 1) {
		const unsigned int i = (unsigned int)__builtin_ctz(v);
		struct stream *n = &a->node[i];

		SIM_CHECK(a->h->s, n->count < NIBBLES, "node %u: too many nibbles", i);
		n->sent[n->count].window = a->h->now.stamp;
		n->sent[n->count++].nibble = (uint8_t)(a->h->nibbles >> 4 * i & 15);
	}
	if (a->h->cleared) {
		for (unsigned int i = 0; i < HYPERCUBE_NODES; i++)
			a->node[i].next = a->node[i].count = 0;
		a->frames = a->marks = a->marked = a->lost = 0;
	}
}

static struct audit *start(struct sim *s, bool marks)
{
	struct audit *a = calloc(1, sizeof(*a));

	SIM_CHECK(s, a != NULL, "no memory");
	sim_cleanup(s, free, a);
	sim_limit(s, SIM_MS(5000));
	a->h = hypercube_open_as(s, &(struct hypercube_config){.depth = DEPTH, .marks = marks});
	hypercube_power_on(a->h);
	a->h->on_clock = on_clock;
	a->h->on_clock_arg = a;
	return a;
}

/* Accounts for a mark: all nibbles of a node up to the mark's last window that were not read
 * before are lost. */
static void audit_mark(struct audit *a, const uint32_t *w)
{
	struct sim *s = a->h->s;

	a->first = w[0];
	a->mark_frames = w[1];
	a->mark_nodes = (uint16_t)w[2];
	a->last = w[3];
	SIM_EQ(s, w[2] >> 16, 0x8000, "a mark's bits 31..16");
	SIM_CHECK(s, a->mark_nodes && a->first <= a->last,
		  "mark %04X of %" PRIu32 " to %" PRIu32, a->mark_nodes, a->first, a->last);
	a->marks++;
	a->marked += a->mark_frames;
	a->named |= a->mark_nodes;
	for (uint32_t v = a->mark_nodes; v; v &= v - 1) {
		struct stream *n = &a->node[__builtin_ctz(v)];
		const unsigned int next = n->next;

		for (; n->next < n->count && n->sent[n->next].window <= a->last; n->next++)
			SIM_CHECK(s, n->sent[n->next].window + 1 >= a->first,
				  "node %d: lost in window %" PRIu32 ", before %" PRIu32,
				  __builtin_ctz(v), n->sent[n->next].window, a->first);
		SIM_CHECK(s, n->next > next, "node %d is named without a loss",
			  __builtin_ctz(v));
		a->lost += n->next - next;
	}
}

static void audit_frame(struct audit *a, const uint32_t *w)
{
	struct sim *s = a->h->s;

	SIM_CHECK(s, !a->frames++ || w[3] > a->kept, "time stamps");
	a->kept = w[3];
	for (uint32_t EACH(v, w[2]); v; v &= v - 1) {
		const unsigned int i = (unsigned int)__builtin_ctz(v);
		struct stream *n = &a->node[i];

		SIM_CHECK(s, n->next < n->count, "node %u: a nibble that was not sent", i);
		SIM_EQ(s, hm_frame_nibble(w, i), n->sent[n->next].nibble, "nibble");
		SIM_CHECK(s,
			  n->sent[n->next].window <= w[3] &&
				  n->sent[n->next].window + 2 >= w[3],
			  "node %u: nibble of window %" PRIu32 " in a frame of %" PRIu32, i,
			  n->sent[n->next].window, w[3]);
		n->next++;
	}
}

static unsigned int read_frames(struct audit *a, unsigned int max)
{
	struct hypercube_frame f;
	unsigned int n = 0;

	for (; n < max && hypercube_drain(a->h, &f, 1); n++) {
		EACH_OF(n);
		sim_digest(a->h->s, &f, sizeof(f));
		if (hm_is_mark(f.word))
			audit_mark(a, f.word);
		else
			audit_frame(a, f.word);
	}
	return n;
}

/* Reads the remaining frames: every nibble must be in a frame or covered by a mark, and the
 * marks must count all lost frames. */
static void finish(struct audit *a)
{
	struct hypercube *h = a->h;
	struct sim *s = h->s;
	struct hm_golden_counts n;

	do {
		hypercube_settle(h);
		sim_wait(s, SIM_US(60));
	} while (read_frames(a, UINT32_MAX));
	hm_golden_count(h->g, &n);
	for (unsigned int EACH(i, 0); i < HYPERCUBE_NODES; i++)
		SIM_EQ(s, a->node[i].next, a->node[i].count, "nibbles read and lost");
	SIM_EQ(s, a->frames, n.frames_stored, "frames");
	SIM_EQ(s, a->marks, n.marks_stored, "marks");
	SIM_EQ(s, a->marked, n.frames_dropped + n.windows_dropped, "frames lost, by the marks");
	SIM_EQ(s, a->lost, n.late + n.full + n.shut + n.windows + n.frames, "nibbles lost");
	SIM_EQ(s, hypercube_get(h, HM_LOST), n.frames_dropped, "LOST");
	SIM_EQ(s, hypercube_get(h, HM_COUNT), (a->frames + a->marks) % 4096, "COUNT");
}

/* Tests overruns of the frame FIFO: the mark must give the range of windows between the frames
 * before and after the loss. */
static void marks_overrun(struct sim *s)
{
	struct audit *a = start(s, true);
	struct hypercube *h = a->h;
	uint32_t before, lost_first, lost_last;

	for (uint64_t EACH(round, sim_length(s, 6, 2)); round; round--) {
		const uint64_t marks = a->marks;
		uint16_t nodes = 0;

		hypercube_frames(h, DEPTH);
		SIM_EQ(s, hm_golden_frames(h->g), DEPTH, "frames stored");
		before = h->now.stamp;
		lost_first = h->now.stamp + 1;
		hypercube_frames(h, 5);
		for (unsigned int i = 0; i < 5; i++)
			nodes |= (uint16_t)(1u << i);
		lost_last = h->now.stamp;
		/* the mark is not made before half of the FIFO is free */
		SIM_EQ(s, read_frames(a, DEPTH / 2 - 1), DEPTH / 2 - 1, "frames read");
		hypercube_frames(h, 3);
		SIM_EQ(s, hm_golden_frames(h->g), DEPTH / 2 + 1, "frames stored");
		SIM_EQ(s, a->marks, marks, "marks");
		read_frames(a, 1);
		sim_wait(s, SIM_US(1));
		SIM_EQ(s, hm_golden_frames(h->g), DEPTH / 2 + 1, "frames and a mark");
		hypercube_frames(h, 7);
		finish(a);
		SIM_EQ(s, a->marks, marks + 1, "marks");
		SIM_EQ(s, a->mark_frames, 8, "frames lost");
		SIM_EQ(s, a->mark_nodes, nodes, "nodes");
		SIM_CHECK(s,
			  a->first > before - 2 && a->first <= lost_first + 1 &&
				  a->last > lost_last,
			  "windows %" PRIu32 " to %" PRIu32, a->first, a->last);
		hypercube_put(h, HM_CTRL, HM_CTRL_RST);
		sim_wait(s, SIM_US(1));
	}
}

/* Uses a reader that is too slow and random traffic of all nodes, which makes many marks; each
 * is checked. */
static void marks_reader(struct sim *s)
{
	struct audit *a = start(s, true);
	struct hypercube *h = a->h;
	uint64_t count = sim_length(s, 600, 120);

	if (count < 120) /* fewer nibbles do not overrun a FIFO */
		count = 120;
	hypercube_start(h, &(struct hypercube_traffic){.nodes = 0xFFFF,
						       .count = count,
						       .gap = SIM_US(2),
						       .more = SIM_US(20)});
	while (hypercube_sending(h)) {
		read_frames(a, (unsigned int)sim_range(s, 1, 40));
		sim_wait(s, sim_range(s, 0, SIM_US(60)));
	}
	finish(a);
	SIM_CHECK(s, a->marks >= (count >= 600 ? 3 : 1), "%" PRIu64 " marks", a->marks);
}

/* Makes @nodes lose strobes at their ports while the others continue to send. */
static void late(struct audit *a, uint16_t nodes)
{
	struct hypercube *h = a->h;
	const uint64_t before = a->marks;

	hypercube_start(h, &(struct hypercube_traffic){.nodes = (uint16_t)~nodes,
						       .count = 20,
						       .gap = SIM_US(1),
						       .more = SIM_US(3)});
	for (unsigned int k = 0; k < 4; k++) {
		hypercube_next_window(h);
		for (unsigned int i = 0; i < 4; i++) {
			hypercube_pulse(h, nodes, sim_random(h->s), PULSE);
			sim_wait(h->s, 4 * CLOCK);
		}
		sim_wait(h->s, sim_range(h->s, 0, SIM_US(4)));
	}
	hypercube_wait(h);
	a->named = 0;
	finish(a);
	SIM_EQ(h->s, a->named, nodes, "nodes that lost nibbles");
	SIM_CHECK(h->s, a->marks > before, "no mark");
	SIM_EQ(h->s, a->marked, 0, "frames lost");
}

static void marks_late(struct sim *s)
{
	struct audit *a = start(s, true);

	/* Icarus: a quarter of the nodes */
	const unsigned int step = sim_is_icarus(s) ? 4 : 1;

	for (unsigned int EACH(i, (unsigned int)sim_range(s, 0, step - 1)); i < HYPERCUBE_NODES;
	     i += step)
		late(a, (uint16_t)(1u << i));
	for (uint64_t EACH(i, sim_length(s, 20, 3)); i; i--)
		late(a, (uint16_t)(1u << i % 16 | 1u << (i * 7 + 3) % 16));
	late(a, 0xFFFF);
	SIM_EQ(s, hypercube_get(a->h, HM_STATUS), HM_STATUS_LATE, "STATUS");
}

/* Loses nibbles of all other nodes around the clock in which the mark of node 0 is made: a loss
 * in that clock belongs to the next mark. */
static void marks_again(struct sim *s)
{
	struct audit *a = start(s, true);

	for (uint64_t EACH(i, sim_length(s, 40, 4)); i; i--) {
		hypercube_next_window(a->h);
		for (unsigned int k = 0; k < 3; k++) {
			hypercube_pulse(a->h, 1, sim_random(s), PULSE);
			sim_wait(s, 4 * CLOCK);
		}
		/* the mark is made while the others send */
		sim_wait(s, (15 + i % 4) * CLOCK);
		hypercube_train(a->h, 3, 4);
		hypercube_wait(a->h);
		finish(a);
	}
}

/* A mark takes the last room of the frame FIFO, so that the next frame is lost. */
static void marks_last_room(struct sim *s)
{
	struct audit *a = start(s, true);
	struct hypercube *h = a->h;

	hypercube_frames(h, DEPTH - 3);
	/* two nibbles become frames, the third one of the window is lost */
	hypercube_next_window(h);
	for (unsigned int i = 0; i < 3; i++) {
		hypercube_pulse(h, 1, sim_random(s), PULSE);
		sim_wait(s, 4 * CLOCK);
	}
	hypercube_settle(h);
	sim_wait(s, SIM_US(1));
	SIM_EQ(s, hm_golden_frames(h->g), DEPTH, "frames and a mark");
	hypercube_frames(h, 1);
	SIM_EQ(s, hypercube_get(h, HM_LOST), 1, "frames lost");
	SIM_EQ(s, read_frames(a, DEPTH), DEPTH, "frames and a mark read");
	SIM_EQ(s, a->marks, 1, "marks");
	SIM_EQ(s, a->mark_frames, 0, "frames lost before the mark");
	finish(a);
	SIM_EQ(s, a->marks, 2, "marks");
}

/* A port loses a nibble when the frame FIFO has no room for the mark; later a frame is dropped.
 * The mark's range must begin with the port's loss. */
static void marks_no_room(struct sim *s)
{
	struct audit *a = start(s, true);
	struct hypercube *h = a->h;
	uint32_t lost;

	hypercube_frames(h, DEPTH - 2);
	hypercube_next_window(h);
	lost = h->now.stamp;
	for (unsigned int i = 0; i < 3; i++) {
		hypercube_pulse(h, 1, sim_random(s), PULSE);
		sim_wait(s, 4 * CLOCK);
	}
	hypercube_settle(h);
	sim_wait(s, sim_range(s, SIM_US(10), SIM_US(100)));
	SIM_EQ(s, hm_golden_frames(h->g), DEPTH, "frames");
	/* of nodes 0, whose port is shut, and 1 */
	hypercube_frames(h, 2);
	SIM_EQ(s, hypercube_get(h, HM_LOST), 1, "frames lost");
	finish(a);
	SIM_EQ(s, a->marks, 1, "marks");
	SIM_EQ(s, a->mark_nodes & 1, 1, "node 0 in the mark");
	SIM_CHECK(s, a->first <= lost + 1, "first window %" PRIu32 ", lost in %" PRIu32,
		  a->first, lost);
}

/* Uses windows of 200 ns, which end faster than frames are built, so that the vector FIFO and
 * the node FIFOs overrun. */
static void marks_windows(struct sim *s)
{
	struct audit *a = start(s, true);
	struct hypercube *h = a->h;
	uint32_t status = 0;
	uint64_t n = sim_length(s, 24, 6);

	if (n < 6) /* both kinds of overrun occur */
		n = 6;
	for (uint64_t EACH(i, 0); i < n; i++) {
		const uint16_t nodes =
			(uint16_t)(i & 1 ? sim_random(s) | 1 : 1u << sim_range(s, 0, 15));

		hypercube_put(h, HM_CTRL, HYPERCUBE_RUN(2));
		hypercube_start(h, &(struct hypercube_traffic){.nodes = nodes,
							       .count = 250,
							       .gap = 4 * CLOCK,
							       .more = i & 2 ? CLOCK : 0,
							       .pulse = PULSE});
		hypercube_wait(h);
		/* in some runs the same mark also reports an overrun of the frame FIFO */
		if (i % 3)
			finish(a);
		status |= hm_golden_status(h->g);
	}
	finish(a);
	SIM_EQ(s, status & (HM_STATUS_VEC | HM_STATUS_NODE), HM_STATUS_VEC | HM_STATUS_NODE,
	       "overruns of vectors and of nodes");
	SIM_CHECK(s, a->marks > 3, "%" PRIu64 " marks", a->marks);
}

/* Checks that a reset by software also discards a loss whose mark is not made yet. */
static void marks_reset(struct sim *s)
{
	struct audit *a = start(s, true);
	struct hypercube *h = a->h;

	/* a software reset also clears a pending loss */
	hypercube_frames(h, DEPTH + 10);
	hypercube_put(h, HM_CTRL, HM_CTRL_RST);
	sim_wait(s, SIM_US(2));
	hypercube_frames(h, 20);
	finish(a);
	SIM_EQ(s, a->marks, 0, "marks");
	SIM_EQ(s, a->frames, 20, "frames");
	/* the same for a port that waits for its mark */
	for (unsigned int i = 0; i < 4; i++) {
		hypercube_pulse(h, 0xFFFF, sim_random(s), PULSE);
		sim_wait(s, 4 * CLOCK);
	}
	hypercube_put(h, HM_CTRL, HM_CTRL_RST);
	sim_wait(s, SIM_US(2));
	hypercube_frames(h, 20);
	finish(a);
	SIM_EQ(s, a->marks, 0, "marks");
	SIM_EQ(s, a->frames, 20, "frames");
}

/* Resets the board while ports lose nibbles in every clock: what was lost up to the clock of
 * the reset is in no mark. */
static void marks_reset_sending(struct sim *s)
{
	struct audit *a = start(s, true);

	for (uint64_t EACH(i, sim_length(s, 40, 5)); i; i--) {
		hypercube_train(a->h, 12, 4);
		sim_wait(s, sim_range(s, 0, HYPERCUBE_WINDOW));
		/* RST, and without effect ENABLE */
		hypercube_put(a->h, HM_CTRL, HM_CTRL_RST | (i & 1 ? HM_CTRL_ENABLE : 0));
		hypercube_wait(a->h);
		finish(a);
	}
}

static void mixed_traffic(struct audit *a)
{
	struct sim *s = a->h->s;

	hypercube_start(a->h, &(struct hypercube_traffic){.nodes = 0xFFFF,
							  .count = sim_length(s, 120, 30),
							  .gap = SIM_US(60),
							  .more = SIM_US(20)});
	while (hypercube_sending(a->h)) {
		read_frames(a, UINT32_MAX);
		sim_wait(s, SIM_US(20));
	}
	hypercube_settle(a->h);
	read_frames(a, UINT32_MAX);
}

/* Makes the same losses on the 1990 board, which has no marks, with that board's golden
 * model. */
static void marks_off(struct sim *s)
{
	struct audit *a = start(s, false);
	struct hypercube_frame f;

	hypercube_frames(a->h, DEPTH + 20);
	for (unsigned int EACH(i, 0); i < DEPTH; i++) {
		hypercube_frame(a->h, &f);
		SIM_EQ(s, f.vector >> 16, 0, "bits 31..16 of a frame");
	}
	hypercube_frames(a->h, 40);
	SIM_EQ(s, hypercube_drain(a->h, NULL, DEPTH), 40, "frames");
	SIM_EQ(s, hypercube_get(a->h, HM_STATUS), HM_STATUS_FRAME, "STATUS");
	SIM_EQ(s, hypercube_get(a->h, HM_LOST), 20, "LOST");
	hypercube_put(a->h, HM_CTRL, HM_CTRL_RST);
	sim_wait(s, SIM_US(1));
	mixed_traffic(a);
	SIM_EQ(s, a->marks, 0, "marks");
}

/* Without losses the words of a board with marks must equal those of the 1990 board, so the
 * test compares it with that board's golden model. */
static void marks_lossless(struct sim *s)
{
	struct audit *a = start(s, false);

	mixed_traffic(a);
	SIM_EQ(s, hypercube_get(a->h, HM_STATUS), 0, "STATUS");
	SIM_EQ(s, a->marks, 0, "marks");
	for (unsigned int EACH(i, 0); i < HYPERCUBE_NODES; i++)
		SIM_EQ(s, a->node[i].next, a->node[i].count, "nibbles read");
}

const struct sim_test sim_tests[] = {
	{"marks_overrun", marks_overrun, "HM-RSY-001 HM-RSY-004", "hypermon_marked"},
	{"marks_reader", marks_reader, "HM-RSY-001 HM-RSY-002 HM-RSY-004", "hypermon_marked"},
	{"marks_late", marks_late, "HM-RSY-002", "hypermon_marked"},
	{"marks_again", marks_again, "HM-RSY-002", "hypermon_marked"},
	{"marks_last_room", marks_last_room, "HM-RSY-001", "hypermon_marked"},
	{"marks_no_room", marks_no_room, "HM-RSY-001 HM-RSY-002", "hypermon_marked"},
	{"marks_windows", marks_windows, "HM-RSY-002 HM-RSY-004", "hypermon_marked"},
	{"marks_reset", marks_reset, "", "hypermon_marked"},
	{"marks_reset_sending", marks_reset_sending, "HM-REG-002", "hypermon_marked"},
	{"marks_off", marks_off, "HM-RSY-003", "hypermon_256"},
	{"marks_lossless", marks_lossless, "HM-RSY-003", "hypermon_marked"},
	{0},
};
