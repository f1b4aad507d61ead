/* SPDX-License-Identifier: Apache-2.0 */
/* False sharing of LINES lines of one object. */
#include <pthread.h>
#include <stddef.h>

#ifndef LINES
#define LINES 100
#endif

static pthread_barrier_t turn_end;
static struct {
	volatile int count[16];
} line[LINES] __attribute__((aligned(64)));

static void *count(void *arg)
{
	for (int turn = 0; turn < 3; turn++) {
		for (int i = 0; i < LINES; i++)
			line[i].count[arg != NULL]++;
		pthread_barrier_wait(&turn_end);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	pthread_barrier_init(&turn_end, NULL, 2);
	pthread_create(&t[0], NULL, count, NULL);
	pthread_create(&t[1], NULL, count, &t);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
