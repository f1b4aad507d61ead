/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SIMBOARD_H
#define SIMBOARD_H
/*
 * A board in RTL with the machine around it, for a driver and its user instead of a test: what
 * "sim:" and a server have in common. tb/BOARD/simboard.c describes a board; opening it, the
 * commands that every board knows and the backend itself are here. A command is a line of
 * control() in device.h, as surf_command(), hm_command() and nm_command() pass it on.
 */
#include "device.h"
#include "sim.h"
#include <limits.h>

/* What a command waits for before its answer is due. */
struct simboard_wait {
	bool waiting;
	bool drain;	/* until all that was sent is through, ... */
	sim_time until; /* ... at most; without drain, simply until then */
	bool limited;	/* drain: it has failed when this time has come */
};

struct simboard {
	struct sim *s;
	uint64_t seed;	     /* of everything random */
	char wave[PATH_MAX]; /* where waves are dumped to; "": nowhere */
	bool serves;	     /* time passes by itself */
	/* as commanded; a server obeys them */
	bool paused;
	double speed;	/* simulated time per real time at most; 0: no limit */
	sim_time quiet; /* since when nothing is sent; UINT64_MAX: not known */
	struct simboard_inside *in;
};

/* A command that is being carried out. */
struct simboard_request {
	struct simboard *b;
	const char *command; /* whole, */
	char *const *words;  /* and its @n words */
	int n;
	char *reply;
	size_t size;
	struct simboard_wait *w; /* to be set by one that takes time */
	const char *usage;	 /* of the command */
};

struct simboard_verb {
	const char *name;
	int (*fn)(const struct simboard_request *r); /* 0 or a negative errno value */
	int words;				     /* how many at most, with the name */
	const char *usage;			     /* what follows the name; "": nothing */
};

/* The end of a server's --help. */
#define SIMBOARD_HELP                                            \
	"  -h, --help              print this and exit\n"        \
	"      --version           print the version and exit\n" \
	"\n"                                                     \
	"Exit status: 0 success, 1 error, 2 error in the command line.\n"

/* A board: one for each program, in tb/BOARD/simboard.c. */
struct simboard_kind {
	const char *server, *usage; /* the server's name, and --help */
	const char *arguments;	    /* accepted by simboard_open(); for error messages */
	const char *sending;	    /* why a drain took too long */
	sim_time settle;	    /* what was sent last is through after it */
	const struct simboard_inside *fresh; /* what a board begins with, of @inside bytes */
	size_t inside;
	const struct simboard_verb *verbs; /* ends with a name that is NULL */
	/* Takes one argument NAME=VALUE; false: there is none such. */
	bool (*argument)(struct simboard *b, const char *word);
	/* After the arguments: simboard_start() with a model, then the machine, powered on. */
	int (*open)(struct simboard *b);
	void (*close)(struct simboard *b); /* also after open() failed half-way */
	struct device *(*bus)(struct simboard *b);
	bool (*sends)(struct simboard *b);
	const char *(*trouble)(struct simboard *b); /* of what was sent; NULL: never any */
};
extern const struct simboard_kind simboard_kind;

/* ---- for a board's functions ---- */

/* The simulation of @model (NULL: the default), with waves if they are wanted. */
int simboard_start(struct simboard *b, const char *model);
/* Answers, and returns @err. */
int simboard_say(const struct simboard_request *r, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Word @i is wrong or missing: -EINVAL. */
int simboard_wrong_word(const struct simboard_request *r, int i);
/* A number up to @most. */
bool simboard_number(const char *text, uint64_t most, uint64_t *v);
/* The lines "state", "speed" and "wave" of a status, the last one without line feed. */
int simboard_status(const struct simboard *b, char *text, size_t size);

/* ---- for a backend ---- */

/*
 * @args, separated by commas: seed=N of everything random, wave=FILE to dump waves from
 * power-on, and those of the board. 0; -EINVAL, -ENOMEM, or why FILE cannot be written.
 */
int simboard_open(struct simboard *b, const char *args, bool serves);
void simboard_close(struct simboard *b);
struct device *simboard_bus(struct simboard *b); /* the board as its host sees it */

/*
 * Carries out a command. When w->waiting is then set, the answer is due as soon as
 * simboard_waited() says so, which may change it. Every board knows
 *
 *	run TIME	lets time pass
 *	drain [TIME]	lets time pass until all that was sent is through; -ETIMEDOUT when
 *			that takes longer than TIME
 *	wave FILE|off	dumps waves (FST) to FILE from now on, or no more
 *	pause, resume, speed RATIO|max
 *			of a server (-EOPNOTSUPP): whether and how fast time passes
 *	time		ns since the start, in decimal
 */
int simboard_command(struct simboard *b, const char *command, char *reply, size_t size,
		     struct simboard_wait *w);
/* True when the wait is over; *err is what the command then returns. */
bool simboard_waited(struct simboard *b, const struct simboard_wait *w, char *reply,
		     size_t size, int *err);
/* Something is still to be sent, or on its way. */
bool simboard_busy(struct simboard *b);

/* The backend "sim:": opens such a board as a device. Errors as simboard_open(). A protocol
 * error on the simulated buses ends the process with a message. */
int simboard_device(const char *args, struct device **dev);

#endif
