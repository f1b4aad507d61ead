/* SPDX-License-Identifier: Apache-2.0 */
/* Tests that each call that sets something changes its bits of its register, and no others. */
#include "../../tests/setters.h"
#include "../surflib.h"

#define BASE 0x12340000u

#define PLACE_SLOT DEVICE_IO, 0
#define PLACE_MMIO DEVICE_MEM, BASE
#define PLACE_EXT DEVICE_MEM, BASE
#define REGISTERS "surfboard_regs.def"
#define EXTENSION "surfboard_ext.def"
#define PLACE(space, offset) PLACE_##space + (offset)
#define BITS(reg, field) SURF_##reg##_##field
#include "../../tests/setters_fields.h"

static int put_extension(void *s)
{
	return surf_PutExtension(s, SURF_HMCR, 1);
}

static int set_conditions(void *s)
{
	return surf_SetConditions(s, SURF_ISCR_PV | SURF_ISCR_TP);
}

static int set_saturation(void *s)
{
	return surf_SetSaturation(s, true);
}

static int set_phase(void *s)
{
	return surf_SetPhase(s, 0x5A);
}

static int put_reg(void *s)
{
	return surf_PutReg(s, SURF_PCLR, 9);
}

/* The recording device has no bin selector, so the call must fail. */
static int config_has(void *s)
{
	static const uint8_t stream[4] = {0};

	return surf_ConfigHAS(s, stream, sizeof(stream)) ? 0 : -1;
}

static int clear_exception(void *s)
{
	return surf_ClearException(s);
}

/* Sets the state of a board that a driver has found. */
static int open_it(void *s, struct device *dev)
{
	*(struct surf *)s = (struct surf){.dev = dev,
					  .ebcr = BASE | SURF_EBCR_ENABLE,
					  .capabilities = UINT32_MAX,
					  .exception = SURF_ISCR_TP};
	setters_poke(DEVICE_IO, SURF_EBCR, BASE | SURF_EBCR_ENABLE);
	return 0;
}

static int close_it(void *s)
{
	return surf_Close(s);
}

#define STICKY                                                                       \
	(SURF_ISCR_LU | SURF_ISCR_LV | SURF_ISCR_PV | SURF_ISCR_WCV | SURF_ISCR_BV | \
	 SURF_ISCR_FV | SURF_ISCR_EXT | SURF_ISCR_TP | SURF_ISCR_TC)

static const struct setter setter[] = {
	SETTER("surf_PutExtension", put_extension, SETS_ALL("HMCR", SURF_HMCR_SAT)),
	SETTER("surf_SetConditions", set_conditions, SETS("ISSR", STICKY)),
	SETTER("surf_SetSaturation", set_saturation, SETS("HMCR", SURF_HMCR_SAT)),
	SETTER("surf_SetPhase", set_phase, SETS_ALL("PHSR", SURF_PHSR_PHASE)),
	SETTER("surf_PutReg", put_reg, SETS_ALL("PCLR", SURF_PCLR_LED | SURF_PCLR_CAT)),
	SETS_NO_REGISTER("surf_allow_mei", "what the handle allows"),
	SETS_NO_REGISTER("surf_ClearTaps", "the table of the taps of a core"),
	SETS_NO_REGISTER("surf_PutTMem", "memory"),
	SETS_NO_REGISTER("surf_PutHMem", "memory"),
	SETTER("surf_ConfigHAS", config_has, SETS_ALL("BSCR", SURF_BSCR_WIDE),
	       SETS("FCCR", SURF_FCCR_PROG), SETS_ALL("FCDR", SURF_FCDR_DATA)),
	SETTER("surf_ClearException", clear_exception, SETS("ISCR", STICKY),
	       SETS_ALL("IEMR", SURF_IEMR_MASK)),
};

SETTERS_MAIN(struct surf, "sw/surfboard/surflib.h", "surf_")
