/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SIM_H
#define SIM_H
/*
 * Simulation harness: one simulated design, its clocks and pins, and the verdict.
 *
 * The same testbench source runs on Verilator (in process) and on Icarus
 * Verilog (as a VPI module). A test is straight-line code that waits; devices
 * and checkers are callbacks on clock edges or at a time.
 *
 * At a clock edge the harness performs, in this order:
 *   1. SIM_BEFORE_RISE / SIM_BEFORE_FALL callbacks: pins have their values before the edge;
 *   2. the clock pins change and the design is evaluated;
 *   3. SIM_RISE / SIM_FALL callbacks: outputs are those after the edge.
 * A pin put by a callback or by the test takes effect at the same instant,
 * after the edge; combinational outputs follow at the next sim_settle() or at
 * the next edge, whichever is first.
 */
#include "../../sw/tests/each.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t sim_time; /* picoseconds */
#define SIM_PS(n) ((sim_time)(n))
#define SIM_NS(n) ((sim_time)(n)*1000u)
#define SIM_US(n) ((sim_time)(n)*1000000u)
#define SIM_MS(n) ((sim_time)(n)*1000000000u)

struct sim;
struct sim_clock;

/* A pin of up to 64 bits. Use sim_get() and sim_put(). */
struct sim_pin {
	void *ptr;	    /* address of the value */
	unsigned int bytes; /* 1, 2, 4 or 8: size of *ptr */
	unsigned int width; /* bits */
	uint64_t mask;	    /* ones in the @width bits of the value */
	bool output;	    /* an output of the design */
	uint64_t pulse;	    /* clock pin: its bit for evaluate.pulse(), if the model can pulse
			     * clocks */
	struct sim *sim;
	void *backend; /* Icarus: the handle; NULL under Verilator */
	const char *name;
};

typedef void sim_fn(void *arg);

/* ---- pins ---- */
struct sim_pin *sim_pin(struct sim *s, const char *name); /* an unknown name fails the test */
bool sim_has_pin(struct sim *s, const char *name);
/* Like sim_pin(), with @owner before the name, for models of several boards. */
struct sim_pin *sim_pin_of(struct sim *s, const char *owner, const char *name);
static inline uint64_t sim_get(const struct sim_pin *p);
/* Returns the address of the low 8 bits of a pin's value, for per-edge callbacks. */
const uint8_t *sim_low(const struct sim_pin *p);
static inline void sim_put(struct sim_pin *p, uint64_t value); /* inputs only */
void sim_settle(struct sim *s); /* evaluates the combinational outputs */

/* ---- time ---- */
static inline sim_time sim_now(const struct sim *s);
/* Starts a clock on @pin. The design uses its rising edges only; the first one is at @phase,
 * and the duty cycle is one half. */
struct sim_clock *sim_clock(struct sim *s, const char *pin, sim_time period, sim_time phase);
/* Starts a clock that is @ratio times (an even number) as fast as @parent. It rises at each
 * edge of @parent and is stretched with it. */
struct sim_clock *sim_clock_locked(struct sim *s, const char *pin, struct sim_clock *parent,
				   unsigned int ratio);
sim_time sim_clock_period(const struct sim_clock *c);
/* The new period applies from the next edge on. Locked clocks and their parents cannot be
 * changed. */
void sim_clock_set_period(struct sim_clock *c, sim_time period);
/* Lengthens the current half period by @extra; not to be called from SIM_BEFORE_RISE or
 * SIM_BEFORE_FALL callbacks of this clock, when the half period is about to end. */
void sim_clock_stretch(struct sim_clock *c, sim_time extra);
uint64_t sim_clock_edges(const struct sim_clock *c); /* rising edges so far */

enum sim_edge { SIM_BEFORE_RISE, SIM_RISE, SIM_BEFORE_FALL, SIM_FALL, SIM_EDGES };
void sim_on(struct sim_clock *c, enum sim_edge edge, sim_fn *fn, void *arg);
/* Attribute of a function that a callback calls at few edges. The function is not inlined, so
 * that the callback need not save registers for it at the other edges. */
#define SIM_SELDOM __attribute__((noinline))
/* Tells the harness whether the caller's callback currently needs the falls of the clock;
 * initially it does. A callback that does not need them may still be called. A fall that no
 * callback needs takes no time to simulate. */
void sim_need_falls(struct sim_clock *c, bool needed);
/* Calls fn(arg) once at time @when (not before now); timers of equal time run in the order of
 * their sim_at() calls. */
void sim_at(struct sim *s, sim_time when, sim_fn *fn, void *arg);

/* Each of these returns after the callbacks of the instant that it waited for. */
void sim_wait(struct sim *s, sim_time duration);
void sim_wait_until(struct sim *s, sim_time when);
void sim_wait_edge(struct sim_clock *c, enum sim_edge edge); /* until the next such edge */
void sim_wait_cycles(struct sim_clock *c, unsigned int n);   /* until the @n-th rising edge */
/* Runs at least to the next event, and then until *@busy is false. */
void sim_wait_while(struct sim *s, const bool *busy);
/* Runs until @done returns true, tested after each instant with an event up to @limit from now
 * on; false if it does not, at the first rising edge of a clock after that. */
bool sim_wait_for(struct sim *s, bool (*done)(void *), void *arg, sim_time limit);

/* ---- randomness: the only source a test may use ---- */
uint64_t sim_random(struct sim *s);			     /* 64 bits */
uint64_t sim_range(struct sim *s, uint64_t lo, uint64_t hi); /* uniform in lo..hi, both
							      * included */
uint64_t sim_seed(const struct sim *s);

/* ---- verdict ---- */
/* Counts a check. If the condition is false, the test fails immediately with location, time,
 * message, how often this check has held before, and the variables of its loops (EACH). */
#define SIM_CHECK(s, cond, ...)                    \
	((cond) ? sim_held_(s, __FILE__, __LINE__) \
		: sim_fail_(s, #cond, __FILE__, __LINE__, __VA_ARGS__))
/* Fails the test immediately; also from a callback. */
#define SIM_FAIL(s, ...) sim_fail_(s, "failure", __FILE__, __LINE__, __VA_ARGS__)
#define SIM_EQ(s, got, want, what) sim_eq_(s, got, want, what, __FILE__, __LINE__)
void sim_passed_(struct sim *s);
void sim_held_(struct sim *s, const char *file, int line);
void sim_fail_(struct sim *s, const char *expr, const char *file, int line, const char *fmt,
	       ...) __attribute__((format(printf, 5, 6)));
void sim_eq_(struct sim *s, uint64_t got, uint64_t want, const char *what, const char *file,
	     int line);
/* Tells the harness the test's current line, for functions that check on its behalf: the
 * message of a failure in another file names this line. A macro around such a function calls it
 * with __FILE__ and __LINE__. */
void sim_place(struct sim *s, const char *file, int line);
/* Writes a line to the log of the test (shown with VERBOSE=1). */
void sim_note(struct sim *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Adds bytes to the digest by which the two simulators are compared. */
void sim_digest(struct sim *s, const void *data, size_t len);
/* From now on an unknown value on an output fails the test (Icarus). */
void sim_watch_x(struct sim *s);
/* Limits the simulated time of this test: it fails after @latest. Default 1 s. */
void sim_limit(struct sim *s, sim_time latest);
bool sim_is_icarus(const struct sim *s); /* or to run as on it: --as-icarus */
/* Of a loop over cases that Verilator tries all: returns the step, which is 1 on Verilator and
 * @icarus on Icarus Verilog. The result of the test there says that it does not do the same
 * ("+"). */
unsigned int sim_step(struct sim *s, unsigned int icarus);
/* Returns name and version of the simulator: "verilator 5.006", "fast" or "icarus 11.0". */
const char *sim_simulator(const struct sim *s);
const char *sim_model(const struct sim *s); /* the parameter set of the simulation */
/* Returns the length of a random test: @verilator under Verilator, @icarus under Icarus, scaled
 * by the percentage --length. */
uint64_t sim_length(struct sim *s, uint64_t verilator, uint64_t icarus);

/* ---- tests ---- */
typedef void sim_test_fn(struct sim *s);
struct sim_test {
	const char *name;
	sim_test_fn *fn;
	const char *shows; /* requirement ids, separated by blanks */
	/* Parameter set, NULL: the default one. Several names, separated by blanks: the test
	 * runs with each; from the second on it is listed as "test@model". */
	const char *model;
};
/* Defined by each test program; ends with a { 0 } entry. */
extern const struct sim_test sim_tests[];
/* Optional: names of tests that run without the random extra clock of the synchronisers, and
 * NULL. */
extern const char *const sim_without_jitter[] __attribute__((weak));

/* ---- simulations outside of tests: a board behind a driver ---- */
/* @model: parameter set; @jitter: seed of the crossing jitter, 0: none. NULL with errno:
 * ELIBACC if the model does not load (stderr has the file and the reason). A failing check
 * ends the process. */
struct sim *sim_new(const char *model, uint32_t jitter, uint64_t seed);
void sim_delete(struct sim *s);
/* The first failing check calls fn(arg, "file:line: at TIME ns: what") instead of ending the
 * process. The function must not return (longjmp); then nothing may be done with the
 * simulation but sim_delete(). */
typedef void sim_failure_fn(void *arg, const char *what);
void sim_on_failure(struct sim *s, sim_failure_fn *fn, void *arg);
/* Starts a wave dump to @path; NULL: stops it. The file gets its name when the dump stops.
 * False: the file cannot be created, or the dump that ends was incomplete and was removed;
 * errno gives the reason. */
bool sim_wave(struct sim *s, const char *path);
/* Calls fn(arg) when the test ends, before the simulation closes, also when the test
 * failed; the function registered last is called first. Models use it to free their memory. */
void sim_cleanup(struct sim *s, sim_fn *fn, void *arg);

/* struct sim is private; the time is its first member. */
static inline sim_time sim_now(const struct sim *s)
{
	return *(const sim_time *)s;
}

static inline uint64_t sim_get(const struct sim_pin *p)
{
	if (p->bytes == 1)
		return *(const uint8_t *)p->ptr;
	if (p->bytes == 4)
		return *(const uint32_t *)p->ptr;
	if (p->bytes == 2)
		return *(const uint16_t *)p->ptr;
	return *(const uint64_t *)p->ptr;
}

void sim_change_(struct sim_pin *p, uint64_t value);

static inline void sim_put(struct sim_pin *p, uint64_t value)
{
	value &= p->mask;
	if (sim_get(p) != value)
		sim_change_(p, value);
}

#endif
