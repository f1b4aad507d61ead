/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MONITORS_H
#define MONITORS_H
/*
 * A monitor of 1996 in RTL at each node of a SHRIMP multicomputer, all at once and while the
 * machine runs. Each is an instance of the compiled model in a simulation of its own; they take
 * turns, so that none is ahead of another by more than a step. Not under Icarus Verilog, which
 * has one simulation in a process: replay.h.
 */
#include "s96_node.h"
#include "shrimp/multicomputer.h"

struct monitors {
	struct mc *m;
	unsigned int nodes;
	struct monitor {
		struct monitors *all;
		unsigned int node;
		struct s96_node *n;
		sim_time start; /* the machine's time 0 */
		uint64_t tick;	/* of the board then */
	} at[MC_NODES_MAX];
};

/* Before the run of @m. Every monitor has this setting of the multiplexers, and is started.
 * 0, or -ENOENT: the model is not there. */
int monitors_open(struct monitors *all, struct mc *m, uint16_t mux, uint64_t seed);
/* To the end of the programs and of the packets; mc_error() says whether all went well. */
void monitors_run(struct monitors *all);
void monitors_close(struct monitors *all);

#endif
