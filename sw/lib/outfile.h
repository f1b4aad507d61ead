/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OUTFILE_H
#define OUTFILE_H
/*
 * An output file that appears only when it is complete. It is written without a name or, if the
 * file system does not support this, under a temporary name, and outfile_commit() gives it its
 * name. A program that is killed therefore leaves no file. An existing file is kept until then;
 * the new file gets its owner and permissions. Anything but a regular file (a pipe, /dev/null)
 * is written directly.
 */
#include <limits.h>
#include <stdbool.h>

struct outfile {
	int fd; /* to be written to */
	/* Private: */
	bool moved;   /* written to another file until it is committed */
	bool unnamed; /* that file has no name yet */
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
