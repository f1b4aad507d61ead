/* SPDX-License-Identifier: Apache-2.0 */
#include "paper.h"
#include "sim.h"
#include <errno.h>
#include <getopt.h>
#include <glob.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH 512

/* The harness asks every program for its tests. */
const struct sim_test sim_tests[] = {{0}};

struct paper {
	const char *board, *name, *output;
	uint64_t seed;
	unsigned int percent;
	FILE *html, *results;
	char html_path[PATH], results_path[PATH], csv_path[PATH];
	const char *table; /* open in the page: "value", "claim"; NULL: none */
	unsigned int failed, values;
	unsigned int rows[PAPER_KINDS], held[PAPER_KINDS], missed[PAPER_KINDS];
	FILE *variations; /* rows of their table; NULL: none */
	bool progress;
	const char *program, *part; /* part: NULL: the whole */
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

/* A file that appears when it is whole. */
static FILE *create(char path[PATH], const char *directory, const char *name,
		    const char *suffix)
{
	char temporary[PATH + 8];
	FILE *f;

	if (snprintf(path, PATH, "%s/%s%s", directory, name, suffix) >= PATH)
		die("the name is too long", directory);
	snprintf(temporary, sizeof(temporary), "%s.part", path);
	f = fopen(temporary, "w");
	if (!f)
		die(strerror(errno), temporary);
	return f;
}

static void put_in_place(FILE *f, const char *path)
{
	char temporary[PATH + 8];

	snprintf(temporary, sizeof(temporary), "%s.part", path);
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

/* Rows of one kind share a table. */
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

enum verdict { HOLDS, MISSED, FAILS, SHORTENED };

static const char *const kinds[PAPER_KINDS] = {"-", "given", "fitted", "predicted",
					       "statement"};

static enum verdict judge(struct paper *p, enum paper_kind kind, bool ok, bool shortened,
			  const char *missed)
{
	enum verdict v = ok && !missed ? HOLDS : missed && !ok ? MISSED : FAILS;

	if (shortened)
		v = SHORTENED;
	p->values++;
	p->rows[kind]++;
	p->held[kind] += v == HOLDS;
	p->missed[kind] += v == MISSED;
	p->failed += v == FAILS;
	return v;
}

/* What a shortened run says of a row that needs the whole one is no evidence. @mark: what
 * ci/kinds counts. */
static void record(struct paper *p, const char *what, enum verdict v, enum paper_kind kind,
		   const char *mark, const char *shows)
{
	static const char *const words[] = {"pass", "missed", "fail", "pass"};

	fprintf(p->results, "paper-%s\t%s: %s\t-\t%" PRIu64 "\t%s\t%s\t-\t%s\t%s\n", p->board,
		p->name, what, p->seed, words[v], mark, kinds[kind],
		shows && v != SHORTENED ? shows : "");
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

static const char *const verdicts[] = {"", "  MISSES", "  FAILS", "  (shortened)"};

void paper_value(struct paper *p, const struct paper_value *v)
{
	const bool ok = v->ours >= v->low && v->ours <= v->high;
	const enum verdict verdict = judge(p, v->kind, ok, v->shortened, v->missed);
	char published[40] = "", ours[40], off[40] = "", bound[80];
	const char *why = v->missed ? v->missed : v->why;

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
	fputs("</td></tr>\n", p->html);
	record(p, v->what, verdict, v->kind, isnan(v->published) ? "-" : "published", v->shows);
}

void paper_statement(struct paper *p, const struct paper_statement *v)
{
	const enum verdict verdict =
		judge(p, PAPER_STATEMENT, v->holds && !(v->ablation && v->survives),
		      v->shortened, v->missed);

	quiet(p);
	printf("  %-84s %s\n", v->what, verdict == HOLDS ? "holds" : verdicts[verdict]);
	if (v->ablation && v->survives)
		printf("    holds also with %s\n", v->ablation);
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

void paper_claim(struct paper *p, bool holds, const char *what, const char *shows)
{
	paper_statement(
		p, &(struct paper_statement){.holds = holds, .what = what, .shows = shows});
}

/* ---- constants and sensitivities ---- */

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

static void put_varied(FILE *f, double value, int digits, bool holds, bool ours)
{
	char text[60] = "";

	if (!isnan(value))
		snprintf(text, sizeof(text), "%.*f, ", digits, value);
	strcat(text, holds ? "holds" : "fails");
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
	put_varied(p->variations, v->less, v->digits, v->less_holds, v->holds);
	put_varied(p->variations, v->ours, v->digits, v->holds, v->holds);
	put_varied(p->variations, v->more, v->digits, v->more_holds, v->holds);
	put_element(p->variations, "td", NULL, changes ? "changes" : "");
	fputs("</tr>\n", p->variations);
	if (changes) {
		quiet(p);
		printf("  %s depends on %s: at -10 %% it %s, at +10 %% it %s\n", v->row,
		       v->constant, v->less_holds ? "holds" : "fails",
		       v->more_holds ? "holds" : "fails");
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

/* How many rows of each kind, and how many of them hold. */
static void put_summary(struct paper *p)
{
	end_table(p);
	printf("\n");
	fputs("<table><tr><th>kind<th>rows<th>hold<th>miss, for a known reason</tr>\n",
	      p->html);
	for (unsigned int k = 0; k < PAPER_KINDS; k++) {
		if (!p->rows[k])
			continue;
		fprintf(p->html,
			"<tr><td>%s<td class=\"n\">%u<td class=\"n\">%u<td "
			"class=\"n\">%u</tr>\n",
			k ? kinds[k] : "not classified", p->rows[k], p->held[k], p->missed[k]);
		printf("  %-14s %3u rows, %3u hold, %u miss\n", k ? kinds[k] : "not classified",
		       p->rows[k], p->held[k], p->missed[k]);
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

static void put_row(FILE *html, char *line, const char *tag)
{
	fputs("<tr>", html);
	line[strcspn(line, "\n")] = 0;
	for (char *cell = line, *next; cell; cell = next) {
		next = strchr(cell, ',');
		if (next)
			*next++ = 0;
		put_element(html, tag, strcmp(tag, "td") ? NULL : "n", cell);
	}
	fputs("</tr>\n", html);
}

void paper_csv_end(struct paper *p, FILE *f)
{
	const char *tag = "th";
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
		put_row(p->html, line, tag);
		tag = "td";
	}
	fclose(f);
	fputs("</table></details>\n", p->html);
}

/* The picture itself, without the lines before it, becomes a part of the page. */
static void put_svg(struct paper *p, const char *path)
{
	char line[4000];
	bool on = false;
	FILE *f = fopen(path, "r");

	if (!f)
		die(strerror(errno), path);
	while (fgets(line, sizeof(line), f)) {
		on = on || strncmp(line, "<svg", 4) == 0;
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
	FILE *f = create(path, p->output, name, ".gnuplot");

	fprintf(f,
		"set terminal svg size 720,440 enhanced name '%s' background 'white'\n"
		"set output '%s.svg'\nset datafile separator ','\nset grid\n%s",
		name, name, script);
	put_in_place(f, path);
	snprintf(command, sizeof(command), "cd '%s' && gnuplot '%s.gnuplot'", p->output, name);
	fflush(stdout);
	if (system(command))
		die("gnuplot (Debian package gnuplot-nox) cannot draw it", path);
	end_table(p);
	fputs("<figure>\n", p->html);
	snprintf(path, sizeof(path), "%s/%s.svg", p->output, name);
	put_svg(p, path);
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
			n += strstr(at, "translate") != NULL; /* else it is a definition */
	fclose(f);
	return n;
}

/* ---- command line ---- */

static void usage(FILE *f, const char *name)
{
	fprintf(f,
		"usage: %s [--output=DIR] [--length=PERCENT] [--seed=N] [--part=NAME]\n"
		"  --output=DIR      for page, tables and figures; default build/paper/BOARD\n"
		"  --length=PERCENT  of everything long, 1 to 1000; default 100\n"
		"  --seed=N          of everything random; default 1\n"
		"  --part=NAME       only this part of long work, which RUNNER=slurm deals "
		"out\n",
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

struct paper *paper_begin(int argc, char **argv, const char *board, const char *name,
			  const char *title)
{
	static const struct option longs[] = {{"output", required_argument, NULL, 'o'},
					      {"length", required_argument, NULL, 'n'},
					      {"seed", required_argument, NULL, 's'},
					      {"part", required_argument, NULL, 'p'},
					      {"help", no_argument, NULL, 'h'},
					      {0}};
	struct paper *p = calloc(1, sizeof(*p));
	static char output[PATH], file[PATH];
	int o;

	if (!p)
		die("out of memory", name);
	p->board = board;
	p->name = name;
	p->seed = 1;
	p->percent = 100;
	snprintf(output, sizeof(output), "build/paper/%s", board);
	p->output = output;
	while ((o = getopt_long(argc, argv, "o:n:s:p:h", longs, NULL)) != -1) {
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
	p->progress = isatty(STDERR_FILENO);
	p->program = argv[0];
	make_directories(p->output);
	if (p->part)
		return p;
	make_directories("build/results");
	p->html = create(p->html_path, p->output, name, ".html");
	snprintf(file, sizeof(file), "paper-%s-%s", board, name);
	p->results = create(p->results_path, "build/results", file, ".tsv");
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

/* When the program or a model was made last, ns since 1970. */
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

void paper_run_parts(struct paper *p, const char *what, const char *const *names,
		     unsigned int n)
{
	char folder[200], path[PATH], command[3 * PATH];
	bool failed = false;
	FILE *f;

	snprintf(folder, sizeof(folder), "build/tasks/paper-%s-%s-%" PRIu64 "-%u-%" PRIx64,
		 p->board, p->name, p->seed, p->percent, made(p));
	make_directories(folder);
	f = create(path, folder, "tasks", "");
	for (unsigned int i = 0; i < n; i++)
		fprintf(f,
			"%s\t'%s' --output='%s' --seed=%" PRIu64
			" --length=%u --part='%s' && echo done\n",
			names[i], p->program, p->output, p->seed, p->percent, names[i]);
	put_in_place(f, path);
	fflush(NULL);
	snprintf(command, sizeof(command), "WHAT='%s' ci/tasks '%s'", what, folder);
	if (system(command))
		die("not all parts have run", folder);
	for (unsigned int i = 0; i < n; i++) {
		char said[400] = "";

		snprintf(path, sizeof(path), "%s/results/%s", folder, names[i]);
		f = fopen(path, "r");
		if (!f || fread(said, 1, sizeof(said) - 1, f) < 1 ||
		    strcmp(said, "done\n") != 0) {
			fprintf(stderr, "%s: %s\n", names[i], said);
			unlink(path); /* so that it runs again */
			failed = true;
		}
		if (f)
			fclose(f);
	}
	if (failed)
		exit(1);
	snprintf(command, sizeof(command), "rm -rf '%s'", folder);
	if (system(command))
		die("cannot be removed", folder);
}

uint64_t paper_seed(const struct paper *p)
{
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
	const bool failed = p->failed || !p->values;

	quiet(p);
	put_variations(p);
	put_summary(p);
	put_in_place(p->html, p->html_path);
	put_in_place(p->results, p->results_path);
	printf("\n%u of %u rows did not fail\n", p->values - p->failed, p->values);
	free(p);
	return failed;
}
