/* SPDX-License-Identifier: Apache-2.0 */
/* OpenMP: many parallel regions, reductions with and without a barrier, a value given to all, a
 * lock, sections. The threads count in words of one line between two barriers. */
#include <omp.h>
#include <stdio.h>

#define THREADS 8

static long count[THREADS] __attribute__((aligned(64)));
static struct {
	long n[8];
} alone[THREADS] __attribute__((aligned(64)));
static long first __attribute__((aligned(64))), second __attribute__((aligned(64)));

int main(void)
{
	long sum = 0, maximum = 0, taken = 0;
	omp_lock_t lock;

	omp_init_lock(&lock);
#pragma omp parallel num_threads(THREADS)
	{
		const int me = omp_get_thread_num();
		long given = 0;

#pragma omp for reduction(+ : sum)
		for (int i = 0; i < 4096; i++)
			sum += i;
		for (volatile int i = 0; i < 200; i++)
			((volatile long *)count)[me]++;
#pragma omp for reduction(max : maximum) nowait
		for (int i = 0; i < 4096; i++)
			maximum = i > maximum ? i : maximum;
#pragma omp single copyprivate(given)
		given = 1;
		for (int i = 0; i < 30; i++) {
			omp_set_lock(&lock);
			taken += given;
			omp_unset_lock(&lock);
		}
	}
	for (int i = 0; i < 50; i++) {
#pragma omp parallel num_threads(4)
		{
			alone[omp_get_thread_num()].n[0]++;
#pragma omp sections
			{
#pragma omp section
				first++;
#pragma omp section
				second++;
			}
		}
	}
	printf("%ld %ld %ld %ld\n", sum, maximum, taken, first + second);
	return 0;
}
