/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared virtual memory by automatic update release consistency.
 *
 * Each node divides time into intervals; an interval ends when the node releases. The writes of
 * an interval form a record: node, number of the interval, pages. A vector contains, for each
 * node, the last interval whose records are known. A lock has a manager, which keeps the vector
 * and the records of the nodes that released it, and sends a node that acquires it the records
 * that are new to that node; node 0 does the same for the barrier. After a barrier all nodes
 * know all records, and the records are dropped.
 *
 * A write never fetches a page: automatic update sends its words to the home.
 *
 * Messages, in the low part of each node's memory, one area for each sender:
 *	requests	by deliberate update, interrupt: fetch, acquire, release, arrive
 *	replies		by deliberate update: records; fetched pages go to their own place
 *	flags		by automatic update, one word: a reply is complete
 *	marks		by automatic update, one word, interrupt: answered by a flag as soon
 *			as it is in the memory, and so are the updates sent before it
 */
#include "svm.h"
#include "inside.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define REPLY_PAGES 8u
#define VALID 1u
#define DIRTY 2u
#define WORDS 1024u /* words of a page */

enum { FETCH = 1, ACQUIRE, RELEASE, ARRIVE };
/* argument of FETCH: the page and, from bit PAGE_BITS on, the requesting node + 1; 0: the
 * sender requests */
#define PAGE_BITS 24
#define LAST 0x100u /* marks the last part of a request */

/* The words of a list. If a program is stopped midway, its buffers stay until svm_close(). */
struct buffer {
	struct buffer *later, **link; /* list of all, and what points to this one */
	uint32_t w[];
};

/* Of words */
struct list {
	uint32_t *w; /* in a buffer */
	size_t n, room;
};

struct lock {
	bool held;
	struct list waiting; /* the waiting nodes, each followed by its vector */
	struct list known;
	uint32_t vector[MC_NODES_MAX];
};

struct svm_node {
	struct svm *s;
	struct cpu *cpu;
	uint8_t *state; /* state of each shared page */
	uint32_t vector[MC_NODES_MAX], base[MC_NODES_MAX];
	struct list known, dirty;
	uint64_t updated; /* set of homes with updates since the last release */
	uint32_t flag_in[MC_NODES_MAX], flag_out[MC_NODES_MAX], mark[MC_NODES_MAX];
	struct list request[MC_NODES_MAX];	   /* received parts of requests */
	struct lock lock[SVM_LOCKS];		   /* the locks that the node manages */
	uint32_t granted[SVM_LOCKS][MC_NODES_MAX]; /* vector received with the lock */
	bool mine[SVM_LOCKS], holds[SVM_LOCKS]; /* granted to this node; held by its program */
	/* barrier, node 0 */
	struct list arrived[MC_NODES_MAX];
	unsigned int arrivals;
	struct svm_stats st;
};

struct svm {
	struct mc *m;
	uint32_t pages, used; /* bytes */
	uint8_t *home;
	struct svm_node *node;
	unsigned int nodes;
	struct buffer *buffers;
};

/* ---- lists of words ---- */

static struct buffer *buffer_of(const struct list *l)
{
	return l->w ? (struct buffer *)((char *)l->w - offsetof(struct buffer, w)) : NULL;
}

static void add(struct svm *s, struct list *l, uint32_t w)
{
	if (l->n == l->room) {
		const size_t room = l->room ? 2 * l->room : 64;
		struct buffer *old = buffer_of(l);
		struct buffer *b = realloc(old, sizeof(*b) + room * sizeof(*b->w));

		if (!b) {
			mc_fail(s->m, "out of memory");
			return;
		}
		if (!old) {
			b->later = s->buffers;
			b->link = &s->buffers;
		}
		*b->link = b;
		if (b->later)
			b->later->link = &b->later;
		l->w = b->w;
		l->room = room;
	}
	l->w[l->n++] = w;
}

static void list_free(struct list *l)
{
	struct buffer *b = buffer_of(l);

	if (!b)
		return;
	*b->link = b->later;
	if (b->later)
		b->later->link = b->link;
	free(b);
}

static void add_all(struct svm *s, struct list *l, const uint32_t *w, size_t n)
{
	for (size_t i = 0; i < n; i++)
		add(s, l, w[i]);
}

/* Adds the records of @from with intervals above @vector, without those of node @but. */
static void add_records(struct svm *s, struct list *l, const struct list *from,
			const uint32_t *vector, unsigned int but)
{
	for (size_t i = 0; i + 3 <= from->n; i += 3 + from->w[i + 2])
		if (from->w[i] != but && from->w[i + 1] > vector[from->w[i]])
			add_all(s, l, &from->w[i], 3 + from->w[i + 2]);
}

/* Merges the records of @l after @from into one per node, with all its pages and its last
 * interval. */
static void merge_records(struct svm *s, struct list *l, size_t from)
{
	struct list out = {0};
	uint8_t *seen = malloc(s->pages);

	for (unsigned int node = 0; node < s->nodes && seen; node++) {
		size_t at = out.n;

		memset(seen, 0, s->pages);
		for (size_t i = from; i + 3 <= l->n; i += 3 + l->w[i + 2]) {
			if (l->w[i] != node)
				continue;
			if (at == out.n) {
				add(s, &out, node);
				add(s, &out, 0);
				add(s, &out, 0);
			}
			if (l->w[i + 1] > out.w[at + 1])
				out.w[at + 1] = l->w[i + 1];
			for (uint32_t k = 0; k < l->w[i + 2]; k++)
				if (!seen[l->w[i + 3 + k]]) {
					seen[l->w[i + 3 + k]] = 1;
					add(s, &out, l->w[i + 3 + k]);
				}
		}
		if (out.n > at)
			out.w[at + 2] = (uint32_t)(out.n - at - 3);
	}
	if (seen) {
		l->n = from;
		add_all(s, l, out.w, out.n);
	}
	free(seen);
	list_free(&out);
}

/* ---- places in the low memory ---- */

static uint32_t area(const struct svm *s, unsigned int which, unsigned int node)
{
	return (16 + which * s->nodes + node) * MC_PAGE_BYTES;
}

static uint32_t request_in(const struct svm *s, unsigned int from)
{
	return area(s, 0, from);
}

static uint32_t mark_in(const struct svm *s, unsigned int from)
{
	return area(s, 1, from);
}

static uint32_t mark_out(const struct svm *s, unsigned int to)
{
	return area(s, 2, to);
}

static uint32_t flag_in(const struct svm *s, unsigned int from)
{
	return area(s, 3, from);
}

static uint32_t flag_out(const struct svm *s, unsigned int to)
{
	return area(s, 4, to);
}

static uint32_t reply_in(const struct svm *s, unsigned int from)
{
	return area(s, 5, 0) + from * REPLY_PAGES * MC_PAGE_BYTES;
}

static uint32_t stage(const struct svm *s, bool handler)
{
	return area(s, 5 + REPLY_PAGES, 0) + handler * MC_PAGE_BYTES;
}

/* ---- messages ---- */

/* Sends @n words from the stage by deliberate update, in parts of a page. */
static void send_words(struct svm_node *n, unsigned int to, uint32_t dest, const uint32_t *w,
		       unsigned int words)
{
	const uint32_t at = stage(n->s, n->cpu->in_irq);

	for (unsigned int i = 0; i < words; i++)
		cpu_store(n->cpu, at + 4 * i, 4, w[i]);
	cpu_send(n->cpu, at, to, dest, words);
}

/* Sends a request; each part has kind, argument and words. */
static void send_request(struct svm_node *n, unsigned int to, uint32_t kind, uint32_t argument,
			 const struct list *l)
{
	uint32_t part[WORDS];
	size_t done = 0;

	do {
		const size_t left = l ? l->n - done : 0;
		const size_t now = left < WORDS - 2 ? left : WORDS - 2;

		part[0] = kind | (now == left ? LAST : 0);
		part[1] = argument;
		if (now)
			memcpy(part + 2, l->w + done, 4 * now);
		send_words(n, to, request_in(n->s, n->cpu->id), part, (unsigned int)now + 2);
		done += now;
	} while (l && done < l->n);
}

static void send_flag(struct svm_node *n, unsigned int to)
{
	cpu_store(n->cpu, flag_out(n->s, to), 4, ++n->flag_out[to]);
}

/* Sends a reply: the number of words, the words, then the flag. */
static void send_reply(struct svm_node *n, unsigned int to, const struct list *l)
{
	const uint32_t to_addr = reply_in(n->s, n->cpu->id);
	uint32_t part[WORDS];
	size_t done = 0;

	if (l->n + 1 > REPLY_PAGES * WORDS)
		cpu_fail(n->cpu, "a reply of %zu words", l->n);
	while (done <= l->n) {
		const size_t left = l->n + 1 - done, now = left < WORDS ? left : WORDS;

		for (size_t i = 0; i < now; i++)
			part[i] = done + i ? l->w[done + i - 1] : (uint32_t)l->n;
		send_words(n, to, to_addr + 4 * (uint32_t)done, part, (unsigned int)now);
		done += now;
	}
	send_flag(n, to);
}

static void wait_flag(struct svm_node *n, unsigned int from)
{
	n->flag_in[from] = cpu_wait_word(n->cpu, flag_in(n->s, from), n->flag_in[from]);
}

static void read_reply(struct svm_node *n, unsigned int from, struct list *l)
{
	const uint32_t at = reply_in(n->s, from);
	uint32_t words;

	wait_flag(n, from);
	words = (uint32_t)cpu_load(n->cpu, at, 4);
	for (uint32_t i = 1; i <= words; i++)
		add(n->s, l, (uint32_t)cpu_load(n->cpu, at + 4 * i, 4));
}

/* ---- intervals ---- */

/* Waits until all updates are in the memories of the homes. */
static void flush_updates(struct svm_node *n)
{
	const uint64_t homes = n->updated;

	n->updated = 0;
	for (unsigned int h = 0; h < n->s->nodes; h++)
		if (homes >> h & 1)
			cpu_store(n->cpu, mark_out(n->s, h), 4, ++n->mark[h]);
	for (unsigned int h = 0; h < n->s->nodes; h++)
		if (homes >> h & 1)
			wait_flag(n, h);
}

static void end_interval(struct svm_node *n)
{
	const unsigned int me = n->cpu->id;

	if (!n->dirty.n)
		return;
	cpu_spend(n->cpu, n->s->m->c.p.protect_cycles);
	add(n->s, &n->known, me);
	add(n->s, &n->known, ++n->vector[me]);
	add(n->s, &n->known, (uint32_t)n->dirty.n);
	add_all(n->s, &n->known, n->dirty.w, n->dirty.n);
	for (size_t i = 0; i < n->dirty.n; i++)
		n->state[n->dirty.w[i]] &= (uint8_t)~DIRTY;
	n->dirty.n = 0;
}

/* Processes a vector and its records from another node: invalidates the copies that they make
 * obsolete. */
static void learn(struct svm_node *n, const uint32_t *vector, const struct list *records,
		  size_t from)
{
	const struct list *r = records;
	bool any = false;

	for (size_t i = from; i + 3 <= r->n; i += 3 + r->w[i + 2]) {
		const uint32_t who = r->w[i];

		if (r->w[i + 1] <= n->vector[who])
			continue;
		add_all(n->s, &n->known, &r->w[i], 3 + r->w[i + 2]);
		for (uint32_t k = 0; k < r->w[i + 2]; k++) {
			const uint32_t page = r->w[i + 3 + k];

			if (n->s->home[page] == n->cpu->id || !(n->state[page] & VALID))
				continue;
			n->state[page] &= (uint8_t)~VALID;
			any = true;
		}
	}
	for (unsigned int i = 0; i < n->s->nodes; i++)
		if (vector[i] > n->vector[i])
			n->vector[i] = vector[i];
	if (any)
		cpu_spend(n->cpu, n->s->m->c.p.protect_cycles);
}

static uint32_t page_address(uint32_t page)
{
	return SVM_BASE + page * MC_PAGE_BYTES;
}

/* Waits until the updates on their way to @home have arrived, because a request over another
 * path would overtake them. */
static void wait_updates(struct svm_node *n, unsigned int home)
{
	if (!(n->updated >> home & 1))
		return;
	cpu_store(n->cpu, mark_out(n->s, home), 4, ++n->mark[home]);
	wait_flag(n, home);
}

static void fetch(struct svm_node *n, uint32_t page)
{
	const unsigned int home = n->s->home[page];
	const bool manager = n->s->m->c.p.page_manager && n->cpu->id;

	cpu_spend(n->cpu, n->s->m->c.p.fault_cycles);
	if (manager && home)
		wait_updates(n, home);
	send_request(n, manager ? 0 : home, FETCH, page, NULL);
	wait_flag(n, home);
	n->state[page] |= VALID;
	n->st.fetches++;
}

/* Notes the first write to a page in an interval. */
static void note_write(struct svm_node *n, uint32_t page)
{
	cpu_spend(n->cpu, n->s->m->c.p.fault_cycles);
	n->state[page] |= DIRTY;
	add(n->s, &n->dirty, page);
	if (n->s->home[page] != n->cpu->id)
		n->updated |= UINT64_C(1) << n->s->home[page];
}

/* ---- locks: the manager's side, with interrupts disabled ---- */

static void grant(struct svm_node *n, unsigned int id, unsigned int to, const uint32_t *vector)
{
	struct lock *l = &n->lock[id];
	struct list reply = {0};

	l->held = true;
	if (to == n->cpu->id) {
		n->mine[id] = true;
		return;
	}
	add_all(n->s, &reply, l->vector, n->s->nodes);
	add_records(n->s, &reply, &l->known, vector, MC_ALL);
	merge_records(n->s, &reply, n->s->nodes);
	send_reply(n, to, &reply);
	list_free(&reply);
}

static void lock_asked(struct svm_node *n, unsigned int id, unsigned int from,
		       const uint32_t *vector)
{
	struct lock *l = &n->lock[id];

	if (l->held) {
		add(n->s, &l->waiting, from);
		add_all(n->s, &l->waiting, vector, n->s->nodes);
		return;
	}
	grant(n, id, from, vector);
}

static void lock_returned(struct svm_node *n, unsigned int id, const uint32_t *vector,
			  const struct list *records, size_t from)
{
	const unsigned int nodes = n->s->nodes;
	const struct list *r = records;
	struct lock *l = &n->lock[id];
	uint32_t next[1 + MC_NODES_MAX];

	for (size_t i = from; i + 3 <= r->n; i += 3 + r->w[i + 2])
		if (r->w[i + 1] > l->vector[r->w[i]])
			add_all(n->s, &l->known, &r->w[i], 3 + r->w[i + 2]);
	for (unsigned int i = 0; i < nodes; i++)
		if (vector[i] > l->vector[i])
			l->vector[i] = vector[i];
	l->held = false;
	if (!l->waiting.n)
		return;
	memcpy(next, l->waiting.w, 4 * (1 + nodes));
	l->waiting.n -= 1 + nodes;
	memmove(l->waiting.w, l->waiting.w + 1 + nodes, 4 * l->waiting.n);
	grant(n, id, next[0], next + 1);
}

/* ---- requests that arrive ---- */

static void send_page(struct svm_node *n, unsigned int to, uint32_t page)
{
	const uint32_t most = (uint32_t)n->s->m->c.p.fetch_words;

	for (uint32_t done = 0, now; done < WORDS; done += now) {
		now = WORDS - done < most ? WORDS - done : most;
		cpu_send(n->cpu, page + 4 * done, to, page + 4 * done, now);
	}
	send_flag(n, to);
}

static void handle_request(struct svm_node *n, unsigned int from, uint32_t kind,
			   uint32_t argument, struct list *l)
{
	const uint32_t page = argument & ((1u << PAGE_BITS) - 1);

	switch (kind) {
	case FETCH:
		if (argument >> PAGE_BITS)
			from = (argument >> PAGE_BITS) - 1;
		if (n->s->home[page] == n->cpu->id)
			send_page(n, from, page_address(page));
		else
			send_request(n, n->s->home[page], FETCH, (from + 1) << PAGE_BITS | page,
				     NULL);
		break;
	case ACQUIRE:
		lock_asked(n, argument, from, l->w);
		break;
	case RELEASE:
		lock_returned(n, argument, l->w, l, n->s->nodes);
		break;
	case ARRIVE:
		n->arrived[from].n = 0;
		add_all(n->s, &n->arrived[from], l->w, l->n);
		n->arrivals++;
		break;
	}
}

static void on_arrival(struct cpu *cpu, void *arg, unsigned int from, uint32_t addr,
		       const uint32_t *words, unsigned int count)
{
	struct svm_node *n = arg;
	struct list *l = &n->request[from];

	cpu_spend(cpu, n->s->m->c.p.handler_cycles);
	if (addr == mark_in(n->s, from)) {
		send_flag(n, from);
		return;
	}
	if (addr != request_in(n->s, from) || count < 2)
		return;
	/* a FETCH that was passed on may arrive between the parts of another request */
	if (words[0] == (FETCH | LAST)) {
		handle_request(n, from, FETCH, words[1], NULL);
		return;
	}
	add_all(n->s, l, words + 2, count - 2);
	if (words[0] & LAST) {
		handle_request(n, from, words[0] & (LAST - 1), words[1], l);
		l->n = 0;
	}
}

/* ---- functions for programs ---- */

static struct svm_node *shared(struct cpu *cpu)
{
	if (!cpu->svm)
		cpu_fail(cpu, "no shared memory");
	return cpu->svm;
}

static void check_lock(struct svm_node *n, unsigned int id, bool held)
{
	if (id >= SVM_LOCKS)
		cpu_fail(n->cpu, "lock %u", id);
	if (n->holds[id] != held)
		cpu_fail(n->cpu,
			 held ? "lock %u released without being held"
			      : "lock %u acquired twice",
			 id);
}

void lock_acquire(struct cpu *cpu, unsigned int id)
{
	struct svm_node *n = shared(cpu);
	const unsigned int manager = id % n->s->nodes;
	struct list got = {0};
	bool was;

	check_lock(n, id, false);
	if (manager == cpu->id) {
		was = cpu_disable(cpu);
		lock_asked(n, id, cpu->id, n->vector);
		cpu_restore(cpu, was);
		while (!n->mine[id])
			cpu_block(cpu);
		n->mine[id] = false;
		was = cpu_disable(cpu);
		memcpy(n->granted[id], n->lock[id].vector, sizeof(n->granted[id]));
		learn(n, n->lock[id].vector, &n->lock[id].known, 0);
		cpu_restore(cpu, was);
	} else {
		add_all(n->s, &got, n->vector, n->s->nodes);
		send_request(n, manager, ACQUIRE, id, &got);
		got.n = 0;
		read_reply(n, manager, &got);
		memcpy(n->granted[id], got.w, 4 * n->s->nodes);
		learn(n, got.w, &got, n->s->nodes);
	}
	list_free(&got);
	n->holds[id] = true;
}

void lock_release(struct cpu *cpu, unsigned int id)
{
	struct svm_node *n = shared(cpu);
	const unsigned int manager = id % n->s->nodes;
	struct list l = {0};
	bool was;

	check_lock(n, id, true);
	n->holds[id] = false;
	flush_updates(n);
	end_interval(n);
	if (manager == cpu->id) {
		was = cpu_disable(cpu);
		lock_returned(n, id, n->vector, &n->known, 0);
		cpu_restore(cpu, was);
		return;
	}
	add_all(n->s, &l, n->vector, n->s->nodes);
	add_records(n->s, &l, &n->known, n->granted[id], MC_ALL);
	merge_records(n->s, &l, n->s->nodes);
	send_request(n, manager, RELEASE, id, &l);
	list_free(&l);
}

/* Drops the records, because all nodes know them. A lock may already have newer ones, of a node
 * that left the barrier earlier. */
static void forget(struct svm_node *n)
{
	struct list newer;

	memcpy(n->base, n->vector, sizeof(n->base));
	n->known.n = 0;
	for (unsigned int i = 0; i < SVM_LOCKS; i++) {
		struct lock *l = &n->lock[i];

		for (unsigned int k = 0; k < n->s->nodes; k++)
			if (n->base[k] > l->vector[k])
				l->vector[k] = n->base[k];
		newer = (struct list){0};
		add_records(n->s, &newer, &l->known, n->base, MC_ALL);
		list_free(&l->known);
		l->known = newer;
	}
}

/* Node 0: all nodes have arrived at the barrier. */
static void depart(struct svm_node *n)
{
	const unsigned int nodes = n->s->nodes;
	struct list all = {0}, reply = {0};
	uint32_t vector[MC_NODES_MAX];

	memcpy(vector, n->vector, sizeof(vector));
	add_records(n->s, &all, &n->known, n->base, MC_ALL);
	for (unsigned int i = 1; i < nodes; i++) {
		const struct list *a = &n->arrived[i];

		add_all(n->s, &all, a->w + nodes, a->n - nodes);
		for (unsigned int k = 0; k < nodes; k++)
			if (a->w[k] > vector[k])
				vector[k] = a->w[k];
	}
	n->arrivals -= nodes - 1;
	learn(n, vector, &all, 0);
	forget(n);
	for (unsigned int i = 1; i < nodes; i++) {
		uint32_t none[MC_NODES_MAX] = {0};

		reply.n = 0;
		add_all(n->s, &reply, vector, nodes);
		add_records(n->s, &reply, &all, none, i);
		merge_records(n->s, &reply, nodes);
		send_reply(n, i, &reply);
	}
	list_free(&all);
	list_free(&reply);
}

void barrier(struct cpu *cpu)
{
	struct svm_node *n = shared(cpu);
	struct list l = {0};

	n->st.barriers++;
	flush_updates(n);
	end_interval(n);
	if (cpu->id == 0) {
		while (n->arrivals < n->s->nodes - 1)
			cpu_block(cpu);
		depart(n);
	} else {
		uint32_t old[MC_NODES_MAX];

		/* Each node sends the records of its own intervals only. */
		memset(old, 0xFF, sizeof(old));
		old[cpu->id] = n->base[cpu->id];
		add_all(n->s, &l, n->vector, n->s->nodes);
		add_records(n->s, &l, &n->known, old, MC_ALL);
		merge_records(n->s, &l, n->s->nodes);
		send_request(n, 0, ARRIVE, 0, &l);
		l.n = 0;
		read_reply(n, 0, &l);
		learn(n, l.w, &l, n->s->nodes);
		forget(n);
	}
	list_free(&l);
}

static uint32_t page_of(struct svm_node *n, uint32_t addr, unsigned int bytes)
{
	const uint32_t page = (addr - SVM_BASE) / MC_PAGE_BYTES;

	if (addr % bytes || addr < SVM_BASE || page >= n->s->pages)
		cpu_fail(n->cpu, "a shared access of %u bytes at 0x%X", bytes, addr);
	return page;
}

static uint64_t read_bytes(const uint8_t *p, unsigned int bytes)
{
	uint64_t v = 0;

	for (unsigned int i = 0; i < bytes; i++)
		v |= (uint64_t)p[i] << 8 * i;
	return v;
}

static inline uint64_t shared_read(struct cpu *cpu, uint32_t addr, unsigned int bytes)
{
	struct svm_node *n = shared(cpu);
	const uint32_t page = page_of(n, addr, bytes);

	if (!(n->state[page] & VALID))
		fetch(n, page);
	cpu_read_memory(cpu, addr, bytes);
	return read_bytes(cpu->memory + addr, bytes);
}

static inline void shared_write(struct cpu *cpu, uint32_t addr, unsigned int bytes,
				uint64_t value)
{
	struct svm_node *n = shared(cpu);
	const uint32_t page = page_of(n, addr, bytes);

	/* also if the copy was discarded: the next read fetches the page, and these words reach
	 * the home before that request */
	if (!(n->state[page] & DIRTY))
		note_write(n, page);
	cpu_write_memory(cpu, addr, bytes, value);
}

uint8_t shared_read_u8(struct cpu *cpu, uint32_t addr)
{
	return (uint8_t)shared_read(cpu, addr, 1);
}

uint16_t shared_read_u16(struct cpu *cpu, uint32_t addr)
{
	return (uint16_t)shared_read(cpu, addr, 2);
}

uint32_t shared_read_u32(struct cpu *cpu, uint32_t addr)
{
	return (uint32_t)shared_read(cpu, addr, 4);
}

float shared_read_f32(struct cpu *cpu, uint32_t addr)
{
	const uint32_t v = (uint32_t)shared_read(cpu, addr, 4);
	float f;

	memcpy(&f, &v, sizeof(f));
	return f;
}

double shared_read_f64(struct cpu *cpu, uint32_t addr)
{
	const uint64_t v = shared_read(cpu, addr, 8);
	double f;

	memcpy(&f, &v, sizeof(f));
	return f;
}

void shared_write_u8(struct cpu *cpu, uint32_t addr, uint8_t value)
{
	shared_write(cpu, addr, 1, value);
}

void shared_write_u16(struct cpu *cpu, uint32_t addr, uint16_t value)
{
	shared_write(cpu, addr, 2, value);
}

void shared_write_u32(struct cpu *cpu, uint32_t addr, uint32_t value)
{
	shared_write(cpu, addr, 4, value);
}

void shared_write_f32(struct cpu *cpu, uint32_t addr, float value)
{
	uint32_t v;

	memcpy(&v, &value, sizeof(v));
	shared_write(cpu, addr, 4, v);
}

void shared_write_f64(struct cpu *cpu, uint32_t addr, double value)
{
	uint64_t v;

	memcpy(&v, &value, sizeof(v));
	shared_write(cpu, addr, 8, v);
}

/* ---- set-up ---- */

static int map_page(struct svm *s, uint32_t page)
{
	const uint32_t addr = page_address(page);
	int err = 0;

	for (unsigned int i = 0; i < s->nodes && !err; i++) {
		err = mc_unmap(s->m, i, addr);
		if (!err && i != s->home[page])
			err = mc_map(s->m, i, addr, s->home[page], addr);
	}
	return err;
}

static int open_node(struct svm *s, unsigned int i)
{
	struct svm_node *n = &s->node[i];
	int err = mc_on_arrival(s->m, i, on_arrival, n);

	n->s = s;
	n->cpu = &s->m->node[i];
	n->state = malloc(s->pages);
	if (!n->state)
		return -ENOMEM;
	memset(n->state, VALID, s->pages);
	for (unsigned int k = 0; k < s->nodes && !err; k++) {
		if (k == i)
			continue;
		if ((err = mc_import(s->m, i, request_in(s, k), 0, true, true)) ||
		    (err = mc_import(s->m, i, mark_in(s, k), 0, true, true)) ||
		    (err = mc_map_single(s->m, i, mark_out(s, k), k, mark_in(s, i))) ||
		    (err = mc_map_single(s->m, i, flag_out(s, k), k, flag_in(s, i))))
			break;
		for (uint32_t p = 0; p < REPLY_PAGES && !err; p++)
			err = mc_import(s->m, i, reply_in(s, k) + p * MC_PAGE_BYTES, 0, false,
					true);
	}
	for (uint32_t p = 0; p < s->pages && !err; p++)
		err = mc_import(s->m, i, page_address(p), 0, false, true);
	return err;
}

int svm_open(struct svm **out, struct mc *m, uint32_t bytes)
{
	struct svm *s;
	int err = 0;

	if (!bytes || m->c.memory < SVM_BASE || bytes > m->c.memory - SVM_BASE || m->started)
		return -EINVAL;
	s = calloc(1, sizeof(*s));
	if (!s)
		return -ENOMEM;
	s->m = m;
	s->nodes = m->c.nodes;
	s->pages = (bytes + MC_PAGE_BYTES - 1) / MC_PAGE_BYTES;
	s->home = calloc(s->pages, 1);
	s->node = calloc(s->nodes, sizeof(*s->node));
	if (!s->home || !s->node)
		err = -ENOMEM;
	for (unsigned int i = 0; i < s->nodes && !err; i++)
		err = open_node(s, i);
	for (uint32_t p = 0; p < s->pages && !err; p++) {
		s->home[p] = (uint8_t)(p % s->nodes);
		err = map_page(s, p);
	}
	if (err) {
		svm_close(s);
		return err;
	}
	for (unsigned int i = 0; i < s->nodes; i++)
		m->node[i].svm = &s->node[i];
	*out = s;
	return 0;
}

void svm_close(struct svm *s)
{
	if (!s)
		return;
	for (unsigned int i = 0; i < s->nodes && s->node; i++) {
		struct svm_node *n = &s->node[i];

		s->m->node[i].svm = NULL;
		free(n->state);
	}
	while (s->buffers) {
		struct buffer *b = s->buffers;

		s->buffers = b->later;
		free(b);
	}
	free(s->node);
	free(s->home);
	free(s);
}

static uint32_t round_up(uint32_t v, uint32_t align)
{
	return (v + align - 1) & ~(align - 1);
}

uint32_t svm_alloc(struct svm *s, uint32_t bytes, uint32_t align, int home)
{
	const uint32_t all = s->pages * MC_PAGE_BYTES;
	uint32_t at = round_up(s->used, home >= 0 ? MC_PAGE_BYTES : align);

	if (!bytes || !align || (align & (align - 1)) || align > MC_PAGE_BYTES ||
	    home < SVM_SPREAD || home >= (int)s->nodes || at > all || bytes > all - at)
		return 0;
	s->used = at + bytes;
	if (home >= 0)
		s->used = round_up(s->used, MC_PAGE_BYTES);
	at += SVM_BASE;
	if (home >= 0 && svm_set_home(s, at, bytes, (unsigned int)home))
		return 0;
	return at;
}

static bool in_shared(const struct svm *s, uint32_t addr, uint32_t bytes)
{
	return bytes && addr >= SVM_BASE && addr - SVM_BASE < s->pages * MC_PAGE_BYTES &&
	       bytes <= s->pages * MC_PAGE_BYTES - (addr - SVM_BASE);
}

int svm_home(const struct svm *s, uint32_t addr)
{
	return in_shared(s, addr, 1) ? s->home[(addr - SVM_BASE) / MC_PAGE_BYTES] : -EINVAL;
}

int svm_set_home(struct svm *s, uint32_t addr, uint32_t bytes, unsigned int home)
{
	int err = 0;

	if (!in_shared(s, addr, bytes) || home >= s->nodes || s->m->started)
		return -EINVAL;
	for (uint32_t p = (addr - SVM_BASE) / MC_PAGE_BYTES;
	     p <= (addr - SVM_BASE + bytes - 1) / MC_PAGE_BYTES && !err; p++) {
		s->home[p] = (uint8_t)home;
		err = map_page(s, p);
	}
	return err;
}

/* Returns whether these bytes are shared; if not, the run fails. */
static bool must_be_shared(struct svm *s, uint32_t addr, uint32_t bytes)
{
	const bool shared = in_shared(s, addr, bytes);

	if (!shared)
		mc_fail(s->m, "%u bytes at 0x%X are not in the shared memory", bytes, addr);
	return shared;
}

void svm_put(struct svm *s, uint32_t addr, const void *data, uint32_t bytes)
{
	if (!must_be_shared(s, addr, bytes))
		return;
	for (unsigned int i = 0; i < s->nodes; i++)
		if (mc_local(s->m, i))
			memcpy(s->m->node[i].memory + addr, data, bytes);
}

void svm_get(struct svm *s, uint32_t addr, void *data, uint32_t bytes)
{
	uint8_t *to = data;

	if (!must_be_shared(s, addr, bytes))
		return;
	while (bytes) {
		const uint32_t left = MC_PAGE_BYTES - addr % MC_PAGE_BYTES;
		const uint32_t n = bytes < left ? bytes : left;
		const uint8_t *memory = s->m->node[svm_home(s, addr)].memory;

		if (memory)
			memcpy(to, memory + addr, n);
		else
			memset(to, 0, n);
		addr += n;
		to += n;
		bytes -= n;
	}
}

int svm_collect(struct svm *s)
{
	int err = 0;

	for (uint32_t p = 0; p < PAGES_OF(s->used + MC_PAGE_BYTES - 1) && !err; p++)
		err = mc_collect(s->m, s->home[p], page_address(p), MC_PAGE_BYTES);
	return err;
}

const struct svm_stats *svm_stats(const struct svm *s, unsigned int node)
{
	return &s->node[node].st;
}
