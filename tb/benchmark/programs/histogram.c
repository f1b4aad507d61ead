/* SPDX-License-Identifier: Apache-2.0 */
/* Three threads count the bytes of a text; each has a total, next to those of the others. */
#include <pthread.h>
#include <stdio.h>

#define BYTES 171000
#define THREADS 3

static unsigned char text[BYTES];
static volatile long totals[THREADS];
static long bins[THREADS][256];

static void *count(void *arg)
{
	const int me = (int)(long)arg;

	for (int i = me * (BYTES / THREADS); i < (me + 1) * (BYTES / THREADS); i++) {
		bins[me][text[i]]++;
		totals[me] += text[i];
	}
	return NULL;
}

static void fill(void)
{
	unsigned int x = 1;

	for (int i = 0; i < BYTES; i++) {
		x = x * 1103515245 + 12345;
		text[i] = (unsigned char)(x >> 16);
	}
}

int main(void)
{
	pthread_t t[THREADS];

	fill();
	for (long i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, count, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	printf("%ld %ld\n", totals[0], bins[1][7]);
	return 0;
}
