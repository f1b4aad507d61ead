/* SPDX-License-Identifier: Apache-2.0 */
#ifndef INTERNAL_H
#define INTERNAL_H
/* Internal state of a simulation, private to the files of the harness. */
#include "backend.h"
#include "event_heap.h"
#include "sim.h"

#define SIM_CLOCKS 16
#define SIM_WAITS 8
#define SIM_INSTANTS 256 /* a power of two */

struct pin_list {
	struct sim_pin pin;
	struct pin_list *next;
};

struct cleanup {
	sim_fn *fn;
	void *arg;
	struct cleanup *next;
};

struct instant;

struct sim {
	sim_time now, limit; /* now: see sim_now() */
	void *b;	     /* the backend's handle */
	const char *model;
	struct evaluate eval;
	bool dirty; /* an input has changed since the last evaluation */
	bool wave_on, failed;
	int stopped;		/* a statement of the Verilog has stopped the simulation */
	const char *place_file; /* see sim_place() */
	int place_line;
	sim_failure_fn *on_failure; /* NULL, or see sim_on_failure() */
	void *on_failure_arg;
	bool fold;  /* see choose_folding() */
	bool slow;  /* each instant needs more work than edges and timers */
	bool quick; /* not slow, and few clocks */
	uint64_t evals;
	struct sim_clock *clocks[SIM_CLOCKS];
	unsigned int nclocks;
	sim_time next[SIM_CLOCKS]; /* time of each clock's next edge */
	sim_time next_timer;
	/* sets of clocks, one bit per clock */
	unsigned int level;	    /* clocks that should be high */
	unsigned int without_falls; /* clocks whose falls no callback needs */
	unsigned int locked;	    /* clocks locked to a parent */
	unsigned int due, rising;   /* clocks with an edge at this instant, and those of them
				     * that rise */
	struct instant *instants[SIM_INSTANTS], *prepared;
	struct event_heap timers;
	bool wait_flags[SIM_WAITS]; /* one for each nested wait: callbacks may wait, too */
	unsigned int wait_depth;
	struct pin_list *pins;
	struct sim_pin *x_pin;
	struct cleanup *cleanups;
	uint64_t seed, rnd[4];
	uint64_t checks, digest, length;
	unsigned int length_percent;
	bool as_icarus; /* with Verilator, too: see sim_is_icarus() */
	/* whether the test has asked for the simulator, and for a length that depends on it */
	bool asked, own_length;
	/* snapshots (snapshot.c): time of the next one, and the functions that take it, and
	 * that are called when the test fails */
	struct sim_snapshots *snapshots;
	sim_time snapshot_at;
	void (*take_snapshot)(struct sim *), (*wake_snapshot)(struct sim *);
};

/* Default model of the program's board, for tests that name no model. */
extern const char sim_default_model[];

struct sim *sim_open_(const char *model, uint32_t jitter);
void sim_close_(struct sim *s);
void sim_seed_(struct sim *s, uint64_t seed);
bool sim_wave_(struct sim *s, const char *path);
void sim_cleanup_(struct sim *s);
/* Takes a snapshot every @distance; when the test fails, the one before the last goes on with
 * the waves dumped to @wave. Only under Verilator; other programs do not have it. */
bool sim_snapshots(struct sim *s, sim_time distance, const char *wave) __attribute__((weak));
void sim_snapshots_at_(struct sim *s, sim_time first, void (*take)(struct sim *),
		       void (*wake)(struct sim *));
/* Fails the test if a statement of the Verilog has stopped the simulation. */
void sim_check_stopped_(struct sim *s);

#endif
