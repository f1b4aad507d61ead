/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of CSV files, their fields and the decimal numbers in them. A number that is printed
 * and read again is the same. */
#include "fuzz.h"
#include "decimal.h"
#include <math.h>
#include <string.h>

/* Checks the number in the field from @at to @end. */
static void number(char *at, char *end)
{
	static const struct decimal one = {.exact = true, .digits = 1, .value = 1};
	static const struct decimal zero = {.exact = true};
	struct decimal d, again;
	char text[DECIMAL_TEXT], *from, *to;
	size_t n;

	if (!csv_number(at, end, &d, &from, &to))
		return;
	FUZZ_CHECK(at <= from && from < to && to <= end);
	FUZZ_CHECK(decimal_parse(from, to, &again) == to && again.value == d.value);
	FUZZ_CHECK(isfinite(d.value));
	n = decimal_print(text, &d, &one, &zero);
	FUZZ_CHECK(n > 0 && n <= sizeof(text));
	FUZZ_CHECK(decimal_parse(text, text + n, &again) == text + n);
	/* a number that needs an exponent is written with only 15 digits */
	if (d.exact && d.exponent <= 0 && d.exponent >= -18)
		FUZZ_CHECK(again.exact && again.value == d.value);
	else
		FUZZ_CHECK(fabs(again.value - d.value) <= 1e-14 * fabs(d.value));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *line = malloc(size + 1), *stop = line + size;
	char *at = line;

	FUZZ_CHECK(line);
	memcpy(line, data, size);
	*stop = 0;
	csv_is_blank(line, stop);
	csv_is_comment(line, stop);
	csv_is_header(line, stop);
	FUZZ_CHECK(!memcmp(line, data, size));
	for (;;) {
		char *end = csv_field_end(at, stop);

		FUZZ_CHECK(end >= at && end <= stop && (end == stop || *end == ','));
		number(at, end);
		if (end == stop)
			break;
		at = end + 1;
	}
	free(line);
	return 0;
}
