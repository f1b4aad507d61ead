/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CUBE_H
#define CUBE_H
/*
 * An iPSC/2 of up to 128 nodes: parts of up to sixteen nodes, each a machine (ipsc2.h) with a
 * HYPERMON of its own, which several processes may share out among them (ranks.h).
 *
 * Nodes of different parts affect each other by messages alone, whose sender needs half of the
 * start-up time before they leave: 175 us. So all parts run windows of that length, and between
 * two windows they get each other's messages, in the order of the senders' parts.
 * Windows, and with them everything that the nodes do and the boards record, do not depend on
 * the number of ranks. What the nodes do does not depend on the number of parts either.
 *
 * The host belongs to part 0. A hook (ipsc2_config.os) that lasts so long that a message
 * arrives in a window that is over fails the run.
 */
#include "ipsc2.h"
#include "ranks.h"

struct cube_config {
	struct ipsc2_config part;  /* each of them */
	unsigned int parts;	   /* times part.nodes: up to IPSC2_MOST */
	const struct ranks *ranks; /* NULL: one process; not more than parts */
	/* A part with its board; NULL: the golden model. NULL and errno. */
	struct ipsc2 *(*open)(void *arg, unsigned int part, const struct ipsc2_config *cfg);
	/* Starts the part's programs, reads its board until all is over (ipsc2_read()), in a
	 * coroutine of its own. A negative errno value fails the run. */
	int (*run)(void *arg, unsigned int part, struct ipsc2 *m);
	void *arg;
};

struct cube;

/* 0, -EINVAL, -ENOMEM, or what @open left in errno. */
int cube_open(struct cube **c, const struct cube_config *cfg);
void cube_close(struct cube *c);
/* Until run() has returned for all parts of all ranks. 0, or a negative errno value: -EDEADLK
 * all wait for messages that no program can send any more, -ECANCELED another rank has failed.
 */
int cube_run(struct cube *c);
/* NULL: of another rank. */
struct ipsc2 *cube_part(const struct cube *c, unsigned int part);
struct ranks_counts cube_counts(const struct cube *c);

#endif
