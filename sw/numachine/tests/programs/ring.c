/* SPDX-License-Identifier: Apache-2.0 */
/* Two threads use a queue whose two indices are in one line. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

#define ITEMS 1000u

static struct {
	_Alignas(64) atomic_uint head;
	atomic_uint tail;
} idx;
static _Alignas(64) long ring[64];
static _Alignas(64) long sum;

static void *produce(void *arg)
{
	for (unsigned int i = 0; i < ITEMS; i++) {
		while (i - atomic_load(&idx.tail) == 64)
			sched_yield();
		ring[i % 64] = (long)i * 7;
		atomic_store(&idx.head, i + 1);
	}
	return arg;
}

static void *consume(void *arg)
{
	for (unsigned int i = 0; i < ITEMS; i++) {
		while (atomic_load(&idx.head) == i)
			sched_yield();
		sum += ring[i % 64];
		atomic_store(&idx.tail, i + 1);
	}
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, produce, NULL);
	pthread_create(&t[1], NULL, consume, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	printf("%ld\n", sum);
	return 0;
}
