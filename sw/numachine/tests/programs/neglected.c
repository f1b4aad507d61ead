/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two threads add to one word, on one processor, which the system gives to one of them only
 * when the other one sleeps.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static _Alignas(64) atomic_long total;
static pthread_barrier_t barrier;

static void *count(void *neglected)
{
	const struct sched_param priority = {0};

	if (neglected)
		sched_setscheduler((pid_t)gettid(), SCHED_IDLE, &priority);
	pthread_barrier_wait(&barrier);
	for (int i = 0; i < 1000; i++)
		total++;
	return NULL;
}

int main(void)
{
	cpu_set_t one;
	pthread_t t[2];

	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	sched_setaffinity(0, sizeof(one), &one);
	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&t[0], NULL, count, NULL);
	pthread_create(&t[1], NULL, count, &total);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	printf("%ld\n", (long)total);
	return 0;
}
