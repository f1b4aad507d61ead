/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the monitor on the bus of a station of the NUMAchine model. */
#include "numa.h"
#include <inttypes.h>
#include <string.h>

#define ENTRIES (1u << 21) /* entries of the trace buffer in the model dash */
#define SLICE 256u	   /* clocks between two checks of the machine */

struct run {
	struct station *t;
	struct numa *n;
	bool full_rate; /* an event in every clock */
	uint64_t clocks;
};

static void clock_machine(void *arg, struct dash_bus *b)
{
	struct run *r = arg;

	numa_clock(r->n, b);
	if (r->n->wrong)
		SIM_FAIL(r->t->s, "%s", r->n->wrong);
	if (r->full_rate)
		b->events |= 1;
	r->clocks++;
}

static void close_machine(void *arg)
{
	numa_close(arg);
}

static void open_run(struct run *r, struct station *t, const char *kernel, unsigned int n,
		     unsigned int processors, unsigned int every)
{
	*r = (struct run){.t = t, .n = numa_open(kernel, n, processors, every)};
	SIM_CHECK(t->s, r->n, "no machine");
	sim_cleanup(t->s, close_machine, r->n);
	t->arg = r;
	t->source = clock_machine;
}

/* ---- reads by every processor ---- */

/* Tests that all processors of four stations read counters over the bus while an event is
 * counted in every clock. The scoreboard compares each value when the bank delivers it. */
static void every_processor(struct sim *s)
{
	const struct dash_conditions c = {.mask = {DASH_EVENTS, DASH_EVENTS}};
	struct station *t = station_open(s, true);
	uint64_t reads = 0;
	struct run r;

	station_load(t, DASH_COUNT, &c);
	station_enable(t, true);
	open_run(&r, t, "mix", (unsigned int)sim_length(s, 40, 10), 16, 5);
	r.full_rate = true;
	while (!numa_done(r.n)) {
		EACH_OF(reads);
		station_idle(t, 1);
		for (; r.n->wants; r.n->wants--) {
			EACH_OF(reads);
			const unsigned int k = reads & 1, at = sim_random(s) % DASH_COUNTERS;
			const uint32_t before = t->g->bank[k][at];

			SIM_CHECK(s, station_counter(t, k, at) - before <= 64,
				  "the value is older than the access");
			reads++;
		}
	}
	t->source = NULL;
	SIM_EQ(s, r.n->cpus, 0xFFFF, "processors that have read");
	SIM_EQ(s, reads, r.n->reads, "reads");
	station_enable(t, false);
	station_compare(t);
	/* an access displaces at most one count */
	SIM_CHECK(s, t->g->count[DC_MISSED] + t->g->count[DC_MISSED + 1] <= reads,
		  "more counts are missed than were displaced");
}

/* ---- time of reads ---- */

/* Runs one processor; returns the clocks of the run. */
static uint64_t run_alone(struct station *t, unsigned int references, unsigned int every,
			  struct run *r)
{
	open_run(r, t, "private", references, 1, every);
	while (!numa_done(r->n))
		station_idle(t, SLICE);
	t->source = NULL;
	station_idle(t, 2);
	return machine_run_time(r->n->m);
}

/* Tests that reads are transactions of the bus: one processor takes longer by exactly the
 * clocks that it waits for them, and the trace marks them by their address. */
static void reads_cost(struct sim *s)
{
	struct station *t = station_open(s, true);
	const unsigned int asked = (unsigned int)sim_length(s, 60, 60);
	const unsigned int n = asked < 12 ? 12 : asked; /* fewer may have no read */
	uint64_t without, with;
	unsigned int marked = 0;
	struct run r;

	without = run_alone(t, n, 0, &r);
	station_load(t, DASH_TRACE, &(struct dash_conditions){0});
	station_enable(t, true);
	with = run_alone(t, n, 4, &r);
	station_enable(t, false);
	SIM_CHECK(s, r.n->reads && r.n->reads >= n / 6, "few reads: %" PRIu64, r.n->reads);
	SIM_EQ(s, with - without, r.n->waited, "clocks of the reads");
	for (uint32_t i = 0; i < t->g->tcnt; i++)
		marked +=
			((station_word(t, i) >> 6 & DASH_ADDR_MAX) ^ STATION_WINDOW) >> 22 == 0;
	SIM_EQ(s, t->g->count[DC_TRACED], r.n->requests, "requests in the trace");
	SIM_EQ(s, marked, r.n->reads, "marked entries");
	sim_note(s, "%" PRIu64 " clocks without reads, %" PRIu64 " with %" PRIu64 " reads",
		 without, with, r.n->reads);
}

/* ---- the length of the trace ---- */

/* Measures the rate of requests of a workload, and computes from it the time after which 2M
 * entries are full: more than half a second at 16 MHz according to the thesis. Also fills the
 * end of the buffer, except on Icarus Verilog, which is too slow for the 100 ms until the
 * circuit runs. */
static void half_a_second(struct sim *s)
{
	struct station *t = station_open(s, true);
	struct run r;
	uint64_t traced;
	double seconds;

	SIM_EQ(s, 1u << (station_get(t, DASH_SIZE) & DASH_SIZE_TRACE_MASK), ENTRIES, "entries");
	if (!sim_is_icarus(s))
		station_load(t, DASH_TRACE, &(struct dash_conditions){0});
	station_put(t, DASH_TCNT, ENTRIES - 100);
	station_enable(t, true);
	open_run(&r, t, "mix", (unsigned int)sim_length(s, 150, 20), 4, 0);
	while (!numa_done(r.n))
		station_idle(t, SLICE);
	t->source = NULL;
	station_enable(t, false);
	seconds = (double)ENTRIES * (double)r.clocks / (double)r.n->requests / 16e6;
	sim_note(s, "%" PRIu64 " requests in %" PRIu64 " clocks: 2M entries in %.2f s",
		 r.n->requests, r.clocks, seconds);
	SIM_CHECK(s, seconds >= 0.5, "the buffer is full after %.2f s", seconds);
	station_compare(t);
	if (sim_is_icarus(s))
		return;
	/* a short run may not fill the buffer */
	traced = r.n->requests < 100 ? r.n->requests : 100;
	SIM_EQ(s, station_get(t, DASH_TRACED), traced, "entries to the end of the buffer");
	SIM_EQ(s, station_get(t, DASH_TCNT), ENTRIES - 100 + traced, "the pointer");
	SIM_EQ(s, station_get(t, DASH_FULL), r.n->requests - traced, "requests without room");
}

/* ---- the latencies of the machine ---- */

/* Tests the histogram against the times at which the machine put messages on the bus. */
struct truth {
	struct run r;
	uint64_t since[4];
	bool waits[4];
	uint32_t bin[DASH_COUNTERS];
};

static void note_times(void *arg, struct dash_bus *b)
{
	struct truth *h = arg;

	clock_machine(&h->r, b);
	if (!b->start || b->cpu > 3 || b->posted)
		return;
	if (b->reply && h->waits[b->cpu])
		h->bin[h->r.clocks - h->since[b->cpu]]++;
	h->waits[b->cpu] = !b->reply;
	h->since[b->cpu] = h->r.clocks;
}

static void latencies(struct sim *s)
{
	static struct truth h;
	struct station *t = station_open(s, true);
	const unsigned int references = (unsigned int)sim_length(s, 100, 20);
	uint32_t sum = 0;

	memset(&h, 0, sizeof(h));
	station_load(t, DASH_LATENCY, &(struct dash_conditions){0});
	station_enable(t, true);
	open_run(&h.r, t, "mix", references, 8, 0);
	t->arg = &h;
	t->source = note_times;
	while (!numa_done(h.r.n))
		station_idle(t, SLICE);
	t->source = NULL;
	station_enable(t, false);
	for (unsigned int EACH(i, 0); i < DASH_COUNTERS; i++) {
		SIM_EQ(s, sram_peek(t->bank[0], i) + sram_peek(t->bank[1], i), h.bin[i],
		       "replies after this time");
		sum += h.bin[i];
	}
	SIM_CHECK(s, sum > references / 2, "few latencies: %u", sum);
	station_compare(t);
}

const struct sim_test sim_tests[] = {
	{"machine_every_processor", every_processor, "DM-BUS-001", "dash_short"},
	{"machine_reads_cost", reads_cost, "DM-BUS-002", "dash_short"},
	{"machine_half_a_second", half_a_second, "DM-TRC-001", "dash"},
	{"machine_latencies", latencies, "DM-BNK-005", "dash_short"},
	{0},
};
