/* SPDX-License-Identifier: Apache-2.0 */
/* Makes a histogram of the latencies of a trace (TR-596-99 B.2.2). */
#include "surfrecord.h"
#include "tracehist.h"
#include "util.h"

static const char usage_text[] =
	"Usage: tallyboard latHist [FILE]...\n"
	"\n"
	"Makes the histogram of latencies of a trace, in the units of the trace, as CSV\n"
	"lines \"latency,count\".\n"
	"\n" UTIL_HELP;

int main(int argc, char **argv)
{
	return tracehist_main(argc, argv, "latHist", usage_text, BINS_MAX, trace_latency);
}
