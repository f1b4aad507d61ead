/* SPDX-License-Identifier: Apache-2.0 */
#include "outfile.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ATTEMPTS 100

/* Creates a file with a name of its own in the folder of f->path. */
static int open_beside(struct outfile *f)
{
	for (int i = 0; i < ATTEMPTS; i++) {
		int n = snprintf(f->temporary, sizeof(f->temporary), "%s.%ld-%d.part", f->path,
				 (long)getpid(), i);

		if (n < 0 || (size_t)n >= sizeof(f->temporary))
			return -ENAMETOOLONG;
		f->fd = open(f->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (f->fd >= 0) {
			f->moved = true;
			return 0;
		}
		if (errno != EEXIST)
			break;
	}
	return -errno;
}

/* Replaces a file that is there, and keeps its permissions. */
static int open_instead(struct outfile *f, mode_t mode)
{
	int err = open_beside(f);

	if (!err && fchmod(f->fd, mode)) {
		err = -errno;
		outfile_abort(f);
	}
	return err;
}

int outfile_open(struct outfile *f, const char *path)
{
	struct stat st;

	f->fd = -1;
	f->moved = false;
	if (strcmp(path, "-") == 0) {
		f->fd = dup(STDOUT_FILENO);
		return f->fd < 0 ? -errno : 0;
	}
	if (stat(path, &st)) {
		if (errno != ENOENT)
			return -errno;
		if (strlen(path) >= sizeof(f->path))
			return -ENAMETOOLONG;
		strcpy(f->path, path);
		return open_beside(f);
	}
	if (S_ISREG(st.st_mode)) {
		/* A symbolic link stays one: the file that it names is replaced. */
		if (!realpath(path, f->path))
			return -errno;
		return open_instead(f, st.st_mode & 0777);
	}
	f->fd = open(path, O_WRONLY | O_CLOEXEC);
	return f->fd < 0 ? -errno : 0;
}

int outfile_commit(struct outfile *f)
{
	int err = close(f->fd) ? -errno : 0;

	f->fd = -1;
	if (f->moved && !err && rename(f->temporary, f->path))
		err = -errno;
	if (f->moved && err)
		unlink(f->temporary);
	f->moved = false;
	return err;
}

void outfile_abort(struct outfile *f)
{
	if (f->fd >= 0)
		close(f->fd);
	if (f->moved)
		unlink(f->temporary);
	f->fd = -1;
	f->moved = false;
}
