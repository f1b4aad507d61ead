/* SPDX-License-Identifier: Apache-2.0 */
/* A run of ROUNDS rounds: after main() has prepared a table, THREADS threads write parts of it
 * of their own, and count in neighbouring words. */
#include <pthread.h>
#include <stdio.h>

#ifndef THREADS
#define THREADS 4
#endif
#define PART 8192
#ifndef ROUNDS
#define ROUNDS 100000
#endif

static volatile long table[THREADS * PART] __attribute__((aligned(64)));
static struct {
	volatile long n[THREADS];
} count __attribute__((aligned(64)));

static void *work(void *arg)
{
	const long me = (long)arg;

	for (long i = 0; i < ROUNDS; i++) {
		for (long k = 0; k < 8; k++)
			table[me * PART + (i * 8 + k) % PART] = i;
		if (i % 4 == 0)
			count.n[me]++;
	}
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS];

	for (long i = 0; i < 4 * THREADS * PART; i++)
		table[i % (THREADS * PART)] = i;
	for (long i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, work, (void *)i);
	for (long i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	printf("%ld\n", count.n[0]);
	return 0;
}
