/* SPDX-License-Identifier: Apache-2.0 */
/* The backend for compiled models, which are loaded when a simulation is opened. */
#include "backend.h"
#include "model.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run {
	struct model m;
	void *instance;
};

/* Prints to standard error, because standard output carries the data of a tool. */
static void print_text(void *arg, const char *text)
{
	(void)arg;
	fputs(text, stderr);
}

static void *v_open(const char *model, uint32_t jitter, struct evaluate *eval)
{
	struct run *r = calloc(1, sizeof(*r));
	char error[512];

	if (!r)
		return NULL;
	if (!model_load(&r->m, model, error, sizeof(error))) {
		fprintf(stderr, "the model %s does not load: %s\n", model, error);
		free(r);
		errno = ELIBACC;
		return NULL;
	}
	r->instance = r->m.open("tb", jitter);
	if (!r->instance) {
		free(r);
		return NULL;
	}
	r->m.on_text(r->instance, print_text, NULL);
	*eval = (struct evaluate){r->m.eval, r->m.pulse, r->m.set_time, r->instance};
	return r;
}

static void v_close(void *b)
{
	struct run *r = b;

	r->m.close(r->instance);
	free(r);
}

static const char *v_simulator(void *b)
{
	struct run *r = b;

	return r->m.simulator();
}

static const char *v_stopped(void *b)
{
	struct run *r = b;

	return r->m.stopped(r->instance);
}

static bool v_pin(void *b, const char *name, struct sim_pin *p)
{
	struct run *r = b;
	const int n = r->m.find(name);

	if (n < 0 || r->m.pin_width((unsigned int)n) > 64)
		return false;
	p->width = r->m.pin_width((unsigned int)n);
	p->bytes = p->width <= 8 ? 1 : p->width <= 16 ? 2 : p->width <= 32 ? 4 : 8;
	p->output = r->m.pin_is_output((unsigned int)n);
	p->pulse = r->m.clock_bit((unsigned int)n);
	p->ptr = r->m.pin_ptr(r->instance, (unsigned int)n);
	return true;
}

/* Gives the dump its final name if it is complete. */
static bool v_wave_close(void *b)
{
	struct run *r = b;

	errno = -r->m.wave_close(r->instance);
	return !errno;
}

static bool v_wave_open(void *b, const char *path)
{
	struct run *r = b;

	errno = -r->m.wave_open(r->instance, path);
	return !errno;
}

static void v_wave_dump(void *b, sim_time now)
{
	struct run *r = b;

	r->m.wave_dump(r->instance, now);
}

static bool v_coverage(void *b, const char *path)
{
	struct run *r = b;

	return r->m.coverage_write(r->instance, path) == 0;
}

const struct backend sim_backend = {
	.name = "verilator",
	.open = v_open,
	.close = v_close,
	.simulator = v_simulator,
	.stopped = v_stopped,
	.pin = v_pin,
	.wave_open = v_wave_open,
	.wave_dump = v_wave_dump,
	.wave_close = v_wave_close,
	.coverage = v_coverage,
};
