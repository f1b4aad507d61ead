/* SPDX-License-Identifier: Apache-2.0 */
/* EISA master, system board and protocol checker; see the header. */
#include "eisa.h"
#include "random.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define BOARDS 15
#define WAIT_LIMIT SIM_NS(2500)
#define RECOVERY 4 /* BCLK periods from the fall of RESDRV to the next cycle */
#define IRQS 6

static const uint8_t irq_number[IRQS] = {5, 9, 10, 12, 14, 15};

enum phase {
	IDLE,	 /* nothing to do */
	GAP,	 /* idle BCLK periods before the next cycle */
	ADDRESS, /* LA and M/IO# are driven */
	START,
	CMD,
	RESET,	/* RESDRV is high, or was just now */
	CLOSED, /* the bus is no longer used */
};

struct board {
	unsigned int slot;
	struct sim_pin *resdrv, *la_n, *la, *be_n, *m_io, *w_r, *start_n, *cmd_n, *aen, *d_i;
	struct sim_pin *d_o, *irq[IRQS];
	const uint8_t *d_oe, *ex32, *exrdy; /* read at every edge, hence pointers to the
					     * values */
	eisa_decode_fn *decode;
	void *decode_arg;
	bool enabled; /* bit 0 of zC84, tracked from the writes on the bus */
	bool quiet;   /* reset, and not configured since */
	bool decoded; /* level of EX32# at the rise before START# */
	bool own;     /* the address on the bus is known to be the board's own */
};

struct slot {
	struct device dev; /* first */
	struct eisa *b;
	unsigned int slot;
};

struct eisa {
	struct sim *s;
	struct sim_clock *bclk;
	struct eisa_timing t;
	uint64_t rnd;
	enum phase phase;
	uint64_t edges;	    /* rises of BCLK */
	sim_time stretched; /* total time by which BCLK was stretched */
	struct board board[BOARDS], *end;
	struct slot slot[BOARDS + 1];
	struct {
		eisa_cycle_fn *fn;
		void *arg;
	} observer[BOARDS];
	unsigned int observers;

	/* the current call and cycle */
	struct eisa_cycle *v; /* cycles of the current call; NULL: none */
	bool busy;	      /* the current call has not ended; it ends at a rise of BCLK */
	sim_time rise_time;
	size_t n, i;
	unsigned int left;	/* BCLK periods left: of the gap, of START#, or of an unclaimed
				 * CMD# */
	struct board *selected; /* the board that drove EX32# */
	bool next_shown;	/* the address of cycle i is already driven */
	bool chained;		/* START# fell as the last CMD# rose */
	bool ready;		/* EXRDY was sampled high: CMD# ends at the next rise */
	bool released;		/* EXRDY has risen, but has not been sampled yet */
	bool hung;		/* EXRDY was low for too long */
	bool after;		/* CMD# has risen, but BCLK has not fallen since */
	bool fall_driven;	/* a board drove the data bus at the last BCLK fall in CMD# */
	uint32_t fall_data;
	uint64_t start_edge;
	sim_time cmd_time, cmd_stretched;

	/* on the bus */
	bool io;
	bool aen; /* AENx of a memory cycle */
	unsigned int aen_slot;
	uint32_t addr, data;
	sim_time addr_time; /* time of the last change of LA, M/IO# or AENx */

	sim_time reset_time;
	unsigned int reset_left, recovery, reset_bclks;
	uint64_t lenient; /* up to this edge a board may still use its old decode rules */

	uint64_t cycles;
	unsigned int last_bclks;
	sim_time longest_wait;
};

static uint64_t rnd(struct eisa *b)
{
	return random_xorshift(&b->rnd) >> 16;
}

static sim_time half_period(const struct eisa *b)
{
	return sim_clock_period(b->bclk) / 2;
}

/* ---- driving ---- */

#define EACH_BOARD(b, d) for (struct board *d = (b)->board; d < (b)->end; d++)

/* Discards the cached may_claim() results, because the address on the bus, or what a board may
 * claim, is about to change. */
static void ask_again(struct eisa *b)
{
	EACH_BOARD(b, d)
		d->own = false;
}

static void put_address(struct eisa *b, bool io, unsigned int slot, bool aen, uint32_t addr)
{
	addr &= ~3u;
	if (!io)
		slot = 0;
	else
		aen = false;
	ask_again(b);
	if (b->addr == addr && b->io == io && b->aen_slot == slot && b->aen == aen)
		return;
	b->addr = addr;
	b->io = io;
	b->aen_slot = slot;
	b->aen = aen;
	b->addr_time = sim_now(b->s);
	EACH_BOARD(b, d) {
		sim_put(d->la_n, ~addr >> 24);
		sim_put(d->la, addr >> 2);
		sim_put(d->m_io, !io);
		sim_put(d->aen, io ? slot != d->slot : aen);
	}
}

static void put_data(struct eisa *b, uint32_t data)
{
	if (b->data == data)
		return;
	b->data = data;
	EACH_BOARD(b, d)
		sim_put(d->d_i, data);
}

static void put_strobes(struct eisa *b, bool start_n, bool cmd_n)
{
	EACH_BOARD(b, d) {
		sim_put(d->start_n, start_n);
		sim_put(d->cmd_n, cmd_n);
	}
}

static void put_qualifiers(struct eisa *b, unsigned int be, bool write)
{
	EACH_BOARD(b, d) {
		sim_put(d->be_n, ~be & 15);
		sim_put(d->w_r, write);
	}
}

static void present_cycle(struct eisa *b)
{
	const struct eisa_cycle *c = &b->v[b->i];

	if (!b->next_shown)
		put_address(b, c->io, c->slot, rnd(b) & 1, c->addr);
	b->next_shown = false;
}

/* Drives the address lines after START#: with the next cycle's address if it is known and to be
 * pipelined, otherwise with a random address, often one near to an address of a board. */
static void present_later(struct eisa *b)
{
	const uint64_t r = rnd(b);
	const struct eisa_cycle *c = &b->v[b->i];
	uint32_t addr = (uint32_t)(r >> 8);

	if (b->next_shown)
		return;
	if (b->t.pipelined && b->i + 1 < b->n) {
		put_address(b, c[1].io, c[1].slot, r & 1, c[1].addr);
		b->next_shown = true;
		return;
	}
	switch (r >> 1 & 3) {
	case 0: /* the same window */
		put_address(b, c->io, c->slot, r >> 3 & 1, c->addr ^ (addr & 0x3C));
		break;
	case 1: /* the other space */
		put_address(b, !c->io, c->slot, r >> 3 & 1, c->addr);
		break;
	case 2: /* slot-specific I/O, often of an existing board */
		put_address(b, true, addr & 3, false, (addr & 0xF004) | 0xC80);
		break;
	default:
		put_address(b, r >> 3 & 1, addr & 15, r >> 4 & 1, addr);
	}
}

/* ---- checking ---- */

static const struct eisa_cycle *current_cycle(const struct eisa *b)
{
	return b->v && b->i < b->n ? &b->v[b->i] : NULL;
}

static void fail_rule(struct eisa *b, const struct board *d, const char *rule)
{
	const struct eisa_cycle *c = current_cycle(b);
	static const char *const where[] = {
		[IDLE] = "no cycle", [GAP] = "before", [ADDRESS] = "before START# of",
		[START] = "START#",  [CMD] = "CMD#",   [RESET] = "after RESDRV",
		[CLOSED] = "",
	};
	char cycle[64] = "";

	if (c)
		snprintf(cycle, sizeof(cycle), " %s %s 0x%08" PRIX32 " BE %X",
			 c->io ? "I/O" : "memory", c->write ? "write" : "read", c->addr, c->be);
	SIM_FAIL(b->s,
		 "EISA, slot %u: %s (%s%s, cycle %" PRIu64 ", LA shows %s 0x%08" PRIX32 ")",
		 d ? d->slot : 0, rule, where[b->phase], cycle, b->cycles,
		 b->io ? "I/O" : "memory", b->addr);
}

static unsigned int board_irqs(const struct board *d)
{
	unsigned int v = 0;

	for (int i = 0; i < IRQS; i++)
		v |= (unsigned int)sim_get(d->irq[i]) << irq_number[i];
	return v;
}

/* Returns whether the address on the bus can be the board's own. */
static bool may_claim(const struct eisa *b, const struct board *d)
{
	if (b->io) {
		if (b->aen_slot != d->slot || b->addr & 0x300)
			return false;
	} else if (!d->enabled && b->edges >= b->lenient) {
		return false;
	}
	return !d->decode || b->edges < b->lenient || d->decode(d->decode_arg, b->io, b->addr);
}

static void check_ex32(struct eisa *b, struct board *d)
{
	if (d->own)
		return;
	if (!may_claim(b, d))
		fail_rule(b, d, "EX32# is driven for an address of another board");
	d->own = b->edges >= b->lenient;
}

/* Checks everything that boards drive, at each edge in START# or CMD# and at the start of a
 * cycle. */
static void check_pins(struct eisa *b)
{
	sim_settle(b->s);
	EACH_BOARD(b, d) {
		if (*d->ex32)
			check_ex32(b, d);
		if (*d->exrdy &&
		    !(b->phase == START ? *d->ex32
					: b->phase == CMD && d == b->selected && !b->ready))
			fail_rule(b, d,
				  b->ready && d == b->selected
					  ? "EXRDY is low after it was sampled high"
					  : "EXRDY is low outside of a cycle of this board");
		if (*d->d_oe && !(b->phase == CMD && d == b->selected && !b->v[b->i].write))
			fail_rule(b, d,
				  "data are driven outside of CMD# of a read of this board");
	}
}

/* A cheap check while the bus is idle. */
static void check_idle(struct eisa *b)
{
	EACH_BOARD(b, d) {
		if (*d->exrdy)
			fail_rule(b, d, "EXRDY is low outside of a cycle of this board");
		if (*d->d_oe)
			fail_rule(b, d,
				  "data are driven outside of CMD# of a read of this board");
	}
}

static void check_reset(struct eisa *b)
{
	if (sim_now(b->s) < b->reset_time + half_period(b))
		return;
	sim_settle(b->s);
	check_idle(b);
	EACH_BOARD(b, d) {
		if (b->reset_left && *d->ex32)
			fail_rule(b, d, "EX32# is driven while RESDRV is high");
		if (board_irqs(d))
			fail_rule(b, d, "an IRQ is driven after RESDRV");
	}
}

/* Records EX32# before START# falls. */
static void note_decode(struct eisa *b)
{
	EACH_BOARD(b, d)
		d->decoded = *d->ex32;
}

/* Samples EX32# at the rise of START# and selects the board that drives it. */
static void select_board(struct eisa *b)
{
	b->selected = NULL;
	EACH_BOARD(b, d) {
		const bool ex32 = *d->ex32;

		if (ex32 != d->decoded && !(b->chained && b->start_edge < b->lenient))
			fail_rule(b, d, "EX32# is not what it was before START#");
		if (ex32 && b->selected)
			fail_rule(b, d, "two boards drive EX32#");
		if (ex32)
			b->selected = d;
		if (d->quiet && board_irqs(d))
			fail_rule(b, d, "an IRQ is driven by a board not set up after RESDRV");
	}
}

/* Checks the time waited since CMD# fell, without the time by which the system board stretched
 * BCLK. */
static void check_wait(struct eisa *b)
{
	const sim_time t = sim_now(b->s) - b->cmd_time - (b->stretched - b->cmd_stretched);

	if (t > b->longest_wait)
		b->longest_wait = t;
	if (t > WAIT_LIMIT && !b->hung) {
		b->hung = b->ready = true;
		b->v[b->i].result = -ETIMEDOUT;
		fail_rule(b, b->selected, "EXRDY is low for more than 2.5 us");
	}
}

/* ---- the bus clock ---- */

static void stretch_phase(struct eisa *b)
{
	if (b->t.stretch_percent && b->t.stretch_max > 1 &&
	    rnd(b) % 100 < b->t.stretch_percent) {
		const sim_time extra = 1 + rnd(b) % ((b->t.stretch_max - 1) * half_period(b));

		sim_clock_stretch(b->bclk, extra);
		b->stretched += extra;
	}
}

static unsigned int idle_gap(struct eisa *b)
{
	return b->t.idle_max ? (unsigned int)(rnd(b) % (b->t.idle_max + 1)) : 0;
}

static void start_cycle(struct eisa *b)
{
	const struct eisa_cycle *c = &b->v[b->i];

	b->phase = START;
	if (sim_now(b->s) - b->addr_time < half_period(b))
		fail_rule(b, NULL, "LA, M/IO# or AENx changed within half a BCLK of START#");
	b->left = b->t.start_bclk ? b->t.start_bclk : 1;
	b->start_edge = b->edges;
	b->selected = NULL;
	b->ready = b->released = b->hung = b->next_shown = false;
	put_qualifiers(b, c->be, c->write);
}

static void start_ends(struct eisa *b)
{
	b->phase = CMD;
	b->cmd_time = sim_now(b->s);
	b->cmd_stretched = b->stretched;
	b->v[b->i].result = b->selected ? 0 : -EIO;
	if (!b->selected)
		b->left = 1 + rnd(b) % 6;
	if (b->t.change_early) {
		present_later(b);
		put_qualifiers(b, rnd(b) & 15, rnd(b) & 1);
	}
	put_strobes(b, true, false);
}

static void finish_cycle(struct eisa *b)
{
	const struct eisa_cycle *c = &b->v[b->i];
	struct board *d = b->selected;

	if (c->io && c->write && d) {
		b->lenient = b->edges + 2;
		ask_again(b);
		d->quiet = false;
		if ((c->addr & 0xFFC) == 0xC84 && c->be & 1)
			d->enabled = c->data & 1;
	}
	b->cycles++;
	b->last_bclks = (unsigned int)(b->edges - b->start_edge);
	for (unsigned int i = 0; i < b->observers; i++)
		b->observer[i].fn(b->observer[i].arg, c);
	b->selected = NULL;
	b->after = true;
	b->chained = false;
	if (++b->i == b->n) {
		b->v = NULL;
		b->busy = false;
		b->phase = IDLE;
		put_strobes(b, true, true);
		return;
	}
	b->left = idle_gap(b);
	if (b->next_shown && !b->left) {
		b->chained = true;
		start_cycle(b);
		put_strobes(b, false, true);
	} else {
		b->phase = GAP;
		put_strobes(b, true, true);
	}
}

/* Checks that read data are held past the edge that samples them; CMD# is still low. */
static void check_hold(struct eisa *b)
{
	const struct eisa_cycle *c = &b->v[b->i];

	if (c->write || !b->selected || b->hung)
		return;
	if (!*b->selected->d_oe || (uint32_t)sim_get(b->selected->d_o) != c->data)
		fail_rule(b, b->selected, "read data do not stay until CMD# rises");
}

static void before_rise(void *arg)
{
	struct eisa *b = arg;

	switch (b->phase) {
	case CLOSED:
		return;
	case RESET:
		check_reset(b);
		return;
	case IDLE:
	case GAP:
		/* not before the second edge, because the power-on reset needs a clock */
		if (b->edges >= 2)
			check_idle(b);
		return;
	case ADDRESS:
		check_pins(b);
		note_decode(b);
		return;
	case START:
		check_pins(b);
		if (b->left == 1)
			select_board(b);
		return;
	case CMD:
		check_pins(b);
		break;
	}
	if (!b->ready) {
		if (b->selected && !b->released && !*b->selected->exrdy)
			b->released = true;
		if (b->selected && !b->released)
			check_wait(b);
		return;
	}
	if (b->next_shown)
		note_decode(b);
	if (b->v[b->i].write || b->hung)
		return;
	if (!b->selected) {
		b->v[b->i].data = UINT32_MAX;
		return;
	}
	b->v[b->i].data = (uint32_t)sim_get(b->selected->d_o);
	if (!*b->selected->d_oe)
		fail_rule(b, b->selected, "read data are not driven at the end of CMD#");
	if (!b->fall_driven || b->v[b->i].data != b->fall_data)
		fail_rule(b, b->selected, "read data change in the last half BCLK of CMD#");
}

static void on_rise(void *arg)
{
	struct eisa *b = arg;

	b->edges++;
	b->rise_time = sim_now(b->s);
	switch (b->phase) {
	case CLOSED:
		return;
	case IDLE:
	case GAP:
		break;
	case ADDRESS:
		b->chained = false;
		start_cycle(b);
		put_strobes(b, false, true);
		break;
	case START:
		if (--b->left == 0)
			start_ends(b);
		break;
	case CMD:
		if (b->ready) {
			check_hold(b);
			finish_cycle(b);
		}
		break;
	case RESET:
		b->busy = false;
		if (b->reset_left) {
			if (--b->reset_left == 0) {
				EACH_BOARD(b, d)
					sim_put(d->resdrv, 0);
				b->recovery = RECOVERY;
			}
		} else if (--b->recovery == 0) {
			b->phase = IDLE;
		}
		break;
	}
	stretch_phase(b);
}

static void sample_exrdy(struct eisa *b)
{
	struct board *d = b->selected;

	if (!d) {
		b->ready = --b->left == 0;
	} else if (*d->exrdy) {
		if (b->released)
			fail_rule(b, d, "EXRDY goes low again within the cycle");
		check_wait(b);
	} else {
		b->ready = true;
		b->fall_driven = *d->d_oe;
		b->fall_data = (uint32_t)sim_get(d->d_o);
	}
}

static void before_fall(void *arg)
{
	struct eisa *b = arg;

	switch (b->phase) {
	case IDLE:
	case GAP:
		if (b->after) {
			sim_settle(b->s);
			check_idle(b);
		}
		break;
	case START:
		check_pins(b);
		break;
	case CMD:
		check_pins(b);
		sample_exrdy(b);
		break;
	case RESET:
		check_reset(b);
		break;
	case ADDRESS:
	case CLOSED:
		break;
	}
}

static void on_fall(void *arg)
{
	struct eisa *b = arg;
	const struct eisa_cycle *c = current_cycle(b);

	b->after = false;
	switch (b->phase) {
	case CLOSED:
		return;
	case IDLE:
	case RESET:
	case ADDRESS:
		put_data(b, UINT32_MAX);
		break;
	case GAP:
		put_data(b, UINT32_MAX);
		if (b->left) {
			b->left--;
			break;
		}
		present_cycle(b);
		b->phase = ADDRESS;
		break;
	case START:
		put_data(b, c->write ? c->data : UINT32_MAX);
		break;
	case CMD:
		if (b->t.pipelined)
			present_later(b);
		/* the driven data appear on the board's own input pins, too */
		if (!c->write && b->selected && *b->selected->d_oe)
			put_data(b, (uint32_t)sim_get(b->selected->d_o));
		break;
	}
	stretch_phase(b);
}

/* ---- calls ---- */

static bool is_bus_idle(struct eisa *b)
{
	if (b->v)
		SIM_FAIL(b->s, "EISA: a cycle is called for while another is under way");
	return !b->v && b->phase != CLOSED;
}

static bool is_legal_cycle(const struct eisa_cycle *c)
{
	const unsigned int low = c->be & -c->be;

	/* contiguous byte enables: adding the lowest bit carries through all the others */
	return c->be && c->be <= 15 && !((c->be + low) & c->be) && c->slot <= BOARDS;
}

int eisa_run(struct eisa *b, struct eisa_cycle *v, size_t n)
{
	if (!n)
		return 0;
	for (size_t i = 0; i < n; i++)
		if (!is_legal_cycle(&v[i])) {
			SIM_FAIL(b->s, "EISA: no such cycle: BE %X, slot %u", v[i].be,
				 v[i].slot);
			return -EINVAL;
		}
	if (!is_bus_idle(b))
		return -EBUSY;
	while (b->phase == RESET)
		sim_wait_edge(b->bclk, SIM_RISE);
	b->v = v;
	b->n = n;
	b->i = 0;
	b->left = idle_gap(b);
	b->next_shown = false;
	b->phase = GAP;
	b->busy = true;
	sim_wait_while(b->s, &b->busy);
	for (size_t i = 0; i < n; i++)
		if (v[i].result)
			return v[i].result;
	return 0;
}

int eisa_read(struct eisa *b, bool io, unsigned int slot, uint32_t addr, unsigned int be,
	      uint32_t *data)
{
	struct eisa_cycle c = {.io = io, .slot = slot, .addr = addr, .be = be};
	const int err = eisa_run(b, &c, 1);

	*data = err ? UINT32_MAX : c.data;
	return err;
}

int eisa_write(struct eisa *b, bool io, unsigned int slot, uint32_t addr, unsigned int be,
	       uint32_t data)
{
	struct eisa_cycle c = {
		.io = io, .write = true, .slot = slot, .addr = addr, .be = be, .data = data};

	return eisa_run(b, &c, 1);
}

bool eisa_claims(struct eisa *b, bool io, unsigned int slot, uint32_t addr)
{
	const struct board *claims = NULL;

	if (!is_bus_idle(b))
		return false;
	put_address(b, io, slot, rnd(b) & 1, addr);
	sim_settle(b->s);
	EACH_BOARD(b, d) {
		if (!*d->ex32)
			continue;
		check_ex32(b, d);
		if (claims)
			fail_rule(b, d, "two boards drive EX32#");
		claims = d;
	}
	return claims;
}

static void begin_reset(void *arg)
{
	struct eisa *b = arg;

	if (b->phase == CLOSED)
		return;
	put_strobes(b, true, true);
	put_qualifiers(b, 0, false);
	put_data(b, UINT32_MAX);
	EACH_BOARD(b, d) {
		sim_put(d->resdrv, 1);
		d->enabled = false;
		d->quiet = true;
	}
	ask_again(b);
	for (; b->v && b->i < b->n; b->i++)
		b->v[b->i].result = -ECANCELED;
	b->v = NULL;
	b->busy = b->busy && sim_now(b->s) != b->rise_time;
	b->selected = NULL;
	b->after = false;
	b->phase = RESET;
	b->reset_time = sim_now(b->s);
	b->reset_left = b->reset_bclks + 1; /* the first one may be a short one */
}

void eisa_reset_in(struct eisa *b, sim_time delay, unsigned int bclks)
{
	b->reset_bclks = bclks ? bclks : 1;
	sim_at(b->s, sim_now(b->s) + delay, begin_reset, b);
}

void eisa_reset(struct eisa *b, unsigned int bclks)
{
	if (!is_bus_idle(b))
		return;
	b->reset_bclks = bclks ? bclks : 1;
	begin_reset(b);
	while (b->phase == RESET)
		sim_wait_edge(b->bclk, SIM_RISE);
}

uint64_t eisa_cycles(const struct eisa *b)
{
	return b->cycles;
}

unsigned int eisa_last_bclks(const struct eisa *b)
{
	return b->last_bclks;
}

sim_time eisa_longest_wait(const struct eisa *b)
{
	return b->longest_wait;
}

unsigned int eisa_irqs(const struct eisa *b)
{
	unsigned int v = 0;

	for (const struct board *d = b->board; d < b->end; d++)
		v |= board_irqs(d);
	return v;
}

/* ---- the board as a device ---- */

static int dev_access(struct device *dev, enum device_space space, uint32_t addr,
		      unsigned int width, uint64_t *value, bool write)
{
	const struct slot *sl = (const struct slot *)dev;
	const unsigned int bytes = width / 8, lane = addr & 3;
	const bool io = space == DEVICE_IO;
	struct eisa_cycle c[2] = {{.io = io, .write = write, .slot = io ? sl->slot : 0}};
	uint64_t v = write ? *value : 0;
	int err;

	if (space != DEVICE_IO && space != DEVICE_MEM)
		return -EOPNOTSUPP;
	if ((width != 8 && width != 16 && width != 32 && width != 64) || addr % bytes ||
	    (io && addr >= 0x1000))
		return -EINVAL;
	c[0].addr = io ? sl->slot << 12 | addr : addr;
	c[1] = c[0];
	c[1].addr += 4;
	c[0].be = width >= 32 ? 15 : ((1u << bytes) - 1) << lane;
	c[1].be = 15;
	c[0].data = (uint32_t)v << 8 * lane;
	c[1].data = (uint32_t)(v >> 32);
	err = eisa_run(sl->b, c, width == 64 ? 2 : 1);
	if (err || write)
		return err;
	v = c[0].data >> 8 * lane;
	if (width == 64)
		v |= (uint64_t)c[1].data << 32;
	else
		v &= ((uint64_t)1 << width) - 1;
	*value = v;
	return 0;
}

static int dev_read(struct device *dev, enum device_space space, uint32_t addr,
		    unsigned int width, uint64_t *value)
{
	return dev_access(dev, space, addr, width, value, false);
}

static int dev_write(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t value)
{
	return dev_access(dev, space, addr, width, &value, true);
}

static int dev_wait_irq(struct device *dev, uint64_t timeout_us)
{
	const struct slot *sl = (const struct slot *)dev;
	struct eisa *b = sl->b;
	const struct board *own = NULL;
	const sim_time now = sim_now(b->s);
	const sim_time end = timeout_us < (UINT64_MAX - now) / SIM_US(1)
				     ? now + SIM_US(timeout_us)
				     : UINT64_MAX;

	EACH_BOARD(b, d)
		if (d->slot == sl->slot)
			own = d;
	while (!(own ? board_irqs(own) : eisa_irqs(b))) {
		if (sim_now(b->s) >= end)
			return -ETIMEDOUT;
		sim_wait_edge(b->bclk, SIM_RISE);
	}
	return 0;
}

static int dev_run(struct device *dev, uint64_t ns)
{
	const struct slot *sl = (const struct slot *)dev;

	sim_wait(sl->b->s, SIM_NS(ns));
	return 0;
}

static const struct device_ops dev_ops = {
	.read = dev_read,
	.write = dev_write,
	.wait_irq = dev_wait_irq,
	.run = dev_run,
};

struct device *eisa_device(struct eisa *b, unsigned int slot)
{
	return slot && slot <= BOARDS ? &b->slot[slot].dev : NULL;
}

/* ---- opening ---- */

void eisa_add_board(struct eisa *b, const char *prefix, unsigned int slot)
{
	struct board *d = b->end;

	EACH_BOARD(b, o)
		if (o->slot == slot)
			SIM_FAIL(b->s, "EISA: slot %u is taken", slot);
	if (!slot || slot > BOARDS || d == b->board + BOARDS) {
		SIM_FAIL(b->s, "EISA: no slot %u", slot);
		return;
	}
	b->end++;
	d->slot = slot;
	d->resdrv = sim_pin_of(b->s, prefix, "resdrv");
	d->la_n = sim_pin_of(b->s, prefix, "la_n");
	d->la = sim_pin_of(b->s, prefix, "la");
	d->be_n = sim_pin_of(b->s, prefix, "be_n");
	d->m_io = sim_pin_of(b->s, prefix, "m_io");
	d->w_r = sim_pin_of(b->s, prefix, "w_r");
	d->start_n = sim_pin_of(b->s, prefix, "start_n");
	d->cmd_n = sim_pin_of(b->s, prefix, "cmd_n");
	d->aen = sim_pin_of(b->s, prefix, "aen");
	d->d_i = sim_pin_of(b->s, prefix, "d_i");
	d->d_o = sim_pin_of(b->s, prefix, "d_o");
	d->d_oe = sim_low(sim_pin_of(b->s, prefix, "d_oe"));
	d->ex32 = sim_low(sim_pin_of(b->s, prefix, "ex32_n_oe"));
	d->exrdy = sim_low(sim_pin_of(b->s, prefix, "exrdy_oe"));
	for (int i = 0; i < IRQS; i++) {
		char name[16];

		snprintf(name, sizeof(name), "irq%u_oe", irq_number[i]);
		d->irq[i] = sim_pin_of(b->s, prefix, name);
	}
	sim_put(d->resdrv, 0);
	sim_put(d->la_n, 0xFF);
	sim_put(d->la, 0);
	sim_put(d->be_n, 15);
	sim_put(d->m_io, 0);
	sim_put(d->w_r, 0);
	sim_put(d->start_n, 1);
	sim_put(d->cmd_n, 1);
	sim_put(d->aen, 1);
	sim_put(d->d_i, UINT32_MAX);
}

void eisa_set_timing(struct eisa *b, const struct eisa_timing *t)
{
	b->t = t ? *t : (struct eisa_timing){0};
}

void eisa_set_decode(struct eisa *b, unsigned int slot, eisa_decode_fn *fn, void *arg)
{
	ask_again(b);
	EACH_BOARD(b, d)
		if (d->slot == slot) {
			d->decode = fn;
			d->decode_arg = arg;
		}
}

void eisa_on_cycle(struct eisa *b, eisa_cycle_fn *fn, void *arg)
{
	SIM_CHECK(b->s, b->observers < BOARDS, "EISA: too many observers");
	b->observer[b->observers].fn = fn;
	b->observer[b->observers++].arg = arg;
}

struct eisa *eisa_open(struct sim *s, struct sim_clock *bclk)
{
	struct eisa *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	sim_cleanup(s, free, b);
	b->s = s;
	b->bclk = bclk;
	b->end = b->board;
	b->rnd = sim_random(s) | 1;
	b->data = UINT32_MAX;
	b->io = true; /* idle address: I/O address 0, no slot selected */
	for (unsigned int i = 0; i <= BOARDS; i++)
		b->slot[i] = (struct slot){{.ops = &dev_ops}, b, i};
	sim_on(bclk, SIM_BEFORE_RISE, before_rise, b);
	sim_on(bclk, SIM_RISE, on_rise, b);
	sim_on(bclk, SIM_BEFORE_FALL, before_fall, b);
	sim_on(bclk, SIM_FALL, on_fall, b);
	return b;
}

void eisa_close(struct eisa *b)
{
	if (b)
		b->phase = CLOSED;
}
