/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests many nibbles of 16 nodes, each with its own clock, random phase and drift, with all
 * windows and through the wrap of the window number. Every nibble must be read once or be
 * counted as lost with its flag; every clock and every word is compared with the golden model
 * (hypercube.h). There are 100,000 nibbles, or ten million with LENGTH=10000 (make
 * test-long). The first four rounds make the wrap and each kind of loss with any seed; the
 * others are random.
 */
#include "hypercube.h"
#include <inttypes.h>

#define DEPTH 256
#define ROUND 6400 /* number of nibbles of all nodes in a round */

struct soak {
	struct hypercube *h;
	uint64_t sent, read, lost, wraps, flags[4];
	uint64_t got[HYPERCUBE_NODES]; /* in this round */
	uint32_t stamp;
	bool fresh; /* no frame of this round has been read yet */
	bool whole; /* there was no loss in this round */
};

static unsigned int numbered(void *arg, unsigned int node, uint64_t n)
{
	(void)arg;
	return (unsigned int)((n * 0x9E3779B97F4A7C15u + node * 0xD1B54A32D192ED03u) >> 60);
}

static void read_all(struct soak *k)
{
	struct sim *s = k->h->s;
	struct hypercube_frame f;

	while (hypercube_drain(k->h, &f, 1)) {
		EACH_OF(f.stamp);
		/* the window numbers grow through the wrap, too */
		SIM_CHECK(s, k->fresh || f.stamp - k->stamp - 1 < UINT32_C(1) << 31,
			  "window %08" PRIX32 " after %08" PRIX32, f.stamp, k->stamp);
		k->wraps += !k->fresh && f.stamp < k->stamp;
		k->fresh = false;
		k->stamp = f.stamp;
		for (unsigned int EACH(i, 0); i < HYPERCUBE_NODES; i++) {
			if (!(f.vector >> i & 1))
				continue;
			if (k->whole)
				SIM_EQ(s, hm_frame_nibble(f.word, i),
				       numbered(NULL, i, k->got[i]), "a nibble");
			k->got[i]++;
			k->read++;
		}
		sim_digest(s, &f, sizeof(f));
	}
}

/* Makes traffic that a reader can handle: a frame in 2 us. */
static void easy(struct sim *s, struct hypercube_traffic *t)
{
	t->gap = SIM_US(1);
	if (sim_range(s, 0, 3)) {
		/* all nodes send at about the same time */
		t->in_step = true;
		t->gap = SIM_US(3);
	} else {
		t->more = SIM_US(80);
	}
}

/* Makes traffic that a reader cannot handle: from the computer's ports or from faster ones, at
 * the shortest spacing that the board can distinguish. */
static void hard(struct sim *s, struct hypercube_traffic *t, unsigned int kind)
{
	if (kind == 2) {
		t->pulse = SIM_NS(100);
		t->gap = SIM_NS(200);
	} else if (kind & 1) {
		t->pulse = SIM_NS(100);
		t->gap = SIM_NS(200) + sim_range(s, 0, 20) * SIM_NS(20);
		t->more = sim_range(s, 0, SIM_US(1));
	} else {
		t->gap = SIM_NS(750);
		t->more = sim_range(s, 0, SIM_US(2));
	}
}

/* Reads while nodes send; a pause between two reads of COUNT lasts at most @pause. */
static void read_while_sending(struct soak *k, sim_time pause)
{
	while (hypercube_sending(k->h)) {
		read_all(k);
		sim_wait(k->h->s, sim_range(k->h->s, 0, pause));
	}
}

static void set_window(struct soak *k, uint32_t code)
{
	hypercube_put(k->h, HM_CTRL, HYPERCUBE_RUN(code));
}

/* Forces the wrap and an overrun of the frame FIFO. The window before the wrap begins here and
 * lasts 800 ns. Node 0 sends in it; then all nodes fill the frame FIFO with a frame every 800
 * ns, while two frames are read in 4 us. */
static void force_wrap_and_frame(struct soak *k, struct hypercube_traffic t)
{
	hard(k->h->s, &t, 0);
	t.nodes = 0x0001;
	t.in_step = true;
	hypercube_start(k->h, &t);
	t.nodes = 0xFFFE;
	t.in_step = false;
	hypercube_start(k->h, &t);
	sim_wait(k->h->s, SIM_US(2));
	set_window(k, 0);
	read_while_sending(k, SIM_US(60));
}

/*
 * Forces overruns with windows of 200 ns, only half of which can be built into frames. First
 * one node sends alone: it is in every vector, so its FIFO is full before the vector FIFO. Then
 * two groups send in turn: a node is in every second vector, so 64 vectors wait before 64
 * nibbles of a node do.
 */
static void force_node_and_vectors(struct soak *k, struct hypercube_traffic t)
{
	struct sim *s = k->h->s;
	const uint16_t alone = (uint16_t)(1u << sim_range(s, 0, HYPERCUBE_NODES - 1));

	set_window(k, 2);
	t.pulse = SIM_NS(100);
	t.gap = SIM_NS(200);
	t.nodes = alone;
	hypercube_start(k->h, &t);
	read_while_sending(k, SIM_US(60));
	t.gap = SIM_NS(400);
	t.in_step = true;
	t.nodes = 0x5555 & ~alone;
	hypercube_start(k->h, &t);
	sim_wait(s, SIM_NS(200));
	t.nodes = 0xAAAA & ~alone;
	hypercube_start(k->h, &t);
	read_while_sending(k, SIM_US(60));
}

/* Makes four strobes of a node in a window of 800 ns. */
static void force_late(struct soak *k, struct hypercube_traffic t)
{
	set_window(k, 0);
	t.pulse = SIM_NS(100);
	t.gap = SIM_NS(200);
	hypercube_start(k->h, &t);
	read_while_sending(k, SIM_US(60));
}

static void send_at_random(struct soak *k, struct hypercube_traffic t, uint64_t round)
{
	if (k->whole)
		easy(k->h->s, &t);
	else
		hard(k->h->s, &t, (unsigned int)round % 8);
	hypercube_start(k->h, &t);
	set_window(k, round % 8 == 2 ? 2u : (uint32_t)sim_range(k->h->s, 0, 3));
	read_while_sending(k, k->whole ? SIM_US(3) : SIM_US(60));
}

static void soak_nibbles(struct sim *s)
{
	struct soak k = {0};
	const uint64_t length = sim_length(s, 16, 1), rounds = length < 4 ? 4 : length;
	const struct hypercube_config cfg = {
		.depth = DEPTH, .stamp_init = 0xFFFFFFFE, .lost_init = 0xFFFFFFFE};
	const struct hypercube_traffic t = {
		.nodes = 0xFFFF, .count = ROUND / HYPERCUBE_NODES, .nibble = numbered};

	k.h = hypercube_open_as(s, &cfg);
	sim_limit(s, SIM_MS(100000));
	for (uint64_t EACH(i, 0); i < rounds; i++) {
		struct hm_golden_counts n;
		uint32_t status;
		uint64_t lost;

		for (unsigned int j = 0; j < HYPERCUBE_NODES; j++) {
			hypercube_port(k.h, j, 0);
			k.got[j] = 0;
		}
		k.fresh = true;
		k.whole = i % 4 == 1;
		/* windows FFFFFFFE, FFFFFFFF, 0; or 0 immediately */
		if (i % 4 == 0) {
			hypercube_power_on(k.h);
		} else {
			hypercube_put(k.h, HM_CTRL, HM_CTRL_RST);
			sim_wait(s, SIM_US(1));
		}
		if (i == 0)
			force_wrap_and_frame(&k, t);
		else if (i == 2)
			force_node_and_vectors(&k, t);
		else if (i == 3)
			force_late(&k, t);
		else
			send_at_random(&k, t, i);
		hypercube_settle(k.h);
		read_all(&k);
		hm_golden_count(k.h->g, &n);
		lost = n.late + n.full + n.windows + n.frames;
		status = hypercube_get(k.h, HM_STATUS);
		SIM_EQ(s, n.captured, ROUND, "nibbles captured");
		SIM_EQ(s, n.read + lost, ROUND, "nibbles read and lost");
		SIM_EQ(s, status,
		       8u * (n.late > 0) | 4u * (n.full > 0) | 2u * (n.windows > 0) |
			       1u * (n.frames > 0),
		       "STATUS");
		if (i % 4)
			SIM_EQ(s, hypercube_get(k.h, HM_LOST), n.frames_dropped, "LOST");
		SIM_CHECK(s, !k.whole || !lost, "%" PRIu64 " nibbles lost", lost);
		k.sent += ROUND;
		k.lost += lost;
		for (unsigned int j = 0; j < 4; j++)
			k.flags[j] += status >> j & 1;
	}
	SIM_EQ(s, k.read + k.lost, k.sent, "nibbles read and lost, of those sent");
	sim_note(s,
		 "%" PRIu64 " nibbles: %" PRIu64 " read, %" PRIu64 " lost; rounds with FRAME, "
		 "VEC, NODE, LATE: %" PRIu64 ", %" PRIu64 ", %" PRIu64 ", %" PRIu64 "; %" PRIu64
		 " wraps",
		 k.sent, k.read, k.lost, k.flags[0], k.flags[1], k.flags[2], k.flags[3],
		 k.wraps);
	SIM_CHECK(s, k.flags[0] && k.flags[1] && k.flags[2] && k.flags[3] && k.wraps,
		  "a kind of loss, or the wrap, was not met");
}

const struct sim_test sim_tests[] = {
	{"soak_nibbles", soak_nibbles, "HM-OVR-005 HM-SYNC-006 HM-TIME-002", "hypermon_wrap"},
	{0},
};
