/* SPDX-License-Identifier: Apache-2.0 */
/* Tests histograms: full rate, time in states, latency, addresses, width of the counters. */
#include "sm_traffic.h"
#include "supermon_regs.h"
#include <string.h>

#define LAST_BIN (SM_BANK_WORDS - 1) /* also of all longer latencies */

static void set_histogram(struct sm_board *b, enum sm_histogram histogram)
{
	SM_OK(b, sm_set_mode(&b->m, &(struct sm_mode){.histogram = histogram}));
}

static uint64_t bin(const struct sm_board *b, unsigned int i)
{
	return sm_board_word(b, 0, i) + sm_board_word(b, 1, i);
}

static uint64_t sum(const struct sm_board *b)
{
	uint64_t n = 0;

	for (unsigned int i = 0; i < SM_BANK_WORDS; i++)
		n += bin(b, i);
	return n;
}

/* Tests an event in every clock: in one bin, in two bins alternately, in random bins. */
static void hist_rate(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);
	static uint32_t addr[3000];
	static uint8_t ctl[3000];

	for (unsigned int i = 0; i < 3000; i++)
		ctl[i] = i < 1000 ? 0 : i < 2000 ? i & 1 : sim_random(s) & 1;
	sm_clear(b);
	sm_simple_tables(b, SM_ENTRY_COUNT);
	set_histogram(b, SM_EVENTS);
	SM_OK(b, sm_start(&b->m));
	sm_send(b, addr, ctl, 3000);
	sm_board_compare(b);
	SIM_EQ(s, sum(b), 3000, "counted events");
	SIM_EQ(s, sm_board_get(b, SUPERMON_CLOST), 0, "lost events");
	SIM_CHECK(s, sm_board_word(b, 1, 0x1234) > 400, "bank B shares the load");
}

static void hist_clocks(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);
	struct sm_random r = {.s = s,
			      .requests = sim_length(s, 20000, 2000),
			      .percent = 30,
			      .base = 0x1000,
			      .vary = 0xF0,
			      .depth = 2,
			      .latency = 5};
	uint64_t clocks;

	for (int c = 0; c < 4; c++)
		r.ctl[c] = (uint8_t)sim_random(s);
	sm_clear(b);
	sm_random_tables(b, &r, SM_ENTRY_COUNT);
	set_histogram(b, SM_CLOCKS);
	SM_OK(b, sm_start(&b->m));
	sm_random_run(b, &r);
	sm_board_compare(b);
	clocks = sm_board_get(b, SUPERMON_TIMEL);
	SIM_CHECK(s, clocks > r.requests, "time");
	SIM_EQ(s, sum(b), clocks, "sum of all states");
}

/* Makes a request, and its answer @clocks later. */
static void answer_after(struct sm_board *b, struct sm_random *r, unsigned int clocks)
{
	r->requests = 1;
	sm_board_traffic(b, sm_random_bus, r);
	sim_wait_cycles(b->clk, 1);
	r->due[0][0] = r->due[1][0] = r->clock + clocks;
	sm_random_run(b, r);
}

static void hist_latency(struct sim *s)
{
	static const unsigned int longest[] = {LAST_BIN - 1, LAST_BIN, LAST_BIN + 1,
					       LAST_BIN + 20};
	struct sm_board *b = sm_board_open(s, true);
	struct sm_random r = {.s = s,
			      .requests = sim_length(s, 20000, 2000),
			      .percent = 50,
			      .base = 0x1000,
			      .vary = 0xF0,
			      .depth = 1,
			      .latency = 40};
	static const uint32_t addr[1];
	static const uint8_t ctl[1];
	uint64_t events;

	for (int c = 0; c < 4; c++)
		r.ctl[c] = (uint8_t)sim_random(s);
	/* at most one request of each tag in flight: all latencies are measured */
	sm_clear(b);
	sm_random_tables(b, &r, SM_ENTRY_COUNT);
	set_histogram(b, SM_LATENCY);
	SM_OK(b, sm_start(&b->m));
	sm_random_run(b, &r);
	SIM_EQ(s, sm_board_get(b, SUPERMON_CLOST), 0, "lost");
	SIM_EQ(s, sm_board_get(b, SUPERMON_STAT), SUPERMON_STAT_RUN_MASK, "no flag");
	sm_board_compare(b);
	/* several requests in flight: overlapping ones are flagged */
	r.requests = 2000;
	r.depth = SM_TRAFFIC_DEPTH;
	sm_clear(b);
	SM_OK(b, sm_start(&b->m));
	sm_random_run(b, &r);
	SIM_CHECK(s, sm_board_get(b, SUPERMON_STAT) & SUPERMON_STAT_OVER_MASK, "OVER");
	events = sum(b) + sm_board_get(b, SUPERMON_CLOST);
	sm_board_compare(b);
	SIM_CHECK(s, sum(b) > 0 && events > sum(b), "measured, and lost");
	/* the last bin; a request without an answer at the stop */
	sm_clear(b);
	sm_simple_tables(b, SM_ENTRY_COUNT);
	SM_OK(b, sm_start(&b->m));
	sm_send(b, addr, ctl, 1);
	SIM_EQ(s, bin(b, 1), 1, "an answer in the next clock");
	sm_board_traffic(b, NULL, NULL);
	r = (struct sm_random){.s = s, .percent = 100, .depth = 1, .latency = 1};
	for (unsigned int EACH(i, 0); i < sizeof(longest) / sizeof(*longest); i++)
		answer_after(b, &r, longest[i]);
	SIM_EQ(s, bin(b, LAST_BIN - 1), 1, "the bin before the last one");
	SIM_EQ(s, bin(b, LAST_BIN), sizeof(longest) / sizeof(*longest) - 1, "the last bin");
	r.requests = 1;
	r.latency = 1;
	sm_board_traffic(b, sm_random_bus, &r);
	sim_wait_cycles(b->clk, 1);
	r.due[0][0] = r.due[1][0] = r.clock + 500;
	sim_wait_cycles(b->clk, 20);
	SM_OK(b, sm_stop(&b->m));
	SIM_EQ(s, sm_board_get(b, SUPERMON_CLOST), 1, "no answer before the stop");
	sm_random_run(b, &r);
	sm_board_compare(b);
}

static void both_tags_bus(void *arg, struct sm_bus *b)
{
	unsigned int *clock = arg;

	b->req = *clock < 2;
	b->tag = *clock & 1;
	*clock += 1;
}

/* A request of each tag has no answer at the stop, and both are lost. */
static void both_unanswered(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);
	unsigned int clock = 0;

	sm_simple_tables(b, SM_ENTRY_COUNT);
	set_histogram(b, SM_LATENCY);
	SM_OK(b, sm_start(&b->m));
	sm_board_traffic(b, both_tags_bus, &clock);
	sim_wait_cycles(b->clk, 20);
	SIM_EQ(s, sm_board_get(b, SUPERMON_CLOST), 0, "before the stop");
	SM_OK(b, sm_stop(&b->m));
	SIM_EQ(s, sm_board_get(b, SUPERMON_CLOST), 2, "no answers before the stop");
	sm_board_compare(b);
}

/* Tests each address bit alone, in each bit of the bin. */
static void hist_address(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);
	uint32_t addr[SM_ADDRESS_BITS + 2];
	static const uint8_t ctl[SM_ADDRESS_BITS + 2];

	for (unsigned int i = 0; i < SM_ADDRESS_BITS; i++)
		addr[i] = 1u << i;
	addr[SM_ADDRESS_BITS] = 0;
	addr[SM_ADDRESS_BITS + 1] = 0x3FFFFFFF;
	sm_simple_tables(b, SM_ENTRY_COUNT);
	/* the function is used with every value of the bin's low bits */
	for (unsigned int EACH(i, 0); i < 256; i++) {
		const uint16_t user = (uint16_t)i;

		SM_OK(b, sm_write_table(&b->m, SM_FUNCTION, i << 8, &user, 1));
	}
	set_histogram(b, SM_ADDRESS);
	for (unsigned int EACH(shift, 0); shift < SM_ADDRESS_BITS; shift += 7) {
		uint8_t bit[SM_BIN_BITS];

		for (unsigned int i = 0; i < SM_BIN_BITS; i++)
			bit[i] = (uint8_t)((shift + (shift & 1 ? 15 - i : 2 * i)) %
					   SM_ADDRESS_BITS);
		bit[shift % 15] = SM_NO_BIT;
		sm_clear(b);
		SM_OK(b, sm_set_bits(&b->m, bit));
		SM_OK(b, sm_start(&b->m));
		sm_send(b, addr, ctl, SM_ADDRESS_BITS + 2);
		sm_board_compare(b);
		SIM_EQ(s, sum(b), SM_ADDRESS_BITS + 2, "counted");
		for (unsigned int EACH(i, 0); i < SM_BIN_BITS; i++)
			if (bit[i] != SM_NO_BIT)
				SIM_EQ(s, bin(b, 1u << i), 1, "the bin of one bit");
		SIM_EQ(s, bin(b, 0x7FFF & ~(1u << shift % 15)), 1, "all bits");
	}
}

static void hist_wrap(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);
	static const uint32_t addr[8];
	static const uint8_t ctl[8];

	sm_clear(b);
	sm_simple_tables(b, SM_ENTRY_COUNT);
	set_histogram(b, SM_EVENTS);
	for (unsigned int EACH(bank, 0); bank < 2; bank++) {
		const uint64_t near = SM_WORD_MAX - 2, half = SM_WORD_MAX >> 1;
		const uint32_t word = bank * SM_BANK_WORDS + 0x1234;

		SM_OK(b, sm_write_words(&b->m, word, &half, 1));
		SM_OK(b, sm_start(&b->m));
		sm_send(b, addr, ctl, 4); /* two in each bank */
		SIM_EQ(s, sm_board_word(b, bank, 0x1234), half + 2, "counter");
		SIM_EQ(s, sm_board_get(b, SUPERMON_STAT), SUPERMON_STAT_RUN_MASK, "no flag");
		SM_OK(b, sm_stop(&b->m));
		sm_clear(b);
		SM_OK(b, sm_write_words(&b->m, word, &near, 1));
		SM_OK(b, sm_start(&b->m));
		sm_send(b, addr, ctl, 4);
		SIM_EQ(s, sm_board_word(b, bank, 0x1234), SM_WORD_MAX, "counter");
		SIM_EQ(s, sm_board_get(b, SUPERMON_STAT), SUPERMON_STAT_RUN_MASK, "no flag");
		sm_send(b, addr, ctl, 2);
		SIM_EQ(s, sm_board_word(b, bank, 0x1234), 0, "counter");
		SIM_EQ(s, sm_board_get(b, SUPERMON_STAT),
		       SUPERMON_STAT_RUN_MASK | SUPERMON_STAT_CWRAP_MASK, "CWRAP");
		sm_board_compare(b);
		sm_clear(b);
	}
}

/* The counts of the status saturate. */
static void counts_saturate(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);
	static const uint32_t addr[40];
	static const uint8_t ctl[40];

	sm_simple_tables(b, SM_ENTRY_COUNT | SM_ENTRY_TRACE);
	/* bank A traces, so B alone counts, only every second event */
	SM_OK(b, sm_set_mode(&b->m, &(struct sm_mode){.trace = {true, false}}));
	SM_OK(b, sm_start(&b->m));
	sm_send(b, addr, ctl, 40);
	sm_board_compare(b);
	SIM_EQ(s, sm_board_get(b, SUPERMON_EVENTS), UINT32_MAX, "EVENTS");
	SIM_EQ(s, sm_board_get(b, SUPERMON_CLOST), UINT32_MAX, "CLOST");
	set_histogram(b, SM_EVENTS);
	SM_OK(b, sm_start(&b->m));
	sm_send(b, addr, ctl, 40);
	sm_board_compare(b);
	SIM_EQ(s, sm_board_get(b, SUPERMON_TLOST), UINT32_MAX, "TLOST");
}

struct pile {
	unsigned int n, clock; /* requests of one tag before the first answer */
};

static void pile_bus(void *arg, struct sm_bus *b)
{
	struct pile *p = arg;
	const unsigned int at = p->clock++;

	b->tag = b->ans_tag = p->n & 1;
	/* requests, then their answers, then a request that is answered 3 clocks later */
	b->req = at < p->n || at == 2 * p->n + 10;
	b->ans = (at >= p->n && at < 2 * p->n) || at == 2 * p->n + 13;
}

/* Tests more requests in flight than the board follows. The golden model says which of them are
 * measured and which are reported by OVER, which software clears; a single request is measured
 * afterwards. */
static void in_flight(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);

	sm_simple_tables(b, SM_ENTRY_COUNT);
	set_histogram(b, SM_LATENCY);
	for (unsigned int EACH(n, 5); n < 20; n++) {
		struct pile p = {.n = n};

		sm_clear(b);
		SM_OK(b, sm_start(&b->m));
		sm_board_traffic(b, pile_bus, &p);
		sim_wait_cycles(b->clk, 2 * n + 40);
		sm_board_traffic(b, NULL, NULL);
		SIM_EQ(s, sm_board_get(b, SUPERMON_CLOST), n - 1, "requests not measured");
		SIM_EQ(s, bin(b, n), 1, "the first request");
		SIM_EQ(s, bin(b, 3), 1, "the last request");
		sm_board_compare(b);
		sm_board_put(b, SUPERMON_STAT, SUPERMON_STAT_OVER_MASK);
		sm_board_compare(b);
	}
}

const struct sim_test sim_tests[] = {
	{"hist_rate", hist_rate, "SM-HST-001", NULL},
	{"hist_clocks", hist_clocks, "SM-HST-002", NULL},
	{"hist_latency", hist_latency, "SM-HST-003", NULL},
	{"hist_both_unanswered", both_unanswered, "SM-HST-003", NULL},
	{"hist_in_flight", in_flight, "SM-HST-003", NULL},
	{"hist_address", hist_address, "SM-HST-004", NULL},
	{"hist_wrap", hist_wrap, "SM-HST-005", NULL},
	{"counts_saturate", counts_saturate, "", "supermon_wrap"},
	{0},
};
