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

struct wb_timing {
	unsigned int gap_max; /* greatest number of clocks with STB low between two accesses */
	unsigned int
		block_percent; /* chance that CYC stays high between the accesses of a run */
	unsigned int limit;    /* maximum number of clocks until an answer; 0 means 10000 */
};

/* Pins are named @owner and the name ("wb_adr", "irq", ...); @clk is the clock of the bus. The
 * bus begins with a reset of 4 clocks, which accesses wait for. The simulation owns the
 * memory. */
struct word_device *wb_open(struct sim *s, struct sim_clock *clk, const char *owner);
/* NULL: no delays, no blocks */
void wb_set_timing(struct word_device *w, const struct wb_timing *t);

#endif
