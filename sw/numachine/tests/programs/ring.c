/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two threads use a queue whose two indices are in one line. KIND: 0: atomic indices, 1: with
 * acquire and release only, which x86 makes plain loads and stores; 2: volatile ones, and the
 * threads do not let others run while they wait.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

#define ITEMS 1000u
#ifndef KIND
#define KIND 0
#endif

#if KIND == 2
typedef volatile unsigned int number;
#define LOAD(p) (*(p))
#define STORE(p, v) (*(p) = (v))
#define WAIT() ((void)0)
#else
typedef atomic_uint number;
#define LOAD(p) atomic_load_explicit(p, KIND ? memory_order_acquire : memory_order_seq_cst)
#define STORE(p, v) \
	atomic_store_explicit(p, v, KIND ? memory_order_release : memory_order_seq_cst)
#define WAIT() sched_yield()
#endif

static struct {
	_Alignas(64) number head;
	number tail;
} idx;
static _Alignas(64) volatile long ring[64];
static _Alignas(64) long sum;

static void *produce(void *arg)
{
	for (unsigned int i = 0; i < ITEMS; i++) {
		while (i - LOAD(&idx.tail) == 64)
			WAIT();
		ring[i % 64] = (long)i * 7;
		STORE(&idx.head, i + 1);
	}
	return arg;
}

static void *consume(void *arg)
{
	for (unsigned int i = 0; i < ITEMS; i++) {
		while (LOAD(&idx.head) == i)
			WAIT();
		sum += ring[i % 64];
		STORE(&idx.tail, i + 1);
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
