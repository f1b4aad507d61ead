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
#include "packets.h"
#include "surflib.h"
#include "surfrecord.h"
#include "seen.h"
#include <stdlib.h>
#include <string.h>

#define UNIT_TICKS 4u	/* unit of the latency in the trace: LAT_S = 1 */
#define LATENCY_BITS 6u /* latency bits in a bin: the upper ones of the eight measured bits */
#define BIN_UNITS 4u
#define TRACE_ENTRIES (4u << 20) /* 64 MB */

static struct sim *sim;
static struct node *node;
static struct surf surf;
static struct packets packets;

static uint64_t ticks(void *node)
{
	return node_ticks(node);
}

/* Bins: 3 bits of size, 3 of class, the sender, LATENCY_BITS of latency. */
static unsigned int sender_bits;

static unsigned int latency_at(void)
{
	return 6 + sender_bits;
}

static void prepare(struct bench *b)
{
	static uint8_t stream[SBIT_BYTES];
	struct surf_experiment e = {.stream = stream,
				    .stream_bytes = SBIT_BYTES,
				    .bins = 1u << (latency_at() + LATENCY_BITS),
				    .htcr = surf_mask(SURF_HTCR_WEN) |
					    surf_mask(SURF_HTCR_HEN) |
					    surf_mask(SURF_HTCR_TEN)};
	char source[160];
	struct sbit_map map;
	sim_time before;
	FILE *f;

	sender_bits = b->run.processors > 16 ? 6 : 4;
	snprintf(source, sizeof(source),
		 "bin[2:0] = size[2:0]\nbin[5:3] = color[2:0]\nbin[%u:6] = sender[%u:0]\n"
		 "bin[%u:%u] = latency[7:2]\n",
		 5 + sender_bits, sender_bits - 1, latency_at() + LATENCY_BITS - 1,
		 latency_at());
	f = fmemopen(source, strlen(source), "r");
	if (!f || bsel_parse(f, &map, NULL, NULL) || sbit_compile(&map, stream))
		bench_fail("surfboard", "the bin selector's configuration");
	fclose(f);
	sim = sim_new("surfboard", 0, 1);
	if (!sim)
		bench_fail("surfboard", "the simulation does not open");
	sim_limit(sim, UINT64_MAX);
	node = node_open(sim, &(struct node_config){.trace = SIMM_64MB,
						    .hist = SIMM_64MB,
						    .unwatched = true});
	node_power_on(node);
	bench_check(surf_open_device(&surf, bench_device(b, node->dev)), "surf_open_device");
	/* four bits of x, two of y */
	e.acdr = surf_set(e.acdr, SURF_ACDR_IMAGE_SENDID, 1);
	e.acdr = surf_set(e.acdr, SURF_ACDR_IMAGE_CATMUX, 1);
	e.acdr = surf_set(e.acdr, SURF_ACDR_IMAGE_LAT_S, 1);
	e.acdr = surf_set(e.acdr, SURF_ACDR_IMAGE_LAT_N, 4);
	before = sim_now(sim);
	bench_check(surf_begin(&surf, &e), "surf_begin");
	bench_cost(b, "change ns", (double)(sim_now(sim) - before) / 1000);
}

/* ---- answers of the histogram ---- */

static uint32_t bin[1u << (12 + LATENCY_BITS)];

static void answer_histogram(struct bench *b)
{
	static double sum[RUN_PROCESSORS][RUN_CLASSES];
	static uint64_t count[RUN_PROCESSORS][RUN_CLASSES];
	const double unit = BIN_UNITS * UNIT_TICKS / packets_ticks(b);
	const uint32_t bins = 1u << (latency_at() + LATENCY_BITS);
	uint64_t kinds[8] = {0}, latency[1u << LATENCY_BITS] = {0};

	bench_check(surf_GetHMem(&surf, 0, bin, bins * sizeof(*bin), NULL, NULL),
		    "surf_GetHMem");
	for (uint32_t i = 0; i < bins; i++) {
		const uint32_t l = i >> latency_at(), p = i >> 6 & ((1u << sender_bits) - 1);

		latency[l] += bin[i];
		kinds[i & 7] += bin[i];
		count[p][i >> 3 & 7] += bin[i];
		sum[p][i >> 3 & 7] += bin[i] * (l + 0.5) * unit;
	}
	for (unsigned int k = 0; k < RUN_KINDS; k++)
		row_number((double)kinds[(k + 1) & 7], "kinds", "%s", run_kind_name[k]);
	seen_latency(latency, 1u << LATENCY_BITS, unit / 2, unit);
	for (unsigned int p = 0; p < b->run.processors; p++)
		for (unsigned int c = 0; c < RUN_CLASSES; c++)
			if (count[p][c])
				row_number(sum[p][c] / (double)count[p][c], "joint", "p%u.c%u",
					   p, c);
}

/* ---- answers of the trace ---- */

static void answer_trace(struct bench *b, uint32_t entries)
{
	const double tick = 1 / packets_ticks(b);
	uint32_t(*w)[4] = calloc(entries ? entries : 1, sizeof(*w));
	struct seen *t = calloc(entries ? entries : 1, sizeof(*t));

	if (!w || !t)
		bench_fail("surfboard", "no memory");
	bench_check(surf_GetTMem(&surf, 0, w, entries * (uint32_t)sizeof(*w), NULL, NULL),
		    "surf_GetTMem");
	for (uint32_t i = 0; i < entries; i++) {
		t[i] = (struct seen){
			.ended = (double)(trace_rxtime(w[i]) - packets.start_tick) * tick,
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

	prepare(b);
	packets = (struct packets){.b = b, .s = sim, .sni = node->sni, .gclk = node->gclk};
	packets_replay(&packets, ticks, node);
	b->read_bytes = 0;
	bench_check(surf_GetReg(&surf, SURF_ISCR, &iscr), "ISCR");
	bench_check(surf_PutReg(&surf, SURF_HTCR, 0), "HTCR");
	bench_check(surf_GetReg(&surf, SURF_TECR, &entries), "TECR");
	bench_check(surf_GetReg(&surf, SURF_WCDR, &words), "WCDR");
	bench_adapter(b, entries, node->dropped);
	if (entries > TRACE_ENTRIES / b->less)
		entries = TRACE_ENTRIES / b->less;
	bench_loss(b, surf_get(iscr, SURF_ISCR_PV), -1, false);
	answer_histogram(b);
	bench_cost(b, "histogram bytes", (double)b->read_bytes);
	b->read_bytes = 0;
	answer_trace(b, entries);
	bench_cost(b, "trace bytes", (double)b->read_bytes);
	surf_Close(&surf);
	sim_delete(sim);
}

const struct bench_setup bench_setups[] = {{"all", histogram}, {NULL, NULL}};

const char *const bench_cannot[] = {NULL};
