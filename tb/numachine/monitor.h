/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MONITOR_H
#define MONITOR_H
/*
 * The memory monitor on its card: the card's bus, the SRAMs of counters and labels, the wires
 * between the three units, and the golden model with a scoreboard. The scoreboard checks every
 * clock of every test: addresses and strobes, counts written back, label writes, registers,
 * replies to the processor, and the contents of the SRAMs whenever the monitor is idle.
 */
#include "nm_golden.h"
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
#define MONITOR_MODES 6					    /* modes that count */
extern const unsigned int monitor_modes[MONITOR_MODES + 1]; /* these, and MONITOR_OFF */

struct monitor_config {
	struct nm_golden_geometry geo;
	bool ahdl_order, pipelined; /* parameters of the model */
	uint16_t missed_init;
	uint64_t queued_init;
	bool unwatched; /* no golden model; used by machines that need the speed */
};

struct monitor {
	struct sim *s;
	struct sim_clock *clk; /* 50 MHz */
	struct nmbus *bus;
	struct sram *counters, *labels;
	struct nm_golden *g; /* NULL if @unwatched is set */
	/* The last clock that ended: its inputs, its expected outputs, and its pins. */
	struct nm_golden_clock in;
	struct nm_golden_state now;
	uint16_t address; /* address of the counter SRAM */
	bool strobe, busy;
	uint64_t strobes; /* number of strobes so far */
	/* Called before each rise of the clock, after the scoreboard. */
	sim_fn *on_clock;
	void *on_clock_arg;
	/* The wires of the external address, of the overflow and of the configuration are
	 * disconnected, and the test drives these inputs itself. */
	bool manual, overflow_cut, config_cut;
	/* --- inside --- */
	struct monitor_config cfg;
	struct sim_pin *pin[64];
};

/* Opens a monitor. @cfg: NULL for the default model. The straps are driven and the reset is
 * active. */
struct monitor *monitor_open(struct sim *s, const struct monitor_config *cfg);
/* Resets the monitor and clears all counters and labels. Returns in the first clock in which a
 * transaction can count. */
void monitor_power_on(struct monitor *m);
/* Opens and resets the default model, or the one with PIPELINED = 1. */
struct monitor *monitor_start(struct sim *s);
/* Sets the straps; call this only while the monitor is idle. */
void monitor_geometry(struct monitor *m, bool line128, bool boards2);

/* Access registers and counters as a processor; an error fails the test. */
uint32_t monitor_get(struct monitor *m, unsigned int reg);
void monitor_put(struct monitor *m, unsigned int reg, uint32_t value);
uint32_t monitor_counter(struct monitor *m, unsigned int counter);
void monitor_put_counter(struct monitor *m, unsigned int counter, uint32_t value);
/* Access the contents of the SRAM and of the golden model without a bus cycle. */
void monitor_poke(struct monitor *m, unsigned int counter, uint32_t value);
void monitor_poke_label(struct monitor *m, uint32_t entry, uint16_t label);
void monitor_clear(struct monitor *m); /* all counters 0 */

/* Performs a transaction as soon as the monitor accepts it. */
void monitor_event(struct monitor *m, uint64_t ad, uint16_t cmd);
/* Waits until the monitor is idle. */
void monitor_settle(struct monitor *m);
/* Performs a transaction while the monitor is idle; returns the address on the pins at its
 * strobe, or -1 if there is no strobe. */
int32_t monitor_count(struct monitor *m, const struct nmbus_access *a);
/* Compares all counters with the golden model; the monitor must be idle. */
void monitor_compare(struct monitor *m);
/* Returns the sum of all counters; compares them first if there is a golden model. */
uint64_t monitor_sum(struct monitor *m);
/* Folds all counters and labels into the digest of the test. */
void monitor_digest(struct monitor *m);
/* Propagates outputs that have changed since the clock edge, for example by a reset. */
void monitor_carry(struct monitor *m);
/* Sets an input whose wire is disconnected. */
void monitor_pin(struct monitor *m, const char *name, uint64_t value);
/* Makes a random memory transaction, which is never an access to the monitor itself. */
void monitor_random(struct monitor *m, struct nmbus_access *a);

#endif
