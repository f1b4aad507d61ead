/* SPDX-License-Identifier: Apache-2.0 */
#include "spmlib.h"
#include "shrimp96_regs.h"
#include <errno.h>
#include <string.h>

#define DEFAULT_BASE 0xD0000000u
#define FILL_POLL_NS 100000u
/* most time for a word: packets, which have priority, leave more */
#define FILL_WORD_NS 4000u

static const struct device_simulator simulator = {"libshrimp96sim.so", "shrimp96sim_open"};

static bool is_open(const struct spm *m)
{
	return m && m->dev;
}

/* ---- accesses ---- */

static int read_reg(struct spm *m, enum spm_reg reg, uint32_t *value)
{
	uint64_t v = 0;
	int err = m->dev->ops->read(m->dev, DEVICE_MEM, m->base + (uint32_t)reg, 32, &v);

	*value = (uint32_t)v;
	return err;
}

static int write_reg(struct spm *m, enum spm_reg reg, uint32_t value)
{
	return m->dev->ops->write(m->dev, DEVICE_MEM, m->base + (uint32_t)reg, 32, value);
}

/* Reads two registers, low word first. */
static int read_wide(struct spm *m, enum spm_reg low, uint64_t *value)
{
	uint32_t lo, hi = 0;
	int err = read_reg(m, low, &lo);

	if (!err)
		err = read_reg(m, (enum spm_reg)(low + 4), &hi);
	*value = (uint64_t)hi << 32 | lo;
	return err;
}

static int write_wide(struct spm *m, enum spm_reg low, uint64_t value)
{
	int err = write_reg(m, low, (uint32_t)value);

	return err ? err : write_reg(m, (enum spm_reg)(low + 4), (uint32_t)(value >> 32));
}

int spm_read(struct spm *m, enum spm_reg reg, uint32_t *value)
{
	return !is_open(m) ? -EBADF : !value ? -EINVAL : read_reg(m, reg, value);
}

int spm_write(struct spm *m, enum spm_reg reg, uint32_t value)
{
	return is_open(m) ? write_reg(m, reg, value) : -EBADF;
}

/* Prevents other users from changing the monitor; calls nest. */
static int hold(struct spm *m)
{
	bool others = false;

	return device_hold(m->dev, &m->hold, &others);
}

static int release(struct spm *m, int err)
{
	return device_release(m->dev, &m->hold, err);
}

/* ---- open and close ---- */

static int irq_level(unsigned int irq, uint32_t *level)
{
	static const uint8_t line[] = {0, 0, 5, 9, 10, 12, 14, 15};

	for (*level = 0; *level < sizeof(line); ++*level)
		if (line[*level] == irq)
			return 0;
	return -EINVAL;
}

static int set_up(struct spm *m, uint32_t base, unsigned int irq)
{
	uint64_t id = 0, ebcr = 0;
	uint32_t level, stat = 0;
	int err = irq_level(irq, &level);

	if (err || base & 0xFFFF)
		return -EINVAL;
	err = m->dev->ops->read(m->dev, DEVICE_IO, SPM_EPIR, 32, &id);
	if (!err && id != SHRIMP96_EPIR_RESET)
		err = -ENODEV;
	if (!err)
		err = m->dev->ops->read(m->dev, DEVICE_IO, SPM_EBCR, 32, &ebcr);
	if (!err && !(ebcr & SPM_EBCR_ENABLE)) {
		ebcr &= ~(uint64_t)((uint32_t)SPM_EBCR_RBASE | SPM_EBCR_IRLEV);
		ebcr |= (base ? base : DEFAULT_BASE) | level << SHRIMP96_EBCR_IRLEV_LSB |
			SPM_EBCR_ENABLE;
		err = m->dev->ops->write(m->dev, DEVICE_IO, SPM_EBCR, 32, ebcr);
	}
	m->base = (uint32_t)ebcr & (uint32_t)SPM_EBCR_RBASE;
	if (!err)
		err = read_reg(m, SPM_STAT, &stat);
	m->words = stat & SPM_STAT_BIG ? 1u << 24 : 1u << 20;
	return err;
}

int spm_open_device(struct spm *m, struct device *dev, uint32_t base, unsigned int irq)
{
	int err;

	if (!m || !dev)
		return -EINVAL;
	*m = (struct spm){.dev = dev};
	err = set_up(m, base, irq);
	if (err)
		*m = (struct spm){0};
	return err;
}

int spm_open(struct spm *m, const char *backend, uint32_t base, unsigned int irq)
{
	struct device *dev;
	int err;

	if (!m)
		return -EINVAL;
	err = device_open(backend, &simulator, &dev);
	if (err)
		return err;
	err = spm_open_device(m, dev, base, irq);
	if (err)
		device_close(dev);
	m->own = !err;
	return err;
}

int spm_close(struct spm *m)
{
	if (!is_open(m))
		return -EBADF;
	while (m->hold.holds)
		release(m, 0);
	if (m->own)
		device_close(m->dev);
	*m = (struct spm){0};
	return 0;
}

uint32_t spm_words(const struct spm *m)
{
	return is_open(m) ? m->words : 0;
}

/* ---- commands of one bus write ---- */

/* Writes @value to a register; returns -EINVAL if it is above @most. */
static int command(struct spm *m, enum spm_reg reg, uint32_t value, uint32_t most)
{
	if (!is_open(m))
		return -EBADF;
	return value > most ? -EINVAL : write_reg(m, reg, value);
}

static int query(struct spm *m, enum spm_reg reg, uint32_t *value)
{
	*value = 0;
	return is_open(m) ? read_reg(m, reg, value) : -EBADF;
}

int spm_start(struct spm *m)
{
	return command(m, SPM_CMD, SPM_CMD_START, UINT32_MAX);
}

int spm_stop(struct spm *m)
{
	return command(m, SPM_CMD, SPM_CMD_STOP, UINT32_MAX);
}

int spm_set_category(struct spm *m, unsigned int category)
{
	return command(m, SPM_CAT, category, 15);
}

int spm_set_shift(struct spm *m, unsigned int bits)
{
	return command(m, SPM_SHIFT, bits, SPM_SHIFT_MAX);
}

int spm_set_multiplexers(struct spm *m, unsigned int set)
{
	uint16_t mux;
	int err = is_open(m) ? spm_set_to_mux(set, &mux) : -EBADF;

	return err ? err : write_reg(m, SPM_MUX, mux);
}

int spm_set_mode(struct spm *m, bool trace, bool automatic)
{
	return command(m, SPM_MODE,
		       (trace ? SPM_MODE_TRACE : 0) | (automatic ? SPM_MODE_AUTO : 0),
		       UINT32_MAX);
}

int spm_set_trace_counter(struct spm *m, uint32_t word)
{
	return command(m, SPM_TCNT, word, spm_words(m));
}

int spm_clear_flags(struct spm *m)
{
	return command(m, SPM_STAT, SPM_STAT_DROP | SPM_STAT_QOV | SPM_STAT_MERR, UINT32_MAX);
}

int spm_get_category(struct spm *m, unsigned int *category)
{
	uint32_t v;
	int err = category ? query(m, SPM_CAT, &v) : -EINVAL;

	if (!err)
		*category = v;
	return err;
}

int spm_get_shift(struct spm *m, unsigned int *bits)
{
	uint32_t v;
	int err = bits ? query(m, SPM_SHIFT, &v) : -EINVAL;

	if (!err)
		*bits = v;
	return err;
}

int spm_get_multiplexers(struct spm *m, unsigned int *set)
{
	uint32_t v;
	int err = set ? query(m, SPM_MUX, &v) : -EINVAL;

	return err ? err : spm_mux_to_set((uint16_t)v, set);
}

int spm_get_mode(struct spm *m, bool *trace, bool *automatic)
{
	uint32_t v;
	int err = trace && automatic ? query(m, SPM_MODE, &v) : -EINVAL;

	if (!err) {
		*trace = v & SPM_MODE_TRACE;
		*automatic = v & SPM_MODE_AUTO;
	}
	return err;
}

int spm_get_trace_counter(struct spm *m, uint32_t *word)
{
	return word ? query(m, SPM_TCNT, word) : -EINVAL;
}

/* ---- commands of two bus writes ---- */

int spm_set_latency_limits(struct spm *m, uint64_t min, uint64_t max)
{
	int err;

	if (!is_open(m))
		return -EBADF;
	if (min > SPM_LATENCY_MAX || max > SPM_LATENCY_MAX)
		return -EINVAL;
	err = hold(m);
	if (err)
		return err;
	err = write_wide(m, SPM_MINL, min);
	return release(m, err ? err : write_wide(m, SPM_MAXL, max));
}

int spm_get_latency_limits(struct spm *m, uint64_t *min, uint64_t *max)
{
	int err;

	if (!is_open(m))
		return -EBADF;
	if (!min || !max)
		return -EINVAL;
	err = hold(m);
	if (err)
		return err;
	err = read_wide(m, SPM_MINL, min);
	return release(m, err ? err : read_wide(m, SPM_MAXL, max));
}

/* Writes the word first that makes the threshold higher: between the two writes no packet must
 * cause an event by a threshold that is lower than both. */
static int write_threshold(struct spm *m, uint64_t count)
{
	uint32_t high;
	int err = read_reg(m, SPM_THRH, &high);

	if (err || count >> 32 <= high)
		return err ? err : write_wide(m, SPM_THRL, count);
	err = write_reg(m, SPM_THRH, (uint32_t)(count >> 32));
	return err ? err : write_reg(m, SPM_THRL, (uint32_t)count);
}

int spm_set_threshold(struct spm *m, uint64_t count)
{
	int err;

	if (!is_open(m))
		return -EBADF;
	if (count > SPM_COUNT_MAX)
		return -EINVAL;
	err = hold(m);
	return err ? err : release(m, write_threshold(m, count));
}

int spm_get_threshold(struct spm *m, uint64_t *count)
{
	int err;

	if (!is_open(m))
		return -EBADF;
	if (!count)
		return -EINVAL;
	err = hold(m);
	return err ? err : release(m, read_wide(m, SPM_THRL, count));
}

/* ---- the memory ---- */

/* Waits for the end of a fill, perhaps another program's, because memory commands are ignored
 * until then. */
static int wait_fill(struct spm *m)
{
	const uint64_t most = (uint64_t)m->words * FILL_WORD_NS;
	uint32_t stat = 0;

	for (uint64_t ns = 0;; ns += FILL_POLL_NS) {
		int err = read_reg(m, SPM_STAT, &stat);

		if (err || !(stat & SPM_STAT_FILL))
			return err;
		err = ns < most ? device_run(m->dev, FILL_POLL_NS) : -ETIMEDOUT;
		if (err)
			return err;
	}
}

static bool in_memory(const struct spm *m, uint32_t first, size_t n)
{
	return first < m->words && n <= m->words - first;
}

static int fill(struct spm *m, uint32_t first, uint32_t last, uint64_t value)
{
	int err = wait_fill(m);

	if (!err)
		err = write_reg(m, SPM_ADDR, first);
	/* the write of the high word writes the memory word and increments ADDR */
	if (!err)
		err = write_wide(m, SPM_DATL, value);
	if (!err && first != last)
		err = write_reg(m, SPM_LAST, last);
	return err ? err : wait_fill(m);
}

int spm_initialise_range(struct spm *m, uint32_t first, uint32_t last, uint64_t value)
{
	int err;

	if (!is_open(m))
		return -EBADF;
	if (first > last || last >= m->words || value > SPM_COUNT_MAX)
		return -EINVAL;
	err = hold(m);
	return err ? err : release(m, fill(m, first, last, value));
}

/* Reads @n words from ADDR on; afterwards ADDR is the address of the next word. */
static int read_words(struct spm *m, uint64_t *values, size_t n)
{
	uint32_t pair[2 * 512]; /* DATL, DATH of each */
	const size_t most = sizeof(pair) / sizeof(*pair) / 2;
	int err = 0;

	while (n && !err) {
		const size_t part = n < most ? n : most;

		err = device_read_port(m->dev, m->base + SPM_DATL, 2, pair, 2 * part);
		for (size_t i = 0; i < part && !err; i++)
			values[i] = (uint64_t)pair[2 * i + 1] << 32 | pair[2 * i];
		values += part;
		n -= part;
	}
	return err;
}

int spm_read_range(struct spm *m, uint32_t first, uint64_t *values, size_t n)
{
	int err;

	if (!is_open(m))
		return -EBADF;
	if (!values || !in_memory(m, first, n))
		return -EINVAL;
	err = hold(m);
	if (err)
		return err;
	err = wait_fill(m);
	if (!err)
		err = write_reg(m, SPM_ADDR, first);
	return release(m, err ? err : read_words(m, values, n));
}

int spm_write_range(struct spm *m, uint32_t first, const uint64_t *values, size_t n)
{
	int err;

	if (!is_open(m))
		return -EBADF;
	if (!values || !in_memory(m, first, n))
		return -EINVAL;
	for (size_t i = 0; i < n; i++)
		if (values[i] > SPM_COUNT_MAX)
			return -EINVAL;
	err = hold(m);
	if (err)
		return err;
	err = wait_fill(m);
	if (!err)
		err = write_reg(m, SPM_ADDR, first);
	for (size_t i = 0; !err && i < n; i++)
		err = write_wide(m, SPM_DATL, values[i]);
	return release(m, err);
}

/* ---- status and events ---- */

int spm_get_status(struct spm *m, struct spm_status *st)
{
	uint32_t stat, mode = 0, arrived = 0, lost = 0;
	int err = st ? query(m, SPM_STAT, &stat) : -EINVAL;

	if (!err)
		err = read_reg(m, SPM_MODE, &mode);
	if (!err)
		err = read_reg(m, SPM_LOST, &lost);
	if (!err)
		err = read_reg(m, SPM_ARRV, &arrived);
	if (err)
		return err;
	*st = (struct spm_status){
		.running = stat & SPM_STAT_RUN,
		.trace = mode & SPM_MODE_TRACE,
		.automatic = mode & SPM_MODE_AUTO,
		.filling = stat & SPM_STAT_FILL,
		.trace_full = stat & SPM_STAT_TEND,
		.dropped = stat & SPM_STAT_DROP,
		.queue_overflow = stat & SPM_STAT_QOV,
		.command_ignored = stat & SPM_STAT_MERR,
		.queued = (stat & SPM_STAT_QCNT) >> SHRIMP96_STAT_QCNT_LSB,
		.arrived = arrived,
		.lost = lost,
	};
	return 0;
}

static int read_queue(struct spm *m, unsigned int set, struct spm_event *events, size_t max,
		      size_t *n)
{
	uint32_t v;

	while (*n < max) {
		int err = read_reg(m, SPM_QADR, &v);

		if (err)
			return err;
		if (!(v & SPM_QADR_VALID))
			return 0;
		events[*n].addr = v & SPM_QADR_ADDR;
		spm_decode(set, events[*n].addr, &events[*n].v);
		++*n;
	}
	return 0;
}

int spm_read_queue(struct spm *m, struct spm_event *events, size_t max, size_t *n)
{
	unsigned int set = 0;
	int err;

	if (!is_open(m))
		return -EBADF;
	if (!n || (max && !events))
		return -EINVAL;
	*n = 0;
	err = hold(m);
	if (err)
		return err;
	err = spm_get_multiplexers(m, &set);
	return release(m, err ? err : read_queue(m, set, events, max, n));
}

int spm_wait_events(struct spm *m, uint64_t timeout_us, struct spm_event *events, size_t max,
		    size_t *n)
{
	int err;

	if (!is_open(m))
		return -EBADF;
	if (!n || !events || !max)
		return -EINVAL;
	*n = 0;
	err = device_wait_irq(m->dev, timeout_us);
	return err ? err : spm_read_queue(m, events, max, n);
}

int spm_run(struct spm *m, uint64_t ns)
{
	return is_open(m) ? device_run(m->dev, ns) : -EBADF;
}

int spm_command(struct spm *m, const char *command, char *reply, size_t size)
{
	return is_open(m) ? device_ask(m->dev, command, reply, size) : -EBADF;
}

void spm_decode_trace(unsigned int set, uint64_t word, struct spm_trace *t)
{
	t->time = (uint32_t)(word >> 20) & 0xFFFFF;
	spm_decode(set, (uint32_t)word & 0xFFFFF, &t->v);
}
