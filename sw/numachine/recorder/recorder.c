/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes the recording (memtrace.h). Each thread has a buffer; a full buffer is compressed and
 * appended to the file as a block. No function here calls one that the program may have
 * replaced.
 */
#include "recorder.h"
#include "le.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <zlib.h>

#define EVENT_BYTES 256u /* largest size of an event */
#define HEAP 0u		 /* number of the domain of malloc and free */

static __thread struct recorder_thread *self __attribute__((tls_model("initial-exec")));
static __thread int starting __attribute__((tls_model("initial-exec")));

static struct domain {
	int lock;
	uint64_t next;	/* number */
	uint64_t clock; /* latest clock of a thread that released an object of the domain */
} __attribute__((aligned(64))) domains[MEMTRACE_DOMAINS];

static struct {
	int on, done, missed, lock;
	int incomplete; /* errno value */
	pid_t process;	/* that is recorded */
	uint32_t threads;
	struct recorder_thread *first;
	struct recorder_thread *pool; /* of MEMTRACE_THREADS */
	int teams;		      /* members of @pool identify teams of OpenMP */
} file;

/* ---- locks ---- */

static void lock(int *l)
{
	while (__atomic_exchange_n(l, 1, __ATOMIC_ACQUIRE))
		sched_yield();
}

static void unlock(int *l)
{
	__atomic_store_n(l, 0, __ATOMIC_RELEASE);
}

/* ---- blocks ---- */

static void flush(struct recorder_thread *t)
{
	if (!t->events)
		return;
	lock(&file.lock);
	recorder_out_block(MEMTRACE_EVENTS, t->number, t->buffer, t->used, t->events);
	unlock(&file.lock);
	if (recorder_out_failed())
		__atomic_store_n(&file.on, 0, __ATOMIC_SEQ_CST);
	t->used = 0;
	t->events = 0;
	t->addr = t->pc = 0;
}

/* ---- threads ---- */

struct recorder_thread *recorder_new_thread(uint64_t start, uintptr_t place)
{
	struct recorder_thread *t;
	uint32_t number;

	if (!__atomic_load_n(&file.on, __ATOMIC_RELAXED))
		return NULL;
	number = __atomic_fetch_add(&file.threads, 1, __ATOMIC_RELAXED);
	if (number >= MEMTRACE_THREADS) {
		__atomic_store_n(&file.threads, MEMTRACE_THREADS, __ATOMIC_RELAXED);
		file.incomplete = EAGAIN;
		__atomic_store_n(&file.on, 0, __ATOMIC_SEQ_CST);
		return NULL;
	}
	t = &file.pool[number];
	t->number = number;
	t->start = start;
	t->created_at = place;
	t->clock = self ? self->clock + self->lead : 0;
	t->buffer = mmap(NULL, RECORDER_CONTENTS, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (t->buffer == MAP_FAILED) {
		t->buffer = NULL;
		file.incomplete = ENOMEM;
		__atomic_store_n(&file.on, 0, __ATOMIC_SEQ_CST);
		return NULL;
	}
	lock(&file.lock);
	t->next = file.first;
	__atomic_store_n(&file.first, t, __ATOMIC_RELEASE);
	unlock(&file.lock);
	return t;
}

void recorder_begin_thread(struct recorder_thread *t)
{
	pthread_attr_t attr;
	void *stack;
	size_t size;

	t->inside = 1;
	self = t;
	t->handle = (uintptr_t)pthread_self();
	__atomic_store_n(&t->tid, (pid_t)syscall(SYS_gettid), __ATOMIC_RELEASE);
	if (!pthread_getattr_np(pthread_self(), &attr)) {
		if (!pthread_attr_getstack(&attr, &stack, &size)) {
			t->stack = (uintptr_t)stack;
			t->stack_size = size;
		}
		pthread_attr_destroy(&attr);
	}
	t->inside = 0;
}

struct recorder_thread *recorder_find(uintptr_t handle)
{
	struct recorder_thread *t;

	for (t = __atomic_load_n(&file.first, __ATOMIC_ACQUIRE); t; t = t->next)
		if (t->handle == handle && !t->joined)
			return t;
	return NULL;
}

static struct recorder_thread *enter(bool access)
{
	struct recorder_thread *t = self;

	if (!__atomic_load_n(&file.on, __ATOMIC_RELAXED) || starting)
		return NULL;
	if (!t) { /* the thread was not created by pthread_create() */
		starting = 1;
		t = recorder_new_thread(0, 0);
		if (t)
			recorder_begin_thread(t);
		starting = 0;
		if (!t)
			return NULL;
	}
	if (t->inside) {
		if (access) /* the access comes from a signal handler */
			file.missed = 1;
		return NULL;
	}
	t->inside = 1;
	__atomic_store_n(&t->busy, 1, __ATOMIC_SEQ_CST);
	if (!__atomic_load_n(&file.on, __ATOMIC_SEQ_CST)) {
		recorder_leave(t);
		return NULL;
	}
	return t;
}

struct recorder_thread *recorder_enter(void)
{
	return enter(false);
}

struct recorder_thread *recorder_enter_access(void)
{
	return enter(true);
}

void recorder_leave(struct recorder_thread *t)
{
	if (!t)
		return;
	__atomic_store_n(&t->busy, 0, __ATOMIC_RELEASE);
	t->inside = 0;
}

/* ---- turns ---- */

void recorder_turn(uint64_t slack)
{
	struct recorder_thread *const me = self;
	const int err = errno;
	uint64_t clock;

	if (!me || me->inside || !__atomic_load_n(&file.on, __ATOMIC_RELAXED))
		return;
	/* a thread that tries again and again without an event lets the others go on, too */
	__atomic_store_n(&me->clock, me->clock + 1, __ATOMIC_RELAXED);
	__atomic_store_n(&me->waits_at, me->clock, __ATOMIC_RELAXED);
	clock = recorder_clock(me);
	clock -= clock < slack ? clock : slack;
	for (struct recorder_thread *t = __atomic_load_n(&file.first, __ATOMIC_ACQUIRE); t;
	     t = t->next)
		if (t != me)
			recorder_wait_for(t, clock, &file.on);
	__atomic_store_n(&me->waits_at, 0, __ATOMIC_RELAXED);
	errno = err;
}

/* ---- events ---- */

static uint8_t *begin_event(struct recorder_thread *t, enum memtrace_kind kind,
			    unsigned int code)
{
	if (t->used + EVENT_BYTES > RECORDER_CONTENTS)
		flush(t);
	t->events++;
	__atomic_store_n(&t->clock, t->clock + 1, __ATOMIC_RELAXED);
	t->buffer[t->used] = (uint8_t)(kind | code << 4);
	return t->buffer + t->used + 1;
}

static void end_event(struct recorder_thread *t, const uint8_t *p)
{
	t->used = (size_t)(p - t->buffer);
}

static uint8_t *put_access(struct recorder_thread *t, enum memtrace_kind kind, uint64_t addr,
			   size_t size, uintptr_t place)
{
	const bool short_form = size && size <= 16 && !(size & (size - 1));
	uint8_t *p =
		begin_event(t, kind, short_form ? 1 + (unsigned int)__builtin_ctzl(size) : 0);

	if (!short_form)
		p = memtrace_put_number(p, size);
	p = memtrace_put_difference(p, &t->addr, addr);
	return memtrace_put_difference(p, &t->pc, place);
}

void recorder_access(struct recorder_thread *t, enum memtrace_kind kind,
		     const volatile void *addr, size_t size, uintptr_t place)
{
	uintptr_t at = (uintptr_t)addr;

	while (size) {
		const size_t n = size < MEMTRACE_ACCESS ? size : MEMTRACE_ACCESS;

		end_event(t, put_access(t, kind, at, n, place));
		at += n;
		size -= n;
	}
}

/*
 * Returns the address of the frame of function @i in progress, above the return address of the
 * function; 0: not found. The search goes down from the caller's frame, so that it finds the
 * return address itself and not an older copy, which can only be below.
 */
static uint64_t frame_of(const struct recorder_thread *t, uint32_t i)
{
	const uint64_t end = t->stack + t->stack_size, low = t->sp[i];
	const uint64_t high = i ? t->sp[i - 1] : end;

	if (low < t->stack || high > end || high <= low)
		return 0;
	for (uint64_t at = i ? high : low + 8; at > low && at <= end; at = i ? at - 8 : at + 8)
		if (((const uint64_t *)at)[-1] == t->frame[i])
			return at;
	return 0;
}

/* Records the frames of the functions in progress, whose variables other threads may use after
 * the next event with a domain. */
static void put_frames(struct recorder_thread *t)
{
	const uint32_t n = t->depth < MEMTRACE_FRAMES ? t->depth : MEMTRACE_FRAMES;

	for (; t->framed < n; t->framed++) {
		const uint64_t frame = frame_of(t, t->framed);
		uint8_t *p;

		if (!frame)
			continue;
		p = memtrace_put_number(begin_event(t, MEMTRACE_FRAME, 0), t->framed);
		p = memtrace_put_difference(p, &t->addr, frame);
		p = memtrace_put_number(p, frame - t->sp[t->framed]);
		end_event(t, memtrace_put_difference(p, &t->pc, t->in[t->framed]));
	}
}

static uint64_t next_number(uint32_t domain)
{
	uint64_t n;

	lock(&domains[domain].lock);
	n = domains[domain].next++;
	unlock(&domains[domain].lock);
	return n;
}

void recorder_order(struct recorder_thread *t, enum memtrace_kind kind,
		    enum memtrace_object object, uint64_t addr, uintptr_t place)
{
	const uint32_t domain = memtrace_domain(addr);
	struct domain *const d = &domains[domain];
	uint64_t number, clock;
	uint8_t *p;

	put_frames(t);
	lock(&d->lock);
	number = d->next++;
	clock = recorder_clock(t);
	if (kind == MEMTRACE_RELEASE)
		d->clock = clock > d->clock ? clock : d->clock;
	else /* the thread has waited for the release */
		recorder_raise(t, d->clock);
	unlock(&d->lock);
	p = begin_event(t, kind, object);
	p = memtrace_put_difference(p, &t->addr, addr);
	p = memtrace_put_difference(p, &t->pc, place);
	p = memtrace_put_number(p, domain);
	end_event(t, memtrace_put_number(p, number));
}

void recorder_lock(const volatile void *addr)
{
	lock(&domains[memtrace_domain((uintptr_t)addr)].lock);
}

void recorder_unlock(const volatile void *addr)
{
	unlock(&domains[memtrace_domain((uintptr_t)addr)].lock);
}

void recorder_atomic(struct recorder_thread *t, enum memtrace_kind kind,
		     const volatile void *addr, size_t size, uintptr_t place)
{
	const uint32_t domain = memtrace_domain((uintptr_t)addr);
	uint8_t *p;

	if (!t)
		return;
	put_frames(t);
	p = put_access(t, kind, (uintptr_t)addr, size, place);
	p = memtrace_put_number(p, domain);
	end_event(t, memtrace_put_number(p, domains[domain].next++));
}

void recorder_call(struct recorder_thread *t, uintptr_t place, uintptr_t in, uintptr_t sp)
{
	if (t->depth < MEMTRACE_FRAMES) {
		t->frame[t->depth] = place;
		t->in[t->depth] = in;
		t->sp[t->depth] = sp;
	}
	t->depth++;
	end_event(t, memtrace_put_difference(begin_event(t, MEMTRACE_ENTER, 0), &t->pc, place));
}

void recorder_return(struct recorder_thread *t)
{
	t->depth -= t->depth > 0;
	t->framed = t->framed < t->depth ? t->framed : t->depth;
	end_event(t, begin_event(t, MEMTRACE_LEAVE, 0));
}

void recorder_allocate(struct recorder_thread *t, const void *block, size_t size,
		       uintptr_t place)
{
	const uint64_t number = next_number(HEAP);
	uint32_t n = t->depth < MEMTRACE_STACK - 1 ? t->depth : MEMTRACE_STACK - 1;
	uint8_t *p = begin_event(t, MEMTRACE_ALLOCATE, 0);

	if (t->depth > MEMTRACE_FRAMES)
		n = 0; /* the innermost calls are unknown */
	p = memtrace_put_difference(p, &t->addr, (uintptr_t)block);
	p = memtrace_put_number(p, size);
	p = memtrace_put_number(p, HEAP);
	p = memtrace_put_number(p, number);
	p = memtrace_put_number(p, 1 + n);
	p = memtrace_put_difference(p, &t->pc, t->allocator ? t->allocator : place);
	for (uint32_t i = 0; i < n; i++)
		p = memtrace_put_difference(p, &t->pc, t->frame[t->depth - 1 - i]);
	end_event(t, p);
}

void recorder_release(struct recorder_thread *t, const void *block)
{
	const uint64_t number = next_number(HEAP);
	uint8_t *p = begin_event(t, MEMTRACE_RELEASE_BLOCK, 0);

	p = memtrace_put_difference(p, &t->addr, (uintptr_t)block);
	p = memtrace_put_number(p, HEAP);
	end_event(t, memtrace_put_number(p, number));
}

/* ---- information ---- */

#define LOCALS_MOST (1u << 20) /* bytes between thread-local variables and the base */

static int put_module(struct dl_phdr_info *m, size_t size, void *arg)
{
	char exe[RECORDER_LONGEST + 1] = "";
	const char *path = m->dlpi_name;
	const uint8_t *id = NULL;
	size_t id_bytes = 0;
	int *first = arg;
	uint64_t local = (uintptr_t)m->dlpi_tls_data - (uintptr_t)pthread_self();

	(void)size;
	if (*first) {
		if (readlink("/proc/self/exe", exe, RECORDER_LONGEST) > 0)
			path = exe;
	} else if (!*path) {
		return 0;
	}
	for (unsigned int i = 0; i < m->dlpi_phnum; i++) {
		const ElfW(Phdr) *h = &m->dlpi_phdr[i];
		const uint8_t *p = (const uint8_t *)(uintptr_t)(m->dlpi_addr + h->p_vaddr);
		const uint8_t *const end = p + h->p_memsz;

		while (h->p_type == PT_NOTE && p + sizeof(ElfW(Nhdr)) <= end) {
			const ElfW(Nhdr) *n = (const void *)p;
			const uint8_t *desc = p + sizeof(*n) + (n->n_namesz + 3) / 4 * 4;

			if (n->n_type == NT_GNU_BUILD_ID && n->n_descsz <= 32) {
				id = desc;
				id_bytes = n->n_descsz;
			}
			p = desc + (n->n_descsz + 3) / 4 * 4;
		}
	}
	/* modules loaded later have their thread-local variables elsewhere in each thread */
	if (!m->dlpi_tls_data || local + LOCALS_MOST > 2 * LOCALS_MOST)
		local = 0;
	recorder_out_module(path, m->dlpi_addr, id, id_bytes, local);
	*first = 0;
	return 0;
}

void recorder_name_teams(void)
{
	__atomic_store_n(&file.teams, 1, __ATOMIC_RELAXED);
}

static void put_threads(void)
{
	static const char name[] = "barrier";

	if (file.teams) {
		recorder_out_item(MEMTRACE_SYMBOL,
				  (const uint64_t[]){(uintptr_t)file.pool,
						     MEMTRACE_THREADS * sizeof(*file.pool)},
				  2);
		recorder_out_bytes(name, sizeof(name) - 1);
	}
	for (uint32_t i = 0; i < file.threads; i++) {
		const struct recorder_thread *t = &file.pool[i];
		const uint64_t v[] = {t->number, t->start, t->created_at, t->stack,
				      t->stack_size};

		recorder_out_item(MEMTRACE_THREAD, v, 5);
		recorder_out_bytes(t->name, strnlen(t->name, sizeof(t->name)));
		recorder_out_item(MEMTRACE_BASE, (const uint64_t[]){t->number, t->handle}, 2);
	}
}

/* ---- begin and end ---- */

static void complain(int err)
{
	dprintf(STDERR_FILENO,
		"librecord: the file that RECORD names cannot be written (%s); "
		"nothing is recorded\n",
		outpath_reason(-err));
}

void recorder_init(void)
{
	const char *path = getenv("RECORD");
	struct recorder_thread *t;
	int err;

	/* gcc calls this before the C library has begun, where it would link its own run time;
	 * begin() comes later */
	if (file.done || recorder_out_is_open() || !environ)
		return;
	file.done = 1;
	if (!path || !*path)
		return;
	file.process = getpid();
	err = recorder_out_open(path, file.process);
	if (err) {
		complain(-err);
		return;
	}
	unsetenv("RECORD"); /* programs that this one starts must not overwrite the file */
	file.pool = mmap(NULL, MEMTRACE_THREADS * sizeof(*file.pool), PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (file.pool == MAP_FAILED) {
		complain(errno);
		recorder_out_abort();
		return;
	}
	file.on = 1;
	t = recorder_new_thread(0, 0);
	if (t)
		recorder_begin_thread(t);
}

/* Stops recording in a child process, which must not write to its parent's file. */
static void stop(void)
{
	file.on = 0;
	recorder_out_forget();
}

__attribute__((constructor(101))) static void begin(void)
{
	recorder_init();
	pthread_atfork(NULL, NULL, stop);
}

__attribute__((destructor(101))) static void end(void)
{
	recorder_finish();
}

void recorder_finish(void)
{
	int first = 1, maps, err;

	/* a process that vfork made has the memory of its parent, which goes on */
	if (!recorder_out_is_open() || getpid() != file.process)
		return;
	if (self)
		self->inside = 1;
	__atomic_store_n(&file.on, 0, __ATOMIC_SEQ_CST);
	for (struct recorder_thread *t = __atomic_load_n(&file.first, __ATOMIC_ACQUIRE); t;
	     t = t->next) {
		while (t != self && __atomic_load_n(&t->busy, __ATOMIC_SEQ_CST))
			sched_yield();
		flush(t);
	}
	lock(&file.lock);
	put_threads();
	dl_iterate_phdr(put_module, &first);
	maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
	if (maps >= 0) {
		recorder_out_maps(maps);
		close(maps);
	}
	err = recorder_out_close(file.threads, file.incomplete ? file.incomplete
					       : file.missed   ? EINTR
							       : 0);
	if (err)
		complain(-err);
	unlock(&file.lock);
}
