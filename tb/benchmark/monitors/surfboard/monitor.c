/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The SurfBoard on the memory card's bus. The adapter makes a packet of each transaction, which
 * is on the link when the transaction ends: sender = processor, transmit time = the arrival at
 * the card, color = class of the page, size = 1 + kind of the transaction in words (a
 * transaction has no other size), category = part of the program that made it.
 */
#include "bench.h"
#include "bsel.h"
#include "node.h"
#include "surflib.h"
#include "surfrecord.h"
#include "seen.h"
#include <stdlib.h>
#include <string.h>

#define TICK_PS SIM_NS(100)
#define UNIT_TICKS 4u	/* of the trace: LAT_S = 1 */
#define LATENCY_BITS 6u /* of a bin: the upper ones of the eight that are measured */
#define BIN_UNITS 4u

static struct sim *s;
static struct node *n;
static struct surf surf;
static sim_time start_ps;
static uint64_t start_tick;
static struct bench *bench;
static struct run_event waiting;
static bool more;

static sim_time when(const struct run_event *e, uint64_t clocks)
{
	return start_ps + (e->clock + clocks) * SIM_NS(RUN_CLOCK_NS) * bench->stretch;
}

static void find_transaction(void)
{
	do
		more = bench_next(bench, &waiting);
	while (more && waiting.kind != RUN_TRANSACTION);
}

static bool next_packet(void *arg, struct packet *p)
{
	const sim_time at = more ? when(&waiting, waiting.service) : UINT64_MAX;
	const sim_time arrived =
		when(&waiting, 0) - waiting.waited * SIM_NS(RUN_CLOCK_NS) * bench->stretch;

	(void)arg;
	if (!more || at > sim_now(s)) {
		sni_ask_at(n->sni, at);
		return false;
	}
	*p = (struct packet){
		.tx = start_tick + (arrived - start_ps) / TICK_PS,
		.addr = waiting.addr & 0x7FFFFFC,
		.first = (uint32_t)waiting.function << 28,
		.words = (uint16_t)(1 + run_kind_of(waiting.cmd)),
		.x = waiting.processor & 31,
		.y = waiting.processor >> 5,
		.color = (uint8_t)run_class(&bench->run, waiting.addr),
		.be = 15,
	};
	bench->given++;
	find_transaction();
	return true;
}

static void prepare(struct bench *b)
{
	static const char source[] = "bin[2:0] = size[2:0]\nbin[5:3] = color[2:0]\n"
				     "bin[9:6] = sender[3:0]\nbin[15:10] = latency[7:2]\n";
	static uint8_t stream[SBIT_BYTES];
	struct surf_experiment e = {.stream = stream,
				    .stream_bytes = SBIT_BYTES,
				    .bins = 1u << (10 + LATENCY_BITS),
				    .htcr = surf_mask(SURF_HTCR_WEN) |
					    surf_mask(SURF_HTCR_HEN) |
					    surf_mask(SURF_HTCR_TEN)};
	FILE *f = fmemopen((void *)source, sizeof(source) - 1, "r");
	struct sbit_map map;
	sim_time before;

	if (!f || bsel_parse(f, &map, NULL, NULL) || sbit_compile(&map, stream))
		bench_fail("surfboard", "the bin selector's configuration");
	fclose(f);
	s = sim_new("surfboard", 0, 1);
	if (!s)
		bench_fail("surfboard", "the simulation does not open");
	sim_limit(s, UINT64_MAX);
	n = node_open(s, &(struct node_config){
				 .trace = SIMM_64MB, .hist = SIMM_64MB, .unwatched = true});
	node_power_on(n);
	bench_check(surf_open_device(&surf, bench_device(b, n->dev)), "surf_open_device");
	e.acdr = surf_set(e.acdr, SURF_ACDR_IMAGE_SENDID, 0);
	e.acdr = surf_set(e.acdr, SURF_ACDR_IMAGE_CATMUX, 1);
	e.acdr = surf_set(e.acdr, SURF_ACDR_IMAGE_LAT_S, 1);
	e.acdr = surf_set(e.acdr, SURF_ACDR_IMAGE_LAT_N, 4);
	before = sim_now(s);
	bench_check(surf_begin(&surf, &e), "surf_begin");
	bench_cost(b, "change ns", (double)(sim_now(s) - before) / 1000);
}

/* ---- answers of the histogram ---- */

static uint32_t bin[1u << (10 + LATENCY_BITS)];

/* Middle of a bin of latencies, in clocks. */
static double clocks_of(uint32_t latency)
{
	return (latency + 0.5) * BIN_UNITS * UNIT_TICKS * (double)TICK_PS /
	       (double)(SIM_NS(RUN_CLOCK_NS) * bench->stretch);
}

static void answer_latency(void)
{
	static const struct {
		double share;
		const char *name;
	} quantile[] = {{0.5, "50%"}, {0.9, "90%"}, {0.99, "99%"}, {0.999, "99.9%"}};
	uint64_t count[1u << LATENCY_BITS] = {0}, all = 0;
	double sum = 0;

	for (uint32_t i = 0; i < sizeof(bin) / sizeof(*bin); i++) {
		count[i >> 10] += bin[i];
		all += bin[i];
		sum += bin[i] * clocks_of(i >> 10);
	}
	if (!all)
		return;
	bench_answer(sum / (double)all, "latency", "mean");
	for (unsigned int k = 0; k < 4; k++) {
		uint64_t below = 0;
		unsigned int l = 0;

		while ((double)(below += count[l]) < quantile[k].share * (double)all)
			l++;
		bench_answer(clocks_of(l), "latency", "%s", quantile[k].name);
	}
}

static void answer_histogram(struct bench *b)
{
	double sum[16][RUN_CLASSES] = {{0}};
	uint64_t count[16][RUN_CLASSES] = {{0}}, kinds[8] = {0};

	bench_check(surf_GetHMem(&surf, 0, bin, sizeof(bin), NULL, NULL), "surf_GetHMem");
	for (uint32_t i = 0; i < sizeof(bin) / sizeof(*bin); i++) {
		kinds[i & 7] += bin[i];
		count[i >> 6 & 15][i >> 3 & 7] += bin[i];
		sum[i >> 6 & 15][i >> 3 & 7] += bin[i] * clocks_of(i >> 10);
	}
	for (unsigned int k = 0; k < RUN_KINDS; k++)
		bench_answer((double)kinds[(k + 1) & 7], "kinds", "%s", run_kind_name[k]);
	answer_latency();
	for (unsigned int p = 0; p < 16 && p < b->run.processors; p++)
		for (unsigned int c = 0; c < RUN_CLASSES; c++)
			if (count[p][c])
				bench_answer(sum[p][c] / (double)count[p][c], "joint",
					     "p%u.c%u", p, c);
}

/* ---- answers of the trace ---- */

static void answer_trace(struct bench *b, uint32_t entries)
{
	const double tick = (double)TICK_PS / (double)(SIM_NS(RUN_CLOCK_NS) * b->stretch);
	uint32_t(*w)[4] = calloc(entries ? entries : 1, sizeof(*w));
	struct seen *t = calloc(entries ? entries : 1, sizeof(*t));

	if (!w || !t)
		bench_fail("surfboard", "no memory");
	bench_check(surf_GetTMem(&surf, 0, w, entries * (uint32_t)sizeof(*w), NULL, NULL),
		    "surf_GetTMem");
	for (uint32_t i = 0; i < entries; i++) {
		t[i] = (struct seen){.ended = (double)(trace_rxtime(w[i]) - start_tick) * tick,
				     .addr = trace_addr(w[i]),
				     .processor = (uint8_t)trace_sender(w[i]),
				     .kind = (uint8_t)(trace_size(w[i]) - 1),
				     .class = (uint8_t)trace_color(w[i]),
				     .function = (uint8_t)trace_category(w[i])};
		t[i].arrived = t[i].ended - trace_latency(w[i]) * UNIT_TICKS * tick;
	}
	seen_answer(b, t, entries, SEEN_FUNCTION | SEEN_ADDRESS | SEEN_ARRIVAL);
	free(w);
	free(t);
}

static void histogram(struct bench *b)
{
	uint32_t entries, words, iscr;

	bench = b;
	prepare(b);
	find_transaction();
	/* the link does not hold packets back that come too fast for the board */
	sni_set_timing(n->sni, &(struct sni_timing){.start_to_start = 1,
						    .end_to_start = 1,
						    .break_rules = true});
	sim_wait_edge(n->gclk, SIM_RISE);
	start_ps = sim_now(s);
	start_tick = node_ticks(n);
	sni_set_source(n->sni, next_packet, NULL);
	while (more || !sni_idle(n->sni))
		sim_wait(s, SIM_MS(1));
	sim_wait(s, SIM_US(100));
	b->read_bytes = 0;
	bench_check(surf_GetReg(&surf, SURF_ISCR, &iscr), "ISCR");
	bench_check(surf_PutReg(&surf, SURF_HTCR, 0), "HTCR");
	bench_check(surf_GetReg(&surf, SURF_TECR, &entries), "TECR");
	bench_check(surf_GetReg(&surf, SURF_WCDR, &words), "WCDR");
	bench_adapter(b, entries, n->dropped);
	bench_cost(b, "flagged", surf_get(iscr, SURF_ISCR_PV));
	answer_histogram(b);
	bench_cost(b, "histogram bytes", (double)b->read_bytes);
	b->read_bytes = 0;
	answer_trace(b, entries);
	bench_cost(b, "trace bytes", (double)b->read_bytes);
	surf_Close(&surf);
	sim_delete(s);
}

const struct bench_setup bench_setups[] = {{"all", histogram}, {NULL, NULL}};

const char *const bench_cannot[] = {NULL};
