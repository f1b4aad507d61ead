/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERBS_H
#define VERBS_H
/* Common part of tools that execute commands: from the options -c or, if there are none, from
 * the lines of the input. It extends util.h and is for programs only. */
#include <stddef.h>

#define VERBS_WORDS 16 /* maximum number of words of a command */

struct verb {
	const char *name;
	/* Executes the command; returns NULL, or why it failed. */
	const char *(*execute)(char *const words[], int n);
	int least, most; /* number of words including the name */
};

/* Takes the argument of -c, which must stay valid. More than 64 are a usage error. */
void verbs_command(const char *text);
/* Returns the first argument of -c, or NULL. */
const char *verbs_first(void);

/* Executes the commands until one fails, which is reported. # begins a comment. */
void verbs_execute(const struct verb *verbs, size_t n);

/* Joins the words after the first one with blanks in @text, cut off to @size bytes. */
void verbs_join(char *const words[], int n, char *text, size_t size);
/* Prints the lines of a board's reply. */
void verbs_print(const char *reply);

#endif
