/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EISA_H
#define EISA_H
/*
 * EISA bus: a master and system board that perform standard cycles (EISA 3.12),
 * and a checker for every cycle of every test.
 *
 * One bus may have several boards (slots); each has its own AENx and its own
 * pins, which the master connects.
 *
 * A cycle: LA, M/IO# and AENx are driven at a BCLK fall, START# falls after the next rise with
 * BE# and W/R#, write data are driven half a BCLK period later. EX32# is sampled at the rise
 * that ends START#, EXRDY at each fall in CMD#, read data at the rise that ends CMD#. In a
 * memory cycle AENx has a random level, because a DMA controller may be the master. An address
 * that no board claims gets the longer CMD# of a cycle to the ISA side.
 *
 * The checker fails the test when a board
 *   - drives EX32# for an address that cannot be its own, or too late for START#, or together
 *     with another board;
 *   - drives data outside CMD# of its own read, stops driving them before the end of CMD#, or
 *     still drives them at the next BCLK fall; changes them in the last half BCLK or when CMD#
 *     rises;
 *   - pulls EXRDY low outside of its own cycle, or again after it was high, or for more than
 *     2.5 us (time by which BCLK was stretched is not counted);
 *   - drives anything while RESDRV is high, or an IRQ between RESDRV and its set-up.
 * An address cannot be a board's own when AENx is high or A[9:8] is not 0 (I/O), or while bit
 * 0 of zC84, which the checker tracks on the bus, is 0 (memory). eisa_set_decode() adds further
 * rules.
 */
#include "device.h"
#include "sim.h"

struct eisa;

struct eisa_timing {
	unsigned int start_bclk;      /* length of START#, 1 or more BCLK; 0 means 1 */
	bool pipelined;		      /* the next address is driven during CMD# */
	unsigned int stretch_percent; /* chance that a BCLK phase is stretched ... */
	unsigned int stretch_max;     /* ... up to this multiple of its length */
	bool change_early;	      /* LA, BE#, M/IO#, W/R# change right after START# rises */
	unsigned int idle_max;	      /* greatest number of idle BCLK periods between cycles */
};

struct eisa_cycle {
	bool io, write;
	unsigned int slot; /* I/O only; AENx is low for that slot only, 0: for none */
	uint32_t addr;	   /* bits 1..0 are not on the bus */
	unsigned int be;   /* bit k: byte lane k is accessed (1..15, contiguous) */
	uint32_t data;	   /* written, or read: all four lanes as on the bus */
	int result;	   /* 0, -EIO: not claimed, -ETIMEDOUT, -ECANCELED: reset */
};

/* @bclk is the bus clock. The bus is empty until boards are added. The simulation owns the
 * memory; closing only ends checking. */
struct eisa *eisa_open(struct sim *s, struct sim_clock *bclk);
void eisa_close(struct eisa *b);
/* Adds a board in @slot, whose pins are named @prefix and the name ("la" or "a2_la", ...). */
void eisa_add_board(struct eisa *b, const char *prefix, unsigned int slot);
void eisa_set_timing(struct eisa *b, const struct eisa_timing *t); /* NULL: plain cycles */
/* Sets an additional rule for the addresses of the board in @slot. It is checked when the board
 * claims a cycle, except within two BCLK periods of an I/O write, which may change the
 * decoder. */
typedef bool eisa_decode_fn(void *arg, bool io, uint32_t addr);
void eisa_set_decode(struct eisa *b, unsigned int slot, eisa_decode_fn *fn, void *arg);
/* Called at the last BCLK edge of each cycle; at most one function per slot. */
typedef void eisa_cycle_fn(void *arg, const struct eisa_cycle *c);
void eisa_on_cycle(struct eisa *b, eisa_cycle_fn *fn, void *arg);

/* Performs one standard cycle. @be: bit k = byte lane k is accessed (1..15, contiguous). @slot:
 * I/O only; AENx is low to that slot alone, 0: to none. Returns 0, or -EIO when no board drove
 * EX32# (the read value is then all ones). A wait longer than 2.5 us, or a protocol error,
 * fails the test. */
int eisa_read(struct eisa *b, bool io, unsigned int slot, uint32_t addr, unsigned int be,
	      uint32_t *data);
int eisa_write(struct eisa *b, bool io, unsigned int slot, uint32_t addr, unsigned int be,
	       uint32_t data);
/* Performs @n cycles in succession; pipelined ones follow without a pause and take 2 BCLK
 * periods each if no board requests waits. Results are in @v; returns the first nonzero one. */
int eisa_run(struct eisa *b, struct eisa_cycle *v, size_t n);
/* Drives an address on the idle bus without a cycle. Returns true if EX32# is then low, without
 * a clock edge. */
bool eisa_claims(struct eisa *b, bool io, unsigned int slot, uint32_t addr);
/* Holds RESDRV high for @bclks BCLK periods (at least 1). Returns 4 periods later, when the bus
 * can be used again. */
void eisa_reset(struct eisa *b, unsigned int bclks);
/* Returns immediately and resets the bus in the same way after @delay, whatever is in progress
 * then: cycles end with -ECANCELED. */
void eisa_reset_in(struct eisa *b, sim_time delay, unsigned int bclks);

/* Return the number of cycles so far; the length of the last one in BCLK, from START# falling
 * to CMD# rising; the longest EXRDY wait so far, in picoseconds from CMD# falling. */
uint64_t eisa_cycles(const struct eisa *b);
unsigned int eisa_last_bclks(const struct eisa *b);
sim_time eisa_longest_wait(const struct eisa *b);
/* Returns the IRQ lines that boards currently pull low: bit n for IRQn. */
unsigned int eisa_irqs(const struct eisa *b);

/* Returns the device with which a driver accesses the board in @slot (1..15): DEVICE_IO
 * addresses are offsets in the slot's I/O space, DEVICE_MEM addresses are bus addresses; 64
 * bits are two cycles. Misaligned or invalid width: -EINVAL. An interrupt is an IRQ line that
 * this board pulls low or, if the slot is empty, that any board pulls low. The bus owns the
 * device; close does nothing. */
struct device *eisa_device(struct eisa *b, unsigned int slot);

#endif
