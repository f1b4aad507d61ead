/* SPDX-License-Identifier: Apache-2.0 */
/* How deep the frame FIFO must be for a trace and a reader (Malony, Reed 1990, 6). */
#include "hm_size.h"
#include "hmutil.h"
#include <inttypes.h>

static const char usage_text[] =
	"Usage: hmsize [OPTION]... [TRACE]\n"
	"\n"
	"Prints the depth of the smallest frame FIFO of HYPERMON that does not overrun\n"
	"with this trace, which must be without losses. The FIFO is read as by the I/O\n"
	"node: COUNT, and then the frames that were buffered.\n"
	"\n"
	"  -r, --rate=MB/S     transfer rate of the reader, in MB/s (5.0)\n"
	"  -p, --poll=NS       time to read COUNT (800)\n"
	"      --cost=NS       the reader's time per frame besides transfers "
	"(0)\n" UTIL_HELP "\n"
	"1 also when the trace has losses: the FIFO must then be deeper.";

enum { COST = 300 };

static void report(const struct hm_size *q, const struct hm_decoder *d)
{
	const unsigned int board = hm_size_board(q);

	util_print("frames: %" PRIu64 " in %.6f s", d->stats.frames,
		   (double)hm_stats_ns(&d->stats, hmutil_trace.header.window_ns) / 1e9);
	util_print("reader: %.1f ns a word, %.1f ns a frame more, COUNT in %.1f ns", q->word_ns,
		   q->cost_ns, q->poll_ns);
	util_print("fullest: %.6f s after the reset", q->most_at / 1e9);
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
					      {NULL, 0, NULL, 0}};
	struct hm_size q = {.word_ns = 800, .poll_ns = 800};
	static struct hm_decoder d;
	const uint32_t *w;
	double value;
	int c;

	util_begin("hmsize", usage_text, argc, argv);
	while ((c = util_option("r:p:", longs)) != -1) {
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
	report(&q, &d);
	hm_size_free(&q);
	return util_end();
}
