/* SPDX-License-Identifier: Apache-2.0 */
/* Scales fields of a CSV file (TR-596-99 B.2.2). */
#include "decimal.h"
#include "util.h"
#include <stdio.h>
#include <string.h>

#define FIELDS 1000 /* highest number of a field */

static const char usage_text[] =
	"Usage: tallyboard scale -f FIELD [-m FACTOR] [-a OFFSET]... [FILE]...\n"
	"\n"
	"Multiplies fields of a CSV file by a factor, adds an offset and copies everything\n"
	"else. Each -f starts the options of another field. "
	"Results are exact up to 18 digits.\n"
	"\n"
	"  -f, --field=FIELD   number of a field, from 1\n"
	"  -m, --multiply=FACTOR\n"
	"                      factor for this field (1)\n"
	"  -a, --add=OFFSET    offset for this field (0)\n"
	"\n"
	"A first line without any number, lines that begin with # and blank lines are copied\n"
	"unchanged.\n"
	"\n" UTIL_HELP;

struct scaling {
	bool given, factor_given, offset_given;
	struct decimal factor, offset;
};

static struct scaling scaling[FIELDS + 1];

static struct decimal parse_number(char *text)
{
	struct decimal d = {.exact = true};
	char *stop = text + strlen(text);

	if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
		d.digits = util_number(text, INT64_MAX);
		d.value = (double)d.digits;
	} else if (decimal_parse(text, stop, &d) != stop) {
		util_usage("not a number", text);
	}
	return d;
}

static void set_number(bool *given, struct decimal *d, char *text)
{
	if (*given)
		util_usage("given twice for a field", text);
	*given = true;
	*d = parse_number(text);
}

/* Writes the line with its fields scaled. */
static bool scale_line(char *text, char *stop, unsigned int last)
{
	/* A number may become longer. */
	static char line[RECORD_BUFFER + FIELDS * DECIMAL_TEXT];
	char *copied = text, *p = text, *out = line, message[64];

	for (unsigned int i = 1;; i++) {
		char *end, *from, *to;
		struct decimal d;
		size_t length;

		if (!scaling[i].given) {
			end = csv_field_end(p, stop);
		} else {
			end = csv_number(p, stop, &d, &from, &to);
			if (!end) {
				snprintf(message, sizeof(message), "field %u is not a number",
					 i);
				return util_wrong(message);
			}
			memcpy(out, copied, (size_t)(from - copied));
			out += from - copied;
			length = decimal_print(out, &d, &scaling[i].factor, &scaling[i].offset);
			if (!length)
				return util_wrong("result too large");
			out += length;
			copied = to;
		}
		if (i == last)
			break;
		if (end == stop) {
			snprintf(message, sizeof(message), "no field %u", last);
			return util_wrong(message);
		}
		p = end + 1;
	}
	memcpy(out, copied, (size_t)(stop - copied));
	out += stop - copied;
	*out++ = '\n';
	return record_write_text(&util_out, line, (size_t)(out - line)) == 0;
}

int main(int argc, char **argv)
{
	static const struct decimal one = {.exact = true, .digits = 1, .value = 1};
	static const struct decimal zero = {.exact = true};
	unsigned int field = 0, last = 0;
	bool first = true, going = true, comment;
	size_t length;
	char *text;
	int c;

	util_begin("scale", usage_text, argc, argv);
	while ((c = util_option(NULL)) != -1) {
		if (c == 'f') {
			field = (unsigned int)util_number(optarg, FIELDS);
			if (field == 0)
				util_usage("fields are numbered from 1", optarg);
			if (scaling[field].given)
				util_usage("field given twice", optarg);
			scaling[field].given = true;
			scaling[field].factor = one;
			scaling[field].offset = zero;
			last = field > last ? field : last;
		} else if (!field) {
			util_usage("no field before", optarg);
		} else if (c == 'm') {
			set_number(&scaling[field].factor_given, &scaling[field].factor,
				   optarg);
		} else {
			set_number(&scaling[field].offset_given, &scaling[field].offset,
				   optarg);
		}
	}
	if (!last)
		util_usage("no field", NULL);
	util_open();
	while (going && util_line(&text, &length)) {
		char *stop = text + length;

		comment = csv_is_comment(text, stop);
		if (comment || (first && csv_is_header(text, stop))) {
			util_write_line(text, length);
			first = first && comment;
		} else {
			going = scale_line(text, stop, last);
			first = false;
		}
	}
	return util_end();
}
