/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the driver on a fake board, whose registers follow the register table. */
#include "register_model.h"
#include "sample_regs.h"
#include "samplelib.h"
#include "unit.h"
#include <errno.h>

static const struct register_row rows[] = {
#define REG REGISTER_REG
#define FIELD REGISTER_FIELD
#include "sample_regs.def"
};

struct fake {
	struct device dev; /* first */
	struct register_model regs;
	uint32_t ones; /* bits of WO fields written with 1 by the last write */
};

static int fake_read(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t *value)
{
	uint32_t v = 0;
	int err = register_model_read(&((struct fake *)dev)->regs, addr, &v);

	assert_int_equal(space, DEVICE_MEM);
	assert_int_equal(width, 32);
	*value = v;
	return err;
}

static int fake_write(struct device *dev, enum device_space space, uint32_t addr,
		      unsigned int width, uint64_t value)
{
	struct fake *f = (struct fake *)dev;

	assert_int_equal(space, DEVICE_MEM);
	assert_int_equal(width, 32);
	return register_model_write(&f->regs, addr, 15, (uint32_t)value, &f->ones);
}

static int fake_wait(struct device *dev, uint64_t timeout_us)
{
	(void)dev;
	return timeout_us > 5 ? 0 : -ETIMEDOUT;
}

static const struct device_ops ops = {
	.read = fake_read, .write = fake_write, .wait_irq = fake_wait};

static uint32_t *reg(struct fake *f, uint32_t offset)
{
	return register_model_at(&f->regs, offset);
}

static void open_fake(struct fake *f, struct smp *s)
{
	*f = (struct fake){.dev = {.ops = &ops}};
	register_model_reset(&f->regs, rows, sizeof(rows) / sizeof(*rows), NULL);
	assert_int_equal(smp_open_device(s, &f->dev), 0);
}

static void opens(void)
{
	struct smp s = {0};
	struct fake f;

	assert_int_equal(smp_start(&s), -EBADF);
	assert_int_equal(smp_close(&s), -EBADF);
	assert_int_equal(smp_open(&s, "nowhere:"), -EPROTONOSUPPORT);
	open_fake(&f, &s);
	assert_int_equal(smp_close(&s), 0);
	*reg(&f, SAMPLE_ID) ^= 1;
	assert_int_equal(smp_open_device(&s, &f.dev), -ENODEV);
}

static void controls(void)
{
	struct smp s;
	struct fake f;

	open_fake(&f, &s);
	assert_int_equal(smp_start(&s), 0);
	assert_int_equal(smp_set_threshold(&s, SMP_THRESHOLD_MAX + 1), -EINVAL);
	assert_int_equal(smp_set_threshold(&s, 12), 0);
	assert_int_equal(*reg(&f, SAMPLE_THRESHOLD), 12);
	assert_int_equal(*reg(&f, SAMPLE_CONTROL),
			 SAMPLE_CONTROL_RUN_MASK | SAMPLE_CONTROL_IRQ_MASK);
	assert_int_equal(smp_stop(&s), 0);
	assert_int_equal(*reg(&f, SAMPLE_CONTROL), SAMPLE_CONTROL_IRQ_MASK);
	*reg(&f, SAMPLE_FLAGS) = SAMPLE_FLAGS_REACHED_MASK;
	assert_int_equal(smp_wait_threshold(&s, 5), -ETIMEDOUT);
	assert_int_equal(*reg(&f, SAMPLE_FLAGS), SAMPLE_FLAGS_REACHED_MASK);
	assert_int_equal(smp_wait_threshold(&s, 6), 0);
	assert_int_equal(*reg(&f, SAMPLE_FLAGS), 0);
}

static void counts(void)
{
	struct smp_count c;
	struct smp s;
	struct fake f;

	open_fake(&f, &s);
	*reg(&f, SAMPLE_COUNT) = 77;
	assert_int_equal(smp_get_count(&s, &c), 0);
	assert_int_equal(c.events, 77);
	assert_false(c.wrapped);
	*reg(&f, SAMPLE_FLAGS) = SAMPLE_FLAGS_WRAPPED_MASK | SAMPLE_FLAGS_REACHED_MASK;
	assert_int_equal(smp_get_count(&s, &c), 0);
	assert_true(c.wrapped);
	assert_int_equal(smp_clear(&s), 0);
	assert_int_equal(*reg(&f, SAMPLE_FLAGS), SAMPLE_FLAGS_REACHED_MASK);
}

static const struct unit units[] = {
	UNIT(opens, ""),
	UNIT(controls, ""),
	UNIT(counts, "SA-SW-002"),
};

UNIT_MAIN(units)
