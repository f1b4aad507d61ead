/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SIMBOARD_H
#define SIMBOARD_H
/*
 * A SurfBoard in RTL with its node, for a driver and its user instead of a test: what
 * "sim:" and surfd have in common. Carries out the commands of surf_Control(), which
 * surflib.h describes.
 */
#include "node.h"
#include "traffic.h"
#include <limits.h>

/* What a command waits for before its answer is due. */
struct simboard_wait {
	bool waiting;
	bool drain;	/* until all packets are through, ... */
	sim_time until; /* ... at most; without drain, simply until then */
	bool limited;	/* drain: it has failed when this time has come */
};

struct simboard {
	struct sim *s;
	struct node *n;
	/* as commanded; a server obeys them */
	bool paused;
	double speed; /* simulated time per real time at most; 0: no limit */
	/* --- inside --- */
	bool serves; /* time passes by itself */
	struct traffic *traffic;
	sim_time quiet;	   /* since when nothing was on the link */
	char command[256]; /* that began it */
	char trouble[512]; /* why the last traffic ended early */
	char wave[PATH_MAX];
	struct sim_pin *output;
	bool external;
};

/*
 * @args, separated by commas: trace=0|4|16|64 and hist=0|4|16|64, the sizes of the SIMMs in
 * MB (16 when not given), seed=N of everything random, wave=FILE to dump waves from
 * power-on. 0; -EINVAL, -ENOMEM, or why FILE cannot be written.
 */
int simboard_open(struct simboard *b, const char *args, bool serves);
void simboard_close(struct simboard *b);
struct device *simboard_bus(struct simboard *b); /* the board as its host sees it */

/*
 * Carries out a command. When w->waiting is then set, the answer is due as soon as
 * simboard_waited() says so, which may change it.
 */
int simboard_command(struct simboard *b, const char *command, char *reply, size_t size,
		     struct simboard_wait *w);
/* True when the wait is over; *err is what the command then returns. */
bool simboard_waited(struct simboard *b, const struct simboard_wait *w, char *reply,
		     size_t size, int *err);
/* Packets are still to be sent, or on their way. */
bool simboard_busy(struct simboard *b);

#endif
