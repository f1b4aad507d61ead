/* SPDX-License-Identifier: Apache-2.0 */
#ifndef APPRUN_H
#define APPRUN_H
/*
 * A program of Table 1 on the machine, without and with recording, as for Table 2 (Malony,
 * Reed 1990, 5.2.1): what the run took and what it left.
 */
#include "apps.h"
#include "board.h"

/*
 * Time of a unit of computation: calibrated by the raw times of Table 2. One constant each
 * for Simplex, Life and MatMul, whatever the number of nodes; one for each number of nodes for
 * Place, whose raw times follow no single one, and on 16 nodes by the rate of Figure 14. 0: no
 * such run.
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
extern struct app_unit app_units[APP_UNITS]; /* as ipsc2_costs */

struct apprun_config {
	const struct app *app;
	unsigned int nodes;
	enum ipsc2_recording recording;
	uint64_t seed;	    /* of the machine: clocks, jitter */
	ipsc2_time unit;    /* 0: app_unit() */
	unsigned int delay; /* 20 in the paper */
	bool extract;	    /* nibbles cost their extraction too */
	/* NULL: ipsc2_costs, with the slice of @nx2; nx2_costs; ipsc2_experiment, of which
	 * stop_at_overrun and frames are set below */
	const struct ipsc2_cost *cost;
	const struct nx2_cost *nx2;
	const struct ipsc2_reader *reader;
	bool wide_port; /* variants of section 6 */
	ipsc2_time summary;
	unsigned int depth; /* of the frame FIFO; 0: 1024 */
	bool marks;	    /* marks of loss, and synchronisation every so often: */
	uint64_t sync_us;   /* 0: none */
	ipsc2_time until;   /* so long; 0: to the end */
	ipsc2_time start;   /* of the machine's time */
	bool stop_at_overrun;
	/* Called with the frames read. May be NULL. */
	void (*frames)(void *arg, const uint32_t (*frame)[4], size_t count);
	/* Called with each record when it is made, and the machine's time. May be NULL. */
	nx2_record_fn *record;
	void (*message)(void *arg, unsigned int node, const struct ipsc2_os_event *e);
	/* As in struct ipsc2_config. May be NULL. */
	ipsc2_time (*compute)(void *arg, unsigned int node, ipsc2_time now,
			      ipsc2_time duration);
	void (*strobe)(void *arg, unsigned int node, ipsc2_time when);
	void *arg;
	/* After the run: what the machine holds. May be NULL. */
	void (*done)(void *arg, const struct ipsc2 *m);
	/* The board, with the machine of this configuration; NULL: the golden model. */
	struct ipsc2 *(*open)(void *arg, const struct ipsc2_config *cfg);
};

struct apprun {
	unsigned int nodes;
	ipsc2_time began, total; /* from the moment the nodes have their data, to the end */
	struct ipsc2_stats stats;
	struct nx2 os;
	uint64_t digest;   /* of the result */
	const char *wrong; /* with the result; NULL: the result is right, or the run was cut
			      short */
};

/* The problem is the same whatever the seed. 0 or a negative errno value. */
int apprun(const struct apprun_config *cfg, struct apprun *r);

#endif
