/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sends one packet through the whole board. Read this test, and view its waveform, first:
 *
 *	make wave TEST=first_histogram
 */
#include "s96_node.h"

static void first_histogram(struct sim *s)
{
	/* A node; the EISA set-up gives the board its address. */
	struct s96_node *n = s96_start(s, &(struct s96_config){0});
	/* 12 bytes from node (2, 1) that were written 5 us ago, to a page with tag 9. */
	struct packet p = {.addr = 0x123450,
			   .first = 0x5A5A5A5A,
			   .words = 3,
			   .x = 2,
			   .y = 1,
			   .color = 9,
			   .be = 15};
	uint32_t found = 0;

	/* Category, page tag and latency bits 11..0, as in Figure 3: L0 L1 L2 T C. */
	s96_put(n, SHRIMP96_MUX, 7 << 12 | 7 << 9 | 2 << 6 | 1 << 3 | 1);
	s96_put(n, SHRIMP96_CAT, 0xC);
	s96_put(n, SHRIMP96_CMD, START);
	sim_wait(s, SIM_US(10));
	p.tx = s96_ticks(n) - 50;
	s96_send(n, &p);
	s96_put(n, SHRIMP96_CMD, STOP);

	/* The latency depends on the phase of the clocks, so one of a few bins must be 1. */
	for (uint32_t EACH(latency, 50); latency < 62; latency++)
		if (s96_word_get(n, 0xC9000 | latency)) {
			SIM_EQ(s, found, 0, "bins that count");
			found = 0xC9000 | latency;
			SIM_EQ(s, s96_word_get(n, found), 1, "the bin");
		}
	SIM_CHECK(s, found, "no bin counts");
	SIM_EQ(s, s96_get(n, SHRIMP96_ARRV), 1, "packets arrived");
	s96_compare(n);
	sim_note(s, "bin 0x%05X", found);
}

const struct sim_test sim_tests[] = {
	{"first_histogram", first_histogram, "S96-MUX-008", NULL},
	{0},
};
