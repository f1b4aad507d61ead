/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PCM_GOLDEN_H
#define PCM_GOLDEN_H
/*
 * Golden model of the processor-card monitor, written from the thesis (2.4.4, 2.4.5) and the
 * decisions in rtl/numachine/README.md, never from the RTL. It keeps the clock in which each
 * thing happens and follows from that what the pins must show.
 */
#include <stdbool.h>
#include <stdint.h>

#define PCM_WORDS 65536u

struct pcm_in { /* the pins at the end of a clock */
	bool reset;
	bool start, out, write, dbl;
	bool data; /* of a test: ad carries a write's data */
	uint64_t ad;
	uint16_t cmd, index;
	uint8_t pipe_state;
};

struct pcm_out { /* what they must be in a clock */
	bool busy, ack, rdata_known, barrier, bus_error;
	uint64_t rdata;
	uint8_t irq;
	bool counted, filtered, own, missed;
	bool sram_write;    /* in this clock, ... */
	uint16_t sram_addr; /* ... to this word ... */
	uint32_t sram_data; /* ... this */
};

struct pcm_golden;

/* @counts_init: the parameter COUNTS_INIT. NULL: no memory. */
struct pcm_golden *pcm_golden_open(uint32_t counts_init);
void pcm_golden_close(struct pcm_golden *g);
void pcm_golden_show(const struct pcm_golden *g, struct pcm_out *o);
/* The edge that ends a clock. */
void pcm_golden_step(struct pcm_golden *g, const struct pcm_in *in);
uint32_t pcm_golden_word(const struct pcm_golden *g, uint16_t word);
void pcm_golden_put_word(struct pcm_golden *g, uint16_t word, uint32_t value);

#endif
