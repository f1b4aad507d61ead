/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the reader of memory recordings: formats, errors with file and line, markers. */
#include <errno.h>
#include <unistd.h>
#include <zlib.h>
#include "lackey.h"
#include "cache.h"
#include "recorder/memrec.h"
#include "unit.h"

static char path[64];

static int make_path(void)
{
	int fd;

	strcpy(path, "/tmp/lackey-unit-XXXXXX");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	close(fd);
	return 0;
}

static int remove_path(void)
{
	return unlink(path);
}

static struct lackey *open_bytes(const void *bytes, size_t n)
{
	FILE *f = fopen(path, "wb");
	struct lackey *l;

	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
	assert_int_equal(lackey_open(&l, path), 0);
	return l;
}

static struct lackey *open_text(const char *text)
{
	return open_bytes(text, strlen(text));
}

static void expect(struct lackey *l, enum lackey_kind kind, uint64_t addr, uint32_t size)
{
	struct lackey_access a;

	assert_int_equal(lackey_next(l, &a), 1);
	assert_int_equal(a.kind, kind);
	assert_int_equal(a.addr, addr);
	assert_int_equal(a.size, size);
}

static void expect_end(struct lackey *l)
{
	struct lackey_access a;

	assert_int_equal(lackey_next(l, &a), 0);
	assert_int_equal(lackey_next(l, &a), 0);
	lackey_close(l);
}

static void expect_error(struct lackey *l, int err, unsigned int line, const char *what)
{
	struct lackey_access a;
	char begin[128];
	int r;

	while ((r = lackey_next(l, &a)) > 0)
		;
	assert_int_equal(r, err);
	snprintf(begin, sizeof(begin), "%s:%u: %s", path, line, what);
	assert_memory_equal(lackey_error(l), begin, strlen(begin));
	lackey_close(l);
}

static void four_kinds(void)
{
	struct lackey *l =
		open_text("I  04001090,3\n S 1ffefff008,8\n L 1FFEFFF008,16\n M 0,4\n");

	expect(l, LACKEY_INSTR, 0x4001090, 3);
	expect(l, LACKEY_STORE, 0x1ffefff008, 8);
	expect(l, LACKEY_LOAD, 0x1ffefff008, 16);
	expect(l, LACKEY_MODIFY, 0, 4);
	assert_int_equal(lackey_lines(l), 4);
	assert_int_equal(lackey_skipped(l), 0);
	expect_end(l);
}

static void other_lines(void)
{
	struct lackey *l =
		open_text("==12== Lackey, an example\n\nInstead\n S\n  S 1,4\n X 1,4\n"
			  "#\n S 10,4\r\n==12== end");

	expect(l, LACKEY_STORE, 0x10, 4);
	assert_int_equal(lackey_lines(l), 8);
	assert_int_equal(lackey_skipped(l), 7);
	expect_end(l);
}

static void no_last_newline(void)
{
	struct lackey *l = open_text(" S 10,4\n S 14,4");

	expect(l, LACKEY_STORE, 0x10, 4);
	expect(l, LACKEY_STORE, 0x14, 4);
	expect_end(l);
}

static void empty_file(void)
{
	expect_end(open_text(""));
}

static void malformed(void)
{
	static const struct {
		const char *line, *what;
	} bad[] = {
		{"I  ,4", "bad address"},
		{"I  04xy,4", "no comma after the address"},
		{" S 04001090", "no comma after the address"},
		{" S 04001090,", "bad size"},
		{" S 04001090,4 ", "bad size"},
		{" L 04001090,4,4", "bad size"},
		{" L 04001090,0", "size is not 1 to 512 bytes"},
		{" M 04001090,513", "size is not 1 to 512 bytes"},
		{" M 04001090,99999", "bad size"},
		{" S 12345678901234567,4", "bad address"},
		{" S ffffffffffffffff,2", "access beyond the last address"},
	};
	char text[128];

	for (size_t EACH(i, 0); i < sizeof(bad) / sizeof(bad[0]); i++) {
		snprintf(text, sizeof(text), "==1== x\n S 10,4\n%s\n S 20,4\n", bad[i].line);
		expect_error(open_text(text), -EBADMSG, 3, bad[i].what);
	}
}

static void missing_file(void)
{
	struct lackey *l;

	assert_int_equal(lackey_open(&l, "/nonexistent/file"), -ENOENT);
}

static void long_lines(void)
{
	const size_t n = 300000;
	char *text = malloc(n + 32);
	struct lackey *l;

	assert_non_null(text);
	memset(text, 'I', n);
	strcpy(text + n, "\n S 10,4\n");
	l = open_text(text);
	free(text);
	expect(l, LACKEY_STORE, 0x10, 4);
	assert_int_equal(lackey_skipped(l), 1);
	expect_end(l);
}

struct progress {
	unsigned int calls;
	uint64_t done, total;
};

static void on_progress(void *arg, uint64_t done, uint64_t total)
{
	struct progress *p = arg;

	assert_true(done >= p->done && done <= total);
	p->calls++;
	p->done = done;
	p->total = total;
}

static void compressed(void)
{
	struct progress p = {0};
	gzFile z = gzopen(path, "wb");
	struct lackey_access a;
	struct lackey *l;
	uint64_t n = 0;

	assert_non_null(z);
	for (unsigned int i = 0; i < 300000; i++)
		gzprintf(z, " S %08x,4\n", i * 2654435761u);
	assert_int_equal(gzclose(z), Z_OK);
	assert_int_equal(lackey_open(&l, path), 0);
	lackey_on_progress(l, on_progress, &p);
	while (lackey_next(l, &a) > 0)
		assert_int_equal(a.addr, (uint32_t)(n++ * 2654435761u));
	assert_int_equal(n, 300000);
	assert_true(p.calls >= 4);
	assert_int_equal(p.done, p.total);
	lackey_close(l);
}

static void damaged(void)
{
	gzFile z = gzopen(path, "wb");
	struct lackey *l;
	FILE *f;
	long n;

	for (unsigned int i = 0; i < 50000; i++)
		gzprintf(z, " S %08x,4\n", i * 2654435761u);
	assert_int_equal(gzclose(z), Z_OK);
	f = fopen(path, "r+b");
	fseek(f, 0, SEEK_END);
	n = ftell(f);
	assert_int_equal(truncate(path, n / 2), 0);
	fclose(f);
	assert_int_equal(lackey_open(&l, path), 0);
	{
		struct lackey_access a;
		uint64_t lines = 0;
		int r;

		while ((r = lackey_next(l, &a)) > 0)
			lines++;
		assert_int_equal(r, -EIO);
		/* the accesses before the cut were delivered */
		assert_true(lines > 20000);
		assert_non_null(strstr(lackey_error(l), "ends too early"));
	}
	lackey_close(l);
}

/* Writes the eight stores of a marker. */
static void mark(char *text, unsigned int place, unsigned int number)
{
	static const unsigned int sizes[] = {1, 2, 4, 8, 4, 2, 1};

	text += strlen(text);
	for (unsigned int i = 0; i < 7; i++)
		text += sprintf(text, "I  1000,4\n S %x,%u\n", place, sizes[i]);
	sprintf(text, "I  1000,4\n S %x,1\n", place + number);
}

/*
 * Reads everything up to the next marker and returns its number; -1 at the end. @own: number of
 * the marker's own stores before it, @others: of other accesses.
 */
static int until_marker(struct lackey *l, unsigned int *own, unsigned int *others,
			uint64_t page)
{
	struct lackey_access a;
	int r;

	*own = *others = 0;
	while ((r = lackey_next(l, &a)) == 1) {
		EACH_OF(*others);
		if (a.kind == LACKEY_MARKER) {
			assert_int_equal(a.addr, page);
			return (int)a.size;
		}
		*own += a.kind == LACKEY_STORE && a.addr - page < 8;
		*others += a.addr != 0x1000 && a.addr - page >= 8;
	}
	assert_int_equal(r, 0);
	return -1;
}

static void markers(void)
{
	char text[4096] = " S 10,4\n";
	unsigned int own, others;
	struct lackey *l;

	mark(text, 0x2000, LACKEY_NODE + 2);
	strcat(text, " S 20,4\n L 24,4\n");
	mark(text, 0x2000, LACKEY_BARRIER);
	strcat(text, " S 28,4\n");
	mark(text, 0x2000, LACKEY_STOP);
	strcat(text, " S 30,4\n");
	mark(text, 0x2000, LACKEY_BARRIER); /* ignored, after LACKEY_STOP */
	mark(text, 0x2000, LACKEY_START);
	strcat(text, " S 34,4\n S 38,4\n");

	l = open_text(text);
	assert_int_equal(until_marker(l, &own, &others, 0x2000), LACKEY_NODE + 2);
	assert_int_equal(own, 8);
	assert_int_equal(others, 1);
	assert_int_equal(until_marker(l, &own, &others, 0x2000), LACKEY_BARRIER);
	assert_int_equal(own, 8);
	assert_int_equal(others, 2);
	assert_int_equal(until_marker(l, &own, &others, 0x2000), LACKEY_STOP);
	assert_int_equal(own, 8);
	assert_int_equal(others, 1);
	assert_int_equal(until_marker(l, &own, &others, 0x2000), LACKEY_START);
	assert_int_equal(own, 0);
	assert_int_equal(others, 0);
	assert_int_equal(until_marker(l, &own, &others, 0x2000), -1);
	assert_int_equal(own, 0);
	assert_int_equal(others, 2);
	lackey_close(l);

	l = open_text(text);
	lackey_from_marker(l);
	assert_int_equal(until_marker(l, &own, &others, 0x2000), LACKEY_NODE + 2);
	assert_int_equal(own, 0);
	assert_int_equal(others, 0);
	lackey_close(l);
}

static void no_markers(void)
{
	static const char *const near_miss[] = {
		/* a load between the stores */
		" S 2000,1\n S 2000,2\n L 2000,4\n S 2000,4\n S 2000,8\n S 2000,4\n S 2000,2\n"
		" S 2000,1\n S 2001,1\n",
		/* a store at another address */
		" S 2000,1\n S 2000,2\n S 2000,4\n S 2008,8\n S 2000,4\n S 2000,2\n S 2000,1\n"
		" S 2001,1\n",
		/* not aligned */
		" S 2004,1\n S 2004,2\n S 2004,4\n S 2004,8\n S 2004,4\n S 2004,2\n S 2004,1\n"
		" S 2005,1\n",
		/* the number of the marker is too large */
		" S 2000,1\n S 2000,2\n S 2000,4\n S 2000,8\n S 2000,4\n S 2000,2\n S 2000,1\n"
		" S 2008,1\n",
		/* one store is missing */
		" S 2000,1\n S 2000,2\n S 2000,4\n S 2000,8\n S 2000,4\n S 2000,2\n S 2001,1\n",
		/* a store is too wide */
		" S 2000,1\n S 2000,2\n S 2000,4\n S 2000,8\n S 2000,4\n S 2000,4\n S 2000,1\n"
		" S 2001,1\n",
		/* the last store is too wide */
		" S 2000,1\n S 2000,2\n S 2000,4\n S 2000,8\n S 2000,4\n S 2000,2\n S 2000,1\n"
		" S 2001,2\n",
		/* a modify in place of a store */
		" S 2000,1\n S 2000,2\n S 2000,4\n M 2000,8\n S 2000,4\n S 2000,2\n S 2000,1\n"
		" S 2001,1\n",
	};

	for (size_t EACH(i, 0); i < sizeof(near_miss) / sizeof(near_miss[0]); i++) {
		struct lackey *l = open_text(near_miss[i]);
		struct lackey_access a;
		char got[256] = "";
		int r;

		/* all accesses of the program are returned, and nothing else */
		while ((r = lackey_next(l, &a)) == 1) {
			EACH_OF(a.kind);
			assert_true(a.kind > LACKEY_INSTR && a.kind < LACKEY_MARKER);
			snprintf(got + strlen(got), sizeof(got) - strlen(got), " %c %llx,%u\n",
				 "ILSM"[a.kind], (unsigned long long)a.addr, a.size);
		}
		assert_int_equal(r, 0);
		assert_string_equal(got, near_miss[i]);
		lackey_close(l);
	}
}

/* What begins like a marker and goes on otherwise does not hide the marker after it. */
static void false_starts(void)
{
	static const char *const begin[] = {
		" S 2000,1\n",
		" S 3000,1\n S 3000,2\n",
		" S 2000,1\n S 2000,2\n S 2000,4\n",
	};
	unsigned int own, others;

	for (size_t EACH(i, 0); i < sizeof(begin) / sizeof(begin[0]); i++) {
		char text[512];
		struct lackey *l;

		strcpy(text, begin[i]);
		mark(text, 0x2000, LACKEY_BARRIER);
		l = open_text(text);
		assert_int_equal(until_marker(l, &own, &others, 0x2000), LACKEY_BARRIER);
		lackey_close(l);
	}
}

/* ---- recordings of memrec ---- */

/* Opens a recording with a header, two strings and records; @lines: number of records in the
 * header. */
static struct lackey *open_records(uint64_t lines, const void *records, size_t n)
{
	static const char strings[] = "/bin/p\0p";
	uint8_t bytes[512];
	const struct memrec_header h = {.magic = MEMREC_MAGIC,
					.bytes = sizeof(h) + sizeof(strings),
					.begin = sizeof(h) + sizeof(strings),
					.lines = lines};

	memcpy(bytes, &h, sizeof(h));
	memcpy(bytes + sizeof(h), strings, sizeof(strings));
	memcpy(bytes + h.bytes, records, n);
	return open_bytes(bytes, h.bytes + n);
}

static void expect_instructions(struct lackey *l, uint32_t count)
{
	struct lackey_access a;

	assert_int_equal(lackey_next(l, &a), 1);
	assert_int_equal(a.kind, LACKEY_INSTR);
	assert_int_equal(a.count, count);
}

static void records(void)
{
	static const uint8_t bytes[] = {
		0x2D, 0x80, 0x80, 0x01, /* an instruction, then 8 bytes stored at 0x2000 */
		0x0D, 0x0F,		/* 8 bytes stored at 0x1FF8 */
		0xE0, 0x81, 0x01, 0x04, /* 7 + 129 instructions, then a byte loaded at 2 */
		0x1A, 0x80, 0x04, 0x08, /* 512 bytes modified at 4 */
		0x43,			/* two instructions */
	};
	struct lackey *l = open_records(4 + 1 + 136 + 2, bytes, sizeof(bytes));

	expect_instructions(l, 1);
	expect(l, LACKEY_STORE, 0x2000, 8);
	expect(l, LACKEY_STORE, 0x1FF8, 8);
	expect_instructions(l, 136);
	expect(l, LACKEY_LOAD, 2, 1);
	expect(l, LACKEY_MODIFY, 4, 512);
	expect_instructions(l, 2);
	assert_int_equal(lackey_lines(l), 5);
	expect_end(l);
}

/* A recording that is longer than any buffer, with accesses up to the last address. */
static void many_records(void)
{
	/* 8 bytes loaded at the last address of 8 bytes, one before it, and so on */
	static const uint8_t record[] = {0x0C, 0x0F};
	const unsigned int count = 200000;
	const struct memrec_header h = {
		.magic = MEMREC_MAGIC, .bytes = sizeof(h), .begin = sizeof(h), .lines = count};
	uint8_t *bytes = malloc(sizeof(h) + 2 * count), *to = bytes + sizeof(h);
	struct lackey *l;

	assert_non_null(bytes);
	memcpy(bytes, &h, sizeof(h));
	for (unsigned int i = 0; i < count; i++, to += 2)
		memcpy(to, record, 2);
	l = open_bytes(bytes, (size_t)(to - bytes));
	free(bytes);
	for (uint64_t EACH(i, 1); i <= count; i++)
		expect(l, LACKEY_LOAD, -8 * i, 8);
	assert_int_equal(lackey_lines(l), count);
	expect_end(l);
}

static void bad_records(void)
{
	static const struct {
		uint64_t lines;
		const char *bytes;
		size_t n;
		unsigned int record;
		const char *what;
	} bad[] = {
		{2, "\x0D\x10", 2, 1, "the recording is cut off or damaged"},
		{1, "\x0D\x80", 2, 1, "bad address"},
		{1, "\x0D\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x02", 11, 1, "bad address"},
		{1, "\x1D\x10", 2, 1, "size is not 1 to 512 bytes"},
		{1, "\x19\x81\x04\x10", 4, 1, "size is not 1 to 512 bytes"},
		{1, "\x0D\x01", 2, 1, "access beyond the last address"},
		{1, "\x27", 1, 1, "a size without an access"},
		{1, "\xE3", 1, 1, "bad number of instructions"},
	};

	for (size_t EACH(i, 0); i < sizeof(bad) / sizeof(bad[0]); i++) {
		char what[128];
		struct lackey_access a;
		struct lackey *l = open_records(bad[i].lines, bad[i].bytes, bad[i].n);
		int got;

		while ((got = lackey_next(l, &a)) == 1)
			;
		assert_int_equal(got, -EBADMSG);
		snprintf(what, sizeof(what), "%s: record %u: %s", path, bad[i].record,
			 bad[i].what);
		assert_string_equal(lackey_error(l), what);
		lackey_close(l);
	}
}

static void bad_header(void)
{
	static const size_t cut[] = {8, 40, sizeof(struct memrec_header) - 1,
				     sizeof(struct memrec_header) + 3};
	struct memrec_header h = {.magic = MEMREC_MAGIC, .begin = sizeof(h) + 4};
	uint8_t bytes[sizeof(h) + 4] = {0};

	memcpy(bytes, &h, sizeof(h));
	for (size_t EACH(i, 0); i < sizeof(cut) / sizeof(cut[0]); i++) {
		struct lackey *l = open_bytes(bytes, cut[i]);
		struct lackey_access a;

		assert_int_equal(lackey_next(l, &a), -EBADMSG);
		assert_non_null(strstr(lackey_error(l), "the file ends within its header"));
		lackey_close(l);
	}
}

/* ---- the cache in front of the bus ---- */

static void cache_sizes(void)
{
	static const uint32_t bad[] = {0, 32, 63, 96, 3 << 20, CACHE_BYTES_MAX * 2};

	for (size_t EACH(i, 0); i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_null(cache_open(bad[i]));
}

static void cache_two_ways(void)
{
	struct cache *c = cache_open(8192); /* 128 sets */

	assert_non_null(c);
	assert_false(cache_hit(c, 0x10000, 4, true));
	assert_true(cache_hit(c, 0x1001C, 4, true));
	assert_false(cache_hit(c, 0x1001E, 4, true)); /* extends into the next line */
	assert_true(cache_hit(c, 0x1001E, 4, true));
	assert_false(cache_hit(c, 0x11000, 4, true)); /* same set, other way */
	assert_true(cache_hit(c, 0x10000, 4, true));
	assert_false(cache_hit(c, 0x12000, 4, true)); /* replaces 0x11000 */
	assert_true(cache_hit(c, 0x10000, 4, false));
	assert_false(cache_hit(c, 0x11000, 4, false)); /* a store miss allocates no line */
	assert_false(cache_hit(c, 0x11000, 4, false));
	assert_true(cache_hit(c, 0x12000, 4, false));
	cache_close(c);
}

static void cache_drops(void)
{
	struct cache *c = cache_open(8192);

	assert_non_null(c);
	/* four lines, and the second way of the first two; the first way is used last */
	for (uint64_t EACH(addr, 0x11000); addr < 0x11040; addr += 32)
		assert_false(cache_hit(c, addr, 4, true));
	for (uint64_t EACH(addr, 0x10000); addr < 0x10080; addr += 32)
		assert_false(cache_hit(c, addr, 4, true));
	/* the last byte of a line and the first one of the next */
	cache_drop(c, 0x1001F, 2);
	assert_false(cache_hit(c, 0x10000, 4, false));
	assert_false(cache_hit(c, 0x10020, 4, false));
	assert_true(cache_hit(c, 0x10040, 64, false));
	assert_true(cache_hit(c, 0x11000, 64, false));
	/* the way that was used last has stayed, and a new line takes the free one */
	assert_false(cache_hit(c, 0x12000, 4, true));
	assert_true(cache_hit(c, 0x11000, 4, false));
	/* the way that was used first */
	cache_drop(c, 0x12000, 1);
	assert_false(cache_hit(c, 0x12000, 4, false));
	assert_true(cache_hit(c, 0x11000, 4, false));
	/* a line that the cache does not have, and one that is dropped again */
	cache_drop(c, 0x13000, 32);
	cache_drop(c, 0x12000, 32);
	assert_true(cache_hit(c, 0x11000, 64, false));
	assert_true(cache_hit(c, 0x10040, 64, false));
	cache_drop(c, 0x10000, 0x80);
	assert_false(cache_hit(c, 0x10060, 4, false));
	cache_close(c);
}

static const struct unit units[] = {
	UNIT_WITH(four_kinds, "", make_path, remove_path),
	UNIT_WITH(other_lines, "", make_path, remove_path),
	UNIT_WITH(no_last_newline, "", make_path, remove_path),
	UNIT_WITH(empty_file, "", make_path, remove_path),
	UNIT_WITH(malformed, "", make_path, remove_path),
	UNIT(missing_file, ""),
	UNIT_WITH(long_lines, "", make_path, remove_path),
	UNIT_WITH(compressed, "", make_path, remove_path),
	UNIT_WITH(damaged, "", make_path, remove_path),
	UNIT_WITH(markers, "", make_path, remove_path),
	UNIT_WITH(false_starts, "", make_path, remove_path),
	UNIT_WITH(no_markers, "", make_path, remove_path),
	UNIT_WITH(records, "", make_path, remove_path),
	UNIT_WITH(many_records, "", make_path, remove_path),
	UNIT_WITH(bad_records, "", make_path, remove_path),
	UNIT_WITH(bad_header, "", make_path, remove_path),
	UNIT(cache_sizes, ""),
	UNIT(cache_two_ways, ""),
	UNIT(cache_drops, ""),
};

UNIT_MAIN(units)
