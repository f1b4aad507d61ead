/* SPDX-License-Identifier: Apache-2.0 */
/* In a barrier the last thread stores a word that all others read: the writer changes. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

static _Alignas(64) atomic_int count;
static _Alignas(64) atomic_int sense;

static void *pass(void *arg)
{
	int mine = 0;

	for (int i = 0; i < 200; i++) {
		mine = !mine;
		if (atomic_fetch_add(&count, 1) == 3) {
			atomic_store(&count, 0);
			atomic_store(&sense, mine);
		}
		while (atomic_load(&sense) != mine)
			sched_yield();
	}
	return arg;
}

int main(void)
{
	pthread_t t[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, pass, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	printf("%d\n", atomic_load(&count));
	return 0;
}
