/* SPDX-License-Identifier: Apache-2.0 */
/* The bus of the I/O node, with the board on it. */
#include "ipsc2_internal.h"
#include <errno.h>

/* Performs a transfer and spends the time that the software needs per word. */
static int bus_transfer(struct ipsc2 *m, bool write, uint32_t addr, uint32_t *value)
{
	const ipsc2_time end = m->now + m->cost.word;
	const int err = write ? m->board->write(m->board, addr, *value)
			      : m->board->read(m->board, addr, value);

	ipsc2_run(m, end);
	return err;
}

static int bus_read(struct device *dev, enum device_space space, uint32_t addr,
		    unsigned int width, uint64_t *value)
{
	uint32_t word = 0;
	int err;

	if (space != DEVICE_MEM || width != 32)
		return -EOPNOTSUPP;
	err = bus_transfer((struct ipsc2 *)dev, false, addr, &word);
	if (!err)
		*value = word;
	return err;
}

static int bus_write(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t value)
{
	uint32_t word = (uint32_t)value;

	if (space != DEVICE_MEM || width != 32)
		return -EOPNOTSUPP;
	return bus_transfer((struct ipsc2 *)dev, true, addr, &word);
}

static int bus_run(struct device *dev, uint64_t ns)
{
	struct ipsc2 *m = (struct ipsc2 *)dev;

	ipsc2_run(m, m->now + IPSC2_NS(ns));
	return 0;
}

static int bus_wait_irq(struct device *dev, uint64_t timeout_us)
{
	/* the bus has no interrupt line: wait for the whole time */
	bus_run(dev, timeout_us * 1000);
	return -ETIMEDOUT;
}

const struct device_ops ipsc2_bus_ops = {
	.read = bus_read,
	.write = bus_write,
	.wait_irq = bus_wait_irq,
	.run = bus_run,
};

struct device *ipsc2_bus(struct ipsc2 *m)
{
	return &m->bus;
}
