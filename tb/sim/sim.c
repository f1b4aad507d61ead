/* SPDX-License-Identifier: Apache-2.0 */
/* The simulator-independent part of the harness: clocks, timers, callbacks, waits and random
 * numbers. */
#include "fnv1a.h"
#include "internal.h"
#include "random.h"
#include <errno.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define NEVER UINT64_MAX

_Static_assert(offsetof(struct sim, now) == 0, "sim_now() takes the first member");

struct hook {
	sim_fn *fn;
	void *arg;
};

struct hooks {
	struct hook *v;
	unsigned int n;
};

/* The callbacks, in order, for an instant at which exactly the clocks in @due have an edge. The
 * structure is freed only with the simulation, because its callbacks may be running when
 * another one replaces it. */
struct instant {
	struct instant *next;	  /* list of all instants ever prepared */
	unsigned int due, rising; /* sets of clocks: those with an edge, and
				   * those of them that rise */
	uint64_t pulse;		  /* the rising clocks, as bits of
				   * sim_pin.pulse */
	const struct hook *after; /* callbacks after the edge, up to fn == NULL */
	struct sim_clock *clock[SIM_CLOCKS + 2]; /* rising clocks, NULL, falling clocks, NULL */
	struct hook before[]; /* callbacks before the edge, up to fn == NULL; then @after */
};

struct sim_clock {
	struct sim *sim;
	struct sim_pin *pin;
	sim_time half;
	sim_time step;	/* with folding: time from a rise to the next event, a period if no
			 * callback needs the fall */
	sim_time *next; /* time of the next edge, in struct sim */
	struct sim_clock *parent;
	unsigned int ratio; /* locked clock: edges per edge of the parent; otherwise 0 */
	unsigned int left;  /* locked clock: number of edges between its next edge and its
			     * parent's next edge */
	uint64_t rises;
	unsigned int bit; /* bit of this clock in the sets of struct sim */
	sim_time rise_at; /* time of the last rise; the fall follows @half later */
	unsigned int falls_wanted;
	struct hooks on[SIM_EDGES];
};

static void choose_folding(struct sim *s);
static void keep_fall(struct sim_clock *c);

/* ---- pins ---- */

struct sim_pin *sim_pin(struct sim *s, const char *name)
{
	struct sim_pin *p;

	for (struct pin_list *l = s->pins; l; l = l->next)
		if (strcmp(l->pin.name, name) == 0)
			return &l->pin;
	struct pin_list *l = calloc(1, sizeof(*l));

	SIM_CHECK(s, l, "out of memory");
	p = &l->pin;
	p->sim = s;
	if (!sim_backend.pin(s->b, name, p)) {
		free(l);
		SIM_FAIL(s, "the design has no pin '%s'", name);
	}
	p->mask = p->width < 64 ? ((uint64_t)1 << p->width) - 1 : UINT64_MAX;
	p->name = strdup(name);
	l->next = s->pins;
	s->pins = l;
	return p;
}

bool sim_has_pin(struct sim *s, const char *name)
{
	struct sim_pin p = {.sim = s};

	return sim_backend.pin(s->b, name, &p);
}

struct sim_pin *sim_pin_of(struct sim *s, const char *owner, const char *name)
{
	char full[64];

	snprintf(full, sizeof(full), "%s%s", owner, name);
	return sim_pin(s, full);
}

static void store(void *ptr, unsigned int bytes, uint64_t v)
{
	switch (bytes) {
	case 1:
		*(uint8_t *)ptr = (uint8_t)v;
		break;
	case 2:
		*(uint16_t *)ptr = (uint16_t)v;
		break;
	case 4:
		*(uint32_t *)ptr = (uint32_t)v;
		break;
	default:
		*(uint64_t *)ptr = v;
	}
}

const uint8_t *sim_low(const struct sim_pin *p)
{
	const uint16_t one = 1;
	const bool little_endian = *(const uint8_t *)&one;

	return (const uint8_t *)p->ptr + (little_endian ? 0 : p->bytes - 1);
}

static __attribute__((cold)) void no_input(const struct sim_pin *p)
{
	SIM_FAIL(p->sim, "'%s' is an output", p->name);
}

void sim_change_(struct sim_pin *p, uint64_t v)
{
	if (p->output) {
		no_input(p);
		return;
	}
	store(p->ptr, p->bytes, v);
	p->sim->dirty = true;
	if (sim_backend.put)
		sim_backend.put(p);
}

static void evaluate(struct sim *s)
{
	s->stopped |= s->eval.all(s->eval.arg);
	s->dirty = false;
	s->evals++;
}

void sim_settle(struct sim *s)
{
	if (s->dirty)
		evaluate(s);
}

/* ---- clocks ---- */

/* Loops over the clocks of a set in the order in which they were created. */
#define EACH_CLOCK(s, set, c)            \
	for (unsigned int left_ = (set); \
	     left_ && ((c) = (s)->clocks[__builtin_ctz(left_)], true); left_ &= left_ - 1)

static void set_half(struct sim_clock *c, sim_time half)
{
	c->rise_at += c->half - half; /* keeps the time of the fall, rise_at + half */
	c->half = half;
	c->step = c->falls_wanted ? half : 2 * half;
}

static void want_falls(struct sim_clock *c, int more)
{
	c->falls_wanted += (unsigned int)more;
	if (c->falls_wanted)
		c->sim->without_falls &= ~c->bit;
	else
		c->sim->without_falls |= c->bit;
	set_half(c, c->half);
}

static struct sim_clock *new_clock(struct sim *s, const char *pin)
{
	struct sim_clock *c = calloc(1, sizeof(*c));

	SIM_CHECK(s, c && s->nclocks < SIM_CLOCKS, "no room for clock '%s'", pin);
	c->sim = s;
	c->pin = sim_pin(s, pin);
	SIM_CHECK(s, c->pin->width == 1, "'%s' is no clock", pin);
	c->bit = 1u << s->nclocks;
	s->without_falls |= c->bit;
	c->next = &s->next[s->nclocks];
	s->clocks[s->nclocks++] = c;
	choose_folding(s);
	return c;
}

struct sim_clock *sim_clock(struct sim *s, const char *pin, sim_time period, sim_time phase)
{
	struct sim_clock *c = new_clock(s, pin);

	set_half(c, period / 2);
	*c->next = s->now + phase;
	return c;
}

struct sim_clock *sim_clock_locked(struct sim *s, const char *pin, struct sim_clock *parent,
				   unsigned int ratio)
{
	struct sim_clock *c = new_clock(s, pin);

	SIM_CHECK(s, ratio >= 2 && ratio % 2 == 0, "a locked clock needs an even ratio");
	c->parent = parent;
	c->ratio = ratio;
	set_half(c, parent->half / ratio);
	*c->next = *parent->next;
	s->locked |= c->bit;
	want_falls(parent, 1); /* this clock rises at the falls of its parent, too */
	return c;
}

sim_time sim_clock_period(const struct sim_clock *c)
{
	return 2 * c->half;
}

void sim_clock_set_period(struct sim_clock *c, sim_time period)
{
	const struct sim_clock *child;

	EACH_CLOCK(c->sim, c->sim->locked, child)
		SIM_CHECK(c->sim, child != c && child->parent != c,
			  "the period of locked clocks is fixed");
	keep_fall(c);
	set_half(c, period / 2);
}

void sim_clock_stretch(struct sim_clock *c, sim_time extra)
{
	struct sim_clock *child;

	SIM_CHECK(c->sim, !c->parent, "a locked clock is stretched by its parent");
	SIM_CHECK(c->sim, !(c->sim->due & c->bit) || *c->next > c->sim->now,
		  "a clock is stretched after its edge, not before");
	EACH_CLOCK(c->sim, c->sim->locked, child)
		if (child->parent == c && *child->next == *c->next)
			*child->next += extra;
	*c->next += extra;
	if (c->sim->now < c->rise_at + c->half)
		c->rise_at += extra;
}

uint64_t sim_clock_edges(const struct sim_clock *c)
{
	return c->rises;
}

void sim_on(struct sim_clock *c, enum sim_edge edge, sim_fn *fn, void *arg)
{
	struct hooks *h = &c->on[edge];
	struct hook *v = realloc(h->v, (h->n + 1) * sizeof(*v));

	SIM_CHECK(c->sim, v, "out of memory");
	v[h->n++] = (struct hook){fn, arg};
	h->v = v;
	want_falls(c, edge == SIM_FALL || edge == SIM_BEFORE_FALL);
	/* the instants lack the new callback: discard them */
	for (unsigned int i = 0; i < SIM_INSTANTS; i++)
		c->sim->instants[i] = NULL;
}

void sim_need_falls(struct sim_clock *c, bool needed)
{
	want_falls(c, needed ? 1 : -1);
	if (needed)
		keep_fall(c);
}

/* ---- timers ---- */

void sim_at(struct sim *s, sim_time when, sim_fn *fn, void *arg)
{
	const struct event e = {.when = when, .fn = fn, .arg = arg};

	SIM_CHECK(s, when >= s->now, "a timer in the past");
	if (!event_heap_add(&s->timers, &e))
		SIM_FAIL(s, "out of memory");
	s->next_timer = event_heap_next(&s->timers);
}

/* ---- the run loop ---- */

/*
 * Folding. The hardware uses rising edges only. A compiled model sees the fall of a clock
 * together with the next rise of another one, or just before the clock rises again; a simulator
 * that keeps time itself sees it right after the rise; a fall that no callback needs is not
 * simulated at all. With waves on, every edge is evaluated when it happens.
 */
static void choose_folding(struct sim *s)
{
	s->fold = !s->wave_on;
	s->slow = s->wave_on || s->x_pin || sim_backend.advance || s->snapshot_at != NEVER;
	s->quick = s->fold && !s->slow && s->nclocks <= 4;
}

/* Schedules the fall of the current period again, if it is still in the future. */
static void keep_fall(struct sim_clock *c)
{
	struct sim *s = c->sim;

	if (!(s->level & c->bit) && s->now < c->rise_at + c->half) {
		s->level |= c->bit;
		c->left += c->parent && *c->next != *c->parent->next;
		*c->next = c->rise_at + c->half;
	}
}

/* Schedules the next edge of a locked clock: @step after this one, or at the parent's next edge
 * if that one comes first. */
static __attribute__((noinline)) void schedule_locked(struct sim_clock *c, sim_time step)
{
	const struct sim_clock *parent = c->parent;
	const bool together = c->sim->due & parent->bit;

	if (together)
		c->left = c->ratio - 1;
	c->left -= step > c->half; /* this step skips a fall */
	if (c->left) {
		c->left--;
		*c->next += step;
	} else {
		*c->next = together ? c->sim->now + parent->half : *parent->next;
	}
}

/* Schedules the next edge of a clock that has just had one. @step: time until then. */
static inline void schedule(struct sim_clock *c, sim_time step)
{
	if (c->parent)
		schedule_locked(c, step);
	else
		*c->next += step;
}

/* Counts the callbacks for these edges of these clocks and, unless @to is NULL, copies them to
 * @to. */
static unsigned int collect(struct sim *s, struct hook *to, unsigned int due,
			    unsigned int rising, enum sim_edge rise, enum sim_edge fall)
{
	unsigned int n = 0;
	struct sim_clock *c;

	EACH_CLOCK(s, due, c) {
		const struct hooks *h = &c->on[rising & c->bit ? rise : fall];

		for (unsigned int i = 0; i < h->n; i++, n++)
			if (to)
				to[n] = h->v[i];
	}
	return n;
}

static __attribute__((noinline)) struct instant *prepare(struct sim *s, unsigned int due,
							 unsigned int rising)
{
	const unsigned int nbefore =
		collect(s, NULL, due, rising, SIM_BEFORE_RISE, SIM_BEFORE_FALL);
	const unsigned int nafter = collect(s, NULL, due, rising, SIM_RISE, SIM_FALL);
	struct instant *in =
		calloc(1, sizeof(*in) + (nbefore + nafter + 2) * sizeof(*in->before));
	unsigned int n = 0;
	struct sim_clock *c;

	if (!in)
		SIM_FAIL(s, "out of memory");
	in->next = s->prepared;
	s->prepared = in;
	in->due = due;
	in->rising = rising;
	in->after = in->before + nbefore + 1;
	collect(s, in->before, due, rising, SIM_BEFORE_RISE, SIM_BEFORE_FALL);
	collect(s, in->before + nbefore + 1, due, rising, SIM_RISE, SIM_FALL);
	EACH_CLOCK(s, rising, c) {
		in->clock[n++] = c;
		in->pulse |= c->pin->pulse;
	}
	n++;
	EACH_CLOCK(s, due & ~rising, c)
		in->clock[n++] = c;
	return in;
}

/* Few sets of clocks ever have an edge together; a small table holds one instant for each.
 * @quick: there are at most four clocks, so that the index identifies the set. */
static inline struct instant *this_instant(struct sim *s, unsigned int due, unsigned int rising,
					   bool quick)
{
	const unsigned int both = due ^ rising << 4;
	struct instant **in = &s->instants[quick ? both : (both ^ both >> 8) % SIM_INSTANTS];

	if (!*in || (!quick && ((*in)->due != due || (*in)->rising != rising)))
		*in = prepare(s, due, rising);
	return *in;
}

/* Calls the callbacks of the edges of this instant. */
static inline void call_hooks(const struct hook *h)
{
	for (; h->fn; h++)
		h->fn(h->arg);
}

static void put_clocks(struct sim *s, unsigned int set, unsigned int level)
{
	struct sim_clock *c;

	EACH_CLOCK(s, set, c) {
		store(c->pin->ptr, c->pin->bytes, level & c->bit ? 1 : 0);
		if (sim_backend.put)
			sim_backend.put(c->pin);
	}
}

/* Evaluates the rising edges of an instant if falls are folded. The pins of all other clocks
 * are low. @quick: as in happen(). */
static inline void pulse(struct sim *s, const struct instant *in, bool quick)
{
	if (!quick && !s->eval.pulse) {
		put_clocks(s, in->rising, in->rising);
		evaluate(s);
		put_clocks(s, in->rising, 0);
		return;
	}
	s->dirty = false;
	s->stopped |= s->eval.pulse(s->eval.arg, in->pulse);
	s->evals++;
}

static inline __attribute__((always_inline)) void edges(struct sim *s, unsigned int due,
							unsigned int rising, bool quick)
{
	const struct instant *in = this_instant(s, due, rising, quick);
	struct sim_clock *const *c;
	unsigned int skip;
	bool fold;

	call_hooks(in->before);
	fold = quick || s->fold; /* a callback may have started the waves */
	if (!fold) {
		if (!sim_backend.advance) /* advance() has settled the inputs already */
			sim_settle(s);
		put_clocks(s, due, s->level ^ due);
		evaluate(s);
	} else if (rising) {
		pulse(s, in, quick);
	}
	skip = fold ? rising & s->without_falls : 0;
	s->level = (s->level ^ due) & ~skip;
	for (c = in->clock; *c; c++) {
		(*c)->rises++;
		(*c)->rise_at = s->now;
		schedule(*c, fold ? (*c)->step : (*c)->half);
	}
	if (due != rising)
		while (*++c)
			schedule(*c, (*c)->half);
	call_hooks(in->after);
}

static inline sim_time sooner_of(sim_time a, sim_time b)
{
	return a < b ? a : b;
}

/* earliest() returns the time of the earliest edge of the four clocks from @n on; have_edge()
 * the set of the clocks with an edge at a time. */
static inline sim_time earliest(const sim_time *n)
{
	return sooner_of(sooner_of(n[0], n[1]), sooner_of(n[2], n[3]));
}

static inline unsigned int have_edge(const sim_time *n, sim_time t)
{
	return (n[0] == t) + 2u * (n[1] == t) + 4u * (n[2] == t) + 8u * (n[3] == t);
}

static __attribute__((noinline)) void run_timers(struct sim *s)
{
	while (s->next_timer <= s->now) {
		const struct event tm = event_heap_pop(&s->timers);

		s->next_timer = event_heap_next(&s->timers);
		tm.fn(tm.arg);
	}
}

/* Runs everything that happens at the next instant with an event. @quick is s->quick, a
 * constant in each caller: callbacks and clocks that cannot exist then are skipped. */
static inline __attribute__((always_inline)) void happen(struct sim *s, bool quick)
{
	sim_time t = sooner_of(s->next_timer, earliest(s->next));
	unsigned int due;

	/* most boards have at most four clocks; entries without a clock are never due */
	for (unsigned int i = 4; !quick && i < s->nclocks; i += 4)
		t = sooner_of(t, earliest(s->next + i));
	due = have_edge(s->next, t);
	for (unsigned int i = 4; !quick && i < s->nclocks; i += 4)
		due |= have_edge(s->next + i, t) << i;
	if (t > s->limit) {
		/* so that cleanup functions can still run the simulation */
		s->limit = NEVER - 1;
		SIM_FAIL(s, "simulated time is over its limit");
	}
	s->due = due;
	s->rising = due & ~s->level;
	if (!quick && s->now != t && sim_backend.advance)
		sim_backend.advance(s->b, t);
	s->now = t;
	if (s->eval.set_time)
		s->eval.set_time(s->eval.arg, t);
	if (due)
		edges(s, due, s->rising, quick);
	if (s->next_timer <= t)
		run_timers(s);
	if (s->stopped)
		sim_check_stopped_(s);
	if (quick || !s->slow)
		return;
	if (s->wave_on) {
		sim_settle(s);
		if (sim_backend.wave_dump)
			sim_backend.wave_dump(s->b, s->now);
	}
	if (s->x_pin && sim_get(s->x_pin))
		SIM_FAIL(s, "an output is unknown (X)");
	if (t >= s->snapshot_at)
		s->take_snapshot(s);
}

static __attribute__((noinline)) void step_slowly(struct sim *s)
{
	happen(s, false);
}

static inline __attribute__((always_inline)) void step(struct sim *s)
{
	if (s->quick)
		happen(s, true);
	else
		step_slowly(s);
}

static void flag(void *arg)
{
	*(bool *)arg = true;
}

void sim_wait_until(struct sim *s, sim_time when)
{
	bool *done;

	if (s->wait_depth >= SIM_WAITS)
		SIM_FAIL(s, "more than %d waits within each other", SIM_WAITS);
	done = &s->wait_flags[s->wait_depth++ % SIM_WAITS];
	*done = false;
	sim_at(s, when, flag, done);
	while (!*done)
		step(s);
	s->wait_depth--;
}

void sim_wait(struct sim *s, sim_time duration)
{
	sim_wait_until(s, s->now + duration);
}

void sim_wait_edge(struct sim_clock *c, enum sim_edge edge)
{
	struct sim *s = c->sim;

	if (edge == SIM_RISE || edge == SIM_BEFORE_RISE) {
		sim_wait_cycles(c, 1);
		return;
	}
	want_falls(c, 1);
	keep_fall(c);
	do
		step(s);
	while (!(s->due & ~s->rising & c->bit));
	want_falls(c, -1);
}

void sim_wait_cycles(struct sim_clock *c, unsigned int n)
{
	const uint64_t until = c->rises + n;

	while (c->rises < until)
		step(c->sim);
}

void sim_wait_while(struct sim *s, const bool *busy)
{
	do
		step(s);
	while (*busy);
}

bool sim_wait_for(struct sim *s, bool (*done)(void *), void *arg, sim_time limit)
{
	const sim_time end = limit < NEVER - s->now ? s->now + limit : NEVER;

	while (s->now <= end) {
		if (done(arg))
			return true;
		step(s);
	}
	/* with waves, there are falls that otherwise do not exist */
	while (s->nclocks && !s->rising)
		step(s);
	return false;
}

/* ---- randomness: xoshiro256** seeded by splitmix64 ---- */

static uint64_t rotl(uint64_t x, int k)
{
	return x << k | x >> (64 - k);
}

uint64_t sim_random(struct sim *s)
{
	uint64_t *r = s->rnd;
	const uint64_t out = rotl(r[1] * 5, 7) * 9, t = r[1] << 17;

	r[2] ^= r[0];
	r[3] ^= r[1];
	r[1] ^= r[2];
	r[0] ^= r[3];
	r[2] ^= t;
	r[3] = rotl(r[3], 45);
	return out;
}

uint64_t sim_range(struct sim *s, uint64_t lo, uint64_t hi)
{
	const uint64_t span = hi - lo + 1;

	return span ? lo + sim_random(s) % span : sim_random(s);
}

void sim_seed_(struct sim *s, uint64_t seed)
{
	s->seed = seed;
	for (int i = 0; i < 4; i++)
		s->rnd[i] = random_splitmix(&seed);
}

uint64_t sim_seed(const struct sim *s)
{
	return s->seed;
}

static bool on_icarus(const struct sim *s)
{
	return sim_backend.advance || s->as_icarus;
}

uint64_t sim_length(struct sim *s, uint64_t verilator, uint64_t icarus)
{
	uint64_t n = (on_icarus(s) ? icarus : verilator) * s->length_percent / 100;

	n += !n;
	s->length += n;
	s->own_length |= verilator != icarus;
	return n;
}

const char *sim_model(const struct sim *s)
{
	return s->model;
}

const char *sim_simulator(const struct sim *s)
{
	return sim_backend.simulator(s->b);
}

bool sim_is_icarus(const struct sim *s)
{
	((struct sim *)s)->asked = true; /* every simulation is made by calloc() */
	return on_icarus(s);
}

unsigned int sim_step(struct sim *s, unsigned int icarus)
{
	s->own_length = true;
	return sim_is_icarus(s) ? icarus : 1;
}

void sim_limit(struct sim *s, sim_time latest)
{
	s->limit = latest < NEVER ? latest : NEVER - 1;
}

void sim_snapshots_at_(struct sim *s, sim_time first, void (*take)(struct sim *),
		       void (*wake)(struct sim *))
{
	s->snapshot_at = first;
	s->take_snapshot = take;
	s->wake_snapshot = wake;
	choose_folding(s);
}

void sim_watch_x(struct sim *s)
{
	if (sim_backend.advance)
		s->x_pin = sim_pin(s, "x_any");
	choose_folding(s);
}

/* ---- verdict ---- */

static void vlog(struct sim *s, const char *file, int line, const char *fmt, va_list ap)
{
	fprintf(stderr, "%s:%d: at %" PRIu64 ".%03" PRIu64 " ns: ", file, line, s->now / 1000,
		s->now % 1000);
	vfprintf(stderr, fmt, ap);
	fputc('\n', stderr);
}

void sim_on_failure(struct sim *s, sim_failure_fn *fn, void *arg)
{
	s->on_failure = fn;
	s->on_failure_arg = arg;
}

/* Passes the message of a failure to its handler, which does not return. */
static void hand_over_failure(struct sim *s, const char *file, int line, const char *fmt,
			      va_list ap)
{
	char text[1024];
	int n = snprintf(text, sizeof(text), "%s:%d: at %" PRIu64 ".%03" PRIu64 " ns: ", file,
			 line, s->now / 1000, s->now % 1000);

	vsnprintf(text + n, sizeof(text) - (size_t)n, fmt, ap);
	s->on_failure(s->on_failure_arg, text);
}

void sim_place(struct sim *s, const char *file, int line)
{
	s->place_file = file;
	s->place_line = line;
}

void sim_passed_(struct sim *s)
{
	s->checks++;
}

/* How often the check at each place has held, so that a failure in a loop says in which round
 * it was. A place that finds no room is not counted. */
#define PLACES 4096u /* a power of two */
#define NEAR 16u     /* number of places that are tried */

static struct place {
	const char *file;
	int line;
	uint64_t times;
} places[PLACES];

/* Returns the entry of a place, or NULL. */
static struct place *place_of(const char *file, int line)
{
	const unsigned int first = (unsigned int)line * 2654435761u >> 8;

	for (unsigned int i = 0; i < NEAR; i++) {
		struct place *p = &places[(first + i) % PLACES];

		if (!p->file)
			*p = (struct place){file, line, 0};
		if (p->line == line && (p->file == file || strcmp(p->file, file) == 0))
			return p;
	}
	return NULL;
}

void sim_held_(struct sim *s, const char *file, int line)
{
	struct place *p = place_of(file, line);

	s->checks++;
	if (p)
		p->times++;
}

static void print_times(const char *file, int line)
{
	const struct place *p = place_of(file, line);

	if (p && p->times)
		fprintf(stderr, "%s:%d: this check has held before: %" PRIu64 " times\n", file,
			line, p->times);
}

/* Returns whether a check is to be taken as true: SIM_WITHOUT has places "FILE:LINE FILE:LINE".
 * For the question whether a test would be worse without it (ci/measure/checks). */
static bool taken_away(const char *file, int line)
{
	const char *list = getenv("SIM_WITHOUT");
	char place[256];
	size_t n;

	if (!list)
		return false;
	n = (size_t)snprintf(place, sizeof(place), "%s:%d", file, line);
	for (const char *at = list; (at = strstr(at, place)); at++)
		if ((at == list || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
			return true;
	return false;
}

#define NO_EXPRESSION "failure" /* @expr of SIM_FAIL(), which has no condition to print */

void sim_fail_(struct sim *s, const char *expr, const char *file, int line, const char *fmt,
	       ...)
{
	va_list ap;

	s->checks++;
	if (s->failed || (strcmp(expr, NO_EXPRESSION) != 0 && taken_away(file, line)))
		return;
	s->failed = true; /* the verdict is final: failures during the cleanup do not count */
	va_start(ap, fmt);
	if (s->on_failure)
		hand_over_failure(s, file, line, fmt, ap);
	vlog(s, file, line, fmt, ap);
	va_end(ap);
	if (strcmp(expr, NO_EXPRESSION) != 0)
		fprintf(stderr, "%s:%d: not true: %s\n", file, line, expr);
	print_times(file, line);
	each_print(file, line);
	if (s->place_file && strcmp(s->place_file, file) != 0)
		fprintf(stderr, "%s:%d: the last access of the test\n", s->place_file,
			s->place_line);
	if (s->wave_on && sim_backend.wave_dump)
		sim_backend.wave_dump(s->b, s->now + 1);
	if (s->snapshots)
		s->wake_snapshot(s);
	_fail(file, line);
}

/* The text is "file:line: what". */
void sim_check_stopped_(struct sim *s)
{
	const char *text = s->stopped && !s->failed ? sim_backend.stopped(s->b) : NULL;
	const size_t place = text ? strcspn(text, " ") : 0;
	char file[256];
	char *colon;

	if (!text)
		return;
	snprintf(file, sizeof(file), "%.*s", (int)(place ? place - 1 : 0), text);
	colon = strrchr(file, ':');
	if (colon)
		*colon = 0;
	sim_fail_(s, NO_EXPRESSION, file, colon ? atoi(colon + 1) : 0, "%s",
		  text + place + (text[place] == ' '));
}

void sim_eq_(struct sim *s, uint64_t got, uint64_t want, const char *what, const char *file,
	     int line)
{
	if (got == want || taken_away(file, line))
		sim_held_(s, file, line);
	else
		sim_fail_(s, NO_EXPRESSION, file, line,
			  "%s: got 0x%" PRIX64 ", expected 0x%" PRIX64, what, got, want);
}

void sim_note(struct sim *s, const char *fmt, ...)
{
	va_list ap;

	(void)s;
	va_start(ap, fmt);
	fputs("# ", stdout);
	vprintf(fmt, ap);
	fputc('\n', stdout);
	va_end(ap);
}

void sim_digest(struct sim *s, const void *data, size_t len)
{
	s->digest = fnv1a(s->digest, data, len);
}

/* ---- opening and closing ---- */

struct sim *sim_open_(const char *model, uint32_t jitter)
{
	struct sim *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	for (int i = 0; i < SIM_CLOCKS; i++)
		s->next[i] = NEVER;
	s->next_timer = NEVER;
	s->snapshot_at = NEVER;
	s->model = model;
	s->limit = SIM_MS(1000);
	s->length_percent = 100;
	s->digest = FNV1A_BEGIN;
	s->b = sim_backend.open(model, jitter, &s->eval);
	if (!s->b) {
		const int why = errno;

		free(s);
		errno = why;
		return NULL;
	}
	choose_folding(s);
	return s;
}

/* Called when folding starts or ends: drives the pins of the clocks that should be low to 0. It
 * raises no pin, because that would be an edge. */
static void lower_clocks(struct sim *s)
{
	put_clocks(s, (1u << s->nclocks) - 1, 0);
}

bool sim_wave_(struct sim *s, const char *path)
{
	bool whole = true;
	int err = 0;

	if (s->wave_on)
		whole = sim_backend.wave_close(s->b);
	if (!whole)
		err = errno;
	s->wave_on = whole && path && sim_backend.wave_open(s->b, path);
	if (whole && path && !s->wave_on)
		err = errno;
	for (unsigned int i = 0; i < s->nclocks; i++)
		keep_fall(s->clocks[i]);
	lower_clocks(s);
	choose_folding(s);
	errno = err;
	return whole && (s->wave_on || !path);
}

void sim_close_(struct sim *s)
{
	struct pin_list *next;

	if (s->wave_on && !sim_backend.wave_close(s->b))
		fprintf(stderr, "the wave dump was not kept: %s\n", strerror(errno));
	sim_backend.close(s->b);
	for (struct pin_list *l = s->pins; l; l = next) {
		next = l->next;
		free((void *)l->pin.name);
		free(l);
	}
	for (unsigned int i = 0; i < s->nclocks; i++) {
		for (int e = 0; e < SIM_EDGES; e++)
			free(s->clocks[i]->on[e].v);
		free(s->clocks[i]);
	}
	for (struct cleanup *c = s->cleanups, *n; c; c = n) {
		n = c->next;
		free(c);
	}
	for (struct instant *in = s->prepared, *n; in; in = n) {
		n = in->next;
		free(in);
	}
	free(s->timers.v);
	free(s);
}

/* Cleanup functions run in reverse order of these calls, before the simulation closes, also
 * after a failure. */
void sim_cleanup(struct sim *s, sim_fn *fn, void *arg)
{
	struct cleanup *c = calloc(1, sizeof(*c));

	SIM_CHECK(s, c, "out of memory");
	*c = (struct cleanup){fn, arg, s->cleanups};
	s->cleanups = c;
}

void sim_cleanup_(struct sim *s)
{
	s->wait_depth = 0; /* a failed test did not return from its waits */
	while (s->cleanups) {
		struct cleanup *c = s->cleanups;

		s->cleanups = c->next;
		c->fn(c->arg);
		free(c);
	}
}
