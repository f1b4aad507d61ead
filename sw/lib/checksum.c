/* SPDX-License-Identifier: Apache-2.0 */
#include "checksum.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

/* The form of the end line: d is a decimal digit, x a hexadecimal one. */
static const char form[] = CHECK_END "dddddddddddddddddddd bytes, CRC-32 xxxxxxxx\n";

_Static_assert(sizeof(form) - 1 == CHECK_LINE, "the length of an end line");

void check_add(struct check *c, const void *data, size_t size)
{
	c->crc = (uint32_t)crc32_z(c->crc, data, size);
	c->bytes += size;
}

void check_append(struct check *c, const struct check *next)
{
	c->crc = (uint32_t)crc32_combine(c->crc, next->crc, (z_off_t)next->bytes);
	c->bytes += next->bytes;
}

void check_end_line(const struct check *c, char *text)
{
	char line[CHECK_LINE + 1];

	snprintf(line, sizeof(line), CHECK_END "%020" PRIu64 " bytes, CRC-32 %08" PRIX32 "\n",
		 c->bytes, c->crc);
	memcpy(text, line, CHECK_LINE);
}

bool check_is_line(const char *text)
{
	for (size_t i = 0; i < CHECK_LINE; i++) {
		const bool digit = i >= strlen(CHECK_END) && strchr("dx", form[i]);
		const char *digits = form[i] == 'x' ? "0123456789ABCDEF" : "0123456789";

		if (digit ? !text[i] || !strchr(digits, text[i]) : text[i] != form[i])
			return false;
	}
	return true;
}

bool check_is_right(const struct check *c, const char *line)
{
	char right[CHECK_LINE];

	check_end_line(c, right);
	return !memcmp(line, right, CHECK_LINE);
}

ssize_t check_read(void *arg, void *buf, size_t size)
{
	struct check_reader *r = arg;
	char *p = buf;

	if (size <= CHECK_LINE)
		return -EINVAL;
	while (!r->found) {
		ssize_t n;

		memcpy(p, r->hold, r->held);
		n = r->source(r->arg, p + r->held, size - r->held);
		if (n < 0)
			return n;
		if (!n) {
			const size_t held = r->held;

			r->held = 0;
			if (held < CHECK_LINE || !check_is_line(r->hold))
				return (ssize_t)held;
			if (!check_is_right(&r->check, r->hold))
				return -EILSEQ;
			r->found = true;
			break;
		}
		n += (ssize_t)r->held;
		r->held = n < CHECK_LINE ? (size_t)n : CHECK_LINE;
		n -= (ssize_t)r->held;
		memcpy(r->hold, p + n, r->held);
		if (!n)
			continue;
		check_add(&r->check, p, (size_t)n);
		return n;
	}
	return 0;
}
