/* SPDX-License-Identifier: Apache-2.0 */
#include "mc_ranks.h"
#include "inside.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct head { /* header of a packet on the backbone */
	uint64_t sent_ps;
	uint32_t fifo;
	uint16_t words;
	uint8_t from, to;
};

static void append(struct mc *m, struct ranks_buffer *b, const void *data, size_t bytes)
{
	if (ranks_append(b, data, bytes))
		mc_fail(m, "out of memory");
}

static bool extract(struct mc *m, struct ranks_part *p, void *data, size_t bytes)
{
	const bool there = ranks_extract(p, data, bytes);

	if (!there)
		mc_fail(m, "a message of another rank is too short");
	return there;
}

bool mc_local(const struct mc *m, unsigned int node)
{
	const struct ranks *r = m->c.ranks;

	return !r || ranks_owner(r->ranks, m->c.nodes, node) == r->rank;
}

struct ranks_counts mc_ranks_counts(const struct mc *m)
{
	return m->port.counts;
}

int ranks_open(struct mc *m)
{
	return ranks_port_open(&m->port, m->c.ranks);
}

void ranks_close(struct mc *m)
{
	ranks_port_close(&m->port);
	free(m->far_ack);
}

void ranks_ack(struct mc *m, unsigned int node, uint64_t ps, uint32_t words)
{
	if (m->far_acks == m->far_room) {
		const unsigned int room = m->far_room ? 2 * m->far_room : 64;
		struct far_ack *more = realloc(m->far_ack, room * sizeof(*more));

		if (!more) {
			mc_fail(m, "out of memory");
			return;
		}
		m->far_ack = more;
		m->far_room = room;
	}
	m->far_ack[m->far_acks++] = (struct far_ack){ps, words, node};
}

/* ---- a round ---- */

static void pack(struct mc *m, unsigned int to, const struct outlook *o)
{
	struct ranks_buffer *b = &m->port.out[to];
	const unsigned int ranks = m->c.ranks->ranks, nodes = m->c.nodes;
	uint32_t n = 0;
	size_t count;

	b->bytes = 0;
	append(m, b, o, sizeof(*o));
	for (unsigned int i = 0; i < m->far_acks; i++)
		n += ranks_owner(ranks, nodes, m->far_ack[i].node) == to;
	append(m, b, &n, sizeof(n));
	for (unsigned int i = 0; i < m->far_acks; i++)
		if (ranks_owner(ranks, nodes, m->far_ack[i].node) == to)
			append(m, b, &m->far_ack[i], sizeof(m->far_ack[i]));
	count = b->bytes;
	n = 0;
	append(m, b, &n, sizeof(n));
	for (unsigned int i = 0; i < nodes; i++)
		for (const struct flight *f = m->node[i].sent.head; f; f = f->next, n++) {
			const struct head h = {f->m.sent_ps, f->fifo, f->m.p.words, f->m.from,
					       f->m.to};

			append(m, b, &h, sizeof(h));
			if (ranks_owner(ranks, nodes, f->m.to) != to)
				continue;
			append(m, b, &f->m, sizeof(f->m));
			append(m, b, f->words, 4u * f->m.p.words);
			m->port.counts.packets++;
		}
	if (!m->failed)
		memcpy(b->data + count, &n, sizeof(n));
}

static bool unpack_packet(struct mc *m, struct ranks_part *p)
{
	struct flight *f;
	struct head h;
	bool here;

	if (!extract(m, p, &h, sizeof(h)))
		return false;
	if (h.from >= m->c.nodes || h.to >= m->c.nodes || mc_local(m, h.from)) {
		mc_fail(m, "another rank sent a packet from node %u to node %u", h.from, h.to);
		return false;
	}
	here = mc_local(m, h.to);
	f = flight_new(m, here ? h.words : 1);
	if (!f)
		return false;
	f->m.sent_ps = h.sent_ps;
	f->m.from = h.from;
	f->m.to = h.to;
	f->fifo = h.fifo;
	flights_add(&m->node[h.from].sent, f);
	return !here ||
	       (extract(m, p, &f->m, sizeof(f->m)) && extract(m, p, f->words, 4u * h.words));
}

static void combine(struct mc *m, struct outlook *all, const struct outlook *o,
		    unsigned int rank)
{
	if (o->failed)
		mc_fail(m, "rank %u has failed", rank);
	else if (o->now != m->now || o->start_ps != m->start_ps ||
		 o->start_tick != m->start_tick)
		mc_fail(m, "rank %u is at %llu ps, rank %u at %llu ps", rank,
			(unsigned long long)o->now, m->c.ranks->rank,
			(unsigned long long)m->now);
	if (o->first < all->first)
		all->first = o->first;
	all->live += o->live;
	all->in_flight += o->in_flight;
	all->stuck &= o->stuck;
	all->interrupts |= o->interrupts;
}

static void unpack(struct mc *m, unsigned int from, struct outlook *all)
{
	struct ranks_part p = {m->port.in[from].data, m->port.in[from].bytes};
	struct outlook o;
	struct far_ack a;
	uint32_t n;

	if (!extract(m, &p, &o, sizeof(o)))
		return;
	combine(m, all, &o, from);
	if (!extract(m, &p, &n, sizeof(n)))
		return;
	for (; n && extract(m, &p, &a, sizeof(a)); n--) {
		if (a.node >= m->c.nodes || !mc_local(m, a.node) || a.ps < m->now)
			mc_fail(m, "an acknowledgement for node %u comes too late", a.node);
		else
			ni_ack(&m->node[a.node], a.ps, a.words);
	}
	if (!extract(m, &p, &n, sizeof(n)))
		return;
	while (n && unpack_packet(m, &p))
		n--;
}

/* The time at which a packet arrives is known after routing (mesh_deliver()). If the receiver
 * belongs to another rank, it may have no room for the packet then, so that the round after
 * next may begin too early. This changes only the division into windows. */
void ranks_exchange(struct mc *m, struct outlook own)
{
	const struct ranks *r = m->c.ranks;
	int err;

	for (unsigned int i = 0; i < m->far_acks; i++)
		if (m->far_ack[i].ps < own.first)
			own.first = m->far_ack[i].ps;
	own.failed = m->failed;
	for (unsigned int i = 0; i < r->ranks; i++)
		if (i != r->rank)
			pack(m, i, &own);
	m->far_acks = 0;
	m->port.counts.rounds++;
	err = ranks_port_exchange(&m->port);
	if (err) {
		mc_fail(m, "the exchange between the ranks failed: %s", strerror(-err));
		return;
	}
	for (unsigned int i = 0; i < r->ranks; i++)
		if (i != r->rank)
			unpack(m, i, &own);
	m->outlook = own;
}

/* ---- after the run ---- */

int mc_collect(struct mc *m, unsigned int node, uint32_t addr, uint32_t bytes)
{
	const struct ranks *r = m->c.ranks;
	unsigned int owner;
	int err;

	if (node >= m->c.nodes || addr > m->c.memory || bytes > m->c.memory - addr)
		return -EINVAL;
	if (!r)
		return 0;
	owner = ranks_owner(r->ranks, m->c.nodes, node);
	for (unsigned int i = 0; i < r->ranks; i++)
		m->port.out[i].bytes = 0;
	if (r->rank == owner && owner) {
		err = ranks_resize(&m->port.out[0], bytes);
		if (err)
			return err;
		memcpy(m->port.out[0].data, m->node[node].memory + addr, bytes);
	}
	err = ranks_port_exchange(&m->port);
	if (err || r->rank || !owner)
		return err;
	if (!m->node[node].memory)
		m->node[node].memory = calloc(1, m->c.memory);
	if (!m->node[node].memory)
		return -ENOMEM;
	if (m->port.in[owner].bytes != bytes)
		return -EPROTO;
	memcpy(m->node[node].memory + addr, m->port.in[owner].data, bytes);
	return 0;
}
