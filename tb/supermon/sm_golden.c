/* SPDX-License-Identifier: Apache-2.0 */
#include "sm_golden.h"
#include "supermon_regs.h"

enum { EVENTS, CLOCKS, LATENCY, ADDRESS };

#define TIME_MASK ((UINT64_C(1) << 40) - 1)
#define WORD_MASK ((UINT64_C(1) << 48) - 1)
#define LAST_BIN 32767u

static uint32_t add(uint32_t count, uint32_t n)
{
	return count > UINT32_MAX - n ? UINT32_MAX : count + n;
}

static void set_flag(struct sm_golden *g, bool happened, uint32_t flag)
{
	g->flags |= happened ? flag : 0;
}

/* ---- trigger ---- */

/* Returns the matches of an address: each match looks it up in five chunks of 6 bits, the
 * highest first. */
static unsigned int matches(const struct sm_golden *g, uint32_t addr)
{
	unsigned int m = 0;

	for (unsigned int k = 0; k < 4; k++) {
		unsigned int code = 0;

		for (unsigned int stage = 0; stage < 5; stage++)
			code = g->match[stage][code << 6 | (addr >> (24 - 6 * stage) & 63)] >>
				       3 * k &
			       7;
		m |= (code & 1) << k;
	}
	return m;
}

static unsigned int chosen_bits(const struct sm_golden *g, uint32_t addr)
{
	unsigned int bin = 0;

	for (unsigned int i = 0; i < 15; i++) {
		const unsigned int bit = g->sel[i / 5] >> 5 * (i % 5) & 31;

		bin |= (bit < 30 ? addr >> bit & 1 : 0) << i;
	}
	return bin;
}

/* ---- banks ---- */

static void lose_count(struct sm_golden *g, uint32_t n)
{
	g->count_lost = add(g->count_lost, n);
	set_flag(g, n > 0, SUPERMON_STAT_CLOST_MASK);
}

/* Counts in bank A or, if A traces or is busy, in bank B. Returns the bank, or -1 if neither
 * can count. An increment takes two clocks: @reads is the bank that began one in the last
 * clock. */
static int count(struct sm_golden *g, unsigned int bin, int reads)
{
	for (int bank = 0; bank < 2; bank++) {
		uint64_t *word = &g->bank[bank][bin];

		if (g->trace[bank] || reads == bank)
			continue;
		*word = (*word + 1) & WORD_MASK;
		set_flag(g, *word == 0, SUPERMON_STAT_CWRAP_MASK);
		return bank;
	}
	lose_count(g, 1);
	return -1;
}

static uint32_t room(const struct sm_golden *g)
{
	return (g->trace[0] + g->trace[1]) * SM_GOLDEN_WORDS;
}

static bool enter(struct sm_golden *g, uint64_t entry)
{
	const unsigned int bank = g->trace[0] ? g->entries / SM_GOLDEN_WORDS : 1;

	if (g->entries == room(g))
		return false;
	g->bank[bank][g->entries++ % SM_GOLDEN_WORDS] = entry;
	return true;
}

static void trace_event(struct sm_golden *g, const struct sm_bus *b, uint16_t user)
{
	const uint64_t wrap = g->now >> 16 != g->period;
	const uint64_t entry = g->form_b ? (uint64_t)(user & 0xFF) << 40 | g->now
					 : (uint64_t)(b->ctl & 1) << 47 | wrap << 46 |
						   (uint64_t)b->addr << 16 | (g->now & 0xFFFF);

	if (!enter(g, entry)) {
		g->trace_lost = add(g->trace_lost, 1);
		set_flag(g, true, SUPERMON_STAT_TLOST_MASK);
	}
	g->period = g->now >> 16;
	g->entered = true;
}

/* In the last clock of a period of 2^16, traces an entry unless an event of the period was
 * traced. */
static void end_period(struct sm_golden *g)
{
	if ((g->now & 0xFFFF) != 0xFFFF)
		return;
	if (!g->entered && !g->form_b) {
		enter(g, g->now >> 16 << 16);
		g->period = g->now >> 16;
	}
	g->entered = false;
}

/* ---- latency ---- */

/* Processes the answer to a request. True: its latency was measured, and *bin is the bin to
 * count in. */
static bool answer(struct sm_golden *g, unsigned int tag, unsigned int *bin)
{
	const bool measured = g->flight[tag].measured;
	const uint64_t clocks = g->clock - g->flight[tag].since;

	if (!g->flight[tag].n)
		return false;
	g->flight[tag].n--;
	g->flight[tag].measured = false;
	*bin = clocks < LAST_BIN ? (unsigned int)clocks : LAST_BIN;
	return measured;
}

static void request(struct sm_golden *g, unsigned int tag, bool measure)
{
	if (g->flight[tag].n) {
		if (measure)
			lose_count(g, 1);
		set_flag(g, measure, SUPERMON_STAT_OVER_MASK);
	} else {
		g->flight[tag].measured = measure;
		g->flight[tag].since = g->clock;
	}
	if (g->flight[tag].n < 7)
		g->flight[tag].n++;
}

/* ---- clocks ---- */

static void begin(struct sm_golden *g)
{
	g->entries = 0;
	g->events = g->count_lost = g->trace_lost = g->counts_init;
	g->flags = 0;
	g->now = g->time_init;
	g->state = 0;
	g->user = 0;
	g->period = ((g->now + 1) & TIME_MASK) >> 16;
	g->entered = false;
}

static void stop(struct sm_golden *g)
{
	for (unsigned int tag = 0; tag < 2; tag++) {
		lose_count(g, g->flight[tag].measured);
		g->flight[tag].measured = false;
	}
}

static void decide(struct sm_golden *g, const struct sm_bus *b, uint16_t *user)
{
	const unsigned int entry =
		g->machine[g->state << 12 | (unsigned int)b->ctl << 4 | matches(g, b->addr)];

	*user = g->function[(chosen_bits(g, b->addr) & 0xFF) << 8 | b->ctl];
	g->state = entry & 15;
	g->event = true;
	g->traced = entry >> 4 & 1;
	g->counted = entry >> 5 & 1;
}

void sm_golden_clock(struct sm_golden *g, const struct sm_bus *b, bool monitored)
{
	const int reads = g->reads - 1;
	uint16_t user = 0;
	unsigned int bin = 0;
	bool hit, adds;

	g->clock++;
	g->event = g->traced = g->counted = false;
	g->reads = 0;
	if (monitored && !g->running)
		begin(g);
	if (!monitored && g->running)
		stop(g);
	g->running = monitored;
	if (monitored) {
		g->now = (g->now + 1) & TIME_MASK;
		set_flag(g, g->now == 0, SUPERMON_STAT_TWRAP_MASK);
		if (b->req) {
			g->events = add(g->events, 1);
			decide(g, b, &user);
		}
	}
	hit = b->ans && answer(g, b->ans_tag, &bin);
	if (b->req)
		request(g, b->tag, g->counted && g->hist == LATENCY);
	if (!monitored)
		return;
	if (g->counted)
		g->user = user;
	adds = g->hist == CLOCKS || (g->hist == LATENCY ? hit : g->counted);
	if (g->hist != LATENCY)
		bin = g->hist == ADDRESS ? chosen_bits(g, b->addr) : g->user;
	if (adds)
		g->reads = count(g, bin, reads) + 1;
	if (g->traced)
		trace_event(g, b, user);
	end_period(g);
}

/* ---- host ---- */

static void store(struct sm_golden *g)
{
	const uint16_t w = g->word++;

	if (g->space == 0)
		g->bank[w >> 15][w & 0x7FFF] = (uint64_t)(g->high & 0xFFFF) << 32 | g->low;
	else if (g->space == 1)
		g->machine[w] = g->low & 0x3F;
	else if (g->space == 2)
		g->function[w] = g->low & 0x7FFF;
	else if ((w >> 9) % 8 < 5)
		g->match[(w >> 9) % 8][w % 512] = g->low & 0xFFF;
}

static void write_register(struct sm_golden *g, uint32_t offset, uint32_t value)
{
	switch (offset) {
	case SUPERMON_MODE:
		g->trace[0] = value & SUPERMON_MODE_ATRACE_MASK;
		g->trace[1] = value & SUPERMON_MODE_BTRACE_MASK;
		g->form_b = value & SUPERMON_MODE_FORM_MASK;
		g->hist = (value & SUPERMON_MODE_HIST_MASK) >> SUPERMON_MODE_HIST_LSB;
		break;
	case SUPERMON_SEL0:
	case SUPERMON_SEL1:
	case SUPERMON_SEL2:
		g->sel[(offset - SUPERMON_SEL0) / 4] = value;
		break;
	case SUPERMON_STAT:
		g->flags &= ~value;
		break;
	case SUPERMON_ADDR:
		g->space = (value & SUPERMON_ADDR_SPACE_MASK) >> SUPERMON_ADDR_SPACE_LSB;
		g->word = value & SUPERMON_ADDR_WORD_MASK;
		break;
	case SUPERMON_LAST:
		for (unsigned int n = value >= g->word
					      ? (value & SUPERMON_LAST_WORD_MASK) - g->word + 1
					      : 0;
		     n; n--)
			store(g);
		break;
	case SUPERMON_DATL:
		g->low = value;
		if (g->space)
			store(g);
		break;
	case SUPERMON_DATH:
		g->high = value;
		if (!g->space)
			store(g);
		break;
	}
}

void sm_golden_access(struct sm_golden *g, bool write, uint32_t offset, uint32_t value)
{
	offset &= 127;
	if (write) {
		write_register(g, offset, value);
	} else if (offset == SUPERMON_DATH) {
		g->word++;
	} else if (offset == SUPERMON_DATL) {
		if (g->space)
			g->word++;
		else
			g->high = g->bank[g->word >> 15][g->word & 0x7FFF] >> 32;
	}
}

uint32_t sm_golden_flags(const struct sm_golden *g)
{
	return g->flags | (room(g) && g->entries == room(g) ? SUPERMON_STAT_TFULL_MASK : 0);
}
