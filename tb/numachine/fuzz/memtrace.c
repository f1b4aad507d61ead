/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Recordings of memory accesses. The first byte selects whether the rest is a file or the
 * blocks of a file: kind (its lowest bit), thread, number of events, 16 bits of length and the
 * contents, for which this driver makes headers, checksums and the end block. An accepted file
 * must read the same block by block and thread by thread. Each access must have a physical
 * address from which its virtual address is found again. Executing the threads must come to the
 * end, or to a state in which all threads wait.
 */
#include "fuzz.h"
#include "memtrace.h"
#include <errno.h>
#include <string.h>
#include <zlib.h>

#define MOST (1u << 16) /* largest size of an input in bytes */

static uint8_t image[MEMTRACE_HEADER + 64 * MOST];

static void put32(uint8_t *at, uint32_t v)
{
	for (unsigned int i = 0; i < 4; i++)
		at[i] = (uint8_t)(v >> 8 * i);
}

static void put64(uint8_t *at, uint64_t v)
{
	put32(at, (uint32_t)v);
	put32(at + 4, (uint32_t)(v >> 32));
}

/* Writes a block with these contents to @at; returns its size. */
static size_t put_block(uint8_t *at, uint32_t kind, uint32_t thread, uint32_t events,
			uint32_t number, const uint8_t *data, uint32_t size)
{
	uLongf packed = size;

	if (kind == MEMTRACE_END) {
		memcpy(at + MEMTRACE_BLOCK, data, size);
	} else {
		packed = compressBound(size);
		FUZZ_CHECK(compress2(at + MEMTRACE_BLOCK, &packed, data, size, 1) == Z_OK);
	}
	put32(at, kind);
	put32(at + 4, thread);
	put32(at + 8, (uint32_t)packed);
	put32(at + 12, size);
	put32(at + 16, events);
	put32(at + 20, number);
	put32(at + 24, (uint32_t)crc32(0, at + MEMTRACE_BLOCK, (uInt)packed));
	put32(at + 28, (uint32_t)crc32(0, at, 28));
	return MEMTRACE_BLOCK + packed;
}

static size_t make_file(const uint8_t *data, size_t size)
{
	uint8_t end[32] = {0}, *at = image;
	uint32_t blocks = 0, threads = 0;
	uint64_t events = 0;

	memset(at, 0, MEMTRACE_HEADER);
	memcpy(at, "MEMTRACE", 8);
	put32(at + 8, MEMTRACE_VERSION);
	put32(at + 28, (uint32_t)crc32(0, at, 28));
	at += MEMTRACE_HEADER;
	while (size >= 5 && blocks < 1000) {
		const uint32_t kind = 1 + (data[0] & 1), thread = data[1];
		const size_t claimed = data[3] | (size_t)data[4] << 8;
		const size_t n = claimed < size - 5 ? claimed : size - 5;

		at += put_block(at, kind, thread, data[2], blocks++, data + 5, (uint32_t)n);
		events += kind == MEMTRACE_EVENTS ? data[2] : 0;
		threads = thread >= threads ? thread + 1 : threads;
		data += 5 + n;
		size -= 5 + n;
	}
	put64(end, events);
	put64(end + 8, blocks);
	put64(end + 16, threads);
	at += put_block(at, MEMTRACE_END, 0, 0, blocks, end, sizeof(end));
	return (size_t)(at - image);
}

static uint64_t sum_of(const struct memtrace_event *e)
{
	const uint64_t v[] = {e->kind, e->thread, e->addr,  e->size,
			      e->pc,   e->domain, e->number};
	uint64_t sum = 1;

	for (size_t i = 0; i < sizeof(v) / sizeof(*v); i++)
		sum = (sum ^ v[i]) * UINT64_C(0x100000001B3);
	return sum;
}

/* Reads one thread, or all threads. The checksum does not depend on the order of the events. */
static uint64_t read_thread(const struct memtrace *m, uint32_t thread,
			    const struct memtrace_layout *l, uint64_t *events)
{
	struct memtrace_stream *s;
	struct memtrace_event e;
	uint64_t sum = 0, addr;
	size_t which;
	int n;

	FUZZ_CHECK(!memtrace_stream_open(&s, m, thread));
	while ((n = memtrace_next(s, &e)) == 1) {
		FUZZ_CHECK(thread == MEMTRACE_ALL || e.thread == thread);
		sum += sum_of(&e);
		++*events;
		if (!l || !memtrace_is_access(e.kind))
			continue;
		for (int last = 0; last < 2; last++) {
			const uint64_t at = e.addr + (last ? e.size - 1 : 0);
			const uint64_t physical = memtrace_physical(l, 0, at);

			FUZZ_CHECK(physical != UINT64_MAX);
			FUZZ_CHECK(memtrace_virtual(l, physical, &which, &addr) && !which);
			FUZZ_CHECK(memtrace_physical(l, 0, addr) == physical);
		}
	}
	FUZZ_CHECK(!n); /* cannot fail: the file was checked before */
	memtrace_stream_close(s);
	return sum;
}

static void play(const struct memtrace *m, uint64_t sum)
{
	const struct memtrace_info *i = memtrace_info(m);
	struct memtrace_player *p;
	struct memtrace_event e;
	uint64_t events = 0, played = 0;
	bool moves = true;

	FUZZ_CHECK(!memtrace_player_open(&p, m));
	while (moves) {
		moves = false;
		for (uint32_t t = 0; t < i->threads; t++) {
			int n;

			while ((n = memtrace_play(p, t, &e)) == 1) {
				played += sum_of(&e);
				events++;
				moves = true;
			}
			FUZZ_CHECK(!n || n == -EAGAIN);
		}
	}
	FUZZ_CHECK(events < i->events || (events == i->events && played == sum));
	memtrace_player_close(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char path[32], error[MEMTRACE_ERROR];
	uint64_t sum, events = 0, again = 0, parts = 0;
	struct memtrace_layout *l;
	struct memtrace *m;
	int fd, err;

	if (!size || size > MOST)
		return 0;
	if (data[0] & 1) {
		size = make_file(data + 1, size - 1);
		fd = fuzz_file(image, size, path);
	} else {
		fd = fuzz_file(data + 1, size - 1, path);
	}
	err = memtrace_open(&m, path, error);
	if (err) {
		FUZZ_CHECK(err < 0 && !strncmp(error, path, strlen(path)));
	} else {
		FUZZ_CHECK(!memtrace_layout_open(&l, &m, 1));
		FUZZ_CHECK(memtrace_layout_pages(l) == memtrace_info(m)->pages ||
			   memtrace_info(m)->shareds);
		sum = read_thread(m, MEMTRACE_ALL, l, &events);
		FUZZ_CHECK(events == memtrace_info(m)->events);
		for (uint32_t t = 0; t < memtrace_info(m)->threads; t++)
			parts += read_thread(m, t, NULL, &again);
		FUZZ_CHECK(again == events && parts == sum);
		play(m, sum);
		memtrace_layout_close(l);
		memtrace_close(m);
	}
	close(fd);
	return 0;
}
