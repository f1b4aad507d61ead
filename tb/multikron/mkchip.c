/* SPDX-License-Identifier: Apache-2.0 */
#include "mkchip.h"
#include "multikron_regs.h"
#include <stdlib.h>
#include <string.h>

#define BASE(c) ((c)->vc ? MULTIKRON_VC_PAGE : MULTIKRON_HOLD)
/* slot number of the holding register */
#define BLOCK(c) ((c)->vc ? (unsigned int)MK_GOLDEN_PAGES : 0)
#define SLOT MK_GOLDEN_SLOT

#define LIMIT SIM_MS(10) /* time limit for an answer, or for the bytes of all samples */

static void expect(struct mkchip *c, const char *error)
{
	if (error)
		SIM_FAIL(c->s, "scoreboard: %s", error);
}

static const struct mk_golden_chip *chip(const struct mkchip *c)
{
	return c->vc ? &c->g.vc : &c->g.ii;
}

/* ---- counters ---- */

static bool event(const struct mkchip *c, unsigned int n, bool increment)
{
	const unsigned int taken = c->vc ? 0 : (unsigned int)sim_get(c->obs_taken);

	switch (chip(c)->source >> 4 * n & 15) {
	case SOURCE_NODECLK:
		return true;
	case SOURCE_TICK:
		return c->tick;
	case SOURCE_CPU:
		return increment;
	case SOURCE_TRACE:
		return taken & 1;
	case SOURCE_RESOURCE:
		return taken & 2;
	case SOURCE_LOST:
		return !c->vc && sim_get(c->obs_lost);
	case SOURCE_WAIT:
		return !c->vc && c->waits;
	default:
		return false;
	}
}

static bool external(const struct mk_golden_chip *g, unsigned int n)
{
	const unsigned int source = g->source >> 4 * n & 15;

	return source == SOURCE_EDGE || source == SOURCE_LEVEL;
}

/* Counts the events of a clock, with the settings before this clock. */
static void count(struct mkchip *c, bool acts)
{
	const struct mk_golden_chip *g = chip(c);
	const bool put = acts && c->access.write && c->access.half & LOW;
	const unsigned int slot = c->access.slot - BLOCK(c);
	bool carry = false;

	/* the counters do not count in the clock of a page write and until its switch has
	 * ended */
	if (c->vc && (c->switching || (put && c->access.slot < MK_GOLDEN_PAGES)))
		return;
	for (unsigned int n = 0; n < MK_GOLDEN_COUNTERS; n++) {
		const bool odd = n & 1 && g->pairs >> n / 2 & 1;
		const bool enabled = g->enable >> n & 1;
		const bool own = enabled && event(c, n, put && slot == SLOT(RC0) + n);

		if (odd ? carry : own)
			c->count[n]++;
		carry = own && !c->count[n];
		if (c->ext_moves && enabled && external(g, n))
			c->unsure |= (uint16_t)(1u << n | 2u << n);
		if (put && slot == SLOT(RC_RESET) && c->access.value >> n & 1) {
			c->count[n] = 0;
			c->unsure &= (uint16_t) ~(1u << n);
		}
	}
}

/* ---- accesses ---- */

static uint32_t offset_of(const struct mkchip *c)
{
	return BASE(c) + 8 * c->access.slot + (c->access.half == HIGH ? 4 : 0);
}

static uint8_t enables(const struct mkchip *c)
{
	return c->access.half == WIDE ? 0xFF : 15;
}

static size_t bytes_of(const struct mkchip *c)
{
	return c->g.pending.resource ? MK_GOLDEN_RESOURCE : MK_GOLDEN_TRACE;
}

/* A read of a low word loads the upper half into the holding register. This function gives the
 * golden model the values that it cannot predict: odd counters and the timestamp. */
static void learn_hold(struct mkchip *c, unsigned int n)
{
	struct mk_golden_chip *g = c->vc ? &c->g.vc : &c->g.ii;

	if (g->hold_known || c->access.half != LOW)
		return;
	if (n < MK_GOLDEN_COUNTERS) {
		g->hold = c->count[n | 1];
		g->hold_known = !(c->unsure >> (n | 1) & 1);
	} else if (!c->vc && c->access.slot == SLOT(TS)) {
		g->hold = (uint32_t)(c->stamp >> 32);
		g->hold_known = true;
	}
}

/* Checks a read: counters, timestamp and level are those before the clock of the access. */
static void read_done(struct mkchip *c)
{
	const unsigned int slot = c->access.slot - BLOCK(c), n = slot - SLOT(RC0);
	const bool wide = c->access.half == WIDE;
	uint64_t got = sim_get(c->d_o);
	struct mk_golden_value v;

	if (!wide)
		got = c->access.half == HIGH ? got >> 32 : got & 0xFFFFFFFF;
	v = mk_golden_read(&c->g, offset_of(c), wide, enables(c), got);
	if ((got ^ v.value) & v.known)
		SIM_FAIL(c->s, "slot %u reads %llX, not %llX (bits %llX)", c->access.slot,
			 (unsigned long long)got, (unsigned long long)v.value,
			 (unsigned long long)v.known);
	sim_passed_(c->s);
	c->access.value = got;
	learn_hold(c, n);
	got &= 0xFFFFFFFF;
	if (!(c->access.half & LOW) || c->access.slot < BLOCK(c))
		return;
	if (n < MK_GOLDEN_COUNTERS && !(c->unsure >> n & 1))
		SIM_EQ(c->s, got, c->count[n], "counter");
	if (c->vc)
		return;
	if (slot == SLOT(TS))
		SIM_EQ(c->s, got, c->stamp & 0xFFFFFFFF, "timestamp");
	if (slot == SLOT(WAITCNT))
		SIM_EQ(c->s, got, c->waitcnt, "WAITCNT");
	if (slot == SLOT(CSR))
		SIM_EQ(c->s, got >> MULTIKRON_CSR_EMPTY_LSB & 3,
		       (c->level == 0) | (c->level > MK_GOLDEN_FIFO - MK_GOLDEN_TRACE) << 1,
		       "EMPTY and FULL");
}

static void refused(struct mkchip *c)
{
	c->refusals++;
	if (c->vc) {
		SIM_CHECK(c->s, c->switching, "refused without a page switch");
		return;
	}
	SIM_CHECK(c->s,
		  c->g.pending.any && !c->g.discard && c->level > MK_GOLDEN_FIFO - bytes_of(c),
		  "refused with %u bytes in the FIFO", (unsigned int)c->level);
	c->g.pending.any = false;
	c->g.offered--;
}

/* Applies the effect of a write, which begins in the next clock. */
static void write_done(struct mkchip *c)
{
	const bool page = c->vc && c->access.slot < MK_GOLDEN_PAGES && c->access.half & LOW;
	struct mk_golden_chip *g = &c->g.vc;

	/* the page is stored with the counts that this scoreboard has */
	for (unsigned int EACH(n, 0); page && n < MK_GOLDEN_COUNTERS; n++) {
		if (g->sure[n])
			SIM_EQ(c->s, c->count[n], g->count[n], "predicted count");
		g->count[n] = c->count[n];
		g->sure[n] = !(c->unsure >> n & 1);
	}
	mk_golden_write(&c->g, offset_of(c), c->access.half == WIDE, enables(c),
			c->access.value);
	if (!page)
		return;
	memcpy(c->count, g->count, sizeof(c->count));
	c->unsure = 0;
	for (unsigned int n = 0; n < MK_GOLDEN_COUNTERS; n++)
		c->unsure |= (uint16_t)(c->g.unsure[c->g.page][n] << n);
}

static void samples(struct mkchip *c)
{
	const unsigned int taken = (unsigned int)sim_get(c->obs_taken);

	if (!taken && !sim_get(c->obs_lost))
		return;
	SIM_CHECK(c->s, (c->level <= MK_GOLDEN_FIFO - bytes_of(c)) == !!taken,
		  "%s with %u bytes in the FIFO", taken ? "taken" : "lost",
		  (unsigned int)c->level);
	expect(c,
	       taken ? mk_golden_taken(&c->g, taken == 2, c->stamp, c->unsure ? NULL : c->count)
		     : mk_golden_lost(&c->g));
}

static void network(struct mkchip *c)
{
	const unsigned int byte = (unsigned int)sim_get(c->net_d);

	if (!sim_get(c->net_wr))
		return;
	SIM_CHECK(c->s, c->out, "a byte with net_full = 1 or oe = 0 in the clock before");
	expect(c, mk_golden_byte(&c->g, byte, sim_get(c->net_eos), sim_get(c->net_par)));
	expect(c, mk_golden_pop(&c->g));
	c->g.popped.head = c->g.popped.tail = 0;
	if (c->bytes == c->sent_room) {
		c->sent_room = 2 * c->sent_room + 1024;
		c->sent = realloc(c->sent, c->sent_room);
		SIM_CHECK(c->s, c->sent, "no memory");
	}
	c->sent[c->bytes++] = (uint8_t)byte;
}

/* Checks the pins of the SRAM: 16 words are written to the old page, then 16 are read from the
 * new one, each in one clock, or in two, of which the second writes. */
static void sram_pins(const struct mkchip *c)
{
	const unsigned int clock = (unsigned int)(c->switch_clocks - c->switch_first);
	const unsigned int word = clock / (1 + c->g.wait_mem);
	const bool stores = c->switching && word < MK_GOLDEN_COUNTERS;

	SIM_EQ(c->s, sim_get(c->v_we_n), !stores || (c->g.wait_mem && clock % 2 == 0),
	       "write pulse");
	SIM_EQ(c->s, sim_get(c->v_d_oe), stores, "drives the data");
	SIM_EQ(c->s, sim_get(c->v_oe_n), !c->switching || stores, "output enable of the SRAM");
	if (c->switching)
		SIM_EQ(c->s, sim_get(c->v_a),
		       MK_GOLDEN_COUNTERS * (stores ? c->old_page : c->g.page) +
			       word % MK_GOLDEN_COUNTERS,
		       "address of the SRAM");
}

/* Drives the inputs of the next clock. */
static void drive(struct mkchip *c)
{
	c->tick = c->ratio ? c->clocks % c->ratio == 0 : sim_random(c->s) & 1;
	sim_put(c->ts_tick, c->tick);
	if (c->vc)
		return;
	sim_put(c->net_full, c->full && sim_range(c->s, 0, 15) < c->full);
	sim_put(c->oe, !c->off || sim_range(c->s, 0, 15) >= c->off);
	c->out = sim_get(c->oe) && !sim_get(c->net_full);
}

static void edge(void *arg)
{
	struct mkchip *c = arg;
	const bool ack = sim_get(c->ack), acts = ack && !sim_get(c->refused);

	c->clocks++;
	if (!sim_get(c->rst_n) || !sim_get(c->ready)) {
		SIM_CHECK(c->s, !ack, "ack before the chip is ready");
		c->up = false;
	} else if (!c->up) {
		SIM_CHECK(c->s, !ack, "ack of an access that began before the chip was ready");
		c->up = true;
		c->ready_at = c->clocks;
		c->stamp = c->tick;
	} else {
		SIM_CHECK(c->s, !ack || c->access.on, "ack without an access");
		if (!c->vc) {
			SIM_EQ(c->s, sim_get(c->obs_stamp), c->stamp, "timestamp");
			samples(c);
			network(c);
			SIM_EQ(c->s, sim_get(c->obs_level), mk_golden_level(&c->g.chip),
			       "level");
		}
		if (acts && !c->access.write)
			read_done(c);
		if (ack && !acts)
			refused(c);
		count(c, acts);
		c->waitcnt += c->waits;
		c->stamp += c->tick;
		if (!c->vc && ack && !acts)
			c->waits = true;
		else if (!c->vc && (sim_get(c->obs_taken) || c->g.discard || !c->g.sampling))
			c->waits = false;
		if (acts && c->access.write && c->access.slot == SLOT(CSR) &&
		    c->access.half & LOW && c->access.value & MULTIKRON_CSR_TSCLEAR_MASK)
			c->stamp = 0;
		SIM_CHECK(c->s, !acts || !c->g.pending.any,
			  "a sample is neither taken nor lost");
		if (acts && c->access.write)
			write_done(c);
	}
	if (c->vc) {
		const bool before = c->switching;

		c->switching = sim_get(c->obs_switch);
		c->switch_clocks += c->switching;
		if (c->switching && !before)
			c->switch_first = c->switch_clocks;
		if (c->up)
			sram_pins(c);
		if (!c->switching)
			c->old_page = c->g.page;
	} else {
		c->level = sim_get(c->obs_level);
	}
	drive(c);
}

/* Without chip select, what the other inputs of the access carry has no effect. */
static void put_noise(struct mkchip *c)
{
	const uint64_t r = sim_random(c->s);

	sim_put(c->write, r & 1);
	sim_put(c->slot, r >> 1 & 0x7FF);
	sim_put(c->half, r >> 16 & 3);
	sim_put(c->d_i, sim_random(c->s));
}

bool mkchip_access(struct mkchip *c, bool write, unsigned int slot, unsigned int half,
		   uint64_t *value, bool again)
{
	const uint64_t other = sim_random(c->s);
	bool done;

	do {
		const uint64_t began = c->clocks;
		const sim_time limit = sim_now(c->s) + LIMIT;

		EACH_OF(c->clocks);
		c->access.on = true;
		c->access.write = write;
		c->access.slot = slot;
		c->access.half = half;
		c->access.value = *value;
		if (write)
			mk_golden_begin_write(&c->g, offset_of(c), half == WIDE, enables(c),
					      *value, 0);
		sim_put(c->cs, 1);
		sim_put(c->write, write);
		sim_put(c->slot, slot);
		sim_put(c->half, half);
		sim_put(c->d_i, half == WIDE  ? *value
				: half == LOW ? (other << 32 | (*value & 0xFFFFFFFF))
					      : (*value << 32 | (other & 0xFFFFFFFF)));
		do {
			sim_wait_cycles(c->clk, 1);
			SIM_CHECK(c->s, sim_now(c->s) < limit, "no answer");
		} while (!sim_get(c->ack));
		c->latency = (unsigned int)(c->clocks - began);
		done = !sim_get(c->refused);
		sim_put(c->cs, 0);
		put_noise(c);
		c->access.on = false;
	} while (!done && again);
	if (!write)
		*value = c->access.value;
	return done;
}

void mkchip_put(struct mkchip *c, unsigned int slot, uint64_t value)
{
	mkchip_access(c, true, slot, LOW, &value, true);
}

uint32_t mkchip_get(struct mkchip *c, unsigned int slot)
{
	uint64_t value = 0;

	mkchip_access(c, false, slot, LOW, &value, true);
	return (uint32_t)value;
}

/* ---- the other pins ---- */

/* Gives the golden model the configuration register that a board with the current pin levels
 * would have. */
static void set_config(struct mkchip *c)
{
	c->g.config = MULTIKRON_CONFIG_RESET;
	if (c->vc)
		c->g.config |= (uint32_t)sim_get(c->wait_mem) << MULTIKRON_CONFIG_WAIT_MEM_LSB;
	else
		c->g.config |= (uint32_t)(sim_get(c->testb) << MULTIKRON_CONFIG_TESTB_LSB |
					  sim_get(c->cpu_id));
}

void mkchip_cpu(struct mkchip *c, unsigned int lines)
{
	sim_put(c->cpu_id, lines);
	set_config(c);
}

void mkchip_testb(struct mkchip *c, bool testb)
{
	sim_put(c->testb, testb);
	set_config(c);
}

void mkchip_reset(struct mkchip *c, sim_time duration)
{
	/* the current clock does not count, because the reset comes before its end */
	if (c->switching)
		mk_golden_switch_ends(&c->g,
				      (unsigned int)(c->switch_clocks - c->switch_first));
	c->switching = false;
	sim_put(c->rst_n, 0);
	sim_put(c->cs, 0);
	sim_settle(c->s);
	c->up = false;
	sim_wait(c->s, duration);
	set_config(c);
	mk_golden_soft_reset(&c->g);
	memset(c->count, 0, sizeof(c->count));
	c->unsure = 0;
	c->waitcnt = 0;
	c->waits = c->access.on = false;
	sim_put(c->rst_n, 1);
	while (!c->up && !c->early)
		sim_wait_cycles(c->clk, 1);
	sim_watch_x(c->s);
}

static bool empty(void *arg)
{
	struct mkchip *c = arg;

	return !mk_golden_level(&c->g.chip);
}

void mkchip_drain(struct mkchip *c)
{
	SIM_CHECK(c->s, sim_wait_for(c->s, empty, c, LIMIT), "%u bytes stay in the chip",
		  (unsigned int)mk_golden_level(&c->g.chip));
}

static void mkchip_free(void *arg)
{
	struct mkchip *c = arg;

	mk_golden_free(&c->g);
	free(c->sent);
	free(c);
}

struct sram *mkchip_sram(struct sim *s, struct sim_clock *clk)
{
	return sram_open(s, clk,
			 &(struct sram_config){.name = "MultiKron_vc SRAM",
					       .words = 8192,
					       .bank = 8192,
					       .lanes = 1,
					       .bits = 32,
					       .addr = "v_a",
					       .we = "v_we_n",
					       .we_low = true,
					       .oe_n = "v_oe_n",
					       .d_i = "v_d_i",
					       .d_o = "v_d_o",
					       .d_oe = "v_d_oe",
					       .reset_n = "rst_n",
					       .access = SIM_NS(15),
					       .pulse = SIM_NS(8)});
}

struct mkchip *mkchip_open(struct sim *s)
{
	struct mkchip *c = calloc(1, sizeof(*c));
	const struct mk_golden_options o = {0};

	SIM_CHECK(s, c && !mk_golden_init(&c->g, &o), "no memory");
	sim_cleanup(s, mkchip_free, c);
	c->s = s;
	c->vc = !strcmp(sim_model(s), "multikron_vc");
	c->clk = sim_clock(s, "nodeclk", SIM_NS(25), SIM_NS(10));
#define BIND(name) c->name = sim_pin(s, #name)
	BIND(rst_n);
	BIND(ts_tick);
	BIND(wait_cpu);
	BIND(ext);
	BIND(cs);
	BIND(write);
	BIND(slot);
	BIND(half);
	BIND(d_i);
	BIND(ack);
	BIND(refused);
	BIND(d_o);
	BIND(ready);
	if (c->vc) {
		BIND(wait_mem);
		BIND(obs_switch);
		BIND(v_a);
		BIND(v_we_n);
		BIND(v_oe_n);
		BIND(v_d_oe);
	} else {
		BIND(testb);
		BIND(oe);
		BIND(cpu_id);
		BIND(net_d);
		BIND(net_eos);
		BIND(net_par);
		BIND(net_wr);
		BIND(net_full);
		BIND(obs_taken);
		BIND(obs_lost);
		BIND(obs_stamp);
		BIND(obs_level);
		mkchip_testb(c, true);
	}
#undef BIND
	c->ratio = 4;
	sim_on(c->clk, SIM_RISE, edge, c);
	if (c->vc) {
		c->sram = mkchip_sram(s, c->clk);
		for (unsigned int i = 0; i < 8192; i++)
			c->g.stored[i / 16][i % 16] = sram_peek(c->sram, i);
	}
	mkchip_reset(c, SIM_NS(100));
	return c;
}
