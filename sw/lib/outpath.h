/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OUTPATH_H
#define OUTPATH_H
/*
 * Decides which file an output may replace, for outfile.h and for the wave dumps of compiled
 * models (C11 and C++17). Only a regular file is replaced. If the path is a symbolic link, the
 * link is kept and its target is replaced.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * Follows links and stores the name of the file that @path leads to in @found. Returns 1: the
 * file exists, *old describes it; 0: it does not exist; or an error: -ENOTSUP for a device, a
 * FIFO or a socket, -EISDIR, -EACCES for a file that the user must not write, -ENOENT for a
 * dangling link.
 */
static inline int outpath_find(char found[PATH_MAX], const char *path, struct stat *old)
{
	if (strlen(path) >= PATH_MAX)
		return -ENAMETOOLONG;
	strcpy(found, path);
	if (lstat(path, old))
		return errno == ENOENT ? 0 : -errno;
	if (S_ISLNK(old->st_mode) && (!realpath(path, found) || lstat(found, old)))
		return -errno;
	if (S_ISDIR(old->st_mode))
		return -EISDIR;
	if (!S_ISREG(old->st_mode))
		return -ENOTSUP;
	return access(found, W_OK) ? -errno : 1;
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
