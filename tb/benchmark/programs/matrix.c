/* SPDX-License-Identifier: Apache-2.0 */
/* Three threads multiply two matrices, by rows of the result. */
#include <pthread.h>
#include <stdio.h>

#define ROWS 80
#define THREADS 3

static double left[ROWS][ROWS], right[ROWS][ROWS], product[ROWS][ROWS];

static void *multiply(void *arg)
{
	for (int i = (int)(long)arg; i < ROWS; i += THREADS)
		for (int j = 0; j < ROWS; j++) {
			double sum = 0;

			for (int k = 0; k < ROWS; k++)
				sum += left[i][k] * right[k][j];
			product[i][j] = sum;
		}
	return NULL;
}

static void set_factors(void)
{
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < ROWS; j++) {
			left[i][j] = i + j;
			right[i][j] = i - j;
		}
}

int main(void)
{
	pthread_t t[THREADS];

	set_factors();
	for (long i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, multiply, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	printf("%g\n", product[3][4]);
	return 0;
}
