/* SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later */
/*
 * A tool for valgrind: records the memory accesses of a threaded program that was not compiled
 * for it, in the format of librecord (memtrace.h), and sends them to the program that started
 * it (binrec.h). No code of the recorder runs inside the program.
 *
 *	--pipe=FD	descriptor to which the recording is sent
 *	--most=N	record N accesses, then only count them; 0: all
 *	--gap=N		only count about N accesses between phases that are recorded; 0: none
 *
 * Calls of the functions that order threads or allocate memory are found at their entries and
 * returns; the accesses inside them are not recorded, the call is. Other accesses of the C
 * library, for example by memcpy(), are recorded at the place of the program's call, except
 * those to the library's own variables. What the system writes into the program is recorded,
 * too. valgrind runs one thread at a time, so that the order of all events is known.
 *
 * A thread that is about to order itself after another one, by an atomic access or such a
 * call, waits until the others have done as much. The order of a recording is so that of
 * a machine with a processor for each thread. So does a thread that polls a word, or uses one
 * that others poll: accesses to it by which a thread gets the value of another one are recorded
 * as atomic.
 *
 * The recorder is a separate program, linked with valgrind's libraries (GPL 2 or later).
 */
#include "binrec.h"
#include "memtrace.h"
#include "random.h"
#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_guest.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "libvex_guest_offsets.h"
#include "valgrind_ir.h"
#include <stddef.h>

/* functions of valgrind's core: move a descriptor out of the program's range; find a function
 * by any of its names; set the instruction pointer of a thread; the descriptor of the program;
 * forget translations, outside generated code */
extern Int VG_(safe_fd)(Int fd);
extern Bool VG_(lookup_symbol_SLOW)(DiEpoch now, const HChar *library, const HChar *name,
				    Addr *found);
extern void VG_(set_IP)(ThreadId tid, Addr ip);
extern Int VG_(cl_exec_fd);
extern void VG_(discard_translations)(Addr start, ULong size, const HChar *who);

#define BUFFER (MEMTRACE_CONTENTS / 2) /* packed contents stay below the limit of a block */
#define EVENT_BYTES 256u	       /* largest size of an event */
#define PENDING 16u		       /* largest number of nested calls that are recorded */
#define HEAP 0u			       /* number of the domain of heap blocks */
#define HEAP_SLACK 1000u /* blocks are ordered because threads reuse them, seldom at once */
#define PATIENCE 100000u /* turns that a thread has to return from a system call */
#define YIELDS 1000u	 /* turns until a thread sleeps for 1 ms */
#define LOOKS 32u	 /* turns until it is examined whether it sleeps */
#define QUANTUM (4 * EVENT_CLOCKS) /* of a thread while others are in a system call */
/* A thread's clock counts its instructions, and an event as so many: what a thread does besides
 * its events is of little account, but one that makes none must go on, too. */
#define EVENT_CLOCKS 256u
#define PATH 4096u
#define MEMBERS 1024u	/* largest number of functions of parallel regions and of tasks */
#define GOMP_DEPENDS 8u /* flag of GOMP_task() */
#define TASKS 16384u	/* largest number of tasks of OpenMP that have not begun */
#define FRAMES 64u
#define SEGMENTS 4096
#define OWN_STACK (1u << 20) /* most that functions of the C library use */
#define TIDS 500u	     /* valgrind's largest number of threads at a time */
#define POLLS 16u	     /* equal turns of a loop after which it polls a word */
#define READS 256u	     /* words whose last read is known, for each thread */
#define WORDS 65536u	     /* words that order threads, and ... */
#define PLACES 4096u /* ... places that use them; further ones are plain, which is said */
#define PROBES 16u   /* entries in which one can be */

/* addresses that stand for threads, and for what the process has once */
#define KEY_THREADS 0x10000u
#define KEY_SIGNALS 0x8000u
#define KEY_PHASES 0x4000u
#define KEY_TASKS 0x2000u /* all tasks that have ended */

#define SLICE 1000u /* accesses in a phase after which another thread goes on */

struct hook;

struct pending {
	const struct hook *hook;
	Addr sp; /* stack pointer of the caller when the function returns */
	UWord a, b,
		c; /* arguments; of a parallel region the function and data of its threads */
	Addr key;  /* address of the object */
};

/* the last read of a word by a thread */
struct last_read {
	Addr a;
	ULong value;  /* or its first bytes */
	ULong change; /* number of the thread's last change at that time */
	UInt times;   /* without a change */
	UInt version; /* of the word */
};

struct thread {
	ULong clock;	/* generated code adds the instructions */
	UWord pendings; /* generated code reads it */
	/* return address of the program's last call, and stack pointer when the program last
	 * called or returned; generated code writes them */
	Addr place, sp;
	UWord in_openmp; /* the OpenMP library has called last; generated code writes it */
	UWord quiet;	 /* number of calls in progress whose accesses do not count */
	struct pending pending[PENDING];
	UInt number;
	ThreadId tid;
	Bool blocked; /* in a system call */
	Int lwp;      /* the system's number of the thread */
	UInt call;    /* the system call that it made last, and its first argument */
	UWord argument;
	Addr futex;    /* on which it waits; 0: none */
	ULong since;   /* order in which threads began to wait */
	UInt patience; /* number of turns that others wait for its return */
	UInt turns;    /* number of turns for which it has waited */
	ULong left_at; /* clock when it last left the processor for others */
	UInt slice;    /* number of accesses since it got the processor */
	Bool ended, joined;
	Addr handle; /* pthread_t */
	Addr start, created_at, stack;
	SizeT stack_size;
	Addr team;		   /* of OpenMP: the object of its barriers */
	UWord owed;		   /* the team whose part it has ended, until it is its turn */
	Addr framed_sp, framed_at; /* the call at which its frames were last recorded */
	HChar name[16];
	/* A change is what a loop that only polls does not do: a write outside the thread's own
	 * stack, or a read of a word that is not among the last ones. */
	ULong changes, changed_at; /* number of them; clock of the last one */
	Bool polls;
	ULong look_at; /* clock when it asks for its turn again while it polls */
	struct last_read reads[READS];
	/* events */
	UChar *buffer;
	UInt used, events;
	uint64_t addr, pc;
};

static struct thread *cur;	     /* generated code reads it */
static struct thread *running[TIDS]; /* by valgrind's number */
static ThreadId tids = 1;	     /* larger than all numbers so far */

static struct {
	Int fd;
	Bool on;
	Bool counts;			/* accesses are counted, although not recorded now */
	Bool pauses;			/* between two phases */
	ULong accesses, recorded, most; /* number of accesses; of those to record, 0: all */
	ULong edge; /* number of accesses after which recording ends or begins again */
	ULong gap;
	uint64_t random;
	UInt phases; /* number of phases that have begun; 0: all is recorded */
	UInt threads;
	Int incomplete; /* errno value */
	struct thread *thread[MEMTRACE_THREADS];
	ULong next[MEMTRACE_DOMAINS];
	ULong waits; /* number of waits for a futex */
} rec = {.fd = -1, .edge = ~0ull, .random = 1};

/* ---- the pipe ---- */

static void put_all(const void *data, UInt n)
{
	const HChar *at = data;

	while (n && rec.fd >= 0) {
		const Int k = VG_(write)(rec.fd, at, (Int)n);

		if (k <= 0) {
			rec.on = False;
			rec.fd = -1;
			return;
		}
		at += k;
		n -= (UInt)k;
	}
}

static void send(UInt kind, UInt thread, const void *contents, UInt size, UInt events)
{
	const struct binrec_message m = {kind, thread, size, events};

	put_all(&m, sizeof(m));
	put_all(contents, size);
}

static void flush(struct thread *t)
{
	if (t->events)
		send(MEMTRACE_EVENTS, t->number, t->buffer, t->used, t->events);
	t->used = t->events = 0;
	t->addr = t->pc = 0;
}

/* ---- events ---- */

static UChar *begin_event(struct thread *t, UInt kind, UInt code)
{
	if (t->used + EVENT_BYTES > BUFFER)
		flush(t);
	t->events++;
	t->clock += EVENT_CLOCKS;
	t->buffer[t->used] = (UChar)(kind | code << 4);
	return t->buffer + t->used + 1;
}

static void end_event(struct thread *t, const UChar *p)
{
	t->used = (UInt)(p - t->buffer);
}

static UInt size_code(SizeT size)
{
	for (UInt i = 0; i < 5; i++)
		if (size == (SizeT)1 << i)
			return i + 1;
	return 0;
}

static UChar *put_access(struct thread *t, UInt kind, Addr a, SizeT size, Addr pc)
{
	const UInt code = size_code(size);
	UChar *p = begin_event(t, kind, code);

	if (!code)
		p = memtrace_put_number(p, size);
	p = memtrace_put_difference(p, &t->addr, a);
	return memtrace_put_difference(p, &t->pc, pc);
}

static UChar *put_order(UChar *p, UInt domain)
{
	return memtrace_put_number(memtrace_put_number(p, domain), rec.next[domain]++);
}

static void put_object(struct thread *t, UInt kind, UInt object, Addr a, Addr place)
{
	UChar *p;

	if (!rec.on || !t)
		return;
	p = memtrace_put_difference(begin_event(t, kind, object), &t->addr, a);
	p = memtrace_put_difference(p, &t->pc, place);
	end_event(t, put_order(p, memtrace_domain(a)));
}

static Bool begins_with(const HChar *name, const HChar *with)
{
	return VG_(strncmp)(name, with, VG_(strlen)(with)) == 0;
}

/* Reads the places of the stack of a function whose first instruction is executed, from its
 * caller outwards, without the functions of C++ that allocate. */
static UInt stack_of(struct thread *t, Addr sp, Addr entry, Addr place[MEMTRACE_STACK])
{
	const DiEpoch now = VG_(current_DiEpoch)();
	Addr at[MEMTRACE_STACK + 4];
	const HChar *name;
	UInt n, from = 1;

	VG_(set_IP)(t->tid, entry);
	n = VG_(get_StackTrace)(t->tid, at, MEMTRACE_STACK + 4, NULL, NULL, 0);
	if (n < 2) {
		place[0] = *(const Addr *)sp;
		return 1;
	}
	while (from + 1 < n && VG_(get_fnname)(now, at[from], &name) &&
	       begins_with(name, "operator new"))
		from++;
	n = n - from < MEMTRACE_STACK ? n - from : MEMTRACE_STACK;
	for (UInt i = 0; i < n; i++)
		place[i] = at[from + i] + 1;
	return n;
}

static void put_allocation(struct thread *t, Addr block, SizeT size, const Addr *place, UInt n)
{
	UChar *p;

	if (!rec.on && !rec.pauses)
		return;
	p = memtrace_put_difference(begin_event(t, MEMTRACE_ALLOCATE, 0), &t->addr, block);
	p = put_order(memtrace_put_number(p, size), HEAP);
	p = memtrace_put_number(p, n);
	for (UInt i = 0; i < n; i++)
		p = memtrace_put_difference(p, &t->pc, place[i]);
	end_event(t, p);
}

static void put_release(struct thread *t, Addr block)
{
	UChar *p;

	if ((!rec.on && !rec.pauses) || !block)
		return;
	p = memtrace_put_difference(begin_event(t, MEMTRACE_RELEASE_BLOCK, 0), &t->addr, block);
	end_event(t, put_order(p, HEAP));
}

/* ---- threads ---- */

static struct thread *new_thread(ThreadId tid)
{
	struct thread *t;

	if (rec.threads == MEMTRACE_THREADS) {
		rec.incomplete = VKI_EAGAIN;
		rec.on = False;
		return running[tid] = rec.thread[0];
	}
	t = VG_(calloc)("thread", 1, sizeof(*t));
	t->buffer = VG_(malloc)("buffer", BUFFER);
	t->tid = tid;
	t->number = rec.threads;
	rec.thread[rec.threads++] = t;
	running[tid] = t;
	tids = tid < tids ? tids : tid + 1;
	return t;
}

static Addr key_of(const struct thread *t)
{
	return KEY_THREADS + 16 * t->number;
}

static void note_stack(struct thread *t)
{
	const Addr top = VG_(thread_get_stack_max)(t->tid);

	VG_(get_shadow_regs_area)
	(t->tid, (UChar *)&t->handle, 0, offsetof(VexGuestAMD64State, guest_FS_CONST), 8);
	if (t->stack || !top)
		return;
	t->stack_size = VG_(thread_get_stack_size)(t->tid);
	t->stack = top + 1 - t->stack_size;
}

static void on_new_thread(ThreadId parent, ThreadId child)
{
	struct thread *const p = running[parent], *t;

	t = new_thread(child);
	cur = cur ? cur : t;
	if (!p || p == t)
		return;
	t->clock = p->clock;
	t->start = p->pendings ? p->pending[p->pendings - 1].c : 0;
	t->created_at = p->place;
	put_object(p, MEMTRACE_RELEASE, MEMTRACE_START, key_of(t), p->place);
	put_object(t, MEMTRACE_ACQUIRE, MEMTRACE_START, key_of(t), 0);
}

static void end_thread(struct thread *t)
{
	if (t->ended)
		return;
	t->ended = True;
	put_object(t, MEMTRACE_RELEASE, MEMTRACE_FINISH, key_of(t), 0);
}

static void on_thread_end(ThreadId tid)
{
	struct thread *const t = running[tid];

	if (!t)
		return;
	note_stack(t);
	end_thread(t);
}

static void on_code(ThreadId tid, ULong blocks)
{
	cur = running[tid];
	if (!cur->lwp)
		cur->lwp = VG_(gettid)();
}

static struct thread *with_handle(Addr handle)
{
	for (UInt i = rec.threads; i--;) {
		struct thread *const t = rec.thread[i];

		if (!t->handle && !t->ended)
			note_stack(t);
		if (t->handle == handle && !t->joined)
			return t;
	}
	return NULL;
}

/* ---- turns ---- */

/* Returns whether a thread sleeps in the system call that it made last. */
static Bool sleeps_in(const struct thread *t)
{
	HChar path[48], text[64], call[64];
	SysRes file;
	Int n;

	VG_(snprintf)(path, sizeof(path), "/proc/self/task/%d/syscall", t->lwp);
	file = VG_(open)(path, VKI_O_RDONLY, 0);
	if (sr_isError(file))
		return False;
	n = VG_(read)((Int)sr_Res(file), text, sizeof(text) - 1);
	VG_(close)((Int)sr_Res(file));
	text[n < 0 ? 0 : n] = '\0';
	/* one that waits for the processor under valgrind is in another call */
	VG_(snprintf)(call, sizeof(call), "%u 0x%lx ", t->call, t->argument);
	return begins_with(text, call);
}

/*
 * Returns whether the running thread must wait, because one that can run has a smaller
 * clock. One that sleeps gets that of those that go on without it. A thread in a
 * system call sleeps after as many turns as its patience, or if the system says so. The thread
 * that must wait leaves the processor, as does sometimes one that goes on, so that those whose
 * system call has ended can return from it. @guest is valgrind's state of the thread.
 */
static UWord must_wait(VexGuestAMD64State *guest, UWord slack)
{
	struct thread *const me = cur;
	Bool waits = False, sleeps = False;

	if (!rec.on || me->quiet)
		return 0;
	for (ThreadId i = 1; i < tids; i++) {
		struct thread *const t = running[i];

		if (!t || t == me || t->ended || t->clock + slack >= me->clock)
			continue;
		if (t->blocked && !t->patience) {
			sleeps = True;
		} else {
			if (t->blocked && --t->patience % LOOKS == 0 && sleeps_in(t))
				t->patience = 0;
			waits = True;
		}
	}
	/* a thread of lower priority must run, too */
	if (waits && ++me->turns % YIELDS == 0)
		VG_(poll)(NULL, 0, 1);
	if (waits || (sleeps && me->clock - me->left_at > QUANTUM)) {
		me->left_at = me->clock;
		guest->host_EvC_COUNTER = 0;
		return 1;
	}
	for (ThreadId i = 1; i < tids; i++)
		if (running[i] && running[i]->blocked && running[i]->clock < me->clock)
			running[i]->clock = me->clock;
	return 0;
}

/* ---- words that order threads ---- */

/* A word that a thread polls, or that an atomic instruction writes. */
static struct word {
	Addr a;
	UInt version; /* number of writes */
	UInt writer;  /* the last one */
} words[WORDS];
static Bool has_words, unordered; /* a word or a place found no room */

/* An instruction that uses such words waits for its turn. */
static struct place {
	Addr pc;
	Bool ordered; /* always; else while the thread polls */
} places[PLACES];
static Addr stale[16]; /* translations to be made again, with waiting */
static UInt stales;

/* Returns the entry of @key in a table whose entries have @size bytes and begin with their key:
 * its own, an empty one for it, or that of another key. */
static void *probe(void *table, UInt entries, SizeT size, Addr key)
{
	const UInt first = (UInt)(key * 0x9E3779B97F4A7C15u >> 40);
	Addr *e = table;

	for (UInt i = 0; i < PROBES; i++) {
		e = (Addr *)((UChar *)table + (first + i) % entries * size);
		if (!*e || *e == key)
			break;
	}
	return e;
}

static struct word *slot_of(Addr a)
{
	return probe(words, WORDS, sizeof(*words), a);
}

static struct word *word_at(Addr a)
{
	struct word *const w = has_words ? slot_of(a) : NULL;

	return w && w->a == a ? w : NULL;
}

/* Where there is no room, a polled word takes that of another one, which is plain again. */
static void add_word(Addr a, Bool polled)
{
	struct word *const w = slot_of(a);

	unordered |= w->a && w->a != a;
	if (!w->a || (w->a != a && polled))
		*w = (struct word){.a = a};
	has_words = True;
}

static struct place *place_at(Addr pc)
{
	return probe(places, PLACES, sizeof(*places), pc);
}

/* The thread goes on when it is its turn again. */
static void leave_processor(const struct thread *t)
{
	static const UInt none;

	VG_(set_shadow_regs_area)
	(t->tid, 0, offsetof(VexGuestAMD64State, host_EvC_COUNTER), sizeof(none),
	 (const UChar *)&none);
}

/* Makes an instruction wait for its turn from the next time on. */
static void add_place(const struct thread *t, Addr pc, Bool ordered)
{
	struct place *const p = place_at(pc);

	if (p->pc == pc)
		p->ordered |= ordered;
	unordered |= p->pc && p->pc != pc;
	if (p->pc || stales == sizeof(stale) / sizeof(*stale))
		return;
	*p = (struct place){.pc = pc, .ordered = ordered};
	stale[stales++] = pc;
	leave_processor(t);
}

/* A thread has left the processor. */
static void on_code_end(ThreadId tid, ULong blocks)
{
	while (stales)
		VG_(discard_translations)(stale[--stales] - 1, 1, "binrec");
}

/* Returns whether the running thread must wait before an instruction that uses such words. The
 * longer it has polled the less its turn matters. */
static UWord must_wait_at(VexGuestAMD64State *guest, const struct place *p)
{
	struct thread *const t = cur;
	const ULong slack = (t->clock - t->changed_at) / POLLS;

	if (!p->ordered && (!t->polls || t->clock < t->look_at))
		return 0;
	if (must_wait(guest, slack))
		return 1;
	t->look_at = t->clock + slack;
	return 0;
}

static void note_change(struct thread *t)
{
	t->changes++;
	t->changed_at = t->clock;
	t->polls = False;
}

static Bool is_on_stack(const struct thread *t, Addr a)
{
	return a - (t->sp - OWN_STACK) < 2 * OWN_STACK;
}

/* Returns whether a thread writes a word that orders threads. */
static Bool write_word(const struct thread *t, Addr a)
{
	struct word *const w = word_at(a);

	if (!w)
		return False;
	w->version++;
	w->writer = t->number;
	return True;
}

static Bool note_write(struct thread *t, Addr a, Addr pc)
{
	if (!is_on_stack(t, a))
		note_change(t);
	if (!write_word(t, a))
		return False;
	add_place(t, pc, True);
	return True;
}

/* Returns whether a thread that reads polls: it has done nothing else for some turns of a loop,
 * or since its last read, which had another value. */
static Bool polls(struct thread *t, struct last_read *r, Addr a, SizeT size)
{
	ULong value = 0;
	Bool other;

	VG_(memcpy)(&value, (const void *)a, size < sizeof(value) ? size : sizeof(value));
	other = value != r->value;
	r->value = value;
	r->times = r->change == t->changes ? r->times + 1 : 0;
	r->change = t->changes;
	return !is_on_stack(t, a) && (r->times >= POLLS || (r->times && other));
}

/* A thread reads. Returns whether it gets the value of another thread from a word that orders
 * them. */
static Bool note_read(struct thread *t, Addr a, SizeT size, Addr pc)
{
	struct last_read *const r = &t->reads[a >> 2 & (READS - 1)];
	const struct word *w = word_at(a);

	if (r->a != a) {
		*r = (struct last_read){.a = a};
		note_change(t);
	}
	if (polls(t, r, a, size)) {
		if (!t->polls)
			t->look_at = 0;
		t->polls = True;
		if (!w) {
			add_word(a, True);
			add_place(t, pc, False);
		}
	}
	if (!w || w->version == r->version)
		return False;
	r->version = w->version;
	note_change(t);
	if (w->writer == t->number)
		return False;
	add_place(t, pc, True);
	return True;
}

/* ---- calls ---- */

struct hook {
	const HChar *name;
	/* what it does besides: */
	enum {
		PLAIN,
		RW_UNLOCK,
		WAIT,
		ONCE,
		CREATE,
		JOIN,
		MALLOC,
		CALLOC,
		REALLOC,
		REALLOCARRAY,
		MEMALIGN,
		POSIX_MEMALIGN,
		FREE,
		PARALLEL,
		FORK, /* a parallel region, too */
		MEMBER,
		TEAM,
		TASK, /* creates tasks */
		TASK_BODY,
		TASKS_END,
		CRITICAL,
		GUARD,
		REDUCE,
		REDUCED,
		INTERNAL,
		EXIT,
		SENDS,
		RECEIVES,
		SIGNALS
	} what;
	Bool turn;		     /* waits for its turn */
	enum memtrace_object before; /* releases this object; 0: none */
	enum memtrace_object after;  /* acquires it if */
	/* if it returns such a number */
	enum { NEVER, ALWAYS, IF_ZERO, IF_POSITIVE } acquires;
	const HChar *object; /* name of the object that is no argument */
};

static const struct hook hooks[] = {
/* functions that acquire, or release, the object of an argument or one of their own */
#define TAKES(name, object, when)                                   \
	{                                                           \
		name, PLAIN, True, 0, MEMTRACE_##object, when, NULL \
	}
#define GIVES(name, object, turn)                                    \
	{                                                            \
		name, PLAIN, turn, MEMTRACE_##object, 0, NEVER, NULL \
	}
#define BARRIER(name, what)                                                        \
	{                                                                          \
		name, what, True, MEMTRACE_BARRIER, MEMTRACE_BARRIER, ALWAYS, NULL \
	}
/* what creates tasks, or waits for them */
#define CREATES(name, what)                                        \
	{                                                          \
		name, what, True, MEMTRACE_CHANNEL, 0, NEVER, NULL \
	}
#define AFTER_TASKS(name)                                \
	{                                                \
		name, TASKS_END, True, 0, 0, NEVER, NULL \
	}
#define WAITS(name)                                                     \
	{                                                               \
		name, WAIT, False, 0, MEMTRACE_CONDITION, IF_ZERO, NULL \
	}
#define ALLOCATES(name, what)                       \
	{                                           \
		name, what, True, 0, 0, NEVER, NULL \
	}
#define DOES(name, what)                             \
	{                                            \
		name, what, False, 0, 0, NEVER, NULL \
	}
#define ENTERS(name, object)                                           \
	{                                                              \
		name, CRITICAL, True, 0, MEMTRACE_LOCK, ALWAYS, object \
	}
#define LEAVES(name)                                                 \
	{                                                            \
		name, CRITICAL, False, MEMTRACE_LOCK, 0, NEVER, NULL \
	}
#define LOCKS(name, what, when)                                \
	{                                                      \
		name, what, True, 0, MEMTRACE_LOCK, when, NULL \
	}
#define UNLOCKS(name, what)                                      \
	{                                                        \
		name, what, False, MEMTRACE_LOCK, 0, NEVER, NULL \
	}
#define SENDS_TO(name)                                              \
	{                                                           \
		name, SENDS, True, MEMTRACE_CHANNEL, 0, NEVER, NULL \
	}
#define RECEIVES_FROM(name, when)                                      \
	{                                                              \
		name, RECEIVES, False, 0, MEMTRACE_CHANNEL, when, NULL \
	}
#define RAISES(name)                                                 \
	{                                                            \
		name, SIGNALS, True, MEMTRACE_SIGNAL, 0, NEVER, NULL \
	}
#define ARRIVES(name, when)                                          \
	{                                                            \
		name, SIGNALS, False, 0, MEMTRACE_SIGNAL, when, NULL \
	}
	TAKES("pthread_mutex_lock", LOCK, IF_ZERO),
	TAKES("pthread_mutex_trylock", LOCK, IF_ZERO),
	TAKES("pthread_mutex_timedlock", LOCK, IF_ZERO),
	TAKES("pthread_mutex_clocklock", LOCK, IF_ZERO),
	GIVES("pthread_mutex_unlock", LOCK, False),
	TAKES("pthread_rwlock_rdlock", LOCK, IF_ZERO),
	TAKES("pthread_rwlock_tryrdlock", LOCK, IF_ZERO),
	TAKES("pthread_rwlock_timedrdlock", LOCK, IF_ZERO),
	TAKES("pthread_rwlock_clockrdlock", LOCK, IF_ZERO),
	TAKES("pthread_rwlock_wrlock", LOCK, IF_ZERO),
	TAKES("pthread_rwlock_trywrlock", LOCK, IF_ZERO),
	TAKES("pthread_rwlock_timedwrlock", LOCK, IF_ZERO),
	TAKES("pthread_rwlock_clockwrlock", LOCK, IF_ZERO),
	{"pthread_rwlock_unlock", RW_UNLOCK, True, MEMTRACE_LOCK, 0, NEVER, NULL},
	TAKES("pthread_spin_lock", LOCK, IF_ZERO),
	TAKES("pthread_spin_trylock", LOCK, IF_ZERO),
	GIVES("pthread_spin_unlock", LOCK, False),
	WAITS("pthread_cond_wait"),
	WAITS("pthread_cond_timedwait"),
	WAITS("pthread_cond_clockwait"),
	GIVES("pthread_cond_signal", CONDITION, True),
	GIVES("pthread_cond_broadcast", CONDITION, True),
	BARRIER("pthread_barrier_wait", PLAIN),
	{"pthread_once", ONCE, True, 0, MEMTRACE_ONCE, ALWAYS, NULL},
	{"call_once", ONCE, True, 0, MEMTRACE_ONCE, ALWAYS, NULL},
	GIVES("sem_post", SEMAPHORE, True),
	TAKES("sem_wait", SEMAPHORE, IF_ZERO),
	TAKES("sem_trywait", SEMAPHORE, IF_ZERO),
	TAKES("sem_timedwait", SEMAPHORE, IF_ZERO),
	TAKES("sem_clockwait", SEMAPHORE, IF_ZERO),
	DOES("exit", EXIT), /* what the C library and destructors do at the end is left out */
	DOES("pthread_create", CREATE),
	DOES("thrd_create", CREATE),
	DOES("pthread_join", JOIN),
	DOES("thrd_join", JOIN),
	DOES("pthread_timedjoin_np", JOIN),
	DOES("pthread_clockjoin_np", JOIN),
	DOES("pthread_tryjoin_np", JOIN),
	ALLOCATES("malloc", MALLOC),
	ALLOCATES("calloc", CALLOC),
	ALLOCATES("realloc", REALLOC),
	ALLOCATES("reallocarray", REALLOCARRAY),
	ALLOCATES("aligned_alloc", MEMALIGN),
	ALLOCATES("memalign", MEMALIGN),
	ALLOCATES("valloc", MALLOC),
	ALLOCATES("posix_memalign", POSIX_MEMALIGN),
	ALLOCATES("free", FREE),
	/* pipes, sockets and events; signals */
	SENDS_TO("write"),
	SENDS_TO("writev"),
	SENDS_TO("send"),
	SENDS_TO("sendto"),
	SENDS_TO("sendmsg"),
	SENDS_TO("eventfd_write"),
	RECEIVES_FROM("read", IF_POSITIVE),
	RECEIVES_FROM("__read_chk", IF_POSITIVE),
	RECEIVES_FROM("readv", IF_POSITIVE),
	RECEIVES_FROM("recv", IF_POSITIVE),
	RECEIVES_FROM("recvfrom", IF_POSITIVE),
	RECEIVES_FROM("recvmsg", IF_POSITIVE),
	RECEIVES_FROM("eventfd_read", IF_ZERO),
	RAISES("pthread_kill"),
	RAISES("pthread_sigqueue"),
	RAISES("kill"),
	RAISES("sigqueue"),
	RAISES("tgkill"),
	RAISES("raise"),
	ARRIVES("sigwait", IF_ZERO),
	ARRIVES("sigwaitinfo", IF_POSITIVE),
	ARRIVES("sigtimedwait", IF_POSITIVE),
	/* OpenMP of gcc */
	BARRIER("GOMP_parallel", PARALLEL),
	BARRIER("GOMP_parallel_sections", PARALLEL),
	BARRIER("GOMP_parallel_loop_static", PARALLEL),
	BARRIER("GOMP_parallel_loop_dynamic", PARALLEL),
	BARRIER("GOMP_parallel_loop_nonmonotonic_dynamic", PARALLEL),
	BARRIER("GOMP_parallel_loop_guided", PARALLEL),
	BARRIER("GOMP_parallel_loop_nonmonotonic_guided", PARALLEL),
	BARRIER("GOMP_parallel_loop_runtime", PARALLEL),
	BARRIER("GOMP_parallel_loop_nonmonotonic_runtime", PARALLEL),
	BARRIER("GOMP_parallel_loop_maybe_nonmonotonic_runtime", PARALLEL),
	BARRIER("GOMP_barrier", TEAM),
	BARRIER("GOMP_loop_end", TEAM),
	BARRIER("GOMP_sections_end", TEAM),
	CREATES("GOMP_task", TASK),
	CREATES("GOMP_taskloop", TASK),
	CREATES("GOMP_taskloop_ull", TASK),
	AFTER_TASKS("GOMP_taskwait"),
	AFTER_TASKS("GOMP_taskwait_depend"),
	AFTER_TASKS("GOMP_taskgroup_end"),
	ENTERS("GOMP_critical_start", "critical"),
	LEAVES("GOMP_critical_end"),
	ENTERS("GOMP_atomic_start", "atomic"),
	LEAVES("GOMP_atomic_end"),
	TAKES("GOMP_critical_name_start", LOCK, ALWAYS),
	GIVES("GOMP_critical_name_end", LOCK, False),
	TAKES("omp_set_lock", LOCK, ALWAYS),
	TAKES("omp_test_lock", LOCK, IF_POSITIVE),
	GIVES("omp_unset_lock", LOCK, False),
	TAKES("omp_set_nest_lock", LOCK, ALWAYS),
	TAKES("omp_test_nest_lock", LOCK, IF_POSITIVE),
	GIVES("omp_unset_nest_lock", LOCK, False),
	/* OpenMP of clang */
	BARRIER("__kmpc_fork_call", FORK),
	BARRIER("__kmpc_barrier", TEAM),
	BARRIER("__kmpc_copyprivate", TEAM),
	LOCKS("__kmpc_critical", GUARD, ALWAYS),
	LOCKS("__kmpc_critical_with_hint", GUARD, ALWAYS),
	UNLOCKS("__kmpc_end_critical", GUARD),
	LOCKS("__kmpc_reduce", REDUCE, IF_POSITIVE),
	LOCKS("__kmpc_reduce_nowait", REDUCE, IF_POSITIVE),
	UNLOCKS("__kmpc_end_reduce", REDUCED),
	UNLOCKS("__kmpc_end_reduce_nowait", GUARD),
};
#define HOOKS (sizeof(hooks) / sizeof(*hooks))

/* the part of a program that the threads of a team execute, and that of a task */
static const struct hook member_hook = DOES("", MEMBER), task_hook = DOES("", TASK_BODY);
/* what the OpenMP library does by functions that order threads */
static const struct hook internal_hook = DOES("", INTERNAL);
static Addr openmp_start;
static SizeT openmp_size;
static struct {
	Addr entry;
	const struct hook *hook;
	Bool depends; /* a task that waits for others before it begins */
} members[MEMBERS];
static UInt member_count;

/* Tasks that have not begun: the OpenMP library copies the data of each
 * into a block of memory. */
static struct {
	Addr block;
	SizeT size;
	Addr key; /* of its creation */
} tasks[TASKS];
static UInt task_count;
static ULong tasks_created;

static Addr hooked[HOOKS];   /* entries of the functions of the C library */
static Addr entry_of[HOOKS]; /* entries of those that were called */
static Bool sought;	     /* the table is up to date */

static struct {
	Addr start, end;
} own[8]; /* variables of the C library and the loader */
static UInt owns;

/* Returns whether an address belongs to the C library: its variables, and below the stack
 * pointer of the program those of its functions. */
static Bool is_own(const struct thread *t, Addr a)
{
	if (t->sp - 1 - a < OWN_STACK)
		return True;
	for (UInt i = 0; i < owns; i++)
		if (a >= own[i].start && a < own[i].end)
			return True;
	return False;
}

/* Finds the variables of the C library and the loader. A mapping without a name immediately
 * after those of a library is the library's zeroed data. */
static void find_own(void)
{
	static Addr start[SEGMENTS];
	const Int n = VG_(am_get_segment_starts)(SkFileC | SkAnonC, start, SEGMENTS);
	Bool is = False;
	Addr end = 0;

	owns = 0;
	for (Int i = 0; i < n && owns < sizeof(own) / sizeof(*own); i++) {
		const NSegment *s = VG_(am_find_nsegment)(start[i]);
		const HChar *file = s->kind == SkFileC ? VG_(am_get_filename)(s) : NULL;

		if (file)
			is = VG_(strstr)(file, "/libc.so") || VG_(strstr)(file, "/ld-linux");
		else
			is &= s->start == end;
		end = s->end + 1;
		if (is && s->hasW) {
			own[owns].start = s->start;
			own[owns++].end = end;
		}
	}
}

/* Finds the functions and the variables of the C library. */
static void find_hooks(void)
{
	const DiEpoch now = VG_(current_DiEpoch)();

	find_own();
	for (UInt i = 0; i < HOOKS; i++) {
		Addr found;

		if (VG_(lookup_symbol_SLOW)(now, "libc.so*", hooks[i].name, &found))
			hooked[i] = found;
	}
	sought = True;
}

/* Returns whether a symbol, with or without a version, is this function. */
static Bool is_function(const HChar *symbol, const HChar *name)
{
	const SizeT n = VG_(strlen)(name);

	return begins_with(symbol, name) && (!symbol[n] || symbol[n] == '@');
}

static const struct hook *hook_at(Addr at)
{
	const HChar *name;

	if (!sought)
		find_hooks();
	for (UInt i = 0; i < member_count; i++)
		if (members[i].entry == at)
			return members[i].hook;
	for (UInt i = 0; i < HOOKS; i++)
		if (hooked[i] == at)
			return &hooks[i];
	if (!VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), at, &name))
		return NULL;
	for (UInt i = 0; i < HOOKS; i++)
		if (is_function(name, hooks[i].name))
			return &hooks[i];
	return NULL;
}

/*
 * A thread has ended its part of a parallel region, or a task, and goes on in the library: it
 * releases the team, or what waits for tasks, when it is its turn, so that the others have
 * begun theirs. Returns whether it must wait.
 */
static UWord must_wait_to_end(VexGuestAMD64State *guest)
{
	struct thread *const t = cur;

	if (must_wait(guest, 0))
		return 1;
	put_object(t, MEMTRACE_RELEASE,
		   t->owed == KEY_TASKS ? MEMTRACE_CHANNEL : MEMTRACE_BARRIER, t->owed,
		   t->place);
	t->owed = 0;
	return 0;
}

static SizeT bytes_of(const struct pending *p)
{
	switch (p->hook->what) {
	case MALLOC:
		return p->a;
	case CALLOC:
		return p->a * p->b;
	case REALLOCARRAY:
		return p->b * p->c;
	case POSIX_MEMALIGN:
		return p->c;
	default:
		return p->b;
	}
}

static Bool allocates(const struct hook *h)
{
	return h->what >= MALLOC && h->what <= FREE;
}

static Addr stack_place[TIDS][MEMTRACE_STACK];
static UInt stack_places[TIDS];

/* Records the frames of the functions in progress, whose variables other threads may use after
 * the call. */
static void put_frames(struct thread *t, Addr sp, Addr entry)
{
	Addr at[FRAMES], bottom[FRAMES];
	UChar *p;
	UInt n;

	if (!rec.on || (sp == t->framed_sp && *(const Addr *)sp == t->framed_at))
		return;
	t->framed_sp = sp;
	t->framed_at = *(const Addr *)sp;
	VG_(set_IP)(t->tid, entry);
	n = VG_(get_StackTrace)(t->tid, at, FRAMES, bottom, NULL, 0);
	if (n < 3)
		return;
	/* the functions that were in progress before */
	end_event(t, begin_event(t, MEMTRACE_LEAVE, 0));
	for (UInt i = n - 2; i; i--) {
		p = memtrace_put_number(begin_event(t, MEMTRACE_FRAME, 0), n - 2 - i);
		p = memtrace_put_difference(p, &t->addr, bottom[i + 1]);
		p = memtrace_put_number(p, bottom[i + 1] - bottom[i]);
		end_event(t, memtrace_put_difference(p, &t->pc, at[i] + 1));
	}
}

/* Returns the team of a thread that begins to execute its part with @data, as gcc's OpenMP
 * passes it, or @shared, as clang's passes the first variable. */
static Addr team_of(Addr function, Addr data, Addr shared)
{
	for (UInt i = 0; i < rec.threads; i++)
		for (UInt k = rec.thread[i]->pendings; k--;) {
			const struct pending *p = &rec.thread[i]->pending[k];

			if (p->hook->what == PARALLEL && p->a == function && p->b == data)
				return p->key;
			if (p->hook->what == FORK && p->a == function &&
			    (!p->b || p->b == shared))
				return p->key;
		}
	return 0;
}

/* Returns whether in a call the program's own code is executed, or the system writes into the
 * program's memory. */
static Bool is_open(const struct hook *h)
{
	return h->what == ONCE || (h->what >= PARALLEL && h->what <= TASKS_END) ||
	       h->what == RECEIVES || h->what == SIGNALS;
}

/* Returns what identifies a pipe, a socket or an event to its users; 0: the file is another
 * one. Nothing shows which two sockets are the ends of one connection, so all sockets count as
 * one. */
static Addr channel_of(Int fd)
{
	struct vg_stat st;

	if (VG_(fstat)(fd, &st))
		return 0;
	if (VKI_S_ISFIFO(st.mode))
		return st.ino << 3;
	if (VKI_S_ISSOCK(st.mode))
		return MEMTRACE_CHANNEL;
	return st.mode & VKI_S_IFMT ? 0 : (Addr)(UInt)fd << 3 | 1; /* an event, a timer ... */
}

/* Adds a function that the OpenMP library calls. */
static void add_member(Addr entry, const struct hook *h, Bool depends)
{
	UInt i = 0;

	while (i < member_count && members[i].entry != entry)
		i++;
	if (i == MEMBERS)
		return;
	members[i].entry = entry;
	members[i].hook = h;
	members[i].depends |= depends;
	member_count += i == member_count;
}

/* Adds a task that has the data in a block; a block is used again for another one. */
static void add_task(Addr block, SizeT size, Addr key)
{
	UInt i = 0;

	while (i < task_count && tasks[i].block != block)
		i++;
	if (i == TASKS)
		return;
	tasks[i].block = block;
	tasks[i].size = size;
	tasks[i].key = key;
	task_count += i == task_count;
}

/* Returns the creation of a task that begins, and removes it; 0: the thread that creates it
 * executes it at once. */
static Addr take_task(Addr data)
{
	for (UInt i = 0; i < task_count; i++)
		/* no data are at the end of the block */
		if (data - tasks[i].block <= tasks[i].size) {
			const Addr key = tasks[i].key;

			tasks[i] = tasks[--task_count];
			return key;
		}
	return 0;
}

/* Returns whether a function creates the tasks of a loop. */
static Bool is_loop(const struct hook *h)
{
	return VG_(strstr)(h->name, "taskloop") != NULL;
}

/* A thread goes on after all tasks that have ended. */
static void after_tasks(struct thread *t, Addr place)
{
	if (tasks_created)
		put_object(t, MEMTRACE_ACQUIRE, MEMTRACE_CHANNEL, KEY_TASKS, place);
}

/* Notes the function of a task; the library allocates the block of its data in the call. */
static void find_task(struct pending *p)
{
	/* flags, the seventh argument */
	const Bool depends = !is_loop(p->hook) && *(const UWord *)p->sp & GOMP_DEPENDS;

	p->key = ++tasks_created << 3 | 3; /* an address that no memory has */
	add_member(p->a, &task_hook, depends);
}

/* A task begins, with its data as the first argument. */
static void begin_task(struct thread *t, struct pending *p, Addr entry)
{
	UInt i = 0;

	while (members[i].entry != entry)
		i++;
	p->key = take_task(p->a);
	if (p->key)
		put_object(t, MEMTRACE_ACQUIRE, MEMTRACE_CHANNEL, p->key, t->place);
	if (members[i].depends)
		after_tasks(t, t->place);
}

/* Finds the object of a call, whose fourth argument is @d. */
static void find_object(struct thread *t, struct pending *p, Addr entry, UWord d)
{
	const UInt i = (UInt)(p->hook - hooks);

	p->key = p->a;
	if (p->hook->what == FORK) {
		p->a = p->c;
		p->b = (UInt)p->b ? d : 0;
	}
	if (p->hook->what == PARALLEL || p->hook->what == FORK) {
		p->key = (p->sp & -64ul) - 64;
		add_member(p->a, &member_hook, False);
	} else if (p->hook->what == TASK) {
		find_task(p);
	} else if (p->hook->what == TASK_BODY) {
		begin_task(t, p, entry);
	} else if (p->hook->what == MEMBER) {
		p->key = team_of(entry, p->a, p->c);
		p->c = t->team;
		t->team = p->key;
	} else if (p->hook->what == SENDS || p->hook->what == RECEIVES) {
		p->key = channel_of((Int)p->a);
	} else if (p->hook->what == SIGNALS) {
		p->key = KEY_SIGNALS;
	} else if (p->hook->what == TEAM) {
		p->key = t->team;
	} else if (p->hook->what == GUARD || p->hook->what == REDUCED) {
		p->key = p->c;
	} else if (p->hook->what == REDUCE) {
		p->key = *(const Addr *)p->sp; /* the seventh argument */
	} else if (p->hook->what == CRITICAL) {
		/* the end of a region has the object of its beginning, which is before it */
		entry_of[i] = entry;
		p->key = p->hook->object ? entry : entry_of[i - 1];
	}
}

/* Returns whether the OpenMP library calls a function for its own purposes. */
static Bool is_internal(const struct hook *h, Addr sp)
{
	return *(const Addr *)sp - openmp_start < openmp_size && h->what != CREATE &&
	       h->what != JOIN && h->what != MEMBER && h->what != TASK_BODY && !allocates(h);
}

/* Place of glibc's pthread_rwlock_t.__data.__cur_writer: 0 if no thread holds it for writing.
 */
#define RWLOCK_WRITER 24

/* As must_wait(), before a call. A thread that has written does not wait before it gives others
 * the lock. One that has read does, because they may hold the lock for reading at the same
 * time. */
static UWord must_wait_to_call(VexGuestAMD64State *guest, const struct hook *h)
{
	if (is_internal(h, guest->guest_RSP) ||
	    (h->what == RW_UNLOCK && *(const volatile Int *)(guest->guest_RDI + RWLOCK_WRITER)))
		return 0;
	return must_wait(guest, allocates(h) ? HEAP_SLACK * EVENT_CLOCKS : 0);
}

/* A function is called: @sp points to its return address. */
static void on_call(const struct hook *h, Addr entry, Addr sp, const UWord *argument)
{
	struct thread *const t = cur;
	const Addr place = t->place;
	struct pending *p;

	if (is_internal(h, sp))
		h = &internal_hook;
	/* drop calls that ended without a return, for example by longjmp() */
	while (t->pendings && t->pending[t->pendings - 1].sp < sp + sizeof(Addr))
		t->quiet -= !is_open(t->pending[--t->pendings].hook);
	if (t->quiet || t->pendings == PENDING)
		return;
	note_change(t);
	if (h->what == EXIT)
		rec.on = rec.counts = rec.pauses = False;
	p = &t->pending[t->pendings++];
	*p = (struct pending){.hook = h,
			      .sp = sp + sizeof(Addr),
			      .a = argument[0],
			      .b = argument[1],
			      .c = argument[2]};
	find_object(t, p, entry, argument[3]);
	if (!allocates(h))
		put_frames(t, sp, entry);
	if (h->what == WAIT)
		put_object(t, MEMTRACE_RELEASE, MEMTRACE_LOCK, p->b, place);
	if (h->before && p->key)
		put_object(t, MEMTRACE_RELEASE, h->before, p->key, place);
	if (h->what == ONCE)
		p->b = *(const volatile Int *)p->a; /* before: 2 if it is done */
	if (h->what == FREE || h->what == REALLOC || h->what == REALLOCARRAY)
		put_release(t, p->a);
	if (allocates(h) && h->what != FREE)
		stack_places[t->tid] = stack_of(t, sp, entry, stack_place[t->tid]);
	if ((h->what == REDUCE || h->what == REDUCED) && t->team)
		put_object(t, MEMTRACE_RELEASE, MEMTRACE_BARRIER, t->team, place);
	if (h->what == CREATE)
		p->c = h->name[0] == 't' ? p->b : p->c;
	if (h->what == MEMBER && p->key)
		put_object(t, MEMTRACE_ACQUIRE, MEMTRACE_BARRIER, p->key, place);
	t->quiet += !is_open(h);
}

static void on_joined(struct thread *t, Addr handle, Addr place)
{
	struct thread *const of = with_handle(handle);

	if (!of)
		return;
	end_thread(of);
	of->joined = True;
	put_object(t, MEMTRACE_ACQUIRE, MEMTRACE_FINISH, key_of(of), place);
}

static void after_call(struct thread *t, const struct pending *p, UWord result)
{
	const struct hook *const h = p->hook;
	const Int status = (Int)result;
	const Addr place = t->place;

	if (h->what == WAIT)
		put_object(t, MEMTRACE_ACQUIRE, MEMTRACE_LOCK, p->b, place);
	if (h->what == ONCE && p->b != 2)
		put_object(t, MEMTRACE_RELEASE, MEMTRACE_ONCE, p->key, place);
	if (p->key && (h->acquires == ALWAYS || (h->acquires == IF_ZERO && !status) ||
		       (h->acquires == IF_POSITIVE && status > 0)))
		put_object(t, MEMTRACE_ACQUIRE, h->after, p->key, place);
	/* one thread combines the results of the team, or (2) all do it
	 * by atomic instructions */
	if (((h->what == REDUCE && status != 2) || h->what == REDUCED) && t->team)
		put_object(t, MEMTRACE_ACQUIRE, MEMTRACE_BARRIER, t->team, place);
	if (h->what == MEMBER) {
		t->owed = p->key;
		t->team = p->c;
	}
	if (h->what == TASK_BODY)
		t->owed = KEY_TASKS;
	if (h->what == TASKS_END || h->what == TEAM || h->what == PARALLEL || h->what == FORK ||
	    (h->what == TASK && is_loop(h)))
		after_tasks(t, place);
	if (h->what == JOIN && !status)
		on_joined(t, p->a, place);
	if (!allocates(h) || h->what == FREE)
		return;
	if (h->what == POSIX_MEMALIGN)
		result = status ? 0 : *(const Addr *)p->a;
	/* the data of a task */
	if (t->in_openmp && t->pendings && t->pending[t->pendings - 1].hook->what == TASK)
		add_task(result, bytes_of(p), t->pending[t->pendings - 1].key);
	if (result)
		put_allocation(t, result, bytes_of(p), stack_place[t->tid],
			       stack_places[t->tid]);
}

/* A function has returned @result: drops the calls in deeper frames. */
static void on_return(Addr sp, UWord result)
{
	struct thread *const t = cur;

	while (t->pendings && t->pending[t->pendings - 1].sp <= sp) {
		const struct pending p = t->pending[--t->pendings];

		t->quiet -= !is_open(p.hook);
		if (p.sp == sp)
			after_call(t, &p, result);
	}
}

/* ---- accesses ---- */

#define KIND 15u
#define SYSTEM 16u /* by the C library */

/* All that was recorded happened before what will be. */
static void put_border(enum memtrace_kind kind)
{
	for (UInt i = 0; i < rec.threads; i++)
		if (!rec.thread[i]->ended)
			put_object(rec.thread[i], kind, MEMTRACE_CHANNEL, KEY_PHASES, 0);
}

/* Returns the number of accesses until a phase or the recording ends. */
static ULong phase_length(void)
{
	const ULong rest = rec.most ? rec.most - rec.recorded : ~0ull;

	return rec.gap && rest > BINREC_PHASE ? BINREC_PHASE : rest;
}

/* No thread is ahead of others, or has polled. */
static void begin_phase(void)
{
	ULong clock = 0;

	for (UInt i = 0; i < rec.threads; i++)
		if (rec.thread[i]->clock > clock)
			clock = rec.thread[i]->clock;
	for (UInt i = 0; i < rec.threads; i++) {
		rec.thread[i]->clock = clock;
		rec.thread[i]->framed_sp = 0;
		note_change(rec.thread[i]);
	}
	rec.on = True;
	rec.pauses = False;
	rec.phases++;
	rec.edge = rec.accesses + phase_length();
	put_border(MEMTRACE_ACQUIRE);
}

/* A gap has a random length, so that it does not keep in step with a loop of the program. */
static void end_phase(void)
{
	put_border(MEMTRACE_RELEASE);
	rec.on = False;
	rec.counts = True;
	rec.pauses = rec.gap && (!rec.most || rec.recorded < rec.most);
	rec.edge = rec.pauses ? rec.accesses + rec.gap / 2 +
					(random_lcg(&rec.random) >> 33) % rec.gap
			      : ~0ull;
}

/* Counts an access of the running thread; returns whether it is to be recorded. */
static Bool is_recorded(void)
{
	if (!rec.on && !rec.counts)
		return False;
	if (rec.accesses == rec.edge && rec.on)
		end_phase();
	else if (rec.accesses == rec.edge)
		begin_phase();
	rec.accesses++;
	if (!rec.on)
		return False;
	rec.recorded++;
	if (rec.phases && ++cur->slice % SLICE == 0)
		leave_processor(cur);
	return True;
}

/* @what: kind, SYSTEM, and from bit 8 the number of bytes. */
static VG_REGPARM(3) void on_access(Addr a, UWord what, Addr pc)
{
	struct thread *const t = cur;
	UInt kind = what & KIND;

	if (t->quiet || (what & SYSTEM && (t->in_openmp || is_own(t, a))) || !is_recorded())
		return;
	if (what & SYSTEM) {
		if (!is_on_stack(t, a))
			note_change(t);
		end_event(t, put_access(t, kind, a, what >> 8, t->place));
	} else if (kind == MEMTRACE_READ ? note_read(t, a, what >> 8, pc)
					 : note_write(t, a, pc)) {
		kind = kind == MEMTRACE_READ ? MEMTRACE_ATOMIC_READ : MEMTRACE_ATOMIC_WRITE;
		end_event(t,
			  put_order(put_access(t, kind, a, what >> 8, pc), memtrace_domain(a)));
	} else {
		end_event(t, put_access(t, kind, a, what >> 8, pc));
	}
}

/* An atomic access has found the value that it expects, or not. */
static VG_REGPARM(3) void on_atomic(Addr a, UWord what, Addr pc, UWord equal)
{
	struct thread *const t = cur;
	UChar *p;

	if (t->quiet || (what & SYSTEM && (t->in_openmp || is_own(t, a))) || !is_recorded())
		return;
	note_change(t);
	if (equal) {
		add_word(a, False);
		write_word(t, a);
	}
	p = put_access(t, equal ? MEMTRACE_ATOMIC_RMW : MEMTRACE_ATOMIC_READ, a, what >> 8,
		       what & SYSTEM ? t->place : pc);
	end_event(t, put_order(p, memtrace_domain(a)));
}

/* ---- instrumentation ---- */

struct block {
	IRSB *sb;
	Bool system, openmp,
		omitted;    /* code of the C library; of OpenMP's; that does not count */
	UWord instructions; /* since the clock was last increased */
	Addr at, next;	    /* of the instruction */
	Bool atomic;	    /* the instruction has an atomic access */
	Bool saves;	    /* it pushes or pops a register */
};

static IRExpr *load(struct block *b, IRType type, IRExpr *addr)
{
	const IRTemp t = newIRTemp(b->sb->tyenv, type);

	addStmtToIRSB(b->sb, IRStmt_WrTmp(t, IRExpr_Load(Iend_LE, type, addr)));
	return IRExpr_RdTmp(t);
}

static IRExpr *compute(struct block *b, IROp op, IRType type, IRExpr *x, IRExpr *y)
{
	const IRTemp t = newIRTemp(b->sb->tyenv, type);

	addStmtToIRSB(b->sb, IRStmt_WrTmp(t, y ? IRExpr_Binop(op, x, y) : IRExpr_Unop(op, x)));
	return IRExpr_RdTmp(t);
}

/* Returns the address of a member of the running thread. */
static IRExpr *member(struct block *b, SizeT offset)
{
	IRExpr *const thread = load(b, Ity_I64, mkIRExpr_HWord((HWord)&cur));

	return compute(b, Iop_Add64, Ity_I64, thread, mkIRExpr_HWord(offset));
}

static void put_clock(struct block *b)
{
	IRExpr *addr;

	if (!b->instructions)
		return;
	addr = member(b, offsetof(struct thread, clock));
	addStmtToIRSB(b->sb, IRStmt_Store(Iend_LE, addr,
					  compute(b, Iop_Add64, Ity_I64, load(b, Ity_I64, addr),
						  mkIRExpr_HWord(b->instructions))));
	b->instructions = 0;
}

static void put_access_call(struct block *b, Bool store, IRExpr *addr, UInt bytes,
			    IRExpr *guard)
{
	const UInt kind = store ? MEMTRACE_WRITE : MEMTRACE_READ;

	if (b->omitted || b->saves)
		return;
	ir_call(b->sb, 3, "on_access", on_access,
		mkIRExprVec_3(
			addr,
			mkIRExpr_HWord(kind | (b->system ? SYSTEM : 0) | (UWord)bytes << 8),
			mkIRExpr_HWord(b->next)),
		guard);
}

static IRExpr *equal(struct block *b, IRExpr *x, IRExpr *y)
{
	static const IROp op[] = {Iop_CasCmpEQ8, Iop_CasCmpEQ16, Iop_CasCmpEQ32,
				  Iop_CasCmpEQ64};
	const UInt bytes = ir_bytes(b->sb, x);
	const UInt i = bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3;

	return compute(b, Iop_1Uto64, Ity_I64, compute(b, op[i], Ity_I1, x, y), NULL);
}

static void put_cas(struct block *b, const IRCAS *c)
{
	const UInt bytes = ir_bytes(b->sb, c->dataLo) * (c->dataHi ? 2 : 1);
	IRExpr *same;

	if (b->omitted)
		return;
	same = equal(b, c->expdLo, IRExpr_RdTmp(c->oldLo));
	if (c->dataHi)
		same = compute(b, Iop_And64, Ity_I64, same,
			       equal(b, c->expdHi, IRExpr_RdTmp(c->oldHi)));
	ir_call(b->sb, 3, "on_atomic", on_atomic,
		mkIRExprVec_4(c->addr,
			      mkIRExpr_HWord((b->system ? SYSTEM : 0) | (UWord)bytes << 8),
			      mkIRExpr_HWord(b->next), same),
		NULL);
}

/* Copies a statement and adds the events that it causes. */
static void put_statement(struct block *b, IRStmt *st)
{
	if (st->tag == Ist_Exit)
		put_clock(b);
	addStmtToIRSB(b->sb, st);
	if (st->tag == Ist_CAS)
		put_cas(b, st->Ist.CAS.details);
	/* the load of an atomic instruction is a part of it */
	else if (st->tag != Ist_WrTmp || !b->atomic)
		ir_accesses(b->sb, st, put_access_call, b);
}

/* Makes the thread leave before the instruction if it must wait, which the function @name says.
 * @guard: when it is called; NULL: always. */
static void put_turn(struct block *b, const HChar *name, void *must, UWord slack, IRExpr *guard)
{
	const IRTemp wait = newIRTemp(b->sb->tyenv, Ity_I64);
	IRDirty *d = unsafeIRDirty_1_N(wait, 0, name, VG_(fnptr_to_fnentry)(must),
				       mkIRExprVec_2(IRExpr_GSPTR(), mkIRExpr_HWord(slack)));

	if (guard)
		d->guard = guard;
	d->nFxState = 1;
	VG_(memset)(&d->fxState, 0, sizeof(d->fxState));
	d->fxState[0].fx = Ifx_Read;
	d->fxState[0].offset = OFFSET_amd64_RSP;
	d->fxState[0].size = 8;
	addStmtToIRSB(b->sb, IRStmt_Dirty(d));
	/* the result is 0x5555555555555555 if the function is not called */
	addStmtToIRSB(b->sb, IRStmt_Exit(compute(b, Iop_CmpEQ64, Ity_I1, IRExpr_RdTmp(wait),
						 mkIRExpr_HWord(1)),
					 Ijk_Boring, IRConst_U64(b->at), OFFSET_amd64_RIP));
}

/* The arguments of a call, for which generated code has no room. */
static UWord argument[4];

static void put_hook(struct block *b, const struct hook *h)
{
	static const Int registers[] = {OFFSET_amd64_RDI, OFFSET_amd64_RSI, OFFSET_amd64_RDX,
					OFFSET_amd64_RCX};

	if (h->turn)
		put_turn(b, "must_wait_to_call", must_wait_to_call, (UWord)h, NULL);
	for (UInt i = 0; i < 4; i++)
		addStmtToIRSB(b->sb, IRStmt_Store(Iend_LE, mkIRExpr_HWord((HWord)&argument[i]),
						  ir_register(b->sb, registers[i])));
	ir_call(b->sb, 0, "on_call", on_call,
		mkIRExprVec_4(mkIRExpr_HWord((HWord)h), mkIRExpr_HWord(b->at),
			      ir_register(b->sb, OFFSET_amd64_RSP),
			      mkIRExpr_HWord((HWord)argument)),
		NULL);
}

/* Adds a check at a return whether a call that is recorded has ended. */
static void put_return(struct block *b)
{
	IRExpr *n = load(b, Ity_I64, member(b, offsetof(struct thread, pendings)));

	ir_call(b->sb, 0, "on_return", on_return,
		mkIRExprVec_2(ir_register(b->sb, OFFSET_amd64_RSP),
			      ir_register(b->sb, OFFSET_amd64_RAX)),
		compute(b, Iop_CmpNE64, Ity_I1, n, mkIRExpr_HWord(0)));
}

/* Notes a call or return of the program, which may lead into the C library, and who calls. */
static void put_transfer(struct block *b, IRJumpKind kind)
{
	if (kind == Ijk_Call && openmp_size)
		addStmtToIRSB(b->sb, IRStmt_Store(Iend_LE,
						  member(b, offsetof(struct thread, in_openmp)),
						  mkIRExpr_HWord(b->openmp)));
	if (b->omitted)
		return;
	if (kind == Ijk_Call)
		addStmtToIRSB(b->sb,
			      IRStmt_Store(Iend_LE, member(b, offsetof(struct thread, place)),
					   mkIRExpr_HWord(b->next)));
	if (kind == Ijk_Call || kind == Ijk_Ret)
		addStmtToIRSB(b->sb,
			      IRStmt_Store(Iend_LE, member(b, offsetof(struct thread, sp)),
					   ir_register(b->sb, OFFSET_amd64_RSP)));
}

/* Returns whether an instruction pushes or pops a register, which no other thread uses. */
static Bool saves(const UChar *code)
{
	return code[code[0] == 0x41] >> 4 == 5;
}

/* Returns whether an expression is this number of 64 bits. */
static Bool is_number(const IRExpr *e, ULong number)
{
	return e->tag == Iex_Const && e->Iex.Const.con->tag == Ico_U64 &&
	       e->Iex.Const.con->Ico.U64 == number;
}

static Bool has_cas(IRSB *in, Int i)
{
	for (i++; i < in->stmts_used && in->stmts[i]->tag != Ist_IMark; i++)
		if (in->stmts[i]->tag == Ist_CAS)
			return True;
	return False;
}

/* Finds out to whom the code of a block belongs. */
static void find_owner(struct block *b, Addr at)
{
	DebugInfo *const di = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), at);
	const HChar *const path = di ? VG_(DebugInfo_get_filename)(di) : "";
	const HChar *const slash = VG_(strrchr)(path, '/');
	const HChar *const name = slash ? slash + 1 : path;

	b->system = begins_with(name, "libc.so");
	b->openmp = begins_with(name, "libgomp.") || begins_with(name, "libomp.");
	if (b->openmp) {
		openmp_start = VG_(DebugInfo_get_text_avma)(di);
		openmp_size = VG_(DebugInfo_get_text_size)(di);
	}
	b->omitted =
		b->openmp || begins_with(name, "ld-linux") || begins_with(name, "vgpreload_");
}

static IRSB *instrument(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout,
			const VexGuestExtents *extents, const VexArchInfo *host,
			IRType guest_word, IRType host_word)
{
	struct block b = {.sb = deepCopyIRSBExceptStmts(in)};
	const struct hook *const h = hook_at(extents->base[0]);
	const struct place *p;
	Bool first = True;
	Int i = 0;

	find_owner(&b, extents->base[0]);
	for (; i < in->stmts_used && in->stmts[i]->tag != Ist_IMark; i++)
		addStmtToIRSB(b.sb, in->stmts[i]);
	for (; i < in->stmts_used; i++) {
		IRStmt *st = in->stmts[i];

		if (st->tag == Ist_IMark) {
			b.at = st->Ist.IMark.addr;
			b.next = b.at + st->Ist.IMark.len;
			b.atomic = has_cas(in, i);
			b.saves = saves((const UChar *)b.at);
			addStmtToIRSB(b.sb, st);
			if (b.atomic && !b.system && !b.omitted) {
				put_clock(&b);
				put_turn(&b, "must_wait", must_wait, 0, NULL);
			}
			p = place_at(b.next);
			if (p->pc == b.next && !b.atomic) {
				put_clock(&b);
				put_turn(&b, "must_wait_at", must_wait_at, (UWord)p, NULL);
			}
			if (first && b.openmp)
				put_turn(
					&b, "must_wait_to_end", must_wait_to_end, 0,
					compute(&b, Iop_CmpNE64, Ity_I1,
						load(&b, Ity_I64,
						     member(&b, offsetof(struct thread, owed))),
						mkIRExpr_HWord(0)));
			if (first && h)
				put_hook(&b, h);
			first = False;
			b.instructions++;
			continue;
		}
		/* the return address is no variable */
		b.saves |= st->tag == Ist_Store && is_number(st->Ist.Store.data, b.next);
		put_statement(&b, st);
	}
	put_clock(&b);
	if (in->jumpkind == Ijk_Ret)
		put_return(&b);
	if (!b.system && (!b.omitted || b.openmp))
		put_transfer(&b, in->jumpkind);
	return b.sb;
}

/* ---- the system ---- */

static void on_mapped(Addr a, SizeT n, Bool r, Bool w, Bool x, ULong handle)
{
	if (x)
		sought = False;
}

static void on_written(CorePart part, ThreadId tid, Addr a, SizeT n)
{
	struct thread *const t = tid < TIDS ? running[tid] : NULL;

	if (part == Vg_CoreSysCall && t && !t->quiet && !t->in_openmp && n && !is_own(t, a) &&
	    is_recorded())
		end_event(t, put_access(t, MEMTRACE_WRITE, a, n, t->place));
}

#define FUTEX_COMMAND 127
enum { FUTEX_WAIT, FUTEX_WAKE, FUTEX_WAIT_BITSET = 9, FUTEX_WAKE_BITSET };

static void before_system(ThreadId tid, UInt number, UWord *args, UInt n)
{
	struct thread *const t = running[tid];

	if (!t)
		return;
	t->blocked = True;
	t->futex = 0;
	t->patience = PATIENCE;
	t->call = number;
	t->argument = args[0];
	if (number == __NR_futex && ((args[1] & FUTEX_COMMAND) == FUTEX_WAIT ||
				     (args[1] & FUTEX_COMMAND) == FUTEX_WAIT_BITSET)) {
		t->futex = args[0];
		t->since = ++rec.waits;
	}
	if (number == __NR_prctl && args[0] == 15) /* PR_SET_NAME */
		VG_(strncpy)(t->name, (const HChar *)args[1], sizeof(t->name) - 1);
}

/* The threads that a thread wakes, which are those that wait longest, can run, although they
 * have not begun. */
static void on_wake(Addr futex, UWord n)
{
	while (n--) {
		struct thread *first = NULL;

		for (ThreadId i = 1; i < tids; i++)
			if (running[i] && running[i]->blocked && running[i]->futex == futex &&
			    (!first || running[i]->since < first->since))
				first = running[i];
		if (!first)
			return;
		first->patience = PATIENCE;
		first->futex = 0;
	}
}

static void after_system(ThreadId tid, UInt number, UWord *args, UInt n, SysRes result)
{
	struct thread *const t = running[tid];

	if (!t)
		return;
	t->blocked = False;
	t->futex = 0;
	t->patience = 0;
	if (number == __NR_futex && !sr_isError(result) &&
	    ((args[1] & FUTEX_COMMAND) == FUTEX_WAKE ||
	     (args[1] & FUTEX_COMMAND) == FUTEX_WAKE_BITSET))
		on_wake(args[0], args[2] & 0x7FFFFFFF);
}

static void on_signal(ThreadId tid, Int number, Bool other_stack)
{
	put_object(running[tid], MEMTRACE_ACQUIRE, MEMTRACE_SIGNAL, KEY_SIGNALS, 0);
}

/* ---- begin and end ---- */

static void in_child(ThreadId tid)
{
	if (rec.fd >= 0)
		VG_(close)(rec.fd);
	rec.fd = -1;
	rec.on = False;
}

static UChar info[BUFFER];

static void send_threads(void)
{
	for (UInt i = 0; i < rec.threads; i++) {
		struct thread *const t = rec.thread[i];
		const ULong v[] = {t->number, t->start, t->created_at, t->stack, t->stack_size};
		UChar *p = info;

		*p++ = MEMTRACE_THREAD;
		for (UInt k = 0; k < 5; k++)
			p = memtrace_put_number(p, v[k]);
		p = memtrace_put_number(p, VG_(strlen)(t->name));
		VG_(memcpy)(p, t->name, VG_(strlen)(t->name));
		p += VG_(strlen)(t->name);
		*p++ = MEMTRACE_BASE;
		p = memtrace_put_number(memtrace_put_number(p, t->number), t->handle);
		send(MEMTRACE_INFORMATION, 0, info, (UInt)(p - info), 0);
	}
}

/* Sends the path of the program. */
static void send_program(void)
{
	HChar link[32];
	Int n;

	VG_(snprintf)(link, sizeof(link), "/proc/self/fd/%d", VG_(cl_exec_fd));
	n = (Int)VG_(readlink)(link, (HChar *)info, PATH);
	send(BINREC_PROGRAM, 0, info, n > 0 ? (UInt)n : 0, 0);
}

/* Names what stands for the unnamed locks of OpenMP. */
static void send_locks(void)
{
	for (UInt i = 0; i < HOOKS; i++) {
		UChar *p = info;
		const HChar *const name = hooks[i].object;

		if (!name || !entry_of[i])
			continue;
		*p++ = MEMTRACE_SYMBOL;
		p = memtrace_put_number(memtrace_put_number(p, entry_of[i]), 8);
		p = memtrace_put_number(p, VG_(strlen)(name));
		VG_(memcpy)(p, name, VG_(strlen)(name));
		send(MEMTRACE_INFORMATION, 0, info, (UInt)(p - info) + VG_(strlen)(name), 0);
	}
}

static void send_maps(void)
{
	const SysRes file = VG_(open)("/proc/self/maps", VKI_O_RDONLY, 0);
	Int n;

	if (sr_isError(file))
		return;
	while ((n = VG_(read)((Int)sr_Res(file), info, PATH)) > 0)
		send(BINREC_MAPS, 0, info, (UInt)n, 0);
	VG_(close)((Int)sr_Res(file));
}

static void end_recording(void)
{
	ULong end[5];

	if (rec.fd < 0)
		return;
	for (UInt i = 0; i < rec.threads; i++) {
		if (!rec.thread[i]->ended)
			note_stack(rec.thread[i]);
		flush(rec.thread[i]);
	}
	send_threads();
	send_locks();
	send_program();
	send_maps();
	end[0] = rec.threads;
	end[1] = (ULong)rec.incomplete;
	end[2] = rec.accesses - rec.recorded;
	end[3] = rec.phases;
	end[4] = unordered;
	send(MEMTRACE_END, 0, end, sizeof(end), 0);
	rec.on = False;
	VG_(close)(rec.fd);
	rec.fd = -1;
}

static void end_tool(Int status)
{
	end_recording();
}

static Bool take_option(const HChar *arg)
{
	if (begins_with(arg, "--pipe="))
		rec.fd = (Int)VG_(strtoll10)(arg + 7, NULL);
	else if (begins_with(arg, "--most="))
		rec.most = (ULong)VG_(strtoll10)(arg + 7, NULL);
	else if (begins_with(arg, "--gap="))
		rec.gap = (ULong)VG_(strtoll10)(arg + 6, NULL);
	else
		return False;
	return True;
}

static void print_usage(void)
{
	VG_(printf)("    --pipe=FD --most=N --gap=N\n");
}

static void print_debug_usage(void)
{
}

static void begin_tool(void)
{
	if (rec.fd < 0) {
		VG_(umsg)("--pipe is missing\n");
		VG_(exit)(1);
	}
	rec.fd = VG_(safe_fd)(rec.fd);
	rec.on = True;
	rec.phases = rec.gap != 0;
	rec.edge = phase_length();
	VG_(atfork)(NULL, NULL, in_child);
}

static void describe_tool(void)
{
	VG_(details_name)("binrec");
	VG_(details_version)(NULL);
	VG_(details_description)("recorder of the memory accesses of threads");
	VG_(details_copyright_author)("of the Tallyboard project");
	VG_(details_bug_reports_to)("the Tallyboard project");
	VG_(basic_tool_funcs)(begin_tool, instrument, end_tool);
	VG_(needs_command_line_options)(take_option, print_usage, print_debug_usage);
	VG_(needs_syscall_wrapper)(before_system, after_system);
	VG_(track_pre_thread_ll_create)(on_new_thread);
	VG_(track_pre_thread_ll_exit)(on_thread_end);
	VG_(track_start_client_code)(on_code);
	VG_(track_stop_client_code)(on_code_end);
	VG_(track_new_mem_mmap)(on_mapped);
	VG_(track_new_mem_startup)(on_mapped);
	VG_(track_post_mem_write)(on_written);
	VG_(track_pre_deliver_signal)(on_signal);
}

VG_DETERMINE_INTERFACE_VERSION(describe_tool)
