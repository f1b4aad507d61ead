/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EISA_H
#define EISA_H
/*
 * EISA bus: a master and system board that make standard cycles (EISA 3.12),
 * and a checker that watches every cycle of every test.
 *
 * One bus may carry several boards (slots); each has its own AENx and its own
 * pins, the master wires them together.
 */
#include "device.h"
#include "sim.h"

struct eisa;

struct eisa_timing {
	unsigned int start_bclk;      /* length of START#, 1 or more BCLK; 0 means 1 */
	bool pipelined;		      /* next address goes out during CMD# */
	unsigned int stretch_percent; /* chance that a BCLK phase is stretched ... */
	unsigned int stretch_max;     /* ... up to so many times its length */
	bool change_early;	      /* LA, BE#, M/IO#, W/R# change right after START# rises */
	unsigned int idle_max;	      /* up to so many idle BCLK between cycles */
};

/* @bclk is the bus clock. Pins of slot 1 are bound by name ("la", "start_n", ...). */
struct eisa *eisa_open(struct sim *s, struct sim_clock *bclk);
void eisa_close(struct eisa *b);
void eisa_set_timing(struct eisa *b, const struct eisa_timing *t);

/* One standard cycle. @be: bit k = byte lane k takes part (1..15, contiguous).
 * @slot: I/O only; AENx is low to that slot alone, 0: to none.
 * Returns 0, or -EIO when no board drove EX32# (the read value is then all ones).
 * A wait longer than 2.5 us, or a protocol error, fails the test. */
int eisa_read(struct eisa *b, bool io, unsigned int slot, uint32_t addr, unsigned int be,
	      uint32_t *data);
int eisa_write(struct eisa *b, bool io, unsigned int slot, uint32_t addr, unsigned int be,
	       uint32_t data);
/* Holds RESDRV high for @bclks cycles (at least 1). */
void eisa_reset(struct eisa *b, unsigned int bclks);

/* Number of cycles so far; length of the last one in BCLK from START# falling to
 * CMD# rising; longest EXRDY wait seen, in picoseconds. */
uint64_t eisa_cycles(const struct eisa *b);
unsigned int eisa_last_bclks(const struct eisa *b);
sim_time eisa_longest_wait(const struct eisa *b);
/* Bit n = IRQn is pulled low now. */
unsigned int eisa_irqs(const struct eisa *b);

/* The ops by which a driver reaches the board in @slot: DEVICE_IO addresses are
 * offsets in the slot's I/O space, DEVICE_MEM addresses go on the bus as they are;
 * 64 bits are two cycles. The device belongs to the bus; close does nothing. */
struct device *eisa_device(struct eisa *b, unsigned int slot);

#endif
