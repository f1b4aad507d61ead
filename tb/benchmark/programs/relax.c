/* SPDX-License-Identifier: Apache-2.0 */
/* Three threads smooth a row of numbers, with a barrier after each step. */
#include <pthread.h>
#include <stdio.h>

#define ELEMENTS 12000
#define STEPS 14
#define THREADS 3

static double old[ELEMENTS], new[ELEMENTS];
static double error[THREADS];
static pthread_barrier_t barrier;

static void step(int me, const double *from, double *to)
{
	for (int i = 1 + me * (ELEMENTS / THREADS);
	     i < (me + 1) * (ELEMENTS / THREADS) && i < ELEMENTS - 1; i++) {
		to[i] = (from[i - 1] + from[i] + from[i + 1]) / 3;
		if (to[i] - from[i] > error[me])
			error[me] = to[i] - from[i];
	}
}

static void *work(void *arg)
{
	for (int i = 0; i < STEPS; i++) {
		step((int)(long)arg, i % 2 ? new : old, i % 2 ? old : new);
		pthread_barrier_wait(&barrier);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS];

	for (int i = 0; i < ELEMENTS; i++)
		old[i] = i * 7 % 101;
	pthread_barrier_init(&barrier, NULL, THREADS);
	for (long i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, work, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	printf("%g %g\n", old[5], error[0]);
	return 0;
}
