/* SPDX-License-Identifier: Apache-2.0 */
#include "node.h"
#include "surfboard_regs.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUEUE 8 /* packets on their way from the link to Stage 3; 4 can be */
#define TIME_MASK (((uint64_t)1 << 44) - 1)

struct in_flight {
	struct packet p;
	uint64_t ticks; /* of the global clock when the header was sampled */
};

struct node_inside {
	struct node_config cfg;
	char owner[8];	   /* prefix of the names of its pins, "a1_" or "" */
	struct node *next; /* of all nodes in the simulation, a ring */
	struct sim_pin *por_n, *grst_n, *x_in, *t_pd;
	struct sim_pin *accept, *drop, *rxtime, *cat, *ext;
	const uint8_t *arrive, *take, *done; /* sampled in every clock */
	struct in_flight link[QUEUE];	     /* ended on the link, not yet arrived */
	unsigned int head, tail;
	struct in_flight now; /* on the link */
	bool on_link, header; /* header put out, not yet sampled */
	struct packet stage2;
	struct golden_seen stage2_seen;
	bool in_stage2;
	uint64_t take_edge;
	uint64_t ticks_base; /* rising edges of the global clock at the last reset ... */
	uint64_t ticks_init; /* ... and what the receive time counter was set to */
	uint8_t cat_old;     /* local category before the last PCLR write ... */
	sim_time cat_from, cat_until; /* ... which packets may carry in this time */
	sim_time ext_changed;
	uint32_t ebcr; /* as seen on the bus, last written at ... */
	sim_time ebcr_time;
	bool follow;	/* the golden model follows every cycle on the bus */
	bool unchecked; /* node_stop_checks() */
	sni_source_fn *fn;
	void *fn_arg;
	bool ended;
	uint64_t left;
	unsigned int max_words;
	uint64_t max_ticks;
};

uint64_t node_ticks(const struct node *n)
{
	return (n->in->ticks_init + sim_clock_edges(n->gclk) - n->in->ticks_base) & TIME_MASK;
}

/* ---- scoreboard ---- */

static void on_sent(void *arg, const struct packet *p, bool end)
{
	struct node *n = arg;
	struct node_inside *in = n->in;

	if (n->pipeline_held || n->in->unchecked)
		return;
	if (!end || !in->on_link) {
		in->now.p = *p;
		in->on_link = in->header = true;
	}
	if (end) {
		SIM_CHECK(n->s, in->head - in->tail < QUEUE,
			  "a packet has vanished in Stage 1");
		in->link[in->head++ % QUEUE] = in->now;
		in->on_link = false;
		n->sent++;
	}
}

/* The header is sampled by the first rising edge of Stage 1 after it was put out. */
static void on_s1(void *arg)
{
	struct node *n = arg;

	if (n->in->header) {
		n->in->header = false;
		n->in->now.ticks = node_ticks(n);
	}
}

static void check_seen(struct node *n, const struct in_flight *f,
		       const struct golden_seen *seen)
{
	const struct node_inside *in = n->in;
	const uint64_t off = (seen->rxtime - f->ticks + 1) & TIME_MASK;
	const uint8_t want = golden_category(n->g, &f->p);
	const sim_time now = sim_now(n->s);

	SIM_CHECK(n->s, off <= 2,
		  "receive time 0x%011" PRIX64 ", the global clock showed 0x%011" PRIX64,
		  seen->rxtime, f->ticks);
	SIM_CHECK(n->s,
		  seen->category == want || (seen->category == in->cat_old &&
					     now >= in->cat_from && now <= in->cat_until),
		  "category %u, expected %u", seen->category, want);
}

static void packet_done(struct node *n)
{
	const uint64_t clocks = sim_clock_edges(n->clk25) - n->in->take_edge;

	n->done++;
	if (clocks > n->service_max)
		n->service_max = (unsigned int)clocks;
}

static void packet_taken(struct node *n)
{
	struct node_inside *in = n->in;
	struct golden_result r;

	SIM_CHECK(n->s, in->in_stage2, "Stage 3 takes a packet that Stage 2 has not");
	golden_packet(n->g, &in->stage2, &in->stage2_seen, &r);
	in->in_stage2 = false;
	in->take_edge = sim_clock_edges(n->clk25);
	n->taken++;
	n->words += in->stage2.words;
	if (n->on_packet)
		n->on_packet(n->on_packet_arg, &in->stage2, &r);
}

static void packet_arrived(struct node *n)
{
	struct node_inside *in = n->in;
	struct in_flight *f = &in->link[in->tail++ % QUEUE];
	struct golden_seen seen = {
		.rxtime = sim_get(in->rxtime),
		.category = (uint8_t)sim_get(in->cat),
		.ext = sim_get(in->ext),
		.drop = sim_get(in->drop),
	};
	struct golden_result r;

	SIM_CHECK(n->s, in->head >= in->tail && in->head - in->tail < QUEUE,
		  "a packet arrives that was never sent");
	check_seen(n, f, &seen);
	n->arrived++;
	if (seen.drop) {
		/* Only a busy Stage 2 may drop. obs_take shows a clock before obs_drop, so
		 * the packet that was in the way may be taken in this clock. */
		SIM_CHECK(n->s, in->in_stage2 || in->take_edge == sim_clock_edges(n->clk25),
			  "a packet is dropped, but Stage 2 is free");
		golden_packet(n->g, &f->p, &seen, &r);
		n->dropped++;
	} else if (sim_get(in->accept)) {
		SIM_CHECK(n->s, !in->in_stage2, "Stage 2 takes a packet while it is busy");
		in->stage2 = f->p;
		in->stage2_seen = seen;
		in->in_stage2 = true;
		n->accepted++;
	} else {
		SIM_CHECK(n->s, !(in->ebcr & 1) || sim_now(n->s) < in->ebcr_time + SIM_US(1),
			  "an enabled board ignores a packet");
		n->ignored++;
	}
}

static SIM_SELDOM void packet_moves(struct node *n)
{
	const struct node_inside *in = n->in;

	if (in->unchecked)
		return;
	if (*in->done)
		packet_done(n);
	if (*in->take)
		packet_taken(n);
	if (*in->arrive)
		packet_arrived(n);
}

static void on_clk25(void *arg)
{
	struct node *n = arg;
	const struct node_inside *in = n->in;

	if (*in->done | *in->take | *in->arrive)
		packet_moves(n);
}

static void count_only(void *arg)
{
	struct node *n = arg;

	if (!*n->in->arrive)
		return;
	n->arrived++;
	if (sim_get(n->in->drop))
		n->dropped++;
	else if (!sim_get(n->in->accept))
		n->ignored++;
}

/* ---- what is seen on the bus ---- */

/* Whether the board answers at @addr, by the last value of EBCR. */
static bool decodes(void *arg, bool io, uint32_t addr)
{
	struct node *n = arg;
	const uint32_t ebcr = n->in->ebcr;

	if (io)
		return (addr & 0xFF8) == SURFBOARD_EPIR;
	return addr >> 16 == ebcr >> 16 || addr >> 27 == (ebcr >> 11 & 31);
}

static uint32_t merge(uint32_t old, unsigned int be, uint32_t data)
{
	for (int i = 0; i < 4; i++)
		if (be >> i & 1)
			old = (old & ~(0xFFu << 8 * i)) | (data & 0xFFu << 8 * i);
	return old;
}

static void follow_register(struct node *n, const struct eisa_cycle *c)
{
	const uint32_t offset = c->addr & 0x3C;

	if (!c->write) {
		golden_read(n->g, offset, c->be);
		return;
	}
	if (offset == SURFBOARD_PCLR) {
		n->in->cat_old = (uint8_t)golden_read(n->g, SURFBOARD_PCLR, 15) & 15;
		n->in->cat_from = 0;
		n->in->cat_until = sim_now(n->s) + SIM_NS(400);
	}
	golden_write(n->g, offset, c->be, c->data);
}

static void follow_memory(struct node *n, const struct eisa_cycle *c)
{
	const uint32_t word = (c->addr & 0x3FFFFFF) >> 2;

	if (!c->write)
		return;
	if (c->addr & 0x4000000)
		golden_hist_put(n->g, word,
				merge(golden_hist_word(n->g, word), c->be, c->data));
	else
		golden_trace_put(n->g, word,
				 merge(golden_trace_word(n->g, word), c->be, c->data));
}

static void on_cycle(void *arg, const struct eisa_cycle *c)
{
	struct node *n = arg;

	if (n->on_cycle)
		n->on_cycle(n->on_cycle_arg, c);
	if (c->result)
		return;
	if (c->io && c->slot != n->slot)
		return;
	if (c->io && c->write && (c->addr & 0xFFC) == SURFBOARD_EBCR) {
		n->in->ebcr = merge(n->in->ebcr, c->be, c->data);
		n->in->ebcr_time = sim_now(n->s);
		n->rbase = n->in->ebcr & 0xFFFF0000;
		n->mbase = (n->in->ebcr >> 11 & 31) << 27;
	}
	if (!n->in->follow || !decodes(n, c->io, c->addr))
		return;
	if (c->io && c->write)
		golden_slot_write(n->g, c->addr & 0xFFC, c->be, c->data);
	else if (!c->io && c->addr >> 16 == n->in->ebcr >> 16)
		follow_register(n, c);
	else if (!c->io)
		follow_memory(n, c);
}

void node_stop_checks(struct node *n)
{
	n->in->unchecked = true;
}

void node_resume_checks(struct node *n)
{
	struct node_inside *in = n->in;

	in->unchecked = in->in_stage2 = in->on_link = in->header = false;
	in->head = in->tail = 0;
	n->sent = n->arrived = n->accepted = n->dropped = n->ignored = n->taken = n->done = 0;
}

void node_follow(struct node *n)
{
	n->in->follow = true;
}

/* ---- opening ---- */

static sim_time vary(struct sim *s, sim_time period, bool drift)
{
	/* real oscillators: 100 ppm either way; even, so that half periods are whole */
	return drift ? (period + sim_range(s, 0, period / 5000) - period / 10000) & ~(sim_time)1
		     : period;
}

static void node_free(void *arg)
{
	struct node *n = arg;

	simm_close(n->trace);
	simm_close(n->hist);
	sni_close(n->sni);
	eisa_close(n->eisa);
	golden_close(n->g);
	free(n->in);
	free(n);
}

/* The bus and its clocks: those of a node on it, or new ones. */
static void open_bus(struct node *n)
{
	const struct node_config *cfg = &n->in->cfg;
	const bool d = cfg->drift;
	const char bus[] = {cfg->name ? cfg->name[0] : 0, '_', 0};
	const struct node *with = cfg->with;
	char name[2][16];

	if (with && with->in->owner[0] == bus[0]) {
		n->bclk = with->bclk;
		n->clk_s1 = with->clk_s1;
		n->eisa = with->eisa;
		return;
	}
	snprintf(name[0], sizeof(name[0]), "%sbclk", bus[0] ? bus : "");
	snprintf(name[1], sizeof(name[1]), "%sclk_s1", bus[0] ? bus : "");
	n->bclk = sim_clock(n->s, name[0], vary(n->s, SIM_NS(120), d) & ~(sim_time)3,
			    d ? sim_range(n->s, 1, 119999) : SIM_NS(120));
	n->clk_s1 = sim_clock_locked(n->s, name[1], n->bclk, 2);
	n->eisa = eisa_open(n->s, n->bclk);
}

static void open_clocks(struct node *n)
{
	const bool d = n->in->cfg.drift;
	struct node *with = n->in->cfg.with;
	char name[16];

	open_bus(n);
	snprintf(name, sizeof(name), "%sclk25", n->in->owner);
	n->clk25 = sim_clock(n->s, name, vary(n->s, SIM_NS(40), d),
			     d ? sim_range(n->s, 1, 39999) : SIM_NS(41));
	n->in->next = with ? with->in->next : n;
	if (with) {
		n->gclk = with->gclk;
		with->in->next = n;
	} else {
		n->gclk = sim_clock(n->s, "s_gclk", vary(n->s, SIM_NS(100), d),
				    d ? sim_range(n->s, 1, 99999) : SIM_NS(103));
	}
}

static struct sim_pin *pin(const struct node *n, const char *name)
{
	return sim_pin_of(n->s, n->in->owner, name);
}

static void bind_pins(struct node *n)
{
	struct node_inside *in = n->in;

	in->por_n = pin(n, "por_n");
	in->grst_n = sim_pin(n->s, "s_grst_n");
	in->x_in = pin(n, "x_in");
	in->arrive = sim_low(pin(n, "obs_arrive"));
	in->accept = pin(n, "obs_accept");
	in->drop = pin(n, "obs_drop");
	in->rxtime = pin(n, "obs_rxtime");
	in->cat = pin(n, "obs_cat");
	in->ext = pin(n, "obs_ext");
	in->take = sim_low(pin(n, "obs_take"));
	in->done = sim_low(pin(n, "obs_done"));
	sim_put(in->por_n, 0);
	sim_put(in->grst_n, 1);
	sim_put(in->x_in, 1);
}

struct node *node_open(struct sim *s, const struct node_config *cfg)
{
	struct node *n = calloc(1, sizeof(*n));
	struct node_inside *in = calloc(1, sizeof(*in));
	char trace[16], hist[16];

	SIM_CHECK(s, n && in, "out of memory");
	n->s = s;
	n->in = in;
	n->slot = cfg->slot ? cfg->slot : 1;
	in->cfg = *cfg;
	snprintf(in->owner, sizeof(in->owner), "%s%s", cfg->name ? cfg->name : "",
		 cfg->name ? "_" : "");
	bind_pins(n);
	open_clocks(n);
	snprintf(trace, sizeof(trace), "%st", in->owner);
	snprintf(hist, sizeof(hist), "%sh", in->owner);
	n->trace = simm_open(s, n->clk25, trace, cfg->trace);
	n->hist = simm_open(s, n->clk25, hist, cfg->hist);
	n->sni = sni_open(s, n->clk_s1, in->owner);
	n->g = golden_open(simm_bytes(n->trace), simm_bytes(n->hist));
	SIM_CHECK(s, n->trace && n->hist && n->eisa && n->sni && n->g, "out of memory");
	eisa_add_board(n->eisa, in->owner, n->slot);
	n->dev = eisa_device(n->eisa, n->slot);
	eisa_set_decode(n->eisa, n->slot, decodes, n);
	eisa_on_cycle(n->eisa, on_cycle, n);
	golden_presence(n->g, (unsigned int)sim_get(pin(n, "t_pd")),
			(unsigned int)sim_get(pin(n, "h_pd")));
	if (cfg->unwatched) {
		sim_on(n->clk25, SIM_RISE, count_only, n);
	} else {
		sni_on_sent(n->sni, on_sent, n);
		sim_on(n->clk_s1, SIM_RISE, on_s1, n);
		sim_on(n->clk25, SIM_RISE, on_clk25, n);
	}
	sim_cleanup(s, node_free, n);
	return n;
}

void node_power_on(struct node *n)
{
	sim_put(n->in->por_n, 0);
	simm_power_on(n->trace);
	simm_power_on(n->hist);
	n->in->ebcr = 0;
	sim_wait(n->s, SIM_NS(500));
	sim_wait_edge(n->gclk, SIM_FALL);
	sim_put(n->in->por_n, 1);
	n->in->ticks_base =
		sim_clock_edges(n->gclk) + 2; /* the reset releases after two edges */
	n->in->ticks_init = n->in->cfg.rxtime_init;
	golden_power_on(n->g);
	simm_fill(n->trace, 0);
	simm_fill(n->hist, 0);
	golden_trace_fill(n->g, 0);
	golden_hist_fill(n->g, 0);
	/* the resets release within a few clocks of each domain */
	sim_wait_cycles(n->bclk, 4);
	sim_watch_x(n->s);
}

void node_global_reset(struct node *n)
{
	sim_wait_edge(n->gclk, SIM_FALL);
	sim_put(n->in->grst_n, 0);
	sim_wait_cycles(n->gclk, 3);
	sim_wait_edge(n->gclk, SIM_FALL);
	sim_put(n->in->grst_n, 1);
	for (struct node *m = n->in->next;; m = m->in->next) {
		m->in->ticks_base = sim_clock_edges(n->gclk);
		m->in->ticks_init = 0;
		golden_rtv(m->g, false);
		if (m == n)
			break;
	}
	sim_wait_cycles(n->gclk, 6);
}

void node_resdrv(struct node *n)
{
	eisa_reset(n->eisa, 9);
	for (struct node *m = n->in->next;; m = m->in->next) {
		if (m->eisa == n->eisa) {
			m->in->ebcr &= ~1u;
			m->in->ebcr_time = sim_now(n->s);
			golden_resdrv(m->g);
			m->in->in_stage2 = false;
			m->in->tail = m->in->head;
		}
		if (m == n)
			break;
	}
}

void node_x_in(struct node *n, bool level)
{
	sim_put(n->in->x_in, level);
	n->in->ext_changed = sim_now(n->s);
	golden_ext(n->g, level);
}

/* ---- EISA ---- */

static void settle_registers(struct node *n)
{
	/* writes are posted: they reach the registers within these clocks */
	sim_wait_cycles(n->clk25, 8);
}

void node_enable(struct node *n, uint16_t rbase, uint8_t mbase, unsigned int irlev)
{
	const uint32_t ebcr =
		(uint32_t)rbase << 16 | (uint32_t)(mbase & 31) << 11 | (irlev & 7) << 8 | 1;
	uint32_t v;

	SIM_EQ(n->s, eisa_read(n->eisa, true, n->slot, n->slot << 12 | SURFBOARD_EPIR, 15, &v),
	       0, "EPIR answers");
	SIM_EQ(n->s, v, golden_slot_read(n->g, SURFBOARD_EPIR), "EPIR");
	SIM_EQ(n->s,
	       eisa_write(n->eisa, true, n->slot, n->slot << 12 | SURFBOARD_EBCR, 15, ebcr), 0,
	       "EBCR answers");
	golden_slot_write(n->g, SURFBOARD_EBCR, 15, ebcr);
	settle_registers(n);
}

void node_put_be(struct node *n, uint32_t offset, unsigned int be, uint32_t value)
{
	const uint8_t cat = (uint8_t)golden_read(n->g, SURFBOARD_PCLR, 15) & 15;

	if (offset == SURFBOARD_PCLR) {
		n->in->cat_old = cat;
		n->in->cat_from = sim_now(n->s);
		n->in->cat_until = UINT64_MAX;
		/* until the write has arrived either value is right */
		golden_write(n->g, offset, be, value);
	}
	SIM_EQ(n->s, eisa_write(n->eisa, false, 0, n->rbase + offset, be, value), 0,
	       "the register answers");
	if (offset == SURFBOARD_PCLR)
		n->in->cat_until = sim_now(n->s) + SIM_NS(240);
	else
		golden_write(n->g, offset, be, value);
	settle_registers(n);
}

uint32_t node_get_be(struct node *n, uint32_t offset, unsigned int be)
{
	const uint32_t want = golden_read(n->g, offset, be);
	uint32_t v;

	SIM_EQ(n->s, eisa_read(n->eisa, false, 0, n->rbase + offset, be, &v), 0,
	       "the register answers");
	SIM_CHECK(n->s, v == want, "register 0x%02X: got 0x%08X, expected 0x%08X", offset, v,
		  want);
	return v;
}

void node_put(struct node *n, uint32_t offset, uint32_t value)
{
	node_put_be(n, offset, 15, value);
}

uint32_t node_get(struct node *n, uint32_t offset)
{
	return node_get_be(n, offset, 15);
}

void node_acdr(struct node *n, uint32_t image)
{
	for (int i = 0; i < 28; i++)
		node_put(n, SURFBOARD_ACDR, image >> i & 1);
}

void node_selector(struct node *n, const uint8_t *stream, unsigned int bits, unsigned int ones)
{
	node_put(n, SURFBOARD_FCCR, 1);
	node_put(n, SURFBOARD_FCCR, 0);
	sim_wait_cycles(n->clk25, 80); /* the selector clears its memory */
	for (unsigned int i = 0; i < bits + ones; i++)
		node_put(n, SURFBOARD_FCDR, i < bits ? stream[i / 8] >> (7 - i % 8) & 1 : 1);
}

uint32_t node_mem_get(struct node *n, bool hist, uint32_t word)
{
	uint32_t v;

	SIM_EQ(n->s,
	       eisa_read(n->eisa, false, 0, n->mbase + (hist ? 0x4000000 : 0) + 4 * word, 15,
			 &v),
	       0, "the memory answers");
	return v;
}

void node_mem_put(struct node *n, bool hist, uint32_t word, uint32_t value)
{
	SIM_EQ(n->s,
	       eisa_write(n->eisa, false, 0, n->mbase + (hist ? 0x4000000 : 0) + 4 * word, 15,
			  value),
	       0, "the memory answers");
	if (hist)
		golden_hist_put(n->g, word, value);
	else
		golden_trace_put(n->g, word, value);
}

/* ---- packets ---- */

void node_random_packet(struct node *n, struct packet *p, unsigned int max_words,
			uint64_t max_ticks)
{
	const uint64_t r = sim_random(n->s), q = sim_random(n->s);

	p->tx = (node_ticks(n) - sim_range(n->s, 0, max_ticks)) & TIME_MASK;
	p->tx |= (r & 1) << 44;
	p->addr = (uint32_t)(r >> 1) & 0x07FFFFFC;
	p->first = (uint32_t)q;
	p->x = q >> 32 & 63;
	p->y = q >> 38 & 63;
	p->color = q >> 44 & 63;
	p->be = q >> 50 & 15;
	p->irq = q >> 54 & 1;
	/* short packets are the rule: half of them have at most four words */
	p->words = (uint16_t)sim_range(n->s, 1, q >> 55 & 1 || max_words < 4 ? max_words : 4);
}

static bool next_packet(void *arg, struct packet *p)
{
	struct node *n = arg;

	if (!n->in->ended && !n->in->fn(n->in->fn_arg, p))
		n->in->ended = true;
	return !n->in->ended;
}

static bool source_ended(void *arg)
{
	struct node *n = arg;

	return n->in->ended && sni_idle(n->sni);
}

static bool empty(void *arg)
{
	struct node *n = arg;

	return sni_idle(n->sni) && n->in->head == n->in->tail && !n->in->in_stage2 &&
	       n->taken == n->done;
}

void node_drain(struct node *n)
{
	SIM_CHECK(n->s, sim_wait_for(n->s, empty, n, SIM_MS(1)),
		  "the board does not become empty");
	sim_wait_cycles(n->clk25, 30); /* a posted memory write ends, a refresh before it */
}

void node_start(struct node *n, sni_source_fn *fn, void *arg)
{
	n->in->fn = fn;
	n->in->fn_arg = arg;
	n->in->ended = false;
	sni_set_source(n->sni, next_packet, n);
}

bool node_playing(struct node *n)
{
	return !source_ended(n);
}

static void finish(struct node *n)
{
	SIM_CHECK(n->s, sim_wait_for(n->s, source_ended, n, UINT64_MAX / 4),
		  "the source never ends");
	sni_set_source(n->sni, NULL, NULL);
	node_drain(n);
}

void node_play(struct node *n, sni_source_fn *fn, void *arg)
{
	node_start(n, fn, arg);
	finish(n);
}

static bool random_source(void *arg, struct packet *p)
{
	struct node *n = arg;

	if (!n->in->left)
		return false;
	n->in->left--;
	node_random_packet(n, p, n->in->max_words, n->in->max_ticks);
	return true;
}

void node_start_random(struct node *n, uint64_t packets, unsigned int max_words,
		       uint64_t max_ticks)
{
	n->in->left = packets;
	n->in->max_words = max_words;
	n->in->max_ticks = max_ticks;
	node_start(n, random_source, n);
}

void node_play_random(struct node *n, uint64_t packets, unsigned int max_words,
		      uint64_t max_ticks)
{
	node_start_random(n, packets, max_words, max_ticks);
	finish(n);
}

void node_send(struct node *n, const struct packet *p)
{
	sni_send(n->sni, p, 0);
	node_drain(n);
}

/* ---- comparison ---- */

struct words {
	uint32_t *v; /* pairs of word index and value */
	size_t n, room;
};

static void collect(void *arg, uint32_t word, uint32_t value)
{
	struct words *w = arg;

	if (w->n == w->room) {
		w->room = w->room ? 2 * w->room : 1024;
		w->v = realloc(w->v, 2 * w->room * sizeof(*w->v));
		if (!w->v)
			abort();
	}
	w->v[2 * w->n] = word;
	w->v[2 * w->n++ + 1] = value;
}

static void compare_memory(struct node *n, const char *name, struct words *board,
			   struct words *model)
{
	for (size_t i = 0; i < board->n || i < model->n; i++) {
		const uint32_t *b = i < board->n ? &board->v[2 * i] : NULL;
		const uint32_t *m = i < model->n ? &model->v[2 * i] : NULL;

		if (b && m && b[0] == m[0] && b[1] == m[1])
			continue;
		if (b && m && b[0] == m[0])
			SIM_FAIL(n->s, "%s word 0x%06X is 0x%08X, expected 0x%08X", name, b[0],
				 b[1], m[1]);
		if (b && (!m || b[0] < m[0]))
			SIM_FAIL(n->s, "%s word 0x%06X is 0x%08X, expected untouched", name,
				 b[0], b[1]);
		SIM_FAIL(n->s, "%s word 0x%06X is untouched, expected 0x%08X", name, m[0],
			 m[1]);
	}
	SIM_CHECK(n->s, board->n == model->n, "%s differs", name);
	sim_digest(n->s, board->v, 2 * board->n * sizeof(*board->v));
	free(board->v);
	free(model->v);
}

void node_compare(struct node *n)
{
	/* registers whose reading changes nothing; ISCR's FIFO flags belong to them */
	static const uint32_t regs[] = {
		SURFBOARD_FCCR, SURFBOARD_FCDR, SURFBOARD_ACDR, SURFBOARD_TTCR, SURFBOARD_ECDR,
		SURFBOARD_PCLR, SURFBOARD_ISCR, SURFBOARD_IEMR, SURFBOARD_HTCR, SURFBOARD_WCDR,
		SURFBOARD_TICR, SURFBOARD_TECR, SURFBOARD_TPIR};
	struct words tb = {0}, tm = {0}, hb = {0}, hm = {0};

	node_drain(n);
	simm_each(n->trace, collect, &tb);
	golden_trace_each(n->g, collect, &tm);
	compare_memory(n, "trace", &tb, &tm);
	simm_each(n->hist, collect, &hb);
	golden_hist_each(n->g, collect, &hm);
	compare_memory(n, "histogram", &hb, &hm);
	for (size_t i = 0; i < sizeof(regs) / sizeof(regs[0]); i++) {
		const uint32_t v = node_get(n, regs[i]);

		sim_digest(n->s, &v, sizeof(v));
	}
	SIM_EQ(n->s, n->accepted + n->dropped + n->ignored, n->arrived,
	       "packets arrived and neither taken nor dropped nor ignored");
	SIM_EQ(n->s, n->taken, n->accepted, "packets taken by Stage 3");
	SIM_EQ(n->s, n->done, n->taken, "packets finished by Stage 3");
}
