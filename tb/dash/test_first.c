/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counts clocks with events. Read this test first.
 */
#include "station.h"

static void first_counts(struct sim *s)
{
	struct station *t = station_open(s, true);
	/* circuit 1, interleaved banks, all 14 event bits form the address */
	const struct dash_conditions c = {.mask = {DASH_EVENTS, DASH_EVENTS}};
	const struct dash_bus b = {.events = 0x2001};

	SIM_EQ(s, station_get(t, DASH_ID), DASH_ID_RESET, "ID");
	station_load(t, DASH_COUNT, &c);
	station_enable(t, true);
	for (unsigned int i = 0; i < 5; i++)
		station_bus(t, &b);
	station_enable(t, false);

	/* The banks take turns, so that both together have the sum. */
	SIM_EQ(s, station_counter(t, 0, 0x2001) + station_counter(t, 1, 0x2001), 5,
	       "clocks with events 13 and 0");
	station_compare(t);
}

const struct sim_test sim_tests[] = {
	{"first_counts", first_counts, "DM-BNK-004", "dash_short"},
	{0},
};
