/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MONITORED_H
#define MONITORED_H
/*
 * A SurfBoard in RTL at a node of a machine, configured as in the report's experiments: size
 * and sender in the histogram, all three modes on.
 */
#include "arrivals.h"
#include "node.h"
#include "surflib.h"

struct monitored {
	struct sim *s;
	struct node *n;
	struct surf surf;
	bool open;
};

enum monitored_figure {
	M_TRACED,  /* packets in the trace */
	M_DROPPED, /* packets dropped by the board */
	M_TRACE,   /* digest of the trace memory and the word counter */
	M_BINS,	   /* digest of the histogram memory */
	M_COUNT,
};

/* Boards with the same @seed start identically, to the picosecond. 0, or 1 after a reported
 * error. */
int monitored_open(struct monitored *b, uint64_t seed);
/* The time at which a machine with this board would start, and the receive time then. */
void monitored_start(struct monitored *b, uint64_t *start_ps, uint64_t *start_tick);
/* Stops collecting and reads the figures. Returns 0, or 1 after a reported error. */
int monitored_read(struct monitored *b, uint64_t figure[M_COUNT]);
void monitored_close(struct monitored *b);
/* Sends all packets that arrived at a node through a board, which it opens and closes. */
int monitored_replay(const struct arrivals *all, uint64_t figure[M_COUNT]);

#endif
