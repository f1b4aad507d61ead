/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MC_RANKS_H
#define MC_RANKS_H
/*
 * One multicomputer simulated by several processes, its ranks (ranks.h).
 *
 * Each rank opens the whole machine, with the same configuration except mc_config.ranks,
 * makes the same calls to set it up, and calls mc_run() with the same times. It contains and
 * runs only the nodes assigned to it. Nodes affect each other params.wire_ps later at the
 * earliest, so that the ranks can run a window of that length and then exchange the packets of
 * their nodes.
 *
 * Every rank gets the headers of all packets and routes all of them, in order of time, sending
 * node and number, so that each rank has the same state of the backbone; only the rank of the
 * receiver gets the payload. The traces, counters and memories of the nodes are identical, bit
 * for bit, to those of a machine in one process, for any number of ranks.
 *
 * cpu_call(), cpu_meet() and mc_interrupt() are not supported on several ranks; they fail the
 * run.
 */
#include "multicomputer.h"
#include "ranks.h"

/* Returns whether @node is simulated in this process. */
bool mc_local(const struct mc *m, unsigned int node);
/* To be called after the run: transfers these bytes of the memory of @node to rank 0, for
 * mc_memory() and svm_get(). All ranks must call it. 0, or a negative errno value. */
int mc_collect(struct mc *m, unsigned int node, uint32_t addr, uint32_t bytes);

struct ranks_counts mc_ranks_counts(const struct mc *m); /* of this process */

#endif
