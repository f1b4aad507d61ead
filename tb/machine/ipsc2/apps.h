/* SPDX-License-Identifier: Apache-2.0 */
#ifndef APPS_H
#define APPS_H
/*
 * The four programs of Table 1 (Malony, Reed 1990, 5.2), as parallel programs for 1, 2, 4, 8 or
 * 16 nodes and the host: the nodes compute and exchange messages, the host gathers the result.
 * The data are loaded together with the program; only MatMul's host distributes them by
 * messages. The nodes really compute the result; the time that a 386 needs for it is a number
 * of units, whose duration the caller sets.
 *
 * After the start, nodes exchange data only by messages. The result does not depend on the
 * timing.
 */
#include "nx2.h"

struct app_config {
	unsigned int nodes; /* 1, 2, 4, 8, 16; Life also 32, 64, 128 */
	uint64_t seed;	    /* seed of the problem */
	ipsc2_time unit;    /* duration of a unit of computation */
	struct nx2 *os;	    /* the os_arg that the caller has passed to the machine */
};

struct app {
	const char *name;
	const char *unit; /* description of a unit of computation */
	/* Creates the data of a run. NULL: out of memory */
	void *(*open)(const struct app_config *cfg);
	ipsc2_program *node, *host; /* programs of the nodes and the host; their argument is the
				     * result of open() */
	/* Checks the result after the run: returns NULL if it equals that of a sequential
	 * program, otherwise an error message. */
	const char *(*check)(void *app);
	/* A digest of the result. */
	uint64_t (*digest)(const void *app);
	void (*close)(void *app);
};

extern const struct app app_simplex, app_life, app_matmul, app_place;
enum { SIMPLEX, LIFE, MATMUL, PLACE, APPS }; /* in the order of Table 2 */
extern const struct app *const apps[APPS];

/* Sizes fitted to Table 2; may be changed like ipsc2_costs. */
#define SIMPLEX_ROWS_MOST 500
extern struct app_sizes {
	unsigned int simplex_rows,
		simplex_ratio; /* units for each row tried as the leaving row */
	unsigned int life_generations, life_alive; /* additional units for a living cell */
	double life_density, life_falloff;	   /* density of living cells in the densest
						    * row, and its decrease from row to row */
	unsigned int place_temperatures;
} app_sizes;

/* Returns a random number below @n from random_splitmix(). */
uint32_t app_below(uint64_t *state, uint32_t n);
/* Returns one from 0 to below 1. */
double app_uniform(uint64_t *state);

#endif
