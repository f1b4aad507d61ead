/* SPDX-License-Identifier: Apache-2.0 */
#include "pcm_golden.h"
#include "numachine_regs.h"
#include <stdlib.h>
#include <string.h>

#define NEVER UINT64_MAX
#define REGISTERS 64 /* number of registers of 32 bits */
#define TIMEOUT 4096 /* clocks of a read that has no answer */

/* CONFIG.MODE: what the SRAM counts */
enum { COUNT_INDICES = 1, COUNT_LATENCIES, COUNT_BLOCKS };

/* CONTROL0.MODE: when a counter counts the selected event */
enum { WHILE_EVENT = 1, AT_RISE, IN_WATCHED_PHASE };

/* Bits of a command, Table 4.5. */
#define CMD_REQUEST 0x08
#define CMD_NACK 0x10
#define CMD_TYPE(cmd) ((cmd) >> 5 & 7)
#define CMD_TYPE_READ_MOST 2

/* Addresses of the monitor: bits 35..32, and bits 27..24 of its two windows. */
#define SPACE(ad) ((ad) >> 32 & 15)
#define WINDOW(ad) ((ad) >> 24 & 15)
#define SPACE_OWN 4
#define WINDOW_SRAM 0xB
#define WINDOW_REGISTERS 0xC

/* A field of the register table. */
#define MASK(field) NUMACHINE_PCM_##field##_MASK
#define GET(value, field) (((value)&MASK(field)) >> NUMACHINE_PCM_##field##_LSB)
#define PUT(value, field) ((uint32_t)(value) << NUMACHINE_PCM_##field##_LSB)
#define INT0_BITS                                                                              \
	(MASK(INT0_SOFTWARE) | MASK(INT0_COUNTERS) | MASK(INT0_BARRIER) | MASK(INT0_TIMEOUT) | \
	 MASK(INT0_SRAM) | MASK(INT0_MISSED))

/* Index of a register in the register file. */
#define REGISTER(name) (NUMACHINE_PCM_##name / 4)

struct transaction {
	uint64_t at; /* clock of the access's start */
	struct pcm_in in;
	uint64_t data;
	bool fits; /* the transaction passes the watches and filters; this is known in the clock
		    * after the start */
};

struct access {
	bool open, sram, write, dbl;
	uint64_t first; /* first clock in which it may take effect */
	unsigned int beat;
	uint32_t offset;
	uint64_t data;
};

struct pcm_golden {
	uint64_t now;
	uint32_t mode;	   /* current mode of the SRAM */
	unsigned int held; /* remaining clocks of the internal reset after its release */
	uint32_t reg[REGISTERS];
	struct transaction last;
	struct access access;
	uint64_t read_at;  /* clock in which the current read was recognised, or NEVER */
	uint64_t block_at; /* clock of the last write to BLOCK */
	uint64_t add_at;   /* clock of the decision to add */
	uint16_t add_to;
	uint32_t add;
	bool was[4]; /* events of the counters in the previous clock */
	struct pcm_out out;
	uint32_t *word;
	uint32_t counts_init;
};

struct pcm_golden *pcm_golden_open(uint32_t counts_init)
{
	struct pcm_golden *g = calloc(1, sizeof(*g));

	if (!g)
		return NULL;
	g->word = calloc(PCM_WORDS, sizeof(*g->word));
	if (!g->word) {
		free(g);
		return NULL;
	}
	g->read_at = g->add_at = g->last.at = NEVER;
	g->counts_init = counts_init;
	return g;
}

void pcm_golden_close(struct pcm_golden *g)
{
	if (g)
		free(g->word);
	free(g);
}

uint32_t pcm_golden_word(const struct pcm_golden *g, uint16_t word)
{
	return g->word[word];
}

/* Returns whether Count & Increment uses the SRAM, which it does in the two clocks after its
 * decision. */
static bool adding(const struct pcm_golden *g)
{
	return g->add_at != NEVER && (g->now == g->add_at + 1 || g->now == g->add_at + 2);
}

static bool acts(const struct pcm_golden *g)
{
	return g->access.open && g->now >= g->access.first && !(g->access.sram && adding(g));
}

/* Returns the word that the access uses in this clock; of two words the odd one comes first. */
static uint32_t place(const struct access *a)
{
	return a->dbl ? (a->offset & ~7u) | (a->beat ? 0 : 4) : a->offset & ~3u;
}

static uint32_t access_data(const struct access *a)
{
	return (uint32_t)(a->beat ? a->data >> 32 : a->data);
}

void pcm_golden_show(const struct pcm_golden *g, struct pcm_out *o)
{
	*o = g->out;
	o->busy = g->access.open;
	o->barrier = GET(g->reg[REGISTER(BARRIER)], BARRIER_SENSE);
	if (g->add_at != NEVER && g->now == g->add_at + 2) {
		o->sram_write = true;
		o->sram_addr = g->add_to;
		o->sram_data = g->word[g->add_to] + g->add;
	} else if (acts(g) && g->access.sram && g->access.write) {
		o->sram_write = true;
		o->sram_addr = (uint16_t)(place(&g->access) >> 2);
		o->sram_data = access_data(&g->access);
	}
}

/* ---- transactions ---- */

static bool is_own(const struct pcm_in *in)
{
	const unsigned int window = WINDOW(in->ad);

	return SPACE(in->ad) == SPACE_OWN &&
	       (window == WINDOW_SRAM || window == WINDOW_REGISTERS);
}

static bool same(uint32_t value, uint32_t watch, uint32_t filter)
{
	return !((value ^ watch) & filter);
}

/* Returns whether a command is a timed read: a block read, an exclusive read, or one of less
 * than a line. */
static bool is_read(uint16_t cmd)
{
	return CMD_TYPE(cmd) <= CMD_TYPE_READ_MOST;
}

struct decision {
	bool counts, rejects, own, missed, request, response;
};

static struct decision decide(const struct pcm_golden *g)
{
	const struct transaction *t = &g->last;
	const uint32_t *r = g->reg;
	struct decision d = {.own = false};

	if (t->at == NEVER || t->at + 2 != g->now)
		return d;
	d.own = is_own(&t->in);
	d.counts = !d.own && t->fits && (r[REGISTER(PHASE_WATCH)] >> r[REGISTER(PHASE)] & 1);
	d.rejects = !d.own && !d.counts;
	d.request = d.counts && t->in.out && t->in.cmd & CMD_REQUEST && is_read(t->in.cmd);
	d.response = !d.own && !t->in.out && !(t->in.cmd & (CMD_REQUEST | CMD_NACK)) &&
		     is_read(t->in.cmd);
	return d;
}

static void add(struct pcm_golden *g, uint32_t to, uint32_t amount)
{
	g->add_at = g->now;
	g->add_to = (uint16_t)to;
	g->add = amount;
}

/* ---- registers ---- */

static uint32_t writable(unsigned int reg)
{
	switch (reg) {
	case REGISTER(CONFIG):
		return MASK(CONFIG_MODE);
	case REGISTER(BLOCK):
		return MASK(BLOCK_BLOCK);
	case REGISTER(PHASE_WATCH):
		return MASK(PHASE_WATCH_PHASES);
	case REGISTER(INT0_MASK):
		return MASK(INT0_MASK_BITS);
	case REGISTER(INT1_MASK):
		return MASK(INT1_MASK_BITS);
	case REGISTER(PHASE):
		return MASK(PHASE_PHASE);
	case REGISTER(BARRIER_MASK):
		return MASK(BARRIER_MASK_MASK);
	case REGISTER(CMD_WATCH):
		return MASK(CMD_WATCH_CMD);
	case REGISTER(CMD_FILTER):
		return MASK(CMD_FILTER_MASK);
	case REGISTER(PIPE):
		return MASK(PIPE_STATES);
	case REGISTER(ADDR_WATCH):
	case REGISTER(ADDR_FILTER):
		return UINT32_MAX;
	default:
		if (reg >= REGISTER(COUNTER0) && reg < REGISTER(COUNTER0) + 8)
			return reg & 1 ? MASK(CONTROL0_MODE) | MASK(CONTROL0_EVENT)
				       : UINT32_MAX;
		return 0;
	}
}

struct put { /* side effects of a register write in this clock */
	uint32_t arrive, set0, set1, clear0, clear1;
	bool clear, any;
	unsigned int reg;
};

static void put_register(struct pcm_golden *g, uint32_t offset, uint32_t v, uint32_t mode,
			 struct put *p)
{
	const unsigned int reg = offset >> 2;

	if (offset >= 4 * REGISTERS)
		return;
	p->any = true;
	p->reg = reg;
	p->arrive = reg == REGISTER(BARRIER) ? v & MASK(BARRIER_ARRIVED) : 0;
	p->set0 = reg == REGISTER(INT0) ? v & INT0_BITS : 0;
	p->set1 = reg == REGISTER(INT1) ? v & MASK(INT1_SOFTWARE) : 0;
	p->clear0 = reg == REGISTER(INT0_CLEAR) ? v & MASK(INT0_CLEAR_BITS) : 0;
	p->clear1 = reg == REGISTER(INT1_CLEAR) ? v & MASK(INT1_CLEAR_BITS) : 0;
	p->clear = reg == REGISTER(CONFIG) && v & MASK(CONFIG_CLEAR);
	if (reg == REGISTER(BLOCK)) {
		if (mode == COUNT_BLOCKS)
			add(g, g->reg[REGISTER(BLOCK)], (uint32_t)(g->now - g->block_at));
		g->block_at = g->now;
	}
	if (writable(reg))
		g->reg[reg] = v & writable(reg);
}

static void beat(struct pcm_golden *g, const uint32_t *old, struct put *p)
{
	struct access *a = &g->access;
	const uint32_t at = place(a);
	uint32_t v = 0;

	if (a->write) {
		if (a->sram)
			g->word[at >> 2 & 0xFFFF] = access_data(a);
		else
			put_register(g, at, access_data(a), g->mode, p);
	} else {
		if (a->sram)
			v = g->word[at >> 2 & 0xFFFF];
		else if (at < 4 * REGISTERS)
			v = old[at >> 2];
		g->out.rdata = a->beat ? (g->out.rdata & UINT32_MAX) | (uint64_t)v << 32 : v;
		g->out.rdata_known = true;
	}
	if (a->beat == a->dbl) {
		a->open = false;
		g->out.ack = true;
	}
	a->beat++;
}

/* ---- counters ---- */

static unsigned int count_events(struct pcm_golden *g, const uint32_t *old, unsigned int events,
				 const struct put *p)
{
	const bool watched = old[REGISTER(PHASE_WATCH)] >> old[REGISTER(PHASE)] & 1;
	unsigned int wraps = 0;

	for (unsigned int i = 0; i < 4; i++) {
		const unsigned int reg = REGISTER(COUNTER0) + 2 * i;
		const uint32_t control = old[reg + 1];
		const bool now = events >> GET(control, CONTROL0_EVENT) & 1;
		const unsigned int mode = GET(control, CONTROL0_MODE);
		const bool counts =
			now && (mode == WHILE_EVENT || (mode == AT_RISE && !g->was[i]) ||
				(mode == IN_WATCHED_PHASE && watched));

		g->was[i] = now;
		if (!counts || (p->any && p->reg == reg))
			continue;
		g->reg[reg]++;
		wraps |= (unsigned int)(g->reg[reg] == 0) << i;
	}
	return wraps;
}

static void count(struct pcm_golden *g, unsigned int reg, bool clear, bool more)
{
	g->reg[reg] = (clear ? 0 : g->reg[reg]) + more;
}

static void reset(struct pcm_golden *g, unsigned int held)
{
	uint32_t *word = g->word;
	const uint64_t now = g->now;
	const uint32_t init = g->counts_init;

	*g = (struct pcm_golden){.now = now + 1,
				 .held = held,
				 .word = word,
				 .read_at = NEVER,
				 .add_at = NEVER,
				 .block_at = now + 1 - init,
				 .last.at = NEVER,
				 .counts_init = init};
	g->reg[REGISTER(COUNTED)] = g->reg[REGISTER(FILTERED)] = init;
	g->reg[REGISTER(MISSED)] = g->reg[REGISTER(TIMEOUTS)] = init;
	g->reg[REGISTER(TOTAL)] = 2 * init;
	g->reg[REGISTER(PHASE_WATCH)] = NUMACHINE_PCM_PHASE_WATCH_RESET;
}

static void take_start(struct pcm_golden *g, const uint32_t *r, const struct pcm_in *in)
{
	struct transaction *t = &g->last;

	/* this is the second clock of the transaction */
	if (t->at != NEVER && t->at + 1 == g->now) {
		t->data = in->ad;
		t->fits = same((uint32_t)t->in.ad, r[REGISTER(ADDR_WATCH)],
			       r[REGISTER(ADDR_FILTER)]) &&
			  same(t->in.cmd, r[REGISTER(CMD_WATCH)], r[REGISTER(CMD_FILTER)]);
	} else if (in->start) {
		*t = (struct transaction){.at = g->now, .in = *in};
	}
}

/* Begins the access of an own transaction; false: the previous one has not ended, and this one
 * is missed. */
static bool begin_access(struct pcm_golden *g)
{
	const struct transaction *t = &g->last;

	if (g->access.open)
		return false;
	g->access = (struct access){.open = true,
				    .sram = WINDOW(t->in.ad) == WINDOW_SRAM,
				    .write = t->in.write,
				    .dbl = t->in.dbl,
				    .first = g->now + 1,
				    .offset = t->in.ad & 0xFFFFFF,
				    .data = t->data};
	return true;
}

static void end_read(struct pcm_golden *g, uint32_t phase, uint64_t timer)
{
	const uint32_t latency = (uint32_t)(timer % TIMEOUT);

	if (g->mode == COUNT_LATENCIES)
		add(g, phase * TIMEOUT | latency, 1);
	g->reg[REGISTER(LATENCY)] = latency;
	g->read_at = NEVER;
}

/* Processors arrive at the barrier; returns whether all of @expected have, and it begins
 * anew. */
static bool arrive(struct pcm_golden *g, uint32_t processors, uint32_t expected)
{
	uint32_t *const barrier = &g->reg[REGISTER(BARRIER)];

	*barrier |= processors;
	if (!expected || (*barrier & expected) != expected)
		return false;
	*barrier = ~*barrier & MASK(BARRIER_SENSE);
	return true;
}

static uint8_t interrupts(const uint32_t *r)
{
	return (r[REGISTER(INT0)] & r[REGISTER(INT0_MASK)] ? 1 : 0) |
	       (r[REGISTER(INT1)] & r[REGISTER(INT1_MASK)] ? 2 : 0);
}

/* Returns the events that the counters can select, a bit each. */
static unsigned int events_of(const struct decision *d, bool second, bool timing, bool state,
			      bool waits)
{
	return (unsigned int)d->counts | (unsigned int)d->rejects << 1 |
	       (unsigned int)d->own << 2 | (unsigned int)second << 3 |
	       (unsigned int)timing << 4 | (unsigned int)state << 5 | (unsigned int)waits << 6 |
	       1u << 7;
}

/* Counts a transaction in the registers that CONFIG.CLEAR clears; MISSED, which was @missed,
 * stops at its end. */
static void count_transactions(struct pcm_golden *g, const struct decision *d, bool clear,
			       uint32_t missed, bool timeout)
{
	count(g, REGISTER(TOTAL), clear, d->counts || d->rejects);
	count(g, REGISTER(COUNTED), clear, d->counts);
	count(g, REGISTER(FILTERED), clear, d->rejects);
	count(g, REGISTER(MISSED), clear, d->missed && (clear || missed != UINT32_MAX));
	count(g, REGISTER(TIMEOUTS), clear, timeout);
}

void pcm_golden_step(struct pcm_golden *g, const struct pcm_in *in)
{
	const bool second = g->last.at != NEVER && g->last.at + 1 == g->now;
	const bool timing = g->read_at != NEVER;
	/* the timer is 0 in the clock after the request */
	const uint64_t timer = timing ? g->now - g->read_at - 1 : 0;
	const bool timeout = timing && timer == TIMEOUT;
	const bool waits = g->access.open && !acts(g);
	uint32_t old[REGISTERS], set0;
	struct decision d;
	struct put p = {.any = false};
	unsigned int events;
	bool wrapped;

	if (in->reset || g->held) {
		reset(g, in->reset ? 2 : g->held - 1);
		return;
	}
	memcpy(old, g->reg, sizeof(old));
	d = decide(g);
	/* the sum is in the SRAM at the end of this clock */
	wrapped = g->add_at != NEVER && g->now == g->add_at + 2 &&
		  (uint64_t)g->word[g->add_to] + g->add > UINT32_MAX;
	if (g->add_at != NEVER && g->now == g->add_at + 2)
		g->word[g->add_to] += g->add;
	events = events_of(&d, second, timing,
			   in->pipe_state < 7 && old[REGISTER(PIPE)] >> in->pipe_state & 1,
			   waits);
	g->out = (struct pcm_out){.rdata = g->out.rdata,
				  .rdata_known = g->out.rdata_known,
				  .irq = interrupts(old),
				  .counted = d.counts,
				  .filtered = d.rejects,
				  .own = d.own,
				  .bus_error = timeout};
	if (acts(g))
		beat(g, old, &p);
	d.missed = (d.own && !begin_access(g)) || (second && in->start);
	g->out.missed = d.missed;
	if (timing && (timeout || d.response))
		end_read(g, old[REGISTER(PHASE)], timer);
	else if (!timing && d.request)
		g->read_at = g->now;
	if (g->mode == COUNT_INDICES && d.counts)
		add(g, g->last.in.index, 1);
	count_transactions(g, &d, p.clear, old[REGISTER(MISSED)], timeout);
	set0 = PUT(count_events(g, old, events, &p), INT0_COUNTERS) |
	       PUT(timeout, INT0_TIMEOUT) | PUT(wrapped, INT0_SRAM) |
	       PUT(d.missed, INT0_MISSED) | p.set0;
	if (arrive(g, p.arrive, old[REGISTER(BARRIER_MASK)]))
		set0 |= MASK(INT0_BARRIER);
	g->reg[REGISTER(INT0)] = (old[REGISTER(INT0)] & ~p.clear0) | set0;
	g->reg[REGISTER(INT1)] = (old[REGISTER(INT1)] & ~p.clear1) | p.set1;
	take_start(g, old, in);
	/* a new mode takes effect in a clock without an addition */
	if (g->add_at != g->now)
		g->mode = old[REGISTER(CONFIG)];
	g->now++;
}
