/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Makes an event in each mode and a label write. Read this test, and view its waveform, first:
 *
 *	make wave BOARD=numachine TEST=first_events
 */
#include "monitor.h"

#define REEX_REQ 0x028 /* command of a request for exclusive access (Table 4.5) */

/* A request of processor 2 of station 9 in phase 7 for exclusive access to a locked line of
 * label 0A5 that is invalid and local. */
static const struct nmbus_access request = {
	.cmd = REEX_REQ, .lock = true, .local_global = true};

static void first_events(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct nmbus_access a = request;
	/* The counters, highest field first: page, station; depth, processor, phase; and in the
	 * histograms (Table 4.6) label, tag, phase or address bits, then {0, local, lock,
	 * valid, mapped command 2} = 32. */
	static const struct {
		unsigned int mode;
		uint16_t address;
	} events[] = {
		{MONITOR_FLYER, 0x48D << 4 | 9},
		{MONITOR_DEPTH, 2 << 10 | (9 << 2 | 2) << 4 | 7},
		{MONITOR_HISTOGRAM + 0, 0x0A5 << 7 | 0x32},
		{MONITOR_HISTOGRAM + 1, 0 << 15 | 7 << 11 | 0x5 << 7 | 0x32},
		{MONITOR_HISTOGRAM + 2, 0 << 15 | 0x052 << 7 | 0x32},
		{MONITOR_HISTOGRAM + 3, 1 << 15 | 0x0A5 << 7 | 0x32},
	};

	/* sel = AD24 = 1, tag = AD25 = 0 */
	a.ad = nmbus_source(9 << 2 | 2, 7) | 0x1234000 | 1 << 6;
	nmbus_put_label(m->bus, (uint32_t)(a.ad >> 6) & 0x3FFFF, 0x0A5);
	nmbus_fifo(m->bus, 1);
	sim_wait_cycles(m->clk, 2);
	nmbus_fifo(m->bus, 0);
	for (unsigned int EACH(i, 0); i < 6; i++) {
		monitor_put(m, NUMACHINE_CONFIG, events[i].mode);
		SIM_EQ(s, (uint64_t)monitor_count(m, &a), events[i].address, "the counter");
		SIM_EQ(s, monitor_counter(m, events[i].address), 1, "its value");
	}
	SIM_EQ(s, monitor_get(m, NUMACHINE_STATUS), 2 << NUMACHINE_STATUS_DEPTH_LSB, "STATUS");
	SIM_EQ(s, monitor_sum(m), 6, "events");
	monitor_digest(m);
}

const struct sim_test sim_tests[] = {
	{"first_events", first_events,
	 "NM-CFG-001 NM-CFG-002 NM-CFG-003 NM-ENG-002 NM-ENG-008 NM-HST-003 NM-HST-004", NULL},
	{0},
};
