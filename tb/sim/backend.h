/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BACKEND_H
#define BACKEND_H
/* What a simulator does for the harness. Clocks, timers, seeds and verdict are above. */
#include "sim.h"

/* How to evaluate: returns when all outputs are stable. */
struct evaluate {
	void (*all)(void *arg);
	/* Or NULL: clocks rise, after what inputs do without a clock, and fall unseen; their
	 * pins stay 0. @rising: of struct sim_pin. */
	void (*pulse)(void *arg, uint64_t rising);
	void *arg;
};

struct backend {
	const char *name; /* "verilator" or "icarus" */
	/* A simulation of parameter set @model ("surfboard"); NULL: no such model. */
	void *(*open)(const char *model, uint32_t jitter, struct evaluate *eval);
	void (*close)(void *b);
	/* Fills in ptr, bytes, width, output and backend; false: no such pin. */
	bool (*pin)(void *b, const char *name, struct sim_pin *p);
	/* The value at p->ptr has been changed by the harness. */
	void (*put)(struct sim_pin *p);		      /* NULL: nothing to do */
	void (*advance)(void *b, sim_time now);	      /* NULL: time is the harness's alone */
	bool (*wave_open)(void *b, const char *path); /* false: errno says why */
	void (*wave_dump)(void *b, sim_time now);     /* NULL: dumps by itself */
	/* False: the dump could not be written whole and was removed; errno says why. */
	bool (*wave_close)(void *b);
	/* Writes what the run has covered. NULL: cannot. */
	bool (*coverage)(void *b, const char *path);
};

extern const struct backend sim_backend;

/* Runs a test program, called by main() or by the VPI start-up. Returns the exit
 * status. */
int sim_main(int argc, char **argv);

#endif
