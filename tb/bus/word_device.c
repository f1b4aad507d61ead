/* SPDX-License-Identifier: Apache-2.0 */
/* Device backend of buses that move words of 32 bits; see the header. */
#include "word_device.h"
#include <errno.h>

#define IO_BYTES 0x1000u

static int word_access(struct device *dev, enum device_space space, uint32_t addr,
		       unsigned int width, uint64_t *value, bool write)
{
	struct word_device *w = (struct word_device *)dev;
	const unsigned int bytes = width / 8, shift = addr % 4 * 8;
	uint32_t low, high;
	int err;

	if (space != DEVICE_IO && space != DEVICE_MEM)
		return -EOPNOTSUPP;
	if ((width != 8 && width != 16 && width != 32 && width != 64) || addr % bytes ||
	    (space == DEVICE_IO && addr >= IO_BYTES))
		return -EINVAL;
	low = (uint32_t)*value << shift;
	high = (uint32_t)(*value >> 32);
	err = w->access(w, write, addr & ~3u,
			width >= 32 ? 15 : ((1u << bytes) - 1) << addr % 4, &low);
	if (!err && width == 64)
		err = w->access(w, write, addr + 4, 15, &high);
	if (err || write)
		return err;
	if (width == 64)
		*value = (uint64_t)high << 32 | low;
	else
		*value = low >> shift & UINT32_MAX >> (32 - width);
	return 0;
}

static int word_read(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t *value)
{
	*value = 0;
	return word_access(dev, space, addr, width, value, false);
}

static int word_write(struct device *dev, enum device_space space, uint32_t addr,
		      unsigned int width, uint64_t value)
{
	return word_access(dev, space, addr, width, &value, true);
}

static int word_wait_irq(struct device *dev, uint64_t timeout_us)
{
	struct word_device *w = (struct word_device *)dev;
	const sim_time now = sim_now(w->s);
	const sim_time end = timeout_us < (UINT64_MAX - now) / SIM_US(1)
				     ? now + SIM_US(timeout_us)
				     : UINT64_MAX;

	while (!*w->irq) {
		if (sim_now(w->s) >= end)
			return -ETIMEDOUT;
		sim_wait_edge(w->clk, SIM_RISE);
	}
	return 0;
}

static int word_run(struct device *dev, uint64_t ns)
{
	sim_wait(((struct word_device *)dev)->s, SIM_NS(ns));
	return 0;
}

/* The simulation owns the bus. */
static void word_close(struct device *dev)
{
	(void)dev;
}

static const struct device_ops ops = {.read = word_read,
				      .write = word_write,
				      .wait_irq = word_wait_irq,
				      .run = word_run,
				      .close = word_close};

void word_device_init(struct word_device *w, const char *owner)
{
	w->dev.ops = &ops;
	w->irq = sim_low(sim_pin_of(w->s, owner, "irq"));
}
