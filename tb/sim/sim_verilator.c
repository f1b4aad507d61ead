/* SPDX-License-Identifier: Apache-2.0 */
/* Verilator: compiled models, loaded when a simulation is opened. */
#include "backend.h"
#include "model.h"
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct run {
	struct model m;
	void *instance;
	char fst[4096]; /* what an open dump in VCD is to become, or "" */
};

extern char **environ;

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
	if (!r->m.pulse_bit)
		r->m.pulse = NULL;
	*eval = (struct evaluate){r->m.eval, r->m.pulse, r->instance};
	return r;
}

static void v_close(void *b)
{
	struct run *r = b;

	r->m.close(r->instance);
	free(r);
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
	p->pulse = r->m.pulse_bit ? r->m.pulse_bit((unsigned int)n) : 0;
	p->ptr = r->m.pin_ptr(r->instance, (unsigned int)n);
	return true;
}

static bool ends_in(const char *s, const char *end)
{
	return strlen(s) >= strlen(end) && strcmp(s + strlen(s) - strlen(end), end) == 0;
}

static void v_wave_close(void *b)
{
	struct run *r = b;
	char vcd[sizeof(r->fst) + 4];
	pid_t pid;
	int status;

	r->m.wave_close(r->instance);
	if (!*r->fst)
		return;
	snprintf(vcd, sizeof(vcd), "%s.vcd", r->fst);
	if (posix_spawnp(&pid, "vcd2fst", NULL, NULL,
			 (char *[]){"vcd2fst", "-v", vcd, "-f", r->fst, NULL}, environ) != 0 ||
	    waitpid(pid, &status, 0) != pid || status != 0)
		fprintf(stderr, "vcd2fst (package gtkwave) is needed for %s; the dump is %s\n",
			r->fst, vcd);
	else
		unlink(vcd);
	*r->fst = 0;
}

/* Fast models write VCD, which is converted when the dump ends. */
static bool v_wave_open(void *b, const char *path)
{
	struct run *r = b;
	char vcd[sizeof(r->fst) + 4];

	if (*r->fst)
		v_wave_close(b);
	if (!r->m.writes_vcd || !ends_in(path, ".fst"))
		return r->m.wave_open(r->instance, path) == 0;
	if (strlen(path) >= sizeof(r->fst))
		return false;
	snprintf(vcd, sizeof(vcd), "%s.vcd", path);
	if (r->m.wave_open(r->instance, vcd) != 0)
		return false;
	snprintf(r->fst, sizeof(r->fst), "%s", path);
	return true;
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
	.pin = v_pin,
	.wave_open = v_wave_open,
	.wave_dump = v_wave_dump,
	.wave_close = v_wave_close,
	.coverage = v_coverage,
};
