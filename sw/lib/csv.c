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

char *csv_next(char **at)
{
	char *const cell = *at, *from = cell, *to = cell;
	bool quoted = false;

	for (; *from && (quoted || *from != ','); from++) {
		if (*from != '"')
			*to++ = *from;
		else if (quoted && from[1] == '"')
			*to++ = *from++;
		else
			quoted = !quoted;
	}
	*at = *from ? from + 1 : NULL;
	*to = 0;
	return cell;
}
