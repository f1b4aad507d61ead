/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WB_H
#define WB_H
/*
 * 32-bit Wishbone B4 bus, classic standard cycles, single or block: a master, and a checker
 * that watches every clock of every test. It fails the test when the slave
 *   - asserts ACK and ERR together, or one of them without CYC and STB;
 *   - does not answer within a limit;
 *   - answers while the bus is in reset.
 * Each clock with ACK or ERR ends one access. A second answer is therefore an answer without
 * STB, or it ends the next access early, with data other than expected.
 */
#include "word_device.h"

struct wb;

struct wb_timing {
	unsigned int gap_max; /* greatest number of clocks with STB low between two accesses */
	unsigned int
		block_percent; /* chance that CYC stays high between the accesses of a run */
	unsigned int limit;    /* maximum number of clocks until an answer; 0 means 10000 */
};

struct wb_cycle {
	bool write;
	uint32_t addr;
	unsigned int be;    /* SEL: bit k = byte lane k, 0..15 */
	uint32_t data;	    /* written, or read: all four lanes */
	unsigned int abort; /* CYC and STB fall after this number of clocks; 0: never */
	int result;	    /* 0, -EIO: ERR, -ETIMEDOUT, -EINTR: aborted, -ECANCELED: reset */
};

/* Pins are named @owner and the name ("wb_adr", "irq", ...); @clk is the clock of the bus. The
 * bus begins with a reset of 4 clocks, which accesses wait for. The simulation owns the
 * memory. */
struct wb *wb_open(struct sim *s, struct sim_clock *clk, const char *owner);
void wb_set_timing(struct wb *b, const struct wb_timing *t); /* NULL: no delays, no blocks */
/* Calls fn when an access has ended or was aborted; not for accesses that a reset ends. */
typedef void wb_cycle_fn(void *arg, const struct wb_cycle *c);
void wb_on_cycle(struct wb *b, wb_cycle_fn *fn, void *arg);

/* Performs @n accesses in succession. Results are in @v; returns the first nonzero result. */
int wb_run(struct wb *b, struct wb_cycle *v, size_t n);
/* Holds RST high for @clocks; returns when it is low. */
void wb_reset(struct wb *b, unsigned int clocks);
/* Returns immediately and resets the bus in the same way after @delay, whatever is in progress
 * then: accesses end with -ECANCELED. */
void wb_reset_in(struct wb *b, sim_time delay, unsigned int clocks);

struct device *wb_device(struct wb *b);

#endif
