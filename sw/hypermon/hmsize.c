/* SPDX-License-Identifier: Apache-2.0 */
/* Computes the depth that the frame FIFO needs for a trace and a reader (Malony, Reed 1990,
 * 6). */
#include "hm_size.h"
#include "hm_ports.h"
#include "hm_recording.h"
#include "hmfilter.h"
#include "hmsource.h"
#include <inttypes.h>

static const char usage_text[] =
	"Usage: hmsize [OPTION]... [TRACE]\n"
	"\n"
	"Prints the depth of the smallest frame FIFO of HYPERMON that does not overflow\n"
	"with this trace. The FIFO is read as the I/O node reads it: COUNT, then the\n"
	"frames that were buffered. For a trace with losses only a lower bound is known,\n"
	"because the lost frames needed room as well.\n"
	"\n"
	"  -r, --rate=MB/S     transfer rate of the reader, in MB/s (5.0)\n"
	"  -p, --poll=NS       time to read COUNT (800)\n"
	"      --cost=NS       the reader's time per frame besides transfers (0)\n"
	"  -S, --soft          TRACE is a software recording; requires -e. Each node is\n"
	"                      assumed to send its events as fast as its port allows\n" HMUTIL_TABLE_HELP
	"      --nibble=NS     time to send a nibble (8850)\n"
	"      --hook=NS       time before the first nibble of an event (10000)\n" HMFILTER_HELP
	"  -l, --lower-bound   for a trace with losses, print the depth that the recorded\n"
	"                      frames needed\n" UTIL_HELP "\n"
	"1 also when the trace has losses; then a depth is printed only with -l.";

enum { COST = 300, NIBBLE, HOOK };

/* Simulates the frames of a trace that pass the filters. */
static void size_trace(struct hm_size *q, struct hm_decoder *d)
{
	const struct hm_header *h = &hmutil_trace.header;
	static struct hm_decoder all;
	uint32_t shown[HM_COMPACT_WORDS];
	const uint32_t *w;

	hm_decoder_begin(&all, NULL, h->window_ns, h->compact);
	hm_decoder_begin(d, NULL, h->window_ns, h->compact);
	while (hmutil_frame(&w)) {
		hm_decode(&all, w);
		if (!hmfilter_frame(shown, w, h->compact, all.window * h->window_ns))
			continue;
		d->window = all.window; /* as in hmstat */
		hm_decode(d, shown);
		if (hm_size_add(q, (double)((d->window + 1) * h->window_ns + HM_BUILD_NS),
				hm_frame_size(d->compact, shown[0]))) {
			util_error("not enough memory");
			break;
		}
	}
}

/* Prints the depth that was needed. What is missing in the data, because it was lost or the
 * file was cut, needed room too. */
static void print_depth(const struct hm_size *q, const char *name, const char *since,
			bool lower_bound)
{
	const unsigned int board = hm_size_board(q);

	if (util_is_incomplete() && !lower_bound) {
		util_flaw(
			"%s: no depth can be recommended: data were lost, which needed room too; "
			"--lower-bound prints the depth that the frames in the trace needed",
			name);
		return;
	}
	util_print("fullest: %.6f s%s", q->most_at / 1e9, since);
	if (util_is_incomplete()) {
		util_print("smallest depth: more than %" PRIu64 ", a lower bound",
			   hm_size_depth(q));
		return;
	}
	util_print("smallest depth: %" PRIu64, hm_size_depth(q));
	if (board)
		util_print("FRAME_DEPTH: %u", board);
	else
		util_flaw("%s: no frame FIFO is deep enough: at most %u", name, HM_DEPTH_MAX);
}

/* ---- software recordings ---- */

static struct hm_size queue = {.word_ns = 800, .poll_ns = 800};
static struct hm_ports ports = {.nibble_ns = 8850, .hook_ns = 10000, .window_ns = 800};
static const struct hm_table *table;

static int frame(void *arg, uint64_t window, unsigned int vector)
{
	(void)arg;
	(void)vector;
	return hm_size_add(&queue, (double)((window + 1) * ports.window_ns + HM_BUILD_NS),
			   HM_FRAME_WORDS);
}

static void event(void *arg, const struct hm_event *e, uint64_t end)
{
	const unsigned int nibbles = table->bytes ? 2 * e->length : (e->length + 3) / 4 * 8;
	int *err = arg;

	(void)end;
	if (!*err && hmfilter_event(e))
		*err = hm_ports_event(&ports, e->node, e->ns, nibbles);
}

static void size_recording(bool lower_bound)
{
	int err = 0;
	const struct hmsource source = {.event = event, .arg = &err, .soft = true};

	if (!hmsource_open(&source, table, ""))
		return;
	hmfilter_comment("");
	ports.frame = frame;
	hmsource_run(&source, table);
	if (!err)
		err = hm_ports_end(&ports);
	if (err) {
		util_error("not enough memory");
		return;
	}
	util_print("nodes: %" PRIu64 " ns a nibble, %" PRIu64 " ns before an event",
		   ports.nibble_ns, ports.hook_ns);
	util_print("frames: %" PRIu64 " of %" PRIu64 " nibbles", ports.frames, ports.nibbles);
	util_print("reader: %.1f ns a word, %.1f ns a frame more, COUNT in %.1f ns",
		   queue.word_ns, queue.cost_ns, queue.poll_ns);
	print_depth(&queue, "recording", "", lower_bound);
	hm_size_free(&queue);
}

/* ---- traces ---- */

static void report(const struct hm_size *q, const struct hm_decoder *d, bool lower_bound)
{
	util_print("frames: %" PRIu64 " in %.6f s", d->stats.frames,
		   (double)hm_stats_ns(&d->stats, hmutil_trace.header.window_ns) / 1e9);
	util_print("reader: %.1f ns a word, %.1f ns a frame more, COUNT in %.1f ns", q->word_ns,
		   q->cost_ns, q->poll_ns);
	if (d->stats.marks)
		util_incomplete();
	print_depth(q, hmutil_trace.name, " after the reset", lower_bound);
}

int main(int argc, char **argv)
{
	static const struct util_word words[] = {
		{"cost", COST}, {"nibble", NIBBLE}, {"hook", HOOK}, HMFILTER_WORDS, {0}};
	static struct hm_decoder d;
	bool soft = false;
	bool lower_bound = false;
	double value;
	int c;

	util_begin("hmsize", usage_text, argc, argv);
	while ((c = util_option(words)) != -1) {
		if (c == 'l') {
			lower_bound = true;
			continue;
		}
		if (c == 'S' || c == 'e') {
			soft |= c == 'S';
			table = c == 'e' ? hmutil_table(optarg) : table;
			continue;
		}
		if (hmfilter_option(c, optarg))
			continue;
		if (c == NIBBLE || c == HOOK) {
			*(c == HOOK ? &ports.hook_ns : &ports.nibble_ns) =
				util_number(optarg, 1000000000);
			continue;
		}
		value = util_real(optarg);
		if (value < 0 || (value == 0 && c != COST))
			util_usage("a number above 0 is needed", optarg);
		if (c == 'r')
			queue.word_ns = 1000 * sizeof(uint32_t) / value; /* of MB/s */
		else if (c == 'p')
			queue.poll_ns = value;
		else
			queue.cost_ns = value;
	}
	hmfilter_resolve(table);
	if (!soft)
		hmfilter_no_events("frames, without -S");
	if (ports.nibble_ns < 1)
		util_usage("a number above 0 is needed", "--nibble");
	util_open();
	if (soft) {
		size_recording(lower_bound);
		return util_end();
	}
	if (!hmutil_open(""))
		return util_end();
	hmfilter_comment("");
	size_trace(&queue, &d);
	report(&queue, &d, lower_bound);
	hm_size_free(&queue);
	return util_end();
}
