/* SPDX-License-Identifier: Apache-2.0 */
/* Tests that each call that sets something changes its bits of its register, and no others. */
#include "../../tests/setters.h"
#include "../spmlib.h"
#include "shrimp96_regs.h"

#define BASE 0xD0000000u

#define PLACE_SLOT DEVICE_IO, 0
#define PLACE_MMIO DEVICE_MEM, BASE
#define REGISTERS "shrimp96_regs.def"
#define PLACE(space, offset) PLACE_##space + (offset)
#define BITS(reg, field) SPM_##reg##_##field
#include "../../tests/setters_fields.h"

static int start(void *m)
{
	return spm_start(m);
}

static int stop(void *m)
{
	return spm_stop(m);
}

static int set_category(void *m)
{
	return spm_set_category(m, 5);
}

static int set_shift(void *m)
{
	return spm_set_shift(m, 9);
}

static int set_multiplexers(void *m)
{
	return spm_set_multiplexers(m, spm_set_number(7));
}

static int set_mode(void *m)
{
	return spm_set_mode(m, true, false);
}

static int set_trace_counter(void *m)
{
	return spm_set_trace_counter(m, 1234);
}

static int clear_flags(void *m)
{
	return spm_clear_flags(m);
}

static int set_latency_limits(void *m)
{
	return spm_set_latency_limits(m, 0x12345678901, 0xABCDEF12345);
}

static int set_threshold(void *m)
{
	return spm_set_threshold(m, 0x5512345678);
}

static int open_it(void *m, struct device *dev)
{
	setters_poke(DEVICE_IO, SPM_EPIR, SHRIMP96_EPIR_RESET);
	setters_poke(DEVICE_IO, SPM_EBCR, BASE | SPM_EBCR_ENABLE);
	return spm_open_device(m, dev, 0, 0);
}

static int close_it(void *m)
{
	return spm_close(m);
}

/* A command is one bus write (3.5), or one for each half of a wide
 * register; it reads nothing. */
#define MUX (SPM_MUX_M0 | SPM_MUX_M1 | SPM_MUX_M2 | SPM_MUX_M3 | SPM_MUX_M4)
static const struct setter setter[] = {
	SETTER("spm_start", start, SETS("CMD", SPM_CMD_START)),
	SETTER("spm_stop", stop, SETS("CMD", SPM_CMD_STOP)),
	SETTER("spm_set_category", set_category, SETS_ALL("CAT", SPM_CAT_DATA)),
	SETTER("spm_set_shift", set_shift, SETS_ALL("SHIFT", SPM_SHIFT_DATA)),
	SETTER("spm_set_multiplexers", set_multiplexers, SETS_ALL("MUX", MUX)),
	SETTER("spm_set_mode", set_mode, SETS_ALL("MODE", SPM_MODE_TRACE | SPM_MODE_AUTO)),
	SETTER("spm_set_trace_counter", set_trace_counter, SETS_ALL("TCNT", SPM_TCNT_DATA)),
	SETTER("spm_clear_flags", clear_flags,
	       SETS("STAT", SPM_STAT_DROP | SPM_STAT_QOV | SPM_STAT_MERR)),
	SETTER("spm_set_latency_limits", set_latency_limits, SETS_ALL("MINL", SPM_MINL_DATA),
	       SETS_ALL("MINH", SPM_MINH_DATA), SETS_ALL("MAXL", SPM_MAXL_DATA),
	       SETS_ALL("MAXH", SPM_MAXH_DATA)),
	SETTER("spm_set_threshold", set_threshold, SETS_ALL("THRL", SPM_THRL_DATA),
	       SETS_ALL("THRH", SPM_THRH_DATA)),
};

SETTERS_MAIN(struct spm, "sw/shrimp96/spmlib.h", "spm_")
