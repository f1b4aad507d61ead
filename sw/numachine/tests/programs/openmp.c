/* SPDX-License-Identifier: Apache-2.0 */
/* OpenMP: a loop, a critical region entered by every thread in every round, a barrier, an
 * atomic variable. */
#include <stdio.h>

/* Few: which station first touches a page of them is chance, so their part of the waiting is
 * too. */
#define ELEMENTS 1024

static double value[ELEMENTS];
long sum __attribute__((aligned(64))), rounds;
struct {
	long count;
} guarded __attribute__((aligned(64)));
struct {
	long number;
	char alone[56]; /* fills up the line */
} step __attribute__((aligned(64)));

int main(void)
{
	double all = 0;

#pragma omp parallel num_threads(4)
	{
		double mine = 0;

#pragma omp for
		for (int i = 0; i < ELEMENTS; i++)
			value[i] = i;
#pragma omp for schedule(dynamic, 64)
		for (int i = 0; i < ELEMENTS; i++)
			mine += value[ELEMENTS - 1 - i];
#pragma omp barrier
		for (int i = 0; i < 10; i++)
#pragma omp atomic
			sum++;
		for (int i = 0; i < 100; i++) {
#pragma omp critical
			guarded.count++;
#pragma omp barrier
		}
		for (int i = 0; i < 200; i++) {
#pragma omp master
			step.number = i;
#pragma omp barrier
			mine += (double)step.number;
#pragma omp barrier
		}
#pragma omp critical
		all += mine;
	}
#pragma omp parallel for num_threads(4) reduction(+ : rounds)
	for (int i = 0; i < 100; i++)
		rounds += i;
	printf("%.0f %ld %ld %ld\n", all, sum, rounds, guarded.count);
	return 0;
}
