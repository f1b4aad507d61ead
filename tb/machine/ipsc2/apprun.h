/* SPDX-License-Identifier: Apache-2.0 */
#ifndef APPRUN_H
#define APPRUN_H
/*
 * Runs a program of Table 1 on the machine, without or with recording, as for Table 2 (Malony,
 * Reed 1990, 5.2.1), and returns its time and its records.
 */
#include "apps.h"
#include "board.h"

/*
 * Time of a unit of computation, calibrated with the raw times of Table 2: one constant each
 * for Simplex, Life and MatMul, for any number of nodes. Place has one constant for each number
 * of nodes, because no single constant fits its raw times; the constant for 16 nodes is
 * calibrated with the rate of Figure 14. 0: there is no such run.
 */
ipsc2_time app_unit(const struct app *app, unsigned int nodes);
struct app_unit {
	const struct app *app;
	unsigned int nodes; /* 0: any */
	ipsc2_time unit;
};
enum {
	UNIT_SIMPLEX,
	UNIT_LIFE,
	UNIT_MATMUL,
	UNIT_PLACE_1,
	UNIT_PLACE_2,
	UNIT_PLACE_4,
	UNIT_PLACE_8,
	UNIT_PLACE_16,
	APP_UNITS
};
extern struct app_unit app_units[APP_UNITS]; /* an experiment may change them */

struct apprun_config {
	const struct app *app;
	unsigned int nodes;
	enum ipsc2_recording recording;
	uint64_t seed;	    /* seed of the machine: clocks, jitter */
	ipsc2_time unit;    /* time of a unit of computation; 0: app_unit() */
	unsigned int delay; /* 20 in the paper */
	bool extract;	    /* the nodes also spend the time to extract each nibble */
	/* Costs and reader. NULL: ipsc2_costs with the time slice of @nx2; nx2_costs;
	 * ipsc2_experiment, with stop_at_overrun and frames as set below */
	const struct ipsc2_cost *cost;
	const struct nx2_cost *nx2;
	const struct ipsc2_reader *reader;
	bool wide_port; /* variants of section 6 */
	ipsc2_time summary;
	unsigned int depth; /* of the frame FIFO; 0: 1024 */
	bool marks;	    /* loss marks, and synchronisation with the period @sync_us */
	uint64_t sync_us;   /* 0: none */
	ipsc2_time until;   /* duration of the run; 0: to the end */
	ipsc2_time start;   /* machine's time at which the run begins */
	bool stop_at_overrun;
	/* Called with the frames read. May be NULL. */
	void (*frames)(void *arg, const uint32_t (*frame)[4], size_t count);
	/* Called with each record when it is generated, and the machine's time. May be NULL. */
	nx2_record_fn *record;
	void (*message)(void *arg, unsigned int node, const struct ipsc2_os_event *e);
	/* Hooks of struct ipsc2_config. May be NULL. */
	ipsc2_time (*compute)(void *arg, unsigned int node, ipsc2_time now,
			      ipsc2_time duration);
	void (*strobe)(void *arg, unsigned int node, ipsc2_time when);
	void *arg;
	/* Called after the run with the machine. May be NULL. */
	void (*done)(void *arg, const struct ipsc2 *m);
	/* Opens the board and the machine with @cfg; NULL: uses the golden model. */
	struct ipsc2 *(*open)(void *arg, const struct ipsc2_config *cfg);
};

struct apprun {
	unsigned int nodes;
	ipsc2_time began, total; /* time at which the nodes have their data; time from then to
				  * the end */
	struct ipsc2_stats stats;
	struct nx2 os;
	uint64_t digest;   /* of the result */
	const char *wrong; /* error in the result; NULL: the result is correct, or the run was
			    * stopped early */
};

/* Runs the program. The problem does not depend on the seed. Returns 0 or a negative errno
 * value. */
int apprun(const struct apprun_config *cfg, struct apprun *r);

#endif
