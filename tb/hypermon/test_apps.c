/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs parts of the hardware runs of Table 2 (5.2) through the RTL: the beginning of each
 * program on 1, 2, 4 and 8 nodes at delay 20. Each frame must be the golden model's, and the
 * scoreboard also checks every clock. The length is a fraction of the whole run: 0.025 %, or 1
 * % with --length=4000 (make test-long); under Icarus Verilog it is far shorter.
 *
 * Also compares the reference model of boards that collect words (compact.h) with the RTL.
 */
#include "compact.h"
#include "rtl.h"
#include "apptrial.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define DELAY 20

struct slice {
	struct sim *s;
	struct hypercube *h;
	uint32_t (*frame)[4]; /* of the RTL */
	size_t frames, room, compared;
	bool again; /* this is the second run, with the golden model, which compares the
		     * frames */
};

static void decode_frames(void *arg, const uint32_t (*frame)[4], size_t count)
{
	struct slice *l = arg;

	if (l->again) {
		SIM_CHECK(l->s, l->compared + count <= l->frames, "more frames than in RTL");
		for (size_t i = 0; i < count; i++, l->compared++)
			for (unsigned int k = 0; k < 4; k++)
				if (frame[i][k] != l->frame[l->compared][k])
					SIM_FAIL(l->s, "frame %zu, word %u: %08X, in RTL %08X",
						 l->compared, k, frame[i][k],
						 l->frame[l->compared][k]);
		return;
	}
	if (l->frames + count > l->room) {
		l->room = 2 * (l->frames + count);
		l->frame = realloc(l->frame, l->room * sizeof(*l->frame));
		SIM_CHECK(l->s, l->frame != NULL, "no memory");
	}
	memcpy(l->frame[l->frames], frame, count * sizeof(*frame));
	l->frames += count;
}

static struct ipsc2 *open_rtl(void *arg, const struct ipsc2_config *cfg)
{
	return ipsc2_open_rtl(cfg, ((struct slice *)arg)->h);
}

static void free_slice(void *arg)
{
	free(((struct slice *)arg)->frame);
	free(arg);
}

static void slices(struct sim *s, unsigned int app)
{
	/* length in millionths of the whole run */
	const uint64_t share = sim_length(s, 250, 5);
	struct slice *l = calloc(1, sizeof(*l));

	SIM_CHECK(s, l != NULL, "no memory");
	l->s = s;
	sim_cleanup(s, free_slice, l);
	sim_limit(s, SIM_MS(100000));
	l->h = hypercube_open(s);
	hypercube_power_on(l->h);
	for (unsigned int EACH(k, 0); k < 4; k++) {

		const double seconds = table2[app][k].hard;
		struct apprun_config cfg = {.app = apps[app],
					    .nodes = 1u << k,
					    .recording = IPSC2_HARDWARE,
					    .seed = sim_seed(s),
					    .delay = DELAY,
					    .until = (ipsc2_time)(seconds * 1e6) * share,
					    .frames = decode_frames,
					    .arg = l,
					    .open = open_rtl};
		struct apprun rtl, model;

		l->frames = l->compared = 0;
		l->again = false;
		cfg.start = sim_now(s) - l->h->began;
		SIM_EQ(s, (uint64_t)-apprun(&cfg, &rtl), 0, "the run in RTL");
		l->again = true;
		cfg.open = NULL;
		SIM_EQ(s, (uint64_t)-apprun(&cfg, &model), 0, "the run with the golden model");
		SIM_CHECK(s, l->frames > 0, "no frames");
		SIM_EQ(s, l->compared, l->frames, "frames");
		SIM_EQ(s, rtl.stats.nibbles, model.stats.nibbles, "nibbles");
		SIM_EQ(s, rtl.stats.status, model.stats.status, "STATUS");
		SIM_EQ(s, rtl.stats.lost, model.stats.lost, "LOST");
		sim_digest(s, l->frame, l->frames * sizeof(*l->frame));
		sim_note(s, "%s, %u nodes: %zu frames in %.3f ms", apps[app]->name, 1u << k,
			 l->frames, (double)cfg.until / 1e9);
	}
}

static void slice_simplex(struct sim *s)
{
	slices(s, 0);
}

static void slice_life(struct sim *s)
{
	slices(s, 1);
}

static void slice_matmul(struct sim *s)
{
	slices(s, 2);
}

static void slice_place(struct sim *s)
{
	slices(s, 3);
}

/* Runs Place on eight nodes without a delay, which overruns the board: frames and marks of loss
 * must be the golden model's, also during the overruns. */
static void slice_lossy(struct sim *s)
{
	const struct ipsc2_reader reader = {.idle = IPSC2_US(50)};
	const uint64_t ms = sim_length(s, 150, 1);
	struct slice *l = calloc(1, sizeof(*l));
	struct apprun_config cfg;
	struct apprun rtl, model;

	SIM_CHECK(s, l != NULL, "no memory");
	l->s = s;
	sim_cleanup(s, free_slice, l);
	sim_limit(s, SIM_MS(100000));
	l->h = hypercube_open_as(s, &(struct hypercube_config){.marks = true});
	hypercube_power_on(l->h);
	cfg = (struct apprun_config){.app = apps[PLACE],
				     .nodes = 8,
				     .recording = IPSC2_HARDWARE,
				     .seed = sim_seed(s),
				     .marks = true,
				     .sync_us = 1000,
				     .reader = &reader,
				     .until = IPSC2_MS(ms),
				     .start = sim_now(s) - l->h->began,
				     .frames = decode_frames,
				     .arg = l,
				     .open = open_rtl};
	SIM_EQ(s, (uint64_t)-apprun(&cfg, &rtl), 0, "the run in RTL");
	l->again = true;
	cfg.open = NULL;
	SIM_EQ(s, (uint64_t)-apprun(&cfg, &model), 0, "the run with the golden model");
	SIM_EQ(s, l->compared, l->frames, "frames and marks");
	SIM_EQ(s, rtl.stats.marks, model.stats.marks, "marks");
	SIM_EQ(s, rtl.stats.marked, model.stats.marked, "frames lost, by the marks");
	SIM_EQ(s, rtl.stats.lost, model.stats.lost, "LOST");
	SIM_CHECK(s, ms < 150 || rtl.stats.marks > 0, "nothing was lost");
	sim_digest(s, l->frame, l->frames * sizeof(*l->frame));
	sim_note(s,
		 "%zu frames and marks in %" PRIu64 " ms, %" PRIu64 " marks of %" PRIu64
		 " frames",
		 l->frames, ms, rtl.stats.marks, rtl.stats.marked);
}

/* ---- boards that collect words ---- */

#define NODES 8
#define DEPTH 256 /* of these models */

struct follow {
	struct hypercube *h;
	struct compact c;
	struct {
		uint32_t began, word;
		unsigned int nibbles;
	} port[NODES];
};

static void follow_golden(void *arg)
{
	struct follow *f = arg;
	const struct hypercube *h = f->h;

	for (unsigned int i = 0; i < NODES; i++) {
		if (!(h->edge >> i & 1))
			continue;
		if (!f->port[i].nibbles) {
			f->port[i].began = h->now.stamp;
			f->port[i].word = 0;
		}
		f->port[i].word |= (uint32_t)(h->nibbles >> 4 * i & 15)
				   << 4 * f->port[i].nibbles;
		if (++f->port[i].nibbles < 8)
			continue;
		f->port[i].nibbles = 0;
		compact_word(&f->c, i, f->port[i].began, h->now.stamp, f->port[i].word >> 31);
	}
}

static void free_follow(void *arg)
{
	compact_close(&((struct follow *)arg)->c);
	free(arg);
}

/* Reads all words of all frames; returns the number of frames. */
static uint64_t read_compact(struct hypercube *h, uint64_t *words)
{
	uint64_t frames = 0;
	uint32_t head;

	while ((head = hypercube_get(h, HM_FRAME))) {
		const unsigned int more = (head >> 31) + (head >> 16 & 31);

		for (unsigned int i = 0; i < more; i++)
			hypercube_get(h, HM_FRAME);
		frames++;
		*words += 1 + more;
	}
	return frames;
}

/*
 * Lets nodes send at random times; then at the same time, so that words share frames; then more
 * than the frame FIFO holds, which is read after all have sent.
 */
static void compact_frames(struct sim *s, bool select)
{
	struct follow *f = calloc(1, sizeof(*f));
	struct hypercube *h;

	SIM_CHECK(s, f != NULL, "no memory");
	sim_cleanup(s, free_follow, f);
	h = hypercube_open_as(s, &(struct hypercube_config){.depth = DEPTH, .unwatched = true});
	hypercube_power_on(h);
	f->h = h;
	h->on_clock = follow_golden;
	h->on_clock_arg = f;
	for (unsigned int EACH(i, 0); i < 3; i++) {
		uint64_t words = 0, frames;

		compact_close(&f->c);
		SIM_CHECK(s, compact_open(&f->c, select, DEPTH), "no memory");
		f->c.word = 1e12; /* the frame FIFO is not read for now */
		hypercube_start(h, &(struct hypercube_traffic){.nodes = (1 << NODES) - 1,
							       .count = i < 2 ? 8 * 30 : 8 * 60,
							       .gap = SIM_US(1),
							       .more = i == 1 ? 0 : SIM_US(4),
							       .in_step = i == 1});
		hypercube_wait(h);
		sim_wait(s, SIM_US(100));
		frames = read_compact(h, &words);
		compact_end(&f->c);
		SIM_EQ(s, frames, f->c.frames, "frames");
		SIM_EQ(s, words, f->c.words, "words");
		SIM_EQ(s, hypercube_get(h, HM_LOST), f->c.lost, "LOST");
		SIM_EQ(s, f->c.lost > 0, i == 2, "frames are lost");
		SIM_CHECK(s, i != 1 || frames < 4 * 30, "in step: %u frames",
			  (unsigned int)frames);
		sim_digest(s, &words, sizeof(words));
	}
}

static void compact_words(struct sim *s)
{
	compact_frames(s, false);
}

static void compact_select(struct sim *s)
{
	compact_frames(s, true);
}

/* The golden model in the machine does not model jitter. */
const char *const sim_without_jitter[] = {"slice_simplex", "slice_life",  "slice_matmul",
					  "slice_place",   "slice_lossy", NULL};

const struct sim_test sim_tests[] = {
	{"slice_simplex", slice_simplex, "HM-APP-039", NULL},
	{"slice_life", slice_life, "HM-APP-039", NULL},
	{"slice_matmul", slice_matmul, "HM-APP-039", NULL},
	{"slice_place", slice_place, "HM-APP-039", NULL},
	{"slice_lossy", slice_lossy, "HM-RSY-001", "hypermon_marks"},
	{"compact_words", compact_words, NULL, "hypermon_words"},
	{"compact_select", compact_select, NULL, "hypermon_select"},
	{0},
};
