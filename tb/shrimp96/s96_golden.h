/* SPDX-License-Identifier: Apache-2.0 */
#ifndef S96_GOLDEN_H
#define S96_GOLDEN_H
/*
 * Golden model of the SHRIMP performance monitor of 1996 at the level of register accesses
 * and packets (SPDT 1996, 3.1 to 3.5), written from the paper and the project's decisions,
 * never from the RTL.
 *
 * The caller reports three events of a packet by calls: it arrives (the model measures its
 * variables and makes its address), it is taken (the model chooses the mode), it is committed
 * (the model changes its word). The times of these events and the receive time depend on the
 * phase of asynchronous clocks, so the caller gives them; the model predicts everything else.
 * Accesses take effect at once, in the order of the calls.
 */
#include "packet.h"
#include <stddef.h>
#include <stdint.h>

struct s96_golden;

enum s96_arrival {
	S96_IGNORED,  /* the board is not monitoring */
	S96_ACCEPTED, /* the packet waits to be taken */
	S96_DROPPED,  /* the packet is lost because the previous one was still waiting */
};

/* Opens a model. @words_log2: 20 or 24. The memory has the contents of the two SIMMs at
 * power-up. Returns NULL if memory is short. */
struct s96_golden *s96_golden_open(unsigned int words_log2);
void s96_golden_close(struct s96_golden *g);
/* Returns 0, or -ENOMEM if memory ran short; the model's results are then invalid. */
int s96_golden_error(const struct s96_golden *g);

void s96_golden_power_on(struct s96_golden *g); /* the memory keeps its words */
void s96_golden_resdrv(struct s96_golden *g);
void s96_golden_jumpers(struct s96_golden *g, uint16_t jumper);
void s96_golden_presence(struct s96_golden *g, unsigned int l_pd, unsigned int u_pd);

/* Accesses a register as one EISA cycle does; bit k of @be is byte lane k. A read returns all
 * four lanes whatever @be is. A fill changes the memory without delay, but STAT shows it until
 * s96_golden_filled(). */
void s96_golden_write(struct s96_golden *g, uint32_t offset, unsigned int be, uint32_t data);
uint32_t s96_golden_read(struct s96_golden *g, uint32_t offset, unsigned int be);
void s96_golden_slot_write(struct s96_golden *g, uint32_t offset, unsigned int be,
			   uint32_t data);
uint32_t s96_golden_slot_read(struct s96_golden *g, uint32_t offset);
void s96_golden_filled(struct s96_golden *g);

/* Returns the number of the IRQ line that is pulled low; 0 if there is none. */
unsigned int s96_golden_irq(const struct s96_golden *g);
unsigned int s96_golden_queued(const struct s96_golden *g); /* addresses */

/* The variables of a packet that arrives at receive time @rxtime. */
struct s96_variables {
	uint32_t latency; /* 20 bits */
	uint16_t size;	  /* 12 bits */
	uint8_t sender, category, tag;
	uint32_t address; /* histogram address: bits 19..0 come from the multiplexers, the upper
			   * bits from the jumpers */
};
struct s96_variables s96_golden_measure(const struct s96_golden *g, const struct packet *p,
					uint64_t rxtime);

enum s96_arrival s96_golden_arrive(struct s96_golden *g, const struct packet *p,
				   uint64_t rxtime);
void s96_golden_take(struct s96_golden *g);
/* Commits the packet. @full: the queue was full at the beginning of the clock. */
void s96_golden_commit(struct s96_golden *g, bool full);
bool s96_golden_waiting(const struct s96_golden *g); /* a packet was accepted and not yet
						      * taken */
bool s96_golden_taken(const struct s96_golden *g);   /* a packet was taken and not yet
						      * committed */
/* Return the number of packets since power-on that were counted in the histogram or written to
 * the trace. */
uint64_t s96_golden_counted(const struct s96_golden *g);
uint64_t s96_golden_traced(const struct s96_golden *g);

/* Access words of 40 bits; the index is taken modulo the size. */
uint64_t s96_golden_word(struct s96_golden *g, uint32_t word);
void s96_golden_put(struct s96_golden *g, uint32_t word, uint64_t value);
void s96_golden_fill(struct s96_golden *g, uint64_t value);
/* Calls fn, in ascending order, for the words whose bits 31..0 (with @high: 39..32) differ from
 * the last fill or the power-up pattern. */
void s96_golden_each(struct s96_golden *g, bool high, void (*fn)(void *, uint32_t, uint32_t),
		     void *arg);

#endif
