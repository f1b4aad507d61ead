/* SPDX-License-Identifier: Apache-2.0 */
/* Plots traces with gnuplot in the form of the paper's figures (Malony, Reed 1990, 5.1,
 * 5.2.2). */
#include "gnuplot.h"
#include "hm_analysis.h"
#include "hmfilter.h"
#include "hmsource.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage_text[] =
	"Usage: hmplot KIND [OPTION]... [TRACE]...\n"
	"\n"
	"Draws a picture of HYPERMON traces. KIND is\n"
	"  rate      frames/s in 100 intervals of the run, a curve for each trace\n"
	"  nodes     when and how much each node sent; one trace\n"
	"  merging   frames by number of nodes with data; one trace\n"
	"  scaling   frames/s of each trace against the number of sending nodes\n"
	"  states    states of the nodes over time, messages as lines; one trace, -e\n"
	"  messages  number of messages from each node to each node; one trace, -e\n"
	"\n" HMUTIL_TABLE_HELP HMFILTER_HELP
	"      --width=PIXELS  width of the picture (900); rate and nodes have an\n"
	"                      interval for every 9 pixels\n"
	"  -o, --output=FILE   output file, .svg or .png; default: a character plot\n"
	"                      on standard output\n"
	"      --script=FILE   write the gnuplot script with its data; a picture is\n"
	"                      drawn only with -o\n"
	"  -t, --title=TEXT    title of the picture\n"
	"  -h, --help          print this and exit\n" UTIL_HELP_REST "\n"
	"1 also when data were lost. rate and nodes require files, not pipes.";

#define INTERVALS 1000 /* largest number of intervals; one interval is 9 pixels wide */
#define PIXELS 9u
#define WIDTH 900u
#define LEFT 99	  /* pixels before the plot */
#define TIC 90	  /* minimum number of pixels for a tic and its label */
#define SCALE 144 /* pixels for the scale of colours */
/* largest number of intervals of states, and of messages, that are drawn */
#define SHOWN_INTERVALS 20000u
#define SHOWN_MESSAGES 5000u
#define TRACES 32
#define GAPS 200u

enum kind { RATE, NODES, MERGING, SCALING, STATES, MESSAGES };

static const struct {
	const char *name, *title;
	unsigned int traces;
} kinds[] = {
	{"rate", "Event frames over time", TRACES},
	{"nodes", "Event data of the nodes", 1},
	{"merging", "Merging of event data in frames", 1},
	{"scaling", "Event frames against nodes", TRACES},
	{"states", "States of the nodes and messages", 1},
	{"messages", "Messages from node to node", 1},
};
#define KINDS (sizeof(kinds) / sizeof(*kinds))

/* The data of a trace that a plot shows. */
struct curve {
	const char *name;
	struct hm_stats stats;
	uint64_t ns;
	double from;	   /* time in s at which the plot begins */
	uint64_t shown_ns; /* length of the interval of --time */
	struct {
		double from, to; /* s */
	} gap[GAPS];		 /* marks of loss; further marks are merged with the last one */
	unsigned int gaps;
	uint64_t frames[INTERVALS], nibbles[INTERVALS][HM_NODES];
	bool lost;
};

static struct {
	enum kind kind;
	enum plot_terminal terminal;
	unsigned int width, intervals;
	const struct hm_table *table;
	unsigned int curves;
	struct curve *curve;
} job;

/* ---- counting ---- */

struct counting {
	struct curve *c;
	uint64_t first, windows;
};

/* Returns the interval of a time; INTERVALS if the time is outside the plot. */
static unsigned int interval(const struct counting *n, uint64_t window)
{
	if (window < n->first || window - n->first >= n->windows)
		return INTERVALS;
	return (unsigned int)((window - n->first) * job.intervals / n->windows);
}

/* Selects the windows of the plot: all, or those of --time. */
static void zoom(struct counting *n, const struct hm_stats *s, unsigned int window_ns)
{
	const uint64_t from = (hmfilter_from() + window_ns - 1) / window_ns;
	uint64_t last = s->last;

	n->first = s->first > from ? s->first : from;
	if (hmfilter_to() != UINT64_MAX && (hmfilter_to() - 1) / window_ns < last)
		last = (hmfilter_to() - 1) / window_ns;
	n->windows = last >= n->first ? last - n->first + 1 : 0;
	n->c->from = (double)(n->first * window_ns) / 1e9;
	n->c->shown_ns = n->windows * window_ns;
}

static void nibble(void *arg, unsigned int node, unsigned int value, uint64_t window)
{
	const struct counting *n = arg;

	const unsigned int i = interval(n, window);

	(void)value;
	if (i < INTERVALS && hmfilter_node(node))
		n->c->nibbles[i][node]++;
}

static void mark(void *arg, const struct hm_mark *m)
{
	const struct counting *n = arg;
	const double window = (double)hmutil_trace.header.window_ns / 1e9;
	struct curve *c = n->c;

	if (c->gaps < GAPS)
		c->gap[c->gaps++].from = (double)m->first * window;
	c->gap[c->gaps - 1].to = (double)(m->last + 1) * window;
}

/* Draws the times in which data may be missing as grey areas behind the curve. */
static void gaps(FILE *out, const struct curve *c)
{
	const double from = (double)hmfilter_from() / 1e9, to = (double)hmfilter_to() / 1e9;

	for (unsigned int i = 0; job.terminal != PLOT_DUMB && i < c->gaps; i++)
		if (c->gap[i].to > from && c->gap[i].from < to)
			fprintf(out,
				"set object %u rectangle from %.9g, graph 0 to %.9g, "
				"graph 1 behind fc rgb '" STYLE_UNKNOWN "' fs solid noborder\n",
				i + 1, fmax(c->gap[i].from, from), fmin(c->gap[i].to, to));
}

/* Counts a frame if it has data of a node that is shown. */
static void count_frame(const struct counting *n, const uint32_t *w, uint64_t window,
			bool compact)
{
	const unsigned int i = interval(n, window);
	bool shown = false;

	if (!compact && hm_is_mark(w))
		return;
	for (unsigned int v = compact ? hm_compact_vector(w[0]) : hm_frame_vector(w); v;
	     v &= v - 1)
		shown |= hmfilter_node((unsigned int)__builtin_ctz(v));
	if (shown && i < INTERVALS)
		n->c->frames[i]++;
}

/* Counts the open trace; returns false after an error that leaves nothing to draw. */
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
	zoom(&n, &c->stats, h->window_ns);
	if (!n.windows) {
		util_error("%s: nothing was recorded in this time", c->name);
		return false;
	}
	hm_decoder_begin(&d, NULL, h->window_ns, h->compact);
	d.on_nibble = job.kind == NODES ? nibble : NULL;
	d.on_mark = mark;
	d.arg = &n;
	while (hmutil_frame(&w)) {
		hm_decode(&d, w);
		count_frame(&n, w, d.window, h->compact);
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

static struct {
	struct hm_analysis a;
	char *bars[HM_STATES], *lines;
	size_t bar_bytes[HM_STATES], line_bytes;
	FILE *bar[HM_STATES], *line;
	unsigned int intervals, messages, rows, probable;
	uint64_t last;
	const struct hm_event *event; /* the event that is being analysed */
} timeline;

/* Returns the number of characters, in letters of 11 points, that fit into @pixels. */
static size_t letters(double pixels)
{
	return pixels > 0 ? (size_t)(pixels / 7) : 0;
}

/* Copies a name to @text; of a name that is too long it copies "..." and the end. */
static void put_name(char *text, size_t size, const char *name, size_t most)
{
	const size_t length = strlen(name);

	if (length > most && most > 3)
		snprintf(text, size, "...%s", name + length - (most - 3));
	else
		snprintf(text, size, "%.*s", (int)most, name);
}

static void heading(FILE *out, const char *title)
{
	char source[512], name[301];
	const struct curve *c = job.curve;
	bool lost = false;

	for (unsigned int i = 0; i < job.curves; i++)
		lost |= c[i].lost;
	put_name(name, sizeof(name), c->name,
		 job.terminal == PLOT_DUMB ? 300 : letters(job.width - 330.0) + 8);
	if (job.kind == STATES || job.kind == MESSAGES)
		snprintf(source, sizeof(source), "%s: %u messages%s", name, timeline.messages,
			 hmutil_trace.header.lost || hmutil_trace.header.status
				 ? "; DATA WERE LOST"
				 : "");
	else if (job.curves == 1)
		snprintf(source, sizeof(source), "%s: %" PRIu64 " frames in %.6g s%s", name,
			 c->stats.frames, (double)c->ns / 1e9, lost ? "; DATA WERE LOST" : "");
	else
		snprintf(source, sizeof(source), "%u traces%s", job.curves,
			 lost ? "; DATA WERE LOST" : "");
	gnuplot_begin(out, job.terminal, "hmplot", title, source);
}

/* Writes the time axis: its ends, margins in pixels, and tics, which are so far apart that
 * their labels fit. */
static void x_axis(FILE *out, const char *label, double from, double to, double right)
{
	double step = 1;

	fprintf(out, "set xlabel '%s'\n", label);
	if (job.terminal == PLOT_DUMB)
		return;
	if (to > from) {
		const double least = (to - from) * TIC / fmax(job.width - LEFT - right, TIC);

		step = pow(10, floor(log10(least)));
		step *= step >= least ? 1 : 2 * step >= least ? 2 : 5 * step >= least ? 5 : 10;
		fprintf(out, "set xrange [%.9g:%.9g]\nset xtics %.9g\n", from, to, step);
	}
	fprintf(out, "set lmargin at screen %.4f\nset rmargin at screen %.4f\n",
		LEFT / (double)job.width, 1 - right / job.width);
}

/* Prints name, nodes and duration in @most characters, or only the name if these are too
 * few. */
static void put_legend(char *text, size_t size, const struct curve *c, size_t most)
{
	char rest[60];
	size_t used;

	snprintf(rest, sizeof(rest), ", %u node%s, %.4g s", active(c),
		 active(c) == 1 ? "" : "s", (double)c->ns / 1e9);
	if (strlen(rest) + 6 > most)
		rest[0] = 0;
	put_name(text, size, c->name, most - strlen(rest));
	used = strlen(text);
	snprintf(text + used, size - used, "%s", rest);
}

/* Draws the rate of one trace over time. The rates of several traces are drawn over the
 * fraction of each trace's duration, which the legend on the right gives. */
static void rate(FILE *out)
{
	const double legend = fmin(300, 0.45 * job.width);
	const size_t most = job.terminal == PLOT_DUMB ? 300 : letters(legend - 45);
	double max = 0;

	if (job.curves == 1) {
		const struct curve *c = job.curve;

		gaps(out, c);
		x_axis(out, "time, s", c->from, c->from + (double)c->shown_ns / 1e9, 30);
	} else {
		x_axis(out, "time, % of the run", 0, 100, legend + 20);
	}
	for (unsigned int k = 0; k < job.curves; k++) {
		const struct curve *c = &job.curve[k];
		const double seconds = (double)c->shown_ns / 1e9;

		fprintf(out, "$trace%u << end\n", k);
		for (unsigned int i = 0; i < job.intervals; i++) {
			const double v = (double)c->frames[i] * job.intervals / seconds;

			max = fmax(max, v);
			fprintf(out, "%.10g %.10g\n",
				job.curves > 1 ? (i + 0.5) * 100 / job.intervals
					       : c->from + (i + 0.5) * seconds / job.intervals,
				v);
		}
		fputs("end\n", out);
	}
	fputs("set ylabel 'frames/s'\n", out);
	gnuplot_counts(out, "y", max, false);
	if (job.terminal != PLOT_DUMB && job.curves > 1)
		fprintf(out,
			"set key at screen %.4f, "
			"0.86 left top vertical Left reverse samplen 3 font ',%u' spacing "
			"%.2f\n",
			1 - (legend + 5) / job.width, job.curves > 20 ? 8u : 11u,
			job.curves > 20 ? 0.9 : 1.1);
	fputs("plot", out);
	for (unsigned int k = 0; k < job.curves; k++) {
		const struct curve *c = &job.curve[k];
		char text[400];

		fprintf(out, "%s $trace%u with ", k ? "," : "", k);
		if (job.terminal == PLOT_DUMB)
			fprintf(out, "points pt '%c' ", 'A' + (int)(k % 26));
		else
			fprintf(out, "lines lw %.1f dt %u lc rgb '%s' ", 1.5 + 1.5 * (k / 5),
				k % 5 + 1, gnuplot_color[k % GNUPLOT_COLORS]);
		if (job.curves == 1) {
			fputs("notitle", out);
		} else {
			fputs("title ", out);
			put_legend(text, sizeof(text), c, most);
			gnuplot_text(out, text, strlen(text));
		}
	}
	fputc('\n', out);
}

/* Puts the color scale to the right of the plot; its width is the same for every picture. */
static void scale_of_colors(FILE *out)
{
	fprintf(out, "set colorbox user origin screen %.4f, 0.12 size screen %.4f, 0.75\n",
		1 - (SCALE - 14) / (double)job.width, 25 / (double)job.width);
}

/* Draws a row for each node with a cell for each interval. */
static void nodes(FILE *out)
{
	static uint64_t cell[INTERVALS * HM_NODES];
	const struct curve *c = job.curve;
	const double width = (double)c->shown_ns / 1e9 / job.intervals;
	unsigned int rows = 1;

	for (unsigned int i = 0; i < job.intervals; i++)
		for (unsigned int node = rows; node < HM_NODES; node++)
			if (c->nibbles[i][node])
				rows = node + 1;
	for (unsigned int i = 0; i < job.intervals; i++)
		memcpy(&cell[i * rows], c->nibbles[i], rows * sizeof(*cell));
	gaps(out, c);
	x_axis(out, "time, s", c->from, c->from + (double)c->shown_ns / 1e9, SCALE);
	fputs("set ylabel 'node'\nset ytics 1\n", out);
	scale_of_colors(out);
	gnuplot_map(out, job.terminal,
		    &(struct plot_map){.columns = job.intervals,
				       .left = c->from,
				       .rows = rows,
				       .width = width,
				       .cell = cell,
				       .scale = 0.5 / width,
				       .unit = "event bytes/s",
				       .right = 1 - SCALE / (double)job.width});
}

static void bars(FILE *out, const char *x, const char *y, double max)
{
	fprintf(out, "set xlabel '%s'\nset ylabel '%s'\nset xrange [0.5:16.5]\nset xtics 1\n",
		x, y);
	gnuplot_counts(out, "y", max, false);
}

static void merging(FILE *out)
{
	uint64_t max = 0;

	fputs("$data << end\n", out);
	for (unsigned int k = 1; k <= HM_NODES; k++) {
		const uint64_t n = job.curve->stats.by_nodes[k];

		max = n > max ? n : max;
		fprintf(out, "%u %" PRIu64 "\n", k, n);
	}
	fputs("end\n", out);
	bars(out, "nodes with data in a frame", "frames", (double)max);
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
	double max = 0;

	qsort(job.curve, job.curves, sizeof(*job.curve), by_nodes);
	fputs("$data << end\n", out);
	for (unsigned int k = 0; k < job.curves; k++) {
		const struct curve *c = &job.curve[k];
		const double v = (double)c->stats.frames * 1e9 / (double)c->ns;

		max = fmax(max, v);
		fprintf(out, "%u %.10g\n", active(c), v);
	}
	fputs("end\n", out);
	bars(out, "nodes that sent", "frames/s", max);
	if (job.terminal == PLOT_DUMB)
		fputs("set offsets 0, 0, graph 0.05, 0\n" /* no point on the frame */
		      "plot $data with points pt 'A' notitle\n",
		      out);
	else
		fprintf(out, "plot $data with linespoints pt 7 lw 1.5 lc rgb '%s' notitle\n",
			gnuplot_color[0]);
}

/* ---- states and messages ---- */

static const char *const state_color[HM_STATES] = {
	[HM_UNKNOWN] = STYLE_PAPER,   [HM_COMPUTING] = STYLE_BUSY,  [HM_SYSTEM] = STYLE_SYSTEM,
	[HM_SENDING] = STYLE_SENDING, [HM_WAITING] = STYLE_WAITING, [HM_ENDED] = STYLE_PAPER};

static void draw_state(void *arg, unsigned int node, enum hm_node_state state, uint64_t from,
		       uint64_t to)
{
	(void)arg;
	if (from < hmfilter_from())
		from = hmfilter_from();
	if (to > hmfilter_to())
		to = hmfilter_to();
	if (from >= to || !hmfilter_node(node) || state == HM_ENDED)
		return;
	timeline.intervals++;
	timeline.rows = node >= timeline.rows ? node + 1 : timeline.rows;
	timeline.last = to > timeline.last ? to : timeline.last;
	if (timeline.intervals <= SHOWN_INTERVALS)
		fprintf(timeline.bar[state], "%.9f %.9f %.2f %.2f\n", (double)from / 1e9,
			(double)to / 1e9, node - 0.38, node + 0.38);
}

static void draw_message(void *arg, const struct hm_message *m)
{
	(void)arg;
	if (m->received < hmfilter_from() || m->sent >= hmfilter_to() ||
	    !hmfilter_node(m->from) || !hmfilter_node(m->to))
		return;
	if (timeline.messages++ < SHOWN_MESSAGES)
		fprintf(timeline.line, "%.9f %u\n%.9f %u\n\n", (double)m->sent / 1e9, m->from,
			(double)m->received / 1e9, m->to);
}

static void analyse_event(void *arg, const struct hm_event *e, uint64_t end)
{
	int *err = arg;

	timeline.event = e;
	timeline.probable += e->probable;
	if (!e->probable && !*err)
		*err = hm_analysis_event(&timeline.a, e, end);
}

static void analyse_break(void *arg, unsigned int node, uint64_t ns)
{
	(void)arg;
	hm_analysis_break(&timeline.a, node, ns);
}

/* Analyses the open trace; reports an error. */
static bool analyse(void)
{
	int err = 0;
	const struct hmsource source = {
		.event = analyse_event, .broken = analyse_break, .arg = &err};

	hmsource_run(&source, job.table);
	hm_analysis_end(&timeline.a);
	hm_analysis_free(&timeline.a);
	if (err)
		util_error("%s: too many messages are in transit", hmutil_trace.name);
	return !err;
}

/* Says why the picture would be empty. */
static void nothing_in_this_time(const char *what)
{
	if (timeline.probable)
		util_error("%s: no %s: data were lost, and all events of which something is "
			   "known, %u, are only probable (hmstat counts them)",
			   hmutil_trace.name, what, timeline.probable);
	else
		util_error("%s: no %s in this time", hmutil_trace.name, what);
}

static bool count_states(void)
{
	bool right;

	for (unsigned int i = 0; i < HM_STATES; i++)
		timeline.bar[i] = open_memstream(&timeline.bars[i], &timeline.bar_bytes[i]);
	timeline.line = open_memstream(&timeline.lines, &timeline.line_bytes);
	hm_analysis_begin(&timeline.a, job.table, hmutil_trace.header.window_ns);
	timeline.a.on_state = draw_state;
	timeline.a.on_message = draw_message;
	right = analyse();
	for (unsigned int i = 0; i < HM_STATES; i++)
		fclose(timeline.bar[i]);
	fclose(timeline.line);
	if (!right)
		return false;
	if (!timeline.intervals)
		nothing_in_this_time("states");
	else if (timeline.intervals > SHOWN_INTERVALS || timeline.messages > SHOWN_MESSAGES)
		util_error("%s: %u intervals and %u messages are too many for a picture: "
			   "choose a shorter --time",
			   hmutil_trace.name, timeline.intervals, timeline.messages);
	else
		return true;
	return false;
}

static uint64_t sent[HM_NODES][HM_NODES]; /* messages, from, to */

static void count_message(void *arg, const struct hm_message *m)
{
	(void)arg;
	if (!hmfilter_message(timeline.event, m->from, m->to))
		return;
	timeline.messages++;
	timeline.rows = m->from >= timeline.rows ? m->from + 1 : timeline.rows;
	timeline.rows = m->to >= timeline.rows ? m->to + 1 : timeline.rows;
	sent[m->from][m->to]++;
}

static bool count_messages(void)
{
	hm_analysis_begin(&timeline.a, job.table, hmutil_trace.header.window_ns);
	timeline.a.on_message = count_message;
	if (!analyse())
		return false;
	if (!timeline.messages)
		nothing_in_this_time("messages");
	return timeline.messages > 0;
}

/* Draws a cell for each pair of nodes, with its number of messages. */
static void messages(FILE *out)
{
	static uint64_t cell[HM_NODES * HM_NODES];
	const unsigned int n = timeline.rows;
	uint64_t most = 0;

	for (unsigned int to = 0; to < n; to++)
		for (unsigned int from = 0; from < n; from++) {
			cell[to * n + from] = sent[from][to];
			most = sent[from][to] > most ? sent[from][to] : most;
		}
	x_axis(out, "to node", -0.5, n - 0.5, SCALE);
	fputs("set ylabel 'from node'\nset ytics 1\nset xtics 1\n", out);
	for (unsigned int i = 0; job.terminal != PLOT_DUMB && i < n * n; i++)
		if (cell[i])
			fprintf(out,
				"set label '%" PRIu64
				"' at %u, %u center front font ',%u' textcolor rgb '%s'\n",
				cell[i], i / n, i % n, n > 8 ? 9 : 11,
				3 * cell[i] > most ? STYLE_PAPER : STYLE_TEXT);
	scale_of_colors(out);
	gnuplot_map(out, job.terminal,
		    &(struct plot_map){.columns = n,
				       .left = -0.5,
				       .rows = n,
				       .width = 1,
				       .cell = cell,
				       .scale = 1,
				       .unit = "messages",
				       .right = 1 - SCALE / (double)job.width});
}

/* Draws a row of bars for each node, and the legend to the right of them. */
static void states(FILE *out)
{
	const double from = (double)hmfilter_from() / 1e9;

	for (unsigned int s = 0; s < HM_ENDED; s++)
		fprintf(out, "$state%u << end\n%send\n", s, timeline.bars[s]);
	fprintf(out, "$messages << end\n%send\n", timeline.lines);
	fprintf(out,
		"set ylabel 'node'\nset ytics 1\nset yrange [-0.6:%u.6]\n"
		"set xrange [%.9g:%.9g]\nunset grid\n",
		timeline.rows - 1, from, (double)timeline.last / 1e9);
	x_axis(out, "time, s", from, (double)timeline.last / 1e9, 150);
	if (job.terminal == PLOT_DUMB) {
		fputs("plot", out);
		for (unsigned int s = HM_COMPUTING; s < HM_ENDED; s++)
			fprintf(out,
				"%s $state%u "
				"using 1:(($3+$4)/2) with points pt '%c' title '%s'",
				s > HM_COMPUTING ? "," : "", s, "?CSMW"[s], hm_state_names[s]);
		fputc('\n', out);
		return;
	}
	fprintf(out,
		"set key at screen %.4f, "
		"0.86 left top vertical Left reverse samplen 2 font ',11'\n"
		"set style fill solid 1.0 border lc rgb '" STYLE_TEXT "'\nplot",
		1 - 140.0 / job.width);
	for (unsigned int s = HM_COMPUTING; s < HM_ENDED; s++) {
		if (timeline.bar_bytes[s])
			fprintf(out, " $state%u using 1:(($3+$4)/2):1:2:3:4", s);
		else
			fputs(" keyentry", out);
		fprintf(out, " with boxxyerror lw 0.3 fc rgb '%s' title '%s',", state_color[s],
			hm_state_names[s]);
	}
	if (timeline.bar_bytes[HM_UNKNOWN])
		fprintf(out, " $state0 using 1:(($3+$4)/2):1:2:3:4 "
			     "with boxxyerror fs pattern 4 fc rgb '" STYLE_REST "' "
			     "title 'not known',");
	/* a white border makes the lines visible on dark bars */
	if (timeline.line_bytes)
		fputs(" $messages with lines lw 4 lc rgb '" STYLE_PAPER "' notitle,", out);
	fprintf(out, " %s with lines lw 1.5 lc rgb '%s' title 'message'\n",
		timeline.line_bytes ? "$messages" : "keyentry", gnuplot_color[1]);
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
		if (job.kind == STATES	   ? !count_states()
		    : job.kind == MESSAGES ? !count_messages()
					   : !count(&job.curve[job.curves]))
			return false;
		job.curve[job.curves].name = hmutil_trace.name;
	}
	return job.curves > 0;
}

static void draw(const char *title, const char *script, const char *output)
{
	static void (*const write_kind[])(FILE *) = {rate,    nodes,  merging,
						     scaling, states, messages};
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);

	if (f) {
		heading(f, title);
		if (job.terminal != PLOT_DUMB && job.width != WIDTH)
			gnuplot_canvas(f, job.terminal, job.width, 560);
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
	enum { SCRIPT = 300, PICTURE_WIDTH };
	static const struct util_word words[] = {
		{"script", SCRIPT}, {"width", PICTURE_WIDTH}, HMFILTER_WORDS, {0}};
	const char *title = NULL, *script = NULL, *output;
	const int kind = argc > 1 ? find_kind(argv[1]) : -1;
	int c;

	util_begin("hmplot", usage_text, argc - (kind >= 0), argv + (kind >= 0));
	job.width = WIDTH;
	while ((c = util_option(words)) != -1) {
		if (c == 't')
			title = optarg;
		else if (c == 'e')
			job.table = hmutil_table(optarg);
		else if (c == PICTURE_WIDTH)
			job.width = (unsigned int)util_number(optarg, INTERVALS * PIXELS);
		else if (c == SCRIPT)
			script = optarg;
		else
			hmfilter_option(c, optarg);
	}
	hmfilter_resolve(job.table);
	if (job.width < 450)
		util_usage("a picture is 450 to 9000 pixels wide", NULL);
	if (kind < 0)
		util_usage("no kind of picture; use rate, nodes, merging, scaling, "
			   "states or messages",
			   util_argument());
	job.kind = (enum kind)kind;
	if ((job.kind == MERGING || job.kind == SCALING) && hmfilter_active())
		util_usage("this picture is of whole traces, without filters",
			   kinds[kind].name);
	if (job.kind != MESSAGES)
		hmfilter_no_events(kinds[kind].name);
	job.intervals = job.width / PIXELS;
	if ((job.kind == STATES || job.kind == MESSAGES) && !job.table)
		util_usage("states and messages require a table (-e)", NULL);
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
