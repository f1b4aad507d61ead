/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of compressed inputs, and of records that are handed on while they are read. */
#include "unit.h"
#include "input.h"
#include "record.h"
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#define TEXT 400000 /* size in bytes, larger than all buffers */

static char text[TEXT], packed[2 * TEXT], back[3 * TEXT];

static void make_text(void)
{
	uint64_t seed = 31;

	for (size_t i = 0; i < TEXT; i++)
		text[i] = "0123456789ABCDEF \n"[random_xorshift(&seed) % 18];
}

static size_t pack_gzip(char *out, const char *from, size_t size)
{
	z_stream z = {0};

	assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY),
			 Z_OK);
	z.next_in = (Bytef *)from;
	z.avail_in = (uInt)size;
	z.next_out = (Bytef *)out;
	z.avail_out = sizeof(packed);
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	assert_int_equal(deflateEnd(&z), Z_OK);
	return z.total_out;
}

static size_t pack_zstd(char *out, const char *from, size_t size)
{
	/* the stream begins with a frame that must be skipped */
	static const char skip[] = "\x5A\x2A\x4D\x18\x03\0\0\0abc";
	size_t n = ZSTD_compress(out + 11, TEXT, from, size, 3);

	assert_false(ZSTD_isError(n));
	memcpy(out, skip, 11);
	return n + 11;
}

static struct input in;
static pid_t writer;

/* Makes @data the standard input, in pieces of @piece bytes. */
static void open_pipe(const char *data, size_t size, size_t piece)
{
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	fflush(stdout);
	writer = fork();
	assert_true(writer >= 0);
	if (writer == 0) {
		close(ends[0]);
		while (size) {
			const size_t want = size < piece ? size : piece;
			const ssize_t n = write(ends[1], data, want);

			if (n < 0)
				break;
			data += n;
			size -= (size_t)n;
		}
		_exit(0);
	}
	close(ends[1]);
	assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
	close(ends[0]);
	assert_int_equal(input_open(&in, "-"), 0);
}

/* Reads the input to its end, @piece bytes at a time; returns the last value of
 * input_read(). */
static ssize_t drain(size_t piece, size_t *size)
{
	ssize_t n;

	*size = 0;
	while ((n = input_read(&in, back + *size, piece)) > 0)
		*size += (size_t)n;
	assert_int_equal(input_read(&in, back + *size, piece), n);
	input_close(&in);
	assert_non_null(freopen("/dev/null", "r", stdin)); /* makes the writer end */
	waitpid(writer, NULL, 0);
	return n;
}

static void unpacks(void)
{
	size_t (*const pack[])(char *, const char *, size_t) = {pack_gzip, pack_zstd};
	static const size_t pieces[] = {1, 3, 7777, 1u << 20};
	size_t n, m, size;

	make_text();
	for (int EACH(kind, 0); kind < 2; kind++) {
		for (size_t EACH(i, 0); i < 4; i++) {
			/* two members with an empty member between them */
			m = i ? TEXT : 5000;
			n = pack[kind](packed, text, 1000);
			n += pack[kind](packed + n, text, 0);
			n += pack[kind](packed + n, text + 1000, m - 1000);
			open_pipe(packed, n, pieces[i]);
			assert_int_equal(drain(i == 1 ? 4 : 65536, &size), 0);
			assert_int_equal(size, m);
			assert_memory_equal(back, text, m);
			/* the stream is truncated */
			open_pipe(packed, n - 1, pieces[i]);
			assert_int_equal(drain(65536, &size), -ENODATA);
			assert_true(size <= m);
			assert_memory_equal(back, text, size);
			/* other data follow the stream */
			memset(packed + n, 'x', 8);
			open_pipe(packed, n + 8, pieces[i]);
			assert_int_equal(drain(65536, &size), -EBADMSG);
			assert_int_equal(size, m);
		}
	}
}

/* Checks that data that are not compressed stay unchanged, also if they are short or begin like
 * compressed data. */
static void hands_on(void)
{
	static const char *const plain[] = {"",		  "\x1F", "\x1F\x8A\x08\x00",
					    "(\xB5/\xFC", "(",	  "000001 00000001\n"};
	size_t size;

	for (size_t EACH(i, 0); i < sizeof(plain) / sizeof(plain[0]); i++) {
		size_t n = i == 2 ? 4 : strlen(plain[i]);

		open_pipe(plain[i], n, 1);
		assert_int_equal(drain(65536, &size), 0);
		assert_int_equal(size, n);
		assert_memory_equal(back, plain[i], n);
	}
}

/* Checks that the records before the damage are read, and that the error has file, line and
 * reason. */
static void records(void)
{
	static struct record_reader r;
	uint32_t value[2]; /* bin and count */
	char path[] = "/tmp/input_unit.XXXXXX", message[200], want[200];
	int fd = mkstemp(path);
	size_t n;

	assert_true(fd >= 0);
	for (int i = 0; i < 5000; i++)
		sprintf(text + 16 * i, "%06X %08X\n", i, 3 * i);
	n = pack_gzip(packed, text, 80000);
	packed[n - 8] ^= 1; /* damages the checksum */
	assert_int_equal(write(fd, packed, n), n);
	close(fd);
	assert_int_equal(record_open(&r, path), 0);
	for (uint32_t EACH(i, 0); i < 4000; i++) {
		assert_int_equal(record_read_hex(&r, value, 1, "histogram"), 1);
		assert_int_equal(value[1], 3 * i);
	}
	while ((fd = record_read_hex(&r, value, 1, "histogram")) == 1)
		;
	assert_int_equal(fd, -EBADMSG);
	assert_true(r.line >= 4001 && r.line <= 5001);
	sprintf(want, "%s:%u: damaged compressed data", path, (unsigned int)r.line);
	assert_string_equal(record_message(&r, fd, message, sizeof(message)), want);
	record_close(&r);
	unlink(path);
}

static const struct unit units[] = {
	UNIT(unpacks, ""),
	UNIT(hands_on, ""),
	UNIT(records, ""),
};

UNIT_MAIN(units)
