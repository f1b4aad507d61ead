/* SPDX-License-Identifier: Apache-2.0 */
#include "damage.h"
#include "random.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <sys/mman.h>
#include <unistd.h>

static int read_file(const struct damage *d, const uint8_t *data, size_t size)
{
	const int fd = memfd_create("damage", MFD_CLOEXEC);
	char path[64];
	int err;

	assert_true(fd >= 0);
	for (size_t at = 0; at < size;) {
		const ssize_t n = write(fd, data + at, size - at);

		assert_true(n > 0);
		at += (size_t)n;
	}
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	err = d->read(path);
	close(fd);
	return err;
}

void damage_test(const struct damage *d, unsigned int times)
{
	const char *text = getenv("SEED");
	const uint64_t seed = text ? strtoull(text, NULL, 0) : 1;
	unsigned int changed = 0, cut = 0;
	uint8_t *copy = malloc(d->size);
	uint64_t state = seed;
	size_t where = 0;

	assert_non_null(copy);
	memcpy(copy, d->file, d->size);
	assert_int_equal(read_file(d, copy, d->size), 0);
	for (unsigned int i = 0; i < times; i++) {
		const size_t at = random_splitmix(&state) % d->size;
		const uint8_t bits = (uint8_t)(1 + random_splitmix(&state) % 255);

		copy[at] ^= bits;
		if (!read_file(d, copy, d->size)) {
			changed++;
			where = at;
		}
		copy[at] ^= bits;
		cut += !read_file(d, copy, at);
	}
	free(copy);
	printf("# %s: %zu bytes, seed %llu: %u of %u changed bytes and %u of %u "
	       "truncations unnoticed\n",
	       d->name, d->size, (unsigned long long)seed, changed, times, cut, times);
	if (changed)
		printf("# the last one at byte %zu\n", where);
	assert_int_equal(changed, 0);
	assert_int_equal(cut, 0);
}
