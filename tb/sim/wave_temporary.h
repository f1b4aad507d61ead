/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WAVE_TEMPORARY_H
#define WAVE_TEMPORARY_H
/*
 * Included before Verilator's FST writer (GTKWave's fstapi.c). The writer maps its temporary
 * files into memory and does not check whether the disk has room for them: on a full disk the
 * process would die of SIGBUS. These files are as large as the state of the design; here they
 * are in memory.
 */
#include <cstdio>
#include <sys/mman.h>
#include <unistd.h>

static inline FILE *wave_temporary(void)
{
	const int fd = memfd_create("wave", MFD_CLOEXEC);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w+b");

	if (!f && fd >= 0)
		close(fd);
	return f;
}

#define tmpfile wave_temporary

#endif
