/* SPDX-License-Identifier: Apache-2.0 */
/* Stores the data that a board sends through the S16D cable (NISTIR 5993, 1.3, 2.6). */
#include "mk_sample.h"
#include "input.h"
#include "util.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

static const char usage_text[] =
	"Usage: mk_s16d [-o FILE] [-l] [-n SAMPLES] [INPUT]\n"
	"\n"
	"Runs on the computer at the other end of the external cable: reads the 16-bit\n"
	"words that the interface delivers from INPUT (a device or a file), and writes the\n"
	"samples in the format of mk.dat.\n"
	"\n"
	"  -o, --output=FILE   output file (standard output)\n"
	"  -l, --little        the interface delivers words in little-endian order\n"
	"  -n, --samples=N     end after N samples\n"
	"  -h, --help          print this and exit\n"
	"      --version       print the version and exit\n"
	"\n"
	"If INPUT is missing or -, standard input is read.\n"
	"\n"
	"Exit status: 0 success, 1 error, 2 error in the command line.";

static uint8_t buffer[65536];

/* The board sends the first byte of a word in bits 15..8. */
static void swap_words(uint8_t *p, size_t n)
{
	for (size_t i = 0; i + 1 < n; i += 2) {
		const uint8_t first = p[i];

		p[i] = p[i + 1];
		p[i + 1] = first;
	}
}

static ssize_t read_some(int fd, uint8_t *p, size_t n)
{
	ssize_t got;

	do
		got = read(fd, p, n);
	while (got < 0 && errno == EINTR);
	return got < 0 ? -errno : got;
}

static void write_checked(struct check *check, const char *text, size_t n)
{
	check_add(check, text, n);
	record_write_text(&util_out, text, n);
}

static void copy_samples(struct input *in, bool little, uint64_t most)
{
	uint64_t samples = 0;
	size_t have = 0, swapped = 0;
	struct check check = {0, 0};
	char line[CHECK_LINE];
	ssize_t got = 0;

	write_checked(&check, MK_FILE_HEADER, MK_FILE_HEADER_BYTES);
	while (samples < most) {
		size_t at = 0;

		got = read_some(in->fd, buffer + have, sizeof(buffer) - have);
		if (got <= 0)
			break;
		have += (size_t)got;
		if (little) {
			swap_words(buffer + swapped, (have - swapped) & ~(size_t)1);
			swapped += (have - swapped) & ~(size_t)1;
		} else {
			swapped = have;
		}
		while (samples < most && at < swapped &&
		       mk_sample_bytes(buffer[at]) <= swapped - at) {
			at += mk_sample_bytes(buffer[at]);
			samples++;
		}
		write_checked(&check, (const char *)buffer, at);
		memmove(buffer, buffer + at, have - at);
		have -= at;
		swapped -= at;
	}
	check_end_line(&check, line);
	write_checked(&check, line, sizeof(line));
	if (samples < most && got < 0)
		util_error("input: %s", strerror((int)-got));
	else if (samples < most && have)
		util_flaw("mk_s16d: the last sample is incomplete, %zu bytes", have);
}

int main(int argc, char **argv)
{
	uint64_t most = UINT64_MAX;
	bool little = false;
	const char *path;
	struct input in;
	int c, err;

	util_begin("mk_s16d", usage_text, argc, argv);
	while ((c = util_option(NULL)) != -1) {
		if (c == 'l')
			little = true;
		else
			most = util_number(optarg, UINT64_MAX);
	}
	path = util_argument();
	if (path && util_argument())
		util_usage("more than one input", argv[optind - 1]);
	util_open();
	err = input_open(&in, path ? path : "-");
	if (err) {
		util_error("%s: %s", path ? path : "-", strerror(-err));
		return util_end();
	}
	copy_samples(&in, little, most);
	input_close(&in);
	return util_end();
}
