/* SPDX-License-Identifier: Apache-2.0 */
#include "nm_table.h"
#include "number.h"
#include "starts_with.h"
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KIND "numachine counters"
#define TITLE "counter,count"
/* events: sums of counts, also weighted by a depth, fit 64 bits */
#define MOST (UINT64_C(1) << 56)

/* ---- writing ---- */

__attribute__((format(printf, 2, 3))) static void print(struct record_writer *w,
							const char *fmt, ...)
{
	char text[128];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	record_write_text(w, text, (size_t)n);
}

int nm_table_write(const struct nm_table *t, struct record_writer *w)
{
	print(w, "# file: " KIND "\n");
	record_write_check(w);
	print(w, "# mode: %s\n# line: %u\n# boards: %u\n# board: %u\n", nm_mode_name(t->mode),
	      t->line_bytes, t->boards, t->board);
	if (t->station >= 0)
		print(w, "# station: %d\n", t->station);
	if (t->mode == NM_DEPTH)
		print(w, "# order: %s\n", t->ahdl ? "ahdl" : "thesis");
	if (t->ns)
		print(w, "# time: %" PRIu64 " ns\n", t->ns);
	if (t->waits)
		print(w, "# waited: %" PRIu64 " clocks\n", t->waited);
	if (t->labels)
		print(w, "# labels: %08" PRIX32 "\n", t->labels);
	if (t->accesses)
		print(w, "# accesses: %" PRIu64 " of %" PRIu64 "\n", t->made, t->accesses);
	print(w, "# overflows: %" PRIu64 "\n# second: %s\n# missed: %" PRIu32 "\n" TITLE "\n",
	      t->overflows, t->second ? "yes" : "no", t->missed);
	for (uint32_t k = 0; k < NM_COUNTERS; k++)
		if (t->count[k])
			print(w, "0x%04" PRIX32 ",%" PRIu64 "\n", k, t->count[k]);
	return record_write_end(w);
}

/* ---- reading ---- */

/* The header lines, and whether a file must have them. */
enum {
	FILE_LINE,
	MODE,
	LINE,
	BOARDS,
	BOARD,
	STATION,
	ORDER,
	TIME,
	WAITED,
	OVERFLOWS,
	SECOND,
	MISSED,
	LABELS,
	ACCESSES
};

static const char *const names[] = {"file",    "mode",	 "line",   "boards",  "board",
				    "station", "order",	 "time",   "waited",  "overflows",
				    "second",  "missed", "labels", "accesses"};

#define NAMES (sizeof(names) / sizeof(*names))
#define NEEDED (1u << FILE_LINE | 1u << MODE | 1u << LINE | 1u << BOARDS | 1u << MISSED)

void nm_table_begin(struct nm_table_reader *r, struct nm_table *table)
{
	memset(table, 0, sizeof(*table));
	table->station = -1;
	*r = (struct nm_table_reader){.table = table};
}

static int set_error(struct nm_table_reader *r, const char *what)
{
	r->wrong = what;
	return -EINVAL;
}

/* Reads a number up to @max that ends at @end. */
static bool number(const char *text, const char *end, uint64_t max, uint64_t *value)
{
	char *stop;

	return !number_read(text, &stop, value) && *value <= max && !strcmp(stop, end);
}

/* Reads "MADE of ALL". */
static bool part(const char *text, uint64_t *made, uint64_t *all)
{
	char *stop;

	return !number_read(text, &stop, made) && starts_with(stop, " of ") &&
	       number(stop + 4, "", UINT64_MAX, all) && *all && *made <= *all;
}

static int header_value(struct nm_table_reader *r, size_t name, const char *text)
{
	struct nm_table *t = r->table;
	uint64_t v = 0;

	switch (name) {
	case FILE_LINE:
		return strcmp(text, KIND) ? set_error(r, "not a file of " KIND) : 0;
	case MODE:
		if (nm_mode_by_name(text, &t->mode))
			return set_error(r, "unknown mode");
		return 0;
	case LINE:
		if (!number(text, "", 128, &v) || (v != 64 && v != 128))
			return set_error(r, "lines have 64 or 128 bytes");
		t->line_bytes = (unsigned int)v;
		return 0;
	case BOARDS:
		if (!number(text, "", 2, &v) || !v)
			return set_error(r, "there are 1 or 2 boards");
		t->boards = (unsigned int)v;
		return 0;
	case BOARD:
		if (!number(text, "", 1, &v))
			return set_error(r, "the board is 0 or 1");
		t->board = (unsigned int)v;
		return 0;
	case STATION:
		if (!number(text, "", 15, &v))
			return set_error(r, "a station is 0 to 15");
		t->station = (int)v;
		return 0;
	case ORDER:
		t->ahdl = !strcmp(text, "ahdl");
		return t->ahdl || !strcmp(text, "thesis") ? 0 : set_error(r, "thesis or ahdl");
	case TIME:
		return number(text, " ns", UINT64_MAX, &t->ns) ? 0
							       : set_error(r, "a time is N ns");
	case WAITED:
		t->waits = number(text, " clocks", NM_QUEUED_MAX, &t->waited);
		return t->waits ? 0 : set_error(r, "waited are N clocks");
	case OVERFLOWS:
		return number(text, "", UINT64_MAX, &t->overflows) ? 0
								   : set_error(r, "no number");
	case LABELS:
		t->labels = (uint32_t)strtoul(text, NULL, 16);
		return strlen(text) == 8 && strspn(text, "0123456789ABCDEF") == 8
			       ? 0
			       : set_error(r, "a checksum has 8 hexadecimal digits");
	case ACCESSES:
		return part(text, &t->made, &t->accesses) ? 0
							  : set_error(r, "accesses are N of N");
	case SECOND:
		t->second = !strcmp(text, "yes");
		return t->second || !strcmp(text, "no") ? 0 : set_error(r, "yes or no");
	default:
		if (!number(text, "", UINT32_MAX, &v))
			return set_error(r, "not a number up to 4294967295");
		t->missed = (uint32_t)v;
		return 0;
	}
}

/* Reads a header line "# NAME: VALUE"; other comments are ignored. */
static int header(struct nm_table_reader *r, const char *text)
{
	for (size_t i = 0; i < NAMES; i++) {
		const size_t n = strlen(names[i]);

		if (strncmp(text, names[i], n) || !starts_with(text + n, ": "))
			continue;
		if (r->seen & 1u << i)
			return set_error(r, "said before");
		if (i != FILE_LINE && !(r->seen & 1u << FILE_LINE))
			return set_error(r, "the first line must be \"# file: " KIND "\"");
		r->seen |= 1u << i;
		return header_value(r, i, text + n + 2);
	}
	return 0;
}

static int counter(struct nm_table_reader *r, char *text)
{
	char *comma = strchr(text, ',');
	uint64_t k, v;

	if (!comma)
		return set_error(r, "no comma");
	*comma = '\0';
	if (!number(text, "", NM_COUNTERS - 1, &k))
		return set_error(r, "a counter is 0 to 0xFFFF");
	if (!number(comma + 1, "", UINT64_MAX, &v))
		return set_error(r, "no count after the comma");
	if (k < r->next)
		return set_error(r, "counters must ascend");
	if (v > MOST - r->total)
		return set_error(r, "the counts add up to more than 2^56 events");
	r->total += v;
	r->table->count[k] = v;
	r->next = (uint32_t)k + 1;
	return 0;
}

int nm_table_line(struct nm_table_reader *r, const char *text, size_t length)
{
	char line[256];

	if (memchr(text, '\0', length))
		return set_error(r, "a byte 0");
	while (length && strchr(" \t\r", text[length - 1]))
		length--;
	if (length >= sizeof(line))
		return set_error(r, "line too long");
	memcpy(line, text, length);
	line[length] = '\0';
	if (!length)
		return 0;
	if (line[0] == '#')
		return header(r, line + 1 + strspn(line + 1, " "));
	if (!(r->seen & 1u << FILE_LINE))
		return set_error(r, "the first line must be \"# file: " KIND "\"");
	if (r->counters)
		return counter(r, line);
	if (strcmp(line, TITLE))
		return set_error(r, "\"" TITLE "\" must come before the counters");
	if ((r->seen & NEEDED) != NEEDED)
		return set_error(r,
				 "mode, line, boards and missed must come before the counters");
	r->counters = true;
	return 0;
}

int nm_table_end(struct nm_table_reader *r)
{
	return r->counters ? 0 : set_error(r, "ends before the counters");
}
