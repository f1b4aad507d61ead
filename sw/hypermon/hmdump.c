/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the frames of a trace, or the events in them, as text. */
#include "hmfilter.h"
#include "hmsource.h"
#include "hmtext.h"
#include <inttypes.h>

static const char usage_text[] =
	"Usage: hmdump [OPTION]... [TRACE]\n"
	"\n"
	"Prints the frames of a HYPERMON trace or, with a table, its events. A frame\n"
	"is printed as\n"
	"    NS WINDOW VECTOR NODE=DATA...\n"
	"and an event as\n"
	"    NS NODE NAME CLASS FIELD=VALUE...\n"
	"or with its bytes, if the table defines no fields for it. After a loss, an\n"
	"event that is not certain has \"probable\" after CLASS. NS is the time since\n"
	"the reset of the board; for an event, that of its first nibble. The events of\n"
	"each node are in order; without -t an event of one node may be printed before\n"
	"an earlier event of another node that ended later.\n"
	"\n" HMUTIL_TABLE_HELP HMUTIL_GUESS_HELP
	"  -t, --sort          print the events of all nodes in order of time\n" HMSOURCE_HELP
		HMFILTER_HELP UTIL_HELP "\n"
	"1 also when data were lost.";

static struct hm_text line;

static void event(void *arg, const struct hm_event *e, uint64_t end)
{
	(void)end;
	if (!hmfilter_event(e))
		return;
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
	unsigned int shown = 0;

	for (unsigned int v = vector; v; v &= v - 1)
		shown += hmfilter_node((unsigned int)__builtin_ctz(v));
	if (!shown || !hmfilter_ns(d->window * h->window_ns))
		return;
	text_decimal(&line, d->window * h->window_ns);
	text_char(&line, ' ');
	text_decimal(&line, d->window);
	text_char(&line, ' ');
	text_hex(&line, vector, 4);
	for (unsigned int v = vector; v; v &= v - 1) {
		const unsigned int node = (unsigned int)__builtin_ctz(v);
		const uint32_t word = h->compact ? *data++ : hm_frame_nibble(w, node);

		if (!hmfilter_node(node))
			continue;
		text_char(&line, ' ');
		text_decimal(&line, node);
		text_char(&line, '=');
		text_hex(&line, word, h->compact ? 8 : 1);
	}
	text_line(&line, &util_out);
}

static void gap(void *arg, const struct hm_gap *g)
{
	char text[HMUTIL_GAP_TEXT];

	(void)arg;
	if (hmfilter_node(g->node) && g->from_ns < hmfilter_to() && g->to_ns > hmfilter_from())
		util_print("# gap: %s", hmutil_gap_text(g, text));
}

static void mark(void *arg, const struct hm_mark *m)
{
	char text[HMUTIL_MARK_TEXT];

	(void)arg;
	util_print("# lost: %s", hmutil_mark_text(m, text));
}

/* Prints all frames of an open trace without a table. */
static void dump_frames(void)
{
	const struct hm_header *h = &hmutil_trace.header;
	static struct hm_decoder d;
	const uint32_t *w;

	hm_decoder_begin(&d, NULL, h->window_ns, h->compact);
	d.on_mark = mark;
	while (hmutil_frame(&w)) {
		hm_decode(&d, w);
		if (h->compact || !hm_is_mark(w))
			frame(&d, h, w);
	}
}

int main(int argc, char **argv)
{
	static const struct util_word words[] = {HMFILTER_WORDS, {0}};
	struct hmsource source = {.event = event, .gap = gap, .bound = "# "};
	const struct hm_table *table = NULL;
	const struct hm_header *h = &hmutil_trace.header;
	int c;

	util_begin("hmdump", usage_text, argc, argv);
	while ((c = util_option(words)) != -1) {
		if (c == 'e')
			table = hmutil_table(optarg);
		else if (c == 'g')
			source.guess = (unsigned int)util_number(optarg, 100);
		else if (c == 't')
			source.sorted = true;
		else if (c == 'S')
			source.soft = true;
		else
			hmfilter_option(c, optarg);
	}
	hmfilter_resolve(table);
	source.arg = (void *)table;
	util_open();
	if (!hmsource_open(&source, table, "# "))
		return util_end();
	if (!source.soft && !hmutil_trace.known)
		util_print("# lost: see the end");
	util_print("# board: hypermon");
	if (!source.soft) {
		util_print("# nodes: %u", h->nodes);
		util_print("# window: %u ns", h->window_ns);
	}
	hmfilter_comment("# ");
	if (table)
		hmsource_run(&source, table);
	else
		dump_frames();
	return util_end();
}
