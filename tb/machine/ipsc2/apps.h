/* SPDX-License-Identifier: Apache-2.0 */
#ifndef APPS_H
#define APPS_H
/*
 * The four programs of Table 1 (Malony, Reed 1990, 5.2), as parallel programs for 1, 2, 4, 8
 * or 16 nodes and the host: the nodes compute and exchange messages, the host gathers the
 * result. They begin with their data, which were loaded with the program; only MatMul's host
 * hands them out by messages. What the nodes compute is real; how long it takes on
 * a 386 is a number of units, of a duration that the caller gives.
 *
 * Afterwards nodes exchange data only by messages. The result does not depend on times.
 */
#include "nx2.h"

struct app_config {
	unsigned int nodes; /* 1, 2, 4, 8, 16; Life also 32, 64, 128 */
	uint64_t seed;	    /* of the problem */
	ipsc2_time unit;    /* of computation */
	struct nx2 *os;	    /* what the caller gave the machine as os_arg */
};

struct app {
	const char *name;
	const char *unit; /* what a unit of computation is */
	/* NULL: no memory */
	void *(*open)(const struct app_config *cfg);
	ipsc2_program *node, *host; /* with what open() returned as their argument */
	/* After the run: NULL when the result is that of a sequential program, or what is
	 * wrong. */
	const char *(*check)(void *app);
	/* A number that stands for the result. */
	uint64_t (*digest)(const void *app);
	void (*close)(void *app);
};

extern const struct app app_simplex, app_life, app_matmul, app_place;
#define APPS 4
extern const struct app *const apps[APPS]; /* in the order of Table 2 */

/* Sizes that were chosen by Table 2; as ipsc2_costs. */
#define SIMPLEX_ROWS_MOST 500
extern struct app_sizes {
	unsigned int simplex_rows,
		simplex_ratio; /* units: a row tried as the one that leaves */
	unsigned int life_generations,
		life_alive;		   /* units: a cell that lives, besides its own */
	double life_density, life_falloff; /* in the densest row; from row to row */
	unsigned int place_temperatures;
} app_sizes;

/* A random number below @n, of random_splitmix(). */
uint32_t app_below(uint64_t *state, uint32_t n);
/* FNV-1a of bytes, continued from @h; begins with APP_DIGEST. */
#define APP_DIGEST 0xCBF29CE484222325u
uint64_t app_digest(uint64_t h, const void *data, size_t len);

#endif
