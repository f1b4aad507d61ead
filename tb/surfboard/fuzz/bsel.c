/* SPDX-License-Identifier: Apache-2.0 */
/* Sources of the bin selector. A source that parses can be printed, parsed again, compiled and
 * decoded, and gives the same mapping each time; one that does not parse gives at least one
 * error with its line and column. */
#include "fuzz.h"
#include "bsel.h"
#include <errno.h>
#include <string.h>

static unsigned int errors, line;

static void report(void *arg, const struct bsel_error *e)
{
	(void)arg;
	/* at most one error for each line, in the order of the lines */
	FUZZ_CHECK(e->line > line && e->column > 0);
	FUZZ_CHECK(memchr(e->what, 0, sizeof(e->what)) && *e->what);
	line = e->line;
	errors++;
}

static int parse(const void *text, size_t size, struct sbit_map *map, bsel_report *told)
{
	FILE *in = size ? fmemopen((void *)text, size, "r") : fopen("/dev/null", "r");
	int err;

	FUZZ_CHECK(in);
	err = bsel_parse(in, map, told, NULL);
	fclose(in);
	return err;
}

static char *print(const struct sbit_map *map, size_t *size)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, size);

	FUZZ_CHECK(out && bsel_print(out, map) == 0);
	fclose(out);
	return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sbit_map map, again, decoded;
	uint8_t stream[SBIT_BYTES];
	char *text, *second;
	size_t n, m;
	int err;

	errors = line = 0;
	memset(&map, 0xEE, sizeof(map));
	again = map;
	err = parse(data, size, &map, report);
	FUZZ_CHECK(err == parse(data, size, &again, NULL));
	FUZZ_CHECK(!memcmp(&map, &again, sizeof(map)));
	FUZZ_CHECK(err == 0 || err == -EINVAL);
	FUZZ_CHECK((err == 0) == (errors == 0));
	if (err)
		return 0;
	text = print(&map, &n);
	FUZZ_CHECK(parse(text, n, &again, report) == 0);
	FUZZ_CHECK(!memcmp(&map, &again, sizeof(map)));
	second = print(&again, &m);
	FUZZ_CHECK(n == m && !memcmp(text, second, n));
	free(text);
	free(second);
	FUZZ_CHECK(sbit_compile(&map, stream) == 0);
	FUZZ_CHECK(sbit_decode(stream, SBIT_BITS, &decoded, NULL) == 0);
	FUZZ_CHECK(!memcmp(&map, &decoded, sizeof(map)));
	return 0;
}
