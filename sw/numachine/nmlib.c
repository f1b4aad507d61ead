/* SPDX-License-Identifier: Apache-2.0 */
#include "nmlib.h"
#include "device.h"
#include "numachine_regs.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define LABEL_BITS 18
#define BUSY_READS 10000u /* a transaction takes a few clocks, fewer than a read of STATUS */
#define DEPTH_MAX 63u	  /* transactions that wait at a time */
#define PEEKS 100u	  /* times that a wrap may disturb a reading of all counters */
#define HALF_BIT 6	  /* bit of a counter's number that selects the half */

static const struct device_simulator simulator = {"libnumachinesim.so", "numachinesim_open"};

static bool is_open(const struct nm *nm)
{
	return nm && nm->dev;
}

/* ---- modes ---- */

static const struct {
	const char *name;
	enum nm_mode mode;
} modes[] = {
	{"flyer", NM_FLYER},
	{"depth", NM_DEPTH},
	{"histogram0", NM_HISTOGRAM},
	{"histogram1", NM_HISTOGRAM1},
	{"histogram2", NM_HISTOGRAM2},
	{"histogram3", NM_HISTOGRAM3},
	{"off", NM_OFF},
};

#define MODES (sizeof(modes) / sizeof(*modes))

const char *nm_mode_name(enum nm_mode mode)
{
	for (size_t i = 0; i < MODES; i++)
		if (modes[i].mode == mode)
			return modes[i].name;
	return NULL;
}

int nm_mode_by_name(const char *name, enum nm_mode *mode)
{
	for (size_t i = 0; name && mode && i < MODES; i++)
		if (!strcmp(modes[i].name, name)) {
			*mode = modes[i].mode;
			return 0;
		}
	return -EINVAL;
}

/* Returns the mode of a configuration; its bits 1..0 are used in Histogram Statistics only. */
static enum nm_mode mode_of(uint32_t config)
{
	const uint32_t mode = config & NM_CONFIG_MODE;

	return mode == NM_HISTOGRAM ? mode | (config & NM_CONFIG_HISTO) : mode;
}

/* ---- accesses ---- */

static int read_reg(struct nm *nm, enum nm_reg reg, uint32_t *value)
{
	uint64_t v = 0;
	int err = nm->dev->ops->read(nm->dev, DEVICE_MEM, NM_AT_REGISTERS + reg, 32, &v);

	*value = (uint32_t)v;
	return err;
}

static int write_reg(struct nm *nm, enum nm_reg reg, uint32_t value)
{
	return nm->dev->ops->write(nm->dev, DEVICE_MEM, NM_AT_REGISTERS + reg, 32, value);
}

/* Returns the value of a field. */
static uint32_t field(uint32_t value, uint32_t bits)
{
	return (value & bits) / (bits & -bits);
}

/* Reads counter @even and the next one. */
static int read_pair(struct nm *nm, uint32_t even, uint32_t value[2])
{
	uint64_t v = 0;
	int err = nm->dev->ops->read(nm->dev, DEVICE_MEM, NM_AT_COUNTERS + 4 * even, 64, &v);

	value[0] = (uint32_t)v;
	value[1] = (uint32_t)(v >> 32);
	return err;
}

static int clear_pair(struct nm *nm, uint32_t even)
{
	return nm->dev->ops->write(nm->dev, DEVICE_MEM, NM_AT_COUNTERS + 4 * even, 64, 0);
}

/* ---- several accesses as one ---- */

/* Prevents other users from changing the monitor; calls nest. */
static int hold(struct nm *nm)
{
	return device_hold(nm->dev, &nm->hold, &nm->stale);
}

/* Does the same before a write, of which other handles are notified. */
static int hold_to_write(struct nm *nm)
{
	int err = hold(nm);

	if (!err)
		nm->hold.changed = true;
	return err;
}

/* Releases the monitor; returns @err, or the error of the release. */
static int release(struct nm *nm, int err)
{
	return device_release(nm->dev, &nm->hold, err);
}

/* Holds the monitor for a part of a measurement that nm_begin() started. */
static int hold_counting(struct nm *nm)
{
	int err = hold(nm);

	return !err && nm->stale ? release(nm, -ESTALE) : err;
}

int nm_hold(struct nm *nm)
{
	return is_open(nm) ? hold(nm) : -EBADF;
}

int nm_release(struct nm *nm)
{
	if (!is_open(nm))
		return -EBADF;
	return nm->hold.holds ? release(nm, 0) : -EPERM;
}

/* Writes a register; other handles are notified. */
static int change_reg(struct nm *nm, enum nm_reg reg, uint32_t value)
{
	int err = hold_to_write(nm);

	return err ? err : release(nm, write_reg(nm, reg, value));
}

/* Does the same for the bits of @mask and keeps the others. */
static int change_bits(struct nm *nm, enum nm_reg reg, uint32_t mask, uint32_t value)
{
	uint32_t v;
	int err = hold_to_write(nm);

	if (err)
		return err;
	err = read_reg(nm, reg, &v);
	if (!err)
		err = write_reg(nm, reg, (v & ~mask) | (value & mask));
	return release(nm, err);
}

/* ---- open, close ---- */

static int ask_card(struct nm *nm)
{
	char reply[NM_REPLY_BYTES];
	unsigned int station, board, order;
	int err = device_ask(nm->dev, "card", reply, sizeof(reply));

	if (err)
		return device_lacks_command(err) ? 0 : err;
	if (sscanf(reply, "station=%u board=%u order=%u", &station, &board, &order) != 3 ||
	    station > 15 || board >= nm_boards(nm) || order > 1)
		return -EPROTO;
	nm->station = (int)station;
	nm->board = board;
	nm->ahdl = order;
	return 0;
}

int nm_open_device(struct nm *nm, struct device *dev)
{
	uint32_t status;
	int err;

	if (!nm)
		return -EBADF;
	memset(nm, 0, sizeof(*nm));
	if (!dev)
		return -EINVAL;
	nm->dev = dev;
	nm->station = -1;
	err = read_reg(nm, NM_STATUS, &status);
	/* where nothing answers, a read gives ones; the card has no register that names it */
	if (!err && status & ~NUMACHINE_STATUS_FIELDS)
		err = -ENODEV;
	if (!err) {
		nm->wide = status & NM_STATUS_LINE;
		nm->two = status & NM_STATUS_BOARDS;
		err = ask_card(nm);
	}
	if (err)
		nm->dev = NULL;
	return err;
}

int nm_open(struct nm *nm, const char *backend)
{
	struct device *dev;
	int err;

	if (!nm)
		return -EBADF;
	memset(nm, 0, sizeof(*nm));
	err = device_open(backend, &simulator, &dev);
	if (err)
		return err;
	err = nm_open_device(nm, dev);
	if (err)
		device_close(dev);
	nm->own = !err;
	return err;
}

int nm_close(struct nm *nm)
{
	if (!is_open(nm))
		return -EBADF;
	if (nm->own)
		device_close(nm->dev);
	memset(nm, 0, sizeof(*nm));
	return 0;
}

unsigned int nm_line_bytes(const struct nm *nm)
{
	return nm->wide ? 128 : 64;
}

unsigned int nm_boards(const struct nm *nm)
{
	return nm->two ? 2 : 1;
}

int nm_set_board(struct nm *nm, unsigned int board)
{
	if (!is_open(nm))
		return -EBADF;
	if (board >= nm_boards(nm))
		return -EINVAL;
	nm->board = board;
	return 0;
}

int nm_set_station(struct nm *nm, unsigned int station)
{
	if (!is_open(nm))
		return -EBADF;
	if (station > 15)
		return -EINVAL;
	nm->station = (int)station;
	return 0;
}

/* ---- registers ---- */

int nm_set_mode(struct nm *nm, enum nm_mode mode)
{
	if (!is_open(nm))
		return -EBADF;
	return nm_mode_name(mode)
		       ? change_bits(nm, NM_CONFIG, NM_CONFIG_MODE | NM_CONFIG_HISTO, mode)
		       : -EINVAL;
}

int nm_get_mode(struct nm *nm, enum nm_mode *mode)
{
	uint32_t config;
	int err;

	if (!is_open(nm))
		return -EBADF;
	if (!mode)
		return -EINVAL;
	err = read_reg(nm, NM_CONFIG, &config);
	*mode = mode_of(config);
	return err;
}

int nm_set_interrupt(struct nm *nm, bool enable)
{
	if (!is_open(nm))
		return -EBADF;
	return change_bits(nm, NM_IENABLE, NM_IENABLE_OVERFLOW,
			   enable ? NM_IENABLE_OVERFLOW : 0);
}

int nm_get_state(struct nm *nm, struct nm_state *state)
{
	uint32_t config, enable, status, address;
	int err;

	if (!is_open(nm))
		return -EBADF;
	if (!state)
		return -EINVAL;
	err = read_reg(nm, NM_CONFIG, &config);
	if (!err)
		err = read_reg(nm, NM_IENABLE, &enable);
	if (!err)
		err = read_reg(nm, NM_STATUS, &status);
	if (!err)
		err = read_reg(nm, NM_OVADDR, &address);
	if (err)
		return err;
	*state = (struct nm_state){
		.mode = mode_of(config),
		.interrupt = enable & NM_IENABLE_OVERFLOW,
		.pending = status & NM_STATUS_PENDING,
		.overflowed = (uint16_t)address,
		.second = status & NM_STATUS_SECOND,
		.half = field(status, NM_STATUS_HALF),
		.busy = status & NM_STATUS_BUSY,
		.depth = field(status, NM_STATUS_DEPTH),
		.missed = status & NM_STATUS_MISSED,
		.misses = field(status, (uint32_t)NM_STATUS_MISSES),
		.line_bytes = nm_line_bytes(nm),
		.boards = nm_boards(nm),
	};
	return 0;
}

int nm_acknowledge(struct nm *nm)
{
	if (!is_open(nm))
		return -EBADF;
	return change_reg(nm, NM_STATUS,
			  NM_STATUS_PENDING | NM_STATUS_SECOND | NM_STATUS_MISSED);
}

/* ---- labels ---- */

/* Returns the lowest address bit of the index into the labels. */
static unsigned int label_shift(const struct nm *nm)
{
	return 6 + nm->wide + nm->two;
}

uint64_t nm_label_coverage(const struct nm *nm)
{
	return 1ull << (LABEL_BITS + label_shift(nm));
}

int nm_label(struct nm *nm, uint32_t start, uint64_t bytes, unsigned int label)
{
	const uint32_t line = is_open(nm) ? nm_line_bytes(nm) : 1;
	uint64_t end;
	int err;

	if (!is_open(nm))
		return -EBADF;
	end = nm_label_coverage(nm);
	if (start % line || bytes % line || !bytes || start >= end || bytes > end - start ||
	    label > NM_LABEL_MAX)
		return -EINVAL;
	end = start + bytes;
	err = hold_to_write(nm);
	if (err)
		return err;
	for (uint64_t at = start; !err && at < end; at += line) {
		const uint32_t index = (uint32_t)(at >> label_shift(nm));

		if (nm->two && (at / line) % 2 != nm->board)
			continue;
		err = nm->dev->ops->write(nm->dev, DEVICE_MEM, NM_AT_LABELS | index << 6, 32,
					  label);
	}
	return release(nm, err);
}

/* ---- counters ---- */

int nm_read_counter(struct nm *nm, unsigned int counter, uint32_t *value)
{
	uint64_t v = 0;
	int err;

	if (!is_open(nm))
		return -EBADF;
	if (counter >= NM_COUNTERS || !value)
		return -EINVAL;
	err = nm->dev->ops->read(nm->dev, DEVICE_MEM, NM_AT_COUNTERS + 4 * counter, 32, &v);
	*value = (uint32_t)v;
	return err;
}

int nm_write_counter(struct nm *nm, unsigned int counter, uint32_t value)
{
	int err;

	if (!is_open(nm))
		return -EBADF;
	if (counter >= NM_COUNTERS)
		return -EINVAL;
	err = hold_to_write(nm);
	if (err)
		return err;
	return release(nm, nm->dev->ops->write(nm->dev, DEVICE_MEM,
					       NM_AT_COUNTERS + 4 * counter, 32, value));
}

int nm_read(struct nm *nm, uint32_t value[NM_COUNTERS])
{
	int err = 0;

	if (!is_open(nm))
		return -EBADF;
	if (!value)
		return -EINVAL;
	for (uint32_t k = 0; !err && k < NM_COUNTERS; k += 2)
		err = read_pair(nm, k, value + k);
	return err;
}

static bool in_part(uint32_t counter, enum nm_part part)
{
	return part == NM_ALL || (counter >> HALF_BIT & 1) == (part == NM_HALF1);
}

int nm_clear(struct nm *nm, enum nm_part part)
{
	int err;

	if (!is_open(nm))
		return -EBADF;
	if (part > NM_ALL)
		return -EINVAL;
	err = hold_to_write(nm);
	if (err)
		return err;
	for (uint32_t k = 0; !err && k < NM_COUNTERS; k += 2)
		if (in_part(k, part))
			err = clear_pair(nm, k);
	return release(nm, err);
}

/* ---- counting across overflows ---- */

/* Adds the counters of @part to @count. Those that are not 0 are cleared if @clear. */
static int collect_counts(struct nm *nm, uint64_t *count, enum nm_part part, bool clear)
{
	uint32_t v[2];
	int err = 0;

	for (uint32_t k = 0; !err && k < NM_COUNTERS; k += 2) {
		if (!in_part(k, part))
			continue;
		err = read_pair(nm, k, v);
		if (err || !(v[0] | v[1]))
			continue;
		count[k] += v[0];
		count[k + 1] += v[1];
		if (clear)
			err = clear_pair(nm, k);
	}
	return err;
}

int nm_read_queued(struct nm *nm, uint64_t *sum)
{
	uint32_t low = 0, high = 0;
	int err;

	if (!is_open(nm))
		return -EBADF;
	if (!sum)
		return -EINVAL;
	err = hold(nm);
	if (err)
		return err;
	/* the upper bits are those of the clock in which the lower ones were read */
	err = read_reg(nm, NM_QUEUED, &low);
	if (!err)
		err = read_reg(nm, NM_QUEUED_HI, &high);
	*sum = (uint64_t)high << 32 | low;
	return release(nm, err);
}

static int end_queued(struct nm *nm, struct nm_table *t)
{
	uint64_t now = 0;
	int err = nm_read_queued(nm, &now);

	/* a sum that may have wrapped more than once is not known */
	t->waits = !err && t->ns / NM_CLOCK_NS <= NM_QUEUED_MAX / DEPTH_MAX;
	t->waited = !t->waits ? 0 : (now - nm->queued) & NM_QUEUED_MAX;
	return err;
}

int nm_begin(struct nm *nm, struct nm_table *table, enum nm_mode mode)
{
	int err;

	if (!is_open(nm))
		return -EBADF;
	if (!table || !nm_mode_name(mode))
		return -EINVAL;
	memset(table, 0, sizeof(*table));
	table->mode = mode;
	table->line_bytes = nm_line_bytes(nm);
	table->boards = nm_boards(nm);
	table->board = nm->board;
	table->station = nm->station;
	table->ahdl = nm->ahdl;
	err = hold(nm);
	if (err)
		return err;
	nm->stale = false;
	err = nm_set_mode(nm, NM_OFF);
	if (!err)
		err = nm_clear(nm, NM_ALL);
	if (!err)
		err = nm_acknowledge(nm);
	if (!err)
		err = nm_set_interrupt(nm, true);
	if (!err && mode == NM_DEPTH)
		err = nm_read_queued(nm, &nm->queued);
	if (!err)
		err = nm_time(nm, &nm->began);
	return release(nm, err ? err : nm_set_mode(nm, mode));
}

/* Stores the time for which the monitor has counted. */
static int take_time(struct nm *nm, struct nm_table *t)
{
	uint64_t now;
	int err = nm_time(nm, &now);

	t->ns = err ? 0 : now - nm->began;
	return err;
}

/*
 * Handles a pending overflow, which @status shows. If another counter overflows before the
 * acknowledgement, SECOND shows it; if it overflows between the read of SECOND and the
 * acknowledgement, the half in use shows it.
 */
static int serve_overflow(struct nm *nm, struct nm_table *t, uint32_t status)
{
	const bool halves = nm_is_histogram(t->mode);
	uint32_t counter, before, after;
	int err = read_reg(nm, NM_OVADDR, &counter);

	nm->hold.changed = true;
	if (!err && halves)
		err = collect_counts(nm, t->count,
				     status & NM_STATUS_HALF ? NM_HALF0 : NM_HALF1, true);
	if (!err)
		err = read_reg(nm, NM_STATUS, &before);
	if (!err)
		err = write_reg(nm, NM_STATUS, NM_STATUS_PENDING | NM_STATUS_SECOND);
	if (!err)
		err = read_reg(nm, NM_STATUS, &after);
	if (err)
		return err;
	t->count[counter % NM_COUNTERS] += 1ull << 32;
	t->overflows++;
	if (before & NM_STATUS_SECOND ||
	    (halves && !(after & NM_STATUS_PENDING) && (after ^ status) & NM_STATUS_HALF))
		t->second = true;
	return 0;
}

int nm_serve(struct nm *nm, struct nm_table *table, uint64_t timeout_us)
{
	uint32_t status;
	int err;

	if (!is_open(nm))
		return -EBADF;
	if (!table)
		return -EINVAL;
	err = device_wait_irq(nm->dev, timeout_us);
	if (!err)
		err = hold_counting(nm);
	if (err)
		return err;
	err = read_reg(nm, NM_STATUS, &status);
	if (!err)
		err = status & NM_STATUS_PENDING ? serve_overflow(nm, table, status)
						 : -ETIMEDOUT;
	return release(nm, err);
}

static void put_missed(struct nm_table *table, uint32_t status)
{
	table->missed = field(status, (uint32_t)NM_STATUS_MISSES);
}

int nm_peek(struct nm *nm, const struct nm_table *table, struct nm_table *now)
{
	const uint32_t same = NM_STATUS_PENDING | NM_STATUS_SECOND | NM_STATUS_HALF;
	uint32_t before = 0, after = 0, counter = 0;
	unsigned int peeks = 0;
	int err;

	if (!is_open(nm))
		return -EBADF;
	if (!table || !now || table == now)
		return -EINVAL;
	err = hold_counting(nm);
	if (err)
		return err;
	/* the loop repeats the read if a counter wrapped meanwhile, because it may have been
	 * read before or after the wrap */
	do {
		*now = *table;
		err = peeks++ < PEEKS ? read_reg(nm, NM_STATUS, &before) : -ETIMEDOUT;
		if (!err)
			err = collect_counts(nm, now->count, NM_ALL, false);
		if (!err)
			err = read_reg(nm, NM_OVADDR, &counter);
		if (!err)
			err = read_reg(nm, NM_STATUS, &after);
	} while (!err && (before ^ after) & same);
	if (!err && after & NM_STATUS_PENDING) {
		now->count[counter % NM_COUNTERS] += 1ull << 32;
		now->overflows++;
		now->second |= (after & NM_STATUS_SECOND) != 0;
	}
	put_missed(now, after);
	return release(nm, err ? err : take_time(nm, now));
}

/* Waits for the end of a transaction. The last event is written back one clock after BUSY has
 * become 0, which is before the next access. */
static int wait_idle(struct nm *nm)
{
	uint32_t status = NM_STATUS_BUSY;
	int err = 0;

	for (unsigned int i = 0; !err && status & NM_STATUS_BUSY; i++)
		err = i < BUSY_READS ? read_reg(nm, NM_STATUS, &status) : -ETIMEDOUT;
	return err;
}

int nm_end(struct nm *nm, struct nm_table *table)
{
	uint32_t status;
	int err;

	if (!is_open(nm))
		return -EBADF;
	if (!table)
		return -EINVAL;
	err = hold_counting(nm);
	if (err)
		return err;
	err = nm_set_mode(nm, NM_OFF);
	if (!err)
		err = take_time(nm, table);
	if (!err && table->mode == NM_DEPTH)
		err = end_queued(nm, table);
	if (!err)
		err = wait_idle(nm);
	if (!err)
		err = read_reg(nm, NM_STATUS, &status);
	if (!err && status & NM_STATUS_PENDING)
		err = serve_overflow(nm, table, status);
	if (!err)
		err = collect_counts(nm, table->count, NM_ALL, true);
	if (!err)
		put_missed(table, status);
	return release(nm, err);
}

/* ---- the card's time ---- */

int nm_run(struct nm *nm, uint64_t ns)
{
	return is_open(nm) ? device_run(nm->dev, ns) : -EBADF;
}

int nm_time(struct nm *nm, uint64_t *ns)
{
	if (!is_open(nm))
		return -EBADF;
	return ns ? device_time(nm->dev, ns) : -EINVAL;
}

int nm_command(struct nm *nm, const char *command, char *reply, size_t size)
{
	return is_open(nm) ? device_ask(nm->dev, command, reply, size) : -EBADF;
}
