/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RECORDER_H
#define RECORDER_H
/*
 * Internal interface of librecord, the run time of programs that are compiled with
 * -fsanitize=thread and linked with this library instead of the compiler's. recorder.c records
 * the events, turns.c has the clocks of the threads, outblocks.c writes the file, tsan.c has
 * the functions that the compiler calls, calls.c wraps those of the C library.
 */
#include "outblocks.h"
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* In a function that the program calls, the address of the call. */
#define RECORDER_PLACE ((uintptr_t)__builtin_return_address(0))

struct recorder_thread {
	struct recorder_thread *next;
	uint32_t number;
	int busy;   /* an event is being written */
	int inside; /* the thread is in the recorder, whose own accesses do not count */
	uint8_t *buffer;
	size_t used;
	uint32_t events;
	uint64_t addr, pc;		 /* address and place of the last event in the buffer */
	uint64_t frame[MEMTRACE_FRAMES]; /* places of the calls in progress */
	/* for each function in progress: a place in it, and the stack
	 * pointer at its beginning */
	uint64_t in[MEMTRACE_FRAMES], sp[MEMTRACE_FRAMES];
	uint32_t depth,
		framed;	    /* number of functions in progress; number with recorded frames */
	uint64_t allocator; /* place of the call of operator new in progress, or 0 */
	uint64_t start, created_at, stack, stack_size;
	uintptr_t handle; /* pthread_t */
	bool joined;
	/* turns (turns.c) */
	pid_t tid; /* 0: the thread has not begun */
	bool ended;
	uint64_t clock, lead; /* number of its events; added to it for the time it waited */
	uint64_t left_at;     /* clock when others last went on without it */
	uint64_t waits_at;    /* clock while it waits for its turn */
	uint64_t idle_clock, idle_time; /* clock when its processor time, in ns, was read */
	char name[32];
};

/* Returns the calling thread; NULL: nothing is recorded, or the thread is inside the
 * recorder. */
struct recorder_thread *recorder_enter(void);
void recorder_leave(struct recorder_thread *t);
/* Does the same for accesses: an access that is not recorded is counted as missing. */
struct recorder_thread *recorder_enter_access(void);

/* Records an access; must be called between enter and leave. */
void recorder_access(struct recorder_thread *t, enum memtrace_kind kind,
		     const volatile void *addr, size_t size, uintptr_t place);
/* Records an event with a number of the object's domain. */
void recorder_order(struct recorder_thread *t, enum memtrace_kind kind,
		    enum memtrace_object object, uint64_t addr, uintptr_t place);
/* Records that a function called from @place begins; @in: a place in it, @sp: its stack
 * pointer. */
void recorder_call(struct recorder_thread *t, uintptr_t place, uintptr_t in, uintptr_t sp);
void recorder_return(struct recorder_thread *t);
void recorder_allocate(struct recorder_thread *t, const void *block, size_t size,
		       uintptr_t place);
void recorder_release(struct recorder_thread *t, const void *block);

/*
 * Waits before an event that orders threads until every other thread that can run has made as
 * many events as the caller, less @slack. The order of a recording is so that of a machine with
 * a processor for each thread, whatever else runs on this computer.
 */
void recorder_turn(uint64_t slack);
/* Returns a thread's clock: its events and its lead. */
uint64_t recorder_clock(const struct recorder_thread *t);
/* Raises a thread's lead until its clock is at least @clock. The lead never falls: a thread
 * that waits for its turn would be behind its own clock, and two such threads could wait for
 * each other. */
void recorder_raise(struct recorder_thread *t, uint64_t clock);
/* Waits until a thread's clock is at least @clock, the thread has ended, or *@on is 0. Raises
 * the clock of a thread that sleeps or computes, unless it waits for its turn or is inside the
 * recorder. */
void recorder_wait_for(struct recorder_thread *t, uint64_t clock, const int *on);

/* Lock and unlock the atomic accesses to an address, which happen one at a time. */
void recorder_lock(const volatile void *addr);
void recorder_unlock(const volatile void *addr);
/* Records an atomic access; must be called while the address is locked, with @t NULL or
 * entered. */
void recorder_atomic(struct recorder_thread *t, enum memtrace_kind kind,
		     const volatile void *addr, size_t size, uintptr_t place);

/* Returns a thread that is about to be created; NULL: nothing is recorded. */
struct recorder_thread *recorder_new_thread(uint64_t start, uintptr_t place);
void recorder_begin_thread(struct recorder_thread *t); /* is called in the new thread */
struct recorder_thread *recorder_find(uintptr_t handle);

/* Gives the recorder's own memory of threads, which identifies teams of OpenMP, a name in the
 * recording. */
void recorder_name_teams(void);

void recorder_init(void);
void recorder_finish(void);

/* Makes the linker take the other parts of the library. */
extern const int recorder_calls;

/* Finds the next function of this name, which is that of the C library. */
#define RECORDER_REAL(name)                                         \
	({                                                          \
		static __typeof__(&name) real_;                     \
		if (!real_)                                         \
			*(void **)&real_ = dlsym(RTLD_NEXT, #name); \
		real_;                                              \
	})

static inline void recorder_copy(void *to, const void *from, size_t size)
{
#ifdef __x86_64__
	__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
#else
	uint8_t *t = to;
	const uint8_t *f = from;

	for (; size; size--) {
		*t++ = *f++;
		__asm__ volatile("" : : : "memory"); /* prevents a call of memcpy */
	}
#endif
}

#endif
