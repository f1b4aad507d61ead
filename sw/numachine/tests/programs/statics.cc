/* SPDX-License-Identifier: Apache-2.0 */
/* Two threads count in a variable of a namespace, in one of a file, and in one of a function.
 */
#include <pthread.h>

struct counts {
	long hits[8];
};

namespace app
{
alignas(64) static counts stats[2];
}
alignas(64) static counts totals;

static void *work(void *arg)
{
	alignas(64) static counts mine;
	const long k = arg != nullptr;

	for (int i = 0; i < 1000; i++) {
		volatile long *const of[] = {&app::stats[1].hits[k], &totals.hits[k],
					     &mine.hits[k]};

		for (volatile long *n : of)
			*n = *n + 1;
	}
	return nullptr;
}

int main()
{
	pthread_t t[2];

	for (int k = 0; k < 2; k++)
		pthread_create(&t[k], nullptr, work, k ? &totals : nullptr);
	for (int k = 0; k < 2; k++)
		pthread_join(t[k], nullptr);
	return 0;
}
