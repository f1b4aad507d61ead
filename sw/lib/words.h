/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WORDS_H
#define WORDS_H
#include <string.h>

/* Splits @line at spaces and tabs, which it overwrites, into at most @most words. Returns their
 * number; -1: there are more. */
static inline int words_split(char *line, char **words, int most)
{
	char *rest = line;
	int n = 0;

	for (char *w; (w = strtok_r(rest, " \t", &rest)) != NULL;) {
		if (n == most)
			return -1;
		words[n++] = w;
	}
	return n;
}

#endif
