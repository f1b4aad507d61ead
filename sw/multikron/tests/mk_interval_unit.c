/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of sample files, and of the intervals that are computed from them. */
#include "../../tests/unit.h"
#include "../../tests/damage.h"
#include "../mk_interval.h"
#include <errno.h>
#include <inttypes.h>
#include <unistd.h>

/* ---- samples ---- */

static void bytes(void)
{
	static const uint8_t golden[MK_TRACE_BYTES] = {
		0x5D,						/* CPU 5, lost, address 5 */
		0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01,	/* timestamp */
		0x0B, 0x0A, 0x09, 0x08,				/* source address */
		0x18, 0x17, 0x16, 0x15, 0x14, 0x13, 0x12, 0x11, /* user data */
	};
	uint8_t b[MK_RESOURCE_BYTES], back[MK_RESOURCE_BYTES];
	struct mk_sample s;
	uint64_t seed = 1;

	mk_sample_decode(golden, &s);
	assert_true(!s.resource && s.lost && s.cpu == 5 && s.address == 5);
	assert_true(s.timestamp == UINT64_C(0x01020304050607));
	assert_true(s.source == 0x08090A0B && s.data == UINT64_C(0x1112131415161718));
	assert_int_equal(mk_sample_encode(&s, b), MK_TRACE_BYTES);
	assert_memory_equal(b, golden, MK_TRACE_BYTES);
	for (unsigned int EACH(i, 0); i < 1000; i++) {
		for (unsigned int k = 0; k < MK_RESOURCE_BYTES; k++)
			b[k] = (uint8_t)random_xorshift(&seed);
		mk_sample_decode(b, &s);
		assert_int_equal(mk_sample_encode(&s, back), mk_sample_bytes(b[0]));
		assert_memory_equal(b, back, mk_sample_bytes(b[0]));
		assert_int_equal(s.resource, b[0] >> 7);
		if (s.resource)
			assert_int_equal(s.counter[15], b[80] | b[81] << 8 | b[82] << 16 |
								(uint32_t)b[83] << 24);
	}
}

static bool begins_at(const size_t *at, size_t place)
{
	for (unsigned int i = 0; i < 400; i++)
		if (at[i] == place)
			return true;
	return false;
}

/* Removes the first words of random streams, and checks the position of the first complete
 * sample. */
static void align(void)
{
	static uint8_t stream[400 * MK_RESOURCE_BYTES];
	uint64_t seed = 2;

	for (unsigned int EACH(turn, 0); turn < 200; turn++) {
		/* number of resource samples per 4 samples */
		const unsigned int resources = turn % 4;
		size_t at[401] = {0}, n = 0;

		for (unsigned int i = 0; i < 400; i++) {
			const struct mk_sample s = {
				.resource = random_xorshift(&seed) % 4 < resources,
				.timestamp = (uint64_t)(i + 1000) * 1000 +
					     /* a pause that is longer than the time before
					      * it */
					     (resources && i > 200 ? UINT64_C(1000000000) : 0) +
					     random_xorshift(&seed) % 1000,
				.source = (uint32_t)random_xorshift(&seed),
				.data = random_xorshift(&seed),
				.counter = {(uint32_t)random_xorshift(&seed), 128, 0, 0xFFFF}};

			n += mk_sample_encode(&s, stream + n);
			at[i + 1] = n;
		}
		for (size_t EACH(cut, 0); cut < at[2]; cut += 4) {
			const size_t next = cut == 0 ? 0 : cut <= at[1] ? at[1] : at[2];
			const int found = mk_samples_align(stream + cut, (n - cut) / 4);

			/* A stream of trace samples only gives the first complete sample; a
			 * stream with resource samples may give a later one. */
			if (!resources)
				assert_int_equal(found, (next - cut) / 4);
			assert_true(found >= (int)((next - cut) / 4));
			assert_true(found < (int)(2 * MK_RESOURCE_BYTES / 4));
			assert_true(begins_at(at, cut + 4 * (size_t)found));
		}
	}
	/* the stream does not end with a sample */
	memset(stream, 0, sizeof(stream));
	assert_int_equal(mk_samples_align(stream, 4), -EBADMSG);
}

/* ---- files ---- */

/* Writes @samples random samples; with @lines also the first and the last line of mk.dat(5).
 * Returns the size. */
static size_t write_samples(uint8_t *file, unsigned int samples, uint64_t *seed, bool lines)
{
	struct check check = {0, 0};
	size_t n = lines ? MK_FILE_HEADER_BYTES : 0;

	memcpy(file, MK_FILE_HEADER, n);
	for (unsigned int i = 0; i < samples; i++) {
		struct mk_sample s = {.resource = random_xorshift(seed) % 2,
				      .cpu = 2, /* with address 3 the header is '#' */
				      .address = 3,
				      .timestamp = 1000 * i,
				      .source = (uint32_t)random_xorshift(seed),
				      .data = random_xorshift(seed)};

		for (unsigned int k = 0; s.resource && k < MK_COUNTERS; k++)
			s.counter[k] = (uint32_t)random_xorshift(seed);
		n += mk_sample_encode(&s, file + n);
	}
	if (lines) {
		check_add(&check, file, n);
		check_end_line(&check, (char *)file + n);
		n += CHECK_LINE;
	}
	return n;
}

static uint64_t samples_read;
static bool unchecked_read;

static int read_samples(const char *path)
{
	static struct mk_reader r;
	struct mk_sample s;
	int n;

	assert_int_equal(mk_reader_open(&r, path), 0);
	for (samples_read = 0; (n = mk_reader_next(&r, &s)) == 1;)
		samples_read++;
	unchecked_read = r.unchecked;
	mk_reader_close(&r);
	return n;
}

static int skip_sample(void *arg, const struct mk_sample *s, size_t run)
{
	(void)arg;
	(void)s;
	(void)run;
	samples_read++;
	return 0;
}

static int merge_samples(const char *path)
{
	static struct mk_reader r;
	size_t runs;
	int err;

	assert_int_equal(mk_reader_open(&r, path), 0);
	samples_read = 0;
	err = mk_merge(&r, &runs, skip_sample, NULL);
	unchecked_read = r.unchecked;
	mk_reader_close(&r);
	return err;
}

/* Checks that a changed byte and a truncation of a file are errors, for mk_reader_next() and
 * mk_merge(). */
static void notices_damage(void)
{
	static uint8_t file[200 * MK_RESOURCE_BYTES];
	struct damage d = {.file = file};
	uint64_t seed = 4;

	d.name = "mk.dat, mk_reader_next()";
	d.size = write_samples(file, 100, &seed, true);
	d.read = read_samples;
	damage_test(&d, 4000);
	d.name = "mk.dat, mk_merge()";
	d.read = merge_samples;
	damage_test(&d, 1000);
	d.name = "mk.dat without samples, mk_reader_next()";
	d.size = write_samples(file, 0, &seed, true);
	d.read = read_samples;
	damage_test(&d, 1000);
}

static int try_file(int (*read)(const char *path), const uint8_t *file, size_t n)
{
	char path[] = "/tmp/mkfile.XXXXXX";
	const int fd = mkstemp(path);
	int err;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, file, n), n);
	close(fd);
	err = read(path);
	unlink(path);
	return err;
}

/* Tests files of earlier versions, and two joined files, each with or without the lines. */
static void joined_files(void)
{
	static int (*const read[])(const char *path) = {read_samples, merge_samples};
	static uint8_t file[400 * MK_RESOURCE_BYTES];

	for (unsigned int EACH(lines, 0); lines < 4; lines++) {
		uint64_t seed = 5;
		size_t n = write_samples(file, 50, &seed, lines & 1);

		n += write_samples(file + n, 70, &seed, lines & 2);
		for (unsigned int EACH(i, 0); i < 2; i++) {
			assert_int_equal(try_file(read[i], file, n), 0);
			assert_int_equal(samples_read, 120);
			assert_int_equal(unchecked_read, lines != 3);
		}
		if (!(lines & 2))
			continue;
		/* the second file has lost its end line, or has a wrong checksum */
		assert_int_equal(try_file(read_samples, file, n - CHECK_LINE), -ENODATA);
		assert_int_equal(samples_read, 120);
		file[n - CHECK_LINE - 1] ^= 1;
		assert_int_equal(try_file(merge_samples, file, n), -EILSEQ);
		assert_int_equal(samples_read, 0);
	}
}

/* ---- a report of samples in memory ---- */

struct event {
	uint64_t at;
	uint64_t number;
	unsigned int cpu;
	uint32_t source;
	bool lost;
};

static struct mk_intervals list;

static void describe(const char *text)
{
	char path[] = "/tmp/mkinterval.XXXXXX", wrong[256];
	const int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	if (mk_intervals_read(&list, path, wrong, sizeof(wrong)))
		fail_msg("%s", wrong);
	unlink(path);
}

static void report_options(struct mk_report *r, const struct event *e, size_t n,
			   struct mk_report_options options)
{
	mk_report_begin(r, &list, &options);
	for (size_t EACH(i, 0); i < n; i++) {
		const struct mk_sample s = {.timestamp = e[i].at,
					    .data = e[i].number,
					    .cpu = e[i].cpu,
					    .source = e[i].source,
					    .lost = e[i].lost};

		assert_int_equal(mk_report_sample(r, &s, 0), 0);
	}
	mk_report_end(r);
}

#define REPORT(r, events)                                             \
	report_options(r, events, sizeof(events) / sizeof(*(events)), \
		       (struct mk_report_options){.event_bytes = 4, .histogram = true})

static void end_report(struct mk_report *r)
{
	mk_report_free(r);
	mk_intervals_free(&list);
}

static const struct mk_measured *measured(const struct mk_report *r, size_t processor, size_t i)
{
	assert_true(processor < r->processors);
	return &r->processor[processor].interval[i];
}

static void check(const struct mk_lengths *l, uint64_t count, uint64_t total, uint64_t minimum,
		  uint64_t maximum)
{
	assert_int_equal(l->stat.count, count);
	assert_int_equal(l->stat.total, total);
	assert_int_equal(l->stat.minimum, minimum);
	assert_int_equal(l->stat.maximum, maximum);
}

static void class_1(void)
{
	static const struct event e[] = {
		{100, 10, 0, 0, 0}, {150, 20, 0, 0, 0}, {200, 10, 0, 0, 0}, {210, 99, 0, 0, 0},
		{300, 20, 0, 0, 0}, {400, 10, 0, 0, 0}, {550, 20, 0, 0, 0}};
	struct mk_report r;

	describe("1 10 20 \"whole program\"\n");
	REPORT(&r, e);
	check(&measured(&r, 0, 0)->length[0], 3, 300, 50, 150);
	assert_true(measured(&r, 0, 0)->length[0].stat.mean == 100);
	/* 50, 100, 150: sqrt(5000 / 3) */
	assert_float_equal(mk_stat_deviation(&measured(&r, 0, 0)->length[0].stat), 40.824829,
			   1e-6);
	assert_string_equal(list.interval[0].name[0], "whole program");
	assert_int_equal(r.samples, 7);
	assert_int_equal(r.events, 6);
	end_report(&r);
}

static void class_2(void)
{
	static const struct event e[] = {
		{10, 81, 0, 0, 0}, {15, 82, 0, 0, 0}, {20, 81, 0, 0, 0}, {40, 83, 0, 0, 0},
		{50, 83, 0, 0, 0}, {60, 81, 0, 0, 0}, {67, 82, 0, 0, 0}};
	struct mk_report r;

	describe("2 81 82 83 \"if then\" \"if else\"\n");
	REPORT(&r, e);
	check(&measured(&r, 0, 0)->length[0], 2, 12, 5, 7);
	check(&measured(&r, 0, 0)->length[1], 1, 20, 20, 20);
	assert_int_equal(measured(&r, 0, 0)->no_begin, 1);
	end_report(&r);
}

static void class_3(void)
{
	static const struct event e[] = {
		{100, 8, 0, 0, 0},  {130, 17, 0, 0, 0}, {140, 12, 0, 0, 0}, {200, 8, 0, 0, 0},
		{210, 17, 0, 0, 0}, {250, 12, 0, 0, 0}, {300, 8, 0, 0, 0},  {310, 12, 0, 0, 0},
		{320, 17, 0, 0, 0}, {330, 8, 0, 0, 0}};
	struct mk_report r;

	describe("3 8 17 12 \"process input\" \"write output\"\n");
	REPORT(&r, e);
	check(&measured(&r, 0, 0)->length[0], 2, 40, 10, 30);
	check(&measured(&r, 0, 0)->length[1], 2, 50, 10, 40);
	check(&measured(&r, 0, 0)->length[2], 2, 90, 40, 50);
	assert_string_equal(list.interval[0].name[2], "process input write output");
	/* the end at 310 came without a middle; the begins at 300 and 330 had no end */
	assert_int_equal(measured(&r, 0, 0)->no_begin, 1);
	assert_int_equal(measured(&r, 0, 0)->no_end, 2);
	end_report(&r);
}

static void class_4(void)
{
	static const struct event nested[] = {
		{10, 27, 0, 0, 0}, {20, 27, 1, 5, 0}, {100, 36, 2, 7, 0}, {150, 36, 0, 0, 0}};
	static const struct event overlapped[] = {
		{10, 27, 0, 0, 0}, {20, 27, 0, 0, 0}, {40, 36, 1, 0, 0}, {50, 27, 0, 0, 0},
		{80, 36, 1, 0, 0}, {95, 36, 1, 0, 0}, {99, 36, 1, 0, 0}, {100, 27, 0, 0, 0}};
	struct mk_report r;

	describe("4 27 36 \"message timer\"\n");
	REPORT(&r, nested);
	check(&r.overlap.length[0], 2, 90 + 130, 90, 130);
	assert_int_equal(r.overlap.no_end + r.overlap.no_begin, 0);
	mk_report_free(&r);
	REPORT(&r, overlapped);
	check(&r.overlap.length[0], 3, 30 + 60 + 45, 30, 60);
	assert_int_equal(r.overlap.no_begin, 1);
	assert_int_equal(r.overlap.no_end, 1);
	end_report(&r);
}

/* Checks that the queue of starts keeps its order while it grows and is read. */
static void many_starts(void)
{
	const struct mk_report_options options = {.event_bytes = 4};
	struct mk_report r;
	uint64_t at = 0, ends = 0;

	describe("4 1 2 \"queue\"\n");
	mk_report_begin(&r, &list, &options);
	for (unsigned int EACH(i, 0); i < 3000; i++) {
		const bool end = i % 3 == 2;
		const struct mk_sample s = {.timestamp = at += 10, .data = end ? 2 : 1};

		assert_int_equal(mk_report_sample(&r, &s, 0), 0);
		if (end) {
			/* start k, 0 first, is at 10 * (1 + k / 2 * 3 + k % 2) */
			const uint64_t start = 10 * (1 + ends / 2 * 3 + ends % 2);

			ends++;
			assert_int_equal(r.overlap.length[0].stat.count, ends);
			/* each start waits longer than the one before, so the last length is
			 * the longest */
			assert_int_equal(r.overlap.length[0].stat.maximum, at - start);
		}
	}
	mk_report_end(&r);
	assert_int_equal(r.overlap.no_end, 1000);
	end_report(&r);
}

static void processors(void)
{
	/* the same events on two CPU ids, and on one CPU id with two source addresses */
	static const struct event e[] = {
		{10, 1, 0, 0, 0},  {11, 1, 1, 0, 0},  {12, 1, 0, 9, 0}, {110, 2, 0, 0, 0},
		{211, 2, 1, 0, 0}, {312, 2, 0, 9, 0}, {400, 2, 1, 0, 0}};
	struct mk_report r;

	describe("1 1 2 \"a\"\n");
	REPORT(&r, e);
	assert_int_equal(r.processors, 3);
	check(&measured(&r, 0, 0)->length[0], 1, 100, 100, 100);
	check(&measured(&r, 1, 0)->length[0], 1, 200, 200, 200);
	check(&measured(&r, 2, 0)->length[0], 1, 300, 300, 300);
	assert_int_equal(measured(&r, 1, 0)->no_begin, 1);
	assert_int_equal(r.processor[1].cpu, 1);
	assert_int_equal(r.processor[2].source, 9);
	end_report(&r);
}

/* Tests 1000 tasks that are distinguished by their source addresses. */
static void many_processors(void)
{
	const struct mk_report_options options = {.event_bytes = 4};
	struct mk_report r;

	describe("1 1 2 \"a\"\n");
	mk_report_begin(&r, &list, &options);
	for (uint32_t EACH(i, 0); i < 4000; i++) {
		const struct mk_sample s = {.timestamp = i,
					    .source = 0x1000 * (i % 1000),
					    .data = 1 + i / 1000 % 2};

		assert_int_equal(mk_report_sample(&r, &s, 0), 0);
	}
	mk_report_end(&r);
	assert_int_equal(r.processors, 1000);
	for (size_t EACH(i, 0); i < 1000; i++) {
		assert_int_equal(r.processor[i].source, 0x1000 * i);
		check(&measured(&r, i, 0)->length[0], 2, 2000, 1000, 1000);
	}
	end_report(&r);
}

static void several(void)
{
	static const struct event e[] = {
		{100, 1, 0, 0, 0}, {110, 2, 0, 0, 0}, {130, 3, 0, 0, 0}, {170, 4, 0, 0, 0},
		{200, 1, 0, 0, 0}, {220, 2, 0, 0, 0}, {225, 4, 0, 0, 0}};
	struct mk_report r;

	describe("1 1 4 \"whole\"\n"
		 "1 1 2 \"first\"\n"
		 "\n"
		 "3 1 2 3 \"p\" \"q\"\n"
		 "2 2 3 4 \"then\" \"else\"\n"
		 "1 2 4 \"rest\"\n");
	REPORT(&r, e);
	check(&measured(&r, 0, 0)->length[0], 2, 95, 25, 70);
	check(&measured(&r, 0, 1)->length[0], 2, 30, 10, 20);
	check(&measured(&r, 0, 2)->length[2], 1, 30, 30, 30);
	check(&measured(&r, 0, 3)->length[0], 1, 20, 20, 20);
	check(&measured(&r, 0, 3)->length[1], 1, 5, 5, 5);
	check(&measured(&r, 0, 4)->length[0], 2, 65, 5, 60);
	assert_int_equal(list.interval[2].line, 4);
	end_report(&r);
}

static void unmatched(void)
{
	static const struct event e[] = {{10, 2, 0, 0, 0}, {20, 1, 0, 0, 0}, {30, 1, 0, 0, 0},
					 {40, 2, 0, 0, 0}, {50, 2, 0, 0, 0}, {60, 1, 0, 0, 0}};
	struct mk_report r;

	describe("1 1 2 \"a\"\n");
	REPORT(&r, e);
	check(&measured(&r, 0, 0)->length[0], 1, 10, 10, 10);
	assert_int_equal(measured(&r, 0, 0)->no_end, 2);
	assert_int_equal(measured(&r, 0, 0)->no_begin, 2);
	end_report(&r);
}

/* Checks that an interval that began before samples were lost has no known end. */
static void gaps(void)
{
	static const struct event e[] = {{10, 1, 0, 0, 0}, {20, 2, 0, 0, 1}, {30, 1, 0, 0, 0},
					 {40, 2, 0, 0, 0}, {50, 1, 0, 0, 0}, {60, 7, 0, 0, 1},
					 {70, 2, 0, 0, 0}, {80, 5, 0, 0, 0}, {85, 5, 0, 0, 1},
					 {90, 6, 0, 0, 0}};
	struct mk_report r;

	describe("1 1 2 \"a\"\n4 5 6 \"m\"\n");
	REPORT(&r, e);
	assert_int_equal(r.gaps, 3);
	check(&measured(&r, 0, 0)->length[0], 1, 10, 10, 10);
	assert_int_equal(measured(&r, 0, 0)->cut, 2);
	assert_int_equal(measured(&r, 0, 0)->no_begin, 2);
	assert_int_equal(measured(&r, 0, 0)->no_end, 0);
	/* the start at 80 must not be matched with the end at 90 */
	check(&r.overlap.length[0], 1, 5, 5, 5);
	assert_int_equal(r.overlap.cut, 1);
	end_report(&r);
}

static void wide(void)
{
	static const struct event e[] = {
		{UINT64_C(0xFFFFFFFF), 1, 0, 0, 0},
		{UINT64_C(0xFFFFFFFF) + UINT64_C(5000000000), 2, 0, 0, 0},
		{UINT64_C(0x1FFFFFFF0), 1, 0, 0, 0},
		{UINT64_C(0x200000010), 2, 0, 0, 0}};
	struct mk_report_options options = {.event_bytes = 4};
	struct mk_report r;

	describe("1 1 2 \"a\"\n");
	report_options(&r, e, 2, options);
	check(&measured(&r, 0, 0)->length[0], 1, 705032704, 705032704, 705032704);
	assert_int_equal(r.cut_short, 1);
	mk_report_free(&r);
	report_options(&r, e + 2, 2, options);
	check(&measured(&r, 0, 0)->length[0], 1, 32, 32, 32);
	assert_int_equal(r.cut_short, 0);
	mk_report_free(&r);
	options.wide = true;
	report_options(&r, e, 2, options);
	check(&measured(&r, 0, 0)->length[0], 1, UINT64_C(5000000000), UINT64_C(5000000000),
	      UINT64_C(5000000000));
	assert_int_equal(r.cut_short, 0);
	end_report(&r);
}

static void event_sizes(void)
{
	static const struct {
		unsigned int bytes;
		uint64_t count;
	} sizes[] = {{1, 4}, {2, 3}, {4, 2}, {8, 1}};
	/* begin 1 and end 2, compared in this number of bytes */
	static const struct event e[] = {{1, 1, 0, 0, 0},
					 {2, 2, 0, 0, 0},
					 {3, UINT64_C(0x100000001), 0, 0, 0},
					 {4, UINT64_C(0x100000002), 0, 0, 0},
					 {5, 0x10001, 0, 0, 0},
					 {6, 0x10002, 0, 0, 0},
					 {7, 0x101, 0, 0, 0},
					 {8, 0x102, 0, 0, 0}};
	struct mk_report r;

	for (unsigned int EACH(i, 0); i < 4; i++) {
		describe("1 1 2 \"a\"\n");
		report_options(&r, e, 8,
			       (struct mk_report_options){.event_bytes = sizes[i].bytes});
		assert_int_equal(measured(&r, 0, 0)->length[0].stat.count, sizes[i].count);
		end_report(&r);
	}
}

static void histogram(void)
{
	struct mk_report r;
	const struct mk_report_options options = {.event_bytes = 4, .histogram = true};
	const struct mk_histogram *h;
	uint64_t seed = 3, at = 0, count[500] = {0};

	describe("1 1 2 \"a\"\n");
	mk_report_begin(&r, &list, &options);
	for (unsigned int EACH(i, 0); i < 20000; i++) {
		const uint64_t length = random_xorshift(&seed) % 500;
		struct mk_sample s = {.timestamp = at, .data = 1};

		assert_int_equal(mk_report_sample(&r, &s, 0), 0);
		s.timestamp = at += length;
		s.data = 2;
		assert_int_equal(mk_report_sample(&r, &s, 0), 0);
		count[length]++;
	}
	h = &measured(&r, 0, 0)->length[0].histogram;
	assert_int_equal(h->bars, 500);
	for (size_t EACH(i, 0); i < h->bars; i++) {
		assert_int_equal(h->bar[i].count, count[h->bar[i].length]);
		count[h->bar[i].length] = 0;
	}
	end_report(&r);
}

static const struct unit units[] = {
	UNIT(bytes, ""),
	UNIT(align, ""),
	UNIT(notices_damage, ""),
	UNIT(joined_files, ""),
	UNIT(class_1, "MK-RP-005 MK-RP-013"),
	UNIT(class_2, "MK-RP-006"),
	UNIT(class_3, "MK-RP-007 MK-RP-008"),
	UNIT(class_4, "MK-RP-009"),
	UNIT(many_starts, ""),
	UNIT(processors, "MK-RP-011"),
	UNIT(many_processors, ""),
	UNIT(several, "MK-RP-012"),
	UNIT(unmatched, "MK-RP-014"),
	UNIT(gaps, ""),
	UNIT(wide, "MK-RP-018"),
	UNIT(event_sizes, "MK-RP-004"),
	UNIT(histogram, ""),
};

UNIT_MAIN(units)
