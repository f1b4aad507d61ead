/* SPDX-License-Identifier: Apache-2.0 */
#include "rows.h"
#include <stdarg.h>
#include <stdio.h>

static FILE *out;
static char name[4096], part[4096 + 8];

bool rows_begin(const char *path)
{
	snprintf(name, sizeof(name), "%s", path);
	snprintf(part, sizeof(part), "%s.part", name);
	out = fopen(part, "w");
	return out && fprintf(out, "question,key,value\n") > 0;
}

static void put_key(const char *question, const char *key, va_list args)
{
	fprintf(out, "%s,", question);
	vfprintf(out, key, args);
}

void row_number(double value, const char *question, const char *key, ...)
{
	va_list args;

	va_start(args, key);
	put_key(question, key, args);
	va_end(args);
	fprintf(out, ",%.10g\n", value);
}

void row_text(const char *value, const char *question, const char *key, ...)
{
	va_list args;

	va_start(args, key);
	put_key(question, key, args);
	va_end(args);
	fprintf(out, ",%s\n", value);
}

bool rows_end(void)
{
	const bool ok = !ferror(out);

	return !fclose(out) && ok && !rename(part, name);
}
