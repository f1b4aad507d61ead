/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Computed, not simulated: the sums of bursts and of clocks of latency that ZipCPU's axiperf
 * keeps for the read channel and for the write channel. It does not distinguish masters,
 * addresses or kinds of reads.
 */
#include "bench.h"

static void sums(struct bench *b)
{
	uint64_t bursts[2] = {0}, clocks[2] = {0};
	struct run_event e;

	while (bench_next(b, &e)) {
		const bool write = run_kind_of(e.cmd) == RUN_WRITE_BACK;

		if (e.kind != RUN_TRANSACTION)
			continue;
		b->given++;
		bursts[write]++;
		clocks[write] += run_latency(&e);
	}
	bench_adapter(b, bursts[0] + bursts[1], 0);
	row_number((double)bursts[0], "kinds", "read");
	row_number((double)bursts[1], "kinds", "write-back");
	if (bursts[0] + bursts[1])
		row_number((double)(clocks[0] + clocks[1]) / (double)(bursts[0] + bursts[1]),
			   "latency", "mean");
	b->read_bytes = 16; /* four registers */
}

const struct bench_setup bench_setups[] = {{"sums", sums}, {NULL, NULL}};

const char *const bench_cannot[] = {
	"joint sums of one channel, of all masters and addresses together",
	"false-sharing no addresses",
	"page no addresses",
	"queue sums, no times",
	"functions does not know the program",
	"outlier keeps no transaction",
	"order no events of the program",
	"buses no addresses",
	"banks no addresses",
	"saturation no addresses",
	"pio does not tell an uncached access from another",
	NULL};
