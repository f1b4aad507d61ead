/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Uses variables without a fixed address: each thread adds to its own word of an array on the
 * stack of main(), and all threads add to a thread-local variable of the first thread.
 */
#include <pthread.h>
#include <stdio.h>

static __thread long hits[8] __attribute__((aligned(64)));
static long *shared;
static pthread_barrier_t barrier;

static void *work(void *slot)
{
	if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
		shared = hits;
	pthread_barrier_wait(&barrier);
	for (int i = 0; i < 400; i++) {
		++*(volatile long *)slot;
		__atomic_fetch_add(&shared[3], 1, __ATOMIC_SEQ_CST);
	}
	pthread_barrier_wait(&barrier);
	return NULL;
}

int main(void)
{
	_Alignas(64) struct {
		long slot[8];
	} each = {{0}};
	pthread_t t[3];

	pthread_barrier_init(&barrier, NULL, 3);
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, work, &each.slot[i]);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	printf("%ld\n", each.slot[2]);
	return 0;
}
