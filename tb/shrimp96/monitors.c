/* SPDX-License-Identifier: Apache-2.0 */
#include "monitors.h"
#include <errno.h>

#define STEP_PS SIM_US(50)

static sim_time machine_time(const struct monitor *b)
{
	return sim_now(b->n->s) - b->start;
}

static bool next_packet(void *arg, struct packet *p)
{
	struct monitor *b = arg;
	struct mc *m = b->all->m;
	struct mc_packet k;

	if (!mc_next(m, b->node, machine_time(b), &k)) {
		const uint64_t when = mc_when(m, b->node);

		sni_ask_at(b->n->sni, when == MC_NEVER ? UINT64_MAX : b->start + when);
		return false;
	}
	*p = k.p;
	p->tx = (p->tx + b->tick) & S96_TICKS;
	return true;
}

static int open_monitor(struct monitor *b, uint16_t mux, uint64_t seed)
{
	struct sim *s = sim_new("shrimp96", 0, seed);
	int err = s ? mc_keep(b->all->m, b->node) : -ENOENT;

	if (err)
		return err;
	sim_limit(s, UINT64_MAX);
	b->n = s96_start(s, &(struct s96_config){0});
	s96_put(b->n, SHRIMP96_MUX, mux);
	s96_put(b->n, SHRIMP96_CMD, START);
	s96_settle(b->n);
	sim_wait_edge(b->n->gclk, SIM_FALL);
	b->start = sim_now(s);
	b->tick = s96_ticks(b->n);
	sni_set_source(b->n->sni, next_packet, b);
	return 0;
}

int monitors_open(struct monitors *all, struct mc *m, uint16_t mux, uint64_t seed)
{
	int err = 0;

	*all = (struct monitors){.m = m, .nodes = mc_configuration(m)->nodes};
	for (unsigned int i = 0; i < all->nodes && !err; i++) {
		all->at[i].all = all;
		all->at[i].node = i;
		err = open_monitor(&all->at[i], mux, seed + i);
	}
	if (err)
		monitors_close(all);
	return err;
}

void monitors_run(struct monitors *all)
{
	bool more = true;

	for (sim_time t = STEP_PS; more && !mc_error(all->m); t += STEP_PS) {
		more = false;
		for (unsigned int i = 0; i < all->nodes; i++) {
			struct monitor *b = &all->at[i];

			sim_wait_until(b->n->s, b->start + t);
			more |= mc_when(all->m, i) != MC_NEVER || !sni_idle(b->n->sni);
		}
	}
	for (unsigned int i = 0; i < all->nodes; i++) {
		sni_set_source(all->at[i].n->sni, NULL, NULL);
		s96_drain(all->at[i].n);
	}
}

void monitors_close(struct monitors *all)
{
	for (unsigned int i = 0; i < all->nodes; i++)
		if (all->at[i].n)
			sim_delete(all->at[i].n->s);
	all->nodes = 0;
}
