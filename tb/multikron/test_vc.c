/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the MultiKron_vc, and the external inputs that measure the PCI bus. */
#include "mkboard.h"
#include <string.h>

#define VC_SLOTS_END (MULTIKRON_VC_HOLD + 64 * 8)
#define VC_END (2 * MULTIKRON_VC_PAGE)
#define RC(n) (MULTIKRON_VC_RC0 + 8 * (n))
#define PAGE(p) (MULTIKRON_VC_PAGE + 8 * (p))
#define PAGES 512u

static struct mkboard *start(struct sim *s, uint32_t more)
{
	struct mkboard *b = mkboard_open(s, NULL);

	mkboard_start(b, more, 0);
	mkboard_put(b, MULTIKRON_VC_CSR, CSR_MODE32);
	return b;
}

/* Tests registers as in the MultiKron_II, and slots without a register. */
static void registers(struct sim *s)
{
	struct mkboard *b = start(s, 0);
	const unsigned int n = (unsigned int)sim_length(s, 2000, 150);
	static const uint32_t offsets[] = {MULTIKRON_VC_HOLD,	   MULTIKRON_VC_CSR,
					   MULTIKRON_VC_RC_ENABLE, MULTIKRON_VC_RC_DISABLE,
					   MULTIKRON_VC_RC_RESET,  MULTIKRON_VC_RC_MODE,
					   MULTIKRON_VC_MUXSEL,	   MULTIKRON_VC_RC0,
					   MULTIKRON_VC_RC7,	   MULTIKRON_VC_PAGE};

	mkboard_put(b, MULTIKRON_VC_RC_MODE, 0xFFFFFFFF);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_VC_RC_MODE), 0xFF, "RC_MODE");
	mkboard_put(b, MULTIKRON_VC_CSR, 0xFFFFFFFF);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_VC_CSR), CSR_MODE32, "CSR");
	for (unsigned int i = 0; i < n; i++) {
		const uint32_t offset = offsets[sim_range(s, 0, 9)];
		const bool wide = !sim_range(s, 0, 3);
		uint64_t v = sim_random(s);

		/* only sources 0 and 5, which are not timed, so everything is predicted */
		if (offset == MULTIKRON_VC_MUXSEL)
			v = 5 * (v & 0x1111111111111111);
		if (offset == MULTIKRON_VC_PAGE && sim_range(s, 0, 1))
			mkboard_put(b, PAGE(sim_range(s, 0, PAGES - 1)), (uint32_t)v);
		else if (sim_range(s, 0, 1) && offset == MULTIKRON_VC_MUXSEL)
			wide ? mkboard_put64(b, offset, v) : mkboard_put_by_hold(b, offset, v);
		else if (sim_range(s, 0, 1))
			wide ? mkboard_put64(b, offset, v)
			     : mkboard_put(b, offset, (uint32_t)v);
		else if (sim_range(s, 0, 1) && wide)
			mkboard_get64(b, offset);
		else
			mkboard_get(b, offset + (sim_range(s, 0, 3) ? 0 : 4));
	}
	for (uint32_t offset = MULTIKRON_VC_HOLD; offset < VC_SLOTS_END; offset += 8)
		mkboard_get(b, offset);
	for (uint32_t EACH(offset, VC_SLOTS_END); offset < VC_END; offset += 0x128) {
		mkboard_put(b, offset, 0xFFFFFFFF);
		SIM_EQ(s, mkboard_get(b, offset), 0, "no register");
	}
	mkboard_settle(b);
}

/* Tests the counters of the current page: enable, disable, reset, increments, pairs. */
static void counters(struct sim *s)
{
	struct mkboard *b = start(s, 0);

	mkboard_put_by_hold(b, MULTIKRON_VC_MUXSEL, MK_ALL_COUNT(SOURCE_CPU));
	for (unsigned int n = 0; n < 16; n++) {
		mkboard_put(b, MULTIKRON_VC_RC_ENABLE, 1u << n);
		for (unsigned int i = 0; i <= n; i++)
			mkboard_put(b, RC(n), 0);
	}
	for (unsigned int EACH(n, 0); n < 16; n++)
		SIM_EQ(s, mkboard_get(b, RC(n)), n + 1, "count");
	mkboard_put(b, MULTIKRON_VC_RC_RESET, 0xAAAA);
	for (unsigned int EACH(n, 0); n < 16; n++)
		SIM_EQ(s, mkboard_get(b, RC(n)), n & 1 ? 0 : n + 1, "cleared");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_VC_RC_ENABLE), 0xFFFF, "enabled");
	mkboard_put(b, MULTIKRON_VC_RC_DISABLE, 0x5555);
	for (unsigned int n = 0; n < 16; n++)
		mkboard_put(b, RC(n), 0);
	for (unsigned int EACH(n, 0); n < 16; n++)
		SIM_EQ(s, mkboard_get(b, RC(n)), n & 1 ? 1 : n + 1, "disabled");
	/* the sources of the MultiKron_II and the numbers without a source do not count here */
	mkboard_put(b, MULTIKRON_VC_RC_ENABLE, 0xFFFF);
	for (unsigned int EACH(source, SOURCE_TRACE); source < 16; source++) {
		mkboard_put_by_hold(b, MULTIKRON_VC_MUXSEL, MK_ALL_COUNT(source));
		mkboard_put(b, MULTIKRON_VC_RC_RESET, 0xFFFF);
		mkboard_trace(b, 0, 1);
		mkboard_resource(b, 0, 1);
		mkboard_put(b, RC(3), 1);
		mkboard_ext(b, 0xFFFF);
		sim_wait(s, SIM_US(1));
		mkboard_ext(b, 0);
		for (unsigned int EACH(n, 0); n < 16; n++)
			SIM_EQ(s, mkboard_get(b, RC(n)), 0, "no source");
	}
	/* the processor again */
	mkboard_put_by_hold(b, MULTIKRON_VC_MUXSEL, MK_ALL_COUNT(SOURCE_CPU));
	for (unsigned int n = 0; n < 16; n++)
		mkboard_put(b, RC(n), 0);
	for (unsigned int EACH(n, 0); n < 16; n++)
		SIM_EQ(s, mkboard_get(b, RC(n)), 1, "count");
	mkboard_settle(b);
}

/* Writes a register of both chips in turn; the bus and the pins are idle while only one is
 * enabled. */
static void put_both(struct mkboard *b, uint32_t ii, uint32_t vc, uint32_t value)
{
	mkboard_put(b, ii, value);
	mkboard_put(b, vc, value);
}

/* Counter n counts input n; inputs 0 and 2 are on the bus. */
static void sources_on_connector(struct mkboard *b)
{
	struct sim *s = b->s;
	const uint32_t on_connector = 0xFFFA;

	pci_other_target(b->pci, 0x90000000, 0x1000, 3);
	for (unsigned int EACH(source, SOURCE_EDGE); source <= SOURCE_LEVEL;
	     source += SOURCE_LEVEL - SOURCE_EDGE) {
		uint64_t data = 0;
		struct pci_cycle c = {
			.command = PCI_MEM_READ, .addr = 0x90000000, .data = &data};

		mkboard_put(b, MULTIKRON_HOLD, (uint32_t)MK_ALL_COUNT(source));
		mkboard_put(b, MULTIKRON_MUXSEL, (uint32_t)MK_ALL_COUNT(source));
		mkboard_put(b, MULTIKRON_VC_HOLD, (uint32_t)MK_ALL_COUNT(source));
		mkboard_put(b, MULTIKRON_VC_MUXSEL, (uint32_t)MK_ALL_COUNT(source));
		put_both(b, MULTIKRON_RC_RESET, MULTIKRON_VC_RC_RESET, 0xFFFF);
		/* edges also of inputs 0 and 2: each chip counts the access that enables or
		 * disables the other one */
		put_both(b, MULTIKRON_RC_ENABLE, MULTIKRON_VC_RC_ENABLE,
			 source == SOURCE_EDGE ? 0xFFFF : on_connector);
		for (unsigned int i = 0; i < 300; i++) {
			mkboard_ext(b, (unsigned int)sim_random(s));
			sim_wait(s, SIM_PS(sim_range(s, 5000, 200000)));
			if (i % 16 == 0)
				pci_cycle(b->pci, &c);
		}
		mkboard_ext(b, 0);
		sim_wait(s, SIM_US(1));
		put_both(b, MULTIKRON_RC_DISABLE, MULTIKRON_VC_RC_DISABLE, 0xFFFF);
		for (unsigned int EACH(n, 0); n < 16; n++) {
			const uint32_t count = mkboard_get(b, RC(n));

			SIM_EQ(s, mkboard_get(b, MULTIKRON_RC0 + 8 * n), count, "equal counts");
			/* counter 2 counts DEVSEL# of this board: at least the two accesses
			 * that enable and disable */
			SIM_CHECK(s,
				  on_connector >> n & 1 || source == SOURCE_EDGE
					  ? count >= (n == 2 ? 2 : 19)
					  : !count,
				  "counter %u: %u", n, count);
		}
	}
}

/* Known numbers of edges and clocks, NODECLK, and no source. */
static void sources_of_known_counts(struct mkboard *b)
{
	struct sim *s = b->s;

	put_both(b, MULTIKRON_HOLD, MULTIKRON_VC_HOLD, 0);
	put_both(b, MULTIKRON_MUXSEL, MULTIKRON_VC_MUXSEL,
		 MK_COUNTS(1, SOURCE_EDGE) | MK_COUNTS(3, SOURCE_LEVEL) |
			 MK_COUNTS(4, SOURCE_NODECLK) | MK_COUNTS(5, SOURCE_TICK));
	put_both(b, MULTIKRON_RC_RESET, MULTIKRON_VC_RC_RESET, 0xFFFF);
	put_both(b, MULTIKRON_RC_ENABLE, MULTIKRON_VC_RC_ENABLE, 0xFFFF);
	for (unsigned int i = 0; i < 50; i++) {
		mkboard_ext(b, 0xA);
		sim_wait(s, SIM_NS(500));
		mkboard_ext(b, 0);
		sim_wait(s, SIM_NS(500));
	}
	put_both(b, MULTIKRON_RC_DISABLE, MULTIKRON_VC_RC_DISABLE, 0xFFFF);
	SIM_EQ(s, mkboard_get(b, RC(1)), 50, "edges");
	mkboard_near(s, mkboard_get(b, RC(3)), 1000, 50, "clocks while active");
	SIM_CHECK(s, mkboard_get(b, RC(4)) >= 2000, "NODECLK");
	mkboard_near(s, mkboard_get(b, RC(5)) * 4, mkboard_get(b, RC(4)), 4, "timestamp clock");
	SIM_EQ(s, mkboard_get(b, RC(6)), 0, "source 0");
}

/* NODECLK and the timestamp clock, each counter. */
static void sources_in_chip(struct mkboard *b)
{
	struct sim *s = b->s;

	for (unsigned int EACH(source, SOURCE_NODECLK); source <= SOURCE_TICK; source++) {
		uint64_t clocks;

		mkboard_put_by_hold(b, MULTIKRON_VC_MUXSEL, MK_ALL_COUNT(source));
		mkboard_put(b, MULTIKRON_VC_RC_RESET, 0xFFFF);
		clocks = b->node_clocks;
		mkboard_put(b, MULTIKRON_VC_RC_ENABLE, 0xFFFF);
		sim_wait_cycles(b->nodeclk, 2000);
		mkboard_put(b, MULTIKRON_VC_RC_DISABLE, 0xFFFF);
		clocks = b->node_clocks - clocks;
		for (unsigned int EACH(n, 0); n < 16; n++) {
			const uint32_t count = mkboard_get(b, RC(n));

			SIM_EQ(s, count, mkboard_get(b, RC(0)), "as counter 0");
			mkboard_near(s, source == SOURCE_TICK ? 4 * count : count, clocks, 100,
				     "clocks");
		}
	}
}

/* Tests timed and external sources: both chips have the same signals, so their counts must be
 * equal. */
static void sources(struct sim *s)
{
	struct mkboard *b = start(s, 0);

	sources_on_connector(b);
	sources_of_known_counts(b);
	sources_in_chip(b);
}

static void clear_pages(struct mkboard *b)
{
	for (unsigned int p = 0; p < PAGES; p++) {
		mkboard_put(b, PAGE(p), 0);
		mkboard_put(b, MULTIKRON_VC_RC_RESET, 0xFFFF);
	}
}

/* Gives each of the 8192 virtual counters its own value. The test fills the SRAM directly; the
 * chip must store what it loads, and increments every counter by its number modulo 4. */
static void pages(struct sim *s)
{
	struct mkboard *b = start(s, 0);
	const unsigned int step = sim_is_icarus(s) ? 37 : 1;

	for (unsigned int i = 0; i < 8192; i++) {
		sram_poke(b->sram, i, 0x10000 * i);
		b->g.stored[i / 16][i % 16] = 0x10000 * i;
	}
	mkboard_put_by_hold(b, MULTIKRON_VC_MUXSEL, MK_ALL_COUNT(SOURCE_CPU));
	mkboard_put(b, MULTIKRON_VC_RC_ENABLE, 0xFFFF);
	mkboard_put(b, PAGE(1), 0);
	mkboard_put(b, PAGE(0), 0);
	for (unsigned int EACH(p, 0); p < PAGES; p += step) {
		mkboard_put(b, PAGE(p), (uint32_t)sim_random(s));
		SIM_EQ(s, mkboard_get(b, MULTIKRON_VC_PAGE), p, "page");
		for (unsigned int n = p % 4; n < 16; n += 4)
			mkboard_put(b, RC(n), 0);
	}
	for (unsigned int EACH(p, 0); p < PAGES; p += step) {
		mkboard_put(b, PAGE(p), 0);
		for (unsigned int n = 0; n < 16; n++)
			mkboard_get(b, RC(n)); /* the read is compared with the golden model */
		if (p > 1)
			SIM_EQ(s, mkboard_get(b, RC(p % 4)), 0x10000 * (16 * p + p % 4) + 1,
			       "count");
		SIM_EQ(s, mkboard_get(b, RC((p + 1) % 4)) & 0xFFFF,
		       p == 0 ? mkboard_get(b, RC(1)) & 0xFFFF : 0, "count");
	}
	mkboard_put(b, PAGE(0), 0);
	for (unsigned int EACH(i, 16); i < 8192; i += 16 * step)
		SIM_EQ(s, sram_peek(b->sram, i + 5), b->g.stored[i / 16][5], "SRAM");
	mkboard_settle(b);
}

/* Checks that a switch takes 32 clocks, or 64 with WAIT_MEM, which a reset samples. */
static void switch_time(struct sim *s)
{
	struct mkboard *b = start(s, 0);

	for (unsigned int EACH(i, 0); i < 3; i++) {
		static const unsigned int clocks[] = {32, 32, 64};

		if (i == 1)
			mkboard_config(b, MKBOARD_RECOMMENDED | MK_WAIT_MEM);
		if (i == 2)
			mkboard_put(b, MULTIKRON_SWRESET, 0);
		mkboard_put(b, PAGE(7), 0);
		SIM_EQ(s, mkboard_get(b, MULTIKRON_VC_PAGE), 7, "page");
		SIM_EQ(s, b->switch_longest, clocks[i], "clocks of a switch");
		mkboard_put(b, PAGE(3), 0);
		mkboard_get(b, RC(5));
		SIM_EQ(s, b->switch_longest, clocks[i], "clocks of a switch");
	}
	mkboard_config(b, MKBOARD_RECOMMENDED);
	mkboard_put(b, PAGE(4), 0);
	mkboard_get(b, RC(5));
	SIM_EQ(s, b->switch_longest, 64, "until the next reset");
	mkboard_power_on(b);
	mkboard_config(b, MKBOARD_RECOMMENDED);
	mkboard_put(b, PAGE(4), 0);
	mkboard_get(b, RC(5));
	SIM_EQ(s, b->switch_longest, 32, "after RST#");
}

/* Checks that an access in any clock of a switch is refused as fast as another is answered, is
 * retried, and then accesses the new page. */
static void switch_retry(struct sim *s)
{
	struct mkboard *b = start(s, MK_WAIT_MEM);
	uint64_t data = 0;
	struct pci_cycle c = {.command = PCI_MEM_READ, .addr = b->base + RC(2), .data = &data};
	uint64_t before, one;

	mkboard_put(b, MULTIKRON_SWRESET, 0);
	before = b->cs_clocks[1];
	mkboard_get(b, RC(2));
	one = b->cs_clocks[1] - before;
	for (unsigned int EACH(page, 5); page < 25; page++) {
		unsigned int retries = 0;

		mkboard_put(b, PAGE(page), 0);
		sim_wait(s, SIM_NS(sim_range(s, 0, 200)));
		before = b->cs_clocks[1];
		while (mkboard_try(b, &c) == PCI_RETRY)
			retries++;
		SIM_CHECK(s, retries, "no retry");
		SIM_EQ(s, b->cs_clocks[1] - before, (retries + 1) * one,
		       "clocks with chip select");
		SIM_EQ(s, data, sram_peek(b->sram, 16 * page + 2), "counter of the new page");
	}
}

/* Performs 100 switches with a fast source: the counts must be the
 * clocks outside of switches. */
static void switch_counts(struct sim *s)
{
	struct mkboard *b = start(s, 0);
	uint64_t from, sum = 0, switches;
	uint32_t count, of_50 = 0;

	clear_pages(b);
	mkboard_put(b, PAGE(0), 0);
	mkboard_put(b, MULTIKRON_VC_MUXSEL, MK_COUNTS(0, SOURCE_NODECLK));
	mkboard_get(b, MULTIKRON_VC_PAGE);
	mkboard_put(b, MULTIKRON_VC_RC_ENABLE, 1);
	from = b->node_clocks;
	switches = b->switch_clocks;
	for (unsigned int EACH(i, 1); i <= 100; i++) {
		sim_wait(s, SIM_NS(sim_range(s, 0, 2000)));
		mkboard_put(b, PAGE(i), 0);
		SIM_EQ(s, mkboard_get(b, MULTIKRON_VC_RC_ENABLE), 1,
		       "settings belong to no page");
		SIM_EQ(s, mkboard_get(b, MULTIKRON_VC_MUXSEL), MK_COUNTS(0, SOURCE_NODECLK),
		       "settings belong to no page");
	}
	mkboard_put(b, MULTIKRON_VC_RC_DISABLE, 1);
	from = b->node_clocks - from;
	switches = b->switch_clocks - switches;
	for (unsigned int i = 0; i <= 100; i++) {
		mkboard_put(b, PAGE(i), 0);
		count = mkboard_get(b, RC(0));
		if (i == 50)
			of_50 = count;
		sum += count;
	}
	/* the clock of each write belongs to its switch */
	mkboard_near(s, sum, from - switches - 100, 12, "clocks counted");
	SIM_EQ(s, switches, 3200, "clocks of switches");
	mkboard_put(b, PAGE(50), 0);
	SIM_EQ(s, mkboard_get(b, RC(0)), of_50, "page 50 keeps its value");
}

/* Checks that a pair is stored and loaded as two words and that its carry works after a
 * switch. */
static void switch_pair(struct sim *s)
{
	struct mkboard *b = start(s, 0);

	for (unsigned int i = 0; i < 2; i++) {
		sram_poke(b->sram, 16 * 9 + i, 0xFFFFFFFE - i);
		b->g.stored[9][i] = 0xFFFFFFFE - i;
	}
	mkboard_put_by_hold(b, MULTIKRON_VC_MUXSEL, MK_ALL_COUNT(SOURCE_CPU));
	mkboard_put(b, MULTIKRON_VC_RC_MODE, 1);
	mkboard_put(b, MULTIKRON_VC_RC_ENABLE, 1);
	mkboard_put(b, PAGE(9), 0);
	mkboard_put(b, RC(0), 0);
	mkboard_put(b, PAGE(8), 0);
	mkboard_put(b, PAGE(9), 0);
	SIM_EQ(s, mkboard_get_by_hold(b, RC(0)), 0xFFFFFFFDFFFFFFFF, "before the carry");
	mkboard_put(b, RC(0), 0);
	mkboard_put(b, PAGE(8), 0);
	SIM_EQ(s, sram_peek(b->sram, 16 * 9), 0, "SRAM, low word");
	SIM_EQ(s, sram_peek(b->sram, 16 * 9 + 1), 0xFFFFFFFE, "SRAM, high word");
	mkboard_put(b, PAGE(9), 0);
	SIM_EQ(s, mkboard_get_by_hold(b, RC(0)), 0xFFFFFFFE00000000, "after the carry");
	/* each pair: no carry while a single bit of the even counter is 0 */
	mkboard_put(b, MULTIKRON_VC_RC_MODE, 0xFF);
	mkboard_put(b, MULTIKRON_VC_RC_ENABLE, 0xFFFF);
	for (unsigned int EACH(bit, 0); bit <= 32; bit++) {
		const uint32_t even = bit < 32 ? ~(1u << bit) : 0xFFFFFFFF;

		for (unsigned int n = 0; n < 16; n++)
			sram_poke(b->sram, 16 * 10 + n,
				  b->g.stored[10][n] = n & 1 ? bit + n : even);
		mkboard_put(b, PAGE(10), 0);
		for (unsigned int n = 0; n < 16; n++)
			mkboard_put(b, RC(n), 0);
		for (unsigned int EACH(n, 0); n < 16; n += 2)
			SIM_EQ(s, mkboard_get_by_hold(b, RC(n)),
			       ((uint64_t)(bit + n + 1) << 32 | even) + 1, "pair");
		mkboard_put(b, PAGE(11), 0);
		/* page 10 is stored when it ends */
		mkboard_get(b, MULTIKRON_VC_PAGE);
	}
}

/* Some resets are in and some after the switch of a page; a short run goes on until it has had
 * both. */
#define MOST_RESETS 200

static void reset_pages(struct sim *s)
{
	struct mkboard *b = start(s, 0);
	const uint32_t kept = sram_peek(b->sram, 16 + 3);
	const unsigned int n = (unsigned int)sim_length(s, 100, 20);
	unsigned int whole = 0, part = 0;

	mkboard_put(b, PAGE(300), 0);
	mkboard_put(b, MULTIKRON_SWRESET, 0);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_VC_PAGE), 0, "page");
	for (unsigned int EACH(n, 0); n < 16; n++)
		SIM_EQ(s, mkboard_get(b, RC(n)), 0, "counters");
	mkboard_put(b, PAGE(1), 0);
	SIM_EQ(s, mkboard_get(b, RC(3)), kept, "SRAM");
	/* a reset in any clock of a switch: the words stored by then stay stored, and no other
	 * word changes */
	for (unsigned int EACH(i, 0); i < n || (i < MOST_RESETS && !(whole && part)); i++) {
		const unsigned int from = (unsigned int)sim_range(s, 0, 7), to = from ^ 8;
		unsigned int stored = 0;

		mkboard_config(b, MKBOARD_RECOMMENDED | (i & 1 ? MK_WAIT_MEM : 0));
		mkboard_put(b, MULTIKRON_SWRESET, 0);
		mkboard_put(b, PAGE(from), 0);
		mkboard_put(b, MULTIKRON_VC_RC_RESET, 0xFFFF);
		mkboard_put64(b, MULTIKRON_VC_MUXSEL, MK_ALL_COUNT(SOURCE_CPU));
		mkboard_put(b, MULTIKRON_VC_RC_ENABLE, 0xFFFF);
		for (unsigned int k = 0; k < 16; k++)
			mkboard_put(b, RC(k), 0);
		for (unsigned int k = 0; k < 16; k++)
			sram_poke(b->sram, 16 * from + k,
				  b->g.stored[from][k] = (uint32_t)sim_random(s) | 2);
		mkboard_put(b, PAGE(to), 0);
		sim_wait(s, sim_range(s, 0, SIM_NS(1700)));
		mkboard_put(b, MULTIKRON_SWRESET, 0);
		mkboard_get(b, MULTIKRON_VC_PAGE);
		for (unsigned int EACH(k, 0); k < 16; k++) {
			SIM_EQ(s, sram_peek(b->sram, 16 * from + k), b->g.stored[from][k],
			       "word of the page");
			stored += b->g.stored[from][k] == 1;
		}
		whole += stored == 16;
		part += stored > 0 && stored < 16;
		mkboard_put(b, PAGE(from), 0);
		for (unsigned int k = 0; k < 16; k++)
			mkboard_get(b, RC(k));
	}
	SIM_CHECK(s, whole && part, "%u pages stored, %u in part", whole, part);
	sim_note(s, "%u pages stored, %u in part", whole, part);
	mkboard_settle(b);
}

/* Counts events of 512 tasks, each with its own page. */
static void tasks(struct sim *s)
{
	struct mkboard *b = start(s, 0);
	const unsigned int n = (unsigned int)sim_length(s, 10000, 150);
	static uint32_t want[PAGES][16];

	memset(want, 0, sizeof(want));
	sim_limit(s, SIM_MS(1000));
	if (sim_is_icarus(s)) { /* performs the accesses of the call directly */
		for (unsigned int i = 0; i < 8192; i++) {
			sram_poke(b->sram, i, 0);
			b->g.stored[i / 16][i % 16] = 0;
		}
	} else {
		clear_pages(b);
	}
	mkboard_put_by_hold(b, MULTIKRON_VC_MUXSEL, MK_ALL_COUNT(SOURCE_CPU));
	mkboard_put(b, MULTIKRON_VC_RC_ENABLE, 0xFFFF);
	for (unsigned int i = 0; i < n; i++) {
		const unsigned int p = (unsigned int)sim_range(s, 0, PAGES - 1);

		mkboard_put(b, PAGE(p), 0);
		for (unsigned int k = (unsigned int)sim_range(s, 0, 3); k; k--) {
			const unsigned int c = (unsigned int)sim_range(s, 0, 15);

			mkboard_put(b, RC(c), 0);
			want[p][c]++;
		}
	}
	mkboard_put(b, PAGE(511), 0);
	mkboard_put(b, PAGE(0), 0);
	for (unsigned int EACH(p, 1); p < PAGES; p++)
		for (unsigned int EACH(c, 0); c < 16; c++)
			SIM_EQ(s, sram_peek(b->sram, 16 * p + c), want[p][c],
			       "count of a task");
	for (unsigned int EACH(c, 0); c < 16; c++)
		SIM_EQ(s, mkboard_get(b, RC(c)), want[0][c], "count of task 0");
}

/* ---- external inputs 0 and 2: utilisation of the bus ---- */

#define OTHER 0x90000000u

static void bus_cycle(struct mkboard *b, uint32_t addr)
{
	uint64_t data = 0;
	struct pci_cycle c = {.command = PCI_MEM_READ, .addr = addr, .data = &data};

	do {
		pci_cycle(b->pci, &c);
	} while (c.end == PCI_RETRY);
	SIM_EQ(b->s, c.end, PCI_DONE, "access");
}

/* counter 0: clocks with any DEVSEL#, 2: with that of this board, 4: all clocks */
#define UTILISATION \
	(MK_COUNTS(0, SOURCE_LEVEL) | MK_COUNTS(2, SOURCE_LEVEL) | MK_COUNTS(4, SOURCE_NODECLK))

struct utilisation {
	uint32_t all, own, clocks;
};

static void utilisation_begin(struct mkboard *b)
{
	mkboard_put(b, MULTIKRON_MUXSEL, UTILISATION);
	mkboard_put(b, MULTIKRON_VC_MUXSEL, UTILISATION);
	mkboard_put(b, MULTIKRON_RC_ENABLE, 0x15);
	mkboard_put(b, MULTIKRON_VC_RC_ENABLE, 0x15);
}

static struct utilisation utilisation(struct mkboard *b)
{
	struct utilisation u;

	u.all = mkboard_get(b, MULTIKRON_RC0);
	u.own = mkboard_get(b, MULTIKRON_RC2);
	u.clocks = mkboard_get(b, MULTIKRON_RC4);
	return u;
}

static void utl_pins(struct sim *s)
{
	struct mkboard *b = start(s, 0);
	uint32_t all, own;

	/* edges: one for each access with DEVSEL# */
	pci_other_target(b->pci, OTHER, 0x1000, 3);
	mkboard_put(b, MULTIKRON_MUXSEL, MK_COUNTS(0, SOURCE_EDGE) | MK_COUNTS(2, SOURCE_EDGE));
	mkboard_put(b, MULTIKRON_VC_MUXSEL,
		    MK_COUNTS(0, SOURCE_EDGE) | MK_COUNTS(2, SOURCE_EDGE));
	mkboard_put(b, MULTIKRON_RC_ENABLE, 5);
	mkboard_put(b, MULTIKRON_VC_RC_ENABLE, 5);
	sim_wait(s, SIM_NS(500));
	all = mkboard_get(b, MULTIKRON_RC0);
	own = mkboard_get(b, MULTIKRON_RC2);
	sim_wait(s, SIM_NS(500));
	for (unsigned int EACH(i, 0); i < 10; i++) {
		bus_cycle(b, OTHER + 4 * i);
		sim_wait(s, SIM_NS(300));
	}
	for (unsigned int i = 0; i < 7; i++) {
		mkboard_get(b, MULTIKRON_CONFIG);
		sim_wait(s, SIM_NS(300));
	}
	/* the two reads above count, too */
	SIM_EQ(s, mkboard_get(b, MULTIKRON_RC0) - all, 10 + 7 + 2, "DEVSEL# of any target");
	sim_wait(s, SIM_NS(300));
	SIM_EQ(s, mkboard_get(b, MULTIKRON_RC2) - own, 7 + 2, "DEVSEL# of this board");
}

/* Compares the ratios of the counters with those of the bus. */
static void utl_ratios(struct sim *s)
{
	struct mkboard *b = start(s, 0);
	const unsigned int n = (unsigned int)sim_length(s, 10000, 300);
	struct pci_stats before, after;
	struct utilisation u0, u1;
	double clocks, all, own;

	sim_limit(s, SIM_MS(1000));
	pci_other_target(b->pci, OTHER, 0x1000, 2);
	utilisation_begin(b);
	u0 = utilisation(b);
	pci_stats(b->pci, &before);
	for (unsigned int EACH(i, 0); i < n; i++) {
		if (sim_range(s, 0, 2))
			bus_cycle(b, OTHER + 4 * (i & 255));
		else
			mkboard_get(b, MULTIKRON_MEMORY + 4 * (i & 255));
		sim_wait(s, SIM_NS(sim_range(s, 0, 300)));
	}
	pci_stats(b->pci, &after);
	u1 = utilisation(b);
	clocks = (double)(after.clocks - before.clocks) * 30 / 25;
	all = (double)(after.devsel - before.devsel) * 30 / 25;
	own = (double)(after.own - before.own) * 30 / 25;
	/* one clock for each transaction at most */
	mkboard_near(s, u1.all - u0.all, (uint64_t)all, n + 60, "RC0");
	mkboard_near(s, u1.own - u0.own, (uint64_t)own, n + 60, "RC2");
	mkboard_near(s, u1.clocks - u0.clocks, (uint64_t)clocks, 200, "RC4");
	sim_note(s, "utilisation %.2f %% (bus %.2f), board %.2f %% (bus %.2f)",
		 100.0 * (u1.all - u0.all) / (u1.clocks - u0.clocks), 100 * all / clocks,
		 100.0 * (u1.own - u0.own) / (u1.clocks - u0.clocks), 100 * own / clocks);
}

/* Performs loads with DEVSEL# low for 0, 25, 50 and 75 % of the time. */
static void utl_loads(struct sim *s)
{
	/* the clocks are not multiples of each other, like any two oscillators */
	const struct mkboard_options o = {.pci = 30303};
	const sim_time window = sim_is_icarus(s) ? SIM_US(200) : SIM_MS(1);
	struct mkboard *b = mkboard_open(s, &o);

	mkboard_start(b, 0, 0);
	utilisation_begin(b);
	for (unsigned int EACH(load, 0); load < 4; load++) {
		struct pci_stats before, after;
		struct utilisation u0, u1;
		double got, want;
		sim_time end;

		/* DEVSEL# of the other target is low for its wait + 1 clocks */
		pci_other_target(b->pci, OTHER, 0x1000, load == 3 ? 14 : 5);
		u0 = utilisation(b);
		pci_stats(b->pci, &before);
		end = sim_now(s) + window;
		while (load && sim_now(s) < end) {
			bus_cycle(b, OTHER);
			sim_wait_cycles(b->pclk, load == 1 ? 16 : load == 2 ? 4 : 3);
		}
		sim_wait_until(s, sim_now(s) < end ? end : sim_now(s));
		pci_stats(b->pci, &after);
		u1 = utilisation(b);
		got = 100.0 * (u1.all - u0.all) / (u1.clocks - u0.clocks);
		want = 100.0 * (double)(after.devsel - before.devsel) /
		       (double)(after.clocks - before.clocks);
		SIM_CHECK(s, got > want - 1 && got < want + 1, "%.2f %%, not %.2f %%", got,
			  want);
		SIM_CHECK(s, want > 25.0 * load - 2 && want < 25.0 * load + 2, "load %.1f %%",
			  want);
		sim_note(s, "load %.2f %%: measured %.2f %%", want, got);
	}
}

/* Checks that pairs count across the carry; the low halves start 5,000 below it. */
static void utl_pairs(struct sim *s)
{
	const struct mkboard_options o = {.pci = 30303};
	struct mkboard *b = mkboard_open(s, &o);
	struct pci_stats before, after;
	uint64_t all, clocks;
	double got, want;

	mkboard_start(b, 0, 0);
	pci_other_target(b->pci, OTHER, 0x1000, 14);
	mkboard_put(b, MULTIKRON_RC_RESET, 0x2A); /* the high halves */
	mkboard_put(b, MULTIKRON_RC_MODE, 7);
	mkboard_put(b, MULTIKRON_MUXSEL, UTILISATION);
	mkboard_put(b, MULTIKRON_RC_ENABLE, 0x15);
	pci_stats(b->pci, &before);
	for (unsigned int EACH(i, 0); i < 500; i++) {
		bus_cycle(b, OTHER);
		sim_wait_cycles(b->pclk, 3);
	}
	pci_stats(b->pci, &after);
	mkboard_put(b, MULTIKRON_RC_DISABLE, 0x15);
	all = mkboard_get_by_hold(b, MULTIKRON_RC0);
	clocks = mkboard_get_by_hold(b, MULTIKRON_RC4);
	SIM_EQ(s, all >> 32, 1, "carry of RC0");
	SIM_EQ(s, clocks >> 32, 1, "carry of RC4");
	got = 100.0 * (double)(all - 0xFFFFEC78) / (double)(clocks - 0xFFFFEC78);
	want = 100.0 * (double)(after.devsel - before.devsel) /
	       (double)(after.clocks - before.clocks);
	SIM_CHECK(s, got > want - 1 && got < want + 1, "%.2f %%, not %.2f %%", got, want);
}

const struct sim_test sim_tests[] = {
	{"vc_registers", registers, "MK-VC-007 MK-VC-008", NULL},
	{"vc_counters", counters, "MK-VC-008 MK-VC-009 MK-VC-010", NULL},
	{"vc_sources", sources, "MK-VC-010 MK-VC-012", NULL},
	{"vc_pages", pages, "MK-VC-001 MK-VC-002 MK-VC-004 MK-VC-009", NULL},
	{"vc_switch_time", switch_time, "MK-VC-003 MK-CR-022", NULL},
	{"vc_switch_retry", switch_retry, "MK-VC-005", NULL},
	{"vc_switch_counts", switch_counts, "MK-VC-006 MK-VC-013", NULL},
	{"vc_switch_pair", switch_pair, "MK-VC-011", NULL},
	{"vc_reset", reset_pages, "MK-VC-014", NULL},
	{"vc_tasks", tasks, "MK-VC-016", NULL},
	{"utl_pins", utl_pins, "MK-UTL-001", NULL},
	{"utl_ratios", utl_ratios, "MK-UTL-003", NULL},
	{"utl_loads", utl_loads, "MK-UTL-004", NULL},
	{"utl_pairs", utl_pairs, "MK-UTL-005", "multikron_wrap"},
	{0},
};
