/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CUBE_H
#define CUBE_H
/*
 * An iPSC/2 of up to 128 nodes. It consists of parts of up to sixteen nodes; each part is a
 * machine (ipsc2.h) with its own HYPERMON. The parts may be distributed over several processes
 * (ranks.h).
 *
 * Nodes of different parts affect each other only by messages, which leave the sender half of
 * the start-up time, 175 us, after the send. All parts therefore run in windows of that length,
 * and exchange messages between two windows, in the order of the senders' parts.
 * The windows, and with them the actions of the nodes and the records of the boards, do not
 * depend on the number of ranks. The actions of the nodes do not depend on the number of parts
 * either.
 *
 * The host belongs to part 0. The run fails if a hook (ipsc2_config.os) lasts so long that a
 * message arrives in a window that has already ended.
 */
#include "ipsc2.h"
#include "ranks.h"

struct cube_config {
	struct ipsc2_config part;  /* configuration of each part */
	unsigned int parts;	   /* parts * part.nodes is at most IPSC2_MOST */
	const struct ranks *ranks; /* NULL: one process; at most as many ranks as parts */
	/* Opens a part with its board; NULL: use the golden model. Returns NULL and sets errno
	 * on failure. */
	struct ipsc2 *(*open)(void *arg, unsigned int part, const struct ipsc2_config *cfg);
	/* Starts the part's programs and reads its board to the end (ipsc2_read()), in a
	 * separate coroutine. A negative errno value fails the run. */
	int (*run)(void *arg, unsigned int part, struct ipsc2 *m);
	void *arg;
};

struct cube;

/* Returns 0, -EINVAL, -ENOMEM, or the error of @cfg->open. */
int cube_open(struct cube **c, const struct cube_config *cfg);
void cube_close(struct cube *c);
/* Runs until run() has returned for all parts of all ranks. 0, or a negative errno value:
 * -EDEADLK: all programs wait for messages and none can send any; -ECANCELED: another rank has
 * failed. */
int cube_run(struct cube *c);
/* Returns a part of the cube; NULL: it belongs to another rank. */
struct ipsc2 *cube_part(const struct cube *c, unsigned int part);
struct ranks_counts cube_counts(const struct cube *c);

#endif
