/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of the harness with a simulator that has no design: timers, waits and clocks. */
#include "no_design.h"

static void *open_nothing(const char *model, uint32_t jitter, struct evaluate *eval)
{
	static int nothing;

	(void)model, (void)jitter;
	eval->all = evaluate_nothing;
	eval->pulse = pulse_nothing;
	return &nothing;
}

/* Every name is an input of one bit. */
static bool find_pin(void *b, const char *name, struct sim_pin *p)
{
	static uint8_t value;

	(void)b, (void)name;
	p->ptr = &value;
	p->bytes = p->width = 1;
	return true;
}

static bool open_no_wave(void *b, const char *path)
{
	(void)b, (void)path;
	return true;
}

static bool close_no_wave(void *b)
{
	(void)b;
	return true;
}

const struct backend sim_backend = {.name = "none",
				    .open = open_nothing,
				    .close = close_nothing,
				    .pin = find_pin,
				    .wave_open = open_no_wave,
				    .wave_close = close_no_wave};

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
static void timers_in_order(void)
{
	static struct order o;
	static struct one one[TIMERS];
	uint64_t seed = 1;

	o.s = sim_open_("none", 0);
	assert_non_null(o.s);
	for (unsigned int i = 0; i < TIMERS; i++) {
		one[i] = (struct one){&o, i};
		sim_at(o.s, random_splitmix(&seed) % 100, note_timer, &one[i]);
	}
	sim_wait_until(o.s, 100);
	assert_int_equal(o.n, TIMERS);
	for (unsigned int EACH(i, 1); i < TIMERS; i++)
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

static void waits_within_each_other(void)
{
	struct nest n = {.most = SIM_WAITS};

	n.s = sim_open_("none", 0);
	assert_non_null(n.s);
	assert_false(fails(wait_deeper, &n));
	assert_int_equal(n.n, SIM_WAITS);
	for (unsigned int EACH(i, 0); i < SIM_WAITS; i++)
		assert_int_equal(n.ended[i], SIM_WAITS - 1 - i);
	/* one more wait would share a flag with the first: it must fail instead */
	n = (struct nest){.s = n.s, .most = SIM_WAITS + 1};
	assert_true(fails(wait_deeper, &n));
	sim_cleanup_(n.s);
	sim_close_(n.s);
}

/* ---- limits of waits ---- */

static void set_flag(void *arg)
{
	*(bool *)arg = true;
}

static bool is_set(void *arg)
{
	return *(bool *)arg;
}

/* What happens at the limit is in time; what happens after it is not, even if it does before or
 * at the rising edge at which sim_wait_for() returns. */
static void limits_are_kept(void)
{
	static const struct {
		sim_time period, at; /* period 0: no clock */
		bool in_time;
		sim_time returns;
	} cases[] = {
		{100, 250, true, 250}, {100, 251, false, 300}, {100, 300, false, 300},
		{0, 250, true, 250},   {0, 251, false, 251},   {300, 299, false, 300},
	};

	for (size_t EACH(i, 0); i < sizeof(cases) / sizeof(*cases); i++) {
		struct sim *s = sim_open_("none", 0);
		bool flag = false;

		assert_non_null(s);
		if (cases[i].period)
			sim_clock(s, "a", cases[i].period, 0);
		sim_at(s, cases[i].at, set_flag, &flag);
		assert_int_equal(sim_wait_for(s, is_set, &flag, 250), cases[i].in_time);
		assert_int_equal(sim_now(s), cases[i].returns);
		sim_cleanup_(s);
		sim_close_(s);
	}
}

/* ---- falls that are no event ---- */

#define CLOCKS 4
#define ACTIONS 20000

/* The clock edges that a run observes: all rises, and the falls that it needs. */
struct edges_seen {
	struct sim *s;
	struct sim_clock *c[CLOCKS];
	bool needed[CLOCKS];
	uint64_t digest, falls;
};

struct observer {
	struct edges_seen *e;
	unsigned int clock;
};

/* What note_edge() notes: of each clock a rise, a fall, a fall that the run waited for; the end
 * of sim_wait_for(). The clock's number is added. */
enum {
	RISE = 0,
	FALL = CLOCKS,
	AWAITED = 2 * CLOCKS,
	TIMEOUT = 3 * CLOCKS,
	KINDS = 4 * CLOCKS
};

static void note_edge(struct edges_seen *e, unsigned int kind)
{
	uint64_t state = e->digest ^ (sim_now(e->s) * KINDS + kind);

	e->digest = random_splitmix(&state);
}

static void note_rise(void *arg)
{
	const struct observer *o = arg;

	note_edge(o->e, RISE + o->clock);
}

static void note_fall(void *arg)
{
	const struct observer *o = arg;

	if (!o->e->needed[o->clock])
		return;
	o->e->falls++;
	note_edge(o->e, FALL + o->clock);
}

static bool never(void *arg)
{
	(void)arg;
	return false;
}

/* Changes and observes the clocks at random; with @every_edge the harness simulates all edges,
 * otherwise, while waves are off, only those that a callback needs. */
static void run_clocks(struct edges_seen *e, uint64_t seed, bool every_edge)
{
	struct observer o[CLOCKS];

	*e = (struct edges_seen){.s = sim_open_("none", 0)};
	assert_non_null(e->s);
	assert_true(sim_wave_(e->s, every_edge ? "wave" : NULL));
	e->c[0] = sim_clock(e->s, "a", 120, 7);
	e->c[1] = sim_clock(e->s, "b", 88, 0);
	e->c[2] = sim_clock_locked(e->s, "c", e->c[1], 2);
	e->c[3] = sim_clock_locked(e->s, "d", e->c[1], 4);
	for (unsigned int i = 0; i < CLOCKS; i++) {
		o[i] = (struct observer){e, i};
		sim_on(e->c[i], SIM_RISE, note_rise, &o[i]);
		sim_on(e->c[i], SIM_FALL, note_fall, &o[i]);
		sim_need_falls(e->c[i], false);
	}
	for (unsigned int EACH(n, 0); n < ACTIONS; n++) {
		const uint64_t r = random_splitmix(&seed);
		const unsigned int i = r % CLOCKS, action = r >> 8 & 7;

		if (action == 0 && i == 0) {
			sim_clock_set_period(e->c[i], 40 + (r >> 32) % 40 * 4);
		} else if (action == 1 && i < 2) {
			sim_clock_stretch(e->c[i], (r >> 32) % 100);
		} else if (action == 2) {
			e->needed[i] = !e->needed[i];
			sim_need_falls(e->c[i], e->needed[i]);
		} else if (action == 3) {
			sim_wait_edge(e->c[i], SIM_FALL);
			note_edge(e, AWAITED + i);
		} else if (action == 4) {
			if (!every_edge)
				assert_true(sim_wave_(e->s, r >> 32 & 1 ? "wave" : NULL));
		} else if (action == 5) {
			assert_false(sim_wait_for(e->s, never, NULL, (r >> 32) % 150));
			note_edge(e, TIMEOUT);
		} else {
			sim_wait(e->s, (r >> 32) % 150);
		}
	}
	for (unsigned int i = 0; i < CLOCKS; i++)
		note_edge(e, (unsigned int)sim_clock_edges(e->c[i]));
	sim_cleanup_(e->s);
	sim_close_(e->s);
}

/* A run that skips unneeded falls observes the same edges at the same times as a run that
 * simulates all edges. */
static void falls_nobody_needs_change_nothing(void)
{
	uint64_t seed = 1;

	for (unsigned int EACH(n, 0); n < 20; n++) {
		const uint64_t run = random_splitmix(&seed);
		struct edges_seen all, needed;

		run_clocks(&all, run, true);
		run_clocks(&needed, run, false);
		assert_true(needed.falls > ACTIONS / 2);
		assert_int_equal(needed.falls, all.falls);
		assert_int_equal(needed.digest, all.digest);
	}
}

static void stretch_b(void *arg)
{
	sim_clock_stretch(arg, 1);
}

static void change_b(void *arg)
{
	sim_clock_set_period(arg, 200);
}

static void wait_longer(void *arg)
{
	sim_wait(arg, 200);
}

/* Like fails(), in a simulation @s that may have failed before. */
static bool fails_anew(struct sim *s, void (*fn)(void *arg), void *arg)
{
	s->failed = false;
	return fails(fn, arg);
}

/* Calls that would break the lock between two clocks fail. */
static void locked_clocks_stay_locked(void)
{
	struct sim *s = sim_open_("none", 0);
	struct sim_clock *b, *c;

	assert_non_null(s);
	b = sim_clock(s, "b", 100, 0);
	c = sim_clock_locked(s, "c", b, 2);
	assert_false(fails_anew(s, stretch_b, b));
	assert_true(fails_anew(s, stretch_b, c));
	assert_true(fails_anew(s, change_b, b));
	assert_true(fails_anew(s, change_b, c));
	assert_false(fails_anew(s, wait_longer, s));
	sim_on(b, SIM_BEFORE_RISE, stretch_b, b);
	assert_true(fails_anew(s, wait_longer, s));
	sim_cleanup_(s);
	sim_close_(s);
}

/* ---- variables of loops ---- */

/* Calls each_print() and compares what it prints. */
static void expect_each(const char *wanted)
{
	FILE *const saved = stderr;
	char *text;
	size_t n;

	stderr = open_memstream(&text, &n);
	each_print("file.c", 7);
	fclose(stderr);
	stderr = saved;
	assert_string_equal(text, wanted);
	free(text);
}

/* A message lists the variables whose scopes are open, with their present values. */
static void lists_variables_of_loops(void)
{
	const char *text = "one\ntwo";
	int8_t low = -1;

	for (unsigned int EACH(i, 0); i < 3; i++) {
		EACH_OF(text);
		if (i == 1)
			break;
	}
	expect_each("");
	for (uint64_t EACH(i, UINT64_MAX); i; i = 0) {
		EACH_OF(low);
		for (int EACH(k, 3); k > 2; k--) {
			EACH_OF(text);
			low--;
			expect_each("file.c:7: with i = 18446744073709551615, low = -2, k = 3, "
				    "text = \"one\"\n");
		}
	}
	expect_each("");
}

static const struct unit units[] = {
	UNIT(falls_nobody_needs_change_nothing, ""), UNIT(lists_variables_of_loops, ""),
	UNIT(locked_clocks_stay_locked, ""),	     UNIT(timers_in_order, ""),
	UNIT(waits_within_each_other, ""),	     UNIT(limits_are_kept, ""),
};

UNIT_MAIN(units)
