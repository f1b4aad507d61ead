/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DAMAGE_H
#define DAMAGE_H
/* How much damage of a file a reader does not notice. */
#include <stddef.h>
#include <stdint.h>

struct damage {
	const char *name; /* of the format and its reader */
	const void *file;
	size_t size;
	/* Reads the file at @path to its end, as a tool does; 0 if there was no error. */
	int (*read)(const char *path);
};

/*
 * Reads the file with one byte changed and cut off, each @times at places drawn at random,
 * prints the numbers that went unnoticed and the seed (SEED, or 1), and fails unless both are
 * 0. The whole file must be read without an error.
 */
void damage_test(const struct damage *d, unsigned int times);

#endif
