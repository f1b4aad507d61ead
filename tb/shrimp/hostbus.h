/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOSTBUS_H
#define HOSTBUS_H
/*
 * The bus between a SHRIMP node's processor and its board: EISA, or a modern bus (AXI4-Lite or
 * Wishbone). The clock pin of the model selects the bus. Accesses are described as EISA cycles:
 * an I/O address is the offset in the board's slot, a memory address is the address on the bus.
 */
#include "axil.h"
#include "eisa.h"
#include "wb.h"

struct hostbus {
	struct sim *s;
	struct sim_clock *clk;
	struct eisa *eisa;	  /* EISA; exactly one of @eisa and @word is not NULL */
	struct word_device *word; /* a modern bus */
	bool axil;		  /* it is AXI4-Lite */
	const uint8_t *irq;	  /* interrupt pin of AXI4-Lite and Wishbone */
	eisa_cycle_fn *on_cycle;
	void *on_cycle_arg;
};

/* Returns whether the model has EISA (bclk) and not a modern bus (aclk or wb_clk). */
bool host_is_eisa(struct sim *s);
/* Opens a modern bus with its clock; the end of the simulation closes it. */
void host_open(struct hostbus *b, struct sim *s, sim_time period, sim_time phase);
/* These functions work like those of eisa.h. A modern bus has no slots: @slot is ignored, and
 * only the lower 12 bits of an I/O address are used. AXI4-Lite reads all four lanes, whatever
 * @be is. */
int host_read(struct hostbus *b, bool io, unsigned int slot, uint32_t addr, unsigned int be,
	      uint32_t *data);
int host_write(struct hostbus *b, bool io, unsigned int slot, uint32_t addr, unsigned int be,
	       uint32_t data);
int host_run(struct hostbus *b, struct eisa_cycle *v, size_t n);
/* Returns the interrupt lines; bit n is IRQn. A modern bus has one line, which is returned as
 * IRQ12, the line of IRLEV 5. */
unsigned int host_irqs(const struct hostbus *b);
/* Returns the pin of that line; on EISA it is the pin of IRQ12. */
struct sim_pin *host_irq_pin(struct hostbus *b);
/* Sets the timing. On a modern bus idle_max is the largest number of clocks between accesses,
 * and stretch_percent the probability that a response waits. */
void host_set_timing(struct hostbus *b, const struct eisa_timing *t);
/* Works like eisa_longest_wait(); returns 0 on a modern bus. */
sim_time host_longest_wait(const struct hostbus *b);
void host_on_cycle(struct hostbus *b, eisa_cycle_fn *fn, void *arg);
struct device *host_device(struct hostbus *b, unsigned int slot);
/* Performs a power-on reset of the board on a modern bus, for at least @time. */
void host_reset(struct hostbus *b, sim_time time);

#endif
