/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CMDLINE_H
#define CMDLINE_H
/*
 * The command line of a tool, the same for all: getopt_long with one wording of what is wrong,
 * --help and --version. For programs, not for libraries: it prints, and ends them.
 */
#include <getopt.h>
#include <stdbool.h>

enum { UTIL_DONE = 0, UTIL_BAD_DATA = 1, UTIL_BAD_USAGE = 2 };

#define UTIL_LONGS 24

/* @usage: the text of --help. All must live as long as the program. */
extern const char *util_name; /* as given */
void util_begin(const char *name, const char *usage, int argc, char **argv);
/*
 * The next option, as getopt_long returns it, its value in optarg; -1 after the last.
 * @letters as for getopt, @longs the long names, at most UTIL_LONGS and {0}, or NULL. -h,
 * --help and --version are dealt with inside; who has an h among his letters keeps it.
 */
int util_getopt(const char *letters, const struct option *longs);
/* The next argument after the options, NULL after the last. */
char *util_argument(void);

/* Errors of usage print the first line of the usage, not how to get help. */
extern bool util_shows_usage;
/* "name: what: which" and how to get help; ends the program with status 2. @which may be NULL.
 */
_Noreturn void util_usage(const char *what, const char *which);
/* "name: " and the reason @err, a negative errno value: UTIL_BAD_DATA. */
int util_file_error(const char *name, int err);
/* Whether all of standard output could be written: UTIL_DONE or, told, UTIL_BAD_DATA. */
int util_finish(void);

/* Why no board was opened, after the error of device_open() and what follows it; @arguments
 * are those that "sim:" takes. Good until the next call. */
const char *util_board_reason(int err, const char *backend, const char *arguments);

#endif
