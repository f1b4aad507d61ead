/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compares the whole data path with the golden model, at its rated speed and beyond (TR-596-99
 * 3.1): packets through all stages with refresh, EISA traffic and drifting clocks.
 */
#include "htcr.h"
#include "iscr.h"
#include "node.h"
#include "sbit.h"
#include "surf_replay.h"
#include "surflib.h"
#include <stdlib.h>
#include <string.h>

enum { END = 2 << 2, QUAL_INPUT = 1 }; /* TTCR */

static struct node *start_board(struct sim *s, enum simm_size trace, enum simm_size hist,
				bool drift)
{
	struct node_config cfg = {.trace = trace, .hist = hist, .drift = drift};
	struct node *n = node_open(s, &cfg);

	node_power_on(n);
	node_enable(n, 0xD000, 3, 5);
	return n;
}

static uint32_t image(unsigned int sendid, bool remote, unsigned int lat_s, unsigned int lat_n,
		      unsigned int tsize)
{
	uint32_t v = 0;

	v = surf_set(v, SURF_ACDR_IMAGE_SENDID, sendid);
	v = surf_set(v, SURF_ACDR_IMAGE_CATMUX, remote);
	v = surf_set(v, SURF_ACDR_IMAGE_LAT_S, lat_s);
	v = surf_set(v, SURF_ACDR_IMAGE_LAT_N, lat_n);
	return surf_set(v, SURF_ACDR_IMAGE_TSIZE, tsize);
}

/* size[9:0], latency[11:0]: what makeHist uses */
static const struct sbit_map size_latency = {{0,  1,  2,  3,  4,  5,  6,	 7,
					      8,  9,  10, 11, 40, 41, 42,	 43,
					      44, 45, 46, 47, 48, 49, SBIT_ZERO, SBIT_ZERO}};

/* Reads both memories and ISCR over EISA without a pause while packets arrive. A count that is
 * read must lie between the values before and after the read. */
static void read_without_pause(struct node *n, uint64_t *reads)
{
	while (shrimp_packets_playing(n->c)) {
		const uint32_t bin = (uint32_t)sim_range(n->s, 0, 0x3FFFFF);
		const uint32_t before = surf_golden_hist_word(n->g, bin);
		const uint32_t count = node_mem_get(n, true, bin);
		uint32_t v;

		SIM_CHECK(n->s,
			  count + 1 >= before && count <= surf_golden_hist_word(n->g, bin),
			  "bin %06X reads %u, was %u", bin, count, before);
		node_mem_get(n, false, (uint32_t)sim_range(n->s, 0, 0x3FFFFF));
		SIM_EQ(n->s, host_read(n->host, false, 0, n->rbase + SURF_ISCR, 15, &v), 0,
		       "ISCR");
		SIM_EQ(n->s, v & PV, 0, "ISCR.PV");
		*reads += 3;
	}
}

/* Reads random bins without a pause while packets arrive. */
static void read_bins(struct node *n, uint64_t *reads)
{
	for (; shrimp_packets_playing(n->c); ++*reads)
		node_mem_get(n, true, (uint32_t)sim_range(n->s, 0, 0x3FFFFF));
}

/* Reads TICR and then the newest entry without a pause; all four words of it must already be
 * written. */
static void read_entries(struct node *n, uint64_t *reads)
{
	while (shrimp_packets_playing(n->c)) {
		uint32_t v, entry;

		SIM_EQ(n->s, host_read(n->host, false, 0, n->rbase + SURF_TICR, 15, &v), 0,
		       "TICR");
		entry = (v - 1) & 0xFFFFF;
		for (uint32_t EACH(i, 4); i--; ++*reads) {
			const uint32_t word = 4 * entry + i;

			SIM_EQ(n->s, node_mem_get(n, false, word),
			       surf_golden_trace_word(n->g, word), "word of the newest entry");
		}
	}
}

typedef void reader_fn(struct node *n, uint64_t *reads);

/* Sends packets with all modes on while @read, unless NULL, runs. */
static void rated(struct sim *s, const struct sni_timing *t, unsigned int words,
		  uint64_t packets, reader_fn *read)
{
	struct node *n = start_board(s, SIMM_16MB, SIMM_16MB, true);
	struct simm_stats st;
	uint64_t reads = 0;

	node_select(n, &size_latency);
	node_acdr(n, image(1, true, 0, 12, 2));
	/* the trace overwrites its oldest entries; it would end only with a trigger, which
	 * never comes */
	node_put(n, SURF_TTCR, END | QUAL_INPUT);
	node_put(n, SURF_HTCR, ALL);
	sni_set_timing(n->sni, t);
	shrimp_start_random_packets(n->c, packets, words, 5000);
	if (read)
		read(n, &reads);
	while (shrimp_packets_playing(n->c))
		sim_wait(s, SIM_US(100));
	node_drain(n);
	node_put(n, SURF_HTCR, 0);
	SIM_EQ(s, n->done, packets, "packets through the board");
	SIM_EQ(s, n->dropped, 0, "packets dropped");
	SIM_CHECK(s, n->service_max <= 27, "a packet was %u clocks in Stage 3", n->service_max);
	node_compare(n);
	simm_stats(n->hist, &st);
	sim_note(s,
		 "%llu packets, %llu reads, longest wait %llu ns, Stage 3 at most %u "
		 "clocks",
		 (unsigned long long)packets, (unsigned long long)reads,
		 (unsigned long long)host_longest_wait(n->host) / 1000, n->service_max);
	SIM_CHECK(s, st.refreshes > 0 && !reads == !read, "no refresh or no read took place");
}

/* Measures the clocks that a packet spends in Stage 3 while there are no other requests to the
 * memories. */
static void stage3_clocks(struct sim *s)
{
	static const struct {
		uint32_t modes;
		unsigned int clocks;
	} c[] = {{0, 3}, {WEN, 3}, {HEN, 10}, {TEN, 14}, {HEN | TEN, 19}, {ALL, 19}};
	struct node *n = start_board(s, SIMM_4MB, SIMM_4MB, true);

	node_acdr(n, image(1, true, 0, 12, 1));
	node_put(n, SURF_TTCR, END | QUAL_INPUT);
	for (unsigned int EACH(i, 0); i < sizeof(c) / sizeof(c[0]); i++) {
		unsigned int least = 99;

		node_put(n, SURF_HTCR, c[i].modes);
		for (unsigned int k = 0; k < 12; k++) {
			n->service_max = 0;
			shrimp_start_random_packets(n->c, 1, 1, 5000);
			while (shrimp_packets_playing(n->c))
				sim_wait(s, SIM_US(1));
			node_drain(n);
			/* a refresh may delay the packet */
			SIM_CHECK(s, n->service_max <= c[i].clocks + 8, "%u clocks",
				  n->service_max);
			least = n->service_max < least ? n->service_max : least;
		}
		SIM_EQ(s, least, c[i].clocks, "clocks of a packet in Stage 3");
	}
	node_put(n, SURF_HTCR, 0);
	node_compare(n);
}

/* Sends packets of one word, 1080 ns from header to header. Another bus changes only the reads,
 * which a fifth of the packets meets at every phase. */
static void rate_1080ns(struct sim *s)
{
	const bool eisa = !strcmp(sim_model(s), "surfboard");

	rated(s, &node_1080ns, 1, sim_length(s, eisa ? 100000 : 20000, 300),
	      read_without_pause);
}

/* Does the same without reads over EISA. */
static void rate_unread(struct sim *s)
{
	rated(s, &node_1080ns, 1, sim_length(s, 100000, 200), NULL);
}

/* Sends packets of random sizes, mostly short, with 240 ns from the last word to the next
 * header, as node_1080ns has for one word. */
static void rate_240ns(struct sim *s)
{
	rated(s, &node_1080ns, 20, sim_length(s, 100000, 250), read_without_pause);
}

/* Revision 2: sends packets 420 ns from header to header. */
static void rate_420ns(struct sim *s)
{
	rated(s, &node_420ns, 1, sim_length(s, 40000, 150), read_without_pause);
}

static void rate_420ns_bins(struct sim *s)
{
	rated(s, &node_420ns, 1, sim_length(s, 40000, 150), read_bins);
}

static void rate_420ns_entries(struct sim *s)
{
	rated(s, &node_420ns, 1, sim_length(s, 40000, 150), read_entries);
}

struct numbered {
	struct node *n;
	unsigned int k, end; /* number of packets sent so far; number of all packets */
};

/* Checks that revision 2 takes seven packets at the shortest distance that the link allows, one
 * in Stage 3, one in Stage 2 and five in the queue, while both memories are read. */
static void rate_bursts(struct sim *s)
{
	const struct sni_timing t = {
		.start_to_start = 3, .end_to_start = 1, .break_rules = true};
	struct node *n = start_board(s, SIMM_4MB, SIMM_4MB, true);
	const unsigned int bursts = (unsigned int)sim_length(s, 1000, 10);
	uint64_t reads = 0;

	node_select(n, &size_latency);
	node_acdr(n, image(0, false, 0, 12, 1));
	node_put(n, SURF_TTCR, END | QUAL_INPUT);
	node_put(n, SURF_HTCR, ALL);
	sni_set_timing(n->sni, &t);
	for (unsigned int EACH(i, 0); i < bursts; i++) {
		shrimp_start_random_packets(n->c, 7, 1, 5000);
		read_without_pause(n, &reads);
		node_drain(n);
	}
	SIM_EQ(s, n->done, 7 * bursts, "packets through the board");
	SIM_EQ(s, n->dropped, 0, "packets dropped");
	node_put(n, SURF_HTCR, 0);
	node_compare(n);
}

/* Makes long and short packets alternately: the two packets of a pair end 360 ns apart. */
static bool pairs(void *arg, struct packet *p)
{
	struct numbered *a = arg;

	if (a->k >= a->end)
		return false;
	node_random_packet(a->n, p, 1, 3000);
	p->words = a->k++ % 2 ? 1 : 13;
	return true;
}

static void rate_pairs(struct sim *s)
{
	struct node *n = start_board(s, SIMM_4MB, SIMM_4MB, true);

	node_select(n, &size_latency);
	node_acdr(n, image(0, false, 0, 12, 1));
	node_put(n, SURF_HTCR, ALL);
	sni_set_timing(n->sni, &node_1080ns);
	node_play(n, pairs, &(struct numbered){n, 0, (unsigned int)sim_length(s, 4000, 100)});
	node_put(n, SURF_HTCR, 0);
	SIM_EQ(s, n->dropped, 0, "packets dropped");
	node_compare(n);
}

/* ---- random settings and traffic ---- */

static void random_selector(struct node *n)
{
	struct sbit_map map;

	for (int i = 0; i < SBIT_OUTPUTS; i++)
		map.sel[i] = (uint8_t)sim_range(n->s, 0, 63);
	node_select(n, &map);
}

static void random_eisa(struct node *n)
{
	const bool hist = sim_random(n->s) & 1;
	const uint32_t word = (uint32_t)sim_range(n->s, 0, 0xFFFFFF);
	uint32_t v;

	switch (sim_range(n->s, 0, 3)) {
	case 0:
		node_mem_get(n, hist, word);
		break;
	case 1:
		SIM_EQ(n->s, host_read(n->host, false, 0, n->rbase + SURF_WCDR, 15, &v), 0,
		       "WCDR");
		break;
	case 2:
		node_put(n, SURF_PCLR, (uint32_t)sim_range(n->s, 0, 31));
		break;
	default:
		sim_wait(n->s, SIM_NS(sim_range(n->s, 1, 3000)));
	}
}

static void path_random(struct sim *s, enum simm_size trace, enum simm_size hist)
{
	static const unsigned int longest[] = {1, 4, 40, 1024};
	struct node *n = start_board(s, trace, hist, true);
	const unsigned int rounds = (unsigned int)sim_length(s, 30, 1);

	for (unsigned int EACH(i, 0); i < rounds; i++) {
		const struct sni_timing t = {
			.idle_max = (unsigned int)sim_range(s, 0, 40),
			.gap_percent = (unsigned int)sim_range(s, 0, 1) * 20,
			.gap_max = 5,
			.noise = sim_random(s) & 1,
		};
		const struct eisa_timing e = {
			.stretch_percent = (unsigned int)sim_range(s, 0, 1) * 10,
			.stretch_max = 3,
			.idle_max = (unsigned int)sim_range(s, 0, 8),
		};
		const unsigned int words = longest[sim_range(s, 0, 3)];

		random_selector(n);
		node_acdr(n, (uint32_t)sim_random(s) & 0xFFFFFFF);
		node_put(n, SURF_TTCR, (uint32_t)sim_range(s, 0, 3) << 2);
		node_put(n, SURF_PCLR, (uint32_t)sim_range(s, 0, 15));
		node_put(n, SURF_TICR, 0);
		node_put(n, SURF_TECR, 0);
		node_put(n, SURF_HTCR, (uint32_t)sim_range(s, 0, 7));
		sni_set_timing(n->sni, &t);
		host_set_timing(n->host, &e);
		shrimp_start_random_packets(n->c, words == 1024 ? 20 : 300, words,
					    (uint64_t)1 << sim_range(s, 1, 43));
		while (shrimp_packets_playing(n->c))
			random_eisa(n);
		node_drain(n);
		node_put(n, SURF_HTCR, 0);
	}
	SIM_EQ(s, n->dropped, 0, "packets dropped");
	node_compare(n);
	sim_note(s, "%llu packets, %llu words", (unsigned long long)n->done,
		 (unsigned long long)n->words);
}

static void path_4mb(struct sim *s)
{
	path_random(s, SIMM_4MB, SIMM_4MB);
}

static void path_16mb(struct sim *s)
{
	path_random(s, SIMM_16MB, SIMM_4MB);
}

static void path_64mb(struct sim *s)
{
	path_random(s, SIMM_64MB, SIMM_64MB);
}

/* ---- too fast ---- */

static void keep_packet(void *arg, const struct packet *p, const struct surf_golden_result *r)
{
	uint64_t *count = arg;

	(void)p;
	(void)r;
	++*count;
}

/* Reduces the spacing until packets are dropped; the packets that are not dropped must be
 * complete. */
static void rate_overflow(struct sim *s)
{
	struct node *n = start_board(s, SIMM_4MB, SIMM_4MB, false);
	uint64_t limit = 0, counted = 0, sum = 0;

	n->on_packet = keep_packet;
	n->on_packet_arg = &counted;
	node_select(n, &size_latency);
	node_acdr(n, image(0, false, 0, 12, 1));
	for (unsigned int EACH(spacing, 18); spacing >= 3; spacing--) {
		const struct sni_timing t = {
			.start_to_start = spacing, .end_to_start = 1, .break_rules = true};
		const uint64_t before = n->dropped;

		node_put(n, SURF_ISCR, PV);
		node_put(n, SURF_HTCR, ALL);
		sni_set_timing(n->sni, &t);
		node_play_random(n, sim_length(s, 400, 25), 1, 3000);
		node_put(n, SURF_HTCR, 0);
		if (n->dropped > before && !limit)
			limit = spacing;
		SIM_EQ(s, surf_get(node_get(n, SURF_ISCR), SURF_ISCR_PV), n->dropped > before,
		       "ISCR.PV");
		SIM_CHECK(s, spacing > 15 || !limit || n->dropped > before,
			  "spacing %u loses nothing, %llu does", spacing,
			  (unsigned long long)limit);
		node_compare(n);
	}
	SIM_CHECK(s, limit && limit < 18, "no spacing loses packets, or 18 does");
	sim_note(s, "packets are lost from a spacing of %llu Stage-1 clocks (%llu ns)",
		 (unsigned long long)limit, (unsigned long long)limit * 60);
	SIM_EQ(s, counted + n->dropped, n->c->sent, "packets in and out");
	for (uint32_t b = 0; b < 1u << 20; b++)
		sum += simm_peek(n->hist, b);
	SIM_EQ(s, sum, counted, "sum of all bins");

	/* the spacing is legal again: no more packets are lost, and PV stays 1 until it is
	 * cleared */
	const struct sni_timing legal = {0};
	const uint64_t before = n->dropped;

	sni_set_timing(n->sni, &legal);
	node_put(n, SURF_HTCR, ALL);
	node_play_random(n, 100, 5, 3000);
	SIM_EQ(s, n->dropped, before, "packets dropped at legal spacing");
	SIM_EQ(s, node_get(n, SURF_ISCR) & PV, PV, "ISCR.PV");
	node_put(n, SURF_HTCR, 0);
	node_compare(n);
}

/* Reduces the spacing until packets are dropped, with all modes on, refresh, and reads without
 * a pause. */
static void rate_limit(struct sim *s)
{
	const bool second = node_second_revision(s);
	struct node *n = start_board(s, SIMM_16MB, SIMM_16MB, true);
	unsigned int spacing = second ? 9 : 20;
	uint64_t reads = 0;

	node_select(n, &size_latency);
	node_acdr(n, image(1, true, 0, 12, 2));
	node_put(n, SURF_TTCR, END | QUAL_INPUT);
	for (; spacing >= 3; spacing--) {
		const struct sni_timing t = {
			.start_to_start = spacing, .end_to_start = 1, .break_rules = true};

		node_put(n, SURF_HTCR, ALL);
		sni_set_timing(n->sni, &t);
		shrimp_start_random_packets(n->c, sim_length(s, 2000, 150), 1, 5000);
		while (shrimp_packets_playing(n->c)) {
			node_mem_get(n, true, (uint32_t)sim_range(s, 0, 0x3FFFFF));
			node_mem_get(n, false, (uint32_t)sim_range(s, 0, 0x3FFFFF));
			reads += 2;
		}
		node_drain(n);
		node_put(n, SURF_HTCR, 0);
		if (n->dropped)
			break;
	}
	SIM_CHECK(s, n->dropped, "no spacing loses packets");
	spacing++;
	sim_note(s, "least spacing %u ns, %llu reads", spacing * 60, (unsigned long long)reads);
	SIM_CHECK(s, spacing <= (second ? 7 : 18), "packets are lost %u ns apart",
		  (spacing - 1) * 60);
	node_compare(n);
}

/* Makes packets each of which overflows a bin of its own and pushes three slots. */
static bool own_bin(void *arg, struct packet *p)
{
	struct numbered *a = arg;

	if (a->k >= a->end)
		return false;
	node_random_packet(a->n, p, 1, 0);
	p->color = a->k & 63;
	p->first = (a->k >> 6 & 15) << 28;
	p->x = a->k >> 10 & 31;
	a->k++;
	return true;
}

static void rate_all_overflow(struct sim *s)
{
	struct node *n = start_board(s, SIMM_4MB, SIMM_4MB, false);
	const unsigned int length = (unsigned int)sim_length(s, 1365, 80);
	const unsigned int packets = length < 1365 ? length : 1365; /* the FIFO takes no more */
	/* color, category and the low sender bit give 11 bits, which number the packets */
	struct sbit_map map;

	memset(map.sel, SBIT_ZERO, sizeof(map.sel));
	for (unsigned int i = 0; i < 6; i++)
		map.sel[i] = (uint8_t)(sbit_variables[SBIT_COLOR].first + i);
	for (unsigned int i = 0; i < 4; i++)
		map.sel[6 + i] = (uint8_t)(36 + i);
	map.sel[10] = 24;
	node_select(n, &map);
	node_acdr(n, image(0, true, 0, 12, 1));
	for (uint32_t b = 0; b < 2048; b++) {
		simm_poke(n->hist, b, 0xFFFFFFFF);
		surf_golden_hist_put(n->g, b, 0xFFFFFFFF);
	}
	node_put(n, SURF_HTCR, ALL);
	node_play(n, own_bin, &(struct numbered){n, 0, packets});
	node_put(n, SURF_HTCR, 0);
	SIM_EQ(s, n->dropped, 0, "packets dropped");
	SIM_EQ(s, node_get(n, SURF_ISCR) & (PV | FV), 0, "PV and FV");
	node_compare(n);
	for (unsigned int EACH(k, 0); k < packets; k++) {
		SIM_EQ(s, node_get(n, SURF_HFDR), 0x100 | (k & 255), "low byte");
		SIM_EQ(s, node_get(n, SURF_HFDR), k >> 8, "middle byte");
		SIM_EQ(s, node_get(n, SURF_HFDR), 0, "high byte");
	}
	SIM_EQ(s, node_get(n, SURF_ISCR) & FNE, 0, "FNE after the last slot");
}

/* ---- long packets ---- */

static void long_packet(struct sim *s, const struct sni_timing *t)
{
	struct node *n = start_board(s, SIMM_4MB, SIMM_4MB, false);
	struct packet p;

	node_select(n, &size_latency);
	node_acdr(n, image(0, false, 0, 12, 1));
	node_put(n, SURF_HTCR, ALL);
	sni_set_timing(n->sni, t);
	for (unsigned int words = 1022; words <= 1024; words++) {
		node_random_packet(n, &p, 1, 1000);
		p.words = (uint16_t)words;
		node_send(n, &p);
	}
	node_put(n, SURF_HTCR, 0);
	SIM_EQ(s, n->dropped, 0, "packets dropped");
	SIM_EQ(s, node_get(n, SURF_WCDR), 1022 + 1023 + 1024, "word count");
	SIM_EQ(s, simm_peek(n->trace, 9) >> 18 & 1023, 0, "size field of 1024 words");
	node_compare(n);
}

static void long_packet_dense(struct sim *s)
{
	const struct sni_timing t = {0};

	long_packet(s, &t);
}

static void long_packet_gaps(struct sim *s)
{
	const struct sni_timing t = {.gap_percent = 30, .gap_max = 6};

	long_packet(s, &t);
}

/* Measures the time until the word counter wraps at one word in each BCLK. */
static void word_rate(struct sim *s)
{
	const struct sni_timing t = {.gap_percent = 100, .gap_max = 1};
	struct node *n = start_board(s, SIMM_4MB, SIMM_4MB, false);
	const uint64_t packets = sim_length(s, 100, 5);
	sim_time from, took;
	double seconds;

	node_put(n, SURF_HTCR, WEN);
	sni_set_timing(n->sni, &t);
	from = sim_now(s);
	for (uint64_t i = 0; i < packets; i++) {
		struct packet p;

		node_random_packet(n, &p, 1, 10);
		p.words = 1024;
		sni_send(n->sni, &p, 0);
	}
	took = sim_now(s) - from;
	node_drain(n);
	SIM_EQ(s, node_get(n, SURF_WCDR), packets * 1024, "word count");
	seconds = 4294967296.0 * (double)took / 1e12 / (double)(packets * 1024);
	sim_note(s, "the word counter wraps after %.1f s", seconds);
	SIM_CHECK(s, seconds > 515.4 * 0.99 && seconds < 515.4 * 1.01, "%.1f s", seconds);
}

/* ---- stop, cut and continue ---- */

static void rate_pipeline_reset(struct sim *s)
{
	struct node *n = start_board(s, SIMM_4MB, SIMM_4MB, false);
	struct packet p;

	node_select(n, &size_latency);
	node_acdr(n, image(0, false, 0, 12, 1));
	node_put(n, SURF_HTCR, ALL);
	node_play_random(n, 20, 4, 100);
	node_put(n, SURF_HTCR, ALL | PRS);
	node_compare(n); /* PRS changed nothing but its own bit */
	n->c->unexpected = true;
	for (int i = 0; i < 10; i++) {
		node_random_packet(n, &p, 4, 100);
		sni_send(n->sni, &p, 0);
	}
	sim_wait_cycles(n->bclk, 20);
	n->c->unexpected = false;
	node_compare(n);
	node_put(n, SURF_HTCR, ALL);
	node_play_random(n, 20, 4, 100);
	SIM_EQ(s, n->done, 40, "packets");
	node_compare(n);
}

static void cut_then_go_on(struct sim *s, bool resdrv)
{
	struct node *n = start_board(s, SIMM_4MB, SIMM_4MB, false);
	struct packet p;

	node_select(n, &size_latency);
	node_acdr(n, image(0, false, 0, 12, 1));
	for (unsigned int beats = 1; beats <= 6; beats++) {
		node_put(n, SURF_HTCR, ALL);
		node_random_packet(n, &p, 1, 100);
		p.words = 8;
		sni_send(n->sni, &p, beats);
		sim_wait_cycles(n->bclk, 10);
		if (resdrv) {
			node_resdrv(n);
			node_enable(n, 0xD000, 3, 5);
		} else {
			node_put(n, SURF_HTCR, ALL | PRS);
			node_put(n, SURF_HTCR, ALL);
		}
		node_play_random(n, 3, 5, 100);
	}
	node_put(n, SURF_HTCR, 0);
	SIM_EQ(s, n->done, 18, "terminated packets");
	node_compare(n);
}

static void rate_cut_prs(struct sim *s)
{
	cut_then_go_on(s, false);
}

static void rate_cut_resdrv(struct sim *s)
{
	cut_then_go_on(s, true);
}

/* ---- clocks ---- */

/* Sends the same packets with other clock phases, jitter and stretching: all results except the
 * receive time and the latency must be the same. */
static void rate_stretch(struct sim *s)
{
	const struct eisa_timing e = {.stretch_percent = 30, .stretch_max = 4};
	struct node *n = start_board(s, SIMM_4MB, SIMM_4MB, true);

	node_select(n, &size_latency);
	node_acdr(n, image(2, true, 0, 12, 1));
	node_put(n, SURF_HTCR, ALL);
	host_set_timing(n->host, &e);
	shrimp_start_random_packets(n->c, sim_length(s, 3000, 80), 30, 3000);
	while (shrimp_packets_playing(n->c))
		random_eisa(n);
	node_put(n, SURF_HTCR, 0);
	SIM_EQ(s, n->dropped, 0, "packets dropped");
	node_compare(n);
}

/* A write takes two BCLKs, however slow the access inside the board is. */
static void rate_write_cost(struct sim *s)
{
	struct node *n = start_board(s, SIMM_4MB, SIMM_4MB, true);

	for (int EACH(i, 0); i < 200; i++) {
		node_put(n, SURF_PCLR, (uint32_t)i & 31);
		SIM_CHECK(s, eisa_last_bclks(n->eisa) <= 4, "a PCLR write took %u BCLK",
			  eisa_last_bclks(n->eisa));
	}
}

/* ---- packets without the RTL ---- */

#define REPLAYED 8 /* more packets than link and board hold at a time */

struct replayed {
	struct node *n;
	struct surf_replay replay;
	struct surf_golden_result expected[REPLAYED];
	uint64_t sent, taken, packets;
	sim_time ready; /* time at which the sender has the next packet */
};

static bool next_replayed(void *arg, struct packet *p)
{
	struct replayed *r = arg;
	struct sim *s = r->n->s;

	if (r->sent == r->packets || r->ready > sim_now(s)) {
		sni_ask_at(r->n->sni, r->sent == r->packets ? UINT64_MAX : r->ready - 1);
		return false;
	}
	shrimp_random_packet(r->n->c, p, 40, 5000);
	SIM_EQ(s,
	       surf_replay_packet(&r->replay, p, r->ready, &r->expected[r->sent++ % REPLAYED]),
	       sim_now(s), "time of the header");
	/* half of the packets come as soon as the link is free, at a clock edge or not */
	r->ready += sim_random(s) & 1 ? 0 : sim_range(s, 1, SIM_US(4));
	if (sim_random(s) & 1)
		r->ready -= r->ready % SIM_NS(30);
	return true;
}

static void as_replayed(void *arg, const struct packet *p, const struct surf_golden_result *got)
{
	struct replayed *r = arg;
	const struct surf_golden_result *want = &r->expected[r->taken++ % REPLAYED];
	struct sim *s = r->n->s;

	(void)p;
	for (unsigned int EACH(i, 0); i < 4; i++)
		SIM_EQ(s, got->trace[i], want->trace[i], "word of the trace entry");
	SIM_EQ(s, got->bin, want->bin, "bin");
	SIM_EQ(s, got->index, want->index, "index in the trace");
}

/* The replay must give each packet the results of the board. */
static void rate_replay(struct sim *s)
{
	struct node *n = start_board(s, SIMM_16MB, SIMM_16MB, false);
	struct replayed r = {.n = n, .packets = sim_length(s, 10000, 200)};

	node_select(n, &size_latency);
	node_acdr(n, image(1, true, 0, 12, 2));
	node_put(n, SURF_HTCR, ALL);
	SIM_EQ(s, surf_replay_open(&r.replay, n), 0, "replay");
	n->on_packet = as_replayed;
	n->on_packet_arg = &r;
	sni_set_source(n->sni, next_replayed, &r);
	while (r.taken < r.packets)
		sim_wait(s, SIM_US(10));
	node_drain(n);
	node_compare(n);
	for (uint32_t EACH(i, 0); i < 4 * r.packets; i++)
		SIM_EQ(s, surf_golden_trace_word(r.replay.g, i),
		       surf_golden_trace_word(n->g, i), "word of the replay's trace");
	surf_replay_close(&r.replay);
}

/* the time at which a jittering synchronizer sees a header cannot be computed */
const char *const sim_without_jitter[] = {"rate_replay", NULL};

const struct sim_test sim_tests[] = {
	{"rate_replay", rate_replay, "SB-LAT-001", NULL},
	{"stage3_clocks", stage3_clocks, "SB-RATE-001", NULL},
	{"rate_unread", rate_unread, "SB-RATE-001 SB-RATE-003", NULL},
	{"rate_1080ns", rate_1080ns, "SB-RATE-001 SB-RATE-003 SB-HST-007", NODE_BUSES},
	{"rate_240ns", rate_240ns, "SB-RATE-002 SB-RATE-003", NULL},
	{"rate_pairs", rate_pairs, "SB-RATE-002", NODE_BUSES},
	{"path_4mb", path_4mb, "SB-RATE-015 SB-HST-001 SB-HST-038", NODE_BUSES},
	{"path_16mb", path_16mb, "SB-RATE-015 SB-MEM-020", NULL},
	{"path_64mb", path_64mb, "SB-RATE-015", NULL},
	{"rate_overflow", rate_overflow, "SB-RATE-007 SB-RATE-008 SB-HST-040", NODE_BUSES},
	{"rate_420ns", rate_420ns, "SB-REV-013", "surfboard_rev2"},
	{"rate_420ns_bins", rate_420ns_bins, "SB-REV-013", "surfboard_rev2"},
	{"rate_420ns_entries", rate_420ns_entries, "SB-REV-013", "surfboard_rev2"},
	{"rate_bursts", rate_bursts, "SB-REV-013", "surfboard_rev2"},
	{"rate_limit", rate_limit, "SB-RATE-001 SB-REV-013", "surfboard surfboard_rev2"},
	{"rate_all_overflow", rate_all_overflow, "SB-RATE-004 SB-HST-011", NODE_BUSES},
	{"long_packet_dense", long_packet_dense, "SB-RATE-005 SB-HST-034", NODE_BUSES},
	{"long_packet_gaps", long_packet_gaps, "SB-RATE-006", NODE_BUSES},
	{"word_rate", word_rate, "SB-RATE-016", NULL},
	{"rate_pipeline_reset", rate_pipeline_reset, "SB-RATE-009 SB-RATE-013",
	 NODE_BUSES " surfboard_rev2"},
	{"rate_cut_prs", rate_cut_prs, "SB-RATE-010 SB-RATE-012", NODE_BUSES " surfboard_rev2"},
	{"rate_cut_resdrv", rate_cut_resdrv, "SB-RATE-011 SB-RATE-012", NODE_REVISIONS},
	{"rate_stretch", rate_stretch, "SB-RATE-014", NULL},
	{"rate_write_cost", rate_write_cost, "SB-RATE-017", NULL},
	{0},
};
