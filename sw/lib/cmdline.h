/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CMDLINE_H
#define CMDLINE_H
/*
 * Command line of a tool: getopt_long with uniform error messages, --help and --version. For
 * programs only, not for libraries: it prints and exits.
 */
#include <getopt.h>
#include <stdbool.h>

enum { UTIL_DONE = 0, UTIL_BAD_DATA = 1, UTIL_BAD_USAGE = 2 };

#define UTIL_LONGS 24

/* @usage: the text of --help. The strings must stay valid. */
extern const char *util_name; /* as given to util_begin() */
void util_begin(const char *name, const char *usage, int argc, char **argv);
/*
 * Returns the next option as getopt_long() does, with its value in optarg; -1 after the last.
 * @letters as for getopt, @longs the long names, at most UTIL_LONGS and {0}, or NULL. --help
 * and --version are handled here, and -h unless @letters contains it.
 */
int util_getopt(const char *letters, const struct option *longs);
/* Returns the next argument after the options, NULL after the last. */
char *util_argument(void);

/* Usage errors print the first line of the usage instead of a hint to --help. */
extern bool util_shows_usage;
/* Prints "name: what: which" and a hint to --help; exits with status 2. @which may be NULL. */
_Noreturn void util_usage(const char *what, const char *which);
/* Prints "name: " and the reason for @err, a negative errno value; returns UTIL_BAD_DATA. */
int util_file_error(const char *name, int err);
/* The same for an error of an output (outpath.h). */
int util_output_error(const char *name, int err);
/* Flushes standard output. Returns UTIL_DONE, or UTIL_BAD_DATA after an error message. */
int util_finish(void);

/* Returns the error message for the error @err of opening a board; @arguments are those that
 * "sim:" accepts. The text is valid until the next call. */
const char *util_board_reason(int err, const char *backend, const char *arguments);
/* Returns the error message for the error @err of an access to a board; strerror() if it has
 * none of its own. */
const char *util_access_reason(int err);

#endif
