/* SPDX-License-Identifier: Apache-2.0 */
#include "surfplot.h"
#include <inttypes.h>
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
	fprintf(out,
		"set ylabel 'packets'\nset format y '%%.0s%%c'\nset yrange [%s:*]\n%s"
		"set style fill solid 1.0 border lc rgb '%s'\nset boxwidth %.10g\n"
		"plot $data using 1:2 with %s lc rgb '%s' notitle\n",
		p->linear ? "0" : "0.5", p->linear ? "" : "set logscale y\n", gnuplot_color[0],
		(double)g->xw / p->x.scale, dumb || g->used_x > 800 ? "impulses" : "boxes",
		gnuplot_color[0]);
}

static void points(FILE *out, const struct plot *p)
{
	const struct plot_grid *g = &p->grid;
	const bool dumb = p->terminal == PLOT_DUMB;
	uint64_t all = 0, drawn;
	unsigned int n = 0, sender[GNUPLOT_COLORS] = {0}, others = 0;

	for (uint32_t x = 0; x < g->used_x; x++)
		for (uint32_t y = 0; y < g->used_y; y++)
			all |= plot_grid_at(g, x, y);
	for (unsigned int s = 0; s < 64; s++) {
		if (!(all >> s & 1))
			continue;
		if (n < GNUPLOT_COLORS)
			sender[n++] = s;
		else
			others++;
	}
	for (unsigned int i = 0; i < n; i++) {
		drawn = UINT64_C(1) << sender[i];
		if (others && i == GNUPLOT_COLORS - 1)
			drawn = UINT64_MAX << sender[i];
		fprintf(out, "$sender%u << end\n", sender[i]);
		for (uint32_t x = 0; x < g->used_x; x++)
			for (uint32_t y = 0; y < g->used_y; y++)
				if (plot_grid_at(g, x, y) & drawn)
					fprintf(out, "%.10g %.10g\n", x_of(p, x), y_of(p, y));
		fputs("end\n", out);
	}
	label(out, 'x', &p->x);
	label(out, 'y', &p->y);
	range(out, 'x', &p->x, span(&p->x, x_of(p, 0), x_of(p, g->used_x - 1)));
	range(out, 'y', &p->y, span(&p->y, 0, 1.05 * y_of(p, g->used_y - 1)));
	fputs(dumb ? "set key below\nplot"
		   : "set tmargin at screen 0.82\n"
		     "set key at screen 0.97, 0.90 right horizontal samplen 1 maxrows 2\n"
		     "set pointsize 0.25\nplot",
	      out);
	for (unsigned int i = 0; i < n; i++) {
		const bool rest = others && i == GNUPLOT_COLORS - 1;
		char name[32];

		snprintf(name, sizeof(name), rest ? "others" : "sender %u", sender[i]);
		fprintf(out, "%s $sender%u with points ", i ? "," : "", sender[i]);
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

/* gnuplot labels powers of ten only, and a short scale contains only one */
static const char few_tics[] = "set cbtics (1, 2, 3, 5, 10, 20, 30, 50)\n";

static void map(FILE *out, const struct plot *p, unsigned int rows)
{
	const struct plot_grid *g = &p->grid;
	const bool surface = p->kind == PLOT_SURFACE;
	uint64_t max = 1;

	for (uint32_t x = 0; x < g->used_x; x++)
		for (uint32_t y = 0; y < g->used_y; y++)
			if (plot_grid_at(g, x, y) > max)
				max = plot_grid_at(g, x, y);
	label(out, 'x', &p->x);
	label(out, 'y', &p->y);
	if (p->terminal == PLOT_DUMB && !surface) {
		character_map(out, p, max, rows);
		return;
	}
	range(out, 'x', &p->x, x_span(p));
	range(out, 'y', &p->y, y_span(p));
	fputs("$data << end\n", out);
	for (uint32_t x = 0; x < g->used_x; x++) {
		for (uint32_t y = 0; y < g->used_y; y++) {
			const uint64_t v = plot_grid_at(g, x, y);

			fprintf(out, "%.10g %.10g ", x_of(p, x), y_of(p, y));
			if (v || surface)
				fprintf(out, "%.10g\n", v || p->linear ? (double)v : 0.5);
			else
				fputs("NaN\n", out);
		}
		fputc('\n', out);
	}
	fprintf(out,
		"end\n"
		"set palette defined (0 '#d0e1f2', 1 '#6aaed6', 2 '#2070b4', 3 '#08306b')\n"
		"%s%s",
		p->linear ? ""
		: surface ? "set logscale zcb\n"
			  : "set logscale cb\n",
		surface ? "" : "unset grid\n");
	if (surface) {
		if (p->terminal != PLOT_DUMB)
			fputs("unset tmargin\nunset bmargin\nunset lmargin\nunset rmargin\n"
			      "set xlabel offset 0,-0.7\nset ylabel offset 0,-0.7\n"
			      "set border 31 lc rgb '#555555'\n",
			      out);
		fprintf(out,
			"set view 55, 320\nset xyplane 0\nset zlabel 'packets' rotate\n"
			"set format z '%%.0s%%c'\nset zrange [%s:*]\nunset colorbox\n"
			"set cbrange [%s:%" PRIu64 "]\nset hidden3d\n"
			"splot $data using 1:2:3%s with lines %s notitle\n",
			p->linear ? "0" : "0.5", p->linear ? "0" : "0.5", max,
			p->terminal == PLOT_DUMB ? "" : ":3",
			p->terminal == PLOT_DUMB ? "" : "lw 1.2 lc palette");
	} else {
		fprintf(out,
			"set rmargin at screen 0.86\nset cblabel 'packets'\n"
			"set format cb '%%.0s%%c'\nset cbrange [%s:%" PRIu64 "]\n%s"
			"plot $data using 1:2:3 with image pixels notitle\n",
			p->linear ? "0" : "1", max > 1 ? max : 2,
			p->linear || max >= 100 ? "" : few_tics);
	}
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
