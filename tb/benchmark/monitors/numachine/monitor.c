/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The NUMAchine's memory monitor on the card for which it was made. The adapter adds nothing:
 * the pins of the card are as recorded, clock by clock. The program sets the phase in its
 * processor to the number of its part, one store each time.
 */
#include "bench.h"
#include "monitor.h"
#include "nm_diagnose.h"
#include "nm_report.h"
#include <stdlib.h>
#include <string.h>

/* clocks of the card for a transaction that moves a line, and for one that does not */
#define WITH_LINE 16u
#define WITHOUT_LINE 6u
#define LINE 64u /* bytes */
#define START 1u /* clocks from the FIFO to the card */

static struct sim *sim;
static struct monitor *monitor;
static struct nm nm;
static struct nm_table table;
static uint64_t clock_now, seen; /* clock of the run; number of transactions */
static uint64_t uncached;	 /* transactions of the run that the histograms do not count */
static struct run_event next_event;
static bool more;

/* results that are kept from one set-up to the next */
static uint64_t histogram[RUN_KINDS], counted, with_line;

static bool each_clock(void *arg, struct nmbus_access *a)
{
	struct bench *b = arg;
	bool start = false, came = false, left = false;

	*a = (struct nmbus_access){.counts = true};
	/* the pins can show one event of each kind per clock */
	while (more && next_event.clock / b->rate <= clock_now &&
	       !(next_event.kind == RUN_ARRIVE && came) &&
	       !(next_event.kind == RUN_LEAVE && left) &&
	       !(next_event.kind == RUN_TRANSACTION && start)) {
		came |= next_event.kind == RUN_ARRIVE;
		left |= next_event.kind == RUN_LEAVE;
		if (next_event.kind == RUN_TRANSACTION) {
			start = true;
			a->ad = next_event.ad;
			a->cmd = next_event.cmd;
			a->valid = next_event.valid;
			a->lock = next_event.lock;
			a->local_global = next_event.local;
			a->data = true;
			b->given++;
			uncached += nm_is_histogram(table.mode) &&
				    run_kind_of(next_event.cmd) == RUN_UNCACHED;
		}
		more = bench_next(b, &next_event);
	}
	a->fifo = (int)came - (int)left;
	clock_now++;
	return start;
}

static void begin(struct bench *b, enum nm_mode mode)
{
	sim_time before;

	if (!monitor) {
		sim = sim_new("numachine", 0, 1);
		if (!sim)
			bench_fail("numachine", "the simulation does not open");
		sim_limit(sim, UINT64_MAX);
		monitor = monitor_open(sim, &(struct monitor_config){.unwatched = true});
		monitor_power_on(monitor);
	}
	bench_check(nm_open_device(&nm, bench_device(b, nmbus_device(monitor->bus))),
		    "nm_open_device");
	before = sim_now(sim);
	bench_check(nm_begin(&nm, &table, mode), "nm_begin");
	bench_cost(b, "change ns", (double)(sim_now(sim) - before) / 1000);
}

static void label_objects(const struct bench *b)
{
	for (unsigned int i = 0; i < b->run.objects; i++) {
		const struct run_object *o = &b->run.object[i];
		const uint32_t start = o->start & ~(LINE - 1);

		bench_check(nm_label(&nm, start,
				     ((o->start + o->bytes + LINE - 1) & ~(LINE - 1)) - start,
				     i + 1),
			    "nm_label");
	}
}

/* Adds groups of eight counters, as if the three highest address lines were missing. */
static void fold_counters(void)
{
	for (unsigned int i = NM_COUNTERS / 8; i < NM_COUNTERS; i++) {
		table.count[i % (NM_COUNTERS / 8)] += table.count[i];
		table.count[i] = 0;
	}
}

static void run_to_end(struct bench *b)
{
	struct nm_state st;

	clock_now = uncached = 0;
	more = bench_next(b, &next_event);
	nmbus_traffic(monitor->bus, each_clock, b);
	while (more)
		sim_wait(sim, SIM_US(20));
	nmbus_traffic(monitor->bus, NULL, NULL);
	nmbus_fifo(monitor->bus, 0);
	b->read_bytes = 0; /* count only the bytes read for answers */
	bench_check(nm_get_state(&nm, &st), "nm_get_state");
	bench_check(nm_end(&nm, &table), "nm_end");
	bench_loss(b, st.missed, table.missed, false);
	seen = 0;
	for (unsigned int i = 0; i < NM_COUNTERS; i++)
		seen += table.count[i];
	if (b->less > 1)
		fold_counters();
	bench_check(nm_close(&nm), "nm_close");
}

/* Returns the number of transactions that the monitor has counted. It is an estimate if some
 * were missed, because a histogram does not tell how many of those were uncached. */
static uint64_t taken(const struct bench *b)
{
	const uint64_t most = seen + uncached, rest = b->given - table.missed;

	return table.missed && rest >= seen && rest < most ? rest : most;
}

/* Flyer miles: accesses by page and station. */
static void flyer(struct bench *b)
{
	static struct nm_page page[NM_PAGES];
	unsigned int best = 0, to = 0;
	uint64_t most = 0, all = 0;
	double gain;

	begin(b, NM_FLYER);
	run_to_end(b);
	bench_adapter(b, taken(b), table.missed);
	bench_check(nm_pages(&table, page), "nm_pages");
	for (unsigned int k = 0; k < NM_PAGES; k++)
		for (unsigned int i = 1; i < NM_STATIONS; i++)
			if (page[k].access[i] > most) {
				most = page[k].access[i];
				best = k;
				to = i;
			}
	for (unsigned int k = 0; k < NM_PAGES; k++)
		for (unsigned int i = 0; i < NM_STATIONS; i++)
			all += page[k].access[i] * (i ? b->run.remote : b->run.local);
	counted = seen;
	/* Moving the page turns the remote accesses of one station into local ones, and the
	 * local ones of this station into remote ones. */
	gain = ((double)most - (double)page[best].access[0]) * (b->run.remote - b->run.local);
	if (gain <= 0) {
		row_text("none", "page", "page");
		return;
	}
	row_number(best, "page", "page");
	row_number(to, "page", "station");
	row_number(gain / (double)all, "page", "gain");
}

static void add_kinds(const struct nm_hits *h, uint64_t count[RUN_KINDS])
{
	for (unsigned int k = 0; k < 4; k++) {
		count[RUN_READ] += h->hit[k][NM_HIT_READ];
		count[RUN_EXCLUSIVE] += h->hit[k][NM_HIT_REEX];
		count[RUN_UPGRADE] += h->hit[k][NM_HIT_UPGRADE];
		count[RUN_INVALIDATED] += h->hit[k][NM_HIT_INVAL];
		count[RUN_WRITE_BACK] += h->hit[k][NM_HIT_WRITE_BACK];
	}
	count[RUN_REFUSED] += h->nacks;
}

static void count_lines(const struct nm_hits *h)
{
	for (unsigned int k = 0; k < 4; k++) {
		with_line += h->hit[k][NM_HIT_WRITE_BACK];
		if (k == NM_LV || k == NM_GV)
			with_line += h->hit[k][NM_HIT_READ] + h->hit[k][NM_HIT_REEX];
	}
}

/* Counts commands by variable and state of the line. */
static void labels(struct bench *b)
{
	struct nm_hits h;
	uint64_t sum = 0;

	begin(b, NM_HISTOGRAM);
	label_objects(b);
	run_to_end(b);
	bench_check(nm_hits(&table, &NM_ALL_EVENTS, &h), "nm_hits");
	add_kinds(&h, histogram);
	count_lines(&h);
	bench_adapter(b, taken(b), table.missed);
	for (unsigned int k = 0; k < RUN_KINDS; k++)
		sum += histogram[k];
	histogram[RUN_UNCACHED] = counted - sum;
	for (unsigned int k = 0; k < RUN_KINDS; k++)
		row_number((double)histogram[k], "kinds", "%s", run_kind_name[k]);
	for (unsigned int i = 0; i < b->run.objects; i++) {
		struct nm_sharing f;

		bench_check(nm_hits(&table, &NM_EVENTS_OF((int)i + 1, -1), &h), "nm_hits");
		f = nm_false_sharing(&h, NM_SHARING_SHARE, NM_SHARING_LEAST);
		row_number(f.suspect, "false-sharing", "%s", b->run.object[i].name);
	}
}

/* Counts commands by bank: the label of each line is its bank. */
static void banks(struct bench *b)
{
	uint64_t kinds[RUN_BUSES][RUN_KINDS] = {{0}};

	begin(b, NM_HISTOGRAM);
	for (unsigned int i = 0; i < b->run.objects; i++) {
		const struct run_object *o = &b->run.object[i];

		for (uint32_t a = o->start & ~(LINE - 1); a < o->start + o->bytes; a += LINE)
			bench_check(nm_label(&nm, a, LINE, 1 + run_bank_of(a)), "nm_label");
	}
	run_to_end(b);
	bench_adapter(b, taken(b), table.missed);
	for (unsigned int k = 0; k < RUN_BANKS; k++) {
		uint64_t count[RUN_KINDS] = {0}, sum = 0;
		struct nm_hits h;

		bench_check(nm_hits(&table, &NM_EVENTS_OF((int)k + 1, -1), &h), "nm_hits");
		add_kinds(&h, count);
		for (unsigned int i = 0; i < RUN_KINDS; i++) {
			kinds[k / (RUN_BANKS / RUN_BUSES)][i] += count[i];
			sum += count[i];
		}
		if (sum)
			row_number((double)sum, "banks", "bank%u", k);
	}
	for (unsigned int i = 0; i < RUN_BUSES; i++)
		for (unsigned int k = 0; k < RUN_KINDS; k++)
			if (kinds[i][k])
				row_number((double)kinds[i][k], "buses", "bus%u.%s", i,
					   run_kind_name[k]);
}

/* Depth of the FIFO by processor and phase. */
static void depth(struct bench *b)
{
	const double transactions = (double)counted;
	double ns = 0;

	begin(b, NM_DEPTH);
	run_to_end(b);
	bench_adapter(b, taken(b), table.missed);
	for (unsigned int f = 0; f < RUN_FUNCTIONS; f++)
		for (unsigned int i = 0; i < b->run.stations; i++) {
			uint64_t deep = 0;

			for (unsigned int p = 4 * i; p < 4 * i + 4; p++) {
				struct nm_queue q;

				bench_check(nm_queue(&table, (int)p, (int)f, &q), "nm_queue");
				deep += nm_deep(&q, QUEUE_DEEP);
			}
			if (deep)
				row_number((double)deep, "queue", "%s.s%u", b->run.function[f],
					   i);
		}
	/* wait in the FIFO plus service time, which depends on whether a line is moved */
	if (!nm_mean_wait(&table, &ns) && counted)
		row_number(ns / NM_CLOCK_NS * b->rate + START + WITHOUT_LINE +
				   (WITH_LINE - WITHOUT_LINE) * (double)with_line /
					   transactions,
			   "latency", "mean");
}

/* Counts commands by phase. */
static void phases(struct bench *b)
{
	begin(b, NM_HISTOGRAM1);
	run_to_end(b);
	bench_adapter(b, taken(b), table.missed);
	for (unsigned int f = 0; f < RUN_FUNCTIONS; f++) {
		uint64_t n = 0;
		struct nm_hits h;

		bench_check(nm_hits(&table, &NM_EVENTS_OF(-1, (int)f), &h), "nm_hits");
		for (unsigned int k = 0; k < 4; k++)
			n += h.hit[k][NM_HIT_READ] + h.hit[k][NM_HIT_REEX] +
			     h.hit[k][NM_HIT_UPGRADE];
		if (n)
			row_number((double)n, "functions", "%s", b->run.function[f]);
	}
}

const struct bench_setup bench_setups[] = {{"flyer", flyer},   {"labels", labels},
					   {"banks", banks},   {"depth", depth},
					   {"phases", phases}, {NULL, NULL}};

const char *const bench_cannot[] = {"joint counts transactions, not their times",
				    "outlier keeps counts, no order of transactions",
				    "order has no time stamps",
				    "saturation counts transactions, not clocks",
				    "pio histograms do not count uncached reads",
				    NULL};
