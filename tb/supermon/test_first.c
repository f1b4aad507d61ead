/* SPDX-License-Identifier: Apache-2.0 */
/* Counts and traces a few references. Read and run this test first. */
#include "sm_board.h"
#include "supermon_regs.h"

/* Reads of eight words, with pauses. */
static void references(void *arg, struct sm_bus *b)
{
	unsigned int *clock = arg, i = (*clock)++;

	b->req = i < 32 && i % 4 == 0;
	b->addr = 0x1000 + i / 4;
	b->ctl = i / 4 % 2;
}

static void first_references(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);
	const uint16_t both = SM_ENTRY_TRACE | SM_ENTRY_COUNT;
	struct sm_decoder d = {0};
	struct sm_entry e;
	uint64_t word;
	unsigned int clock = 0;

	/* state 0 traces and counts reads and writes, whatever matches; words 1000 to 1007 */
	SM_OK(b, sm_fill_table(&b->m, SM_MACHINE, 0, 0x1F, both));
	for (unsigned int EACH(i, 0); i < 8; i++) {
		const uint16_t user = (uint16_t)(100 + i);

		SM_OK(b, sm_write_table(&b->m, SM_FUNCTION, i << 8 | i % 2, &user, 1));
	}
	SM_OK(b, sm_fill_table(&b->m, SM_MATCHES, 0, SM_MATCH_WORDS - 1, 0));
	SM_OK(b, sm_fill_words(&b->m, 100, 107, 0));
	SM_OK(b, sm_set_mode(&b->m, &(struct sm_mode){.trace = {false, true}}));
	SM_OK(b, sm_start(&b->m));
	sm_board_traffic(b, references, &clock);
	sim_wait_cycles(b->clk, 60);
	sm_board_compare(b);
	SIM_EQ(s, sm_board_get(b, SUPERMON_EVENTS), 8, "events");
	for (unsigned int EACH(i, 0); i < 8; i++) {
		SM_OK(b, sm_read_words(&b->m, 100 + i, &word, 1));
		SIM_EQ(s, word, 1, "count");
		SM_OK(b, sm_read_words(&b->m, SM_BANK_WORDS + i, &word, 1));
		sm_decode(&d, word, &e);
		SIM_CHECK(s, e.event && e.addr == 0x1000 + i && e.write == (i % 2 == 1),
			  "entry %u", i);
	}
}

const struct sim_test sim_tests[] = {
	{"first_references", first_references, "", NULL},
	{0},
};
