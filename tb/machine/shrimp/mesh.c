/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The routing backbone: routers in rows of params.mesh_width. A packet goes along its row, then
 * along its column, and occupies each link for the time of its words. Packets between two nodes
 * stay in order, because they take the same links.
 */
#include "inside.h"

enum { EAST, WEST, NORTH, SOUTH, EJECT, LINKS };

static uint64_t occupy(struct mc *m, unsigned int router, unsigned int link, uint64_t ps,
		       uint64_t length)
{
	uint64_t *free = &m->link[router * LINKS + link];

	if (*free > ps)
		ps = *free;
	*free = ps + length;
	return ps;
}

/* Routes a packet. Routers beyond the last node also exist. Each rank routes all packets. */
static void route(struct mc *m, struct flight *f)
{
	const struct params *c = &m->c.p;
	const unsigned int w = (unsigned int)c->mesh_width;
	const unsigned int to_x = f->m.to % w, to_y = f->m.to / w;
	const uint64_t length = f->fifo * c->link_word_ps;
	unsigned int x = f->m.from % w, y = f->m.from / w;
	uint64_t ps = f->m.sent_ps;

	while (x != to_x) {
		ps = occupy(m, y * w + x, x < to_x ? EAST : WEST, ps, length) + c->hop_ps;
		x += x < to_x ? 1 : -1u;
	}
	while (y != to_y) {
		ps = occupy(m, y * w + x, y < to_y ? SOUTH : NORTH, ps, length) + c->hop_ps;
		y += y < to_y ? 1 : -1u;
	}
	ps = occupy(m, y * w + x, EJECT, ps, length);
	f->ready_ps = ps + length + c->wire_ps;
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

void mesh_deliver(struct mc *m)
{
	for (;;) {
		struct cpu *first = NULL;

		for (unsigned int i = 0; i < m->c.nodes; i++) {
			struct cpu *n = &m->node[i];

			if (n->sent.head &&
			    (!first || n->sent.head->m.sent_ps < first->sent.head->m.sent_ps))
				first = n;
		}
		if (!first)
			return;
		route(m, flights_take(&first->sent));
	}
}
