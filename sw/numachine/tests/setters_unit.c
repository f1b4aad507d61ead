/* SPDX-License-Identifier: Apache-2.0 */
/* Tests that each call that sets something changes its bits of its register, and no others. */
#include "../../tests/setters.h"
#include "../nmlib.h"

#define REGISTERS "numachine_regs.def"
#define PLACE(space, offset) DEVICE_MEM, NM_AT_REGISTERS + (offset)
#define BITS(reg, field) NM_##reg##_##field
#include "../../tests/setters_fields.h"

static int set_mode(void *nm)
{
	return nm_set_mode(nm, NM_HISTOGRAM1);
}

static int set_interrupt(void *nm)
{
	return nm_set_interrupt(nm, true);
}

static int acknowledge(void *nm)
{
	return nm_acknowledge(nm);
}

static int open_it(void *nm, struct device *dev)
{
	setters_poke(DEVICE_MEM, AT_STATUS, 0); /* ones: no board */
	return nm_open_device(nm, dev);
}

static int close_it(void *nm)
{
	return nm_close(nm);
}

static const struct setter setter[] = {
	SETS_NO_REGISTER("nm_set_board", "which board is meant"),
	SETS_NO_REGISTER("nm_set_station", "which station is meant"),
	SETTER("nm_set_mode", set_mode, SETS("CONFIG", NM_CONFIG_MODE | NM_CONFIG_HISTO)),
	SETTER("nm_set_interrupt", set_interrupt, SETS("IENABLE", NM_IENABLE_OVERFLOW)),
	SETTER("nm_acknowledge", acknowledge,
	       SETS("STATUS", NM_STATUS_PENDING | NM_STATUS_SECOND | NM_STATUS_MISSED)),
	SETS_NO_REGISTER("nm_clear", "the memory of the counters"),
};

SETTERS_MAIN(struct nm, "sw/numachine/nmlib.h", "nm_")
