/* SPDX-License-Identifier: Apache-2.0 */
/* Makes a histogram of the pages of a trace (TR-596-99 B.2.2). */
#include "surfrecord.h"
#include "tracehist.h"
#include "util.h"

static const char usage_text[] =
	"Usage: tallyboard pageHist [FILE]...\n"
	"\n"
	"Makes the histogram of pages (4096 bytes) of a trace, bits 26 to 12 of the packet\n"
	"address, as CSV lines \"page,count\".\n"
	"\n" UTIL_HELP;

int main(int argc, char **argv)
{
	return tracehist_main(argc, argv, "pageHist", usage_text, 0x8000, trace_page);
}
