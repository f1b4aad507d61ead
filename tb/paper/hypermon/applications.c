/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Monitoring real applications (Malony and Reed 1990, 5.2 and 6): Table 2 and Figures 10 to 14.
 * Four programs run on 1, 2, 4 and 8 nodes, without recording, with software and with hardware
 * recording at delay 20; every run is complete and uses the golden model. Times of computation
 * and recording are fitted to runs on one and two nodes; four and eight nodes are predictions.
 */
#include "hmlib.h"
#include "constants.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define SINGLE_SHARE 0.85 /* of the frames have one nibble, at least */
#define DELAY 20
#define COUNTS 4u
enum { ONE, TWO, FOUR, EIGHT }; /* nodes, in arrays over the number of nodes */
#define MOST_DELAY 100
#define SHOWN_MS 1000 /* length of Figure 14 */
#define LINE 1000

static struct trial trials[APPS][COUNTS][3], place16;
static const enum ipsc2_recording recordings[] = {IPSC2_RAW, IPSC2_SOFTWARE, IPSC2_HARDWARE};
static const char *const nodes_of[] = {"1 node", "2 node", "4 node", "8 node"};

static void die(int err)
{
	fprintf(stderr, "applications: the machine: %s\n", strerror(-err));
	exit(1);
}

static void run(struct trial *t, const struct apprun_config *cfg)
{
	const int err = trial_run(t, cfg);

	if (err)
		die(err);
}

static struct apprun_config config(struct paper *p, unsigned int app, unsigned int nodes,
				   enum ipsc2_recording recording)
{
	return (struct apprun_config){.app = apps[app],
				      .nodes = nodes,
				      .recording = recording,
				      .seed = paper_seed(p),
				      .delay = DELAY};
}

/* Performs a run, or reads the results that the unchanged run kept if no changed constant
 * reaches it. */
static void run_kept(struct paper *p, struct trial *t, const struct apprun_config *cfg,
		     unsigned int app)
{
	const bool same =
		paper_varied(p, NULL) && !constant_reaches(p, app, cfg->nodes, cfg->recording);
	char name[40];
	int err = 0;
	FILE *f;

	snprintf(name, sizeof(name), "%s-%u-%d", apps[app]->name, cfg->nodes, cfg->recording);
	if (!same)
		run(t, cfg);
	f = same ? paper_kept(p, name) : paper_keep(p, name);
	if (!f)
		return;
	err = same ? trial_read(t, f) : trial_write(t, f);
	if (fclose(f) || err)
		die(err ? err : -EIO);
}

static void run_all(struct paper *p)
{
	unsigned int done = 0;

	for (unsigned int a = 0; a < APPS; a++)
		for (unsigned int k = 0; k < COUNTS; k++)
			for (unsigned int r = 0; r < 3; r++) {
				const struct apprun_config cfg =
					config(p, a, 1u << k, recordings[r]);

				paper_progress(p, apps[a]->name, done++ / 49.0);
				run_kept(p, &trials[a][k][r], &cfg, a);
			}
	{
		const struct apprun_config cfg = config(p, PLACE, 16, IPSC2_SOFTWARE);

		run_kept(p, &place16, &cfg, PLACE);
	}
}

/* Performs a run with a changed configuration. */
static struct apprun changed(const struct apprun_config *cfg)
{
	struct apprun r;
	const int err = apprun(cfg, &r);

	if (err)
		die(err);
	return r;
}

static bool recorded(unsigned int a, unsigned int k)
{
	return !trials[a][k][IPSC2_HARDWARE].run.stats.status;
}

/* ---- Table 2 ---- */

enum { RAW, SOFT, HARD, SOFT_BYTES, HARD_BYTES, SOFT_RATE, HARD_RATE, COLUMNS };
/* A row as the table prints it: milliseconds, bytes, bytes/s. 0: overrun. */
struct row {
	uint64_t v[COLUMNS];
};

static void finish_row(struct row *r)
{
	r->v[SOFT_RATE] = (r->v[SOFT_BYTES] * 1000 + r->v[SOFT] / 2) / r->v[SOFT];
	r->v[HARD_RATE] = (r->v[HARD_BYTES] * 1000 + r->v[HARD] / 2) / r->v[HARD];
}

static struct row ours(unsigned int a, unsigned int k)
{
	struct row r = {{0}};

	for (unsigned int i = 0; i < 3; i++)
		r.v[i] = (trials[a][k][i].run.total + IPSC2_US(500)) / IPSC2_MS(1);
	r.v[SOFT_BYTES] = trials[a][k][IPSC2_SOFTWARE].run.stats.soft_bytes;
	if (recorded(a, k))
		r.v[HARD_BYTES] = 16 * trials[a][k][IPSC2_HARDWARE].run.stats.frames;
	finish_row(&r);
	return r;
}

static struct row theirs(unsigned int a, unsigned int k)
{
	const struct table2_row *t = &table2[a][k];

	return (struct row){{(uint64_t)(t->raw * 1000 + 0.5), (uint64_t)(t->soft * 1000 + 0.5),
			     (uint64_t)(t->hard * 1000 + 0.5), t->soft_bytes, t->hard_bytes,
			     t->soft_rate, t->hard_rate}};
}

static double off(const struct row *o, const struct row *t, unsigned int column)
{
	return 100 * ((double)o->v[column] / (double)t->v[column] - 1);
}

static void put_numbers(FILE *f, const char *separator, int width, const struct row *r)
{
	for (unsigned int i = 0; i < COLUMNS; i++) {
		char cell[24];

		if (!r->v[i])
			snprintf(cell, sizeof(cell), "(overrun)");
		else if (i <= HARD)
			snprintf(cell, sizeof(cell), "%" PRIu64 ".%03" PRIu64, r->v[i] / 1000,
				 r->v[i] % 1000);
		else
			snprintf(cell, sizeof(cell), "%" PRIu64, r->v[i]);
		fprintf(f, "%s%*s", separator, width, cell);
	}
}

static void put_difference(FILE *f, const char *separator, int width, const struct row *o,
			   const struct row *t)
{
	for (unsigned int i = 0; i < COLUMNS; i++) {
		char cell[24] = "";

		if (o->v[i] && t->v[i])
			snprintf(cell, sizeof(cell), "%+.1f", off(o, t, i));
		fprintf(f, "%s%*s", separator, width, cell);
	}
}

#define TABLE_COLUMNS                                                                  \
	"application,nodes,whose,raw (s),soft (s),hard (s),soft (bytes),hard (bytes)," \
	"soft (bytes/s),hard (bytes/s)"

static void print_table(struct paper *p)
{
	FILE *f = paper_csv(p, "table2", TABLE_COLUMNS);

	printf("\n  %-10s%36s%24s%24s\n", "", "Total Time (seconds)  ", "Logged Data (bytes)  ",
	       "Logging Rate (bytes/s)");
	printf("  %-16s%10s%10s%10s%12s%12s%12s%12s\n", "Application", "Raw", "Soft", "Hard",
	       "Soft", "Hard", "Soft", "Hard");
	for (unsigned int a = 0; a < APPS; a++) {
		printf("  %s\n", a == 2 ? "MatMul (256x256)" : apps[a]->name);
		for (unsigned int k = 0; k < COUNTS; k++) {
			const struct row o = ours(a, k), t = theirs(a, k);

			printf("  %-8s%-6s", nodes_of[k], "ours");
			put_numbers(stdout, " ", 11, &o);
			printf("\n  %-8s%-6s", "", "paper");
			put_numbers(stdout, " ", 11, &t);
			printf("\n  %-8s%-6s", "", "%");
			put_difference(stdout, " ", 11, &o, &t);
			printf("\n");
			fprintf(f, "%s,%u,ours", apps[a]->name, 1u << k);
			put_numbers(f, ",", 0, &o);
			fprintf(f, "\n%s,%u,paper", apps[a]->name, 1u << k);
			put_numbers(f, ",", 0, &t);
			fprintf(f, "\n%s,%u,difference (%%)", apps[a]->name, 1u << k);
			put_difference(f, ",", 0, &o, &t);
			fprintf(f, "\n");
		}
	}
	printf("\n");
	paper_csv_end(p, f);
}

/* Cuts a line at its commas; returns the number of cells. */
static unsigned int cells(char *line, char **cell, unsigned int most)
{
	unsigned int n = 0;

	line[strcspn(line, "\n")] = 0;
	for (char *next = line; next && n < most;) {
		cell[n++] = next;
		next = strchr(next, ',');
		if (next)
			*next++ = 0;
	}
	return n;
}

/* Returns whether a rate agrees with the bytes and the time that were printed. */
static bool rate_right(char *const *cell, unsigned int time, unsigned int bytes,
		       unsigned int rate)
{
	return fabs(atof(cell[bytes]) / atof(cell[time]) - atof(cell[rate])) <= 1;
}

/* Reads the written table again, and checks its layout and its rates against its own
 * columns. */
static void reread_table(struct paper *p)
{
	enum { WHOSE = 2, NUMBERS, CELLS = NUMBERS + COLUMNS, ROWS = 3 * APPS * COUNTS };
	static const char *const whose[] = {"ours", "paper", "difference (%)"};
	unsigned int rows = 0, rates = 0, overruns = 0;
	bool layout = true, right = true;
	char line[LINE], *cell[CELLS];
	FILE *f = paper_open(p, "table2.csv");

	while (f && fgets(line, sizeof(line), f)) {
		if (line[0] == '#' || !strncmp(line, TABLE_COLUMNS, strlen(TABLE_COLUMNS)))
			continue;
		if (rows >= ROWS || cells(line, cell, CELLS) != CELLS ||
		    strcmp(cell[0], apps[rows / (3 * COUNTS)]->name) ||
		    atoi(cell[1]) != 1 << rows / 3 % COUNTS ||
		    strcmp(cell[WHOSE], whose[rows % 3])) {
			layout = false;
			break;
		}
		if (rows++ % 3 == 2)
			continue;
		right = right && rate_right(cell, NUMBERS + SOFT, NUMBERS + SOFT_BYTES,
					    NUMBERS + SOFT_RATE);
		rates++;
		if (!strcmp(cell[NUMBERS + HARD_BYTES], "(overrun)")) {
			overruns += !strcmp(cell[NUMBERS + HARD_RATE], "(overrun)") &&
				    rows > 3 * APPS * COUNTS - 3;
			continue;
		}
		right = right && rate_right(cell, NUMBERS + HARD, NUMBERS + HARD_BYTES,
					    NUMBERS + HARD_RATE);
		rates++;
	}
	if (f)
		fclose(f);
	paper_check(
		p, layout && rows == ROWS,
		"layout of Table 2, the paper's value under each of ours, and the difference",
		"HM-APP-040");
	paper_check(p, right && rates == 62,
		    "rates are bytes over time of the same column, to 1 byte/s", "HM-APP-033");
	paper_check(p, overruns == 2,
		    "Place on 8 nodes: (overrun) for volume and rate, in both rows",
		    "HM-APP-029");
}

/* ---- limits of the rows of the table ---- */

struct column {
	const char *what, *unit;
	double scale; /* factor from the unit of the table to the unit of the row */
	int digits;
	double percent; /* largest difference, above and below */
	const char *fitted, *fitted_place;
};
static const struct column columns[] = {
	[RAW] = {"raw time", "s", 1e-3, 3, 2, "time of a unit of computation",
		 "time of a net, one for each number of nodes"},
	[SOFT] = {"software time", "s", 1e-3, 3, 3, "time of a unit; reading of the clock",
		  "time of a net, one for each number of nodes"},
	[HARD] = {"hardware time", "s", 1e-3, 3, 8,
		  "time of a unit; cost of a record; null loop",
		  "time of a net, one for each number of nodes"},
	[SOFT_BYTES] = {"software bytes", "bytes", 1, 0, 3, "size of the problem",
			"size of the problem"},
	[HARD_BYTES] = {"hardware bytes", "bytes", 1, 0, 10, "lengths of the records",
			"lengths of the records"},
};

/* Returns whether the raw time is a prediction, because no constant was fitted to it: 4 and 8
 * nodes of three programs. Place has a constant for each number of nodes. The sizes were chosen
 * by the bytes of all runs. */
static bool predicted(unsigned int a, unsigned int which, unsigned int k)
{
	return which <= HARD && k >= 2 && a != PLACE;
}

static void published_value(struct paper *p, unsigned int a, unsigned int which, unsigned int k,
			    const char *shows)
{
	const struct column *c = &columns[which];
	const struct row o = ours(a, k), t = theirs(a, k);
	const double published = (double)t.v[which] * c->scale;
	const bool follows = predicted(a, which, k);
	char what[100];

	if (!t.v[which])
		return;
	snprintf(what, sizeof(what), "%s, %u node%s: %s", apps[a]->name, 1u << k, k ? "s" : "",
		 c->what);
	paper_value(p, &(struct paper_value){.what = what,
					     .unit = c->unit,
					     .digits = c->digits,
					     .published = published,
					     .ours = (double)o.v[which] * c->scale,
					     .low = published * (1 - c->percent / 100),
					     .high = published * (1 + c->percent / 100),
					     .kind = !follows	    ? PAPER_FITTED
						     : which == RAW ? PAPER_PREDICTED
								    : PAPER_IMPLIED,
					     .implied_by = follows && which != RAW
								   ? "the raw time, "
								     "and what recording adds"
								   : NULL,
					     .fitted = follows	    ? NULL
						       : a == PLACE ? c->fitted_place
								    : c->fitted,
					     .shows = shows});
}

/* Adds the row of the time that recording adds, which does not depend on the constants of
 * computation. */
static void added_time(struct paper *p, unsigned int a, unsigned int k, unsigned int which,
		       const char *missed)
{
	const struct row o = ours(a, k), t = theirs(a, k);
	const double published = (double)(t.v[which] - t.v[RAW]) / 1e3;
	char what[100];

	snprintf(what, sizeof(what), "%s, %u nodes: time that %s recording adds", apps[a]->name,
		 1u << k, which == HARD ? "hardware" : "software");
	paper_value(p, &(struct paper_value){.what = what,
					     .unit = "s",
					     .digits = 3,
					     .published = published,
					     .ours = (double)(o.v[which] - o.v[RAW]) / 1e3,
					     .low = published * 0.87,
					     .high = published * 1.13,
					     .shows = "HM-SCI-005",
					     .kind = PAPER_PREDICTED,
					     .missed = missed});
}

/* Tries the ablation in which recording takes no time. */
static bool order_without_cost(struct paper *p, unsigned int a)
{
	static const struct nx2_cost nx2 = {.slice = IPSC2_US(65400)};
	struct ipsc2_cost free_of_cost = ipsc2_costs;
	struct apprun_config cfg = config(p, a, 1, IPSC2_SOFTWARE);

	free_of_cost.record = 0;
	cfg.cost = &free_of_cost;
	cfg.nx2 = &nx2;
	return changed(&cfg).total > trials[a][0][IPSC2_RAW].run.total;
}

static void programs(struct paper *p)
{
	static const char *const ids[APPS][6] = {{"HM-APP-001", "HM-APP-005", "HM-APP-006",
						  "HM-APP-007", "HM-APP-008", "HM-APP-009"},
						 {"HM-APP-002", "HM-APP-010", "HM-APP-011",
						  "HM-APP-012", "HM-APP-013", "HM-APP-014"},
						 {"HM-APP-003", "HM-APP-015", "HM-APP-016",
						  "HM-APP-017", "HM-APP-018", "HM-APP-019"},
						 {"HM-APP-004", "HM-APP-020", "HM-APP-021",
						  "HM-APP-022", "HM-APP-023", "HM-APP-024"}};
	static const char *const checked[APPS] = {
		"Simplex: the optimum is the sequential solver's, to 1e-9, in all 12 runs",
		"Life: the grid is the sequential program's in all 12 runs",
		"MatMul: the product is the sequential program's in all 12 runs",
		"Place: the placement is legal and costs what the nodes say in all 12 runs"};

	for (unsigned int a = 0; a < APPS; a++) {
		bool right = true, ordered = true;
		char what[100];

		for (unsigned int k = 0; k < COUNTS; k++)
			for (unsigned int r = 0; r < 3; r++) {
				const struct apprun *x = &trials[a][k][r].run;

				right = right && !x->wrong && x->total &&
					x->digest == trials[a][k][0].run.digest;
				ordered = ordered &&
					  (!r || x->total > trials[a][k][r - 1].run.total);
			}
		paper_check(p, right, checked[a], ids[a][0]);
		snprintf(what, sizeof(what),
			 "%s: raw < software < hardware on 1, 2, 4, 8 nodes", apps[a]->name);
		paper_statement(
			p, &(struct paper_statement){.holds = ordered,
						     .what = what,
						     .shows = ids[a][1],
						     .ablation = "records that cost nothing",
						     .survives = paper_ablations(p) &&
								 order_without_cost(p, a)});
		for (unsigned int which = RAW; which <= HARD_BYTES; which++)
			for (unsigned int k = 0; k < COUNTS; k++)
				published_value(p, a, which, k,
						which == RAW ? NULL : ids[a][which + 1]);
		for (unsigned int k = 2; k < COUNTS; k++)
			added_time(
				p, a, k, HARD,
				a == 2 ? "less than 2 % of the run, from 30 records a second: "
					 "the paper's column is not smooth either (1.6, 0.7, "
					 "0.5 s on 2, 4, 8 nodes; per frame 26, 23, 30 us)"
				       : NULL);
		for (unsigned int k = 2; a == PLACE && k < COUNTS; k++)
			added_time(p, a, k, SOFT, NULL);
	}
}

static double ratio(unsigned int a, unsigned int k, unsigned int over, unsigned int under)
{
	const struct row r = ours(a, k);

	return (double)r.v[over] / (double)r.v[under];
}

/* The range of a quantity over the runs, here and in the paper. */
struct range {
	double low, high, paper_low, paper_high;
};

static void widen(struct range *r, double v, double published)
{
	r->low = r->high ? fmin(r->low, v) : v;
	r->high = fmax(r->high, v);
	r->paper_low = r->paper_high ? fmin(r->paper_low, published) : published;
	r->paper_high = fmax(r->paper_high, published);
}

static void range_values(struct paper *p, const struct range *r, const char *what,
			 const char *unit, double low, double high, const char *fitted,
			 const char *shows)
{
	for (unsigned int i = 0; i < 2; i++) {
		char text[120];

		snprintf(text, sizeof(text), "%s, %s of the runs", what, i ? "most" : "least");
		paper_value(p, &(struct paper_value){
				       .what = text,
				       .unit = unit,
				       .digits = 1,
				       .published = i ? r->paper_high : r->paper_low,
				       .ours = i ? r->high : r->low,
				       .low = low,
				       .high = high,
				       .kind = fitted ? PAPER_FITTED : PAPER_IMPLIED,
				       .implied_by = fitted ? NULL
							    : "the time that recording adds, "
							      "and the frames",
				       .fitted = fitted,
				       .shows = shows});
	}
}

/* Returns whether at least 85 % of the frames have one nibble even if 16 nodes send all the
 * time. */
static bool single_at_full_rate(struct paper *p)
{
	const struct ipsc2_config cfg = {
		.nodes = 16, .seed = paper_seed(p), .jitter = IPSC2_US(4)};
	const struct ipsc2_load l = {.count = 64, .spread = IPSC2_US(9)};
	struct ipsc2_result res;
	const int err = ipsc2_load_run(ipsc2_open(&cfg), &l, &ipsc2_experiment, &res);

	if (err)
		die(err);
	return res.st.frames_of[1] >= SINGLE_SHARE * (double)res.st.frames;
}

/* Returns whether recording slows Place by more than half even without a delay between
 * nibbles. */
static bool contrast_without_delay(struct paper *p)
{
	struct apprun_config cfg = config(p, PLACE, 2, IPSC2_HARDWARE);

	cfg.delay = 0;
	return (double)changed(&cfg).total >
	       1.5 * (double)trials[PLACE][TWO][IPSC2_RAW].run.total;
}

static bool soft_with_dear_records(struct paper *p)
{
	const struct nx2_cost dear = {nx2_costs.slice, 4 * nx2_costs.hook, nx2_costs.clock};
	struct apprun_config cfg = config(p, PLACE, 8, IPSC2_SOFTWARE);

	cfg.nx2 = &dear;
	return (double)changed(&cfg).total <
	       1.09 * (double)trials[PLACE][EIGHT][IPSC2_RAW].run.total;
}

static void perturbation(struct paper *p)
{
	bool contrast = true, soft = true, single = true;
	struct range volume = {0}, fitted_cost = {0}, cost = {0};
	FILE *f = paper_csv(p, "table2-cost",
			    "application,nodes,us of a node for a frame,paper,"
			    "hard over soft bytes,paper,hard over raw time,paper");

	for (unsigned int a = 0; a < APPS; a++)
		for (unsigned int k = 0; k < COUNTS; k++) {
			const struct row o = ours(a, k), t = theirs(a, k);
			const struct ipsc2_stats *st = &trials[a][k][IPSC2_HARDWARE].run.stats;
			const double slower = ratio(a, k, HARD, RAW);
			double us, us_paper, more, more_paper;

			contrast = contrast && (a != 2 || slower <= 1.03) &&
				   (a != PLACE || !k || slower > 1.5);
			soft = soft && ratio(a, k, SOFT, RAW) < 1.09;
			if (!o.v[HARD_BYTES])
				continue;
			us = (double)(o.v[HARD] - o.v[RAW]) * (1u << k) / st->frames * 1e3;
			us_paper = (double)(t.v[HARD] - t.v[RAW]) * (1u << k) /
				   (t.v[HARD_BYTES] / 16.0) * 1e3;
			more = ratio(a, k, HARD_BYTES, SOFT_BYTES);
			more_paper = (double)t.v[HARD_BYTES] / (double)t.v[SOFT_BYTES];
			fprintf(f, "%s,%u,%.1f,%.1f,%.1f,%.1f,%.3f,%.3f\n", apps[a]->name,
				1u << k, us, us_paper, more, more_paper, slower,
				(double)t.v[HARD] / (double)t.v[RAW]);
			widen(k < 2 ? &fitted_cost : &cost, us, us_paper);
			widen(&volume, more, more_paper);
			single = single && st->frames_of[1] >= SINGLE_SHARE * st->frames;
		}
	paper_csv_end(p, f);
	paper_statement(p,
			&(struct paper_statement){
				.holds = contrast,
				.what = "hardware recording slows MatMul by 3 % at most, "
					"Place by half and more on 2, 4, 8 nodes",
				.shows = "HM-APP-025",
				.ablation = "no delay between nibbles",
				.survives = paper_ablations(p) && contrast_without_delay(p)});
	paper_statement(p,
			&(struct paper_statement){
				.holds = soft,
				.what = "software recording slows every run by less than 9 %",
				.shows = "HM-APP-026",
				.ablation = "records that cost 40 us before they are recorded",
				.survives = paper_ablations(p) && soft_with_dear_records(p)});
	range_values(p, &volume, "hardware over software trace", "x", 20, 40,
		     "lengths of the records", "HM-APP-027");
	range_values(p, &fitted_cost, "1, 2 nodes: time of a node for a frame", "us", 20, 36,
		     "cost of a record; null loop", "HM-APP-028");
	range_values(p, &cost, "4, 8 nodes: time of a node for a frame", "us", 20, 36, NULL,
		     "HM-APP-028");
	paper_statement(p,
			&(struct paper_statement){
				.holds = single,
				.what = "most event frames contain one nibble: 85 % and more",
				.shows = "HM-APP-032",
				.ablation = "16 nodes that send all the time",
				.survives = paper_ablations(p) && single_at_full_rate(p)});
}

/* Adds rows for the raw time of Place: each number of nodes uses the time per net that was
 * fitted on two nodes. */
static void place_with_one_constant(struct paper *p)
{
	for (unsigned int k = 2; k < COUNTS; k++) {
		struct apprun_config cfg = config(p, PLACE, 1u << k, IPSC2_RAW);
		const double published = table2[PLACE][k].raw;
		char what[100];

		cfg.unit = app_unit(apps[PLACE], 2);
		snprintf(what, sizeof(what),
			 "Place, %u nodes: raw time with the net of 2 nodes", 1u << k);
		paper_value(
			p,
			&(struct paper_value){
				.what = what,
				.unit = "s",
				.digits = 3,
				.published = published,
				.ours = (double)changed(&cfg).total / 1e12,
				.low = published * 0.92,
				.high = published * 1.08,
				.kind = PAPER_PREDICTED,
				.missed =
					"the raw times of the paper follow no single constant: 318, 82, 70, 38 s; "
					"what its program does on more nodes is not described",
			});
	}
}

/* Computes Table 2 with the extraction of nibbles, whose time is part of the million events of
 * 5.1 but not of Table 2. */
static void extraction(struct paper *p)
{
	bool more = true;
	FILE *f = paper_csv(p, "extraction",
			    "application,nodes,paper (s),without extraction (s),with it (s)");

	for (unsigned int a = 0; a < APPS; a++)
		for (unsigned int k = 1; k <= 2; k++) {
			struct apprun_config cfg = config(p, a, 1u << k, IPSC2_HARDWARE);
			double with;

			paper_progress(p, "extraction", a / 4.0);
			cfg.extract = true;
			with = (double)changed(&cfg).total / 1e12;
			more = more &&
			       with > (double)trials[a][k][IPSC2_HARDWARE].run.total / 1e12;
			fprintf(f, "%s,%u,%.3f,%.3f,%.3f\n", apps[a]->name, 1u << k,
				table2[a][k].hard,
				(double)trials[a][k][IPSC2_HARDWARE].run.total / 1e12, with);
		}
	paper_csv_end(p, f);
	paper_check(p, more, "Table 2 with extraction takes longer in every run", "HM-SCI-004");
	paper_text(p, "Extraction of a nibble "
		      "from its word takes 2.21 us in the benchmark of a million events (5.1). "
		      "Table 2 is computed without it: the cost of a record was fitted "
		      "to what the two-node runs take, whatever it consists of, "
		      "and the 8.85 us of a nibble are those of Figure 8, "
		      "whose loop extracts nothing. The table shows both.");
}

/* ---- overruns ---- */

/* Runs Place on @nodes nodes up to its first loss or its end; returns whether it loses a
 * frame. */
static bool place_overruns(struct paper *p, unsigned int nodes, unsigned int delay,
			   const struct apprun_config *changes)
{
	struct apprun_config cfg = config(p, PLACE, nodes, IPSC2_HARDWARE);

	cfg.delay = delay;
	cfg.stop_at_overrun = true;
	cfg.cost = changes ? changes->cost : NULL;
	cfg.nx2 = changes ? changes->nx2 : NULL;
	cfg.reader = changes ? changes->reader : NULL;
	cfg.unit = changes ? changes->unit : 0;
	return changed(&cfg).stats.status != 0;
}

static bool place_overruns_fast_reader(struct paper *p)
{
	const struct ipsc2_reader fast = {.idle = ipsc2_experiment.idle};

	return place_overruns(p, 8, DELAY, &(struct apprun_config){.reader = &fast});
}

/* Runs Place on 8 nodes with other times of the reader to record a frame; PH-10 sets 0.8 us. */
static void reader_table(struct paper *p)
{
	static const unsigned int ns[] = {0, 800, 1600};
	/* with 0 us no frame is lost; with 0.8 us and with 1.6 us frames are lost */
	bool decides = true, loses[3];
	FILE *f = paper_csv(p, "reader-place",
			    "recording of a frame (us),frames read,frames lost,first loss (s)");

	for (unsigned int i = 0; i < 3; i++) {
		const struct ipsc2_reader reader = {.recording = IPSC2_NS(ns[i]),
						    .idle = ipsc2_experiment.idle};
		struct apprun_config cfg = config(p, PLACE, 8, IPSC2_HARDWARE);
		struct apprun r;

		paper_progress(p, "time of the reader", i / 3.0);
		cfg.reader = &reader;
		r = changed(&cfg);
		fprintf(f, "%.1f,%" PRIu64 ",%" PRIu32 ",", ns[i] / 1e3, r.stats.frames,
			r.stats.lost);
		loses[i] = r.stats.lost > 0;
		decides = decides && loses[i] == (ns[i] > 0);
		if (r.stats.lost)
			fprintf(f, "%.3f", (double)r.stats.first_loss / 1e12);
		fprintf(f, "\n");
	}
	paper_csv_end(p, f);
	paper_check(
		p, decides,
		"the reader's time to record a frame decides whether Place on 8 nodes overruns",
		"HM-SCI-003");
	paper_vary(p,
		   &(struct paper_variation){.row = "Place on 8 nodes overruns",
					     .constant = "recording of a frame by the reader",
					     .less = NAN,
					     .ours = NAN,
					     .more = NAN,
					     .less_holds = loses[0],
					     .holds = loses[1],
					     .more_holds = loses[2],
					     .less_is = "0 us",
					     .more_is = "1.6 us"});
}

/* Returns the smallest delay with which Place on 8 nodes does not overrun; in a run with a
 * changed constant, any such delay. */
static unsigned int delay_without_overrun(struct paper *p)
{
	unsigned int delay = paper_varied(p, NULL) ? 2 * DELAY - 1 : DELAY;
	FILE *f;

	if (paper_varied(p, NULL) && !constant_reaches(p, PLACE, 8, IPSC2_HARDWARE)) {
		f = paper_kept(p, "delay");
		if (fscanf(f, "%u", &delay) != 1)
			die(-EIO);
		fclose(f);
		return delay;
	}
	do {
		paper_progress(p, "smallest delay without overrun", 0.5);
		delay++;
	} while (delay < MOST_DELAY && place_overruns(p, 8, delay, NULL));
	f = paper_keep(p, "delay");
	if (f && (fprintf(f, "%u\n", delay) < 0 || fclose(f)))
		die(-EIO);
	return delay;
}

static void overruns(struct paper *p)
{
	bool complete = true;
	const struct ipsc2_stats *st = &trials[PLACE][EIGHT][IPSC2_HARDWARE].run.stats;
	unsigned int delay;
	char text[200];

	for (unsigned int a = 0; a < APPS; a++)
		for (unsigned int k = 0; k < COUNTS; k++)
			complete = complete && (recorded(a, k) || (a == PLACE && k == EIGHT));
	paper_statement(
		p, &(struct paper_statement){
			   .holds = complete,
			   .what = "the other 15 runs do not overrun",
			   .shows = "HM-APP-030",
			   .ablation = "no delay between nibbles (Place, 4 nodes)",
			   .survives = paper_ablations(p) && !place_overruns(p, 4, 0, NULL)});
	snprintf(text, sizeof(text),
		 "Place on 8 nodes overruns: first frame lost after %.1f s, %" PRIu32
		 " of %" PRIu64 " lost",
		 (double)st->first_loss / 1e12, st->lost, st->frames + st->lost);
	paper_statement(
		p, &(struct paper_statement){
			   .holds = (st->status & HM_STATUS_FRAME) && st->lost,
			   .what = text,
			   .shows = "HM-APP-029",
			   .ablation = "a reader that records in no time",
			   .survives = paper_ablations(p) && place_overruns_fast_reader(p)});
	if (paper_percent(p) >= 100 && !paper_varied(p, NULL))
		reader_table(p);
	delay = delay_without_overrun(p);
	/* the ablation: the delay takes no time */
	{
		struct ipsc2_cost idle = ipsc2_costs;
		bool survives;

		idle.iteration = 0;
		survives = paper_ablations(p) &&
			   !place_overruns(p, 8, delay, &(struct apprun_config){.cost = &idle});
		snprintf(
			text, sizeof(text),
			"a longer interval between nibbles avoids it: the smallest delay is %u",
			delay);
		paper_statement(
			p, &(struct paper_statement){
				   .holds = delay < MOST_DELAY,
				   .what = text,
				   .shows = "HM-APP-031",
				   .ablation = "iterations of the null loop that take no time",
				   .survives = survives});
	}
	paper_value(p, &(struct paper_value){
			       .what = "Place, 8 nodes: software bytes x 32 / hardware time",
			       .unit = "MB/s",
			       .digits = 3,
			       .published = 2.497,
			       .ours = ratio(PLACE, EIGHT, SOFT_BYTES, HARD) * 32 * 1e3 / 1e6,
			       .low = 2.497 * 0.92,
			       .high = 2.497 * 1.08,
			       .why = "time and bytes of the model",
			       .kind = PAPER_IMPLIED,
			       .implied_by = "Table 2: bytes by software, time by hardware",
			       .shows = "HM-APP-035"});
}

/* ---- constants, and what they decide ---- */

/* Returns the number of bytes of a struct of constants that the list omits. */
static size_t unlisted(const struct paper_variable *list, const void *of, size_t size)
{
	static const size_t sizes[] = {[PAPER_TIME] = sizeof(uint64_t),
				       [PAPER_COUNT] = sizeof(unsigned int),
				       [PAPER_REAL] = sizeof(double)};
	const char *const first = of, *const end = first + size;

	for (const struct paper_variable *v = list; v->c.name; v++)
		if ((char *)v->at >= first && (char *)v->at < end)
			size -= sizes[v->type];
	return size;
}

/* Makes the table of all constants, including the lengths of records, which are whole bytes and
 * are not varied. */
static void constants_table(struct paper *p)
{
	static struct paper_constant list[CONSTANTS + 2];
	static struct paper_variable all[CONSTANTS + 1];
	size_t n = 0;

	constants_of(0, all);
	while (all[n].c.name) {
		list[n] = all[n].c;
		n++;
	}
	list[n++] = (struct paper_constant){
		.name = "bytes of a record",
		.unit = "",
		.value = 5,
		.kind = PAPER_FITTED,
		.from = "hardware over software bytes of Table 2, "
			"36.6 (and 4 for the system's global operations: 21.3, Simplex)",
		.decides = "hardware bytes and times"};
	paper_section(p, "Constants of the machine");
	paper_text(p, "Times of computation and recording are fitted to runs on one "
		      "and two nodes. Sizes of the problems "
		      "and lengths of records were chosen by the bytes of all runs, "
		      "and Place has a constant for each number of nodes: "
		      "the rows that they decide are fitted. Each constant that is fitted "
		      "or assumed is varied in the experiments that it can reach, "
		      "but for the bytes of a record.");
	paper_constants(p, list);
	paper_check(p,
		    /* the list omits only .brief, an unsigned int, and its padding */
		    unlisted(all, &ipsc2_costs, sizeof(ipsc2_costs)) == sizeof(ipsc2_time) &&
			    !unlisted(all, &nx2_costs, sizeof(nx2_costs)) &&
			    !unlisted(all, &ipsc2_experiment.recording, sizeof(ipsc2_time)) &&
			    !unlisted(all, &ipsc2_experiment.idle, sizeof(ipsc2_time)) &&
			    unlisted(all, &app_sizes, sizeof(app_sizes)) < sizeof(double) &&
			    unlisted(all, &app_units, sizeof(app_units)) ==
				    sizeof(app_units) - APP_UNITS * sizeof(ipsc2_time),
		    "every constant of the machine is in the table", "HM-SCI-002");
}

/* ---- Figures 10 to 13 ---- */

static double mean(const double *v, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += v[i];
	return sum / (double)n;
}

/*
 * Reads the figure's files again. At the end of each interval, the sum of the frames so far
 * must be the number of frames read by then, except for frames in the milliseconds around that
 * time; the key of the picture must show the total times.
 */
static bool intervals_right(struct paper *p, unsigned int a, const char *name)
{
	char file[40], line[LINE], *cell[2 + COUNTS], total[40];
	double sum[COUNTS] = {0};
	bool right = true, legend[COUNTS] = {false};
	unsigned int rows = 0;
	FILE *f;

	snprintf(file, sizeof(file), "%s.csv", name);
	f = paper_open(p, file);
	while (f && fgets(line, sizeof(line), f)) {
		if (line[0] < '0' || line[0] > '9')
			continue;
		if (cells(line, cell, 2 + COUNTS) != 2 + COUNTS)
			break;
		rows++;
		for (unsigned int k = 0; k < COUNTS; k++) {
			const struct trial *t = &trials[a][k][IPSC2_HARDWARE];
			const size_t edge = t->ms * rows / TRIAL_INTERVALS;
			double by_then = 0, most = 0;

			sum[k] += atof(cell[2 + k]) * (double)t->run.total / 1e12 /
				  TRIAL_INTERVALS;
			for (size_t i = 0; i < edge; i++)
				by_then += t->frames[i];
			for (size_t i = edge ? edge - 1 : 0; i <= edge && i < t->ms; i++)
				most += t->frames[i];
			/* each row is rounded to 0.1 frames/s */
			right = right && fabs(sum[k] - by_then) <= most + 0.1 * rows + 1;
		}
	}
	if (f)
		fclose(f);
	snprintf(file, sizeof(file), "%s.svg", name);
	f = paper_open(p, file);
	while (f && fgets(line, sizeof(line), f))
		for (unsigned int k = 0; k < COUNTS; k++) {
			snprintf(total, sizeof(total), "(%.3f s)",
				 (double)trials[a][k][IPSC2_HARDWARE].run.total / 1e12);
			legend[k] = legend[k] || strstr(line, total);
		}
	if (f)
		fclose(f);
	for (unsigned int k = 0; k < COUNTS; k++)
		right = right && legend[k];
	return right && rows == TRIAL_INTERVALS;
}

static void figure(struct paper *p, unsigned int a, double rate[COUNTS][TRIAL_INTERVALS])
{
	char name[16], caption[200], script[2000];
	bool whole = true;
	FILE *f;

	snprintf(name, sizeof(name), "figure%u", 10 + a);
	f = paper_csv(p, name,
		      "interval,normalised time,1 node (frames/s),2 nodes (frames/s),"
		      "4 nodes (frames/s),8 nodes (frames/s)");
	for (unsigned int k = 0; k < COUNTS; k++)
		trial_rates(&trials[a][k][IPSC2_HARDWARE], rate[k]);
	for (unsigned int i = 0; i < TRIAL_INTERVALS; i++) {
		fprintf(f, "%u,%.3f", i + 1, (i + 0.5) / TRIAL_INTERVALS);
		for (unsigned int k = 0; k < COUNTS; k++)
			fprintf(f, ",%.1f", rate[k][i]);
		fprintf(f, "\n");
	}
	paper_csv_end(p, f);
	for (unsigned int k = 0; k < COUNTS; k++) {
		const struct trial *t = &trials[a][k][IPSC2_HARDWARE];
		double frames = 0;

		for (size_t i = 0; i < t->ms; i++)
			frames += t->frames[i];
		/* the intervals contain all frames */
		whole = whole &&
			fabs(mean(rate[k], TRIAL_INTERVALS) * t->run.total / 1e12 / frames -
			     1) < 1e-6 &&
			frames <= t->run.stats.frames;
	}
	snprintf(caption, sizeof(caption),
		 "%s: event frames per second in each hundredth of the run.", apps[a]->name);
	snprintf(script, sizeof(script),
		 "set xlabel 'normalised time'\nset ylabel 'event frames (1000/s)'\n"
		 "set key outside top center horizontal\nset xrange [0:1]\nset yrange [0:*]\n"
		 "plot '%s.csv' using 2:($3/1000) with lines lw 1.5 dt 1 lc 6 "
		 "title '1 node (%.3f s)', \\\n"
		 " '' using 2:($4/1000) with lines lw 1.5 dt 2 lc 1 "
		 "title '2 nodes (%.3f s)', \\\n"
		 " '' using 2:($5/1000) with lines lw 1.5 dt 3 lc 2 "
		 "title '4 nodes (%.3f s)', \\\n"
		 " '' using 2:($6/1000) with lines lw 1.5 dt 4 lc 9 "
		 "title '8 nodes (%.3f s)'\n",
		 name, (double)trials[a][0][IPSC2_HARDWARE].run.total / 1e12,
		 (double)trials[a][1][IPSC2_HARDWARE].run.total / 1e12,
		 (double)trials[a][2][IPSC2_HARDWARE].run.total / 1e12,
		 (double)trials[a][3][IPSC2_HARDWARE].run.total / 1e12);
	paper_figure(p, name, caption, script);
	paper_check(p, whole && intervals_right(p, a, name),
		    "each of 100 intervals of a curve holds its own frames; "
		    "total times in the legend",
		    "HM-FIG-009");
}

/* Adds a statement of the paper about a curve, with our measure for it. The curve of another
 * program, or a changed curve, must not reach @least. */
static void curve(struct paper *p, const char *what, double measure, double least,
		  const char *ablation, double ablated, const char *shows)
{
	char text[200], changed_text[200];

	snprintf(text, sizeof(text), "%s (%.2f; at least %.2g)", what, measure, least);
	snprintf(changed_text, sizeof(changed_text), "%s (%.2f)", ablation, ablated);
	paper_statement(p, &(struct paper_statement){.holds = measure >= least,
						     .what = text,
						     .shows = shows,
						     .ablation = changed_text,
						     .survives = ablated >= least});
}

/* Puts the intervals in a random order. */
static void shuffle(double *v, size_t n, uint64_t seed)
{
	for (size_t i = n - 1; i; i--) {
		const size_t k = app_below(&seed, (uint32_t)i + 1);
		const double t = v[i];

		v[i] = v[k];
		v[k] = t;
	}
}

/* Adds the rate of the hardware trace of program @over on @over_nodes (ONE..) over that of
 * program @under on @under_nodes, from Table 2. */
static void rate_ratio(struct paper *p, unsigned int over, unsigned int over_nodes,
		       unsigned int under, unsigned int under_nodes, const char *what,
		       const char *shows)
{
	const double published = (double)theirs(over, over_nodes).v[HARD_RATE] /
				 (double)theirs(under, under_nodes).v[HARD_RATE];

	paper_value(p,
		    &(struct paper_value){.what = what,
					  .unit = "x",
					  .digits = 2,
					  .published = published,
					  .ours = (double)ours(over, over_nodes).v[HARD_RATE] /
						  (double)ours(under, under_nodes).v[HARD_RATE],
					  .low = published * 0.9,
					  .high = published * 1.1,
					  .why = "rates of Table 2",
					  .kind = PAPER_IMPLIED,
					  .implied_by = "Table 2: bytes and times",
					  .shows = shows});
}

static void figure10(struct paper *p)
{
	double rate[COUNTS][TRIAL_INTERVALS], mixed[TRIAL_INTERVALS];

	paper_section(p, "Figure 10: Simplex");
	figure(p, SIMPLEX, rate);
	memcpy(mixed, rate[EIGHT], sizeof(mixed));
	shuffle(mixed, TRIAL_INTERVALS, paper_seed(p));
	curve(p, "8 nodes: periodic, autocorrelation at one of ten iterations",
	      trial_autocorrelation(rate[EIGHT], TRIAL_INTERVALS, 10), 0.5,
	      "the same intervals in random order",
	      trial_autocorrelation(mixed, TRIAL_INTERVALS, 10), "HM-FIG-010");
	rate_ratio(p, SIMPLEX, EIGHT, SIMPLEX, FOUR, "mean rate of 8 nodes over that of 4",
		   "HM-FIG-011");
	rate_ratio(p, SIMPLEX, FOUR, SIMPLEX, TWO, "mean rate of 4 nodes over that of 2",
		   "HM-FIG-011");
	rate_ratio(p, SIMPLEX, TWO, SIMPLEX, ONE, "mean rate of 2 nodes over that of 1",
		   "HM-FIG-011");
}

static double last_over_first(const double *rate)
{
	return mean(rate + 80, 20) / mean(rate, 20);
}

static void figure11(struct paper *p)
{
	double rate[COUNTS][TRIAL_INTERVALS], other[TRIAL_INTERVALS];

	paper_section(p, "Figure 11: Life");
	figure(p, LIFE, rate);
	trial_rates(&trials[SIMPLEX][EIGHT][IPSC2_HARDWARE], other);
	curve(p, "8 nodes: requirements change, last over first fifth",
	      last_over_first(rate[EIGHT]), 1.2, "Simplex, whose load stays",
	      last_over_first(other), "HM-FIG-012");
}

/* Returns the largest of the last ten intervals over the median. */
static double end_over_median(const double *rate)
{
	double most = 0;

	for (unsigned int i = 90; i < TRIAL_INTERVALS; i++)
		most = fmax(most, rate[i]);
	return most / trial_median(rate, TRIAL_INTERVALS);
}

/* Returns the share of time slices among the records, without the first and the last tenth of
 * the run. */
static double slice_share(const struct trial *t)
{
	uint64_t all = 0, slices = 0;

	for (size_t i = t->ms / 10; i < t->ms * 9 / 10; i++) {
		all += t->found_ms[i];
		slices += t->slices[i];
	}
	return all ? (double)slices / (double)all : 0;
}

static void figure12(struct paper *p)
{
	double rate[COUNTS][TRIAL_INTERVALS], other[TRIAL_INTERVALS];
	double least = INFINITY, share = INFINITY, first = INFINITY, with = INFINITY;

	paper_section(p, "Figure 12: MatMul");
	figure(p, MATMUL, rate);
	for (unsigned int k = 0; k < COUNTS; k++) {
		const struct trial *t = &trials[MATMUL][k][IPSC2_HARDWARE];
		const double median = trial_median(rate[k], TRIAL_INTERVALS);
		double later = 0;

		for (size_t i = 0; i < t->ms; i++)
			later += t->frames[i];
		least = fmin(least, end_over_median(rate[k]));
		share = fmin(share, slice_share(t));
		first = fmin(first, 2 * median / rate[k][0]);
		/* counting the frames before the time axis in its first interval */
		with = fmin(with, 2 * median /
					  (rate[k][0] +
					   ((double)t->run.stats.frames - later) /
						   (t->run.total / 1e12 / TRIAL_INTERVALS)));
	}
	trial_rates(&trials[SIMPLEX][EIGHT][IPSC2_HARDWARE], other);
	curve(p, "transmission to the host is visible: end over median, least of four", least,
	      5, "Simplex", end_over_median(other), "HM-FIG-013");
	curve(p, "the initial broadcast is not shown: twice the median over the first interval",
	      first, 1, "a time axis that begins with the program", with, "HM-FIG-013");
	curve(p, "most events are context switches of time slices: their share", share, 0.5,
	      "Simplex", slice_share(&trials[SIMPLEX][EIGHT][IPSC2_HARDWARE]), "HM-FIG-014");
}

static void figure13(struct paper *p)
{
	const struct trial *soft = &trials[PLACE][FOUR][IPSC2_SOFTWARE];
	const struct trial *hard = &trials[PLACE][FOUR][IPSC2_HARDWARE];
	double rate[COUNTS][TRIAL_INTERVALS], mean_volume = trial_mean(soft->volume, soft->ms);
	uint64_t seed = paper_seed(p);
	uint32_t *even = calloc(soft->ms, sizeof(*even));

	paper_section(p, "Figure 13: Place");
	figure(p, PLACE, rate);
	if (!even)
		die(-ENOMEM);
	/* the same volume, as records of ten bytes at random times */
	for (size_t i = 0; i < (size_t)(mean_volume / 10 * (double)soft->ms); i++)
		even[app_below(&seed, (uint32_t)soft->ms)] += 10;
	curve(p, "4 nodes: bursty, variation of the software trace in 1 ms bins",
	      trial_variation(soft->volume, soft->ms), 1, "the same records at random times",
	      trial_variation(even, soft->ms), "HM-FIG-015");
	free(even);
	paper_text(p,
		   "In HYPERMON's frames of the same run the variation is %.2f: "
		   "recording stretches the bursts over half of the run, "
		   "and a port sends 38 nibbles a ms at most.",
		   trial_variation(hard->frames, hard->ms));
	rate_ratio(p, PLACE, FOUR, SIMPLEX, FOUR,
		   "high: mean rate on 4 nodes over that of Simplex", "HM-FIG-015");
	rate_ratio(p, PLACE, FOUR, LIFE, FOUR, "... of Life", "HM-FIG-015");
	rate_ratio(p, PLACE, FOUR, MATMUL, FOUR, "... of MatMul", "HM-FIG-015");
	paper_text(p, "The curve of 8 nodes, whose run overran the frame FIFO, "
		      "is that of the frames read.");
}

/* Checks that each figure is there as CSV, with a quantity and a unit at the head of each
 * column, and as SVG. */
static void figures_there(struct paper *p)
{
	char name[16], line[LINE];
	bool there = true;

	for (unsigned int i = 10; i <= 14; i++) {
		FILE *f;

		snprintf(name, sizeof(name), "figure%u.csv", i);
		f = paper_open(p, name);
		line[0] = '#';
		while (f && line[0] == '#' && fgets(line, sizeof(line), f))
			;
		there = there && f && strstr(line, i < 14 ? "(frames/s)" : "(bytes/ms)");
		if (f)
			fclose(f);
		snprintf(name, sizeof(name), "figure%u.svg", i);
		f = paper_open(p, name);
		there = there && f && fgets(line, sizeof(line), f);
		if (f)
			fclose(f);
	}
	paper_check(p, there, "the figures are there as CSV and SVG", "HM-FIG-020");
}

/* ---- Figure 14 ---- */

/* The runs of Figure 14, and the published values. */
static const struct volume {
	const struct trial *t;
	double published;  /* mean, KB/s */
	double table_rate; /* KB/s logged by software, from Table 2; NAN: no such row */
	const char *fitted;
} volumes[] = {
	{&trials[PLACE][FOUR][IPSC2_SOFTWARE], 82, 56.932, "bytes counted besides a record"},
	{&trials[PLACE][EIGHT][IPSC2_SOFTWARE], 276, 192.561, "bytes counted besides a record"},
	{&place16, 629, NAN, "time of a net, 16 nodes"},
};
#define VOLUMES (sizeof(volumes) / sizeof(*volumes))
#define BURST_MS 20

static void compare_volume(struct paper *p, unsigned int nodes, const struct volume *v)
{
	const double logged =
		(double)v->t->run.stats.soft_bytes / (v->t->run.total / 1e12) / 1e3;
	char what[80];

	snprintf(what, sizeof(what), "%u nodes: mean volume", nodes);
	paper_value(p, &(struct paper_value){.what = what,
					     .unit = "KB/s",
					     .digits = 1,
					     .published = v->published,
					     .ours = trial_mean(v->t->volume, v->t->ms),
					     .low = v->published * 0.95,
					     .high = v->published * 1.05,
					     .kind = PAPER_FITTED,
					     .fitted = v->fitted,
					     .shows = "HM-FIG-016"});
	if (isnan(v->table_rate))
		return;
	snprintf(what, sizeof(what), "%u nodes: bytes logged by software, Table 2", nodes);
	paper_value(p, &(struct paper_value){.what = what,
					     .unit = "KB/s",
					     .digits = 1,
					     .published = v->table_rate,
					     .ours = logged,
					     .low = v->table_rate * 0.95,
					     .high = v->table_rate * 1.05,
					     .kind = PAPER_FITTED,
					     .fitted = "size of the problem"});
}

/* Draws a second around the busiest time of 16 nodes, whose mean is @busiest. */
static void draw_volumes(struct paper *p, double busiest)
{
	size_t at = 0, from;
	FILE *f;

	for (size_t i = BURST_MS; i < place16.ms; i++)
		if (trial_busiest(place16.volume + i - BURST_MS, BURST_MS, BURST_MS) >=
		    busiest) {
			at = i;
			break;
		}
	from = at > SHOWN_MS / 2 ? at - SHOWN_MS / 2 : 0;
	f = paper_csv(p, "figure14",
		      "time (ms),4 nodes (bytes/ms),8 nodes (bytes/ms),16 nodes (bytes/ms)");
	for (size_t i = from; i < from + SHOWN_MS; i++) {
		fprintf(f, "%zu", i);
		for (unsigned int k = 0; k < VOLUMES; k++)
			fprintf(f, ",%" PRIu32,
				i < volumes[k].t->ms ? volumes[k].t->volume[i] : 0);
		fprintf(f, "\n");
	}
	paper_csv_end(p, f);
	paper_figure(p, "figure14",
		     "Place: event data volume in intervals of one millisecond "
		     "(a second of the run around the busiest time of 16 nodes).",
		     "set xlabel 'time (ms)'\nset multiplot layout 3,1\nset ylabel 'KB/s'\n"
		     "set yrange [0:*]\nset xtics 200\nset lmargin 9\nset rmargin 20\n"
		     "set key outside right top\n"
		     /* each of the three pictures has about three tics */
		     "do for [k=2:4] {\nstats 'figure14.csv' using k nooutput\n"
		     "digit = 10**floor(log10(STATS_max / 3 + 1))\n"
		     "set ytics ceil(STATS_max / 3 / digit) * digit\n"
		     "plot 'figure14.csv' using 1:k with impulses lc 6 "
		     "title word('4 8 16', k-1).' nodes'\n}\nunset multiplot\n");
}

static void figure14(struct paper *p)
{
	const double busiest = trial_busiest(place16.volume, place16.ms, BURST_MS);

	paper_section(p, "Figure 14: event data of Place in 1 ms intervals");
	for (unsigned int i = 0; i < VOLUMES; i++)
		compare_volume(p, 4u << i, &volumes[i]);
	curve(p, "16 nodes: bursts of 20 ms, busiest mean in MB/s", busiest / 1000, 2,
	      "the mean of the whole run", trial_mean(place16.volume, place16.ms) / 1000,
	      "HM-FIG-017");
	paper_value(p, &(struct paper_value){.what = "16 nodes: busiest 20 ms",
					     .unit = "MB/s",
					     .digits = 2,
					     .published = NAN,
					     .ours = busiest / 1000,
					     .low = 2,
					     .high = 3,
					     .why = "the paper: two to three",
					     .kind = PAPER_CHECK,
					     .shows = "HM-FIG-017"});
	paper_text(p,
		   "Section 6 of the paper has 1.44 times the rates of its Table 2 for Place. "
		   "That ratio is fitted here: the volume counts a record with 5 bytes more, "
		   "as if node and a time of 32 bits stood for the log's delta of 16 bits, "
		   "10 bytes for 7. "
		   "The time of a net on 16 nodes is fitted to the mean of Figure 14; "
		   "its bursts are not.");
	draw_volumes(p, busiest);
	figures_there(p);
}

static void records(struct paper *p)
{
	uint64_t of[14] = {0}, all = 0, four = 0;
	unsigned int strays = 0;
	bool same = true;

	for (unsigned int a = 0; a < APPS; a++)
		for (unsigned int k = 0; k < COUNTS; k++) {
			const struct trial *s = &trials[a][k][IPSC2_SOFTWARE];
			const struct trial *h = &trials[a][k][IPSC2_HARDWARE];

			strays += s->strays + (recorded(a, k) ? h->strays : 0);
			for (unsigned int i = 0; i < 1u << k; i++)
				same = same && s->found[i] == s->left[i] &&
				       h->left[i] == s->found[i] &&
				       (!recorded(a, k) || h->found[i] == s->found[i]);
			/* the lengths are those decoded from the traces */
			for (unsigned int i = 0; i < 14; i++)
				of[i] += s->lengths[i] + h->lengths[i];
		}
	for (unsigned int i = 0; i < 14; i++) {
		all += of[i];
		four += i >= 4 ? of[i] : 0;
	}
	paper_check(p, !strays,
		    "messages, process states, system calls: all records are of these classes",
		    "HM-APP-036");
	paper_check(p, !of[0] && !of[1] && of[2] && of[13],
		    "records in the traces have 2 to 13 bytes, and both occur", "HM-APP-037");
	paper_value(p, &(struct paper_value){
			       .what = "records of four bytes and more, of all in the traces",
			       .unit = "%",
			       .digits = 1,
			       .published = NAN,
			       .ours = 100.0 * (double)four / (double)all,
			       .low = 50,
			       .high = 100,
			       .why = "the paper: most",
			       .kind = PAPER_CHECK,
			       .shows = "HM-APP-037"});
	paper_check(p, same,
		    "software and hardware traces hold the same records, node by node, "
		    "but for time slices",
		    "HM-APP-038");
}

int main(int argc, char **argv)
{
	static struct paper_variable varied[CONSTANTS + 1];
	struct paper *p = paper_begin(argc, argv, "hypermon", "applications",
				      "Monitoring real applications");

	paper_sensitivities(p, constants_of(APPLICATIONS, varied), "HM-SCI-003");
	run_all(p);
	paper_section(p, "Table 2: application results");
	if (!paper_varied(p, NULL)) {
		print_table(p);
		reread_table(p);
	}
	programs(p);
	place_with_one_constant(p);
	perturbation(p);
	overruns(p);
	records(p);
	if (paper_percent(p) >= 100 && !paper_varied(p, NULL))
		extraction(p);
	figure10(p);
	figure11(p);
	figure12(p);
	figure13(p);
	figure14(p);
	if (!paper_varied(p, NULL))
		constants_table(p);
	return paper_end(p);
}
