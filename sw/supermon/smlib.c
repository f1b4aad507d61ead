/* SPDX-License-Identifier: Apache-2.0 */
#include "smlib.h"
#include "supermon_regs.h"
#include <errno.h>
#include <string.h>

#define POLL_NS 10000u
#define FILL_NS 2000000000u /* most time for a fill: a word gets a gap within 256 clocks */
#define CHUNK 256u

static const struct device_simulator simulator = {"libsupermonsim.so", "supermonsim_open"};

static bool is_open(const struct sm *m)
{
	return m && m->dev;
}

/* ---- accesses ---- */

/* An access that the monitor has refused is an error on its bus. */
static int reason(struct sm *m, int err)
{
	uint64_t stat = 0;

	if (err != -EIO)
		return err;
	err = m->dev->ops->read(m->dev, DEVICE_MEM, SUPERMON_STAT, 32, &stat);
	return err ? err : stat & SUPERMON_STAT_REFUSED_MASK ? -EBUSY : -EIO;
}

static int read_reg(struct sm *m, uint32_t reg, uint32_t *value)
{
	uint64_t v = 0;
	int err = m->dev->ops->read(m->dev, DEVICE_MEM, reg, 32, &v);

	*value = (uint32_t)v;
	return reason(m, err);
}

static int write_reg(struct sm *m, uint32_t reg, uint32_t value)
{
	return reason(m, m->dev->ops->write(m->dev, DEVICE_MEM, reg, 32, value));
}

int sm_read(struct sm *m, uint32_t reg, uint32_t *value)
{
	return !is_open(m) ? -EBADF : !value ? -EINVAL : read_reg(m, reg, value);
}

int sm_write(struct sm *m, uint32_t reg, uint32_t value)
{
	return is_open(m) ? write_reg(m, reg, value) : -EBADF;
}

/* Prevents other users from changing the monitor; calls nest. */
static int hold(struct sm *m)
{
	bool others = false;

	return device_hold(m->dev, &m->hold, &others);
}

static int release(struct sm *m, int err)
{
	return device_release(m->dev, &m->hold, err);
}

/* ---- open and close ---- */

int sm_open_device(struct sm *m, struct device *dev)
{
	uint32_t id;
	int err;

	if (!m || !dev)
		return -EINVAL;
	*m = (struct sm){.dev = dev};
	err = read_reg(m, SUPERMON_ID, &id);
	if (!err && id != SUPERMON_ID_RESET)
		err = -ENODEV;
	if (err)
		*m = (struct sm){0};
	return err;
}

int sm_open(struct sm *m, const char *backend)
{
	struct device *dev;
	int err;

	if (!m)
		return -EINVAL;
	err = device_open(backend, &simulator, &dev);
	if (err)
		return err;
	err = sm_open_device(m, dev);
	if (err)
		device_close(dev);
	m->own = !err;
	return err;
}

int sm_close(struct sm *m)
{
	if (!is_open(m))
		return -EBADF;
	while (m->hold.holds)
		release(m, 0);
	if (m->own)
		device_close(m->dev);
	*m = (struct sm){0};
	return 0;
}

/* ---- settings ---- */

int sm_set_mode(struct sm *m, const struct sm_mode *mode)
{
	if (!is_open(m))
		return -EBADF;
	if (!mode || mode->histogram > SM_ADDRESS ||
	    (mode->histogram == SM_CLOCKS && mode->trace[0] != mode->trace[1]))
		return -EINVAL;
	return write_reg(m, SUPERMON_MODE,
			 (mode->trace[0] ? SUPERMON_MODE_ATRACE_MASK : 0) |
				 (mode->trace[1] ? SUPERMON_MODE_BTRACE_MASK : 0) |
				 (mode->form_b ? SUPERMON_MODE_FORM_MASK : 0) |
				 (uint32_t)mode->histogram << SUPERMON_MODE_HIST_LSB);
}

int sm_get_mode(struct sm *m, struct sm_mode *mode)
{
	uint32_t v;
	int err = !is_open(m) ? -EBADF : !mode ? -EINVAL : read_reg(m, SUPERMON_MODE, &v);

	if (!err)
		*mode = (struct sm_mode){
			.trace = {v & SUPERMON_MODE_ATRACE_MASK, v & SUPERMON_MODE_BTRACE_MASK},
			.form_b = v & SUPERMON_MODE_FORM_MASK,
			.histogram = (enum sm_histogram)((v & SUPERMON_MODE_HIST_MASK) >>
							 SUPERMON_MODE_HIST_LSB)};
	return err;
}

int sm_set_bits(struct sm *m, const uint8_t bit[SM_BIN_BITS])
{
	uint32_t sel[3] = {0};
	int err;

	if (!is_open(m))
		return -EBADF;
	for (unsigned int i = 0; i < SM_BIN_BITS; i++) {
		if (!bit || (bit[i] >= SM_ADDRESS_BITS && bit[i] != SM_NO_BIT))
			return -EINVAL;
		sel[i / 5] |= (uint32_t)bit[i] << 5 * (i % 5);
	}
	err = hold(m);
	if (err)
		return err;
	for (unsigned int i = 0; i < 3 && !err; i++)
		err = write_reg(m, SUPERMON_SEL0 + 4 * i, sel[i]);
	return release(m, err);
}

int sm_get_bits(struct sm *m, uint8_t bit[SM_BIN_BITS])
{
	int err = !is_open(m) ? -EBADF : !bit ? -EINVAL : 0;

	for (unsigned int i = 0; i < 3 && !err; i++) {
		uint32_t sel;

		err = read_reg(m, SUPERMON_SEL0 + 4 * i, &sel);
		for (unsigned int k = 0; k < 5; k++)
			bit[5 * i + k] = sel >> 5 * k & 31;
	}
	return err;
}

/* ---- memories ---- */

/* Waits for the end of a fill, perhaps another program's. */
static int wait_fill(struct sm *m)
{
	uint32_t stat = 0;

	for (uint32_t ns = 0;; ns += POLL_NS) {
		int err = read_reg(m, SUPERMON_STAT, &stat);

		if (err || !(stat & SUPERMON_STAT_FILL_MASK))
			return err;
		err = ns < FILL_NS ? device_run(m->dev, POLL_NS) : -ETIMEDOUT;
		if (err)
			return err;
	}
}

/* Holds the monitor, and sets the address of the next access. */
static int begin(struct sm *m, unsigned int space, uint32_t first)
{
	int err = hold(m);

	if (err)
		return err;
	err = wait_fill(m);
	if (!err)
		err = write_reg(m, SUPERMON_ADDR,
				(uint32_t)space << SUPERMON_ADDR_SPACE_LSB | first);
	return err ? release(m, err) : 0;
}

static uint32_t table_words(enum sm_table table)
{
	return table == SM_MATCHES			     ? SM_MATCH_WORDS
	       : table == SM_MACHINE || table == SM_FUNCTION ? SM_TABLE_WORDS
							     : 0;
}

static int check(const struct sm *m, const void *values, uint32_t words, uint32_t first,
		 size_t n)
{
	return !is_open(m)					? -EBADF
	       : !values || first >= words || n > words - first ? -EINVAL
								: 0;
}

int sm_write_table(struct sm *m, enum sm_table table, uint32_t first, const uint16_t *values,
		   size_t n)
{
	uint32_t part[CHUNK];
	int err = check(m, values, table_words(table), first, n);

	if (!err)
		err = begin(m, table, first);
	if (err)
		return err;
	while (n && !err) {
		const size_t some = n < CHUNK ? n : CHUNK;

		for (size_t i = 0; i < some; i++)
			part[i] = values[i];
		err = reason(m, device_write_port(m->dev, SUPERMON_DATL, part, some));
		values += some;
		n -= some;
	}
	return release(m, err);
}

int sm_read_table(struct sm *m, enum sm_table table, uint32_t first, uint16_t *values, size_t n)
{
	uint32_t part[CHUNK];
	int err = check(m, values, table_words(table), first, n);

	if (!err)
		err = begin(m, table, first);
	if (err)
		return err;
	while (n && !err) {
		const size_t some = n < CHUNK ? n : CHUNK;

		err = reason(m, device_read_port(m->dev, SUPERMON_DATL, 1, part, some));
		for (size_t i = 0; i < some && !err; i++)
			values[i] = (uint16_t)part[i];
		values += some;
		n -= some;
	}
	return release(m, err);
}

/* Fills the current space from ADDR to @last. */
static int fill(struct sm *m, uint32_t last)
{
	int err = write_reg(m, SUPERMON_LAST, last);

	return err ? err : wait_fill(m);
}

int sm_fill_table(struct sm *m, enum sm_table table, uint32_t first, uint32_t last,
		  uint16_t value)
{
	int err = check(m, m, table_words(table), last, 1);

	if (!err && first > last)
		err = -EINVAL;
	if (!err)
		err = begin(m, table, first);
	if (err)
		return err;
	/* this writes the first word */
	err = write_reg(m, SUPERMON_DATL, value);
	return release(m, err || first == last ? err : fill(m, last));
}

int sm_read_words(struct sm *m, uint32_t first, uint64_t *values, size_t n)
{
	uint32_t pair[2 * CHUNK]; /* DATL, DATH of each */
	int err = check(m, values, SM_WORDS, first, n);

	if (!err)
		err = begin(m, 0, first);
	if (err)
		return err;
	while (n && !err) {
		const size_t some = n < CHUNK ? n : CHUNK;

		err = reason(m, device_read_port(m->dev, SUPERMON_DATL, 2, pair, 2 * some));
		for (size_t i = 0; i < some && !err; i++)
			values[i] = (uint64_t)pair[2 * i + 1] << 32 | pair[2 * i];
		values += some;
		n -= some;
	}
	return release(m, err);
}

/* Writes a word; the write of DATH stores both halves. */
static int write_word(struct sm *m, uint64_t value)
{
	int err = write_reg(m, SUPERMON_DATL, (uint32_t)value);

	return err ? err : write_reg(m, SUPERMON_DATH, (uint32_t)(value >> 32));
}

int sm_write_words(struct sm *m, uint32_t first, const uint64_t *values, size_t n)
{
	int err = check(m, values, SM_WORDS, first, n);

	for (size_t i = 0; i < n && !err; i++)
		if (values[i] > SM_WORD_MAX)
			err = -EINVAL;
	if (!err)
		err = begin(m, 0, first);
	if (err)
		return err;
	for (size_t i = 0; i < n && !err; i++)
		err = write_word(m, values[i]);
	return release(m, err);
}

int sm_fill_words(struct sm *m, uint32_t first, uint32_t last, uint64_t value)
{
	int err = check(m, m, SM_WORDS, last, 1);

	if (!err && (first > last || value > SM_WORD_MAX))
		err = -EINVAL;
	if (!err)
		err = begin(m, 0, first);
	if (err)
		return err;
	err = write_word(m, value);
	return release(m, err || first == last ? err : fill(m, last));
}

/* ---- measurement ---- */

int sm_start(struct sm *m)
{
	return is_open(m) ? write_reg(m, SUPERMON_CMD, SUPERMON_CMD_START_MASK) : -EBADF;
}

int sm_stop(struct sm *m)
{
	uint32_t stat = 0;
	int err = is_open(m) ? write_reg(m, SUPERMON_CMD, SUPERMON_CMD_STOP_MASK) : -EBADF;

	do {
		if (!err)
			err = read_reg(m, SUPERMON_STAT, &stat);
	} while (!err && stat & SUPERMON_STAT_RUN_MASK);
	return err;
}

int sm_get_status(struct sm *m, struct sm_status *st)
{
	static const uint32_t regs[] = {SUPERMON_STAT,	SUPERMON_TCNT,	SUPERMON_EVENTS,
					SUPERMON_CLOST, SUPERMON_TLOST, SUPERMON_TIMEL,
					SUPERMON_TIMEH, SUPERMON_NOW};
	uint32_t v[sizeof(regs) / sizeof(*regs)];
	int err = !is_open(m) ? -EBADF : !st ? -EINVAL : hold(m);

	if (err)
		return err;
	for (size_t i = 0; i < sizeof(regs) / sizeof(*regs) && !err; i++)
		err = read_reg(m, regs[i], &v[i]);
	err = release(m, err);
	if (err)
		return err;
	*st = (struct sm_status){.running = v[0] & SUPERMON_STAT_RUN_MASK,
				 .filling = v[0] & SUPERMON_STAT_FILL_MASK,
				 .trace_full = v[0] & SUPERMON_STAT_TFULL_MASK,
				 .trace_lost = v[0] & SUPERMON_STAT_TLOST_MASK,
				 .count_lost = v[0] & SUPERMON_STAT_CLOST_MASK,
				 .counter_wrap = v[0] & SUPERMON_STAT_CWRAP_MASK,
				 .overlap = v[0] & SUPERMON_STAT_OVER_MASK,
				 .time_wrap = v[0] & SUPERMON_STAT_TWRAP_MASK,
				 .refused = v[0] & SUPERMON_STAT_REFUSED_MASK,
				 .entries = v[1],
				 .events = v[2],
				 .lost_counts = v[3],
				 .lost_entries = v[4],
				 .clocks = (uint64_t)v[6] << 32 | v[5],
				 .machine = v[7] & SUPERMON_NOW_MACHINE_MASK,
				 .user = (v[7] & SUPERMON_NOW_USER_MASK) >>
					 SUPERMON_NOW_USER_LSB};
	return 0;
}

int sm_run(struct sm *m, uint64_t ns)
{
	return is_open(m) ? device_run(m->dev, ns) : -EBADF;
}

int sm_command(struct sm *m, const char *command, char *reply, size_t size)
{
	return is_open(m) ? device_ask(m->dev, command, reply, size) : -EBADF;
}

/* ---- entries ---- */

static void decode_b(struct sm_decoder *d, uint64_t word, struct sm_entry *e)
{
	const uint64_t time = word & ((UINT64_C(1) << 40) - 1);

	/* times ascend, so a smaller time means that the 40 bits have wrapped */
	if (time <= (d->last & ((UINT64_C(1) << 40) - 1)) && d->last)
		d->last += UINT64_C(1) << 40;
	d->last = d->last >> 40 << 40 | time;
	*e = (struct sm_entry){.event = true, .time = d->last, .data = (uint8_t)(word >> 40)};
}

void sm_decode(struct sm_decoder *d, uint64_t word, struct sm_entry *e)
{
	const uint64_t stamp = word & 0xFFFF;

	if (d->form_b) {
		decode_b(d, word, e);
		return;
	}
	if (!stamp && !(word >> 40)) { /* a period without an event */
		const uint64_t period = word >> 16 & 0xFFFFFF;

		if (period < (d->period & 0xFFFFFF)) /* the 40 bits of the time have wrapped */
			d->period += 0x1000000;
		d->period = d->period >> 24 << 24 | period;
		*e = (struct sm_entry){.time = d->period << 16 | 0xFFFF};
		return;
	}
	d->period += word >> 46 & 1;
	*e = (struct sm_entry){.event = true,
			       .time = d->period << 16 | stamp,
			       .write = word >> 47,
			       .addr = (uint32_t)(word >> 16) & 0x3FFFFFFF};
}
