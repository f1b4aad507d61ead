/* SPDX-License-Identifier: Apache-2.0 */
/* Selects the entries of a trace whose fields are in given ranges (TR-596-99 B.2.2). */
#include "surfutil.h"

static const char usage_text[] =
	"Usage: tallyboard traceFilter [OPTION]... [FILE]...\n"
	"\n"
	"Copies the entries of a trace that lie in all ranges.\n"
	"\n"
	"  -s, --sender=RANGE  sender, 0 to 63\n"
	"  -l, --latency=RANGE latency in the units of the trace, 0 to 0xFFFFFF\n"
	"  -z, --size=RANGE    packet size in words, 1 to 1024\n"
	"  -p, --page=RANGE    page of 4096 bytes: address bits 26 to 12, 0 to 0x7FFF\n"
	"  -v, --invert        copy the other entries\n"
	"\n"
	"A RANGE is LOW-HIGH, both included; LOW-, -HIGH or one number.\n"
	"\n" UTIL_HELP;

enum { SENDER, LATENCY, SIZE, PAGE, FIELDS };

static const struct {
	char letter;
	uint32_t min, max;
} field[FIELDS] = {{'s', 0, 63}, {'l', 0, 0xFFFFFF}, {'z', 1, 1024}, {'p', 0, 0x7FFF}};

static bool in(const struct util_range *r, uint32_t v)
{
	return v >= r->low && v <= r->high;
}

int main(int argc, char **argv)
{
	struct util_range r[FIELDS] = {0};
	struct trace_record t;
	bool pass = true;
	int c;

	util_begin("traceFilter", usage_text, argc, argv);
	while ((c = util_option(NULL)) != -1) {
		if (c == 'v')
			pass = false;
		for (int i = 0; i < FIELDS; i++)
			if (c == field[i].letter)
				util_parse_range(&r[i], optarg, field[i].min, field[i].max);
	}
	for (int i = 0; i < FIELDS; i++)
		if (!r[i].given)
			r[i].high = field[i].max;
	util_header = util_copy_header;
	util_open();
	while (util_trace(&t)) {
		const uint32_t *w = t.word;

		if ((in(&r[SENDER], trace_sender(w)) && in(&r[LATENCY], trace_latency(w)) &&
		     in(&r[SIZE], trace_words(w)) && in(&r[PAGE], trace_page(w))) == pass)
			record_write_trace(&util_out, &t);
	}
	return util_end();
}
