/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the MultiKron_II: registers, counters, samples, holding register. Every read and every
 * sample byte is compared with the golden model.
 */
#include "mk_sample.h"
#include "mkboard.h"

#define SLOT(n) (MULTIKRON_HOLD + 8 * (n)) /* of 64 */
#define SRC(n) (MULTIKRON_SRC0 + 8 * (n))
#define RC(n) (MULTIKRON_RC0 + 8 * (n))
#define STOPPED (MKBOARD_RECOMMENDED | MK_DIS_STATE)
#define CSR_MODES (CSR_SAMPLING | CSR_DISCARD | CSR_MODE32)
#define BASIC (CSR_SAMPLING | CSR_MODE32)

static struct mkboard *start(struct sim *s, uint32_t more, uint32_t csr)
{
	struct mkboard *b = mkboard_open(s, NULL);

	mkboard_start(b, more, csr);
	return b;
}

/* Reads the sample at @word of memory. */
static void sample(struct mkboard *b, uint32_t word, struct mk_sample *m)
{
	uint8_t byte[MK_RESOURCE_BYTES];

	mkboard_memory_bytes(b, word, byte, sizeof(byte));
	mk_sample_decode(byte, m);
}

/* ---- registers ---- */

/* Accesses each slot at +0 and +4, in both modes, in random order. */
static void slots(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	const unsigned int n = (unsigned int)sim_length(s, 3000, 200);

	for (unsigned int EACH(i, 0); i < 64; i++) {
		const uint32_t hold = (uint32_t)sim_random(s);

		mkboard_put(b, SLOT(i) + 4, hold);
		SIM_EQ(s, mkboard_get(b, SLOT(63 - i) + 4), hold, "+4 is the holding register");
		SIM_EQ(s, mkboard_get(b, MULTIKRON_HOLD), hold, "HOLD");
		mkboard_get(b, SLOT(i));
		mkboard_get(b, MULTIKRON_HOLD);
	}
	/* each source address register gets random values, in which every bit is 1 and 0 */
	for (unsigned int k = 0; k < 4; k++) {
		for (unsigned int i = 0; i < 8; i++)
			mkboard_put(b, SRC(i), k ? -(k & 1) : (uint32_t)sim_random(s));
		for (unsigned int i = 0; i < 8; i++)
			mkboard_get(b, SRC(i));
	}
	/* slots without a register */
	for (uint32_t EACH(offset, MULTIKRON_OVRCNT + 8); offset < MULTIKRON_TS0; offset += 8) {
		mkboard_put(b, offset, 0xFFFFFFFF);
		SIM_EQ(s, mkboard_get(b, offset), 0, "no register");
	}
	/* random registers; timed sources are excluded, so everything is predicted */
	for (unsigned int i = 0; i < n; i++) {
		static const uint32_t offsets[] = {
			MULTIKRON_HOLD,	    MULTIKRON_FILTER,	  MULTIKRON_RC_ENABLE,
			MULTIKRON_RC_RESET, MULTIKRON_RC_MODE,	  MULTIKRON_MUXSEL,
			MULTIKRON_SRC2,	    MULTIKRON_RC_DISABLE, MULTIKRON_RC4,
			MULTIKRON_RC5,	    MULTIKRON_OVRCNT,	  MULTIKRON_TS,
			MULTIKRON_CSR,	    MULTIKRON_WAITCNT};
		const uint32_t offset = offsets[sim_range(s, 0, 13)];
		const bool wide = !sim_range(s, 0, 3), write = sim_range(s, 0, 1);
		uint64_t v = sim_random(s);

		if (offset == MULTIKRON_CSR)
			v = (v & ~(uint64_t)0xF) | (sim_range(s, 0, 1) ? BASIC : CSR_SAMPLING);
		if (write && wide)
			mkboard_put64(b, offset, v);
		else if (write)
			mkboard_put(b, offset + (sim_range(s, 0, 3) ? 0 : 4), (uint32_t)v);
		else if (wide)
			mkboard_get64(b, offset);
		else
			mkboard_get(b, offset + (sim_range(s, 0, 3) ? 0 : 4));
	}
	mkboard_settle(b);
}

/* Tests 32-bit mode, in which a write uses {HOLD, word}, and 64-bit mode, in which it uses 64
 * bits directly or an upper half of 0. */
static void widths(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	struct mk_sample m;

	mkboard_put_by_hold(b, MULTIKRON_MUXSEL, 0x0A0B0C0D0E0F0A0B);
	SIM_EQ(s, mkboard_get_by_hold(b, MULTIKRON_MUXSEL), 0x0A0B0C0D0E0F0A0B, "MUXSEL");
	mkboard_put_by_hold(b, MULTIKRON_TS0, 0x1122334455667788);
	/* a 64-bit access in the same mode also changes the holding register */
	mkboard_put64(b, MULTIKRON_TS0, 0x99AABBCCDDEEFF00);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_HOLD), 0x99AABBCC, "HOLD");
	mkboard_put(b, MULTIKRON_CSR, CSR_SAMPLING);
	mkboard_put(b, MULTIKRON_HOLD, 0xDEADBEEF);
	mkboard_put(b, MULTIKRON_TS0, 0x12345678);
	mkboard_put(b, MULTIKRON_MUXSEL, 0x0F0E0D0C);
	SIM_EQ(s, mkboard_get64(b, MULTIKRON_MUXSEL), 0x0F0E0D0C, "MUXSEL of 32 bits");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_HOLD), 0xDEADBEEF, "HOLD");
	mkboard_put64(b, MULTIKRON_MUXSEL, 0xFEDCBA0F0A0B0C0D);
	SIM_EQ(s, mkboard_get64(b, MULTIKRON_MUXSEL), 0xFEDCBA0F0A0B0C0D, "MUXSEL");
	mkboard_put64(b, MULTIKRON_TS0, 0xA1A2A3A4A5A6A7A8);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_HOLD), 0xDEADBEEF, "HOLD");
	mkboard_settle(b);
	sample(b, 0, &m);
	SIM_EQ(s, m.data, 0x1122334455667788, "by HOLD");
	sample(b, 5, &m);
	SIM_EQ(s, m.data, 0x99AABBCCDDEEFF00, "64 bits in 32-bit mode");
	sample(b, 10, &m);
	SIM_EQ(s, m.data, 0x12345678, "32 bits in 64-bit mode");
	sample(b, 15, &m);
	SIM_EQ(s, m.data, 0xA1A2A3A4A5A6A7A8, "64 bits");
}

static void csr(struct sim *s)
{
	struct mkboard *b = mkboard_open(s, NULL);
	uint64_t t;

	mkboard_power_on(b);
	mkboard_config(b, STOPPED);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_CSR), CSR_EMPTY, "after reset");
	for (unsigned int i = 0; i < 10; i++)
		mkboard_trace(b, 0, i);
	SIM_EQ(s, b->taken + b->lost + mkboard_get(b, MULTIKRON_OVRCNT), 0, "CSR[0] = 0");
	SIM_EQ(s, mk_golden_level(&b->g.fifo), 0, "FIFO");
	mkboard_put(b, MULTIKRON_CSR, 0xFFFFFFFF);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_CSR), CSR_MODES | CSR_EMPTY, "FFFFFFFF");
	/* overflow: set by a discard, cleared by writing 1 */
	for (unsigned int i = 0; i < 66; i++) {
		mkboard_trace(b, 0, i);
		sim_wait(s, SIM_US(1));
	}
	SIM_EQ(s, mkboard_get(b, MULTIKRON_CSR), CSR_MODES | CSR_OVERFLOW | CSR_FULL,
	       "discarded");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_CSR), CSR_MODES | CSR_OVERFLOW | CSR_FULL,
	       "not by reading");
	mkboard_put(b, MULTIKRON_CSR, CSR_MODES);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_CSR), CSR_MODES | CSR_OVERFLOW | CSR_FULL,
	       "not by writing 0");
	mkboard_put(b, MULTIKRON_CSR, CSR_MODES | CSR_OVERFLOW);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_CSR), CSR_MODES | CSR_FULL, "by writing 1");
	mkboard_trace(b, 0, 0);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_CSR), CSR_MODES | CSR_OVERFLOW | CSR_FULL, "again");
	mkboard_put(b, MULTIKRON_SWRESET, 0);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_CSR), CSR_EMPTY, "after reset");
	/* timestamp */
	sim_wait(s, SIM_US(20));
	t = sim_get(b->obs_stamp);
	SIM_CHECK(s, t > 200, "timestamp runs");
	mkboard_put(b, MULTIKRON_CSR, CSR_TSCLEAR | BASIC);
	t = mkboard_get(b, MULTIKRON_TS);
	SIM_CHECK(s, t < 10, "cleared: %u", (unsigned int)t);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_CSR), BASIC | CSR_EMPTY, "CSR[3] reads 0");
}

/* Checks CSR[9] and CSR[10] at each level of the chip's FIFO, from which single bytes are
 * taken. */
static void levels(struct sim *s)
{
	struct mkboard *b = start(s, MK_TEST, CSR_DISCARD);
	bool full_seen = false, edge_seen = false;
	size_t level;

	for (unsigned int i = 0; i < 64; i++) {
		mkboard_trace(b, 0, i);
		sim_wait(s, SIM_US(1));
	}
	SIM_EQ(s, mk_golden_level(&b->g.chip), 256, "bytes in the chip");
	for (;;) {
		uint32_t v;

		sim_wait(s, SIM_US(1));
		level = mk_golden_level(&b->g.chip);
		v = mkboard_get(b, MULTIKRON_CSR);
		if (mk_golden_level(&b->g.chip) != level)
			SIM_FAIL(s, "the level changes");
		SIM_EQ(s, !!(v & CSR_FULL), level > 236, "CSR[10]");
		SIM_EQ(s, !!(v & CSR_EMPTY), level == 0, "CSR[9]");
		full_seen |= level == 237;
		edge_seen |= level == 236;
		if (!level)
			break;
		mkboard_get(b, MULTIKRON_TEST);
	}
	SIM_CHECK(s, full_seen && edge_seen, "levels 236 and 237");
	/* a sample is taken at level 236 and lost at 237 */
	mkboard_config(b, MKBOARD_RECOMMENDED);
	mkboard_settle(b);
}

static void timestamp(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	uint64_t t[2], at[2], v;

	v = mkboard_get_by_hold(b, MULTIKRON_TS);
	SIM_EQ(s, v >> 56, 0, "bits 63..56");
	SIM_EQ(s, mkboard_get64(b, MULTIKRON_TS) >> 56, 0, "bits 63..56");
	for (unsigned int i = 0; i < 2; i++) {
		mkboard_trace(b, 0, i);
		t[i] = b->last_stamp;
		at[i] = b->last_taken;
		sim_wait_cycles(b->nodeclk, 10000);
	}
	mkboard_near(s, (t[1] - t[0]) * 4, at[1] - at[0], 4, "ticks without gap");
	mkboard_settle(b);
}

/* Reads a counter around a carry from bit 31: the low word and HOLD must be of the same
 * clock. */
static void carry(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	uint64_t last = mkboard_get_by_hold(b, MULTIKRON_TS);
	unsigned int below = 0, above = 0;

	for (unsigned int i = 0; i < 400; i++) {
		const uint64_t v = mkboard_get_by_hold(b, MULTIKRON_TS);

		SIM_CHECK(s, v >= last && v - last < 100, "from %llX to %llX",
			  (unsigned long long)last, (unsigned long long)v);
		SIM_CHECK(s, v >> 32 == 5 || v >> 32 == 6, "upper half %X",
			  (unsigned int)(v >> 32));
		below += v >> 32 == 5;
		above += v >> 32 == 6;
		last = v;
		sim_wait(s, SIM_NS(sim_range(s, 0, 400)));
	}
	SIM_CHECK(s, below && above, "the carry was not met");
}

#define CARRY_READS_LEAST 25 /* within which 4 come before the carry and 4 after it */

/* Reads the timestamp around a carry from bit 31, each time at a later phase if the last read
 * was before the carry, and at an earlier one if it was after it: so some reads take place in
 * the clock of the carry. HOLD is the upper half of the clock in which the lower half was read.
 */
static void carry_phases(struct sim *s)
{
	struct mkboard *b = mkboard_open(s, NULL);
	const uint64_t reads = sim_length(s, 80, 30);
	uint64_t at = UINT64_C(0x5FFFFFFF9);
	unsigned int below = 0, above = 0;

	for (uint64_t i = reads < CARRY_READS_LEAST ? CARRY_READS_LEAST : reads; i; i--) {
		uint64_t v, before, after;

		mkboard_start(b, 0, 0);
		do {
			sim_wait_cycles(b->nodeclk, 1);
			before = sim_get(b->obs_stamp);
		} while (before < at);
		sim_wait(s, SIM_NS(sim_range(s, 0, 50)));
		v = mkboard_get_by_hold(b, MULTIKRON_TS);
		after = sim_get(b->obs_stamp);
		SIM_CHECK(s, v >= before && v <= after, "read 0x%llX between 0x%llX and 0x%llX",
			  (unsigned long long)v, (unsigned long long)before,
			  (unsigned long long)after);
		if (v >> 32 == 5) {
			below++;
			at += sim_range(s, 1, 2);
		} else {
			above++;
			at -= sim_range(s, 1, 2);
		}
	}
	SIM_CHECK(s, below > 3 && above > 3, "%u reads before the carry, %u after it", below,
		  above);
}

static void wraps(struct sim *s)
{
	struct mkboard *b = mkboard_open(s, NULL);
	uint64_t v;

	mkboard_power_on(b);
	mkboard_config(b, MKBOARD_RECOMMENDED);
	mkboard_put(b, MULTIKRON_CSR, CSR_SAMPLING);
	v = mkboard_get64(b, MULTIKRON_TS);
	SIM_CHECK(s, v > 0xFFFFFFFFFFFF00, "before: %llX", (unsigned long long)v);
	sim_wait(s, SIM_US(30));
	v = mkboard_get64(b, MULTIKRON_TS);
	SIM_CHECK(s, v < 0x100, "after: %llX", (unsigned long long)v);
	/* samples of both sides, with the counters, which go from FFFFEC78 to 0 */
	for (unsigned int EACH(i, 0); i < 3; i++) {
		struct mk_sample m;
		const uint32_t from = mkboard_get(b, MULTIKRON_MAP);

		mkboard_put(b, MULTIKRON_SWRESET, 0);
		mkboard_put(b, MULTIKRON_CSR, CSR_SAMPLING);
		for (unsigned int k = 0; k < 3; k++) {
			mkboard_resource(b, k, k);
			if (k == 1)
				mkboard_put(b, MULTIKRON_RC_RESET, 0xFFFF);
			sim_wait(s, SIM_US(15));
		}
		mkboard_settle(b);
		for (unsigned int EACH(k, 0); k < 3; k++) {
			sample(b, from + 21 * k, &m);
			SIM_CHECK(s,
				  k < 2 ? m.timestamp > 0xFFFFFFFFFFFF00 : m.timestamp < 0x100,
				  "sample %u: %llX", k, (unsigned long long)m.timestamp);
			for (unsigned int EACH(n, 0); n < 16; n++)
				SIM_EQ(s, m.counter[n],
				       k == 2 ? 0 : (n & 1 ? 0xFFFFFFFF : 0xFFFFEC78),
				       "counter");
		}
	}
}

static void filter(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);

	SIM_EQ(s, mkboard_get(b, MULTIKRON_FILTER), 0xFFFF, "after reset");
	mkboard_put(b, MULTIKRON_MUXSEL,
		    MK_COUNTS(0, SOURCE_TRACE) | MK_COUNTS(1, SOURCE_RESOURCE) |
			    MK_COUNTS(2, SOURCE_LOST));
	mkboard_put(b, MULTIKRON_RC_ENABLE, 7);
	for (unsigned int EACH(bit, 0); bit < 16; bit++) {
		uint64_t before;

		mkboard_put(b, MULTIKRON_FILTER, 0xFFFF & ~(1u << bit));
		for (unsigned int EACH(i, 0); i < 16; i++) {
			before = b->taken;
			if (i < 8)
				mkboard_trace(b, i, i);
			else
				mkboard_resource(b, i - 8, i);
			SIM_EQ(s, b->taken - before, i != bit, "sample");
		}
		mkboard_drain(b);
	}
	SIM_EQ(s, mkboard_get(b, RC(0)), 8 * 15, "trace samples");
	SIM_EQ(s, mkboard_get(b, RC(1)), 8 * 15, "resource samples");
	SIM_EQ(s, mkboard_get(b, RC(2)) + mkboard_get(b, MULTIKRON_OVRCNT), 0, "lost");
	mkboard_settle(b);
}

/* ---- counters ---- */

static void enables(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	uint32_t mask = 0;

	SIM_EQ(s, mkboard_get(b, MULTIKRON_RC_ENABLE), 0, "after reset");
	mkboard_put_by_hold(b, MULTIKRON_MUXSEL, MK_ALL_COUNT(SOURCE_CPU));
	for (unsigned int EACH(n, 0); n < 16; n++) {
		mkboard_put(b, MULTIKRON_RC_ENABLE, 1u << n);
		for (unsigned int i = 0; i < 16; i++)
			mkboard_put(b, RC(i), (uint32_t)sim_random(s));
		SIM_EQ(s, mkboard_get(b, RC(n)), 1, "count");
		mkboard_put(b, MULTIKRON_RC_ENABLE, 0);
		mkboard_put(b, RC(n), 0);
		SIM_EQ(s, mkboard_get(b, RC(n)), 2, "0 bits have no effect");
		mkboard_put(b, MULTIKRON_RC_DISABLE, 1u << n);
		mkboard_put(b, RC(n), 0);
		SIM_EQ(s, mkboard_get(b, RC(n)), 2, "stopped");
		mkboard_put(b, MULTIKRON_RC_RESET, 1u << n);
		SIM_EQ(s, mkboard_get(b, RC(n)), 0, "cleared");
		SIM_EQ(s, mkboard_get(b, MULTIKRON_RC_RESET), 0, "still stopped");
		mkboard_put(b, MULTIKRON_RC_ENABLE, 1u << n);
		mkboard_put(b, RC(n), 0);
		mkboard_put(b, MULTIKRON_RC_RESET, 1u << n);
		SIM_EQ(s, mkboard_get(b, MULTIKRON_RC_DISABLE), 1u << n, "still enabled");
		mkboard_put(b, RC(n), 0);
		SIM_EQ(s, mkboard_get(b, RC(n)), 1, "counts on");
		mkboard_put(b, MULTIKRON_RC_DISABLE, 0xFFFF);
		mkboard_put(b, MULTIKRON_RC_RESET, 0xFFFF);
	}
	for (unsigned int EACH(i, 0); i < 100; i++) {
		const uint32_t v = (uint32_t)sim_random(s) & 0xFFFF;

		mkboard_put(b, i & 1 ? MULTIKRON_RC_ENABLE : MULTIKRON_RC_DISABLE, v);
		mask = i & 1 ? mask | v : mask & ~v;
		SIM_EQ(s, mkboard_get(b, MULTIKRON_RC_ENABLE), mask, "enabled");
		SIM_EQ(s, mkboard_get(b, MULTIKRON_RC_DISABLE), mask, "enabled");
		SIM_EQ(s, mkboard_get(b, MULTIKRON_RC_RESET), mask, "enabled");
	}
}

/* Checks that the processor increments only counters with source 5 that are enabled. */
static void increments(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	const unsigned int n = sim_is_icarus(s) ? 30 : 100;

	mkboard_put(b, MULTIKRON_RC_ENABLE, 0x7FFF);
	for (unsigned int EACH(source, 0); source < 16; source++) {
		/* these two count time; the others count nothing, because no pin moves and
		 * there are no samples */
		if (source == SOURCE_NODECLK || source == SOURCE_TICK)
			continue;
		mkboard_put_by_hold(b, MULTIKRON_MUXSEL, MK_ALL_COUNT(source));
		mkboard_put(b, MULTIKRON_RC_RESET, 0xFFFF);
		for (unsigned int i = 0; i < n; i++)
			mkboard_put(b, RC(3), (uint32_t)sim_random(s));
		mkboard_put(b, RC(15), 0);
		/* not counters 0 and 2, which count DEVSEL# with SOURCE_EDGE
		 * and SOURCE_LEVEL */
		SIM_EQ(s, mkboard_get(b, RC(3)), source == SOURCE_CPU ? n : 0, "counter 3");
		SIM_EQ(s, mkboard_get(b, RC(4)), 0, "counter 4");
		SIM_EQ(s, mkboard_get(b, RC(15)), 0, "counter 15 is off");
	}
	/* SOURCE_OFF and the numbers without a source never count, whatever is active */
	for (unsigned int EACH(source, SOURCE_WAIT); source < 16; source++) {
		mkboard_put_by_hold(b, MULTIKRON_MUXSEL,
				    MK_ALL_COUNT(source == SOURCE_WAIT ? SOURCE_OFF : source));
		mkboard_put(b, MULTIKRON_RC_ENABLE, 0xFFFF);
		mkboard_put(b, MULTIKRON_RC_RESET, 0xFFFF);
		for (unsigned int i = 0; i < 10; i++) {
			mkboard_ext(b, i & 1 ? 0xFFFF : 0);
			mkboard_trace(b, 0, i);
			sim_wait(s, SIM_NS(200));
		}
		for (unsigned int EACH(n, 0); n < 16; n++)
			SIM_EQ(s, mkboard_get(b, RC(n)), 0, "no source");
	}
	mkboard_settle(b);
}

/* Checks that a pair has a carry from counter 2k to 2k+1 and that unpaired 32-bit counters wrap
 * separately. The counters start just below their wrap. */
static void pairs(struct sim *s)
{
	struct mkboard *b = mkboard_open(s, NULL);
	uint32_t left;

	mkboard_start(b, 0, 0);
	mkboard_put_by_hold(b, MULTIKRON_MUXSEL, MK_ALL_COUNT(SOURCE_CPU));
	mkboard_put(b, MULTIKRON_RC_MODE, 0xAA);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_RC_MODE), 0xAA, "RC_MODE");
	/* NODECLK counts the even counters to just below their wrap */
	mkboard_put_by_hold(b, MULTIKRON_MUXSEL, MK_ALL_COUNT(SOURCE_NODECLK));
	mkboard_put(b, MULTIKRON_RC_MODE, 0);
	for (unsigned int EACH(n, 0); n < 16; n += 2)
		SIM_EQ(s, mkboard_get(b, RC(n)), 0xFFFFEC78, "begin");
	mkboard_put(b, MULTIKRON_RC_ENABLE, 0x5555);
	sim_wait_cycles(b->nodeclk, 4700);
	mkboard_put(b, MULTIKRON_RC_DISABLE, 0xFFFF);
	left = -mkboard_get(b, RC(0));
	SIM_CHECK(s, left > 0 && left < 300, "%u before the wrap", left);
	mkboard_put(b, MULTIKRON_RC_MODE, 0xAA);
	mkboard_put_by_hold(b, MULTIKRON_MUXSEL, MK_ALL_COUNT(SOURCE_CPU));
	mkboard_put(b, MULTIKRON_RC_ENABLE, 0xFFFF);
	for (unsigned int i = 0; i < left + 2; i++)
		for (unsigned int n = 0; n < 4; n += 2)
			mkboard_put(b, RC(n), 0);
	SIM_EQ(s, mkboard_get(b, RC(0)), 2, "counter 0 has wrapped");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_HOLD), 0, "no pair");
	SIM_EQ(s, mkboard_get(b, RC(1)), 0xFFFFFFFF, "counter 1 is alone");
	SIM_EQ(s, mkboard_get(b, RC(2)), 2, "counter 2 has wrapped");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_HOLD), 0, "counter 3 has counted, from FFFFFFFF");
	SIM_EQ(s, mkboard_get(b, RC(3)), 0, "counter 3");
	mkboard_put(b, RC(3), 0);
	SIM_EQ(s, mkboard_get(b, RC(3)), 0, "of a pair only the lower one is incremented");
	mkboard_put(b, RC(1), 0);
	SIM_EQ(s, mkboard_get(b, RC(1)), 0, "counter 1 wraps alone");
	SIM_EQ(s, mkboard_get(b, RC(2)), 2, "counter 2");
}

/* Tests each of the eight pairs separately: the even counters count past their wrap. */
static void pair_each(struct sim *s)
{
	struct mkboard *b = mkboard_open(s, NULL);

	mkboard_start(b, 0, 0);
	for (unsigned int EACH(i, 0); i < 2; i++) {
		const uint32_t mode = i ? 0x55 : 0xAA;

		/* the software reset presets the counters to FFFFEC78 and FFFFFFFF */
		mkboard_put(b, MULTIKRON_SWRESET, 0);
		mkboard_put(b, MULTIKRON_CSR, BASIC);
		mkboard_put_by_hold(b, MULTIKRON_MUXSEL, MK_ALL_COUNT(SOURCE_NODECLK));
		mkboard_put(b, MULTIKRON_RC_MODE, mode);
		mkboard_put(b, MULTIKRON_RC_ENABLE, 0x5555);
		sim_wait_cycles(b->nodeclk, 5500);
		mkboard_put(b, MULTIKRON_RC_DISABLE, 0xFFFF);
		for (unsigned int EACH(n, 0); n < 16; n += 2) {
			SIM_EQ(s, mkboard_get(b, RC(n)), mkboard_get(b, RC(0)),
			       "even counters are equal");
			SIM_CHECK(s, mkboard_get(b, RC(n)) < 2000, "counter %u has not wrapped",
				  n);
			SIM_EQ(s, mkboard_get(b, RC(n + 1)), mode >> n / 2 & 1 ? 0 : 0xFFFFFFFF,
			       "odd counter: 1 more in a pair");
		}
	}
}

/* Reads a pair that counts fast: both halves must be of the same clock, also across a carry. */
static void pair_read(struct sim *s)
{
	struct mkboard *b = mkboard_open(s, NULL);
	uint64_t last = 0;

	mkboard_start(b, 0, 0);
	mkboard_put(b, MULTIKRON_MUXSEL, MK_COUNTS(0, SOURCE_NODECLK));
	mkboard_put(b, MULTIKRON_RC_MODE, 1);
	mkboard_put(b, MULTIKRON_RC_ENABLE, 1);
	sim_wait(s, SIM_US(75));
	for (unsigned int i = 0; i < 300; i++) {
		const uint64_t v = mkboard_get_by_hold(b, RC(0));

		/* FFFFFFFF:FFFFEC78 goes to 0 */
		SIM_CHECK(s, i == 0 || v - last < 200, "from %llX to %llX",
			  (unsigned long long)last, (unsigned long long)v);
		last = v;
		sim_wait(s, SIM_NS(sim_range(s, 0, 500)));
	}
	SIM_CHECK(s, last < 0x100000, "wrapped as 64 bits: %llX", (unsigned long long)last);
}

/* Counts rising edges and levels of each external pin. */
static void pins(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	const unsigned int n = (unsigned int)sim_length(s, 1000, 50);
	const uint32_t on_connector = 0xFFFA; /* 0 and 2 are DEVSEL# */

	mkboard_put_by_hold(b, MULTIKRON_MUXSEL, MK_ALL_COUNT(SOURCE_EDGE));
	mkboard_put(b, MULTIKRON_RC_ENABLE, 0xFFFF & on_connector);
	for (unsigned int i = 0; i < n; i++) {
		mkboard_ext(b, 0xFFFF);
		sim_wait(s, SIM_NS(sim_range(s, 50, 150)));
		mkboard_ext(b, 0);
		sim_wait(s, SIM_NS(sim_range(s, 50, 150)));
	}
	for (unsigned int EACH(i, 0); i < 16; i++)
		SIM_EQ(s, mkboard_get(b, RC(i)), on_connector >> i & 1 ? n : 0,
		       "edges of all pins");
	for (unsigned int EACH(pin, 0); pin < 16; pin++) {
		mkboard_put(b, MULTIKRON_RC_RESET, 0xFFFF);
		for (unsigned int i = 0; i < n; i++) {
			mkboard_ext(b, 1u << pin);
			sim_wait(s, SIM_NS(50));
			mkboard_ext(b, 0);
			sim_wait(s, SIM_NS(50));
		}
		for (unsigned int EACH(i, 0); i < 16; i++)
			SIM_EQ(s, mkboard_get(b, RC(i)),
			       i == pin && on_connector >> i & 1 ? n : 0, "edges of one pin");
	}
	/* clocks while active */
	mkboard_put_by_hold(b, MULTIKRON_MUXSEL, MK_ALL_COUNT(SOURCE_LEVEL));
	mkboard_put(b, MULTIKRON_RC_RESET, 0xFFFF);
	for (unsigned int pin = 0; pin < 16; pin++) {
		mkboard_ext(b, 1u << pin);
		sim_wait_cycles(b->nodeclk, 100 * (pin + 1));
		mkboard_ext(b, 0);
		sim_wait_cycles(b->nodeclk, 50);
	}
	for (unsigned int pin = 0; pin < 16; pin++)
		if (on_connector >> pin & 1)
			mkboard_near(s, mkboard_get(b, RC(pin)), 100 * (pin + 1), 2,
				     "clocks while active");
}

/* Checks the counters of samples, and compares those of NODECLK with the scoreboard's. */
static void sample_counters(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	struct mk_sample m[2];
	uint64_t at[2];
	uint32_t word[2];

	mkboard_put_by_hold(b, MULTIKRON_MUXSEL,
			    MK_COUNTS(0, SOURCE_TRACE) | MK_COUNTS(1, SOURCE_RESOURCE) |
				    MK_COUNTS(2, SOURCE_LOST) | MK_COUNTS(3, SOURCE_WAIT) |
				    MK_COUNTS(8, SOURCE_NODECLK) | MK_COUNTS(9, SOURCE_TICK));
	mkboard_put(b, MULTIKRON_RC_ENABLE, 0xFFFF);
	for (unsigned int i = 0; i < 37; i++)
		mkboard_trace(b, i % 8, i);
	for (unsigned int i = 0; i < 9; i++)
		mkboard_resource(b, i % 8, i);
	mkboard_drain(b);
	SIM_EQ(s, mkboard_get(b, RC(0)), 37, "trace samples");
	SIM_EQ(s, mkboard_get(b, RC(1)), 9, "resource samples");
	SIM_EQ(s, mkboard_get(b, RC(2)), 0, "lost");
	for (unsigned int i = 0; i < 2; i++) {
		word[i] = mkboard_get(b, MULTIKRON_MAP);
		mkboard_resource(b, 0, i);
		at[i] = b->last_taken;
		mkboard_drain(b);
		sim_wait_cycles(b->nodeclk, 4000);
	}
	sample(b, word[0], &m[0]);
	sample(b, word[1], &m[1]);
	SIM_EQ(s, m[1].counter[8] - m[0].counter[8], at[1] - at[0], "NODECLK clocks");
	SIM_EQ(s, m[1].counter[9] - m[0].counter[9], m[1].timestamp - m[0].timestamp,
	       "timestamp clocks");
	SIM_EQ(s, m[1].counter[1] - m[0].counter[1], 1, "resource samples");
	mkboard_settle(b);
}

/* ---- overload ---- */

/* The clock of the first chip select since this was zeroed. */
struct first_select {
	struct mkboard *b;
	uint64_t clock;
};

static void note_select(void *arg)
{
	struct first_select *f = arg;

	if (!f->clock && sim_get(f->b->obs_cs) & 1)
		f->clock = f->b->node_clocks;
}

/* Wait mode: the CPU waits until a sample fits; WAITCNT and source 9 count the clocks from the
 * first refusal to the sample. */
static void waits(struct sim *s)
{
	struct mkboard *b = start(s, MK_DIS_STATE, 0);
	struct first_select f = {.b = b, .clock = 1};
	uint64_t data = 64, sum = 0;
	struct pci_cycle c = {
		.command = PCI_MEM_WRITE, .addr = b->base + MULTIKRON_TS0, .data = &data};
	uint32_t counted = 0;

	b->on_node = note_select;
	b->on_arg = &f;
	mkboard_put_by_hold(b, MULTIKRON_MUXSEL, MK_COUNTS(15, SOURCE_WAIT));
	mkboard_put(b, MULTIKRON_RC_ENABLE, 0x8000);
	for (unsigned int i = 0; i < 64; i++) {
		mkboard_trace(b, 0, i);
		sim_wait(s, SIM_US(1));
	}
	SIM_EQ(s, mkboard_get(b, MULTIKRON_WAITCNT), 0, "no waiting yet");
	/* twice: the counts add up */
	for (unsigned int EACH(i, 0); i < 2; i++) {
		const uint64_t taken = b->taken;

		f.clock = 0;
		SIM_EQ(s, mkboard_try(b, &c), PCI_RETRY, "no room");
		sim_wait(s, SIM_US(50) + SIM_NS(sim_range(s, 0, 1000)));
		for (unsigned int EACH(k, 0); k < 5; k++)
			SIM_EQ(s, mkboard_try(b, &c), PCI_RETRY, "still none");
		mkboard_config(b, MKBOARD_RECOMMENDED);
		/* the sample fits when the board's FIFO has taken 20 bytes */
		sim_wait(s, SIM_US(3));
		mkboard_config(b, STOPPED);
		while (mkboard_try(b, &c) == PCI_RETRY)
			;
		SIM_EQ(s, b->taken, taken + 1, "one sample");
		/* obs_taken shows a sample one clock after it was taken */
		sum += b->last_taken - 1 - f.clock;
		counted = mkboard_get(b, MULTIKRON_WAITCNT);
		mkboard_near(s, counted, sum, 1, "WAITCNT");
		SIM_CHECK(s, counted > (i + 1) * 2000, "%u clocks", counted);
		SIM_EQ(s, mkboard_get(b, RC(15)), counted, "source 9");
		sim_wait(s, SIM_US(20));
		SIM_EQ(s, mkboard_get(b, MULTIKRON_WAITCNT), counted, "nobody waits");
		/* until a sample no longer fits */
		while (mk_golden_level(&b->g.chip) <= 236) {
			mkboard_trace(b, 0, i);
			sim_wait(s, SIM_US(2));
		}
		SIM_EQ(s, mkboard_get(b, MULTIKRON_WAITCNT), counted, "nobody waits");
	}
	SIM_EQ(s, mkboard_get(b, MULTIKRON_OVRCNT), 0, "OVRCNT");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_CSR) & CSR_OVERFLOW, 0, "CSR[8]");
	mkboard_put(b, MULTIKRON_WAITCNT, 5);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_WAITCNT), counted, "read only");
	mkboard_config(b, MKBOARD_RECOMMENDED);
	mkboard_settle(b);
	mkboard_put(b, MULTIKRON_SWRESET, 0);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_WAITCNT), 0, "cleared by reset");
}

/* Every counter counts the same when all have the same source: NODECLK, timestamp clock, trace
 * samples, resource samples, samples lost, clocks in which the CPU waits. */
static void each_counter(struct sim *s)
{
	struct mkboard *b = start(s, 0, CSR_DISCARD);
	uint64_t data = 0;
	struct pci_cycle c = {
		.command = PCI_MEM_WRITE, .addr = b->base + MULTIKRON_TS0, .data = &data};

	for (unsigned int EACH(source, SOURCE_NODECLK); source <= SOURCE_WAIT; source++) {
		uint64_t clocks, want[SOURCE_WAIT + 1] = {0};

		if (source == SOURCE_LEVEL || source == SOURCE_CPU)
			continue;
		mkboard_config(b, MKBOARD_RECOMMENDED);
		mkboard_drain(b);
		mkboard_put_by_hold(b, MULTIKRON_MUXSEL, MK_ALL_COUNT(source));
		mkboard_put(b, MULTIKRON_RC_RESET, 0xFFFF);
		clocks = b->node_clocks;
		mkboard_put(b, MULTIKRON_RC_ENABLE, 0xFFFF);
		for (unsigned int i = 0; i < 3 + source; i++) {
			mkboard_trace(b, i % 8, i);
			want[SOURCE_TRACE]++;
		}
		for (unsigned int i = 0; i < source - 1; i++) {
			mkboard_resource(b, i % 8, i);
			sim_wait(s, SIM_US(4));
			want[SOURCE_RESOURCE]++;
		}
		/* samples do not fit: first some are lost, then the CPU waits */
		mkboard_config(b, STOPPED);
		while (want[SOURCE_LOST] < source) {
			const uint64_t lost = b->lost;

			mkboard_trace(b, 0, 0);
			sim_wait(s, SIM_US(1));
			want[SOURCE_LOST] += b->lost - lost;
			want[SOURCE_TRACE] += b->lost == lost;
		}
		mkboard_put(b, MULTIKRON_CSR, BASIC);
		want[SOURCE_WAIT] = mkboard_get(b, MULTIKRON_WAITCNT);
		SIM_EQ(s, mkboard_try(b, &c), PCI_RETRY, "no room");
		sim_wait(s, SIM_US(source));
		mkboard_put(b, MULTIKRON_CSR, BASIC | CSR_DISCARD);
		want[SOURCE_WAIT] = mkboard_get(b, MULTIKRON_WAITCNT) - want[SOURCE_WAIT];
		mkboard_put(b, MULTIKRON_RC_DISABLE, 0xFFFF);
		clocks = b->node_clocks - clocks;
		SIM_CHECK(s, want[SOURCE_LOST] == source && want[SOURCE_WAIT] > 40 * source,
			  "%u lost, %u clocks", (unsigned int)want[SOURCE_LOST],
			  (unsigned int)want[SOURCE_WAIT]);
		for (unsigned int EACH(n, 0); n < 16; n++) {
			const uint32_t count = mkboard_get(b, RC(n));

			SIM_EQ(s, count, mkboard_get(b, RC(0)), "as counter 0");
			if (source >= SOURCE_TRACE)
				SIM_EQ(s, count, want[source], "count");
			else
				mkboard_near(s, source == SOURCE_TICK ? 4 * count : count,
					     clocks, 100, "clocks");
		}
	}
	mkboard_config(b, MKBOARD_RECOMMENDED);
	mkboard_settle(b);
}

/* Discard mode: 64 samples are kept, 36 are lost, and the CPU never waits. */
static void discards(struct sim *s)
{
	struct mkboard *b = start(s, MK_DIS_STATE, CSR_DISCARD);
	struct pci_stats before, after;
	struct mk_sample m;

	mkboard_put(b, MULTIKRON_MUXSEL, MK_COUNTS(0, SOURCE_LOST));
	mkboard_put(b, MULTIKRON_RC_ENABLE, 1);
	pci_stats(b->pci, &before);
	for (unsigned int EACH(i, 0); i < 100; i++) {
		mkboard_trace(b, 0, i);
		sim_wait(s, SIM_US(2));
		SIM_EQ(s, b->taken, i < 64 ? i + 1 : 64, "samples kept");
	}
	pci_stats(b->pci, &after);
	/* a write whose answer is late is retried once, but never because the FIFO is full */
	SIM_EQ(s, mkboard_get(b, MULTIKRON_WAITCNT), 0, "WAITCNT");
	SIM_EQ(s, after.retries - before.retries, 0, "retries");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_OVRCNT), 36, "OVRCNT");
	SIM_EQ(s, mkboard_get(b, RC(0)), 36, "source 8");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_CSR) & CSR_OVERFLOW, CSR_OVERFLOW, "CSR[8]");
	SIM_EQ(s, mk_golden_level(&b->g.fifo) + mk_golden_level(&b->g.chip), 1280, "bytes");
	for (unsigned int i = 0; i < 64; i++)
		mkboard_trace(b, 0, 0);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_OVRCNT), 100, "100 discards");
	mkboard_put(b, MULTIKRON_OVRCNT, 5);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_OVRCNT), 100, "read only");
	mkboard_config(b, MKBOARD_RECOMMENDED);
	mkboard_settle(b);
	/* the flag is set in the first sample after a loss and not in the next one */
	for (unsigned int EACH(i, 0); i < 3; i++) {
		const uint32_t word = mkboard_get(b, MULTIKRON_MAP);

		mkboard_trace(b, 0, i);
		mkboard_settle(b);
		sample(b, word, &m);
		SIM_EQ(s, m.lost, i == 0, "lost flag");
	}
	mkboard_put(b, MULTIKRON_SWRESET, 0);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_OVRCNT), 0, "cleared by reset");
}

/* A resource sample fits with 172 bytes in the chip's FIFO and not with more. The board's FIFO,
 * from which nothing is taken, is full. */
static void room(struct sim *s)
{
	static const struct {
		unsigned int traces, resources, level;
		bool fits;
	} filled[] = {{43, 4, 172, true}, {60, 0, 176, false}};
	struct mkboard *b = start(s, MK_DIS_STATE, CSR_DISCARD);

	for (unsigned int EACH(i, 0); i < 2; i++) {
		for (unsigned int k = 0; k < filled[i].traces + filled[i].resources; k++) {
			if (k < filled[i].resources)
				mkboard_resource(b, k % 8, k);
			else
				mkboard_trace(b, k % 8, k);
			/* this moves the sample to the board's FIFO */
			sim_wait(s, SIM_US(k < filled[i].resources ? 8 : 2));
		}
		SIM_EQ(s, b->lost, 0, "samples lost");
		SIM_EQ(s, mk_golden_level(&b->g.chip), filled[i].level, "bytes in the chip");
		mkboard_resource(b, 0, 0);
		sim_wait(s, SIM_US(2));
		SIM_EQ(s, b->lost, !filled[i].fits, "a resource sample lost");
		mkboard_put(b, MULTIKRON_SWRESET, 0);
		mkboard_put(b, MULTIKRON_CSR, BASIC | CSR_DISCARD);
	}
}

/* WAITCNT and OVRCNT beyond 32 bits. */
static void overload_wraps(struct sim *s)
{
	struct mkboard *b = start(s, MK_DIS_STATE, CSR_DISCARD);
	const uint32_t none = 0xFFFFFFF0;
	uint64_t data = 0, clocks;
	struct pci_cycle c = {
		.command = PCI_MEM_WRITE, .addr = b->base + MULTIKRON_TS0, .data = &data};
	uint32_t before = none;

	SIM_EQ(s, mkboard_get(b, MULTIKRON_WAITCNT), none, "WAITCNT after reset");
	while (b->lost < 0x14) {
		mkboard_trace(b, 0, 0);
		sim_wait(s, SIM_US(1));
		/* the scoreboard compares OVRCNT with the golden model */
		if (b->lost)
			SIM_EQ(s, mkboard_get(b, MULTIKRON_OVRCNT), (uint32_t)(none + b->lost),
			       "OVRCNT");
	}
	SIM_EQ(s, mkboard_get(b, MULTIKRON_WAITCNT), none, "nobody waits");
	mkboard_put(b, MULTIKRON_CSR, BASIC);
	clocks = b->node_clocks;
	SIM_EQ(s, mkboard_try(b, &c), PCI_RETRY, "no room");
	for (unsigned int i = 0; i < 4; i++) {
		const uint32_t now = mkboard_get(b, MULTIKRON_WAITCNT);

		SIM_CHECK(s, now - none <= b->node_clocks - clocks && (!i || now != before),
			  "WAITCNT went from %X to %X", before, now);
		before = now;
	}
	SIM_CHECK(s, before < 0x1000, "WAITCNT has not wrapped: %X", before);
	mkboard_put(b, MULTIKRON_SWRESET, 0);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_WAITCNT), none, "WAITCNT after reset");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_OVRCNT), none, "OVRCNT after reset");
}

/* Loses one sample, then five: the flag must be set once each time. */
static void lost_flag(struct sim *s)
{
	struct mkboard *b = start(s, MK_DIS_STATE, CSR_DISCARD);
	static const unsigned int losses[] = {1, 5};
	struct mk_sample m;

	for (unsigned int EACH(i, 0); i < 2; i++) {
		uint32_t word;

		mkboard_config(b, STOPPED);
		while (b->g.offered == b->taken + b->lost && b->lost < (i ? 1u + 5 : 1)) {
			mkboard_trace(b, 0, 0);
			sim_wait(s, SIM_US(1));
		}
		SIM_EQ(s, b->lost, i ? 6 : losses[0], "lost");
		mkboard_config(b, MKBOARD_RECOMMENDED);
		mkboard_drain(b);
		word = mkboard_get(b, MULTIKRON_MAP);
		mkboard_resource(b, 1, 7);
		mkboard_trace(b, 0, 8);
		mkboard_settle(b);
		sample(b, word, &m);
		SIM_EQ(s, m.lost, 1, "first sample after the loss");
		sample(b, word + 21, &m);
		SIM_EQ(s, m.lost, 0, "second one");
	}
}

/* Sends samples at the highest rate in wait mode. */
static void saturated(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	const unsigned int n = (unsigned int)sim_length(s, 10000, 200);

	sim_limit(s, SIM_MS(1000));
	for (unsigned int i = 0; i < n; i++)
		mkboard_trace(b, 0, i);
	mkboard_settle(b);
	SIM_EQ(s, b->taken, n, "samples");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_OVRCNT), 0, "OVRCNT");
	for (unsigned int EACH(i, 0); i < n; i++)
		SIM_EQ(s, dram_peek(b->dram, 5 * i + 3), i, "user data");
}

/* ---- samples ---- */

static void headers(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	uint32_t word = 0;
	struct mk_sample m;

	for (unsigned int EACH(i, 0); i < 16; i++) {
		const bool resource = i >= 8;
		const uint32_t at = (uint32_t)sim_random(s);
		uint64_t stamp;

		mkboard_put(b, SRC(0), at);
		mkboard_put_by_hold(
			b, resource ? MULTIKRON_RS0 + 8 * (i - 8) : MULTIKRON_TS0 + 8 * i,
			0x100000000 * i + at);
		stamp = b->last_stamp;
		mkboard_drain(b);
		sample(b, word, &m);
		SIM_EQ(s, m.resource, resource, "kind");
		SIM_EQ(s, m.address, i % 8, "index");
		SIM_EQ(s, m.cpu, 0, "CPU id");
		SIM_EQ(s, m.timestamp, stamp, "time of the write");
		SIM_EQ(s, m.source, at, "source address");
		SIM_EQ(s, m.data, 0x100000000 * i + at, "user data");
		word += resource ? 21 : 5;
		SIM_EQ(s, mkboard_get(b, MULTIKRON_MAP), word, "length");
	}
	mkboard_settle(b);
}

/* Takes resource samples while 16 counters run: the 16 values must be equal and the counters
 * must continue. */
static void shadows(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	uint64_t first = 0;
	uint32_t first_count = 0;
	struct mk_sample m;

	mkboard_put_by_hold(b, MULTIKRON_MUXSEL, MK_ALL_COUNT(SOURCE_NODECLK));
	mkboard_put(b, MULTIKRON_RC_ENABLE, 0xFFFF);
	for (unsigned int EACH(i, 0); i < (sim_is_icarus(s) ? 30 : 100); i++) {
		const uint32_t word = mkboard_get(b, MULTIKRON_MAP);

		mkboard_resource(b, 0, i);
		mkboard_drain(b);
		sample(b, word, &m);
		for (unsigned int EACH(n, 1); n < 16; n++)
			SIM_EQ(s, m.counter[n], m.counter[0], "counters of one clock");
		if (i == 0) {
			first = b->last_taken;
			first_count = m.counter[0];
		}
		SIM_EQ(s, m.counter[0] - first_count, b->last_taken - first, "clocks");
	}
	mkboard_put(b, MULTIKRON_RC_DISABLE, 0xFFFF);
	for (unsigned int EACH(n, 1); n < 16; n++)
		SIM_EQ(s, mkboard_get(b, RC(n)), mkboard_get(b, RC(0)), "counters at the end");
	mkboard_settle(b);
}

/* Takes two resource samples as fast as the bus allows: the second one must wait for the shadow
 * registers. */
static void resources(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);

	mkboard_put_by_hold(b, MULTIKRON_MUXSEL, MK_ALL_COUNT(SOURCE_NODECLK));
	mkboard_put(b, MULTIKRON_RC_ENABLE, 0xFFFF);
	for (unsigned int i = 0; i < 30; i++)
		mkboard_resource(b, i % 8, i);
	mkboard_settle(b);
	for (unsigned int EACH(i, 0); i < 30; i++) {
		struct mk_sample m;

		sample(b, 21 * i, &m);
		SIM_EQ(s, m.data & 0xFFFFFFFF, i, "user data");
		for (unsigned int EACH(n, 1); n < 16; n++)
			SIM_EQ(s, m.counter[n], m.counter[0], "counters of one clock");
	}
}

/* ---- the hazard of the holding register ---- */

static void hazard(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	struct mk_sample m;
	uint32_t low;

	mkboard_put(b, MULTIKRON_HOLD, 0xAAAAAAAA);
	/* interrupt */
	mkboard_put(b, MULTIKRON_HOLD, 0xBBBBBBBB);
	mkboard_trace(b, 1, 2);
	/* back */
	mkboard_trace(b, 0, 1);
	mkboard_settle(b);
	sample(b, 5, &m);
	SIM_EQ(s, m.data, 0xBBBBBBBB00000001, "the other's upper half");
	/* reads */
	mkboard_put_by_hold(b, MULTIKRON_MUXSEL, 0x0A0B0C0D00000000);
	mkboard_put(b, MULTIKRON_SRC0, 5);
	low = mkboard_get(b, MULTIKRON_MUXSEL);
	mkboard_get(b, MULTIKRON_SRC0);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_HOLD), 0, "upper half of SRC0");
	mkboard_get(b, MULTIKRON_SRC0);
	low = mkboard_get(b, MULTIKRON_MUXSEL);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_HOLD), 0x0A0B0C0D, "upper half of MUXSEL");
	SIM_EQ(s, low, 0, "lower half");
	if (b->novc)
		return;
	/* the other chip has its own holding register */
	for (unsigned int i = 0; i < 200; i++) {
		const uint32_t v = (uint32_t)sim_random(s);

		switch (sim_range(s, 0, 3)) {
		case 0:
			mkboard_put(b, MULTIKRON_HOLD, v);
			break;
		case 1:
			mkboard_put(b, MULTIKRON_VC_HOLD, v);
			break;
		case 2:
			mkboard_get(b, MULTIKRON_MUXSEL);
			break;
		default:
			mkboard_get(b, MULTIKRON_VC_MUXSEL);
			break;
		}
		mkboard_get(b, MULTIKRON_HOLD);
		mkboard_get(b, MULTIKRON_VC_HOLD);
	}
}

/* Lets two masters make 64-bit accesses: the halves of different accesses must never be
 * mixed. */
static void indivisible(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	const unsigned int n = (unsigned int)sim_length(s, 500, 60);

	mkboard_put(b, MULTIKRON_CSR, CSR_SAMPLING);
	for (unsigned int i = 0; i < n; i++) {
		const uint64_t who = sim_range(s, 0, 1) ? 0x11111111 : 0x22222222;

		mkboard_put64(b, MULTIKRON_TS0, who << 32 | who);
	}
	mkboard_settle(b);
	for (unsigned int EACH(i, 0); i < n; i++) {
		struct mk_sample m;

		sample(b, 5 * i, &m);
		SIM_EQ(s, m.data >> 32, m.data & 0xFFFFFFFF, "halves");
	}
}

const struct sim_test sim_tests[] = {
	{"chip_slots", slots, "MK-CHIP-001 MK-CHIP-002 MK-CHIP-023 MK-CHIP-027 MK-CHIP-040",
	 NULL},
	{"chip_widths", widths, "MK-CHIP-003 MK-CHIP-005 MK-CHIP-010 MK-SMP-009", NULL},
	{"chip_csr", csr, "MK-CHIP-006 MK-CHIP-007 MK-CHIP-011 MK-CHIP-012", NULL},
	{"chip_levels", levels, "MK-CHIP-013", NULL},
	{"chip_timestamp", timestamp, "MK-CHIP-015", NULL},
	{"chip_carry", carry, "MK-CHIP-004", "multikron_be"},
	{"chip_carry_phases", carry_phases, "MK-CHIP-004", "multikron_be"},
	{"chip_wraps", wraps, "MK-CHIP-014", "multikron_wrap"},
	{"chip_filter", filter, "MK-CHIP-016 MK-CHIP-017", NULL},
	{"chip_enables", enables, "MK-CHIP-018 MK-CHIP-019 MK-CHIP-020 MK-CHIP-021", NULL},
	{"chip_increments", increments, "MK-CHIP-025 MK-CHIP-028 MK-CHIP-033", NULL},
	{"chip_pairs", pairs, "MK-CHIP-022 MK-CHIP-026", "multikron_wrap"},
	{"chip_pair_each", pair_each, "MK-CHIP-022 MK-CHIP-026", "multikron_wrap"},
	{"chip_pair_read", pair_read, "MK-CHIP-024", "multikron_wrap"},
	{"chip_pins", pins, "MK-CHIP-029 MK-CHIP-032 MK-CHIP-041 MK-UTL-002", NULL},
	{"chip_sample_counters", sample_counters,
	 "MK-CHIP-030 MK-CHIP-031 MK-CHIP-034 MK-CHIP-035", NULL},
	{"chip_each_counter", each_counter,
	 "MK-CHIP-030 MK-CHIP-031 MK-CHIP-034 MK-CHIP-035 MK-CHIP-036 MK-CHIP-037", NULL},
	{"chip_waits", waits, "MK-CHIP-008 MK-CHIP-037 MK-CHIP-038", NULL},
	{"chip_discards", discards,
	 "MK-CHIP-009 MK-CHIP-036 MK-CHIP-038 MK-CHIP-039 MK-SMP-013", NULL},
	{"chip_room", room, "MK-CHIP-013 MK-SMP-012", NULL},
	{"chip_overload_wraps", overload_wraps, "MK-CHIP-038 MK-CHIP-039", "multikron_wrap"},
	{"smp_lost_flag", lost_flag, "MK-SMP-005", NULL},
	{"smp_saturated", saturated, "MK-SMP-016", NULL},
	{"smp_headers", headers,
	 "MK-SMP-001 MK-SMP-002 MK-SMP-003 MK-SMP-006 MK-SMP-007 MK-MEM-010", NULL},
	{"smp_shadows", shadows, "MK-SMP-010 MK-SMP-011", NULL},
	{"smp_resources", resources, "MK-SMP-010 MK-SMP-012", NULL},
	{"hld_hazard", hazard, "MK-HLD-001 MK-HLD-002 MK-HLD-003", NULL},
	{"hld_indivisible", indivisible, "MK-HLD-005", NULL},
	{0},
};
