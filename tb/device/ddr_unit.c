/* SPDX-License-Identifier: Apache-2.0 */
/* Times of the DDR memory, computed by hand from the parameters. */
#include "ddr.h"
#include "unit.h"

/* bytes from a row to the next one of its bank */
#define BANK_ROWS (DDR_ROW_BYTES * DDR_BANKS)

/* Primes, so that each sum of them shows which ones it has. */
static const struct ddr_times times = {.path = 100,
				       .column = 3,
				       .open = 7,
				       .close = 17,
				       .turn = 37,
				       .refresh = 211,
				       .every = 10007};

static void rows(void)
{
	struct ddr d;

	ddr_init(&d, &times);
	/* no row is open */
	assert_int_equal(ddr_access(&d, 1000, 64, 8, 0), 1000 + 7 + 3 + 100);
	/* the same row; another bank, whose row is not open; then the first row again */
	assert_int_equal(ddr_access(&d, 2000, DDR_ROW_BYTES - 8, 8, 0), 2000 + 3 + 100);
	assert_int_equal(ddr_access(&d, 3000, DDR_ROW_BYTES, 8, 0), 3000 + 7 + 3 + 100);
	assert_int_equal(ddr_access(&d, 4000, 0, 8, 0), 4000 + 3 + 100);
	/* another row of the bank: the open one is closed */
	assert_int_equal(ddr_access(&d, 5000, BANK_ROWS, 8, 0), 5000 + 17 + 7 + 3 + 100);
	assert_int_equal(ddr_access(&d, 6000, 0, 8, 0), 6000 + 17 + 7 + 3 + 100);
	assert_int_equal(d.hits, 2);
	assert_int_equal(d.misses, 4);
}

static void one_at_a_time(void)
{
	struct ddr d;

	ddr_init(&d, &times);
	ddr_access(&d, 1000, 0, 8, 0);
	/* data from 1010 to 1017: the next access begins at 1018 */
	assert_int_equal(ddr_access(&d, 1001, 64, 8, 0), 1018 + 3 + 100);
	/* a write after a read, a write after a write, a read after a write */
	assert_int_equal(ddr_access(&d, 2000, 64, 4, 1), 2000 + 37 + 3 + 100);
	assert_int_equal(ddr_access(&d, 2001, 64, 4, 1), 2044 + 3 + 100);
	assert_int_equal(ddr_access(&d, 3000, 64, 4, 0), 3000 + 37 + 3 + 100);
}

static void refreshes(void)
{
	struct ddr d;

	ddr_init(&d, &times);
	ddr_access(&d, 1000, 0, 8, 0);
	/* in the refresh, which closes the row; then before and after one that delays nobody */
	assert_int_equal(ddr_access(&d, 10007, 0, 8, 0), 10007 + 211 + 7 + 3 + 100);
	assert_int_equal(ddr_access(&d, 20013, 0, 8, 0), 20013 + 3 + 100);
	assert_int_equal(ddr_access(&d, 21000, 0, 8, 0), 21000 + 7 + 3 + 100);
	assert_int_equal(d.refreshes, 2);
	/* several at once */
	assert_int_equal(ddr_access(&d, 60000, 0, 8, 0), 60000 + 7 + 3 + 100);
	assert_int_equal(d.refreshes, 5);
}

static const struct unit units[] = {
	UNIT(rows, "MC-SOC-002"),
	UNIT(one_at_a_time, ""),
	UNIT(refreshes, "MC-SOC-002"),
};

UNIT_MAIN(units)
