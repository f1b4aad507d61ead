/* SPDX-License-Identifier: Apache-2.0 */
/* How deep the frame FIFO must be for a trace and a reader (Malony, Reed 1990, 6). */
#include "hm_size.h"
#include "hmutil.h"
#include <inttypes.h>

static const char usage_text[] =
	"Usage: hmsize [OPTION]... [TRACE]\n"
	"\n"
	"Prints the depth of the smallest frame FIFO of HYPERMON that does not overrun\n"
	"with this trace. The FIFO is read as by the I/O node: COUNT, and then the\n"
	"frames that were buffered. What a trace with losses lacks needed room too: of\n"
	"such a trace only a lower bound is known.\n"
	"\n"
	"  -r, --rate=MB/S     transfer rate of the reader, in MB/s (5.0)\n"
	"  -p, --poll=NS       time to read COUNT (800)\n"
	"      --cost=NS       the reader's time per frame besides transfers (0)\n"
	"  -l, --lower-bound   of a trace with losses print the depth that the frames in\n"
	"                      it needed\n" UTIL_HELP "\n"
	"1 also when the trace has losses; without -l there is no depth then.";

enum { COST = 300 };

static void report(const struct hm_size *q, const struct hm_decoder *d, bool lower_bound)
{
	const struct hm_header *h = &hmutil_trace.header;
	const unsigned int board = hm_size_board(q);
	const bool lossy = !hmutil_trace.known || h->status || h->lost || d->stats.marks;

	util_print("frames: %" PRIu64 " in %.6f s", d->stats.frames,
		   (double)hm_stats_ns(&d->stats, hmutil_trace.header.window_ns) / 1e9);
	util_print("reader: %.1f ns a word, %.1f ns a frame more, COUNT in %.1f ns", q->word_ns,
		   q->cost_ns, q->poll_ns);
	if (lossy && !lower_bound) {
		util_flaw("%s: no depth can be recommended: %s; --lower-bound prints the depth "
			  "that the frames in the trace needed",
			  hmutil_trace.name,
			  hmutil_trace.known ? "data were lost, which needed room too"
					     : "what was lost is not known");
		return;
	}
	util_print("fullest: %.6f s after the reset", q->most_at / 1e9);
	if (lossy) {
		util_print("smallest depth: more than %" PRIu64 ", a lower bound",
			   hm_size_depth(q));
		return;
	}
	util_print("smallest depth: %" PRIu64, hm_size_depth(q));
	if (board)
		util_print("FRAME_DEPTH: %u", board);
	else
		util_flaw("%s: no frame FIFO is deep enough: at most %u", hmutil_trace.name,
			  HM_DEPTH_MAX);
}

int main(int argc, char **argv)
{
	static const struct option longs[] = {{"rate", required_argument, NULL, 'r'},
					      {"poll", required_argument, NULL, 'p'},
					      {"cost", required_argument, NULL, COST},
					      {"lower-bound", no_argument, NULL, 'l'},
					      {NULL, 0, NULL, 0}};
	struct hm_size q = {.word_ns = 800, .poll_ns = 800};
	static struct hm_decoder d;
	const uint32_t *w;
	bool lower_bound = false;
	double value;
	int c;

	util_begin("hmsize", usage_text, argc, argv);
	while ((c = util_option("r:p:l", longs)) != -1) {
		if (c == 'l') {
			lower_bound = true;
			continue;
		}
		value = util_real(optarg);
		if (value < 0 || (value == 0 && c != COST))
			util_usage("a number above 0 is needed", optarg);
		if (c == 'r')
			q.word_ns = 4000 / value;
		else if (c == 'p')
			q.poll_ns = value;
		else
			q.cost_ns = value;
	}
	util_open();
	if (!hmutil_open(""))
		return util_end();
	hm_decoder_begin(&d, NULL, hmutil_trace.header.window_ns, hmutil_trace.header.compact);
	while (hmutil_frame(&w)) {
		hm_decode(&d, w);
		if (hm_size_add(&q,
				(double)((d.window + 1) * hmutil_trace.header.window_ns +
					 HM_BUILD_NS),
				hm_frame_size(d.compact, w[0]))) {
			util_error("not enough memory");
			break;
		}
	}
	report(&q, &d, lower_bound);
	hm_size_free(&q);
	return util_end();
}
