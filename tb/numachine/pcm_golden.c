/* SPDX-License-Identifier: Apache-2.0 */
#include "pcm_golden.h"
#include "numachine_regs.h"
#include "register_model.h"
#include <stdlib.h>
#include <string.h>

#define NEVER UINT64_MAX
#define COUNTERS 4
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

static const struct register_row rows[] = {
#define REG REGISTER_REG
#define FIELD REGISTER_FIELD
#include "nmpcm_regs.def"
};

struct registers {
	struct register_model table;
	uint32_t counter[2 * COUNTERS]; /* a count and its control in turn */
};

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
	struct registers regs;
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

/* Returns a register by its name in the table without PCM_. */
#define VALUE(regs, name) register_model_get(&(regs)->table, NUMACHINE_PCM_##name)
#define WORD(regs, name) (*register_model_at(&(regs)->table, NUMACHINE_PCM_##name))

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
	o->barrier = GET(VALUE(&g->regs, BARRIER), BARRIER_SENSE);
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

static bool is_watched(const struct registers *r)
{
	return VALUE(r, PHASE_WATCH) >> VALUE(r, PHASE) & 1;
}

static struct decision decide(const struct pcm_golden *g)
{
	const struct transaction *t = &g->last;
	struct decision d = {.own = false};

	if (t->at == NEVER || t->at + 2 != g->now)
		return d;
	d.own = is_own(&t->in);
	d.counts = !d.own && t->fits && is_watched(&g->regs);
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

/* Returns the word of a count or control, whose first ones only the table has; NULL: the offset
 * is of another register. */
static uint32_t *counter_at(struct registers *r, uint32_t offset)
{
	const uint32_t word = (offset - NUMACHINE_PCM_COUNTER0) / 4;

	return word < 2 * COUNTERS ? &r->counter[word] : NULL;
}

struct put { /* side effects of a register write in this clock */
	bool clear;
	uint32_t *counter; /* that was written */
};

static void put_register(struct pcm_golden *g, uint32_t offset, uint32_t v, struct put *p)
{
	struct registers *r = &g->regs;
	uint32_t ones = 0;

	p->counter = counter_at(r, offset);
	if (p->counter) {
		*p->counter = offset & 4 ? v & (MASK(CONTROL0_MODE) | MASK(CONTROL0_EVENT)) : v;
		return;
	}
	if (offset == NUMACHINE_PCM_BLOCK) {
		if (g->mode == COUNT_BLOCKS)
			add(g, VALUE(r, BLOCK), (uint32_t)(g->now - g->block_at));
		g->block_at = g->now;
	}
	register_model_write(&r->table, offset, 15, v, &ones);
	p->clear = ones & MASK(CONFIG_CLEAR) && offset == NUMACHINE_PCM_CONFIG;
	if (offset == NUMACHINE_PCM_INT0_CLEAR)
		WORD(r, INT0) &= ~ones;
	if (offset == NUMACHINE_PCM_INT1_CLEAR)
		WORD(r, INT1) &= ~ones;
}

static uint32_t get_register(struct registers *r, uint32_t offset)
{
	const uint32_t *counter = counter_at(r, offset);
	uint32_t v = 0;

	if (counter)
		return *counter;
	register_model_read(&r->table, offset, &v);
	return v;
}

static void beat(struct pcm_golden *g, struct registers *old, struct put *p)
{
	struct access *a = &g->access;
	const uint32_t at = place(a);
	uint32_t v;

	if (a->write) {
		if (a->sram)
			g->word[at >> 2 & 0xFFFF] = access_data(a);
		else
			put_register(g, at, access_data(a), p);
	} else {
		v = a->sram ? g->word[at >> 2 & 0xFFFF] : get_register(old, at);
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

static unsigned int count_events(struct pcm_golden *g, const struct registers *old,
				 unsigned int events, const struct put *p)
{
	const bool watched = is_watched(old);
	unsigned int wraps = 0;

	for (unsigned int i = 0; i < COUNTERS; i++) {
		uint32_t *counter = &g->regs.counter[2 * i];
		const uint32_t control = old->counter[2 * i + 1];
		const bool now = events >> GET(control, CONTROL0_EVENT) & 1;
		const unsigned int mode = GET(control, CONTROL0_MODE);
		const bool counts =
			now && (mode == WHILE_EVENT || (mode == AT_RISE && !g->was[i]) ||
				(mode == IN_WATCHED_PHASE && watched));

		g->was[i] = now;
		if (counts && p->counter != counter)
			wraps |= (unsigned int)(++*counter == 0) << i;
	}
	return wraps;
}

static void count(uint32_t *word, bool clear, bool more)
{
	*word = (clear ? 0 : *word) + more;
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
	register_model_reset(&g->regs.table, rows, sizeof(rows) / sizeof(*rows), NULL);
	WORD(&g->regs, COUNTED) = WORD(&g->regs, FILTERED) = init;
	WORD(&g->regs, MISSED) = WORD(&g->regs, TIMEOUTS) = init;
	WORD(&g->regs, TOTAL) = 2 * init;
}

static void take_start(struct pcm_golden *g, const struct registers *r, const struct pcm_in *in)
{
	struct transaction *t = &g->last;

	/* this is the second clock of the transaction */
	if (t->at != NEVER && t->at + 1 == g->now) {
		t->data = in->ad;
		t->fits =
			same((uint32_t)t->in.ad, VALUE(r, ADDR_WATCH), VALUE(r, ADDR_FILTER)) &&
			same(t->in.cmd, VALUE(r, CMD_WATCH), VALUE(r, CMD_FILTER));
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
	WORD(&g->regs, LATENCY) = latency;
	g->read_at = NEVER;
}

/* Returns whether all of @expected processors have arrived at the barrier, and it begins
 * anew. */
static bool barrier_ends(struct pcm_golden *g, uint32_t expected)
{
	uint32_t *const barrier = &WORD(&g->regs, BARRIER);

	if (!expected || (*barrier & expected) != expected)
		return false;
	*barrier = ~*barrier & MASK(BARRIER_SENSE);
	return true;
}

static uint8_t interrupts(const struct registers *r)
{
	return (VALUE(r, INT0) & VALUE(r, INT0_MASK) ? 1 : 0) |
	       (VALUE(r, INT1) & VALUE(r, INT1_MASK) ? 2 : 0);
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
	count(&WORD(&g->regs, TOTAL), clear, d->counts || d->rejects);
	count(&WORD(&g->regs, COUNTED), clear, d->counts);
	count(&WORD(&g->regs, FILTERED), clear, d->rejects);
	count(&WORD(&g->regs, MISSED), clear, d->missed && (clear || missed != UINT32_MAX));
	count(&WORD(&g->regs, TIMEOUTS), clear, timeout);
}

void pcm_golden_step(struct pcm_golden *g, const struct pcm_in *in)
{
	const bool second = g->last.at != NEVER && g->last.at + 1 == g->now;
	const bool timing = g->read_at != NEVER;
	/* the timer is 0 in the clock after the request */
	const uint64_t timer = timing ? g->now - g->read_at - 1 : 0;
	const bool timeout = timing && timer == TIMEOUT;
	const bool waits = g->access.open && !acts(g);
	struct registers old;
	struct decision d;
	struct put p = {.clear = false};
	unsigned int events;
	bool wrapped;

	if (in->reset || g->held) {
		reset(g, in->reset ? 2 : g->held - 1);
		return;
	}
	old = g->regs;
	d = decide(g);
	/* the sum is in the SRAM at the end of this clock */
	wrapped = g->add_at != NEVER && g->now == g->add_at + 2 &&
		  (uint64_t)g->word[g->add_to] + g->add > UINT32_MAX;
	if (g->add_at != NEVER && g->now == g->add_at + 2)
		g->word[g->add_to] += g->add;
	events =
		events_of(&d, second, timing,
			  in->pipe_state < 7 && VALUE(&old, PIPE) >> in->pipe_state & 1, waits);
	g->out = (struct pcm_out){.rdata = g->out.rdata,
				  .rdata_known = g->out.rdata_known,
				  .irq = interrupts(&old),
				  .counted = d.counts,
				  .filtered = d.rejects,
				  .own = d.own,
				  .bus_error = timeout};
	if (acts(g))
		beat(g, &old, &p);
	d.missed = (d.own && !begin_access(g)) || (second && in->start);
	g->out.missed = d.missed;
	if (timing && (timeout || d.response))
		end_read(g, VALUE(&old, PHASE), timer);
	else if (!timing && d.request)
		g->read_at = g->now;
	if (g->mode == COUNT_INDICES && d.counts)
		add(g, g->last.in.index, 1);
	count_transactions(g, &d, p.clear, VALUE(&old, MISSED), timeout);
	/* an event in the clock of a write keeps its bit set */
	WORD(&g->regs, INT0) |= PUT(count_events(g, &old, events, &p), INT0_COUNTERS) |
				PUT(timeout, INT0_TIMEOUT) | PUT(wrapped, INT0_SRAM) |
				PUT(d.missed, INT0_MISSED) |
				PUT(barrier_ends(g, VALUE(&old, BARRIER_MASK)), INT0_BARRIER);
	take_start(g, &old, in);
	/* a new mode takes effect in a clock without an addition */
	if (g->add_at != g->now)
		g->mode = VALUE(&old, CONFIG);
	g->now++;
}
