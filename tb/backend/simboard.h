/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SIMBOARD_H
#define SIMBOARD_H
/*
 * A simulated board and its machine, used by a driver instead of a test: the common part of the
 * backend "sim:" and of the servers. tb/BOARD/simboard.c describes a board; this file opens it
 * and implements the commands common to all boards and the backend. A command is a line of
 * control() in device.h, as sent by surf_command(), hm_command() and nm_command().
 */
#include "device.h"
#include "sim.h"
#include <limits.h>

/* The condition under which a command is answered. */
struct simboard_wait {
	bool waiting;
	bool drain;	/* wait until pending traffic is done, but not beyond @until */
	sim_time until; /* without drain: wait until this time */
	bool limited; /* drain: fail with -ETIMEDOUT if traffic is pending at the time @until */
	uint64_t task; /* wait until the task with this number is done; 0: wait for time */
};

struct simboard_request;

/*
 * The slow part of a command, which uses neither the board nor its simulation: it reads files
 * or prepares a workload. A server runs it in a thread and serves its clients meanwhile.
 */
struct simboard_task {
	void (*work)(struct simboard_task *t); /* runs in the thread, if there is one */
	/* Runs afterwards and may use the board; formats the answer. Returns 0 or a negative
	 * errno value. */
	int (*finish)(struct simboard_task *t, const struct simboard_request *r);
	void (*release)(struct simboard_task *t); /* runs last, even if finish() was not
						   * called */
	_Atomic int state;			  /* private to simboard.c */
};

struct simboard {
	struct sim *s;
	uint64_t seed;	     /* seed of all random values */
	char wave[PATH_MAX]; /* file of the wave dump; "": none */
	bool serves;	     /* a server: simulated time advances without commands */
	/* set by the commands pause, resume and speed, which a server obeys */
	bool paused;
	double speed;	/* maximum of simulated time per real time; 0: no limit */
	sim_time quiet; /* end of the last traffic; UINT64_MAX: not known */
	char *words;	/* words of the current command; a failing check may leave them
			 * allocated */
	/* tasks */
	bool threads; /* tasks run in a thread */
	struct simboard_task *task;
	uint64_t tasks; /* number of tasks begun */
	int task_err;	/* result of the last task */
	char task_reply[512];
	struct simboard_inside *in;
};

/* The current command. */
struct simboard_request {
	struct simboard *b;
	const char *command; /* the whole line */
	char *const *words;  /* its @n words */
	int n;
	char *reply;
	size_t size;
	struct simboard_wait *w; /* set by a command that takes simulated time */
	const char *usage;	 /* of the command */
};

struct simboard_verb {
	const char *name;
	int (*fn)(const struct simboard_request *r); /* 0 or a negative errno value */
	int words;	   /* maximum number of words, including the name */
	const char *usage; /* syntax after the name; "": none */
};

/* The last part of a server's --help. */
#define SIMBOARD_HELP                                            \
	"  -h, --help              print this and exit\n"        \
	"      --version           print the version and exit\n" \
	"\n"                                                     \
	"Exit status: 0 success, 1 error, 2 error in the command line.\n"

/* The description of a board, in tb/BOARD/simboard.c; each program has one. */
struct simboard_kind {
	const char *server, *usage; /* the server's name, and --help */
	const char *arguments;	    /* accepted by simboard_open(); for error messages */
	const char *sending;	    /* why a drain took too long */
	sim_time settle;	    /* time to process the last traffic */
	const struct simboard_inside *fresh; /* initial state, of @inside bytes */
	size_t inside;
	const struct simboard_verb *verbs; /* the last entry has the name NULL */
	/* Parses one argument NAME=VALUE; false: unknown or invalid. */
	bool (*argument)(struct simboard *b, const char *word);
	/* Called after the arguments: calls simboard_start() with a model, then creates the
	 * machine and powers it on. */
	int (*open)(struct simboard *b);
	void (*close)(struct simboard *b); /* also called after open() has failed half-way */
	struct device *(*bus)(struct simboard *b);
	bool (*sends)(struct simboard *b);
	const char *(*trouble)(struct simboard *b); /* error in the traffic; NULL: never any */
	/* Reads part of what the traffic needs from its file up to the time @until. False: more
	 * is left to read, and a server first serves its clients. NULL: the traffic reads no
	 * file. */
	bool (*ahead)(struct simboard *b, sim_time until);
};
extern const struct simboard_kind simboard_kind;

/* ---- for a board's functions ---- */

/* Starts the simulation of @model (NULL: the default), with a wave dump if requested. */
int simboard_start(struct simboard *b, const char *model);
/* Formats the answer, and returns @err. */
int simboard_say(const struct simboard_request *r, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Answers that word @i is wrong or missing; returns -EINVAL. */
int simboard_wrong_word(const struct simboard_request *r, int i);
/* Reads a number up to @most. */
bool simboard_number(const char *text, uint64_t most, uint64_t *v);
/* Stores the lines "state", "speed" and "wave" of a status, the last one without line feed. */
int simboard_status(const struct simboard *b, char *text, size_t size);

/* Allocates a task of @size bytes, which begins with a struct simboard_task. */
void *simboard_new_task(size_t size);
/* Begins a task, as the last step of a command; the task is released in any case. Returns 0 or
 * a negative errno value: that of finish(), or -EBUSY while another task is running. */
int simboard_begin_task(const struct simboard_request *r, struct simboard_task *t);

/* Returns whether nobody waits for the task any more, so that its thread can end early. */
bool simboard_task_abandoned(const void *task);

/* Abandons the task of another command; that command fails with -ECANCELED. */
void simboard_cancel_task(struct simboard *b);

/* ---- for a backend ---- */

/*
 * Opens a board. @args, separated by commas: seed=N for all random values, wave=FILE to dump
 * waves from power-on, and arguments of the board. Returns 0, -EINVAL, -ENOMEM, -ELIBACC (no
 * compiled model), or the error of writing FILE.
 */
int simboard_open(struct simboard *b, const char *args, bool serves);
void simboard_close(struct simboard *b);
struct device *simboard_bus(struct simboard *b); /* the board as its host's driver accesses
						  * it */

/*
 * Executes a command. If it sets w->waiting, the answer is due when simboard_waited() returns
 * true; simboard_waited() may change the answer. Commands common to all boards:
 *
 *	run TIME	lets time pass
 *	drain [TIME]	lets time pass until pending traffic is done; -ETIMEDOUT if that
 *			takes longer than TIME
 *	wave FILE|off	starts or stops dumping waves (FST) to FILE
 *	pause, resume, speed RATIO|max
 *			on a server (otherwise -EOPNOTSUPP): stop time, let it pass, or set its
 *			speed
 *	time		ns since the start, in decimal
 *	fail on a server: makes a check of the simulation fail, to test what that does to the
 *	clients
 */
int simboard_command(struct simboard *b, const char *command, char *reply, size_t size,
		     struct simboard_wait *w);
/* Returns true when the wait is over; *err is then the result of the command. */
bool simboard_waited(struct simboard *b, const struct simboard_wait *w, char *reply,
		     size_t size, int *err);
/* Finishes a task that the thread has ended. A server calls it often while b->task is set. */
void simboard_poll_task(struct simboard *b);
/* Returns whether traffic is pending or in progress. */
bool simboard_busy(struct simboard *b);

/* The backend "sim:": opens such a board as a device. Errors as simboard_open(). A protocol
 * error on the simulated buses ends the process with a message. */
int simboard_device(const char *args, struct device **dev);

#endif
