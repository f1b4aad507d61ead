/* SPDX-License-Identifier: Apache-2.0 */
#include "s96_golden.h"
#include "../device/sparse.h"
#include "shrimp96_regs.h"
#include <string.h>

enum {
#define REG(name, space, offset, reset, text) AT_##name = offset,
#define FIELD(reg, name, msb, lsb, access, text)
#include "../../rtl/shrimp96/shrimp96_regs.def"
#undef REG
#undef FIELD
};

/* A field of the register table. */
#define MASK(field) SHRIMP96_##field##_MASK
#define PUT(value, field) ((uint32_t)(value) << SHRIMP96_##field##_LSB & MASK(field))
#define GET(value, field) (((value)&MASK(field)) >> SHRIMP96_##field##_LSB)
#define WIDTH(field) (SHRIMP96_##field##_MSB - SHRIMP96_##field##_LSB + 1)

#define BITS(n) (((uint64_t)1 << (n)) - 1)
#define QUEUE 16
#define NIBBLES 12
#define CHOSEN 5

/* The nibbles in the order of decision G.2. */
enum { I0, I1, L0, L1, L2, L3, L4, S0, S1, S2, T, C };

struct s96_golden {
	unsigned int words_log2;
	struct sparse lo, hi; /* bits 31..0 and 39..32 */
	int error;
	uint8_t input[CHOSEN][8], inputs[CHOSEN]; /* inputs of each multiplexer and their
						   * number */
	uint16_t jumper;
	unsigned int l_pd, u_pd;

	/* registers */
	uint32_t ebcr;
	bool run, trace, autos, qov, drop, merr, filling;
	uint8_t category, shift;
	uint16_t mux;
	uint64_t min, max, threshold, data;
	uint32_t tcnt, addr, last, arrived, lost;
	uint32_t queue[QUEUE];
	unsigned int queued;
	uint32_t first; /* the address that was removed from the queue last, with VALID */

	/* packets */
	bool waiting, taken;
	uint32_t s2_addr, s2_time;
	bool is_trace;
	uint32_t at;
	uint64_t word;
	uint64_t counted, traced;
};

/* ---- multiplexers ---- */

/* Returns whether a set is allowed: it has five nibbles, contiguous latency nibbles, and both
 * sender nibbles or none. */
static bool allowed(unsigned int set)
{
	unsigned int n = 0, latency = set >> L0 & 31;

	for (unsigned int i = 0; i < NIBBLES; i++)
		n += set >> i & 1;
	if (n != CHOSEN || (set >> I0 & 1) != (set >> I1 & 1))
		return false;
	while (latency && !(latency & 1))
		latency >>= 1;
	return (latency & (latency + 1)) == 0;
}

/* Makes the input lists: for each position the nibbles that occur there in an allowed set, in
 * order. */
static void make_inputs(struct s96_golden *g)
{
	unsigned int at[CHOSEN] = {0};

	for (unsigned int set = 0; set < 1u << NIBBLES; set++)
		if (allowed(set))
			for (unsigned int i = 0, position = 0; i < NIBBLES; i++)
				if (set >> i & 1)
					at[position++] |= 1u << i;
	for (unsigned int p = 0; p < CHOSEN; p++)
		for (uint8_t i = 0; i < NIBBLES; i++)
			if (at[p] >> i & 1)
				g->input[p][g->inputs[p]++] = i;
}

/* ---- one packet ---- */

static uint32_t latency(const struct s96_golden *g, uint64_t rx, uint64_t tx)
{
	const unsigned int shift = g->shift > 24 ? 24 : g->shift;
	uint64_t d;

	rx &= BITS(44);
	tx &= BITS(44);
	if (tx > rx)
		return 0;
	d = rx - tx;
	if (d < g->min)
		return 0;
	if (d > g->max || d >> shift > BITS(20))
		return BITS(20);
	return (uint32_t)(d >> shift);
}

static uint16_t size(const struct packet *p)
{
	if (p->words > 1)
		return 4u * p->words & 0xFFF;
	return (p->be & 1) + (p->be >> 1 & 1) + (p->be >> 2 & 1) + (p->be >> 3 & 1);
}

struct s96_variables s96_golden_measure(const struct s96_golden *g, const struct packet *p,
					uint64_t rxtime)
{
	struct s96_variables v = {
		.latency = latency(g, rxtime, p->tx),
		.size = size(p),
		.sender = (uint8_t)((p->y & 15) << 4 | (p->x & 15)),
		.category = g->category,
		.tag = p->color & 15,
	};
	uint8_t nibble[NIBBLES];
	bool wire[16] = {0};

	for (int i = 0; i < 5; i++)
		nibble[L0 + i] = v.latency >> 4 * i & 15;
	for (int i = 0; i < 3; i++)
		nibble[S0 + i] = v.size >> 4 * i & 15;
	nibble[I0] = v.sender & 15;
	nibble[I1] = v.sender >> 4;
	nibble[T] = v.tag;
	nibble[C] = v.category;
	for (unsigned int k = 0; k < CHOSEN; k++) {
		const unsigned int sel = g->mux >> 3 * k & 7;

		if (sel < g->inputs[k])
			v.address |= (uint32_t)nibble[g->input[k][sel]] << 4 * k;
	}
	for (int i = 0; i < 4; i++) {
		wire[1 + i] = v.category >> i & 1;
		wire[5 + i] = v.tag >> i & 1;
		wire[9 + i] = v.sender >> i & 1;
	}
	wire[13] = p->color >> 4 & 1;
	wire[14] = p->color >> 5 & 1;
	wire[15] = p->irq;
	for (int i = 0; i < 4; i++)
		v.address |= (uint32_t)wire[g->jumper >> 4 * i & 15] << (20 + i);
	v.address &= BITS(g->words_log2);
	return v;
}

enum s96_arrival s96_golden_arrive(struct s96_golden *g, const struct packet *p,
				   uint64_t rxtime)
{
	if (!g->run)
		return S96_IGNORED;
	g->arrived++;
	if (g->waiting) {
		g->drop = true;
		g->lost++;
		return S96_DROPPED;
	}
	g->waiting = true;
	g->s2_addr = s96_golden_measure(g, p, rxtime).address;
	g->s2_time = rxtime & BITS(20);
	return S96_ACCEPTED;
}

void s96_golden_take(struct s96_golden *g)
{
	g->waiting = false;
	g->is_trace = g->trace;
	if (g->trace && g->tcnt >> g->words_log2) {
		g->lost++;
		return;
	}
	g->taken = true;
	if (g->trace) {
		g->at = g->tcnt++;
		g->word = (uint64_t)g->s2_time << 20 | (g->s2_addr & BITS(20));
	} else {
		g->at = g->s2_addr;
	}
}

void s96_golden_commit(struct s96_golden *g, bool full)
{
	uint64_t sum;

	g->taken = false;
	if (g->is_trace) {
		s96_golden_put(g, g->at, g->word);
		g->traced++;
		return;
	}
	sum = s96_golden_word(g, g->at) + 1;
	s96_golden_put(g, g->at, sum & BITS(40));
	g->counted++;
	if (sum <= g->threshold)
		return;
	if (full)
		g->qov = true;
	else
		g->queue[g->queued++] = g->at;
	if (g->autos)
		g->trace = true;
}

bool s96_golden_waiting(const struct s96_golden *g)
{
	return g->waiting;
}

bool s96_golden_taken(const struct s96_golden *g)
{
	return g->taken;
}

uint64_t s96_golden_counted(const struct s96_golden *g)
{
	return g->counted;
}

uint64_t s96_golden_traced(const struct s96_golden *g)
{
	return g->traced;
}

/* ---- registers ---- */

static uint32_t mask(unsigned int be)
{
	uint32_t m = 0;

	for (int i = 0; i < 4; i++)
		if (be >> i & 1)
			m |= 0xFFu << 8 * i;
	return m;
}

static uint32_t merge(uint64_t old, unsigned int be, uint32_t data, unsigned int bits)
{
	return (uint32_t)((((uint32_t)old & ~mask(be)) | (data & mask(be))) & BITS(bits));
}

static void merge_low(uint64_t *v, unsigned int be, uint32_t data)
{
	*v = (*v & ~BITS(32)) | merge(*v, be, data, 32);
}

static void merge_high(uint64_t *v, unsigned int be, uint32_t data, unsigned int bits)
{
	*v = (*v & BITS(32)) | (uint64_t)merge(*v >> 32, be, data, bits) << 32;
}

static void next_addr(struct s96_golden *g)
{
	g->addr = (g->addr + 1) & BITS(g->words_log2);
}

static void begin_fill(struct s96_golden *g)
{
	if (g->addr > g->last)
		return;
	g->filling = true;
	for (;;) {
		s96_golden_put(g, g->addr, g->data);
		if (g->addr == g->last)
			break;
		g->addr++;
	}
	next_addr(g);
}

static void write_memory(struct s96_golden *g, uint32_t offset, unsigned int be, uint32_t data)
{
	if (g->filling) {
		g->merr = true;
		return;
	}
	switch (offset) {
	case AT_ADDR:
		g->addr = merge(g->addr, be, data, g->words_log2);
		break;
	case AT_LAST:
		g->last = merge(g->last, be, data, g->words_log2);
		if (be & 1)
			begin_fill(g);
		break;
	case AT_DATL:
		merge_low(&g->data, be, data);
		break;
	default: /* DATH */
		if (be & 1) {
			merge_high(&g->data, 1, data, WIDTH(DATH_DATA));
			s96_golden_put(g, g->addr, g->data);
			next_addr(g);
		}
	}
}

static void write_stat(struct s96_golden *g, uint32_t data)
{
	g->drop &= !(data & MASK(STAT_DROP));
	g->qov &= !(data & MASK(STAT_QOV));
	g->merr &= !(data & MASK(STAT_MERR));
}

void s96_golden_write(struct s96_golden *g, uint32_t offset, unsigned int be, uint32_t data)
{
	offset &= 0x7C;
	switch (offset) {
	case AT_CMD:
		if (be & 1 && data & (MASK(CMD_START) | MASK(CMD_STOP)))
			g->run = !(data & MASK(CMD_STOP));
		break;
	case AT_STAT:
		if (be & 1)
			write_stat(g, data);
		break;
	case AT_MODE:
		if (be & 1) {
			g->trace = data & MASK(MODE_TRACE);
			g->autos = data & MASK(MODE_AUTO);
		}
		break;
	case AT_CAT:
		g->category = (uint8_t)merge(g->category, be, data, WIDTH(CAT_DATA));
		break;
	case AT_MUX:
		g->mux = (uint16_t)merge(g->mux, be, data, SHRIMP96_MUX_M4_MSB + 1);
		break;
	case AT_SHIFT:
		g->shift = (uint8_t)merge(g->shift, be, data, WIDTH(SHIFT_DATA));
		break;
	case AT_MINL:
		merge_low(&g->min, be, data);
		break;
	case AT_MINH:
		merge_high(&g->min, be, data, WIDTH(MINH_DATA));
		break;
	case AT_MAXL:
		merge_low(&g->max, be, data);
		break;
	case AT_MAXH:
		merge_high(&g->max, be, data, WIDTH(MAXH_DATA));
		break;
	case AT_THRL:
		merge_low(&g->threshold, be, data);
		break;
	case AT_THRH:
		merge_high(&g->threshold, be, data, WIDTH(THRH_DATA));
		break;
	case AT_TCNT:
		g->tcnt = merge(g->tcnt, be, data, 32);
		if (g->tcnt >> g->words_log2)
			g->tcnt = 1u << g->words_log2;
		break;
	case AT_ARRV:
		g->arrived = merge(g->arrived, be, data, 32);
		break;
	case AT_LOST:
		g->lost = merge(g->lost, be, data, 32);
		break;
	case AT_ADDR:
	case AT_LAST:
	case AT_DATL:
	case AT_DATH:
		write_memory(g, offset, be, data);
		break;
	default:
		break;
	}
}

static uint32_t stat(const struct s96_golden *g)
{
	return PUT(g->words_log2 == 24, STAT_BIG) | PUT(g->u_pd, STAT_UPD) |
	       PUT(g->l_pd, STAT_LPD) | PUT(g->queued, STAT_QCNT) |
	       PUT(s96_golden_irq(g) != 0, STAT_PEND) | PUT(g->merr, STAT_MERR) |
	       PUT(g->qov, STAT_QOV) | PUT(g->drop, STAT_DROP) |
	       PUT(g->tcnt >> g->words_log2, STAT_TEND) | PUT(g->filling, STAT_FILL) |
	       PUT(g->run, STAT_RUN);
}

static void pop(struct s96_golden *g)
{
	if (!g->queued) {
		g->first = 0;
		return;
	}
	g->first = MASK(QADR_VALID) | g->queue[0];
	g->queued--;
	memmove(g->queue, g->queue + 1, g->queued * sizeof(g->queue[0]));
}

static uint32_t read_data(struct s96_golden *g, bool high, unsigned int be)
{
	if (g->filling)
		g->merr |= be & 1;
	else if (be & 1 && high)
		next_addr(g);
	else if (be & 1)
		g->data = s96_golden_word(g, g->addr);
	return (uint32_t)(high ? g->data >> 32 : g->data);
}

uint32_t s96_golden_read(struct s96_golden *g, uint32_t offset, unsigned int be)
{
	switch (offset & 0x7C) {
	case AT_STAT:
		return stat(g);
	case AT_MODE:
		return (uint32_t)g->autos << 1 | g->trace;
	case AT_CAT:
		return g->category;
	case AT_MUX:
		return g->mux;
	case AT_SHIFT:
		return g->shift;
	case AT_MINL:
		return (uint32_t)g->min;
	case AT_MINH:
		return (uint32_t)(g->min >> 32);
	case AT_MAXL:
		return (uint32_t)g->max;
	case AT_MAXH:
		return (uint32_t)(g->max >> 32);
	case AT_THRL:
		return (uint32_t)g->threshold;
	case AT_THRH:
		return (uint32_t)(g->threshold >> 32);
	case AT_TCNT:
		return g->tcnt;
	case AT_QADR:
		if (be & 1)
			pop(g);
		return g->first;
	case AT_ADDR:
		return g->addr;
	case AT_LAST:
		return g->last;
	case AT_DATL:
		return read_data(g, false, be);
	case AT_DATH:
		return read_data(g, true, be);
	case AT_ARRV:
		return g->arrived;
	case AT_LOST:
		return g->lost;
	default:
		return 0;
	}
}

void s96_golden_slot_write(struct s96_golden *g, uint32_t offset, unsigned int be,
			   uint32_t data)
{
	if ((offset & 0xFFC) == AT_EBCR)
		g->ebcr = merge(g->ebcr, be, data, 32) &
			  (MASK(EBCR_RBASE) | MASK(EBCR_IRLEV) | MASK(EBCR_ENABLE));
}

uint32_t s96_golden_slot_read(struct s96_golden *g, uint32_t offset)
{
	return (offset & 0xFFC) == AT_EBCR ? g->ebcr : SHRIMP96_EPIR_RESET;
}

void s96_golden_filled(struct s96_golden *g)
{
	g->filling = false;
}

unsigned int s96_golden_irq(const struct s96_golden *g)
{
	static const uint8_t line[] = {0, 0, 5, 9, 10, 12, 14, 15};

	return g->ebcr & MASK(EBCR_ENABLE) && g->queued ? line[GET(g->ebcr, EBCR_IRLEV)] : 0;
}

unsigned int s96_golden_queued(const struct s96_golden *g)
{
	return g->queued;
}

/* ---- memory ---- */

uint64_t s96_golden_word(struct s96_golden *g, uint32_t word)
{
	return (uint64_t)(sparse_get(&g->hi, word) & 0xFF) << 32 | sparse_get(&g->lo, word);
}

void s96_golden_put(struct s96_golden *g, uint32_t word, uint64_t value)
{
	int err = sparse_put(&g->lo, word, (uint32_t)value);

	err = err ? err : sparse_put(&g->hi, word, value >> 32 & 0xFF);
	if (err)
		g->error = err;
}

void s96_golden_fill(struct s96_golden *g, uint64_t value)
{
	sparse_fill(&g->lo, (uint32_t)value);
	sparse_fill(&g->hi, value >> 32 & 0xFF);
}

void s96_golden_each(struct s96_golden *g, bool high, void (*fn)(void *, uint32_t, uint32_t),
		     void *arg)
{
	sparse_each(high ? &g->hi : &g->lo, fn, arg);
}

/* ---- opening and resets ---- */

int s96_golden_error(const struct s96_golden *g)
{
	return g->error;
}

void s96_golden_jumpers(struct s96_golden *g, uint16_t jumper)
{
	g->jumper = jumper;
}

void s96_golden_presence(struct s96_golden *g, unsigned int l_pd, unsigned int u_pd)
{
	g->l_pd = l_pd;
	g->u_pd = u_pd;
}

void s96_golden_resdrv(struct s96_golden *g)
{
	g->ebcr &= ~MASK(EBCR_ENABLE);
	g->run = g->trace = g->autos = false;
}

void s96_golden_power_on(struct s96_golden *g)
{
	s96_golden_resdrv(g);
	g->ebcr = 0;
	g->qov = g->drop = g->merr = g->filling = g->waiting = g->taken = false;
	g->category = g->shift = 0;
	g->mux = 0;
	g->min = g->data = 0;
	g->max = BITS(20);
	g->threshold = BITS(40);
	g->tcnt = g->addr = g->last = g->arrived = g->lost = g->first = 0;
	g->queued = 0;
	g->counted = g->traced = 0;
}

struct s96_golden *s96_golden_open(unsigned int words_log2)
{
	struct s96_golden *g = calloc(1, sizeof(*g));

	if (!g)
		return NULL;
	g->words_log2 = words_log2;
	if (sparse_init(&g->lo, 1u << words_log2) || sparse_init(&g->hi, 1u << words_log2)) {
		s96_golden_close(g);
		return NULL;
	}
	make_inputs(g);
	s96_golden_power_on(g);
	return g;
}

void s96_golden_close(struct s96_golden *g)
{
	if (!g)
		return;
	sparse_free(&g->lo);
	sparse_free(&g->hi);
	free(g);
}
