/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Four threads read a table while they hold a lock. They do so at the same time if they hold it
 * for reading, otherwise one after the other:
 *   KIND=0  pthread_rwlock_rdlock()       1  pthread_rwlock_wrlock()
 *        2  pthread_rwlock_clockrdlock()  3  pthread_rwlock_clockwrlock()
 *        4  pthread_mutex_clocklock()     5  sem_clockwait()
 *        6  omp_test_lock()               7  omp_test_nest_lock()
 */
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>

#define THREADS 4
#define TIMES 20
#define WORDS 512

static _Alignas(64) pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static _Alignas(64) pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Alignas(64) sem_t one;
static _Alignas(64) omp_lock_t lock;
static _Alignas(64) omp_nest_lock_t nest;
static _Alignas(64) volatile int table[WORDS];
static const struct timespec never = {1000000000, 0};

static int acquire(void)
{
	switch (KIND) {
	case 0:
		return pthread_rwlock_rdlock(&rw);
	case 1:
		return pthread_rwlock_wrlock(&rw);
	case 2:
		return pthread_rwlock_clockrdlock(&rw, CLOCK_MONOTONIC, &never);
	case 3:
		return pthread_rwlock_clockwrlock(&rw, CLOCK_MONOTONIC, &never);
	case 4:
		return pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &never);
	case 5:
		return sem_clockwait(&one, CLOCK_MONOTONIC, &never);
	case 6:
		while (!omp_test_lock(&lock))
			;
		return 0;
	default:
		while (!omp_test_nest_lock(&nest))
			;
		return 0;
	}
}

static int release(void)
{
	if (KIND < 4)
		return pthread_rwlock_unlock(&rw);
	if (KIND == 4)
		return pthread_mutex_unlock(&mutex);
	if (KIND == 5)
		return sem_post(&one);
	if (KIND == 6)
		omp_unset_lock(&lock);
	else
		omp_unset_nest_lock(&nest);
	return 0;
}

static void *read_all(void *arg)
{
	int sum = 0, failed = 0;

	for (int i = 0; i < TIMES; i++) {
		failed |= acquire();
		for (int k = 0; k < WORDS; k++)
			sum += table[k];
		failed |= release();
	}
	return sum || failed ? arg : NULL;
}

int main(void)
{
	pthread_t thread[THREADS];
	int failures = 0;

	sem_init(&one, 0, 1);
	omp_init_lock(&lock);
	omp_init_nest_lock(&nest);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, read_all, (void *)table);
	for (int i = 0; i < THREADS; i++) {
		void *failed;

		pthread_join(thread[i], &failed);
		failures += failed != NULL;
	}
	printf("%d failures\n", failures);
	return 0;
}
