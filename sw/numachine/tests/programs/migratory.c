/* SPDX-License-Identifier: Apache-2.0 */
/* Four threads read and write a record in turn, in a fixed order. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

#define THREADS 4
#define TURNS 200

struct record {
	long count, sum, last;
} record __attribute__((aligned(64)));
struct {
	sem_t turn;
	char rest[128 - sizeof(sem_t)];
} gate[THREADS] __attribute__((aligned(128)));

static void *work(void *arg)
{
	const long me = (long)arg;

	for (int i = 0; i < TURNS; i++) {
		sem_wait(&gate[me].turn);
		record.sum += record.last;
		record.count++;
		record.last = me;
		sem_post(&gate[(me + 1) % THREADS].turn);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS];

	for (long i = 0; i < THREADS; i++)
		sem_init(&gate[i].turn, 0, i == 0);
	for (long i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, work, (void *)i);
	for (long i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	printf("%ld %ld %ld\n", record.count, record.sum, record.last);
	return 0;
}
