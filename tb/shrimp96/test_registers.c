/* SPDX-License-Identifier: Apache-2.0 */
/* Tests derived from the register table: lanes and fields, events in the clock of a write, and
 * the ends of the memory. */
#include "registers.h"
#include "s96_node.h"
#include "spm_config.h"

static const struct register_row rows[] = {
#define REG REGISTER_REG
#define FIELD REGISTER_FIELD
#include "../../rtl/shrimp96/shrimp96_regs.def"
#undef REG
#undef FIELD
};

static bool in_slot(const struct register_row *reg)
{
	return reg->space[0] == 'S';
}

static void put(void *arg, const struct register_row *reg, unsigned int be, uint32_t value)
{
	struct s96_node *n = arg;

	if (!in_slot(reg)) {
		s96_put_be(n, reg->offset, be, value);
		return;
	}
	SIM_EQ(n->s, eisa_write(n->eisa, true, n->slot, n->slot << 12 | reg->offset, be, value),
	       0, "the slot answers");
}

static uint32_t get(void *arg, const struct register_row *reg)
{
	struct s96_node *n = arg;
	uint32_t v;

	if (!in_slot(reg))
		return s96_get(n, reg->offset);
	SIM_EQ(n->s, eisa_read(n->eisa, true, n->slot, n->slot << 12 | reg->offset, 15, &v), 0,
	       "the slot answers");
	return v;
}

/* Tests registers whose writes have further effects, with each set of lanes. */
static void commands_by_lanes(struct s96_node *n)
{
	static const uint8_t lanes[] = {1, 2, 4, 8, 3, 6, 12, 7, 14, 15};

	for (size_t i = 0; i < sizeof(lanes); i++) {
		const unsigned int be = lanes[i];

		/* a 1 in bit 24, the end of the memory, would clear the other bits */
		s96_put(n, SHRIMP96_TCNT, 0x5A5A5A);
		s96_put_be(n, SHRIMP96_TCNT, be, 0xA5C3E7);
		s96_get(n, SHRIMP96_TCNT);
		/* ADDR is greater than LAST, so no fill starts */
		s96_put(n, SHRIMP96_ADDR, 0xFFFFFF);
		s96_put(n, SHRIMP96_LAST, 0x123456);
		s96_put_be(n, SHRIMP96_LAST, be, 0xEDCBA9);
		s96_get(n, SHRIMP96_LAST);
		/* a word whose high byte is written with lane 0 */
		s96_put(n, SHRIMP96_ADDR, 0x100 * be);
		s96_put(n, SHRIMP96_DATL, 0x11223344);
		s96_put_be(n, SHRIMP96_DATL, be, 0xEEDDCCBB);
		s96_put_be(n, SHRIMP96_DATH, be, 0x99 * 0x01010101u);
		s96_settle(n);
		s96_get(n, SHRIMP96_ADDR);
		s96_get_be(n, SHRIMP96_DATL, be);
		s96_get_be(n, SHRIMP96_DATH, be);
		s96_get(n, SHRIMP96_ADDR);
	}
	s96_compare(n);
}

static void registers_lanes(struct sim *s)
{
	struct s96_node *n = s96_start(s, &(struct s96_config){.drift = true,
							       .words_log2 = 24,
							       .rxtime_init = 0xFFFFFFFFC00});
	const struct register_board b = {.s = s,
					 .rows = rows,
					 .count = sizeof(rows) / sizeof(*rows),
					 .arg = n,
					 .put = put,
					 .get = get,
					 .alone = " EBCR ",
					 .skip = " LAST DATL DATH TCNT "};

	SIM_EQ(s, registers_hold(&b), 14, "registers that hold what is written");
	commands_by_lanes(n);
}

/* ---- an event in the clock of an access ---- */

struct coincidence {
	const char *event; /* pin that is 1 in the clock of the event */
	bool write;
	uint32_t offset;
	uint32_t value, random; /* value that is written; the bits of @random are random */
	uint32_t mode;		/* MODE before the access */
	bool full;		/* the address queue is full */
	unsigned int spacing;	/* spacing of the packets in clocks of clk_s1 */
};

struct watch {
	const struct coincidence *c;
	struct s96_node *n;
	struct sim_pin *event;
	unsigned int met;
	bool stop;
};

static void on_access(void *arg, bool write, uint32_t offset, uint32_t data)
{
	struct watch *w = arg;

	(void)data;
	w->met += write == w->c->write && offset == w->c->offset && sim_get(w->event);
}

static bool packets(void *arg, struct packet *p)
{
	struct watch *w = arg;

	s96_random_packet(w->n, p, 3, 40);
	return !w->stop;
}

static void set_up(struct s96_node *n, const struct coincidence *c)
{
	s96_put(n, SHRIMP96_CMD, STOP);
	s96_put(n, SHRIMP96_MODE, 0);
	s96_put_wide(n, SHRIMP96_THRL, 0);
	while (s96_get(n, SHRIMP96_QADR) & SHRIMP96_QADR_VALID_MASK)
		;
	s96_put(n, SHRIMP96_STAT, DROP | QOV | MERR);
	s96_put(n, SHRIMP96_TCNT, 0x1000);
	s96_put(n, SHRIMP96_CMD, START);
	s96_spacing(n, 10);
	if (c->full)
		s96_play_random(n, 18, 3, 40);
	s96_put(n, SHRIMP96_MODE, c->mode);
	s96_spacing(n, c->spacing);
}

static void meet(struct s96_node *n, const struct coincidence *c)
{
	struct watch w = {.c = c, .n = n, .event = sim_pin(n->s, c->event)};

	set_up(n, c);
	n->on_access = on_access;
	n->on_access_arg = &w;
	shrimp_start_packets(n->c, packets, &w);
	for (unsigned int i = 0; i < 1500 && w.met < 4; i++) {
		const unsigned int before = w.met;

		if (c->write) {
			s96_put(n, c->offset,
				c->value | (c->random & (uint32_t)sim_random(n->s)));
			s96_settle(n);
		} else
			s96_read(n, c->offset);
		if (c->offset == SHRIMP96_STAT || i % 8 == 7)
			s96_get(n, SHRIMP96_STAT);
		/* before the next write hides what has become of the register */
		if (c->write && w.met != before)
			s96_get(n, c->offset);
	}
	w.stop = true;
	while (shrimp_packets_playing(n->c))
		sim_wait(n->s, SIM_US(1));
	s96_drain(n);
	n->on_access = NULL;
	SIM_CHECK(n->s, w.met >= 4,
		  "an access of 0x%02X and %s only %u times in the same clock", c->offset,
		  c->event, w.met);
	s96_compare(n);
}

/* A write waits while a packet is accepted (s96_stage2), so only the drop, taking or counting
 * of a packet can come in the clock of a write. */
static void registers_same_clock(struct sim *s)
{
	static const struct coincidence all[] = {
		/* a flag that is set and cleared */
		{.event = "obs_drop",
		 .write = true,
		 .offset = SHRIMP96_STAT,
		 .value = DROP,
		 .spacing = 5},
		{.event = "obs_commit",
		 .write = true,
		 .offset = SHRIMP96_STAT,
		 .value = QOV,
		 .full = true,
		 .spacing = 40},
		/* a count, a mode, a pointer */
		{.event = "obs_drop",
		 .write = true,
		 .offset = SHRIMP96_ARRV,
		 .random = UINT32_MAX,
		 .spacing = 5},
		{.event = "obs_drop",
		 .write = true,
		 .offset = SHRIMP96_LOST,
		 .random = UINT32_MAX,
		 .spacing = 5},
		{.event = "obs_commit",
		 .write = true,
		 .offset = SHRIMP96_MODE,
		 .mode = AUTO,
		 .value = AUTO,
		 .spacing = 10},
		{.event = "obs_take",
		 .write = true,
		 .offset = SHRIMP96_TCNT,
		 .value = 0x2000,
		 .random = 0xFFF,
		 .mode = TRACE,
		 .spacing = 10},
		{.event = "obs_drop",
		 .write = true,
		 .offset = SHRIMP96_CMD,
		 .value = START,
		 .random = STOP,
		 .spacing = 5},
		{.event = "obs_commit",
		 .write = true,
		 .offset = SHRIMP96_THRL,
		 .random = 3,
		 .spacing = 10},
		/* an address that is queued and removed */
		{.event = "obs_commit", .offset = SHRIMP96_QADR, .spacing = 10},
		{.event = "obs_commit", .offset = SHRIMP96_QADR, .full = true, .spacing = 10},
	};
	struct s96_node *n = s96_start(s, &(struct s96_config){.drift = true});

	for (size_t EACH(i, 0); i < sizeof(all) / sizeof(*all); i++)
		meet(n, &all[i]);
}

/* ---- counters at their bounds ---- */

/* Traces one packet before the end of the memory and three beyond it: ARRV counts all, LOST
 * only the three. */
static void count_past(struct s96_node *n, uint32_t bound)
{
	const uint32_t before = bound - 2; /* the counts become bound - 2 to bound + 1 */

	s96_put(n, SHRIMP96_TCNT, SPM_WORDS - 1);
	s96_put(n, SHRIMP96_ARRV, before - 1);
	s96_put(n, SHRIMP96_LOST, before);
	for (uint32_t EACH(i, 0); i < 4; i++) {
		s96_play_random(n, 1, 3, 40);
		SIM_EQ(n->s, s96_get(n, SHRIMP96_ARRV), before + i, "packets arrived");
		SIM_EQ(n->s, s96_get(n, SHRIMP96_LOST), before + i, "packets lost");
		SIM_EQ(n->s, s96_get(n, SHRIMP96_TCNT), SPM_WORDS,
		       "the trace counter stays at the end");
		SIM_EQ(n->s, s96_get(n, SHRIMP96_STAT) & TEND, TEND, "the end of the memory");
	}
}

/* Tests ARRV and LOST at each bit that a carry can reach, and at their wrap; TCNT, too, and it
 * stops at the end of the memory. */
static void registers_counts(struct sim *s)
{
	struct s96_node *n = s96_start(s, &(struct s96_config){.drift = true});

	s96_put(n, SHRIMP96_MODE, TRACE);
	s96_put(n, SHRIMP96_CMD, START);
	s96_settle(n);
	for (unsigned int EACH(bit, 1); bit <= 32; bit++)
		count_past(n, (uint32_t)((uint64_t)1 << bit));
	for (uint32_t EACH(end, 4); end < SPM_WORDS; end *= 2) {
		s96_put(n, SHRIMP96_TCNT, end - 1);
		s96_play_random(n, 2, 3, 40);
		SIM_EQ(s, s96_get(n, SHRIMP96_TCNT), end + 1, "the trace counter");
	}
	s96_compare(n);
}

/* ---- the ends of the memory ---- */

static void fill(struct s96_node *n, uint32_t first, uint32_t last, uint64_t value)
{
	s96_range_fill(n, first, last, value);
	s96_wait_fill(n);
	SIM_EQ(n->s, s96_get(n, SHRIMP96_ADDR), (last + 1) % SPM_WORDS,
	       "the address after a fill");
	s96_compare(n);
}

static void registers_memory(struct sim *s)
{
	struct s96_node *n = s96_start(s, &(struct s96_config){.drift = true});
	const uint32_t end = SPM_WORDS - 1;
	uint64_t v = 0x1122334455;

	s96_poke_all(n, 0xA5A5A5A5A5);
	/* fills of one and two words, at both ends and across a row */
	fill(n, 0, 0, v++);
	fill(n, end, end, v++);
	fill(n, 0x3FF, 0x400, v++);
	fill(n, end - 1, end, v++);
	fill(n, 0, 1, v++);
	/* no fill: the last word is before the first, also by one */
	s96_put(n, SHRIMP96_ADDR, 6);
	s96_put(n, SHRIMP96_LAST, 5);
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & FILL, 0, "no fill");
	s96_compare(n);
	/* word by word beyond the end */
	s96_put(n, SHRIMP96_ADDR, end - 1);
	for (unsigned int EACH(i, 0); i < 3; i++) {
		s96_put(n, SHRIMP96_DATL, 0x01020304 * i);
		s96_put(n, SHRIMP96_DATH, 0xF0 | i);
		SIM_EQ(s, s96_get(n, SHRIMP96_ADDR), (end + i) % SPM_WORDS,
		       "the address after a write");
	}
	s96_compare(n);
	s96_put(n, SHRIMP96_ADDR, end - 1);
	for (unsigned int EACH(i, 0); i < 3; i++) {
		SIM_EQ(s, s96_get(n, SHRIMP96_DATL), 0x01020304 * i, "the word");
		SIM_EQ(s, s96_get(n, SHRIMP96_DATH), 0xF0 | i, "its high byte");
		SIM_EQ(s, s96_get(n, SHRIMP96_ADDR), (end + i) % SPM_WORDS,
		       "the address after a read");
	}
	s96_compare(n);
}

const struct sim_test sim_tests[] = {
	{"registers_lanes", registers_lanes,
	 "S96-CMD-007 S96-CMD-008 S96-CMD-009 S96-CMD-010 S96-CMD-011 S96-CMD-012",
	 "shrimp96_16m"},
	{"registers_same_clock", registers_same_clock, "S96-CMD-013 S96-CMD-014 S96-THR-009",
	 NULL},
	{"registers_counts", registers_counts, "S96-TRC-004 S96-TRC-005", NULL},
	{"registers_memory", registers_memory, "S96-CMD-004 S96-CMD-005 S96-CMD-006", NULL},
	{0},
};
