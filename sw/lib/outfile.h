/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OUTFILE_H
#define OUTFILE_H
/*
 * An output file that appears complete or not at all: it is written without a name, or where
 * the file system has no such files under a temporary name, and gets its name in
 * outfile_commit. So a program that is killed leaves nothing. An existing file stays until then;
 * its owner and permissions are kept. What is not a regular file (a pipe, /dev/null) is written
 * directly.
 */
#include <limits.h>
#include <stdbool.h>

struct outfile {
	int fd; /* to be written to */
	/* Private: */
	bool moved;   /* is another file until it is committed */
	bool unnamed; /* which has no name yet */
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
