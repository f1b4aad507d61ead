/* SPDX-License-Identifier: Apache-2.0 */
/* Tests derived from the register table: a register that holds the written value takes a whole
 * word or nothing, and a write does not change another register. */
#include "mkboard.h"
#include "registers.h"

static const struct register_row rows[] = {
#define REG REGISTER_REG
#define FIELD REGISTER_FIELD
#include "../../rtl/multikron/multikron_regs.def"
#undef REG
#undef FIELD
};

/* All registers take whole words only. */
#define SOURCES " SRC0 SRC1 SRC2 SRC3 SRC4 SRC5 SRC6 SRC7 "
#define WHOLE " FILTER RC_MODE MUXSEL VC_RC_MODE VC_MUXSEL" SOURCES
/* These registers are excluded. The first five affect counters and sampling; the holding
 * registers change in every access of their chip; test_pci.c tests the configuration space, and
 * other tests CONFIG, which switches the chips. MAP can be written only in a special mode. */
#define SKIP                                                                                \
	" RC_ENABLE RC_DISABLE RC_RESET VC_RC_ENABLE VC_RC_DISABLE VC_RC_RESET CSR VC_CSR " \
	"HOLD "                                                                             \
	"VC_HOLD PCICMD BAR0 CONFIG MEMORY "

static void put(void *arg, const struct register_row *reg, unsigned int be, uint32_t value)
{
	struct mkboard *b = arg;
	uint64_t data = value;
	struct pci_cycle c = {.command = PCI_MEM_WRITE,
			      .addr = b->base + reg->offset,
			      .be = (uint8_t)be,
			      .data = &data};

	SIM_EQ(b->s, mkboard_access(b, &c), PCI_DONE, reg->reg);
}

static uint32_t get(void *arg, const struct register_row *reg)
{
	return mkboard_get(arg, reg->offset);
}

static void registers_lanes(struct sim *s)
{
	struct mkboard *b = mkboard_open(s, NULL);
	const struct register_board r = {.s = s,
					 .rows = rows,
					 .count = sizeof(rows) / sizeof(*rows),
					 .arg = b,
					 .put = put,
					 .get = get,
					 .whole = " MAP" WHOLE,
					 .skip = SKIP};

	/* TEST = 1: the pointer can be written */
	mkboard_start(b, MK_TEST, 0);
	SIM_EQ(s, registers_hold(&r), 14, "registers that hold what is written");
	mkboard_put(b, MULTIKRON_MAP, 0);
	mkboard_settle(b);
}

const struct sim_test sim_tests[] = {
	{"registers_lanes", registers_lanes, "MK-MAP-001", NULL},
	{0},
};
