/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TOGETHER_H
#define TOGETHER_H
/* Ranks as coroutines of one process, in place of Open MPI: for tests of a machine on several
 * ranks. */
#include "ranks.h"

#define TOGETHER_MOST 8u

struct together;

struct together_rank {
	struct ranks ranks; /* for the machine */
	/* --- private --- */
	struct together *t;
	struct coroutine *co;
	void (*fn)(void *arg, unsigned int rank);
	const struct ranks_buffer *out;
	struct ranks_buffer *in;
	bool ended;
};

struct together {
	unsigned int n;
	int err; /* result of exchange(); -EPIPE if some ranks have ended */
	/* number of rounds so far; round in which exchange() fails with -EIO, 0: none */
	uint64_t exchanged, stop;
	void *arg;
	struct together_rank rank[TOGETHER_MOST];
};

void together_init(struct together *t, unsigned int ranks);
/* Runs @fn(@arg, rank) as each rank, until all have returned; -ENOMEM. */
int together_run(struct together *t, void (*fn)(void *arg, unsigned int rank), void *arg);

#endif
