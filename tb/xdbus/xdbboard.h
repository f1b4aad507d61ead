/* SPDX-License-Identifier: Apache-2.0 */
#ifndef XDBBOARD_H
#define XDBBOARD_H
/* The board xdbus on its machine: puts the machine's values on the pins in every clock and,
 * unless unwatched, compares every register that is read, and the interrupt, with the golden
 * model. */
#include "axil.h"
#include "xdb_golden.h"
#include "sim.h"
#include "xdb_machine.h"

#define XDBBOARD_WRAP_LOSSES 0xFFF8FFF8u /* LOSSES_INIT of model xdbus_wrap */

struct xdbboard {
	struct sim *s;
	struct sim_clock *clk;
	struct word_device *axil;
	struct device *dev;    /* for the driver */
	struct xdb_machine *m; /* NULL: the test sets @w itself */
	struct xdb_wires w;    /* at the pins now */
	/* private */
	bool unwatched;
	struct xdb_golden g;
	struct xdbboard_access { /* the last read and the last write that took effect */
		struct xdb_golden_access a;
		int result; /* the answer that the golden model expects */
		bool open;  /* the access has not ended on the bus */
	} access[2];
	uint64_t accesses;
	struct sim_pin *bus[XDB_BUSES][6], *cc_miss, *io_ref, *io_hit;
	struct sim_pin *irq, *req, *write, *addr, *be, *wdata;
	uint64_t wrongs; /* clocks in which the golden model found a wrong packet */
};

/* Opens the board after a reset; @cfg NULL: no machine. The simulation owns the memory. */
struct xdbboard *xdbboard_open(struct sim *s, const struct xdb_config *cfg, bool unwatched);
/* Replaces the machine by another one; the board forgets the packets of the first. */
void xdbboard_change(struct xdbboard *b, const struct xdb_config *cfg);
/* Access the register at @offset; an error answer fails the test. */
uint32_t xdbboard_get(struct xdbboard *b, uint32_t offset);
void xdbboard_put(struct xdbboard *b, uint32_t offset, uint32_t value);
void xdbboard_wait(struct xdbboard *b, unsigned int clocks);
/* Waits until the machine is idle and the board has counted everything. */
void xdbboard_drain(struct xdbboard *b);
void xdbboard_reset(struct xdbboard *b);

#endif
