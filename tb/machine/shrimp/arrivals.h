/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARRIVALS_H
#define ARRIVALS_H
/*
 * The packets that arrived at one node of a SHRIMP multicomputer, with their times, as a file: a
 * board never changes what arrives, so it may be simulated later, alone. A text, one packet a
 * line; it appears complete or not at all, and ends with its length and checksum (checksum.h).
 */
#include "../../../sw/lib/checksum.h"
#include "../../../sw/lib/outfile.h"
#include "packet.h"
#include <stddef.h>
#include <stdio.h>

struct arrival {
	struct packet p;
	uint64_t rx_ps; /* its header is on the connectors of the board; never earlier than the last */
};

/* The machine started at @start_ps of the simulation of a board opened with @seed; its clock
 * showed @start_tick then. */
struct arrivals_head {
	unsigned int node;
	uint64_t seed, start_ps, start_tick;
};

/* ---- writing ---- */

struct arrivals_file {
	struct outfile out;
	FILE *f;
	struct check check;
	char path[PATH_MAX];
};

/* The file of node @node in @folder, which must exist: node-0003.packets. All return 0 or a
 * negative errno value. After an error: arrivals_abort(). */
int arrivals_create(struct arrivals_file *w, const char *folder, unsigned int node);
int arrivals_add(struct arrivals_file *w, const struct arrival *a);
int arrivals_commit(struct arrivals_file *w, const struct arrivals_head *h);
void arrivals_abort(struct arrivals_file *w);

/* ---- reading ---- */

struct arrivals {
	struct arrivals_head head;
	struct arrival *a;
	size_t n;
};

/* False: @why says what is wrong with the file, and where; nothing to be freed. */
bool arrivals_read(struct arrivals *all, const char *path, char why[256]);
void arrivals_free(struct arrivals *all);

#endif
