/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WORD_DEVICE_H
#define WORD_DEVICE_H
/*
 * What AXI4-Lite and Wishbone, which move one word of 32 bits with byte enables, have in
 * common: runs of accesses, resets, and the device backend. The master of a bus embeds struct
 * word_device as its first member.
 *
 * DEVICE_IO addresses 0..FFF are bus addresses of the board's I/O ports, which begin at address
 * 0 of its window; DEVICE_MEM addresses are bus addresses. An access of 64 bits is made as two.
 * The interrupt is the level of the pin irq.
 */
#include "device.h"
#include "sim.h"

#define WORD_DEVICE_LIMIT 10000 /* default of the limits in clocks */
#define WORD_DEVICE_OBSERVERS 4

struct word_cycle {
	bool write;
	uint32_t addr;
	unsigned int be; /* bit k = byte lane k, 0..15; AXI4-Lite reads all four */
	uint32_t data;	 /* written, or read: all four lanes */
	/* Wishbone: CYC and STB fall after this number of clocks; 0: never */
	unsigned int abort;
	/* 0, -EIO: SLVERR or ERR, -ETIMEDOUT, -EINTR: aborted, -ECANCELED: reset */
	int result;
};
typedef void word_cycle_fn(void *arg, const struct word_cycle *c);

struct word_device {
	struct device dev; /* first */
	struct sim *s;
	struct sim_clock *clk;
	const uint8_t *irq;
	const char *bus; /* its name in messages */
	struct sim_pin *reset;
	bool reset_level;				   /* level of the pin in reset */
	unsigned int reset_left, reset_clocks, reset_seen; /* clocks to come, in all, so far */
	unsigned int addr_bits;
	uint64_t rnd;
	struct word_cycle *v; /* the accesses of the run; NULL: idle */
	size_t n;
	bool busy; /* v is not NULL */
	/* A run begins: chooses its first accesses. */
	void (*begin)(struct word_device *w);
	/* A reset begins: drives idle levels and gives the accesses under way -ECANCELED. */
	void (*cancel)(struct word_device *w);
	struct {
		word_cycle_fn *fn;
		void *arg;
	} observer[WORD_DEVICE_OBSERVERS];
	unsigned int observers;
};

/* ---- for everybody ---- */

/* Performs one access. Returns 0, -EIO for an error answer (the value read is then all ones) or
 * for an address outside of the window, -ETIMEDOUT, or -ECANCELED. */
int word_device_read(struct word_device *w, uint32_t addr, uint32_t *data);
int word_device_write(struct word_device *w, uint32_t addr, unsigned int be, uint32_t data);
/* The same; a read has byte enables, too. */
int word_device_access(struct word_device *w, bool write, uint32_t addr, unsigned int be,
		       uint32_t *data);
/* Performs @n accesses: on AXI4-Lite reads and writes at the same time, on Wishbone in
 * succession. Results are in @v; returns the first nonzero result. */
int word_device_run(struct word_device *w, struct word_cycle *v, size_t n);
/* Resets the bus for @clocks; returns when the reset has ended. */
void word_device_reset(struct word_device *w, unsigned int clocks);
/* Returns immediately and resets the bus in the same way after @delay, whatever is in progress
 * then: accesses end with -ECANCELED. */
void word_device_reset_in(struct word_device *w, sim_time delay, unsigned int clocks);
/* Calls @fn when an access has ended or was aborted, in the order in which accesses end; not
 * for accesses that a reset ends. */
void word_device_on_cycle(struct word_device *w, word_cycle_fn *fn, void *arg);

/* ---- for the masters ---- */

/* Fills in what all have in common, finds the pin irq of @owner, and begins a reset of 4
 * clocks, which accesses wait for. The caller has filled in s, clk, bus, reset, reset_level,
 * addr_bits and the functions. */
void word_device_init(struct word_device *w, const char *owner);
uint32_t word_device_random(struct word_device *w);
/* A random number of clocks, 0 to @max. */
unsigned int word_device_gap(struct word_device *w, unsigned int max);
/* Counts a clock of the reset at its rising edge. Returns false if there is no reset. */
bool word_device_in_reset(struct word_device *w);
/* Tells the observers that an access has ended. */
void word_device_ended(struct word_device *w, const struct word_cycle *c);
/* Ends the run. */
void word_device_end_run(struct word_device *w);

#endif
