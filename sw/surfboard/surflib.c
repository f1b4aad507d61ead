/* SPDX-License-Identifier: Apache-2.0 */
#include "surflib.h"
#include "device.h"
#include "le.h"
#include "surfrecord.h"
#include <errno.h>
#include <string.h>

/* Settings that surf_Open() assigns to a board that the system has not configured. */
#define RBASE_DEFAULT 0xD000
#define MBASE_DEFAULT 0x18 /* 0xC0000000 */
#define IRLEV_DEFAULT 4	   /* IRQ 10 */

#define MEGABYTE 0x100000u
#define PROGRESS_BYTES 0x10000u
#define WORDS 4096u /* largest number of words in a transfer, if the device supports it */
#define CONDITIONS 0x3FFFu
#define COLLECTING \
	(surf_mask(SURF_HTCR_WEN) | surf_mask(SURF_HTCR_HEN) | surf_mask(SURF_HTCR_TEN))
/* RBASE and MBASE of a core, which cannot be changed; no EISA system assigns them, because
 * there its own memory is at 10000 */
#define CORE_RBASE 1
#define CORE_MBASE 1
#define CORE_BYTES UINT64_C(0x40000) /* of the smallest window of a core */
#define MEMORY_LOG2 24		     /* words of the largest memory */
#define TAP_BYTES 0x20u		     /* of the registers of a tap */
/* Time limit for the selector, which clears its memory in a few microseconds. */
#define CLEAR_POLL_NS 5000u
#define CLEAR_POLLS 2000
#define FIFO_SLOTS 4096
#define SLOTS_PER_INDEX 3
/* After this time all packets in the board have taken effect. */
#define SETTLE_NS 10000u
/* Interval at which a board without an interrupt level is polled. */
#define EXCEPTION_POLL_US 10u

enum { SLOT, MMIO };
enum { RO, RW, W1C };

#define FIELD(reg, name, msb, lsb, access, text)
#define REG(name, space, offset, reset, text) SURF_##name,
const enum surf_reg surf_regs[SURF_REGS] = {
#include "surfboard_regs.def"
};
#undef REG
#define REG(name, space, offset, reset, text) space,
static const uint8_t spaces[SURF_REGS] = {
#include "surfboard_regs.def"
};
#undef REG
#define REG(name, space, offset, reset, text) SURF_##name##_RESET = (int)reset,
enum {
#include "surfboard_regs.def"
#include "surfboard_id.def"
};
#undef REG
#undef FIELD

enum surf_number surf_number(enum surf_reg reg)
{
	unsigned int i = 0;

	while (i < SURF_REGS && surf_regs[i] != reg)
		i++;
	return (enum surf_number)i;
}

/* Returns whether a register, which must exist, is memory-mapped. */
static bool is_mmio(enum surf_reg reg)
{
	return spaces[surf_number(reg)] == MMIO;
}

/* ISCR conditions that are cleared by writing 1; no other register has such bits. */
#define REG(name, space, offset, reset, text)
#define FIELD(reg, name, msb, lsb, access, text) \
	| ((access) == W1C ? (UINT32_MAX >> (31 - (msb)) & UINT32_MAX << (lsb)) : 0)
static const uint32_t sticky = 0
#include "surfboard_regs.def"
	;
#undef REG
#undef FIELD

/* Conditions that shifting ACDR may set. */
#define SHIFT_SETS (surf_mask(SURF_ISCR_TC) | surf_mask(SURF_ISCR_LV))

/* ---- one caller at a time ---- */

/* Locks the handle for the caller. Returns 0 or -EBADF. A zeroed lock is unlocked. */
static int lock_handle(struct surf *s)
{
	if (!s)
		return -EBADF;
	pthread_mutex_lock(&s->lock);
	if (s->dev)
		return 0;
	pthread_mutex_unlock(&s->lock);
	return -EBADF;
}

static int unlock_handle(struct surf *s, int err)
{
	pthread_mutex_unlock(&s->lock);
	return err;
}

/* Prevents other programs from changing the board; calls nest. */
static int hold(struct surf *s)
{
	bool others = false;
	int err = device_hold(s->dev, &s->hold, &others);

	if (others)
		s->acdr_known = false;
	return err;
}

/* Releases the board; returns @err, or the error of the release. */
static int release(struct surf *s, int err)
{
	return device_release(s->dev, &s->hold, err);
}

/* Locks the handle and holds the board, for several accesses that must not be separated. */
static int enter_held(struct surf *s)
{
	int err = lock_handle(s);

	if (!err) {
		err = hold(s);
		if (err)
			unlock_handle(s, err);
	}
	return err;
}

static int leave_held(struct surf *s, int err)
{
	return unlock_handle(s, release(s, err));
}

int surf_hold(struct surf *s)
{
	int err = lock_handle(s);

	return err ? err : unlock_handle(s, hold(s));
}

int surf_release(struct surf *s)
{
	int err = lock_handle(s);

	if (err)
		return err;
	return unlock_handle(s, s->hold.holds ? release(s, 0) : -EPERM);
}

/* ---- one access ---- */

static int read_width(struct surf *s, uint32_t addr, unsigned int width, uint32_t *value)
{
	uint64_t v = 0;
	int err = s->dev->ops->read(s->dev, DEVICE_MEM, addr, width, &v);

	*value = (uint32_t)v;
	return err;
}

static int write_width(struct surf *s, uint32_t addr, unsigned int width, uint32_t value)
{
	return s->dev->ops->write(s->dev, DEVICE_MEM, addr, width, value);
}

/* Reads a memory-mapped register of the report or an extension register. */
static int mmio_read(struct surf *s, uint32_t offset, uint32_t *value)
{
	if (!surf_get(s->ebcr, SURF_EBCR_ENABLE))
		return -ENXIO;
	return read_width(s, surf_get(s->ebcr, SURF_EBCR_RBASE) << 16 | offset, 32, value);
}

static int mmio_write(struct surf *s, uint32_t offset, uint32_t value)
{
	if (!surf_get(s->ebcr, SURF_EBCR_ENABLE))
		return -ENXIO;
	return write_width(s, surf_get(s->ebcr, SURF_EBCR_RBASE) << 16 | offset, 32, value);
}

static int reg_read(struct surf *s, enum surf_reg reg, uint32_t *value)
{
	uint64_t v = 0;
	int err;

	if (is_mmio(reg))
		return mmio_read(s, reg, value);
	err = s->dev->ops->read(s->dev, DEVICE_IO, reg, 32, &v);
	*value = (uint32_t)v;
	return err;
}

static int reg_write(struct surf *s, enum surf_reg reg, uint32_t value)
{
	s->interrupts |= reg == SURF_IEMR && value;
	if (is_mmio(reg))
		return mmio_write(s, reg, value);
	return s->dev->ops->write(s->dev, DEVICE_IO, reg, 32, value);
}

/* ---- registers that need several accesses ---- */

static int ebcr_write(struct surf *s, uint32_t value)
{
	const uint32_t old = s->ebcr;
	int err = reg_write(s, SURF_EBCR, value);

	if (err)
		return err;
	s->ebcr = surf_set(value, SURF_EBCR_SMALL, surf_get(s->ebcr, SURF_EBCR_SMALL));
	s->ebcr = surf_set(s->ebcr, SURF_EBCR_ID, surf_get(old, SURF_EBCR_ID));
	if (!surf_get(value, SURF_EBCR_ENABLE))
		s->exception = 0; /* the board has cleared IEMR by itself */
	return 0;
}

static int acdr_shift_bits(struct surf *s, uint32_t *old, const uint32_t *new)
{
	*old = 0;
	s->hold.changed |= new != NULL;
	for (int i = 0; i < SURF_ACDR_BITS; i++) {
		uint32_t bit = 0;
		int err = 0;

		if (!new) {
			err = reg_read(s, SURF_ACDR, &bit);
			bit &= 1;
			*old |= bit << i;
		} else {
			bit = *new >> i & 1;
		}
		if (!err)
			err = reg_write(s, SURF_ACDR, bit);
		if (err) {
			s->acdr_known = false;
			s->hold.changed = true;
			return err;
		}
	}
	s->acdr = new ? *new : *old;
	s->acdr_known = true;
	return 0;
}

/* Writes IEMR for the driver's own purposes, not for the user's mask: surf_Close() must not
 * clear bits that another handle has set. */
static int iemr_write(struct surf *s, uint32_t value)
{
	const bool interrupts = s->interrupts;
	int err = reg_write(s, SURF_IEMR, value);

	s->interrupts = interrupts;
	return err;
}

/*
 * Shifts ACDR once around. During this its fields have arbitrary values. What these set in
 * ISCR does not interrupt, and is cleared afterwards unless it was set before: TC when TECR
 * equals the number of entries that TSIZE then gives; LV when a packet that is not collected
 * leaves the latency window. A TC that is true at the end sets itself again.
 */
static int acdr_shift(struct surf *s, uint32_t *old, const uint32_t *new)
{
	uint32_t iscr, iemr;
	int err, err2;

	s->acdr_known = false;
	err = reg_read(s, SURF_ISCR, &iscr);
	if (!err)
		err = reg_read(s, SURF_IEMR, &iemr);
	if (!err && (iemr & SHIFT_SETS))
		err = iemr_write(s, iemr & ~SHIFT_SETS);
	if (err)
		return err;
	err = acdr_shift_bits(s, old, new);
	/* While nothing is collected, a packet sets LV 6 clocks after it comes, which is before
	 * the next bus cycle ends. */
	err2 = reg_write(s, SURF_ISCR, SHIFT_SETS & ~iscr);
	err = err ? err : err2;
	if (iemr & SHIFT_SETS) {
		err2 = iemr_write(s, iemr);
		err = err ? err : err2;
	}
	return err;
}

static int acdr_read(struct surf *s, uint32_t *value)
{
	uint32_t htcr;
	int err, err2;

	err = reg_read(s, SURF_HTCR, &htcr);
	if (err)
		return err;
	if (!(htcr & COLLECTING))
		return acdr_shift(s, value, NULL);
	if (s->acdr_known) {
		*value = s->acdr;
		return 0;
	}
	err = reg_write(s, SURF_HTCR, htcr & ~COLLECTING);
	if (err)
		return err;
	err = acdr_shift(s, value, NULL);
	err2 = reg_write(s, SURF_HTCR, htcr);
	return err ? err : err2;
}

static int acdr_write(struct surf *s, uint32_t value)
{
	uint32_t old;

	if (value >> SURF_ACDR_BITS)
		return -EINVAL;
	return acdr_shift(s, &old, &value);
}

/* Returns ACDR.TSIZE for the trace memory that was found. */
static uint32_t tsize(const struct surf *s)
{
	/* a memory that is not a SIMM has TSIZE 1, whatever its size */
	if (s->trace_bytes && s->trace_bytes <= 4 * MEGABYTE)
		return 1;
	switch (s->trace_bytes) {
	case 0:
		return 0;
	case 16 * MEGABYTE:
		return 2;
	default:
		return 3;
	}
}

/* Stores in *held whether HTCR.FRS holds the FIFO in reset. */
static int fifo_held(struct surf *s, bool *held)
{
	uint32_t htcr;
	int err = reg_read(s, SURF_HTCR, &htcr);

	*held = !err && surf_get(htcr, SURF_HTCR_FRS);
	return err;
}

static int hfcr_read(struct surf *s, uint32_t *value)
{
	uint32_t byte[4];
	bool held;
	int err = fifo_held(s, &held);

	if (err)
		return err;
	if (held) {
		*value = SURF_HFCR(SURF_HFCR_RESET, SURF_HFCR_RESET);
		return 0;
	}
	for (int i = 0; i < 4; i++) {
		err = reg_read(s, SURF_HFCR, &byte[i]);
		if (err)
			return err;
	}
	*value = SURF_HFCR((byte[1] & 0xF) << 8 | (byte[0] & 0xFF),
			   (byte[3] & 0xF) << 8 | (byte[2] & 0xFF));
	return 0;
}

static int hfcr_write(struct surf *s, uint32_t value)
{
	uint32_t empty = SURF_HFCR_EMPTY(value), full = SURF_HFCR_FULL(value);
	const uint32_t byte[4] = {empty & 0xFF, empty >> 8, full & 0xFF, full >> 8};
	bool held;
	int err;

	if (value != SURF_HFCR(empty, full))
		return -EINVAL;
	err = fifo_held(s, &held);
	if (!err && held)
		err = -EBUSY;
	for (int i = 0; !err && i < 4; i++)
		err = reg_write(s, SURF_HFCR, byte[i]);
	return err;
}

static int get_reg(struct surf *s, enum surf_reg reg, uint32_t *value)
{
	switch (reg) {
	case SURF_ACDR:
		return acdr_read(s, value);
	case SURF_HFCR:
		return hfcr_read(s, value);
	case SURF_IEMR:
		if (s->exception) {
			*value = s->mask;
			return 0;
		}
		break;
	default:
		break;
	}
	return reg_read(s, reg, value);
}

static int put_reg(struct surf *s, enum surf_reg reg, uint32_t value)
{
	switch (reg) {
	case SURF_EPIR:
		return -EPERM;
	case SURF_TTCR:
		if (surf_get(value, SURF_TTCR_MEI) && !s->mei)
			return -EPERM;
		break;
	case SURF_EBCR:
		return ebcr_write(s, value);
	case SURF_ACDR:
		return acdr_write(s, value);
	case SURF_HFCR:
		return hfcr_write(s, value);
	case SURF_IEMR:
		if (s->exception) {
			s->mask = value & CONDITIONS;
			return 0;
		}
		break;
	default:
		break;
	}
	return reg_write(s, reg, value);
}

/* Returns whether a register needs several accesses or changes the board when it is read. */
static bool needs_hold(enum surf_reg reg)
{
	return reg == SURF_ACDR || reg == SURF_HFCR || reg == SURF_HFDR;
}

int surf_GetReg(struct surf *s, enum surf_reg reg, uint32_t *value)
{
	int err = lock_handle(s);

	if (err)
		return err;
	if (surf_number(reg) == SURF_REGS || !value)
		return unlock_handle(s, -EINVAL);
	if (!needs_hold(reg))
		return unlock_handle(s, get_reg(s, reg, value));
	err = hold(s);
	if (!err)
		err = release(s, get_reg(s, reg, value));
	return unlock_handle(s, err);
}

int surf_PutReg(struct surf *s, enum surf_reg reg, uint32_t value)
{
	int err = lock_handle(s);

	if (err)
		return err;
	if (surf_number(reg) == SURF_REGS)
		return unlock_handle(s, -EINVAL);
	if (!needs_hold(reg) || reg == SURF_HFDR)
		return unlock_handle(s, put_reg(s, reg, value));
	err = hold(s);
	if (!err)
		err = release(s, put_reg(s, reg, value));
	return unlock_handle(s, err);
}

int surf_allow_mei(struct surf *s, bool allow)
{
	int err = lock_handle(s);

	if (err)
		return err;
	s->mei = allow;
	return unlock_handle(s, 0);
}

/* ---- memories ---- */

/* Returns the bytes of each memory's part of the board's addresses:
 * 64 MB, or less in a core. */
static uint32_t memory_room(const struct surf *s)
{
	return 64 * MEGABYTE >> surf_get(s->ebcr, SURF_EBCR_SMALL);
}

static uint32_t memory_base(const struct surf *s, bool hist)
{
	return surf_get(s->ebcr, SURF_EBCR_MBASE) * 2 * memory_room(s) +
	       (hist ? memory_room(s) : 0);
}

/* Reads the bytes @first to @last of the word at @addr. */
static int read_part(struct surf *s, uint32_t addr, unsigned int first, unsigned int last,
		     uint8_t *p)
{
	uint32_t word;
	int err = read_width(s, addr, 32, &word);

	for (unsigned int i = first; !err && i <= last; i++)
		*p++ = (uint8_t)(word >> 8 * i);
	return err;
}

static int write_part(struct surf *s, uint32_t addr, unsigned int first, unsigned int last,
		      const uint8_t *p)
{
	int err = 0;

	if (first == 0 && last == 3)
		return write_width(s, addr, 32, get_le32(p));
	while (!err && first <= last) {
		if (first % 2 == 0 && first < last) {
			err = write_width(s, addr + first, 16, p[0] | (uint32_t)p[1] << 8);
			first += 2;
			p += 2;
		} else {
			err = write_width(s, addr + first, 8, *p);
			first++;
			p++;
		}
	}
	return err;
}

/* Reads complete words at @addr, as many as the device transfers in one call. */
static int read_words(struct surf *s, uint32_t addr, uint8_t *p, uint32_t words)
{
	uint32_t buffer[WORDS];
	int err;

	if (!s->dev->ops->read_words || words == 1)
		return read_part(s, addr, 0, 3, p);
	err = s->dev->ops->read_words(s->dev, addr, buffer, words);
	for (uint32_t i = 0; i < words && !err; i++, p += 4)
		put_le32(p, buffer[i]);
	return err;
}

static int write_words(struct surf *s, uint32_t addr, const uint8_t *p, uint32_t words)
{
	uint32_t buffer[WORDS];

	if (!s->dev->ops->write_words || words == 1)
		return write_part(s, addr, 0, 3, p);
	for (uint32_t i = 0; i < words; i++, p += 4)
		buffer[i] = get_le32(p);
	return s->dev->ops->write_words(s->dev, addr, buffer, words);
}

/* Transfers a part of the block: up to the end of a word, or some complete words. *done
 * receives its length. */
static int transfer_part(struct surf *s, uint32_t addr, uint8_t *in, const uint8_t *out,
			 uint32_t left, uint32_t *done)
{
	const unsigned int first = addr % 4;
	uint32_t words = left / 4 < WORDS ? left / 4 : WORDS;

	if (first == 0 && words) {
		if (in ? !s->dev->ops->read_words : !s->dev->ops->write_words)
			words = 1;
		*done = 4 * words;
		return in ? read_words(s, addr, in, words) : write_words(s, addr, out, words);
	}
	*done = left < 4 - first ? left : 4 - first;
	addr -= first;
	return in ? read_part(s, addr, first, first + *done - 1, in)
		  : write_part(s, addr, first, first + *done - 1, out);
}

/* Returns -EINVAL if the block exceeds the memory, or -ENXIO if there is no memory. */
static int check_block(const struct surf *s, bool hist, uint32_t offset, uint32_t bytes)
{
	const uint32_t size = hist ? s->hist_bytes : s->trace_bytes;

	if (offset > size || bytes > size - offset)
		return -EINVAL;
	return surf_get(s->ebcr, SURF_EBCR_ENABLE) ? 0 : -ENXIO;
}

static int transfer(struct surf *s, bool hist, uint32_t offset, uint8_t *in, const uint8_t *out,
		    uint32_t bytes, surf_progress *progress, void *arg)
{
	uint32_t done = 0, part = 0;
	int err = lock_handle(s);

	if (err)
		return err;
	err = bytes && !in && !out ? -EINVAL : check_block(s, hist, offset, bytes);
	while (!err && done < bytes) {
		const uint32_t before = done;

		err = transfer_part(s, memory_base(s, hist) + offset + done,
				    in ? in + done : NULL, out ? out + done : NULL,
				    bytes - done, &part);
		if (err)
			break;
		done += part;
		if (!progress ||
		    (done < bytes && before / PROGRESS_BYTES == done / PROGRESS_BYTES))
			continue;
		/* progress(), and other threads, may use the board. */
		unlock_handle(s, 0);
		if (progress(arg, done, bytes))
			return -ECANCELED;
		err = lock_handle(s);
		if (err)
			return err;
		err = check_block(s, hist, offset, bytes);
	}
	return unlock_handle(s, err);
}

int surf_GetTMem(struct surf *s, uint32_t offset, void *buffer, uint32_t bytes,
		 surf_progress *progress, void *arg)
{
	return transfer(s, false, offset, buffer, NULL, bytes, progress, arg);
}

int surf_PutTMem(struct surf *s, uint32_t offset, const void *buffer, uint32_t bytes,
		 surf_progress *progress, void *arg)
{
	return transfer(s, false, offset, NULL, buffer, bytes, progress, arg);
}

int surf_GetHMem(struct surf *s, uint32_t offset, void *buffer, uint32_t bytes,
		 surf_progress *progress, void *arg)
{
	return transfer(s, true, offset, buffer, NULL, bytes, progress, arg);
}

int surf_PutHMem(struct surf *s, uint32_t offset, const void *buffer, uint32_t bytes,
		 surf_progress *progress, void *arg)
{
	return transfer(s, true, offset, NULL, buffer, bytes, progress, arg);
}

static int get_size(struct surf *s, bool hist, uint32_t *bytes)
{
	int err = lock_handle(s);

	if (err)
		return err;
	if (!bytes)
		return unlock_handle(s, -EINVAL);
	*bytes = hist ? s->hist_bytes : s->trace_bytes;
	return unlock_handle(s, 0);
}

int surf_GetTSize(struct surf *s, uint32_t *bytes)
{
	return get_size(s, false, bytes);
}

int surf_GetHSize(struct surf *s, uint32_t *bytes)
{
	return get_size(s, true, bytes);
}

/* Writes @value at @at and checks whether it is visible at @base as well. */
static int aliased(struct surf *s, uint32_t base, uint32_t at, uint32_t value, bool *alias)
{
	uint32_t seen = 0;
	int err = write_width(s, base, 32, ~value);

	if (!err)
		err = write_width(s, base + at, 32, value);
	if (!err)
		err = read_width(s, base, 32, &seen);
	*alias = !err && seen == value;
	return err;
}

/*
 * Finds the size of a memory by writing. A memory repeats modulo its size, so a value written
 * at an offset equal to its size is read at 0. If the value is read at a neighbouring word,
 * there is no memory: the bus still has the value that was written last.
 */
static int probe(struct surf *s, uint32_t base, uint32_t *bytes)
{
	static const uint32_t at[4] = {0, 4, 4 * MEGABYTE, 16 * MEGABYTE};
	const uint32_t pattern = 0x5A3CA569;
	uint32_t saved[4], value = 0;
	bool alias[4] = {false};
	int err = 0, err2 = 0;

	for (int i = 0; i < 4; i++) {
		err = read_width(s, base + at[i], 32, &saved[i]);
		if (err)
			return err;
	}
	for (int i = 2; !err && i < 4; i++)
		err = aliased(s, base, at[i], pattern, &alias[i]);
	/* An empty socket loses a word when its neighbour is written. */
	if (!err)
		err = write_width(s, base, 32, pattern);
	if (!err)
		err = write_width(s, base + at[1], 32, ~pattern);
	if (!err)
		err = read_width(s, base, 32, &value);
	/* All words were read before the first write, so aliases of a word are equal. */
	for (int i = 0; i < 4; i++) {
		int e = write_width(s, base + at[i], 32, saved[i]);

		err2 = err2 ? err2 : e;
	}
	if (value != pattern)
		*bytes = 0;
	else
		*bytes = (alias[2] ? 4 : alias[3] ? 16 : 64) * MEGABYTE;
	return err ? err : err2;
}

/* Finds the size in bytes by presence detect PRD4..PRD1; returns false if the code is
 * ambiguous. The code of 4 MB is also that of 64 MB. */
static bool presence(unsigned int code, uint32_t *bytes)
{
	switch (code) {
	case 0xE:
		*bytes = 16 * MEGABYTE;
		return true;
	case 0xF:
		*bytes = 0;
		return true;
	default:
		return false;
	}
}

/* Finds the size of a memory that is not a SIMM, a power of 2 of at least 256 bytes: its first
 * word appears again after its end. */
static int probe_block(struct surf *s, uint32_t base, uint32_t *bytes)
{
	const uint32_t pattern = 0x5A3CA569;
	uint32_t first, second, there, value = 0;
	bool alias = false;
	int err = read_width(s, base, 32, &first), err2;

	if (!err)
		err = read_width(s, base + 4, 32, &second);
	if (err)
		return err;
	/* without a memory a word is lost when its neighbour is written */
	err = write_width(s, base, 32, pattern);
	if (!err)
		err = write_width(s, base + 4, 32, ~pattern);
	if (!err)
		err = read_width(s, base, 32, &value);
	err2 = write_width(s, base + 4, 32, second);
	err = err ? err : err2;
	*bytes = value == pattern ? 256 : 0;
	while (!err && *bytes && *bytes < memory_room(s)) {
		err = read_width(s, base + *bytes, 32, &there);
		if (!err)
			err = aliased(s, base, *bytes, pattern, &alias);
		if (alias)
			break;
		err2 = write_width(s, base + *bytes, 32, there);
		err = err ? err : err2;
		*bytes *= 2;
	}
	err2 = write_width(s, base, 32, first);
	return err ? err : err2;
}

/* ---- identity ---- */

static int read_word(struct device *dev, uint32_t addr, uint32_t *value)
{
	uint64_t v = 0;
	int err = dev->ops->read(dev, DEVICE_MEM, addr, 32, &v);

	*value = (uint32_t)v;
	return err;
}

/* Reads the identity of the board whose EBCR is @ebcr; a core is at address @base. */
static int read_identity(struct device *dev, uint32_t base, uint32_t ebcr,
			 struct surf_identity *id)
{
	uint32_t magic = 0, version = 0;
	int err;

	*id = (struct surf_identity){.kind = SURF_REPORT, .clock_hz = RECORD_CLOCK_HZ};
	if (surf_get(ebcr, SURF_EBCR_RBASE) != CORE_RBASE ||
	    surf_get(ebcr, SURF_EBCR_MBASE) != CORE_MBASE)
		return 0;
	*id = (struct surf_identity){.kind = SURF_CORE_OLD};
	if (!surf_get(ebcr, SURF_EBCR_ID))
		return 0;
	id->kind = SURF_CORE;
	err = read_word(dev, base + SURF_IDMR, &magic);
	if (!err)
		err = read_word(dev, base + SURF_IDVR, &version);
	id->version = surf_get(version, SURF_IDVR_VERSION);
	if (!err && (magic != SURF_IDMR_RESET || !id->version))
		return -EBADMSG;
	if (!err)
		err = read_word(dev, base + SURF_IDCR, &id->clock_hz);
	if (!err)
		err = read_word(dev, base + SURF_IDGR, &id->sizes);
	if (!err)
		err = read_word(dev, base + SURF_IDOR, &id->options);
	if (!err && (surf_get(id->sizes, SURF_IDGR_TRACE) > MEMORY_LOG2 ||
		     surf_get(id->sizes, SURF_IDGR_HIST) > MEMORY_LOG2))
		err = -EBADMSG;
	return err;
}

int surf_GetIdentity(struct surf *s, struct surf_identity *identity)
{
	int err = lock_handle(s);

	return err ? err : unlock_handle(s, read_identity(s->dev, 0, s->ebcr, identity));
}

/* Sets *n to the number of taps in the table of a core, 0 without a table. */
static int count_taps(struct surf *s, unsigned int *n)
{
	struct surf_identity id;
	uint32_t magic = 0, version = 0;
	int err = read_identity(s->dev, 0, s->ebcr, &id);

	*n = 0;
	if (err || id.kind != SURF_CORE || !surf_get(id.options, SURF_IDOR_TAPS))
		return err;
	err = read_word(s->dev, SURF_TPMR, &magic);
	if (!err)
		err = read_word(s->dev, SURF_TPVR, &version);
	if (err)
		return err;
	*n = surf_get(version, SURF_TPVR_TAPS);
	return magic == SURF_TPMR_RESET && surf_get(version, SURF_TPVR_VERSION) && *n
		       ? 0
		       : -EBADMSG;
}

static int read_tap(struct device *dev, uint32_t base, struct surf_tap *tap)
{
	uint32_t text[2];
	const struct {
		enum surf_identity_reg reg;
		uint32_t *value;
	} words[] = {
		{SURF_TPNL, &text[0]},	    {SURF_TPNH, &text[1]},
		{SURF_TPKR, &tap->kind},    {SURF_TPSR, &tap->constant},
		{SURF_TPPR, &tap->packets}, {SURF_TPDR, &tap->dropped},
		{SURF_TPFR, &tap->flags},
	};
	size_t length = sizeof(tap->name) - 1;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		int err = read_word(dev, base + words[i].reg, words[i].value);

		if (err)
			return err;
	}
	put_le32((uint8_t *)tap->name, text[0]);
	put_le32((uint8_t *)tap->name + 4, text[1]);
	while (length && (tap->name[length - 1] == ' ' || !tap->name[length - 1]))
		length--;
	tap->name[length] = 0;
	return 0;
}

int surf_GetTaps(struct surf *s, struct surf_tap taps[SURF_TAPS], unsigned int *n)
{
	int err = lock_handle(s);

	*n = 0;
	if (err)
		return err;
	err = count_taps(s, n);
	for (unsigned int i = 0; !err && i < *n; i++)
		err = read_tap(s->dev, TAP_BYTES * i, &taps[i]);
	return unlock_handle(s, err);
}

int surf_ClearTaps(struct surf *s)
{
	unsigned int n;
	int err = lock_handle(s);

	if (err)
		return err;
	err = count_taps(s, &n);
	if (!err)
		err = n ? s->dev->ops->write(s->dev, DEVICE_MEM, SURF_TPCR, 32,
					     surf_mask(SURF_TPCR_CLEAR))
			: -ENOTSUP;
	return unlock_handle(s, err);
}

/* Returns the bytes of 2**@log2 words. */
static uint32_t bytes_of(uint32_t log2)
{
	return UINT32_C(4) << log2;
}

static int find_sizes(struct surf *s, uint32_t htcr)
{
	struct surf_identity id;
	uint32_t fccr;
	bool trace_known, hist_known;
	int err, err2 = 0;

	err = read_identity(s->dev, 0, s->ebcr, &id);
	if (err)
		return err;
	/* block RAM: the core says the sizes, so no memory has to be written */
	if (id.kind == SURF_CORE && surf_get(id.options, SURF_IDOR_MEM) == 0) {
		s->trace_bytes = bytes_of(surf_get(id.sizes, SURF_IDGR_TRACE));
		s->hist_bytes = bytes_of(surf_get(id.sizes, SURF_IDGR_HIST));
		return 0;
	}
	err = reg_read(s, SURF_FCCR, &fccr);
	if (err)
		return err;
	trace_known = presence(surf_get(fccr, SURF_FCCR_TSPD), &s->trace_bytes);
	hist_known = presence(surf_get(fccr, SURF_FCCR_HSPD), &s->hist_bytes);
	if (trace_known && hist_known)
		return 0;
	if (htcr & COLLECTING)
		err = reg_write(s, SURF_HTCR, htcr & ~COLLECTING);
	if (!err && !trace_known)
		err = (surf_get(fccr, SURF_FCCR_TSPD) ? probe : probe_block)(
			s, memory_base(s, false), &s->trace_bytes);
	if (!err && !hist_known)
		err = (surf_get(fccr, SURF_FCCR_HSPD) ? probe : probe_block)(
			s, memory_base(s, true), &s->hist_bytes);
	if (htcr & COLLECTING)
		err2 = reg_write(s, SURF_HTCR, htcr);
	return err ? err : err2;
}

/* ---- open and close ---- */

static bool is_surfboard(uint32_t epir)
{
	const uint32_t revision = surf_get(epir, SURF_EPIR_REV);

	return surf_set(epir, SURF_EPIR_REV, 0) == (uint32_t)SURF_EPIR_RESET &&
	       (revision == 0 || revision == 2 || revision == 3);
}

/* Configures the board on EISA: keeps the addresses that the system has assigned, or assigns
 * new ones. */
static int configure(struct surf *s)
{
	uint32_t epir, ebcr, rbase, mbase, revision;
	int err = reg_read(s, SURF_EPIR, &epir);

	if (err)
		return err == -EIO ? -ENODEV : err;
	if (!is_surfboard(epir))
		return -ENODEV;
	revision = surf_get(epir, SURF_EPIR_REV);
	err = reg_read(s, SURF_EBCR, &ebcr);
	if (err)
		return err;
	rbase = surf_get(ebcr, SURF_EBCR_RBASE);
	mbase = surf_get(ebcr, SURF_EBCR_MBASE);
	if (!surf_get(ebcr, SURF_EBCR_ENABLE)) {
		if (!rbase || !mbase) {
			ebcr = surf_set(ebcr, SURF_EBCR_RBASE, RBASE_DEFAULT);
			ebcr = surf_set(ebcr, SURF_EBCR_MBASE, MBASE_DEFAULT);
			ebcr = surf_set(ebcr, SURF_EBCR_IRLEV, IRLEV_DEFAULT);
		}
		ebcr = surf_set(ebcr, SURF_EBCR_ENABLE, 1);
		err = reg_write(s, SURF_EBCR, ebcr);
	}
	s->ebcr = ebcr;
	/* Registers inside the memories' 128 MB are an address conflict. */
	if (!err && surf_get(ebcr, SURF_EBCR_RBASE) >> 11 == surf_get(ebcr, SURF_EBCR_MBASE))
		err = -EADDRINUSE;
	if (!err && revision) /* the report's board has no CAPR */
		err = mmio_read(s, SURF_CAPR, &s->capabilities);
	return err;
}

static int set_tsize(struct surf *s)
{
	uint32_t acdr;
	int err = acdr_read(s, &acdr);

	if (err)
		return err;
	if (surf_get(acdr, SURF_ACDR_IMAGE_TSIZE) == tsize(s))
		return 0;
	return acdr_write(s, surf_set(acdr, SURF_ACDR_IMAGE_TSIZE, tsize(s)));
}

/* ---- revision 2 ---- */

/* Locks the handle of a board that has the feature. */
static int lock_feature(struct surf *s, enum surf_field feature)
{
	int err = lock_handle(s);

	if (err || surf_get(s->capabilities, feature))
		return err;
	return unlock_handle(s, -ENOTSUP);
}

int surf_GetCapabilities(struct surf *s, uint32_t *capabilities)
{
	int err = lock_handle(s);

	if (err)
		return err;
	*capabilities = s->capabilities;
	return unlock_handle(s, 0);
}

/* Locks the handle if @reg is an extension register and the board has extension registers. */
static int lock_extension(struct surf *s, enum surf_extension reg)
{
	static const enum surf_extension known[] = {
#define REG(name, space, offset, reset, text) SURF_##name,
#define FIELD(reg, name, msb, lsb, access, text)
#include "surfboard_ext.def"
#undef REG
#undef FIELD
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (known[i] == reg)
			return lock_feature(s, SURF_CAPR_REV);
	return -EINVAL;
}

int surf_GetExtension(struct surf *s, enum surf_extension reg, uint32_t *value)
{
	int err = lock_extension(s, reg);

	return err ? err : unlock_handle(s, mmio_read(s, reg, value));
}

int surf_PutExtension(struct surf *s, enum surf_extension reg, uint32_t value)
{
	int err = lock_extension(s, reg);

	return err ? err : unlock_handle(s, mmio_write(s, reg, value));
}

static int read_totals(struct surf *s, struct surf_totals *t)
{
	uint64_t *const total[] = {
		&t->seen,   &t->dropped,    &t->histogrammed, &t->not_histogrammed,
		&t->traced, &t->not_traced, &t->words};
	int err = mmio_write(s, SURF_SNCR, surf_mask(SURF_SNCR_TAKE));

	for (uint32_t i = 0; !err && i < sizeof(total) / sizeof(total[0]); i++) {
		uint32_t low = 0, high = 0;

		err = mmio_read(s, SURF_SEEN_L + 8 * i, &low);
		if (!err)
			err = mmio_read(s, SURF_SEEN_H + 8 * i, &high);
		*total[i] = (uint64_t)high << 32 | low;
	}
	if (!err)
		err = mmio_read(s, SURF_SWCD, &t->word_count);
	if (!err)
		err = mmio_read(s, SURF_STIC, &t->trace_index);
	if (!err)
		err = mmio_read(s, SURF_STEC, &t->trace_events);
	return err;
}

/* ---- revision 3 ---- */

int surf_SetPhase(struct surf *s, uint8_t phase)
{
	int err = lock_feature(s, SURF_CAPR_PHASE);

	return err ? err : unlock_handle(s, mmio_write(s, SURF_PHSR, phase));
}

static int read_passed(struct surf *s, uint64_t passed[2])
{
	int err = mmio_write(s, SURF_SNCR, surf_mask(SURF_SNCR_TAKE));

	for (uint32_t i = 0; !err && i < 2; i++) {
		uint32_t low = 0, high = 0;

		err = mmio_read(s, SURF_HPAS_L + 8 * i, &low);
		if (!err)
			err = mmio_read(s, SURF_HPAS_H + 8 * i, &high);
		passed[i] = (uint64_t)high << 32 | low;
	}
	return err;
}

int surf_GetPassed(struct surf *s, uint64_t *histogram, uint64_t *trace)
{
	uint64_t passed[2];
	int err = lock_feature(s, SURF_CAPR_PASS);

	if (err)
		return err;
	err = hold(s);
	if (!err)
		err = release(s, read_passed(s, passed));
	unlock_handle(s, err);
	if (err)
		return err;
	*histogram = passed[0];
	*trace = passed[1];
	return 0;
}

int surf_GetTotals(struct surf *s, struct surf_totals *t)
{
	int err = lock_feature(s, SURF_CAPR_TOTAL);

	if (err)
		return err;
	err = hold(s);
	if (!err)
		err = release(s, read_totals(s, t));
	return unlock_handle(s, err);
}

int surf_SetConditions(struct surf *s, uint32_t conditions)
{
	int err = lock_feature(s, SURF_CAPR_SET);

	return err ? err : unlock_handle(s, mmio_write(s, SURF_ISSR, conditions & sticky));
}

int surf_SetSaturation(struct surf *s, bool on)
{
	uint32_t v = 0;
	int err = lock_feature(s, SURF_CAPR_SAT);

	if (err)
		return err;
	err = hold(s);
	if (err)
		return unlock_handle(s, err);
	err = mmio_read(s, SURF_HMCR, &v);
	if (!err)
		err = mmio_write(s, SURF_HMCR, surf_set(v, SURF_HMCR_SAT, on));
	return unlock_handle(s, release(s, err));
}

int surf_GetSaturation(struct surf *s, bool *on)
{
	uint32_t v = 0;
	int err = lock_feature(s, SURF_CAPR_SAT);

	if (err)
		return err;
	err = mmio_read(s, SURF_HMCR, &v);
	*on = surf_get(v, SURF_HMCR_SAT);
	return unlock_handle(s, err);
}

static int start(struct surf *s)
{
	uint32_t htcr;
	int err = hold(s);

	if (err)
		return err;
	err = configure(s);
	if (!err)
		err = reg_read(s, SURF_HTCR, &htcr);
	if (!err)
		err = find_sizes(s, htcr);
	if (!err && !(htcr & COLLECTING))
		err = set_tsize(s);
	return release(s, err);
}

int surf_open_device(struct surf *s, struct device *dev)
{
	int err;

	if (!s)
		return -EBADF;
	memset(s, 0, sizeof(*s));
	if (!dev)
		return -EINVAL;
	s->dev = dev;
	err = start(s);
	if (err)
		memset(s, 0, sizeof(*s));
	return err;
}

static const struct device_simulator simulator = {"libsurfsim.so", "surfsim_open"};

/* Looks for a core at @addr. Returns its bytes, 0: there is none, or a negative errno value. */
static int64_t probe_at(struct device *dev, uint32_t addr, struct surf_identity *id)
{
	uint32_t epir, ebcr;
	int err = read_word(dev, addr + SURF_EPIR, &epir);

	if (!err && !is_surfboard(epir))
		return 0;
	if (!err)
		err = read_word(dev, addr + SURF_EBCR, &ebcr);
	if (!err)
		err = read_identity(dev, addr, ebcr, id);
	if (err)
		return err == -EIO || err == -EBADMSG ? 0 : err;
	return id->kind == SURF_REPORT ? 0
				       : INT64_C(0x10000000) >> surf_get(ebcr, SURF_EBCR_SMALL);
}

int surf_Probe(const char *backend, uint32_t first, uint32_t last, surf_found *found, void *arg)
{
	struct device *dev;
	int err = device_open(backend, &simulator, &dev);
	int64_t bytes = 0;

	if (err)
		return err;
	for (uint64_t at = first & ~(CORE_BYTES - 1); at <= last && bytes >= 0;
	     at += (uint64_t)bytes > CORE_BYTES ? (uint64_t)bytes : CORE_BYTES) {
		struct surf_identity id;

		bytes = probe_at(dev, (uint32_t)at, &id);
		if (bytes > 0 && found(arg, (uint32_t)at, &id)) {
			bytes = -ECANCELED;
			break;
		}
		if (bytes < 0)
			break;
	}
	device_close(dev);
	return bytes < 0 ? (int)bytes : 0;
}

int surf_Open(struct surf *s, const char *backend)
{
	struct device *dev;
	int err;

	if (!s)
		return -EBADF;
	memset(s, 0, sizeof(*s));
	err = device_open(backend, &simulator, &dev);
	if (err)
		return err;
	err = surf_open_device(s, dev);
	if (err)
		device_close(dev);
	s->own = !err;
	return err;
}

int surf_Close(struct surf *s)
{
	struct surf old;
	int err = lock_handle(s);

	if (err)
		return err;
	if (s->interrupts && surf_get(s->ebcr, SURF_EBCR_ENABLE))
		err = reg_write(s, SURF_IEMR, 0);
	if (s->hold.holds) {
		s->hold.holds = 1;
		err = release(s, err);
	}
	old = *s;
	s->dev = NULL;
	unlock_handle(s, 0);
	if (old.own)
		device_close(old.dev);
	return err;
}

/* ---- bin selector ---- */

#define STREAM_PART 31u /* number of bytes whose bits are written in one transfer */

/* Shifts bits into the selector, bit 7 of each byte first. */
static int shift_in(struct surf *s, const uint8_t *p, size_t bytes)
{
	uint32_t bits[8 * STREAM_PART];
	int err = surf_get(s->ebcr, SURF_EBCR_ENABLE) ? 0 : -ENXIO;

	while (bytes && !err) {
		const size_t part = bytes < STREAM_PART ? bytes : STREAM_PART;

		for (size_t i = 0; i < 8 * part; i++)
			bits[i] = p[i / 8] >> (7 - i % 8) & 1;
		err = device_write_port(s->dev,
					surf_get(s->ebcr, SURF_EBCR_RBASE) << 16 | SURF_FCDR,
					bits, 8 * part);
		p += part;
		bytes -= part;
	}
	return err;
}

static int configure_selector(struct surf *s, const uint8_t *p, size_t bytes)
{
	uint32_t fccr;
	int err;

	err = reg_read(s, SURF_FCCR, &fccr);
	if (!err)
		err = reg_write(s, SURF_FCCR, surf_set(fccr, SURF_FCCR_PROG, 1));
	if (!err && surf_get(s->capabilities, SURF_CAPR_WIDE))
		err = mmio_write(s, SURF_BSCR, surf_mask(SURF_BSCR_WIDE));
	if (!err)
		err = reg_write(s, SURF_FCCR, surf_set(fccr, SURF_FCCR_PROG, 0));
	for (int i = 0; !err; i++) {
		err = reg_read(s, SURF_FCCR, &fccr);
		if (err || !surf_get(fccr, SURF_FCCR_ERR))
			break;
		err = i < CLEAR_POLLS ? device_run(s->dev, CLEAR_POLL_NS) : -ETIMEDOUT;
	}
	if (!err)
		err = shift_in(s, p, bytes);
	for (int i = 0; !err && i < 4; i++)
		err = reg_write(s, SURF_FCDR, 1);
	if (!err)
		err = reg_read(s, SURF_FCCR, &fccr);
	if (err)
		return err;
	if (surf_get(fccr, SURF_FCCR_ERR))
		return -EBADMSG;
	if (!surf_get(fccr, SURF_FCCR_DONE) || surf_get(fccr, SURF_FCCR_CFG))
		return -ENODATA;
	return 0;
}

int surf_ConfigHAS(struct surf *s, const void *stream, size_t bytes)
{
	int err = !stream && bytes ? lock_handle(s) : enter_held(s);

	if (err)
		return err;
	if (!stream && bytes)
		return unlock_handle(s, -EINVAL);
	return leave_held(s, configure_selector(s, stream, bytes));
}

/* ---- exceptions ---- */

static int handle_held(struct surf *s)
{
	uint32_t iscr, iemr;
	int err = reg_read(s, SURF_ISCR, &iscr);

	if (!err)
		err = reg_read(s, SURF_IEMR, &iemr);
	if (err)
		return err;
	if (!(iscr & iemr & CONDITIONS))
		return 0;
	err = reg_write(s, SURF_IEMR, 0);
	if (err)
		return err;
	s->exception = iscr & iemr & CONDITIONS;
	s->mask = iemr & CONDITIONS;
	return 1;
}

/*
 * Handles an interrupt: records the unmasked conditions and masks them all. Returns 1 if there
 * were any, 0 if the interrupt was not from this board.
 */
static int handle_interrupt(struct surf *s)
{
	int err = hold(s), any;

	if (err)
		return err;
	any = handle_held(s);
	err = release(s, any < 0 ? any : 0);
	return err ? err : any;
}

static int wait_exception(struct surf *s, uint64_t timeout_us)
{
	const bool irq = s->dev->ops->wait_irq && surf_get(s->ebcr, SURF_EBCR_IRLEV) >= 2;
	int err;

	while (!s->exception) {
		uint64_t step = timeout_us < EXCEPTION_POLL_US ? timeout_us : EXCEPTION_POLL_US;

		if (irq) {
			err = s->dev->ops->wait_irq(s->dev, timeout_us);
			if (err)
				return err;
		}
		err = handle_interrupt(s);
		if (err < 0)
			return err;
		if (err)
			break;
		if (!timeout_us)
			return -ETIMEDOUT;
		/* The board has no interrupt level, or the interrupt came from another board on
		 * the same line. */
		err = device_run(s->dev, step * 1000);
		if (err)
			return err;
		timeout_us -= step;
	}
	return 0;
}

int surf_WaitException(struct surf *s, uint64_t timeout_us, uint32_t *conditions)
{
	int err = lock_handle(s);

	if (err)
		return err;
	if (!conditions)
		return unlock_handle(s, -EINVAL);
	err = wait_exception(s, timeout_us);
	if (!err)
		*conditions = s->exception;
	return unlock_handle(s, err);
}

static int clear_exception(struct surf *s)
{
	int err;

	if (!s->exception)
		return 0;
	err = reg_write(s, SURF_ISCR, s->exception & sticky);
	if (!err)
		err = reg_write(s, SURF_IEMR, s->mask);
	if (!err)
		s->exception = 0;
	return err;
}

int surf_ClearException(struct surf *s)
{
	int err = enter_held(s);

	return err ? err : leave_held(s, clear_exception(s));
}

/* ---- sequences ---- */

int surf_watch_fifo(struct surf *s)
{
	uint32_t offsets, mask;
	int err = enter_held(s);

	if (err)
		return err;
	err = hfcr_read(s, &offsets);
	if (!err)
		err = hfcr_write(s, SURF_HFCR(SURF_HFCR_EMPTY(offsets), SLOTS_PER_INDEX));
	if (!err)
		err = get_reg(s, SURF_IEMR, &mask);
	if (!err)
		err = put_reg(s, SURF_IEMR,
			      surf_set(mask, SURF_IEMR_MASK, mask | surf_mask(SURF_ISCR_FAF)));
	return leave_held(s, err);
}

/* Clears all interrupt sources, as the step "Clear interrupt sources of interest" requires. */
static int clear_sources(struct surf *s, uint32_t words)
{
	uint32_t iscr, slot;
	int err = reg_read(s, SURF_ISCR, &iscr);

	for (int i = 0; !err && i < FIFO_SLOTS && surf_get(iscr, SURF_ISCR_FNE); i++) {
		err = reg_read(s, SURF_HFDR, &slot);
		if (!err)
			err = reg_read(s, SURF_ISCR, &iscr);
	}
	if (!err)
		err = reg_write(s, SURF_WCDR, words);
	if (!err)
		err = reg_write(s, SURF_ISCR, sticky);
	return err;
}

/*
 * Returns -EBUSY if the external input is TRUE. No register shows its level, but ISCR.EXT is
 * set when it becomes TRUE, also when its polarity is inverted and restored.
 */
static int check_input(struct surf *s, uint32_t ttcr)
{
	const uint32_t turned = (ttcr ^ surf_mask(SURF_TTCR_EIP)) & ~surf_mask(SURF_TTCR_MEI);
	uint32_t iscr = 0;
	int err = reg_write(s, SURF_TTCR, turned);

	if (!err)
		err = device_run(s->dev, SETTLE_NS);
	if (!err)
		err = reg_write(s, SURF_ISCR, surf_mask(SURF_ISCR_EXT));
	if (!err)
		err = reg_write(s, SURF_TTCR, ttcr);
	if (!err)
		err = device_run(s->dev, SETTLE_NS);
	if (!err)
		err = reg_read(s, SURF_ISCR, &iscr);
	if (!err && surf_get(iscr, SURF_ISCR_EXT))
		err = -EBUSY;
	return err;
}

static int prepare(struct surf *s, const struct surf_experiment *e)
{
	int err;

	/* step 1; also clears the driver's record of an earlier exception */
	err = reg_write(s, SURF_IEMR, 0);
	s->exception = 0;
	/* 2: collection off, pipeline and FIFO out of reset, no trigger. An index that is being
	 * pushed into the FIFO is complete within 1 us. */
	if (!err)
		err = reg_write(s, SURF_HTCR, 0);
	if (!err)
		err = device_run(s->dev, SETTLE_NS);
	/* step 3: the driver sets the size of the trace memory */
	if (!err)
		err = acdr_write(s, surf_set(e->acdr, SURF_ACDR_IMAGE_TSIZE, tsize(s)));
	if (!err && e->stream)
		err = configure_selector(s, e->stream, e->stream_bytes);
	/* 4 */
	if (!err)
		err = put_reg(s, SURF_TTCR, e->ttcr);
	if (!err)
		err = reg_write(s, SURF_ECDR, e->ecdr);
	return err;
}

static int begin_experiment(struct surf *s, const struct surf_experiment *e)
{
	uint32_t iscr;
	/* 6 */
	int err = reg_write(s, SURF_TICR, 0);

	if (!err)
		err = reg_write(s, SURF_TECR, 0);
	/* 7 */
	if (!err)
		err = clear_sources(s, e->wcdr);
	if (!err && (e->iemr & surf_mask(SURF_ISCR_EXT)))
		err = check_input(s, e->ttcr);
	if (!err)
		err = reg_read(s, SURF_ISCR, &iscr);
	if (!err && (iscr & e->iemr & CONDITIONS))
		err = -EBUSY;
	/* 8, 9, 10 */
	if (!err)
		err = reg_write(s, SURF_PCLR, e->pclr);
	if (!err)
		err = reg_write(s, SURF_IEMR, e->iemr);
	if (!err)
		err = reg_write(s, SURF_HTCR, e->htcr);
	return err;
}

static int clear_bins(struct surf *s, const struct surf_experiment *e)
{
	static const uint8_t zeros[4096];
	const uint32_t bytes = e->bins * 4;
	int err = 0;

	for (uint32_t at = 0, n; !err && at < bytes; at += n) {
		n = bytes - at < sizeof(zeros) ? bytes - at : sizeof(zeros);
		err = transfer(s, true, at, NULL, zeros, n, NULL, NULL);
		if (!err && e->progress &&
		    (at + n == bytes || (at + n) % PROGRESS_BYTES == 0) &&
		    e->progress(e->arg, at + n, bytes))
			err = -ECANCELED;
	}
	return err;
}

int surf_begin(struct surf *s, const struct surf_experiment *e)
{
	int err = enter_held(s), err2;

	if (err)
		return err;
	if (!e || e->acdr >> SURF_ACDR_BITS || e->bins > s->hist_bytes / 4 ||
	    (!e->stream && e->stream_bytes))
		return leave_held(s, -EINVAL);
	if (surf_get(e->ttcr, SURF_TTCR_MEI) && !s->mei)
		return leave_held(s, -EPERM);
	err = unlock_handle(s, prepare(s, e));
	/* step 5 takes long: other threads may use the handle during it, and other programs
	 * wait */
	if (!err)
		err = clear_bins(s, e);
	err2 = lock_handle(s);
	if (err2)
		/* the handle was closed meanwhile, which released the board */
		return err ? err : err2;
	return leave_held(s, err ? err : begin_experiment(s, e));
}

/* ---- commands of a simulated board ---- */

int surf_command(struct surf *s, const char *command, char *reply, size_t size)
{
	int err = lock_handle(s);

	return err ? err : unlock_handle(s, device_command(s->dev, command, reply, size));
}
