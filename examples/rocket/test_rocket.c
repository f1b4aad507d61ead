/* SPDX-License-Identifier: Apache-2.0 */
/* The first clocks of a program, on both simulators: the trace is what the memory has seen. */
#include "machine.h"
#include "sim.h"

#define CLOCKS 1200

static void rocket_starts(struct sim *s)
{
	static struct node n;
	const struct machine_options o = {.cores = 4, .quiet = true};

	machine_open(&n, s, &o, "build/rocket/counters.elf");
	machine_start_monitor(&n, 0, surf_mask(SURF_HTCR_TEN));
	SIM_CHECK(s, !machine_run(&n, CLOCKS), "the program ended in %d clocks", CLOCKS);
	compare_part(&n);
	SIM_CHECK(s, !n.failed, "the trace is not part of the log");
	SIM_CHECK(s, n.count >= 20, "the ports have moved %zu times", n.count);
	for (size_t i = 0; i < n.count; i++) {
		const struct seen *e = &n.seen[i];
		const uint64_t v[] = {e->end, e->addr,	e->words, e->latency,
				      e->id,  e->write, e->device};

		sim_digest(s, v, sizeof(v));
	}
	machine_close(&n);
}

const struct sim_test sim_tests[] = {
	{"rocket_starts", rocket_starts, "", "rocket_node"},
	{0},
};
