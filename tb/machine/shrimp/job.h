/* SPDX-License-Identifier: Apache-2.0 */
#ifndef JOB_H
#define JOB_H
/* Input of the demonstration: a recording, which is made if necessary, and its page map. */
#include "memrecord.h"
#include "places.h"
#include "recorded.h"
#include "survey.h"
#include <limits.h>

#define JOB_MAPS 64

struct job_options {
	char *const *program;	      /* program to record, with its arguments, or NULL */
	bool whole;		      /* also measure the accesses before main() */
	const char *from;	      /* function at which the measurement begins instead of
				       * main() */
	const char *symbol[JOB_MAPS]; /* variables and allocating functions to map */
	unsigned int symbols;
	uint64_t allocation[JOB_MAPS]; /* sizes of allocations to map */
	unsigned int allocations;
	const char *map[JOB_MAPS]; /* files, or single entries */
	unsigned int maps;
	unsigned int pages; /* number of the busiest pages to map if there is no map */
	bool record;	    /* record the project's own programs again */
	bool from_marker;
	const char *output; /* folder for recordings */
};

struct job {
	char name[64];
	char trace[PATH_MAX];
	char map_name[PATH_MAX + 64];
	struct pagemap *map;
	struct survey survey;
	struct record_result record; /* result of recording a program */
	struct places places;
};

/* Opens "radix" or "lu", a recording, or the program of the options. Reports errors and returns
 * the exit status. Call job_close() in any case. */
int job_open(struct job *j, const struct job_options *o, const char *name);
void job_close(struct job *j);
/* Finds the path of a file of the project; @name is relative to the top of the tree, or to
 * share/tallyboard of an installation. */
const char *job_file(const char *name, char path[PATH_MAX]);
/* Prints the allocations with the most stores, which a map may name. */
void job_print_allocations(const struct job *j);
/* Prints the mapped pages with their stores and contents, and writes
 * the same to the map file. */
int job_save_map(const struct job *j, const struct job_options *o);
/* Opens a reader of the recording as a source for the machine. */
int job_reader(const struct job *j, const struct job_options *o, struct lackey **l);
int job_next(void *arg, struct lackey_access *a);

#endif
