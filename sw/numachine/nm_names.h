/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_NAMES_H
#define NM_NAMES_H
/*
 * Names of a program's memory ranges and phases, from a text file:
 *
 *	# matrices
 *	0x100000 64K 5 A		START LENGTH LABEL NAME: labels a range, in bytes
 *	0x120000 4096 6 locks
 *	phase 3 factorize		PHASE NUMBER NAME
 *
 * Numbers are decimal or, after 0x, hexadecimal; the suffixes K and M stand for 1024 and
 * 1048576. The name is the rest of the line, up to 63 characters. # starts a comment, empty
 * lines are ignored. Several ranges may have the same label, which then has the name of the
 * first; ranges must not overlap.
 */
#include "nmlib.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NM_NAME_BYTES 64

struct nm_range {
	uint64_t start, length; /* bytes */
	unsigned int label;
	char name[NM_NAME_BYTES];
};

struct nm_names {
	struct nm_range *range; /* ranges in the order of the file */
	size_t ranges;
	char phase[16][NM_NAME_BYTES]; /* "": none */
	uint32_t check; /* checksum of the ranges and their labels; 0: no range */
	/* Private: */
	size_t room;
};

/* Adds a line, without its line feed, to @n, which is empty if zeroed. Returns 0, -ENOMEM, or
 * -EINVAL and an error message in *wrong. */
int nm_names_line(struct nm_names *n, const char *text, size_t length, const char **wrong);
void nm_names_free(struct nm_names *n);

/* Return the name, or NULL. */
const char *nm_label_name(const struct nm_names *n, unsigned int label);
const char *nm_phase_name(const struct nm_names *n, unsigned int phase);

#ifdef __cplusplus
}
#endif

#endif
