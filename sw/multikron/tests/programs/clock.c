/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Measures stages by probes and by clock_gettime(): prints the thread and the length in ns of
 * each stage. Arguments: how often each thread repeats its two stages, their lengths in ns, and
 * the number of threads (1).
 */
#include <mkprobe.h>
#include <pthread.h>
#include <time.h>
static int turns, ns[2];
static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}
static double spin(double length)
{
	const double begin = now();
	while (now() < begin + length)
		;
	return now() - begin;
}
static void *work(void *to)
{
	double *length = to;
	for (int i = 0; i < turns; i++) {
		MK_PROBE("even");
		length[2 * i] = spin(ns[0]);
		MK_PROBE("odd");
		length[2 * i + 1] = spin(ns[1]);
	}
	MK_PROBE_END();
	return to;
}
int main(int argc, char **argv)
{
	const int threads = argc > 4 ? atoi(argv[4]) : 1;
	double *length[8];
	pthread_t t[8];
	spin(0);
	turns = atoi(argv[1]);
	ns[0] = atoi(argv[2]);
	ns[1] = atoi(argv[3]);
	for (int i = 0; i < threads; i++) {
		length[i] = calloc(2 * turns, sizeof(double));
		pthread_create(&t[i], NULL, work, length[i]);
	}
	for (int i = 0; i < threads; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < threads; i++) {
		for (int k = 0; k < 2 * turns; k++)
			printf("%d %.0f\n", i, length[i][k]);
		free(length[i]);
	}
}
