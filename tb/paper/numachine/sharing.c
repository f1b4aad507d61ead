/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blind trials of the verdicts on a recording (nm_diagnose_words()) and of the advice on pages
 * (nm_gain_page()): programs drawn from the seed run on the machine. The verdict on the use of
 * each object is compared with the use that was drawn, the advice with runs of the same program
 * that have the page elsewhere.
 */
#include "drawn.h"
#include "drawn_pages.h"
#include "nm_gain.h"
#include "nm_phases.h"
#include "paper.h"
#include "random.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAMS 200
#define REFERENCES 1500 /* references of each processor */
#define RECALL 95
#define DECIDED 95 /* percentage of trials with a verdict */
#define PAGE_REFERENCES 2000
/* A repair of a page is right if it saves at least SAVES per cent of its waiting, and wrong if
 * it saves at most LITTLE. */
#define SAVES 45
#define LITTLE 30
/* Copies must save this percentage of the waiting more than a move does. */
#define COPIES_MORE 10
#define PRECISION 97
#define NAMED 45 /* percentage of the sequences of phases that can be named */
/* In a short run a single error exceeds the bounds of precision and recall. */
#define SHORT_RUN 75

static struct paper *paper;
static unsigned int verdict[NM_PATTERNS][NM_PATTERNS]; /* [truth][verdict] */
static unsigned int trials[DRAWN_KINDS], wrong[DRAWN_KINDS], undecided[DRAWN_KINDS];

static void judge(const struct drawn *g, unsigned int object)
{
	const struct drawn_object *o = &g->object[object];
	const enum nm_pattern truth = drawn_was(o);
	const struct nm_words_line line = drawn_recorded(g, object);
	struct nm_diagnosis d;

	nm_diagnose_words(&d, &line);
	verdict[truth][d.pattern]++;
	trials[o->kind]++;
	undecided[o->kind] += d.pattern == NM_UNDECIDED;
	wrong[o->kind] += d.pattern != NM_UNDECIDED && d.pattern != truth;
}

static void run(struct drawn *g, uint64_t seed)
{
	const struct machine_config cfg = {
		.cache = 64, .network_cache = 64, .seed = seed, .next = drawn_next, .arg = g};
	struct machine *m = machine_open(&cfg);
	const char *failed = NULL;

	while (m && !failed && !machine_done(m))
		failed = machine_clock(m, NULL);
	if (!m || failed || g->failed) {
		fprintf(stderr, "sharing: %s\n", failed ? failed : "no memory");
		exit(1);
	}
	machine_close(m);
}

static void one_program(uint64_t seed)
{
	static struct drawn g;

	drawn_begin(&g, seed, REFERENCES);
	g.words = nm_words_open(DRAWN_LINE);
	g.failed = !g.words;
	run(&g, seed);
	nm_words_finish(g.words);
	for (unsigned int i = 0; i < DRAWN_OBJECTS; i++)
		judge(&g, i);
	nm_words_close(g.words);
}

static void run_pages(struct drawn_pages *g, uint64_t seed)
{
	const char *failed = drawn_pages_run(g, seed);

	if (failed) {
		fprintf(stderr, "sharing: %s\n", failed);
		exit(1);
	}
}

static void put_share(FILE *f, unsigned int part, unsigned int whole)
{
	if (whole)
		fprintf(f, ",%.1f", 100.0 * part / whole);
	else
		fprintf(f, ",");
}

/* The trials by truth and verdict. Verdicts below @first mean that there is no verdict. */
struct table {
	const unsigned int *trials; /* [truth][verdict] */
	unsigned int first, n;
};

static const struct table verdicts = {&verdict[0][0], 1, NM_PATTERNS};

/* Counts the trials with truth @k that have a verdict, and the trials with verdict @k. */
static void sums(const struct table *t, unsigned int k, unsigned int *decided,
		 unsigned int *named)
{
	*decided = *named = 0;
	for (unsigned int v = t->first; v < t->n; v++) {
		*decided += t->trials[k * t->n + v];
		*named += t->trials[v * t->n + k];
	}
}

static void put_row(FILE *f, const struct table *t, unsigned int k, const char *name)
{
	unsigned int decided, named;

	sums(t, k, &decided, &named);
	fprintf(f, "%s", name);
	for (unsigned int v = 0; v < t->n; v++)
		fprintf(f, ",%u", t->trials[k * t->n + v]);
	put_share(f, t->trials[k * t->n + k], decided);
	put_share(f, t->trials[k * t->n + k], named);
	fprintf(f, "\n");
}

static void confusion(void)
{
	char columns[512] = "truth";
	FILE *f;

	for (unsigned int v = 0; v < NM_PATTERNS; v++)
		snprintf(columns + strlen(columns), sizeof(columns) - strlen(columns), ",%s",
			 nm_pattern_name(v));
	strcat(columns, ",recall %,precision %");
	f = paper_csv(paper, "verdicts", columns);
	for (unsigned int k = 1; k < NM_PATTERNS; k++)
		if (k != NM_WRITE_SHARED) /* a verdict of the counters, which see only lines */
			put_row(f, &verdicts, k, nm_pattern_name(k));
	paper_csv_end(paper, f);
}

static void kinds(void)
{
	FILE *f = paper_csv(paper, "verdicts-kinds", "use of the data,trials,wrong,undecided");

	for (unsigned int k = 0; k < DRAWN_KINDS; k++)
		fprintf(f, "\"%s\",%u,%u,%u\n", drawn_name[k], trials[k], wrong[k],
			undecided[k]);
	paper_csv_end(paper, f);
}

/* ---- pages ---- */

#define PLACES NM_NO_HELP

static unsigned int advice[PLACES][PLACES]; /* [truth][advice] */
static const struct table places = {&advice[0][0], 0, PLACES};
/* advice on pages whose best repair is neither right nor wrong */
static unsigned int between[PLACES];
static unsigned int page_trials[DRAWN_PAGE_KINDS], page_wrong[DRAWN_PAGE_KINDS];

/* Runs a program with page @i moved to station @to, or copied; returns the percentage of the
 * waiting for the page that this saves. */
static double saved(const struct drawn_pages *before, unsigned int i, unsigned int to,
		    bool copy, uint64_t seed)
{
	const double was = (double)before->page[i].waited;
	static struct drawn_pages g;

	g = *before;
	g.page[i].to = to;
	g.page[i].copy = copy;
	run_pages(&g, seed);
	return was > 0 ? 100 * (was - (double)g.page[i].waited) / was : 0;
}

/* Returns the station other than 0, where the page is, that makes most of its requests. */
static unsigned int busiest(const struct drawn_page *p)
{
	unsigned int most = 1;

	for (unsigned int s = 2; s < NM_STATIONS; s++)
		if (p->use.requests[s] > p->use.requests[most])
			most = s;
	return most;
}

/* Returns the best place of a page, found by running the program with each, of which @to is the
 * one for a move; NM_NO_HELP: the best repair is neither right nor wrong. */
static enum nm_advice true_place(const struct drawn_pages *g, unsigned int i, unsigned int to,
				 uint64_t seed)
{
	const struct drawn_page *p = &g->page[i];
	double moved, copied;
	bool copy;

	if (p->use.all < NM_GAIN_REQUESTS)
		return NM_STAY;
	moved = saved(g, i, to, false, seed);
	copied = p->changed ? 0 : saved(g, i, 0, true, seed);
	copy = copied > moved + COPIES_MORE;
	if ((copy ? copied : moved) <= LITTLE)
		return NM_STAY;
	if ((copy ? copied : moved) < SAVES)
		return NM_NO_HELP;
	return copy ? NM_REPLICATE : NM_MOVE;
}

static void judge_page(const struct drawn_pages *g, unsigned int i, uint64_t seed)
{
	const struct drawn_page *p = &g->page[i];
	struct nm_page requests = {.total = p->use.all};
	const unsigned int most = busiest(p);
	const enum nm_advice truth = true_place(g, i, most, seed);
	enum nm_advice a;
	unsigned int to;

	memcpy(requests.access, p->use.requests, sizeof(requests.access));
	a = nm_gain_page(&requests, p->use.writes, 0, &to);
	/* a move to a wrong station does not count as the right advice */
	if (a == NM_MOVE && truth == NM_MOVE && to != most)
		a = NM_STAY;
	(truth == NM_NO_HELP ? between : advice[truth])[a]++;
	page_trials[p->kind]++;
	page_wrong[p->kind] += truth != NM_NO_HELP && truth != a;
}

static void one_program_of_pages(uint64_t seed)
{
	static struct drawn_pages g;

	drawn_pages_begin(&g, seed, PAGE_REFERENCES);
	run_pages(&g, seed);
	for (unsigned int i = 0; i < DRAWN_PAGES; i++)
		judge_page(&g, i, seed);
}

static void page_tables(void)
{
	static const char *const names[] = {"stay", "move", "replicate"};
	FILE *f = paper_csv(paper, "pages", "truth,stay,move,replicate,recall %,precision %");

	for (unsigned int k = 0; k < PLACES; k++)
		put_row(f, &places, k, names[k]);
	fprintf(f, "between,%u,%u,%u,,\n", between[NM_STAY], between[NM_MOVE],
		between[NM_REPLICATE]);
	paper_csv_end(paper, f);
	f = paper_csv(paper, "pages-kinds",
		      "use of the page after its initialisation,trials,wrong");
	for (unsigned int k = 0; k < DRAWN_PAGE_KINDS; k++)
		fprintf(f, "\"%s\",%u,%u\n", drawn_page_name[k], page_trials[k], page_wrong[k]);
	paper_csv_end(paper, f);
}

/* ---- phases ---- */

/* Enough that most objects have NM_PHASES_ACCESSES. */
#define PHASES_REFERENCES 60000

static struct found {
	unsigned int trials, right, undecided;
	unsigned int named, named_right; /* objects with phases in the verdict */
	unsigned int possible;		 /* objects whose phases can be found */
} found[DRAWN_COURSES];

/* Returns the verdict on a part of an object's life. */
static enum nm_pattern truth_of(const struct drawn_object *o)
{
	return drawn_alone(o) ? NM_PRIVATE : drawn_truth[o->kind];
}

/* Stores the sequence of patterns of an object, without the private ones. Returns their number;
 * 0: a part was too short to be noticed. */
static unsigned int true_phases(const struct drawn_life *l, enum nm_pattern pattern[])
{
	unsigned int n = 0, all = 0;

	for (unsigned int i = 0; i < l->parts; i++)
		all += l->accesses[i];
	for (unsigned int i = 0; i < l->parts && l->accesses[i]; i++) {
		const enum nm_pattern t = truth_of(&l->part[i]);

		if (8 * l->accesses[i] < all)
			return 0;
		if (t != NM_PRIVATE && (!n || pattern[n - 1] != t))
			pattern[n++] = t;
	}
	return n ? n : 1;
}

/* Returns the stations that have used an object in this part of its life, one bit each. */
static uint32_t stations_of(const struct drawn_object *o)
{
	uint32_t stations = 0;

	for (unsigned int i = 0; i < o->users; i++)
		stations |= (o->used >> i & 1) << o->user[i];
	return stations;
}

/* Returns whether the phases of an object can be found, by the rules of nm_phases.h: it has
 * enough accesses, and the threads of two phases are the same, or some threads are in both and
 * each has threads that the other lacks. */
static bool can_be_named(const struct drawn_life *l)
{
	const struct drawn_object *last = NULL;
	unsigned int all = 0;

	for (unsigned int i = 0; i < l->parts; i++) {
		const struct drawn_object *o = &l->part[i];
		uint32_t a, b;

		all += l->accesses[i];
		if (!l->accesses[i] || truth_of(o) == NM_PRIVATE)
			continue;
		a = last ? stations_of(last) : 0;
		b = stations_of(o);
		if (last && a != b && (!(a & b) || !(a & ~b) || !(b & ~a)))
			return false;
		last = o;
	}
	return all >= NM_PHASES_ACCESSES;
}

static unsigned int find_phases(const struct drawn *g, unsigned int object,
				struct nm_phase phase[])
{
	struct nm_phases *a;
	uint64_t accesses = 0;
	unsigned int n;
	int more;

	for (size_t i = 0; i < g->logged; i++)
		accesses += g->log[i].object == object;
	a = nm_phases_open(DRAWN_LINE, accesses);
	do {
		more = a ? 0 : -1;
		for (size_t i = 0; i < g->logged && !more; i++)
			if (g->log[i].object == object)
				more = nm_phases_access(a, g->log[i].user, g->log[i].addr, 8,
							g->log[i].writes, i);
		more = more ? more : nm_phases_finish(a);
	} while (more > 0);
	if (more < 0) {
		fprintf(stderr, "sharing: no memory\n");
		exit(1);
	}
	n = nm_phases_found(a, phase);
	nm_phases_close(a);
	return n;
}

static void judge_phases(struct drawn *g, unsigned int object)
{
	struct drawn_life *l = &g->life[object];
	struct nm_phase phase[NM_PHASES_MOST];
	enum nm_pattern truth[DRAWN_PARTS];
	struct found *f = &found[l->course];
	unsigned int n, expected, same = 0;
	bool right;

	l->part[l->now].used |= g->object[object].used;
	expected = true_phases(l, truth);
	if (!expected)
		return;
	/* no sequence of a few phases: the pattern is the same all the time */
	if (l->course != PHASES)
		expected = 1;
	n = find_phases(g, object, phase);
	while (same < n && same < expected && truth[same] == phase[same].pattern)
		same++;
	right = n ? same == n && same == expected : expected == 1;
	f->trials++;
	f->right += right;
	f->undecided += !n && expected > 1;
	f->named += n > 0;
	f->named_right += n && right;
	f->possible += expected > 1 && can_be_named(l);
}

static void one_program_of_phases(uint64_t seed)
{
	static struct drawn_life life[DRAWN_OBJECTS];
	static struct drawn g;

	drawn_phases_begin(&g, life, seed, PHASES_REFERENCES);
	run(&g, seed);
	for (unsigned int i = 0; i < DRAWN_OBJECTS; i++)
		judge_phases(&g, i);
	free(g.log);
}

/* ---- bounds ---- */

static void put_bound(const char *what, double ours, double low)
{
	paper_value(paper,
		    &(struct paper_value){.what = what,
					  .unit = "%",
					  .digits = 1,
					  .published = NAN,
					  .ours = ours,
					  .low = low,
					  .high = 100,
					  .why = "our own bound: the thesis has no trials",
					  .kind = PAPER_CHECK});
}

static void bounds(const struct table *t, const char *precision_of, const char *recall_of,
		   bool shortened)
{
	double recall = 100, precision = 100;
	unsigned int all = 0, undecided = 0;

	for (unsigned int k = t->first; k < t->n; k++) {
		const unsigned int right = t->trials[k * t->n + k];
		unsigned int decided, named;

		sums(t, k, &decided, &named);
		all += decided;
		for (unsigned int v = 0; v < t->first; v++)
			undecided += t->trials[k * t->n + v];
		recall = fmin(recall, decided ? 100.0 * right / decided : 100);
		precision = fmin(precision, named ? 100.0 * right / named : 100);
	}
	put_bound(precision_of, precision, shortened ? SHORT_RUN : PRECISION);
	put_bound(recall_of, recall, shortened ? SHORT_RUN : RECALL);
	/* otherwise both hold for a library that never decides */
	if (t->first)
		put_bound("trials with a verdict", 100.0 * all / (all + undecided), DECIDED);
}

static void pages(unsigned int n, uint64_t random)
{
	paper_section(paper, "Where a page should be, judged from a run");
	paper_text(
		paper,
		"%u programs with %u pages each, drawn from the seed. All pages are in the memory "
		"of station 0, which initialises them. The truth is what the same program does "
		"with the page elsewhere: it should move or be replicated if that saves at least "
		"%u %% of the waiting for it, and stay if it saves at most %u %% or there are "
		"fewer than %u requests. Pages between count neither for recall nor for precision.",
		n, DRAWN_PAGES, SAVES, LITTLE, NM_GAIN_REQUESTS);
	for (unsigned int i = 0; i < n; i++) {
		one_program_of_pages(random_lcg(&random) >> 8);
		paper_progress(paper, "pages", (double)(i + 1) / n);
	}
	page_tables();
	bounds(&places, "lowest precision of an advice", "lowest recall of a place",
	       n < PROGRAMS);
}

static void phases_table(void)
{
	static const char *const courses[] = {
		[CONSTANT] = "one use",
		[PHASES] = "two or three uses, one after another",
		[MIXED] = "two uses, in turn for a few episodes each",
		[ROTATING] = "one use, whose users change their roles after some episodes"};
	FILE *f = paper_csv(paper, "phases",
			    "object,trials,right,wrong,undecided,with phases in the verdict,"
			    "of them right,can have them");

	for (unsigned int i = 0; i < DRAWN_COURSES; i++) {
		const struct found *x = &found[i];

		fprintf(f, "\"%s\",%u,%u,%u,%u,%u,%u,%u\n", courses[i], x->trials, x->right,
			x->trials - x->right - x->undecided, x->undecided, x->named,
			x->named_right, x->possible);
	}
	paper_csv_end(paper, f);
}

static void phases(unsigned int n, uint64_t random)
{
	unsigned int named = 0, named_right = 0;

	paper_section(paper, "Whether the pattern changes, judged from a recording");
	paper_text(paper,
		   "%u programs with %u objects each, drawn from the seed. The truth is the "
		   "sequence of patterns, without the private ones; a verdict is right if it"
		   " names all of them in their order. An object is undecided if its pattern"
		   " changes and no phases are found. They can be found if it has at least %u "
		   "accesses, and if the threads of two phases are the same, or some are in "
		   "both and each phase has threads that the other lacks. "
		   "Objects with a use that has less than an eighth of the accesses are left"
		   " out.",
		   n, DRAWN_OBJECTS, NM_PHASES_ACCESSES);
	for (unsigned int i = 0; i < n; i++) {
		one_program_of_phases(random_lcg(&random) >> 8);
		paper_progress(paper, "phases", (double)(i + 1) / n);
	}
	phases_table();
	for (unsigned int i = 0; i < DRAWN_COURSES; i++) {
		named += found[i].named;
		named_right += found[i].named_right;
	}
	/* without a verdict that has phases, the first is 0 / 0, which no bound holds */
	put_bound("precision of a sequence of phases", 100.0 * named_right / named,
		  n < PROGRAMS ? SHORT_RUN : PRECISION);
	put_bound("sequences that are named, of those that can be",
		  100.0 * found[PHASES].named_right / found[PHASES].possible,
		  n < PROGRAMS ? 1 : NAMED);
}

int main(int argc, char **argv)
{
	unsigned int n;
	uint64_t random;

	paper = paper_begin(argc, argv, "numachine", "sharing", "Verdicts on drawn programs");
	n = (unsigned int)paper_length(paper, PROGRAMS, 20);
	random = paper_seed(paper) * RANDOM_GOLDEN + 3;
	paper_section(paper, "How data are shared, judged from a recording");
	paper_text(paper,
		   "%u programs with %u objects each, drawn from the seed. "
		   "The cases that are undecided count neither for recall nor for precision.",
		   n, DRAWN_OBJECTS);
	for (unsigned int i = 0; i < n; i++) {
		one_program(random_lcg(&random) >> 8);
		paper_progress(paper, "sharing", (double)(i + 1) / n);
	}
	confusion();
	kinds();
	bounds(&verdicts, "lowest precision of a verdict", "lowest recall of a kind", false);
	pages(n, random);
	phases(n, random);
	return paper_end(paper);
}
