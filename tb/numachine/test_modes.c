/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the address space, the encodings, the configuration, and the modes Flyer Miles and FIFO
 * Depth Histogram (4.5.2 to 4.5.4, 4.5.6). Every clock of every test is compared with the
 * golden model (monitor.h); the expected values in this file come from the tables and figures.
 */
#include "monitor.h"
#include <string.h>

static unsigned int count(struct monitor *m, uint64_t ad, uint16_t cmd)
{
	const int32_t address = monitor_count(m, &(struct nmbus_access){.ad = ad, .cmd = cmd});

	SIM_CHECK(m->s, address >= 0, "no count strobe for AD %016llX", (unsigned long long)ad);
	return (unsigned int)address;
}

static uint64_t put(uint64_t ad, unsigned int lsb, unsigned int width, uint64_t v)
{
	const uint64_t mask = (((uint64_t)1 << width) - 1) << lsb;

	return (ad & ~mask) | (v << lsb & mask);
}

static void all_labels(struct monitor *m, uint16_t label)
{
	for (uint32_t i = 0; i < NM_GOLDEN_LABELS; i++)
		monitor_poke_label(m, i, label);
}

static void depth_is(struct monitor *m, unsigned int depth)
{
	while (sim_get(sim_pin(m->s, "obs_depth")) != depth) {
		nmbus_fifo(m->bus, 1);
		sim_wait_cycles(m->clk, 1);
	}
	nmbus_fifo(m->bus, 0);
}

/* ---- address space ---- */

/* Checks for each bit of AD[27:0] which bit of the counter address it changes. */
static void adr_walk(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	unsigned int base, want;

	all_labels(m, 0x0F5);
	for (unsigned int EACH(i, 0); i < MONITOR_MODES; i++) {
		monitor_put(m, NUMACHINE_CONFIG, monitor_modes[i]);
		base = count(m, nmbus_source(27, 5), 0);
		for (unsigned int EACH(bit, 0); bit < 28; bit++) {
			want = base;
			if (i == 0 && bit >= 14 && bit <= 25)
				want ^= 1u << (bit - 10);
			if (i == 3 && bit == 24) /* the lower nibble instead of the upper */
				want ^= (0xF ^ 0x5) << 7;
			if ((i == 3 || i == 4) && bit == 25)
				want ^= 1 << 15;
			if (i == 5 && bit == 6)
				want ^= 1 << 15;
			SIM_EQ(s, count(m, nmbus_source(27, 5) | 1u << bit, 0), want,
			       "counter with one bit of AD");
		}
	}
	monitor_compare(m);
}

/* Tests the fields without influence: AD[31:28], the home station, the destination mask. */
static void adr_unused(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	static const struct {
		unsigned int lsb, width;
	} unused[] = {{28, 4}, {36, 4}, {40, 8}};
	const uint64_t n = sim_length(s, 100, 8);

	for (uint32_t i = 0; i < NM_GOLDEN_LABELS; i++)
		monitor_poke_label(m, i, (uint16_t)(i * 2654435761u >> 20) & 0x1FF);
	for (unsigned int EACH(i, 0); i < MONITOR_MODES; i++) {
		monitor_put(m, NUMACHINE_CONFIG, monitor_modes[i]);
		for (uint64_t EACH(k, 0); k < n; k++) {
			struct nmbus_access a;
			unsigned int first;

			monitor_random(m, &a);
			a.cmd = 0x28;
			first = (unsigned int)monitor_count(m, &a);
			for (unsigned int EACH(u, 0); u < 3; u++) {
				a.ad = put(a.ad, unused[u].lsb, unused[u].width, sim_random(s));
				SIM_EQ(s, (uint64_t)monitor_count(m, &a), first,
				       "counter with an unused field changed");
			}
		}
	}
	monitor_compare(m);
}

static void adr_magic(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct nm_golden_totals n;

	for (unsigned int magic = 0; magic < 16; magic++)
		nmbus_transact(m->bus, &(struct nmbus_access){.ad = (uint64_t)magic << 32 |
								    0xD000000 | magic << 6,
							      .label = 0x100 | magic});
	monitor_settle(m);
	for (unsigned int EACH(magic, 0); magic < 16; magic++)
		SIM_EQ(s, sram_peek(m->labels, magic), magic == 4 ? 0x104 : 0, "label");
	nm_golden_total(m->g, &n);
	SIM_EQ(s, n.labels, 1, "label writes");
	SIM_EQ(s, n.counted, 15, "accesses to memory");
	SIM_EQ(s, monitor_sum(m), 15, "counts");
}

/* Checks that the phase has an influence in depth mode and in histogram mode 1 only. */
static void adr_phase(struct sim *s)
{
	struct monitor *m = monitor_start(s);

	for (unsigned int EACH(i, 0); i < MONITOR_MODES; i++) {
		unsigned int first = 0;

		monitor_put(m, NUMACHINE_CONFIG, monitor_modes[i]);
		for (unsigned int EACH(phase, 0); phase < 16; phase++) {
			const unsigned int a = count(m, nmbus_source(0, phase), 0);

			if (!phase)
				first = a;
			SIM_EQ(s, a,
			       i == 1	? first | phase
			       : i == 3 ? first | phase << 11
					: first,
			       "counter of a phase");
		}
	}
	monitor_compare(m);
}

/* Checks that the processor mask changes only the two processor bits in depth mode, and the
 * source mask only the station in two modes. */
static void adr_masks(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	const unsigned int step = 256 / (unsigned int)sim_length(s, 256, 16);

	for (unsigned int EACH(i, 0); i < MONITOR_MODES; i++) {
		unsigned int base;

		monitor_put(m, NUMACHINE_CONFIG, monitor_modes[i]);
		base = count(m, 0, 0);
		for (unsigned int EACH(p, 0); p < 16; p++) {
			const unsigned int pid = (p & 12 ? 2 : 0) | (p & 10 ? 1 : 0);

			SIM_EQ(s, count(m, (uint64_t)p << 52, 0),
			       i == 1 ? base | pid << 4 : base, "counter of a processor mask");
		}
		for (unsigned int EACH(k, 0); k < 256; k += step) {
			const unsigned int station = (k & 0xC0 ? 8 : 0) | (k & 0xA0 ? 4 : 0) |
						     (k & 0x0C ? 2 : 0) | (k & 0x0A ? 1 : 0);

			SIM_EQ(s, count(m, (uint64_t)k << 56, 0),
			       i == 0	? base | station
			       : i == 1 ? base | station << 6
					: base,
			       "counter of a source mask");
		}
	}
	monitor_compare(m);
}

/* ---- encodings ---- */

/* Tests each printed row of Table 4.2 and the rows between them. */
static void enc_station(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	static const unsigned int one_hot[] = {1, 2, 4, 8};

	for (unsigned int EACH(ring, 0); ring < 4; ring++)
		for (unsigned int EACH(st, 0); st < 4; st++)
			SIM_EQ(s,
			       count(m,
				     (uint64_t)one_hot[ring] << 60 | (uint64_t)one_hot[st]
									     << 56,
				     0),
			       ring << 2 | st, "station of Table 4.2");
	monitor_compare(m);
}

/* Tests Table 4.3: 64 masks for 64 processors. */
static void enc_processor(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	uint64_t seen = 0;

	monitor_put(m, NUMACHINE_CONFIG, MONITOR_DEPTH);
	for (unsigned int EACH(p, 0); p < 64; p++) {
		const uint64_t ad = (uint64_t)1 << (60 + (p >> 4)) |
				    (uint64_t)1 << (56 + (p >> 2 & 3)) |
				    (uint64_t)1 << (52 + (p & 3));
		const unsigned int a = count(m, ad, 0);

		SIM_EQ(s, a, p << 4, "processor of Table 4.3");
		seen |= (uint64_t)1 << (a >> 4 & 63);
	}
	SIM_EQ(s, seen, UINT64_MAX, "processors seen");
	monitor_compare(m);
}

/* ---- configuration ---- */

static void cfg_low_bits(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct nmbus_access a;

	monitor_random(m, &a);
	for (unsigned int EACH(mode, 0); mode < 8; mode += 4) {
		int32_t first = 0;

		for (unsigned int EACH(low, 0); low < 4; low++) {
			int32_t got;

			monitor_put(m, NUMACHINE_CONFIG, mode | low);
			got = monitor_count(m, &a);
			first = low ? first : got;
			SIM_EQ(s, (uint64_t)got, (uint64_t)first, "counter");
		}
	}
	monitor_compare(m);
}

static void cfg_reset(struct sim *s)
{
	struct monitor *m = monitor_start(s);

	monitor_put(m, NUMACHINE_CONFIG, MONITOR_HISTOGRAM + 3);
	nmbus_reset(m->bus, 2);
	SIM_EQ(s, count(m, nmbus_station(6) | 0x2468000, 0),
	       0x2468000 >> NMBUS_PAGE_BITS << 4 | 6, "counter after a reset");
	SIM_EQ(s, monitor_get(m, NUMACHINE_CONFIG), 0, "CONFIG");
	SIM_EQ(s, monitor_counter(m, 0x91A6), 1, "its page and station");
	monitor_compare(m);
}

/* Checks that the mode of an event is the one at its mon_start, whenever the mode changes. */
static void cfg_at_start(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	const uint64_t ad = nmbus_source(0x25, 9) | 0x1FC000;
	static const struct {
		unsigned int mode, counter;
	} is[] = {{MONITOR_FLYER, 0x7F << 4 | 9},
		  {MONITOR_DEPTH, 0x25 << 4 | 9},
		  {MONITOR_HISTOGRAM + 1, 9 << 11 | 1},
		  {MONITOR_OFF, 0}};

	m->config_cut = true;
	for (unsigned int EACH(from, 0); from < 4; from++)
		for (unsigned int EACH(to, 0); to < 4; to++)
			for (int EACH(at, -3); at <= 4; at++) {
				const unsigned int want = at <= 0 ? to : from;
				int32_t got = -1;

				monitor_settle(m);
				monitor_pin(m, "config_register", is[from].mode);
				for (int clock = -3; clock <= 5; clock++) {
					if (clock == at)
						monitor_pin(m, "config_register", is[to].mode);
					if (clock == 0)
						nmbus_start(m->bus,
							    &(struct nmbus_access){.ad = ad});
					sim_wait_edge(m->clk, SIM_RISE);
					if (m->strobe)
						got = m->address;
				}
				SIM_EQ(s, (uint64_t)got,
				       is[want].mode == MONITOR_OFF ? (uint64_t)-1
								    : is[want].counter,
				       "counter by the mode at mon_start");
			}
	monitor_compare(m);
}

static void cfg_off(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct nmbus_access a;

	for (unsigned int EACH(low, 0); low < 4; low++) {
		monitor_put(m, NUMACHINE_CONFIG, MONITOR_OFF + low);
		for (unsigned int i = 0; i < 250; i++) {
			monitor_random(m, &a);
			nmbus_transact(m->bus, &a);
		}
		monitor_settle(m);
		SIM_EQ(s, m->address, 0, "address in mode off");
	}
	SIM_EQ(s, m->strobes, 0, "strobes");
	SIM_EQ(s, monitor_sum(m), 0, "counts");
}

/* ---- Flyer Miles ---- */

static void flyer_pages(struct sim *s)
{
	struct monitor *m = monitor_start(s);

	SIM_EQ(s, count(m, 0x0000, 0), 0x0000, "page 0, station 0");
	SIM_EQ(s, count(m, 0x3FFF, 0), 0x0000, "the end of the page");
	SIM_EQ(s, count(m, 0x4000, 0), 0x0010, "the next page");
	/* 16 stations, 1 to 16 accesses of a page */
	for (unsigned int st = 0; st < 16; st++)
		for (unsigned int i = 0; i <= st; i++)
			monitor_event(m, nmbus_station(st) | 0x123u << NMBUS_PAGE_BITS | i << 6,
				      0);
	monitor_settle(m);
	for (unsigned int EACH(st, 0); st < 16; st++)
		SIM_EQ(s, monitor_counter(m, 0x1230 | st), st + 1, "accesses of a station");
	/* a read and a write */
	monitor_event(m, 0x456u << NMBUS_PAGE_BITS, 0x008);
	monitor_event(m, 0x456u << NMBUS_PAGE_BITS, 0x080);
	/* four pages 64 MB apart */
	for (unsigned int i = 0; i < 4; i++)
		monitor_event(m, 0x789u << NMBUS_PAGE_BITS | i << 26, 0);
	monitor_settle(m);
	SIM_EQ(s, monitor_counter(m, 0x4560), 2, "a read and a write");
	SIM_EQ(s, monitor_counter(m, 0x7890), 4, "four pages 64 MB apart");
	SIM_EQ(s, monitor_sum(m), 3 + 136 + 2 + 4, "counts");
	monitor_digest(m);
}

/* Checks that every command counts in Flyer Miles and in depth mode. */
static void every_command(struct sim *s)
{
	struct monitor *m = monitor_start(s);

	for (unsigned int EACH(mode, 0); mode < 2; mode++) {
		const uint64_t before = monitor_sum(m);

		monitor_put(m, NUMACHINE_CONFIG, mode ? MONITOR_DEPTH : MONITOR_FLYER);
		for (unsigned int i = 0; i < 512; i++)
			monitor_event(m, nmbus_source(0, 3) | 0x3210000,
				      (uint16_t)((i & 0xFF) | (i & 0x100) << 1));
		SIM_EQ(s, monitor_sum(m), before + 512, "counts");
	}
	SIM_EQ(s, monitor_counter(m, 0x3210000u >> NMBUS_PAGE_BITS << 4 & 0xFFFF), 512,
	       "the counter");
	SIM_EQ(s, monitor_counter(m, 3), 512, "the counter");
}

/* Makes one event for each page and station: all counters must be 1. The order spreads the
 * events of a short run over all counters. */
static void flyer_all(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	uint64_t n = sim_length(s, 65536, 1024);

	n = n > 65536 ? 65536 : n;
	for (uint64_t i = 0; i < n; i++) {
		const unsigned int k = (unsigned int)(i * 40503) & 0xFFFF;

		monitor_event(m, nmbus_station(k & 15) | (k >> 4) << NMBUS_PAGE_BITS, 0);
	}
	SIM_EQ(s, monitor_sum(m), n, "counts");
	for (unsigned int i = 0; i < NM_GOLDEN_COUNTERS; i++)
		SIM_CHECK(s, sram_peek(m->counters, i) <= 1, "counter %04X counted twice", i);
}

/* ---- FIFO depth ---- */

static void depth_counter(struct sim *s)
{
	struct monitor *m = monitor_start(s);

	monitor_put(m, NUMACHINE_CONFIG, MONITOR_DEPTH);
	nmbus_fifo(m->bus, 1);
	sim_wait_cycles(m->clk, 10);
	nmbus_fifo(m->bus, -1);
	sim_wait_cycles(m->clk, 4);
	nmbus_fifo(m->bus, 0);
	SIM_EQ(s, count(m, 0, 0), 6 << 10, "depth 10 - 4");
	for (unsigned int i = 0; i < 1000; i++) {
		nmbus_fifo(m->bus, 0); /* the direction is random */
		sim_wait_cycles(m->clk, 1);
	}
	SIM_EQ(s, count(m, 0, 0), 6 << 10, "depth not enabled");
	SIM_EQ(s, monitor_get(m, NUMACHINE_STATUS) >> NUMACHINE_STATUS_DEPTH_LSB & 63, 6,
	       "STATUS.DEPTH");
	nmbus_reset(m->bus, 2);
	monitor_put(m, NUMACHINE_CONFIG, MONITOR_DEPTH);
	SIM_EQ(s, count(m, 0, 0), 0, "depth after a reset");
	nmbus_fifo(m->bus, 1);
	sim_wait_cycles(m->clk, 64);
	nmbus_fifo(m->bus, 0);
	SIM_EQ(s, count(m, 0, 0), 0, "depth 64");
	nmbus_fifo(m->bus, -1);
	sim_wait_cycles(m->clk, 1);
	nmbus_fifo(m->bus, 0);
	SIM_EQ(s, count(m, 0, 0), 63 << 10, "depth -1");
	monitor_compare(m);
}

/* Checks that the depth of an event is the one before a change in its own clock, whatever comes
 * later. */
static void depth_latched(struct sim *s)
{
	struct monitor *m = monitor_start(s);

	monitor_put(m, NUMACHINE_CONFIG, MONITOR_DEPTH);
	for (int EACH(way, -1); way <= 1; way += 2)
		for (unsigned int EACH(clocks, 1); clocks <= 4; clocks++) {
			int32_t got = -1;

			depth_is(m, 7);
			nmbus_fifo(m->bus, way);
			nmbus_start(m->bus, &(struct nmbus_access){.ad = 0});
			for (unsigned int i = 0; i < 6; i++) {
				sim_wait_edge(m->clk, SIM_RISE);
				got = m->strobe ? m->address : got;
				if (i + 1 == clocks)
					nmbus_fifo(m->bus, 0);
			}
			SIM_EQ(s, (uint64_t)got, 7 << 10, "depth at mon_start");
		}
	monitor_compare(m);
}

/* Makes an event for each combination of depth, processor and phase. */
static void depth_all(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	uint64_t n = sim_length(s, 1024, 16);

	n = n > 1024 ? 1024 : n;
	monitor_put(m, NUMACHINE_CONFIG, MONITOR_DEPTH);
	for (unsigned int depth = 0; depth < 64; depth++) {
		depth_is(m, depth);
		for (uint64_t i = 0; i < n; i++) {
			const unsigned int k = (unsigned int)(i * 405) & 0x3FF;

			monitor_event(m, nmbus_source(k >> 4, k & 15), 0);
		}
	}
	SIM_EQ(s, monitor_sum(m), 64 * n, "counts");
	for (unsigned int i = 0; i < NM_GOLDEN_COUNTERS; i++)
		SIM_CHECK(s, sram_peek(m->counters, i) <= 1, "counter %04X counted twice", i);
}

static const struct monitor_config ahdl = {
	.ahdl_order = true, .missed_init = 0xFFFA, .queued_init = 0xFFFFFFFFF800};

/* Checks the field order of the printed AHDL: depth, phase, processor of the station,
 * station. */
static void depth_ahdl_order(struct sim *s)
{
	struct monitor *m = monitor_open(s, &ahdl);
	const uint64_t n = sim_length(s, 10000, 300);

	monitor_power_on(m);
	monitor_put(m, NUMACHINE_CONFIG, MONITOR_DEPTH);
	for (uint64_t EACH(i, 0); i < n; i++) {
		const uint64_t v = sim_random(s);
		const unsigned int depth = m->now.depth;
		const unsigned int st = v & 15, pid = v >> 4 & 3, phase = v >> 8 & 15;

		SIM_EQ(s, count(m, nmbus_source(st << 2 | pid, phase), 0),
		       depth << 10 | phase << 6 | pid << 4 | st,
		       "counter in the order of AHDL");
		nmbus_fifo(m->bus, v >> 12 & 1 ? 1 : -1);
		sim_wait_cycles(m->clk, v >> 16 & 7);
		nmbus_fifo(m->bus, 0);
		sim_wait_cycles(m->clk, 2);
	}
	monitor_compare(m);
}

/*
 * Checks with 10,000 events that each changes one counter by one and no other counter: the sum
 * must be the number of events that the mode counts, which this test computes from the command
 * alone.
 */
static void one_counter(struct sim *s)
{
	static uint32_t before[NM_GOLDEN_COUNTERS];
	struct monitor *m = monitor_start(s);
	const unsigned int n = (unsigned int)sim_length(s, 10000, 400);
	uint64_t counted = 0;

	for (uint32_t i = 0; i < NM_GOLDEN_LABELS; i++)
		monitor_poke_label(m, i, sim_random(s) & 0x1FF);
	for (unsigned int EACH(i, 0); i < n; i++) {
		const unsigned int mode = monitor_modes[i % MONITOR_MODES];
		/* Table 4.5: Cmd[7:3] of the commands, and the types that a nack refuses */
		static const uint8_t mapped[] = {0x01, 0x00, 0x05, 0x04, 0x18, 0x19, 0x10};
		struct nmbus_access a;
		bool counts = mode < MONITOR_HISTOGRAM;
		int32_t where;

		monitor_random(m, &a);
		a.cmd &= 0xFF; /* the others have tests of their own */
		for (unsigned int k = 0; k < 7; k++)
			counts |= a.cmd & 0x10 ? a.cmd >> 5 == mapped[k] >> 2
					       : a.cmd >> 3 == mapped[k];
		monitor_put(m, NUMACHINE_CONFIG, mode);
		if (i % 50 == 0)
			for (unsigned int k = 0; k < NM_GOLDEN_COUNTERS; k++)
				before[k] = sram_peek(m->counters, k);
		where = monitor_count(m, &a);
		SIM_EQ(s, where >= 0, counts, "whether it counts");
		counted += counts;
		monitor_settle(m);
		for (unsigned int EACH(k, 0); i % 50 == 0 && k < NM_GOLDEN_COUNTERS; k++)
			SIM_EQ(s, sram_peek(m->counters, k) - before[k],
			       (int32_t)k == where ? 1 : 0, "change of a counter");
	}
	SIM_EQ(s, monitor_sum(m), counted, "sum of all counters");
	monitor_digest(m);
}

const struct sim_test sim_tests[] = {
	{"adr_walk", adr_walk, "NM-ADR-001 NM-HST-010 NM-HST-021", NULL},
	{"adr_unused", adr_unused, "NM-ADR-002 NM-ADR-004 NM-ADR-005", NULL},
	{"adr_magic", adr_magic, "NM-ADR-003", NULL},
	{"adr_phase", adr_phase, "NM-ADR-006 NM-ENC-006 NM-HST-008", NULL},
	{"adr_masks", adr_masks, "NM-ADR-007 NM-ADR-008 NM-ENC-002 NM-ENC-004", NULL},
	{"enc_station", enc_station, "NM-ENC-001", NULL},
	{"enc_processor", enc_processor, "NM-ENC-003 NM-ENC-005", NULL},
	{"cfg_low_bits", cfg_low_bits, "NM-CFG-005", NULL},
	{"cfg_reset", cfg_reset, "NM-CFG-006 NM-CNT-010", NULL},
	{"cfg_at_start", cfg_at_start, "NM-CFG-007", NULL},
	{"cfg_one_counter", one_counter, "NM-CFG-009", NULL},
	{"cfg_off", cfg_off, "NM-CFG-004", NULL},
	{"flyer_pages", flyer_pages, "NM-FLY-002 NM-FLY-003 NM-FLY-005 NM-FLY-006", NULL},
	{"every_command", every_command, "NM-FLY-004 NM-DEP-010", NULL},
	{"flyer_all", flyer_all, "NM-FLY-007", NULL},
	{"depth_counter", depth_counter,
	 "NM-DEP-003 NM-DEP-004 NM-DEP-005 NM-DEP-006 NM-DEP-007", NULL},
	{"depth_latched", depth_latched, "NM-DEP-008 NM-DEP-009", NULL},
	{"depth_all", depth_all, "NM-DEP-011", NULL},
	{"depth_ahdl_order", depth_ahdl_order, "NM-DEP-002", "numachine_ahdl"},
	{0},
};
