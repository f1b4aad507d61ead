/* SPDX-License-Identifier: Apache-2.0 */
/* Shows two runs of demo in one table and one picture. */
#include "../../../sw/lib/cmdline.h"
#include "checksum.h"
#include "gnuplot.h"
#include "sim.h"
#include "terminal.h"
#include <errno.h>
#include <glob.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The harness requires a list of tests from every program; this one has none. */
const struct sim_test sim_tests[] = {{0}};

#define ROWS 64
#define RUNS 2

static const char usage_text[] =
	"Usage: compare [-o FILE.svg] RUN RUN\n"
	"\n"
	"Compares two runs of demo: their folders, or the CSV files in them. "
	"Prints a table of\n"
	"all quantities that differ from 0, "
	"and draws sizes and latencies of both with gnuplot.\n"
	"\n"
	"  -o, --output=FILE.svg   picture; default compare.svg\n"
	"  -h, --help              print this and exit\n"
	"      --version           print the version and exit\n"
	"\n"
	"Exit status: 0 success, 1 error in a file, 2 error in the command line.\n";

#define NAME 16 /* characters of a heading */

struct run {
	char name[NAME + 1]; /* name of its folder, or the last part of it */
	unsigned int columns, rows;
	char column[RUNS][256];
	char quantity[ROWS][256];
	uint64_t value[ROWS][RUNS];
};

/* Finds the CSV file of a folder. */
static int find_table(const char *from, char path[PATH_MAX])
{
	char pattern[PATH_MAX];
	glob_t found;
	int err = 0;

	snprintf(path, PATH_MAX, "%s", from);
	snprintf(pattern, sizeof(pattern), "%s/*.csv", from);
	if (glob(pattern, 0, NULL, &found))
		return 0;
	if (found.gl_pathc > 1)
		err = complain("%s: more than one table, name one of them", from);
	snprintf(path, PATH_MAX, "%s", found.gl_pathv[0]);
	globfree(&found);
	return err;
}

static bool read_row(struct run *r, char *line)
{
	char *at = strchr(line, ','), *end;

	if (!at || r->rows == ROWS)
		return false;
	*at++ = 0;
	snprintf(r->quantity[r->rows], sizeof(r->quantity[0]), "%s", line);
	for (unsigned int i = 0; i < r->columns; i++) {
		r->value[r->rows][i] = strtoull(at, &end, 10);
		if (end == at || *end != (i + 1 < r->columns ? ',' : 0))
			return false;
		at = end + 1;
	}
	r->rows++;
	return true;
}

static bool read_head(struct run *r, char *line)
{
	char *save = NULL, *word = strtok_r(line, ",", &save);

	if (!word || strcmp(word, "quantity"))
		return false;
	while ((word = strtok_r(NULL, ",", &save)) && r->columns < RUNS)
		snprintf(r->column[r->columns++], sizeof(r->column[0]), "%s", word);
	return r->columns && !word;
}

/* Names a run after its folder, because two runs of one program differ in their folders. */
static void name_run(struct run *r, const char *path)
{
	const char *end = strrchr(path, '/'), *at = path;

	while (end && end > path && end[-1] == '/')
		end--;
	if (!end || end == path)
		end = path + strlen(path);
	if (end - at > NAME)
		at = end - NAME;
	for (const char *p = at; p < end; p++)
		if (*p == '/')
			at = p + 1;
	snprintf(r->name, sizeof(r->name), "%.*s", (int)(end - at), at);
}

/* Reads the lines up to the last one. Returns 0, or the exit status of an error. */
static int read_lines(struct run *r, FILE *f, const char *path)
{
	struct check check = {0, 0};
	bool checked = false;
	char line[256];

	for (unsigned int n = 1; fgets(line, sizeof(line), f); n++) {
		const size_t length = strlen(line);

		if (length == CHECK_LINE && check_is_line(line))
			return checked && check_is_right(&check, line) && getc(f) == EOF
				       ? UTIL_DONE
				       : complain("%s: %s", path, CHECK_DAMAGED);
		check_add(&check, line, length);
		line[strcspn(line, "\n")] = 0;
		if (!strcmp(line, CHECK_HEADER)) {
			checked = true;
		} else if (!strcmp(line, "# end") && !checked) {
			fprintf(stderr, "%s: %s\n", path, CHECK_NONE);
			return UTIL_DONE;
		} else if (*line != '#' &&
			   (r->columns ? !read_row(r, line) : !read_head(r, line))) {
			return complain("%s:%u: not a line of a table of demo", path, n);
		}
	}
	return complain("%s: %s", path, CHECK_CUT);
}

static int read_run(struct run *r, const char *from)
{
	char path[PATH_MAX];
	FILE *f;
	int err;

	if (find_table(from, path))
		return UTIL_BAD_DATA;
	name_run(r, path);
	f = fopen(path, "r");
	if (!f)
		return complain("%s: %s", path, strerror(errno));
	err = read_lines(r, f, path);
	fclose(f);
	return err;
}

static uint64_t value(const struct run *r, const char *quantity, const char *column)
{
	for (unsigned int i = 0; i < r->rows; i++)
		for (unsigned int k = 0; k < r->columns; k++)
			if (!strcmp(r->quantity[i], quantity) && !strcmp(r->column[k], column))
				return r->value[i][k];
	return 0;
}

/* Prints a pair of values. The table contains times in their original units; they are printed
 * in microseconds. */
static void print_pair(const char *quantity, uint64_t x, uint64_t y)
{
	static const struct {
		const char *counted, *shown;
		double per_us;
	} times[] = {
		{"longest latency in ticks of 100 ns", "longest latency, us", 10},
		{"sum of latencies in ticks of 100 ns", "sum of latencies, us", 10},
		{"stalled ps of all nodes", "stalled, us, all nodes", 1e6},
		{"ps that the slowest node ran", "slowest node ran, us", 1e6},
	};

	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++)
		if (!strcmp(quantity, times[i].counted)) {
			printf("  %-36s %16.1f %16.1f", times[i].shown,
			       (double)x / times[i].per_us, (double)y / times[i].per_us);
			return;
		}
	printf("  %-36s %16" PRIu64 " %16" PRIu64, quantity, x, y);
}

static void print_table(const struct run *a, const struct run *b)
{
	for (unsigned int k = 0; k < a->columns; k++) {
		printf("%-38s %16s %16s %9s\n", a->column[k], a->name, b->name, "ratio");
		for (unsigned int i = 0; i < a->rows; i++) {
			const uint64_t x = a->value[i][k];
			const uint64_t y = value(b, a->quantity[i], a->column[k]);

			if (!x && !y)
				continue;
			print_pair(a->quantity[i], x, y);
			if (x)
				printf(" %9.3g\n", (double)y / (double)x);
			else
				printf(" %9s\n", "-");
		}
		printf("\n");
	}
}

/* Quotes a text of the table, which may be hostile, so that it cannot become part of a
 * command. */
static void quote(FILE *f, const char *before, const char *text)
{
	char all[PATH_MAX + 16];

	snprintf(all, sizeof(all), "%s%s", before, text);
	gnuplot_text(f, all, strlen(all));
}

static void plot(FILE *f, const struct run *a, const struct run *b, const char *begin)
{
	const size_t n = strlen(begin);
	unsigned int bars = 0;
	uint64_t most = 0;

	fprintf(f, "set title ");
	quote(f, *begin == 'p' ? "packets by size, " : "packets by latency, ", a->column[0]);
	fprintf(f, "\n$data << end\n");
	for (unsigned int i = 0; i < a->rows; i++) {
		const char *q = a->quantity[i];
		const uint64_t x = a->value[i][0], y = value(b, q, a->column[0]);

		if (strncmp(q, begin, n) || !(x || y))
			continue;
		most = x > most ? x : most;
		most = y > most ? y : most;
		fprintf(f, "%" PRIu64 " %" PRIu64 "\n", x, y);
	}
	fprintf(f, "end\nset xtics (");
	for (unsigned int i = 0; i < a->rows; i++) {
		const char *q = a->quantity[i];

		if (strncmp(q, begin, n) || !(a->value[i][0] || value(b, q, a->column[0])))
			continue;
		fprintf(f, bars ? ", " : "");
		quote(f, "", q + n);
		fprintf(f, " %u", bars++);
	}
	fprintf(f, ")\nset xrange [-0.7:%g]\n", bars - 0.3);
	gnuplot_counts(f, "y", (double)most, true);
	fprintf(f, "plot $data using 1 lt 1 title ");
	quote(f, "first: ", a->name);
	fprintf(f, ", '' using 2 lt 2 title ");
	quote(f, "second: ", b->name);
	fprintf(f, "\nundefine $data\n");
}

static void write_script(FILE *f, const struct run *a, const struct run *b)
{
	char title[2 * NAME + 64];

	snprintf(title, sizeof(title), "Packets of two runs: %s and %s", a->name, b->name);
	gnuplot_canvas(f, PLOT_SVG, 1000, 460);
	gnuplot_style(f);
	fputs("set multiplot layout 1,2 title ", f);
	gnuplot_text(f, title, strlen(title));
	fputs(" font ',16'\nset style data histograms\n"
	      "set style fill solid border rgb '" STYLE_PAPER "'\nset boxwidth 0.9\n"
	      "set style histogram clustered gap 1\nset ylabel 'packets'\n"
	      "unset grid\nset grid ytics back lt 1 lc rgb '" STYLE_GRID "'\n"
	      "set xtics rotate by -35 scale 0\nset key outside center bottom horizontal\n",
	      f);
	plot(f, a, b, "packets of ");
	plot(f, a, b, "latency ");
	fputs("unset multiplot\n", f);
}

static int draw(const struct run *a, const struct run *b, const char *path)
{
	char *script = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&script, &size);
	int status;

	if (!f)
		return complain("%s: %s", path, strerror(errno));
	write_script(f, a, b);
	status = fclose(f) ? complain("%s: %s", path, strerror(errno))
			   : gnuplot_draw(util_name, script, size, NULL, path);
	free(script);
	if (!status)
		printf("drawn: %s\n", path);
	return status;
}

int main(int argc, char **argv)
{
	static struct run run[RUNS];
	const char *path = "compare.svg";
	int c;

	util_begin("compare", usage_text, argc, argv);
	while ((c = util_getopt(NULL)) != -1)
		path = optarg;
	if (argc - optind != 2)
		util_usage("two runs are compared", NULL);
	for (int i = 0; i < RUNS; i++)
		if (read_run(&run[i], argv[optind + i]))
			return UTIL_BAD_DATA;
	print_table(&run[0], &run[1]);
	if (!value(&run[0], "packets", run[0].column[0]) &&
	    !value(&run[1], "packets", run[0].column[0]))
		return complain("nothing to draw: no run has packets (%s)", run[0].column[0]);
	return draw(&run[0], &run[1], path) || util_finish() ? UTIL_BAD_DATA : UTIL_DONE;
}
