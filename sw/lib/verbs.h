/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERBS_H
#define VERBS_H
/* Common part of tools that execute commands: from the options -c or, if there are none, from
 * the lines of the input. It extends util.h and is for programs only. */
#include "device.h"

#define VERBS_WORDS 16 /* maximum number of words of a command */

struct verb {
	const char *name;
	/* Executes the command; returns NULL, or why it failed. */
	const char *(*execute)(char *const words[], int n);
	int least, most; /* number of words including the name */
};

/* Begins a tool with the options -b BACKEND and -c COMMAND: util_begin() to util_open().
 * Returns the backend. */
const char *verbs_begin(const char *name, const char *usage, int argc, char **argv);
/* Takes the argument of -c, which must stay valid. More than 64 are a usage error. */
void verbs_command(const char *text);
/* Reports a file after the options as a usage error if there is a -c: nothing would read it. */
void verbs_no_files(void);
/* Returns the first argument of -c, or NULL. */
const char *verbs_first(void);

/* Executes the commands until one fails, which is reported. # begins a comment. */
void verbs_execute(const struct verb *verbs, size_t n);

/* Verbs that all boards have. @reason turns an error, never 0, into its message:
 * util_access_reason() or a function of the tool. */
/* "run TIME": lets the board's time pass. */
const char *verbs_run(struct device *dev, char *const words[], const char *(*reason)(int err));
/* "sim COMMAND": sends a command to a simulated board and prints the reply. */
const char *verbs_sim(struct device *dev, char *const words[], int n,
		      const char *(*reason)(int err));

#endif
