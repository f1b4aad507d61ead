/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Life: Conway's automaton on a grid with dead borders (Malony, Reed 1990, Table 1). Each node
 * has a strip of rows; in every generation it exchanges its outermost rows with its neighbours.
 * A generation takes time for every cell and more for each living one. At first the cells are
 * densest around row 48, so the load is uneven, and it changes. The density was chosen so that
 * the raw times match Table 2: on 2, 4 and 8 nodes they are 73, 52 and 29 % of the time on one
 * node.
 *
 * The number of generations follows from Table 2: on 2, 4 and 8 nodes its software traces
 * contain 2031 messages between neighbours in each direction, with eight records of seven bytes
 * per message; the three numbers agree to 0.1 %.
 */
#include "fnv1a.h"
#include "apps.h"
#include <stdlib.h>
#include <string.h>

#define WIDTH 256
#define HEIGHT 128
#define GENERATIONS (app_sizes.life_generations)
#define DENSEST 48 /* row */
#define ALIVE (app_sizes.life_alive)
#define RESULT 2 /* rows per message of the result */

enum { TYPE_UP = 1, TYPE_DOWN, TYPE_RESULT = 32 }; /* TYPE_RESULT + node */

typedef uint8_t row[WIDTH + 2]; /* a row, with a dead cell at both ends */

struct life {
	struct app_config cfg;
	row first[HEIGHT + 2], last[HEIGHT + 2];
	row node[IPSC2_MOST][2][HEIGHT + 2]; /* the grids in the nodes' memories */
};

static void *life_open(const struct app_config *cfg)
{
	struct life *l = calloc(1, sizeof(*l));
	uint64_t r = cfg->seed;

	if (!l)
		return NULL;
	l->cfg = *cfg;
	for (unsigned int i = 1; i <= HEIGHT; i++) {
		double density = app_sizes.life_density;

		for (unsigned int k = i < DENSEST ? DENSEST - i : i - DENSEST; k > 0; k--)
			density *= app_sizes.life_falloff;
		for (unsigned int j = 1; j <= WIDTH; j++)
			l->first[i][j] = app_below(&r, 1000000) < density * 1000000;
	}
	return l;
}

/* Computes a row @to from itself, @s, and those above and below it. Returns the number of
 * living cells. The compiler makes instructions on vectors of both loops. */
static unsigned int next_row(uint8_t *restrict to, const uint8_t *restrict u,
			     const uint8_t *restrict s, const uint8_t *restrict d)
{
	unsigned int alive = 0;

	for (unsigned int j = 1; j <= WIDTH; j++) {
		const uint8_t k = (uint8_t)(u[j - 1] + u[j] + u[j + 1] + s[j - 1] + s[j + 1] +
					    d[j - 1] + d[j] + d[j + 1]);

		to[j] = (uint8_t)((k | s[j]) == 3);
	}
	for (unsigned int j = 1; j <= WIDTH; j++)
		alive += to[j];
	return alive;
}

/* Computes rows 1..@rows of @to from rows 0..@rows + 1 of @from. Returns the number of living
 * cells. */
static uint64_t generation(row *to, const row *from, unsigned int rows)
{
	uint64_t alive = 0;

	for (unsigned int i = 1; i <= rows; i++)
		alive += next_row(to[i], from[i - 1], from[i], from[i + 1]);
	return alive;
}

static void life_node(struct ipsc2_node *n, void *arg)
{
	struct life *l = arg;
	const struct app_config *cfg = &l->cfg;
	const unsigned int me = ipsc2_number(n), rows = HEIGHT / cfg->nodes;
	const bool up = me > 0, down = me + 1 < cfg->nodes;
	row *a = l->node[me][0], *b = l->node[me][1], *swap;

	memcpy(a[1], l->first[1 + me * rows], rows * sizeof(row));
	nx2_begin(cfg->os, n, "life");
	nx2_ready(cfg->os, n);
	for (unsigned int g = 0; g < GENERATIONS; g++) {
		if (up)
			nx2_csend(cfg->os, n, me - 1, TYPE_UP, a[1], sizeof(row));
		if (down)
			nx2_csend(cfg->os, n, me + 1, TYPE_DOWN, a[rows], sizeof(row));
		if (up)
			nx2_crecv(cfg->os, n, me - 1, TYPE_DOWN, a[0], sizeof(row));
		if (down)
			nx2_crecv(cfg->os, n, me + 1, TYPE_UP, a[rows + 1], sizeof(row));
		ipsc2_compute(n, (rows * WIDTH + ALIVE * generation(b, (const row *)a, rows)) *
					 cfg->unit);
		swap = a;
		a = b;
		b = swap;
	}
	for (unsigned int i = 1; i <= rows; i += RESULT)
		nx2_csend(cfg->os, n, IPSC2_HOST, TYPE_RESULT + me, a[i], RESULT * sizeof(row));
	nx2_end(cfg->os, n);
}

static void life_host(struct ipsc2_node *n, void *arg)
{
	struct life *l = arg;
	const unsigned int nodes = l->cfg.nodes, rows = HEIGHT / nodes;

	for (unsigned int i = 0; i < nodes; i++)
		for (unsigned int k = 1; k <= rows; k += RESULT)
			ipsc2_receive(n, TYPE_RESULT + i, l->last[i * rows + k],
				      RESULT * sizeof(row), NULL);
}

/* Survival and birth in row @to, of which @was[1] is the row before, between its neighbours. */
static void conway(uint8_t *restrict to, const row *restrict was)
{
	for (unsigned int j = 1; j <= WIDTH; j++) {
		uint8_t neighbours = 0;

		for (int y = 0; y <= 2; y++)
			neighbours = (uint8_t)(neighbours + was[y][j - 1] + was[y][j] +
					       was[y][j + 1]);
		neighbours = (uint8_t)(neighbours - was[1][j]);
		to[j] = (uint8_t)((was[1][j] & (neighbours == 2)) | (neighbours == 3));
	}
}

/* Computes the whole grid sequentially, by Conway's rules, and compares. */
static const char *life_check(void *app)
{
	struct life *l = app;
	row(*grid)[HEIGHT + 2] = calloc(2, sizeof(*grid));
	const char *wrong;

	if (!grid)
		return "no memory";
	memcpy(grid[0], l->first, sizeof(*grid));
	for (unsigned int g = 0; g < GENERATIONS; g++)
		for (unsigned int i = 1; i <= HEIGHT; i++)
			conway(grid[~g & 1][i], (const row *)grid[g & 1] + i - 1);
	wrong = memcmp(grid[GENERATIONS & 1], l->last, sizeof(*grid))
			? "the grid is not the sequential program's"
			: NULL;
	free(grid);
	return wrong;
}

static uint64_t life_digest(const void *app)
{
	const struct life *l = app;

	return fnv1a(FNV1A_BEGIN, l->last, sizeof(l->last));
}

const struct app app_life = {"Life",	  "cell visited; 115 more for one that lives",
			     life_open,	  life_node,
			     life_host,	  life_check,
			     life_digest, free};
