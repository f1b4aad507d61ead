/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the samples in the board's memory to a file (NISTIR 5993, 3.5). */
#include "le.h"
#include "mkutil.h"
#include "outfile.h"
#include <stdarg.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage_text[] =
	"Usage: mk_rdsample [-f FILENAME] [-s START] [-e END] [-v] [-b BOARD]\n"
	"\n"
	"Writes the samples in the board's local memory to mk.dat, oldest first. A file is\n"
	"replaced only if -f names it.\n"
	"\n"
	"  -f, --file=FILENAME write to this file instead of mk.dat\n"
	"  -s, --start=START   first word of the memory to be written (0)\n"
	"  -e, --end=END       stop before this word (the memory address pointer)\n"
	"  -v, --verbose       print what is done\n" MKUTIL_HELP
	"  -h, --help          print this and exit\n"
	"      --version       print the version and exit\n"
	"\n"
	"Without START and END only whole samples are written.\n"
	"\n"
	"Exit status: 0 success, 1 error, or samples are missing or not whole, 2 error in\n"
	"the command line.";

#define CHUNK 65536u /* words */

static struct {
	bool verbose, start_given, end_given;
	uint32_t start, end, pointer, config;
	uint8_t *bytes;
	size_t words;
} job;

static void report(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static void report(const char *fmt, ...)
{
	va_list ap;

	if (!job.verbose)
		return;
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	fflush(stdout);
}

/* Appends the words from @first up to @end. */
static bool read_words(uint32_t first, uint32_t end)
{
	while (first < end) {
		const uint32_t n = end - first < CHUNK ? end - first : CHUNK;

		if (!mkutil_read_bytes(first, job.bytes + 4 * job.words, n))
			return false;
		job.words += n;
		first += n;
		report("words read: %zu\n", job.words);
	}
	return true;
}

/* Returns the number of bytes of complete samples at the beginning of @bytes. */
static size_t whole_samples(const uint8_t *bytes, size_t all)
{
	size_t at = 0;

	while (at < all) {
		const size_t n = mk_sample_bytes(bytes[at]);

		if (n > all - at)
			break;
		at += n;
	}
	return at;
}

/* Reads the circular buffer, oldest word first, and skips the rest of the oldest sample, which
 * was partly overwritten. */
static bool read_ring(size_t *skipped)
{
	const uint32_t next = job.pointer & MK_MAP_WORD;
	size_t cut = 0;
	int first;

	if (!read_words(next, MK_MEMORY_WORDS) || !read_words(0, next))
		return false;
	/* the board may still be storing the newest sample */
	do
		first = mk_samples_align(job.bytes, job.words - cut);
	while (first < 0 && cut++ < MK_RESOURCE_BYTES / 4);
	job.words -= cut;
	if (first < 0) {
		util_error("no whole samples end at the pointer");
		return false;
	}
	*skipped = (size_t)first;
	if (first)
		fprintf(stderr,
			"mk_rdsample: note: the oldest %d words are left out: "
			"what remains of a sample that was overwritten\n",
			first);
	return true;
}

/* Reports samples that are missing although none of those that follow says so. */
static bool report_losses(void)
{
	const uint32_t wraps = job.pointer & MK_MAP_WRAPS;
	uint32_t now, discarded = 0;

	if (!mkutil_ok(mk_get_pointer(&mkutil_board, &now), "pointer") ||
	    (job.config & MK_CONFIG_MK_OE &&
	     !mkutil_ok(mk_get_overruns(&mkutil_board, &discarded), "MultiKron_II")))
		return false;
	if (discarded)
		util_flaw("mk_rdsample: %" PRIu32
			  " samples were discarded since the last reset",
			  discarded);
	if (job.config & MK_CONFIG_WRAPB && wraps && !job.end_given)
		util_flaw("mk_rdsample: the memory is full; later samples are not in it");
	/* in a ring that is full, or becomes so, words that were not yet read */
	if (!(job.config & MK_CONFIG_WRAPB) && now != job.pointer &&
	    (wraps || (now & MK_MAP_WRAPS) != wraps))
		util_flaw("mk_rdsample: the board has overwritten words while they were read; "
			  "stop it before");
	return true;
}

/* Says what words START to END have that are not whole samples of this recording. The words
 * from 0 on are known unless a ring has wrapped. */
static void report_part(size_t skipped, size_t bytes, bool wrapped)
{
	const uint32_t pointer = job.pointer & MK_MAP_WORD;
	const size_t before = 4 * skipped;

	if (!skipped && wrapped)
		fprintf(stderr, "mk_rdsample: note: the memory has wrapped; whether the words "
				"begin with a whole sample is not known\n");
	else if (whole_samples(job.bytes, before) != before)
		util_flaw("mk_rdsample: word %" PRIX32 " is inside a sample; the rest of it "
			  "is at the beginning of the file",
			  job.start);
	else if (whole_samples(job.bytes + before, bytes) != bytes)
		util_flaw("mk_rdsample: the last sample is incomplete, %zu bytes",
			  bytes - whole_samples(job.bytes + before, bytes));
	if (!wrapped && !(job.pointer & MK_MAP_WRAPS) && job.end > pointer)
		util_flaw("mk_rdsample: no word from %" PRIX32
			  " on was written since the last reset",
			  pointer);
}

static bool read_samples(size_t *skipped, size_t *bytes)
{
	const bool simple = job.config & MK_CONFIG_WRAPB;
	const uint32_t wraps = job.pointer & MK_MAP_WRAPS;
	uint32_t end = job.pointer & MK_MAP_WORD;
	size_t whole;

	*skipped = 0;
	if (simple && wraps)
		end = MK_MEMORY_WORDS;
	if (!simple && wraps && !job.start_given && !job.end_given) {
		if (!read_ring(skipped))
			return false;
		*bytes = 4 * (job.words - *skipped);
		return true;
	}
	if (job.end_given)
		end = job.end;
	if (job.start > end)
		util_usage("START is after the end", NULL);
	/* the samples before START, too: they say where the next one begins */
	if (!read_words(!simple && wraps ? job.start : 0, end))
		return false;
	*skipped = !simple && wraps ? 0 : job.start;
	*bytes = 4 * (job.words - *skipped);
	whole = whole_samples(job.bytes + 4 * *skipped, *bytes);
	if (!job.end_given && whole < *bytes && !(simple && wraps)) {
		/* a sample that the board is still storing */
		report("bytes of a sample that is being stored: %zu\n", *bytes - whole);
		*bytes = whole;
	}
	report_part(*skipped, *bytes, !simple && wraps);
	return true;
}

static int write_all(int fd, struct check *check, const void *data, size_t n)
{
	const uint8_t *bytes = data;

	check_add(check, data, n);
	while (n) {
		const ssize_t k = write(fd, bytes, n);

		if (k < 0 && errno != EINTR)
			return -errno;
		if (k > 0) {
			bytes += k;
			n -= (size_t)k;
		}
	}
	return 0;
}

/* Returns false, after an error message, if @path, the default name, already holds a
 * recording. */
static bool may_write(const char *path)
{
	struct stat st;

	if (stat(path, &st) || !S_ISREG(st.st_mode) || !st.st_size)
		return true;
	util_error("%s exists and is kept; -f %s replaces it", path, path);
	return false;
}

/* Writes the file. Only complete samples get a first and a last line with a checksum; a reader
 * would take the last line for the rest of an incomplete sample. */
static void write_file(const char *path, const uint8_t *bytes, size_t n)
{
	const bool whole = whole_samples(bytes, n) == n;
	static struct outfile f;
	struct check check = {0, 0};
	char line[CHECK_LINE];
	int err = outfile_open(&f, path);

	if (err) {
		util_error("%s: %s", path, outpath_reason(err));
		return;
	}
	if (whole)
		err = write_all(f.fd, &check, MK_FILE_HEADER, MK_FILE_HEADER_BYTES);
	if (!err)
		err = write_all(f.fd, &check, bytes, n);
	check_end_line(&check, line);
	if (!err && whole)
		err = write_all(f.fd, &check, line, sizeof(line));
	if (err)
		outfile_abort(&f);
	else
		err = outfile_commit(&f);
	if (err)
		util_error("%s: %s", path, outpath_reason(err));
}

static uint32_t word_address(const char *text, uint32_t most)
{
	return (uint32_t)util_number(text, most);
}

int main(int argc, char **argv)
{
	static const struct util_word words[] = {MKUTIL_WORDS, {0}};
	const char *path = "mk.dat";
	bool given = false;
	size_t skipped, bytes;
	int c;

	mkutil_begin("mk_rdsample", usage_text, argc, argv);
	while ((c = util_getopt(words)) != -1) {
		switch (c) {
		case 'f':
			path = optarg;
			given = true;
			break;
		case 's':
			job.start = word_address(optarg, MK_MEMORY_WORDS - 1);
			job.start_given = true;
			break;
		case 'e':
			job.end = word_address(optarg, MK_MEMORY_WORDS - 1);
			job.end_given = true;
			break;
		case 'v':
			job.verbose = true;
			break;
		default:
			mkutil_option(c, optarg);
		}
	}
	if (job.end_given && job.start > job.end)
		util_usage("START is after END", NULL);
	if (!mkutil_open())
		return util_end();
	job.bytes = malloc(4 * (size_t)MK_MEMORY_WORDS);
	if (!job.bytes)
		util_error("not enough memory");
	else if (mkutil_ok(mk_get_config(&mkutil_board, &job.config),
			   "configuration register") &&
		 mkutil_ok(mk_get_pointer(&mkutil_board, &job.pointer), "pointer")) {
		report("memory address pointer: %06" PRIX32 "\n", job.pointer);
		if (read_samples(&skipped, &bytes) && report_losses() &&
		    (given || may_write(path))) {
			write_file(path, job.bytes + 4 * skipped, bytes);
			report("%s: %zu bytes\n", path, bytes);
		}
	}
	free(job.bytes);
	mkutil_close();
	return util_end();
}
