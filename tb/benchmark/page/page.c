/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Makes the page of the benchmark. Usage: page FOLDER MONITORS QUESTIONS; MONITORS and
 * QUESTIONS are folders of tb/benchmark. FOLDER has runs/PROGRAM/truth.csv,
 * answers/PROGRAM/MONITOR.csv and sizes.csv ("monitor,lut4,flip-flops,memory bits"; monitors
 * may be missing). Writes FOLDER/cells/QUESTION-MONITOR.csv, FOLDER/cells.csv with all errors,
 * FOLDER/QUESTION.svg and FOLDER/index.html. A monitor or a program whose file is missing is
 * shown as not measured. Folders FOLDER/variants/NAME have the same structure and other
 * conditions; make their pages first.
 */
#include "gnuplot.h"
#include "page.h"
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct list monitors, questions, programs;
struct table truth[MOST], answer[MOST][MOST];
bool measured[MOST][MOST];
struct score cell[MOST][MOST];
enum score_kind kind[MOST];
const char *folder;

void give_up(const char *what, const char *why)
{
	fprintf(stderr, "page: %s: %s\n", what, why);
	exit(1);
}

FILE *create(const char *name)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "w");
	if (!f)
		give_up(path, strerror(errno));
	return f;
}

void finish(FILE *f, const char *name)
{
	if (fclose(f))
		give_up(name, strerror(errno));
}

bool read_file(struct table *t, const char *name)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return table_read(t, path);
}

void draw(char *script, size_t size, const char *name)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	if (gnuplot_draw("page", script, size, NULL, path))
		exit(1);
	free(script);
}

/* ---- input folders and lists ---- */

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

/* "NAME<tab>QUESTION QUESTION..." */
static void add_part(struct about *a, const char *file, const char *value)
{
	const int n = (int)strcspn(value, "\t");
	struct mechanism *p = &a->part[a->parts];

	if (!value[n] || a->parts == MECHANISMS)
		give_up(file, "a line \"part\" without questions, or too many");
	snprintf(p->name, sizeof(p->name), "%.*s", n, value);
	snprintf(p->questions, sizeof(p->questions), " %s ", value + n + 1);
	a->parts++;
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
			     {"limits", offsetof(struct about, limits), 256},
			     {"source", offsetof(struct about, source), 256},
			     {"mechanism", offsetof(struct about, mechanism), 160},
			     {"outside", offsetof(struct about, outside), 16}};

		line[strcspn(line, "\n")] = 0;
		if (!value)
			give_up(file, "a line without a tab");
		*value++ = 0;
		if (!strcmp(line, "part"))
			add_part(a, file, value);
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

/* Checks that the monitor was given the events of the run, and has counted or lost each of
 * them. */
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
		if (!table_is(r, "adapter", " given"))
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
	if (cannot(q, m))
		fprintf(f, "# cannot: %s\n", cannot(q, m));
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

bool answers(unsigned int q, unsigned int m)
{
	return cell[q][m].programs && cell[q][m].answered;
}

double error_of(unsigned int q, unsigned int m)
{
	return score_error(&cell[q][m], kind[q]);
}

bool is_computed(unsigned int m)
{
	return !strcmp(monitors.about[m].kind, "computed");
}

const char *star(unsigned int m)
{
	return is_computed(m) ? "*" : "";
}

void begin_table(FILE *f, const char *id, const char *head)
{
	fprintf(f, "<div class=\"scroll\"><table id=\"%s\"><thead><tr>%s</tr></thead>\n", id,
		head);
}

void end_table(FILE *f)
{
	fprintf(f, "</table></div>\n");
}

/* Formats an error as per cent. The text is valid until the fourth call after this one, so that
 * one line can contain several. */
const char *percent(double error)
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
			"class=\"cannot\" data-error=\"cannot\" title=\"%s\">"
			"<a href=\"cells/%s-%s.csv\">cannot</a></td>",
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
		fprintf(f, "%.3g %% <br><small>worst %.3g</small>", 100 * error,
			100 * s->worst);
	fprintf(f, "</a></td>");
}

static void picture(unsigned int q)
{
	char *text, name[160];
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		give_up("picture", "no memory");
	gnuplot_page(f, PLOT_SVG, questions.about[q].title, "make benchmark");
	fprintf(f, "set style fill solid\nset boxwidth 0.7\nunset key\nset yrange [0:105]\n"
		   "set ylabel 'error, %%'\nset xtics rotate by -35\nset bmargin 6\n"
		   /* room for the last name */
		   "set rmargin at screen 0.88\nunset grid\nset grid ytics\n"
		   "$d << E\n");
	for (unsigned int m = 0; m < monitors.n; m++)
		if (answers(q, m))
			fprintf(f, "%u %.4f \"%s\" \"%.3g\"\n", m, 100 * error_of(q, m),
				monitors.about[m].name, 100 * error_of(q, m));
		else
			fprintf(f, "%u 0 \"%s\" \"%s\"\n", m, monitors.about[m].name,
				cell[q][m].programs ? "cannot" : "-");
	fprintf(f,
		"E\nplot $d using 1:2:xtic(3) with boxes lc rgb '%s', "
		"$d using 1:2:4 with labels offset 0,0.7\n",
		gnuplot_color[0]);
	fclose(f);
	snprintf(name, sizeof(name), "%s.svg", questions.name[q]);
	draw(text, size, name);
}

static void put_style(FILE *f)
{
	fprintf(f,
		"<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
		"<title>A benchmark of monitors</title><style>\n"
		"body { font: 15px/1.5 sans-serif; max-width: 100em; margin: 2em auto; "
		"padding: 0 1em; }\n"
		"p { max-width: 60em; } h1 { line-height: 1.2; }\n"
		".scroll { overflow-x: auto; margin: 1em 0; }\n"
		"table { border-collapse: collapse; } td, th { border-bottom: 1px solid #ccc; "
		"padding: 3px 8px; text-align: left; vertical-align: top; }\n"
		"th { font-weight: normal; } thead th { font-weight: bold; vertical-align: "
		"bottom; } "
		"tr th:first-child { position: sticky; left: 0; background: #fff; }\n"
		"#cells { font-size: 14px; } #cells tr th:first-child { min-width: 9em; }\n"
		"#cells td small { white-space: nowrap; } #losses small { display: block; "
		"} td a { color: inherit; } td.exact { background: #bfb; "
		"} td.good { background: #dfc; } td.fair { background: #fe9; "
		"} td.poor { background: #fca; }\n"
		"td.cannot a { text-decoration: none; } td.cannot, td.none { color: " STYLE_NOTE
		"; } "
		"td.n, span.n { font-variant-numeric: tabular-nums; } td.n { text-align: "
		"right; }\n"
		".pictures { display: grid; gap: 1em; "
		"grid-template-columns: repeat(auto-fit, minmax(min(100%%, 34em), 1fr)); }\n"
		"figure { margin: 0; } img { width: 100%%; max-width: 50em; height: auto; }\n"
		"</style></head><body>\n");
}

static void put_head(FILE *f)
{
	put_style(f);
	fprintf(f,
		"<h1>A benchmark of monitors</h1>\n"
		"<p>The same recorded runs of %u programs were given to each monitor, "
		"and each answered the questions by its own driver. "
		"The simulator knows the right answers. A cell has the error of the answers, "
		"its mean over the programs, and links to the rows from "
		"which it is computed. Monitors marked * are computed "
		"from the events of the run by their published rules; "
		"all others are simulated in RTL.</p>\n",
		programs.n);
}

static void put_table(FILE *f)
{
	fprintf(f, "<h2>Questions and monitors</h2>\n"
		   "<div class=\"scroll\"><table id=\"cells\"><thead><tr><th></th>");
	for (unsigned int m = 0; m < monitors.n; m++)
		fprintf(f, "<th>%s%s</th>", monitors.about[m].name, star(m));
	fprintf(f, "</tr></thead>\n");
	for (unsigned int q = 0; q < questions.n; q++) {
		fprintf(f, "<tr><th><a href=\"#%s\">%s</a><br><small>%s</small></th>",
			questions.name[q], questions.about[q].title, questions.about[q].unit);
		for (unsigned int m = 0; m < monitors.n; m++)
			put_cell(f, q, m);
		fprintf(f, "</tr>\n");
	}
	fprintf(f,
		"</table></div>\n"
		"<p>exact: no error on any program. cannot: the monitor does not measure it; "
		"the reason appears under the pointer, and in the linked file.</p>\n");
}

/* ---- conclusions ---- */

static void put_nobody(FILE *f)
{
	unsigned int n = 0;

	fprintf(f, "<h2>What nobody can answer</h2>\n");
	begin_table(f, "nobody", "<th>question</th><th>best answer</th><th>error</th>");
	for (unsigned int q = 0; q < questions.n; q++) {
		double best = 2;
		unsigned int by = 0;

		for (unsigned int m = 0; m < monitors.n; m++)
			if (answers(q, m) && error_of(q, m) < best) {
				best = error_of(q, m);
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
		"</table></div>\n<p>Questions whose best answer has an error above 5 %%: "
		"%u of %u.</p>\n",
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
					error_of(q, m));
	finish(f, "cells.csv");
}

static void put_changes(FILE *f, const struct table *base, const struct table *t)
{
	fprintf(f, "<div class=\"scroll\"><table class=\"change\"><thead><tr><th></th>");
	for (unsigned int q = 0; q < questions.n; q++)
		fprintf(f, "<th>%s</th>", questions.name[q]);
	fprintf(f, "</tr></thead>\n");
	for (unsigned int m = 0; m < monitors.n; m++) {
		fprintf(f, "<tr><th>%s%s</th>", monitors.about[m].name, star(m));
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
	end_table(f);
}

/* FOLDER/variants/NAME: pages of other conditions; "base" has the conditions of this page. */
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
	fprintf(f, "<h2>Sensitivities</h2>\n"
		   "<p>Errors in percent, first of the base, then with the change; "
		   "both over the programs of the house only.</p>\n");
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

static void put_lists(FILE *f)
{
	fprintf(f, "<h2>Monitors, and what their adapters add</h2>\n");
	begin_table(f, "monitors",
		    "<th>monitor</th><th>mechanism</th><th>the adapter adds</th>"
		    "<th>source</th>");
	for (unsigned int m = 0; m < monitors.n; m++)
		fprintf(f, "<tr><th>%s%s</th><td>%s</td><td>%s</td><td>%s</td></tr>\n",
			monitors.about[m].name, star(m), monitors.about[m].mechanism,
			monitors.about[m].adds, monitors.about[m].source);
	end_table(f);
	fprintf(f, "<h2>Runs</h2>\n");
	begin_table(f, "runs",
		    "<th>program</th><th>references</th><th>transactions</th>"
		    "<th>clocks of 20 ns</th><th>digest of the events</th>");
	for (unsigned int p = 0; p < programs.n; p++)
		fprintf(f,
			"<tr><td>%s</td><td class=\"n\">%s</td><td class=\"n\">%s</td>"
			"<td class=\"n\">%s</td><td>%s</td></tr>\n",
			programs.name[p], table_find(&truth[p], "run", "references"),
			table_find(&truth[p], "run", "transactions"),
			table_find(&truth[p], "run", "clocks"),
			table_find(&truth[p], "run", "digest"));
	end_table(f);
}

static void put_page(void)
{
	FILE *f = create("index.html.part");
	char from[4096], to[4096];

	put_head(f);
	put_verdict(f);
	put_table(f);
	put_nobody(f);
	put_values(f);
	put_claims(f);
	put_sensitivities(f);
	put_costs(f);
	put_losses(f);
	fprintf(f, "<h2>The questions, one by one</h2>\n<div class=\"pictures\">\n");
	for (unsigned int q = 0; q < questions.n; q++)
		fprintf(f,
			"<figure id=\"%s\"><img src=\"%s.svg\" alt=\"%s: "
			"error of each monitor\"></figure>\n",
			questions.name[q], questions.name[q], questions.about[q].title);
	fprintf(f, "</div>\n");
	put_lists(f);
	fprintf(f, "<h2>Add a monitor, a question or a run</h2>\n"
		   "<p>A folder of tb/benchmark/monitors is a monitor, "
		   "a folder of tb/benchmark/questions a question; "
		   "tb/benchmark/README.md says what they contain. "
		   "make benchmark PROGRAM=FILE adds a run of your own program, "
		   "recorded by librecord.</p>\n"
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
	read_sizes();
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
	write_perturbation();
	put_page();
	printf("written %s/index.html\n", folder);
	return wrong != 0;
}
