/* SPDX-License-Identifier: Apache-2.0 */
#include "replay.h"
#include <stdlib.h>

/* Extends an array by one element. */
static void *grow(struct replay *r, void *v, size_t n, size_t *room, size_t size)
{
	void *more;

	if (n < *room)
		return v;
	*room = *room ? 2 * *room : 1024;
	more = realloc(v, *room * size);
	if (!more)
		r->failed = true;
	return more;
}

static void keep(void *arg, const struct mc_packet *p, const uint32_t *words)
{
	struct replay *r = arg;
	struct replay_node *n = &r->node[p->to];
	void *more = grow(r, n->packet, n->packets, &n->room, sizeof(*n->packet));

	(void)words;
	if (!more)
		return;
	n->packet = more;
	n->packet[n->packets++] = *p;
}

void replay_record(struct replay *r, struct mc *m)
{
	*r = (struct replay){.nodes = mc_configuration(m)->nodes};
	mc_on_packet(m, keep, r);
}

void replay_write(struct replay *r, unsigned int node, uint64_t ps, uint32_t offset,
		  uint32_t value)
{
	struct replay_node *n = &r->node[node];
	void *more = grow(r, n->event, n->events, &n->event_room, sizeof(*n->event));

	if (!more)
		return;
	n->event = more;
	n->event[n->events++] = (struct replay_event){ps, offset, value};
}

void replay_free(struct replay *r)
{
	for (unsigned int i = 0; i < MC_NODES_MAX; i++) {
		free(r->node[i].packet);
		free(r->node[i].event);
	}
	*r = (struct replay){0};
}

struct player {
	struct s96_node *n;
	const struct replay_node *log;
	size_t next;
	sim_time start; /* simulated time of the machine's time 0 */
	uint64_t tick;	/* the board's clock at that time */
};

static bool next_packet(void *arg, struct packet *p)
{
	struct player *y = arg;

	if (y->next == y->log->packets)
		return false;
	/* the link calls this in each of its clocks; its own delay is less than a clock */
	if (sim_now(y->n->s) < y->start + y->log->packet[y->next].rx_ps)
		return false;
	*p = y->log->packet[y->next++].p;
	p->tx = (p->tx + y->tick) & S96_TICKS;
	return true;
}

static void wait_for(struct player *y, sim_time when)
{
	if (sim_now(y->n->s) < when)
		sim_wait_until(y->n->s, when);
}

void replay_run(const struct replay *r, unsigned int node, struct s96_node *n)
{
	struct player y = {.n = n, .log = &r->node[node]};
	size_t event = 0;

	SIM_CHECK(n->s, !r->failed, "out of memory");
	sim_limit(n->s, UINT64_MAX);
	sim_wait_edge(n->gclk, SIM_FALL);
	y.start = sim_now(n->s);
	y.tick = s96_ticks(n);
	sni_set_source(n->sni, next_packet, &y);
	while (y.next < y.log->packets || event < y.log->events || !sni_idle(n->sni)) {
		if (event < y.log->events) {
			const struct replay_event *e = &y.log->event[event++];

			wait_for(&y, y.start + e->ps);
			s96_put(n, e->offset, e->value);
		} else {
			sim_wait(n->s, SIM_US(50));
		}
	}
	sni_set_source(n->sni, NULL, NULL);
	s96_drain(n);
}
