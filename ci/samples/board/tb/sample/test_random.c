/* SPDX-License-Identifier: Apache-2.0 */
/* Random events and accesses, all compared with the golden model; every register and field. */
#include "registers.h"
#include "sample_regs.h"
#include "sampleboard.h"

static const struct register_row rows[] = {
#define REG REGISTER_REG
#define FIELD REGISTER_FIELD
#include "sample_regs.def"
};

#define WINDOW_BYTES 64

static struct word_cycle random_access(struct sim *s)
{
	struct word_cycle c = {.write = sim_range(s, 0, 1),
			       .addr = (uint32_t)sim_range(s, 0, WINDOW_BYTES - 1) & ~3u,
			       .be = sim_range(s, 0, 7) ? 15
							: (unsigned int)sim_range(s, 0, 15),
			       .data = (uint32_t)sim_random(s)};

	/* mostly let the counter run, and towards a threshold that it reaches */
	if (c.addr == SAMPLE_CONTROL && sim_range(s, 0, 3))
		c.data = SAMPLE_CONTROL_RUN_MASK | SAMPLE_CONTROL_IRQ_MASK;
	if (c.addr == SAMPLE_THRESHOLD)
		c.data &= 15;
	return c;
}

static void random_events(struct sim *s)
{
	struct sampleboard *b = sampleboard_open(s, true);
	const uint64_t rounds = sim_length(s, 500, 50);
	uint64_t interrupts = 0;

	axil_set_timing(b->axil, &(struct axil_timing){.gap_max = 3, .stall_percent = 20});
	b->percent = 60;
	for (uint64_t i = 0; i < rounds; i++) {
		struct word_cycle v[4];

		b->left = sim_range(s, 0, 40);
		for (unsigned int k = 0; k < 4; k++)
			v[k] = random_access(s);
		word_device_run(b->axil, v, 4);
		interrupts += b->g.irq;
	}
	SIM_CHECK(s, rounds < 100 || interrupts, "no interrupt in %llu rounds",
		  (unsigned long long)rounds);
}

static void put_row(void *arg, const struct register_row *reg, unsigned int be, uint32_t value)
{
	struct sampleboard *b = arg;

	word_device_write(b->axil, reg->offset, be, value);
}

static uint32_t get_row(void *arg, const struct register_row *reg)
{
	return sampleboard_get(arg, reg->offset);
}

static void registers(struct sim *s)
{
	struct sampleboard *b = sampleboard_open(s, true);

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (!rows[i].field)
			SIM_EQ(s, sampleboard_get(b, rows[i].offset), rows[i].reset,
			       rows[i].reg);
	SIM_EQ(s,
	       registers_hold(&(struct register_board){.s = s,
						       .rows = rows,
						       .count = sizeof(rows) / sizeof(*rows),
						       .arg = b,
						       .put = put_row,
						       .get = get_row,
						       .words = true}),
	       2, "registers with fields that can be written");
}

/* The flag of a wrap, and a count that begins at 0 again. */
static void count_wraps(struct sim *s)
{
	struct sampleboard *b = sampleboard_open(s, true);
	const uint32_t most = b->g.mask;

	sampleboard_put(b, SAMPLE_CONTROL, SAMPLE_CONTROL_RUN_MASK);
	sampleboard_send(b, most, 100);
	SIM_EQ(s, sampleboard_get(b, SAMPLE_FLAGS) & SAMPLE_FLAGS_WRAPPED_MASK, 0,
	       "WRAPPED at the highest count");
	sampleboard_send(b, 2, 100);
	SIM_EQ(s, sampleboard_get(b, SAMPLE_COUNT), 1, "count after the wrap");
	sampleboard_put(b, SAMPLE_FLAGS, SAMPLE_FLAGS_WRAPPED_MASK);
	SIM_EQ(s, sampleboard_get(b, SAMPLE_FLAGS) & SAMPLE_FLAGS_WRAPPED_MASK, 0,
	       "WRAPPED after it was cleared");
}

const struct sim_test sim_tests[] = {
	{"random_events", random_events, "SA-HW-001 SA-HW-002", NULL},
	{"random_small", random_events, "SA-HW-003", "sample_small"},
	{"registers", registers, "SA-HW-004", NULL},
	{"count_wraps", count_wraps, "SA-HW-003", "sample_small"},
	{0},
};
