/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the address map, the configuration register, resets and clocks. */
#include "mkboard.h"

/* the ends of the four registers of the board and of the window of the MultiKron_vc */
#define REGISTERS_END (MULTIKRON_TEST + 4)
#define VC_END (2 * MULTIKRON_VC_PAGE)
#define VC_SLOTS_END (MULTIKRON_VC_HOLD + 64 * 8)
#define MEMORY MULTIKRON_MEMORY

static struct mkboard *start(struct sim *s, uint32_t more, uint32_t csr)
{
	struct mkboard *b = mkboard_open(s, NULL);

	mkboard_start(b, more, csr);
	return b;
}

static uint32_t config(struct mkboard *b)
{
	return mkboard_get(b, MULTIKRON_CONFIG);
}

/* ---- address map ---- */

/* Checks everything that a wrong decoding could have changed. */
static void unchanged(struct mkboard *b)
{
	SIM_EQ(b->s, config(b), MULTIKRON_CONFIG_RESET | MKBOARD_RECOMMENDED,
	       "configuration register");
	SIM_EQ(b->s, mkboard_get(b, MULTIKRON_MAP), 0, "pointer");
	SIM_EQ(b->s, mkboard_get(b, MULTIKRON_SRC7), 0x77, "MultiKron_II");
	SIM_EQ(b->s, mkboard_get(b, MULTIKRON_VC_MUXSEL), b->novc ? 0xFFFFFFFF : 0x99,
	       "MultiKron_vc");
	SIM_EQ(b->s, mkboard_get(b, MULTIKRON_VC_PAGE), b->novc ? 0xFFFFFFFF : 3, "page");
	SIM_EQ(b->s, b->taken, 0, "samples");
	SIM_EQ(b->s, b->cs_clocks[1] && b->novc, 0, "no chip select");
}

static void map_holes(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	static const struct {
		uint32_t first, last;
	} holes[] = {{0, MULTIKRON_HOLD - 4},
		     {REGISTERS_END, MULTIKRON_VC_PAGE - 4},
		     {VC_END, MULTIKRON_MEMORY - 4}};
	const unsigned int n = (unsigned int)sim_length(s, 1000, 50);
	const uint32_t mem = dram_peek(b->dram, 0);

	mkboard_put(b, MULTIKRON_SRC7, 0x77);
	mkboard_put(b, MULTIKRON_VC_PAGE + 8 * 3, 0);
	mkboard_put(b, MULTIKRON_VC_MUXSEL, 0x99);
	unchanged(b);
	for (unsigned int EACH(i, 0); i < 3; i++) {
		for (unsigned int EACH(k, 0); k < n; k++) {
			const uint32_t offset =
				k == 0	 ? holes[i].first
				: k == 1 ? holes[i].last
					 : (uint32_t)sim_range(s, holes[i].first / 4,
							       holes[i].last / 4) *
						   4;

			mkboard_put(b, offset, (uint32_t)sim_random(s));
			SIM_EQ(s, mkboard_get(b, offset), 0, "not used");
		}
		unchanged(b);
	}
	/* offsets that differ from a register's in one bit */
	for (unsigned int bit = 2; bit < 24; bit++) {
		const uint32_t offset = MULTIKRON_CONFIG ^ 1u << bit;

		if (offset >= MULTIKRON_HOLD && offset < REGISTERS_END)
			continue;
		mkboard_put(b, offset, 0x1DFFFF);
	}
	unchanged(b);
	SIM_EQ(s, dram_peek(b->dram, 0), mem, "memory");
	mkboard_settle(b);
}

/* Accesses each register at its offset and both ends of the chips' regions. */
static void map_regions(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	uint64_t cs;

	mkboard_put(b, MULTIKRON_HOLD, 0x11111111);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_HOLD), 0x11111111, "first slot");
	mkboard_put(b, MULTIKRON_RS7, 5);
	SIM_EQ(s, b->taken, 1, "last slot: a resource sample");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_RS7 + 4), 0x11111111, "last slot, upper half");
	cs = b->cs_clocks[0];
	mkboard_get(b, MULTIKRON_HOLD - 4);
	mkboard_put(b, MULTIKRON_HOLD - 4, 1);
	mkboard_get(b, MULTIKRON_SWRESET);
	mkboard_get(b, MULTIKRON_VC_PAGE - 4);
	mkboard_get(b, VC_END);
	mkboard_put(b, MULTIKRON_VC_PAGE - 4, 1);
	mkboard_put(b, VC_END, 1);
	SIM_EQ(s, b->cs_clocks[0], cs, "MultiKron_II selected");
	SIM_EQ(s, b->cs_clocks[1], 0, "MultiKron_vc selected");
	if (!b->novc) {
		mkboard_get(b, MULTIKRON_VC_PAGE);
		SIM_CHECK(s, b->cs_clocks[1] > 0, "first slot of the MultiKron_vc");
		cs = b->cs_clocks[1];
		mkboard_get(b, VC_END - 4);
		SIM_CHECK(s, b->cs_clocks[1] > cs, "last slot of the MultiKron_vc");
	}
	/* the four registers */
	mkboard_drain(b);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_MAP), 21, "pointer");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_SWRESET), 0, "SWRESET reads 0");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_TEST), 0, "TEST");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_CSR) & (CSR_MODE32 | CSR_DISCARD | CSR_SAMPLING),
	       CSR_SAMPLING | CSR_MODE32, "no reset");
	mkboard_put(b, MULTIKRON_SWRESET, 0xFFFFFFFF);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_CSR), CSR_EMPTY, "software reset");
	mkboard_settle(b);
}

static void map_novc(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);

	for (uint32_t EACH(offset, MULTIKRON_VC_PAGE); offset < VC_END; offset += 0x3FC) {
		mkboard_put(b, offset & ~3u, (uint32_t)sim_random(s));
		SIM_EQ(s, mkboard_get(b, offset & ~3u), 0xFFFFFFFF, "no chip");
	}
	SIM_EQ(s, mkboard_get64(b, MULTIKRON_VC_HOLD), UINT64_MAX, "64 bits");
	SIM_EQ(s, mkboard_get(b, VC_END - 4), 0xFFFFFFFF, "last");
	SIM_EQ(s, b->cs_clocks[1], 0, "chip select");
	mkboard_trace(b, 0, 1);
	mkboard_settle(b);
}

/* ---- configuration register ---- */

static void cr_bits(struct sim *s)
{
	struct mkboard *b = mkboard_open(s, NULL);

	mkboard_power_on(b);
	SIM_EQ(s, config(b), MULTIKRON_CONFIG_RESET, "after RST#");
	mkboard_config(b, 0xFFFFFFFF & ~(uint32_t)MK_EN_EXT);
	mkboard_config(b, 0xFFFFFFFF);
	SIM_EQ(s, config(b), 0x901DFFFF, "FFFFFFFF");
	for (unsigned int EACH(i, 0); i < 2; i++)
		for (unsigned int EACH(bit, 0); bit < 32; bit++) {
			const uint32_t v = i ? ~(1u << bit) : 1u << bit;

			mkboard_config(b, v);
			SIM_EQ(s, config(b), MULTIKRON_CONFIG_RESET | (v & 0x1DFFFF),
			       "walking bit");
		}
	mkboard_config(b, 0x1DFFFF);
	mkboard_put(b, MULTIKRON_SWRESET, 1);
	SIM_EQ(s, config(b), 0x901DFFFF, "after a software reset");
	mkboard_config(b, 0x1DFFFF);
	mkboard_power_on(b);
	SIM_EQ(s, config(b), MULTIKRON_CONFIG_RESET, "after RST#");
}

/* Returns the number of NODECLK clocks in @ns. */
static uint64_t node_clocks(struct mkboard *b, uint64_t ns)
{
	const uint64_t n = b->node_clocks;

	sim_wait(b->s, SIM_NS(ns));
	return b->node_clocks - n;
}

static uint64_t timestamp(struct mkboard *b)
{
	return sim_get(b->obs_stamp);
}

static void cr_recommended(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	uint64_t t;
	uint8_t byte[20];

	SIM_EQ(s, config(b), MULTIKRON_CONFIG_RESET | MKBOARD_RECOMMENDED, "recommended value");
	t = timestamp(b);
	mkboard_near(s, node_clocks(b, 1000000), 40000, 1, "NODECLK");
	mkboard_near(s, timestamp(b) - t, 10000, 1, "timestamp clock");
	/* to memory, circular, id 0 */
	mkboard_set_pointer(b, 0x3FFFFE);
	mkboard_trace(b, 0, 1);
	mkboard_settle(b);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_MAP), 0x400003, "pointer");
	mkboard_memory_bytes(b, 0x3FFFFE, byte, 4);
	SIM_EQ(s, byte[0], 0, "header: CPU id 0");
	SIM_EQ(s, b->cable_words, 0, "cable");
}

/* Tests the CPU id with one line, none, several, and external lines: header and source
 * address. */
static void cr_cpu_id(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	static const struct {
		unsigned int lines, id;
	} cases[] = {{1, 0},  {2, 1},	{4, 2}, {8, 3}, {16, 4},   {32, 5},
		     {64, 6}, {128, 7}, {0, 0}, {6, 1}, {0xC0, 6}, {0xFF, 0}};
	uint8_t byte[20];

	for (unsigned int i = 0; i < 8; i++)
		mkboard_put(b, MULTIKRON_SRC0 + 8 * i, 0xA0 + i);
	for (unsigned int EACH(ext, 0); ext < 2; ext++)
		for (unsigned int EACH(i, 0); i < 12; i++) {
			const uint32_t word = mkboard_get(b, MULTIKRON_MAP);

			mkboard_config(b, (MKBOARD_RECOMMENDED & ~0xFFu) |
						  (ext ? MK_EXT_CPU | (~cases[i].lines & 0xFF)
						       : cases[i].lines));
			mkboard_xcpu(b, ext ? cases[i].lines : ~cases[i].lines & 0xFF);
			mkboard_trace(b, 2, i);
			mkboard_drain(b);
			mkboard_memory_bytes(b, word, byte, 20);
			SIM_EQ(s, byte[0], cases[i].id << 4 | 2, "header");
			SIM_EQ(s, byte[8], 0xA0 + cases[i].id, "source address");
			SIM_EQ(s, byte[9] | byte[10] | byte[11], 0, "source address");
		}
	/* ids change from sample to sample */
	for (unsigned int i = 0; i < 100; i++) {
		mkboard_config(b, (MKBOARD_RECOMMENDED & ~0xFFu) | 1u << i % 8);
		mkboard_trace(b, 0, i);
	}
	mkboard_settle(b);
	for (unsigned int EACH(i, 0); i < 100; i++) {
		mkboard_memory_bytes(b, 24 * 5 + 5 * i, byte, 20);
		SIM_EQ(s, byte[0] >> 4, i % 8, "id");
	}
}

/* Returns the number of clocks with chip select active in a read. */
static unsigned int select_clocks(struct mkboard *b, unsigned int chip)
{
	const uint64_t n = b->cs_clocks[chip];

	mkboard_get(b, chip ? MULTIKRON_VC_RC_MODE : MULTIKRON_FILTER);
	return (unsigned int)(b->cs_clocks[chip] - n);
}

static void cr_wait_cpu(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);

	for (unsigned int EACH(chip, 0); chip < 2; chip++) {
		unsigned int plain;

		mkboard_config(b, MKBOARD_RECOMMENDED);
		mkboard_put(b, MULTIKRON_SWRESET, 0);
		plain = select_clocks(b, chip);
		mkboard_config(b, MKBOARD_RECOMMENDED | MK_WAIT_CPU);
		SIM_EQ(s, select_clocks(b, chip), plain, "before the reset");
		mkboard_put(b, MULTIKRON_SWRESET, 0);
		SIM_EQ(s, select_clocks(b, chip), plain + 1, "with the wait state");
		mkboard_config(b, MKBOARD_RECOMMENDED);
		SIM_EQ(s, select_clocks(b, chip), plain + 1, "until the next reset");
		mkboard_put(b, MULTIKRON_SWRESET, 0);
		SIM_EQ(s, select_clocks(b, chip), plain, "without it again");
		/* a hardware reset clears the register, and so the wait state */
		mkboard_config(b, MKBOARD_RECOMMENDED | MK_WAIT_CPU);
		mkboard_put(b, MULTIKRON_SWRESET, 0);
		mkboard_power_on(b);
		mkboard_config(b, MKBOARD_RECOMMENDED | MK_WAIT_CPU);
		SIM_EQ(s, select_clocks(b, chip), plain, "after RST#");
	}
}

/* Tests the chips' test mode: samples are not taken, and registers work. */
static void cr_testb(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);

	mkboard_config(b, MKBOARD_RECOMMENDED & ~(uint32_t)MK_TESTB);
	mkboard_trace(b, 0, 1);
	mkboard_resource(b, 0, 1);
	mkboard_put(b, MULTIKRON_SRC4, 0x1234);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_SRC4), 0x1234, "register");
	SIM_EQ(s, b->taken + b->lost, 0, "samples");
	mkboard_config(b, MKBOARD_RECOMMENDED);
	mkboard_trace(b, 0, 1);
	SIM_EQ(s, b->taken, 1, "samples");
	mkboard_settle(b);
}

/* Switches the outputs off: bytes must wait in the chip. */
static void cr_mk_oe(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);

	for (unsigned int i = 0; i < 10; i++)
		mkboard_trace(b, 0, i);
	mkboard_config(b, MKBOARD_RECOMMENDED & ~(uint32_t)MK_OE);
	sim_wait(s, SIM_NS(200));
	{
		const uint64_t bytes = b->bytes;

		SIM_CHECK(s, bytes < 200, "all bytes went out");
		sim_wait(s, SIM_US(50));
		SIM_EQ(s, b->bytes, bytes, "bytes with the outputs off");
	}
	mkboard_config(b, MKBOARD_RECOMMENDED);
	mkboard_settle(b);
	SIM_EQ(s, b->bytes, 200, "bytes");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_MAP), 50, "pointer");
}

static void cr_local(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);

	mkboard_trace(b, 0, 1);
	mkboard_settle(b);
	SIM_EQ(s, b->words, 5, "words in memory");
	mkboard_config(b, MKBOARD_RECOMMENDED & ~(uint32_t)MK_LOCAL);
	mkboard_trace(b, 0, 2);
	mkboard_settle(b);
	SIM_EQ(s, b->words, 5, "words in memory");
	SIM_EQ(s, b->cable_words, 10, "words on the cable");
}

/* Tests the external clock and reset. */
static void cr_ext(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	const unsigned int us = sim_is_icarus(s) ? 100 : 1000;
	uint64_t t, n;

	t = timestamp(b);
	mkboard_x_reset(b, true);
	sim_wait(s, SIM_US(1));
	mkboard_x_reset(b, false);
	SIM_CHECK(s, timestamp(b) > t, "the pin is ignored");
	mkboard_config(b, MKBOARD_RECOMMENDED | MK_EN_EXT);
	sim_wait(s, SIM_US(1));
	n = node_clocks(b, us * 1000);
	mkboard_near(s, n, 25 * us, 1, "external NODECLK of 25 MHz");
	t = timestamp(b);
	sim_wait(s, SIM_US(us));
	mkboard_near(s, timestamp(b) - t, 25 * us / 4, 1, "timestamp at 25 MHz");
	/* with the external clock DIV2 has no effect */
	mkboard_config(b, MKBOARD_RECOMMENDED | MK_EN_EXT | MK_DIV2);
	mkboard_near(s, node_clocks(b, us * 1000), 25 * us, 1, "DIV2 with the external clock");
	mkboard_config(b, MKBOARD_RECOMMENDED | MK_DIV2);
	sim_wait(s, SIM_US(1));
	mkboard_near(s, node_clocks(b, us * 1000), 20 * us, 1, "20 MHz");
	/* the external reset resets both chips and nothing else */
	mkboard_config(b, MKBOARD_RECOMMENDED | MK_EN_EXT | MK_DIS_STATE);
	mkboard_put(b, MULTIKRON_CSR, CSR_SAMPLING | CSR_MODE32);
	mkboard_trace(b, 0, 77);
	sim_wait(s, SIM_US(10));
	mkboard_put(b, MEMORY + 0x400, 0x12345678);
	SIM_EQ(s, mk_golden_level(&b->g.fifo), 20, "bytes in the FIFO");
	n = b->popped;
	mkboard_x_reset(b, true);
	sim_wait(s, SIM_US(1));
	SIM_EQ(s, timestamp(b), 0, "timestamp in reset");
	mkboard_x_reset(b, false);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_CSR), CSR_EMPTY, "MultiKron_II");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_VC_PAGE), b->novc ? 0xFFFFFFFF : 0, "MultiKron_vc");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_VC_MUXSEL), b->novc ? 0xFFFFFFFF : 0,
	       "MultiKron_vc");
	SIM_EQ(s, config(b),
	       MULTIKRON_CONFIG_RESET | MKBOARD_RECOMMENDED | MK_EN_EXT | MK_DIS_STATE,
	       "configuration register");
	SIM_EQ(s, mkboard_get(b, MEMORY + 0x400), 0x12345678, "memory");
	SIM_EQ(s, b->popped, n, "FIFO");
	mkboard_config(b, MKBOARD_RECOMMENDED | MK_EN_EXT);
	mkboard_settle(b);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_MAP), 5, "the sample was kept");
}

/* A pulse of the external reset: PCI clocks until it begins and until it ends. */
struct pulse {
	struct mkboard *b;
	unsigned int begins, ends, count;
};

static void pulse_reset(void *arg)
{
	struct pulse *p = arg;

	if (p->begins && !--p->begins) {
		mkboard_x_reset(p->b, true);
		p->count++;
	}
	if (p->ends && !--p->ends)
		mkboard_x_reset(p->b, false);
}

/* Applies the external reset in any clock of an access: the chip must answer before or after
 * the reset with the register's value at that time, and no access may hang. */
static void cr_ext_reset(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	struct pulse p = {.b = b};
	const unsigned int n = (unsigned int)sim_length(s, 2000, 200);

	mkboard_config(b, MKBOARD_RECOMMENDED | MK_EN_EXT);
	mkboard_put(b, MULTIKRON_SWRESET, 0);
	sim_wait(s, SIM_US(1));
	b->on_pci = pulse_reset;
	b->on_arg = &p;
	for (unsigned int EACH(i, 0); i < n; i++) {
		/* registers that have the same value before and after */
		static const uint32_t offsets[] = {MULTIKRON_FILTER, MULTIKRON_CSR,
						   MULTIKRON_RC7, MULTIKRON_VC_PAGE,
						   MULTIKRON_VC_RC_ENABLE};
		static const uint32_t values[] = {0xFFFF, CSR_EMPTY, 0, 0, 0};
		const unsigned int k = (unsigned int)sim_range(s, 0, 4);

		p.begins = (unsigned int)sim_range(s, 1, 15);
		p.ends = p.begins + (unsigned int)sim_range(s, 3, 40);
		SIM_EQ(s, mkboard_get(b, offsets[k]), values[k], "register");
		while (p.ends)
			sim_wait_cycles(b->pclk, 1);
		SIM_EQ(s, mkboard_get(b, offsets[k]), values[k], "register after the reset");
	}
	SIM_EQ(s, p.count, n, "resets");
	b->on_pci = NULL;
	/* the board works as before */
	mkboard_put(b, MULTIKRON_CSR, CSR_SAMPLING | CSR_MODE32);
	mkboard_trace(b, 0, 7);
	mkboard_settle(b);
	SIM_EQ(s, b->words, 5, "words in memory");
}

/* Measures NODECLK and the timestamp clock with the eight settings. */
static void cr_clocks(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	/* number of clocks in 3 ms */
	static const unsigned int ticks[] = {30000, 40000, 15000, 20000};
	const unsigned int us = sim_is_icarus(s) ? 150 : 3000;
	const unsigned int clocks = sim_is_icarus(s) ? 1200 : 12000;

	for (unsigned int i = 0; i < 4; i++) {
		uint64_t t, n;

		mkboard_config(b, MKBOARD_RECOMMENDED | (i & 1 ? MK_TS_RATIO : 0) |
					  (i & 2 ? MK_DIV2 : 0));
		sim_wait(s, SIM_US(1));
		t = timestamp(b);
		n = b->node_clocks;
		sim_wait(s, SIM_US(us));
		mkboard_near(s, timestamp(b) - t, ticks[i] * us / 3000, 1, "timestamp");
		mkboard_near(s, b->node_clocks - n, (i & 2 ? 20 : 40) * us, 1, "NODECLK");
		t = timestamp(b);
		n = b->node_clocks;
		sim_wait_cycles(b->nodeclk, clocks);
		mkboard_near(s, timestamp(b) - t, clocks / (i & 1 ? 3 : 4), 1,
			     "over a number of clocks");
	}
}

/* ---- resets ---- */

static void dirty(struct mkboard *b)
{
	mkboard_config(b, MKBOARD_RECOMMENDED | MK_DIS_STATE);
	mkboard_put(b, MULTIKRON_CSR, CSR_SAMPLING | CSR_MODE32 | CSR_DISCARD);
	for (unsigned int i = 0; i < 70; i++) {
		mkboard_trace(b, 0, i);
		sim_wait(b->s, SIM_US(1));
	}
	for (unsigned int i = 0; i < 16; i++)
		mkboard_put(b, MULTIKRON_SRC0 + 8 * (i % 8), 0x100 + i);
	mkboard_put(b, MULTIKRON_FILTER, 0x1234);
	mkboard_put_by_hold(b, MULTIKRON_MUXSEL, MK_ALL_COUNT(SOURCE_CPU));
	mkboard_put(b, MULTIKRON_RC_ENABLE, 0xFFFF);
	mkboard_put(b, MULTIKRON_RC0, 1);
	mkboard_put(b, MULTIKRON_RC_MODE, 0xA5);
	if (b->novc)
		return;
	mkboard_put(b, MULTIKRON_VC_PAGE + 8 * 9, 0);
	mkboard_put(b, MULTIKRON_VC_CSR, CSR_MODE32);
	mkboard_put(b, MULTIKRON_VC_RC_MODE, 0x5A);
	mkboard_put(b, MULTIKRON_VC_RC_ENABLE, 0xFFFF);
	mkboard_put_by_hold(b, MULTIKRON_VC_MUXSEL, MK_ALL_COUNT(SOURCE_CPU));
}

/* Compares each register of both chips, which must be as after reset, with the golden model. */
static void clean(struct mkboard *b)
{
	for (uint32_t offset = MULTIKRON_HOLD; offset < MULTIKRON_SWRESET; offset += 4)
		mkboard_get(b, offset);
	for (uint32_t offset = MULTIKRON_VC_HOLD; offset < VC_SLOTS_END && !b->novc;
	     offset += 4)
		mkboard_get(b, offset);
	SIM_EQ(b->s, mkboard_get(b, MULTIKRON_CSR), CSR_EMPTY, "CSR");
	SIM_EQ(b->s, mkboard_get(b, MULTIKRON_WAITCNT), 0, "WAITCNT");
	SIM_EQ(b->s, sim_get(b->obs_busy), 0, "state machine");
}

static void rst_software(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);

	mkboard_trace(b, 0, 5);
	mkboard_drain(b);
	dirty(b);
	mkboard_put(b, MEMORY + 0x4000, 0xCAFE0001);
	SIM_CHECK(s, b->lost > 0 && mk_golden_level(&b->g.fifo) == 1024, "a dirty board");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_SWRESET), 0, "a read gives 0");
	SIM_EQ(s, mk_golden_level(&b->g.fifo), 1024, "... and resets nothing");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_FILTER), 0x1234, "... and resets nothing");
	mkboard_put(b, MULTIKRON_SWRESET, (uint32_t)sim_random(s));
	/* in the clocks after the reset: retried until the chips are ready */
	SIM_EQ(s, mkboard_get(b, MULTIKRON_FILTER), 0xFFFF, "register");
	SIM_CHECK(s, timestamp(b) < 20, "timestamp %u", (unsigned int)timestamp(b));
	clean(b);
	SIM_EQ(s, config(b), MULTIKRON_CONFIG_RESET | MKBOARD_RECOMMENDED | MK_DIS_STATE,
	       "configuration");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_MAP), 5, "pointer");
	SIM_EQ(s, mkboard_get(b, MEMORY + 0x4000), 0xCAFE0001, "memory");
	/* nothing is left in the FIFO */
	mkboard_config(b, MKBOARD_RECOMMENDED);
	sim_wait(s, SIM_US(50));
	SIM_EQ(s, mkboard_get(b, MULTIKRON_MAP), 5, "pointer");
	mkboard_put(b, MULTIKRON_CSR, CSR_SAMPLING | CSR_MODE32);
	mkboard_trace(b, 0, 6);
	mkboard_drain(b);
	mkboard_compare_memory(b);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_MAP), 10, "pointer");
}

static void rst_retried(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	uint64_t data = 0;
	struct pci_cycle c = {
		.command = PCI_MEM_READ, .addr = b->base + MULTIKRON_FILTER, .data = &data};
	unsigned int retries = 0;

	mkboard_put(b, MULTIKRON_SWRESET, 0);
	while (mkboard_try(b, &c) == PCI_RETRY)
		retries++;
	SIM_CHECK(s, retries > 0 && retries < 20, "%u retries", retries);
	SIM_EQ(s, c.end, PCI_DONE, "then done");
	SIM_EQ(s, data, 0xFFFF, "FILTER");
}

static void rst_hung(struct sim *s)
{
	struct mkboard *b = start(s, MK_TEST, 0);

	mkboard_trace(b, 0, 1);
	sim_wait(s, SIM_US(5));
	for (unsigned int i = 0; i < 17; i++)
		mkboard_get(b, MULTIKRON_TEST);
	mkboard_put(b, MULTIKRON_TEST, 0);
	sim_wait(s, SIM_US(5));
	SIM_EQ(s, sim_get(b->obs_busy), 1, "the sequence waits for its fourth byte");
	SIM_EQ(s, b->popped, 20, "bytes");
	mkboard_put(b, MULTIKRON_SWRESET, 0);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_MAP), 0, "nothing was stored");
	SIM_EQ(s, sim_get(b->obs_busy), 0, "idle");
	mkboard_put(b, MULTIKRON_CSR, CSR_SAMPLING | CSR_MODE32);
	mkboard_trace(b, 0, 2);
	sim_wait(s, SIM_US(5));
	for (unsigned int i = 0; i < 5; i++)
		mkboard_put(b, MULTIKRON_TEST, 0);
	mkboard_drain(b);
	mkboard_compare_memory(b);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_MAP), 5, "pointer");
}

static void rst_hardware(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);

	mkboard_trace(b, 0, 5);
	mkboard_drain(b);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_MAP), 5, "pointer");
	dirty(b);
	mkboard_power_on(b);
	SIM_EQ(s, config(b), MULTIKRON_CONFIG_RESET, "configuration register");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_MAP), 0, "pointer");
	mkboard_config(b, MKBOARD_RECOMMENDED);
	SIM_CHECK(s, timestamp(b) < 50, "timestamp %u", (unsigned int)timestamp(b));
	clean(b);
	mkboard_settle(b);
}

/* ---- the clocks, measured by counters ---- */

/* Reads the counters of NODECLK and of the timestamp clock by two samples 1 ms apart. */
static void clk_counters(struct sim *s)
{
	const sim_time between = sim_is_icarus(s) ? SIM_US(200) : SIM_MS(1);
	struct mkboard *b = start(s, 0, 0);

	mkboard_put(b, MULTIKRON_MUXSEL,
		    MK_COUNTS(0, SOURCE_NODECLK) | MK_COUNTS(1, SOURCE_TICK));
	mkboard_put(b, MULTIKRON_RC_ENABLE, 3);
	for (unsigned int i = 0; i < 4; i++) {
		const uint64_t khz = i & 1 ? 20000 : 40000;
		const unsigned int ratio = i & 2 ? 3 : 4;
		uint32_t count[2][2], word;
		sim_time at[2];

		mkboard_config(b, MKBOARD_RECOMMENDED | (i & 1 ? MK_DIV2 : 0) |
					  (i & 2 ? MK_TS_RATIO : 0));
		sim_wait(s, SIM_US(1));
		for (unsigned int k = 0; k < 2; k++) {
			const sim_time end = sim_now(s) + between;

			word = mkboard_get(b, MULTIKRON_MAP);
			mkboard_resource(b, 0, i);
			at[k] = b->last_taken_at;
			mkboard_drain(b);
			for (unsigned int n = 0; n < 2; n++)
				count[k][n] = dram_peek(b->dram, word + 5 + n);
			if (k == 0)
				sim_wait_until(s, end);
		}
		mkboard_near(s, at[1] - at[0], between, SIM_US(1), "time between the samples");
		mkboard_near(s, count[1][0] - count[0][0], (at[1] - at[0]) * khz / SIM_MS(1), 1,
			     "counter of NODECLK");
		mkboard_near(s, (count[1][1] - count[0][1]) * ratio, count[1][0] - count[0][0],
			     ratio, "counter of the timestamp clock");
	}
	mkboard_settle(b);
}

/* The timestamp at which an access to each chip took effect, found from the clock of its chip
 * select. */
struct selects {
	struct mkboard *b;
	uint64_t clock[2], stamp[2];
	bool before[2];
};

static void note_selects(void *arg)
{
	struct selects *c = arg;
	struct mkboard *b = c->b;

	for (unsigned int i = 0; i < 2; i++) {
		const bool now = sim_get(b->obs_cs) >> i & 1;

		if (now && !c->before[i])
			c->clock[i] = b->node_clocks;
		c->before[i] = now;
		/* obs_stamp has a delay of two clocks */
		if (b->node_clocks == c->clock[i] + 2)
			c->stamp[i] = sim_get(b->obs_stamp);
	}
}

/* Checks that counters of both chips count all clocks of the timestamp
 * while they are enabled. */
static void clk_same(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	struct selects c = {.b = b};
	const unsigned int us = sim_is_icarus(s) ? 100 : 1000;
	static const uint32_t source[] = {MULTIKRON_MUXSEL, MULTIKRON_VC_MUXSEL},
			      enable[] = {MULTIKRON_RC_ENABLE, MULTIKRON_VC_RC_ENABLE},
			      disable[] = {MULTIKRON_RC_DISABLE, MULTIKRON_VC_RC_DISABLE},
			      clear[] = {MULTIKRON_RC_RESET, MULTIKRON_VC_RC_RESET},
			      counter[] = {MULTIKRON_RC0, MULTIKRON_VC_RC0};

	b->on_node = note_selects;
	b->on_arg = &c;
	for (unsigned int i = 0; i < 2; i++)
		mkboard_put(b, source[i], MK_COUNTS(0, SOURCE_TICK));
	for (unsigned int EACH(k, 0); k < 4; k++) {
		uint64_t from[2], to[2];
		uint32_t count[2];

		mkboard_config(b, MKBOARD_RECOMMENDED | (k & 1 ? MK_TS_RATIO : 0) |
					  (k & 2 ? MK_DIV2 : 0));
		for (unsigned int i = 0; i < 2; i++) {
			mkboard_put(b, clear[i], 1);
			mkboard_put(b, enable[i], 1);
			sim_wait_cycles(b->nodeclk, 4);
			from[i] = c.stamp[i];
		}
		sim_wait(s, SIM_US(us));
		for (unsigned int EACH(i, 0); i < 2; i++) {
			mkboard_put(b, disable[i], 1);
			sim_wait_cycles(b->nodeclk, 4);
			to[i] = c.stamp[i];
			count[i] = mkboard_get(b, counter[i]);
			SIM_EQ(s, count[i], to[i] - from[i], "timestamp clocks");
		}
		/* corrects for the clocks in which only one of the two was enabled */
		SIM_EQ(s, count[0] + (to[1] - to[0]), count[1] + (from[1] - from[0]),
		       "the same clocks");
		SIM_CHECK(s, count[0] > 49 * us / 10, "%u timestamp clocks in %u us", count[0],
			  us);
	}
}

/* Lengths of the pulses of NODECLK, and of the timestamp clock in clocks of NODECLK. */
struct pulses {
	struct mkboard *b;
	sim_time edge, shortest; /* latest edge and shortest pulse of NODECLK, high or low */
	uint64_t stamp, stamp_clock, least, most, rises;
	bool known;
};

static void note_edge(struct pulses *p)
{
	const sim_time now = sim_now(p->b->s);

	if (p->edge && now - p->edge < p->shortest)
		p->shortest = now - p->edge;
	p->edge = now;
}

static void note_rise(void *arg)
{
	struct pulses *p = arg;
	const uint64_t stamp = sim_get(p->b->obs_stamp);

	note_edge(p);
	p->rises++;
	if (stamp != p->stamp) {
		const uint64_t clocks = p->rises - p->stamp_clock;

		SIM_EQ(p->b->s, stamp, p->stamp + 1, "timestamp");
		if (p->known && clocks < p->least)
			p->least = clocks;
		if (p->known && clocks > p->most)
			p->most = clocks;
		p->known = true;
		p->stamp_clock = p->rises;
	}
	p->stamp = stamp;
}

static void note_fall(void *arg)
{
	note_edge(arg);
}

/* Makes every change between the eight settings of DIV2, TS_RATIO and EN_EXT at random phases.
 * No pulse of NODECLK or of the timestamp clock may be shorter than the shortest one of both
 * settings, and each of the selector's two lines may change at most once. */
static void clk_switch(struct sim *s)
{
	/* the periods have no small common multiple, so that every phase occurs */
	const struct mkboard_options o = {.pci = 30303, .osc = 24998, .ext = 33334};
	struct mkboard *b = mkboard_open(s, &o);
	const unsigned int rounds = (unsigned int)sim_length(s, 20, 2);
	struct pulses p = {.b = b};

	sim_limit(s, SIM_MS(1000));
	mkboard_start(b, 0, 0);
	p.stamp = sim_get(b->obs_stamp);
	sim_on(b->nodeclk, SIM_RISE, note_rise, &p);
	sim_on(b->nodeclk, SIM_FALL, note_fall, &p);
	for (unsigned int EACH(i, 0); i < 64 * rounds; i++) {
		const unsigned int from = i / 8 % 8, to = i % 8;
		const uint64_t selections = b->selections;
		sim_time least = SIM_MS(1);

		for (unsigned int k = 0; k < 2; k++) {
			const unsigned int set = k ? to : from;
			const sim_time period = set & 4 ? o.ext : set & 1 ? 2 * o.osc : o.osc;

			least = period / 2 < least ? period / 2 : least;
			if (k) {
				p.shortest = SIM_MS(1);
				p.least = 100;
				p.most = 0;
			}
			mkboard_config(b, MKBOARD_RECOMMENDED | (set & 1 ? MK_DIV2 : 0) |
						  (set & 2 ? MK_TS_RATIO : 0) |
						  (set & 4 ? MK_EN_EXT : 0));
			sim_wait(s, SIM_NS(1000) + sim_range(s, 0, 99999));
		}
		SIM_CHECK(s, p.shortest >= least && p.shortest < SIM_MS(1),
			  "from %u to %u: a pulse of %u ps, not %u", from, to,
			  (unsigned int)p.shortest, (unsigned int)least);
		SIM_CHECK(s, b->selections - selections <= 2, "the selector's lines move");
		SIM_CHECK(s, p.least >= ((from | to) & 2 ? 3 : 4) && p.most <= 4,
			  "from %u to %u: %u to %u clocks of NODECLK for a timestamp clock",
			  from, to, (unsigned int)p.least, (unsigned int)p.most);
	}
	mkboard_settle(b);
}

static void clk_ten_ms(struct sim *s)
{
	const unsigned int ms = sim_is_icarus(s) ? 1 : 10;
	struct mkboard *b = start(s, 0, 0);
	uint64_t t;

	t = mkboard_get(b, MULTIKRON_TS);
	sim_wait(s, SIM_MS(ms));
	mkboard_near(s, mkboard_get(b, MULTIKRON_TS) - t, 10000 * ms, 10, "timestamp");
}

/* Tests the wrap of a 32-bit counter that counts a clock of 50 MHz. */
static void clk_wrap(struct sim *s)
{
	const struct mkboard_options o = {.ext = SIM_NS(20)};
	struct mkboard *b = mkboard_open(s, &o);
	uint32_t v;

	mkboard_start(b, MK_EN_EXT, 0);
	sim_wait(s, SIM_US(1));
	mkboard_put(b, MULTIKRON_MUXSEL, MK_COUNTS(0, SOURCE_NODECLK));
	mkboard_put(b, MULTIKRON_RC_ENABLE, 1);
	sim_wait(s, SIM_US(90));
	v = mkboard_get(b, MULTIKRON_RC0);
	SIM_CHECK(s, v > 0xFFFFFC00, "before 0.1 ms: %08X", v);
	sim_wait(s, SIM_US(20));
	v = mkboard_get(b, MULTIKRON_RC0);
	SIM_CHECK(s, v < 1000, "after 0.1 ms: %08X", v);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_RC1), 0xFFFFFFFF, "neighbour");
	sim_note(s, "2^32 clocks of 50 MHz: %.1f s", 4294967296.0 / 50e6);
}

const struct sim_test sim_tests[] = {
	{"map_holes", map_holes, "MK-MAP-005 MK-MAP-002", NULL},
	{"map_holes_novc", map_holes, "MK-MAP-005", "multikron_novc"},
	{"map_regions", map_regions, "MK-MAP-001 MK-MAP-002 MK-MAP-003", NULL},
	{"map_novc", map_novc, "MK-MAP-006", "multikron_novc"},
	{"cr_bits", cr_bits, "MK-CR-001 MK-CR-002 MK-CR-003 MK-CR-005", NULL},
	{"cr_recommended", cr_recommended, "MK-CR-004", NULL},
	{"cr_cpu_id", cr_cpu_id,
	 "MK-CR-006 MK-CR-007 MK-CR-010 MK-CR-024 MK-SMP-004 MK-SMP-008", NULL},
	{"cr_wait_cpu", cr_wait_cpu, "MK-CR-011 MK-CR-012", NULL},
	{"cr_testb", cr_testb, "MK-CR-013", NULL},
	{"cr_mk_oe", cr_mk_oe, "MK-CR-014", NULL},
	{"cr_local", cr_local, "MK-CR-009", NULL},
	{"cr_ext", cr_ext, "MK-CR-016 MK-CR-017 MK-CR-018 MK-CR-021", NULL},
	{"cr_ext_reset", cr_ext_reset, "MK-CR-017", NULL},
	{"cr_ext_novc", cr_ext, "MK-CR-017 MK-CR-018", "multikron_novc"},
	{"cr_clocks", cr_clocks, "MK-CR-020 MK-CR-021 MK-CLK-002", NULL},
	{"rst_software", rst_software, "MK-RST-001 MK-RST-002 MK-RST-003 MK-RST-006", NULL},
	{"rst_software_novc", rst_software, "MK-RST-001", "multikron_novc"},
	{"rst_retried", rst_retried, "MK-RST-007", NULL},
	{"rst_hung", rst_hung, "MK-RST-004", NULL},
	{"rst_hardware", rst_hardware, "MK-RST-005 MK-RST-006 MK-MAR-007", NULL},
	{"clk_counters", clk_counters, "MK-CLK-001 MK-CHIP-030 MK-CHIP-031", NULL},
	{"clk_same", clk_same, "MK-CLK-003 MK-VC-012", NULL},
	{"clk_switch", clk_switch, "MK-CLK-006", NULL},
	{"clk_ten_ms", clk_ten_ms, "MK-CLK-004", NULL},
	{"clk_wrap", clk_wrap, "MK-CLK-005 MK-CHIP-026", "multikron_wrap"},
	{0},
};
