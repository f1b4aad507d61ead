/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the exchange of the circuit, its conditions, and the registers. */
#include "station.h"
#include "registers.h"
#include "reset_pins.h"
#include <errno.h>
#include <stdlib.h>

static void random_bus(void *arg, struct dash_bus *b)
{
	station_random(arg, b, 15);
}

/* Loads the circuit of the round with random conditions and puts random traffic on the bus. */
static void random_circuit(struct station *t, unsigned int round)
{
	struct sim *s = t->s;
	const struct dash_conditions c = {
		.independent = sim_random(s) & 1,
		.extended = sim_random(s) & 1,
		.bits = (unsigned int)sim_range(s, 0, 15), /* 15 acts as 14 */
		.shift = (unsigned int)sim_range(s, 0, 31),
		.mask = {sim_random(s) & DASH_EVENTS, sim_random(s) & DASH_EVENTS},
		.tmask = (uint32_t)sim_range(s, 0, 7),
		.tvalue = (uint32_t)sim_range(s, 0, 1),
		.post = (uint32_t)sim_range(s, 0, 60)};

	station_load(t, (enum dash_circuit)(1 + round % 4), &c);
	station_put(t, DASH_TCNT, 0);
	station_enable(t, true);
	t->arg = t;
	t->source = random_bus;
}

/* Tests each circuit with random conditions and traffic. */
static void circuits(struct sim *s)
{
	struct station *t = station_open(s, true);
	const unsigned int rounds = (unsigned int)sim_length(s, 12, 4);

	for (unsigned int i = 0; i < rounds; i++) {
		random_circuit(t, i);
		station_idle(t, (unsigned int)sim_length(s, 2000, 400));
		t->source = NULL;
		station_enable(t, false);
		station_compare(t);
	}
}

static void each_event(void *arg, struct dash_bus *b)
{
	(void)arg;
	b->events = 0x2AAA;
}

/* Tests that nothing is counted during an exchange, which lasts @clocks. */
static void exchange_takes(struct station *t, uint32_t clocks)
{
	const struct dash_conditions c = {.mask = {DASH_EVENTS, DASH_EVENTS}};
	uint32_t before, counted, gap;
	sim_time start;

	station_load(t, DASH_COUNT, &c);
	station_clear(t);
	station_enable(t, true);
	t->source = each_event;
	station_idle(t, 100);
	station_put(t, DASH_LOAD, DASH_COUNT);
	start = sim_now(t->s);
	station_idle(t, 4);
	before = sram_peek(t->bank[0], 0x2AAA) + sram_peek(t->bank[1], 0x2AAA);
	SIM_CHECK(t->s, before >= 100, "events before the exchange: %u", before);
	SIM_EQ(t->s, station_get(t, DASH_STAT) & (DASH_STAT_EXCHANGE_MASK | DASH_STAT_RUN_MASK),
	       DASH_STAT_EXCHANGE_MASK, "the exchange has a flag");
	sim_wait_until(t->s, start + clocks * STATION_CLOCK - STATION_CLOCK * 20);
	SIM_CHECK(t->s, !*t->on, "the exchange ends early");
	SIM_EQ(t->s, sram_peek(t->bank[0], 0x2AAA) + sram_peek(t->bank[1], 0x2AAA), before,
	       "the banks keep their contents");
	station_idle(t, 40);
	SIM_CHECK(t->s, *t->on, "the exchange ends late");
	t->source = NULL;
	station_enable(t, false);
	counted = sram_peek(t->bank[0], 0x2AAA) + sram_peek(t->bank[1], 0x2AAA);
	SIM_CHECK(t->s, counted > before && counted < before + 60, "%u events after it",
		  counted - before);
	gap = station_get(t, DASH_GAP);
	SIM_EQ(t->s, gap, clocks, "clocks of the gap");
	SIM_EQ(t->s, station_get(t, DASH_EXCHANGES), 1, "exchanges");
	SIM_CHECK(t->s, station_get(t, DASH_STAT) & DASH_STAT_GAP_MASK, "the gap has a flag");
	station_clear(t);
	SIM_EQ(t->s, station_get(t, DASH_STAT) & DASH_STAT_GAP_MASK, 0, "the flag is cleared");
}

static void exchange(struct sim *s)
{
	struct station *t = station_open(s, true);

	SIM_EQ(s, station_get(t, DASH_DELAY), STATION_SHORT_EXCHANGE, "clocks of an exchange");
	exchange_takes(t, STATION_SHORT_EXCHANGE);
	station_compare(t);
}

/* Tests the exchange at its full length of 100 ms. Icarus Verilog would need minutes for it and
 * only reads the length. */
static void exchange_100_ms(struct sim *s)
{
	struct station *t = station_open(s, false);

	SIM_EQ(s, station_get(t, DASH_DELAY) * STATION_CLOCK, SIM_MS(100), "an exchange");
	if (!sim_is_icarus(s))
		exchange_takes(t, 1600000);
}

/* Tests GAP, which counts while no circuit runs, and EXCHANGES, which counts the writes of LOAD
 * that end a circuit: not those without a circuit, and not those during an exchange. */
static void gaps(struct sim *s)
{
	struct station *t = station_open(s, true);
	const uint32_t before = station_get(t, DASH_GAP);

	station_idle(t, 100);
	SIM_CHECK(s, station_get(t, DASH_GAP) - before > 100, "no circuit was ever loaded");
	station_load(t, DASH_COUNT, &(struct dash_conditions){0});
	SIM_EQ(s, station_get(t, DASH_EXCHANGES), 0, "no circuit has ended");
	station_put(t, DASH_LOAD, DASH_JOINT);
	SIM_EQ(s, station_get(t, DASH_EXCHANGES), 1, "the first circuit has ended");
	SIM_EQ(s, station_get(t, DASH_LOAD), DASH_JOINT, "the circuit that will run");
	station_put(t, DASH_LOAD, DASH_TRACE);
	SIM_EQ(s, station_get(t, DASH_EXCHANGES), 1, "the second one did not run");
	SIM_EQ(s, station_get(t, DASH_LOAD), DASH_TRACE, "the circuit that will run");
	station_load(t, DASH_COUNT, &(struct dash_conditions){0});
	station_put(t, DASH_LOAD, 0);
	SIM_EQ(s, station_get(t, DASH_EXCHANGES), 2, "the fourth one has ended");
}

/* Tests that a condition changes only with the circuit. */
static void conditions(struct sim *s)
{
	struct station *t = station_open(s, true);
	const struct dash_conditions c = {.independent = true,
					  .extended = true,
					  .bits = 5,
					  .shift = 21,
					  .station = 9,
					  .mask = {0x1234, 0x2BCD},
					  .tmask = 0x15A5A5A5,
					  .tvalue = 0x0A5A5A5A,
					  .post = 0x2AAAAA};
	uint32_t was[6];

	station_load(t, DASH_JOINT, &c);
	for (uint32_t i = 0; i < 6; i++)
		was[i] = station_get(t, DASH_MODE + 4 * i);
	SIM_EQ(s, was[0], 0x00091553, "MODE");
	SIM_EQ(s, was[1], 0x1234, "MASK0");
	SIM_EQ(s, was[2], 0x2BCD, "MASK1");
	SIM_EQ(s, was[3], 0x15A5A5A5, "TMASK");
	SIM_EQ(s, was[4], 0x0A5A5A5A, "TVALUE");
	SIM_EQ(s, was[5], 0x2AAAAA, "POST");
	SIM_EQ(s, station_get(t, DASH_STAT) & DASH_STAT_REFUSED_MASK, 0, "nothing is refused");
	for (uint32_t EACH(i, 0); i < 6; i++) {
		SIM_EQ(s, word_device_write(t->axil, DASH_MODE + 4 * i, 15, ~was[i]), -EIO,
		       "the board refuses");
		SIM_EQ(s, station_get(t, DASH_MODE + 4 * i), was[i], "the condition");
	}
	SIM_CHECK(s, station_get(t, DASH_STAT) & DASH_STAT_REFUSED_MASK, "a flag tells");
	SIM_EQ(s, word_device_write(t->axil, DASH_LOAD, 15, 5), -EIO, "there is no circuit 5");
	SIM_CHECK(s, station_get(t, DASH_STAT) & DASH_STAT_RUN_MASK, "the circuit still runs");
	/* without a circuit, all bits of the registers can be written */
	station_put(t, DASH_LOAD, 0);
	station_put(t, DASH_MODE, 0xFFFFFFFF);
	SIM_EQ(s, station_get(t, DASH_MODE),
	       DASH_MODE_STATION_MASK | DASH_MODE_SHIFT_MASK | DASH_MODE_BITS_MASK |
		       DASH_MODE_EXTENDED_MASK | DASH_MODE_INDEPENDENT_MASK,
	       "MODE has no other bits");
}

static const struct register_row rows[] = {
#define REG REGISTER_REG
#define FIELD REGISTER_FIELD
#include "../../rtl/dash/dash_regs.def"
#undef REG
#undef FIELD
};

static uint32_t get_row(void *arg, const struct register_row *reg)
{
	return station_get(arg, reg->offset);
}

/* Checks the values after a reset. SIZE and DELAY are those of the model, and GAP counts. */
static void check_reset(struct station *t)
{
	registers_reset(&(struct register_board){.s = t->s,
						 .rows = rows,
						 .count = sizeof(rows) / sizeof(*rows),
						 .arg = t,
						 .get = get_row,
						 .skip = " SIZE DELAY GAP "});
}

/* A reset as short as possible in the midst of a circuit's work, while the bus goes on: each
 * register has its value after reset and keeps it, and what comes later is as after power-on.
 */
static void resets(struct sim *s)
{
	struct station *t = station_open(s, true);
	const unsigned int rounds = (unsigned int)sim_length(s, 12, 4);

	for (unsigned int i = 0; i < rounds; i++) {
		station_put(t, DASH_TLEVEL, (uint32_t)sim_range(s, 0, 20));
		t->g->window = (uint32_t)sim_range(s, 0, 127);
		station_put(t, DASH_WINDOW, t->g->window);
		random_circuit(t, i);
		station_idle(t, (unsigned int)sim_range(s, 20, 400));
		station_reset(t);
		check_reset(t);
		t->source = NULL;
		random_circuit(t, i);
		station_idle(t, 400);
		t->source = NULL;
		station_enable(t, false);
		station_compare(t);
	}
}

/* Tests addresses, byte enables, values after reset, and registers
 * that always can be written. */
static void registers(struct sim *s)
{
	static const uint32_t wrong[] = {0x40,
					 0xC0,
					 0x100,
					 0xFFFC,
					 0x30000,
					 0x0FFFFFC,
					 STATION_TRACE + 8 * STATION_SHORT_WORDS,
					 0x1FFFFF8};
	struct station *t = station_open(s, true);
	uint32_t v;

	check_reset(t);
	SIM_EQ(s, station_get(t, DASH_SIZE) & DASH_SIZE_TRACE_MASK, 6, "log2 of the words");
	for (size_t EACH(i, 0); i < sizeof(wrong) / sizeof(*wrong); i++) {
		SIM_EQ(s, word_device_read(t->axil, wrong[i], &v), -EIO, "nothing is there");
		SIM_EQ(s, word_device_write(t->axil, wrong[i], 15, 0), -EIO,
		       "nothing is there");
	}
	SIM_EQ(s, word_device_write(t->axil, STATION_TRACE, 15, 0), -EIO,
	       "the trace is read only");
	SIM_EQ(s, word_device_write(t->axil, DASH_TLEVEL, 7, 5), -EIO,
	       "a write is a whole word");
	SIM_EQ(s, word_device_write(t->axil, STATION_BANK(1, 3), 14, 5), -EIO,
	       "a write is a whole word");
	SIM_CHECK(s, station_get(t, DASH_STAT) & DASH_STAT_REFUSED_MASK, "a flag tells");
	station_clear(t);
	SIM_EQ(s, station_get(t, DASH_STAT), 0, "the flag is cleared");
	station_put(t, DASH_TLEVEL, 0xFFFFFFFF);
	SIM_EQ(s, station_get(t, DASH_TLEVEL), DASH_WORDS_MAX, "TLEVEL");
	station_put(t, DASH_WINDOW, 0x55);
	SIM_EQ(s, station_get(t, DASH_WINDOW), 0x55, "WINDOW");
	for (uint32_t EACH(ctrl, 0); ctrl < 4; ctrl++) {
		station_put(t, DASH_CTRL, ctrl | DASH_CTRL_CLEAR_MASK);
		SIM_EQ(s, station_get(t, DASH_CTRL), ctrl, "CTRL");
	}
	station_put(t, DASH_CTRL, 0);
	simm_set_pd(t->lo, 0x5);
	simm_set_pd(t->hi, 0xC);
	SIM_EQ(s, station_get(t, DASH_SIZE) >> DASH_SIZE_LPD_LSB, 0xC5, "presence detect");
	station_put(t, DASH_ID, 0);
	SIM_EQ(s, station_get(t, DASH_ID), DASH_ID_RESET, "ID is read only");
	for (unsigned int bit = 1; bit < DASH_COUNTERS; bit <<= 1)
		for (unsigned int k = 0; k < 2; k++) {
			station_put_counter(t, k, bit, 0x80000001u ^ bit << k * 8);
			station_counter(t, k, bit);
		}
}

/* The test for the mapped netlist. It loads no circuit, because the exchange of 100 ms would
 * take too long there. */
static void reads_and_writes(struct sim *s)
{
	struct station *t = station_open(s, true);

	SIM_EQ(s, station_get(t, DASH_ID), DASH_ID_RESET, "ID");
	station_put(t, DASH_TLEVEL, 0x155555);
	SIM_EQ(s, station_get(t, DASH_TLEVEL), 0x155555, "TLEVEL");
	for (unsigned int EACH(bit, 1); bit < DASH_COUNTERS; bit <<= 1) {
		station_put_counter(t, 0, bit, ~bit);
		station_put_counter(t, 1, bit, bit);
		SIM_EQ(s, station_counter(t, 0, bit), ~bit, "a counter of bank 0");
		SIM_EQ(s, station_counter(t, 1, bit), bit, "a counter of bank 1");
	}
	station_bus(t, &(struct dash_bus){.events = 1});
	SIM_EQ(s, station_get(t, DASH_STAT) & DASH_STAT_RUN_MASK, 0, "no circuit runs");
	station_compare(t);
}

/* ---- outputs in reset ---- */

static void reset_dash(struct sim *s)
{
	static const struct pin_row rows[] = {
#define PIN PIN_ROW
#include "../../rtl/dash/dash_pins.def"
#undef PIN
	};

	pins_reset(s, rows, sizeof(rows) / sizeof(*rows), "");
}

const struct sim_test sim_tests[] = {
	{"control_reads_and_writes", reads_and_writes, "", "dash_short"},
	{"control_circuits", circuits, "DM-CTL-001", "dash_short"},
	{"control_exchange", exchange, "DM-CTL-002", "dash_short"},
	{"control_exchange_100_ms", exchange_100_ms, "DM-CTL-002", "dash"},
	{"control_gaps", gaps, "DM-CTL-002", "dash_short"},
	{"control_conditions", conditions, "DM-CTL-003", "dash_short"},
	{"control_registers", registers, "DM-CTL-003", "dash_short"},
	{"control_resets", resets, "", "dash_short"},
	{"reset_pins", reset_dash, "", "dash_short"},
	{0},
};
