/* SPDX-License-Identifier: Apache-2.0 */
/*
 * HYPERMON with a node for each processor. A processor that begins a part of the program writes
 * its number to the node's port, one nibble: two writes of 375 ns.
 */
#include "bench.h"
#include "hm_frame.h"
#include "hypercube.h"
#include <stdlib.h>
#include <string.h>

#define GROUP 256u	   /* events between two reads of the board */
#define SPACE SIM_NS(1600) /* minimum time between two nibbles of a node */

static struct sim *sim;
static struct hypercube *cube;
static struct hm hm;
static unsigned int of[HM_NODES], events;
static uint64_t nibbles;

static void read_board(void)
{
	static uint32_t word[HM_FRAME_WORDS * 1024];
	size_t words, frames;

	do {
		bench_check(hm_read_frames(&hm, word, sizeof(word) / 4, &words, &frames),
			    "hm_read_frames");
		for (size_t i = 0; i < words; i += HM_FRAME_WORDS)
			for (unsigned int p = 0; p < HM_NODES; p++) {
				if (!(hm_frame_vector(word + i) >> p & 1))
					continue;
				nibbles++;
				if (events++ < ORDER_EVENTS)
					row_number(hm_frame_stamp(word + i), "order", "p%u.%u",
						   p, of[p]++);
			}
	} while (frames);
}

static void prepare(struct bench *b)
{
	sim_time before;

	sim = sim_new("hypermon", 0, 1);
	if (!sim)
		bench_fail("hypermon", "the simulation does not open");
	sim_limit(sim, UINT64_MAX);
	cube = hypercube_open_as(sim, &(struct hypercube_config){.unwatched = true});
	hypercube_power_on(cube);
	bench_check(hm_open_device(&hm, bench_device(b, pbx_device(cube->bus))),
		    "hm_open_device");
	before = sim_now(sim);
	bench_check(hm_reset(&hm), "hm_reset");
	bench_cost(b, "change ns", (double)(sim_now(sim) - before) / 1000);
	b->read_bytes = 0;
}

static void record(struct bench *b)
{
	sim_time start, free_at[RUN_PROCESSORS] = {0};
	struct run_event e;
	uint32_t lost;

	prepare(b);
	start = sim_now(sim);
	while (bench_next(b, &e)) {
		sim_time at = start + e.clock * SIM_NS(RUN_CLOCK_NS) * b->stretch;

		/* the board has ports for 16 processors only */
		if (e.kind != RUN_FUNCTION || e.processor >= HM_NODES)
			continue;
		if (at < free_at[e.processor])
			at = free_at[e.processor];
		if (at > sim_now(sim))
			sim_wait_until(sim, at);
		at = sim_now(
			sim); /* the time is later if a read of the board was in progress */
		free_at[e.processor] = at + SPACE;
		hypercube_strobe(cube, e.processor, e.function);
		if (++b->given % GROUP == 0)
			read_board();
	}
	sim_wait(sim, SIM_US(10));
	read_board();
	bench_check(hm_lost(&hm, &lost), "hm_lost");
	bench_adapter(b, nibbles, lost);
	bench_loss(b, lost, lost, false);
	hm_close(&hm);
	sim_delete(sim);
}

const struct bench_setup bench_setups[] = {{"events", record}, {NULL, NULL}};

const char *const bench_cannot[] = {
	"kinds sees events of the program, not the bus",
	"latency sees no transactions",
	"joint sees no transactions",
	"false-sharing sees no addresses",
	"page sees no addresses",
	"queue sees no transactions",
	"functions knows the parts of the program, but not the misses",
	"outlier sees no transactions",
	"buses sees no transactions",
	"banks sees no transactions",
	"saturation sees no transactions",
	"pio sees no transactions",
	NULL};
