/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lessons learned (Malony and Reed 1990, 6): the four programs on 8 nodes with the board as it
 * was and with the changes that the paper proposes. Measured are the bytes and the time of each
 * event, overruns, the volume against the software log, and the reduction of the perturbation.
 *
 * Base, deep frame FIFO and summaries run with the golden model. Boards that collect words are
 * computed frame by frame (compact.h) from the times of the nibbles in these runs.
 */
#include "compact.h"
#include "csv.h"
#include "constants.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NODES 8
#define DELAY 20
#define DEPTH 1024
#define DEEP 16384
#define SUMMARY IPSC2_MS(10)

enum variant {
	BASE,
	WORD_PORT,
	SELECT_TS,
	FRAME_DEPTH,
	WIDE_PORT,
	SUMMARIES,
	SUMMARIES_SELECT,
	VARIANTS
};
static const char *const names[VARIANTS] = {
	"base",	     "WORD_PORT",	 "SELECT_TS",		"FRAME_DEPTH=16384",
	"wide port", "summaries, 10 ms", "summaries, SELECT_TS"};

struct entry {
	double bytes, us; /* size and time of an event */
	double slower;	  /* time over raw time - 1 */
	double volume;	  /* volume divided by that of the software log */
	bool overrun;
};

static void die(int err)
{
	fprintf(stderr, "lessons: the machine: %s\n", strerror(-err));
	exit(1);
}

/* ---- words from the frames of the base board ---- */

struct words {
	struct hm_decoder decoder;
	struct compact plain, select;
	struct {
		uint64_t began;
		uint32_t word;
		unsigned int nibbles, left; /* number of nibbles in the current word; number of
					     * words left in the event */
	} node[NODES];
};

static void on_nibble(void *arg, unsigned int node, unsigned int nibble, uint64_t window)
{
	struct words *w = arg;
	bool first;

	if (!w->node[node].nibbles) {
		w->node[node].began = window;
		w->node[node].word = 0;
	}
	w->node[node].word |= nibble << 4 * w->node[node].nibbles;
	if (++w->node[node].nibbles < 8)
		return;
	w->node[node].nibbles = 0;
	/* the first word of an event has its identifier, which gives the number of words */
	first = !w->node[node].left;
	if (first) {
		const unsigned int id = w->node[node].word & 0xFF;
		const struct nx2_record *r = nx2_find(id);

		w->node[node].left = ((id == HM_ID_SUMMARY ? HM_SUMMARY_BYTES
				       : r		   ? r->bytes
							   : 4) +
				      3) /
				     4;
	}
	w->node[node].left--;
	compact_word(&w->plain, node, w->node[node].began, window, true);
	compact_word(&w->select, node, w->node[node].began, window, first);
}

static void on_frames(void *arg, const uint32_t (*frame)[4], size_t count)
{
	struct words *w = arg;

	for (size_t i = 0; i < count; i++)
		hm_decode(&w->decoder, frame[i]);
}

static struct words *words_open(void)
{
	struct words *w = calloc(1, sizeof(*w));

	if (!w || !compact_open(&w->plain, false, DEPTH) ||
	    !compact_open(&w->select, true, DEPTH))
		die(-ENOMEM);
	hm_decoder_begin(&w->decoder, NULL, 800, false);
	w->decoder.on_nibble = on_nibble;
	w->decoder.arg = w;
	return w;
}

static void words_close(struct words *w)
{
	compact_close(&w->plain);
	compact_close(&w->select);
	free(w);
}

/* ---- words of a wide port, when they are written ---- */

struct written {
	uint64_t window;
	unsigned int node;
	bool first;
};

struct wide {
	struct written *word;
	size_t words, room;
};

static void on_record(void *arg, unsigned int node, ipsc2_time local, const uint8_t *data,
		      unsigned int length)
{
	struct wide *w = arg;
	ipsc2_time at = local + nx2_costs.hook;

	(void)data;
	for (unsigned int i = 0; i < length; i += 4) {
		at += ipsc2_costs.wide + ipsc2_costs.memory;
		if (w->words == w->room) {
			w->room = w->room ? 2 * w->room : 1024;
			w->word = realloc(w->word, w->room * sizeof(*w->word));
			if (!w->word)
				die(-ENOMEM);
		}
		w->word[w->words++] = (struct written){at / IPSC2_NS(800), node, !i};
	}
}

static int earlier(const void *a, const void *b)
{
	const struct written *x = a, *y = b;

	return (x->window > y->window) - (x->window < y->window);
}

/* ---- the runs ---- */

static void run(const struct apprun_config *cfg, struct apprun *r)
{
	const int err = apprun(cfg, r);

	if (err)
		die(err);
	if (r->wrong) {
		fprintf(stderr, "lessons: %s: %s\n", cfg->app->name, r->wrong);
		exit(1);
	}
}

static uint64_t events(const struct apprun *r)
{
	uint64_t n = 0;

	for (unsigned int i = 0; i < 256; i++)
		n += r->os.records[i];
	return n;
}

static struct entry entry(const struct apprun *r, const struct apprun *raw,
			  const struct apprun *soft, double bytes, bool overrun)
{
	const double more = (double)r->total - (double)raw->total;

	return (struct entry){bytes / (double)events(r), more / 1e6 * NODES / (double)events(r),
			      more / (double)raw->total, bytes / (double)soft->stats.soft_bytes,
			      overrun};
}

static struct entry golden(const struct apprun *r, const struct apprun *raw,
			   const struct apprun *soft)
{
	return entry(r, raw, soft, 16.0 * (double)(r->stats.frames + r->stats.lost),
		     r->stats.status != 0);
}

static struct entry compact(const struct apprun *r, const struct apprun *raw,
			    const struct apprun *soft, struct compact *c)
{
	compact_end(c);
	return entry(r, raw, soft, 4.0 * (double)c->words, c->lost > 0);
}

static void lessons(struct paper *p, unsigned int a, struct entry e[VARIANTS])
{
	struct apprun_config cfg = {
		.app = apps[a], .nodes = NODES, .seed = paper_seed(p), .delay = DELAY};
	struct apprun raw, soft, r;
	struct words *w;
	struct wide wide = {0};
	struct compact c;

	paper_progress(p, apps[a]->name, (a + 0.1) / APPS);
	cfg.recording = IPSC2_RAW;
	run(&cfg, &raw);
	cfg.recording = IPSC2_SOFTWARE;
	run(&cfg, &soft);
	cfg.recording = IPSC2_HARDWARE;
	if (!paper_varied(p, NULL)) {
		run(&cfg, &r);
		e[BASE] = golden(&r, &raw, &soft);
	}

	paper_progress(p, apps[a]->name, (a + 0.4) / APPS);
	w = words_open();
	cfg.depth = DEEP;
	cfg.frames = on_frames;
	cfg.arg = w;
	run(&cfg, &r);
	e[FRAME_DEPTH] = golden(&r, &raw, &soft);
	if (paper_varied(p, NULL)) {
		/* The depth does not affect the nodes: on the base board only the overrun of
		 * Place must still be found. */
		struct apprun_config base = cfg;

		e[BASE] = e[FRAME_DEPTH];
		base.depth = DEPTH;
		base.frames = NULL;
		base.stop_at_overrun = true;
		if (a == PLACE) {
			run(&base, &r);
			e[BASE].overrun = r.stats.status != 0;
		}
	}
	e[WORD_PORT] = compact(&r, &raw, &soft, &w->plain);
	e[SELECT_TS] = compact(&r, &raw, &soft, &w->select);
	words_close(w);

	paper_progress(p, apps[a]->name, (a + 0.8) / APPS);
	w = words_open();
	cfg.recording = IPSC2_SUMMARY;
	cfg.summary = SUMMARY;
	cfg.depth = DEPTH;
	cfg.arg = w;
	run(&cfg, &r);
	e[SUMMARIES] = golden(&r, &raw, &soft);
	e[SUMMARIES_SELECT] = compact(&r, &raw, &soft, &w->select);
	words_close(w);

	/* a write to memory needs no delay */
	cfg.recording = IPSC2_HARDWARE;
	cfg.wide_port = true;
	cfg.delay = 0;
	cfg.frames = NULL;
	cfg.record = on_record;
	cfg.arg = &wide;
	run(&cfg, &r);
	qsort(wide.word, wide.words, sizeof(*wide.word), earlier);
	if (!compact_open(&c, true, DEPTH))
		die(-ENOMEM);
	for (size_t i = 0; i < wide.words; i++)
		compact_word(&c, wide.word[i].node, wide.word[i].window, wide.word[i].window,
			     wide.word[i].first);
	e[WIDE_PORT] = compact(&r, &raw, &soft, &c);
	compact_close(&c);
	free(wide.word);
}

/* Computes the entries, or reads those that the unchanged run kept if no changed constant
 * reaches them. */
static void lessons_kept(struct paper *p, unsigned int a, struct entry e[VARIANTS])
{
	bool same = paper_varied(p, NULL), right;
	FILE *f;

	for (unsigned int r = IPSC2_RAW; r <= IPSC2_SUMMARY; r++)
		same = same && !constant_reaches(p, a, NODES, r);
	if (!same)
		lessons(p, a, e);
	f = same ? paper_kept(p, apps[a]->name) : paper_keep(p, apps[a]->name);
	if (!f)
		return;
	right = (same ? fread(e, sizeof(*e), VARIANTS, f)
		      : fwrite(e, sizeof(*e), VARIANTS, f)) == VARIANTS;
	if (fclose(f) || !right)
		die(-EIO);
}

/* ---- the table ---- */

static void print(struct paper *p, struct entry e[APPS][VARIANTS])
{
	FILE *f = paper_csv(
		p, "lessons",
		"application,variant,bytes per event,us of a node per event,slower than raw "
		"(%),volume over software log,overrun");

	printf("\n  %-10s %-22s %11s %11s %10s %12s %8s\n", "8 nodes", "variant", "bytes/event",
	       "us/event", "slower %", "x soft log", "overrun");
	for (unsigned int a = 0; a < APPS; a++)
		for (unsigned int v = 0; v < VARIANTS; v++) {
			const struct entry *x = &e[a][v];

			printf("  %-10s %-22s %11.1f %11.1f %10.1f %12.2f %8s\n",
			       v ? "" : apps[a]->name, names[v], x->bytes, x->us,
			       100 * x->slower, x->volume, x->overrun ? "yes" : "no");
			fprintf(f, "%s,", apps[a]->name);
			csv_write(f, names[v]);
			fprintf(f, ",%.2f,%.2f,%.2f,%.3f,%s\n", x->bytes, x->us,
				100 * x->slower, x->volume, x->overrun ? "yes" : "no");
		}
	printf("\n");
	paper_csv_end(p, f);
}

static bool all_measured(struct entry e[APPS][VARIANTS])
{
	for (unsigned int a = 0; a < APPS; a++)
		for (unsigned int v = 0; v < VARIANTS; v++)
			if (!(e[a][v].bytes > 0 && e[a][v].us > 0 && isfinite(e[a][v].us)))
				return false;
	return true;
}

/* Returns whether the volume of @v is at most @most times the software log for all programs. */
static bool at_most(struct entry e[APPS][VARIANTS], enum variant v, double most)
{
	for (unsigned int a = 0; a < APPS; a++)
		if (e[a][v].volume > most)
			return false;
	return true;
}

/* Returns whether a recording disturbs the program less than the base board. */
static bool lower(double slower, const struct entry *base)
{
	return slower < base->slower;
}

static bool falls(struct entry e[APPS][VARIANTS], enum variant v)
{
	for (unsigned int a = 0; a < APPS; a++)
		if (!lower(e[a][v].slower, &e[a][BASE]))
			return false;
	return true;
}

/* Returns whether the perturbation of all programs falls with this recording, too. */
static bool falls_with(struct paper *p, struct entry e[APPS][VARIANTS],
		       enum ipsc2_recording recording)
{
	for (unsigned int a = 0; a < APPS; a++) {
		struct apprun_config cfg = {.app = apps[a],
					    .nodes = NODES,
					    .seed = paper_seed(p),
					    .recording = IPSC2_RAW};
		struct apprun raw, r;

		run(&cfg, &raw);
		cfg.recording = recording;
		cfg.summary = IPSC2_MS(1);
		cfg.wide_port = recording == IPSC2_HARDWARE;
		cfg.delay = cfg.wide_port ? 0 : 5 * DELAY;
		run(&cfg, &r);
		if (!lower((double)r.total / (double)raw.total - 1, &e[a][BASE]))
			return false;
	}
	return true;
}

/* Returns whether the perturbation falls with a wide port whose words take as long as 16
 * nibbles. */
static bool falls_with_slow_port(struct paper *p, struct entry e[APPS][VARIANTS])
{
	const ipsc2_time wide = ipsc2_costs.wide;
	bool all;

	ipsc2_costs.wide = (ipsc2_time)(16e6 * ipsc2_period_us(DELAY));
	all = falls_with(p, e, IPSC2_HARDWARE);
	ipsc2_costs.wide = wide;
	return all;
}

/* Returns whether the board overruns with summaries that are at least as frequent as the
 * events. */
static bool frequent_summaries_overrun(struct paper *p)
{
	const struct apprun_config cfg = {.app = apps[PLACE],
					  .nodes = NODES,
					  .seed = paper_seed(p),
					  .delay = 0,
					  .recording = IPSC2_SUMMARY,
					  .summary = IPSC2_US(200),
					  .stop_at_overrun = true};
	struct apprun r;
	const int err = apprun(&cfg, &r);

	if (err)
		die(err);
	return r.stats.status != 0;
}

int main(int argc, char **argv)
{
	static struct paper_variable varied[CONSTANTS + 1];
	struct paper *p = paper_begin(argc, argv, "hypermon", "lessons", "Lessons learned");
	static struct entry e[APPS][VARIANTS];

	paper_sensitivities(p, constants_of(LESSONS, varied), "HM-SCI-003");
	for (unsigned int a = 0; a < APPS; a++)
		lessons_kept(p, a, e[a]);
	paper_section(p, "Base and variants on 8 nodes");
	paper_text(p,
		   "Words of a wide port are written like memory, "
		   "without the delay of 20 between nibbles; "
		   "its frames are those of SELECT_TS. "
		   "A word that begins an event directs its time stamp. "
		   "The reader takes 0.8 us a word and 0.8 us a frame, "
		   "of a FIFO of 16 KB but for FRAME_DEPTH. "
		   "Time is the perturbation of all nodes, waiting included, over the events.");
	print(p, e);
	paper_value(p, &(struct paper_value){
			       .what = "bytes and time of an event and overrun, four programs, "
				       "base and variants",
			       .unit = "missing",
			       .published = NAN,
			       .ours = !all_measured(e),
			       .low = 0,
			       .high = 0,
			       .kind = PAPER_CHECK,
			       .shows = "HM-LES-016"});
	paper_statement(
		p, &(struct paper_statement){
			   .holds = e[PLACE][BASE].overrun && !e[PLACE][SUMMARIES].overrun,
			   .what = "periodic summaries eliminate the overrun of Place: "
				   "every 10 ms",
			   .shows = "HM-LES-013",
			   .ablation = "summaries every 0.2 ms, without delay between nibbles",
			   .survives = paper_ablations(p) && !frequent_summaries_overrun(p)});
	paper_statement(p, &(struct paper_statement){
				   .holds = !e[PLACE][FRAME_DEPTH].overrun,
				   .what = "sufficient buffers absorb the bursts of Place: "
					   "16384 frames",
				   .ablation = "1024 frames",
				   .survives = !e[PLACE][BASE].overrun});
	paper_statement(p, &(struct paper_statement){.holds = at_most(e, SELECT_TS, 3),
						     .what = "words with selected time stamps: "
							     "at most 3 times the software log",
						     .ablation = "a time stamp for every word",
						     .survives = at_most(e, WORD_PORT, 3)});
	paper_statement(
		p, &(struct paper_statement){.holds = at_most(e, SUMMARIES_SELECT, 1.5),
					     .what = "... and with summaries at most 1.5 times",
					     .ablation = "no summaries",
					     .survives = at_most(e, SELECT_TS, 1.5)});
	paper_statement(p, &(struct paper_statement){
				   .holds = falls(e, WIDE_PORT) && falls(e, SUMMARIES),
				   .what = "a wide port, and summaries, "
					   "lower the perturbation of all programs",
				   .ablation = "words of the wide port that take as long as "
					       "16 nibbles; summaries every 1 ms with a "
					       "delay of 100",
				   .survives = paper_ablations(p) &&
					       (falls_with_slow_port(p, e) ||
						falls_with(p, e, IPSC2_SUMMARY))});
	return paper_end(p);
}
