/* SPDX-License-Identifier: Apache-2.0 */
#include "fake.h"
#include "numachine_regs.h"
#include "starts_with.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HALF 0x40u

static int begin_access(struct fake *f, bool write, uint32_t addr, unsigned int width,
			uint64_t value)
{
	if (f->meanwhile)
		f->meanwhile(f);
	if (f->fail_with && !f->fail_after--)
		return f->fail_with;
	if (f->logged < sizeof(f->log) / sizeof(*f->log))
		f->log[f->logged] = (struct fake_access){write, addr, width, value};
	f->logged++;
	f->hold.bare += write && !f->hold.held;
	f->passed += FAKE_ACCESS_NS;
	return 0;
}

static uint32_t *reg_at(struct fake *f, uint32_t addr)
{
	switch (addr - NM_AT_REGISTERS) {
	case NM_CONFIG:
		return &f->config;
	case NM_STATUS:
		return &f->status;
	case NM_IENABLE:
		return &f->enable;
	case NM_OVADDR:
		return &f->overflowed;
	case NM_QUEUED:
		return &f->queued;
	case NM_QUEUED_HI:
		return &f->queued_hi;
	}
	return NULL;
}

static bool at_counter(uint32_t addr, unsigned int width)
{
	return addr >> 24 == NM_AT_COUNTERS >> 24 && addr % (width / 8) == 0;
}

static int fake_read(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t *value)
{
	struct fake *f = (struct fake *)dev;
	const uint32_t k = addr >> 2 & (NM_COUNTERS - 1);
	int err = begin_access(f, false, addr, width, 0);

	if (err)
		return err;
	if (space != DEVICE_MEM)
		return -EIO;
	if (width == 32 && reg_at(f, addr))
		*value = *reg_at(f, addr);
	else if (width == 32 && at_counter(addr, width))
		*value = f->counter[k];
	else if (width == 64 && at_counter(addr, width))
		*value = (uint64_t)f->counter[k + 1] << 32 | f->counter[k];
	else
		return -EIO;
	return 0;
}

static void write_status(struct fake *f, uint32_t value)
{
	if (value & NM_STATUS_PENDING)
		f->status &= ~(uint32_t)(NM_STATUS_PENDING | NM_STATUS_SECOND);
	if (value & NM_STATUS_SECOND)
		f->status &= ~(uint32_t)NM_STATUS_SECOND;
	if (value & NM_STATUS_MISSED)
		f->status &= ~(uint32_t)(NM_STATUS_MISSED | NM_STATUS_MISSES);
}

static int fake_write(struct device *dev, enum device_space space, uint32_t addr,
		      unsigned int width, uint64_t value)
{
	struct fake *f = (struct fake *)dev;
	const uint32_t k = addr >> 2 & (NM_COUNTERS - 1);
	int err = begin_access(f, true, addr, width, value);

	if (err)
		return err;
	if (space != DEVICE_MEM)
		return -EIO;
	if (width == 32 && addr == NM_AT_REGISTERS + NM_CONFIG)
		f->config = value & (NUMACHINE_CONFIG_MODE_MASK | NUMACHINE_CONFIG_HISTO_MASK);
	else if (width == 32 && addr == NM_AT_REGISTERS + NM_STATUS)
		write_status(f, (uint32_t)value);
	else if (width == 32 && addr == NM_AT_REGISTERS + NM_IENABLE)
		f->enable = value & NUMACHINE_IENABLE_OVERFLOW_MASK;
	else if (width == 32 && addr >> 24 == NM_AT_LABELS >> 24 && addr % 64 == 0)
		f->label[addr >> 6 & (NM_LABELS - 1)] = value & NM_LABEL_MAX;
	else if (width == 32 && at_counter(addr, width))
		f->counter[k] = (uint32_t)value;
	else if (width == 64 && at_counter(addr, width)) {
		f->counter[k] = (uint32_t)value;
		f->counter[k + 1] = (uint32_t)(value >> 32);
	} else
		return -EIO;
	return 0;
}

static int fake_wait(struct device *dev, uint64_t timeout_us)
{
	struct fake *f = (struct fake *)dev;

	if (f->enable && f->status & NM_STATUS_PENDING)
		return 0;
	f->passed += 1000 * timeout_us;
	return -ETIMEDOUT;
}

static int fake_run(struct device *dev, uint64_t ns)
{
	((struct fake *)dev)->passed += ns;
	return 0;
}

/* Handles the commands "card", "server", "status" and "time"; other commands are errors. */
static int fake_control(struct device *dev, const char *command, char *reply, size_t size)
{
	struct fake *f = (struct fake *)dev;

	*reply = '\0';
	if (f->gone)
		return f->gone;
	if (!f->card)
		return -EOPNOTSUPP;
	if (!strcmp(command, "card"))
		snprintf(reply, size, "%s", f->card);
	else if (f->server && !strcmp(command, "server"))
		snprintf(reply, size, "%s", f->server);
	else if (f->report && !strcmp(command, "status"))
		snprintf(reply, size, "%s", f->report);
	else if (!strcmp(command, "time"))
		snprintf(reply, size, "%" PRIu64, f->passed);
	else
		snprintf(reply, size, "no command \"%s\"", command);
	return starts_with(reply, "no ") ? -EINVAL : 0;
}

static void fake_gone(struct device *dev)
{
	((struct fake *)dev)->closed = true;
}

static const struct device_ops ops = {
	.read = fake_read,
	.write = fake_write,
	.wait_irq = fake_wait,
	.run = fake_run,
	.control = fake_control,
	.hold = fake_take_hold,
	.release = fake_release,
	.close = fake_gone,
};

struct fake *fake_open(bool wide, bool two)
{
	struct fake *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	f->dev.ops = &ops;
	f->status = (wide ? NM_STATUS_LINE : 0) | (two ? NM_STATUS_BOARDS : 0);
	return f;
}

void fake_close(struct fake *f)
{
	free(f);
}

void fake_event(struct fake *f, unsigned int counter)
{
	const uint32_t mode = f->config & NM_CONFIG_MODE;

	if (mode == NM_OFF)
		return;
	if (mode == NM_HISTOGRAM)
		counter = (counter & ~HALF) | (f->status & NM_STATUS_HALF ? HALF : 0);
	if (++f->counter[counter])
		return;
	f->status ^= NM_STATUS_HALF;
	if (f->status & NM_STATUS_PENDING) {
		f->status |= NM_STATUS_SECOND;
		return;
	}
	f->status |= NM_STATUS_PENDING;
	f->overflowed = counter;
}
