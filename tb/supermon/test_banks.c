/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the uses of the banks, accesses of the host during events, refused accesses, and
 * registers. */
#include "sm_traffic.h"
#include "registers.h"
#include "reset_pins.h"
#include "supermon_regs.h"
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#define BOTH (SM_ENTRY_TRACE | SM_ENTRY_COUNT)

/* Tests events that are counted, traced or both, with each use of the banks. */
static void banks_uses(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);

	for (unsigned int EACH(use, 0); use < 8; use++) {
		struct sm_random r = {.s = s,
				      .requests = sim_length(s, 3000, 600),
				      .percent = 70,
				      .base = (uint32_t)sim_random(s) & 0x3FFFFFFF,
				      .vary = 0x8421,
				      .depth = 3,
				      .latency = 3};

		for (int c = 0; c < 4; c++)
			r.ctl[c] = (uint8_t)sim_random(s);
		sm_random_tables(b, &r, BOTH);
		SM_OK(b, sm_set_mode(&b->m, &(struct sm_mode){.trace = {use & 1, use >> 1 & 1},
							      .form_b = use >> 2}));
		SM_OK(b, sm_start(&b->m));
		sm_random_run(b, &r);
		sm_board_compare(b);
	}
}

/* Entry of the trace that @word holds if its bank traces. */
static uint32_t entry_of(const struct sm_golden *g, uint32_t word)
{
	return g->trace[0] ? word : word % SM_BANK_WORDS;
}

/* Returns true if an event may change @word while the host writes it. An entry is in the chip
 * at most 12 clocks after its event; an access takes at most 300. */
static bool in_use(const struct sm_golden *g, const struct sm_random *r, uint32_t word)
{
	if (g->trace[word / SM_BANK_WORDS])
		return entry_of(g, word) + 12 >= g->entries &&
		       entry_of(g, word) < g->entries + 1024;
	for (unsigned int i = 0; i < 64; i++)
		if (g->function[(i & 15) << 8 | r->ctl[i >> 4]] == word % SM_BANK_WORDS)
			return true;
	return false;
}

/* Draws a word for the host; of two words one is near those that events change. */
static uint32_t draw_word(const struct sm_golden *g, const struct sm_random *r)
{
	const uint32_t bank = (uint32_t)sim_range(r->s, 0, 1);
	const uint32_t i = (uint32_t)sim_range(r->s, 0, 15);
	const uint32_t ctl = r->ctl[sim_range(r->s, 0, 3)];
	const uint32_t back = (uint32_t)sim_range(r->s, 0, 200);
	const uint32_t any = (uint32_t)sim_range(r->s, 0, SM_WORDS - 1);

	if (sim_range(r->s, 0, 1))
		return any;
	if (!g->trace[bank])
		return bank * SM_BANK_WORDS + g->function[i << 8 | ctl];
	return (g->entries + (g->trace[0] ? 0 : SM_BANK_WORDS) + 50 - back) % SM_WORDS;
}

/* Reads @word while events come. A word that no event changes has one value; a counter may be
 * read between two increments, and an entry before or after it is stored. */
static uint64_t read_during_events(struct sm_board *b, uint32_t word)
{
	const uint64_t *is = &b->g->bank[word / SM_BANK_WORDS][word % SM_BANK_WORDS];
	const uint64_t before = *is;
	uint64_t v;

	sim_wait_cycles(b->clk, 12); /* what the model has now is in the chip then */
	SM_OK(b, sm_read_words(&b->m, word, &v, 1));
	SIM_CHECK(b->s,
		  v == before || v == *is ||
			  (!b->g->trace[word / SM_BANK_WORDS] && v > before && v < *is),
		  "word 0x%04" PRIX32 ": got 0x%012" PRIX64 ", expected 0x%012" PRIX64
		  " to 0x%012" PRIX64,
		  word, v, before, *is);
	return v;
}

/* While events come, the host reads words that are being counted or traced, and writes others
 * of each bank. */
static void banks_host(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);
	/* some of them write each bank */
	const unsigned int accesses = 40 + (unsigned int)sim_length(s, 2000, 100);

	for (unsigned int EACH(use, 0); use < 4; use++) {
		struct sm_random r = {.s = s,
				      .requests = UINT64_MAX,
				      .percent = 100,
				      .gap = 5,
				      .base = (uint32_t)sim_random(s) & 0x3FFFFFFF,
				      .vary = 0x4211,
				      .depth = 6,
				      .latency = 1};
		unsigned int written[2] = {0}, not_zero = 0;

		for (int c = 0; c < 4; c++)
			r.ctl[c] = (uint8_t)sim_random(s);
		sm_clear(b);
		sm_random_tables(b, &r, use == 3 ? SM_ENTRY_TRACE : BOTH);
		SM_OK(b, sm_set_mode(&b->m, &(struct sm_mode){.trace = {use & 1, use >> 1}}));
		SM_OK(b, sm_start(&b->m));
		sm_board_traffic(b, sm_random_bus, &r);
		for (unsigned int EACH(i, 0); i < accesses; i++) {
			const uint32_t word = draw_word(b->g, &r);
			const uint64_t v = sim_random(s) & SM_WORD_MAX;

			if (i % 4 == 0 && !in_use(b->g, &r, word)) {
				SM_OK(b, sm_write_words(&b->m, word, &v, 1));
				written[word / SM_BANK_WORDS]++;
			}
			not_zero += read_during_events(b, word) != 0;
		}
		r.requests = 0;
		sim_wait_cycles(b->clk, 40);
		sm_board_traffic(b, NULL, NULL);
		sm_board_compare(b);
		SIM_CHECK(s, written[0] && written[1], "no word of a bank was written");
		SIM_CHECK(s, not_zero > written[0] + written[1],
			  "no word that an event has changed was read");
	}
	/* when the monitor is stopped, the host fills a range across both banks and reads what
	 * the chips contain */
	SM_OK(b, sm_fill_words(&b->m, SM_BANK_WORDS - 100, SM_BANK_WORDS + 99, 0xA5A5A5A5A5A5));
	for (unsigned int EACH(i, 0); i < 200; i++) {
		const uint32_t word = (uint32_t)sim_range(s, 0, SM_WORDS - 1);
		uint64_t v = sim_random(s) & SM_WORD_MAX, is;

		SM_OK(b, sm_write_words(&b->m, word, &v, 1));
		SM_OK(b, sm_read_words(&b->m, word, &is, 1));
		SIM_EQ(s, is, v, "word");
	}
	sm_board_compare(b);
}

/* ---- refusals ---- */

/* Checks that an access was refused, that the flag is set and interrupts, and clears it. */
static void refused(struct sm_board *b, int err, const char *what)
{
	SIM_CHECK(b->s, err == -EBUSY, "%s: %d", what, err);
	SIM_CHECK(b->s, sm_board_get(b, SUPERMON_STAT) & SUPERMON_STAT_REFUSED_MASK, "%s",
		  what);
	SIM_EQ(b->s, sim_get(sim_pin(b->s, "irq")), 1, what);
	sm_board_put(b, SUPERMON_STAT, SUPERMON_STAT_REFUSED_MASK);
	SIM_CHECK(b->s, !(sm_board_get(b, SUPERMON_STAT) & SUPERMON_STAT_REFUSED_MASK),
		  "%s: the flag is cleared", what);
	SIM_EQ(b->s, sim_get(sim_pin(b->s, "irq")), 0, what);
}

#define PATIENCE 256 /* clocks for which an access waits for a bank */

/* A bank without a free clock: the access waits for its time, and not longer. */
static void waits_in_vain(struct sm_board *b)
{
	uint64_t began;
	uint32_t v;

	sm_board_put(b, SUPERMON_ADDR, 5);
	began = sim_clock_edges(b->clk);
	SIM_CHECK(b->s, word_device_read(b->axil, SUPERMON_DATL, &v) == -EIO, "read of a bank");
	began = sim_clock_edges(b->clk) - began;
	SIM_CHECK(b->s, began >= PATIENCE && began < PATIENCE + 16, "refused after %u clocks",
		  (unsigned int)began);
	sm_board_put(b, SUPERMON_STAT, SUPERMON_STAT_REFUSED_MASK);
}

static void banks_refusals(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);
	static const uint8_t bits[SM_BIN_BITS];
	uint16_t v = 0;
	uint64_t word = 7;
	uint32_t low;

	sm_simple_tables(b, 0);
	SM_OK(b, sm_set_mode(&b->m, &(struct sm_mode){.histogram = SM_CLOCKS}));
	sm_board_put(b, SUPERMON_IRQEN, SUPERMON_STAT_REFUSED_MASK);
	SM_OK(b, sm_start(&b->m));
	refused(b, sm_start(&b->m), "START while monitoring");
	refused(b, sm_set_mode(&b->m, &(struct sm_mode){0}), "MODE");
	refused(b, sm_set_bits(&b->m, bits), "SEL0");
	refused(b, sm_write_table(&b->m, SM_MACHINE, 0, &v, 1), "write of a table");
	refused(b, sm_read_table(&b->m, SM_FUNCTION, 0, &v, 1), "read of a table");
	refused(b, sm_fill_table(&b->m, SM_MATCHES, 0, 1, 1), "fill of a table");
	/* an event is counted in each clock, so that the banks have no free clock */
	refused(b, sm_read_words(&b->m, 5, &word, 1), "read of a bank");
	refused(b, sm_write_words(&b->m, 5, &word, 1), "write of a bank");
	waits_in_vain(b);
	sm_board_compare(b);
	/* during a fill */
	sm_board_put(b, SUPERMON_ADDR, 0x100);
	sm_board_put(b, SUPERMON_DATL, 1);
	sm_board_put(b, SUPERMON_LAST, 0x200);
	SIM_CHECK(s, sm_board_get(b, SUPERMON_STAT) & SUPERMON_STAT_FILL_MASK, "FILL");
	refused(b, sm_write(&b->m, SUPERMON_ADDR, 0), "ADDR during a fill");
	refused(b, sm_write(&b->m, SUPERMON_DATL, 0), "DATL during a fill");
	refused(b, sm_write(&b->m, SUPERMON_DATH, 0), "DATH during a fill");
	refused(b, sm_write(&b->m, SUPERMON_LAST, 0), "LAST during a fill");
	refused(b, sm_read(&b->m, SUPERMON_DATL, &low), "read of DATL during a fill");
	/* at every phase of the fill: ADDR must not move, or the fill omits a word */
	for (unsigned int EACH(i, 0); i < 4; i++) {
		refused(b, sm_read(&b->m, SUPERMON_DATH, &low), "read of DATH during a fill");
		sim_wait_cycles(b->clk, 1 + (i & 1));
	}
	sim_wait_cycles(b->clk, 600);
	SIM_EQ(s, sm_board_get(b, SUPERMON_ADDR), 0x201, "ADDR after the fill");
	/* START is refused while a table is being filled */
	sm_board_put(b, SUPERMON_ADDR, 1u << SUPERMON_ADDR_SPACE_LSB | 0x100);
	sm_board_put(b, SUPERMON_LAST, 0x300);
	refused(b, sm_start(&b->m), "START during the fill of a table");
	sim_wait_cycles(b->clk, 600);
	/* START clears the flag */
	SM_OK(b, sm_start(&b->m));
	SIM_CHECK(s, sm_start(&b->m) == -EBUSY, "START while monitoring");
	SM_OK(b, sm_stop(&b->m));
	SM_OK(b, sm_start(&b->m));
	SIM_EQ(s, sm_board_get(b, SUPERMON_STAT) & SUPERMON_STAT_REFUSED_MASK, 0, "REFUSED");
	SM_OK(b, sm_stop(&b->m));
	sm_board_put(b, SUPERMON_IRQEN, 0);
	/* parts of a word */
	SIM_CHECK(s,
		  word_device_write(b->axil, SUPERMON_IRQEN, 7, SUPERMON_IRQEN_MASK_MASK) ==
			  -EIO,
		  "three lanes");
	SIM_EQ(s, sm_board_get(b, SUPERMON_IRQEN), 0, "IRQEN");
	SIM_EQ(s, sm_board_get(b, SUPERMON_STAT) & SUPERMON_STAT_REFUSED_MASK, 0, "REFUSED");
	sm_board_compare(b);
}

/* Fills of no, one, two and three words, in a bank and in a table: LAST is the last word; and
 * the end of the banks. */
static void fills(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);

	for (uint32_t EACH(space, 0); space < 2; space++) {
		SM_OK(b, sm_fill_table(&b->m, SM_MACHINE, 0x100, 0x140, 0));
		for (uint32_t EACH(n, 0); n < 4; n++) {
			const uint32_t at = 0x100 + 8 * n;
			uint16_t v[8];

			/* in the space of the banks, where DATL stores nothing */
			sm_board_put(b, SUPERMON_ADDR, 0);
			sm_board_put(b, SUPERMON_DATH, 0);
			sm_board_put(b, SUPERMON_DATL, 0x2A + n);
			sm_board_put(b, SUPERMON_ADDR, space << SUPERMON_ADDR_SPACE_LSB | at);
			sm_board_put(b, SUPERMON_LAST, at + n - 1);
			sim_wait_cycles(b->clk, 40);
			SIM_EQ(s, sm_board_get(b, SUPERMON_ADDR) & SUPERMON_ADDR_WORD_MASK,
			       at + n, "ADDR after the fill");
			if (!space)
				continue;
			SM_OK(b, sm_read_table(&b->m, SM_MACHINE, at, v, 8));
			for (unsigned int EACH(i, 0); i < 8; i++)
				SIM_EQ(s, v[i], i < n ? 0x2A + n : 0, "word of the table");
		}
	}
	/* after the last word ADDR is 0: by a write, by a read, and by a fill */
	for (uint32_t EACH(i, 0); i < 3; i++) {
		sm_board_put(b, SUPERMON_ADDR, SUPERMON_ADDR_WORD_MASK);
		if (i == 0)
			sm_board_put(b, SUPERMON_DATH, 0x1234);
		else if (i == 2)
			sm_board_put(b, SUPERMON_LAST, SUPERMON_ADDR_WORD_MASK);
		sm_board_get(b, i == 1 ? SUPERMON_DATL : SUPERMON_ID);
		if (i == 1)
			SIM_EQ(s, sm_board_get(b, SUPERMON_DATH), 0x1234, "the last word");
		sim_wait_cycles(b->clk, 40);
		SIM_EQ(s, sm_board_get(b, SUPERMON_ADDR), 0, "ADDR behind the last word");
	}
	sm_board_compare(b);
}

/* ---- flags ---- */

struct stray {
	unsigned int clocks, requests; /* so many requests after so many clocks */
	unsigned int answers;	       /* after the requests */
};

static void stray_bus(void *arg, struct sm_bus *b)
{
	struct stray *y = arg;

	if (y->clocks) {
		y->clocks--;
		return;
	}
	b->req = y->requests > 0;
	b->ans = !b->req && y->answers > 0;
	y->requests -= b->req;
	y->answers -= b->ans;
}

struct raised {
	struct sim_pin *irq;
	bool seen;
};

static void watch_irq(void *arg)
{
	struct raised *r = arg;

	r->seen |= sim_get(r->irq);
}

#define TO_WRAP 2008 /* clocks after START; the time of supermon_wrap wraps after 2048 */

/* Software clears a flag at every phase of its event: an event in the clock of the clear sets
 * the flag, so the interrupt rises at every phase. No other bit and no other register clears
 * it.
 */
static void clears_at_events(struct sim *s)
{
	static const struct {
		uint32_t flag, mode;
		unsigned int requests;
		uint16_t action;
		unsigned int wait;
	} event[] = {
		{SUPERMON_STAT_CWRAP_MASK, 0, 1, SM_ENTRY_COUNT, 0},
		/* a count without a bank that counts, an entry without a bank that traces */
		{SUPERMON_STAT_CLOST_MASK, 3, 1, SM_ENTRY_COUNT, 0},
		{SUPERMON_STAT_TLOST_MASK, 0, 1, SM_ENTRY_TRACE, 0},
		{SUPERMON_STAT_OVER_MASK, SM_LATENCY << SUPERMON_MODE_HIST_LSB, 2,
		 SM_ENTRY_COUNT, 0},
		{SUPERMON_STAT_TWRAP_MASK, 0, 0, SM_ENTRY_COUNT, TO_WRAP},
	};
	struct sm_board *b = sm_board_open(s, false);
	struct raised r = {.irq = sim_pin(s, "irq")};
	const uint64_t full = SM_WORD_MAX;

	b->on_clock = watch_irq;
	b->on_clock_arg = &r;
	for (size_t EACH(k, 0); k < sizeof(event) / sizeof(*event); k++) {
		const unsigned int step = event[k].wait ? sim_step(s, 3) : 1;
		unsigned int before = 0, after = 0;

		if (event[k].wait && strcmp(sim_model(s), "supermon_wrap"))
			continue;
		sm_simple_tables(b, event[k].action);
		sm_board_put(b, SUPERMON_MODE, event[k].mode);
		sm_board_put(b, SUPERMON_IRQEN, event[k].flag);
		for (unsigned int EACH(i, 1); i <= 40; i += step) {
			struct stray y = {.clocks = i,
					  .requests = event[k].requests,
					  .answers = event[k].requests};

			SM_OK(b, sm_write_words(&b->m, 0x1234, &full, 1));
			SM_OK(b, sm_start(&b->m));
			sim_wait_cycles(b->clk, event[k].wait ? event[k].wait + 40 - i : 12);
			r.seen = false;
			sm_board_traffic(b, stray_bus, &y);
			sim_wait_cycles(b->clk, 20);
			sm_board_put(b, SUPERMON_STAT, event[k].flag);
			sim_wait_cycles(b->clk, 40);
			SIM_CHECK(s, r.seen, "flag 0x%03" PRIX32 " is never set",
				  event[k].flag);
			if (sm_board_get(b, SUPERMON_STAT) & event[k].flag) {
				after++;
				sm_board_put(b, SUPERMON_STAT, ~event[k].flag);
				sm_board_put(b, SUPERMON_IRQEN, event[k].flag);
				SIM_CHECK(s, sm_board_get(b, SUPERMON_STAT) & event[k].flag,
					  "flag 0x%03" PRIX32 " cleared by another write",
					  event[k].flag);
			} else {
				before++;
			}
			sm_board_traffic(b, NULL, NULL);
			SM_OK(b, sm_stop(&b->m));
		}
		SIM_CHECK(s, before && after, "%u events before the clear, %u after it", before,
			  after);
	}
}

/* ---- registers ---- */

static void registers(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);
	static const struct {
		uint32_t reg, mask;
	} held[] = {{SUPERMON_MODE, SUPERMON_MODE_HIST_MASK | SUPERMON_MODE_FORM_MASK |
					    SUPERMON_MODE_BTRACE_MASK |
					    SUPERMON_MODE_ATRACE_MASK},
		    {SUPERMON_IRQEN, SUPERMON_IRQEN_MASK_MASK},
		    {SUPERMON_SEL0, SUPERMON_SEL0_DATA_MASK},
		    {SUPERMON_SEL1, SUPERMON_SEL1_DATA_MASK},
		    {SUPERMON_SEL2, SUPERMON_SEL2_DATA_MASK},
		    {SUPERMON_ADDR, SUPERMON_ADDR_SPACE_MASK | SUPERMON_ADDR_WORD_MASK}};

	SIM_EQ(s, sm_board_get(b, SUPERMON_ID), SUPERMON_ID_RESET, "ID");
	SIM_EQ(s, sm_board_get(b, SUPERMON_SEL0), SUPERMON_SEL0_RESET, "SEL0");
	SIM_EQ(s, sm_board_get(b, SUPERMON_SEL1), SUPERMON_SEL1_RESET, "SEL1");
	SIM_EQ(s, sm_board_get(b, SUPERMON_SEL2), SUPERMON_SEL2_RESET, "SEL2");
	for (unsigned int EACH(i, 0); i < 12 * sizeof(held) / sizeof(*held); i++) {
		const uint32_t v = (uint32_t)sim_random(s);
		const uint32_t mask = held[i % 6].mask, reg = held[i % 6].reg;

		sm_board_put(b, reg, v);
		SIM_EQ(s, sm_board_get(b, reg + (v & 0xF80)), v & mask, "register");
		sm_board_put(b, reg, ~v);
		SIM_EQ(s, sm_board_get(b, reg), ~v & mask, "register");
	}
	/* STOP wins over START */
	sm_board_put(b, SUPERMON_CMD, SUPERMON_CMD_START_MASK | SUPERMON_CMD_STOP_MASK);
	SIM_EQ(s, sm_board_get(b, SUPERMON_STAT) & SUPERMON_STAT_RUN_MASK, 0, "RUN");
	sm_board_compare(b);
}

static void steady_bus(void *arg, struct sm_bus *b)
{
	(void)arg;
	b->req = b->ans = true;
}

static uint32_t get_row(void *arg, const struct register_row *reg)
{
	return sm_board_get(arg, reg->offset);
}

/* After a reset as short as possible, in the midst of a measurement, no monitored clock is left
 * in the trigger: each register has its value after reset, and keeps it. */
static void registers_after_reset(struct sim *s)
{
	static const struct register_row rows[] = {
#define REG REGISTER_REG
#define FIELD REGISTER_FIELD
#include "../../rtl/supermon/supermon_regs.def"
#undef REG
#undef FIELD
	};
	struct sm_board *b = sm_board_open(s, false);

	for (unsigned int EACH(measured, 0); measured < 2; measured++) {
		registers_reset(
			&(struct register_board){.s = s,
						 .rows = rows,
						 .count = sizeof(rows) / sizeof(*rows),
						 .arg = b,
						 .get = get_row,
						 .skip = " DATL "}); /* a word of a bank */
		sm_simple_tables(b, SM_ENTRY_COUNT);
		sm_board_traffic(b, steady_bus, NULL);
		SM_OK(b, sm_start(&b->m));
		sim_wait_cycles(b->clk, 100);
		word_device_reset(b->axil, 1);
		sm_board_traffic(b, NULL, NULL);
	}
}

/* Stops and starts at once while events come: a START is refused until the last of them has
 * left the trigger, and no event counts in the next measurement. */
static void starts_after_stops(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);
	unsigned int refusals = 0;

	sm_simple_tables(b, SM_ENTRY_COUNT);
	sm_board_traffic(b, steady_bus, NULL);
	for (unsigned int EACH(gap, 0); gap < 12; gap++) {
		SM_OK(b, sm_start(&b->m));
		sim_wait_cycles(b->clk, 20);
		sm_board_put(b, SUPERMON_CMD, SUPERMON_CMD_STOP_MASK);
		sim_wait_cycles(b->clk, gap);
		refusals += word_device_write(b->axil, SUPERMON_CMD, 15,
					      SUPERMON_CMD_START_MASK) != 0;
		sim_wait_cycles(b->clk, 20);
		sm_board_compare(b);
	}
	SIM_CHECK(s, refusals && refusals < 12, "%u refusals", refusals);
}

#define TIME_READS 60

/* TIMEL and TIMEH are read as one value: the time wraps between the two reads, or at another
 * phase of them. */
static void time_is_one_value(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);
	unsigned int before = 0, between = 0, after = 0;

	for (unsigned int EACH(i, 0); i < TIME_READS; i++) {
		uint32_t low;

		SM_OK(b, sm_start(&b->m));
		sim_wait_cycles(b->clk, TO_WRAP + i);
		low = sm_board_get(b, SUPERMON_TIMEL);
		SIM_CHECK(s, low >= (uint32_t)b->g->time_init || low < TIME_READS,
			  "TIMEL is 0x%08" PRIX32, low);
		SIM_EQ(s, sm_board_get(b, SUPERMON_TIMEH), low < TIME_READS ? 0 : 0xFF,
		       "TIMEH");
		after += low < TIME_READS;
		before += b->g->now >= b->g->time_init;
		between += low >= TIME_READS && b->g->now < b->g->time_init;
		SM_OK(b, sm_stop(&b->m));
	}
	SIM_CHECK(s, before && between && after,
		  "%u reads before the wrap, %u around it, %u after it", before, between,
		  after);
}

/* ---- outputs in reset ---- */

static void reset_supermon(struct sim *s)
{
	static const struct pin_row rows[] = {
#define PIN PIN_ROW
#include "../../rtl/supermon/supermon_pins.def"
#undef PIN
	};

	pins_reset(s, rows, sizeof(rows) / sizeof(*rows), "");
}

const struct sim_test sim_tests[] = {
	{"banks_uses", banks_uses, "SM-BNK-001", NULL},
	{"banks_host", banks_host, "SM-BNK-002", NULL},
	{"banks_refusals", banks_refusals, "SM-BNK-002", NULL},
	{"fills", fills, "", NULL},
	{"starts_after_stops", starts_after_stops, "", NULL},
	{"clears_at_events", clears_at_events, "", "supermon supermon_wrap"},
	{"registers", registers, "", NULL},
	{"registers_after_reset", registers_after_reset, "", "supermon"},
	{"reset_pins", reset_supermon, "", NULL},
	{"time_is_one_value", time_is_one_value, "", "supermon_wrap"},
	{0},
};
