/* SPDX-License-Identifier: Apache-2.0 */
/*
 * OCEAN (TR-596-99 4.2.2): computes the stream function u of a basin for a vorticity q that
 * diffuses and is driven by wind. Each time step computes a new q and solves -laplace(u) = q by
 * red-black Gauss-Seidel multigrid. The grid is divided into parts for a two-dimensional grid
 * of nodes; the home of each part, with a copy of its neighbours' border points ("ghosts"), is
 * its node.
 *
 * A node sends border points to a neighbour by writing them into the neighbour's ghosts; each
 * side of each grid has its own page. A border row is written point by point while it is
 * computed. The red sweep writes only the red points of the row. The black sweep writes the
 * complete row, because the red points are known by then, and so do the correction by the next
 * coarser grid and the step of q, which adds two points, so that the ghosts are as long as a
 * row. A sweep copies the points of its color of a border column at its end; all other steps
 * write a column point by point, row by row. After the relaxation of each grid the nodes find
 * the largest correction: each node reads the values that the others wrote before the preceding
 * barrier.
 *
 * Points are floats, in a cell-centred grid with u = 0 at the coast. The result
 * does not depend on the number of nodes, bit for bit.
 */
#include "fnv1a.h"
#include "apps.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEVELS 4
#define CYCLES_MAX 2	/* maximum number of V-cycles per time step */
#define TOLERANCE 1e-6f /* no further V-cycle once the largest correction is below this */
#define STEPS 11	/* time steps */
#define COARSE_SWEEPS 4 /* number of sweeps on the coarsest grid */
#define DIFFUSION 0.1f	/* diffusion of q, in units of the grid and the time step */
#define WIND 0.01f	/* drive per step in the north; its negative in the south */
#define SLOTS 512	/* number of slots for largest corrections */
#define COPY_CYCLES 6

enum side { NORTH, SOUTH, WEST, EAST, SIDES };

/* A grid of a part in shared memory: m rows of m points, and the ghosts. */
struct grid {
	uint32_t at, ghost[SIDES];
};

struct ocean;

/* The state of a node: its parts of the grids, and private data. */
struct part {
	struct cpu *cpu;
	const struct ocean *a;
	unsigned int row, column; /* position in the grid of nodes */
	float *f[LEVELS];	  /* right-hand sides */
	float *buffer[3];	  /* rows of u, with a ghost at both ends */
	unsigned int reductions;
};

struct ocean {
	struct workload_config c;
	unsigned int m[LEVELS]; /* points of a part in each direction */
	unsigned int n;		/* points of the whole grid in each direction */
	unsigned int nodes, rows, columns;
	struct grid u[LEVELS][MC_NODES_MAX], q[MC_NODES_MAX];
	uint64_t point_cycles;	      /* params.def: ocean_point */
	uint32_t error[MC_NODES_MAX]; /* SLOTS floats per node */
	struct part part[MC_NODES_MAX];
};

static float get(struct part *p, uint32_t at, unsigned int i)
{
	return shared_read_f32(p->cpu, at + 4 * i);
}

static void put(struct part *p, uint32_t at, unsigned int i, float v)
{
	shared_write_f32(p->cpu, at + 4 * i, v);
}

/* The number of the neighbour on a side; -1: the coast. */
static int neighbour(const struct part *p, enum side s)
{
	const struct ocean *a = p->a;
	const int row = (int)p->row + (s == SOUTH) - (s == NORTH),
		  column = (int)p->column + (s == EAST) - (s == WEST);

	if (row < 0 || row >= (int)a->rows || column < 0 || column >= (int)a->columns)
		return -1;
	return row * (int)a->columns + column;
}

static enum side opposite(enum side s)
{
	return s ^ 1;
}

/* Returns the address of the ghosts of the neighbour on a side; 0: there is no neighbour. */
static uint32_t neighbour_ghost(const struct part *p, const struct grid *grids, enum side s)
{
	const int k = neighbour(p, s);

	return k < 0 ? 0 : grids[k].ghost[opposite(s)];
}

/* Reads row @i, -1 to m, of a grid into @row, with one more point at both ends. A point beyond
 * the coast is the negative of the one before it, so that u is 0 between them. */
static void read_row(struct part *p, const struct grid *g, unsigned int m, int i, float *row)
{
	const bool north = i < 0, south = i == (int)m;
	const enum side s = north ? NORTH : SOUTH;
	const int inside = north ? 0 : south ? (int)m - 1 : i;
	const uint32_t from = g->at + 4 * m * (uint32_t)inside;

	if ((north || south) && neighbour(p, s) >= 0) {
		for (unsigned int j = 0; j < m; j++)
			row[j + 1] = get(p, g->ghost[s], j);
		return;
	}
	for (unsigned int j = 0; j < m; j++)
		row[j + 1] = get(p, from, j);
	if (north || south) {
		for (unsigned int j = 0; j < m; j++)
			row[j + 1] = -row[j + 1];
		return;
	}
	row[0] = neighbour(p, WEST) < 0 ? -row[1] : get(p, g->ghost[WEST], (unsigned int)i);
	row[m + 1] = neighbour(p, EAST) < 0 ? -row[m] : get(p, g->ghost[EAST], (unsigned int)i);
}

/* Computes the largest correction of all nodes: each node writes its own and reads those of the
 * others. A slot is reused only long after all nodes have read it. */
static float reduce(struct part *p, float mine)
{
	const unsigned int slot = p->reductions++ % SLOTS;
	float largest = 0;

	put(p, p->a->error[cpu_node(p->cpu)], slot, mine);
	barrier(p->cpu);
	for (unsigned int k = 0; k < p->a->nodes; k++)
		largest = fmaxf(largest, get(p, p->a->error[k], slot));
	return largest;
}

/* ---- a sweep ---- */

/* Relaxes the points (i, j) with (i + j) % 2 == color; each part begins at an even point. */
static float sweep(struct part *p, unsigned int level, unsigned int color)
{
	const struct ocean *a = p->a;
	const unsigned int m = a->m[level];
	const struct grid *g = &a->u[level][cpu_node(p->cpu)];
	float *above = p->buffer[0], *here = p->buffer[1], *below = p->buffer[2], *spare;
	float largest = 0;

	read_row(p, g, m, -1, above);
	read_row(p, g, m, 0, here);
	for (unsigned int i = 0; i < m; i++) {
		const enum side s = i ? SOUTH : NORTH;
		const uint32_t ghost =
			i == 0 || i == m - 1 ? neighbour_ghost(p, a->u[level], s) : 0;

		read_row(p, g, m, (int)i + 1, below);
		for (unsigned int j = 0; j < m; j++) {
			const bool computed = (i + j) % 2 == color;

			cpu_compute(p->cpu, p->a->point_cycles);
			if (computed) {
				const float v = 0.25f * (above[j + 1] + below[j + 1] + here[j] +
							 here[j + 2] + p->f[level][i * m + j]);

				largest = fmaxf(largest, fabsf(v - here[j + 1]));
				here[j + 1] = v;
			}
			if (ghost && (computed || color))
				put(p, ghost, j, here[j + 1]);
		}
		for (unsigned int j = (i + color) % 2; j < m; j += 2)
			put(p, g->at, i * m + j, here[j + 1]);
		spare = above;
		above = here;
		here = below;
		below = spare;
	}
	for (enum side s = WEST; s <= EAST; s++) {
		const uint32_t ghost = neighbour_ghost(p, a->u[level], s);
		const unsigned int j = s == WEST ? 0 : m - 1;

		for (unsigned int i = (j + color) % 2; ghost && i < m; i += 2) {
			const float v = get(p, g->at, i * m + j);

			cpu_compute(p->cpu, COPY_CYCLES);
			put(p, ghost, i, v);
		}
	}
	barrier(p->cpu);
	return largest;
}

/* Relaxes both colors. Returns the largest correction on this node. */
static float relax(struct part *p, unsigned int level)
{
	const float red = sweep(p, level, 0), black = sweep(p, level, 1);

	return fmaxf(red, black);
}

/* Sends the points of row @i that neighbours need, after all of its @m points were computed. Of
 * a border row it sends @words points and repeats the last one beyond the end. @black: of a
 * column it sends only the black points, because a red sweep follows. */
static void push_border(struct part *p, const struct grid *grids, unsigned int i,
			unsigned int m, const float *row, unsigned int words, bool black)
{
	const enum side s = i ? SOUTH : NORTH;
	const uint32_t row_ghost = i == 0 || i == m - 1 ? neighbour_ghost(p, grids, s) : 0;

	for (enum side k = WEST; k <= EAST; k++) {
		const uint32_t ghost = neighbour_ghost(p, grids, k);

		const unsigned int j = k == WEST ? 0 : m - 1;

		if (ghost && ((i + j) % 2 || !black))
			put(p, ghost, i, row[j]);
	}
	if (!row_ghost)
		cpu_compute(p->cpu, (uint64_t)m * p->a->point_cycles);
	for (unsigned int j = 0; row_ghost && j < words; j++) {
		cpu_compute(p->cpu, p->a->point_cycles);
		put(p, row_ghost, j, row[j < m ? j : m - 1]);
	}
}

/* ---- multigrid ---- */

/* Sets the right-hand side of the next grid to the mean of the residuals of four points, times
 * 4 for the wider grid, and its solution and ghosts to 0. */
static void restrict_residual(struct part *p, unsigned int level)
{
	const struct ocean *a = p->a;
	const unsigned int m = a->m[level], half = m / 2;
	const struct grid *g = &a->u[level][cpu_node(p->cpu)],
			  *coarse = &a->u[level + 1][cpu_node(p->cpu)];
	float *above = p->buffer[0], *here = p->buffer[1], *below = p->buffer[2], *spare;
	float *f = p->f[level + 1];

	memset(f, 0, sizeof(float) * half * half);
	read_row(p, g, m, -1, above);
	read_row(p, g, m, 0, here);
	for (unsigned int i = 0; i < m; i++) {
		read_row(p, g, m, (int)i + 1, below);
		for (unsigned int j = 0; j < m; j++) {
			const float r = p->f[level][i * m + j] +
					(above[j + 1] + below[j + 1] + here[j] + here[j + 2]) -
					4 * here[j + 1];

			f[i / 2 * half + j / 2] += r;
			cpu_compute(p->cpu, p->a->point_cycles);
		}
		spare = above;
		above = here;
		here = below;
		below = spare;
	}
	for (unsigned int i = 0; i < half * half; i++)
		put(p, coarse->at, i, 0);
	for (enum side k = 0; k < SIDES; k++)
		for (unsigned int i = 0; i < half; i++)
			put(p, coarse->ghost[k], i, 0);
	barrier(p->cpu);
}

/* Adds the coarse grid's solution, and sends the border to the neighbours. */
static void correct(struct part *p, unsigned int level)
{
	const struct ocean *a = p->a;
	const unsigned int m = a->m[level], half = m / 2;
	const struct grid *g = &a->u[level][cpu_node(p->cpu)],
			  *coarse = &a->u[level + 1][cpu_node(p->cpu)];
	float *row = p->buffer[0], *add = p->buffer[1];

	for (unsigned int i = 0; i < m; i++) {
		for (unsigned int j = 0; j < half; j++)
			add[j] = get(p, coarse->at, i / 2 * half + j);
		for (unsigned int j = 0; j < m; j++)
			row[j] = get(p, g->at, i * m + j) + add[j / 2];
		push_border(p, a->u[level], i, m, row, m, true);
		for (unsigned int j = 0; j < m; j++)
			put(p, g->at, i * m + j, row[j]);
	}
	barrier(p->cpu);
}

/* Makes one V-cycle. Returns the largest correction of its last sweep. */
static float v_cycle(struct part *p, unsigned int level)
{
	if (level < LEVELS - 1) {
		relax(p, level);
		restrict_residual(p, level);
		v_cycle(p, level + 1);
		correct(p, level);
	}
	for (unsigned int k = 1; level == LEVELS - 1 && k < COARSE_SWEEPS; k++)
		if (reduce(p, relax(p, level)) < TOLERANCE)
			break;
	return reduce(p, relax(p, level));
}

/* ---- time steps ---- */

/* Computes the new q: it diffuses and is driven by the wind, which changes sign in the middle
 * of the basin. */
static void step(struct part *p)
{
	const struct ocean *a = p->a;
	const unsigned int m = a->m[0], node = cpu_node(p->cpu);
	const struct grid *g = &a->q[node];
	float *above = p->buffer[0], *here = p->buffer[1], *below = p->buffer[2], *spare;
	float *q = p->f[0]; /* holds the new q until all of the old one has been used */

	read_row(p, g, m, -1, above);
	read_row(p, g, m, 0, here);
	for (unsigned int i = 0; i < m; i++) {
		const float wind = i + p->row * m < m * a->rows / 2 ? WIND : -WIND;

		read_row(p, g, m, (int)i + 1, below);
		for (unsigned int j = 0; j < m; j++) {
			const float lap = above[j + 1] + below[j + 1] + here[j] + here[j + 2] -
					  4 * here[j + 1];

			q[i * m + j] = here[j + 1] + DIFFUSION * lap + wind;
		}
		spare = above;
		above = here;
		here = below;
		below = spare;
	}
	barrier(p->cpu); /* wait until all nodes have used the old ghosts */
	for (unsigned int i = 0; i < m; i++) {
		push_border(p, a->q, i, m, &q[i * m], m + 2, false);
		for (unsigned int j = 0; j < m; j++)
			put(p, g->at, i * m + j, q[i * m + j]);
	}
	barrier(p->cpu);
}

static void run_part(struct part *p)
{
	for (unsigned int t = 0; t < p->a->c.steps; t++) {
		step(p);
		for (unsigned int k = 0; k < CYCLES_MAX; k++)
			if (v_cycle(p, 0) < TOLERANCE)
				break;
	}
}

static void ocean_node(struct cpu *cpu, void *arg)
{
	struct ocean *a = arg;
	struct part *p = &a->part[cpu_node(cpu)];
	bool memory = true;

	*p = (struct part){.cpu = cpu,
			   .a = a,
			   .row = cpu_node(cpu) / a->columns,
			   .column = cpu_node(cpu) % a->columns};
	for (unsigned int l = 0; l < LEVELS; l++)
		memory = (p->f[l] = calloc(a->m[l] * a->m[l], sizeof(float))) && memory;
	for (unsigned int k = 0; k < 3; k++)
		memory = (p->buffer[k] = calloc(a->m[0] + 2, sizeof(float))) && memory;
	if (!memory)
		cpu_fail(cpu, "ocean: no memory");
	workload_begin(cpu, &a->c);
	run_part(p);
	workload_end(cpu, &a->c);
}

/* Frees also the memory of nodes whose programs were stopped. */
static void ocean_close(void *app)
{
	struct ocean *a = app;

	for (unsigned int i = 0; i < a->nodes; i++) {
		for (unsigned int l = 0; l < LEVELS; l++)
			free(a->part[i].f[l]);
		for (unsigned int k = 0; k < 3; k++)
			free(a->part[i].buffer[k]);
	}
	free(a);
}

static uint32_t ocean_size(const struct workload_config *c)
{
	return c->size ? c->size : workload_ocean.fitted;
}

static uint32_t grid_bytes(uint32_t m)
{
	return ((4 * m * m + MC_PAGE_BYTES - 1) / MC_PAGE_BYTES + SIDES) * MC_PAGE_BYTES;
}

static uint32_t ocean_bytes(const struct workload_config *c)
{
	const unsigned int nodes = mc_configuration(c->m)->nodes;
	unsigned int rows = 1, columns;
	uint32_t bytes = (nodes + 1) * MC_PAGE_BYTES;

	workload_grid(nodes, &rows, &columns);
	for (uint32_t l = 0, m = ocean_size(c) / rows; l < LEVELS; l++, m /= 2)
		bytes += nodes * grid_bytes(m) * (l ? 1 : 2);
	return bytes;
}

static bool allocate_grid(struct ocean *a, struct grid *g, unsigned int m, unsigned int node)
{
	g->at = svm_alloc(a->c.s, 4 * m * m, MC_PAGE_BYTES, (int)node);
	for (enum side s = 0; s < SIDES; s++) {
		g->ghost[s] = svm_alloc(a->c.s, 4 * (m + 2), MC_PAGE_BYTES, (int)node);
		if (!g->ghost[s])
			return false;
	}
	return g->at;
}

static int allocate(struct ocean *a)
{
	for (unsigned int k = 0; k < a->nodes; k++) {
		for (unsigned int l = 0; l < LEVELS; l++)
			if (!allocate_grid(a, &a->u[l][k], a->m[l], k))
				return -ENOMEM;
		if (!allocate_grid(a, &a->q[k], a->m[0], k))
			return -ENOMEM;
		a->error[k] = svm_alloc(a->c.s, 4 * SLOTS, MC_PAGE_BYTES, (int)k);
		if (!a->error[k])
			return -ENOMEM;
	}
	return 0;
}

static int ocean_open(void **app, const struct workload_config *c)
{
	struct ocean *a = calloc(1, sizeof(*a));
	int err;

	if (!a)
		return -ENOMEM;
	a->c = *c;
	if (!a->c.steps)
		a->c.steps = STEPS;
	a->nodes = mc_configuration(c->m)->nodes;
	a->point_cycles = mc_configuration(c->m)->p.ocean_point;
	err = workload_grid(a->nodes, &a->rows, &a->columns);
	if (!err && a->rows != a->columns)
		err = -EINVAL;
	a->n = ocean_size(c);
	for (unsigned int l = 0; !err && l < LEVELS; l++) {
		a->m[l] = a->n / a->rows >> l;
		if (a->m[l] % 2 || !a->m[l] || a->m[l] * a->rows << l != a->n ||
		    a->m[l] + 2 > MC_PAGE_BYTES / 4)
			err = -EINVAL;
	}
	if (!err)
		err = allocate(a);
	if (!err)
		err = mc_program(c->m, MC_ALL, ocean_node, a);
	if (err)
		free(a);
	else
		*app = a;
	return err;
}

/* Assembles the whole grid from the parts. */
static float *result(const struct ocean *a, bool q)
{
	const unsigned int m = a->m[0];
	float *x = malloc(sizeof(float) * a->n * a->n);

	for (unsigned int k = 0; x && k < a->nodes; k++)
		for (unsigned int i = 0; i < m; i++)
			svm_get(a->c.s, (q ? a->q[k].at : a->u[0][k].at) + 4 * i * m,
				&x[(k / a->columns * m + i) * a->n + k % a->columns * m],
				4 * m);
	return x;
}

static uint64_t ocean_digest(void *app)
{
	const struct ocean *a = app;
	float *x = result(a, false);
	const uint64_t h = x ? fnv1a(FNV1A_BEGIN, x, sizeof(float) * a->n * a->n) : 0;

	free(x);
	return h;
}

/* ---- the same on one processor ---- */

struct whole {
	unsigned int n[LEVELS];
	float *u[LEVELS], *f[LEVELS], *q;
};

/* The value of a neighbour of a point; beyond the coast the negative of the point itself. */
static float value_beside(const float *x, unsigned int n, int i, int j, int di, int dj)
{
	const int k = i + di, l = j + dj;

	if (k < 0 || l < 0 || k >= (int)n || l >= (int)n)
		return -x[i * (int)n + j];
	return x[k * (int)n + l];
}

static float sum(const float *x, unsigned int n, int i, int j)
{
	return value_beside(x, n, i, j, -1, 0) + value_beside(x, n, i, j, 1, 0) +
	       value_beside(x, n, i, j, 0, -1) + value_beside(x, n, i, j, 0, 1);
}

static float relax_whole(struct whole *w, unsigned int l)
{
	const int n = (int)w->n[l];
	float largest = 0, *u = w->u[l];

	for (int color = 0; color < 2; color++) {
		for (int i = 0; i < n; i++) {
			for (int j = (i + color) % 2; j < n; j += 2) {
				const float v =
					0.25f * (sum(u, w->n[l], i, j) + w->f[l][i * n + j]);

				largest = fmaxf(largest, fabsf(v - u[i * n + j]));
				u[i * n + j] = v;
			}
		}
	}
	return largest;
}

static float v_cycle_whole(struct whole *w, unsigned int l)
{
	const int n = (int)w->n[l], half = n / 2;

	if (l < LEVELS - 1) {
		relax_whole(w, l);
		memset(w->f[l + 1], 0, sizeof(float) * w->n[l + 1] * w->n[l + 1]);
		memset(w->u[l + 1], 0, sizeof(float) * w->n[l + 1] * w->n[l + 1]);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				w->f[l + 1][i / 2 * half + j / 2] +=
					w->f[l][i * n + j] + sum(w->u[l], w->n[l], i, j) -
					4 * w->u[l][i * n + j];
		v_cycle_whole(w, l + 1);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				w->u[l][i * n + j] += w->u[l + 1][i / 2 * half + j / 2];
	}
	for (unsigned int k = 1; l == LEVELS - 1 && k < COARSE_SWEEPS; k++)
		if (relax_whole(w, l) < TOLERANCE)
			break;
	return relax_whole(w, l);
}

static void work_whole(struct whole *w, unsigned int steps)
{
	const int n = (int)w->n[0];

	for (unsigned int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				w->f[0][i * n + j] = w->q[i * n + j] +
						     DIFFUSION * (sum(w->q, w->n[0], i, j) -
								  4 * w->q[i * n + j]) +
						     (i < n / 2 ? WIND : -WIND);
		memcpy(w->q, w->f[0], sizeof(float) * w->n[0] * w->n[0]);
		for (unsigned int k = 0; k < CYCLES_MAX; k++)
			if (v_cycle_whole(w, 0) < TOLERANCE)
				break;
	}
}

static const char *ocean_check(void *app)
{
	const struct ocean *a = app;
	const size_t points = (size_t)a->n * a->n;
	struct whole w = {.q = calloc(points, sizeof(float))};
	float *u = result(a, false), *q = result(a, true);
	bool memory = u && q && w.q;
	const char *wrong = "no memory for the check";

	for (unsigned int l = 0; l < LEVELS; l++) {
		w.n[l] = a->n >> l;
		memory = (w.u[l] = calloc(points >> 2 * l, sizeof(float))) && memory;
		memory = (w.f[l] = calloc(points >> 2 * l, sizeof(float))) && memory;
	}
	if (memory) {
		work_whole(&w, a->c.steps);
		wrong = !memcmp(u, w.u[0], sizeof(float) * points) &&
					!memcmp(q, w.q, sizeof(float) * points)
				? NULL
				: "the solution is not that of one processor";
	}
	for (unsigned int l = 0; l < LEVELS; l++) {
		free(w.u[l]);
		free(w.f[l]);
	}
	free(w.q);
	free(u);
	free(q);
	return wrong;
}

const struct workload workload_ocean = {
	.name = "ocean",
	.size = "rows and columns of the grid, at four nodes a multiple of 32",
	.fitted = 256,
	.bytes = ocean_bytes,
	.open = ocean_open,
	.check = ocean_check,
	.digest = ocean_digest,
	.close = ocean_close,
};
