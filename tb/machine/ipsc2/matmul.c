/* SPDX-License-Identifier: Apache-2.0 */
/*
 * MatMul: the product of two matrices of 256 x 256 (Malony, Reed 1990, Table 1). The host
 * broadcasts B in pieces and sends each node its rows of A; the nodes compute without
 * communication and return their rows, several per message. The time of the run begins when
 * they have their data; their records begin before that.
 */
#include "fnv1a.h"
#include "apps.h"
#include <stdlib.h>
#include <string.h>

#define SIZE 256
#define ROW (SIZE * sizeof(double))
#define PIECE 64 /* rows of B per message */
#define RESULT 3 /* rows of the product per message */

enum { TYPE_B = 1, TYPE_A, TYPE_C = 32 }; /* TYPE_C + node */

typedef double matrix[SIZE][SIZE];

struct matmul {
	struct app_config cfg;
	matrix a, b; /* matrices of the host */
	matrix c;    /* the received product */
	struct {
		matrix a, b, c;
	} node[IPSC2_NODES]; /* memories of the nodes */
};

static void *matmul_open(const struct app_config *cfg)
{
	struct matmul *m = calloc(1, sizeof(*m));
	uint64_t r = cfg->seed;

	if (!m)
		return NULL;
	m->cfg = *cfg;
	for (unsigned int i = 0; i < SIZE; i++)
		for (unsigned int k = 0; k < SIZE; k++) {
			m->a[i][k] = (double)app_below(&r, 2001) / 1000 - 1;
			m->b[i][k] = (double)app_below(&r, 2001) / 1000 - 1;
		}
	return m;
}

static void multiply(double *c, const double *a, const matrix b)
{
	memset(c, 0, ROW);
	for (unsigned int k = 0; k < SIZE; k++)
		for (unsigned int j = 0; j < SIZE; j++)
			c[j] += a[k] * b[k][j];
}

/* The number of rows in the message that begins with row @i of @rows. */
static unsigned int result(unsigned int rows, unsigned int i)
{
	return rows - i < RESULT ? rows - i : RESULT;
}

static void matmul_node(struct ipsc2_node *n, void *arg)
{
	struct matmul *m = arg;
	const struct app_config *cfg = &m->cfg;
	const unsigned int me = ipsc2_number(n), rows = SIZE / cfg->nodes;
	double(*a)[SIZE] = m->node[me].a, (*b)[SIZE] = m->node[me].b,
	(*c)[SIZE] = m->node[me].c;

	nx2_begin(cfg->os, n, "matmul");
	for (unsigned int i = 0; i < SIZE; i += PIECE)
		nx2_crecv(cfg->os, n, IPSC2_HOST, TYPE_B, b[i], PIECE * ROW);
	nx2_crecv(cfg->os, n, IPSC2_HOST, TYPE_A, a, rows * ROW);
	nx2_ready(cfg->os, n);
	for (unsigned int i = 0; i < rows; i++) {
		multiply(c[i], a[i], b);
		ipsc2_compute(n, SIZE * SIZE * cfg->unit);
	}
	for (unsigned int i = 0; i < rows; i += RESULT)
		nx2_csend(cfg->os, n, IPSC2_HOST, TYPE_C + me, c[i], result(rows, i) * ROW);
	nx2_end(cfg->os, n);
}

static void matmul_host(struct ipsc2_node *n, void *arg)
{
	struct matmul *m = arg;
	const unsigned int nodes = m->cfg.nodes, rows = SIZE / nodes;

	for (unsigned int k = 0; k < SIZE; k += PIECE)
		for (unsigned int i = 0; i < nodes; i++)
			ipsc2_send(n, i, TYPE_B, m->b[k], PIECE * ROW);
	for (unsigned int i = 0; i < nodes; i++)
		ipsc2_send(n, i, TYPE_A, m->a[i * rows], rows * ROW);
	for (unsigned int k = 0; k < rows; k += RESULT)
		for (unsigned int i = 0; i < nodes; i++)
			ipsc2_receive(n, TYPE_C + i, m->c[i * rows + k], result(rows, k) * ROW,
				      NULL);
}

/* Computes the product sequentially by inner products, and compares. */
static const char *matmul_check(void *app)
{
	const struct matmul *m = app;

	for (unsigned int i = 0; i < SIZE; i++)
		for (unsigned int j = 0; j < SIZE; j++) {
			double sum = 0;

			for (unsigned int k = 0; k < SIZE; k++)
				sum += m->a[i][k] * m->b[k][j];
			if (sum != m->c[i][j])
				return "the product is not the sequential program's";
		}
	return NULL;
}

static uint64_t matmul_digest(const void *app)
{
	const struct matmul *m = app;

	return fnv1a(FNV1A_BEGIN, m->c, sizeof(m->c));
}

const struct app app_matmul = {"MatMul",      "multiplication and addition",
			       matmul_open,   matmul_node,
			       matmul_host,   matmul_check,
			       matmul_digest, free};
