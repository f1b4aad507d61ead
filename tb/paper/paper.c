/* SPDX-License-Identifier: Apache-2.0 */
#include "paper.h"
#include "gnuplot.h"
#include "csv.h"
#include "sim.h"
#include "starts_with.h"
#include <errno.h>
#include <getopt.h>
#include <glob.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH 512

/* The harness requires a list of tests of every program. */
const struct sim_test sim_tests[] = {{0}};

/* A row with a prediction or a statement, kept for the sensitivities. */
struct row {
	char *section, *what;
	unsigned int number; /* number of the row in its section */
	enum paper_kind kind;
	int digits;
	bool holds, shortened;
	double ours; /* NAN: a statement */
};

struct rows {
	struct row *v;
	size_t n, room;
};

struct paper {
	const char *board, *name, *output;
	uint64_t seed;
	unsigned int percent;
	FILE *html, *results;
	char html_path[PATH], results_path[PATH], csv_path[PATH];
	const char *table; /* kind of the open table of the page, "value" or "claim"; NULL:
			    * none */
	unsigned int failed, values;
	unsigned int rows[PAPER_KINDS], held[PAPER_KINDS], missed[PAPER_KINDS],
		not_run[PAPER_KINDS];
	FILE *variations; /* rows of the table of variations; NULL: none */
	bool progress;
	const char *program, *part; /* part: NULL: the whole program */
	struct rows all;
	char section[200];
	const struct paper_variable *constants; /* constants whose sensitivities are required */
	const char *sensitivities_show;
	const char *change; /* change of the model, see paper_change() */
	bool changed;	    /* the program has called paper_change() */
	const char *vary;   /* change of one of the constants; NULL: none */
	unsigned int vary_index;
	bool vary_more;
};

static void die(const char *what, const char *path)
{
	fprintf(stderr, "%s: %s\n", path, what);
	exit(1);
}

static void make_directories(const char *path)
{
	char part[PATH];

	for (size_t i = 1; i <= strlen(path) && i < sizeof(part); i++) {
		if (path[i] != '/' && path[i])
			continue;
		memcpy(part, path, i);
		part[i] = 0;
		if (mkdir(part, 0777) && errno != EEXIST)
			die(strerror(errno), part);
	}
}

/* Makes the name of a file of this process, because two runs may write the same results. */
static void temporary_path(char temporary[PATH + 24], const char *path)
{
	snprintf(temporary, PATH + 24, "%s.%ld.part", path, (long)getpid());
}

/* Creates a file that gets its name when it is complete. */
static FILE *create(char path[PATH], const char *directory, const char *name,
		    const char *suffix)
{
	char temporary[PATH + 24];
	FILE *f;

	if (snprintf(path, PATH, "%s/%s%s", directory, name, suffix) >= PATH)
		die("the name is too long", directory);
	temporary_path(temporary, path);
	f = fopen(temporary, "w");
	if (!f)
		die(strerror(errno), temporary);
	return f;
}

static void put_in_place(FILE *f, const char *path)
{
	char temporary[PATH + 24];

	temporary_path(temporary, path);
	if (ferror(f) | fclose(f) || rename(temporary, path))
		die(errno ? strerror(errno) : "write error", path);
}

/* ---- the page ---- */

static void put_text(FILE *f, const char *text)
{
	for (; *text; text++) {
		switch (*text) {
		case '&':
			fputs("&amp;", f);
			break;
		case '<':
			fputs("&lt;", f);
			break;
		case '>':
			fputs("&gt;", f);
			break;
		case '"':
			fputs("&quot;", f);
			break;
		default:
			fputc(*text, f);
		}
	}
}

static void put_element(FILE *f, const char *tag, const char *class, const char *text)
{
	fprintf(f, "<%s%s%s%s>", tag, class ? " class=\"" : "", class ? class : "",
		class ? "\"" : "");
	put_text(f, text);
	fprintf(f, "</%s>", tag);
}

static void end_table(struct paper *p)
{
	if (p->table)
		fputs("</table>\n", p->html);
	p->table = NULL;
}

/* Begins a table, unless the table of this kind is open. */
static void begin_table(struct paper *p, const char *kind, const char *heads)
{
	if (p->table && strcmp(p->table, kind) == 0)
		return;
	end_table(p);
	p->table = kind;
	fprintf(p->html, "<table class=\"%s\"><tr>%s</tr>\n", kind, heads);
}

static void quiet(struct paper *p)
{
	if (p->progress)
		fputs("\r\033[K", stderr);
}

void paper_section(struct paper *p, const char *title)
{
	snprintf(p->section, sizeof(p->section), "%s", title);
	end_table(p);
	quiet(p);
	printf("\n%s\n", title);
	put_element(p->html, "h3", NULL, title);
	fputc('\n', p->html);
}

void paper_text(struct paper *p, const char *fmt, ...)
{
	char text[2000];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	end_table(p);
	put_element(p->html, "p", NULL, text);
	fputc('\n', p->html);
}

/* ---- verdicts ---- */

static void add_row(struct rows *all, const struct row *r)
{
	unsigned int number = 0;

	if (r->kind != PAPER_PREDICTED && r->kind != PAPER_STATEMENT)
		return;
	if (all->n == all->room) {
		all->room = all->room ? 2 * all->room : 64;
		all->v = realloc(all->v, all->room * sizeof(*all->v));
		if (!all->v)
			die("out of memory", r->what);
	}
	for (size_t i = 0; i < all->n; i++)
		number += strcmp(all->v[i].section, r->section) == 0;
	all->v[all->n] = *r;
	all->v[all->n].number = number;
	all->v[all->n].section = strdup(r->section);
	all->v[all->n].what = strdup(r->what);
	if (!all->v[all->n].section || !all->v[all->n].what)
		die("out of memory", r->what);
	all->n++;
}

static void free_rows(struct rows *all)
{
	for (size_t i = 0; i < all->n; i++) {
		free(all->v[i].section);
		free(all->v[i].what);
	}
	free(all->v);
	memset(all, 0, sizeof(*all));
}

enum verdict { HOLDS, MISSED, FAILS, NOT_RUN };

static const char *const kinds[PAPER_KINDS] = {"-",	  "given",     "fitted", "predicted",
					       "implied", "statement", "check"};

static enum verdict judge(struct paper *p, enum paper_kind kind, bool ok, bool shortened,
			  const char *missed)
{
	enum verdict v = ok && !missed ? HOLDS : missed && !ok ? MISSED : FAILS;

	if (shortened)
		v = NOT_RUN;
	p->values++;
	p->rows[kind]++;
	p->held[kind] += v == HOLDS;
	p->missed[kind] += v == MISSED;
	p->not_run[kind] += v == NOT_RUN;
	p->failed += v == FAILS;
	return v;
}

/* Writes a result. @mark: the mark that ci/checks/kinds counts. */
static void record(struct paper *p, const char *what, enum verdict v, enum paper_kind kind,
		   const char *mark, const char *shows)
{
	static const char *const words[] = {"pass", "missed", "fail", "not run"};

	fprintf(p->results, "paper-%s\t%s: %s\t-\t%" PRIu64 "\t%s\t%s\t-\t%s\t%s\n", p->board,
		p->name, what, p->seed, words[v], mark, kinds[kind], shows ? shows : "");
}

static void put_verdict(struct paper *p, enum verdict v, const char *missed)
{
	static const char *const words[] = {"holds", "misses", "does not hold",
					    "needs the whole run"};

	put_element(p->html, "td",
		    v == FAILS	  ? "bad"
		    : v == MISSED ? "missed"
				  : NULL,
		    v == FAILS && missed ? "holds now: the reason of its miss is out of date"
					 : words[v]);
}

static const char *const verdicts[] = {"", "  MISSES", "  FAILS", "  (not run)"};

/* Returns what the kind of the value requires and the value lacks; NULL: nothing. */
static const char *lacks(const struct paper_value *v)
{
	if (v->kind == PAPER_PREDICTED && isnan(v->published))
		return "a published value";
	if (v->kind == PAPER_FITTED && !v->fitted)
		return "the constant that was fitted";
	if (v->kind == PAPER_IMPLIED && !v->implied_by)
		return "what it is implied by";
	if (v->published < v->low || v->published > v->high)
		return "a bound that the published value meets";
	return NULL;
}

void paper_value(struct paper *p, const struct paper_value *v)
{
	const bool ok = v->ours >= v->low && v->ours <= v->high;
	const char *const lacking = lacks(v);
	const enum verdict verdict = judge(p, v->kind, ok && !lacking, v->shortened && !lacking,
					   lacking ? NULL : v->missed);
	char published[40] = "", ours[40], off[40] = "", bound[80];
	const char *why = v->missed ? v->missed : v->why;

	add_row(&p->all, &(struct row){.section = p->section,
				       .what = (char *)v->what,
				       .kind = v->kind,
				       .digits = v->digits,
				       .holds = ok,
				       .shortened = v->shortened,
				       .ours = v->ours});
	quiet(p);
	snprintf(ours, sizeof(ours), "%.*f", v->digits, v->ours);
	snprintf(bound, sizeof(bound), "%.*f to %.*f", v->digits, v->low, v->digits, v->high);
	if (!isnan(v->published)) {
		snprintf(published, sizeof(published), "%.*f", v->digits, v->published);
		snprintf(off, sizeof(off), "%+.1f %%", 100 * (v->ours / v->published - 1));
	}
	printf("  %-58s %12s %12s %-9s %8s %-9s%s\n", v->what, published, ours, v->unit, off,
	       kinds[v->kind], verdicts[verdict]);
	if (!ok)
		printf("    expected %s\n", bound);
	if (lacking)
		printf("    this row lacks %s\n", lacking);
	begin_table(p, "value",
		    "<th>quantity<th>unit<th>paper<th>ours<th>difference<th>bound<th>kind<th>"
		    "verdict<th>why they differ");
	fputs("<tr>", p->html);
	put_element(p->html, "td", NULL, v->what);
	put_element(p->html, "td", NULL, v->unit);
	put_element(p->html, "td", "n", published);
	put_element(p->html, "td", verdict == FAILS ? "n bad" : "n", ours);
	put_element(p->html, "td", "n", off);
	put_element(p->html, "td", "n", bound);
	put_element(p->html, "td", NULL, kinds[v->kind]);
	put_verdict(p, verdict, v->missed);
	fputs("<td>", p->html);
	put_text(p->html, why ? why : "");
	if (v->fitted) {
		fputs(why ? "; fitted: " : "fitted: ", p->html);
		put_text(p->html, v->fitted);
	}
	if (v->implied_by) {
		fputs(why ? "; implied by: " : "implied by: ", p->html);
		put_text(p->html, v->implied_by);
	}
	fputs("</td></tr>\n", p->html);
	record(p, v->what, verdict, v->kind, isnan(v->published) ? "-" : "published", v->shows);
}

void paper_statement(struct paper *p, const struct paper_statement *v)
{
	const bool tried = v->ablation || v->missed || v->shortened || p->vary;
	const enum verdict verdict =
		judge(p, PAPER_STATEMENT, v->holds && tried && !(v->ablation && v->survives),
		      v->shortened, v->missed);

	add_row(&p->all, &(struct row){.section = p->section,
				       .what = (char *)v->what,
				       .kind = PAPER_STATEMENT,
				       .holds = v->holds,
				       .shortened = v->shortened,
				       .ours = NAN});
	quiet(p);
	printf("  %-84s %s\n", v->what, verdict == HOLDS ? "holds" : verdicts[verdict]);
	if (v->ablation && v->survives)
		printf("    holds also with %s\n", v->ablation);
	if (!tried)
		printf("    this statement has no ablation\n");
	begin_table(p, "claim", "<th>statement<th>verdict<th>without which it does not hold");
	fputs("<tr>", p->html);
	put_element(p->html, "td", NULL, v->what);
	put_verdict(p, verdict, v->missed);
	fputs("<td>", p->html);
	put_text(p->html, v->missed ? v->missed : "");
	if (v->ablation) {
		fprintf(p->html, "%s%s: ", v->missed ? "; " : "",
			v->survives ? "holds also with" : "fails with");
		put_text(p->html, v->ablation);
	}
	fputs("</td></tr>\n", p->html);
	record(p, v->what, verdict, PAPER_STATEMENT,
	       v->ablation && !v->survives ? "ablation" : "-", v->shows);
}

static void put_check(struct paper *p, bool holds, bool shortened, const char *what,
		      const char *shows)
{
	const enum verdict verdict = judge(p, PAPER_CHECK, holds, shortened, NULL);

	quiet(p);
	printf("  %-84s %s\n", what, verdict == HOLDS ? "holds" : verdicts[verdict]);
	begin_table(p, "check", "<th>check<th>verdict");
	fputs("<tr>", p->html);
	put_element(p->html, "td", NULL, what);
	put_verdict(p, verdict, NULL);
	fputs("</tr>\n", p->html);
	record(p, what, verdict, PAPER_CHECK, "-", shows);
}

void paper_check(struct paper *p, bool holds, const char *what, const char *shows)
{
	put_check(p, holds, false, what, shows);
}

void paper_check_not_run(struct paper *p, const char *what, const char *shows)
{
	put_check(p, false, true, what, shows);
}

/* ---- constants and sensitivities ---- */

static bool is_varied(const struct paper_variable *v)
{
	return v->c.name && v->c.kind != PAPER_GIVEN;
}

/* Returns the time at which the program or a model was last built, in ns since 1970. */
static uint64_t made(const struct paper *p)
{
	uint64_t last = 0, t;
	struct stat st;
	glob_t g;

	if (glob("build/lib/*.so", 0, NULL, &g))
		memset(&g, 0, sizeof(g));
	for (size_t i = 0; i <= g.gl_pathc; i++) {
		if (stat(i ? g.gl_pathv[i - 1] : p->program, &st))
			continue;
		t = (uint64_t)st.st_mtim.tv_sec * 1000000000 + (uint64_t)st.st_mtim.tv_nsec;
		if (t > last)
			last = t;
	}
	globfree(&g);
	return last;
}

/* Makes the path of the rows of the run with @change:
 * DIR/varied/NAME-SEED-PERCENT-MADE/CHANGE@suffix. The rows stay as long as the program and the
 * models are the same. */
static void varied_path(const struct paper *p, const char *change, const char *suffix,
			char path[PATH])
{
	if (snprintf(path, PATH, "%s/varied/%s-%" PRIu64 "-%u-%" PRIx64 "/%s%s", p->output,
		     p->name, p->seed, p->percent, made(p), change, suffix) >= PATH)
		die("the name is too long", p->output);
}

void paper_constants(struct paper *p, const struct paper_constant *c)
{
	static const char *const origins[PAPER_KINDS] = {"assumed", "given", "fitted"};
	char value[40];

	begin_table(p, "constant", "<th>constant<th>value<th>unit<th>kind<th>from<th>decides");
	for (; c->name; c++) {
		snprintf(value, sizeof(value), "%g", c->value);
		fputs("<tr>", p->html);
		put_element(p->html, "td", NULL, c->name);
		put_element(p->html, "td", "n", value);
		put_element(p->html, "td", NULL, c->unit);
		put_element(p->html, "td", NULL, origins[c->kind]);
		put_element(p->html, "td", NULL, c->from);
		put_element(p->html, "td", NULL, c->decides ? c->decides : "");
		fputs("</tr>\n", p->html);
	}
	end_table(p);
}

static void put_varied(FILE *f, const char *is, double value, int digits, bool holds, bool ours)
{
	char text[100], number[60] = "";

	if (!isnan(value))
		snprintf(number, sizeof(number), "%.*f, ", digits, value);
	snprintf(text, sizeof(text), "%.20s%s%s%s", is ? is : "", is ? ": " : "", number,
		 holds ? "holds" : "fails");
	put_element(f, "td", holds == ours ? "n" : "n missed", text);
}

void paper_vary(struct paper *p, const struct paper_variation *v)
{
	const bool changes = v->less_holds != v->holds || v->more_holds != v->holds;

	if (!p->variations)
		p->variations = tmpfile();
	if (!p->variations)
		die(strerror(errno), "temporary file");
	fputs("<tr>", p->variations);
	put_element(p->variations, "td", NULL, v->row);
	put_element(p->variations, "td", NULL, v->constant);
	put_varied(p->variations, v->less_is, v->less, v->digits, v->less_holds, v->holds);
	put_varied(p->variations, NULL, v->ours, v->digits, v->holds, v->holds);
	put_varied(p->variations, v->more_is, v->more, v->digits, v->more_holds, v->holds);
	put_element(p->variations, "td", NULL, changes ? "changes" : "");
	fputs("</tr>\n", p->variations);
	if (changes) {
		quiet(p);
		printf("  %s depends on %s: at %s it %s, at %s it %s\n", v->row, v->constant,
		       v->less_is ? v->less_is : "-10 %", v->less_holds ? "holds" : "fails",
		       v->more_is ? v->more_is : "+10 %", v->more_holds ? "holds" : "fails");
	}
}

static void put_variations(struct paper *p)
{
	char line[4000];

	if (!p->variations)
		return;
	paper_section(p, "Sensitivities");
	fputs("<table><tr><th>row<th>constant<th>-10 %<th>as it is<th>+10 %<th>verdict</tr>\n",
	      p->html);
	rewind(p->variations);
	while (fgets(line, sizeof(line), p->variations))
		fputs(line, p->html);
	fputs("</table>\n", p->html);
	fclose(p->variations);
}

/* Writes the number of rows of each kind, and the number of those that hold. */
static void put_summary(struct paper *p)
{
	end_table(p);
	printf("\n");
	fputs("<table><tr><th>kind<th>rows<th>hold<th>miss, "
	      "for a known reason<th>not run</tr>\n",
	      p->html);
	for (unsigned int k = 0; k < PAPER_KINDS; k++) {
		if (!p->rows[k])
			continue;
		fprintf(p->html,
			"<tr><td>%s<td class=\"n\">%u<td class=\"n\">%u<td "
			"class=\"n\">%u<td class=\"n\">%u</tr>\n",
			k ? kinds[k] : "not classified", p->rows[k], p->held[k], p->missed[k],
			p->not_run[k]);
		printf("  %-14s %3u rows, %3u hold, %u miss, %u not run\n",
		       k ? kinds[k] : "not classified", p->rows[k], p->held[k], p->missed[k],
		       p->not_run[k]);
	}
	fputs("</table>\n", p->html);
}

/* ---- tables and figures ---- */

FILE *paper_csv(struct paper *p, const char *name, const char *columns)
{
	FILE *f = create(p->csv_path, p->output, name, ".csv");

	fprintf(f, "# board: %s\n# experiment: %s\n# seed: %" PRIu64 "\n# length: %u %%\n%s\n",
		p->board, p->name, p->seed, p->percent, columns);
	return f;
}

/* Writes a row of a table; returns the number of its cells, 0 if a cell is malformed. */
static unsigned int put_row(FILE *html, char *line, const char *tag)
{
	unsigned int cells = 0;

	fputs("<tr>", html);
	line[strcspn(line, "\n")] = 0;
	for (char *at = line; at; cells++) {
		const char *cell = csv_next(&at);

		if (!cell)
			return 0;
		put_element(html, tag, strcmp(tag, "td") ? NULL : "n", cell);
	}
	fputs("</tr>\n", html);
	return cells;
}

void paper_csv_end(struct paper *p, FILE *f)
{
	unsigned int columns = 0, cells;
	char line[2000];

	put_in_place(f, p->csv_path);
	f = fopen(p->csv_path, "r");
	if (!f)
		die(strerror(errno), p->csv_path);
	end_table(p);
	fprintf(p->html, "<details><summary>%s</summary><table>\n",
		strrchr(p->csv_path, '/') + 1);
	while (fgets(line, sizeof(line), f)) {
		if (line[0] == '#')
			continue;
		cells = put_row(p->html, line, columns ? "td" : "th");
		if (!cells)
			die("a cell has a quote at a wrong place", p->csv_path);
		if (columns && cells != columns)
			die("a row has not as many cells as there are columns", p->csv_path);
		columns = cells;
	}
	fclose(f);
	fputs("</table></details>\n", p->html);
}

/* Copies the picture, without the lines before it, into the page. */
static void put_svg(struct paper *p, const char *path)
{
	char line[4000];
	bool on = false;
	FILE *f = fopen(path, "r");

	if (!f)
		die(strerror(errno), path);
	while (fgets(line, sizeof(line), f)) {
		on = on || starts_with(line, "<svg");
		if (on)
			fputs(line, p->html);
	}
	fclose(f);
	if (!on)
		die("gnuplot drew nothing", path);
}

void paper_figure(struct paper *p, const char *name, const char *caption, const char *script)
{
	char path[PATH], command[2 * PATH];
	FILE *f;

	if (p->vary)
		return;
	f = create(path, p->output, name, ".gnuplot");
	fprintf(f,
		"set terminal svg size 720,440 enhanced name '%s' font '" STYLE_FONT ",12' "
		"background '" STYLE_PAPER
		"'\nset output '%s.svg'\nset datafile separator ','\n"
		"set title noenhanced font ',15' ",
		name, name);
	/* the caption says the rest */
	gnuplot_text(f, caption, strcspn(caption, ";(."));
	fputc('\n', f);
	gnuplot_style(f);
	fputs(script, f);
	put_in_place(f, path);
	snprintf(command, sizeof(command), "cd '%s' && gnuplot '%s.gnuplot'", p->output, name);
	fflush(stdout);
	if (system(command))
		die("gnuplot (Debian package gnuplot-nox) cannot draw it", path);
	end_table(p);
	fputs("<figure>\n<div role=\"img\" aria-label=\"", p->html);
	put_text(p->html, caption);
	fputs("\">\n", p->html);
	snprintf(path, sizeof(path), "%s/%s.svg", p->output, name);
	put_svg(p, path);
	fputs("</div>\n", p->html);
	put_element(p->html, "figcaption", NULL, caption);
	fputs("</figure>\n", p->html);
	quiet(p);
	printf("  %s\n", path);
}

FILE *paper_open(const struct paper *p, const char *name)
{
	char path[PATH];

	if (snprintf(path, sizeof(path), "%s/%s", p->output, name) >= (int)sizeof(path))
		return NULL;
	return fopen(path, "r");
}

unsigned int paper_points(struct paper *p, const char *name)
{
	char path[PATH], line[4000];
	unsigned int n = 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s.svg", p->output, name);
	f = fopen(path, "r");
	if (!f)
		die(strerror(errno), path);
	while (fgets(line, sizeof(line), f))
		for (const char *at = line; (at = strstr(at, "href='#gpPt")); at++)
			/* an element without translate defines a symbol and does not draw it */
			n += strstr(at, "translate") != NULL;
	fclose(f);
	return n;
}

/* ---- command line ---- */

static void usage(FILE *f, const char *name)
{
	fprintf(f,
		"usage: %s [--output=DIR] [--length=PERCENT] [--seed=N] [--part=NAME] "
		"[--vary=CHANGE] [--change=NAME=VALUE]\n"
		"  --output=DIR      for page, tables and figures; default build/paper/BOARD\n"
		"  --length=PERCENT  of everything long, 1 to 1000; default 100\n"
		"  --seed=N          of everything random; default 1\n"
		"  --part=NAME       only this part of long work, "
		"which RUNNER=slurm deals out\n"
		"  --vary=CHANGE     with constant number 3 of its list changed: 3-less, "
		"3-more\n"
		"  --change=LIST     on a changed model, NAME=VALUE,...: "
		"to see which rows fail\n",
		name);
}

static uint64_t number(const char *program, const char *text, uint64_t low, uint64_t high)
{
	char *end;
	const uint64_t v = strtoull(text, &end, 10);

	if (*text < '0' || *text > '9' || *end || v < low || v > high) {
		fprintf(stderr, "%s: not a number from %" PRIu64 " to %" PRIu64 ": '%s'\n",
			program, low, high, text);
		exit(2);
	}
	return v;
}

/* Returns the number of the constant in "3-less"; *more is true if the constant becomes
 * larger. */
static unsigned int change(const char *program, const char *text, bool *more)
{
	char digits[12];
	const size_t n = strspn(text, "0123456789");

	*more = strcmp(text + n, "-more") == 0;
	if ((!*more && strcmp(text + n, "-less") != 0) || n >= sizeof(digits)) {
		fprintf(stderr, "%s: not the change of a constant: '%s'\n", program, text);
		exit(2);
	}
	memcpy(digits, text, n);
	digits[n] = 0;
	return (unsigned int)number(program, digits, 0, UINT32_MAX);
}

/* Reads the command line; ends the program if it is wrong. */
static void read_options(struct paper *p, int argc, char **argv)
{
	static const struct option longs[] = {{"output", required_argument, NULL, 'o'},
					      {"length", required_argument, NULL, 'n'},
					      {"seed", required_argument, NULL, 's'},
					      {"part", required_argument, NULL, 'p'},
					      {"vary", required_argument, NULL, 'v'},
					      {"change", required_argument, NULL, 'c'},
					      {"help", no_argument, NULL, 'h'},
					      {0}};
	int o;

	while ((o = getopt_long(argc, argv, "o:n:s:p:v:c:h", longs, NULL)) != -1) {
		switch (o) {
		case 'o':
			p->output = optarg;
			break;
		case 'n':
			p->percent = (unsigned int)number(argv[0], optarg, 1, 1000);
			break;
		case 's':
			p->seed = number(argv[0], optarg, 0, UINT64_MAX);
			break;
		case 'p':
			p->part = optarg;
			break;
		case 'v':
			p->vary = optarg;
			p->vary_index = change(argv[0], optarg, &p->vary_more);
			break;
		case 'c':
			p->change = *optarg ? optarg : NULL;
			break;
		case 'h':
			usage(stdout, argv[0]);
			exit(0);
		default:
			usage(stderr, argv[0]);
			exit(2);
		}
	}
	if (optind < argc) {
		usage(stderr, argv[0]);
		exit(2);
	}
}

struct paper *paper_begin(int argc, char **argv, const char *board, const char *name,
			  const char *title)
{
	struct paper *p = calloc(1, sizeof(*p));
	static char output[PATH], file[PATH], varied[PATH];

	if (!p)
		die("out of memory", name);
	p->board = board;
	p->name = name;
	p->seed = 1;
	p->percent = 100;
	snprintf(output, sizeof(output), "build/paper/%s", board);
	p->output = output;
	read_options(p, argc, argv);
	p->progress = isatty(STDERR_FILENO);
	p->program = argv[0];
	if (p->vary) {
		varied_path(p, p->vary, "", varied);
		p->output = varied;
		p->progress = false;
	}
	make_directories(p->output);
	if (p->part)
		return p;
	if (p->vary) {
		p->results = fopen("/dev/null", "w");
		p->html = fopen("/dev/null", "w");
		if (!p->results || !p->html || !freopen("/dev/null", "w", stdout))
			die(strerror(errno), "/dev/null");
		return p;
	}
	make_directories("build/results");
	p->html = create(p->html_path, p->output, name, ".body");
	snprintf(file, sizeof(file), "paper-%s-%s%s", board, name,
		 p->percent < 100 ? "-short" : "");
	p->results =
		create(p->results_path, p->change ? p->output : "build/results", file, ".tsv");
	put_element(p->html, "h2", NULL, title);
	fputc('\n', p->html);
	printf("%s\n", title);
	return p;
}

/* ---- work in parts ---- */

const char *paper_part(const struct paper *p)
{
	return p->part;
}

int paper_part_end(struct paper *p, int status)
{
	free(p);
	return status;
}

/* Runs this program again for each of @names, the values of @option. */
static void run_again(struct paper *p, const char *what, const char *option,
		      const char *const *names, unsigned int n)
{
	char folder[200], path[PATH], command[3 * PATH];
	bool failed = false;
	FILE *f;

	snprintf(folder, sizeof(folder),
		 "build/tasks/paper-%s-%s-%s-%" PRIu64 "-%u-%" PRIx64 "%s%.60s", p->board,
		 p->name, option, p->seed, p->percent, made(p), p->change ? "-" : "",
		 p->change ? p->change : "");
	make_directories(folder);
	f = create(path, folder, "tasks", "");
	for (unsigned int i = 0; i < n; i++)
		fprintf(f,
			"%s\t'%s' --output='%s' --seed=%" PRIu64
			" --length=%u --change='%s' --%s='%s' && echo done\n",
			names[i], p->program, p->output, p->seed, p->percent,
			p->change ? p->change : "", option, names[i]);
	put_in_place(f, path);
	fflush(NULL);
	snprintf(command, sizeof(command), "WHAT='%s' ci/run/tasks '%s'", what, folder);
	if (system(command))
		die("not all parts have run", folder);
	for (unsigned int i = 0; i < n; i++) {
		char said[2000] = "", *done;

		snprintf(path, sizeof(path), "%s/results/%s", folder, names[i]);
		f = fopen(path, "r");
		if (f) {
			said[fread(said, 1, sizeof(said) - 1, f)] = 0;
			fclose(f);
		}
		done = strstr(said, "done\n");
		if (done && !done[5]) {
			*done = 0;
			fputs(said, stderr);
			continue;
		}
		fprintf(stderr, "%s: %s\n", names[i], said);
		unlink(path); /* makes the part run again */
		failed = true;
	}
	if (failed)
		exit(1);
	snprintf(command, sizeof(command), "rm -rf '%s'", folder);
	if (system(command))
		die("cannot be removed", folder);
}

void paper_run_parts(struct paper *p, const char *what, const char *const *names,
		     unsigned int n)
{
	run_again(p, what, "part", names, n);
}

/* ---- runs with a constant changed ---- */

void paper_sensitivities(struct paper *p, const struct paper_variable *v, const char *shows)
{
	const uint64_t parts = p->vary_more ? 11 : 9;
	unsigned int i = 0;

	p->constants = v;
	p->sensitivities_show = shows;
	if (!p->vary)
		return;
	while (i < p->vary_index && v[i].c.name)
		i++;
	v += i;
	if (!is_varied(v))
		die("no constant of this number is varied", p->vary);
	switch (v->type) {
	case PAPER_TIME:
		*(uint64_t *)v->at = *(uint64_t *)v->at * parts / 10;
		break;
	case PAPER_COUNT: {
		unsigned int *const at = v->at;
		const unsigned int by = *at >= 10 ? *at / 10 : 1;

		*at = p->vary_more ? *at + by : *at - by;
		break;
	}
	case PAPER_REAL:
		*(double *)v->at = *(double *)v->at * (double)parts / 10;
		break;
	}
}

bool paper_varied(const struct paper *p, const void *at)
{
	return p->vary && p->constants && (!at || p->constants[p->vary_index].at == at);
}

bool paper_ablations(const struct paper *p)
{
	return !p->vary;
}

static FILE *open_kept(const struct paper *p, const char *name, const char *mode)
{
	char path[PATH];
	FILE *f;

	if (snprintf(path, PATH, "%s%s/kept/%s", p->output, p->vary ? "/../../.." : "",
		     p->name) >= PATH - 100)
		die("the name is too long", p->output);
	make_directories(path);
	snprintf(path + strlen(path), 100, "/%s", name);
	f = fopen(path, mode);
	if (!f)
		die(strerror(errno), path);
	return f;
}

static bool has_sensitivities(const struct paper *p)
{
	return p->constants && p->percent >= 100;
}

FILE *paper_keep(const struct paper *p, const char *name)
{
	return has_sensitivities(p) && !p->vary ? open_kept(p, name, "w") : NULL;
}

FILE *paper_kept(const struct paper *p, const char *name)
{
	return open_kept(p, name, "r");
}

/* Writes a line for each row: section, number in it, kind, verdict and value, separated by
 * tabs. A run with a changed constant leaves nothing else. */
static void write_rows(const struct paper *p)
{
	char path[PATH], folder[PATH], command[PATH + 16];
	FILE *f;

	snprintf(command, sizeof(command), "rm -rf '%s'", p->output);
	if (system(command))
		die("cannot be removed", p->output);
	snprintf(folder, sizeof(folder), "%s", p->output);
	*strrchr(folder, '/') = 0;
	f = create(path, folder, p->vary, ".rows");
	for (size_t i = 0; i < p->all.n; i++) {
		const struct row *r = &p->all.v[i];

		fprintf(f, "%s\t%u\t%u\t%d\t%.17g\n", r->section, r->number, r->kind, r->holds,
			r->ours);
	}
	put_in_place(f, path);
}

static void read_rows(const struct paper *p, const char *name, struct rows *all)
{
	char path[PATH], line[1000], *field;
	FILE *f;

	varied_path(p, name, ".rows", path);
	f = fopen(path, "r");
	if (!f)
		die(strerror(errno), path);
	while (fgets(line, sizeof(line), f)) {
		unsigned int number, kind = 0;
		struct row r = {.section = line, .what = ""};
		int holds = 0;

		field = strchr(line, '\t');
		if (!field ||
		    sscanf(field, "\t%u\t%u\t%d\t%lg", &number, &kind, &holds, &r.ours) != 4)
			die("not a row", path);
		*field = 0;
		r.kind = kind;
		r.holds = holds;
		add_row(all, &r);
	}
	fclose(f);
}

/* Removes the rows of other seeds, and of earlier versions of the program. */
static void forget_rows(const struct paper *p)
{
	char current[PATH], command[3 * PATH];

	varied_path(p, "", "", current);
	make_directories(current);
	*strrchr(current, '/') = 0;
	snprintf(command, sizeof(command),
		 "find '%s/varied' -mindepth 1 -maxdepth 1 -name '%s-[0-9]*' ! -path '%s' "
		 "-exec rm -r {} +",
		 p->output, p->name, current);
	if (system(command))
		die("cannot be removed", p->output);
}

static bool has_rows(const struct paper *p, const char *name)
{
	char path[PATH];

	varied_path(p, name, ".rows", path);
	return access(path, R_OK) == 0;
}

/* Finds the row of another run that corresponds to @r; returns @r if the other run omitted its
 * section. */
static const struct row *find_row(const struct rows *all, const struct row *r,
				  const char *change)
{
	bool section = false;

	for (size_t i = 0; i < all->n; i++) {
		const struct row *x = &all->v[i];

		if (strcmp(x->section, r->section) != 0)
			continue;
		section = true;
		if (x->number == r->number && x->kind == r->kind)
			return x;
	}
	if (section)
		die("it is not computed with this constant changed", change);
	return r;
}

static const char *result(char text[60], const struct row *r, int digits)
{
	if (isnan(r->ours))
		snprintf(text, 60, "%s", r->holds ? "holds" : "fails");
	else
		snprintf(text, 60, "%.*f %s", digits, r->ours, r->holds ? "holds" : "fails");
	return text;
}

/* The rows of the runs with each constant made smaller and larger. */
struct sensitivities {
	unsigned int constants;
	struct rows (*side)[2];
	char (*name)[2][32]; /* of the runs */
};

/* Writes row @r as it is with each constant changed to @f; returns whether its verdict changes
 * with one. Sets *@examined if a changed run has computed it. */
static bool write_sensitivity(struct paper *p, const struct sensitivities *sens,
			      const struct row *r, FILE *f, bool *examined)
{
	const struct paper_variable *const v = p->constants;
	bool sensitive = false;
	char text[3][60];

	for (unsigned int k = 0; k < sens->constants; k++) {
		const struct row *x[2];
		bool flips;

		if (!is_varied(&v[k]))
			continue;
		for (unsigned int s = 0; s < 2; s++)
			x[s] = find_row(&sens->side[k][s], r, sens->name[k][s]);
		flips = x[0]->holds != r->holds || x[1]->holds != r->holds;
		*examined = *examined || (x[0] != r && x[1] != r);
		csv_write(f, r->what);
		fputc(',', f);
		csv_write(f, v[k].c.name);
		fprintf(f, ",%s,%s,%s,%s\n", result(text[0], x[0], r->digits),
			result(text[1], r, r->digits), result(text[2], x[1], r->digits),
			flips ? "changes" : "");
		sensitive = sensitive || flips;
		if (flips)
			paper_vary(p, &(struct paper_variation){.row = r->what,
								.constant = v[k].c.name,
								.digits = r->digits,
								.less = x[0]->ours,
								.ours = r->ours,
								.more = x[1]->ours,
								.less_holds = x[0]->holds,
								.holds = r->holds,
								.more_holds = x[1]->holds});
	}
	return sensitive;
}

static void run_sensitivities(struct paper *p)
{
	const struct paper_variable *const v = p->constants;
	unsigned int n = 0, todo = 0, rows = 0, changes = 0, never = 0;
	struct sensitivities sens = {0};
	const char **names;
	char file[PATH];
	FILE *f;

	while (v[sens.constants].c.name)
		sens.constants++;
	sens.side = calloc(sens.constants, sizeof(*sens.side));
	sens.name = calloc(sens.constants, sizeof(*sens.name));
	names = calloc(2 * (size_t)sens.constants, sizeof(*names));
	if (!sens.side || !sens.name || !names)
		die("out of memory", p->name);
	forget_rows(p);
	for (unsigned int k = 0; k < sens.constants; k++)
		for (unsigned int s = 0; s < 2 && is_varied(&v[k]); s++) {
			snprintf(sens.name[k][s], sizeof(sens.name[k][s]), "%u-%s", k,
				 s ? "more" : "less");
			n++;
			if (!has_rows(p, sens.name[k][s]))
				names[todo++] = sens.name[k][s];
		}
	if (!n)
		die("no constant is varied", p->name);
	if (todo)
		run_again(p, "runs with a constant changed", "vary", names, todo);
	for (unsigned int k = 0; k < sens.constants; k++)
		for (unsigned int s = 0; s < 2 && is_varied(&v[k]); s++)
			read_rows(p, sens.name[k][s], &sens.side[k][s]);
	paper_section(p, "Predictions and statements with a constant changed");
	snprintf(file, sizeof(file), "%s-sensitivities", p->name);
	f = paper_csv(p, file, "row,constant,-10 %,as it is,+10 %,verdict");
	for (size_t i = 0; i < p->all.n; i++) {
		const struct row *r = &p->all.v[i];
		bool sensitive, examined = false;

		if (r->shortened)
			continue;
		rows++;
		sensitive = write_sensitivity(p, &sens, r, f, &examined);
		changes += sensitive;
		never += !examined;
		if (!sensitive)
			printf("  %s: no constant changes its verdict\n", r->what);
	}
	paper_csv_end(p, f);
	paper_text(
		p,
		"%u constants that are fitted or assumed were made 10 %% smaller and larger, "
		"one at a time, and the experiments ran again. "
		"Of %u predictions and statements %u change their verdict with one of them, "
		"as the table of sensitivities says; %u keep it with each.",
		n / 2, rows, changes, rows - changes);
	paper_value(p,
		    &(struct paper_value){
			    .what = "predictions and statements that no changed run computed",
			    .unit = "rows",
			    .published = NAN,
			    .ours = never,
			    .low = 0,
			    .high = 0,
			    .kind = PAPER_CHECK,
			    .shows = p->sensitivities_show});
	snprintf(file, sizeof(file), "rm -rf '%.400s/kept/%.50s'", p->output, p->name);
	if (system(file))
		die("cannot be removed", file);
	for (unsigned int k = 0; k < sens.constants; k++)
		for (unsigned int s = 0; s < 2; s++)
			free_rows(&sens.side[k][s]);
	free(sens.side);
	free(sens.name);
	free(names);
}

const char *paper_change(struct paper *p)
{
	p->changed = true;
	return p->change;
}

uint64_t paper_seed(const struct paper *p)
{
	return p->seed;
}

uint64_t paper_new_seed(struct paper *p)
{
	uint32_t seed;

	if (p->seed == 1 && getrandom(&seed, sizeof(seed), 0) == sizeof(seed))
		p->seed = (uint64_t)seed + 2;
	return p->seed;
}

const char *paper_output(const struct paper *p)
{
	return p->output;
}

unsigned int paper_percent(const struct paper *p)
{
	return p->percent;
}

uint64_t paper_length(const struct paper *p, uint64_t full, uint64_t least)
{
	const uint64_t n = full * p->percent / 100;

	return n > least ? n : least;
}

void paper_progress(struct paper *p, const char *what, double share)
{
	if (!p->progress)
		return;
	fprintf(stderr, "\r\033[K%s: %.0f %%", what, 100 * share);
	fflush(stderr);
}

int paper_end(struct paper *p)
{
	bool failed, unchanged;

	quiet(p);
	if (p->vary) {
		if (!p->constants)
			die("none of its constants is varied", p->name);
		write_rows(p);
		fclose(p->html);
		fclose(p->results);
		free_rows(&p->all);
		free(p);
		return 0;
	}
	if (has_sensitivities(p))
		run_sensitivities(p);
	failed = p->failed || !p->values;
	unchanged = p->change && !p->changed;
	put_variations(p);
	put_summary(p);
	put_in_place(p->html, p->html_path);
	put_in_place(p->results, p->results_path);
	if (unchanged)
		printf("\n%s cannot be changed\n", p->name);
	else
		printf("\n%u of %u rows did not fail\n", p->values - p->failed, p->values);
	free_rows(&p->all);
	free(p);
	return unchanged ? 3 : failed;
}
