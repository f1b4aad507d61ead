/* SPDX-License-Identifier: Apache-2.0 */
/* Tests what the driver finds about bottlenecks: strides against the interleaving, multiplexed
 * events, and blind trials with look-alikes. */
#include "xdb_diagnose.h"
#include "xdb_mux.h"
#include "xdb_programs.h"
#include "xdbboard.h"
#include "xdbus_regs.h"
#include <math.h>
#include <string.h>

#define SLICE 800		   /* clocks */
#define ACCESSES(n) (16 + 2 * (n)) /* a counter of handler n % 4 on bus n / 4 */

static struct xdb_program program;

static void start(struct xdbboard *b, const struct xdb_mix *mix)
{
	xdb_program_begin(&program, mix, sim_random(b->s));
	xdb_machine_start(b->m, xdb_program_next, &program, mix->io != 0);
}

/* ---- strides ---- */

static double imbalance(const double n[8])
{
	double sum = 0, most = 0;

	for (unsigned int h = 0; h < 8; h++) {
		sum += n[h];
		most = n[h] > most ? n[h] : most;
	}
	return most / (sum / 8);
}

/* Number of handlers that a stride of blocks uses, according to the thesis: it advances over
 * the handlers of a bus in blocks, and over the buses in lines. */
static unsigned int handlers_used(unsigned int stride, unsigned int ways)
{
	bool used[8] = {false};
	unsigned int n = 0;

	for (unsigned int at = 0; at < 64 * 4096; at += stride)
		used[4 * (at / 256 % 2) + at / 64 % ways] = true;
	for (unsigned int h = 0; h < 8; h++)
		n += used[h];
	return n;
}

static void stride(struct sim *s, struct xdbboard *b, struct xdb *x, unsigned int step,
		   unsigned int ways)
{
	/* the references make whole rounds over all handlers */
	const struct xdb_mix mix = {.references = (sim_length(s, 64, 16) + 15) / 16 * 16,
				    .think = 2,
				    .stride = step,
				    .footprint = 1u << 20,
				    .bus = -1};
	double got[8], want[8], before[8];

	for (unsigned int EACH(h, 0); h < 8; h++) {
		before[h] = (double)xdb_machine_count(b->m, ACCESSES(h), XDB_MQH_ACCESSES);
		SIM_EQ(s, xdb_choose(x, ACCESSES(h), XDB_MQH_ACCESSES, NULL, NULL), 0,
		       "choose");
	}
	start(b, &mix);
	xdbboard_drain(b);
	for (unsigned int EACH(h, 0); h < 8; h++) {
		struct xdb_total t;

		SIM_EQ(s, xdb_count(x, ACCESSES(h), &t), 0, "count");
		got[h] = (double)t.count;
		want[h] = (double)xdb_machine_count(b->m, ACCESSES(h), XDB_MQH_ACCESSES) -
			  before[h];
	}
	SIM_CHECK(s, imbalance(got) == imbalance(want), "stride %u, %u ways: %f, not %f", step,
		  ways, imbalance(got), imbalance(want));
	/* after a whole number of rounds, all handlers that are used have the same number of
	 * accesses */
	SIM_CHECK(s, fabs(imbalance(got) * handlers_used(step, ways) / 8 - 1) < 0.15,
		  "stride %u, %u ways: imbalance %f, %u handlers", step, ways, imbalance(got),
		  handlers_used(step, ways));
}

static void strides_of(struct sim *s, unsigned int ways)
{
	struct xdb_config cfg = xdb_usual;
	struct xdbboard *b;
	struct xdb x;

	cfg.ways = ways;
	cfg.processors = 2;
	cfg.cache_lines = 16;
	b = xdbboard_open(s, &cfg, true);
	SIM_EQ(s, xdb_open_device(&x, b->dev), 0, "the driver opens the board");
	SIM_EQ(s, xdb_set_machine(&x, ways, 0, XDB_IO), 0, "machine");
	SIM_EQ(s, xdb_start(&x), 0, "start");
	for (unsigned int EACH(step, 64); step <= 4096; step *= 2)
		stride(s, b, &x, step, ways);
	SIM_EQ(s, xdb_close(&x), 0, "close");
}

static void strides(struct sim *s)
{
	strides_of(s, 4);
}

static void strides_2_ways(struct sim *s)
{
	strides_of(s, 2);
}

/* ---- a run in which all events take turns ---- */

static struct xdb_want want[XDB_DIAGNOSE_NAMES];

/* Limits of a number of events: what happens in the clocks of a write may be counted or not. */
struct limits {
	uint64_t least, most;
};

/*
 * A device that passes accesses to the board and records, from the machine's own counts, what
 * each counter must have counted. @PIPELINE clocks before and after a write belong to it.
 */
#define PIPELINE 4
static struct watch {
	struct device dev;
	struct xdbboard *b;
	bool running;
	unsigned int event[XDB_COUNTERS]; /* that each counter counts */
	/* the machine's counts and clocks at its selection, and of all at the start of the run
	 */
	struct limits since[XDB_COUNTERS], began[XDB_COUNTERS];
	struct limits start[XDB_COUNTERS][XDB_EVENTS];
	/* what each counter has counted of an event, for how many clocks; what has happened */
	struct limits counted[XDB_COUNTERS][XDB_EVENTS], clocks[XDB_COUNTERS][XDB_EVENTS];
	struct limits run[XDB_COUNTERS][XDB_EVENTS];
} watch;

static uint64_t machine_count(unsigned int counter, unsigned int event)
{
	return event == XDB_EVENT_CLOCKS ? xdb_machine_truth(watch.b->m)->clocks
					 : xdb_machine_count(watch.b->m, counter, event);
}

static void add_between(struct limits *sum, const struct limits *from, const struct limits *to)
{
	sum->least += to->least > from->most ? to->least - from->most : 0;
	sum->most += to->most - from->least;
}

/* Ends what counter @c counts; @at: the machine's counts before and after the write. */
static void exchange(unsigned int c, unsigned int event, const struct limits at[XDB_EVENTS])
{
	const unsigned int last = watch.event[c];

	if (watch.running) {
		add_between(&watch.counted[c][last], &watch.since[c], &at[last]);
		add_between(&watch.clocks[c][last], &watch.began[c], &at[XDB_EVENT_CLOCKS]);
	}
	watch.event[c] = event;
	watch.since[c] = at[event];
	watch.began[c] = at[XDB_EVENT_CLOCKS];
}

static void start_or_stop(bool run, struct limits at[XDB_COUNTERS][XDB_EVENTS])
{
	for (unsigned int c = 0; c < XDB_COUNTERS; c++) {
		exchange(c, watch.event[c], at[c]);
		for (unsigned int e = 0; e < XDB_EVENTS; e++) {
			if (watch.running && !run)
				add_between(&watch.run[c][e], &watch.start[c][e], &at[c][e]);
			watch.start[c][e] = at[c][e];
		}
	}
	watch.running = run;
}

static int watch_read(struct device *dev, enum device_space space, uint32_t addr,
		      unsigned int width, uint64_t *value)
{
	(void)dev;
	return watch.b->dev->ops->read(watch.b->dev, space, addr, width, value);
}

static int watch_write(struct device *dev, enum device_space space, uint32_t addr,
		       unsigned int width, uint64_t value)
{
	static struct limits at[XDB_COUNTERS][XDB_EVENTS];
	int err;

	(void)dev;
	for (unsigned int c = 0; c < XDB_COUNTERS; c++)
		for (unsigned int e = 0; e < XDB_EVENTS; e++)
			at[c][e].least = machine_count(c, e);
	xdbboard_wait(watch.b, PIPELINE);
	err = watch.b->dev->ops->write(watch.b->dev, space, addr, width, value);
	xdbboard_wait(watch.b, PIPELINE);
	for (unsigned int c = 0; c < XDB_COUNTERS; c++)
		for (unsigned int e = 0; e < XDB_EVENTS; e++)
			at[c][e].most = machine_count(c, e);
	if (addr == XDBUS_CONTROL)
		start_or_stop(value & XDBUS_CONTROL_RUN_MASK, at);
	else if (addr >= XDBUS_SELECT0)
		exchange((addr - XDBUS_SELECT0) / 8, (unsigned int)value,
			 at[(addr - XDBUS_SELECT0) / 8]);
	return err;
}

static const struct device_ops watch_ops = {.read = watch_read, .write = watch_write};

static unsigned int measure(struct sim *s, struct xdbboard *b, unsigned int slices,
			    struct xdb_profile *p)
{
	static struct xdb_mux m;
	struct xdb_name names[XDB_DIAGNOSE_NAMES];
	const unsigned int n = xdb_diagnose_names(names);
	struct xdb x;

	watch = (struct watch){.dev.ops = &watch_ops, .b = b};
	SIM_EQ(s, xdb_open_device(&x, &watch.dev), 0, "the driver opens the board");
	for (unsigned int i = 0; i < n; i++)
		want[i] = (struct xdb_want){.name = names[i]};
	SIM_EQ(s, xdb_mux_begin(&m, &x, want, n, sim_random(s)), 0, "begin");
	for (unsigned int EACH(i, 0); i < slices; i++) {
		xdbboard_wait(b, SLICE);
		SIM_EQ(s, i + 1 < slices ? xdb_mux_next(&m) : xdb_mux_end(&m), 0, "next");
	}
	SIM_EQ(s, xdb_close(&x), 0, "close");
	xdb_profile_clear(p);
	p->clocks = (double)m.clocks;
	for (unsigned int i = 0; i < n; i++)
		p->count[want[i].name.chip][want[i].name.event] =
			(struct xdb_estimate){want[i].estimate, want[i].error};
	return n;
}

/* Returns the sum over the counters of a chip for an event. */
static struct limits sum_of(struct limits of[XDB_COUNTERS][XDB_EVENTS],
			    const struct xdb_name *name)
{
	unsigned int counters;
	const unsigned int first = xdb_chip_counter(name->chip, &counters);
	struct limits sum = {0};

	for (unsigned int c = first; c < first + counters; c++) {
		sum.least += of[c][name->event].least;
		sum.most += of[c][name->event].most;
	}
	return sum;
}

static void check_within(struct sim *s, const struct xdb_want *w, const char *what, uint64_t n,
			 struct limits l)
{
	SIM_CHECK(s, n >= l.least && n <= l.most,
		  "chip %u, event %u: %llu %s, not %llu to %llu", w->name.chip, w->name.event,
		  (unsigned long long)n, what, (unsigned long long)l.least,
		  (unsigned long long)l.most);
}

/*
 * Multiplexed events against the machine's own counts: what was counted is exact, up to the
 * clocks of the writes, and so is the estimate that follows from it. Standard errors that are
 * right are exceeded twofold by few estimates.
 */
static void turns(struct sim *s)
{
	struct xdbboard *b = xdbboard_open(s, &xdb_usual, true);
	const unsigned int slices = 24 + (unsigned int)sim_length(s, 36, 1);
	struct xdb_profile p;
	struct xdb_mix mix;
	unsigned int n, far = 0;

	SIM_CHECK(s, xdb_mix_find("mixed", &mix), "no such mix");
	mix.pio = 20;
	start(b, &mix);
	xdbboard_wait(b, 3000); /* the caches are warm */
	n = measure(s, b, slices, &p);
	SIM_CHECK(s,
		  p.clocks >= (double)watch.run[0][XDB_EVENT_CLOCKS].least &&
			  p.clocks <= (double)watch.run[0][XDB_EVENT_CLOCKS].most,
		  "%.0f clocks in the run", p.clocks);
	for (unsigned int EACH(i, 0); i < n; i++) {
		const struct xdb_want *w = &want[i];
		unsigned int counters;
		const struct limits truth =
			watch.run[xdb_chip_counter(w->name.chip, &counters)][w->name.event];

		SIM_CHECK(s, !w->missed && w->error >= 0,
			  "each event has enough slices for an error");
		check_within(s, w, "events", w->count, sum_of(watch.counted, &w->name));
		check_within(s, w, "clocks", w->clocks, sum_of(watch.clocks, &w->name));
		SIM_CHECK(s,
			  fabs(w->estimate * (double)w->clocks - (double)w->count * p.clocks) <=
				  1e-9 * (double)w->count * p.clocks,
			  "chip %u, event %u: %.0f in all clocks", w->name.chip, w->name.event,
			  w->estimate);
		far += w->estimate < (double)truth.least - 2 * w->error ||
		       w->estimate > (double)truth.most + 2 * w->error;
	}
	/* Chebyshev: of any distribution, a quarter at most */
	SIM_CHECK(s, far <= n / 4, "%u of %u estimates are off", far, n);
	sim_note(s, "%u of %u estimates off by more than two standard errors", far, n);
}

/* ---- blind trials ---- */

/* A trial: a program with one problem, or a look-alike without a problem. */
struct trial {
	const char *mix;
	void (*change)(struct sim *s, struct xdb_mix *m, struct xdb_config *cfg);
	int problem;	      /* enum xdb_problem; -1: none of the judged problems */
	uint32_t of_interest; /* problems that are judged, one bit each */
};

#define BIT(problem) (1u << (problem))
#define BUS_PROBLEMS (BIT(XDB_BANK_CONFLICT) | BIT(XDB_BUS_IMBALANCE) | BIT(XDB_SATURATION))
#define KIND_PROBLEMS (BIT(XDB_BROADCASTS) | BIT(XDB_SWAPS) | BIT(XDB_BULK))
#define IO_PROBLEMS (BIT(XDB_IO_CACHE) | BIT(XDB_SLOW_PIO))

/* a stride that uses one handler of each bus, with pauses so short that it is a bottleneck */
static void conflict(struct sim *s, struct xdb_mix *m, struct xdb_config *cfg)
{
	m->stride = 256u << sim_range(s, 0, 3);
	m->think = (unsigned int)sim_range(s, 1, 4);
	cfg->memory_clocks = (unsigned int)sim_range(s, 16, 24);
}

/* the same traffic over all handlers */
static void no_conflict(struct sim *s, struct xdb_mix *m, struct xdb_config *cfg)
{
	conflict(s, m, cfg);
	m->stride = 64;
}

/* a stride that uses one handler, but seldom */
static void light(struct sim *s, struct xdb_mix *m, struct xdb_config *cfg)
{
	(void)cfg;
	m->stride = 256u << sim_range(s, 0, 3);
	m->think = (unsigned int)sim_range(s, 300, 500);
}

static void lopsided(struct sim *s, struct xdb_mix *m, struct xdb_config *cfg)
{
	(void)cfg;
	m->bus = (int)sim_range(s, 0, 1);
	m->footprint = 16u << 20;
	m->think = (unsigned int)sim_range(s, 30, 50);
}

static void saturating(struct sim *s, struct xdb_mix *m, struct xdb_config *cfg)
{
	(void)s;
	cfg->processors = 20;
	m->footprint = 16u << 20;
	m->think = 1;
}

/* half of what a bus can carry */
static void half(struct sim *s, struct xdb_mix *m, struct xdb_config *cfg)
{
	(void)s;
	cfg->processors = 8;
	m->footprint = 16u << 20;
	m->think = 80;
	m->io = 0;
}

static void nothing(struct sim *s, struct xdb_mix *m, struct xdb_config *cfg)
{
	(void)cfg;
	m->think = (unsigned int)sim_range(s, 15, 30);
}

static void blocks(struct sim *s, struct xdb_mix *m, struct xdb_config *cfg)
{
	(void)cfg;
	m->think = (unsigned int)sim_range(s, 250, 350);
}

static void updates(struct sim *s, struct xdb_mix *m, struct xdb_config *cfg)
{
	nothing(s, m, cfg);
	m->update = 1;
	m->shared = 700;
}

/* each processor writes to its own blocks, of which no other cache has a copy */
static void private_writes(struct sim *s, struct xdb_mix *m, struct xdb_config *cfg)
{
	nothing(s, m, cfg);
	m->stores = 900;
	m->shared = 0;
}

static void slow_pio(struct sim *s, struct xdb_mix *m, struct xdb_config *cfg)
{
	nothing(s, m, cfg);
	cfg->pio_clocks = (unsigned int)sim_range(s, 200, 400);
}

/* many operations, all of them short */
static void quick_pio(struct sim *s, struct xdb_mix *m, struct xdb_config *cfg)
{
	(void)s;
	m->think = 120;
	cfg->pio_clocks = 8;
}

/* words one after the other: many accesses, few misses */
static void dense(struct sim *s, struct xdb_mix *m, struct xdb_config *cfg)
{
	nothing(s, m, cfg);
	m->io_scattered = false;
}

static void judge(struct sim *s, struct xdbboard *b, const struct trial *t)
{
	struct xdb_finding f[XDB_FINDINGS];
	struct xdb_config cfg = xdb_usual;
	struct xdb_profile p;
	struct xdb_mix mix;
	uint32_t found = 0;
	unsigned int n;

	SIM_CHECK(s, xdb_mix_find(t->mix, &mix), "no such mix");
	t->change(s, &mix, &cfg);
	xdbboard_change(b, &cfg);
	start(b, &mix);
	xdbboard_wait(b, 1000);
	measure(s, b, 24, &p);
	n = xdb_diagnose(&p, f);
	for (unsigned int EACH(i, 0); i < n; i++) {
		char text[256];

		found |= f[i].undecided ? 0 : BIT(f[i].problem);
		sim_note(s, "%s", xdb_finding_text(&f[i], text, sizeof(text)));
		/* a finding must not claim more than the counters show */
		if (f[i].problem == XDB_SHARING)
			SIM_CHECK(s,
				  f[i].place < 4 &&
					  strstr(text, "whether sharing is true or false, "
						       "the counters do not tell"),
				  "what the counters do not tell");
		if (f[i].problem == XDB_BUS_IMBALANCE && t->problem == XDB_BUS_IMBALANCE)
			SIM_EQ(s, f[i].place, (uint64_t)mix.bus, "bus");
	}
	SIM_CHECK(s, (found & t->of_interest) == (t->problem < 0 ? 0 : BIT(t->problem)),
		  "%s: found 0x%X, planted %d", t->mix, found, t->problem);
}

/* Runs each kind of trial once; the seed decides their order and sizes. Icarus runs one of
 * them. */
static void run_trials(struct sim *s, const struct trial *t, unsigned int n)
{
	struct xdbboard *b = xdbboard_open(s, &xdb_usual, true);
	const unsigned int first = (unsigned int)sim_range(s, 0, n - 1);

	for (unsigned int EACH(i, 0); i < (sim_is_icarus(s) ? 1 : n); i++)
		judge(s, b, &t[(first + i) % n]);
}

#define TRIALS(name, ...)                                      \
	static void name(struct sim *s)                        \
	{                                                      \
		static const struct trial t[] = {__VA_ARGS__}; \
                                                               \
		run_trials(s, t, sizeof(t) / sizeof(*t));      \
	}

TRIALS(blind_handlers, {"stride", conflict, XDB_BANK_CONFLICT, BIT(XDB_BANK_CONFLICT)},
       {"stride", no_conflict, -1, BIT(XDB_BANK_CONFLICT)},
       {"stride", light, -1, BIT(XDB_BANK_CONFLICT)})
TRIALS(blind_buses, {"mixed", lopsided, XDB_BUS_IMBALANCE, BIT(XDB_BUS_IMBALANCE)},
       {"bulk", saturating, XDB_SATURATION, BIT(XDB_SATURATION) | BIT(XDB_BUS_IMBALANCE)},
       {"bulk", half, -1, BUS_PROBLEMS}, {"mixed", nothing, -1, BUS_PROBLEMS})
TRIALS(blind_kinds, {"locks", nothing, XDB_SWAPS, KIND_PROBLEMS},
       {"bulk", blocks, XDB_BULK, BIT(XDB_BULK) | BIT(XDB_SWAPS)},
       {"sharers", updates, XDB_BROADCASTS, KIND_PROBLEMS},
       {"readers", nothing, -1, KIND_PROBLEMS})
TRIALS(blind_sharing, {"sharers", nothing, XDB_SHARING, BIT(XDB_SHARING)},
       {"sharers", updates, XDB_SHARING, BIT(XDB_SHARING)},
       {"readers", nothing, -1, BIT(XDB_SHARING)},
       {"mixed", private_writes, -1, BIT(XDB_SHARING)})
TRIALS(blind_io, {"scattered", nothing, XDB_IO_CACHE, IO_PROBLEMS},
       {"scattered", dense, -1, IO_PROBLEMS}, {"pio", slow_pio, XDB_SLOW_PIO, IO_PROBLEMS},
       {"pio", quick_pio, -1, IO_PROBLEMS})

const struct sim_test sim_tests[] = {
	{"strides", strides, "SP-DIA-001", NULL},
	{"strides_2_ways", strides_2_ways, "SP-DIA-001", NULL},
	{"turns", turns, "SP-SW-001", NULL},
	{"blind_handlers", blind_handlers, "SP-DIA-001", NULL},
	{"blind_buses", blind_buses, "SP-DIA-002", NULL},
	{"blind_kinds", blind_kinds, "SP-DIA-002", NULL},
	{"blind_sharing", blind_sharing, "SP-DIA-003", NULL},
	{"blind_io", blind_io, "SP-DIA-004", NULL},
	{0},
};
