/* SPDX-License-Identifier: Apache-2.0 */
/* Plots the lengths of intervals with gnuplot. */
#include "gnuplot.h"
#include "mk_interval.h"
#include "util.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage_text[] =
	"Usage: mk_plot KIND [-f FILE] [-o PICTURE] [SAMPLES]\n"
	"\n"
	"Draws the intervals that interval.info describes, from the samples in the file\n"
	"SAMPLES (mk.dat). KIND is\n"
	"  lengths   number of intervals by length\n"
	"  time      length of each interval against the time of its end\n"
	"\n"
	"  -f, --file=FILE     description of the intervals instead of interval.info\n"
	"  -o, --output=FILE   output file, .svg or .png; default: a character plot\n"
	"                      on the terminal\n"
	"      --script=FILE   write the gnuplot script with its data; a picture is\n"
	"                      drawn only with -o\n"
	"  -t, --title=TEXT    title of the picture\n"
	"      --clock=HZ      frequency of the timestamp clock (10000000)\n"
	"  -h, --help          print this and exit\n"
	"      --version       print the version and exit\n"
	"\n"
	"Exit status: 0 success, 1 error in a file, or samples were lost, 2 error in the\n"
	"command line.";

#define BINS 60
#define POINTS 20000u /* largest number of points of an interval in the plot of times */
#define NAMES 30u     /* largest number of names whose curves have room below them */
#define LETTERS 50    /* of a name */

struct point {
	uint64_t at, length;
};

/* The lengths that have the same name. */
struct curve {
	const char *name;
	struct point *point;
	size_t points, room;
};

static struct {
	bool time;
	enum plot_terminal terminal;
	uint64_t hz;
	const struct mk_intervals *list;
	struct curve *curve; /* three for each description */
	struct mk_report report;
	size_t runs; /* of the file */
	bool memory; /* a point was omitted because memory was short */
} job;

static void add_point(void *arg, const struct mk_interval *i, unsigned int which,
		      const struct mk_processor *p, uint64_t at, uint64_t length)
{
	struct curve *c = &job.curve[3 * (size_t)(i - job.list->interval) + which];

	(void)arg, (void)p;
	if (c->points == c->room) {
		const size_t room = c->room ? 2 * c->room : 1024;
		struct point *more = realloc(c->point, room * sizeof(*more));

		if (!more) {
			job.memory = true;
			return;
		}
		c->point = more;
		c->room = room;
	}
	c->name = i->name[which];
	c->point[c->points++] = (struct point){at, length};
}

static int take_sample(void *arg, const struct mk_sample *s, size_t run)
{
	(void)arg;
	return mk_report_sample(&job.report, s, run);
}

static bool read_samples(const char *path)
{
	static struct mk_reader reader;
	char text[4096 + 256];
	int err = mk_reader_open(&reader, path);

	if (!err)
		err = mk_merge(&reader, &job.runs, take_sample, NULL);
	mk_report_end(&job.report);
	if (!err && job.memory)
		err = -ENOMEM;
	if (err == -ENODATA)
		util_flaw("%s", mk_reader_message(&reader, err, text, sizeof(text)));
	else if (err)
		util_error("%s", mk_reader_message(&reader, err, text, sizeof(text)));
	else if (reader.unchecked)
		fprintf(stderr, "%s: %s\n", path, CHECK_NONE);
	if (job.report.repeated && job.report.overlap.length[0].stat.count)
		util_flaw(
			"%s: sequences with samples of the same processor are not of one time: "
			"no interval of class 4 is certain",
			path);
	if (job.report.gaps)
		util_flaw("%s: samples were lost at %" PRIu64
			  " places; intervals across them are not counted",
			  path, job.report.gaps);
	mk_reader_close(&reader);
	return !err || err == -ENODATA;
}

/* ---- the script ---- */

static size_t curves(void)
{
	return 3 * job.list->count;
}

static double us(uint64_t ticks)
{
	return (double)ticks * 1e6 / (double)job.hz;
}

/* Returns every how many intervals one is drawn in the plot of times. */
static size_t step_of(const struct curve *c)
{
	return job.time ? (c->points + POINTS - 1) / POINTS : 1;
}

static unsigned int names(void)
{
	unsigned int n = 0;

	for (size_t k = 0; k < curves(); k++)
		n += job.curve[k].points > 0;
	return n;
}

static void heading(FILE *out, const char *path, const char *title)
{
	char source[512];
	bool some = false;

	for (size_t k = 0; k < curves(); k++)
		some |= step_of(&job.curve[k]) > 1;
	snprintf(source, sizeof(source), "%.300s: %" PRIu64 " samples%s%s%s", path,
		 job.report.samples, job.runs > 1 ? " of several sequences" : "",
		 some ? "; not every interval is drawn" : "",
		 job.report.gaps ? "; SAMPLES WERE LOST" : "");
	gnuplot_begin(out, job.terminal, "mk_plot", title, source);
}

static uint64_t longest(void)
{
	uint64_t most = 0;

	for (size_t k = 0; k < curves(); k++)
		for (size_t i = 0; i < job.curve[k].points; i++)
			if (job.curve[k].point[i].length > most)
				most = job.curve[k].point[i].length;
	return most;
}

/* Writes the histogram of lengths in bins of equal width from 0 to the longest length. */
static void write_lengths(FILE *out)
{
	const uint64_t width = longest() / BINS + 1;
	uint64_t most = 0;

	for (size_t k = 0; k < curves(); k++) {
		const struct curve *c = &job.curve[k];
		uint64_t bin[BINS + 1] = {0};

		if (!c->points)
			continue;
		for (size_t i = 0; i < c->points; i++)
			bin[c->point[i].length / width]++;
		fprintf(out, "$curve%zu << end\n", k);
		for (unsigned int i = 0; i < BINS; i++) {
			most = bin[i] > most ? bin[i] : most;
			fprintf(out, "%.10g %" PRIu64 "\n", us(i * width) + us(width) / 2,
				bin[i]);
		}
		fputs("end\n", out);
	}
	fprintf(out, "set xlabel 'length, us'\nset ylabel 'intervals'\nset xrange [0:%.10g]\n",
		us(BINS * width));
	gnuplot_ticks(out, "x", 0, us(BINS * width), 10, false, false);
	gnuplot_counts(out, "y", (double)most, false);
}

static void write_times(FILE *out)
{
	uint64_t from = UINT64_MAX, to = 0, zero;
	double low, high;

	for (size_t k = 0; k < curves(); k++)
		for (size_t i = 0; i < job.curve[k].points; i += step_of(&job.curve[k])) {
			const uint64_t at = job.curve[k].point[i].at;

			from = at < from ? at : from;
			to = at > to ? at : to;
		}
	/* a short time long after the start has labels that differ in their last digits only */
	zero = to - from < from / 100 ? from : 0;
	for (size_t k = 0; k < curves(); k++) {
		const struct curve *c = &job.curve[k];

		if (!c->points)
			continue;
		fprintf(out, "$curve%zu << end\n", k);
		for (size_t i = 0; i < c->points; i += step_of(c))
			fprintf(out, "%.10g %.10g\n", us(c->point[i].at - zero) / 1e6,
				us(c->point[i].length));
		fputs("end\n", out);
	}
	/* points are not on the axes */
	low = us(from - zero) / 1e6;
	high = us(to - zero) / 1e6;
	high += fmax((high - low) / 50, us(1) / 1e6);
	low -= fmin((high - low) / 50, low);
	fputs("set xlabel 'time, s", out);
	if (zero)
		fprintf(out, " after %.9g s", us(zero) / 1e6);
	fprintf(out, "'\nset ylabel 'length, us'\nset xrange [%.10g:%.10g]\n", low, high);
	gnuplot_ticks(out, "x", low, high, 8, false, false);
	gnuplot_counts(out, "y", us(longest()), false);
}

/* Writes the names of the curves in two columns between the titles and the plot, and makes room
 * for them. */
static void write_key(FILE *out)
{
	fprintf(out,
		"set tmargin at screen %.3f\n"
		"set key at screen 0.54, 0.9 center top horizontal maxcols 2 samplen 1\n",
		0.88 - 0.036 * ((names() + 1) / 2));
}

static void write_plot(FILE *out)
{
	bool first = true;

	if (job.terminal != PLOT_DUMB)
		write_key(out);
	fputs("plot", out);
	for (size_t k = 0; k < curves(); k++) {
		const struct curve *c = &job.curve[k];
		char name[256];

		if (!c->points)
			continue;
		snprintf(name, sizeof(name), "%.*s%s (%zu)", LETTERS, c->name,
			 strlen(c->name) > LETTERS ? "..." : "", c->points);
		fprintf(out, "%s $curve%zu with ", first ? "" : ",", k);
		if (job.terminal == PLOT_DUMB)
			fprintf(out, "points pt '%c' ", 'A' + (int)(k % 26));
		else
			fprintf(out, "%s lc rgb '%s' ",
				job.time ? "points pt 7 ps 0.4" : "histeps lw 1.5",
				gnuplot_color[k % GNUPLOT_COLORS]);
		fputs("title ", out);
		gnuplot_text(out, name, strlen(name));
		first = false;
	}
	fputc('\n', out);
}

static void draw(const char *path, const char *title, const char *script, const char *output)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);

	if (f) {
		heading(f, path, title);
		if (job.time)
			write_times(f);
		else
			write_lengths(f);
		write_plot(f);
	}
	if (!f || fclose(f))
		util_error("not enough memory");
	else if (gnuplot_draw("mk_plot", text, size, script, output))
		util_failed();
	free(text);
}

static void plot(const char *path, const char *description, const char *title,
		 const char *script, const char *output)
{
	const struct mk_report_options options = {.event_bytes = 4, .wide = true};
	struct mk_intervals list;
	char text[4096 + 256];

	if (mk_intervals_read(&list, description, text, sizeof(text)) ||
	    mk_intervals_fit(&list, options.event_bytes, description, text, sizeof(text))) {
		fprintf(stderr, "%s\n", text);
		util_failed();
		mk_intervals_free(&list);
		return;
	}
	job.list = &list;
	job.curve = calloc(curves(), sizeof(*job.curve));
	mk_report_begin(&job.report, &list, &options);
	job.report.on_length = add_point;
	if (!job.curve)
		util_error("not enough memory");
	else if (read_samples(path)) {
		if (names() > NAMES)
			util_error("%u names are too many for a picture: describe fewer "
				   "intervals",
				   names());
		else if (names())
			draw(path, title, script, output);
		else
			util_error("%s: no interval of %s", path, description);
	}
	for (size_t k = 0; job.curve && k < curves(); k++)
		free(job.curve[k].point);
	free(job.curve);
	mk_report_free(&job.report);
	mk_intervals_free(&list);
}

int main(int argc, char **argv)
{
	enum { SCRIPT = 300, CLOCK };
	static const struct util_word words[] = {{"script", SCRIPT}, {"clock", CLOCK}, {0}};
	const bool time = argc > 1 && !strcmp(argv[1], "time");
	const bool kind = time || (argc > 1 && !strcmp(argv[1], "lengths"));
	const char *title = NULL, *script = NULL, *output, *path;
	const char *description = "interval.info";
	int c;

	job.hz = 10000000;
	util_begin("mk_plot", usage_text, argc - kind, argv + kind);
	while ((c = util_option(words)) != -1) {
		if (c == 'f')
			description = optarg;
		else if (c == 't')
			title = optarg;
		else if (c == SCRIPT)
			script = optarg;
		else
			job.hz = util_number(optarg, 1000000000);
	}
	if (!job.hz)
		util_usage("a clock has more than 0 Hz", NULL);
	if (!kind)
		util_usage("which kind of picture? lengths or time", util_argument());
	path = util_argument();
	if (path && util_argument())
		util_usage("more than one file", NULL);
	output = util_take_output();
	job.time = time;
	job.terminal = output ? gnuplot_terminal(output) : PLOT_DUMB;
	if (output && job.terminal == PLOT_DUMB)
		util_usage("a picture's name ends in .svg or .png", output);
	util_open();
	if (!title)
		title = time ? "Length of the intervals over time" : "Length of the intervals";
	plot(path ? path : "mk.dat", description, title, script, output);
	return util_end();
}
