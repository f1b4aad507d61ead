/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_UNSEEN_H
#define NM_UNSEEN_H
/*
 * Finds in the file of a program what a recording of it does not contain.
 */
#include <stdbool.h>
#include <stddef.h>

#define NM_UNSEEN_TEXT 256u

struct nm_unseen {
	bool records; /* the program is linked with librecord */
	/* gcc has compiled a part of the program with optimization and without -fno-builtin:
	 * fills and copies that it replaced by instructions are not recorded */
	bool fills;
	/* a part has its debug information in a file of -gsplit-dwarf, which is not read */
	bool split;
	/* names of functions of the C library that the program calls, separated by ", ": that
	 * write into its memory */
	char writes[NM_UNSEEN_TEXT];
	/* that order threads or processes; that make processes which share memory */
	char orders[NM_UNSEEN_TEXT], forks[NM_UNSEEN_TEXT];
};

/* Reads the program @path. Returns 0, or a negative errno value: -EBADMSG: it is no program. */
int nm_unseen(struct nm_unseen *u, const char *path);

#endif
