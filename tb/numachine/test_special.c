/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the external access to the counters (Figure 4.14), the enables of the address, and the
 * registers of Special Functions (4.5.6).
 */
#include "monitor.h"
#include "nmlib.h"
#include <errno.h>

static uint64_t counter_at(unsigned int k)
{
	return nmbus_address(NMBUS_COUNTERS, k << 2);
}

static uint64_t reg_at(unsigned int offset)
{
	return nmbus_address(NMBUS_REGISTERS, offset);
}

static uint64_t get(struct monitor *m, uint64_t ad, unsigned int width)
{
	uint64_t v;

	SIM_EQ(m->s, (uint64_t)-nmbus_read(m->bus, ad, width, &v), 0, "a read");
	return v;
}

static void put(struct monitor *m, uint64_t ad, unsigned int width, uint64_t v)
{
	SIM_EQ(m->s, (uint64_t)-nmbus_write(m->bus, ad, width, v), 0, "a write");
}

/* ---- the address multiplexer, by hand ---- */

static void ext_address(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct sim_pin *addr = sim_pin(s, "counter_sram_addr_o");
	const uint64_t n = sim_length(s, 500, 100);

	m->manual = true;
	monitor_pin(m, "sram_addr0_oe_n", 0);
	for (uint64_t EACH(i, 0); i < n; i++) {
		struct nmbus_access a;
		uint64_t mode, x;
		int32_t event;

		monitor_random(m, &a);
		event = monitor_count(m, &a);
		mode = sim_get(addr);
		SIM_EQ(s, mode, (uint64_t)event, "address of the mode");
		/* no clock passes */
		for (unsigned int EACH(k, 0); k < 4; k++) {
			x = sim_random(s) & 0xFFFF;
			monitor_pin(m, "external_addr", x);
			monitor_pin(m, "external_addr_enable", 1);
			sim_settle(s);
			SIM_EQ(s, sim_get(addr), x, "external address");
			monitor_pin(m, "external_addr_enable", 0);
			sim_settle(s);
			SIM_EQ(s, sim_get(addr), mode, "address of the mode");
		}
	}
	monitor_compare(m);
}

/* Tests the two write enables, each of which writes its half. */
static void ext_halves(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	static const uint32_t want[] = {0x11112222, 0x1111BBBB, 0xAAAA2222, 0xAAAABBBB};

	m->manual = true;
	monitor_pin(m, "sram_addr0_oe_n", 0);
	for (unsigned int EACH(k, 0); k < 4; k++)
		for (unsigned int EACH(at, 0); at < 2; at++) {
			monitor_poke(m, 0x7654 + at, 0x11112222);
			monitor_pin(m, "external_addr", 0x7654 + at);
			monitor_pin(m, "external_addr_enable", 1);
			monitor_pin(m, "external_data", 0xAAAABBBB);
			monitor_pin(m, "flex_lo_wr", k & 1);
			monitor_pin(m, "flex_hi_wr", k >> 1);
			sim_wait_cycles(m->clk, 1);
			monitor_pin(m, "flex_lo_wr", 0);
			monitor_pin(m, "flex_hi_wr", 0);
			monitor_pin(m, "external_addr_enable", 0);
			sim_wait_cycles(m->clk, 2);
			SIM_EQ(s, sram_peek(m->counters, 0x7654 + at), want[k], "counter");
		}
	/* without the external address the enables have no effect */
	monitor_pin(m, "flex_lo_wr", 1);
	monitor_pin(m, "flex_hi_wr", 1);
	sim_wait_cycles(m->clk, 4);
	monitor_pin(m, "flex_lo_wr", 0);
	monitor_pin(m, "flex_hi_wr", 0);
	monitor_compare(m);
}

/* ---- a processor's accesses ---- */

static void ext_words(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	const uint64_t n = sim_length(s, 2000, 200);

	for (uint64_t EACH(i, 0); i < n; i++) {
		const unsigned int k = (unsigned int)sim_range(s, 0, 65535);
		const uint64_t v = sim_random(s);

		put(m, counter_at(k), 32, v);
		SIM_EQ(s, get(m, counter_at(k), 32), v & UINT32_MAX, "a counter");
		SIM_EQ(s, sram_peek(m->counters, k), v & UINT32_MAX, "a counter in the SRAM");
		put(m, counter_at(k & ~1u), 64, v);
		SIM_EQ(s, sram_peek(m->counters, k & ~1u), v >> 32, "the even counter");
		SIM_EQ(s, sram_peek(m->counters, k | 1), v & UINT32_MAX, "the odd counter");
		SIM_EQ(s, get(m, counter_at(k & ~1u), 32), v >> 32, "the even counter");
		SIM_EQ(s, get(m, counter_at(k | 1), 32), v & UINT32_MAX, "the odd counter");
		SIM_EQ(s, get(m, counter_at(k & ~1u), 64), v, "both");
	}
	monitor_compare(m);
}

static unsigned int outside_clocks; /* in which address bit 0 came from outside */

/* Checks the driver of address bit 0 in the clocks of a double word. */
static void double_clock(void *arg)
{
	struct monitor *m = arg;

	if (!m->in.ext_enable)
		return;
	SIM_EQ(m->s, m->in.addr0_oe_n, 1, "sram_addr0_oe_n");
	SIM_EQ(m->s, sim_get(sim_pin(m->s, "counter_sram_addr_oe")), 0xFFFE, "address enables");
	SIM_EQ(m->s, m->in.addr0, outside_clocks & 1, "address 0 from outside");
	outside_clocks++;
}

static void ext_double(struct sim *s)
{
	struct monitor *m = monitor_start(s);

	outside_clocks = 0;
	m->on_clock = double_clock;
	m->on_clock_arg = m;
	for (unsigned int EACH(i, 0); i < 20; i++) {
		put(m, counter_at(0x4444 + 2 * i), 64, 0x1111111100000000u * i + i);
		SIM_EQ(s, get(m, counter_at(0x4444 + 2 * i), 64), 0x1111111100000000u * i + i,
		       "a double word");
	}
	m->on_clock = NULL;
	SIM_EQ(s, outside_clocks, 2 * 40, "clocks with address 0 from outside");
	monitor_compare(m);
}

struct source {
	struct monitor *m;
	uint64_t left;
	unsigned int gap, every;
};

/* Makes events in pages 0 to 255 of station 0. */
static bool events(void *arg, struct nmbus_access *a)
{
	struct source *e = arg;

	if (!e->left || e->gap) {
		e->gap -= e->gap > 0;
		return false;
	}
	e->gap = e->every - 1;
	e->left--;
	*a = (struct nmbus_access){.ad = (sim_random(e->m->s) & 0xFF) << NMBUS_PAGE_BITS};
	return true;
}

/* Performs accesses while events come: every accepted event must count. */
static void beside(struct sim *s, unsigned int every, bool may_miss)
{
	struct monitor *m = monitor_start(s);
	struct source e = {.m = m, .left = sim_length(s, 5000, 500), .every = every};
	const uint64_t all = e.left;
	struct nm_golden_totals n;
	uint64_t sum = 0;

	nmbus_traffic(m->bus, events, &e);
	while (e.left) {
		const unsigned int k = 0x8000 + (unsigned int)sim_range(s, 0, 0x7FFF);
		const uint64_t v = sim_random(s);
		const unsigned int width = v & 1 ? 64 : 32;

		if (v & 2)
			put(m, counter_at(k), width, v);
		else
			get(m, counter_at(k), width);
	}
	monitor_compare(m);
	nm_golden_total(m->g, &n);
	for (unsigned int i = 0; i < 0x8000; i++)
		sum += sram_peek(m->counters, i);
	SIM_EQ(s, sum, n.counted, "counts");
	SIM_EQ(s, n.counted + n.missed, all, "counted and missed");
	SIM_CHECK(s, may_miss || !n.missed, "events missed");
	SIM_EQ(s, monitor_get(m, NUMACHINE_STATUS) >> NUMACHINE_STATUS_MISSES_LSB, n.missed,
	       "STATUS.MISSES");
}

static void ext_beside_8(struct sim *s)
{
	beside(s, 8, false);
}

static void ext_beside_4(struct sim *s)
{
	beside(s, 4, true);
}

/* Makes external accesses for 200 clocks, in which 50 events come: all but a few are missed. */
static void ext_burst(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct source e = {.m = m, .left = 100, .every = 4};
	struct nm_golden_totals n;

	m->manual = true;
	monitor_pin(m, "external_addr", 0x9000);
	monitor_pin(m, "external_addr_enable", 1);
	nmbus_traffic(m->bus, events, &e);
	sim_wait_cycles(m->clk, 200);
	monitor_pin(m, "external_addr_enable", 0);
	sim_wait_cycles(m->clk, 300);
	nm_golden_total(m->g, &n);
	SIM_EQ(s, n.counted + n.missed, 100, "counted and missed");
	SIM_CHECK(s, n.missed >= 45 && n.missed <= 50, "%u missed", (unsigned int)n.missed);
	SIM_EQ(s, monitor_sum(m), n.counted, "counts");
}

/* ---- enables ---- */

static void oe_enables(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct sim_pin *oe = sim_pin(s, "counter_sram_addr_oe");

	m->manual = true;
	for (unsigned int EACH(i, 0); i <= MONITOR_MODES; i++) {
		monitor_put(m, NUMACHINE_CONFIG, monitor_modes[i]);
		for (unsigned int EACH(k, 0); k < 16; k++) {
			const uint64_t edges = sim_clock_edges(m->clk);

			monitor_pin(m, "flexprog_oe_n", k & 1);
			monitor_pin(m, "sram_addr0_oe_n", k >> 1 & 1);
			monitor_pin(m, "external_addr_enable", k >> 2 & 1);
			sim_settle(s);
			SIM_EQ(s, sim_get(oe), (k & 1 ? 0 : 0xFFFE) | (k & 2 ? 0 : 1),
			       "address enables");
			SIM_EQ(s, sim_clock_edges(m->clk), edges, "no clock has passed");
			if (k & 8)
				sim_wait_cycles(m->clk, 1);
		}
		monitor_pin(m, "flexprog_oe_n", 0);
		monitor_pin(m, "sram_addr0_oe_n", 0);
		monitor_pin(m, "external_addr_enable", 0);
		sim_wait_cycles(m->clk, 1);
	}
	monitor_compare(m);
}

/* ---- registers ---- */

static void sf_config(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct sim_pin *mode = sim_pin(s, "sf_config_register");

	for (unsigned int EACH(i, 0); i < 32; i++) {
		const unsigned int v = (i * 7 + 3) & 15, width = i & 16 ? 64 : 32;

		put(m, reg_at(NUMACHINE_CONFIG), width, 0xFFFFFFFFFFFFFFF0u | v);
		SIM_EQ(s, sim_get(mode), v, "mode pins");
		SIM_EQ(s, nmbus_latency(m->bus), 3, "clocks to the answer");
		SIM_EQ(s, get(m, reg_at(NUMACHINE_CONFIG), width), v, "CONFIG");
	}
	/* offsets that have no register */
	for (unsigned int EACH(offset, 0); offset < 0x100; offset += 4) {
		if (offset % 8 == 0 && offset < NUMACHINE_QUEUED)
			continue;
		put(m, reg_at(offset), 32, UINT32_MAX);
		SIM_EQ(s, get(m, reg_at(offset), 64), 0, "no register");
	}
	SIM_EQ(s, sim_get(mode), (31 * 7 + 3) & 15, "mode pins");
	monitor_compare(m);
}

/* Performs one missed transaction, in state Write of a label write, in which both machines are
 * busy. */
static void miss(struct monitor *m)
{
	nmbus_start(m->bus, &(struct nmbus_access){.ad = nmbus_address(NMBUS_LABELS, 0)});
	sim_wait_cycles(m->clk, 2);
	nmbus_start(m->bus, &(struct nmbus_access){.ad = 0});
	monitor_settle(m);
}

static void sf_status(struct sim *s)
{
	const uint32_t once = 1 << NUMACHINE_STATUS_MISSES_LSB |
			      NUMACHINE_STATUS_MISSED_MASK; /* one transaction */
	const uint32_t overflow = NUMACHINE_STATUS_PENDING_MASK | NUMACHINE_STATUS_HALF_MASK;
	struct monitor *m = monitor_start(s);

	for (unsigned int EACH(geo, 0); geo < 4; geo++) {
		monitor_geometry(m, geo >> 1, geo & 1);
		SIM_EQ(s, get(m, reg_at(NUMACHINE_STATUS), 32),
		       (geo >> 1) << NUMACHINE_STATUS_LINE_LSB |
			       (geo & 1) << NUMACHINE_STATUS_BOARDS_LSB,
		       "STATUS: geometry");
	}
	monitor_geometry(m, false, false);
	for (unsigned int EACH(d, 1); d < 64; d++) {
		nmbus_fifo(m->bus, 1);
		sim_wait_cycles(m->clk, 1);
		nmbus_fifo(m->bus, 0);
		SIM_EQ(s, get(m, reg_at(NUMACHINE_STATUS), 32), d << NUMACHINE_STATUS_DEPTH_LSB,
		       "STATUS: depth");
	}
	nmbus_fifo(m->bus, 1);
	sim_wait_cycles(m->clk, 1);
	nmbus_fifo(m->bus, 0);
	monitor_poke(m, 0, UINT32_MAX);
	monitor_event(m, 0, 0);
	monitor_settle(m);
	SIM_EQ(s, get(m, reg_at(NUMACHINE_STATUS), 32), overflow, "STATUS: pending, half");
	miss(m);
	SIM_EQ(s, get(m, reg_at(NUMACHINE_STATUS), 32), once | overflow, "STATUS: missed");
	put(m, reg_at(NUMACHINE_STATUS), 32, 0);
	SIM_EQ(s, get(m, reg_at(NUMACHINE_STATUS), 32), once | overflow,
	       "STATUS after writing 0");
	put(m, reg_at(NUMACHINE_STATUS), 32,
	    ~(uint64_t)(NUMACHINE_STATUS_PENDING_MASK | NUMACHINE_STATUS_SECOND_MASK |
			NUMACHINE_STATUS_MISSED_MASK));
	SIM_EQ(s, get(m, reg_at(NUMACHINE_STATUS), 32), once | overflow,
	       "STATUS after writing what does not clear");
	put(m, reg_at(NUMACHINE_STATUS), 32, NUMACHINE_STATUS_MISSED_MASK);
	SIM_EQ(s, get(m, reg_at(NUMACHINE_STATUS), 32), overflow,
	       "STATUS after clearing MISSED");
	put(m, reg_at(NUMACHINE_STATUS), 32, NUMACHINE_STATUS_PENDING_MASK);
	SIM_EQ(s, get(m, reg_at(NUMACHINE_STATUS), 32), NUMACHINE_STATUS_HALF_MASK,
	       "STATUS after clearing PENDING");
	monitor_compare(m);
}

/* Reads STATUS.BUSY again and again while an event comes in each of the six clocks of an
 * access; at most one event is over before a read. */
static void sf_busy(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	unsigned int seen = 0;

	for (unsigned int EACH(clock, 0); clock < 6; clock++) {
		struct source e = {.m = m, .left = 1, .every = 1, .gap = 20 + clock};
		bool at = false;

		monitor_settle(m);
		nmbus_traffic(m->bus, events, &e);
		for (unsigned int EACH(after, 0); after < 4; after += !e.left)
			at |= get(m, reg_at(NUMACHINE_STATUS), 32) & NUMACHINE_STATUS_BUSY_MASK;
		nmbus_traffic(m->bus, NULL, NULL);
		seen += at;
	}
	SIM_CHECK(s, seen >= 5, "BUSY was seen at %u of 6 events", seen);
	monitor_compare(m);
}

struct race {
	struct monitor *m;
	unsigned int clocks; /* in which events still come */
};

/* Makes overflows, and transactions at any distance; the monitor misses many of these. */
static bool race(void *arg, struct nmbus_access *a)
{
	struct race *r = arg;
	const uint64_t v = sim_random(r->m->s);
	const bool on = r->clocks != 0;

	r->clocks -= on;
	monitor_pin(r->m, "overflow", on && (v & 3) == 0);
	if (!on || (v & 4))
		return false;
	monitor_random(r->m, a);
	return true;
}

/* Makes overflows and missed transactions until any clock of the access that clears the flags:
 * an event in the clock of the clear sets its flag again. The golden model knows what the
 * registers read and when the interrupt is raised. */
static void sf_clear_races(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct race r = {.m = m};
	const uint32_t flags = NUMACHINE_STATUS_PENDING_MASK | NUMACHINE_STATUS_SECOND_MASK |
			       NUMACHINE_STATUS_MISSED_MASK;
	unsigned int kept = 0, cleared = 0;

	m->overflow_cut = true;
	nmbus_traffic(m->bus, race, &r);
	for (unsigned int EACH(i, 0); i < 300; i++) {
		r.clocks = (unsigned int)sim_range(s, 1, 10);
		sim_wait_cycles(m->clk, (unsigned int)sim_range(s, 0, 4));
		put(m, reg_at(i % 8 ? NUMACHINE_STATUS : NUMACHINE_IENABLE), 32,
		    i % 2 ? flags : sim_random(s));
		while (r.clocks)
			sim_wait_cycles(m->clk, 1);
		if (monitor_get(m, NUMACHINE_STATUS) & flags)
			kept++;
		else
			cleared++;
		/* with PIPELINED = 1 an overflow without a count has no address */
		if (!m->cfg.pipelined)
			monitor_get(m, NUMACHINE_OVADDR);
	}
	SIM_CHECK(s, kept > 50 && cleared > 20, "%u kept, %u cleared", kept, cleared);
	nmbus_traffic(m->bus, NULL, NULL);
	monitor_compare(m);
}

/* Checks that accesses to the monitor do not count, also if the card starts the monitor for
 * them. */
static void sf_not_counted(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	uint64_t sum = 0;

	for (unsigned int EACH(both, 0); both < 2; both++) {
		nmbus_start_both(m->bus, both);
		for (unsigned int EACH(i, 0); i < 500 / (sim_is_icarus(s) ? 4 : 1); i++) {
			const unsigned int k = (unsigned int)sim_range(s, 0, 65535);
			const uint32_t v = (uint32_t)sim_random(s);

			switch (i & 3) {
			case 0:
				sum += v - (uint64_t)sram_peek(m->counters, k);
				put(m, counter_at(k), 32, v);
				break;
			case 1:
				get(m, counter_at(k), 64);
				break;
			case 2:
				put(m, reg_at(NUMACHINE_IENABLE), 32, v);
				break;
			default:
				get(m, reg_at(NUMACHINE_STATUS), 32);
			}
		}
	}
	nmbus_start_both(m->bus, false);
	SIM_EQ(s, monitor_sum(m), sum, "counters as written");
	SIM_EQ(s, m->strobes, 0, "strobes");
}

/* Checks that accesses to other addresses have no reply and change nothing. */
static void sf_no_answer(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct sim_pin *ack = sim_pin(s, "sf_ack");

	for (unsigned int EACH(k, 0); k < 256; k++) {
		if ((k & 15) == NMBUS_MAGIC && k >> 4 >= NMBUS_COUNTERS)
			continue;
		monitor_pin(m, "ad", (uint64_t)(k & 15) << 32 | (uint64_t)(k >> 4) << 24);
		monitor_pin(m, "cmd", 0);
		monitor_pin(m, "sf_start", 1);
		for (unsigned int EACH(i, 0); i < 8; i++) {
			sim_wait_edge(m->clk, SIM_RISE);
			SIM_EQ(s, sim_get(ack), 0, "sf_ack");
		}
	}
	SIM_EQ(s, monitor_get(m, NUMACHINE_CONFIG), 0, "CONFIG");
	monitor_compare(m);
}

/* Checks that writes to offsets that differ from a register's in one bit change nothing. */
static void sf_offsets(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	const uint32_t flags = NUMACHINE_STATUS_MISSED_MASK | NUMACHINE_STATUS_SECOND_MASK |
			       NUMACHINE_STATUS_PENDING_MASK;
	enum { CONFIG, STATUS, IENABLE, OVADDR, QUEUED, REGS };
	static const unsigned int regs[REGS] = {NUMACHINE_CONFIG, NUMACHINE_STATUS,
						NUMACHINE_IENABLE, NUMACHINE_OVADDR,
						NUMACHINE_QUEUED};
	uint64_t was[REGS], v;

	/* gives all registers values that a wrong write would change visibly */
	monitor_put(m, NUMACHINE_CONFIG, MONITOR_DEPTH);
	nmbus_fifo(m->bus, 1);
	sim_wait_cycles(m->clk, 5);
	nmbus_fifo(m->bus, 0);
	monitor_put(m, NUMACHINE_CONFIG, NM_FLYER);
	monitor_put(m, NUMACHINE_IENABLE, 1);
	for (unsigned int k = 0; k < 2; k++) {
		monitor_poke(m, 0xA5A0, UINT32_MAX);
		monitor_event(m, 0xA5Au << NMBUS_PAGE_BITS, 0);
		monitor_settle(m);
	}
	miss(m);
	monitor_put(m, NUMACHINE_CONFIG, NM_HISTOGRAM1);
	for (unsigned int EACH(i, 0); i < REGS; i++)
		was[i] = get(m, reg_at(regs[i]), 32);
	SIM_EQ(s, was[STATUS] & flags, flags, "STATUS: missed, second, pending");
	for (unsigned int i = 0; i < REGS; i++)
		SIM_CHECK(s, was[i], "register %u is 0: a copy of it would not be noticed", i);
	for (unsigned int EACH(bit, 2); bit < 24; bit++) {
		if (1u << bit == NUMACHINE_STATUS || 1u << bit == NUMACHINE_IENABLE)
			continue; /* another register of @regs */
		for (unsigned int EACH(i, 0); i < REGS; i++) {
			const unsigned int at = regs[i] ^ 1u << bit;

			if (at == NUMACHINE_CONFIG)
				continue;
			for (v = 0; v <= UINT32_MAX; v += UINT32_MAX) {
				EACH_OF(v);
				put(m, reg_at(at), 32, v);
				SIM_EQ(s, get(m, reg_at(at), 32),
				       at == NUMACHINE_QUEUED ? was[QUEUED] : 0, "no register");
			}
		}
		for (unsigned int EACH(i, 0); i < REGS; i++)
			SIM_EQ(s, get(m, reg_at(regs[i]), 32), was[i], "a register");
	}
	monitor_compare(m);
}

/* Tests each bit of OVADDR alone and with all others. */
static void sf_ovaddr(struct sim *s)
{
	struct monitor *m = monitor_start(s);

	for (unsigned int EACH(i, 0); i < 32; i++) {
		const unsigned int k = 1u << (i >> 1) ^ (i & 1 ? 0xFFFF : 0);

		/* Flyer Miles: page, station */
		monitor_poke(m, k, 0xFFFFFFFF);
		monitor_event(m,
			      nmbus_source((k & 15) << 2, 0) | (uint64_t)(k >> 4)
								       << NMBUS_PAGE_BITS,
			      0x008);
		monitor_settle(m);
		/* in odd clocks and even ones */
		for (unsigned int EACH(n, 0); n < 3; n++) {
			SIM_EQ(s, monitor_get(m, NUMACHINE_OVADDR), k, "OVADDR");
			sim_wait_cycles(m->clk, n);
		}
		monitor_put(m, NUMACHINE_STATUS, NUMACHINE_STATUS_PENDING_MASK);
	}
	SIM_EQ(s, monitor_sum(m), 0, "all wrapped");
}

/* Reads QUEUED, and writes it between the two halves: only a read keeps the upper one. */
static uint64_t queued(struct monitor *m)
{
	const uint64_t low = monitor_get(m, NUMACHINE_QUEUED);

	monitor_put(m, NUMACHINE_QUEUED, 0);
	return (uint64_t)monitor_get(m, NUMACHINE_QUEUED_HI) << 32 | low;
}

/* Checks that the sum of the depths grows in each clock of mode FIFO Depth Histogram and in no
 * other mode, and that it is read as one number of 48 bits. */
static void check_queued(struct sim *s, struct monitor *m, uint64_t begin)
{
	const unsigned int rounds = 5 + (unsigned int)sim_length(s, 35, 5);
	unsigned int depth = 0;
	bool wrapped = false;

	SIM_EQ(s, queued(m), begin, "QUEUED after a reset");
	for (unsigned int EACH(i, 0); i < rounds; i++) {
		const bool up = depth < 20 || (depth < 44 && sim_random(s) & 1);
		const unsigned int by = 1 + sim_random(s) % 19;
		const uint64_t before = queued(m);
		sim_time from, to;

		nmbus_fifo(m->bus, up ? 1 : -1);
		sim_wait_cycles(m->clk, by);
		nmbus_fifo(m->bus, 0);
		depth = up ? depth + by : depth - by;
		for (unsigned int EACH(mode, 0); mode < 16; mode++) {
			const uint64_t was = queued(m);
			uint64_t sum = 0;

			monitor_put(m, NUMACHINE_CONFIG, mode);
			from = sim_now(s);
			sim_wait_cycles(m->clk, sim_random(s) % 50);
			monitor_put(m, NUMACHINE_CONFIG, NM_OFF);
			to = sim_now(s);
			if (mode >> 2 == 1)
				sum = depth * (to - from) / NMBUS_CLOCK;
			SIM_EQ(s, queued(m), (was + sum) & 0xFFFFFFFFFFFF, "QUEUED");
		}
		wrapped |= queued(m) < before;
	}
	SIM_EQ(s, wrapped, begin > 0, "beyond 48 bits");
	monitor_compare(m);
}

static void sf_queued(struct sim *s)
{
	check_queued(s, monitor_start(s), 0);
}

/* Tests the sum of the depths from just below the wrap of its 48 bits. */
static void sf_queued_wraps(struct sim *s)
{
	const struct monitor_config cfg = {
		.ahdl_order = true, .missed_init = 0xFFFA, .queued_init = 0xFFFFFFFFF800};
	struct monitor *m = monitor_open(s, &cfg);

	monitor_power_on(m);
	monitor_put(m, NUMACHINE_CONFIG, NM_OFF);
	check_queued(s, m, cfg.queued_init);
	/* the sum is read while it grows; its lower half wraps between the two reads, before or
	 * after them */
	for (unsigned int EACH(i, 0); i < 16; i++) {
		uint64_t now, last = cfg.queued_init;

		nmbus_reset(m->bus, 2);
		monitor_put(m, NUMACHINE_CONFIG, MONITOR_DEPTH);
		nmbus_fifo(m->bus, 1);
		sim_wait_cycles(m->clk, 20 + i);
		nmbus_fifo(m->bus, 0);
		do {
			EACH_OF(last);
			now = queued(m);
			SIM_CHECK(s, ((now - last) & 0xFFFFFFFFFFFF) < 0x800, "QUEUED");
			last = now;
		} while (now >= cfg.queued_init);
	}
}

static void reset_down(void *arg)
{
	monitor_pin(arg, "reset_n", 0);
	monitor_carry(arg);
}

static void reset_up(void *arg)
{
	monitor_pin(arg, "reset_n", 1);
}

/* Resets the monitor in each clock of an access: no reply may come, and the next access must
 * work. */
static void sf_reset(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	unsigned int cancelled = 0;

	for (unsigned int EACH(kind, 0); kind < 8; kind++)
		for (unsigned int EACH(clock, 0); clock < 9; clock++) {
			const uint64_t ad =
				kind & 1 ? counter_at(0x100) : reg_at(NUMACHINE_IENABLE);
			const unsigned int width = kind & 4 ? 64 : 32;
			const sim_time at = sim_now(s) + clock * NMBUS_CLOCK + SIM_NS(5);
			uint64_t v = 0x5555555500000001u;
			int err;

			sim_at(s, at, reset_down, m);
			sim_at(s, at + 3 * NMBUS_CLOCK, reset_up, m);
			err = kind & 2 ? nmbus_write(m->bus, ad, width, v)
				       : nmbus_read(m->bus, ad, width, &v);
			SIM_CHECK(s, !err || err == -ECANCELED, "error %d", err);
			cancelled += err != 0;
			/* beyond the reset, and long enough for an answer that must not come */
			sim_wait_cycles(m->clk, 20);
			SIM_EQ(s, get(m, reg_at(NUMACHINE_IENABLE), 32), 0, "IENABLE");
			put(m, counter_at(0x200), 64, ((uint64_t)clock << 32) | kind);
			SIM_EQ(s, get(m, counter_at(0x200), 64), ((uint64_t)clock << 32) | kind,
			       "two counters");
		}
	SIM_CHECK(s, cancelled >= 8 * 3, "%u accesses cancelled", cancelled);
	monitor_compare(m);
}

const struct sim_test sim_tests[] = {
	{"ext_address", ext_address, "NM-EXT-001 NM-EXT-002 NM-EXT-003", NULL},
	{"ext_halves", ext_halves, "NM-EXT-008", NULL},
	{"ext_words", ext_words, "NM-EXT-004 NM-EXT-005 NM-EXT-007 NM-SF-006", NULL},
	{"ext_words_pipelined", ext_words, "NM-EXT-004 NM-EXT-005 NM-EXT-007 NM-SF-006",
	 "numachine_pipe"},
	{"ext_double", ext_double, "NM-EXT-006", NULL},
	{"ext_beside_8", ext_beside_8, "NM-EXT-009", NULL},
	{"ext_beside_4", ext_beside_4, "NM-EXT-009 NM-EXT-010", NULL},
	{"ext_burst", ext_burst, "NM-EXT-010", NULL},
	{"oe_enables", oe_enables, "NM-OE-001 NM-OE-002 NM-OE-003", NULL},
	{"oe_enables_pipelined", oe_enables, "NM-OE-001 NM-OE-002 NM-OE-003", "numachine_pipe"},
	{"sf_config", sf_config, "NM-SF-001", NULL},
	{"sf_config_pipelined", sf_config, "NM-SF-001", "numachine_pipe"},
	{"sf_status", sf_status, "NM-SF-002 NM-SF-003", NULL},
	{"sf_status_pipelined", sf_status, "NM-SF-002 NM-SF-003", "numachine_pipe"},
	{"sf_busy", sf_busy, "NM-SF-002", NULL},
	{"sf_clear_races", sf_clear_races, "NM-SF-003", NULL},
	{"sf_clear_races_pipelined", sf_clear_races, "NM-SF-003", "numachine_pipe"},
	{"sf_not_counted", sf_not_counted, "NM-SF-007", NULL},
	{"sf_not_counted_pipelined", sf_not_counted, "NM-SF-007", "numachine_pipe"},
	{"sf_offsets", sf_offsets, "NM-SF-001", NULL},
	{"sf_offsets_pipelined", sf_offsets, "NM-SF-001", "numachine_pipe"},
	{"sf_ovaddr", sf_ovaddr, "NM-SF-005", NULL},
	{"sf_ovaddr_pipelined", sf_ovaddr, "NM-SF-005", "numachine_pipe"},
	{"sf_queued", sf_queued, "NM-MACH-011", NULL},
	{"sf_queued_pipelined", sf_queued, "NM-MACH-011", "numachine_pipe"},
	{"sf_queued_wraps", sf_queued_wraps, "NM-MACH-011", "numachine_ahdl"},
	{"sf_reset", sf_reset, "NM-SF-001 NM-SF-006", NULL},
	{"sf_reset_pipelined", sf_reset, "NM-SF-001 NM-SF-006", "numachine_pipe"},
	{"sf_no_answer", sf_no_answer, "NM-SF-001 NM-SF-006", NULL},
	{0},
};
