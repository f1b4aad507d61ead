/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MEMTRACE_H
#define MEMTRACE_H
/*
 * Recordings of the memory accesses of a threaded program, as librecord writes them: format and
 * reader. The reader streams: its memory grows with the threads, pages and symbols of the
 * program, not with the length of the recording.
 *
 * A file is a header, blocks, and an end block. All numbers are little-endian, all checksums
 * CRC-32 (zlib).
 *
 *	header, 32 bytes: "MEMTRACE", version (32 bits), process number (32), start of the
 *		process in ns since 1970 (64), 0 (32), checksum of the 28 bytes before (32)
 *	block, 32 bytes and contents: kind (32: enum memtrace_block), thread (32), bytes in the
 *		file (32), bytes when unpacked (32), events (32), number of the block, from 0
 *		(32), checksum of the contents in the file (32), of the 28 bytes before (32)
 *
 * The contents of a block are packed by zlib. A block of events belongs to one thread; the
 * blocks of a thread are in the order of its execution. Addresses and places are stored as the
 * difference to the last one in the block (at first 0), zigzag-coded, and numbers as in LEB128.
 * The first byte of an event is its kind, and, in bits 7..4, 1 to 5 for 1, 2, 4, 8, 16 bytes,
 * or 0: the size is the number that follows.
 *
 *	READ, WRITE		address, place
 *	ATOMIC_READ, ..._RMW	address, place, domain, number
 *	ACQUIRE, RELEASE	address of the object, place, domain, number; bits 7..4: enum
 *				memtrace_object
 *	ENTER			place from which the function was called
 *	LEAVE
 *	ALLOCATE		address, size, domain, number, places of the stack: how many,
 *				and each, the innermost first
 *	RELEASE_BLOCK		address, domain, number
 *	FRAME			number of the function in progress, 0 for the outermost;
 *				address of its frame (CFA); how far below it the stack
 *				pointer is at its beginning; a place in it. Written before the
 *				next event with a domain after the function has begun
 *
 * The order of synchronisation: the events of one domain have the numbers 0, 1, 2 ... without
 * a gap, over all threads. An event with number n happened after events 0 to n - 1 of its
 * domain. A program that replays the threads must keep this order; locks, barriers, the start
 * and end of threads, atomic variables and the reuse of heap blocks then take place as
 * recorded. Accesses that are not ordered may be interleaved in any way.
 *
 * A block of information is a series of items: kind (enum memtrace_item), then
 *
 *	MODULE		address at which it is loaded, length of build id and its bytes,
 *			length of path and its bytes
 *	SYMBOL		address, size, length of name, name: a variable
 *	THREAD		thread, start function, its place of creation, lowest address and
 *			size of the stack, length of name, name
 *	SHARED		address, size, device, inode, offset: memory shared with other
 *			processes
 *	LOCAL		difference to the base of a thread, size, length of name, name: a
 *			thread-local variable
 *	BASE		thread, base of its thread-local variables
 *	LEFT		number of accesses that were counted, not recorded
 *	PHASES		number of phases of which the recording consists, if accesses between
 *			them were not recorded
 *	UNORDERED	1: plain accesses to some of the words that order threads are not
 *			recorded as such, because there were too many
 *
 * The end block contains the numbers of events, of blocks before this one and of threads, and 0
 * or, if the recording is incomplete, an errno value (64 bits each, not packed).
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* version 1 has no FRAME, LOCAL and BASE, version 2 no CHANNEL and SIGNAL, version 3 no LEFT,
 * version 4 no PHASES and UNORDERED */
#define MEMTRACE_VERSION 5u
#define MEMTRACE_HEADER 32u
#define MEMTRACE_BLOCK 32u
#define MEMTRACE_CONTENTS (1u << 18) /* maximum size of a block, packed and unpacked */
#define MEMTRACE_THREADS 4096u
#define MEMTRACE_DOMAINS 4096u
#define MEMTRACE_STACK 16u
#define MEMTRACE_FRAMES 256u	   /* nested functions of a thread; deeper ones are unknown */
#define MEMTRACE_ACCESS (1u << 30) /* maximum size of an access */
#define MEMTRACE_ERROR 512u

enum memtrace_block { MEMTRACE_EVENTS = 1, MEMTRACE_INFORMATION = 2, MEMTRACE_END = 3 };

enum memtrace_kind {
	MEMTRACE_READ,
	MEMTRACE_WRITE,
	MEMTRACE_ATOMIC_READ,
	MEMTRACE_ATOMIC_WRITE,
	MEMTRACE_ATOMIC_RMW,
	MEMTRACE_ACQUIRE,
	MEMTRACE_RELEASE,
	MEMTRACE_ENTER,
	MEMTRACE_LEAVE,
	MEMTRACE_ALLOCATE,
	MEMTRACE_RELEASE_BLOCK,
	MEMTRACE_FRAME,
	MEMTRACE_KINDS
};

enum memtrace_object {
	MEMTRACE_LOCK = 1,
	MEMTRACE_START,	 /* of a thread */
	MEMTRACE_FINISH, /* of a thread */
	MEMTRACE_BARRIER,
	MEMTRACE_CONDITION,
	MEMTRACE_ONCE,
	MEMTRACE_SEMAPHORE,
	MEMTRACE_CHANNEL, /* a pipe, a socket or an event: sent and received; the address is no
			   * memory */
	MEMTRACE_SIGNAL,
};

enum memtrace_item {
	MEMTRACE_MODULE = 1,
	MEMTRACE_SYMBOL,
	MEMTRACE_THREAD,
	MEMTRACE_SHARED,
	MEMTRACE_LOCAL,
	MEMTRACE_BASE,
	MEMTRACE_LEFT,
	MEMTRACE_PHASES,
	MEMTRACE_UNORDERED,
};

struct memtrace_event {
	enum memtrace_kind kind;
	uint32_t thread;
	uint64_t addr, size; /* bytes; FRAME: from addr down to the stack pointer */
	uint64_t pc;	     /* return address: that of the instruction after the access */
	enum memtrace_object object;
	uint32_t domain; /* set of events that are ordered relative to each other */
	uint64_t number;
	uint32_t depth; /* ALLOCATE: depth of the stack; FRAME: number of the function */
	uint64_t stack[MEMTRACE_STACK];
};

/* Returns whether events of this kind have a domain and a number. */
static inline bool memtrace_is_ordered(enum memtrace_kind kind)
{
	return (kind >= MEMTRACE_ATOMIC_READ && kind <= MEMTRACE_RELEASE) ||
	       kind == MEMTRACE_ALLOCATE || kind == MEMTRACE_RELEASE_BLOCK;
}

/* ---- what recorders write; the functions return the place after it ---- */

static inline uint8_t *memtrace_put_number(uint8_t *p, uint64_t v)
{
	for (; v > 0x7F; v >>= 7)
		*p++ = (uint8_t)(v | 0x80);
	*p++ = (uint8_t)v;
	return p;
}

/* Writes an address or a place; @last is the last one, and then this one. */
static inline uint8_t *memtrace_put_difference(uint8_t *p, uint64_t *last, uint64_t v)
{
	const uint64_t d = v - *last;

	*last = v;
	return memtrace_put_number(p, d << 1 ^ -(d >> 63));
}

/* Returns the domain of an object, from 1 on. */
static inline uint32_t memtrace_domain(uint64_t addr)
{
	return 1 + (uint32_t)((addr >> 3) * 0x9E3779B97F4A7C15u >> 40) % (MEMTRACE_DOMAINS - 1);
}

/* Returns whether the event is a memory access by the program itself. */
static inline bool memtrace_is_access(enum memtrace_kind kind)
{
	return kind <= MEMTRACE_ATOMIC_RMW;
}

static inline bool memtrace_writes(enum memtrace_kind kind)
{
	return kind == MEMTRACE_WRITE || kind == MEMTRACE_ATOMIC_WRITE ||
	       kind == MEMTRACE_ATOMIC_RMW;
}

/*
 * Returns whether an event uses memory. An access does; a lock, barrier, condition, once or
 * semaphore counts as a write to its first bytes.
 */
static inline bool memtrace_touches(const struct memtrace_event *e)
{
	return memtrace_is_access(e->kind) ||
	       ((e->kind == MEMTRACE_ACQUIRE || e->kind == MEMTRACE_RELEASE) &&
		e->object != MEMTRACE_START && e->object != MEMTRACE_FINISH &&
		e->object < MEMTRACE_CHANNEL);
}
#define MEMTRACE_OBJECT_BYTES 4u

struct memtrace_module {
	uint64_t base;
	unsigned int id_bytes;
	uint8_t id[32]; /* build id */
	char *path;
};

struct memtrace_symbol {
	uint64_t addr, size;
	char *name;
};

struct memtrace_thread {
	uint64_t start, created_at; /* start function, and place of creation; 0: unknown */
	uint64_t stack, stack_size;
	uint64_t base;	 /* of the thread-local variables; 0: unknown */
	char *name;	 /* "" : none */
	uint64_t events; /* number of events, counted by the reader */
};

struct memtrace_shared {
	uint64_t addr, size, device, inode, offset;
};

/* The contents of a recording other than its events. */
struct memtrace_info {
	uint32_t process;
	uint64_t started; /* ns since 1970 */
	uint64_t events, accesses;
	int incomplete; /* errno value; 0: the recording is complete */
	struct memtrace_module *module;
	struct memtrace_symbol *symbol; /* by ascending address */
	struct memtrace_symbol *local;	/* thread-local; relative to the base of a thread */
	struct memtrace_thread *thread;
	struct memtrace_shared *shared;
	size_t modules, symbols, locals, threads, shareds;
	uint64_t *page; /* pages of MEMTRACE_PAGE bytes that are accessed, ascending */
	size_t pages;
	uint64_t left;	    /* number of accesses that were counted, not recorded */
	uint64_t phases;    /* 0: all before them was recorded */
	uint64_t unordered; /* 1: see UNORDERED */
};

#define MEMTRACE_PAGE_BITS 14
#define MEMTRACE_PAGE (1u << MEMTRACE_PAGE_BITS)

struct memtrace;

/* Returns 1 if a file begins like a recording, 0 if not, or a negative errno value. */
int memtrace_is(const char *path);
/*
 * Reads the whole file once, and checks it. Returns 0, or a negative errno value and an error
 * message in @error, which begins with "FILE: byte N:" if the file is damaged (-EBADMSG).
 */
int memtrace_open(struct memtrace **m, const char *path, char error[MEMTRACE_ERROR]);
void memtrace_close(struct memtrace *m);
const struct memtrace_info *memtrace_info(const struct memtrace *m);
const char *memtrace_path(const struct memtrace *m); /* path given to memtrace_open() */

/* A stream of the events of one thread, or of all threads block by block. */
#define MEMTRACE_ALL UINT32_MAX
struct memtrace_stream;
int memtrace_stream_open(struct memtrace_stream **s, const struct memtrace *m, uint32_t thread);
void memtrace_stream_close(struct memtrace_stream *s);
/* Reads the next event. Returns 1, 0 at the end, -EBADMSG or another negative errno value. */
int memtrace_next(struct memtrace_stream *s, struct memtrace_event *e);
/* Returns the error message after an error, in the form of memtrace_open(). */
const char *memtrace_stream_error(const struct memtrace_stream *s);

/*
 * Replays all threads of a recording in any interleaving that keeps the order of
 * synchronisation.
 */
struct memtrace_player;
int memtrace_player_open(struct memtrace_player **p, const struct memtrace *m);
void memtrace_player_close(struct memtrace_player *p);
/*
 * Executes the next event of a thread. Returns 1; 0 if the thread has ended, -EAGAIN if it must
 * wait for another thread (*@e is the event that waits), or another negative errno value. An
 * ordered event counts as complete only when the next event of its thread is requested.
 */
int memtrace_play(struct memtrace_player *p, uint32_t thread, struct memtrace_event *e);
/* Returns the error message after an error of @thread. */
const char *memtrace_player_error(const struct memtrace_player *p, uint32_t thread);
/* Returns a counter that increases whenever an event begins or an ordered event completes. */
uint64_t memtrace_played(const struct memtrace_player *p);

/*
 * The event at which an analysis begins, such as the end of the initialisation. All zeros: the
 * first event.
 */
struct memtrace_from {
	enum {
		MEMTRACE_FROM_START,
		MEMTRACE_FROM_FUNCTION,	  /* an access by the code from @low up to @high */
		MEMTRACE_FROM_BARRIER,	  /* a thread has passed a barrier @count times */
		MEMTRACE_FROM_REFERENCES, /* after @count accesses of all threads */
	} kind;
	uint64_t low, high; /* return addresses as in memtrace_event.pc */
	uint64_t count;
	/* Private: */
	bool reached;
	uint64_t accesses;
	uint32_t passed[MEMTRACE_THREADS]; /* number of barriers that each thread has passed */
};

/* Must be called with each event in the order of execution. Returns whether the analysis has
 * begun. */
bool memtrace_begins(struct memtrace_from *f, const struct memtrace_event *e);
/* Parses "pc:LOW-HIGH", "barrier:N" or "references:N". Returns 0 or -EINVAL. */
int memtrace_read_from(const char *text, struct memtrace_from *f);

/*
 * Assignment of physical memory to the pages of some recordings: the pages of each recording in
 * ascending order, for one recording after another. Pages of different recordings have
 * different memory, unless both are shared memory and the same part of the same object.
 */
struct memtrace_layout;
/* -ENOMEM. */
int memtrace_layout_open(struct memtrace_layout **l, struct memtrace *const *m, size_t n);
void memtrace_layout_close(struct memtrace_layout *l);
size_t memtrace_layout_pages(const struct memtrace_layout *l);
/* Returns the physical address; UINT64_MAX: recording @which never accesses the page. */
uint64_t memtrace_physical(const struct memtrace_layout *l, size_t which, uint64_t addr);
/* Finds one of the recordings that use a physical address, and its address there. Returns false
 * if none uses it. */
bool memtrace_virtual(const struct memtrace_layout *l, uint64_t physical, size_t *which,
		      uint64_t *addr);

#ifdef __cplusplus
}
#endif

#endif
