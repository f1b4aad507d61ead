/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Simplex: linear optimisation by a column-wise simplex algorithm (Malony, Reed 1990, Table 1;
 * Stunkel and Reed 1988). The columns of the tableau are distributed to the nodes in turn; all
 * nodes have the right-hand side. An iteration:
 *
 *	pricing: section by section of the columns, the nodes find the least reduced cost by a
 *	global minimum, an exchange in each dimension of the cube;
 *	the owner of the column that enters sends it along the Gray code ring, a row a message;
 *	each node finds the row that leaves, and updates its columns row by row, letting other
 *	processes run after each.
 *
 * A linear program in 426 rows and 896 columns that takes ten pivots: maximise c x with
 * A x <= b, x >= 0.
 */
#include "fnv1a.h"
#include "apps.h"
#include "random.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROWS (app_sizes.simplex_rows)
#define COLUMNS 896
#define SECTION 8
#define PIVOTS 10
#define RATIO (app_sizes.simplex_ratio)
#define MOST 100 /* iterations */
#define EPSILON 1e-9

enum {
	TYPE_RESULT = 32,
	TYPE_MINIMUM = NX2_GLOBAL, /* + dimension */
	TYPE_ENTERING = NX2_GLOBAL + 16,
};

/* element [ROWS] is the reduced cost, or the objective */
typedef double column[SIMPLEX_ROWS_MOST + 1];

/* A node's memory. */
struct part {
	const struct app_config *cfg;
	struct ipsc2_node *n;
	unsigned int me, nodes, columns;
	column a[COLUMNS]; /* local column k is column k * nodes + me of the tableau */
	column b, entering;
};

struct simplex {
	struct app_config cfg;
	column a[COLUMNS], b;
	double optimum;
	unsigned int pivots;
	struct part node[IPSC2_NODES];
};

struct offer {
	double cost;
	uint32_t column, unused;
};

static void *simplex_open(const struct app_config *cfg)
{
	struct simplex *s = calloc(1, sizeof(*s));
	uint64_t r = cfg->seed;

	if (!s)
		return NULL;
	s->cfg = *cfg;
	for (unsigned int i = 0; i < ROWS; i++)
		s->b[i] = 100 + 100 * app_uniform(&r);
	for (unsigned int j = 0; j < COLUMNS; j++) {
		for (unsigned int i = 0; i < ROWS; i++)
			s->a[j][i] = app_uniform(&r);
		/* a cost so high that the column never enters */
		s->a[j][ROWS] = 10 + 10 * app_uniform(&r);
	}
	/* ten columns that will enter, each limited by one row */
	for (unsigned int k = 0; k < PIVOTS; k++) {
		const unsigned int j = k * (COLUMNS / PIVOTS) + app_below(&r, COLUMNS / PIVOTS);

		s->a[j][k * (ROWS / PIVOTS) + app_below(&r, ROWS / PIVOTS)] = 40 + k;
		s->a[j][ROWS] = -1 - app_uniform(&r);
	}
	return s;
}

/* ---- a node ---- */

static bool better(const struct offer *x, const struct offer *y)
{
	return x->cost != y->cost ? x->cost < y->cost : x->column < y->column;
}

/* Computes the minimum of all nodes' offers on all nodes. */
static void minimum(struct part *p, struct offer *mine)
{
	struct offer other;

	for (unsigned int d = 0; 1u << d < p->nodes; d++) {
		const unsigned int peer = p->me ^ 1u << d;

		nx2_csend(p->cfg->os, p->n, peer, TYPE_MINIMUM + d, mine, sizeof(*mine));
		nx2_crecv(p->cfg->os, p->n, peer, TYPE_MINIMUM + d, &other, sizeof(other));
		if (better(&other, mine))
			*mine = other;
	}
}

static struct offer price(struct part *p)
{
	struct offer best = {0, COLUMNS, 0};

	for (unsigned int first = 0; first < COLUMNS; first += SECTION) {
		struct offer o = {0, COLUMNS, 0};

		for (unsigned int j = first; j < first + SECTION; j++) {
			const double *c = p->a[j / p->nodes];

			if (j % p->nodes == p->me && c[ROWS] < o.cost)
				o = (struct offer){c[ROWS], j, 0};
		}
		ipsc2_compute(p->n, (1 + SECTION / p->nodes) * p->cfg->unit);
		minimum(p, &o);
		if (better(&o, &best))
			best = o;
	}
	return best;
}

static unsigned int gray(unsigned int i)
{
	return i ^ i >> 1;
}

/* Sends the column along the ring, from its owner on. */
static void spread(struct part *p, unsigned int owner)
{
	unsigned int at = 0, from = 0, distance;

	while (gray(at) != p->me)
		at++;
	while (gray(from) != owner)
		from++;
	distance = (at - from) & (p->nodes - 1);
	for (unsigned int i = 0; i <= ROWS; i++) {
		if (distance)
			nx2_crecv(p->cfg->os, p->n, gray((at - 1) & (p->nodes - 1)),
				  TYPE_ENTERING, &p->entering[i], sizeof(double));
		/* time to test the row as candidate to leave */
		ipsc2_compute(p->n, RATIO * p->cfg->unit);
		if (distance + 1 < p->nodes)
			nx2_csend(p->cfg->os, p->n, gray((at + 1) & (p->nodes - 1)),
				  TYPE_ENTERING, &p->entering[i], sizeof(double));
	}
}

/* Returns the row that leaves; ROWS: none, the problem is unbounded. */
static unsigned int leaving(const double *e, const double *b)
{
	unsigned int row = ROWS;

	for (unsigned int i = 0; i < ROWS; i++)
		if (e[i] > EPSILON && (row == ROWS || b[i] / e[i] < b[row] / e[row]))
			row = i;
	return row;
}

static void pivot(struct part *p, unsigned int row)
{
	const double *e = p->entering;

	for (unsigned int k = 0; k < p->columns; k++)
		p->a[k][row] /= e[row];
	p->b[row] /= e[row];
	for (unsigned int i = 0; i <= ROWS; i++) {
		if (i != row) {
			for (unsigned int k = 0; k < p->columns; k++)
				p->a[k][i] -= e[i] * p->a[k][row];
			p->b[i] -= e[i] * p->b[row];
		}
		ipsc2_compute(p->n, (p->columns + 1) * p->cfg->unit);
		nx2_flick(p->cfg->os, p->n);
	}
}

static void simplex_node(struct ipsc2_node *n, void *arg)
{
	struct simplex *s = arg;
	const struct app_config *cfg = &s->cfg;
	struct part *p = &s->node[ipsc2_number(n)];
	double result[2] = {0, 0};

	p->cfg = cfg;
	p->n = n;
	p->me = ipsc2_number(n);
	p->nodes = cfg->nodes;
	p->columns = COLUMNS / cfg->nodes;
	for (unsigned int k = 0; k < p->columns; k++)
		memcpy(p->a[k], s->a[k * p->nodes + p->me], sizeof(column));
	memcpy(p->b, s->b, sizeof(column));
	nx2_begin(cfg->os, n, "simplex");
	nx2_ready(cfg->os, n);
	for (unsigned int iteration = 0; iteration < MOST; iteration++) {
		const struct offer best = price(p);
		const unsigned int owner = best.column % p->nodes;
		unsigned int row;

		if (best.cost >= -EPSILON)
			break;
		if (owner == p->me)
			memcpy(p->entering, p->a[best.column / p->nodes], sizeof(column));
		spread(p, owner);
		row = leaving(p->entering, p->b);
		if (row == ROWS)
			break;
		pivot(p, row);
		result[1]++;
	}
	result[0] = p->b[ROWS];
	if (!p->me)
		nx2_csend(cfg->os, n, IPSC2_HOST, TYPE_RESULT, result, sizeof(result));
	nx2_end(cfg->os, n);
}

static void simplex_host(struct ipsc2_node *n, void *arg)
{
	struct simplex *s = arg;
	double result[2] = {0, 0};

	ipsc2_receive(n, TYPE_RESULT, result, sizeof(result), NULL);
	s->optimum = result[0];
	s->pivots = (unsigned int)result[1];
}

/* Solves the problem sequentially, with the complete tableau including slack columns, and
 * Bland's rule. */
static double solve(const struct simplex *s)
{
	const unsigned int width = COLUMNS + ROWS + 1;
	double *t = calloc((size_t)(ROWS + 1) * width, sizeof(*t)), optimum = NAN;

	if (!t)
		return optimum;
	for (unsigned int i = 0; i <= ROWS; i++) {
		double *row = t + (size_t)i * width;

		for (unsigned int j = 0; j < COLUMNS; j++)
			row[j] = s->a[j][i];
		if (i < ROWS)
			row[COLUMNS + i] = 1;
		row[width - 1] = s->b[i];
	}
	for (unsigned int k = 0; k < MOST; k++) {
		double *cost = t + (size_t)ROWS * width, *pivot_row = NULL;
		unsigned int j = 0;

		while (j < width - 1 && cost[j] >= -EPSILON)
			j++;
		if (j == width - 1) {
			optimum = cost[width - 1];
			break;
		}
		for (unsigned int i = 0; i < ROWS; i++) {
			double *row = t + (size_t)i * width;

			if (row[j] > EPSILON &&
			    (!pivot_row ||
			     row[width - 1] / row[j] < pivot_row[width - 1] / pivot_row[j]))
				pivot_row = row;
		}
		if (!pivot_row)
			break;
		for (unsigned int c = width; c-- > 0;)
			if (c != j)
				pivot_row[c] /= pivot_row[j];
		pivot_row[j] = 1;
		for (unsigned int i = 0; i <= ROWS; i++) {
			double *row = t + (size_t)i * width;
			const double factor = row[j];

			if (row == pivot_row || factor == 0)
				continue;
			for (unsigned int c = 0; c < width; c++)
				row[c] -= factor * pivot_row[c];
		}
	}
	free(t);
	return optimum;
}

static const char *simplex_check(void *app)
{
	const struct simplex *s = app;
	const double optimum = solve(s);

	if (s->pivots != PIVOTS)
		return "it does not take ten pivots";
	if (!(fabs(s->optimum - optimum) <= 1e-9 * fabs(optimum)))
		return "the optimum is not the sequential solver's";
	return NULL;
}

static uint64_t simplex_digest(const void *app)
{
	const struct simplex *s = app;

	return fnv1a(FNV1A_BEGIN, &s->optimum, sizeof(s->optimum));
}

const struct app app_simplex = {"Simplex",	"element of the tableau updated",
				simplex_open,	simplex_node,
				simplex_host,	simplex_check,
				simplex_digest, free};
