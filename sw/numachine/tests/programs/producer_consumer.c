/* SPDX-License-Identifier: Apache-2.0 */
/* One thread writes a message, and three read it; barriers separate the turns. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define CONSUMERS 3
#define TURNS 200

struct message {
	long number, value;
};

struct message *message;
pthread_barrier_t written, read_by_all;

static void *consume(void *arg)
{
	long *sum = arg, got = 0;

	for (int i = 0; i < TURNS; i++) {
		pthread_barrier_wait(&written);
		got += message->value;
		pthread_barrier_wait(&read_by_all);
	}
	*sum = got;
	return NULL;
}

int main(void)
{
	pthread_t t[CONSUMERS];
	long sum[CONSUMERS];

	message = aligned_alloc(128, 128);
	if (!message)
		return 1;
	pthread_barrier_init(&written, NULL, CONSUMERS + 1);
	pthread_barrier_init(&read_by_all, NULL, CONSUMERS + 1);
	for (int i = 0; i < CONSUMERS; i++)
		pthread_create(&t[i], NULL, consume, &sum[i]);
	for (int i = 0; i < TURNS; i++) {
		message->number = i;
		message->value = 3L * i;
		pthread_barrier_wait(&written);
		pthread_barrier_wait(&read_by_all);
	}
	for (int i = 0; i < CONSUMERS; i++)
		pthread_join(t[i], NULL);
	printf("%ld %ld %ld\n", sum[0], sum[1], sum[2]);
	free(message);
	return 0;
}
