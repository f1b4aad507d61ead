/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PTHREAD_H
#define PTHREAD_H
/* The part of POSIX's mutexes that the drivers use, for harts that never sleep. A zeroed mutex
 * is open. */

typedef struct {
	int held;
} pthread_mutex_t;

static inline int pthread_mutex_lock(pthread_mutex_t *m)
{
	while (__atomic_exchange_n(&m->held, 1, __ATOMIC_ACQUIRE))
		;
	return 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *m)
{
	__atomic_store_n(&m->held, 0, __ATOMIC_RELEASE);
	return 0;
}

#endif
