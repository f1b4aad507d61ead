/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The routing backbone: routers in rows of params.mesh_width. A packet goes along its row, then
 * along its column, and occupies each link for the time of its words. A link is given to the
 * packets in the order in which they arrive at it. Packets between two nodes stay in order,
 * because they take the same links.
 */
#include "inside.h"

enum { EAST, WEST, NORTH, SOUTH, EJECT, LINKS };

/* Returns the next link of a packet at router @at, and sets @at to the router behind it.
 * Routers beyond the last node also exist. */
static unsigned int next_link(unsigned int *at, unsigned int to, unsigned int width)
{
	const unsigned int x = *at % width, to_x = to % width, y = *at / width;

	if (x != to_x) {
		*at += x < to_x ? 1 : -1u;
		return x < to_x ? EAST : WEST;
	}
	if (*at != to) {
		*at += y < to / width ? width : -width;
		return y < to / width ? SOUTH : NORTH;
	}
	return EJECT;
}

static void arrive(struct mc *m, struct flight *f)
{
	if (f->ready_ps < m->now)
		mc_fail(m, "a packet from node %u arrives at node %u in its past", f->m.from,
			f->m.to);
	if (f->ready_ps < m->outlook.first)
		m->outlook.first = f->ready_ps;
	if (mc_local(m, f->m.to))
		ni_arrive(&m->node[f->m.to], f);
	else
		flight_free(m, f);
}

/* Moves a packet that is at a router at @f->ready_ps to the next one, or to its node. */
static void hop(struct mc *m, struct flight *f)
{
	const uint64_t length = f->fifo * m->c.p.link_word_ps;
	uint64_t *const router = m->link + f->at * LINKS;
	const unsigned int link = next_link(&f->at, f->m.to, (unsigned int)m->c.p.mesh_width);

	if (f->ready_ps < router[link])
		f->ready_ps = router[link];
	router[link] = f->ready_ps + length;
	if (link == EJECT) {
		f->ready_ps += length + m->c.p.wire_ps;
		arrive(m, f);
	} else {
		f->ready_ps += m->c.p.hop_ps;
		flights_sort_in(&m->mesh, f);
	}
}

static struct cpu *first_sender(struct mc *m)
{
	struct cpu *first = NULL;

	for (unsigned int i = 0; i < m->c.nodes; i++) {
		struct cpu *n = &m->node[i];

		if (n->sent.head &&
		    (!first || n->sent.head->m.sent_ps < first->sent.head->m.sent_ps))
			first = n;
	}
	return first;
}

/* Takes the next packet that is at a router before m->now; NULL: none. Of packets that are at
 * routers at the same time, those that were sent before come first, then those of the lower
 * node. Therefore the division into windows has no effect, and all ranks, each of which routes
 * all packets, agree. */
static struct flight *next_flight(struct mc *m)
{
	struct cpu *n = first_sender(m);
	struct flight *f = m->mesh.head;

	if (f && (!n || f->ready_ps <= n->sent.head->m.sent_ps))
		return f->ready_ps < m->now ? flights_take(&m->mesh) : NULL;
	if (!n)
		return NULL;
	f = flights_take(&n->sent);
	f->at = f->m.from;
	f->ready_ps = f->m.sent_ps;
	return f;
}

void mesh_deliver(struct mc *m)
{
	struct flight *f;

	while ((f = next_flight(m)))
		hop(m, f);
}
