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

/* The folder of @path. */
static void folder_of(const char *path, char folder[PATH_MAX])
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		strcpy(folder, ".");
	else
		snprintf(folder, PATH_MAX, "%.*s", slash == path ? 1 : (int)(slash - path),
			 path);
}

static int temporary_name(struct outfile *f, int i)
{
	const int n = snprintf(f->temporary, sizeof(f->temporary), "%s.%ld-%d.part", f->path,
			       (long)getpid(), i);

	return n < 0 || (size_t)n >= sizeof(f->temporary) ? -ENAMETOOLONG : 0;
}

/* Creates a file in the folder of f->path, with a name of its own where it needs one. */
static int open_beside(struct outfile *f)
{
	char folder[PATH_MAX];

	if (temporary_name(f, 0))
		return -ENAMETOOLONG;
	folder_of(f->path, folder);
	f->fd = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
	f->moved = f->unnamed = f->fd >= 0;
	for (int i = 0; i < ATTEMPTS && f->fd < 0; i++) {
		if (temporary_name(f, i))
			return -ENAMETOOLONG;
		f->fd = open(f->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (f->fd >= 0)
			f->moved = true;
		else if (errno != EEXIST)
			break;
	}
	return f->fd < 0 ? -errno : 0;
}

/* Gives the file a temporary name: a link cannot replace an existing file. */
static int give_name(struct outfile *f)
{
	char self[64];
	int err = -EEXIST;

	snprintf(self, sizeof(self), "/proc/self/fd/%d", f->fd);
	for (int i = 0; i < ATTEMPTS && err == -EEXIST; i++) {
		err = temporary_name(f, i);
		if (!err && linkat(AT_FDCWD, self, AT_FDCWD, f->temporary, AT_SYMLINK_FOLLOW))
			err = -errno;
	}
	f->unnamed = err != 0;
	return err;
}

/* Replaces a file that is there, and keeps its permissions and, where that is allowed, its
 * owner. */
static int open_instead(struct outfile *f, const struct stat *old)
{
	int err = open_beside(f);

	if (!err && fchown(f->fd, old->st_uid, old->st_gid) && errno != EPERM &&
	    errno != EINVAL)
		err = -errno;
	if (!err && fchmod(f->fd, old->st_mode & 0777))
		err = -errno;
	if (err)
		outfile_abort(f);
	return err;
}

int outfile_open(struct outfile *f, const char *path)
{
	struct stat st;

	f->fd = -1;
	f->moved = f->unnamed = false;
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
		return open_instead(f, &st);
	}
	f->fd = open(path, O_WRONLY | O_CLOEXEC);
	return f->fd < 0 ? -errno : 0;
}

int outfile_commit(struct outfile *f)
{
	int err = f->unnamed ? give_name(f) : 0;

	if (close(f->fd) && !err)
		err = -errno;
	f->fd = -1;
	if (f->moved && !err && rename(f->temporary, f->path))
		err = -errno;
	if (f->moved && !f->unnamed && err)
		unlink(f->temporary);
	f->moved = f->unnamed = false;
	return err;
}

void outfile_abort(struct outfile *f)
{
	if (f->fd >= 0)
		close(f->fd);
	if (f->moved && !f->unnamed)
		unlink(f->temporary);
	f->fd = -1;
	f->moved = f->unnamed = false;
}
