/* SPDX-License-Identifier: Apache-2.0 */
/* Statistics of a trace, or of a board without storing a trace (Malony,
 * Reed 1990, 3.3, 5.2.2). */
#include "hmfilter.h"
#include "hmutil.h"
#include <inttypes.h>
#include <string.h>

static const char usage_text[] =
	"Usage: hmstat [OPTION]... [TRACE]\n"
	"       hmstat -b BACKEND [OPTION]... {-t TIME | -n FRAMES | -i TIME}\n"
	"\n"
	"Prints statistics of a HYPERMON trace, or of the frames that a board\n"
	"captures now.\n"
	"\n" HMUTIL_TABLE_HELP HMUTIL_GUESS_HELP
	"  -r, --rates         print frames/s in 100 equal intervals as CSV instead;\n"
	"                      requires a trace in a file\n" HMFILTER_HELP HMUTIL_RUN_HELP
		UTIL_HELP "\n"
	"1 also when data were lost.";

#define INTERVALS 100

/* Prints the statistics of a node. @gaps: number of its gaps in the whole trace. */
static void node_report(const struct hm_stats *s, const struct hm_table *table,
			unsigned int node, unsigned int window_ns, uint64_t gaps)
{
	const struct hm_node_stats *n = &s->node[node];

	util_print("node %u: %" PRIu64 " nibbles, %" PRIu64 " to %" PRIu64 " ns", node,
		   n->nibbles, n->first * window_ns, n->last * window_ns);
	if (!table)
		return;
	util_print("node %u: %" PRIu64 " events%s", node, n->events,
		   gaps ? ", without those in gaps" : "");
	if (n->syncs)
		util_print("node %u: %" PRIu64 " synchronisations", node, n->syncs);
	if (n->gaps)
		util_print("node %u: %" PRIu64 " gaps, %" PRIu64 " of %" PRIu64
			   " nibbles not decoded",
			   node, n->gaps, n->nibbles - n->decoded - n->cut - n->overhead,
			   n->nibbles);
	if (n->cut)
		util_print("node %u: %" PRIu64 " nibbles of events that a loss cut off", node,
			   n->cut);
	if (n->probable)
		util_print("node %u: %" PRIu64 " of these nibbles decoded as probable", node,
			   n->probable);
	for (unsigned int id = 0; id < 256; id++) {
		if (n->event[id])
			util_print("node %u: %" PRIu64 " 0x%02X %s", node, n->event[id], id,
				   table->type[id].name);
		if (n->summed[id])
			util_print("node %u: %" PRIu64 " 0x%02X %s, in summaries", node,
				   n->summed[id], id,
				   table->type[id].length ? table->type[id].name
							  : "(not in the table)");
	}
}

static double percent(uint64_t part, uint64_t all)
{
	return all ? 100.0 * (double)part / (double)all : 100;
}

/* Prints the share of the captured nibbles that belong to events or synchronisation; @what ends
 * the line. */
static void decoded_report(const struct hm_stats *s, const char *what)
{
	uint64_t decoded = 0, after = 0, after_decoded = 0;

	for (unsigned int i = 0; i < HM_NODES; i++) {
		const struct hm_node_stats *n = &s->node[i];

		decoded += n->decoded + n->cut + n->overhead;
		after += n->after_sync;
		after_decoded += n->after_sync_decoded;
	}
	util_print("decoded: %.2f %% of the nibbles captured%s", percent(decoded, s->nibbles),
		   what);
	if (after)
		util_print("decoded: "
			   "%.2f %% of those after the first synchronisation of each stretch",
			   percent(after_decoded, after));
}

/* Prints the statistics of @d, which decoded the whole trace or, with filters, a part of it.
 * @whole decoded the whole trace, which is necessary to know the gaps. */
static void report(const struct hm_decoder *d, const struct hm_decoder *whole,
		   const struct hm_table *table, unsigned int window_ns, bool lossy)
{
	const char *less = lossy ? ", without what was lost" : "";
	const struct hm_stats *s = &d->stats;
	const uint64_t ns = hm_stats_ns(s, window_ns);
	const double seconds = (double)ns / 1e9;

	util_print("window: %u ns", window_ns);
	util_print("frames: %" PRIu64, s->frames);
	util_print("bytes: %" PRIu64, 4 * s->words);
	util_print("nibbles: %" PRIu64, s->nibbles);
	util_print("merged frames: %" PRIu64, hm_stats_merged(s));
	util_print("merged nibbles: %.1f %%", hm_stats_merging(s));
	util_print("time: %.9f s", seconds);
	util_print("frames/s: %.1f%s", ns ? (double)s->frames / seconds : 0, less);
	util_print("event bytes/s: %.1f%s", ns ? (double)s->nibbles / 2 / seconds : 0, less);
	if (s->marks)
		util_print("marks of loss: %" PRIu64 ", of %" PRIu64 " frames", s->marks,
			   s->marked);
	if (table && d->unmarked)
		util_print("events: probable only, because losses are not marked");
	if (table && whole->unmarked)
		hmutil_bound("");
	if (table && lossy)
		decoded_report(&whole->stats, d == whole ? "" : ", in the whole trace");
	for (unsigned int k = 1; k <= HM_NODES; k++)
		if (s->by_nodes[k])
			util_print("frames of %u node%s: %" PRIu64, k, k > 1 ? "s" : "",
				   s->by_nodes[k]);
	for (unsigned int node = 0; node < HM_NODES; node++)
		if (s->node[node].nibbles)
			node_report(s, table, node, window_ns, whole->stats.node[node].gaps);
}

/* Prints the frames/s in equal intervals of a trace, which is read twice. */
static void rates(struct hm_decoder *d)
{
	static uint64_t frames[INTERVALS];
	const struct hm_header *h = &hmutil_trace.header;
	uint64_t first, windows;
	const uint32_t *w;
	double seconds;

	hmutil_decode(d);
	if (!d->stats.frames) {
		util_flaw("%s: no frames", hmutil_trace.name);
		return;
	}
	first = d->stats.first;
	windows = d->stats.last - first + 1;
	seconds = (double)(windows * h->window_ns) / 1e9 / INTERVALS;
	if (!hmutil_again()) {
		util_error("%s: rates require a file, not a pipe", hmutil_trace.name);
		return;
	}
	hm_decoder_begin(d, NULL, h->window_ns, h->compact);
	while (hmutil_frame(&w)) {
		hm_decode(d, w);
		/* no product overflows below 2^64 / 100 windows, 4000 years */
		if (h->compact || !hm_is_mark(w))
			frames[(d->window - first) * INTERVALS / windows]++;
	}
	if (h->status || h->lost)
		util_print("# rates of the frames in the trace, without those lost");
	util_print("# interval of %.9f s,frames,frames/s", seconds);
	for (unsigned int i = 0; i < INTERVALS; i++)
		util_print("%u,%" PRIu64 ",%.3f", i, frames[i], (double)frames[i] / seconds);
}

/* ---- with filters: a second decoder counts the selected data ---- */

static struct hm_decoder shown;

static void shown_event(void *arg, const struct hm_event *e)
{
	struct hm_node_stats *n = &shown.stats.node[e->node];

	(void)arg;
	if (!hmfilter_event(e))
		return;
	n->events++;
	if (e->probable)
		n->probable += e->nibbles;
	n->event[e->data[0]]++;
	if (e->data[0] == HM_ID_SUMMARY)
		n->summed[e->data[1]] += e->data[2] | (uint32_t)e->data[3] << 8;
}

static void filtered(struct hm_decoder *d, const struct hm_table *table)
{
	const struct hm_header *h = &hmutil_trace.header;
	uint32_t frame[HM_COMPACT_WORDS];
	const uint32_t *w;

	hm_decoder_begin(&shown, NULL, h->window_ns, h->compact);
	d->on_event = table ? shown_event : NULL;
	while (hmutil_frame(&w)) {
		hm_decode(d, w);
		if (hmfilter_frame(frame, w, h->compact, d->window * h->window_ns)) {
			/* the time stamp may have wrapped in the frames before it, and the
			 * frame that has that of a compact frame may not be shown */
			shown.window = d->window;
			hm_decode(&shown, frame);
		}
	}
	hm_decoder_end(d);
}

static void gap(void *arg, const struct hm_gap *g)
{
	char text[HMUTIL_GAP_TEXT];

	(void)arg;
	util_print("gap: %s", hmutil_gap_text(g, text));
}

static void sink(void *arg, const uint32_t *words, size_t n, size_t frames)
{
	struct hm_decoder *d = arg;

	(void)frames;
	for (size_t at = 0; at < n; at += hm_frame_size(d->compact, words[at]))
		if (hm_decode(d, words + at))
			util_flaw("the board returned an invalid frame");
}

static void live(struct hm_decoder *d, const struct hm_table *table)
{
	uint32_t status, lost;
	struct hm_header h;

	if (!hmutil_board_open(true))
		return;
	h = hmutil_board_header();
	hm_decoder_begin(d, table, h.window_ns, h.compact);
	d->on_stray = hmutil_stray;
	d->on_gap = gap;
	if (hmutil_board_run(sink, d, &status, &lost)) {
		hm_decoder_end(d);
		hmutil_losses("", status, lost);
		report(d, d, table, h.window_ns, status || lost);
		if (table && !h.marks && (status || lost))
			util_print("events: not certain, because losses are not marked; "
				   "hmrecord and hmstat tell the probable ones");
	}
	hm_close(&hmutil_board);
}

/* What the command line asks for. */
struct request {
	const struct hm_table *table;
	unsigned int guess;
	bool intervals;
	bool of_board; /* there are options that only a board has */
};

static void parse_options(struct request *want)
{
	static const struct util_word words[] = {HMUTIL_RUN_WORDS,
						 {"node", HMFILTER_NODE},
						 {"event", HMFILTER_EVENT},
						 {"where", HMFILTER_WHERE},
						 {0}};
	int c;

	while ((c = util_option(words)) != -1) {
		if (c == 'e')
			want->table = hmutil_table(optarg);
		else if (c == 'g')
			want->guess = (unsigned int)util_number(optarg, 100);
		else if (c == 'r')
			want->intervals = true;
		else if (c == 't' && strchr(optarg, ','))
			hmfilter_option(HMFILTER_TIME, optarg);
		else if (!hmfilter_option(c, optarg) && hmutil_board_option(c, optarg))
			want->of_board = true;
	}
	hmfilter_resolve(want->table);
	if (hmfilter_active() && (hmutil_board_given() || want->intervals))
		util_usage("filters are for the statistics of a trace", NULL);
}

/* Prints the report of the trace that is open. */
static void report_trace(struct hm_decoder *d, const struct request *want)
{
	const struct hm_header *h = &hmutil_trace.header;

	hm_decoder_begin(d, want->intervals ? NULL : want->table, h->window_ns, h->compact);
	d->on_stray = hmutil_stray;
	d->on_gap = gap;
	d->guess = want->guess;
	d->unmarked = want->table && !want->intervals && hmutil_unmarked();
	if (want->intervals) {
		rates(d);
	} else if (hmfilter_active()) {
		hmfilter_comment("");
		filtered(d, want->table);
		report(&shown, d, want->table, h->window_ns,
		       !hmutil_trace.known || h->status || h->lost || d->stats.marks);
	} else {
		hmutil_decode(d);
		report(d, d, want->table, h->window_ns,
		       !hmutil_trace.known || h->status || h->lost || d->stats.marks);
	}
}

int main(int argc, char **argv)
{
	static struct hm_decoder d;
	struct request want = {0};

	util_begin("hmstat", usage_text, argc, argv);
	parse_options(&want);
	if (hmutil_board_given()) {
		char *more = util_argument();

		if (more)
			util_usage("a board and a trace", more);
		if (want.intervals)
			util_usage("-r requires a trace", NULL);
		hmutil_board_check();
		util_open();
		live(&d, want.table);
		return util_end();
	}
	if (want.of_board)
		util_usage("only valid with -b", NULL);
	util_open();
	/* the losses of a stream are known at its end, which is before the report */
	if (hmutil_open(want.intervals ? "# " : ""))
		report_trace(&d, &want);
	return util_end();
}
