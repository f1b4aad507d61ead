/* SPDX-License-Identifier: Apache-2.0 */
/* Tests names, findings from made-up counts, and errors of the driver. */
#include "xdb_diagnose.h"
#include "xdb_mux.h"
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
	assert_true(xdb_occupancy(&p, 0) < 0);
	assert_true(xdb_kind_share(&p, 0, 0) < 0);
	p.count[IOC][IOC_MISSES] = 900; /* misses are known, but not the number of accesses */
	assert_int_equal(xdb_diagnose(&p, f), 0);
	p.count[IOC][IOC_LOOKS] = 1000;
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
		p.count[h][MQH_ACCESSES] = 250;
		p.count[h][MQH_QUEUE] = 5000;
	}
	assert_int_equal(xdb_diagnose(&p, f), 0);
	p.count[MQH + 1][MQH_ACCESSES] = 750; /* exactly half */
	assert_int_equal(xdb_diagnose(&p, f), 0);
	p.count[MQH + 1][MQH_ACCESSES] = 760;
	assert_int_equal(xdb_diagnose(&p, f), 1);
	assert_int_equal(f[0].problem, XDB_BANK_CONFLICT);
	assert_int_equal(f[0].place, MQH + 1);
	p.count[MQH + 1][MQH_QUEUE] = 2900; /* its queue is empty most of the time */
	assert_int_equal(xdb_diagnose(&p, f), 0);
	p.count[IOC][IOC_PIO] = 10;
	p.count[IOC][IOC_PIO_CLOCKS] = 1000;
	assert_int_equal(xdb_diagnose(&p, f), 0);
	p.count[IOC][IOC_PIO_CLOCKS] = 1010;
	assert_int_equal(xdb_diagnose(&p, f), 1);
	assert_int_equal(f[0].problem, XDB_SLOW_PIO);
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

static const struct unit units[] = {
	UNIT(names, ""),	  UNIT(unknown_counts, ""), UNIT(limits, ""),
	UNIT(diagnose_names, ""), UNIT(errors, ""),
};

UNIT_MAIN(units)
