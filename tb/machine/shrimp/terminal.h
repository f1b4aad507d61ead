/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TERMINAL_H
#define TERMINAL_H
/* What the demonstration says while it works: errors, and progress on a terminal. */
#include <stdbool.h>
#include <stdint.h>

/* "demo: ..." on standard error; returns 1, the exit status of an error. */
int complain(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
double seconds(void); /* of a clock that only runs forward */

struct progress {
	bool on; /* standard error is a terminal */
	char what[80];
	const char *unit;
	double began, shown;
};

/* Nothing is ever shown when standard error is no terminal. */
void progress_begin(struct progress *p, const char *unit, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* @share of all is done, from 0 to 1, and @count units: shows share, rate, time left. */
void progress_show(struct progress *p, double share, uint64_t count);
void progress_end(struct progress *p);

#endif
