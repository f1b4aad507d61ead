/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Computed, not simulated: AMD's AXI Performance Monitor (PG037). It counts reads, writes and
 * their clocks, keeps the smallest and the largest latency, and counts the latencies within
 * ranges, here from 0 to 31 clocks and from 32 on, for all identifiers or for one range of
 * them.
 */
#include "bench.h"

#define RANGES 2u
#define FROM 32u

static void ranges(struct bench *b)
{
	uint64_t bursts[2] = {0}, clocks = 0, in[RANGES] = {0};
	struct run_event e;

	while (bench_next(b, &e)) {
		const uint32_t latency = run_latency(&e);

		if (e.kind != RUN_TRANSACTION)
			continue;
		b->given++;
		bursts[run_kind_of(e.cmd) == RUN_WRITE_BACK]++;
		clocks += latency;
		in[latency >= FROM]++;
	}
	bench_adapter(b, in[0] + in[1], 0);
	row_number((double)bursts[0], "kinds", "read");
	row_number((double)bursts[1], "kinds", "write-back");
	if (!b->given)
		return;
	row_number((double)clocks / (double)b->given, "latency", "mean");
	/* a range says only on which side of its limit a quantile lies */
	if (in[1] <= b->given / 1000)
		row_number(FROM, "latency", "99.9%%");
	b->read_bytes = 4 * (2 + 2 + RANGES + 2);
}

const struct bench_setup bench_setups[] = {{"ranges", ranges}, {NULL, NULL}};

const char *const bench_cannot[] = {"joint one range of identifiers at a time, no addresses",
				    "false-sharing no addresses",
				    "page no addresses",
				    "queue sums over sampling intervals, not by master",
				    "functions does not know the program",
				    "outlier keeps no transaction",
				    "order no events of the program",
				    "buses no addresses",
				    "banks no addresses",
				    "saturation no addresses",
				    "pio does not tell an uncached access from another",
				    NULL};
