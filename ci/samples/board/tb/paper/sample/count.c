/* SPDX-License-Identifier: Apache-2.0 */
/* The rate of the sample counter. */
#include "paper.h"
#include "sim.h"

int main(int argc, char **argv)
{
	struct paper *p = paper_begin(argc, argv, "sample", "count", "The counter");
	struct sim *s = sim_new(NULL, 0, paper_seed(p));
	struct sim_clock *clk;

	if (!s)
		return 1;
	clk = sim_clock(s, "clk", SIM_NS(100), SIM_NS(100));
	sim_put(sim_pin(s, "reset_n"), 1);
	sim_wait_cycles(clk, 13);
	paper_value(p, &(struct paper_value){
			       .what = "counted in 13 clocks, 2 or 3 of them in reset",
			       .unit = "clocks",
			       .published = 11,
			       .ours = (double)sim_get(sim_pin(s, "rdata")),
			       .low = 10,
			       .high = 11,
			       .kind = PAPER_PREDICTED});
	sim_delete(s);
	return paper_end(p);
}
