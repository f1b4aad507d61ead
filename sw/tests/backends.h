/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BACKENDS_H
#define BACKENDS_H
/* Runs the same session of a driver over each backend and checks that the accesses are equal;
 * for cmocka. */
#include "device.h"

#define NOTED 64

/* A device that records the accesses and passes them on to another device. */
struct noting {
	struct device dev; /* must be the first member */
	struct device *behind;
	struct noted {
		bool write;
		uint32_t addr;
		unsigned int width;
		uint64_t value; /* value written */
	} log[NOTED];
	size_t logged;
};

void noting_open(struct noting *n, struct device *behind);

struct backends_turn {
	const char *name;   /* name of the backend, with its arguments */
	const char *mapped; /* the file of "mmap:"; NULL: another backend */
	struct noting noting;
};

/*
 * Calls @session with "sim:", with "unix:PATH", where @fake is served, and with
 * "mmap:slot=none,mem=FILE,offset=@offset" of @bytes from there on. @session opens the board by
 * its name, records with the noting of its turn, and makes the same accesses each time: more
 * than @least.
 */
void backends_compare(struct device *fake, size_t offset, size_t bytes,
		      void (*session)(struct backends_turn *turn), size_t least);

#endif
