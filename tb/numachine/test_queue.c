/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the analysis of waits for the memory: the mean wait computed from the monitor's
 * counters is compared with the card's own record of each transaction. Blind trials of bursts
 * follow, whose phase, processors and page are chosen at random from the seed.
 */
#include "kernels.h"
#include "random.h"
#include "trial.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- mean wait ---- */

static void wait_of_kernel(struct sim *s, struct trial *t, const char *name)
{
	struct machine_config cfg = {.card = {.station = (uint8_t)(sim_random(s) & 15)},
				     .seed = sim_random(s)};
	const unsigned int n = (unsigned int)sim_length(s, sim_is_icarus(s) ? 12 : 100, 5);
	struct kernel *k = kernel_open(name, n, &cfg);
	struct card_stats st;
	double ns, truth;

	SIM_CHECK(s, k, "no memory");
	trial_begin(s, t, &cfg, NM_DEPTH);
	trial_run(t);
	card_get_stats(machine_card(t->machine, 0), &st);
	SIM_CHECK(s, st.left && st.left == trial_counted(t), "transactions");
	truth = (double)st.waited / (double)st.left * CARD_CLOCK_NS;
	SIM_EQ(s, (uint64_t)nm_mean_wait(&t->table, &ns), 0, "nm_mean_wait");
	sim_note(s, "%s: mean wait %.1f ns, by the counters %.1f ns", name, truth, ns);
	SIM_CHECK(s, fabs(ns - truth) <= 0.05 * truth, "%s: mean wait %.1f ns, is %.1f ns",
		  name, ns, truth);
	trial_end(t);
	kernel_close(k);
}

static void mean_wait(struct sim *s)
{
	static struct trial t;

	memset(&t, 0, sizeof(t));
	for (unsigned int EACH(i, 0); kernel_names[i]; i++)
		wait_of_kernel(s, &t, kernel_names[i]);
}

/* ---- bursts ---- */

/* number of pages of the program, in the 16 MB whose lines have labels of their own */
#define PAGES 24u
#define LINE 64u

enum kind { AT_ONCE, SPREAD, UNCACHED, KINDS };

struct program {
	enum kind kind;	      /* kind of the phase with the burst; SPREAD: there is no burst */
	unsigned int phase;   /* number of this phase */
	uint16_t page[PAGES]; /* the first page is that of the burst */
	uint64_t members;     /* processors that take part in the burst, one bit each */
	unsigned int n;	      /* number of references of each processor in each phase */
	unsigned int think;   /* least clocks between two references outside the burst */
	unsigned int done[MACHINE_PROCESSORS];
	uint64_t random;
};

static unsigned int draw(struct program *g, unsigned int n)
{
	return (unsigned int)((random_lcg(&g->random) >> 33) % n);
}

static void set_up(struct program *g, uint64_t seed, unsigned int n, unsigned int think)
{
	unsigned int members;

	memset(g, 0, sizeof(*g));
	g->random = seed;
	draw(g, 2);
	g->kind = draw(g, KINDS);
	g->phase = draw(g, 14) + 1;
	g->n = n;
	g->think = think;
	for (unsigned int i = 0; i < PAGES; i++) {
		unsigned int k;

		do {
			g->page[i] = (uint16_t)draw(g, 1024);
			for (k = 0; k < i && g->page[k] != g->page[i]; k++)
				;
		} while (k < i);
	}
	for (members = 24 + draw(g, 30); members;) {
		const uint64_t bit = UINT64_C(1) << draw(g, MACHINE_PROCESSORS);

		members -= !(g->members & bit);
		g->members |= bit;
	}
}

/* Returns a line of a page that no other processor uses, so that each read goes to the
 * memory. */
static uint32_t address(unsigned int page, unsigned int p, unsigned int i)
{
	return page * NM_PAGE_BYTES + (p * 4 + i % 4) * LINE;
}

/*
 * Returns the next reference of the program. Before and after the phase with the burst, all
 * processors access random pages at their own rate, and make more references than in that
 * phase; one of the pages is used by all. In the phase with the burst the members meet at a
 * barrier before each access and then read the page at the same time; the others continue as
 * before.
 */
static bool next(void *arg, unsigned int p, struct machine_ref *r)
{
	struct program *g = arg;
	const unsigned int i = g->done[p]++, part = i / (3 * g->n), k = i % (3 * g->n);
	const bool member = g->members >> p & 1;
	unsigned int page = g->page[1 + draw(g, PAGES - 1)];

	if (part > 2)
		return false;
	*r = (struct machine_ref){.kind = MACHINE_READ,
				  .phase = (uint8_t)((g->phase + part + 15) & 15),
				  .clocks = g->think + draw(g, 2 * g->think)};
	if (draw(g, 3) == 0)
		page = g->page[1];
	if (part == 1 && member) {
		page = g->page[0];
		/* wait, read, read */
		if (g->kind != SPREAD && k % 3 == 0) {
			r->kind = MACHINE_BARRIER;
			return true;
		}
		if (g->kind != SPREAD)
			r->clocks = k % 3 == 1 ? 0 : draw(g, 20);
		if (g->kind == UNCACHED)
			r->kind = MACHINE_UNCACHED;
	} else if (part == 1 && k % 3 < 2) {
		r->kind = g->kind == SPREAD || k % 3 ? MACHINE_THINK : MACHINE_BARRIER;
		return true;
	} else if (part == 1) {
		r->clocks = 100 + draw(g, 2 * g->think);
	}
	r->addr = address(page, p, i);
	return true;
}

static void begin_trial(struct sim *s, struct trial *t, struct program *g, uint64_t seed,
			enum nm_mode mode)
{
	/* the caches have four lines, so that a line that is read again is not in them */
	const struct machine_config cfg = {
		.cache = 2, .network_cache = 2, .seed = seed, .next = next, .arg = g};

	set_up(g, seed, sim_is_icarus(s) ? 2 : 6, sim_is_icarus(s) ? 1000 : 2500);
	trial_begin(s, t, &cfg, mode);
}

static void label_page(struct sim *s, struct trial *t, struct nm_names *names,
		       unsigned int page, unsigned int label)
{
	const char *wrong;
	char line[64];
	const int n =
		snprintf(line, sizeof(line), "0x%X 16K %u page", page * NM_PAGE_BYTES, label);

	trial_label(t, page * NM_PAGE_BYTES, NM_PAGE_BYTES, label);
	SIM_EQ(s, (uint64_t)nm_names_line(names, line, (size_t)n, &wrong), 0, "names");
}

/* The truth, from the card's record: for each phase, the largest number of transactions that a
 * new transaction found in the FIFO. */
struct truth {
	const struct trial *t;
	unsigned int waiting, found[NM_PHASES];
};

static void watch_fifo(void *arg, const struct card_pins *p)
{
	struct truth *w = arg;
	const unsigned int phase = p->ad >> 48 & 15;

	if (p->mon_start && w->waiting > w->found[phase])
		w->found[phase] = w->waiting;
	w->waiting = card_waiting(machine_card(w->t->machine, 0));
}

/* Runs the program to measure the depths; returns whether its burst fills the FIFO. A burst may
 * have too few processors for that. */
static bool deep_fifo(struct sim *s, struct trial *t, struct program *g, uint64_t seed)
{
	struct truth w = {.t = t};

	t->watch = watch_fifo;
	t->watch_arg = &w;
	begin_trial(s, t, g, seed, NM_DEPTH);
	trial_run(t);
	t->watch = NULL;
	for (unsigned int EACH(phase, 0); phase < NM_PHASES; phase++) {
		struct nm_queue q;
		unsigned int deepest = NM_DEPTHS - 1;

		nm_queue(&t->table, -1, (int)phase, &q);
		while (deepest && !q.count[deepest])
			deepest--;
		SIM_EQ(s, deepest, w.found[phase], "deepest FIFO of a phase");
		SIM_CHECK(s, phase == g->phase || w.found[phase] < NM_DEPTH_DEEP,
			  "burst elsewhere");
	}
	return w.found[g->phase] >= NM_DEPTH_DEEP;
}

/* Does the same as nmon-queue: finds phase and processors by the depths, and the page by the
 * accesses or by a histogram of the candidate pages. Returns whether there was a burst. */
static bool one_burst(struct sim *s, struct trial *t, uint64_t seed, unsigned int *by_accesses)
{
	static struct nm_burst burst[NM_PHASES];
	static struct nm_page flyer[NM_PAGES];
	static struct program g;
	uint16_t candidate[15];
	unsigned int bursts, n;
	uint64_t least;
	struct nm_names names = {0};
	bool deep;
	int page;

	deep = deep_fifo(s, t, &g, seed);
	SIM_CHECK(s, !deep || g.kind != SPREAD,
		  "burst of processors that do not work together");
	bursts = nm_bursts(&t->table, NM_DEPTH_DEEP, burst);
	trial_end(t);
	SIM_EQ(s, bursts, deep, "bursts");
	if (!bursts)
		return false;
	SIM_EQ(s, burst[0].phase, g.phase, "phase");
	/* the last transactions of a queue see a low depth, so the counters do not name their
	 * processors */
	SIM_CHECK(s, burst[0].processors, "processors");
	SIM_EQ(s, burst[0].processors & ~g.members, 0, "processors that do not burst");
	begin_trial(s, t, &g, seed, NM_FLYER);
	trial_run(t);
	nm_pages(&t->table, flyer);
	trial_end(t);
	page = nm_burst_page(&burst[0], flyer, NULL, NULL, &least);
	*by_accesses += page >= 0;
	if (page < 0) {
		n = nm_burst_candidates(&burst[0], flyer, 15, candidate);
		begin_trial(s, t, &g, seed, NM_HISTOGRAM1);
		for (unsigned int EACH(i, 0); i < n; i++)
			label_page(s, t, &names, candidate[i], 17 * (i + 1));
		trial_run(t);
		page = nm_burst_page(&burst[0], flyer, &t->table, &names, &least);
		for (unsigned int i = 0; i < n; i++)
			trial_label(t, candidate[i] * NM_PAGE_BYTES, NM_PAGE_BYTES, 0);
		trial_end(t);
	}
	nm_names_free(&names);
	sim_note(s, "phase %u, page %X of kind %d: %X, at least %llu of %llu", g.phase,
		 g.page[0], g.kind, (unsigned int)page, (unsigned long long)least,
		 (unsigned long long)burst[0].total);
	SIM_EQ(s, (unsigned int)page, g.page[0], "page");
	return true;
}

static void bursts(struct sim *s)
{
	const unsigned int n = (unsigned int)sim_length(s, 4, 1);
	unsigned int by_accesses = 0, programs = 0, found = 0;
	static struct trial t;

	memset(&t, 0, sizeof(t));
	/* more programs than that if none of them had a burst */
	for (; programs < n || !found; programs++) {
		EACH_OF(programs);
		found += one_burst(s, &t, sim_random(s), &by_accesses);
	}
	sim_note(s, "%u programs, %u bursts, %u pages by accesses alone", programs, found,
		 by_accesses);
}

const struct sim_test sim_tests[] = {
	{"queue_wait", mean_wait, "NM-DIA-006", NULL},
	{"queue_bursts", bursts, "NM-DIA-006", NULL},
	{0},
};
