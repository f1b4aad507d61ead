/* SPDX-License-Identifier: Apache-2.0 */
/* Four threads count in fields, each of which has its own line. */
#include <pthread.h>
#include <stdio.h>

struct slot {
	volatile long count;
	char rest[120];
} slot[4] __attribute__((aligned(128)));

static void *count(void *arg)
{
	struct slot *mine = arg;

	for (int i = 0; i < 1000; i++)
		mine->count += 1;
	return NULL;
}

int main(void)
{
	pthread_t t[4];
	long sum = 0;

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, count, &slot[i]);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < 4; i++)
		sum += slot[i].count;
	printf("%ld\n", sum);
	return 0;
}
