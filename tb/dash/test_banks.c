/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the banks of counters and the circuits that use them. */
#include "station.h"
#include <string.h>

static const struct dash_conditions plain = {.mask = {DASH_EVENTS, DASH_EVENTS}};

/* ---- a count takes two clocks ---- */

struct pins {
	struct station *t;
	struct sim_pin *a, *dq_o;
	const uint8_t *oe_n, *we_n;
	unsigned int fetches, writes, run;
	uint32_t fetched; /* address of the fetch in the last clock */
	bool fetching;
	uint32_t written;
};

/* Checks the pins of bank 0 in each clock: a fetch, and in the next clock the write-back. */
static void watch_pins(void *arg)
{
	struct pins *p = arg;
	struct sim *s = p->t->s;
	const bool fetch = !*p->oe_n, write = !*p->we_n;

	SIM_CHECK(s, write == p->fetching, "a write-back follows each fetch at once");
	SIM_CHECK(s, !(fetch && write), "the pins fetch or write");
	if (write) {
		SIM_EQ(s, sim_get(p->a), p->fetched, "address of the write-back");
		p->written = (uint32_t)sim_get(p->dq_o);
	}
	if (fetch)
		p->fetched = (uint32_t)sim_get(p->a);
	p->run = fetch || write ? p->run + 1 : 0;
	p->fetches += fetch;
	p->writes += write;
	p->fetching = fetch;
}

static void constant_event(void *arg, struct dash_bus *b)
{
	b->events = *(const uint16_t *)arg;
}

static void two_clocks(struct sim *s)
{
	const struct dash_conditions c = {.independent = true, .mask = {DASH_EVENTS, 0}};
	struct station *t = station_begin(s, DASH_COUNT, &c);
	struct pins p = {.t = t,
			 .a = sim_pin(s, "s0_a"),
			 .dq_o = sim_pin(s, "s0_dq_o"),
			 .oe_n = sim_low(sim_pin(s, "s0_oe_n")),
			 .we_n = sim_low(sim_pin(s, "s0_we_n"))};
	uint16_t event = 0x155;

	sim_on(t->clk, SIM_BEFORE_RISE, watch_pins, &p);
	station_bus(t, &(struct dash_bus){.events = event});
	station_idle(t, 6);
	SIM_EQ(s, p.fetches, 1, "fetches of one event");
	SIM_EQ(s, p.writes, 1, "write-backs of one event");
	SIM_EQ(s, p.fetched, event, "address");
	SIM_EQ(s, p.written, 1, "the counter");
	/* an event in every clock: the bank fetches and writes alternately */
	t->source = constant_event;
	t->arg = &event;
	station_idle(t, 43);
	SIM_CHECK(s, p.run >= 40, "the bank pauses: %u clocks", p.run);
	t->source = NULL;
	station_idle(t, 6);
	SIM_EQ(s, p.written, p.writes, "the counter");
	SIM_EQ(s, t->g->count[DC_COUNTED], p.writes, "counts");
	SIM_EQ(s, t->g->count[DC_MISSED] + t->g->count[DC_COUNTED], 44, "events");
	station_enable(t, false);
	SIM_EQ(s, station_get(t, DASH_MISSED0), t->g->count[DC_MISSED], "events missed");
}

/* ---- every counter ---- */

static void each_counter(void *arg, struct dash_bus *b)
{
	unsigned int *n = arg;

	if (*n == 2 * DASH_COUNTERS)
		return;
	b->start = true;
	b->addr = *n / 2 % DASH_COUNTERS;
	++*n;
}

static bool all_sent(void *arg)
{
	return *(unsigned int *)arg == 2 * DASH_COUNTERS;
}

/* Performs requests that count in two counters of both banks. */
static void count_some(struct station *t)
{
	for (unsigned int i = 0; i < 4; i++) {
		station_bus(t, &(struct dash_bus){.start = true, .addr = 5});
		station_idle(t, 1);
		station_bus(t, &(struct dash_bus){.start = true, .addr = 0x3FFF});
	}
}

static void every_counter(struct sim *s)
{
	struct station *t = station_begin(s, DASH_JOINT, &(struct dash_conditions){0});
	unsigned int n = 0;

	t->arg = &n;
	t->source = each_counter;
	SIM_CHECK(s, sim_wait_for(s, all_sent, &n, SIM_MS(3)), "the requests do not end");
	station_idle(t, 4);
	t->source = NULL;
	for (unsigned int EACH(k, 0); k < 2; k++)
		for (unsigned int EACH(i, 0); i < DASH_COUNTERS; i++)
			SIM_EQ(s, sram_peek(t->bank[k], i), 1, "a counter");
	/* counters wrap after 2^32 counts, first in one bank only */
	station_put_counter(t, 0, 5, 0xFFFFFFFF);
	SIM_EQ(s, station_get(t, DASH_STAT) & DASH_STAT_WRAP_MASK, 0, "no wrap yet");
	count_some(t);
	SIM_EQ(s, station_get(t, DASH_WRAPS0), 1, "wraps in bank 0");
	SIM_EQ(s, station_get(t, DASH_WRAPS1), 0, "wraps in bank 1");
	SIM_CHECK(s, station_get(t, DASH_STAT) & DASH_STAT_WRAP_MASK, "the wrap has a flag");
	station_put_counter(t, 1, DASH_COUNTERS - 1, 0xFFFFFFFE);
	count_some(t);
	station_finish(t);
	SIM_EQ(s, station_get(t, DASH_WRAPS1), 1, "wraps in bank 1");
}

/* ---- rates ---- */

struct noise {
	struct station *t;
	unsigned int percent;
	bool always; /* an event in each clock */
	uint64_t clocks;
};

static void make_noise(void *arg, struct dash_bus *b)
{
	struct noise *n = arg;

	station_random(n->t, b, n->percent);
	if (n->always)
		b->events |= 1;
	n->clocks++;
}

static void play(struct station *t, struct noise *n, unsigned int clocks)
{
	n->t = t;
	t->arg = n;
	t->source = make_noise;
	station_idle(t, clocks);
	t->source = NULL;
	station_idle(t, 6);
}

static void full_rate(struct sim *s)
{
	struct station *t = station_begin(s, DASH_COUNT, &plain);
	struct dash_conditions c = plain;
	struct noise n = {.always = true};
	const unsigned int clocks = (unsigned int)sim_length(s, 20000, 4000);

	play(t, &n, clocks);
	SIM_CHECK(s, t->g->count[DC_COUNTED] + t->g->count[DC_COUNTED + 1] >= clocks - 2,
		  "few events");
	station_finish(t);
	SIM_EQ(s, t->g->count[DC_MISSED] + t->g->count[DC_MISSED + 1], 0, "events missed");

	c.independent = true;
	c.mask[0] = 0x00FF;
	c.mask[1] = 0x3F01;
	station_load(t, DASH_COUNT, &c);
	station_clear(t);
	station_enable(t, true);
	play(t, &n, clocks);
	for (unsigned int k = 0; k < 2; k++) {
		const uint64_t counted = t->g->count[DC_COUNTED + k];
		const uint64_t missed = t->g->count[DC_MISSED + k];

		SIM_CHECK(s, counted - missed <= 1, "bank %u counts %llu and misses %llu", k,
			  (unsigned long long)counted, (unsigned long long)missed);
	}
	station_finish(t);
	SIM_CHECK(s, station_get(t, DASH_STAT) & DASH_STAT_MISS_MASK, "the loss has a flag");
	/* an event every second clock: none is missed */
	station_clear(t);
	station_enable(t, true);
	for (unsigned int i = 0; i < 50; i++)
		station_bus(t, &(struct dash_bus){.events = 1});
	station_finish(t);
	SIM_EQ(s, t->g->count[DC_COUNTED], 50, "events in bank 0");
	SIM_EQ(s, t->g->count[DC_COUNTED + 1], 50, "events in bank 1");
	SIM_EQ(s, station_get(t, DASH_MISSED0) + station_get(t, DASH_MISSED1), 0,
	       "events missed");
}

/* ---- event mode ---- */

static void event_bits(struct sim *s)
{
	struct station *t = station_begin(s, DASH_COUNT, &plain);
	struct noise n = {.percent = 30};
	const unsigned int clocks = (unsigned int)sim_length(s, 20000, 4000);
	uint32_t sum = 0;

	for (unsigned int bit = 0; bit < 14; bit++)
		station_bus(t, &(struct dash_bus){.events = (uint16_t)(1u << bit)});
	station_idle(t, 4);
	for (unsigned int EACH(i, 0); i < DASH_COUNTERS; i++) {
		const uint32_t v = sram_peek(t->bank[0], i) + sram_peek(t->bank[1], i);

		SIM_EQ(s, v, i && !(i & (i - 1)), "clocks with this event alone");
		sum += v;
	}
	SIM_EQ(s, sum, 14, "all clocks");
	/* joint counts of all events */
	play(t, &n, clocks);
	station_finish(t);
	SIM_CHECK(s, t->g->count[DC_COUNTED] > clocks / 50, "few events");
}

static void joint_bits(struct sim *s)
{
	static const unsigned int bits[] = {0, 1, 6, 13, 14};
	struct station *t = station_open(s, true);
	struct noise n = {.percent = 60};

	for (size_t i = 0; i < sizeof(bits) / sizeof(*bits); i++) {
		const struct dash_conditions c = {
			.bits = bits[i], .shift = (unsigned int)(5 * i), .independent = i & 1};

		station_load(t, DASH_JOINT, &c);
		station_enable(t, true);
		play(t, &n, (unsigned int)sim_length(s, 2000, 400));
		station_finish(t);
	}
}

/* ---- latencies ---- */

/* A request, and its reply in the clock @clocks later. */
struct transaction {
	uint8_t cpu;
	unsigned int clocks, at;
};

static void put_transaction(void *arg, struct dash_bus *b)
{
	struct transaction *x = arg;

	b->start = x->at == 0 || x->at == x->clocks;
	b->reply = x->at == x->clocks;
	b->cpu = x->cpu;
	x->at++;
}

static void latencies(struct sim *s)
{
	static const unsigned int clocks[] = {1, 2, 3, 17, 255, 16382, 16383, 16384, 17000};
	const struct dash_conditions c = {.station = 2};
	struct station *t = station_begin(s, DASH_LATENCY, &c);
	struct noise n = {.percent = 40};

	for (size_t EACH(i, 0); i < sizeof(clocks) / sizeof(*clocks) - !!sim_is_icarus(s);
	     i++) {
		struct transaction x = {.cpu = (uint8_t)(8 + i % 4), .clocks = clocks[i]};
		const unsigned int at = clocks[i] > 16383 ? 16383 : clocks[i];
		const uint32_t before = sram_peek(t->bank[0], at) + sram_peek(t->bank[1], at);

		t->arg = &x;
		t->source = put_transaction;
		station_idle(t, clocks[i] + 1);
		t->source = NULL;
		station_idle(t, 5);
		SIM_EQ(s, sram_peek(t->bank[0], at) + sram_peek(t->bank[1], at), before + 1,
		       "the bin of the latency");
	}
	station_finish(t);
	SIM_EQ(s, station_get(t, DASH_SKIPPED), 0, "latencies not measured");
	for (unsigned int i = 0; i < 3; i++) {
		const struct dash_conditions d = {.shift = i, .independent = i & 1};

		station_load(t, DASH_LATENCY, &d);
		station_enable(t, true);
		play(t, &n, (unsigned int)sim_length(s, 10000, 1000));
		station_finish(t);
	}
	SIM_CHECK(s, station_get(t, DASH_STAT) & DASH_STAT_SKIP_MASK, "requests were repeated");
}

/* ---- reads beside events ---- */

static void reads(struct sim *s)
{
	struct station *t = station_begin(s, DASH_COUNT, &plain);
	struct noise n = {.t = t, .always = true};
	const unsigned int accesses = (unsigned int)sim_length(s, 300, 60);

	t->arg = &n;
	t->source = make_noise;
	for (unsigned int i = 0; i < accesses; i++) {
		const unsigned int k = sim_random(s) & 1, at = sim_random(s) % DASH_COUNTERS;

		n.always = i & 32; /* full rate during every second 32 accesses */
		if (i % 8 == 3)
			station_put_counter(t, k, at, (uint32_t)sim_random(s));
		else
			station_counter(t, k, at);
	}
	station_finish(t);
	SIM_CHECK(s, t->g->count[DC_MISSED] + t->g->count[DC_MISSED + 1] <= accesses,
		  "an access costs more than one count");
}

const struct sim_test sim_tests[] = {
	{"bank_two_clocks", two_clocks, "DM-BNK-002", "dash_short"},
	{"bank_every_counter", every_counter, "DM-BNK-001", "dash_short"},
	{"bank_full_rate", full_rate, "DM-BNK-003", "dash_short"},
	{"bank_event_bits", event_bits, "DM-BNK-004", "dash_short"},
	{"bank_joint_bits", joint_bits, "DM-CTL-001", "dash_short"},
	{"bank_latencies", latencies, "DM-BNK-005", "dash_short"},
	{"bank_reads", reads, "DM-BUS-001", "dash_short"},
	{0},
};
