/* SPDX-License-Identifier: Apache-2.0 */
/*
 * LU (TR-596-99 4.2.1): a dense matrix is factored into a lower and an upper triangular one, in
 * blocks of 32 x 32 elements. Each block is contiguous in shared memory, and so are the blocks
 * of a node, whose home is that node; the blocks are distributed over a two-dimensional grid of
 * nodes. In each step the owner of the diagonal block factors it; barrier; the owners of the
 * blocks to its right and below it divide by it; barrier; all owners update the rest; barrier.
 * A node writes only its own blocks.
 *
 * A node reads a block into private memory, processes it there, and writes it back.
 */
#include "fnv1a.h"
#include "apps.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 32 /* elements of a side of a block */
#define BLOCK_BYTES (SIDE * SIDE * 8u)
#define BLOCKS_MAX 64
/* Pentium cycles of a multiplication with subtraction, and of a division, including the loads
 * from private memory. */
#define MULTIPLY_CYCLES 8
#define DIVIDE_CYCLES 39

struct lu {
	struct workload_config c;
	unsigned int n, nb, nodes, rows, columns;
	uint32_t block[BLOCKS_MAX][BLOCKS_MAX];
	double *before; /* the matrix, n x n */
};

typedef double block_t[SIDE][SIDE];

static unsigned int lu_owner(const struct lu *a, unsigned int i, unsigned int j)
{
	return i % a->rows * a->columns + j % a->columns;
}

static void read_block(struct cpu *cpu, uint32_t addr, block_t b)
{
	for (unsigned int i = 0; i < SIDE; i++)
		for (unsigned int j = 0; j < SIDE; j++)
			b[i][j] = shared_read_f64(cpu, addr + 8 * (i * SIDE + j));
}

static void write_block(struct cpu *cpu, uint32_t addr, block_t b)
{
	for (unsigned int i = 0; i < SIDE; i++)
		for (unsigned int j = 0; j < SIDE; j++)
			shared_write_f64(cpu, addr + 8 * (i * SIDE + j), b[i][j]);
}

/* Factors a block, A = L U in place; L has ones on its diagonal. */
static void factor(struct cpu *cpu, uint32_t addr)
{
	block_t b;

	read_block(cpu, addr, b);
	for (unsigned int k = 0; k < SIDE; k++) {
		for (unsigned int i = k + 1; i < SIDE; i++) {
			b[i][k] /= b[k][k];
			for (unsigned int j = k + 1; j < SIDE; j++)
				b[i][j] -= b[i][k] * b[k][j];
		}
		cpu_compute(cpu, (SIDE - k - 1) *
					 (DIVIDE_CYCLES + (SIDE - k - 1) * MULTIPLY_CYCLES));
	}
	write_block(cpu, addr, b);
}

/* Divides a block to the right of the diagonal: A = L^-1 A. */
static void divide_lower(struct cpu *cpu, uint32_t addr, block_t d)
{
	block_t b;

	read_block(cpu, addr, b);
	for (unsigned int k = 0; k < SIDE; k++) {
		for (unsigned int i = k + 1; i < SIDE; i++)
			for (unsigned int j = 0; j < SIDE; j++)
				b[i][j] -= d[i][k] * b[k][j];
		cpu_compute(cpu, (uint64_t)(SIDE - k - 1) * SIDE * MULTIPLY_CYCLES);
	}
	write_block(cpu, addr, b);
}

/* Divides a block below the diagonal: A = A U^-1. */
static void divide_upper(struct cpu *cpu, uint32_t addr, block_t d)
{
	block_t b;

	read_block(cpu, addr, b);
	for (unsigned int k = 0; k < SIDE; k++) {
		for (unsigned int i = 0; i < SIDE; i++) {
			b[i][k] /= d[k][k];
			for (unsigned int j = k + 1; j < SIDE; j++)
				b[i][j] -= b[i][k] * d[k][j];
		}
		cpu_compute(cpu, (uint64_t)SIDE *
					 (DIVIDE_CYCLES + (SIDE - k - 1) * MULTIPLY_CYCLES));
	}
	write_block(cpu, addr, b);
}

/* Updates another block: A = A - L U. */
static void update(struct cpu *cpu, uint32_t addr, block_t left, block_t up)
{
	block_t b;

	read_block(cpu, addr, b);
	for (unsigned int i = 0; i < SIDE; i++) {
		for (unsigned int k = 0; k < SIDE; k++)
			for (unsigned int j = 0; j < SIDE; j++)
				b[i][j] -= left[i][k] * up[k][j];
		cpu_compute(cpu, (uint64_t)SIDE * SIDE * MULTIPLY_CYCLES);
	}
	write_block(cpu, addr, b);
}

static void perimeter(struct cpu *cpu, const struct lu *a, unsigned int s)
{
	const unsigned int node = cpu_node(cpu);
	bool read = false;
	block_t d;

	for (unsigned int i = s + 1; i < a->nb; i++) {
		if (lu_owner(a, s, i) != node && lu_owner(a, i, s) != node)
			continue;
		if (!read)
			read_block(cpu, a->block[s][s], d);
		read = true;
		if (lu_owner(a, s, i) == node)
			divide_lower(cpu, a->block[s][i], d);
		if (lu_owner(a, i, s) == node)
			divide_upper(cpu, a->block[i][s], d);
	}
}

static void interior(struct cpu *cpu, const struct lu *a, unsigned int s)
{
	const unsigned int node = cpu_node(cpu);
	block_t left, up;

	for (unsigned int i = s + 1; i < a->nb; i++) {
		bool read = false;

		for (unsigned int j = s + 1; j < a->nb; j++) {
			if (lu_owner(a, i, j) != node)
				continue;
			if (!read)
				read_block(cpu, a->block[i][s], left);
			read = true;
			read_block(cpu, a->block[s][j], up);
			update(cpu, a->block[i][j], left, up);
		}
	}
}

static void lu_node(struct cpu *cpu, void *arg)
{
	const struct lu *a = arg;

	workload_begin(cpu, &a->c);
	for (unsigned int s = 0; s < a->nb; s++) {
		if (lu_owner(a, s, s) == cpu_node(cpu))
			factor(cpu, a->block[s][s]);
		barrier(cpu);
		perimeter(cpu, a, s);
		barrier(cpu);
		interior(cpu, a, s);
		barrier(cpu);
	}
	workload_end(cpu, &a->c);
}

static uint32_t lu_bytes(const struct workload_config *c)
{
	const uint32_t n = c->size ? c->size : workload_lu.fitted;

	return n * n * 8 + MC_NODES_MAX * MC_PAGE_BYTES;
}

static void lu_close(void *app)
{
	struct lu *a = app;

	free(a->before);
	free(a);
}

static int allocate(struct lu *a)
{
	uint32_t at[MC_NODES_MAX] = {0};

	for (unsigned int k = 0; k < a->nodes; k++) {
		uint32_t count = 0;

		for (unsigned int i = 0; i < a->nb; i++)
			for (unsigned int j = 0; j < a->nb; j++)
				count += lu_owner(a, i, j) == k;
		if (!count)
			continue;
		at[k] = svm_alloc(a->c.s, count * BLOCK_BYTES, MC_PAGE_BYTES, (int)k);
		if (!at[k])
			return -ENOMEM;
	}
	for (unsigned int i = 0; i < a->nb; i++) {
		for (unsigned int j = 0; j < a->nb; j++) {
			a->block[i][j] = at[lu_owner(a, i, j)];
			at[lu_owner(a, i, j)] += BLOCK_BYTES;
		}
	}
	return 0;
}

/* Loads random elements with a dominant diagonal, so that no pivoting is needed. */
static void load(struct lu *a)
{
	uint64_t random = a->c.seed;
	block_t b;

	for (unsigned int i = 0; i < a->n; i++)
		for (unsigned int j = 0; j < a->n; j++)
			a->before[i * a->n + j] =
				(double)(workload_random(&random) >> 11) / 0x1p53 +
				(i == j ? a->n : 0);
	for (unsigned int i = 0; i < a->nb; i++) {
		for (unsigned int j = 0; j < a->nb; j++) {
			for (unsigned int k = 0; k < SIDE; k++)
				memcpy(b[k], &a->before[(i * SIDE + k) * a->n + j * SIDE],
				       sizeof(b[k]));
			svm_put(a->c.s, a->block[i][j], b, sizeof(b));
		}
	}
}

static int lu_open(void **app, const struct workload_config *c)
{
	struct lu *a = calloc(1, sizeof(*a));
	int err;

	if (!a)
		return -ENOMEM;
	a->c = *c;
	a->n = c->size ? c->size : workload_lu.fitted;
	a->nb = a->n / SIDE;
	a->nodes = mc_configuration(c->m)->nodes;
	a->before = malloc(sizeof(double) * a->n * a->n);
	err = workload_grid(a->nodes, &a->rows, &a->columns);
	if (!err && (a->n % SIDE || !a->nb || a->nb > BLOCKS_MAX))
		err = -EINVAL;
	if (!err && !a->before)
		err = -ENOMEM;
	if (!err)
		err = allocate(a);
	if (!err) {
		load(a);
		err = mc_program(c->m, MC_ALL, lu_node, a);
	}
	if (err)
		lu_close(a);
	else
		*app = a;
	return err;
}

/* Returns the factors as one matrix. */
static double *result(const struct lu *a)
{
	double *x = malloc(sizeof(double) * a->n * a->n);
	block_t b;

	for (unsigned int i = 0; x && i < a->nb; i++) {
		for (unsigned int j = 0; j < a->nb; j++) {
			svm_get(a->c.s, a->block[i][j], b, sizeof(b));
			for (unsigned int k = 0; k < SIDE; k++)
				memcpy(&x[(i * SIDE + k) * a->n + j * SIDE], b[k],
				       sizeof(b[k]));
		}
	}
	return x;
}

/* Compares L U with the matrix, relative to its largest element. */
static const char *lu_check(void *app)
{
	const struct lu *a = app;
	const unsigned int n = a->n;
	double *x = result(a), *row = malloc(sizeof(double) * n), worst = 0;

	for (unsigned int i = 0; x && row && i < n; i++) {
		memset(row, 0, sizeof(double) * n);
		for (unsigned int k = 0; k <= i; k++) {
			const double l = k == i ? 1 : x[i * n + k];

			for (unsigned int j = k; j < n; j++)
				row[j] += l * x[k * n + j];
		}
		for (unsigned int j = 0; j < n; j++)
			worst = fmax(worst, fabs(row[j] - a->before[i * n + j]));
	}
	free(row);
	if (!x || !row) {
		free(x);
		return "no memory for the check";
	}
	free(x);
	/* written so that NAN fails */
	return worst / (n + 1.0) < 1e-10 ? NULL : "L times U is not the matrix";
}

static uint64_t lu_digest(void *app)
{
	const struct lu *a = app;
	double *x = result(a);
	const uint64_t h = x ? fnv1a(FNV1A_BEGIN, x, sizeof(double) * a->n * a->n) : 0;

	free(x);
	return h;
}

const struct workload workload_lu = {
	.name = "lu",
	.size = "rows and columns of the matrix, a multiple of 32 up to 2048",
	.fitted = 672,
	.bytes = lu_bytes,
	.open = lu_open,
	.check = lu_check,
	.digest = lu_digest,
	.close = lu_close,
};
