/* SPDX-License-Identifier: Apache-2.0 */
/* Golden model of the MultiKron board, written from NISTIR 5993 and the decisions in README.md,
 * not from the RTL. */
#include "mk_golden.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A field of the register table. */
#define MASK(field) MULTIKRON_##field##_MASK
#define GET(value, field) (((value)&MASK(field)) >> MULTIKRON_##field##_LSB)
#define CONFIG_WRITABLE                                                      \
	(MASK(CONFIG_WAIT_MEM) | MASK(CONFIG_DIV2) | MASK(CONFIG_TS_RATIO) | \
	 MASK(CONFIG_DIS_STATE) | MASK(CONFIG_EN_EXT) | MASK(CONFIG_WRAPB) | \
	 MASK(CONFIG_MK_OE) | MASK(CONFIG_TESTB) | MASK(CONFIG_WAIT_CPU) |   \
	 MASK(CONFIG_EXT_CPU) | MASK(CONFIG_LOCAL) | MASK(CONFIG_TEST) | MASK(CONFIG_CPU_ID))

/* the ends of the four registers of the board and of the window of the MultiKron_vc */
#define REGISTERS_END (MULTIKRON_TEST + 4)
#define VC_END (2 * MULTIKRON_VC_PAGE)
#define ALL64 UINT64_MAX
#define ALL32 0xFFFFFFFFu
#define UNKNOWN 0x200 /* flag of a byte in a queue: its value is not predicted */
#define EOS 0x100

enum {
	SLOT_CSR = MK_GOLDEN_SLOT(CSR),
	SLOT_TS = MK_GOLDEN_SLOT(TS),
	SLOT_FILTER = MK_GOLDEN_SLOT(FILTER),
	SLOT_ENABLE = MK_GOLDEN_SLOT(RC_ENABLE),
	SLOT_DISABLE = MK_GOLDEN_SLOT(RC_DISABLE),
	SLOT_RESET = MK_GOLDEN_SLOT(RC_RESET),
	SLOT_MODE = MK_GOLDEN_SLOT(RC_MODE),
	SLOT_SRC = MK_GOLDEN_SLOT(SRC0),
	SLOT_RC = MK_GOLDEN_SLOT(RC0),
	SLOT_MUXSEL = MK_GOLDEN_SLOT(MUXSEL),
	SLOT_WAITCNT = MK_GOLDEN_SLOT(WAITCNT),
	SLOT_OVRCNT = MK_GOLDEN_SLOT(OVRCNT),
	SLOTS = (MULTIKRON_SWRESET - MULTIKRON_HOLD) / 8
};

/* ---- queues ---- */

static void push(struct mk_golden_queue *q, unsigned int byte)
{
	if (q->tail == q->room) {
		const size_t n = q->tail - q->head;

		if (q->head > q->room / 2) {
			memmove(q->byte, q->byte + q->head, n * sizeof(*q->byte));
		} else {
			const size_t room = q->room ? 2 * q->room : 4096;
			uint16_t *byte_new = malloc(room * sizeof(*byte_new));

			if (!byte_new)
				abort();
			if (n)
				memcpy(byte_new, q->byte + q->head, n * sizeof(*q->byte));
			free(q->byte);
			q->byte = byte_new;
			q->room = room;
		}
		q->head = 0;
		q->tail = n;
	}
	q->byte[q->tail++] = (uint16_t)byte;
}

static unsigned int pop(struct mk_golden_queue *q)
{
	return q->byte[q->head++];
}

size_t mk_golden_level(const struct mk_golden_queue *q)
{
	return q->tail - q->head;
}

static void clear(struct mk_golden_queue *q)
{
	q->head = q->tail = 0;
}

/* ---- resets ---- */

static void chip_clear(struct mk_golden *g, struct mk_golden_chip *c)
{
	*c = (struct mk_golden_chip){.hold_known = true, .source_known = true};
	for (unsigned int i = 0; i < MK_GOLDEN_COUNTERS; i++) {
		c->count[i] = (uint32_t)(g->o.rc_init >> (i & 1 ? 32 : 0));
		c->sure[i] = true;
	}
}

void mk_golden_chip_reset(struct mk_golden *g)
{
	chip_clear(g, &g->ii);
	chip_clear(g, &g->vc);
	g->sampling = g->discard = g->overflow = g->lost_before = false;
	g->filter = 0xFFFF;
	memset(g->src, 0, sizeof(g->src));
	g->ovrcnt = g->o.overload_init;
	g->page = 0;
	g->wait_mem = g->config & MASK(CONFIG_WAIT_MEM);
	clear(&g->chip);
	g->pending.any = false;
}

void mk_golden_soft_reset(struct mk_golden *g)
{
	mk_golden_chip_reset(g);
	clear(&g->fifo);
	clear(&g->popped);
}

void mk_golden_hard_reset(struct mk_golden *g)
{
	g->config = MULTIKRON_CONFIG_RESET;
	mk_golden_soft_reset(g);
	g->pointer = 0;
}

int mk_golden_init(struct mk_golden *g, const struct mk_golden_options *o)
{
	*g = (struct mk_golden){.o = *o};
	if (sparse_init(&g->mem, 1u << 22))
		return -ENOMEM;
	mk_golden_hard_reset(g);
	return 0;
}

void mk_golden_free(struct mk_golden *g)
{
	sparse_free(&g->mem);
	free(g->chip.byte);
	free(g->fifo.byte);
	free(g->popped.byte);
}

/* ---- counters ---- */

static unsigned int source_of(const struct mk_golden_chip *c, unsigned int n)
{
	return (unsigned int)(c->source >> 4 * n) & 15;
}

/* Returns whether the counts of a source depend on time. */
static bool timed(unsigned int source)
{
	return (source >= SOURCE_EDGE && source <= SOURCE_LEVEL) || source == SOURCE_WAIT;
}

/* Returns whether the source of counter @n is known. Sources of counters 8 to 15 are unknown if
 * the holding register supplied an unknown upper half. */
static bool source_known(const struct mk_golden_chip *c, unsigned int n)
{
	return c->source_known || n < 8;
}

static bool paired(const struct mk_golden_chip *c, unsigned int n)
{
	return c->pairs >> n / 2 & 1;
}

/* Is called after a change of settings: counters with a timed source are no longer
 * predicted. */
static void settings(struct mk_golden_chip *c)
{
	for (unsigned int n = 0; n < MK_GOLDEN_COUNTERS; n++) {
		const unsigned int own = paired(c, n) ? n & ~1u : n;

		if (c->enable >> own & 1 && (timed(source_of(c, own)) || !source_known(c, own)))
			c->sure[n] = false;
	}
}

static void count(struct mk_golden_chip *c, unsigned int n)
{
	if (!(c->enable >> n & 1) || (paired(c, n) && n & 1))
		return;
	if (!++c->count[n] && paired(c, n))
		c->count[n + 1]++;
	/* the carry of a counter that is not predicted is not predicted either */
	if (paired(c, n) && !c->sure[n])
		c->sure[n + 1] = false;
}

static void count_source(struct mk_golden_chip *c, unsigned int source)
{
	for (unsigned int n = 0; n < MK_GOLDEN_COUNTERS; n++)
		if (source_of(c, n) == source)
			count(c, n);
}

/* ---- the registers that both chips have ---- */

static uint64_t upper(uint64_t low, uint64_t high)
{
	return low | high << 32;
}

static struct mk_golden_value known(uint64_t value)
{
	return (struct mk_golden_value){value, ALL64};
}

static struct mk_golden_value read_counter(const struct mk_golden_chip *c, unsigned int n)
{
	const bool pair = paired(c, n) && !(n & 1);
	struct mk_golden_value v = {c->count[n], c->sure[n] ? ALL64 : ~(uint64_t)ALL32};

	if (pair) {
		v.value = upper(c->count[n], c->count[n + 1]);
		v.known = upper(c->sure[n] ? ALL32 : 0, c->sure[n + 1] ? ALL32 : 0);
	}
	return v;
}

static bool common_read(const struct mk_golden_chip *c, unsigned int slot,
			struct mk_golden_value *v)
{
	if (slot >= SLOT_ENABLE && slot <= SLOT_RESET)
		*v = known(c->enable);
	else if (slot == SLOT_MODE)
		*v = known(c->pairs);
	else if (slot >= SLOT_RC && slot < SLOT_RC + MK_GOLDEN_COUNTERS)
		*v = read_counter(c, slot - SLOT_RC);
	else if (slot == SLOT_MUXSEL)
		*v = (struct mk_golden_value){c->source, c->source_known ? ALL64 : ALL32};
	else
		return false;
	return true;
}

static void common_write(struct mk_golden_chip *c, unsigned int slot, uint64_t value,
			 bool known)
{
	const uint16_t mask = (uint16_t)value;

	if (slot == SLOT_ENABLE)
		c->enable |= mask;
	else if (slot == SLOT_DISABLE)
		c->enable &= (uint16_t)~mask;
	else if (slot == SLOT_MODE)
		c->pairs = (uint8_t)value;
	else if (slot == SLOT_MUXSEL)
		c->source = value, c->source_known = known;
	else if (slot >= SLOT_RC && slot < SLOT_RC + MK_GOLDEN_COUNTERS &&
		 source_of(c, slot - SLOT_RC) == SOURCE_CPU)
		count(c, slot - SLOT_RC);
	if (slot == SLOT_RESET)
		for (unsigned int n = 0; n < MK_GOLDEN_COUNTERS; n++)
			if (mask >> n & 1) {
				c->count[n] = 0;
				c->sure[n] = true;
			}
	settings(c);
}

/* ---- MultiKron_II ---- */

static struct mk_golden_value ii_read(const struct mk_golden *g, unsigned int slot)
{
	struct mk_golden_value v;

	if (common_read(&g->ii, slot, &v))
		return v;
	switch (slot) {
	case SLOT_CSR: /* EMPTY and FULL depend on time */
		return (struct mk_golden_value){(g->sampling ? MASK(CSR_SAMPLING) : 0) |
							(g->discard ? MASK(CSR_DISCARD) : 0) |
							(g->ii.mode32 ? MASK(CSR_MODE32) : 0) |
							(g->overflow ? MASK(CSR_OVERFLOW) : 0),
						~(uint64_t)(MASK(CSR_EMPTY) | MASK(CSR_FULL))};
	case SLOT_TS:
		return (struct mk_golden_value){0, 0xFFull << 56};
	case SLOT_FILTER:
		return known(g->filter);
	case SLOT_WAITCNT:
		return (struct mk_golden_value){0, ~(uint64_t)ALL32};
	case SLOT_OVRCNT:
		return known(g->ovrcnt);
	default:
		return known(slot >= SLOT_SRC && slot < SLOT_SRC + 8 ? g->src[slot - SLOT_SRC]
								     : 0);
	}
}

static void ii_write(struct mk_golden *g, unsigned int slot, uint64_t value, bool known)
{
	if (slot == SLOT_CSR) {
		g->sampling = value & MASK(CSR_SAMPLING);
		g->discard = value & MASK(CSR_DISCARD);
		g->ii.mode32 = value & MASK(CSR_MODE32);
		if (value & MASK(CSR_OVERFLOW))
			g->overflow = false;
	} else if (slot == SLOT_FILTER) {
		g->filter = (uint16_t)value;
	} else if (slot >= SLOT_SRC && slot < SLOT_SRC + 8) {
		g->src[slot - SLOT_SRC] = (uint32_t)value;
	} else {
		common_write(&g->ii, slot, value, known);
	}
}

/* ---- MultiKron_vc ---- */

static struct mk_golden_value vc_read(const struct mk_golden *g, unsigned int slot)
{
	struct mk_golden_value v = known(0);

	if (slot == 0)
		return known(g->page);
	if (slot < MK_GOLDEN_PAGES || slot >= MK_GOLDEN_PAGES + SLOTS)
		return v;
	slot -= MK_GOLDEN_PAGES;
	if (slot == SLOT_CSR)
		return known(g->vc.mode32 ? MASK(VC_CSR_MODE32) : 0);
	common_read(&g->vc, slot, &v);
	return v;
}

static void vc_write(struct mk_golden *g, unsigned int slot, uint64_t value, bool known)
{
	if (slot < MK_GOLDEN_PAGES) {
		g->replaced.page = g->page;
		g->replaced.wait_mem = g->wait_mem;
		memcpy(g->replaced.count, g->stored[g->page], sizeof(g->replaced.count));
		memcpy(g->replaced.unsure, g->unsure[g->page], sizeof(g->replaced.unsure));
		for (unsigned int n = 0; n < MK_GOLDEN_COUNTERS; n++) {
			g->stored[g->page][n] = g->vc.count[n];
			g->vc.count[n] = g->stored[slot][n];
			g->unsure[g->page][n] = !g->vc.sure[n];
			g->vc.sure[n] = !g->unsure[slot][n];
		}
		g->page = slot;
		settings(&g->vc);
	} else if (slot == MK_GOLDEN_PAGES + SLOT_CSR) {
		g->vc.mode32 = value & MASK(VC_CSR_MODE32);
	} else if (slot < MK_GOLDEN_PAGES + SLOTS) {
		common_write(&g->vc, slot - MK_GOLDEN_PAGES, value, known);
	}
}

void mk_golden_switch_ends(struct mk_golden *g, unsigned int clocks)
{
	const unsigned int page = g->replaced.page;

	for (unsigned int n = clocks / (g->replaced.wait_mem ? 2 : 1); n < MK_GOLDEN_COUNTERS;
	     n++) {
		g->stored[page][n] = g->replaced.count[n];
		g->unsure[page][n] = g->replaced.unsure[n];
	}
}

/* ---- the holding register ---- */

struct access {
	struct mk_golden_chip *chip; /* NULL: the access is not to a chip */
	bool vc, low, high;
	unsigned int slot;
	bool hold; /* the slot is that of the holding register */
};

static struct access decode(struct mk_golden *g, uint32_t offset, bool wide, uint8_t be)
{
	struct access a = {NULL, false, false, false, 0, false};

	a.low = wide ? (be & 15) == 15 : !(offset & 4) && (be & 15) == 15;
	a.high = wide ? be >> 4 == 15 : offset & 4 && (be & 15) == 15;
	if (offset >= MULTIKRON_HOLD && offset < MULTIKRON_SWRESET) {
		a.chip = &g->ii;
		a.slot = (offset - MULTIKRON_HOLD) / 8;
		a.hold = a.slot == 0;
	} else if (offset >= MULTIKRON_VC_PAGE && offset < VC_END) {
		a.vc = true;
		a.chip = g->o.novc ? NULL : &g->vc;
		a.slot = (offset - MULTIKRON_VC_PAGE) / 8;
		a.hold = a.slot == MK_GOLDEN_PAGES;
	}
	return a;
}

/* Returns the 64-bit operand of a write to the low word. */
static uint64_t operand(const struct access *a, uint64_t value)
{
	const struct mk_golden_chip *c = a->chip;

	if (a->low && a->high)
		return value;
	return upper(value & ALL32, c->mode32 ? c->hold : 0);
}

static bool operand_known(const struct access *a)
{
	return a->high || !a->chip->mode32 || a->chip->hold_known;
}

bool mk_golden_is_sample(uint32_t offset, bool *resource, unsigned int *index)
{
	if (offset < MULTIKRON_TS0 || offset >= MULTIKRON_SWRESET)
		return false;
	*resource = offset >= MULTIKRON_RS0;
	*index = offset / 8 % 8;
	return true;
}

void mk_golden_begin_write(struct mk_golden *g, uint32_t offset, bool wide, uint8_t be,
			   uint64_t value, uint8_t xcpu)
{
	const struct access a = decode(g, offset, wide, be);
	const uint8_t lines =
		(uint8_t)(g->config & MASK(CONFIG_EXT_CPU) ? xcpu
							   : GET(g->config, CONFIG_CPU_ID));
	struct mk_golden_pending *p = &g->pending;

	*p = (struct mk_golden_pending){.any = false};
	if (!a.chip || a.vc || !a.low || !mk_golden_is_sample(offset, &p->resource, &p->index))
		return;
	p->any = g->sampling && g->config & MASK(CONFIG_TESTB) &&
		 g->filter >> (p->index + 8 * p->resource) & 1;
	p->user = operand(&a, value);
	p->user_known = operand_known(&a);
	p->id = lines ? (unsigned int)__builtin_ctz(lines) : 0;
	g->offered += p->any;
}

void mk_golden_write(struct mk_golden *g, uint32_t offset, bool wide, uint8_t be,
		     uint64_t value)
{
	const struct access a = decode(g, offset, wide, be);
	uint32_t mask = 0;

	if (offset >= MULTIKRON_MEMORY) {
		for (unsigned int half = 0; half < (wide ? 2u : 1u); half++) {
			const uint32_t word = (offset - MULTIKRON_MEMORY) / 4 + half;

			mask = 0;
			for (unsigned int i = 0; i < 4; i++)
				if (be >> (4 * half + i) & 1)
					mask |= 0xFFu << 8 * i;
			if (sparse_put(&g->mem, word,
				       (sparse_get(&g->mem, word) & ~mask) |
					       ((uint32_t)(value >> 32 * half) & mask)))
				abort();
		}
		return;
	}
	if (a.chip) {
		const uint64_t v = operand(&a, value);
		const bool v_known = operand_known(&a);
		const uint32_t high = (uint32_t)(wide ? value >> 32 : value);
		const bool mode32 = a.chip->mode32; /* the mode at the start of the access */

		if (a.low && a.vc)
			vc_write(g, a.slot, v, v_known);
		else if (a.low)
			ii_write(g, a.slot, v, v_known);
		if (a.high && (!a.low || mode32)) {
			a.chip->hold = high;
			a.chip->hold_known = true;
		}
		if (a.low && a.hold) {
			a.chip->hold = (uint32_t)v;
			a.chip->hold_known = true;
		}
		g->pending.any = false;
		return;
	}
	if (!(offset >= MULTIKRON_SWRESET && offset < REGISTERS_END) || (be & 15) != 15)
		return;
	if (offset == MULTIKRON_SWRESET)
		mk_golden_soft_reset(g);
	else if (offset == MULTIKRON_CONFIG)
		g->config = (MULTIKRON_CONFIG_RESET & MASK(CONFIG_V_NUM)) |
			    ((uint32_t)value & CONFIG_WRITABLE);
	else if (offset == MULTIKRON_MAP &&
		 (g->config & MASK(CONFIG_TEST) || !(g->config & MASK(CONFIG_LOCAL))))
		g->pointer = (uint32_t)value & (MASK(MAP_WRAPS) | MASK(MAP_WORD));
}

static struct mk_golden_value chip_read(struct mk_golden *g, const struct access *a, bool wide,
					uint64_t actual)
{
	struct mk_golden_chip *c = a->chip;
	const uint64_t hold_known = c->hold_known ? ALL32 : 0;
	struct mk_golden_value v, r = known(0);

	if (a->hold)
		v = (struct mk_golden_value){upper(c->hold, c->hold),
					     upper(hold_known, hold_known)};
	else
		v = a->vc ? vc_read(g, a->slot) : ii_read(g, a->slot);
	if (a->low && a->high) {
		r = v;
	} else if (a->low) {
		r.value = v.value & ALL32;
		r.known = v.known & ALL32;
		/* on the bus the data are bits 31..0 of a 32-bit access, bits 63..32 of a
		 * 64-bit access */
	} else if (a->high) {
		r.value = wide ? (uint64_t)c->hold << 32 : c->hold;
		r.known = wide ? hold_known << 32 : hold_known;
	}
	if ((a->high && !a->low) || a->hold) {
		c->hold = (uint32_t)(wide && a->high && !a->low ? actual >> 32 : actual);
		c->hold_known = a->low || a->high ? true : c->hold_known;
	} else if (a->low && (!a->high || c->mode32)) {
		c->hold = (uint32_t)(a->high ? actual >> 32 : v.value >> 32);
		c->hold_known = a->high || v.known >> 32 == ALL32;
	}
	return r;
}

struct mk_golden_value mk_golden_read(struct mk_golden *g, uint32_t offset, bool wide,
				      uint8_t be, uint64_t actual)
{
	const struct access a = decode(g, offset, wide, be);

	if (offset >= MULTIKRON_MEMORY) {
		const uint32_t word = (offset - MULTIKRON_MEMORY) / 4;

		return known(
			wide ? upper(sparse_get(&g->mem, word), sparse_get(&g->mem, word + 1))
			     : sparse_get(&g->mem, word));
	}
	if (a.vc && !a.chip)
		return known(wide ? ALL64 : ALL32);
	if (a.chip)
		return a.low || a.high ? chip_read(g, &a, wide, actual) : known(0);
	if (!(offset >= MULTIKRON_SWRESET && offset < REGISTERS_END) || (be & 15) != 15)
		return known(0);
	if (offset == MULTIKRON_CONFIG)
		return known(g->config);
	if (offset == MULTIKRON_MAP)
		return known(g->pointer);
	return known(0);
}

/* ---- samples ---- */

const char *mk_golden_taken(struct mk_golden *g, bool resource, uint64_t stamp,
			    const uint32_t *counts)
{
	const struct mk_golden_pending *p = &g->pending;
	const uint32_t src = g->src[p->id];

	if (!p->any || p->resource != resource)
		return "a sample that was not written";
	push(&g->chip, (unsigned int)resource << 7 | p->id << 4 |
			       (unsigned int)g->lost_before << 3 | p->index);
	for (unsigned int i = 0; i < 7; i++)
		push(&g->chip, stamp >> 8 * i & 0xFF);
	for (unsigned int i = 0; i < 4; i++)
		push(&g->chip, src >> 8 * i & 0xFF);
	for (unsigned int i = 0; i < 8; i++)
		push(&g->chip, (p->user >> 8 * i & 0xFF) |
				       (i < 4 || p->user_known ? 0 : UNKNOWN) |
				       (i == 7 && !resource ? EOS : 0));
	for (unsigned int n = 0; resource && n < MK_GOLDEN_COUNTERS; n++)
		for (unsigned int i = 0; i < 4; i++)
			push(&g->chip,
			     (((counts && !g->ii.sure[n] ? counts[n] : g->ii.count[n]) >>
			       8 * i) &
			      0xFF) | (g->ii.sure[n] || counts ? 0 : UNKNOWN) |
				     (n == 15 && i == 3 ? EOS : 0));
	count_source(&g->ii, resource ? SOURCE_RESOURCE : SOURCE_TRACE);
	g->lost_before = false;
	g->taken[resource]++;
	g->pending.any = false;
	return NULL;
}

const char *mk_golden_lost(struct mk_golden *g)
{
	if (!g->pending.any || !g->discard)
		return "a sample is discarded that was not written or may not be";
	count_source(&g->ii, SOURCE_LOST);
	g->lost_before = g->overflow = true;
	g->ovrcnt++;
	g->lost++;
	g->pending.any = false;
	return NULL;
}

const char *mk_golden_byte(struct mk_golden *g, unsigned int byte, bool eos, bool parity)
{
	unsigned int want;

	if (!mk_golden_level(&g->chip))
		return "a byte of no sample";
	want = pop(&g->chip);
	if (!(want & UNKNOWN) && (want & 0xFF) != byte)
		return "a wrong byte";
	if (eos != (want >> 8 & 1))
		return "end of sample is wrong";
	if (parity == __builtin_parity(byte))
		return "parity is wrong";
	push(&g->fifo, byte);
	return mk_golden_level(&g->fifo) > 1024 ? "more than 1024 bytes in the FIFO" : NULL;
}

const char *mk_golden_pop(struct mk_golden *g)
{
	if (!mk_golden_level(&g->fifo))
		return "a byte leaves the empty FIFO";
	push(&g->popped, pop(&g->fifo));
	return NULL;
}

static bool full(const struct mk_golden *g)
{
	return g->config & MASK(CONFIG_WRAPB) && GET(g->pointer, MAP_WRAPS);
}

static const char *four_bytes(struct mk_golden *g, uint32_t *value)
{
	*value = 0;
	if (mk_golden_level(&g->popped) < 4)
		return "a word of less than four bytes";
	for (unsigned int i = 0; i < 4; i++)
		*value |= (pop(&g->popped) & 0xFF)
			  << (g->o.mem_big_endian ? 24 - 8 * i : 8 * i);
	return NULL;
}

const char *mk_golden_store(struct mk_golden *g, uint32_t *word, uint32_t *value)
{
	const char *error = full(g) ? "a word is stored in a full buffer" : NULL;

	error = error ? error : four_bytes(g, value);
	*word = g->pointer & 0x3FFFFF;
	if (sparse_put(&g->mem, *word, *value))
		abort();
	g->pointer = (g->pointer + 1) & 0xFFFFFF;
	g->words++;
	return error;
}

const char *mk_golden_drain(struct mk_golden *g)
{
	uint32_t value;

	g->drained++;
	return full(g) ? four_bytes(g, &value) : "a word is discarded, the buffer is not full";
}

const char *mk_golden_cable(struct mk_golden *g, uint16_t word)
{
	unsigned int first, second;

	if (mk_golden_level(&g->popped) < 2)
		return "a cable word of less than two bytes";
	first = pop(&g->popped) & 0xFF;
	second = pop(&g->popped) & 0xFF;
	return word == (g->o.cable_little_endian ? second << 8 | first : first << 8 | second)
		       ? NULL
		       : "a wrong cable word";
}
