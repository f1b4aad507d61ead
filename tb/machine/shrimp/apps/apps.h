/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHRIMP_APPS_H
#define SHRIMP_APPS_H
/*
 * The four programs of TR-596-99 4.2 for the SHRIMP multicomputer: LU, OCEAN, RADIX and SIMPLE,
 * implemented from the report's description. Each runs on all nodes of a machine, over its
 * shared virtual memory (svm.h); the nodes really compute the results, which are checked
 * afterwards against a sequential program.
 *
 * A run has a start-up, a barrier, the parallel phase that is traced, and a barrier.
 */
#include "svm.h"

struct workload_config {
	struct mc *m;
	struct svm *s;
	uint64_t seed;	/* seed of the problem */
	uint32_t size;	/* 0: the default of the program, see struct workload */
	uint32_t steps; /* OCEAN: time steps; SIMPLE: groups; 0: default */
	/* SIMPLE: words of a group, time between writes */
	uint32_t group, wait_us;
	/* Called on node 0, without taking simulated time, when the parallel phase begins and
	 * when it has ended: see cpu_call(). May be NULL. */
	void (*begin)(void *arg), (*end)(void *arg);
	void *arg;
};

struct workload {
	const char *name;
	const char *size; /* meaning of the size */
	uint32_t fitted;  /* default size, with about as many packets as in Table 1 */
	/* Returns the bytes of shared memory that the program allocates. */
	uint32_t (*bytes)(const struct workload_config *c);
	/* Allocates memory, loads the data and sets the programs of all nodes. Returns 0,
	 * -EINVAL (unsupported number of nodes or size) or -ENOMEM. */
	int (*open)(void **app, const struct workload_config *c);
	/* Checks the result after the run. Returns NULL, or an error message. */
	const char *(*check)(void *app);
	/* A digest of the result. */
	uint64_t (*digest)(void *app);
	void (*close)(void *app);
};

extern const struct workload workload_lu, workload_ocean, workload_radix, workload_simple;
/* Generated traffic (burst.c), which the report does not have. A step is a burst. */
extern const struct workload workload_burst;
extern const struct workload *const workloads[]; /* the programs of the report; ends with
						  * NULL */
const struct workload *workload_find(const char *name);

/* ---- of the programs ---- */

/* The page of SIMPLE's data on each node of a machine with @memory bytes per node. */
static inline uint32_t workload_simple_page(uint32_t memory)
{
	return memory - MC_PAGE_BYTES;
}

/* Starts the parallel phase: a barrier, begin() on node 0, and a barrier. */
void workload_begin(struct cpu *cpu, const struct workload_config *c);
void workload_end(struct cpu *cpu, const struct workload_config *c);
/* Returns the next 64-bit random number of a problem and advances *@state. */
uint64_t workload_random(uint64_t *state);
/* Arranges the nodes as a grid of @rows x @columns that is as square as possible. -EINVAL: the
 * number is no power of two. */
int workload_grid(unsigned int nodes, unsigned int *rows, unsigned int *columns);

#endif
