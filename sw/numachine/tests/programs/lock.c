/* SPDX-License-Identifier: Apache-2.0 */
/* Threads share a lock; each has a counter in the same line, which it uses more often. */
#include <pthread.h>
#include <stdio.h>

#define THREADS 3

/* one after the other with -fno-toplevel-reorder */
static _Alignas(64) long done[THREADS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static pthread_barrier_t start;

static void *work(void *arg)
{
	volatile long *mine = arg;

	pthread_barrier_wait(&start);
	for (int i = 0; i < 3000; i++) {
		pthread_mutex_lock(&lock);
		for (int k = 0; k < 3; k++)
			++*mine;
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int main(void)
{
	pthread_t thread[THREADS];

	pthread_barrier_init(&start, NULL, THREADS);
	for (int t = 0; t < THREADS; t++)
		pthread_create(&thread[t], NULL, work, &done[t]);
	for (int t = 0; t < THREADS; t++)
		pthread_join(thread[t], NULL);
	printf("%ld\n", done[0]);
	return 0;
}
