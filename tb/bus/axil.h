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

struct axil;

struct axil_timing {
	unsigned int gap_max;	    /* greatest number of clocks before a VALID, each channel */
	unsigned int stall_percent; /* probability that a READY is low in a clock, per cent, up
				     * to 99 */
	bool ahead; /* the next VALID does not wait for the answer to the previous access */
	unsigned int limit; /* maximum number of clocks that an access may wait for the slave; 0
			     * means 10000 */
};

struct axil_cycle {
	bool write;
	uint32_t addr;
	unsigned int be; /* write only: bit k = byte lane k, 0..15 */
	uint32_t data;	 /* written, or read */
	int result;	 /* 0, -EIO: SLVERR, -ETIMEDOUT, -ECANCELED: reset */
};

/* Pins are named @owner and the name ("s_awaddr", "irq", ...); @aclk is the clock of the bus.
 * The bus begins with a reset of 4 clocks, which accesses wait for. The simulation owns the
 * memory. */
struct axil *axil_open(struct sim *s, struct sim_clock *aclk, const char *owner);
void axil_set_timing(struct axil *b, const struct axil_timing *t); /* NULL: no delays */
/* Calls fn when an access has ended, in the order in which accesses end; not for accesses that
 * a reset ends. */
typedef void axil_cycle_fn(void *arg, const struct axil_cycle *c);
void axil_on_cycle(struct axil *b, axil_cycle_fn *fn, void *arg);

/* Performs one access. Returns 0, -EIO for SLVERR (the value read is then all ones) or for an
 * address outside of the window, or -ECANCELED. */
int axil_read(struct axil *b, uint32_t addr, uint32_t *data);
int axil_write(struct axil *b, uint32_t addr, unsigned int be, uint32_t data);
/* Performs @n accesses, reads and writes at the same time. Results are in @v; returns the first
 * nonzero result. */
int axil_run(struct axil *b, struct axil_cycle *v, size_t n);
/* Holds ARESETn low for @clocks; returns when it is high. */
void axil_reset(struct axil *b, unsigned int clocks);
/* Returns immediately and resets the bus in the same way after @delay, whatever is in progress
 * then: accesses end with -ECANCELED. */
void axil_reset_in(struct axil *b, sim_time delay, unsigned int clocks);

struct device *axil_device(struct axil *b);

#endif
