/* SPDX-License-Identifier: Apache-2.0 */
/* Tests names, findings from made-up counts, and errors of the driver. */
#include "xdb_diagnose.h"
#include "xdb_mux.h"
#include "xdbus_regs.h"
#include "random.h"
#include "unit.h"
#include <errno.h>
#include <math.h>

/* first chips of a kind, and their events */
enum { BW = 4, MQH = 12, MQH_OF_BUS_1 = 16, IOC = 20 };
enum {
	CC_EXTERNAL = 2,
	CC_WRITES = 3,
	BW_INVALIDATED = 1,
	BW_UPDATED = 2,
	MQH_ACCESSES = 1,
	MQH_QUEUE = 2,
	MQH_BUSY = 3,
	MQH_BROADCASTS = 4,
	MQH_SWAPS = 5,
	MQH_KIND = 8, /* the first of the kinds of requests */
	MQH_KINDS = 8,
	IOC_MOVES = 1,
	IOC_MISSES = 2,
	IOC_PIO = 3,
	IOC_PIO_CLOCKS = 4,
	IOC_LOOKS = 5
};

static void names(void)
{
	struct xdb_name n[64];
	char name[XDB_CHIP_NAME];
	unsigned int counters;

	assert_string_equal(xdb_chip_name(0, name), "cc0");
	assert_string_equal(xdb_chip_name(7, name), "bw1.1");
	assert_string_equal(xdb_chip_name(19, name), "mqh1.3");
	assert_string_equal(xdb_chip_name(21, name), "ioc1");
	assert_int_equal(xdb_chip_counter(7, &counters), 11);
	assert_int_equal(counters, 1);
	assert_int_equal(xdb_chip_counter(19, &counters), 30);
	assert_int_equal(counters, 2);
	assert_int_equal(xdb_names_parse("mqh1.3:busy", n, 64), 1);
	assert_int_equal(n[0].chip, 19);
	assert_int_equal(n[0].event, 3);
	assert_int_equal(xdb_names_parse("mqh1:busy", n, 64), 4);
	assert_int_equal(xdb_names_parse("bw:updated", n, 64), 8);
	assert_int_equal(xdb_names_parse("bw:updated", n, 7), -EINVAL);
	assert_int_equal(xdb_names_parse("mqh1.:busy", n, 64), -EINVAL);
	assert_int_equal(xdb_names_parse("mqh", n, 64), -EINVAL);
	assert_int_equal(xdb_names_parse("m:busy", n, 64), -EINVAL);
	assert_int_equal(xdb_names_parse(":busy", n, 64), -EINVAL);
	assert_null(xdb_event_name(0, 5));
	assert_null(xdb_event_name(XDB_CHIPS, 1));
	assert_null(xdb_event_name(0, 16));
}

/* Events that were not counted cause no finding. */
static void unknown_counts(void)
{
	struct xdb_finding f[XDB_FINDINGS];
	struct xdb_profile p;

	xdb_profile_clear(&p);
	assert_int_equal(xdb_diagnose(&p, f), 0);
	p.clocks = 1000;
	assert_int_equal(xdb_diagnose(&p, f), 0);
	assert_true(xdb_occupancy(&p, 0).value < 0);
	assert_true(xdb_kind_share(&p, 0, 0).value < 0);
	p.count[IOC][IOC_MISSES].value =
		900; /* misses are known, but not the number of accesses */
	assert_int_equal(xdb_diagnose(&p, f), 0);
	p.count[IOC][IOC_LOOKS].value = 1000;
	assert_int_equal(xdb_diagnose(&p, f), 1);
	assert_int_equal(f[0].problem, XDB_IO_CACHE);
	assert_int_equal(f[0].place, IOC);
}

/* ---- each limit, from both sides ---- */

#define CLOCKS 10000
#define NOTHING XDB_PROBLEMS

/* Checks that there is one finding, or with NOTHING none. */
static void finds(const struct xdb_profile *p, enum xdb_problem problem, unsigned int place)
{
	struct xdb_finding f[XDB_FINDINGS];

	assert_int_equal(xdb_diagnose(p, f), problem != NOTHING);
	if (problem == NOTHING)
		return;
	assert_int_equal(f[0].problem, problem);
	assert_int_equal(f[0].place, place);
	assert_false(f[0].undecided);
}

/* Sets a count, and checks what is found then. */
static void count_finds(struct xdb_profile *p, unsigned int chip, unsigned int event,
			double value, enum xdb_problem problem, unsigned int place)
{
	p->count[chip][event].value = value;
	finds(p, problem, place);
}

static void start_profile(struct xdb_profile *p)
{
	xdb_profile_clear(p);
	p->clocks = CLOCKS;
}

/* Sets an event of each of @n chips. */
static void set_all(struct xdb_profile *p, unsigned int first, unsigned int n,
		    unsigned int event, double value)
{
	for (unsigned int c = first; c < first + n; c++)
		p->count[c][event].value = value;
}

static void limits_of_handlers(void)
{
	struct xdb_profile p;

	start_profile(&p);
	set_all(&p, MQH, 4, MQH_ACCESSES, 250);
	set_all(&p, MQH, 4, MQH_QUEUE, 5000);
	finds(&p, NOTHING, 0);
	count_finds(&p, MQH + 1, MQH_ACCESSES, 750, NOTHING, 0); /* exactly half */
	count_finds(&p, MQH + 1, MQH_ACCESSES, 760, XDB_BANK_CONFLICT, MQH + 1);
	count_finds(&p, MQH + 1, MQH_QUEUE, 3000, NOTHING, 0);
	count_finds(&p, MQH + 1, MQH_QUEUE, 3001, XDB_BANK_CONFLICT, MQH + 1);
	set_all(&p, MQH, 4, MQH_ACCESSES, 33);
	count_finds(&p, MQH + 1, MQH_ACCESSES, 400, NOTHING, 0); /* 499 on the bus */
	count_finds(&p, MQH + 1, MQH_ACCESSES, 401, XDB_BANK_CONFLICT, MQH + 1);
}

static void limits_of_buses(void)
{
	struct xdb_profile p;

	start_profile(&p);
	for (unsigned int k = 0; k < MQH_KINDS; k++)
		set_all(&p, MQH, 8, MQH_KIND + k, 0);
	p.count[MQH_OF_BUS_1][MQH_BUSY].value = 3000;
	count_finds(&p, MQH, MQH_BUSY, 7000, NOTHING, 0);
	count_finds(&p, MQH, MQH_BUSY, 7010, XDB_BUS_IMBALANCE, 0);
	p.count[MQH_OF_BUS_1][MQH_BUSY].value = 800;
	count_finds(&p, MQH, MQH_BUSY, 2000, NOTHING, 0); /* hardly used */
	count_finds(&p, MQH, MQH_BUSY, 2001, XDB_BUS_IMBALANCE, 0);
	p.count[MQH][MQH_BUSY].value = 9000;
	count_finds(&p, MQH_OF_BUS_1, MQH_BUSY, 9000, NOTHING, 0);
	count_finds(&p, MQH_OF_BUS_1, MQH_BUSY, 9001, XDB_SATURATION, 1);
	/* arbitration: two clocks for each request and for each reply */
	set_all(&p, MQH_OF_BUS_1, 4, MQH_KIND + 3, 10);
	count_finds(&p, MQH_OF_BUS_1, MQH_BUSY, 8960, NOTHING, 0);
	count_finds(&p, MQH_OF_BUS_1, MQH_BUSY, 8961, XDB_SATURATION, 1);
}

static void limits_of_kinds(void)
{
	struct xdb_profile p;

	start_profile(&p);
	set_all(&p, MQH, 8, MQH_ACCESSES, 125);
	set_all(&p, MQH, 8, MQH_BROADCASTS, 0);
	count_finds(&p, MQH + 5, MQH_BROADCASTS, 300, NOTHING, 0);
	count_finds(&p, MQH + 5, MQH_BROADCASTS, 301, XDB_BROADCASTS, 0);
	start_profile(&p);
	set_all(&p, MQH, 8, MQH_ACCESSES, 125);
	set_all(&p, MQH, 8, MQH_SWAPS, 0);
	count_finds(&p, MQH + 2, MQH_SWAPS, 200, NOTHING, 0);
	count_finds(&p, MQH + 2, MQH_SWAPS, 201, XDB_SWAPS, 0);
	set_all(&p, MQH, 8, MQH_ACCESSES, 62); /* 496: too few */
	finds(&p, NOTHING, 0);
}

static void limits_of_sharing(void)
{
	struct xdb_profile p;

	start_profile(&p);
	set_all(&p, BW + 4, 2, BW_INVALIDATED, 0);
	set_all(&p, BW + 4, 2, BW_UPDATED, 5);
	p.count[2][CC_EXTERNAL].value = 150;
	p.count[2][CC_WRITES].value = 50;
	count_finds(&p, BW + 5, BW_INVALIDATED, 10, NOTHING, 0); /* 20 of 200 */
	count_finds(&p, BW + 5, BW_INVALIDATED, 11, XDB_SHARING, 2);
	p.count[2][CC_EXTERNAL].value = 0;
	count_finds(&p, BW + 5, BW_INVALIDATED, 0, NOTHING, 0); /* one in 1000 clocks */
	count_finds(&p, BW + 5, BW_INVALIDATED, 1, XDB_SHARING, 2);
}

static void limits_of_io(void)
{
	struct xdb_profile p;

	start_profile(&p);
	p.count[IOC + 1][IOC_LOOKS].value = 99;
	count_finds(&p, IOC + 1, IOC_MISSES, 90, NOTHING, 0);
	count_finds(&p, IOC + 1, IOC_LOOKS, 100, XDB_IO_CACHE, IOC + 1);
	count_finds(&p, IOC + 1, IOC_MISSES, 50, NOTHING, 0);
	count_finds(&p, IOC + 1, IOC_MISSES, 51, XDB_IO_CACHE, IOC + 1);
	start_profile(&p);
	p.count[IOC][IOC_PIO].value = 10;
	count_finds(&p, IOC, IOC_PIO_CLOCKS, 1000, NOTHING, 0);
	count_finds(&p, IOC, IOC_PIO_CLOCKS, 1001, XDB_SLOW_PIO, IOC);
	p.count[IOC][IOC_PIO].value = 4;
	count_finds(&p, IOC, IOC_PIO_CLOCKS, 500, NOTHING, 0); /* a twentieth of the clocks */
	count_finds(&p, IOC, IOC_PIO_CLOCKS, 501, XDB_SLOW_PIO, IOC);
	/* blocks are moved by reads and by both kinds of block transfers */
	start_profile(&p);
	for (unsigned int k = 0; k < MQH_KINDS; k++)
		set_all(&p, MQH, 8, MQH_KIND + k, 100 + 10 * k);
	p.count[IOC + 1][IOC_MOVES].value = 40;
	count_finds(&p, IOC, IOC_MOVES, 350, NOTHING, 0); /* half of 780 */
	count_finds(&p, IOC, IOC_MOVES, 351, XDB_BULK, 0);
	for (unsigned int k = 0; k < MQH_KINDS; k++)
		set_all(&p, MQH, 8, MQH_KIND + k, 83); /* 498: too few */
	finds(&p, NOTHING, 0);
}

/* Estimates: beyond two standard errors of the limit, within them, and without a known error.
 */
static void estimates(void)
{
	struct xdb_estimate *misses, *looks;
	struct xdb_finding f[XDB_FINDINGS];
	struct xdb_profile p;
	char text[256];

	xdb_profile_clear(&p);
	p.clocks = 10000;
	misses = &p.count[IOC][IOC_MISSES];
	looks = &p.count[IOC][IOC_LOOKS];
	*looks = (struct xdb_estimate){.value = 1000};
	*misses = (struct xdb_estimate){600, 49};
	assert_int_equal(xdb_diagnose(&p, f), 1);
	assert_false(f[0].undecided);
	assert_string_equal(xdb_finding_text(f, text, sizeof(text)),
			    "ioc0 misses in 60 +- 10 % of its accesses");
	misses->error = 51;
	assert_int_equal(xdb_diagnose(&p, f), 1);
	assert_true(f[0].undecided);
	assert_string_equal(xdb_finding_text(f, text, sizeof(text)),
			    "undecided, within the error of the estimate: "
			    "ioc0 misses in 60 +- 10 % of its accesses");
	*misses = (struct xdb_estimate){400, 51};
	assert_int_equal(xdb_diagnose(&p, f), 1);
	assert_true(f[0].undecided);
	misses->error = 49;
	assert_int_equal(xdb_diagnose(&p, f), 0);
	/* the number of accesses may be an estimate, too */
	looks->error = 100;
	assert_int_equal(xdb_diagnose(&p, f), 1);
	assert_true(f[0].undecided);
	*misses = (struct xdb_estimate){900, -1};
	assert_int_equal(xdb_diagnose(&p, f), 1);
	assert_true(f[0].undecided);
	assert_string_equal(xdb_finding_text(f, text, sizeof(text)),
			    "undecided, within the error of the estimate: "
			    "ioc0 misses in about 90 % of its accesses");
	misses->value = 400;
	assert_int_equal(xdb_diagnose(&p, f), 0);
}

static void share_texts(void)
{
	static const struct {
		struct xdb_estimate share;
		const char *text;
	} cases[] = {{{0.536, 0}, "54 %"},	   {{0.536, 0.002}, "54 %"},
		     {{0.536, 0.04}, "54 +- 8 %"}, {{0.536, -1}, "about 54 %"},
		     {{1.04, 0}, "104 %"},	   {{1.04, 0.03}, "100 +- 6 %"},
		     {{1.04, 0.01}, "104 +- 2 %"}};
	char text[XDB_SHARE_TEXT];

	for (unsigned int EACH(i, 0); i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_equal(xdb_share_text(cases[i].share, text), cases[i].text);
}

/* An event of a bus is counted once for each bus; every other one by every chip. */
static void diagnose_names(void)
{
	struct xdb_name n[XDB_DIAGNOSE_NAMES];
	const unsigned int count = xdb_diagnose_names(n);

	/* 4 events for each of 4 cc, 3 for 8 bw, 4 for 8 mqh, 5 for 2 ioc, 9 for 2 buses */
	assert_int_equal(count, 16 + 24 + 32 + 10 + 18);
}

static void errors(void)
{
	struct xdb x = {0};
	struct xdb_want w = {.name = {0, 1}};
	struct xdb_total t;
	struct xdb_mux m = {0};
	uint32_t v;

	assert_int_equal(xdb_open_device(&x, NULL), -EINVAL);
	assert_int_equal(xdb_read(&x, 0, &v), -EBADF);
	assert_int_equal(xdb_write(&x, 0, 0), -EBADF);
	assert_int_equal(xdb_start(&x), -EBADF);
	assert_int_equal(xdb_close(&x), -EBADF);
	assert_int_equal(xdb_count(&x, XDB_COUNTERS, &t), -EINVAL);
	assert_int_equal(xdb_count(&x, 0, &t), -EBADF);
	assert_int_equal(xdb_choose(&x, 0, 16, NULL, NULL), -EINVAL);
	assert_int_equal(xdb_choose(&x, 0, 15, NULL, NULL), -EBADF);
	assert_int_equal(xdb_set_machine(&x, 3, 0, 0), -EINVAL);
	assert_int_equal(xdb_set_machine(&x, 4, 32, 0), -EINVAL);
	assert_int_equal(xdb_mux_next(&m), -EINVAL);
	assert_int_equal(xdb_mux_end(&m), -EINVAL);
	assert_int_equal(xdb_mux_begin(&m, &x, &w, 0, 1), -EINVAL);
	assert_int_equal(xdb_mux_begin(&m, &x, &w, 1, 1), -EBADF);
	w.name.event = 6;
	assert_int_equal(xdb_mux_begin(&m, &x, &w, 1, 1), -EINVAL);
}

/* ---- a long run ---- */

/* A board on which every counter has counted 3 when it gets another event, or a random number.
 */
struct fake {
	struct device dev; /* first */
	uint64_t clocks;
	uint32_t when;
	uint32_t flags, losses, counts[XDB_COUNTERS];
	uint32_t acks[2];	   /* written to WRAPPED0 and WRAPPED1 */
	uint32_t control, cleared; /* written to CONTROL and FLAGS */
	uint64_t random;	   /* 0: each counts 3 */
	uint32_t changed, event[XDB_COUNTERS];
	/* of events 0 to 15 of the first chip: the counts of their slices */
	unsigned int slices[XDB_EVENT_KINDS];
	double counted[XDB_EVENT_KINDS][64];
};

static int fake_read(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t *value)
{
	const struct fake *f = (struct fake *)dev;

	assert_int_equal(space, DEVICE_MEM);
	assert_int_equal(width, 32);
	*value = addr == XDBUS_ID	 ? XDBUS_ID_RESET
		 : addr == XDBUS_CONTROL ? f->control
		 : addr == XDBUS_FLAGS	 ? f->flags
		 : addr == XDBUS_LOSSES	 ? f->losses
		 : addr == XDBUS_WHEN	 ? f->when
		 : addr == XDBUS_CHANGED ? f->changed
		 : addr >= XDBUS_COUNT0	 ? f->counts[(addr - XDBUS_COUNT0) / 8]
					 : 0;
	return 0;
}

static int fake_write(struct device *dev, enum device_space space, uint32_t addr,
		      unsigned int width, uint64_t value)
{
	struct fake *f = (struct fake *)dev;

	assert_int_equal(space, DEVICE_MEM);
	assert_int_equal(width, 32);
	assert_true(value <= UINT32_MAX);
	if (addr == XDBUS_WRAPPED0 || addr == XDBUS_WRAPPED1)
		f->acks[addr == XDBUS_WRAPPED1] = (uint32_t)value;
	if (addr == XDBUS_CONTROL)
		f->control = (uint32_t)value;
	if (addr == XDBUS_FLAGS)
		f->cleared = (uint32_t)value;
	if (addr >= XDBUS_SELECT0) {
		const unsigned int counter = (addr - XDBUS_SELECT0) / 8;
		const uint32_t was = f->event[counter];

		f->when = (uint32_t)f->clocks;
		f->changed = f->random ? was * 100 + random_splitmix(&f->random) % 60 : 3;
		if (was && f->random)
			f->counted[was][f->slices[was]++] = f->changed;
		f->event[counter] = (uint32_t)value;
	}
	return 0;
}

static const struct device_ops ops = {.read = fake_read, .write = fake_write};

/* Each kind of loss alone, and their clearing, which changes no other bit of CONTROL. */
static void losses(void)
{
	static const struct {
		uint32_t flags;
		struct xdb_losses l;
	} kinds[] = {{XDBUS_FLAGS_QUEUE_MASK, {.queue = true}},
		     {XDBUS_FLAGS_READ_MASK, {.read = true}},
		     {XDBUS_FLAGS_PIO_MASK, {.pio = true}},
		     {XDBUS_FLAGS_PACKET_MASK, {.packet = true}},
		     {XDBUS_FLAGS_WRAP_MASK, {.queue = false}}};
	struct fake fake = {.dev.ops = &ops, .losses = 0x12345678, .control = 3};
	struct xdb_losses l;
	struct xdb x;

	assert_int_equal(xdb_open_device(&x, &fake.dev), 0);
	for (size_t EACH(i, 0); i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		fake.flags = kinds[i].flags;
		assert_int_equal(xdb_get_losses(&x, &l), 0);
		assert_true(l.queue == kinds[i].l.queue && l.read == kinds[i].l.read &&
			    l.pio == kinds[i].l.pio && l.packet == kinds[i].l.packet);
		assert_int_equal(l.wrong, 0x1234);
		assert_int_equal(l.wraps, 0x5678);
	}
	assert_int_equal(xdb_clear_losses(&x), 0);
	assert_int_equal(fake.control, 3 | XDBUS_CONTROL_CLEAR_MASK);
	assert_int_equal(fake.cleared & 0x1F, 0x1F);
}

/* Counts of each counter before a wrap, after it, and after one that was missed. */
static void wraps(void)
{
	const uint64_t once = UINT64_C(1) << 24;
	struct fake fake = {.dev.ops = &ops};
	struct xdb_total t;
	struct xdb x;

	assert_int_equal(xdb_open_device(&x, &fake.dev), 0);
	for (unsigned int EACH(n, 0); n < XDB_COUNTERS; n++) {
		fake.acks[0] = fake.acks[1] = 0;
		fake.counts[n] = 0xFFFFFF;
		assert_int_equal(xdb_count(&x, n, &t), 0);
		assert_true(t.count == once - 1 && !t.missed);
		assert_int_equal(fake.acks[0] | fake.acks[1], 0);
		fake.counts[n] = XDBUS_COUNT0_WRAPPED_MASK | n;
		assert_int_equal(xdb_count(&x, n, &t), 0);
		assert_true(t.count == once + n && !t.missed);
		assert_int_equal(fake.acks[0], n < 32 ? UINT32_C(1) << n : 0);
		assert_int_equal(fake.acks[1], n < 32 ? 0 : UINT32_C(1) << (n - 32));
		fake.counts[n] = XDBUS_COUNT0_MISSED_MASK | XDBUS_COUNT0_WRAPPED_MASK | 7;
		assert_int_equal(xdb_count(&x, n, &t), 0);
		assert_true(t.count == 2 * once + 7 && t.missed);
	}
}

/* The clocks of a run with more than 2^32 of them, also of events that keep their counters. */
static void long_run(void)
{
	struct fake fake = {.dev.ops = &ops};
	struct xdb_want want[] = {
		{.name = {0, 1}}, {.name = {0, 2}}, {.name = {0, 3}}, {.name = {4, 1}}};
	static struct xdb_mux m;
	struct xdb x;

	assert_int_equal(xdb_open_device(&x, &fake.dev), 0);
	for (size_t EACH(n, 1); n <= 4; n++) {
		fake.clocks = 0;
		assert_int_equal(xdb_mux_begin(&m, &x, want + 4 - n, n, 1), 0);
		for (unsigned int EACH(i, 1); i <= 10; i++) {
			fake.clocks += 1000000000;
			assert_int_equal(i < 10 ? xdb_mux_next(&m) : xdb_mux_end(&m), 0);
		}
		assert_int_equal(m.clocks, 10000000000);
		assert_int_equal(want[3].clocks, 10000000000);
		assert_int_equal(want[3].count, 30);
		assert_true(want[3].estimate == 30 && want[3].error == 0);
	}
}

/* The estimates of events that take turns, and their standard errors: the spread of a sample of
 * the slices, without replacement. */
static void spread(void)
{
	enum { SLICES = 40, LENGTH = 1000, EVENTS = 4 };
	struct fake fake = {.dev.ops = &ops, .random = 7};
	struct xdb_want want[EVENTS];
	static struct xdb_mux m;
	struct xdb x;

	for (unsigned int i = 0; i < EVENTS; i++)
		want[i] = (struct xdb_want){.name = {0, i + 1}};
	assert_int_equal(xdb_open_device(&x, &fake.dev), 0);
	assert_int_equal(xdb_mux_begin(&m, &x, want, EVENTS, 1), 0);
	for (unsigned int EACH(i, 1); i <= SLICES; i++) {
		fake.clocks += LENGTH;
		assert_int_equal(i < SLICES ? xdb_mux_next(&m) : xdb_mux_end(&m), 0);
	}
	assert_int_equal(m.clocks, SLICES * LENGTH);
	for (unsigned int EACH(i, 0); i < EVENTS; i++) {
		const double n = fake.slices[i + 1], *of = fake.counted[i + 1];
		double sum = 0, squares = 0, error;

		assert_true(n >= SLICES / EVENTS && n < SLICES);
		for (unsigned int k = 0; k < fake.slices[i + 1]; k++)
			sum += of[k];
		for (unsigned int k = 0; k < fake.slices[i + 1]; k++)
			squares += (of[k] - sum / n) * (of[k] - sum / n);
		error = SLICES * sqrt(squares / (n - 1) / n * (1 - n / SLICES));
		assert_int_equal(want[i].slices, fake.slices[i + 1]);
		assert_true(want[i].count == sum && want[i].clocks == n * LENGTH);
		assert_true(fabs(want[i].estimate - sum * SLICES / n) < 1e-6);
		assert_true(fabs(want[i].error - error) < 1e-6 * error);
	}
}

static const struct unit units[] = {
	UNIT(names, ""),	   UNIT(unknown_counts, ""),  UNIT(limits_of_handlers, ""),
	UNIT(limits_of_buses, ""), UNIT(limits_of_kinds, ""), UNIT(limits_of_sharing, ""),
	UNIT(limits_of_io, ""),	   UNIT(estimates, ""),	      UNIT(spread, ""),
	UNIT(share_texts, ""),	   UNIT(diagnose_names, ""),  UNIT(errors, ""),
	UNIT(long_run, ""),	   UNIT(losses, ""),	      UNIT(wraps, ""),
};

UNIT_MAIN(units)
