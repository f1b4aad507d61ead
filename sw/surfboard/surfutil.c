/* SPDX-License-Identifier: Apache-2.0 */
#include "surfutil.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void (*util_header)(const char *, size_t, const char *, size_t);

static struct record_joined joined;
static bool incomplete;
static unsigned int file; /* util_files of @joined */

static void begin_file(void)
{
	if (file != util_files)
		record_joined_next(&joined);
	file = util_files;
}

void util_note_losses(void)
{
	if (joined.info.lost)
		fprintf(stderr, "%s: %" PRIu64 "%s packets were lost\n", util_name,
			joined.info.lost, joined.info.lost_more ? " or more" : "");
}

/* Reads the next record of @words words; a record with another clock, unit or phase than the
 * previous ones is an error. */
static bool next_record(uint32_t *value, unsigned int words, const char *kind)
{
	if (!util_record(value, words, kind)) {
		if (incomplete)
			util_incomplete();
		return false;
	}
	begin_file();
	return record_joined_record(&joined) || util_wrong(RECORD_MIXED);
}

/* Returns whether this is a line "lost WHAT: NUMBER". */
static bool is_loss(const char *text, size_t length)
{
	return length > 5 && memcmp(text, "lost ", 5) == 0;
}

static void find_header(const char *text, size_t length)
{
	static const char *const names[] = {"file",    "board",	       "configuration",
					    "clock",   "latency unit", "phase bits",
					    "trigger", "seed",	       "cut"};
	const char *colon;
	bool begins;

	begin_file();
	if (record_joined_line(&joined, text, length, &begins) == -EINVAL)
		util_wrong("the value of this header line is wrong");
	while (length && *text == ' ') {
		text++;
		length--;
	}
	while (length && strchr(" \t\r\f\v", text[length - 1]))
		length--;
	colon = memchr(text, ':', length);
	if (!colon)
		return;
	for (const char *p = colon; is_loss(text, length) && p < text + length; p++)
		incomplete |= *p >= '1' && *p <= '9';
	if (!util_header)
		return;
	if (is_loss(text, length))
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

	util_comment = find_header;
	if (!next_record(value, 4, "trace"))
		return false;
	t->index = value[0];
	memcpy(t->word, value + 1, sizeof(t->word));
	return true;
}

bool util_hist(struct hist_record *h)
{
	uint32_t value[2];

	util_comment = find_header;
	if (!next_record(value, 1, "histogram"))
		return false;
	*h = (struct hist_record){value[0], value[1]};
	return true;
}

void util_parse_range(struct util_range *r, char *text, uint32_t min, uint32_t max)
{
	char *dash = strchr(text, '-');

	if (r->given)
		util_usage("range given twice", text);
	*r = (struct util_range){.given = true, .low = min, .high = max};
	if (dash && !dash[1] && dash == text)
		util_usage("not a range", text);
	if (!dash) {
		r->low = r->high = (uint32_t)util_number(text, max);
	} else {
		if (dash[1])
			r->high = (uint32_t)util_number(dash + 1, max);
		*dash = '\0';
		if (dash > text)
			r->low = (uint32_t)util_number(text, max);
		*dash = '-';
	}
	if (r->low < min || r->high < min)
		util_usage("number too small", text);
	if (r->low > r->high)
		util_usage("range from high to low", text);
}
