/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Twenty programs, selected by KIND, that share lines falsely; PAD selects the repaired source.
 * They serve to compare the gain that "sharing" predicts with the gain of the repair.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef PAD
#define APART _Alignas(64)
#else
#define APART
#endif
#define HOT(x) (*(volatile __typeof__(x) *)&(x))

#ifndef ROUNDS
#define ROUNDS 1000
#endif

#if KIND == 1 /* two counters */
#define THREADS 2
static struct {
	APART long hits;
	APART long misses;
} s;
static void work(int me)
{
	for (int i = 0; i < ROUNDS; i++)
		if (me)
			HOT(s.hits)++;
		else
			HOT(s.misses)++;
}
#elif KIND == 2 /* an element of each thread */
#define THREADS 8
static struct {
	APART long n;
} s[THREADS];
static void work(int me)
{
	for (int i = 0; i < ROUNDS; i++)
		HOT(s[me].n) += i;
}
#elif KIND == 3 /* two fields of each thread */
#define THREADS 4
static struct {
	APART long sum;
	long count;
} s[THREADS];
static void work(int me)
{
	for (int i = 0; i < ROUNDS; i++) {
		HOT(s[me].sum) += i;
		HOT(s[me].count)++;
	}
}
#elif KIND == 4 /* many small elements */
#define THREADS 16
static struct {
	APART int n;
} s[THREADS];
static void work(int me)
{
	for (int i = 0; i < ROUNDS / 2; i++)
		HOT(s[me].n)++;
}
#elif KIND == 5 /* a byte of each thread */
#define THREADS 8
static struct {
	APART char busy;
} s[THREADS];
static void work(int me)
{
	for (int i = 0; i < ROUNDS / 2; i++) {
		HOT(s[me].busy) = 1;
		HOT(s[me].busy) = 0;
	}
}
#elif KIND == 6 /* a lock with its data, followed by statistics of each thread */
#define THREADS 4
static struct {
	_Alignas(64) pthread_mutex_t lock;
	long data;
	APART struct {
		APART long n;
	} stat[THREADS];
} s = {.lock = PTHREAD_MUTEX_INITIALIZER};
static void work(int me)
{
	for (int i = 0; i < ROUNDS; i++) {
		HOT(s.stat[me].n)++;
		if (i % 50 == 0) {
			pthread_mutex_lock(&s.lock);
			HOT(s.data)++;
			pthread_mutex_unlock(&s.lock);
		}
	}
}
#elif KIND == 7 /* constants next to a counter */
#define THREADS 4
static struct {
	_Alignas(64) long limit;
	APART long count;
} s = {.limit = 10};
static _Alignas(64) struct {
	_Alignas(64) long sum;
} out[THREADS];
static void work(int me)
{
	for (int i = 0; i < ROUNDS; i++)
		if (me)
			HOT(out[me].sum) += HOT(s.limit);
		else
			HOT(s.count)++;
}
#elif KIND == 8 /* atomic counters of each thread */
#define THREADS 6
static struct {
	APART atomic_long n;
} s[THREADS];
static void work(int me)
{
	for (int i = 0; i < ROUNDS; i++)
		atomic_fetch_add(&s[me].n, 1);
}
#elif KIND == 9 /* an array in the heap */
#define THREADS 6
#ifdef PAD
#define STEP 8
#else
#define STEP 1
#endif
static long *s;
static void work(int me)
{
	for (int i = 0; i < ROUNDS; i++)
		HOT(s[me * STEP])++;
}
#elif KIND == 10 /* small blocks in the heap */
#define THREADS 4
static _Alignas(64) long *s[THREADS];
static void work(int me)
{
	long *mine = s[me];

	for (int i = 0; i < ROUNDS; i++)
		HOT(*mine)++;
}
#elif KIND == 11 /* a rarely used shared word next to a word of each thread */
#define THREADS 4
static struct {
	_Alignas(64) atomic_long all;
	struct {
		APART long n;
	} each[THREADS];
} s;
static void work(int me)
{
	for (int i = 0; i < ROUNDS; i++) {
		HOT(s.each[me].n) += i;
		if (i % 20 == 0)
			atomic_fetch_add(&s.all, 1);
	}
}
#elif KIND == 12 /* a producer's position and a consumer's statistics */
#define THREADS 3
static struct {
	_Alignas(64) atomic_long position;
	APART long polls;
	APART long empty;
} s;
static void work(int me)
{
	for (int i = 0; i < ROUNDS; i++)
		if (!me && i % 25 == 0)
			atomic_store(&s.position, i);
		else if (me == 1)
			HOT(s.polls) += atomic_load(&s.position) > 0;
		else if (me)
			HOT(s.empty)++;
}
#elif KIND == 13 /* the state of a random number generator of each thread */
#define THREADS 8
static struct {
	APART unsigned long x;
} s[THREADS];
static void work(int me)
{
	for (int i = 0; i < ROUNDS / 2; i++) {
		HOT(s[me].x) ^= HOT(s[me].x) << 13 | 1;
		HOT(s[me].x) ^= HOT(s[me].x) >> 7;
	}
}
#elif KIND == 14 /* rows of 24 bytes */
#define THREADS 5
static struct {
	APART long bin[3];
} s[THREADS];
static void work(int me)
{
	for (int i = 0; i < ROUNDS; i++)
		HOT(s[me].bin[i % 3])++;
}
#elif KIND == 15 /* structures of 40 bytes, which cross lines */
#define THREADS 6
static struct {
	APART long field[5];
} s[THREADS];
static void work(int me)
{
	for (int i = 0; i < ROUNDS; i++)
		HOT(s[me].field[i % 5]) += i;
}
#elif KIND == 16 /* a flag that is polled, next to a counter */
#define THREADS 4
static struct {
	_Alignas(64) atomic_int stop;
	APART long done;
} s;
static void work(int me)
{
	for (int i = 0; i < ROUNDS; i++)
		if (me)
			(void)atomic_load(&s.stop);
		else
			HOT(s.done)++;
}
#elif KIND == 17 /* the borders of rows of a matrix */
#define THREADS 4
#define COLUMNS 12
static struct {
	APART double row[COLUMNS];
} s[THREADS];
static void work(int me)
{
	for (int i = 0; i < ROUNDS / 4; i++)
		for (int k = 0; k < COLUMNS; k++)
			HOT(s[me].row[k]) += k;
}
#elif KIND == 18 /* elements of each thread between barriers */
#define THREADS 4
static pthread_barrier_t barrier;
static _Alignas(64) struct {
	APART long n;
} s[THREADS];
static void work(int me)
{
	for (int i = 0; i < 20; i++) {
		for (int k = 0; k < ROUNDS / 20; k++)
			HOT(s[me].n)++;
		pthread_barrier_wait(&barrier);
	}
}
#elif KIND == 19 /* progress of each thread, which one thread reads occasionally */
#define THREADS 5
static _Alignas(64) struct {
	APART long n;
} s[THREADS];
static _Alignas(64) long seen;
static void work(int me)
{
	for (int i = 0; i < ROUNDS; i++)
		if (me)
			HOT(s[me].n)++;
		else if (i % 100 == 0)
			for (int k = 1; k < THREADS; k++)
				HOT(seen) += HOT(s[k].n);
}
#elif KIND == 20 /* two variables of the same file */
#define THREADS 2
static APART long first;
static APART long second;
static void work(int me)
{
	for (int i = 0; i < ROUNDS; i++)
		HOT(*(me ? &first : &second)) += i;
}
#endif

static void *run(void *arg)
{
	work((int)(long)arg);
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS];

#if KIND == 9
	s = aligned_alloc(64, 64 * THREADS);
	for (int i = 0; i < 8 * THREADS; i++)
		s[i] = 0;
#elif KIND == 10
	for (int i = 0; i < THREADS; i++) {
#ifdef PAD
		s[i] = aligned_alloc(64, 64);
#else
		s[i] = malloc(sizeof(long));
#endif
		*s[i] = 0;
	}
#elif KIND == 18
	pthread_barrier_init(&barrier, NULL, THREADS);
#endif
	for (long i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, run, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	return 0;
}
