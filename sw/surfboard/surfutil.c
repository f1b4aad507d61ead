/* SPDX-License-Identifier: Apache-2.0 */
#include "surfutil.h"
#include <string.h>

void (*util_header)(const char *, size_t, const char *, size_t);

static void find_header(const char *text, size_t length)
{
	static const char *const names[] = {"file",	    "board",   "configuration", "clock",
					    "latency unit", "trigger", "seed",		"cut"};
	const char *colon;

	while (length && *text == ' ') {
		text++;
		length--;
	}
	while (length && strchr(" \t\r\f\v", text[length - 1]))
		length--;
	colon = memchr(text, ':', length);
	if (!colon)
		return;
	if (length > 5 && memcmp(text, "lost ", 5) == 0)
		util_header(text, (size_t)(colon - text), text, length);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strlen(names[i]) == (size_t)(colon - text) &&
		    memcmp(names[i], text, (size_t)(colon - text)) == 0)
			util_header(text, (size_t)(colon - text), text, length);
}

void util_copy_header(const char *name, size_t name_length, const char *text, size_t length)
{
	record_write_text(&util_out, "# ", 2);
	util_write_line(text, length);
	if (name_length == strlen("file") && !memcmp(name, "file", name_length) &&
	    !util_out.promised)
		record_write_check(&util_out);
}

bool util_trace(struct trace_record *t)
{
	uint32_t value[5];

	util_comment = util_header ? find_header : NULL;
	if (!util_record(value, 4, "trace"))
		return false;
	t->index = value[0];
	memcpy(t->word, value + 1, sizeof(t->word));
	return true;
}

bool util_hist(struct hist_record *h)
{
	uint32_t value[2];

	util_comment = util_header ? find_header : NULL;
	if (!util_record(value, 1, "histogram"))
		return false;
	*h = (struct hist_record){value[0], value[1]};
	return true;
}
