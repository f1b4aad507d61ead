/* SPDX-License-Identifier: Apache-2.0 */
#ifndef AXIL_H
#define AXIL_H
/*
 * 32-bit AXI4-Lite bus: a master, and a checker that watches every clock of every test.
 * Writes are issued in order, and so are reads; writes and reads are independent of each other.
 *
 * The checker fails the test when the slave
 *   - asserts BVALID without an unanswered write whose AW and W were transferred, or RVALID
 *     without an unanswered read, so that each access gets exactly one answer;
 *   - deasserts BVALID or RVALID before READY, or changes BRESP, RRESP or RDATA until then;
 *   - answers with anything but OKAY or SLVERR;
 *   - accepts a second write address, write data or read address before it has answered the
 *     first one;
 *   - does not accept or answer within a limit;
 *   - asserts a VALID or READY during reset.
 */
#include "word_device.h"

struct axil_timing {
	unsigned int gap_max;	    /* greatest number of clocks before a VALID, each channel */
	unsigned int stall_percent; /* probability that a READY is low in a clock, per cent, up
				     * to 99 */
	bool ahead; /* the next VALID does not wait for the answer to the previous access */
	unsigned int limit; /* maximum number of clocks that an access may wait for the slave; 0
			     * means 10000 */
};

/* Pins are named @owner and the name ("s_awaddr", "irq", ...); @aclk is the clock of the bus.
 * The bus begins with a reset of 4 clocks, which accesses wait for. The simulation owns the
 * memory. */
struct word_device *axil_open(struct sim *s, struct sim_clock *aclk, const char *owner);
void axil_set_timing(struct word_device *w, const struct axil_timing *t); /* NULL: no delays */

#endif
