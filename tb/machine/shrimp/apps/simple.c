/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SIMPLE (TR-596-99 4.2.4): each node writes groups of consecutive words to one page that is
 * mapped to the next node of a ring, one write each wait time. A node that is behind schedule
 * writes as fast as it can.
 */
#include "fnv1a.h"
#include "apps.h"
#include <errno.h>
#include <stdlib.h>

#define GROUPS 512

struct simple {
	struct workload_config c;
	uint32_t out, in; /* addresses of the pages, the same on all nodes, after the shared
			   * memory */
	unsigned int nodes;
	uint64_t cycles_per_us;
};

static uint32_t simple_bytes(const struct workload_config *c)
{
	(void)c;
	return MC_PAGE_BYTES;
}

/* The value of word @word in group @group; successive values of a word always differ. */
static uint32_t simple_value(const struct simple *a, unsigned int node, uint32_t group,
			     uint32_t word)
{
	return (uint32_t)a->c.seed + node * 0x01000193u + group * 1024 + word;
}

static void simple_node(struct cpu *cpu, void *arg)
{
	const struct simple *a = arg;
	const struct params *p = &mc_configuration(a->c.m)->p;
	const uint64_t wait = a->c.wait_us * a->cycles_per_us;
	uint64_t target;

	workload_begin(cpu, &a->c);
	target = cpu_cycles(cpu) + wait;
	for (uint32_t g = 0; g < a->c.steps; g++) {
		for (uint32_t w = 0; w < a->c.group; w++) {
			cpu_store(cpu, a->out + 4 * w, 4, simple_value(a, cpu_node(cpu), g, w));
			cpu_compute(cpu, p->simple_write);
			cpu_wait_until(cpu, target);
			target += wait;
		}
		cpu_compute(cpu, p->simple_group);
	}
	cpu_compute(cpu, p->simple_last);
	workload_end(cpu, &a->c);
}

static int simple_open(void **app, const struct workload_config *c)
{
	const struct mc_config *mc = mc_configuration(c->m);
	struct simple *a = calloc(1, sizeof(*a));
	int err = 0;

	if (!a)
		return -ENOMEM;
	a->c = *c;
	if (!a->c.steps)
		a->c.steps = GROUPS;
	if (!a->c.group)
		a->c.group = 1;
	if (!a->c.wait_us)
		a->c.wait_us = 1;
	a->nodes = mc->nodes;
	a->cycles_per_us = mc->p.cpu_mhz;
	a->in = workload_simple_page(mc->memory);
	a->out = a->in - MC_PAGE_BYTES;
	if (a->nodes < 2 || a->c.group > MC_PAGE_BYTES / 4)
		err = -EINVAL;
	for (unsigned int k = 0; !err && k < a->nodes; k++) {
		err = mc_import(c->m, (k + 1) % a->nodes, a->in, 1, false, true);
		if (!err)
			err = mc_map(c->m, k, a->out, (k + 1) % a->nodes, a->in);
	}
	if (!err)
		err = mc_program(c->m, MC_ALL, simple_node, a);
	if (err)
		free(a);
	else
		*app = a;
	return err;
}

static const uint32_t *simple_page(const struct simple *a, unsigned int node)
{
	return (const uint32_t *)(const void *)(mc_memory(a->c.m, node) + a->in);
}

static const char *simple_check(void *app)
{
	const struct simple *a = app;

	for (unsigned int k = 0; k < a->nodes; k++)
		for (uint32_t w = 0; w < a->c.group; w++)
			if (simple_page(a, (k + 1) % a->nodes)[w] !=
			    simple_value(a, k, a->c.steps - 1, w))
				return "a page does not hold the last group of its sender";
	return NULL;
}

static uint64_t simple_digest(void *app)
{
	const struct simple *a = app;
	uint64_t h = FNV1A_BEGIN;

	for (unsigned int k = 0; k < a->nodes; k++)
		h = fnv1a(h, simple_page(a, k), MC_PAGE_BYTES);
	return h;
}

const struct workload workload_simple = {
	.name = "simple",
	.size = "nothing",
	.bytes = simple_bytes,
	.open = simple_open,
	.check = simple_check,
	.digest = simple_digest,
	.close = free,
};
