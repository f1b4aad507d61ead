/* SPDX-License-Identifier: Apache-2.0 */
/* Tests each chip alone at its pins: clock by clock, and faster than a PCI bus could. */
#include "mkchip.h"
#include "mk_sample.h"
#include "multikron_regs.h"
#include "reset_pins.h"

enum {
	CSR = MK_GOLDEN_SLOT(CSR),
	FILTER = MK_GOLDEN_SLOT(FILTER),
	RC_ENABLE = MK_GOLDEN_SLOT(RC_ENABLE),
	RC_DISABLE = MK_GOLDEN_SLOT(RC_DISABLE),
	RC_RESET = MK_GOLDEN_SLOT(RC_RESET),
	RC_MODE = MK_GOLDEN_SLOT(RC_MODE),
	SRC0 = MK_GOLDEN_SLOT(SRC0),
	RC0 = MK_GOLDEN_SLOT(RC0),
	MUXSEL = MK_GOLDEN_SLOT(MUXSEL),
	OVRCNT = MK_GOLDEN_SLOT(OVRCNT),
	TS0 = MK_GOLDEN_SLOT(TS0),
	RS0 = MK_GOLDEN_SLOT(RS0),
};

enum {
	SAMPLING = MULTIKRON_CSR_SAMPLING_MASK,
	DISCARD = MULTIKRON_CSR_DISCARD_MASK,
	MODE32 = MULTIKRON_CSR_MODE32_MASK,
	TSCLEAR = MULTIKRON_CSR_TSCLEAR_MASK,
};

#define BLOCK MK_GOLDEN_PAGES /* first slot of the MultiKron_vc */

static void put64(struct mkchip *c, unsigned int slot, uint64_t value)
{
	mkchip_access(c, true, slot, WIDE, &value, true);
}

/* Decodes the sample at byte @at of the network; returns where the next one begins. */
static size_t decode(struct mkchip *c, size_t at, struct mk_sample *m)
{
	mk_sample_decode(c->sent + at, m);
	return at + (m->resource ? MK_GOLDEN_RESOURCE : MK_GOLDEN_TRACE);
}

/* ---- MultiKron_II ---- */

/* Performs random accesses to registers, counters and sample addresses at the chip's full
 * speed, while the network stops and continues; the scoreboard checks every clock. */
static void ii_random(struct sim *s)
{
	struct mkchip *c = mkchip_open(s);
	const unsigned int n = (unsigned int)sim_length(s, 100000, 1000);

	sim_limit(s, SIM_MS(1000));
	mkchip_put(c, CSR, SAMPLING | MODE32);
	for (unsigned int i = 0; i < n; i++) {
		unsigned int slot = (unsigned int)sim_range(s, 0, 63);
		const unsigned int half = (unsigned int)sim_range(s, 1, 3);
		const bool write = sim_range(s, 0, 3) != 0;
		uint64_t v = sim_random(s);

		if (i % 500 == 0) {
			c->ratio = (unsigned int)sim_range(s, 0, 4);
			c->full = (unsigned int)sim_range(s, 0, 12);
			c->off = (unsigned int)sim_range(s, 0, 12);
			mkchip_testb(c, sim_range(s, 0, 7));
		}
		if (!sim_range(s, 0, 2))
			slot = (unsigned int)sim_range(s, TS0, 63);
		if (slot == CSR && write)
			v = (v & ~(uint64_t)0xF) | (sim_range(s, 0, 15) ? SAMPLING : 0) |
			    (sim_range(s, 0, 1) ? DISCARD : 0) |
			    (sim_range(s, 0, 1) ? MODE32 : 0) |
			    (sim_range(s, 0, 31) ? 0 : TSCLEAR);
		mkchip_access(c, write, slot, half, &v, sim_range(s, 0, 7));
		if (!sim_range(s, 0, 7))
			sim_wait_cycles(c->clk, (unsigned int)sim_range(s, 1, 20));
		if (!sim_range(s, 0, 15))
			mkchip_cpu(c, (unsigned int)sim_random(s) & 0xFF);
	}
	/* a short run may not overflow: the network stops, and 14 samples are more than fit;
	 * the chip first refuses the last ones, then discards them */
	c->full = 16;
	mkchip_testb(c, 1);
	mkchip_put(c, FILTER, 0xFFFF);
	for (unsigned int i = 0; i < 28; i++) {
		uint64_t v = i;

		if (i % 14 == 0)
			mkchip_put(c, CSR, SAMPLING | (i ? DISCARD : 0));
		mkchip_access(c, true, TS0, LOW, &v, false);
	}
	c->full = c->off = 0;
	mkchip_drain(c);
	SIM_EQ(s, c->g.offered, c->g.taken[0] + c->g.taken[1] + c->g.lost, "samples offered");
	SIM_EQ(s, c->bytes, 20 * c->g.taken[0] + 84 * c->g.taken[1], "bytes");
	SIM_CHECK(s, c->g.lost && c->refusals, "overload");
	sim_note(s, "%llu samples, %llu lost, %llu refusals", (unsigned long long)c->g.offered,
		 (unsigned long long)c->g.lost, (unsigned long long)c->refusals);
	sim_digest(s, c->sent, c->bytes);
}

/* Takes resource samples as fast as the chip allows: the second one waits until the counters of
 * the first are stored. 16 counters run; each sample must have their values in its own
 * clock. */
static void ii_resources(struct sim *s)
{
	struct mkchip *c = mkchip_open(s);
	const unsigned int n = (unsigned int)sim_length(s, 200, 30);
	struct mk_sample m, last = {0};
	size_t at = 0;

	mkchip_put(c, CSR, SAMPLING);
	put64(c, MUXSEL, MK_ALL_COUNT(SOURCE_NODECLK));
	mkchip_put(c, RC_ENABLE, 0xFFFF);
	for (unsigned int i = 0; i < n; i++) {
		/* three samples fit */
		for (unsigned int k = 0; k < 3; k++) {
			mkchip_put(c, RS0 + k, i);
			SIM_CHECK(s, k ? c->latency == 9 : c->latency <= 2,
				  "sample %u: %u clocks", k, c->latency);
		}
		mkchip_drain(c);
		sim_wait_cycles(c->clk, 3);
	}
	for (unsigned int EACH(i, 0); i < 3 * n; i++) {
		at = decode(c, at, &m);
		for (unsigned int EACH(k, 1); k < 16; k++)
			SIM_EQ(s, m.counter[k], m.counter[0], "counters of one clock");
		SIM_CHECK(s, m.counter[0] > last.counter[0], "counters go on");
		last = m;
	}
	SIM_EQ(s, at, c->bytes, "bytes");
}

/* Checks that no other access waits while the counters of a resource sample are stored. */
static void ii_storing(struct sim *s)
{
	struct mkchip *c = mkchip_open(s);
	static const struct {
		bool write;
		unsigned int slot;
	} others[] = {{true, SRC0}, {false, SRC0}, {true, RC0 + 8}, {false, RC0 + 8},
		      {true, TS0},  {false, TS0},  {true, RS0 + 1}, {false, RS0}};

	mkchip_put(c, CSR, SAMPLING);
	mkchip_put(c, FILTER, 0x1FF);
	for (unsigned int i = 0; i < 8; i++) {
		uint64_t v = i;

		mkchip_put(c, RS0, i);
		mkchip_access(c, others[i].write, others[i].slot, LOW, &v, true);
		SIM_CHECK(s, c->latency <= 2, "access %u: %u clocks", i, c->latency);
		mkchip_drain(c);
	}
}

/* Checks that an access takes 1 clock, or 2 with the wait state, which a reset samples; the
 * next access may come in the clock after ack. */
static void latency(struct sim *s)
{
	struct mkchip *c = mkchip_open(s);
	const unsigned int block = c->vc ? BLOCK : 0;

	for (unsigned int EACH(i, 0); i < 4; i++) {
		const unsigned int wait = i >= 2;

		/* pass 0: no wait state; 1: the pin alone has no effect; 2: wait state after a
		 * reset; 3: it stays until the next reset */
		sim_put(c->wait_cpu, i == 1 || i == 2);
		if (i == 0 || i == 2)
			mkchip_reset(c, SIM_NS(100));
		for (unsigned int EACH(k, 0); k < 64; k++) {
			sim_wait_cycles(c->clk, 2);
			mkchip_put(c, block + RC_MODE, k);
			SIM_EQ(s, c->latency, 1 + wait, "clocks");
			SIM_EQ(s, mkchip_get(c, block + RC_MODE), k, "register");
			SIM_EQ(s, c->latency, 2 + wait, "clocks, with the one after ack");
		}
	}
}

/* Checks that a trace sample fits with 236 bytes in the FIFO, and a resource sample with 172,
 * but not with one more; a sample is taken completely or not at all. */
static void ii_room(struct sim *s)
{
	struct mkchip *c = mkchip_open(s);
	unsigned int edges[2][2] = {{0}};

	mkchip_put(c, CSR, SAMPLING);
	for (unsigned int EACH(i, 0); i < 3000; i++) {
		const bool resource = sim_range(s, 0, 1);
		const size_t limit = resource ? 172 : 236;
		uint64_t v = i;
		size_t level;
		bool done;

		/* this number of bytes leaves the FIFO, then none */
		c->full = 16;
		sim_wait_cycles(c->clk, 4);
		level = c->level;
		done = mkchip_access(c, true, resource ? RS0 : TS0, LOW, &v, false);
		SIM_EQ(s, done, level <= limit, "room");
		if (level - limit <= 1)
			edges[resource][level - limit]++;
		c->full = 0;
		sim_wait_cycles(c->clk, (unsigned int)sim_range(s, 0, done ? 120 : 4));
	}
	SIM_CHECK(s, edges[0][0] && edges[0][1] && edges[1][0] && edges[1][1],
		  "levels: %u %u %u %u", edges[0][0], edges[0][1], edges[1][0], edges[1][1]);
	mkchip_drain(c);
	mkchip_put(c, CSR, SAMPLING | DISCARD);
	SIM_EQ(s, mkchip_get(c, OVRCNT), 0, "OVRCNT");
}

/* Tests asynchronous external inputs: each pulse of at least two clocks is counted once, and
 * SOURCE_LEVEL counts the clocks in which an input is 1. */
static void ext_pins(struct sim *s)
{
	struct mkchip *c = mkchip_open(s);
	const unsigned int block = c->vc ? BLOCK : 0;
	const unsigned int n = (unsigned int)sim_length(s, 3000, 150);
	uint32_t edges[16] = {0}, level = 0;
	sim_time up[16] = {0}, since[16] = {0};
	sim_time until[16] = {0};

	c->ext_moves = true;
	for (unsigned int EACH(source, SOURCE_EDGE); source <= SOURCE_LEVEL;
	     source += SOURCE_LEVEL - SOURCE_EDGE) {
		put64(c, block + MUXSEL, MK_ALL_COUNT(source));
		mkchip_put(c, block + RC_RESET, 0xFFFF);
		mkchip_put(c, block + RC_ENABLE, 0xFFFF);
		for (unsigned int pin = 0; pin < 16; pin++)
			edges[pin] = 0, up[pin] = 0, until[pin] = 0;
		for (unsigned int i = 0; i < n || level; i++) {
			/* each pin once, so that also a short run moves them all */
			const unsigned int pin = i < 16 ? i : (unsigned int)sim_range(s, 0, 15);
			const sim_time now = sim_now(s);

			if (now >= until[pin] && (i < n || level >> pin & 1)) {
				level ^= 1u << pin;
				sim_put(c->ext, level);
				if (level >> pin & 1)
					edges[pin]++, since[pin] = now;
				else
					up[pin] += now - since[pin];
				/* at least two clocks */
				until[pin] = now + SIM_NS(51) + sim_range(s, 0, 60000);
			}
			sim_wait(s, sim_range(s, 500, 12000));
		}
		sim_wait(s, SIM_NS(200));
		mkchip_put(c, block + RC_DISABLE, 0xFFFF);
		for (unsigned int EACH(pin, 0); pin < 16; pin++) {
			const uint32_t got = mkchip_get(c, block + RC0 + pin);

			if (source == SOURCE_EDGE)
				SIM_EQ(s, got, edges[pin], "rising edges");
			else
				/* a pulse is sampled up to one clock longer or shorter; the
				 * crossing may add or remove another, which few pulses do not
				 * balance: 3 */
				SIM_CHECK(s,
					  got + edges[pin] + 3 >= up[pin] / 25000 &&
						  got <= up[pin] / 25000 + edges[pin] + 3,
					  "pin %u: %u clocks, not %u", pin, got,
					  (unsigned int)(up[pin] / 25000));
			SIM_CHECK(s, edges[pin] > n / 200, "pin %u moves %u times", pin,
				  edges[pin]);
		}
	}
}

/* Tests each source on every counter, enabled and disabled, with samples of both kinds, a CPU
 * that waits, lost samples and increments; the scoreboard checks every count. */
static void sources(struct sim *s)
{
	struct mkchip *c = mkchip_open(s);
	const unsigned int block = c->vc ? BLOCK : 0;

	for (unsigned int source = 0; source < 16; source++) {
		const unsigned int off = (unsigned int)sim_range(s, 0, 15);
		uint64_t v = source;

		put64(c, block + MUXSEL, MK_ALL_COUNT(source));
		mkchip_put(c, block + RC_RESET, 0xFFFF);
		mkchip_put(c, block + RC_ENABLE, 0xFFFF & ~(1u << off));
		if (!c->vc) {
			mkchip_put(c, CSR, SAMPLING);
			for (unsigned int k = 0; k < 3; k++)
				mkchip_put(c, TS0 + k, k);
			mkchip_put(c, RS0 + source % 8, source);
			/* the network stops */
			c->full = 16;
			while (mkchip_access(c, true, TS0, LOW, &v, false))
				;
			mkchip_put(c, CSR, SAMPLING | DISCARD);
			for (unsigned int k = 0; k < 2; k++)
				mkchip_put(c, TS0, k);
		}
		for (unsigned int n = 0; n < 16; n++)
			mkchip_put(c, block + RC0 + n, 0);
		for (unsigned int n = 0; n < 16; n++)
			SIM_CHECK(s,
				  !mkchip_get(c, block + RC0 + n) ==
					  (n == off || source == SOURCE_OFF ||
					   source == SOURCE_EDGE || source == SOURCE_LEVEL ||
					   source > (c->vc ? SOURCE_CPU : SOURCE_WAIT)),
				  "source %u of counter %u", source, n);
		mkchip_put(c, block + RC_DISABLE, 0xFFFF);
		if (!c->vc) {
			c->full = 0;
			mkchip_drain(c);
		}
	}
}

/* Resets the chip in any clock of any operation: no data from before the reset may come after
 * it. */
static void resets(struct sim *s)
{
	struct mkchip *c = mkchip_open(s);
	const unsigned int n = (unsigned int)sim_length(s, 300, 20);
	const unsigned int block = c->vc ? BLOCK : 0;

	for (unsigned int EACH(i, 0); i < n; i++) {
		const unsigned int wait = (unsigned int)sim_range(s, 0, 1);
		uint64_t v = 0;

		if (!c->vc) {
			mkchip_put(c, CSR, SAMPLING);
			mkchip_put(c, SRC0 + (unsigned int)sim_range(s, 0, 7), sim_random(s));
		}
		put64(c, block + MUXSEL, sim_random(s) & 0x7777777777777777);
		mkchip_put(c, block + RC_ENABLE, sim_random(s));
		for (uint64_t k = sim_range(s, 0, 5); k; k--)
			mkchip_put(c,
				   c->vc ? (unsigned int)sim_range(s, 0, 511)
					 : (unsigned int)sim_range(s, TS0, 63),
				   k);
		sim_wait(s, sim_range(s, 0, 2000000));
		/* RST# may come between the edges; an access that begins before the chip is
		 * ready waits, and then takes as long as any other */
		sim_put(c->wait_cpu, wait);
		c->early = sim_range(s, 0, 1);
		mkchip_reset(c, sim_range(s, 1000, 100000));
		mkchip_put(c, block + RC_MODE, i & 0xFF);
		if (c->early)
			SIM_EQ(s, c->clocks - c->ready_at, 1 + wait,
			       "clocks from ready to ack");
		SIM_EQ(s, mkchip_get(c, block + RC_MODE), i & 0xFF, "register");
		mkchip_put(c, block + RC_MODE, 0);
		for (unsigned int slot = 0; slot < 48; slot++)
			mkchip_access(c, false, block + slot, WIDE, &v, true);
		if (c->vc)
			SIM_EQ(s, mkchip_get(c, 0), 0, "page");
		else
			SIM_EQ(s, c->level, 0, "bytes in the FIFO");
	}
}

/* ---- MultiKron_vc ---- */

/* Performs random accesses to registers and counters and random page switches at full speed; an
 * access in any clock of a switch must be refused without effect. */
static void vc_random(struct sim *s)
{
	struct mkchip *c = mkchip_open(s);
	const unsigned int n = (unsigned int)sim_length(s, 60000, 1000);

	sim_limit(s, SIM_MS(1000));
	/* half of the stored counters, and so half of the lower halves of pairs, are about to
	 * wrap */
	for (unsigned int i = 0; i < 8192; i++)
		if (sim_range(s, 0, 1))
			sram_poke(c->sram, i,
				  c->g.stored[i / 16][i % 16] = ~(uint32_t)sim_range(s, 0, 63));
	for (unsigned int i = 0; i < n; i++) {
		const unsigned int half = (unsigned int)sim_range(s, 1, 3);
		unsigned int slot = BLOCK + (unsigned int)sim_range(s, 0, 63);
		uint64_t v = sim_random(s);

		if (i % 1000 == 0) {
			c->ratio = (unsigned int)sim_range(s, 0, 4);
			sim_put(c->wait_mem, i / 1000 & 1);
			sim_put(c->wait_cpu, i / 2000 & 1);
			mkchip_reset(c, SIM_NS(60));
		}
		switch (sim_range(s, 0, 15)) {
		case 0:
			slot = (unsigned int)sim_range(s, 0, 511);
			break;
		case 1: /* a few pages are used repeatedly */
			slot = (unsigned int)sim_range(s, 0, 3);
			break;
		case 2:
			slot = (unsigned int)sim_range(s, 576, 2047);
			break;
		default:
			break;
		}
		mkchip_access(c, sim_range(s, 0, 2), slot, half, &v, sim_range(s, 0, 7));
		if (!sim_range(s, 0, 3))
			sim_wait_cycles(c->clk, (unsigned int)sim_range(s, 1, 70));
	}
	/* every page except the current one is in the SRAM */
	mkchip_put(c, c->g.page ^ 1, 0);
	mkchip_put(c, c->g.page ^ 1, 0);
	mkchip_get(c, 0);
	for (unsigned int EACH(i, 0); i < 8192; i++)
		if (i / 16 != c->g.page)
			SIM_EQ(s, sram_peek(c->sram, i), c->g.stored[i / 16][i % 16], "SRAM");
	SIM_CHECK(s, c->refusals > 10, "accesses during switches");
	sim_digest(s, c->g.stored, sizeof(c->g.stored));
}

/* Checks that a switch takes 32 clocks, or 64 with the wait state, and that an access in each
 * of them is refused. */
static void vc_switch(struct sim *s)
{
	struct mkchip *c = mkchip_open(s);

	for (unsigned int EACH(i, 0); i < 4; i++) {
		const unsigned int clocks = i >= 2 ? 64 : 32;

		sim_put(c->wait_mem, i == 1 || i == 2);
		if (i == 0 || i == 2)
			mkchip_reset(c, SIM_NS(100));
		for (unsigned int EACH(wait, 0); wait < clocks + 4; wait++) {
			const uint64_t before = c->switch_clocks;
			uint64_t v = 0;
			bool done;

			mkchip_put(c, (c->g.page + 1) % MK_GOLDEN_PAGES, 0);
			sim_wait_cycles(c->clk, wait + 1);
			/* it takes effect in the clock after the next edge */
			done = mkchip_access(c, false, BLOCK + RC0 + 3, LOW, &v, false);
			SIM_EQ(s, done, wait + 2 > clocks, "done");
			mkchip_get(c, 0);
			SIM_EQ(s, c->switch_clocks - before, clocks, "clocks of a switch");
		}
	}
}

#define II "multikron_ii"
#define VC "multikron_vc"

/* ---- outputs in reset ---- */

/* odd parity of the byte 0 */
static void reset_multikron(struct sim *s)
{
	static const struct pin_row rows[] = {
#define PIN PIN_ROW
#include "../../rtl/multikron/multikron_pins.def"
#undef PIN
	};

	pins_reset(s, rows, sizeof(rows) / sizeof(*rows), " obs_fifo=0x100 ");
}

/* odd parity of the byte 0 */
static void reset_multikron_ii(struct sim *s)
{
	static const struct pin_row rows[] = {
#define PIN PIN_ROW
#include "../../rtl/multikron/multikron_ii_pins.def"
#undef PIN
	};

	pins_reset(s, rows, sizeof(rows) / sizeof(*rows), " net_par=1 ");
}

static void reset_multikron_vc(struct sim *s)
{
	static const struct pin_row rows[] = {
#define PIN PIN_ROW
#include "../../rtl/multikron/multikron_vc_pins.def"
#undef PIN
	};

	pins_reset(s, rows, sizeof(rows) / sizeof(*rows), "");
}

const struct sim_test sim_tests[] = {
	{"ii_random", ii_random,
	 "MK-CHIP-001 MK-CHIP-002 MK-CHIP-003 MK-CHIP-005 MK-CHIP-007 MK-CHIP-013 MK-CHIP-015 "
	 "MK-CHIP-016 MK-CHIP-017 MK-CHIP-021 MK-CHIP-023 MK-CHIP-025 MK-CHIP-027 MK-CHIP-028 "
	 "MK-CHIP-030 MK-CHIP-031 MK-CHIP-037 MK-CHIP-038 MK-CHIP-040 MK-SMP-001 MK-SMP-002 "
	 "MK-SMP-005 MK-SMP-007 MK-SMP-008 MK-SMP-009 MK-SMP-010 MK-SMP-012 MK-SMP-014 "
	 "MK-SMP-017",
	 II},
	{"ii_resources", ii_resources, "MK-SMP-010 MK-SMP-011", II},
	{"ii_storing", ii_storing, NULL, II},
	{"ii_latency", latency, "MK-CR-011 MK-CR-012", II},
	{"ii_room", ii_room, "MK-CHIP-008 MK-CHIP-013 MK-SMP-012", II},
	{"ii_ext", ext_pins, "MK-CHIP-029 MK-CHIP-032 MK-CHIP-041", II},
	{"ii_sources", sources,
	 "MK-CHIP-028 MK-CHIP-030 MK-CHIP-031 MK-CHIP-033 MK-CHIP-034 MK-CHIP-035 MK-CHIP-036 "
	 "MK-CHIP-037",
	 II},
	{"ii_resets", resets, "MK-RST-001 MK-RST-006", II},
	{"vc_random", vc_random,
	 "MK-VC-001 MK-VC-002 MK-VC-004 MK-VC-005 MK-VC-006 MK-VC-008 MK-VC-009 MK-VC-010 "
	 "MK-VC-011 MK-VC-013 MK-VC-014",
	 VC},
	{"vc_switch", vc_switch, "MK-VC-003 MK-VC-005 MK-CR-022", VC},
	{"vc_latency", latency, "MK-CR-011 MK-CR-012", VC},
	{"vc_ext", ext_pins, "MK-VC-010", VC},
	{"vc_chip_sources", sources, "MK-VC-010", VC},
	{"vc_resets", resets, "MK-VC-014", VC},
	{"reset_pins", reset_multikron, "MK-PCI-029", NULL},
	{"reset_pins_ii", reset_multikron_ii, NULL, II},
	{"reset_pins_vc", reset_multikron_vc, NULL, VC},
	{0},
};
