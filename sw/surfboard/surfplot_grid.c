/* SPDX-License-Identifier: Apache-2.0 */
#include "surfplot.h"
#include <stdlib.h>

bool plot_grid_open(struct plot_grid *g)
{
	g->used_x = g->used_y = 0;
	g->cell = calloc((size_t)g->nx * g->ny, sizeof(*g->cell));
	return g->cell;
}

void plot_grid_close(struct plot_grid *g)
{
	free(g->cell);
	g->cell = NULL;
}

static uint64_t join(const struct plot_grid *g, uint64_t a, uint64_t b)
{
	return g->sets ? a | b : a + b;
}

static uint64_t take_cell(struct plot_grid *g, uint32_t x, uint32_t y)
{
	uint64_t *cell, v;

	if (x >= g->nx || y >= g->ny)
		return 0;
	cell = &g->cell[(size_t)x * g->ny + y];
	v = *cell;
	*cell = 0;
	return v;
}

static void halve_x(struct plot_grid *g)
{
	g->used_x = (g->used_x + 1) / 2;
	g->xw *= 2;
	for (uint32_t x = 0; x < g->used_x; x++)
		for (uint32_t y = 0; y < g->used_y; y++)
			g->cell[(size_t)x * g->ny + y] =
				join(g, take_cell(g, 2 * x, y), take_cell(g, 2 * x + 1, y));
}

static void halve_y(struct plot_grid *g)
{
	g->used_y = (g->used_y + 1) / 2;
	g->yw *= 2;
	for (uint32_t x = 0; x < g->used_x; x++)
		for (uint32_t y = 0; y < g->used_y; y++)
			g->cell[(size_t)x * g->ny + y] =
				join(g, take_cell(g, x, 2 * y), take_cell(g, x, 2 * y + 1));
}

void plot_grid_add(struct plot_grid *g, uint64_t x, uint64_t y, uint64_t add)
{
	uint64_t *cell;

	while ((x - g->x0) / g->xw >= g->nx)
		halve_x(g);
	while ((y - g->y0) / g->yw >= g->ny)
		halve_y(g);
	x = (x - g->x0) / g->xw;
	y = (y - g->y0) / g->yw;
	if (x >= g->used_x)
		g->used_x = (uint32_t)x + 1;
	if (y >= g->used_y)
		g->used_y = (uint32_t)y + 1;
	cell = &g->cell[x * g->ny + y];
	*cell = join(g, *cell, add);
}

void plot_grid_reduce(struct plot_grid *g, uint32_t nx, uint32_t ny)
{
	while (g->used_x > nx)
		halve_x(g);
	while (g->used_y > ny)
		halve_y(g);
}
