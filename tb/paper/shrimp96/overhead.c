/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Measures the cost of a category for each procedure (SPDT 1996, 3.5, 4.2): two new programs
 * run on 16 nodes, with and without a category write at the beginning and the end of each
 * procedure. RADIX type: a sort with two short procedures for each key; WATER-SPATIAL type:
 * forces between molecules in cells, a procedure for each pair.
 */
#include "paper.h"
#include "random.h"
#include "shrimp/svm.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NODES 16u
#define KEYS 16384u /* number of keys of all nodes */
#define DIGIT_BITS 8
#define DIGITS (1u << DIGIT_BITS)
#define MOLECULES 2048u
#define CELL 32u /* molecules of a cell */
#define STEPS 3u

/* Processor cycles of a procedure without its accesses to memory. */
#define KEY_CYCLES 38
#define PAIR_CYCLES 88

#define COMMAND_CYCLES 15 /* cycles of a category write over EISA, 3.5 */

static const struct paper_constant constants[] = {
	{"category write", "cycles", COMMAND_CYCLES, PAPER_GIVEN,
	 "3.5: roughly 15 processor cycles", "all rows but the costs of tags"},
	{"procedure of RADIX", "cycles", KEY_CYCLES, PAPER_FITTED, "overhead of 62 %, 4.2",
	 "overhead of RADIX"},
	{"procedure of WATER-SPATIAL", "cycles", PAIR_CYCLES, PAPER_FITTED,
	 "overhead of 28 %, 4.2", "overhead of WATER-SPATIAL"},
	{NULL, NULL, 0, PAPER_GIVEN, NULL, NULL},
};

enum when { NEVER, PROCESS, BEGIN, BEGIN_END };

struct run {
	enum when when;
	uint64_t cost; /* cost of a write, cycles */
	uint32_t data; /* address of the shared data: keys of both passes, or positions */
	const char *wrong;
};

static _Noreturn void fail(const char *what)
{
	fprintf(stderr, "overhead: %s\n", what);
	exit(1);
}

/* ---- categories ---- */

static void write_category(struct cpu *cpu, struct run *r)
{
	cpu_compute(cpu, r->cost);
}

static void begin_procedure(struct cpu *cpu, struct run *r)
{
	if (r->when == BEGIN || r->when == BEGIN_END)
		write_category(cpu, r);
}

static void end_procedure(struct cpu *cpu, struct run *r)
{
	if (r->when == BEGIN_END)
		write_category(cpu, r);
}

/* ---- RADIX type ---- */

static uint32_t digit_of(struct cpu *cpu, struct run *r, uint32_t at, unsigned int shift)
{
	uint32_t key;

	begin_procedure(cpu, r);
	key = shared_read_u32(cpu, at);
	cpu_compute(cpu, KEY_CYCLES);
	end_procedure(cpu, r);
	return key >> shift & (DIGITS - 1);
}

static void move_key(struct cpu *cpu, struct run *r, uint32_t from, uint32_t to)
{
	begin_procedure(cpu, r);
	shared_write_u32(cpu, to, shared_read_u32(cpu, from));
	cpu_compute(cpu, KEY_CYCLES);
	end_procedure(cpu, r);
}

/* Each node sorts its own keys. */
static void radix_node(struct cpu *cpu, void *arg)
{
	const uint32_t part = KEYS / NODES, bytes = 4 * KEYS;
	struct run *r = arg;
	uint32_t from = r->data + 4 * part * cpu_node(cpu), to = from + bytes;

	if (r->when == PROCESS)
		write_category(cpu, r);
	barrier(cpu);
	for (unsigned int shift = 0; shift < 16; shift += DIGIT_BITS) {
		uint32_t place[DIGITS] = {0}, sum = 0;
		const uint32_t other = from;

		for (uint32_t i = 0; i < part; i++)
			place[digit_of(cpu, r, from + 4 * i, shift)]++;
		for (uint32_t d = 0; d < DIGITS; d++) {
			const uint32_t count = place[d];

			place[d] = sum;
			sum += count;
			cpu_compute(cpu, 4);
		}
		for (uint32_t i = 0; i < part; i++)
			move_key(cpu, r, from + 4 * i,
				 to + 4 * place[digit_of(cpu, r, from + 4 * i, shift)]++);
		from = to;
		to = other;
	}
	barrier(cpu);
}

/* Returns the sum of the sorted keys, each times its place. */
static double check_sorted(struct run *r, struct svm *s, const uint32_t keys[KEYS])
{
	const uint32_t part = KEYS / NODES;
	static uint32_t sorted[KEYS];
	uint64_t left[NODES] = {0};
	double sum = 0;

	svm_get(s, r->data, sorted, sizeof(sorted));
	for (uint32_t i = 0; i < KEYS; i++) {
		if (i % part && (sorted[i] & 0xFFFF) < (sorted[i - 1] & 0xFFFF))
			r->wrong = "RADIX: the keys are not sorted";
		left[i / part] += (uint64_t)keys[i] - sorted[i];
		sum += (double)sorted[i] * (i + 1);
	}
	for (unsigned int n = 0; n < NODES; n++)
		if (left[n])
			r->wrong = "RADIX: the sorted keys are not those of the node";
	return sum;
}

/* ---- WATER-SPATIAL type ---- */

static double force(struct cpu *cpu, struct run *r, uint32_t a, uint32_t b)
{
	double d, f;

	begin_procedure(cpu, r);
	d = shared_read_f64(cpu, a) - shared_read_f64(cpu, b);
	f = fabs(d) < 1e-3 ? 0 : 1 / (d * d * d);
	cpu_compute(cpu, PAIR_CYCLES);
	end_procedure(cpu, r);
	return f;
}

/* Each node has its own cells; forces act on a molecule from those of its cell and of the next
 * cell. */
static void water_node(struct cpu *cpu, void *arg)
{
	const uint32_t part = MOLECULES / NODES;
	struct run *r = arg;
	const uint32_t first = part * cpu_node(cpu);
	double f[MOLECULES / NODES];

	if (r->when == PROCESS)
		write_category(cpu, r);
	for (unsigned int step = 0; step < STEPS; step++) {
		barrier(cpu);
		for (uint32_t i = 0; i < part; i++) {
			const uint32_t me = first + i, cell = me / CELL * CELL;

			f[i] = 0;
			for (uint32_t k = 0; k < 2 * CELL; k++) {
				const uint32_t other = (cell + k) % MOLECULES;

				if (other != me)
					f[i] += force(cpu, r, r->data + 8 * me,
						      r->data + 8 * other);
			}
		}
		barrier(cpu);
		for (uint32_t i = 0; i < part; i++) {
			const uint32_t at = r->data + 8 * (first + i);

			shared_write_f64(cpu, at, shared_read_f64(cpu, at) + 1e-6 * f[i]);
		}
	}
	barrier(cpu);
}

/* ---- a run ---- */

/* Runs a program. Returns its time in ns, and its result in *result. */
static double run_program(struct paper *p, program_fn *fn, enum when when, uint64_t cost,
			  double *result)
{
	struct run r = {.when = when, .cost = cost};
	const bool radix = fn == radix_node;
	uint64_t random = paper_seed(p);
	static uint32_t keys[2 * KEYS];
	static double position[MOLECULES];
	struct mc_config c;
	struct svm *s;
	struct mc *m;
	double ns;

	mc_defaults(&c);
	c.nodes = NODES;
	c.seed = paper_seed(p);
	c.interference = false;
	if (mc_open(&m, &c) || svm_open(&s, m, 64 * MC_PAGE_BYTES))
		fail("out of memory");
	r.data = svm_alloc(s, radix ? 8 * KEYS : 8 * MOLECULES, MC_PAGE_BYTES, SVM_SPREAD);
	memset(keys, 0, sizeof(keys));
	for (uint32_t i = 0; i < KEYS; i++) {
		random_lcg(&random);
		keys[i] = (uint32_t)(random >> 40);
		position[i % MOLECULES] = (double)(random >> 32) / 1e9;
	}
	if (radix)
		svm_put(s, r.data, keys, sizeof(keys));
	else
		svm_put(s, r.data, position, sizeof(position));
	/* the part of a node is at least a page, whose home is the node */
	for (unsigned int n = 0; radix && n < 2 * NODES; n++)
		svm_set_home(s, r.data + n * (4 * KEYS / NODES), 4 * KEYS / NODES, n % NODES);
	if (mc_program(m, MC_ALL, fn, &r) || mc_run_all(m))
		fail(mc_error(m) ? mc_error(m) : "no program");
	ns = (double)mc_now(m) / 1e3;
	if (radix) {
		*result = check_sorted(&r, s, keys);
	} else {
		svm_get(s, r.data, position, sizeof(position));
		*result = 0;
		for (uint32_t i = 0; i < MOLECULES; i++)
			*result += position[i] * (i + 1);
	}
	if (r.wrong)
		fail(r.wrong);
	svm_close(s);
	mc_close(m);
	return ns;
}

struct overhead {
	double process, begin, begin_end, fast; /* overhead, percent of the run without
						 * categories */
	bool same;				/* all runs have the same result */
};

static struct overhead measure(struct paper *p, program_fn *fn)
{
	double none = 0, other = 0;
	const double base = run_program(p, fn, NEVER, COMMAND_CYCLES, &none);
	struct overhead o = {.same = true};
	double *const to[] = {&o.process, &o.begin, &o.begin_end, &o.fast};
	static const enum when when[] = {PROCESS, BEGIN, BEGIN_END, BEGIN_END};

	for (int i = 0; i < 4; i++) {
		*to[i] = 100 *
			 (run_program(p, fn, when[i], i == 3 ? 1 : COMMAND_CYCLES, &other) /
				  base -
			  1);
		o.same &= other == none;
	}
	return o;
}

static void row(struct paper *p, const char *what, double published, double ours, double low,
		double high, const char *fitted, const char *shows)
{
	paper_value(p, &(struct paper_value){.what = what,
					     .unit = "%",
					     .digits = 1,
					     .published = published,
					     .ours = ours,
					     .low = low,
					     .high = high,
					     .why = "the work of a procedure was fitted",
					     .kind = PAPER_FITTED,
					     .fitted = fitted,
					     .shows = shows});
}

static void statement(struct paper *p, bool holds, const char *what, const char *shows,
		      const char *ablation, bool survives)
{
	paper_statement(p, &(struct paper_statement){.holds = holds,
						     .what = what,
						     .shows = shows,
						     .ablation = ablation,
						     .survives = survives});
}

static void implied(struct paper *p, const char *what, double ours, double published,
		    double low, double high, const char *by, const char *shows)
{
	paper_value(p, &(struct paper_value){.what = what,
					     .unit = "",
					     .digits = 2,
					     .published = published,
					     .ours = ours,
					     .low = low,
					     .high = high,
					     .kind = PAPER_IMPLIED,
					     .implied_by = by,
					     .shows = shows});
}

int main(int argc, char **argv)
{
	struct paper *p = paper_begin(argc, argv, "shrimp96", "overhead",
				      "Overhead of categories per procedure (3.5, 4.2)");
	struct overhead radix, water;
	struct mc_config c;
	FILE *f;

	mc_defaults(&c);
	paper_constants(p, constants);
	radix = measure(p, radix_node);
	water = measure(p, water_node);
	f = paper_csv(p, "overhead",
		      "program,per process in %,begin only in %,begin and end in %,"
		      "one cycle a write in %");
	fprintf(f, "RADIX,%.3f,%.2f,%.2f,%.2f\n", radix.process, radix.begin, radix.begin_end,
		radix.fast);
	fprintf(f, "WATER-SPATIAL,%.3f,%.2f,%.2f,%.2f\n", water.process, water.begin,
		water.begin_end, water.fast);
	paper_csv_end(p, f);
	row(p, "RADIX type, a write at begin and end of each procedure", 62, radix.begin_end,
	    45, 80, "procedure of RADIX", "S96-EXP-011 S96-EXP-032");
	row(p, "WATER-SPATIAL type", 28, water.begin_end, 15, 40, "procedure of WATER-SPATIAL",
	    "S96-EXP-012 S96-EXP-032");
	implied(p, "WATER-SPATIAL over RADIX type: moderate procedures cost less",
		water.begin_end / radix.begin_end, 28. / 62, 0, 0.99,
		"both overheads, which are fitted", "S96-EXP-012");
	paper_check(p, radix.same && water.same, "the categories do not change the results",
		    "S96-EXP-012");
	statement(p, radix.process < 1 && water.process < 1,
		  "categories per process cost less than 1 %", "S96-EXP-013",
		  "a category per procedure", radix.begin_end < 1 || water.begin_end < 1);
	implied(p, "RADIX: one write per procedure over two", radix.begin / radix.begin_end,
		0.5, 0.45, 0.55, "each write costs the same", "S96-EXP-014");
	implied(p, "WATER-SPATIAL: one write per procedure over two",
		water.begin / water.begin_end, 0.5, 0.45, 0.55, "each write costs the same",
		"S96-EXP-014");
	implied(p, "writes of one cycle, by the Xpress bus, over those of 15",
		fmax(radix.fast / radix.begin_end, water.fast / water.begin_end), NAN, 0, 0.1,
		"1 of 15 cycles", "S96-EXP-015");
	paper_value(p,
		    &(struct paper_value){.what = "a change of a page's tag, a protected call",
					  .unit = "cycles",
					  .published = NAN,
					  .ours = c.p.protect_cycles,
					  .low = COMMAND_CYCLES + 1,
					  .high = INFINITY,
					  .why = "the paper says: more than a category write",
					  .kind = PAPER_GIVEN,
					  .shows = "S96-EXP-018"});
	return paper_end(p);
}
