/* SPDX-License-Identifier: Apache-2.0 */
/* Draws the counts with gnuplot (thesis, 3.4, 4.5.3 to 4.5.5). */
#include "gnuplot.h"
#include "nmutil.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage_text[] =
	"Usage: nmplot KIND [OPTION]... [TABLE]\n"
	"\n"
	"Draws a picture of a table of counters. KIND is\n"
	"  pages     accesses of each station to each of the most used pages; mode\n"
	"            flyer\n"
	"  depths    transactions by the depth of the input FIFO that they found, a\n"
	"            curve for each phase; mode depth\n"
	"  waiting   waiting of each processor in each phase: the sum of the depths\n"
	"            that its transactions found; mode depth\n"
	"  lines     line states that requests found; mode histogram0, 1, 2, 3\n"
	"  labels    events of the labels whose lines were most often found held\n"
	"            exclusively, and of those with most events: requests that found the\n"
	"            line valid or held, responses, refused requests; mode histogram0,\n"
	"            1, 2, 3\n"
	"Scales of counts are logarithmic.\n"
	"\n"
	"  -n, --number=N      draw N pages or labels (16)\n"
	"  -L, --label=N       lines: events of this label only\n"
	"  -p, --phase=N       depths, lines: this phase only; for lines, mode\n"
	"                      histogram1\n"
	"  -l, --labels=FILE   names of labels and phases, as for nmon label\n"
	"  -o, --output=FILE   output file, .svg or .png; default: a character plot\n"
	"                      on standard output\n"
	"      --script=FILE   write the gnuplot script with its data; a picture is\n"
	"                      drawn only with -o\n"
	"  -t, --title=TEXT    title of the picture\n"
	"  -h, --help          print this and exit\n" UTIL_HELP_REST "\n"
	"1 also when data were lost.";

#define MOST 64	      /* maximum number of pages or labels of a picture */
#define ROWS_LARGE 24 /* maximum number of rows with names of the usual size */
#define ROWS_NAMED 36 /* maximum number of rows that each have a name */
#define BARS_LARGE 24
#define NAME_SHORT 16 /* bytes of a slightly rotated name that fit below a bar */
#define NAME_MOST 20
#define KEY_ABOVE 4 /* maximum number of curves whose names fit above the plot */

enum kind { PAGES, DEPTHS, WAITING, LINES, LABELS };

static const struct {
	const char *name, *title, *mode;
} kinds[] = {
	{"pages", "Accesses to pages", "flyer"},
	{"depths", "Depth of the input FIFO", "depth"},
	{"waiting", "Waiting for the memory", "depth"},
	{"lines", "State of the lines that requests found", "a histogram"},
	{"labels", "Events by label", "a histogram"},
};
#define KINDS (sizeof(kinds) / sizeof(*kinds))

static struct nm_table table;
static struct nm_names names;
static struct {
	enum kind kind;
	enum plot_terminal terminal;
	unsigned int number;
	unsigned int drawn, of; /* pages or labels */
	int label, phase;
} job = {.number = 16, .label = -1, .phase = -1};

static void label(FILE *out, char axis, const char *text)
{
	fprintf(out, "set %clabel '%s'\n", axis, text);
}

/* Writes a tick with a text, for the list in "set xtics (...)". */
static void tick(FILE *out, unsigned int at, const char *text)
{
	fputs(at ? ", " : "", out);
	gnuplot_text(out, text, strlen(text));
	fprintf(out, " %u", at);
}

/* ---- Flyer Miles ---- */

/* Draws a row for each page, with the most used page at the top. Returns the number of
 * accesses. */
static uint64_t pages(FILE *out)
{
	static struct nm_page page[NM_PAGES];
	static uint16_t order[NM_PAGES];
	static uint64_t cell[NM_STATIONS * MOST];
	uint64_t all = 0;
	unsigned int rows;

	nm_pages(&table, page);
	rows = nmutil_pages(page, order, 0);
	for (unsigned int i = 0; i < rows; i++)
		all += page[order[i]].total;
	job.of = rows;
	if (rows > job.number)
		rows = job.number;
	job.drawn = rows;
	label(out, 'x', "station");
	label(out, 'y', "page of 16 KB");
	fprintf(out, "set xtics 1\nset ytics %s(", rows > ROWS_LARGE ? "font ',9' " : "");
	for (unsigned int r = 0; r < rows; r++) {
		const unsigned int p = order[rows - 1 - r];
		char text[16];

		/* if the names of all pages would overlap, only every second
		 * page has its name */
		*text = '\0';
		if (rows <= ROWS_NAMED || r % 2 == (rows - 1) % 2)
			snprintf(text, sizeof(text), "0x%03X", p);
		tick(out, r, text);
		for (unsigned int s = 0; s < NM_STATIONS; s++)
			cell[s * rows + r] = page[p].access[s];
	}
	fputs(")\n", out);
	if (rows)
		gnuplot_map(out, job.terminal,
			    &(struct plot_map){.columns = NM_STATIONS,
					       .rows = rows,
					       .left = -0.5,
					       .width = 1,
					       .cell = cell,
					       .scale = 1,
					       .unit = "accesses",
					       .log = true});
	return all;
}

/* ---- FIFO depth ---- */

static uint64_t depths(FILE *out)
{
	uint64_t all = 0;
	struct nm_queue q;
	const char *sep = "plot";
	unsigned int curves = 0;
	uint64_t most = 0;

	for (int ph = 0; ph < (int)NM_PHASES; ph++) {
		nm_queue(&table, -1, ph, &q);
		if (!q.total || (job.phase >= 0 && ph != job.phase))
			continue;
		all += q.total;
		curves++;
		fprintf(out, "$phase%d << end\n", ph);
		for (unsigned int d = 0; d < NM_DEPTHS; d++) {
			if (q.count[d])
				fprintf(out, "%u %" PRIu64 "\n", d, q.count[d]);
			most = q.count[d] > most ? q.count[d] : most;
		}
		fputs("end\n", out);
	}
	label(out, 'x', "depth of the input FIFO, transactions");
	label(out, 'y', "transactions that found it");
	gnuplot_counts(out, "y", (double)most, true);
	fprintf(out, "set xrange [-1:64]\nset xtics 8\n%s",
		job.terminal == PLOT_DUMB ? "set key below\n"
		: curves > KEY_ABOVE	  ? "set rmargin at screen 0.76\n"
					    "set key at screen 0.99, "
					    "0.86 right font ',10' samplen 1\n"
					  : "set tmargin at screen 0.82\n"
					    "set key at screen 0.97, "
					    "0.90 right horizontal samplen 1 maxrows 2\n");
	for (int ph = 0; ph < (int)NM_PHASES; ph++) {
		const char *name = nmutil_phase(&names, (unsigned int)ph);

		nm_queue(&table, -1, ph, &q);
		if (!q.total || (job.phase >= 0 && ph != job.phase))
			continue;
		fprintf(out, "%s $phase%d with ", sep, ph);
		if (job.terminal == PLOT_DUMB)
			fprintf(out, "points pt '%X' title ", ph);
		else
			fprintf(out, "linespoints pt %d ps 0.7 lw 1.5 lc rgb '%s' title ",
				ph + 1, gnuplot_color[ph % GNUPLOT_COLORS]);
		gnuplot_text(out, name, strlen(name));
		sep = ",";
	}
	fputc('\n', out);
	return all;
}

/* Draws a row for each phase and a column for each processor. */
static uint64_t waiting(FILE *out)
{
	static uint64_t cell[NM_PROCESSORS * NM_PHASES];
	uint64_t all = 0;
	struct nm_queue q;

	for (int p = 0; p < (int)NM_PROCESSORS; p++)
		for (int ph = 0; ph < (int)NM_PHASES; ph++) {
			nm_queue(&table, p, ph, &q);
			cell[(unsigned int)p * NM_PHASES + (unsigned int)ph] = q.waiting;
			all += q.total;
		}
	label(out, 'x', "processor, 4 of each station");
	label(out, 'y', "phase");
	fputs("set xtics 4\nset ytics 1\n", out);
	gnuplot_map(out, job.terminal,
		    &(struct plot_map){.columns = NM_PROCESSORS,
				       .rows = NM_PHASES,
				       .left = -0.5,
				       .width = 1,
				       .cell = cell,
				       .scale = 1,
				       .unit = "sum of the depths found, transactions",
				       .log = true});
	return all;
}

/* ---- Histogram Statistics ---- */

#define PARTS 4 /* of a bar */

struct bar {
	char name[NM_NAME_BYTES + 16];
	uint64_t part[PARTS], total;
	bool kept;
};

/* Truncates a name to the room that it has. */
static void shorten(char *name)
{
	size_t n = NAME_MOST - 3;

	if (strlen(name) <= NAME_MOST)
		return;
	while (n && ((unsigned char)name[n] & 0xC0) == 0x80)
		n--; /* do not split a UTF-8 character */
	strcpy(name + n, "...");
}

/* Rotates the names below the bars, so that they fit. */
static void turn_names(FILE *out, const struct bar *bar, unsigned int n)
{
	bool small = n > BARS_LARGE;

	for (unsigned int i = 0; i < n; i++)
		small |= strlen(bar[i].name) > NAME_SHORT;
	if (n > NM_HIT_COLUMNS || small)
		fprintf(out,
			"set xtics rotate by %s\nset bmargin at screen 0.27\nunset xlabel\n",
			small ? "90 right font ',9'" : "25 right");
}

/* Draws a group of bars for each of @n labels or states. The scale is logarithmic, so that
 * small counts are visible next to large ones. On a terminal each group is a row of letters. */
static void bars(FILE *out, struct bar *bar, unsigned int n, const char *what,
		 const char *const part[PARTS])
{
	const bool dumb = job.terminal == PLOT_DUMB;
	uint64_t most = 0;

	fputs("$data << end\n", out);
	for (unsigned int i = 0; i < n; i++) {
		fprintf(out, "%u", i);
		for (unsigned int k = 0; k < PARTS; k++) {
			fprintf(out, " %" PRIu64, bar[i].part[k]);
			most = bar[i].part[k] > most ? bar[i].part[k] : most;
		}
		fputc('\n', out);
	}
	fprintf(out, "end\nset %ctics (", dumb ? 'y' : 'x');
	for (unsigned int i = 0; i < n; i++) {
		shorten(bar[i].name);
		tick(out, i, bar[i].name);
	}
	fputs(")\n", out);
	label(out, dumb ? 'y' : 'x', what);
	label(out, dumb ? 'x' : 'y', "events");
	gnuplot_counts(out, dumb ? "x" : "y", (double)most, true);
	if (dumb)
		fprintf(out, "set yrange [%u.5:-0.5]\nset key below\nplot", n - 1);
	else
		fprintf(out,
			"set xrange [-0.5:%u.5]\n"
			"set tmargin at screen 0.82\n"
			"set key at screen 0.97, 0.90 right horizontal samplen 1\n"
			"set style data histograms\nset style histogram clustered gap 1\n"
			"set style fill solid 1.0 noborder\n",
			n - 1);
	if (!dumb) {
		turn_names(out, bar, n);
		fputs("plot", out);
	}
	for (unsigned int k = 0; k < PARTS; k++) {
		if (dumb)
			fprintf(out, "%s $data using %u:1 with points pt '%c' title '%s'",
				k ? "," : "", k + 2, 'A' + (int)k, part[k]);
		else
			fprintf(out, "%s $data using %u lc rgb '%s' title '%s'", k ? "," : "",
				k + 2, gnuplot_color[k], part[k]);
	}
	fputc('\n', out);
}

/* Draws Table 4.7. */
static uint64_t lines(FILE *out)
{
	static const char *const states[PARTS] = {"LV: local valid", "LI: local invalid",
						  "GV: global valid", "GI: global invalid"};
	static const char *const commands[NM_HIT_COLUMNS] = {
		"Read", "Read Exclusive", "Upgrade", "Invalidate", "Writeback"};
	struct nm_filter f = NM_ALL_EVENTS;
	struct bar bar[NM_HIT_COLUMNS];
	struct nm_hits h;

	if (job.label >= 0)
		f.label = (int)nm_counted_label(table.mode, (unsigned int)job.label);
	f.phase = job.phase;
	nm_hits(&table, &f, &h);
	for (unsigned int c = 0; c < NM_HIT_COLUMNS; c++) {
		snprintf(bar[c].name, sizeof(bar[c].name), "%s", commands[c]);
		for (unsigned int i = 0; i < PARTS; i++)
			bar[c].part[i] = h.hit[i][c];
	}
	bars(out, bar, NM_HIT_COLUMNS, "request, or answer to the card", states);
	return h.total;
}

/* Compares by the second part of a bar, the requests for lines that others had taken. */
static int by_taken(const void *a, const void *b)
{
	const struct bar *x = a, *y = b;

	if (x->part[1] != y->part[1])
		return x->part[1] < y->part[1] ? 1 : -1;
	return strcmp(x->name, y->name);
}

static int by_total(const void *a, const void *b)
{
	const struct bar *x = a, *y = b;

	if (x->kept != y->kept)
		return x->kept ? -1 : 1;
	return x->total == y->total ? strcmp(x->name, y->name) : x->total < y->total ? 1 : -1;
}

/*
 * Moves the labels that are drawn to the front, in descending order of their events. One half
 * of them are those whose lines were taken most often, even if they have few events; the others
 * are those with the most events.
 */
static unsigned int choose_labels(struct bar *bar, unsigned int n)
{
	unsigned int drawn = n < job.number ? n : job.number;

	qsort(bar, n, sizeof(*bar), by_taken);
	for (unsigned int i = 0; i < n; i++)
		bar[i].kept = i < (job.number + 1) / 2 && bar[i].part[1];
	qsort(bar, n, sizeof(*bar), by_total);
	for (unsigned int i = 0; i < n; i++)
		bar[i].kept = i < drawn;
	/* moves the chosen labels to the front */
	qsort(bar, n, sizeof(*bar), by_total);
	return drawn;
}

static uint64_t labels(FILE *out)
{
	static const char *const parts[PARTS] = {"line found valid", "line found taken",
						 "responses", "lost tries"};
	static struct bar bar[NM_LABEL_MAX + 1];
	unsigned int n = 0;
	uint64_t all = 0;
	struct nm_hits h;

	for (unsigned int k = 0; k < nm_labels(table.mode); k++) {
		const unsigned int first = nm_first_label(table.mode, k);
		const char *name = nm_label_name(&names, first);

		nm_hits(&table, &NM_EVENTS_OF((int)k, -1), &h);
		if (!h.total)
			continue;
		bar[n] = (struct bar){
			.total = h.total, .part[2] = h.responses, .part[3] = h.nacks};
		for (unsigned int c = 0; c < NM_HIT_COLUMNS; c++) {
			bar[n].part[0] += h.hit[NM_LV][c] + h.hit[NM_GV][c];
			bar[n].part[1] += h.hit[NM_LI][c] + h.hit[NM_GI][c];
		}
		if (name)
			snprintf(bar[n].name, sizeof(bar[n].name), "%s", name);
		else
			snprintf(bar[n].name, sizeof(bar[n].name), "%u", first);
		n++;
		all += h.total;
	}
	job.of = n;
	n = choose_labels(bar, n);
	job.drawn = n;
	if (n)
		bars(out, bar, n, "label", parts);
	return all;
}

/* ---- command line ---- */

static uint64_t (*const write_kind[])(FILE *) = {pages, depths, waiting, lines, labels};

static bool fits(const char *name)
{
	const enum nm_mode m = table.mode;

	if (job.kind == PAGES	  ? m != NM_FLYER
	    : job.kind <= WAITING ? m != NM_DEPTH
				  : !nm_is_histogram(m)) {
		util_error("%s: counted in mode %s, not %s", name, nm_mode_name(m),
			   kinds[job.kind].mode);
		return false;
	}
	if (job.kind == LINES && job.phase >= 0 && m != NM_HISTOGRAM1) {
		util_error("%s: only mode histogram1 distinguishes phases, this is %s", name,
			   nm_mode_name(m));
		return false;
	}
	return true;
}

/* Returns the part of the script that has the data, and stores the
 * number of events in *events. */
static char *body(uint64_t *events)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (f)
		*events = write_kind[job.kind](f);
	if (f && !fclose(f))
		return text;
	free(text);
	return NULL;
}

static void draw(const char *name, const char *title, const char *script, const char *output)
{
	char source[512], part[64] = "", cut[64] = "", *text = NULL, *data;
	const bool lost = table.missed || table.second;
	uint64_t events = 0;
	size_t size = 0;
	FILE *f;

	data = body(&events);
	if (data && !events) {
		util_error("%s: no events", name);
		free(data);
		return;
	}
	f = open_memstream(&text, &size);
	if (data && f) {
		if (job.drawn < job.of)
			snprintf(part, sizeof(part), "; %u of %u %s", job.drawn, job.of,
				 kinds[job.kind].name);
		if (table.accesses)
			snprintf(cut, sizeof(cut), "; %d %% of the program",
				 (int)nmutil_percent(table.made, table.accesses));
		snprintf(source, sizeof(source), "%.300s: %" PRIu64 " events%s%s%s", name,
			 events, part, cut, lost ? "; DATA WERE LOST" : "");
		gnuplot_begin(f, job.terminal, "nmplot", title, source);
		fputs(data, f);
	}
	if (!f || fclose(f) || !data)
		util_error("not enough memory");
	else if (gnuplot_draw("nmplot", text, size, script, output))
		util_failed();
	if (lost)
		util_flaw("%s: data were lost", name);
	free(data);
	free(text);
}

static int find_kind(const char *name)
{
	for (unsigned int i = 0; name && i < KINDS; i++)
		if (!strcmp(name, kinds[i].name))
			return (int)i;
	return -1;
}

int main(int argc, char **argv)
{
	enum { SCRIPT = 300 };
	static const struct util_word words[] = {{"script", SCRIPT}, {0}};
	const char *title = NULL, *script = NULL, *file = NULL, *path, *output;
	const int kind = argc > 1 ? find_kind(argv[1]) : -1;
	int c;

	util_begin("nmplot", usage_text, argc - (kind >= 0), argv + (kind >= 0));
	while ((c = util_option(words)) != -1) {
		if (c == 'n')
			job.number = (unsigned int)util_number(optarg, MOST);
		else if (c == 'L')
			job.label = (int)util_number(optarg, NM_LABEL_MAX);
		else if (c == 'p')
			job.phase = (int)util_number(optarg, NM_PHASES - 1);
		else if (c == 'l')
			file = optarg;
		else if (c == 't')
			title = optarg;
		else
			script = optarg;
	}
	path = nmutil_file();
	if (kind < 0)
		util_usage("no kind of picture; use pages, depths, waiting, lines or labels",
			   strcmp(path, "-") ? path : NULL);
	job.kind = (enum kind)kind;
	if (!job.number)
		util_usage("a picture has at least one entry", "0");
	if (job.label >= 0 && job.kind != LINES)
		util_usage("only lines takes a label", NULL);
	if (job.phase >= 0 && job.kind != LINES && job.kind != DEPTHS)
		util_usage("only depths and lines take a phase", NULL);
	output = util_take_output();
	job.terminal = output ? gnuplot_terminal(output) : PLOT_DUMB;
	if (output && job.terminal == PLOT_DUMB)
		util_usage("a picture's name ends in .svg or .png", output);
	util_open();
	if (nmutil_table(path, &table) &&
	    (!file || nmutil_labels(file, &names, &table, path)) && fits(nmutil_name(path)))
		draw(nmutil_name(path), title ? title : kinds[kind].title, script, output);
	nm_names_free(&names);
	return util_end();
}
