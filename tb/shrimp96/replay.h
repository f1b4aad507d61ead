/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPLAY_H
#define REPLAY_H
/*
 * Records the packets that arrive at the nodes of a SHRIMP multicomputer, and sends them later
 * to 1996 monitors in RTL, each packet at its time. A monitor does not affect the machine, so
 * the nodes can be simulated one after another.
 */
#include "s96_node.h"
#include "shrimp/multicomputer.h"

struct replay_event { /* a write of a register, by a program or another node */
	uint64_t ps;
	uint32_t offset, value;
};

/* The sender in packets of a node of 16, which form a mesh of 4 x 4: X in bits 3..0, Y in 7..4.
 * And back. */
static inline uint8_t replay_sender(unsigned int node)
{
	return (uint8_t)(node / 4 << 4 | node % 4);
}
static inline unsigned int replay_node_of(unsigned int sender)
{
	return (sender >> 4) * 4 + (sender & 15);
}

struct replay_node {
	struct mc_packet *packet;
	size_t packets, room;
	struct replay_event *event;
	size_t events, event_room;
};

struct replay {
	unsigned int nodes;
	struct replay_node node[MC_NODES_MAX];
	bool failed; /* memory ran short; the record is invalid */
};

/* Records all packets of @m from now on. */
void replay_record(struct replay *r, struct mc *m);
/* Records a write of register @offset of the monitor at @node at time @ps. */
void replay_write(struct replay *r, unsigned int node, uint64_t ps, uint32_t offset,
		  uint32_t value);
void replay_free(struct replay *r);
/* Sends packets and writes of @node to the monitor @n, which has been set up. Returns when all
 * have been processed. */
void replay_run(const struct replay *r, unsigned int node, struct s96_node *n);

#endif
