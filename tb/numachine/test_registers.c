/* SPDX-License-Identifier: Apache-2.0 */
/* Tests derived from the register tables: each field holds the value written to it, and a write
 * changes nothing else. The bus writes whole words. */
#include "monitor.h"
#include "pcm.h"
#include "registers.h"

static const struct register_row monitor_rows[] = {
#define REG REGISTER_REG
#define FIELD REGISTER_FIELD
#include "../../rtl/numachine/numachine_regs.def"
};

static const struct register_row pcm_rows[] = {
#include "../../rtl/numachine/nmpcm_regs.def"
#undef REG
#undef FIELD
};

static void put(void *arg, const struct register_row *reg, unsigned int be, uint32_t value)
{
	(void)be;
	pcm_put(arg, reg->offset, value);
}

static uint32_t get(void *arg, const struct register_row *reg)
{
	return pcm_get(arg, reg->offset);
}

/* Excluded are the counter, which counts once its control is written, and the mode, which
 * makes writes of the block register add to the SRAM. */
static void registers_card(struct sim *s)
{
	struct pcm *p = pcm_start(s);
	const struct register_board b = {.s = s,
					 .rows = pcm_rows,
					 .count = sizeof(pcm_rows) / sizeof(*pcm_rows),
					 .arg = p,
					 .put = put,
					 .get = get,
					 .skip = " PCM_CONFIG PCM_COUNTER0 ",
					 .words = true};

	SIM_EQ(s, registers_hold(&b), 12, "registers that hold what is written");
	pcm_compare(p);
}

static void put_monitor(void *arg, const struct register_row *reg, unsigned int be,
			uint32_t value)
{
	(void)be;
	monitor_put(arg, reg->offset, value);
}

static uint32_t get_monitor(void *arg, const struct register_row *reg)
{
	return monitor_get(arg, reg->offset);
}

static void registers_memory(struct sim *s)
{
	const struct register_board b = {.s = s,
					 .rows = monitor_rows,
					 .count = sizeof(monitor_rows) / sizeof(*monitor_rows),
					 .arg = monitor_start(s),
					 .put = put_monitor,
					 .get = get_monitor,
					 .words = true};

	SIM_EQ(s, registers_hold(&b), 2, "registers that hold what is written");
}

const struct sim_test sim_tests[] = {
	{"registers_card", registers_card, "", "nmpcm"},
	{"registers_memory", registers_memory, "", NULL},
	{0},
};
