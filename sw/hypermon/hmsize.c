/* SPDX-License-Identifier: Apache-2.0 */
/* How deep the frame FIFO must be for a trace and a reader (Malony, Reed 1990, 6). */
#include "hmutil.h"
#include <inttypes.h>
#include <stdlib.h>

static const char usage_text[] =
	"Usage: hmsize [OPTION]... [TRACE]\n"
	"\n"
	"Prints the smallest frame FIFO of HYPERMON that a trace does not overrun: the\n"
	"trace of a board, or a model, that lost nothing; and a reader as that of the\n"
	"I/O node, which reads COUNT and then the frames that were there.\n"
	"\n"
	"  -r, --rate=MB/S     bytes the reader takes in a second, in millions (5.0)\n"
	"  -p, --poll=NS       time of reading COUNT (800)\n"
	"      --cost=NS       the reader's time for each frame beside its bytes "
	"(0)\n" UTIL_HELP "\n"
	"1 also when the trace itself lost data: the FIFO must then be deeper.";

enum { COST = 300 };

#define DEPTH_MIN 256u
#define DEPTH_MAX 65536u
/* After its window a frame is built in this time, and can be read. */
#define BUILD_NS 600u

/* A queue of frames and its reader. All times in ns. */
struct queue {
	double word_ns, cost_ns, poll_ns;
	/* sizes of the frames in the FIFO, a ring that grows */
	uint8_t *words;
	size_t size, first, count;
	uint64_t stored; /* words in the FIFO */
	/* what the reader does ends then: reading COUNT when group is 0, else the first frame
	 */
	double end;
	size_t group;  /* frames that it still takes before it reads COUNT again */
	uint64_t most; /* words */
	double most_at;
};

static bool grow(struct queue *q)
{
	const size_t size = q->size ? 2 * q->size : 4096;
	uint8_t *p = malloc(size);

	if (!p)
		return false;
	for (size_t i = 0; i < q->count; i++)
		p[i] = q->words[(q->first + i) & (q->size - 1)];
	free(q->words);
	q->words = p;
	q->size = size;
	q->first = 0;
	return true;
}

/* The reader's work that ends before @now. A frame leaves when its last word is read. */
static void read_until(struct queue *q, double now)
{
	while (q->end < now) {
		double cost = 0;

		if (q->group) {
			q->stored -= q->words[q->first];
			q->first = (q->first + 1) & (q->size - 1);
			q->count--;
			q->group--;
			cost = q->cost_ns;
		} else if (q->count) {
			q->group = q->count;
		} else {
			/* nothing there: COUNT again and again until @now */
			q->end += q->poll_ns * (double)(uint64_t)((now - q->end) / q->poll_ns);
		}
		q->end += cost + (q->group ? q->words[q->first] * q->word_ns : q->poll_ns);
	}
}

static bool arrive(struct queue *q, double now, unsigned int words)
{
	if (!q->size)
		q->end = now + q->poll_ns; /* the reader has just missed it */
	read_until(q, now);
	if (q->count == q->size && !grow(q))
		return false;
	q->words[(q->first + q->count++) & (q->size - 1)] = (uint8_t)words;
	q->stored += words;
	if (q->stored > q->most) {
		q->most = q->stored;
		q->most_at = now;
	}
	return true;
}

static void report(const struct queue *q, const struct hm_decoder *d)
{
	const uint64_t depth = (q->most + HM_FRAME_WORDS - 1) / HM_FRAME_WORDS;
	uint64_t power = DEPTH_MIN;

	while (power < depth)
		power *= 2;
	hmutil_print("frames: %" PRIu64 " in %.6f s", d->stats.frames,
		     (double)hm_stats_ns(&d->stats, hmutil_trace.header.window_ns) / 1e9);
	hmutil_print("reader: %.1f ns a word, %.1f ns a frame more, COUNT in %.1f ns",
		     q->word_ns, q->cost_ns, q->poll_ns);
	hmutil_print("fullest: %.6f s after the reset", q->most_at / 1e9);
	hmutil_print("smallest depth: %" PRIu64, depth);
	if (power <= DEPTH_MAX)
		hmutil_print("FRAME_DEPTH: %" PRIu64, power);
	else
		util_flaw("%s: no frame FIFO is so deep: at most %u", hmutil_trace.name,
			  DEPTH_MAX);
}

int main(int argc, char **argv)
{
	static const struct option longs[] = {{"rate", required_argument, NULL, 'r'},
					      {"poll", required_argument, NULL, 'p'},
					      {"cost", required_argument, NULL, COST},
					      {NULL, 0, NULL, 0}};
	struct queue q = {.word_ns = 800, .poll_ns = 800};
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
		if (!arrive(&q,
			    (double)((d.window + 1) * hmutil_trace.header.window_ns + BUILD_NS),
			    hm_frame_size(d.compact, w[0]))) {
			util_error("not enough memory");
			break;
		}
	}
	report(&q, &d);
	free(q.words);
	return util_end();
}
