/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BACKEND_H
#define BACKEND_H
/* Interface between the harness and a simulator. Clocks, timers, seeds and the verdict belong
 * to the harness. */
#include "sim.h"

/* Functions that evaluate the design. They return when all outputs are stable. */
struct evaluate {
	/* Returns 1 once a statement of the Verilog has stopped the simulation, else 0. */
	int (*all)(void *arg);
	/* Evaluates the effect of changed inputs, then a pulse on the clocks in @rising (bits
	 * of sim_pin.pulse); the pins of these clocks read 0 afterwards. Returns as all() does.
	 * NULL: the harness puts the clocks to 1 and to 0 around all(). */
	int (*pulse)(void *arg, uint64_t rising);
	/* Optional: sets the time of the next evaluation, which $time returns. */
	void (*set_time)(void *arg, uint64_t time_ps);
	void *arg;
};

struct backend {
	const char *name; /* "verilator" or "icarus" */
	/* Opens a simulation of parameter set @model ("surfboard"). NULL: there is no such
	 * model. */
	void *(*open)(const char *model, uint32_t jitter, struct evaluate *eval);
	void (*close)(void *b);
	/* Name and version of the simulator: "verilator 5.006", "fast" or "icarus 11.0". */
	const char *(*simulator)(void *b);
	/* The statement that stopped the simulation: "file:line: what"; NULL: none. */
	const char *(*stopped)(void *b);
	/* Fills in ptr, bytes, width, output and backend; false: no such pin. */
	bool (*pin)(void *b, const char *name, struct sim_pin *p);
	/* Called after the harness has changed the value at p->ptr. */
	void (*put)(struct sim_pin *p);		      /* NULL: nothing to do */
	void (*advance)(void *b, sim_time now);	      /* NULL: the simulator keeps no time */
	bool (*wave_open)(void *b, const char *path); /* false: errno gives the reason */
	void (*wave_dump)(void *b, sim_time now);     /* NULL: the simulator dumps by itself */
	/* False: the dump is incomplete and was removed; errno gives the reason. */
	bool (*wave_close)(void *b);
	/* Writes the coverage of the run. NULL: not supported. */
	bool (*coverage)(void *b, const char *path);
};

extern const struct backend sim_backend;

/* Runs a test program, called by main() or by the VPI start-up. Returns the exit
 * status. */
int sim_main(int argc, char **argv);

#endif
