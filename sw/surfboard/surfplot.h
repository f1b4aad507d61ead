/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SURFPLOT_H
#define SURFPLOT_H
/* Parts of surfplot: the counts behind a picture, and the script that draws them. */
#include "gnuplot.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- counts ---- */

/*
 * Counts over one or two variables in a fixed number of cells. If a value is beyond the last
 * cell, neighbouring cells are merged, so that half of the cells become free: the memory does
 * not grow, and the range need not be known in advance.
 */
struct plot_grid {
	uint32_t nx, ny;	 /* cells */
	uint64_t x0, y0;	 /* values at the beginning of the first cell */
	uint64_t xw, yw;	 /* values in a cell */
	uint32_t used_x, used_y; /* number of cells up to the last one that is not empty */
	bool sets;		 /* cells are sets of small numbers, not counts */
	uint64_t *cell;		 /* nx columns of ny cells */
};

/* Opens a grid; returns false if memory is short. Initialize @g to zero except nx, ny, x0, y0,
 * xw, yw and sets. */
bool plot_grid_open(struct plot_grid *g);
void plot_grid_close(struct plot_grid *g);
/* Adds @add to the count of the cell of x >= x0, y >= y0, or the set @add to its set. */
void plot_grid_add(struct plot_grid *g, uint64_t x, uint64_t y, uint64_t add);
/* Merges cells until at most @nx and @ny of them are used. */
void plot_grid_reduce(struct plot_grid *g, uint32_t nx, uint32_t ny);

static inline uint64_t plot_grid_at(const struct plot_grid *g, uint32_t x, uint32_t y)
{
	return g->cell[(size_t)x * g->ny + y];
}

/* ---- script ---- */

enum plot_kind { PLOT_DISTRIBUTION, PLOT_POINTS, PLOT_MAP, PLOT_SURFACE };

struct plot_axis {
	const char *name; /* "latency" */
	const char *unit; /* NULL: none */
	double scale;	  /* values per unit */
	bool limited;	  /* the range is limited to the following values */
	uint64_t from, to;
};

struct plot {
	enum plot_kind kind;
	enum plot_terminal terminal;
	unsigned int columns, rows; /* PLOT_DUMB: size of the terminal */
	bool linear;		    /* counts */
	const char *title;
	const char *source; /* source of the counts */
	struct plot_axis x, y;
	struct plot_grid grid;
};

/* Returns the number of characters between the vertical axes of PLOT_DUMB; the margins and the
 * axes take 13. */
static inline unsigned int plot_columns(const struct plot *p)
{
	return p->columns - 13;
}

/* Writes a script for gnuplot, with its data, that prints the picture. */
void plot_script(FILE *out, const struct plot *p);

#endif
