/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CMDLINE_H
#define CMDLINE_H
/*
 * Command line of a tool: getopt_long with uniform error messages, --help and --version. The
 * text of --help is the table of the options: what it does not describe is unknown. For
 * programs only, not for libraries: it prints and exits.
 */
#include <getopt.h> /* optarg */
#include <stdbool.h>

enum { UTIL_DONE = 0, UTIL_BAD_DATA = 1, UTIL_BAD_USAGE = 2 };

/*
 * @usage: the text of --help. Its lines that begin with one of these forms define the options:
 *
 *	"  -x, --long ..."	"  -x, --long=VALUE ..."	"  -x, --long[=VALUE] ..."
 *	"  -x ..."		"  -x VALUE ..."		"  -xVALUE ..."
 *	"      --long ..."	"      --long=VALUE ..."
 *
 * The strings must stay valid.
 */
extern const char *util_name; /* as given to util_begin() */
void util_begin(const char *name, const char *usage, int argc, char **argv);
/* What util_getopt() returns for an option without a letter. */
struct util_word {
	const char *name;
	int value;
};
/*
 * Returns the letter of the next option, or the value of its word, with its argument in optarg;
 * -1 after the last. @words: values of the options without a letter, up to {0}; NULL: there are
 * none. If the usage text has an option without either, the program aborts. --help and
 * --version are handled here.
 */
int util_getopt(const struct util_word *words);
/* Returns the long name of the option with this letter or value, NULL if it has none. */
const char *util_long_name(int value);
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
