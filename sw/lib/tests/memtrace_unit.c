/* SPDX-License-Identifier: Apache-2.0 */
/* Tests that a recording with a wrong item is refused as such, not for lack of memory. */
#include "unit.h"
#include "le.h"
#include "memtrace.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

static void put_sum(uint8_t *p)
{
	put_le32(p + 28, (uint32_t)crc32(0, p, 28));
}

static void items_refused(void)
{
	static const struct {
		const char *what;
		uint8_t bytes[8], n;
	} items[] = {
		{"a module without a base", {MEMTRACE_MODULE}, 1},
		{"an identification beyond the block", {MEMTRACE_MODULE, 0, 9, 0}, 4},
		{"a symbol without a size", {MEMTRACE_SYMBOL, 0}, 2},
		{"a name beyond the block", {MEMTRACE_SYMBOL, 0, 0, 5, 'a'}, 5},
		{"a name with a zero", {MEMTRACE_LOCAL, 0, 0, 1, 0}, 5},
		{"a thread without a stack", {MEMTRACE_THREAD, 0, 0, 0}, 4},
		{"a thread whose number is too large", {MEMTRACE_BASE, 0xFF, 0x7F, 0}, 4},
		{"shared memory within a page", {MEMTRACE_SHARED, 1, 0, 0, 0, 0}, 6},
		{"a kind that does not exist", {0x7F}, 1},
	};

	for (size_t EACH(i, 0); i < sizeof(items) / sizeof(*items); i++) {
		uint8_t file[200] = "MEMTRACE", *block = file + MEMTRACE_HEADER;
		char path[] = "/tmp/memtrace-XXXXXX", error[MEMTRACE_ERROR];
		uLongf packed = sizeof(file) - MEMTRACE_HEADER - MEMTRACE_BLOCK;
		const int fd = mkstemp(path);
		struct memtrace *m;

		put_le32(file + 8, MEMTRACE_VERSION);
		put_sum(file);
		assert_int_equal(
			compress(block + MEMTRACE_BLOCK, &packed, items[i].bytes, items[i].n),
			Z_OK);
		put_le32(block, MEMTRACE_INFORMATION);
		put_le32(block + 8, (uint32_t)packed);
		put_le32(block + 12, items[i].n);
		put_le32(block + 24, (uint32_t)crc32(0, block + MEMTRACE_BLOCK, (uInt)packed));
		put_sum(block);
		assert_int_equal(write(fd, file, sizeof(file)), sizeof(file));
		close(fd);
		if (memtrace_open(&m, path, error) != -EBADMSG ||
		    !strstr(error, "an invalid item"))
			fail_msg("%s: %s", items[i].what, error);
		unlink(path);
	}
}

static const struct unit units[] = {UNIT(items_refused, "")};

UNIT_MAIN(units)
