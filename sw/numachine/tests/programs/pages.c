/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads use pages of their own:
 *   KIND=0  main() fills page 0, which then thread 1 uses, and page 1, which thread 2 uses
 *   KIND=1  the same with the repair: each thread fills its page
 *   KIND=2  each thread allocates, fills and uses a block of its own
 */
#include <pthread.h>
#include <stdlib.h>

#define WORDS 2048
#define STEP 8

static _Alignas(16384) volatile long page[2][WORDS];

static void fill(volatile long *p, int words)
{
	for (int i = 0; i < words; i += STEP)
		p[i] = i;
}

static void *use(void *arg)
{
	volatile long *p = page[(long)arg];
	int words = WORDS;

	if (KIND == 2) {
		words = 16 * WORDS;
		p = malloc((size_t)words * sizeof(*p));
	}
	if (KIND)
		fill(p, words);
	for (int round = 0; round < 6; round++)
		for (int i = 0; i < words; i += STEP)
			p[i] += i;
	if (KIND == 2)
		free((void *)p);
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	for (int k = 0; k < 2 && KIND == 0; k++)
		fill(page[k], WORDS);
	for (long k = 0; k < 2; k++)
		pthread_create(&t[k], NULL, use, (void *)k);
	for (int k = 0; k < 2; k++)
		pthread_join(t[k], NULL);
	return 0;
}
