/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests counters, Count & Increment, and overflow (4.5, 4.5.5).
 */
#include "monitor.h"

#define AD 0x00u /* counter 0000 in Flyer Miles mode, 0001 in histogram mode 0 */

static void pattern(struct monitor *m, uint64_t n, uint64_t seed)
{
	uint64_t v;

	for (unsigned int EACH(way, 0); way < 2; way++)
		for (uint64_t EACH(i, 0); i < n; i++) {
			const uint32_t k = (uint32_t)(i * 40503) & 0x7FFF;
			const uint64_t want = (k + 1) * 0x9E3779B97F4A7C15u ^ seed;
			const uint64_t ad = nmbus_address(NMBUS_COUNTERS, k << 3);
			const int err = way ? nmbus_read(m->bus, ad, 64, &v)
					    : nmbus_write(m->bus, ad, 64, want);

			SIM_EQ(m->s, (uint64_t)-err, 0, "an access");
			if (way)
				SIM_EQ(m->s, v, want, "two counters");
		}
}

/* Tests every bit of every counter of both chips with the processor's accesses. */
static void count_sram(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	uint64_t n = sim_length(s, 32768, 500);

	n = n > 32768 ? 32768 : n;
	pattern(m, n, 0);
	pattern(m, n, UINT64_MAX);
	monitor_settle(m);
	for (uint64_t EACH(i, 0); i < n; i++) {
		const uint32_t k = (uint32_t)(i * 40503) & 0x7FFF;
		const uint64_t want = ~((k + 1) * 0x9E3779B97F4A7C15u);

		SIM_EQ(s, sram_chip(m->counters, 1, 0, 2 * k), want >> 48, "even, high half");
		SIM_EQ(s, sram_chip(m->counters, 0, 0, 2 * k), want >> 32 & 0xFFFF,
		       "even, low half");
		SIM_EQ(s, sram_chip(m->counters, 1, 0, 2 * k + 1), want >> 16 & 0xFFFF,
		       "odd, high half");
		SIM_EQ(s, sram_chip(m->counters, 0, 0, 2 * k + 1), want & 0xFFFF,
		       "odd, low half");
	}
	monitor_compare(m);
}

/* Checks the SRAM's pins during one event: it is read in clock 3 and written in clock 4. */
static void count_trace(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct sim_pin *oe_n = sim_pin(s, "counter_sram_oe_n"),
		       *we_n = sim_pin(s, "counter_sram_we_n"),
		       *d_oe = sim_pin(s, "counter_sram_data_oe"),
		       *d_o = sim_pin(s, "counter_sram_data_o"),
		       *addr = sim_pin(s, "counter_sram_addr_o"),
		       *strobe = sim_pin(s, "flex_write_sram");

	monitor_poke(m, 0x1235, 41);
	nmbus_start(m->bus,
		    &(struct nmbus_access){.ad = 0x123u << NMBUS_PAGE_BITS | nmbus_station(5)});
	for (unsigned int EACH(clock, 1); clock <= 6; clock++) {
		sim_wait_edge(m->clk, SIM_RISE);
		SIM_EQ(s, sim_get(strobe), clock == 3, "strobe");
		SIM_EQ(s, sim_get(we_n), clock == 4 ? 0 : 3, "write enables");
		SIM_EQ(s, sim_get(d_oe), clock == 4, "data driven");
		if (clock == 3 || clock == 4)
			SIM_EQ(s, sim_get(addr), 0x1235, "address");
		if (clock == 3)
			SIM_EQ(s, sim_get(oe_n), 0, "output enable");
		if (clock == 4)
			SIM_EQ(s, sim_get(d_o), 42, "data");
	}
	SIM_EQ(s, sram_peek(m->counters, 0x1235), 42, "counter");
	monitor_compare(m);
}

/* Tests carries, and which of them is an overflow. */
static void count_carry(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	static const uint32_t values[] = {0,	      0x0000FFFF, 0x7FFFFFFF, 0xFFFFFFFE,
					  0xFFFFFFFF, 0x00FFFFFF, 0xFFFF0000, 0x12340000};
	struct sim_pin *overflow = sim_pin(s, "ci_overflow");

	for (unsigned int EACH(i, 0); i < 8; i++) {
		unsigned int pulses = 0;

		monitor_poke(m, 0, values[i]);
		nmbus_start(m->bus, &(struct nmbus_access){.ad = AD});
		for (unsigned int EACH(clock, 1); clock <= 8; clock++) {
			sim_wait_edge(m->clk, SIM_RISE);
			pulses += sim_get(overflow);
			if (clock == 4)
				SIM_EQ(s, sim_get(overflow), values[i] == UINT32_MAX,
				       "Overflow");
		}
		SIM_EQ(s, pulses, values[i] == UINT32_MAX, "clocks of Overflow");
		SIM_EQ(s, monitor_counter(m, 0), values[i] + 1, "counter");
	}
	monitor_compare(m);
}

/* Checks that a write-back that is held for k clocks adds k, and that the data pins always have
 * the latest count. */
static void count_hold(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct sim_pin *data = sim_pin(s, "counter_sram_data_o"),
		       *we_n = sim_pin(s, "counter_sram_we_n");

	for (unsigned int EACH(k, 1); k <= 16; k++) {
		const uint32_t from = (uint32_t)sim_random(s);

		monitor_settle(m);
		monitor_poke(m, 0, from);
		nmbus_start(m->bus, &(struct nmbus_access){.ad = AD});
		sim_wait_cycles(m->clk, 4);
		for (unsigned int EACH(i, 1); i <= k; i++) {
			SIM_EQ(s, sim_get(we_n), 0, "write enables");
			SIM_EQ(s, sim_get(data), from + i, "data");
			monitor_pin(m, "count_hold", i < k);
			sim_wait_edge(m->clk, SIM_RISE);
		}
		SIM_EQ(s, sim_get(we_n), 3, "write enables");
		SIM_EQ(s, sram_peek(m->counters, 0), from + k, "counter");
	}
	monitor_compare(m);
}

/* Holds the write-back while transactions come: they wait, one is kept, the others are counted
 * as missed, and none is lost. */
static void count_hold_waits(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct nm_golden_totals n;

	nmbus_start(m->bus, &(struct nmbus_access){.ad = AD});
	sim_wait_cycles(m->clk, 4);
	monitor_pin(m, "count_hold", 1);
	for (unsigned int i = 0; i < 10; i++) {
		nmbus_start(m->bus, &(struct nmbus_access){.ad = 1u << NMBUS_PAGE_BITS});
		sim_wait_cycles(m->clk, 4);
	}
	monitor_pin(m, "count_hold", 0);
	monitor_settle(m);
	nm_golden_total(m->g, &n);
	SIM_EQ(s, n.counted, 3, "counted");
	SIM_EQ(s, n.missed, 8, "missed");
	SIM_EQ(s, monitor_counter(m, 0x0000), 41, "the counter held");
	SIM_EQ(s, monitor_counter(m, 0x0010), 2, "the counter after it");
	monitor_compare(m);
}

/* Does the same in every mode with random fields: one transaction is in the pipeline, the next
 * two wait, and each must count in the counter in which it would have counted without the wait.
 * Meanwhile the input FIFO fills and other transactions are missed. */
static void count_hold_random(struct sim *s)
{
	static const unsigned int mode[] = {MONITOR_FLYER,	   MONITOR_DEPTH,
					    MONITOR_DEPTH,	   MONITOR_HISTOGRAM,
					    MONITOR_HISTOGRAM + 1, MONITOR_HISTOGRAM + 2,
					    MONITOR_HISTOGRAM + 3};
	struct monitor *m = monitor_start(s);
	const unsigned int rounds = (unsigned int)sim_length(s, 700, 42);
	struct nm_golden_totals n;

	for (unsigned int i = 0; i < rounds; i++) {
		struct nmbus_access a;

		monitor_put(m, NUMACHINE_CONFIG, mode[i % 7]);
		monitor_settle(m);
		nmbus_fifo(m->bus, 1); /* another depth in each round */
		sim_wait_cycles(m->clk, (unsigned int)sim_range(s, 1, 63));
		nmbus_fifo(m->bus, 0);
		for (unsigned int k = 0; k < 6; k++) {
			monitor_random(m, &a);
			a.cmd = (uint16_t)((a.cmd & 0xF0F) | 0x008 | (k & 1) << 5);
			nmbus_start(m->bus, &a);
			sim_wait_cycles(m->clk, 4);
			monitor_pin(m, "count_hold", 1);
			if (k == 2) {
				nmbus_fifo(m->bus, 1);
				sim_wait_cycles(m->clk, (unsigned int)sim_range(s, 1, 63));
				nmbus_fifo(m->bus, 0);
			}
		}
		monitor_pin(m, "count_hold", 0);
		monitor_settle(m);
	}
	nm_golden_total(m->g, &n);
	/* a transaction that does not count in its mode frees its place for the next */
	SIM_CHECK(s, n.counted > 2 * (uint64_t)rounds && n.missed > rounds,
		  "of %u transactions only %u were counted and %u missed", 6 * rounds,
		  (unsigned int)n.counted, (unsigned int)n.missed);
	monitor_compare(m);
}

/* Makes a thousand events of one counter, four clocks apart. */
static void count_same(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	const uint64_t begin = sim_clock_edges(m->clk);

	for (unsigned int i = 0; i < 1000; i++)
		monitor_event(m, AD, 0);
	SIM_EQ(s, sim_clock_edges(m->clk) - begin, 1 + 4 * 999, "clocks");
	monitor_settle(m);
	SIM_EQ(s, monitor_counter(m, 0), 1000, "counter");
	SIM_EQ(s, monitor_sum(m), 1000, "counts");
	SIM_EQ(s, m->strobes, 1000, "strobes");
	monitor_digest(m);
}

/* Does the same with an event in every clock. */
static bool every_clock(void *arg, struct nmbus_access *a)
{
	uint64_t *left = arg;

	if (!*left)
		return false;
	--*left;
	*a = (struct nmbus_access){.ad = *left & 7 ? 0 : (*left & 8) << 11};
	return true;
}

static void count_same_pipelined(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	uint64_t left = 4000;

	nmbus_traffic(m->bus, every_clock, &left);
	sim_wait_cycles(m->clk, 4001);
	SIM_EQ(s, left, 0, "events to come");
	SIM_EQ(s, monitor_sum(m), 4000, "counts");
	SIM_EQ(s, sram_peek(m->counters, 0), 3750, "counter");
	SIM_EQ(s, sram_peek(m->counters, 0x10), 250, "counter");
}

/* Makes an event of counter @k in Flyer Miles mode. */
static void count_one(struct monitor *m, unsigned int k)
{
	nmbus_start(m->bus,
		    &(struct nmbus_access){.ad = nmbus_source((k & 15) << 2, 0) |
						 (uint64_t)(k >> 4) << NMBUS_PAGE_BITS});
	sim_wait_cycles(m->clk, 1);
}

/*
 * Makes two events one to three clocks apart, of the same counter or of two counters whose
 * addresses differ in one bit: a count that is not yet in the SRAM must be forwarded to the
 * same counter and to no other.
 */
static void count_near_pipelined(struct sim *s)
{
	struct monitor *m = monitor_start(s);

	for (unsigned int i = 0; i < 2 * 16 * 3 * 2; i++) {
		const unsigned int bit = 1u << (i & 15), apart = i / 16 % 3;
		const unsigned int k = i / 48 & 1 ? bit ^ 0xFFFF : bit;

		count_one(m, k);
		sim_wait_cycles(m->clk, apart);
		count_one(m, i / 96 ? k : k ^ bit);
		sim_wait_cycles(m->clk, 4);
	}
	monitor_settle(m);
	SIM_EQ(s, monitor_sum(m), 2 * 2 * 16 * 3 * 2, "counts");
	monitor_compare(m);
}

static void count_states(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct sim_pin *state = sim_pin(s, "obs_increment");
	static const unsigned int counted[] = {1, 2, 2, 0, 0}, not [] = {1, 0, 0, 0, 0};

	monitor_put(m, NUMACHINE_CONFIG, MONITOR_HISTOGRAM);
	for (unsigned int EACH(is, 0); is < 2; is++) {
		SIM_EQ(s, sim_get(state), 0, "state");
		nmbus_start(m->bus, &(struct nmbus_access){.ad = AD, .cmd = is ? 0x28 : 0x40});
		for (unsigned int EACH(i, 0); i < 5; i++) {
			sim_wait_edge(m->clk, SIM_RISE);
			SIM_EQ(s, sim_get(state), is ? counted[i] : not [i], "state");
		}
	}
	monitor_compare(m);
}

/* Resets the monitor in each clock of an event: it must not count, and the counters must keep
 * their values. */
static void count_reset(struct sim *s)
{
	struct monitor *m = monitor_start(s);

	monitor_poke(m, 0, 1000);
	for (unsigned int EACH(clock, 0); clock <= 3; clock++)
		for (unsigned int EACH(part, 0); part < 3; part++) {
			monitor_settle(m);
			nmbus_start(m->bus, &(struct nmbus_access){.ad = AD});
			sim_wait_cycles(m->clk, clock);
			sim_wait(s, part * SIM_NS(5));
			nmbus_reset(m->bus, 3);
			SIM_EQ(s, sim_get(sim_pin(s, "obs_increment")), 0, "Increment_Idle");
			sim_wait_cycles(m->clk, 8);
			SIM_EQ(s, sram_peek(m->counters, 0), 1000, "counter");
		}
	SIM_EQ(s, m->strobes, 0, "strobes");
	monitor_event(m, AD, 0);
	monitor_settle(m);
	nmbus_reset(m->bus, 3);
	SIM_EQ(s, monitor_counter(m, 0), 1001, "counter after a reset");
	monitor_compare(m);
}

/* ---- overflow ---- */

static void ovf_toggles(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct sim_pin *mode = sim_pin(s, "overflow_mode");

	SIM_EQ(s, sim_get(mode), 1, "Overflow_Mode after reset");
	for (unsigned int EACH(i, 0); i < 3; i++) {
		monitor_poke(m, 0, UINT32_MAX);
		monitor_event(m, AD, 0);
		monitor_settle(m);
		SIM_EQ(s, sim_get(mode), i & 1, "Overflow_Mode");
		SIM_EQ(s, !(monitor_get(m, NUMACHINE_STATUS) & NUMACHINE_STATUS_HALF_MASK),
		       i & 1, "STATUS.HALF");
	}
	monitor_compare(m);
}

/* Makes the overflow pulse at any distance from a mon_start. */
static void ovf_any_clock(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct sim_pin *mode = sim_pin(s, "overflow_mode");
	unsigned int half = 0;

	m->overflow_cut = true;
	for (int EACH(at, -3); at <= 6; at++) {
		monitor_settle(m);
		for (int EACH(clock, -3); clock <= 6; clock++) {
			monitor_pin(m, "overflow", clock == at);
			if (clock == 0)
				nmbus_start(m->bus, &(struct nmbus_access){.ad = AD});
			sim_wait_edge(m->clk, SIM_RISE);
			half ^= clock == at;
			SIM_EQ(s, sim_get(mode), !half, "Overflow_Mode");
		}
		monitor_pin(m, "overflow", 0);
	}
	monitor_compare(m);
}

/* Makes two events four clocks apart: in histogram mode only, the second must count in the
 * other half. */
static void ovf_next_event(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	static const struct {
		unsigned int mode, first, second;
	} is[] = {{MONITOR_HISTOGRAM + 0, 1, 0x41},
		  {MONITOR_HISTOGRAM + 1, 1, 0x41},
		  {MONITOR_HISTOGRAM + 2, 1, 0x41},
		  {MONITOR_HISTOGRAM + 3, 1, 0x41},
		  {MONITOR_FLYER, 0, 0},
		  {MONITOR_DEPTH, 0, 0}};

	for (unsigned int EACH(i, 0); i < 6; i++) {
		monitor_clear(m);
		nmbus_reset(m->bus, 2);
		monitor_put(m, NUMACHINE_CONFIG, is[i].mode);
		monitor_poke(m, is[i].first, UINT32_MAX);
		monitor_event(m, AD, 0);
		monitor_event(m, AD, 0);
		monitor_settle(m);
		if (is[i].first == is[i].second) {
			SIM_EQ(s, monitor_counter(m, is[i].first), 1, "the counter");
		} else {
			SIM_EQ(s, monitor_counter(m, is[i].first), 0, "old half");
			SIM_EQ(s, monitor_counter(m, is[i].second), 1, "new half");
		}
		SIM_EQ(s, monitor_sum(m), 1, "counts");
	}
}

/* Checks that bit 6 of the counter address is that of the half. */
static void ovf_halves(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	const uint64_t n = sim_length(s, 20000, 300);
	struct nmbus_access a;

	for (uint32_t i = 0; i < NM_GOLDEN_LABELS; i++)
		monitor_poke_label(m, i, sim_random(s) & 0x1FF);
	monitor_poke_label(m, 0, 0);
	monitor_put(m, NUMACHINE_CONFIG, MONITOR_HISTOGRAM + 1);
	for (unsigned int EACH(half, 0); half < 2; half++) {
		uint64_t in = 0;

		for (uint64_t i = 0; i < n; i++) {
			monitor_random(m, &a);
			nmbus_transact(m->bus, &a);
		}
		monitor_settle(m);
		for (unsigned int i = 0; i < NM_GOLDEN_COUNTERS; i++)
			in += (i >> 6 & 1) == half ? sram_peek(m->counters, i) : 0;
		SIM_CHECK(s, in > n / 8, "%u counts", (unsigned int)in);
		SIM_EQ(s, in, monitor_sum(m), "counts in the half");
		monitor_clear(m);
		monitor_poke(m, 1, UINT32_MAX);
		monitor_event(m, AD, 0);
		monitor_clear(m);
	}
}

/* Returns the bits PENDING and SECOND. */
static uint32_t overflows(struct monitor *m)
{
	return monitor_get(m, NUMACHINE_STATUS) &
	       (NUMACHINE_STATUS_PENDING_MASK | NUMACHINE_STATUS_SECOND_MASK);
}

static void ovf_interrupt(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct sim_pin *irq = sim_pin(s, "sf_interrupt");

	for (unsigned int EACH(enable, 0); enable < 2; enable++) {
		monitor_put(m, NUMACHINE_IENABLE, enable << NUMACHINE_IENABLE_OVERFLOW_LSB);
		monitor_poke(m, 0x1230, UINT32_MAX);
		monitor_event(m, 0x123u << NMBUS_PAGE_BITS, 0);
		monitor_settle(m);
		SIM_EQ(s, overflows(m), NUMACHINE_STATUS_PENDING_MASK, "STATUS: pending");
		SIM_EQ(s, sim_get(irq), enable, "interrupt");
		SIM_EQ(s, monitor_get(m, NUMACHINE_OVADDR), 0x1230, "OVADDR");
		sim_wait_cycles(m->clk, 100);
		SIM_EQ(s, sim_get(irq), enable, "interrupt until software acknowledges");
		monitor_put(m, NUMACHINE_STATUS, 0);
		SIM_EQ(s, sim_get(irq), enable, "interrupt after writing 0");
		monitor_put(m, NUMACHINE_STATUS, NUMACHINE_STATUS_PENDING_MASK);
		sim_wait_cycles(m->clk, 1);
		SIM_EQ(s, sim_get(irq), 0, "interrupt after acknowledge");
		SIM_EQ(s, overflows(m), 0, "STATUS after acknowledge");
	}
	/* while an overflow is pending, the enable bit sets and clears the interrupt */
	monitor_poke(m, 0, UINT32_MAX);
	monitor_event(m, AD, 0);
	monitor_settle(m);
	SIM_EQ(s, sim_get(irq), 1, "interrupt");
	monitor_put(m, NUMACHINE_IENABLE, 0);
	sim_wait_cycles(m->clk, 1);
	SIM_EQ(s, sim_get(irq), 0, "interrupt disabled");
	monitor_compare(m);
}

/* Makes a second overflow: it must be flagged, and the first address must be kept. */
static void ovf_second(struct sim *s)
{
	struct monitor *m = monitor_start(s);

	for (unsigned int EACH(i, 0); i < 3; i++) {
		monitor_poke(m, (0x321 + i) << 4, UINT32_MAX);
		monitor_event(m, (uint64_t)(0x321 + i) << NMBUS_PAGE_BITS, 0);
		monitor_settle(m);
		SIM_EQ(s, overflows(m),
		       i ? NUMACHINE_STATUS_PENDING_MASK | NUMACHINE_STATUS_SECOND_MASK
			 : NUMACHINE_STATUS_PENDING_MASK,
		       "STATUS");
		SIM_EQ(s, monitor_get(m, NUMACHINE_OVADDR), 0x3210, "OVADDR");
	}
	/* SECOND alone, then the acknowledge of both */
	monitor_put(m, NUMACHINE_STATUS, NUMACHINE_STATUS_SECOND_MASK);
	SIM_EQ(s, overflows(m), NUMACHINE_STATUS_PENDING_MASK, "STATUS after clearing SECOND");
	monitor_poke(m, 0, UINT32_MAX);
	monitor_event(m, AD, 0);
	monitor_settle(m);
	SIM_EQ(s, overflows(m), NUMACHINE_STATUS_PENDING_MASK | NUMACHINE_STATUS_SECOND_MASK,
	       "STATUS");
	monitor_put(m, NUMACHINE_STATUS, NUMACHINE_STATUS_PENDING_MASK);
	SIM_EQ(s, overflows(m), 0, "STATUS after acknowledge");
	monitor_poke(m, 0x5550, UINT32_MAX);
	monitor_event(m, 0x555u << NMBUS_PAGE_BITS, 0);
	monitor_settle(m);
	SIM_EQ(s, monitor_get(m, NUMACHINE_OVADDR), 0x5550, "OVADDR of the next");
	monitor_compare(m);
}

/* ---- monitoring goes on while software empties the half that overflowed ---- */

#define KINDS 7
static const uint16_t kinds[KINDS] = {0x008, 0x000, 0x028, 0x020, 0x0C0, 0x0C8, 0x080};

struct stream {
	struct monitor *m;
	uint64_t left;
	unsigned int gap;
};

static bool stream(void *arg, struct nmbus_access *a)
{
	struct stream *t = arg;

	if (t->gap || !t->left) {
		t->gap -= t->gap > 0;
		return false;
	}
	t->gap = 3;
	t->left--;
	*a = (struct nmbus_access){.ad = AD, .cmd = kinds[sim_range(t->m->s, 0, KINDS - 1)]};
	return true;
}

/* Reads a half of the counters and presets it to @preset again; returns the number of events
 * counted there since the last preset. */
static uint64_t empty(struct monitor *m, unsigned int half, uint32_t preset)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < KINDS; i++) {
		/* the caller adds 2^32 for the wrap */
		sum += (uint64_t)monitor_counter(m, half << 6 | i) - preset;
		monitor_put_counter(m, half << 6 | i, preset);
	}
	return sum;
}

static void ovf_goes_on(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	const uint64_t length = sim_length(s, 20000, 2500),
		       events = length < 600 ? 600 : length;
	/* the preset is farther from the wrap than the number of events that come while
	 * software empties a half */
	const uint32_t preset = UINT32_MAX - 30 - (uint32_t)(events / 60);
	struct stream t = {.m = m, .left = events};
	uint64_t total = 0;
	unsigned int overflows = 0;

	for (unsigned int i = 0; i < KINDS; i++) {
		monitor_poke(m, i, preset);
		monitor_poke(m, 0x40 | i, preset);
	}
	monitor_put(m, NUMACHINE_CONFIG, MONITOR_HISTOGRAM);
	monitor_put(m, NUMACHINE_IENABLE, 1 << NUMACHINE_IENABLE_OVERFLOW_LSB);
	nmbus_traffic(m->bus, stream, &t);
	while (t.left) {
		uint32_t status;

		if (nmbus_device(m->bus)->ops->wait_irq(nmbus_device(m->bus), 5) != 0)
			continue;
		overflows++;
		status = monitor_get(m, NUMACHINE_STATUS);
		total += empty(m, !(status & NUMACHINE_STATUS_HALF_MASK), preset) +
			 ((uint64_t)1 << 32);
		monitor_put(m, NUMACHINE_STATUS,
			    status & (NUMACHINE_STATUS_PENDING_MASK |
				      NUMACHINE_STATUS_SECOND_MASK));
		SIM_EQ(s, status & NUMACHINE_STATUS_SECOND_MASK, 0, "second overflow");
	}
	monitor_settle(m);
	SIM_EQ(s, monitor_get(m, NUMACHINE_STATUS) & NUMACHINE_STATUS_PENDING_MASK, 0,
	       "STATUS: pending");
	total += empty(m, 0, preset) + empty(m, 1, preset);
	SIM_EQ(s, total, events, "events in software's totals");
	SIM_CHECK(s, overflows >= 2, "%u overflows", overflows);
	monitor_compare(m);
}

const struct sim_test sim_tests[] = {
	{"count_sram", count_sram, "NM-CNT-001 NM-EXT-004 NM-EXT-006", NULL},
	{"count_trace", count_trace, "NM-CNT-002 NM-PIPE-004", NULL},
	{"count_carry", count_carry, "NM-CNT-003 NM-CNT-004 NM-CNT-005", NULL},
	{"count_hold", count_hold, "NM-CNT-006", NULL},
	{"count_hold_random", count_hold_random, "NM-CNT-006", NULL},
	{"count_hold_waits", count_hold_waits, "NM-CNT-006 NM-PIPE-008", NULL},
	{"count_same", count_same, "NM-CNT-009 NM-PIPE-005", NULL},
	{"count_same_pipelined", count_same_pipelined, "NM-CNT-009", "numachine_pipe"},
	{"count_near_pipelined", count_near_pipelined, "NM-CNT-009", "numachine_pipe"},
	{"count_states", count_states, "NM-CNT-011", NULL},
	{"count_states_pipelined", count_states, "NM-CNT-011", "numachine_pipe"},
	{"count_reset", count_reset, "NM-CNT-010 NM-CNT-012 NM-PIPE-011", NULL},
	{"ovf_toggles", ovf_toggles, "NM-OVF-001 NM-OVF-002", NULL},
	{"ovf_toggles_pipelined", ovf_toggles, "NM-OVF-001 NM-OVF-002", "numachine_pipe"},
	{"ovf_any_clock", ovf_any_clock, "NM-OVF-003", NULL},
	{"ovf_next_event", ovf_next_event, "NM-OVF-004 NM-OVF-006", NULL},
	{"ovf_halves", ovf_halves, "NM-OVF-005", NULL},
	{"ovf_interrupt", ovf_interrupt, "NM-OVF-007 NM-SF-004", NULL},
	{"ovf_interrupt_pipelined", ovf_interrupt, "NM-OVF-007 NM-SF-004", "numachine_pipe"},
	{"ovf_second", ovf_second, "NM-OVF-009 NM-SF-005", NULL},
	{"ovf_second_pipelined", ovf_second, "NM-OVF-009 NM-SF-005", "numachine_pipe"},
	{"ovf_goes_on", ovf_goes_on, "NM-OVF-008", NULL},
	{0},
};
