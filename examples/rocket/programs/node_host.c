/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a program of the cores with a thread of the host for each hart, to be recorded. */
#include "node.h"
#include <pthread.h>

static pthread_barrier_t barrier;

void node_barrier(void)
{
	pthread_barrier_wait(&barrier);
}

static void *thread(void *hart)
{
	node_thread((unsigned int)(uintptr_t)hart);
	return NULL;
}

int main(void)
{
	pthread_t t[NODE_HARTS];

	if (pthread_barrier_init(&barrier, NULL, NODE_HARTS))
		return 1;
	for (unsigned int h = 1; h < NODE_HARTS; h++)
		if (pthread_create(&t[h], NULL, thread, (void *)(uintptr_t)h))
			return 1;
	node_thread(0);
	for (unsigned int h = 1; h < NODE_HARTS; h++)
		pthread_join(t[h], NULL);
	return node_report();
}
