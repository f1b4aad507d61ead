/* SPDX-License-Identifier: Apache-2.0 */
#include "../../tests/setters.h"
#include "../hmlib.h"

enum {
#define REG(name, space, offset, reset, text) SPACE_##name = DEVICE_MEM, AT_##name = offset,
#define FIELD(reg, name, msb, lsb, access, text)
#include "hypermon_regs.def"
#undef REG
#undef FIELD
};

static const struct setters_field fields[] = {
#define REG(name, space, offset, reset, text)
#define FIELD(reg, name, msb, lsb, access, text) \
	{#reg, #access, (enum device_space)SPACE_##reg, AT_##reg, (uint32_t)HM_##reg##_##name},
#include "hypermon_regs.def"
#undef REG
#undef FIELD
};

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
