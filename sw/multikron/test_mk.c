/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the data path to and from the MultiKron (NISTIR 5993, 3.4). */
#include "mk_check.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char usage_text[] =
	"Usage: tallyboard test_mk [-b BOARD] [-w TIME]\n"
	"\n"
	"Tests the board: writes and reads a source address register, takes a resource\n"
	"sample, writes and reads the first 2048 words of the memory, and compares the\n"
	"timestamp with the elapsed time. The previous contents of the board are lost.\n"
	"\n" MKUTIL_HELP "  -w, --wait=TIME     time between the two timestamps (10s)\n"
	"  -o, --output=FILE   output file (standard output)\n"
	"  -h, --help          print this and exit\n"
	"      --version       print the version and exit\n"
	"\n"
	"Exit status: 0 no error found, 1 error, 2 error in the command line.";

#define WORDS 2048u
#define TICK_NS 100u /* with the default configuration */

static void test_address(void)
{
	static const uint32_t patterns[] = {0,		0xFFFFFFFF, 0x55555555,
					    0xAAAAAAAA, 0x12345678, 1};
	const uint64_t before = mk_check_errors;
	uint32_t v;

	for (size_t i = 0; i < sizeof(patterns) / sizeof(*patterns); i++) {
		if (mk_check_done(mk_set_address(&mkutil_board, 0, patterns[i]),
				  "source address register 0") &&
		    mk_check_done(mk_get_address(&mkutil_board, 0, &v),
				  "source address register 0"))
			mk_check("source address register 0", patterns[i], v);
	}
	util_print("source address register 0: %s",
		   mk_check_errors == before ? "right" : "WRONG");
}

/* Increments counter n n times. */
static bool prepare_counters(void)
{
	struct mk *mk = &mkutil_board;
	int err = mk_set_sources(mk, MK_II, UINT64_C(0x1111111111111111) * MK_SOURCE_PROCESSOR);

	if (!err)
		err = mk_clear(mk, MK_II, 0xFFFF);
	if (!err)
		err = mk_enable(mk, MK_II, 0xFFFF);
	for (unsigned int n = 0; n < MK_COUNTERS; n++)
		for (unsigned int k = 0; k < n && !err; k++)
			err = mk_increment(mk, MK_II, n);
	return mk_check_done(err, "counters");
}

static void test_resource(void)
{
	const uint64_t before = mk_check_errors, data = UINT64_C(0x0123456789ABCDEF);
	uint8_t bytes[MK_RESOURCE_BYTES];
	struct mk_sample s;
	char name[32];

	if (prepare_counters() &&
	    mk_check_done(mk_resource64(&mkutil_board, 0, data), "resource sample") &&
	    mk_check_done(mk_run(&mkutil_board, 100000), "time") &&
	    mk_check_read_sample(0, true, bytes, &s)) {
		mk_check("user data", data, s.data);
		for (unsigned int n = 0; n < MK_COUNTERS; n++) {
			snprintf(name, sizeof(name), "counter %u in the sample", n);
			mk_check(name, n, s.counter[n]);
		}
	}
	util_print("resource sample: %s", mk_check_errors == before ? "right" : "WRONG");
}

static void test_memory(void)
{
	const uint64_t before = mk_check_errors;
	uint32_t out[WORDS], in[WORDS];
	char name[32];

	for (uint32_t i = 0; i < WORDS; i++)
		out[i] = ~i * 0x9E3779B1u;
	if (mk_check_done(mk_write_memory(&mkutil_board, 0, out, WORDS), "local memory") &&
	    mk_check_done(mk_read_memory(&mkutil_board, 0, in, WORDS), "local memory"))
		for (uint32_t i = 0; i < WORDS; i++) {
			snprintf(name, sizeof(name), "word %" PRIu32, i);
			mk_check(name, out[i], in[i]);
		}
	util_print("memory, words 0 to %u: %s", WORDS - 1,
		   mk_check_errors == before ? "right" : "WRONG");
}

/* Reads the time in ns and the low half of the timestamp at that time. */
static bool look(uint64_t *ns, uint32_t *ticks)
{
	return mk_check_done(mk_time(&mkutil_board, ns), "time") &&
	       mk_check_done(mk_read(&mkutil_board, MK_TS, ticks), "timestamp");
}

static void test_timestamp(uint64_t wait)
{
	uint64_t begin, end, expected, error;
	uint32_t first, last;

	if (!look(&begin, &first) || !mk_check_done(mk_run(&mkutil_board, wait), "time") ||
	    !look(&end, &last))
		return;
	expected = (end - begin) / TICK_NS;
	error = (uint32_t)(last - first - expected);
	if (error > UINT32_MAX / 2)
		error = UINT32_MAX - error + 1;
	util_print("timestamp: %" PRIu32 " before, %" PRIu32 " after", first, last);
	util_print("ticks: %" PRIu32 " in %" PRIu64 " ns, expected %" PRIu64 ": %s",
		   last - first, end - begin, expected,
		   error * 1000 <= expected ? "right" : "WRONG");
	mk_check_errors += error * 1000 > expected;
}

int main(int argc, char **argv)
{
	static const struct util_word words[] = {MKUTIL_WORDS, {0}};
	uint64_t wait = UINT64_C(10000000000);
	int c;

	mkutil_begin("test_mk", usage_text, argc, argv);
	while ((c = util_option(words)) != -1)
		if (!mkutil_option(c, optarg))
			wait = mkutil_time(optarg);
	if (wait / TICK_NS > UINT32_MAX || wait < 1000 * TICK_NS)
		util_usage("a wait of 100us to 400s", NULL);
	if (!mkutil_open())
		return util_end();
	if (mk_check_done(mk_initialize(&mkutil_board), "initialization")) {
		test_address();
		test_resource();
		test_memory();
		test_timestamp(wait);
	}
	mkutil_close();
	if (mk_check_errors)
		util_flaw("test_mk: %" PRIu64 " errors", mk_check_errors);
	return util_end();
}
