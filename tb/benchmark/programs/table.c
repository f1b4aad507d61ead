/* SPDX-License-Identifier: Apache-2.0 */
/* Three threads look up words in a table that one lock protects. */
#include <pthread.h>
#include <stdio.h>

#define SLOTS 512
#define LOOKUPS 3400
#define SCANNED 96 /* slots of a look-up */
#define THREADS 3

static struct slot {
	long key, count;
} slots[SLOTS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long found[THREADS][8]; /* counts of each thread, in its own cache line */

static void look_up(unsigned int x, int me)
{
	unsigned int at = x % SLOTS;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < SCANNED; i++) {
		struct slot *s = &slots[(at + (unsigned int)i) % SLOTS];

		found[me][0] += s->key == (long)x;
	}
	if (x % 8 == 0) {
		slots[at].count++;
		slots[at].key = (long)x;
	}
	pthread_mutex_unlock(&lock);
}

static void *work(void *arg)
{
	unsigned int x = 1 + (unsigned int)(long)arg;

	for (int i = 0; i < LOOKUPS; i++) {
		x = x * 1103515245 + 12345;
		look_up(x >> 8, (int)(long)arg);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS];

	for (long i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, work, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	printf("%ld\n", found[0][0]);
	return 0;
}
