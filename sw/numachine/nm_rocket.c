/* SPDX-License-Identifier: Apache-2.0 */
#include "nm_rocket.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define LINE 64u /* bytes; given: Rocket's configuration */
#define HARTS 64u

/*
 * Clocks. Fitted: on the first programs of the classes false, true, migratory and lookalike of
 * examples/rocket/draw; the other sixteen are predicted.
 */
#define ACCESS 6u    /* an access that hits, with the instructions around it */
#define READ 24u     /* a miss that finds no modified line */
#define TRANSFER 60u /* a miss that finds one */
#define AFTER 17u    /* from the end of a request to the next instruction */
#define PROBE 20u    /* from the begin of a request to the loss of the line by others */
#define BARRIER 328u /* of the C library, from the last arrival on */

/* The copy of a line in a cache: it can be read, or written, before these times. */
struct copy {
	uint64_t read, write;
	bool dirty;
};

struct line {
	uint64_t addr; /* number of the line */
	uint64_t free; /* time at which the hub has ended the last request of this line */
	struct copy copy[HARTS];
};

struct hart {
	uint64_t clock; /* earliest begin of the next event */
	uint64_t done;	/* time at which the last one took effect */
	bool waits;	/* for another thread's event */
	bool ended;
	uint64_t polled, pc; /* the last access, if it was an atomic read; otherwise 0 */
	uint64_t line;	     /* number of the line of that access */
};

struct machine {
	struct line **slot;
	size_t slots, lines;
	struct hart hart[HARTS];
	unsigned int harts;
	struct nm_rocket_range *range;
	size_t ranges;
	struct nm_rocket_cost *all;
	bool begun;
	uint64_t start;
};

static size_t slot_of(const struct machine *m, uint64_t addr)
{
	size_t i = (size_t)(addr * 0x9E3779B97F4A7C15u >> 20) & (m->slots - 1);

	while (m->slot[i] && m->slot[i]->addr != addr)
		i = (i + 1) & (m->slots - 1);
	return i;
}

/* Doubles the table of lines. */
static bool grow(struct machine *m)
{
	struct machine more = {.slots = m->slots ? 2 * m->slots : 1024};

	more.slot = calloc(more.slots, sizeof(struct line *));
	if (!more.slot)
		return false;
	for (size_t i = 0; i < m->slots; i++)
		if (m->slot[i])
			more.slot[slot_of(&more, m->slot[i]->addr)] = m->slot[i];
	free(m->slot);
	m->slot = more.slot;
	m->slots = more.slots;
	return true;
}

/* Returns the line with this number; NULL: no memory. */
static struct line *line_of(struct machine *m, uint64_t addr)
{
	struct line **l;

	if (2 * m->lines >= m->slots && !grow(m))
		return NULL;
	l = &m->slot[slot_of(m, addr)];
	if (!*l) {
		*l = calloc(1, sizeof(**l));
		if (*l) {
			(*l)->addr = addr;
			m->lines++;
		}
	}
	return *l;
}

static void free_lines(struct machine *m)
{
	for (size_t i = 0; i < m->slots; i++)
		free(m->slot[i]);
	free(m->slot);
}

static void least(uint64_t *time, uint64_t bound)
{
	*time = bound < *time ? bound : *time;
}

/*
 * A request of a hart for a line at a time; returns when the hart has the line. Others lose it,
 * or, if the hart only reads, the right to write to it; the first one that reads a line alone
 * may write to it.
 */
static uint64_t request(struct machine *m, struct line *l, unsigned int hart, bool writes,
			uint64_t time, bool *transfer)
{
	const uint64_t begin = l->free > time ? l->free : time;
	bool shared = false;

	*transfer = false;
	for (unsigned int h = 0; h < m->harts; h++) {
		struct copy *c = &l->copy[h];

		if (h == hart || c->read <= begin)
			continue;
		*transfer |= c->dirty;
		c->dirty = false;
		least(&c->write, begin + PROBE);
		if (writes)
			least(&c->read, begin + PROBE);
		shared |= !writes;
	}
	l->free = begin + (*transfer ? TRANSFER : READ);
	l->copy[hart].read = UINT64_MAX;
	l->copy[hart].write = shared ? 0 : UINT64_MAX;
	return l->free;
}

/* Harts that wait, and have lost the line that they read again and again, get it back. */
static void poll(struct machine *m, struct line *l, struct nm_rocket_cost *cost)
{
	bool transfer;

	for (unsigned int h = 0; h < m->harts; h++) {
		struct hart *w = &m->hart[h];

		if (!w->waits || !w->polled || w->line != l->addr ||
		    l->copy[h].read == UINT64_MAX)
			continue;
		w->clock = request(m, l, h, false, l->copy[h].read, &transfer);
		cost->requests++;
		cost->transfers += transfer;
	}
}

/* An access of a hart to a line. Returns false: no memory. */
static bool use_line(struct machine *m, unsigned int hart, uint64_t addr, bool writes,
		     struct nm_rocket_cost *cost)
{
	struct hart *h = &m->hart[hart];
	struct line *l = line_of(m, addr / LINE);
	struct copy *c;
	uint64_t end;
	bool transfer;

	if (!l)
		return false;
	c = &l->copy[hart];
	if (h->clock >= (writes ? c->write : c->read)) {
		end = request(m, l, hart, writes, h->clock, &transfer);
		cost->requests++;
		cost->transfers += transfer;
		cost->waited += end - h->clock;
		h->clock = end + AFTER;
		h->done = end;
	}
	c->dirty |= writes;
	h->line = l->addr;
	poll(m, l, cost);
	return true;
}

/* Returns the range of an address; NULL: none. */
static struct nm_rocket_range *range_of(const struct machine *m, uint64_t addr)
{
	size_t low = 0, high = m->ranges;

	while (low < high) {
		const size_t i = (low + high) / 2;
		struct nm_rocket_range *r = &m->range[i];

		if (addr < r->start)
			high = i;
		else if (addr - r->start >= r->bytes)
			low = i + 1;
		else
			return r;
	}
	return NULL;
}

static void add_cost(struct nm_rocket_cost *sum, const struct nm_rocket_cost *c)
{
	sum->references += c->references;
	sum->requests += c->requests;
	sum->transfers += c->transfers;
	sum->waited += c->waited;
}

/* Executes an access. Returns 0 or -ENOMEM. */
static int use(struct machine *m, const struct memtrace_layout *layout,
	       const struct memtrace_event *e)
{
	struct hart *h = &m->hart[e->thread];
	const bool polls = e->kind == MEMTRACE_ATOMIC_READ;
	const uint64_t bytes = memtrace_is_access(e->kind) ? e->size : MEMTRACE_OBJECT_BYTES;
	struct nm_rocket_cost cost = {.references = 1};

	for (uint64_t at = e->addr, next; at < e->addr + bytes; at = next) {
		uint64_t physical = memtrace_physical(layout, 0, at);
		struct nm_rocket_range *r = range_of(m, physical);

		next = (at / LINE + 1) * LINE;
		if (r) {
			physical = r->to + (physical - r->start);
			least(&next,
			      at + (r->start + r->bytes - (physical - r->to + r->start)));
		}
		if (!use_line(m, e->thread, physical,
			      memtrace_writes(e->kind) || !memtrace_is_access(e->kind), &cost))
			return -ENOMEM;
		if (m->begun) {
			if (r)
				add_cost(&r->cost, &cost);
			add_cost(m->all, &cost);
		}
		cost = (struct nm_rocket_cost){0};
	}
	/* a thread that reads the same word again waits for another one: its reads cost nothing
	 * until the word changes */
	if (!polls || h->polled != e->addr || h->pc != e->pc)
		h->clock += ACCESS;
	h->polled = polls ? e->addr : 0;
	h->pc = e->pc;
	return 0;
}

static void begin(struct machine *m)
{
	for (unsigned int h = 0; h < m->harts; h++)
		m->start = m->hart[h].clock > m->start ? m->hart[h].clock : m->start;
	for (unsigned int h = 0; h < m->harts; h++)
		m->hart[h].clock = m->start;
	m->begun = true;
}

/* Returns the hart with the least time that can go on; HARTS: none. */
static unsigned int next_hart(const struct machine *m)
{
	unsigned int best = HARTS;

	for (unsigned int h = 0; h < m->harts; h++)
		if (!m->hart[h].ended && !m->hart[h].waits &&
		    (best == HARTS || m->hart[h].clock < m->hart[best].clock))
			best = h;
	return best;
}

/* Lets those that wait try again, not before the time of the hart that went on. */
static void wake(struct machine *m, uint64_t time)
{
	for (unsigned int h = 0; h < m->harts; h++) {
		struct hart *w = &m->hart[h];

		if (w->waits && w->clock < time)
			w->clock = time;
		w->waits = false;
	}
}

static int play(struct machine *m, struct memtrace_player *p,
		const struct memtrace_layout *layout, struct memtrace_from *from,
		char error[MEMTRACE_ERROR])
{
	unsigned int hart;

	while ((hart = next_hart(m)) < HARTS) {
		struct hart *h = &m->hart[hart];
		const uint64_t before = memtrace_played(p);
		struct memtrace_event e;
		int err = memtrace_play(p, hart, &e);

		/* the last event of this hart has ended */
		if (memtrace_played(p) != before + (err == 1))
			wake(m, h->done);
		if (err == -EAGAIN) {
			h->waits = true;
			continue;
		}
		if (err < 0) {
			strcpy(error, memtrace_player_error(p, hart));
			return err;
		}
		if (!err) {
			h->ended = true;
			continue;
		}
		if (!m->begun && (!from || memtrace_begins(from, &e)))
			begin(m);
		h->done = h->clock;
		if (e.kind == MEMTRACE_ACQUIRE && e.object == MEMTRACE_BARRIER)
			h->clock += BARRIER;
		else if (memtrace_touches(&e))
			err = use(m, layout, &e);
		if (err < 0)
			return err;
	}
	for (unsigned int h = 0; h < m->harts; h++)
		if (m->begun && m->hart[h].clock > m->start + m->all->run)
			m->all->run = m->hart[h].clock - m->start;
	return 0;
}

int nm_rocket_run(const char *recording, const struct memtrace_from *from,
		  struct nm_rocket_range *range, size_t n, struct nm_rocket_cost *all,
		  char error[MEMTRACE_ERROR])
{
	struct machine m = {.range = range, .ranges = n, .all = all};
	struct memtrace_from *place = NULL;
	struct memtrace_player *player = NULL;
	struct memtrace_layout *layout = NULL;
	struct memtrace *trace = NULL;
	int err = memtrace_open(&trace, recording, error);

	if (err)
		return err;
	strcpy(error, "no memory");
	*all = (struct nm_rocket_cost){0};
	for (size_t i = 0; i < n; i++)
		range[i].cost = (struct nm_rocket_cost){0};
	m.harts = (unsigned int)memtrace_info(trace)->threads;
	if (m.harts > HARTS) {
		strcpy(error, "more than 64 threads");
		err = -E2BIG;
	}
	if (!err && from) {
		place = malloc(sizeof(*place));
		if (place)
			*place = *from;
		else
			err = -ENOMEM;
	}
	if (!err)
		err = memtrace_layout_open(&layout, &trace, 1);
	if (!err)
		err = memtrace_player_open(&player, trace);
	if (!err)
		err = play(&m, player, layout, place, error);
	memtrace_player_close(player);
	if (layout)
		memtrace_layout_close(layout);
	memtrace_close(trace);
	free_lines(&m);
	free(place);
	return err;
}
