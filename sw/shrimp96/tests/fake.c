/* SPDX-License-Identifier: Apache-2.0 */
#include "fake.h"
#include "shrimp96_regs.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct register_row rows[] = {
#define REG REGISTER_REG
#define FIELD REGISTER_FIELD
#include "shrimp96_regs.def"
#undef REG
#undef FIELD
};

#define REGISTER 0x7Cu /* bits of an address that choose the register */

uint32_t *fake_register(struct fake *f, uint32_t offset)
{
	return register_model_at(&f->regs, offset);
}

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
	return f->ebcr & SPM_EBCR_ENABLE &&
	       addr >> 16 == (f->ebcr & SPM_EBCR_RBASE) >> SHRIMP96_EBCR_RBASE_LSB &&
	       (addr & 3) == 0;
}

static bool interrupts(const struct fake *f)
{
	return (f->ebcr & SPM_EBCR_IRLEV) >> SHRIMP96_EBCR_IRLEV_LSB >= 2;
}

static uint32_t status(struct fake *f)
{
	const bool fill = f->filling > 0;

	f->filling -= fill;
	return *fake_register(f, SPM_STAT) | (fill ? SPM_STAT_FILL : 0) |
	       (f->end - f->first) << SHRIMP96_STAT_QCNT_LSB |
	       (f->end != f->first && interrupts(f) ? SPM_STAT_PEND : 0) |
	       (*fake_register(f, SPM_TCNT) >= words(f) ? SPM_STAT_TEND : 0) |
	       (f->big ? SPM_STAT_BIG : 0);
}

static uint32_t read_register(struct fake *f, uint32_t offset)
{
	uint32_t *addr = fake_register(f, SPM_ADDR), v;

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
		*fake_register(f, SPM_DATH) = (uint32_t)(f->memory[*addr] >> 32);
		return (uint32_t)f->memory[*addr];
	case SPM_DATH:
		v = *fake_register(f, SPM_DATH);
		*addr = (*addr + 1) & (words(f) - 1);
		return v;
	default:
		return register_model_read(&f->regs, offset, &v) ? 0 : v;
	}
}

static void write_register(struct fake *f, uint32_t offset, uint32_t v)
{
	uint32_t *addr = fake_register(f, SPM_ADDR);

	switch (offset) {
	case SPM_CMD:
		if (v & SPM_CMD_STOP)
			*fake_register(f, SPM_STAT) &= ~(uint32_t)SPM_STAT_RUN;
		else if (v & SPM_CMD_START)
			*fake_register(f, SPM_STAT) |= SPM_STAT_RUN;
		return;
	case SPM_DATH:
		*fake_register(f, SPM_DATH) = v & SPM_DATH_DATA;
		f->memory[*addr] =
			(uint64_t)(v & SPM_DATH_DATA) << 32 | *fake_register(f, SPM_DATL);
		*addr = (*addr + 1) & (words(f) - 1);
		return;
	case SPM_LAST:
		f->filling = *addr <= v ? f->fill_polls : 0;
		for (; *addr <= v; ++*addr)
			f->memory[*addr] = (uint64_t)*fake_register(f, SPM_DATH) << 32 |
					   *fake_register(f, SPM_DATL);
		return;
	default:
		register_model_write(&f->regs, offset, 15, v, NULL);
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
	register_model_reset(&f->regs, rows, sizeof(rows) / sizeof(*rows), "MMIO");
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
		*fake_register(f, SPM_STAT) |= SPM_STAT_QOV;
	else
		f->queue[f->end++ % SPM_QUEUE] = addr;
}
