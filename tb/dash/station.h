/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STATION_H
#define STATION_H
/*
 * The monitor of DASH in RTL with its SRAMs, its two SIMMs, the AXI4-Lite bus of its host, the
 * station bus that it observes, and the golden model with a scoreboard that checks every clock.
 */
#include "axil.h"
#include "dash_golden.h"
#include "dash_regs.h"
#include "sim.h"
#include "simm.h"
#include "sram.h"

#define STATION_CLOCK SIM_PS(62500) /* 16 MHz */
#define STATION_SHORT_WORDS 64u	    /* trace buffer of the model dash_short */
#define STATION_SHORT_EXCHANGE 16000u
#define STATION_BANK(k, counter) (0x10000u * ((k) + 1) + 4u * (counter))
#define STATION_TRACE 0x1000000u
/* address on the station bus of the monitor, in words of 8 bytes */
#define STATION_WINDOW (0x7Fu << 22)

struct station;

/* Sets the pins of the bus for the next clock; *b is all zeros. */
typedef void station_source(void *arg, struct dash_bus *b);

struct station {
	struct sim *s;
	struct sim_clock *clk;
	struct word_device *axil;
	struct sram *bank[2];
	struct simm *lo, *hi;	/* bits 31..0, 35..32 */
	struct dash_golden *g;	/* NULL: not watched */
	station_source *source; /* NULL: the bus is idle */
	void *arg;
	struct dash_bus bus; /* the pins now */
	uint32_t ctrl;
	struct sim_pin *start, *reply, *write, *posted, *addr, *cpu, *prom, *events;
	const uint8_t *on, *phase, *host, *take, *lost, *commit, *full, *irq;
};

/* Opens the board and ends its reset; the memories are cleared directly. */
struct station *station_open(struct sim *s, bool watched);
/* Resets the board for a clock, whatever it does, and clears the memories directly. */
void station_reset(struct station *t);

uint32_t station_get(struct station *t, uint32_t reg);
void station_put(struct station *t, uint32_t reg, uint32_t value);
/* Reads and writes counters over the bus; a value read is compared with the golden model. */
uint32_t station_counter(struct station *t, unsigned int k, unsigned int counter);
void station_put_counter(struct station *t, unsigned int k, unsigned int counter, uint32_t v);
/* Reads a word of the trace buffer over the bus; 36 bits. */
uint64_t station_word(struct station *t, uint32_t word);
/* Exchanges the circuit and waits until the new one runs. */
void station_load(struct station *t, enum dash_circuit circuit,
		  const struct dash_conditions *c);
void station_enable(struct station *t, bool on);
void station_hold(struct station *t, bool on);
void station_clear(struct station *t); /* only while the board observes nothing */

/* Put @b on the bus for one clock; leave the bus idle for some clocks. */
void station_bus(struct station *t, const struct dash_bus *b);
void station_idle(struct station *t, unsigned int clocks);
/* Waits until all entries are in the trace buffer. */
void station_drain(struct station *t);
/* Sets *b to random events and, with a probability of @percent, to a random transaction of
 * processors 0 to 3 or of another one. */
void station_random(struct station *t, struct dash_bus *b, unsigned int percent);
/* Compares all memories and counts with the golden model, while the board observes nothing. */
void station_compare(struct station *t);
/* Opens a station with a golden model, loads a circuit and enables it. */
struct station *station_begin(struct sim *s, enum dash_circuit circuit,
			      const struct dash_conditions *c);
/* Ends the traffic, disables the circuit and compares. */
void station_finish(struct station *t);

#endif
