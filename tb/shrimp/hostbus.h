/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOSTBUS_H
#define HOSTBUS_H
/*
 * The bus between a SHRIMP node's processor and its board: EISA, or one of today (AXI4-Lite,
 * Wishbone), by the clock pin that the model has. Accesses are written as EISA cycles: an I/O
 * address is the offset in the board's slot, a memory address that of the bus.
 */
#include "axil.h"
#include "eisa.h"
#include "wb.h"

struct hostbus {
	struct sim *s;
	struct sim_clock *clk;
	struct eisa *eisa; /* one of the three */
	struct axil *axil;
	struct wb *wb;
	const uint8_t *irq; /* of the latter two */
	eisa_cycle_fn *on_cycle;
	void *on_cycle_arg;
};

/* Whether the model has a bus of today: aclk or wb_clk instead of bclk. */
bool host_is_eisa(struct sim *s);
/* Opens such a bus, with its clock. Closed with the simulation. */
void host_open(struct hostbus *b, struct sim *s, sim_time period, sim_time phase);
/* As the functions of eisa.h. A bus of today has no slots: @slot is not used, and an I/O
 * address counts by its lower 12 bits. AXI4-Lite reads all four lanes whatever @be is. */
int host_read(struct hostbus *b, bool io, unsigned int slot, uint32_t addr, unsigned int be,
	      uint32_t *data);
int host_write(struct hostbus *b, bool io, unsigned int slot, uint32_t addr, unsigned int be,
	       uint32_t data);
int host_run(struct hostbus *b, struct eisa_cycle *v, size_t n);
/* Bit n = IRQn. A bus of today has one line, shown as IRQ12, that of IRLEV 5. */
unsigned int host_irqs(const struct hostbus *b);
/* The pin of that line: on EISA that of IRQ12. */
struct sim_pin *host_irq_pin(struct hostbus *b);
/* Buses of today: idle_max is the greatest number of clocks between accesses, stretch_percent
 * the chance that an answer waits. */
void host_set_timing(struct hostbus *b, const struct eisa_timing *t);
/* As eisa_longest_wait(); 0 on a bus of today. */
sim_time host_longest_wait(const struct hostbus *b);
void host_on_cycle(struct hostbus *b, eisa_cycle_fn *fn, void *arg);
struct device *host_device(struct hostbus *b, unsigned int slot);
/* Power-on reset of the board on a bus of today, of @time at least. */
void host_reset(struct hostbus *b, sim_time time);

#endif
