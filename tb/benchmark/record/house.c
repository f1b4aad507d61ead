/* SPDX-License-Identifier: Apache-2.0 */
#include "house.h"
#include "random.h"
#include <stdlib.h>
#include <string.h>

/* Addresses in the memory of station 0: sums and grid of program "stencil", objects of
 * "counters", tables of the others. */
#define SUMS 0x080000u
#define GRID 0x100000u
#define OBJECTS 0x200000u
#define TABLES 0x300000u
#define LINE 64u /* sizes in bytes: of a line, of a row of the grid, of a table */
#define ROW 1024u
#define TABLE 16384u
#define DRAWN 24u /* objects whose uses are drawn */
#define TABLE_COUNT 8u
#define WORD_CLOCKS 6u	  /* clocks of the card for a word */
#define ANSWER_CLOCKS 50u /* approximate clocks until a word arrives if the card is idle */

struct worker {
	uint64_t random;
	unsigned int done, step, function;
	bool barrier; /* the processor has passed the barrier before the current step */
};

struct house {
	const struct program *program;
	unsigned int n; /* references of each processor */
	unsigned int processors;
	unsigned int load;	 /* of the card, approximately, in per cent */
	unsigned int use[DRAWN]; /* uses of the objects of program "counters" */
	unsigned int table, station;
	struct worker w[MACHINE_PROCESSORS];
};

typedef void part_fn(struct house *h, unsigned int p, struct machine_ref *r);

struct program {
	const char *name, *function[4];
	part_fn *part[4];
	unsigned int steps; /* number of times that all parts are executed */
	bool barriers;
};

static uint64_t draw(uint64_t *random)
{
	return random_lcg(random) >> 33;
}

static unsigned int below(struct house *h, unsigned int p, unsigned int n)
{
	return (unsigned int)(draw(&h->w[p].random) % n);
}

/* Returns the address of the data of a processor alone, in the memory of its station, which is
 * in bits 31..28; 256 KB for each of the four processors. */
static uint32_t private_start(unsigned int p)
{
	return run_station_of(p) << 28 | 0x400000u | (p & 3) << 18;
}

static uint32_t private_data(struct house *h, unsigned int p, uint32_t bytes)
{
	return private_start(p) | below(h, p, bytes / 8) * 8;
}

/* ---- stencil ---- */

static void init_grid(struct house *h, unsigned int p, struct machine_ref *r)
{
	r->kind = MACHINE_WRITE;
	r->addr = GRID + p * 4 * ROW + h->w[p].done * 8 % (4 * ROW);
}

static void sweep(struct house *h, unsigned int p, struct machine_ref *r)
{
	const unsigned int i = h->w[p].done, rows = 4 * h->processors;
	/* every fifth reference writes a word; the four references before it read its
	 * neighbours */
	const unsigned int at = i / 5 * 8, row = p * 4 + at / ROW % 4;
	const unsigned int near = i % 5 == 3   ? (row + 1) % rows
				  : i % 5 == 2 ? (row + rows - 1) % rows
					       : row;

	r->kind = i % 5 == 4 ? MACHINE_WRITE : MACHINE_READ;
	r->addr = GRID + near * ROW + at % ROW;
}

static void reduce(struct house *h, unsigned int p, struct machine_ref *r)
{
	const unsigned int i = h->w[p].done;

	/* partial sums, 8 bytes apart: falsely shared, as in many programs */
	r->kind = i % 2 ? MACHINE_WRITE : MACHINE_READ;
	r->addr = SUMS + p * 8;
}

/* ---- counters ---- */

enum use { PRIVATE_LINE, READ_ONLY, ONE_WORD, PADDED, FALSE_WORDS, USES };

static void use_object(struct house *h, unsigned int p, unsigned int object,
		       struct machine_ref *r)
{
	const uint32_t at = OBJECTS + object * TABLE / 4;

	r->kind = below(h, p, 2) ? MACHINE_WRITE : MACHINE_READ;
	switch (h->use[object]) {
	case PRIVATE_LINE: /* only the owner of the object uses the line */
		r->addr = object % h->processors == p ? at + below(h, p, 8) * 8
						      : private_data(h, p, 32768);
		break;
	case READ_ONLY:
		r->kind = MACHINE_READ;
		r->addr = at + below(h, p, 512) * 8;
		break;
	case ONE_WORD:
		r->addr = at;
		break;
	case PADDED:
		r->addr = at + p % 64 * LINE;
		break;
	default:
		r->addr = at + p % 8 * 8 + p / 8 * LINE;
	}
}

static void count_some(struct house *h, unsigned int p, struct machine_ref *r)
{
	const unsigned int part = h->w[p].function;

	if (below(h, p, 4))
		r->addr = private_data(h, p, 16384);
	else
		use_object(h, p, part * (DRAWN / 4) + below(h, p, DRAWN / 4), r);
}

/* ---- pages ---- */

static void table_work(struct house *h, unsigned int p, struct machine_ref *r)
{
	const bool user = p >> 2 == h->station;

	r->kind = below(h, p, 8) ? MACHINE_READ : MACHINE_WRITE;
	if (user && below(h, p, 3)) {
		r->kind = MACHINE_UNCACHED;
		r->addr = TABLES + h->table * TABLE + below(h, p, TABLE / 8) * 8;
	} else {
		r->addr = private_data(h, p, 65536);
	}
}

static void other_tables(struct house *h, unsigned int p, struct machine_ref *r)
{
	unsigned int table = below(h, p, TABLE_COUNT);

	if (table == h->table)
		table = (table + 1) % TABLE_COUNT;
	r->kind = MACHINE_READ;
	r->addr = below(h, p, 4) ? private_data(h, p, 65536)
				 : TABLES + table * TABLE + below(h, p, TABLE / 8) * 8;
}

/* ---- bursts ---- */

static void calm(struct house *h, unsigned int p, struct machine_ref *r)
{
	r->kind = below(h, p, 4) ? MACHINE_READ : MACHINE_WRITE;
	r->addr = below(h, p, 16) ? private_data(h, p, 32768)
				  : TABLES + below(h, p, TABLE / 8) * 8;
	r->clocks = 20 + below(h, p, 40);
}

static void burst(struct house *h, unsigned int p, struct machine_ref *r)
{
	if (p >> 2 != h->station && below(h, p, 8)) {
		calm(h, p, r);
		return;
	}
	r->kind = MACHINE_UNCACHED;
	r->addr = TABLES + h->table * TABLE + below(h, p, TABLE / 8) * 8;
	r->clocks = 0;
}

/* ---- load ---- */

static void load(struct house *h, unsigned int p, struct machine_ref *r)
{
	const unsigned int apart = WORD_CLOCKS * h->processors * 100 / h->load;

	r->kind = MACHINE_UNCACHED;
	r->addr = TABLES + below(h, p, TABLE / 8) * 8;
	r->clocks = h->load == 100 || apart < ANSWER_CLOCKS
			    ? 0
			    : below(h, p, 2 * (apart - ANSWER_CLOCKS) + 1);
}

/* ---- alone, after, before: equal at the memory card of station 0 ---- */

#define STEP 400u   /* clocks between barriers, longer than everything done in them */
#define AT 60u	    /* clocks from a barrier to the read of the page's only user */
#define EARLIER 10u /* three requests pass a bus */
#define LATER 100u  /* more clocks than a read takes */

/* Reads by all processors outside station 0 but the user, of lines in their own memories that
 * no cache has; at @clocks: from the barrier. Processor 0 comes last to each barrier. */
static void step(struct house *h, unsigned int p, struct machine_ref *r, unsigned int clocks)
{
	const unsigned int i = h->w[p].done;

	if (i % 2 == 0) {
		r->kind = MACHINE_BARRIER;
		r->clocks = 0;
	} else if (p == h->station << 2) {
		r->kind = MACHINE_UNCACHED;
		r->addr = TABLES + h->table * TABLE + below(h, p, TABLE / 8) * 8;
		r->clocks = AT;
	} else if (clocks && p >> 2) {
		r->addr = private_start(p) | i / 2 % 4096 * LINE;
		r->clocks = clocks;
	} else {
		r->kind = MACHINE_THINK;
		r->clocks = p ? AT : STEP;
	}
}

static void alone(struct house *h, unsigned int p, struct machine_ref *r)
{
	step(h, p, r, 0);
}

static void after(struct house *h, unsigned int p, struct machine_ref *r)
{
	step(h, p, r, AT + LATER);
}

static void before(struct house *h, unsigned int p, struct machine_ref *r)
{
	step(h, p, r, AT - EARLIER);
}

/* ---- all ---- */

static const struct program programs[] = {
	{"stencil", {"init", "sweep", "reduce"}, {init_grid, sweep, reduce}, 8, true},
	{"counters",
	 {"first", "second", "third", "fourth"},
	 {count_some, count_some, count_some, count_some},
	 12,
	 false},
	{"pages", {"tables", "others"}, {table_work, other_tables}, 10, false},
	{"bursts", {"calm", "burst"}, {calm, burst}, 10, true},
	{"load", {"load"}, {load}, 1, false},
	{"alone", {"step"}, {alone}, 1, false},
	{"after", {"step"}, {after}, 1, false},
	{"before", {"step"}, {before}, 1, false},
};

static unsigned int parts(const struct program *g)
{
	unsigned int n = 0;

	while (n < 4 && g->part[n])
		n++;
	return n;
}

/* Relative length of a part; sums and bursts are short. */
static unsigned int weight(const struct program *g, unsigned int part)
{
	return g->part[part] == burst || g->part[part] == reduce ? 1 : 8;
}

/* Returns the number of references of a part in a step; all parts of all steps together have
 * n. */
static unsigned int length_of(const struct house *h, unsigned int part)
{
	const struct program *g = h->program;
	unsigned int all = 0;

	for (unsigned int i = 0; i < parts(g); i++)
		all += weight(g, i);
	return 1 + h->n * weight(g, part) / g->steps / all;
}

static bool next(void *arg, unsigned int p, struct machine_ref *r)
{
	struct house *h = arg;
	struct worker *w = &h->w[p];
	const struct program *g = h->program;
	const unsigned int n = parts(g);

	while (w->step < g->steps * n) {
		w->function = w->step % n;
		*r = (struct machine_ref){.kind = MACHINE_READ,
					  .phase = (uint8_t)w->function,
					  .clocks = 2 + below(h, p, 8)};
		if (g->barriers && !w->barrier) {
			w->barrier = true;
			r->kind = MACHINE_BARRIER;
			return true;
		}
		if (w->done < length_of(h, w->function)) {
			g->part[w->function](h, p, r);
			w->done++;
			return true;
		}
		w->done = 0;
		w->barrier = false;
		w->step++;
	}
	return false;
}

static void add_object(struct run *r, const char *name, unsigned int number, uint32_t start,
		       uint32_t bytes, unsigned int class)
{
	struct run_object *o = &r->object[r->objects++];

	snprintf(o->name, sizeof(o->name), "%s%u", name, number);
	o->start = start;
	o->bytes = bytes;
	o->class = class;
}

static void name_objects(struct house *h, struct run *r, struct oracle *o)
{
	if (h->program->part[0] == init_grid) {
		add_object(r, "sums", 0, SUMS, h->processors * 8, 1);
		o->falsely_shared[0] = true;
		add_object(r, "grid", 0, GRID, h->processors * 4 * ROW, 2);
	} else if (h->program->part[0] == count_some) {
		for (unsigned int i = 0; i < DRAWN; i++) {
			o->falsely_shared[i] = h->use[i] == FALSE_WORDS;
			add_object(r, "object", i, OBJECTS + i * TABLE / 4, TABLE / 4,
				   1 + i / 4 % 7);
		}
	} else {
		for (unsigned int i = 0; i < TABLE_COUNT; i++)
			add_object(r, "table", i, TABLES + i * TABLE, TABLE, i);
	}
	for (unsigned int i = 0; i < r->objects; i++)
		o->declared[i] = true;
}

struct house *house_open(const char *name, unsigned int n, unsigned int load, uint64_t seed,
			 struct machine_config *cfg, struct run *r, struct oracle *o)
{
	struct house *h = calloc(1, sizeof(*h));
	uint64_t random = seed * RANDOM_GOLDEN + 11;

	if (!h)
		return NULL;
	for (size_t i = 0; i < sizeof(programs) / sizeof(*programs); i++)
		if (!strcmp(programs[i].name, name))
			h->program = &programs[i];
	if (!h->program) {
		free(h);
		return NULL;
	}
	h->n = n;
	h->load = load;
	h->processors = cfg->processors;
	for (unsigned int i = 0; i < DRAWN; i++)
		h->use[i] = (unsigned int)(draw(&random) % USES);
	h->table = (unsigned int)(draw(&random) % TABLE_COUNT);
	h->station = 1 + (unsigned int)(draw(&random) % (cfg->stations - 1));
	for (unsigned int p = 0; p < cfg->processors; p++)
		h->w[p].random = draw(&random) << 20 ^ p;
	snprintf(r->program, sizeof(r->program), "%s", name);
	for (unsigned int i = 0; i < parts(h->program); i++)
		snprintf(r->function[i], sizeof(r->function[i]), "%s", h->program->function[i]);
	r->objects = 0;
	name_objects(h, r, o);
	cfg->next = next;
	cfg->arg = h;
	return h;
}

unsigned int house_function(const struct house *h, unsigned int processor)
{
	return h->w[processor].function;
}

void house_close(struct house *h)
{
	free(h);
}
