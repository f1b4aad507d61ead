/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARGS_H
#define ARGS_H
/* Numbers, times and ranges of them, as they stand in commands and packet files. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ARGS_WORDS 64

/* Decimal, or hexadecimal after 0x. */
bool args_number(const char *text, uint64_t *v);
/* A number, perhaps with a fraction, and ns, us, ms or s; 0 alone; to picoseconds, cut to
 * those; at most an hour. */
bool args_time(const char *text, uint64_t *ps);

struct args_range {
	uint64_t lo, hi;
};

/* One value or LO-HI of what @one reads, LO not above HI. */
bool args_range(const char *text, bool (*one)(const char *, uint64_t *), struct args_range *r);

/* Splits @line, which is changed, at blanks. The number of words, or -1: more than
 * ARGS_WORDS. */
int args_split(char *line, char *words[ARGS_WORDS]);
/* The value in a word NAME=VALUE, or NULL when it is another. */
const char *args_value(const char *word, const char *name);

#endif
