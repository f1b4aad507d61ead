/* SPDX-License-Identifier: Apache-2.0 */
#include "shrimp.h"
#include "../cache.h"
#include <errno.h>
#include <stdlib.h>

struct queued {
	struct combine_packet p;
	uint64_t ready_ps; /* when it may leave the FIFO */
};

struct node {
	struct shrimp *m;
	unsigned int id;
	void *source;
	struct cache *cache;
	struct combine combine;
	struct shrimp_node_stats stats;
	/* the program */
	uint64_t cycles;
	uint64_t delay_ps; /* stalls and barriers so far */
	bool mine;	   /* what comes is this node's work */
	bool waiting;	   /* at a barrier */
	bool stalled;
	bool ended;
	/* the store being split into words */
	uint64_t addr;
	uint32_t bytes;
	/* packets that wait for room in the FIFO */
	struct combine_packet pending[2];
	unsigned int npending;
	/* the outgoing FIFO */
	struct queued *fifo;
	uint32_t head, count, room; /* packets */
	uint32_t used;		    /* 64-bit words */
	uint64_t free_ps;	    /* nothing enters before: the last stall ended */
};

struct shrimp {
	struct shrimp_config c;
	struct node node[SHRIMP_NODES];
	uint64_t start_ps, start_tick;
	uint64_t link_ps; /* the link is free from then on */
	uint64_t when;
	unsigned int which; /* node of the next packet */
	bool known;	    /* @when and @which hold */
	uint64_t serial;
	int error;
	unsigned int bad_node;
};

void shrimp_defaults(struct shrimp_config *c)
{
	*c = (struct shrimp_config){
		.combining = true,
		.boundary = 4096,
		.latency_ps = 5000000,
		.fifo = 4096,
		.low_water = 2048,
		.cache = 8192,
	};
}

unsigned int shrimp_fifo_words(unsigned int words)
{
	return 2 + (words + 2) / 2;
}

static void emit(void *arg, const struct combine_packet *p)
{
	struct node *n = arg;

	n->pending[n->npending++] = *p;
}

int shrimp_open(struct shrimp **out, const struct shrimp_config *c)
{
	struct shrimp *m;
	int err = 0;

	if (!c->next || !c->map || c->fifo < SHRIMP_FIFO_MIN || c->low_water >= c->fifo)
		return -EINVAL;
	m = calloc(1, sizeof(*m));
	if (!m)
		return -ENOMEM;
	m->c = *c;
	for (unsigned int i = 0; i < SHRIMP_NODES; i++) {
		struct node *n = &m->node[i];

		n->m = m;
		n->id = i;
		n->source = c->source[i];
		n->mine = true;
		n->ended = !n->source;
		n->room = c->fifo / shrimp_fifo_words(1);
		n->fifo = calloc(n->room, sizeof(*n->fifo));
		if (c->cache)
			n->cache = cache_open(c->cache);
		if (!combine_init(&n->combine, c->combining, c->boundary, c->timeout_ps, emit,
				  n) ||
		    (c->cache && !n->cache))
			err = -EINVAL;
		else if (!n->fifo)
			err = -ENOMEM;
	}
	if (err) {
		shrimp_close(m);
		return err;
	}
	*out = m;
	return 0;
}

void shrimp_close(struct shrimp *m)
{
	if (!m)
		return;
	for (unsigned int i = 0; i < SHRIMP_NODES; i++) {
		cache_close(m->node[i].cache);
		free(m->node[i].fifo);
	}
	free(m);
}

void shrimp_start(struct shrimp *m, uint64_t ps, uint64_t tick)
{
	m->start_ps = ps;
	m->start_tick = tick;
}

int shrimp_error(const struct shrimp *m, unsigned int *node)
{
	*node = m->bad_node;
	return m->error;
}

const struct shrimp_node_stats *shrimp_stats(const struct shrimp *m, unsigned int node)
{
	return &m->node[node].stats;
}

/* Where the node's program is: three cycles are 50 ns. */
static uint64_t now(const struct node *n)
{
	return n->m->start_ps + n->delay_ps + n->cycles * 50000 / 3;
}

/* False, and the processor stands still, when a packet finds no room. */
static bool push(struct node *n)
{
	unsigned int i;

	for (i = 0; i < n->npending; i++) {
		struct combine_packet *p = &n->pending[i];
		unsigned int words = shrimp_fifo_words(p->words);

		if (n->used + words > n->m->c.fifo)
			break;
		n->fifo[(n->head + n->count++) % n->room] = (struct queued){
			.p = *p,
			.ready_ps = p->done_ps > n->free_ps ? p->done_ps : n->free_ps,
		};
		n->used += words;
		if (n->used > n->stats.fifo_peak)
			n->stats.fifo_peak = n->used;
		n->stats.packets++;
		n->stats.words += p->words;
		n->stats.why[p->why]++;
	}
	n->npending -= i;
	if (n->npending == 0)
		return true;
	n->pending[0] = n->pending[i];
	n->stalled = true;
	n->stats.stalls++;
	return false;
}

/* The FIFO has drained to low water at @ps. */
static void resume(struct node *n, uint64_t ps)
{
	uint64_t t = now(n);

	n->stalled = false;
	n->free_ps = ps;
	if (ps > t) {
		n->delay_ps += ps - t;
		n->stats.stall_ps += ps - t;
	}
}

/* The next word, or part of one, of the store at hand. */
static void store_word(struct node *n)
{
	unsigned int offset = n->addr & 3, bytes = 4 - offset;
	const struct pagemap_entry *e = pagemap_find(n->m->c.map, n->addr);
	uint64_t word = n->addr - offset;

	if (bytes > n->bytes)
		bytes = n->bytes;
	if (e && e->sender == n->id) {
		combine_write(&n->combine, now(n), word,
			      (uint8_t)(((1u << bytes) - 1) << offset), e);
		n->stats.writes++;
	} else if (!n->cache || !cache_hit(n->cache, n->addr, bytes, false)) {
		combine_write(&n->combine, now(n), word, 15, NULL);
	}
	n->addr += bytes;
	n->bytes -= bytes;
}

static void load(struct node *n, const struct lackey_access *a)
{
	n->stats.loads++;
	if (n->cache && cache_hit(n->cache, a->addr, a->size, true))
		return;
	n->stats.reads++;
	combine_read(&n->combine, now(n));
}

static void store(struct node *n, const struct lackey_access *a)
{
	n->stats.stores++;
	n->addr = a->addr;
	n->bytes = a->size;
}

static void marker(struct node *n, unsigned int code)
{
	if (code == LACKEY_START) {
		n->mine = true;
	} else if (code >= LACKEY_NODE && code < LACKEY_NODE + SHRIMP_NODES) {
		n->mine = code - LACKEY_NODE == n->id;
	} else if (code == LACKEY_BARRIER) {
		/* Whoever waits reads a flag, which ends the packet in progress. */
		combine_read(&n->combine, now(n));
		n->waiting = true;
	}
}

/* One line of the recording. */
static void step(struct node *n)
{
	struct lackey_access a;
	int r = n->m->c.next(n->source, &a);

	if (r <= 0) {
		combine_end(&n->combine, now(n));
		n->ended = true;
		n->stats.run_ps = now(n) - n->m->start_ps;
		if (r < 0 && !n->m->error) {
			n->m->error = r;
			n->m->bad_node = n->id;
		}
		return;
	}
	if (a.kind == LACKEY_MARKER) {
		marker(n, a.size);
		return;
	}
	if (!n->mine)
		return;
	switch (a.kind) {
	case LACKEY_INSTR:
		n->cycles++;
		n->stats.instructions++;
		break;
	case LACKEY_LOAD:
		load(n, &a);
		break;
	case LACKEY_STORE:
		store(n, &a);
		break;
	case LACKEY_MODIFY:
		load(n, &a);
		store(n, &a);
		break;
	case LACKEY_MARKER:
		break;
	}
}

/*
 * Runs the program up to @limit, or until it stands still; with @first no further than
 * to the first packet in the FIFO.
 */
static void run(struct node *n, uint64_t limit, bool first)
{
	for (;;) {
		uint64_t t = now(n);

		if (n->stalled || !push(n) || (first && n->count))
			return;
		if (combine_idle(&n->combine, t < limit ? t : limit))
			continue;
		if (t > limit)
			return;
		if (n->bytes)
			store_word(n);
		else if (n->waiting || n->ended)
			return;
		else
			step(n);
	}
}

/* Lets the nodes go on when all of them have come to the barrier. */
static bool release(struct shrimp *m)
{
	uint64_t last = 0;
	unsigned int waiting = 0;

	for (unsigned int i = 0; i < SHRIMP_NODES; i++) {
		struct node *n = &m->node[i];

		if (n->ended)
			continue;
		if (!n->waiting || n->stalled)
			return false;
		waiting++;
		if (now(n) > last)
			last = now(n);
	}
	for (unsigned int i = 0; i < SHRIMP_NODES; i++) {
		struct node *n = &m->node[i];

		if (!n->waiting)
			continue;
		n->waiting = false;
		n->stats.barrier_ps += last - now(n);
		n->delay_ps += last - now(n);
	}
	return waiting != 0;
}

static void advance(struct shrimp *m, uint64_t limit)
{
	do {
		for (unsigned int i = 0; i < SHRIMP_NODES; i++)
			run(&m->node[i], limit, false);
	} while (release(m));
}

/*
 * Finds the packet that is ready first. A node with an empty FIFO may run ahead to its
 * next packet, for nothing holds it up; but not past a packet of another node.
 */
static void look(struct shrimp *m)
{
	uint64_t min;

	do {
		min = SHRIMP_NEVER;
		for (unsigned int i = 0; i < SHRIMP_NODES; i++) {
			struct node *n = &m->node[i];

			run(n, min, true);
			if (n->count && n->fifo[n->head].ready_ps < min) {
				min = n->fifo[n->head].ready_ps;
				m->which = i;
			}
		}
	} while (release(m));
	m->known = true;
	m->when = SHRIMP_NEVER;
	if (min != SHRIMP_NEVER && !m->error) {
		m->when = min + m->c.latency_ps;
		if (m->when < m->link_ps)
			m->when = m->link_ps;
	}
}

uint64_t shrimp_when(struct shrimp *m)
{
	if (!m->known)
		look(m);
	return m->when;
}

/* Payload: nothing is known of it, so it is made from address and count. */
static uint32_t payload(uint32_t addr, uint64_t serial)
{
	uint32_t x = addr * 0x9E3779B1u ^ (uint32_t)serial * 0x85EBCA6Bu;

	return x ^ x >> 15;
}

bool shrimp_next(struct shrimp *m, uint64_t now_ps, struct packet *p)
{
	const struct pagemap_entry *e;
	const struct combine_packet *c;
	uint64_t left, length;
	struct node *n;

	if (shrimp_when(m) > now_ps)
		return false;
	/* It left its FIFO so long ago; until then the programs ran without it. */
	left = now_ps - m->c.latency_ps;
	advance(m, left);
	n = &m->node[m->which];
	c = &n->fifo[n->head].p;
	e = c->page;
	*p = (struct packet){
		.tx = (m->start_tick + (c->first_ps - m->start_ps) / SHRIMP_TICK_PS) &
		      ((UINT64_C(1) << 45) - 1),
		.addr = e->dest | (uint32_t)(c->addr & (PAGE_BYTES - 1)),
		.words = c->words,
		.x = (uint8_t)n->id,
		.y = 0,
		.color = e->color,
		.be = c->be,
		.irq = e->irq,
	};
	p->first = payload(p->addr, m->serial++);
	n->used -= shrimp_fifo_words(c->words);
	n->head = (n->head + 1) % n->room;
	n->count--;
	length = (1u + p->words) * SHRIMP_BEAT_PS + SHRIMP_END_TO_START_PS;
	m->link_ps = now_ps +
		     (length > SHRIMP_START_TO_START_PS ? length : SHRIMP_START_TO_START_PS);
	if (n->stalled && n->used <= m->c.low_water)
		resume(n, left);
	m->known = false;
	return true;
}
