/* SPDX-License-Identifier: Apache-2.0 */
/* main() stores a table, which all threads only read. */
#include <pthread.h>
#include <stdio.h>

#define LINES 512
#define STEP 8

static _Alignas(16384) long table[LINES * STEP];
static struct {
	_Alignas(64) long sum;
} out[4];

static void *sum_up(void *arg)
{
	const long me = (long)arg;
	long sum = 0;

	for (int i = 0; i < LINES * STEP; i += STEP)
		sum += table[i];
	out[me].sum = sum;
	return NULL;
}

int main(void)
{
	pthread_t t[4];

	for (int i = 0; i < LINES * STEP; i += STEP)
		table[i] = i;
	for (long i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, sum_up, (void *)i);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	printf("%ld\n", out[3].sum);
	return 0;
}
