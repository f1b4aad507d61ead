/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the external connector (TR-596-99 3.3, A.6 TTCR) and the cables from the SNI board
 * (A.2).
 *
 * The output is an open collector: x_out_oe = 1 pulls the line low, 0 releases it.
 */
#include "iscr.h"
#include "quick.h"
#include "starts_with.h"

/* Fields of TTCR. */
enum {
	QUAL_INPUT = 1,
	MBV = SURF_TTCR_MBV,
	MEI = SURF_TTCR_MEI,
	MEOD = SURF_TTCR_MEOD,
	EOP = SURF_TTCR_EOP,
	EIP = SURF_TTCR_EIP,
	OUTPUT_BITS = MBV | MEI | MEOD | EOP | EIP,
};
#define LOW true /* value of the output pin that pulls the line low */
#define RELEASED false

/* The board, and a monitor of its output. */
struct ext {
	struct node *n;
	struct sim_pin *oe;
	bool was, want_was;
	uint64_t changes;   /* number of changes of the pin */
	uint64_t wanted;    /* number of changes of the golden model's value */
	unsigned int apart; /* clocks since the two values began to differ */
};

/* Monitors the output in every test: it must follow the equation without a glitch. */
static void monitor_output(void *arg)
{
	struct ext *e = arg;
	const bool low = sim_get(e->oe), want = surf_golden_ext_out(e->n->g);

	e->changes += low != e->was;
	e->wanted += want != e->want_was;
	e->was = low;
	e->want_was = want;
	e->apart = low == want ? 0 : e->apart + 1;
	if (e->apart > 40)
		SIM_FAIL(e->n->s, "the output %s the line for 40 clocks against the equation",
			 low ? "pulls" : "releases");
}

static void start_ext(struct ext *e, struct sim *s, bool drift)
{
	struct node_config cfg = {.trace = SIMM_4MB, .hist = SIMM_4MB, .drift = drift};

	*e = (struct ext){.n = quick_open(s, &cfg), .oe = sim_pin(s, "x_out_oe")};
	SIM_EQ(s, sim_get(e->oe), RELEASED, "output after power-on");
	sim_on(e->n->clk25, SIM_RISE, monitor_output, e);
}

static void finish_ext(struct ext *e)
{
	sim_wait_cycles(e->n->clk25, 12);
	SIM_EQ(e->n->s, e->changes, e->wanted, "changes of the output");
	node_compare(e->n);
}

static void set_input(struct ext *e, bool line)
{
	node_x_in(e->n, line);
	sim_wait_cycles(e->n->clk25, 8);
}

/* Checks the pin and the golden model's value. */
static void expect_output(struct ext *e, bool low, const char *what)
{
	sim_wait_cycles(e->n->clk25, 8);
	SIM_EQ(e->n->s, sim_get(e->oe), low, what);
	SIM_EQ(e->n->s, surf_golden_ext_out(e->n->g), low, "the golden model");
}

/* Sets ISCR.BV by a packet that wraps bin 0; the selector is not loaded. */
static void overflow_bin(struct ext *e)
{
	const struct packet p = {.tx = node_ticks(e->n), .words = 1, .be = 15};

	node_mem_put(e->n, true, 0, 0xFFFFFFFF);
	node_put(e->n, SURF_HTCR, HEN | FRS);
	node_send(e->n, &p);
	SIM_EQ(e->n->s, node_get(e->n, SURF_ISCR) & BV, BV, "ISCR.BV");
}

/* Changes ENABLE and keeps the other bits of EBCR. */
static void set_enable(struct ext *e, bool on)
{
	const uint32_t ebcr =
		(surf_golden_slot_read(e->n->g, SURF_EBCR) & ~surf_mask(SURF_EBCR_ENABLE)) | on;

	node_slot_put(e->n, SURF_EBCR, 15, ebcr);
}

/* ---- the equation ---- */

static void ext_equation(struct sim *s)
{
	struct ext e;
	unsigned int cases = 0;

	start_ext(&e, s, false);
	for (unsigned int EACH(boc, 0); boc < 2; boc++) {
		if (boc)
			overflow_bin(&e);
		for (unsigned int data = 0; data < 2; data++) {
			node_put(e.n, SURF_ECDR, data);
			for (uint32_t ttcr = 0; ttcr <= OUTPUT_BITS; ttcr += MBV) {
				const bool eip = ttcr & EIP, eop = ttcr & EOP;

				node_put(e.n, SURF_TTCR, ttcr);
				for (unsigned int line = 0; line < 2; line++, cases++) {
					const bool in = line == eip;
					const bool out = ((ttcr & MEOD) && data) ||
							 ((ttcr & MEI) && in) ||
							 ((ttcr & MBV) && boc);

					set_input(&e, line);
					SIM_CHECK(s, sim_get(e.oe) == (out != eop),
						  "TTCR %03X, DATA %u, line %u, BOC %u: output "
						  "%s",
						  ttcr, data, line, boc,
						  sim_get(e.oe) ? "low" : "released");
				}
			}
		}
	}
	SIM_EQ(s, cases, 256, "cases");
	finish_ext(&e);
}

/* ---- masks ---- */

/* Tests TTCR values that mask and pass one contribution while the others are off. Both levels
 * of the line occur with both values of EOP. */
static void ext_data(struct sim *s)
{
	struct ext e;

	start_ext(&e, s, false);
	for (uint32_t EACH(eop, 0); eop <= EOP; eop += EOP) {
		node_put(e.n, SURF_TTCR, eop);
		for (uint32_t EACH(i, 0); i < 6; i++) {
			node_put(e.n, SURF_ECDR, i & 1);
			expect_output(&e, eop ? LOW : RELEASED, "output, MEOD = 0");
		}
		/* the mask bit of another contribution does not pass it either */
		node_put(e.n, SURF_TTCR, eop | MEI | MBV);
		node_put(e.n, SURF_ECDR, 1);
		expect_output(&e, eop ? LOW : RELEASED, "output, MEI = MBV = 1");
		node_put(e.n, SURF_ECDR, 0);
	}
	finish_ext(&e);
}

static void ext_input(struct sim *s)
{
	struct ext e;

	start_ext(&e, s, false);
	for (uint32_t EACH(eop, 0); eop <= EOP; eop += EOP) {
		node_put(e.n, SURF_TTCR, eop);
		for (unsigned int EACH(i, 0); i < 6; i++) {
			set_input(&e, i & 1);
			expect_output(&e, eop ? LOW : RELEASED, "output, MEI = 0");
		}
		node_put(e.n, SURF_TTCR, eop | MEOD | MBV);
		set_input(&e, false);
		expect_output(&e, eop ? LOW : RELEASED, "output, MEOD = MBV = 1");
		set_input(&e, true);
	}
	finish_ext(&e);
}

static void ext_overflow(struct sim *s)
{
	struct ext e;

	start_ext(&e, s, false);
	for (uint32_t EACH(eop, 0); eop <= EOP; eop += EOP) {
		node_put(e.n, SURF_TTCR, eop);
		for (unsigned int EACH(i, 0); i < 3; i++) {
			overflow_bin(&e);
			expect_output(&e, eop ? LOW : RELEASED, "output with BOC, MBV = 0");
			node_put(e.n, SURF_ISCR, BV);
			expect_output(&e, eop ? LOW : RELEASED, "output without BOC, MBV = 0");
		}
		node_put(e.n, SURF_TTCR, eop | MEOD | MEI);
		overflow_bin(&e);
		expect_output(&e, eop ? LOW : RELEASED, "output, MEOD = MEI = 1");
		node_put(e.n, SURF_ISCR, BV);
	}
	finish_ext(&e);
}

static void ext_data_out(struct sim *s)
{
	struct ext e;

	start_ext(&e, s, false);
	node_put(e.n, SURF_TTCR, MEOD);
	for (int EACH(i, 0); i < 3; i++) {
		node_put(e.n, SURF_ECDR, 1);
		expect_output(&e, LOW, "output, DATA = 1");
		node_put(e.n, SURF_ECDR, 0);
		expect_output(&e, RELEASED, "output, DATA = 0");
	}
	finish_ext(&e);
}

static void ext_input_out(struct sim *s)
{
	struct ext e;

	start_ext(&e, s, false);
	node_put(e.n, SURF_TTCR, MEI);
	for (int EACH(i, 0); i < 3; i++) {
		set_input(&e, false);
		expect_output(&e, LOW, "output, input low");
		set_input(&e, true);
		expect_output(&e, RELEASED, "output, input high");
	}
	finish_ext(&e);
}

static void ext_overflow_out(struct sim *s)
{
	struct ext e;

	start_ext(&e, s, false);
	node_put(e.n, SURF_TTCR, MBV);
	expect_output(&e, RELEASED, "output before the overflow");
	overflow_bin(&e);
	expect_output(&e, LOW, "output after the overflow");
	node_put(e.n, SURF_HTCR, FRS);
	node_put(e.n, SURF_ISCR, ISCR_ALL & ~BV);
	node_put(e.n, SURF_ISCR, 0);
	sim_wait(s, SIM_US(30));
	expect_output(&e, LOW, "output long after the overflow");
	node_put(e.n, SURF_ISCR, BV);
	expect_output(&e, RELEASED, "output after the clearing");
	finish_ext(&e);
}

static void ext_interrupt_mask(struct sim *s)
{
	struct ext e;

	start_ext(&e, s, false);
	node_put(e.n, SURF_TTCR, MBV);
	for (uint32_t EACH(iemr, 0); iemr <= ISCR_ALL; iemr += ISCR_ALL) {
		node_put(e.n, SURF_IEMR, iemr);
		overflow_bin(&e);
		expect_output(&e, LOW, "output, BV = 1");
		node_put(e.n, SURF_ISCR, BV);
		expect_output(&e, RELEASED, "output, BV = 0");
	}
	finish_ext(&e);
}

/* ---- the driver ---- */

struct pin {
	const char *name;
	unsigned int width;
	bool out;
};

static const struct pin pins[] = {
#define IN false
#define RESET IN
#define OUT true
#define PIN(name, width, dir, domain) {#name, width, dir},
#include "surfboard_pins.def"
#undef PIN
#undef IN
#undef RESET
#undef OUT
};
#define PINS (sizeof(pins) / sizeof(pins[0]))

static const struct pin *find_pin(const char *name)
{
	for (size_t i = 0; i < PINS; i++)
		if (!strcmp(pins[i].name, name))
			return &pins[i];
	return NULL;
}

/* The line has a pull-up, the board, and another device that may pull it low. */
struct line {
	struct ext *e;
	bool other;
	uint64_t low, high;
};

static void watch_line(void *arg)
{
	struct line *l = arg;
	const bool level = !(sim_get(l->e->oe) || l->other);

	l->low += !level;
	l->high += level;
}

static void ext_open_collector(struct sim *s)
{
	struct ext e;
	struct line l = {.e = &e};
	unsigned int outputs = 0;

	start_ext(&e, s, true);
	sim_on(e.n->clk25, SIM_RISE, watch_line, &l);
	/* the board has only an enable for this line, and no pin for the level */
	for (size_t i = 0; i < PINS; i++)
		outputs += pins[i].out && starts_with(pins[i].name, "x_");
	SIM_EQ(s, outputs, 1, "outputs to the external connector");
	SIM_CHECK(s, find_pin("x_out_oe") && find_pin("x_out_oe")->width == 1,
		  "the output pin");

	for (int EACH(i, 0); i < 60; i++) {
		node_put(e.n, SURF_TTCR, (uint32_t)sim_random(s) & OUTPUT_BITS);
		node_put(e.n, SURF_ECDR, sim_random(s) & 1);
		l.other = sim_random(s) & 1;
		set_input(&e, sim_random(s) & 1);
		expect_output(&e, surf_golden_ext_out(e.n->g), "output");
	}
	SIM_CHECK(s, l.low && l.high, "one level of the line was never seen");
	finish_ext(&e);
}

static void ext_output_polarity(struct sim *s)
{
	struct ext e;

	start_ext(&e, s, false);
	node_put(e.n, SURF_TTCR, MEOD);
	expect_output(&e, RELEASED, "EOP = 0, FALSE");
	node_put(e.n, SURF_ECDR, 1);
	expect_output(&e, LOW, "EOP = 0, TRUE");
	node_put(e.n, SURF_TTCR, MEOD | EOP);
	expect_output(&e, RELEASED, "EOP = 1, TRUE");
	node_put(e.n, SURF_ECDR, 0);
	expect_output(&e, LOW, "EOP = 1, FALSE");
	finish_ext(&e);
}

static void ext_input_polarity(struct sim *s)
{
	struct ext e;

	start_ext(&e, s, false);
	node_put(e.n, SURF_TTCR, MEI);
	set_input(&e, false);
	expect_output(&e, LOW, "EIP = 0, line low: TRUE");
	set_input(&e, true);
	expect_output(&e, RELEASED, "EIP = 0, line high: FALSE");
	node_put(e.n, SURF_TTCR, MEI | EIP);
	expect_output(&e, LOW, "EIP = 1, line high: TRUE");
	set_input(&e, false);
	expect_output(&e, RELEASED, "EIP = 1, line low: FALSE");
	finish_ext(&e);
}

static void ext_disabled(struct sim *s)
{
	static const uint32_t ttcr[] = {EOP, EOP | MEOD, MEOD, MEI, MBV, EIP | MEI};
	struct ext e;

	start_ext(&e, s, false);
	overflow_bin(&e);
	for (unsigned int EACH(i, 0); i < sizeof(ttcr) / sizeof(ttcr[0]); i++) {
		/* DATA, the input and BOC make the output TRUE; with EOP the board pulls the
		 * line when the output is FALSE */
		node_put(e.n, SURF_TTCR, ttcr[i]);
		node_put(e.n, SURF_ECDR, !(ttcr[i] & EOP));
		set_input(&e, ttcr[i] & EIP);
		expect_output(&e, LOW, "output, ENABLE = 1");
		set_enable(&e, false);
		expect_output(&e, RELEASED, "output, ENABLE = 0");
		set_input(&e, !(ttcr[i] & EIP));
		expect_output(&e, RELEASED, "output, ENABLE = 0, other input");
		set_input(&e, ttcr[i] & EIP);
		set_enable(&e, true);
		expect_output(&e, LOW, "output, ENABLE = 1 again");
	}
	node_resdrv(e.n);
	expect_output(&e, RELEASED, "output after RESDRV");
	set_enable(&e, true);
	expect_output(&e, LOW, "output after RESDRV and set-up");
	finish_ext(&e);
}

static void ext_power_on(struct sim *s)
{
	struct ext e;

	start_ext(&e, s, false);
	expect_output(&e, RELEASED, "output of a new board");
	node_put(e.n, SURF_TTCR, EOP);
	expect_output(&e, LOW, "output with EOP = 1");
	quick_power_on(e.n);
	SIM_EQ(s, node_get(e.n, SURF_TTCR), 0, "TTCR after power-on");
	expect_output(&e, RELEASED, "output after power-on and set-up");
	set_input(&e, false);
	expect_output(&e, RELEASED, "output with the input low");
	set_input(&e, true);
	finish_ext(&e);
}

/* ---- the input ---- */

/* Makes pulses of at least three periods at random phases; the board must see each once. */
static void ext_pulse(struct sim *s)
{
	const unsigned int pulses = (unsigned int)sim_length(s, 1000, 150);
	struct ext e;

	start_ext(&e, s, true);
	node_put(e.n, SURF_TTCR, QUAL_INPUT);
	for (unsigned int EACH(i, 0); i < pulses; i++) {
		const sim_time period = sim_clock_period(e.n->clk25);
		const sim_time more = i % 3 ? sim_range(s, 0, 5 * period) : 0;

		sim_wait(s, sim_range(s, 1, SIM_NS(500)));
		SIM_EQ(s, node_get(e.n, SURF_ISCR), 0, "ISCR before the pulse");
		sim_wait(s, sim_range(s, 1, SIM_NS(500)));
		node_x_in(e.n, false);
		sim_wait(s, 3 * period + more);
		node_x_in(e.n, true);
		sim_wait_cycles(e.n->clk25, 4);
		SIM_EQ(s, node_get(e.n, SURF_ISCR), EXT, "ISCR after the pulse");
		node_put(e.n, SURF_ISCR, EXT);
	}
	finish_ext(&e);
}

/* ---- cables ---- */

enum { J2, J3, CONNECTORS };

/* The board's table of pins; "nc" is a pin that is not connected. */
static const struct wire {
	int connector;
	unsigned int pin;
	const char *name;
	unsigned int bit;
} wires[] = {
#define WIRE(connector, pin, name, bit) {connector, pin, #name, bit},
#define OPEN(connector, pin) {connector, pin, "nc", 0},
#include "surfboard_connectors.def"
};
#define WIRES (sizeof(wires) / sizeof(wires[0]))

/* The tables of the report, A.2: ranges of pins, with the number of the first pin's signal. The
 * number falls by one from pin to pin. */
static const struct run {
	int connector;
	unsigned int first, last;
	const char *signal, *pin; /* name in the report, name in the top module */
	unsigned int bit;
} report[] = {
	{J2, 1, 4, "S_DATA", "s_data", 63},  {J2, 5, 5, "nc", "nc", 0},
	{J2, 6, 32, "S_DATA", "s_data", 58}, {J2, 33, 33, "PMEN_L", "pmen_n", 0},
	{J2, 34, 35, "nc", "nc", 0},	     {J2, 36, 36, "S_EOD_L", "s_eod_n", 0},
	{J2, 37, 37, "S_GCLK", "s_gclk", 0}, {J2, 38, 38, "S_GRST_L", "s_grst_n", 0},
	{J2, 39, 40, "nc", "nc", 0},	     {J3, 1, 21, "S_DATA", "s_data", 31},
	{J3, 22, 32, "nc", "nc", 0},	     {J3, 33, 38, "S_COLOR", "s_color", 5},
	{J3, 39, 40, "nc", "nc", 0},
};

static void ext_cables(struct sim *s)
{
	uint64_t data = 0, color = 0;
	unsigned int compared = 0;

	SIM_EQ(s, WIRES, 80, "pins of the table");
	for (unsigned int r = 0; r < sizeof(report) / sizeof(report[0]); r++)
		for (unsigned int pin = report[r].first; pin <= report[r].last; pin++) {
			const struct wire *w = &wires[compared];
			const bool nc = !strcmp(report[r].pin, "nc");
			const unsigned int bit =
				nc ? 0 : report[r].bit - (pin - report[r].first);

			SIM_CHECK(s, w->connector == report[r].connector && w->pin == pin,
				  "J%d pin %u stands where J%d pin %u belongs",
				  w->connector + 2, w->pin, report[r].connector + 2, pin);
			SIM_CHECK(s, !strcmp(w->name, report[r].pin) && w->bit == bit,
				  "J%d pin %u is %s(%u), in the report %s(%u)",
				  w->connector + 2, pin, w->name, w->bit, report[r].signal,
				  bit);
			compared++;
			if (nc)
				continue;
			/* the top module must have an input of this name and width */
			SIM_CHECK(s, find_pin(w->name), "no pin %s", w->name);
			SIM_CHECK(s, !find_pin(w->name)->out && bit < find_pin(w->name)->width,
				  "pin %s", w->name);
			if (!strcmp(w->name, "s_data"))
				data |= (uint64_t)1 << bit;
			if (!strcmp(w->name, "s_color"))
				color |= (uint64_t)1 << bit;
		}
	SIM_EQ(s, compared, 80, "pins compared");
	SIM_EQ(s, data, ~((uint64_t)1 << 59 | 0x7FF), "connected lanes of S_DATA");
	SIM_EQ(s, color, 0x3F, "connected lanes of S_COLOR");
}

const struct sim_test sim_tests[] = {
	{"ext_equation", ext_equation, "SB-EXT-001", NODE_BUSES},
	{"ext_data", ext_data, "SB-EXT-002", NODE_BUSES},
	{"ext_input", ext_input, "SB-EXT-003", NODE_BUSES},
	{"ext_overflow", ext_overflow, "SB-EXT-004", NODE_BUSES},
	{"ext_data_out", ext_data_out, "SB-EXT-005", NODE_BUSES},
	{"ext_input_out", ext_input_out, "SB-EXT-006", NODE_BUSES},
	{"ext_overflow_out", ext_overflow_out, "SB-EXT-007", NODE_BUSES},
	{"ext_interrupt_mask", ext_interrupt_mask, "SB-EXT-008", NODE_BUSES},
	{"ext_open_collector", ext_open_collector, "SB-EXT-009", NODE_BUSES},
	{"ext_output_polarity", ext_output_polarity, "SB-EXT-010 SB-EXT-011", NODE_BUSES},
	{"ext_input_polarity", ext_input_polarity, "SB-EXT-012", NODE_BUSES},
	{"ext_disabled", ext_disabled, "SB-EXT-013", NULL},
	{"ext_power_on", ext_power_on, "SB-EXT-014", NODE_BUSES},
	{"ext_pulse", ext_pulse, "SB-EXT-015", NULL},
	{"ext_cables", ext_cables, "SB-EXT-016", NODE_BUSES},
	{0},
};
