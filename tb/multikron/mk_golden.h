/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MK_GOLDEN_H
#define MK_GOLDEN_H
/*
 * The MultiKron board as its specification describes it: registers of board and chips, samples,
 * FIFO, local memory. The caller passes what depends on the phase of the clocks from the
 * board's observation pins: when a sample is taken or lost, its time stamp, and when a byte
 * leaves the FIFO. The model predicts everything else.
 */
#include "multikron_regs.h"
#include "sparse.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MK_GOLDEN_TRACE 20    /* bytes of a trace sample */
#define MK_GOLDEN_RESOURCE 84 /* of a resource sample */
#define MK_GOLDEN_COUNTERS 16
#define MK_GOLDEN_PAGES 512
#define MK_GOLDEN_FIFO 256 /* bytes of the chip's FIFO */

/* Slot of a register of the MultiKron_II, and of the MultiKron_vc within its second block,
 * whose first slot is MK_GOLDEN_PAGES. */
#define MK_GOLDEN_SLOT(reg) ((MULTIKRON_##reg - MULTIKRON_HOLD) / 8)

/* Sources of a counter. The MultiKron_vc has them up to SOURCE_CPU. */
enum {
	SOURCE_OFF,
	SOURCE_EDGE,	/* rising edges of external input n */
	SOURCE_NODECLK, /* clocks of NODECLK */
	SOURCE_TICK,	/* ticks of the timestamp */
	SOURCE_LEVEL,	/* clocks of NODECLK while external input n is active */
	SOURCE_CPU,	/* writes of the counter */
	SOURCE_TRACE,	/* trace samples taken */
	SOURCE_RESOURCE,
	SOURCE_LOST, /* samples discarded */
	SOURCE_WAIT, /* clocks in which the CPU waits for room */
};

/* MUXSEL in which counter @n has this source, or all counters have it. */
#define MK_COUNTS(n, source) ((uint64_t)(source) << 4 * (n))
#define MK_ALL_COUNT(source) (UINT64_C(0x1111111111111111) * (source))

struct mk_golden_options {
	bool novc, mem_big_endian, cable_little_endian;
	uint32_t overload_init; /* reset value of WAITCNT and OVRCNT */
	uint64_t rc_init; /* reset value of a pair of counters: the even one in bits 31..0, the
			   * odd one above */
};

/* A value of which only the bits in @known are predicted. */
struct mk_golden_value {
	uint64_t value, known;
};

/* Registers that both chips have. */
struct mk_golden_chip {
	uint32_t hold;
	bool hold_known, mode32;
	uint16_t enable;
	uint8_t pairs;
	uint64_t source;
	bool source_known; /* whether bits 63..32 of @source are predicted */
	uint32_t count[MK_GOLDEN_COUNTERS];
	bool sure[MK_GOLDEN_COUNTERS]; /* whether the count is predicted */
};

/* A sample write that has begun. */
struct mk_golden_pending {
	bool any, resource;
	unsigned int index, id;
	uint64_t user;
	bool user_known; /* whether bits 63..32 of @user are predicted */
};

/* Bytes in their order. */
struct mk_golden_queue {
	uint16_t *byte; /* bit 8 is set in the last byte of a sample */
	size_t head, tail, room;
};

struct mk_golden {
	struct mk_golden_options o;
	uint32_t config, pointer;
	struct mk_golden_chip ii, vc;
	bool sampling, discard, overflow, lost_before;
	uint16_t filter;
	uint32_t src[8], ovrcnt;
	unsigned int page;
	uint32_t stored[MK_GOLDEN_PAGES][MK_GOLDEN_COUNTERS];
	bool unsure[MK_GOLDEN_PAGES][MK_GOLDEN_COUNTERS]; /* whether the counter of the page is
							   * not predicted */
	bool wait_mem; /* the setting that has taken effect */
	struct {
		unsigned int page;
		bool wait_mem;
		uint32_t count[MK_GOLDEN_COUNTERS];
		bool unsure[MK_GOLDEN_COUNTERS];
	} replaced; /* old contents of the page to which the latest switch stores */
	struct mk_golden_pending pending;
	struct mk_golden_queue
		chip; /* samples that are taken and not yet in the board's FIFO */
	struct mk_golden_queue fifo, popped;
	struct sparse mem;
	/* sums */
	uint64_t offered, taken[2], lost, words, drained; /* drained: words */
};

int mk_golden_init(struct mk_golden *g, const struct mk_golden_options *o); /* 0 or -ENOMEM */
void mk_golden_free(struct mk_golden *g);
void mk_golden_hard_reset(struct mk_golden *g);
void mk_golden_soft_reset(struct mk_golden *g);
void mk_golden_chip_reset(struct mk_golden *g); /* by the external reset pin */
/* Ends a page switch after @clocks whole clocks, or earlier if a reset ends it. Words that were
 * not stored by then are unchanged in the SRAM. The call may come before or after the call for
 * the reset. */
void mk_golden_switch_ends(struct mk_golden *g, unsigned int clocks);

/*
 * Accesses the bytes of @be at an offset in the window; with @wide 64 bits from an address
 * whose bit 2 is 0. At its start a write of a sample address only sets g->pending; it takes
 * effect in mk_golden_taken() or mk_golden_lost().
 */
void mk_golden_begin_write(struct mk_golden *g, uint32_t offset, bool wide, uint8_t be,
			   uint64_t value, uint8_t xcpu);
void mk_golden_write(struct mk_golden *g, uint32_t offset, bool wide, uint8_t be,
		     uint64_t value);
/* Returns the predicted result of a read. @actual: the real result, from which the model takes
 * the state that it cannot predict. */
struct mk_golden_value mk_golden_read(struct mk_golden *g, uint32_t offset, bool wide,
				      uint8_t be, uint64_t actual);

/* Report observed actions of the board. Return NULL, or a text that describes the error. */
const char *mk_golden_taken(struct mk_golden *g, bool resource, uint64_t stamp,
			    const uint32_t *counts); /* counts: of those not predicted */
const char *mk_golden_lost(struct mk_golden *g);
const char *mk_golden_byte(struct mk_golden *g, unsigned int byte, bool eos, bool parity);
const char *mk_golden_pop(struct mk_golden *g);
const char *mk_golden_store(struct mk_golden *g, uint32_t *word, uint32_t *value);
const char *mk_golden_drain(struct mk_golden *g);
const char *mk_golden_cable(struct mk_golden *g, uint16_t word);

size_t mk_golden_level(const struct mk_golden_queue *q);
/* Decodes a sample address to kind and index; returns false if the offset is not one. */
bool mk_golden_is_sample(uint32_t offset, bool *resource, unsigned int *index);

#endif
