/* SPDX-License-Identifier: Apache-2.0 */
/* Threads of C11 take turns under a lock: the record moves with it, and each thread has a
 * counter of its own in a line of all. */
#include <stdio.h>
#include <threads.h>

#define THREADS 3

static _Alignas(64) mtx_t gate;
static _Alignas(64) cnd_t next;
static _Alignas(64) int turn;
static _Alignas(64) struct {
	long count, sum;
} record;
static _Alignas(64) long counters[THREADS];
static once_flag once = ONCE_FLAG_INIT;

static void initialise(void)
{
	mtx_init(&gate, mtx_plain);
	cnd_init(&next);
}

static int work(void *arg)
{
	const int me = *(const int *)arg;

	call_once(&once, initialise);
	for (int i = 0; i < 100; i++) {
		mtx_lock(&gate);
		while (turn != me)
			cnd_wait(&next, &gate);
		record.sum += ++record.count;
		((volatile long *)counters)[me]++;
		turn = (me + 1) % THREADS;
		cnd_broadcast(&next);
		mtx_unlock(&gate);
	}
	return me;
}

int main(void)
{
	static int number[THREADS];
	thrd_t t[THREADS];
	int sum = 0, result;

	for (int i = 0; i < THREADS; i++) {
		number[i] = i;
		if (thrd_create(&t[i], work, &number[i]) != thrd_success)
			return 1;
	}
	for (int i = 0; i < THREADS; i++) {
		thrd_join(t[i], &result);
		sum += result;
	}
	printf("%ld %ld %d\n", record.count, counters[0], sum);
	return 0;
}
