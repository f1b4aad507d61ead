/* SPDX-License-Identifier: Apache-2.0 */
#include "shrimp_node.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- opening ---- */

static sim_time vary(struct sim *s, sim_time period, bool drift)
{
	/* real oscillators deviate by up to 100 ppm in either direction; the period is even, so
	 * that half a period is an integer */
	return drift ? (period + sim_range(s, 0, period / 5000) - period / 10000) & ~(sim_time)1
		     : period;
}

/* Uses the bus and the clocks of a node on the same bus, or opens new ones. */
static void open_bus(struct shrimp_node *c)
{
	const struct shrimp_node_config *cfg = &c->cfg;
	const bool d = cfg->drift;
	const sim_time bclk = cfg->bclk ? cfg->bclk : SIM_NS(120);
	const char bus[] = {c->owner[0], '_', 0};
	const struct shrimp_node *with = cfg->with;
	char name[2][16];

	if (with && with->owner[0] == bus[0]) {
		c->bclk = with->bclk;
		c->clk_s1 = with->clk_s1;
		c->host = with->host;
		c->eisa = with->eisa;
		return;
	}
	c->host = &c->bus;
	if (!host_is_eisa(c->s)) {
		host_open(c->host, c->s, vary(c->s, SIM_NS(20), d),
			  d ? sim_range(c->s, 1, 19999) : SIM_NS(21));
		c->bclk = c->host->clk;
		c->clk_s1 = sim_clock(c->s, "clk_s1", vary(c->s, SIM_NS(60), d),
				      d ? sim_range(c->s, 1, 59999) : SIM_NS(62));
		return;
	}
	snprintf(name[0], sizeof(name[0]), "%sbclk", bus[0] ? bus : "");
	snprintf(name[1], sizeof(name[1]), "%sclk_s1", bus[0] ? bus : "");
	c->bclk = sim_clock(c->s, name[0], vary(c->s, bclk, d) & ~(sim_time)3,
			    d ? sim_range(c->s, 1, bclk - 1) : bclk);
	c->clk_s1 = sim_clock_locked(c->s, name[1], c->bclk, 2);
	c->eisa = eisa_open(c->s, c->bclk);
	c->bus = (struct hostbus){.s = c->s, .clk = c->bclk, .eisa = c->eisa};
}

static void open_clocks(struct shrimp_node *c)
{
	const bool d = c->cfg.drift;
	struct shrimp_node *with = c->cfg.with;
	char name[16];

	open_bus(c);
	snprintf(name, sizeof(name), "%sclk25", c->owner);
	c->clk25 = sim_clock(c->s, name, vary(c->s, SIM_NS(40), d),
			     d ? sim_range(c->s, 1, 39999) : SIM_NS(41));
	c->next = with ? with->next : c;
	if (with) {
		c->gclk = with->gclk;
		with->next = c;
	} else {
		c->gclk = sim_clock(c->s, "s_gclk", vary(c->s, SHRIMP_TICK_PS, d),
				    d ? sim_range(c->s, 1, 99999) : SIM_NS(103));
	}
}

struct sim_pin *shrimp_pin(const struct shrimp_node *c, const char *name)
{
	return sim_pin_of(c->s, c->owner, name);
}

struct shrimp_node *shrimp_node_open(struct sim *s, const struct shrimp_node_config *cfg)
{
	struct shrimp_node *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->s = s;
	c->cfg = *cfg;
	snprintf(c->owner, sizeof(c->owner), "%s%s", cfg->name ? cfg->name : "",
		 cfg->name ? "_" : "");
	c->grst_n = sim_pin(s, "s_grst_n");
	if (host_is_eisa(s)) {
		c->por_n = shrimp_pin(c, "por_n");
		sim_put(c->por_n, 0);
	}
	sim_put(c->grst_n, 1);
	open_clocks(c);
	c->sni = sni_open(s, c->clk_s1, c->owner);
	if ((c->eisa || c->bus.word) && c->sni)
		return c;
	shrimp_node_close(c);
	return NULL;
}

void shrimp_node_close(struct shrimp_node *c)
{
	if (!c)
		return;
	sni_close(c->sni);
	eisa_close(c->eisa);
	free(c);
}

/* ---- resets and time ---- */

uint64_t shrimp_receive_time(const struct shrimp_node *c)
{
	return (c->ticks_init + sim_clock_edges(c->gclk) - c->ticks_base) & SHRIMP_TICKS;
}

void shrimp_power_on(struct shrimp_node *c, struct simm *a, struct simm *b)
{
	if (c->eisa)
		sim_put(c->por_n, 0);
	if (a)
		simm_power_on(a);
	if (b)
		simm_power_on(b);
	if (c->eisa) {
		sim_wait(c->s, SIM_NS(500));
		sim_wait_edge(c->gclk, SIM_FALL);
		sim_put(c->por_n, 1);
	} else {
		host_reset(c->host, SIM_NS(500));
	}
	/* the reset is released after two edges */
	c->ticks_base = sim_clock_edges(c->gclk) + 2;
	c->ticks_init = c->cfg.rxtime_init;
}

void shrimp_global_reset(struct shrimp_node *c)
{
	struct shrimp_node *m = c;

	sim_wait_edge(c->gclk, SIM_FALL);
	sim_put(c->grst_n, 0);
	sim_wait_cycles(c->gclk, 3);
	sim_wait_edge(c->gclk, SIM_FALL);
	sim_put(c->grst_n, 1);
	do {
		m = m->next;
		m->ticks_base = sim_clock_edges(c->gclk);
		m->ticks_init = 0;
	} while (m != c);
}

/* ---- packets on their way to the board ---- */

static void on_sent(void *arg, const struct packet *p, bool end)
{
	struct shrimp_node *c = arg;

	if (c->unexpected)
		return;
	if (!end || !c->on_link) {
		c->now.p = *p;
		c->now.header = sim_now(c->s);
		c->on_link = c->header = true;
	}
	if (end) {
		SIM_CHECK(c->s, c->head - c->tail < SHRIMP_QUEUE,
			  "a packet has vanished in Stage 1");
		c->link[c->head++ % SHRIMP_QUEUE] = c->now;
		c->on_link = false;
		c->sent++;
	}
}

/* Records the time at which the header is sampled: the first rising edge of Stage 1's clock
 * after it was sent. */
static void on_s1(void *arg)
{
	struct shrimp_node *c = arg;

	if (c->header) {
		c->header = false;
		c->now.ticks = shrimp_receive_time(c);
	}
}

void shrimp_follow_packets(struct shrimp_node *c)
{
	sni_on_sent(c->sni, on_sent, c);
	sim_on(c->clk_s1, SIM_RISE, on_s1, c);
}

const struct shrimp_sent *shrimp_next_arrival(struct shrimp_node *c)
{
	SIM_CHECK(c->s, c->head != c->tail, "a packet arrives that was never sent");
	return &c->link[c->tail++ % SHRIMP_QUEUE];
}

void shrimp_check_rxtime(struct shrimp_node *c, const struct shrimp_sent *f, uint64_t rxtime)
{
	const uint64_t off = (rxtime - f->ticks + 1) & SHRIMP_TICKS;

	SIM_CHECK(c->s, off <= 2,
		  "receive time 0x%011" PRIX64 ", the global clock showed 0x%011" PRIX64,
		  rxtime, f->ticks);
}

const struct shrimp_sent *shrimp_arrived(struct shrimp_node *c, uint64_t rxtime)
{
	const struct shrimp_sent *f = shrimp_next_arrival(c);

	shrimp_check_rxtime(c, f, rxtime);
	return f;
}

bool shrimp_all_arrived(const struct shrimp_node *c)
{
	return sni_idle(c->sni) && c->head == c->tail;
}

void shrimp_forget_packets(struct shrimp_node *c, bool all)
{
	c->tail = c->head;
	if (!all)
		return;
	c->on_link = c->header = false;
	c->sent = 0;
}

/* ---- sending ---- */

void shrimp_random_packet(struct shrimp_node *c, struct packet *p, unsigned int max_words,
			  uint64_t max_ticks)
{
	const uint64_t r = sim_random(c->s), q = sim_random(c->s);

	p->tx = (shrimp_receive_time(c) - sim_range(c->s, 0, max_ticks)) & SHRIMP_TICKS;
	p->tx |= (r & 1) << 44;
	p->addr = (uint32_t)(r >> 1) & 0x07FFFFFC;
	p->first = (uint32_t)q;
	p->x = q >> 32 & 63;
	p->y = q >> 38 & 63;
	p->color = q >> 44 & 63;
	p->be = q >> 50 & 15;
	p->irq = q >> 54 & 1;
	/* short packets are the rule: half of them have at most four words */
	p->words = (uint16_t)sim_range(c->s, 1, q >> 55 & 1 || max_words < 4 ? max_words : 4);
}

static bool next_packet(void *arg, struct packet *p)
{
	struct shrimp_node *c = arg;

	if (!c->ended && !c->fn(c->fn_arg, p))
		c->ended = true;
	return !c->ended;
}

static bool random_source(void *arg, struct packet *p)
{
	struct shrimp_node *c = arg;

	if (!c->left)
		return false;
	c->left--;
	shrimp_random_packet(c, p, c->max_words, c->max_ticks);
	return true;
}

static bool source_ended(void *arg)
{
	struct shrimp_node *c = arg;

	return c->ended && sni_idle(c->sni);
}

void shrimp_start_packets(struct shrimp_node *c, sni_source_fn *fn, void *arg)
{
	c->fn = fn;
	c->fn_arg = arg;
	c->ended = false;
	sni_set_source(c->sni, next_packet, c);
}

void shrimp_start_random_packets(struct shrimp_node *c, uint64_t packets,
				 unsigned int max_words, uint64_t max_ticks)
{
	c->left = packets;
	c->max_words = max_words;
	c->max_ticks = max_ticks;
	shrimp_start_packets(c, random_source, c);
}

bool shrimp_packets_playing(struct shrimp_node *c)
{
	return !source_ended(c);
}

void shrimp_finish_packets(struct shrimp_node *c)
{
	SIM_CHECK(c->s, sim_wait_for(c->s, source_ended, c, UINT64_MAX / 4),
		  "the source never ends");
	sni_set_source(c->sni, NULL, NULL);
}

/* ---- memories ---- */

uint32_t shrimp_merge(uint32_t old, unsigned int be, uint32_t data)
{
	for (int i = 0; i < 4; i++)
		if (be >> i & 1)
			old = (old & ~(0xFFu << 8 * i)) | (data & 0xFFu << 8 * i);
	return old;
}

void shrimp_add_word(void *arg, uint32_t word, uint32_t value)
{
	struct shrimp_words *w = arg;

	if (w->n == w->room) {
		w->room = w->room ? 2 * w->room : 1024;
		w->v = realloc(w->v, 2 * w->room * sizeof(*w->v));
		if (!w->v)
			abort();
	}
	w->v[2 * w->n] = word;
	w->v[2 * w->n++ + 1] = value;
}

void shrimp_compare_words(struct sim *s, const char *name, struct shrimp_words *board,
			  struct shrimp_words *model)
{
	for (size_t i = 0; i < board->n || i < model->n; i++) {
		const uint32_t *b = i < board->n ? &board->v[2 * i] : NULL;
		const uint32_t *m = i < model->n ? &model->v[2 * i] : NULL;

		if (b && m && b[0] == m[0] && b[1] == m[1])
			continue;
		if (b && m && b[0] == m[0])
			SIM_FAIL(s, "%s word 0x%06X is 0x%08X, expected 0x%08X", name, b[0],
				 b[1], m[1]);
		if (b && (!m || b[0] < m[0]))
			SIM_FAIL(s, "%s word 0x%06X is 0x%08X, expected untouched", name, b[0],
				 b[1]);
		SIM_FAIL(s, "%s word 0x%06X is untouched, expected 0x%08X", name, m[0], m[1]);
	}
	SIM_CHECK(s, board->n == model->n, "%s differs", name);
	sim_digest(s, board->v, 2 * board->n * sizeof(*board->v));
	free(board->v);
	free(model->v);
}
