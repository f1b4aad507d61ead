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
 * --rate gives the events N times as fast, --memory leaves an N-th of the monitor's memory, and
 * --setup runs only that set-up. FOLDER has the run (run.gz); ANSWERS receives rows
 * "question,key,value" as truth.csv has them, and rows of the questions "cannot" (key:
 *question, value: reason), "adapter" (events given to the monitor, and those that it has
 *counted, lost or refused) and "cost".
 */
#include "device.h"
#include "rows.h"
#include "run.h"

struct bench {
	struct run run;
	const char *path;
	/* clocks of 20 ns last this many times as long: for monitors whose bus is slower */
	unsigned int stretch;
	/* other monitors get this many clocks of the run in one of theirs */
	unsigned int rate;
	unsigned int less; /* the monitor's memory is divided by this */
	const char *setup; /* name of the present set-up */
	uint64_t given;	   /* events that the adapter has given to the monitor */
	/* the monitor's device with its counts, by bench_device() */
	struct device counting, *inner;
	uint64_t read_bytes, written_bytes, accesses;
};

/* Way to use the monitor: a replay of the run. The last entry has no name. */
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

/* Counts the accesses through @inner. */
struct device *bench_device(struct bench *b, struct device *inner);

/* Rows of the present set-up: what was given to the monitor and what became of it. */
void bench_adapter(const struct bench *b, uint64_t counted, uint64_t lost);
/* @name: "change ns", time from one question to another on the simulated board; "bytes". */
void bench_cost(const struct bench *b, const char *name, double value);
/* What the monitor itself says of lost events: a flag, their number (negative: it has no such
 * count), and whether it says between which events they were. */
void bench_loss(const struct bench *b, bool flagged, double count, bool placed);

#endif
