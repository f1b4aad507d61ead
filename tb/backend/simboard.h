/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SIMBOARD_H
#define SIMBOARD_H
/*
 * A board in RTL with its simulated machine, for a driver instead of a test: common part of the
 * backend "sim:" and of the servers. tb/BOARD/simboard.c describes a board; opening it, the
 * commands common to all boards and the backend are here. A command is a line of control() in
 * device.h, as sent by surf_command(), hm_command() and nm_command().
 */
#include "device.h"
#include "sim.h"
#include <limits.h>

/* Condition for the answer of a command. */
struct simboard_wait {
	bool waiting;
	bool drain;	/* wait until pending traffic is done, */
	sim_time until; /* at most until then; without drain, just until then */
	bool limited;	/* drain: -ETIMEDOUT at this time */
	uint64_t task;	/* wait until the task of this number is done; 0: for time */
};

struct simboard_request;

/*
 * The part of a command that takes long and touches neither the board nor its simulation: it
 * reads files or prepares a workload. A server lets a thread do it while it serves its clients.
 */
struct simboard_task {
	void (*work)(struct simboard_task *t); /* in the thread, if there is one */
	/* Afterwards, with the board; formats the answer. 0 or a negative errno value. */
	int (*finish)(struct simboard_task *t, const struct simboard_request *r);
	void (*release)(struct simboard_task *t); /* at last, also without finish() */
	_Atomic int state;			  /* of simboard.c */
};

struct simboard {
	struct sim *s;
	uint64_t seed;	     /* of all random values */
	char wave[PATH_MAX]; /* file of the wave dump; "": none */
	bool serves;	     /* time passes by itself */
	/* as commanded; a server obeys them */
	bool paused;
	double speed;	/* simulated time per real time at most; 0: no limit */
	sim_time quiet; /* end of the last traffic; UINT64_MAX: not known */
	char *words;	/* of the command in execution, which a failing check may leave */
	/* tasks */
	bool threads; /* a thread does them */
	struct simboard_task *task;
	uint64_t tasks; /* begun */
	int task_err;	/* result of the last one */
	char task_reply[512];
	struct simboard_inside *in;
};

/* A command in execution. */
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
	int words;				     /* maximum number, with the name */
	const char *usage;			     /* syntax after the name; "": none */
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
	sim_time settle;	    /* time to process the last traffic */
	const struct simboard_inside *fresh; /* initial state, of @inside bytes */
	size_t inside;
	const struct simboard_verb *verbs; /* ends with a name that is NULL */
	/* Parses one argument NAME=VALUE; false: unknown or invalid. */
	bool (*argument)(struct simboard *b, const char *word);
	/* After the arguments: simboard_start() with a model, then the machine, powered on. */
	int (*open)(struct simboard *b);
	void (*close)(struct simboard *b); /* also after open() failed half-way */
	struct device *(*bus)(struct simboard *b);
	bool (*sends)(struct simboard *b);
	const char *(*trouble)(struct simboard *b); /* error in the traffic; NULL: never any */
};
extern const struct simboard_kind simboard_kind;

/* ---- for a board's functions ---- */

/* Starts the simulation of @model (NULL: the default), with waves if requested. */
int simboard_start(struct simboard *b, const char *model);
/* Formats the answer, and returns @err. */
int simboard_say(const struct simboard_request *r, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Answers that word @i is wrong or missing; returns -EINVAL. */
int simboard_wrong_word(const struct simboard_request *r, int i);
/* A number up to @most. */
bool simboard_number(const char *text, uint64_t most, uint64_t *v);
/* The lines "state", "speed" and "wave" of a status, the last one without line feed. */
int simboard_status(const struct simboard *b, char *text, size_t size);

/* Allocated memory for a task of @size bytes that begins with a struct simboard_task. */
void *simboard_new_task(size_t size);
/* Begins a task, as the last act of a command; the task is released in any case. 0 or a
 * negative errno value: that of finish(), or -EBUSY while another task is in execution. */
int simboard_begin_task(const struct simboard_request *r, struct simboard_task *t);

/* Ends the task of another command, which fails with -ECANCELED. */
void simboard_cancel_task(struct simboard *b);

/* ---- for a backend ---- */

/*
 * @args, separated by commas: seed=N of all random values, wave=FILE to dump waves from
 * power-on, and those of the board. 0; -EINVAL, -ENOMEM, -ELIBACC (no compiled model), or
 * the error of writing FILE.
 */
int simboard_open(struct simboard *b, const char *args, bool serves);
void simboard_close(struct simboard *b);
struct device *simboard_bus(struct simboard *b); /* the board as a device of its host */

/*
 * Executes a command. If w->waiting is then set, the answer is due when simboard_waited()
 * returns true, which may change it. Commands common to all boards:
 *
 *	run TIME	lets time pass
 *	drain [TIME]	lets time pass until pending traffic is done; -ETIMEDOUT if that
 *			takes longer than TIME
 *	wave FILE|off	starts or stops dumping waves (FST) to FILE
 *	pause, resume, speed RATIO|max
 *			for a server (otherwise -EOPNOTSUPP): whether and how fast time
 *			passes
 *	time		ns since the start, in decimal
 *	fail		for a server: a check of the simulation fails, as a test of what that
 *			does to its clients
 */
int simboard_command(struct simboard *b, const char *command, char *reply, size_t size,
		     struct simboard_wait *w);
/* True when the wait is over; *err is then the result of the command. */
bool simboard_waited(struct simboard *b, const struct simboard_wait *w, char *reply,
		     size_t size, int *err);
/* Finishes a task that the thread has ended. A server calls it often while b->task is set. */
void simboard_poll_task(struct simboard *b);
/* Traffic is pending or in progress. */
bool simboard_busy(struct simboard *b);

/* The backend "sim:": opens such a board as a device. Errors as simboard_open(). A protocol
 * error on the simulated buses ends the process with a message. */
int simboard_device(const char *args, struct device **dev);

#endif
