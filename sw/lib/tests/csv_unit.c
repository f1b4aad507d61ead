/* SPDX-License-Identifier: Apache-2.0 */
/* Tests cells of CSV files: they are written and read back; cells that a spreadsheet would
 * split are quoted. */
#include "unit.h"
#include "csv.h"
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *text, *cell;
} cases[] = {
	{"", ""},
	{"two phases", "two phases"},
	{"even, costly moves", "\"even, costly moves\""},
	{"a \"b\"", "\"a \"\"b\"\"\""},
	{" x", "\" x\""},
	{"x\t", "\"x\t\""},
	{"a\nb", "\"a\nb\""},
	{"a\r", "\"a\r\""},
	{",", "\",\""},
	{"\"", "\"\"\"\""},
};
#define CASES (sizeof(cases) / sizeof(*cases))

static void quotes(void)
{
	char *text;
	size_t size;

	for (size_t EACH(i, 0); i < CASES; i++) {
		char cell[CSV_CELL(32)];
		FILE *f = open_memstream(&text, &size);

		assert_string_equal(csv_cell(cases[i].text, cell, sizeof(cell)), cases[i].cell);
		csv_write(f, cases[i].text);
		fclose(f);
		assert_string_equal(text, cases[i].cell);
		free(text);
	}
}

static void cuts(void)
{
	char cell[8];

	assert_string_equal(csv_cell("abcdefghij", cell, sizeof(cell)), "abcdefg");
	assert_string_equal(csv_cell("a,bcdefghij", cell, sizeof(cell)), "\"a,bcd\"");
	assert_string_equal(csv_cell(",\"\"\"\"", cell, sizeof(cell)), "\",\"\"\"\"\"");
	assert_string_equal(csv_cell("abc", cell, 3), "ab");
}

/* Writes all cells in one line and reads them back. */
static void round_trip(void)
{
	char line[1024] = "", *at = line;

	for (size_t i = 0; i < CASES; i++) {
		strcat(line, i ? "," : "");
		strcat(line, cases[i].cell);
	}
	for (size_t EACH(i, 0); i < CASES; i++) {
		assert_non_null(at);
		assert_string_equal(csv_next(&at), cases[i].text);
	}
	assert_null(at);
}

/* A line that is cut off within a quoted cell, or has a quote elsewhere, is no data. */
static void refuses(void)
{
	static const char *const lines[] = {"\"",     "\"a,b",	"\"a\"\"", "a\"",
					    "a\"b\"", "\"a\"b", "\"a\" ,b"};
	char line[16], *at;

	for (size_t EACH(i, 0); i < sizeof(lines) / sizeof(*lines); i++) {
		snprintf(line, sizeof(line), "x,%s", lines[i]);
		at = line;
		assert_string_equal(csv_next(&at), "x");
		assert_null(csv_next(&at));
		assert_null(at);
	}
}

static const struct unit units[] = {
	UNIT(quotes, ""),
	UNIT(cuts, ""),
	UNIT(round_trip, ""),
	UNIT(refuses, ""),
};

UNIT_MAIN(units)
