/* SPDX-License-Identifier: Apache-2.0 */
/* Simulated time; the queues of buses, rings and network caches; the routes of messages. */
#include "machine_internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void event_add(struct machine *m, struct event *e, uint64_t clocks)
{
	unsigned int slot;

	e->at = m->now + (clocks ? clocks : 1);
	e->next = NULL;
	slot = e->at % WHEEL;
	*m->slot_end[slot] = e;
	m->slot_end[slot] = &e->next;
	m->events++;
}

static uint16_t *under_way(struct machine *m, uint32_t addr)
{
	return &m->s[home_of(addr)].under_way[local_of(addr) >> MACHINE_PAGE_BITS];
}

struct message *message_new(struct machine *m, enum message_kind kind, uint32_t addr)
{
	struct message *g = m->unused;

	if (g)
		m->unused = g->next;
	else
		g = malloc(sizeof(*g));
	if (!g)
		abort();
	memset(g, 0, sizeof(*g));
	g->kind = kind;
	g->addr = addr;
	g->words = 1;
	++*under_way(m, addr);
	return g;
}

void message_free(struct machine *m, struct message *g)
{
	--*under_way(m, g->addr);
	g->next = m->unused;
	m->unused = g;
}

void message_via(struct message *g, unsigned int queue)
{
	g->route[g->stages++] = (uint8_t)queue;
}

void message_ring(struct message *g, unsigned int from, unsigned int to)
{
	const unsigned int exit = RING_OF(from) == RING_OF(to) ? NODE_OF(to) : GATEWAY;
	unsigned int node = NODE_OF(from), ring = RING_OF(from);

	for (; node != exit; node = (node + 1) % RING_NODES)
		message_via(g, LINK(ring, node));
	if (exit != GATEWAY)
		return;
	for (; ring != RING_OF(to); ring = (ring + 1) % RINGS)
		message_via(g, GLOBAL(ring));
	for (; node != NODE_OF(to); node = (node + 1) % RING_NODES)
		message_via(g, LINK(ring, node));
}

static bool is_link(unsigned int queue)
{
	return queue >= LINK(0, 0);
}

unsigned int card_words(const struct machine *m)
{
	return 8u << m->cfg.card.line128;
}

unsigned int bus_clocks(const struct machine *m, const struct message *g)
{
	return m->k.bus_clocks + (g->words - 1u) * m->k.word_clocks;
}

/* The number of clocks from leaving the previous stage until the message enters the queue of
 * its stage or arrives. */
static uint64_t clocks_between_stages(const struct machine *m, const struct message *g)
{
	const bool from = g->stage && is_link(g->route[g->stage - 1]);
	const bool to = g->stage < g->stages && is_link(g->route[g->stage]);

	if (from && !to)
		return m->k.port_clocks + (g->words - 1u) * m->k.word_clocks;
	return !from && to ? m->k.port_clocks : 0;
}

void message_send(struct machine *m, struct message *g, uint64_t clocks)
{
	g->e.kind = ENTER;
	event_add(m, &g->e, clocks + clocks_between_stages(m, g));
}

static void change_length(struct machine *m, struct queue *q, int by)
{
	q->area += q->n * (m->now - q->changed);
	q->changed = m->now;
	q->n = (unsigned int)((int)q->n + by);
	if (q->n > q->longest)
		q->longest = q->n;
}

static void report_to_bus(struct machine *m, const struct message *g, unsigned int station)
{
	const bool request =
		(g->kind == TO_CARD && g->cmd != CARD_INVAL_RES) || g->kind == TO_CACHE;

	m->cfg.bus(m->cfg.bus_arg,
		   &(struct machine_bus){.kind = request	    ? MACHINE_BUS_REQUEST
						 : g->kind == REPLY ? MACHINE_BUS_REPLY
								    : MACHINE_BUS_OTHER,
					 .station = (uint8_t)station,
					 .processor = g->processor,
					 .words = g->words,
					 .clocks = bus_clocks(m, g),
					 .cmd = g->cmd,
					 .addr = g->addr,
					 .monitor = g->special,
					 .refused = g->what == CARD_REFUSED});
}

/* Starts the transfer of the first message of a queue. */
static void start_transfer(struct machine *m, unsigned int i)
{
	struct queue *q = &m->queue[i];
	struct message *g = q->first;
	uint64_t clocks, forward;

	if (m->cfg.bus && i < NETCACHE(0))
		report_to_bus(m, g, i);
	q->first = g->next;
	if (!q->first)
		q->last = &q->first;
	change_length(m, q, -1);
	q->messages++;
	q->waited += m->now - g->since;
	clocks = is_link(i)	    ? g->words * m->k.word_clocks
		 : i >= NETCACHE(0) ? m->k.cache_clocks
				    : bus_clocks(m, g);
	forward = is_link(i) ? m->k.hop_clocks : clocks;
	m->stats.hops += is_link(i);
	q->worked += clocks;
	q->busy = true;
	q->free.kind = FREE;
	event_add(m, &q->free, clocks);
	g->stage++;
	g->e.kind = FORWARD;
	event_add(m, &g->e, forward);
}

static void enter_queue(struct machine *m, struct message *g)
{
	const unsigned int i = g->route[g->stage];
	struct queue *q = &m->queue[i];

	g->next = NULL;
	g->since = m->now;
	*q->last = g;
	q->last = &g->next;
	change_length(m, q, 1);
	if (!q->busy)
		start_transfer(m, i);
}

static void next_stage(struct machine *m, struct message *g)
{
	if (g->stage == g->stages)
		message_arrived(m, g);
	else
		enter_queue(m, g);
}

void message_happen(struct machine *m, struct event *e)
{
	struct message *g = (struct message *)e;
	struct queue *q;
	uint64_t clocks;

	switch (e->kind) {
	case FREE:
		q = (struct queue *)((char *)e - offsetof(struct queue, free));
		q->busy = false;
		if (q->first)
			start_transfer(m, (unsigned int)(q - m->queue));
		break;
	case FORWARD:
		clocks = clocks_between_stages(m, g);
		if (clocks) {
			g->e.kind = ENTER;
			event_add(m, &g->e, clocks);
			break;
		}
		next_stage(m, g);
		break;
	default:
		next_stage(m, g);
	}
}

bool network_use(const struct machine *m, unsigned int i, struct machine_use *u)
{
	const struct queue *q;
	const double t = (double)(m->now ? m->now : 1);

	if (i >= QUEUES)
		return false;
	q = &m->queue[i];
	*u = (struct machine_use){
		.busy = (double)q->worked / t,
		.length = (double)(q->area + q->n * (m->now - q->changed)) / t,
		.wait = q->messages ? (double)q->waited / (double)q->messages : 0,
		.rate = (double)q->messages / t,
		.messages = q->messages,
		.longest = q->longest};
	if (i < NETCACHE(0))
		snprintf(u->name, sizeof(u->name), "bus %u", i);
	else if (i < LINK(0, 0))
		snprintf(u->name, sizeof(u->name), "network cache %u", i - NETCACHE(0));
	else if (i < GLOBAL(0))
		snprintf(u->name, sizeof(u->name), "ring %u link %u",
			 (i - LINK(0, 0)) / RING_NODES, (i - LINK(0, 0)) % RING_NODES);
	else
		snprintf(u->name, sizeof(u->name), "global ring link %u", i - GLOBAL(0));
	return true;
}
