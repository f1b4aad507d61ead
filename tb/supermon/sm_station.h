/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SM_STATION_H
#define SM_STATION_H
/*
 * A NUMAchine (machine.h) and what SUPERMON observes at one of its processors: each reference
 * before the cache, in the clock in which the processor makes it, and its answer. Instruction
 * fetches are separate references, which the workload marks. Virtual addresses are those of the
 * workload.
 */
#include "machine.h"
#include "sm_golden.h"

/* Control signals; bits 7..4: phase. */
#define SM_CTL_WRITE 0x01u
#define SM_CTL_FETCH 0x02u
#define SM_CTL_UNCACHED 0x04u
#define SM_CTL_COUNTER 0x08u
#define SM_CTL_PHASE 4

/* Returns the next reference of a processor, and in *fetch whether it is an instruction fetch;
 * false: it has ended. */
typedef bool sm_station_next_fn(void *arg, unsigned int processor, struct machine_ref *r,
				bool *fetch);

struct sm_station;

/* Opens the machine of @cfg, whose next() and arg are replaced. NULL: no memory, or an invalid
 * configuration. */
struct sm_station *sm_station_open(const struct machine_config *cfg, unsigned int processor,
				   sm_station_next_fn *next, void *arg);
void sm_station_close(struct sm_station *t);
/* Runs one clock, and returns what is on the bus of the processor. Fetches have tag 0, data tag
 * 1. NULL or an error message of the machine. */
const char *sm_station_clock(struct sm_station *t, struct sm_bus *b);
bool sm_station_done(const struct sm_station *t);

/* A workload that sorts numbers with a program of ten instructions at CODE, by insertion; each
 * instruction is fetched, loads and stores follow their fetch. */
#define SM_SORT_CODE 0x00100000u
#define SM_SORT_DATA 0x00200000u
#define SM_SORT_MOST 256
struct sm_sort {
	unsigned int n, i, j; /* numbers; loop variables */
	uint32_t key, number[SM_SORT_MOST];
	unsigned int pc;
	bool data; /* the next reference is the load or store of the instruction fetched last */
	struct machine_ref ref;
	uint64_t fetches;
	void (*fetched)(void *arg, uint32_t addr); /* called for each fetch; NULL: none */
	void *arg;
};
void sm_sort_begin(struct sm_sort *w, unsigned int n, uint64_t seed);
sm_station_next_fn sm_sort_next; /* arg: struct sm_sort; only processor 0 has references */

#endif
