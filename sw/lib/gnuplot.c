/* SPDX-License-Identifier: Apache-2.0 */
#include "gnuplot.h"
#include "outfile.h"
#include <errno.h>
#include <spawn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

const char *const gnuplot_color[GNUPLOT_COLORS] = {STYLE_COLORS};

static bool ends_in(const char *name, const char *end)
{
	const size_t n = strlen(name), m = strlen(end);

	return n > m && strcmp(name + n - m, end) == 0;
}

enum plot_terminal gnuplot_terminal(const char *path)
{
	return ends_in(path, ".svg") ? PLOT_SVG : ends_in(path, ".png") ? PLOT_PNG : PLOT_DUMB;
}

void gnuplot_size(unsigned int *columns, unsigned int *rows)
{
	struct winsize size;

	*columns = 79;
	*rows = 24;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40 &&
	    size.ws_row >= 20) {
		*columns = size.ws_col - 1u;
		*rows = size.ws_row - 1u;
	}
}

/* ---- parts of a script ---- */

void gnuplot_text(FILE *out, const char *p, size_t length)
{
	fputc('\'', out);
	for (const char *end = p + length; p < end; p++) {
		if (*p == '\'')
			fputc('\'', out);
		fputc((uint8_t)*p < ' ' ? ' ' : *p, out);
	}
	fputc('\'', out);
}

/* Writes the shades of maps. */
static void put_palette(FILE *out)
{
	static const char *const shade[] = {STYLE_SHADES};

	fputs("set palette defined (", out);
	for (unsigned int i = 0; i < sizeof(shade) / sizeof(*shade); i++)
		fprintf(out, "%s%u '%s'", i ? ", " : "", i, shade[i]);
	fputs(")\n", out);
}

void gnuplot_style(FILE *out)
{
	for (unsigned int i = 0; i < GNUPLOT_COLORS; i++)
		fprintf(out, "set linetype %u lc rgb '%s'\n", i + 1, gnuplot_color[i]);
	put_palette(out);
	fputs("set border 3 lc rgb '" STYLE_AXIS "'\nset tics nomirror\n"
	      "set grid back lt 1 lc rgb '" STYLE_GRID "' lw 1\n",
	      out);
}

void gnuplot_canvas(FILE *out, enum plot_terminal t, unsigned int width, unsigned int height)
{
	fprintf(out,
		"set terminal %s noenhanced size %u,%u font '" STYLE_FONT
		",13' background '" STYLE_PAPER "'\n",
		t == PLOT_SVG ? "svg" : "pngcairo", width, height);
}

void gnuplot_page(FILE *out, enum plot_terminal t, const char *title, const char *source)
{
	gnuplot_canvas(out, t, 900, 560);
	fputs("set label 1 ", out);
	gnuplot_text(out, title, strlen(title));
	fputs(" at screen 0.5, 0.963 center font ',16'\nset label 2 ", out);
	gnuplot_text(out, source, strlen(source));
	fputs(" at screen 0.5, 0.922 center font ',11' textcolor rgb '" STYLE_NOTE "'\n"
	      "set tmargin at screen 0.87\nset bmargin at screen 0.12\n"
	      "set lmargin at screen 0.11\nset rmargin at screen 0.97\n",
	      out);
	gnuplot_style(out);
}

void gnuplot_begin(FILE *out, enum plot_terminal t, const char *tool, const char *title,
		   const char *source)
{
	unsigned int columns, rows;

	fprintf(out,
		"# A picture of %s; to draw it: gnuplot THIS >PICTURE\n"
		"set encoding utf8\n",
		tool);
	if (t != PLOT_DUMB) {
		gnuplot_page(out, t, title, source);
		return;
	}
	gnuplot_size(&columns, &rows);
	fprintf(out, "set terminal dumb nofeed noenhanced size %u,%u\nset title ", columns,
		rows);
	gnuplot_text(out, title, strlen(title));
	fputs(" .\"\\n\".", out);
	gnuplot_text(out, source, strlen(source));
	fputc('\n', out);
}

/* The shade of a value, from 0 (lightest) to 8. */
static unsigned int shade(const struct plot_map *m, uint64_t n, uint64_t min, uint64_t max)
{
	if (m->log && max > min)
		return (unsigned int)(8 * log((double)n / (double)min) /
				      log((double)max / (double)min));
	return (unsigned int)((n * 9 - 1) / max);
}

/* Writes a tick with the shortest text that says its value exactly. */
static void put_tick(FILE *out, double value, bool first)
{
	static const char *const prefix[] = {"", "k", "M", "G", "T", "P", "E"};
	double shown = value;
	unsigned int power = 0;

	for (; shown >= 1000 && power < sizeof(prefix) / sizeof(*prefix) - 1; power++)
		shown /= 1000;
	fprintf(out, "%s'%.9g%s' %.12g", first ? "" : ", ", shown, prefix[power], value);
}

/* Returns the smallest of 1, 2, 5 times a power of ten that is at least @least. */
static double round_step(double least)
{
	static const double step[] = {1, 2, 5};
	const double power = pow(10, floor(log10(least) + 1e-9));

	for (unsigned int i = 0; i < 3; i++)
		if (step[i] * power >= least * (1 - 1e-9))
			return step[i] * power;
	return 10 * power;
}

/* Writes the multiples of a power of ten in a range whose ends are decades apart; returns their
 * number. */
static unsigned int log_ticks(FILE *out, double low, double high)
{
	static const unsigned int multiple[] = {1, 2, 5};
	const double decades = log10(high / low);
	const int step = (int)ceil(decades / 6), from = (int)floor(log10(low));
	unsigned int n = 0;

	for (int power = from; power <= (int)floor(log10(high) + 1e-9); power++) {
		if ((power % step + step) % step)
			continue;
		for (unsigned int i = 0; i < (decades < 2 ? 3 : 1); i++) {
			const double value = multiple[i] * pow(10, power);

			if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9))
				continue;
			if (out)
				put_tick(out, value, !n);
			n++;
		}
	}
	return n;
}

void gnuplot_ticks(FILE *out, const char *axis, double low, double high, unsigned int most,
		   bool logarithmic, bool whole)
{
	double step;

	fprintf(out, "set %stics (", axis);
	if (logarithmic && log_ticks(NULL, low, high) > 2) {
		log_ticks(out, low, high);
		fputs(")\n", out);
		return;
	}
	step = round_step((high - low) / most);
	if (whole && step < 1)
		step = 1;
	for (double k = ceil(low / step - 1e-9) + 0.0, first = k; k <= high / step + 1e-9; k++)
		put_tick(out, k * step, k <= first);
	fputs(")\n", out);
}

void gnuplot_counts(FILE *out, const char *axis, double max, bool logarithmic)
{
	/* counts are whole, but rates may be below 1 */
	const bool whole = max >= 1;
	const double step = fmax(round_step(max > 0 ? max / 6 : 1), whole ? 1 : 0);
	/* a count of 1 is visible on a logarithmic axis, and the largest is below its end */
	const double low = logarithmic ? 0.5 : 0,
		     high = logarithmic ? fmax(10, max * 1.3)
					: fmax(ceil(max * 1.03 / step), 1) * step;

	fprintf(out, "%s%s%sset %srange [%.10g:%.10g]\n", logarithmic ? "set logscale " : "",
		logarithmic ? axis : "", logarithmic ? "\n" : "", axis, low, high);
	gnuplot_ticks(out, axis, logarithmic ? 1 : 0, high, 6, logarithmic, whole);
}

/* Writes the scale of the shades. */
static void put_scale(FILE *out, const struct plot_map *m, uint64_t min, uint64_t max)
{
	const bool logarithmic = m->log && max > min;
	const double low = logarithmic ? (double)min * m->scale : 0,
		     high = (double)max * m->scale;

	fprintf(out, "%sset cbrange [%.10g:%.10g]\n", logarithmic ? "set logscale cb\n" : "",
		low, high);
	gnuplot_ticks(out, "cb", low, high, 8, logarithmic, m->scale == 1);
}

/* Writes a cell that has a value as a line of the data. */
static void put_cell(FILE *out, enum plot_terminal t, const struct plot_map *m, unsigned int c,
		     unsigned int r, char character)
{
	const double left = m->left + c * m->width, low = m->bottom + r * m->height;

	fprintf(out, "%.10g %.10g ", left + m->width / 2, low + m->height / 2);
	if (t == PLOT_DUMB)
		fprintf(out, "\"%c\"\n", character);
	else
		fprintf(out, "%.10g %.10g %.10g %.10g %.10g\n", left, left + m->width, low,
			low + m->height, (double)m->cell[c * m->stride + r] * m->scale);
}

void gnuplot_map(FILE *out, enum plot_terminal t, const struct plot_map *map)
{
	struct plot_map m = *map;
	uint64_t max = 1, min = UINT64_MAX;

	if (!m.height) {
		m.bottom = -0.5;
		m.height = 1;
	}
	if (!m.stride)
		m.stride = m.rows;
	for (unsigned int c = 0; c < m.columns; c++)
		for (unsigned int r = 0; r < m.rows; r++) {
			const uint64_t n = m.cell[c * m.stride + r];

			if (n > max)
				max = n;
			if (n && n < min)
				min = n;
		}
	if (min > max)
		min = max;
	fputs("$data << end\n", out);
	for (unsigned int c = 0; c < m.columns; c++)
		for (unsigned int r = 0; r < m.rows; r++) {
			const uint64_t n = m.cell[c * m.stride + r];

			if (n)
				put_cell(out, t, &m, c, r, ".:-=+*#%@"[shade(&m, n, min, max)]);
		}
	fputs("end\n", out);
	if (!m.ranges)
		fprintf(out, "set xrange [%.10g:%.10g]\nset yrange [%.10g:%.10g]\n", m.left,
			m.left + m.columns * m.width, m.bottom, m.bottom + m.rows * m.height);
	if (t == PLOT_DUMB) {
		fputs("plot $data using 1:2:3 with labels notitle\n", out);
		return;
	}
	fprintf(out, "unset grid\nset rmargin at screen %.4g\n", m.right > 0 ? m.right : 0.84);
	put_palette(out);
	fprintf(out, "set cblabel '%s' offset 1\n", m.unit);
	put_scale(out, &m, min, max);
	/* not an image, which has no cell if it has only one row or column */
	fputs("plot $data using 1:2:3:4:5:6:7 with boxxyerror "
	      "fill solid noborder fillcolor palette z notitle\n",
	      out);
}

/* ---- drawing ---- */

static int file_error(const char *name, int err)
{
	fprintf(stderr, "%s: %s\n", name, outpath_reason(err));
	return 1;
}

static int write_all(int fd, const char *text, size_t size)
{
	while (size) {
		ssize_t n = write(fd, text, size);

		if (n < 0 && errno != EINTR)
			return -errno;
		if (n > 0) {
			text += n;
			size -= (size_t)n;
		}
	}
	return 0;
}

/*
 * Copies gnuplot's output to the picture, because gnuplot ignores write errors. In a character
 * plot it removes the leading form feed and adds the missing line feed at the end.
 */
static int copy_picture(int from, int to)
{
	char buffer[65536];
	bool begins = true, characters = false;
	ssize_t n;
	int err = 0;

	while (!err && (n = read(from, buffer, sizeof(buffer))) != 0) {
		if (n > 0) {
			characters |= begins && buffer[0] == '\f';
			err = write_all(to, buffer + (begins && characters),
					(size_t)n - (begins && characters));
			begins = false;
		} else if (errno != EINTR) {
			err = -errno;
		}
	}
	return err || !characters ? err : write_all(to, "\n", 1);
}

/* Runs gnuplot with the script as its input and writes the picture to output, called name. */
static int run_gnuplot(const char *tool, const char *script, size_t size, int output,
		       const char *name)
{
	static char *const argv[] = {"gnuplot", NULL};
	extern char **environ;
	posix_spawn_file_actions_t files;
	FILE *input = tmpfile();
	int err, status, picture[2];
	pid_t pid;

	if (!input)
		return file_error("a temporary file", -errno);
	err = write_all(fileno(input), script, size);
	if (err || lseek(fileno(input), 0, SEEK_SET)) {
		fclose(input);
		return file_error("a temporary file", err ? err : -errno);
	}
	if (pipe(picture)) {
		fclose(input);
		return file_error("gnuplot", -errno);
	}
	setenv("LC_ALL", "C.UTF-8", 1); /* the encoding of the script */
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_adddup2(&files, fileno(input), STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&files, picture[1], STDOUT_FILENO);
	posix_spawn_file_actions_addclose(&files, picture[0]);
	posix_spawn_file_actions_addclose(&files, picture[1]);
	err = posix_spawnp(&pid, argv[0], &files, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&files);
	fclose(input);
	close(picture[1]);
	if (err) {
		close(picture[0]);
		if (err != ENOENT)
			return file_error("gnuplot", -err);
		fprintf(stderr, "%s: gnuplot is not installed (Debian package gnuplot-nox)\n",
			tool);
		return 1;
	}
	err = copy_picture(picture[0], output);
	close(picture[0]);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return file_error("gnuplot", -errno);
	if (err)
		return file_error(name, err);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return 0;
	fprintf(stderr, "%s: gnuplot failed\n", tool);
	return 1;
}

int gnuplot_draw(const char *tool, const char *text, size_t size, const char *script,
		 const char *picture)
{
	static struct outfile file[2];
	struct outfile *const files[2] = {&file[0], &file[1]};
	const char *const path[2] = {script ? script : picture, script ? picture : NULL};
	const bool draw = !script || picture;
	unsigned int open = 0, wrong = 0;
	int err = 0, status = 0;

	for (; open < 2 && path[open] && !err; open += !err)
		err = outfile_open(&file[open], path[wrong = open]);
	if (!err && script)
		err = write_all(file[wrong = 0].fd, text, size);
	if (!err && draw)
		status = run_gnuplot(tool, text, size,
				     picture ? file[open - 1].fd : STDOUT_FILENO,
				     picture ? picture : "standard output");
	if (!err && !status)
		err = outfile_commit_all(files, open, &wrong);
	else
		while (open)
			outfile_abort(&file[--open]);
	if (err)
		status = file_error(strcmp(path[wrong], "-") ? path[wrong] : "standard output",
				    err);
	return status;
}
