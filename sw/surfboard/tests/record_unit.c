/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of trace and histogram files: their records, headers and errors. */
#include "../../tests/damage.h"
#include "../../tests/unit.h"
#include "surfrecord.h"
#include <errno.h>
#include <unistd.h>

static struct record_reader reader;
static struct record_writer writer;

/* A file in memory that is read in pieces. */
struct memory {
	const char *data;
	size_t size, at, piece;
	int fail; /* errno value that is returned in place of the end of the file */
};

static ssize_t read_memory(void *arg, void *buf, size_t size)
{
	struct memory *m = arg;
	size_t n = m->size - m->at;

	if (n == 0)
		return -m->fail;
	if (n > size)
		n = size;
	if (m->piece && n > m->piece)
		n = m->piece;
	memcpy(buf, m->data + m->at, n);
	m->at += n;
	return (ssize_t)n;
}

static struct memory memory;

static void open_text(const char *text, size_t piece)
{
	memory = (struct memory){.data = text, .size = strlen(text), .piece = piece};
	record_open_source(&reader, "t", read_memory, &memory);
}

struct sink {
	char *data;
	size_t size, space;
};

static int write_memory(void *arg, const void *buf, size_t size)
{
	struct sink *s = arg;

	if (s->size + size + 1 > s->space) {
		s->space = 2 * (s->size + size + 1);
		s->data = realloc(s->data, s->space);
		assert_non_null(s->data);
	}
	memcpy(s->data + s->size, buf, size);
	s->size += size;
	s->data[s->size] = '\0';
	return 0;
}

/* Checks that each single field is stored in its bits and read back. */
static void fields(void)
{
	static const struct {
		struct trace_fields f;
		uint32_t w[4];
	} cases[] = {
		{{.latency = 0xFFFFFF}, {0x00FFFFFF, 0, 0, 0}},
		{{.underflow = true}, {0x01000000, 0, 0, 0}},
		{{.overflow = true}, {0x02000000, 0, 0, 0}},
		{{.sender = 0x3F}, {0xFC000000, 0, 0, 0}},
		{{.rxtime = 0xFFF00000000}, {0, 0x00000FFF, 0, 0}},
		{{.rxtime = 0x000FFFFFFFF}, {0, 0, 0xFFFFFFFF, 0}},
		{{.color = 0x3F}, {0, 0x0003F000, 0, 0}},
		{{.size = 0x3FF}, {0, 0x0FFC0000, 0, 0}},
		{{.category = 0xF}, {0, 0xF0000000, 0, 0}},
		{{.be = 0xF}, {0, 0, 0, 0x0000000F}},
		{{.addr = 0x7FFFFFC}, {0, 0, 0, 0x1FFFFFF0}},
		{{.presence = 3}, {0, 0, 0, 0x60000000}},
		{{.irq = true}, {0, 0, 0, 0x80000000}},
	};
	uint64_t seed = 23;

	for (size_t EACH(i, 0); i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct trace_fields f;
		uint32_t w[4];

		trace_pack(&cases[i].f, w);
		assert_memory_equal(w, cases[i].w, sizeof(w));
		trace_unpack(w, &f);
		assert_true(f.rxtime == cases[i].f.rxtime);
		assert_int_equal(f.latency, cases[i].f.latency);
		assert_int_equal(f.addr, cases[i].f.addr);
		assert_int_equal(f.size, cases[i].f.size);
		assert_int_equal(f.sender, cases[i].f.sender);
		assert_int_equal(f.category, cases[i].f.category);
		assert_int_equal(f.color, cases[i].f.color);
		assert_int_equal(f.presence, cases[i].f.presence);
		assert_int_equal(f.be, cases[i].f.be);
		assert_int_equal(f.overflow, cases[i].f.overflow);
		assert_int_equal(f.underflow, cases[i].f.underflow);
		assert_int_equal(f.irq, cases[i].f.irq);
	}
	/* The fields cover all 128 bits. */
	for (int EACH(round, 0); round < 1000; round++) {
		struct trace_fields f;
		uint32_t w[4], back[4];

		for (int i = 0; i < 4; i++)
			w[i] = (uint32_t)random_xorshift(&seed);
		trace_unpack(w, &f);
		trace_pack(&f, back);
		assert_memory_equal(w, back, sizeof(w));
	}
}

static void derived_fields(void)
{
	uint32_t w[4] = {0, 0, 0, 0x1FFFFFF0};

	assert_int_equal(trace_words(w), 1024);
	assert_int_equal(trace_page(w), 0x7FFF);
	w[1] = 5u << 18;
	assert_int_equal(trace_words(w), 5);
	assert_int_equal(trace_size(w), 5);
}

static void reads_all_forms(void)
{
	static const char text[] = "# header: x\n"
				   "\n"
				   "   \t \n"
				   "00000A 00000001 00000002 00000003 00000004\n"
				   "00000b 89abcdef 89ABCDEF 89aBcDeF fedcba98\n"
				   "  00000C\t00000001  00000002 00000003 00000004 \r\n"
				   "00000D 00000001 00000002 00000003 00000004# after data\n"
				   "\f#\n"
				   "00000E 00000001 00000002 00000003 00000004";

	for (size_t EACH(piece, 0); piece < 60; piece++) {
		static const unsigned int line[] = {4, 5, 6, 7, 9};
		struct trace_record t;

		open_text(text, piece);
		for (uint32_t EACH(i, 0); i < 5; i++) {
			assert_int_equal(record_read_trace(&reader, &t), 1);
			assert_int_equal(t.index, 0xA + i);
			assert_int_equal(reader.line, line[i]);
			if (i == 1) {
				assert_int_equal(t.word[0], 0x89ABCDEF);
				assert_int_equal(t.word[1], 0x89ABCDEF);
				assert_int_equal(t.word[2], 0x89ABCDEF);
				assert_int_equal(t.word[3], 0xFEDCBA98);
			} else {
				for (uint32_t EACH(k, 0); k < 4; k++)
					assert_int_equal(t.word[k], k + 1);
			}
		}
		assert_int_equal(record_read_trace(&reader, &t), 0);
		assert_int_equal(record_read_trace(&reader, &t), 0);
	}
}

static void reads_histograms(void)
{
	struct hist_record h;

	open_text("FFFFFF ffffffff\n000000 00000000 # none\n", 0);
	assert_int_equal(record_read_hist(&reader, &h), 1);
	assert_int_equal(h.bin, 0xFFFFFF);
	assert_int_equal(h.count, 0xFFFFFFFF);
	assert_int_equal(record_read_hist(&reader, &h), 1);
	assert_int_equal(h.bin, 0);
	assert_int_equal(h.count, 0);
	assert_int_equal(record_read_hist(&reader, &h), 0);
	/* an empty file counts as truncated */
	open_text("", 0);
	assert_int_equal(record_read_hist(&reader, &h), -EINVAL);
	assert_string_equal(reader.wrong, "there is nothing in this file");
	assert_int_equal(record_read_hist(&reader, &h), 0);
}

static void names_the_wrong_line(void)
{
	static const char *const wrong[] = {
		"00000A 00000001 00000002 00000003", /* too few fields */
		"00000A",
		"00000A 00000001 00000002 00000003 00000004 00000005",
		"0000A 00000001 00000002 00000003 00000004", /* short */
		"000000A 00000001 00000002 00000003 00000004",
		"00000A 0000001 00000002 00000003 00000004",
		"00000A 000000001 00000002 00000003 00000004",
		"00000A 00000001 00000002 00000003 0000000G", /* not a digit */
		"00000A 00000001 00000002 00000003 -0000004",
		"0x000A 00000001 00000002 00000003 00000004",
		"00000A,00000001,00000002,00000003,00000004",
		"00000A 00000001 00000002 0000#003 00000004", /* a comment within a field */
		"junk",
		"00000A 00000001 00000002 00000003 00000004;",
	};

	for (size_t EACH(i, 0); i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct trace_record t = {.index = 77};
		char text[256], message[128];

		sprintf(text, "# c\n\n%s\n00000B 00000001 00000002 00000003 00000004\n",
			wrong[i]);
		open_text(text, 0);
		assert_int_equal(record_read_trace(&reader, &t), -EINVAL);
		assert_int_equal(t.index, 77);
		assert_int_equal(reader.line, 3);
		record_message(&reader, -EINVAL, message, sizeof(message));
		assert_memory_equal(message, "t:3: ", 5);
		assert_true(strlen(message) > 10);
		/* The next line must be read. */
		assert_int_equal(record_read_trace(&reader, &t), 1);
		assert_int_equal(t.index, 0xB);
		assert_int_equal(record_read_trace(&reader, &t), 0);
	}
}

/* Checks that a file of another kind is refused at the line with its kind, and that a file
 * without this line is accepted as the kind that is read. */
static void knows_the_kind(void)
{
	static const struct {
		const char *text, *kind, *trace, *hist;
	} cases[] = {
		{"# file: trace\n", NULL, NULL, "t:1: a trace file, not a histogram file"},
		{"# x\n#file:histogram \r\n", NULL, "t:2: a histogram file, not a trace file",
		 NULL},
		{"# file: FIFO\n", "FIFO", NULL, NULL},
		{"# file: trace\n", "FIFO", "t:1: a trace file, not a FIFO file",
		 "t:1: a trace file, not a FIFO file"},
		{"# file: a name that is far too long for a kind\n", NULL,
		 "t:1: a a name that is far t file, not a trace file",
		 "t:1: a a name that is far t file, not a histogram file"},
		{"# my file: histogram\n# filed\n# file\n#\n", NULL, NULL, NULL},
	};

	for (size_t EACH(i, 0); i < 2 * sizeof(cases) / sizeof(cases[0]); i++) {
		const char *want = i % 2 ? cases[i / 2].hist : cases[i / 2].trace;
		struct trace_record t;
		struct hist_record h;
		char text[128];
		int n;

		open_text(cases[i / 2].text, i % 5);
		reader.kind = cases[i / 2].kind;
		n = i % 2 ? record_read_hist(&reader, &h) : record_read_trace(&reader, &t);
		assert_int_equal(n, -EINVAL);
		record_message(&reader, n, text, sizeof(text));
		if (want)
			assert_string_equal(text, want);
		else
			assert_non_null(strstr(text, "there is nothing in this file"));
	}
}

static ssize_t read_zeros(void *arg, void *buf, size_t size)
{
	*(size_t *)arg += size;
	memset(buf, '0', size);
	return (ssize_t)size;
}

/* A line without an end, such as a bomb of compressed zeros, ends the reading. */
static void endless_line(void)
{
	struct hist_record h;
	size_t length, count = 0;
	char *text;

	record_open_source(&reader, "t", read_zeros, &count);
	assert_int_equal(record_read_hist(&reader, &h), -EINVAL); /* no index */
	assert_int_equal(record_read_hist(&reader, &h), 0);
	assert_in_range(count, 16 << 20, 17 << 20);
	count = 0;
	record_open_source(&reader, "t", read_zeros, &count);
	assert_int_equal(record_read_line(&reader, &text, &length), -EINVAL);
	assert_string_equal(reader.wrong, "line too long; the rest is not read");
	assert_int_equal(record_read_line(&reader, &text, &length), 0);
	assert_in_range(count, 16 << 20, 17 << 20);
}

/* Reads @arg again and again. */
struct repeated {
	const char *text;
	size_t count;
};

static ssize_t read_repeated(void *arg, void *buf, size_t size)
{
	struct repeated *t = arg;
	const size_t n = strlen(t->text);

	for (size_t i = 0; i < size; i++)
		((char *)buf)[i] = t->text[(t->count + i) % n];
	t->count += size;
	return (ssize_t)size;
}

/* Blank lines and comments without an end, too; between records they may be many. */
static void endless_comments(void)
{
	static const char *const text[] = {"\n", "#\n", " \t # x\n"};
	struct hist_record h;
	size_t length;
	char *line;
	int err;

	for (size_t EACH(i, 0); i < 3; i++) {
		struct repeated t = {text[i], 0};

		record_open_source(&reader, "t", read_repeated, &t);
		assert_int_equal(record_read_hist(&reader, &h), -EINVAL);
		assert_string_equal(reader.wrong,
				    "too many blank lines and comments; the rest is not read");
		assert_int_equal(record_read_hist(&reader, &h), 0);
		assert_in_range(t.count, 16 << 20, 17 << 20);
		t.count = 0;
		record_open_source(&reader, "t", read_repeated, &t);
		do
			err = record_read_line(&reader, &line, &length);
		while (err == 1);
		assert_int_equal(err, -EINVAL);
		assert_in_range(t.count, 16 << 20, 17 << 20);
	}
	for (int EACH(slow, 0); slow < 2; slow++) {
		struct repeated t = {
			slow ? "# x\n\n 000001 0000000a\n" : "# x\n\n000001 0000000A\n", 0};

		record_open_source(&reader, "t", read_repeated, &t);
		while (t.count < 40 << 20)
			assert_int_equal(record_read_hist(&reader, &h), 1);
	}
}

/* Checks that comment lines may be longer than the buffer, and data lines may not. */
static void long_lines(void)
{
	const size_t size = 3 * RECORD_BUFFER;
	char *text = malloc(size + 200);
	struct hist_record h;
	static const char last[] = "\n000002 00000002\n";

	assert_non_null(text);
	for (size_t EACH(extra, 0); extra < 3; extra++) {
		size_t length = extra < 2 ? size : RECORD_BUFFER;

		memset(text, 'x', length);
		memcpy(text, "#", 1);
		strcpy(text + length, last);
		open_text(text, extra ? 1000 : 0);
		assert_int_equal(record_read_hist(&reader, &h), 1);
		assert_int_equal(reader.line, 2);
		assert_int_equal(h.bin, 2);

		memcpy(text, "000001 00000001#", 16);
		open_text(text, 0);
		assert_int_equal(record_read_hist(&reader, &h), 1);
		assert_int_equal(h.bin, 1);
		assert_int_equal(record_read_hist(&reader, &h), 1);
		assert_int_equal(h.bin, 2);

		memset(text, ' ', length);
		memcpy(text, "000001 00000001", 15);
		text[length - 1] = 'x';
		open_text(text, 0);
		assert_int_equal(record_read_hist(&reader, &h), -EINVAL);
		assert_int_equal(reader.line, 1);
		assert_int_equal(record_read_hist(&reader, &h), 1);
		assert_int_equal(reader.line, 2);
		assert_int_equal(h.bin, 2);
		assert_int_equal(record_read_hist(&reader, &h), 0);
	}
	/* Truncated lines may have any length. */
	memset(text, 'x', size);
	memcpy(text, "000001 00000001 ", 16);
	strcpy(text + size, last);
	open_text(text, 0);
	reader.truncate = 16;
	assert_int_equal(record_read_hist(&reader, &h), 1);
	assert_int_equal(h.bin, 1);
	assert_int_equal(record_read_hist(&reader, &h), 1);
	assert_int_equal(reader.line, 2);
	assert_int_equal(record_read_hist(&reader, &h), 0);
	free(text);
}

static void truncates(void)
{
	struct trace_record t;
	char text[400];

	sprintf(text, "00000A 00000001 00000002 00000003 00000004%38s%s\n%s\n", "", "junk",
		"00000B 00000001 00000002 00000003 00000004");
	open_text(text, 0);
	assert_int_equal(record_read_trace(&reader, &t), -EINVAL);
	open_text(text, 0);
	reader.truncate = 80;
	assert_int_equal(record_read_trace(&reader, &t), 1);
	assert_int_equal(record_read_trace(&reader, &t), 1);
	assert_int_equal(t.index, 0xB);
	/* Does the same with a line in the form for which the reader has a fast path. */
	open_text(text, 0);
	reader.truncate = 41;
	assert_int_equal(record_read_trace(&reader, &t), -EINVAL);
	assert_int_equal(record_read_trace(&reader, &t), -EINVAL);
	assert_int_equal(record_read_trace(&reader, &t), 0);
}

static void comment(void *arg, const char *text, size_t length)
{
	char *all = arg;

	sprintf(all + strlen(all), "<%.*s>", (int)length, text);
}

static void hands_on_comments(void)
{
	char all[100] = "";
	struct hist_record h;

	open_text("# one\n000001 00000001 # not this\n  #two\n", 0);
	reader.comment = comment;
	reader.comment_arg = all;
	while (record_read_hist(&reader, &h) == 1)
		;
	assert_string_equal(all, "< one><two>");
}

static void reports_read_errors(void)
{
	struct hist_record h;
	char text[200];

	open_text("000001 00000001\n", 0);
	memory.fail = EIO;
	assert_int_equal(record_read_hist(&reader, &h), 1);
	assert_int_equal(record_read_hist(&reader, &h), -EIO);
	record_message(&reader, -EIO, text, sizeof(text));
	assert_string_equal(text, "t: Input/output error");
	assert_int_equal(record_open(&reader, "/nowhere/file"), -ENOENT);
	record_message(&reader, -ENOENT, text, sizeof(text));
	assert_string_equal(text, "/nowhere/file: No such file or directory");
	record_close(&reader);
	assert_int_equal(record_open(&reader, "/"), 0);
	assert_int_equal(record_read_hist(&reader, &h), -EISDIR);
	record_close(&reader);
	assert_int_equal(record_read_hist(&reader, &h), 0);
}

static void writes_headers(void)
{
	static const struct record_loss loss[] = {{.what = "packets"},
						  {.what = "bin indices", .count = 3},
						  {RECORD_LOST_PACKETS, 1, true}};
	static const uint64_t seed = 42;
	static const uint32_t trigger = 0x12C;
	const struct record_header h = {
		.board = "surfboard",
		.configuration = "size-latency.bit\nLAT_N 12",
		.clock_hz = 10000000,
		.latency_ns = 6400,
		.trigger = &trigger,
		.seed = &seed,
		.loss = loss,
		.losses = 3,
	};
	const struct record_header none = {0};
	struct sink sink = {0};

	record_writer_open_sink(&writer, write_memory, &sink);
	assert_int_equal(record_write_header(&writer, "histogram", &h), 0);
	assert_int_equal(record_write_header(&writer, "trace", &none), 0);
	assert_int_equal(record_write_comment(&writer, "a\tb"), 0);
	assert_int_equal(record_flush(&writer), 0);
	assert_string_equal(sink.data, "# file: histogram\n# check: CRC-32\n"
				       "# board: surfboard\n"
				       "# configuration: size-latency.bit LAT_N 12\n"
				       "# clock: 10000000 Hz\n"
				       "# latency unit: 6400 ns\n"
				       "# trigger: 00012C\n"
				       "# seed: 42\n"
				       "# lost packets: 0\n"
				       "# lost bin indices: 3\n"
				       "# lost packets dropped: 1 or more\n"
				       "# file: trace\n# check: CRC-32\n"
				       "# a b\n");
	free(sink.data);
}

static int info_line(struct record_info *info, const char *text)
{
	return record_info_line(info, text, strlen(text));
}

static void reads_headers(void)
{
	static const char *const bad[] = {
		" clock: 10 MHz",	" clock:",
		" trigger: 1000000",	" trigger: G",
		" trigger: 12 .",	" latency unit: 0 ns",
		" latency unit: 5",	" lost packets dropped: -1",
		" clock: A Hz",		" lost packets dropped: 1 or less",
		" clock: 0 Hz",		" clock: 10000000001 Hz",
		" latency unit: -1 ns", " latency unit: inf ns",
		" trigger: -1",		" clock: 18446744073709551616 Hz",
		" phase bits: 100",	" phase bits: F bits",
	};
	static const char *const other[] = {
		" board: surfboard", " clocks: 1 Hz", "", " ", " trigger", " lost packets: 1",
	};
	struct record_info i = RECORD_INFO;
	const struct record_info start = i;

	assert_true(record_latency_ns(&start) == 100 && record_clock_hz(&start) == 10000000);
	for (size_t EACH(k, 0); k < sizeof(bad) / sizeof(*bad); k++)
		assert_int_equal(info_line(&i, bad[k]), -EINVAL);
	for (size_t EACH(k, 0); k < sizeof(other) / sizeof(*other); k++)
		assert_int_equal(info_line(&i, other[k]), 0);
	assert_memory_equal(&i, &start, sizeof(i));
	assert_int_equal(info_line(&i, " clock: 10000000000 Hz"), 1);
	assert_true(i.clock_hz == RECORD_CLOCK_MAX);
	assert_true(record_latency_ns(&i) == 0.1);
	assert_int_equal(info_line(&i, " clock: 10000000 Hz\r"), 1);
	assert_true(i.clock_hz == 10000000);
	assert_int_equal(info_line(&i, "latency unit:   6400 ns"), 1);
	assert_true(record_latency_ns(&i) == 6400);
	assert_int_equal(info_line(&i, "latency unit: 16.6666666666667 ns"), 1);
	assert_true(record_latency_ns(&i) == 16.6666666666667);
	assert_true(record_unit_ns(60000000, 3) == 64e9 / 60e6);
	assert_true(record_unit_ns(100000000, 3) == 640);
	assert_true(record_unit_ns(10000000, 31) == record_unit_ns(10000000, 20));
	/* a clock that is unknown, and the unit of latency with it */
	i = start;
	assert_int_equal(info_line(&i, " clock: unknown"), -ENODATA);
	assert_int_equal(info_line(&i, " clock: unknowns"), -EINVAL);
	assert_int_equal(info_line(&i, "latency unit: 64 ticks"), 1);
	assert_int_equal(info_line(&i, "clock: 25000000 Hz"), 1);
	assert_true(record_latency_ns(&i) == 2560);
	assert_int_equal(info_line(&i, "latency unit: 5 tick"), -EINVAL);
	assert_int_equal(info_line(&i, " trigger: 00012c"), 1);
	assert_true(i.triggered);
	assert_int_equal(i.trigger, 0x12C);
	assert_int_equal(info_line(&i, " lost packets dropped: 3"), 1);
	assert_true(i.lost == 3 && !i.lost_more);
	assert_int_equal(info_line(&i, " lost packets dropped: 2 or more"), 1);
	assert_true(i.lost == 5 && i.lost_more);
	assert_int_equal(info_line(&i, " phase bits: F0"), 1);
	assert_int_equal(i.phase_bits, 0xF0);
}

/* Another file in the same stream keeps nothing of the one before but the losses. */
static void joins_files(void)
{
	static const char *const lines[] = {" clock: 25000000 Hz", " latency unit: 40 ns",
					    " phase bits: 0F"};
	struct record_info i = RECORD_INFO, other = RECORD_INFO;

	assert_true(record_info_begins(" file: trace", 12) && record_info_begins("file:", 5));
	assert_false(record_info_begins(" file", 5) || record_info_begins(" profile: 1", 11));
	assert_true(record_info_same(&i, &other));
	assert_int_equal(info_line(&other, " clock: 10000000 Hz"), 1);
	assert_int_equal(info_line(&other, " latency unit: 100 ns"), 1);
	assert_true(record_info_same(&i, &other)); /* what a file without lines has */
	assert_int_equal(info_line(&i, " trigger: 5"), 1);
	assert_int_equal(info_line(&i, " lost packets dropped: 2 or more"), 1);
	assert_true(record_info_same(&i, &other));
	for (size_t EACH(k, 0); k < sizeof(lines) / sizeof(*lines); k++) {
		assert_int_equal(info_line(&i, lines[k]), 1);
		assert_false(record_info_same(&i, &other));
		record_info_next(&i);
		assert_true(record_info_same(&i, &other));
	}
	assert_true(!i.triggered && i.lost == 2 && i.lost_more);
}

/* Recordings must agree with the first one that has a record, also if lines are missing. */
static void joins_recordings(void)
{
	static const struct {
		const char *lines[5]; /* "": a record */
		bool begins[5], same;
	} streams[] = {
		{{" file: trace", "", " file: trace", ""}, {[2] = true}, true},
		{{" file: trace", " clock: 5 Hz", " file: trace", ""}, {[2] = true}, true},
		{{" clock: 5 Hz", " file: trace", "", " file: trace", ""}, {[3] = true}, false},
		{{"", " file: trace", " clock: 5 Hz", ""}, {[1] = true}, false},
		{{" clock: 5 Hz", " file: trace", "", " trigger: 1", ""}, {false}, true},
	};

	for (size_t EACH(i, 0); i < sizeof(streams) / sizeof(*streams); i++) {
		struct record_joined j = {0};
		bool same = true, begins;

		for (size_t EACH(k, 0); k < 5 && streams[i].lines[k]; k++) {
			const char *line = streams[i].lines[k];

			if (!*line) {
				same &= record_joined_record(&j);
				continue;
			}
			assert_in_range(record_joined_line(&j, line, strlen(line), &begins), 0,
					1);
			assert_int_equal(begins, streams[i].begins[k]);
		}
		assert_int_equal(same, streams[i].same);
	}
}

static void writes_records(void)
{
	const struct trace_record t = {0x00ABCD, {0x89ABCDEF, 0, 0xFFFFFFFF, 1}};
	const struct hist_record h = {0xFFFFFF, 0x0000BEEF};
	const struct trace_record large = {.index = 0x1000000};
	const struct hist_record large_bin = {.bin = 0x1000000};
	struct sink sink = {0};

	record_writer_open_sink(&writer, write_memory, &sink);
	assert_int_equal(record_write_trace(&writer, &t), 0);
	assert_int_equal(record_write_hist(&writer, &h), 0);
	assert_int_equal(record_write_trace(&writer, &large), -ERANGE);
	assert_int_equal(record_write_hist(&writer, &large_bin), -ERANGE);
	assert_int_equal(record_flush(&writer), 0);
	assert_string_equal(sink.data, "00ABCD 89ABCDEF 00000000 FFFFFFFF 00000001\n"
				       "FFFFFF 0000BEEF\n");
	free(sink.data);
}

/* Tests files that are much larger than the buffers. */
static void round_trip(void)
{
	const uint32_t count = 20000;
	uint64_t seed = 29, again = 29;
	struct sink sink = {0};

	record_writer_open_sink(&writer, write_memory, &sink);
	for (uint32_t EACH(i, 0); i < count; i++) {
		struct trace_record t = {.index = (uint32_t)random_xorshift(&seed) & 0xFFFFFF};

		for (int k = 0; k < 4; k++)
			t.word[k] = (uint32_t)random_xorshift(&seed);
		assert_int_equal(record_write_trace(&writer, &t), 0);
	}
	assert_int_equal(record_flush(&writer), 0);
	assert_int_equal(sink.size, count * 43u);
	open_text(sink.data, 0);
	for (uint32_t EACH(i, 0); i < count; i++) {
		struct trace_record t;

		assert_int_equal(record_read_trace(&reader, &t), 1);
		assert_int_equal(t.index, (uint32_t)random_xorshift(&again) & 0xFFFFFF);
		for (int EACH(k, 0); k < 4; k++)
			assert_int_equal(t.word[k], (uint32_t)random_xorshift(&again));
	}
	assert_int_equal(reader.line, count);
	free(sink.data);
}

/* Tests writing to a file, and to a full device. */
static void files(void)
{
	char path[] = "/tmp/record_unit.XXXXXX";
	const struct hist_record h = {5, 6};
	struct hist_record back;
	int fd = mkstemp(path);
	FILE *full = fopen("/dev/full", "w");

	assert_true(fd >= 0);
	record_writer_open(&writer, fd);
	assert_int_equal(record_write_hist(&writer, &h), 0);
	assert_int_equal(record_flush(&writer), 0);
	close(fd);
	assert_int_equal(record_open(&reader, path), 0);
	unlink(path);
	assert_int_equal(record_read_hist(&reader, &back), 1);
	assert_memory_equal(&h, &back, sizeof(h));
	record_close(&reader);

	assert_non_null(full);
	record_writer_open(&writer, fileno(full));
	assert_int_equal(record_write_hist(&writer, &h), 0);
	assert_int_equal(record_flush(&writer), -ENOSPC);
	assert_int_equal(record_write_hist(&writer, &h), -ENOSPC);
	fclose(full);
}

/* ---- damage ---- */

static int read_all(bool hist, const char *path)
{
	struct trace_record t;
	struct hist_record h;
	int n, err = record_open(&reader, path);

	while (!err &&
	       (n = hist ? record_read_hist(&reader, &h) : record_read_trace(&reader, &t)) != 0)
		err = n < 0 ? n : 0;
	record_close(&reader);
	return err;
}

static int read_trace(const char *path)
{
	return read_all(false, path);
}

static int read_hist(const char *path)
{
	return read_all(true, path);
}

/* Writes a file of @n records. */
static void write_file(struct sink *sink, bool hist, uint32_t n)
{
	static const struct record_header h = {.board = "surfboard", .clock_hz = 10000000};
	uint64_t seed = 5;

	record_writer_open_sink(&writer, write_memory, sink);
	record_write_header(&writer, hist ? "histogram" : "trace", &h);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t w[4];

		for (int k = 0; k < 4; k++)
			w[k] = (uint32_t)random_splitmix(&seed);
		record_write_hex(&writer, i, w, hist ? 1 : 4);
	}
	assert_int_equal(record_write_end(&writer), 0);
	assert_int_equal(record_flush(&writer), 0);
}

/* Checks that a changed byte and a truncation of a trace or histogram are errors, also if the
 * file is larger than the buffer or has no record. */
static void notices_damage(void)
{
	for (int EACH(hist, 0); hist < 2; hist++)
		for (unsigned int EACH(i, 0); i < 3; i++) {
			const struct {
				uint32_t records;
				unsigned int times;
			} size[] = {{0, 1000}, {40, 4000}, {5000, 500}};
			struct sink sink = {0};
			struct damage d = {.name = hist ? "histogram, record_read_hist()"
							: "trace, record_read_trace()",
					   .read = hist ? read_hist : read_trace};

			write_file(&sink, hist, size[i].records);
			d.file = sink.data;
			d.size = strlen(sink.data);
			damage_test(&d, size[i].times);
			free(sink.data);
		}
}

/* Tests two joined files, data after the end line, an old file, for which the reader has a
 * note, and a file without a header. */
static void end_lines(void)
{
	struct sink sink = {0};
	struct hist_record h;
	char text[128], *twice;
	int n = 0;

	write_file(&sink, true, 3);
	twice = malloc(2 * strlen(sink.data) + 100);
	strcpy(twice, sink.data);
	strcat(twice, sink.data);
	open_text(twice, 0);
	while (record_read_hist(&reader, &h) == 1)
		n++;
	assert_int_equal(n, 6);
	assert_null(reader.wrong);
	assert_true(reader.checked);
	assert_null(record_note(&reader, text, sizeof(text)));
	strcpy(twice, sink.data);
	strcat(twice, "000003 00000001\n");
	open_text(twice, 7);
	for (n = 0; record_read_hist(&reader, &h) == 1;)
		n++;
	assert_int_equal(n, 3);
	assert_string_equal(reader.wrong, "there are data after the end line");
	open_text("# file: histogram\n000003 00000001\n", 0);
	assert_int_equal(record_read_hist(&reader, &h), 1);
	assert_int_equal(record_read_hist(&reader, &h), 0);
	assert_string_equal(record_note(&reader, text, sizeof(text)), "t: " CHECK_NONE);
	open_text("000003 00000001\n", 0);
	assert_int_equal(record_read_hist(&reader, &h), 1);
	assert_int_equal(record_read_hist(&reader, &h), 0);
	assert_null(record_note(&reader, text, sizeof(text)));
	free(twice);
	free(sink.data);
}

/* Returns @text with other line ends, in memory from malloc(). */
static char *with_line_ends(const char *text, const char *line_end)
{
	char *copy = malloc(2 * strlen(text) + 1), *to = copy;

	for (; *text; text++)
		to = *text == '\n' ? stpcpy(to, line_end) : stpcpy(to, (char[2]){*text});
	return copy;
}

/* Returns the number of records, or the error. */
static int count_records(void)
{
	struct hist_record h;
	int n, records = 0;

	while ((n = record_read_hist(&reader, &h)) == 1)
		records++;
	return n ? n : records;
}

/* Checks that a copy with the line ends of another system is read like the file: complete,
 * truncated at every byte, and with one record changed, in pieces of all sizes; a line end of
 * another kind counts as damage. */
static void other_line_ends(void)
{
	static const char *const line_ends[] = {"\r\n", "\r"};
	char *text, *place, digit;
	struct sink sink = {0};

	write_file(&sink, true, 30);
	for (unsigned int EACH(k, 0); k < 2; k++)
		for (size_t EACH(piece, 0); piece < 70; piece++) {
			text = with_line_ends(sink.data, line_ends[k]);
			open_text(text, piece);
			assert_int_equal(count_records(), 30);
			assert_true(reader.checked);
			/* the last line end is missing, or more than that */
			for (size_t EACH(n, strlen(text) - 1); piece == 7 && n-- > 20;) {
				open_text(text, 0);
				memory.size = n;
				assert_int_equal(count_records(), -EINVAL);
			}
			place = strstr(text, "000005 ");
			digit = place[8];
			place[8] = digit == '0' ? '1' : '0';
			open_text(text, piece);
			assert_int_equal(count_records(), -EINVAL);
			assert_string_equal(reader.wrong, CHECK_DAMAGED);
			place[8] = digit;
			place[-1] ^= '\r' ^ '\n';
			open_text(text, piece);
			assert_int_equal(count_records(), -EINVAL);
			free(text);
		}
	/* larger than the buffer, so that a CR is the last byte in it */
	free(sink.data);
	sink = (struct sink){0};
	write_file(&sink, true, 20000);
	text = with_line_ends(sink.data, "\r\n");
	for (size_t EACH(piece, 0); piece < 3; piece++) {
		open_text(text, piece);
		assert_int_equal(count_records(), 20000);
		assert_true(reader.checked);
	}
	free(text);
	free(sink.data);
}

static const struct unit units[] = {
	UNIT(fields, ""),
	UNIT(derived_fields, ""),
	UNIT(reads_all_forms, ""),
	UNIT(reads_histograms, ""),
	UNIT(names_the_wrong_line, ""),
	UNIT(knows_the_kind, ""),
	UNIT(long_lines, ""),
	UNIT(endless_line, ""),
	UNIT(endless_comments, ""),
	UNIT(truncates, ""),
	UNIT(hands_on_comments, ""),
	UNIT(reports_read_errors, ""),
	UNIT(writes_headers, ""),
	UNIT(joins_files, ""),
	UNIT(joins_recordings, ""),
	UNIT(reads_headers, ""),
	UNIT(writes_records, ""),
	UNIT(round_trip, ""),
	UNIT(files, ""),
	UNIT(notices_damage, ""),
	UNIT(end_lines, ""),
	UNIT(other_line_ends, ""),
};

UNIT_MAIN(units)
