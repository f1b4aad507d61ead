/* SPDX-License-Identifier: Apache-2.0 */
/* Each test makes the board execute one statement of simulation, at 1 us
 * (ci/checks/test-statements). */
#include "sampleboard.h"
#include "sample_regs.h"

#define WRITE_AT SIM_NS(960) /* it takes effect 40 ns later */

static void execute(struct sim *s, unsigned int statement)
{
	struct sampleboard *b = sampleboard_open(s, true);

	sampleboard_put(b, SAMPLE_CONTROL, SAMPLE_CONTROL_RUN_MASK);
	sim_wait_until(s, WRITE_AT);
	sampleboard_put(b, SAMPLE_THRESHOLD, statement);
	for (uint64_t i = 1; i <= 5; i++) {
		uint64_t count;

		sampleboard_send(b, 1, 100);
		count = sampleboard_get(b, SAMPLE_COUNT);
		sim_digest(s, &count, sizeof(count));
		SIM_EQ(s, count, i, "count");
	}
}

/* Fails late, for the snapshots: at 17.3 ms of simulated time. */
static void late(struct sim *s)
{
	sampleboard_open(s, true);
	sim_wait_until(s, SIM_US(17300));
	SIM_FAIL(s, "late");
}

/* Fails in the fourth round of a loop. */
static void loops(struct sim *s)
{
	sampleboard_open(s, true);
	sim_wait_until(s, WRITE_AT);
	for (uint64_t i = 0; i < 10; i++)
		SIM_EQ(s, i / 3, 0, "a third of the round");
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
	{"late", late, "", NULL},
	{"loops", loops, "", NULL},
	{0},
};
