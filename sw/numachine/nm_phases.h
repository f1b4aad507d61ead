/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_PHASES_H
#define NM_PHASES_H
/*
 * Determines whether the pattern of an object changes while the program runs, for example from
 * producer-consumer to migratory. The accesses are divided into windows of the same number of
 * accesses, each of which gets a verdict of its own. At least three windows in a row with the
 * same verdict are a phase, if all their accesses together have this verdict, too: a pattern in
 * which threads take turns in a role is not mistaken for several patterns. Private phases, like
 * the initialisation, are left out. Phases that may differ only because threads begin or end at
 * different times are undecided: a thread must take part in both, and if others do not, each
 * phase must have threads that the other lacks.
 */
#include "nm_diagnose.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NM_PHASES_MOST 4u
#define NM_PHASES_ACCESSES 3200u /* an object with fewer has no phases */

struct nm_phase {
	enum nm_pattern pattern;
	uint64_t from; /* @when of its first access */
};

struct nm_phases;

/* Opens an analysis of an object with this number of accesses. NULL: no memory. */
struct nm_phases *nm_phases_open(unsigned int line_bytes, uint64_t accesses);
void nm_phases_close(struct nm_phases *p);
/* Adds an access of the object, in the order of execution, which began at @when. Returns 0 or
 * -ENOMEM. */
int nm_phases_access(struct nm_phases *p, uint32_t thread, uint64_t addr, uint64_t size,
		     bool writes, uint64_t when);
/* Must be called after the last access. Returns 1 if all accesses must be added once more, to
 * confirm the phases; 0: they are known; -ENOMEM. */
int nm_phases_finish(struct nm_phases *p);
/* Stores the phases and returns their number; 0: the pattern does not change, or it is unknown
 * how. */
unsigned int nm_phases_found(const struct nm_phases *p, struct nm_phase phase[NM_PHASES_MOST]);

#ifdef __cplusplus
}
#endif

#endif
