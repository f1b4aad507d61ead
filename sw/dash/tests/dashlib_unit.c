/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the driver on a fake board, which remembers its registers. */
#include "dashlib.h"
#include "dash_regs.h"
#include "unit.h"
#include <errno.h>

#define TRACE_BASE 0x1000000u

struct fake {
	struct device dev; /* first */
	uint32_t reg[64], counter[2 * DASH_COUNTERS];
	uint64_t trace[8];
	uint32_t fails;	   /* address whose access fails with -EIO; 0: none */
	unsigned int busy; /* number of reads of STAT that still report a pending entry */
	bool stuck;	   /* the exchange never ends */
	uint64_t time;
	char log[512]; /* writes of registers */
};

static int fake_read(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t *value)
{
	struct fake *f = (struct fake *)dev;

	assert_int_equal(space, DEVICE_MEM);
	assert_int_equal(width, 32);
	if (f->fails && addr == f->fails)
		return -EIO;
	if (addr >= TRACE_BASE)
		*value = f->trace[(addr - TRACE_BASE) / 8] >> addr % 8 * 8 & UINT32_MAX;
	else if (addr >= 0x10000)
		*value = f->counter[(addr - 0x10000) / 4];
	else
		*value = f->reg[addr / 4];
	if (addr == DASH_STAT && f->busy) {
		f->busy--;
		*value |= DASH_STAT_BUSY_MASK;
	}
	return 0;
}

static int fake_write(struct device *dev, enum device_space space, uint32_t addr,
		      unsigned int width, uint64_t value)
{
	struct fake *f = (struct fake *)dev;

	assert_int_equal(space, DEVICE_MEM);
	assert_int_equal(width, 32);
	if (f->fails && addr == f->fails)
		return -EIO;
	if (addr >= 0x10000) {
		f->counter[(addr - 0x10000) / 4] = (uint32_t)value;
		return 0;
	}
	f->reg[addr / 4] = (uint32_t)value;
	if (addr == DASH_LOAD)
		f->reg[DASH_STAT / 4] = value && !f->stuck ? DASH_STAT_RUN_MASK : 0;
	snprintf(f->log + strlen(f->log), sizeof(f->log) - strlen(f->log), "%x=%x ", addr,
		 (unsigned int)value);
	return 0;
}

static int fake_wait(struct device *dev, uint64_t timeout_us)
{
	(void)dev;
	return timeout_us > 5 ? 0 : -ETIMEDOUT;
}

static int fake_run(struct device *dev, uint64_t ns)
{
	((struct fake *)dev)->time += ns;
	return 0;
}

static const struct device_ops ops = {
	.read = fake_read, .write = fake_write, .wait_irq = fake_wait, .run = fake_run};

static struct fake fake;

static void open_fake(struct dm *d)
{
	memset(&fake, 0, sizeof(fake));
	fake.dev.ops = &ops;
	fake.reg[DASH_ID / 4] = DASH_ID_RESET;
	fake.reg[DASH_DELAY / 4] = 1600000;
	fake.reg[DASH_SIZE / 4] = 6;
	assert_int_equal(dm_open_device(d, &fake.dev), 0);
}

static void opens(void)
{
	struct dm d = {0};
	struct dash_status st;

	open_fake(&d);
	assert_int_equal(dm_close(&d), 0);
	assert_int_equal(dm_close(&d), -EBADF);
	assert_int_equal(dm_start(&d), -EBADF);
	assert_int_equal(dm_get_status(&d, &st), -EBADF);
	assert_int_equal(dm_load(&d, DASH_NONE, NULL), -EBADF);
	assert_int_equal(dm_zero(&d), -EBADF);
	fake.reg[0] = 5;
	assert_int_equal(dm_open_device(&d, &fake.dev), -ENODEV);
	assert_int_equal(dm_open_device(&d, NULL), -EINVAL);
	assert_int_equal(dm_open(&d, "nowhere:"), -EPROTONOSUPPORT);
}

static void loads(void)
{
	const struct dash_conditions c = {.independent = true,
					  .extended = true,
					  .bits = 14,
					  .shift = 31,
					  .station = 15,
					  .mask = {1, 0x3FFF},
					  .tmask = DASH_ADDR_MAX,
					  .tvalue = 2,
					  .post = 3};
	struct dash_conditions bad, is;
	enum dash_circuit circuit;
	struct dm d;

	open_fake(&d);
	assert_int_equal(dm_load(&d, DASH_TRACE, &c), 0);
	assert_string_equal(fake.log, "c=0 10=f1fe3 14=1 18=3fff 1c=1fffffff 20=2 24=3 c=4 ");
	assert_int_equal(dm_get_circuit(&d, &circuit, &is), 0);
	assert_int_equal(circuit, DASH_TRACE);
	assert_true(is.independent && is.extended && is.bits == 14 && is.shift == 31 &&
		    is.station == 15 && is.mask[0] == 1 && is.mask[1] == 0x3FFF &&
		    is.tmask == DASH_ADDR_MAX && is.tvalue == 2 && is.post == 3);
#define BAD(field, value)  \
	bad = c;           \
	bad.field = value; \
	assert_int_equal(dm_load(&d, DASH_TRACE, &bad), -EINVAL)
	BAD(bits, 15);
	BAD(shift, 32);
	BAD(station, 16);
	BAD(mask[0], 0x4000);
	BAD(mask[1], 0x4000);
	BAD(tmask, DASH_ADDR_MAX + 1);
	BAD(tvalue, DASH_ADDR_MAX + 1);
	BAD(post, 1u << 22);
	assert_int_equal(dm_load(&d, (enum dash_circuit)5, &c), -EINVAL);
	/* the exchange takes 100 ms; the driver gives up after 200 */
	fake.stuck = true;
	fake.time = 0;
	assert_int_equal(dm_load(&d, DASH_COUNT, NULL), -ETIMEDOUT);
	assert_true(fake.time > 200000000 && fake.time < 210000000);
	fake.fails = DASH_MODE;
	assert_int_equal(dm_load(&d, DASH_COUNT, NULL), -EIO);
}

/* Checks the counts of a board whose registers, from COUNTED0 on, are 100, 101 ... */
static void status_counts(const struct dash_status *st)
{
	const struct {
		uint32_t offset, value;
	} counts[] = {
		{DASH_COUNTED0, st->counted[0]}, {DASH_COUNTED1, st->counted[1]},
		{DASH_MISSED0, st->missed[0]},	 {DASH_MISSED1, st->missed[1]},
		{DASH_WRAPS0, st->wraps[0]},	 {DASH_WRAPS1, st->wraps[1]},
		{DASH_CLOCKS, st->clocks},	 {DASH_GAP, st->gap},
		{DASH_EXCHANGES, st->exchanges}, {DASH_REQUESTS, st->requests},
		{DASH_TRACED, st->traced},	 {DASH_LOST, st->lost},
		{DASH_FULL, st->no_room},	 {DASH_OWN, st->own},
		{DASH_PASSED, st->passed},	 {DASH_SKIPPED, st->skipped},
	};

	for (size_t EACH(i, 0); i < sizeof(counts) / sizeof(*counts); i++)
		assert_int_equal(counts[i].value, 100 + (counts[i].offset - DASH_COUNTED0) / 4);
}

/* Checks each flag of CTRL and STAT alone. */
static void status_flags(struct dm *d)
{
	static const struct {
		uint32_t ctrl, stat;
		struct dash_status st;
	} flags[] = {
		{DASH_CTRL_ENABLE_MASK, 0, {.enabled = true}},
		{DASH_CTRL_HOLD_MASK, 0, {.held = true}},
		{0, DASH_STAT_RUN_MASK, {.running = true}},
		{0, DASH_STAT_EXCHANGE_MASK, {.exchanging = true}},
		{0, DASH_STAT_FIRED_MASK, {.fired = true}},
		{0, DASH_STAT_REFUSED_MASK, {.refused = true}},
		{0, DASH_STAT_END_MASK, {.full = true}},
		{0, DASH_STAT_LEVEL_MASK, {.level = true}},
		{0, DASH_STAT_BUSY_MASK, {.busy = true}},
	};

	for (size_t EACH(i, 0); i < sizeof(flags) / sizeof(*flags); i++) {
		const struct dash_status *want = &flags[i].st;
		struct dash_status st;

		fake.reg[DASH_CTRL / 4] = flags[i].ctrl;
		fake.reg[DASH_STAT / 4] = flags[i].stat;
		assert_int_equal(dm_get_status(d, &st), 0);
		assert_true(st.enabled == want->enabled && st.held == want->held &&
			    st.running == want->running && st.exchanging == want->exchanging &&
			    st.fired == want->fired && st.refused == want->refused &&
			    st.full == want->full && st.level == want->level &&
			    st.busy == want->busy);
	}
}

static void controls(void)
{
	struct dash_status st;
	struct dm d;

	open_fake(&d);
	assert_int_equal(dm_start(&d), 0);
	assert_int_equal(dm_clear(&d), 0);
	fake.reg[DASH_CTRL / 4] = DASH_CTRL_ENABLE_MASK | DASH_CTRL_HOLD_MASK;
	assert_int_equal(dm_stop(&d), 0);
	assert_string_equal(fake.log, "4=1 4=5 4=2 ");
	for (uint32_t i = 0; i < 16; i++)
		fake.reg[DASH_COUNTED0 / 4 + i] = 100 + i;
	fake.reg[DASH_WRAPPED / 4] = 0x30000002;
	fake.reg[DASH_TCNT / 4] = 64;
	fake.reg[DASH_STAT / 4] = 0;
	assert_int_equal(dm_get_status(&d, &st), 0);
	assert_int_equal(st.words, 64);
	assert_int_equal(st.used, 64);
	assert_int_equal(st.last_wrap[0], 2);
	assert_int_equal(st.last_wrap[1], 0x3000);
	status_counts(&st);
	status_flags(&d);
	fake.fails = DASH_SKIPPED;
	assert_int_equal(dm_get_status(&d, &st), -EIO);
}

static void counters(void)
{
	uint32_t v[3] = {0};
	struct dm d;

	open_fake(&d);
	for (uint32_t i = 0; i < 2 * DASH_COUNTERS; i++)
		fake.counter[i] = i;
	assert_int_equal(dm_read_counters(&d, 1, DASH_COUNTERS - 3, v, 3), 0);
	assert_int_equal(v[2], 2 * DASH_COUNTERS - 1);
	assert_int_equal(dm_read_counters(&d, 1, DASH_COUNTERS - 2, v, 3), -EINVAL);
	assert_int_equal(dm_read_counters(&d, 2, 0, v, 3), -EINVAL);
	assert_int_equal(dm_read_counters(&d, 0, 0, NULL, 1), -EINVAL);
	assert_int_equal(dm_zero(&d), 0);
	for (uint32_t EACH(i, 0); i < 2 * DASH_COUNTERS; i++)
		assert_int_equal(fake.counter[i], 0);
}

struct got {
	uint64_t word[8];
	unsigned int n;
	int err;
};

static int store_word(void *arg, uint64_t word)
{
	struct got *g = arg;

	g->word[g->n++] = word;
	return g->err;
}

static void traces(void)
{
	const uint64_t word[2] = {UINT64_C(0xFEDCBA987), UINT64_C(0x5A5001234)};
	struct dash_entry e;
	struct got g = {0};
	char reply[DASH_REPLY_BYTES];
	struct dm d;

	dm_decode(word, true, &e);
	assert_true(e.write && e.extended);
	assert_int_equal(e.addr, 0x1FB72EA6);
	assert_int_equal(e.cpu, 7);
	assert_int_equal(e.prom, 0x5A5);
	assert_int_equal(e.since, 0x1234);
	open_fake(&d);
	memcpy(fake.trace, word, sizeof(word));
	/* more words than the buffer has */
	fake.reg[DASH_SIZE / 4] = 6;
	fake.reg[DASH_TCNT / 4] = 65;
	assert_int_equal(dm_dump(&d, store_word, &g), -EPROTO);
	assert_int_equal(g.n, 0);
	fake.log[0] = '\0';
	fake.reg[DASH_TCNT / 4] = 2;
	fake.busy = 3;
	assert_int_equal(dm_dump(&d, store_word, &g), 0);
	assert_string_equal(fake.log, "4=2 2c=0 4=0 ");
	assert_int_equal(g.n, 2);
	assert_memory_equal(g.word, word, sizeof(word));
	/* if the receiver fails, the buffer is not emptied and the trace continues */
	fake.reg[DASH_TCNT / 4] = 2;
	fake.log[0] = '\0';
	g = (struct got){.err = -ENOSPC};
	assert_int_equal(dm_dump(&d, store_word, &g), -ENOSPC);
	assert_string_equal(fake.log, "4=2 4=0 ");
	fake.busy = 100000;
	assert_int_equal(dm_dump(&d, store_word, &g), -ETIMEDOUT);
	assert_int_equal(dm_dump(&d, NULL, NULL), -EINVAL);
	assert_int_equal(dm_set_level(&d, 0x400000), -EINVAL);
	assert_int_equal(dm_wait_level(&d, 5), -ETIMEDOUT);
	assert_int_equal(dm_wait_level(&d, 6), 0);
	assert_int_equal(dm_command(&d, "run 1us", NULL, 0), -EINVAL);
	assert_int_equal(dm_command(&d, "run 1us", reply, sizeof(reply)), -EOPNOTSUPP);
}

static const struct unit units[] = {
	UNIT(opens, ""),    UNIT(loads, ""),  UNIT(controls, ""),
	UNIT(counters, ""), UNIT(traces, ""),
};

UNIT_MAIN(units)
