/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROGRESS_H
#define PROGRESS_H
/* Shows the progress of a long operation in one line on standard error, if that is a
 * terminal. */
#include <stdbool.h>
#include <stdint.h>

struct progress {
	/* Private: */
	bool on;
	char what[80];
	const char *unit;
	double began, shown; /* s */
};

/* Shows nothing if standard error is not a terminal. @unit is plural. */
void progress_begin(struct progress *p, const char *unit, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* @share of the work, from 0 to 1 (negative: not known), and @count units are done: shows
 * share, rate and remaining time. */
void progress_show(struct progress *p, double share, uint64_t count);
/* Removes the line. */
void progress_end(struct progress *p);

#endif
