/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MONITORS_H
#define MONITORS_H
/*
 * A 1996 monitor in RTL at each node of a SHRIMP multicomputer; all run together while the
 * machine runs. Each is an instance of the compiled model in its own simulation; the
 * simulations take turns, so that none is ahead of another by more than a step. Icarus Verilog
 * has only one simulation in a process; use replay.h there.
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
		sim_time start; /* simulated time of the machine's time 0 */
		uint64_t tick;	/* the board's clock at that time */
	} at[MC_NODES_MAX];
};

/* Opens and starts the monitors with this setting of the multiplexers; call it before @m runs.
 * Returns 0, or -ENOENT if the model does not exist. */
int monitors_open(struct monitors *all, struct mc *m, uint16_t mux, uint64_t seed);
/* Runs to the end of the programs and packets; mc_error() returns an error of the run. */
void monitors_run(struct monitors *all);
void monitors_close(struct monitors *all);

#endif
