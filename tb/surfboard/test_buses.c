/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the board and its core on AXI4-Lite and on Wishbone. Every access must take effect
 * exactly once, in its byte lanes, and get the response that the address map defines, whatever
 * delays and back-pressure the master makes. The interrupt is a level. The checkers of
 * tb/bus/axil.h and wb.h watch every clock.
 *
 * Expected values come from this file's copy of memories, registers and index FIFO. Each write
 * to HFDR pushes one slot and each read pops one, so an access that takes effect twice or not
 * at all changes the order of the slots.
 */
#include "iscr.h"
#include "quick.h"
#include "surfboard_regs.h"
#include <errno.h>

#define REGS 0x0010000u
#define TRACE 0x8000000u
#define HIST 0xC000000u
#define WINDOW 0x10000000u
#define WORDS 16 /* words of each memory that the accesses use */
#define SLOTS 64 /* largest number of slots used in the index FIFO */
#define RUN 24	 /* largest number of accesses in a run */

/* Targets of the accesses, by index: first the words of the two memories, then these
 * registers. */
enum { IEMR = 2 * WORDS, TPIR, PLACES };

struct access {
	bool write;
	uint32_t addr;
	unsigned int be;
	uint32_t data;
	int result;
	bool error;	    /* expected */
	uint32_t want;	    /* expected result of a read, in the lanes of @be */
	unsigned int abort; /* Wishbone: the master aborts the cycle after this number of
			     * clocks */
};

struct bus {
	struct sim *s;
	struct node *n; /* NULL if the model is surf_axil or surf_wb, which have block RAM and
			 * one clock */
	struct hostbus *host, own;
	struct word_device *master;
	bool axil;		/* AXI4-Lite, not Wishbone */
	uint32_t word[2];	/* first word of each memory that is used */
	uint32_t value[PLACES]; /* current contents of each target */
	uint16_t slot[SLOTS];
	unsigned int head, used;
	struct access v[RUN];
	unsigned int count;
	unsigned int ready; /* number of slots pushed before the run, which simultaneous reads
			     * can pop */
	char mark[PLACES];  /* use in this run: 'r' read, 'w' written */
	uint64_t errors, answers;
};

/* ---- the bus ---- */

static void set_timing(struct bus *b)
{
	struct sim *s = b->s;
	const unsigned int gap = sim_range(s, 0, 1) ? (unsigned int)sim_range(s, 1, 9) : 0;

	if (b->axil)
		axil_set_timing(b->master,
				&(struct axil_timing){
					.gap_max = gap,
					.stall_percent = (unsigned int)(sim_range(s, 0, 1) *
									sim_range(s, 0, 95)),
					.ahead = sim_range(s, 0, 1),
					.limit = 1000});
	else
		wb_set_timing(
			b->master,
			&(struct wb_timing){.gap_max = gap,
					    .block_percent = (unsigned int)sim_range(s, 0, 100),
					    .limit = 1000});
}

/* Performs the accesses collected in b->v and checks their results. */
static void run(struct bus *b)
{
	struct word_cycle v[RUN];

	for (unsigned int i = 0; i < b->count; i++) {
		const struct access *c = &b->v[i];

		v[i] = (struct word_cycle){.write = c->write,
					   .addr = c->addr,
					   .be = c->be,
					   .data = c->data,
					   .abort = c->abort};
	}
	word_device_run(b->master, v, b->count);
	for (unsigned int i = 0; i < b->count; i++) {
		struct access *c = &b->v[i];
		const uint32_t lanes = shrimp_merge(0, c->be, UINT32_MAX);

		c->result = v[i].result;
		c->data = v[i].data;
		if (c->abort && c->result == -EINTR)
			continue;
		SIM_CHECK(b->s, c->result == (c->error ? -EIO : 0), "%s 0x%07X returns %d",
			  c->write ? "write" : "read", c->addr, c->result);
		if (!c->write && !c->error)
			SIM_CHECK(b->s, ((c->data ^ c->want) & lanes) == 0,
				  "read 0x%07X, lanes %X: 0x%08X, expected 0x%08X", c->addr,
				  c->be, c->data, c->want);
		b->errors += c->error;
		b->answers++;
	}
	b->count = 0;
	b->ready = b->used;
	memset(b->mark, 0, sizeof(b->mark));
}

static struct access *add(struct bus *b, bool write, uint32_t addr, unsigned int be)
{
	struct access *c = &b->v[b->count++];

	/* AXI4-Lite reads have no byte strobes */
	*c = (struct access){.write = write,
			     .addr = addr,
			     .be = b->axil && !write ? 15 : be,
			     .data = (uint32_t)sim_random(b->s)};
	return c;
}

/* ---- targets of the accesses ---- */

static uint32_t place_address(const struct bus *b, unsigned int place)
{
	if (place == IEMR)
		return REGS + SURF_IEMR;
	if (place == TPIR)
		return REGS + SURF_TPIR;
	if (place < WORDS)
		return TRACE + 4 * (b->word[0] + place);
	return HIST + 4 * (b->word[1] + place - WORDS);
}

static uint32_t place_bits(unsigned int place)
{
	return place == IEMR ? ISCR_ALL : place == TPIR ? 0x3FFFFF : UINT32_MAX;
}

static void add_place(struct bus *b, unsigned int place, bool write, unsigned int be)
{
	struct access *c;

	/* a simultaneous read and write must have different targets */
	if (b->axil && b->mark[place])
		write = b->mark[place] == 'w';
	b->mark[place] = write ? 'w' : 'r';
	c = add(b, write, place_address(b, place), be);
	if (write)
		b->value[place] =
			shrimp_merge(b->value[place], be, c->data) & place_bits(place);
	else
		c->want = b->value[place];
	if (!write && !b->axil && sim_range(b->s, 0, 7) == 0)
		c->abort = (unsigned int)sim_range(b->s, 1, 40);
}

/* Adds an access to HFDR; only one with lane 0 pushes or pops a slot. */
static void add_slot(struct bus *b, bool write, unsigned int be)
{
	struct access *c;

	if (write ? b->used == SLOTS : !(b->axil ? b->ready : b->used))
		return;
	c = add(b, write, REGS + SURF_HFDR, write ? be : be | 1);
	if (write) {
		if (be & 1)
			b->slot[(b->head + b->used++) % SLOTS] =
				shrimp_merge(0, be, c->data) & 0x1FF;
		return;
	}
	c->want = b->slot[b->head];
	b->head = (b->head + 1) % SLOTS;
	b->used--;
	b->ready -= b->axil;
}

static uint32_t foreign_address(struct sim *s)
{
	static const uint32_t edges[] = {0,	  0xC7C,    0xC88,    0xD20,	 0x1C84,
					 0xFFFC,  0x20000,  0x20004,  0x7FFFFFC, 0x4000000,
					 0x10C80, 0x800C80, 0x810000, 0x110000};
	uint32_t addr;

	if (sim_range(s, 0, 1)) {
		addr = edges[sim_range(s, 0, sizeof(edges) / 4 - 1)];
		return addr == 0x10C80 ? 0xC80C80 : addr;
	}
	do
		addr = (uint32_t)sim_range(s, 0, TRACE - 1) & ~3u;
	while (addr >> 16 == REGS >> 16 || addr == SURF_EPIR || addr == SURF_EBCR ||
	       (addr & ~0x1Fu) == SURF_IDMR);
	return addr;
}

static void add_foreign(struct bus *b)
{
	add(b, sim_range(b->s, 0, 1), foreign_address(b->s), 15)->error = true;
}

static void add_any(struct bus *b)
{
	struct sim *s = b->s;
	const bool write = sim_range(s, 0, 1);
	const unsigned int be = sim_range(s, 0, 1) ? 15 : (unsigned int)sim_range(s, 0, 15);

	switch (sim_range(s, 0, 9)) {
	case 0:
		add_foreign(b);
		break;
	case 1:
		add(b, false, SURF_EPIR, be)->want = SURFBOARD_EPIR_RESET;
		break;
	case 2:
		add(b, false, SURF_EBCR, be)->want = 0x00010D09;
		break;
	case 3:
	case 4:
	case 5:
		add_slot(b, write, be);
		break;
	default:
		add_place(b, (unsigned int)sim_range(s, 0, PLACES - 1), write, be);
	}
}

/* Compares the whole state with this file's copy. */
static void compare(struct bus *b)
{
	struct access *c;

	for (unsigned int EACH(i, 0); i < PLACES; i++) {
		add(b, false, place_address(b, i), 15)->want = b->value[i];
		run(b);
	}
	while (b->used) {
		add_slot(b, false, 15);
		run(b);
	}
	c = add(b, false, REGS + SURF_ISCR, 1);
	c->want = 0; /* the FIFO is empty, so no condition is set */
	run(b);
	for (unsigned int EACH(i, 0); b->n && b->n->trace && i < WORDS; i++) {
		SIM_EQ(b->s, simm_peek(b->n->trace, b->word[0] + i), b->value[i],
		       "trace memory");
		SIM_EQ(b->s, simm_peek(b->n->hist, b->word[1] + i), b->value[WORDS + i],
		       "histogram memory");
	}
}

static void enable(struct bus *b, bool on)
{
	struct access *c = add(b, true, SURF_EBCR, 15);

	c->data = on ? 0xFFFFFD01 : 0xFFFFFD00; /* RBASE and MBASE stay 1 */
	run(b);
	if (!on)
		b->value[IEMR] = 0;
}

static void power_on(struct bus *b)
{
	struct access *c;

	if (b->n)
		node_power_on(b->n);
	else
		host_reset(b->host, SIM_NS(500));
	sim_watch_x(b->s);
	memset(b->value, 0, sizeof(b->value));
	b->used = 0;
	enable(b, true);
	c = add(b, true, REGS + SURF_HTCR, 15); /* FRS is 1 after reset */
	c->data = 0;
	run(b);
}

static void bus_open(struct bus *b, struct sim *s)
{
	const bool simms = sim_has_pin(s, "t_ras_n") && strcmp(sim_model(s), "surfboard_port");
	const struct node_config cfg = {.trace = SIMM_4MB,
					.hist = SIMM_4MB,
					.block = !simms,
					.drift = true,
					.unwatched = true};

	*b = (struct bus){.s = s};
	if (sim_has_pin(s, "s_gclk")) {
		b->n = node_open(s, &cfg);
		b->host = b->n->host;
	} else {
		sim_put(sim_pin(s, "x_in"), 1);
		b->host = &b->own;
		host_open(b->host, s, SIM_NS(20), sim_range(s, 1, 19999));
	}
	b->axil = b->host->axil;
	b->master = b->host->word;
	for (int i = 0; i < 2; i++)
		b->word[i] = (uint32_t)sim_range(s, 0, (simms ? 1u << 20 : NODE_BLOCK) - WORDS);
	power_on(b);
}

/* ---- the tests ---- */

/* Performs runs of random accesses with random timing. */
static void bus_protocol(struct sim *s)
{
	const uint64_t runs = sim_length(s, 400, 40);
	struct bus b;

	bus_open(&b, s);
	for (uint64_t EACH(i, 0); i < runs; i++) {
		const unsigned int n = (unsigned int)sim_range(s, 1, RUN);

		set_timing(&b);
		for (unsigned int k = 0; k < n; k++)
			add_any(&b);
		run(&b);
		sim_wait(s, SIM_NS(sim_range(s, 0, 1) * sim_range(s, 0, 300)));
	}
	compare(&b);
	SIM_CHECK(s, b.errors > runs / 4 && b.answers > 4 * runs,
		  "%llu answers, %llu of them errors", (unsigned long long)b.answers,
		  (unsigned long long)b.errors);
}

/* Performs accesses with every combination of byte lanes to each kind of target. */
static void bus_lanes(struct sim *s)
{
	struct bus b;

	bus_open(&b, s);
	set_timing(&b);
	for (unsigned int EACH(be, 0); be < 16; be++)
		for (unsigned int EACH(i, 0); i < 4; i++) {
			static const unsigned int places[] = {3, WORDS + 5, IEMR, TPIR};
			const unsigned int place = places[i];

			add_place(&b, place, true, 15);
			run(&b);
			add_place(&b, place, true, be);
			run(&b);
			add_place(&b, place, false, be);
			run(&b);
			add(&b, false, place_address(&b, place), 15)->want = b.value[place];
			run(&b);
			add_slot(&b, true, be);
			run(&b);
		}
	compare(&b);
}

/* While the board is disabled only EPIR, EBCR and the identity block exist; accesses to
 * anything else get an error and change nothing. */
static void bus_errors(struct sim *s)
{
	const uint64_t rounds = sim_length(s, 20, 4);
	struct bus b;

	bus_open(&b, s);
	for (uint64_t EACH(i, 0); i < rounds; i++) {
		set_timing(&b);
		for (unsigned int k = 0; k < RUN / 2; k++)
			add_any(&b);
		run(&b);
		for (unsigned int k = 0; k < RUN; k++)
			add_foreign(&b);
		run(&b);
		enable(&b, false);
		add(&b, false, SURF_EPIR, 15)->want = SURFBOARD_EPIR_RESET;
		add(&b, true, SURF_EPIR, 15);
		add(&b, false, SURF_EBCR, 15)->want = 0x00010D08;
		for (unsigned int k = 0; k < 8; k++)
			add(&b, sim_range(s, 0, 1),
			    place_address(&b, (unsigned int)sim_range(s, 0, PLACES - 1)), 15)
				->error = true;
		for (unsigned int k = 0; k < 4; k++)
			add(&b, k & 1, REGS + SURF_HFDR, 15)->error = true;
		add(&b, sim_range(s, 0, 1), WINDOW - 4, 15)->error = true;
		add_foreign(&b);
		run(&b);
		enable(&b, true);
	}
	compare(&b);
}

/* Clears the memories, whose contents are lost when their controllers are reset. */
static void cut_power(void *arg)
{
	struct bus *b = arg;

	if (!b->n)
		return; /* block RAM */
	simm_power_on(b->n->trace);
	simm_power_on(b->n->hist);
}

/* Resets the board during accesses: it must release the bus without delay and be as after
 * power-on. */
static void bus_reset(struct sim *s)
{
	const uint64_t rounds = sim_length(s, 60, 8);
	uint64_t cut = 0;
	struct bus b;

	bus_open(&b, s);
	for (uint64_t EACH(i, 0); i < rounds; i++) {
		struct word_cycle v[RUN];
		const sim_time delay = sim_range(s, 0, SIM_US(3));
		const unsigned int clocks = (unsigned int)sim_range(s, 1, 20);

		set_timing(&b);
		for (unsigned int k = 0; k < RUN; k++)
			v[k] = (struct word_cycle){
				.write = k & 1, .addr = place_address(&b, k), .be = 15};
		sim_at(s, sim_now(s) + delay, cut_power, &b);
		word_device_reset_in(b.master, delay, clocks);
		cut += word_device_run(b.master, v, RUN) == -ECANCELED;
		sim_wait(s, delay);
		add(&b, false, SURF_EBCR, 15)->want = 0x00010D08;
		add(&b, false, REGS, 15)->error = true;
		run(&b);
		SIM_EQ(s, *b.host->irq, 0, "irq after reset");
		enable(&b, true);
		add(&b, false, REGS + SURF_HTCR, 15)->want = 0x10;
		add(&b, false, REGS + SURF_IEMR, 15)->want = 0;
		run(&b);
		add(&b, true, REGS + SURF_IEMR, 15);
		run(&b);
	}
	SIM_CHECK(s, cut > rounds / 2, "only %llu runs were cut", (unsigned long long)cut);
	power_on(&b);
	compare(&b);
}

/* ---- the interrupt ---- */

struct level {
	const uint8_t *irq;
	uint64_t high, low; /* clocks */
	unsigned int changes;
	bool was;
};

static void see_level(void *arg)
{
	struct level *l = arg;
	const bool irq = *l->irq;

	l->changes += irq != l->was;
	l->was = irq;
	if (irq)
		l->high++;
	else
		l->low++;
}

/* Checks that the line has this level, has changed @changes times since the last call, and
 * stays at the level. */
static void expect_level(struct node *n, struct level *l, bool want, unsigned int changes)
{
	uint32_t iscr;

	sim_wait_cycles(n->clk25, 8); /* the change needs some clocks */
	l->high = l->low = 0;
	sim_wait_cycles(n->bclk, 200);
	SIM_EQ(n->s, want ? l->low : l->high, 0, "clocks with the other level");
	SIM_EQ(n->s, want ? l->high : l->low, 200, "clocks with this level");
	SIM_EQ(n->s, l->changes, changes, "changes of irq");
	l->changes = 0;
	SIM_EQ(n->s, host_read(n->host, false, 0, REGS + SURF_ISCR, 15, &iscr), 0, "ISCR");
	SIM_EQ(n->s, surf_get(iscr, SURF_ISCR_PEND), want, "ISCR.PEND");
}

#define OK(n, call) SIM_EQ((n)->s, (uint64_t)(call), 0, #call)

/* The external input becomes TRUE. */
static void pull_low(void *arg)
{
	node_x_in(arg, false);
}

static void pull_later(struct node *n, sim_time delay)
{
	node_x_in(n, true);
	sim_wait_cycles(n->clk25, 8);
	sim_at(n->s, sim_now(n->s) + delay, pull_low, n);
}

/* The interrupt is one wire without an enable. It is 1 as long as an unmasked condition is set,
 * and the driver waits for it. */
static void bus_irq(struct sim *s)
{
	const struct node_config cfg = {.trace = SIMM_4MB, .hist = SIMM_4MB, .drift = true};
	struct node *n = node_open(s, &cfg);
	struct level l = {.irq = n->host->irq};
	struct surf surf = {0};
	uint32_t c = 0;
	sim_time began;

	SIM_CHECK(s, !sim_has_pin(s, "irq_oe") && !sim_has_pin(s, "irq12_oe"),
		  "the interrupt has an enable");
	node_power_on(n);
	node_follow(n);
	sim_on(n->bclk, SIM_BEFORE_RISE, see_level, &l);
	OK(n, surf_open_device(&surf, n->dev));
	expect_level(n, &l, false, 0);

	/* the condition is masked, unmasked, masked and cleared */
	pull_later(n, 0);
	expect_level(n, &l, false, 0);
	OK(n, surf_PutReg(&surf, SURF_IEMR, EXT));
	expect_level(n, &l, true, 1);
	OK(n, surf_PutReg(&surf, SURF_IEMR, ISCR_ALL & ~EXT));
	expect_level(n, &l, false, 1);
	OK(n, surf_PutReg(&surf, SURF_IEMR, EXT));
	expect_level(n, &l, true, 1);
	OK(n, surf_PutReg(&surf, SURF_ISCR, EXT));
	expect_level(n, &l, false, 1);

	/* an event occurs while the driver waits; the handler masks it and ends the
	 * exception */
	pull_later(n, SIM_US(50));
	began = sim_now(s);
	OK(n, surf_WaitException(&surf, 1000, &c));
	SIM_EQ(s, c, EXT, "conditions");
	SIM_CHECK(s, sim_now(s) >= began + SIM_US(50) && sim_now(s) < began + SIM_US(55),
		  "in time");
	expect_level(n, &l, false, 2);
	OK(n, surf_ClearException(&surf));
	expect_level(n, &l, false, 0);
	SIM_EQ(s, (uint64_t)-surf_WaitException(&surf, 100, &c), ETIMEDOUT, "no event");

	/* a condition that is a level interrupts until its cause has ended */
	OK(n, surf_PutReg(&surf, SURF_HTCR, 0));
	OK(n, surf_PutReg(&surf, SURF_IEMR, FNE));
	OK(n, surf_PutReg(&surf, SURF_HFDR, 0x155));
	expect_level(n, &l, true, 1);
	OK(n, surf_WaitException(&surf, 1000, &c));
	SIM_EQ(s, c, FNE, "conditions");
	expect_level(n, &l, false, 1);
	OK(n, surf_ClearException(&surf));
	expect_level(n, &l, true, 1);
	OK(n, surf_GetReg(&surf, SURF_HFDR, &c));
	SIM_EQ(s, c, 0x155, "HFDR");
	expect_level(n, &l, false, 1);

	/* the board is disabled, and reset, while the line is 1 */
	OK(n, surf_PutReg(&surf, SURF_HFDR, 0x155));
	expect_level(n, &l, true, 1);
	OK(n, host_write(n->host, true, 0, SURF_EBCR, 1, 0));
	sim_wait_cycles(n->clk25, 8);
	SIM_EQ(s, *l.irq, 0, "irq of a disabled board");
	OK(n, host_write(n->host, true, 0, SURF_EBCR, 1, 1));
	l.changes = 0;
	expect_level(n, &l, false, 0);
	OK(n, surf_PutReg(&surf, SURF_IEMR, FNE));
	expect_level(n, &l, true, 1);
	/* the reset of the bus is power-on, and may cut a memory cycle short */
	shrimp_power_on(n->c, n->trace, n->hist);
	SIM_EQ(s, *l.irq, 0, "irq after reset");
}

#define AXIL "surfboard_axil surf_axil"
#define WB "surfboard_wb surfboard_port surf_wb"

const struct sim_test sim_tests[] = {
	{"axil_protocol", bus_protocol, "SB-BUS-002", AXIL},
	{"axil_lanes", bus_lanes, "SB-BUS-002", AXIL},
	{"axil_errors", bus_errors, "SB-BUS-002", AXIL},
	{"axil_reset", bus_reset, "SB-BUS-002", AXIL},
	{"axil_irq", bus_irq, "SB-BUS-006", "surfboard_axil"},
	{"wb_protocol", bus_protocol, "SB-BUS-003", WB},
	{"wb_lanes", bus_lanes, "SB-BUS-003", WB},
	{"wb_errors", bus_errors, "SB-BUS-003", WB},
	{"wb_reset", bus_reset, "SB-BUS-003", "surfboard_wb surf_wb"},
	{"wb_irq", bus_irq, "SB-BUS-006", "surfboard_wb"},
	{0},
};
