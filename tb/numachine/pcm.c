/* SPDX-License-Identifier: Apache-2.0 */
#include "pcm.h"
#include "pins.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define CLOCK SIM_NS(20)
#define AT_REGISTERS (4ull << 32 | 0x0C000000)
#define AT_SRAM (4ull << 32 | 0x0B000000)
#define LIMIT 64 /* largest number of clocks until a reply */

/* clang-format off */
#define PINS(X) \
	X(reset_n) X(ea_start) X(ea_ad) X(ea_cmd) X(ea_out) X(ea_write) X(ea_double) X(sc_index) \
	X(pipe_state) X(busy) X(ack) X(rdata) X(irq) X(barrier) X(bus_error) X(sram_addr) \
	X(sram_data_o) X(sram_data_oe) X(sram_we_n) X(obs_counted) X(obs_filtered) X(obs_own) \
	X(obs_missed)
/* clang-format on */

enum { PINS(PIN_NUMBER) P_NUMBER };

static const char *const names[] = {PINS(PIN_NAME)};

_Static_assert(P_NUMBER <= sizeof(((struct pcm *)0)->pin) / sizeof(struct sim_pin *),
	       "room for the pins");

static uint64_t get(const struct pcm *p, unsigned int pin)
{
	return sim_get(p->pin[pin]);
}

static void put(struct pcm *p, unsigned int pin, uint64_t value)
{
	sim_put(p->pin[pin], value);
}

static void equal(const struct pcm *p, unsigned int pin, uint64_t want)
{
	const uint64_t is = get(p, pin);

	if (is != want)
		SIM_FAIL(p->s, "%s is %" PRIX64 ", golden model: %" PRIX64, names[pin], is,
			 want);
}

static void compare(const struct pcm *p)
{
	struct pcm_out o;

	pcm_golden_show(p->g, &o);
	equal(p, P_busy, o.busy);
	equal(p, P_ack, o.ack);
	if (o.rdata_known)
		equal(p, P_rdata, o.rdata);
	equal(p, P_irq, o.irq);
	equal(p, P_barrier, o.barrier);
	equal(p, P_bus_error, o.bus_error);
	equal(p, P_obs_counted, o.counted);
	equal(p, P_obs_filtered, o.filtered);
	equal(p, P_obs_own, o.own);
	equal(p, P_obs_missed, o.missed);
	equal(p, P_sram_we_n, !o.sram_write);
	equal(p, P_sram_data_oe, o.sram_write);
	if (o.sram_write) {
		equal(p, P_sram_addr, o.sram_addr);
		equal(p, P_sram_data_o, o.sram_data);
	}
}

static void before_clock(void *arg)
{
	struct pcm *p = arg;

	sim_settle(p->s);
	p->in = (struct pcm_in){.reset = !get(p, P_reset_n),
				.start = get(p, P_ea_start),
				.out = get(p, P_ea_out),
				.write = get(p, P_ea_write),
				.dbl = get(p, P_ea_double),
				.ad = get(p, P_ea_ad),
				.cmd = (uint16_t)get(p, P_ea_cmd),
				.index = (uint16_t)get(p, P_sc_index),
				.pipe_state = (uint8_t)get(p, P_pipe_state)};
	if (!p->in.reset)
		compare(p);
	pcm_golden_step(p->g, &p->in);
}

static void close_golden(void *arg)
{
	pcm_golden_close(((struct pcm *)arg)->g);
}

void pcm_clock(struct pcm *p, const struct pcm_in *in)
{
	const uint64_t v = sim_random(p->s);

	put(p, P_ea_start, in->start);
	put(p, P_ea_ad, in->start || in->data ? in->ad : sim_random(p->s));
	put(p, P_ea_cmd, in->start ? in->cmd : v);
	put(p, P_ea_out, in->start ? in->out : v >> 10 & 1);
	put(p, P_ea_write, in->start ? in->write : v >> 11 & 1);
	put(p, P_ea_double, in->start ? in->dbl : v >> 12 & 1);
	put(p, P_sc_index, in->start ? in->index : v >> 13 & 0xFFFF);
	put(p, P_pipe_state, in->pipe_state);
	sim_wait_edge(p->clk, SIM_RISE);
	put(p, P_ea_start, 0);
}

void pcm_idle(struct pcm *p, unsigned int clocks)
{
	while (clocks--)
		pcm_clock(p, &(struct pcm_in){.pipe_state = 7});
}

void pcm_reset(struct pcm *p)
{
	put(p, P_reset_n, 0);
	for (unsigned int i = 0; i < 4; i++) /* transactions in the reset do not count */
		pcm_clock(p, &(struct pcm_in){.start = sim_range(p->s, 0, 1),
					      .out = sim_range(p->s, 0, 1),
					      .cmd = sim_random(p->s) & 0x3FF,
					      .index = sim_random(p->s) & 0xFFFF,
					      .ad = sim_random(p->s),
					      .pipe_state = 7});
	put(p, P_reset_n, 1);
	pcm_idle(p, 3);
}

struct pcm *pcm_start(struct sim *s)
{
	static const struct sram_config chips = {.name = "SRAM",
						 .words = PCM_WORDS,
						 .bank = PCM_WORDS,
						 .lanes = 1,
						 .bits = 32,
						 .addr = "sram_addr",
						 .we = "sram_we_n",
						 .we_low = true,
						 .oe_n = "sram_oe_n",
						 .d_i = "sram_data_i",
						 .d_o = "sram_data_o",
						 .d_oe = "sram_data_oe",
						 .reset_n = "reset_n",
						 .access = SIM_NS(12),
						 .pulse = SIM_NS(8)};
	struct pcm *p = calloc(1, sizeof(*p));

	SIM_CHECK(s, p != NULL, "no memory");
	sim_cleanup(s, free, p);
	p->s = s;
	for (unsigned int i = 0; i < P_NUMBER; i++)
		p->pin[i] = sim_pin(s, names[i]);
	p->g = pcm_golden_open(strcmp(sim_model(s), "nmpcm_wrap") ? 0 : PCM_WRAP_INIT);
	SIM_CHECK(s, p->g != NULL, "no memory");
	sim_cleanup(s, close_golden, p);
	p->clk = sim_clock(s, "clk", CLOCK, CLOCK / 2);
	sim_on(p->clk, SIM_BEFORE_RISE, before_clock, p);
	p->sram = sram_open(s, p->clk, &chips);
	sram_fill(p->sram, 0);
	pcm_reset(p);
	sim_watch_x(s);
	return p;
}

static void transact(struct pcm *p, uint16_t cmd, uint64_t ad, bool out)
{
	pcm_clock(p, &(struct pcm_in){.start = true,
				      .cmd = cmd,
				      .ad = ad,
				      .out = out,
				      .index = (uint16_t)(ad >> 4)});
	pcm_idle(p, 1);
}

void pcm_out(struct pcm *p, uint16_t cmd, uint64_t ad)
{
	transact(p, cmd, ad, true);
}

void pcm_back(struct pcm *p, uint16_t cmd, uint64_t ad)
{
	transact(p, cmd, ad, false);
}

/* ---- accesses ---- */

static uint64_t access_at(struct pcm *p, uint64_t ad, bool write, bool dbl, bool out,
			  uint64_t value)
{
	unsigned int clocks = 1;

	pcm_clock(p, &(struct pcm_in){.start = true,
				      .ad = ad | sim_random(p->s) << 36,
				      .cmd = write ? 0x060 : 0x048,
				      .write = write,
				      .dbl = dbl,
				      .out = out});
	pcm_clock(p, &(struct pcm_in){.ad = value, .data = true, .pipe_state = 7});
	while (!get(p, P_ack)) {
		SIM_CHECK(p->s, clocks++ < LIMIT, "an access without an answer");
		pcm_idle(p, 1);
	}
	value = get(p, P_rdata);
	pcm_idle(p, 1);
	return value;
}

uint32_t pcm_get(struct pcm *p, unsigned int reg)
{
	return (uint32_t)access_at(p, AT_REGISTERS | reg, false, false, true, 0);
}

void pcm_put(struct pcm *p, unsigned int reg, uint32_t value)
{
	access_at(p, AT_REGISTERS | reg, true, false, true, sim_random(p->s) << 32 | value);
}

uint64_t pcm_get_two(struct pcm *p, unsigned int reg)
{
	return access_at(p, AT_REGISTERS | reg, false, true, true, 0);
}

void pcm_put_two(struct pcm *p, unsigned int reg, uint64_t value)
{
	access_at(p, AT_REGISTERS | reg, true, true, true, value);
}

uint32_t pcm_word(struct pcm *p, unsigned int word)
{
	return (uint32_t)access_at(p, AT_SRAM | word << 2, false, false, true, 0);
}

void pcm_put_word(struct pcm *p, unsigned int word, uint32_t value)
{
	access_at(p, AT_SRAM | word << 2, true, false, true, value);
}

uint64_t pcm_two_words(struct pcm *p, unsigned int word)
{
	return access_at(p, AT_SRAM | word << 2, false, true, true, 0);
}

void pcm_put_two_words(struct pcm *p, unsigned int word, uint64_t value)
{
	access_at(p, AT_SRAM | word << 2, true, true, true, value);
}

void pcm_put_from_outside(struct pcm *p, unsigned int reg, uint32_t value)
{
	access_at(p, AT_REGISTERS | reg, true, false, false, value);
}

uint64_t pcm_compare(struct pcm *p)
{
	uint64_t sum = 0;

	pcm_idle(p, 8);
	for (unsigned int i = 0; i < PCM_WORDS; i++) {
		const uint32_t is = sram_peek(p->sram, i);

		if (is != pcm_golden_word(p->g, (uint16_t)i))
			SIM_FAIL(p->s, "word %04X is %" PRIX32 ", golden model: %" PRIX32, i,
				 is, pcm_golden_word(p->g, (uint16_t)i));
		sum += is;
	}
	sim_digest(p->s, &sum, sizeof(sum));
	return sum;
}
