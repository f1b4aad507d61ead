/* SPDX-License-Identifier: Apache-2.0 */
/* Two runs of demo in one table and one picture. */
#include "../../../sw/lib/cmdline.h"
#include "sim.h"
#include "terminal.h"
#include <errno.h>
#include <glob.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The harness asks every program for its tests; this one has none. */
const struct sim_test sim_tests[] = {{0}};

#define ROWS 64
#define RUNS 2

static const char usage_text[] =
	"Usage: compare [-o FILE.svg] RUN RUN\n"
	"\n"
	"Compares two runs of demo: their folders, or the CSV files in them. Prints a table "
	"of\n"
	"all quantities that differ from 0, and draws sizes and latencies of both with "
	"gnuplot.\n"
	"\n"
	"  -o, --output=FILE.svg   picture; default compare.svg\n"
	"  -h, --help              print this and exit\n"
	"      --version           print the version and exit\n"
	"\n"
	"Exit status: 0 success, 1 error in a file, 2 error in the command line.\n";

struct run {
	char name[64];
	unsigned int columns, rows;
	char column[RUNS][256];
	char quantity[ROWS][256];
	uint64_t value[ROWS][RUNS];
};

/* The CSV file of a folder. */
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

static int read_run(struct run *r, const char *from)
{
	char path[PATH_MAX], line[256];
	bool ended = false;
	unsigned int n = 0;
	FILE *f;

	if (find_table(from, path))
		return UTIL_BAD_DATA;
	f = fopen(path, "r");
	if (!f)
		return complain("%s: %s", path, strerror(errno));
	while (!ended && fgets(line, sizeof(line), f)) {
		n++;
		line[strcspn(line, "\n")] = 0;
		if (*line == '#') {
			ended = !strcmp(line, "# end");
			if (n == 1)
				sscanf(line, "# %63s", r->name);
		} else if (r->columns ? !read_row(r, line) : !read_head(r, line)) {
			fclose(f);
			return complain("%s:%u: not a line of a table of demo", path, n);
		}
	}
	fclose(f);
	return ended ? UTIL_DONE : complain("%s: it is cut: its last line is missing", path);
}

static uint64_t value(const struct run *r, const char *quantity, const char *column)
{
	for (unsigned int i = 0; i < r->rows; i++)
		for (unsigned int k = 0; k < r->columns; k++)
			if (!strcmp(r->quantity[i], quantity) && !strcmp(r->column[k], column))
				return r->value[i][k];
	return 0;
}

static void print_table(const struct run *a, const struct run *b)
{
	for (unsigned int k = 0; k < a->columns; k++) {
		printf("%-38s %14.14s %14.14s %9s\n", a->column[k], a->name, b->name, "ratio");
		for (unsigned int i = 0; i < a->rows; i++) {
			const uint64_t x = a->value[i][k];
			const uint64_t y = value(b, a->quantity[i], a->column[k]);

			if (!x && !y)
				continue;
			printf("  %-36s %14" PRIu64 " %14" PRIu64, a->quantity[i], x, y);
			if (x)
				printf(" %9.3g\n", (double)y / (double)x);
			else
				printf(" %9s\n", "-");
		}
		printf("\n");
	}
}

static void plot(FILE *f, const struct run *a, const struct run *b, const char *begin)
{
	const size_t n = strlen(begin);

	fprintf(f, "$data << end\n");
	for (unsigned int i = 0; i < a->rows; i++) {
		const char *q = a->quantity[i];
		const uint64_t x = a->value[i][0], y = value(b, q, a->column[0]);

		if (!strncmp(q, begin, n) && (x || y))
			fprintf(f, "\"%s\" %" PRIu64 " %" PRIu64 "\n", q + n, x, y);
	}
	fprintf(f,
		"end\nset title '%s, %s'\nplot $data using 2:xtic(1) title 'first: %s', "
		"'' using 3 title 'second: %s'\nundefine $data\n",
		*begin == 'p' ? "packets by size" : "packets by latency", a->column[0], a->name,
		b->name);
}

static int draw(const struct run *a, const struct run *b, const char *path)
{
	char temporary[PATH_MAX];
	FILE *f;

	snprintf(temporary, sizeof(temporary), "%s.part", path);
	f = popen("gnuplot", "w");
	if (!f)
		return complain("gnuplot: %s", strerror(errno));
	fprintf(f,
		"set terminal svg size 1000,420 background '#ffffff'\nset output \"%s\"\n"
		"set multiplot layout 1,2\nset style data histograms\nset style fill solid\n"
		"set logscale y\nset yrange [0.5:*]\nset xtics rotate by -35\n",
		temporary);
	plot(f, a, b, "packets of ");
	plot(f, a, b, "latency ");
	fprintf(f, "unset multiplot\n");
	if (pclose(f) || rename(temporary, path))
		return complain("%s: not drawn", path);
	printf("drawn: %s\n", path);
	return UTIL_DONE;
}

int main(int argc, char **argv)
{
	static const struct option longs[] = {{"output", required_argument, NULL, 'o'}, {0}};
	static struct run run[RUNS];
	const char *path = "compare.svg";
	int c;

	util_begin("compare", usage_text, argc, argv);
	while ((c = util_getopt("o:", longs)) != -1)
		path = optarg;
	if (argc - optind != 2)
		util_usage("two runs are compared", NULL);
	if (strpbrk(path, "\"\\\n"))
		util_usage("bad name of a picture", path);
	for (int i = 0; i < RUNS; i++)
		if (read_run(&run[i], argv[optind + i]))
			return UTIL_BAD_DATA;
	print_table(&run[0], &run[1]);
	return draw(&run[0], &run[1], path) || util_finish() ? UTIL_BAD_DATA : UTIL_DONE;
}
