/* SPDX-License-Identifier: Apache-2.0 */
#ifndef XDB_GOLDEN_H
#define XDB_GOLDEN_H
/*
 * Golden model of the board xdbus, written from the thesis (2.3.2) and the board's register
 * table and README: the values of all registers in every clock, from the pins.
 *
 * Not modelled: packets that have begun when SETUP is written.
 */
#include "register_model.h"
#include "xdb_machine.h"
#include <stdbool.h>
#include <stdint.h>

#define XDB_GOLDEN_COUNTERS 36u

struct xdb_golden_counter {
	unsigned int event;
	uint32_t count; /* 24 bits */
};

struct xdb_golden_begun { /* the packet that began in the previous clock */
	bool head;
	struct xdb_packet packet;
	unsigned int handler;
};

struct xdb_golden {
	struct register_model regs; /* but those of the counters */
	bool irq;
	unsigned int ways, first, io; /* of SETUP */
	uint32_t clocks;	      /* with CONTROL.RUN = 1 */
	struct xdb_golden_counter counter[XDB_GOLDEN_COUNTERS];
	struct xdb_golden_begun begun[XDB_BUSES];
	unsigned int before_miss, before_ref, before_hit; /* pins of the previous clock */
	unsigned int left[XDB_BUSES];			  /* remaining clocks of the packet */
	unsigned int queue[XDB_BUSES][XDB_HANDLERS], pio[XDB_BUSES];
	bool reading[XDB_WATCHED];
	/* events to be counted in the next clock */
	unsigned int amount[XDB_GOLDEN_COUNTERS][XDB_EVENTS];
	uint32_t wrong; /* new bits of FLAGS, except WRAP */
};

/* An access to a register that takes effect in a clock. */
struct xdb_golden_access {
	bool write, whole; /* whole: all byte lanes */
	uint32_t offset, data;
};

/* @losses: LOSSES after the reset */
void xdb_golden_reset(struct xdb_golden *g, uint32_t losses);
/* One clock: the values of the pins before its edge, and an access that takes effect at it, or
 * NULL. A read gets its value in a->data. Returns 0, or -EIO for the answer SLVERR. */
int xdb_golden_step(struct xdb_golden *g, const struct xdb_wires *w,
		    struct xdb_golden_access *a);

#endif
