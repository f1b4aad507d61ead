/* SPDX-License-Identifier: Apache-2.0 */
#include "surf_replay.h"
#include <errno.h>
#include <string.h>

int surf_replay_open(struct surf_replay *r, struct node *n)
{
	memset(r, 0, sizeof(*r));
	r->s1 = sim_clock_period(n->clk_s1);
	r->gclk = sim_clock_period(n->gclk);
	sim_wait_edge(n->gclk, SIM_RISE);
	r->rise = sim_now(n->s);
	r->ticks = node_ticks(n);
	sim_wait_edge(n->clk_s1, SIM_FALL);
	r->fall = sim_now(n->s);
	r->due = r->fall + 1;
	r->g = surf_golden_copy(n->g);
	return r->g ? 0 : -ENOMEM;
}

void surf_replay_close(struct surf_replay *r)
{
	surf_golden_close(r->g);
	r->g = NULL;
}

static sim_time later(sim_time a, sim_time b)
{
	return a > b ? a : b;
}

sim_time surf_replay_packet(struct surf_replay *r, const struct packet *p, sim_time ready,
			    struct surf_golden_result *result)
{
	const sim_time from = later(ready, r->due);
	const sim_time header = from + (r->s1 - 1) - (from - r->fall + r->s1 - 1) % r->s1;
	/* the header is sampled at the rise that follows; a header and a time stamp precede the
	 * words */
	const sim_time sampled = header + r->s1 / 2, last = header + (p->words + 1u) * r->s1;
	const struct surf_golden_seen seen = {
		.rxtime = (r->ticks + (sampled - r->rise) / r->gclk) & SHRIMP_TICKS,
		.category = surf_golden_category(r->g, p),
	};

	surf_golden_packet(r->g, p, &seen, result);
	r->due = later(header + node_1080ns.start_to_start * r->s1,
		       last + node_1080ns.end_to_start * r->s1);
	return header;
}
