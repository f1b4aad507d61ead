/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blind trials of the verdicts on a recording (nm_diagnose_words()): programs drawn from the
 * seed run on the machine, and the verdict on the use of each object is compared with the use
 * that was drawn.
 */
#include "drawn.h"
#include "paper.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAMS 200
#define REFERENCES 1500 /* references of each processor */
#define RECALL 95
#define PRECISION 97

static struct paper *p;
static unsigned int verdict[NM_PATTERNS][NM_PATTERNS]; /* [truth][verdict] */
static unsigned int trials[DRAWN_KINDS], wrong[DRAWN_KINDS], undecided[DRAWN_KINDS];

static void judge(const struct drawn *g, unsigned int object)
{
	const struct drawn_object *o = &g->object[object];
	const enum nm_pattern truth = drawn_alone(o) ? NM_PRIVATE : drawn_truth[o->kind];
	const struct nm_words_line line = drawn_recorded(g, object);
	struct nm_diagnosis d;

	nm_diagnose_words(&d, &line);
	verdict[truth][d.pattern]++;
	trials[o->kind]++;
	undecided[o->kind] += d.pattern == NM_UNDECIDED;
	wrong[o->kind] += d.pattern != NM_UNDECIDED && d.pattern != truth;
}

static void one_program(uint64_t seed)
{
	static struct drawn g;
	const struct machine_config cfg = {
		.cache = 64, .network_cache = 64, .seed = seed, .next = drawn_next, .arg = &g};
	const char *failed = NULL;
	struct machine *m;

	drawn_begin(&g, seed, REFERENCES);
	g.words = nm_words_open(DRAWN_LINE);
	m = machine_open(&cfg);
	while (m && !failed && !machine_done(m))
		failed = machine_clock(m, NULL);
	if (!g.words || !m || failed || g.failed) {
		fprintf(stderr, "sharing: %s\n", failed ? failed : "no memory");
		exit(1);
	}
	nm_words_finish(g.words);
	for (unsigned int i = 0; i < DRAWN_OBJECTS; i++)
		judge(&g, i);
	machine_close(m);
	nm_words_close(g.words);
}

static void put_share(FILE *f, unsigned int part, unsigned int whole)
{
	if (whole)
		fprintf(f, ",%.1f", 100.0 * part / whole);
	else
		fprintf(f, ",");
}

/* Counts the decided trials whose truth is pattern @k, and the trials with verdict @k. */
static void sums(unsigned int k, unsigned int *decided, unsigned int *named)
{
	*decided = *named = 0;
	for (unsigned int v = 1; v < NM_PATTERNS; v++) {
		*decided += verdict[k][v];
		*named += verdict[v][k];
	}
}

static void confusion(void)
{
	char columns[512] = "truth";
	FILE *f;

	for (unsigned int v = 0; v < NM_PATTERNS; v++)
		snprintf(columns + strlen(columns), sizeof(columns) - strlen(columns), ",%s",
			 nm_pattern_name(v));
	strcat(columns, ",recall %,precision %");
	f = paper_csv(p, "verdicts", columns);
	for (unsigned int k = 1; k < NM_PATTERNS; k++) {
		unsigned int decided, named;

		if (k == NM_WRITE_SHARED) /* a verdict of the counters, which see only lines */
			continue;
		sums(k, &decided, &named);
		fprintf(f, "%s", nm_pattern_name(k));
		for (unsigned int v = 0; v < NM_PATTERNS; v++)
			fprintf(f, ",%u", verdict[k][v]);
		put_share(f, verdict[k][k], decided);
		put_share(f, verdict[k][k], named);
		fprintf(f, "\n");
	}
	paper_csv_end(p, f);
}

static void kinds(void)
{
	FILE *f = paper_csv(p, "verdicts-kinds", "use of the data,trials,wrong,undecided");

	for (unsigned int k = 0; k < DRAWN_KINDS; k++)
		fprintf(f, "\"%s\",%u,%u,%u\n", drawn_name[k], trials[k], wrong[k],
			undecided[k]);
	paper_csv_end(p, f);
}

static void put_bound(const char *what, double ours, double low)
{
	paper_value(p, &(struct paper_value){.what = what,
					     .unit = "%",
					     .digits = 1,
					     .published = NAN,
					     .ours = ours,
					     .low = low,
					     .high = 100,
					     .why = "our own bound: the thesis has no trials",
					     .kind = PAPER_CHECK});
}

static void bounds(void)
{
	double recall = 100, precision = 100;

	for (unsigned int k = 1; k < NM_PATTERNS; k++) {
		unsigned int decided, named;

		sums(k, &decided, &named);
		recall = fmin(recall, decided ? 100.0 * verdict[k][k] / decided : 100);
		precision = fmin(precision, named ? 100.0 * verdict[k][k] / named : 100);
	}
	put_bound("lowest precision of a verdict", precision, PRECISION);
	put_bound("lowest recall of a kind", recall, RECALL);
}

int main(int argc, char **argv)
{
	unsigned int n;
	uint64_t random;

	p = paper_begin(argc, argv, "numachine", "sharing", "Verdicts on drawn programs");
	n = (unsigned int)paper_length(p, PROGRAMS, 20);
	random = paper_seed(p) * 0x9E3779B97F4A7C15u + 3;
	paper_section(p, "How data are shared, judged from a recording");
	paper_text(p,
		   "%u programs with %u objects each, drawn from the seed. "
		   "The cases that are undecided count neither for recall nor for precision.",
		   n, DRAWN_OBJECTS);
	for (unsigned int i = 0; i < n; i++) {
		random = random * 6364136223846793005u + 1442695040888963407u;
		one_program(random >> 8);
		paper_progress(p, "sharing", (double)(i + 1) / n);
	}
	confusion();
	kinds();
	bounds();
	return paper_end(p);
}
