/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two threads use arrays in turns that do not depend on the scheduler. The first argument has a
 * letter for each run: o, each thread has words of its own in the lines of "data"; s, both
 * increment the same words; m, as o with "more"; n, neither. The file "runs" has a byte for
 * each earlier run.
 */
#include <pthread.h>
#include <stdio.h>

#define TURNS 40
#define LINES 32

static struct {
	volatile long word[8];
} data[LINES / 2] __attribute__((aligned(64))), more[LINES] __attribute__((aligned(64)));
static pthread_barrier_t barrier;
static int letter;

static void take_turn(int me)
{
	for (int i = 0; i < LINES; i++)
		if (letter == 'm')
			more[i].word[me]++;
		else if (i < LINES / 2 && letter != 'n')
			data[i].word[letter == 's' ? 0 : me]++;
}

static void *use(void *arg)
{
	const int me = arg != NULL;

	for (int turn = 0; turn < TURNS; turn++) {
		if (turn % 2 == me)
			take_turn(me);
		pthread_barrier_wait(&barrier);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	FILE *f = fopen("runs", "a");
	pthread_t t;

	if (argc != 2 || !f || fseek(f, 0, SEEK_END))
		return 1;
	letter = argv[1][ftell(f)];
	fputc(letter, f);
	fclose(f);
	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&t, NULL, use, &t);
	use(NULL);
	pthread_join(t, NULL);
	return 0;
}
