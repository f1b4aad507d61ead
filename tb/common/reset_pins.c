/* SPDX-License-Identifier: Apache-2.0 */
#include "reset_pins.h"
#include "starts_with.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PINS 256

struct pins {
	struct sim *s;
	struct {
		struct sim_pin *pin;
		uint64_t level; /* inactive */
	} in[PINS], reset[PINS], out[PINS];
	unsigned int ins, resets, outs;
	bool active; /* in reset */
	/* The reset has acted. At power-on, Verilator's flip-flops are 0 until their first
	 * clock or the first fall of the reset, also with --as-icarus. */
	bool done;
};

static bool ends(const char *name, const char *end)
{
	const size_t n = strlen(name), m = strlen(end);

	return n >= m && strcmp(name + n - m, end) == 0;
}

/* Returns the value of output @name in @levels; NULL: it is not listed. */
static const char *listed(const char *levels, const char *name)
{
	char key[64];
	const char *at;

	snprintf(key, sizeof(key), " %s=", name);
	at = strstr(levels, key);
	return at ? at + strlen(key) : NULL;
}

static void find_pin(struct pins *p, const struct pin_row *row, const char *levels)
{
	struct sim_pin *pin = sim_pin(p->s, row->name);
	const bool low = ends(row->name, "_n") || ends(row->name, "_n_i") ||
			 strcmp(row->name, "aresetn") == 0; /* AXI's name */
	uint64_t level = low ? pin->mask : 0;
	const char *value;
	char enable[64];

	SIM_CHECK(p->s, p->ins < PINS && p->outs < PINS, "too many pins");
	if (strcmp(row->dir, "RESET") == 0) {
		p->reset[p->resets].pin = pin;
		p->reset[p->resets++].level = level;
	} else if (strcmp(row->dir, "IN") == 0) {
		p->in[p->ins].pin = pin;
		p->in[p->ins++].level = level;
	} else {
		snprintf(enable, sizeof(enable), "%se", row->name);
		value = listed(levels, row->name);
		if (value && !isdigit((unsigned char)*value))
			return;
		if (!value && ends(row->name, "_o") && sim_has_pin(p->s, enable))
			return;
		p->out[p->outs].pin = pin;
		p->out[p->outs++].level = value ? strtoull(value, NULL, 0) : level;
	}
}

static void check(struct pins *p, const char *when)
{
	sim_settle(p->s);
	for (unsigned int i = 0; i < p->outs && p->done; i++)
		SIM_CHECK(p->s, sim_get(p->out[i].pin) == p->out[i].level,
			  "%s is 0x%" PRIX64 " %s", p->out[i].pin->name, sim_get(p->out[i].pin),
			  when);
}

static void put_reset(struct pins *p, bool active)
{
	p->active = active;
	for (unsigned int i = 0; i < p->resets; i++)
		sim_put(p->reset[i].pin, active ? ~p->reset[i].level : p->reset[i].level);
	if (active)
		for (unsigned int i = 0; i < p->ins; i++)
			sim_put(p->in[i].pin, p->in[i].level);
}

static void at_edge(void *arg)
{
	struct pins *p = arg;

	if (p->active)
		check(p, "in reset");
	else
		for (unsigned int i = 0; i < p->ins; i++)
			if (sim_range(p->s, 0, 3) == 0)
				sim_put(p->in[i].pin, sim_random(p->s));
}

void pins_reset(struct sim *s, const struct pin_row *rows, size_t count, const char *levels)
{
	static struct pins p;
	struct sim_clock *clock = NULL;
	const uint64_t rounds = sim_length(s, 100, 20);

	p = (struct pins){.s = s, .done = starts_with(sim_simulator(s), "icarus ")};
	for (const struct pin_row *r = rows; r < rows + count; r++)
		if (!isdigit((unsigned char)*r->domain))
			find_pin(&p, r, levels);
	SIM_CHECK(s, p.outs > 0, "no outputs");
	put_reset(&p, true);
	check(&p, "before the first clock");
	for (const struct pin_row *r = rows; r < rows + count; r++)
		if (isdigit((unsigned char)*r->domain)) {
			const sim_time period = SIM_MS(1) / strtoul(r->domain, NULL, 10);

			clock = sim_clock(s, r->name, period, sim_range(s, 1, period));
			sim_on(clock, SIM_FALL, at_edge, &p);
		}
	sim_wait(s, SIM_US(1)); /* all clocks have risen */
	p.done = true;
	for (uint64_t round = 0; round < rounds; round++) {
		sim_wait_cycles(clock, (unsigned int)sim_range(s, 2, 8));
		put_reset(&p, false);
		sim_wait_cycles(clock, (unsigned int)sim_range(s, 2, 100));
		sim_wait(s, sim_range(s, 0, sim_clock_period(clock)));
		put_reset(&p, true);
		check(&p, "when a reset begins");
	}
}
