/* SPDX-License-Identifier: Apache-2.0 */
#include "hypercube.h"
#include <stdio.h>
#include <stdlib.h>

#define CLOCK SIM_NS(50)
#define IO_WRITE SIM_NS(375) /* six cycles of 16 MHz */

static const char *const cable[4] = {"strobe_p", "strobe_n", "data_p", "data_n"};

/* The levels that arrive at the capture board. */
static void carry(struct hypercube *h)
{
	sim_settle(h->s);
	for (unsigned int i = 0; i < 4; i++)
		sim_put(h->ecb[i], (sim_get(h->erb[i]) | h->stuck1[i]) & ~h->stuck0[i]);
}

void hypercube_port(struct hypercube *h, unsigned int node, unsigned int value)
{
	const uint64_t nibble = (uint64_t)15 << 4 * node;

	h->data = (h->data & ~nibble) | (uint64_t)(value & 15) << 4 * node;
	h->strobe = (uint16_t)((h->strobe & ~(1u << node)) | (value >> 4 & 1) << node);
	sim_put(h->node_data, h->data);
	sim_put(h->node_strobe, h->strobe);
	carry(h);
}

struct write {
	struct hypercube *h;
	unsigned int node, value;
};

static void write_late(void *arg)
{
	struct write *w = arg;

	hypercube_port(w->h, w->node, w->value);
	free(w);
}

void hypercube_strobe(struct hypercube *h, unsigned int node, unsigned int nibble)
{
	struct write *w = malloc(sizeof(*w));

	SIM_CHECK(h->s, w != NULL, "memory");
	*w = (struct write){h, node, 16 | (nibble & 15)};
	hypercube_port(h, node, nibble & 15);
	sim_at(h->s, sim_now(h->s) + IO_WRITE, write_late, w);
}

uint32_t hypercube_get(struct hypercube *h, enum hm_reg reg)
{
	uint32_t value = 0;

	SIM_EQ(h->s, (uint64_t)-pbx_read(h->bus, reg, &value), 0, "a read on the PBX bus");
	return value;
}

void hypercube_put(struct hypercube *h, enum hm_reg reg, uint32_t value)
{
	SIM_EQ(h->s, (uint64_t)-pbx_write(h->bus, reg, value), 0, "a write on the PBX bus");
}

void hypercube_power_on(struct hypercube *h)
{
	pbx_reset(h->bus, SIM_US(1));
	sim_watch_x(h->s);
	/* window 0 is under way; its number and place are on observation pins */
	sim_wait_edge(h->clk, SIM_RISE);
	while (!sim_get(sim_pin(h->s, "obs_last")))
		sim_wait_edge(h->clk, SIM_RISE);
	h->began =
		sim_now(h->s) + CLOCK - 16 * CLOCK * (sim_get(sim_pin(h->s, "obs_stamp")) + 1);
}

sim_time hypercube_window(const struct hypercube *h, uint64_t n)
{
	return h->began + n * 16 * CLOCK;
}

struct hypercube *hypercube_open(struct sim *s)
{
	struct hypercube *h = calloc(1, sizeof(*h));
	char name[32];

	if (!h)
		return NULL;
	sim_cleanup(s, free, h);
	h->s = s;
	h->clk = sim_clock(s, "clk20", CLOCK, CLOCK / 2);
	h->bus = pbx_open(s, h->clk, "reset_n");
	h->node_strobe = sim_pin(s, "node_strobe");
	h->node_data = sim_pin(s, "node_data");
	for (unsigned int i = 0; i < 4; i++) {
		snprintf(name, sizeof(name), "erb_%s", cable[i]);
		h->erb[i] = sim_pin(s, name);
		snprintf(name, sizeof(name), "ecb_%s", cable[i]);
		h->ecb[i] = sim_pin(s, name);
	}
	carry(h);
	return h;
}
