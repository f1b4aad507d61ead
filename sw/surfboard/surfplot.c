/* SPDX-License-Identifier: Apache-2.0 */
/* Plots a trace or a histogram of the SurfBoard with gnuplot. */
#include "surfplot.h"
#include "bsel.h"
#include "cmdline.h"
#include "progress.h"
#include "surfrecord.h"
#include "starts_with.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char usage_text[] =
	"Usage: surfplot KIND [OPTION]... [FILE]\n"
	"\n"
	"Plots a trace or a histogram of the SurfBoard.\n"
	"\n"
	"  sizes      number of packets by size\n"
	"  latencies  number of packets by latency\n"
	"  time       latency against receive time, from the first packet on\n"
	"  joint      joint distribution of two variables\n"
	"\n"
	"  -o, --output=PICTURE  .svg or .png; default: a character plot\n"
	"  -x, --x=AXIS          a range of the axis, FROM:TO; for joint a variable,\n"
	"                        VARIABLE or VARIABLE=FROM:TO; default latency\n"
	"  -y, --y=AXIS          the same for the other axis; default size\n"
	"  -s, --surface         joint: a surface instead of a map\n"
	"  -l, --linear          counts on a linear scale\n"
	"  -t, --title=TEXT      title of the picture\n"
	"  -c, --config=F.bsel   FILE is a histogram made with this configuration;\n"
	"  -b, --bits=STATEMENT  the same, with one statement: 'bin[11:0] = latency[11:0]'\n"
	"      --script=FILE     write the gnuplot script, with its data; - is standard\n"
	"                        output. With -o the script draws that picture, which is\n"
	"                        drawn as well; without -o it makes a character plot\n"
	"  -h, --help            print this and exit\n"
	"      --version         print the version and exit\n"
	"\n"
	"Variables are size, latency, sender, color, category, address, phase, and for a trace\n"
	"page and time.\n"
	"FROM and TO are numbers, for latency and time in us or with the unit ms or s; one of\n"
	"them may be omitted. FILE is standard input if it is - or missing.\n"
	"\n"
	"Exit status: 0 success, 1 error in a file, or data were lost, 2 error in the command\n"
	"line.\n";

/* The first variables are those of the selector. */
enum { PAGE = SBIT_ALL_VARIABLES, TIME, VARIABLES };

static const char *const variable_name[VARIABLES] = {
	[SBIT_LATENCY] = "latency",   [SBIT_SENDER] = "sender", [SBIT_COLOR] = "color",
	[SBIT_CATEGORY] = "category", [SBIT_SIZE] = "size",	[SBIT_ADDRESS] = "address",
	[SBIT_PHASE] = "phase",	      [PAGE] = "page",		[TIME] = "receive time",
};

struct axis {
	int variable;
	bool limited;
	double from, to;    /* the range as given, in numbers or microseconds */
	uint64_t low, high; /* the same range as values */
};

struct job {
	const char *file;
	const char *output, *script;
	bool histogram;
	struct sbit_map map; /* mapping of its bins */
	struct axis axis[2];
	struct plot plot;
	char title[128], source[512];
	struct record_reader reader;
	struct progress progress;
	struct record_joined joined;
	bool incomplete; /* something is missing: the exit status is 1 */
	bool bad;	 /* a header line is wrong, or another error was reported */
	bool begun;
	uint64_t origin; /* receive time of the first packet */
	uint64_t packets, shown, beyond;
};

static bool is_time(int variable)
{
	return variable == SBIT_LATENCY || variable == TIME;
}

/* ---- command line ---- */

static int find_variable(const char *name, size_t length)
{
	static const char time[] = "time";

	if (length == strlen(time) && !strncmp(name, time, length))
		return TIME;
	for (int i = 0; i < TIME; i++)
		if (length == strlen(variable_name[i]) &&
		    !strncmp(name, variable_name[i], length))
			return i;
	return -1;
}

/* Parses a number with its unit, up to @end. */
static bool parse_number(const char *text, const char *end, bool time, double *v)
{
	char *unit;

	if (*text < '0' || *text > '9')
		return false;
	*v = strtod(text, &unit);
	if (unit == end)
		return true;
	if (!time)
		return false;
	if (end - unit == 2 && starts_with(unit, "ms"))
		*v *= 1e3;
	else if (end - unit == 1 && *unit == 's')
		*v *= 1e6;
	else
		return (end - unit == 2 && starts_with(unit, "us")) ||
		       (end - unit == 3 && starts_with(unit, "µs"));
	return true;
}

static bool parse_axis(struct axis *a, const char *text)
{
	const char *equals = strchr(text, '='), *colon = strchr(text, ':'), *end;

	if (equals || !colon) {
		end = equals ? equals : text + strlen(text);
		a->variable = find_variable(text, (size_t)(end - text));
		if (a->variable < 0)
			return false;
		if (!equals)
			return true;
		text = equals + 1;
		colon = strchr(text, ':');
	}
	end = text + strlen(text);
	a->limited = true;
	a->from = 0;
	a->to = 1e18;
	return colon && end - text > 1 &&
	       (colon == text || parse_number(text, colon, is_time(a->variable), &a->from)) &&
	       (colon + 1 == end ||
		parse_number(colon + 1, end, is_time(a->variable), &a->to)) &&
	       a->from < a->to;
}

static void report(void *arg, const struct bsel_error *e)
{
	fprintf(stderr, "%s:%u:%u: %s\n", (const char *)arg, e->line, e->column, e->what);
}

static int load_config(struct job *j, FILE *in, const char *name)
{
	int err = in ? bsel_read(in, &j->map, report, (void *)name) : -errno;

	if (in)
		fclose(in);
	j->histogram = true;
	return err == -EINVAL ? UTIL_BAD_DATA : err ? util_file_error(name, err) : UTIL_DONE;
}

/* ---- values ---- */

static uint64_t trace_value(const struct job *j, int variable, const uint32_t w[4])
{
	switch (variable) {
	case SBIT_LATENCY:
		return trace_latency(w);
	case SBIT_SENDER:
		return trace_sender(w);
	case SBIT_COLOR:
		return trace_color(w);
	case SBIT_CATEGORY:
		return trace_category(w);
	case SBIT_SIZE:
		return trace_words(w);
	case SBIT_ADDRESS:
		return trace_addr(w);
	case SBIT_PHASE:
		return trace_phase(w, j->joined.info.phase_bits);
	case PAGE:
		return trace_page(w);
	default:
		return trace_rxtime(w) - j->origin;
	}
}

/* Returns the unit of a value: the number of ns for latency and time, otherwise 1. */
static double value_ns(const struct job *j, int variable)
{
	return variable == TIME		  ? 1e9 / (double)record_clock_hz(&j->joined.info)
	       : variable == SBIT_LATENCY ? record_latency_ns(&j->joined.info)
					  : 1;
}

/* ---- reading ---- */

#define TIME_MOST (UINT64_C(1) << 43) /* longest trace: half of the 44 bits of its times */
#define SHOW 0xFFFF /* number of lines between two reads of the clock, minus 1 */

static int data_error(struct job *j, const char *what)
{
	progress_end(&j->progress);
	fprintf(stderr, "%s:%" PRIu64 ": %s\n", j->reader.name, j->reader.line, what);
	j->bad = true;
	return UTIL_BAD_DATA;
}

/* Says what a histogram lacks besides packets, which the picture shows. */
static void note_loss(struct job *j, const char *text, size_t length)
{
	static const char packets[] = " lost " RECORD_LOST_PACKETS ":";
	static const char *const lines[] = {" lost ", " cut: "};

	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++)
		if (length > strlen(lines[i]) && !strncmp(text, lines[i], strlen(lines[i])) &&
		    (length < strlen(packets) || strncmp(text, packets, strlen(packets)))) {
			progress_end(&j->progress);
			fprintf(stderr, "%s:%.*s\n", j->reader.name, (int)length, text);
			j->incomplete = true;
		}
}

static void comment(void *arg, const char *text, size_t length)
{
	static const char histogram[] = " file: histogram";
	struct job *j = arg;
	bool begins;
	const int got = record_joined_line(&j->joined, text, length, &begins);

	j->incomplete |= j->joined.info.lost > 0;
	if (j->histogram)
		note_loss(j, text, length);
	if (got < 0)
		data_error(j, got == -ENODATA ? RECORD_CLOCK_UNKNOWN
					      : "the value of this header line is wrong");
	if (!j->histogram && length >= strlen(histogram) &&
	    !strncmp(text, histogram, strlen(histogram)))
		data_error(j, "this is a histogram: give -c or -b");
}

static int start_reading(struct job *j)
{
	int err = record_open(&j->reader, j->file);

	j->joined = (struct record_joined){0};
	j->reader.comment = comment;
	j->reader.comment_arg = j;
	progress_begin(&j->progress, "lines", "%s: reading", j->reader.name);
	return err ? util_file_error(j->reader.name, err) : UTIL_DONE;
}

/* Reads the next record, that of a histogram into @h. Returns 1, 0 at the end, or -1 after a
 * reported error. */
static int read_record(struct job *j, struct trace_record *t, struct hist_record *h)
{
	char text[512];
	int n = j->histogram ? record_read_hist(&j->reader, h)
			     : record_read_trace(&j->reader, t);

	if (n == 1 && !record_joined_record(&j->joined))
		data_error(j, RECORD_MIXED);
	if (j->bad)
		return -1;
	if (n == 1 && (j->reader.line & SHOW) == 0)
		progress_show(&j->progress, record_share(&j->reader), j->reader.line);
	if (n != 1)
		progress_end(&j->progress);
	if (n < 0)
		fprintf(stderr, "%s\n", record_message(&j->reader, n, text, sizeof(text)));
	if (!n && record_note(&j->reader, text, sizeof(text)))
		fprintf(stderr, "%s\n", text);
	return n;
}

/* Reports an axis that the entries of this trace do not have; PHCR puts the phase into the
 * place of other fields. */
static int check_fields(struct job *j)
{
	const bool both = j->plot.kind != PLOT_DISTRIBUTION;

	for (unsigned int i = 0; !j->histogram && i < 1u + both; i++)
		if (j->axis[i].variable == SBIT_PHASE && !j->joined.info.phase_bits)
			return data_error(j, "the entries of this trace have no phase");
		else if (j->axis[i].variable == SBIT_CATEGORY && j->joined.info.phase_bits >> 4)
			return data_error(j, "the entries of this trace have bits of the phase "
					     "in the place of the category");
	return UTIL_DONE;
}

/* Computes ranges and cells after the header has been read. */
static int begin_picture(struct job *j)
{
	struct plot_axis *const to[2] = {&j->plot.x, &j->plot.y};
	struct plot_grid *g = &j->plot.grid;
	uint64_t low[2] = {0, 0}, width[2] = {1, 1};

	for (unsigned int i = 0; i < 2; i++) {
		struct axis *a = &j->axis[i];
		const double unit = value_ns(j, a->variable);
		const double factor = is_time(a->variable) ? 1000 / unit : 1;

		if (j->histogram && (i == 0 || j->plot.kind != PLOT_DISTRIBUTION))
			while (!(sbit_selected(&j->map, a->variable) & width[i]))
				width[i] *= 2;
		if (!a->limited)
			continue;
		a->low = (uint64_t)(a->from * factor);
		a->high = a->to * factor < 1e18 ? (uint64_t)(a->to * factor) : UINT64_MAX;
		to[i]->limited = a->high != UINT64_MAX;
		to[i]->from = a->low;
		to[i]->to = a->high;
		low[i] = a->low - a->low % width[i];
	}
	g->x0 = low[0];
	g->y0 = low[1];
	g->xw = width[0];
	g->yw = width[1];
	j->begun = true;
	return plot_grid_open(g) ? UTIL_DONE : util_file_error("surfplot", -ENOMEM);
}

static bool inside(const struct axis *a, uint64_t v)
{
	return !a->limited || (v >= a->low && v <= a->high);
}

static void count(struct job *j, const uint64_t value[2], uint64_t add, uint64_t packets)
{
	const bool both = j->plot.kind != PLOT_DISTRIBUTION;

	j->packets += packets;
	if (!inside(&j->axis[0], value[0]) || (both && !inside(&j->axis[1], value[1])))
		return;
	j->shown += packets;
	plot_grid_add(&j->plot.grid, value[0], both ? value[1] : 0, add);
}

static int count_trace(struct job *j, const uint32_t w[4])
{
	const bool both = j->plot.kind != PLOT_DISTRIBUTION;
	uint64_t value[2];

	if (trace_rxtime(w) < j->origin &&
	    (j->axis[0].variable == TIME || j->axis[1].variable == TIME))
		return data_error(j, "received before the first packet: give a file, "
				     "not a pipe, if the trace memory has wrapped");
	/* origin may be the time after a wrap of the 44 bits */
	if ((j->axis[0].variable == TIME || j->axis[1].variable == TIME) &&
	    trace_rxtime(w) - j->origin > TIME_MOST)
		return data_error(j,
				  "this receive time and the earliest one are more than 2^43 "
				  "ticks apart: the time of the trace has wrapped");
	if (trace_overflow(w) && (j->axis[0].variable == SBIT_LATENCY ||
				  (both && j->axis[1].variable == SBIT_LATENCY))) {
		j->packets++;
		j->beyond++;
		return UTIL_DONE;
	}
	for (unsigned int i = 0; i < 2; i++)
		value[i] = trace_value(j, j->axis[i].variable, w);
	count(j, value, j->plot.grid.sets ? UINT64_C(1) << trace_sender(w) : 1, 1);
	return UTIL_DONE;
}

static int count_all(struct job *j)
{
	struct trace_record t;
	struct hist_record h;
	uint64_t value[2];
	int n = 0, status = start_reading(j);

	while (!status && (n = read_record(j, &t, &h)) == 1) {
		if (!j->begun) {
			if (j->origin == UINT64_MAX)
				j->origin = trace_rxtime(t.word);
			status = check_fields(j);
			if (!status)
				status = begin_picture(j);
		}
		if (status)
			break;
		if (!j->histogram) {
			status = count_trace(j, t.word);
			continue;
		}
		for (unsigned int i = 0; i < 2; i++)
			value[i] = sbit_bin_value(&j->map, j->axis[i].variable, h.bin);
		if (h.count)
			count(j, value, h.count, h.count);
	}
	record_close(&j->reader);
	if (!status && n >= 0 && !j->shown) {
		fprintf(stderr, "%s: no packet to draw\n", j->reader.name);
		status = UTIL_BAD_DATA;
	}
	return n < 0 ? UTIL_BAD_DATA : status;
}

/* Finds the first packet, which is not at the beginning of a memory that has wrapped. */
static int find_origin(struct job *j)
{
	struct trace_record t;
	struct hist_record h;
	struct stat st;
	int n, status;

	j->origin = UINT64_MAX;
	if ((j->axis[0].variable != TIME && j->axis[1].variable != TIME) ||
	    !strcmp(j->file, "-") || stat(j->file, &st) || !S_ISREG(st.st_mode))
		return UTIL_DONE;
	status = start_reading(j);
	if (status)
		return status;
	while ((n = read_record(j, &t, &h)) == 1)
		if (trace_rxtime(t.word) < j->origin)
			j->origin = trace_rxtime(t.word);
	record_close(&j->reader);
	return n < 0 ? UTIL_BAD_DATA : UTIL_DONE;
}

/* ---- drawing ---- */

/* Selects a unit in which @top, the largest value of an axis, is a short number. */
static void choose_unit(const struct job *j, struct plot_axis *p, int variable, double top)
{
	const char *us = j->plot.terminal == PLOT_DUMB ? "us" : "µs";
	const double ns = value_ns(j, variable);

	p->name = variable_name[variable];
	p->unit = variable == SBIT_SIZE	     ? "words of 32 bits"
		  : variable == SBIT_ADDRESS ? "bytes"
					     : NULL;
	p->scale = 1;
	if (!is_time(variable))
		return;
	if (p->limited)
		top = (double)p->to;
	top *= ns;
	p->unit = top < 2e6 ? us : top < 2e9 ? "ms" : "s";
	p->scale = (top < 2e6 ? 1e3 : top < 2e9 ? 1e6 : 1e9) / ns;
}

#define PART 64

/* Describes the range of a cell or bar. */
static void cell(char part[PART], const struct plot_axis *a, uint64_t width, const char *what)
{
	const char *unit = a->unit ? a->unit : "values";

	snprintf(part, PART, "; %g %.*s of %s to a %s", (double)width / a->scale,
		 (int)strcspn(unit, " "), unit, a->name, what);
}

/* Returns whether several senders have a point at the same place. */
static bool coincide(const struct plot_grid *g)
{
	for (uint32_t x = 0; x < g->used_x; x++)
		for (uint32_t y = 0; y < g->used_y; y++)
			if (plot_grid_at(g, x, y) & (plot_grid_at(g, x, y) - 1))
				return true;
	return false;
}

/* Makes the title of the plot. */
static void describe(struct job *j)
{
	struct plot *p = &j->plot;
	const struct plot_grid *g = &p->grid;
	const char *name = strrchr(j->reader.name, '/');
	char part[5][PART] = {{0}};

	choose_unit(j, &p->x, j->axis[0].variable, (double)(g->x0 + g->used_x * g->xw));
	choose_unit(j, &p->y, j->axis[1].variable, (double)(g->y0 + g->used_y * g->yw));
	if (p->kind == PLOT_DISTRIBUTION)
		snprintf(j->title, sizeof(j->title), "Packets by %s", p->x.name);
	else if (p->kind == PLOT_POINTS)
		snprintf(j->title, sizeof(j->title), "Latency against receive time");
	else
		snprintf(j->title, sizeof(j->title), "Joint distribution of %s and %s",
			 p->x.name, p->y.name);
	if (!p->title)
		p->title = j->title;
	if (j->shown < j->packets)
		snprintf(part[0], sizeof(part[0]), " of %" PRIu64, j->packets);
	if (g->xw > 1 && p->kind != PLOT_POINTS)
		cell(part[1], &p->x, g->xw, p->kind == PLOT_DISTRIBUTION ? "bar" : "cell");
	if (g->yw > 1 && p->kind != PLOT_POINTS)
		cell(part[2], &p->y, g->yw, "cell");
	if (j->beyond)
		snprintf(part[3], sizeof(part[3]), "; %" PRIu64 " beyond the latency window",
			 j->beyond);
	if (j->joined.info.lost)
		snprintf(part[4], sizeof(part[4]), "; %" PRIu64 "%s lost", j->joined.info.lost,
			 j->joined.info.lost_more ? " or more" : "");
	snprintf(j->source, sizeof(j->source), "%s: %" PRIu64 "%s packets%s%s%s%s%s",
		 name ? name + 1 : j->reader.name, j->shown, part[0], part[1], part[2], part[3],
		 part[4],
		 p->kind == PLOT_POINTS && coincide(g) ? "; senders that coincide alternate"
						       : "");
	p->source = j->source;
}

static void fit_terminal(struct plot *p)
{
	if (p->terminal == PLOT_DUMB)
		gnuplot_size(&p->columns, &p->rows);
}

/* Numbers of cells: while a trace is read, when its range is not known yet, and of pictures. */
#define BARS_KEPT 16384
#define BARS_SHOWN \
	800 /* of variables whose values are not single bars, as those of the size are */
#define MAP_COLUMNS 128
#define MAP_ROWS 96
#define POINT_COLUMNS 1024
#define POINT_ROWS 512
#define SURFACE_CELLS 48 /* in each direction */
#define TEXT_MARGIN 13	 /* lines of a text terminal for title, axis and key */

/* Sets the number of cells to what the plot can show. */
static void size_grid(struct plot *p)
{
	const bool map = p->kind == PLOT_MAP || p->kind == PLOT_SURFACE;

	p->grid.nx = p->kind == PLOT_DISTRIBUTION ? BARS_KEPT
		     : map			  ? MAP_COLUMNS
						  : POINT_COLUMNS;
	p->grid.ny = p->kind == PLOT_DISTRIBUTION ? 1 : map ? MAP_ROWS : POINT_ROWS;
	p->grid.sets = p->kind == PLOT_POINTS;
}

static void reduce_grid(struct plot *p, int variable)
{
	if (p->terminal == PLOT_DUMB && p->kind != PLOT_SURFACE)
		plot_grid_reduce(&p->grid, plot_columns(p), p->rows - TEXT_MARGIN);
	else if (p->kind == PLOT_SURFACE)
		plot_grid_reduce(&p->grid, SURFACE_CELLS, SURFACE_CELLS);
	else if (p->kind == PLOT_DISTRIBUTION && variable != SBIT_SIZE)
		plot_grid_reduce(&p->grid, BARS_SHOWN, 1);
}

static int draw(struct job *j)
{
	char *script = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&script, &size);
	int status;

	if (!f)
		return util_file_error("surfplot", -errno);
	plot_script(f, &j->plot);
	if (fclose(f)) {
		free(script);
		return util_file_error("surfplot", -ENOMEM);
	}
	status = gnuplot_draw("surfplot", script, size, j->script, j->output);
	free(script);
	return status;
}

/* ---- command line ---- */

static bool parse_kind(struct job *j, const char *name)
{
	static const struct {
		const char *name;
		enum plot_kind kind;
		int x, y;
	} kinds[] = {
		{"sizes", PLOT_DISTRIBUTION, SBIT_SIZE, SBIT_SIZE},
		{"latencies", PLOT_DISTRIBUTION, SBIT_LATENCY, SBIT_LATENCY},
		{"time", PLOT_POINTS, TIME, SBIT_LATENCY},
		{"joint", PLOT_MAP, SBIT_LATENCY, SBIT_SIZE},
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		if (strcmp(name, kinds[i].name))
			continue;
		j->plot.kind = kinds[i].kind;
		j->axis[0].variable = kinds[i].x;
		j->axis[1].variable = kinds[i].y;
		return true;
	}
	return false;
}

/* Checks combinations of options. */
static int check(const struct job *j)
{
	const int x = j->axis[0].variable, y = j->axis[1].variable;

	if (j->output && j->plot.terminal == PLOT_DUMB)
		util_usage("a picture's name ends in .svg or .png", j->output);
	if (!j->histogram)
		return UTIL_DONE;
	if (x == TIME || y == TIME)
		util_usage("a histogram has no receive times", NULL);
	if (x == PAGE || y == PAGE)
		util_usage("a histogram has no pages", NULL);
	if (!sbit_selected(&j->map, x) ||
	    (j->plot.kind != PLOT_DISTRIBUTION && !sbit_selected(&j->map, y)))
		util_usage("the bins do not depend on this variable",
			   variable_name[sbit_selected(&j->map, x) ? y : x]);
	return UTIL_DONE;
}

enum { SCRIPT = 256 };

/* Handles an option with its value; returns a status. */
static int option(struct job *j, int c, char *arg, char **bits)
{
	struct axis *a = &j->axis[c == 'y'];
	const int usual = a->variable;
	char *joined;

	switch (c) {
	case 'x':
	case 'y':
		if (!parse_axis(a, arg))
			util_usage("neither a variable nor a range of numbers", arg);
		if (a->variable != usual && j->plot.kind != PLOT_MAP)
			util_usage("only joint takes a variable", arg);
		return UTIL_DONE;
	case 'o':
		j->output = arg;
		j->plot.terminal = gnuplot_terminal(arg);
		return UTIL_DONE;
	case 'c':
		return load_config(j, strcmp(arg, "-") ? fopen(arg, "r") : stdin, arg);
	case 'b':
		if (asprintf(&joined, "%s%s\n", *bits ? *bits : "", arg) < 0)
			return util_file_error("surfplot", -ENOMEM);
		free(*bits);
		*bits = joined;
		return load_config(j, fmemopen(joined, strlen(joined), "r"), "--bits");
	case 't':
		j->plot.title = arg;
		return UTIL_DONE;
	case SCRIPT:
		j->script = arg;
		return UTIL_DONE;
	}
	return UTIL_BAD_USAGE;
}

int main(int argc, char **argv)
{
	static const struct util_word words[] = {{"script", SCRIPT}, {0}};
	static struct job job = {.file = "-"};
	bool kind = argc > 1 && parse_kind(&job, argv[1]), surface = false;
	char *bits = NULL;
	int c, status = UTIL_DONE;

	if (kind) {
		argv[1] = argv[0];
		argv++;
		argc--;
	}
	util_begin("surfplot", usage_text, argc, argv);
	while (!status && (c = util_getopt(words)) != -1) {
		if (c == 's')
			surface = true;
		else if (c == 'l')
			job.plot.linear = true;
		else
			status = option(&job, c, optarg, &bits);
	}
	free(bits);
	if (status)
		return status;
	if (!kind)
		util_usage("which kind of picture?", argv[optind]);
	if (argc - optind > 1)
		util_usage("more than one file", argv[optind + 1]);
	if (surface && job.plot.kind != PLOT_MAP)
		util_usage("only joint draws a surface", NULL);
	if (surface)
		job.plot.kind = PLOT_SURFACE;
	if (optind < argc)
		job.file = argv[optind];
	fit_terminal(&job.plot);
	size_grid(&job.plot);
	status = check(&job);
	if (!status)
		status = find_origin(&job);
	if (!status)
		status = count_all(&job);
	if (!status) {
		reduce_grid(&job.plot, job.axis[0].variable);
		describe(&job);
		status = draw(&job);
	}
	if (!status && job.incomplete)
		status = UTIL_BAD_DATA;
	plot_grid_close(&job.plot.grid);
	return status;
}
