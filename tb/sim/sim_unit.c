/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of the harness with a simulator that has no design: timers and waits. */
#include "internal.h"
#include "../../sw/tests/unit.h"

static void evaluate_nothing(void *arg)
{
	(void)arg;
}

static void *open_nothing(const char *model, uint32_t jitter, struct evaluate *eval)
{
	static int nothing;

	(void)model, (void)jitter;
	eval->all = evaluate_nothing;
	return &nothing;
}

static void close_nothing(void *b)
{
	(void)b;
}

const struct backend sim_backend = {
	.name = "none", .open = open_nothing, .close = close_nothing};

/* ---- the failure of a simulation, as a value ---- */

static jmp_buf failure;
static bool expected;

/* Replaces cmocka's function, which ends the test. */
void _fail(const char *const file, const int line)
{
	if (!expected) {
		fprintf(stderr, "%s:%d: failed\n", file, line);
		abort();
	}
	longjmp(failure, 1);
}

/* Runs @fn(@arg); returns whether the simulation failed. */
static bool fails(void (*fn)(void *arg), void *arg)
{
	volatile bool failed = true;

	expected = true;
	if (!setjmp(failure)) {
		fn(arg);
		failed = false;
	}
	expected = false;
	return failed;
}

/* ---- timers ---- */

#define TIMERS 1000

struct order {
	struct sim *s;
	unsigned int n;
	struct {
		sim_time when;
		unsigned int number;
	} seen[TIMERS];
};

struct one {
	struct order *o;
	unsigned int number;
};

static void note_timer(void *arg)
{
	const struct one *t = arg;
	struct order *o = t->o;

	o->seen[o->n].when = sim_now(o->s);
	o->seen[o->n++].number = t->number;
}

/* Timers run in order of time, timers of equal time in the order in which they were set. */
static void timers_in_order(void **state)
{
	static struct order o;
	static struct one one[TIMERS];
	uint64_t seed = 1;

	(void)state;
	o.s = sim_open_("none", 0);
	assert_non_null(o.s);
	for (unsigned int i = 0; i < TIMERS; i++) {
		one[i] = (struct one){&o, i};
		sim_at(o.s, random_splitmix(&seed) % 100, note_timer, &one[i]);
	}
	sim_wait_until(o.s, 100);
	assert_int_equal(o.n, TIMERS);
	for (unsigned int i = 1; i < TIMERS; i++)
		assert_true(o.seen[i - 1].when < o.seen[i].when ||
			    (o.seen[i - 1].when == o.seen[i].when &&
			     o.seen[i - 1].number < o.seen[i].number));
	sim_close_(o.s);
}

/* ---- nested waits ---- */

struct nest {
	struct sim *s;
	unsigned int depth, most;
	unsigned int ended[16]; /* numbers of the waits, in the order in which they ended */
	unsigned int n;
};

/* Waits, and during this wait starts the next one, which ends later. */
static void wait_deeper(void *arg)
{
	struct nest *n = arg;
	const unsigned int own = n->depth++;

	if (n->depth < n->most)
		sim_at(n->s, sim_now(n->s) + 1, wait_deeper, n);
	sim_wait(n->s, 10 + own);
	n->ended[n->n++] = own;
}

static void waits_within_each_other(void **state)
{
	struct nest n = {.most = SIM_WAITS};

	(void)state;
	n.s = sim_open_("none", 0);
	assert_non_null(n.s);
	assert_false(fails(wait_deeper, &n));
	assert_int_equal(n.n, SIM_WAITS);
	for (unsigned int i = 0; i < SIM_WAITS; i++)
		assert_int_equal(n.ended[i], SIM_WAITS - 1 - i);
	/* one more wait would share a flag with the first: it must fail instead */
	n = (struct nest){.s = n.s, .most = SIM_WAITS + 1};
	assert_true(fails(wait_deeper, &n));
	sim_cleanup_(n.s);
	sim_close_(n.s);
}

static const struct unit units[] = {
	UNIT(timers_in_order, ""),
	UNIT(waits_within_each_other, ""),
};

UNIT_MAIN(units)
