/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the frames of a trace, or the events in them, as text. */
#include "hmtext.h"
#include "hmutil.h"

static const char usage_text[] =
	"Usage: hmdump [OPTION]... [TRACE]\n"
	"\n"
	"Prints the frames of a HYPERMON trace or, with a table, its events. A frame\n"
	"is printed as\n"
	"    NS WINDOW VECTOR NODE=DATA...\n"
	"and an event, in the order in which events end, as\n"
	"    NS NODE NAME CLASS FIELD=VALUE...\n"
	"or with its bytes, if the table has no fields of it.\n"
	"NS is the time since the reset of the board, for an event that of its first\n"
	"nibble.\n"
	"\n" HMUTIL_TABLE_HELP UTIL_HELP "\n"
	"1 also when data were lost.";

static struct hm_text line;

static void event(void *arg, const struct hm_event *e)
{
	text_decimal(&line, e->ns);
	text_char(&line, ' ');
	text_decimal(&line, e->node);
	text_char(&line, ' ');
	text_event(&line, arg, e);
	text_line(&line, &util_out);
}

static void frame(const struct hm_decoder *d, const struct hm_header *h, const uint32_t *w)
{
	const uint32_t *data = w + 1 + hm_compact_stamped(w[0]);
	const unsigned int vector = h->compact ? hm_compact_vector(w[0]) : hm_frame_vector(w);

	text_decimal(&line, d->window * h->window_ns);
	text_char(&line, ' ');
	text_decimal(&line, d->window);
	text_char(&line, ' ');
	text_hex(&line, vector, 4);
	for (unsigned int v = vector; v; v &= v - 1) {
		const unsigned int node = (unsigned int)__builtin_ctz(v);

		text_char(&line, ' ');
		text_decimal(&line, node);
		text_char(&line, '=');
		if (h->compact)
			text_hex(&line, *data++, 8);
		else
			text_hex(&line, hm_frame_nibble(w, node), 1);
	}
	text_line(&line, &util_out);
}

int main(int argc, char **argv)
{
	static const struct option longs[] = {{"events", required_argument, NULL, 'e'},
					      {NULL, 0, NULL, 0}};
	static struct hm_decoder d;
	const struct hm_table *table = NULL;
	const struct hm_header *h = &hmutil_trace.header;
	const uint32_t *w;

	util_begin("hmdump", usage_text, argc, argv);
	while (util_option("e:", longs) != -1)
		table = hmutil_table(optarg);
	util_open();
	if (!hmutil_open("# "))
		return util_end();
	if (!hmutil_trace.known)
		util_print("# lost: told at the end");
	util_print("# board: hypermon");
	util_print("# nodes: %u", h->nodes);
	util_print("# window: %u ns", h->window_ns);
	hm_decoder_begin(&d, table, h->window_ns, h->compact);
	if (table) {
		d.on_event = event;
		d.arg = (void *)table;
		d.on_stray = hmutil_stray;
		hmutil_decode(&d);
	}
	while (!table && hmutil_frame(&w)) {
		hm_decode(&d, w);
		frame(&d, h, w);
	}
	return util_end();
}
