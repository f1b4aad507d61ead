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

/* Returns the part of @text after @prefix, or NULL if @text does not start with it. */
static inline const char *after_prefix(const char *text, const char *prefix)
{
	return starts_with(text, prefix) ? text + strlen(prefix) : NULL;
}

#endif
