/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests both memories of the SurfBoard (TR-596-99 A.1, A.4, A.7, A.8): their addresses, every
 * SIMM size, accesses of every width while packets come, and refresh. In all tests the SIMM
 * models check every DRAM timing parameter and the refresh of every row.
 */
#include "htcr.h"
#include "iscr.h"
#include "node.h"
#include "sbit.h"
#include "surflib.h"
#include <stdlib.h>
#include <string.h>

/* Refreshing every row of a 4, 16 or 64 MB SIMM in 16, 32 or 64 ms needs one row in this
 * time. */
#define ROW_TIME SIM_PS(15625000)

static struct node *start_board(struct sim *s, enum simm_size trace, enum simm_size hist)
{
	const struct node_config cfg = {.trace = trace, .hist = hist, .drift = true};
	struct node *n = node_open(s, &cfg);

	node_power_on(n);
	node_enable(n, 0x1234, 0x15, 0);
	return n;
}

/* Compares the board with the golden model after the last write, which is posted, has
 * arrived. */
static void finish(struct node *n)
{
	sim_wait(n->s, SIM_US(1));
	node_compare(n);
}

static uint32_t surf_golden_word(struct node *n, bool hist, uint32_t word)
{
	return hist ? surf_golden_hist_word(n->g, word) : surf_golden_trace_word(n->g, word);
}

static void surf_golden_put(struct node *n, bool hist, uint32_t word, uint32_t value)
{
	(hist ? surf_golden_hist_put : surf_golden_trace_put)(n->g, word, value);
}

static struct simm *simm(struct node *n, bool hist)
{
	return hist ? n->hist : n->trace;
}

static const char *name(bool hist)
{
	return hist ? "histogram" : "trace";
}

/* Writes @width bits at a byte offset, in the board and in the golden model. */
static void put(struct node *n, bool hist, uint32_t offset, unsigned int width, uint32_t v)
{
	const unsigned int shift = 8 * (offset & 3);
	const uint32_t mask = (UINT32_MAX >> (32 - width)) << shift;

	SIM_EQ(n->s,
	       n->dev->ops->write(n->dev, DEVICE_MEM,
				  n->mbase + (hist ? NODE_HIST : 0) + offset, width,
				  v & UINT32_MAX >> (32 - width)),
	       0, "the memory answers");
	surf_golden_put(n, hist, offset / 4,
			(surf_golden_word(n, hist, offset / 4) & ~mask) | (v << shift & mask));
}

static uint32_t get(struct node *n, bool hist, uint32_t offset, unsigned int width)
{
	uint64_t v;

	SIM_EQ(n->s,
	       n->dev->ops->read(n->dev, DEVICE_MEM, n->mbase + (hist ? NODE_HIST : 0) + offset,
				 width, &v),
	       0, "the memory answers");
	return (uint32_t)v;
}

static void check(struct node *n, bool hist, uint32_t offset, unsigned int width)
{
	const uint32_t want = surf_golden_word(n, hist, offset / 4) >> 8 * (offset & 3) &
			      UINT32_MAX >> (32 - width);
	const uint32_t v = get(n, hist, offset, width);

	SIM_CHECK(n->s, v == want, "%s memory, %u bits at 0x%07X: got 0x%X, expected 0x%X",
		  name(hist), width, offset, v, want);
}

/* ---- places ---- */

/* Checks that an EISA write changes the right word of the SIMM in the right socket, and that a
 * read returns it. */
static void place(struct sim *s, bool hist)
{
	struct node *n = start_board(s, SIMM_64MB, SIMM_64MB);
	const uint64_t count = sim_length(s, 400, 60);

	for (uint64_t EACH(i, 0); i < 26 + count; i++) {
		const uint32_t word = i == 0   ? 0
				      : i == 1 ? 0xFFFFFF
				      : i < 26 ? 1u << (i - 2)
					       : (uint32_t)sim_range(s, 0, 0xFFFFFF);
		const uint32_t v = (uint32_t)sim_random(s) | 1, w = ~v;

		put(n, hist, 4 * word, 32, v);
		sim_wait_cycles(n->clk25, 30); /* the write is posted */
		SIM_EQ(s, simm_peek(simm(n, hist), word), v, "word in the SIMM");
		SIM_CHECK(s,
			  simm_peek(simm(n, !hist), word) == surf_golden_word(n, !hist, word),
			  "the other SIMM has changed");
		simm_poke(simm(n, hist), word, w);
		surf_golden_put(n, hist, word, w);
		check(n, hist, 4 * word, 32);
	}
	SIM_EQ(s, get(n, hist, 4, 32), surf_golden_word(n, hist, 1), "word 1");
	finish(n);
}

static void trace_place(struct sim *s)
{
	place(s, false);
}

static void bin_place(struct sim *s)
{
	place(s, true);
}

/* ---- random accesses of one width ---- */

/* Draws the first byte lane of an access of @width bits. */
static uint32_t draw_lane(struct sim *s, unsigned int width)
{
	return (uint32_t)sim_range(s, 0, 3) & ~(width / 8 - 1);
}

static void random_accesses(struct sim *s, bool hist, unsigned int width)
{
	enum { POOL = 256 };
	struct node *n = start_board(s, SIMM_16MB, SIMM_16MB);
	const uint64_t count = sim_length(s, 10000, 250);
	const uint32_t fill = (uint32_t)sim_random(s);
	uint32_t pool[POOL];

	simm_fill(simm(n, hist), fill);
	(hist ? surf_golden_hist_fill : surf_golden_trace_fill)(n->g, fill);
	for (int i = 0; i < POOL; i++)
		pool[i] = (uint32_t)sim_range(s, 0, 0x3FFFFF);
	for (uint64_t EACH(i, 0); i < count; i++) {
		/* three of four accesses go to addresses used before, so that written words are
		 * read */
		const uint32_t used = pool[sim_range(s, 0, POOL - 1)];
		const uint32_t any = (uint32_t)sim_range(s, 0, 0x3FFFFF);
		const uint32_t word = sim_range(s, 0, 3) ? used : any;
		const uint32_t offset = 4 * word + draw_lane(s, width);

		if (sim_range(s, 0, 1))
			put(n, hist, offset, width, (uint32_t)sim_random(s));
		else
			check(n, hist, offset, width);
	}
	finish(n);
}

#define RANDOM(memory, hist, width)                      \
	static void memory##_##width##bit(struct sim *s) \
	{                                                \
		random_accesses(s, hist, width);         \
	}
RANDOM(trace, false, 8)
RANDOM(trace, false, 16)
RANDOM(trace, false, 32)
RANDOM(bins, true, 8)
RANDOM(bins, true, 16)
RANDOM(bins, true, 32)

/* ---- sizes ---- */

static const uint32_t words_of[] = {0, 1u << 20, 1u << 22, 1u << 24};

static uint32_t pattern(uint32_t word)
{
	return word * 0x9E3779B1u ^ 0x5A5A0F0F;
}

/* Returns entry @i of the test: the first entry, the last entry, for each address line the
 * entry with only this line high and the one with only this line low, then random entries. */
static uint32_t entry_at(struct sim *s, uint32_t entries, unsigned int bits, uint32_t i)
{
	if (i < 2)
		return i ? entries - 1 : 0;
	i -= 2;
	if (i < 2 * bits)
		return i & 1 ? entries - 1 - (1u << i / 2) : 1u << i / 2;
	return (uint32_t)sim_range(s, 0, entries - 1);
}

/* Checks that entries are distinct; an entry has @each words, 4 in the trace and 1 in the
 * histogram. */
static void distinct_in(struct node *n, bool hist, uint32_t entries, unsigned int each)
{
	struct sim *s = n->s;
	const unsigned int bits = (unsigned int)__builtin_ctz(entries);
	const uint32_t count = 2 + 2 * bits + (uint32_t)sim_length(s, 4096, hist ? 200 : 40);
	uint32_t *at = malloc(count * sizeof(*at));

	SIM_CHECK(s, at, "out of memory");
	sim_cleanup(s, free, at);
	for (uint32_t EACH(i, 0); i < count; i++) {
		at[i] = entry_at(s, entries, bits, i) * each;
		for (unsigned int EACH(k, 0); k < each; k++)
			put(n, hist, 4 * (at[i] + k), 32, pattern(at[i] + k));
	}
	for (uint32_t EACH(i, 0); i < count; i++)
		for (unsigned int EACH(k, 0); k < each; k++)
			SIM_EQ(s, get(n, hist, 4 * (at[i] + k), 32), pattern(at[i] + k),
			       "word");
}

/* Tests a SIMM of @size, with a SIMM of the same or of another size in the other socket. */
static void distinct(struct sim *s, bool hist, enum simm_size size)
{
	struct node *n = start_board(s, size, size);
	const unsigned int each = hist ? 1 : 4;

	SIM_EQ(s, simm_bytes(simm(n, hist)), 4 * words_of[size], "bytes of the SIMM");
	distinct_in(n, hist, words_of[size] / each, each);
	finish(n);
}

#define DISTINCT(memory, hist, size)               \
	static void memory##_##size(struct sim *s) \
	{                                          \
		distinct(s, hist, SIMM_##size);    \
	}
DISTINCT(entries, false, 4MB)
DISTINCT(bins, true, 4MB)
DISTINCT(entries, false, 16MB)
DISTINCT(bins, true, 16MB)
DISTINCT(entries, false, 64MB)
DISTINCT(bins, true, 64MB)

static void modulo_size(struct sim *s)
{
	struct node *n = start_board(s, SIMM_4MB, SIMM_16MB);

	for (int EACH(hist, 0); hist < 2; hist++) {
		const uint32_t words = hist ? 1u << 22 : 1u << 20;
		const uint32_t at[] = {0, 1, 0x55555 & (words - 1), words - 1};

		for (unsigned int EACH(i, 0); i < 4; i++) {
			put(n, hist, 4 * at[i], 32, pattern(at[i]));
			for (uint32_t EACH(k, at[i]); k < 1u << 24; k += words)
				SIM_EQ(s, get(n, hist, 4 * k, 32), pattern(at[i]), "alias");
			/* the other way round, through the highest mirror */
			put(n, hist, 4 * ((1u << 24) - words + at[i]), 32, ~pattern(at[i]));
			SIM_EQ(s, get(n, hist, 4 * at[i], 32), ~pattern(at[i]), "word");
		}
	}
	finish(n);
}

/* Checks that bin 0x900001 of a 4 MB SIMM is bin 0x000001 and that the FIFO holds the whole
 * address. */
static void bin_modulo_size(struct sim *s)
{
	struct node *n = start_board(s, SIMM_4MB, SIMM_4MB);
	struct sbit_map map;
	struct packet p;

	for (unsigned int i = 0; i < SBIT_OUTPUTS; i++)
		map.sel[i] = 0x900001 >> i & 1 ? SBIT_ONE : SBIT_ZERO;
	node_select(n, &map);
	put(n, true, 4, 32, 0xFFFFFFFE);
	node_put(n, SURF_HTCR, HEN);
	node_random_packet(n, &p, 1, 100);
	node_send(n, &p);
	SIM_EQ(s, simm_peek(n->hist, 1), 0xFFFFFFFF, "bin 1");
	SIM_EQ(s, node_get(n, SURF_ISCR) & BV, 0, "ISCR.BV");
	node_send(n, &p);
	SIM_EQ(s, simm_peek(n->hist, 1), 0, "bin 1");
	SIM_EQ(s, node_get(n, SURF_ISCR) & BV, BV, "ISCR.BV");
	node_put(n, SURF_HTCR, 0);
	SIM_EQ(s, node_get(n, SURF_HFDR), 0x101, "first slot");
	SIM_EQ(s, node_get(n, SURF_HFDR), 0x000, "second slot");
	SIM_EQ(s, node_get(n, SURF_HFDR), 0x090, "third slot");
	check(n, true, 4 * 0x900001 & 0x3FFFFFC, 32);
	finish(n);
}

/* ---- presence detect ---- */

static void presence(struct sim *s, enum simm_size size, uint32_t code)
{
	/* the other socket holds a SIMM with another code, so that swapped sockets are
	 * detected */
	const enum simm_size other = size == SIMM_16MB ? SIMM_4MB : SIMM_16MB;
	const uint32_t other_code = size == SIMM_16MB ? 0xC : 0xE;
	struct node *n = start_board(s, size, other);

	SIM_EQ(s, node_get(n, SURF_FCCR), code << 8 | other_code << 4 | 7, "FCCR");
	/* swapped */
	simm_set_pd(n->trace, (int)other_code);
	simm_set_pd(n->hist, (int)code);
	surf_golden_presence(n->g, other_code, code);
	SIM_EQ(s, node_get(n, SURF_FCCR), other_code << 8 | code << 4 | 7, "FCCR");
	finish(n);
}

static void presence_4mb(struct sim *s)
{
	presence(s, SIMM_4MB, 0xC);
}

static void presence_16mb(struct sim *s)
{
	presence(s, SIMM_16MB, 0xE);
}

/* Tests an empty socket next to a working SIMM; the data of the empty socket are not driven. */
static void presence_empty(struct sim *s)
{
	const struct node_config cfg = {.trace = SIMM_EMPTY, .hist = SIMM_EMPTY};
	struct node *n = node_open(s, &cfg);

	node_power_on(n);
	node_enable(n, 0x1234, 0x15, 0);
	SIM_EQ(s, node_get(n, SURF_FCCR), 0xFF7, "FCCR");
	put(n, false, 0, 32, 0);
	put(n, true, 0, 32, 0);
	SIM_EQ(s, get(n, false, 0, 32), 0xFFFFFFFF, "trace word");
	SIM_EQ(s, get(n, true, 0, 32), 0xFFFFFFFF, "bin");
	finish(n);
}

static void presence_one_empty(struct sim *s)
{
	presence(s, SIMM_EMPTY, 0xF);
}

/* ---- accesses while packets come ---- */

struct load {
	struct node *n;
	bool on;
};

static bool load_packet(void *arg, struct packet *p)
{
	struct load *l = arg;

	if (l->on)
		node_random_packet(l->n, p, 1, 3000);
	return l->on;
}

static uint32_t trace_size(const struct node *n)
{
	switch (simm_bytes(n->trace)) {
	case 4u << 20:
		return 1;
	case 16u << 20:
		return 2;
	default:
		return 3;
	}
}

/* Starts all modes and an endless sequence of packets of one word, 1080 ns apart. */
static void load_start(struct load *l, struct node *n, const struct sbit_map *map)
{
	const uint32_t image = surf_set(
		surf_set(surf_set(0, SURF_ACDR_IMAGE_LAT_N, 12), SURF_ACDR_IMAGE_SENDID, 2),
		SURF_ACDR_IMAGE_TSIZE, trace_size(n));

	node_select(n, map);
	node_acdr(n, image);
	node_put(n, SURF_HTCR, TEN | HEN | WEN);
	sni_set_timing(n->sni, &node_1080ns);
	l->n = n;
	l->on = true;
	shrimp_start_packets(n->c, load_packet, l);
}

static void load_stop(struct load *l)
{
	l->on = false;
	while (shrimp_packets_playing(l->n->c))
		sim_wait_cycles(l->n->clk25, 1);
	node_drain(l->n);
	node_put(l->n, SURF_HTCR, 0);
	SIM_EQ(l->n->s, l->n->dropped, 0, "packets dropped");
}

/* Mapping with which packets count in odd bins below 2^13 (sender and low latency bits); the
 * even bins are their neighbours in the same rows. */
#define BINS (1u << 13)
static const struct sbit_map odd_bins = {{63, 24, 25, 26, 27, 28, 29, 0,  1,  2,  3,  4,
					  5,  62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62}};

static const uint8_t widths[] = {8, 16, 32};

static void preload(struct sim *s)
{
	static const uint32_t values[] = {0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF};
	struct node *n = start_board(s, SIMM_4MB, SIMM_4MB);
	const uint64_t count = sim_length(s, 4000, 200);
	struct sbit_map even_bins = odd_bins;
	struct load l;

	for (unsigned int EACH(i, 0); i < 24; i++) {
		const uint32_t bin = i < 20 ? 1u << i : 0xFFFFF - (i - 20);

		put(n, true, 4 * bin, 32, values[i % 6]);
		check(n, true, 4 * bin, 32);
	}
	load_start(&l, n, &odd_bins);
	for (uint64_t EACH(i, 0); i < count; i++) {
		const uint32_t bin = (uint32_t)sim_random(s) & (BINS - 2);
		const uint32_t any = (uint32_t)sim_random(s);
		const uint32_t limit = values[sim_range(s, 0, 5)];

		if (sim_range(s, 0, 1))
			put(n, true, 4 * bin, 32, sim_range(s, 0, 1) ? limit : any);
		else
			check(n, true, 4 * bin, 32);
	}
	load_stop(&l);
	finish(n);
	/* packets continue to count from the preloaded values */
	even_bins.sel[0] = SBIT_ZERO;
	for (uint32_t bin = 0; bin < BINS; bin += 64)
		simm_poke(n->hist, bin, 0xFFFFFFF0),
			surf_golden_hist_put(n->g, bin, 0xFFFFFFF0);
	load_start(&l, n, &even_bins);
	sim_wait(s, SIM_US(sim_length(s, 2000, 200)));
	load_stop(&l);
	finish(n);
}

/* Reads a count that packets change during the read: it must lie between the values before and
 * after. */
static void check_count(struct node *n, uint32_t bin)
{
	const uint32_t before = surf_golden_hist_word(n->g, bin);
	const uint32_t v = get(n, true, 4 * bin, 32);

	/* the model counts when Stage 3 takes the packet, the board a few clocks later */
	SIM_CHECK(n->s, v + 1 >= before && v <= surf_golden_hist_word(n->g, bin),
		  "bin 0x%06X: got %u, expected %u to %u", bin, v, before ? before - 1 : 0,
		  surf_golden_hist_word(n->g, bin));
}

/* Performs random accesses to either memory while packets come at their shortest distance. */
static void mixed_accesses(struct node *n, uint64_t count)
{
	struct sim *s = n->s;
	const uint32_t half = simm_bytes(n->trace) / 8; /* the first half is for packets */

	for (uint64_t EACH(i, 0); i < count; i++) {
		const unsigned int width = widths[sim_range(s, 0, 2)];
		const uint32_t lane = draw_lane(s, width);
		const uint32_t recorded = surf_golden_read(n->g, SURF_TECR, 15);
		const uint32_t any = (uint32_t)sim_range(s, 0, 0xFFFFFF);
		const uint32_t v = (uint32_t)sim_random(s);
		uint32_t word;

		switch (sim_range(s, 0, 5)) {
		case 0:
			put(n, true, 4 * (any & (BINS - 2)) + lane, width, v);
			break;
		case 1:
			check(n, true, 4 * (any & (BINS - 2)) + lane, width);
			break;
		case 2:
			check_count(n, any & (BINS - 1));
			break;
		/* the test uses few words, so that they are read again, and also the last
		 * rows */
		case 3:
			word = half + (any & 15) + (any & 0x10 ? half - 16 : 0);
			put(n, false, 4 * word + lane, width, v);
			break;
		case 4:
			word = half + (any & 15) + (any & 0x10 ? half - 16 : 0);
			check(n, false, 4 * word + lane, width);
			break;
		default: /* an entry that has already been written */
			if (recorded > 2)
				check(n, false, 4 * (any % (4 * (recorded - 2))) + lane, width);
		}
	}
}

static void under_load_in(struct sim *s, enum simm_size trace, enum simm_size hist)
{
	struct node *n = start_board(s, trace, hist);
	struct load l;

	load_start(&l, n, &odd_bins);
	mixed_accesses(n, sim_length(s, 10000, 200));
	load_stop(&l);
	finish(n);
	sim_note(s, "%llu packets, Stage 3 at most %u clocks, longest EISA wait %llu ns",
		 (unsigned long long)n->done, n->service_max,
		 (unsigned long long)host_longest_wait(n->host) / 1000);
}

static void under_load(struct sim *s)
{
	under_load_in(s, SIMM_4MB, SIMM_4MB);
}

/* Tests different sizes: first distinct words in both memories, then all kinds of access
 * together. */
static void two_sizes(struct sim *s, enum simm_size trace, enum simm_size hist)
{
	struct node *n = start_board(s, trace, hist);
	struct load l;

	for (int EACH(h, 0); h < 2; h++) {
		const uint32_t words = words_of[h ? hist : trace];

		for (uint32_t EACH(w, 1); w < words; w *= 2) {
			put(n, h, 4 * w, 32, pattern(w));
			put(n, h, 4 * (words - 1 - w), 32, pattern(words - 1 - w));
		}
		for (uint32_t EACH(w, 1); w < words; w *= 2) {
			check(n, h, 4 * w, 32);
			check(n, h, 4 * (words - 1 - w), 32);
			SIM_EQ(s, simm_peek(simm(n, h), w), surf_golden_word(n, h, w), "word");
		}
	}
	finish(n);
	load_start(&l, n, &odd_bins);
	mixed_accesses(n, sim_length(s, 3000, 120));
	load_stop(&l);
	finish(n);
}

static void trace_4mb_bins_16mb(struct sim *s)
{
	two_sizes(s, SIMM_4MB, SIMM_16MB);
}

static void trace_16mb_bins_4mb(struct sim *s)
{
	two_sizes(s, SIMM_16MB, SIMM_4MB);
}

/* ---- refresh ---- */

struct refresh {
	sim_time from;
	struct simm_stats t, h;
};

static void refresh_from(struct refresh *r, struct node *n)
{
	r->from = sim_now(n->s);
	simm_stats(n->trace, &r->t);
	simm_stats(n->hist, &r->h);
}

/*
 * Checks that the rate of refreshes is high enough for every size. The SIMM model itself fails
 * the test if a row is refreshed too late; this check is needed for runs that are shorter than
 * the refresh time of all rows, as are all runs under Icarus.
 */
static void refresh_check(const struct refresh *r, struct node *n)
{
	struct simm_stats t, h;
	const uint64_t rows = (sim_now(n->s) - r->from) / ROW_TIME;

	simm_stats(n->trace, &t);
	simm_stats(n->hist, &h);
	SIM_CHECK(n->s, rows >= 10, "too short for a verdict");
	SIM_CHECK(n->s, t.refreshes - r->t.refreshes + 2 >= rows,
		  "trace: %llu refreshes, %llu needed",
		  (unsigned long long)(t.refreshes - r->t.refreshes), (unsigned long long)rows);
	SIM_CHECK(n->s, h.refreshes - r->h.refreshes + 2 >= rows,
		  "histogram: %llu refreshes, %llu needed",
		  (unsigned long long)(h.refreshes - r->h.refreshes), (unsigned long long)rows);
	sim_note(n->s, "longest time without refresh: trace %llu us, histogram %llu us",
		 (unsigned long long)(t.longest_row / SIM_US(1)),
		 (unsigned long long)(h.longest_row / SIM_US(1)));
}

/* Runs for longer than the refresh time @ms of the SIMMs. */
static void refresh_under_load(struct sim *s, enum simm_size size, unsigned int ms)
{
	struct node *n = start_board(s, size, size);
	const sim_time end = sim_now(s) + SIM_US(600 + sim_length(s, 1000 * (ms + 2), 200));
	struct simm_stats st;
	struct refresh r;
	struct load l;

	/* in the first part the board is enabled and idle */
	refresh_from(&r, n);
	sim_wait(s, SIM_US(300));
	load_start(&l, n, &odd_bins);
	while (sim_now(s) < end) {
		mixed_accesses(n, 50);
		sim_wait(s, SIM_US(sim_range(s, 0, 100)));
	}
	load_stop(&l);
	refresh_check(&r, n);
	for (int h = 0; h < 2; h++) {
		simm_stats(simm(n, h), &st);
		SIM_CHECK(s, st.longest_row <= SIM_MS(ms), "a row waited %llu us",
			  (unsigned long long)(st.longest_row / SIM_US(1)));
	}
	finish(n);
}

static void refresh_4mb(struct sim *s)
{
	refresh_under_load(s, SIMM_4MB, 16);
}

static void refresh_16mb(struct sim *s)
{
	refresh_under_load(s, SIMM_16MB, 32);
}

static void refresh_64mb(struct sim *s)
{
	refresh_under_load(s, SIMM_64MB, 64);
}

/* Writes the contents that must be kept into many rows of both memories. */
static void fill(struct node *n)
{
	for (uint32_t i = 0; i < 1u << 20; i += 509) {
		simm_poke(n->trace, i, pattern(i));
		surf_golden_trace_put(n->g, i, pattern(i));
		simm_poke(n->hist, i, ~pattern(i));
		surf_golden_hist_put(n->g, i, ~pattern(i));
	}
	for (uint32_t EACH(i, 0); i < 20; i++) {
		put(n, false, 4 << i, 32, pattern(i));
		put(n, true, 4 << i, 32, pattern(i + 32));
	}
}

static void check_kept(struct node *n)
{
	for (uint32_t EACH(i, 0); i < 20; i++) {
		check(n, false, 4 << i, 32);
		check(n, true, 4 << i, 32);
		check(n, false, 4 * 509 * 97 * i, 32);
		check(n, true, 4 * 509 * 97 * i, 32);
	}
	finish(n);
}

/* Disables the board for 100 ms; under Icarus for 0.7 ms, see refresh_check(). */
static void kept_while_disabled(struct sim *s)
{
	struct node *n = start_board(s, SIMM_4MB, SIMM_4MB);
	const uint32_t ebcr = surf_golden_slot_read(n->g, SURF_EBCR);
	struct refresh r;
	uint32_t v;

	fill(n);
	node_slot_put(n, SURF_EBCR, 1, 0);
	SIM_CHECK(s, host_read(n->host, false, 0, n->mbase, 15, &v) != 0,
		  "the board is not disabled");
	refresh_from(&r, n);
	sim_wait(s, SIM_US(200 + sim_length(s, 100000, 500)));
	refresh_check(&r, n);
	node_slot_put(n, SURF_EBCR, 15, ebcr);
	check_kept(n);
}

/* Holds RESDRV for 20 ms, more than the refresh time; under Icarus for 0.4 ms. */
static void kept_in_resdrv(struct sim *s)
{
	struct node *n = start_board(s, SIMM_4MB, SIMM_4MB);
	const sim_time time = SIM_US(200 + sim_length(s, 20000, 200));
	struct refresh r;

	fill(n);
	sim_wait(s, SIM_US(2)); /* the last write is posted, and RESDRV would cut it off */
	refresh_from(&r, n);
	eisa_reset(n->eisa, (unsigned int)(time / SIM_NS(120)));
	refresh_check(&r, n);
	node_resdrv(n);
	/* after RESDRV the board is not yet enabled */
	refresh_from(&r, n);
	sim_wait(s, SIM_US(200 + sim_length(s, 17000, 50)));
	refresh_check(&r, n);
	node_enable(n, 0x1234, 0x15, 0);
	check_kept(n);
}

/* Waits for the next refresh of the module; returns its time in clocks of the controller. */
static uint64_t next_refresh(struct node *n, struct simm *m)
{
	struct simm_stats from, now;
	const uint64_t begin = sim_clock_edges(n->clk25);

	simm_stats(m, &from);
	do {
		sim_wait_edge(n->clk25, SIM_RISE);
		simm_stats(m, &now);
		SIM_CHECK(n->s, sim_clock_edges(n->clk25) - begin < 1000, "no refresh");
	} while (now.refreshes == from.refreshes);
	return sim_clock_edges(n->clk25);
}

/* Without other requests each memory is refreshed when its refresh is due, half way between two
 * refreshes of the other memory. */
static void refresh_in_turn(struct sim *s)
{
	struct node *n = start_board(s, SIMM_4MB, SIMM_4MB);
	uint64_t trace, hist, last = 0;

	sim_wait(s, SIM_US(40));
	for (unsigned int EACH(i, 0); i < 20; i++, last = trace) {
		trace = next_refresh(n, n->trace);
		hist = next_refresh(n, n->hist);
		SIM_EQ(s, hist - trace, 190,
		       "clocks from a refresh to that of the other memory");
		SIM_CHECK(s, !last || trace - last == 380, "%u clocks between two refreshes",
			  (unsigned int)(trace - last));
	}
	finish(n);
}

/* Checks that each EISA access makes exactly one memory access. */
static void one_access(struct sim *s)
{
	struct node *n = start_board(s, SIMM_4MB, SIMM_4MB);
	struct simm_stats from, now;

	for (unsigned int EACH(i, 0); i < 64; i++) {
		const bool hist = i & 1, write = i & 2;
		struct simm *m = hist ? n->hist : n->trace;
		const uint32_t word = (uint32_t)sim_range(s, 0, 0xFFFFF);

		simm_stats(m, &from);
		if (write)
			node_mem_put(n, hist, word, i);
		else
			node_mem_get(n, hist, word);
		sim_wait(s, SIM_US(2)); /* a write is posted */
		simm_stats(m, &now);
		SIM_EQ(s, now.writes - from.writes, write, "writes of the memory");
		SIM_EQ(s, now.reads - from.reads, !write, "reads of the memory");
	}
	finish(n);
}

const struct sim_test sim_tests[] = {
	{"trace_place", trace_place, "SB-MEM-001", NODE_BUSES},
	{"bin_place", bin_place, "SB-MEM-002", NULL},
	{"trace_8bit", trace_8bit, "SB-MEM-003 SB-MEM-026", NULL},
	{"trace_16bit", trace_16bit, "SB-MEM-004", NULL},
	{"trace_32bit", trace_32bit, "SB-MEM-005", NULL},
	{"bins_8bit", bins_8bit, "SB-MEM-006 SB-MEM-026", NULL},
	{"bins_16bit", bins_16bit, "SB-MEM-007", NULL},
	{"bins_32bit", bins_32bit, "SB-MEM-008", NULL},
	{"entries_4mb", entries_4MB, "SB-MEM-009", NULL},
	{"bins_4mb", bins_4MB, "SB-MEM-010", NULL},
	{"entries_16mb", entries_16MB, "SB-MEM-011", NULL},
	{"bins_16mb", bins_16MB, "SB-MEM-012", NULL},
	{"entries_64mb", entries_64MB, "SB-MEM-013", NULL},
	{"bins_64mb", bins_64MB, "SB-MEM-014", NULL},
	{"modulo_size", modulo_size, "SB-MEM-015", NODE_BUSES},
	{"bin_modulo_size", bin_modulo_size, "SB-MEM-016", NODE_BUSES},
	{"presence_4mb", presence_4mb, "SB-MEM-017", NODE_BUSES},
	{"presence_16mb", presence_16mb, "SB-MEM-018", NODE_BUSES},
	{"presence_empty", presence_empty, "SB-MEM-019", NODE_BUSES},
	{"presence_one_empty", presence_one_empty, "SB-MEM-019", NODE_BUSES},
	{"trace_4mb_bins_16mb", trace_4mb_bins_16mb, "SB-MEM-020", NULL},
	{"trace_16mb_bins_4mb", trace_16mb_bins_4mb, "SB-MEM-020", NULL},
	{"preload", preload, "SB-MEM-021 SB-MEM-026", NULL},
	{"memory_under_load", under_load, "SB-MEM-022 SB-MEM-026", NULL},
	{"refresh_4mb", refresh_4mb, "SB-MEM-023 SB-MEM-026", NULL},
	{"refresh_16mb", refresh_16mb, "SB-MEM-023", NULL},
	{"refresh_64mb", refresh_64mb, "SB-MEM-023", NULL},
	{"refresh_in_turn", refresh_in_turn, "SB-MEM-023", NODE_REVISIONS},
	{"one_access", one_access, "SB-MEM-026", NODE_REVISIONS},
	{"kept_while_disabled", kept_while_disabled, "SB-MEM-024", NULL},
	{"kept_in_resdrv", kept_in_resdrv, "SB-MEM-025", NULL},
	{0},
};
