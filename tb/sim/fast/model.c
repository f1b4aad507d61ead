/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The C interface of a fast model around its logic (logic.c, which `netlist fast` writes and
 * which the include path finds). MODEL is the model's name, MODULE that of the Verilog module,
 * PINS_DEF its pin list; the interface is described in the generated header.
 */
#include MODEL_H
#include <stddef.h>
#include <errno.h>
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

/* Returns the 64 bits from bit @amount + @more on of @n words; bits outside of the words are
 * 0. */
static inline uint64_t shift_right(const uint64_t *word, int64_t n, int64_t amount,
				   int64_t more)
{
	const int64_t at = amount + more, i = at >> 6, bit = at & 63;
	uint64_t v = i >= 0 && i < n ? word[i] >> bit : 0;

	if (bit && i + 1 >= 0 && i + 1 < n)
		v |= word[i + 1] << (64 - bit);
	return v;
}

#include "logic.c"

#define CAT2(a, b) a##b
#define CAT(a, b) CAT2(a, b)
#define FUNCTION(name) CAT(MODEL, name)
#define RESETS (1ull << 63) /* the bit of the resets in dirty[CLOCKS] */

static const struct {
	const char *name;
	unsigned int width;
	int output;
	size_t at;
} pins[] = {
#define IN 0
#define RESET IN
#define OUT 1
#define PIN(name, width, dir, domain) {#name, width, dir, offsetof(struct MODEL, pin.name)},
#include PINS_DEF
#undef PIN
#undef IN
#undef RESET
#undef OUT
};
#define PINS (sizeof(pins) / sizeof(pins[0]))

/* ---- evaluation ---- */

/* Returns whether an input that acts without a clock has changed. */
static inline int inputs_differ(const struct MODEL *m)
{
	return memcmp(&m->fast_was, &m->pin.fast_direct, sizeof(m->fast_was)) != 0;
}

/*
 * Resets act when they become active, and at each clock edge while they are active. A register
 * that is reset may be the source of another reset.
 */
static __attribute__((noinline)) void follow_resets(struct MODEL *m, uint64_t active,
						    uint64_t rising)
{
	reset_registers(m, active & ~m->fast_resets, active, rising);
	for (;;) {
		m->fast_resets = active;
		active = active_resets(m);
		if (!(active & ~m->fast_resets))
			break;
		reset_registers(m, active & ~m->fast_resets, 0, 0);
	}
	m->fast_resets = active;
	begin_anew(m);
	show_outputs(m);
}

static __attribute__((noinline)) void evaluate_with_resets(struct MODEL *m, uint64_t rising)
{
	const uint64_t active = active_resets(m);

	rise_together(m, rising);
	follow_resets(m, active, rising);
}

/* Updates the outputs and resets that depend on changed nodes. */
static __attribute__((noinline)) void follow(struct MODEL *m)
{
	if (m->fast_dirty[CLOCKS] & RESETS)
		follow_resets(m, active_resets(m), 0);
	else
		show_outputs(m);
}

/* Called if inputs that act without a clock have changed, or if a reset is active. True:
 * nothing remains to be computed. */
static __attribute__((noinline)) int look_at_inputs(struct MODEL *m, uint64_t rising)
{
	inputs_changed(m);
	if (!m->fast_resets && !(m->fast_dirty[CLOCKS] & RESETS))
		return 0;
	evaluate_with_resets(m, rising);
	return 1;
}

static inline void evaluate(struct MODEL *m)
{
	const uint64_t levels = clock_levels(m), rising = levels & ~m->fast_levels;

	m->fast_levels = levels;
	if ((inputs_differ(m) || m->fast_resets) && look_at_inputs(m, rising))
		return;
	if (rising)
		rise(m, rising);
	if (m->fast_dirty[CLOCKS])
		follow(m);
}

/* ---- interface ---- */

unsigned int FUNCTION(_api)(void)
{
	return 4;
}

const char *FUNCTION(_pin_name)(unsigned int pin)
{
	return pin < PINS ? pins[pin].name : NULL;
}

unsigned int FUNCTION(_pin_width)(unsigned int pin)
{
	return pin < PINS ? pins[pin].width : 0;
}

int FUNCTION(_pin_is_output)(unsigned int pin)
{
	return pin < PINS && pins[pin].output;
}

int FUNCTION(_find)(const char *name)
{
	for (unsigned int i = 0; i < PINS; i++)
		if (strcmp(pins[i].name, name) == 0)
			return (int)i;
	return -1;
}

struct MODEL *FUNCTION(_open)(const char *scope, uint32_t jitter)
{
	struct MODEL *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	(void)scope;
	start(m, jitter);
	inputs_changed(m);
	begin_anew(m);
	evaluate_with_resets(m, 0);
	return m;
}

void FUNCTION(_close)(struct MODEL *m)
{
	free(m);
}

int FUNCTION(_eval)(struct MODEL *m)
{
	evaluate(m);
	return 0;
}

int FUNCTION(_pulse)(struct MODEL *m, uint64_t rising)
{
	m->fast_levels = 0;
	if (inputs_differ(m)) {
		inputs_changed(m);
		if (m->fast_resets || m->fast_dirty[CLOCKS] & RESETS)
			evaluate_with_resets(m, 0);
	}
	if (m->fast_resets) {
		evaluate_with_resets(m, rising);
		return 0;
	}
	rise(m, rising);
	if (m->fast_dirty[CLOCKS])
		follow(m);
	return 0;
}

/* A netlist has no statements that read the time, print or stop the simulation. */
const char *FUNCTION(_simulator)(void)
{
	return "fast";
}

void FUNCTION(_set_time)(struct MODEL *m, uint64_t time_ps)
{
	(void)m;
	(void)time_ps;
}

void FUNCTION(_on_text)(struct MODEL *m, void (*fn)(void *arg, const char *text), void *arg)
{
	(void)m;
	(void)fn;
	(void)arg;
}

const char *FUNCTION(_stopped)(const struct MODEL *m)
{
	(void)m;
	return NULL;
}

uint64_t FUNCTION(_clock_bit)(unsigned int pin)
{
	static const char *const clocks[] = {CLOCK_NAMES};

	for (int k = 0; k < CLOCKS; k++)
		if (pin < PINS && strcmp(clocks[k], pins[pin].name) == 0)
			return 1ull << k;
	return 0;
}

void *FUNCTION(_pin_ptr)(struct MODEL *m, enum FUNCTION(_pin) pin)
{
	return (unsigned int)pin < PINS ? (char *)m + pins[pin].at : NULL;
}

void FUNCTION(_get_words)(const struct MODEL *m, enum FUNCTION(_pin) pin, uint32_t *words)
{
	const void *p = (const char *)m + pins[pin].at;
	const unsigned int w = pins[pin].width;

	if (w > 64) {
		memcpy(words, p, (w + 31) / 32 * 4);
		return;
	}
	const uint64_t v = FUNCTION(_get)(m, pin);

	words[0] = (uint32_t)v;
	if (w > 32)
		words[1] = (uint32_t)(v >> 32);
}

uint64_t FUNCTION(_get)(const struct MODEL *m, enum FUNCTION(_pin) pin)
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

void FUNCTION(_put)(struct MODEL *m, enum FUNCTION(_pin) pin, uint64_t value)
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

void FUNCTION(_put_words)(struct MODEL *m, enum FUNCTION(_pin) pin, const uint32_t *words)
{
	uint32_t *p = (uint32_t *)((char *)m + pins[pin].at);
	const unsigned int w = pins[pin].width;

	if (w <= 64) {
		FUNCTION(_put)(m, pin, w > 32 ? words[0] | (uint64_t)words[1] << 32 : words[0]);
		return;
	}
	memcpy(p, words, (w + 31) / 32 * 4);
	if (w % 32)
		p[w / 32] &= (1u << w % 32) - 1;
}

/* ---- all nets, for ci/checks/lockstep: words of at most 64 bits ---- */

unsigned int FUNCTION(_net_width)(unsigned int word)
{
	for (unsigned int i = 0, words; i < NETS; i++, word -= words) {
		words = (unsigned int)(net_width[i] + 63) / 64;
		if (word < words)
			return word + 1 < words || net_width[i] % 64 == 0
				       ? 64
				       : (unsigned int)net_width[i] % 64;
	}
	return 0;
}

void FUNCTION(_net_values)(const struct MODEL *m, uint64_t *values)
{
	net_values(m, values);
}

/* ---- functions that only Verilator's models have ---- */

int FUNCTION(_wave_open)(struct MODEL *m, const char *path)
{
	(void)m;
	(void)path;
	return -ENOTSUP;
}

void FUNCTION(_wave_dump)(struct MODEL *m, uint64_t time_ps)
{
	(void)m;
	(void)time_ps;
}

int FUNCTION(_wave_close)(struct MODEL *m)
{
	(void)m;
	return 0;
}

int FUNCTION(_coverage_write)(struct MODEL *m, const char *path)
{
	(void)m;
	(void)path;
	return -1;
}
