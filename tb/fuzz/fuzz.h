/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FUZZ_H
#define FUZZ_H
/*
 * Common part of the drivers. A driver is one function that hands arbitrary bytes to a
 * parser and checks more than that it returns: what the parser accepts must survive printing
 * and reading, and must not depend on how the input is split. libFuzzer calls it (make
 * fuzz), and replay.c with the kept inputs and changes of them (make test).
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Checks a property that must hold for every input. */
#define FUZZ_CHECK(condition) \
	((condition) ? (void)0 : fuzz_failed(#condition, __FILE__, __LINE__))

static inline _Noreturn void fuzz_failed(const char *what, const char *file, int line)
{
	fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
	abort();
}

/* Creates a file in memory with these bytes, for parsers that open a path. */
static inline int fuzz_file(const uint8_t *data, size_t size, char path[32])
{
	int fd = memfd_create("input", MFD_CLOEXEC);

	FUZZ_CHECK(fd >= 0 && pwrite(fd, data, size, 0) == (ssize_t)size);
	snprintf(path, 32, "/proc/self/fd/%d", fd);
	return fd;
}

#endif
