/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNUPLOT_H
#define GNUPLOT_H
/* Common part of the tools that draw pictures with gnuplot. */
#include "style.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum plot_terminal { PLOT_DUMB, PLOT_SVG, PLOT_PNG };

/* Returns the terminal for the extension of a picture's name; PLOT_DUMB for any other name. */
enum plot_terminal gnuplot_terminal(const char *path);
/* Returns the size of the terminal for PLOT_DUMB, in characters; 79 by 24 if there is none. */
void gnuplot_size(unsigned int *columns, unsigned int *rows);

/* STYLE_COLORS of style.h */
#define GNUPLOT_COLORS 9
extern const char *const gnuplot_color[GNUPLOT_COLORS];

/* Writes a quoted gnuplot string. */
void gnuplot_text(FILE *out, const char *p, size_t length);
/* Writes the colors of curves, the shades of maps, and the lines of axes and grid. */
void gnuplot_style(FILE *out);
/* Writes the terminal of a picture in a file: size in pixels, font and background. */
void gnuplot_canvas(FILE *out, enum plot_terminal t, unsigned int width, unsigned int height);
/* Writes size, title, margins and grid of a picture in a file; @source: where the data come
 * from. */
void gnuplot_page(FILE *out, enum plot_terminal t, const char *title, const char *source);
/* Writes the beginning of a script of @tool: gnuplot_page(), or its equivalent for a character
 * plot. */
void gnuplot_begin(FILE *out, enum plot_terminal t, const char *tool, const char *title,
		   const char *source);

/*
 * Writes ticks at round values of @axis ("x", "y", "cb") from @low to @high, each with a text
 * that says its value exactly (1.5k, 2M). Linear axes have at most @most + 1 of them.
 * @logarithmic: at powers of ten, low > 0. @whole: no fractions.
 */
void gnuplot_ticks(FILE *out, const char *axis, double low, double high, unsigned int most,
		   bool logarithmic, bool whole);
/* Writes the range and the ticks of an axis of counts up to @max. */
void gnuplot_counts(FILE *out, const char *axis, double max, bool logarithmic);

/* A map of cells shaded by their values. Column c begins at x = left + c * width, row r at y =
 * bottom + r * height. */
struct plot_map {
	unsigned int columns, rows;
	double left, width;
	double bottom, height; /* height 0: row r is at y = r */
	unsigned int stride;   /* from column to column in cell[]; 0: rows */
	const uint64_t *cell;  /* [column][row]; 0: not drawn */
	double scale;	       /* factor by which the shown values are multiplied */
	const char *unit;      /* unit of the shown values */
	double right;	       /* right end of the plot, where the scale begins, as a fraction
				* of the picture's width; 0: 0.84 */
	bool log;	       /* logarithmic shades, from the smallest value to the largest */
	bool ranges;	       /* the script has the ranges of both axes already */
};

void gnuplot_map(FILE *out, enum plot_terminal t, const struct plot_map *m);

/*
 * Writes the script to @script unless that is NULL, and the picture to @picture, or to standard
 * output if that is NULL and no script is requested. Prints errors on standard error, after the
 * name @tool. Returns the exit status, 0 or 1.
 */
int gnuplot_draw(const char *tool, const char *text, size_t size, const char *script,
		 const char *picture);

#endif
