/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The C interface of a fast model around its logic (logic.c, made by netlist fast, which the
 * include path leads to). MODEL is the model's name, MODULE that of the Verilog module,
 * PINS_DEF its pin list; the interface is described in the generated header.
 */
#include MODEL_H
#include <inttypes.h>
#include <stddef.h>
#include <errno.h>
#include <stdio.h>
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
static inline uint64_t shift_right(const uint64_t *word, int64_t n, int64_t amount,
				   int64_t more)
{
	const int64_t at = amount + more, i = at >> 6, bit = at & 63;
	uint64_t v = i >= 0 && i < n ? word[i] >> bit : 0;

	if (bit && i + 1 >= 0 && i + 1 < n)
		v |= word[i + 1] << (64 - bit);
	return v;
}

struct wave_net {
	const char *name; /* "instance.instance.net" */
	int width;
};

#include "logic.c"

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

/* Whether an input that acts without a clock has changed. */
static inline int inputs_differ(const struct MODEL *m)
{
	return memcmp(&m->fast_was, &m->pin.fast_direct, sizeof(m->fast_was)) != 0;
}

/*
 * Resets act when they become active, and at a clock edge while they are. A register that is
 * reset may be the source of another reset.
 */
static __attribute__((noinline)) void follow_resets(struct MODEL *m, uint64_t active,
						    uint64_t rising)
{
	sync_counters(m);
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

/* Outputs and resets follow what has changed. */
static __attribute__((noinline)) void follow(struct MODEL *m)
{
	if (m->fast_dirty[CLOCKS] & RESETS)
		follow_resets(m, active_resets(m), 0);
	else
		show_outputs(m);
}

/* Inputs that act without a clock have changed, or a reset is active. True: all is done. */
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

	if (!m)
		return NULL;
	m->fast_scope = scope ? scope : "tb"; /* for the life of the instance */
	start(m, jitter);
	inputs_changed(m);
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

/* For the harness: these clocks rise, after what inputs do without a clock, and fall. The
 * clock pins are 0. */
void F(_pulse)(struct MODEL *m, uint64_t rising)
{
	m->fast_levels = 0;
	if (inputs_differ(m)) {
		inputs_changed(m);
		if (m->fast_resets || m->fast_dirty[CLOCKS] & RESETS)
			evaluate_with_resets(m, 0);
	}
	if (m->fast_resets) {
		evaluate_with_resets(m, rising);
		return;
	}
	rise(m, rising);
	if (m->fast_dirty[CLOCKS])
		follow(m);
}

/* The bit of a clock in the argument of _pulse; 0: no clock. */
uint64_t F(_pulse_bit)(unsigned int pin)
{
	static const char *const clocks[] = {CLOCK_NAMES};

	for (int k = 0; k < CLOCKS; k++)
		if (pin < PINS && strcmp(clocks[k], pins[pin].name) == 0)
			return 1ull << k;
	return 0;
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

/* ---- all nets, for ci/lockstep: words of at most 64 bits ---- */

unsigned int F(_net_width)(unsigned int word)
{
	for (unsigned int i = 0, words; i < WAVE_NETS; i++, word -= words) {
		words = (unsigned int)(wave_nets[i].width + 63) / 64;
		if (word < words)
			return word + 1 < words || wave_nets[i].width % 64 == 0
				       ? 64
				       : (unsigned int)wave_nets[i].width % 64;
	}
	return 0;
}

/* A counter that is predicted shows an old value: to look must change nothing. */
void F(_net_values)(const struct MODEL *m, uint64_t *values)
{
	wave_values(m, values);
}

/* ---- waves: VCD ---- */

struct wave {
	FILE *f;
	char *path;
	int err;    /* errno of the first write that failed, or 0 */
	int dumped; /* before, so that changes are enough */
	uint64_t value[2][WAVE_WORDS];
};

/* The short name of a net in the file. */
static const char *vcd_id(int net)
{
	static const char digits[] =
		"!#$%&()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ^_abcdefghi";
	const int base = sizeof(digits) - 1;
	static __thread char id[6];
	char *p = id + sizeof(id) - 1;

	do {
		*--p = digits[net % base];
		net /= base;
	} while (net);
	return p;
}

static void declare_nets(FILE *f)
{
	const char *last = "";

	for (int i = 0; i < WAVE_NETS; i++) {
		const char *name = wave_nets[i].name, *dot;
		size_t same = 0;

		/* leave the scopes that this name does not share, enter its own */
		for (size_t k = 0; name[k] && name[k] == last[k]; k++)
			if (name[k] == '.')
				same = k + 1;
		for (const char *p = last + same; (p = strchr(p, '.')); p++)
			fprintf(f, "$upscope $end\n");
		for (last = name, name += same; (dot = strchr(name, '.')); name = dot + 1)
			fprintf(f, "$scope module %.*s $end\n", (int)(dot - name), name);
		if (wave_nets[i].width > 1)
			fprintf(f, "$var wire %d %s %s [%d:0] $end\n", wave_nets[i].width,
				vcd_id(i), name, wave_nets[i].width - 1);
		else
			fprintf(f, "$var wire 1 %s %s $end\n", vcd_id(i), name);
	}
	for (const char *p = last; (p = strchr(p, '.')); p++)
		fprintf(f, "$upscope $end\n");
}

int F(_wave_open)(struct MODEL *m, const char *path)
{
	F(_wave_close)(m);
	m->fast_wave = calloc(1, sizeof(*m->fast_wave));
	if (m->fast_wave && (m->fast_wave->path = strdup(path)))
		m->fast_wave->f = fopen(path, "w");
	if (!m->fast_wave || !m->fast_wave->f) {
		if (m->fast_wave)
			free(m->fast_wave->path);
		free(m->fast_wave);
		m->fast_wave = NULL;
		return -1;
	}
	fprintf(m->fast_wave->f,
		"$timescale 1ps $end\n$scope module %s $end\n$scope module %s $end\n",
		m->fast_scope, MODULE);
	declare_nets(m->fast_wave->f);
	fprintf(m->fast_wave->f, "$upscope $end\n$upscope $end\n$enddefinitions $end\n");
	return 0;
}

void F(_wave_dump)(struct MODEL *m, uint64_t time_ps)
{
	struct wave *w = m->fast_wave;
	uint64_t *now, *was;
	int timed = 0;

	if (!w || w->err)
		return;
	errno = 0;
	now = w->value[0];
	was = w->value[1];
	sync_counters(m);
	wave_values(m, now);
	for (int i = 0, at = 0; i < WAVE_NETS; i++) {
		const int words = (wave_nets[i].width + 63) / 64;

		if (!w->dumped ||
		    memcmp(now + at, was + at, (size_t)words * sizeof(*now)) != 0) {
			if (!timed++)
				fprintf(w->f, "#%" PRIu64 "\n", time_ps);
			if (wave_nets[i].width > 1)
				putc('b', w->f);
			for (int bit = wave_nets[i].width; bit--;)
				putc('0' + (int)(now[at + bit / 64] >> bit % 64 & 1), w->f);
			fprintf(w->f, "%s%s\n", wave_nets[i].width > 1 ? " " : "", vcd_id(i));
		}
		at += words;
	}
	memcpy(was, now, sizeof(w->value[0]));
	w->dumped = 1;
	if (ferror(w->f))
		w->err = errno ? errno : EIO;
}

/* A dump that could not be written whole is removed, and errno says why. */
void F(_wave_close)(struct MODEL *m)
{
	struct wave *w = m->fast_wave;

	if (!w)
		return;
	m->fast_wave = NULL;
	errno = 0;
	if (fclose(w->f) && !w->err)
		w->err = errno ? errno : EIO;
	if (w->err)
		remove(w->path);
	if (w->err)
		errno = w->err;
	free(w->path);
	free(w);
}

int F(_coverage_write)(struct MODEL *m, const char *path)
{
	(void)m;
	(void)path;
	return -1;
}
