/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BURST, generated traffic: at given times all nodes write a word to the same node; each node
 * is the receiver in turn. Packets of the same time compete for the links of the backbone.
 */
#include "fnv1a.h"
#include "apps.h"
#include <errno.h>
#include <stdlib.h>

/* words of each sender in the receiver's page */
#define WORDS (MC_PAGE_BYTES / 4 / MC_NODES_MAX)
#define OUT 0x00800000u /* the sender's pages, one for each receiver */
#define CYCLES 2000	/* cycles between two bursts */

struct burst {
	struct workload_config c;
	unsigned int nodes;
	uint32_t page; /* page in which words arrive */
};

/* The value of a word: the number of the burst and the sender; it is never 0. */
static uint32_t burst_value(uint32_t number, unsigned int from)
{
	return (number + 1) * MC_NODES_MAX + from;
}

static uint32_t burst_offset(const struct burst *a, uint32_t number, unsigned int from)
{
	return 4 * (from * WORDS + number / a->nodes % WORDS);
}

static void burst_node(struct cpu *cpu, void *arg)
{
	const struct burst *a = arg;
	const unsigned int me = cpu_node(cpu);

	for (uint32_t i = 0; i < a->c.steps; i++) {
		const unsigned int to = i % a->nodes;

		cpu_wait_until(cpu, CYCLES * (uint64_t)(i + 1));
		if (to != me)
			cpu_store(cpu, OUT + to * MC_PAGE_BYTES + burst_offset(a, i, me), 4,
				  burst_value(i, me));
	}
}

static uint32_t burst_bytes(const struct workload_config *c)
{
	(void)c;
	return MC_PAGE_BYTES;
}

static int burst_open(void **app, const struct workload_config *c)
{
	const struct mc_config *mc = mc_configuration(c->m);
	struct burst *a = calloc(1, sizeof(*a));
	int err = 0;

	if (!a)
		return -ENOMEM;
	*a = (struct burst){*c, mc->nodes, workload_simple_page(mc->memory)};
	if (!a->c.steps)
		a->c.steps = workload_burst.fitted;
	for (unsigned int i = 0; i < a->nodes; i++)
		for (unsigned int k = 0; k < a->nodes && !err; k++)
			if (i != k)
				err = mc_map(c->m, i, OUT + k * MC_PAGE_BYTES, k, a->page);
	if (!err)
		err = mc_program(c->m, MC_ALL, burst_node, a);
	if (err)
		free(a);
	else
		*app = a;
	return err;
}

static uint32_t burst_word(const struct burst *a, unsigned int node, uint32_t offset)
{
	const uint8_t *p = mc_memory(a->c.m, node) + a->page + offset;

	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Checks that the last words of each sender have arrived. */
static const char *burst_check(void *app)
{
	const struct burst *a = app;
	const uint32_t steps = a->c.steps, kept = WORDS * a->nodes;

	for (uint32_t i = steps > kept ? steps - kept : 0; i < steps; i++)
		for (unsigned int from = 0; from < a->nodes; from++)
			if (from != i % a->nodes &&
			    burst_word(a, i % a->nodes, burst_offset(a, i, from)) !=
				    burst_value(i, from))
				return "a word has not arrived";
	return NULL;
}

static uint64_t burst_digest(void *app)
{
	const struct burst *a = app;
	uint64_t h = FNV1A_BEGIN;

	for (unsigned int i = 0; i < a->nodes; i++)
		h = fnv1a(h, mc_memory(a->c.m, i) + a->page, MC_PAGE_BYTES);
	return h;
}

const struct workload workload_burst = {
	.name = "burst",
	.size = "not used",
	.fitted = 200, /* bursts */
	.bytes = burst_bytes,
	.open = burst_open,
	.check = burst_check,
	.digest = burst_digest,
	.close = free,
};
