/* SPDX-License-Identifier: Apache-2.0 */
/* Prints a brief report on a trace (TR-596-99 B.2.2). */
#include "surfutil.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SENDERS 64

static const char usage_text[] =
	"Usage: tallyboard traceCheck [FILE]...\n"
	"\n"
	"Reports on a trace in lines \"what: count\": "
	"the losses recorded in the header of the\n"
	"file; the records; decreases of the receive time from one record to the next;\n"
	"overflowed (flag V) and negative (flag U) latencies; the records of each sender.\n"
	"\n" UTIL_HELP;

/* Prints the header lines on losses, which come first in the report. */
static void header(const char *name, size_t name_length, const char *text, size_t length)
{
	if (name_length > 5 && !memcmp(name, "lost ", 5))
		util_write_line(text, length);
}

static void line(const char *what, uint64_t count)
{
	char text[80];
	int n = snprintf(text, sizeof(text), "%s: %" PRIu64 "\n", what, count);

	record_write_text(&util_out, text, (size_t)n);
}

int main(int argc, char **argv)
{
	uint64_t records = 0, decreases = 0, over = 0, under = 0, last = 0;
	uint64_t sender[SENDERS] = {0};
	struct trace_record t;
	char what[16];

	util_begin("traceCheck", usage_text, argc, argv);
	while (util_option(NULL) != -1)
		;
	util_header = header;
	util_open();
	while (util_trace(&t)) {
		const uint64_t now = trace_rxtime(t.word);

		records++;
		decreases += now < last;
		last = now;
		over += trace_overflow(t.word);
		under += trace_underflow(t.word);
		sender[trace_sender(t.word)]++;
	}
	line("records", records);
	line("receive time decreases", decreases);
	line("latency overflows (V)", over);
	line("latency underflows (U)", under);
	for (int i = 0; i < SENDERS; i++) {
		snprintf(what, sizeof(what), "sender %d", i);
		if (sender[i])
			line(what, sender[i]);
	}
	return util_end();
}
