/* SPDX-License-Identifier: Apache-2.0 */
/* Tests traces: both forms of entries, gaps, functions, the end of the memory. */
#include "sm_traffic.h"
#include "supermon_regs.h"
#include <inttypes.h>

/* The events of a run as they were on the bus, in clocks of the test. */
struct seen {
	struct sm_board *b;
	uint64_t first; /* time of the first monitored clock */
	struct {
		uint64_t time;
		uint32_t addr;
		bool write;
	} event[4096];
	unsigned int n;
};

static void note_event(void *arg)
{
	struct seen *l = arg;

	if (!sim_get(l->b->run))
		l->first = sim_clock_edges(l->b->clk) + 1;
	else if (l->b->bus.req && l->n < 4096) {
		l->event[l->n].time = sim_clock_edges(l->b->clk) - l->first + 1;
		l->event[l->n].addr = l->b->bus.addr;
		l->event[l->n++].write = l->b->bus.ctl & 1;
	}
}

/* Decodes the trace of bank A and compares it with the events on the bus. */
static unsigned int check_form_a(struct sm_board *b, const struct seen *l, uint64_t init)
{
	const unsigned int entries = sm_board_get(b, SUPERMON_TCNT);
	struct sm_decoder d = {.period = (init + 1) >> 16};
	struct sm_entry e;
	unsigned int n = 0;

	for (unsigned int i = 0; i < entries; i++) {
		sm_decode(&d, sm_board_word(b, 0, i), &e);
		if (!e.event)
			continue;
		SIM_CHECK(b->s,
			  n < l->n && e.time == init + l->event[n].time &&
				  e.addr == l->event[n].addr && e.write == l->event[n].write,
			  "entry %u: time %" PRIu64 ", address 0x%08" PRIX32, i, e.time,
			  e.addr);
		n++;
	}
	SIM_EQ(b->s, n, l->n, "events in the trace");
	return entries - n;
}

static void trace_form_a(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);
	static struct seen l;
	struct sm_random r = {.s = s,
			      .requests = 2000,
			      .percent = 60,
			      .ctl = {0, 1, 0, 1},
			      .vary = 0x3FFFFFFF,
			      .depth = 6,
			      .latency = 4};

	l = (struct seen){.b = b};
	sm_simple_tables(b, SM_ENTRY_TRACE);
	SM_OK(b, sm_set_mode(&b->m, &(struct sm_mode){.trace = {true, false}}));
	b->on_clock_arg = &l;
	b->on_clock = note_event;
	SM_OK(b, sm_start(&b->m));
	sm_random_run(b, &r);
	sm_board_compare(b);
	SIM_EQ(s, check_form_a(b, &l, 0), 0, "entries without an event");
}

/* Tests gaps longer than a period of 2^16 clocks, and the wrap of the time at 2^40. */
static void trace_gaps(struct sim *s)
{
	const uint64_t init = 0xFFFFFFF800;
	struct sm_board *b = sm_board_open(s, true);
	static struct seen l;
	static const uint32_t addr[3] = {0x3FFFFFFF, 0, 0x12345};
	static const uint8_t ctl[3] = {1, 0, 0};
	const unsigned int gaps = (unsigned int)sim_length(s, 4, 1);

	l = (struct seen){.b = b};
	sm_simple_tables(b, SM_ENTRY_TRACE);
	SM_OK(b, sm_set_mode(&b->m, &(struct sm_mode){.trace = {true, false}}));
	b->on_clock_arg = &l;
	b->on_clock = note_event;
	SM_OK(b, sm_start(&b->m));
	for (unsigned int i = 0; i < gaps; i++) {
		sm_send(b, addr, ctl, 3);
		sim_wait_cycles(b->clk, 68000 + 65536 * i);
		sm_send(b, addr, ctl, i % 3 + 1);
	}
	sm_board_compare(b);
	SIM_CHECK(s, sm_board_get(b, SUPERMON_STAT) & SUPERMON_STAT_TWRAP_MASK, "TWRAP");
	SIM_CHECK(s, check_form_a(b, &l, init) >= gaps, "periods without an event");
}

#define ENDS 6 /* clocks around the end of a period, half of them after it */

struct ends {
	const struct sm_golden *g;
	unsigned int events; /* bit n: an event in clock n of these */
};

static void ends_bus(void *arg, struct sm_bus *b)
{
	const struct ends *e = arg;
	/* the golden model has the time of the clock before; the time wraps to 0 */
	const uint64_t clock = (e->g->now + 1 + ENDS / 2) & 0xFFFFFFFFFF;

	b->req = clock < ENDS && e->events >> clock & 1;
	b->addr = 0x1000 + (uint32_t)clock;
}

/* Events in the last clocks of a period and in the first ones of the next, in all combinations:
 * the golden model says which entries there are. */
static void trace_period_ends(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);
	struct ends e = {.g = b->g};

	sm_simple_tables(b, SM_ENTRY_TRACE);
	SM_OK(b, sm_set_mode(&b->m, &(struct sm_mode){.trace = {true, false}}));
	sm_board_traffic(b, ends_bus, &e);
	for (unsigned int EACH(events, 0); events < 1u << ENDS; events += sim_step(s, 7)) {
		const unsigned int before = events & ((1u << ENDS / 2) - 1);

		e.events = events;
		SM_OK(b, sm_start(&b->m));
		SIM_EQ(s, sm_board_get(b, SUPERMON_STAT) & SUPERMON_STAT_TWRAP_MASK, 0,
		       "TWRAP of the last measurement");
		sim_wait_cycles(b->clk, 2100);
		SIM_EQ(s, sm_board_get(b, SUPERMON_TCNT),
		       (unsigned int)__builtin_popcount(events) + !before, "entries");
		for (unsigned int EACH(i, 0); i < b->g->entries; i++)
			SIM_EQ(s, sm_board_word(b, 0, i), b->g->bank[0][i], "entry");
		SM_OK(b, sm_stop(&b->m));
	}
	sm_board_compare(b);
}

static void trace_form_b(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);
	const bool wrap = b->g->time_init != 0;

	for (unsigned int EACH(turn, 0); turn < 2; turn++) {
		struct sm_random r = {.s = s,
				      .requests = 3000,
				      .percent = 80,
				      .base = (uint32_t)sim_random(s) & 0x3FFFFFFF,
				      .vary = 1u << sim_range(s, 0, 14) | 1u << 20 | 1u << 29,
				      .depth = 6,
				      .latency = 2};
		struct sm_decoder d = {.form_b = true};
		struct sm_entry e;
		uint64_t last = 0;

		for (int c = 0; c < 4; c++)
			r.ctl[c] = (uint8_t)sim_random(s);
		sm_random_tables(b, &r, SM_ENTRY_TRACE);
		SM_OK(b, sm_set_mode(&b->m, &(struct sm_mode){.trace = {false, true},
							      .form_b = true}));
		SM_OK(b, sm_start(&b->m));
		sm_random_run(b, &r);
		sm_board_compare(b);
		SIM_EQ(s, !!(sm_board_get(b, SUPERMON_STAT) & SUPERMON_STAT_TWRAP_MASK), wrap,
		       "TWRAP");
		for (unsigned int i = 0; i < b->g->entries; i++) {
			sm_decode(&d, sm_board_word(b, 1, i), &e);
			SIM_CHECK(s, e.time > last, "time of entry %u", i);
			last = e.time;
		}
	}
}

/* Fills both banks to the last word; further events change nothing. */
static void trace_full(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);
	struct sm_random r = {.s = s,
			      .requests = SM_WORDS,
			      .percent = 100,
			      .ctl = {0, 1, 0, 1},
			      .vary = 0x3FFFFFFF,
			      .depth = 6,
			      .latency = 1};
	static const uint32_t addr[3] = {1, 2, 3};
	static const uint8_t ctl[3];

	sm_simple_tables(b, SM_ENTRY_TRACE);
	SM_OK(b, sm_write(&b->m, SUPERMON_IRQEN, SUPERMON_STAT_TLOST_MASK));
	SM_OK(b, sm_set_mode(&b->m, &(struct sm_mode){.trace = {true, true}}));
	SM_OK(b, sm_start(&b->m));
	sm_random_run(b, &r);
	SIM_EQ(s, sm_board_get(b, SUPERMON_TCNT), SM_WORDS, "entries");
	SIM_EQ(s, sm_board_get(b, SUPERMON_STAT),
	       SUPERMON_STAT_RUN_MASK | SUPERMON_STAT_TFULL_MASK, "STAT when full");
	SIM_EQ(s, sim_get(sim_pin(s, "irq")), 0, "irq");
	sm_send(b, addr, ctl, 3);
	SIM_EQ(s, sm_board_get(b, SUPERMON_TLOST), 3, "lost entries");
	SIM_EQ(s, sim_get(sim_pin(s, "irq")), 1, "irq");
	/* the golden model's banks still have the first 64K entries */
	sm_board_compare(b);
}

const struct sim_test sim_tests[] = {
	{"trace_form_a", trace_form_a, "SM-TRC-001", NULL},
	{"trace_gaps", trace_gaps, "SM-TRC-001", "supermon_wrap"},
	{"trace_period_ends", trace_period_ends, "SM-TRC-001", "supermon_wrap"},
	{"trace_form_b", trace_form_b, "SM-TRC-002 SM-TRC-003", "supermon supermon_wrap"},
	{"trace_full", trace_full, "SM-TRC-004 SM-BNK-001", NULL},
	{0},
};
