// SPDX-License-Identifier: Apache-2.0
// The C interface of a compiled model: the only C++ of the project, shared by all
// tops. MODEL is the model's name, PINS_DEF its pin list; the interface is described
// in the generated header.
#include <cstring>
#include <memory>
#include <new>
#include <string>

#include "verilated.h"
#include "verilated_fst_c.h"
#if VM_COVERAGE
#include "verilated_cov.h"
#endif

#define CAT2(a, b) a##b
#define CAT(a, b) CAT2(a, b)
#define STR2(x) #x
#define STR(x) STR2(x)
#define F(name) CAT(MODEL, name)
#define CLASS CAT(V, MODEL)
#include MODEL_H
#include CLASS_H

namespace
{
constexpr bool IN = false, RESET = IN, OUT = true;
struct info {
	const char *name;
	unsigned int width;
	bool output;
};
const info pins[] = {
#define PIN(name, width, dir, domain) { #name, width, dir },
#include PINS_DEF
#undef PIN
};
constexpr unsigned int npins = sizeof(pins) / sizeof(pins[0]);
} // namespace

struct MODEL {
	VerilatedContext ctx;
	std::unique_ptr<CLASS> top;
	std::unique_ptr<VerilatedFstC> wave;
	void *ptr[npins];
};

extern "C" {
unsigned int F(_api)(void)
{
	return 4;
}

const char *F(_pin_name)(unsigned int pin)
{
	return pin < npins ? pins[pin].name : nullptr;
}

unsigned int F(_pin_width)(unsigned int pin)
{
	return pin < npins ? pins[pin].width : 0;
}

int F(_pin_is_output)(unsigned int pin)
{
	return pin < npins && pins[pin].output;
}

int F(_find)(const char *name)
{
	for (unsigned int i = 0; i < npins; i++)
		if (std::strcmp(pins[i].name, name) == 0)
			return (int)i;
	return -1;
}

struct MODEL *F(_open)(const char *scope, uint32_t jitter)
try {
	auto m = std::make_unique<struct MODEL>();
	const std::string seed = "+jitter=" + std::to_string(jitter);
	const char *argv[] = { STR(MODEL), seed.c_str() };
	m->ctx.commandArgs(2, argv);
	// $value$plusargs, at the first evaluation, looks in the thread's context
	Verilated::threadContextp(&m->ctx);
	m->ctx.traceEverOn(true);
	m->ctx.randSeed((int)(jitter & 0x7fffffff) | 1);
	m->top.reset(new CLASS(&m->ctx, scope ? scope : "tb"));
	unsigned int i = 0;
#define PIN(name, width, dir, domain) m->ptr[i++] = &m->top->name;
#include PINS_DEF
#undef PIN
	m->top->eval(); // so that the first rise of a clock is an edge
	return m.release();
} catch (const std::bad_alloc &) {
	return nullptr;
}

void F(_close)(struct MODEL *m)
{
	if (!m)
		return;
	F(_wave_close)(m);
	m->top->final();
	delete m;
}

void F(_eval)(struct MODEL *m)
{
	m->top->eval();
}

void *F(_pin_ptr)(struct MODEL *m, enum F(_pin) pin)
{
	return (unsigned int)pin < npins ? m->ptr[pin] : nullptr;
}

uint64_t F(_get)(const struct MODEL *m, enum F(_pin) pin)
{
	const void *p = m->ptr[pin];
	const unsigned int w = pins[pin].width;

	if (w <= 8)
		return *static_cast<const CData *>(p);
	if (w <= 16)
		return *static_cast<const SData *>(p);
	if (w <= 32)
		return *static_cast<const IData *>(p);
	if (w <= 64)
		return *static_cast<const QData *>(p);
	const EData *words = static_cast<const EData *>(p);
	return words[0] | (uint64_t)words[1] << 32;
}

void F(_put)(struct MODEL *m, enum F(_pin) pin, uint64_t value)
{
	void *p = m->ptr[pin];
	const unsigned int w = pins[pin].width;

	if (w < 64)
		value &= ((uint64_t)1 << w) - 1;
	if (w <= 8)
		*static_cast<CData *>(p) = (CData)value;
	else if (w <= 16)
		*static_cast<SData *>(p) = (SData)value;
	else if (w <= 32)
		*static_cast<IData *>(p) = (IData)value;
	else if (w <= 64)
		*static_cast<QData *>(p) = value;
	else {
		const uint32_t words[2] = { (uint32_t)value, (uint32_t)(value >> 32) };
		std::memset(p, 0, (w + 31) / 32 * 4);
		std::memcpy(p, words, sizeof(words));
	}
}

void F(_get_words)(const struct MODEL *m, enum F(_pin) pin, uint32_t *words)
{
	const unsigned int w = pins[pin].width;

	if (w > 64) {
		std::memcpy(words, m->ptr[pin], (w + 31) / 32 * 4);
		return;
	}
	const uint64_t v = F(_get)(m, pin);
	words[0] = (uint32_t)v;
	if (w > 32)
		words[1] = (uint32_t)(v >> 32);
}

void F(_put_words)(struct MODEL *m, enum F(_pin) pin, const uint32_t *words)
{
	const unsigned int w = pins[pin].width;

	if (w > 64) {
		std::memcpy(m->ptr[pin], words, (w + 31) / 32 * 4);
		if (w % 32)
			static_cast<uint32_t *>(m->ptr[pin])[w / 32] &= (1u << w % 32) - 1;
		return;
	}
	F(_put)(m, pin, w > 32 ? words[0] | (uint64_t)words[1] << 32 : words[0]);
}

int F(_wave_open)(struct MODEL *m, const char *path)
{
	F(_wave_close)(m);
	if (!m->wave) {
		m->wave = std::make_unique<VerilatedFstC>();
		m->top->trace(m->wave.get(), 99);
	}
	m->wave->open(path);
	return m->wave->isOpen() ? 0 : -1;
}

void F(_wave_dump)(struct MODEL *m, uint64_t time_ps)
{
	if (m->wave && m->wave->isOpen())
		m->wave->dump(time_ps);
}

void F(_wave_close)(struct MODEL *m)
{
	if (m->wave && m->wave->isOpen())
		m->wave->close();
}

int F(_coverage_write)(struct MODEL *m, const char *path)
{
#if VM_COVERAGE
	m->ctx.coveragep()->write(path);
	return 0;
#else
	(void)m;
	(void)path;
	return -1;
#endif
}
}
