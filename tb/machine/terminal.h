/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TERMINAL_H
#define TERMINAL_H
/* Messages of a program to the terminal: errors, progress, times. */
#include "progress.h"

/* Prints "demo: ..." on standard error; returns 1, the exit status of an error. */
int complain(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
double seconds(void); /* time of a monotonic clock */

#endif
