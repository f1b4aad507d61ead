/* SPDX-License-Identifier: Apache-2.0 */
#include "input.h"
#include "le.h"
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#define MAGIC 4 /* bytes that distinguish the formats */
#define GZIP_WINDOW (16 + MAX_WBITS)

struct input_unpack {
	ZSTD_DStream *zstd; /* NULL: gzip */
	z_stream gzip;
	bool inside; /* inside a member or frame that has not ended */
	size_t at, have;
	uint8_t buf[65536]; /* bytes as read from the file */
};

int input_open(struct input *in, const char *path)
{
	bool standard = strcmp(path, "-") == 0;

	*in = (struct input){.fd = STDIN_FILENO};
	if (!standard)
		in->fd = open(path, O_RDONLY | O_CLOEXEC);
	return in->fd < 0 ? -errno : 0;
}

int input_open_regular(const char *path)
{
	struct stat st;
	int fd, err = 0;

	/* check before open(), so that no device is opened, and after it, because the file may
	 * have been replaced in between */
	if (stat(path, &st))
		return -errno;
	if (!S_ISREG(st.st_mode))
		return S_ISDIR(st.st_mode) ? -EISDIR : -ENOTSUP;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return -errno;
	if (fstat(fd, &st))
		err = -errno;
	else if (!S_ISREG(st.st_mode))
		err = -ENOTSUP;
	if (err)
		close(fd);
	return err ? err : fd;
}

void input_close(struct input *in)
{
	if (in->unpack) {
		if (in->unpack->zstd)
			ZSTD_freeDStream(in->unpack->zstd);
		else
			inflateEnd(&in->unpack->gzip);
		free(in->unpack);
	}
	if (in->fd > STDIN_FILENO)
		close(in->fd);
	*in = (struct input){.fd = -1};
}

static ssize_t read_fd(int fd, void *buf, size_t size)
{
	ssize_t n;

	do
		n = read(fd, buf, size);
	while (n < 0 && errno == EINTR);
	return n < 0 ? -errno : n;
}

static bool is_gzip(const uint8_t *p)
{
	return p[0] == 0x1F && p[1] == 0x8B;
}

/* Returns whether the file begins with a frame, or with a skippable frame, which some
 * compressors write first. */
static bool is_zstd(const uint8_t *p)
{
	uint32_t magic = get_le32(p);

	return magic == ZSTD_MAGICNUMBER ||
	       (magic & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START;
}

static int start_unpack(struct input *in, bool zstd, const void *start, size_t size)
{
	struct input_unpack *u = calloc(1, sizeof(*u));

	if (!u)
		return -ENOMEM;
	if (zstd)
		u->zstd = ZSTD_createDStream();
	if (zstd ? !u->zstd : inflateInit2(&u->gzip, GZIP_WINDOW) != Z_OK) {
		free(u);
		return -ENOMEM;
	}
	memcpy(u->buf, start, size);
	u->have = size;
	in->unpack = u;
	return 0;
}

/* Reads the first bytes and detects the format of the file. */
static ssize_t detect_format(struct input *in, uint8_t *buf, size_t size)
{
	size_t have = 0;
	ssize_t n;
	int err;

	if (size > sizeof(in->unpack->buf))
		size = sizeof(in->unpack->buf);
	do {
		n = read_fd(in->fd, buf + have, size - have);
		if (n < 0)
			return n;
		have += (size_t)n;
	} while (n && have < MAGIC);
	in->begun = true;
	if (have < MAGIC || (!is_gzip(buf) && !is_zstd(buf)))
		return (ssize_t)have;
	err = start_unpack(in, !is_gzip(buf), buf, have);
	return err ? err : 0;
}

/* Both read u->buf and return the number of bytes unpacked, or a negative errno value. */
static ssize_t unpack_gzip(struct input_unpack *u, void *buf, size_t size)
{
	z_stream *z = &u->gzip;
	int ret;

	if (!u->inside && inflateReset(z) != Z_OK)
		return -EBADMSG;
	z->next_in = u->buf + u->at;
	z->avail_in = (uInt)(u->have - u->at);
	z->next_out = buf;
	z->avail_out = (uInt)size;
	ret = inflate(z, Z_NO_FLUSH);
	if (ret == Z_MEM_ERROR)
		return -ENOMEM;
	if (ret != Z_OK && ret != Z_STREAM_END && ret != Z_BUF_ERROR)
		return -EBADMSG;
	u->inside = ret != Z_STREAM_END;
	u->at = u->have - z->avail_in;
	return (ssize_t)(size - z->avail_out);
}

static ssize_t unpack_zstd(struct input_unpack *u, void *buf, size_t size)
{
	ZSTD_inBuffer from = {u->buf, u->have, u->at};
	ZSTD_outBuffer to = {buf, size, 0};
	size_t ret = ZSTD_decompressStream(u->zstd, &to, &from);

	if (ZSTD_isError(ret))
		return -EBADMSG;
	u->inside = ret != 0;
	u->at = from.pos;
	return (ssize_t)to.pos;
}

const char *input_reason(int err)
{
	return err == -EBADMSG	 ? "damaged compressed data"
	       : err == -ENODATA ? "compressed data end too early"
				 : strerror(-err);
}

ssize_t input_read(void *arg, void *buf, size_t size)
{
	struct input *in = arg;
	struct input_unpack *u;
	ssize_t n;

	if (!in->begun) {
		n = detect_format(in, buf, size);
		if (n || !in->unpack)
			return n;
	}
	u = in->unpack;
	if (!u)
		return read_fd(in->fd, buf, size);
	for (;;) {
		/* the library may still hold text after it has consumed all input */
		if (u->inside || u->at < u->have) {
			n = u->zstd ? unpack_zstd(u, buf, size) : unpack_gzip(u, buf, size);
			if (n)
				return n;
		}
		if (u->at < u->have)
			continue;
		n = read_fd(in->fd, u->buf, sizeof(u->buf));
		if (n < 0)
			return n;
		if (n == 0)
			return u->inside ? -ENODATA : 0;
		u->at = 0;
		u->have = (size_t)n;
	}
}
