/* SPDX-License-Identifier: Apache-2.0 */
/* Tests that the counter counts on from each value that is written. */
#include "sample_regs.h"
#include "sim.h"

static void count(struct sim *s)
{
	struct sim_clock *clk = sim_clock(s, "clk", SIM_NS(100), SIM_NS(100));
	struct sim_pin *wr = sim_pin(s, "wr"), *wdata = sim_pin(s, "wdata"),
		       *rdata = sim_pin(s, "rdata");

	sim_wait_cycles(clk, 2);
	sim_put(sim_pin(s, "reset_n"), 1);
	sim_wait_cycles(clk, 3);
	sim_watch_x(s);
	for (unsigned int v = 0; v <= SAMPLE_CONTROL_COUNT_MASK; v++) {
		sim_put(wdata, v);
		sim_put(wr, 1);
		sim_wait_cycles(clk, 1);
		sim_put(wr, 0);
		SIM_EQ(s, sim_get(rdata), v, "count");
		sim_wait_cycles(clk, 1);
		SIM_EQ(s, sim_get(rdata), (v + 1) & SAMPLE_CONTROL_COUNT_MASK,
		       "one clock later");
	}
}

const struct sim_test sim_tests[] = {
	{"first_count", count, "SA-HW-001", NULL},
	{"count_wrap", count, "SA-HW-001", "sample_wrap"},
	{0},
};
