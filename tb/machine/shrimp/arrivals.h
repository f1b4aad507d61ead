/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARRIVALS_H
#define ARRIVALS_H
/*
 * A file of the packets that arrived at one node of a SHRIMP multicomputer, with their times. A
 * board never influences the arrivals, so it can be simulated alone, later. The file is text,
 * one packet per line; it appears only when it is complete, and ends with its length and
 * checksum (checksum.h).
 */
#include "../../../sw/lib/checksum.h"
#include "../../../sw/lib/outfile.h"
#include "packet.h"
#include <stddef.h>
#include <stdio.h>

struct arrival {
	struct packet p;
	uint64_t rx_ps; /* time at which its header is on the board's connectors; never
			 * decreases */
};

/* Header of the file: the machine started at @start_ps of the simulation of a board opened with
 * @seed, when its clock showed @start_tick. */
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

/* Creates the file of node @node, for example node-0003.packets, in @folder, which must exist.
 * These functions return 0 or a negative errno value. After an error call arrivals_abort(). */
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

/* Reads a file. False: @why has an error message with the location, and nothing needs to be
 * freed. */
bool arrivals_read(struct arrivals *all, const char *path, char why[256]);
void arrivals_free(struct arrivals *all);

#endif
