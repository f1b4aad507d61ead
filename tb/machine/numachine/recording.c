/* SPDX-License-Identifier: Apache-2.0 */
#include "recording.h"
#include "lackey.h"
#include "memtrace.h"
#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_BITS 6
#define PAGE_BITS 14
#define PAGES (1u << (28 - PAGE_BITS)) /* of memory */
#define NODES 4u
#define STATIONS 16u
#define LINE_BYTES (1u << LINE_BITS)
#define THINK_MOST 4096u /* maximum clocks of instructions in one reference */
/* maximum number of lines or events to read for one reference; then wait */
#define READ_MOST 4096u
#define WAIT_CLOCKS 20u /* clocks until a processor that waits for another tries again */
#define WAITS_CUT 20000u
#define WAITS_MOST 4000000u /* maximum number of successive waits of all processors */

struct stream {
	struct lackey *file;
	unsigned int which; /* file */
	unsigned int node;  /* 1..4: executes the part of node 0..3; 0: executes everything */
	bool mine;
	uint8_t phase;
	bool ended;
	uint64_t left;
	uint64_t clocks; /* of instructions that have not been executed yet */
	/* the rest of the current access */
	uint64_t addr;
	uint32_t size;
	enum lackey_kind kind;
	bool loaded; /* LACKEY_MODIFY: the load has been executed, the store has not */
};

struct page {
	unsigned int which;
	uint64_t virtual;
	uint32_t memory;
};

/* A thread of a recording of librecord. */
struct thread {
	unsigned int which;
	uint32_t number;
	bool ended;
	/* the rest of the current access */
	uint64_t addr, size;
	bool write;
	uint8_t phase;
	uint64_t pc;
};

struct recording {
	struct stream stream[MACHINE_PROCESSORS];
	void *page; /* tree of struct page, ordered by recording and virtual page */
	uint32_t pages;
	char error[MEMTRACE_ERROR];
	/* recordings of librecord */
	struct memtrace *trace[MACHINE_PROCESSORS];
	struct memtrace_player *player[MACHINE_PROCESSORS];
	struct memtrace_layout *layout;
	struct thread *thread;
	unsigned int traces, threads;
	uint64_t waits; /* successive waits */
	uint64_t made;	/* number of accesses made */
	bool cut;	/* a processor has reached the limit of references */
	uint64_t left[MACHINE_PROCESSORS];
	unsigned int turn[MACHINE_PROCESSORS]; /* for each processor, the thread that runs */
	const struct recording_range *range;
	size_t ranges;
	bool *begun;	 /* for each range: its owner has begun to use it */
	uint8_t *filled; /* bit of a line: others have written it, but the owner not yet */
	struct memtrace_from *from, place; /* NULL: the beginning */
	struct recording_at at[MACHINE_PROCESSORS];
};

static int by_virtual(const void *a, const void *b)
{
	const struct page *x = a, *y = b;

	if (x->which != y->which)
		return x->which < y->which ? -1 : 1;
	return (x->virtual > y->virtual) - (x->virtual < y->virtual);
}

/* The memory page of a virtual page; a new page gets the next one. -ENOMEM; -ENOSPC: no memory
 * page is left. */
static int64_t page_of(struct recording *r, unsigned int which, uint64_t virtual)
{
	struct page key = {which, virtual, 0}, *new;
	struct page **found = tfind(&key, &r->page, by_virtual);

	if (found)
		return (*found)->memory;
	if (r->pages == PAGES)
		return -ENOSPC;
	new = malloc(sizeof(*new));
	if (!new)
		return -ENOMEM;
	*new = (struct page){which, virtual, r->pages};
	if (!tsearch(new, &r->page, by_virtual)) {
		free(new);
		return -ENOMEM;
	}
	r->pages++;
	return new->memory;
}

/* Executes instructions, or waits for a clock if there are none. */
static bool think(struct stream *s, struct machine_ref *ref)
{
	const uint32_t n = s->clocks < THINK_MOST ? (uint32_t)s->clocks : THINK_MOST;

	/* MACHINE_THINK itself takes a clock */
	*ref = (struct machine_ref){
		.kind = MACHINE_THINK, .phase = s->phase, .clocks = n ? n - 1 : 0};
	s->clocks -= n;
	return true;
}

/* Returns whether the marker is a barrier, the reference *ref. */
static bool marker(struct stream *s, uint32_t which, struct machine_ref *ref)
{
	if (which == LACKEY_START)
		s->mine = true;
	else if (which >= LACKEY_NODE && which < LACKEY_NODE + NODES)
		s->mine = !s->node || which == s->node;
	if (which != LACKEY_BARRIER)
		return false;
	*ref = (struct machine_ref){
		.kind = MACHINE_BARRIER, .phase = s->phase, .clocks = (uint32_t)s->clocks};
	s->clocks = 0;
	s->phase = (s->phase + 1) & 15;
	return true;
}

/* Returns the error of a file that was read to its end; NULL: none. */
static const char *useless(const struct stream *s)
{
	if (lackey_lines(s->file) == lackey_skipped(s->file))
		return "it has no line of valgrind's lackey tool";
	return NULL;
}

/* Executes the part of the current access that is in one line: a load, a store, or one after
 * the other. False: the memory is full. */
static bool next_line(struct recording *r, struct stream *s, struct machine_ref *ref)
{
	const uint32_t to_end = LINE_BYTES - (uint32_t)(s->addr % LINE_BYTES);
	const uint32_t n = s->size < to_end ? s->size : to_end;
	const int64_t page = page_of(r, s->which, s->addr >> PAGE_BITS);
	const bool loads = s->kind == LACKEY_LOAD || (s->kind == LACKEY_MODIFY && !s->loaded);

	if (page < 0) {
		snprintf(r->error, sizeof(r->error), "%s:%llu: %s", lackey_path(s->file),
			 (unsigned long long)lackey_lines(s->file),
			 page == -ENOSPC ? "the machine has no more memory, 256 MB"
					 : strerror((int)-page));
		s->left = 0;
		return false;
	}
	*ref = (struct machine_ref){.kind = loads ? MACHINE_READ : MACHINE_WRITE,
				    .addr = (uint32_t)page << PAGE_BITS |
					    (uint32_t)(s->addr & ((1u << PAGE_BITS) - 1)),
				    .phase = s->phase,
				    .clocks = (uint32_t)s->clocks};
	s->clocks = 0;
	s->left--;
	s->loaded = s->kind == LACKEY_MODIFY && loads;
	if (!s->loaded) {
		s->addr += n;
		s->size -= n;
	}
	return true;
}

/* The recording has ended: the instructions that are left. */
static bool end_stream(struct recording *r, struct stream *s, int n, struct machine_ref *ref)
{
	if (n < 0)
		strncpy(r->error, lackey_error(s->file), sizeof(r->error) - 1);
	else if (useless(s))
		snprintf(r->error, sizeof(r->error), "%s: %s", lackey_path(s->file),
			 useless(s));
	s->ended = true;
	return s->clocks && think(s, ref);
}

static bool next(void *arg, unsigned int p, struct machine_ref *ref)
{
	struct recording *r = arg;
	struct stream *s = &r->stream[p];
	const uint64_t from = s->file ? lackey_lines(s->file) : 0;
	struct lackey_access a;
	int n;

	while (s->file && s->left) {
		if (s->clocks >= THINK_MOST || (s->ended && s->clocks) ||
		    (!s->size && lackey_lines(s->file) - from >= READ_MOST))
			return think(s, ref);
		if (s->size)
			return next_line(r, s, ref);
		if (s->ended)
			return false;
		n = lackey_next(s->file, &a);
		if (n <= 0)
			return end_stream(r, s, n, ref);
		if (a.kind == LACKEY_MARKER && marker(s, a.size, ref))
			return true;
		if (a.kind == LACKEY_MARKER || !s->mine)
			continue;
		if (a.kind == LACKEY_INSTR) {
			s->clocks += a.count;
			continue;
		}
		s->addr = a.addr;
		s->size = a.size;
		s->kind = a.kind;
	}
	return false;
}

/* ---- recordings of librecord ---- */

/* Starts the access of a processor for an event. */
static void begin_access(struct thread *t, const struct memtrace_event *e)
{
	const bool access = memtrace_is_access(e->kind);

	t->addr = e->addr;
	t->pc = e->pc;
	t->size = !memtrace_touches(e) ? 0 : access ? e->size : MEMTRACE_OBJECT_BYTES;
	t->write = !access || memtrace_writes(e->kind);
}

/* Returns the first range that ends after @addr. */
static size_t range_after(const struct recording *r, uint32_t addr)
{
	size_t low = 0, high = r->ranges;

	while (low < high) {
		const size_t mid = (low + high) / 2;

		if (r->range[mid].start + r->range[mid].bytes <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* Returns the address at which processor @p accesses @addr; *n is reduced to the number of
 * contiguous bytes there. */
static uint32_t moved(struct recording *r, unsigned int p, bool write, uint32_t addr,
		      uint64_t *n)
{
	const size_t i = range_after(r, addr);
	const struct recording_range *g = &r->range[i];
	uint64_t together = *n;

	r->at[p].addr = addr;
	r->at[p].range = -1;
	if (i == r->ranges)
		return addr;
	if (g->start > addr) {
		together = g->start - addr;
	} else {
		together = g->start + g->bytes - addr;
		r->at[p].range = (int)i;
	}
	*n = together < *n ? together : *n;
	if (r->at[p].range < 0)
		return addr;
	if (g->copy && !write)
		return addr | (p >> 2) << MACHINE_LOCAL_BITS;
	return g->to + (addr - g->start);
}

/* Returns whether the access is omitted because the owner of its memory has not begun yet. The
 * owner's first access to a line that such an access would have written is a write. */
static bool left_out(struct recording *r, unsigned int p, struct machine_ref *ref)
{
	const int i = r->at[p].range;
	const uint32_t line = r->at[p].addr >> LINE_BITS;
	const uint8_t bit = (uint8_t)(1u << line % 8);
	const bool owner = i >= 0 && r->range[i].owner == (p >> 2) + 1;

	if (i < 0 || !r->range[i].owner)
		return false;
	r->begun[i] |= owner;
	if (!r->begun[i]) {
		r->filled[line / 8] |= ref->kind == MACHINE_WRITE ? bit : 0;
		return true;
	}
	if (owner && r->filled[line / 8] & bit) {
		ref->kind = MACHINE_WRITE;
		r->filled[line / 8] &= (uint8_t)~bit;
	}
	return false;
}

/* Takes the next part of an access, within a line. False: it is omitted. */
static bool next_part(struct recording *r, unsigned int p, struct thread *t,
		      struct machine_ref *ref)
{
	const uint64_t to_end = 64 - t->addr % 64;
	uint64_t n = t->size < to_end ? t->size : to_end;
	const uint32_t addr = (uint32_t)memtrace_physical(r->layout, t->which, t->addr);

	*ref = (struct machine_ref){.kind = t->write ? MACHINE_WRITE : MACHINE_READ,
				    .addr = moved(r, p, t->write, addr, &n),
				    .phase = t->phase,
				    .clocks = 1};
	r->at[p].pc = t->pc;
	t->addr += n;
	t->size -= n;
	return !left_out(r, p, ref);
}

/* Handles a thread that has ended or must wait. */
static int end_thread(struct recording *r, struct thread *t, int n)
{
	t->ended = n != -EAGAIN;
	if (n < 0 && n != -EAGAIN && !r->error[0])
		snprintf(r->error, sizeof(r->error), "%s",
			 memtrace_player_error(r->player[t->which], t->number));
	return n;
}

/* Reads a thread's next reference. Returns 1; 0 at its end; -EAGAIN: it waits. */
static int run_thread(struct recording *r, unsigned int p, struct thread *t,
		      struct machine_ref *ref)
{
	struct memtrace_event e;
	unsigned int read = 0;
	int n;

	do {
		while (!t->size) {
			if (read++ == READ_MOST) {
				*ref = (struct machine_ref){
					.kind = MACHINE_THINK, .phase = t->phase, .clocks = 1};
				return 1;
			}
			n = t->ended ? 0 : memtrace_play(r->player[t->which], t->number, &e);
			if (n <= 0)
				return end_thread(r, t, n);
			r->made += memtrace_is_access(e.kind);
			if (!r->from || memtrace_begins(r->from, &e))
				begin_access(t, &e);
		}
	} while (!next_part(r, p, t, ref));
	return 1;
}

/* Returns the first thread of a processor; successive threads are in different stations. */
static unsigned int thread_of(unsigned int processor)
{
	return processor >> 2 | (processor & 3) * STATIONS;
}

/* Finds the next reference of a processor; when one thread must wait, the next one runs. */
static bool next_of_threads(void *arg, unsigned int p, struct machine_ref *ref)
{
	struct recording *r = arg;
	const unsigned int first = thread_of(p);
	const unsigned int n =
		first < r->threads ? (r->threads - first - 1) / MACHINE_PROCESSORS + 1 : 0;
	bool waits = false;

	r->cut |= !r->left[p];
	for (unsigned int i = 0; i < n && r->left[p]; i++) {
		struct thread *t =
			&r->thread[first + (r->turn[p] + i) % n * MACHINE_PROCESSORS];
		const int got = run_thread(r, p, t, ref);

		if (got > 0) {
			r->turn[p] = (r->turn[p] + i) % n;
			r->left[p] -= ref->kind != MACHINE_THINK;
			r->waits = 0;
			return true;
		}
		waits |= got == -EAGAIN;
	}
	if (!waits)
		return false;
	if (++r->waits > (r->cut ? WAITS_CUT : WAITS_MOST)) {
		if (r->cut) /* stopped by the limit of references */
			return false;
		if (!r->error[0])
			snprintf(r->error, sizeof(r->error),
				 "the threads wait for each other, "
				 "or for one that was cut short");
		return false;
	}
	*ref = (struct machine_ref){
		.kind = MACHINE_THINK, .phase = (uint8_t)(first & 15), .clocks = WAIT_CLOCKS};
	return true;
}

static int open_trace(struct recording *r, unsigned int which, const char *path, char *error)
{
	const struct memtrace_info *i;
	struct thread *more;
	int err = memtrace_open(&r->trace[which], path, error);

	if (err)
		return err;
	r->traces = which + 1;
	snprintf(error, MEMTRACE_ERROR, "no memory");
	err = memtrace_player_open(&r->player[which], r->trace[which]);
	if (err)
		return err;
	i = memtrace_info(r->trace[which]);
	more = realloc(r->thread, (r->threads + i->threads) * sizeof(*more));
	if (!more)
		return -ENOMEM;
	r->thread = more;
	for (uint32_t k = 0; k < i->threads; k++) {
		r->thread[r->threads] = (struct thread){
			.which = which, .number = k, .phase = (uint8_t)(r->threads & 15)};
		r->threads++;
	}
	if (i->incomplete)
		snprintf(r->error, sizeof(r->error), "%s: the recording is incomplete: %s",
			 path, strerror(i->incomplete));
	return 0;
}

static int open_traces(struct recording *r, char *const *path, unsigned int files,
		       uint64_t most, struct machine_config *cfg, char *error)
{
	int err = 0;

	for (unsigned int i = 0; i < files && !err; i++)
		err = open_trace(r, i, path[i], error);
	if (!err) {
		snprintf(error, MEMTRACE_ERROR, "no memory");
		err = memtrace_layout_open(&r->layout, r->trace, files);
	}
	if (!err && memtrace_layout_pages(r->layout) > PAGES) {
		snprintf(error, MEMTRACE_ERROR,
			 "%zu pages of 16 KB, but the machine has a memory of %u",
			 memtrace_layout_pages(r->layout), PAGES);
		err = -ENOSPC;
	}
	for (unsigned int p = 0; p < MACHINE_PROCESSORS; p++)
		r->left[p] = most ? most : UINT64_MAX;
	cfg->next = next_of_threads;
	cfg->arg = r;
	return err;
}

/* ---- both ---- */

/* Returns 1 if the recording has markers for several nodes, 0 if not, or a negative errno
 * value if it cannot be opened; an error in it is reported when it is played. */
static int has_marker(const char *path)
{
	struct lackey *l;
	struct lackey_access a;
	int n = lackey_open(&l, path);

	if (n)
		return n;
	lackey_from_marker(l);
	do /* while it skips, it returns 0 instructions */
		n = lackey_next(l, &a);
	while (n > 0 && a.kind == LACKEY_INSTR && !a.count);
	lackey_close(l);
	return n > 0;
}

static int open_streams(struct recording *r, char *const *path, unsigned int files,
			uint64_t most, struct machine_config *cfg, const char **file)
{
	const int marked = files == 1 ? has_marker(path[0]) : 0;

	*file = path[0];
	if (marked < 0)
		return marked;
	for (unsigned int i = 0; i < (marked ? NODES : files); i++) {
		struct stream *s = &r->stream[marked ? 4 * i : i];
		int err;

		*file = path[marked ? 0 : i];
		err = lackey_open(&s->file, *file);
		if (err)
			return err;
		s->which = marked ? 0 : i;
		s->node = marked ? i + 1 : 0;
		s->mine = true;
		s->left = most ? most : UINT64_MAX;
		if (marked)
			lackey_from_marker(s->file);
	}
	cfg->next = next;
	cfg->arg = r;
	return 0;
}

struct recording *recording_open(char *const *path, unsigned int files, uint64_t most,
				 struct machine_config *cfg, const char **file,
				 const char **error)
{
	static _Thread_local char wrong[MEMTRACE_ERROR];
	struct recording *r = calloc(1, sizeof(*r));
	unsigned int traces = 0;
	int err;

	*file = NULL;
	*error = "no memory";
	if (!r)
		return NULL;
	*error = "one recording, or one for each of up to 64 processors";
	if (!files || files > MACHINE_PROCESSORS)
		goto fail;
	for (unsigned int i = 0; i < files; i++)
		traces += memtrace_is(path[i]) == 1;
	*error = "recordings of librecord and of lackey cannot be mixed";
	if (traces && traces != files)
		goto fail;
	*error = wrong;
	if (traces) {
		err = open_traces(r, path, files, most, cfg, wrong);
	} else {
		err = open_streams(r, path, files, most, cfg, file);
		if (err)
			*error = strerror(-err);
	}
	if (!err)
		return r;
fail:
	recording_close(r);
	return NULL;
}

void recording_close(struct recording *r)
{
	if (!r)
		return;
	for (unsigned int p = 0; p < MACHINE_PROCESSORS; p++)
		if (r->stream[p].file)
			lackey_close(r->stream[p].file);
	tdestroy(r->page, free);
	memtrace_layout_close(r->layout);
	for (unsigned int i = 0; i < r->traces; i++) {
		memtrace_player_close(r->player[i]);
		memtrace_close(r->trace[i]);
	}
	free(r->thread);
	free(r->begun);
	free(r->filled);
	free(r);
}

int recording_place(struct recording *r, const struct recording_range *range, size_t ranges)
{
	r->begun = calloc(ranges ? ranges : 1, sizeof(*r->begun));
	r->filled = calloc(1u << (28 - LINE_BITS - 3), 1);
	if (!r->begun || !r->filled)
		return -ENOMEM;
	r->range = range;
	r->ranges = ranges;
	return 0;
}

void recording_from(struct recording *r, const struct memtrace_from *from)
{
	r->place = *from;
	r->from = &r->place;
}

const struct recording_at *recording_at(const struct recording *r, unsigned int processor)
{
	return &r->at[processor];
}

uint64_t recording_accesses(const struct recording *r, uint64_t *made)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < r->traces; i++)
		sum += memtrace_info(r->trace[i])->accesses;
	*made = r->made;
	return sum;
}

const char *recording_error(const struct recording *r)
{
	return r->error[0] ? r->error : NULL;
}
