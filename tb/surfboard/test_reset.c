/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests every reset at random times during all kinds of operation: with packets on the link and
 * in all stages, with EISA cycles of every kind, and while the selector is loaded. Afterwards
 * the board must work as after power-on and agree with the golden model.
 */
#include "iscr.h"
#include "reset_pins.h"
#include "quick.h"
#include <errno.h>
#include <inttypes.h>

enum kind {
	POWER_ON, /* with RESDRV, as when a machine is switched on */
	RESDRV,
	DISABLE,  /* EBCR.ENABLE = 0 */
	PIPELINE, /* HTCR.PRS */
	FIFO,	  /* HTCR.FRS */
	GLOBAL,	  /* S_GRST_L */
	KINDS
};

static const char *const kind_name[KINDS] = {"POR",	 "RESDRV",   "ENABLE = 0",
					     "HTCR.PRS", "HTCR.FRS", "S_GRST_L"};

/* number of words of either memory that may be accessed before the reset */
#define TOUCHED 0x10000u

struct reset {
	struct sim *s;
	struct node *n;
	struct sim_pin *por_n, *grst_n;
	struct eisa_timing t;
	bool selector; /* the selector was accessed */
	/* S_GRST_L is synchronous to the global clock */
	unsigned int grst_left;
	bool grst_armed;
};

/* ---- operation before the reset ---- */

static uint32_t rnd(struct reset *r, uint32_t hi)
{
	return (uint32_t)sim_range(r->s, 0, hi);
}

/* Makes a random register write or read that is allowed at any time. */
static void random_register(struct reset *r, struct eisa_cycle *c)
{
	static const struct {
		uint32_t offset, mask;
	} some[] = {{SURF_PCLR, 0x1F},	     {SURF_IEMR, ISCR_ALL},  {SURF_ISCR, ISCR_ALL},
		    {SURF_TECR, 0x3FF},	     {SURF_TICR, 0x3FF},     {SURF_TPIR, 0x3FFFFF},
		    {SURF_WCDR, UINT32_MAX}, {SURF_HFDR, 0x1FF},     {SURF_HFCR, 0xFF},
		    {SURF_HTCR, ALL},	     {SURF_HTCR, ALL | TRG}, {SURF_HTCR, 0},
		    {SURF_ECDR, 1},	     {SURF_TTCR, 0x1FF}};
	const unsigned int k = rnd(r, sizeof(some) / sizeof(some[0]) - 1);

	c->addr = r->n->rbase + some[k].offset;
	c->data = rnd(r, UINT32_MAX) & some[k].mask;
	if (some[k].offset == SURF_HTCR)
		c->data = some[k].mask;
}

static void random_cycle(struct reset *r, struct eisa_cycle *c)
{
	*c = (struct eisa_cycle){.write = rnd(r, 1), .be = 15, .data = rnd(r, UINT32_MAX)};
	switch (rnd(r, 9)) {
	case 0:
		c->io = true;
		c->write = false;
		c->slot = 1;
		c->addr = 0x1000 + (rnd(r, 1) ? SURF_EPIR : SURF_EBCR);
		break;
	case 1:
		r->selector = true;
		c->addr = r->n->rbase + (rnd(r, 9) ? SURF_FCDR : SURF_FCCR);
		c->data = rnd(r, 1);
		break;
	case 2:
	case 3:
	case 4:
		random_register(r, c);
		break;
	default:
		c->addr = r->n->mbase + rnd(r, 1) * NODE_HIST + 4 * rnd(r, TOUCHED - 1);
	}
}

/* Makes EISA cycles until @when; the cycles that a reset cuts off are cancelled. */
static void work_until(struct reset *r, sim_time when, bool cancelled)
{
	struct eisa_cycle run[6];

	while (sim_now(r->s) < when) {
		const unsigned int n = 1 + rnd(r, 5);
		int err;

		if (rnd(r, 3) == 0)
			sim_wait(r->s, SIM_NS(rnd(r, 500)));
		if (sim_now(r->s) >= when)
			break;
		for (unsigned int i = 0; i < n; i++)
			random_cycle(r, &run[i]);
		err = eisa_run(r->n->eisa, run, n);
		SIM_CHECK(r->s, !err || (cancelled && err == -ECANCELED),
			  "the board does not answer: %d", err);
	}
}

static bool random_packets(void *arg, struct packet *p)
{
	struct reset *r = arg;

	node_random_packet(r->n, p, 12, 100);
	return true;
}

/* ---- resets ---- */

static void cut_power(void *arg)
{
	struct reset *r = arg;

	sim_put(r->por_n, 0);
	simm_power_on(r->n->trace);
	simm_power_on(r->n->hist);
}

static void cut_link(void *arg)
{
	struct reset *r = arg;

	sni_cut(r->n->sni);
}

static void arm_grst(void *arg)
{
	struct reset *r = arg;

	r->grst_armed = true;
}

static void on_gclk_fall(void *arg)
{
	struct reset *r = arg;

	if (r->grst_armed) {
		r->grst_armed = false;
		r->grst_left = 3;
		sim_put(r->grst_n, 0);
	} else if (r->grst_left && !--r->grst_left) {
		sim_put(r->grst_n, 1);
	}
}

static void write_register(struct reset *r, uint32_t offset, uint32_t value)
{
	SIM_EQ(r->s,
	       (uint64_t)eisa_write(r->n->eisa, false, 0, r->n->rbase + offset, 15, value), 0,
	       "the register answers");
}

/* Operates the board, resets it at a random time, and then gives it the state of the golden
 * model. */
static void strike(struct reset *r, enum kind kind)
{
	struct node *n = r->n;
	struct sim *s = r->s;
	const sim_time when = sim_now(s) + 1 + sim_range(s, 0, SIM_US(8));
	const bool bus = kind == POWER_ON || kind == RESDRV;

	node_stop_checks(n);
	r->t = (struct eisa_timing){.pipelined = rnd(r, 1),
				    .stretch_percent = rnd(r, 1) * 20,
				    .stretch_max = 3,
				    .change_early = rnd(r, 1),
				    .idle_max = rnd(r, 3)};
	eisa_set_timing(n->eisa, &r->t);
	sni_set_source(n->sni, random_packets, r);
	if (kind == POWER_ON)
		sim_at(s, when, cut_power, r);
	if (bus) {
		sim_at(s, when, cut_link, r);
		eisa_reset_in(n->eisa, when - sim_now(s), 1 + rnd(r, 8));
	}
	if (kind == GLOBAL)
		sim_at(s, when, arm_grst, r);
	work_until(r, when + (bus ? 0 : rnd(r, 1000000)), bus);
	switch (kind) {
	case DISABLE:
		node_slot_put(n, SURF_EBCR, 1, 0);
		break;
	case PIPELINE:
		write_register(r, SURF_HTCR, ALL | PRS);
		break;
	case FIFO:
		write_register(r, SURF_HTCR, ALL | FRS);
		break;
	default:
		break;
	}
	/* the link stops, either now or at the end of the packet; if Stage 1 is not reset, the
	 * packet must be complete */
	if (bus || (kind == PIPELINE && rnd(r, 1)))
		sni_cut(n->sni);
	else
		sni_set_source(n->sni, NULL, NULL);
	while (!sni_idle(n->sni))
		sim_wait_cycles(n->clk_s1, 1);
	eisa_set_timing(n->eisa, NULL);
	if (kind == POWER_ON) {
		node_power_on(n);
		r->selector = false;
	} else if (kind == RESDRV) {
		surf_golden_resdrv(n->g);
	} else if (kind == GLOBAL) {
		sim_wait_cycles(n->gclk, 6);
		node_global_reset(n);
	}
	sim_wait(s, SIM_US(2)); /* until packets and posted writes have ended */
}

/* ---- after the reset ---- */

static void outside(void *arg, uint32_t word, uint32_t value)
{
	struct reset *r = arg;

	SIM_CHECK(r->s, word < TOUCHED, "word 0x%06" PRIX32 " has become 0x%08" PRIX32, word,
		  value);
}

/* Writes known values to the registers of the board and of the golden model. At the end it
 * compares the registers that software did not write. */
static void settle(struct reset *r, enum kind kind)
{
	struct node *n = r->n;

	if (kind == POWER_ON || kind == RESDRV || kind == DISABLE)
		node_enable(n, 0xD000, 3, 5);
	if (kind == POWER_ON || kind == RESDRV || kind == DISABLE) {
		surf_golden_write(n->g, SURF_IEMR, 15, 0);
		SIM_EQ(r->s, node_get(n, SURF_IEMR), 0, "IEMR after the reset");
	}
	if (kind == POWER_ON) {
		node_compare(n); /* everything must be as after power-on */
		SIM_EQ(r->s, quick_read_acdr(n), 0, "ACDR image after power-on");
	}
	if (kind == FIFO) {
		uint32_t v;

		surf_golden_write(n->g, SURF_HTCR, 15, FRS);
		for (int i = 0; i < 4; i++)
			node_get(n, SURF_HFCR);
		SIM_EQ(r->s,
		       (uint64_t)eisa_read(n->eisa, false, 0, n->rbase + SURF_ISCR, 15, &v), 0,
		       "ISCR answers");
		SIM_EQ(r->s, v & (FF | FAF | FPF | FNE), 0, "FIFO flags after the reset");
	}
	if (r->selector) {
		node_put(n, SURF_FCCR, 1);
		node_put(n, SURF_FCDR, 0);
		node_put(n, SURF_FCCR, 0);
		sim_wait_cycles(n->clk25, 72);
		r->selector = false;
	}
	node_put(n, SURF_HTCR, FRS);
	node_put(n, SURF_HTCR, 0);
	node_put(n, SURF_IEMR, 0);
	node_put(n, SURF_TTCR, 0);
	node_put(n, SURF_ECDR, 0);
	node_put(n, SURF_TECR, 0);
	node_put(n, SURF_TICR, 0);
	node_put(n, SURF_TPIR, 0x155);
	node_put(n, SURF_WCDR, 0xFFFFFFFE);
	node_put(n, SURF_PCLR, 0x1A);
	node_put(n, SURF_ISCR, ISCR_ALL);
	simm_each(n->trace, outside, r);
	simm_each(n->hist, outside, r);
	quick_clear(n);
	node_resume_checks(n);
}

/* Tests a threshold interrupt, a trigger, the FIFO, and both memories over the bus. */
static void probe(struct reset *r)
{
	struct node *n = r->n;
	const uint32_t word = rnd(r, 0xFFFFF), value = rnd(r, UINT32_MAX);
	struct sim *s = r->s;
	struct packet p;

	node_mem_put(n, false, word, value);
	node_mem_put(n, true, word, ~value);
	SIM_EQ(s, node_mem_get(n, false, word), value, "trace memory");
	SIM_EQ(s, node_mem_get(n, true, word), ~value, "histogram memory");
	node_random_packet(n, &p, 3, 100);
	/* the selector is not configured: every packet counts in bin 0 */
	simm_poke(n->hist, 0, UINT32_MAX);
	surf_golden_hist_put(n->g, 0, UINT32_MAX);
	node_put(n, SURF_IEMR, BV);
	node_put(n, SURF_HTCR, ALL);
	node_send(n, &p);
	SIM_EQ(s, eisa_irqs(n->eisa), 1u << 12, "the threshold interrupts");
	node_put(n, SURF_ISCR, BV);
	SIM_EQ(s, eisa_irqs(n->eisa), 0, "and is cleared");
	SIM_EQ(s, node_get(n, SURF_HFDR), 0x100, "FIFO");
	SIM_EQ(s, node_get(n, SURF_HFDR), 0, "FIFO");
	SIM_EQ(s, node_get(n, SURF_HFDR), 0, "FIFO");
	SIM_EQ(s, node_get(n, SURF_TPIR), 0, "TPIR");
	node_play_random(n, 2, 5, 50);
	SIM_EQ(s, n->done, 3, "packets");
	SIM_EQ(s, node_get(n, SURF_TECR), 3, "TECR");
	node_compare(n);
	quick_clear(n);
}

static void any_instant(struct sim *s, enum kind kind)
{
	struct node_config cfg = {.trace = SIMM_4MB, .hist = SIMM_4MB, .drift = true};
	/* make test-long: 10,000 resets of each kind */
	const uint64_t times = sim_length(s, 400, 8);
	struct reset r = {.s = s, .n = quick_open(s, &cfg)};

	r.por_n = sim_pin(s, "por_n");
	r.grst_n = sim_pin(s, "s_grst_n");
	if (kind == GLOBAL)
		sim_on(r.n->gclk, SIM_FALL, on_gclk_fall, &r);
	quick_acdr(r.n, ACDR(.lat_n = 12, .tsize = 1));
	for (uint64_t EACH(i, 0); i < times; i++) {
		strike(&r, kind);
		settle(&r, kind);
		if (kind == POWER_ON)
			quick_acdr(r.n, ACDR(.lat_n = 12, .tsize = 1));
		probe(&r);
	}
	sim_note(s, "%s at %" PRIu64 " random instants", kind_name[kind], times);
}

static void reset_por(struct sim *s)
{
	any_instant(s, POWER_ON);
}

static void reset_resdrv(struct sim *s)
{
	any_instant(s, RESDRV);
}

static void reset_enable(struct sim *s)
{
	any_instant(s, DISABLE);
}

static void reset_prs(struct sim *s)
{
	any_instant(s, PIPELINE);
}

static void reset_frs(struct sim *s)
{
	any_instant(s, FIFO);
}

static void reset_global(struct sim *s)
{
	any_instant(s, GLOBAL);
}

/* ---- effect of RESDRV on posted writes ---- */

#define PUSHES 256

/* Pushes numbered slots into the FIFO, with other cycles between them, until RESDRV comes.
 * Returns the number of cycles that ended; sets *cut if RESDRV cut one more off. */
static unsigned int push_until_reset(struct reset *r, bool *cut)
{
	unsigned int number = 0, ended = 0;
	struct eisa_cycle run[6];
	int err = 0;

	*cut = false;
	while (!err && number + 6 < PUSHES) {
		for (unsigned int i = 0; i < 6; i++) {
			run[i] = (struct eisa_cycle){.write = true, .be = 15};
			switch (rnd(r, 3)) {
			case 0:
				run[i].addr = r->n->mbase + 4 * rnd(r, TOUCHED - 1);
				break;
			case 1:
				run[i].write = false;
				run[i].addr = r->n->rbase + SURF_WCDR;
				break;
			default:
				run[i].addr = r->n->rbase + SURF_HFDR;
				run[i].data = number++;
			}
		}
		err = eisa_run(r->n->eisa, run, 6);
		for (unsigned int i = 0; i < 6 && !*cut; i++) {
			*cut = run[i].result == -ECANCELED &&
			       run[i].addr == r->n->rbase + SURF_HFDR;
			if (run[i].result == -ECANCELED)
				break;
			ended += run[i].addr == r->n->rbase + SURF_HFDR;
		}
	}
	SIM_EQ(r->s, (uint64_t)err, (uint64_t)-ECANCELED, "RESDRV comes");
	return ended;
}

/* Every slot written before RESDRV must be in the FIFO once and in order; the last write may be
 * lost, and the one that was cut off may have taken effect. */
static void reset_posted(struct sim *s)
{
	struct node_config cfg = {.trace = SIMM_4MB, .hist = SIMM_4MB, .drift = true};
	const uint64_t times = sim_length(s, 500, 10);
	struct reset r = {.s = s, .n = quick_open(s, &cfg)};
	uint64_t lost = 0, through = 0;

	quick_acdr(r.n, ACDR(.lat_n = 12, .tsize = 1));
	for (uint64_t EACH(i, 0); i < times; i++) {
		unsigned int ended, there = 0;
		bool cut;

		node_put(r.n, SURF_HTCR, WEN);
		node_stop_checks(r.n);
		r.t = (struct eisa_timing){.pipelined = rnd(&r, 1), .idle_max = rnd(&r, 3)};
		eisa_set_timing(r.n->eisa, &r.t);
		eisa_reset_in(r.n->eisa, 1 + sim_range(s, 0, SIM_US(6)), 1 + rnd(&r, 8));
		ended = push_until_reset(&r, &cut);
		eisa_set_timing(r.n->eisa, NULL);
		surf_golden_resdrv(r.n->g);
		node_enable(r.n, 0xD000, 3, 5);
		while (node_read(r.n, SURF_ISCR) & surf_mask(SURF_ISCR_FNE)) {
			const uint32_t slot = node_read(r.n, SURF_HFDR);

			SIM_CHECK(s, slot == there && slot < PUSHES,
				  "slot %u of %u reads 0x%03" PRIX32, there, ended, slot);
			there++;
		}
		SIM_CHECK(s, there + 1 >= ended && there <= ended + cut,
			  "%u slots are there of %u pushed", there, ended);
		lost += there < ended;
		through += there > ended;
		settle(&r, RESDRV);
		probe(&r);
	}
	sim_note(s,
		 "%" PRIu64 " resets, %" PRIu64 " last writes lost, %" PRIu64
		 " cut off and carried out",
		 times, lost, through);
}

/* ---- outputs in reset ---- */

/* LED 1: the external input is at 0 V, LED 2: reset */
static void reset_surfboard(struct sim *s)
{
	static const struct pin_row rows[] = {
#define PIN PIN_ROW
#include "../../rtl/surfboard/surfboard_pins.def"
#undef PIN
	};

	pins_reset(s, rows, sizeof(rows) / sizeof(*rows), " led_n=0x3FC ");
}

const struct sim_test sim_tests[] = {
	{"reset_posted", reset_posted, NULL, NODE_REVISIONS},
	{"reset_por", reset_por, NULL, NODE_REVISIONS},
	{"reset_resdrv", reset_resdrv, NULL, NODE_REVISIONS},
	{"reset_enable", reset_enable, NULL, NODE_REVISIONS},
	{"reset_prs", reset_prs, NULL, NODE_REVISIONS},
	{"reset_frs", reset_frs, NULL, NODE_REVISIONS},
	{"reset_global", reset_global, NULL, NODE_REVISIONS},
	{"reset_pins", reset_surfboard, "SB-EISA-025", NODE_REVISIONS},
	{0},
};
