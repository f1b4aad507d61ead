/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The core of revision 3 on the memory card's bus, with a clock of 10 ns: a tap for the
 * transactions, as axi_tap times them, and one for the stores of the probes at the program's
 * parts. A packet has sender = processor, category = part of the program; that of a transaction
 * also size = 1 + kind; that of a probe size = 8. With memories outside, which answer in the
 * clock of the request, the core takes a packet every 13 clocks into both of them, but every 12
 * clocks, the highest rate of the card, into one: so one set-up counts and one traces.
 */
#include "bench.h"
#include "bsel.h"
#include "hostbus.h"
#include "memport.h"
#include "port.h"
#include "seen.h"
#include "sim.h"
#include "surflib.h"
#include "surfrecord.h"
#include <stdlib.h>
#include <string.h>

#define TICKS_OF_CLOCK 2u /* core clocks in a clock of the run */
#define PROBE_WORDS 8u
#define WORDS (1u << 24) /* of each memory */
#define TRACE_ENTRIES (WORDS / 4)
#define WAITING 64u
#define IDLE_CLOCKS 1000u

static struct sim *sim;
static struct hostbus host;
static struct port port;
static struct surf surf;
static struct bench *bench;

/* Packets that are not on the port yet, and the clocks at which they are due. */
static struct waiting {
	struct run_event e;
	uint64_t due;
} waiting[WAITING];
static unsigned int waits;
static struct run_event next;
static bool more;
static uint64_t now, start, refused, idle; /* clocks; packets without room in the core */

static uint64_t tick(uint64_t clock)
{
	return start + clock * TICKS_OF_CLOCK / bench->rate;
}

static void find_next(void)
{
	do
		more = bench_next(bench, &next);
	while (more && next.kind != RUN_TRANSACTION && next.kind != RUN_FUNCTION);
}

static void add_waiting(void)
{
	const bool transaction = next.kind == RUN_TRANSACTION;

	if (waits == WAITING)
		bench_fail("core3", "too many packets wait for the port");
	waiting[waits++] =
		(struct waiting){next, tick(next.clock + (transaction ? next.service : 0))};
	find_next();
}

/* Takes the first packet that is due. Returns false if none is. */
static bool take_due(struct run_event *e)
{
	unsigned int first = 0;

	for (unsigned int i = 1; i < waits; i++)
		if (waiting[i].due < waiting[first].due)
			first = i;
	if (!waits || waiting[first].due > now)
		return false;
	*e = waiting[first].e;
	memmove(waiting + first, waiting + first + 1, (--waits - first) * sizeof(*waiting));
	return true;
}

static void offer(const struct run_event *e)
{
	const bool transaction = e->kind == RUN_TRANSACTION;

	sim_put(port.x, e->processor & 15);
	sim_put(port.y, e->processor >> 4);
	sim_put(port.category, e->function);
	sim_put(port.words, transaction ? 1 + run_kind_of(e->cmd) : PROBE_WORDS);
	sim_put(port.rxtime, now);
	sim_put(port.txtime, transaction ? tick(e->clock - e->waited) : now);
	sim_put(port.addr, transaction ? (e->addr & 0x7FFFFFC) >> 2 : 0);
	sim_put(port.valid, 1);
	sim_settle(sim);
	refused += !sim_get(port.ready);
	bench->given++;
}

static void on_clk(void *arg)
{
	struct run_event e;

	(void)arg;
	now++;
	idle++;
	sim_put(port.valid, 0);
	while (more && tick(next.clock) <= now)
		add_waiting();
	if (take_due(&e)) {
		idle = 0;
		offer(&e);
	}
}

static void open_core(struct bench *b)
{
	static const char *const zero[] = {"clk",      "time_wrapped", "tap_rdata", "p_lost",
					   "ph_valid", "ph_data",      "p_color",   "p_irq"};

	sim = sim_new("surf_axil_outside", 0, 1);
	if (!sim)
		bench_fail("core3", "the simulation does not open");
	sim_limit(sim, UINT64_MAX);
	host_open(&host, sim, SIM_NS(10), SIM_NS(11));
	for (unsigned int i = 0; i < sizeof(zero) / sizeof(*zero); i++)
		sim_put(sim_pin(sim, zero[i]), 0);
	sim_put(sim_pin(sim, "x_in"), 1);
	port = port_open(sim);
	sim_put(port.valid, 0);
	sim_put(port.be, 15);
	/* fast static memories beside the core */
	memport_set_wait(memport_open(sim, host.clk, "tm", WORDS), 0, 0);
	memport_set_wait(memport_open(sim, host.clk, "hm", WORDS), 0, 0);
	host_reset(&host, SIM_NS(200));
	sim_wait_cycles(host.clk, 4);
	bench_check(surf_open_device(&surf, bench_device(b, host_device(&host, 0))),
		    "surf_open_device");
}

/* Bins: the kind. @mode: that of HTCR. */
static void prepare(struct bench *b, uint32_t mode)
{
	static uint8_t stream[SBIT_BYTES];
	static char source[] = "bin[2:0] = size[2:0]\n";
	struct surf_experiment e = {
		.stream = stream, .stream_bytes = SBIT_BYTES, .bins = 8, .htcr = mode};
	struct sbit_map map;
	FILE *f = fmemopen(source, strlen(source), "r");
	sim_time before;

	if (!f || bsel_parse(f, &map, NULL, NULL) || sbit_compile(&map, stream))
		bench_fail("core3", "the bin selector's configuration");
	fclose(f);
	/* four bits of x, two of y */
	e.acdr = surf_set(e.acdr, SURF_ACDR_IMAGE_SENDID, 1);
	e.acdr = surf_set(e.acdr, SURF_ACDR_IMAGE_CATMUX, 1);
	e.acdr = surf_set(e.acdr, SURF_ACDR_IMAGE_LAT_N, 12); /* 24 bits of latency */
	before = sim_now(sim);
	bench_check(surf_begin(&surf, &e), "surf_begin");
	bench_cost(b, "change ns", (double)(sim_now(sim) - before) / 1000);
}

static void answer_kinds(void)
{
	uint32_t bin[8];

	bench_check(surf_GetHMem(&surf, 0, bin, sizeof(bin), NULL, NULL), "surf_GetHMem");
	for (unsigned int k = 0; k < RUN_KINDS; k++)
		row_number(bin[(k + 1) & 7], "kinds", "%s", run_kind_name[k]);
}

/* The trace has exact latencies: their distribution, and the means by processor and class. */
static void answer_latencies(const struct bench *b, const struct seen *t, size_t n)
{
	static uint64_t count[1u << 20];
	static double sum[RUN_PROCESSORS][RUN_CLASSES];
	static uint64_t of[RUN_PROCESSORS][RUN_CLASSES];
	const size_t most = sizeof(count) / sizeof(*count) - 1;

	for (size_t i = 0; i < n; i++) {
		const double latency = t[i].ended - t[i].arrived;

		count[latency < (double)most ? (size_t)(latency + 0.5) : most]++;
		sum[t[i].processor][t[i].class] += latency;
		of[t[i].processor][t[i].class]++;
	}
	seen_latency(count, most + 1, 0, 1);
	for (unsigned int p = 0; p < b->run.processors; p++)
		for (unsigned int c = 0; c < RUN_CLASSES; c++)
			if (of[p][c])
				row_number(sum[p][c] / (double)of[p][c], "joint", "p%u.c%u", p,
					   c);
}

static void answer_trace(struct bench *b, uint32_t entries)
{
	const double clocks = (double)b->rate / TICKS_OF_CLOCK;
	uint32_t(*w)[4] = calloc(entries ? entries : 1, sizeof(*w));
	struct seen *t = calloc(entries ? entries : 1, sizeof(*t));
	unsigned int of[RUN_PROCESSORS] = {0}, events = 0;
	size_t n = 0;

	if (!w || !t)
		bench_fail("core3", "no memory");
	bench_check(surf_GetTMem(&surf, 0, w, entries * (uint32_t)sizeof(*w), NULL, NULL),
		    "surf_GetTMem");
	for (uint32_t i = 0; i < entries; i++) {
		const double ended = (double)(trace_rxtime(w[i]) - start) * clocks;
		const uint8_t p = (uint8_t)trace_sender(w[i]);

		if (trace_words(w[i]) == PROBE_WORDS) {
			if (events++ < ORDER_EVENTS)
				row_number(ended, "order", "p%u.%u", p, of[p]++);
			continue;
		}
		t[n] = (struct seen){.ended = ended,
				     .arrived = ended - trace_latency(w[i]) * clocks,
				     .addr = trace_addr(w[i]),
				     .processor = p,
				     .kind = (uint8_t)(trace_words(w[i]) - 1),
				     .function = (uint8_t)trace_category(w[i])};
		t[n].class = (uint8_t)run_class(&b->run, t[n].addr);
		n++;
	}
	answer_latencies(b, t, n);
	seen_answer(b, t, n,
		    SEEN_FUNCTION | SEEN_ADDRESS | SEEN_ARRIVAL | SEEN_PROBES | SEEN_EXACT);
	free(w);
	free(t);
}

/* Replays the run. Returns the packets that the core has counted; *entries: of its trace. */
static uint64_t replay(struct bench *b, uint32_t mode, uint32_t *entries)
{
	struct surf_totals totals;
	uint32_t iscr;

	bench = b;
	now = idle = refused = waits = 0;
	open_core(b);
	prepare(b, mode);
	find_next();
	start = 1;
	sim_on(host.clk, SIM_RISE, on_clk, NULL);
	while (more || waits || idle < IDLE_CLOCKS)
		sim_wait_cycles(host.clk, IDLE_CLOCKS);
	b->read_bytes = 0;
	bench_check(surf_GetReg(&surf, SURF_ISCR, &iscr), "ISCR");
	bench_check(surf_PutReg(&surf, SURF_HTCR, 0), "HTCR");
	bench_check(surf_GetReg(&surf, SURF_TECR, entries), "TECR");
	bench_check(surf_GetTotals(&surf, &totals), "surf_GetTotals");
	bench_adapter(b, totals.seen - totals.dropped, refused);
	bench_loss(b, surf_get(iscr, SURF_ISCR_PV), (double)totals.dropped, false);
	return totals.histogrammed;
}

static void finish_setup(struct bench *b, const char *cost)
{
	bench_cost(b, cost, (double)b->read_bytes);
	surf_Close(&surf);
	sim_delete(sim);
}

static void histogram(struct bench *b)
{
	uint32_t entries;
	const uint64_t counted = replay(b, surf_mask(SURF_HTCR_HEN), &entries);

	if (counted + refused != b->given)
		bench_fail("core3", "the histogram has lost packets");
	answer_kinds();
	finish_setup(b, "histogram bytes");
}

static void trace(struct bench *b)
{
	const uint32_t most = TRACE_ENTRIES / b->less;
	uint32_t entries;

	replay(b, surf_mask(SURF_HTCR_TEN), &entries);
	answer_trace(b, entries < most ? entries : most);
	finish_setup(b, "trace bytes");
}

const struct bench_setup bench_setups[] = {
	{"histogram", histogram}, {"trace", trace}, {NULL, NULL}};

const char *const bench_cannot[] = {NULL};
