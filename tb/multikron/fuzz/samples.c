/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files of samples, mk.dat(5). The first byte of an input selects how events are counted; the
 * file follows. Checks that
 * - a file and a pipe give the same samples, errors and places;
 * - each sample is encoded as it was read;
 * - the bytes outside of samples are a first or a last line;
 * - the samples, written with both lines, are read again, and one changed byte is an error;
 * - merging keeps all samples and sorts them by time;
 * - the report accounts for each event;
 * - a ring of samples is aligned so that it ends with a complete sample.
 */
#include "fnv1a.h"
#include "fuzz.h"
#include "mk_interval.h"
#include <errno.h>
#include <string.h>

#define MOST 60000u /* largest number of bytes, so that they fit into a pipe */

/* What was read: number of samples, sum of their hashes, last timestamp. */
struct totals {
	uint64_t samples, sum, last;
	struct mk_report *report;
	uint64_t event_bytes, events[16];
};

static uint64_t hash_sample(const struct mk_sample *s)
{
	uint8_t bytes[MK_RESOURCE_BYTES];
	const size_t n = mk_sample_encode(s, bytes);

	return fnv1a(FNV1A_BEGIN, bytes, n);
}

/* Returns whether the @size bytes are only first and last lines of files. */
static bool only_lines(const uint8_t *data, size_t size)
{
	while (size) {
		size_t n = CHECK_LINE;

		if (size >= MK_FILE_HEADER_BYTES &&
		    !memcmp(data, MK_FILE_HEADER, MK_FILE_HEADER_BYTES))
			n = MK_FILE_HEADER_BYTES;
		else if (size < CHECK_LINE || !check_is_line((const char *)data))
			return false;
		data += n;
		size -= n;
	}
	return true;
}

static int read_all(struct mk_reader *r, const uint8_t *data, size_t size, struct totals *a)
{
	struct mk_sample s;
	uint64_t at = 0;
	int n;

	while ((n = mk_reader_next(r, &s)) == 1) {
		uint8_t bytes[MK_RESOURCE_BYTES];
		const size_t length = mk_sample_encode(&s, bytes);

		FUZZ_CHECK(at + length <= r->offset && r->offset <= size);
		FUZZ_CHECK(only_lines(data + at, r->offset - length - at));
		at = r->offset;
		FUZZ_CHECK(!memcmp(bytes, data + at - length, length));
		a->samples++;
		a->sum += hash_sample(&s);
	}
	FUZZ_CHECK(only_lines(data + at, r->offset - at));
	if (!n)
		FUZZ_CHECK(size && r->offset == size);
	else if (n == -ENODATA)
		FUZZ_CHECK(r->offset + mk_reader_rest(r) == size);
	else
		FUZZ_CHECK(n == -EBADMSG || n == -EILSEQ);
	return n;
}

/* Reads the first samples of @data as a file with both lines, unchanged and with one byte
 * changed. */
static void check_lines(const uint8_t *data, size_t size, uint8_t options)
{
	static struct mk_reader r;
	static uint8_t file[4096];
	struct check check = {0, 0};
	struct totals a = {0};
	char path[32];
	size_t n = 0, end = MK_FILE_HEADER_BYTES;
	int fd;

	for (size_t bytes; n < size && n + MK_RESOURCE_BYTES < sizeof(file) / 2; n += bytes) {
		bytes = mk_sample_bytes(data[n]);
		/* the reader mistakes a sample that begins like a line for a line */
		if (bytes > size - n || data[n] == CHECK_HEADER[0])
			break;
	}
	memcpy(file, MK_FILE_HEADER, end);
	memcpy(file + end, data, n);
	end += n;
	check_add(&check, file, end);
	check_end_line(&check, (char *)file + end);
	end += CHECK_LINE;
	fd = fuzz_file(file, end, path);
	FUZZ_CHECK(!mk_reader_open(&r, path));
	FUZZ_CHECK(!read_all(&r, file, end, &a) && !r.unchecked);
	mk_reader_close(&r);
	close(fd);
	file[(n * 31 + options) % end] ^= (uint8_t)(options | 1);
	fd = fuzz_file(file, end, path);
	FUZZ_CHECK(!mk_reader_open(&r, path));
	FUZZ_CHECK(read_all(&r, file, end, &a) < 0);
	mk_reader_close(&r);
	close(fd);
}

static int take_sample(void *arg, const struct mk_sample *s, size_t run)
{
	struct totals *a = arg;
	const uint64_t mask =
		a->event_bytes == 8 ? UINT64_MAX : ((uint64_t)1 << 8 * a->event_bytes) - 1;

	FUZZ_CHECK(s->timestamp >= a->last);
	a->last = s->timestamp;
	a->samples++;
	a->sum += hash_sample(s);
	if ((s->data & mask) < 16)
		a->events[s->data & mask]++;
	return mk_report_sample(a->report, s, run);
}

/* Checks that each event that begins or ends an interval is counted either in a length or as
 * one without a partner. */
static void check_single(const struct totals *a)
{
	uint64_t lengths = 0, no_end = 0, no_begin = 0, cut = 0;

	for (size_t k = 0; k < a->report->processors; k++) {
		const struct mk_measured *m = &a->report->processor[k].interval[0];
		const struct mk_stat *s = &m->length[0].stat;

		FUZZ_CHECK(!s->count || (s->minimum <= s->maximum && s->squares >= 0));
		lengths += s->count;
		no_end += m->no_end;
		no_begin += m->no_begin;
		cut += m->cut;
	}
	FUZZ_CHECK(lengths + no_end + cut >= a->events[1] && lengths + no_end <= a->events[1]);
	FUZZ_CHECK(lengths + no_begin <= a->events[2] &&
		   lengths + no_begin + cut >= a->events[2]);
}

static void check_report(struct mk_reader *r, const struct totals *read, uint8_t options,
			 int flaw)
{
	static char name[] = "x";
	struct mk_interval classes[] = {
		{MK_SINGLE, 1, {1, 2}, {name}},
		{MK_EITHER, 2, {3, 4, 5}, {name, name}},
		{MK_SUBS, 3, {6, 7, 8}, {name, name, name}},
		{MK_OVERLAP, 4, {9, 10}, {name}},
	};
	const struct mk_intervals list = {classes, 4};
	const struct mk_report_options o = {1u << (options & 3), options & 4, options & 8};
	const struct mk_report_print p = {10000000, options & 8, options & 16, options & 32};
	struct mk_report rep = {0};
	struct totals a = {.report = &rep, .event_bytes = o.event_bytes};
	char *text = NULL;
	size_t runs, length;
	FILE *out = open_memstream(&text, &length);

	FUZZ_CHECK(out);
	mk_report_begin(&rep, &list, &o);
	FUZZ_CHECK(mk_merge(r, &runs, take_sample, &a) == flaw);
	mk_report_end(&rep);
	if (!flaw || flaw == -ENODATA)
		FUZZ_CHECK(a.samples == read->samples && a.sum == read->sum);
	else
		FUZZ_CHECK(!a.samples);
	FUZZ_CHECK(rep.samples == a.samples && runs <= read->samples);
	check_single(&a);
	FUZZ_CHECK(!mk_report_print(&rep, &p, out));
	fclose(out);
	free(text);
	mk_report_free(&rep);
}

static void check_align(const uint8_t *data, size_t words)
{
	const int place = mk_samples_align(data, words);
	size_t at;

	if (place < 0) {
		FUZZ_CHECK(place == -EBADMSG);
		return;
	}
	for (at = 4 * (size_t)place; at < 4 * words; at += mk_sample_bytes(data[at]))
		;
	FUZZ_CHECK(at == 4 * words);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct mk_reader file, pipe_end;
	struct totals a = {0}, b = {0};
	char path[32], pipe_path[32];
	int fd, ends[2], flaw;

	if (!size || size > MOST)
		return 0;
	fd = fuzz_file(data + 1, size - 1, path);
	FUZZ_CHECK(!mk_reader_open(&file, path));
	flaw = read_all(&file, data + 1, size - 1, &a);
	mk_reader_close(&file);
	FUZZ_CHECK(!pipe(ends) && write(ends[1], data + 1, size - 1) == (ssize_t)(size - 1));
	close(ends[1]);
	snprintf(pipe_path, sizeof(pipe_path), "/proc/self/fd/%d", ends[0]);
	FUZZ_CHECK(!mk_reader_open(&pipe_end, pipe_path));
	FUZZ_CHECK(read_all(&pipe_end, data + 1, size - 1, &b) == flaw);
	FUZZ_CHECK(a.samples == b.samples && a.sum == b.sum);
	mk_reader_close(&pipe_end);
	close(ends[0]);
	FUZZ_CHECK(!mk_reader_open(&file, path));
	check_report(&file, &a, data[0], flaw);
	mk_reader_close(&file);
	close(fd);
	check_lines(data + 1, size - 1, data[0]);
	check_align(data + 1, (size - 1) / 4);
	return 0;
}
