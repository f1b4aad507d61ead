/* SPDX-License-Identifier: Apache-2.0 */
#include "drawn_pages.h"
#include "random.h"
#include <string.h>

#define STATIONS MACHINE_STATIONS
#define LINE 64u
#define LINES (NM_PAGE_BYTES / LINE)
#define CACHED 8u /* lines of PAGE_CACHED */

const char *const drawn_page_name[DRAWN_PAGE_KINDS] = {
	[PAGE_FIRST_TOUCH] = "another station loads and stores",
	[PAGE_READ_BY_ONE] = "another station loads",
	[PAGE_MOSTLY] = "another station loads and stores, others rarely",
	[PAGE_TABLE] = "several stations load",
	[PAGE_TABLE_HOME] = "several stations load, and that of the memory",
	[PAGE_WRITTEN] = "several stations load, that of the memory sometimes stores",
	[PAGE_READ_HOME] = "the station of the memory loads, others rarely",
	[PAGE_EVEN] = "several stations load and store, and that of the memory",
	[PAGE_ELSEWHERE] = "several stations load and store",
	[PAGE_HOME] = "the station of the memory loads and stores",
	[PAGE_HOME_MOSTLY] = "the station of the memory loads and stores, others rarely",
	[PAGE_TURNS] = "stations load and store one after the other",
	[PAGE_CACHED] = "another station loads and stores a few lines",
};

static unsigned int draw(uint64_t *random, unsigned int n)
{
	return (unsigned int)((random_lcg(random) >> 33) % n);
}

static bool has_user(const struct drawn_page *p, unsigned int station)
{
	for (unsigned int i = 0; i < p->users; i++)
		if (p->user[i] == station)
			return true;
	return false;
}

static void add_user(struct drawn_page *p, unsigned int station)
{
	if (!has_user(p, station))
		p->user[p->users++] = station;
}

static void draw_page(struct drawn_page *p, uint64_t *random)
{
	static const struct {
		unsigned int least, more; /* number of users other than station 0 */
		enum { NOT, FIRST, LAST } home;
	} of[DRAWN_PAGE_KINDS] = {
		[PAGE_FIRST_TOUCH] = {1, 1, NOT},   [PAGE_READ_BY_ONE] = {1, 1, NOT},
		[PAGE_MOSTLY] = {2, 5, NOT},	    [PAGE_TABLE] = {3, 8, NOT},
		[PAGE_TABLE_HOME] = {3, 8, LAST},   [PAGE_WRITTEN] = {3, 8, LAST},
		[PAGE_READ_HOME] = {1, 8, FIRST},   [PAGE_EVEN] = {1, 6, LAST},
		[PAGE_ELSEWHERE] = {2, 6, NOT},	    [PAGE_HOME] = {0, 1, FIRST},
		[PAGE_HOME_MOSTLY] = {1, 6, FIRST}, [PAGE_TURNS] = {3, 5, NOT},
		[PAGE_CACHED] = {1, 1, NOT},
	};
	unsigned int n;

	*p = (struct drawn_page){.kind = draw(random, DRAWN_PAGE_KINDS)};
	n = of[p->kind].least + draw(random, of[p->kind].more);
	if (of[p->kind].home == FIRST)
		add_user(p, 0);
	for (n += p->users; p->users < n;)
		add_user(p, 1 + draw(random, STATIONS - 1));
	if (of[p->kind].home == LAST)
		add_user(p, 0);
	p->lines = p->kind == PAGE_CACHED ? CACHED : LINES;
	p->rate = 10 + draw(random, 40);
}

void drawn_pages_begin(struct drawn_pages *g, uint64_t seed, unsigned int references)
{
	uint64_t random = seed;

	memset(g, 0, sizeof(*g));
	draw(&random, 2);
	g->all = references;
	for (unsigned int i = 0; i < DRAWN_PAGES; i++)
		draw_page(&g->page[i], &random);
}

/* Returns whether a station uses the page now: it may have to wait for its turn, or use the
 * page rarely. */
static bool uses(const struct drawn_pages *g, const struct drawn_page *p, unsigned int station,
		 uint64_t *random)
{
	if (!has_user(p, station))
		return false;
	if (p->kind == PAGE_TURNS)
		return p->user[(g->all - g->left[station]) * p->users / (g->all + 1)] ==
		       station;
	if (p->kind == PAGE_MOSTLY || p->kind == PAGE_HOME_MOSTLY || p->kind == PAGE_READ_HOME)
		return station == p->user[0] || !draw(random, p->rate);
	return true;
}

static bool stores(const struct drawn_page *p, unsigned int station, uint64_t *random)
{
	switch (p->kind) {
	case PAGE_READ_BY_ONE:
	case PAGE_TABLE:
	case PAGE_TABLE_HOME:
	case PAGE_READ_HOME:
		return false;
	case PAGE_WRITTEN:
		return !station && !draw(random, 5);
	default:
		return !draw(random, 3);
	}
}

static uint32_t place(const struct drawn_pages *g, unsigned int page, unsigned int line,
		      unsigned int station)
{
	const struct drawn_page *p = &g->page[page];

	return (p->copy ? station : p->to) << 28 | page * NM_PAGE_BYTES | line * LINE;
}

static bool next(void *arg, unsigned int processor, struct machine_ref *r)
{
	struct drawn_pages *g = arg;
	const unsigned int station = processor >> 2;
	uint64_t *random = &g->random[station];
	unsigned int page;

	*r = (struct machine_ref){.kind = MACHINE_THINK, .clocks = 30};
	if (processor & 3)
		return false;
	if (g->begun < DRAWN_PAGES * LINES) {
		if (station)
			return true;
		*r = (struct machine_ref){
			.kind = MACHINE_WRITE,
			.addr = place(g, g->begun / LINES, g->begun % LINES, station),
			.clocks = 10};
		g->begun++;
		return true;
	}
	if (!g->left[station])
		return false;
	g->left[station]--;
	page = draw(random, DRAWN_PAGES);
	if (!uses(g, &g->page[page], station, random))
		return true;
	r->kind = stores(&g->page[page], station, random) ? MACHINE_WRITE : MACHINE_READ;
	r->addr = place(g, page, draw(random, g->page[page].lines), station);
	r->clocks = 1 + draw(random, 60);
	g->page[page].changed |= r->kind == MACHINE_WRITE;
	return true;
}

static void answered(void *arg, const struct machine_agent *a)
{
	struct drawn_pages *g = arg;
	struct drawn_page *p = &g->page[(a->addr & 0x0FFFFFFF) / NM_PAGE_BYTES];

	if (a->kind != MACHINE_ANSWER || a->refused)
		return;
	if (g->left[a->processor >> 2] < g->all)
		p->waited += a->clocks;
	replay_count(&p->use, a);
}

const char *drawn_pages_run(struct drawn_pages *g, uint64_t seed)
{
	const struct machine_config cfg = {.cache = 64,
					   .network_cache = 64,
					   .seed = seed,
					   .next = next,
					   .arg = g,
					   .agent = answered,
					   .agent_arg = g};
	struct machine *m = machine_open(&cfg);
	const char *failed = m ? NULL : "no memory";

	g->begun = 0;
	for (unsigned int i = 0; i < STATIONS; i++) {
		g->random[i] = seed + i * RANDOM_GOLDEN;
		g->left[i] = g->all;
	}
	for (unsigned int i = 0; i < DRAWN_PAGES; i++) {
		struct drawn_page *p = &g->page[i];

		p->use = (struct replay_page){0};
		p->waited = 0;
		p->changed = false;
	}
	while (m && !failed && !machine_done(m))
		failed = machine_clock(m, NULL);
	machine_close(m);
	return failed;
}
