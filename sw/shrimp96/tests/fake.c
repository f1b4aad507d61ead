/* SPDX-License-Identifier: Apache-2.0 */
#include "fake.h"
#include "shrimp96_regs.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(name) (SPM_##name / 4)
#define REGISTER 0x7Cu /* bits of an address that choose the register */

static int begin_access(struct fake *f, struct fake_access a)
{
	if (f->fail_with && !f->fail_after--)
		return f->fail_with;
	if (f->logged < sizeof(f->log) / sizeof(*f->log))
		f->log[f->logged] = a;
	f->logged++;
	f->hold.bare += !f->hold.held;
	return 0;
}

static uint32_t words(const struct fake *f)
{
	return f->big ? 1u << 24 : 1u << 20;
}

static bool at_register(const struct fake *f, uint32_t addr)
{
	return f->ebcr & SPM_EBCR_ENABLE && addr >> 16 == f->ebcr >> 16 && (addr & 3) == 0;
}

static bool interrupts(const struct fake *f)
{
	return (f->ebcr & SPM_EBCR_IRLEV) >> SHRIMP96_EBCR_IRLEV_LSB >= 2;
}

static uint32_t status(struct fake *f)
{
	const bool fill = f->filling > 0;

	f->filling -= fill;
	return f->reg[AT(STAT)] | (fill ? SPM_STAT_FILL : 0) |
	       (f->end - f->first) << SHRIMP96_STAT_QCNT_LSB |
	       (f->end != f->first && interrupts(f) ? SPM_STAT_PEND : 0) |
	       (f->reg[AT(TCNT)] >= words(f) ? SPM_STAT_TEND : 0) | (f->big ? SPM_STAT_BIG : 0);
}

static uint32_t read_register(struct fake *f, uint32_t offset)
{
	uint32_t *addr = &f->reg[AT(ADDR)], v;

	switch (offset) {
	case SPM_CMD:
		return 0;
	case SPM_STAT:
		return status(f);
	case SPM_QADR:
		if (f->first == f->end)
			return 0;
		return SPM_QADR_VALID | f->queue[f->first++];
	case SPM_DATL:
		f->reg[AT(DATH)] = (uint32_t)(f->memory[*addr] >> 32);
		return (uint32_t)f->memory[*addr];
	case SPM_DATH:
		v = f->reg[AT(DATH)];
		*addr = (*addr + 1) & (words(f) - 1);
		return v;
	default:
		return f->reg[offset / 4];
	}
}

static void write_register(struct fake *f, uint32_t offset, uint32_t v)
{
	const uint32_t flags = SPM_STAT_DROP | SPM_STAT_QOV | SPM_STAT_MERR;
	uint32_t *addr = &f->reg[AT(ADDR)];

	switch (offset) {
	case SPM_CMD:
		if (v & SPM_CMD_STOP)
			f->reg[AT(STAT)] &= ~(uint32_t)SPM_STAT_RUN;
		else if (v & SPM_CMD_START)
			f->reg[AT(STAT)] |= SPM_STAT_RUN;
		return;
	case SPM_STAT:
		f->reg[AT(STAT)] &= ~(v & flags);
		return;
	case SPM_DATH:
		f->reg[AT(DATH)] = v & 0xFF;
		f->memory[*addr] = (uint64_t)(v & 0xFF) << 32 | f->reg[AT(DATL)];
		*addr = (*addr + 1) & (words(f) - 1);
		return;
	case SPM_LAST:
		f->filling = *addr <= v ? f->fill_polls : 0;
		for (; *addr <= v; ++*addr)
			f->memory[*addr] = (uint64_t)f->reg[AT(DATH)] << 32 | f->reg[AT(DATL)];
		return;
	default:
		f->reg[offset / 4] = v;
	}
}

static int fake_read(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t *value)
{
	struct fake *f = (struct fake *)dev;
	const bool io = space == DEVICE_IO;
	int err = begin_access(
		f, (struct fake_access){.io = io, .addr = io ? addr : addr & REGISTER});

	if (err)
		return err;
	if (width != 32)
		return -EINVAL;
	if (io && (addr == SPM_EPIR || addr == SPM_EBCR))
		*value = addr == SPM_EPIR ? f->epir : f->ebcr;
	else if (!io && at_register(f, addr))
		*value = read_register(f, addr & REGISTER);
	else
		return -EIO;
	return 0;
}

static int fake_write(struct device *dev, enum device_space space, uint32_t addr,
		      unsigned int width, uint64_t value)
{
	struct fake *f = (struct fake *)dev;
	const bool io = space == DEVICE_IO;
	const struct fake_access a = {true, io, io ? addr : addr & REGISTER, (uint32_t)value};
	int err = begin_access(f, a);

	if (err)
		return err;
	if (width != 32)
		return -EINVAL;
	if (io && addr == SPM_EBCR)
		f->ebcr = (uint32_t)value;
	else if (!io && at_register(f, addr))
		write_register(f, addr & REGISTER, (uint32_t)value);
	else
		return -EIO;
	return 0;
}

static int fake_wait(struct device *dev, uint64_t timeout_us)
{
	struct fake *f = (struct fake *)dev;

	if (f->first != f->end)
		return 0;
	f->passed += 1000 * timeout_us;
	return -ETIMEDOUT;
}

static int fake_run(struct device *dev, uint64_t ns)
{
	((struct fake *)dev)->passed += ns;
	return 0;
}

static int fake_control(struct device *dev, const char *command, char *reply, size_t size)
{
	const char *card = ((struct fake *)dev)->card;

	if (!card)
		return -EOPNOTSUPP;
	snprintf(reply, size, "%s: %s", command, card);
	return 0;
}

static void mark_closed(struct device *dev)
{
	((struct fake *)dev)->closed = true;
}

static const struct device_ops ops = {.read = fake_read,
				      .write = fake_write,
				      .wait_irq = fake_wait,
				      .run = fake_run,
				      .control = fake_control,
				      .hold = fake_take_hold,
				      .release = fake_release,
				      .close = mark_closed};

struct fake *fake_open(bool big)
{
	struct fake *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	*f = (struct fake){.dev = {.ops = &ops}, .big = big, .epir = SHRIMP96_EPIR_RESET};
	f->memory = calloc(words(f), sizeof(*f->memory));
	if (!f->memory) {
		free(f);
		return NULL;
	}
	f->reg[AT(MAXL)] = SHRIMP96_MAXL_RESET;
	f->reg[AT(THRL)] = SHRIMP96_THRL_RESET;
	f->reg[AT(THRH)] = SHRIMP96_THRH_RESET;
	return f;
}

void fake_close(struct fake *f)
{
	if (f)
		free(f->memory);
	free(f);
}

void fake_event(struct fake *f, uint32_t addr)
{
	if (f->end - f->first == SPM_QUEUE)
		f->reg[AT(STAT)] |= SPM_STAT_QOV;
	else
		f->queue[f->end++ % SPM_QUEUE] = addr;
}
