/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the local memory (NISTIR 5993, 3.4). */
#include "mkutil.h"
#include <inttypes.h>
#include <stdio.h>

static const char usage_text[] =
	"Usage: tallyboard mk_mem_test [-b BOARD] START COUNT\n"
	"\n"
	"Writes a pattern to COUNT words of the board's local memory, beginning with word\n"
	"START, and reads them back; then does the same with the inverted pattern. The\n"
	"previous contents of the words are lost.\n"
	"\n" MKUTIL_HELP "  -o, --output=FILE   output file (standard output)\n"
	"  -h, --help          print this and exit\n"
	"      --version       print the version and exit\n"
	"\n"
	"Exit status: 0 all words are correct, 1 error, 2 error in the command line.";

#define CHUNK 4096u
#define SHOWN 20u /* largest number of mismatches that are printed */

static uint64_t mismatches;

/* Returns the test value of a word. All values differ, because multiplication by an odd number
 * is one to one. */
static uint32_t pattern(uint32_t word, uint32_t inverted)
{
	return word * 0x9E3779B1u ^ inverted;
}

static bool write_pattern(uint32_t start, uint32_t count, uint32_t inverted)
{
	uint32_t w[CHUNK];

	for (uint32_t at = 0; at < count; at += CHUNK) {
		const uint32_t n = count - at < CHUNK ? count - at : CHUNK;

		for (uint32_t i = 0; i < n; i++)
			w[i] = pattern(start + at + i, inverted);
		if (!mkutil_ok(mk_write_memory(&mkutil_board, start + at, w, n), "writing"))
			return false;
	}
	return true;
}

static void compare(uint32_t word, uint32_t written, uint32_t read)
{
	if (written == read || mismatches++ >= SHOWN)
		return;
	util_print("word %" PRIu32 ": written %08" PRIX32 ", read %08" PRIX32, word, written,
		   read);
}

static bool read_pattern(uint32_t start, uint32_t count, uint32_t inverted)
{
	uint32_t w[CHUNK];

	for (uint32_t at = 0; at < count; at += CHUNK) {
		const uint32_t n = count - at < CHUNK ? count - at : CHUNK;

		if (!mkutil_ok(mk_read_memory(&mkutil_board, start + at, w, n), "reading"))
			return false;
		for (uint32_t i = 0; i < n; i++)
			compare(start + at + i, pattern(start + at + i, inverted), w[i]);
	}
	return true;
}

int main(int argc, char **argv)
{
	static const struct util_word words[] = {MKUTIL_WORDS, {0}};
	const char *start_text, *count_text;
	uint32_t start, count;
	bool done = true;
	int c;

	mkutil_begin("mk_mem_test", usage_text, argc, argv);
	while ((c = util_option(words)) != -1)
		mkutil_option(c, optarg);
	start_text = util_argument();
	count_text = util_argument();
	if (!start_text || !count_text || util_argument())
		util_usage("two arguments are needed: START and COUNT", NULL);
	start = (uint32_t)util_number(start_text, MK_MEMORY_WORDS);
	count = (uint32_t)util_number(count_text, MK_MEMORY_WORDS);
	if (start + count > MK_MEMORY_WORDS)
		util_usage("the memory has 4194304 words; beyond its end", count_text);
	if (!mkutil_open())
		return util_end();
	for (unsigned int pass = 0; pass < 2 && done; pass++) {
		const uint32_t inverted = pass ? UINT32_MAX : 0;

		done = write_pattern(start, count, inverted) &&
		       read_pattern(start, count, inverted);
	}
	mkutil_close();
	if (mismatches > SHOWN)
		util_print("%" PRIu64 " more", mismatches - SHOWN);
	if (mismatches)
		util_flaw("mk_mem_test: %" PRIu64 " mismatches", mismatches);
	else if (done)
		util_print("%" PRIu32 " words from word %" PRIu32 " on: right", count, start);
	return util_end();
}
