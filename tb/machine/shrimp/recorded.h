/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RECORDED_H
#define RECORDED_H
/*
 * Programs recorded by valgrind (lackey.h) or librecord (threads.h) on a SHRIMP multicomputer
 * of four nodes. Nodes 1 to 3 write their pages of a page map (pagemap.h) to node 0, which has
 * the SurfBoard.
 *
 * Without markers all nodes run the whole recording, and each sends its own pages. With markers
 * each node runs its own part, and the nodes wait for each other at barriers. The values that a
 * program wrote are not recorded; they are generated from address and count.
 */
#include "../lackey.h"
#include "multicomputer.h"
#include "pagemap.h"

#define RECORDED_NODES (PAGEMAP_SENDERS + 1)

/* A source of accesses, like lackey_next(): returns 1, 0 at the end, or a negative errno value;
 * -EAGAIN: the node must wait for another one. */
typedef int recorded_source_fn(void *arg, struct lackey_access *a);

struct recorded_config {
	struct mc_config mc; /* nodes and memory are set by recorded_open() */
	recorded_source_fn *next;
	void *source[RECORDED_NODES]; /* argument of next(); NULL: the node does nothing */
	const struct pagemap *map;
	/* For sources whose nodes wait for each other: asks() receives the time in ps at which
	 * a node requests its next access; begins() returns the earliest time at which the
	 * access returned by next() may begin. An instruction that such a source returns only
	 * means that it has not found an access yet. NULL: no node waits. */
	void (*asks)(void *source, uint64_t ps);
	uint64_t (*begins)(void *source);
};

struct recorded;

/* Sets the defaults of mc_defaults(), but without the operating system's timer and other
 * processes. */
void recorded_defaults(struct recorded_config *c);
/* Opens a machine. The caller keeps ownership of the map and the sources. Returns 0, -EINVAL or
 * -ENOMEM. */
int recorded_open(struct recorded **r, const struct recorded_config *c);
void recorded_close(struct recorded *r);
/* Returns the machine, which keeps the packets of node 0 for mc_next(). */
struct mc *recorded_machine(const struct recorded *r);
/* Returns 0, or the error of a source; *@node is then the number of its node. */
int recorded_error(const struct recorded *r, unsigned int *node);
/* Returns the number of instructions that the node has executed. */
uint64_t recorded_instructions(const struct recorded *r, unsigned int node);

#endif
