/* SPDX-License-Identifier: Apache-2.0 */
/* False sharing of the first member of a structure that has bit-fields, too. */
#include <pthread.h>
#include <stddef.h>

static struct {
	long counter[2];
	int spare;
	unsigned int mode : 3, level : 5;
} state;

static void *count(void *arg)
{
	for (int i = 0; i < 1000; i++)
		state.counter[arg != NULL]++;
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, count, &t);
	count(NULL);
	pthread_join(t, NULL);
	return (int)state.mode;
}
