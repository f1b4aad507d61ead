/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the trigger: random machines, throughput and latency, address matches. */
#include "sm_program.h"
#include "sm_traffic.h"
#include "supermon_regs.h"
#include <stdio.h>
#include <string.h>

#define BOTH (SM_ENTRY_TRACE | SM_ENTRY_COUNT)

static void random_machine(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);

	for (unsigned int EACH(i, 0); i < 3; i++) {
		struct sm_random r = {.s = s,
				      .requests = sim_length(s, 100000, 2000),
				      .percent = i == 0 ? 100 : 40,
				      .base = (uint32_t)sim_random(s) & 0x3FFFFFFF,
				      .vary = (uint32_t)sim_random(s) & 0x3FFFFFFF,
				      .depth = 3,
				      .latency = 3};

		for (int c = 0; c < 4; c++)
			r.ctl[c] = (uint8_t)sim_random(s);
		sm_random_tables(b, &r, BOTH);
		SM_OK(b, sm_set_mode(&b->m, &(struct sm_mode){.trace = {i != 1, i == 1}}));
		SM_OK(b, sm_start(&b->m));
		sm_random_run(b, &r);
		sm_board_compare(b);
	}
}

/* Each start begins in state 0 with user state 0, whatever the last run has left: the machine
 * traces in state 0 and then stays in state 5, in which it counts. */
static void starts(struct sim *s)
{
	static const uint32_t addr[3];
	static const uint8_t ctl[3];
	struct sm_board *b = sm_board_open(s, true);

	sm_simple_tables(b, SM_ENTRY_TRACE | SM_ENTRY_COUNT | 5);
	SM_OK(b, sm_fill_table(&b->m, SM_MACHINE, 5 << 12, 5 << 12 | 0x1F, SM_ENTRY_COUNT | 5));
	SM_OK(b, sm_set_mode(&b->m, &(struct sm_mode){.trace = {true, false}}));
	for (unsigned int EACH(i, 0); i < 3; i++) {
		/* while idle, the machine's table reads the entry at ADDR: one of state 5 */
		sm_board_put(b, SUPERMON_ADDR, SM_MACHINE << SUPERMON_ADDR_SPACE_LSB | 5 << 12);
		SM_OK(b, sm_start(&b->m));
		sim_wait_cycles(b->clk, 20);
		SIM_EQ(s, sm_board_get(b, SUPERMON_NOW), 0, "states after the start");
		sm_send(b, addr, ctl, 3);
		SIM_EQ(s, sm_board_get(b, SUPERMON_NOW), 0x12345, "states after the events");
		SIM_EQ(s, sm_board_get(b, SUPERMON_TCNT), 1, "entries");
		sm_board_compare(b);
	}
}

/* ---- latency and throughput ---- */

#define LATENCY 8 /* clocks, see supermon.v */

struct watch {
	struct sm_board *b;
	struct sim_pin *event, *trace, *count, *we_n;
	uint32_t seen; /* requests of the last clocks, bit 0: the last one */
	uint8_t decided[LATENCY + 1];
	uint64_t events, clock, first_req, first_write;
};

/* obs_event is 1 in the clock LATENCY clocks after that of a request; obs_trace and obs_count
 * are 0 in the others. */
static void watch_clock(void *arg)
{
	struct watch *w = arg;
	const struct sm_golden *g = w->b->g;
	const uint64_t is = sim_get(w->trace) << 1 | sim_get(w->count);

	SIM_EQ(w->b->s, sim_get(w->event), w->seen >> (LATENCY - 1) & 1, "obs_event");
	SIM_EQ(w->b->s, is, w->decided[(w->clock - LATENCY) % (LATENCY + 1)],
	       "obs_trace and obs_count");
	w->events += sim_get(w->event);
	if (!sim_get(w->we_n) && !w->first_write)
		w->first_write = w->clock;
	if (g->event && !w->first_req)
		w->first_req = w->clock;
	w->decided[w->clock % (LATENCY + 1)] = (uint8_t)(g->traced << 1 | g->counted);
	w->seen = w->seen << 1 | g->event;
	w->clock++;
}

static void trigger_latency(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);
	struct watch w = {.b = b,
			  .event = sim_pin(s, "obs_event"),
			  .trace = sim_pin(s, "obs_trace"),
			  .count = sim_pin(s, "obs_count"),
			  .we_n = sim_pin(s, "a_we_n")};
	static uint32_t addr[500];
	static uint8_t ctl[500];
	unsigned int traced = 0;

	for (unsigned int i = 0; i < 500; i++) {
		addr[i] = (uint32_t)sim_random(s) & 0x3FFFFFFF;
		/* the first request is traced both times */
		ctl[i] = sim_random(s) & (i > 0);
		traced += ctl[i];
	}
	/* the same requests, twice: the second time with another machine, loaded at run time */
	for (unsigned int EACH(turn, 0); turn < 2; turn++) {
		const uint16_t entry = turn ? SM_ENTRY_COUNT : SM_ENTRY_TRACE;

		sm_simple_tables(b, SM_ENTRY_TRACE);
		SM_OK(b, sm_fill_table(&b->m, SM_MACHINE, 0x10, 0x1F, entry));
		SM_OK(b, sm_set_mode(&b->m, &(struct sm_mode){.trace = {true, false}}));
		SM_OK(b, sm_start(&b->m));
		w.seen = 0;
		w.clock = LATENCY + 1;
		memset(w.decided, 0, sizeof(w.decided));
		w.events = w.first_req = w.first_write = 0;
		b->on_clock_arg = &w;
		b->on_clock = watch_clock;
		sm_send(b, addr, ctl, 500);
		b->on_clock = NULL;
		SIM_EQ(s, w.events, 500, "events, one in each clock");
		SIM_EQ(s, w.first_write - w.first_req, LATENCY, "clocks to the bank");
		SIM_EQ(s, sm_board_get(b, SUPERMON_TCNT), turn ? 500 - traced : 500, "entries");
		sm_board_compare(b);
	}
}

/* ---- matches ---- */

struct range {
	bool range;
	uint32_t a, b; /* words */
};

static bool in_range(const struct range *r, uint32_t addr)
{
	return r->range ? addr >= r->a && addr <= r->b : ((addr ^ r->a) & r->b) == 0;
}

/* Tests the addresses around a range or value: its ends, and addresses with one bit changed. */
static size_t near(struct sim *s, const struct range *r, uint32_t *addr)
{
	const uint32_t all = 0x3FFFFFFF;
	size_t n = 0;

	for (int end = 0; end < 2; end++) {
		const uint32_t at = end && r->range ? r->b : r->a;

		addr[n++] = at;
		addr[n++] = (at - 1) & all;
		addr[n++] = (at + 1) & all;
		for (unsigned int i = 0; i < SM_ADDRESS_BITS; i++)
			addr[n++] = at ^ 1u << i;
	}
	for (int i = 0; i < 8; i++)
		addr[n++] = (uint32_t)sim_random(s) & all;
	return n;
}

#define STAGES 5
#define STAGE_WORDS (SM_MATCH_WORDS / STAGES)

/* Loads the tables of the stages in any order: each has only its own words. */
static void load_matches(struct sm_board *b, const struct range ranges[4])
{
	static struct sm_program p;
	const unsigned int first = (unsigned int)sim_range(b->s, 0, STAGES - 1);
	const unsigned int step = (unsigned int)sim_range(b->s, 1, STAGES - 1);
	const char *wrong;
	char line[100];

	sm_program_begin(&p);
	for (unsigned int k = 0; k < 4; k++) {
		const int n = snprintf(line, sizeof(line), "match %u %s 0x%X 0x%X", k,
				       ranges[k].range ? "range" : "value", ranges[k].a << 2,
				       ranges[k].b << 2);

		SIM_CHECK(b->s, !sm_program_line(&p, line, (size_t)n, &wrong), "%s", wrong);
	}
	for (unsigned int EACH(i, 0); i < STAGES; i++) {
		const uint32_t at = (first + step * i) % STAGES * STAGE_WORDS;

		SM_OK(b, sm_write_table(&b->m, SM_MATCHES, at, p.match + at, STAGE_WORDS));
	}
}

static void check_matches(struct sm_board *b, const struct range ranges[4])
{
	static const uint8_t ctl[128];
	uint32_t addr[128];

	load_matches(b, ranges);
	for (unsigned int EACH(k, 0); k < 4; k++) {
		const size_t n = near(b->s, &ranges[k], addr);
		unsigned int entries = 0;
		uint16_t entry[16];

		for (unsigned int i = 0; i < 16; i++)
			entry[i] = i >> k & 1 ? SM_ENTRY_TRACE : 0;
		SM_OK(b, sm_write_table(&b->m, SM_MACHINE, 0, entry, 16));
		SM_OK(b, sm_start(&b->m));
		sm_send(b, addr, ctl, n);
		SM_OK(b, sm_stop(&b->m));
		for (size_t EACH(i, 0); i < n; i++)
			if (in_range(&ranges[k], addr[i]))
				SIM_EQ(b->s, sm_board_word(b, 0, entries++) >> 16 & 0x3FFFFFFF,
				       addr[i], "address");
		SIM_EQ(b->s, sm_board_get(b, SUPERMON_TCNT), entries, "matches");
	}
}

static void trigger_matches(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);
	const unsigned int turns = (unsigned int)sim_length(s, 12, 2);

	sm_simple_tables(b, 0);
	SM_OK(b, sm_set_mode(&b->m, &(struct sm_mode){.trace = {true, false}}));
	for (unsigned int EACH(i, 0); i < turns; i++) {
		struct range r[4];

		for (unsigned int k = 0; k < 4; k++) {
			r[k].range = (i + k) % 2;
			r[k].a = (uint32_t)sim_random(s) & 0x3FFFFFFF;
			r[k].b = (uint32_t)sim_random(s) & 0x3FFFFFFF >> sim_range(s, 0, 29);
			if (r[k].range)
				r[k].b = r[k].a + r[k].b < 0x40000000 ? r[k].a + r[k].b
								      : 0x3FFFFFFF;
		}
		if (i == 0) { /* a single address, then all addresses */
			r[0] = (struct range){true, 0x12345678 & 0x3FFFFFFF, 0x12345678};
			r[2] = (struct range){true, 0, 0x3FFFFFFF};
			r[1] = (struct range){false, 0x2AAAAAAA, 0x3FFFFFFF};
		}
		check_matches(b, r);
	}
	sm_board_compare(b);
}

const struct sim_test sim_tests[] = {
	{"trigger_random", random_machine, "SM-FSM-001", NULL},
	{"trigger_starts", starts, "SM-FSM-001", NULL},
	{"trigger_latency", trigger_latency, "SM-FSM-002", NULL},
	{"trigger_matches", trigger_matches, "SM-FSM-003", NULL},
	{0},
};
