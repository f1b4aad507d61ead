/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MEMRECORD_H
#define MEMRECORD_H
/*
 * Records the memory accesses of a program with valgrind. Every image that the program or its
 * children exec gets a recording of its own, from main() or another function on; the recording
 * with the most stores is kept. A child process that does not exec is not recorded.
 */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

struct record_options {
	char *const *argv;   /* ends with NULL */
	const char *path;    /* of the recording, .trace.gz */
	const char *output;  /* file for what the program prints */
	const char *preload; /* library that logs large allocations, or NULL */
	const char *log;     /* its log file */
	bool whole;	     /* also record what happens before main() */
	const char *from;    /* this function instead of main(), or NULL */
	uint64_t lines;	     /* maximum length of a recording */
};

struct record_result {
	unsigned int images;	/* that were executed */
	char command[1024];	/* of the one that was kept */
	char program[PATH_MAX]; /* its executable */
	int pid;		/* its process; several executables may have this number */
	bool from_main;
	bool cut; /* it was longer than @lines */
	uint64_t stores;
	int status; /* of the program, as of waitpid() */
};

/* 0, or an exit status after a reported error. */
int record_program(const struct record_options *o, struct record_result *r);

#endif
