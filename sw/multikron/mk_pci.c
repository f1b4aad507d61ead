/* SPDX-License-Identifier: Apache-2.0 */
/* Measures the utilisation of the PCI bus (NISTIR 5993, 2.3). */
#include "mkutil.h"
#include <errno.h>
#include <inttypes.h>
#include <string.h>

static const char usage_text[] =
	"Usage: mk_pci [-t TIME] [-n COUNT] [-b BOARD]\n"
	"\n"
	"Measures the percentage of the time in which the PCI bus is in use by any device\n"
	"(DEVSEL# active), and by the MultiKron board.\n"
	"\n"
	"  -t, --time=TIME     duration of one measurement (1s)\n"
	"  -n, --count=COUNT   number of measurements, one line each (1)\n"
	"  -i, --initialize    initialize the board first\n" MKUTIL_HELP
	"  -o, --output=FILE   output file (standard output)\n"
	"  -h, --help          print this and exit\n"
	"      --version       print the version and exit\n"
	"\n"
	"Counters 0 to 5 of the MultiKron_II are used, as three 64-bit pairs.\n"
	"\n"
	"Exit status: 0 success, 1 error, 2 error in the command line.";

enum { ALL = 0, BOARD = 2, CLOCKS = 4 };
#define USED 0x3Fu

static int set_up(void)
{
	struct mk *mk = &mkutil_board;
	uint32_t pairs;
	int err = mk_disable(mk, MK_II, USED);

	if (!err)
		err = mk_select(mk, MK_II, ALL, MK_SOURCE_LEVEL);
	if (!err)
		err = mk_select(mk, MK_II, BOARD, MK_SOURCE_LEVEL);
	if (!err)
		err = mk_select(mk, MK_II, CLOCKS, MK_SOURCE_NODECLK);
	if (!err)
		err = mk_get_pairs(mk, MK_II, &pairs);
	if (!err)
		err = mk_set_pairs(mk, MK_II, pairs | 7);
	if (!err)
		err = mk_clear(mk, MK_II, USED);
	return err ? err : mk_enable(mk, MK_II, USED);
}

static int measure(uint64_t ns, uint64_t count[3])
{
	struct mk *mk = &mkutil_board;
	int err = set_up();

	if (!err)
		err = mk_run(mk, ns);
	/* all three counters are stopped at the same time */
	if (!err)
		err = mk_disable(mk, MK_II, USED);
	for (unsigned int i = 0; i < 3 && !err; i++)
		err = mk_get_pair(mk, MK_II, 2 * i, &count[i]);
	return err;
}

int main(int argc, char **argv)
{
	static const struct option longs[] = {MKUTIL_LONGS,
					      {"time", required_argument, NULL, 't'},
					      {"count", required_argument, NULL, 'n'},
					      {"initialize", no_argument, NULL, 'i'},
					      {NULL, 0, NULL, 0}};
	uint64_t ns = 1000000000, times = 1, count[3];
	bool initialize = false;
	int c, err = 0;

	mkutil_begin("mk_pci", usage_text, argc, argv);
	while ((c = util_option(MKUTIL_LETTERS "t:n:i", longs)) != -1) {
		if (c == 't')
			ns = mkutil_time(optarg);
		else if (c == 'n')
			times = util_number(optarg, UINT32_MAX);
		else if (c == 'i')
			initialize = true;
		else
			mkutil_option(c, optarg);
	}
	if (!mkutil_open())
		return util_end();
	if (initialize)
		err = mk_initialize(&mkutil_board);
	for (uint64_t i = 0; i < times && !err && !util_out.err; i++) {
		err = measure(ns, count);
		if (!err && !count[2])
			err = -EIO;
		if (!err)
			util_print("PCI bus: %.2f %%, MultiKron board: %.2f %% of %" PRIu64
				   " clocks",
				   100.0 * (double)count[0] / (double)count[2],
				   100.0 * (double)count[1] / (double)count[2], count[2]);
	}
	mkutil_ok(err, "counters");
	mkutil_close();
	return util_end();
}
