/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Place: standard cells placed by simulated annealing (Malony, Reed 1990, Table 1; Brouwer and
 * Banerjee 1988). Cells of four widths lie in rows; a move swaps two cells of one width. Each
 * node owns some of the rows and moves the cells in them; it uses the last known positions of
 * all other cells. At every temperature each node and its neighbour in one dimension of the
 * cube exchange the positions of all cells, several cells per message, and redistribute their
 * rows. At the end all nodes learn all positions and sum the cost, the half perimeters of the
 * nets.
 *
 * The number of moves at a temperature is random, so communication comes in bursts of equal
 * size at irregular times.
 */
#include "fnv1a.h"
#include "apps.h"
#include "random.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 48
#define IN_ROW 15 /* cells */
#define CELLS (ROWS * IN_ROW)
#define NETS 900
#define CELL_NETS 25 /* maximum number of nets of a cell */
#define NEAR 24	     /* numbers of the cells of a net are less than this above its first */
#define PINS 5	     /* maximum number of pins of a net */
#define TEMPERATURES (app_sizes.place_temperatures)
#define FIRST_TEMPERATURE 200.0
#define COOLING 0.96 /* factor from each temperature to the next */
#define IN_MESSAGE 8 /* cells */
#define ROW_HEIGHT 8
#define NO_CELL 0xFFFF
#define MOVES 1000 /* moves per temperature, mean over all nodes together */

enum {
	TYPE_REPORT = 1,
	TYPE_RESULT,
	TYPE_TOTAL,
	/* plus the dimension, because the neighbour in the next dimension may be ahead */
	TYPE_VIEW = 16,
	TYPE_ROWS = 32,
	TYPE_COST = 48,
};

struct circuit {
	uint64_t seed;
	uint16_t pin[NETS][PINS], pins[NETS]; /* cells of a net */
	uint16_t net[CELLS][CELL_NETS], nets[CELLS];
	uint8_t width[CELLS];	     /* width of a cell, and of the slot with the same number */
	uint16_t x[CELLS], y[CELLS]; /* left edge and row of a slot */
};

/* The position of a cell as a node knows it, and the temperature of the move to it. */
struct place_cell {
	uint16_t slot, since;
};

/* A node's memory. */
struct mover {
	const struct app_config *cfg;
	struct ipsc2_node *n;
	unsigned int me, nodes, rows;
	const struct circuit *c;
	struct place_cell cell[CELLS];
	uint16_t in[CELLS]; /* cell in each slot; reliable for slots in the node's own rows */
	uint8_t row[ROWS];  /* rows of the node, ascending */
	uint64_t random;    /* state of the node's own generator */
	uint64_t common;    /* state of the generator that is the same on all nodes */
	uint64_t units;	    /* number of nets evaluated */
};

struct place {
	struct app_config cfg;
	struct circuit c;
	struct place_cell cell[CELLS]; /* the received result */
	int64_t cost;
	unsigned int reports;
	struct mover node[IPSC2_NODES];
};

static void connect(struct circuit *c, unsigned int net, unsigned int cell)
{
	for (unsigned int k = 0; k < c->pins[net]; k++)
		if (c->pin[net][k] == cell)
			return;
	if (c->nets[cell] == CELL_NETS)
		return;
	c->pin[net][c->pins[net]++] = (uint16_t)cell;
	c->net[cell][c->nets[cell]++] = (uint16_t)net;
}

static void *place_open(const struct app_config *cfg)
{
	struct place *p = calloc(1, sizeof(*p));
	struct circuit *c = &p->c;
	uint64_t r = cfg->seed;

	if (!p)
		return NULL;
	p->cfg = *cfg;
	c->seed = cfg->seed;
	for (unsigned int i = 0; i < CELLS; i++) {
		c->width[i] = (uint8_t)(1 + app_below(&r, 4));
		c->y[i] = (uint16_t)(i / IN_ROW);
		c->x[i] = i % IN_ROW ? (uint16_t)(c->x[i - 1] + c->width[i - 1]) : 0;
	}
	/* each net has cells with near numbers; because the placement begins shuffled,
	 * annealing must bring them together again */
	for (unsigned int i = 0; i < NETS; i++) {
		const unsigned int first = app_below(&r, CELLS),
				   pins = 2 + app_below(&r, PINS - 1);

		connect(c, i, first);
		while (c->pins[i] < pins) {
			const unsigned int was = c->pins[i];

			connect(c, i, (first + app_below(&r, NEAR)) % CELLS);
			if (c->pins[i] == was && app_below(&r, 8) == 0)
				break;
		}
	}
	return p;
}

static int64_t net_cost(const struct circuit *c, const struct place_cell *cell,
			unsigned int net)
{
	int left = INT32_MAX, right = INT32_MIN, low = INT32_MAX, high = INT32_MIN;

	for (unsigned int k = 0; k < c->pins[net]; k++) {
		const unsigned int slot = cell[c->pin[net][k]].slot;
		const int x = 2 * c->x[slot] + c->width[slot], y = c->y[slot] * ROW_HEIGHT;

		left = x < left ? x : left;
		right = x > right ? x : right;
		low = y < low ? y : low;
		high = y > high ? y : high;
	}
	return right - left + 2 * (high - low);
}

/* ---- a node ---- */

static int64_t around(struct mover *m, unsigned int a, unsigned int b)
{
	const struct circuit *c = m->c;
	int64_t cost = 0;

	for (unsigned int k = 0; k < c->nets[a]; k++)
		cost += net_cost(c, m->cell, c->net[a][k]);
	for (unsigned int k = 0; k < c->nets[b]; k++)
		cost += net_cost(c, m->cell, c->net[b][k]);
	m->units += c->nets[a] + c->nets[b];
	return cost;
}

static void swap(struct mover *m, unsigned int a, unsigned int b)
{
	const uint16_t slot = m->cell[a].slot;

	m->cell[a].slot = m->cell[b].slot;
	m->cell[b].slot = slot;
	m->in[m->cell[a].slot] = (uint16_t)a;
	m->in[m->cell[b].slot] = (uint16_t)b;
}

static unsigned int some_cell(struct mover *m)
{
	const unsigned int row = m->row[app_below(&m->random, m->rows)];

	return m->in[row * IN_ROW + app_below(&m->random, IN_ROW)];
}

static void move(struct mover *m, double temperature, unsigned int step)
{
	const unsigned int a = some_cell(m), b = some_cell(m);
	int64_t before, rise;

	m->units++;
	if (a == b || m->c->width[a] != m->c->width[b])
		return;
	before = around(m, a, b);
	swap(m, a, b);
	rise = around(m, a, b) - before;
	if (rise > 0 && app_uniform(&m->random) >= exp(-(double)rise / temperature)) {
		swap(m, a, b);
		return;
	}
	m->cell[a].since = m->cell[b].since = (uint16_t)step;
}

/* Exchanges positions so that both nodes have the newest ones, one half of the cells after the
 * other. */
static void exchange_positions(struct mover *m, unsigned int dimension)
{
	const unsigned int peer = m->me ^ 1u << dimension, type = TYPE_VIEW + dimension;
	struct place_cell theirs[IN_MESSAGE];

	for (unsigned int first = 0; first < CELLS; first += CELLS / 2) {
		const unsigned int end = first + CELLS / 2;

		for (unsigned int i = first; i < end; i += IN_MESSAGE)
			nx2_csend(m->cfg->os, m->n, peer, type, m->cell + i, sizeof(theirs));
		for (unsigned int i = first; i < end; i += IN_MESSAGE) {
			nx2_crecv(m->cfg->os, m->n, peer, type, theirs, sizeof(theirs));
			for (unsigned int k = 0; k < IN_MESSAGE; k++)
				if (theirs[k].since > m->cell[i + k].since)
					m->cell[i + k] = theirs[k];
		}
	}
}

/* Redistributes the rows of both nodes, with the same result on both. */
static void deal(struct mover *m, unsigned int peer, const uint8_t *theirs, unsigned int step)
{
	uint64_t r = m->c->seed + 977 * step + (m->me < peer ? m->me : peer);
	uint8_t all[ROWS];

	memcpy(all, m->me < peer ? m->row : theirs, m->rows);
	memcpy(all + m->rows, m->me < peer ? theirs : m->row, m->rows);
	for (unsigned int i = 2 * m->rows - 1; i > 0; i--) {
		const unsigned int k = app_below(&r, i + 1);
		const uint8_t row = all[i];

		all[i] = all[k];
		all[k] = row;
	}
	memcpy(m->row, m->me < peer ? all : all + m->rows, m->rows);
	/* if two cells claim the same slot, it belongs to the one that moved there last */
	for (unsigned int i = 0; i < CELLS; i++)
		m->in[i] = NO_CELL;
	for (unsigned int i = 0; i < CELLS; i++) {
		uint16_t *in = &m->in[m->cell[i].slot];

		if (*in == NO_CELL || m->cell[i].since > m->cell[*in].since)
			*in = (uint16_t)i;
	}
}

static void anneal(struct mover *m)
{
	double temperature = FIRST_TEMPERATURE;
	unsigned int dimensions = 0;

	while (1u << dimensions < m->nodes)
		dimensions++;
	for (unsigned int step = 1; step <= TEMPERATURES; step++, temperature *= COOLING) {
		const double u = ((double)(random_splitmix(&m->common) >> 11) + 1) / 0x1p53;
		const unsigned int moves =
			(unsigned int)(MOVES * (0.2 - 0.8 * log(u))) / m->nodes;

		m->units = 0;
		for (unsigned int i = 0; i < moves; i++)
			move(m, temperature, step);
		ipsc2_compute(m->n, m->units * m->cfg->unit);
		if (dimensions) {
			const unsigned int d = step % dimensions, peer = m->me ^ 1u << d;
			uint8_t theirs[ROWS];

			exchange_positions(m, d);
			nx2_csend(m->cfg->os, m->n, peer, TYPE_ROWS + d, m->row, m->rows);
			nx2_crecv(m->cfg->os, m->n, peer, TYPE_ROWS + d, theirs, m->rows);
			deal(m, peer, theirs, step);
		}
		if (!m->me)
			nx2_csend(m->cfg->os, m->n, IPSC2_HOST, TYPE_REPORT, &step,
				  sizeof(step));
	}
	for (unsigned int d = 0; d < dimensions; d++)
		exchange_positions(m, d);
}

static int64_t total_cost(struct mover *m)
{
	int64_t cost = 0, theirs;

	for (unsigned int i = m->me; i < NETS; i += m->nodes)
		cost += net_cost(m->c, m->cell, i);
	ipsc2_compute(m->n, NETS / m->nodes * m->cfg->unit);
	for (unsigned int d = 0; 1u << d < m->nodes; d++) {
		const unsigned int peer = m->me ^ 1u << d;

		nx2_csend(m->cfg->os, m->n, peer, TYPE_COST + d, &cost, sizeof(cost));
		nx2_crecv(m->cfg->os, m->n, peer, TYPE_COST + d, &theirs, sizeof(theirs));
		cost += theirs;
	}
	return cost;
}

static void shuffle(struct mover *m)
{
	uint64_t r = ~m->c->seed;

	for (unsigned int i = 0; i < CELLS; i++)
		m->cell[i].slot = (uint16_t)i;
	for (unsigned int i = 0; i < 20 * CELLS; i++) {
		const unsigned int a = app_below(&r, CELLS), b = app_below(&r, CELLS);

		if (m->c->width[a] == m->c->width[b])
			swap(m, a, b);
	}
	for (unsigned int i = 0; i < CELLS; i++)
		m->in[m->cell[i].slot] = (uint16_t)i;
}

static void place_node(struct ipsc2_node *n, void *arg)
{
	struct place *p = arg;
	const struct app_config *cfg = &p->cfg;
	struct mover *m = &p->node[ipsc2_number(n)];
	int64_t cost;

	*m = (struct mover){.cfg = cfg,
			    .n = n,
			    .me = ipsc2_number(n),
			    .nodes = cfg->nodes,
			    .rows = ROWS / cfg->nodes,
			    .c = &p->c};
	m->common = m->c->seed;
	m->random = m->c->seed + 1 + m->me;
	for (unsigned int i = 0; i < m->rows; i++)
		m->row[i] = (uint8_t)(m->me * m->rows + i);
	shuffle(m);
	nx2_begin(cfg->os, n, "place");
	nx2_ready(cfg->os, n);
	anneal(m);
	cost = total_cost(m);
	if (!m->me) {
		ipsc2_send(n, IPSC2_HOST, TYPE_RESULT, m->cell, sizeof(m->cell));
		ipsc2_send(n, IPSC2_HOST, TYPE_TOTAL, &cost, sizeof(cost));
	}
	nx2_end(cfg->os, n);
}

static void place_host(struct ipsc2_node *n, void *arg)
{
	struct place *p = arg;
	unsigned int step;

	for (p->reports = 0; p->reports < TEMPERATURES; p->reports++)
		ipsc2_receive(n, TYPE_REPORT, &step, sizeof(step), NULL);
	ipsc2_receive(n, TYPE_RESULT, p->cell, sizeof(p->cell), NULL);
	ipsc2_receive(n, TYPE_TOTAL, &p->cost, sizeof(p->cost), NULL);
}

/* Checks that each cell lies within its row, that no two cells overlap, and that the cost,
 * computed net by net from the positions, equals the nodes' result. */
static const char *place_check(void *app)
{
	struct place *p = app;
	const struct circuit *c = &p->c;
	uint8_t taken[ROWS][4 * IN_ROW] = {{0}};
	int64_t cost = 0, first = 0;

	for (unsigned int i = 0; i < CELLS; i++) {
		const unsigned int slot = p->cell[i].slot;

		if (slot >= CELLS || c->width[slot] != c->width[i])
			return "a cell lies where it does not fit";
		for (unsigned int k = 0; k < c->width[i]; k++)
			if (taken[c->y[slot]][c->x[slot] + k]++)
				return "cells overlap";
	}
	for (unsigned int i = 0; i < NETS; i++) {
		int x0 = INT32_MAX, x1 = 0, y0 = INT32_MAX, y1 = 0;

		for (unsigned int k = 0; k < c->pins[i]; k++) {
			const unsigned int cell = c->pin[i][k], slot = p->cell[cell].slot;
			const int x = 2 * c->x[slot] + c->width[cell], y = c->y[slot];

			x0 = x < x0 ? x : x0;
			x1 = x > x1 ? x : x1;
			y0 = y < y0 ? y : y0;
			y1 = y > y1 ? y : y1;
		}
		cost += x1 - x0 + 2 * ROW_HEIGHT * (y1 - y0);
	}
	if (cost != p->cost)
		return "the cost is not that of the placement";
	/* recreate the initial placement in the memory of node 0 */
	shuffle(&p->node[0]);
	for (unsigned int i = 0; i < NETS; i++)
		first += net_cost(c, p->node[0].cell, i);
	return 2 * cost < first ? NULL : "annealing does not halve the cost";
}

static uint64_t place_digest(const void *app)
{
	const struct place *p = app;

	return fnv1a(FNV1A_BEGIN, p->cell, sizeof(p->cell));
}

const struct app app_place = {"Place",	    "net looked at, or move proposed",
			      place_open,   place_node,
			      place_host,   place_check,
			      place_digest, free};
