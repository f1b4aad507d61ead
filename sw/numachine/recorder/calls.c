/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Replaces functions of the C library, C++ and OpenMP: threads and their synchronisation, heap
 * blocks, copies of memory. Each replacement records the call and calls the original function.
 */
#undef _FORTIFY_SOURCE /* this file defines functions that _FORTIFY_SOURCE would replace */
#include "recorder.h"
#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <threads.h>
#include <unistd.h>

const int recorder_calls = 1;

#define REAL RECORDER_REAL

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

/* Code of clang's OpenMP library, which orders threads by functions of the C library. What that
 * means for the program is recorded instead. */
static uintptr_t openmp_start, openmp_size;

static bool in_openmp(uintptr_t place)
{
	return place - openmp_start < openmp_size;
}

static void note(enum memtrace_kind kind, enum memtrace_object object,
		 const volatile void *addr, uintptr_t place)
{
	struct recorder_thread *t = in_openmp(place) ? NULL : recorder_enter();

	if (t)
		recorder_order(t, kind, object, (uintptr_t)addr, place);
	recorder_leave(t);
}

#define ACQUIRED(object, addr) note(MEMTRACE_ACQUIRE, MEMTRACE_##object, addr, RECORDER_PLACE)
#define RELEASES(object, addr) note(MEMTRACE_RELEASE, MEMTRACE_##object, addr, RECORDER_PLACE)

/*
 * Calls a function of the C library when it is the thread's turn. A thread that releases a lock
 * does not wait for its turn, so that another thread can take the lock meanwhile.
 */
#define TURN(name) (in_openmp(RECORDER_PLACE) ? (void)0 : recorder_turn(0), REAL(name))

/*
 * Records a release for which the thread waits for its turn. A thread that was released earlier
 * then has recorded its acquire, which otherwise would follow the later release, too.
 */
static void post(enum memtrace_object object, const volatile void *addr, uintptr_t place)
{
	if (!in_openmp(place))
		recorder_turn(0);
	note(MEMTRACE_RELEASE, object, addr, place);
}
#define POSTS(object, addr) post(MEMTRACE_##object, addr, RECORDER_PLACE)

/* ---- threads ---- */

struct start {
	void *(*function)(void *); /* NULL: a thread of C11 */
	thrd_start_t c11;
	void *arg;
	struct recorder_thread *thread;
};

static void finish_thread(void *arg)
{
	struct recorder_thread *const t = arg;

	note(MEMTRACE_RELEASE, MEMTRACE_FINISH, &t->handle, 0);
	__atomic_store_n(&t->ended, true, __ATOMIC_RELAXED);
}

static void *run_thread(void *arg)
{
	const struct start s = *(struct start *)arg;
	void *result;

	__libc_free(arg);
	recorder_begin_thread(s.thread);
	note(MEMTRACE_ACQUIRE, MEMTRACE_START, s.thread, 0);
	pthread_cleanup_push(finish_thread, s.thread);
	result = s.function ? s.function(s.arg) : (void *)(intptr_t)s.c11(s.arg);
	pthread_cleanup_pop(1);
	return result;
}

/* Returns the argument of run_thread() for a new thread; NULL: it is not recorded. */
static struct start *new_start(struct recorder_thread *me, const struct start *new,
			       uintptr_t place)
{
	const uintptr_t function =
		new->function ? (uintptr_t) new->function : (uintptr_t) new->c11;
	struct recorder_thread *t = me ? recorder_new_thread(function, place) : NULL;
	struct start *s = t ? __libc_malloc(sizeof(*s)) : NULL;

	if (!s)
		return NULL;
	*s = *new;
	s->thread = t;
	recorder_order(me, MEMTRACE_RELEASE, MEMTRACE_START, (uintptr_t)t, place);
	return s;
}

/* Ends the creation of a thread, whose start @s belongs to the thread unless @err. */
static int created(struct recorder_thread *me, struct recorder_thread *t, struct start *s,
		   int err, const pthread_t *thread)
{
	if (err) {
		__libc_free(s);
		__atomic_store_n(&t->ended, true, __ATOMIC_RELAXED);
	} else {
		t->handle = (uintptr_t)*thread;
	}
	recorder_leave(me);
	return err;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*function)(void *),
		   void *arg)
{
	struct recorder_thread *me = recorder_enter(), *t;
	struct start *s = new_start(me, &(struct start){.function = function, .arg = arg},
				    RECORDER_PLACE);

	if (!s) {
		recorder_leave(me);
		return REAL(pthread_create)(thread, attr, function, arg);
	}
	t = s->thread;
	return created(me, t, s, REAL(pthread_create)(thread, attr, run_thread, s), thread);
}

static int run_c11_thread(void *arg)
{
	return (int)(intptr_t)run_thread(arg);
}

int thrd_create(thrd_t *thread, thrd_start_t function, void *arg)
{
	struct recorder_thread *me = recorder_enter(), *t;
	struct start *s =
		new_start(me, &(struct start){.c11 = function, .arg = arg}, RECORDER_PLACE);

	if (!s) {
		recorder_leave(me);
		return REAL(thrd_create)(thread, function, arg);
	}
	t = s->thread;
	return created(me, t, s, REAL(thrd_create)(thread, run_c11_thread, s), thread);
}

#define JOIN(name, type, result_type, parameters, ...)                        \
	int name(type thread, result_type *result parameters)                 \
	{                                                                     \
		struct recorder_thread *t = recorder_find((uintptr_t)thread); \
		const int err = REAL(name)(thread, result __VA_ARGS__);       \
                                                                              \
		if (!err && t) {                                              \
			t->joined = true;                                     \
			ACQUIRED(FINISH, &t->handle);                         \
		}                                                             \
		return err;                                                   \
	}

#define COMMA ,
#define UNTIL COMMA const struct timespec *until

JOIN(pthread_join, pthread_t, void *, , )
JOIN(pthread_tryjoin_np, pthread_t, void *, , )
JOIN(pthread_timedjoin_np, pthread_t, void *, UNTIL, COMMA until)
JOIN(pthread_clockjoin_np, pthread_t, void *, COMMA clockid_t clock UNTIL,
     COMMA clock COMMA until)
JOIN(thrd_join, thrd_t, int, , )

int pthread_setname_np(pthread_t thread, const char *name)
{
	struct recorder_thread *t = recorder_find((uintptr_t)thread);

	if (t)
		recorder_copy(t->name, name, strnlen(name, sizeof(t->name) - 1));
	return REAL(pthread_setname_np)(thread, name);
}

/* ---- locks ---- */

#define LOCK(name, type)                          \
	int name(type *lock)                      \
	{                                         \
		const int err = TURN(name)(lock); \
                                                  \
		if (!err)                         \
			ACQUIRED(LOCK, lock);     \
		return err;                       \
	}

#define TIMED_LOCK(name, type)                             \
	int name(type *lock, const struct timespec *until) \
	{                                                  \
		const int err = TURN(name)(lock, until);   \
                                                           \
		if (!err)                                  \
			ACQUIRED(LOCK, lock);              \
		return err;                                \
	}

#define CLOCK_LOCK(name, type)                                              \
	int name(type *lock, clockid_t clock, const struct timespec *until) \
	{                                                                   \
		const int err = TURN(name)(lock, clock, until);             \
                                                                            \
		if (!err)                                                   \
			ACQUIRED(LOCK, lock);                               \
		return err;                                                 \
	}

/* A lock in whose loop the others take their turns. */
#define SPIN_LOCK(name, trylock, type)             \
	int name(type *lock)                       \
	{                                          \
		int err;                           \
                                                   \
		do                                 \
			err = TURN(trylock)(lock); \
		while (err == EBUSY);              \
		if (!err)                          \
			ACQUIRED(LOCK, lock);      \
		return err;                        \
	}

#define UNLOCK(name, type)               \
	int name(type *lock)             \
	{                                \
		RELEASES(LOCK, lock);    \
		return REAL(name)(lock); \
	}

LOCK(pthread_mutex_lock, pthread_mutex_t)
LOCK(pthread_mutex_trylock, pthread_mutex_t)
TIMED_LOCK(pthread_mutex_timedlock, pthread_mutex_t)
CLOCK_LOCK(pthread_mutex_clocklock, pthread_mutex_t)
UNLOCK(pthread_mutex_unlock, pthread_mutex_t)
LOCK(pthread_rwlock_rdlock, pthread_rwlock_t)
LOCK(pthread_rwlock_tryrdlock, pthread_rwlock_t)
TIMED_LOCK(pthread_rwlock_timedrdlock, pthread_rwlock_t)
CLOCK_LOCK(pthread_rwlock_clockrdlock, pthread_rwlock_t)
LOCK(pthread_rwlock_wrlock, pthread_rwlock_t)
LOCK(pthread_rwlock_trywrlock, pthread_rwlock_t)
TIMED_LOCK(pthread_rwlock_timedwrlock, pthread_rwlock_t)
CLOCK_LOCK(pthread_rwlock_clockwrlock, pthread_rwlock_t)
SPIN_LOCK(pthread_spin_lock, pthread_spin_trylock, pthread_spinlock_t)
LOCK(pthread_spin_trylock, pthread_spinlock_t)
UNLOCK(pthread_spin_unlock, pthread_spinlock_t)
LOCK(mtx_lock, mtx_t)
LOCK(mtx_trylock, mtx_t)
TIMED_LOCK(mtx_timedlock, mtx_t)
UNLOCK(mtx_unlock, mtx_t)

/* A thread that has read waits for its turn, because others may hold the lock for reading at
 * the same time. */
int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
	if (!lock->__data.__cur_writer)
		recorder_turn(0);
	RELEASES(LOCK, lock);
	return REAL(pthread_rwlock_unlock)(lock);
}

/* ---- others that order ---- */

#define WAIT(name, condition_type, mutex_type, parameters, ...)           \
	int name(condition_type *condition, mutex_type *mutex parameters) \
	{                                                                 \
		int err;                                                  \
                                                                          \
		RELEASES(LOCK, mutex);                                    \
		err = REAL(name)(condition, mutex __VA_ARGS__);           \
		ACQUIRED(LOCK, mutex);                                    \
		if (!err)                                                 \
			ACQUIRED(CONDITION, condition);                   \
		return err;                                               \
	}

#define SIGNAL(name, type)                    \
	int name(type *condition)             \
	{                                     \
		POSTS(CONDITION, condition);  \
		return REAL(name)(condition); \
	}

WAIT(pthread_cond_wait, pthread_cond_t, pthread_mutex_t, , )
WAIT(pthread_cond_timedwait, pthread_cond_t, pthread_mutex_t, UNTIL, COMMA until)
WAIT(pthread_cond_clockwait, pthread_cond_t, pthread_mutex_t, COMMA clockid_t clock UNTIL,
     COMMA clock COMMA until)
SIGNAL(pthread_cond_signal, pthread_cond_t)
SIGNAL(pthread_cond_broadcast, pthread_cond_t)
WAIT(cnd_wait, cnd_t, mtx_t, , )
WAIT(cnd_timedwait, cnd_t, mtx_t, UNTIL, COMMA until)
SIGNAL(cnd_signal, cnd_t)
SIGNAL(cnd_broadcast, cnd_t)

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
	int err;

	POSTS(BARRIER, barrier);
	err = REAL(pthread_barrier_wait)(barrier);
	if (!err || err == PTHREAD_BARRIER_SERIAL_THREAD)
		ACQUIRED(BARRIER, barrier);
	return err;
}

static __thread struct {
	void (*routine)(void);
	pthread_once_t *once;
} once __attribute__((tls_model("initial-exec")));

static void run_once(void)
{
	pthread_once_t *const control = once.once;

	once.routine();
	note(MEMTRACE_RELEASE, MEMTRACE_ONCE, control, 0);
}

int pthread_once(pthread_once_t *control, void (*routine)(void))
{
	int err;

	once.routine = routine;
	once.once = control;
	err = TURN(pthread_once)(control, run_once);
	if (!err)
		ACQUIRED(ONCE, control);
	return err;
}

void call_once(once_flag *flag, void (*routine)(void))
{
	once.routine = routine;
	once.once = (pthread_once_t *)flag;
	TURN(call_once)(flag, run_once);
	ACQUIRED(ONCE, flag);
}

int sem_post(sem_t *semaphore)
{
	POSTS(SEMAPHORE, semaphore);
	return REAL(sem_post)(semaphore);
}

int sem_wait(sem_t *semaphore)
{
	const int err = TURN(sem_wait)(semaphore);

	if (!err)
		ACQUIRED(SEMAPHORE, semaphore);
	return err;
}

int sem_trywait(sem_t *semaphore)
{
	const int err = TURN(sem_trywait)(semaphore);

	if (!err)
		ACQUIRED(SEMAPHORE, semaphore);
	return err;
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until)
{
	const int err = TURN(sem_timedwait)(semaphore, until);

	if (!err)
		ACQUIRED(SEMAPHORE, semaphore);
	return err;
}

int sem_clockwait(sem_t *restrict semaphore, clockid_t clock,
		  const struct timespec *restrict until)
{
	const int err = TURN(sem_clockwait)(semaphore, clock, until);

	if (!err)
		ACQUIRED(SEMAPHORE, semaphore);
	return err;
}

/* ---- heap ---- */

/* Heap blocks are ordered because threads reuse them, which they seldom do at once. */
#define HEAP_SLACK 1000u

static void *allocated(void *block, size_t size, uintptr_t place)
{
	struct recorder_thread *t;

	recorder_turn(HEAP_SLACK);
	t = recorder_enter();
	if (t && block)
		recorder_allocate(t, block, size, place);
	if (t)
		t->allocator = 0;
	recorder_leave(t);
	return block;
}

static void released(void *block)
{
	struct recorder_thread *t;

	if (block)
		recorder_turn(HEAP_SLACK);
	t = block ? recorder_enter() : NULL;
	if (t)
		recorder_release(t, block);
	recorder_leave(t);
}

void *malloc(size_t size)
{
	return allocated(__libc_malloc(size), size, RECORDER_PLACE);
}

void *calloc(size_t n, size_t size)
{
	return allocated(__libc_calloc(n, size), n * size, RECORDER_PLACE);
}

void *realloc(void *block, size_t size)
{
	const size_t before = block ? malloc_usable_size(block) : 0;
	void *new;

	released(block);
	new = __libc_realloc(block, size);
	if (!new &&size && block) /* the block still exists */
		allocated(block, before, RECORDER_PLACE);
	return allocated(new, size, RECORDER_PLACE);
}

void free(void *block)
{
	const int err = errno;

	released(block);
	__libc_free(block);
	errno = err;
}

void *memalign(size_t alignment, size_t size)
{
	return allocated(__libc_memalign(alignment, size), size, RECORDER_PLACE);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	return allocated(__libc_memalign(alignment, size), size, RECORDER_PLACE);
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
	void *new;

	if (alignment % sizeof(void *) || !alignment || alignment & (alignment - 1))
		return EINVAL;
	new = __libc_memalign(alignment, size);
	if (!new)
		return ENOMEM;
	*block = allocated(new, size, RECORDER_PLACE);
	return 0;
}

/* Sets the place of the next allocation to the caller of a C++ operator new, which itself calls
 * another operator new, malloc() or aligned_alloc(). 0: no operator new is in progress. */
static void set_allocator(uintptr_t place)
{
	struct recorder_thread *t = recorder_enter();

	if (t && (!place || !t->allocator))
		t->allocator = place;
	recorder_leave(t);
}

#define NEW(name, parameters, arguments)       \
	void *name parameters;                 \
	void *name parameters                  \
	{                                      \
		void *block;                   \
                                               \
		set_allocator(RECORDER_PLACE); \
		block = REAL(name) arguments;  \
		set_allocator(0);              \
		return block;                  \
	}

#ifdef __LP64__
NEW(_Znwm, (size_t size), (size))
NEW(_Znam, (size_t size), (size))
NEW(_ZnwmRKSt9nothrow_t, (size_t size, const void *tag), (size, tag))
NEW(_ZnamRKSt9nothrow_t, (size_t size, const void *tag), (size, tag))
NEW(_ZnwmSt11align_val_t, (size_t size, size_t alignment), (size, alignment))
NEW(_ZnamSt11align_val_t, (size_t size, size_t alignment), (size, alignment))
#endif

/* ---- copies ---- */

static void copied(void *to, const void *from, size_t size, uintptr_t place)
{
	struct recorder_thread *t = size ? recorder_enter() : NULL;

	if (!t)
		return;
	if (from)
		recorder_access(t, MEMTRACE_READ, from, size, place);
	recorder_access(t, MEMTRACE_WRITE, to, size, place);
	recorder_leave(t);
}

static void copy_back(uint8_t *to, const uint8_t *from, size_t size)
{
	while (size--) {
		to[size] = from[size];
		/* prevents the compiler from making this a call of memmove */
		__asm__ volatile("" : : : "memory");
	}
}

static void *move(void *to, const void *from, size_t size)
{
	if ((uintptr_t)to - (uintptr_t)from < size)
		copy_back(to, from, size);
	else
		recorder_copy(to, from, size);
	return to;
}

static void *set(void *to, int value, size_t size)
{
	for (uint8_t *p = to; size--; p++) {
		*p = (uint8_t)value;
		/* prevents the compiler from making this a call of memset */
		__asm__ volatile("" : : : "memory");
	}
	return to;
}

#define COPY(name)                                           \
	void *name(void *to, const void *from, size_t size); \
	void *name(void *to, const void *from, size_t size)  \
	{                                                    \
		copied(to, from, size, RECORDER_PLACE);      \
		return move(to, from, size);                 \
	}

#define SET(name)                                       \
	void *name(void *to, int value, size_t size);   \
	void *name(void *to, int value, size_t size)    \
	{                                               \
		copied(to, NULL, size, RECORDER_PLACE); \
		return set(to, value, size);            \
	}

COPY(memcpy)
COPY(memmove)
SET(memset)
COPY(__tsan_memcpy)
COPY(__tsan_memmove)
SET(__tsan_memset)

/* ---- strings ---- */

/* Copies @size bytes to @to; the program reads them and, if it appends, also what is there. */
static char *put_string(char *to, const char *from, size_t size, uintptr_t place)
{
	copied(to, from, size, place);
	return move(to, from, size);
}

static void put_zeros(char *to, size_t size, uintptr_t place)
{
	copied(to, NULL, size, place);
	set(to, 0, size);
}

/* Copies at most @n bytes and fills the others with zeros; returns the end of the string. */
static char *fill_string(char *to, const char *from, size_t n, uintptr_t place)
{
	const size_t length = strnlen(from, n);

	put_string(to, from, length, place);
	put_zeros(to + length, n - length, place);
	return to + length;
}

/* Appends at most @n bytes and a zero. */
static char *append_string(char *to, const char *from, size_t n, uintptr_t place)
{
	const size_t used = strlen(to), length = strnlen(from, n);
	struct recorder_thread *t = recorder_enter();

	if (t)
		recorder_access(t, MEMTRACE_READ, to, used + 1, place);
	recorder_leave(t);
	put_string(to + used, from, length, place);
	put_zeros(to + used + length, 1, place);
	return to;
}

/* The functions have a second form, with the size of the room, which _FORTIFY_SOURCE calls. */
void __chk_fail(void) __attribute__((noreturn));

#define STRING(name, type, checked, parameters, arguments, needs, result) \
	type name parameters;                                             \
	type name parameters                                              \
	{                                                                 \
		return result;                                            \
	}                                                                 \
	type checked arguments;                                           \
	type checked arguments                                            \
	{                                                                 \
		if ((needs) > room)                                       \
			__chk_fail();                                     \
		return result;                                            \
	}

#define FROM char *restrict to, const char *restrict from
#define ROOM COMMA size_t room
STRING(strcpy, char *, __strcpy_chk, (FROM), (FROM ROOM), strlen(from) + 1,
       put_string(to, from, strlen(from) + 1, RECORDER_PLACE))
STRING(stpcpy, char *, __stpcpy_chk, (FROM), (FROM ROOM), strlen(from) + 1,
       put_string(to, from, strlen(from) + 1, RECORDER_PLACE) + strlen(from))
STRING(strncpy, char *, __strncpy_chk, (FROM COMMA size_t n), (FROM COMMA size_t n ROOM), n,
       (fill_string(to, from, n, RECORDER_PLACE), to))
STRING(stpncpy, char *, __stpncpy_chk, (FROM COMMA size_t n), (FROM COMMA size_t n ROOM), n,
       fill_string(to, from, n, RECORDER_PLACE))
STRING(strcat, char *, __strcat_chk, (FROM), (FROM ROOM), strlen(to) + strlen(from) + 1,
       append_string(to, from, SIZE_MAX, RECORDER_PLACE))
STRING(strncat, char *, __strncat_chk, (FROM COMMA size_t n), (FROM COMMA size_t n ROOM),
       strlen(to) + strnlen(from, n) + 1, append_string(to, from, n, RECORDER_PLACE))
STRING(bzero, void, __bzero_chk, (void *to COMMA size_t n), (void *to COMMA size_t n ROOM), n,
       put_zeros(to, n, RECORDER_PLACE))
STRING(explicit_bzero, void, __explicit_bzero_chk, (void *to COMMA size_t n),
       (void *to COMMA size_t n ROOM), n, put_zeros(to, n, RECORDER_PLACE))
STRING(mempcpy, void *, __mempcpy_chk,
       (void *restrict to COMMA const void *restrict from COMMA size_t n),
       (void *restrict to COMMA const void *restrict from COMMA size_t n ROOM), n,
       put_string(to, from, n, RECORDER_PLACE) + n)

void bcopy(const void *from, void *to, size_t n)
{
	put_string(to, from, n, RECORDER_PLACE);
}

static char *duplicate(const char *from, size_t length, uintptr_t place)
{
	char *const to = allocated(__libc_malloc(length + 1), length + 1, place);

	if (!to)
		return NULL;
	put_string(to, from, length, place);
	put_zeros(to + length, 1, place);
	return to;
}

char *strdup(const char *from)
{
	return duplicate(from, strlen(from), RECORDER_PLACE);
}

char *strndup(const char *from, size_t n)
{
	return duplicate(from, strnlen(from, n), RECORDER_PLACE);
}

#define CHECK(name, result, type, value)                            \
	void *name(void *to, type value, size_t size, size_t room); \
	void *name(void *to, type value, size_t size, size_t room)  \
	{                                                           \
		if (size > room)                                    \
			__chk_fail();                               \
		return result(to, value, size);                     \
	}

CHECK(__memcpy_chk, memcpy, const void *, from)
CHECK(__memmove_chk, memmove, const void *, from)
CHECK(__memset_chk, memset, int, value)

/* ---- what the C library writes ---- */

/* Records that a function has written @n bytes. */
static void put_result(void *to, ssize_t n, uintptr_t place)
{
	const int err = errno;

	if (n > 0)
		copied(to, NULL, (size_t)n, place);
	errno = err;
}

/* Returns what identifies a pipe, a socket or an event to its users; 0: the file is another
 * one. Nothing shows which two sockets are the ends of one connection, so all sockets count as
 * one. */
static uintptr_t channel_of(int fd)
{
	const int err = errno;
	struct stat st;
	uintptr_t key = 0;

	if (!fstat(fd, &st)) {
		if (S_ISFIFO(st.st_mode))
			key = (uintptr_t)st.st_ino << 3;
		else if (S_ISSOCK(st.st_mode))
			key = MEMTRACE_CHANNEL;
		else if (!(st.st_mode & S_IFMT)) /* an event, a timer ... */
			key = (uintptr_t)(unsigned int)fd << 3 | 1;
	}
	errno = err;
	return key;
}

static void send_to(int fd, uintptr_t place)
{
	const uintptr_t channel = channel_of(fd);

	if (channel)
		post(MEMTRACE_CHANNEL, (const void *)channel, place);
}

/* Records that a thread has received @result bytes. */
static void received(int fd, ssize_t result, uintptr_t place)
{
	const int err = errno;
	const uintptr_t channel = result > 0 ? channel_of(fd) : 0;

	if (channel)
		note(MEMTRACE_ACQUIRE, MEMTRACE_CHANNEL, (const void *)channel, place);
	errno = err;
}

#define READ(name, parameters, ...)                             \
	ssize_t name parameters;                                \
	ssize_t name parameters                                 \
	{                                                       \
		const ssize_t result = REAL(name)(__VA_ARGS__); \
                                                                \
		received(fd, result, RECORDER_PLACE);           \
		put_result(to, result, RECORDER_PLACE);         \
		return result;                                  \
	}

#define INTO int fd, void *to, size_t n
READ(read, (INTO), fd, to, n)
READ(pread, (INTO COMMA off_t offset), fd, to, n, offset)
READ(pread64, (INTO COMMA off64_t offset), fd, to, n, offset)
READ(recv, (INTO COMMA int flags), fd, to, n, flags)
READ(recvfrom,
     (INTO COMMA int flags COMMA struct sockaddr *restrict from COMMA socklen_t *restrict size),
     fd, to, n, flags, from, size)
READ(__read_chk, (INTO ROOM), fd, to, n, room)
READ(__pread_chk, (INTO COMMA off_t offset ROOM), fd, to, n, offset, room)
READ(__recv_chk, (INTO ROOM COMMA int flags), fd, to, n, room, flags)

#define SEND(name, type, parameters, ...)       \
	type name parameters;                   \
	type name parameters                    \
	{                                       \
		send_to(fd, RECORDER_PLACE);    \
		return REAL(name)(__VA_ARGS__); \
	}

#define OUT int fd, const void *from, size_t n
SEND(write, ssize_t, (OUT), fd, from, n)
SEND(send, ssize_t, (OUT COMMA int flags), fd, from, n, flags)
SEND(sendto, ssize_t,
     (OUT COMMA int flags COMMA const struct sockaddr *to COMMA socklen_t size), fd, from, n,
     flags, to, size)
SEND(sendmsg, ssize_t, (int fd, const struct msghdr *message, int flags), fd, message, flags)
SEND(writev, ssize_t, (int fd, const struct iovec *part, int n), fd, part, n)
SEND(eventfd_write, int, (int fd, eventfd_t value), fd, value)

int eventfd_read(int fd, eventfd_t *to)
{
	const int result = REAL(eventfd_read)(fd, to);

	if (!result)
		put_result(to, sizeof(*to), RECORDER_PLACE);
	received(fd, !result, RECORDER_PLACE);
	return result;
}

/* Records the bytes that were received into several parts. */
static void put_parts(int fd, const struct iovec *part, size_t n, ssize_t result,
		      uintptr_t place)
{
	received(fd, result, place);
	for (size_t i = 0; i < n && result > 0; i++) {
		const size_t size =
			(size_t)result < part[i].iov_len ? (size_t)result : part[i].iov_len;

		put_result(part[i].iov_base, (ssize_t)size, place);
		result -= (ssize_t)size;
	}
}

ssize_t readv(int fd, const struct iovec *part, int n)
{
	const ssize_t result = REAL(readv)(fd, part, n);

	put_parts(fd, part, (size_t)n, result, RECORDER_PLACE);
	return result;
}

ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
	const ssize_t result = REAL(recvmsg)(fd, message, flags);

	if (result > 0)
		put_parts(fd, message->msg_iov, message->msg_iovlen, result, RECORDER_PLACE);
	return result;
}

/* ---- signals ---- */

static const int signals; /* its address stands for all signals of the process */

#define RAISE(name, type, parameters, ...)      \
	type name parameters;                   \
	type name parameters                    \
	{                                       \
		POSTS(SIGNAL, &signals);        \
		return REAL(name)(__VA_ARGS__); \
	}

RAISE(pthread_kill, int, (pthread_t thread, int number), thread, number)
RAISE(pthread_sigqueue, int, (pthread_t thread, int number, const union sigval value), thread,
      number, value)
RAISE(kill, int, (pid_t process, int number), process, number)
RAISE(sigqueue, int, (pid_t process, int number, const union sigval value), process, number,
      value)
RAISE(tgkill, int, (pid_t process, pid_t thread, int number), process, thread, number)
RAISE(raise, int, (int number), number)

static struct sigaction given[_NSIG]; /* handlers of the program */

static void on_signal(int number, siginfo_t *info, void *context)
{
	const int err = errno;

	note(MEMTRACE_ACQUIRE, MEMTRACE_SIGNAL, &signals, 0);
	errno = err;
	/* a handler without the other arguments ignores them */
	given[number].sa_sigaction(number, info, context);
}

int sigaction(int number, const struct sigaction *restrict new, struct sigaction *restrict old)
{
	struct sigaction ours, before = {0};
	bool own = false;
	int err;

	if (number > 0 && number < _NSIG) {
		before = given[number];
		own = new &&new->sa_handler != SIG_DFL &&new->sa_handler != SIG_IGN;
	}
	if (own) {
		ours = *new;
		ours.sa_sigaction = on_signal;
		ours.sa_flags |= SA_SIGINFO;
		given[number] = *new;
	}
	err = REAL(sigaction)(number, own ? &ours : new, old);
	if (err && own)
		given[number] = before;
	if (!err && old && old->sa_sigaction == on_signal) {
		old->sa_sigaction = before.sa_sigaction;
		old->sa_flags = before.sa_flags;
	}
	return err;
}

__sighandler_t signal(int number, __sighandler_t handler)
{
	struct sigaction new = {.sa_handler = handler, .sa_flags = SA_RESTART}, old;

	return sigaction(number, &new, &old) ? SIG_ERR : old.sa_handler;
}

/* @arrived: whether the result says that a signal has arrived */
#define AWAIT(name, parameters, arrived, ...)               \
	int name parameters                                 \
	{                                                   \
		const int result = REAL(name)(__VA_ARGS__); \
		const int err = errno;                      \
                                                            \
		if (arrived)                                \
			ACQUIRED(SIGNAL, &signals);         \
		errno = err;                                \
		return result;                              \
	}

AWAIT(sigwait, (const sigset_t *restrict set, int *restrict number), !result, set, number)
AWAIT(sigwaitinfo, (const sigset_t *restrict set, siginfo_t *restrict info), result > 0, set,
      info)
AWAIT(sigtimedwait,
      (const sigset_t *restrict set, siginfo_t *restrict info,
       const struct timespec *restrict time),
      result > 0, set, info, time)
AWAIT(sigsuspend, (const sigset_t *set), result < 0, set)
AWAIT(pause, (void), result < 0, )

size_t fread(void *restrict to, size_t size, size_t n, FILE *restrict f)
{
	const size_t result = REAL(fread)(to, size, n, f);

	put_result(to, (ssize_t)(result * size), RECORDER_PLACE);
	return result;
}

char *fgets(char *restrict to, int size, FILE *restrict f)
{
	char *const result = REAL(fgets)(to, size, f);

	put_result(to, result ? (ssize_t)strlen(to) + 1 : 0, RECORDER_PLACE);
	return result;
}

/* Returns the number of bytes that snprintf() has written, with its result. */
static ssize_t printed(int result, size_t size)
{
	if (result < 0 || !size)
		return 0;
	return (size_t)result < size ? result + 1 : (ssize_t)size;
}

/* A function and the form with a list of arguments, which it calls. */
#define PRINT(name, list_name, parameters, size, ...)                          \
	int list_name(parameters, const char *restrict format, va_list list);  \
	int list_name(parameters, const char *restrict format, va_list list)   \
	{                                                                      \
		const int result = REAL(list_name)(__VA_ARGS__, format, list); \
                                                                               \
		put_result(to, printed(result, size), RECORDER_PLACE);         \
		return result;                                                 \
	}                                                                      \
	int name(parameters, const char *restrict format, ...);                \
	int name(parameters, const char *restrict format, ...)                 \
	{                                                                      \
		va_list list;                                                  \
		int result;                                                    \
                                                                               \
		va_start(list, format);                                        \
		result = REAL(list_name)(__VA_ARGS__, format, list);           \
		va_end(list);                                                  \
		put_result(to, printed(result, size), RECORDER_PLACE);         \
		return result;                                                 \
	}

#define TO char *restrict to
PRINT(sprintf, vsprintf, TO, SIZE_MAX, to)
PRINT(snprintf, vsnprintf, TO COMMA size_t n, n, to, n)
PRINT(__sprintf_chk, __vsprintf_chk, TO COMMA int flag ROOM, SIZE_MAX, to, flag, room)
PRINT(__snprintf_chk, __vsnprintf_chk, TO COMMA size_t n COMMA int flag ROOM, n, to, n, flag,
      room)

/* ---- tasks of OpenMP ---- */

/*
 * A task begins after its creation, and goes on after what it waits for: taskwait, the end of
 * a taskgroup, a barrier, or the tasks on which it depends. What waits comes after all tasks
 * that have ended before it went on, which are more than those for which it waits.
 */
static const int ended_tasks;
static int has_tasks;

static void end_task(void)
{
	post(MEMTRACE_CHANNEL, &ended_tasks, 0);
}

static void after_tasks(void)
{
	if (__atomic_load_n(&has_tasks, __ATOMIC_RELAXED))
		note(MEMTRACE_ACQUIRE, MEMTRACE_CHANNEL, &ended_tasks, 0);
}

static void create_task(uint64_t number, uintptr_t place)
{
	__atomic_store_n(&has_tasks, 1, __ATOMIC_RELAXED);
	post(MEMTRACE_CHANNEL, (const void *)(uintptr_t)number, place);
}

static void begin_task(uint64_t number, bool depends)
{
	note(MEMTRACE_ACQUIRE, MEMTRACE_CHANNEL, (const void *)(uintptr_t)number, 0);
	if (depends)
		after_tasks();
}

/* ---- OpenMP of gcc ---- */

/* A team of threads; its address identifies its barriers. */
struct team {
	void (*function)(void *);
	void *data;
};

static __thread const void *team __attribute__((tls_model("initial-exec")));
static const int no_team;

static const void *team_of(void)
{
	return team ? team : &no_team;
}

static void run_member(void *arg)
{
	const struct team *const of = arg;
	const void *const outer = team;

	team = of;
	note(MEMTRACE_ACQUIRE, MEMTRACE_BARRIER, of, 0);
	of->function(of->data);
	post(MEMTRACE_BARRIER, of, 0);
	team = outer;
}

#define PARALLEL(name, parameters, ...)                                                   \
	void name(void (*function)(void *), void *data, unsigned int threads parameters); \
	void name(void (*function)(void *), void *data, unsigned int threads parameters)  \
	{                                                                                 \
		struct team new = {function, data};                                       \
                                                                                          \
		POSTS(BARRIER, &new);                                                     \
		REAL(name)(run_member, &new, threads, __VA_ARGS__);                       \
		ACQUIRED(BARRIER, &new);                                                  \
		after_tasks();                                                            \
	}

#define RANGE COMMA long from COMMA long to COMMA long step
PARALLEL(GOMP_parallel, COMMA unsigned int flags, flags)
PARALLEL(GOMP_parallel_sections, COMMA unsigned int count COMMA unsigned int flags, count,
	 flags)
PARALLEL(GOMP_parallel_loop_static, RANGE COMMA long chunk COMMA unsigned int flags, from, to,
	 step, chunk, flags)
PARALLEL(GOMP_parallel_loop_dynamic, RANGE COMMA long chunk COMMA unsigned int flags, from, to,
	 step, chunk, flags)
PARALLEL(GOMP_parallel_loop_nonmonotonic_dynamic,
	 RANGE COMMA long chunk COMMA unsigned int flags, from, to, step, chunk, flags)
PARALLEL(GOMP_parallel_loop_guided, RANGE COMMA long chunk COMMA unsigned int flags, from, to,
	 step, chunk, flags)
PARALLEL(GOMP_parallel_loop_nonmonotonic_guided,
	 RANGE COMMA long chunk COMMA unsigned int flags, from, to, step, chunk, flags)
PARALLEL(GOMP_parallel_loop_runtime, RANGE COMMA unsigned int flags, from, to, step, flags)
PARALLEL(GOMP_parallel_loop_nonmonotonic_runtime, RANGE COMMA unsigned int flags, from, to,
	 step, flags)
PARALLEL(GOMP_parallel_loop_maybe_nonmonotonic_runtime, RANGE COMMA unsigned int flags, from,
	 to, step, flags)

#define TEAM_BARRIER(name)                    \
	void name(void);                      \
	void name(void)                       \
	{                                     \
		POSTS(BARRIER, team_of());    \
		REAL(name)();                 \
		ACQUIRED(BARRIER, team_of()); \
		after_tasks();                \
	}

TEAM_BARRIER(GOMP_barrier)
TEAM_BARRIER(GOMP_loop_end)
TEAM_BARRIER(GOMP_sections_end)

/* What GOMP_task() gets and copies for a task, before the task's own data. */
struct task {
	void (*function)(void *);
	void (*copy)(void *to, void *from);
	void *data;
	size_t size, offset; /* of the data; from the beginning of this */
	uint64_t number;
	bool depends;
};

static void copy_task(void *to, void *from)
{
	const struct task *const t = from;

	recorder_copy(to, t, sizeof(*t));
	if (t->copy)
		t->copy((char *)to + t->offset, t->data);
	else
		recorder_copy((char *)to + t->offset, t->data, t->size);
}

static void run_task(void *arg)
{
	const struct task *const t = arg;

	begin_task(t->number, t->depends);
	t->function((char *)arg + t->offset);
	end_task();
}

void GOMP_task(void (*function)(void *), void *data, void (*copy)(void *to, void *from),
	       long size, long alignment, bool deferred, unsigned int flags, void **depend,
	       int priority, void *detach);
void GOMP_task(void (*function)(void *), void *data, void (*copy)(void *to, void *from),
	       long size, long alignment, bool deferred, unsigned int flags, void **depend,
	       int priority, void *detach)
{
	static uint64_t last;
	const size_t align = alignment > (long)_Alignof(struct task) ? (size_t)alignment
								     : _Alignof(struct task);
	struct task new = {.function = function,
			   .copy = copy,
			   .data = data,
			   .size = (size_t)size,
			   .offset = (sizeof(struct task) + align - 1) & -align,
			   .depends = flags & 8};

	/* an address that no memory has */
	new.number = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED) << 3 | 1;
	create_task(new.number, RECORDER_PLACE);
	REAL(GOMP_task)
	(run_task, &new, copy_task, (long)(new.offset + new.size), (long)align, deferred, flags,
	 depend, priority, detach);
}

#define TASKS_END(name)        \
	void name(void);       \
	void name(void)        \
	{                      \
		TURN(name)();  \
		after_tasks(); \
	}

TASKS_END(GOMP_taskwait)
TASKS_END(GOMP_taskgroup_end)

static const int critical, atomic;

#define REGION(name, object, parameters, ...)    \
	void name##_start(parameters);           \
	void name##_start(parameters)            \
	{                                        \
		TURN(name##_start)(__VA_ARGS__); \
		ACQUIRED(LOCK, object);          \
	}                                        \
	void name##_end(parameters);             \
	void name##_end(parameters)              \
	{                                        \
		RELEASES(LOCK, object);          \
		REAL(name##_end)(__VA_ARGS__);   \
	}

REGION(GOMP_critical, &critical, void, )
REGION(GOMP_critical_name, pointer, void **pointer, pointer)
REGION(GOMP_atomic, &atomic, void, )

#define OMP_LOCK(name)                                       \
	int omp_test_##name(void *lock);                     \
	int omp_test_##name(void *lock)                      \
	{                                                    \
		const int got = TURN(omp_test_##name)(lock); \
                                                             \
		if (got)                                     \
			ACQUIRED(LOCK, lock);                \
		return got;                                  \
	}                                                    \
	void omp_set_##name(void *lock);                     \
	void omp_set_##name(void *lock)                      \
	{                                                    \
		TURN(omp_set_##name)(lock);                  \
		ACQUIRED(LOCK, lock);                        \
	}                                                    \
	void omp_unset_##name(void *lock);                   \
	void omp_unset_##name(void *lock)                    \
	{                                                    \
		RELEASES(LOCK, lock);                        \
		REAL(omp_unset_##name)(lock);                \
	}

OMP_LOCK(lock)
OMP_LOCK(nest_lock)

/* ---- OpenMP of clang ---- */

/*
 * clang's OpenMP library calls a tool (OpenMP 5.0, 4.2) when teams and barriers begin and end.
 * The thread that begins a team identifies it; the members find this thread in the data of the
 * team, and later in those of their task. Locks are recorded where the program calls the lock
 * functions, because the library reports an unlock only after it has happened.
 */
union ompt_data {
	uint64_t value;
	void *pointer;
};

enum { OMPT_BEGIN = 1 };
enum {
	OMPT_PARALLEL_BEGIN = 3,
	OMPT_PARALLEL_END,
	OMPT_TASK_CREATE,
	OMPT_TASK_SCHEDULE,
	OMPT_IMPLICIT_TASK,
	OMPT_SYNC_REGION = 23
};
enum { OMPT_TASKWAIT = 5, OMPT_TASKGROUP }; /* kinds of a region; the others are barriers */
enum { OMPT_TASK_EXPLICIT = 4 };	    /* flag */
enum { OMPT_TASK_COMPLETE = 1 };	    /* status */
enum { EXPLICIT = 1, DEPENDS = 2 };	    /* bits of the data of a task */

static void order_team(enum memtrace_kind kind, uint64_t of, const void *place)
{
	if (of && kind == MEMTRACE_RELEASE)
		recorder_turn(0);
	if (of)
		note(kind, MEMTRACE_BARRIER, (const void *)(uintptr_t)of, (uintptr_t)place);
}

static void begin_parallel(union ompt_data *task, const void *frame, union ompt_data *parallel,
			   unsigned int threads, int flags, const void *place)
{
	struct recorder_thread *t = recorder_enter();

	(void)task, (void)frame, (void)threads, (void)flags;
	recorder_leave(t);
	parallel->value = (uintptr_t)t;
	order_team(MEMTRACE_RELEASE, parallel->value, place);
}

static void end_parallel(union ompt_data *parallel, union ompt_data *task, int flags,
			 const void *place)
{
	(void)task, (void)flags;
	order_team(MEMTRACE_ACQUIRE, parallel->value, place);
}

static void implicit_task(int endpoint, union ompt_data *parallel, union ompt_data *task,
			  unsigned int threads, unsigned int index, int flags)
{
	(void)threads, (void)index, (void)flags;
	if (endpoint != OMPT_BEGIN || !parallel)
		return;
	task->value = parallel->value;
	order_team(MEMTRACE_ACQUIRE, task->value, NULL);
}

/* Records barriers. The last barrier of a task begins where its part of the team ends. */
static void sync_region(int kind, int endpoint, union ompt_data *parallel,
			union ompt_data *task, const void *place)
{
	(void)parallel;
	if (task && kind != OMPT_TASKWAIT && kind != OMPT_TASKGROUP &&
	    !(task->value & EXPLICIT))
		order_team(endpoint == OMPT_BEGIN ? MEMTRACE_RELEASE : MEMTRACE_ACQUIRE,
			   task->value, place);
	if (task && endpoint != OMPT_BEGIN)
		after_tasks();
}

/* The address of its data identifies a task. */
static void create_explicit(union ompt_data *by, const void *frame, union ompt_data *task,
			    int flags, int depends, const void *place)
{
	(void)by, (void)frame;
	if (!(flags & OMPT_TASK_EXPLICIT))
		return;
	task->value = EXPLICIT | (depends ? DEPENDS : 0);
	create_task((uintptr_t)task, (uintptr_t)place);
}

static void schedule(union ompt_data *prior, int status, union ompt_data *next)
{
	if (prior && prior->value & EXPLICIT) {
		if (status == OMPT_TASK_COMPLETE)
			end_task();
		else /* it may go on in another thread */
			post(MEMTRACE_CHANNEL, prior, 0);
	}
	if (next && next->value & EXPLICIT)
		begin_task((uintptr_t)next, next->value & DEPENDS);
}

typedef void (*ompt_function)(void);

static int start_ompt(ompt_function (*find)(const char *name), int device,
		      union ompt_data *tool)
{
	int (*set)(int event, ompt_function function);

	(void)device, (void)tool;
	set = (int (*)(int, ompt_function))find("ompt_set_callback");
	if (!set)
		return 0;
	set(OMPT_PARALLEL_BEGIN, (ompt_function)begin_parallel);
	set(OMPT_PARALLEL_END, (ompt_function)end_parallel);
	set(OMPT_TASK_CREATE, (ompt_function)create_explicit);
	set(OMPT_TASK_SCHEDULE, (ompt_function)schedule);
	set(OMPT_IMPLICIT_TASK, (ompt_function)implicit_task);
	set(OMPT_SYNC_REGION, (ompt_function)sync_region);
	return 1;
}

static void end_ompt(union ompt_data *tool)
{
	(void)tool;
}

struct ompt_tool {
	int (*start)(ompt_function (*find)(const char *name), int device,
		     union ompt_data *tool);
	void (*end)(union ompt_data *tool);
	union ompt_data data;
};

/* Finds the code of a library. */
static int is_openmp(struct dl_phdr_info *m, size_t size, void *arg)
{
	const uintptr_t place = *(const uintptr_t *)arg;

	(void)size;
	for (unsigned int i = 0; i < m->dlpi_phnum; i++) {
		const ElfW(Phdr) *h = &m->dlpi_phdr[i];
		const uintptr_t start = m->dlpi_addr + h->p_vaddr;

		if (h->p_type != PT_LOAD || place - start >= h->p_memsz)
			continue;
		openmp_start = start;
		openmp_size = h->p_memsz;
		return 1;
	}
	return 0;
}

static void find_openmp(uintptr_t place)
{
	dl_iterate_phdr(is_openmp, &place);
}

/* The OpenMP library looks for a function of this name; if it returns NULL, the library calls
 * no tool. */
struct ompt_tool *ompt_start_tool(unsigned int version, const char *runtime);
struct ompt_tool *ompt_start_tool(unsigned int version, const char *runtime)
{
	static struct ompt_tool tool = {start_ompt, end_ompt, {0}};
	struct recorder_thread *t = recorder_enter();

	(void)version, (void)runtime;
	recorder_leave(t);
	if (t) {
		recorder_name_teams();
		find_openmp(RECORDER_PLACE);
	}
	return t ? &tool : NULL;
}

#define KMPC_LOCK(name, parameters, ...) \
	void name parameters;            \
	void name parameters             \
	{                                \
		TURN(name)(__VA_ARGS__); \
		ACQUIRED(LOCK, object);  \
	}

#define KMPC_UNLOCK(name)                                     \
	void name(void *place, int32_t thread, void *object); \
	void name(void *place, int32_t thread, void *object)  \
	{                                                     \
		RELEASES(LOCK, object);                       \
		REAL(name)(place, thread, object);            \
	}

KMPC_LOCK(__kmpc_critical, (void *place, int32_t thread, void *object), place, thread, object)
KMPC_LOCK(__kmpc_critical_with_hint, (void *place, int32_t thread, void *object, uint32_t hint),
	  place, thread, object, hint)
KMPC_UNLOCK(__kmpc_end_critical)

/* Returns 1: the calling thread alone combines the results. */
#define KMPC_REDUCE(name)                                                                      \
	int32_t name(void *place, int32_t thread, int32_t n, size_t size, void *data,          \
		     void (*combine)(void *to, void *from), void *object);                     \
	int32_t name(void *place, int32_t thread, int32_t n, size_t size, void *data,          \
		     void (*combine)(void *to, void *from), void *object)                      \
	{                                                                                      \
		const int32_t how = TURN(name)(place, thread, n, size, data, combine, object); \
                                                                                               \
		if (how == 1)                                                                  \
			ACQUIRED(LOCK, object);                                                \
		return how;                                                                    \
	}

KMPC_REDUCE(__kmpc_reduce)
KMPC_REDUCE(__kmpc_reduce_nowait)
KMPC_UNLOCK(__kmpc_end_reduce)
KMPC_UNLOCK(__kmpc_end_reduce_nowait)

/* ---- ends of the program without destructors ---- */

void _exit(int status)
{
	recorder_finish();
	REAL(_exit)(status);
	__builtin_unreachable();
}

void _Exit(int status)
{
	_exit(status);
}
