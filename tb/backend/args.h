/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARGS_H
#define ARGS_H
/* Numbers, times and ranges in commands and packet files. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ARGS_WORDS 64

/* Reads a number: decimal, or hexadecimal after 0x. */
bool args_number(const char *text, uint64_t *v);
/* Reads a time: 0, or a number, optionally with a fraction, followed by ns, us, ms or s. @ps
 * receives picoseconds, truncated. The maximum is one hour. */
bool args_time(const char *text, uint64_t *ps);

struct args_range {
	uint64_t lo, hi;
};

/* Reads one value or a range LO-HI with the function @one; LO must not exceed HI. */
bool args_range(const char *text, bool (*one)(const char *, uint64_t *), struct args_range *r);

/* Splits @line at blanks and modifies it. Returns the number of words, or -1 if there are more
 * than ARGS_WORDS. */
int args_split(char *line, char *words[ARGS_WORDS]);
/* Returns the value of a word NAME=VALUE, or NULL for another name. */
const char *args_value(const char *word, const char *name);

#endif
