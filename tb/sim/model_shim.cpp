// SPDX-License-Identifier: Apache-2.0
// The C interface of a compiled model. MODEL is the model's name, PINS_DEF its pin list; the
// interface is described in the generated header. Compiled for each model: what is the same for
// all of them is in model_runtime.cpp.
#include "model_runtime.h"

#define CAT2(a, b) a##b
#define CAT(a, b) CAT2(a, b)
#define STR2(x) #x
#define STR(x) STR2(x)
#define F(name) CAT(MODEL, name)
#define CLASS CAT(V, MODEL)
#include MODEL_H
#include CLASS_H

// The function that eval() of the model's class calls. If a release of Verilator gives it
// another name, the shim calls eval(), which costs a few per cent more.
#define ROOT CAT(CLASS, ___024root)
#ifdef MODEL_PLAIN_EVAL
#define ROOT_EVAL CAT(no_, ROOT)
#else
#define ROOT_EVAL CAT(ROOT, ___eval)
#endif
class ROOT;
__attribute__((weak)) void ROOT_EVAL(ROOT *);

namespace
{
constexpr tally_pin pins[] = {
#define PIN(name, width, dir, domain) {#name, width, TALLY_##dir, #domain},
#include PINS_DEF
#undef PIN
};
constexpr unsigned int npins = sizeof(pins) / sizeof(pins[0]);

constexpr bool edges_are_bits()
{
	for (const tally_pin &pin : pins)
		if (tally_has_edges(pin) && pin.width != 1)
			return false;
	return true;
}
static_assert(edges_are_bits(), "clocks and resets have one bit");

CLASS *class_of(void *top)
{
	return static_cast<CLASS *>(top);
}

void *create(VerilatedContext *ctx, const char *scope, void **ptr)
{
	auto *top = new CLASS(ctx, scope);

#define PIN(name, width, dir, domain) *ptr++ = &top->name;
#include PINS_DEF
#undef PIN
	return top;
}

void destroy(void *top)
{
	delete class_of(top);
}

void eval(void *top)
{
	class_of(top)->eval();
}

void eval_inside(void *top)
{
	if (ROOT_EVAL)
		ROOT_EVAL(class_of(top)->rootp);
	else
		eval(top);
}

void final(void *top)
{
	class_of(top)->final();
}

void trace(void *top, wave_writer *wave)
{
	class_of(top)->trace(wave, 99);
}

constexpr tally_model model = {STR(MODEL), pins,	npins, create, destroy,
			       eval,	   eval_inside, final, trace};

tally_instance *of(struct MODEL *m)
{
	return reinterpret_cast<tally_instance *>(m);
}

const tally_instance *of(const struct MODEL *m)
{
	return reinterpret_cast<const tally_instance *>(m);
}
} // namespace

extern "C" {
unsigned int F(_api)(void)
{
	return 5;
}

const char *F(_simulator)(void)
{
	return "verilator " VERILATOR_RELEASE;
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
	return pin < npins && pins[pin].dir == TALLY_OUT;
}

int F(_find)(const char *name)
{
	return tally_find(&model, name);
}

struct MODEL *F(_open)(const char *scope, uint32_t jitter)
{
	return reinterpret_cast<struct MODEL *>(tally_open(&model, scope, jitter));
}

void F(_close)(struct MODEL *m)
{
	tally_close(of(m));
}

void F(_set_time)(struct MODEL *m, uint64_t time_ps)
{
	tally_set_time(of(m), time_ps);
}

void F(_on_text)(struct MODEL *m, void (*fn)(void *arg, const char *text), void *arg)
{
	tally_on_text(of(m), fn, arg);
}

const char *F(_stopped)(const struct MODEL *m)
{
	return tally_stopped(of(m));
}

int F(_eval)(struct MODEL *m)
{
	return tally_eval(of(m));
}

uint64_t F(_clock_bit)(unsigned int pin)
{
	return tally_clock_bit(&model, pin);
}

int F(_pulse)(struct MODEL *m, uint64_t rising)
{
	return tally_pulse(of(m), rising);
}

void *F(_pin_ptr)(struct MODEL *m, enum F(_pin) pin)
{
	return tally_pin_ptr(of(m), pin);
}

uint64_t F(_get)(const struct MODEL *m, enum F(_pin) pin)
{
	return tally_get(of(m), pin);
}

void F(_put)(struct MODEL *m, enum F(_pin) pin, uint64_t value)
{
	tally_put(of(m), pin, value);
}

void F(_get_words)(const struct MODEL *m, enum F(_pin) pin, uint32_t *words)
{
	tally_get_words(of(m), pin, words);
}

void F(_put_words)(struct MODEL *m, enum F(_pin) pin, const uint32_t *words)
{
	tally_put_words(of(m), pin, words);
}

int F(_wave_open)(struct MODEL *m, const char *path)
{
	return tally_wave_open(of(m), path);
}

void F(_wave_dump)(struct MODEL *m, uint64_t time_ps)
{
	tally_wave_dump(of(m), time_ps);
}

int F(_wave_close)(struct MODEL *m)
{
	return tally_wave_close(of(m));
}

int F(_coverage_write)(struct MODEL *m, const char *path)
{
	return tally_coverage_write(of(m), path);
}
}
