/* SPDX-License-Identifier: Apache-2.0 */
#include "surfplot.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Returns the middle of a cell in the unit of the axis. */
static double middle(const struct plot_axis *a, uint64_t first, uint64_t width, uint32_t cell)
{
	return ((double)(first + cell * width) + (double)(width - 1) / 2) / a->scale;
}

static double x_of(const struct plot *p, uint32_t x)
{
	return middle(&p->x, p->grid.x0, p->grid.xw, x);
}

static double y_of(const struct plot *p, uint32_t y)
{
	return middle(&p->y, p->grid.y0, p->grid.yw, y);
}

static void label(FILE *out, char axis, const struct plot_axis *a)
{
	fprintf(out, "set %clabel '%s%s%s'\n", axis, a->name, a->unit ? ", " : "",
		a->unit ? a->unit : "");
}

/* The range of an axis of the plot. */
struct span {
	double from, to;
};

static struct span span(const struct plot_axis *a, double from, double to)
{
	if (a->limited) {
		from = (double)a->from / a->scale;
		to = (double)a->to / a->scale;
	}
	return (struct span){from, to > from ? to : from + 1};
}

static void range(FILE *out, char axis, const struct plot_axis *a, struct span s)
{
	fprintf(out, "set %crange [%.10g:%.10g]\n", axis, s.from, s.to);
	/* senders and words have no fractions */
	if (a->scale == 1 && s.to - s.from < 20)
		fprintf(out, "set %ctics 1\n", axis);
}

/* Returns the range of the x axis, extended by half a cell, so that the outermost cells are
 * completely visible. */
static struct span x_span(const struct plot *p)
{
	const double half = (double)p->grid.xw / p->x.scale / 2;

	return span(&p->x, x_of(p, 0) - half, x_of(p, p->grid.used_x - 1) + half);
}

static struct span y_span(const struct plot *p)
{
	const double half = (double)p->grid.yw / p->y.scale / 2;

	return span(&p->y, y_of(p, 0) - half, y_of(p, p->grid.used_y - 1) + half);
}

/*
 * Returns the value at the middle of column or row @i of a plot made of @n characters. Each
 * character shows the cell at its middle, so that no gap appears between two cells, as could
 * happen if each cell were drawn at the nearest character.
 */
static double place(struct span s, unsigned int n, unsigned int i)
{
	return s.from + (i + 0.5) * (s.to - s.from) / n;
}

/* Returns the span that includes the axes, half a character beyond both ends. */
static struct span places(struct span s, unsigned int n)
{
	const double half = (s.to - s.from) / n / 2;

	return (struct span){s.from - half, s.to + half};
}

/* Returns the cell of a value; an index beyond the last cell if the value is outside. */
static uint32_t cell_at(const struct plot_axis *a, uint64_t first, uint64_t width, double value)
{
	const double cell = (value * a->scale + 0.5 - (double)first) / (double)width;

	return cell >= 0 && cell < UINT32_MAX ? (uint32_t)cell : UINT32_MAX;
}

/* Returns the rows that PLOT_DUMB has between the horizontal axes. */
static unsigned int heading(FILE *out, const struct plot *p)
{
	unsigned int lines = 3;

	fputs("# A picture of surfplot; to draw it: gnuplot THIS >PICTURE\n"
	      "set encoding utf8\n",
	      out);
	if (p->terminal == PLOT_DUMB) {
		fprintf(out, "set terminal dumb nofeed noenhanced size %u,%u\nset title ",
			p->columns, p->rows);
		gnuplot_text(out, p->title, strlen(p->title));
		/* each part of a long source is on its own line */
		for (const char *part = p->source, *end; part; part = end ? end + 2 : NULL) {
			end = strlen(p->source) + 12 < p->columns ? NULL : strstr(part, "; ");
			fputs(" .\"\\n\".", out);
			lines++;
			gnuplot_text(out, part, end ? (size_t)(end - part) : strlen(part));
		}
		fputc('\n', out);
		if (p->kind == PLOT_DISTRIBUTION || p->kind == PLOT_MAP)
			fprintf(out,
				"set lmargin 8\nset rmargin 3\nset tmargin %u\nset bmargin 4\n",
				lines);
		return p->rows - lines - 5;
	}
	gnuplot_page(out, p->terminal, p->title, p->source);
	return 0;
}

/* Returns the largest count of a cell. */
static uint64_t most(const struct plot_grid *g)
{
	uint64_t max = 0;

	for (uint32_t x = 0; x < g->used_x; x++)
		for (uint32_t y = 0; y < g->used_y; y++)
			if (plot_grid_at(g, x, y) > max)
				max = plot_grid_at(g, x, y);
	return max;
}

static void distribution(FILE *out, const struct plot *p)
{
	const struct plot_grid *g = &p->grid;
	const bool dumb = p->terminal == PLOT_DUMB;
	const unsigned int columns = plot_columns(p);
	struct span s = dumb ? x_span(p)
			     : span(&p->x, -0.5 / p->x.scale,
				    x_of(p, g->used_x - 1) + 0.5 / p->x.scale);

	fputs("$data << end\n", out);
	for (uint32_t i = 0; i < (dumb ? columns : g->used_x); i++) {
		const double at = dumb ? place(s, columns, i) : x_of(p, i);
		const uint32_t x = dumb ? cell_at(&p->x, g->x0, g->xw, at) : i;

		if (x < g->used_x && plot_grid_at(g, x, 0))
			fprintf(out, "%.10g %" PRIu64 "\n", at, plot_grid_at(g, x, 0));
	}
	fputs("end\n", out);
	label(out, 'x', &p->x);
	range(out, 'x', &p->x, dumb ? places(s, columns) : s);
	gnuplot_counts(out, "y", (double)most(g), !p->linear);
	fprintf(out,
		"set ylabel 'packets'\nset style fill solid 1.0 border lc rgb '%s'\n"
		"set boxwidth %.10g\nplot $data using 1:2 with %s lc rgb '%s' notitle\n",
		gnuplot_color[0], (double)g->xw / p->x.scale, dumb ? "impulses" : "boxes",
		gnuplot_color[0]);
}

#define ALTERNATE 6 /* points for which one of several senders that coincide is drawn */

struct senders {
	unsigned int n, sender[GNUPLOT_COLORS];
	uint64_t drawn[GNUPLOT_COLORS]; /* points */
	FILE *data[GNUPLOT_COLORS];
	char *text[GNUPLOT_COLORS];
	size_t size[GNUPLOT_COLORS];
};

/*
 * Returns the index of the sender whose point is drawn for a set of senders: of those that
 * coincide, one that has no point yet, or the one with the fewest points, so that none hides
 * another one. The last index stands for all senders from the last one on.
 */
static unsigned int visible(const struct senders *s, uint64_t set)
{
	unsigned int best = GNUPLOT_COLORS;

	for (unsigned int i = 0; i < s->n; i++) {
		const uint64_t bits = set >> s->sender[i];

		if (!(i == GNUPLOT_COLORS - 1 ? bits : bits & 1))
			continue;
		if (!s->drawn[i])
			return i;
		if (best == GNUPLOT_COLORS ||
		    s->drawn[i] / ALTERNATE < s->drawn[best] / ALTERNATE)
			best = i;
	}
	return best;
}

/* Finds the senders of all points. Returns how many there are beyond GNUPLOT_COLORS. */
static unsigned int find_senders(const struct plot_grid *g, struct senders *s)
{
	uint64_t all = 0;
	unsigned int others = 0;

	for (uint32_t x = 0; x < g->used_x; x++)
		for (uint32_t y = 0; y < g->used_y; y++)
			all |= plot_grid_at(g, x, y);
	for (unsigned int k = 0; k < 64; k++) {
		if (!(all >> k & 1))
			continue;
		if (s->n < GNUPLOT_COLORS)
			s->sender[s->n++] = k;
		else
			others++;
	}
	return others;
}

/* Writes the points of each sender as data of its own. */
static void sender_data(FILE *out, const struct plot *p, struct senders *s)
{
	const struct plot_grid *g = &p->grid;

	for (unsigned int i = 0; i < s->n; i++)
		s->data[i] = open_memstream(&s->text[i], &s->size[i]);
	for (uint32_t x = 0; x < g->used_x; x++)
		for (uint32_t y = 0; y < g->used_y; y++) {
			const uint64_t set = plot_grid_at(g, x, y);
			const unsigned int i = set ? visible(s, set) : 0;

			if (!set || !s->data[i])
				continue;
			s->drawn[i]++;
			fprintf(s->data[i], "%.10g %.10g\n", x_of(p, x), y_of(p, y));
		}
	for (unsigned int i = 0; i < s->n; i++) {
		if (s->data[i])
			fclose(s->data[i]);
		fprintf(out, "$sender%u << end\n%send\n", s->sender[i],
			s->drawn[i] ? s->text[i] : "NaN NaN\n");
		free(s->text[i]);
	}
}

static void points(FILE *out, const struct plot *p)
{
	const struct plot_grid *g = &p->grid;
	const bool dumb = p->terminal == PLOT_DUMB;
	struct senders s = {0};
	const unsigned int others = find_senders(g, &s);

	sender_data(out, p, &s);
	label(out, 'x', &p->x);
	label(out, 'y', &p->y);
	range(out, 'x', &p->x, span(&p->x, x_of(p, 0), x_of(p, g->used_x - 1)));
	range(out, 'y', &p->y, span(&p->y, 0, 1.05 * y_of(p, g->used_y - 1)));
	fputs(dumb ? "set key below\nplot"
		   : "set tmargin at screen 0.82\n"
		     "set key at screen 0.97, 0.90 right horizontal samplen 1 maxrows 2\n"
		     "set pointsize 0.25\nplot",
	      out);
	for (unsigned int i = 0; i < s.n; i++) {
		const bool rest = others && i == GNUPLOT_COLORS - 1;
		char name[32];

		snprintf(name, sizeof(name), rest ? "others" : "sender %u", s.sender[i]);
		fprintf(out, "%s $sender%u with points ", i ? "," : "", s.sender[i]);
		if (dumb)
			fprintf(out, "pt '%c' title '%s'", rest ? '+' : 'A' + (int)i, name);
		else
			fprintf(out,
				"pt 7 lc rgb '%s' notitle, "
				"NaN with points pt 7 ps 0.7 lc rgb '%s' title '%s'",
				gnuplot_color[i], gnuplot_color[i], name);
	}
	fputc('\n', out);
}

/* Prints the cells as characters, from few to many. */
static void character_map(FILE *out, const struct plot *p, uint64_t max, unsigned int rows)
{
	static const char shade[] = ".:-=+*#%@";
	const struct plot_grid *g = &p->grid;
	const unsigned int columns = plot_columns(p);
	const struct span sx = x_span(p), sy = y_span(p);

	range(out, 'x', &p->x, places(sx, columns));
	range(out, 'y', &p->y, places(sy, rows));
	fputs("$data << end\n", out);
	for (unsigned int i = 0; i < columns * rows; i++) {
		const double at_x = place(sx, columns, i / rows),
			     at_y = place(sy, rows, i % rows);
		const uint32_t x = cell_at(&p->x, g->x0, g->xw, at_x);
		const uint32_t y = cell_at(&p->y, g->y0, g->yw, at_y);
		unsigned int level = 0;
		uint64_t v;

		if (x >= g->used_x || y >= g->used_y || !(v = plot_grid_at(g, x, y)))
			continue;
		/* levels are linear, or each is a fourth of the next */
		while (p->linear && level < 8 && v * 9 > max * (level + 1))
			level++;
		if (!p->linear)
			for (uint64_t m = max; m / 4 >= v && level < 8; m /= 4)
				level++;
		fprintf(out, "%.10g %.10g \"%c\"\n", at_x, at_y,
			shade[p->linear ? level : 8 - level]);
	}
	fprintf(out,
		"end\nset label 1 '@ is up to %" PRIu64
		" packets, each shade before it %s' at screen 0.5, character 0 center\n"
		"plot $data using 1:2:3 with labels notitle\n",
		max, p->linear ? "a ninth of that less" : "up to a quarter of the next");
}

/* Writes the cells as a net of lines. */
static void surface(FILE *out, const struct plot *p, uint64_t max)
{
	const struct plot_grid *g = &p->grid;
	const bool dumb = p->terminal == PLOT_DUMB;

	fputs("$data << end\n", out);
	for (uint32_t x = 0; x < g->used_x; x++) {
		for (uint32_t y = 0; y < g->used_y; y++) {
			const uint64_t v = plot_grid_at(g, x, y);

			fprintf(out, "%.10g %.10g %.10g\n", x_of(p, x), y_of(p, y),
				v || p->linear ? (double)v : 0.5);
		}
		fputc('\n', out);
	}
	fputs("end\n", out);
	gnuplot_counts(out, "z", (double)max, !p->linear);
	if (!dumb)
		fputs("unset tmargin\nunset bmargin\nunset lmargin\nunset rmargin\n"
		      "set xlabel offset 0,-0.7\nset ylabel offset 0,-0.7\n"
		      "set border 31 lc rgb '" STYLE_AXIS "'\n",
		      out);
	fprintf(out,
		"set view 55, 320\nset xyplane 0\nset zlabel 'packets' rotate\n"
		"unset colorbox\n%sset cbrange [%s:%" PRIu64 "]\nset hidden3d\n"
		"splot $data using 1:2:3%s with lines %s notitle\n",
		p->linear ? "" : "set logscale cb\n", p->linear ? "0" : "0.5", max,
		dumb ? "" : ":3", dumb ? "" : "lw 1.2 lc palette");
}

static void map(FILE *out, const struct plot *p, unsigned int rows)
{
	const struct plot_grid *g = &p->grid;
	const uint64_t max = most(g);

	label(out, 'x', &p->x);
	label(out, 'y', &p->y);
	if (p->terminal == PLOT_DUMB && p->kind == PLOT_MAP) {
		character_map(out, p, max, rows);
		return;
	}
	range(out, 'x', &p->x, x_span(p));
	range(out, 'y', &p->y, y_span(p));
	if (p->kind == PLOT_SURFACE) {
		surface(out, p, max);
		return;
	}
	gnuplot_map(out, p->terminal,
		    &(struct plot_map){.columns = g->used_x,
				       .rows = g->used_y,
				       .left = ((double)g->x0 - 0.5) / p->x.scale,
				       .width = (double)g->xw / p->x.scale,
				       .bottom = ((double)g->y0 - 0.5) / p->y.scale,
				       .height = (double)g->yw / p->y.scale,
				       .cell = g->cell,
				       .stride = g->ny,
				       .scale = 1,
				       .unit = "packets",
				       .right = 0.86,
				       .log = !p->linear,
				       .ranges = true});
}

void plot_script(FILE *out, const struct plot *p)
{
	const unsigned int rows = heading(out, p);

	switch (p->kind) {
	case PLOT_DISTRIBUTION:
		distribution(out, p);
		break;
	case PLOT_POINTS:
		points(out, p);
		break;
	case PLOT_MAP:
	case PLOT_SURFACE:
		map(out, p, rows);
		break;
	}
}
