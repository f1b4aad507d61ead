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
	/* the program determines the use of the object; it is falsely shared */
	bool declared[RUN_OBJECTS], falsely_shared[RUN_OBJECTS];
	/* the page of station 0 whose move to a station saves most waiting, found by running
	 * the program again with the page moved, and the share of the waiting of all processors
	 * that it saves; page -1: no move saves any */
	int page;
	unsigned int to;
	double gain;
	/* numbers of events, which are compared with the card's own counters */
	uint64_t taken, requests, references;
};

struct question {
	const char *name;
	void (*event)(const struct run *r, const struct run_event *e);
	/* Writes the answer, one row for each part of it. */
	void (*end)(const struct run *r, const struct oracle *o);
};

/* All folders, by name; NULL after the last. */
extern const struct question *const questions[];

#endif
