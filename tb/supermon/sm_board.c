/* SPDX-License-Identifier: Apache-2.0 */
#include "sm_board.h"
#include "supermon_regs.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The chips of both banks. The board's clock leaves them 12 ns. */
static void open_chips(struct sm_board *b)
{
	static const struct sram_config chips[2][2] = {
		{{.name = "bank A, low",
		  .words = SM_GOLDEN_WORDS,
		  .bank = SM_GOLDEN_WORDS,
		  .lanes = 1,
		  .bits = 32,
		  .addr = "a_addr",
		  .we = "a_we_n",
		  .we_low = true,
		  .d_i = "a_lo_i",
		  .d_o = "a_lo_o",
		  .d_oe = "a_oe",
		  .reset_n = "aresetn",
		  .access = SIM_NS(12),
		  .pulse = SIM_NS(8)},
		 {.name = "bank A, high", .bits = 16, .d_i = "a_hi_i", .d_o = "a_hi_o"}},
		{{.name = "bank B, low",
		  .bits = 32,
		  .addr = "b_addr",
		  .we = "b_we_n",
		  .d_i = "b_lo_i",
		  .d_o = "b_lo_o",
		  .d_oe = "b_oe"},
		 {.name = "bank B, high", .bits = 16, .d_i = "b_hi_i", .d_o = "b_hi_o"}},
	};

	for (int bank = 0; bank < 2; bank++)
		for (int part = 0; part < 2; part++) {
			struct sram_config c = chips[0][0];

			c.name = chips[bank][part].name;
			c.bits = chips[bank][part].bits;
			c.addr = chips[bank][0].addr;
			c.we = chips[bank][0].we;
			c.d_oe = chips[bank][0].d_oe;
			c.d_i = chips[bank][part].d_i;
			c.d_o = chips[bank][part].d_o;
			b->chip[bank][part] = sram_open(b->s, b->clk, &c);
		}
}

uint64_t sm_board_word(const struct sm_board *b, unsigned int bank, unsigned int word)
{
	return (uint64_t)sram_peek(b->chip[bank][1], word) << 32 |
	       sram_peek(b->chip[bank][0], word);
}

static void before_rise(void *arg)
{
	struct sm_board *b = arg;

	if (b->g)
		sm_golden_clock(b->g, &b->bus, sim_get(b->run));
	if (b->on_clock)
		b->on_clock(b->on_clock_arg);
}

static void on_rise(void *arg)
{
	struct sm_board *b = arg;

	b->bus = (struct sm_bus){0};
	if (b->traffic)
		b->traffic(b->traffic_arg, &b->bus);
	sim_put(b->req, b->bus.req);
	sim_put(b->ans, b->bus.ans);
	sim_put(b->tag, b->bus.tag);
	sim_put(b->ans_tag, b->bus.ans_tag);
	sim_put(b->addr, b->bus.addr);
	sim_put(b->ctl, b->bus.ctl);
}

static void on_cycle(void *arg, const struct word_cycle *c)
{
	struct sm_board *b = arg;

	if (!c->result && (!c->write || c->be == 15))
		sm_golden_access(b->g, c->write, c->addr, c->data);
}

static void open_golden(struct sm_board *b)
{
	const bool wrap = !strcmp(sim_model(b->s), "supermon_wrap");
	struct sm_golden *g = calloc(1, sizeof(*g));

	SIM_CHECK(b->s, g != NULL, "no memory");
	sim_cleanup(b->s, free, g);
	b->g = g;
	g->time_init = wrap ? 0xFFFFFFF800 : 0;
	g->counts_init = wrap ? 0xFFFFFFF0 : 0;
	g->events = g->count_lost = g->trace_lost = g->counts_init;
	g->sel[0] = SUPERMON_SEL0_RESET;
	g->sel[1] = SUPERMON_SEL1_RESET;
	g->sel[2] = SUPERMON_SEL2_RESET;
	for (unsigned int i = 0; i < 2 * SM_GOLDEN_WORDS; i++)
		g->bank[i / SM_GOLDEN_WORDS][i % SM_GOLDEN_WORDS] =
			sm_board_word(b, i / SM_GOLDEN_WORDS, i % SM_GOLDEN_WORDS);
	word_device_on_cycle(b->axil, on_cycle, b);
}

struct sm_board *sm_board_open(struct sim *s, bool golden)
{
	struct sm_board *b = calloc(1, sizeof(*b));

	SIM_CHECK(s, b != NULL, "no memory");
	sim_cleanup(s, free, b);
	b->s = s;
	b->clk = sim_clock(s, "aclk", SM_CLOCK, SM_CLOCK);
	b->req = sim_pin(s, "p_req");
	b->ans = sim_pin(s, "p_ans");
	b->tag = sim_pin(s, "p_tag");
	b->ans_tag = sim_pin(s, "p_ans_tag");
	b->addr = sim_pin(s, "p_addr");
	b->ctl = sim_pin(s, "p_ctl");
	b->run = sim_pin(s, "obs_run");
	b->axil = axil_open(s, b->clk, "");
	open_chips(b);
	if (golden)
		open_golden(b);
	sim_on(b->clk, SIM_BEFORE_RISE, before_rise, b);
	sim_on(b->clk, SIM_RISE, on_rise, b);
	sim_limit(s, SIM_MS(2000));
	sim_wait_cycles(b->clk, 8);
	sim_watch_x(s);
	SM_OK(b, sm_open_device(&b->m, &b->axil->dev));
	return b;
}

void sm_board_traffic(struct sm_board *b, sm_traffic_fn *fn, void *arg)
{
	b->traffic = fn;
	b->traffic_arg = arg;
}

uint32_t sm_board_get(struct sm_board *b, uint32_t reg)
{
	uint32_t v;

	SIM_CHECK(b->s, word_device_read(b->axil, reg, &v) == 0, "read of 0x%02" PRIX32, reg);
	return v;
}

void sm_board_put(struct sm_board *b, uint32_t reg, uint32_t value)
{
	SIM_CHECK(b->s, word_device_write(b->axil, reg, 15, value) == 0,
		  "write of 0x%02" PRIX32, reg);
}

void sm_board_compare(struct sm_board *b)
{
	const struct sm_golden *g = b->g;
	uint64_t time;

	SM_OK(b, sm_stop(&b->m));
	SIM_EQ(b->s, sm_board_get(b, SUPERMON_STAT) & ~SUPERMON_STAT_REFUSED_MASK,
	       sm_golden_flags(g), "STAT");
	SIM_EQ(b->s, sm_board_get(b, SUPERMON_TCNT), g->entries, "TCNT");
	SIM_EQ(b->s, sm_board_get(b, SUPERMON_EVENTS), g->events, "EVENTS");
	SIM_EQ(b->s, sm_board_get(b, SUPERMON_CLOST), g->count_lost, "CLOST");
	SIM_EQ(b->s, sm_board_get(b, SUPERMON_TLOST), g->trace_lost, "TLOST");
	SIM_EQ(b->s, sm_board_get(b, SUPERMON_NOW),
	       (uint32_t)g->user << SUPERMON_NOW_USER_LSB | g->state, "NOW");
	time = sm_board_get(b, SUPERMON_TIMEL);
	time |= (uint64_t)sm_board_get(b, SUPERMON_TIMEH) << 32;
	SIM_EQ(b->s, time, g->now, "time");
	for (unsigned int i = 0; i < 2 * SM_GOLDEN_WORDS; i++) {
		const unsigned int bank = i / SM_GOLDEN_WORDS, word = i % SM_GOLDEN_WORDS;
		const uint64_t v = sm_board_word(b, bank, word);

		SIM_CHECK(b->s, v == g->bank[bank][word],
			  "bank %c, word 0x%04X is 0x%012" PRIX64 ", not 0x%012" PRIX64,
			  "AB"[bank], word, v, g -> bank[bank][word]);
		sim_digest(b->s, &v, sizeof(v));
	}
}
