/* SPDX-License-Identifier: Apache-2.0 */
#include "memtrace.h"
#include "array.h"
#include "input.h"
#include "le.h"
#include "number.h"
#include "starts_with.h"
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

static const char magic[8] = "MEMTRACE";

struct memtrace {
	int fd;
	char *path;
	struct memtrace_info info;
};

struct memtrace_stream {
	const struct memtrace *m;
	uint32_t thread;
	uint32_t block; /* number of the next block */
	uint64_t at;	/* place of the next block in the file */
	/* the current block */
	uint64_t start; /* place in the file */
	uint32_t of, kind, left;
	uint64_t addr, pc; /* values of the last event */
	size_t from, to;   /* unread part of contents */
	uint8_t *packed, *contents;
	char error[MEMTRACE_ERROR];
};

__attribute__((format(printf, 4, 5))) static int fail(const struct memtrace *m, char *error,
						      uint64_t at, const char *fmt, ...)
{
	va_list ap;
	int n = snprintf(error, MEMTRACE_ERROR, "%.300s: byte %" PRIu64 ": ", m->path, at);

	va_start(ap, fmt);
	vsnprintf(error + n, MEMTRACE_ERROR - (size_t)n, fmt, ap);
	va_end(ap);
	return -EBADMSG;
}

static uint32_t checksum(const uint8_t *p, size_t n)
{
	return (uint32_t)crc32(0, p, (uInt)n);
}

/* ---- blocks ---- */

/* Reads exactly @size bytes. Returns 0, -EBADMSG if the file is shorter, or another negative
 * errno value. */
static int read_bytes(const struct memtrace *m, char *error, uint64_t at, uint8_t *to,
		      size_t size)
{
	const uint64_t start = at;

	while (size) {
		const ssize_t n = pread(m->fd, to, size, (off_t)at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			const int err = -errno;

			fail(m, error, at, "%s", strerror(-err));
			return err;
		}
		if (!n)
			return fail(m, error, start,
				    "the file ends here without an end block; "
				    "the program was killed, or the file was cut");
		to += n;
		at += (uint64_t)n;
		size -= (size_t)n;
	}
	return 0;
}

struct block {
	uint32_t kind, thread, packed, size, events;
};

static int read_block(const struct memtrace *m, char *error, uint64_t at, uint32_t number,
		      struct block *b)
{
	uint8_t h[MEMTRACE_BLOCK];
	int err = read_bytes(m, error, at, h, sizeof(h));

	if (err)
		return err;
	*b = (struct block){get_le32(h), get_le32(h + 4), get_le32(h + 8), get_le32(h + 12),
			    get_le32(h + 16)};
	if (get_le32(h + 28) != checksum(h, 28))
		return fail(m, error, at, "the header of block %" PRIu32 " is damaged", number);
	if (get_le32(h + 20) != number)
		return fail(m, error, at, "block %" PRIu32 " where block %" PRIu32 " should be",
			    get_le32(h + 20), number);
	if (b->kind < MEMTRACE_EVENTS || b->kind > MEMTRACE_END ||
	    b->packed > MEMTRACE_CONTENTS || b->size > MEMTRACE_CONTENTS ||
	    b->thread >= MEMTRACE_THREADS)
		return fail(m, error, at, "the header of block %" PRIu32 " is invalid", number);
	return 0;
}

/* Reads and unpacks the contents of the block at @at. */
static int read_contents(struct memtrace_stream *s, uint64_t at, const struct block *b)
{
	uLongf size = MEMTRACE_CONTENTS;
	uint8_t sum[4];
	int err = read_bytes(s->m, s->error, at + 24, sum, 4);

	if (!err)
		err = read_bytes(s->m, s->error, at + MEMTRACE_BLOCK, s->packed, b->packed);
	if (err)
		return err;
	if (get_le32(sum) != checksum(s->packed, b->packed))
		return fail(s->m, s->error, at + MEMTRACE_BLOCK,
			    "the contents of a block are damaged");
	if (b->kind == MEMTRACE_END) {
		memcpy(s->contents, s->packed, b->packed);
		size = b->packed;
	} else if (uncompress(s->contents, &size, s->packed, b->packed) != Z_OK) {
		return fail(s->m, s->error, at + MEMTRACE_BLOCK, "a block cannot be unpacked");
	}
	if (size != b->size)
		return fail(s->m, s->error, at + MEMTRACE_BLOCK,
			    "a block has %lu bytes, not the %" PRIu32 " of its header",
			    (unsigned long)size, b->size);
	s->start = at;
	s->of = b->thread;
	s->kind = b->kind;
	s->left = b->events;
	s->addr = s->pc = 0;
	s->from = 0;
	s->to = size;
	return 0;
}

/* Finds the next block of a kind that belongs to the stream's thread. Returns 1, or 0 at the
 * end block. */
static int next_block(struct memtrace_stream *s, uint32_t kind)
{
	struct block b;
	int err;

	for (;;) {
		const uint64_t at = s->at;

		err = read_block(s->m, s->error, at, s->block, &b);
		if (err)
			return err;
		if (b.kind == MEMTRACE_END && kind != MEMTRACE_END)
			return 0;
		s->at += MEMTRACE_BLOCK + b.packed;
		s->block++;
		if (b.kind != kind || (s->thread != MEMTRACE_ALL && b.thread != s->thread))
			continue;
		err = read_contents(s, at, &b);
		return err ? err : 1;
	}
}

/* ---- contents of a block ---- */

static bool number(struct memtrace_stream *s, uint64_t *v)
{
	unsigned int shift = 0;

	for (*v = 0; s->from < s->to && shift < 70; shift += 7) {
		const uint8_t c = s->contents[s->from++];

		if (shift == 63 && c > 1)
			return false;
		*v |= (uint64_t)(c & 0x7F) << shift;
		if (!(c & 0x80))
			return true;
	}
	return false;
}

static bool number_below(struct memtrace_stream *s, uint64_t limit, uint32_t *v)
{
	uint64_t n;

	if (!number(s, &n) || n >= limit)
		return false;
	*v = (uint32_t)n;
	return true;
}

static bool difference(struct memtrace_stream *s, uint64_t *last, uint64_t *v)
{
	uint64_t n;

	if (!number(s, &n))
		return false;
	*last += n >> 1 ^ -(n & 1);
	*v = *last;
	return true;
}

static bool order(struct memtrace_stream *s, struct memtrace_event *e)
{
	return number_below(s, MEMTRACE_DOMAINS, &e->domain) && number(s, &e->number);
}

static bool stack(struct memtrace_stream *s, struct memtrace_event *e)
{
	if (!number_below(s, MEMTRACE_STACK + 1, &e->depth))
		return false;
	for (uint32_t i = 0; i < e->depth; i++)
		if (!difference(s, &s->pc, &e->stack[i]))
			return false;
	e->pc = e->depth ? e->stack[0] : 0;
	return true;
}

static bool read_access(struct memtrace_stream *s, struct memtrace_event *e, unsigned int code)
{
	if (code > 5 || (!code && !number(s, &e->size)))
		return false;
	if (code)
		e->size = UINT64_C(1) << (code - 1);
	return e->size && e->size <= MEMTRACE_ACCESS && difference(s, &s->addr, &e->addr) &&
	       difference(s, &s->pc, &e->pc) && e->addr + (e->size - 1) >= e->addr &&
	       (e->kind < MEMTRACE_ATOMIC_READ || order(s, e));
}

static bool event(struct memtrace_stream *s, struct memtrace_event *e)
{
	const unsigned int code = s->contents[s->from] >> 4;

	*e = (struct memtrace_event){.kind = s->contents[s->from++] & 15, .thread = s->of};
	switch (e->kind) {
	case MEMTRACE_READ:
	case MEMTRACE_WRITE:
	case MEMTRACE_ATOMIC_READ:
	case MEMTRACE_ATOMIC_WRITE:
	case MEMTRACE_ATOMIC_RMW:
		return read_access(s, e, code);
	case MEMTRACE_ACQUIRE:
	case MEMTRACE_RELEASE:
		e->object = code;
		return code >= MEMTRACE_LOCK && code <= MEMTRACE_SIGNAL &&
		       difference(s, &s->addr, &e->addr) && difference(s, &s->pc, &e->pc) &&
		       order(s, e);
	case MEMTRACE_ENTER:
		return difference(s, &s->pc, &e->pc);
	case MEMTRACE_LEAVE:
		return true;
	case MEMTRACE_ALLOCATE:
		return difference(s, &s->addr, &e->addr) && number(s, &e->size) &&
		       order(s, e) && stack(s, e);
	case MEMTRACE_RELEASE_BLOCK:
		return difference(s, &s->addr, &e->addr) && order(s, e);
	case MEMTRACE_FRAME:
		return number_below(s, MEMTRACE_FRAMES, &e->depth) &&
		       difference(s, &s->addr, &e->addr) && number(s, &e->size) &&
		       difference(s, &s->pc, &e->pc);
	default:
		return false;
	}
}

int memtrace_next(struct memtrace_stream *s, struct memtrace_event *e)
{
	while (!s->left) {
		int n;

		if (s->from != s->to)
			return fail(s->m, s->error, s->start,
				    "a block is longer than its events");
		n = next_block(s, MEMTRACE_EVENTS);
		if (n <= 0)
			return n;
	}
	if (s->from >= s->to || !event(s, e))
		return fail(s->m, s->error, s->start, "a block with an invalid event");
	s->left--;
	return 1;
}

int memtrace_stream_open(struct memtrace_stream **out, const struct memtrace *m,
			 uint32_t thread)
{
	struct memtrace_stream *s = calloc(1, sizeof(*s));

	if (!s)
		return -ENOMEM;
	s->packed = malloc(2 * MEMTRACE_CONTENTS);
	if (!s->packed) {
		free(s);
		return -ENOMEM;
	}
	s->contents = s->packed + MEMTRACE_CONTENTS;
	s->m = m;
	s->thread = thread;
	s->at = MEMTRACE_HEADER;
	*out = s;
	return 0;
}

void memtrace_stream_close(struct memtrace_stream *s)
{
	if (!s)
		return;
	free(s->packed);
	free(s);
}

const char *memtrace_stream_error(const struct memtrace_stream *s)
{
	return s->error;
}

/* ---- information ---- */

/* page size of the operating system; shared memory begins and ends at a multiple of it */
#define OS_PAGE 4096u

/* Makes sure that the thread table has entries up to @thread. */
static bool has_thread(struct memtrace_info *i, uint32_t thread)
{
	while (i->threads <= thread) {
		struct memtrace_thread *t = array_more(&i->thread, &i->threads, sizeof(*t));

		if (!t)
			return false;
	}
	return true;
}

static bool text(struct memtrace_stream *s, char **out, bool *memory)
{
	uint64_t n;

	if (!number(s, &n) || n > s->to - s->from || memchr(s->contents + s->from, 0, n))
		return false;
	*out = strndup((char *)s->contents + s->from, n);
	*memory = *out;
	s->from += n;
	return true;
}

/* Reads an item of a block of information; *memory is set to false if memory has run out. */
static bool item(struct memtrace_stream *s, struct memtrace_info *i, bool *memory)
{
	const uint8_t kind = s->contents[s->from++];
	struct memtrace_module *m;
	struct memtrace_symbol *y;
	struct memtrace_thread *t;
	struct memtrace_shared *d;
	uint64_t n;

	*memory = true;
	switch (kind) {
	case MEMTRACE_MODULE:
		m = array_more(&i->module, &i->modules, sizeof(*m));
		*memory = m;
		if (!m || !number(s, &m->base) || !number(s, &n) || n > sizeof(m->id) ||
		    n > s->to - s->from)
			return false;
		memcpy(m->id, s->contents + s->from, n);
		m->id_bytes = (unsigned int)n;
		s->from += n;
		return text(s, &m->path, memory);
	case MEMTRACE_SYMBOL:
	case MEMTRACE_LOCAL:
		y = kind == MEMTRACE_SYMBOL ? array_more(&i->symbol, &i->symbols, sizeof(*y))
					    : array_more(&i->local, &i->locals, sizeof(*y));
		*memory = y;
		return y && number(s, &y->addr) && number(s, &y->size) &&
		       text(s, &y->name, memory);
	case MEMTRACE_THREAD:
	case MEMTRACE_BASE:
		if (!number(s, &n) || n >= MEMTRACE_THREADS)
			return false;
		*memory = has_thread(i, (uint32_t)n);
		if (!*memory)
			return false;
		t = &i->thread[n];
		if (kind == MEMTRACE_BASE)
			return number(s, &t->base);
		free(t->name);
		t->name = NULL;
		return number(s, &t->start) && number(s, &t->created_at) &&
		       number(s, &t->stack) && number(s, &t->stack_size) &&
		       text(s, &t->name, memory);
	case MEMTRACE_SHARED:
		d = array_more(&i->shared, &i->shareds, sizeof(*d));
		*memory = d;
		return d && number(s, &d->addr) && number(s, &d->size) &&
		       number(s, &d->device) && number(s, &d->inode) && number(s, &d->offset) &&
		       !((d->addr | d->size | d->offset) & (OS_PAGE - 1)) &&
		       d->addr + d->size >= d->addr && d->offset + d->size >= d->offset;
	case MEMTRACE_LEFT:
		return number(s, &i->left);
	case MEMTRACE_PHASES:
		return number(s, &i->phases);
	case MEMTRACE_UNORDERED:
		return number(s, &i->unordered);
	default:
		return false;
	}
}

/* ---- the first pass ---- */

/* The set of accessed pages, a hash table with open addressing. */
struct pages {
	uint64_t *page;
	size_t used, room;
	uint64_t last;
};

static bool put_page(struct pages *p, uint64_t page)
{
	size_t i;

	if (p->used && page == p->last)
		return true;
	p->last = page;
	if (2 * (p->used + 1) > p->room) {
		const struct pages old = *p;

		p->room = p->room ? 2 * p->room : 1024;
		p->page = malloc(p->room * sizeof(*p->page));
		if (!p->page) {
			p->page = old.page;
			p->room = old.room;
			return false;
		}
		memset(p->page, 0xFF, p->room * sizeof(*p->page));
		p->used = 0;
		for (i = 0; i < old.room; i++)
			if (old.page[i] != UINT64_MAX && !put_page(p, old.page[i]))
				abort(); /* impossible: there is room */
		free(old.page);
		p->last = page;
	}
	for (i = page * 0x9E3779B97F4A7C15u >> 20 & (p->room - 1); p->page[i] != UINT64_MAX;
	     i = (i + 1) & (p->room - 1))
		if (p->page[i] == page)
			return true;
	p->page[i] = page;
	p->used++;
	return true;
}

static int compare_numbers(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static int compare_symbols(const void *a, const void *b)
{
	const struct memtrace_symbol *x = a, *y = b;

	return (x->addr > y->addr) - (x->addr < y->addr);
}

static void keep_pages(struct memtrace_info *i, struct pages *p)
{
	for (size_t k = 0; k < p->room; k++)
		if (p->page[k] != UINT64_MAX)
			p->page[i->pages++] = p->page[k];
	i->page = p->page;
	if (i->pages)
		qsort(i->page, i->pages, sizeof(*i->page), compare_numbers);
}

static int count_events(struct memtrace_stream *s, struct memtrace_info *i, struct pages *p)
{
	struct memtrace_event e;
	const uint32_t events = s->left;

	if (s->of >= i->threads)
		return fail(s->m, s->error, s->start, "a thread without a number before it");
	while (s->left) {
		if (s->from >= s->to || !event(s, &e))
			return fail(s->m, s->error, s->start, "a block with an invalid event");
		s->left--;
		if (!memtrace_is_access(e.kind) && e.kind != MEMTRACE_ACQUIRE &&
		    e.kind != MEMTRACE_RELEASE)
			continue;
		i->accesses += memtrace_is_access(e.kind);
		for (uint64_t page = e.addr >> MEMTRACE_PAGE_BITS;
		     page <= (e.addr + (e.size ? e.size - 1 : 0)) >> MEMTRACE_PAGE_BITS; page++)
			if (!put_page(p, page))
				return -ENOMEM;
	}
	i->events += events;
	i->thread[s->of].events += events;
	return 0;
}

static int read_end(struct memtrace_stream *s, struct memtrace_info *i, uint32_t blocks)
{
	const uint8_t *c = s->contents;

	if (s->to != 32)
		return fail(s->m, s->error, s->start, "an end block of %zu bytes", s->to);
	if (get_le64(c) != i->events || get_le64(c + 8) != blocks ||
	    get_le64(c + 16) != i->threads)
		return fail(s->m, s->error, s->start,
			    "%" PRIu64 " events in %" PRIu32
			    " blocks of %zu threads, but the end block says %" PRIu64
			    ", %" PRIu64 ", %" PRIu64,
			    i->events, blocks, i->threads, get_le64(c), get_le64(c + 8),
			    get_le64(c + 16));
	i->incomplete = (int)get_le64(c + 24);
	return 0;
}

static int read_all(struct memtrace *m, struct memtrace_stream *s)
{
	struct memtrace_info *i = &m->info;
	struct pages pages = {0};
	struct block b;
	uint8_t byte;
	bool memory;
	int err;

	for (;;) {
		const uint64_t at = s->at;

		err = read_block(m, s->error, at, s->block, &b);
		if (!err)
			err = read_contents(s, at, &b);
		if (err)
			break;
		s->at += MEMTRACE_BLOCK + b.packed;
		s->block++;
		if (b.kind == MEMTRACE_END) {
			err = read_end(s, i, s->block - 1);
			break;
		}
		err = has_thread(i, b.thread) ? 0 : -ENOMEM;
		if (!err && b.kind == MEMTRACE_EVENTS)
			err = count_events(s, i, &pages);
		while (!err && b.kind == MEMTRACE_INFORMATION && s->from < s->to)
			if (!item(s, i, &memory))
				err = memory ? fail(m, s->error, s->start, "an invalid item")
					     : -ENOMEM;
		if (!err && s->from != s->to)
			err = fail(m, s->error, s->start, "a block is longer than its events");
		if (err)
			break;
	}
	if (!err && pread(m->fd, &byte, 1, (off_t)s->at) > 0)
		err = fail(m, s->error, s->at, "more after the end block");
	keep_pages(i, &pages);
	return err;
}

static int read_header(struct memtrace *m, char *error)
{
	uint8_t h[MEMTRACE_HEADER];
	int err = read_bytes(m, error, 0, h, sizeof(h));

	if (err)
		return err;
	if (memcmp(h, magic, sizeof(magic)))
		return fail(m, error, 0, "this is no recording");
	if (get_le32(h + 28) != checksum(h, 28))
		return fail(m, error, 0, "the header is damaged");
	if (!get_le32(h + 8) || get_le32(h + 8) > MEMTRACE_VERSION)
		return fail(m, error, 8,
			    "version %" PRIu32 " of the format; this reads versions 1 to %u",
			    get_le32(h + 8), MEMTRACE_VERSION);
	m->info.process = get_le32(h + 12);
	m->info.started = get_le64(h + 16);
	return 0;
}

int memtrace_is(const char *path)
{
	char begin[sizeof(magic)];
	const int fd = input_open_regular(path);
	ssize_t n;

	if (fd < 0)
		return fd;
	n = pread(fd, begin, sizeof(begin), 0);
	close(fd);
	return n == (ssize_t)sizeof(begin) && !memcmp(begin, magic, sizeof(magic));
}

int memtrace_open(struct memtrace **out, const char *path, char error[MEMTRACE_ERROR])
{
	struct memtrace *m = calloc(1, sizeof(*m));
	struct memtrace_stream *s = NULL;
	int err = -ENOMEM;

	error[0] = '\0';
	if (!m)
		goto fail;
	m->fd = -1;
	m->path = strdup(path);
	if (!m->path)
		goto fail;
	m->fd = input_open_regular(path);
	if (m->fd < 0) {
		err = m->fd;
		goto fail;
	}
	err = read_header(m, error);
	if (!err)
		err = memtrace_stream_open(&s, m, MEMTRACE_ALL);
	if (!err) {
		err = read_all(m, s);
		memcpy(error, s->error, MEMTRACE_ERROR);
	}
	memtrace_stream_close(s);
	if (err)
		goto fail;
	for (size_t t = 0; t < m->info.threads; t++)
		if (!m->info.thread[t].name) {
			m->info.thread[t].name = strdup("");
			if (!m->info.thread[t].name) {
				err = -ENOMEM;
				goto fail;
			}
		}
	if (m->info.symbols)
		qsort(m->info.symbol, m->info.symbols, sizeof(*m->info.symbol),
		      compare_symbols);
	*out = m;
	return 0;
fail:
	if (!error[0])
		snprintf(error, MEMTRACE_ERROR, "%.300s: %s", path, strerror(-err));
	memtrace_close(m);
	return err;
}

void memtrace_close(struct memtrace *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->info.modules; i++)
		free(m->info.module[i].path);
	for (size_t i = 0; i < m->info.symbols; i++)
		free(m->info.symbol[i].name);
	for (size_t i = 0; i < m->info.threads; i++)
		free(m->info.thread[i].name);
	free(m->info.module);
	for (size_t i = 0; i < m->info.locals; i++)
		free(m->info.local[i].name);
	free(m->info.symbol);
	free(m->info.local);
	free(m->info.thread);
	free(m->info.shared);
	free(m->info.page);
	if (m->fd >= 0)
		close(m->fd);
	free(m->path);
	free(m);
}

const struct memtrace_info *memtrace_info(const struct memtrace *m)
{
	return &m->info;
}

const char *memtrace_path(const struct memtrace *m)
{
	return m->path;
}

/* ---- execution in order ---- */

struct memtrace_player {
	uint64_t next[MEMTRACE_DOMAINS]; /* number of the domain's next event */
	uint64_t played;
	size_t threads;
	struct played_thread {
		struct memtrace_stream *stream;
		struct memtrace_event e;
		bool waits;   /* @e has been read but not yet returned */
		bool happens; /* @e is an ordered event that has been returned but is not
			       * complete */
		int end;      /* last result of memtrace_next(); 1: the stream has not ended */
	} thread[];
};

int memtrace_player_open(struct memtrace_player **out, const struct memtrace *m)
{
	const size_t n = m->info.threads;
	struct memtrace_player *p = calloc(1, sizeof(*p) + n * sizeof(*p->thread));

	if (!p)
		return -ENOMEM;
	p->threads = n;
	for (size_t i = 0; i < n; i++) {
		p->thread[i].end = 1;
		if (memtrace_stream_open(&p->thread[i].stream, m, (uint32_t)i)) {
			memtrace_player_close(p);
			return -ENOMEM;
		}
	}
	*out = p;
	return 0;
}

void memtrace_player_close(struct memtrace_player *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < p->threads; i++)
		memtrace_stream_close(p->thread[i].stream);
	free(p);
}

int memtrace_play(struct memtrace_player *p, uint32_t thread, struct memtrace_event *e)
{
	struct played_thread *t = &p->thread[thread];

	if (t->happens) {
		p->next[t->e.domain]++;
		p->played++;
		t->happens = false;
	}
	if (!t->waits && t->end > 0) {
		t->end = memtrace_next(t->stream, &t->e);
		t->waits = t->end > 0;
	}
	if (!t->waits)
		return t->end;
	*e = t->e;
	if (memtrace_is_ordered(t->e.kind)) {
		if (p->next[t->e.domain] != t->e.number)
			return -EAGAIN;
		t->happens = true;
	}
	t->waits = false;
	p->played++;
	return 1;
}

const char *memtrace_player_error(const struct memtrace_player *p, uint32_t thread)
{
	return memtrace_stream_error(p->thread[thread].stream);
}

uint64_t memtrace_played(const struct memtrace_player *p)
{
	return p->played;
}

/* ---- where an analysis begins ---- */

bool memtrace_begins(struct memtrace_from *f, const struct memtrace_event *e)
{
	if (f->reached)
		return true;
	switch (f->kind) {
	case MEMTRACE_FROM_FUNCTION:
		f->reached = memtrace_is_access(e->kind) && e->pc > f->low && e->pc <= f->high;
		break;
	case MEMTRACE_FROM_BARRIER:
		f->reached = e->kind == MEMTRACE_ACQUIRE && e->object == MEMTRACE_BARRIER &&
			     ++f->passed[e->thread] >= f->count;
		break;
	case MEMTRACE_FROM_REFERENCES:
		f->reached = memtrace_is_access(e->kind) && f->accesses++ >= f->count;
		break;
	default:
		f->reached = true;
	}
	return f->reached;
}

int memtrace_read_from(const char *text, struct memtrace_from *f)
{
	char *end;

	memset(f, 0, sizeof(*f));
	if (starts_with(text, "pc:")) {
		f->kind = MEMTRACE_FROM_FUNCTION;
		if (number_read(text + 3, &end, &f->low) || *end != '-' ||
		    number_read(end + 1, &end, &f->high))
			return -EINVAL;
	} else if (starts_with(text, "barrier:")) {
		f->kind = MEMTRACE_FROM_BARRIER;
		if (number_read(text + 8, &end, &f->count) || !f->count)
			return -EINVAL;
	} else if (starts_with(text, "references:")) {
		f->kind = MEMTRACE_FROM_REFERENCES;
		if (number_read(text + 11, &end, &f->count))
			return -EINVAL;
	} else {
		return -EINVAL;
	}
	return *end ? -EINVAL : 0;
}

/* ---- physical memory ---- */

#define PARTS (MEMTRACE_PAGE / OS_PAGE)

/* A page of a recording, or of an object that processes share. */
struct place {
	uint64_t owner[2]; /* {number of the recording + 1, 0} or {device, inode | 1 << 63} */
	uint64_t page;	   /* number of the page in the recording or object */
	uint64_t physical;
};

/* A recording that has a page, and the address at which the page begins there. */
struct first_use {
	size_t which;
	uint64_t start;
};

struct memtrace_layout {
	struct memtrace **m;
	size_t n, places;
	struct place *place;	 /* ascending by owner and page */
	struct first_use *first; /* one for each physical page */
	size_t pages;
};

static int compare_places(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	for (int i = 0; i < 2; i++)
		if (x->owner[i] != y->owner[i])
			return x->owner[i] < y->owner[i] ? -1 : 1;
	return (x->page > y->page) - (x->page < y->page);
}

/* The page of an address; *start receives the address at which that page begins. */
static struct place find_key(const struct memtrace_info *i, size_t which, uint64_t addr,
			     uint64_t *start)
{
	for (size_t k = 0; k < i->shareds; k++) {
		const struct memtrace_shared *d = &i->shared[k];
		const uint64_t at = addr - d->addr + d->offset;

		if (addr - d->addr >= d->size)
			continue;
		*start = addr - (at & (MEMTRACE_PAGE - 1));
		return (struct place){
			{d->device, d->inode | UINT64_C(1) << 63}, at >> MEMTRACE_PAGE_BITS, 0};
	}
	*start = addr & ~(uint64_t)(MEMTRACE_PAGE - 1);
	return (struct place){{which + 1, 0}, addr >> MEMTRACE_PAGE_BITS, 0};
}

/* Assigns the next page of physical memory to @p, unless it has one, which only pages of shared
 * objects can. */
static void add_place(struct memtrace_layout *l, struct place *p, size_t which, uint64_t start)
{
	for (size_t j = l->places; j--;) {
		if (!compare_places(p, &l->place[j]))
			return;
		if (!p->owner[1] && !l->place[j].owner[1])
			break; /* the pages of a recording ascend */
	}
	p->physical = l->pages;
	l->place[l->places++] = *p;
	l->first[l->pages].which = which;
	l->first[l->pages++].start = start;
}

int memtrace_layout_open(struct memtrace_layout **out, struct memtrace *const *m, size_t n)
{
	struct memtrace_layout *l = calloc(1, sizeof(*l));
	size_t total = 0;

	if (!l)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++)
		total += PARTS * memtrace_info(m[i])->pages;
	l->n = n;
	l->m = malloc((n ? n : 1) * sizeof(*l->m));
	l->place = malloc((total ? total : 1) * sizeof(*l->place));
	l->first = malloc((total ? total : 1) * sizeof(*l->first));
	if (!l->m || !l->place || !l->first) {
		memtrace_layout_close(l);
		return -ENOMEM;
	}
	memcpy(l->m, m, n * sizeof(*m));
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < PARTS * memtrace_info(m[i])->pages; k++) {
			const uint64_t addr =
				(memtrace_info(m[i])->page[k / PARTS] << MEMTRACE_PAGE_BITS) +
				k % PARTS * OS_PAGE;
			uint64_t start;
			struct place p = find_key(memtrace_info(m[i]), i, addr, &start);

			add_place(l, &p, i, start);
		}
	if (l->places)
		qsort(l->place, l->places, sizeof(*l->place), compare_places);
	*out = l;
	return 0;
}

void memtrace_layout_close(struct memtrace_layout *l)
{
	if (!l)
		return;
	free(l->m);
	free(l->place);
	free(l->first);
	free(l);
}

size_t memtrace_layout_pages(const struct memtrace_layout *l)
{
	return l->pages;
}

uint64_t memtrace_physical(const struct memtrace_layout *l, size_t which, uint64_t addr)
{
	uint64_t start;
	const struct place key = find_key(memtrace_info(l->m[which]), which, addr, &start);
	const struct place *p =
		bsearch(&key, l->place, l->places, sizeof(*l->place), compare_places);

	return p ? (p->physical << MEMTRACE_PAGE_BITS) + (addr - start) : UINT64_MAX;
}

bool memtrace_virtual(const struct memtrace_layout *l, uint64_t physical, size_t *which,
		      uint64_t *addr)
{
	const uint64_t page = physical >> MEMTRACE_PAGE_BITS;

	if (page >= l->pages)
		return false;
	*which = l->first[page].which;
	*addr = l->first[page].start + (physical & (MEMTRACE_PAGE - 1));
	return true;
}
