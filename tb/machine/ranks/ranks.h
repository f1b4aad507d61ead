/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RANKS_H
#define RANKS_H
/*
 * The exchange of messages between the processes ("ranks") that simulate one machine,
 * independent of the machine and of the transport. Each rank simulates some of the nodes. All
 * ranks run a window that is not longer than the minimum latency between nodes of different
 * ranks, then each rank sends every other rank the messages of its nodes (shrimp/mc_ranks.h,
 * ipsc2/cube.h).
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ranks_buffer {
	uint8_t *data;
	size_t bytes, room;
};

struct ranks {
	unsigned int rank, ranks;
	/* Sends out[i] to each other rank i and receives in[i] from it; both arrays have an
	 * entry for each rank. All ranks must call it the same number of times. 0, or a
	 * negative errno value. */
	int (*exchange)(void *arg, const struct ranks_buffer *out, struct ranks_buffer *in);
	void *arg;
};

/* The rank of a node. Each rank has contiguous nodes; the numbers of nodes per rank differ by
 * at most one. */
unsigned int ranks_owner(unsigned int ranks, unsigned int nodes, unsigned int node);

/* Sets the length of @b, for data to be received. Returns 0 or -ENOMEM. */
int ranks_resize(struct ranks_buffer *b, size_t bytes);
int ranks_append(struct ranks_buffer *b, const void *data, size_t bytes); /* -ENOMEM */

struct ranks_part { /* read position in a buffer */
	const uint8_t *at;
	size_t left;
};
/* Copies the next bytes to @data. False: fewer bytes are left. */
bool ranks_extract(struct ranks_part *p, void *data, size_t bytes);

struct ranks_counts { /* counts of a process */
	uint64_t rounds;
	uint64_t messages, bytes; /* sent to other ranks */
	uint64_t packets;	  /* packets from its nodes to nodes of other ranks */
};

/* The buffers of a rank, one for each other rank. */
struct ranks_port {
	const struct ranks *ranks;
	struct ranks_buffer *out, *in;
	struct ranks_counts counts; /* without rounds and packets */
};
int ranks_port_open(struct ranks_port *p, const struct ranks *ranks); /* -ENOMEM */
void ranks_port_close(struct ranks_port *p);
int ranks_port_exchange(struct ranks_port *p);

#endif
