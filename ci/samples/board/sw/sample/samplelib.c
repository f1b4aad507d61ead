/* SPDX-License-Identifier: Apache-2.0 */
#include "samplelib.h"
#include "sample_regs.h"
#include <errno.h>

static const struct device_simulator simulator = {"libsamplesim.so", "samplesim_open"};

/* ---- registers ---- */

static int get(struct smp *s, uint32_t offset, uint32_t *value)
{
	uint64_t v = 0;
	int err;

	if (!s || !s->dev)
		return -EBADF;
	err = s->dev->ops->read(s->dev, DEVICE_MEM, offset, 32, &v);
	*value = (uint32_t)v;
	return err;
}

static int put(struct smp *s, uint32_t offset, uint32_t value)
{
	return s && s->dev ? s->dev->ops->write(s->dev, DEVICE_MEM, offset, 32, value) : -EBADF;
}

/* Changes the bits @mask of CONTROL to @bits, while no other program changes the board. */
static int change_control(struct smp *s, uint32_t mask, uint32_t bits)
{
	bool others;
	uint32_t v;
	int err = s && s->dev ? device_hold(s->dev, &s->hold, &others) : -EBADF;

	if (err)
		return err;
	err = get(s, SAMPLE_CONTROL, &v);
	if (!err)
		err = put(s, SAMPLE_CONTROL, (v & ~mask) | bits);
	return device_release(s->dev, &s->hold, err);
}

/* ---- open and close ---- */

int smp_open_device(struct smp *s, struct device *dev)
{
	uint32_t id;
	int err;

	if (!s || !dev)
		return -EINVAL;
	*s = (struct smp){.dev = dev};
	err = get(s, SAMPLE_ID, &id);
	if (!err && id != SAMPLE_ID_RESET)
		err = -ENODEV;
	if (err)
		*s = (struct smp){0};
	return err;
}

int smp_open(struct smp *s, const char *backend)
{
	struct device *dev;
	int err = s ? device_open(backend, &simulator, &dev) : -EINVAL;

	if (err)
		return err;
	err = smp_open_device(s, dev);
	if (err)
		device_close(dev);
	s->own = !err;
	return err;
}

int smp_close(struct smp *s)
{
	if (!s || !s->dev)
		return -EBADF;
	if (s->own)
		device_close(s->dev);
	*s = (struct smp){0};
	return 0;
}

/* ---- counter ---- */

int smp_start(struct smp *s)
{
	return change_control(s, SAMPLE_CONTROL_RUN_MASK, SAMPLE_CONTROL_RUN_MASK);
}

int smp_stop(struct smp *s)
{
	return change_control(s, SAMPLE_CONTROL_RUN_MASK, 0);
}

int smp_clear(struct smp *s)
{
	const int err = change_control(s, SAMPLE_CONTROL_CLEAR_MASK, SAMPLE_CONTROL_CLEAR_MASK);

	return err ? err : put(s, SAMPLE_FLAGS, SAMPLE_FLAGS_WRAPPED_MASK);
}

int smp_get_count(struct smp *s, struct smp_count *c)
{
	uint32_t flags, count;
	int err = c ? get(s, SAMPLE_COUNT, &count) : -EINVAL;

	/* a wrap between the two reads is reported, too */
	if (!err)
		err = get(s, SAMPLE_FLAGS, &flags);
	if (!err)
		*c = (struct smp_count){count, flags & SAMPLE_FLAGS_WRAPPED_MASK};
	return err;
}

/* ---- threshold ---- */

int smp_set_threshold(struct smp *s, uint32_t events)
{
	int err = events > SMP_THRESHOLD_MAX ? -EINVAL : put(s, SAMPLE_THRESHOLD, events);

	if (!err)
		err = put(s, SAMPLE_FLAGS, SAMPLE_FLAGS_REACHED_MASK);
	return err ? err : change_control(s, SAMPLE_CONTROL_IRQ_MASK, SAMPLE_CONTROL_IRQ_MASK);
}

int smp_wait_threshold(struct smp *s, uint64_t timeout_us)
{
	const int err = s && s->dev ? device_wait_irq(s->dev, timeout_us) : -EBADF;

	return err ? err : put(s, SAMPLE_FLAGS, SAMPLE_FLAGS_REACHED_MASK);
}
