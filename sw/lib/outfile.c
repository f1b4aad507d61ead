/* SPDX-License-Identifier: Apache-2.0 */
#include "outfile.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ATTEMPTS 100

/* Returns the error of the last call: -EPERM has a meaning of its own here (outpath.h). */
static int last_error(void)
{
	return errno == EPERM ? -EACCES : -errno;
}

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

/* Creates a file in the folder of f->path, without a name or, if the file system requires one,
 * with a temporary name. */
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
		f->fd = open(f->temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
			     0666);
		if (f->fd >= 0)
			f->moved = true;
		else if (errno != EEXIST)
			break;
	}
	return f->fd < 0 ? last_error() : 0;
}

/* Gives the file a temporary name, because linkat() cannot replace an existing file. */
static int give_name(struct outfile *f)
{
	char self[64];
	int err = -EEXIST;

	snprintf(self, sizeof(self), "/proc/thread-self/fd/%d", f->fd);
	for (int i = 0; i < ATTEMPTS && err == -EEXIST; i++) {
		err = temporary_name(f, i);
		if (!err && linkat(AT_FDCWD, self, AT_FDCWD, f->temporary, AT_SYMLINK_FOLLOW))
			err = last_error();
	}
	f->unnamed = err != 0;
	return err;
}

static int open_standard_output(struct outfile *f)
{
	f->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
	return f->fd < 0 ? -errno : 0;
}

int outfile_open(struct outfile *f, const char *path)
{
	struct stat old;
	int err, found;

	f->fd = -1;
	f->moved = f->unnamed = false;
	if (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0)
		return open_standard_output(f);
	found = outpath_find(f->path, path, &old);
	err = found < 0 ? found : open_beside(f);
	if (!err && found)
		err = outpath_inherit(f->fd, &old);
	if (err)
		outfile_abort(f);
	return err;
}

/* Checks again at the end whether f->path may be replaced: it may have changed since
 * outfile_open(). */
static int check_place(const struct outfile *f)
{
	char found[PATH_MAX];
	struct stat now;
	const int err = outpath_find(found, f->path, &now);

	return err < 0 ? err : strcmp(found, f->path) ? -ELOOP : 0;
}

/* Does everything for outfile_commit() but the renaming and closes the file. */
static int prepare(struct outfile *f)
{
	int err = f->moved ? outpath_sync(f->fd) : 0;

	if (!err && f->moved)
		err = check_place(f);
	if (!err && f->unnamed)
		err = give_name(f);
	if (close(f->fd) && !err)
		err = -errno;
	f->fd = -1;
	return err;
}

int outfile_commit_all(struct outfile *const *f, unsigned int files, unsigned int *wrong)
{
	unsigned int n = 0, renamed = 0;
	sigset_t all, old;
	int err = 0;

	for (; n < files && !err; n += !err)
		err = prepare(f[n]);
	if (err) {
		*wrong = n;
	} else {
		sigfillset(&all);
		pthread_sigmask(SIG_BLOCK, &all, &old);
		if (files > 1 && f[files - 1]->moved)
			unlink(f[files - 1]->path);
		for (; renamed < files && !err; renamed += !err)
			if (f[renamed]->moved &&
			    rename(f[renamed]->temporary, f[renamed]->path))
				err = last_error();
		pthread_sigmask(SIG_SETMASK, &old, NULL);
		*wrong = renamed;
	}
	for (unsigned int i = 0; i < files; i++) {
		if (i < renamed)
			f[i]->moved = f[i]->unnamed = false;
		else
			outfile_abort(f[i]);
	}
	return err;
}

int outfile_commit(struct outfile *f)
{
	unsigned int wrong;

	return outfile_commit_all(&f, 1, &wrong);
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

int outfile_move(const char *from, const char *path)
{
	char to[PATH_MAX];
	struct stat old;
	const int found = outpath_find(to, path, &old);
	int fd, err;

	if (found < 0)
		return found;
	fd = open(from, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	err = found ? outpath_inherit(fd, &old) : 0;
	if (!err)
		err = outpath_sync(fd);
	close(fd);
	return !err && rename(from, to) ? last_error() : err;
}
