/* SPDX-License-Identifier: Apache-2.0 */
#include "packets.h"

static sim_time after_start(const struct packets *p, uint64_t clocks)
{
	return clocks * SIM_NS(RUN_CLOCK_NS) * p->b->stretch;
}

static void find_transaction(struct packets *p)
{
	do
		p->more = bench_next(p->b, &p->waiting);
	while (p->more && p->waiting.kind != RUN_TRANSACTION);
}

static bool next_packet(void *arg, struct packet *out)
{
	struct packets *p = arg;
	const struct run_event *e = &p->waiting;
	const sim_time at =
		p->more ? p->start_ps + after_start(p, e->clock + e->service) : UINT64_MAX;

	if (!p->more || at > sim_now(p->s)) {
		sni_ask_at(p->sni, at);
		return false;
	}
	*out = (struct packet){
		.tx = p->start_tick + after_start(p, e->clock - e->waited) / PACKETS_TICK_PS,
		.addr = e->addr & 0x7FFFFFC,
		.first = (uint32_t)e->function << 28,
		.words = (uint16_t)(1 + run_kind_of(e->cmd)),
		.x = e->processor & 15,
		.y = e->processor >> 4,
		.color = (uint8_t)run_class(&p->b->run, e->addr),
		.be = 15,
	};
	p->b->given++;
	find_transaction(p);
	return true;
}

void packets_replay(struct packets *p, uint64_t (*ticks)(void *node), void *node)
{
	find_transaction(p);
	/* the link sends packets without delay, even if they come too fast for the board */
	sni_set_timing(p->sni, &(struct sni_timing){.start_to_start = 1,
						    .end_to_start = 1,
						    .break_rules = true});
	sim_wait_edge(p->gclk, SIM_RISE);
	p->start_ps = sim_now(p->s);
	p->start_tick = ticks(node);
	sni_set_source(p->sni, next_packet, p);
	while (p->more || !sni_idle(p->sni))
		sim_wait(p->s, SIM_US(200));
	sim_wait(p->s, SIM_US(100));
}

double packets_ticks(const struct bench *b)
{
	return (double)(SIM_NS(RUN_CLOCK_NS) * b->stretch) / (double)PACKETS_TICK_PS;
}
