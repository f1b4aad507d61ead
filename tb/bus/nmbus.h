/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NMBUS_H
#define NMBUS_H
/*
 * The bus between the NUMAchine memory card and its monitor: starts of transactions, with
 * address and data multiplexed on AD, processor accesses to registers, counters and labels, and
 * a checker that watches every clock of every test. There is one clock, of 50 MHz.
 *
 * Values put on the pins are valid in the clock that has just begun. AD, command, line state
 * and label data are random in all clocks in which they are not specified.
 *
 * The checker fails the test when the monitor
 *   - drives an address bit of the counter SRAM without its enable, or does not drive it with
 *     its enable;
 *   - writes the counter SRAM without driving the data, or while the SRAM's outputs are on;
 *   - drives the label bus outside a label write;
 *   - drives or writes anything during reset, or answers a processor;
 *   - answers without an access, or does not answer an access within 64 clocks.
 */
#include "device.h"
#include "sim.h"

#define NMBUS_CLOCK SIM_NS(20)
#define NMBUS_PAGE_BITS 14 /* bits of an address within a page */
#define NMBUS_MAGIC 4	   /* AD[35:32] of accesses to the monitor */
/* AD[27:24] of accesses to the monitor: the window */
#define NMBUS_LABELS 0xDu
#define NMBUS_COUNTERS 0xEu
#define NMBUS_REGISTERS 0xFu

struct nmbus;

struct nmbus_access {
	uint64_t ad;
	uint16_t cmd;
	bool valid, lock, local_global;
	uint16_t label; /* value of block_label_write_data in the next clock */
	/* The other members are for nmbus_traffic() and are used whether or not a transaction
	 * starts. counts: the input FIFO counts in the direction @fifo in this clock. data: AD
	 * carries @ad. */
	bool counts, data;
	bool special; /* sf_start is asserted instead of mon_start, and
		       * reads the word at @ad */
	int fifo;
};

/* The value of AD for an access to @offset in @window: magic bits 4, source masks and phase
 * 0. */
uint64_t nmbus_address(unsigned int window, uint32_t offset);
/* Return the source mask AD[63:56] of a station 0..15, or of a processor and phase. */
uint64_t nmbus_station(unsigned int station);
uint64_t nmbus_source(unsigned int processor, unsigned int phase);

struct nmbus *nmbus_open(struct sim *s, struct sim_clock *clk);
/* Resets for @clocks clocks; returns in the first clock in which a start counts. */
void nmbus_reset(struct nmbus *b, unsigned int clocks);

/* Drives mon_start with @a in the clock that has just begun; takes no time. */
void nmbus_start(struct nmbus *b, const struct nmbus_access *a);
/* Starts transaction @a as soon as the monitor is not busy and AD is free; returns in the next
 * clock. */
void nmbus_transact(struct nmbus *b, const struct nmbus_access *a);
/* Writes label entry @entry, 0..262143. */
void nmbus_put_label(struct nmbus *b, uint32_t entry, uint16_t label);

/* Automatic transactions: @fn is called in each clock in which AD is free, and fills in the
 * transaction to start; false: none. NULL: stop. */
typedef bool nmbus_fn(void *arg, struct nmbus_access *a);
void nmbus_traffic(struct nmbus *b, nmbus_fn *fn, void *arg);
/* From this clock on the input FIFO counts down (-1), up (1) or not (0). */
void nmbus_fifo(struct nmbus *b, int direction);

/*
 * Performs an access of a processor to the address @ad, with 32 or 64 bits. It waits at most 64
 * clocks for a clock in which nothing else starts, then for the answer, and returns in the
 * clock of sf_ack. Returns 0; -EIO: nothing answers at this address (no access was made);
 * -ECANCELED: reset.
 */
int nmbus_read(struct nmbus *b, uint64_t ad, unsigned int width, uint64_t *value);
int nmbus_write(struct nmbus *b, uint64_t ad, unsigned int width, uint64_t value);
/* Sets whether the card raises mon_start together with sf_start. */
void nmbus_start_both(struct nmbus *b, bool both);
/* Returns the number of clocks from sf_start to sf_ack of the last access. */
unsigned int nmbus_latency(const struct nmbus *b);

/*
 * The monitor as a device. DEVICE_MEM addresses are those on AD[27:0] with magic bits 4:
 * D000000 + 64 x entry for labels (writes of 16 or 32 bits), E000000 + 4 x number for counters,
 * F000000 for registers (both 32 or 64 bits). The simulation owns the device.
 */
struct device *nmbus_device(struct nmbus *b);

#endif
