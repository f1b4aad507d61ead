/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The clocks by which threads take turns (recorder_turn()).
 *
 * A thread's clock is the number of its events. A thread that makes none, because it sleeps or
 * because it is in code that is not recorded, gets the clock of those that would wait for it.
 * A thread that acquires gets the clock of the one that released. A thread that waits for its
 * turn, or is inside the recorder, is neither: on a busy computer it may sleep there for long,
 * and what it does then belongs to its own clock. Nothing here is a cancellation point, because
 * the functions that wait for a turn are none.
 */
#include "recorder.h"
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define UNRECORDED_NS 100000u /* processor time without an event */
#define YIELDS 64u	      /* before a thread that is behind is examined */

uint64_t recorder_clock(const struct recorder_thread *t)
{
	return __atomic_load_n(&t->clock, __ATOMIC_RELAXED) +
	       __atomic_load_n(&t->lead, __ATOMIC_RELAXED);
}

/* Writes the path of a file of a thread. snprintf() may be the program's. */
static void task_path(char path[40], pid_t tid)
{
	static const char before[] = "/proc/self/task/", after[] = "/stat";
	char digit[12], *const start = path + sizeof(before) - 1;
	size_t n = sizeof(digit);

	do
		digit[--n] = (char)('0' + tid % 10);
	while (tid /= 10);
	recorder_copy(path, before, sizeof(before));
	recorder_copy(start, digit + n, sizeof(digit) - n);
	recorder_copy(start + sizeof(digit) - n, after, sizeof(after));
}

/* Returns whether a thread sleeps; @stat: its file of this name, "tid (name) state ...". */
static bool sleeps(const char *stat)
{
	const char *p = strrchr(stat, ')');

	/* D: it waits for memory, which others allocate too, or for a disk */
	return !p || strnlen(p, 3) < 3 || (p[2] != 'R' && p[2] != 'D');
}

/* Returns whether a thread sleeps in the system, or has ended. */
static bool asleep(pid_t tid)
{
	char path[40], text[64];
	long n, fd;

	task_path(path, tid);
	fd = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return true;
	n = syscall(SYS_read, fd, text, sizeof(text) - 1);
	syscall(SYS_close, fd);
	text[n < 0 ? 0 : n] = '\0';
	return sleeps(text);
}

/* Returns whether a thread, which has made @own events, computes without making another one. */
static bool computes(struct recorder_thread *t, uint64_t own)
{
	/* the system's number for the processor time of a thread */
	const clockid_t id = (clockid_t)(~(unsigned int)t->tid << 3 | 6);
	struct timespec now;
	uint64_t ns;

	if (clock_gettime(id, &now))
		return true; /* it has ended */
	ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
	if (__atomic_load_n(&t->idle_clock, __ATOMIC_ACQUIRE) != own ||
	    __atomic_load_n(&t->busy, __ATOMIC_RELAXED)) {
		__atomic_store_n(&t->idle_time, ns, __ATOMIC_RELAXED);
		__atomic_store_n(&t->idle_clock, own, __ATOMIC_RELEASE);
		return false;
	}
	return ns > __atomic_load_n(&t->idle_time, __ATOMIC_RELAXED) + UNRECORDED_NS;
}

void recorder_raise(struct recorder_thread *t, uint64_t clock)
{
	const uint64_t own = __atomic_load_n(&t->clock, __ATOMIC_RELAXED);
	const uint64_t lead = clock > own ? clock - own : 0;
	uint64_t old = __atomic_load_n(&t->lead, __ATOMIC_RELAXED);

	while (old < lead && !__atomic_compare_exchange_n(&t->lead, &old, lead, true,
							  __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

void recorder_wait_for(struct recorder_thread *t, uint64_t clock, const int *on)
{
	static const struct timespec pause = {0, 50000};

	for (unsigned int i = 1; recorder_clock(t) < clock; i++) {
		const uint64_t own = __atomic_load_n(&t->clock, __ATOMIC_RELAXED);
		const bool examine = i % YIELDS == 0;

		if (__atomic_load_n(&t->ended, __ATOMIC_RELAXED) ||
		    !__atomic_load_n(on, __ATOMIC_RELAXED))
			return;
		if ((examine || own == __atomic_load_n(&t->left_at, __ATOMIC_RELAXED)) &&
		    __atomic_load_n(&t->tid, __ATOMIC_ACQUIRE) &&
		    __atomic_load_n(&t->waits_at, __ATOMIC_RELAXED) != own &&
		    !__atomic_load_n(&t->busy, __ATOMIC_RELAXED) &&
		    (asleep(t->tid) || computes(t, own))) {
			recorder_raise(t, clock);
			__atomic_store_n(&t->left_at, own, __ATOMIC_RELAXED);
		} else if (examine) {
			/* lets a thread of lower priority run, too */
			syscall(SYS_nanosleep, &pause, NULL);
		} else {
			sched_yield();
		}
	}
}
