/* SPDX-License-Identifier: Apache-2.0 */
#include "nm_words.h"
#include "array.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A thread that uses a byte at most this often only initialises it or reads it at the end of
 * the program. */
#define ONCE 2u

/* The state of a line in a thread's cache. */
struct holder {
	uint32_t thread;
	bool reads, writes;
	bool has;	/* the thread has a copy */
	bool read;	/* the thread has read the line since it got the copy */
	bool wrote;	/* the thread has written the line since then */
	bool again;	/* the thread had a copy before */
	bool essential; /* the thread has used data that others wrote */
	uint64_t accesses;
	uint64_t lost; /* number of the write that took the copy, or 0 */
	/* of each byte, as soon as there are two threads */
	struct known {
		uint64_t seen; /* number of the last write when it was last used */
		uint32_t sent; /* writes by this thread */
	} * known;
};

struct line {
	struct nm_words_line about;
	struct holder *holder;
	size_t holders;
	uint64_t last; /* number of the last write */
	/* of each byte, as soon as there are two threads */
	struct byte {
		uint64_t written;
		uint64_t passed; /* uses of data that another thread has written */
		uint32_t by;
	} * byte;
	struct line *next;
};

struct nm_words {
	unsigned int line_bytes;
	struct line **bucket;
	size_t buckets, lines;
	struct line *recent;
	uint64_t writes;
	const struct nm_words_line **order;
};

struct nm_words *nm_words_open(unsigned int line_bytes)
{
	struct nm_words *w;

	if (!line_bytes || line_bytes > 256 || line_bytes & (line_bytes - 1))
		return NULL;
	w = calloc(1, sizeof(*w));
	if (!w)
		return NULL;
	w->line_bytes = line_bytes;
	w->buckets = 1024;
	w->bucket = calloc(w->buckets, sizeof(*w->bucket));
	if (!w->bucket) {
		free(w);
		return NULL;
	}
	return w;
}

void nm_words_close(struct nm_words *w)
{
	if (!w)
		return;
	for (size_t i = 0; i < w->buckets; i++)
		for (struct line *l = w->bucket[i], *next; l; l = next) {
			next = l->next;
			free(l->about.use);
			for (size_t k = 0; k < l->holders; k++)
				free(l->holder[k].known);
			free(l->holder);
			free(l->byte);
			free(l);
		}
	free(w->bucket);
	free(w->order);
	free(w);
}

static size_t bucket_of(const struct nm_words *w, uint64_t addr)
{
	return (size_t)(addr / w->line_bytes * 0x9E3779B97F4A7C15u >> 20) & (w->buckets - 1);
}

static struct line *look_up(const struct nm_words *w, uint64_t addr)
{
	struct line *l = w->bucket[bucket_of(w, addr)];

	while (l && l->about.addr != addr)
		l = l->next;
	return l;
}

/* Doubles the number of buckets; a lack of memory is not an error. */
static void grow(struct nm_words *w)
{
	struct line **const old = w->bucket;
	const size_t n = w->buckets;

	w->bucket = calloc(2 * n, sizeof(*w->bucket));
	if (!w->bucket) {
		w->bucket = old;
		return;
	}
	w->buckets = 2 * n;
	for (size_t i = 0; i < n; i++)
		for (struct line *l = old[i], *next; l; l = next) {
			struct line **at = &w->bucket[bucket_of(w, l->about.addr)];

			next = l->next;
			l->next = *at;
			*at = l;
		}
	free(old);
}

static struct line *line_at(struct nm_words *w, uint64_t addr)
{
	struct line *l = w->recent;

	if (l && l->about.addr == addr)
		return l;
	l = look_up(w, addr);
	if (!l) {
		l = calloc(1, sizeof(*l));
		if (!l)
			return NULL;
		if (++w->lines > w->buckets)
			grow(w);
		l->about.addr = addr;
		l->next = w->bucket[bucket_of(w, addr)];
		w->bucket[bucket_of(w, addr)] = l;
	}
	w->recent = l;
	return l;
}

/* Marks the bytes that the first thread has written, when a second thread comes. */
static void mark_written(struct line *l)
{
	for (size_t i = 0; i < l->about.uses; i++) {
		const struct nm_words_use *u = &l->about.use[i];

		for (unsigned int k = u->offset; u->writes && k < u->offset + u->size; k++)
			l->byte[k] = (struct byte){.written = l->last, .by = u->thread};
	}
}

static struct holder *holder_of(struct nm_words *w, struct line *l, uint32_t thread)
{
	struct holder *h;

	for (size_t i = 0; i < l->holders; i++)
		if (l->holder[i].thread == thread)
			return &l->holder[i];
	if (l->holders == 1 && !l->byte) {
		l->byte = calloc(w->line_bytes, sizeof(*l->byte));
		if (!l->byte)
			return NULL;
		mark_written(l);
	}
	h = array_more(&l->holder, &l->holders, sizeof(*h));
	if (!h)
		return NULL;
	h->thread = thread;
	l->about.threads++;
	return h;
}

/* Returns the equal use among the first @n of a line; NULL: there is none. */
static struct nm_words_use *equal_use(const struct line *l, size_t n,
				      const struct nm_words_use *key)
{
	for (size_t i = 0; i < n; i++) {
		struct nm_words_use *u = &l->about.use[i];

		if (u->thread == key->thread && u->offset == key->offset &&
		    u->size == key->size && u->writes == key->writes && u->pc == key->pc &&
		    u->object == key->object)
			return u;
	}
	return NULL;
}

static int count_use(struct line *l, const struct nm_words_use *new)
{
	struct nm_words_use *u = equal_use(l, l->about.uses, new);

	if (u) {
		u->count++;
		return 0;
	}
	u = array_more(&l->about.use, &l->about.uses, sizeof(*u));
	if (!u)
		return -ENOMEM;
	*u = *new;
	u->count = 1;
	return 0;
}

/* Ends the time for which a thread has held a line. */
static void close_stay(struct line *l, struct holder *h)
{
	if (h->has && h->again) {
		l->about.true_sharing += h->essential;
		l->about.false_sharing += !h->essential;
		l->about.only_read += !h->wrote;
	}
	h->has = false;
}

/* Removes the copies of the other threads; returns true if there were any. */
static bool take_away(struct nm_words *w, struct line *l, const struct holder *h)
{
	bool any = false;

	for (size_t i = 0; i < l->holders; i++) {
		struct holder *o = &l->holder[i];

		if (o == h || !o->has)
			continue;
		any = true;
		close_stay(l, o);
		o->lost = w->writes;
	}
	return any;
}

/* Records the data of other threads that a thread gets when it uses these bytes. */
static int use_bytes(struct nm_words *w, struct line *l, struct holder *h,
		     const struct nm_words_use *u)
{
	if (!l->byte)
		return 0;
	if (!h->known) {
		h->known = calloc(w->line_bytes, sizeof(*h->known));
		if (!h->known)
			return -ENOMEM;
	}
	for (unsigned int i = u->offset; i < u->offset + u->size; i++) {
		struct byte *b = &l->byte[i];
		struct known *k = &h->known[i];
		const bool new = b->written > k->seen && b->by != u->thread;

		h->essential |= new;
		b->passed += new && h->again;
		k->seen = w->writes;
		k->sent += u->writes;
	}
	return 0;
}

static int one_line(struct nm_words *w, const struct nm_words_use *u, uint64_t addr)
{
	struct line *l = line_at(w, addr);
	struct holder *h = l ? holder_of(w, l, u->thread) : NULL;

	if (!h || count_use(l, u))
		return -ENOMEM;
	h->accesses++;
	if (!h->has) {
		h->again = h->lost;
		h->has = true;
		h->read = false;
		h->wrote = false;
		h->essential = false;
	}
	if (use_bytes(w, l, h, u))
		return -ENOMEM;
	if (!u->writes) {
		l->about.readers += !h->reads;
		h->reads = true;
		h->read = true;
		l->about.reads++;
		return 0;
	}
	l->about.writers += !h->writes;
	h->writes = true;
	h->wrote = true;
	l->about.writes++;
	l->last = ++w->writes;
	if (take_away(w, l, h)) {
		l->about.after_read += h->read;
		l->about.without_read += !h->read;
	}
	for (unsigned int i = u->offset; l->byte && i < u->offset + u->size; i++) {
		l->byte[i].written = w->writes;
		l->byte[i].by = u->thread;
	}
	return 0;
}

int nm_words_access(struct nm_words *w, uint32_t thread, uint64_t addr, uint64_t size,
		    bool writes, bool atomic, uint64_t pc, uint64_t object)
{
	while (size) {
		const uint64_t offset = addr & (w->line_bytes - 1);
		const uint64_t room = w->line_bytes - offset, n = size < room ? size : room;
		const struct nm_words_use u = {.thread = thread,
					       .offset = (uint16_t)offset,
					       .size = (uint16_t)n,
					       .writes = writes,
					       .atomic = atomic,
					       .pc = pc,
					       .object = object};
		int err = one_line(w, &u, addr - offset);

		if (err)
			return err;
		addr += n;
		size -= n;
	}
	return 0;
}

void nm_words_add(struct nm_words_line *sum, const struct nm_words_line *l)
{
	sum->threads = l->threads > sum->threads ? l->threads : sum->threads;
	sum->users = l->users > sum->users ? l->users : sum->users;
	sum->readers = l->readers > sum->readers ? l->readers : sum->readers;
	sum->writers = l->writers > sum->writers ? l->writers : sum->writers;
	sum->reads += l->reads;
	sum->writes += l->writes;
	sum->true_sharing += l->true_sharing;
	sum->false_sharing += l->false_sharing;
	sum->crossed += l->crossed;
	sum->only_read += l->only_read;
	sum->senders = l->senders > sum->senders ? l->senders : sum->senders;
	sum->lines += l->lines;
	sum->after_read += l->after_read;
	sum->without_read += l->without_read;
	sum->gates += l->gates;
}

static uint64_t transfers(const struct nm_words_line *l)
{
	return l->true_sharing + l->false_sharing;
}

static int compare(const void *a, const void *b)
{
	const struct nm_words_line *x = *(const struct nm_words_line *const *)a,
				   *y = *(const struct nm_words_line *const *)b;

	if (transfers(x) != transfers(y))
		return transfers(x) < transfers(y) ? 1 : -1;
	return (x->addr > y->addr) - (x->addr < y->addr);
}

#define SENDERS 64u /* further threads are not distinguished */
/* Returns the set of threads that write a byte repeatedly, one bit each, by their index among
 * the line's threads. */
static uint64_t senders_of(const struct line *l, unsigned int byte)
{
	uint64_t set = 0, all = 0;

	for (size_t k = 0; k < l->holders; k++)
		all += l->holder[k].known ? l->holder[k].known[byte].sent : 0;
	for (size_t k = 0; k < l->holders; k++) {
		const uint64_t sent = l->holder[k].known ? l->holder[k].known[byte].sent : 0;
		const bool counts =
			sent && (10 * sent >= all || (sent > ONCE && 100 * sent >= all));

		set |= (uint64_t)counts << k % SENDERS;
	}
	return set;
}

/* A byte counts if at least this percentage of a line's data passes through it. */
#define PASSED_PERCENT 10

/* Finds the threads that send data to others through this line, and whether different words
 * have different senders. */
static void find_senders(const struct nm_words *w, struct line *l)
{
	uint64_t most = 0, all = 0, each = 0;
	bool crossed = false;

	for (unsigned int i = 0; l->byte && i < w->line_bytes; i++)
		most = l->byte[i].passed > most ? l->byte[i].passed : most;
	for (unsigned int i = 0; most && i < w->line_bytes; i++) {
		const bool counts = 100 * l->byte[i].passed >= PASSED_PERCENT * most;
		const uint64_t set = counts ? senders_of(l, i) : 0;

		if (!set)
			continue;
		each = all ? each & set : set;
		crossed |= all && !(all & set);
		all |= set;
	}
	l->about.senders = (unsigned int)__builtin_popcountll(all);
	if (crossed && !each)
		l->about.crossed = l->about.true_sharing;
}

static void finish_line(const struct nm_words *w, struct line *l)
{
	for (size_t k = 0; k < l->holders; k++) {
		close_stay(l, &l->holder[k]);
		l->about.users +=
			20 * l->holder[k].accesses >= l->about.reads + l->about.writes;
	}
	l->about.lines = l->about.true_sharing || l->about.false_sharing;
	find_senders(w, l);
}

void nm_words_gate(struct nm_words *w, uint64_t addr)
{
	struct line *const l = look_up(w, addr & ~(uint64_t)(w->line_bytes - 1));

	if (l)
		l->about.gates++;
}

static void replace_objects(struct line *l, nm_words_object *of, void *arg)
{
	size_t n = 0;

	for (size_t i = 0; i < l->about.uses; i++) {
		struct nm_words_use u = l->about.use[i], *same;

		u.object = of(arg, &l->about, &u);
		same = equal_use(l, n, &u);
		if (same)
			same->count += u.count;
		else
			l->about.use[n++] = u;
	}
	l->about.uses = n;
}

void nm_words_replace(struct nm_words *w, nm_words_object *of, void *arg)
{
	for (size_t i = 0; i < w->buckets; i++)
		for (struct line *l = w->bucket[i]; l; l = l->next)
			if (l->holders > 1)
				replace_objects(l, of, arg);
}

void nm_words_finish(struct nm_words *w)
{
	size_t n = 0;

	for (size_t i = 0; i < w->buckets; i++)
		for (struct line *l = w->bucket[i]; l; l = l->next)
			finish_line(w, l);
	free(w->order);
	w->order = malloc((w->lines ? w->lines : 1) * sizeof(*w->order));
	if (!w->order)
		return;
	for (size_t i = 0; i < w->buckets; i++)
		for (struct line *l = w->bucket[i]; l; l = l->next)
			w->order[n++] = &l->about;
	qsort(w->order, n, sizeof(*w->order), compare);
}

const struct nm_words_line *nm_words_find(const struct nm_words *w, uint64_t addr)
{
	const struct line *l = look_up(w, addr & ~(uint64_t)(w->line_bytes - 1));

	return l ? &l->about : NULL;
}

size_t nm_words_lines(const struct nm_words *w, const struct nm_words_line *const **line)
{
	*line = w->order;
	return w->order ? w->lines : 0;
}
