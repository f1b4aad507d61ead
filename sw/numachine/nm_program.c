/* SPDX-License-Identifier: Apache-2.0 */
#include "nm_program.h"
#include "array.h"
#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Kinds of object at an address, stored in bits 63..60; the other bits hold a number. */
enum { OTHER, VARIABLE, BLOCK, STACK, LOCAL, FRAME };
#define OBJECT(kind, number) ((uint64_t)(kind) << 60 | (uint64_t)(number))
#define KIND_OF(object) ((object) >> 60)
#define NUMBER_OF(object) ((object) & ~(UINT64_C(15) << 60))

struct block {
	uint64_t addr, size;
	size_t number;
};

/* A heap block: its address, its size and the place of its allocation. */
struct allocation {
	uint64_t addr, size, pc;
	unsigned int depth;
	uint64_t stack[NM_PROGRAM_STACK];
};

/* A function that was in progress: its thread, its frame, and a place in it. */
struct frame {
	uint32_t thread;
	uint64_t addr, below, pc; /* @below: distance from its stack pointer up to @addr */
	uint64_t at;		  /* where it was; 0: at @pc */
	size_t number;
	/* what nm_program_variables() has found */
	bool found;
	uint64_t function, variable, place; /* @place: where the function has the variable */
};

/* The functions in progress of a thread; entries up to @known are valid. */
struct frames {
	uint32_t depth, known;
	const struct frame *frame[MEMTRACE_FRAMES];
	uint64_t at[MEMTRACE_FRAMES]; /* place of the last call or synchronisation; 0: none */
};

struct nm_program {
	size_t n;
	struct memtrace *m[NM_PROGRAM_MOST];
	uint32_t first[NM_PROGRAM_MOST + 1]; /* first thread of each recording */
	struct memtrace_layout *layout;
	struct nm_words *words;
	void *live[NM_PROGRAM_MOST]; /* trees of struct block */
	struct allocation *allocation;
	size_t allocations;
	struct frames **frames; /* of each thread of all recordings; NULL: none is known */
	void *known;		/* tree of struct frame */
	struct frame **frame;
	size_t frame_count;
	void *of_variable; /* tree of struct frame: one for each variable */
	struct memtrace_from from[NM_PROGRAM_MOST];
	struct memtrace_from start; /* of each recording */
	nm_program_visit *visit;    /* NULL: the accesses are added to @words */
	void *arg;
	bool objects;	  /* @visit gets the objects */
	size_t allocated; /* number of allocations read in this reading */
	nm_program_variable *variable;
	void *variable_arg;
	uint64_t references;
	uint32_t *toucher; /* of each page, thread + 1; 0: none yet */
	bool *locked;	   /* of each thread: it has got a lock, and made no access since */
	bool conditions;   /* threads wait for conditions */
};

/* ---- objects at an address ---- */

/* Compares two blocks; they are equal if they overlap. */
static int compare_blocks(const void *a, const void *b)
{
	const struct block *x = a, *y = b;

	if (x->addr + (x->size ? x->size : 1) <= y->addr)
		return -1;
	return y->addr + (y->size ? y->size : 1) <= x->addr;
}

static void forget(struct nm_program *p, size_t which, uint64_t addr, uint64_t size)
{
	const struct block key = {addr, size, 0};
	struct block **found;

	while ((found = tfind(&key, &p->live[which], compare_blocks))) {
		struct block *b = *found;

		tdelete(b, &p->live[which], compare_blocks);
		free(b);
	}
}

static int allocate(struct nm_program *p, size_t which, const struct memtrace_event *e)
{
	struct block *b = malloc(sizeof(*b));
	struct allocation *a = NULL;

	if (b && p->allocated < p->allocations) /* known from the first reading */
		a = &p->allocation[p->allocated];
	else if (b)
		a = array_more(&p->allocation, &p->allocations, sizeof(*a));
	if (!a) {
		free(b);
		return -ENOMEM;
	}
	forget(p, which, e->addr, e->size);
	*a = (struct allocation){.addr = e->addr, .size = e->size, .pc = e->pc};
	for (unsigned int i = 0; i < e->depth && i < NM_PROGRAM_STACK; i++)
		a->stack[a->depth++] = e->stack[i];
	*b = (struct block){e->addr, e->size, p->allocated++};
	if (!tsearch(b, &p->live[which], compare_blocks)) {
		free(b);
		return -ENOMEM;
	}
	return 0;
}

/* Returns the number of the symbol that contains @addr, or the number of symbols: none does. */
static size_t symbol_of(const struct memtrace_info *i, uint64_t addr)
{
	size_t low = 0, high = i->symbols;

	while (low < high) {
		const size_t mid = (low + high) / 2;

		if (i->symbol[mid].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low && addr - i->symbol[low - 1].addr < i->symbol[low - 1].size ? low - 1
									       : i->symbols;
}

static int compare_frames(const void *a, const void *b)
{
	const struct frame *x = a, *y = b;

	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	if (x->pc != y->pc)
		return x->pc < y->pc ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

typedef int compare_fn(const void *a, const void *b);

/* Returns the frame of a tree that equals @key, which is added if there is none; NULL: no
 * memory. */
static struct frame *frame_like(struct nm_program *p, void **tree, compare_fn *compare,
				const struct frame *key)
{
	struct frame **found = tsearch(key, tree, compare), *f;
	struct frame **last;

	if (!found || *found != key)
		return found ? *found : NULL;
	f = malloc(sizeof(*f));
	last = f ? array_more(&p->frame, &p->frame_count, sizeof(*last)) : NULL;
	if (!last) {
		free(f);
		tdelete(key, tree, compare);
		return NULL;
	}
	*f = *key;
	f->number = p->frame_count - 1;
	*last = f;
	*found = f;
	return f;
}

static int add_frame(struct nm_program *p, uint32_t thread, const struct memtrace_event *e)
{
	const struct frame key = {
		.thread = thread, .addr = e->addr, .below = e->size, .pc = e->pc};
	const struct frame *f = frame_like(p, &p->known, compare_frames, &key);
	struct frames *s = p->frames[thread];

	if (!f)
		return -ENOMEM;
	while (s->known < e->depth)
		s->frame[s->known++] = NULL;
	s->frame[e->depth] = f;
	s->at[e->depth] = 0;
	s->known = e->depth + 1;
	return 0;
}

/* Keeps where the innermost function of a thread is. */
static void note_place_in(struct frames *s, uint64_t pc)
{
	if (s && s->depth && s->depth <= s->known)
		s->at[s->depth - 1] = pc;
}

/* Keeps track of the functions in progress of a thread. */
static int note_call(struct nm_program *p, uint32_t thread, const struct memtrace_event *e)
{
	struct frames **s = &p->frames[thread];

	if (!*s)
		*s = calloc(1, sizeof(**s));
	if (!*s)
		return -ENOMEM;
	if (e->kind == MEMTRACE_FRAME)
		return add_frame(p, thread, e);
	if (e->kind == MEMTRACE_ENTER) {
		note_place_in(*s, e->pc);
		(*s)->depth++;
	} else {
		(*s)->depth -= (*s)->depth > 0;
	}
	if ((*s)->known > (*s)->depth)
		(*s)->known = (*s)->depth;
	return 0;
}

/* Returns the frame of function @i in progress, with the place where the function is. */
static const struct frame *frame_now(struct nm_program *p, const struct frames *s, uint32_t i)
{
	struct frame key = *s->frame[i];
	const struct frame *now;

	key.at = s->at[i];
	now = key.at ? frame_like(p, &p->known, compare_frames, &key) : NULL;
	return now ? now : s->frame[i];
}

/* Returns the object in the stack of a thread that a thread uses: the frame of a function, or
 * the stack. */
static uint64_t in_stack(struct nm_program *p, size_t which, size_t thread, uint64_t addr,
			 uint32_t user)
{
	const struct frames *s = p->frames[p->first[which] + thread];

	for (uint32_t i = s ? s->known : 0; i--;)
		if (s->frame[i] && addr < s->frame[i]->addr)
			return OBJECT(FRAME, user == thread ? s->frame[i]->number
							    : frame_now(p, s, i)->number);
	return OBJECT(STACK, thread);
}

#define LOCAL_BITS 40 /* low bits of an object number: variable; the bits above: thread */

/* Returns the object of a thread at an address; OBJECT(OTHER, 0): there is none. */
static uint64_t of_thread(struct nm_program *p, size_t which, size_t thread, uint64_t addr,
			  uint32_t user)
{
	const struct memtrace_info *i = memtrace_info(p->m[which]);
	const struct memtrace_thread *t = &i->thread[thread];

	for (size_t k = 0; t->base && k < i->locals; k++)
		if (addr - t->base - i->local[k].addr < i->local[k].size)
			return OBJECT(LOCAL, (uint64_t)thread << LOCAL_BITS | k);
	return addr - t->stack < t->stack_size ? in_stack(p, which, thread, addr, user)
					       : OBJECT(OTHER, 0);
}

static uint64_t object_of(struct nm_program *p, size_t which, uint32_t thread, uint64_t addr)
{
	const struct memtrace_info *i = memtrace_info(p->m[which]);
	const size_t symbol = symbol_of(i, addr);
	const struct block key = {addr, 1, 0};
	struct block **found;
	uint64_t object;

	if (symbol < i->symbols)
		return OBJECT(VARIABLE, symbol);
	found = tfind(&key, &p->live[which], compare_blocks);
	if (found)
		return OBJECT(BLOCK, (*found)->number);
	/* several threads may have used the same memory as their stack: prefer the thread that
	 * uses it now, then the last one */
	object = of_thread(p, which, thread, addr, thread);
	for (size_t t = i->threads; t-- && !object;)
		object = of_thread(p, which, t, addr, thread);
	return object;
}

bool nm_program_object(const struct nm_program *p, const struct nm_words_line *l,
		       const struct nm_words_use *u, char name[NM_PROGRAM_NAME],
		       uint64_t *offset, uint64_t *pc)
{
	const uint64_t number = NUMBER_OF(u->object);
	const struct memtrace_symbol *local;
	const struct memtrace_info *i;
	uint64_t addr = 0, which_thread;
	size_t which = 0;

	*offset = 0;
	*pc = 0;
	if (!memtrace_virtual(p->layout, l->addr + u->offset, &which, &addr))
		addr = 0;
	i = memtrace_info(p->m[which]);
	switch (KIND_OF(u->object)) {
	case VARIABLE:
		snprintf(name, NM_PROGRAM_NAME, "%s", i->symbol[number].name);
		*offset = addr - i->symbol[number].addr;
		break;
	case BLOCK:
		snprintf(name, NM_PROGRAM_NAME, "%llu bytes allocated at ",
			 (unsigned long long)p->allocation[number].size);
		*offset = addr - p->allocation[number].addr;
		*pc = p->allocation[number].pc;
		break;
	case LOCAL:
		which_thread = number >> LOCAL_BITS;
		local = &i->local[number & ((UINT64_C(1) << LOCAL_BITS) - 1)];
		snprintf(name, NM_PROGRAM_NAME, "%.400s of thread %llu", local->name,
			 (unsigned long long)(p->first[which] + which_thread));
		*offset = addr - i->thread[which_thread].base - local->addr;
		break;
	case FRAME:
		snprintf(name, NM_PROGRAM_NAME, "stack of thread %lu",
			 (unsigned long)p->frame[number]->thread);
		*offset = addr - i->thread[p->frame[number]->thread - p->first[which]].stack;
		break;
	case STACK:
		snprintf(name, NM_PROGRAM_NAME, "stack of thread %llu",
			 (unsigned long long)(p->first[which] + number));
		*offset = addr - i->thread[number].stack;
		break;
	default:
		snprintf(name, NM_PROGRAM_NAME, "memory at 0x%llx", (unsigned long long)addr);
	}
	return KIND_OF(u->object) == VARIABLE || KIND_OF(u->object) == LOCAL;
}

/* Returns whether two frames are known to be those of one call, or of calls of one function. */
static bool same_function(const struct frame *a, const struct frame *b)
{
	return a->addr == b->addr && a->below == b->below &&
	       (a->pc == b->pc || (a->found && b->found && a->function == b->function));
}

/* Returns the only function that had this address in its frame; NULL: none, or several. An
 * access may come before the event that records the frame. */
static const struct frame *frame_around(const struct nm_program *p, uint32_t thread,
					uint64_t addr)
{
	const struct frame *found = NULL;

	for (size_t i = 0; i < p->frame_count; i++) {
		const struct frame *f = p->frame[i];

		if (f->thread != thread || addr >= f->addr || f->addr - addr > f->below)
			continue;
		if (found && !same_function(found, f))
			return NULL;
		found = f;
	}
	return found;
}

bool nm_program_on_stack(const struct nm_words_use *u)
{
	return KIND_OF(u->object) == FRAME || KIND_OF(u->object) == STACK;
}

/* Finds the frame of a use, and its address; NULL: it has none. */
static const struct frame *frame_of_use(const struct nm_program *p,
					const struct nm_words_line *l,
					const struct nm_words_use *u, uint64_t *addr)
{
	size_t which;

	if (!nm_program_on_stack(u) ||
	    !memtrace_virtual(p->layout, l->addr + u->offset, &which, addr))
		return NULL;
	return KIND_OF(u->object) == FRAME
		       ? p->frame[NUMBER_OF(u->object)]
		       : frame_around(p, p->first[which] + (uint32_t)NUMBER_OF(u->object),
				      *addr);
}

static struct nm_program_frame frame_at(const struct frame *f, uint64_t addr)
{
	return (struct nm_program_frame){.thread = f->thread,
					 .pc = f->found ? f->place : f->pc,
					 .from_frame = (int64_t)(addr - f->addr),
					 .from_stack = (int64_t)(addr - (f->addr - f->below))};
}

bool nm_program_frame(const struct nm_program *p, const struct nm_words_line *l,
		      const struct nm_words_use *u, struct nm_program_frame *frame)
{
	uint64_t addr;
	const struct frame *const f = frame_of_use(p, l, u, &addr);

	if (!f)
		return false;
	*frame = frame_at(f, addr);
	return true;
}

/* ---- variables of one place ---- */

static int compare_variables(const void *a, const void *b)
{
	const struct frame *x = a, *y = b;

	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	return (x->variable > y->variable) - (x->variable < y->variable);
}

/* Finds the variable at @addr when the function of a frame was at @pc, if that is in it. */
static void find_variable(const struct nm_program *p, struct frame *f, uint64_t addr,
			  uint64_t pc)
{
	const struct nm_program_frame frame = frame_at(f, addr);
	uint64_t at, function, variable;
	const char *path;

	if (!pc || !nm_program_place(p, f->thread, pc, &path, &at) ||
	    !p->variable(p->variable_arg, path, at, &frame, &function, &variable) ||
	    (f->found && function != f->function))
		return;
	f->found = true;
	f->function = function;
	f->variable = variable;
	f->place = pc;
}

uint64_t nm_program_object_of_use(struct nm_program *p, const struct nm_words_line *l,
				  const struct nm_words_use *u)
{
	uint64_t addr;
	const struct frame *const f = frame_of_use(p, l, u, &addr);
	const bool own = f && u->thread == f->thread;
	const struct frame *like;
	struct frame key;

	/* where the function of another thread was is known from its frame only */
	if (!f || !p->variable || (KIND_OF(u->object) == STACK && !own))
		return u->object;
	key = *f;
	find_variable(p, &key, addr, key.pc);
	/* a function that is not recorded has no frame: its places are in none */
	find_variable(p, &key, addr, own ? u->pc : key.at);
	if (!key.found)
		return u->object;
	like = frame_like(p, &p->of_variable, compare_variables, &key);
	return like ? OBJECT(FRAME, like->number) : u->object;
}

static uint64_t object_of_use(void *arg, const struct nm_words_line *l,
			      const struct nm_words_use *u)
{
	return nm_program_object_of_use(arg, l, u);
}

void nm_program_variables(struct nm_program *p, nm_program_variable *variable, void *arg)
{
	p->variable = variable;
	p->variable_arg = arg;
	for (size_t i = 0; i < p->frame_count; i++)
		find_variable(p, p->frame[i], p->frame[i]->addr, p->frame[i]->pc);
	nm_words_replace(p->words, object_of_use, p);
}

unsigned int nm_program_stack(const struct nm_program *p, const struct nm_words_use *u,
			      const uint64_t **stack)
{
	const struct allocation *a;

	if (KIND_OF(u->object) != BLOCK)
		return 0;
	a = &p->allocation[NUMBER_OF(u->object)];
	*stack = a->stack;
	return a->depth;
}

/* ---- threads and places ---- */

size_t nm_program_pages(const struct nm_program *p)
{
	return memtrace_layout_pages(p->layout);
}

uint32_t nm_program_first(const struct nm_program *p, size_t page)
{
	return p->toucher[page] ? p->toucher[page] - 1 : 0;
}

uint64_t nm_program_accesses(const struct nm_program *p)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < p->n; i++)
		sum += memtrace_info(p->m[i])->accesses;
	return sum;
}

uint64_t nm_program_left(const struct nm_program *p)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < p->n; i++)
		sum += memtrace_info(p->m[i])->left;
	return sum;
}

uint64_t nm_program_phases(const struct nm_program *p)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < p->n; i++)
		sum += memtrace_info(p->m[i])->phases;
	return sum;
}

bool nm_program_unordered(const struct nm_program *p)
{
	for (size_t i = 0; i < p->n; i++)
		if (memtrace_info(p->m[i])->unordered)
			return true;
	return false;
}

unsigned int nm_program_threads(const struct nm_program *p)
{
	return p->first[p->n];
}

void nm_program_thread(const struct nm_program *p, uint32_t thread, size_t *which,
		       const struct memtrace_thread **t)
{
	for (*which = 0; thread >= p->first[*which + 1]; (*which)++)
		;
	*t = &memtrace_info(p->m[*which])->thread[thread - p->first[*which]];
}

const char *nm_program_file(const struct nm_program *p, uint32_t thread)
{
	const struct memtrace_thread *t;
	const struct memtrace_info *i;
	size_t which;

	nm_program_thread(p, thread, &which, &t);
	i = memtrace_info(p->m[which]);
	return i->modules ? i->module[0].path : "";
}

bool nm_program_place(const struct nm_program *p, uint32_t thread, uint64_t pc,
		      const char **path, uint64_t *addr)
{
	const struct memtrace_thread *t;
	const struct memtrace_info *i;
	const struct memtrace_module *best = NULL;
	size_t which;

	nm_program_thread(p, thread, &which, &t);
	i = memtrace_info(p->m[which]);
	for (size_t k = 0; k < i->modules; k++)
		if (i->module[k].base <= pc && (!best || i->module[k].base > best->base))
			best = &i->module[k];
	if (!best || !pc)
		return false;
	*path = best->path;
	*addr = pc - best->base;
	return true;
}

/* ---- reading ---- */

/* Keeps track of the blocks and functions; returns 1: the event is another one. */
static int note_object(struct nm_program *p, size_t which, const struct memtrace_event *e)
{
	if (e->kind == MEMTRACE_ALLOCATE)
		return allocate(p, which, e);
	if (e->kind == MEMTRACE_RELEASE_BLOCK)
		forget(p, which, e->addr, 1);
	if (e->kind == MEMTRACE_ENTER || e->kind == MEMTRACE_LEAVE || e->kind == MEMTRACE_FRAME)
		return note_call(p, p->first[which] + e->thread, e);
	return 1;
}

/* Keeps the first thread that uses a page. The pages of an access need not be contiguous in
 * physical memory. */
static void note_touch(struct nm_program *p, size_t which, const struct memtrace_event *e,
		       const struct nm_program_access *a)
{
	const uint64_t last = e->addr + (a->size ? a->size - 1 : 0);

	for (uint64_t addr = e->addr; addr <= last; addr = (addr | (MEMTRACE_PAGE - 1)) + 1) {
		const uint64_t at = memtrace_physical(p->layout, which, addr);

		if (at != UINT64_MAX && !p->toucher[at >> MEMTRACE_PAGE_BITS])
			p->toucher[at >> MEMTRACE_PAGE_BITS] = a->thread + 1;
	}
}

/* Adds an access to the words. */
static int add_access(struct nm_program *p, const struct memtrace_event *e,
		      const struct nm_program_access *a)
{
	bool *const locked = &p->locked[a->thread];
	int err;

	p->conditions |= !memtrace_is_access(e->kind) && e->object == MEMTRACE_CONDITION;
	err = nm_words_access(p->words, a->thread, a->addr, a->size, a->writes, a->atomic,
			      a->pc, a->object);
	if (*locked && p->conditions && e->kind == MEMTRACE_READ && !err)
		nm_words_gate(p->words, a->addr);
	*locked = e->kind == MEMTRACE_ACQUIRE && e->object == MEMTRACE_LOCK;
	return err;
}

static int note(struct nm_program *p, size_t which, const struct memtrace_event *e)
{
	struct nm_program_access a = {
		.thread = p->first[which] + e->thread,
		.addr = memtrace_physical(p->layout, which, e->addr),
		.size = memtrace_is_access(e->kind) ? e->size : MEMTRACE_OBJECT_BYTES,
		.reference = p->references,
		.writes = !memtrace_is_access(e->kind) || memtrace_writes(e->kind),
		.atomic = e->kind >= MEMTRACE_ATOMIC_READ,
		.pc = e->pc};
	const int err = p->objects ? note_object(p, which, e) : 1;

	if (err <= 0)
		return err;
	if (p->objects && memtrace_is_ordered(e->kind) && e->pc)
		note_place_in(p->frames[a.thread], e->pc);
	p->references += memtrace_is_access(e->kind);
	if (!p->visit && memtrace_touches(e))
		note_touch(p, which, e, &a);
	if (!memtrace_begins(&p->from[which], e) || !memtrace_touches(e))
		return 0;
	if (p->objects)
		a.object = object_of(p, which, e->thread, e->addr);
	if (p->visit)
		return p->visit(p->arg, &a);
	return add_access(p, e, &a);
}

/* Plays an event of each thread of a recording; returns the number of threads that have not
 * ended, or an error. */
static int play_round(struct nm_program *p, size_t which, struct memtrace_player *player,
		      char *error)
{
	struct memtrace_event e;
	int running = 0;

	for (uint32_t t = 0; t < memtrace_info(p->m[which])->threads; t++) {
		const int n = memtrace_play(player, t, &e);
		int err = 0;

		if (n < 0 && n != -EAGAIN) {
			snprintf(error, MEMTRACE_ERROR, "%s", memtrace_player_error(player, t));
			return n;
		}
		running += n != 0;
		if (n > 0)
			err = note(p, which, &e);
		if (err)
			return err;
	}
	return running;
}

/* Plays the threads of all recordings in turn. */
static int play_all(struct nm_program *p, struct memtrace_player **player, char *error)
{
	bool more = true;

	while (more) {
		more = false;
		for (size_t i = 0; i < p->n; i++) {
			const uint64_t before = memtrace_played(player[i]);
			const int n = play_round(p, i, player[i], error);

			if (n < 0)
				return n;
			if (n && memtrace_played(player[i]) == before) {
				snprintf(error, MEMTRACE_ERROR,
					 "%.400s: the threads wait for each other",
					 memtrace_path(p->m[i]));
				return -EBADMSG;
			}
			more |= n > 0;
		}
	}
	return 0;
}

static int play(struct nm_program *p, char *error)
{
	struct memtrace_player *player[NM_PROGRAM_MOST] = {NULL};
	int err = 0;

	p->references = 0;
	p->allocated = 0;
	for (size_t i = 0; i < p->n; i++) {
		p->from[i] = p->start;
		tdestroy(p->live[i], free);
		p->live[i] = NULL;
	}
	for (size_t i = 0; i < p->first[p->n]; i++)
		if (p->frames[i])
			*p->frames[i] = (struct frames){0};
	for (size_t i = 0; i < p->n && !err; i++)
		err = memtrace_player_open(&player[i], p->m[i]);
	if (!err)
		err = play_all(p, player, error);
	for (size_t i = 0; i < p->n; i++)
		memtrace_player_close(player[i]);
	return err;
}

int nm_program_open(struct nm_program **out, char *const *path, size_t n,
		    unsigned int line_bytes, char error[MEMTRACE_ERROR])
{
	return nm_program_open_from(out, path, n, line_bytes, NULL, error);
}

int nm_program_open_from(struct nm_program **out, char *const *path, size_t n,
			 unsigned int line_bytes, const struct memtrace_from *from,
			 char error[MEMTRACE_ERROR])
{
	struct nm_program *p = calloc(1, sizeof(*p));
	int err = p ? 0 : -ENOMEM;

	snprintf(error, MEMTRACE_ERROR, "no memory");
	if (n > NM_PROGRAM_MOST) {
		snprintf(error, MEMTRACE_ERROR, "more than %u recordings", NM_PROGRAM_MOST);
		err = -E2BIG;
	}
	if (p && from)
		p->start = *from;
	for (size_t i = 0; i < n && !err; i++) {
		err = memtrace_open(&p->m[i], path[i], error);
		if (err)
			break;
		p->n = i + 1;
		p->first[i + 1] = p->first[i] + (uint32_t)memtrace_info(p->m[i])->threads;
		snprintf(error, MEMTRACE_ERROR, "no memory");
	}
	if (!err)
		err = memtrace_layout_open(&p->layout, p->m, n);
	if (!err) {
		p->frames = calloc(p->first[n] + 1, sizeof(*p->frames));
		p->toucher = calloc(memtrace_layout_pages(p->layout) + 1, sizeof(*p->toucher));
		p->locked = calloc(p->first[n] + 1, sizeof(*p->locked));
		err = p->frames && p->toucher && p->locked ? 0 : -ENOMEM;
	}
	if (!err) {
		p->words = nm_words_open(line_bytes);
		err = p->words ? 0 : -ENOMEM;
	}
	if (p)
		p->objects = true;
	if (!err)
		err = play(p, error);
	if (err) {
		nm_program_close(p);
		return err;
	}
	nm_words_finish(p->words);
	*out = p;
	return 0;
}

int nm_program_accesses_again(struct nm_program *p, bool objects, nm_program_visit *visit,
			      void *arg, char error[MEMTRACE_ERROR])
{
	int err;

	p->objects = objects;
	p->visit = visit;
	p->arg = arg;
	snprintf(error, MEMTRACE_ERROR, "no memory");
	err = play(p, error);
	p->visit = NULL;
	return err;
}

void nm_program_close(struct nm_program *p)
{
	if (!p)
		return;
	nm_words_close(p->words);
	memtrace_layout_close(p->layout);
	for (size_t i = 0; i < p->n; i++) {
		memtrace_close(p->m[i]);
		tdestroy(p->live[i], free);
	}
	for (size_t i = 0; p->frames && i < p->first[p->n]; i++)
		free(p->frames[i]);
	tdestroy(p->known, free);
	tdestroy(p->of_variable, free);
	free(p->frames);
	free(p->frame);
	free(p->toucher);
	free(p->locked);
	free(p->allocation);
	free(p);
}

const struct nm_words *nm_program_words(const struct nm_program *p)
{
	return p->words;
}

const char *nm_program_incomplete(const struct nm_program *p, int *why)
{
	for (size_t i = 0; i < p->n; i++)
		if (memtrace_info(p->m[i])->incomplete) {
			*why = memtrace_info(p->m[i])->incomplete;
			return memtrace_path(p->m[i]);
		}
	return NULL;
}
