/* SPDX-License-Identifier: Apache-2.0 */
/* Tests derived from the register tables, also those of revision 2: each byte lane and each
 * field holds the value written to it, and a write changes nothing else. */
#include "quick.h"
#include "registers.h"

static const struct register_row rows[] = {
#define REG REGISTER_REG
#define FIELD REGISTER_FIELD
#include "../../rtl/surfboard/surfboard_regs.def"
#include "../../rtl/surfboard/surfboard_ext.def"
#undef REG
#undef FIELD
};

static bool in_slot(const struct register_row *reg)
{
	return reg->space[0] == 'S';
}

static void put(void *arg, const struct register_row *reg, unsigned int be, uint32_t value)
{
	struct node *n = arg;

	if (!in_slot(reg)) {
		node_put_be(n, reg->offset, be, value);
		return;
	}
	SIM_EQ(n->s,
	       (uint64_t)host_write(n->host, true, n->slot, 0x1000 + reg->offset, be, value), 0,
	       "the slot answers");
	surf_golden_slot_write(n->g, reg->offset, be, value);
	sim_wait_cycles(n->clk25, 8); /* until the write has reached the 25 MHz domain */
}

static uint32_t get(void *arg, const struct register_row *reg)
{
	struct node *n = arg;
	uint32_t v;

	if (!in_slot(reg))
		return node_get(n, reg->offset);
	SIM_EQ(n->s, (uint64_t)host_read(n->host, true, n->slot, 0x1000 + reg->offset, 15, &v),
	       0, "the slot answers");
	return v;
}

/* These registers are excluded: FCCR, FCDR and ACDR shift; HTCR starts modes; HFCR and HFDR
 * access a FIFO; the period of the decay starts passes; SQNW changes with SQCR. */
static void registers_lanes(struct sim *s)
{
	struct node *n = quick_open(
		s, &(struct node_config){.trace = SIMM_4MB, .hist = SIMM_4MB, .drift = true});
	const struct register_board b = {.s = s,
					 .rows = rows,
					 .count = sizeof(rows) / sizeof(*rows),
					 .arg = n,
					 .put = put,
					 .get = get,
					 .whole = " WCDR TICR TECR ",
					 .alone = " EBCR ",
					 .skip = " FCCR FCDR ACDR HTCR HFCR HFDR DCPR SQNW "};

	quick_acdr(n, 3u << 6); /* TSIZE 3: all bits of TICR */
	SIM_EQ(s, registers_hold(&b), 54, "registers that hold what is written");
	node_compare(n);
}

const struct sim_test sim_tests[] = {
	{"registers_lanes", registers_lanes, "SB-REV-002", "surfboard_rev2"},
	{0},
};
