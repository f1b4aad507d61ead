/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of the register model that is made from a register table. */
#include "register_model.h"
#include "unit.h"
#include <errno.h>

#define CONTROL 0x04u
#define FLAGS 0x08u
#define NOWHERE 0x0Cu
#define FAR (4u * REGISTER_MODEL_ROWS + CONTROL) /* CONTROL's word modulo the size */

static const struct register_row rows[] = {
	{.reg = "ID", .space = "MMIO", .reset = 0x12345678},
	{.reg = "ID", .field = "TEXT", .access = "RO", .msb = 31},
	{.reg = "CONTROL", .space = "MMIO", .offset = CONTROL, .reset = 0x00000F01},
	{.reg = "CONTROL", .field = "CLEAR", .access = "WO", .msb = 16, .lsb = 16},
	{.reg = "CONTROL", .field = "LEVEL", .access = "RW", .msb = 15, .lsb = 8},
	{.reg = "CONTROL", .field = "RUN", .access = "RW"},
	{.reg = "FLAGS", .space = "MMIO", .offset = FLAGS},
	{.reg = "FLAGS", .field = "FORCE", .access = "W1S", .msb = 5, .lsb = 4},
	{.reg = "FLAGS", .field = "LOST", .access = "W1C", .msb = 1},
	{.reg = "SHADOW", .space = "MMIO", .offset = FLAGS, .reset = 0xFF},
	{.reg = "DISTANT", .space = "MMIO", .offset = FAR, .reset = 0x55},
	{.reg = "DISTANT", .field = "DATA", .access = "RW", .msb = 7},
	{.reg = "PORT", .space = "IO", .reset = 0x0000AAAA},
	{.reg = "PORT", .field = "DATA", .access = "RW", .msb = 15},
};

static void start(struct register_model *m, const char *space)
{
	register_model_reset(m, rows, sizeof(rows) / sizeof(*rows), space);
}

static uint32_t get(struct register_model *m, uint32_t offset)
{
	uint32_t v = 0;

	assert_int_equal(register_model_read(m, offset, &v), 0);
	return v;
}

static void masks(void)
{
	assert_int_equal(register_field_mask(&rows[1]), UINT32_MAX);
	assert_int_equal(register_field_mask(&rows[3]), 0x00010000);
	assert_int_equal(register_field_mask(&rows[4]), 0x0000FF00);
	assert_int_equal(register_lanes_mask(0), 0);
	assert_int_equal(register_lanes_mask(0xA), 0xFF00FF00);
}

static void reads_and_writes(void)
{
	struct register_model m;
	uint32_t ones;

	start(&m, "MMIO");
	assert_int_equal(get(&m, CONTROL), 0x0F01);
	/* RO keeps its value */
	assert_int_equal(register_model_write(&m, 0, 15, 0, NULL), 0);
	assert_int_equal(get(&m, 0), 0x12345678);
	/* RW, one lane; WO reads as 0 and is handed on; bits without a field stay 0 */
	assert_int_equal(register_model_write(&m, CONTROL, 2, UINT32_MAX, &ones), 0);
	assert_int_equal(get(&m, CONTROL), 0xFF01);
	assert_int_equal(ones, 0);
	assert_int_equal(register_model_write(&m, CONTROL, 15, 0xFFFF12FE, &ones), 0);
	assert_int_equal(get(&m, CONTROL), 0x1200);
	assert_int_equal(ones, 0x00010000);
	*register_model_at(&m, CONTROL) |= 0x00010000;
	assert_int_equal(get(&m, CONTROL), 0x1200);
	assert_int_equal(register_model_get(&m, CONTROL), 0x00011200);
	/* W1C */
	*register_model_at(&m, FLAGS) = 3;
	assert_int_equal(register_model_write(&m, FLAGS, 14, 3, NULL), 0);
	assert_int_equal(get(&m, FLAGS), 3);
	assert_int_equal(register_model_write(&m, FLAGS, 15, 2, NULL), 0);
	assert_int_equal(get(&m, FLAGS), 1);
	/* W1S */
	assert_int_equal(register_model_write(&m, FLAGS, 14, 0x30, NULL), 0);
	assert_int_equal(get(&m, FLAGS), 1);
	assert_int_equal(register_model_write(&m, FLAGS, 15, 0x10, NULL), 0);
	assert_int_equal(register_model_write(&m, FLAGS, 15, 0x20, NULL), 0);
	assert_int_equal(get(&m, FLAGS), 0x31);
}

static void addresses(void)
{
	struct register_model m;
	uint32_t v;

	start(&m, "IO");
	assert_int_equal(get(&m, 0), 0xAAAA);
	assert_int_equal(register_model_read(&m, CONTROL, &v), -EIO);
	start(&m, "MMIO");
	/* of two registers the first; two whose words have the same place */
	assert_int_equal(get(&m, FLAGS), 0);
	assert_int_equal(get(&m, CONTROL), 0x0F01);
	assert_int_equal(get(&m, FAR), 0x55);
	assert_int_equal(register_model_read(&m, NOWHERE, &v), -EIO);
	assert_int_equal(register_model_write(&m, NOWHERE, 15, 0, NULL), -EIO);
	assert_null(register_model_at(&m, NOWHERE));
	assert_int_equal(register_model_get(&m, NOWHERE), 0);
}

static const struct unit units[] = {
	UNIT(masks, ""),
	UNIT(reads_and_writes, ""),
	UNIT(addresses, ""),
};

UNIT_MAIN(units)
