/* SPDX-License-Identifier: Apache-2.0 */
/* One thread sets a flag in the line of two values that all threads read far more often. */
#include <pthread.h>
#include <stdio.h>

#define THREADS 3

/* one after the other with -fno-toplevel-reorder */
static _Alignas(64) volatile long rows = 1;
static volatile long columns = 1, changed = 1;

static pthread_barrier_t start;

static void *work(void *first)
{
	long sum = 0;

	pthread_barrier_wait(&start);
	for (int i = 0; i < 3000; i++) {
		for (int k = 0; k < 3; k++)
			sum += rows * columns;
		if (first && i % 3 == 0)
			changed = sum;
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread[THREADS];

	(void)argv;
	rows = 6 + argc;
	columns = 5 + argc;
	pthread_barrier_init(&start, NULL, THREADS);
	for (int t = 0; t < THREADS; t++)
		pthread_create(&thread[t], NULL, work, t ? NULL : &start);
	for (int t = 0; t < THREADS; t++)
		pthread_join(thread[t], NULL);
	printf("%ld\n", changed);
	return 0;
}
