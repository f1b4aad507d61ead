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

static int measure(uint64_t ns, struct mk_use *use)
{
	int err = mk_bus_start(&mkutil_board);

	if (!err)
		err = mk_run(&mkutil_board, ns);
	return err ? err : mk_bus_stop(&mkutil_board, use);
}

int main(int argc, char **argv)
{
	static const struct util_word words[] = {MKUTIL_WORDS, {0}};
	uint64_t ns = 1000000000, times = 1;
	struct mk_use use;
	bool initialize = false;
	int c, err = 0;

	mkutil_begin("mk_pci", usage_text, argc, argv);
	while ((c = util_option(words)) != -1) {
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
		err = measure(ns, &use);
		if (!err && !use.clocks)
			err = -EIO;
		if (!err)
			util_print("PCI bus: %.2f %%, MultiKron board: %.2f %% of %" PRIu64
				   " clocks",
				   100.0 * (double)use.any / (double)use.clocks,
				   100.0 * (double)use.board / (double)use.clocks, use.clocks);
	}
	mkutil_ok(err, "counters");
	mkutil_close();
	return util_end();
}
