/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHELL_H
#define SHELL_H
/*
 * The commands of the SurfBoard's user interface (TR-596-99 B.2.1), without a terminal:
 * lines of text in, output and errors to streams.
 *
 * A line contains commands separated by ";". # at the beginning of a word begins a comment.
 * A word with blanks is enclosed in double quotes. Names of commands, registers, fields and
 * memories are case-insensitive and cannot be abbreviated.
 */
#include "sbit.h"
#include "surflib.h"
#include <signal.h>
#include <stdio.h>

/* Maximum depth of nested DO commands. */
#define SHELL_DEPTH 16

struct shell {
	struct surf *surf; /* open */
	FILE *out, *err;
	bool remote; /* another process simulates the board, so file names must be absolute */
	uint64_t clock_hz; /* clock of the receive time that TIMEBASE has set; 0: the board says
			    * it */
	/* Pointer to a value that ends the current command with an error if it is not 0. May be
	 * NULL. */
	const volatile sig_atomic_t *stop;
	int out_err;	 /* negative errno value of a failed write to @out; 0: none */
	bool incomplete; /* a file was saved that lacks something */
	/* Private; 0 at the beginning: */
	const char *where; /* name of the script */
	unsigned long line;
	unsigned int depth;
	char selector[256]; /* file from which the bin selector was loaded */
	bool mapped;	    /* the configuration of the bin selector is known */
	struct sbit_map map;
	bool loaded;	       /* the trace memory was loaded from a file */
	uint32_t loaded_at[2]; /* TICR and TECR after that */
};

enum shell_result {
	SHELL_OK,
	SHELL_ERROR, /* the error was reported */
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

/* Kinds of completion. */
enum shell_offer {
	SHELL_NOTHING, /* no word, or no further word */
	SHELL_WORD,
	SHELL_FILE, /* the name of a file */
};

/*
 * Completion: finds word number @n, from 0, of the words that may follow the text @before on
 * its line and begin with @word. It is in lower case if @word has lower case letters or is
 * empty. Extension registers are offered if the board has them.
 */
enum shell_offer shell_complete(const struct shell *sh, const char *before, const char *word,
				unsigned int n, char *text, size_t size);

/* A field of a register, in the words of HELP. */
struct shell_field {
	int reg; /* for shell_get() */
	const char *reg_name, *reg_text;
	const char *name, *text;
	unsigned int msb, lsb;
	const char *access; /* RO, RW, WO, W1C (1 clears) or W1S (1 sets) */
};

/* Describes field number @n, from 0, of the registers that the board has, register by register.
 * Reserved fields are left out. Returns false past the last field. */
bool shell_field(const struct shell *sh, unsigned int n, struct shell_field *f);
/* Reads a register as SHOW does. -EPERM: HFDR, which a read changes. */
int shell_get(struct shell *sh, int reg, uint32_t *value);

#endif
