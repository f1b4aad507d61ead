/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_ROCKET_H
#define NM_ROCKET_H
/*
 * A model of the machine of examples/rocket: Rocket cores with coherent first-level caches
 * behind a broadcast hub without a second-level cache, and a memory of LiteDRAM's kind. It runs
 * a recording with a core for each thread and predicts what the memory port shows: each miss is
 * a read of the line, and a miss that takes a modified line from another cache is a write and a
 * read, a transfer. A thread that must wait at a read of an atomic variable polls it. Heap
 * blocks are where picolibc would place them; memory that was freed is not used again. Caches
 * are unlimited: the model has no misses for want of room.
 */
#include "memtrace.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NM_ROCKET_NS 10u /* a clock, 100 MHz */

struct nm_rocket_cost {
	uint64_t references, requests, waited; /* accesses, reads of lines, clocks */
	uint64_t transfers;		       /* requests that took a modified line */
	uint64_t run;			       /* clocks; only for the whole program */
};

/* Memory that is elsewhere in this run, and what its accesses cost; physical addresses,
 * ascending, as memtrace_physical() gives them. */
struct nm_rocket_range {
	uint64_t start, bytes, to;
	struct nm_rocket_cost cost;
};

/*
 * Runs a recording. @from: as in nm_program_open_from(); NULL: all. Fills the costs of @all and
 * of the @n ranges. Returns 0, or a negative errno value and a message in @error.
 */
int nm_rocket_run(const char *recording, const struct memtrace_from *from,
		  struct nm_rocket_range *range, size_t n, struct nm_rocket_cost *all,
		  char error[MEMTRACE_ERROR]);

#ifdef __cplusplus
}
#endif

#endif
