/* SPDX-License-Identifier: Apache-2.0 */
#include "s96_golden.h"
#include "../device/sparse.h"
#include "register_model.h"
#include "shrimp96_regs.h"
#include <string.h>

static const struct register_row rows[] = {
#define REG REGISTER_REG
#define FIELD REGISTER_FIELD
#include "shrimp96_regs.def"
};

/* A field of the register table. */
#define MASK(field) SHRIMP96_##field##_MASK
#define PUT(value, field) ((uint32_t)(value) << SHRIMP96_##field##_LSB & MASK(field))
#define GET(value, field) (((value)&MASK(field)) >> SHRIMP96_##field##_LSB)

#define REGISTER 0x7C /* bits of an offset that choose a register */
#define SLOT 0xFFC

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

	struct register_model slot;
	struct register_model regs; /* of STAT, RUN and the flags that software clears */
	bool filling;
	uint32_t queue[QUEUE];
	unsigned int queued;

	/* packets */
	bool waiting, taken;
	uint32_t s2_addr, s2_time;
	bool is_trace;
	uint32_t at;
	uint64_t word;
	uint64_t counted, traced;
};

/* ---- registers ---- */

static uint32_t *word_at(struct s96_golden *g, uint32_t offset)
{
	return register_model_at(&g->regs, offset);
}

static uint32_t get(const struct s96_golden *g, uint32_t offset)
{
	return register_model_get(&g->regs, offset);
}

/* Returns the value of a register of two words. */
static uint64_t get_pair(const struct s96_golden *g, uint32_t low, uint32_t high)
{
	return (uint64_t)get(g, high) << 32 | get(g, low);
}

static void set_stat(struct s96_golden *g, uint32_t flags)
{
	*word_at(g, SHRIMP96_STAT) |= flags;
}

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
	const uint32_t set = get(g, SHRIMP96_SHIFT), shift = set > 24 ? 24 : set;
	uint64_t d;

	rx &= BITS(44);
	tx &= BITS(44);
	if (tx > rx)
		return 0;
	d = rx - tx;
	if (d < get_pair(g, SHRIMP96_MINL, SHRIMP96_MINH))
		return 0;
	if (d > get_pair(g, SHRIMP96_MAXL, SHRIMP96_MAXH) || d >> shift > BITS(20))
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
		.category = (uint8_t)get(g, SHRIMP96_CAT),
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
		const unsigned int sel = get(g, SHRIMP96_MUX) >> 3 * k & 7;

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
	if (!(get(g, SHRIMP96_STAT) & MASK(STAT_RUN)))
		return S96_IGNORED;
	++*word_at(g, SHRIMP96_ARRV);
	if (g->waiting) {
		set_stat(g, MASK(STAT_DROP));
		++*word_at(g, SHRIMP96_LOST);
		return S96_DROPPED;
	}
	g->waiting = true;
	g->s2_addr = s96_golden_measure(g, p, rxtime).address;
	g->s2_time = rxtime & BITS(20);
	return S96_ACCEPTED;
}

void s96_golden_take(struct s96_golden *g)
{
	uint32_t *tcnt = word_at(g, SHRIMP96_TCNT);

	g->waiting = false;
	g->is_trace = get(g, SHRIMP96_MODE) & MASK(MODE_TRACE);
	if (g->is_trace && *tcnt >> g->words_log2) {
		++*word_at(g, SHRIMP96_LOST);
		return;
	}
	g->taken = true;
	if (g->is_trace) {
		g->at = (*tcnt)++;
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
	if (sum <= get_pair(g, SHRIMP96_THRL, SHRIMP96_THRH))
		return;
	if (full)
		set_stat(g, MASK(STAT_QOV));
	else
		g->queue[g->queued++] = g->at;
	if (get(g, SHRIMP96_MODE) & MASK(MODE_AUTO))
		*word_at(g, SHRIMP96_MODE) |= MASK(MODE_TRACE);
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

/* ---- accesses ---- */

static void next_addr(struct s96_golden *g)
{
	*word_at(g, SHRIMP96_ADDR) = (get(g, SHRIMP96_ADDR) + 1) & BITS(g->words_log2);
}

static void put_data(struct s96_golden *g)
{
	s96_golden_put(g, get(g, SHRIMP96_ADDR), get_pair(g, SHRIMP96_DATL, SHRIMP96_DATH));
}

static void begin_fill(struct s96_golden *g)
{
	uint32_t *addr = word_at(g, SHRIMP96_ADDR);
	const uint32_t last = get(g, SHRIMP96_LAST);

	if (*addr > last)
		return;
	g->filling = true;
	for (; *addr < last; ++*addr)
		put_data(g);
	put_data(g);
	next_addr(g);
}

static bool is_memory(uint32_t offset)
{
	return offset >= SHRIMP96_ADDR && offset <= SHRIMP96_DATH;
}

/* Does what a write does beyond the register table. @ones: the bits of CMD that were written
 * with 1; @data: the data in the enabled lanes. */
static void act_on_write(struct s96_golden *g, uint32_t offset, bool lane0, uint32_t ones,
			 uint32_t data)
{
	uint32_t *reg = word_at(g, offset);

	if (offset == SHRIMP96_CMD && ones)
		*word_at(g, SHRIMP96_STAT) = (get(g, SHRIMP96_STAT) & ~MASK(STAT_RUN)) |
					     PUT(!(ones & MASK(CMD_STOP)), STAT_RUN);
	if (offset == SHRIMP96_TCNT && (*reg | data) >> g->words_log2)
		*reg = 1u << g->words_log2;
	if (offset == SHRIMP96_ADDR || offset == SHRIMP96_LAST)
		*reg &= BITS(g->words_log2);
	if (offset == SHRIMP96_LAST && lane0)
		begin_fill(g);
	if (offset == SHRIMP96_DATH && lane0) {
		put_data(g);
		next_addr(g);
	}
}

void s96_golden_write(struct s96_golden *g, uint32_t offset, unsigned int be, uint32_t data)
{
	uint32_t ones;

	offset &= REGISTER;
	if (is_memory(offset) && g->filling)
		set_stat(g, MASK(STAT_MERR));
	else if (register_model_write(&g->regs, offset, be, data, &ones) == 0)
		act_on_write(g, offset, be & 1, ones, data & register_lanes_mask(be));
}

static uint32_t stat(const struct s96_golden *g)
{
	return get(g, SHRIMP96_STAT) | PUT(g->words_log2 == 24, STAT_BIG) |
	       PUT(g->u_pd, STAT_UPD) | PUT(g->l_pd, STAT_LPD) | PUT(g->queued, STAT_QCNT) |
	       PUT(s96_golden_irq(g) != 0, STAT_PEND) |
	       PUT(get(g, SHRIMP96_TCNT) >> g->words_log2, STAT_TEND) |
	       PUT(g->filling, STAT_FILL);
}

/* Removes the oldest address from the queue and returns it as QADR. */
static uint32_t pop(struct s96_golden *g)
{
	const uint32_t first = MASK(QADR_VALID) | g->queue[0];

	if (!g->queued)
		return 0;
	g->queued--;
	memmove(g->queue, g->queue + 1, g->queued * sizeof(g->queue[0]));
	return first;
}

static void read_word(struct s96_golden *g)
{
	const uint64_t word = s96_golden_word(g, get(g, SHRIMP96_ADDR));

	*word_at(g, SHRIMP96_DATL) = (uint32_t)word;
	*word_at(g, SHRIMP96_DATH) = (uint32_t)(word >> 32);
}

uint32_t s96_golden_read(struct s96_golden *g, uint32_t offset, unsigned int be)
{
	const bool lane0 = be & 1;
	uint32_t value;

	offset &= REGISTER;
	if (offset == SHRIMP96_STAT)
		return stat(g);
	if (offset == SHRIMP96_QADR && lane0)
		*word_at(g, SHRIMP96_QADR) = pop(g);
	if ((offset == SHRIMP96_DATL || offset == SHRIMP96_DATH) && lane0) {
		if (g->filling)
			set_stat(g, MASK(STAT_MERR));
		else if (offset == SHRIMP96_DATL)
			read_word(g);
		else
			next_addr(g);
	}
	return register_model_read(&g->regs, offset, &value) ? 0 : value;
}

void s96_golden_slot_write(struct s96_golden *g, uint32_t offset, unsigned int be,
			   uint32_t data)
{
	register_model_write(&g->slot, offset & SLOT, be, data, NULL);
}

uint32_t s96_golden_slot_read(struct s96_golden *g, uint32_t offset)
{
	uint32_t value;

	return register_model_read(&g->slot, offset & SLOT, &value) ? UINT32_MAX : value;
}

void s96_golden_filled(struct s96_golden *g)
{
	g->filling = false;
}

unsigned int s96_golden_irq(const struct s96_golden *g)
{
	static const uint8_t line[] = {0, 0, 5, 9, 10, 12, 14, 15};
	const uint32_t ebcr = register_model_get(&g->slot, SHRIMP96_EBCR);

	return ebcr & MASK(EBCR_ENABLE) && g->queued ? line[GET(ebcr, EBCR_IRLEV)] : 0;
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
	*register_model_at(&g->slot, SHRIMP96_EBCR) &= ~MASK(EBCR_ENABLE);
	*word_at(g, SHRIMP96_STAT) &= ~MASK(STAT_RUN);
	*word_at(g, SHRIMP96_MODE) = SHRIMP96_MODE_RESET;
}

void s96_golden_power_on(struct s96_golden *g)
{
	const size_t count = sizeof(rows) / sizeof(*rows);

	register_model_reset(&g->slot, rows, count, "SLOT");
	register_model_reset(&g->regs, rows, count, "MMIO");
	g->filling = g->waiting = g->taken = false;
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
