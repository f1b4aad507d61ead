/* SPDX-License-Identifier: Apache-2.0 */
/* Tests that each call that sets something changes its bits of its register, and no others. */
#include "../../tests/setters.h"
#include "../hmlib.h"

#define REGISTERS "hypermon_regs.def"
#define PLACE(space, offset) DEVICE_MEM, offset
#define BITS(reg, field) HM_##reg##_##field
#include "../../tests/setters_fields.h"

static int reset(void *hm)
{
	return hm_reset(hm);
}

static int control(void *hm)
{
	return hm_control(hm, 400, true);
}

static int open_it(void *hm, struct device *dev)
{
	setters_poke(DEVICE_MEM, AT_STATUS, 0); /* ones: no board */
	return hm_open_device(hm, dev);
}

static int close_it(void *hm)
{
	return hm_close(hm);
}

/* CTRL can only be written */
static const struct setter setter[] = {
	SETS_NO_REGISTER("hm_set_variant", "which board is meant"),
	SETTER("hm_reset", reset, SETS("CTRL", HM_CTRL_RST)),
	SETTER("hm_control", control, SETS("CTRL", HM_CTRL_WINDOW | HM_CTRL_ENABLE)),
	SETS_NO_REGISTER("hm_set_cost", "the simulated time of the reader"),
};

SETTERS_MAIN(struct hm, "sw/hypermon/hmlib.h", "hm_")
