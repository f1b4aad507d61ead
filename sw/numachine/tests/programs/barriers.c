/* SPDX-License-Identifier: Apache-2.0 */
/*
 * N threads write their elements of an array between each two of B + 1 barriers of kind K: 0 a
 * condition variable, 1 POSIX, 2 a condition variable of C11, 3 an atomic sense, 4 semaphores,
 * 5 OpenMP. With -fopenmp the threads are those of a parallel region.
 */
#ifdef _OPENMP
#include <omp.h>
#endif
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <threads.h>

#ifndef K
#define K 5
#endif

_Alignas(64) static volatile long slots[N];

#if K == 0
typedef pthread_mutex_t mutex;
typedef pthread_cond_t condition;
#define LOCK pthread_mutex_lock
#define UNLOCK pthread_mutex_unlock
#define WAIT pthread_cond_wait
#define WAKE_ALL pthread_cond_broadcast
#elif K == 2
typedef mtx_t mutex;
typedef cnd_t condition;
#define LOCK mtx_lock
#define UNLOCK mtx_unlock
#define WAIT cnd_wait
#define WAKE_ALL cnd_broadcast
#endif

#if K == 0 || K == 2
/*
 * Two in turn: with one, a thread that arrives at the next barrier before another has left the
 * last one would take the same mutex before it, and the work of both would be ordered.
 */
_Alignas(64) static struct {
	mutex mutex;
	condition all;
	int waiting, generation;
} meetings[2];

static void await_all(void)
{
	static __thread int turn;
	const int now = turn;
	int mine;

	turn = !turn;
	LOCK(&meetings[now].mutex);
	mine = meetings[now].generation;
	if (++meetings[now].waiting == N) {
		meetings[now].waiting = 0;
		meetings[now].generation++;
		WAKE_ALL(&meetings[now].all);
	}
	while (mine == meetings[now].generation)
		WAIT(&meetings[now].all, &meetings[now].mutex);
	UNLOCK(&meetings[now].mutex);
}
#elif K == 1
static pthread_barrier_t barrier;

static void await_all(void)
{
	pthread_barrier_wait(&barrier);
}
#elif K == 3
_Alignas(64) static atomic_int count, sense;

static void await_all(void)
{
	const int mine = atomic_load(&sense);

	if (atomic_fetch_add(&count, 1) == N - 1) {
		atomic_store(&count, 0);
		atomic_store(&sense, !mine);
	}
	while (atomic_load(&sense) == mine)
		;
}
#elif K == 4
static sem_t gate[2];
_Alignas(64) static atomic_int count;

static void await_all(void)
{
	static __thread int turn;

	if (atomic_fetch_add(&count, 1) == N - 1) {
		atomic_store(&count, 0);
		for (int i = 0; i < N; i++)
			sem_post(&gate[turn]);
	}
	sem_wait(&gate[turn]);
	turn = !turn;
}
#else
static void await_all(void)
{
#pragma omp barrier
}
#endif

static void work(long k)
{
	for (int i = 0; i < 1600; i++)
		slots[k] += i;
}

static void begin(void)
{
#if K == 0
	for (int i = 0; i < 2; i++) {
		pthread_mutex_init(&meetings[i].mutex, NULL);
		pthread_cond_init(&meetings[i].all, NULL);
	}
#elif K == 1
	pthread_barrier_init(&barrier, NULL, N);
#elif K == 2
	for (int i = 0; i < 2; i++) {
		mtx_init(&meetings[i].mutex, mtx_plain);
		cnd_init(&meetings[i].all);
	}
#elif K == 4
	sem_init(&gate[0], 0, 0);
	sem_init(&gate[1], 0, 0);
#endif
}

#ifdef _OPENMP
int main(void)
{
	begin();
#pragma omp parallel num_threads(N)
	{
		for (int i = 0; i < B; i++) {
			await_all();
			work(omp_get_thread_num());
		}
		await_all();
	}
	return slots[0] == 0;
}
#else
static void *run(void *arg)
{
	for (int i = 0; i < B; i++) {
		await_all();
		work((long)arg);
	}
	await_all();
	return NULL;
}

int main(void)
{
	pthread_t thread[N];

	begin();
	for (long i = 0; i < N; i++)
		pthread_create(&thread[i], NULL, run, (void *)i);
	for (int i = 0; i < N; i++)
		pthread_join(thread[i], NULL);
	return slots[0] == 0;
}
#endif
