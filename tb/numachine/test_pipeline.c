/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the pipeline: the clocks in which inputs are latched, the distance of events, missed
 * events, and the debug pins (4.5, 4.6, appendix B).
 */
#include "monitor.h"

/* Inverts all inputs just after the edge that ends the clock of mon_start. */
static void pipe_latch(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	const uint64_t n = sim_length(s, 300, 40);

	for (uint32_t i = 0; i < NM_GOLDEN_LABELS; i++)
		monitor_poke_label(m, i, sim_random(s) & 0x1FF);
	for (unsigned int EACH(i, 0); i < MONITOR_MODES; i++) {
		monitor_put(m, NUMACHINE_CONFIG, monitor_modes[i]);
		for (uint64_t EACH(k, 0); k < n; k++) {
			struct nmbus_access a;
			int32_t quiet, loud = -1;

			monitor_random(m, &a);
			a.cmd = 0x20;
			quiet = monitor_count(m, &a);
			nmbus_start(m->bus, &a);
			for (unsigned int clock = 0; clock < 6; clock++) {
				sim_wait_edge(m->clk, SIM_RISE);
				loud = m->strobe ? m->address : loud;
				monitor_pin(m, "ad", ~a.ad);
				monitor_pin(m, "cmd", ~a.cmd);
				monitor_pin(m, "valid", !a.valid);
				monitor_pin(m, "lock", !a.lock);
				monitor_pin(m, "local_global", !a.local_global);
				/* up and down, so that the depth is the same at the end */
				nmbus_fifo(m->bus, clock < 2 ? 1 : clock < 4 ? -1 : 0);
			}
			SIM_EQ(s, (uint64_t)loud, (uint64_t)quiet, "counter");
		}
	}
	monitor_compare(m);
}

/* Checks that the latency is three clocks and that the address stays for the fourth. */
static void pipe_latency(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct sim_pin *strobe = sim_pin(s, "flex_write_sram"),
		       *addr = sim_pin(s, "counter_sram_addr_o");
	struct nmbus_access a;
	sim_time began, latency = 0;

	for (unsigned int EACH(i, 0); i < MONITOR_MODES; i++) {
		int32_t address;

		monitor_put(m, NUMACHINE_CONFIG, monitor_modes[i]);
		monitor_random(m, &a);
		a.cmd = 0x0C8;
		address = monitor_count(m, &a);
		monitor_event(m, 0x2AA8000, 0x28); /* another address meanwhile */
		monitor_settle(m);
		nmbus_start(m->bus, &a);
		began = sim_now(s);
		for (unsigned int EACH(clock, 1); clock <= 6; clock++) {
			sim_wait_edge(m->clk, SIM_RISE);
			SIM_EQ(s, sim_get(strobe), clock == 3, "strobe");
			if (sim_get(strobe))
				latency = sim_now(s) - began;
			if (clock == 3 || clock == 4)
				SIM_EQ(s, sim_get(addr), (uint64_t)address, "address");
		}
	}
	sim_note(s,
		 "mon_start to counter address: %u clocks, %u ns (thesis: "
		 "at most three of 20 ns)",
		 (unsigned int)(latency / sim_clock_period(m->clk)),
		 (unsigned int)(latency / SIM_NS(1)));
	SIM_EQ(s, latency, SIM_NS(60), "picoseconds from mon_start to the address");
	monitor_compare(m);
}

/* Checks the latency with an event in every clock. */
static void pipe_latency_pipelined(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct sim_pin *strobe = sim_pin(s, "flex_write_sram"),
		       *raddr = sim_pin(s, "counter_raddr"), *we = sim_pin(s, "counter_we"),
		       *waddr = sim_pin(s, "counter_waddr");

	for (unsigned int EACH(clock, 0); clock < 40; clock++) {
		if (clock < 20)
			nmbus_start(m->bus, &(struct nmbus_access){.ad = (uint64_t)clock
									 << NMBUS_PAGE_BITS});
		SIM_EQ(s, sim_get(strobe), clock >= 3 && clock < 23, "strobe");
		SIM_EQ(s, sim_get(we), clock >= 5 && clock < 25 ? 3 : 0, "write enables");
		if (clock >= 3 && clock < 23)
			SIM_EQ(s, sim_get(raddr), (clock - 3) << 4, "address");
		if (clock >= 5 && clock < 25)
			SIM_EQ(s, sim_get(waddr), (clock - 5) << 4, "address written");
		sim_wait_edge(m->clk, SIM_RISE);
	}
	SIM_EQ(s, monitor_sum(m), 20, "counts");
}

/* Makes two starts at any distance: within three clocks the second must be missed, and busy
 * must be 1. */
static void pipe_spacing(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct sim_pin *busy = sim_pin(s, "busy");
	static const struct {
		uint64_t ad;
		uint16_t cmd;
		bool counts;
	} first[] = {{1 << NMBUS_PAGE_BITS, 0x28, true},
		     {1 << NMBUS_PAGE_BITS, 0x40, false},
		     {0x4CD000000, 0, false}};
	uint64_t missed = 0;

	monitor_put(m, NUMACHINE_CONFIG, MONITOR_HISTOGRAM);
	for (unsigned int EACH(kind, 0); kind < 3; kind++)
		for (unsigned int EACH(gap, 1); gap <= 8; gap++) {
			const uint64_t before = monitor_sum(m);

			nmbus_start(m->bus, &(struct nmbus_access){.ad = first[kind].ad,
								   .cmd = first[kind].cmd});
			for (unsigned int EACH(clock, 1); clock <= gap; clock++) {
				sim_wait_edge(m->clk, SIM_RISE);
				SIM_EQ(s, sim_get(busy), clock <= 3, "busy");
			}
			nmbus_start(m->bus, &(struct nmbus_access){.ad = 2 << NMBUS_PAGE_BITS,
								   .cmd = 0x28});
			missed += gap <= 3;
			SIM_EQ(s, monitor_sum(m) - before,
			       (unsigned int)first[kind].counts + (gap >= 4), "counts");
			SIM_EQ(s,
			       monitor_get(m, NUMACHINE_STATUS) >> NUMACHINE_STATUS_MISSES_LSB,
			       missed, "STATUS.MISSES");
		}
}

/* Makes ten thousand events at the shortest distance that the monitor accepts. */
static void pipe_rate(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	const uint64_t n = sim_length(s, 10000, 500), begin = sim_clock_edges(m->clk);
	struct nm_golden_totals t;

	for (uint64_t i = 0; i < n; i++)
		monitor_event(m, sim_random(s) & 0x3FFFFFF, 0);
	SIM_EQ(s, sim_clock_edges(m->clk) - begin, 4 * n - 3, "clocks");
	SIM_EQ(s, monitor_sum(m), n, "counts");
	nm_golden_total(m->g, &t);
	SIM_EQ(s, t.missed, 0, "missed");
}

static bool always(void *arg, struct nmbus_access *a)
{
	uint64_t *n = arg;

	++*n;
	*a = (struct nmbus_access){.ad = 0};
	return true;
}

/* Checks that the missed counter counts up to 65535 and stays there. */
static void missed(struct monitor *m, uint64_t starts, unsigned int from)
{
	struct sim *s = m->s;
	struct nm_golden_totals t;
	uint64_t n = 0, want;

	nmbus_traffic(m->bus, always, &n);
	while (n < starts)
		sim_wait_cycles(m->clk, 1);
	nmbus_traffic(m->bus, NULL, NULL);
	monitor_settle(m);
	nm_golden_total(m->g, &t);
	SIM_EQ(s, t.starts, n, "starts");
	SIM_EQ(s, t.counted, (n + 3) / 4, "counted");
	SIM_EQ(s, t.missed, n - (n + 3) / 4, "missed");
	want = from + t.missed;
	SIM_EQ(s, monitor_get(m, NUMACHINE_STATUS) >> NUMACHINE_STATUS_MISSES_LSB,
	       want < 65535 ? want : 65535, "STATUS.MISSES");
	SIM_EQ(s, monitor_get(m, NUMACHINE_STATUS) >> NUMACHINE_STATUS_MISSED_LSB & 1, 1,
	       "STATUS.MISSED");
	SIM_EQ(s, monitor_sum(m), t.counted, "counts");
}

static void pipe_missed(struct sim *s)
{
	missed(monitor_start(s), 1333, 0);
}

static void pipe_missed_70000(struct sim *s)
{
	/* counts through all values, also in short runs: only the last one may stop it */
	missed(monitor_start(s), sim_is_icarus(s) ? sim_length(s, 93333, 4000) : 93333, 0);
}

/* PIPELINED: tests the missed counter while a processor uses the counter SRAM. */
static void pipe_missed_pipelined(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	const uint64_t least = sim_length(s, 70000, 1500);
	struct nm_golden_totals t;
	uint64_t n = 0;

	nmbus_traffic(m->bus, always, &n);
	do {
		uint64_t v;

		SIM_EQ(s,
		       (uint64_t)-nmbus_read(m->bus, nmbus_address(NMBUS_COUNTERS, 0), 64, &v),
		       0, "a read");
		nm_golden_total(m->g, &t);
		if (t.missed <
		    500) /* frequent reads see every step, or at least every second one */
			monitor_get(m, NUMACHINE_STATUS);
	} while (t.missed < least);
	nmbus_traffic(m->bus, NULL, NULL);
	monitor_settle(m);
	nm_golden_total(m->g, &t);
	SIM_EQ(s, t.counted + t.missed, n, "starts");
	SIM_EQ(s, monitor_get(m, NUMACHINE_STATUS) >> NUMACHINE_STATUS_MISSES_LSB,
	       t.missed < 65535 ? t.missed : 65535, "STATUS.MISSES");
	SIM_EQ(s, monitor_sum(m), t.counted, "counts");
}

static void pipe_missed_stays(struct sim *s)
{
	const struct monitor_config cfg = {
		.ahdl_order = true, .missed_init = 0xFFFA, .queued_init = 0xFFFFFFFFF800};
	struct monitor *m = monitor_open(s, &cfg);

	monitor_power_on(m);
	SIM_EQ(s, monitor_get(m, NUMACHINE_STATUS) >> NUMACHINE_STATUS_MISSES_LSB, 0xFFFA,
	       "STATUS.MISSES");
	missed(m, 5, 0xFFFA);
	monitor_clear(m);
	nmbus_reset(m->bus, 2);
	SIM_EQ(s, monitor_get(m, NUMACHINE_STATUS) >> NUMACHINE_STATUS_MISSES_LSB, 0xFFFA,
	       "STATUS.MISSES");
	/* cleared by software it begins at 0 */
	monitor_put(m, NUMACHINE_STATUS, 1 << NUMACHINE_STATUS_MISSED_LSB);
	SIM_EQ(s, monitor_get(m, NUMACHINE_STATUS), 0, "STATUS");
	/* and beyond the end it stays */
	nmbus_reset(m->bus, 2);
	for (unsigned int i = 0; i < 20; i++) {
		monitor_event(m, 0, 0);
		nmbus_start(m->bus, &(struct nmbus_access){.ad = 0});
		sim_wait_cycles(m->clk, 8);
	}
	SIM_EQ(s, monitor_get(m, NUMACHINE_STATUS) >> NUMACHINE_STATUS_MISSES_LSB, 0xFFFF,
	       "STATUS.MISSES");
	monitor_compare(m);
}

/* Checks that the monitor is free after the same time whether the command counts or not. */
static void pipe_filtered(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct nm_golden_totals t;

	monitor_put(m, NUMACHINE_CONFIG, MONITOR_HISTOGRAM);
	for (unsigned int i = 0; i < 100; i++) {
		monitor_event(m, 0, 0x40);
		sim_wait_cycles(m->clk, 3);
		nmbus_start(m->bus, &(struct nmbus_access){.ad = 0, .cmd = 0x28});
		sim_wait_cycles(m->clk, 4);
	}
	monitor_settle(m);
	nm_golden_total(m->g, &t);
	SIM_EQ(s, t.missed, 0, "missed");
	SIM_EQ(s, t.filtered, 100, "filtered");
	SIM_EQ(s, monitor_counter(m, 2), 100, "counter");
	SIM_EQ(s, monitor_sum(m), 100, "counts");
}

/* Resets the monitor with an event in each stage: the event must have no effect. */
static void pipe_reset(struct sim *s)
{
	struct monitor *m = monitor_start(s);

	for (unsigned int EACH(clock, 0); clock < 4; clock++) {
		monitor_settle(m);
		nmbus_start(m->bus, &(struct nmbus_access){.ad = 0x33u << NMBUS_PAGE_BITS});
		sim_wait_cycles(m->clk, clock);
		nmbus_reset(m->bus, 1);
		sim_settle(s);
		SIM_EQ(s, sim_get(sim_pin(s, "busy")), 0, "busy");
		/* an event comes in the first clock that counts */
		nmbus_start(m->bus,
			    &(struct nmbus_access){.ad = (0x40u + clock) << NMBUS_PAGE_BITS});
		sim_wait_cycles(m->clk, 8);
		SIM_EQ(s, m->strobes, clock + 1, "strobes");
		SIM_EQ(s, sram_peek(m->counters, (0x40 + clock) << 4), 1, "counter");
	}
	SIM_EQ(s, monitor_sum(m), 4, "counts");
}

static bool dense(void *arg, struct nmbus_access *a)
{
	struct monitor *m = arg;

	monitor_random(m, a);
	return true;
}

/* Does the same with continuous events, one in every stage of the pipelined monitor. */
static void pipe_reset_pipelined(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	const uint64_t n = sim_length(s, 100, 20);

	for (uint64_t i = 0; i < n; i++) {
		nmbus_traffic(m->bus, dense, m);
		sim_wait_cycles(m->clk, (unsigned int)sim_range(s, 1, 20));
		nmbus_traffic(m->bus, NULL, NULL);
		nmbus_reset(m->bus, 2);
		sim_wait_cycles(m->clk, 8);
	}
	monitor_compare(m);
}

/* ---- debug ---- */

static void debug_pins(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct sim_pin *debug = sim_pin(s, "debug"), *start = sim_pin(s, "mon_start");

	for (unsigned int EACH(level, 0); level < 4; level++) {
		sim_put(start, level & 1);
		sim_settle(s);
		SIM_EQ(s, sim_get(debug) >> 3, level & 1, "Debug[3]");
	}
	sim_put(start, 0);
	for (unsigned int EACH(c, 0); c < 256; c++) {
		const unsigned int type = c >> 5;

		monitor_event(m, 0, (uint16_t)c);
		SIM_EQ(s, sim_get(debug) & 1, type == 0 || type == 1 || type == 4 || type == 6,
		       "Debug[0]");
		sim_wait_cycles(m->clk, 5);
	}
	/* Debug[2]: address and Cmd[3] of a label write, a clock later, for any start */
	for (unsigned int EACH(k, 0); k < 512; k++) {
		monitor_pin(m, "ad", (uint64_t)(k & 15) << 32 | (uint64_t)(k >> 4 & 15) << 24);
		monitor_pin(m, "cmd", (sim_random(s) & ~8u) | (k >> 8) << 3);
		sim_wait_edge(m->clk, SIM_RISE);
		SIM_EQ(s, sim_get(debug) >> 2 & 1, k == (0xD << 4 | 4), "Debug[2]");
	}
	monitor_compare(m);
}

/* Makes random traffic of the same length on both simulators, whose results must be equal. */
static bool traffic(void *arg, struct nmbus_access *a)
{
	struct monitor *m = arg;
	const uint64_t v = sim_random(m->s);

	nmbus_fifo(m->bus, (int)(v >> 8 & 3) - 1);
	monitor_random(m, a);
	if (!(v >> 2 & 3))
		a->ad = nmbus_address(NMBUS_LABELS, (uint32_t)(v >> 16) & 0xFFFFFF);
	return (v & 3) == 1;
}

struct tally {
	struct sim_pin *start, *is[4], *strobe;
	uint64_t starts, n[4], strobes;
};

static void tally_clock(void *arg)
{
	struct tally *t = arg;

	t->starts += sim_get(t->start);
	t->strobes += sim_get(t->strobe);
	for (unsigned int i = 0; i < 4; i++)
		t->n[i] += sim_get(t->is[i]);
}

/*
 * Drives the external address in random clocks, also during transactions: each transaction must
 * be counted, filtered, a label write or missed, and one that counts must have its strobe and
 * add 1 to its counter, whatever the external address is.
 */
static void pipe_external_pipelined(struct sim *s)
{
	static const char *const names[] = {"obs_counts", "obs_filtered", "obs_label",
					    "obs_missed"};
	const struct monitor_config cfg = {.pipelined = true, .unwatched = true};
	struct monitor *m = monitor_open(s, &cfg);
	struct tally t = {.start = sim_pin(s, "mon_start"),
			  .strobe = sim_pin(s, "flex_write_sram")};
	const uint64_t n = sim_length(s, 20000, 2000);

	monitor_power_on(m);
	for (unsigned int i = 0; i < 4; i++)
		t.is[i] = sim_pin(s, names[i]);
	monitor_put(m, NUMACHINE_CONFIG, MONITOR_HISTOGRAM);
	m->manual = true;
	m->on_clock = tally_clock;
	m->on_clock_arg = &t;
	nmbus_traffic(m->bus, traffic, m);
	for (uint64_t i = 0; i < n; i++) {
		monitor_pin(m, "external_addr_enable", sim_random(s) & 1);
		monitor_pin(m, "external_addr", sim_random(s) & 0xFFFF);
		sim_wait_edge(m->clk, SIM_RISE);
	}
	nmbus_traffic(m->bus, NULL, NULL);
	nmbus_fifo(m->bus, 0);
	monitor_pin(m, "external_addr_enable", 0);
	sim_wait_cycles(m->clk, 8);
	SIM_CHECK(s, t.n[0] && t.n[1] && t.n[2] && t.n[3], "one kind of them never came");
	SIM_EQ(s, t.n[0] + t.n[1] + t.n[2] + t.n[3], t.starts, "what became of transactions");
	SIM_EQ(s, t.strobes, t.n[0], "strobes");
	SIM_EQ(s, monitor_sum(m), t.n[0], "sum of the counters");
}

static void pipe_same(struct sim *s)
{
	struct monitor *m = monitor_start(s);

	for (unsigned int i = 0; i < MONITOR_MODES; i++) {
		monitor_put(m, NUMACHINE_CONFIG, monitor_modes[i]);
		nmbus_traffic(m->bus, traffic, m);
		for (unsigned int k = 0; k < 20; k++) {
			monitor_counter(m, (unsigned int)sim_range(m->s, 0, 65535));
			monitor_put_counter(m, (unsigned int)sim_range(m->s, 0, 65535),
					    UINT32_MAX);
			sim_wait_cycles(m->clk, 10);
		}
		nmbus_traffic(m->bus, NULL, NULL);
		nmbus_fifo(m->bus, 0);
		monitor_settle(m);
	}
	monitor_compare(m);
	monitor_digest(m);
}

const struct sim_test sim_tests[] = {
	{"pipe_latch", pipe_latch, "NM-PIPE-001 NM-ADR-009", NULL},
	{"pipe_latency", pipe_latency, "NM-PIPE-002 NM-PIPE-004 NM-EXP-009", NULL},
	{"pipe_latency_pipelined", pipe_latency_pipelined, "NM-PIPE-002", "numachine_pipe"},
	{"pipe_spacing", pipe_spacing, "NM-PIPE-006 NM-PIPE-007", NULL},
	{"pipe_rate", pipe_rate, "NM-PIPE-005", NULL},
	{"pipe_missed", pipe_missed, "NM-PIPE-008", NULL},
	{"pipe_missed_70000", pipe_missed_70000, "NM-PIPE-008", NULL},
	{"pipe_missed_pipelined", pipe_missed_pipelined, "NM-PIPE-008", "numachine_pipe"},
	{"pipe_missed_stays", pipe_missed_stays, "NM-PIPE-008", "numachine_ahdl"},
	{"pipe_filtered", pipe_filtered, "NM-PIPE-010", NULL},
	{"pipe_reset", pipe_reset, "NM-PIPE-011", NULL},
	{"pipe_reset_pipelined", pipe_reset_pipelined, "NM-PIPE-011", "numachine_pipe"},
	{"debug_pins", debug_pins, "NM-DBG-001 NM-DBG-002 NM-DBG-003 NM-DBG-004", NULL},
	{"debug_pins_pipelined", debug_pins, "NM-DBG-001 NM-DBG-002 NM-DBG-003 NM-DBG-004",
	 "numachine_pipe"},
	{"pipe_same", pipe_same, "NM-ENG-002 NM-ENG-008", NULL},
	{"pipe_external_pipelined", pipe_external_pipelined, "NM-PIPE-008", "numachine_pipe"},
	{"pipe_same_pipelined", pipe_same, "NM-ENG-002 NM-ENG-008", "numachine_pipe"},
	{0},
};
