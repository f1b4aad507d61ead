/* SPDX-License-Identifier: Apache-2.0 */
/* What the pages need of libraries that Debian does not have for WebAssembly: the checksum
 * functions of zlib, for the readers and writers of files (the browser unpacks compressed
 * files), and the end of a failed check, for which the harness calls cmocka. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include <zlib.h>

#define POLYNOMIAL 0xEDB88320u

uLong crc32_z(uLong crc, const Bytef *buf, z_size_t len)
{
	uint32_t c = ~(uint32_t)crc;

	for (size_t i = 0; buf && i < len; i++) {
		c ^= buf[i];
		for (int k = 0; k < 8; k++)
			c = c >> 1 ^ (c & 1 ? POLYNOMIAL : 0);
	}
	return buf ? ~c & 0xFFFFFFFF : 0;
}

uLong crc32(uLong crc, const Bytef *buf, uInt len)
{
	return crc32_z(crc, buf, len);
}

void _fail(const char *const file, const int line)
{
	(void)file;
	(void)line;
	abort();
}
