/* SPDX-License-Identifier: Apache-2.0 */
/* N threads write their elements of an array between each two of B + 1 barriers of kind K. */
#ifdef _OPENMP
#include <omp.h>
#endif
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <threads.h>

#ifdef _OPENMP
#define K 5
#endif

_Alignas(64) static volatile long slots[N];
_Alignas(64) static int waiting, generation;

#if K == 0
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all = PTHREAD_COND_INITIALIZER;

static void await_all(void)
{
	int mine;

	pthread_mutex_lock(&mutex);
	mine = generation;
	if (++waiting == N) {
		waiting = 0;
		generation++;
		pthread_cond_broadcast(&all);
	}
	while (mine == generation)
		pthread_cond_wait(&all, &mutex);
	pthread_mutex_unlock(&mutex);
}
#elif K == 1
static pthread_barrier_t barrier;

static void await_all(void)
{
	pthread_barrier_wait(&barrier);
}
#elif K == 2
static mtx_t mutex;
static cnd_t all;

static void await_all(void)
{
	int mine;

	mtx_lock(&mutex);
	mine = generation;
	if (++waiting == N) {
		waiting = 0;
		generation++;
		cnd_broadcast(&all);
	}
	while (mine == generation)
		cnd_wait(&all, &mutex);
	mtx_unlock(&mutex);
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
#endif

static void work(long k)
{
	for (int i = 0; i < 1600; i++)
		slots[k] += i;
}

#ifdef _OPENMP
int main(void)
{
#pragma omp parallel num_threads(N)
	{
		for (int i = 0; i < B; i++) {
#pragma omp barrier
			work(omp_get_thread_num());
		}
#pragma omp barrier
	}
	return slots[0] + waiting + generation == 0;
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

#if K == 1
	pthread_barrier_init(&barrier, NULL, N);
#elif K == 2
	mtx_init(&mutex, mtx_plain);
	cnd_init(&all);
#elif K == 4
	sem_init(&gate[0], 0, 0);
	sem_init(&gate[1], 0, 0);
#endif
	for (long i = 0; i < N; i++)
		pthread_create(&thread[i], NULL, run, (void *)i);
	for (int i = 0; i < N; i++)
		pthread_join(thread[i], NULL);
	return slots[0] + waiting + generation == 0;
}
#endif
