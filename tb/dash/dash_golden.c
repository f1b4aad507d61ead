/* SPDX-License-Identifier: Apache-2.0 */
#include "dash_golden.h"
#include "dash_regs.h"
#include <stdlib.h>
#include <string.h>

#define TIME_MAX 0xFFFFFFu
#define LAST_BIN 16383u

static void wrong(struct dash_golden *g, const char *what)
{
	if (!g->wrong)
		g->wrong = what;
}

struct dash_golden *dash_golden_open(uint32_t words)
{
	struct dash_golden *g = calloc(1, sizeof(*g));

	if (!g)
		return NULL;
	g->words = words;
	g->window = DASH_WINDOW_RESET;
	g->trace = calloc(words, sizeof(*g->trace));
	if (g->trace)
		return g;
	free(g);
	return NULL;
}

void dash_golden_close(struct dash_golden *g)
{
	if (g)
		free(g->trace);
	free(g);
}

void dash_golden_load(struct dash_golden *g, enum dash_circuit circuit,
		      const struct dash_conditions *c)
{
	g->circuit = circuit;
	g->c = *c;
	memset(g->timer, 0, sizeof(g->timer));
	g->fired = false;
	g->left = 0;
}

void dash_golden_clear(struct dash_golden *g)
{
	memset(g->count, 0, sizeof(g->count));
}

unsigned int dash_golden_queued(const struct dash_golden *g)
{
	return g->queued;
}

/* ---- circuits ---- */

/* Records an event to be counted on a channel; the second channel is used by independent banks
 * only. */
static void find(struct offer *f, unsigned int channel, unsigned int addr)
{
	f->count[channel] = true;
	f->addr[channel] = (uint16_t)addr;
}

static void find_events(struct dash_golden *g, const struct dash_bus *b)
{
	for (unsigned int k = 0; k <= g->c.independent; k++)
		if (b->events & g->c.mask[k])
			find(&g->found, k, b->events & g->c.mask[k]);
}

static void find_joint(struct dash_golden *g, const struct dash_bus *b)
{
	const unsigned int bits = g->c.bits > 14 ? 14 : g->c.bits;
	const uint64_t addr = (uint64_t)(b->addr >> g->c.shift) << bits;

	if (b->start && !b->reply)
		find(&g->found, g->c.independent && b->write,
		     (addr | (b->events & ((1u << bits) - 1))) % DASH_COUNTERS);
}

static void find_latency(struct dash_golden *g, const struct dash_bus *b)
{
	struct timer *t = &g->timer[b->cpu % 4];
	uint64_t clocks;

	if (!b->start || b->posted || b->cpu / 4u != g->c.station)
		return;
	if (b->reply != t->runs)
		g->count[DC_SKIPPED]++;
	if (!b->reply) {
		*t = (struct timer){.runs = true, .write = b->write, .since = g->now};
		return;
	}
	if (!t->runs)
		return;
	t->runs = false;
	clocks = g->now - t->since;
	find(&g->found, g->c.independent && t->write,
	     (unsigned int)(clocks > LAST_BIN ? LAST_BIN : clocks) >> g->c.shift);
}

/* Returns whether the circuit traces the request. */
static bool triggers(struct dash_golden *g, const struct dash_bus *b)
{
	if (g->circuit != DASH_TRACE)
		return false;
	if (!g->fired) {
		if ((b->addr & g->c.tmask) != g->c.tvalue)
			return false;
		g->fired = true;
		g->left = g->c.post ? g->c.post : UINT64_MAX;
	}
	if (!g->left)
		return false;
	g->left--;
	return true;
}

static void observe_request(struct dash_golden *g, const struct dash_bus *b)
{
	struct request *r = &g->request[0];
	uint64_t since = TIME_MAX;

	if (!b->start || b->reply)
		return;
	if (g->last && g->now + 1 - g->last < TIME_MAX)
		since = g->now + 1 - g->last;
	g->last = g->now + 1;
	g->count[DC_REQUESTS]++;
	*r = (struct request){.valid = true,
			      .traced = triggers(g, b),
			      .own = b->addr >> 22 == g->window,
			      .word = {(uint64_t)b->write << 35 |
					       (uint64_t)(b->addr & DASH_ADDR_MAX) << 6 |
					       b->cpu,
				       (uint64_t)b->prom << 24 | since}};
	g->count[DC_PASSED] += !r->traced;
}

static void observe(struct dash_golden *g, const struct dash_bus *b, bool on)
{
	memset(&g->found, 0, sizeof(g->found));
	memmove(&g->request[1], &g->request[0], 2 * sizeof(g->request[0]));
	g->request[0].valid = false;
	if (!on) {
		g->last = 0;
		return;
	}
	g->count[DC_CLOCKS]++;
	if (g->circuit == DASH_COUNT)
		find_events(g, b);
	else if (g->circuit == DASH_JOINT)
		find_joint(g, b);
	else if (g->circuit == DASH_LATENCY)
		find_latency(g, b);
	observe_request(g, b);
}

/* ---- banks ---- */

static void access_bank(struct dash_golden *g, unsigned int k)
{
	struct dash_host *h = &g->host[k];

	if (h->write)
		g->bank[k][h->addr] = h->data;
	else
		h->data = g->bank[k][h->addr];
}

/* Decides whether bank @k counts or misses the event that was offered to it in the previous
 * clock. */
static void settle(struct dash_golden *g, unsigned int k, bool host)
{
	const bool offer = g->offered.count[k];
	const unsigned int addr = g->offered.addr[k];
	const bool counts = offer && !g->fetching[k] && !host;

	if (host && g->fetching[k])
		wrong(g, "an access of the host interrupts a count");
	if (host)
		access_bank(g, k);
	g->count[DC_MISSED + k] += offer && !counts;
	g->count[DC_COUNTED + k] += counts;
	g->fetching[k] = counts;
	if (counts && !++g->bank[k][addr]) {
		g->count[DC_WRAPS + k]++;
		g->wrapped[k] = (uint16_t)addr;
	}
}

/* Offers the events of the last clock to the banks. */
static void offer(struct dash_golden *g, bool phase)
{
	struct offer *o = &g->offered;

	if (g->c.independent) {
		*o = g->found;
		return;
	}
	memset(o, 0, sizeof(*o));
	o->count[phase] = g->found.count[0];
	o->addr[phase] = g->found.addr[0];
}

/* ---- trace ---- */

static unsigned int entry_words(const struct dash_golden *g)
{
	return g->c.extended ? 2 : 1;
}

static void enqueue(struct dash_golden *g, const struct request *r)
{
	uint64_t *q = g->queue[(g->first + g->queued) % DASH_PIPE];

	if (g->hold && !g->unsure)
		wrong(g, "a request enters the trace during HOLD");
	if (g->queued >= DASH_QUEUE)
		wrong(g, "more entries wait than the queue can hold");
	q[0] = r->word[0];
	q[1] = r->word[1];
	g->queued++;
}

/* Checks that the board traces a request that the circuit selects, or may lose it. */
static void trace_request(struct dash_golden *g, const struct dash_seen *seen)
{
	const struct request *r = &g->request[1];
	const bool traced = r->valid && r->traced;

	if ((seen->take || seen->lost) && !traced)
		wrong(g, "something is traced or lost that is not to be traced");
	if (!traced)
		return;
	if (seen->take && seen->lost)
		wrong(g, "a request is both traced and lost");
	if (seen->take) {
		enqueue(g, r);
	} else if (seen->lost) {
		if (g->queued < DASH_QUEUE - 1 && !g->hold && !g->unsure)
			wrong(g, "a request is lost although the queue has room");
		g->count[DC_LOST]++;
	} else {
		if (!r->own || (!g->hold && !g->unsure))
			wrong(g, "a request is neither traced nor lost");
		g->count[DC_OWN]++;
	}
}

static void end_entry(struct dash_golden *g, bool full)
{
	const unsigned int n = entry_words(g);
	const bool fits = g->tcnt + n <= g->words;

	if (!g->queued || full == fits) {
		wrong(g, !g->queued ? "an entry is written that did not enter the queue"
			 : full	    ? "an entry is lost although the buffer has room"
				    : "an entry is written beyond the end of the buffer");
		return;
	}
	if (full) {
		g->count[DC_FULL]++;
	} else {
		memcpy(&g->trace[g->tcnt], g->queue[g->first], n * sizeof(*g->trace));
		g->tcnt += n;
		g->count[DC_TRACED]++;
	}
	g->first = (g->first + 1) % DASH_PIPE;
	g->queued--;
}

void dash_golden_clock(struct dash_golden *g, const struct dash_bus *b,
		       const struct dash_seen *seen)
{
	if (seen->commit || seen->full)
		end_entry(g, seen->full);
	trace_request(g, seen);
	for (unsigned int k = 0; k < 2; k++)
		settle(g, k, seen->host >> k & 1);
	offer(g, seen->phase);
	observe(g, b, seen->on);
	g->now++;
}
