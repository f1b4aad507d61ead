/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests models with other depths of the frame FIFO (section 6) and compares every clock and
 * every word with the golden model (hypercube.h). Under Icarus Verilog the deep FIFOs are not
 * filled.
 */
#include "hypercube.h"
#include <inttypes.h>

#define CLOCK SIM_NS(50)
#define WORD SIM_NS(800) /* time for a word of the optimised reader: 5 MB/s */

static struct hypercube *start(struct sim *s, unsigned int depth)
{
	struct hypercube *h = hypercube_open_as(s, &(struct hypercube_config){.depth = depth});

	sim_limit(s, SIM_MS(5000));
	hypercube_power_on(h);
	return h;
}

/* Makes @n frames of one nibble at the full rate of the builder, in windows of 400 ns. */
static void fill(struct hypercube *h, uint64_t n)
{
	hypercube_put(h, HM_CTRL, HYPERCUBE_RUN(1));
	sim_wait(h->s, 32 * CLOCK);
	hypercube_next_window(h);
	hypercube_start(h, &(struct hypercube_traffic){.nodes = 1 << 5,
						       .count = n,
						       .gap = 8 * CLOCK,
						       .pulse = 2 * CLOCK,
						       .in_step = true});
	hypercube_wait(h);
	hypercube_settle(h);
}

/* Checks the rules of section 3.3 for COUNT at any depth. */
static void expect_buffered(struct hypercube *h, uint64_t read, uint64_t buffered)
{
	const unsigned int depth = hm_golden_frames(h->g) > 1024 ? 4 * 16384 : 4096;
	const uint32_t count = hypercube_get(h, HM_COUNT);

	SIM_EQ(h->s, hm_golden_frames(h->g), buffered, "frames");
	SIM_EQ(h->s, (count - (uint32_t)read) % depth, buffered, "COUNT - frames read");
}

/* Checks that the first lost frame is the one after the last that fits. */
static void first_drop(struct hypercube *h, uint64_t depth)
{
	struct sim *s = h->s;
	const uint64_t some = depth / 16;
	struct hypercube_frame f;

	fill(h, depth);
	SIM_EQ(s, hypercube_get(h, HM_STATUS), 0, "STATUS");
	SIM_EQ(s, hypercube_get(h, HM_LOST), 0, "LOST");
	expect_buffered(h, 0, depth);
	fill(h, 1);
	SIM_EQ(s, hypercube_get(h, HM_STATUS), HM_STATUS_FRAME, "STATUS");
	SIM_EQ(s, hypercube_get(h, HM_LOST), 1, "LOST");
	expect_buffered(h, 0, depth);
	/* exactly as many new frames fit as were read */
	for (uint64_t i = 0; i < some; i++)
		hypercube_frame(h, &f);
	sim_digest(s, &f, sizeof(f));
	fill(h, some);
	SIM_EQ(s, hypercube_get(h, HM_LOST), 1, "LOST");
	expect_buffered(h, some, depth);
	fill(h, 1);
	SIM_EQ(s, hypercube_get(h, HM_LOST), 2, "LOST");
}

/* Tests reset, one frame, an overrun and another reset, then the wrap of COUNT at 4096. */
static void depth_256(struct sim *s)
{
	struct hypercube *h = start(s, 256);
	const uint64_t rounds = sim_length(s, 20, 5);
	struct hypercube_frame f;
	uint64_t read = 0;

	SIM_EQ(s, hypercube_get(h, HM_COUNT), 0, "COUNT");
	hypercube_next_window(h);
	hypercube_pulse(h, 0x8001, 0xA000000000000005, 2 * CLOCK);
	hypercube_settle(h);
	hypercube_frame(h, &f);
	SIM_EQ(s, f.word[0], 0xA0000000, "word 0");
	SIM_EQ(s, f.word[1], 0x00000005, "word 1");
	SIM_EQ(s, f.vector, 0x8001, "strobe vector");
	hypercube_put(h, HM_CTRL, HM_CTRL_RST);
	first_drop(h, 256);
	hypercube_put(h, HM_CTRL, HM_CTRL_RST);
	SIM_EQ(s, hypercube_get(h, HM_LOST), 0, "LOST");
	SIM_EQ(s, hypercube_get(h, HM_COUNT), 0, "COUNT");
	for (uint64_t EACH(i, 0); i < rounds; i++) {
		fill(h, 256);
		expect_buffered(h, read, 256);
		SIM_EQ(s, hypercube_drain(h, NULL, 1000), 256, "frames");
		read += 256;
	}
	SIM_EQ(s, hypercube_get(h, HM_COUNT), read % 4096, "COUNT");
	SIM_EQ(s, hypercube_get(h, HM_STATUS), 0, "STATUS");
}

static void depth_16384(struct sim *s)
{
	struct hypercube *h = start(s, 16384);

	if (sim_length(s, 16384, 200) < 16384) {
		fill(h, 200);
		expect_buffered(h, 0, 200);
		SIM_EQ(s, hypercube_get(h, HM_STATUS), 0, "STATUS");
	} else {
		first_drop(h, 16384);
	}
}

/* Lets 16 nodes send 113,000 nibbles per second each for 20 ms with a reader of 5 MB/s; returns
 * the largest number of stored frames. */
static unsigned int burst(struct hypercube *h)
{
	struct sim *s = h->s;
	const uint64_t count = sim_length(s, 2260, 30);
	unsigned int most = 0;
	uint64_t words = 0;
	sim_time next;

	hypercube_start(h, &(struct hypercube_traffic){
				   .nodes = 0xFFFF, .count = count, .gap = SIM_NS(8850)});
	next = sim_now(s);
	while (hypercube_sending(h)) {
		/* the reader polls COUNT of an empty FIFO once in each word time */
		hypercube_get(h, hm_golden_frames(h->g) ? HM_FRAME : HM_COUNT);
		most = hm_golden_frames(h->g) > most ? hm_golden_frames(h->g) : most;
		words++;
		next += WORD;
		sim_wait_until(s, next);
	}
	hypercube_settle(h);
	sim_note(s, "%.2f ms, %" PRIu64 " words read, at most %u frames stored",
		 (double)(words * WORD) / 1e9, words, most);
	sim_digest(s, &most, sizeof(most));
	sim_digest(s, &words, sizeof(words));
	return most;
}

static void depth_burst_absorbed(struct sim *s)
{
	struct hypercube *h = start(s, 16384);
	const unsigned int most = burst(h);

	SIM_EQ(s, hypercube_get(h, HM_STATUS), 0, "STATUS");
	SIM_EQ(s, hypercube_get(h, HM_LOST), 0, "LOST");
	SIM_CHECK(s, sim_length(s, 2260, 30) < 2260 || most > 8192, "%u frames", most);
}

static void depth_burst_lost(struct sim *s)
{
	struct hypercube *h = start(s, 8192);
	const unsigned int most = burst(h);

	if (sim_length(s, 2260, 30) < 2260)
		return;
	SIM_EQ(s, most, 8192, "frames");
	SIM_EQ(s, hypercube_get(h, HM_STATUS), HM_STATUS_FRAME, "STATUS");
	SIM_CHECK(s, hypercube_get(h, HM_LOST) > 0, "no frame was lost");
}

const struct sim_test sim_tests[] = {
	{"depth_256", depth_256, "HM-LES-008 HM-REG-013", "hypermon_256"},
	{"depth_16384", depth_16384, "HM-LES-008 HM-LES-009", "hypermon_16384"},
	{"depth_burst_absorbed", depth_burst_absorbed, "HM-LES-010", "hypermon_16384"},
	{"depth_burst_lost", depth_burst_lost, "HM-LES-010", "hypermon_8192"},
	{0},
};
