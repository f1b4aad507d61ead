/* SPDX-License-Identifier: Apache-2.0 */
/* Each test makes the board execute one statement of simulation, at 1 us
 * (ci/checks/test-statements).
 */
#include "sim.h"

static void execute(struct sim *s, unsigned int statement)
{
	struct sim_clock *clk = sim_clock(s, "clk", SIM_NS(100), SIM_NS(100));
	struct sim_pin *wr = sim_pin(s, "wr"), *rdata = sim_pin(s, "rdata");

	sim_wait_cycles(clk, 2);
	sim_put(sim_pin(s, "reset_n"), 1);
	sim_wait_cycles(clk, 7);
	sim_put(sim_pin(s, "wdata"), statement);
	sim_put(wr, 1);
	sim_wait_cycles(clk, 1);
	sim_put(wr, 0);
	for (unsigned int i = 0; i < 5; i++) {
		const uint64_t count = sim_get(rdata);

		sim_digest(s, &count, sizeof(count));
		sim_wait_cycles(clk, 1);
	}
	SIM_EQ(s, sim_get(rdata), statement + 5, "count");
}

#define STATEMENT(name, n)              \
	static void name(struct sim *s) \
	{                               \
		execute(s, n);          \
	}
STATEMENT(plain, 0)
STATEMENT(shows, 1)
STATEMENT(errors, 2)
STATEMENT(asserts, 3)
STATEMENT(asserts_else, 4)
STATEMENT(fatals, 5)
STATEMENT(finishes, 6)
STATEMENT(stops, 7)
STATEMENT(warns, 8)
STATEMENT(writes, 9)
STATEMENT(reads, 10)
STATEMENT(draws, 11)
STATEMENT(draws_own, 12)

const struct sim_test sim_tests[] = {
	{"plain", plain, "", NULL},
	{"shows", shows, "", NULL},
	{"errors", errors, "", NULL},
	{"asserts", asserts, "", NULL},
	{"asserts_else", asserts_else, "", NULL},
	{"fatals", fatals, "", NULL},
	{"finishes", finishes, "", NULL},
	{"stops", stops, "", NULL},
	{"warns", warns, "", NULL},
	{"writes", writes, "", NULL},
	{"reads", reads, "", NULL},
	{"draws", draws, "", NULL},
	{"draws_own", draws_own, "", NULL},
	{0},
};
