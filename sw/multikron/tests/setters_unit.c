/* SPDX-License-Identifier: Apache-2.0 */
/* Tests that each call that sets something changes its bits of its register, and no others. */
#include "../../tests/setters.h"
#include "../mk.h"
#include "multikron_regs.h"

#define REGISTERS "multikron_regs.def"
#define PLACE(space, offset) DEVICE_MEM, offset
#define BITS(reg, field) MK_##reg##_##field
#include "../../tests/setters_fields.h"

static int open_it(void *mk, struct device *dev)
{
	setters_poke(DEVICE_MEM, MK_CONFIG,
		     MULTIKRON_CONFIG_RESET | MK_CONFIG_LOCAL | MK_CONFIG_WRAPB);
	setters_poke(DEVICE_MEM, MK_VC_HOLD, 0); /* the MultiKron_vc is installed */
	return mk_open_device(mk, dev);
}

static int close_it(void *mk)
{
	return mk_close(mk);
}

static int set_config(void *mk)
{
	return mk_set_config(mk, 0x2345);
}

static int change_config(void *mk)
{
	return mk_change_config(mk, MK_CONFIG_CPU_ID, 0x35);
}

static int set_pointer(void *mk)
{
	return mk_set_pointer(mk, 0x12345);
}

static int set_csr(void *mk)
{
	return mk_set_csr(mk, MK_II, MK_CSR_MODE32);
}

static int set_hold(void *mk)
{
	return mk_set_hold(mk, MK_VC, 0x12345678);
}

static int enable(void *mk)
{
	return mk_enable(mk, MK_II, 5);
}

static int disable(void *mk)
{
	return mk_disable(mk, MK_II, 6);
}

static int clear(void *mk)
{
	return mk_clear(mk, MK_VC, 7);
}

static int set_pairs(void *mk)
{
	return mk_set_pairs(mk, MK_VC, 0x81);
}

static int increment(void *mk)
{
	return mk_increment(mk, MK_II, 3);
}

static int set_sources(void *mk)
{
	return mk_set_sources(mk, MK_II, 0x1234567890ABCDEF);
}

static int select_source(void *mk)
{
	return mk_select(mk, MK_II, 9, MK_SOURCE_WAIT);
}

static int clear_timestamp(void *mk)
{
	return mk_clear_timestamp(mk);
}

static int set_filter(void *mk)
{
	return mk_set_filter(mk, 0x5AA5);
}

static int set_address(void *mk)
{
	return mk_set_address(mk, 2, 0x12345678);
}

#define CONFIG                                                                            \
	(MK_CONFIG_WAIT_MEM | MK_CONFIG_DIV2 | MK_CONFIG_TS_RATIO | MK_CONFIG_DIS_STATE | \
	 MK_CONFIG_EN_EXT | MK_CONFIG_WRAPB | MK_CONFIG_MK_OE | MK_CONFIG_TESTB |         \
	 MK_CONFIG_WAIT_CPU | MK_CONFIG_EXT_CPU | MK_CONFIG_LOCAL | MK_CONFIG_TEST |      \
	 MK_CONFIG_CPU_ID)

/* whole = true: the caller gives the whole register, or bits written as 0 have no effect */
static const struct setter setter[] = {
	SETS_NO_REGISTER("mk_reset", "any write resets the board"),
	SETTER("mk_set_config", set_config, SETS_ALL("CONFIG", CONFIG)),
	SETTER("mk_change_config", change_config, SETS("CONFIG", MK_CONFIG_CPU_ID)),
	SETTER("mk_set_pointer", set_pointer,
	       SETS("CONFIG", MK_CONFIG_DIS_STATE | MK_CONFIG_LOCAL),
	       SETS("MAP", MK_MAP_WRAPS | MK_MAP_WORD)),
	SETTER("mk_set_csr", set_csr,
	       SETS_ALL("CSR", MK_CSR_MODE32 | MK_CSR_DISCARD | MK_CSR_SAMPLING |
				       MK_CSR_TSCLEAR | MK_CSR_OVERFLOW)),
	SETTER("mk_set_hold", set_hold, SETS("VC_HOLD", MK_VC_HOLD_HIGH)),
	SETTER("mk_enable", enable, SETS_ALL("RC_ENABLE", MK_RC_ENABLE_MASK)),
	SETTER("mk_disable", disable, SETS_ALL("RC_DISABLE", MK_RC_DISABLE_MASK)),
	SETTER("mk_clear", clear, SETS_ALL("VC_RC_RESET", MK_VC_RC_RESET_MASK),
	       SETS("VC_HOLD", ~0u)),
	SETTER("mk_set_pairs", set_pairs, SETS("VC_RC_MODE", MK_VC_RC_MODE_PAIR),
	       SETS("VC_HOLD", ~0u)),
	SETTER("mk_increment", increment, SETS("RC3", MK_RC3_COUNT)),
	SETTER("mk_set_sources", set_sources, SETS("HOLD", MK_HOLD_HIGH),
	       SETS("MUXSEL", MK_MUXSEL_LOW)),
	SETTER("mk_select", select_source, SETS("HOLD", 0xF0), SETS("MUXSEL", 0)),
	SETTER("mk_clear_timestamp", clear_timestamp, SETS("CSR", MK_CSR_TSCLEAR)),
	SETTER("mk_set_filter", set_filter, SETS_ALL("FILTER", MK_FILTER_RS | MK_FILTER_TS)),
	SETTER("mk_set_address", set_address, SETS("SRC2", MK_SRC2_ADDRESS)),
	SETS_NO_REGISTER("mk_bus_start",
			 "calls mk_disable, mk_select, mk_set_pairs, mk_clear, mk_enable"),
	SETS_NO_REGISTER("mk_bus_stop", "calls mk_disable"),
	SETS_NO_REGISTER("mk_vc_set_page", "the address of the write is the page"),
	SETS_NO_REGISTER("mk_vc_clear_pages", "the counters of all pages"),
};

SETTERS_MAIN(struct mk, "sw/multikron/mk.h", "mk_")
