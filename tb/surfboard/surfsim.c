/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The carrier "sim:": a simulated SurfBoard inside the driver's process, as a shared
 * library that libsurf loads by name.
 *
 * Arguments, separated by commas: trace=0|4|16|64 and hist=0|4|16|64, the sizes of the
 * SIMMs in MB (16 when not given), seed=N of everything random, wave=FILE to dump waves.
 */
#include "surfsim.h"
#include "node.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct surfsim {
	struct device dev;
	struct sim *s;
	struct node *n;
};

static struct device *bus(struct device *dev)
{
	return ((struct surfsim *)dev)->n->dev;
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

static void s_close(struct device *dev)
{
	struct surfsim *b = (struct surfsim *)dev;

	sim_delete(b->s);
	free(b);
}

static const struct device_ops ops = {
	.read = s_read,
	.write = s_write,
	.wait_irq = s_wait_irq,
	.run = s_run,
	.close = s_close,
};

struct arguments {
	struct node_config cfg;
	uint64_t seed;
	char wave[256];
};

static int size(const char *text, enum simm_size *size)
{
	static const char *const mb[] = {"0", "4", "16", "64"};

	for (unsigned int i = 0; i < 4; i++)
		if (strcmp(text, mb[i]) == 0) {
			*size = (enum simm_size)i;
			return 0;
		}
	return -EINVAL;
}

static int argument(struct arguments *a, const char *name, const char *value)
{
	char *end;

	if (strcmp(name, "trace") == 0)
		return size(value, &a->cfg.trace);
	if (strcmp(name, "hist") == 0)
		return size(value, &a->cfg.hist);
	if (strcmp(name, "seed") == 0) {
		a->seed = strtoull(value, &end, 0);
		return *value && !*end ? 0 : -EINVAL;
	}
	if (strcmp(name, "wave") == 0 && strlen(value) < sizeof(a->wave)) {
		strcpy(a->wave, value);
		return 0;
	}
	return -EINVAL;
}

static int parse(struct arguments *a, const char *text)
{
	char *copy = strdup(text ? text : ""), *save = NULL;
	int err = copy ? 0 : -ENOMEM;

	for (char *p = copy ? strtok_r(copy, ",", &save) : NULL; p && !err;
	     p = strtok_r(NULL, ",", &save)) {
		char *value = strchr(p, '=');

		if (!value) {
			err = -EINVAL;
			break;
		}
		*value++ = 0;
		err = argument(a, p, value);
	}
	free(copy);
	return err;
}

int surfsim_open(const char *args, struct device **dev)
{
	struct arguments a = {.cfg = {.trace = SIMM_16MB, .hist = SIMM_16MB}, .seed = 1};
	struct surfsim *b;
	int err = parse(&a, args);

	if (err)
		return err;
	b = calloc(1, sizeof(*b));
	if (!b)
		return -ENOMEM;
	b->dev.ops = &ops;
	b->s = sim_new(NULL, 0, a.seed);
	if (!b->s) {
		free(b);
		return -ENOMEM;
	}
	if (a.wave[0] && !sim_wave(b->s, a.wave)) {
		s_close(&b->dev);
		return -EACCES;
	}
	b->n = node_open(b->s, &a.cfg);
	node_power_on(b->n);
	*dev = &b->dev;
	return 0;
}
