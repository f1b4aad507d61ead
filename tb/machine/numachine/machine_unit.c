/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the machine of sixteen stations: routes, times, caches, pages and queues. */
#include "../../../sw/tests/unit.h"
#include "machine.h"
#include <errno.h>
#include <math.h>

#define PAGE (1u << MACHINE_PAGE_BITS)

struct list { /* lists of references, in order, for each processor */
	const struct machine_ref *ref;
	unsigned int n[MACHINE_PROCESSORS], at[MACHINE_PROCESSORS];
};

static bool from_list(void *arg, unsigned int p, struct machine_ref *r)
{
	struct list *l = arg;

	if (l->at[p] == l->n[p])
		return false;
	*r = l->ref[l->at[p]++];
	return true;
}

static const char *run_to_end(struct machine *m)
{
	for (uint64_t EACH(i, 0); !machine_done(m); i++) {
		const char *wrong = machine_clock(m, NULL);

		if (wrong)
			return wrong;
		assert_true(i < 200000000);
	}
	return NULL;
}

static struct machine *open_and_run(const struct machine_config *cfg)
{
	struct machine *m = machine_open(cfg);
	const char *wrong;

	assert_non_null(m);
	wrong = run_to_end(m);
	if (wrong)
		fail_msg("%s", wrong);
	return m;
}

/* ---- stations and rings ---- */

/* Each processor makes a word read and a line read from each memory. */
static bool everywhere(void *arg, unsigned int p, struct machine_ref *r)
{
	unsigned int *done = arg;
	const unsigned int stations = done[MACHINE_PROCESSORS], i = done[p]++;

	if (i >= 2 * stations)
		return false;
	*r = (struct machine_ref){.kind = i < stations ? MACHINE_UNCACHED : MACHINE_READ,
				  .addr = i % stations << 28 | p * 128,
				  .clocks = 50};
	return true;
}

/* Returns the number of links from one station to another, around rings of five and four
 * nodes. */
static unsigned int links(unsigned int a, unsigned int b)
{
	if (a >> 2 == b >> 2)
		return ((b & 3) + 5 - (a & 3)) % 5;
	return 4 - (a & 3) + ((b >> 2) + 4 - (a >> 2)) % 4 + 1 + (b & 3);
}

static void stations(void)
{
	static const unsigned int sizes[] = {16, 8, 4, 2, 1};

	for (unsigned int EACH(k, 0); k < 5; k++) {
		unsigned int done[MACHINE_PROCESSORS + 1] = {[MACHINE_PROCESSORS] = sizes[k]};
		const struct machine_config cfg = {
			.stations = sizes[k], .next = everywhere, .arg = done};
		struct machine *m = open_and_run(&cfg);
		uint64_t expected = 0, sent = 0;
		struct machine_stats st;
		struct machine_use u;

		machine_get_stats(m, &st);
		assert_int_equal(machine_stations(m), sizes[k]);
		for (unsigned int EACH(s, 0); s < sizes[k]; s++) {
			struct card_stats c;

			card_get_stats(machine_card_of(m, s, 0), &c);
			assert_int_equal(c.taken, 2 * 4 * sizes[k]);
			for (unsigned int t = 0; t < sizes[k]; t++)
				expected += 4 * 2 * (links(s, t) + links(t, s));
		}
		assert_int_equal(st.hops, expected);
		for (unsigned int i = 0; machine_get_use(m, i, &u); i++)
			if (strstr(u.name, "link"))
				sent += u.messages;
		assert_int_equal(sent, expected);
		assert_int_equal(st.remote, 4 * 2 * sizes[k] * (sizes[k] - 1));
		machine_close(m);
	}
	assert_null(machine_open(&(struct machine_config){.stations = 17}));
	assert_null(machine_open(&(struct machine_config){.stations = 2, .processors = 9}));
	assert_null(machine_open(&(struct machine_config){.cache = 48}));
}

/* ---- latency of an idle machine ---- */

/* The number of clocks of one read by processor 0 from a memory. */
static double latency(const struct machine_config *base, unsigned int station, bool uncached)
{
	const struct machine_ref ref = {.kind = uncached ? MACHINE_UNCACHED : MACHINE_READ,
					.addr = station << 28 | 0x4440,
					.clocks = 10};
	struct list l = {.ref = &ref, .n = {1}};
	struct machine_config cfg = *base;
	struct machine_processor st;
	struct machine *m;

	cfg.stations = 16;
	cfg.processors = 1;
	cfg.next = from_list;
	cfg.arg = &l;
	m = open_and_run(&cfg);
	machine_get_processor(m, 0, &st);
	if (!uncached) {
		assert_int_equal(st.reads[station != 0], 1);
		assert_int_equal(st.clocks[station != 0], st.waited);
	}
	machine_close(m);
	return (double)st.waited;
}

static double remote_to_local(const struct machine_config *cfg)
{
	double remote = 0;

	for (unsigned int EACH(s, 1); s < 16; s++)
		remote += latency(cfg, s, false) / 15;
	return remote / latency(cfg, 0, false);
}

static void remote_twice(void)
{
	struct machine_config cfg = {.seed = 1};
	struct nm_params k;
	unsigned int fitted = 0;
	double ratio;

	ratio = remote_to_local(&cfg);
	if (ratio < 1.8 || ratio > 2.2)
		fail_msg("remote to local is %.2f", ratio);
	for (size_t EACH(i, 0); i < nm_params_count; i++)
		if (!strcmp(nm_params_table[i].kind, "fitted")) {
			assert_string_equal(nm_params_table[i].name, "agent_clocks");
			fitted++;
		} else {
			assert_true(!strcmp(nm_params_table[i].kind, "given") ||
				    !strcmp(nm_params_table[i].kind, "known"));
		}
	assert_int_equal(fitted, 1);
	/* without the fitted constant the latency differs */
	nm_params_defaults(&k);
	*nm_params_find(&k, "agent_clocks") = 0;
	cfg.params = &k;
	assert_true(remote_to_local(&cfg) > 2.2);
	assert_null(nm_params_find(&k, "agent"));
}

/* The latencies of two answers differ by the difference of their service times. */
static void service_reaches(void)
{
	for (unsigned int EACH(wide, 0); wide < 2; wide++) {
		struct machine_config cfg = {.card = {.line128 = wide}};

		assert_true(latency(&cfg, 0, false) - latency(&cfg, 0, true) ==
			    (wide ? 24 : 16) - 6);
		cfg.card.with_data = 40;
		assert_true(latency(&cfg, 0, false) - latency(&cfg, 0, true) == 40 - 6);
		cfg.card.without = 12;
		assert_true(latency(&cfg, 0, false) - latency(&cfg, 0, true) == 40 - 12);
	}
}

/* ---- random programs ---- */

struct program {
	uint64_t random[MACHINE_PROCESSORS];
	uint32_t left[MACHINE_PROCESSORS], lines, think;
	unsigned int homes, uncached, writes; /* number among 16 references */
};

static bool any(void *arg, unsigned int p, struct machine_ref *r)
{
	struct program *g = arg;
	const uint64_t n = random_xorshift(&g->random[p]) >> 8;
	const unsigned int what = n % 16;

	if (!g->left[p])
		return false;
	g->left[p]--;
	*r = (struct machine_ref){
		.kind = what < g->uncached		 ? MACHINE_UNCACHED
			: what < g->uncached + g->writes ? MACHINE_WRITE
							 : MACHINE_READ,
		.addr = (uint32_t)((n >> 40) % g->homes << 28 | (n >> 8) % g->lines * 64),
		.phase = n >> 36 & 15,
		.clocks = g->think ? (uint32_t)((n >> 20) % g->think) : 0};
	return true;
}

static void begin(struct program *g, uint64_t seed, uint32_t references)
{
	for (unsigned int p = 0; p < MACHINE_PROCESSORS; p++) {
		g->random[p] = (seed * 64 + p + 1) * 0x9E3779B97F4A7C15u;
		g->left[p] = references;
	}
}

static const struct {
	uint32_t lines, think;
	unsigned int homes, uncached, writes, cache, net, boards2, wide;
} mixes[] = {
	{6, 100, 1, 1, 6, 64, 0, 0, 0},	   /* few lines of one memory, written by all
					    * processors */
	{4, 60, 16, 0, 4, 64, 32, 0, 0},   /* lines of all memories; small network caches */
	{300, 40, 16, 1, 3, 64, 64, 1, 1}, /* more lines than the caches hold */
	{5000, 10, 16, 0, 5, 1024, 512, 0, 0},
	{40, 200, 16, 0, 1, 0, 0, 0, 0}, /* lines that are mostly read */
};

static uint64_t run_mix(unsigned int i, uint32_t references, unsigned int deaf,
			const char **wrong)
{
	static struct program g;
	const struct machine_config cfg = {
		.card = {.boards2 = mixes[i].boards2, .line128 = mixes[i].wide},
		.stations = 16,
		.cache = mixes[i].cache,
		.network_cache = mixes[i].net,
		.seed = i + 1,
		.deaf = deaf,
		.next = any,
		.arg = &g};
	struct machine *m;
	struct machine_stats st;

	g = (struct program){.lines = mixes[i].lines,
			     .think = mixes[i].think,
			     .homes = mixes[i].homes,
			     .uncached = mixes[i].uncached,
			     .writes = mixes[i].writes};
	begin(&g, i, references);
	m = machine_open(&cfg);
	assert_non_null(m);
	*wrong = run_to_end(m);
	machine_get_stats(m, &st);
	if (!*wrong && !mixes[i].uncached)
		assert_int_equal(st.checked, st.references);
	machine_close(m);
	return st.references;
}

/* Runs ten million references; each load and store is checked. The address sanitizer, which
 * makes them five times slower, gets a tenth. */
#ifdef __SANITIZE_ADDRESS__
#define TENTHS 1u
#else
#define TENTHS 10u
#endif
static void coherent(void)
{
	const char *wrong;
	uint64_t all = 0;

	for (unsigned int EACH(i, 0); i < 5; i++) {
		all += run_mix(i, (i < 2 ? 900 : i < 4 ? 1200 : 11500) * TENTHS, 0, &wrong);
		if (wrong)
			fail_msg("mix %u: %s", i, wrong);
	}
	assert_true(all >= 1000000 * TENTHS);
}

/* The check detects an invalidation that does not reach one processor. */
static void stale_copies_are_found(void)
{
	const char *wrong;

	for (unsigned int EACH(i, 0); i < 5; i += 4) {
		run_mix(i, 2000, 7, &wrong);
		assert_non_null(wrong);
		assert_non_null(strstr(wrong, "stored last"));
	}
}

/* ---- queues ---- */

static void little(void)
{
	static struct program g;
	const struct machine_config cfg = {.stations = 16, .next = any, .arg = &g};
	unsigned int used = 0, built_up = 0;
	struct machine_use u;
	struct machine *m;

	g = (struct program){
		.lines = 2000, .think = 60, .homes = 16, .uncached = 3, .writes = 4};
	begin(&g, 3, 2000);
	m = open_and_run(&cfg);
	for (unsigned int EACH(i, 0); machine_get_use(m, i, &u); i++) {
		if (!u.messages)
			continue;
		used++;
		assert_true(u.busy > 0 && u.busy <= 1);
		if (fabs(u.length - u.rate * u.wait) > 0.01 * u.length + 1e-9)
			fail_msg("%s: %f waiting, %f a clock wait %f", u.name, u.length, u.rate,
				 u.wait);
		built_up += u.longest > 3 && u.wait > 0;
		assert_true(u.rate * u.wait < u.longest);
	}
	/* 16 buses, network caches and memories, 20 links of local rings, 4 of the global
	 * one */
	assert_int_equal(used, 72);
	assert_true(built_up > 30);
	machine_close(m);
}

/* Checks the sum, over all clocks, of the depth that the monitor tracks. */
static void accumulator(void)
{
	static struct program g;
	const struct machine_config cfg = {.stations = 4, .next = any, .arg = &g};
	struct card_pins pins[2];
	struct card_stats st;
	uint64_t depth = 0, sum = 0;
	struct machine *m;

	g = (struct program){.lines = 20, .think = 30, .homes = 1, .uncached = 8, .writes = 4};
	begin(&g, 4, 500);
	m = machine_open(&cfg);
	assert_non_null(m);
	while (!machine_done(m)) {
		sum += depth; /* before this clock's transactions */
		assert_null(machine_clock(m, pins));
		if (pins[0].fifo_cnt_en)
			depth += pins[0].fifo_cnt_dir ? 1 : UINT64_MAX;
	}
	card_get_stats(machine_card(m, 0), &st);
	assert_true(sum > 10000);
	assert_int_equal(st.depths, sum);
	machine_close(m);
}

/* ---- caches and run times ---- */

struct walk {
	unsigned int n, lines, at, line;
};

/* Reads a range of lines repeatedly. */
static bool walk(void *arg, unsigned int p, struct machine_ref *r)
{
	struct walk *w = arg;

	if (p || w->at == w->n)
		return false;
	*r = (struct machine_ref){.kind = MACHINE_READ, .addr = w->at++ % w->lines * w->line};
	return true;
}

static double clocks_a_read(unsigned int lines, unsigned int wide)
{
	const unsigned int n = lines * 4;
	uint64_t run[2];

	/* the first round fills the caches */
	for (unsigned int EACH(i, 0); i < 2; i++) {
		struct walk w = {.n = i ? n : lines, .lines = lines, .line = 64u << wide};
		const struct machine_config cfg = {
			.card = {.line128 = wide}, .processors = 1, .next = walk, .arg = &w};
		struct machine *m = open_and_run(&cfg);

		run[i] = machine_run_time(m);
		machine_close(m);
	}
	return (double)(run[1] - run[0]) / (n - lines);
}

static void cache_levels(void)
{
	struct nm_params k;

	nm_params_defaults(&k);
	for (unsigned int EACH(wide, 0); wide < 2; wide++) {
		const unsigned int primary = 16384 >> (6 + wide),
				   secondary = (1 << 20) >> (6 + wide);

		assert_true(clocks_a_read(primary, wide) == k.primary_clocks);
		assert_true(clocks_a_read(2 * primary, wide) == k.secondary_clocks);
		assert_true(clocks_a_read(secondary, wide) == k.secondary_clocks);
		/* every read is a miss */
		assert_true(clocks_a_read(2 * secondary, wide) >= 16 + 8 * wide);
	}
}

/* ---- pages ---- */

struct page_program {
	uint32_t left[MACHINE_PROCESSORS];
	unsigned int user; /* station */
	bool reads;	   /* reads by all stations, with caches that are too small */
};

static bool use_page(void *arg, unsigned int p, struct machine_ref *r)
{
	struct page_program *g = arg;

	if ((p >> 2 != g->user && !g->reads) || !g->left[p])
		return false;
	g->left[p]--;
	*r = (struct machine_ref){.kind = g->reads || g->left[p] % 4 ? MACHINE_READ
								     : MACHINE_WRITE,
				  .addr = 5 * PAGE + (g->left[p] * 7 + p) % 256 * 64,
				  .clocks = 20};
	return true;
}

static uint64_t page_run(bool reads, bool moves, struct machine_stats *st)
{
	struct page_program g = {.user = 9, .reads = reads};
	const struct machine_config cfg = {
		.stations = 16, .cache = 32, .network_cache = 32, .next = use_page, .arg = &g};
	struct machine *m = machine_open(&cfg);
	uint64_t run;

	assert_non_null(m);
	for (unsigned int p = 0; p < MACHINE_PROCESSORS; p++)
		g.left[p] = 3000;
	for (unsigned int EACH(i, 0); i < 5000; i++)
		assert_null(machine_clock(m, NULL));
	assert_int_equal(machine_home(m, 5 * PAGE), 0);
	if (moves && reads)
		assert_int_equal(machine_replicate_page(m, 5 * PAGE, 0xFFFF), 0);
	else if (moves)
		assert_int_equal(machine_move_page(m, 5 * PAGE, 9), 0);
	if (moves)
		assert_int_equal(machine_move_page(m, 5 * PAGE, 3), -EBUSY);
	assert_null(run_to_end(m));
	if (moves && !reads) {
		uint32_t addr;

		assert_int_equal(machine_home(m, 5 * PAGE), 9);
		assert_true(machine_page_at(m, 9, machine_frame(m, 5 * PAGE), &addr));
		assert_int_equal(addr, 5 * PAGE);
		assert_false(machine_page_at(m, 0, 5, &addr));
	}
	machine_get_stats(m, st);
	run = machine_run_time(m);
	machine_close(m);
	return run;
}

static void pages_move(void)
{
	struct machine_stats still, moved;
	uint64_t before, after;

	for (unsigned int EACH(reads, 0); reads < 2; reads++) {
		before = page_run(reads, false, &still);
		after = page_run(reads, true, &moved);
		assert_true(after < before * 9 / 10);
		assert_true(moved.remote < still.remote / 4);
		assert_int_equal(still.moved + still.replicated, 0);
		assert_int_equal(moved.moved, !reads);
		assert_int_equal(moved.replicated, reads ? 15 : 0);
	}
}

/* While all processors read and write its lines, a page moves from station to station, and
 * copies are made and removed: no value is lost. */
static void pages_keep_data(void)
{
	static struct program g;
	const struct machine_config cfg = {.stations = 16,
					   .cache = 64,
					   .network_cache = 64,
					   .seed = 5,
					   .next = any,
					   .arg = &g};
	struct machine_stats st;
	struct machine *m;
	uint64_t clock = 0;

	g = (struct program){.lines = 512, .think = 100, .homes = 1, .writes = 1};
	begin(&g, 9, 4000);
	m = machine_open(&cfg);
	assert_non_null(m);
	while (!machine_done(m)) {
		const char *wrong = machine_clock(m, NULL);

		if (wrong)
			fail_msg("%s", wrong);
		if (++clock % 30000 == 10000)
			machine_move_page(m, 0, clock / 30000 % 16);
		if (clock % 30000 == 20000)
			machine_replicate_page(m, PAGE, 0x0F3C);
	}
	machine_get_stats(m, &st);
	assert_true(st.moved > 3 && st.replicated > 6 && st.collapsed > 2);
	assert_int_equal(st.checked, st.references);
	machine_close(m);
}

/* ---- reading counters ---- */

struct reader {
	unsigned int left[MACHINE_PROCESSORS], every;
};

static bool with_reader(void *arg, unsigned int p, struct machine_ref *r)
{
	struct reader *g = arg;
	const unsigned int n = g->left[p];

	if (!n)
		return false;
	g->left[p]--;
	*r = (struct machine_ref){.kind = MACHINE_UNCACHED, .addr = p * 64, .clocks = 30};
	if (p == 3 && g->every && n % g->every == 0)
		r->kind = MACHINE_COUNTER;
	return true;
}

static void intrusion(void)
{
	static const unsigned int every[] = {0, 50, 2};
	uint64_t run[3], taken[3], waited[3];

	for (unsigned int EACH(i, 0); i < 3; i++) {
		struct reader g = {.every = every[i]};
		const struct machine_config cfg = {
			.stations = 1, .processors = 4, .next = with_reader, .arg = &g};
		struct machine_processor p;
		struct machine_stats st;
		struct card_stats c;
		struct machine *m;

		for (unsigned int p2 = 0; p2 < 4; p2++)
			g.left[p2] = 1000;
		/* reads of counters are additional references */
		g.left[3] += every[i] ? 1000 / every[i] : 0;
		m = open_and_run(&cfg);
		machine_get_stats(m, &st);
		card_get_stats(machine_card(m, 0), &c);
		machine_get_processor(m, 3, &p);
		run[i] = machine_run_time(m);
		taken[i] = c.taken;
		waited[i] = c.busy;
		assert_int_equal(c.taken + st.counters, c.left);
		assert_true(every[i] ? st.counters >= 1000 / every[i] : !st.counters);
		assert_int_equal(c.busy, c.left * 6);
		machine_close(m);
	}
	/* the monitor does not count them, but they use the card's time */
	assert_true(run[0] < run[1] && run[1] < run[2]);
	assert_true(waited[0] < waited[1] && waited[1] < waited[2]);
	assert_true(taken[0] == 4000);
}

/* ---- memory state indicator ---- */

static void indicator(void)
{
	static struct program g;
	const struct machine_config cfg = {.stations = 16, .next = any, .arg = &g};
	uint64_t found[4] = {0}, seen[4] = {0};
	struct machine *m;

	g = (struct program){.lines = 100, .think = 60, .homes = 16, .writes = 5};
	begin(&g, 6, 2000);
	m = open_and_run(&cfg);
	for (unsigned int s = 0; s < 16; s++) {
		struct card_stats st;

		card_get_stats(machine_card_of(m, s, 0), &st);
		for (unsigned int i = 0; i < 4; i++)
			found[i] += st.found[i];
	}
	for (unsigned int p = 0; p < MACHINE_PROCESSORS; p++) {
		struct machine_processor st;

		machine_get_processor(m, p, &st);
		for (unsigned int i = 0; i < 4; i++)
			seen[i] += st.found[i];
	}
	for (unsigned int EACH(i, 0); i < 4; i++) {
		assert_true(seen[i] > 100);
		assert_int_equal(seen[i], found[i]);
	}
	machine_close(m);
}

/* ---- special functions ---- */

#define HOME 3u

static void line_is(struct machine *m, uint32_t addr, enum card_state state, bool locked,
		    uint16_t stations_of)
{
	struct card *c = machine_card_of(m, HOME, 0);
	struct card_line l;

	card_look(card_has(c, addr) ? c : machine_card_of(m, HOME, 1), addr, &l);
	assert_int_equal(l.state, state);
	assert_int_equal(l.locked, locked);
	assert_int_equal(card_stations(l.filter), stations_of);
}

static void let_pass(struct machine *m)
{
	for (unsigned int EACH(i, 0); i < 2000; i++)
		assert_null(machine_clock(m, NULL));
}

static void special_functions(void)
{
	static const struct machine_ref refs[] = {
		{.kind = MACHINE_READ, .addr = 0x1000, .clocks = 20000},
		{.kind = MACHINE_READ, .addr = 0x1040},
		{.kind = MACHINE_WRITE, .addr = 0x1080},
		{.kind = MACHINE_READ, .addr = 0x1400}};
	struct list l = {.ref = refs, .n = {[9 * 4] = 4}};
	const struct machine_config cfg = {
		.card = {.station = HOME}, .stations = 16, .next = from_list, .arg = &l};
	struct card_special f = {.processor = 0xFF, .addr = 0x1000, .lines = 16};
	struct machine *m = machine_open(&cfg);
	struct machine_stats st, after;
	struct card_stats c;

	assert_non_null(m);
	f.function = CARD_MULTICAST;
	f.filter = card_filter(9);
	assert_int_equal(machine_special(m, HOME, &f), 0);
	let_pass(m);
	for (uint32_t EACH(a, 0); a < 16 * 64; a += 64)
		line_is(m, 0x1000 + a, CARD_GV, false, 1 << 9);
	line_is(m, 0x0FC0, CARD_LV, false, 0);
	line_is(m, 0x1400, CARD_LV, false, 0);
	machine_get_stats(m, &st);
	assert_null(run_to_end(m));
	/* the two reads are served in the station; the write and the line after the range reach
	 * the memory */
	machine_get_stats(m, &after);
	assert_int_equal(after.reads - st.reads, 1);
	assert_int_equal(after.upgrades + after.exclusives, 1);
	assert_int_equal(after.in_station, 2);
	line_is(m, 0x1080, CARD_GI, false, 1 << 9);
	f.function = CARD_LOCK;
	f.lines = 2;
	assert_int_equal(machine_special(m, HOME, &f), 0);
	let_pass(m);
	line_is(m, 0x1040, CARD_GV, true, 1 << 9);
	line_is(m, 0x1080, CARD_GI, false, 1 << 9);
	f.function = CARD_UNLOCK;
	assert_int_equal(machine_special(m, HOME, &f), 0);
	let_pass(m);
	line_is(m, 0x1040, CARD_GV, false, 1 << 9);
	f.function = CARD_SET_STATE;
	f.lines = 16;
	assert_int_equal(machine_special(m, HOME, &f), 0);
	let_pass(m);
	for (uint32_t EACH(a, 0); a < 16 * 64; a += 64)
		line_is(m, 0x1000 + a, CARD_LV, false, 0);
	/* an owned line is not sent to others */
	line_is(m, 0x1400, CARD_GV, false, 1 << 9);
	card_get_stats(machine_card_of(m, HOME, 0), &c);
	assert_int_equal(c.taken, 2); /* the monitor counts no special function */
	f.lines = 0;
	assert_int_equal(machine_special(m, HOME, &f), -EINVAL);
	machine_close(m);
}

/* A range of lines is in the memories of two boards in turn. */
static void special_boards(void)
{
	struct list l = {.n = {0}};
	const struct machine_config cfg = {.card = {.station = HOME, .boards2 = true},
					   .stations = 16,
					   .next = from_list,
					   .arg = &l};

	for (uint32_t EACH(lines, 1); lines <= 4; lines++)
		for (uint32_t EACH(first, 0x1000); first <= 0x1040; first += 64) {
			const struct card_special f = {.function = CARD_LOCK,
						       .processor = 0xFF,
						       .addr = first,
						       .lines = lines};
			struct machine *m = machine_open(&cfg);

			assert_non_null(m);
			assert_int_equal(machine_special(m, HOME, &f), 0);
			let_pass(m);
			for (uint32_t EACH(a, 0xF00); a < 0x1200; a += 64)
				line_is(m, a, CARD_LV, a >= first && a < first + lines * 64, 0);
			machine_close(m);
		}
}

static const struct unit units[] = {
	UNIT(stations, "NM-MACH-001"),		UNIT(remote_twice, "NM-MACH-003"),
	UNIT(service_reaches, "NM-MACH-004"),	UNIT(little, "NM-MACH-005"),
	UNIT(coherent, "NM-MACH-006"),		UNIT(stale_copies_are_found, "NM-MACH-006"),
	UNIT(cache_levels, "NM-MACH-007"),	UNIT(pages_move, "NM-MACH-008"),
	UNIT(pages_keep_data, "NM-MACH-008"),	UNIT(intrusion, "NM-MACH-009"),
	UNIT(indicator, "NM-MACH-010"),		UNIT(accumulator, "NM-MACH-011"),
	UNIT(special_functions, "NM-MACH-012"), UNIT(special_boards, "NM-MACH-012"),
};

UNIT_MAIN(units)
