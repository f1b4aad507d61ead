/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CCSRAM_H
#define CCSRAM_H
/*
 * The SRAM of the NUMAchine memory card's cache coherence unit (thesis, 4.2, Figure 4.1): a
 * word of 16 bits with the state of each cache line. It is not connected to the monitor; the
 * card reads it and derives valid, lock and local_global from it.
 *
 * It is an asynchronous part: the word is valid one access time after the address; a write is a
 * pulse during which the address is stable. A read that is too early or a pulse that is too
 * short fails the test. Power-up contents are a pattern made from the index (sparse.h), like
 * those of a card that was not initialised.
 */
#include "sim.h"

/* Bits of a word. */
enum {
	CC_VALID = 1 << 0, /* LV or GV, else LI or GI */
	CC_LOCAL = 1 << 1, /* LV or LI, else GV or GI */
	CC_LOCK = 1 << 2,
	CC_PMASK_LSB = 4, /* 4 bits: local processors that have a copy */
	CC_FMASK_LSB = 8, /* 8 bits: stations that have a copy, ring and station mask */
};

struct ccsram;

/* @lines: a power of two, at least 1024. The simulation frees the model. */
struct ccsram *ccsram_open(struct sim *s, uint32_t lines, sim_time access, sim_time pulse);
/* Sets the address. */
void ccsram_address(struct ccsram *m, uint32_t line);
/* Returns the word at the address. */
uint16_t ccsram_read(struct ccsram *m);
/* Begin a write pulse; end it with @word on the data pins. */
void ccsram_write_begin(struct ccsram *m);
void ccsram_write_end(struct ccsram *m, uint16_t word);

/* Returns the contents without a bus cycle; the index is taken modulo the size. */
uint16_t ccsram_peek(const struct ccsram *m, uint32_t line);
void ccsram_poke(struct ccsram *m, uint32_t line, uint16_t word);
void ccsram_fill(struct ccsram *m, uint16_t word);

#endif
