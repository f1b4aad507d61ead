/* SPDX-License-Identifier: Apache-2.0 */
#define S96_NODE_INSIDE
#include "s96_node.h"
#include "shrimp96_regs.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* largest number of register accesses that have not yet reached the 25 MHz domain */
#define ACCESSES 4

struct access {
	bool write, ended;
	uint32_t offset, data; /* data: the data written, or the golden model's result of a
				* read */
	unsigned int be;
	sim_time end; /* end of the bus cycle */
};

/* The board's device, whose accesses the golden model follows. */
struct s96_device {
	struct device dev; /* first */
	struct s96_node *n;
};

struct s96_inside {
	struct s96_config cfg;
	struct s96_device device;
	struct device_ops ops;
	struct device *bus; /* device of the EISA bus model */
	struct sim_pin *accept, *drop, *rxtime;
	const uint8_t *arrive, *take, *commit, *wr, *rd; /* sampled in every clock */
	struct access access[ACCESSES];
	unsigned int first, end; /* range of the accesses that have not yet taken effect */
	uint64_t accept_edge;
	uint32_t ebcr;
};

uint64_t s96_ticks(const struct s96_node *n)
{
	return shrimp_receive_time(n->c);
}

/* ---- scoreboard: packets ---- */

/* Checks that accesses that ended before the packet came took effect before it. */
static void check_accesses(struct s96_node *n, const struct shrimp_sent *f)
{
	const struct s96_inside *in = n->in;

	for (unsigned int i = in->first; i != in->end; i++)
		SIM_CHECK(n->s,
			  !in->access[i % ACCESSES].ended ||
				  in->access[i % ACCESSES].end > f->header,
			  "an access ended %" PRIu64
			  " ns before the packet came and has not taken effect",
			  (f->header - in->access[i % ACCESSES].end) / 1000);
}

static void packet_arrived(struct s96_node *n)
{
	struct s96_inside *in = n->in;
	const uint64_t rxtime = sim_get(in->rxtime);
	const struct shrimp_sent *f = shrimp_arrived(n->c, rxtime);
	const struct s96_variables v = s96_golden_measure(n->g, &f->p, rxtime);
	enum s96_arrival a;

	check_accesses(n, f);
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
		n->committed++; /* at the end of the trace nothing is written */
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

/* Passes the events of a clock to the golden model. Packets come before accesses, with two
 * exceptions: an address queued in the clock of a pop is not yet in the queue, and a flag set
 * in the clock in which it is cleared stays set, so that every loss is visible. */
static SIM_SELDOM void moves(struct s96_node *n)
{
	const struct s96_inside *in = n->in;
	const bool full = s96_golden_queued(n->g) == 16;
	const bool pop = *in->rd && *in->commit && head(n, false)->offset == SHRIMP96_QADR;
	const bool clear = *in->wr && head(n, true)->offset == SHRIMP96_STAT;

	if (pop || clear)
		access_done(n, clear);
	if (*in->commit)
		packet_committed(n, full);
	if (*in->take)
		packet_taken(n);
	if (*in->arrive)
		packet_arrived(n);
	if (*in->wr && !clear)
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

/* ---- cycles on the bus ---- */

static bool decodes(void *arg, bool io, uint32_t addr)
{
	struct s96_node *n = arg;

	return io ? (addr & 0xFF8) == SHRIMP96_EPIR
		  : addr >> 16 == n->in->ebcr >> SHRIMP96_EBCR_RBASE_LSB;
}

static void on_cycle(void *arg, const struct eisa_cycle *c)
{
	struct s96_node *n = arg;
	struct s96_inside *in = n->in;

	if (c->result)
		return;
	if (c->io && c->slot == n->slot && c->write && (c->addr & 0xFFC) == SHRIMP96_EBCR) {
		in->ebcr = shrimp_merge(in->ebcr, c->be, c->data);
		n->rbase = in->ebcr & SHRIMP96_EBCR_RBASE_MASK;
		s96_golden_slot_write(n->g, SHRIMP96_EBCR, c->be, c->data);
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

	if (in->cfg.unwatched || !(in->ebcr & SHRIMP96_EBCR_ENABLE_MASK) ||
	    addr >> 16 != in->ebcr >> SHRIMP96_EBCR_RBASE_LSB)
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

/* ---- opening ---- */

static void bind_pins(struct s96_node *n)
{
	struct s96_inside *in = n->in;

	in->arrive = sim_low(shrimp_pin(n->c, "obs_arrive"));
	in->accept = shrimp_pin(n->c, "obs_accept");
	in->drop = shrimp_pin(n->c, "obs_drop");
	in->rxtime = shrimp_pin(n->c, "obs_rxtime");
	in->take = sim_low(shrimp_pin(n->c, "obs_take"));
	in->commit = sim_low(shrimp_pin(n->c, "obs_commit"));
	in->wr = sim_low(shrimp_pin(n->c, "obs_wr"));
	in->rd = sim_low(shrimp_pin(n->c, "obs_rd"));
	sim_put(shrimp_pin(n->c, "jumper"), in->cfg.jumper);
}

static void node_free(void *arg)
{
	struct s96_node *n = arg;

	simm_close(n->lo);
	simm_close(n->hi);
	shrimp_node_close(n->c);
	s96_golden_close(n->g);
	free(n->in);
	free(n);
}

static void open_device(struct s96_node *n)
{
	struct s96_inside *in = n->in;

	in->bus = eisa_device(n->eisa, n->slot);
	in->ops = (struct device_ops){
		.read = dev_read, .write = dev_write, .wait_irq = dev_wait_irq, .run = dev_run};
	in->device = (struct s96_device){{.ops = &in->ops}, n};
	n->dev = &in->device.dev;
}

struct s96_node *s96_open(struct sim *s, const struct s96_config *cfg)
{
	struct s96_node *n = calloc(1, sizeof(*n));
	struct s96_inside *in = calloc(1, sizeof(*in));
	const struct shrimp_node_config c = {
		.name = cfg->name,
		.with = cfg->with ? cfg->with->c : NULL,
		.bclk = cfg->bclk,
		.drift = cfg->drift,
		.rxtime_init = cfg->rxtime_init,
	};
	enum simm_size size;
	char simm[2][16];

	SIM_CHECK(s, n && in, "out of memory");
	n->s = s;
	n->in = in;
	n->slot = 1;
	in->cfg = *cfg;
	if (!in->cfg.words_log2)
		in->cfg.words_log2 = 20;
	n->c = shrimp_node_open(s, &c);
	SIM_CHECK(s, n->c, "out of memory");
	n->c->board = n;
	n->bclk = n->c->bclk;
	n->clk_s1 = n->c->clk_s1;
	n->clk25 = n->c->clk25;
	n->gclk = n->c->gclk;
	n->eisa = n->c->eisa;
	n->sni = n->c->sni;
	bind_pins(n);
	size = in->cfg.words_log2 == 24 ? SIMM_64MB : SIMM_4MB;
	snprintf(simm[0], sizeof(simm[0]), "%sl", n->c->owner);
	snprintf(simm[1], sizeof(simm[1]), "%su", n->c->owner);
	n->lo = simm_open(s, n->clk25, simm[0], size);
	n->hi = simm_open(s, n->clk25, simm[1], size);
	n->g = s96_golden_open(in->cfg.words_log2);
	SIM_CHECK(s, n->lo && n->hi && n->g, "out of memory");
	eisa_add_board(n->eisa, n->c->owner, n->slot);
	eisa_set_decode(n->eisa, n->slot, decodes, n);
	eisa_on_cycle(n->eisa, on_cycle, n);
	open_device(n);
	s96_golden_jumpers(n->g, in->cfg.jumper);
	s96_golden_presence(n->g, (unsigned int)sim_get(shrimp_pin(n->c, "l_pd")),
			    (unsigned int)sim_get(shrimp_pin(n->c, "u_pd")));
	if (cfg->unwatched) {
		sim_on(n->clk25, SIM_RISE, count_only, n);
	} else {
		shrimp_follow_packets(n->c);
		sim_on(n->clk25, SIM_RISE, on_clk25, n);
	}
	sim_cleanup(s, node_free, n);
	return n;
}

void s96_power_on(struct s96_node *n)
{
	n->in->ebcr = 0;
	n->in->first = n->in->end;
	shrimp_power_on(n->c, n->lo, n->hi);
	shrimp_forget_packets(n->c, true);
	n->arrived = n->accepted = n->dropped = n->ignored = n->taken = n->committed = 0;
	s96_golden_power_on(n->g);
	s96_poke_all(n, 0);
	/* the reset of each domain is released within a few of its clocks */
	sim_wait_cycles(n->bclk, 4);
	sim_watch_x(n->s);
}

void s96_resdrv(struct s96_node *n)
{
	eisa_reset(n->eisa, 9);
	n->in->ebcr &= ~SHRIMP96_EBCR_ENABLE_MASK;
	n->in->first = n->in->end;
	shrimp_forget_packets(n->c, false);
	s96_golden_resdrv(n->g);
}

void s96_enable(struct s96_node *n, uint16_t rbase, unsigned int irlev)
{
	const uint32_t ebcr = (uint32_t)rbase << SHRIMP96_EBCR_RBASE_LSB |
			      (irlev << SHRIMP96_EBCR_IRLEV_LSB & SHRIMP96_EBCR_IRLEV_MASK) |
			      SHRIMP96_EBCR_ENABLE_MASK;
	uint32_t v;

	SIM_EQ(n->s, eisa_read(n->eisa, true, n->slot, n->slot << 12 | SHRIMP96_EPIR, 15, &v),
	       0, "EPIR answers");
	SIM_EQ(n->s, v, s96_golden_slot_read(n->g, SHRIMP96_EPIR), "EPIR");
	SIM_EQ(n->s,
	       eisa_write(n->eisa, true, n->slot, n->slot << 12 | SHRIMP96_EBCR, 15, ebcr), 0,
	       "EBCR answers");
	SIM_EQ(n->s, eisa_read(n->eisa, true, n->slot, n->slot << 12 | SHRIMP96_EBCR, 15, &v),
	       0, "EBCR answers");
	SIM_EQ(n->s, v, s96_golden_slot_read(n->g, SHRIMP96_EBCR), "EBCR");
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
	/* the interrupt line follows */
	sim_wait_cycles(n->clk25, 4);
}

void s96_put_be(struct s96_node *n, uint32_t offset, unsigned int be, uint32_t value)
{
	expect(n, n->rbase + offset, true, be, value);
	SIM_EQ(n->s, eisa_write(n->eisa, false, 0, n->rbase + offset, be, value), 0,
	       "the register answers");
}

/* Returns the name of a memory-mapped register; the registers repeat every 128 bytes. */
static const char *register_name(uint32_t offset)
{
	static const struct {
		const char *space;
		uint32_t offset;
		const char *name;
	} names[] = {
#define REG(name, space, offset, reset, text) {#space, offset, #name},
#define FIELD(...)
#include "../../rtl/shrimp96/shrimp96_regs.def"
#undef REG
#undef FIELD
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (*names[i].space == 'M' && names[i].offset == (offset & 0x7C))
			return names[i].name;
	return "no register";
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
		  "%s (0x%02X): got 0x%08X, the golden model has 0x%08X", register_name(offset),
		  offset, v, a->data);
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
	s96_put(n, SHRIMP96_ADDR, word);
	return s96_get_wide(n, SHRIMP96_DATL);
}

void s96_word_put(struct s96_node *n, uint32_t word, uint64_t value)
{
	s96_put(n, SHRIMP96_ADDR, word);
	s96_put_wide(n, SHRIMP96_DATL, value);
}

void s96_wait_fill(struct s96_node *n)
{
	s96_settle(n);
	while (s96_read(n, SHRIMP96_STAT) & FILL)
		sim_wait(n->s, SIM_US(2));
	s96_golden_filled(n->g);
}

void s96_range_fill(struct s96_node *n, uint32_t first, uint32_t last, uint64_t value)
{
	s96_word_put(n, first, value);
	if (last == first)
		return;
	s96_put(n, SHRIMP96_LAST, last);
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
	shrimp_random_packet(n->c, p, max_words, max_ticks);
}

static bool empty(void *arg)
{
	struct s96_node *n = arg;

	return shrimp_all_arrived(n->c) && !s96_golden_waiting(n->g) &&
	       n->taken == n->committed && n->in->first == n->in->end;
}

void s96_drain(struct s96_node *n)
{
	SIM_CHECK(n->s, sim_wait_for(n->s, empty, n, SIM_MS(1)),
		  "the board does not become empty");
	/* in this time the word is written, also after a refresh */
	sim_wait_cycles(n->clk25, 30);
}

void s96_play(struct s96_node *n, sni_source_fn *fn, void *arg)
{
	shrimp_start_packets(n->c, fn, arg);
	shrimp_finish_packets(n->c);
	s96_drain(n);
}

void s96_play_random(struct s96_node *n, uint64_t packets, unsigned int max_words,
		     uint64_t max_ticks)
{
	shrimp_start_random_packets(n->c, packets, max_words, max_ticks);
	shrimp_finish_packets(n->c);
	s96_drain(n);
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

static void compare_half(struct s96_node *n, bool high)
{
	struct shrimp_words board = {0}, model = {0};

	simm_each(high ? n->hi : n->lo, shrimp_add_word, &board);
	s96_golden_each(n->g, high, shrimp_add_word, &model);
	shrimp_compare_words(n->s, high ? "bits 39..32 of" : "bits 31..0 of", &board, &model);
}

void s96_compare(struct s96_node *n)
{
	/* registers that a read does not change */
	static const uint32_t regs[] = {
		SHRIMP96_CMD,	SHRIMP96_STAT, SHRIMP96_MODE, SHRIMP96_CAT,  SHRIMP96_MUX,
		SHRIMP96_SHIFT, SHRIMP96_MINL, SHRIMP96_MINH, SHRIMP96_MAXL, SHRIMP96_MAXH,
		SHRIMP96_THRL,	SHRIMP96_THRH, SHRIMP96_TCNT, SHRIMP96_ADDR, SHRIMP96_LAST,
		SHRIMP96_ARRV,	SHRIMP96_LOST};

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
	SIM_EQ(n->s, n->arrived, n->c->sent, "packets arrived");
	SIM_EQ(n->s, n->committed, n->accepted, "packets finished");
	SIM_EQ(n->s, s96_irqs(n), s96_golden_irq(n->g) ? 1u << s96_golden_irq(n->g) : 0,
	       "interrupt lines");
}
