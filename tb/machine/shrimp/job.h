/* SPDX-License-Identifier: Apache-2.0 */
#ifndef JOB_H
#define JOB_H
/* What the demonstration sends: a recording, made when need be, and its page map. */
#include "recorded.h"
#include "survey.h"
#include <limits.h>

#define JOB_MAPS 64

struct job_options {
	const char *program;	   /* command to record, or NULL */
	const char *map[JOB_MAPS]; /* files, or single entries */
	unsigned int maps;
	unsigned int pages; /* without a map: so many of the busiest */
	bool shipped;	    /* do not record our own programs anew */
	bool from_marker;
	const char *output; /* folder for recordings */
};

struct job {
	char name[64];
	char trace[PATH_MAX];
	char map_name[PATH_MAX + 64];
	struct pagemap *map;
	struct survey survey;
};

/* "radix" or "lu", a recording, or the program of the options. Complains of what is wrong
 * and returns the exit status. job_close() in any case. */
int job_open(struct job *j, const struct job_options *o, const char *name);
void job_close(struct job *j);
/* A reader of the recording as a source of the machine. */
int job_reader(const struct job *j, const struct job_options *o, struct lackey **l);
int job_next(void *arg, struct lackey_access *a);

#endif
