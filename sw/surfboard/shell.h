/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHELL_H
#define SHELL_H
/*
 * The commands of the SurfBoard's user interface (TR-596-99 B.2.1), without a terminal:
 * lines of text in, output and errors to streams.
 *
 * A line holds commands separated by ";". # at the beginning of a word begins a comment.
 * A word with blanks stands in double quotes. Names of commands, registers, fields and
 * memories are read in upper and lower case and are not abbreviated.
 */
#include "surflib.h"
#include <signal.h>
#include <stdio.h>

/* Nested DO commands. */
#define SHELL_DEPTH 16

struct shell {
	struct surf *surf; /* open */
	FILE *out, *err;
	bool remote; /* another process simulates the board: it needs whole file names */
	/* Not 0: the command under way ends, with an error. May be NULL. */
	const volatile sig_atomic_t *stop;
	int out_err; /* why @out could not be written, a negative errno value; 0: it could */
	/* Private; 0 at the beginning: */
	const char *where; /* name of the script */
	unsigned long line;
	unsigned int depth;
	char selector[256]; /* file that the bin selector was loaded from */
	uint32_t last_bin;  /* that its configuration can reach; 0: not known */
};

enum shell_result {
	SHELL_OK,
	SHELL_ERROR, /* it was reported */
	SHELL_QUIT,
};

/*
 * Executes a line. An error ends it and is reported as "name:line: what is wrong", or
 * without the place when @name is NULL. SHELL_QUIT after QUIT and EXIT.
 */
enum shell_result shell_line(struct shell *sh, const char *name, unsigned long line,
			     const char *text);

/* Executes the lines of @in to the first error, QUIT or its end. */
enum shell_result shell_script(struct shell *sh, FILE *in, const char *name);

/* What may stand in a place. */
enum shell_offer {
	SHELL_NOTHING, /* nothing, or nothing more */
	SHELL_WORD,
	SHELL_FILE, /* the name of a file */
};

/*
 * The word number @n, from 0, that may stand after the text @before on its line and
 * begins with @word; in lower case when @word has lower case letters or is empty. Extension
 * registers are offered if the board has them.
 */
enum shell_offer shell_complete(const struct shell *sh, const char *before, const char *word,
				unsigned int n, char *text, size_t size);

#endif
