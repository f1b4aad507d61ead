/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNUPLOT_H
#define GNUPLOT_H
/* Pictures by gnuplot: what the tools that draw have in common. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum plot_terminal { PLOT_DUMB, PLOT_SVG, PLOT_PNG };

/* By the end of a picture's name; PLOT_DUMB for another name. */
enum plot_terminal gnuplot_terminal(const char *path);
/* Characters of the terminal, for PLOT_DUMB; 79 and 24 when there is none. */
void gnuplot_size(unsigned int *columns, unsigned int *rows);

/* Colors that differ for everybody; the last one is for all others. */
#define GNUPLOT_COLORS 9
extern const char *const gnuplot_color[GNUPLOT_COLORS];

/* A string of gnuplot, in quotes. */
void gnuplot_text(FILE *out, const char *p, size_t length);
/* Size, title, margins and grid of a picture in a file; @source: where the data come from. */
void gnuplot_page(FILE *out, enum plot_terminal t, const char *title, const char *source);
/* The beginning of a script of @tool: this, or the same for a picture of characters. */
void gnuplot_begin(FILE *out, enum plot_terminal t, const char *tool, const char *title,
		   const char *source);

/* Cells shaded by their values. Row r is at y = r, column c begins at x = left + c width. */
struct plot_map {
	unsigned int columns, rows;
	double left, width;
	const uint64_t *cell; /* [column][row]; 0: nothing is drawn */
	double scale;	      /* what a cell shows is its value times this, */
	const char *unit;     /* in this unit */
};

void gnuplot_map(FILE *out, enum plot_terminal t, const struct plot_map *m);

/*
 * Writes the script to @script unless that is NULL, and the picture to @picture; to standard
 * output when that is NULL and no script is wanted. Errors are told on standard error, by the
 * name
 * @tool: 0, or 1 for the exit status.
 */
int gnuplot_draw(const char *tool, const char *text, size_t size, const char *script,
		 const char *picture);

#endif
