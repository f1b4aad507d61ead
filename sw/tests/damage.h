/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DAMAGE_H
#define DAMAGE_H
/* Checks that a reader detects damage of a file. */
#include <stddef.h>
#include <stdint.h>

struct damage {
	const char *name; /* name of the format and its reader */
	const void *file;
	size_t size;
	/* Reads the file at @path to its end, as a tool does; returns 0 if there was no
	 * error. */
	int (*read)(const char *path);
};

/*
 * Reads the file with one byte changed, and truncated, each @times at random positions. Prints
 * the numbers of undetected changes and truncations and the seed (SEED, or 1), and fails unless
 * both numbers are 0. The undamaged file must be read without an error.
 */
void damage_test(const struct damage *d, unsigned int times);

#endif
