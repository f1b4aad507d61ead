/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BACKEND_H
#define BACKEND_H
/* What a simulator does for the harness. Clocks, timers, seeds and verdict are above. */
#include "sim.h"

/* How to evaluate. Each returns when all is stable. Sets of clocks: of sim_pin.clock. */
struct evaluate {
	void (*all)(void *arg); /* any pin may have changed */
	/* These clocks rise; since the last evaluation nothing has changed but sampled pins,
	 * or, with @changed, any input. NULL: every edge is to be put and evaluated. */
	void (*rise)(void *arg, unsigned int clocks, bool changed);
	void (*level)(void *arg,
		      unsigned int clocks); /* clock pins after rises: these are high */
	void *arg;
};

struct backend {
	const char *name; /* "verilator" or "icarus" */
	/* A simulation of parameter set @model ("surfboard"); NULL: no such model. @exact:
	 * without short cuts. */
	void *(*open)(const char *model, uint32_t jitter, bool exact, struct evaluate *eval);
	void (*close)(void *b);
	/* Fills in ptr, bytes, width, output, sampled, clock and backend; false: no such pin.
	 */
	bool (*pin)(void *b, const char *name, struct sim_pin *p);
	/* The value at p->ptr has been changed by the harness. */
	void (*put)(struct sim_pin *p);		/* NULL: nothing to do */
	void (*advance)(void *b, sim_time now); /* NULL: time is the harness's alone */
	bool (*wave_open)(void *b, const char *path);
	void (*wave_dump)(void *b, sim_time now); /* NULL: dumps by itself */
	void (*wave_close)(void *b);
	/* Writes what the run has covered. NULL: cannot. */
	bool (*coverage)(void *b, const char *path);
};

extern const struct backend sim_backend;

/* What a test program is told, by main() or by the VPI start-up. Returns the exit
 * status. */
int sim_main(int argc, char **argv);

#endif
