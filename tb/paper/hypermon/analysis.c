/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compares what the trace of a run shows about the program (Malony and Reed 1990, 5.2, 6 and
 * their [7]) with the machine itself: the run without recording, as reconstructed from the
 * hardware trace, and the critical path.
 */
#include "constants.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NODES 8u
#define DELAY 20
/* with a delay of 20 Place overruns, and lost events cannot be reconstructed */
#define PLACE_DELAY 24
#define SHORTER 5 /* reduction of the computing time, per cent */

static struct hm_table table;

static void fail(int err, const char *what)
{
	fprintf(stderr, "analysis: %s: %s\n", what, strerror(-err));
	exit(1);
}

/* Runs a program. Returns NULL if a changed constant makes it overrun, because lost events
 * cannot be analysed. */
static struct watch *run(const struct paper *p, const struct apprun_config *cfg,
			 const struct hm_recording_cost *cost)
{
	struct watch *w = malloc(sizeof(*w));
	int err = w ? watch_run(w, cfg, &table, cost) : -12;

	if (err)
		fail(err, cfg->app->name);
	if (paper_varied(p, NULL) && !w->run.wrong && cfg->recording == IPSC2_HARDWARE &&
	    w->run.stats.status) {
		watch_free(w);
		free(w);
		return NULL;
	}
	if (w->run.wrong || w->wrong_matches || w->wrong_events ||
	    (cfg->recording == IPSC2_HARDWARE && w->run.stats.status)) {
		fprintf(stderr, "analysis: %s: %s\n", cfg->app->name,
			w->run.wrong ? w->run.wrong : "the trace is not what the program left");
		exit(1);
	}
	return w;
}

static void end(struct watch *w)
{
	if (!w)
		return;
	watch_free(w);
	free(w);
}

static struct apprun_config config(struct paper *p, unsigned int a,
				   enum ipsc2_recording recording)
{
	return (struct apprun_config){.app = apps[a],
				      .nodes = NODES,
				      .recording = recording,
				      .seed = paper_seed(p),
				      .delay = apps[a] == &app_place ? PLACE_DELAY : DELAY};
}

/* ---- the run without recording ---- */

static int by_pair(const void *a, const void *b)
{
	const struct watch_order *x = a, *y = b;

	if (x->from != y->from || x->to != y->to)
		return x->from != y->from ? x->from - y->from : x->to - y->to;
	return x->number < y->number ? -1 : 1;
}

struct pair {
	double raw, found; /* time of the send without recording, us: in the raw run, and as
			    * reconstructed */
	uint8_t to;
};

static int by_raw(const void *a, const void *b)
{
	const struct pair *x = a, *y = b;

	return x->to != y->to ? x->to - y->to : x->raw < y->raw ? -1 : x->raw > y->raw;
}

struct order {
	size_t messages, apart,
		/* number of messages; of successive messages more than @near apart; of such
		 * pairs that are swapped */
		swapped;
	double mean; /* mean error of a time, us */
};

/* Compares the messages to each node in the order in which they are sent in the raw run: counts
 * the successive messages that are sent more than @near us apart, and how many of these pairs
 * the reconstruction swaps. */
static struct order compare_order(struct watch *raw, struct watch *found, double near)
{
	const size_t n = raw->orders < found->orders ? raw->orders : found->orders;
	struct pair *pair = malloc((n + 1) * sizeof(*pair));
	struct order o = {0};
	size_t r = 0;

	if (!pair)
		fail(-12, "order");
	qsort(raw->order, raw->orders, sizeof(*raw->order), by_pair);
	qsort(found->order, found->orders, sizeof(*found->order), by_pair);
	for (size_t f = 0; f < found->orders; f++) {
		while (r < raw->orders && by_pair(&raw->order[r], &found->order[f]) < 0 &&
		       (raw->order[r].from != found->order[f].from ||
			raw->order[r].to != found->order[f].to ||
			raw->order[r].number != found->order[f].number))
			r++;
		if (r == raw->orders)
			break;
		pair[o.messages++] = (struct pair){raw->order[r].sent, found->order[f].sent,
						   raw->order[r].to};
		o.mean += fabs(raw->order[r].sent - found->order[f].sent);
	}
	qsort(pair, o.messages, sizeof(*pair), by_raw);
	for (size_t i = 1; i < o.messages; i++)
		if (pair[i].to == pair[i - 1].to && pair[i].raw - pair[i - 1].raw > near) {
			o.apart++;
			o.swapped += pair[i].found <= pair[i - 1].found;
		}
	o.mean /= o.messages ? (double)o.messages : 1;
	free(pair);
	return o;
}

static uint64_t reconstructed(const struct watch *w)
{
	uint64_t ns = 0;

	for (unsigned int i = 0; i < NODES; i++)
		if (w->analysis.node[i].true_ended > ns)
			ns = w->analysis.node[i].true_ended;
	return ns;
}

/* Results of the runs of a program. NAN: it overran. */
struct program {
	double truth, recorded, found; /* s */
	struct order o;
	/* only for Life and Place: */
	uint64_t ns[IPSC2_NODES][HM_CAUSES]; /* time on the critical path */
	unsigned int node;		     /* node that computes most on this path */
	double saved, after; /* s: predicted reduction, and measured end, if that node computes
			      * less */
};

static unsigned int shorter_node;

static ipsc2_time shorter(void *arg, unsigned int node, ipsc2_time now, ipsc2_time duration)
{
	(void)arg;
	(void)now;
	return node == shorter_node ? duration * (100 - SHORTER) / 100 : duration;
}

static bool has_path(unsigned int a)
{
	return apps[a] == &app_life || apps[a] == &app_place;
}

/* Stores the critical path of @w, and makes a run in which the node that computes most on this
 * path computes less. */
static void shorten(struct paper *p, struct watch *w, struct apprun_config cfg,
		    struct program *x)
{
	struct watch *less;

	memcpy(x->ns, hm_analysis_path(&w->analysis)->ns, sizeof(x->ns));
	for (unsigned int i = 0; i < NODES; i++)
		if (x->ns[i][HM_CAUSE_COMPUTING] > x->ns[x->node][HM_CAUSE_COMPUTING])
			x->node = i;
	x->saved = (double)x->ns[x->node][HM_CAUSE_COMPUTING] / 1e9 * SHORTER / 100;
	shorter_node = x->node;
	cfg.compute = shorter;
	less = run(p, &cfg, NULL);
	if (less)
		x->after = (double)less->ended / 1e12;
	end(less);
}

static void examine(struct paper *p, unsigned int a, struct program *x)
{
	/* the constants that the reconstruction assumes affect only the reconstruction */
	const bool only_found = paper_varied(p, &watch_knows.hook) ||
				paper_varied(p, &watch_knows.nibble) ||
				paper_varied(p, &watch_knows.wait);
	struct apprun_config cfg = config(p, a, IPSC2_RAW);
	const struct hm_recording_cost cost = watch_cost(cfg.delay);
	struct watch *const raw = run(p, &cfg, NULL), *hard;

	cfg.recording = IPSC2_HARDWARE;
	hard = run(p, &cfg, &cost);
	x->truth = (double)raw->ended / 1e12;
	x->recorded = x->found = NAN;
	memset(&x->o, 0, sizeof(x->o));
	if (!only_found)
		x->saved = x->after = NAN;
	if (hard) {
		x->recorded = (double)hard->ended / 1e12;
		x->found = (double)reconstructed(hard) / 1e9;
		x->o = compare_order(raw, hard, 1000);
		if (has_path(a) && !only_found)
			shorten(p, hard, cfg, x);
	}
	end(raw);
	end(hard);
}

/* Performs the runs of a program, or reads the results that the unchanged run kept if no
 * changed constant reaches the program. */
static void examine_kept(struct paper *p, unsigned int a, struct program *x)
{
	const bool varied = paper_varied(p, NULL);
	FILE *f = varied ? paper_kept(p, apps[a]->name) : paper_keep(p, apps[a]->name);
	bool right = true;

	memset(x, 0, sizeof(*x));
	if (varied)
		right = fread(x, sizeof(*x), 1, f) == 1;
	if (!varied || constant_reaches(p, a, NODES, IPSC2_RAW) ||
	    constant_reaches(p, a, NODES, IPSC2_HARDWARE))
		examine(p, a, x);
	if (!varied && f)
		right = fwrite(x, sizeof(*x), 1, f) == 1;
	if ((f && fclose(f)) || !right)
		fail(-EIO, apps[a]->name);
}

static void removal(struct paper *p, const struct program program[APPS])
{
	FILE *f;

	paper_section(p, "The run without recording, from the trace of the recorded run");
	paper_text(p,
		   "Eight nodes, hardware recording with a delay of %u (Place %u: "
		   "with less it overruns). "
		   "From the trace the time of each record is taken away, "
		   "and each receive is put after the message that it waits for. "
		   "What is put in: the cost of a record and of a nibble, "
		   "and the published times of messages. "
		   "The machine itself runs without recording for comparison.",
		   DELAY, PLACE_DELAY);
	f = paper_csv(p, "removal",
		      "program,raw (s),recorded (s),reconstructed (s),error "
		      "(%),messages,mean error of a message's time "
		      "(us),neighbours more than 1 ms apart,swapped");
	for (unsigned int a = 0; a < APPS; a++) {
		const struct program *x = &program[a];
		char what[120];

		fprintf(f, "%s,%.6f,%.6f,%.6f,%.4f,%zu,%.1f,%zu,%zu\n", apps[a]->name, x->truth,
			x->recorded, x->found, 100 * (x->found / x->truth - 1), x->o.messages,
			x->o.mean, x->o.apart, x->o.swapped);
		snprintf(what, sizeof(what), "%s: run time without recording (recorded: %.3f)",
			 apps[a]->name, x->recorded);
		paper_value(p,
			    &(struct paper_value){.what = what,
						  .unit = "s",
						  .digits = 3,
						  .published = NAN,
						  .ours = x->found,
						  .low = x->truth * 0.99,
						  .high = x->truth * 1.01,
						  .why = "within 1 % of the machine's own run",
						  .kind = PAPER_CHECK,
						  .shows = "HM-SCI-008"});
		snprintf(what, sizeof(what), "%s: messages in their order, of %zu",
			 apps[a]->name, x->o.apart);
		if (a == MATMUL)
			paper_text(p,
				   "The nodes of %s exchange messages with the host only: "
				   "there is no order between two nodes.",
				   apps[a]->name);
		else
			paper_value(
				p,
				&(struct paper_value){
					.what = what,
					.unit = "%",
					.digits = 2,
					.published = NAN,
					/* NAN, which is a miss, without such neighbours */
					.ours = x->found > 0
							? 100 - 100.0 * (double)x->o.swapped /
									  (double)x->o.apart
							: NAN,
					.low = 99,
					.high = 100,
					.why = "neighbours to one node that leave more than 1 ms after one another",
					.kind = PAPER_CHECK,
					.shows = "HM-SCI-008"});
	}
	paper_csv_end(p, f);
}

/* ---- critical path ---- */

static void path(struct paper *p, const struct program program[APPS])
{
	FILE *f;

	paper_section(p, "The critical path");
	paper_text(p,
		   "The path is computed from the trace; "
		   "then the node that computes most on it computes %u %% faster, "
		   "and the machine runs again.",
		   SHORTER);
	f = paper_csv(p, "path", "program,node,cause,time on the path (s)");
	for (unsigned int a = 0; a < APPS; a++) {
		const struct program *x = &program[a];
		const char *const name = apps[a]->name;
		char what[160];

		if (!has_path(a))
			continue;
		for (unsigned int i = 0; i < NODES; i++)
			for (unsigned int c = 0; c < HM_CAUSES; c++)
				fprintf(f, "%s,%u,%s,%.6f\n", name, i, hm_cause_names[c],
					(double)x->ns[i][c] / 1e9);
		snprintf(what, sizeof(what),
			 "%s: run time with node %u shortened (before: %.3f)", name, x->node,
			 x->recorded);
		paper_value(p, &(struct paper_value){.what = what,
						     .unit = "s",
						     .digits = 3,
						     .published = NAN,
						     .ours = x->recorded - x->saved,
						     .low = x->after * 0.98,
						     .high = x->after * 1.02,
						     .why = "within 2 % of the machine's run",
						     .kind = PAPER_CHECK,
						     .shows = "HM-ANA-010"});
		snprintf(what, sizeof(what), "%s: time saved, predicted over true", name);
		paper_value(p,
			    &(struct paper_value){.what = what,
						  .unit = "",
						  .digits = 2,
						  .published = NAN,
						  .ours = x->saved / (x->recorded - x->after),
						  .low = 0.5,
						  .high = 2,
						  .why = "other paths become the longest one",
						  .kind = PAPER_CHECK});
	}
	paper_csv_end(p, f);
}

int main(int argc, char **argv)
{
	static struct paper_variable varied[CONSTANTS + 1];
	struct paper *p = paper_begin(argc, argv, "hypermon", "analysis",
				      "Perturbation and critical path");
	static struct program program[APPS];
	char message[200];

	if (hm_table_read(&table, "sw/hypermon/nx2.events", message, sizeof(message))) {
		fprintf(stderr, "%s\n", message);
		return 1;
	}
	paper_sensitivities(p, constants_of(ANALYSIS, varied), "HM-SCI-003");
	for (unsigned int a = 0; a < APPS; a++) {
		paper_progress(p, apps[a]->name, a / 4.0);
		examine_kept(p, a, &program[a]);
	}
	removal(p, program);
	path(p, program);
	return paper_end(p);
}
