/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sends three windows of strobes through both boards (Figure 4). Read this test, and view its
 * waveform, first:
 *
 *	make wave BOARD=hypermon TEST=first_frames
 */
#include "hypercube.h"

static void first_frames(struct sim *s)
{
	struct hypercube *h = hypercube_open(s);
	static const struct {
		unsigned int window;
		uint16_t nodes;
	} strobes[] = {{1, 0x0009}, {2, 0x0002}, {3, 0x8005}};
	uint32_t word[4];

	hypercube_power_on(h);
	for (unsigned int i = 0; i < 3; i++) {
		/* the strobes rise 375 ns later, and the board sees them 100 to 200 ns after
		 * that */
		sim_wait_until(s, hypercube_window(h, strobes[i].window) + SIM_NS(100));
		for (unsigned int node = 0; node < 16; node++)
			if (strobes[i].nodes >> node & 1)
				hypercube_strobe(h, node, node);
	}
	sim_wait(s, SIM_US(2));
	SIM_EQ(s, hypercube_get(h, HM_COUNT), 3, "COUNT");
	SIM_EQ(s, hypercube_get(h, HM_STATUS), 0, "STATUS");
	for (unsigned int EACH(i, 0); i < 3; i++) {
		for (unsigned int k = 0; k < 4; k++)
			word[k] = hypercube_get(h, HM_FRAME);
		SIM_EQ(s, word[2], strobes[i].nodes, "strobe vector");
		SIM_EQ(s, word[3], strobes[i].window, "time stamp");
		sim_digest(s, word, sizeof(word));
	}
	SIM_EQ(s, word[0], 0xF0000000, "nibbles of nodes 15..8");
	SIM_EQ(s, word[1], 0x00000200, "nibbles of nodes 7..0");
	SIM_EQ(s, hypercube_get(h, HM_FRAME), 0, "no frame");
}

const struct sim_test sim_tests[] = {
	{"first_frames", first_frames,
	 "HM-SYNC-004 HM-SYNC-007 HM-FRM-001 HM-FRM-002 HM-FRM-003 HM-FRM-004 HM-FRM-005 "
	 "HM-FF-005",
	 NULL},
	{0},
};
