/* SPDX-License-Identifier: Apache-2.0 */
/* Sends a few packets and reads the counters. Read this test first. */
#include "xdbboard.h"
#include "xdbus_regs.h"

#define COUNT(n) (XDBUS_COUNT0 + 8 * (n))
#define SELECT(n) (XDBUS_SELECT0 + 8 * (n))

/* One packet on bus 0, and the clocks until the next one may begin. */
static void packet(struct xdbboard *b, const struct xdb_packet *p, unsigned int hit)
{
	b->w.head[0] = true;
	b->w.packet[0] = *p;
	xdbboard_wait(b, 1);
	b->w.head[0] = false;
	b->w.hit[0] = hit;
	xdbboard_wait(b, 1);
	b->w.hit[0] = 0;
	xdbboard_wait(b, xdb_packet_cycles(p) - 1);
}

static void first_count(struct sim *s)
{
	struct xdbboard *b = xdbboard_open(s, NULL, false);
	const uint32_t addr = 0x1000; /* bus 0, handler 0 */

	xdbboard_put(b, SELECT(0), XDB_CC_EXTERNAL);
	xdbboard_put(b, SELECT(1), XDB_CC_LATENCY);
	xdbboard_put(b, SELECT(10), XDB_BW_INVALIDATED); /* processor 1, bus 0 */
	xdbboard_put(b, SELECT(16), XDB_MQH_ACCESSES);
	xdbboard_put(b, SELECT(17), XDB_MQH_BUSY);
	xdbboard_put(b, XDBUS_CONTROL, XDBUS_CONTROL_RUN_MASK);
	/* processor 0 reads a block and invalidates the copy of processor 1 */
	packet(b, &(struct xdb_packet){XDB_READ, false, 0, addr}, 2);
	packet(b, &(struct xdb_packet){XDB_READ, true, 0, addr}, 0);
	packet(b, &(struct xdb_packet){XDB_INVALIDATE, false, 0, addr}, 3);
	packet(b, &(struct xdb_packet){XDB_INVALIDATE, true, 0, addr}, 0);
	xdbboard_wait(b, 4);
	SIM_EQ(s, xdbboard_get(b, COUNT(0)), 1, "external misses of processor 0");
	SIM_EQ(s, xdbboard_get(b, COUNT(1)), 3, "clocks from the READ to its reply");
	SIM_EQ(s, xdbboard_get(b, COUNT(10)), 1, "invalidations of processor 1");
	SIM_EQ(s, xdbboard_get(b, COUNT(16)), 2, "accesses to handler 0 of bus 0");
	SIM_EQ(s, xdbboard_get(b, COUNT(17)), 2 + 9 + 2 + 2,
	       "clocks in which the bus was busy");
	SIM_EQ(s, xdbboard_get(b, XDBUS_FLAGS), 0, "nothing is wrong");
}

const struct sim_test sim_tests[] = {
	{"first_count", first_count, "", NULL},
	{0},
};
