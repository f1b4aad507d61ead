/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OUTFILE_H
#define OUTFILE_H
/*
 * An output file that appears complete or not at all: it is written under a
 * temporary name and renamed by outfile_commit. An existing file stays until then.
 * What is not a regular file (a pipe, /dev/null) is written directly.
 */
#include <limits.h>
#include <stdbool.h>

struct outfile {
	int fd; /* to be written to */
	/* Private: */
	bool moved; /* has a temporary name */
	char path[PATH_MAX];
	char temporary[PATH_MAX];
};

/* Opens @path; "-" is standard output. 0 or a negative errno value. */
int outfile_open(struct outfile *f, const char *path);
/* Closes the file and renames it. After an error no file is left. */
int outfile_commit(struct outfile *f);
/* Closes the file and removes it. */
void outfile_abort(struct outfile *f);

#endif
