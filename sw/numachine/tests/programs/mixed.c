/* SPDX-License-Identifier: Apache-2.0 */
/* All threads use one line, which has a word to which all add, and a word for each thread. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static struct {
	_Alignas(64) atomic_long all;
	volatile long each[4];
} mixed;

static void *count(void *arg)
{
	const long me = (long)arg;

	for (int i = 0; i < 600; i++) {
		mixed.each[me] += i;
		if (i % 2 == 0)
			atomic_fetch_add(&mixed.all, 1);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[4];

	for (long i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, count, (void *)i);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	printf("%ld %ld\n", atomic_load(&mixed.all), mixed.each[0]);
	return 0;
}
