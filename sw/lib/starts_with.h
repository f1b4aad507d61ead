/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STARTS_WITH_H
#define STARTS_WITH_H
#include <stdbool.h>
#include <string.h>

/* Returns whether @text starts with @prefix. */
static inline bool starts_with(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

#endif
