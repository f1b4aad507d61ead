/* SPDX-License-Identifier: Apache-2.0 */
#include "station.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- clocks ---- */

static void before_rise(void *arg)
{
	struct station *t = arg;
	const struct dash_seen seen = {.on = *t->on,
				       .phase = *t->phase,
				       .take = *t->take,
				       .lost = *t->lost,
				       .commit = *t->commit,
				       .full = *t->full,
				       .host = *t->host};

	if (!t->g) /* in a reset */
		return;
	dash_golden_clock(t->g, &t->bus, &seen);
	if (t->g->wrong)
		SIM_FAIL(t->s, "%s", t->g->wrong);
}

static void put_bus(struct station *t)
{
	const struct dash_bus *b = &t->bus;

	sim_put(t->start, b->start);
	sim_put(t->reply, b->reply);
	sim_put(t->write, b->write);
	sim_put(t->posted, b->posted);
	sim_put(t->addr, b->addr);
	sim_put(t->cpu, b->cpu);
	sim_put(t->prom, b->prom);
	sim_put(t->events, b->events);
}

static void on_rise(void *arg)
{
	struct station *t = arg;

	memset(&t->bus, 0, sizeof(t->bus));
	if (t->source)
		t->source(t->arg, &t->bus);
	put_bus(t);
}

/* ---- opening ---- */

static void bind_pins(struct station *t)
{
	t->start = sim_pin(t->s, "b_start");
	t->reply = sim_pin(t->s, "b_reply");
	t->write = sim_pin(t->s, "b_write");
	t->posted = sim_pin(t->s, "b_posted");
	t->addr = sim_pin(t->s, "b_addr");
	t->cpu = sim_pin(t->s, "b_cpu");
	t->prom = sim_pin(t->s, "b_prom");
	t->events = sim_pin(t->s, "events");
	t->on = sim_low(sim_pin(t->s, "obs_on"));
	t->phase = sim_low(sim_pin(t->s, "obs_phase"));
	t->host = sim_low(sim_pin(t->s, "obs_host"));
	t->take = sim_low(sim_pin(t->s, "obs_take"));
	t->lost = sim_low(sim_pin(t->s, "obs_lost"));
	t->commit = sim_low(sim_pin(t->s, "obs_commit"));
	t->full = sim_low(sim_pin(t->s, "obs_full"));
	t->irq = sim_low(sim_pin(t->s, "irq"));
}

static struct sram *open_bank(struct station *t, unsigned int k)
{
	const struct sram_config cfg[2] = {{.name = "bank 0",
					    .addr = "s0_a",
					    .we = "s0_we_n",
					    .oe_n = "s0_oe_n",
					    .d_i = "s0_dq_i",
					    .d_o = "s0_dq_o",
					    .d_oe = "s0_dq_oe"},
					   {.name = "bank 1",
					    .addr = "s1_a",
					    .we = "s1_we_n",
					    .oe_n = "s1_oe_n",
					    .d_i = "s1_dq_i",
					    .d_o = "s1_dq_o",
					    .d_oe = "s1_dq_oe"}};
	struct sram_config c = cfg[k];

	c.words = c.bank = DASH_COUNTERS;
	c.lanes = 1;
	c.bits = 32;
	c.we_low = true;
	c.reset_n = "aresetn";
	c.access = SIM_NS(25);
	c.pulse = SIM_NS(15);
	return sram_open(t->s, t->clk, &c);
}

static void station_free(void *arg)
{
	struct station *t = arg;

	dash_golden_close(t->g);
	free(t);
}

static uint32_t buffer_words(struct sim *s)
{
	return strcmp(sim_model(s), "dash_short") ? 1u << 21 : STATION_SHORT_WORDS;
}

static void open_golden(struct station *t)
{
	t->g = dash_golden_open(buffer_words(t->s));
	SIM_CHECK(t->s, t->g, "out of memory");
}

static void clear_memories(struct station *t)
{
	for (unsigned int k = 0; k < 2; k++)
		sram_fill(t->bank[k], 0);
	simm_fill(t->lo, 0);
	simm_fill(t->hi, 0);
}

void station_reset(struct station *t)
{
	const bool watched = t->g;

	dash_golden_close(t->g);
	t->g = NULL;
	word_device_reset(t->axil, 1);
	t->ctrl = 0;
	clear_memories(t);
	if (watched)
		open_golden(t);
}

struct station *station_open(struct sim *s, bool watched)
{
	struct station *t = calloc(1, sizeof(*t));

	SIM_CHECK(s, t, "out of memory");
	sim_cleanup(s, station_free, t);
	t->s = s;
	t->clk = sim_clock(s, "aclk", STATION_CLOCK, STATION_CLOCK);
	bind_pins(t);
	t->axil = axil_open(s, t->clk, "");
	for (unsigned int k = 0; k < 2; k++)
		t->bank[k] = open_bank(t, k);
	t->lo = simm_open(s, t->clk, "l", SIMM_16MB);
	t->hi = simm_open(s, t->clk, "u", SIMM_16MB);
	clear_memories(t);
	if (watched)
		open_golden(t);
	sim_wait_cycles(t->clk, 12);
	if (watched)
		sim_on(t->clk, SIM_BEFORE_RISE, before_rise, t);
	sim_on(t->clk, SIM_RISE, on_rise, t);
	sim_watch_x(s);
	return t;
}

/* ---- accesses ---- */

uint32_t station_get(struct station *t, uint32_t reg)
{
	uint32_t v = 0;

	SIM_EQ(t->s, word_device_read(t->axil, reg, &v), 0, "the board answers");
	return v;
}

void station_put(struct station *t, uint32_t reg, uint32_t value)
{
	SIM_EQ(t->s, word_device_write(t->axil, reg, 15, value), 0, "the board answers");
	if (t->g && reg == DASH_TCNT)
		t->g->tcnt = value;
}

uint32_t station_counter(struct station *t, unsigned int k, unsigned int counter)
{
	uint32_t v;

	if (t->g)
		t->g->host[k] = (struct dash_host){.addr = counter};
	v = station_get(t, STATION_BANK(k, counter));
	if (t->g)
		SIM_EQ(t->s, v, t->g->host[k].data, "the counter");
	return v;
}

void station_put_counter(struct station *t, unsigned int k, unsigned int counter, uint32_t v)
{
	if (t->g)
		t->g->host[k] = (struct dash_host){.write = true, .addr = counter, .data = v};
	station_put(t, STATION_BANK(k, counter), v);
}

uint64_t station_word(struct station *t, uint32_t word)
{
	const uint64_t low = station_get(t, STATION_TRACE + 8 * word);

	return (uint64_t)station_get(t, STATION_TRACE + 8 * word + 4) << 32 | low;
}

static void put_ctrl(struct station *t)
{
	if (t->g)
		t->g->unsure = true;
	station_put(t, DASH_CTRL, t->ctrl);
	sim_wait_cycles(t->clk, 4);
	if (t->g) {
		t->g->hold = t->ctrl & DASH_CTRL_HOLD_MASK;
		t->g->unsure = false;
	}
}

static void set_ctrl(struct station *t, uint32_t bit, bool on)
{
	t->ctrl = on ? t->ctrl | bit : t->ctrl & ~bit;
	put_ctrl(t);
}

void station_enable(struct station *t, bool on)
{
	set_ctrl(t, DASH_CTRL_ENABLE_MASK, on);
}

void station_hold(struct station *t, bool on)
{
	set_ctrl(t, DASH_CTRL_HOLD_MASK, on);
}

void station_clear(struct station *t)
{
	SIM_CHECK(t->s, !*t->on, "counts are cleared while the board observes");
	station_put(t, DASH_CTRL, t->ctrl | DASH_CTRL_CLEAR_MASK);
	if (t->g)
		dash_golden_clear(t->g);
}

static void put_conditions(struct station *t, const struct dash_conditions *c)
{
	station_put(t, DASH_MODE,
		    c->station << DASH_MODE_STATION_LSB | c->shift << DASH_MODE_SHIFT_LSB |
			    c->bits << DASH_MODE_BITS_LSB |
			    (uint32_t)c->extended << DASH_MODE_EXTENDED_LSB | c->independent);
	station_put(t, DASH_MASK0, c->mask[0]);
	station_put(t, DASH_MASK1, c->mask[1]);
	station_put(t, DASH_TMASK, c->tmask);
	station_put(t, DASH_TVALUE, c->tvalue);
	station_put(t, DASH_POST, c->post);
}

static bool runs(void *arg)
{
	struct station *t = arg;
	uint32_t v = 0;

	return !word_device_read(t->axil, DASH_STAT, &v) && v & DASH_STAT_RUN_MASK;
}

void station_load(struct station *t, enum dash_circuit circuit, const struct dash_conditions *c)
{
	station_put(t, DASH_LOAD, 0);
	station_drain(t);
	put_conditions(t, c);
	if (t->g)
		dash_golden_load(t->g, circuit, c);
	station_put(t, DASH_LOAD, circuit);
	if (!circuit)
		return;
	for (unsigned int EACH(i, 0); !runs(t); i++) {
		SIM_CHECK(t->s, i < 2000, "the exchange does not end");
		sim_wait(t->s, SIM_US(100));
	}
}

/* ---- the bus ---- */

struct once {
	const struct dash_bus *b;
	bool done;
};

static void send_once(void *arg, struct dash_bus *b)
{
	struct once *o = arg;

	if (!o->done)
		*b = *o->b;
	o->done = true;
}

void station_bus(struct station *t, const struct dash_bus *b)
{
	struct once o = {.b = b};

	t->source = send_once;
	t->arg = &o;
	sim_wait_cycles(t->clk, 2);
	t->source = NULL;
}

void station_idle(struct station *t, unsigned int clocks)
{
	sim_wait_cycles(t->clk, clocks);
}

void station_drain(struct station *t)
{
	sim_wait_cycles(t->clk, 8);
	for (unsigned int EACH(i, 0); station_get(t, DASH_STAT) & DASH_STAT_BUSY_MASK; i++)
		SIM_CHECK(t->s, i < 1000, "the trace does not end");
	sim_wait_cycles(t->clk, 4);
}

void station_random(struct station *t, struct dash_bus *b, unsigned int percent)
{
	const uint64_t r = sim_random(t->s), q = sim_random(t->s);

	b->start = r % 100 < percent;
	b->reply = r >> 8 & 1;
	b->write = r >> 9 & 1;
	b->posted = (r >> 10 & 7) == 0;
	b->cpu = (uint8_t)(r >> 14 & ((r >> 13 & 1) ? 0x3F : 3));
	b->events = r >> 20 & 1 ? (uint16_t)(r >> 24 & DASH_EVENTS) : 0;
	b->prom = (uint16_t)(r >> 40 & 0xFFF);
	b->addr = (uint32_t)(q & DASH_ADDR_MAX);
	if (b->reply)
		b->posted = false;
}

/* ---- comparison ---- */

static void compare_banks(struct station *t)
{
	for (unsigned int k = 0; k < 2; k++)
		for (unsigned int i = 0; i < DASH_COUNTERS; i++)
			if (sram_peek(t->bank[k], i) != t->g->bank[k][i])
				SIM_FAIL(t->s,
					 "counter %u of bank %u: %" PRIu32
					 ", the golden model has %" PRIu32,
					 i, k, sram_peek(t->bank[k], i), t->g->bank[k][i]);
}

static void compare_trace(struct station *t)
{
	const uint32_t n = t->g->tcnt < t->g->words ? t->g->tcnt : t->g->words;

	SIM_EQ(t->s, station_get(t, DASH_TCNT), t->g->tcnt, "words of the trace");
	for (uint32_t i = 0; i < n; i++) {
		const uint64_t v =
			(uint64_t)(simm_peek(t->hi, i) & 15) << 32 | simm_peek(t->lo, i);

		SIM_CHECK(t->s, v == t->g->trace[i],
			  "word %" PRIu32 ": 0x%09" PRIX64
			  ", the golden model has 0x%09" PRIX64,
			  i, v, t->g->trace[i]);
	}
}

static void compare_counts(struct station *t)
{
	const uint64_t *c = t->g->count;

	for (unsigned int i = 0; i < DC_COUNTS; i++) {
		const uint32_t v = station_get(t, DASH_COUNTED0 + 4 * i);

		if (i == DC_GAP || i == DC_EXCHANGES)
			continue;
		SIM_CHECK(t->s, v == (c[i] > UINT32_MAX ? UINT32_MAX : c[i]),
			  "count %u: %" PRIu32 ", the golden model has %" PRIu64, i, v, c[i]);
		sim_digest(t->s, &v, sizeof(v));
	}
	SIM_EQ(t->s, c[DC_TRACED] + c[DC_LOST] + c[DC_FULL] + c[DC_OWN] + c[DC_PASSED],
	       c[DC_REQUESTS], "sum of all requests");
}

static uint32_t bit(uint32_t mask, bool on)
{
	return on ? mask : 0;
}

static void compare_flags(struct station *t)
{
	const uint64_t *c = t->g->count;
	const uint32_t mask = DASH_STAT_SKIP_MASK | DASH_STAT_LOST_MASK | DASH_STAT_WRAP_MASK |
			      DASH_STAT_MISS_MASK | DASH_STAT_END_MASK;

	SIM_EQ(t->s, station_get(t, DASH_STAT) & mask,
	       bit(DASH_STAT_SKIP_MASK, c[DC_SKIPPED]) |
		       bit(DASH_STAT_LOST_MASK, c[DC_LOST] || c[DC_FULL]) |
		       bit(DASH_STAT_WRAP_MASK, c[DC_WRAPS] || c[DC_WRAPS + 1]) |
		       bit(DASH_STAT_MISS_MASK, c[DC_MISSED] || c[DC_MISSED + 1]) |
		       bit(DASH_STAT_END_MASK, t->g->tcnt >= t->g->words),
	       "flags");
	SIM_EQ(t->s, station_get(t, DASH_WRAPPED),
	       (uint32_t)t->g->wrapped[1] << 16 | t->g->wrapped[0], "the last wraps");
}

void station_compare(struct station *t)
{
	SIM_CHECK(t->s, !*t->on, "the board still observes");
	station_drain(t);
	SIM_EQ(t->s, dash_golden_queued(t->g), 0, "entries on their way");
	compare_banks(t);
	compare_trace(t);
	compare_counts(t);
	compare_flags(t);
}

struct station *station_begin(struct sim *s, enum dash_circuit circuit,
			      const struct dash_conditions *c)
{
	struct station *t = station_open(s, true);

	station_load(t, circuit, c);
	station_enable(t, true);
	return t;
}

void station_finish(struct station *t)
{
	t->source = NULL;
	station_enable(t, false);
	station_compare(t);
}
