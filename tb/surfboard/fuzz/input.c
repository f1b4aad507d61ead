/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files that may be compressed. Every way of reading a file gives the same bytes and the same
 * end; data compressed with either library reads back unchanged.
 */
#include "fuzz.h"
#include "input.h"
#include <errno.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

/* A few bytes of compressed input can expand to gigabytes of zeros. */
#define READ_MAX (4u << 20)

static uint8_t text[2][READ_MAX];

/* Reads up to READ_MAX bytes; *end receives the result of the last call. */
static size_t read_file(const uint8_t *data, size_t size, size_t piece, uint8_t *to,
			ssize_t *end)
{
	struct input in;
	char path[32];
	int fd = fuzz_file(data, size, path);
	size_t n = 0;

	FUZZ_CHECK(input_open(&in, path) == 0);
	while (n < READ_MAX) {
		const size_t room = READ_MAX - n;

		*end = input_read(&in, to + n, room < piece ? room : piece);
		if (*end <= 0)
			break;
		FUZZ_CHECK((size_t)*end <= (room < piece ? room : piece));
		n += (size_t)*end;
	}
	FUZZ_CHECK(*end > 0 || *end == 0 || *end == -EBADMSG || *end == -ENODATA ||
		   *end == -ENOMEM);
	input_close(&in);
	close(fd);
	return n;
}

static void comes_back(const uint8_t *data, size_t size, const uint8_t *packed, size_t n)
{
	ssize_t end;

	FUZZ_CHECK(read_file(packed, n, 4096, text[0], &end) == size && end == 0);
	FUZZ_CHECK(!size || !memcmp(text[0], data, size));
	/* the reader detects a file that was truncated */
	read_file(packed, n - 1, 4096, text[0], &end);
	FUZZ_CHECK(end == -ENODATA);
}

static void pack(const uint8_t *data, size_t size)
{
	const size_t room = ZSTD_compressBound(size) + size / 8 + 256;
	uint8_t *packed = malloc(room);
	z_stream z = {.next_in = (uint8_t *)data,
		      .avail_in = (uInt)size,
		      .next_out = packed,
		      .avail_out = (uInt)room};

	FUZZ_CHECK(packed);
	FUZZ_CHECK(deflateInit2(&z, 1, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY) == Z_OK);
	FUZZ_CHECK(deflate(&z, Z_FINISH) == Z_STREAM_END);
	comes_back(data, size, packed, z.total_out);
	deflateEnd(&z);
	comes_back(data, size, packed, ZSTD_compress(packed, room, data, size, 1));
	free(packed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const size_t piece = 4u + (size ? data[size - 1] : 0);
	ssize_t end[2] = {0, 0};
	size_t n = read_file(data, size, READ_MAX, text[0], &end[0]);

	const size_t m = read_file(data, size, piece, text[1], &end[1]);

	/*
	 * On damaged data one way of reading may report an error that the other does not: zstd
	 * compares the size in a frame's header with the contents only if it is given the whole
	 * frame at once.
	 */
	FUZZ_CHECK(end[0] < 0 || (m == n && (end[0] > 0) == (end[1] > 0)));
	FUZZ_CHECK(!memcmp(text[0], text[1], m < n ? m : n));
	pack(data, size);
	return 0;
}
