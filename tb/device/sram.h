/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SRAM_H
#define SRAM_H
/*
 * Static RAM on the pins of a board: contents, timing, and a checker of the bus.
 *
 * Asynchronous chips in parallel lanes (each with its own write enable) and in banks:
 *   - data are valid one access time after address and direction are stable; until then, and
 *     while they are not driven, the data pins have wrong data;
 *   - a write stores the data that the board drives at the end of the clock. The card generates
 *     the write pulse in the second half of each clock in which the board requests it, so that
 *     writes in successive clocks may go to different words. The test fails when address or
 *     enables change within the clock, or when address or data are not driven;
 *   - the test fails when chips and board drive the data at the same time.
 * Outputs of the board are valid SRAM_DELAY after a clock edge.
 *
 * A synchronous part with a read port and a write port returns the data of a read in the next
 * clock, and wrong data at any other time or if the word is written in the clock of the read.
 *
 * Power-up contents are a pattern made from the index (sparse.h).
 */
#include "sim.h"

#define SRAM_DELAY SIM_NS(2) /* clock to output, and propagation to the chip */

struct sram;

struct sram_config {
	const char *name;	  /* in messages */
	uint32_t words;		  /* size of all banks together, a power of two */
	uint32_t bank;		  /* words per chip */
	unsigned int lanes, bits; /* number of lanes, and bits per lane; up to 32 bits in
				   * total */
	/* pins: the address; the output enables of its bits (NULL: always driven); the source
	 * of bit 0 while the board does not drive it */
	const char *addr, *addr_oe, *addr0;
	const char *we;	  /* bit per lane */
	bool we_low;	  /* @we is active low */
	const char *oe_n; /* NULL: tied low; a write turns the chip's outputs off */
	const char *d_i, *d_o, *d_oe;
	const char *reset_n;	/* a write that a reset interrupts has no effect */
	sim_time access, pulse; /* address to data; shortest write pulse */
};

/* Opens a memory that follows the edges of @clk; the simulation frees it. */
struct sram *sram_open(struct sim *s, struct sim_clock *clk, const struct sram_config *cfg);

struct sram_ports {
	const char *name;
	uint32_t words;
	unsigned int lanes, bits;
	const char *raddr, *re, *rdata, *waddr, *we, *wdata; /* we: bit per lane */
};

struct sram *sram_open_ports(struct sim *s, struct sim_clock *clk,
			     const struct sram_ports *cfg);

/* Accesses the contents without a bus cycle; the index is taken modulo the size. */
uint32_t sram_peek(const struct sram *m, uint32_t word);
void sram_poke(struct sram *m, uint32_t word, uint32_t value);
void sram_fill(struct sram *m, uint32_t value);
/* Returns the contents of the chip of @lane in @bank at @word. */
uint32_t sram_chip(const struct sram *m, unsigned int lane, unsigned int bank, uint32_t word);

struct sram_stats {
	uint64_t reads, writes; /* clocks in which the board read or wrote */
};
void sram_stats(const struct sram *m, struct sram_stats *st);

#endif
