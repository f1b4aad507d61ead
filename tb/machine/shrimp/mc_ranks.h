/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MC_RANKS_H
#define MC_RANKS_H
/*
 * One multicomputer simulated by several processes, its ranks (ranks.h).
 *
 * Each rank opens the whole machine, with the same configuration but for mc_config.ranks,
 * makes the same calls to set it up, and calls mc_run() with the same times. It holds and
 * runs the nodes dealt to it. Nodes affect each other params.wire_ps later at the earliest,
 * so the ranks run a window of that length, then exchange what their nodes have sent.
 *
 * Every rank gets the headers of all packets and routes all of them, in the order of time,
 * sending node and number, so that each has the same state of the backbone; the payload goes
 * to the rank of the receiver only. The traces, counters and memories of the nodes are those
 * of a machine in one process, bit for bit, whatever the number of ranks.
 *
 * Not on several ranks, where they fail the run: cpu_call(), cpu_meet(), mc_interrupt().
 */
#include "multicomputer.h"
#include "ranks.h"

/* Whether @node is simulated in this process. */
bool mc_local(const struct mc *m, unsigned int node);
/* Rank 0 gets these bytes of the memory of @node, for mc_memory() and svm_get(), after the
 * run. All ranks call it. 0, or a negative errno value. */
int mc_collect(struct mc *m, unsigned int node, uint32_t addr, uint32_t bytes);

struct ranks_counts mc_ranks_counts(const struct mc *m); /* of this process */

#endif
