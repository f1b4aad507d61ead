/* SPDX-License-Identifier: Apache-2.0 */
/* Two threads count in neighbouring fields of a struct: no datum is shared, but a line is. */
#include <pthread.h>
#include <stdio.h>

struct counters {
	volatile long hits;
	volatile long misses;
} counters __attribute__((aligned(64)));

static void *count_hits(void *arg)
{
	(void)arg;
	for (int i = 0; i < 1000; i++)
		counters.hits += 1;
	return NULL;
}

static void *count_misses(void *arg)
{
	(void)arg;
	for (int i = 0; i < 1000; i++)
		counters.misses += 1;
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, count_hits, NULL);
	pthread_create(&t[1], NULL, count_misses, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	printf("%ld hits, %ld misses\n", counters.hits, counters.misses);
	return 0;
}
