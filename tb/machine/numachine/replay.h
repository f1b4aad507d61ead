/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_REPLAY_H
#define NM_REPLAY_H
/*
 * Runs recordings of librecord on the machine until they end, with parts of their memory moved,
 * and counts the cost of each part. The monitor is not simulated, because it does not influence
 * the machine.
 */
#include "recording.h"

#define REPLAY_RANGES 65536u
/* Twice the number of lines of a page. */
#define REPLAY_INITIAL (2u << (MACHINE_PAGE_BITS - 6))

struct replay_cost {
	uint64_t references; /* number of loads and stores; parts in different lines count
			      * separately */
	uint64_t requests;   /* references that the processor's cache could not serve */
	uint64_t waited;     /* clocks that the processor waited for these requests */
};

/* The run time is divided into equal intervals. Their length doubles
 * when there are too many. */
#define REPLAY_INTERVALS 64u
#define REPLAY_INTERVAL 16u /* clocks, at first */

struct replay {
	struct recording_range *range; /* ascending */
	size_t ranges;
	struct memtrace_from from;
	bool (*stopped)(const void *arg); /* called often: whether to stop; NULL: never */
	const void *stopped_arg;
	/* results */
	struct replay_cost all, *of; /* total; cost of each range */
	uint64_t run;		     /* clocks until the last processor ended */
	uint64_t interval;	     /* clocks */
	/* requests of each range by interval, REPLAY_INTERVALS for each range */
	uint32_t *requests_in;
	uint64_t pages;
	struct replay_page {
		/* requests by station. The requests of the station that makes the first one, up
		 * to REPLAY_INITIAL before another station's first one, are not counted,
		 * because they initialise the page */
		uint64_t requests[MACHINE_STATIONS], all;
		uint8_t first;	 /* station of the first request + 1; 0: there was none */
		uint64_t writes; /* exclusive reads and upgrades after a request of another
				  * station */
	} * page;		 /* indexed by page number in the original placement */
	/* private */
	struct recording *recording;
	uint64_t now; /* clocks */
};

/* Reads a line "START BYTES TO [OWNER]", which moves memory to TO, or makes copies in all
 * stations if TO is "copy=" and the place that is written, or "copy", which means the original
 * one; numbers as in C; OWNER: station of struct recording_range. Returns
 * 0, -EINVAL and a message, -ENOMEM, or -E2BIG: too many lines. */
int replay_line(struct replay *r, const char *text, const char **wrong);
/*
 * Runs the machine. Returns 0, or a negative errno value and a message in @error, of
 * MEMTRACE_ERROR bytes. The results remain until replay_free(). @cfg: the card, stations and
 * seed.
 */
int replay_run(struct replay *r, const struct machine_config *cfg, char *const *path,
	       unsigned int files, char *error);
void replay_free(struct replay *r);
/* Counts an answer to a request for a page. */
void replay_count(struct replay_page *page, const struct machine_agent *a);

#endif
