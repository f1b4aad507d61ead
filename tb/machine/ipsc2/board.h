/* SPDX-License-Identifier: Apache-2.0 */
#ifndef IPSC2_BOARD_H
#define IPSC2_BOARD_H
/*
 * Interface of a machine to its board and to the caller that controls its time. Times are the
 * machine's; 0 is the first clock edge of window 0.
 */
#include "ipsc2.h"

struct ipsc2_board {
	void (*close)(struct ipsc2_board *b);
	/* Changes the levels of a node's port now: bit 4 strobe, bits 3..0 data. */
	void (*port)(struct ipsc2_board *b, unsigned int node, unsigned int value);
	/* Makes sure that ipsc2_due() is called at @when or earlier. NULL: the caller that runs
	 * the machine does this. */
	void (*wake)(struct ipsc2_board *b, ipsc2_time when);
	/* Lets time pass until @until. NULL if wake is not NULL. */
	void (*run)(struct ipsc2_board *b, ipsc2_time until);
	/* Make a transfer on the PBX bus, which takes time. Return 0 or a negative errno
	 * value. */
	int (*read)(struct ipsc2_board *b, uint32_t addr, uint32_t *value);
	int (*write)(struct ipsc2_board *b, uint32_t addr, uint32_t value);
	/* The time at which the first frame was lost; 0: none. */
	ipsc2_time (*first_loss)(struct ipsc2_board *b);
	struct ipsc2 *m;
	ipsc2_time now; /* time when the board was opened */
};

/* Opens the golden model as a board. On failure returns NULL and sets errno. */
struct ipsc2_board *ipsc2_model_open(unsigned int depth, bool marks);
/* Opens a machine with another board. The machine closes the board, even if opening fails. */
struct ipsc2 *ipsc2_open_with(const struct ipsc2_config *cfg, struct ipsc2_board *b);
/* Executes everything that is due at @now. */
void ipsc2_due(struct ipsc2 *m, ipsc2_time now);

#endif
