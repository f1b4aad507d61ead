/* SPDX-License-Identifier: Apache-2.0 */
#include "apprun.h"
#include <errno.h>
#include <string.h>

#define PROBLEM 1990 /* seed of all problems */

/* Calibrated as apprun.h describes. */
struct app_unit app_units[APP_UNITS] = {
	[UNIT_SIMPLEX] = {&app_simplex, 0, IPSC2_NS(38920)},
	[UNIT_LIFE] = {&app_life, 0, IPSC2_NS(609)},
	[UNIT_MATMUL] = {&app_matmul, 0, IPSC2_NS(14620)},
	[UNIT_PLACE_1] = {&app_place, 1, IPSC2_NS(323340)},
	[UNIT_PLACE_2] = {&app_place, 2, IPSC2_NS(148320)},
	[UNIT_PLACE_4] = {&app_place, 4, IPSC2_NS(237810)},
	[UNIT_PLACE_8] = {&app_place, 8, IPSC2_NS(230750)},
	[UNIT_PLACE_16] = {&app_place, 16, IPSC2_NS(361000)},
};

ipsc2_time app_unit(const struct app *app, unsigned int nodes)
{
	for (size_t i = 0; i < APP_UNITS; i++)
		if (app_units[i].app == app &&
		    (!app_units[i].nodes || app_units[i].nodes == nodes))
			return app_units[i].unit;
	return 0;
}

static int start(struct ipsc2 *m, const struct app *app, unsigned int nodes, void *problem)
{
	int err = ipsc2_start(m, IPSC2_HOST, app->host, problem);

	for (unsigned int i = 0; !err && i < nodes; i++)
		err = ipsc2_start(m, i, app->node, problem);
	return err;
}

int apprun(const struct apprun_config *cfg, struct apprun *r)
{
	struct ipsc2_cost cost = cfg->cost ? *cfg->cost : ipsc2_costs;
	struct ipsc2_reader reader = cfg->reader ? *cfg->reader : ipsc2_experiment;
	struct app_config problem = {cfg->nodes, PROBLEM, cfg->unit, &r->os};
	struct ipsc2_config machine = {
		.nodes = cfg->nodes,
		.seed = cfg->seed,
		.start = cfg->start,
		.recording = cfg->recording,
		.delay = cfg->delay,
		.extract = cfg->extract,
		.wide_port = cfg->wide_port,
		.jitter = ipsc2_jitter,
		.summary = cfg->summary,
		.depth = cfg->depth,
		.marks = cfg->marks,
		.sync_us = cfg->sync_us,
		.cost = &cost,
		.os = nx2_os,
		.os_arg = &r->os,
		.compute = cfg->compute,
		.strobe = cfg->strobe,
		.arg = cfg->arg,
	};
	struct ipsc2 *m;
	void *app;
	int err;

	cost.slice = (cfg->nx2 ? cfg->nx2 : &nx2_costs)->slice;
	memset(r, 0, sizeof(*r));
	r->nodes = cfg->nodes;
	r->os.recording = cfg->recording;
	r->os.cost = cfg->nx2;
	r->os.on_record = cfg->record;
	r->os.on_message = cfg->message;
	r->os.arg = cfg->arg;
	if (!problem.unit)
		problem.unit = app_unit(cfg->app, cfg->nodes);
	app = cfg->app->open(&problem);
	if (!app)
		return -ENOMEM;
	m = cfg->open ? cfg->open(cfg->arg, &machine) : ipsc2_open(&machine);
	if (!m) {
		err = -errno;
		cfg->app->close(app);
		return err;
	}
	reader.stop_at_overrun = cfg->stop_at_overrun;
	reader.frames = cfg->frames;
	reader.arg = cfg->arg;
	err = start(m, cfg->app, cfg->nodes, app);
	if (!err)
		err = ipsc2_read(m, &reader,
				 cfg->until ? ipsc2_now(m) + cfg->until : IPSC2_FOREVER);
	ipsc2_stats(m, &r->stats);
	r->began = r->os.began;
	r->total = r->stats.ended ? r->stats.ended - r->began : 0;
	if (err >= 0 && r->stats.ended) {
		r->wrong = cfg->app->check(app);
		r->digest = cfg->app->digest(app);
	}
	if (cfg->done)
		cfg->done(cfg->arg, m);
	ipsc2_close(m);
	cfg->app->close(app);
	return err < 0 ? err : 0;
}
