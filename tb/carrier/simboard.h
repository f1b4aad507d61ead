/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SIMBOARD_H
#define SIMBOARD_H
/*
 * A board in RTL with the machine around it, for a driver and its user instead of a test: what
 * "sim:" and a server have in common. One file for each board, tb/BOARD/simboard.c. Carries
 * out the commands of the driver's library (surf_Control() in surflib.h, hm_command() in
 * hmlib.h).
 */
#include "device.h"
#include "sim.h"

/* What a command waits for before its answer is due. */
struct simboard_wait {
	bool waiting;
	bool drain;	/* until all packets are through, ... */
	sim_time until; /* ... at most; without drain, simply until then */
	bool limited;	/* drain: it has failed when this time has come */
};

struct simboard {
	struct sim *s;
	/* as commanded; a server obeys them */
	bool paused;
	double speed; /* simulated time per real time at most; 0: no limit */
	struct simboard_inside *in;
};

/* What a server says of its board. */
struct simboard_kind {
	const char *server, *usage; /* its name, and --help */
	const char *arguments;	    /* what simboard_open() takes, for who gave others */
};
extern const struct simboard_kind simboard_kind;

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

/* The carrier "sim:": opens such a board as a device. Errors as simboard_open(). A protocol
 * error on the simulated buses ends the process with a message. */
int simboard_device(const char *args, struct device **dev);

#endif
