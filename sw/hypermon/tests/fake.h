/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HM_FAKE_H
#define HM_FAKE_H
/*
 * A HYPERMON board for tests of its software. It models the registers and the frame FIFO, and
 * frames arrive as its time passes. An access takes 800 ns (5.1). Accesses can be logged, and
 * made to fail.
 */
#include "../hm_frame.h"
#include "../hm_node.h"
#include "../../tests/hold.h"
#include "device.h"

#define FAKE_ACCESS_NS 800u

struct fake_frame {
	uint64_t at; /* time at which it is stored, in ns */
	unsigned int words;
	uint32_t word[HM_COMPACT_WORDS];
};

struct fake_access {
	bool write;
	uint32_t addr;
	uint64_t value;
};

struct fake {
	struct device dev; /* these two members must be the first */
	struct fake_hold hold;
	unsigned int depth, nodes;
	bool compact;
	uint64_t now;	 /* ns since the reset */
	uint64_t passed; /* ns, by run() */
	uint32_t status, count, lost, ctrl;
	bool closed;
	/* the access after this number of further ones fails with this error */
	uint64_t fail_after;
	int fail_with;
	/* the first ones */
	struct fake_access log[4096];
	size_t logged; /* number of accesses, including those that did not fit */
	/* --- inside --- */
	struct fake_frame *to_come, *stored;
	size_t coming, come, stored_first, stored_count, stored_room, room;
	unsigned int position; /* number of words read of the first frame */
	struct hm_node node;
	unsigned int node_number;
	uint64_t node_time; /* time of the node's next nibble */
	uint32_t node_level;
};

/* Opens a board. @depth: depth of the frame FIFO; 0 stands for 1024. */
struct fake *fake_open(unsigned int depth, bool compact);
void fake_close(struct fake *f);
/* Adds a frame that arrives at @at, which must not be before the earlier frames. */
void fake_frame(struct fake *f, uint64_t at, const uint32_t *words, unsigned int n);
/* Adds a frame of one nibble. */
void fake_nibble(struct fake *f, uint64_t window, unsigned int node, unsigned int nibble);

#endif
