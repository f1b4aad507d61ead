/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OUTFILE_H
#define OUTFILE_H
/*
 * An output file that appears only when it is complete: the one way in which the tools, servers
 * and libraries write a file that a user names. It is written without a name or, if the file
 * system does not support this, under a temporary name in the same folder. outfile_commit()
 * writes it to the disk and gives it its name. Until then an existing file is kept, even if the
 * disk is full or a signal ends the program; the new file gets its owner and permissions. Only
 * a regular file is replaced (outpath.h); standard output is written directly. outpath_reason()
 * has the text for an error.
 */
#include "outpath.h"
#include <limits.h>
#include <stdbool.h>

struct outfile {
	int fd; /* the caller writes to this descriptor */
	/* Private: */
	bool moved;   /* the output goes to another file until it is committed */
	bool unnamed; /* that file has no name yet */
	char path[PATH_MAX];
	char temporary[PATH_MAX];
};

/* Opens @path; "-" and "/dev/stdout" are standard output. Returns 0 or a negative errno value,
 * -ENOTSUP for a device, a FIFO or a socket, -EPERM as outpath_find(). */
int outfile_open(struct outfile *f, const char *path);
/* Closes the file and gives it its final name. After an error the new file is removed and the
 * old one is kept. */
int outfile_commit(struct outfile *f);
/*
 * Does the same for several files that belong together: all are complete and on the disk before
 * the first gets its name, and no signal but SIGKILL comes between the first and the last. The
 * old version of the last file is removed first, so that after SIGKILL the set lacks this file
 * and is no mixture of old and new. After an error *@wrong is the number of the file that
 * failed; none of the files is new or removed, unless the renaming itself failed.
 */
int outfile_commit_all(struct outfile *const *f, unsigned int files, unsigned int *wrong);
/* Closes the file and removes it. */
void outfile_abort(struct outfile *f);
/* Gives the complete file @from, which lies in a private folder of the same file system, the
 * name @path in the same way. Returns 0, or a negative errno value; then both files are kept.
 */
int outfile_move(const char *from, const char *path);

#endif
