/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MEMRECORD_H
#define MEMRECORD_H
/*
 * Records the memory accesses of a program with recorder/memrec.c, under valgrind. The recorder
 * runs no code inside the program, and the environment is the one that valgrind gives every
 * program. Each program that it or its children execute gets a separate recording, from main()
 * or another function on; the recording with the most stores is kept. A child process that only
 * forks is not recorded. Processes that still run when the program has ended are stopped.
 */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

struct record_options {
	char *const *argv;    /* ends with NULL */
	const char *recorder; /* the program that starts memrec */
	const char *path;     /* file for the recording */
	const char *output;   /* file for the output of the program */
	const char *places;   /* file for its allocations and regions of memory */
	bool whole;	      /* also record the accesses before main() */
	const char *from;     /* function at which the recording begins instead of main(), or
			       * NULL */
	uint64_t lines;	      /* maximum length of a recording: instructions and accesses */
};

struct record_result {
	unsigned int images;	/* number of programs that were executed */
	char command[1024];	/* command of the recording that was kept */
	char program[PATH_MAX]; /* its executable */
	uint64_t entry;		/* address of its first instruction */
	bool from_main;
	bool cut; /* the recording was longer than @lines */
	uint64_t stores;
	int status; /* status of the program, from waitpid() */
};

/* Records a program. Returns 0, or an exit status after a reported error. */
int record_program(const struct record_options *o, struct record_result *r);

#endif
