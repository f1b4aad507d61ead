/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tasks of OpenMP write the element of their thread in one line. KIND: 0: all at once, 1: one
 * after the other by taskwait, 2: by taskgroup, 3: by their dependences, 4: by loops of tasks.
 */
#include <omp.h>
#include <stdio.h>

#define TASKS 60
#ifndef KIND
#define KIND 0
#endif

static _Alignas(64) volatile long slots[8];
static int order;

static void work(void)
{
	for (int i = 0; i < 200; i++)
		slots[omp_get_thread_num()] += i;
}

int main(void)
{
#pragma omp parallel num_threads(4)
#pragma omp single
	for (int i = 0; i < TASKS; i++) {
#if KIND == 0
#pragma omp task
		work();
#elif KIND == 1
#pragma omp task
		work();
#pragma omp taskwait
#elif KIND == 2
#pragma omp taskgroup
#pragma omp task
		work();
#elif KIND == 4
#pragma omp taskloop num_tasks(1)
		for (int k = 0; k < 1; k++)
			work();
#else
#pragma omp task depend(inout : order)
		work();
#endif
	}
	printf("%ld\n", slots[0] + slots[1] + slots[2] + slots[3] + order);
	return 0;
}
