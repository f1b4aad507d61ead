/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Trace and histogram files, and the header lines in them. The first byte selects how the rest
 * is read a second time, in pieces; records, errors, lines and comments must be the same.
 * Records that were read, written and read again must also be the same.
 */
#include "stream.h"
#include "surfrecord.h"
#include <errno.h>
#include <string.h>

/* A checksum over everything that a reader returned, and the records in written form. */
struct result {
	uint64_t sum;
	struct record_reader reader;
	struct record_info info;
	struct record_writer *writer;
};

static struct result whole, pieces, second;
static struct record_writer writer;
static uint8_t written[1 << 22];
static struct fuzz_sink sink = {written, sizeof(written), 0};

static void comment(void *arg, const char *text, size_t length)
{
	struct result *r = arg;
	int n = record_info_line(&r->info, text, length);

	FUZZ_CHECK(n == 0 || n == 1 || n == -EINVAL);
	FUZZ_CHECK(r->info.trigger <= RECORD_INDEX_MAX && record_latency_ns(&r->info) > 0);
	fuzz_add(&r->sum, text, length);
	fuzz_add(&r->sum, &n, sizeof(n));
}

static int next(struct result *r, bool hist)
{
	struct trace_record t;
	struct hist_record h;
	struct trace_fields f;
	uint32_t packed[4];
	int n = hist ? record_read_hist(&r->reader, &h) : record_read_trace(&r->reader, &t);

	if (n == 1 && hist) {
		FUZZ_CHECK(h.bin <= RECORD_INDEX_MAX);
		fuzz_add(&r->sum, &h, sizeof(h));
		if (r->writer)
			FUZZ_CHECK(record_write_hist(r->writer, &h) == 0);
	} else if (n == 1) {
		FUZZ_CHECK(t.index <= RECORD_INDEX_MAX);
		trace_unpack(t.word, &f);
		trace_pack(&f, packed);
		FUZZ_CHECK(!memcmp(packed, t.word, sizeof(packed)));
		fuzz_add(&r->sum, &t, sizeof(t));
		if (r->writer)
			FUZZ_CHECK(record_write_trace(r->writer, &t) == 0);
	}
	return n;
}

/* Reads all records into @r; with @places the checksum covers lines, comments and messages,
 * too. */
static void read_all(struct result *r, struct fuzz_source *s, bool hist, unsigned int truncate,
		     bool places)
{
	char text[128];
	int n;

	r->sum = 0;
	r->info = RECORD_INFO;
	record_open_source(&r->reader, "input", fuzz_get, s);
	r->reader.truncate = truncate;
	r->reader.comment = places ? comment : NULL;
	r->reader.comment_arg = r;
	while ((n = next(r, hist)) != 0) {
		FUZZ_CHECK(n == 1 || n == -EINVAL);
		if (!places) {
			/* the reader must report a file without a record as an error */
			FUZZ_CHECK(n == 1 || r->reader.line == 0);
			continue;
		}
		fuzz_add(&r->sum, &r->reader.line, sizeof(r->reader.line));
		if (n == 1)
			continue;
		FUZZ_CHECK(r->reader.wrong);
		record_message(&r->reader, n, text, sizeof(text));
		fuzz_add(&r->sum, text, strlen(text));
	}
	record_close(&r->reader);
}

static void both_ways(const uint8_t *data, size_t size, bool hist, size_t piece,
		      unsigned int truncate)
{
	struct fuzz_source a = {data, size, 0, SIZE_MAX}, b = {data, size, 0, piece}, c;

	read_all(&whole, &a, hist, truncate, true);
	read_all(&pieces, &b, hist, truncate, true);
	FUZZ_CHECK(whole.sum == pieces.sum);
	/* the records alone are read, written and read again */
	sink.used = 0;
	record_writer_open_sink(&writer, fuzz_put, &sink);
	whole.writer = &writer;
	whole.sum = 0;
	a.at = 0;
	record_open_source(&whole.reader, "input", fuzz_get, &a);
	whole.reader.truncate = truncate;
	for (int n; (n = next(&whole, hist)) != 0;)
		FUZZ_CHECK(n == 1 || n == -EINVAL);
	whole.writer = NULL;
	FUZZ_CHECK(record_flush(&writer) == 0);
	c = (struct fuzz_source){written, sink.used, 0, piece};
	read_all(&second, &c, hist, 0, false);
	FUZZ_CHECK(second.sum == whole.sum);
}

/* Copies the input with the line ends that the reader is to see, and returns its length: if the
 * first line ends with CR LF, each CR LF becomes LF; if it ends with a CR alone, CR and LF
 * change places. */
static size_t unify(const uint8_t *data, size_t size, uint8_t *to)
{
	size_t first = 0, n = 0;
	bool pairs;

	while (first < size && data[first] != '\n' && data[first] != '\r')
		first++;
	pairs = first + 1 < size && data[first + 1] == '\n';
	for (size_t i = 0; i < size; i++) {
		const uint8_t c = data[i];

		if (first == size || data[first] == '\n')
			to[n++] = c;
		else if (!pairs)
			to[n++] = c == '\r' ? '\n' : c == '\n' ? '\r' : c;
		else if (c != '\r' || i + 1 == size || data[i + 1] != '\n')
			to[n++] = c;
	}
	return n;
}

/* Checks the header lines as they are in the input, but for the line ends. */
static void lines(const uint8_t *input, size_t size, size_t piece)
{
	struct fuzz_source a = {input, size, 0, SIZE_MAX}, b = {input, size, 0, piece};
	uint8_t *const data = written; /* nobody reads what was written before */
	char *line, *other;
	size_t n, m, at = 0;
	int got;

	FUZZ_CHECK(size <= sizeof(written));
	size = unify(input, size, data);
	record_open_source(&whole.reader, "input", fuzz_get, &a);
	record_open_source(&pieces.reader, "input", fuzz_get, &b);
	while ((got = record_read_line(&whole.reader, &line, &n)) != 0) {
		FUZZ_CHECK(record_read_line(&pieces.reader, &other, &m) == got);
		FUZZ_CHECK(got == 1 || got == -EINVAL);
		if (got != 1)
			/* the line was longer than the buffer, so @at is no longer known */
			return;
		if (whole.reader.checked)
			return; /* a correct END line is not returned to the caller */
		FUZZ_CHECK(n == m && !memcmp(line, other, n));
		FUZZ_CHECK(at + n <= size && !memcmp(line, data + at, n));
		at += n;
		FUZZ_CHECK(at == size || data[at] == '\n');
		at++;
	}
	FUZZ_CHECK(record_read_line(&pieces.reader, &other, &m) == 0 && at >= size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const unsigned int truncate[] = {0, 80, 1, 20};

	if (!size)
		return 0;
	for (int hist = 0; hist < 2; hist++)
		both_ways(data + 1, size - 1, hist, 1u + data[0] / 4, truncate[data[0] % 4]);
	lines(data + 1, size - 1, 1u + data[0] / 4);
	return 0;
}
