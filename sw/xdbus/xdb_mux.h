/* SPDX-License-Identifier: Apache-2.0 */
#ifndef XDB_MUX_H
#define XDB_MUX_H
/*
 * Counts more events than a chip has counters by multiplexing: the run is divided into slices,
 * in each of which every counter counts one event. The total of an event is estimated from its
 * slices, with a standard error computed from their spread; few slices may be alike by chance,
 * so it is at least what one event more in them would add. The total of an event that keeps its
 * counter for the whole run is exact.
 *
 * Each round counts the events of a chip in a new random order, so that a phase of a periodic
 * program does not always coincide with the same event. If a program changes its behaviour
 * once, few slices give wrong totals; the standard error shows this only for an event with at
 * least XDB_MUX_SLICES slices.
 */
#include "xdb_names.h"
#include "xdblib.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { XDB_MUX_SLICES = 4 };

/* An event and, after xdb_mux_end(), its counts. */
struct xdb_want {
	struct xdb_name name;
	uint64_t count;	 /* in its slices */
	uint64_t clocks; /* length of its slices */
	uint64_t slices;
	bool missed; /* a wrap was missed: @count is too small */
	/* for all clocks of the run: */
	double estimate;
	/* standard error; 0: exact; negative: not known, fewer than XDB_MUX_SLICES slices */
	double error;
	/* private */
	double rates, squares;
};

struct xdb_mux {
	uint64_t clocks; /* of the run, after xdb_mux_end() */
	/* private */
	struct xdb *x;
	struct xdb_want *want;
	size_t n;
	uint64_t random;
	struct xdb_slot {
		struct xdb_want *now; /* NULL: nothing is selected */
		uint32_t since;
	} slot[XDB_COUNTERS];
	unsigned int next[XDB_CHIPS];	/* place in the order of the chip */
	uint16_t order[XDB_CHIPS][128]; /* indices of @want */
	unsigned int wants[XDB_CHIPS];
	uint32_t begun;
	bool running;
};

/*
 * Selects the first events and starts the counters. The caller owns @want, whose names it has
 * set and which must stay valid until xdb_mux_end(). -E2BIG: more than 128 events of a chip.
 * -EINVAL: an event that the chip does not have, or twice the same one.
 */
int xdb_mux_begin(struct xdb_mux *m, struct xdb *x, struct xdb_want *want, size_t n,
		  uint64_t seed);
/* Ends a slice and begins the next one; at least once in 2^24 clocks, or a wrap may be missed,
 * which is noticed, and in 2^32 clocks, or the clocks are wrong. */
int xdb_mux_next(struct xdb_mux *m);
/* Ends the last slice and stops the counters. */
int xdb_mux_end(struct xdb_mux *m);

#ifdef __cplusplus
}
#endif

#endif
