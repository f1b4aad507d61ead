/* SPDX-License-Identifier: Apache-2.0 */
#include "surf_golden.h"
#include "register_model.h"
#include "../device/sparse.h"
#include "../../sw/surfboard/surfrecord.h"
#include "surfboard_regs.h"
#include <string.h>

#define BITS(n) (((uint64_t)1 << (n)) - 1)
#define MASK(field) SURFBOARD_##field##_MASK
#define GET(value, field) (((value)&MASK(field)) >> SURFBOARD_##field##_LSB)

static const struct register_row rows[] = {
#define REG REGISTER_REG
#define FIELD REGISTER_FIELD
#include "surfboard_regs.def"
};

static const struct register_row extension_rows[] = {
#include "surfboard_ext.def"
#undef REG
#undef FIELD
};

#define ACDR_LENGTH 28
#define SLOTS 4096
#define INDEX_SLOTS 3 /* number of FIFO slots that a bin index takes */
#define SLOT_LSB SURFBOARD_HFDR_LSB_MASK
#define OFFSET_DEFAULT 7
#define OUTPUTS 24
#define INPUTS 50
#define SELECT_ONE 63

/* The bin selector: the part of the stream that the next configuration bit belongs to. */
enum selector_state {
	HELD,	  /* PROG is 1 */
	CLEARING, /* PROG has gone from 1 to 0 */
	FILL,	  /* the leading ones, at least 8 */
	PREAMBLE, /* 0010, whose first zero has come */
	LENGTH,
	SEPARATOR, /* 1111 */
	FRAME,
	CHECK,
	POSTAMBLE,
	START_UP, /* all bits were right; the selector waits for the length count and four
		   * clocks */
	RUNNING,
	LOST,	/* the header was wrong; DONE never rises */
	FAULTY, /* a frame, the check word or the postamble was wrong; INIT* is low */
};

struct selector {
	enum selector_state state;
	uint32_t clocks; /* number of CCLKs since the selector was ready */
	uint32_t length;
	uint32_t field;	   /* bits of the current field that have come so far */
	unsigned int bits; /* number of these bits */
	unsigned int frame;
	uint16_t crc;
	bool in_time; /* the stream ended before the clock given by its length count */
	bool din;
	bool wide; /* revision 3: BSCR.WIDE */
	uint8_t select[OUTPUTS];
};

struct fifo {
	uint16_t slot[SLOTS];
	unsigned int head, used;
	uint16_t last;	   /* slot popped last */
	uint8_t offset[4]; /* EMPTY low, high, FULL low, high */
	unsigned int pointer;
};

/* The outlier ring (revision 2): the packets recorded from entry TICR on while outlier capture
 * waits for an outlier. */
struct around {
	uint32_t count, at; /* number of packets in the ring; position of the next one */
	uint32_t left;	    /* number of packets still to be recorded after an outlier */
	bool marker;	    /* a loss marker precedes the packets of the ring */
};

/* Packets that were lost while TMCR.MARK and HTCR.TEN were 1, and that no marker reports yet */
struct losses {
	uint64_t queued;  /* lost in the queue; the packet that follows them is still in the
			   * queue */
	uint64_t open;	  /* lost since the last packet that was accepted */
	uint64_t held;	  /* lost before the packet in Stage 2 */
	uint64_t missing; /* lost before the current packet */
	bool accepted;	  /* surf_golden_accept() was called for the next packet */
};

struct surf_golden {
	uint32_t capabilities; /* value of CAPR in revision 2; otherwise 0 */
	struct register_model slot, regs;
	struct register_model extension; /* the registers of revisions 2 and 3 */
	uint64_t total[ALL_TOTALS];
	struct around around;
	struct losses lost;
	uint64_t decayed;
	uint32_t block; /* number of entries of a trace memory that is not a SIMM, or 0 */
	struct sparse trace, hist;
	int error;
	bool idt_exact, modulo, clearing;
	bool line;    /* level of the external input */
	bool ext_was; /* the input was TRUE at the last call of settle() */
	bool rtv;
	unsigned int trace_pd, hist_pd;
	uint32_t acdr;
	struct selector sel;
	struct fifo fifo;
};

/* ---- registers by their offsets ---- */

static uint32_t *word_at(struct surf_golden *g, uint32_t offset)
{
	return register_model_at(&g->regs, offset);
}

/* Of ISCR this is what is sticky. */
static uint32_t get(const struct surf_golden *g, uint32_t offset)
{
	return register_model_get(&g->regs, offset);
}

static uint32_t *extension_at(struct surf_golden *g, uint32_t offset)
{
	return register_model_at(&g->extension, offset);
}

static uint32_t get_extension(const struct surf_golden *g, uint32_t offset)
{
	return register_model_get(&g->extension, offset);
}

/* Sets sticky bits of ISCR. */
static void stick(struct surf_golden *g, uint32_t bits)
{
	*word_at(g, SURFBOARD_ISCR) |= bits;
}

/* Replaces the bits of @mask in @reg by those of @data. */
static void merge(uint32_t *reg, uint32_t mask, uint32_t data)
{
	*reg = (*reg & ~mask) | (data & mask);
}

/* ---- bin selector: slave-serial configuration ---- */

static uint16_t crc_bit(uint16_t crc, bool bit)
{
	const bool out = (crc >> 15) ^ bit;

	return (uint16_t)(crc << 1) ^ (out ? 0x8005 : 0);
}

static void selector_prog(struct selector *c, bool prog)
{
	if (prog)
		c->state = HELD;
	else if (c->state == HELD)
		c->state = CLEARING;
}

/* Ends clearing, as the selector does after 64 clocks. */
static void selector_ready(struct selector *c)
{
	if (c->state != CLEARING)
		return;
	*c = (struct selector){.state = FILL, .crc = 0xFFFF, .din = c->din, .wide = c->wide};
}

static void selector_next(struct selector *c, enum selector_state state)
{
	c->state = state;
	c->field = 0;
	c->bits = 0;
}

/* Takes a bit of a frame. A frame has the bits 0 s5 s4 s3 s2 s1 s0 e3 e2 e1 e0; the check
 * e3..e0 covers the bits before it. With BSCR.WIDE the first bit is s6. */
static void selector_frame_bit(struct selector *c, bool bit)
{
	if (c->bits <= 7)
		c->crc = crc_bit(c->crc, bit);
	if (c->bits < 11)
		return;
	if ((c->field >> 10 && !c->wide) || (c->field & 0xF) != c->crc >> 12) {
		c->state = FAULTY;
		return;
	}
	c->select[c->frame++] = c->field >> 4 & 0x7F;
	selector_next(c, c->frame < OUTPUTS ? FRAME : CHECK);
}

static void selector_cclk(struct selector *c, bool bit)
{
	c->din = bit;
	if (c->state < FILL || c->state >= RUNNING)
		return;
	if (c->clocks < UINT32_MAX)
		c->clocks++;
	c->field = c->field << 1 | bit;
	c->bits++;
	switch (c->state) {
	case FILL:
		if (!bit) {
			selector_next(c, c->clocks > 8 ? PREAMBLE : LOST);
			c->bits = 1;
		}
		break;
	case PREAMBLE:
		if (c->field != 2u >> (4 - c->bits))
			c->state = LOST;
		else if (c->bits == 4)
			selector_next(c, LENGTH);
		break;
	case LENGTH:
		if (c->bits == 24) {
			c->length = c->field;
			selector_next(c, SEPARATOR);
		}
		break;
	case SEPARATOR:
		if (!bit)
			c->state = LOST;
		else if (c->bits == 4)
			selector_next(c, FRAME);
		break;
	case FRAME:
		selector_frame_bit(c, bit);
		break;
	case CHECK:
		if (c->bits < 16)
			break;
		if (c->field == c->crc)
			selector_next(c, POSTAMBLE);
		else
			c->state = FAULTY;
		break;
	case POSTAMBLE:
		if (c->bits < 8)
			break;
		if (c->field == 0x7F) {
			selector_next(c, START_UP);
			c->in_time = c->clocks <= c->length;
		} else {
			c->state = FAULTY;
		}
		break;
	default: /* START_UP */
		if (c->in_time && c->clocks == c->length + 4)
			c->state = RUNNING;
	}
}

/* @more: the inputs of codes 64 and above: bit n is address bit n, bit 32 + n phase bit n. */
static uint32_t selector_map(const struct selector *c, uint64_t in, uint64_t more)
{
	/* the codes above those of the inputs select a constant 0, the last code a constant
	 * 1 */
	const uint64_t line = (in & BITS(INPUTS)) | (uint64_t)1 << SELECT_ONE;
	uint32_t out = 0;

	if (c->state != RUNNING)
		return 0;
	for (unsigned int k = 0; k < OUTPUTS; k++)
		out |= (uint32_t)((c->select[k] & 64 ? more : line) >> (c->select[k] & 63) & 1)
		       << k;
	return out;
}

/* ---- index FIFO ---- */

static void fifo_reset(struct fifo *f)
{
	f->head = f->used = f->pointer = 0;
	f->offset[0] = f->offset[2] = OFFSET_DEFAULT;
	f->offset[1] = f->offset[3] = 0;
}

static void fifo_push(struct fifo *f, uint16_t slot)
{
	if (f->used < SLOTS)
		f->slot[(f->head + f->used++) % SLOTS] = slot;
}

static uint16_t fifo_pop(struct fifo *f)
{
	if (f->used) {
		f->last = f->slot[f->head];
		f->head = (f->head + 1) % SLOTS;
		f->used--;
	}
	return f->last;
}

static uint32_t fifo_flags(const struct surf_golden *g)
{
	const struct fifo *f = &g->fifo;
	const unsigned int empty = f->offset[0] | f->offset[1] << 8;
	const unsigned int full = f->offset[2] | f->offset[3] << 8;
	const unsigned int exact = g->idt_exact;
	uint32_t v = 0;

	if (f->used == SLOTS)
		v |= MASK(ISCR_FF);
	if (SLOTS - f->used < full + exact)
		v |= MASK(ISCR_FAF);
	if (f->used >= empty + exact)
		v |= MASK(ISCR_FPF);
	if (f->used)
		v |= MASK(ISCR_FNE);
	return v;
}

/* Performs one access of HFCR, which accesses the offset byte that the pointer selects and then
 * advances the pointer. */
static uint32_t fifo_control(struct surf_golden *g, bool write, uint8_t data)
{
	struct fifo *f = &g->fifo;
	uint8_t *o = &f->offset[f->pointer];

	if (get(g, SURFBOARD_HTCR) & MASK(HTCR_FRS))
		return *o; /* the FIFO is in reset */
	if (write)
		*o = f->pointer & 1 ? data & 0xF : data;
	f->pointer = (f->pointer + 1) % 4;
	return *o;
}

/* ---- derived state ---- */

static bool enabled(const struct surf_golden *g)
{
	return register_model_get(&g->slot, SURFBOARD_EBCR) & MASK(EBCR_ENABLE);
}

static bool ext_true(const struct surf_golden *g)
{
	return g->line == (bool)(get(g, SURFBOARD_TTCR) & MASK(TTCR_EIP));
}

/* Returns the number of entries of the trace memory. */
static uint32_t entries(const struct surf_golden *g)
{
	static const uint8_t bits[] = {4, 18, 20, 22};
	const unsigned int tsize = GET(g->acdr, ACDR_IMAGE_TSIZE);

	return tsize && g->block ? g->block : 1u << bits[tsize];
}

static uint32_t ticr(const struct surf_golden *g)
{
	return get(g, SURFBOARD_TICR) & (entries(g) - 1);
}

static bool captures_outliers(const struct surf_golden *g)
{
	return get_extension(g, SURFBOARD_OLCR) & (MASK(OLCR_SIZE) | MASK(OLCR_LAT));
}

enum mode { BEGINNING, MIDDLE, END };

static enum mode mode(const struct surf_golden *g)
{
	const unsigned int m = GET(get(g, SURFBOARD_TTCR), TTCR_MODE);

	return m == 3 || captures_outliers(g) ? BEGINNING : (enum mode)m;
}

/* Sets the sticky bits whose condition is a level or an edge. Call this after every change that
 * can make such a condition true. */
static void settle(struct surf_golden *g)
{
	const bool ext = ext_true(g);

	if (ext && !g->ext_was)
		stick(g, MASK(ISCR_EXT));
	g->ext_was = ext;
	if (mode(g) == END ? get(g, SURFBOARD_HTCR) & MASK(HTCR_TRG)
			   : get(g, SURFBOARD_TECR) == entries(g))
		stick(g, MASK(ISCR_TC));
}

static uint32_t conditions(const struct surf_golden *g)
{
	return get(g, SURFBOARD_ISCR) | fifo_flags(g) | (g->rtv ? MASK(ISCR_RTV) : 0);
}

bool surf_golden_irq(const struct surf_golden *g, unsigned int *irq)
{
	static const uint8_t line[] = {0, 0, 5, 9, 10, 12, 14, 15};
	const unsigned int n =
		line[GET(register_model_get(&g->slot, SURFBOARD_EBCR), EBCR_IRLEV)];
	const bool pend = enabled(g) && n && (conditions(g) & get(g, SURFBOARD_IEMR));

	if (irq)
		*irq = pend ? n : 0;
	return pend;
}

bool surf_golden_ext_out(const struct surf_golden *g)
{
	bool out = (get(g, SURFBOARD_TTCR) & MASK(TTCR_MEOD) && get(g, SURFBOARD_ECDR)) ||
		   (get(g, SURFBOARD_TTCR) & MASK(TTCR_MEI) && ext_true(g)) ||
		   (get(g, SURFBOARD_TTCR) & MASK(TTCR_MBV) &&
		    get(g, SURFBOARD_ISCR) & MASK(ISCR_BV));

	return enabled(g) && out != (bool)(get(g, SURFBOARD_TTCR) & MASK(TTCR_EOP));
}

/* ---- registers ---- */

static uint32_t fccr(const struct surf_golden *g)
{
	const enum selector_state s = g->sel.state;
	uint32_t v =
		g->trace_pd << SURFBOARD_FCCR_TSPD_LSB | g->hist_pd << SURFBOARD_FCCR_HSPD_LSB;

	if (s == RUNNING)
		v |= MASK(FCCR_DONE);
	else
		v |= MASK(FCCR_CFG);
	if (s == HELD || s == CLEARING || s == FAULTY)
		v |= MASK(FCCR_ERR);
	if (s == HELD)
		v |= MASK(FCCR_PROG);
	return v;
}

/* Resets the pipeline: the queue is then empty, and the packets lost in it count as lost before
 * the next packet. */
static void reset_pipeline(struct surf_golden *g)
{
	surf_golden_lost_before(g, g->lost.queued);
}

static void write_htcr(struct surf_golden *g, uint32_t data)
{
	const uint32_t was = get(g, SURFBOARD_HTCR);
	uint32_t now;

	register_model_write(&g->regs, SURFBOARD_HTCR, 1, data, NULL);
	now = get(g, SURFBOARD_HTCR);
	if (was & MASK(HTCR_TEN) && ~was & now & MASK(HTCR_TRG))
		stick(g, MASK(ISCR_TP));
	if (now & MASK(HTCR_FRS))
		fifo_reset(&g->fifo);
	if (now & MASK(HTCR_PRS))
		reset_pipeline(g);
}

/* ---- revision 2 ---- */

static bool is_extension(const struct surf_golden *g, uint32_t offset)
{
	return g->capabilities && (offset & 0xFFC) >= 0x40;
}

struct fields { /* fields of a packet that the filters compare */
	uint32_t addr, sender, color, words, latency;
	bool irq;
};

static bool saturates(const struct surf_golden *g)
{
	return get_extension(g, SURFBOARD_HMCR) & MASK(HMCR_SAT);
}

static bool in_range(uint32_t value, uint32_t low, uint32_t high)
{
	return low <= value && value <= high;
}

static bool in_set(const uint32_t *set, uint32_t element)
{
	return set[element / 32] >> element % 32 & 1;
}

/* Returns whether the packet passes the filter whose control register @control (FHCR, FTCR or
 * FSCR) is. */
static bool passes(const struct surf_golden *g, uint32_t control, const struct fields *p)
{
	uint32_t f[FILTER_WORDS];
	bool all = true;

	if (!get_extension(g, control))
		return true;
	for (uint32_t i = 0; i < FILTER_WORDS; i++)
		f[i] = get_extension(g, control + 4 * i);
	if (f[F_CR] & MASK(FHCR_ADDR))
		all &= in_range(p->addr & f[F_AM], f[F_AL], f[F_AH]);
	if (f[F_CR] & MASK(FHCR_SENDER))
		all &= in_set(&f[F_S0], p->sender);
	if (f[F_CR] & MASK(FHCR_COLOR))
		all &= in_set(&f[F_C0], p->color);
	if (f[F_CR] & MASK(FHCR_SIZE))
		all &= in_range(p->words, GET(f[F_SZ], FHSZ_LOW), GET(f[F_SZ], FHSZ_HIGH));
	if (f[F_CR] & MASK(FHCR_LAT))
		all &= in_range(p->latency, f[F_LL], f[F_LH]);
	return all != !!(f[F_CR] & MASK(FHCR_INV));
}

/* Returns whether the core has the extension register: CAPR says so. */
static bool has(const struct surf_golden *g, uint32_t offset)
{
	const uint32_t c = g->capabilities;

	if (offset > SURFBOARD_FSLH)
		return GET(c, CAPR_REV) >= 3;
	if (offset >= SURFBOARD_FSCR || in_range(offset, SURFBOARD_SQNW, SURFBOARD_SQS3))
		return c & MASK(CAPR_SEQ);
	if (in_range(offset, SURFBOARD_DCCR, SURFBOARD_DCAY_H))
		return c & MASK(CAPR_DECAY);
	if (in_range(offset, SURFBOARD_OLCR, SURFBOARD_OLSB))
		return c & MASK(CAPR_OUT);
	if (offset == SURFBOARD_TMCR || offset == SURFBOARD_MISS)
		return c & MASK(CAPR_MARK);
	return true;
}

static void halve_bins(struct surf_golden *g);

static void put_wide(struct surf_golden *g, uint32_t low, uint64_t value)
{
	*extension_at(g, low) = (uint32_t)value;
	*extension_at(g, low + 4) = (uint32_t)(value >> 32);
}

/* Copies the totals, and what is copied with them. */
static void take_totals(struct surf_golden *g)
{
	for (uint32_t t = 0; t < TOTALS; t++)
		put_wide(g, SURFBOARD_SEEN_L + 8 * t, g->total[t]);
	put_wide(g, SURFBOARD_HPAS_L, g->total[TOTAL_PASSED_HISTOGRAM]);
	put_wide(g, SURFBOARD_TPAS_L, g->total[TOTAL_PASSED_TRACE]);
	put_wide(g, SURFBOARD_DCAY_L, g->decayed);
	*extension_at(g, SURFBOARD_SWCD) = get(g, SURFBOARD_WCDR);
	*extension_at(g, SURFBOARD_STIC) = ticr(g);
	*extension_at(g, SURFBOARD_STEC) = get(g, SURFBOARD_TECR);
	*extension_at(g, SURFBOARD_SNCR) += (uint32_t)1 << SURFBOARD_SNCR_NUMBER_LSB;
}

static void write_extension(struct surf_golden *g, uint32_t offset, unsigned int be,
			    uint32_t data)
{
	uint32_t ones;

	if (!has(g, offset) ||
	    register_model_write(&g->extension, offset, be, data, &ones) != 0)
		return;
	if (offset >= SURFBOARD_OLCR && offset <= SURFBOARD_OLSB)
		g->around = (struct around){0};
	switch (offset) {
	case SURFBOARD_SNCR:
		if (ones & MASK(SNCR_TAKE))
			take_totals(g);
		break;
	case SURFBOARD_ISSR:
		stick(g, get_extension(g, SURFBOARD_ISSR));
		*extension_at(g, SURFBOARD_ISSR) = 0;
		break;
	case SURFBOARD_TMCR:
		if (!(get_extension(g, SURFBOARD_TMCR) & MASK(TMCR_MARK)))
			g->lost = (struct losses){.accepted = g->lost.accepted};
		break;
	case SURFBOARD_SQCR:
		if (ones & MASK(SQCR_START))
			*extension_at(g, SURFBOARD_SQNW) = 0;
		break;
	case SURFBOARD_DCCR:
		if (ones & MASK(DCCR_START))
			halve_bins(g);
		break;
	case SURFBOARD_BSCR:
		g->sel.wide = get_extension(g, SURFBOARD_BSCR) & MASK(BSCR_WIDE);
		break;
	}
}

static uint32_t read_extension(const struct surf_golden *g, uint32_t offset)
{
	const uint64_t missing = g->lost.queued + g->lost.open + g->lost.held + g->lost.missing;
	uint32_t value;

	if (!has(g, offset))
		return 0;
	switch (offset) {
	case SURFBOARD_CAPR:
		return g->capabilities;
	case SURFBOARD_ISSR:
		return conditions(g);
	case SURFBOARD_MISS:
		return missing > UINT32_MAX ? UINT32_MAX : (uint32_t)missing;
	}
	return register_model_read(&g->extension, offset, &value) ? 0 : value;
}

void surf_golden_set_revision_2(struct surf_golden *g, uint32_t capabilities)
{
	g->capabilities = capabilities;
}

void surf_golden_phase(struct surf_golden *g, uint8_t phase)
{
	*extension_at(g, SURFBOARD_PHSR) = phase;
}

uint64_t surf_golden_total(const struct surf_golden *g, enum surf_golden_total t)
{
	return g->total[t];
}

bool surf_golden_queue_loses(struct surf_golden *g)
{
	const bool counts = get_extension(g, SURFBOARD_TMCR) & MASK(TMCR_MARK) &&
			    get(g, SURFBOARD_HTCR) & MASK(HTCR_TEN);

	g->lost.queued += counts;
	g->total[TOTAL_SEEN]++;
	g->total[TOTAL_DROPPED]++;
	stick(g, MASK(ISCR_PV));
	return counts;
}

void surf_golden_lost_before(struct surf_golden *g, uint64_t lost)
{
	/* the counter of the queue stops at 255 */
	if (lost >= 255 || lost > g->lost.queued)
		lost = g->lost.queued;
	g->lost.open += lost;
	g->lost.queued -= lost;
}

void surf_golden_accept(struct surf_golden *g)
{
	g->lost.held += g->lost.open;
	g->lost.open = 0;
	g->lost.accepted = true;
}

/* Counts the outcome of a packet that was not dropped. @traced: number of packets that it
 * causes to stay in the trace. */
static void count_fate(struct surf_golden *g, bool histogrammed, uint32_t traced,
		       unsigned int words)
{
	g->total[TOTAL_SEEN]++;
	g->total[histogrammed ? TOTAL_HISTOGRAMMED : TOTAL_NOT_HISTOGRAMMED]++;
	g->total[TOTAL_TRACED] += traced;
	g->total[TOTAL_NOT_TRACED] += (uint64_t)1 - traced;
	g->total[TOTAL_WORDS] += words;
}

void surf_golden_write(struct surf_golden *g, uint32_t offset, unsigned int be, uint32_t data)
{
	const bool lane0 = be & 1, whole = (be & 0xF) == 0xF;

	if (!enabled(g))
		return;
	if (is_extension(g, offset)) {
		write_extension(g, offset & 0xFFC, be, data);
		settle(g);
		return;
	}
	offset &= 0x3C; /* the report's registers repeat every 64 bytes */
	if ((offset == SURFBOARD_HTCR && lane0) ||
	    (whole && (offset == SURFBOARD_TICR || offset == SURFBOARD_TECR)))
		g->around = (struct around){0};
	if (!g->clearing && (offset == SURFBOARD_FCDR || offset == SURFBOARD_FCCR))
		selector_ready(&g->sel);
	switch (offset) {
	case SURFBOARD_FCCR:
		if (lane0)
			selector_prog(&g->sel, data & MASK(FCCR_PROG));
		break;
	case SURFBOARD_FCDR:
		if (lane0)
			selector_cclk(&g->sel, data & MASK(FCDR_DATA));
		break;
	case SURFBOARD_ACDR:
		if (lane0)
			g->acdr = g->acdr >> 1 | (data & MASK(ACDR_DATA)) << (ACDR_LENGTH - 1);
		break;
	case SURFBOARD_HTCR:
		if (lane0)
			write_htcr(g, data);
		break;
	case SURFBOARD_HFCR:
		if (lane0)
			fifo_control(g, true, (uint8_t)data);
		break;
	case SURFBOARD_HFDR:
		if (lane0 && !(get(g, SURFBOARD_HTCR) & MASK(HTCR_FRS)))
			fifo_push(&g->fifo, data & register_lanes_mask(be) &
						    (MASK(HFDR_LSB) | MASK(HFDR_DATA)));
		break;
	case SURFBOARD_TICR:
		if (whole)
			merge(word_at(g, SURFBOARD_TICR), entries(g) - 1, data);
		break;
	default:
		if (whole || (offset != SURFBOARD_WCDR && offset != SURFBOARD_TECR))
			register_model_write(&g->regs, offset, be, data, NULL);
	}
	settle(g);
}

uint32_t surf_golden_read(struct surf_golden *g, uint32_t offset, unsigned int be)
{
	const bool lane0 = be & 1;
	const struct fifo *f = &g->fifo;
	uint32_t value;

	if (!enabled(g))
		return UINT32_MAX;
	if (is_extension(g, offset))
		return read_extension(g, offset & 0xFFC);
	offset &= 0x3C;
	switch (offset) {
	case SURFBOARD_FCCR:
		if (!g->clearing)
			selector_ready(&g->sel);
		return fccr(g);
	case SURFBOARD_FCDR:
		return g->sel.din;
	case SURFBOARD_ACDR:
		return g->acdr & MASK(ACDR_DATA);
	case SURFBOARD_ISCR:
		return conditions(g) | (surf_golden_irq(g, NULL) ? MASK(ISCR_PEND) : 0);
	case SURFBOARD_HFCR:
		return lane0 ? fifo_control(g, false, 0) : f->offset[f->pointer];
	case SURFBOARD_HFDR:
		if (lane0)
			return fifo_pop(&g->fifo);
		return f->last;
	case SURFBOARD_TICR:
		return ticr(g);
	default:
		return register_model_read(&g->regs, offset, &value) ? 0 : value;
	}
}

void surf_golden_slot_write(struct surf_golden *g, uint32_t offset, unsigned int be,
			    uint32_t data)
{
	register_model_write(&g->slot, offset & 0xFFC, be, data, NULL);
	if (!enabled(g))
		*word_at(g, SURFBOARD_IEMR) = 0;
}

uint32_t surf_golden_slot_read(struct surf_golden *g, uint32_t offset)
{
	uint32_t value;

	offset &= 0xFFC;
	if (register_model_read(&g->slot, offset, &value) != 0)
		return UINT32_MAX;
	if (offset == SURFBOARD_EPIR)
		value |= GET(g->capabilities, CAPR_REV) << SURFBOARD_EPIR_REV_LSB;
	return value;
}

/* ---- packets ---- */

static unsigned int sender(const struct surf_golden *g, const struct packet *p)
{
	unsigned int xbits = 5 - GET(g->acdr, ACDR_IMAGE_SENDID);

	if (GET(g->acdr, ACDR_IMAGE_SENDID) > 4)
		xbits = 5;
	return (p->x & BITS(xbits)) | (p->y & BITS(6 - xbits)) << xbits;
}

struct latency {
	uint32_t value; /* 24 bits */
	bool over, under;
};

static struct latency latency(const struct surf_golden *g, uint64_t tx, uint64_t rx)
{
	unsigned int start = 2 * GET(g->acdr, ACDR_IMAGE_LAT_S);
	unsigned int num = 2 * GET(g->acdr, ACDR_IMAGE_LAT_N);
	const uint64_t ticks = (rx - tx) & 0xFFFFFFFFFFF;
	uint64_t window;

	if (start > 40)
		start = 40;
	if (num > 24)
		num = 24;
	if (g->modulo ? ticks >> 43 : tx > rx)
		return (struct latency){.under = true};
	window = ticks >> start;
	if (window >> num)
		return (struct latency){.value = 0xFFFFFF, .over = true};
	return (struct latency){.value = (uint32_t)window};
}

uint8_t surf_golden_category(const struct surf_golden *g, const struct packet *p)
{
	if (g->acdr & MASK(ACDR_IMAGE_CATMUX))
		return p->first >> 28;
	return GET(get(g, SURFBOARD_PCLR), PCLR_CAT);
}

static void put(struct surf_golden *g, struct sparse *m, uint32_t word, uint32_t value)
{
	const int err = sparse_put(m, word, value);

	if (err)
		g->error = err;
}

static void count_words(struct surf_golden *g, unsigned int words)
{
	uint32_t *wcdr = word_at(g, SURFBOARD_WCDR);

	if (!(get(g, SURFBOARD_HTCR) & MASK(HTCR_WEN)))
		return;
	*wcdr += words;
	if (*wcdr < words)
		stick(g, MASK(ISCR_WCV));
}

/* Counts a packet in the bin; returns true if the bin wraps, or if it reaches its maximum and
 * saturates. */
static bool count_bin(struct surf_golden *g, uint32_t bin)
{
	const uint32_t old = sparse_get(&g->hist, bin);

	if (saturates(g) && old == UINT32_MAX)
		return false;
	put(g, &g->hist, bin, old + 1);
	if (old + 1 != (saturates(g) ? UINT32_MAX : 0))
		return false;
	stick(g, MASK(ISCR_BV));
	if (get(g, SURFBOARD_HTCR) & MASK(HTCR_FRS))
		return true;
	if (g->fifo.used + INDEX_SLOTS > SLOTS) {
		stick(g, MASK(ISCR_FV));
		return true;
	}
	fifo_push(&g->fifo, SLOT_LSB | (bin & 0xFF));
	fifo_push(&g->fifo, bin >> 8 & 0xFF);
	fifo_push(&g->fifo, bin >> 16 & 0xFF);
	return true;
}

/* Advances the sequencer by a packet; returns true if the packet is the trigger. */
static bool sequence_ends(struct surf_golden *g, bool ext, bool wrapped, const struct fields *p)
{
	uint32_t *now = extension_at(g, SURFBOARD_SQNW);
	const uint32_t times = GET(*now, SQNW_COUNT) + 1;
	const uint32_t how = get_extension(g, SURFBOARD_SQS0 + 4 * GET(*now, SQNW_STEP));
	const bool condition[8] = {true, passes(g, SURFBOARD_FSCR, p), wrapped, p->irq, ext};

	if (condition[GET(how, SQS0_COND)] == !!(how & MASK(SQS0_INV)))
		return false;
	if (times < GET(how, SQS0_TIMES)) {
		*now = (*now & MASK(SQNW_STEP)) | times << SURFBOARD_SQNW_COUNT_LSB;
		return false;
	}
	*now = GET(how, SQS0_NEXT) << SURFBOARD_SQNW_STEP_LSB;
	return how & MASK(SQS0_FIRE);
}

static bool qualifies(struct surf_golden *g, bool ext, bool wrapped, const struct fields *p)
{
	if (get_extension(g, SURFBOARD_SQCR) & MASK(SQCR_EN))
		return sequence_ends(g, ext, wrapped, p);
	switch (GET(get(g, SURFBOARD_TTCR), TTCR_QUAL)) {
	case 0:
		return true;
	case 1:
		return ext;
	case 2:
		return wrapped;
	default:
		return ext || wrapped;
	}
}

/* Writes an entry at index TICR + @offset, then increases TICR and TECR by @by. */
static uint32_t put_entry(struct surf_golden *g, uint32_t offset, uint32_t by, bool triggered,
			  const uint32_t *words)
{
	const uint32_t n = entries(g), index = (ticr(g) + offset) & (n - 1);
	const bool waits = mode(g) == MIDDLE && !triggered;
	uint32_t *tecr = word_at(g, SURFBOARD_TECR);
	const uint32_t most = waits ? n / 2 : n;

	for (uint32_t i = 0; i < 4; i++)
		put(g, &g->trace, 4 * index + i, words[i]);
	merge(word_at(g, SURFBOARD_TICR), n - 1, ticr(g) + by);
	if (*tecr < most)
		*tecr += by;
	return index;
}

/* Returns the size of the outlier ring in packets, which leaves an entry for the outlier. */
static uint32_t circle(const struct surf_golden *g)
{
	const uint32_t before = GET(get_extension(g, SURFBOARD_OLPR), OLPR_BEFORE);
	const uint32_t room = entries(g) - 1 - get(g, SURFBOARD_TECR) - g->around.marker;

	return room < before ? room : before;
}

/* Writes the loss marker for the packets that were lost before this one. */
static void mark_loss(struct surf_golden *g, bool goes_round, bool had, uint64_t rxtime)
{
	const uint64_t missing = g->lost.missing;
	uint32_t words[4];

	if (!missing || g->around.marker || (goes_round && !circle(g)))
		return;
	trace_pack(&(struct trace_fields){.rxtime = rxtime, .presence = TRACE_LOSS}, words);
	words[0] = missing > UINT32_MAX ? UINT32_MAX : (uint32_t)missing;
	put_entry(g, 0, !goes_round, had, words);
	if (goes_round)
		g->around.marker = true;
	else
		g->lost.missing = 0;
}

/* Records a packet while outliers are captured; returns how many packets it causes to stay in
 * the trace. */
static uint32_t record_around(struct surf_golden *g, bool outlier, struct surf_golden_result *r)
{
	struct around *a = &g->around;
	const uint32_t stay = a->count + 1;

	if (!outlier && !a->left) {
		const uint32_t limit = circle(g);

		if (!limit)
			return 0;
		r->recorded = true;
		r->index = put_entry(g, a->marker + a->at, 0, true, r->trace);
		a->at = (a->at + 1) % limit;
		a->count += a->count < limit;
		return 0;
	}
	r->recorded = true;
	if (!outlier) {
		a->left--;
		r->index = put_entry(g, 0, 1, true, r->trace);
		return 1;
	}
	r->index = put_entry(g, a->marker + a->count, a->marker + stay, true, r->trace);
	if (a->marker)
		g->lost.missing = 0;
	*a = (struct around){.left = GET(get_extension(g, SURFBOARD_OLPR), OLPR_AFTER)};
	return stay;
}

static bool recordable(const struct surf_golden *g, bool had, bool trg)
{
	if (mode(g) == END)
		/* the trace overwrites old entries until the trigger packet has been
		 * recorded */
		return !had;
	return (mode(g) == MIDDLE || trg) && get(g, SURFBOARD_TECR) < entries(g);
}

/* Records a packet; returns how many packets it causes to stay in the trace. */
static uint32_t trace(struct surf_golden *g, bool ext, const struct fields *p, uint64_t rxtime,
		      bool outlier, struct surf_golden_result *r)
{
	const bool around = captures_outliers(g);
	const bool had = get(g, SURFBOARD_HTCR) & MASK(HTCR_TRG);
	bool trg = had;

	if (!(get(g, SURFBOARD_HTCR) & MASK(HTCR_TEN)) || !passes(g, SURFBOARD_FTCR, p))
		return 0;
	if (!had && qualifies(g, ext, r->bin_wrapped, p)) {
		trg = r->triggered = true;
		*word_at(g, SURFBOARD_HTCR) |= MASK(HTCR_TRG);
		stick(g, MASK(ISCR_TP));
	}
	if (!recordable(g, had, trg))
		return 0;
	mark_loss(g, around && !outlier && !g->around.left, had, rxtime);
	if (!recordable(g, had, trg))
		return 0;
	if (around)
		return record_around(g, outlier, r);
	r->recorded = true;
	r->index = put_entry(g, 0, 1, trg, r->trace);
	if (r->triggered)
		*word_at(g, SURFBOARD_TPIR) = r->index;
	return 1;
}

/* Halves the bins 0 to DCLB without delay. */
static void halve_bins(struct surf_golden *g)
{
	const uint32_t last = get_extension(g, SURFBOARD_DCLB);

	for (uint32_t bin = 0; bin <= last; bin++) {
		const uint32_t old = sparse_get(&g->hist, bin);

		g->decayed += old - old / 2;
		if (old)
			put(g, &g->hist, bin, old / 2);
	}
	*extension_at(g, SURFBOARD_DCCR) += (uint32_t)1 << SURFBOARD_DCCR_PASSES_LSB;
}

void surf_golden_packet(struct surf_golden *g, const struct packet *p,
			const struct surf_golden_seen *seen, struct surf_golden_result *r)
{
	const uint64_t rx = seen->rxtime & BITS(44), tx = p->tx & BITS(44);
	const uint32_t size = p->words & 0x3FF, color = p->color & 0x3F;
	const uint32_t addr = p->addr & 0x7FFFFFC, phase = get_extension(g, SURFBOARD_PHSR);
	const uint32_t in_trace = get_extension(g, SURFBOARD_PHCR);
	struct surf_golden_result own;
	struct latency lat;
	struct fields fields;
	uint32_t from, cat, stay;
	bool outlier;

	if (!r)
		r = &own;
	memset(r, 0, sizeof(*r));
	if (!enabled(g) || get(g, SURFBOARD_HTCR) & MASK(HTCR_PRS))
		return;
	if (seen->drop) {
		surf_golden_lost_before(g, surf_golden_queue_loses(g));
		return;
	}
	r->taken = true;
	if (!g->lost.accepted)
		surf_golden_accept(g);
	if (g->lost.held) {
		g->around.count = g->around.at = 0;
		g->around.marker = false;
	}
	g->lost.missing += g->lost.held;
	g->lost.held = 0;
	g->lost.accepted = false;
	lat = latency(g, tx, rx);
	from = sender(g, p);
	cat = g->acdr & MASK(ACDR_IMAGE_CATMUX) ? surf_golden_category(g, p)
						: seen->category & 0xF;
	if (lat.over)
		stick(g, MASK(ISCR_LV));
	if (lat.under)
		stick(g, MASK(ISCR_LU));
	outlier = (get_extension(g, SURFBOARD_OLCR) & MASK(OLCR_LAT) &&
		   lat.value > get_extension(g, SURFBOARD_OLLB)) ||
		  (get_extension(g, SURFBOARD_OLCR) & MASK(OLCR_SIZE) &&
		   p->words > get_extension(g, SURFBOARD_OLSB));
	trace_pack(
		&(struct trace_fields){.rxtime = rx,
				       .latency = lat.value,
				       .addr = p->addr,
				       .size = size,
				       .sender = from,
				       .category =
					       in_trace & MASK(PHCR_HIGH) ? phase >> 4 : cat,
				       .color = color,
				       .be = (in_trace & MASK(PHCR_LOW) ? phase : p->be) & 0xF,
				       .overflow = lat.over,
				       .underflow = lat.under,
				       .presence = outlier ? TRACE_OUTLIER : TRACE_PACKET,
				       .irq = p->irq},
		r->trace);
	r->bin = selector_map(&g->sel,
			      (uint64_t)size << 40 | (uint64_t)cat << 36 |
				      (uint64_t)color << 30 | (uint64_t)from << 24 | lat.value,
			      (uint64_t)phase << 32 | addr);
	count_words(g, p->words);
	fields = (struct fields){addr, from, color, p->words, lat.value, p->irq};
	if (get(g, SURFBOARD_HTCR) & MASK(HTCR_HEN) && passes(g, SURFBOARD_FHCR, &fields)) {
		r->counted = true;
		r->bin_wrapped = count_bin(g, r->bin);
	}
	g->total[TOTAL_PASSED_HISTOGRAM] += passes(g, SURFBOARD_FHCR, &fields);
	g->total[TOTAL_PASSED_TRACE] += passes(g, SURFBOARD_FTCR, &fields);
	stay = trace(g, seen->ext, &fields, rx, outlier, r);
	count_fate(g, r->counted, stay, p->words);
	settle(g);
}

uint32_t surf_golden_select(const struct surf_golden *g, uint64_t inputs)
{
	return selector_map(&g->sel, inputs, 0);
}

/* ---- pins and resets ---- */

void surf_golden_clearing(struct surf_golden *g, bool on)
{
	g->clearing = on;
}

void surf_golden_ext(struct surf_golden *g, bool line)
{
	g->line = line;
	settle(g);
}

void surf_golden_presence(struct surf_golden *g, unsigned int trace_pd, unsigned int hist_pd)
{
	g->trace_pd = trace_pd & 0xF;
	g->hist_pd = hist_pd & 0xF;
}

void surf_golden_rtv(struct surf_golden *g, bool wrapped)
{
	g->rtv = wrapped;
}

void surf_golden_resdrv(struct surf_golden *g)
{
	*register_model_at(&g->slot, SURFBOARD_EBCR) &= ~MASK(EBCR_ENABLE);
	*word_at(g, SURFBOARD_IEMR) = 0;
	reset_pipeline(g);
}

void surf_golden_power_on(struct surf_golden *g)
{
	const size_t count = sizeof(rows) / sizeof(*rows),
		     extensions = sizeof(extension_rows) / sizeof(*extension_rows);

	register_model_reset(&g->slot, rows, count, "SLOT");
	register_model_reset(&g->regs, rows, count, "MMIO");
	register_model_reset(&g->extension, extension_rows, extensions, NULL);
	g->acdr = 0;
	g->around = (struct around){0};
	g->lost = (struct losses){0};
	g->decayed = 0;
	memset(g->total, 0, sizeof(g->total));
	g->rtv = g->ext_was = false;
	g->sel = (struct selector){.state = HELD};
	fifo_reset(&g->fifo);
	g->fifo.last = 0;
	settle(g);
}

void surf_golden_set_idt_exact(struct surf_golden *g, bool on)
{
	g->idt_exact = on;
}

void surf_golden_set_modulo(struct surf_golden *g, bool on)
{
	g->modulo = on;
}

struct surf_golden *surf_golden_copy(const struct surf_golden *from)
{
	struct surf_golden *g = malloc(sizeof(*g));

	if (!g)
		return NULL;
	*g = *from;
	g->hist = (struct sparse){0};
	if (sparse_init(&g->trace, from->trace.words) ||
	    sparse_init(&g->hist, from->hist.words)) {
		surf_golden_close(g);
		return NULL;
	}
	surf_golden_trace_fill(g, 0);
	surf_golden_hist_fill(g, 0);
	return g;
}

int surf_golden_error(const struct surf_golden *g)
{
	return g->error;
}

static bool sold(uint32_t bytes)
{
	return bytes == 0 || bytes == 4u << 20 || bytes == 16u << 20 || bytes == 64u << 20;
}

static struct surf_golden *open_with(uint32_t trace_bytes, uint32_t hist_bytes)
{
	struct surf_golden *g = calloc(1, sizeof(*g));

	if (!g || sparse_init(&g->trace, trace_bytes / 4) ||
	    sparse_init(&g->hist, hist_bytes / 4)) {
		surf_golden_close(g);
		errno = ENOMEM;
		return NULL;
	}
	g->line = true;
	surf_golden_presence(g, 0xF, 0xF);
	surf_golden_power_on(g);
	return g;
}

struct surf_golden *surf_golden_open(uint32_t trace_bytes, uint32_t hist_bytes)
{
	if (sold(trace_bytes) && sold(hist_bytes))
		return open_with(trace_bytes, hist_bytes);
	errno = EINVAL;
	return NULL;
}

struct surf_golden *surf_golden_open_block(uint32_t trace_words, uint32_t bins)
{
	struct surf_golden *g = open_with(4 * trace_words, 4 * bins);

	if (!g)
		return NULL;
	g->block = trace_words / 4;
	surf_golden_presence(g, 0, 0);
	surf_golden_trace_fill(g, 0);
	surf_golden_hist_fill(g, 0);
	return g;
}

void surf_golden_close(struct surf_golden *g)
{
	if (!g)
		return;
	sparse_free(&g->trace);
	sparse_free(&g->hist);
	free(g);
}

/* ---- memories ---- */

uint32_t surf_golden_trace_word(struct surf_golden *g, uint32_t word)
{
	return sparse_get(&g->trace, word);
}

uint32_t surf_golden_hist_word(struct surf_golden *g, uint32_t word)
{
	return sparse_get(&g->hist, word);
}

void surf_golden_trace_put(struct surf_golden *g, uint32_t word, uint32_t value)
{
	put(g, &g->trace, word, value);
}

void surf_golden_hist_put(struct surf_golden *g, uint32_t word, uint32_t value)
{
	put(g, &g->hist, word, value);
}

void surf_golden_trace_fill(struct surf_golden *g, uint32_t value)
{
	sparse_fill(&g->trace, value);
}

void surf_golden_hist_fill(struct surf_golden *g, uint32_t value)
{
	sparse_fill(&g->hist, value);
}

void surf_golden_trace_each(struct surf_golden *g, void (*fn)(void *, uint32_t, uint32_t),
			    void *arg)
{
	sparse_each(&g->trace, fn, arg);
}

void surf_golden_hist_each(struct surf_golden *g, void (*fn)(void *, uint32_t, uint32_t),
			   void *arg)
{
	sparse_each(&g->hist, fn, arg);
}
