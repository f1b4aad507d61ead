/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROGRESS_H
#define PROGRESS_H
/* How far long work is: one line on standard error, if that is a terminal. */
#include <stdbool.h>
#include <stdint.h>

struct progress {
	/* Private: */
	bool on;
	char what[80];
	const char *unit;
	double began, shown; /* s */
};

/* Nothing is ever shown when standard error is no terminal. @unit is plural. */
void progress_begin(struct progress *p, const char *unit, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* @share of all is done, from 0 to 1 (negative: not known), and @count units: shows share,
 * rate, time left. */
void progress_show(struct progress *p, double share, uint64_t count);
/* Takes the line away. */
void progress_end(struct progress *p);

#endif
