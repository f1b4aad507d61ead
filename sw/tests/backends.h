/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BACKENDS_H
#define BACKENDS_H
/* Runs a driver over each backend and checks for equal accesses in the same session. For
 * cmocka. */
#include "device.h"

#define NOTED 64

/* A device in front of another one, which records the accesses. */
struct noting {
	struct device dev; /* first */
	struct device *behind;
	struct noted {
		bool write;
		uint32_t addr;
		unsigned int width;
		uint64_t value; /* written */
	} log[NOTED];
	size_t logged;
};

void noting_open(struct noting *n, struct device *behind);

struct backends_turn {
	const char *name;   /* of the backend, with its arguments */
	const char *mapped; /* the file of "mmap:"; NULL: another backend */
	struct noting noting;
};

/*
 * Calls @session with "sim:", with "unix:PATH", where @fake is served, and with
 * "mmap:slot=none,mem=FILE,offset=@offset" of @bytes from there on. @session opens the board by
 * its name, puts @noting in front of its device, and makes the same accesses each time, more
 * than
 * @least.
 */
void backends_compare(struct device *fake, size_t offset, size_t bytes,
		      void (*session)(struct backends_turn *turn), size_t least);

#endif
