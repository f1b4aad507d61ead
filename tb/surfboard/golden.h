/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GOLDEN_H
#define GOLDEN_H
/*
 * Golden model of the SurfBoard's data path (TR-596-99 A.1, A.6 to A.8), written
 * from the report and the project's decisions, never from the RTL.
 *
 * What depends on the phase of asynchronous clocks (receive time, sampled category
 * and external input, drop) is given with each packet; all else is predicted.
 */
#include "packet.h"
#include <stddef.h>
#include <stdint.h>

struct golden;

struct golden_seen {	  /* what the board's observation pins showed */
	uint64_t rxtime;  /* 44 bits */
	uint8_t category; /* the category the packet carries */
	bool ext;	  /* external input TRUE */
	bool drop;	  /* dropped by pipeline overflow */
};

struct golden_result { /* what happened to the packet */
	uint32_t bin;  /* 24 bits */
	uint32_t trace[4];
	bool counted, recorded, bin_wrapped, triggered;
	uint32_t index; /* trace entry, if recorded */
};

/* Memory sizes in bytes (0, 4, 16, 64 MB). NULL when memory is short. */
struct golden *golden_open(uint32_t trace_bytes, uint32_t hist_bytes);
void golden_close(struct golden *g);
void golden_power_on(struct golden *g); /* memories keep their contents */
void golden_resdrv(struct golden *g);
/* Register access as by one EISA cycle; @offset as in surfboard_regs.def, @be bit k
 * = byte lane k. EBCR and EPIR through golden_slot_*. */
void golden_write(struct golden *g, uint32_t offset, unsigned int be, uint32_t data);
uint32_t golden_read(struct golden *g, uint32_t offset, unsigned int be);
void golden_slot_write(struct golden *g, uint32_t offset, unsigned int be, uint32_t data);
uint32_t golden_slot_read(struct golden *g, uint32_t offset);
void golden_ext(struct golden *g, bool line); /* level of the line, 1 = high */
void golden_presence(struct golden *g, unsigned int trace_pd, unsigned int hist_pd);
void golden_rtv(struct golden *g, bool wrapped);
bool golden_irq(const struct golden *g, unsigned int *irq); /* PEND, and which IRQ */

/* A complete packet passes through the board. */
void golden_packet(struct golden *g, const struct packet *p, const struct golden_seen *seen,
		   struct golden_result *r);
/* The category the packet would get with PCLR as it is now. */
uint8_t golden_category(const struct golden *g, const struct packet *p);

/* Memories: @word is the index of a 32-bit word, taken modulo the size. */
uint32_t golden_trace_word(struct golden *g, uint32_t word);
uint32_t golden_hist_word(struct golden *g, uint32_t word);
void golden_trace_put(struct golden *g, uint32_t word, uint32_t value);
void golden_hist_put(struct golden *g, uint32_t word, uint32_t value);
void golden_trace_fill(struct golden *g, uint32_t value);
void golden_hist_fill(struct golden *g, uint32_t value);
/* Calls fn for each word that differs from the last fill value, ascending. */
void golden_trace_each(struct golden *g, void (*fn)(void *, uint32_t, uint32_t), void *arg);
void golden_hist_each(struct golden *g, void (*fn)(void *, uint32_t, uint32_t), void *arg);

#endif
