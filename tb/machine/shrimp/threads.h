/* SPDX-License-Identifier: Apache-2.0 */
#ifndef THREADS_H
#define THREADS_H
/*
 * A recording of a threaded program (memtrace.h) for the nodes of a SHRIMP multicomputer
 * (recorded.h): thread n runs on node n modulo 4. A node switches to another one of its threads
 * if the current one has to wait. Addresses are those of the program; a lock, a barrier or a
 * similar event is a store. Instructions are not recorded, so the program takes only the time
 * of its accesses.
 */
#include "lackey.h"
#include "memtrace.h"

struct threads;

/* Like memtrace_open(); -ENODATA: the recording is incomplete. Actions of one node reach
 * another node @wire_ps later. */
int threads_open(struct threads **t, const char *path, uint64_t wire_ps,
		 char error[MEMTRACE_ERROR]);
void threads_close(struct threads *t);
/* Returns the state of a node: argument of threads_next(). */
void *threads_node(struct threads *t, unsigned int node);
/* Reads the node's next access, like lackey_next(); -EAGAIN: it must wait for another node. */
int threads_next(void *node, struct lackey_access *a);
/* asks() and begins() of struct recorded_config, which keep the order of synchronisation in
 * simulated time, too. */
void threads_asks(void *node, uint64_t ps);
uint64_t threads_begins(void *node);
/* Reads all accesses of a whole recording, one thread after the other, with the markers of the
 * nodes, for survey_read(). */
int threads_next_of_all(void *threads, struct lackey_access *a);
/* Returns the error message after an error. */
const char *threads_error(const struct threads *t);

#endif
