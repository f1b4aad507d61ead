/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OUTPATH_H
#define OUTPATH_H
/*
 * Decides which file an output may replace, for outfile.h and for the wave dumps of compiled
 * models (C11 and C++17). Only a regular file is replaced. If the path is a symbolic link, the
 * link is kept and its target is replaced. In a sticky folder that others may write, no link
 * and no file of another user is followed or replaced.
 */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OUTPATH_LINKS 40 /* as the kernel */

/*
 * Returns whether another user may have put the entry @st into @folder ("": the current one):
 * the folder is sticky and others may write it, as /tmp, and the entry belongs neither to this
 * user nor to the owner of the folder. The kernel's protected_symlinks and protected_regular
 * follow the same rule, but they are often off, and do not see a link that is resolved here.
 */
static inline bool outpath_planted(const char *folder, const struct stat *st)
{
	struct stat of;

	return !stat(*folder ? folder : ".", &of) && of.st_mode & S_ISVTX &&
	       of.st_mode & (S_IWGRP | S_IWOTH) && st->st_uid != geteuid() &&
	       st->st_uid != of.st_uid;
}

/* Checks the last entry of a path, which lies in @folder. */
static inline int outpath_check(const char *found, const char *folder, const struct stat *st)
{
	if (S_ISDIR(st->st_mode))
		return -EISDIR;
	if (!S_ISREG(st->st_mode))
		return -ENOTSUP;
	if (outpath_planted(folder, st))
		return -EPERM;
	return access(found, W_OK) ? -errno : 1;
}

/* Replaces the link @link by its target in front of @rest. */
static inline int outpath_follow(const char *link, char rest[PATH_MAX])
{
	char target[PATH_MAX];
	const ssize_t n = readlink(link, target, sizeof(target));
	const size_t more = strlen(rest);
	struct stat st;

	if (n < 0)
		return -errno;
	/* the target of /dev/fd/N may be no path, as pipe:[N] */
	if (!*rest && !stat(link, &st) && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
		return -ENOTSUP;
	if ((size_t)n + 1 + more >= PATH_MAX)
		return -ENAMETOOLONG;
	memmove(rest + n + 1, rest, more + 1);
	memcpy(rest, target, (size_t)n);
	rest[n] = more ? '/' : 0;
	return 0;
}

/*
 * Follows links, one after the other, and stores the name of the file that @path leads to in
 * @found. Returns 1: the file exists, *old describes it; 0: it does not exist; or an error:
 * -ENOTSUP for a device, a FIFO or a socket, -EISDIR, -EACCES for a file that the user must not
 * write, -ENOENT for a dangling link, -EPERM for a link or a file that another user may have
 * put into a shared folder.
 */
static inline int outpath_find(char found[PATH_MAX], const char *path, struct stat *old)
{
	char rest[PATH_MAX], folder[PATH_MAX] = "";
	size_t length = strlen(path), n;
	unsigned int links = 0;
	bool last = false; /* the last entry of the path was a link */
	int err;

	if (!length)
		return -ENOENT;
	if (length >= PATH_MAX)
		return -ENAMETOOLONG;
	if (path[length - 1] == '/')
		return -EISDIR;
	strcpy(rest, path);
	for (*found = 0; *rest; memmove(rest, rest + n, strlen(rest + n) + 1)) {
		if (*rest == '/') {
			if (!*folder)
				strcpy(folder, "/");
			n = strspn(rest, "/");
			continue;
		}
		n = strcspn(rest, "/");
		length = strlen(folder);
		if (length + 1 + n >= PATH_MAX)
			return -ENAMETOOLONG;
		strcpy(found, folder);
		if (length && found[length - 1] != '/')
			found[length++] = '/';
		memcpy(found + length, rest, n);
		found[length + n] = 0;
		if (lstat(found, old))
			return errno == ENOENT && !rest[n] && !last ? 0 : -errno;
		if (!S_ISLNK(old->st_mode)) {
			if (!rest[n])
				return outpath_check(found, folder, old);
			strcpy(folder, found);
			continue;
		}
		if (outpath_planted(folder, old))
			return -EPERM;
		if (++links > OUTPATH_LINKS)
			return -ELOOP;
		memmove(rest, rest + n, strlen(rest + n) + 1);
		last |= !*rest;
		err = outpath_follow(found, rest);
		if (err)
			return err;
		n = 0;
		if (*rest == '/')
			*folder = 0;
	}
	return -EISDIR;
}

/* Returns the text for an error of an output: the reason, where that of strerror() is none. */
static inline const char *outpath_reason(int err)
{
	switch (err) {
	case -EPERM:
		return "a link or file of another user in a shared folder";
	case -ENOTSUP:
		return "not a regular file; use - and redirect standard output";
	default:
		return strerror(-err);
	}
}

/* Gives the new file @fd the permissions and, if that is allowed, the owner of the old file. */
static inline int outpath_inherit(int fd, const struct stat *old)
{
	if (fchown(fd, old->st_uid, old->st_gid) && errno != EPERM && errno != EINVAL)
		return -errno;
	return fchmod(fd, old->st_mode & 0777) ? -errno : 0;
}

/* Writes @fd to the disk. A file system that cannot do this is no error. */
static inline int outpath_sync(int fd)
{
	return fsync(fd) && errno != EINVAL && errno != EROFS ? -errno : 0;
}

#endif
