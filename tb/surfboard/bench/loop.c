/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Measures the cost of the harness: a board that is idle except for its memory refresh is run
 * with its four clocks, either by the harness or by a hand-written loop on the same model.
 * Neither run has a device or a checker. Clock pins fall when another one rises. Prints the
 * processor time in seconds, the evaluations and the final values of two outputs.
 *   loop harness|loop MILLISECONDS
 */
#include "internal.h"
#include "surfboard.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define RESET SIM_NS(500)

const struct sim_test sim_tests[] = {{0}};

enum { BCLK, CLK_S1, CLK25, GCLK, CLOCKS };
static const sim_time period[CLOCKS] = {SIM_NS(120), SIM_NS(60), SIM_NS(40), SIM_NS(100)};
static const sim_time phase[CLOCKS] = {SIM_NS(120), SIM_NS(120), SIM_NS(41), SIM_NS(103)};
static const char *const clock_name[CLOCKS] = {"bclk", "clk_s1", "clk25", "s_gclk"};

/* inputs whose idle level is high */
static const char *const high_name[] = {"start_n", "cmd_n",    "aen", "pmen_n",
					"s_eod_n", "s_grst_n", "x_in"};
#define HIGHS (sizeof(high_name) / sizeof(high_name[0]))

static enum surfboard_pin pin_of(const char *name)
{
	return (enum surfboard_pin)surfboard_find(name);
}

static double seconds(void)
{
	return (double)clock() / CLOCKS_PER_SEC;
}

static uint64_t harness(sim_time end, uint64_t *evals)
{
	struct sim *s = sim_new("surfboard", 1, 1);
	struct sim_clock *bclk;
	uint64_t state;

	if (!s)
		exit(1);
	for (size_t i = 0; i < HIGHS; i++)
		sim_put(sim_pin(s, high_name[i]), 1);
	bclk = sim_clock(s, clock_name[BCLK], period[BCLK], phase[BCLK]);
	sim_clock_locked(s, clock_name[CLK_S1], bclk, 2);
	for (int i = CLK25; i < CLOCKS; i++)
		sim_clock(s, clock_name[i], period[i], phase[i]);
	sim_wait(s, RESET);
	sim_put(sim_pin(s, "por_n"), 1);
	sim_limit(s, UINT64_MAX - 1);
	sim_wait_until(s, end);
	state = sim_get(sim_pin(s, "t_ras_n")) << 32 | sim_get(sim_pin(s, "led_n"));
	*evals = s->evals;
	sim_delete(s);
	return state;
}

static uint64_t loop(sim_time end, uint64_t *evals)
{
	struct surfboard *m = surfboard_open("tb", 1);
	uint8_t *pin[CLOCKS];
	sim_time next[CLOCKS];
	bool seen[CLOCKS] = {0}, released = false;
	uint64_t state;

	if (!m)
		exit(1);
	for (size_t i = 0; i < HIGHS; i++)
		surfboard_put(m, pin_of(high_name[i]), 1);
	for (int i = 0; i < CLOCKS; i++) {
		pin[i] = surfboard_pin_ptr(m, pin_of(clock_name[i]));
		next[i] = phase[i];
	}
	surfboard_eval(m);
	for (*evals = 0;; ++*evals) {
		sim_time t = next[0];
		bool low = false;

		for (int i = 1; i < CLOCKS; i++)
			if (next[i] < t)
				t = next[i];
		if (t > end)
			break;
		if (!released && t > RESET) {
			surfboard_put(m, pin_of("por_n"), 1);
			surfboard_eval(m);
			released = true;
		}
		for (int i = 0; i < CLOCKS; i++)
			if (next[i] == t && seen[i]) {
				*pin[i] = 0;
				low = true;
			}
		if (low) {
			surfboard_eval(m);
			++*evals;
		}
		for (int i = 0; i < CLOCKS; i++) {
			*pin[i] = seen[i] = next[i] == t;
			if (next[i] == t)
				next[i] += period[i];
		}
		surfboard_eval(m);
	}
	state = surfboard_get(m, pin_of("t_ras_n")) << 32 | surfboard_get(m, pin_of("led_n"));
	surfboard_close(m);
	return state;
}

int main(int argc, char **argv)
{
	const char *how = argc == 3 ? argv[1] : "";
	const sim_time end = SIM_MS(argc == 3 ? strtoul(argv[2], NULL, 10) : 0) + SIM_NS(7);
	const double from = seconds();
	uint64_t evals, state;

	if (strcmp(how, "harness") == 0) {
		state = harness(end, &evals);
	} else if (strcmp(how, "loop") == 0) {
		state = loop(end, &evals);
	} else {
		fputs("usage: loop harness|loop MILLISECONDS\n", stderr);
		return 2;
	}
	printf("%.3f %" PRIu64 " %" PRIX64 "\n", seconds() - from, evals, state);
	return 0;
}
