/* SPDX-License-Identifier: Apache-2.0 */
/* Four threads count in one atomic variable: the datum itself is shared. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

struct {
	atomic_long value;
	char rest[56];
} total __attribute__((aligned(64)));

static void *count(void *arg)
{
	(void)arg;
	for (int i = 0; i < 500; i++)
		atomic_fetch_add(&total.value, 1);
	return NULL;
}

int main(void)
{
	pthread_t t[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, count, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	printf("%ld\n", atomic_load(&total.value));
	return 0;
}
