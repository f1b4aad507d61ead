/* SPDX-License-Identifier: Apache-2.0 */
#include "dashlib.h"
#include "dash_regs.h"
#include <errno.h>
#include <string.h>

#define BANK_BASE 0x10000u
#define TRACE_BASE 0x1000000u
#define POLL_NS 100000u
#define CLOCK_NS 63u /* at least a clock of 16 MHz */
#define POLLS 1000u  /* reads of STAT until all accepted entries are in the buffer */

static const struct device_simulator simulator = {"libdashsim.so", "dashsim_open"};

static bool is_open(const struct dm *d)
{
	return d && d->dev;
}

static int get(struct dm *d, uint32_t addr, uint32_t *value)
{
	uint64_t v = 0;
	int err = d->dev->ops->read(d->dev, DEVICE_MEM, addr, 32, &v);

	*value = (uint32_t)v;
	return err;
}

static int put(struct dm *d, uint32_t addr, uint32_t value)
{
	return d->dev->ops->write(d->dev, DEVICE_MEM, addr, 32, value);
}

static int hold(struct dm *d)
{
	bool others = false;

	return device_hold(d->dev, &d->hold, &others);
}

static int release(struct dm *d, int err)
{
	return device_release(d->dev, &d->hold, err);
}

/* ---- open and close ---- */

int dm_open_device(struct dm *d, struct device *dev)
{
	uint32_t id;
	int err;

	if (!d || !dev)
		return -EINVAL;
	*d = (struct dm){.dev = dev};
	err = get(d, DASH_ID, &id);
	if (!err && id != DASH_ID_RESET)
		err = -ENODEV;
	if (err)
		*d = (struct dm){0};
	return err;
}

int dm_open(struct dm *d, const char *backend)
{
	struct device *dev;
	int err;

	if (!d)
		return -EINVAL;
	err = device_open(backend, &simulator, &dev);
	if (err)
		return err;
	err = dm_open_device(d, dev);
	if (err)
		device_close(dev);
	d->own = !err;
	return err;
}

int dm_close(struct dm *d)
{
	if (!is_open(d))
		return -EBADF;
	while (d->hold.holds)
		release(d, 0);
	if (d->own)
		device_close(d->dev);
	*d = (struct dm){0};
	return 0;
}

/* ---- circuit ---- */

static bool valid(const struct dash_conditions *c)
{
	return c->bits <= 14 && c->shift <= 31 && c->station <= 15 && c->mask[0] < 1 << 14 &&
	       c->mask[1] < 1 << 14 && c->tmask <= DASH_ADDR_MAX &&
	       c->tvalue <= DASH_ADDR_MAX && c->post < 1u << 22;
}

/* Writes the conditions; the board refuses that while a circuit runs. */
static int put_conditions(struct dm *d, const struct dash_conditions *c)
{
	const uint32_t mode = c->station << DASH_MODE_STATION_LSB |
			      c->shift << DASH_MODE_SHIFT_LSB | c->bits << DASH_MODE_BITS_LSB |
			      (uint32_t)c->extended << DASH_MODE_EXTENDED_LSB |
			      (uint32_t)c->independent << DASH_MODE_INDEPENDENT_LSB;
	const uint32_t v[] = {mode, c->mask[0], c->mask[1], c->tmask, c->tvalue, c->post};
	int err = 0;

	for (size_t i = 0; i < sizeof(v) / sizeof(*v) && !err; i++)
		err = put(d, DASH_MODE + 4 * (uint32_t)i, v[i]);
	return err;
}

/* Waits until the new circuit runs. */
static int wait_exchange(struct dm *d)
{
	uint32_t clocks, stat;
	int err = get(d, DASH_DELAY, &clocks);

	for (uint64_t ns = 0; !err; ns += POLL_NS) {
		err = get(d, DASH_STAT, &stat);
		if (err || stat & DASH_STAT_RUN_MASK)
			break;
		err = ns > UINT64_C(2) * clocks * CLOCK_NS + 10 * POLL_NS
			      ? -ETIMEDOUT
			      : device_run(d->dev, POLL_NS);
	}
	return err;
}

int dm_load(struct dm *d, enum dash_circuit circuit, const struct dash_conditions *c)
{
	const struct dash_conditions none = {.mask = {DASH_EVENTS, DASH_EVENTS}};
	int err;

	if (!is_open(d))
		return -EBADF;
	if (!c)
		c = &none;
	if (circuit > DASH_TRACE || !valid(c))
		return -EINVAL;
	err = hold(d);
	if (err)
		return err;
	err = put(d, DASH_LOAD, DASH_NONE);
	if (!err)
		err = put_conditions(d, c);
	if (!err && circuit)
		err = put(d, DASH_LOAD, circuit);
	if (!err && circuit)
		err = wait_exchange(d);
	return release(d, err);
}

int dm_get_circuit(struct dm *d, enum dash_circuit *circuit, struct dash_conditions *c)
{
	uint32_t v[7];
	int err = 0;

	if (!is_open(d))
		return -EBADF;
	if (!circuit || !c)
		return -EINVAL;
	for (uint32_t i = 0; i < 7 && !err; i++)
		err = get(d, DASH_LOAD + 4 * i, &v[i]);
	if (err)
		return err;
	*circuit = (enum dash_circuit)v[0];
	*c = (struct dash_conditions){
		.independent = v[1] & DASH_MODE_INDEPENDENT_MASK,
		.extended = v[1] & DASH_MODE_EXTENDED_MASK,
		.bits = (v[1] & DASH_MODE_BITS_MASK) >> DASH_MODE_BITS_LSB,
		.shift = (v[1] & DASH_MODE_SHIFT_MASK) >> DASH_MODE_SHIFT_LSB,
		.station = (v[1] & DASH_MODE_STATION_MASK) >> DASH_MODE_STATION_LSB,
		.mask = {(uint16_t)v[2], (uint16_t)v[3]},
		.tmask = v[4],
		.tvalue = v[5],
		.post = v[6],
	};
	return 0;
}

/* ---- control ---- */

/* Changes bits of CTRL. */
static int change(struct dm *d, uint32_t clear, uint32_t set)
{
	uint32_t v;
	int err;

	if (!is_open(d))
		return -EBADF;
	err = hold(d);
	if (err)
		return err;
	err = get(d, DASH_CTRL, &v);
	return release(d, err ? err : put(d, DASH_CTRL, (v & ~clear) | set));
}

int dm_start(struct dm *d)
{
	return change(d, 0, DASH_CTRL_ENABLE_MASK);
}

int dm_stop(struct dm *d)
{
	return change(d, DASH_CTRL_ENABLE_MASK, 0);
}

int dm_clear(struct dm *d)
{
	return change(d, 0, DASH_CTRL_CLEAR_MASK);
}

static void fill_counts(struct dash_status *st, const uint32_t *n)
{
	uint32_t *const to[] = {
		&st->counted[0], &st->counted[1], &st->missed[0], &st->missed[1],
		&st->wraps[0],	 &st->wraps[1],	  &st->clocks,	  &st->gap,
		&st->exchanges,	 &st->requests,	  &st->traced,	  &st->lost,
		&st->no_room,	 &st->own,	  &st->passed,	  &st->skipped};

	for (size_t i = 0; i < sizeof(to) / sizeof(*to); i++)
		*to[i] = n[i];
}

/* @size: register SIZE */
static uint32_t trace_words(uint32_t size)
{
	return 1u << ((size & DASH_SIZE_TRACE_MASK) >> DASH_SIZE_TRACE_LSB);
}

int dm_get_status(struct dm *d, struct dash_status *st)
{
	uint32_t ctrl, stat, size, wrapped, n[16];
	int err;

	if (!is_open(d))
		return -EBADF;
	if (!st)
		return -EINVAL;
	*st = (struct dash_status){0};
	err = get(d, DASH_CTRL, &ctrl);
	err = err ? err : get(d, DASH_STAT, &stat);
	err = err ? err : get(d, DASH_SIZE, &size);
	err = err ? err : get(d, DASH_TCNT, &st->used);
	err = err ? err : get(d, DASH_WRAPPED, &wrapped);
	for (uint32_t i = 0; i < 16 && !err; i++)
		err = get(d, DASH_COUNTED0 + 4 * i, &n[i]);
	if (err)
		return err;
	st->enabled = ctrl & DASH_CTRL_ENABLE_MASK;
	st->held = ctrl & DASH_CTRL_HOLD_MASK;
	st->running = stat & DASH_STAT_RUN_MASK;
	st->exchanging = stat & DASH_STAT_EXCHANGE_MASK;
	st->fired = stat & DASH_STAT_FIRED_MASK;
	st->refused = stat & DASH_STAT_REFUSED_MASK;
	st->full = stat & DASH_STAT_END_MASK;
	st->level = stat & DASH_STAT_LEVEL_MASK;
	st->busy = stat & DASH_STAT_BUSY_MASK;
	st->words = trace_words(size);
	st->last_wrap[0] = wrapped & DASH_WRAPPED_BANK0_MASK;
	st->last_wrap[1] = (wrapped & DASH_WRAPPED_BANK1_MASK) >> DASH_WRAPPED_BANK1_LSB;
	fill_counts(st, n);
	return 0;
}

/* ---- counters ---- */

static uint32_t counter_address(unsigned int bank, unsigned int counter)
{
	return BANK_BASE * (bank + 1) + 4 * counter;
}

int dm_read_counters(struct dm *d, unsigned int bank, unsigned int first, uint32_t *values,
		     size_t n)
{
	int err = 0;

	if (!is_open(d))
		return -EBADF;
	if (bank >= DASH_BANKS || first > DASH_COUNTERS || n > DASH_COUNTERS - first ||
	    (n && !values))
		return -EINVAL;
	for (size_t i = 0; i < n && !err; i++)
		err = get(d, counter_address(bank, first + (unsigned int)i), &values[i]);
	return err;
}

int dm_zero(struct dm *d)
{
	int err = is_open(d) ? hold(d) : -EBADF;

	if (err)
		return err;
	for (unsigned int i = 0; i < DASH_BANKS * DASH_COUNTERS && !err; i++)
		err = put(d, counter_address(i / DASH_COUNTERS, i % DASH_COUNTERS), 0);
	return release(d, err);
}

/* ---- trace ---- */

void dm_decode(const uint64_t *words, bool extended, struct dash_entry *e)
{
	*e = (struct dash_entry){.write = words[0] >> 35 & 1,
				 .addr = (uint32_t)(words[0] >> 6) & DASH_ADDR_MAX,
				 .cpu = words[0] & 63,
				 .extended = extended};
	if (!extended)
		return;
	e->prom = words[1] >> 24 & 0xFFF;
	e->since = (uint32_t)words[1] & DASH_SINCE_MAX;
}

int dm_set_level(struct dm *d, uint32_t words)
{
	return !is_open(d) ? -EBADF : words >= 1u << 22 ? -EINVAL : put(d, DASH_TLEVEL, words);
}

int dm_wait_level(struct dm *d, uint64_t timeout_us)
{
	return is_open(d) ? device_wait_irq(d->dev, timeout_us) : -EBADF;
}

/* Waits until the entries that were accepted are in the buffer. */
static int wait_entries(struct dm *d)
{
	uint32_t stat;

	for (unsigned int i = 0; i < POLLS; i++) {
		int err = get(d, DASH_STAT, &stat);

		if (err || !(stat & DASH_STAT_BUSY_MASK))
			return err;
	}
	return -ETIMEDOUT;
}

static int pass_words(struct dm *d, dm_word_fn *fn, void *arg)
{
	uint32_t n, size, low, high;
	int err = get(d, DASH_TCNT, &n);

	err = err ? err : get(d, DASH_SIZE, &size);
	if (!err && n > trace_words(size))
		err = -EPROTO;
	for (uint32_t i = 0; i < n && !err; i++) {
		err = get(d, TRACE_BASE + 8 * i, &low);
		if (!err)
			err = get(d, TRACE_BASE + 8 * i + 4, &high);
		if (!err)
			err = fn(arg, (uint64_t)high << 32 | low);
	}
	return err ? err : put(d, DASH_TCNT, 0);
}

int dm_dump(struct dm *d, dm_word_fn *fn, void *arg)
{
	int err, end;

	if (!is_open(d))
		return -EBADF;
	if (!fn)
		return -EINVAL;
	err = hold(d);
	if (err)
		return err;
	err = change(d, 0, DASH_CTRL_HOLD_MASK);
	if (!err)
		err = wait_entries(d);
	if (!err)
		err = pass_words(d, fn, arg);
	end = change(d, DASH_CTRL_HOLD_MASK, 0);
	return release(d, err ? err : end);
}

/* ---- simulation ---- */

int dm_run(struct dm *d, uint64_t ns)
{
	return is_open(d) ? device_run(d->dev, ns) : -EBADF;
}

int dm_command(struct dm *d, const char *command, char *reply, size_t size)
{
	return is_open(d) ? device_ask(d->dev, command, reply, size) : -EBADF;
}
