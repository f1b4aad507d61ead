/* SPDX-License-Identifier: Apache-2.0 */
#include "monitor.h"
#include "wiring.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const unsigned int monitor_modes[] = {
	MONITOR_FLYER,	       MONITOR_DEPTH,	      MONITOR_HISTOGRAM, MONITOR_HISTOGRAM + 1,
	MONITOR_HISTOGRAM + 2, MONITOR_HISTOGRAM + 3, MONITOR_OFF};

#define LABEL_BANK 131072

/* Pins that the scoreboard checks in addition to the inputs, in alphabetical order. */
#define PINS(X)                    \
	X(reset_n)                 \
	X(cache_line_size)         \
	X(num_memory_boards)       \
	X(busy)                    \
	X(label_index)             \
	X(block_label_o)           \
	X(block_label_oe)          \
	X(counter_sram_addr_o)     \
	X(flex_write_sram)         \
	X(overflow_mode)           \
	X(debug)                   \
	X(count_hold)              \
	X(counter_sram_data_o)     \
	X(counter_sram_data_oe)    \
	X(counter_sram_we_n)       \
	X(ci_overflow)             \
	X(counter_raddr)           \
	X(counter_re)              \
	X(counter_waddr)           \
	X(counter_we)              \
	X(counter_wdata)           \
	X(sf_ack)                  \
	X(sf_rdata)                \
	X(sf_interrupt)            \
	X(sf_config_register)      \
	X(sf_external_addr)        \
	X(sf_external_addr_enable) \
	X(sf_sram_addr0_oe_n)      \
	X(sf_sram_addr0)           \
	X(sf_external_data)        \
	X(sf_flex_lo_wr)           \
	X(sf_flex_hi_wr)           \
	X(obs_counts)              \
	X(obs_filtered)            \
	X(obs_label)               \
	X(obs_missed)              \
	X(obs_increment)           \
	X(obs_write_label)         \
	X(obs_depth)

enum { CARD_INPUTS(PAIR_NUMBER) WIRED_INPUTS(PAIR_NUMBER) PINS(PIN_NUMBER) P_NUMBER };

static const char *const names[] = {CARD_INPUTS(PAIR_NAME) WIRED_INPUTS(PAIR_NAME)
					    PINS(PIN_NAME)};

_Static_assert(P_NUMBER <= sizeof(((struct monitor *)0)->pin) / sizeof(struct sim_pin *),
	       "room for the pins");

static uint64_t get(const struct monitor *m, unsigned int pin)
{
	return sim_get(m->pin[pin]);
}

/* ---- the wires of the card ---- */

#define WIRE(from, to) sim_put(m->pin[P_##to], get(m, P_##from));

static void wires(void *arg)
{
	struct monitor *m = arg;

	if (!m->config_cut)
		WIRE(sf_config_register, config_register)
	if (!m->overflow_cut)
		WIRE(ci_overflow, overflow)
	if (m->manual)
		return;
	EXTERNAL_WIRES(WIRE)
}

void monitor_carry(struct monitor *m)
{
	sim_settle(m->s);
	wires(m);
	sim_settle(m->s);
}

/* ---- the scoreboard ---- */

#define SAMPLE(pin, field) c->field = get(m, P_##pin);

static void sample_pins(const struct monitor *m, struct nm_golden_clock *c)
{
	CARD_INPUTS(SAMPLE)
	WIRED_INPUTS(SAMPLE)
	c->reset = !get(m, P_reset_n);
	c->addr0 = get(m, P_sf_sram_addr0);
	c->hold = get(m, P_count_hold);
	c->manual = m->manual;
	c->busy = get(m, P_busy);
	c->strobe = get(m, P_flex_write_sram);
}

static void equal(const struct monitor *m, unsigned int pin, uint64_t want)
{
	const uint64_t is = get(m, pin);

	if (is != want)
		SIM_FAIL(m->s, "%s is %" PRIX64 ", golden model: %" PRIX64, names[pin], is,
			 want);
}

static void agrees(const struct monitor *m, unsigned int pin, enum nm_golden_answer want)
{
	if (want != NM_GOLDEN_EITHER)
		equal(m, pin, want == NM_GOLDEN_YES);
}

static void compare_count(const struct monitor *m, const struct nm_golden_clock *c,
			  const struct nm_golden_state *st)
{
	const bool lo = c->ext_enable && c->lo_wr, hi = c->ext_enable && c->hi_wr;
	const unsigned int ext = (unsigned int)lo | (unsigned int)hi << 1;

	agrees(m, P_flex_write_sram, st->strobe);
	equal(m, P_ci_overflow, st->ci_overflow);
	if (m->cfg.pipelined) {
		if (c->strobe)
			equal(m, P_counter_raddr, st->address);
		if (c->strobe || c->ext_enable)
			equal(m, P_counter_sram_addr_o,
			      c->ext_enable ? c->ext_addr : st->address);
		equal(m, P_counter_re, c->strobe || st->fetches);
		equal(m, P_counter_we, st->writes ? 3 : ext);
		if (st->writes) {
			equal(m, P_counter_waddr, st->written);
			equal(m, P_counter_wdata, st->data);
		}
		return;
	}
	if (c->ext_enable)
		equal(m, P_counter_sram_addr_o, c->ext_addr);
	else if (st->address_known)
		equal(m, P_counter_sram_addr_o, st->address);
	equal(m, P_counter_sram_we_n, st->writes ? 0 : ~ext & 3);
	equal(m, P_counter_sram_data_oe, st->writes || ext);
	if (st->writes)
		equal(m, P_counter_sram_data_o, st->data);
}

static void compare(const struct monitor *m, const struct nm_golden_clock *c,
		    const struct nm_golden_state *st)
{
	agrees(m, P_busy, st->busy);
	compare_count(m, c, st);
	equal(m, P_label_index, st->label_index);
	equal(m, P_block_label_oe, st->label_write);
	if (st->label_write)
		equal(m, P_block_label_o, st->label);
	equal(m, P_obs_write_label,
	      (unsigned int)st->label_write << 1 | (unsigned int)st->label_check);
	equal(m, P_overflow_mode, st->overflow_mode);
	equal(m, P_sf_interrupt, st->interrupt);
	equal(m, P_debug, st->debug);
	equal(m, P_sf_config_register, st->config);
	equal(m, P_obs_depth, st->depth);
	equal(m, P_obs_counts, st->counts);
	equal(m, P_obs_filtered, st->filtered);
	equal(m, P_obs_label, st->labels);
	equal(m, P_obs_missed, st->missed);
	equal(m, P_sf_ack, st->ack);
	if (st->rdata_known)
		equal(m, P_sf_rdata, st->rdata);
}

static void before_clock(void *arg)
{
	struct monitor *m = arg;
	const char *wrong;

	sim_settle(m->s);
	sample_pins(m, &m->in);
	m->address =
		(uint16_t)get(m, m->cfg.pipelined ? P_counter_raddr : P_counter_sram_addr_o);
	m->strobe = m->in.strobe;
	m->busy = m->in.busy;
	m->strobes += m->strobe;
	if (m->g) {
		nm_golden_show(m->g, &m->in, &m->now);
		if (!m->in.reset)
			compare(m, &m->in, &m->now);
		wrong = nm_golden_step(m->g, &m->in);
		if (wrong)
			SIM_FAIL(m->s, "%s", wrong);
	}
	if (m->on_clock)
		m->on_clock(m->on_clock_arg);
}

/* ---- opening ---- */

static void close_golden(void *arg)
{
	nm_golden_close(((struct monitor *)arg)->g);
}

static void open_srams(struct monitor *m)
{
	static const struct sram_config labels = {.name = "label SRAM",
						  .words = NM_GOLDEN_LABELS,
						  .bank = LABEL_BANK,
						  .lanes = 1,
						  .bits = 9,
						  .addr = "label_index",
						  .we = "read_write_sram",
						  .d_i = "block_label_i",
						  .d_o = "block_label_o",
						  .d_oe = "block_label_oe",
						  .reset_n = "reset_n",
						  .access = SIM_NS(12),
						  .pulse = SIM_NS(8)};
	static const struct sram_config counters = {.name = "counter SRAM",
						    .words = NM_GOLDEN_COUNTERS,
						    .bank = NM_GOLDEN_COUNTERS,
						    .lanes = 2,
						    .bits = 16,
						    .addr = "counter_sram_addr_o",
						    .addr_oe = "counter_sram_addr_oe",
						    .addr0 = "sf_sram_addr0",
						    .we = "counter_sram_we_n",
						    .we_low = true,
						    .oe_n = "counter_sram_oe_n",
						    .d_i = "counter_sram_data_i",
						    .d_o = "counter_sram_data_o",
						    .d_oe = "counter_sram_data_oe",
						    .reset_n = "reset_n",
						    .access = SIM_NS(12),
						    .pulse = SIM_NS(8)};
	static const struct sram_ports ports = {.name = "counter SRAM",
						.words = NM_GOLDEN_COUNTERS,
						.lanes = 2,
						.bits = 16,
						.raddr = "counter_raddr",
						.re = "counter_re",
						.rdata = "counter_rdata",
						.waddr = "counter_waddr",
						.we = "counter_we",
						.wdata = "counter_wdata"};

	m->labels = sram_open(m->s, m->clk, &labels);
	m->counters = m->cfg.pipelined ? sram_open_ports(m->s, m->clk, &ports)
				       : sram_open(m->s, m->clk, &counters);
}

struct monitor *monitor_open(struct sim *s, const struct monitor_config *cfg)
{
	struct monitor *m = calloc(1, sizeof(*m));

	SIM_CHECK(s, m != NULL, "no memory");
	sim_cleanup(s, free, m);
	m->s = s;
	if (cfg)
		m->cfg = *cfg;
	for (unsigned int i = 0; i < P_NUMBER; i++)
		m->pin[i] = sim_pin(s, names[i]);
	if (!m->cfg.unwatched) {
		m->g = nm_golden_open(&(struct nm_golden_config){
			m->cfg.geo, m->cfg.ahdl_order, m->cfg.pipelined, m->cfg.missed_init,
			m->cfg.queued_init});
		SIM_CHECK(s, m->g != NULL, "no memory");
		sim_cleanup(s, close_golden, m);
	}
	m->clk = sim_clock(s, "clk", NMBUS_CLOCK, NMBUS_CLOCK / 2);
	/* The order matters: the scoreboard must sample a clock before anything changes, and
	 * the wires must propagate before the card sets new inputs. */
	sim_on(m->clk, SIM_BEFORE_RISE, before_clock, m);
	sim_on(m->clk, SIM_RISE, wires, m);
	m->bus = nmbus_open(s, m->clk);
	open_srams(m);
	sim_put(m->pin[P_cache_line_size], m->cfg.geo.line128);
	sim_put(m->pin[P_num_memory_boards], m->cfg.geo.boards2);
	return m;
}

void monitor_power_on(struct monitor *m)
{
	sram_fill(m->counters, 0);
	sram_fill(m->labels, 0);
	nmbus_reset(m->bus, 4);
	sim_watch_x(m->s);
}

struct monitor *monitor_start(struct sim *s)
{
	const struct monitor_config cfg = {.pipelined =
						   !strcmp(sim_model(s), "numachine_pipe")};
	struct monitor *m = monitor_open(s, &cfg);

	monitor_power_on(m);
	return m;
}

void monitor_geometry(struct monitor *m, bool line128, bool boards2)
{
	m->cfg.geo = (struct nm_golden_geometry){line128, boards2};
	sim_put(m->pin[P_cache_line_size], line128);
	sim_put(m->pin[P_num_memory_boards], boards2);
	if (m->g)
		nm_golden_straps(m->g, &m->cfg.geo);
}

/* ---- registers, counters, labels ---- */

uint32_t monitor_get(struct monitor *m, unsigned int reg)
{
	uint64_t v;

	SIM_EQ(m->s, (uint64_t)-nmbus_read(m->bus, nmbus_address(NMBUS_REGISTERS, reg), 32, &v),
	       0, "a processor's read of a register");
	return (uint32_t)v;
}

void monitor_put(struct monitor *m, unsigned int reg, uint32_t value)
{
	SIM_EQ(m->s,
	       (uint64_t)-nmbus_write(m->bus, nmbus_address(NMBUS_REGISTERS, reg), 32, value),
	       0, "a processor's write to a register");
	/* the wires have the new value in the clock in which this function returns */
}

uint32_t monitor_counter(struct monitor *m, unsigned int counter)
{
	uint64_t v;

	SIM_EQ(m->s,
	       (uint64_t)-nmbus_read(m->bus, nmbus_address(NMBUS_COUNTERS, counter << 2), 32,
				     &v),
	       0, "a processor's read of a counter");
	return (uint32_t)v;
}

void monitor_put_counter(struct monitor *m, unsigned int counter, uint32_t value)
{
	SIM_EQ(m->s,
	       (uint64_t)-nmbus_write(m->bus, nmbus_address(NMBUS_COUNTERS, counter << 2), 32,
				      value),
	       0, "a processor's write to a counter");
}

void monitor_poke(struct monitor *m, unsigned int counter, uint32_t value)
{
	sram_poke(m->counters, counter, value);
	if (m->g)
		nm_golden_put(m->g, counter, value);
}

void monitor_poke_label(struct monitor *m, uint32_t entry, uint16_t label)
{
	sram_poke(m->labels, entry, label);
	if (m->g)
		nm_golden_put_label(m->g, entry, label);
}

void monitor_clear(struct monitor *m)
{
	monitor_settle(m);
	for (unsigned int i = 0; i < NM_GOLDEN_COUNTERS; i++)
		monitor_poke(m, i, 0);
}

/* ---- transactions ---- */

void monitor_event(struct monitor *m, uint64_t ad, uint16_t cmd)
{
	nmbus_transact(m->bus, &(struct nmbus_access){.ad = ad, .cmd = cmd});
}

static bool rests(void *arg)
{
	const struct monitor *m = arg;

	return m->g ? nm_golden_idle(m->g) && !m->in.busy : !m->in.busy;
}

void monitor_settle(struct monitor *m)
{
	sim_wait_cycles(m->clk, 2);
	SIM_CHECK(m->s, sim_wait_for(m->s, rests, m, SIM_US(10)), "the monitor does not rest");
	sim_wait_cycles(m->clk, 6);
}

int32_t monitor_count(struct monitor *m, const struct nmbus_access *a)
{
	int32_t address = -1;

	nmbus_transact(m->bus, a);
	for (unsigned int EACH(i, 0); i < 5; i++) {
		sim_wait_edge(m->clk, SIM_RISE);
		if (m->strobe) {
			SIM_EQ(m->s, (uint64_t)(address >= 0), 0, "a second strobe");
			address = m->address;
		}
	}
	return address;
}

void monitor_compare(struct monitor *m)
{
	monitor_settle(m);
	for (unsigned int i = 0; i < NM_GOLDEN_COUNTERS; i++)
		if (sram_peek(m->counters, i) != nm_golden_get(m->g, i))
			SIM_FAIL(m->s, "counter %04X is %08X, golden model: %08X", i,
				 sram_peek(m->counters, i), nm_golden_get(m->g, i));
	for (unsigned int i = 0; i < NM_GOLDEN_LABELS; i++)
		if (sram_peek(m->labels, i) != nm_golden_label(m->g, i))
			SIM_FAIL(m->s, "label %05X is %03X, golden model: %03X", i,
				 sram_peek(m->labels, i), nm_golden_label(m->g, i));
}

uint64_t monitor_sum(struct monitor *m)
{
	uint64_t sum = 0;

	if (!m->cfg.unwatched)
		monitor_compare(m);
	for (unsigned int i = 0; i < NM_GOLDEN_COUNTERS; i++)
		sum += sram_peek(m->counters, i);
	return sum;
}

void monitor_digest(struct monitor *m)
{
	uint32_t v;

	for (uint32_t i = 0; i < NM_GOLDEN_COUNTERS; i++) {
		v = sram_peek(m->counters, i);
		sim_digest(m->s, &v, sizeof(v));
	}
	for (uint32_t i = 0; i < NM_GOLDEN_LABELS; i++) {
		v = sram_peek(m->labels, i);
		sim_digest(m->s, &v, sizeof(v));
	}
}

void monitor_pin(struct monitor *m, const char *name, uint64_t value)
{
	sim_put(sim_pin(m->s, name), value);
}

void monitor_random(struct monitor *m, struct nmbus_access *a)
{
	const uint64_t v = sim_random(m->s);

	*a = (struct nmbus_access){.ad = sim_random(m->s)};
	if (nm_golden_own(a->ad))
		a->ad ^= (uint64_t)1 << 32;
	/* half of the transactions are as the machine makes them */
	if (v & 1) {
		static const uint16_t types[] = {0x008, 0x000, 0x028, 0x020,
						 0x0C0, 0x0C8, 0x080, 0x010};

		a->ad = (a->ad & ~((uint64_t)0xFFF << 52)) |
			(nmbus_source(v >> 8 & 63, 0) & (uint64_t)0xFFF << 52);
		a->cmd = types[v >> 16 & 7] | (v >> 24 & 7);
	} else {
		a->cmd = (uint16_t)(v >> 44);
	}
	a->valid = v >> 32 & 1;
	a->lock = v >> 33 & 1;
	a->local_global = v >> 34 & 1;
	a->label = v >> 35 & 0x1FF;
}
