/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TEXTLINE_H
#define TEXTLINE_H
/* A getline() for files of unknown origin: it limits the length of a line and thus the memory
 * that it allocates. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define TEXTLINE_MOST 65536
/* What is said of a file whose last line has no line feed: a number may have been cut off. */
#define TEXTLINE_UNENDED "the last line has no end: is the file complete?"

/* Like getline(), but sets errno to 0 at the end of the file, and returns -1 with errno
 * EMSGSIZE for a line of TEXTLINE_MOST bytes or more. */
static inline ssize_t textline_read(char **text, size_t *room, FILE *f)
{
	size_t n = 0;
	int c = 0;

	errno = 0;
	while (c != '\n' && (c = getc_unlocked(f)) != EOF) {
		if (n + 2 > TEXTLINE_MOST) {
			errno = EMSGSIZE;
			return -1;
		}
		if (n + 2 > *room) {
			const size_t more = *room ? 2 * *room : 128;
			char *p = (char *)realloc(*text, more);

			if (!p)
				return -1;
			*text = p;
			*room = more;
		}
		(*text)[n++] = (char)c;
	}
	if (!n)
		return -1;
	(*text)[n] = 0;
	return (ssize_t)n;
}

#endif
