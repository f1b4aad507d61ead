/* SPDX-License-Identifier: Apache-2.0 */
#include "fake.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define STREAM_MAX (8 * sizeof(((struct fake *)0)->stream))

#define ACDR_BITS 28

enum { RO, RW, WO, W1S, W1C };

/* Returns the bits of a register of the report that have this access. */
static uint32_t bits_of(uint32_t reg, int access_of_bits)
{
#define REG(name, space, at, reset, text)
#define FIELD(reg, name, msb, lsb, access, text) {SURF_##reg, access, SURF_##reg##_##name},
	static const struct {
		uint32_t reg;
		int access;
		enum surf_field bits;
	} fields[] = {
#include "surfboard_regs.def"
	};
#undef REG
#undef FIELD
	uint32_t bits = 0;

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		if (fields[i].reg == reg && fields[i].access == access_of_bits)
			bits |= surf_mask(fields[i].bits);
	return bits;
}

/* ---- revision 2: registers keep the value written ---- */

static bool is_extension(const struct fake *f, uint32_t addr)
{
	return surf_get(f->epir, SURF_EPIR_REV) == 2 && (addr & 0xFFF) >= SURF_CAPR;
}

static void extension_write(struct fake *f, uint32_t offset, uint32_t v)
{
#define REG(name, space, at, reset, text)
#define FIELD(reg, name, msb, lsb, access, text) \
	{(access) == RW ? SURF_##reg : 0, SURF_##reg##_##name},
	static const struct {
		uint32_t reg;
		enum surf_field bits;
	} fields[] = {
#include "surfboard_ext.def"
	};
#undef REG
#undef FIELD

	if (offset == f->lacks)
		return;
	if (offset == SURF_ISSR)
		f->mmio[ISCR] |= v & bits_of(SURF_ISCR, W1C);
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		if (fields[i].reg == offset)
			f->ext[offset / 4] = (f->ext[offset / 4] & ~surf_mask(fields[i].bits)) |
					     (v & surf_mask(fields[i].bits));
}

void fake_set_revision_2(struct fake *f)
{
	f->epir = surf_set(f->epir, SURF_EPIR_REV, 2);
#define REG(name, space, at, reset, text) f->ext[(at) / 4] = (reset);
#define FIELD(reg, name, msb, lsb, access, text)
#include "surfboard_ext.def"
#undef REG
#undef FIELD
}

void fake_set_core(struct fake *f, bool identity, uint32_t clock_hz)
{
	f->ebcr = 0x00010D00;
	if (!identity)
		return;
	f->ebcr |= surf_mask(SURF_EBCR_ID);
#define REG(name, space, at, reset, text) f->identity[((at)-SURF_IDMR) / 4] = (reset);
#define FIELD(reg, name, msb, lsb, access, text)
#include "surfboard_id.def"
#include "surfboard_regs.h"
#undef REG
#undef FIELD
	f->identity[(SURF_IDCR - SURF_IDMR) / 4] = clock_hz;
}

void fake_set_taps(struct fake *f, unsigned int n)
{
	f->identity[(SURF_IDOR - SURF_IDMR) / 4] |= surf_mask(SURF_IDOR_TAPS);
	f->identity[(SURF_TPVR - SURF_IDMR) / 4] |= n << 8;
	for (unsigned int i = 0; i < n; i++) {
		uint32_t *tap = &f->identity[(SURF_TPNL - SURF_IDMR) / 4 + 8 * i];

		tap[0] = 't' | 'a' << 8 | 'p' << 16 | ' ' << 24;
		tap[1] = 'A' + i + 0x20202000;
	}
}

bool fake_configured(struct fake *f, struct sbit_map *map)
{
	uint32_t length = 0;
	size_t lead = 0;

	if (f->mmio[FCCR] || f->clearing || f->stream_bits < SBIT_BITS + SBIT_STARTUP)
		return false;
	/* Decodes the stream without the ones of the start-up. */
	if (sbit_decode(f->stream, f->stream_bits - SBIT_STARTUP, map, NULL))
		return false;
	while (f->stream[lead / 8] >> (7 - lead % 8) & 1)
		lead++;
	for (size_t i = lead + 4; i < lead + 28; i++)
		length = length << 1 | (f->stream[i / 8] >> (7 - i % 8) & 1);
	return f->stream_bits >= length + SBIT_STARTUP;
}

static uint32_t read_fccr(struct fake *f)
{
	const uint32_t loading = surf_mask(SURF_FCCR_CFG);
	const uint32_t wrong = loading | surf_mask(SURF_FCCR_ERR);
	const uint32_t v =
		surf_set(surf_set(0, SURF_FCCR_TSPD, f->pd[0]), SURF_FCCR_HSPD, f->pd[1]);
	struct sbit_fault fault;
	struct sbit_map map;

	if (f->mmio[FCCR])
		return v | wrong | surf_mask(SURF_FCCR_PROG);
	if (f->clearing) {
		if (!f->stuck)
			f->clearing--;
		return v | wrong;
	}
	if (fake_configured(f, &map))
		return v | surf_mask(SURF_FCCR_DONE);
	if (sbit_decode(f->stream, f->stream_bits, &map, &fault) &&
	    (fault.part == SBIT_START || fault.part == SBIT_CHECK ||
	     fault.part == SBIT_CHECK_WORD || fault.part == SBIT_POSTAMBLE))
		return v | wrong;
	return v | loading;
}

static bool enabled(const struct fake *f)
{
	return f->ebcr & surf_mask(SURF_EBCR_ENABLE);
}

static uint32_t iscr(const struct fake *f)
{
	uint32_t v = f->mmio[ISCR] | (f->fifo_slots ? surf_mask(SURF_ISCR_FNE) : 0) |
		     (f->fifo_slots == FAKE_SLOTS ? surf_mask(SURF_ISCR_FF) : 0);
	unsigned int level = surf_get(f->ebcr, SURF_EBCR_IRLEV);

	if (enabled(f) && level >= 2 && (v & f->mmio[IEMR]))
		v |= surf_mask(SURF_ISCR_PEND);
	return v;
}

static uint32_t reg_read(struct fake *f, unsigned int reg)
{
	uint32_t v;

	switch (reg) {
	case FCCR:
		return read_fccr(f);
	case FCDR:
		return f->mmio[FCDR];
	case ACDR:
		f->htcr_seen = f->mmio[HTCR];
		return f->acdr & surf_mask(SURF_ACDR_DATA);
	case ISCR:
		return iscr(f);
	case HFCR:
		v = f->hfcr[f->hfcr_at];
		if (!(f->mmio[HTCR] & SURF_HTCR_FRS))
			f->hfcr_at = (f->hfcr_at + 1) % 4;
		return v;
	case HFDR:
		if (f->fifo_slots) {
			f->fifo_slots--;
			f->mmio[HFDR] = f->fifo[f->fifo_at++ % FAKE_SLOTS];
		}
		return f->mmio[HFDR];
	default:
		return f->mmio[reg];
	}
}

static void reg_write(struct fake *f, unsigned int reg, uint32_t v)
{
	f->writes[reg]++;
	switch (reg) {
	case FCCR:
		v &= bits_of(SURF_FCCR, RW);
		if (f->mmio[FCCR] && !v)
			f->clearing = 3;
		f->mmio[FCCR] = v;
		if (v) {
			f->stream_bits = 0;
			memset(f->stream, 0, sizeof(f->stream));
		}
		break;
	case FCDR:
		v &= bits_of(SURF_FCDR, RW);
		f->mmio[FCDR] = v;
		if (f->mmio[FCCR] || f->clearing || f->stream_bits == STREAM_MAX)
			break;
		if (v)
			f->stream[f->stream_bits / 8] |= (uint8_t)(0x80 >> f->stream_bits % 8);
		f->stream_bits++;
		break;
	case ACDR:
		f->htcr_seen = f->mmio[HTCR];
		f->acdr = f->acdr >> 1 | (v & surf_mask(SURF_ACDR_DATA)) << (ACDR_BITS - 1);
		break;
	case ISCR:
		f->mmio[ISCR] &= ~(v & bits_of(SURF_ISCR, W1C));
		break;
	case HFCR:
		if (f->mmio[HTCR] & SURF_HTCR_FRS)
			break;
		f->hfcr[f->hfcr_at] = f->hfcr_at % 2 ? v & 0xF : v & 0xFF;
		f->hfcr_at = (f->hfcr_at + 1) % 4;
		break;
	case HFDR:
		if (f->fifo_slots < FAKE_SLOTS && !(f->mmio[HTCR] & SURF_HTCR_FRS))
			f->fifo[(f->fifo_at + f->fifo_slots++) % FAKE_SLOTS] =
				v & bits_of(SURF_HFDR, RW);
		break;
	default:
		f->mmio[reg] = v & bits_of(4 * reg, RW);
		if (reg == HTCR && (v & SURF_HTCR_FRS)) {
			static const uint8_t offsets[4] = {7, 0, 7, 0};

			memcpy(f->hfcr, offsets, 4);
			f->hfcr_at = 0;
			f->fifo_slots = 0;
		}
		break;
	}
}

static bool is_core(const struct fake *f)
{
	return surf_get(f->ebcr, SURF_EBCR_RBASE) == 1 &&
	       surf_get(f->ebcr, SURF_EBCR_MBASE) == 1;
}

static bool is_identity(const struct fake *f, uint32_t addr)
{
	const bool taps = f->identity[(SURF_IDOR - SURF_IDMR) / 4] & surf_mask(SURF_IDOR_TAPS);

	return is_core(f) && (f->ebcr & surf_mask(SURF_EBCR_ID)) &&
	       ((addr & ~0x1Fu) == SURF_IDMR || (taps && (addr & ~0x1FFu) == SURF_TPMR));
}

/* Returns -EIO if no board drives EX32#. */
static int check(struct fake *f, enum device_space space, uint32_t addr, unsigned int width)
{
	f->accesses++;
	if (f->absent || (f->fail_after && f->accesses == f->fail_after + 1))
		return -EIO;
	if (space == DEVICE_CONFIG)
		return -EOPNOTSUPP;
	if (width != 8 && width != 16 && width != 32)
		return -EINVAL;
	if (addr % (width / 8))
		return -EINVAL;
	if (space == DEVICE_IO)
		return addr >= SURF_EPIR && addr < SURF_EBCR + 4 ? 0 : -EIO;
	if (is_identity(f, addr))
		return 0;
	if (!enabled(f))
		return -EIO;
	if (addr >> 16 == surf_get(f->ebcr, SURF_EBCR_RBASE)) {
		f->narrow += width < 32;
		return 0;
	}
	return addr >> 27 == surf_get(f->ebcr, SURF_EBCR_MBASE) ? 0 : -EIO;
}

static bool is_register(const struct fake *f, uint32_t addr)
{
	return addr >> 16 == surf_get(f->ebcr, SURF_EBCR_RBASE);
}

static int fake_read(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t *value)
{
	struct fake *f = (struct fake *)dev;
	uint32_t word;
	int err = check(f, space, addr, width);

	*value = UINT32_MAX;
	if (err)
		return err;
	if (space == DEVICE_IO) {
		word = addr & 4 ? f->ebcr : f->epir;
	} else if (is_identity(f, addr)) {
		word = f->identity[(addr - SURF_IDMR) / 4];
	} else if (is_register(f, addr)) {
		word = is_extension(f, addr) ? f->ext[addr / 4 % FAKE_EXTENSIONS]
					     : reg_read(f, addr / 4 % 16);
	} else {
		unsigned int which = addr >> 26 & 1;

		f->htcr_seen = f->mmio[HTCR];
		if (!f->bytes[which])
			word = f->float_high ? UINT32_MAX : (uint32_t)f->last;
		else
			memcpy(&word, f->memory[which] + addr % f->bytes[which] / 4 * 4, 4);
	}
	*value = word >> addr % 4 * 8 & (UINT32_MAX >> (32 - width));
	f->last = *value;
	return 0;
}

/* The addresses of a core are fixed. */
static void write_ebcr(struct fake *f, uint32_t value)
{
	const uint32_t fixed =
		is_core(f) ? surf_mask(SURF_EBCR_RBASE) | surf_mask(SURF_EBCR_MBASE) : 0;
	const uint32_t written = bits_of(SURF_EBCR, RW) & ~fixed;
	const uint32_t kept = is_core(f) ? f->ebcr & ~written : 0;

	f->ebcr = kept | (value & written);
}

static int fake_write(struct device *dev, enum device_space space, uint32_t addr,
		      unsigned int width, uint64_t value)
{
	struct fake *f = (struct fake *)dev;
	int err = check(f, space, addr, width);

	if (err)
		return err;
	f->last = value;
	if (space == DEVICE_IO) {
		if (addr == SURF_EBCR)
			write_ebcr(f, (uint32_t)value);
		if (!enabled(f))
			f->mmio[IEMR] = 0;
	} else if (is_identity(f, addr)) {
		f->cleared += addr == SURF_TPCR && value == surf_mask(SURF_TPCR_CLEAR);
	} else if (is_register(f, addr) && is_extension(f, addr)) {
		extension_write(f, addr & 0xFFC, (uint32_t)value);
	} else if (is_register(f, addr)) {
		reg_write(f, addr / 4 % 16, (uint32_t)value);
	} else {
		unsigned int which = addr >> 26 & 1;

		f->memory_writes++;
		f->htcr_seen = f->mmio[HTCR];
		for (unsigned int i = 0; f->bytes[which] && i < width / 8; i++)
			f->memory[which][(addr + i) % f->bytes[which]] =
				(uint8_t)(value >> 8 * i);
	}
	return 0;
}

static void advance(struct fake *f, uint64_t to)
{
	f->now_us = to;
	if (f->event_at && f->event_at <= to) {
		f->mmio[ISCR] |= f->event;
		f->event_at = 0;
	}
}

static int fake_wait_irq(struct device *dev, uint64_t timeout_us)
{
	struct fake *f = (struct fake *)dev;
	uint64_t end = f->now_us + timeout_us;

	if (f->other) {
		f->other--;
		return 0;
	}
	if (!(iscr(f) >> 31) && f->event_at && f->event_at <= end)
		advance(f, f->event_at);
	if (iscr(f) >> 31) {
		f->handled++;
		return 0;
	}
	advance(f, end);
	return -ETIMEDOUT;
}

static int fake_run(struct device *dev, uint64_t ns)
{
	struct fake *f = (struct fake *)dev;

	advance(f, f->now_us + ns / 1000);
	return 0;
}

static void fake_closed(struct device *dev)
{
	((struct fake *)dev)->closed = true;
}

static const struct device_ops ops = {
	.read = fake_read,
	.write = fake_write,
	.wait_irq = fake_wait_irq,
	.run = fake_run,
	.close = fake_closed,
};

static unsigned int presence(uint32_t bytes)
{
	switch (bytes >> 20) {
	case 0:
		return 0xF;
	case 4:
		return 0xC;
	case 16:
		return 0xE;
	default:
		return 0x0;
	}
}

struct fake *fake_open(uint32_t trace_bytes, uint32_t hist_bytes)
{
	struct fake *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	f->dev.ops = &ops;
	f->epir = SURFBOARD_EPIR_RESET;
	f->mmio[FCCR] = 1;
	f->mmio[HTCR] = SURF_HTCR_FRS;
	f->hfcr[0] = f->hfcr[2] = 7;
	f->bytes[0] = trace_bytes;
	f->bytes[1] = hist_bytes;
	for (int i = 0; i < 2; i++) {
		f->pd[i] = presence(f->bytes[i]);
		f->memory[i] = calloc(1, FAKE_MEMORY);
		if (!f->memory[i]) {
			fake_close(f);
			return NULL;
		}
	}
	return f;
}

void fake_close(struct fake *f)
{
	free(f->memory[0]);
	free(f->memory[1]);
	free(f);
}
