/* SPDX-License-Identifier: Apache-2.0 */
#include "node_device.h"
#include "node.h"
#include <errno.h>
#include <time.h>

#define MONITOR 0x20000000u
#define CLOCK_NS 10u /* of the cores */

/* I/O space is the first 4 KB of the monitor, and memory addresses begin at it, as on other
 * buses of this core. */
static volatile void *place(uint32_t addr)
{
	return (volatile void *)(uintptr_t)(MONITOR + addr);
}

static int device_read(struct device *dev, enum device_space space, uint32_t addr,
		       unsigned int width, uint64_t *value)
{
	(void)dev;
	if (space == DEVICE_CONFIG)
		return -EOPNOTSUPP;
	if (width == 8)
		*value = *(volatile uint8_t *)place(addr);
	else if (width == 16)
		*value = *(volatile uint16_t *)place(addr);
	else if (width == 32)
		*value = *(volatile uint32_t *)place(addr);
	else
		return -EOPNOTSUPP;
	return 0;
}

static int device_write(struct device *dev, enum device_space space, uint32_t addr,
			unsigned int width, uint64_t value)
{
	(void)dev;
	if (space == DEVICE_CONFIG)
		return -EOPNOTSUPP;
	if (width == 8)
		*(volatile uint8_t *)place(addr) = (uint8_t)value;
	else if (width == 16)
		*(volatile uint16_t *)place(addr) = (uint16_t)value;
	else if (width == 32)
		*(volatile uint32_t *)place(addr) = (uint32_t)value;
	else
		return -EOPNOTSUPP;
	return 0;
}

/* Lets time pass: a hart has nothing else to do. */
static int device_wait(struct device *dev, uint64_t ns)
{
	const uint64_t begin = node_clock();

	(void)dev;
	while ((node_clock() - begin) * CLOCK_NS < ns)
		;
	return 0;
}

/* device_run() calls it for devices without run(); node_device has one. */
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *t, struct timespec *rest)
{
	(void)clock;
	(void)flags;
	(void)rest;
	return device_wait(&node_device,
			   (uint64_t)t->tv_sec * 1000000000u + (uint64_t)t->tv_nsec);
}

static const struct device_ops ops = {
	.read = device_read, .write = device_write, .run = device_wait};
struct device node_device = {.ops = &ops};
