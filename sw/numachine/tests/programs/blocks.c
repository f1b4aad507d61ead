/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two variables of blocks that follow each other have the same place of the stack: main()
 * writes the first one and a thread reads it, then another thread writes the second one and
 * main() reads it.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#ifndef LINES
#define LINES 1 /* of each variable */
#endif
#define TURNS (LINES < 100 ? 400 / LINES : 4)

static void *reads(void *p)
{
	atomic_long *a = p;

	for (long i = 1; i <= TURNS; i++)
		for (int k = 0; k < 8 * LINES; k += 8)
			while (atomic_load(a + k) < i)
				sched_yield();
	return NULL;
}

static void *writes(void *p)
{
	atomic_long *a = p;

	for (long i = 1; i <= TURNS; i++) {
		for (int k = 0; k < 8 * LINES; k += 8)
			atomic_store(a + k, i);
		sched_yield();
	}
	return NULL;
}

int main(void)
{
	pthread_t t;

	{
		_Alignas(64) atomic_long first[8 * LINES];

		for (int k = 0; k < 8 * LINES; k += 8)
			first[k] = 0;
		pthread_create(&t, NULL, reads, first);
		for (long i = 1; i <= TURNS; i++) {
			for (int k = 0; k < 8 * LINES; k += 8)
				atomic_store(first + k, i);
			sched_yield();
		}
		pthread_join(t, NULL);
	}
	{
		_Alignas(64) atomic_long second[8 * LINES];

		for (int k = 0; k < 8 * LINES; k += 8)
			second[k] = 0;
		pthread_create(&t, NULL, writes, second);
		for (long i = 1; i <= TURNS; i++)
			for (int k = 0; k < 8 * LINES; k += 8)
				while (atomic_load(second + k) < i)
					sched_yield();
		pthread_join(t, NULL);
	}
	return 0;
}
