/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MONITOR_H
#define MONITOR_H
/*
 * The memory monitor on its card: the card's bus, the SRAMs of counters and labels, the wires
 * between the three units, and the golden model with a scoreboard that checks every clock of
 * every test: addresses and strobes, counts written back, label writes,
 * registers, answers to the processor, and the SRAMs' contents whenever the monitor is idle.
 */
#include "golden.h"
#include "nmbus.h"
#include "numachine_regs.h"
#include "sim.h"
#include "sram.h"

/* Values of CONFIG. */
enum monitor_mode {
	MONITOR_FLYER = 0,
	MONITOR_DEPTH = 4,
	MONITOR_HISTOGRAM = 8, /* + 0..3 */
	MONITOR_OFF = 12
};

struct monitor_config {
	struct golden_geometry geo;
	bool ahdl_order, pipelined; /* of the model */
	uint16_t missed_init;
	uint64_t queued_init;
	bool unwatched; /* no golden model: a machine that needs the speed */
};

struct monitor {
	struct sim *s;
	struct sim_clock *clk; /* 50 MHz */
	struct nmbus *bus;
	struct sram *counters, *labels;
	struct golden *g; /* NULL: unwatched */
	/* The clock that ended last: its inputs, its expected outputs, and pins. */
	struct golden_clock in;
	struct golden_state now;
	uint16_t address; /* of the counter SRAM */
	bool strobe, busy;
	uint64_t strobes; /* so far */
	/* Called before each rise of the clock, after the scoreboard. */
	sim_fn *on_clock;
	void *on_clock_arg;
	/* The wires of the external address, of the overflow and of the configuration are cut:
	 * a test drives these inputs itself. */
	bool manual, overflow_cut, config_cut;
	/* --- inside --- */
	struct monitor_config cfg;
	struct sim_pin *pin[64];
};

/* @cfg: NULL for the default model. Straps are driven, reset is held. */
struct monitor *monitor_open(struct sim *s, const struct monitor_config *cfg);
/* Reset; all counters and labels are 0. Returns in the first clock that counts. */
void monitor_power_on(struct monitor *m);
/* Both, for the default model or the one with PIPELINED = 1. */
struct monitor *monitor_start(struct sim *s);
/* Straps: change them only while the monitor is idle. */
void monitor_geometry(struct monitor *m, bool line128, bool boards2);

/* Registers and counters by a processor's accesses; an error fails the test. */
uint32_t monitor_get(struct monitor *m, unsigned int reg);
void monitor_put(struct monitor *m, unsigned int reg, uint32_t value);
uint32_t monitor_counter(struct monitor *m, unsigned int counter);
void monitor_put_counter(struct monitor *m, unsigned int counter, uint32_t value);
/* Contents of SRAM and golden model, without a bus cycle. */
void monitor_poke(struct monitor *m, unsigned int counter, uint32_t value);
void monitor_poke_label(struct monitor *m, uint32_t entry, uint16_t label);
void monitor_clear(struct monitor *m); /* all counters 0 */

/* Successive transactions, each as soon as the monitor accepts it. */
void monitor_event(struct monitor *m, uint64_t ad, uint16_t cmd);
/* Waits until the monitor is idle. */
void monitor_settle(struct monitor *m);
/* One transaction from idle: the address on the pins with its strobe, -1 without one. */
int32_t monitor_count(struct monitor *m, const struct nmbus_access *a);
/* The same by the sum over all counters: @m rests; all of them are compared. */
void monitor_compare(struct monitor *m);
uint64_t monitor_sum(struct monitor *m);
/* Folds all counters and labels into the digest of the test. */
void monitor_digest(struct monitor *m);
/* Propagates outputs that have changed since the clock edge, for example by a reset. */
void monitor_carry(struct monitor *m);
/* Inputs while their wires are cut. */
void monitor_pin(struct monitor *m, const char *name, uint64_t value);
/* Random transaction to memory: no access to the monitor itself. */
void monitor_random(struct monitor *m, struct nmbus_access *a);

#endif
