/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WAVE_FILE_H
#define WAVE_FILE_H
/*
 * The file of a wave dump. Wave writers create files beside their own, and remove files of any
 * kind that are in the way. A dump is therefore written in a private folder beside the file,
 * and gets its name when it is complete. outpath.h says which file it may replace. Part of each
 * compiled model: C11 and C++17.
 */
#include "../../sw/lib/outpath.h"
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>

#define WAVE_FILE_LEAST (64u << 20) /* bytes */
#define WAVE_FILE_FOLDER (PATH_MAX + 16)
#define WAVE_FILE_NAME (WAVE_FILE_FOLDER + 8)

struct wave_file {
	char path[PATH_MAX];	       /* path of the complete dump */
	char folder[WAVE_FILE_FOLDER]; /* private */
	char part[WAVE_FILE_NAME];     /* the dump, in the folder */
};

/* Returns whether the limit for the size of files leaves room for the temporary files of
 * Verilator's writer, which it maps into memory without a check. */
static inline bool wave_file_fits(void)
{
	struct rlimit limit;

	return getrlimit(RLIMIT_FSIZE, &limit) || limit.rlim_cur >= WAVE_FILE_LEAST;
}

/* Creates the folder for a dump that is to become @path. Returns 0 or a negative errno value:
 * -ENOTSUP if @path is a device, a FIFO or a socket, -ENOENT if it is a dangling link. */
static inline int wave_file_begin(struct wave_file *w, const char *path)
{
	struct stat old;
	const int err = outpath_find(w->path, path, &old);

	if (err < 0)
		return err;
	snprintf(w->folder, sizeof(w->folder), "%s.part-XXXXXX", w->path);
	if (!mkdtemp(w->folder))
		return -errno;
	snprintf(w->part, sizeof(w->part), "%s/dump", w->folder);
	return 0;
}

/* Writes the dump to the disk, and gives it the owner and the mode of the old file. */
static inline int wave_file_finish(const struct wave_file *w)
{
	const int fd = open(w->part, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
	char found[PATH_MAX];
	struct stat old;
	int err;

	if (fd < 0)
		return -errno;
	err = outpath_find(found, w->path, &old);
	if (err > 0)
		err = outpath_inherit(fd, &old);
	if (!err)
		err = outpath_sync(fd);
	if (close(fd) && !err)
		err = -errno;
	return err;
}

/* Gives the dump its final name or, if @err is a negative errno value, removes it. Returns @err
 * or the error of the renaming. */
static inline int wave_file_end(const struct wave_file *w, int err)
{
	char beside[WAVE_FILE_NAME + 8];

	if (!err)
		err = wave_file_finish(w);
	if (!err && rename(w->part, w->path))
		err = -errno;
	if (err)
		unlink(w->part);
	/* remove what a failed writer has left */
	snprintf(beside, sizeof(beside), "%s.hier", w->part);
	unlink(beside);
	rmdir(w->folder);
	return err;
}

#ifndef MODEL_VCD
/* Returns whether all blocks of an FST file are present: Verilator's writer does not report
 * errors. */
static inline bool wave_file_is_fst(const char *path)
{
	enum {
		HEADER = 0,
		GEOMETRY = 3,
		HIERARCHY = 4,
		HIERARCHY_LZ4 = 6,
		HIERARCHY_LZ4_2 = 7
	};
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool geometry = false, hierarchy = false, whole = true;
	uint64_t at = 0, size;
	struct stat st;

	if (fd < 0)
		return false;
	size = fstat(fd, &st) ? 0 : (uint64_t)st.st_size;
	/* a part that was not written, between two written blocks, is a hole */
	if ((uint64_t)lseek(fd, 0, SEEK_HOLE) < size)
		whole = false;
	while (at < size && whole) {
		uint8_t b[9];
		uint64_t bytes = 0;

		whole = pread(fd, b, sizeof(b), (off_t)at) == (ssize_t)sizeof(b);
		for (unsigned int i = 1; i < sizeof(b); i++)
			bytes = bytes << 8 | b[i];
		whole = whole && (at > 0 || b[0] == HEADER) && bytes >= 8 &&
			bytes <= size - at - 1;
		at += 1 + bytes;
		geometry |= b[0] == GEOMETRY;
		hierarchy |=
			b[0] == HIERARCHY || b[0] == HIERARCHY_LZ4 || b[0] == HIERARCHY_LZ4_2;
	}
	close(fd);
	return whole && geometry && hierarchy;
}
#endif

#endif
