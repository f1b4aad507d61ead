/* SPDX-License-Identifier: Apache-2.0 */
/* OpenMP: a loop, a critical region, a barrier, an atomic variable. */
#include <stdio.h>

#define N 4096

static double value[N];
long sum, rounds;

int main(void)
{
	double all = 0;

#pragma omp parallel num_threads(4)
	{
		double mine = 0;

#pragma omp for
		for (int i = 0; i < N; i++)
			value[i] = i;
#pragma omp for schedule(dynamic, 64)
		for (int i = 0; i < N; i++)
			mine += value[N - 1 - i];
#pragma omp critical
		all += mine;
#pragma omp barrier
		for (int i = 0; i < 10; i++)
#pragma omp atomic
			sum++;
	}
#pragma omp parallel for num_threads(4) reduction(+ : rounds)
	for (int i = 0; i < 100; i++)
		rounds += i;
	printf("%.0f %ld %ld\n", all, sum, rounds);
	return 0;
}
