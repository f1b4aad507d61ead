/* SPDX-License-Identifier: Apache-2.0 */
/*
 * RADIX (TR-596-99 4.2.3): sorts integer keys, digit by digit from the lowest. Source and
 * destination are shared arrays; the home of each node's contiguous part is that node. A pass
 * over one digit:
 *
 *	each node counts the digits of its own keys;
 *	the nodes build a binary tree of partial sums: for each digit, an entry of the tree
 *	holds the number of keys in its part (count) and the number of such keys in the parts
 *	before it (before); each node computes from the tree the place of its first key of each
 *	digit;
 *	each node reads its keys in order and writes each to its place: with n keys, p nodes and
 *	radix r it writes to r places in turn, about n/(rp) contiguous keys to each.
 *
 * Barriers separate these steps. Sums are computed in private memory and then copied to the
 * tree.
 */
#include "fnv1a.h"
#include "apps.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define DIGIT_BITS 8
#define RADIX (1u << DIGIT_BITS)
#define KEY_BITS 16 /* two passes are needed */
/* Processor cycles in addition to the memory accesses. */
#define COUNT_CYCLES 12
#define SUM_CYCLES 10
#define MOVE_CYCLES 60

#define SUMS_BYTES (RADIX * 4) /* count or before of an entry of the tree */

struct radix {
	struct workload_config c;
	uint32_t keys, key[2]; /* source and destination in turn */
	uint32_t tree;	       /* the root is number 1, leaves are nodes .. 2 nodes - 1 */
	unsigned int nodes;
	uint32_t *unsorted;
};

struct sums {
	uint32_t count[RADIX], before[RADIX];
};

/* Addresses of an entry of the tree: all counts come first, then all befores. */
static uint32_t count_at(const struct radix *a, unsigned int number)
{
	return a->tree + number * SUMS_BYTES;
}

static uint32_t before_at(const struct radix *a, unsigned int number)
{
	return count_at(a, 2 * a->nodes + number);
}

static void write_sums(struct cpu *cpu, const struct radix *a, unsigned int number,
		       const struct sums *s)
{
	const uint32_t at = count_at(a, number), before = before_at(a, number);
	const uint64_t copy_cycles = mc_configuration(a->c.m)->p.radix_copy;

	for (uint32_t d = 0; d < RADIX; d++) {
		cpu_compute(cpu, copy_cycles);
		shared_write_u32(cpu, at + 4 * d, s->count[d]);
	}
	for (uint32_t d = 0; d < RADIX; d++) {
		cpu_compute(cpu, copy_cycles);
		shared_write_u32(cpu, before + 4 * d, s->before[d]);
	}
}

static void add_sums(struct cpu *cpu, uint32_t at, uint32_t before, struct sums *s)
{
	for (uint32_t d = 0; d < RADIX; d++) {
		cpu_compute(cpu, 2 * SUM_CYCLES);
		s->count[d] += shared_read_u32(cpu, at + 4 * d);
		s->before[d] += shared_read_u32(cpu, before + 4 * d);
	}
}

static void count_digits(struct cpu *cpu, const struct radix *a, uint32_t from,
			 unsigned int shift, struct sums *s)
{
	const uint32_t part = a->keys / a->nodes, first = part * cpu_node(cpu);
	uint32_t sum = 0;

	memset(s, 0, sizeof(*s));
	for (uint32_t i = first; i < first + part; i++) {
		s->count[shared_read_u32(cpu, from + 4 * i) >> shift & (RADIX - 1)]++;
		cpu_compute(cpu, COUNT_CYCLES);
	}
	for (uint32_t d = 0; d < RADIX; d++) {
		s->before[d] = sum;
		sum += s->count[d];
	}
	cpu_compute(cpu, RADIX * SUM_CYCLES);
}

/* Each inner entry of the tree is computed by the node of its right child. */
static void make_tree(struct cpu *cpu, const struct radix *a, const struct sums *own)
{
	struct sums s = *own;
	unsigned int number = a->nodes + cpu_node(cpu);

	write_sums(cpu, a, number, &s);
	for (unsigned int level = a->nodes; level > 1; level /= 2) {
		barrier(cpu);
		if (!number)
			continue;
		if (number % 2 == 0) {
			number = 0; /* done */
			continue;
		}
		add_sums(cpu, count_at(a, number - 1), before_at(a, number - 1), &s);
		number /= 2;
		write_sums(cpu, a, number, &s);
	}
	barrier(cpu);
}

/* Computes the place of this node's first key of each digit: after all keys with smaller
 * digits, and after the keys with this digit of the preceding nodes. */
static void find_places(struct cpu *cpu, const struct radix *a, uint32_t place[RADIX])
{
	unsigned int number = a->nodes + cpu_node(cpu);

	for (uint32_t d = 0; d < RADIX; d++)
		place[d] = shared_read_u32(cpu, before_at(a, 1) + 4 * d);
	for (; number > 1; number /= 2) {
		if (number % 2 == 0)
			continue;
		for (uint32_t d = 0; d < RADIX; d++) {
			place[d] += shared_read_u32(cpu, count_at(a, number - 1) + 4 * d);
			cpu_compute(cpu, SUM_CYCLES);
		}
	}
}

static void move_keys(struct cpu *cpu, const struct radix *a, uint32_t from, uint32_t to,
		      unsigned int shift, uint32_t place[RADIX])
{
	const uint32_t part = a->keys / a->nodes, first = part * cpu_node(cpu);

	for (uint32_t i = first; i < first + part; i++) {
		const uint32_t key = shared_read_u32(cpu, from + 4 * i);

		cpu_compute(cpu, MOVE_CYCLES);
		shared_write_u32(cpu, to + 4 * place[key >> shift & (RADIX - 1)]++, key);
	}
}

static void radix_node(struct cpu *cpu, void *arg)
{
	const struct radix *a = arg;
	uint32_t place[RADIX];
	struct sums own;
	unsigned int from = 0;

	workload_begin(cpu, &a->c);
	for (unsigned int shift = 0; shift < KEY_BITS; shift += DIGIT_BITS, from = !from) {
		count_digits(cpu, a, a->key[from], shift, &own);
		make_tree(cpu, a, &own);
		find_places(cpu, a, place);
		move_keys(cpu, a, a->key[from], a->key[!from], shift, place);
		barrier(cpu);
	}
	workload_end(cpu, &a->c);
}

static uint32_t radix_bytes(const struct workload_config *c)
{
	const uint32_t n = c->size ? c->size : workload_radix.fitted;

	return 2 * 4 * n + 4 * MC_NODES_MAX * SUMS_BYTES + 4 * MC_PAGE_BYTES;
}

static void radix_close(void *app)
{
	struct radix *a = app;

	free(a->unsorted);
	free(a);
}

static int allocate(struct radix *a)
{
	const uint32_t part = a->keys / a->nodes * 4;

	for (unsigned int k = 0; k < 2; k++) {
		a->key[k] = svm_alloc(a->c.s, 4 * a->keys, MC_PAGE_BYTES, 0);
		if (!a->key[k])
			return -ENOMEM;
		for (unsigned int node = 0; node < a->nodes; node++) {
			const int err =
				svm_set_home(a->c.s, a->key[k] + node * part, part, node);

			if (err)
				return err;
		}
	}
	a->tree = svm_alloc(a->c.s, 4 * a->nodes * SUMS_BYTES, MC_PAGE_BYTES, 0);
	return a->tree ? 0 : -ENOMEM;
}

static int radix_open(void **app, const struct workload_config *c)
{
	struct radix *a = calloc(1, sizeof(*a));
	uint64_t random = c->seed;
	unsigned int rows, columns;
	int err;

	if (!a)
		return -ENOMEM;
	a->c = *c;
	a->keys = c->size ? c->size : workload_radix.fitted;
	a->nodes = mc_configuration(c->m)->nodes;
	a->unsorted = malloc(4 * (size_t)a->keys);
	err = workload_grid(a->nodes, &rows, &columns);
	if (!err && a->keys % (a->nodes * MC_PAGE_BYTES / 4))
		err = -EINVAL;
	if (!err && !a->unsorted)
		err = -ENOMEM;
	if (!err)
		err = allocate(a);
	if (!err) {
		for (uint32_t i = 0; i < a->keys; i++)
			a->unsorted[i] = workload_random(&random) >> (64 - KEY_BITS);
		svm_put(c->s, a->key[0], a->unsorted, 4 * a->keys);
		err = mc_program(c->m, MC_ALL, radix_node, a);
	}
	if (err)
		radix_close(a);
	else
		*app = a;
	return err;
}

static int ascending(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static uint32_t *result(const struct radix *a)
{
	uint32_t *keys = malloc(4 * (size_t)a->keys);

	if (keys)
		svm_get(a->c.s, a->key[KEY_BITS / DIGIT_BITS % 2], keys, 4 * a->keys);
	return keys;
}

static const char *radix_check(void *app)
{
	const struct radix *a = app;
	uint32_t *sorted = malloc(4 * (size_t)a->keys), *keys = result(a);
	const char *wrong = "no memory for the check";

	if (sorted && keys) {
		memcpy(sorted, a->unsorted, 4 * (size_t)a->keys);
		qsort(sorted, a->keys, 4, ascending);
		wrong = memcmp(sorted, keys, 4 * (size_t)a->keys) ? "the keys are not sorted"
								  : NULL;
	}
	free(sorted);
	free(keys);
	return wrong;
}

static uint64_t radix_digest(void *app)
{
	const struct radix *a = app;
	uint32_t *keys = result(a);
	const uint64_t h = keys ? fnv1a(FNV1A_BEGIN, keys, 4 * (size_t)a->keys) : 0;

	free(keys);
	return h;
}

const struct workload workload_radix = {
	.name = "radix",
	.size = "keys, a multiple of a page of keys on each node",
	.fitted = 1048576,
	.bytes = radix_bytes,
	.open = radix_open,
	.check = radix_check,
	.digest = radix_digest,
	.close = radix_close,
};
