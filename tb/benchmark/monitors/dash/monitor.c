/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The monitor of DASH on the bus of the memory card, clock by clock. Its circuit is exchanged
 * between the set-ups, and once for each station whose latencies it measures.
 */
#include "bench.h"
#include "messages.h"
#include "seen.h"
#include "station.h"
#include <stdlib.h>
#include <string.h>

#define EVENT_STATIONS 4u /* number of stations that two event bits distinguish */
#define CLOCK_NS 62.5
#define TRACE_WORDS (2u << 20)

/* The event bits consist of two groups of fields. A reply, or a request that gets no reply,
 * fills in its kind plus 1 and its part of the program. A request that finds a deep queue sets
 * QUEUED and fills in its part of the program and its station. */
enum { KIND = 0, ENDED_PART = 3, QUEUED = 7, QUEUED_PART = 8, QUEUED_STATION = 12 };
#define EVENTS_MASK 0x3FFFu

static struct sim *sim;
static struct station *station;
static struct dm dm;
static struct messages messages;
static struct message next;
static sim_time exchange;
static bool more;
static uint64_t now, requests, replies, clocks_with_events;

static uint16_t end_event(const struct run_event *e)
{
	return (uint16_t)((run_kind_of(e->cmd) + 1) << KIND | e->function << ENDED_PART);
}

static void show_reply(struct dash_bus *bus, const struct run_event *e)
{
	bus->reply = true;
	bus->events = end_event(e);
	replies++;
}

static void show_request(struct dash_bus *bus, const struct message *m)
{
	const enum run_transaction kind = run_kind_of(m->cmd);

	bus->write = kind != RUN_READ && kind != RUN_UNCACHED;
	bus->posted = !message_has_reply(m->e);
	bus->addr = m->e->addr >> 3;
	bus->prom = m->cmd & 0xFFF;
	requests++;
	if (bus->posted)
		bus->events = end_event(m->e);
	if (m->depth < QUEUE_DEEP)
		return;
	bus->events |= (uint16_t)(1u << QUEUED | m->e->function << QUEUED_PART |
				  (m->e->processor >> 2 & 3) << QUEUED_STATION);
}

static void each_clock(void *arg, struct dash_bus *bus)
{
	(void)arg;
	if (more && next.clock <= now) {
		bus->start = true;
		bus->cpu = next.e->processor;
		if (next.reply)
			show_reply(bus, next.e);
		else
			show_request(bus, &next);
		more = messages_next(&messages, &next);
	}
	clocks_with_events += bus->events != 0;
	now++;
}

static void open_board(struct bench *b)
{
	sim = sim_new("dash", 0, 1);
	if (!sim)
		bench_fail("dash", "the simulation does not open");
	sim_limit(sim, UINT64_MAX);
	station = station_open(sim, false);
	bench_check(dm_open_device(&dm, bench_device(b, &station->axil->dev)),
		    "dm_open_device");
	messages_read(&messages, b);
}

static void close_board(void)
{
	bench_check(dm_close(&dm), "dm_close");
	sim_delete(sim);
	messages_free(&messages);
}

/* Loads a circuit, clears the banks, and replays the run. */
static void replay(struct bench *b, enum dash_circuit circuit, const struct dash_conditions *c)
{
	sim_time before = sim_now(sim);

	bench_check(dm_load(&dm, circuit, c), "dm_load");
	exchange = sim_now(sim) - before;
	bench_check(dm_zero(&dm), "dm_zero");
	bench_check(dm_clear(&dm), "dm_clear");
	bench_cost(b, "change ns", (double)(sim_now(sim) - before) / 1000);
	bench_check(dm_start(&dm), "dm_start");
	requests = replies = clocks_with_events = now = 0;
	messages_restart(&messages);
	more = messages_next(&messages, &next);
	station->source = each_clock;
	while (more)
		sim_wait_cycles(station->clk, 1000);
	sim_wait_cycles(station->clk, 64);
	station->source = NULL;
	bench_check(dm_stop(&dm), "dm_stop");
	b->read_bytes = 0;
}

static uint32_t counter[DASH_COUNTERS]; /* sums of both banks */

static void read_banks(void)
{
	static uint32_t some[DASH_COUNTERS];

	memset(counter, 0, sizeof(counter));
	for (unsigned int k = 0; k < DASH_BANKS; k++) {
		bench_check(dm_read_counters(&dm, k, 0, some, DASH_COUNTERS),
			    "dm_read_counters");
		for (unsigned int i = 0; i < DASH_COUNTERS; i++)
			counter[i] += some[i];
	}
}

/* The number of a counter gives the events that occurred in the same clock. */
static void answer_events(const struct bench *b)
{
	uint64_t kinds[8] = {0}, misses[RUN_FUNCTIONS] = {0};
	uint64_t deep[RUN_FUNCTIONS][EVENT_STATIONS] = {{0}};

	for (unsigned int i = 0; i < DASH_COUNTERS; i++) {
		const unsigned int k = i >> KIND & 7;

		kinds[k] += counter[i];
		if (k && (k <= RUN_UPGRADE + 1 || k == RUN_UNCACHED + 1))
			misses[i >> ENDED_PART & 15] += counter[i];
		if (i >> QUEUED & 1)
			deep[i >> QUEUED_PART & 15][i >> QUEUED_STATION & 3] += counter[i];
	}
	for (unsigned int k = 0; k < RUN_KINDS; k++)
		row_number((double)kinds[k + 1], "kinds", "%s", run_kind_name[k]);
	for (unsigned int f = 0; f < RUN_FUNCTIONS; f++) {
		if (misses[f])
			row_number((double)misses[f], "functions", "%s", b->run.function[f]);
		for (unsigned int i = 0;
		     b->run.stations <= EVENT_STATIONS && i < EVENT_STATIONS; i++)
			if (deep[f][i])
				row_number((double)deep[f][i], "queue", "%s.s%u",
					   b->run.function[f], i);
	}
}

/* The banks are interleaved, so that events in successive clocks are counted. */
static void events(struct bench *b)
{
	struct dash_status st;

	open_board(b);
	replay(b, DASH_COUNT, &(struct dash_conditions){.mask = {EVENTS_MASK, EVENTS_MASK}});
	bench_check(dm_get_status(&dm, &st), "dm_get_status");
	b->given = clocks_with_events;
	bench_adapter(b, st.counted[0] + st.counted[1], st.missed[0] + st.missed[1]);
	bench_loss(b, st.missed[0] + st.missed[1], st.missed[0] + st.missed[1], false);
	read_banks();
	answer_events(b);
	row_number((double)exchange / 1000, "claim", "exchange ns");
	row_number((double)messages.clocks * CLOCK_NS, "claim", "run ns");
	close_board();
}

/* The circuit times the processors of one station; it is loaded again for each. */
static void latency(struct bench *b)
{
	static uint64_t all[DASH_COUNTERS];
	uint64_t counted = 0, lost = 0, bytes = 0;
	struct dash_status st;

	open_board(b);
	for (unsigned int i = 0; i < b->run.stations; i++) {
		replay(b, DASH_LATENCY,
		       &(struct dash_conditions){.independent = true, .station = i});
		bench_check(dm_get_status(&dm, &st), "dm_get_status");
		counted += st.counted[0] + st.counted[1];
		lost += st.missed[0] + st.missed[1] + st.skipped;
		read_banks();
		for (unsigned int c = 0; c < DASH_COUNTERS; c++)
			all[c] += counter[c];
		bytes += b->read_bytes;
	}
	b->read_bytes = bytes;
	b->given = replies;
	bench_adapter(b, counted, lost);
	bench_loss(b, lost, (double)lost, false);
	seen_latency(all, DASH_COUNTERS, 0, b->rate);
	close_board();
}

/* ---- trace ---- */

static struct seen *seen;
static size_t entries;

/* A write-back looks like the write of the processor that owns the line. */
static int add_entry(void *arg, uint64_t word)
{
	struct dash_entry e;

	(void)arg;
	dm_decode(&word, false, &e);
	seen[entries++] = (struct seen){
		.addr = e.addr << 3,
		.processor = e.cpu,
		.kind = e.write ? RUN_EXCLUSIVE : RUN_READ,
		.function = 255,
	};
	return 0;
}

static void trace(struct bench *b)
{
	struct dash_status st;

	open_board(b);
	replay(b, DASH_TRACE, &(struct dash_conditions){.tmask = 0});
	bench_check(dm_get_status(&dm, &st), "dm_get_status");
	seen = calloc(TRACE_WORDS, sizeof(*seen));
	if (!seen)
		bench_fail("dash", "no memory");
	entries = 0;
	bench_check(dm_dump(&dm, add_entry, NULL), "dm_dump");
	b->given = requests;
	bench_adapter(b, st.traced, st.lost + st.no_room);
	/* when the buffer is full nothing more is traced; other losses are anywhere */
	bench_loss(b, st.lost + st.no_room, st.lost + st.no_room, !st.lost);
	if (entries > TRACE_WORDS / b->less)
		entries = TRACE_WORDS / b->less;
	seen_answer(b, seen, entries, SEEN_ADDRESS);
	free(seen);
	close_board();
}

const struct bench_setup bench_setups[] = {
	{"events", events}, {"latency", latency}, {"trace", trace}, {NULL, NULL}};

const char *const bench_cannot[] = {
	"joint latencies are counted without class of page and processor",
	"outlier a request is traced without its latency",
	"order an entry of the trace has no part of the program",
	"queue two of the 14 event bits can name four stations",
	"buses not measured: two more of the 14 event bits could name bus and kind",
	"saturation a request is traced without its reply",
	"pio not measured: a circuit could count the latencies of uncached requests",
	NULL};
