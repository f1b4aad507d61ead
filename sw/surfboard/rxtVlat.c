/* SPDX-License-Identifier: Apache-2.0 */
/* Prints receive time and latency of each entry of a trace (TR-596-99 B.2.2). */
#include "surfutil.h"

#define LINE 80 /* number of characters of a line that are parsed */

static const char usage_text[] =
	"Usage: tallyboard rxtVlat [FILE]...\n"
	"\n"
	"Prints a CSV line \"receive time,latency\" for each entry of a trace, in ticks of\n"
	"the clock and in the units of the trace (see its header). Input lines are truncated\n"
	"to 80 characters.\n"
	"\n" UTIL_HELP;

int main(int argc, char **argv)
{
	struct trace_record t;

	util_begin("rxtVlat", usage_text, argc, argv);
	while (util_option(NULL) != -1)
		;
	util_truncate = LINE;
	util_open();
	while (util_trace(&t))
		record_write_csv(
			&util_out,
			(const uint64_t[]){trace_rxtime(t.word), trace_latency(t.word)}, 2);
	util_note_losses();
	return util_end();
}
