/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sends one packet through the whole board. Read this test, and view its waveform, first:
 *
 *	make wave TEST=first_packet
 */
#include "node.h"
#include "surfrecord.h"
#include "sbit.h"
#include "surflib.h"

static void first_packet(struct sim *s)
{
	/* A node with two 4 MB SIMMs; the EISA set-up gives the board its addresses. */
	struct node_config cfg = {.trace = SIMM_4MB, .hist = SIMM_4MB};
	struct node *n = node_open(s, &cfg);
	uint8_t stream[SBIT_BYTES];
	struct sbit_map map;
	uint32_t image = 0, word[4], bin;

	node_power_on(n);
	node_enable(n, 0xD000, 3, 5);

	/* Bin selector: bin[9:0] = size, bin[21:10] = latency[11:0]. */
	for (unsigned int i = 0; i < SBIT_OUTPUTS; i++)
		map.sel[i] = (uint8_t)(i < 10 ? 40 + i : i < 22 ? i - 10 : SBIT_ZERO);
	SIM_EQ(s, sbit_compile(&map, stream), 0, "stream");
	node_selector(n, stream, SBIT_BITS, SBIT_STARTUP);

	/* Sender is {Y[0], X[4:0]}, category from PCLR, latency in ticks of 100 ns. */
	image = surf_set(image, SURF_ACDR_IMAGE_LAT_N, 12);
	image = surf_set(image, SURF_ACDR_IMAGE_TSIZE, 1);
	node_acdr(n, image);
	node_put(n, SURF_PCLR, 0xC);
	node_put(n, SURF_HTCR,
		 surf_mask(SURF_HTCR_WEN) | surf_mask(SURF_HTCR_HEN) |
			 surf_mask(SURF_HTCR_TEN));

	/* Three words from node (2, 1) that were written 5 us ago. */
	const struct packet p = {.tx = node_ticks(n) - 50,
				 .addr = 0x123450,
				 .first = 0x5A5A5A5A,
				 .words = 3,
				 .x = 2,
				 .y = 1,
				 .color = 0x15,
				 .be = 15};

	node_send(n, &p);
	node_put(n, SURF_HTCR, 0);

	/* The trace has one entry, one bin counts 1, the word count is 3. */
	for (unsigned int i = 0; i < 4; i++)
		word[i] = node_mem_get(n, false, i);
	SIM_EQ(s, trace_sender(word), 0x22, "sender");
	SIM_EQ(s, trace_size(word), 3, "size");
	SIM_EQ(s, trace_color(word), 0x15, "color");
	SIM_CHECK(s, trace_latency(word) >= 50 && trace_latency(word) <= 53, "latency %u ticks",
		  trace_latency(word));
	bin = trace_latency(word) << 10 | 3;
	SIM_EQ(s, node_mem_get(n, true, bin), 1, "the bin of size and latency");
	SIM_EQ(s, node_get(n, SURF_TICR), 1, "TICR");
	SIM_EQ(s, node_get(n, SURF_TECR), 1, "TECR");
	SIM_EQ(s, node_get(n, SURF_WCDR), 3, "WCDR");
	node_compare(n);
	sim_note(s, "latency %u ticks, bin 0x%06X", trace_latency(word), bin);
}

const struct sim_test sim_tests[] = {
	{"first_packet", first_packet, "SB-HST-001 SB-HST-038", NULL},
	{0},
};
