/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SURF_REPLAY_H
#define SURF_REPLAY_H
/*
 * The link and the golden model without the RTL: computes what the board of a node does with
 * packets that come at the link's smallest distances (node_1080ns), at which the board drops
 * none. The receive time follows from the clocks, which must run without drift, jitter and
 * stretching while the packets come.
 */
#include "node.h"

struct surf_replay {
	struct surf_golden *g; /* a copy of the node's model, with empty memories */
	sim_time rise;	       /* a rise of the global clock ... */
	uint64_t ticks;	       /* ... at which the receive time was this */
	/* --- inside --- */
	sim_time fall;	   /* a fall of the Stage-1 clock; packets come after it */
	sim_time s1, gclk; /* periods */
	sim_time due;	   /* the next header is not sent before this time */
};

/* Opens a replay of @n, whose registers the driver has set; both memories count as cleared.
 * Waits for a rise of the global clock, @r->rise, and the next fall of the Stage-1 clock.
 * Returns 0 or -ENOMEM. */
int surf_replay_open(struct surf_replay *r, struct node *n);
void surf_replay_close(struct surf_replay *r);
/* Sends a packet on the link, which the sender has at @ready. Returns the time at which its
 * header is put on the link. */
sim_time surf_replay_packet(struct surf_replay *r, const struct packet *p, sim_time ready,
			    struct surf_golden_result *result);

#endif
