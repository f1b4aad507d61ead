/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blocked LU factorization without pivoting (TR-596-99 4.2.1). The matrix is an array of
 * blocks, each block and all blocks of one node contiguous in memory, so that a page is
 * written by one node only; its writes travel by automatic update. Nodes own blocks in a
 * two by two pattern. Each step processes the diagonal block, then the blocks to its right and
 * below it, then the rest, with barriers between them.
 *
 * The nodes run one after the other; markers in the recording tell which node's work follows.
 */
#include "marker.h"
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NODES 4
#define N_MAX 256
#define PAGE 4096

static double memory[N_MAX * N_MAX + NODES * PAGE / 8] __attribute__((aligned(PAGE)));
static uint32_t arrived[NODES][PAGE / 4] __attribute__((aligned(PAGE)));
static double before[N_MAX * N_MAX];
static double *blocks[N_MAX / 2][N_MAX / 2];
static double *own[NODES + 1]; /* first block of each node, end of the last */

static unsigned int size = 64, side = 16, nodes = NODES, blocks_in_row;
static uint32_t phase;

static unsigned int owner(unsigned int i, unsigned int j)
{
	return (i % 2 * 2 + j % 2) % nodes;
}

static void layout(void)
{
	double *at = memory;

	for (unsigned int k = 0; k < nodes; k++) {
		own[k] = at;
		for (unsigned int i = 0; i < blocks_in_row; i++) {
			for (unsigned int j = 0; j < blocks_in_row; j++) {
				if (owner(i, j) != k)
					continue;
				blocks[i][j] = at;
				at += side * side;
			}
		}
		at = (double *)(((uintptr_t)at + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
	}
	own[nodes] = at;
}

/* Factors a block, A = L U in place; L has ones on its diagonal. */
static void factor(double *a)
{
	for (unsigned int i = 1; i < side; i++) {
		for (unsigned int j = 0; j < side; j++) {
			const unsigned int m = i < j ? i : j;
			double sum = a[i * side + j];

			for (unsigned int k = 0; k < m; k++)
				sum -= a[i * side + k] * a[k * side + j];
			a[i * side + j] = j < i ? sum / a[j * side + j] : sum;
		}
	}
}

/* Solves a block to the right of the diagonal: A = L^-1 A. */
static void solve_lower(double *a, const double *diagonal)
{
	for (unsigned int i = 1; i < side; i++) {
		for (unsigned int j = 0; j < side; j++) {
			double sum = a[i * side + j];

			for (unsigned int k = 0; k < i; k++)
				sum -= diagonal[i * side + k] * a[k * side + j];
			a[i * side + j] = sum;
		}
	}
}

/* Solves a block below the diagonal: A = A U^-1. */
static void solve_upper(double *a, const double *diagonal)
{
	for (unsigned int i = 0; i < side; i++) {
		for (unsigned int j = 0; j < side; j++) {
			double sum = a[i * side + j];

			for (unsigned int k = 0; k < j; k++)
				sum -= a[i * side + k] * diagonal[k * side + j];
			a[i * side + j] = sum / diagonal[j * side + j];
		}
	}
}

static void update(double *a, const double *left, const double *up)
{
	for (unsigned int i = 0; i < side; i++) {
		for (unsigned int j = 0; j < side; j++) {
			double sum = a[i * side + j];

			for (unsigned int k = 0; k < side; k++)
				sum -= left[i * side + k] * up[k * side + j];
			a[i * side + j] = sum;
		}
	}
}

static void barrier(void)
{
	phase++;
	for (unsigned int k = 0; k < nodes; k++) {
		marker(MARKER_NODE + k);
		arrived[k][0] = phase;
		marker(MARKER_STOP);
	}
	marker(MARKER_BARRIER);
	marker(MARKER_STOP);
}

static void perimeter(unsigned int node, unsigned int s)
{
	for (unsigned int i = s + 1; i < blocks_in_row; i++) {
		if (owner(s, i) == node)
			solve_lower(blocks[s][i], blocks[s][s]);
		if (owner(i, s) == node)
			solve_upper(blocks[i][s], blocks[s][s]);
	}
}

static void interior(unsigned int node, unsigned int s)
{
	for (unsigned int i = s + 1; i < blocks_in_row; i++)
		for (unsigned int j = s + 1; j < blocks_in_row; j++)
			if (owner(i, j) == node)
				update(blocks[i][j], blocks[i][s], blocks[s][j]);
}

static void lu(void)
{
	for (unsigned int s = 0; s < blocks_in_row; s++) {
		marker(MARKER_NODE + owner(s, s));
		factor(blocks[s][s]);
		marker(MARKER_STOP);
		barrier();
		for (unsigned int k = 0; k < nodes; k++) {
			marker(MARKER_NODE + k);
			perimeter(k, s);
			marker(MARKER_STOP);
		}
		barrier();
		for (unsigned int k = 0; k < nodes; k++) {
			marker(MARKER_NODE + k);
			interior(k, s);
			marker(MARKER_STOP);
		}
		barrier();
	}
}

static double *element(unsigned int i, unsigned int j)
{
	return &blocks[i / side][j / side][i % side * side + j % side];
}

/* Returns the largest difference between L U and the matrix, relative to its largest
 * element. */
static double error(void)
{
	double worst = 0, largest = 0;

	for (unsigned int i = 0; i < size; i++) {
		for (unsigned int j = 0; j < size; j++) {
			double sum = 0;

			for (unsigned int k = 0; k <= i && k <= j; k++)
				sum += (k == i ? 1 : *element(i, k)) * *element(k, j);
			worst = fmax(worst, fabs(sum - before[i * size + j]));
			largest = fmax(largest, fabs(before[i * size + j]));
		}
	}
	return worst / largest;
}

static void map(unsigned int k, const void *from, const void *to, unsigned int color, bool irq)
{
	const uintptr_t a = (uintptr_t)from,
			last = ((uintptr_t)to - 1) & ~(uintptr_t)(PAGE - 1);

	printf("%" PRIxPTR "-%" PRIxPTR "=%u:%u%s\n", a, last, k, color, irq ? ":1" : "");
}

/* Prints the page map of the data that nodes 1 to 3 send to node 0. */
static void print_map(void)
{
	printf("# lu: %u x %u, blocks of %u x %u, %u nodes\n"
	       "# page-last page=sender:color:interrupt\n",
	       size, size, side, side, nodes);
	for (unsigned int k = 1; k < nodes; k++) {
		printf("# node %u: its blocks, its barrier flag\n", k);
		if (own[k + 1] > own[k])
			map(k, own[k], own[k + 1], 5, false);
		map(k, arrived[k], &arrived[k][1], 4, true);
	}
}

static bool number(const char *text, unsigned int min, unsigned int max, unsigned int *v)
{
	char *end;
	unsigned long x = strtoul(text, &end, 10);

	*v = (unsigned int)x;
	return *text >= '0' && *text <= '9' && !*end && x >= min && x <= max;
}

static int usage(FILE *f)
{
	fprintf(f,
		"usage: lu [-n SIZE] [-b BLOCK] [-p NODES] [-m]\n"
		"  -n SIZE   rows and columns, a multiple of BLOCK up to %u; default 64\n"
		"  -b BLOCK  rows and columns of a block, 2 or more; default 16\n"
		"  -p NODES  processors, 1 to %u; default 4\n"
		"  -m        print the page map of the machine and end\n",
		N_MAX, NODES);
	return f == stdout ? 0 : 2;
}

int main(int argc, char **argv)
{
	uint32_t x = 1;
	bool only_map = false;
	double e;
	int o;

	while ((o = getopt(argc, argv, "n:b:p:mh")) != -1) {
		if (o == 'h')
			return usage(stdout);
		if (o == 'm')
			only_map = true;
		else if (!(o == 'n' && number(optarg, 2, N_MAX, &size)) &&
			 !(o == 'b' && number(optarg, 2, N_MAX, &side)) &&
			 !(o == 'p' && number(optarg, 1, NODES, &nodes)))
			return usage(stderr);
	}
	if (optind < argc || size % side)
		return usage(stderr);
	blocks_in_row = size / side;
	layout();
	if (only_map) {
		print_map();
		return 0;
	}
	for (unsigned int i = 0; i < size; i++) {
		for (unsigned int j = 0; j < size; j++) {
			x = x * 1664525u + 1013904223u;
			/* dominant diagonal: no pivoting needed */
			before[i * size + j] =
				(double)(x >> 8) / (1u << 24) + (i == j ? size : 0);
			*element(i, j) = before[i * size + j];
		}
	}
	lu();
	e = error();
	if (!(e < 1e-10)) {
		fprintf(stderr, "lu: L times U differs from the matrix by %g\n", e);
		return 1;
	}
	printf("lu: %u x %u factored by %u nodes, relative error %.1e\n", size, size, nodes, e);
	return 0;
}
