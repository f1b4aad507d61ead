/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MEMRECORD_H
#define MEMRECORD_H
/*
 * Records the memory accesses of a program with recorder/memrec.c, under valgrind. No code runs
 * in the program for it, and its environment is that which valgrind gives every program. Each
 * program that it or its children execute gets a recording of its own, from main() or another
 * function on; the recording with the most stores is kept. A child process that only forks is
 * not recorded. What is still running when the program has ended is stopped.
 */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

struct record_options {
	char *const *argv;    /* ends with NULL */
	const char *recorder; /* the program that starts memrec */
	const char *path;     /* of the recording */
	const char *output;   /* file for what the program prints */
	const char *places;   /* file for its allocations and regions of memory */
	bool whole;	      /* also record what happens before main() */
	const char *from;     /* this function instead of main(), or NULL */
	uint64_t lines;	      /* maximum length of a recording: instructions and accesses */
};

struct record_result {
	unsigned int images;	/* that were executed */
	char command[1024];	/* of the one that was kept */
	char program[PATH_MAX]; /* its executable */
	uint64_t entry;		/* address of its first instruction */
	bool from_main;
	bool cut; /* it was longer than @lines */
	uint64_t stores;
	int status; /* of the program, as of waitpid() */
};

/* 0, or an exit status after a reported error. */
int record_program(const struct record_options *o, struct record_result *r);

#endif
