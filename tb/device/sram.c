/* SPDX-License-Identifier: Apache-2.0 */
#include "sram.h"
#include "sparse.h"
#include <stdlib.h>

struct pins { /* pins of asynchronous chips at one instant */
	uint32_t addr;
	bool driven;	 /* the board drives the address */
	unsigned int we; /* lanes */
	bool oe, board;	 /* the chips' outputs are enabled; the board drives the data */
	uint32_t data;	 /* data that the board drives */
};

struct sram {
	struct sim *s;
	struct sram_config cfg;
	struct sim_pin *addr, *addr_oe, *addr0, *we, *oe_n, *d_i, *d_o, *d_oe, *reset_n;
	struct sim_pin *raddr, *re, *rdata, *waddr, *wdata;
	struct pins now; /* levels at the last look() */
	bool looked;	 /* @now is valid */
	sim_time since;	 /* time of the last change of address or direction */
	uint32_t answer; /* synchronous part: read data to be driven after the edge */
	struct sram_stats st;
	uint32_t *word;
};

static uint32_t lane_mask(const struct sram *m, unsigned int lanes)
{
	uint32_t mask = 0;

	for (unsigned int i = 0; i < m->cfg.lanes; i++)
		if (lanes >> i & 1)
			mask |= (uint32_t)((((uint64_t)1 << m->cfg.bits) - 1)
					   << i * m->cfg.bits);
	return mask;
}

static uint32_t all(const struct sram *m)
{
	return lane_mask(m, ~0u);
}

uint32_t sram_peek(const struct sram *m, uint32_t word)
{
	return m->word[word & (m->cfg.words - 1)];
}

/* Updates the data pins after a change of the contents at the address that is currently
 * driven. */
static void put_settled_data(struct sram *m);

void sram_poke(struct sram *m, uint32_t word, uint32_t value)
{
	word &= m->cfg.words - 1;
	m->word[word] = value & all(m);
	if (m->looked && word == m->now.addr)
		put_settled_data(m);
}

void sram_fill(struct sram *m, uint32_t value)
{
	for (uint32_t i = 0; i < m->cfg.words; i++)
		m->word[i] = value & all(m);
	if (m->looked)
		put_settled_data(m);
}

uint32_t sram_chip(const struct sram *m, unsigned int lane, unsigned int bank, uint32_t word)
{
	return (sram_peek(m, bank * m->cfg.bank + word) & lane_mask(m, 1u << lane)) >>
	       lane * m->cfg.bits;
}

void sram_stats(const struct sram *m, struct sram_stats *st)
{
	*st = m->st;
}

/* ---- asynchronous ---- */

static void sample_pins(const struct sram *m, struct pins *p)
{
	const unsigned int lanes = (1u << m->cfg.lanes) - 1;
	uint64_t oe = m->addr_oe ? sim_get(m->addr_oe) : UINT64_MAX;

	p->addr = (uint32_t)sim_get(m->addr);
	if (m->addr0 && !(oe & 1)) {
		p->addr = (p->addr & ~1u) | (uint32_t)sim_get(m->addr0);
		oe |= 1;
	}
	p->driven = (~oe & (m->cfg.words - 1)) == 0;
	p->addr &= m->cfg.words - 1;
	p->we = (unsigned int)sim_get(m->we) ^ (m->cfg.we_low ? lanes : 0);
	p->oe = !m->oe_n || !sim_get(m->oe_n);
	p->board = sim_get(m->d_oe);
	p->data = (uint32_t)sim_get(m->d_o);
}

/* The lanes that the chips drive. */
static unsigned int driven_lanes(const struct sram *m, const struct pins *p)
{
	return p->oe ? ~p->we & ((1u << m->cfg.lanes) - 1) : 0;
}

static bool in_reset(const struct sram *m)
{
	return m->reset_n && !sim_get(m->reset_n);
}

/* Without an output-enable pin, a write turns off the outputs of all lanes. */
static unsigned int chip_lanes(const struct sram *m, const struct pins *p)
{
	return m->oe_n || !p->we ? driven_lanes(m, p) : 0;
}

static void put_data(struct sram *m, bool settled)
{
	const struct pins *p = &m->now;
	const uint32_t chip = lane_mask(m, chip_lanes(m, p));
	uint32_t v = ~sram_peek(m, p->addr);

	if (settled && p->driven)
		v = (v & ~chip) | (~v & chip);
	if (p->board)
		v = (v & chip) | (p->data & ~chip);
	sim_put(m->d_i, v & all(m));
}

static void put_settled_data(struct sram *m)
{
	/* drive the data only if the address has not changed since this timer was set */
	if (sim_now(m->s) - m->since >= m->cfg.access)
		put_data(m, true);
}

static void after_access(void *arg)
{
	put_settled_data(arg);
}

static void begin_access(struct sram *m)
{
	m->since = sim_now(m->s);
	put_data(m, false);
	sim_at(m->s, m->since + m->cfg.access, after_access, m);
}

static void check_drivers(const struct sram *m, const struct pins *p)
{
	if (p->board && chip_lanes(m, p))
		SIM_FAIL(m->s, "%s: chips and board drive the data together", m->cfg.name);
}

static void check_pins(void *arg)
{
	struct sram *m = arg;
	struct pins p;

	sim_settle(m->s);
	sample_pins(m, &p);
	if (!in_reset(m))
		check_drivers(m, &p);
	if (m->looked && p.addr == m->now.addr && p.driven == m->now.driven &&
	    chip_lanes(m, &p) == chip_lanes(m, &m->now) && p.board == m->now.board &&
	    p.data == m->now.data) {
		m->now.we = p.we;
		return;
	}
	m->looked = true;
	m->now = p;
	begin_access(m);
}

static void after_edge(void *arg)
{
	struct sram *m = arg;

	sim_at(m->s, sim_now(m->s) + SRAM_DELAY, check_pins, m);
}

/* Called at the end of a clock: a write stores the data that were driven last. */
static void before_edge(void *arg)
{
	struct sram *m = arg;
	struct pins p;
	uint32_t mask;

	sim_settle(m->s);
	sample_pins(m, &p);
	if (in_reset(m) || !m->looked)
		return;
	check_drivers(m, &p);
	m->st.reads += !p.we && p.oe && m->oe_n;
	if (!p.we)
		return;
	m->st.writes++;
	if (p.addr != m->now.addr || p.we != m->now.we)
		SIM_FAIL(m->s, "%s: address or enables change during a write", m->cfg.name);
	if (!p.driven)
		SIM_FAIL(m->s, "%s: written, but its address is not driven", m->cfg.name);
	if (!p.board)
		SIM_FAIL(m->s, "%s: written, but its data are not driven", m->cfg.name);
	mask = lane_mask(m, p.we);
	m->word[p.addr] = (m->word[p.addr] & ~mask) | (p.data & mask);
}

/* ---- synchronous, two ports ---- */

static void ports_before(void *arg)
{
	struct sram *m = arg;
	const bool re = sim_get(m->re);
	const uint32_t raddr = (uint32_t)sim_get(m->raddr), waddr = (uint32_t)sim_get(m->waddr);
	const unsigned int we = (unsigned int)sim_get(m->we);
	const uint32_t mask = lane_mask(m, we), data = (uint32_t)sim_get(m->wdata);

	m->answer = sram_peek(m, raddr);
	if (!re)
		m->answer = ~m->answer;
	else if (we && raddr == waddr)
		m->answer = ~(m->answer ^ data);
	m->st.reads += re;
	m->st.writes += we != 0;
	if (we)
		sram_poke(m, waddr, (sram_peek(m, waddr) & ~mask) | (data & mask));
}

static void ports_after(void *arg)
{
	struct sram *m = arg;

	sim_put(m->rdata, m->answer & all(m));
}

/* ---- opening ---- */

static void sram_free(void *arg)
{
	struct sram *m = arg;

	free(m->word);
	free(m);
}

static struct sram *new (struct sim *s, const struct sram_config *cfg)
{
	struct sram *m = calloc(1, sizeof(*m));

	SIM_CHECK(s, m != NULL, "no memory");
	sim_cleanup(s, sram_free, m);
	m->s = s;
	m->cfg = *cfg;
	m->word = malloc(cfg->words * sizeof(*m->word));
	SIM_CHECK(s, m->word != NULL, "no memory");
	for (uint32_t i = 0; i < cfg->words; i++)
		m->word[i] = sparse_pattern(i) & all(m);
	return m;
}

static struct sim_pin *find_pin(struct sim *s, const char *name)
{
	return name ? sim_pin(s, name) : NULL;
}

struct sram *sram_open(struct sim *s, struct sim_clock *clk, const struct sram_config *cfg)
{
	struct sram *m = new (s, cfg);

	m->addr = sim_pin(s, cfg->addr);
	m->addr_oe = find_pin(s, cfg->addr_oe);
	m->addr0 = find_pin(s, cfg->addr0);
	m->we = sim_pin(s, cfg->we);
	m->oe_n = find_pin(s, cfg->oe_n);
	m->d_i = sim_pin(s, cfg->d_i);
	m->d_o = sim_pin(s, cfg->d_o);
	m->d_oe = sim_pin(s, cfg->d_oe);
	m->reset_n = find_pin(s, cfg->reset_n);
	SIM_CHECK(s,
		  sim_clock_period(clk) / 2 >= cfg->pulse &&
			  sim_clock_period(clk) >= SRAM_DELAY + cfg->access,
		  "%s: too slow for the clock", cfg->name);
	sim_on(clk, SIM_BEFORE_RISE, before_edge, m);
	sim_on(clk, SIM_RISE, after_edge, m);
	return m;
}

struct sram *sram_open_ports(struct sim *s, struct sim_clock *clk, const struct sram_ports *cfg)
{
	struct sram *m = new (s, &(struct sram_config){.name = cfg->name,
						       .words = cfg->words,
						       .bank = cfg->words,
						       .lanes = cfg->lanes,
						       .bits = cfg->bits});

	m->raddr = sim_pin(s, cfg->raddr);
	m->re = sim_pin(s, cfg->re);
	m->rdata = sim_pin(s, cfg->rdata);
	m->waddr = sim_pin(s, cfg->waddr);
	m->we = sim_pin(s, cfg->we);
	m->wdata = sim_pin(s, cfg->wdata);
	sim_on(clk, SIM_BEFORE_RISE, ports_before, m);
	sim_on(clk, SIM_RISE, ports_after, m);
	return m;
}
