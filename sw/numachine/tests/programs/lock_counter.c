/* SPDX-License-Identifier: Apache-2.0 */
/* Four threads count under a lock, and pass a value on with a condition variable. */
#include <pthread.h>
#include <stdio.h>

long total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t start;
static long turn;

static void *count(void *arg)
{
	const long me = (long)arg;

	pthread_barrier_wait(&start);
	for (int i = 0; i < 200; i++) {
		pthread_mutex_lock(&lock);
		total += 1;
		pthread_mutex_unlock(&lock);
	}
	pthread_mutex_lock(&lock);
	while (turn != me)
		pthread_cond_wait(&changed, &lock);
	turn++;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t t[4];

	pthread_barrier_init(&start, NULL, 4);
	for (long i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, count, (void *)i);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	printf("%ld %ld\n", total, turn);
	return 0;
}
