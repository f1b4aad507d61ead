/* SPDX-License-Identifier: Apache-2.0 */
#include "printable.h"
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#define PIECE 1024 /* bytes converted at once */

/* The length of the UTF-8 character at @p, at most @n bytes; 0: it is no valid character, or a
 * control character. */
static size_t character(const uint8_t *p, size_t n)
{
	const size_t length = p[0] < 0x80   ? 1
			      : p[0] < 0xC2 ? 0
			      : p[0] < 0xE0 ? 2
			      : p[0] < 0xF0 ? 3
			      : p[0] < 0xF5 ? 4
					    : 0;

	if (length == 1)
		return (p[0] >= ' ' && p[0] != 0x7F) || p[0] == '\n' || p[0] == '\t';
	if (!length || length > n || (p[0] == 0xC2 && p[1] < 0xA0))
		return 0;
	for (size_t i = 1; i < length; i++)
		if ((p[i] & 0xC0) != 0x80)
			return 0;
	return length;
}

size_t printable(char *to, const char *from, size_t n)
{
	static const char digit[] = "0123456789ABCDEF";
	const uint8_t *p = (const uint8_t *)from;
	char *const start = to;

	while (n) {
		size_t length = character(p, n);

		if (length) {
			memcpy(to, p, length);
			to += length;
		} else {
			*to++ = '\\';
			*to++ = 'x';
			*to++ = digit[*p >> 4];
			*to++ = digit[*p & 15];
			length = 1;
		}
		p += length;
		n -= length;
	}
	return (size_t)(to - start);
}

/* Returns the length of the next piece of @text, which ends between two characters if
 * possible. */
static size_t piece(const char *text, size_t n)
{
	size_t length = n < PIECE ? n : PIECE;

	while (length < n && length > PIECE - 4 && (text[length] & 0xC0) == 0x80)
		length--;
	return length;
}

int printable_write(int fd, const char *text, size_t n)
{
	char buf[PRINTABLE_MOST * PIECE];

	while (n) {
		const size_t length = piece(text, n), size = printable(buf, text, length);

		for (size_t at = 0; at < size;) {
			const ssize_t k = write(fd, buf + at, size - at);

			if (k < 0 && errno != EINTR)
				return -errno;
			at += k > 0 ? (size_t)k : 0;
		}
		text += length;
		n -= length;
	}
	return 0;
}

static FILE *raw_stdout;

static ssize_t write_stream(void *cookie, const char *text, size_t n)
{
	const int err = printable_write(cookie ? STDERR_FILENO : STDOUT_FILENO, text, n);

	errno = -err;
	return err ? 0 : (ssize_t)n;
}

static void replace(FILE **stream, void *cookie, int buffering)
{
	FILE *f = fopencookie(cookie, "w", (cookie_io_functions_t){.write = write_stream});

	if (!f)
		return;
	setvbuf(f, NULL, buffering, buffering == _IONBF ? 0 : BUFSIZ);
	*stream = f;
}

void printable_streams(void)
{
	static char is_stderr;

	raw_stdout = stdout;
	replace(&stderr, &is_stderr, _IONBF);
	if (isatty(STDOUT_FILENO))
		replace(&stdout, NULL, _IOLBF);
}

FILE *printable_raw_stdout(void)
{
	return raw_stdout ? raw_stdout : stdout;
}
