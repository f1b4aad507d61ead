/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests each register: its value after power-on, bits, byte lanes, the bits that EISA reset and
 * ENABLE = 0 do not change, and mirrors; also the LEDs (TR-596-99 A.3, A.5, A.6).
 *
 * Expected values are those of the report; node_get() compares each with the
 * golden model too.
 */
#include "quick.h"
#include "register_model.h"

/* bits of ISCR by the report's numbers */
enum {
	TC = 1 << 0,
	TP = 1 << 1,
	EXT = 1 << 2,
	FNE = 1 << 3,
	FPF = 1 << 4,
	FAF = 1 << 5,
	FF = 1 << 6,
	FV = 1 << 7,
	BV = 1 << 8,
	WCV = 1 << 9,
	PV = 1 << 10,
	LV = 1 << 11,
	LU = 1 << 12,
	RTV = 1 << 13,
	STICKY = LU | LV | PV | WCV | BV | FV | EXT | TP | TC,
};
#define PEND 0x80000000u

/* all byte enables of a 32-bit bus; the pattern with all four lanes is the last */
static const uint8_t lanes[] = {1, 2, 4, 8, 3, 6, 12, 7, 14, 15};
#define LANES (sizeof(lanes) / sizeof(lanes[0]))

/* the addresses that quick_open() gives the board */
#define REGISTERS 0xD0000000u
#define MEMORIES 0x18000000u

static const struct node_config small = {.trace = SIMM_4MB, .hist = SIMM_4MB};
static const struct node_config near_wrap = {
	.trace = SIMM_4MB, .hist = SIMM_4MB, .rxtime_init = QUICK_WRAP};

static void expect_register(struct node *n, uint32_t offset, uint32_t value)
{
	const uint32_t v = node_get(n, offset);

	SIM_CHECK(n->s, v == value, "register 0x%02X is 0x%08X, the report says 0x%08X", offset,
		  v, value);
}

/* ---- EPIR and EBCR ---- */

/* Reads slot I/O and returns the lanes of the cycle. */
static uint32_t slot_get(struct node *n, uint32_t offset, unsigned int be)
{
	return node_slot_get(n, offset, be) & register_lanes_mask(be);
}

static void slot_put(struct node *n, uint32_t offset, unsigned int be, uint32_t v)
{
	node_slot_put(n, offset, be, v);
	sim_wait_cycles(n->clk25, 8); /* until the write has reached the 25 MHz domain */
}

static void disable(struct node *n)
{
	slot_put(n, SURF_EBCR, 1, 0);
}

static void enable(struct node *n)
{
	slot_put(n, SURF_EBCR, 1, 1);
}

static void reset_and_enable(struct node *n)
{
	node_resdrv(n);
	node_enable(n, REGISTERS >> 16, MEMORIES >> 27, 5);
}

static void disable_and_enable(struct node *n)
{
	disable(n);
	enable(n);
}

static void epir_reads(struct node *n)
{
	static const uint8_t byte[4] = {0x4E, 0x46, 0x00, 0x10};

	SIM_EQ(n->s, slot_get(n, SURF_EPIR, 15), 0x1000464E, "EPIR");
	for (unsigned int EACH(k, 0); k < 4; k++)
		SIM_EQ(n->s, slot_get(n, SURF_EPIR, 1u << k) >> 8 * k, byte[k], "byte of EPIR");
	SIM_EQ(n->s, slot_get(n, SURF_EPIR, 3), 0x464E, "zC80, 16 bits");
	SIM_EQ(n->s, slot_get(n, SURF_EPIR, 12) >> 16, 0x1000, "zC82, 16 bits");
}

/* Gives every register a value other than its reset value and turns every mode on, so that each
 * packet would count, wrap, trigger and overflow. It is cheaper than
 * quick_change_all_state(). */
static void load_all(struct node *n)
{
	static const uint8_t offset[4] = {0x21, 0x3, 0x54, 0x1};

	quick_acdr(n, 0x05C1E3A | 1u << 7); /* TSIZE 2 */
	node_put(n, SURF_TTCR, 0x1D0);
	node_put(n, SURF_ECDR, 1);
	node_put(n, SURF_PCLR, 0x19);
	node_put(n, SURF_HTCR, HEN); /* FRS is 0 */
	simm_poke(n->hist, 0, 0xFFFFFFFF);
	surf_golden_hist_put(n->g, 0, 0xFFFFFFFF);
	node_play_random(n, 1, 1, 0); /* sets BV and pushes three slots */
	for (unsigned int i = 0; i < 4; i++)
		node_put(n, SURF_HFCR, offset[i]);
	node_put(n, SURF_HFDR, 0x1A5);
	node_put(n, SURF_HFDR, 0x05A);
	node_put(n, SURF_TICR, 0x123);
	node_put(n, SURF_TECR, 0x45);
	node_put(n, SURF_TPIR, 0x2345);
	node_put(n, SURF_HTCR, TEN);
	node_put(n, SURF_HTCR, TEN | TRG); /* TP */
	node_put(n, SURF_HTCR, ALL);
	node_put(n, SURF_WCDR, 0xFFFFFFFF);
	simm_poke(n->hist, 0, 0xFFFFFFFF);
	surf_golden_hist_put(n->g, 0, 0xFFFFFFFF);
	SIM_EQ(n->s, node_get(n, SURF_ISCR) & (BV | TP | FNE), BV | TP | FNE, "conditions");
}

static void regs_epir(struct sim *s)
{
	struct node *n = node_open(s, &small);
	const struct quick_state *before;

	node_power_on(n);
	SIM_EQ(s, slot_get(n, SURF_EBCR, 1) & SURFBOARD_EBCR_ENABLE_MASK, 0,
	       "ENABLE after power-on");
	epir_reads(n);
	node_enable(n, REGISTERS >> 16, MEMORIES >> 27, 5);
	epir_reads(n);
	load_all(n);
	before = quick_state(n);
	for (unsigned int EACH(i, 0); i < LANES; i++) {
		slot_put(n, SURF_EPIR, lanes[i], 0xFFFFFFFF);
		SIM_EQ(s, slot_get(n, SURF_EPIR, 15), 0x1000464E, "EPIR after a write of ones");
	}
	for (unsigned int EACH(k, 0); k < 4; k++) {
		slot_put(n, SURF_EPIR, 1u << k, (0x80 + k) << 8 * k);
		SIM_EQ(s, slot_get(n, SURF_EPIR, 15), 0x1000464E, "EPIR after a probe");
	}
	quick_same_state(n, before, quick_state(n), UINT32_MAX);
	node_put(n, SURF_HTCR, 0);
	node_compare(n);
}

static void ebcr_is(struct node *n, uint32_t want)
{
	const uint32_t v = slot_get(n, SURF_EBCR, 15);

	SIM_CHECK(n->s, v == want, "EBCR is 0x%08X, the report says 0x%08X", v, want);
}

static void regs_ebcr_bits(struct sim *s)
{
	static const struct {
		uint32_t mask;
		unsigned int lsb, msb;
	} fields[] = {{0xFFFF0000, 16, 31}, {0x0000F800, 11, 15}, {0x00000700, 8, 10}};
	struct node *n = node_open(s, &small);

	node_power_on(n);
	ebcr_is(n, 0);
	for (unsigned int EACH(f, 0); f < 3; f++)
		for (unsigned int EACH(i, fields[f].lsb); i <= fields[f].msb; i++) {
			slot_put(n, SURF_EBCR, 15, 1u << i);
			ebcr_is(n, 1u << i);
			slot_put(n, SURF_EBCR, 15, fields[f].mask & ~(1u << i));
			ebcr_is(n, fields[f].mask & ~(1u << i));
		}
	for (uint32_t EACH(level, 0); level < 8; level++) {
		slot_put(n, SURF_EBCR, 15, level << 8);
		ebcr_is(n, level << 8);
	}
	slot_put(n, SURF_EBCR, 15, 1);
	ebcr_is(n, 1);
	slot_put(n, SURF_EBCR, 15, 0);
	ebcr_is(n, 0);
	slot_put(n, SURF_EBCR, 15, 0x000000FE);
	ebcr_is(n, 0);
	slot_put(n, SURF_EBCR, 15, 0xFFFFFFFE);
	ebcr_is(n, 0xFFFFFF00);
	for (unsigned int EACH(i, 0); i < LANES; i++)
		for (unsigned int EACH(ones, 0); ones < 2; ones++) {
			const uint32_t base = ones ? 0xA5C35D01 : 0x5A3CA200;
			const uint32_t v = ~base, m = register_lanes_mask(lanes[i]);

			slot_put(n, SURF_EBCR, 15, base);
			slot_put(n, SURF_EBCR, lanes[i], v);
			ebcr_is(n, ((base & ~m) | (v & m)) & 0xFFFFFF01);
		}
}

static void regs_ebcr_resdrv(struct sim *s)
{
	struct node *n = node_open(s, &small);

	node_power_on(n);
	ebcr_is(n, 0);
	node_enable(n, 0xA5C3, 0xB, 5);
	ebcr_is(n, 0xA5C35D01);
	expect_register(n, SURF_HTCR, 0x10);
	node_resdrv(n);
	ebcr_is(n, 0xA5C35D00);
	node_enable(n, 0xA5C3, 0xB, 5);
	node_put(n, SURF_IEMR, 0x3FFF);
	node_power_on(n);
	ebcr_is(n, 0);
}

/* Checks that only slot I/O answers: tests addresses of the two windows and all of slot I/O. */
static void only_slot_io(struct node *n)
{
	for (unsigned int EACH(i, 0); i < 64; i++) {
		const uint64_t r = sim_random(n->s);
		const uint32_t at = (uint32_t)(r >> 16 & 0x7FFFFFC);

		SIM_CHECK(n->s, !eisa_claims(n->eisa, false, 0, REGISTERS + (r & 0xFFFC)),
			  "EX32# in the register window");
		SIM_CHECK(n->s, !eisa_claims(n->eisa, false, 0, MEMORIES + at),
			  "EX32# in the memory window");
		SIM_CHECK(n->s, !eisa_claims(n->eisa, false, 0, at),
			  "EX32# at the reset value of the bases");
		SIM_CHECK(n->s, !eisa_claims(n->eisa, false, 0, r & ~3u), "EX32# anywhere");
	}
	for (uint32_t a = 0; a < 0x1000; a += 4)
		SIM_CHECK(n->s,
			  eisa_claims(n->eisa, true, 1, 0x1000 + a) ==
				  (a == 0xC80 || a == 0xC84),
			  "EX32# in slot I/O at 0x%03X", a);
}

static void regs_scan_after_reset(struct sim *s)
{
	struct node *n = node_open(s, &small);
	uint32_t v;

	node_power_on(n);
	only_slot_io(n);
	for (unsigned int EACH(power, 0); power < 2; power++) {
		node_enable(n, REGISTERS >> 16, MEMORIES >> 27, 5);
		SIM_CHECK(s, eisa_claims(n->eisa, false, 0, REGISTERS + 0x1000),
			  "enabled, but no EX32# for a register");
		SIM_CHECK(s, eisa_claims(n->eisa, false, 0, MEMORIES + NODE_HIST),
			  "enabled, but no EX32# for a memory");
		if (power)
			node_power_on(n);
		else
			node_resdrv(n);
		only_slot_io(n);
		SIM_CHECK(s, host_read(n->host, false, 0, REGISTERS, 15, &v) != 0,
			  "a register answers after reset");
		SIM_CHECK(s, host_read(n->host, false, 0, MEMORIES, 15, &v) != 0,
			  "a memory answers after reset");
	}
}

/* ---- ENABLE = 0 ---- */

struct drivers { /* outputs that the board has driven since the last clear */
	struct node *n;
	struct sim_pin *start_n, *ex32, *d_oe, *exrdy, *led_n;
	bool claimed, driven, waited, access;
};

static void sample_drivers(void *arg)
{
	struct drivers *d = arg;

	sim_settle(d->n->s);
	d->claimed |= !sim_get(d->start_n) && sim_get(d->ex32);
	d->driven |= sim_get(d->d_oe);
	d->waited |= sim_get(d->exrdy);
	d->access |= !(sim_get(d->led_n) >> 5 & 1);
}

static struct drivers *watch_drivers(struct node *n)
{
	struct drivers *d = calloc(1, sizeof(*d));

	SIM_CHECK(n->s, d, "out of memory");
	sim_cleanup(n->s, free, d);
	*d = (struct drivers){.n = n,
			      .start_n = sim_pin(n->s, "start_n"),
			      .ex32 = sim_pin(n->s, "ex32_n_oe"),
			      .d_oe = sim_pin(n->s, "d_oe"),
			      .exrdy = sim_pin(n->s, "exrdy_oe"),
			      .led_n = sim_pin(n->s, "led_n")};
	sim_on(n->bclk, SIM_BEFORE_RISE, sample_drivers, d);
	sim_on(n->bclk, SIM_BEFORE_FALL, sample_drivers, d);
	return d;
}

static void clear_drivers(struct drivers *d)
{
	d->claimed = d->driven = d->waited = d->access = false;
}

static void expect_no_answer(struct drivers *d, uint32_t addr, unsigned int be)
{
	struct sim *s = d->n->s;
	uint32_t v;

	clear_drivers(d);
	SIM_CHECK(s, host_read(d->n->host, false, 0, addr, be, &v) != 0,
		  "a read of 0x%08X is answered", addr);
	SIM_CHECK(s, host_write(d->n->host, false, 0, addr, be, 0x5AA5C33C) != 0,
		  "a write to 0x%08X is answered", addr);
	SIM_CHECK(s, !d->claimed && !d->driven && !d->waited,
		  "at 0x%08X: EX32# %d, data %d, EXRDY %d", addr, d->claimed, d->driven,
		  d->waited);
}

static void regs_disabled_windows(struct sim *s)
{
	static const uint32_t words[] = {0, 1, 0x3FC, 0xFFFFF};
	struct node *n = quick_open(s, &small);
	struct drivers *d = watch_drivers(n);
	const struct quick_state *before, *after;

	load_all(n);
	node_put(n, SURF_IEMR, 0);
	for (unsigned int i = 0; i < 4; i++) {
		node_mem_put(n, false, words[i], 0x11110000 + i);
		node_mem_put(n, true, words[i], 0x22220000 + i);
	}
	node_drain(n);
	before = quick_state(n);
	clear_drivers(d);
	node_get(n, SURF_PCLR);
	SIM_CHECK(s, d->claimed && d->driven, "the watch sees nothing");
	disable(n);
	for (uint32_t EACH(r, 0); r < 64; r += 4)
		expect_no_answer(d, REGISTERS + r, 15);
	for (unsigned int EACH(i, 0); i < LANES; i++)
		expect_no_answer(d, REGISTERS + 0xABC0 + SURF_PCLR, lanes[i]);
	for (unsigned int EACH(i, 0); i < 4; i++) {
		expect_no_answer(d, MEMORIES + 4 * words[i], 15);
		expect_no_answer(d, MEMORIES + NODE_HIST + 4 * words[i], lanes[i]);
	}
	enable(n);
	after = quick_state(n);
	quick_same_state(n, before, after, UINT32_MAX);
	for (unsigned int EACH(i, 0); i < 4; i++) {
		SIM_EQ(s, node_mem_get(n, false, words[i]), 0x11110000 + i, "trace word");
		SIM_EQ(s, node_mem_get(n, true, words[i]), 0x22220000 + i, "histogram word");
	}
	node_put(n, SURF_HTCR, 0);
	node_compare(n);
}

static void regs_disabled_packets(struct sim *s)
{
	struct node *n = quick_open(s, &small);
	const struct quick_state *before;
	struct packet p[20];

	load_all(n);
	before = quick_state(n);
	for (unsigned int i = 0; i < 20; i++) {
		node_random_packet(n, &p[i], 8, 0);
		/* transmit times that are too early or too late */
		p[i].tx = i & 1 ? node_ticks(n) + 100000 : 0;
	}
	disable(n);
	quick_play(n, p, 20);
	SIM_EQ(s, n->ignored, 20, "packets ignored");
	enable(n);
	quick_same_state(n, before, quick_state(n), UINT32_MAX);
	/* the same packets count when the board is enabled */
	quick_play(n, p, 4);
	node_put(n, SURF_HTCR, 0);
	SIM_CHECK(s, node_get(n, SURF_WCDR) < 0x100, "the word counter has not wrapped");
	SIM_EQ(s, node_get(n, SURF_ISCR) & (LU | WCV | BV | TP), LU | WCV | BV | TP,
	       "conditions");
	node_compare(n);
}

/* ---- the address map ---- */

enum { MIRRORS = 1024, AT_ONCE = 32 };

static void regs_mirrors(struct sim *s)
{
	struct node *n = quick_open(s, &small);
	const uint32_t step = sim_step(s, 4);

	for (uint32_t EACH(k, 0); k < MIRRORS / step; k += AT_ONCE) {
		struct eisa_cycle c[3 * AT_ONCE];

		for (uint32_t i = 0; i < AT_ONCE; i++) {
			/* one of each @step mirrors, not always the first one; at last the last
			 * one */
			const uint32_t nth = step * (k + i) + (k + i) % step;
			const uint32_t at = n->rbase + SURF_WCDR, mirror = at + 64 * nth;

			c[3 * i] = (struct eisa_cycle){.write = true,
						       .be = 15,
						       .addr = mirror,
						       .data = 0xC0DE0000 + 17 * nth};
			c[3 * i + 1] = (struct eisa_cycle){.be = 15, .addr = at};
			c[3 * i + 2] = (struct eisa_cycle){.be = 15, .addr = mirror};
		}
		SIM_EQ(s, (uint64_t)host_run(n->host, c, 3 * AT_ONCE), 0, "mirrors answer");
		for (uint32_t EACH(i, 0); i < AT_ONCE; i++) {
			SIM_EQ(s, c[3 * i + 1].data, c[3 * i].data, "at the base");
			SIM_EQ(s, c[3 * i + 2].data, c[3 * i].data, "at a mirror");
		}
	}
	surf_golden_write(n->g, SURF_WCDR, 15, 0xC0DE0000 + 17 * 1023);
	node_compare(n);
}

static void regs_mirror_side_effects(struct sim *s)
{
	static const uint32_t k[] = {1, 2, 511, 1023};
	struct node *n = quick_open(s, &small);
	uint32_t image = 0x0A5C3E7;

	node_put(n, SURF_HTCR, 0);
	for (unsigned int i = 0; i < 3; i++)
		node_put(n, SURF_HFDR, 0x111 * (i + 1) & 0x1FF);
	for (unsigned int EACH(i, 0); i < 3; i++) {
		SIM_EQ(s, node_get(n, SURF_ISCR) & FNE, FNE, "FNE");
		expect_register(n, SURF_HFDR + 64 * k[i + 1], 0x111 * (i + 1) & 0x1FF);
	}
	SIM_EQ(s, node_get(n, SURF_ISCR) & FNE, 0, "FNE after three reads");
	for (unsigned int i = 0; i < 3; i++)
		node_put(n, SURF_HFDR + 64 * k[i], 0x40 + i); /* the write pushes once */
	for (unsigned int EACH(i, 0); i < 3; i++)
		expect_register(n, SURF_HFDR, 0x40 + i);
	SIM_EQ(s, node_get(n, SURF_ISCR) & FNE, 0, "FNE after three reads");
	quick_acdr(n, image);
	for (unsigned int i = 0; i < 4; i++) {
		node_put(n, SURF_ACDR + 64 * k[i], i & 1);
		image = image >> 1 | (i & 1) << 27;
	}
	SIM_EQ(s, quick_read_acdr(n), image, "image after four writes at mirrors");
	/* all mirrors share the pointer, which each access advances by one */
	for (unsigned int EACH(i, 0); i < 4; i++)
		expect_register(n, SURF_HFCR + 64 * k[i], i & 1 ? 0 : 7);
	expect_register(n, SURF_HFCR, 7);
	node_compare(n);
}

static void regs_unused(struct sim *s)
{
	struct node *n = quick_open(s, &small);
	const struct quick_state *before;

	load_all(n);
	before = quick_state(n);
	for (unsigned int EACH(i, 0); i < LANES; i++)
		SIM_EQ(s, node_get_be(n, 0x3C, lanes[i]), 0, "offset 0x3C");
	for (unsigned int i = 0; i < LANES; i++)
		node_put_be(n, 0x3C, lanes[i], 0xFFFFFFFF);
	expect_register(n, 0x3C, 0);
	quick_same_state(n, before, quick_state(n), UINT32_MAX);
	node_put(n, SURF_HTCR, 0);
	node_compare(n);
}

static void regs_narrow_reads(struct sim *s)
{
	struct node *n = quick_open(s, &small);

	load_all(n);
	for (uint32_t EACH(r, 0); r < 64; r += 4) {
		uint32_t v, part;

		if (r == SURF_HFCR || r == SURF_HFDR)
			continue;
		v = node_get(n, r);
		for (unsigned int EACH(i, 0); i < LANES; i++) {
			SIM_EQ(s,
			       (uint64_t)host_read(n->host, false, 0, n->rbase + r, lanes[i],
						   &part),
			       0, "the register answers");
			SIM_CHECK(s, !((part ^ v) & register_lanes_mask(lanes[i])),
				  "register 0x%02X is 0x%08X, lanes %X of it 0x%08X", r, v,
				  lanes[i], part);
		}
	}
	node_put(n, SURF_HTCR, 0);
	node_compare(n);
}

/* ---- registers of plain bits ---- */

struct plain {
	uint32_t offset, reset, mask;
	bool whole;	  /* the register is written with 32 bits only */
	bool lost;	  /* EISA reset and ENABLE = 0 clear the register */
	uint32_t keep[2]; /* bits that EISA reset does not change; that ENABLE 1-0-1 does not */
};

static void plain_bits(struct node *n, const struct plain *r)
{
	for (unsigned int EACH(i, 0); i < 32; i++) {
		node_put(n, r->offset, 1u << i);
		expect_register(n, r->offset, 1u << i & r->mask);
	}
	for (unsigned int EACH(i, 0); i < 32; i++) {
		if (!(r->mask >> i & 1))
			continue;
		node_put(n, r->offset, ~(1u << i));
		expect_register(n, r->offset, ~(1u << i) & r->mask);
	}
}

static void plain_lanes(struct node *n, const struct plain *r)
{
	for (unsigned int EACH(i, 0); i < LANES; i++) {
		const uint32_t m = r->whole && lanes[i] != 15
					   ? 0
					   : register_lanes_mask(lanes[i]) & r->mask;

		node_put(n, r->offset, 0);
		node_put_be(n, r->offset, lanes[i], 0xFFFFFFFF);
		expect_register(n, r->offset, m);
		node_put(n, r->offset, 0xFFFFFFFF);
		node_put_be(n, r->offset, lanes[i], 0);
		expect_register(n, r->offset, r->mask & ~m);
	}
}

static void plain_keeps(struct node *n, const struct plain *r)
{
	for (unsigned int EACH(i, 0); i < 2; i++) {
		node_put(n, r->offset, r->keep[i]);
		expect_register(n, r->offset, r->keep[i]);
		if (i)
			disable_and_enable(n);
		else
			reset_and_enable(n);
		expect_register(n, r->offset, r->lost ? 0 : r->keep[i]);
	}
}

static void plain_register(struct sim *s, const struct plain *r)
{
	struct node *n = quick_open(s, &small);

	expect_register(n, r->offset, r->reset);
	plain_bits(n, r);
	plain_lanes(n, r);
	plain_keeps(n, r);
	node_compare(n);
}

#define PLAIN(name, ...)                                     \
	static void regs_##name(struct sim *s)               \
	{                                                    \
		static const struct plain r = {__VA_ARGS__}; \
                                                             \
		plain_register(s, &r);                       \
	}

PLAIN(ttcr, .offset = 0x0C, .mask = 0x1FF, .keep = {0x1AA, 0x155})
PLAIN(ecdr, .offset = 0x10, .mask = 1, .keep = {1, 1})
PLAIN(pclr, .offset = 0x14, .mask = 0x1F, .keep = {0x15, 0x1A})
PLAIN(iemr, .offset = 0x1C, .mask = 0x3FFF, .lost = true, .keep = {0x3FFF, 0x3FFF})
PLAIN(htcr, .offset = 0x20, .reset = 0x10, .mask = 0x3F, .keep = {0x07, 0x0F})
PLAIN(wcdr, .offset = 0x24, .mask = 0xFFFFFFFF, .whole = true, .keep = {0xDEADBEEF, 0x12345678})
PLAIN(tecr, .offset = 0x34, .mask = 0x7FFFFF, .whole = true, .keep = {0x5A5A5A, 0x25A5A5})

static void regs_ticr(struct sim *s)
{
	static const uint32_t width[] = {0xF, 0x3FFFF, 0xFFFFF, 0x3FFFFF};
	struct plain r = {.offset = 0x30, .whole = true, .keep = {0x2A5A5A, 0x15A5A5}};
	struct node *n = quick_open(s, &small);

	expect_register(n, r.offset, 0);
	for (unsigned int EACH(t, 0); t < 4; t++) {
		r.mask = width[t];
		quick_acdr(n, t << 6);
		node_put(n, r.offset, 0xFFFFFFFF);
		expect_register(n, r.offset, width[t]);
		node_put(n, r.offset, ~width[t]);
		expect_register(n, r.offset, 0);
	}
	plain_bits(n, &r);
	plain_lanes(n, &r);
	plain_keeps(n, &r);
	node_compare(n);
}

static void regs_tpir(struct sim *s)
{
	static const struct plain r = {
		.offset = 0x38, .mask = 0x3FFFFF, .keep = {0x2A5A5A, 0x15A5A5}};
	struct node *n = quick_open(s, &small);

	expect_register(n, r.offset, 0);
	plain_lanes(n, &r);
	plain_keeps(n, &r);
	for (unsigned int EACH(t, 0); t < 4; t++) {
		quick_acdr(n, t << 6);
		for (unsigned int EACH(i, 0); i < 32; i++) {
			node_put(n, r.offset, 1u << i);
			expect_register(n, r.offset, 1u << i & r.mask);
		}
	}
	node_compare(n);
}

/* ---- HTCR ---- */

static void regs_modes_at_once(struct sim *s)
{
	struct node *n = quick_open(s, &small);

	node_put(n, SURF_HTCR, 0);
	node_play_random(n, 3, 5, 10);
	node_put_be(n, SURF_HTCR, 1, 0x07);
	expect_register(n, SURF_HTCR, 0x07);
	SIM_EQ(s, node_get(n, SURF_WCDR), 0, "words before");
	SIM_EQ(s, node_get(n, SURF_TECR), 0, "entries before");
	n->words = 0;
	node_play_random(n, 4, 5, 10);
	node_put_be(n, SURF_HTCR, 1, 0x00);
	expect_register(n, SURF_HTCR, 0);
	expect_register(n, SURF_WCDR, (uint32_t)n->words);
	node_play_random(n, 3, 5, 10);
	SIM_CHECK(s, node_get(n, SURF_WCDR) < n->words, "no words were sent after the stop");
	expect_register(n, SURF_TECR, 4);
	SIM_EQ(s, node_mem_get(n, true, 0), 4, "packets in the histogram");
	node_compare(n);
}

/* ---- FCCR, FCDR ---- */

static void regs_fccr_presence(struct sim *s)
{
	struct node *n = quick_open(s, &small);

	for (unsigned int EACH(code, 0); code < 16; code++) {
		const unsigned int other = (code * 7 + 3) & 15;

		simm_set_pd(n->trace, (int)code);
		simm_set_pd(n->hist, (int)other);
		surf_golden_presence(n->g, code, other);
		expect_register(n, SURF_FCCR, code << 8 | other << 4 | 7);
		node_put(n, SURF_FCCR, (~code & 15) << 8 | (~other & 15) << 4 | 1);
		expect_register(n, SURF_FCCR, code << 8 | other << 4 | 7);
	}
	node_put(n, SURF_FCCR, 0xFFFFF001);
	SIM_EQ(s, node_get(n, SURF_FCCR) >> 12, 0, "FCCR bits 31..12");
	node_put(n, SURF_FCCR, 0xFFFFF000);
	sim_wait_cycles(n->clk25, 72);
	SIM_EQ(s, node_get(n, SURF_FCCR) >> 12, 0, "FCCR bits 31..12");
	node_compare(n);
}

static void regs_fccr_prog(struct sim *s)
{
	struct node *n = quick_open(s, &small);

	SIM_EQ(s, node_get(n, SURF_FCCR) & FCCR_STATE, FCCR_HELD, "FCCR 3..0 after power-on");
	node_put(n, SURF_FCCR, 0xF); /* DONE, ERR, CFG cannot be written */
	SIM_EQ(s, node_get(n, SURF_FCCR) & FCCR_STATE, FCCR_HELD, "FCCR 3..0");
	node_put(n, SURF_FCCR, 1);
	SIM_EQ(s, node_get(n, SURF_FCCR) & FCCR_STATE, FCCR_HELD, "FCCR 3..0");
	for (unsigned int EACH(prog, 1); prog < 2; prog--) {
		node_put(n, SURF_FCCR, prog);
		sim_wait_cycles(n->clk25, 72);
		SIM_EQ(s, node_get(n, SURF_FCCR) & FCCR_STATE, prog ? FCCR_HELD : FCCR_LOADING,
		       "FCCR 3..0");
		for (unsigned int EACH(i, 0); i < LANES; i++) {
			if (lanes[i] & 1)
				continue;
			node_put_be(n, SURF_FCCR, lanes[i], prog ? 0 : 0xFFFFFFFF);
			SIM_EQ(s, node_get(n, SURF_FCCR) & FCCR_STATE,
			       prog ? FCCR_HELD : FCCR_LOADING, "FCCR 3..0");
		}
	}
	node_put(n, SURF_FCCR, 0xE); /* loading: only CFG is 1 */
	SIM_EQ(s, node_get(n, SURF_FCCR) & FCCR_STATE, FCCR_LOADING, "FCCR 3..0");
	node_put_be(n, SURF_FCCR, 1, 1); /* 8 bits are enough */
	SIM_EQ(s, node_get(n, SURF_FCCR) & FCCR_STATE, FCCR_HELD, "FCCR 3..0");
	node_compare(n);
}

/* Makes a stream that maps the color to the bin. */
static void color_stream(struct sim *s, uint8_t stream[SBIT_BYTES])
{
	struct sbit_map map;

	memset(map.sel, SBIT_ZERO, sizeof(map.sel));
	for (unsigned int i = 0; i < 6; i++)
		map.sel[i] = (uint8_t)(sbit_variables[SBIT_COLOR].first + i);
	SIM_EQ(s, (uint64_t)sbit_compile(&map, stream), 0, "stream");
}

/* Checks that a packet of this color counts in the bin of this number. */
static void counts_color(struct node *n, uint8_t color)
{
	const uint32_t before = simm_peek(n->hist, color);
	struct packet p;

	node_random_packet(n, &p, 3, 0);
	p.color = color;
	node_put(n, SURF_HTCR, HEN | FRS);
	node_send(n, &p);
	node_put(n, SURF_HTCR, FRS);
	SIM_EQ(n->s, simm_peek(n->hist, color), before + 1, "count of the bin");
}

static void regs_selector_kept(struct sim *s)
{
	const struct node_config cfg = {.trace = SIMM_16MB, .hist = SIMM_16MB};
	struct node *n = quick_open(s, &cfg);
	uint8_t stream[SBIT_BYTES];

	color_stream(s, stream);
	quick_load(n, stream);
	expect_register(n, SURF_FCCR, 0x00000EE8);
	counts_color(n, 0x2A);
	node_put(n, SURF_FCCR, 0xE); /* PROG stays 0 */
	expect_register(n, SURF_FCCR, 0x00000EE8);
	reset_and_enable(n);
	expect_register(n, SURF_FCCR, 0x00000EE8);
	counts_color(n, 0x15);
	disable_and_enable(n);
	expect_register(n, SURF_FCCR, 0x00000EE8);
	counts_color(n, 0x3C);
	/* PROG = 1 is kept too */
	node_put(n, SURF_FCCR, 1);
	expect_register(n, SURF_FCCR, 0x00000EE7);
	reset_and_enable(n);
	expect_register(n, SURF_FCCR, 0x00000EE7);
	disable_and_enable(n);
	expect_register(n, SURF_FCCR, 0x00000EE7);
	node_compare(n);
}

static void regs_fcdr(struct sim *s)
{
	struct node *n = quick_open(s, &small);
	uint8_t stream[SBIT_BYTES], bit[SBIT_BITS + SBIT_STARTUP];

	expect_register(n, SURF_FCDR, 0);
	node_put(n, SURF_FCDR, 0xFFFFFFFF);
	expect_register(n, SURF_FCDR, 1);
	node_put(n, SURF_FCDR, 0xFFFFFFFE);
	expect_register(n, SURF_FCDR, 0);
	color_stream(s, stream);
	for (unsigned int i = 0; i < SBIT_BITS + SBIT_STARTUP; i++)
		bit[i] = i < SBIT_BITS ? stream[i / 8] >> (7 - i % 8) & 1 : 1;
	quick_prog(n);
	quick_writes(n, SURF_FCDR, bit, 150);
	for (unsigned int EACH(i, 0); i < 100; i++)
		expect_register(n, SURF_FCDR, bit[149]);
	quick_writes(n, SURF_FCDR, bit + 150, SBIT_BITS + SBIT_STARTUP - 151);
	SIM_EQ(s, node_get(n, SURF_FCCR) & FCCR_STATE, FCCR_LOADING,
	       "FCCR 3..0 one clock before the end");
	expect_register(n, SURF_FCDR, 1);
	SIM_EQ(s, node_get(n, SURF_FCCR) & FCCR_STATE, FCCR_LOADING,
	       "FCCR 3..0 one clock before the end");
	node_put(n, SURF_FCDR, 1);
	SIM_EQ(s, node_get(n, SURF_FCCR) & FCCR_STATE, FCCR_DONE, "FCCR 3..0");
	counts_color(n, 0x33);
	node_compare(n);
}

/* ---- ACDR ---- */

static void regs_acdr_shift(struct sim *s)
{
	struct node *n = quick_open(s, &small);
	uint32_t image = 0x0A5C3E7;
	uint64_t bits = 0;

	SIM_EQ(s, quick_read_acdr(n), 0, "image after power-on");
	for (unsigned int i = 0; i < 28; i++) /* only bit 0 of a write has an effect */
		node_put(n, SURF_ACDR, (image >> i & 1) | (sim_random(s) & 0xFFFFFFFE));
	SIM_EQ(s, quick_read_acdr(n), image, "image as loaded");
	SIM_EQ(s, quick_read_acdr(n), image, "image after one turn");
	for (unsigned int EACH(i, 0); i < 100; i++)
		expect_register(n, SURF_ACDR, image & 1);
	SIM_EQ(s, quick_read_acdr(n), image, "image after 100 reads");
	node_put(n, SURF_ACDR, 1); /* sr <= {DATA, sr[27:1]} */
	image = image >> 1 | 1u << 27;
	SIM_EQ(s, quick_read_acdr(n), image, "image after one shift");
	for (unsigned int i = 0; i < 40; i++) {
		const uint64_t bit = sim_random(s) & 1;

		node_put(n, SURF_ACDR, (uint32_t)bit);
		bits |= bit << i;
	}
	SIM_EQ(s, quick_read_acdr(n), bits >> 12 & 0xFFFFFFF, "the last 28 of 40 bits");
	node_compare(n);
}

static void regs_acdr_lanes(struct sim *s)
{
	struct node *n = quick_open(s, &small);
	uint32_t image = 0x7A5C3E1;

	quick_acdr(n, image);
	for (unsigned int EACH(i, 0); i < LANES; i++) {
		node_put_be(n, SURF_ACDR, lanes[i], i & 1 ? 0xFFFFFFFE : 0xFFFFFFFF);
		if (lanes[i] & 1)
			image = image >> 1 | (i & 1 ? 0 : 1u << 27);
		expect_register(n, SURF_ACDR, image & 1);
	}
	SIM_EQ(s, quick_read_acdr(n), image, "image after writes of all widths");
	reset_and_enable(n);
	SIM_EQ(s, quick_read_acdr(n), image, "image after RESDRV");
	disable_and_enable(n);
	SIM_EQ(s, quick_read_acdr(n), image, "image after ENABLE 1-0-1");
	node_compare(n);
}

/* Returns entry 0 of the trace after a packet with an image of ACDR. */
static struct trace_fields traced(struct node *n, uint32_t image, struct packet *p,
				  uint64_t lat)
{
	p->tx = (node_ticks(n) - lat) & SHRIMP_TICKS;
	quick_acdr(n, image);
	quick_rewind(n);
	node_put(n, SURF_HTCR, TEN | FRS);
	node_send(n, p);
	node_put(n, SURF_HTCR, FRS);
	return quick_entry(n, 0);
}

static void check_latency(struct node *n, const struct trace_fields *f, uint32_t latency,
			  bool over)
{
	SIM_EQ(n->s, f->latency, over ? 0xFFFFFF : latency, "latency");
	SIM_EQ(n->s, f->overflow, over, "V");
	SIM_EQ(n->s, f->underflow, 0, "U");
}

static struct node *stopped(struct sim *s, struct packet *p)
{
	struct node *n = quick_open(s, &near_wrap);

	quick_stop_clock(n);
	node_random_packet(n, p, 3, 0);
	p->x = 0x15;
	p->y = 0x1A;
	p->first = 0x90000000 | p->first >> 4;
	node_put(n, SURF_PCLR, 6);
	return n;
}

static void regs_acdr_fields(struct sim *s)
{
	/* {Y0 X4..0}, {Y1..0 X3..0}, {Y2..0 X2..0}, {Y3..0 X1..0}, {Y4..0
	 * X0} of Y = 1A, X = 15 */
	static const uint8_t sender[] = {0x15, 0x25, 0x15, 0x29, 0x35};
	static const uint32_t width[] = {0xF, 0x3FFFF, 0xFFFFF, 0x3FFFFF};
	struct packet p;
	struct node *n = stopped(s, &p);
	struct trace_fields f;

	for (unsigned int EACH(i, 0); i < 5; i++) {
		f = traced(n, i << 25, &p, 0);
		SIM_EQ(s, f.sender, sender[i], "sender");
		SIM_EQ(s, f.category, 6, "category");
	}
	f = traced(n, 1u << 23, &p, 0);
	SIM_EQ(s, f.category, 9, "remote category");
	SIM_EQ(s, f.sender, sender[0], "sender");
	/* START alone, without a window: a latency of 2^START overflows, 2^START - 1 does
	 * not */
	for (unsigned int EACH(i, 0); i < 5; i++) {
		f = traced(n, 1u << (15 + i), &p, (uint64_t)1 << (2 << i));
		check_latency(n, &f, 0, true);
		f = traced(n, 1u << (15 + i), &p, ((uint64_t)1 << (2 << i)) - 1);
		check_latency(n, &f, 0, false);
	}
	/* NUM alone; its maximum is 12 */
	for (unsigned int EACH(i, 0); i < 4; i++) {
		const unsigned int num = 2u << i > 24 ? 24 : 2u << i;

		f = traced(n, 1u << (11 + i), &p, (1u << num) - 1);
		check_latency(n, &f, (1u << num) - 1, false);
		f = traced(n, 1u << (11 + i), &p, 1u << num);
		check_latency(n, &f, 0, true);
	}
	for (unsigned int EACH(i, 0); i < 4; i++) {
		f = traced(n, i << 6, &p, 0);
		SIM_EQ(s, f.sender, sender[0], "sender");
		node_put(n, SURF_TICR, 0xFFFFFFFF);
		expect_register(n, SURF_TICR, width[i]);
	}
	node_compare(n);
}

static void regs_acdr_example(struct sim *s)
{
	struct packet p;
	struct node *n = stopped(s, &p);
	struct trace_fields f;

	f = traced(n, 0x02006080, &p, 0xFFFFFF);
	SIM_EQ(s, f.sender, 0x25, "sender");
	SIM_EQ(s, f.category, 6, "category");
	check_latency(n, &f, 0xFFFFFF, false);
	node_put(n, SURF_TICR, 0xFFFFFFFF);
	expect_register(n, SURF_TICR, 0xFFFFF);
	f = traced(n, 0x02006080, &p, 0x1000000);
	check_latency(n, &f, 0, true);
	f = traced(n, 0x02006080, &p, 0x123457); /* START is 0 */
	check_latency(n, &f, 0x123457, false);
	node_compare(n);
}

static void regs_acdr_readback(struct sim *s)
{
	const uint32_t image = 2u << 25 | 1u << 23 | 1u << 15 | 5u << 11;
	const uint32_t readback = 1u << 24 | 7u << 20 | 7u << 8 | 3u << 4 | 15u;
	struct packet p;
	struct node *n = stopped(s, &p);
	uint32_t first[4];

	for (unsigned int EACH(i, 0); i < 4; i++) {
		static const uint32_t some[] = {0, UINT32_MAX, 0x05500155, 0x00A002AA};
		const uint32_t v = image | (readback & some[i]);
		uint32_t w[4];

		traced(n, v, &p, 0x567);
		for (unsigned int k = 0; k < 4; k++)
			w[k] = node_mem_get(n, false, k);
		if (!i)
			memcpy(first, w, sizeof(first));
		SIM_CHECK(s, !memcmp(first, w, sizeof(first)),
			  "another trace entry with readback bits 0x%07X", v & readback);
		SIM_EQ(s, quick_read_acdr(n), v, "image");
	}
	node_compare(n);
}

/* ---- ISCR ---- */

static void wrap_bin(struct node *n)
{
	struct packet p;

	simm_poke(n->hist, 0, 0xFFFFFFFF);
	surf_golden_hist_put(n->g, 0, 0xFFFFFFFF);
	node_random_packet(n, &p, 1, 0);
	p.tx = (node_ticks(n) + 1000) & SHRIMP_TICKS;
	node_send(n, &p);
}

static void raise_tp(struct node *n, uint32_t htcr)
{
	node_put(n, SURF_HTCR, htcr | TEN);
	node_put(n, SURF_HTCR, htcr | TEN | TRG);
	node_put(n, SURF_HTCR, htcr);
}

/* Sets BV and TP, and no condition that is a level. */
static void raise_two(struct node *n)
{
	node_put(n, SURF_HTCR, HEN | FRS);
	wrap_bin(n);
	raise_tp(n, FRS);
	node_put(n, SURF_ISCR, LU | LV);
}

static void regs_iscr(struct sim *s)
{
	struct node *n = quick_open(s, &small);

	expect_register(n, SURF_ISCR, 0);
	raise_two(n);
	expect_register(n, SURF_ISCR, BV | TP);
	for (unsigned int EACH(pend, 0); pend < 2; pend++) {
		const uint32_t is = pend ? PEND | BV | TP : BV | TP;

		node_put(n, SURF_IEMR, pend ? BV : 0);
		expect_register(n, SURF_ISCR, is);
		node_put(n, SURF_ISCR, 0xFFFFC000);
		expect_register(n, SURF_ISCR, is);
		node_put(n, SURF_ISCR, PEND);
		expect_register(n, SURF_ISCR, is);
		node_put_be(n, SURF_ISCR, 8, PEND);
		expect_register(n, SURF_ISCR, is);
		SIM_EQ(s, host_irqs(n->host) != 0, pend, "interrupt line");
	}
	node_put(n, SURF_IEMR, 0);
	for (unsigned int EACH(i, 0); i < 10; i++)
		expect_register(n, SURF_ISCR, BV | TP);
	reset_and_enable(n);
	expect_register(n, SURF_ISCR, BV | TP);
	disable_and_enable(n);
	expect_register(n, SURF_ISCR, BV | TP);
	node_put_be(n, SURF_ISCR, 4, 0xFFFFFFFF);
	node_put_be(n, SURF_ISCR, 8, 0xFFFFFFFF);
	node_put_be(n, SURF_ISCR, 12, 0xFFFFFFFF);
	expect_register(n, SURF_ISCR, BV | TP);
	node_put_be(n, SURF_ISCR, 1, 0xFFFFFFFF);
	expect_register(n, SURF_ISCR, BV);
	raise_two(n);
	node_put_be(n, SURF_ISCR, 2, 0xFFFFFFFF);
	expect_register(n, SURF_ISCR, TP);
	node_put_be(n, SURF_ISCR, 3, 0xFFFFFFFF);
	expect_register(n, SURF_ISCR, 0);
	node_compare(n);
}

struct refill { /* makes bin 0 full again for each packet */
	struct node *n;
	unsigned int left;
};

static bool refill_packet(void *arg, struct packet *p)
{
	struct refill *f = arg;

	if (!f->left)
		return false;
	f->left--;
	node_random_packet(f->n, p, 1, 0);
	return true;
}

/* Fills the bin when Stage 3 has just taken a packet: the board reads its bin later, and has
 * not begun to read that of the next packet. */
static void refill_bin(void *arg, const struct packet *p, const struct surf_golden_result *r)
{
	struct refill *f = arg;

	(void)p;
	SIM_CHECK(f->n->s, r->bin_wrapped, "a bin has not wrapped");
	simm_poke(f->n->hist, 0, 0xFFFFFFFF);
	surf_golden_hist_put(f->n->g, 0, f->left ? 0xFFFFFFFF : 0);
}

/* Makes @count bin overflows, which push three slots each, as fast as Stage 3 takes packets. */
static void overflow(struct node *n, unsigned int count)
{
	static const struct sni_timing fast = {
		.start_to_start = 10, .end_to_start = 4, .break_rules = true};
	static const struct sni_timing legal = {0};
	struct refill f = {n, count};
	const uint64_t dropped = n->dropped;

	surf_golden_hist_put(n->g, 0, 0xFFFFFFFF);
	n->on_packet = refill_bin;
	n->on_packet_arg = &f;
	sni_set_timing(n->sni, &fast);
	node_play(n, refill_packet, &f);
	sni_set_timing(n->sni, &legal);
	n->on_packet = NULL;
	surf_golden_hist_put(n->g, 0, 0);
	SIM_EQ(n->s, n->dropped, dropped, "packets dropped");
}

/* Sets all nine sticky conditions; fewer than 3 slots of the FIFO may be free. */
static void raise_sticky(struct node *n)
{
	static const struct sni_timing fast = {
		.start_to_start = 3, .end_to_start = 1, .break_rules = true};
	static const struct sni_timing legal = {0};
	struct packet p;

	node_put(n, SURF_HTCR, ALL);
	node_put(n, SURF_WCDR, 0xFFFFFFFE);
	sni_set_timing(n->sni, &fast);
	node_play_random(n, 4, 5, 0); /* PV */
	sni_set_timing(n->sni, &legal);
	node_put(n, SURF_WCDR, 0xFFFFFFFE);
	node_random_packet(n, &p, 1, 0);
	p.words = 5;
	p.tx = 0; /* LV, WCV */
	node_send(n, &p);
	wrap_bin(n); /* LU, BV, FV */
	raise_tp(n, 0);
	node_x_in(n, false);
	sim_wait_cycles(n->clk25, 6);
	node_x_in(n, true);
	node_put(n, SURF_TECR, 16); /* TSIZE 0: the trace is full */
	node_put(n, SURF_TECR, 0);
}

static void regs_iscr_sticky(struct sim *s)
{
	static const uint32_t all = STICKY | FPF | FNE | FAF | RTV;
	struct node *n = quick_open(s, &near_wrap);

	quick_acdr(n, 0);
	node_put(n, SURF_HTCR, HEN);
	overflow(n, 1364);
	node_put(n, SURF_HFDR, 1);
	node_put(n, SURF_HFDR, 2);
	SIM_CHECK(s, node_ticks(n) < 1u << 30, "receive time has not wrapped");
	surf_golden_rtv(n->g, true);
	for (unsigned int EACH(i, 0); i < 14; i++) {
		if (!(STICKY >> i & 1))
			continue;
		raise_sticky(n);
		expect_register(n, SURF_ISCR, all);
		node_put(n, SURF_ISCR, 0);
		expect_register(n, SURF_ISCR, all);
		node_put(n, SURF_ISCR, 1u << i);
		expect_register(n, SURF_ISCR, all & ~(1u << i));
	}
	raise_sticky(n);
	for (unsigned int i = 0; i < 3; i++)
		node_put(n, SURF_HFDR, 0); /* the third is ignored */
	expect_register(n, SURF_ISCR, all | FF);
	for (unsigned int EACH(i, 0); i < 10; i++)
		expect_register(n, SURF_ISCR, all | FF);
	node_put(n, SURF_ISCR, 0x00002078);
	expect_register(n, SURF_ISCR, all | FF);
	node_put(n, SURF_ISCR, 0xFFFFFFFF);
	expect_register(n, SURF_ISCR, RTV | FF | FAF | FPF | FNE);
	node_compare(n);
}

/* ---- HFCR, HFDR ---- */

static void hfcr_is(struct node *n, uint8_t a, uint8_t b, uint8_t c, uint8_t d)
{
	expect_register(n, SURF_HFCR, a);
	expect_register(n, SURF_HFCR, b);
	expect_register(n, SURF_HFCR, c);
	expect_register(n, SURF_HFCR, d);
}

static void regs_hfcr(struct sim *s)
{
	static const uint8_t in_order[4] = {0x34, 0x02, 0x56, 0x01};
	struct node *n = quick_open(s, &small);
	uint8_t o[4] = {0x34, 0x02, 0x56, 0x01};
	unsigned int at = 0;

	node_put(n, SURF_HTCR, 0);
	hfcr_is(n, 0x07, 0x00, 0x07, 0x00);
	hfcr_is(n, 0x07, 0x00, 0x07, 0x00);
	quick_writes(n, SURF_HFCR, in_order, 4);
	hfcr_is(n, 0x34, 0x02, 0x56, 0x01);
	for (unsigned int EACH(i, 0); i < 60; i++) { /* reads and writes share one pointer */
		const uint32_t v = (uint32_t)sim_random(s);

		if (v >> 31) {
			node_put(n, SURF_HFCR, v);
			o[at] = (uint8_t)(v & (at & 1 ? 15 : 255));
		} else {
			expect_register(n, SURF_HFCR, o[at]);
		}
		at = (at + 1) % 4;
	}
	while (at++ % 4)
		node_get(n, SURF_HFCR);
	for (unsigned int i = 0; i < 4; i++) {
		node_put(n, SURF_HFCR, 0xFFFFFFFF);
		o[i] = i & 1 ? 0x0F : 0xFF;
	}
	hfcr_is(n, 0xFF, 0x0F, 0xFF, 0x0F);
	node_put(n, SURF_HFCR, 0xFFFFFFA5);
	expect_register(n, SURF_HFCR, 0x0F);
	expect_register(n, SURF_HFCR, 0xFF);
	expect_register(n, SURF_HFCR, 0x0F);
	hfcr_is(n, 0xA5, 0x0F, 0xFF, 0x0F);
	node_compare(n);
}

static void regs_hfcr_lanes(struct sim *s)
{
	struct node *n = quick_open(s, &small);

	node_put(n, SURF_HTCR, 0);
	node_put(n, SURF_HFCR, 0x34);
	for (unsigned int i = 0; i < LANES; i++) {
		if (lanes[i] & 1)
			continue;
		node_put_be(n, SURF_HFCR, lanes[i], 0xA9A9A9A9);
		node_get_be(n, SURF_HFCR, lanes[i]);
	}
	node_put(n, SURF_HFCR, 0x02); /* still at EMPTY high */
	node_put_be(n, SURF_HFCR, 1, 0x56);
	SIM_EQ(s, node_get_be(n, SURF_HFCR, 3) & 0xFF, 0x00, "FULL high");
	hfcr_is(n, 0x34, 0x02, 0x56, 0x00);
	node_compare(n);
}

static void regs_fifo_kept(struct sim *s)
{
	static const uint16_t slot[5] = {0x1A5, 0x05A, 0x100, 0x0FF, 0x133};
	struct node *n = quick_open(s, &small);

	for (unsigned int EACH(round, 0); round < 2; round++) {
		node_put(n, SURF_HTCR, FRS);
		node_put(n, SURF_HTCR, 0);
		node_put(n, SURF_HFCR, 6);
		node_put(n, SURF_HFCR, 0);
		node_put(n, SURF_HFCR, 0x9A);
		node_put(n, SURF_HFCR, 0x0B);
		for (unsigned int i = 0; i < 5; i++)
			node_put(n, SURF_HFDR, slot[i]);
		node_get(n, SURF_HFCR);
		node_get(n, SURF_HFCR); /* the pointer is 2 */
		SIM_EQ(s, node_get(n, SURF_ISCR) & (FPF | FNE), FNE, "flags of 5 slots");
		if (round)
			disable_and_enable(n);
		else
			reset_and_enable(n);
		expect_register(n, SURF_HFCR, 0x9A);
		expect_register(n, SURF_HFCR, 0x0B);
		expect_register(n, SURF_HFCR, 6);
		expect_register(n, SURF_HFCR, 0);
		SIM_EQ(s, node_get(n, SURF_ISCR) & (FPF | FNE), FNE, "flags of 5 slots");
		node_put(n, SURF_HFDR, 0x1EE); /* the sixth: occupancy was 5 */
		SIM_EQ(s, node_get(n, SURF_ISCR) & (FPF | FNE), FPF | FNE, "flags of 6 slots");
		for (unsigned int EACH(i, 0); i < 5; i++)
			expect_register(n, SURF_HFDR, slot[i]);
		expect_register(n, SURF_HFDR, 0x1EE);
		SIM_EQ(s, node_get(n, SURF_ISCR) & FNE, 0, "FNE");
	}
	node_compare(n);
}

static void regs_hfdr(struct sim *s)
{
	struct node *n = quick_open(s, &small);

	node_put(n, SURF_HTCR, 0);
	node_put(n, SURF_HFDR, 0xFFFFFE00 | 0x1A5);
	node_put(n, SURF_HFDR, 0xFFFFFE00 | 0x05A);
	expect_register(n, SURF_HFDR, 0x1A5);
	expect_register(n, SURF_HFDR, 0x05A);
	node_compare(n);
}

/* Tests all registers together: RESDRV and ENABLE = 0 clear IEMR and keep the collected
 * data. */
static void regs_all_kept(struct sim *s)
{
	struct node *n = quick_open(s, &small);
	struct quick_state *a, *b;

	load_all(n);
	a = quick_state(n);
	for (unsigned int EACH(round, 0); round < 2; round++) {
		node_put(n, SURF_IEMR, 0x3FFF);
		expect_register(n, SURF_IEMR, 0x3FFF);
		if (round)
			disable_and_enable(n);
		else
			reset_and_enable(n);
		expect_register(n, SURF_IEMR, 0);
		b = quick_state(n);
		quick_same_state(n, a, b, UINT32_MAX);
	}
	node_put(n, SURF_HTCR, 0);
	node_compare(n);
}

/* Switches the power off and on during operation: everything must be as after the first
 * power-on. */
static void regs_power_on_again(struct sim *s)
{
	struct node *n = quick_open(s, &small);
	struct quick_state *fresh = quick_state(n), *again;

	expect_register(n, SURF_HFDR, 0);
	for (unsigned int EACH(round, 0); round < 2; round++) {
		load_all(n);
		expect_register(n, SURF_HFDR, 0x100); /* popped last */
		quick_acdr(n, round ? 0x5555555 : 0xFFFFFFF);
		node_put(n, SURF_TTCR, 0x1EF);
		node_put(n, SURF_ECDR, 1);
		node_put(n, SURF_PCLR, round ? 0x15 : 0x1A);
		node_put(n, SURF_FCDR, 1);
		node_put(n, SURF_FCCR, 0);
		node_put(n, SURF_IEMR, 0x3FFF);
		quick_power_on(n);
		again = quick_state(n);
		quick_same_state(n, fresh, again, UINT32_MAX);
		SIM_EQ(s, again->fccr, fresh->fccr, "FCCR");
		SIM_EQ(s, again->fcdr, 0, "FCDR");
		SIM_EQ(s, again->acdr, 0, "ACDR image");
		SIM_EQ(s, again->reg[SURF_ECDR / 4], 0, "ECDR");
		expect_register(n, SURF_HFDR, 0);
		SIM_EQ(s, sim_get(sim_pin(s, "x_out_oe")), 0, "external output");
		node_compare(n);
	}
}

/* ---- LEDs ---- */

static bool led_is_lit(struct node *n, unsigned int led)
{
	sim_settle(n->s);
	return !(sim_get(sim_pin(n->s, "led_n")) >> (led - 1) & 1);
}

#define LED(n, number, want)                                                       \
	SIM_CHECK((n)->s, led_is_lit(n, number) == (want), "LED %d is %s", number, \
		  (want) ? "dark" : "lit")

static void regs_led_x_in(struct sim *s)
{
	struct node *n = quick_open(s, &small);

	for (unsigned int eip = 0; eip < 2; eip++) {
		node_put(n, SURF_TTCR, eip << 8);
		for (unsigned int i = 0; i < 6; i++) {
			node_x_in(n, i & 1);
			LED(n, 1, !(i & 1)); /* at once */
			sim_wait_cycles(n->clk25, 5);
			LED(n, 1, !(i & 1));
		}
	}
	node_compare(n);
}

struct reset_led {
	struct node *n;
	struct sim_pin *por_n, *resdrv, *led_n;
	uint64_t lit, dark;
};

static void watch_reset_led(void *arg)
{
	struct reset_led *r = arg;
	bool is, reset;

	sim_settle(r->n->s);
	is = !(sim_get(r->led_n) >> 1 & 1);
	reset = !sim_get(r->por_n) || sim_get(r->resdrv);
	SIM_CHECK(r->n->s, is == reset, "LED 2 is %s", is ? "lit" : "dark");
	*(is ? &r->lit : &r->dark) += 1;
}

static void regs_led_reset(struct sim *s)
{
	struct reset_led r = {.n = node_open(s, &small),
			      .por_n = sim_pin(s, "por_n"),
			      .resdrv = sim_pin(s, "resdrv"),
			      .led_n = sim_pin(s, "led_n")};

	sim_on(r.n->clk25, SIM_BEFORE_RISE, watch_reset_led, &r);
	sim_on(r.n->clk25, SIM_FALL, watch_reset_led, &r);
	node_power_on(r.n);
	SIM_CHECK(s, r.lit > 10 && r.dark > 10, "lit %d, dark %d", (int)r.lit, (int)r.dark);
	node_enable(r.n, 0xD000, 3, 5);
	r.lit = r.dark = 0;
	node_resdrv(r.n);
	SIM_CHECK(s, r.lit > 10 && r.dark > 10, "lit %d, dark %d", (int)r.lit, (int)r.dark);
	node_global_reset(r.n); /* this does not reset the board */
	node_power_on(r.n);
	node_enable(r.n, 0xD000, 3, 5);
	node_compare(r.n);
}

static void regs_led_trigger(struct sim *s)
{
	struct node *n = quick_open(s, &small);

	LED(n, 3, false);
	LED(n, 5, false);
	node_put(n, SURF_HTCR, TRG);
	LED(n, 3, true);
	LED(n, 5, false);
	node_put(n, SURF_HTCR, 0);
	LED(n, 3, false);
	node_put(n, SURF_HTCR, TEN);
	LED(n, 3, false);
	LED(n, 5, true);
	node_play_random(n, 1, 1, 0);
	LED(n, 3, true);
	expect_register(n, SURF_HTCR, TEN | TRG);
	node_put(n, SURF_HTCR, TRG);
	LED(n, 3, true);
	LED(n, 5, false);
	node_put(n, SURF_HTCR, TEN);
	LED(n, 3, false);
	LED(n, 5, true);
	node_put(n, SURF_HTCR, HEN | WEN);
	LED(n, 5, false);
	node_compare(n);
}

static void regs_led_fifo(struct sim *s)
{
	struct node *n = quick_open(s, &small);

	node_put(n, SURF_HTCR, 0);
	LED(n, 4, false);
	for (unsigned int slots = 1; slots <= 2; slots++) {
		for (unsigned int i = 0; i < slots; i++) {
			node_put(n, SURF_HFDR, 0x155);
			LED(n, 4, true);
		}
		for (unsigned int i = 0; i < slots; i++) {
			node_get(n, SURF_HFDR);
			sim_wait_cycles(n->clk25, 4);
			LED(n, 4, i + 1 < slots);
		}
	}
	node_put(n, SURF_HFDR, 1);
	LED(n, 4, true);
	node_put(n, SURF_HTCR, FRS);
	LED(n, 4, false);
	node_compare(n);
}

static void led_access(struct drivers *d, bool io, unsigned int slot, uint32_t addr, bool own)
{
	for (unsigned int EACH(write, 0); write < 2; write++) {
		uint32_t v;

		sim_wait_cycles(d->n->bclk, 3);
		LED(d->n, 6, false);
		clear_drivers(d);
		if (write)
			host_write(d->n->host, io, slot, addr, 15, own ? 0 : 0x12345678);
		else
			host_read(d->n->host, io, slot, addr, 15, &v);
		sim_wait_cycles(d->n->bclk, 3);
		SIM_CHECK(d->n->s, d->claimed == own, "EX32# at 0x%08X", addr);
		SIM_CHECK(d->n->s, d->access == own, "LED 6 %s %s %s at 0x%08X",
			  own ? "stays dark for a" : "is lit for a foreign",
			  write ? "write" : "read", io ? "of slot I/O" : "of memory", addr);
	}
}

static void regs_led_access(struct sim *s)
{
	struct node *n = quick_open(s, &small);
	struct drivers *d = watch_drivers(n);

	led_access(d, true, 1, 0x1C80, true);
	led_access(d, false, 0, REGISTERS + SURF_PCLR, true);
	led_access(d, false, 0, REGISTERS + 0x8000 + SURF_ECDR, true);
	led_access(d, false, 0, MEMORIES + 0x1000, true);
	led_access(d, false, 0, MEMORIES + NODE_HIST + 0x1000, true);
	led_access(d, true, 2, 0x2C80, false);
	led_access(d, true, 1, 0x1C88, false);
	led_access(d, true, 1, 0x1D80, false);
	led_access(d, false, 0, REGISTERS + 0x10000, false);
	led_access(d, false, 0, MEMORIES + 0x8000000, false);
	led_access(d, false, 0, 0, false);
	disable(n);
	led_access(d, false, 0, REGISTERS + SURF_PCLR, false);
	led_access(d, false, 0, MEMORIES + 0x1000, false);
	enable(n);
	surf_golden_write(n->g, SURF_PCLR, 15, 0);
	surf_golden_write(n->g, SURF_ECDR, 15, 0);
	node_compare(n);
}

static void watch_pend_led(void *arg)
{
	struct node *n = arg;

	LED(n, 7, host_irqs(n->host) != 0);
}

static void regs_led_pending(struct sim *s)
{
	struct node *n = quick_open(s, &small);

	/* the PEND LED is on when an IRQ line is low */
	sim_on(n->clk25, SIM_BEFORE_RISE, watch_pend_led, n);
	raise_tp(n, FRS);
	expect_register(n, SURF_ISCR, TP);
	LED(n, 7, false);
	for (unsigned int EACH(i, 0); i < 2; i++) {
		node_put(n, SURF_IEMR, TP);
		expect_register(n, SURF_ISCR, 0x80000000 | TP);
		LED(n, 7, true);
		node_put(n, SURF_IEMR, ~TP & 0x3FFF);
		expect_register(n, SURF_ISCR, TP);
		LED(n, 7, false);
	}
	node_put(n, SURF_IEMR, TP);
	LED(n, 7, true);
	node_put(n, SURF_ISCR, TP);
	expect_register(n, SURF_ISCR, 0);
	LED(n, 7, false);
	node_compare(n);
}

struct stage_led {
	struct node *n;
	struct sim_pin *accept, *take, *pmen_n, *led_n;
	bool busy, taken;	  /* Stage 2 */
	uint64_t s1, first, last; /* clocks of Stage 1: header beat, last beat */
	unsigned int beats;
	uint64_t on_at, off_at, changes;
	bool was;
};

/* Stage 2 holds a packet from the clock of obs_accept to that of obs_take. */
static void watch_stage2(void *arg)
{
	struct stage_led *l = arg;
	bool is;

	sim_settle(l->n->s);
	if (l->taken)
		l->busy = false;
	if (sim_get(l->accept))
		l->busy = true;
	l->taken = sim_get(l->take);
	is = !(sim_get(l->led_n) >> 7 & 1);
	SIM_CHECK(l->n->s, is == l->busy, "LED 8 is %s, Stage 2 is %s", is ? "lit" : "dark",
		  l->busy ? "busy" : "idle");
}

static void watch_stage1(void *arg)
{
	struct stage_led *l = arg;
	const bool is = !(sim_get(l->led_n) >> 8 & 1);

	l->s1++;
	if (is != l->was) {
		*(is ? &l->on_at : &l->off_at) = l->s1;
		l->changes++;
		l->was = is;
	}
	if (sim_get(l->pmen_n))
		return;
	if (!l->beats++)
		l->first = l->s1;
	l->last = l->s1;
}

static void regs_led_run(struct sim *s)
{
	const struct sni_timing gaps = {.gap_percent = 100, .gap_max = 5};
	struct stage_led l = {.n = quick_open(s, &small),
			      .accept = sim_pin(s, "obs_accept"),
			      .take = sim_pin(s, "obs_take"),
			      .pmen_n = sim_pin(s, "pmen_n"),
			      .led_n = sim_pin(s, "led_n")};
	struct packet p;

	node_put(l.n, SURF_HTCR, ALL);
	sni_set_timing(l.n->sni, &gaps);
	sim_on(l.n->clk25, SIM_BEFORE_RISE, watch_stage2, &l);
	sim_on(l.n->clk_s1, SIM_BEFORE_RISE, watch_stage1, &l);
	LED(l.n, 8, false);
	LED(l.n, 9, false);
	for (unsigned int EACH(i, 0); i < 3; i++) {
		node_random_packet(l.n, &p, 1, 10);
		p.words = 5;
		l.beats = 0;
		l.changes = 0;
		node_send(l.n, &p);
		SIM_EQ(s, l.beats, 7, "beats");
		SIM_EQ(s, l.changes, 2, "changes of LED 9");
		SIM_CHECK(s, l.last - l.first > 8, "no gaps");
		SIM_EQ(s, l.off_at - l.on_at, l.last - l.first, "clocks with LED 9 lit");
		SIM_CHECK(s, l.on_at - l.first <= 2, "LED 9 is %d clocks late",
			  (int)(l.on_at - l.first));
	}
	LED(l.n, 8, false);
	LED(l.n, 9, false);
	SIM_EQ(s, l.n->done, 3, "packets");
	/* two packets close together: the second waits in Stage 2 for Stage 3 */
	sni_set_timing(l.n->sni, &(struct sni_timing){.start_to_start = 4,
						      .end_to_start = 1,
						      .break_rules = true});
	node_play_random(l.n, 2, 1, 10);
	/* a disabled board lets no packet into Stage 2 */
	sni_set_timing(l.n->sni, &gaps);
	disable(l.n);
	node_play_random(l.n, 1, 5, 10);
	SIM_EQ(s, l.n->ignored, 1, "packets ignored");
	enable(l.n);
	node_compare(l.n);
}

static void regs_led_user(struct sim *s)
{
	struct node *n = quick_open(s, &small);

	LED(n, 10, false);
	for (uint32_t v = 0; v < 32; v += 5) {
		node_put(n, SURF_PCLR, v);
		LED(n, 10, v >> 4 & 1);
	}
	node_put(n, SURF_PCLR, 0x1F);
	LED(n, 10, true);
	reset_and_enable(n);
	LED(n, 10, true);
	node_put_be(n, SURF_PCLR, 1, 0x0F);
	LED(n, 10, false);
	node_compare(n);
}

const struct sim_test sim_tests[] = {
	{"regs_epir", regs_epir, "SB-REG-001 SB-REG-002 SB-REG-003 SB-REG-004", NODE_BUSES},
	{"regs_ebcr_bits", regs_ebcr_bits,
	 "SB-REG-005 SB-REG-006 SB-REG-009 SB-REG-010 SB-REG-011 SB-REG-012 SB-REG-013 "
	 "SB-REG-014 SB-REG-015",
	 NULL},
	{"regs_ebcr_resdrv", regs_ebcr_resdrv, "SB-REG-005 SB-REG-006 SB-REG-007 SB-REG-008",
	 NULL},
	{"regs_scan_after_reset", regs_scan_after_reset, "SB-REG-022", NULL},
	{"regs_disabled_windows", regs_disabled_windows, "SB-REG-016 SB-REG-017", NULL},
	{"regs_disabled_packets", regs_disabled_packets, "SB-REG-019", NODE_BUSES},
	{"regs_all_kept", regs_all_kept, "SB-REG-020 SB-REG-079", NULL},
	{"regs_power_on_again", regs_power_on_again,
	 "SB-REG-005 SB-REG-035 SB-REG-043 SB-REG-054 SB-REG-059 SB-REG-064 SB-REG-069 "
	 "SB-REG-078 SB-REG-082 SB-REG-087 SB-REG-101 SB-REG-109 SB-REG-114 SB-EXT-014",
	 NODE_BUSES},
	{"regs_mirrors", regs_mirrors, "SB-REG-024", NODE_BUSES},
	{"regs_mirror_side_effects", regs_mirror_side_effects, "SB-REG-025", NODE_BUSES},
	{"regs_unused", regs_unused, "SB-REG-026 SB-REG-027", NODE_BUSES},
	{"regs_narrow_reads", regs_narrow_reads, "SB-REG-028", NODE_BUSES},
	{"regs_modes_at_once", regs_modes_at_once, "SB-REG-029", NODE_BUSES},
	{"regs_fccr_presence", regs_fccr_presence, "SB-REG-030 SB-REG-031 SB-REG-032",
	 NODE_BUSES},
	{"regs_fccr_prog", regs_fccr_prog, "SB-REG-033 SB-REG-034 SB-REG-035 SB-REG-038",
	 NODE_BUSES},
	{"regs_selector_kept", regs_selector_kept,
	 "SB-REG-033 SB-REG-036 SB-REG-037 SB-REG-039", NULL},
	{"regs_fcdr", regs_fcdr, "SB-REG-040 SB-REG-041 SB-REG-042", NODE_BUSES},
	{"regs_acdr_shift", regs_acdr_shift,
	 "SB-REG-043 SB-REG-044 SB-REG-045 SB-REG-046 SB-REG-047", NODE_BUSES},
	{"regs_acdr_lanes", regs_acdr_lanes, "SB-REG-051 SB-REG-052 SB-REG-053", NULL},
	{"regs_acdr_fields", regs_acdr_fields, "SB-REG-048", "surfboard_wrap"},
	{"regs_acdr_example", regs_acdr_example, "SB-REG-049", "surfboard_wrap"},
	{"regs_acdr_readback", regs_acdr_readback, "SB-REG-050", "surfboard_wrap"},
	{"regs_ttcr", regs_ttcr, "SB-REG-054 SB-REG-055 SB-REG-056 SB-REG-057 SB-REG-058",
	 NULL},
	{"regs_ecdr", regs_ecdr, "SB-REG-059 SB-REG-060 SB-REG-061 SB-REG-062 SB-REG-063",
	 NULL},
	{"regs_pclr", regs_pclr, "SB-REG-064 SB-REG-065 SB-REG-066 SB-REG-067 SB-REG-068",
	 NULL},
	{"regs_iscr", regs_iscr,
	 "SB-REG-069 SB-REG-070 SB-REG-071 SB-REG-075 SB-REG-076 SB-REG-077", NULL},
	{"regs_iscr_sticky", regs_iscr_sticky, "SB-REG-071 SB-REG-072 SB-REG-073 SB-REG-074",
	 "surfboard_wrap"},
	{"regs_iemr", regs_iemr, "SB-REG-020 SB-REG-078 SB-REG-079 SB-REG-080 SB-REG-081",
	 NULL},
	{"regs_htcr", regs_htcr, "SB-REG-082 SB-REG-083 SB-REG-084 SB-REG-085 SB-REG-086",
	 NULL},
	{"regs_wcdr", regs_wcdr, "SB-REG-087 SB-REG-088 SB-REG-089 SB-REG-090 SB-REG-091",
	 NULL},
	{"regs_hfcr", regs_hfcr, "SB-REG-092 SB-REG-094 SB-REG-095 SB-REG-096", NODE_BUSES},
	{"regs_hfcr_lanes", regs_hfcr_lanes, "SB-REG-097", NULL},
	{"regs_fifo_kept", regs_fifo_kept, "SB-REG-021 SB-REG-023 SB-REG-098 SB-REG-099", NULL},
	{"regs_hfdr", regs_hfdr, "SB-REG-100", NODE_BUSES},
	{"regs_ticr", regs_ticr,
	 "SB-REG-101 SB-REG-102 SB-REG-103 SB-REG-104 SB-REG-105 SB-REG-106 SB-REG-107 "
	 "SB-REG-108",
	 NULL},
	{"regs_tecr", regs_tecr, "SB-REG-109 SB-REG-110 SB-REG-111 SB-REG-112 SB-REG-113",
	 NULL},
	{"regs_tpir", regs_tpir, "SB-REG-114 SB-REG-115 SB-REG-116 SB-REG-117 SB-REG-118",
	 NULL},
	{"regs_led_x_in", regs_led_x_in, "SB-REG-119", NULL},
	{"regs_led_reset", regs_led_reset, "SB-REG-120", NULL},
	{"regs_led_trigger", regs_led_trigger, "SB-REG-121 SB-REG-123", NULL},
	{"regs_led_fifo", regs_led_fifo, "SB-REG-122", NULL},
	{"regs_led_access", regs_led_access, "SB-REG-124", NULL},
	{"regs_led_pending", regs_led_pending, "SB-REG-125", NULL},
	{"regs_led_run", regs_led_run, "SB-REG-126 SB-REG-127", NULL},
	{"regs_led_user", regs_led_user, "SB-REG-128", NULL},
	{0},
};
