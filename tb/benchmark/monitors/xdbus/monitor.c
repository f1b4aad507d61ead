/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The counters of the SPARCcenter 2000. A board watches four processors, so the run is replayed
 * once for each group of four.
 */
#include "bench.h"
#include "messages.h"
#include "xdb_diagnose.h"
#include "xdbboard.h"
#include "xdblib.h"
#include <stdlib.h>
#include <string.h>

#define QUEUE 4096u
#define IO_UNIT (XDB_IO << 24) /* address of programmed I/O to the unit that is watched */
#define NO_UNIT (31u << 24)    /* and to one that is not */
#define CC(p) (2 * (p))	       /* counters of the chips, rtl/xdbus/README.md */
#define BW(p, b) (8 + 2 * (p) + (b))
#define MQH(b) (16 + 8 * (b))
#define IOC(b) (32 + 2 * (b))

static const enum xdb_kind kind_of[RUN_KINDS] = {
	[RUN_READ] = XDB_READ,		[RUN_EXCLUSIVE] = XDB_SWAP,
	[RUN_UPGRADE] = XDB_INVALIDATE, [RUN_WRITE_BACK] = XDB_FLUSH,
	[RUN_UNCACHED] = XDB_PIO_READ,	[RUN_INVALIDATED] = XDB_PIO_WRITE,
};

static struct sim *sim;
static struct xdbboard *board;
static struct xdb xdb;
static struct messages messages;
static struct message next;
static bool more;
static uint64_t now, ended;    /* ended: clock of the last packet */
static uint64_t sent, watched; /* requests, and those without the ones that nobody counts */
static uint64_t *has;	       /* the processors whose Bus Watch has the line, a bit for each */
static unsigned int first;
static struct bus {
	struct xdb_packet packet[QUEUE];
	unsigned int hit[QUEUE];
	size_t in, out;
	uint64_t free_at;
	unsigned int hits; /* hits of the packet that has begun */
} bus[XDB_BUSES];

/* Returns which of the watched processors hold the line, a bit for each, and updates the
 * holders of the line as the request does. */
static unsigned int hits(const struct message *m, enum xdb_kind kind)
{
	uint64_t *line = &has[run_line_of(m->e->addr)];
	const uint64_t me = UINT64_C(1) << m->e->processor;
	const unsigned int hit = (unsigned int)(*line >> first & 15);

	if (m->reply || kind >= XDB_PIO_READ)
		return 0;
	if (kind == XDB_FLUSH)
		*line &= ~me;
	else
		*line = (kind == XDB_READ ? *line : 0) | me;
	return hit;
}

static void queue_message(const struct message *m)
{
	const enum xdb_kind kind = kind_of[run_kind_of(m->cmd)];
	struct bus *b = &bus[xdb_bus_of(m->e->addr)];

	if (b->in - b->out == QUEUE)
		bench_fail("xdbus", "the bus is too slow for the run");
	b->hit[b->in % QUEUE] = hits(m, kind);
	b->packet[b->in++ % QUEUE] = (struct xdb_packet){
		.kind = kind,
		.reply = m->reply,
		.unit = m->e->processor,
		.addr = kind < XDB_PIO_READ ? m->e->addr
					    : (kind == XDB_PIO_READ ? IO_UNIT : NO_UNIT) |
						      (m->e->addr & 0xFFFFFF),
	};
}

static void each_clock(void *arg)
{
	(void)arg;
	memset(&board->w, 0, sizeof(board->w));
	while (more && next.clock <= now) {
		queue_message(&next);
		more = messages_next(&messages, &next);
	}
	for (unsigned int k = 0; k < XDB_BUSES; k++) {
		struct bus *b = &bus[k];

		board->w.hit[k] = b->hits;
		b->hits = 0;
		if (b->out == b->in || b->free_at > now)
			continue;
		board->w.head[k] = true;
		board->w.packet[k] = b->packet[b->out % QUEUE];
		b->hits = b->hit[b->out++ % QUEUE];
		b->free_at = now + xdb_packet_cycles(&board->w.packet[k]) + 1;
		sent += !board->w.packet[k].reply;
		watched +=
			!board->w.packet[k].reply && board->w.packet[k].kind != XDB_PIO_WRITE;
		ended = now;
	}
	now++;
}

static bool busy(void)
{
	return more || bus[0].out != bus[0].in || bus[1].out != bus[1].in;
}

static void select_events(unsigned int cc_event)
{
	for (unsigned int p = 0; p < XDB_WATCHED; p++) {
		bench_check(xdb_choose(&xdb, CC(p), XDB_CC_EXTERNAL, NULL, NULL), "xdb_choose");
		bench_check(xdb_choose(&xdb, CC(p) + 1, cc_event, NULL, NULL), "xdb_choose");
		for (unsigned int b = 0; b < XDB_BUSES; b++)
			bench_check(xdb_choose(&xdb, BW(p, b), XDB_BW_INVALIDATED, NULL, NULL),
				    "xdb_choose");
	}
	for (unsigned int b = 0; b < XDB_BUSES; b++)
		for (unsigned int k = 0; k < XDB_KINDS; k++)
			bench_check(xdb_choose(&xdb, MQH(b) + k, XDB_MQH_KIND + k, NULL, NULL),
				    "xdb_choose");
}

/* Chooses two events of each handler and of each I/O cache. */
static void select_memory_events(void)
{
	for (unsigned int b = 0; b < XDB_BUSES; b++) {
		for (unsigned int k = 0; k < 2 * XDB_HANDLERS; k++)
			bench_check(xdb_choose(&xdb, MQH(b) + k,
					       k % 2 ? XDB_MQH_QUEUE : XDB_MQH_ACCESSES, NULL,
					       NULL),
				    "xdb_choose");
		bench_check(xdb_choose(&xdb, IOC(b), XDB_IOC_PIO, NULL, NULL), "xdb_choose");
		bench_check(xdb_choose(&xdb, IOC(b) + 1, XDB_IOC_PIO_CLOCKS, NULL, NULL),
			    "xdb_choose");
	}
}

/* False: the run has more processors than the machine has units; the run is then read to its
 * end. */
static bool begin(struct bench *b)
{
	messages_read(&messages, b);
	messages.all = true;
	if (b->run.processors > XDB_PROCESSORS) {
		messages_free(&messages);
		return false;
	}
	has = calloc(RUN_LINES, sizeof(*has));
	sim = sim_new("xdbus", 0, 1);
	if (!has || !sim)
		bench_fail("xdbus", "the simulation does not open");
	sim_limit(sim, UINT64_MAX);
	board = xdbboard_open(sim, NULL, true);
	bench_check(xdb_open_device(&xdb, bench_device(b, board->dev)), "xdb_open_device");
	sim_on(board->clk, SIM_RISE, each_clock, NULL);
	return true;
}

static void end(void)
{
	bench_check(xdb_close(&xdb), "xdb_close");
	sim_delete(sim);
	messages_free(&messages);
	free(has);
}

/* Replays the run with the events that have been chosen since @before. */
static void replay(struct bench *b, sim_time before)
{
	bench_cost(b, "change ns", (double)(sim_now(sim) - before) / 1000);
	bench_check(xdb_start(&xdb), "xdb_start");
	memset(has, 0, RUN_LINES * sizeof(*has));
	memset(bus, 0, sizeof(bus));
	now = sent = watched = 0;
	messages_restart(&messages);
	more = messages_next(&messages, &next);
	while (busy())
		sim_wait_cycles(board->clk, 1000);
	sim_wait_cycles(board->clk, 64);
	bench_check(xdb_stop(&xdb), "xdb_stop");
}

static void replay_processors(struct bench *b, unsigned int cc_event)
{
	const sim_time before = sim_now(sim);

	bench_check(xdb_set_machine(&xdb, XDB_HANDLERS, first, XDB_IO), "xdb_set_machine");
	select_events(cc_event);
	replay(b, before);
}

/* @ways: number of handlers of a bus that share its memory. */
static void replay_memory(struct bench *b, unsigned int ways)
{
	const sim_time before = sim_now(sim);

	bench_check(xdb_set_machine(&xdb, ways, 0, XDB_IO), "xdb_set_machine");
	select_memory_events();
	replay(b, before);
	b->read_bytes = 0;
}

static uint64_t count_of(unsigned int counter)
{
	struct xdb_total t;

	bench_check(xdb_count(&xdb, counter, &t), "xdb_count");
	if (t.missed)
		bench_fail("xdbus", "a counter has wrapped twice");
	return t.count;
}

/* Writes the requests counted, and the losses that the board reports. */
static void put_adapter(const struct bench *b, uint64_t counted)
{
	struct xdb_losses l;

	bench_check(xdb_get_losses(&xdb, &l), "xdb_get_losses");
	bench_adapter(b, counted, l.wraps);
	bench_loss(b, l.wraps + l.wrong, l.wraps + l.wrong, false);
}

static uint64_t answer_kinds(void)
{
	uint64_t count[XDB_KINDS] = {0}, all = 0;

	for (unsigned int k = 0; k < XDB_KINDS; k++) {
		count[k] = count_of(MQH(0) + k) + count_of(MQH(1) + k);
		all += count[k];
	}
	for (unsigned int k = 0; k < RUN_REFUSED; k++) {
		row_number((double)count[kind_of[k]], "kinds", "%s", run_kind_name[k]);
		for (unsigned int b = 0; b < XDB_BUSES; b++)
			row_number((double)count_of(MQH(b) + kind_of[k]), "buses", "bus%u.%s",
				   b, run_kind_name[k]);
	}
	return all;
}

/* Answers with the requests by kind and the read latency of each group of four processors. */
static void latency(struct bench *b)
{
	uint64_t reads = 0, clocks = 0, counted = 0;

	if (!begin(b))
		return;
	for (first = 0; first < b->run.processors; first += XDB_WATCHED) {
		replay_processors(b, XDB_CC_LATENCY);
		if (!first) {
			b->read_bytes = 0;
			b->given = sent;
			counted = answer_kinds();
		}
		for (unsigned int p = 0; p < XDB_WATCHED; p++) {
			reads += count_of(CC(p));
			clocks += count_of(CC(p) + 1);
		}
	}
	put_adapter(b, counted);
	if (reads)
		row_number((double)(clocks * b->rate) / (double)reads, "latency", "mean");
	end();
}

/* Returns the sum of an event of a bus's handlers. @counter: the first or second of each. */
static uint64_t of_handlers(unsigned int bus, unsigned int counter)
{
	uint64_t sum = 0;

	for (unsigned int h = 0; h < XDB_HANDLERS; h++)
		sum += count_of(MQH(bus) + 2 * h + counter);
	return sum;
}

/* Answers with the accesses of each bank and the programmed I/O, then, with one handler for a
 * bus, with the time in which a bus has a request without a reply. */
static void memory(struct bench *b)
{
	uint64_t counted = 0, pio = 0, clocks = 0, bytes;

	if (!begin(b))
		return;
	replay_memory(b, XDB_HANDLERS);
	for (unsigned int i = 0; i < XDB_BUSES; i++) {
		for (unsigned int h = 0; h < XDB_HANDLERS; h++)
			row_number((double)count_of(MQH(i) + 2 * h), "banks", "bank%u",
				   XDB_HANDLERS * i + h);
		counted += of_handlers(i, 0);
		pio += count_of(IOC(i));
		clocks += count_of(IOC(i) + 1);
	}
	row_number((double)pio, "pio", "operations");
	if (pio)
		row_number((double)(clocks * b->rate) / (double)pio, "pio", "mean");
	bytes = b->read_bytes;
	replay_memory(b, 1);
	for (unsigned int i = 0; i < XDB_BUSES; i++)
		row_number(ended ? (double)of_handlers(i, 1) / (double)ended : 0, "saturation",
			   "bus%u", i);
	b->read_bytes += bytes;
	b->given = watched;
	put_adapter(b, counted + pio);
	end();
}

static bool finds_sharing(void)
{
	struct xdb_finding f[XDB_FINDINGS];
	struct xdb_profile p;
	unsigned int n;

	xdb_profile_clear(&p);
	p.clocks = (double)now;
	for (unsigned int i = 0; i < XDB_WATCHED; i++) {
		p.count[i][XDB_CC_EXTERNAL].value = (double)count_of(CC(i));
		p.count[i][XDB_CC_WRITES].value = (double)count_of(CC(i) + 1);
		for (unsigned int k = 0; k < XDB_BUSES; k++) {
			struct xdb_estimate *chip = p.count[XDB_WATCHED + 2 * i + k];

			chip[XDB_BW_INVALIDATED].value = (double)count_of(BW(i, k));
			chip[XDB_BW_UPDATED].value = 0; /* the machine has no updates */
		}
	}
	n = xdb_diagnose(&p, f);
	for (unsigned int i = 0; i < n; i++)
		if (f[i].problem == XDB_SHARING)
			return true;
	return false;
}

/* Answers whether processors take blocks from each other. */
static void sharing(struct bench *b)
{
	unsigned int found = 0;
	uint64_t counted = 0;

	if (!begin(b))
		return;
	for (first = 0; first < b->run.processors; first += XDB_WATCHED) {
		replay_processors(b, XDB_CC_WRITES);
		b->read_bytes = 0;
		found += finds_sharing();
	}
	for (unsigned int k = 0; k < XDB_KINDS; k++)
		counted += count_of(MQH(0) + k) + count_of(MQH(1) + k);
	b->given = sent;
	put_adapter(b, counted);
	row_number(found > 0, "claim", "sharing found");
	end();
}

const struct bench_setup bench_setups[] = {
	{"latency", latency}, {"memory", memory}, {"sharing", sharing}, {NULL, NULL}};

const char *const bench_cannot[] = {
	"kinds the machine has at most 20 processors",
	"latency the machine has at most 20 processors",
	"joint counts by processor, without pages",
	"false-sharing counts name no address: it sees sharing, but not of which variable",
	"page counts name no address",
	"queue counts clocks in which a queue is not empty, not how deep it is",
	"functions counters read at each part count all processors together",
	"outlier keeps no transaction",
	"order no events of the program",
	"buses the machine has at most 20 processors",
	"banks the machine has at most 20 processors",
	"saturation the machine has at most 20 processors",
	"pio the machine has at most 20 processors",
	NULL};
