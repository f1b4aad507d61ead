/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks.h"
#include "inside.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct head { /* of a packet on the backbone */
	uint64_t sent_ps;
	uint32_t fifo;
	uint16_t words;
	uint8_t from, to;
};

struct part { /* where reading a buffer has come to */
	const uint8_t *at;
	size_t left;
};

int ranks_resize(struct ranks_buffer *b, size_t bytes)
{
	if (bytes > b->room) {
		const size_t room = bytes > 2 * b->room ? bytes : 2 * b->room;
		uint8_t *more = realloc(b->data, room);

		if (!more)
			return -ENOMEM;
		b->data = more;
		b->room = room;
	}
	b->bytes = bytes;
	return 0;
}

static void append(struct mc *m, struct ranks_buffer *b, const void *data, size_t bytes)
{
	const size_t at = b->bytes;

	if (ranks_resize(b, at + bytes))
		mc_fail(m, "out of memory");
	else
		memcpy(b->data + at, data, bytes);
}

static bool extract(struct mc *m, struct part *p, void *data, size_t bytes)
{
	if (p->left < bytes) {
		mc_fail(m, "a message of another rank is too short");
		return false;
	}
	memcpy(data, p->at, bytes);
	p->at += bytes;
	p->left -= bytes;
	return true;
}

unsigned int ranks_owner(unsigned int ranks, unsigned int nodes, unsigned int node)
{
	return node * ranks / nodes;
}

bool mc_local(const struct mc *m, unsigned int node)
{
	const struct mc_ranks *r = m->c.ranks;

	return !r || ranks_owner(r->ranks, m->c.nodes, node) == r->rank;
}

struct ranks_counts ranks_counts(const struct mc *m)
{
	return m->counts;
}

int ranks_open(struct mc *m)
{
	const unsigned int ranks = m->c.ranks->ranks;

	m->out_buffer = calloc(ranks, sizeof(*m->out_buffer));
	m->in_buffer = calloc(ranks, sizeof(*m->in_buffer));
	return m->out_buffer && m->in_buffer ? 0 : -ENOMEM;
}

void ranks_close(struct mc *m)
{
	for (unsigned int i = 0; m->c.ranks && i < m->c.ranks->ranks; i++) {
		if (m->out_buffer)
			free(m->out_buffer[i].data);
		if (m->in_buffer)
			free(m->in_buffer[i].data);
	}
	free(m->out_buffer);
	free(m->in_buffer);
	free(m->far_ack);
}

static int exchange(struct mc *m)
{
	const struct mc_ranks *r = m->c.ranks;

	for (unsigned int i = 0; i < r->ranks; i++)
		if (i != r->rank) {
			m->counts.messages++;
			m->counts.bytes += m->out_buffer[i].bytes;
		}
	return r->exchange(r->arg, m->out_buffer, m->in_buffer);
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
	struct ranks_buffer *b = &m->out_buffer[to];
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
			m->counts.packets++;
		}
	if (!m->failed)
		memcpy(b->data + count, &n, sizeof(n));
}

static bool unpack_packet(struct mc *m, struct part *p)
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
	struct part p = {m->in_buffer[from].data, m->in_buffer[from].bytes};
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

/* When something arrives at a node is known after routing (mesh_deliver()); nodes of other
 * ranks may have no room for it then, so that the round after next can begin too early. That
 * changes nothing but the cut of the windows. */
void ranks_exchange(struct mc *m, struct outlook own)
{
	const struct mc_ranks *r = m->c.ranks;
	int err;

	for (unsigned int i = 0; i < m->far_acks; i++)
		if (m->far_ack[i].ps < own.first)
			own.first = m->far_ack[i].ps;
	own.failed = m->failed;
	for (unsigned int i = 0; i < r->ranks; i++)
		if (i != r->rank)
			pack(m, i, &own);
	m->far_acks = 0;
	m->counts.rounds++;
	err = exchange(m);
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
	const struct mc_ranks *r = m->c.ranks;
	unsigned int owner;
	int err;

	if (node >= m->c.nodes || addr > m->c.memory || bytes > m->c.memory - addr)
		return -EINVAL;
	if (!r)
		return 0;
	owner = ranks_owner(r->ranks, m->c.nodes, node);
	for (unsigned int i = 0; i < r->ranks; i++)
		m->out_buffer[i].bytes = 0;
	if (r->rank == owner && owner) {
		err = ranks_resize(&m->out_buffer[0], bytes);
		if (err)
			return err;
		memcpy(m->out_buffer[0].data, m->node[node].memory + addr, bytes);
	}
	err = exchange(m);
	if (err || r->rank || !owner)
		return err;
	if (!m->node[node].memory)
		m->node[node].memory = calloc(1, m->c.memory);
	if (!m->node[node].memory)
		return -ENOMEM;
	if (m->in_buffer[owner].bytes != bytes)
		return -EPROTO;
	memcpy(m->node[node].memory + addr, m->in_buffer[owner].data, bytes);
	return 0;
}
