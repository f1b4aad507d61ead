/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the processor-card monitor (thesis, 2.4.4, 2.4.5): every clock is compared with the
 * golden model, and each test states the expected result. */
#include "machine.h"
#include "pcm.h"
#include "random.h"
#include "reset_pins.h"
#include "rack.h"
#include "starts_with.h"
#include <string.h>

#define REG(name) NUMACHINE_PCM_##name
/* values of CONFIG: what the SRAM counts */
enum { COUNT_NOTHING, COUNT_TRANSACTIONS, COUNT_LATENCIES, COUNT_BLOCKS };
#define CLEAR NUMACHINE_PCM_CONFIG_CLEAR_MASK
#define COUNTER(i) (NUMACHINE_PCM_COUNTER0 + 8 * (i))
#define CONTROL(i) (NUMACHINE_PCM_CONTROL0 + 8 * (i))
#define READ_REQ 0x008
#define READ_RES 0x000
#define REEX_REQ 0x028
#define REEX_RES 0x020
#define UPGRADE_REQ 0x0C8
#define WRITE_BACK 0x080
#define NONBLOCK_READ 0x048
#define NONBLOCK_RES 0x040
#define NACK 0x010

static void counts_are(struct pcm *p, uint32_t total, uint32_t counted)
{
	pcm_idle(p, 3);
	SIM_EQ(p->s, pcm_get(p, REG(TOTAL)), total, "transactions");
	SIM_EQ(p->s, pcm_get(p, REG(COUNTED)), counted, "counted");
	SIM_EQ(p->s, pcm_get(p, REG(FILTERED)), total - counted, "filtered");
	pcm_put(p, REG(CONFIG), CLEAR | pcm_get(p, REG(CONFIG)));
	SIM_EQ(p->s, pcm_get(p, REG(TOTAL)), 0, "cleared");
}

/* ---- transactions of 64 bits in two clocks; word and doubleword accesses ---- */

static void transactions(struct sim *s)
{
	static const uint16_t cmds[] = {READ_REQ,      READ_RES,    REEX_REQ, REEX_RES,
					WRITE_BACK,    UPGRADE_REQ, 0x0C0,    0x0A0,
					NONBLOCK_READ, 0x068,	    0x018,    0x3FF};
	struct pcm *p = pcm_start(s);

	/* only the lower half is compared with the address watch; the upper half can make it an
	 * access */
	for (unsigned int i = 0; i < 12; i++) {
		pcm_out(p, cmds[i], 0xFEDCBA9312345670);
		pcm_back(p, cmds[i], 0x0000000012345670);
	}
	counts_are(p, 24, 24);
	/* magic bits 4 with another window, and other magic bits with this window, both select
	 * memory */
	pcm_out(p, READ_REQ, 4ull << 32 | 0x0D000000);
	pcm_out(p, READ_REQ, 5ull << 32 | 0x0C000000);
	counts_are(p, 2, 2);
	/* accesses to words and doublewords; the odd word of a doubleword is in bits 31..0 */
	pcm_put(p, REG(ADDR_WATCH), 0x12345678);
	pcm_put(p, REG(ADDR_FILTER), 0x9ABCDEF0);
	SIM_EQ(s, pcm_get_two(p, REG(ADDR_WATCH)), 0x123456789ABCDEF0, "two words read");
	for (unsigned int EACH(i, 0); i < 64; i++) {
		const uint64_t two = sim_random(s);

		pcm_put_two(p, REG(ADDR_WATCH), two);
		SIM_EQ(s, pcm_get_two(p, REG(ADDR_WATCH)), two, "two words written");
	}
	pcm_put_two(p, REG(ADDR_WATCH), 0x5555AAAA00000000);
	SIM_EQ(s, pcm_get(p, REG(ADDR_WATCH)), 0x5555AAAA, "the even word");
	SIM_EQ(s, pcm_get(p, REG(ADDR_FILTER)), 0, "the odd word");
	pcm_put_word(p, 0xABCD, 77);
	SIM_EQ(s, pcm_word(p, 0xABCD), 77, "a word of the SRAM");
	SIM_EQ(s, pcm_get_two(p, 0x80), 0, "behind the registers");
	SIM_EQ(s, pcm_get(p, 0x100 + REG(ADDR_WATCH)), 0, "where no register is");
	pcm_put(p, 0x100 + REG(ADDR_WATCH), 1);
	SIM_EQ(s, pcm_get(p, REG(ADDR_WATCH)), 0x5555AAAA, "... nor is written");
	/* another processor writes through the incoming FIFO */
	pcm_put_from_outside(p, REG(PHASE), 9);
	SIM_EQ(s, pcm_get(p, REG(PHASE)), 9, "written from outside");
	SIM_EQ(s, pcm_get(p, REG(TOTAL)), 0, "accesses are no transactions");
	/* a start in the clock after another start is ignored, and reported */
	for (unsigned int i = 0; i < 3; i++)
		pcm_clock(p, &(struct pcm_in){.start = true, .ad = 64, .cmd = READ_REQ});
	counts_are(p, 2, 2);
	SIM_EQ(s, pcm_get(p, REG(INT0)) & 1, 1, "missed");
	/* a transaction may start in every second clock */
	for (unsigned int i = 0; i < 500; i++)
		pcm_out(p, READ_REQ, i);
	SIM_EQ(s, pcm_get(p, REG(MISSED)), 0, "none was missed");
	counts_are(p, 500, 500);
	/* more than 4096 transactions of each kind */
	for (unsigned int EACH(filtered, 0); filtered < 2; filtered++) {
		const unsigned int many = 4100 + (unsigned int)sim_range(s, 0, 4095);

		pcm_put(p, REG(CMD_FILTER), filtered ? 0x3FF : 0);
		for (unsigned int i = 0; i < many; i++)
			pcm_out(p, READ_REQ, i);
		counts_are(p, many, filtered ? 0 : many);
	}
	pcm_compare(p);
}

/* ---- watches and filters ---- */

static void phases(struct sim *s)
{
	struct pcm *p = pcm_start(s);

	pcm_put(p, REG(PHASE_WATCH), 1 << 3 | 1 << 12);
	for (unsigned int ph = 0; ph < 16; ph++) {
		pcm_put(p, REG(PHASE), ph);
		for (unsigned int i = 0; i <= ph; i++)
			pcm_out(p, READ_REQ, i * 64);
	}
	counts_are(p, 136, 4 + 13);
	/* two phases in turn: each has its share of the transactions */
	pcm_put(p, REG(PHASE_WATCH), 1 << 5);
	for (unsigned int i = 0; i < 40; i++) {
		pcm_put(p, REG(PHASE), i % 4 ? 5 : 6);
		pcm_out(p, REEX_REQ, i);
	}
	counts_are(p, 40, 30);
	pcm_put(p, REG(PHASE_WATCH), 0);
	pcm_out(p, READ_REQ, 0);
	counts_are(p, 1, 0);
}

static void commands(struct sim *s)
{
	static const uint16_t cmds[] = {READ_REQ, READ_RES,    REEX_REQ,      REEX_RES,
					0x0C0,	  UPGRADE_REQ, NONBLOCK_READ, WRITE_BACK};
	struct pcm *p = pcm_start(s);

	/* each type alone, with refusals and without */
	for (unsigned int EACH(i, 0); i < 8; i++)
		for (unsigned int EACH(refused, 0); refused < 2; refused++) {
			pcm_put(p, REG(CMD_WATCH), cmds[i]);
			pcm_put(p, REG(CMD_FILTER), refused ? 0x0E8 : 0x0F8);
			for (unsigned int k = 0; k < 8; k++)
				for (unsigned int n = 0; n <= k; n++) {
					pcm_out(p, cmds[k], n * 64);
					pcm_out(p, cmds[k] | NACK, n * 64);
				}
			counts_are(p, 72, (i + 1) * (1 + refused));
		}
	/* each bit of the command is compared with both values, and only the selected bit */
	for (unsigned int EACH(k, 0); k < 20; k++) {
		const unsigned int bit = k / 2, watch = k % 2 ? 0x155 : 0x2AA;

		pcm_put(p, REG(CMD_WATCH), watch);
		pcm_put(p, REG(CMD_FILTER), 1u << bit);
		pcm_out(p, (uint16_t)watch, 0);
		pcm_out(p, (uint16_t)(watch ^ 1u << bit), 0);
		pcm_out(p, (uint16_t)(watch ^ (0x3FFu & ~(1u << bit))), 0);
		counts_are(p, 3, 2);
	}
}

static void addresses(struct sim *s)
{
	static const struct {
		uint32_t ad;
		bool inside;
	} cases[] = {{0x00800000, true},  {0x0080FFFF, true},  {0x00807654, true},
		     {0x007FFFFF, false}, {0x00810000, false}, {0x80800000, false}};
	struct pcm *p = pcm_start(s);

	pcm_put(p, REG(ADDR_WATCH), 0x00800000);
	pcm_put(p, REG(ADDR_FILTER), 0xFFFF0000);
	for (unsigned int EACH(i, 0); i < 6; i++) {
		pcm_out(p, READ_REQ, cases[i].ad);
		/* the upper half is not compared */
		pcm_out(p, READ_REQ, 0xABCDEF5000000000 | cases[i].ad);
		counts_are(p, 2, cases[i].inside ? 2 : 0);
	}
	for (unsigned int EACH(k, 0); k < 64; k++) {
		const uint32_t mask = 1u << k / 2, watch = k % 2 ? 0x5A5A5A5A : 0xA5A5A5A5;

		pcm_put(p, REG(ADDR_WATCH), watch);
		pcm_put(p, REG(ADDR_FILTER), mask);
		pcm_out(p, READ_REQ, watch ^ mask);
		pcm_out(p, READ_REQ, ~watch ^ mask);
		counts_are(p, 2, 1);
	}
}

/* ---- counters ---- */

static void control(struct pcm *p, unsigned int i, unsigned int mode, unsigned int event)
{
	pcm_put(p, COUNTER(i), 0);
	pcm_put(p, CONTROL(i), mode << 4 | event);
}

static uint32_t counter(struct pcm *p, unsigned int i)
{
	pcm_put(p, CONTROL(i), 0);
	return pcm_get(p, COUNTER(i));
}

/* An event in every clock: the count is the number of clocks between the two writes of its
 * control. */
static void count_clocks(struct sim *s, struct pcm *p)
{
	for (unsigned int EACH(i, 0); i < 4; i++)
		for (unsigned int EACH(k, 0); k < 40; k++) {
			const uint32_t first = k ? (uint32_t)sim_random(s) : 0;
			uint64_t from;
			uint32_t n;

			control(p, i, 1, 7);
			pcm_put(p, COUNTER(i), first);
			from = sim_now(s);
			pcm_idle(p, k ? k : 1000 + i);
			n = (uint32_t)((sim_now(s) - from) / SIM_NS(20));
			/* a write takes effect three clocks after its start, two clocks before
			 * it returns */
			SIM_EQ(s, counter(p, i), first + n + 5, "clocks");
		}
}

/* An event that never ends begins once, when it is selected. */
static void count_beginnings(struct sim *s, struct pcm *p)
{
	for (unsigned int EACH(i, 0); i < 4; i++) {
		control(p, i, 2, 7);
		pcm_idle(p, 20);
		SIM_EQ(s, counter(p, i), 1, "beginnings");
	}
}

/* Four overlapping events at the same time, each in every counter. */
static void count_together(struct sim *s, struct pcm *p)
{
	for (unsigned int EACH(r, 0); r < 4; r++) {
		const unsigned int starts = r, begins = (r + 1) % 4, counted = (r + 2) % 4,
				   filtered = (r + 3) % 4;
		uint32_t n;

		pcm_put(p, REG(CMD_FILTER), 0);
		control(p, starts, 1, 3);
		control(p, begins, 2, 3); /* counts the beginnings of starts */
		control(p, counted, 1, 0);
		control(p, filtered, 1, 1);
		pcm_put(p, REG(CMD_FILTER), 0x008);
		for (unsigned int i = 0; i < 100; i++)
			pcm_out(p, i % 4 ? READ_RES : READ_REQ, 0);
		pcm_idle(p, 4);
		pcm_put_two(p, CONTROL(counted) & ~7u, 0);
		SIM_EQ(s, counter(p, filtered), 25, "filtered");
		SIM_EQ(s, pcm_get(p, COUNTER(counted)), 0, "written with its control");
		n = counter(p, starts);
		SIM_CHECK(s, n > 100, "starts and accesses");
		SIM_EQ(s, counter(p, begins), n, "an access or transaction begins each time");
	}
}

/* Mode 3 counts only in watched phases. */
static void count_in_phases(struct sim *s, struct pcm *p)
{
	pcm_put(p, REG(CMD_FILTER), 0x008);
	pcm_put(p, REG(PHASE_WATCH), 1 << 2);
	control(p, 0, 3, 7);
	pcm_idle(p, 100);
	SIM_EQ(s, counter(p, 0), 0, "phase 0 is not watched");
	control(p, 0, 3, 7);
	pcm_put(p, REG(PHASE), 2);
	pcm_idle(p, 100);
	pcm_put(p, REG(PHASE), 0);
	SIM_CHECK(s, counter(p, 0) >= 100, "phase 2 is");
}

/* Counts of accesses, and a counter that wraps. */
static void count_to_wrap(struct sim *s, struct pcm *p)
{
	control(p, 1, 1, 2);
	SIM_EQ(s, pcm_get(p, REG(PHASE)), 0, "an access");
	pcm_idle(p, 3);
	SIM_EQ(s, counter(p, 1), 2, "accesses since it was set");
	for (unsigned int EACH(i, 0); i < 4; i++) {
		pcm_put(p, REG(INT0_CLEAR), 0xFFFF);
		pcm_put(p, CONTROL(i), 0);
		pcm_put(p, COUNTER(i), UINT32_MAX);
		pcm_idle(p, 20);
		SIM_EQ(s, pcm_get(p, REG(INT0)), 0, "full, and nothing counted");
		pcm_put(p, COUNTER(i), UINT32_MAX - 10);
		pcm_put(p, CONTROL(i), 1 << 4 | 7);
		pcm_idle(p, 20);
		SIM_CHECK(s, counter(p, i) < 100, "wrapped");
		SIM_EQ(s, pcm_get(p, REG(INT0)), 1u << (4 + i), "and said so");
	}
}

static void counters(struct sim *s)
{
	struct pcm *p = pcm_start(s);

	count_clocks(s, p);
	count_beginnings(s, p);
	count_together(s, p);
	count_in_phases(s, p);
	count_to_wrap(s, p);
	pcm_compare(p);
}

/* ---- barrier and interrupts ---- */

static void barrier(struct sim *s)
{
	struct pcm *p = pcm_start(s);

	pcm_put(p, REG(BARRIER), 0xF); /* without a mask there is no barrier */
	SIM_EQ(s, pcm_get(p, REG(BARRIER)), 0xF, "no barrier");
	pcm_put(p, REG(BARRIER_MASK), 0xF);
	SIM_EQ(s, pcm_get(p, REG(BARRIER)), 0x100, "all were there");
	for (unsigned int EACH(round, 0); round < 4; round++)
		for (unsigned int EACH(i, 0); i < 4; i++) {
			const unsigned int arriving = (i + round) % 4;

			SIM_EQ(s, pcm_get(p, REG(BARRIER)) >> 8, !(round & 1), "sense");
			/* the other processors write through the incoming FIFO */
			if (arriving)
				pcm_put_from_outside(p, REG(BARRIER), 1u << arriving);
			else
				pcm_put(p, REG(BARRIER), 1);
			SIM_EQ(s, pcm_get(p, REG(BARRIER)) >> 8,
			       i == 3 ? round & 1 : !(round & 1), "sense after it");
		}
	/* a barrier of two processors */
	pcm_put(p, REG(INT0_CLEAR), 8);
	pcm_put(p, REG(BARRIER_MASK), 0x5);
	pcm_put(p, REG(BARRIER), 3);
	SIM_EQ(s, pcm_get(p, REG(INT0)) & 8, 0, "not yet");
	pcm_put(p, REG(BARRIER), 4);
	SIM_EQ(s, pcm_get(p, REG(INT0)) & 8, 8, "now");
	SIM_EQ(s, pcm_get(p, REG(BARRIER)) & 0xF, 0, "none waits");
}

static void interrupts(struct sim *s)
{
	struct pcm *p = pcm_start(s);
	struct sim_pin *irq = sim_pin(s, "irq");

	for (unsigned int EACH(i, 0); i < 2; i++) {
		const unsigned int set = i ? REG(INT1) : REG(INT0),
				   clear = i ? REG(INT1_CLEAR) : REG(INT0_CLEAR),
				   mask = i ? REG(INT1_MASK) : REG(INT0_MASK);

		for (unsigned int EACH(bit, 0); bit < 16; bit++) {
			pcm_put_from_outside(p, set, 1u << bit);
			SIM_EQ(s, pcm_get(p, set), 1u << bit, "set");
			SIM_EQ(s, sim_get(irq), 0, "masked");
			pcm_put(p, mask, 0xFFFF & ~(1u << bit));
			pcm_idle(p, 2);
			SIM_EQ(s, sim_get(irq), 0, "masked, others are not");
			pcm_put(p, mask, 1u << bit);
			pcm_idle(p, 2);
			SIM_EQ(s, sim_get(irq), 1u << i, "raised");
			pcm_put(p, clear, 0xFFFF & ~(1u << bit));
			SIM_EQ(s, pcm_get(p, set), 1u << bit, "others are cleared");
			pcm_put(p, clear, 1u << bit);
			SIM_EQ(s, pcm_get(p, set), 0, "cleared");
			pcm_idle(p, 2);
			SIM_EQ(s, sim_get(irq), 0, "lowered");
			pcm_put(p, mask, 0);
		}
	}
	/* an event in the clock of the clearing keeps its flag; the event is that the second
	 * start is ignored */
	pcm_clock(p, &(struct pcm_in){.start = true,
				      .write = true,
				      .out = true,
				      .ad = 4ull << 32 | 0x0C000000 | REG(INT0_CLEAR)});
	pcm_clock(p, &(struct pcm_in){.ad = 0xFFFF, .data = true});
	for (unsigned int i = 0; i < 2; i++)
		pcm_clock(p, &(struct pcm_in){.start = true, .ad = 64, .cmd = READ_REQ});
	pcm_idle(p, 5);
	SIM_EQ(s, pcm_get(p, REG(INT0)), 1, "an event of the clock of the clearing");
	pcm_put(p, REG(INT0_CLEAR), 1);
	/* both interrupts at once */
	pcm_put(p, REG(INT0_MASK), 0x100);
	pcm_put(p, REG(INT1_MASK), 2);
	pcm_put(p, REG(INT0), 0x100);
	pcm_put(p, REG(INT1), 2);
	pcm_idle(p, 2);
	SIM_EQ(s, sim_get(irq), 3, "both");
}

/* ---- pipeline ---- */

static void pipeline(struct sim *s)
{
	struct pcm *p = pcm_start(s);

	for (unsigned int EACH(word, 0); word < 128; word++) {
		uint32_t expected = 0;

		/* the 128 words have each state alone, and all combinations */
		pcm_put(p, REG(PIPE), word);
		control(p, 0, 1, 5);
		for (unsigned int i = 0; i < 60; i++) {
			const uint8_t state = (uint8_t)(sim_random(s) & 7);

			expected += state < 7 && word >> state & 1;
			pcm_clock(p, &(struct pcm_in){.pipe_state = state});
		}
		pcm_put(p, REG(PIPE), 0);
		/* accesses have state 0 in their first clock, and then 7, which is not
		 * counted */
		SIM_EQ(s, counter(p, 0), expected + (word & 1), "clocks in these states");
	}
}

/* ---- SRAM ---- */

static void sram_modes(struct sim *s)
{
	struct pcm *p = pcm_start(s);
	unsigned int n;

	/* counts by the secondary cache index, in every second clock, with equal and different
	 * indices */
	pcm_put(p, REG(CONFIG), COUNT_TRANSACTIONS);
	for (unsigned int i = 0; i < 300; i++)
		pcm_out(p, READ_REQ, (i % 3 ? 0x1234 : 0xFFFF) << 4);
	pcm_idle(p, 4);
	SIM_EQ(s, pcm_word(p, 0x1234), 200, "one index");
	SIM_EQ(s, pcm_word(p, 0xFFFF), 100, "another one");
	/* filtered transactions are not counted */
	pcm_put(p, REG(CMD_FILTER), 0x3FF);
	pcm_out(p, READ_REQ, 0x1234 << 4);
	pcm_idle(p, 4);
	SIM_EQ(s, pcm_word(p, 0x1234), 200, "filtered");
	pcm_put(p, REG(CMD_FILTER), 0);
	/* the word wraps */
	pcm_put_word(p, 5, UINT32_MAX);
	pcm_out(p, READ_REQ, 5 << 4);
	pcm_idle(p, 4);
	SIM_EQ(s, pcm_word(p, 5), 0, "wrapped");
	SIM_EQ(s, pcm_get(p, REG(INT0)), 2, "and said so");
	/* clocks of each basic block */
	pcm_put(p, REG(CONFIG), COUNT_BLOCKS);
	pcm_put(p, REG(BLOCK), 100);
	pcm_idle(p, 93);
	pcm_put(p, REG(BLOCK), 200);
	pcm_idle(p, 43);
	pcm_put(p, REG(BLOCK), 100);
	pcm_idle(p, 13);
	pcm_put(p, REG(BLOCK), 0);
	/* each write of the register takes the same number of clocks */
	n = pcm_word(p, 200);
	SIM_EQ(s, n - 43, pcm_word(p, 100) - 93 - 13 - (n - 43), "clocks of a write");
	SIM_CHECK(s, n >= 43 && n < 53, "clocks of block 200");
	pcm_put(p, REG(CONFIG), COUNT_NOTHING);
	pcm_put(p, REG(BLOCK), 300);
	pcm_idle(p, 10);
	pcm_put(p, REG(BLOCK), 301);
	SIM_EQ(s, pcm_word(p, 300), 0, "off");
	pcm_compare(p);
}

/* ---- registers; counts at their end ---- */

/* Checks that every writable bit of a register can be set and cleared and that the others stay
 * 0. */
static void registers(struct sim *s)
{
	static const struct {
		unsigned int reg;
		uint32_t bits;
	} regs[] = {
		{REG(CONFIG), COUNT_BLOCKS}, {REG(BLOCK), 0xFFFF},     {REG(PHASE), 15},
		{REG(PHASE_WATCH), 0xFFFF},  {REG(CMD_WATCH), 0x3FF},  {REG(CMD_FILTER), 0x3FF},
		{REG(ADDR_WATCH), ~0u},	     {REG(ADDR_FILTER), ~0u},  {REG(PIPE), 0x7F},
		{REG(BARRIER_MASK), 15},     {REG(INT0_MASK), 0xFFFF}, {REG(INT1_MASK), 0xFFFF},
		{COUNTER(0), ~0u},	     {COUNTER(1), ~0u},	       {COUNTER(2), ~0u},
		{COUNTER(3), ~0u},
	};
	static const uint32_t patterns[] = {~0u, 0, 0x55555555, 0xAAAAAAAA, 0x0F0F3CC3, 0};
	struct pcm *p = pcm_start(s);

	for (unsigned int EACH(i, 0); i < sizeof(regs) / sizeof(*regs); i++)
		for (unsigned int EACH(k, 0); k < sizeof(patterns) / sizeof(*patterns); k++) {
			pcm_put(p, regs[i].reg, patterns[k]);
			SIM_EQ(s, pcm_get(p, regs[i].reg), patterns[k] & regs[i].bits,
			       "a register");
		}
	/* each counter wraps, and reports it */
	for (unsigned int EACH(i, 0); i < 4; i++) {
		pcm_put(p, REG(INT0_CLEAR), 0xFFFF);
		pcm_put(p, COUNTER(i), UINT32_MAX - 3);
		pcm_put(p, CONTROL(i), 1 << 4 | 7);
		pcm_idle(p, 20);
		SIM_CHECK(s, counter(p, i) < 100, "wrapped");
		SIM_EQ(s, pcm_get(p, REG(INT0)), 1u << (4 + i), "and said so");
	}
	/* the increment works with all patterns of a word */
	pcm_put(p, REG(PHASE_WATCH), 0xFFFF);
	pcm_put(p, REG(CONFIG), COUNT_TRANSACTIONS);
	for (unsigned int EACH(k, 0); k < sizeof(patterns) / sizeof(*patterns); k++) {
		pcm_put_word(p, 7, patterns[k]);
		pcm_out(p, READ_REQ, 7 << 4);
		pcm_idle(p, 4);
		SIM_EQ(s, pcm_word(p, 7), patterns[k] + 1, "one more");
	}
	pcm_compare(p);
}

/* ---- the counts cleared in the clock of an event ---- */

#define EVENT_AT 12u /* clock in which the event starts */
#define CLOCKS_OF_A_TRIAL 24u
#define TO_TIMEOUT 4080u /* clocks from a request without an answer */

/* Writes CONFIG.CLEAR, from the clock @at on, at an event that starts in the clock EVENT_AT: a
 * transaction, or two starts in a row, of which the second is ignored. A doubleword has CONFIG
 * in its second access. */
static void clear_at(struct pcm *p, unsigned int at, bool dbl, unsigned int starts)
{
	for (unsigned int k = 0; k < CLOCKS_OF_A_TRIAL; k++) {
		struct pcm_in in = {.start =
					    k == at || (k >= EVENT_AT && k < EVENT_AT + starts),
				    .ad = 64,
				    .cmd = REEX_REQ,
				    .pipe_state = 7};

		if (k == at) {
			in.ad = 4ull << 32 | 0x0C000000 | REG(CONFIG);
			in.write = in.out = true;
			in.dbl = dbl;
		}
		if (k == at + 1) {
			in.ad = (uint64_t)CLEAR << (dbl ? 32 : 0);
			in.data = true;
		}
		pcm_clock(p, &in);
	}
}

/* Counts are cleared at every phase of an event: one in the clock of the clear is counted. Each
 * read is compared with the golden model. */
static void counts_clear(struct sim *s)
{
	static const struct {
		unsigned int count, starts, filter;
	} events[] = {{REG(COUNTED), 1, 0},
		      {REG(FILTERED), 1, 0x3FF},
		      {REG(TOTAL), 1, 0},
		      {REG(MISSED), 2, 0},
		      {REG(TIMEOUTS), 0, 0}};
	struct pcm *p = pcm_start(s);

	for (unsigned int EACH(i, 0); i < sizeof(events) / sizeof(*events); i++) {
		const unsigned int step = events[i].starts ? 1 : sim_step(s, 3);
		unsigned int before = 0, after = 0;

		pcm_put(p, REG(CMD_FILTER), events[i].filter);
		for (unsigned int EACH(at, 0); at < 2 * CLOCKS_OF_A_TRIAL - 8; at += step) {
			/* no start in the second clock of another one */
			if (at / 2 + 2 > EVENT_AT && at / 2 < EVENT_AT + 2 && events[i].starts)
				continue;
			if (!events[i].starts) {
				pcm_out(p, READ_REQ, 0x4000);
				pcm_idle(p, TO_TIMEOUT);
			}
			clear_at(p, at / 2, at & 1, events[i].starts);
			if (pcm_get(p, events[i].count))
				after++;
			else
				before++;
			pcm_put(p, REG(CONFIG), CLEAR);
		}
		SIM_CHECK(s, before && after, "%u events before the clear, %u after it", before,
			  after);
	}
}

/* Tests the wrap of the counts, which start 16 below it. */
static void counts_wrap(struct sim *s)
{
	struct pcm *p = pcm_start(s);
	uint32_t first;

	/* the clocks of the first block, which start a few below the wrap */
	pcm_put(p, REG(CONFIG), COUNT_BLOCKS);
	pcm_put(p, REG(BLOCK), 1);
	pcm_idle(p, 4);
	first = pcm_word(p, 0);
	SIM_CHECK(s, first > PCM_WRAP_INIT && first < UINT32_MAX, "clocks of the first block");
	pcm_put(p, REG(BLOCK), 2);
	SIM_CHECK(s, pcm_word(p, 1) < 100, "clocks of the second one");
	SIM_EQ(s, pcm_get(p, REG(TOTAL)), 2 * PCM_WRAP_INIT, "transactions");
	/* each count wraps at 2^32; the sum of the counts is the number of transactions */
	pcm_put(p, REG(CMD_WATCH), READ_REQ);
	pcm_put(p, REG(CMD_FILTER), 0x3FF);
	for (unsigned int i = 0; i < 24; i++) {
		pcm_out(p, READ_REQ, i);
		pcm_back(p, READ_RES, i);
	}
	pcm_idle(p, 3);
	SIM_EQ(s, pcm_get(p, REG(COUNTED)), 8, "counted");
	SIM_EQ(s, pcm_get(p, REG(FILTERED)), 8, "filtered");
	SIM_EQ(s, pcm_get(p, REG(TOTAL)), 16, "transactions");
	/* the count of misses stops at its largest value */
	for (unsigned int i = 0; i < 24; i++) {
		for (unsigned int k = 0; k < 2; k++)
			pcm_clock(p, &(struct pcm_in){.start = true, .ad = 64});
		pcm_idle(p, 1);
	}
	pcm_idle(p, 3);
	SIM_EQ(s, pcm_get(p, REG(MISSED)), UINT32_MAX, "misses");
	/* time-outs */
	for (unsigned int i = 0; i < 17; i++) {
		pcm_out(p, READ_REQ, 0x4000);
		pcm_idle(p, 4100);
	}
	SIM_EQ(s, pcm_get(p, REG(TIMEOUTS)), 1, "time-outs");
	pcm_put(p, REG(CONFIG), CLEAR);
	SIM_EQ(s, pcm_get(p, REG(MISSED)), 0, "cleared");
	pcm_reset(p);
	SIM_EQ(s, pcm_get(p, REG(TIMEOUTS)), PCM_WRAP_INIT, "as at first");
	pcm_compare(p);
}

/* ---- latencies ---- */

/* Performs a read whose response begins @clocks of the timer later. */
static void read_with(struct pcm *p, uint16_t req, uint16_t res, unsigned int clocks)
{
	pcm_out(p, req, 0x4000);
	pcm_idle(p, clocks - 1);
	pcm_back(p, res, 0x4000);
	pcm_idle(p, 4);
}

static void latency(struct sim *s)
{
	static const unsigned int values[] = {1, 2, 3, 100, 1023, 4094, 4095};
	struct pcm *p = pcm_start(s);

	pcm_put(p, REG(CONFIG), COUNT_LATENCIES);
	pcm_put(p, REG(PHASE), 6);
	for (unsigned int EACH(i, 0); i < 7; i++) {
		read_with(p, READ_REQ, READ_RES, values[i]);
		SIM_EQ(s, pcm_get(p, REG(LATENCY)), values[i], "latency");
		SIM_EQ(s, pcm_word(p, 6 << 12 | values[i]), 1, "in the histogram");
	}
	SIM_EQ(s, pcm_get(p, REG(TIMEOUTS)), 0, "no time-out");
	/* a response that comes too late */
	pcm_out(p, READ_REQ, 0x4000);
	pcm_idle(p, 4095);
	pcm_back(p, READ_RES, 0x4000);
	pcm_idle(p, 4);
	SIM_EQ(s, pcm_get(p, REG(TIMEOUTS)), 1, "a time-out");
	SIM_EQ(s, pcm_get(p, REG(LATENCY)), 0, "and no latency");
	SIM_EQ(s, pcm_word(p, 6 << 12), 1, "in the histogram");
	SIM_EQ(s, pcm_get(p, REG(INT0)), 4, "interrupt");
	/* a refusal is no response, and the request after it does not start a new
	 * measurement */
	pcm_put(p, REG(PHASE), 1);
	pcm_out(p, REEX_REQ, 0x4000);
	pcm_idle(p, 10);
	pcm_back(p, REEX_RES | NACK, 0x4000);
	pcm_idle(p, 10);
	pcm_out(p, REEX_REQ, 0x4000);
	pcm_idle(p, 10);
	pcm_back(p, REEX_RES, 0x4000);
	pcm_idle(p, 4);
	SIM_EQ(s, pcm_get(p, REG(LATENCY)), 2 + 10 + 2 + 10 + 2 + 10 - 1, "all of it");
	SIM_EQ(s, pcm_word(p, 1 << 12 | 35), 1, "in phase 1");
	/* non-block reads are measured, too; write-backs and upgrades start no measurement, and
	 * a response without a request ends none */
	read_with(p, NONBLOCK_READ, NONBLOCK_RES, 50);
	SIM_EQ(s, pcm_get(p, REG(LATENCY)), 50, "of a word");
	read_with(p, UPGRADE_REQ, READ_RES, 60);
	read_with(p, WRITE_BACK, READ_RES, 70);
	SIM_EQ(s, pcm_get(p, REG(LATENCY)), 50, "nothing new");
	/* only watched reads are measured */
	pcm_put(p, REG(ADDR_FILTER), UINT32_MAX);
	read_with(p, READ_REQ, READ_RES, 80);
	SIM_EQ(s, pcm_get(p, REG(LATENCY)), 50, "not watched");
	SIM_EQ(s, pcm_compare(p), 10, "all reads");
}

/* Checks that an access to the SRAM waits while a time-out is counted there, and that another
 * access that comes meanwhile is missed and reported. */
static void access_waits(struct sim *s)
{
	struct pcm *p = pcm_start(s);
	const uint64_t at = 4ull << 32 | 0x0B000000 | 0x1234 << 2;
	/* each wait is tried again with a read, and with two words */
	const unsigned int step = sim_step(s, 3);
	unsigned int all = 0, reads = 0;

	pcm_put_word(p, 0x1234, 0x5678);
	pcm_put_word(p, 0x1235, 0x9ABC);
	pcm_put(p, REG(CONFIG), COUNT_LATENCIES);
	for (unsigned int EACH(k, 0); k < 10; k++) {
		pcm_out(p, READ_REQ, 0x4000);
		/* the time-out comes 4099 clocks after the start of the read */
		pcm_idle(p, 4091 + k);
		pcm_clock(p,
			  &(struct pcm_in){.start = true, .out = true, .dbl = true, .ad = at});
		pcm_idle(p, 1);
		pcm_clock(p, &(struct pcm_in){.start = true,
					      .out = true,
					      .ad = 4ull << 32 | 0x0C000000 | REG(PHASE)});
		pcm_idle(p, 12);
		all += pcm_get(p, REG(MISSED));
		SIM_EQ(s, pcm_get(p, REG(TIMEOUTS)), 1, "a time-out");
		SIM_EQ(s, pcm_word(p, 0), k + 1, "in the histogram");
		pcm_put(p, REG(CONFIG), CLEAR | COUNT_LATENCIES);
	}
	/* the two words of the access meet the two clocks of the increment in three of the ten
	 * cases */
	SIM_EQ(s, all, 3, "accesses that came while one waited");
	for (unsigned int EACH(k, 0); k < 10; k += step, reads++) {
		pcm_out(p, READ_REQ, 0x4000);
		pcm_idle(p, 4091 + k);
		SIM_EQ(s, pcm_word(p, 0x1235), 0x9ABC, "a word");
		pcm_idle(p, 12);
	}
	SIM_EQ(s, pcm_word(p, 0), 10 + reads, "all time-outs");
	/* two words must be written and read correctly, in whichever clock they wait */
	for (unsigned int EACH(k, 0); k < 10; k += step) {
		const uint64_t two = sim_random(s);

		pcm_put_two_words(p, 0x1236, ~two);
		pcm_out(p, READ_REQ, 0x4000);
		pcm_idle(p, 4091 + k);
		pcm_put_two_words(p, 0x1236, two);
		SIM_EQ(s, pcm_two_words(p, 0x1236), two, "two words");
		pcm_idle(p, 12);
	}
	SIM_EQ(s, pcm_word(p, 0), 10 + 2 * reads, "all time-outs");
	pcm_compare(p);
}

/* ---- on the machine ---- */

#define BINS 4096
#define REFERENCES 1500
#define LEAST_REFERENCES 30 /* of which some are reads of other stations */

struct station {
	struct pcm *p;
	struct machine *m;
	uint64_t random;
	unsigned int left[MACHINE_PROCESSORS];
	/* transactions to be sent over the external agent bus of processor 0 */
	struct pcm_in queue[8];
	unsigned int queued;
	uint64_t now, asked; /* clocks */
	bool reading;
	uint32_t truth[BINS];
	uint64_t reads;
};

static bool busy_program(void *arg, unsigned int p, struct machine_ref *r)
{
	static const int kinds[8] = {MACHINE_UNCACHED, MACHINE_WRITE, MACHINE_READ,
				     MACHINE_READ,     MACHINE_READ,  MACHINE_WRITE,
				     MACHINE_READ,     MACHINE_READ};
	struct station *t = arg;
	const uint64_t n = random_lcg(&t->random) >> 33;

	if (!t->left[p])
		return false;
	t->left[p]--;
	*r = (struct machine_ref){.kind = kinds[n % 8],
				  .addr = (uint32_t)((n >> 4) % 4 << 28 | (n >> 8) % 64 * 64),
				  .clocks = (n >> 20) % 40};
	return true;
}

/* Is called in the clock in which a request leaves or a response comes. */
static void agent(void *arg, const struct machine_agent *a)
{
	struct station *t = arg;
	const bool answer = a->kind == MACHINE_ANSWER;
	const bool read = a->cmd != CARD_UPGRADE_REQ;
	uint16_t cmd = a->cmd;

	if (a->processor)
		return;
	if (answer)
		cmd = (uint16_t)((cmd & ~8u) | (a->refused ? NACK : 0));
	SIM_CHECK(t->p->s, t->queued < 8, "the external agent keeps up");
	t->queue[t->queued++] =
		(struct pcm_in){.start = true, .out = !answer, .cmd = cmd, .ad = a->addr};
	if (!answer && !t->reading && read) {
		t->reading = true;
		t->asked = t->now;
	} else if (answer && t->reading && !a->refused && read) {
		t->reading = false;
		t->truth[t->now - t->asked - 1]++;
		t->reads++;
	} else if (answer && t->reading && !a->refused) {
		t->reading = false; /* the access began as a read and ended as an upgrade */
	}
}

/* Checks that the monitor's histogram of latencies equals the machine's. */
static void machine_truth(struct sim *s)
{
	static struct station t;
	const struct machine_config cfg = {.stations = 4,
					   .cache = 32,
					   .seed = 2,
					   .next = busy_program,
					   .arg = &t,
					   .agent = agent,
					   .agent_arg = &t};

	memset(&t, 0, sizeof(t));
	t.p = pcm_start(s);
	t.random = sim_seed(s);
	for (unsigned int i = 0; i < 16; i++)
		t.left[i] = LEAST_REFERENCES + (unsigned int)sim_length(s, REFERENCES, 100);
	pcm_put(t.p, REG(CONFIG), COUNT_LATENCIES);
	t.m = machine_open(&cfg);
	SIM_CHECK(s, t.m, "no memory");
	while (!machine_done(t.m)) {
		const char *wrong = machine_clock(t.m, NULL);

		EACH_OF(t.queued);
		if (wrong)
			SIM_FAIL(s, "%s", wrong);
		if (t.queued) {
			pcm_clock(t.p, &t.queue[0]);
			memmove(t.queue, t.queue + 1, --t.queued * sizeof(*t.queue));
			SIM_EQ(s, t.queued, 0, "one at a time");
		} else {
			pcm_idle(t.p, 1);
		}
		t.now++;
	}
	machine_close(t.m);
	pcm_idle(t.p, 8);
	SIM_CHECK(s, t.reads > 20, "reads");
	for (unsigned int EACH(i, 0); i < BINS; i++)
		SIM_EQ(s, sram_peek(t.p->sram, i), t.truth[i], "reads of this latency");
	SIM_EQ(s, pcm_compare(t.p), t.reads, "reads");
	SIM_EQ(s, pcm_get(t.p, REG(MISSED)), 0, "none was missed");
}

/* ---- random transactions ---- */

static void random_pcm(struct sim *s)
{
	struct pcm *p = pcm_start(s);
	const uint64_t clocks = sim_length(s, 60000, 3000);

	for (uint64_t i = 0; i < clocks; i++) {
		const uint64_t v = sim_random(s);
		struct pcm_in in = {.start = v % 3 == 0, .pipe_state = v >> 2 & 7};

		if (in.start) {
			in.cmd = v >> 5 & (v >> 61 & 1 ? 0x3FF : 0x0F8);
			in.out = v >> 15 & 1;
			in.write = v >> 16 & 1;
			in.dbl = v >> 17 & 1;
			in.index = v >> 18 & (v >> 62 ? 3 : 0xFFFF);
			in.ad = sim_random(s);
			if (v >> 34 & 1) /* an address of the monitor */
				in.ad = (in.ad & 0xFFFFFFF0000000FF) | 4ull << 32 |
					(v >> 35 & 3 ? 0x0C000000 : 0x0B000000);
		}
		pcm_clock(p, &in);
		if (!(v >> 40 & 0xFFF))
			pcm_reset(p);
		if (!(v >> 52 & 0x1FF)) /* waits long enough for a time-out */
			pcm_idle(p, sim_range(s, 0, 7) ? 20 : 4200);
	}
	pcm_compare(p);
}

/* ---- latency and queues of one run ---- */

#define WORDS_AT 0x100000u

/* Each processor card has a monitor, one of which is the RTL, and each memory card has one.
 * Each processor uses one memory: it reads words, or lines that no other processor uses. */
struct whole {
	struct pcm *rtl;
	unsigned int of; /* processor whose monitor is the RTL */
	struct pcm_golden *pcm[MACHINE_PROCESSORS];
	struct pcm_in next[MACHINE_PROCESSORS];
	struct rack *rack[MACHINE_STATIONS];
	unsigned int home[MACHINE_PROCESSORS];
	bool lines[MACHINE_PROCESSORS];
	unsigned int n, done[MACHINE_PROCESSORS]; /* references of each processor; number
						   * done */
	bool alone;				  /* the processors run one at a time */
	uint64_t random;
};

/* Results of a run from the monitors and from the machine. */
struct waits {
	uint64_t latency[MACHINE_PROCESSORS], reads; /* sums from the histograms; number of all
						      * reads */
	uint64_t memories, transactions;	     /* clocks in the FIFOs of all cards */
	double others; /* ... on buses, rings, in network caches */
};

static bool next_read(void *arg, unsigned int p, struct machine_ref *r)
{
	struct whole *w = arg;
	const unsigned int i = w->done[p]++;

	if (i >= w->n)
		return false;
	random_lcg(&w->random);
	*r = (struct machine_ref){.kind = w->lines[p] ? MACHINE_READ : MACHINE_UNCACHED,
				  .addr = w->home[p] << 28 | (WORDS_AT + (p << 16 | i << 6)),
				  .clocks = w->alone ? 50 + p * 300
						     : 1 + (uint32_t)(w->random >> 40) % 60};
	return true;
}

static void agent_of_all(void *arg, const struct machine_agent *a)
{
	struct whole *w = arg;
	const bool answer = a->kind == MACHINE_ANSWER;

	w->next[a->processor] = (struct pcm_in){
		.start = true,
		.out = !answer,
		.cmd = answer ? (uint16_t)((a->cmd & ~8u) | (a->refused ? NACK : 0)) : a->cmd,
		.ad = a->addr};
}

static void clock_monitors(struct whole *w, const struct machine *m)
{
	for (unsigned int p = 0; p < MACHINE_PROCESSORS; p++) {
		struct pcm_in in = w->next[p];

		if (p == w->of) {
			pcm_clock(w->rtl, &in);
		} else {
			in.pipe_state = 7;
			pcm_golden_step(w->pcm[p], &in);
		}
		w->next[p] = (struct pcm_in){.start = false};
	}
	for (unsigned int i = 0; m && i < MACHINE_STATIONS; i++)
		rack_clock(w->rack[i], machine_pins(m, i, 0));
}

/* Writes a register of all golden models. */
static void put_all(struct whole *w, unsigned int reg, uint32_t value)
{
	const struct pcm_in in[] = {{.start = true,
				     .out = true,
				     .write = true,
				     .ad = UINT64_C(4) << 32 | 0x0C000000 | reg,
				     .cmd = 0x060},
				    {.ad = value}};

	for (unsigned int i = 0; i < 10; i++)
		for (unsigned int p = 0; p < MACHINE_PROCESSORS; p++) {
			struct pcm_in x = i < 2 ? in[i] : (struct pcm_in){.start = false};

			x.pipe_state = 7;
			if (p != w->of)
				pcm_golden_step(w->pcm[p], &x);
		}
}

static uint32_t latencies(const struct whole *w, unsigned int p, unsigned int clocks)
{
	return p == w->of ? sram_peek(w->rtl->sram, clocks)
			  : pcm_golden_word(w->pcm[p], (uint16_t)clocks);
}

static void close_monitors(struct sim *s, struct whole *w)
{
	for (unsigned int p = 0; p < MACHINE_PROCESSORS; p++)
		pcm_golden_close(w->pcm[p]);
	for (unsigned int EACH(i, 0); i < MACHINE_STATIONS; i++) {
		SIM_EQ(s, rack_missed(w->rack[i]), 0, "missed");
		rack_close(w->rack[i]);
	}
}

static void run_whole(struct sim *s, struct whole *w, unsigned int n, struct waits *x)
{
	const struct nm_golden_geometry geo = {false, false};
	const struct machine_config cfg = {.stations = 16,
					   .seed = 1,
					   .next = next_read,
					   .arg = w,
					   .agent = agent_of_all,
					   .agent_arg = w};
	struct machine *m = machine_open(&cfg);
	struct machine_use u;
	char error[64];

	SIM_CHECK(s, m, "no memory");
	w->n = n;
	w->alone = n == 1;
	memset(w->done, 0, sizeof(w->done));
	memset(x, 0, sizeof(*x));
	for (unsigned int EACH(p, 0); p < MACHINE_PROCESSORS; p++) {
		w->pcm[p] = pcm_golden_open(0);
		SIM_CHECK(s, w->pcm[p], "no memory");
		for (unsigned int i = 0; i < 4; i++)
			pcm_golden_step(w->pcm[p], &(struct pcm_in){.reset = i == 0});
	}
	for (unsigned int EACH(i, 0); i < MACHINE_STATIONS; i++) {
		w->rack[i] = rack_open(false, &geo, NM_GOLDEN_DEPTH << 2, error, sizeof(error));
		SIM_CHECK(s, w->rack[i], "%s", error);
	}
	/* mode 2: latencies by phase, which stays 0 */
	pcm_put(w->rtl, REG(CONFIG), COUNT_LATENCIES);
	put_all(w, REG(CONFIG), COUNT_LATENCIES);
	for (unsigned int i = 0; i < BINS; i++)
		if (sram_peek(w->rtl->sram, i))
			pcm_put_word(w->rtl, i, 0);
	while (!machine_done(m)) {
		const char *wrong = machine_clock(m, NULL);

		if (wrong)
			SIM_FAIL(s, "%s", wrong);
		clock_monitors(w, m);
	}
	for (unsigned int i = 0; i < 8; i++)
		clock_monitors(w, NULL);
	for (unsigned int p = 0; p < MACHINE_PROCESSORS; p++)
		for (unsigned int i = 0; i < BINS; i++) {
			x->latency[p] += (uint64_t)i * latencies(w, p, i);
			x->reads += latencies(w, p, i);
		}
	for (unsigned int i = 0; i < MACHINE_STATIONS; i++) {
		x->memories += rack_queued(w->rack[i]);
		for (unsigned int k = 0; k < NM_GOLDEN_COUNTERS; k++)
			x->transactions += rack_counter(w->rack[i], k);
	}
	for (unsigned int i = 0; machine_get_use(m, i, &u); i++)
		if (!starts_with(u.name, "memory"))
			x->others += u.wait * (double)u.messages;
	machine_close(m);
	close_monitors(s, w);
}

/*
 * Compares two measurements of the waits for the memories. The latencies of a busy machine
 * minus those of an idle one, minus the waits for buses, rings and network caches, must be the
 * number of clocks that the monitors of the memory cards have added up.
 */
static void latency_and_queues(struct sim *s)
{
	static struct whole w;
	static struct waits idle, busy;
	/* one read of each processor waits for no other */
	const unsigned int n = 2 + (unsigned int)sim_length(s, 60, 12);
	double part = 0;

	memset(&w, 0, sizeof(w));
	w.rtl = pcm_start(s);
	w.random = sim_random(s);
	w.of = (unsigned int)(sim_random(s) % MACHINE_PROCESSORS);
	for (unsigned int p = 0; p < MACHINE_PROCESSORS; p++) {
		const uint64_t v = sim_random(s);

		/* some memories have more users than others */
		w.home[p] = (unsigned int)(v % 3 ? v >> 8 & 3 : v >> 10 & 15);
		w.lines[p] = v >> 20 & 1;
	}
	run_whole(s, &w, 1, &idle);
	SIM_EQ(s, idle.reads, MACHINE_PROCESSORS, "a read of each");
	run_whole(s, &w, n, &busy);
	SIM_EQ(s, busy.reads, (uint64_t)n * MACHINE_PROCESSORS, "reads in the histograms");
	SIM_EQ(s, busy.transactions, busy.reads, "transactions of the memories");
	for (unsigned int p = 0; p < MACHINE_PROCESSORS; p++)
		part += (double)busy.latency[p] - n * (double)idle.latency[p];
	part += n * ((double)idle.memories + idle.others) - busy.others;
	sim_note(s,
		 "%llu reads: %.0f clocks of their latencies are waits for memories, "
		 "which counted %llu; others %.0f",
		 (unsigned long long)busy.reads, part, (unsigned long long)busy.memories,
		 busy.others);
	SIM_CHECK(s, busy.memories > busy.reads, "a read waits less than a clock: no queues");
	SIM_CHECK(s,
		  part >= 0.98 * (double)busy.memories && part <= 1.02 * (double)busy.memories,
		  "waits: %.0f by the latencies, %llu by the depths", part,
		  (unsigned long long)busy.memories);
}

/* ---- outputs in reset ---- */

/* The SRAMs drive their data by default; address and data matter with an enable. */
static void reset_numachine(struct sim *s)
{
	static const struct pin_row rows[] = {
#define PIN PIN_ROW
#include "../../rtl/numachine/numachine_pins.def"
#undef PIN
	};

	pins_reset(s, rows, sizeof(rows) / sizeof(*rows),
		   " overflow_mode=1 counter_sram_oe_n=0 sf_sram_addr0_oe_n=0 "
		   "sf_sram_addr0=any sf_external_addr=any sf_external_data=any ");
}

static void reset_nmpcm(struct sim *s)
{
	static const struct pin_row rows[] = {
#define PIN PIN_ROW
#include "../../rtl/numachine/nmpcm_pins.def"
#undef PIN
	};

	pins_reset(s, rows, sizeof(rows) / sizeof(*rows), " sram_oe_n=0 ");
}

const struct sim_test sim_tests[] = {
	{"pcm_transactions", transactions, "NM-PCM-001", "nmpcm"},
	{"pcm_phases", phases, "NM-PCM-002", "nmpcm"},
	{"pcm_commands", commands, "NM-PCM-003", "nmpcm"},
	{"pcm_addresses", addresses, "NM-PCM-004", "nmpcm"},
	{"pcm_counters", counters, "NM-PCM-005", "nmpcm"},
	{"pcm_barrier", barrier, "NM-PCM-006", "nmpcm"},
	{"pcm_interrupts", interrupts, "NM-PCM-006", "nmpcm"},
	{"pcm_pipeline", pipeline, "NM-PCM-007", "nmpcm"},
	{"pcm_sram", sram_modes, "NM-PCM-008", "nmpcm"},
	{"pcm_registers", registers, "NM-PCM-001", "nmpcm"},
	{"pcm_wrap", counts_wrap, "NM-PCM-010", "nmpcm_wrap"},
	{"pcm_counts_clear", counts_clear, "", "nmpcm"},
	{"pcm_latency", latency, "NM-PCM-009", "nmpcm"},
	{"pcm_access_waits", access_waits, "NM-PCM-001", "nmpcm"},
	{"pcm_machine", machine_truth, "NM-PCM-009", "nmpcm"},
	{"pcm_queues", latency_and_queues, "NM-DIA-008", "nmpcm"},
	{"pcm_random", random_pcm, "NM-PCM-001 NM-PCM-008", "nmpcm"},
	{"reset_pins", reset_numachine, "NM-PIPE-011", NULL},
	{"reset_pins_pcm", reset_nmpcm, NULL, "nmpcm"},
	{0},
};
