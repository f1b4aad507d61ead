/* SPDX-License-Identifier: Apache-2.0 */
#include "feed.h"
#include <errno.h>
#include <stdlib.h>

#define STEP_PS SIM_US(20)

struct place { /* a node of the machine */
	struct feed *f;
	unsigned int node;
	struct node *board;
	struct surf_golden *golden;
	program_fn *handler;
	void *handler_arg;
	bool irq; /* the interrupt line was active at the last look */
	uint64_t packets, words;
};

struct feed {
	struct mc *m;
	struct place *place; /* one place for each node */
	unsigned int nodes;
	uint64_t step, start_ps, start_tick, high;
	void (*progress)(void *, uint64_t);
	void *progress_arg;
};

int feed_open(struct feed **out, struct mc *m)
{
	const unsigned int nodes = mc_configuration(m)->nodes;
	struct feed *f = calloc(1, sizeof(*f));

	if (f)
		f->place = calloc(nodes, sizeof(*f->place));
	if (!f || !f->place) {
		free(f);
		return -ENOMEM;
	}
	f->m = m;
	f->nodes = nodes;
	f->step = STEP_PS;
	for (unsigned int i = 0; i < nodes; i++) {
		f->place[i].f = f;
		f->place[i].node = i;
	}
	*out = f;
	return 0;
}

void feed_close(struct feed *f)
{
	if (!f)
		return;
	free(f->place);
	free(f);
}

static int add(struct feed *f, unsigned int node, struct node *b, struct surf_golden *g)
{
	struct place *p = &f->place[node];

	if (node >= f->nodes || p->board || p->golden)
		return -EINVAL;
	p->board = b;
	p->golden = g;
	return mc_keep(f->m, node);
}

int feed_board(struct feed *f, unsigned int node, struct node *b)
{
	return add(f, node, b, NULL);
}

int feed_golden(struct feed *f, unsigned int node, struct surf_golden *g)
{
	return add(f, node, NULL, g);
}

int feed_interrupts(struct feed *f, unsigned int node, program_fn *handler, void *arg)
{
	if (node >= f->nodes || !f->place[node].board)
		return -EINVAL;
	f->place[node].handler = handler;
	f->place[node].handler_arg = arg;
	return 0;
}

void feed_set_step(struct feed *f, uint64_t ps)
{
	f->step = ps;
}

void feed_set_clock(struct feed *f, uint64_t high)
{
	f->high = high;
}

void feed_set_start(struct feed *f, uint64_t ps, uint64_t tick)
{
	f->start_ps = ps;
	f->start_tick = tick;
}

uint64_t feed_start_ps(const struct feed *f)
{
	return f->start_ps;
}

uint64_t feed_tick(const struct feed *f, uint64_t ps)
{
	return (f->start_tick + (ps - f->start_ps) / SHRIMP_TICK_PS) & SHRIMP_TICKS;
}

uint64_t feed_words(const struct feed *f, unsigned int node)
{
	return f->place[node].words;
}

/* ---- running ---- */

static bool next_of(struct place *p, uint64_t now, struct mc_packet *mp)
{
	if (!mc_next(p->f->m, p->node, now, mp))
		return false;
	p->packets++;
	p->words += mp->p.words;
	return true;
}

static bool next_packet(void *arg, struct packet *out)
{
	struct place *p = arg;
	const sim_time now = sim_now(p->board->s);
	struct mc_packet mp;

	if (next_of(p, now, &mp)) {
		*out = mp.p;
		return true;
	}
	sni_ask_at(p->board->sni, mc_when(p->f->m, p->node));
	return false;
}

static void to_golden(struct place *p, uint64_t now)
{
	struct mc_packet mp;

	while (mc_when(p->f->m, p->node) < now && next_of(p, now, &mp)) {
		const struct surf_golden_seen seen = {
			.rxtime = feed_tick(p->f, mp.rx_ps),
			.category = surf_golden_category(p->golden, &mp.p),
		};

		surf_golden_packet(p->golden, &mp.p, &seen, NULL);
	}
}

static void check_interrupt(struct place *p)
{
	const bool irq = eisa_irqs(p->board->eisa) != 0;

	if (irq && !p->irq)
		mc_interrupt(p->f->m, p->node, sim_now(p->board->s), p->handler,
			     p->handler_arg);
	p->irq = irq;
}

/* Runs the simulations of all boards until the time @ps. */
static void boards_until(struct feed *f, uint64_t ps)
{
	for (unsigned int i = 0; i < f->nodes; i++) {
		struct place *p = &f->place[i];

		if (p->board) {
			if (sim_now(p->board->s) < ps)
				sim_wait_until(p->board->s, ps);
			if (p->handler)
				check_interrupt(p);
		}
		if (p->golden)
			to_golden(p, ps);
	}
	if (f->progress)
		f->progress(f->progress_arg, ps);
}

static void carry_out(struct feed *f)
{
	void (*fn)(void *);
	unsigned int node;
	uint64_t ps;
	void *arg;

	mc_call(f->m, &node, &ps, &fn, &arg);
	boards_until(f, ps);
	fn(arg);
	if (f->place[node].board && sim_now(f->place[node].board->s) > ps)
		ps = sim_now(f->place[node].board->s);
	mc_call_done(f->m, node, ps);
}

void feed_begin_link(struct node *b)
{
	/* the connectors carry at most one word in each BCLK, because the EISA bus cannot take
	 * more */
	sni_set_timing(b->sni, &(struct sni_timing){.gap_percent = 100, .gap_max = 1});
}

void feed_end_link(struct node *b)
{
	sni_set_source(b->sni, NULL, NULL);
	sni_set_timing(b->sni, NULL);
	node_drain(b);
}

static void start(struct feed *f)
{
	struct node *first = NULL;

	for (unsigned int i = 0; i < f->nodes; i++) {
		struct node *b = f->place[i].board;

		if (!b)
			continue;
		if (!first)
			first = b;
		feed_begin_link(b);
	}
	if (first) {
		sim_wait_edge(first->gclk, SIM_RISE);
		f->start_ps = sim_now(first->s);
		f->start_tick = node_ticks(first);
	}
	mc_start(f->m, f->start_ps, f->start_tick + f->high, 0);
	for (unsigned int i = 0; i < f->nodes; i++)
		if (f->place[i].board)
			sni_set_source(f->place[i].board->sni, next_packet, &f->place[i]);
}

static bool busy(const struct feed *f)
{
	for (unsigned int i = 0; i < f->nodes; i++) {
		const struct place *p = &f->place[i];

		if (p->board && (p->packets < mc_kept(f->m, i) || !sni_idle(p->board->sni)))
			return true;
	}
	return false;
}

int feed_run(struct feed *f)
{
	enum mc_state st;
	uint64_t now;

	start(f);
	now = f->start_ps;
	while ((st = mc_run(f->m, now + f->step)) != MC_ENDED && st != MC_FAILED) {
		if (st == MC_CALL)
			carry_out(f);
		else
			boards_until(f, mc_now(f->m));
		now = mc_now(f->m);
	}
	if (st == MC_FAILED)
		return -EIO;
	do {
		now += f->step;
		boards_until(f, now);
	} while (busy(f));
	for (unsigned int i = 0; i < f->nodes; i++)
		if (f->place[i].board)
			feed_end_link(f->place[i].board);
	return 0;
}
