/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the fourteen conditions of ISCR, their masks and the interrupt lines (TR-596-99 A.5,
 * A.6).
 *
 * Expected values are those of the report; node_get() compares each with the
 * golden model too. IRQ pins have only an enable: the board cannot drive a line high.
 */
#include "quick.h"

/* bits of ISCR by the report's numbers */
enum bit { TC, TP, EXT, FNE, FPF, FAF, FF, FV, BV, WCV, PV, LV, LU, RTV, CONDITIONS };
#define FIFO_LEVELS (1u << FF | 1u << FAF | 1u << FPF | 1u << FNE)
#define LIVE (1u << RTV | FIFO_LEVELS)
#define PEND surf_mask(SURF_ISCR_PEND)
#define ALL_CONDITIONS ((1u << CONDITIONS) - 1)

enum { LEVEL = 12 }; /* quick_open() gives the board IRQ12 */

static const struct node_config small = {.trace = SIMM_4MB, .hist = SIMM_4MB};
static const struct node_config near_wrap = {
	.trace = SIMM_4MB, .hist = SIMM_4MB, .rxtime_init = QUICK_WRAP};
static const struct sni_timing legal;
static const struct sni_timing fast = {
	.start_to_start = 3, .end_to_start = 1, .break_rules = true};

/* ---- checks ---- */

static bool is_set(struct node *n, enum bit b)
{
	return node_get(n, SURF_ISCR) >> b & 1;
}

static void bit_is(struct node *n, enum bit b, bool want)
{
	const uint32_t v = node_get(n, SURF_ISCR);

	SIM_CHECK(n->s, (v >> b & 1) == want, "ISCR is 0x%08X, bit %d should be %d", v, b,
		  want);
}

/* Checks the line, PEND, and the sign bit of ISCR, which a driver tests. */
static void pending_is(struct node *n, bool want)
{
	int32_t v;

	sim_wait_cycles(n->clk25, 4);
	SIM_EQ(n->s, host_irqs(n->host), want ? 1u << LEVEL : 0, "interrupt lines");
	v = (int32_t)node_get(n, SURF_ISCR);
	SIM_EQ(n->s, (uint32_t)v & PEND, want ? PEND : 0, "ISCR.PEND");
	SIM_CHECK(n->s, (v < 0) == want, "ISCR as a signed integer is %d", v);
	SIM_EQ(n->s, host_irqs(n->host), want ? 1u << LEVEL : 0, "interrupt lines");
}

/* Tests each single mask bit against the bit of ISCR, and leaves IEMR 0. */
static void every_mask(struct node *n)
{
	const uint32_t now = node_get(n, SURF_ISCR) & ALL_CONDITIONS;

	for (unsigned int EACH(k, 0); k < CONDITIONS; k++) {
		node_put(n, SURF_IEMR, 1u << k);
		pending_is(n, now >> k & 1);
		SIM_EQ(n->s, node_get(n, SURF_ISCR) & ALL_CONDITIONS, now,
		       "ISCR under another mask");
	}
	node_put(n, SURF_IEMR, 0);
	pending_is(n, false);
}

static void one_line(void *arg)
{
	struct node *n = arg;

	SIM_CHECK(n->s, !(host_irqs(n->host) & ~(1u << LEVEL)), "lines 0x%04X are low",
		  host_irqs(n->host));
}

static struct node *start_board(struct sim *s, const struct node_config *cfg)
{
	struct node *n = quick_open(s, cfg);

	sim_on(n->clk25, SIM_RISE, one_line, n);
	return n;
}

/* ---- one condition ---- */

struct condition {
	enum bit bit;
	void (*miss)(struct node *n); /* makes an event just below the condition */
	void (*cause)(struct node *n);
	void (*clear)(struct node *n); /* clears the cause; NULL: there is no cause that
					* lasts */
};

static void clear_condition(struct node *n, const struct condition *c)
{
	if (c->clear)
		c->clear(n);
	if (LIVE >> c->bit & 1)
		return;
	node_put(n, SURF_ISCR, 1u << c->bit);
	bit_is(n, c->bit, false);
	sim_wait(n->s, SIM_US(2));
}

/* Checks a condition: it must not be set too early, it must interrupt with its mask bit 1 and
 * not with 0, and it must stay clear after it is cleared. */
static void check_condition(struct node *n, const struct condition *c)
{
	const uint32_t mask = 1u << c->bit;

	bit_is(n, c->bit, false);
	every_mask(n);
	node_put(n, SURF_IEMR, mask);
	pending_is(n, false);
	if (c->miss)
		c->miss(n);
	bit_is(n, c->bit, false);
	pending_is(n, false);

	c->cause(n);
	bit_is(n, c->bit, true);
	pending_is(n, true);
	node_put(n, SURF_IEMR, 0); /* the condition is masked while pending */
	bit_is(n, c->bit, true);
	pending_is(n, false);
	node_put(n, SURF_IEMR, ~mask & ALL_CONDITIONS);
	SIM_EQ(n->s, host_irqs(n->host) != 0,
	       (node_get(n, SURF_ISCR) & ~mask & ALL_CONDITIONS) != 0,
	       "line by the other conditions");
	node_put(n, SURF_IEMR, mask);
	pending_is(n, true);
	clear_condition(n, c);
	bit_is(n, c->bit, false);
	pending_is(n, false);

	node_put(n, SURF_IEMR, 0);
	c->cause(n);
	bit_is(n, c->bit, true);
	pending_is(n, false);
	every_mask(n);
	bit_is(n, c->bit, true);
	/* the mask bit is set when the condition is already set */
	node_put(n, SURF_IEMR, mask);
	pending_is(n, true);
	clear_condition(n, c);
	bit_is(n, c->bit, false);
	pending_is(n, false);
	node_put(n, SURF_IEMR, 0);
}

/* ---- causes ---- */

static void send_packet(struct node *n, unsigned int words, uint64_t tx)
{
	struct packet p;

	node_random_packet(n, &p, 1, 0);
	p.words = (uint16_t)words;
	p.tx = tx & SHRIMP_TICKS;
	node_send(n, &p);
}

/* Sends a packet whose latency is a few ticks: neither negative nor, with a window, too
 * large. */
static void send_now(struct node *n)
{
	send_packet(n, 1, node_ticks(n) - 5);
}

static void on_time(struct node *n) /* with the global clock stopped */
{
	send_packet(n, 1, node_ticks(n));
}

static void too_early(struct node *n)
{
	send_packet(n, 1, node_ticks(n) + 1);
}

static void largest(struct node *n)
{
	send_packet(n, 1, node_ticks(n) - ((1u << 18) - 1));
}

static void too_late(struct node *n)
{
	send_packet(n, 1, node_ticks(n) - (1u << 18));
}

static void send_spaced(struct node *n)
{
	const uint64_t dropped = n->dropped;

	node_put(n, SURF_HTCR, ALL | FRS);
	node_play_random(n, 6, 1, 0);
	SIM_EQ(n->s, n->dropped, dropped, "packets dropped");
}

static void send_crowded(struct node *n)
{
	const uint64_t dropped = n->dropped;

	node_put(n, SURF_HTCR, ALL | FRS);
	sni_set_timing(n->sni, &fast);
	node_play_random(n, 4, 1, 0);
	sni_set_timing(n->sni, &legal);
	SIM_CHECK(n->s, n->dropped > dropped, "no packet was dropped");
}

static void words_fit(struct node *n)
{
	node_put(n, SURF_HTCR, WEN | FRS);
	node_put(n, SURF_WCDR, 0xFFFFFFFA);
	send_packet(n, 5, node_ticks(n));
	SIM_EQ(n->s, node_get(n, SURF_WCDR), 0xFFFFFFFF, "WCDR");
}

static void words_wrap(struct node *n)
{
	node_put(n, SURF_HTCR, WEN | FRS);
	node_put(n, SURF_WCDR, 0xFFFFFFFE);
	send_packet(n, 5, node_ticks(n));
	SIM_EQ(n->s, node_get(n, SURF_WCDR), 3, "WCDR");
}

static void bin_to(struct node *n, uint32_t before, uint32_t after)
{
	simm_poke(n->hist, 0, before);
	surf_golden_hist_put(n->g, 0, before);
	send_now(n);
	SIM_EQ(n->s, simm_peek(n->hist, 0), after, "bin");
}

static void bin_fits(struct node *n)
{
	node_put(n, SURF_HTCR, HEN | FRS);
	bin_to(n, 0xFFFFFFFE, 0xFFFFFFFF);
}

static void bin_wraps(struct node *n)
{
	node_put(n, SURF_HTCR, HEN | FRS);
	bin_to(n, 0xFFFFFFFF, 0);
}

static void push_to(struct node *n, unsigned int *used, unsigned int slots)
{
	uint8_t v[4096];

	for (unsigned int i = 0; i < slots - *used; i++)
		v[i] = (uint8_t)(*used + i);
	quick_writes(n, SURF_HFDR, v, slots - *used);
	*used = slots;
}

static void push_one(struct node *n)
{
	node_put(n, SURF_HFDR, 0x1C3);
}

static void pop_one(struct node *n)
{
	node_get(n, SURF_HFDR);
}

static void push_six(struct node *n)
{
	for (unsigned int EACH(i, 0); i < 6; i++) {
		push_one(n);
		bit_is(n, FPF, false);
	}
}

static void pull_low(struct node *n)
{
	node_x_in(n, true);
	sim_wait_cycles(n->clk25, 6);
	node_x_in(n, false);
	sim_wait_cycles(n->clk25, 6);
}

static void no_trigger(struct node *n)
{
	node_put(n, SURF_HTCR, FRS | WEN); /* QUAL is 00, but the trace is off */
	send_now(n);
	bit_is(n, TP, false);
	node_put(n, SURF_HTCR, FRS | TRG); /* software sets TRG while TEN is 0 */
	bit_is(n, TP, false);
	node_put(n, SURF_HTCR, FRS | TEN);
	node_put(n, SURF_TTCR, 1); /* the external input is FALSE */
	send_now(n);
	SIM_EQ(n->s, node_get(n, SURF_HTCR) & TRG, 0, "HTCR.TRG");
}

static void send_trigger(struct node *n)
{
	node_put(n, SURF_TTCR, 0);
	node_put(n, SURF_HTCR, FRS | TEN);
	send_now(n);
	SIM_EQ(n->s, node_get(n, SURF_HTCR) & TRG, TRG, "HTCR.TRG");
}

static void trace_15(struct node *n)
{
	node_put(n, SURF_HTCR, FRS | TEN);
	node_play_random(n, 15, 1, 0);
	SIM_EQ(n->s, node_get(n, SURF_TECR), 15, "TECR");
}

static void trace_last(struct node *n)
{
	node_put(n, SURF_TECR, 15);
	send_now(n);
	SIM_EQ(n->s, node_get(n, SURF_TECR), 16, "TECR");
}

static void count_to_0(struct node *n)
{
	node_put(n, SURF_TECR, 0);
}

/* ---- the conditions, one by one ---- */

/* START 6, NUM 12 */
#define WINDOW (3u << 15 | 6u << 11)

static void irq_lu(struct sim *s)
{
	static const struct condition c = {LU, on_time, too_early, NULL};
	struct node *n = start_board(s, &near_wrap);

	quick_stop_clock(n);
	quick_acdr(n, WINDOW);
	check_condition(n, &c);
	node_compare(n);
}

static void irq_lv(struct sim *s)
{
	static const struct condition c = {LV, largest, too_late, NULL};
	struct node *n = start_board(s, &near_wrap);

	quick_stop_clock(n);
	quick_acdr(n, WINDOW);
	check_condition(n, &c);
	node_compare(n);
}

static void irq_pv(struct sim *s)
{
	static const struct condition c = {PV, send_spaced, send_crowded, NULL};
	struct node *n = start_board(s, &small);

	check_condition(n, &c);
	node_put(n, SURF_HTCR, FRS);
	node_compare(n);
}

static void irq_wcv(struct sim *s)
{
	static const struct condition c = {WCV, words_fit, words_wrap, NULL};
	struct node *n = start_board(s, &small);

	check_condition(n, &c);
	node_compare(n);
}

static void irq_bv(struct sim *s)
{
	static const struct condition c = {BV, bin_fits, bin_wraps, NULL};
	struct node *n = start_board(s, &small);

	check_condition(n, &c);
	node_compare(n);
}

static void irq_fpf(struct sim *s)
{
	static const struct condition c = {FPF, push_six, push_one, pop_one};
	struct node *n = start_board(s, &small);

	node_put(n, SURF_HTCR, 0);
	check_condition(n, &c);
	bit_is(n, FNE, true); /* 6 slots remain */
	node_compare(n);
}

static void irq_fne(struct sim *s)
{
	static const struct condition c = {FNE, NULL, push_one, pop_one};
	struct node *n = start_board(s, &small);

	node_put(n, SURF_HTCR, 0);
	check_condition(n, &c);
	node_compare(n);
}

static void irq_ext(struct sim *s)
{
	static const struct condition c = {EXT, NULL, pull_low, NULL};
	struct node *n = start_board(s, &small);

	check_condition(n, &c);
	/* a change from TRUE to FALSE is not an event */
	bit_is(n, EXT, false);
	node_x_in(n, true);
	sim_wait_cycles(n->clk25, 20);
	bit_is(n, EXT, false);
	/* the line is constant and the polarity changes: with EIP = 1 a high level is TRUE */
	node_put(n, SURF_TTCR, surf_mask(SURF_TTCR_EIP));
	bit_is(n, EXT, true);
	node_put(n, SURF_ISCR, 1u << EXT);
	bit_is(n, EXT, false);
	node_put(n, SURF_TTCR, 0); /* TRUE to FALSE */
	bit_is(n, EXT, false);
	node_put(n, SURF_TTCR, surf_mask(SURF_TTCR_EIP));
	bit_is(n, EXT, true);
	node_put(n, SURF_ISCR, 1u << EXT);
	node_x_in(n, false); /* low is FALSE now */
	sim_wait_cycles(n->clk25, 20);
	bit_is(n, EXT, false);
	node_x_in(n, true);
	sim_wait_cycles(n->clk25, 6);
	bit_is(n, EXT, true);
	node_compare(n);
}

/* A line that is low at power-on is an event, because the input counts as FALSE before. */
static void irq_ext_power_on(struct sim *s)
{
	struct node *n = start_board(s, &small);

	for (unsigned int EACH(round, 0); round < 2; round++) {
		node_x_in(n, false);
		quick_power_on(n);
		SIM_EQ(s, node_get(n, SURF_ISCR), 1u << EXT,
		       "ISCR, powered on with the input low");
		SIM_EQ(s, host_irqs(n->host), 0, "interrupt lines");
		node_put(n, SURF_ISCR, 1u << EXT);
		sim_wait(s, SIM_US(1));
		bit_is(n, EXT, false); /* it is still TRUE */
		node_x_in(n, true);
		sim_wait_cycles(n->clk25, 6);
		bit_is(n, EXT, false);
		pull_low(n);
		bit_is(n, EXT, true);
	}
	node_x_in(n, true);
	quick_power_on(n);
	SIM_EQ(s, node_get(n, SURF_ISCR), 0, "ISCR, powered on with the input released");
	node_compare(n);
}

static void irq_tp(struct sim *s)
{
	static const struct condition c = {TP, no_trigger, send_trigger, NULL};
	struct node *n = start_board(s, &small);

	check_condition(n, &c);
	/* and an event made by software */
	node_put(n, SURF_HTCR, FRS | TEN);
	bit_is(n, TP, false);
	node_put(n, SURF_HTCR, FRS | TEN | TRG);
	bit_is(n, TP, true);
	node_compare(n);
}

static void irq_tc(struct sim *s)
{
	static const struct condition c = {TC, trace_15, trace_last, count_to_0};
	struct node *n = start_board(s, &small);

	check_condition(n, &c);
	node_compare(n);
}

/* Checks that clearing TC needs two steps: its condition must end, and then 1 must be written;
 * either alone is not enough. */
static void two_steps(struct node *n, uint32_t mode, uint32_t undo, uint32_t value)
{
	node_put(n, SURF_TTCR, mode << 2);
	node_put(n, SURF_TICR, 0);
	node_put(n, SURF_TECR, 0);
	node_put(n, SURF_HTCR, FRS | TEN);
	bit_is(n, TC, false);
	if (mode == 2)
		send_now(n);
	else
		node_play_random(n, 16, 1, 0);
	bit_is(n, TC, true);
	node_put(n, SURF_ISCR, 1u << TC); /* the condition still holds */
	bit_is(n, TC, true);
	node_put(n, undo, value); /* sticky */
	bit_is(n, TC, true);
	node_put(n, SURF_ISCR, 0);
	bit_is(n, TC, true);
	node_put(n, SURF_ISCR, 1u << TC);
	bit_is(n, TC, false);
	sim_wait(n->s, SIM_US(1));
	bit_is(n, TC, false);
	node_put(n, SURF_HTCR, FRS);
}

static void irq_tc_two_steps(struct sim *s)
{
	struct node *n = start_board(s, &small);

	two_steps(n, 0, SURF_TECR, 0);
	two_steps(n, 1, SURF_TECR, 0);
	two_steps(n, 2, SURF_HTCR, FRS | TEN);
	node_compare(n);
}

/* ---- receive time ---- */

/* Lets the counter run up to 2^44 - 2; from then on a tick is 10 us. */
static void run_up(struct node *n)
{
	while (node_ticks(n) < SHRIMP_TICKS - 2)
		sim_wait_edge(n->gclk, SIM_RISE);
	quick_clock_period(n, SIM_US(10));
	SIM_EQ(n->s, node_ticks(n), SHRIMP_TICKS - 1, "receive time");
}

static void wait_tick(struct node *n)
{
	sim_wait_edge(n->gclk, SIM_RISE);
	sim_wait_cycles(n->clk25, 6); /* and the delay to ISCR */
}

static void irq_rtv(struct sim *s)
{
	struct node *n = start_board(s, &near_wrap);

	for (unsigned int EACH(mask, 1); mask < 2; mask--) {
		node_put(n, SURF_IEMR, mask << RTV);
		pending_is(n, false);
		run_up(n);
		bit_is(n, RTV, false);
		wait_tick(n);
		bit_is(n, RTV, false); /* 2^44 - 1 */
		pending_is(n, false);
		surf_golden_rtv(n->g, true);
		wait_tick(n);
		SIM_EQ(s, node_ticks(n), 0, "receive time");
		bit_is(n, RTV, true);
		pending_is(n, mask);
		node_put(n, SURF_IEMR, 0x1FFF);
		pending_is(n, false);
		node_put(n, SURF_IEMR, 1u << RTV);
		pending_is(n, true);
		if (!mask)
			every_mask(n);
		node_put(n, SURF_ISCR,
			 surf_mask(SURF_ISCR_RTV)); /* RTV cannot be cleared by a write */
		bit_is(n, RTV, true);
		node_put(n, SURF_ISCR, 0xFFFFFFFF);
		bit_is(n, RTV, true);
		wait_tick(n);
		bit_is(n, RTV, true);
		if (mask) {
			sim_clock_set_period(n->gclk, SHRIMP_TICK_PS);
			sim_wait_edge(n->gclk, SIM_FALL);
			quick_power_on(n);
			bit_is(n, RTV, false);
		}
	}
	/* Only S_GRST_L clears RTV. The global clock runs at full speed here, so that each of
	 * these actions lasts for many of its periods. */
	sim_clock_set_period(n->gclk, SHRIMP_TICK_PS);
	wait_tick(n);
	node_resdrv(n);
	node_enable(n, 0xD000, 3, 5);
	bit_is(n, RTV, true);
	node_slot_put(n, SURF_EBCR, 1, 0);
	sim_wait_cycles(n->gclk, 20);
	node_enable(n, 0xD000, 3, 5);
	bit_is(n, RTV, true);
	node_put(n, SURF_HTCR, FRS | PRS);
	sim_wait_cycles(n->gclk, 20);
	bit_is(n, RTV, true);
	node_put(n, SURF_HTCR, FRS);
	node_global_reset(n);
	bit_is(n, RTV, false);
	node_compare(n);
}

/* ---- an event in the clock of its clear ---- */

/*
 * The bit is set and unmasked. The time between an event and a write of 1 decreases in steps;
 * the line shows which came first:
 *
 *	event first		the line is released and stays released
 *	write first		the line is released for the clocks between the two
 *	both in one clock	the line stays low, and the bit stays 1
 *
 * The golden model does not get the write, so its bit stays 1.
 */
struct race {
	struct node *n;
	enum bit bit;
	void (*arm)(struct race *r); /* makes the event possible, with no change of ISCR */
	unsigned int packets;	     /* number of packets that make the event; 0: the external
				      * input makes it */
	struct packet p[3];
	struct quick_list list;
	bool apart; /* in the board the two never occur in the same clock */
	struct sim_pin *irq;
	unsigned int released;
};

static void arm_none(struct race *r)
{
	(void)r;
}

static void arm_early(struct race *r)
{
	r->p[0].tx = (node_ticks(r->n) + 10000) & SHRIMP_TICKS;
}

static void arm_late(struct race *r)
{
	r->p[0].tx = 0; /* the window is 0 bits wide */
}

static void arm_trigger(struct race *r)
{
	node_put(r->n, SURF_HTCR, FRS | TEN); /* TRG off */
}

static void arm_words(struct race *r)
{
	node_put(r->n, SURF_WCDR, 0xFFFFFFFF);
}

static void arm_bin(struct race *r)
{
	simm_poke(r->n->hist, 0, 0xFFFFFFFF);
	surf_golden_hist_put(r->n->g, 0, 0xFFFFFFFF);
}

static void arm_line(struct race *r)
{
	node_x_in(r->n, true);
	sim_wait_cycles(r->n->clk25, 6);
}

static void launch_event(void *arg)
{
	struct race *r = arg;

	if (!r->packets) {
		node_x_in(r->n, false);
		return;
	}
	r->list = (struct quick_list){.p = r->p, .count = r->packets};
	shrimp_start_packets(r->n->c, quick_next, &r->list);
}

static void finish_event(struct race *r)
{
	sim_wait(r->n->s, SIM_US(1));
	if (r->packets) {
		while (shrimp_packets_playing(r->n->c))
			sim_wait_cycles(r->n->clk25, 1);
		sni_set_source(r->n->sni, NULL, NULL);
	}
	node_drain(r->n);
}

static void count_released(void *arg)
{
	struct race *r = arg;

	r->released += !sim_get(r->irq);
}

static uint32_t board_iscr(struct race *r)
{
	uint32_t v;

	SIM_EQ(r->n->s,
	       (uint64_t)host_read(r->n->host, false, 0, r->n->rbase + SURF_ISCR, 15, &v), 0,
	       "ISCR answers");
	return v;
}

enum { EARLY = -1, SAME = 0 }; /* other values: clocks for which the line was released */

/* Makes the event @lead ns after the write. */
static int attempt_race(struct race *r, int lead)
{
	struct sim *s = r->n->s;
	const sim_time at = sim_now(s) + SIM_US(3);
	uint32_t v;

	r->released = 0;
	sim_at(s, (sim_time)((int64_t)at + lead * 1000), launch_event, r);
	sim_wait_until(s, at);
	SIM_EQ(s,
	       (uint64_t)host_write(r->n->host, false, 0, r->n->rbase + SURF_ISCR, 15,
				    1u << r->bit),
	       0, "ISCR answers");
	finish_event(r);
	v = board_iscr(r);
	SIM_EQ(s, v >> 31, v >> r->bit & 1, "PEND and the only unmasked bit");
	if (!(v >> r->bit & 1)) {
		SIM_CHECK(s, r->released, "the bit is 0, the line was never released");
		return EARLY;
	}
	return (int)r->released;
}

static void race(struct node *n, struct race *r)
{
	unsigned int early = 0, late = 0, same = 0, next = 0, tries;
	int lead = 0, step = 400;

	for (unsigned int i = 0; i < 3; i++)
		node_random_packet(n, &r->p[i], 1, 0);
	node_put(n, SURF_IEMR, 1u << r->bit);
	for (tries = 0; tries < 2000 && !(early && late && (r->apart ? next : same)); tries++) {
		EACH_OF(tries);
		const uint64_t dropped = n->dropped;
		int result;

		r->arm(r);
		if (!(board_iscr(r) >> r->bit & 1)) {
			launch_event(r);
			finish_event(r);
			r->arm(r);
		}
		SIM_EQ(n->s, board_iscr(r) >> r->bit & 1, 1, "the bit before the race");
		sim_clock_stretch(n->clk25, sim_range(n->s, 0, 39999)); /* another phase */
		result = attempt_race(r, lead + (int)sim_range(n->s, 0, 120) - 60);
		if (r->bit == PV && n->dropped != dropped + 1)
			continue; /* more than one event, or none */
		if (result == EARLY) {
			early++;
			lead += step + (int)sim_range(n->s, 0, 40);
		} else if (result == SAME) {
			same++;
		} else {
			late++;
			next += result == 1;
			lead -= 40 * result;
		}
		if (late && early)
			step = 20;
		SIM_CHECK(n->s, lead > -2500 && lead < 4000, "lead is %d ns", lead);
	}
	SIM_CHECK(n->s, early && late, "ISCR bit %d: event first %u times, clear first %u",
		  r->bit, early, late);
	SIM_CHECK(n->s, same || r->apart,
		  "ISCR bit %d was cleared by a write in the clock of its event", r->bit);
	SIM_CHECK(n->s, next || !r->apart,
		  "ISCR bit %d was cleared by a write in the clock before its event", r->bit);
	sim_note(n->s, "ISCR bit %d: %u tries", r->bit, tries);
	node_put(n, SURF_IEMR, 0);
	node_put(n, SURF_ISCR, 1u << r->bit);
	bit_is(n, r->bit, false);
}

static struct race *new_race(struct node *n)
{
	struct race *r = calloc(1, sizeof(*r));

	SIM_CHECK(n->s, r, "out of memory");
	sim_cleanup(n->s, free, r);
	r->n = n;
	r->irq = host_irq_pin(n->host);
	r->arm = arm_none;
	sim_on(n->clk25, SIM_BEFORE_RISE, count_released, r);
	return r;
}

static void run_race(struct sim *s, enum bit bit, unsigned int packets,
		     void (*arm)(struct race *), uint32_t htcr)
{
	struct node *n = start_board(s, &small);
	struct race *r = new_race(n);

	r->bit = bit;
	r->packets = packets;
	r->arm = arm;
	node_put(n, SURF_HTCR, htcr | FRS);
	if (bit == PV)
		sni_set_timing(n->sni, &fast);
	race(n, r);
	node_compare(n);
}

static void irq_race_lu(struct sim *s)
{
	run_race(s, LU, 1, arm_early, 0);
}

static void irq_race_lv(struct sim *s)
{
	run_race(s, LV, 1, arm_late, 0);
}

static void irq_race_pv(struct sim *s)
{
	run_race(s, PV, 3, arm_none, ALL);
}

static void irq_race_wcv(struct sim *s)
{
	run_race(s, WCV, 1, arm_words, WEN);
}

static void irq_race_bv(struct sim *s)
{
	run_race(s, BV, 1, arm_bin, HEN);
}

static void irq_race_ext(struct sim *s)
{
	run_race(s, EXT, 0, arm_line, 0);
}

static void irq_race_tp(struct sim *s)
{
	run_race(s, TP, 1, arm_trigger, TEN);
}

/* ---- a full FIFO ---- */

static void push_334(struct node *n)
{
	unsigned int used = 3755;

	push_to(n, &used, 4089);
	bit_is(n, FAF, false);
}

/* Checks that an index fits into the last 3 free slots; then 2 slots are freed. */
static void index_fits(struct node *n)
{
	unsigned int used = 4089;

	push_to(n, &used, 4093);
	bin_to(n, 0xFFFFFFFF, 0);
	SIM_EQ(n->s, node_get(n, SURF_ISCR) & (1u << FF | 1u << FV), 1u << FF, "FF and FV");
	pop_one(n);
	pop_one(n);
	bit_is(n, BV, true);
}

static void index_lost(struct node *n)
{
	bin_to(n, 0xFFFFFFFF, 0);
}

static void push_4095(struct node *n)
{
	push_one(n); /* 4094 slots were used before */
	bit_is(n, FF, false);
}

/* Runs all tests that need a nearly full FIFO; fills it once for all of them. */
static void irq_fifo_full(struct sim *s)
{
	static const struct condition faf = {FAF, push_334, push_one, pop_one};
	static const struct condition fv = {FV, index_fits, index_lost, NULL};
	static const struct condition ff = {FF, push_4095, push_one, pop_one};
	static const uint8_t offsets[4] = {0x34, 0x02, 0x56, 0x01}, defaults[4] = {7, 0, 7, 0};
	struct node *n = start_board(s, &small);
	struct race *r = new_race(n);
	unsigned int used = 0;

	node_put(n, SURF_HTCR, HEN);
	quick_writes(n, SURF_HFCR, offsets, 4);
	push_to(n, &used, 0x233);
	bit_is(n, FPF, false);
	push_to(n, &used, 0x234); /* EMPTY slots are occupied */
	bit_is(n, FPF, true);
	push_to(n, &used, 4096 - 0x156);
	bit_is(n, FAF, false);
	push_to(n, &used, 4096 - 0x155); /* fewer than FULL are free */
	bit_is(n, FAF, true);
	for (unsigned int EACH(i, 0); i < 4; i++)
		SIM_EQ(s, node_get(n, SURF_HFCR), offsets[i], "HFCR");
	quick_writes(n, SURF_HFCR, defaults, 4);
	bit_is(n, FAF, false);

	check_condition(n, &faf); /* 4089 slots are left */
	check_condition(n, &fv);  /* 4094 */
	/* register accesses wait while an index is pushed, so a write never comes in the clock
	 * of its FV */
	*r = (struct race){
		.n = n, .bit = FV, .arm = arm_bin, .packets = 1, .apart = true, .irq = r->irq};
	race(n, r);
	check_condition(n, &ff); /* 4095 */
	push_one(n);
	bit_is(n, FF, true);
	node_put(n, SURF_ISCR, 0xFFFFFFFF);
	push_one(n); /* one slot too many, written over the bus */
	SIM_EQ(s, node_get(n, SURF_ISCR) & (1u << FV | FIFO_LEVELS), FIFO_LEVELS,
	       "FV, FF, FAF, FPF, FNE");
	node_put(n, SURF_HTCR, FRS);
	SIM_EQ(s, node_get(n, SURF_ISCR) & FIFO_LEVELS, 0, "FF, FAF, FPF, FNE after FRS");
	node_compare(n);
}

/* ---- lines ---- */

static void set_level(struct node *n, unsigned int level)
{
	const uint32_t v = (3u << 11 | level << 8);

	node_slot_put(n, SURF_EBCR, 2, v);
	sim_wait_cycles(n->clk25, 10);
}

static void irq_levels(struct sim *s)
{
	static const unsigned int irq[] = {0, 0, 5, 9, 10, 12, 14, 15};
	static const char *const pin[] = {"irq5_oe",  "irq9_oe",  "irq10_oe",
					  "irq12_oe", "irq14_oe", "irq15_oe"};
	struct node *n = quick_open(s, &small);

	quick_acdr(n, WINDOW);
	send_trigger(n);
	node_put(n, SURF_HTCR, FRS);
	for (unsigned int EACH(round, 0); round < 2; round++)
		for (unsigned int EACH(level, 0); level < 8; level++) {
			const uint32_t line = level < 2 ? 0 : 1u << irq[level];

			set_level(n, level);
			node_put(n, SURF_IEMR, 0);
			SIM_EQ(s, host_irqs(n->host), 0, "interrupt lines, masked");
			SIM_EQ(s, node_get(n, SURF_ISCR), 2, "ISCR");
			node_put(n, SURF_IEMR, 2);
			SIM_EQ(s, host_irqs(n->host), line, "interrupt lines");
			for (unsigned int i = 0; i < 6; i++)
				SIM_EQ(s, sim_get(sim_pin(s, pin[i])), i + 2 == level, pin[i]);
			SIM_EQ(s, node_get(n, SURF_ISCR), level < 2 ? 2 : PEND | 2, "ISCR");
			set_level(n, 7 - level); /* while pending */
			SIM_EQ(s, host_irqs(n->host), 7 - level < 2 ? 0 : 1u << irq[7 - level],
			       "interrupt lines");
			SIM_EQ(s, node_get(n, SURF_ISCR), 7 - level < 2 ? 2 : PEND | 2, "ISCR");
		}
	node_compare(n);
}

struct lines {
	struct node *n;
	unsigned int was, changes;
};

static void watch_lines(void *arg)
{
	struct lines *l = arg;
	const unsigned int v = host_irqs(l->n->host);

	l->changes += v != l->was;
	l->was = v;
}

/* Checks that the line is a level, not a pulse: it is low from the condition on until the
 * condition is cleared. */
static void irq_level_sensitive(struct sim *s)
{
	struct node *n = start_board(s, &small);
	struct lines l = {.n = n};

	sim_on(n->clk25, SIM_RISE, watch_lines, &l);
	node_put(n, SURF_IEMR, 1u << TP);
	for (unsigned int EACH(i, 1); i <= 3; i++) {
		send_trigger(n);
		pending_is(n, true);
		SIM_EQ(s, l.changes, 2 * i - 1, "changes of the line");
		for (unsigned int k = 0; k < 10; k++) { /* reading does not acknowledge */
			node_get(n, SURF_ISCR);
			sim_wait(s, SIM_US(1));
		}
		SIM_EQ(s, l.changes, 2 * i - 1, "changes of the line");
		node_put(n, SURF_HTCR, FRS); /* clearing TRG does not change TP */
		pending_is(n, true);
		node_put(n, SURF_ISCR, 1u << TP);
		pending_is(n, false);
		SIM_EQ(s, l.changes, 2 * i, "changes of the line");
	}
	node_compare(n);
}

static void irq_two_conditions(struct sim *s)
{
	struct node *n = start_board(s, &small);
	struct lines l = {.n = n};

	for (unsigned int EACH(round, 0); round < 4; round++) {
		const enum bit first = round & 1 ? TP : BV, second = round & 1 ? BV : TP;

		bin_wraps(n);
		send_trigger(n);
		node_put(n, SURF_HTCR, FRS);
		node_put(n, SURF_IEMR, 1u << TP | 1u << BV);
		pending_is(n, true);
		l.changes = 0;
		l.was = host_irqs(n->host);
		if (!round)
			sim_on(n->clk25, SIM_RISE, watch_lines, &l);
		if (round & 2)
			node_put(n, SURF_IEMR, 1u << second);
		else
			node_put(n, SURF_ISCR, 1u << first);
		bit_is(n, second, true);
		pending_is(n, true);
		SIM_EQ(s, l.changes, 0, "changes of the line");
		if (round & 2)
			node_put(n, SURF_IEMR, 0);
		else
			node_put(n, SURF_ISCR, 1u << second);
		pending_is(n, false);
		SIM_EQ(s, l.changes, 1, "changes of the line");
		node_put(n, SURF_ISCR, 1u << TP | 1u << BV);
		node_put(n, SURF_IEMR, 0);
	}
	node_compare(n);
}

static void irq_disabled(struct sim *s)
{
	struct node *n = start_board(s, &small);
	struct lines l = {.n = n};
	uint32_t v = 0;

	send_trigger(n);
	node_put(n, SURF_HTCR, FRS);
	node_put(n, SURF_IEMR, ALL_CONDITIONS);
	pending_is(n, true);
	node_slot_put(n, SURF_EBCR, 1, 0);
	sim_wait_cycles(n->clk25, 10);
	SIM_EQ(s, host_irqs(n->host), 0, "interrupt lines");
	sim_on(n->clk25, SIM_RISE, watch_lines, &l);
	node_x_in(n, false); /* a new event changes nothing */
	sim_wait(s, SIM_US(5));
	SIM_EQ(s, l.changes, 0, "changes of the lines");
	node_enable(n, 0xD000, 3, 5); /* IEMR has been cleared */
	SIM_EQ(s, node_get(n, SURF_IEMR), 0, "IEMR");
	v = node_get(n, SURF_ISCR);
	SIM_EQ(s, v & (PEND | 1u << TP), 1u << TP, "ISCR");
	pending_is(n, false);
	SIM_EQ(s, l.changes, 0, "changes of the lines");
	node_compare(n);
}

/* ---- the FIFO ---- */

static void irq_hfdr(struct sim *s)
{
	struct node *n = start_board(s, &small);

	node_put(n, SURF_HTCR, 0);
	node_put(n, SURF_IEMR, 1u << FNE);
	for (unsigned int EACH(i, 0); i < 3; i++) {
		pending_is(n, false);
		push_one(n);
		pending_is(n, true);
		push_one(n);
		pending_is(n, true);
		pop_one(n);
		pending_is(n, true);
		pop_one(n);
	}
	pending_is(n, false);
	node_compare(n);
}

static void irq_tenth_overflow(struct sim *s)
{
	struct node *n = start_board(s, &small);

	node_put(n, SURF_HTCR, HEN);
	node_put(n, SURF_HFCR, 30);
	node_put(n, SURF_HFCR, 0);
	node_get(n, SURF_HFCR);
	node_get(n, SURF_HFCR);
	node_put(n, SURF_IEMR, 1u << FPF);
	for (unsigned int EACH(i, 1); i <= 11; i++) {
		bin_to(n, 0xFFFFFFFF, 0);
		bit_is(n, BV, true); /* masked */
		pending_is(n, i >= 10);
	}
	for (unsigned int EACH(i, 0); i < 33; i++) {
		SIM_EQ(s, node_get(n, SURF_HFDR), i % 3 ? 0 : 0x100, "slot");
		pending_is(n, 32 - i >= 30);
	}
	node_compare(n);
}

/* ---- LU, LV and PV whatever the modes are ---- */

static void irq_modes_off(struct sim *s)
{
	struct node *n = start_board(s, &near_wrap);

	quick_stop_clock(n);
	quick_acdr(n, WINDOW);
	SIM_EQ(s, node_get(n, SURF_HTCR) & ALL, 0, "modes");
	on_time(n);
	SIM_EQ(s, node_get(n, SURF_ISCR), 0, "ISCR");
	too_early(n);
	SIM_EQ(s, node_get(n, SURF_ISCR), 1u << LU, "ISCR");
	too_late(n);
	SIM_EQ(s, node_get(n, SURF_ISCR), 1u << LU | 1u << LV, "ISCR");
	sni_set_timing(n->sni, &fast);
	node_play_random(n, 40, 1, 0);
	sni_set_timing(n->sni, &legal);
	SIM_CHECK(s, n->dropped, "no packet was dropped");
	SIM_EQ(s, node_get(n, SURF_ISCR), 1u << LU | 1u << LV | 1u << PV, "ISCR");
	SIM_EQ(s, node_get(n, SURF_WCDR), 0, "WCDR");
	SIM_EQ(s, node_get(n, SURF_TECR), 0, "TECR");
	node_put(n, SURF_ISCR, 1u << LU | 1u << LV | 1u << PV);
	SIM_CHECK(s, !is_set(n, LU) && !is_set(n, LV) && !is_set(n, PV),
		  "bits after the clear");
	node_compare(n);
}

const struct sim_test sim_tests[] = {
	{"irq_levels", irq_levels,
	 "SB-IRQ-001 SB-IRQ-002 SB-IRQ-003 SB-IRQ-004 SB-IRQ-005 SB-IRQ-006 SB-IRQ-007 "
	 "SB-IRQ-008 SB-IRQ-010",
	 NULL},
	{"irq_level_sensitive", irq_level_sensitive, "SB-IRQ-009", NODE_BUSES},
	{"irq_two_conditions", irq_two_conditions, "SB-IRQ-013 SB-IRQ-014", NODE_BUSES},
	{"irq_disabled", irq_disabled, "SB-REG-018 SB-REG-020 SB-IRQ-010", NODE_BUSES},
	{"irq_rtv", irq_rtv,
	 "SB-IRQ-010 SB-IRQ-011 SB-IRQ-012 SB-IRQ-014 SB-IRQ-015 SB-IRQ-017 SB-IRQ-018 "
	 "SB-IRQ-045",
	 "surfboard_wrap"},
	{"irq_lu", irq_lu, "SB-IRQ-010 SB-IRQ-011 SB-IRQ-012 SB-IRQ-019 SB-IRQ-020 SB-IRQ-046",
	 "surfboard_wrap"},
	{"irq_lv", irq_lv, "SB-IRQ-010 SB-IRQ-011 SB-IRQ-012 SB-IRQ-021 SB-IRQ-022 SB-IRQ-047",
	 "surfboard_wrap"},
	{"irq_pv", irq_pv, "SB-IRQ-010 SB-IRQ-011 SB-IRQ-012 SB-IRQ-023 SB-IRQ-024 SB-IRQ-048",
	 NODE_BUSES},
	{"irq_wcv", irq_wcv,
	 "SB-IRQ-010 SB-IRQ-011 SB-IRQ-012 SB-IRQ-025 SB-IRQ-026 SB-IRQ-049", NODE_BUSES},
	{"irq_bv", irq_bv, "SB-IRQ-010 SB-IRQ-011 SB-IRQ-012 SB-IRQ-027 SB-IRQ-028 SB-IRQ-050",
	 NODE_BUSES},
	{"irq_fifo_full", irq_fifo_full,
	 "SB-REG-093 SB-IRQ-010 SB-IRQ-011 SB-IRQ-012 SB-IRQ-016 SB-IRQ-029 SB-IRQ-030 "
	 "SB-IRQ-031 SB-IRQ-032 SB-IRQ-033 SB-IRQ-034 SB-IRQ-051 SB-IRQ-054 SB-IRQ-055 "
	 "SB-IRQ-058 SB-IRQ-064",
	 NULL},
	{"irq_fpf", irq_fpf,
	 "SB-IRQ-010 SB-IRQ-011 SB-IRQ-012 SB-IRQ-035 SB-IRQ-036 SB-IRQ-056", NODE_BUSES},
	{"irq_fne", irq_fne,
	 "SB-IRQ-010 SB-IRQ-011 SB-IRQ-012 SB-IRQ-037 SB-IRQ-038 SB-IRQ-057", NODE_BUSES},
	{"irq_ext", irq_ext,
	 "SB-IRQ-010 SB-IRQ-011 SB-IRQ-012 SB-IRQ-039 SB-IRQ-040 SB-IRQ-052 SB-IRQ-067 "
	 "SB-IRQ-068",
	 NODE_BUSES},
	{"irq_ext_power_on", irq_ext_power_on, "SB-REG-069 SB-IRQ-039 SB-IRQ-052", NODE_BUSES},
	{"irq_tp", irq_tp,
	 "SB-IRQ-010 SB-IRQ-011 SB-IRQ-012 SB-IRQ-015 SB-IRQ-041 SB-IRQ-042 SB-IRQ-053",
	 NODE_BUSES},
	{"irq_tc", irq_tc,
	 "SB-IRQ-010 SB-IRQ-011 SB-IRQ-012 SB-IRQ-014 SB-IRQ-043 SB-IRQ-044 SB-IRQ-060",
	 NODE_BUSES},
	{"irq_tc_two_steps", irq_tc_two_steps, "SB-IRQ-059 SB-IRQ-060 SB-IRQ-061 SB-IRQ-062",
	 NODE_BUSES},
	{"irq_race_lu", irq_race_lu, "SB-IRQ-016", NODE_BUSES},
	{"irq_race_lv", irq_race_lv, "SB-IRQ-016", NODE_BUSES},
	{"irq_race_pv", irq_race_pv, "SB-IRQ-016", NODE_BUSES},
	{"irq_race_wcv", irq_race_wcv, "SB-IRQ-016", NODE_BUSES},
	{"irq_race_bv", irq_race_bv, "SB-IRQ-016", NODE_BUSES},
	{"irq_race_ext", irq_race_ext, "SB-IRQ-016", NODE_BUSES},
	{"irq_race_tp", irq_race_tp, "SB-IRQ-016", NODE_BUSES},
	{"irq_hfdr", irq_hfdr, "SB-IRQ-065", NODE_BUSES},
	{"irq_tenth_overflow", irq_tenth_overflow, "SB-IRQ-066", NODE_BUSES},
	{"irq_modes_off", irq_modes_off, "SB-IRQ-063", "surfboard_wrap"},
	{0},
};
