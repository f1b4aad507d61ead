/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPLAY_H
#define REPLAY_H
/*
 * What arrived at the nodes of a SHRIMP multicomputer, kept, and shown to monitors of 1996 in
 * RTL afterwards, packet by packet at its time. A monitor changes nothing in the machine, so
 * that its nodes can be gone through one after the other.
 */
#include "s96_node.h"
#include "shrimp/multicomputer.h"

struct replay_event { /* a write of a register, by a program or another node */
	uint64_t ps;
	uint32_t offset, value;
};

struct replay_node {
	struct mc_packet *packet;
	size_t packets, room;
	struct replay_event *event;
	size_t events, event_room;
};

struct replay {
	unsigned int nodes;
	struct replay_node node[MC_NODES_MAX];
	bool failed; /* memory is short: what is kept is void */
};

/* Keeps all packets of @m from now on. */
void replay_record(struct replay *r, struct mc *m);
/* Register @offset of the monitor at @node is written at @ps. */
void replay_write(struct replay *r, unsigned int node, uint64_t ps, uint32_t offset,
		  uint32_t value);
void replay_free(struct replay *r);
/* Packets and writes of @node go to the monitor @n, which is set up. Returns when all is
 * through. */
void replay_run(const struct replay *r, unsigned int node, struct s96_node *n);

#endif
