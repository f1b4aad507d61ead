/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The words of a board are initialised by one thread; then one thread stores them and others
 * load them; then all threads change them in turn.
 */
#include <pthread.h>
#include <stdio.h>

#define THREADS 4
#define WORDS 4
#define ROUNDS 400

static long board[WORDS] __attribute__((aligned(64)));
static pthread_barrier_t barrier;

static long sum(void)
{
	long n = 0;

	for (int i = 0; i < WORDS; i++)
		n += board[i];
	return n;
}

/* Returns what a thread has read, so that the compiler keeps the loads. */
static long rounds(int me)
{
	long n = 0;

	for (int r = 0; r < ROUNDS; r++) {
		if (!me)
			for (int i = 0; i < WORDS; i++)
				board[i] = r + i;
		pthread_barrier_wait(&barrier);
		if (me)
			n += sum();
		pthread_barrier_wait(&barrier);
	}
	for (int r = 0; r < ROUNDS; r++) {
		if (r % THREADS == me)
			for (int k = 0; k < 4; k++)
				for (int i = 0; i < WORDS; i++)
					board[i]++;
		pthread_barrier_wait(&barrier);
	}
	return n;
}

static void *run(void *arg)
{
	return (void *)rounds(*(int *)arg);
}

int main(void)
{
	static int number[THREADS] = {0, 1, 2, 3};
	pthread_t t[THREADS];

	for (int i = 0; i < ROUNDS * WORDS * 4; i++)
		board[i % WORDS] = i;
	pthread_barrier_init(&barrier, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, run, &number[i]);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	printf("%ld\n", sum());
	return 0;
}
