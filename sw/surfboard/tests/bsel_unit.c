/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of the parser and the printer of bin-selector sources. */
#include "../../tests/unit.h"
#include "../bsel.h"
#include <errno.h>
#include <time.h>

struct seen {
	int count;
	struct bsel_error first, last;
};

static void note(void *arg, const struct bsel_error *e)
{
	struct seen *s = arg;

	if (!s->count++)
		s->first = *e;
	s->last = *e;
}

static int parse(const char *text, struct sbit_map *map, struct seen *seen)
{
	FILE *in = fmemopen((void *)text, strlen(text), "r");
	int err;

	assert_non_null(in);
	memset(seen, 0, sizeof(*seen));
	err = bsel_parse(in, map, note, seen);
	fclose(in);
	return err;
}

static void assert_error(const char *text, unsigned int line, unsigned int column)
{
	struct sbit_map map, before;
	struct seen seen;

	memset(&map, 0x55, sizeof(map));
	before = map;
	assert_int_equal(parse(text, &map, &seen), -EINVAL);
	assert_memory_equal(&map, &before, sizeof(map));
	assert_int_equal(seen.count, 1);
	assert_int_equal(seen.first.line, line);
	assert_int_equal(seen.first.column, column);
	assert_true(seen.first.what[0]);
}

/* Tests each input and both constants for each bit of the bin. */
static void all_names(void)
{
	struct sbit_map map;
	struct seen seen;
	char text[64];

	for (int EACH(k, 0); k < SBIT_OUTPUTS; k++) {
		for (int EACH(v, 0); v < SBIT_VARIABLES; v++)
			for (int EACH(i, 0); i < sbit_variables[v].width; i++) {
				sprintf(text, "bin[%d] = %s[%d]\n", k, sbit_variables[v].name,
					i);
				assert_int_equal(parse(text, &map, &seen), 0);
				for (int EACH(j, 0); j < SBIT_OUTPUTS; j++)
					assert_int_equal(map.sel[j],
							 j == k ? sbit_variables[v].first + i
								: SBIT_ZERO);
			}
		for (int EACH(c, 0); c < 2; c++) {
			sprintf(text, "bin[%d] = %d\n", k, c);
			assert_int_equal(parse(text, &map, &seen), 0);
			assert_int_equal(map.sel[k], c ? SBIT_ONE : SBIT_ZERO);
		}
		sprintf(text, "\n\nbin[%d] = volume[0]\n", k);
		assert_error(text, 3, k < 10 ? 10 : 11);
	}
}

static void places(void)
{
	assert_error("bin[24] = 0", 1, 4);
	assert_error("bin[3:0] = category\nbin[2] = 1\n", 2, 4);
	assert_error("bin = latency\n\n bin = 0\n", 3, 2);
	assert_error("bin[1] = size[10]\n", 1, 14);
	assert_error("bin[1:0] = size\n", 1, 12);
	assert_error("bin[0:1] = 0\n", 1, 4);
	assert_error("bin[3:0] = 16\n", 1, 12);
	assert_error("bin[0] = 1 1\n", 1, 12);
	assert_error("bin[0]\n", 1, 7);
	assert_error("# x\nbin[0] = #\n", 2, 10);
	assert_error("\tbins = 0", 1, 2);
}

static void one_error_per_line(void)
{
	struct sbit_map map;
	struct seen seen;

	assert_int_equal(parse("a b c\nbin[99] = d\nbin[0] = 1\nbin[0] = 0\n", &map, &seen),
			 -EINVAL);
	assert_int_equal(seen.count, 3);
	assert_int_equal(seen.last.line, 4);
	assert_non_null(strstr(seen.last.what, "line 3"));
	/* The report function may be NULL. */
	FILE *in = fmemopen("x", 1, "r");
	assert_int_equal(bsel_parse(in, &map, NULL, NULL), -EINVAL);
	fclose(in);
}

/* Checks that a printed mapping parses to the same mapping. */
static void prints_what_it_reads(void)
{
	uint64_t seed = 17;

	for (int EACH(round, 0); round < 20000; round++) {
		struct sbit_map map, back;
		struct seen seen;
		char *text = NULL;
		size_t size;
		FILE *out = open_memstream(&text, &size);

		map.sel[0] = 0;
		for (int k = 0; k < SBIT_OUTPUTS; k++) {
			uint64_t r = random_xorshift(&seed);

			/* Runs, constants and everything else. */
			if (k && r % 4 < 2)
				map.sel[k] = (map.sel[k - 1] + 1) % SBIT_CODES;
			else if (r % 4 == 2)
				map.sel[k] = (uint8_t)(SBIT_ZERO + (r >> 8) % 2);
			else
				map.sel[k] = (uint8_t)((r >> 8) % SBIT_CODES);
		}
		assert_int_equal(bsel_print(out, &map), 0);
		fclose(out);
		assert_int_equal(parse(text, &back, &seen), 0);
		assert_memory_equal(&map, &back, sizeof(map));
		free(text);
	}
}

static void refuses_to_print(void)
{
	struct sbit_map map = {{128}};
	FILE *full = fopen("/dev/full", "w");

	assert_int_equal(bsel_print(stdout, &map), -EINVAL);
	assert_non_null(full);
	setvbuf(full, NULL, _IONBF, 0);
	map.sel[0] = 0;
	assert_int_equal(bsel_print(full, &map), -EIO);
	fclose(full);
}

static void reports_read_errors(void)
{
	struct sbit_map map;
	FILE *folder = fopen("/", "r");

	assert_non_null(folder);
	assert_int_equal(bsel_parse(folder, &map, NULL, NULL), -EISDIR);
	fclose(folder);
}

/* Compiles 24 statements to a stream many times, which must take less than the allowed
 * minute. */
static void fast_enough(void)
{
	char text[1024] = "";
	struct timespec a, b;

	for (int k = 0; k < SBIT_OUTPUTS; k++)
		sprintf(text + strlen(text), "bin[%d] = latency[%d]\n", k, 23 - k);
	clock_gettime(CLOCK_MONOTONIC, &a);
	for (int EACH(i, 0); i < 1000; i++) {
		uint8_t stream[SBIT_BYTES];
		struct sbit_map map;
		struct seen seen;

		assert_int_equal(parse(text, &map, &seen), 0);
		assert_int_equal(sbit_compile(&map, stream), 0);
	}
	clock_gettime(CLOCK_MONOTONIC, &b);
	assert_true(b.tv_sec - a.tv_sec < 60);
}

/* Checks that random bytes and damaged sources end with a result. */
static void survives_anything(void)
{
	static const char source[] = "bin[11:0] = latency[11:0] # c\nbin[21:12] = size\n"
				     "bin[22] = @50\nbin[23] = 0x1\n";
	uint64_t seed = 19;

	for (int EACH(round, 0); round < 20000; round++) {
		char text[sizeof(source)];
		struct sbit_map map;
		struct seen seen;
		int err;

		memcpy(text, source, sizeof(source));
		for (int i = 0; i < 3; i++)
			text[random_xorshift(&seed) % (sizeof(source) - 1)] =
				(char)(1 + random_xorshift(&seed) % 255);
		err = parse(text, &map, &seen);
		assert_true(err == 0 || err == -EINVAL);
		assert_int_equal(err != 0, seen.count != 0);
	}
}

static const struct unit units[] = {
	UNIT(all_names, "SB-CFG-031"),	 UNIT(places, ""),
	UNIT(one_error_per_line, ""),	 UNIT(prints_what_it_reads, ""),
	UNIT(refuses_to_print, ""),	 UNIT(reports_read_errors, ""),
	UNIT(fast_enough, "SB-CFG-030"), UNIT(survives_anything, ""),
};

UNIT_MAIN(units)
