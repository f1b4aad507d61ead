/* SPDX-License-Identifier: Apache-2.0 */
#include "cable.h"
#include <stdlib.h>

#define CONNECTORS 16

struct connector {
	struct cable *cable;
	const struct sim_pin *pull;
	cable_fn *fn;
	void *arg;
	bool pulls;
};

struct cable {
	struct sim *s;
	struct connector at[CONNECTORS];
	unsigned int n, pulling; /* number of connectors; number that pull the line low */
	bool level;
};

static void update_level(struct cable *c)
{
	const bool level = !c->pulling;

	if (level == c->level)
		return;
	c->level = level;
	for (unsigned int i = 0; i < c->n; i++)
		c->at[i].fn(c->at[i].arg, level);
}

static void sample_pull(void *arg)
{
	struct connector *at = arg;
	const bool pulls = sim_get(at->pull);

	if (pulls == at->pulls)
		return;
	at->pulls = pulls;
	at->cable->pulling += pulls ? 1u : -1u;
	update_level(at->cable);
}

struct cable *cable_open(struct sim *s)
{
	struct cable *c = calloc(1, sizeof(*c));

	SIM_CHECK(s, c, "out of memory");
	sim_cleanup(s, free, c);
	c->s = s;
	c->level = true;
	return c;
}

void cable_join(struct cable *c, struct sim_clock *clk, const struct sim_pin *pull,
		cable_fn *fn, void *arg)
{
	struct connector *at = &c->at[c->n];

	SIM_CHECK(c->s, c->n < CONNECTORS, "no connector is left on the cable");
	*at = (struct connector){c, pull, fn, arg, false};
	c->n++;
	fn(arg, c->level);
	sample_pull(at);
	sim_on(clk, SIM_RISE, sample_pull, at);
}

bool cable_level(const struct cable *c)
{
	return c->level;
}
