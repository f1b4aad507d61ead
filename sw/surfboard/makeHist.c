/* SPDX-License-Identifier: Apache-2.0 */
/* Makes a histogram of size and latency from a trace (TR-596-99 B.2.2). */
#include "tracehist.h"
#include "surfutil.h"
#include <string.h>

#define BINS (1u << 22)

static const char usage_text[] =
	"Usage: tallyboard makeHist [FILE]...\n"
	"\n"
	"Makes from a trace the histogram that the board makes with the configuration\n"
	"size-latency: bin[21:12] = size, bin[11:0] = latency[11:0].\n"
	"\n" UTIL_HELP;

/* Copies a header line. The configuration of the trace's board and its trigger do not apply to
 * the histogram and are left out. */
static void header(const char *name, size_t name_length, const char *text, size_t length)
{
	static const char *const drop[] = {"file", "configuration", "trigger"};

	for (size_t i = 0; i < sizeof(drop) / sizeof(drop[0]); i++)
		if (strlen(drop[i]) == name_length && !memcmp(drop[i], name, name_length))
			return;
	util_copy_header(name, name_length, text, length);
}

int main(int argc, char **argv)
{
	static const struct record_header h = {.configuration = "size-latency, by makeHist"};
	static struct bins bins;
	struct trace_record t;
	int err;

	util_begin("makeHist", usage_text, argc, argv);
	while (util_option(NULL) != -1)
		;
	util_header = header;
	util_open();
	record_write_header(&util_out, "histogram", &h);
	err = bins_open(&bins, BINS);
	while (!err && util_trace(&t))
		err = bins_add(&bins,
			       trace_size(t.word) << 12 | (trace_latency(t.word) & 0xFFF), 1);
	util_bins(&bins, err);
	return util_end();
}
