/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HM_GOLDEN_H
#define HM_GOLDEN_H
/*
 * Golden model of HYPERMON's event capture board (Malony, Reed 1990, 3.2.1, 3.3, 5.1), clock
 * by clock of 20 MHz, written from the paper and the project's decisions, never from the RTL.
 *
 * The clock in which a strobe, or a transfer of the bus, arrives depends on the phase of
 * asynchronous clocks; it is an input of each clock. Everything else is predicted: windows, the
 * contents of every FIFO, frames, and every word read.
 */
#include <stdbool.h>
#include <stdint.h>

#define HM_GOLDEN_NODES 16

struct hm_golden;

struct hm_golden_config {
	unsigned int nodes;		/* 1..16 */
	unsigned int depth;		/* depth of the frame FIFO in frames */
	bool marks;			/* marks of loss (hm_frame.h) */
	uint32_t stamp_init, lost_init; /* values after the bus reset */
};

struct hm_golden_clock { /* inputs of the board in a clock */
	uint16_t edge;	 /* strobes that appear in this clock */
	uint64_t data;	 /* their nibbles: bits 4n+3..4n are node n's */
	bool reset;	 /* the reset of the bus */
	bool req;	 /* a transfer takes effect in this clock: */
	bool write;
	uint32_t addr; /* byte address */
	uint32_t wdata;
};

struct hm_golden_state { /* state of the board in that clock */
	bool last;
	uint32_t stamp;
	unsigned int vectors, stamps;
	bool store, drop;
};

struct hm_golden_counts {      /* nibbles since the last reset */
	uint64_t captured;     /* nibbles of strobes that came while capture was enabled */
	uint64_t late, full;   /* nibbles refused because two were unreported; because the FIFO
				* was full */
	uint64_t shut;	       /* nibbles refused because a mark of their node was pending */
	uint64_t windows;      /* nibbles in dropped windows */
	uint64_t frames;       /* nibbles in dropped frames */
	uint64_t stored, read; /* nibbles in stored frames; nibbles in frames that were read */
	uint64_t held;	       /* nibbles in node FIFOs or in the frame that is built */
	uint64_t windows_dropped, frames_dropped, frames_stored;
	uint64_t marks_stored;
};

/* Opens a model in its state after power-on. Returns NULL and sets errno to ENOMEM, or to
 * EINVAL for an invalid size. */
struct hm_golden *hm_golden_open(const struct hm_golden_config *cfg);
void hm_golden_close(struct hm_golden *g);
void hm_golden_show(const struct hm_golden *g, struct hm_golden_state *st);
/* Simulates one clock. */
void hm_golden_step(struct hm_golden *g, const struct hm_golden_clock *c);
/* Returns the number of clocks for which no FIFO, frame or register changes unless a strobe or
 * a transfer arrives; only windows and the building of a frame go on. */
uint64_t hm_golden_quiet(const struct hm_golden *g);
/* Advances by @clocks clocks, which must be at most the result of hm_golden_quiet(). */
void hm_golden_skip(struct hm_golden *g, uint64_t clocks);
/* Returns the result of the read that took effect in the last clock. */
uint32_t hm_golden_answer(const struct hm_golden *g);
void hm_golden_count(const struct hm_golden *g, struct hm_golden_counts *n);
/* Return the number of frames stored and not yet read; the number of a node's nibbles that are
 * not yet in frames; and STATUS. */
unsigned int hm_golden_frames(const struct hm_golden *g);
unsigned int hm_golden_level(const struct hm_golden *g, unsigned int node);
uint32_t hm_golden_status(const struct hm_golden *g);

#endif
