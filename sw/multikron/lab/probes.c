/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Makes turns (200) with five probes each. The board counts meanwhile how the bus is used. The
 * program computes for 2.3 us before each probe, so that an interval takes as long and the time
 * of a probe. (A processor that does not compute leaves the bus to nobody else.)
 */
#include <inttypes.h>
#include <mk.h>

enum {
	BEGIN = 10,
	END = 20,
	CHECK = 81,
	EVEN = 82,
	ODD = 83,
	INPUT = 8,
	OUTPUT = 17,
	DONE = 12
};

#define COMPUTE_NS 2300

int main(int argc, char **argv)
{
	static const int odd[] = {INPUT, OUTPUT, DONE, CHECK, ODD};
	static const int even[] = {INPUT, OUTPUT, DONE, CHECK, EVEN};
	const int turns = argc > 1 ? atoi(argv[1]) : 200;
	struct mk_use use;

	MK_DEFAULT_MAP();
	if (mk_bus_start(&mk_default))
		return 1;
	mk_ts0 = BEGIN;
	for (int i = 0; i < turns; i++)
		for (int k = 0; k < 5; k++) {
			mk_run(&mk_default, COMPUTE_NS);
			mk_ts0 = (i % 2 ? odd : even)[k];
		}
	mk_ts0 = END;
	if (mk_bus_stop(&mk_default, &use) || !use.clocks || mk_default_failures())
		return 1;
	printf("PCI bus: %.2f %%, MultiKron board: %.2f %% of %" PRIu64 " clocks\n",
	       100.0 * (double)use.any / (double)use.clocks,
	       100.0 * (double)use.board / (double)use.clocks, use.clocks);
	return 0;
}
