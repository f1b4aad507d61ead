/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DDR_H
#define DDR_H
/*
 * Times of a DDR memory behind a controller of the kind of LiteDRAM: one row of each bank is
 * open, a refresh closes them all, and one access is made at a time. Only times; the caller has
 * the bytes.
 *
 * Units are clocks of the controller.
 */
#include <stdint.h>

#define DDR_BANKS 8u
#define DDR_ROW_BYTES 2048u /* of a bank; successive rows are in successive banks */

struct ddr_times {
	unsigned int path;    /* request and answer through the controller and its crossbar */
	unsigned int column;  /* column access (CL) */
	unsigned int open;    /* row activation (tRCD) */
	unsigned int close;   /* precharge (tRP) */
	unsigned int turn;    /* from a write to a read, and back */
	unsigned int refresh; /* duration (tRP + tRFC) */
	unsigned int every;   /* from one refresh to the next (tREFI) */
};

/* A DDR3-1600 part with a controller at 100 MHz. */
extern const struct ddr_times ddr_times_100mhz;

struct ddr {
	struct ddr_times t;
	uint64_t free; /* first clock in which the memory can begin an access */
	uint64_t refresh_due;
	uint64_t row[DDR_BANKS]; /* number of the open row + 1; 0: none */
	int wrote;		 /* the latest access was a write */
	uint64_t hits, misses, refreshes;
};

void ddr_init(struct ddr *d, const struct ddr_times *t);
/* Makes an access that comes at clock @now. Returns the clock of its first data beat, or of the
 * answer to a write. @beats: clocks in which the data are transferred. */
uint64_t ddr_access(struct ddr *d, uint64_t now, uint64_t addr, unsigned int beats, int write);

#endif
