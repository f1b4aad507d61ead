/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the C interface that is the same for all models: model_runtime.cpp, compiled
 * once. model_shim.cpp describes a model to it. The functions act as those of the generated
 * header. */
#ifndef MODEL_RUNTIME_H
#define MODEL_RUNTIME_H

#include "model_headers.h"

#ifdef MODEL_VCD
using wave_writer = VerilatedVcdC;
#else
using wave_writer = VerilatedFstC;
#endif

enum tally_direction { TALLY_IN, TALLY_OUT, TALLY_RESET };
struct tally_pin {
	const char *name;
	unsigned int width;
	tally_direction dir;
	const char *domain;
};

// The domain of a clock pin is its frequency.
constexpr bool tally_is_clock(const tally_pin &pin)
{
	return pin.domain[0] >= '0' && pin.domain[0] <= '9';
}

// Flip-flops act at the edges of these inputs.
constexpr bool tally_has_edges(const tally_pin &pin)
{
	return pin.dir == TALLY_RESET || tally_is_clock(pin);
}

// A model; @top is an object of the class that Verilator made.
struct tally_model {
	const char *name;
	const tally_pin *pins;
	unsigned int npins;
	// Creates an object, and stores the addresses of its pins in @ptr.
	void *(*create)(VerilatedContext *ctx, const char *scope, void **ptr);
	void (*destroy)(void *top);
	void (*eval)(void *top);
	void (*eval_inside)(void *top); // the function that eval() calls, if it is known
	void (*final)(void *top);
	void (*trace)(void *top, wave_writer *wave);
};

struct tally_instance;

int tally_find(const tally_model *model, const char *name);
uint64_t tally_clock_bit(const tally_model *model, unsigned int pin);
tally_instance *tally_open(const tally_model *model, const char *scope, uint32_t jitter);
void tally_close(tally_instance *m);
int tally_eval(tally_instance *m);
int tally_pulse(tally_instance *m, uint64_t rising);
void tally_set_time(tally_instance *m, uint64_t time_ps);
void tally_on_text(tally_instance *m, void (*fn)(void *arg, const char *text), void *arg);
const char *tally_stopped(const tally_instance *m);
void *tally_pin_ptr(tally_instance *m, unsigned int pin);
uint64_t tally_get(const tally_instance *m, unsigned int pin);
void tally_put(tally_instance *m, unsigned int pin, uint64_t value);
void tally_get_words(const tally_instance *m, unsigned int pin, uint32_t *words);
void tally_put_words(tally_instance *m, unsigned int pin, const uint32_t *words);
int tally_wave_open(tally_instance *m, const char *path);
void tally_wave_dump(tally_instance *m, uint64_t time_ps);
int tally_wave_close(tally_instance *m);
int tally_coverage_write(tally_instance *m, const char *path);

#endif
