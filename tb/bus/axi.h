/* SPDX-License-Identifier: Apache-2.0 */
#ifndef AXI_H
#define AXI_H
/*
 * AXI4 bus of 64 or 128 bits: a slave that answers for a memory or a device, and a checker of
 * the master.
 *
 * Bursts INCR and WRAP of 1 to 256 beats, any size up to the bus width, ids of up to 8 bits.
 * Answers of a direction have the order of their requests. Addresses of up to AXI_QUEUE
 * requests of each direction are accepted ahead. Write data are not accepted before their
 * address: the slave holds WREADY at 0 until an address waits for data, so that data that come
 * first wait at the master.
 *
 * The checker fails the test when the master
 *   - deasserts a VALID before READY, or changes what belongs to it until then;
 *   - sends a burst that crosses a boundary of 4 KB, a FIXED one, one of more bytes a beat
 *     than the bus has, or a WRAP of other than 2, 4, 8 or 16 aligned beats;
 *   - asserts WLAST at another beat than the last one.
 */
#include "sim.h"

#define AXI_QUEUE 8u	     /* requests of a direction that wait for their answer */
#define AXI_LATER UINT64_MAX /* of accept(): axi_answer() gives the clock */

/* A burst of the master. Clocks are rising edges of the clock of the bus. */
struct axi_burst {
	bool write;
	unsigned int id, len, size, burst; /* the signals of these names */
	uint64_t addr;
	uint64_t start;	   /* clock of AxVALID and AxREADY */
	uint64_t due;	   /* first clock in which the answer may begin */
	uint64_t end;	   /* clock of the last beat read, or of BVALID and BREADY */
	unsigned int beat; /* number of beats transferred */
	bool sent;	   /* a write: all its data have come */
};

/* What the slave answers for. Any function but read may be NULL. */
struct axi_target {
	void *arg;
	/* Returns the first clock in which the burst may be answered, later than @now, or
	 * AXI_LATER; called for a read with its address, for a write with the last of its data.
	 * NULL: now + 1. */
	uint64_t (*accept)(void *arg, const struct axi_burst *b, uint64_t now);
	/* Returns the 8 bytes at @addr, a multiple of 8. */
	uint64_t (*read)(void *arg, uint64_t addr);
	/* Writes the bytes k of @data for which bit k of @strobe is 1. */
	void (*write)(void *arg, uint64_t addr, uint64_t data, unsigned int strobe);
	/* Called when the answer of a burst has ended. */
	void (*done)(void *arg, const struct axi_burst *b);
};

struct axi;

/* Pins are named @owner and the name ("awvalid", ...); @aclk is the clock of the bus. The bus
 * is in reset while @reset is 0. The simulation owns the memory. NULL: no memory. */
struct axi *axi_open(struct sim *s, struct sim_clock *aclk, const char *owner,
		     const struct sim_pin *reset, const struct axi_target *t);
/* The bus has 128 bits: bits 127..64 of the data are the pins wdata_hi and rdata_hi, and the
 * strobe has 16 bits. @owner as in axi_open(). To be called before the reset ends. */
void axi_widen(struct axi *a, const char *owner);
/* Each READY is 0 in a clock, and each VALID of the slave begins a clock later, with this
 * probability, per cent, up to 99. */
void axi_set_stall(struct axi *a, unsigned int percent);
/* The oldest request of the direction, for which accept() has returned AXI_LATER, may be
 * answered from the next clock on. */
void axi_answer(struct axi *a, bool write);

#endif
