/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Makes the page of the benchmark: page FOLDER MONITORS QUESTIONS, the last two are the folders
 * of tb/benchmark. FOLDER has runs/PROGRAM/truth.csv, answers/PROGRAM/MONITOR.csv and
 * sizes.csv ("monitor,lut4,flip-flops,memory bits"; may lack monitors). Writes
 * FOLDER/cells/QUESTION-MONITOR.csv, FOLDER/cells.csv with all errors, FOLDER/QUESTION.svg and
 * FOLDER/index.html. A monitor or a program whose file is missing is shown as not measured.
 * FOLDER/variants/NAME are such folders with other conditions, whose pages are written before.
 */
#include "gnuplot.h"
#include "table.h"
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST 40

struct about {
	char title[160], score[16], unit[160]; /* of a question */
	char name[64], kind[16], adds[512], source[256], mechanism[160],
		outside[16]; /* of a monitor */
};

struct list {
	char *name[MOST];
	struct about about[MOST];
	unsigned int n;
};

static struct list monitors, questions, programs;
static struct table truth[MOST], answer[MOST][MOST]; /* [program][monitor] */
static bool measured[MOST][MOST];
static struct score cell[MOST][MOST]; /* [question][monitor] */
static enum score_kind kind[MOST];
static const char *folder;

static void give_up(const char *what, const char *why)
{
	fprintf(stderr, "page: %s: %s\n", what, why);
	exit(1);
}

static FILE *create(const char *name)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "w");
	if (!f)
		give_up(path, strerror(errno));
	return f;
}

static void finish(FILE *f, const char *name)
{
	if (fclose(f))
		give_up(name, strerror(errno));
}

/* ---- what there is ---- */

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The folders in @path that have a file @file. */
static void list_folders(struct list *l, const char *path, const char *file)
{
	DIR *d = opendir(path);
	struct dirent *e;
	char name[4096];
	struct stat st;

	if (!d)
		give_up(path, strerror(errno));
	while ((e = readdir(d)) && l->n < MOST) {
		snprintf(name, sizeof(name), "%s/%s/%s", path, e->d_name, file);
		if (e->d_name[0] != '.' && !stat(name, &st))
			l->name[l->n++] = strdup(e->d_name);
	}
	closedir(d);
	qsort(l->name, l->n, sizeof(*l->name), by_name);
}

static void read_about(struct about *a, const char *path, const char *name)
{
	char file[4096], line[1024];
	FILE *f;

	snprintf(file, sizeof(file), "%s/%s/about", path, name);
	f = fopen(file, "r");
	if (!f)
		give_up(file, strerror(errno));
	while (fgets(line, sizeof(line), f)) {
		char *value = strchr(line, '\t');
		static const struct {
			const char *name;
			size_t at, size;
		} field[] = {{"title", offsetof(struct about, title), 160},
			     {"score", offsetof(struct about, score), 16},
			     {"unit", offsetof(struct about, unit), 160},
			     {"name", offsetof(struct about, name), 64},
			     {"kind", offsetof(struct about, kind), 16},
			     {"adds", offsetof(struct about, adds), 512},
			     {"source", offsetof(struct about, source), 256},
			     {"mechanism", offsetof(struct about, mechanism), 160},
			     {"outside", offsetof(struct about, outside), 16}};

		line[strcspn(line, "\n")] = 0;
		if (!value)
			give_up(file, "a line without a tab");
		*value++ = 0;
		for (size_t i = 0; i < sizeof(field) / sizeof(*field); i++)
			if (!strcmp(line, field[i].name))
				snprintf((char *)a + field[i].at, field[i].size, "%s", value);
	}
	fclose(f);
}

static void read_tables(void)
{
	char path[4096];

	for (unsigned int p = 0; p < programs.n; p++) {
		snprintf(path, sizeof(path), "%s/runs/%s/truth.csv", folder, programs.name[p]);
		if (!table_read(&truth[p], path))
			give_up(path, "cannot be read");
		for (unsigned int m = 0; m < monitors.n; m++) {
			snprintf(path, sizeof(path), "%s/answers/%s/%s.csv", folder,
				 programs.name[p], monitors.name[m]);
			measured[p][m] = table_read(&answer[p][m], path);
		}
	}
}

/* ---- checks ---- */

static unsigned int wrong;

static void complain(unsigned int p, unsigned int m, const char *what, const char *detail)
{
	printf("FAIL %s on %s: %s %s\n", monitors.name[m], programs.name[p], what, detail);
	wrong++;
}

/* Each monitor was given the events of the run, and its adapter lost and invented none. */
static void check_adapter(unsigned int p, unsigned int m)
{
	const struct table *t = &answer[p][m];
	const char *digest = table_find(&truth[p], "run", "digest");

	for (size_t i = 0; i < t->rows; i++) {
		const struct table_row *r = &t->row[i];
		char key[48];
		size_t n = strlen(r->key);
		const char *counted, *lost;

		if (!strcmp(r->question, "digest") && strcmp(r->value, digest))
			complain(p, m, "other events than those of the run in set-up", r->key);
		if (strcmp(r->question, "adapter") || n < 6 || strcmp(r->key + n - 6, " given"))
			continue;
		snprintf(key, sizeof(key), "%.*s counted", (int)n - 6, r->key);
		counted = table_find(t, "adapter", key);
		snprintf(key, sizeof(key), "%.*s lost", (int)n - 6, r->key);
		lost = table_find(t, "adapter", key);
		if (!counted || !lost || atof(r->value) != atof(counted) + atof(lost))
			complain(p, m,
				 "the monitor has not counted what it was given in set-up",
				 r->key);
	}
}

/* ---- cells ---- */

static const char *cannot(unsigned int q, unsigned int m)
{
	for (unsigned int p = 0; p < programs.n; p++) {
		const char *why = table_find(&answer[p][m], "cannot", questions.name[q]);

		if (why)
			return why;
	}
	return NULL;
}

static void write_rows(FILE *f, unsigned int q, unsigned int p, unsigned int m)
{
	const char *name = questions.name[q];

	for (size_t i = 0; i < truth[p].rows; i++) {
		const struct table_row *r = &truth[p].row[i];
		const char *a;

		if (strcmp(r->question, name))
			continue;
		a = table_find(&answer[p][m], name, r->key);
		fprintf(f, "%s,%s,%s,%s\n", programs.name[p], r->key, r->value, a ? a : "");
	}
	for (size_t i = 0; i < answer[p][m].rows; i++) {
		const struct table_row *r = &answer[p][m].row[i];

		if (!strcmp(r->question, name) && !table_find(&truth[p], name, r->key))
			fprintf(f, "%s,%s,,%s\n", programs.name[p], r->key, r->value);
	}
}

static void make_cell(unsigned int q, unsigned int m)
{
	char name[128];
	FILE *f;

	snprintf(name, sizeof(name), "cells/%s-%s.csv", questions.name[q], monitors.name[m]);
	f = create(name);
	for (unsigned int p = 0; p < programs.n; p++)
		if (measured[p][m])
			fprintf(f, "# run: runs/%s/run.gz, digest %s; answers/%s/%s.csv\n",
				programs.name[p], table_find(&truth[p], "run", "digest"),
				programs.name[p], monitors.name[m]);
	fprintf(f, "# score: %s\nprogram,key,truth,answer\n", questions.about[q].score);
	for (unsigned int p = 0; p < programs.n; p++)
		if (measured[p][m]) {
			score_add(&cell[q][m], kind[q], questions.name[q], &truth[p],
				  &answer[p][m]);
			write_rows(f, q, p, m);
		}
	finish(f, name);
}

/* ---- the page ---- */

static bool answers(unsigned int q, unsigned int m)
{
	return cell[q][m].programs && cell[q][m].answered;
}

static bool is_computed(unsigned int m)
{
	return !strcmp(monitors.about[m].kind, "computed");
}

/* In one of a few buffers, so that a line can have several. */
static const char *percent(double error)
{
	static char text[4][16];
	static unsigned int n;

	n = (n + 1) % 4;
	snprintf(text[n], sizeof(text[n]), "%.3g", 100 * error);
	return text[n];
}

static void put_cell(FILE *f, unsigned int q, unsigned int m)
{
	const struct score *s = &cell[q][m];
	const double error = score_error(s, kind[q]);
	const char *why = cannot(q, m);

	fprintf(f, "<td data-question=\"%s\" data-monitor=\"%s\" ", questions.name[q],
		monitors.name[m]);
	if (!s->programs) {
		fprintf(f, "class=\"none\">not measured</td>");
		return;
	}
	if (!s->answered) {
		fprintf(f,
			"class=\"cannot\" data-error=\"cannot\" title=\"%s\"><a "
			"href=\"cells/%s-%s.csv\">"
			"cannot</a></td>",
			why ? why : "no answer on these programs", questions.name[q],
			monitors.name[m]);
		return;
	}
	fprintf(f, "class=\"%s\" data-error=\"%.6f\"><a href=\"cells/%s-%s.csv\">",
		error == 0    ? "exact"
		: error < 0.1 ? "good"
		: error < 0.5 ? "fair"
			      : "poor",
		error, questions.name[q], monitors.name[m]);
	if (error == 0)
		fprintf(f, "exact");
	else if (kind[q] == SCORE_SET)
		fprintf(f, "finds %u of %u, %u wrong", s->right, s->positive,
			s->named - s->right);
	else
		fprintf(f, "%.3g %% <small>worst %.3g</small>", 100 * error, 100 * s->worst);
	fprintf(f, "</a></td>");
}

static void picture(unsigned int q)
{
	char *text, name[160], path[4096];
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		give_up("picture", "no memory");
	gnuplot_page(f, PLOT_SVG, questions.about[q].title, "make benchmark");
	fprintf(f, "set style fill solid\nset boxwidth 0.7\nunset key\nset yrange [0:105]\n"
		   "set ylabel 'error, %%'\nset xtics rotate by -35\nset bmargin 6\n"
		   "$d << E\n");
	for (unsigned int m = 0; m < monitors.n; m++)
		if (answers(q, m))
			fprintf(f, "%u %.4f \"%s\" \"%.3g\"\n", m,
				100 * score_error(&cell[q][m], kind[q]), monitors.name[m],
				100 * score_error(&cell[q][m], kind[q]));
		else
			fprintf(f, "%u 0 \"%s\" \"%s\"\n", m, monitors.name[m],
				cell[q][m].programs ? "cannot" : "-");
	fprintf(f,
		"E\nplot $d using 1:2:xtic(3) with boxes lc rgb '%s', "
		"$d using 1:2:4 with labels offset 0,0.7\n",
		gnuplot_color[0]);
	fclose(f);
	snprintf(name, sizeof(name), "%s.svg", questions.name[q]);
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	if (gnuplot_draw("page", text, size, NULL, path))
		exit(1);
	free(text);
}

static void put_head(FILE *f)
{
	fprintf(f,
		"<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
		"<title>A benchmark of monitors</title><style>\n"
		"body { font: 15px/1.5 sans-serif; max-width: 84em; margin: 2em auto; "
		"padding: 0 1em; }\n"
		"table { border-collapse: collapse; margin: 1em 0; } td, th { border-bottom: "
		"1px solid #ccc; padding: 2px 8px; text-align: left; vertical-align: top; }\n"
		"td a { color: inherit; } td.exact { background: #bfb; } td.good { background: "
		"#dfc; } td.fair { background: #fe9; } td.poor { background: #fca; }\n"
		"td.cannot, td.none { color: #777; } td.n { text-align: right; } "
		"figure { display: inline-block; margin: 1em 0; } img { max-width: 38em; }\n"
		"</style></head><body><h1>A benchmark of monitors</h1>\n"
		"<p>The same recorded runs of %u programs were given to each monitor, and each "
		"answered the questions by its own driver. The simulator knows the right "
		"answers. A cell has the error of the answers, its mean over the programs, and "
		"links to the rows from which it is computed. Monitors marked * are computed "
		"from the events of the run by their published rules; all others are "
		"simulated in RTL.</p>\n",
		programs.n);
}

static void put_table(FILE *f)
{
	fprintf(f, "<h2>Questions and monitors</h2>\n<table id=\"cells\"><tr><th></th>");
	for (unsigned int m = 0; m < monitors.n; m++)
		fprintf(f, "<th>%s%s</th>", monitors.about[m].name, is_computed(m) ? "*" : "");
	fprintf(f, "</tr>\n");
	for (unsigned int q = 0; q < questions.n; q++) {
		fprintf(f, "<tr><th><a href=\"#%s\">%s</a><br><small>%s</small></th>",
			questions.name[q], questions.about[q].title, questions.about[q].unit);
		for (unsigned int m = 0; m < monitors.n; m++)
			put_cell(f, q, m);
		fprintf(f, "</tr>\n");
	}
	fprintf(f, "</table>\n<p>exact: no error on any program. cannot: the monitor does not "
		   "measure it; the reason appears under the pointer.</p>\n");
}

/* The largest value of a cost over all programs and set-ups; NAN: none. */
static double cost(unsigned int m, const char *name)
{
	double most = NAN;

	for (unsigned int p = 0; p < programs.n; p++)
		for (size_t i = 0; i < answer[p][m].rows; i++) {
			const struct table_row *r = &answer[p][m].row[i];
			const size_t n = strlen(r->key), k = strlen(name);

			if (!strcmp(r->question, "cost") && n > k &&
			    !strcmp(r->key + n - k, name))
				most = isnan(most) ? atof(r->value)
						   : fmax(most, atof(r->value));
		}
	return most;
}

static void put_number(FILE *f, double v, const char *format)
{
	fprintf(f, "<td class=\"n\">");
	if (isnan(v))
		fprintf(f, "not measured");
	else
		fprintf(f, format, v);
	fprintf(f, "</td>");
}

static void put_costs(FILE *f)
{
	struct table sizes;
	char path[4096];

	snprintf(path, sizeof(path), "%s/sizes.csv", folder);
	table_read(&sizes, path);
	fprintf(f,
		"<h2>Costs</h2>\n<p>Bytes: the most that the host reads for one set-up. "
		"Change: "
		"time on the board from one question to the next, through the driver, with the "
		"memories cleared. LUT4, flip-flops and memory as ci/measure/map-ecp5 maps all of "
		"them for an ECP5. Slower: what the program takes longer with the probes of "
		"the monitor, computed from their number.</p>\n<table "
		"id=\"costs\"><tr><th>monitor</th><th>bytes</th><th>change, us"
		"</th><th>LUT4</th><th>flip-flops</th><th>memory, bits inside</th><th>memory, "
		"bits "
		"outside</th><th>slower, %%</th></tr>\n");
	for (unsigned int m = 0; m < monitors.n; m++) {
		static const char *const part[] = {"lut4", "flip-flops", "inside"};

		fprintf(f, "<tr><td>%s%s</td>", monitors.about[m].name,
			is_computed(m) ? "*" : "");
		put_number(f, cost(m, " bytes"), "%.0f");
		put_number(f, cost(m, " change ns") / 1000, "%.1f");
		for (unsigned int k = 0; k < 3; k++) {
			const char *v = table_find(&sizes, monitors.name[m], part[k]);

			put_number(f, v ? atof(v) : NAN, "%.0f");
		}
		put_number(f,
			   *monitors.about[m].outside ? atof(monitors.about[m].outside) : NAN,
			   "%.0f");
		put_number(f, cost(m, " slower %"), "%.2f");
		fprintf(f, "</tr>\n");
	}
	fprintf(f, "</table>\n");
	table_free(&sizes);
}

/* Row of one of the set-ups in @t whose key ends in @name; NAN: none. */
static double of_setup(const struct table *t, const char *question, const char *name)
{
	for (size_t i = 0; i < t->rows; i++) {
		const size_t n = strlen(t->row[i].key), k = strlen(name);

		if (!strcmp(t->row[i].question, question) && n > k &&
		    !strcmp(t->row[i].key + n - k, name))
			return atof(t->row[i].value);
	}
	return NAN;
}

static void put_losses(FILE *f)
{
	static const unsigned int percent[] = {1, 5, 10, 20, 50, 100};

	fprintf(f,
		"<h2>Loss under load</h2>\n<p>Transactions lost of 4,000 that the memory card "
		"serves without a pause (100 %%: one in 6 clocks of 20 ns) and at lower "
		"rates, and whether the monitor says so.</p>\n<table id=\"losses\"><tr><th>"
		"monitor</th>");
	for (unsigned int i = 0; i < 6; i++)
		fprintf(f, "<th>%u %%</th>", percent[i]);
	fprintf(f, "</tr>\n");
	for (unsigned int m = 0; m < monitors.n; m++) {
		fprintf(f, "<tr><td>%s</td>", monitors.about[m].name);
		for (unsigned int i = 0; i < 6; i++) {
			char path[4096], name[128];
			struct table t;
			double given, lost, flagged;

			snprintf(name, sizeof(name), "loss/%s-%u.csv", monitors.name[m],
				 percent[i]);
			snprintf(path, sizeof(path), "%s/%s", folder, name);
			if (!table_read(&t, path)) {
				fprintf(f, "<td class=\"none\">not measured</td>");
				continue;
			}
			given = of_setup(&t, "adapter", " given");
			lost = of_setup(&t, "adapter", " lost");
			flagged = of_setup(&t, "cost", " flagged");
			fprintf(f, "<td><a href=\"%s\">%.1f %%</a>%s</td>", name,
				100 * lost / given,
				!lost			     ? ""
				: isnan(flagged) || !flagged ? ", not flagged"
							     : ", flagged");
			table_free(&t);
		}
		fprintf(f, "</tr>\n");
	}
	fprintf(f, "</table>\n");
}

/* ---- what follows ---- */

static void put_nobody(FILE *f)
{
	unsigned int n = 0;

	fprintf(f, "<h2>What nobody can answer</h2>\n<table id=\"nobody\"><tr><th>question</th>"
		   "<th>best answer</th><th>error</th></tr>\n");
	for (unsigned int q = 0; q < questions.n; q++) {
		double best = 2;
		unsigned int by = 0;

		for (unsigned int m = 0; m < monitors.n; m++)
			if (answers(q, m) && score_error(&cell[q][m], kind[q]) < best) {
				best = score_error(&cell[q][m], kind[q]);
				by = m;
			}
		if (best <= 0.05)
			continue;
		n++;
		fprintf(f, "<tr><td>%s</td><td>%s</td><td>%s", questions.about[q].title,
			best < 2 ? monitors.about[by].name : "none", best < 2 ? "" : "-");
		if (best < 2)
			fprintf(f, "%.3g %%", 100 * best);
		fprintf(f, "</td></tr>\n");
	}
	fprintf(f,
		"</table>\n<p>%u of %u questions have no answer with an error of at most 5 %%."
		"</p>\n",
		n, questions.n);
}

/* cells.csv has the errors of all cells that have an answer, for the page of a comparison. */
static void write_errors(void)
{
	FILE *f = create("cells.csv");

	fprintf(f, "question,key,value\n");
	for (unsigned int q = 0; q < questions.n; q++)
		for (unsigned int m = 0; m < monitors.n; m++)
			if (answers(q, m))
				fprintf(f, "%s,%s,%.6f\n", questions.name[q], monitors.name[m],
					score_error(&cell[q][m], kind[q]));
	finish(f, "cells.csv");
}

static void put_changes(FILE *f, const struct table *base, const struct table *t)
{
	fprintf(f, "<table class=\"change\"><tr><th></th>");
	for (unsigned int q = 0; q < questions.n; q++)
		fprintf(f, "<th>%s</th>", questions.name[q]);
	fprintf(f, "</tr>\n");
	for (unsigned int m = 0; m < monitors.n; m++) {
		fprintf(f, "<tr><td>%s%s</td>", monitors.about[m].name,
			is_computed(m) ? "*" : "");
		for (unsigned int q = 0; q < questions.n; q++) {
			const char *was = table_find(base, questions.name[q], monitors.name[m]);
			const char *is = table_find(t, questions.name[q], monitors.name[m]);
			const double a = was ? atof(was) : 1, b = is ? atof(is) : 1;

			fprintf(f, "<td class=\"%s\">",
				!was && !is	? "none"
				: b > a + 0.005 ? "poor"
				: b < a - 0.005 ? "exact"
						: "");
			if (fabs(a - b) > 0.005 || !was != !is)
				fprintf(f, "%s &rarr; ", was ? percent(a) : "cannot");
			fprintf(f, "%s</td>", is ? percent(b) : was ? "cannot" : "-");
		}
		fprintf(f, "</tr>\n");
	}
	fprintf(f, "</table>\n");
}

/* FOLDER/variants/NAME: pages of other conditions; "base" has those of this page. */
static void put_sensitivities(FILE *f)
{
	static struct list variants;
	struct table base, t;
	char path[4096];

	snprintf(path, sizeof(path), "%s/variants", folder);
	if (access(path, R_OK))
		return;
	list_folders(&variants, path, "cells.csv");
	if (variants.n < 2)
		return;
	snprintf(path, sizeof(path), "%s/variants/base/cells.csv", folder);
	if (!table_read(&base, path))
		give_up(path, "cannot be read");
	fprintf(f, "<h2>Sensitivities</h2>\n<p>Errors in percent, first of the base, then with "
		   "the change; both over the programs of the house only.</p>\n");
	for (unsigned int v = 0; v < variants.n; v++) {
		if (!strcmp(variants.name[v], "base"))
			continue;
		snprintf(path, sizeof(path), "%s/variants", folder);
		read_about(&variants.about[v], path, variants.name[v]);
		snprintf(path, sizeof(path), "%s/variants/%s/cells.csv", folder,
			 variants.name[v]);
		if (!table_read(&t, path))
			give_up(path, "cannot be read");
		fprintf(f, "<h3><a href=\"variants/%s/index.html\">%s</a></h3>\n",
			variants.name[v], variants.about[v].title);
		put_changes(f, &base, &t);
		table_free(&t);
	}
	table_free(&base);
}

/* The sum over questions of 1 - the smallest error of a set of monitors. */
static double value_of(uint64_t set)
{
	double sum = 0;

	for (unsigned int q = 0; q < questions.n; q++) {
		double best = 1;

		for (unsigned int m = 0; m < monitors.n; m++)
			if (set >> m & 1 && answers(q, m))
				best = fmin(best, score_error(&cell[q][m], kind[q]));
		sum += 1 - best;
	}
	return sum;
}

static void put_verdict(FILE *f)
{
	uint64_t set = 0, all = 0;

	for (unsigned int m = 0; m < monitors.n; m++)
		all |= (uint64_t)1 << m;
	fprintf(f,
		"<h2>Verdict: the marginal value of each mechanism</h2>\n<p>The value of a set "
		"of "
		"monitors is the sum, over the %u questions, of 1 - the smallest error of its "
		"members. The table takes in each step the monitor that adds most; the last "
		"column is what all others together lose without it.</p>\n"
		"<table "
		"id=\"verdict\"><tr><th>step</th><th>monitor</th><th>mechanism</th><th>value "
		"of the set</th><th>added</th><th>alone</th><th>lost without it</th></tr>\n",
		questions.n);
	for (unsigned int step = 1; step <= monitors.n; step++) {
		double best = -1;
		unsigned int take = 0;

		for (unsigned int m = 0; m < monitors.n; m++) {
			const double v = value_of(set | (uint64_t)1 << m);

			if (!(set >> m & 1) && v > best)
				best = v, take = m;
		}
		fprintf(f,
			"<tr><td>%u</td><td>%s%s</td><td>%s</td><td class=\"n\">%.2f</td><td "
			"class=\"n\">%.2f</td><td class=\"n\">%.2f</td><td "
			"class=\"n\">%.2f</td></tr>\n",
			step, monitors.about[take].name, is_computed(take) ? "*" : "",
			monitors.about[take].mechanism, best, best - value_of(set),
			value_of((uint64_t)1 << take),
			value_of(all) - value_of(all & ~((uint64_t)1 << take)));
		set |= (uint64_t)1 << take;
	}
	fprintf(f, "</table>\n");
}

/* LUT4 of a monitor; NAN: not known. */
static double luts(const struct table *sizes, unsigned int m)
{
	const char *v = table_find(sizes, monitors.name[m], "lut4");

	return v ? atof(v) : NAN;
}

#define SETS 400u
struct set {
	uint64_t members;
	double value, cost;
};

/* All sets of one to three monitors in RTL. */
static unsigned int list_sets(struct set *sets, const struct table *sizes)
{
	unsigned int n = 0;

	for (unsigned int a = 0; a < monitors.n; a++)
		for (unsigned int b = a; b < monitors.n; b++)
			for (unsigned int c = b; c < monitors.n && n < SETS; c++) {
				const unsigned int m[3] = {a, b, c};
				struct set s = {0};

				if (a == b && b != c)
					continue; /* {b, c, c} */
				for (unsigned int i = 0; i < 3; i++) {
					if (s.members >> m[i] & 1)
						continue;
					s.members |= (uint64_t)1 << m[i];
					s.cost += is_computed(m[i]) ? NAN : luts(sizes, m[i]);
				}
				s.value = value_of(s.members);
				if (!isnan(s.cost))
					sets[n++] = s;
			}
	return n;
}

static int by_cost(const void *a, const void *b)
{
	const struct set *x = a, *y = b;

	return x->cost != y->cost ? (x->cost > y->cost ? 1 : -1) : x->value < y->value ? 1 : -1;
}

/* The sets that answer more than every cheaper one. */
static void put_sets(FILE *f)
{
	static struct set sets[SETS];
	struct table sizes;
	char path[4096];
	double most = 0;
	unsigned int n;

	snprintf(path, sizeof(path), "%s/sizes.csv", folder);
	table_read(&sizes, path);
	n = list_sets(sets, &sizes);
	table_free(&sizes);
	if (!n)
		return;
	qsort(sets, n, sizeof(*sets), by_cost);
	fprintf(f,
		"<h3>Most answers at least cost</h3>\n<p>Sets of one to three monitors in RTL "
		"that have a greater value than all sets with fewer LUT4.</p>\n<table "
		"id=\"sets\"><tr><th>monitors</th><th>LUT4</th><th>value</th></tr>\n");
	for (unsigned int i = 0; i < n; i++) {
		const char *and = "";

		if (sets[i].value < most + 0.005)
			continue;
		most = sets[i].value;
		fprintf(f, "<tr><td>");
		for (unsigned int m = 0; m < monitors.n; m++)
			if (sets[i].members >> m & 1) {
				fprintf(f, "%s%s", and, monitors.about[m].name);
				and = " + ";
			}
		fprintf(f, "</td><td class=\"n\">%.0f</td><td class=\"n\">%.2f</td></tr>\n",
			sets[i].cost, sets[i].value);
	}
	fprintf(f, "</table>\n");
}

/* ---- the claims of the thesis ---- */

/* The smallest and the largest value of a claim's row over all programs; false: none. */
static bool claim(const char *monitor, const char *name, double *least, double *most)
{
	bool found = false;

	for (unsigned int m = 0; m < monitors.n; m++)
		for (unsigned int p = 0; p < programs.n && !strcmp(monitors.name[m], monitor);
		     p++) {
			const char *v = table_find(&answer[p][m], "claim", name);

			if (!v)
				continue;
			*least = found ? fmin(*least, atof(v)) : atof(v);
			*most = found ? fmax(*most, atof(v)) : atof(v);
			found = true;
		}
	return found;
}

static void put_claim(FILE *f, const char *text, bool holds, const char *measured, ...)
{
	va_list args;

	fprintf(f, "<tr><td>%s</td><td>%s</td><td>", text, holds ? "holds" : "does not hold");
	va_start(args, measured);
	vfprintf(f, measured, args);
	va_end(args);
	fprintf(f, "</td></tr>\n");
}

/* Programs with false sharing, or without, of which the counters of the Bus Watches tell. */
static void count_sharing(bool with, unsigned int *told, unsigned int *all)
{
	*told = *all = 0;
	for (unsigned int m = 0; m < monitors.n; m++)
		for (unsigned int p = 0; p < programs.n; p++) {
			const char *v = table_find(&answer[p][m], "claim", "sharing found");
			bool has = false;

			for (size_t i = 0; i < truth[p].rows; i++)
				has |= !strcmp(truth[p].row[i].question, "false-sharing") &&
				       atof(truth[p].row[i].value) != 0;
			if (!v || has != with)
				continue;
			++*all;
			*told += atof(v) != 0;
		}
}

static void put_claims(FILE *f)
{
	double lost, most, one, exchange, run, least;
	unsigned int told, with, wrong_ones, without;

	fprintf(f, "<h2>Claims of the thesis, measured</h2>\n<p>Chapter 2 of the thesis on the "
		   "monitor of NUMAchine compares earlier monitors in words.</p>\n<table "
		   "id=\"claims\"><tr><th>claim</th><th></th><th>measured</th></tr>\n");
	if (claim("supermon", "two banks lost", &lost, &most) &&
	    claim("supermon", "one bank lost", &least, &one))
		put_claim(
			f, "SUPERMON: cascaded SRAMs with registers lose no cycle", most == 0,
			"events in successive clocks: %.3g %% lost with two interleaved banks, "
			"%.3g %% with one",
			100 * most, 100 * one);
	if (claim("dash", "exchange ns", &exchange, &most) &&
	    claim("dash", "run ns", &least, &run))
		put_claim(
			f,
			"DASH: the circuit's exchange is too slow for changing the mode often",
			exchange > run / 10,
			"%.1f ms; the longest run takes %.1f ms of the monitor's clock, so "
			"that one exchange costs %.0f %% of it",
			exchange / 1e6, run / 1e6, 100 * exchange / run);
	count_sharing(true, &told, &with);
	count_sharing(false, &wrong_ones, &without);
	if (with + without)
		put_claim(f,
			  "SPARCcenter 2000: the counters of the Bus Watches give insight into "
			  "false sharing",
			  with && told == with && !wrong_ones,
			  "they report sharing in %u of %u programs with false sharing, and in "
			  "%u "
			  "of %u without; they name no variable",
			  told, with, wrong_ones, without);
	fprintf(f, "</table>\n");
}

static void put_lists(FILE *f)
{
	fprintf(f, "<h2>Monitors, and what their adapters "
		   "add</h2>\n<table><tr><th>monitor</th><th>"
		   "mechanism</th><th>the adapter adds</th><th>source</th></tr>\n");
	for (unsigned int m = 0; m < monitors.n; m++)
		fprintf(f, "<tr><td>%s%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\n",
			monitors.about[m].name, is_computed(m) ? "*" : "",
			monitors.about[m].mechanism, monitors.about[m].adds,
			monitors.about[m].source);
	fprintf(f, "</table>\n<h2>Runs</h2>\n<table><tr><th>program</th><th>references</th><th>"
		   "transactions</th><th>clocks of 20 ns</th><th>digest of the "
		   "events</th></tr>\n");
	for (unsigned int p = 0; p < programs.n; p++)
		fprintf(f,
			"<tr><td>%s</td><td class=\"n\">%s</td><td class=\"n\">%s</td><td "
			"class=\"n\">%s</td><td>%s</td></tr>\n",
			programs.name[p], table_find(&truth[p], "run", "references"),
			table_find(&truth[p], "run", "transactions"),
			table_find(&truth[p], "run", "clocks"),
			table_find(&truth[p], "run", "digest"));
	fprintf(f, "</table>\n");
}

static void put_page(void)
{
	FILE *f = create("index.html.part");
	char from[4096], to[4096];

	put_head(f);
	put_table(f);
	put_nobody(f);
	put_verdict(f);
	put_sets(f);
	put_claims(f);
	put_sensitivities(f);
	put_costs(f);
	put_losses(f);
	for (unsigned int q = 0; q < questions.n; q++)
		fprintf(f,
			"<figure id=\"%s\"><img src=\"%s.svg\" alt=\"%s: error of each "
			"monitor\">"
			"</figure>\n",
			questions.name[q], questions.name[q], questions.about[q].title);
	put_lists(f);
	fprintf(f, "<h2>Add a monitor, a question or a run</h2>\n<p>A folder of "
		   "tb/benchmark/monitors "
		   "is a monitor, a folder of tb/benchmark/questions a question; "
		   "tb/benchmark/README.md says what they contain. make benchmark "
		   "PROGRAM=FILE adds a run of your own program, recorded by librecord.</p>\n"
		   "</body></html>\n");
	finish(f, "index.html");
	snprintf(from, sizeof(from), "%s/index.html.part", folder);
	snprintf(to, sizeof(to), "%s/index.html", folder);
	if (rename(from, to))
		give_up(to, strerror(errno));
}

int main(int argc, char **argv)
{
	char path[4096];

	if (argc != 4) {
		fprintf(stderr, "usage: page FOLDER MONITORS QUESTIONS\n");
		return 2;
	}
	folder = argv[1];
	list_folders(&monitors, argv[2], "monitor.c");
	list_folders(&questions, argv[3], "truth.c");
	snprintf(path, sizeof(path), "%s/runs", folder);
	list_folders(&programs, path, "truth.csv");
	snprintf(path, sizeof(path), "%s/cells", folder);
	if (mkdir(path, 0777) && errno != EEXIST)
		give_up(path, strerror(errno));
	for (unsigned int m = 0; m < monitors.n; m++)
		read_about(&monitors.about[m], argv[2], monitors.name[m]);
	for (unsigned int q = 0; q < questions.n; q++) {
		read_about(&questions.about[q], argv[3], questions.name[q]);
		if (!score_by_name(questions.about[q].score, &kind[q]))
			give_up(questions.name[q], "unknown score in its file about");
	}
	read_tables();
	for (unsigned int m = 0; m < monitors.n; m++) {
		for (unsigned int p = 0; p < programs.n; p++)
			if (measured[p][m])
				check_adapter(p, m);
		for (unsigned int q = 0; q < questions.n; q++)
			make_cell(q, m);
	}
	for (unsigned int q = 0; q < questions.n; q++)
		picture(q);
	write_errors();
	put_page();
	printf("written %s/index.html\n", folder);
	return wrong != 0;
}
