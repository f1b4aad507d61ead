/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WORDS_H
#define WORDS_H
#include <string.h>

/* Splits @line at the characters of @blanks, which it overwrites, into at most @most words.
 * Returns their number; -1: there are more. */
static inline int words_split(char *line, const char *blanks, char **words, int most)
{
	char *rest = line;
	int n = 0;

	for (char *w; (w = strtok_r(rest, blanks, &rest)) != NULL;) {
		if (n == most)
			return -1;
		words[n++] = w;
	}
	return n;
}

#endif
