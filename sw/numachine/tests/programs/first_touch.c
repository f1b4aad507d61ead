/* SPDX-License-Identifier: Apache-2.0 */
/* main() stores an array; afterwards only thread 3 uses it. */
#include <pthread.h>
#include <stdio.h>

#define LINES 512
#define STEP 8

static _Alignas(16384) long big[LINES * STEP];
static _Alignas(64) long out[8];
static pthread_barrier_t barrier;

static void *use(void *arg)
{
	const long me = (long)arg;

	pthread_barrier_wait(&barrier);
	for (int i = 0; me == 2 && i < LINES * STEP; i += STEP)
		out[0] += big[i]++;
	return NULL;
}

int main(void)
{
	pthread_t t[4];

	pthread_barrier_init(&barrier, NULL, 4);
	for (int i = 0; i < LINES * STEP; i += STEP)
		big[i] = i;
	for (long i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, use, (void *)i);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	printf("%ld\n", out[0]);
	return 0;
}
