/* SPDX-License-Identifier: Apache-2.0 */
/* Makes a histogram of the packet sizes of a trace (TR-596-99 B.2.2). */
#include "surfrecord.h"
#include "tracehist.h"
#include "util.h"

static const char usage_text[] =
	"Usage: tallyboard sizeHist [FILE]...\n"
	"\n"
	"Makes the histogram of packet sizes of a trace, in words, 1 to 1024, as CSV lines\n"
	"\"size,count\".\n"
	"\n" UTIL_HELP;

static uint32_t words(const uint32_t w[4])
{
	return trace_words(w);
}

int main(int argc, char **argv)
{
	return tracehist_main(argc, argv, "sizeHist", usage_text, 1025, words);
}
