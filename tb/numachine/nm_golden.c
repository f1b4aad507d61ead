/* SPDX-License-Identifier: Apache-2.0 */
#include "nm_golden.h"
#include "numachine_regs.h"
#include "register_model.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- the equations ---- */

static unsigned int field(uint64_t v, unsigned int msb, unsigned int lsb)
{
	return (unsigned int)(v >> lsb) & ((1u << (msb - lsb + 1)) - 1);
}

/* Encodes a mask of one bit as the number of the bit (Tables 4.2 and 4.3); for other masks it
 * follows Figure 4.8. */
static unsigned int encode(unsigned int mask)
{
	return (unsigned int)((mask & 0xC) != 0) << 1 | ((mask & 0xA) != 0);
}

unsigned int nm_golden_station(uint64_t ad)
{
	return encode(field(ad, 63, 60)) << 2 | encode(field(ad, 59, 56));
}

unsigned int nm_golden_processor(uint64_t ad)
{
	return nm_golden_station(ad) << 2 | encode(field(ad, 55, 52));
}

unsigned int nm_golden_phase(uint64_t ad)
{
	return field(ad, 51, 48);
}

/* The commands of Table 4.5, by the names of Table 4.4: bits 7..3 of the command. */
static const struct {
	uint8_t code, mapped;
} table_4_5[] = {
	{0x08 >> 3, 0}, /* Read_Req */
	{0x00 >> 3, 1}, /* Read_Res */
	{0x28 >> 3, 2}, /* Re_Ex_Req */
	{0x20 >> 3, 3}, /* Re_Ex_Res */
	{0xC0 >> 3, 4}, /* Inval_Res */
	{0xC8 >> 3, 5}, /* Upgrade_Req */
	{0x80 >> 3, 6}, /* Wr_Ba_Res */
};
#define NACK 7

bool nm_golden_monitored(uint16_t cmd)
{
	const unsigned int type = field(cmd, 7, 5);

	return type == 0 || type == 1 || type == 4 || type == 6;
}

/* Returns the mapped command of Table 4.5, whatever Cmd[9] is; -1 if the command is not in the
 * table. */
static int mapped_bits(uint16_t cmd)
{
	if (!nm_golden_monitored(cmd))
		return -1;
	if (field(cmd, 4, 4))
		return NACK;
	for (unsigned int i = 0; i < sizeof(table_4_5) / sizeof(table_4_5[0]); i++)
		if (table_4_5[i].code == field(cmd, 7, 3))
			return table_4_5[i].mapped;
	return -1;
}

int nm_golden_mapped(uint16_t cmd)
{
	return field(cmd, 9, 9) ? -1 : mapped_bits(cmd);
}

/* Returns the shift of the address: longer lines and a second board each add one bit. */
static unsigned int shift(const struct nm_golden_geometry *geo)
{
	return (unsigned int)geo->line128 + geo->boards2;
}

uint32_t nm_golden_lookup(const struct nm_golden_geometry *geo, uint64_t ad)
{
	return (uint32_t)(ad >> (6 + shift(geo))) % NM_GOLDEN_LABELS;
}

uint32_t nm_golden_entry(uint64_t ad)
{
	return (uint32_t)(ad >> 6) % NM_GOLDEN_LABELS;
}

static unsigned int mode_of(unsigned int config)
{
	return (config & NUMACHINE_CONFIG_MODE_MASK) >> NUMACHINE_CONFIG_MODE_LSB;
}

static unsigned int histogram(const struct nm_golden_geometry *geo,
			      const struct nm_golden_event *e, unsigned int mapped)
{
	const unsigned int up = shift(geo), label = e->label;
	const unsigned int sel = e->ad >> (24 + up) & 1, tag = e->ad >> (25 + up) & 1;
	const unsigned int low =
		mapped | (unsigned int)e->valid << 3 | (unsigned int)e->lock << 4 |
		(unsigned int)e->local_global << 5 | (unsigned int)e->overflow << 6;
	unsigned int high;

	switch (e->config & NUMACHINE_CONFIG_HISTO_MASK) {
	case 0:
		high = label;
		break;
	case 1:
		high = tag << 8 | nm_golden_phase(e->ad) << 4 | (sel ? label : label >> 4) % 16;
		break;
	case 2:
		high = tag << 8 | label >> 1;
		break;
	default:
		high = (unsigned int)(e->ad >> (6 + up) & 1) << 8 | label % 256;
	}
	return high << 7 | low;
}

/* Windows of the monitor's addresses: bits 27..24. */
enum { WINDOW_LABELS = 0xD, WINDOW_COUNTERS = 0xE, WINDOW_REGISTERS = 0xF };

#define MONITOR 4 /* bits 35..32 of the monitor's addresses */

bool nm_golden_own(uint64_t ad)
{
	return field(ad, 35, 32) == MONITOR;
}

static unsigned int window_of(uint64_t ad)
{
	return field(ad, 27, 24);
}

static bool is_read(uint16_t cmd)
{
	return field(cmd, 3, 3);
}

bool nm_golden_label_write(uint64_t ad, uint16_t cmd)
{
	return nm_golden_own(ad) && window_of(ad) == WINDOW_LABELS && !is_read(cmd);
}

bool nm_golden_counted(const struct nm_golden_event *e)
{
	const unsigned int mode = mode_of(e->config);

	if (nm_golden_own(e->ad) || mode == NM_GOLDEN_OFF)
		return false;
	return mode != NM_GOLDEN_HISTOGRAM || nm_golden_mapped(e->cmd) >= 0;
}

uint16_t nm_golden_address(const struct nm_golden_geometry *geo, bool ahdl_order,
			   const struct nm_golden_event *e)
{
	const unsigned int station = nm_golden_station(e->ad), phase = nm_golden_phase(e->ad);
	const unsigned int processor = nm_golden_processor(e->ad);
	const int mapped = mapped_bits(e->cmd); /* commands that do not count are mapped, too */
	unsigned int a = 0;

	switch (mode_of(e->config)) {
	case NM_GOLDEN_FLYER:
		a = field(e->ad, 25, 14) << 4 | station;
		break;
	case NM_GOLDEN_DEPTH:
		a = e->depth << 10 | (ahdl_order ? phase << 6 | processor % 4 << 4 | station
						 : processor << 4 | phase);
		break;
	case NM_GOLDEN_HISTOGRAM:
		a = histogram(geo, e, mapped < 0 ? 0 : (unsigned int)mapped);
		break;
	}
	return (uint16_t)a;
}

/* ---- the machine ---- */

static const struct register_row rows[] = {
#define REG REGISTER_REG
#define FIELD REGISTER_FIELD
#include "numachine_regs.def"
};

/* A field of the register table. */
#define MASK(field) NUMACHINE_##field##_MASK
#define PUT(value, field) ((uint32_t)(value) << NUMACHINE_##field##_LSB)

#define RELEASE 2 /* clocks from the rise of reset_n until the monitor works */
#define BUSY 3	  /* clocks for which the monitor is busy after an accepted start */
/* PIPELINED: earliest clock after a start in which the counter address is out */
#define SOONEST 3
/* clock in which an access to a register takes effect */
#define SF_ACT 2
/* latest clock in which a processor's access to a counter gets the SRAM: it may wait for a
 * count, which may wait for a write-back */
#define SF_LATEST 8
#define FLIGHT 4
#define QUEUED_MAX 0xFFFFFFFFFFFFu
/* PIPELINED: number of clocks with the external address before the SRAM access, in which the
 * pipeline drains */
#define DRAIN 3

struct item { /* an accepted memory access that has no counter address yet */
	struct nm_golden_event e;
	unsigned int age; /* clocks since mon_start */
	bool second;	  /* in stage 2 */
	bool disturbed;	  /* PIPELINED: an external access came after the start */
};

struct write_back {
	uint16_t address;
	unsigned int wait; /* number of clocks until the count is written */
};

struct nm_golden {
	struct nm_golden_config cfg;
	unsigned int held_in_reset;

	struct item flight[FLIGHT];  /* accesses in the pipeline, the oldest first */
	unsigned int flights, since; /* number of accesses; clocks since the last accepted
				      * start */
	bool strobe;		     /* the strobe of stage 3 */
	uint16_t address;
	struct write_back back[FLIGHT]; /* pending write-backs, the oldest first */
	unsigned int backs;
	bool monitored; /* whether the histograms evaluate the last accepted command; false
			 * after a reset */
	bool counts, filtered, labels, missed;

	bool match, check, write;
	uint64_t check_ad;
	uint16_t check_cmd, write_label;
	uint32_t write_entry;

	struct register_model regs; /* of STATUS, what the monitor keeps itself */
	unsigned int depth;
	uint64_t queued; /* sum of the FIFO depths over all clocks of the depth mode, 48 bits */
	bool half_before;

	struct {
		enum { IDLE, REGISTER, COUNTER } access;
		bool write, dbl;
		uint64_t ad, data, rdata;
		unsigned int age;     /* clocks since sf_start */
		unsigned int enabled; /* number of clocks in which the external address was
				       * enabled so far */
		unsigned int written; /* counters */
		unsigned int answer;  /* number of clocks until sf_ack; 0: unknown */
		bool ack, held;	      /* sf_ack is active; a write-back was held during the
				       * access */
	} sf;
	uint64_t rdata; /* data of the last read */
	bool reading;	/* the next read has begun */

	uint32_t counter[NM_GOLDEN_COUNTERS];
	uint16_t label[NM_GOLDEN_LABELS];
	struct nm_golden_totals n;
};

static uint32_t *word_at(struct nm_golden *g, uint32_t offset)
{
	return register_model_at(&g->regs, offset);
}

static bool has_status(const struct nm_golden *g, uint32_t flag)
{
	return register_model_get(&g->regs, NUMACHINE_STATUS) & flag;
}

static void reset(struct nm_golden *g)
{
	const size_t from = offsetof(struct nm_golden, flight),
		     to = offsetof(struct nm_golden, counter);

	memset((char *)g + from, 0, to - from);
	g->since = BUSY + 1;
	register_model_reset(&g->regs, rows, sizeof(rows) / sizeof(*rows), NULL);
	*word_at(g, NUMACHINE_STATUS) |= PUT(g->cfg.missed_init, STATUS_MISSES);
	g->queued = g->cfg.queued_init;
}

struct nm_golden *nm_golden_open(const struct nm_golden_config *cfg)
{
	struct nm_golden *g = calloc(1, sizeof(*g));

	if (!g)
		return NULL;
	g->cfg = *cfg;
	reset(g);
	g->held_in_reset = RELEASE;
	return g;
}

void nm_golden_close(struct nm_golden *g)
{
	free(g);
}

void nm_golden_straps(struct nm_golden *g, const struct nm_golden_geometry *geo)
{
	g->cfg.geo = *geo;
}

/* ---- transactions ---- */

static void drop(struct nm_golden *g, unsigned int at)
{
	g->flights--;
	memmove(g->flight + at, g->flight + at + 1, (g->flights - at) * sizeof(g->flight[0]));
}

/* Gives the oldest access its counter address, with the overflow bit of the previous clock. */
static void address(struct nm_golden *g, bool half)
{
	struct item *i = &g->flight[0];

	i->e.overflow = half;
	g->strobe = nm_golden_counted(&i->e);
	g->address = nm_golden_address(&g->cfg.geo, g->cfg.ahdl_order, &i->e);
	drop(g, 0);
}

/* Moves the pipeline by a clock. The SRAM has one port: while it is used, an access waits in
 * stage 2 and the next one in stage 1. */
static void move_base(struct nm_golden *g, bool used, bool half)
{
	g->strobe = false;
	if (g->flights && g->flight[0].second && !used)
		address(g, half);
	if (g->flights)
		g->flight[0].second = true;
}

/* PIPELINED: returns the access that may get its address in this clock. */
static const struct item *candidate(const struct nm_golden *g)
{
	return g->flights && g->flight[0].age >= SOONEST ? &g->flight[0] : NULL;
}

/* PIPELINED: moves one access in each clock, except those that an external access delays. */
static void move_pipelined(struct nm_golden *g, const struct nm_golden_clock *c)
{
	if (c->strobe && candidate(g))
		address(g, g->half_before);
	g->strobe = false;
	for (unsigned int i = 0; i < g->flights; i++) {
		g->flight[i].age++;
		g->flight[i].disturbed |= c->ext_enable;
	}
	while (candidate(g) && !nm_golden_counted(&g->flight[0].e))
		drop(g, 0);
}

static enum nm_golden_answer answer(bool yes)
{
	return yes ? NM_GOLDEN_YES : NM_GOLDEN_NO;
}

static enum nm_golden_answer expect_strobe(const struct nm_golden *g)
{
	const struct item *i = g->cfg.pipelined ? candidate(g) : NULL;

	if (!g->cfg.pipelined)
		return answer(g->strobe);
	return !i ? NM_GOLDEN_NO : i->disturbed ? NM_GOLDEN_EITHER : NM_GOLDEN_YES;
}

static enum nm_golden_answer expect_busy(const struct nm_golden *g,
					 const struct nm_golden_clock *c)
{
	if (g->cfg.pipelined)
		return c->manual && c->ext_enable ? NM_GOLDEN_EITHER
						  : answer(g->write || c->ext_enable);
	if (g->since <= BUSY)
		return NM_GOLDEN_YES;
	/* one access waits in stage 1 */
	for (unsigned int i = 0; i < g->flights; i++)
		if (!g->flight[i].second)
			return NM_GOLDEN_YES;
	return NM_GOLDEN_NO;
}

static void start(struct nm_golden *g, const struct nm_golden_clock *c)
{
	struct item i = {.e = {.ad = c->ad,
			       .cmd = c->cmd,
			       .label = g->label[nm_golden_lookup(&g->cfg.geo, c->ad)],
			       .valid = c->valid,
			       .lock = c->lock,
			       .local_global = c->local_global,
			       .depth = g->depth,
			       .config = c->config}};

	g->counts = g->filtered = g->labels = g->missed = g->check = false;
	if (g->since <= BUSY)
		g->since++;
	if (!c->mon_start)
		return;
	g->n.starts++;
	if (c->busy) {
		uint32_t *status = word_at(g, NUMACHINE_STATUS);

		g->missed = true;
		*status |= MASK(STATUS_MISSED);
		if ((*status & MASK(STATUS_MISSES)) != MASK(STATUS_MISSES))
			*status += PUT(1, STATUS_MISSES);
		g->n.missed++;
		return;
	}
	g->counts = nm_golden_counted(&i.e);
	g->labels = nm_golden_label_write(c->ad, c->cmd);
	g->filtered = !g->counts && !g->labels;
	g->n.counted += g->counts;
	g->n.labels += g->labels;
	g->n.filtered += g->filtered;
	g->check = true;
	g->check_ad = c->ad;
	g->check_cmd = c->cmd;
	g->monitored = nm_golden_monitored(c->cmd);
	g->since = 1;
	i.age = 1;
	if (!nm_golden_own(c->ad) && g->flights < FLIGHT)
		g->flight[g->flights++] = i;
}

/* ---- counters ---- */

static const struct write_back *writing(const struct nm_golden *g)
{
	return g->backs && !g->back[0].wait ? &g->back[0] : NULL;
}

static void overflowed(struct nm_golden *g, uint16_t address)
{
	uint32_t *status = word_at(g, NUMACHINE_STATUS);

	if (*status & MASK(STATUS_PENDING))
		*status |= MASK(STATUS_SECOND);
	else
		*word_at(g, NUMACHINE_OVADDR) = address;
	*status |= MASK(STATUS_PENDING);
	*status ^= MASK(STATUS_HALF);
}

static void count(struct nm_golden *g, const struct nm_golden_clock *c)
{
	const struct write_back *w = writing(g);
	const bool more = w && c->hold && !g->cfg.pipelined;

	if (c->overflow)
		overflowed(g, w ? w->address : g->address);
	if (w)
		g->counter[w->address]++;
	if (w && !more) {
		g->backs--;
		memmove(g->back, g->back + 1, g->backs * sizeof(g->back[0]));
	}
	for (unsigned int i = 0; i < g->backs; i++)
		g->back[i].wait -= g->back[i].wait > 0;
	if (c->strobe && g->backs < FLIGHT)
		g->back[g->backs++] = (struct write_back){g->address, g->cfg.pipelined ? 1 : 0};
}

/* ---- labels ---- */

static void label(struct nm_golden *g, const struct nm_golden_clock *c)
{
	if (g->write)
		g->label[g->write_entry] = g->write_label;
	g->write = g->check && nm_golden_label_write(g->check_ad, g->check_cmd);
	if (g->write) {
		g->write_entry = nm_golden_entry(g->check_ad);
		g->write_label = c->label_data & 0x1FF;
	}
	g->match = nm_golden_label_write(c->ad, c->cmd);
}

/* ---- a processor's accesses ---- */

static uint32_t get_register(struct nm_golden *g, const struct nm_golden_clock *c,
			     unsigned int offset)
{
	uint32_t v = 0;

	if (offset == NUMACHINE_QUEUED) {
		*word_at(g, NUMACHINE_QUEUED) = (uint32_t)g->queued;
		*word_at(g, NUMACHINE_QUEUED_HI) = (uint32_t)(g->queued >> 32);
	}
	register_model_read(&g->regs, offset, &v);
	if (offset == NUMACHINE_STATUS)
		v |= PUT(c->busy, STATUS_BUSY) | PUT(g->cfg.geo.line128, STATUS_LINE) |
		     PUT(g->cfg.geo.boards2, STATUS_BOARDS) | PUT(g->depth, STATUS_DEPTH);
	return v;
}

static void put_register(struct nm_golden *g, unsigned int offset, uint32_t v)
{
	register_model_write(&g->regs, offset, 15, v, NULL);
	if (offset == NUMACHINE_STATUS && v & MASK(STATUS_PENDING))
		*word_at(g, NUMACHINE_STATUS) &= ~MASK(STATUS_SECOND);
	if (offset == NUMACHINE_STATUS && v & MASK(STATUS_MISSED))
		*word_at(g, NUMACHINE_STATUS) &= ~MASK(STATUS_MISSES);
}

/* Returns the @n-th counter of a processor's access. */
static unsigned int sf_counter(const struct nm_golden *g, unsigned int n)
{
	const unsigned int k = field(g->sf.ad, 17, 2);

	return g->sf.dbl ? (k & ~1u) + n : k;
}

/* Returns the data that the access writes to its @n-th counter. */
static uint32_t sf_data(const struct nm_golden *g, unsigned int n)
{
	return (uint32_t)(g->sf.dbl && n == 0 ? g->sf.data >> 32 : g->sf.data);
}

static unsigned int sf_counters(const struct nm_golden *g)
{
	return g->sf.dbl ? 2 : 1;
}

static const char *external_write(struct nm_golden *g, const struct nm_golden_clock *c,
				  bool own)
{
	const unsigned int addr =
		(c->ext_addr & 0xFFFEu) | (c->addr0_oe_n ? c->addr0 : c->ext_addr & 1u);
	const uint32_t mask = (c->lo_wr ? 0x0000FFFFu : 0) | (c->hi_wr ? 0xFFFF0000u : 0);

	if (!mask)
		return NULL;
	if (own) {
		const unsigned int n = g->sf.written++;

		if (!g->sf.write || n >= sf_counters(g))
			return "a write of a counter without a request";
		if (addr != sf_counter(g, n) || c->ext_data != sf_data(g, n) || ~mask)
			return "a processor's write to a counter: address, data or enables";
	}
	g->counter[addr] = (g->counter[addr] & ~mask) | (c->ext_data & mask);
	return NULL;
}

/* Models a clock with the external address. */
static const char *external(struct nm_golden *g, const struct nm_golden_clock *c)
{
	const unsigned int all = sf_counters(g) + (g->cfg.pipelined ? DRAIN : 0);
	const char *err;

	if (!c->manual && (g->sf.access != COUNTER || g->sf.age <= SF_ACT || g->sf.answer))
		return "the counter SRAM is in use without a request of a processor";
	err = external_write(g, c, !c->manual);
	if (err || c->manual || ++g->sf.enabled < all)
		return err;
	if (g->sf.write && g->sf.written != sf_counters(g))
		return "a processor's write to a counter is not made";
	for (unsigned int n = 0; !g->sf.write && n < sf_counters(g); n++)
		g->sf.rdata = g->sf.rdata << 32 | g->counter[sf_counter(g, n)];
	g->sf.answer = g->cfg.pipelined && !g->sf.write ? 2 : 1;
	return NULL;
}

static void accept(struct nm_golden *g, const struct nm_golden_clock *c)
{
	const unsigned int window = window_of(c->ad);

	if (!c->sf_start || g->sf.access != IDLE || !nm_golden_own(c->ad) ||
	    window < WINDOW_COUNTERS)
		return;
	memset(&g->sf, 0, sizeof(g->sf));
	g->sf.access = window == WINDOW_REGISTERS ? REGISTER : COUNTER;
	g->sf.write = !is_read(c->cmd);
	g->sf.dbl = c->sf_double;
	g->sf.ad = c->ad;
	g->reading |= !g->sf.write;
}

static const char *special(struct nm_golden *g, const struct nm_golden_clock *c)
{
	const unsigned int offset = field(g->sf.ad, 23, 0);
	const char *err = NULL;

	if (g->sf.ack) { /* the access is acknowledged in this clock, so the next may start */
		g->sf.ack = false;
		g->sf.access = IDLE;
	}
	if (c->ext_enable)
		err = external(g, c);
	else if (g->sf.enabled && !g->sf.answer && g->sf.access == COUNTER)
		err = "the counter SRAM is given back too early";
	g->sf.held |= c->hold;
	if (g->sf.access == COUNTER && !g->sf.enabled && g->sf.age > SF_LATEST && !c->manual &&
	    !g->sf.held)
		err = "a processor's access to a counter waits too long";
	if (g->sf.access != IDLE && g->sf.age == 1)
		g->sf.data = c->ad;
	if (g->sf.access == REGISTER && g->sf.age == SF_ACT) {
		if (g->sf.write)
			put_register(g, offset, (uint32_t)g->sf.data);
		else
			g->sf.rdata = get_register(g, c, offset);
		g->sf.answer = 1;
	}
	accept(g, c);
	g->sf.age++;
	if (g->sf.answer && --g->sf.answer == 0) {
		g->sf.ack = true;
		if (!g->sf.write) {
			g->rdata = g->sf.rdata;
			g->reading = false;
		}
	}
	return err;
}

/* ---- a clock ---- */

void nm_golden_show(const struct nm_golden *g, const struct nm_golden_clock *c,
		    struct nm_golden_state *st)
{
	const struct write_back *w = writing(g);
	const struct item *i = g->cfg.pipelined ? candidate(g) : NULL;
	struct nm_golden_event e;

	*st = (struct nm_golden_state){
		.busy = expect_busy(g, c),
		.strobe = expect_strobe(g),
		.fetches =
			c->ext_enable && !c->manual && !g->sf.write && g->sf.enabled >= DRAIN,
		.address_known = !g->cfg.pipelined,
		.address = g->address,
		.writes = w != NULL,
		.data = w ? g->counter[w->address] + 1 : 0,
		.written = w ? w->address : 0,
		.ci_overflow = w && g->counter[w->address] == UINT32_MAX,
		.label_index = g->write ? g->write_entry : nm_golden_lookup(&g->cfg.geo, c->ad),
		.label_write = g->write,
		.label_check = g->check,
		.label = g->write_label,
		.overflow_mode = !nm_golden_half(g),
		.interrupt = has_status(g, MASK(STATUS_PENDING)) &&
			     register_model_get(&g->regs, NUMACHINE_IENABLE),
		.debug = (unsigned int)c->mon_start << 3 | (unsigned int)g->match << 2 |
			 (unsigned int)g->write << 1 | g->monitored,
		.config = register_model_get(&g->regs, NUMACHINE_CONFIG),
		.depth = g->depth,
		.counts = g->counts,
		.filtered = g->filtered,
		.labels = g->labels,
		.missed = g->missed,
		.ack = g->sf.ack,
		.rdata_known = !g->reading,
		.rdata = g->rdata,
	};
	if (i) {
		e = i->e;
		e.overflow = g->half_before;
		st->address_known = true;
		st->address = nm_golden_address(&g->cfg.geo, g->cfg.ahdl_order, &e);
	}
}

const char *nm_golden_step(struct nm_golden *g, const struct nm_golden_clock *c)
{
	const bool half = nm_golden_half(g);
	/* whether the SRAM is used in the next clock: by a processor, or for the write-back of
	 * the count fetched in this clock */
	const bool used = c->ext_enable || g->strobe || (g->backs && c->hold);
	uint64_t queued = g->queued;
	const char *err;

	if (c->reset || g->held_in_reset) {
		g->held_in_reset = c->reset ? RELEASE : g->held_in_reset - 1;
		reset(g);
		return NULL;
	}
	if (mode_of(c->config) == NM_GOLDEN_DEPTH)
		queued = (queued + g->depth) & QUEUED_MAX;
	/* a flag that software clears in a clock in which its event occurs again is set
	 * afterwards */
	err = special(g, c);
	g->queued = queued; /* a read in this clock returns the old sum */
	if (g->cfg.pipelined)
		move_pipelined(g, c);
	count(g, c);
	if (!g->cfg.pipelined)
		move_base(g, used, half);
	label(g, c);
	start(g, c);
	if (c->fifo_en)
		g->depth = (g->depth + (c->fifo_up ? 1 : 63)) % 64;
	g->half_before = half;
	return err;
}

/* ---- contents ---- */

uint32_t nm_golden_get(const struct nm_golden *g, unsigned int counter)
{
	return g->counter[counter % NM_GOLDEN_COUNTERS];
}

void nm_golden_put(struct nm_golden *g, unsigned int counter, uint32_t value)
{
	g->counter[counter % NM_GOLDEN_COUNTERS] = value;
}

uint16_t nm_golden_label(const struct nm_golden *g, uint32_t entry)
{
	return g->label[entry % NM_GOLDEN_LABELS];
}

void nm_golden_put_label(struct nm_golden *g, uint32_t entry, uint16_t label)
{
	g->label[entry % NM_GOLDEN_LABELS] = label & 0x1FF;
}

bool nm_golden_half(const struct nm_golden *g)
{
	return has_status(g, MASK(STATUS_HALF));
}

uint64_t nm_golden_queued(const struct nm_golden *g)
{
	return g->queued;
}

void nm_golden_total(const struct nm_golden *g, struct nm_golden_totals *t)
{
	*t = g->n;
}

bool nm_golden_idle(const struct nm_golden *g)
{
	return !g->flights && !g->backs && !g->strobe && !g->check && !g->write;
}
