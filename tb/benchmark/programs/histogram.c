/* SPDX-License-Identifier: Apache-2.0 */
/* Three threads count the bytes of a text; the totals of the threads are adjacent. */
#include <pthread.h>
#include <stdio.h>

#define BYTES 240000
#define THREADS 3
#define PART 8000

static unsigned char text[BYTES];
static volatile long totals[THREADS];
static long bins[THREADS][256];

static void fill(int from, int to)
{
	unsigned int x = (unsigned int)from;

	for (int i = from; i < to; i++) {
		x = x * 1103515245 + 12345;
		text[i] = (unsigned char)(x >> 16);
	}
}

static void *count(void *arg)
{
	const int me = (int)(long)arg, end = (me + 1) * (BYTES / THREADS);
	long sum = 0;

	for (int i = me * (BYTES / THREADS); i < end; i += PART) {
		fill(i, i + PART);
		for (int k = i; k < i + PART; k++) {
			bins[me][text[k]]++;
			sum += text[k];
			if (k % 8 == 7) {
				totals[me] += sum;
				sum = 0;
			}
		}
	}
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS];

	for (long i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, count, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	printf("%ld %ld\n", totals[0], bins[1][7]);
	return 0;
}
