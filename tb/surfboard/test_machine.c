/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests SurfBoards in the SHRIMP multicomputer (TR-596-99 2, 3, 4.1): the boards must record
 * the machine's packets, and must not affect the machine.
 */
#include "feed.h"
#include "iscr.h"
#include "quick.h"
#include "shrimp/svm.h"
#include <stdlib.h>
#include <string.h>

#define PAGE 0x10000u /* of the sender */
#define DEST 0x20000u /* page of the receiver */

struct log {
	struct mc_packet *p;
	size_t n, room;
};

static void log_packet(void *arg, const struct mc_packet *p, const uint32_t *words)
{
	struct log *l = arg;

	(void)words;
	if (l->n == l->room) {
		l->room = l->room ? 2 * l->room : 256;
		l->p = realloc(l->p, l->room * sizeof(*l->p));
	}
	l->p[l->n++] = *p;
}

/* A machine, its boards, and a log of the packets that arrived at its nodes. */
struct run {
	struct sim *s;
	struct mc_config c;
	struct mc *m;
	struct feed *f;
	struct log log;
	uint64_t words;	  /* number of words that each node writes */
	uint32_t largest; /* number of writes in the largest group */
};

static void end(void *arg)
{
	struct run *r = arg;

	feed_close(r->f);
	mc_close(r->m);
	free(r->log.p);
	free(r);
}

static struct run *begin(struct sim *s, uint64_t words)
{
	struct run *r = calloc(1, sizeof(*r));

	r->s = s;
	r->words = words;
	r->largest = 40;
	mc_defaults(&r->c);
	r->c.seed = sim_random(s);
	r->c.memory = 1u << 20;
	sim_cleanup(s, end, r);
	return r;
}

/* Writes groups of words at random places of a page that is mapped to the next node of the
 * ring. */
static void writes(struct cpu *cpu, void *arg)
{
	const struct run *r = arg;
	uint64_t left = r->words;

	while (left) {
		const uint32_t at = (uint32_t)(cpu_random(cpu) % 1024);
		uint32_t n = 1 + (uint32_t)(cpu_random(cpu) % r->largest);

		for (uint32_t i = 0; i < n && at + i < 1024 && left; i++, left--)
			cpu_store(cpu, PAGE + 4 * (at + i), 4, cpu_random(cpu));
		cpu_compute(cpu, cpu_random(cpu) % 300);
		if (cpu_random(cpu) % 4 == 0)
			cpu_store(cpu, PAGE + at * 2, at & 1 ? 2 : 1, at);
	}
}

static void open_ring(struct run *r)
{
	const unsigned int nodes = r->c.nodes;

	SIM_EQ(r->s, (uint64_t)mc_open(&r->m, &r->c), 0, "mc_open");
	SIM_EQ(r->s, (uint64_t)feed_open(&r->f, r->m), 0, "feed_open");
	for (unsigned int EACH(i, 0); i < nodes; i++)
		SIM_EQ(r->s, (uint64_t)mc_map(r->m, i, PAGE, (i + 1) % nodes, DEST), 0,
		       "mc_map");
	mc_program(r->m, MC_ALL, writes, r);
	mc_on_packet(r->m, log_packet, &r->log);
}

/* All nodes write to node 0, each to a page of its own. */
static void star(struct run *r)
{
	SIM_EQ(r->s, (uint64_t)mc_open(&r->m, &r->c), 0, "mc_open");
	SIM_EQ(r->s, (uint64_t)feed_open(&r->f, r->m), 0, "feed_open");
	for (unsigned int EACH(i, 1); i < r->c.nodes; i++) {
		const uint32_t dest = DEST + i * MC_PAGE_BYTES;

		SIM_EQ(r->s, (uint64_t)mc_import(r->m, 0, dest, i + 4, i == 2, true), 0,
		       "mc_import");
		SIM_EQ(r->s, (uint64_t)mc_map(r->m, i, PAGE, 0, dest), 0, "mc_map");
		mc_program(r->m, i, writes, r);
	}
	mc_on_packet(r->m, log_packet, &r->log);
}

static struct node *board(struct run *r, unsigned int node, const struct node_config *cfg)
{
	struct node *b = quick_open(r->s, cfg);

	quick_acdr(b, ACDR(.lat_n = 12, .tsize = 2));
	node_put(b, SURF_HTCR, WEN | TEN);
	SIM_EQ(r->s, (uint64_t)feed_board(r->f, node, b), 0, "feed_board");
	return b;
}

static const struct node_config with_trace = {.trace = SIMM_16MB, .hist = SIMM_4MB};

static void run_all(struct run *r)
{
	SIM_CHECK(r->s, feed_run(r->f) == 0, "%s", mc_error(r->m));
}

static void entry(const struct node *b, uint32_t index, uint32_t w[4])
{
	for (uint32_t k = 0; k < 4; k++)
		w[k] = surf_golden_trace_word(b->g, 4 * index + k);
}

static bool near(uint64_t a, uint64_t b)
{
	return a - b + 1 <= 2;
}

/* Compares receive times. The header is sent at a clock of the connectors, and the next clock
 * samples the receive time, which can therefore be up to two ticks later than in the machine;
 * another tick is allowed in either direction. */
static bool soon_after(uint64_t seen, uint64_t sent)
{
	return seen - sent + 1 <= 4;
}

/* Compares trace, counters and memories of @node's board with the packets that the machine sent
 * there. */
static uint32_t check_board(struct run *r, unsigned int node, struct node *b)
{
	const struct mc_stats *st = mc_stats(r->m, node);
	uint32_t index = 0, w[4];

	node_compare(b); /* from here on the golden model's memories equal the board's */
	for (size_t EACH(i, 0); i < r->log.n; i++) {
		const struct mc_packet *p = &r->log.p[i];

		if (p->to != node)
			continue;
		entry(b, index, w);
		SIM_EQ(r->s, trace_sender(w), p->from, "sender");
		SIM_EQ(r->s, trace_size(w), p->p.words & 1023, "size");
		SIM_EQ(r->s, trace_color(w), p->p.color, "color");
		SIM_EQ(r->s, trace_be(w), p->p.be, "byte enables");
		SIM_EQ(r->s, trace_addr(w), p->p.addr & ~3u, "address");
		SIM_EQ(r->s, trace_irq(w), p->p.irq, "interrupt bit");
		SIM_CHECK(
			r->s,
			soon_after(trace_latency(w), (p->rx_ps - p->first_ps) / SHRIMP_TICK_PS),
			"packet %u: latency %u ticks, sent %llu ns before", index,
			trace_latency(w), (unsigned long long)(p->rx_ps - p->first_ps) / 1000);
		index++;
	}
	SIM_EQ(r->s, node_get(b, SURF_TECR), index, "packets in the trace");
	SIM_EQ(r->s, st->packets_in, index, "packets that the network interface received");
	SIM_EQ(r->s, node_get(b, SURF_WCDR), st->words_in, "words written to the memory");
	SIM_EQ(r->s, feed_words(r->f, node), st->words_in, "words on the connectors");
	SIM_EQ(r->s, node_get(b, SURF_ISCR) & LV, 0, "pipeline overflow");
	return index;
}

/* Three nodes write single words, groups and parts of words to a fourth. */
static void machine_trace(struct sim *s)
{
	struct run *r = begin(s, sim_length(s, 6000, 300));
	unsigned int senders = 0;
	struct node *b;
	uint32_t n;

	star(r);
	b = board(r, 0, &with_trace);
	run_all(r);
	n = check_board(r, 0, b);
	SIM_CHECK(s, n > r->words / 100, "%u packets", n);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t w[4];

		entry(b, i, w);
		senders |= 1u << trace_sender(w);
	}
	SIM_EQ(s, senders, 1 << 1 | 1 << 2 | 1 << 3, "senders");
}

/* Without combining, packets come at the shortest distance at which the network interface can
 * write them. */
static void machine_single_words(struct sim *s)
{
	struct run *r = begin(s, sim_length(s, 4000, 200));
	struct node *b;

	r->c.combining = false;
	star(r);
	b = board(r, 0, &with_trace);
	run_all(r);
	check_board(r, 0, b);
	for (size_t i = 1; i < r->log.n; i++) {
		const struct mc_packet *p = &r->log.p[i - 1], *q = &r->log.p[i];

		SIM_CHECK(s, q->rx_ps - p->rx_ps >= SIM_NS(1080), "%llu ps apart",
			  (unsigned long long)(q->rx_ps - p->rx_ps));
		SIM_CHECK(s,
			  q->rx_ps - p->rx_ps >= (p->p.words + 1) * SIM_NS(120) + SIM_NS(240),
			  "%llu ps after a packet of %u words",
			  (unsigned long long)(q->rx_ps - p->rx_ps), p->p.words);
	}
}

static const struct mc_packet *next_to(const struct log *l, unsigned int node, size_t *at)
{
	while (*at < l->n && l->p[*at].to != node)
		++*at;
	return *at < l->n ? &l->p[(*at)++] : NULL;
}

/* Compares the arrivals of two runs whose clocks did not start at the same time. */
static void same_arrivals(struct sim *s, const struct run *with, const struct run *without,
			  unsigned int node)
{
	size_t i = 0, k = 0;

	for (;;) {
		const struct mc_packet *a = next_to(&with->log, node, &i);
		const struct mc_packet *b = next_to(&without->log, node, &k);

		SIM_EQ(s, a != NULL, b != NULL, "packets of a node");
		if (!a || !b)
			return;
		SIM_EQ(s, a->rx_ps - feed_start_ps(with->f), b->rx_ps, "time of arrival");
		SIM_EQ(s, a->p.addr, b->p.addr, "address");
		SIM_EQ(s, a->p.words, b->p.words, "words");
		SIM_EQ(s, a->p.first, b->p.first, "first word");
		SIM_EQ(s, a->from, b->from, "sender");
	}
}

/* Repeats the run without a board; the machine must behave in the same way. */
static void machine_passive(struct sim *s)
{
	const uint64_t words = sim_length(s, 3000, 150);
	struct run *with = begin(s, words), *without = begin(s, words);

	without->c.seed = with->c.seed;
	open_ring(with);
	open_ring(without);
	board(with, 0, &with_trace);
	run_all(with);
	SIM_EQ(s, (uint64_t)mc_run_all(without->m), 0, "mc_run_all");
	SIM_EQ(s, with->log.n, without->log.n, "packets");
	for (unsigned int EACH(node, 0); node < with->c.nodes; node++)
		same_arrivals(s, with, without, node);
}

/* ---- the clocks ---- */

/* Tests four nodes with a board each. In the model two of the boards are in slots of one PC,
 * which does not change what they receive. */
static void machine_clocks(struct sim *s)
{
	static const char *const name[4] = {"a1", "a2", "b1", "c1"};
	struct run *r = begin(s, sim_length(s, 400, 40));
	struct node *b[4];

	open_ring(r);
	for (unsigned int i = 0; i < 4; i++) {
		const struct node_config cfg = {
			.trace = SIMM_4MB,
			.hist = SIMM_4MB,
			.name = name[i],
			.with = i ? b[0] : NULL,
			.slot = i == 1 ? 5 : 1,
		};

		b[i] = node_open(s, &cfg);
		node_power_on(b[i]);
	}
	node_global_reset(b[0]);
	for (unsigned int EACH(i, 0); i < 4; i++) {
		SIM_CHECK(s, near(node_ticks(b[i]), node_ticks(b[0])), "clocks of nodes 0, %u",
			  i);
		node_enable(b[i], (uint16_t)(0x1000 * (i + 1)), (uint8_t)(i + 3), 0);
		quick_acdr(b[i], ACDR(.lat_n = 12, .tsize = 1));
		node_put(b[i], SURF_HTCR, WEN | TEN);
		SIM_EQ(s, (uint64_t)feed_board(r->f, i, b[i]), 0, "feed_board");
	}
	run_all(r);
	for (unsigned int EACH(i, 0); i < 4; i++) {
		uint32_t index = 0, w[4];

		check_board(r, i, b[i]);
		/* the sender's stamp plus the latency must be the receiver's clock */
		for (size_t EACH(k, 0); k < r->log.n; k++) {
			const struct mc_packet *p = &r->log.p[k];
			uint64_t rx;

			if (p->to != i)
				continue;
			entry(b[i], index++, w);
			rx = trace_rxtime(w);
			SIM_EQ(s, rx - trace_latency(w), p->p.tx, "stamp and latency");
			SIM_CHECK(s, soon_after(rx, feed_tick(r->f, p->rx_ps)),
				  "received at %llu, the sender's clock shows %llu",
				  (unsigned long long)rx,
				  (unsigned long long)feed_tick(r->f, p->rx_ps));
		}
	}
}

/* Tests stamps of network interfaces, whose clocks have one bit more than the boards' clock. */
static void machine_stamp_45_bits(struct sim *s)
{
	const uint64_t high = (uint64_t)1 << 44;
	struct run *r = begin(s, sim_length(s, 400, 40));
	struct node *b;

	star(r);
	b = board(r, 0, &with_trace);
	feed_set_clock(r->f, high);
	run_all(r);
	for (size_t EACH(i, 0); i < r->log.n; i++)
		SIM_EQ(s, r->log.p[i].p.tx >> 44, 1, "bit 44 of the stamp");
	/* latencies are right */
	SIM_CHECK(s, check_board(r, 0, b) > 0, "no packet");
	SIM_EQ(s, node_get(b, SURF_ISCR) & (LV | LU), 0, "latency overflow, underflow");
}

/* ---- a driver in a program ---- */

struct parallel {
	struct run *r;
	struct svm *svm;
	struct node *b;
	uint32_t array;
	uint64_t began; /* time at which the trace was switched on */
	bool on;
	size_t before; /* number of packets to node 0 until then */
};

static void trace_on(void *arg)
{
	struct parallel *p = arg;

	SIM_EQ(p->r->s, node_get(p->b, SURF_TECR), 0, "packets in the trace before");
	node_put(p->b, SURF_HTCR, WEN | TEN);
	p->began = sim_now(p->r->s);
	p->on = true;
	for (size_t i = 0; i < p->r->log.n; i++)
		p->before += p->r->log.p[i].to == 0;
}

/* The program: start-up, barrier, the trace is switched on, barrier, parallel phase. */
static void phases(struct cpu *cpu, void *arg)
{
	struct parallel *p = arg;
	const uint32_t base = p->array + 4096 * cpu_node(cpu);

	for (uint32_t i = 0; i < 200; i++)
		shared_write_u32(cpu, base + 4 * i, i);
	barrier(cpu);
	if (cpu_node(cpu) == 0)
		cpu_call(cpu, trace_on, p);
	barrier(cpu);
	for (uint32_t i = 0; i < 200; i++)
		shared_write_u32(cpu, base + 4 * (i * 7 % 1024), i);
	barrier(cpu);
}

static void end_svm(void *arg)
{
	svm_close(arg);
}

static void machine_parallel_phase(struct sim *s)
{
	struct parallel p = {.r = begin(s, 0)};
	struct run *r = p.r;
	uint32_t w[4], n, traced = 0;

	r->c.memory = 8u << 20;
	r->c.interference = r->c.combining = false;
	SIM_EQ(s, (uint64_t)mc_open(&r->m, &r->c), 0, "mc_open");
	SIM_EQ(s, (uint64_t)feed_open(&r->f, r->m), 0, "feed_open");
	SIM_EQ(s, (uint64_t)svm_open(&p.svm, r->m, 16 * 4096), 0, "svm_open");
	sim_cleanup(s, end_svm, p.svm);
	p.array = svm_alloc(p.svm, 4 * 4096, 4096, 0);
	mc_program(r->m, MC_ALL, phases, &p);
	mc_on_packet(r->m, log_packet, &r->log);
	p.b = board(r, 0, &with_trace);
	node_put(p.b, SURF_HTCR, 0);
	run_all(r);
	SIM_CHECK(s, p.on && p.before > 200, "%zu packets of the start-up", p.before);
	n = node_get(p.b, SURF_TECR);
	node_compare(p.b);
	for (size_t i = 0; i < r->log.n; i++)
		traced += r->log.p[i].to == 0 && r->log.p[i].rx_ps > p.began;
	SIM_CHECK(s, n == traced && n > 200, "%u packets in the trace, %u sent since", n,
		  traced);
	entry(p.b, 0, w);
	SIM_CHECK(s, trace_latency(w) * SHRIMP_TICK_PS < SIM_US(1000), "latency of the first");
}

/* ---- golden models at the nodes that have no board in RTL ---- */

static void machine_golden(struct sim *s)
{
	struct run *r = begin(s, sim_length(s, 1000, 100));
	struct surf_golden *g[4] = {NULL};
	struct node *b;

	open_ring(r);
	b = board(r, 0, &with_trace);
	for (unsigned int EACH(i, 1); i < 4; i++) {
		g[i] = surf_golden_open(4u << 20, 4u << 20);
		surf_golden_slot_write(g[i], SURF_EBCR, 15, surf_mask(SURF_EBCR_ENABLE));
		surf_golden_write(g[i], SURF_HTCR, 15, 0); /* PRS off */
		surf_golden_write(g[i], SURF_HTCR, 15, WEN | TEN);
		SIM_EQ(s, (uint64_t)feed_golden(r->f, i, g[i]), 0, "feed_golden");
	}
	SIM_CHECK(s, feed_golden(r->f, 0, g[1]) < 0, "two boards at a node");
	SIM_CHECK(s, feed_golden(r->f, 4, g[1]) < 0, "a fifth node");
	run_all(r);
	check_board(r, 0, b);
	for (unsigned int EACH(i, 1); i < 4; i++) {
		const struct mc_stats *st = mc_stats(r->m, i);

		SIM_CHECK(s, st->packets_in > 0, "no packet at node %u", i);
		/* ACDR is 0: a trace of 16 entries */
		SIM_EQ(s, surf_golden_read(g[i], SURF_TECR, 15),
		       st->packets_in < 16 ? st->packets_in : 16, "packets in the trace");
		SIM_EQ(s, surf_golden_read(g[i], SURF_WCDR, 15), st->words_in, "words");
		surf_golden_close(g[i]);
	}
}

/* ---- interrupts of a board ---- */

struct counting {
	struct run *r;
	struct node *b;
	unsigned int interrupts;
	uint64_t ps; /* time in the handler */
};

/* Reads a register without the golden model, which would wait for a pause between packets. */
static uint32_t bus_read(struct counting *c, uint32_t offset)
{
	uint32_t v;

	SIM_EQ(c->r->s, (uint64_t)eisa_read(c->b->eisa, false, 0, c->b->rbase + offset, 15, &v),
	       0, "read");
	return v;
}

static void clear_condition(void *arg)
{
	struct counting *c = arg;
	const uint32_t wrapped = surf_mask(SURF_ISCR_WCV);

	c->ps = sim_now(c->r->s);
	SIM_CHECK(c->r->s, bus_read(c, SURF_ISCR) & wrapped,
		  "the word counter has not wrapped");
	SIM_EQ(c->r->s,
	       (uint64_t)eisa_write(c->b->eisa, false, 0, c->b->rbase + SURF_ISCR, 15, wrapped),
	       0, "write");
}

static void on_interrupt(struct cpu *cpu, void *arg)
{
	struct counting *c = arg;

	c->interrupts++;
	cpu_call(cpu, clear_condition, c);
}

/* The program of node 0 does not poll; an interrupt comes when 100 words have arrived. */
static void machine_interrupt(struct sim *s)
{
	struct counting c = {.r = begin(s, 200)};
	uint64_t words = 0, due = 0;

	c.r->c.combining = c.r->c.interference = false;
	star(c.r);
	/* packets of node 2 make no interrupts, because their handlers would delay the measured
	 * one */
	SIM_EQ(s, (uint64_t)mc_import(c.r->m, 0, DEST + 2 * MC_PAGE_BYTES, 6, false, true), 0,
	       "mc_import");
	c.b = board(c.r, 0, &with_trace);
	node_put(c.b, SURF_WCDR, -100u);
	node_put(c.b, SURF_IEMR, surf_mask(SURF_ISCR_WCV));
	SIM_EQ(s, (uint64_t)feed_interrupts(c.r->f, 0, on_interrupt, &c), 0, "feed_interrupts");
	node_stop_checks(c.b);
	feed_set_step(c.r->f, SIM_US(1));
	run_all(c.r);
	SIM_EQ(s, c.interrupts, 1, "interrupts");
	for (size_t i = 0; i < c.r->log.n && words < 100; i++) {
		words += c.r->log.p[i].p.words;
		due = c.r->log.p[i].rx_ps;
	}
	/* a step takes at most 1 us, and entering the handler 5 us */
	SIM_CHECK(s, c.ps > due + SIM_US(5) && c.ps < due + SIM_US(8),
		  "%llu ns after the packet", (unsigned long long)(c.ps - due) / 1000);
	SIM_EQ(s, bus_read(&c, SURF_WCDR), feed_words(c.r->f, 0) - 100, "words since");
}

const struct sim_test sim_tests[] = {
	{"machine_trace", machine_trace, "SB-SNI-028 SB-SNI-029 SB-SNI-032 SB-SNI-037", NULL},
	{"machine_single_words", machine_single_words, "SB-SNI-031", NULL},
	{"machine_passive", machine_passive, "SB-SNI-038", NULL},
	{"machine_clocks", machine_clocks, "SB-SNI-022", "surfboard_x4"},
	{"machine_stamp_45_bits", machine_stamp_45_bits, "SB-SNI-021", NULL},
	{"machine_golden", machine_golden, NULL, NULL},
	{"machine_interrupt", machine_interrupt, NULL, NULL},
	{"machine_parallel_phase", machine_parallel_phase, "SB-SNI-051", NULL},
	{0},
};
