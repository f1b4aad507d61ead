/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The C interface of a fast model around its logic (LOGIC_C, made by netlist fast). MODEL is
 * the model's name, PINS_DEF its pin list; the interface is described in the generated header.
 */
#include MODEL_H
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* xorshift64, as in rtl/lib/sync_jitter.v */
static inline uint64_t xorshift(uint64_t r)
{
	r ^= r << 13;
	r ^= r >> 7;
	return r ^ r << 17;
}

static inline uint64_t jitter_start(uint32_t seed, uint32_t salt)
{
	const uint32_t high = seed * 0x9E3779B9u ^ salt, low = salt * 0x85EBCA6Bu ^ seed;

	return seed ? (uint64_t)high << 32 | low | 1 : 0;
}

/* 64 bits of @n words from bit @amount + @more on; 0 outside. */
static inline uint64_t shift_right(const uint64_t *word, int64_t n, int64_t amount, int64_t more)
{
	const int64_t at = amount + more, i = at >> 6, bit = at & 63;
	uint64_t v = i >= 0 && i < n ? word[i] >> bit : 0;

	if (bit && i + 1 >= 0 && i + 1 < n)
		v |= word[i + 1] << (64 - bit);
	return v;
}

#include LOGIC_C

#define CAT2(a, b) a##b
#define CAT(a, b) CAT2(a, b)
#define F(name) CAT(MODEL, name)
#define RESETS (1ull << 63) /* in dirty[CLOCKS] */

static const struct {
	const char *name;
	unsigned int width;
	int output;
	size_t at;
} pins[] = {
#define IN 0
#define OUT 1
#define PIN(name, width, dir, domain) {#name, width, dir, offsetof(struct MODEL, name)},
#include PINS_DEF
#undef PIN
#undef IN
#undef OUT
};
#define PINS (sizeof(pins) / sizeof(pins[0]))

/* ---- evaluation ---- */

/*
 * Resets act when they become active, and at a clock edge while they are. A register that is
 * reset may be the source of another reset.
 */
static __attribute__((noinline)) void follow_resets(struct MODEL *m, uint64_t active,
						    uint64_t rising)
{
	reset_registers(m, active & ~m->resets, active, rising);
	for (;;) {
		m->resets = active;
		active = active_resets(m);
		if (!(active & ~m->resets))
			break;
		reset_registers(m, active & ~m->resets, 0, 0);
	}
	m->resets = active;
	begin_anew(m);
	show_outputs(m);
}

/* All logic of the clocks that rise, then what they have written late. */
static __attribute__((noinline)) void rise_together(struct MODEL *m, uint64_t rising)
{
	uint64_t pend[CLOCKS + 1];

	for (int k = 0; k < CLOCKS; k++)
		pend[k] = rising >> k & 1 ? run(m, k) : 0;
	for (int k = 0; k < CLOCKS; k++)
		if (pend[k])
			write_late(m, k, pend[k]);
}

static __attribute__((noinline)) void evaluate_with_resets(struct MODEL *m, uint64_t rising)
{
	const uint64_t active = active_resets(m);

	rise_together(m, rising);
	follow_resets(m, active, rising);
}

static void evaluate(struct MODEL *m)
{
	const uint64_t levels = clock_levels(m), rising = levels & ~m->levels;

	m->levels = levels;
	look_at_inputs(m);
	if (m->resets || m->dirty[CLOCKS] & RESETS) {
		evaluate_with_resets(m, rising);
		return;
	}
	if (rising & (rising - 1)) {
		rise_together(m, rising);
	} else if (rising) {
		const int k = __builtin_ctzll(rising);
		const uint64_t pend = run(m, k);

		if (pend)
			write_late(m, k, pend);
	}
	if (m->dirty[CLOCKS] & RESETS)
		follow_resets(m, active_resets(m), 0);
	else if (m->dirty[CLOCKS])
		show_outputs(m);
}

/* ---- interface ---- */

unsigned int F(_api)(void)
{
	return 4;
}

const char *F(_pin_name)(unsigned int pin)
{
	return pin < PINS ? pins[pin].name : NULL;
}

unsigned int F(_pin_width)(unsigned int pin)
{
	return pin < PINS ? pins[pin].width : 0;
}

int F(_pin_is_output)(unsigned int pin)
{
	return pin < PINS && pins[pin].output;
}

int F(_find)(const char *name)
{
	for (unsigned int i = 0; i < PINS; i++)
		if (strcmp(pins[i].name, name) == 0)
			return (int)i;
	return -1;
}

struct MODEL *F(_open)(const char *scope, uint32_t jitter)
{
	struct MODEL *m = calloc(1, sizeof(*m));

	(void)scope;
	if (!m)
		return NULL;
	start(m, jitter);
	begin_anew(m);
	evaluate_with_resets(m, 0);
	return m;
}

void F(_close)(struct MODEL *m)
{
	if (!m)
		return;
	F(_wave_close)(m);
	free(m);
}

void F(_eval)(struct MODEL *m)
{
	evaluate(m);
}

void *F(_pin_ptr)(struct MODEL *m, enum F(_pin) pin)
{
	return (unsigned int)pin < PINS ? (char *)m + pins[pin].at : NULL;
}

void F(_get_words)(const struct MODEL *m, enum F(_pin) pin, uint32_t *words)
{
	const void *p = (const char *)m + pins[pin].at;
	const unsigned int w = pins[pin].width;

	if (w > 64) {
		memcpy(words, p, (w + 31) / 32 * 4);
		return;
	}
	const uint64_t v = F(_get)(m, pin);

	words[0] = (uint32_t)v;
	if (w > 32)
		words[1] = (uint32_t)(v >> 32);
}

uint64_t F(_get)(const struct MODEL *m, enum F(_pin) pin)
{
	const void *p = (const char *)m + pins[pin].at;
	const unsigned int w = pins[pin].width;

	if (w <= 8)
		return *(const uint8_t *)p;
	if (w <= 16)
		return *(const uint16_t *)p;
	if (w <= 32)
		return *(const uint32_t *)p;
	if (w <= 64)
		return *(const uint64_t *)p;
	return ((const uint32_t *)p)[0] | (uint64_t)((const uint32_t *)p)[1] << 32;
}

void F(_put)(struct MODEL *m, enum F(_pin) pin, uint64_t value)
{
	void *p = (char *)m + pins[pin].at;
	const unsigned int w = pins[pin].width;

	if (w < 64)
		value &= (1ull << w) - 1;
	if (w <= 8) {
		*(uint8_t *)p = (uint8_t)value;
	} else if (w <= 16) {
		*(uint16_t *)p = (uint16_t)value;
	} else if (w <= 32) {
		*(uint32_t *)p = (uint32_t)value;
	} else if (w <= 64) {
		*(uint64_t *)p = value;
	} else {
		memset(p, 0, (w + 31) / 32 * 4);
		((uint32_t *)p)[0] = (uint32_t)value;
		((uint32_t *)p)[1] = (uint32_t)(value >> 32);
	}
}

void F(_put_words)(struct MODEL *m, enum F(_pin) pin, const uint32_t *words)
{
	uint32_t *p = (uint32_t *)((char *)m + pins[pin].at);
	const unsigned int w = pins[pin].width;

	if (w <= 64) {
		F(_put)(m, pin, w > 32 ? words[0] | (uint64_t)words[1] << 32 : words[0]);
		return;
	}
	memcpy(p, words, (w + 31) / 32 * 4);
	if (w % 32)
		p[w / 32] &= (1u << w % 32) - 1;
}

int F(_wave_open)(struct MODEL *m, const char *path)
{
	(void)m;
	(void)path;
	return -1;
}

void F(_wave_dump)(struct MODEL *m, uint64_t time_ps)
{
	(void)m;
	(void)time_ps;
}

void F(_wave_close)(struct MODEL *m)
{
	(void)m;
}

int F(_coverage_write)(struct MODEL *m, const char *path)
{
	(void)m;
	(void)path;
	return -1;
}
