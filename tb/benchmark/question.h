/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUESTION_H
#define QUESTION_H
/*
 * A question of the benchmark: the folder questions/NAME with a file truth.c, which computes
 * the right answer from all events of a run and from what only the simulator knows, and a file
 * "about", which says how an answer is compared with it (README.md). The recorder of a run
 * calls these functions; monitors never see a truth.
 */
#include "rows.h"
#include "run.h"
#include <stdio.h>

/* What the simulator knows besides the events of a run. */
struct oracle {
	/* use of an object, where the program determines it */
	bool declared[RUN_OBJECTS], falsely_shared[RUN_OBJECTS];
	/* the page of station 0 that gains most by a move, found by moving it and running the
	 * program again; the gain in clocks of waiting of all processors, as a share of all
	 * their waiting; page -1: no move gains */
	int page;
	unsigned int to;
	double gain;
	/* of the card's own counters, to check the events with */
	uint64_t taken, requests, references;
};

struct question {
	const char *name;
	void (*event)(const struct run *r, const struct run_event *e);
	/* Writes the answer, a row for each of its parts. */
	void (*end)(const struct run *r, const struct oracle *o);
};

/* All folders, by name; NULL after the last. */
extern const struct question *const questions[];

#endif
