/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PCM_GOLDEN_H
#define PCM_GOLDEN_H
/*
 * Golden model of the processor-card monitor, written from the thesis (2.4.4, 2.4.5) and the
 * decisions in rtl/numachine/README.md, never from the RTL. It stores the clock of each action
 * and derives the levels of the pins from it.
 */
#include <stdbool.h>
#include <stdint.h>

#define PCM_WORDS 65536u

struct pcm_in { /* input pins at the end of a clock */
	bool reset;
	bool start, out, write, dbl;
	bool data; /* used by tests: ad carries the data of a write */
	uint64_t ad;
	uint16_t cmd, index;
	uint8_t pipe_state;
};

struct pcm_out { /* expected outputs of a clock */
	bool busy, ack, rdata_known, barrier, bus_error;
	uint64_t rdata;
	uint8_t irq;
	bool counted, filtered, own, missed;
	bool sram_write;    /* a word is written in this clock */
	uint16_t sram_addr; /* address of this word */
	uint32_t sram_data; /* data of this word */
};

struct pcm_golden;

/* Opens a model; @counts_init: the parameter COUNTS_INIT. Returns NULL if memory is short. */
struct pcm_golden *pcm_golden_open(uint32_t counts_init);
void pcm_golden_close(struct pcm_golden *g);
void pcm_golden_show(const struct pcm_golden *g, struct pcm_out *o);
/* Simulates the edge that ends a clock. */
void pcm_golden_step(struct pcm_golden *g, const struct pcm_in *in);
uint32_t pcm_golden_word(const struct pcm_golden *g, uint16_t word);

#endif
