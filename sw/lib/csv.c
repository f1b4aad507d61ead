/* SPDX-License-Identifier: Apache-2.0 */
#include "csv.h"
#include <stdbool.h>
#include <string.h>

static bool needs_quotes(const char *text)
{
	const size_t n = strlen(text);

	return text[strcspn(text, ",\"\r\n")] ||
	       (n && (strchr(" \t", text[0]) || strchr(" \t", text[n - 1])));
}

const char *csv_cell(const char *text, char *cell, size_t size)
{
	const bool quoted = needs_quotes(text);
	char *to = cell, *const end = cell + size - 1 - quoted;

	if (quoted)
		*to++ = '"';
	for (; *text && to + (*text == '"') < end; text++) {
		*to++ = *text;
		if (*text == '"')
			*to++ = '"';
	}
	if (quoted)
		*to++ = '"';
	*to = 0;
	return cell;
}

void csv_write(FILE *f, const char *text)
{
	const bool quoted = needs_quotes(text);

	if (quoted)
		fputc('"', f);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', f);
		fputc(*text, f);
	}
	if (quoted)
		fputc('"', f);
}

/* Removes the quotes of a cell that begins with one; returns the character after the cell, NULL
 * without a closing quote. */
static char *unquote(char *cell)
{
	char *from = cell + 1, *to = cell;

	for (; *from && (*from != '"' || from[1] == '"'); from++) {
		from += *from == '"';
		*to++ = *from;
	}
	if (!*from)
		return NULL;
	*to = 0;
	return from + 1;
}

char *csv_next(char **at)
{
	char *const cell = *at;
	char *const end = *cell == '"' ? unquote(cell) : cell + strcspn(cell, ",\"");
	const bool whole = end && (!*end || *end == ',');

	*at = whole && *end ? end + 1 : NULL;
	if (whole)
		*end = 0;
	return whole ? cell : NULL;
}
