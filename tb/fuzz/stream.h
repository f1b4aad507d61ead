/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FUZZ_STREAM_H
#define FUZZ_STREAM_H
/* A stream that delivers its input in pieces, a buffer for a writer's output, and a checksum of
 * messages. */
#include "fnv1a.h"
#include "fuzz.h"
#include <string.h>

struct fuzz_source {
	const uint8_t *data;
	size_t size, at, piece; /* @piece: maximum number of bytes per read */
};

static inline ssize_t fuzz_get(void *arg, void *buf, size_t size)
{
	struct fuzz_source *s = arg;
	size_t n = s->size - s->at;

	n = n < size ? n : size;
	n = n < s->piece ? n : s->piece;
	if (n)
		memcpy(buf, s->data + s->at, n);
	s->at += n;
	return (ssize_t)n;
}

struct fuzz_sink {
	uint8_t *data;
	size_t size, used;
};

static inline int fuzz_put(void *arg, const void *buf, size_t size)
{
	struct fuzz_sink *s = arg;

	FUZZ_CHECK(s->used + size <= s->size);
	memcpy(s->data + s->used, buf, size);
	s->used += size;
	return 0;
}

static inline void fuzz_add(uint64_t *sum, const void *what, size_t size)
{
	*sum = fnv1a(*sum, what, size);
}

#endif
