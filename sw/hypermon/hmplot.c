/* SPDX-License-Identifier: Apache-2.0 */
/* Pictures of traces, as those of the paper (Malony, Reed 1990, 5.1, 5.2.2), by gnuplot. */
#include "gnuplot.h"
#include "hmutil.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage_text[] =
	"Usage: hmplot KIND [OPTION]... [TRACE]...\n"
	"\n"
	"Draws a picture of traces of HYPERMON. KIND is\n"
	"  rate      frames/s in 100 intervals of the run, a curve for each trace\n"
	"  nodes     when and how much each node sent; one trace\n"
	"  merging   frames by number of nodes with data; one trace\n"
	"  scaling   frames/s of each trace against the number of sending nodes\n"
	"\n"
	"  -o, --output=FILE   output file, .svg or .png; default: a character plot\n"
	"                      on standard output\n"
	"      --script=FILE   write the gnuplot script with its data; a picture is\n"
	"                      drawn only with -o\n"
	"  -t, --title=TEXT    title of the picture\n"
	"  -h, --help          print this and exit\n" UTIL_HELP_REST "\n"
	"1 also when data were lost. rate and nodes require files, not pipes.";

#define INTERVALS 100
#define TRACES 32

enum kind { RATE, NODES, MERGING, SCALING };

static const struct {
	const char *name, *title;
	unsigned int traces;
} kinds[] = {
	{"rate", "Event frames over time", TRACES},
	{"nodes", "Event data of the nodes", 1},
	{"merging", "Merging of event data in frames", 1},
	{"scaling", "Event frames against nodes", TRACES},
};
#define KINDS (sizeof(kinds) / sizeof(*kinds))

/* What a picture shows of a trace. */
struct curve {
	const char *name;
	struct hm_stats stats;
	uint64_t ns;
	uint64_t frames[INTERVALS], nibbles[INTERVALS][HM_NODES];
	bool lost;
};

static struct {
	enum kind kind;
	enum plot_terminal terminal;
	unsigned int curves;
	struct curve *curve;
} job;

/* ---- counting ---- */

struct counting {
	struct curve *c;
	uint64_t first, windows;
};

static unsigned int interval(const struct counting *n, uint64_t window)
{
	return (unsigned int)((window - n->first) * INTERVALS / n->windows);
}

static void nibble(void *arg, unsigned int node, unsigned int value, uint64_t window)
{
	const struct counting *n = arg;

	(void)value;
	n->c->nibbles[interval(n, window)][node]++;
}

/* The trace that is open; false after an error that leaves nothing to draw. */
static bool count(struct curve *c)
{
	const struct hm_header *h = &hmutil_trace.header;
	static struct hm_decoder d;
	struct counting n = {.c = c};
	const uint32_t *w;

	hm_decoder_begin(&d, NULL, h->window_ns, h->compact);
	hmutil_decode(&d);
	c->name = hmutil_trace.name;
	c->stats = d.stats;
	c->ns = hm_stats_ns(&d.stats, h->window_ns);
	c->lost = h->status || h->lost;
	if (!c->ns) {
		util_error("%s: no frames", c->name);
		return false;
	}
	if (job.kind != RATE && job.kind != NODES)
		return true;
	if (!hmutil_again()) {
		util_error("%s: this picture requires a file, not a pipe", c->name);
		return false;
	}
	n.first = d.stats.first;
	n.windows = d.stats.last - n.first + 1;
	hm_decoder_begin(&d, NULL, h->window_ns, h->compact);
	d.on_nibble = job.kind == NODES ? nibble : NULL;
	d.arg = &n;
	while (hmutil_frame(&w)) {
		hm_decode(&d, w);
		c->frames[interval(&n, d.window)]++;
	}
	return true;
}

/* ---- the script ---- */

static unsigned int active(const struct curve *c)
{
	unsigned int n = 0;

	for (unsigned int node = 0; node < HM_NODES; node++)
		n += c->stats.node[node].nibbles > 0;
	return n;
}

static void heading(FILE *out, const char *title)
{
	char source[512];
	const struct curve *c = job.curve;
	bool lost = false;

	for (unsigned int i = 0; i < job.curves; i++)
		lost |= c[i].lost;
	if (job.curves == 1)
		snprintf(source, sizeof(source), "%.300s: %" PRIu64 " frames in %.6g s%s",
			 c->name, c->stats.frames, (double)c->ns / 1e9,
			 lost ? "; DATA WERE LOST" : "");
	else
		snprintf(source, sizeof(source), "%u traces%s", job.curves,
			 lost ? "; DATA WERE LOST" : "");
	gnuplot_begin(out, job.terminal, "hmplot", title, source);
}

/* Of one trace over its time, of several over the fraction of their durations, which the legend
 * gives. */
static void rate(FILE *out)
{
	for (unsigned int k = 0; k < job.curves; k++) {
		const struct curve *c = &job.curve[k];
		const double seconds = (double)c->ns / 1e9;

		fprintf(out, "$trace%u << end\n", k);
		for (unsigned int i = 0; i < INTERVALS; i++)
			fprintf(out, "%.10g %.10g\n",
				(i + 0.5) * (job.curves > 1 ? 1 : seconds / INTERVALS),
				(double)c->frames[i] * INTERVALS / seconds);
		fputs("end\n", out);
	}
	fprintf(out,
		"set xlabel '%s'\nset ylabel 'frames/s'\nset yrange [0:*]\n"
		"set format y '%%.0s%%c'\n%splot",
		job.curves > 1 ? "time, % of the run" : "time, s",
		job.terminal == PLOT_DUMB || job.curves == 1
			? ""
			: "set tmargin at screen 0.82\n"
			  "set key at screen 0.97, 0.90 right horizontal samplen 1 maxrows "
			  "2\n");
	for (unsigned int k = 0; k < job.curves; k++) {
		const struct curve *c = &job.curve[k];
		char name[400];

		snprintf(name, sizeof(name), "%.300s, %u node%s, %.4g s", c->name, active(c),
			 active(c) == 1 ? "" : "s", (double)c->ns / 1e9);
		fprintf(out, "%s $trace%u with ", k ? "," : "", k);
		if (job.terminal == PLOT_DUMB)
			fprintf(out, "points pt '%c' ", 'A' + (int)(k % 26));
		else
			fprintf(out, "lines lw 1.5 lc rgb '%s' ",
				gnuplot_color[k % GNUPLOT_COLORS]);
		if (job.curves == 1) {
			fputs("notitle", out);
		} else {
			fputs("title ", out);
			gnuplot_text(out, name, strlen(name));
		}
	}
	fputc('\n', out);
}

/* A row for each node, a cell for each interval. */
static void nodes(FILE *out)
{
	static uint64_t cell[INTERVALS * HM_NODES];
	const struct curve *c = job.curve;
	const double width = (double)c->ns / 1e9 / INTERVALS;
	unsigned int rows = 1;

	for (unsigned int i = 0; i < INTERVALS; i++)
		for (unsigned int node = rows; node < HM_NODES; node++)
			if (c->nibbles[i][node])
				rows = node + 1;
	for (unsigned int i = 0; i < INTERVALS; i++)
		memcpy(&cell[i * rows], c->nibbles[i], rows * sizeof(*cell));
	fputs("set xlabel 'time, s'\nset ylabel 'node'\nset ytics 1\n", out);
	gnuplot_map(out, job.terminal,
		    &(struct plot_map){.columns = INTERVALS,
				       .rows = rows,
				       .width = width,
				       .cell = cell,
				       .scale = 0.5 / width,
				       .unit = "event bytes/s"});
}

static void bars(FILE *out, const char *x, const char *y)
{
	fprintf(out,
		"set xlabel '%s'\nset ylabel '%s'\nset xrange [0.5:16.5]\nset xtics 1\n"
		"set yrange [0:*]\nset format y '%%.0s%%c'\n",
		x, y);
}

static void merging(FILE *out)
{
	fputs("$data << end\n", out);
	for (unsigned int k = 1; k <= HM_NODES; k++)
		fprintf(out, "%u %" PRIu64 "\n", k, job.curve->stats.by_nodes[k]);
	fputs("end\n", out);
	bars(out, "nodes with data in a frame", "frames");
	fprintf(out,
		"set style fill solid 1.0 border lc rgb '%s'\nset boxwidth 0.8\n"
		"plot $data using 1:2 with %s lc rgb '%s' notitle\n",
		gnuplot_color[0], job.terminal == PLOT_DUMB ? "impulses" : "boxes",
		gnuplot_color[0]);
}

static int by_nodes(const void *a, const void *b)
{
	return (int)active(a) - (int)active(b);
}

static void scaling(FILE *out)
{
	qsort(job.curve, job.curves, sizeof(*job.curve), by_nodes);
	fputs("$data << end\n", out);
	for (unsigned int k = 0; k < job.curves; k++)
		fprintf(out, "%u %.10g\n", active(&job.curve[k]),
			(double)job.curve[k].stats.frames * 1e9 / (double)job.curve[k].ns);
	fputs("end\n", out);
	bars(out, "nodes that sent", "frames/s");
	if (job.terminal == PLOT_DUMB)
		fputs("set offsets 0, 0, graph 0.05, 0\n" /* none on the frame */
		      "plot $data with points pt 'A' notitle\n",
		      out);
	else
		fprintf(out, "plot $data with linespoints pt 7 lw 1.5 lc rgb '%s' notitle\n",
			gnuplot_color[0]);
}

/* ---- command line ---- */

static int find_kind(const char *name)
{
	for (unsigned int i = 0; name && i < KINDS; i++)
		if (!strcmp(name, kinds[i].name))
			return (int)i;
	return -1;
}

static bool count_all(void)
{
	for (job.curves = 0; hmutil_open_next(NULL); job.curves++) {
		if (job.curves == kinds[job.kind].traces)
			util_usage("too many traces for this picture", hmutil_trace.name);
		if (!count(&job.curve[job.curves]))
			return false;
	}
	return job.curves > 0;
}

static void draw(const char *title, const char *script, const char *output)
{
	static void (*const write_kind[])(FILE *) = {rate, nodes, merging, scaling};
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);

	if (f) {
		heading(f, title);
		write_kind[job.kind](f);
	}
	if (!f || fclose(f))
		util_error("not enough memory");
	else if (gnuplot_draw("hmplot", text, size, script, output))
		util_failed();
	free(text);
}

int main(int argc, char **argv)
{
	enum { SCRIPT = 300 };
	static const struct option longs[] = {{"script", required_argument, NULL, SCRIPT},
					      {"title", required_argument, NULL, 't'},
					      {NULL, 0, NULL, 0}};
	const char *title = NULL, *script = NULL, *output;
	const int kind = argc > 1 ? find_kind(argv[1]) : -1;
	int c;

	util_begin("hmplot", usage_text, argc - (kind >= 0), argv + (kind >= 0));
	while ((c = util_option("t:", longs)) != -1) {
		if (c == 't')
			title = optarg;
		else
			script = optarg;
	}
	if (kind < 0)
		util_usage("no kind of picture; use rate, nodes, merging or scaling",
			   util_argument());
	job.kind = (enum kind)kind;
	output = util_take_output();
	job.terminal = output ? gnuplot_terminal(output) : PLOT_DUMB;
	if (output && job.terminal == PLOT_DUMB)
		util_usage("a picture's name ends in .svg or .png", output);
	util_open();
	job.curve = calloc(kinds[kind].traces, sizeof(*job.curve));
	if (!job.curve)
		util_error("not enough memory");
	else if (count_all())
		draw(title ? title : kinds[kind].title, script, output);
	free(job.curve);
	return util_end();
}
