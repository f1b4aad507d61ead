/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BENCH_H
#define BENCH_H
/*
 * A monitor of the benchmark: the folder monitors/NAME with a file monitor.c, which gives the
 * events of a recorded run to the monitor and answers the questions from what the monitor has
 * measured, read by its real driver. bench.c has the main program:
 *
 *	NAME [--stretch=N] [--rate=N] [--memory=1/N] [--setup=NAME] FOLDER ANSWERS
 *
 * --stretch makes a clock of 20 ns N times as long, --rate sends the events N times as fast,
 * --memory divides the monitor's memory by N, and --setup runs only that set-up. FOLDER has the
 * run (run.gz); ANSWERS receives rows "question,key,value" as in truth.csv, and rows of the
 * questions "cannot" (key: question, value: reason), "adapter" (events given to the monitor,
 * and those that it has counted, lost or refused) and "cost".
 */
#include "device.h"
#include "rows.h"
#include "run.h"

struct bench {
	struct run run;
	const char *path;
	/* for monitors with a slower bus: a clock of 20 ns becomes this many times as long */
	unsigned int stretch;
	/* for other monitors: number of clocks of the run in one clock of the monitor */
	unsigned int rate;
	unsigned int less; /* the monitor's memory is divided by this */
	const char *setup; /* name of the current set-up */
	uint64_t given;	   /* events that the adapter has given to the monitor */
	/* the monitor's device, whose accesses bench_device() counts */
	struct device counting, *inner;
	uint64_t read_bytes, accesses;
};

/* A set-up of the monitor, for which the run is replayed. The last entry has no name. */
struct bench_setup {
	const char *name;
	void (*run)(struct bench *b);
};
extern const struct bench_setup bench_setups[];
/* Reasons why the monitor cannot answer questions, "QUESTION REASON"; NULL after the last. */
extern const char *const bench_cannot[];

/* Reads the next event; false at the end. A damaged run ends the program. */
bool bench_next(struct bench *b, struct run_event *e);
/* Ends the program with a message. */
void bench_fail(const char *what, const char *why) __attribute__((noreturn));
/* Ends the program if @err, a negative errno value, is not 0. */
void bench_check(int err, const char *what);

/* Returns a device that passes accesses to @inner and counts them. */
struct device *bench_device(struct bench *b, struct device *inner);

/* Writes the rows of the current set-up: events given to the monitor, counted and lost. */
void bench_adapter(const struct bench *b, uint64_t counted, uint64_t lost);
/* Writes a cost. @name: "change ns", the simulated time to change from one question to another,
 * or "bytes". */
void bench_cost(const struct bench *b, const char *name, double value);
/* Writes what the monitor itself reports about lost events: whether it has set a flag, their
 * number (negative: it does not count them), and whether it shows between which events they
 * were lost. */
void bench_loss(const struct bench *b, bool flagged, double count, bool placed);

#endif
