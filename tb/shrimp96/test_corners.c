/* SPDX-License-Identifier: Apache-2.0 */
/* Tests rare states of the board: resets during operation, all addresses, the ends of the
 * memory of 2^24 words, and changing wires. */
#include "s96_node.h"
#include "reset_pins.h"
#include "spm_config.h"

#define BIG (1u << 24)

static struct s96_node *start_big(struct sim *s, uint16_t jumper)
{
	return s96_start(s, &(struct s96_config){.words_log2 = 24,
						 .rxtime_init = 0xFFFFFFFFC00,
						 .jumper = jumper});
}

static void set_mux(struct s96_node *n, const char *setting)
{
	unsigned int set = 0;
	uint16_t mux;

	SIM_EQ(n->s, spm_set_parse(setting, &set), 0, setting);
	SIM_EQ(n->s, spm_set_to_mux(set, &mux), 0, setting);
	s96_put(n, SHRIMP96_MUX, mux);
	s96_settle(n);
}

/* ---- resets ---- */

/* Performs a second power-on with any contents of the registers. */
static void corner_power_on(struct sim *s)
{
	struct s96_node *n = s96_start(s, &(struct s96_config){.drift = true});
	static const struct {
		uint32_t offset, reset;
	} reg[] = {
#define REG(name, space, offset, reset, text) {offset, reset},
#define FIELD(reg, name, msb, lsb, access, text)
#include "../../rtl/shrimp96/shrimp96_regs.def"
#undef REG
#undef FIELD
	};

	/* signals that are not connected have random values */
	sni_set_timing(n->sni, &(struct sni_timing){
				       .start_to_start = 18, .end_to_start = 4, .noise = true});
	for (int EACH(round, 0); round < 3; round++) {
		for (size_t i = 0; i < sizeof(reg) / sizeof(*reg); i++)
			if (reg[i].offset < SHRIMP96_EPIR && reg[i].offset != SHRIMP96_CMD &&
			    reg[i].offset != SHRIMP96_LAST)
				s96_put(n, reg[i].offset,
					round == 1 ? UINT32_MAX : (uint32_t)sim_random(s));
		s96_put(n, SHRIMP96_MODE, round == 2 ? TRACE | AUTO : AUTO);
		s96_put(n, SHRIMP96_TCNT, 0xFFFFE);
		s96_put_wide(n, SHRIMP96_THRL, 0);
		s96_put(n, SHRIMP96_CMD, START);
		s96_settle(n);
		s96_play_random(n, 40, 4, 1000);
		s96_get(n, SHRIMP96_QADR);
		s96_compare(n);
		s96_power_on(n);
		s96_enable(n, (uint16_t)(0xD000 + round), 2 + (unsigned int)round);
		for (size_t EACH(i, 0); i < sizeof(reg) / sizeof(*reg); i++)
			if (reg[i].offset < SHRIMP96_EPIR && reg[i].offset != SHRIMP96_STAT)
				SIM_EQ(s, s96_get(n, reg[i].offset), reg[i].reset,
				       "register after power-on");
		SIM_EQ(s,
		       s96_get(n, SHRIMP96_STAT) &
			       ~(SHRIMP96_STAT_BIG_MASK | SHRIMP96_STAT_UPD_MASK |
				 SHRIMP96_STAT_LPD_MASK),
		       0, "status after power-on");
		s96_compare(n);
	}
}

/* Powers on while packets are in each part of the board, a fill or another access is under way
 * and the queue is full: nothing of it may survive. */
static void corner_power_on_busy(struct sim *s)
{
	struct s96_node *n = s96_start(s, &(struct s96_config){.drift = true});

	for (unsigned int EACH(round, 0); round < 24; round++) {
		s96_put_wide(n, SHRIMP96_THRL, 0);
		s96_put(n, SHRIMP96_MODE, round % 3 == 2 ? TRACE : 0);
		s96_put(n, SHRIMP96_TCNT, round % 6 == 2 ? SPM_WORDS : 0x1234);
		s96_put(n, SHRIMP96_ADDR, 0x2000);
		s96_put(n, SHRIMP96_CMD, START);
		s96_spacing(n, 5);
		shrimp_start_random_packets(n->c, 20, 1, 100);
		while (shrimp_packets_playing(n->c))
			sim_wait_cycles(n->clk25, 1);
		if (round & 1)
			s96_put(n, SHRIMP96_LAST, 0x3000);
		else
			s96_read(n, SHRIMP96_QADR);
		sim_wait_cycles(n->clk25, (unsigned int)sim_range(s, 0, 14));
		s96_power_on(n);
		sim_wait_cycles(n->clk25, 40);
		s96_enable(n, 0xD000, 5);
		s96_put(n, SHRIMP96_CMD, START);
		s96_settle(n);
		s96_spacing(n, 10);
		s96_play_random(n, 2, 4, 100);
		SIM_EQ(s, s96_get(n, SHRIMP96_QADR), 0, "the queue is empty");
		s96_compare(n);
		SIM_EQ(s, n->committed, 2, "packets after power-on");
	}
}

/* Performs the global reset: receive times must start from 0 again, also after a wrap. */
static void global_reset(struct s96_node *n)
{
	set_mux(n, "latency");
	s96_put(n, SHRIMP96_CMD, START);
	s96_settle(n);
	for (int EACH(i, 0); i < 3; i++) {
		s96_play_random(n, 20, 2, 300);
		shrimp_global_reset(n->c);
		sim_wait_cycles(n->gclk, 40);
		SIM_CHECK(n->s, s96_ticks(n) < 45, "the receive time starts from 0");
	}
	s96_play_random(n, 20, 2, 300);
	s96_compare(n);
}

static void corner_global_reset(struct sim *s)
{
	global_reset(s96_start(s, &(struct s96_config){.drift = true}));
}

static void corner_global_reset_late(struct sim *s)
{
	global_reset(s96_start(
		s, &(struct s96_config){.drift = true, .rxtime_init = 0xFFFFF000000}));
}

/* The receive time wraps 102.4 us after power-on. */
static void corner_global_reset_wrapped(struct sim *s)
{
	struct s96_node *n = start_big(s, 0);

	sim_wait(s, SIM_US(150));
	SIM_CHECK(s, s96_ticks(n) < 1000, "the receive time has wrapped");
	global_reset(n);
}

/* ---- addresses ---- */

/* Tests every bit of RBASE as 0 and as 1; at other addresses no board may answer. */
static void corner_base(struct sim *s)
{
	struct s96_node *n = s96_start(s, &(struct s96_config){0});
	uint32_t v;

	for (unsigned int EACH(bit, 0); bit < 32; bit++) {
		const uint16_t one = (uint16_t)(1u << bit % 16);
		const uint16_t base = bit < 16 ? one : (uint16_t)~one;
		const uint32_t other = (uint32_t)(base ^ one) << 16;

		s96_enable(n, base, bit % 8);
		s96_put(n, SHRIMP96_CAT, bit % 16);
		SIM_EQ(s, s96_get(n, SHRIMP96_CAT), bit % 16, "the register at its base");
		SIM_CHECK(s, eisa_read(n->eisa, false, 0, other + SHRIMP96_CAT, 15, &v) != 0,
			  "the board answers at 0x%08X", other);
		SIM_CHECK(s, eisa_read(n->eisa, true, 1, 0x1000 | 0xC88, 15, &v) != 0,
			  "the board answers at a port of another board");
	}
	/* an I/O address has no bits 31..16, with which a base of 0 could be confused */
	s96_enable(n, 0, 5);
	s96_put(n, SHRIMP96_CAT, 9);
	for (uint32_t port = 0; port < 0x80; port += 4) {
		SIM_CHECK(s,
			  eisa_read(n->eisa, true, n->slot, n->slot << 12 | port, 15, &v) != 0,
			  "the board answers at its port 0x%02X", port);
		SIM_CHECK(s, eisa_read(n->eisa, true, 0, port, 15, &v) != 0,
			  "the board answers at port 0x%02X", port);
	}
	/* the registers repeat every 128 bytes: each bit of the address within the 64 KB */
	s96_enable(n, 0xD000, 5);
	for (unsigned int EACH(bit, 7); bit < 16; bit++) {
		s96_put(n, SHRIMP96_CAT, bit);
		SIM_EQ(s, s96_get(n, (1u << bit) + SHRIMP96_CAT), bit, "the register again");
	}
	s96_compare(n);
}

/* Checks that a write of LAST without lane 0 changes LAST and does not start a fill. */
static void corner_last(struct sim *s)
{
	struct s96_node *n = start_big(s, 0);

	s96_word_put(n, 0x123456, 0xAB00000001);
	s96_put(n, SHRIMP96_ADDR, BIG - 1);
	for (unsigned int EACH(bit, 0); bit < 23; bit++) {
		s96_put(n, SHRIMP96_LAST, 1u << bit);
		SIM_EQ(s, s96_get(n, SHRIMP96_LAST), 1u << bit, "LAST");
	}
	s96_put(n, SHRIMP96_LAST, 0);
	s96_put(n, SHRIMP96_ADDR, 5);
	s96_put_be(n, SHRIMP96_LAST, 6, 0xFFFF00);
	SIM_EQ(s, s96_get(n, SHRIMP96_LAST), 0xFFFF00, "LAST");
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & FILL, 0, "no fill");
	SIM_EQ(s, s96_get(n, SHRIMP96_ADDR), 5, "ADDR");
	s96_put_be(n, SHRIMP96_LAST, 4, 0);
	SIM_EQ(s, s96_get(n, SHRIMP96_LAST), 0x00FF00, "LAST");
	s96_compare(n);
}

/* Writes every register that holds a value with every set of byte lanes: the other lanes must
 * keep their values. */
static void corner_lanes(struct sim *s)
{
	static const uint32_t reg[] = {
		SHRIMP96_CAT,  SHRIMP96_MUX,  SHRIMP96_SHIFT, SHRIMP96_MINL, SHRIMP96_MINH,
		SHRIMP96_MAXL, SHRIMP96_MAXH, SHRIMP96_THRL,  SHRIMP96_THRH, SHRIMP96_TCNT,
		SHRIMP96_ADDR, SHRIMP96_DATL, SHRIMP96_ARRV,  SHRIMP96_LOST};
	struct s96_node *n = s96_start(s, &(struct s96_config){0});

	for (unsigned int round = 0; round < 8; round++)
		for (size_t i = 0; i < sizeof(reg) / sizeof(*reg); i++)
			for (unsigned int be = 1; be < 16; be++) {
				/* the lanes of a bus cycle are contiguous */
				if (be == 5 || be == 9 || be == 10 || be == 11 || be == 13)
					continue;
				s96_put_be(n, reg[i], be, (uint32_t)sim_random(s));
				if (reg[i] != SHRIMP96_DATL)
					s96_get(n, reg[i]);
			}
	s96_compare(n);
}

/* Sends short and long packets with pauses inside: size, sender, tag and time must be the
 * packet's. */
static void corner_pauses(struct sim *s)
{
	struct s96_node *n = s96_start(s, &(struct s96_config){.drift = true});

	sni_set_timing(n->sni, &(struct sni_timing){.start_to_start = 18,
						    .end_to_start = 4,
						    .idle_max = 9,
						    .gap_percent = 40,
						    .gap_max = 5,
						    .noise = true});
	s96_put(n, SHRIMP96_CMD, START);
	for (unsigned int EACH(i, 0); i < SPM_CONFIGS; i += 17) {
		uint16_t mux;

		SIM_EQ(s, spm_set_to_mux(spm_set_number(i), &mux), 0, "setting");
		s96_put(n, SHRIMP96_MUX, mux);
		s96_settle(n);
		s96_play_random(n, 6, 600, 3000);
	}
	s96_compare(n);
}

/* The longest time between two refreshes of the memory. */
struct refreshes {
	const uint8_t *ras_n, *cas_n;
	bool on;
	uint64_t clock, last, longest; /* counts of clk25 */
};

static void watch_refresh(void *arg)
{
	struct refreshes *r = arg;
	const bool on = *r->ras_n && *r->cas_n != 0xF; /* CAS# before RAS# */

	r->clock++;
	if (on && !r->on) {
		if (r->clock - r->last > r->longest)
			r->longest = r->clock - r->last;
		r->last = r->clock;
	}
	r->on = on;
}

/* Checks that both modules are refreshed together and at the right rate: during a fill with
 * continuous packets, to which a refresh gives way until it is overdue, and on an idle
 * board. */
static void corner_refresh(struct sim *s)
{
	struct s96_node *n = s96_start(s, &(struct s96_config){.drift = true});
	const sim_time since = sim_now(s), due = 380 * sim_clock_period(n->clk25);
	struct refreshes r = {.ras_n = sim_low(sim_pin(s, "l_ras_n")),
			      .cas_n = sim_low(sim_pin(s, "l_cas_n"))};
	struct simm_stats lo, hi, before;
	uint64_t intervals;

	simm_stats(n->lo, &before);
	sim_on(n->clk25, SIM_RISE, watch_refresh, &r);
	s96_put(n, SHRIMP96_CMD, START);
	s96_spacing(n, 7);
	for (int i = 0; i < 3; i++) {
		s96_word_put(n, 0xC0000, 7);
		s96_put(n, SHRIMP96_LAST, 0xC0200);
		s96_settle(n);
		s96_play_random(n, 200, 1, 300);
		s96_wait_fill(n);
		sim_note(s, "at most %llu clocks from one refresh to the next",
			 (unsigned long long)r.longest);
		/* a refresh is due every 380 clocks, is overdue 190 clocks later, and begins at
		 * most 225 clocks after it is due (simm_dram) */
		SIM_CHECK(s, r.longest > 380 + 100 && r.longest <= 380 + 225,
			  "at most %llu clocks from one refresh to the next",
			  (unsigned long long)r.longest);
		sim_wait(s, SIM_US(60));
		r.longest = 0;
	}
	simm_stats(n->lo, &lo);
	simm_stats(n->hi, &hi);
	SIM_EQ(s, hi.refreshes, lo.refreshes, "refreshes of the two modules");
	intervals = (sim_now(s) - since) / due;
	lo.refreshes -= before.refreshes;
	SIM_CHECK(s, lo.refreshes >= intervals - 1 && lo.refreshes <= intervals + 2,
		  "%llu refreshes in %llu intervals", (unsigned long long)lo.refreshes,
		  (unsigned long long)intervals);
	s96_compare(n);
}

/* Checks that between two packets the pin obs_rxtime keeps the receive time of the last one. */
static void check_rxtime(struct s96_node *n, unsigned int clocks)
{
	struct sim_pin *rxtime = sim_pin(n->s, "obs_rxtime");
	const uint64_t last = sim_get(rxtime);

	for (unsigned int EACH(i, 0); i < clocks; i++) {
		sim_wait_cycles(n->clk25, 1);
		SIM_EQ(n->s, sim_get(rxtime), last, "the receive time of the last packet");
	}
}

static void corner_observation(struct sim *s)
{
	struct s96_node *n = s96_start(s, &(struct s96_config){.drift = true});

	for (unsigned int EACH(i, 0); i < 8; i++) {
		s96_put(n, SHRIMP96_CMD, i & 1 ? START : STOP);
		s96_settle(n);
		s96_play_random(n, 1, 3, 100);
		check_rxtime(n, 5);
	}
	s96_compare(n);
}

/* ---- 2^24 words ---- */

static void corner_trace_end(struct sim *s)
{
	struct s96_node *n = start_big(s, 0);

	set_mux(n, "sender size");
	s96_put(n, SHRIMP96_MODE, TRACE);
	s96_put(n, SHRIMP96_TCNT, BIG - 3);
	s96_put(n, SHRIMP96_CMD, START);
	s96_settle(n);
	s96_play_random(n, 5, 4, 300);
	SIM_EQ(s, s96_get(n, SHRIMP96_TCNT), BIG, "the trace counter");
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & TEND, TEND, "the flag");
	SIM_EQ(s, s96_get(n, SHRIMP96_LOST), 2, "packets lost");
	s96_put(n, SHRIMP96_TCNT, 0x0BADE5);
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & TEND, 0, "the flag");
	s96_play_random(n, 5, 4, 300);
	SIM_EQ(s, s96_get(n, SHRIMP96_TCNT), 0x0BADEA, "the trace counter");
	s96_compare(n);
}

/* Makes threshold events at addresses whose upper bits come from the category; the queue must
 * hold all 24 bits. */
static void corner_events(struct sim *s)
{
	struct s96_node *n = start_big(s, 0x4321);
	uint32_t seen = 0, clear = 0;

	set_mux(n, "sender L0 S0 S1");
	s96_put_wide(n, SHRIMP96_THRL, 0);
	s96_put(n, SHRIMP96_CMD, START);
	for (unsigned int EACH(i, 0); i < 32; i++) {
		const unsigned int cat = i < 16 ? i : 31 - i;
		uint32_t v;

		s96_put(n, SHRIMP96_CAT, cat);
		s96_settle(n);
		s96_play_random(n, 8, 200, 300);
		while ((v = s96_get(n, SHRIMP96_QADR)) & SHRIMP96_QADR_VALID_MASK) {
			EACH_OF(v);
			SIM_EQ(s, v >> 20 & 15, cat, "bits 23..20 of the address");
			seen |= v;
			clear |= ~v;
		}
	}
	SIM_EQ(s, seen & 0xF000FF, 0xF000FF, "bits that were 1");
	SIM_EQ(s, clear & 0xF000FF, 0xF000FF, "bits that were 0");
	s96_compare(n);
}

/* ---- wires ---- */

/* Changes jumpers and presence-detect pins while no packet comes: the board must use the new
 * levels. */
static void corner_wires(struct sim *s)
{
	struct s96_node *n = start_big(s, 0);
	struct sim_pin *jumper = sim_pin(s, "jumper");

	set_mux(n, "sender L0 S0 S1");
	s96_put(n, SHRIMP96_CMD, START);
	for (unsigned int EACH(i, 0); i < 40; i++) {
		const uint16_t wires =
			i < 16 ? (uint16_t)(i * 0x1111) : (uint16_t)sim_random(s);
		const int lo = i & 15, hi = ~i & 15;

		sim_put(jumper, wires);
		s96_golden_jumpers(n->g, wires);
		simm_set_pd(n->lo, lo);
		simm_set_pd(n->hi, hi);
		s96_golden_presence(n->g, (unsigned int)sim_get(sim_pin(s, "l_pd")),
				    (unsigned int)sim_get(sim_pin(s, "u_pd")));
		s96_put(n, SHRIMP96_CAT, (uint32_t)sim_random(s) & 15);
		s96_settle(n);
		s96_play_random(n, 4, 4, 300);
		SIM_EQ(s, S96_GET(s96_get(n, SHRIMP96_STAT), STAT_LPD),
		       sim_get(sim_pin(s, "l_pd")), "presence");
	}
	s96_compare(n);
}

/* ---- outputs in reset ---- */

static void reset_shrimp96(struct sim *s)
{
	static const struct pin_row rows[] = {
#define PIN PIN_ROW
#include "../../rtl/shrimp96/shrimp96_pins.def"
#undef PIN
	};

	pins_reset(s, rows, sizeof(rows) / sizeof(*rows), "");
}

const struct sim_test sim_tests[] = {
	{"corner_power_on", corner_power_on, "S96-CMD-003", NULL},
	{"corner_power_on_busy", corner_power_on_busy, "S96-CMD-003", NULL},
	{"corner_global_reset", corner_global_reset, "S96-LAT-001", NULL},
	{"corner_global_reset_late", corner_global_reset_late, "", "shrimp96_late"},
	{"corner_global_reset_wrapped", corner_global_reset_wrapped, "", "shrimp96_16m"},
	{"corner_base", corner_base, "", NULL},
	{"corner_last", corner_last, "", "shrimp96_16m"},
	{"corner_lanes", corner_lanes, "", NULL},
	{"corner_pauses", corner_pauses, "", NULL},
	{"corner_refresh", corner_refresh, "S96-MEM-004", NULL},
	{"corner_observation", corner_observation, "", NULL},
	{"corner_trace_end", corner_trace_end, "S96-TRC-005", "shrimp96_16m"},
	{"corner_events", corner_events, "S96-THR-006", "shrimp96_16m"},
	{"corner_wires", corner_wires, "S96-MEM-003", "shrimp96_16m"},
	{"reset_pins", reset_shrimp96, NULL, NULL},
	{0},
};
