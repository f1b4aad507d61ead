/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes input for the performance measurement of the utilities to standard output:
 *   records trace N      random trace of N entries
 *   records hist N       random histogram of N bins, ascending
 */
#include "random.h"
#include "surfrecord.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct record_writer out;
static uint64_t state = 88172645463325252u;

static uint64_t number(uint64_t limit)
{
	return (random_xorshift(&state) >> 16) % limit;
}

/* Writes a trace: most packets are small and have short latencies, some have any size and
 * latency. */
static int trace(uint64_t n)
{
	uint64_t time = 0;

	for (uint64_t i = 0; i < n; i++) {
		struct trace_fields f = {
			.rxtime = time += 11 + number(50),
			.latency = (uint32_t)number(number(8) ? 4096 : 1 << 24),
			.addr = (uint32_t)number(1 << 27),
			.size = (uint16_t)number(number(4) ? 8 : 1024),
			.sender = (uint8_t)number(64),
			.color = (uint8_t)number(64),
			.be = 15,
		};
		struct trace_record t = {.index = i & RECORD_INDEX_MAX};

		trace_pack(&f, t.word);
		if (record_write_trace(&out, &t))
			return 1;
	}
	return record_flush(&out) != 0;
}

static int hist(uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		struct hist_record h = {(uint32_t)(i * RECORD_INDEX_MAX / n),
					(uint32_t)number(1000)};

		if (record_write_hist(&out, &h))
			return 1;
	}
	return record_flush(&out) != 0;
}

int main(int argc, char **argv)
{
	record_writer_open(&out, STDOUT_FILENO);
	if (argc == 3 && !strcmp(argv[1], "trace"))
		return trace(strtoull(argv[2], NULL, 10));
	if (argc == 3 && !strcmp(argv[1], "hist"))
		return hist(strtoull(argv[2], NULL, 10));
	return 2;
}
