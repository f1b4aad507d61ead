/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of bins in memory, and of decimal numbers. */
#include "../../tests/unit.h"
#include "bins.h"
#include "decimal.h"
#include "surfrecord.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- bins ---- */

static void bins_count(void)
{
	static struct bins b;
	uint64_t want[64] = {0}, count, seed = 41;
	bool occurs[64] = {false};
	uint32_t bin;

	assert_int_equal(bins_open(&b, BINS_MAX), 0);
	bin = 0;
	assert_false(bins_next(&b, &bin, &count));
	for (int EACH(i, 0); i < 20000; i++) {
		/* counts of all magnitudes, in bins at both ends and between them */
		uint32_t n = (uint32_t)(random_xorshift(&seed) >>
					(32 + random_xorshift(&seed) % 32));
		unsigned int k = (unsigned int)(random_xorshift(&seed) % 64);

		assert_int_equal(bins_add(&b, k * 266001, n), 0);
		want[k] += n;
		occurs[k] = true;
	}
	assert_int_equal(bins_add(&b, BINS_MAX - 1, 0), 0);
	bin = 0;
	for (unsigned int EACH(k, 0); k < 64; k++, bin++) {
		if (!occurs[k])
			continue;
		assert_true(bins_next(&b, &bin, &count));
		assert_int_equal(bin, k * 266001);
		assert_true(count == want[k] && count > UINT32_MAX);
	}
	assert_true(bins_next(&b, &bin, &count));
	assert_int_equal(bin, BINS_MAX - 1);
	assert_true(count == 0);
	bin++;
	assert_false(bins_next(&b, &bin, &count));
	bins_close(&b);
	/* a table whose size is not a multiple of 8 */
	assert_int_equal(bins_open(&b, 1025), 0);
	assert_int_equal(bins_add(&b, 1024, 7), 0);
	bin = 0;
	assert_true(bins_next(&b, &bin, &count));
	assert_int_equal(bin, 1024);
	bin++;
	assert_false(bins_next(&b, &bin, &count));
	bins_close(&b);
}

/* ---- decimal numbers ---- */

static void decimal_values(void)
{
	uint64_t seed = 43;

	/* numbers in all forms of text must give the right double */
	for (int EACH(i, 0); i < 200000; i++) {
		const uint64_t r = random_xorshift(&seed);
		char text[64];
		struct decimal d;
		int n;

		switch (r % 5) {
		case 0:
			n = sprintf(text, "%" PRIu64, r >> (r >> 8) % 60);
			break;
		case 1:
			n = sprintf(text, "%.*f", (int)(r >> 8) % 20, (double)(r >> 40) / 977);
			break;
		case 2:
			n = sprintf(text, "%+.*e", (int)(r >> 8) % 20,
				    ldexp((double)r, (int)(r >> 16) % 1000 - 500));
			break;
		case 3:
			n = sprintf(text, "-%" PRIu64 "E%d", r >> 30, (int)(r >> 8) % 60 - 30);
			break;
		default:
			n = sprintf(text, "000%" PRIu64 ".%06u00", r >> 40,
				    (unsigned int)(r >> 8) % 1000000);
		}
		assert_ptr_equal(decimal_parse(text, text + n, &d), text + n);
		assert_true(d.value == strtod(text, NULL));
	}
}

static void decimal_forms(void)
{
	static const char *const wrong[] = {"",	   "-",	  "+",	   ".",	    "e5",
					    "x",   "--1", "0x1",   "1e",    "1e+",
					    "inf", "nan", "1e999", "1.2.3", "1 2"};
	static const char *const right[] = {"1", "-1.", ".5", "+0e0", "1E-400", "00.10"};
	struct decimal d;

	for (size_t EACH(i, 0); i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		char text[16], *from, *to;

		strcpy(text, wrong[i]);
		assert_null(csv_number(text, text + strlen(text), &d, &from, &to));
	}
	for (size_t EACH(i, 0); i < sizeof(right) / sizeof(right[0]); i++) {
		char text[16], *from, *to;

		sprintf(text, " %s ,x", right[i]);
		assert_ptr_equal(csv_number(text, text + strlen(text), &d, &from, &to),
				 strchr(text, ','));
		assert_int_equal(to - from, strlen(right[i]));
	}
}

/* Compares sums of products with those of integers. */
static void decimal_exact(void)
{
	static const int64_t power[] = {1, 10, 100, 1000, 10000, 100000, 1000000};
	uint64_t seed = 47;

	for (int EACH(i, 0); i < 200000; i++) {
		/* v / 10^a * f / 10^b + o / 10^c */
		const int64_t v = (int64_t)(random_xorshift(&seed) % 2000001) - 1000000;
		const int64_t f = (int64_t)(random_xorshift(&seed) % 20001) - 10000;
		const int64_t o = (int64_t)(random_xorshift(&seed) % 2001) - 1000;
		const unsigned int a = random_xorshift(&seed) % 4,
				   b = random_xorshift(&seed) % 3,
				   c = random_xorshift(&seed) % 5;
		const int64_t sum = v * f * power[6 - a - b] + o * power[6 - c];
		struct decimal dv = {true, v < 0, (uint64_t)llabs(v), -(int)a, 0};
		struct decimal df = {true, f < 0, (uint64_t)llabs(f), -(int)b, 0};
		struct decimal doff = {true, o < 0, (uint64_t)llabs(o), -(int)c, 0};
		char text[DECIMAL_TEXT + 1], want[64];
		int n = sprintf(want, "%s%lld.%06lld", sum < 0 ? "-" : "", llabs(sum) / 1000000,
				llabs(sum) % 1000000);

		while (want[n - 1] == '0')
			n--;
		if (want[n - 1] == '.')
			n--;
		want[n] = '\0';
		text[decimal_print(text, &dv, &df, &doff)] = '\0';
		assert_string_equal(text, want);
	}
}

/* ---- the memory of the utilities ---- */

#define SHORT 100000
#define LONG 1000000

enum { TRACE, HIST, CSV };

static const struct {
	const char *arg[8];
	int input;
	long limit; /* KB */
} tools[] = {
	{{"traceCheck"}, TRACE, 16384},
	{{"traceFilter", "-s", "1-62"}, TRACE, 16384},
	{{"makeHist"}, TRACE, 65536},
	{{"sizeHist"}, TRACE, 16384},
	{{"latHist"}, TRACE, 65536},
	{{"pageHist"}, TRACE, 16384},
	{{"rxtVlat"}, TRACE, 16384},
	{{"histfold", "-m", "FFFFFF"}, HIST, 65536},
	{{"hist3dcsv", "23:12", "11:0"}, HIST, 65536},
	{{"scale", "-f", "1", "-m", "0.1"}, CSV, 16384},
	{{"reduceXY", "-x", "0:100000000", "-y", "0:1000"}, CSV, 16384},
};

static struct record_writer writer;

/* Writes @lines random lines to a pipe without keeping them. */
static void feed(int fd, int input, uint32_t lines)
{
	uint64_t seed = 53;

	record_writer_open(&writer, fd);
	for (uint32_t i = 0; i < lines; i++) {
		const uint64_t r = random_xorshift(&seed), q = random_xorshift(&seed);
		struct trace_record t = {
			.index = i & RECORD_INDEX_MAX,
			.word = {(uint32_t)r, (uint32_t)(r >> 32), (uint32_t)q,
				 (uint32_t)(q >> 32)},
		};
		struct hist_record h = {(uint32_t)r & RECORD_INDEX_MAX,
					1 + ((uint32_t)q >> 22)};

		if (input == TRACE)
			record_write_trace(&writer, &t);
		else if (input == HIST)
			record_write_hist(&writer, &h);
		else
			record_write_csv(&writer, (uint64_t[]){h.bin, h.count}, 2);
	}
	assert_int_equal(record_flush(&writer), 0);
}

/* Returns the peak memory in KB of a utility in build/libexec that reads @lines lines. */
static long peak(size_t tool, uint32_t lines)
{
	char program[PATH_MAX], *cut;
	struct rusage usage;
	ssize_t n = readlink("/proc/self/exe", program, sizeof(program) - 1);
	int ends[2], status;
	pid_t pid;

	assert_true(n > 0);
	program[n] = '\0';
	cut = strstr(program, "/unit/");
	assert_non_null(cut);
	snprintf(cut, (size_t)(program + sizeof(program) - cut), "/libexec/%s",
		 tools[tool].arg[0]);
	assert_int_equal(pipe(ends), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		dup2(ends[0], STDIN_FILENO);
		dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
		close(ends[0]);
		close(ends[1]);
		execv(program, (char *const *)tools[tool].arg);
		_exit(127);
	}
	close(ends[0]);
	feed(ends[1], tools[tool].input, lines);
	close(ends[1]);
	assert_int_equal(wait4(pid, &status, 0, &usage), pid);
	assert_int_equal(status, 0);
	return usage.ru_maxrss;
}

/* Allowance in KB for a longer run; the address sanitizer delays freeing. */
#ifdef __SANITIZE_ADDRESS__
#define MORE 4096
#else
#define MORE 1024
#endif

/* Checks that a file of ten times the length, or of PEAK_LINES lines, needs no more memory. */
static void memory(void)
{
	const char *lines = getenv("PEAK_LINES");
	const uint32_t many = lines ? (uint32_t)strtoul(lines, NULL, 10) : LONG;

	signal(SIGPIPE, SIG_IGN);
	for (size_t EACH(i, 0); i < sizeof(tools) / sizeof(tools[0]); i++) {
		const long few = peak(i, SHORT), more = peak(i, many);

		printf("# %s: %ld KB at %u lines, %ld KB at %u\n", tools[i].arg[0], few, SHORT,
		       more, many);
		assert_true(more <= few + MORE);
#ifndef __SANITIZE_ADDRESS__
		assert_true(more <= tools[i].limit);
#endif
	}
}

static const struct unit units[] = {
	UNIT(bins_count, "SB-UTL-013"),	   UNIT(decimal_values, ""),   UNIT(decimal_forms, ""),
	UNIT(decimal_exact, "SB-UTL-037"), UNIT(memory, "SB-UTL-007"),
};

UNIT_MAIN(units)
