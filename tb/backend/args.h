/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARGS_H
#define ARGS_H
/* Numbers, times and ranges in commands and packet files. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ARGS_WORDS 64

/* Decimal, or hexadecimal after 0x. */
bool args_number(const char *text, uint64_t *v);
/* A number, optionally with a fraction, and ns, us, ms or s, or 0; in picoseconds, truncated;
 * at most an hour. */
bool args_time(const char *text, uint64_t *ps);

struct args_range {
	uint64_t lo, hi;
};

/* One value or LO-HI, each read by @one, LO not above HI. */
bool args_range(const char *text, bool (*one)(const char *, uint64_t *), struct args_range *r);

/* Splits @line, which is changed, at blanks. The number of words, or -1: more than
 * ARGS_WORDS. */
int args_split(char *line, char *words[ARGS_WORDS]);
/* The value of a word NAME=VALUE, or NULL for another name. */
const char *args_value(const char *word, const char *name);

#endif
