/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHRIMP_APPS_H
#define SHRIMP_APPS_H
/*
 * The four programs of TR-596-99 4.2 for the SHRIMP multicomputer: LU, OCEAN, RADIX and SIMPLE,
 * written anew from the report's description. Each runs on all nodes of a machine, over its
 * shared virtual memory (svm.h); what the nodes compute is real, and checked afterwards against
 * a program on one processor.
 *
 * A run has a start-up, a barrier, the parallel phase that is traced, and a barrier.
 */
#include "svm.h"

struct workload_config {
	struct mc *m;
	struct svm *s;
	uint64_t seed;	/* of the problem */
	uint32_t size;	/* 0: the default of the program, see struct workload */
	uint32_t steps; /* OCEAN: time steps; SIMPLE: groups; 0: default */
	/* SIMPLE: words of a group, time between writes */
	uint32_t group, wait_us;
	/* Called on node 0 outside of time when the parallel phase begins and when it has
	 * ended: see cpu_call(). NULL: nothing. */
	void (*begin)(void *arg), (*end)(void *arg);
	void *arg;
};

struct workload {
	const char *name;
	const char *size; /* what the size is */
	uint32_t fitted;  /* the size that gives about the packets of Table 1; the default */
	/* Bytes of shared memory that it allocates. */
	uint32_t (*bytes)(const struct workload_config *c);
	/* Allocates, loads the data, gives all nodes their program. 0, -EINVAL (nodes or size
	 * that it does not run on) or -ENOMEM. */
	int (*open)(void **app, const struct workload_config *c);
	/* After the run: NULL, or what is wrong with the result. */
	const char *(*check)(void *app);
	/* A number that stands for the result data. */
	uint64_t (*digest)(void *app);
	void (*close)(void *app);
};

extern const struct workload workload_lu, workload_ocean, workload_radix, workload_simple;
/* Generated traffic (burst.c), none of the report's. Steps: bursts. */
extern const struct workload workload_burst;
extern const struct workload *const workloads[]; /* the report's; ends with NULL */
const struct workload *workload_find(const char *name);

/* ---- of the programs ---- */

/* The page of SIMPLE's data on each node, of a machine with that much memory. */
static inline uint32_t workload_simple_page(uint32_t memory)
{
	return memory - MC_PAGE_BYTES;
}

/* Barrier, begin() on node 0, barrier. */
void workload_begin(struct cpu *cpu, const struct workload_config *c);
void workload_end(struct cpu *cpu, const struct workload_config *c);
/* Random numbers of a problem: the next 64 bits of *@state. */
uint64_t workload_random(uint64_t *state);
/* FNV-1a of bytes, continued from @h; begins with WORKLOAD_DIGEST. */
#define WORKLOAD_DIGEST 0xCBF29CE484222325u
uint64_t workload_hash(uint64_t h, const void *data, size_t len);
/* The nodes as a grid of @rows x @columns, as square as can be; -EINVAL: no power of two. */
int workload_grid(unsigned int nodes, unsigned int *rows, unsigned int *columns);

#endif
