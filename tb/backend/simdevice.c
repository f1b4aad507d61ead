/* SPDX-License-Identifier: Apache-2.0 */
/* The backend "sim:": a simulated board inside the driver's process, as a shared library that
 * the driver loads by name. Simulated time passes on request only. */
#include "simboard.h"
#include <errno.h>
#include <stdlib.h>

struct simdevice {
	struct device dev;
	struct simboard b;
};

static struct device *bus(struct device *dev)
{
	return simboard_bus(&((struct simdevice *)dev)->b);
}

static int s_read(struct device *dev, enum device_space space, uint32_t addr,
		  unsigned int width, uint64_t *value)
{
	return bus(dev)->ops->read(bus(dev), space, addr, width, value);
}

static int s_write(struct device *dev, enum device_space space, uint32_t addr,
		   unsigned int width, uint64_t value)
{
	return bus(dev)->ops->write(bus(dev), space, addr, width, value);
}

static int s_wait_irq(struct device *dev, uint64_t timeout_us)
{
	return bus(dev)->ops->wait_irq(bus(dev), timeout_us);
}

static int s_run(struct device *dev, uint64_t ns)
{
	return bus(dev)->ops->run(bus(dev), ns);
}

struct waiting {
	struct simboard *b;
	const struct simboard_wait *w;
	char *reply;
	size_t size;
	int err;
};

static bool waited(void *arg)
{
	struct waiting *w = arg;

	return simboard_waited(w->b, w->w, w->reply, w->size, &w->err);
}

static int s_control(struct device *dev, const char *command, char *reply, size_t size)
{
	struct simboard *b = &((struct simdevice *)dev)->b;
	struct simboard_wait wait;
	struct waiting w = {b, &wait, reply, size, 0};

	w.err = simboard_command(b, command, reply, size, &wait);
	if (!w.err && wait.waiting)
		sim_wait_for(b->s, waited, &w, UINT64_MAX / 4);
	return w.err;
}

static void s_close(struct device *dev)
{
	struct simdevice *b = (struct simdevice *)dev;

	simboard_close(&b->b);
	free(b);
}

static const struct device_ops ops = {
	.read = s_read,
	.write = s_write,
	.wait_irq = s_wait_irq,
	.run = s_run,
	.control = s_control,
	.close = s_close,
};

int simboard_device(const char *args, struct device **dev)
{
	struct simdevice *b = calloc(1, sizeof(*b));
	int err;

	if (!b)
		return -ENOMEM;
	b->dev.ops = &ops;
	err = simboard_open(&b->b, args, false);
	if (err)
		free(b);
	else
		*dev = &b->dev;
	return err;
}
