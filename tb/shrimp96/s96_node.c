/* SPDX-License-Identifier: Apache-2.0 */
#include "s96_node.h"
#include <inttypes.h>
#include <stdlib.h>

#define QUEUE 8	   /* packets on their way from the link to Stage 2 */
#define ACCESSES 4 /* of registers, on their way to the 25 MHz side */

struct in_flight {
	struct packet p;
	uint64_t ticks;	 /* of the global clock when the header was sampled */
	sim_time header; /* when it was put out */
};

struct access {
	bool write, compare, ended;
	uint32_t offset, data; /* data: written, or what the golden model says of a read */
	unsigned int be;
	sim_time end; /* of the bus cycle */
};

/* The board's device with the golden model behind it. */
struct s96_device {
	struct device dev; /* first */
	struct s96_node *n;
};

struct s96_inside {
	struct s96_config cfg;
	struct s96_device device;
	struct device_ops ops;
	struct device *bus; /* what the EISA bus offers */
	struct sim_pin *por_n, *grst_n, *accept, *drop, *rxtime;
	const uint8_t *arrive, *take, *commit, *wr, *rd; /* looked at every clock */
	struct in_flight link[QUEUE]; /* ended on the link, not yet arrived */
	unsigned int head, tail;
	struct in_flight now;
	bool on_link, header; /* header put out, not yet sampled */
	struct access access[ACCESSES];
	unsigned int first, end; /* of those not yet in effect */
	uint64_t accept_edge;
	uint64_t ticks_base;
	uint32_t ebcr;
	sni_source_fn *fn;
	void *fn_arg;
	bool ended;
	uint64_t left;
	unsigned int max_words;
	uint64_t max_ticks;
};

uint64_t s96_ticks(const struct s96_node *n)
{
	return (n->in->cfg.rxtime_init + sim_clock_edges(n->gclk) - n->in->ticks_base) &
	       S96_TICKS;
}

/* ---- scoreboard: packets ---- */

static void on_sent(void *arg, const struct packet *p, bool end)
{
	struct s96_node *n = arg;
	struct s96_inside *in = n->in;

	if (!end || !in->on_link) {
		in->now.p = *p;
		in->now.header = sim_now(n->s);
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
	struct s96_node *n = arg;

	if (n->in->header) {
		n->in->header = false;
		n->in->now.ticks = s96_ticks(n);
	}
}

static void check_arrival(struct s96_node *n, const struct in_flight *f, uint64_t rxtime)
{
	const struct s96_inside *in = n->in;
	const uint64_t off = (rxtime - f->ticks + 1) & S96_TICKS;

	SIM_CHECK(n->s, off <= 2,
		  "receive time 0x%011" PRIX64 ", the global clock showed 0x%011" PRIX64,
		  rxtime, f->ticks);
	for (unsigned int i = in->first; i != in->end; i++)
		SIM_CHECK(n->s,
			  !in->access[i % ACCESSES].ended ||
				  in->access[i % ACCESSES].end > f->header,
			  "an access ended %" PRIu64 " ns before the packet came and has not "
			  "taken effect",
			  (f->header - in->access[i % ACCESSES].end) / 1000);
}

static void packet_arrived(struct s96_node *n)
{
	struct s96_inside *in = n->in;
	const struct in_flight *f = &in->link[in->tail++ % QUEUE];
	const uint64_t rxtime = sim_get(in->rxtime);
	const struct s96_variables v = s96_golden_measure(n->g, &f->p, rxtime);
	enum s96_arrival a;

	SIM_CHECK(n->s, in->head >= in->tail && in->head - in->tail < QUEUE,
		  "a packet arrives that was never sent");
	check_arrival(n, f, rxtime);
	a = s96_golden_arrive(n->g, &f->p, rxtime);
	SIM_EQ(n->s, sim_get(in->accept), a == S96_ACCEPTED, "the packet is accepted");
	SIM_EQ(n->s, sim_get(in->drop), a == S96_DROPPED, "the packet is dropped");
	n->arrived++;
	n->accepted += a == S96_ACCEPTED;
	n->dropped += a == S96_DROPPED;
	n->ignored += a == S96_IGNORED;
	if (a == S96_ACCEPTED)
		in->accept_edge = sim_clock_edges(n->clk25);
	if (n->on_packet)
		n->on_packet(n->on_packet_arg, &f->p, a, &v);
}

static void packet_taken(struct s96_node *n)
{
	SIM_CHECK(n->s, s96_golden_waiting(n->g) && !s96_golden_taken(n->g),
		  "Stage 3 takes a packet that is not there, or while it has one");
	s96_golden_take(n->g);
	n->taken++;
	if (!s96_golden_taken(n->g))
		n->committed++; /* at the end of the trace: there is nothing to be done */
}

static void packet_committed(struct s96_node *n, bool full)
{
	const uint64_t clocks = sim_clock_edges(n->clk25) - n->in->accept_edge;

	SIM_CHECK(n->s, s96_golden_taken(n->g), "a word is changed without a packet");
	s96_golden_commit(n->g, full);
	n->committed++;
	if (!s96_golden_waiting(n->g) && clocks > n->stage2_max)
		n->stage2_max = (unsigned int)clocks;
}

/* ---- scoreboard: accesses ---- */

static struct access *head(struct s96_node *n, bool write)
{
	struct s96_inside *in = n->in;
	struct access *a = &in->access[in->first % ACCESSES];

	SIM_CHECK(n->s, in->first != in->end && a->write == write,
		  "a register is %s out of turn", write ? "written" : "read");
	return a;
}

static void access_done(struct s96_node *n, bool write)
{
	struct access *a = head(n, write);

	if (write)
		s96_golden_write(n->g, a->offset, a->be, a->data);
	else
		a->data = s96_golden_read(n->g, a->offset, a->be);
	n->in->first++;
	if (n->on_access)
		n->on_access(n->on_access_arg, write, a->offset, a->data);
}

/* Within a clock packets come before accesses; but an address queued in the clock of a pop is
 * not yet there. */
static SIM_SELDOM void moves(struct s96_node *n)
{
	const struct s96_inside *in = n->in;
	const bool full = s96_golden_queued(n->g) == 16;
	const bool pop = *in->rd && *in->commit && head(n, false)->offset == R_QADR;

	if (pop)
		access_done(n, false);
	if (*in->commit)
		packet_committed(n, full);
	if (*in->take)
		packet_taken(n);
	if (*in->arrive)
		packet_arrived(n);
	if (*in->wr)
		access_done(n, true);
	if (*in->rd && !pop)
		access_done(n, false);
}

static void on_clk25(void *arg)
{
	struct s96_node *n = arg;
	const struct s96_inside *in = n->in;

	if (*in->arrive | *in->take | *in->commit | *in->wr | *in->rd)
		moves(n);
}

static void count_only(void *arg)
{
	struct s96_node *n = arg;

	if (!*n->in->arrive)
		return;
	n->arrived++;
	if (sim_get(n->in->drop))
		n->dropped++;
	else if (!sim_get(n->in->accept))
		n->ignored++;
}

/* ---- what is seen on the bus ---- */

static bool decodes(void *arg, bool io, uint32_t addr)
{
	struct s96_node *n = arg;

	return io ? (addr & 0xFF8) == R_EPIR : addr >> 16 == n->in->ebcr >> 16;
}

static uint32_t merge(uint32_t old, unsigned int be, uint32_t data)
{
	for (int i = 0; i < 4; i++)
		if (be >> i & 1)
			old = (old & ~(0xFFu << 8 * i)) | (data & 0xFFu << 8 * i);
	return old;
}

static void on_cycle(void *arg, const struct eisa_cycle *c)
{
	struct s96_node *n = arg;
	struct s96_inside *in = n->in;

	if (c->result)
		return;
	if (c->io && c->slot == 1 && c->write && (c->addr & 0xFFC) == R_EBCR) {
		in->ebcr = merge(in->ebcr, c->be, c->data);
		n->rbase = in->ebcr & 0xFFFF0000;
		s96_golden_slot_write(n->g, R_EBCR, c->be, c->data);
	}
	if (!c->io && in->first != in->end) {
		in->access[(in->end - 1) % ACCESSES].ended = true;
		in->access[(in->end - 1) % ACCESSES].end = sim_now(n->s);
	}
}

/* ---- the driver's way to the board ---- */

static bool expect(struct s96_node *n, uint32_t addr, bool write, unsigned int be,
		   uint32_t data)
{
	struct s96_inside *in = n->in;

	if (in->cfg.unwatched || !(in->ebcr & 1) || addr >> 16 != in->ebcr >> 16)
		return false;
	SIM_CHECK(n->s, in->end - in->first < ACCESSES, "accesses do not take effect");
	in->access[in->end++ % ACCESSES] =
		(struct access){.write = write, .offset = addr & 0x7C, .be = be, .data = data};
	return true;
}

static void expect_width(struct s96_node *n, enum device_space space, uint32_t addr,
			 unsigned int width, bool write, uint64_t value)
{
	const unsigned int lane = addr & 3;

	if (space != DEVICE_MEM)
		return;
	if (width == 64) {
		expect(n, addr, write, 15, (uint32_t)value);
		expect(n, addr + 4, write, 15, (uint32_t)(value >> 32));
		return;
	}
	expect(n, addr, write, ((1u << width / 8) - 1) << lane, (uint32_t)value << 8 * lane);
}

static int dev_read(struct device *dev, enum device_space space, uint32_t addr,
		    unsigned int width, uint64_t *value)
{
	struct s96_device *d = (struct s96_device *)dev;

	expect_width(d->n, space, addr, width, false, 0);
	return d->n->in->bus->ops->read(d->n->in->bus, space, addr, width, value);
}

static int dev_write(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t value)
{
	struct s96_device *d = (struct s96_device *)dev;

	expect_width(d->n, space, addr, width, true, value);
	return d->n->in->bus->ops->write(d->n->in->bus, space, addr, width, value);
}

static int dev_wait_irq(struct device *dev, uint64_t timeout_us)
{
	struct s96_device *d = (struct s96_device *)dev;

	return d->n->in->bus->ops->wait_irq(d->n->in->bus, timeout_us);
}

static int dev_run(struct device *dev, uint64_t ns)
{
	struct s96_device *d = (struct s96_device *)dev;

	return d->n->in->bus->ops->run(d->n->in->bus, ns);
}

static void dev_close(struct device *dev)
{
	(void)dev;
}

/* ---- opening ---- */

static sim_time vary(struct sim *s, sim_time period, bool drift)
{
	/* real oscillators: 100 ppm either way; even, so that half periods are whole */
	return drift ? (period + sim_range(s, 0, period / 5000) - period / 10000) & ~(sim_time)1
		     : period;
}

static void open_clocks(struct s96_node *n)
{
	const bool d = n->in->cfg.drift;
	const sim_time bclk = n->in->cfg.bclk ? n->in->cfg.bclk : SIM_NS(120);
	struct sim *s = n->s;

	n->bclk = sim_clock(s, "bclk", vary(s, bclk, d) & ~(sim_time)3,
			    d ? sim_range(s, 1, bclk - 1) : bclk);
	n->clk_s1 = sim_clock_locked(s, "clk_s1", n->bclk, 2);
	n->clk25 = sim_clock(s, "clk25", vary(s, SIM_NS(40), d),
			     d ? sim_range(s, 1, 39999) : SIM_NS(41));
	n->gclk = sim_clock(s, "s_gclk", vary(s, SIM_NS(100), d),
			    d ? sim_range(s, 1, 99999) : SIM_NS(103));
}

static void bind_pins(struct s96_node *n)
{
	struct s96_inside *in = n->in;
	struct sim *s = n->s;

	in->por_n = sim_pin(s, "por_n");
	in->grst_n = sim_pin(s, "s_grst_n");
	in->arrive = sim_low(sim_pin(s, "obs_arrive"));
	in->accept = sim_pin(s, "obs_accept");
	in->drop = sim_pin(s, "obs_drop");
	in->rxtime = sim_pin(s, "obs_rxtime");
	in->take = sim_low(sim_pin(s, "obs_take"));
	in->commit = sim_low(sim_pin(s, "obs_commit"));
	in->wr = sim_low(sim_pin(s, "obs_wr"));
	in->rd = sim_low(sim_pin(s, "obs_rd"));
	sim_put(in->por_n, 0);
	sim_put(in->grst_n, 1);
	sim_put(sim_pin(s, "jumper"), in->cfg.jumper);
}

static void node_free(void *arg)
{
	struct s96_node *n = arg;

	simm_close(n->lo);
	simm_close(n->hi);
	sni_close(n->sni);
	eisa_close(n->eisa);
	s96_golden_close(n->g);
	free(n->in);
	free(n);
}

static void open_device(struct s96_node *n)
{
	struct s96_inside *in = n->in;

	in->bus = eisa_device(n->eisa, 1);
	in->ops = (struct device_ops){.read = dev_read,
				      .write = dev_write,
				      .wait_irq = dev_wait_irq,
				      .run = dev_run,
				      .close = dev_close};
	in->device = (struct s96_device){{&in->ops}, n};
	n->dev = &in->device.dev;
}

struct s96_node *s96_open(struct sim *s, const struct s96_config *cfg)
{
	struct s96_node *n = calloc(1, sizeof(*n));
	struct s96_inside *in = calloc(1, sizeof(*in));
	enum simm_size size;

	SIM_CHECK(s, n && in, "out of memory");
	n->s = s;
	n->in = in;
	in->cfg = *cfg;
	if (!in->cfg.words_log2)
		in->cfg.words_log2 = 20;
	bind_pins(n);
	open_clocks(n);
	n->eisa = eisa_open(s, n->bclk);
	size = in->cfg.words_log2 == 24 ? SIMM_64MB : SIMM_4MB;
	n->lo = simm_open(s, n->clk25, "l", size);
	n->hi = simm_open(s, n->clk25, "u", size);
	n->sni = sni_open(s, n->clk_s1, "");
	n->g = s96_golden_open(in->cfg.words_log2);
	SIM_CHECK(s, n->lo && n->hi && n->eisa && n->sni && n->g, "out of memory");
	eisa_add_board(n->eisa, "", 1);
	eisa_set_decode(n->eisa, 1, decodes, n);
	eisa_on_cycle(n->eisa, on_cycle, n);
	open_device(n);
	s96_golden_jumpers(n->g, in->cfg.jumper);
	s96_golden_presence(n->g, (unsigned int)sim_get(sim_pin(s, "l_pd")),
			    (unsigned int)sim_get(sim_pin(s, "u_pd")));
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

void s96_power_on(struct s96_node *n)
{
	sim_put(n->in->por_n, 0);
	simm_power_on(n->lo);
	simm_power_on(n->hi);
	n->in->ebcr = 0;
	n->in->first = n->in->end;
	sim_wait(n->s, SIM_NS(500));
	sim_wait_edge(n->gclk, SIM_FALL);
	sim_put(n->in->por_n, 1);
	n->in->ticks_base =
		sim_clock_edges(n->gclk) + 2; /* the reset releases after two edges */
	s96_golden_power_on(n->g);
	s96_poke_all(n, 0);
	/* the resets release within a few clocks of each domain */
	sim_wait_cycles(n->bclk, 4);
	sim_watch_x(n->s);
}

void s96_resdrv(struct s96_node *n)
{
	eisa_reset(n->eisa, 9);
	n->in->ebcr &= ~1u;
	n->in->first = n->in->end;
	n->in->tail = n->in->head;
	s96_golden_resdrv(n->g);
}

void s96_enable(struct s96_node *n, uint16_t rbase, unsigned int irlev)
{
	const uint32_t ebcr = (uint32_t)rbase << 16 | (irlev & 7) << 8 | 1;
	uint32_t v;

	SIM_EQ(n->s, eisa_read(n->eisa, true, 1, 0x1000 | R_EPIR, 15, &v), 0, "EPIR answers");
	SIM_EQ(n->s, v, s96_golden_slot_read(n->g, R_EPIR), "EPIR");
	SIM_EQ(n->s, eisa_write(n->eisa, true, 1, 0x1000 | R_EBCR, 15, ebcr), 0,
	       "EBCR answers");
	SIM_EQ(n->s, eisa_read(n->eisa, true, 1, 0x1000 | R_EBCR, 15, &v), 0, "EBCR answers");
	SIM_EQ(n->s, v, s96_golden_slot_read(n->g, R_EBCR), "EBCR");
	sim_wait_cycles(n->clk25, 8);
}

struct s96_node *s96_start(struct sim *s, const struct s96_config *cfg)
{
	struct s96_node *n = s96_open(s, cfg);

	s96_power_on(n);
	s96_enable(n, 0xD000, 5);
	return n;
}

/* ---- registers ---- */

static bool settled(void *arg)
{
	const struct s96_node *n = arg;

	return n->in->first == n->in->end;
}

void s96_settle(struct s96_node *n)
{
	SIM_CHECK(n->s, sim_wait_for(n->s, settled, n, SIM_US(3)),
		  "an access does not take effect");
	/* and the interrupt line follows */
	sim_wait_cycles(n->clk25, 4);
}

void s96_put_be(struct s96_node *n, uint32_t offset, unsigned int be, uint32_t value)
{
	expect(n, n->rbase + offset, true, be, value);
	SIM_EQ(n->s, eisa_write(n->eisa, false, 0, n->rbase + offset, be, value), 0,
	       "the register answers");
}

static uint32_t get(struct s96_node *n, uint32_t offset, unsigned int be, bool compare)
{
	struct s96_inside *in = n->in;
	const struct access *a;
	uint32_t v;

	expect(n, n->rbase + offset, false, be, 0);
	a = &in->access[(in->end - 1) % ACCESSES];
	SIM_EQ(n->s, eisa_read(n->eisa, false, 0, n->rbase + offset, be, &v), 0,
	       "the register answers");
	SIM_CHECK(n->s, !compare || v == a->data,
		  "register 0x%02X: got 0x%08X, expected 0x%08X", offset, v, a->data);
	return v;
}

void s96_put(struct s96_node *n, uint32_t offset, uint32_t value)
{
	s96_put_be(n, offset, 15, value);
}

uint32_t s96_get(struct s96_node *n, uint32_t offset)
{
	return get(n, offset, 15, true);
}

uint32_t s96_get_be(struct s96_node *n, uint32_t offset, unsigned int be)
{
	return get(n, offset, be, true);
}

uint32_t s96_read(struct s96_node *n, uint32_t offset)
{
	return get(n, offset, 15, false);
}

void s96_put_wide(struct s96_node *n, uint32_t low, uint64_t value)
{
	s96_put(n, low, (uint32_t)value);
	s96_put(n, low + 4, (uint32_t)(value >> 32));
}

uint64_t s96_get_wide(struct s96_node *n, uint32_t low)
{
	const uint64_t v = s96_get(n, low);

	return v | (uint64_t)s96_get(n, low + 4) << 32;
}

/* ---- memory ---- */

uint64_t s96_word_get(struct s96_node *n, uint32_t word)
{
	s96_put(n, R_ADDR, word);
	return s96_get_wide(n, R_DATL);
}

void s96_word_put(struct s96_node *n, uint32_t word, uint64_t value)
{
	s96_put(n, R_ADDR, word);
	s96_put_wide(n, R_DATL, value);
}

void s96_wait_fill(struct s96_node *n)
{
	s96_settle(n);
	while (s96_read(n, R_STAT) & FILL)
		sim_wait(n->s, SIM_US(2));
	s96_golden_filled(n->g);
}

void s96_range_fill(struct s96_node *n, uint32_t first, uint32_t last, uint64_t value)
{
	s96_word_put(n, first, value);
	if (last == first)
		return;
	s96_put(n, R_LAST, last);
	s96_wait_fill(n);
}

void s96_poke(struct s96_node *n, uint32_t word, uint64_t value)
{
	simm_poke(n->lo, word, (uint32_t)value);
	simm_poke(n->hi, word, value >> 32 & 0xFF);
	s96_golden_put(n->g, word, value);
}

void s96_poke_all(struct s96_node *n, uint64_t value)
{
	simm_fill(n->lo, (uint32_t)value);
	simm_fill(n->hi, value >> 32 & 0xFF);
	s96_golden_fill(n->g, value);
}

uint64_t s96_peek(struct s96_node *n, uint32_t word)
{
	return (uint64_t)(simm_peek(n->hi, word) & 0xFF) << 32 | simm_peek(n->lo, word);
}

/* ---- packets ---- */

void s96_spacing(struct s96_node *n, unsigned int clocks)
{
	const struct sni_timing t = {
		.start_to_start = clocks, .end_to_start = 1, .break_rules = true};

	sni_set_timing(n->sni, &t);
}

void s96_random_packet(struct s96_node *n, struct packet *p, unsigned int max_words,
		       uint64_t max_ticks)
{
	const uint64_t r = sim_random(n->s), q = sim_random(n->s);

	p->tx = (s96_ticks(n) - sim_range(n->s, 0, max_ticks)) & S96_TICKS;
	p->addr = (uint32_t)r & 0x07FFFFFC;
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
	struct s96_node *n = arg;

	if (!n->in->ended && !n->in->fn(n->in->fn_arg, p))
		n->in->ended = true;
	return !n->in->ended;
}

static bool source_ended(void *arg)
{
	struct s96_node *n = arg;

	return n->in->ended && sni_idle(n->sni);
}

static bool empty(void *arg)
{
	struct s96_node *n = arg;

	return sni_idle(n->sni) && n->in->head == n->in->tail && !s96_golden_waiting(n->g) &&
	       n->taken == n->committed && n->in->first == n->in->end;
}

void s96_drain(struct s96_node *n)
{
	SIM_CHECK(n->s, sim_wait_for(n->s, empty, n, SIM_MS(1)),
		  "the board does not become empty");
	sim_wait_cycles(n->clk25, 30); /* the word is written, a refresh before it */
}

void s96_begin(struct s96_node *n, sni_source_fn *fn, void *arg)
{
	n->in->fn = fn;
	n->in->fn_arg = arg;
	n->in->ended = false;
	sni_set_source(n->sni, next_packet, n);
}

bool s96_playing(struct s96_node *n)
{
	return !source_ended(n);
}

void s96_play(struct s96_node *n, sni_source_fn *fn, void *arg)
{
	s96_begin(n, fn, arg);
	SIM_CHECK(n->s, sim_wait_for(n->s, source_ended, n, UINT64_MAX / 4),
		  "the source never ends");
	sni_set_source(n->sni, NULL, NULL);
	s96_drain(n);
}

static bool random_source(void *arg, struct packet *p)
{
	struct s96_node *n = arg;

	if (!n->in->left)
		return false;
	n->in->left--;
	s96_random_packet(n, p, n->in->max_words, n->in->max_ticks);
	return true;
}

static void prepare_random(struct s96_node *n, uint64_t packets, unsigned int max_words,
			   uint64_t max_ticks)
{
	n->in->left = packets;
	n->in->max_words = max_words;
	n->in->max_ticks = max_ticks;
}

void s96_begin_random(struct s96_node *n, uint64_t packets, unsigned int max_words,
		      uint64_t max_ticks)
{
	prepare_random(n, packets, max_words, max_ticks);
	s96_begin(n, random_source, n);
}

void s96_play_random(struct s96_node *n, uint64_t packets, unsigned int max_words,
		     uint64_t max_ticks)
{
	prepare_random(n, packets, max_words, max_ticks);
	s96_play(n, random_source, n);
}

void s96_send(struct s96_node *n, const struct packet *p)
{
	sni_send(n->sni, p, 0);
	s96_drain(n);
}

unsigned int s96_irqs(struct s96_node *n)
{
	return eisa_irqs(n->eisa);
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

static void compare_half(struct s96_node *n, bool high)
{
	struct words board = {0}, model = {0};

	simm_each(high ? n->hi : n->lo, collect, &board);
	s96_golden_each(n->g, high, collect, &model);
	for (size_t i = 0; i < 2 * board.n && i < 2 * model.n; i++)
		SIM_CHECK(n->s, board.v[i] == model.v[i],
			  "bits %s of word 0x%06X: got 0x%X, expected 0x%X of word 0x%06X",
			  high ? "39..32" : "31..0", board.v[i & ~(size_t)1], board.v[i | 1],
			  model.v[i | 1], model.v[i & ~(size_t)1]);
	SIM_EQ(n->s, board.n, model.n, "words of the memory that were changed");
	sim_digest(n->s, board.v, 2 * board.n * sizeof(*board.v));
	free(board.v);
	free(model.v);
}

void s96_compare(struct s96_node *n)
{
	/* registers whose reading changes nothing */
	static const uint32_t regs[] = {R_CMD,	R_STAT, R_MODE, R_CAT,	R_MUX,	R_SHIFT,
					R_MINL, R_MINH, R_MAXL, R_MAXH, R_THRL, R_THRH,
					R_TCNT, R_ADDR, R_LAST, R_ARRV, R_LOST};

	s96_drain(n);
	SIM_EQ(n->s, s96_golden_error(n->g), 0, "memory of the golden model");
	compare_half(n, false);
	compare_half(n, true);
	for (size_t i = 0; i < sizeof(regs) / sizeof(regs[0]); i++) {
		const uint32_t v = s96_get(n, regs[i]);

		sim_digest(n->s, &v, sizeof(v));
	}
	SIM_EQ(n->s, n->accepted + n->dropped + n->ignored, n->arrived,
	       "packets arrived and neither accepted nor dropped nor ignored");
	SIM_EQ(n->s, n->arrived, n->sent, "packets arrived");
	SIM_EQ(n->s, n->committed, n->accepted, "packets finished");
	SIM_EQ(n->s, s96_irqs(n), s96_golden_irq(n->g) ? 1u << s96_golden_irq(n->g) : 0,
	       "interrupt lines");
}
