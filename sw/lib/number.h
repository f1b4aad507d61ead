/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NUMBER_H
#define NUMBER_H
/* Numbers in text files and command lines: decimal or, after 0x, hexadecimal; no sign. */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The number at the beginning of @text; *end: what follows it. 0, -EINVAL when there is none,
 * -ERANGE when it is above 64 bits. */
static inline int number_read(const char *text, char **end, uint64_t *value)
{
	const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	const char *digits = text + (hex ? 2 : 0);

	*end = (char *)text;
	if (!*digits || !strchr(hex ? "0123456789abcdefABCDEF" : "0123456789", *digits))
		return -EINVAL;
	errno = 0;
	*value = strtoull(digits, end, hex ? 16 : 10);
	return errno ? -ERANGE : 0;
}

#endif
