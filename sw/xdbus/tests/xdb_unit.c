/* SPDX-License-Identifier: Apache-2.0 */
/* Tests names, findings from made-up counts, and errors of the driver. */
#include "xdb_diagnose.h"
#include "xdb_mux.h"
#include "xdbus_regs.h"
#include "unit.h"
#include <errno.h>

/* first chips of two kinds, and some of their events */
enum { MQH = 12, IOC = 20 };
enum {
	MQH_ACCESSES = 1,
	MQH_QUEUE = 2,
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

/* Each limit from both sides. */
static void limits(void)
{
	struct xdb_finding f[XDB_FINDINGS];
	struct xdb_profile p;

	xdb_profile_clear(&p);
	p.clocks = 10000;
	for (unsigned int h = MQH; h < MQH + 4; h++) {
		p.count[h][MQH_ACCESSES].value = 250;
		p.count[h][MQH_QUEUE].value = 5000;
	}
	assert_int_equal(xdb_diagnose(&p, f), 0);
	p.count[MQH + 1][MQH_ACCESSES].value = 750; /* exactly half */
	assert_int_equal(xdb_diagnose(&p, f), 0);
	p.count[MQH + 1][MQH_ACCESSES].value = 760;
	assert_int_equal(xdb_diagnose(&p, f), 1);
	assert_int_equal(f[0].problem, XDB_BANK_CONFLICT);
	assert_int_equal(f[0].place, MQH + 1);
	p.count[MQH + 1][MQH_QUEUE].value = 2900; /* its queue is empty most of the time */
	assert_int_equal(xdb_diagnose(&p, f), 0);
	p.count[IOC][IOC_PIO].value = 10;
	p.count[IOC][IOC_PIO_CLOCKS].value = 1000;
	assert_int_equal(xdb_diagnose(&p, f), 0);
	p.count[IOC][IOC_PIO_CLOCKS].value = 1010;
	assert_int_equal(xdb_diagnose(&p, f), 1);
	assert_int_equal(f[0].problem, XDB_SLOW_PIO);
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

/* A board on which every counter has counted 3 when it gets another event. */
struct fake {
	struct device dev; /* first */
	uint64_t clocks;
	uint32_t when;
};

static int fake_read(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t *value)
{
	const struct fake *f = (struct fake *)dev;

	assert_int_equal(space, DEVICE_MEM);
	assert_int_equal(width, 32);
	*value = addr == XDBUS_ID	 ? XDBUS_ID_RESET
		 : addr == XDBUS_WHEN	 ? f->when
		 : addr == XDBUS_CHANGED ? 3
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
	if (addr >= XDBUS_SELECT0)
		f->when = (uint32_t)f->clocks;
	return 0;
}

/* The clocks of a run with more than 2^32 of them, also of events that keep their counters. */
static void long_run(void)
{
	static const struct device_ops ops = {.read = fake_read, .write = fake_write};
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

static const struct unit units[] = {
	UNIT(names, ""),       UNIT(unknown_counts, ""), UNIT(limits, ""), UNIT(estimates, ""),
	UNIT(share_texts, ""), UNIT(diagnose_names, ""), UNIT(errors, ""), UNIT(long_run, ""),
};

UNIT_MAIN(units)
