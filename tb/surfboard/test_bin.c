/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the path from packet to bin address (TR-596-99 3.1, 3.2, A.2, A.6): framing and fields
 * of the packet, sender mapping, category, and the bin selector's fabric.
 *
 * Most tests stop the global clock when its counter is near 2^44, so that every latency is
 * possible and exact.
 */
#include "bsel.h"
#include "quick.h"
#include <glob.h>

static unsigned int first_of(unsigned int variable)
{
	return sbit_variables[variable].first;
}

static struct node *open_bin(struct sim *s, enum simm_size hist, uint64_t rxtime_init)
{
	const struct node_config cfg = {
		.trace = SIMM_4MB, .hist = hist, .rxtime_init = rxtime_init};

	return quick_open(s, &cfg);
}

/* Opens a node with all modes on, the global clock stopped at *rx, and the whole latency
 * recorded without scaling. */
static struct node *standing(struct sim *s, enum simm_size hist, unsigned int sendid,
			     bool remote, uint64_t *rx)
{
	struct node *n = open_bin(s, hist, QUICK_WRAP);

	*rx = quick_stop_clock(n);
	quick_acdr(n, ACDR(.sendid = sendid, .remote = remote, .lat_n = 12, .tsize = 1));
	node_put(n, SURF_HTCR, ALL);
	return n;
}

/* Makes a random packet that gives the selector these 50 inputs with SENDID 0 and CATMUX 1. */
static void make_packet(struct node *n, uint64_t rx, uint64_t in, struct packet *p)
{
	const uint32_t size = in >> first_of(SBIT_SIZE) & 1023;
	const uint32_t sender = in >> first_of(SBIT_SENDER) & 63;

	node_random_packet(n, p, 1, 0);
	p->tx = rx - (in & 0xFFFFFF);
	p->x = (uint8_t)((p->x & 0x20) | (sender & 31));
	p->y = (uint8_t)((p->y & 0x3E) | sender >> 5);
	p->color = in >> first_of(SBIT_COLOR) & 63;
	p->first = (p->first & 0x0FFFFFFF) | (uint32_t)(in >> first_of(SBIT_CATEGORY) & 15)
						     << 28;
	p->words = (uint16_t)(size ? size : 1024);
}

/* Returns 50 random inputs; the sizes are 1 to 31, which keeps the packets short. */
static uint64_t random_inputs(struct sim *s)
{
	const uint64_t in = sim_random(s) & (((uint64_t)1 << first_of(SBIT_SIZE)) - 1);

	return in | sim_range(s, 1, 31) << first_of(SBIT_SIZE);
}

static void constant_map(struct sbit_map *map, uint8_t code)
{
	memset(map->sel, code, sizeof(map->sel));
}

/* Returns the length of the test, at most the number of cases. */
static unsigned int length_of(struct sim *s, unsigned int all, unsigned int icarus)
{
	const uint64_t n = sim_length(s, all, icarus);

	return n < all ? (unsigned int)n : all;
}

/* ---- the fabric ---- */

/* Sends pairs of packets that differ in one input. */
static void bin_inputs(struct sim *s)
{
	uint64_t rx;
	struct node *n = standing(s, SIMM_64MB, 0, true, &rx);

	for (unsigned int first = 0; first < SBIT_INPUTS; first += SBIT_OUTPUTS) {
		struct packet p[2 * SBIT_INPUTS];
		uint32_t want[2 * SBIT_INPUTS];
		struct sbit_map map;

		constant_map(&map, SBIT_ZERO);
		for (unsigned int k = 0; k < SBIT_OUTPUTS && first + k < SBIT_INPUTS; k++)
			map.sel[k] = (uint8_t)(first + k);
		quick_select(n, &map);
		for (unsigned int i = 0; i < SBIT_INPUTS; i++) {
			const uint64_t bit = (uint64_t)1 << i;
			const uint64_t in = random_inputs(s) | bit;

			make_packet(n, rx, in, &p[2 * i]);
			p[2 * i + 1] = p[2 * i];
			if (i < first_of(SBIT_SENDER))
				p[2 * i + 1].tx += bit;
			else if (i < first_of(SBIT_SENDER) + 5)
				p[2 * i + 1].x ^= (uint8_t)(bit >> first_of(SBIT_SENDER));
			else if (i == first_of(SBIT_SENDER) + 5)
				p[2 * i + 1].y ^= 1;
			else if (i < first_of(SBIT_CATEGORY))
				p[2 * i + 1].color ^= (uint8_t)(bit >> first_of(SBIT_COLOR));
			else if (i < first_of(SBIT_SIZE))
				p[2 * i + 1].first ^= (uint32_t)(bit >> first_of(SBIT_CATEGORY))
						      << 28;
			else
				make_packet(n, rx, in ^ bit, &p[2 * i + 1]);
			want[2 * i] = (uint32_t)(in >> first) & 0xFFFFFF;
			want[2 * i + 1] = want[2 * i];
			if (i >= first && i < first + SBIT_OUTPUTS)
				want[2 * i + 1] ^= 1u << (i - first);
		}
		quick_play_bins(n, p, want, 2 * SBIT_INPUTS);
	}
	node_compare(n);
}

/*
 * Six packets give each of the 50 inputs its own sequence of levels, none of them all 0 or all
 * 1. Six bins therefore identify the input that drives a bit of the bin address. Each of the
 * upper size bits is 1 in one packet only, which keeps the packets short.
 */
#define CODED 6

static void coded_packets(struct node *n, uint64_t rx, struct packet p[CODED],
			  uint8_t code[SBIT_INPUTS])
{
	unsigned int next = 3;

	for (unsigned int i = 0; i < SBIT_INPUTS; i++) {
		if (i >= SBIT_INPUTS - CODED) {
			code[i] = (uint8_t)(1u << (i - (SBIT_INPUTS - CODED)));
			continue;
		}
		while ((next & (next - 1)) == 0)
			next++;
		code[i] = (uint8_t)next++;
	}
	for (unsigned int k = 0; k < CODED; k++) {
		uint64_t in = 0;

		for (unsigned int i = 0; i < SBIT_INPUTS; i++)
			in |= (uint64_t)(code[i] >> k & 1) << i;
		make_packet(n, rx, in, &p[k]);
	}
}

/* Loads each of 24 x 50 configurations, in which one output selects one input and the others
 * are 0. */
static void bin_each_pair(struct sim *s)
{
	const unsigned int pairs = SBIT_OUTPUTS * SBIT_INPUTS;
	const unsigned int count = length_of(s, pairs, 7);
	const unsigned int first = (unsigned int)sim_range(s, 0, pairs - 1);
	struct packet p[CODED];
	uint8_t code[SBIT_INPUTS];
	uint64_t rx;
	struct node *n = standing(s, SIMM_64MB, 0, true, &rx);

	coded_packets(n, rx, p, code);
	for (unsigned int j = 0; j < count; j++) {
		const unsigned int pair = (first + 437 * j) % pairs; /* each once */
		const unsigned int k = pair / SBIT_INPUTS, i = pair % SBIT_INPUTS;
		uint32_t want[CODED];
		struct sbit_map map;

		constant_map(&map, SBIT_ZERO);
		map.sel[k] = (uint8_t)i;
		quick_select(n, &map);
		for (unsigned int t = 0; t < CODED; t++)
			want[t] = (uint32_t)(code[i] >> t & 1) << k;
		quick_play_bins(n, p, want, CODED);
	}
	node_compare(n);
}

/* Tests the same pairs with all outputs in use, in 50 configurations each shifted by one
 * input. */
static void bin_all_pairs(struct sim *s)
{
	const unsigned int count = length_of(s, SBIT_INPUTS, 7);
	struct packet p[CODED];
	uint8_t code[SBIT_INPUTS];
	uint64_t rx;
	struct node *n = standing(s, SIMM_64MB, 0, true, &rx);

	coded_packets(n, rx, p, code);
	for (unsigned int j = 0; j < count; j++) {
		uint32_t want[CODED] = {0};
		struct sbit_map map;

		for (unsigned int k = 0; k < SBIT_OUTPUTS; k++) {
			map.sel[k] = (uint8_t)((7 * j + k) % SBIT_INPUTS);
			for (unsigned int t = 0; t < CODED; t++)
				want[t] |= (uint32_t)(code[map.sel[k]] >> t & 1) << k;
		}
		quick_select(n, &map);
		quick_play_bins(n, p, want, CODED);
	}
	node_compare(n);
}

/* Sends random packets with a mapping; each must count in the bin that the library computes. */
static void play_mapping(struct node *n, uint64_t rx, const struct sbit_map *map,
			 unsigned int count)
{
	struct packet p[64];
	uint32_t want[64];

	quick_select(n, map);
	for (unsigned int i = 0; i < count; i++) {
		const uint64_t in = random_inputs(n->s);

		make_packet(n, rx, in, &p[i]);
		want[i] = sbit_eval(map, in);
	}
	quick_play_bins(n, p, want, count);
}

static void bin_constants(struct sim *s)
{
	uint64_t rx;
	struct node *n = standing(s, SIMM_64MB, 0, true, &rx);
	struct packet p;
	struct sbit_map map;
	uint32_t want;

	for (unsigned int round = 0; round < 6; round++) {
		uint32_t ones = 0, zeros = 0;

		for (unsigned int k = 0; k < SBIT_OUTPUTS; k++) {
			const uint64_t what = sim_range(s, 0, 2);

			map.sel[k] = (uint8_t)(what == 0   ? SBIT_ZERO
					       : what == 1 ? SBIT_ONE
							   : sim_range(s, 0, 49));
			ones |= (uint32_t)(what == 1) << k;
			zeros |= (uint32_t)(what == 0) << k;
		}
		play_mapping(n, rx, &map, 16);
		for (uint32_t b = 0; round == 0 && b < 1u << 24; b++)
			if (simm_peek(n->hist, b))
				SIM_CHECK(s, (b & ones) == ones && !(b & zeros),
					  "bin %06X was hit", b);
	}
	/* only constants are selected, so every packet counts in the same bin */
	for (unsigned int round = 0; round < 2; round++) {
		want = (uint32_t)sim_random(s) & 0xFFFFFF;
		for (unsigned int k = 0; k < SBIT_OUTPUTS; k++)
			map.sel[k] = want >> k & 1 ? SBIT_ONE : SBIT_ZERO;
		quick_select(n, &map);
		make_packet(n, rx, random_inputs(s), &p);
		quick_play_bins(n, &p, &want, 1);
	}
	node_compare(n);
}

/* Tests each unused code in all outputs except one, with all inputs 1 and with random
 * inputs. */
static void bin_unused_codes(struct sim *s)
{
	uint64_t rx;
	struct node *n = standing(s, SIMM_64MB, 0, true, &rx);
	const unsigned int all = SBIT_ZERO - SBIT_INPUTS, count = length_of(s, all, 5);

	for (unsigned int i = 0; i < count; i++) {
		const unsigned int code = SBIT_INPUTS + (sim_seed(s) + 5 * i) % all;
		const unsigned int k = code % SBIT_OUTPUTS;
		struct packet p[4];
		uint32_t want[4];
		struct sbit_map map;

		constant_map(&map, (uint8_t)code);
		map.sel[k] = SBIT_ONE;
		quick_select(n, &map);
		for (unsigned int j = 0; j < 4; j++) {
			make_packet(n, rx, j ? random_inputs(s) : ((uint64_t)1 << 50) - 1,
				    &p[j]);
			want[j] = 1u << k;
		}
		quick_play_bins(n, p, want, 4);
	}
	node_compare(n);
}

static void bin_one_input(struct sim *s)
{
	uint64_t rx;
	struct node *n = standing(s, SIMM_64MB, 0, true, &rx);
	struct packet p[40];
	uint32_t want[40], odd = 0;
	struct sbit_map map;

	constant_map(&map, (uint8_t)first_of(SBIT_SIZE));
	quick_select(n, &map);
	for (unsigned int i = 0; i < 40; i++) {
		make_packet(n, rx, random_inputs(s), &p[i]);
		want[i] = p[i].words & 1 ? 0xFFFFFF : 0;
		odd += p[i].words & 1;
	}
	quick_play_bins(n, p, want, 40);
	SIM_EQ(s, simm_peek(n->hist, 0xFFFFFF), odd, "count of bin FFFFFF");
	SIM_EQ(s, simm_peek(n->hist, 0), 40 - odd, "count of bin 0");
	node_compare(n);
}

static void bin_no_memory(struct sim *s)
{
	const unsigned int count = (unsigned int)sim_length(s, 2000, 80);
	struct packet *p = calloc(count, sizeof(*p));
	uint64_t rx;
	struct node *n = standing(s, SIMM_64MB, 0, true, &rx);
	struct quick_state *there, *back;
	struct sbit_map map;

	SIM_CHECK(s, p, "out of memory");
	sim_cleanup(s, free, p);
	node_put(n, SURF_HTCR, HEN);
	for (unsigned int k = 0; k < SBIT_OUTPUTS; k++)
		map.sel[k] = (uint8_t)sim_range(s, 0, 49);
	quick_select(n, &map);
	for (unsigned int i = 0; i < count; i++)
		make_packet(n, rx, random_inputs(s), &p[i]);
	quick_play(n, p, count);
	there = quick_memories(n);
	quick_clear(n);
	for (unsigned int i = count - 1; i; i--) {
		const uint64_t k = sim_range(s, 0, i);
		const struct packet q = p[i];

		p[i] = p[k];
		p[k] = q;
	}
	quick_play(n, p, count);
	back = quick_memories(n);
	quick_same_memories(n, there, back);
	SIM_CHECK(s, back->hist.n > count / 4, "only %zu bins", back->hist.n);
	node_compare(n);
}

/* ---- no configuration ---- */

static void unconfigured(struct node *n, uint64_t rx, unsigned int count)
{
	const uint32_t before = simm_peek(n->hist, 0);
	static const uint32_t zero[10];
	struct packet p[10];

	for (unsigned int i = 0; i < count; i++)
		make_packet(n, rx, random_inputs(n->s), &p[i]);
	quick_play_bins(n, p, zero, count);
	SIM_EQ(n->s, simm_peek(n->hist, 0), before + count, "count of bin 0");
}

static void bin_unconfigured(struct sim *s)
{
	uint64_t rx;
	struct node *n = standing(s, SIMM_64MB, 0, true, &rx);
	uint8_t stream[SBIT_BYTES], bit[SBIT_BITS];
	struct sbit_map map;

	unconfigured(n, rx, 10);
	SIM_EQ(s, simm_peek(n->hist, 0), 10, "count of bin 0 after power-on");
	for (unsigned int k = 0; k < SBIT_OUTPUTS; k++)
		map.sel[k] = (uint8_t)(49 - k);
	play_mapping(n, rx, &map, 20);
	/* again, with packets in each phase */
	node_put(n, SURF_FCCR, 1);
	unconfigured(n, rx, 10);
	node_put(n, SURF_FCCR, 0);
	unconfigured(n, rx, 2);
	sim_wait_cycles(n->clk25, 72);
	SIM_EQ(s, (uint64_t)sbit_compile(&map, stream), 0, "stream");
	for (unsigned int i = 0; i < SBIT_BITS; i++)
		bit[i] = stream[i / 8] >> (7 - i % 8) & 1;
	for (unsigned int EACH(i, 0); i < SBIT_BITS; i += 41) {
		quick_writes(n, SURF_FCDR, bit + i, 41);
		unconfigured(n, rx, 2);
	}
	for (unsigned int EACH(i, 0); i < SBIT_STARTUP; i++) {
		unconfigured(n, rx, 1);
		node_put(n, SURF_FCDR, 1);
	}
	SIM_EQ(s, node_get(n, SURF_FCCR) & FCCR_STATE, FCCR_DONE, "FCCR after the load");
	node_compare(n);
}

/* ---- well-known mappings ---- */

static void bin_identity(struct sim *s)
{
	const unsigned int count = (unsigned int)sim_length(s, 3000, 80);
	uint64_t rx;
	struct node *n = standing(s, SIMM_64MB, 0, true, &rx);
	struct sbit_map map;

	for (unsigned int k = 0; k < SBIT_OUTPUTS; k++)
		map.sel[k] = (uint8_t)k;
	quick_select(n, &map);
	for (unsigned int done = 0; done < count; done += 50) {
		struct packet p[50];
		uint32_t want[50];

		for (unsigned int i = 0; i < 50; i++) {
			make_packet(n, rx, random_inputs(s), &p[i]);
			want[i] = (uint32_t)(rx - p[i].tx);
		}
		quick_play_bins(n, p, want, 50);
	}
	node_compare(n);
}

static void bin_make_hist(struct sim *s)
{
	const unsigned int count = (unsigned int)sim_length(s, 2000, 100);
	uint64_t rx;
	struct node *n = standing(s, SIMM_16MB, 0, true, &rx);
	struct sbit_map map;

	constant_map(&map, SBIT_ZERO);
	for (unsigned int k = 0; k < 22; k++)
		map.sel[k] = (uint8_t)(k < 12 ? k : first_of(SBIT_SIZE) + k - 12);
	quick_select(n, &map);
	for (unsigned int done = 0; done < count; done += 50) {
		struct packet p[50];
		uint32_t want[50];

		for (unsigned int i = 0; i < 50; i++) {
			make_packet(n, rx, random_inputs(s), &p[i]);
			if (i == 0)
				p[i].words = (uint16_t)sim_range(s, 1, 1024);
			want[i] = (p[i].words & 1023u) << 12 | ((rx - p[i].tx) & 0xFFF);
		}
		quick_play_bins(n, p, want, 50);
	}
	node_compare(n);
}

/* Bits of one variable in the bin address. */
struct piece {
	uint8_t variable, low, width;
};

/* The pieces are adjacent and start at bit 0 of the bin address. */
static void bin_joint(struct sim *s)
{
	static const struct piece joint[5][6] = {
		{{SBIT_SIZE, 0, 10}, {SBIT_SENDER, 0, 6}},
		{{SBIT_LATENCY, 6, 12}, {SBIT_COLOR, 0, 6}, {SBIT_CATEGORY, 0, 4}},
		{{SBIT_SENDER, 0, 6},
		 {SBIT_SIZE, 0, 5},
		 {SBIT_CATEGORY, 0, 4},
		 {SBIT_LATENCY, 20, 4}},
		{{SBIT_LATENCY, 0, 6},
		 {SBIT_SIZE, 0, 4},
		 {SBIT_SENDER, 0, 6},
		 {SBIT_COLOR, 0, 6},
		 {SBIT_CATEGORY, 2, 2}},
		{{SBIT_COLOR, 3, 3}, {SBIT_LATENCY, 22, 2}},
	};
	const unsigned int count = (unsigned int)sim_length(s, 400, 20);
	uint64_t rx;
	struct node *n = standing(s, SIMM_64MB, 0, true, &rx);
	uint32_t *bins = calloc(1u << 24, sizeof(*bins));

	SIM_CHECK(s, bins, "out of memory");
	sim_cleanup(s, free, bins);
	for (unsigned int EACH(c, 0); c < 5; c++) {
		uint32_t *want = calloc(count, sizeof(*want));
		struct packet *p = calloc(count, sizeof(*p));
		struct quick_state *got;
		struct sbit_map map;
		unsigned int k = 0;

		SIM_CHECK(s, want && p, "out of memory");
		sim_cleanup(s, free, want);
		sim_cleanup(s, free, p);
		constant_map(&map, SBIT_ZERO);
		for (const struct piece *j = joint[c]; j->width; j++)
			for (unsigned int i = 0; i < j->width; i++)
				map.sel[k++] = (uint8_t)(first_of(j->variable) + j->low + i);
		quick_select(n, &map);
		for (unsigned int i = 0; i < count; i++) {
			unsigned int at = 0;

			make_packet(n, rx, random_inputs(s), &p[i]);
			for (const struct piece *j = joint[c]; j->width; at += j++->width) {
				const uint32_t value[] = {
					[SBIT_LATENCY] = (uint32_t)(rx - p[i].tx),
					[SBIT_SENDER] = (p[i].y & 1u) << 5 | (p[i].x & 31u),
					[SBIT_COLOR] = p[i].color,
					[SBIT_CATEGORY] = p[i].first >> 28,
					[SBIT_SIZE] = p[i].words,
				};

				want[i] |=
					(value[j->variable] >> j->low & ((1u << j->width) - 1))
					<< at;
			}
			bins[want[i]]++;
		}
		quick_clear(n);
		quick_play_bins(n, p, want, count);
		got = quick_memories(n);
		for (size_t EACH(i, 0); i < got->hist.n; i++) {
			SIM_EQ(s, got->hist.v[2 * i + 1], bins[got->hist.v[2 * i]], "count");
			bins[got->hist.v[2 * i]] = 0;
		}
		for (unsigned int EACH(i, 0); i < count; i++)
			SIM_EQ(s, bins[want[i]], 0, "packets not in the histogram");
	}
	node_compare(n);
}

/* ---- sender ---- */

static unsigned int sender_of(unsigned int sendid, const struct packet *p)
{
	const unsigned int x = p->x, y = p->y;

	switch (sendid) {
	case 1:
		return (y & 3) << 4 | (x & 15);
	case 2:
		return (y & 7) << 3 | (x & 7);
	case 3:
		return (y & 15) << 2 | (x & 3);
	case 4:
		return (y & 31) << 1 | (x & 1);
	default:
		return (y & 1) << 5 | (x & 31);
	}
}

/* Tests all pairs of X and Y with a sender mapping: the trace has the mapped sender, and the
 * bin depends on it. */
static void sender_pairs(struct sim *s, unsigned int first_id, unsigned int last_id,
			 unsigned int count)
{
	uint64_t rx;
	struct node *n = standing(s, SIMM_4MB, 0, true, &rx);
	struct packet *p = calloc(4096, sizeof(*p));
	uint32_t *want = calloc(4096, sizeof(*want));
	struct sbit_map map;

	SIM_CHECK(s, p && want, "out of memory");
	sim_cleanup(s, free, p);
	sim_cleanup(s, free, want);
	constant_map(&map, SBIT_ZERO);
	for (unsigned int k = 0; k < 6; k++)
		map.sel[k] = (uint8_t)(first_of(SBIT_SENDER) + k);
	quick_select(n, &map);
	for (unsigned int id = first_id; id <= last_id; id++) {
		quick_acdr(n, ACDR(.sendid = id, .remote = true, .lat_n = 12, .tsize = 1));
		quick_rewind(n);
		for (unsigned int i = 0; i < count; i++) {
			const unsigned int pair = 1237 * i & 4095; /* each once */

			node_random_packet(n, &p[i], 1, 0);
			p[i].x = pair & 63;
			p[i].y = (uint8_t)(pair >> 6);
			want[i] = sender_of(id, &p[i]);
		}
		quick_play_bins(n, p, want, count);
		for (unsigned int i = 0; i < count; i++)
			SIM_CHECK(s, quick_entry(n, i).sender == want[i],
				  "SENDID %u, X %u Y %u: sender %u, expected %u", id, p[i].x,
				  p[i].y, quick_entry(n, i).sender, want[i]);
	}
	node_compare(n);
}

static void sender_32x2(struct sim *s)
{
	sender_pairs(s, 0, 0, length_of(s, 4096, 256));
}

static void sender_16x4(struct sim *s)
{
	sender_pairs(s, 1, 1, length_of(s, 4096, 256));
}

static void sender_8x8(struct sim *s)
{
	sender_pairs(s, 2, 2, length_of(s, 4096, 256));
}

static void sender_4x16(struct sim *s)
{
	sender_pairs(s, 3, 3, length_of(s, 4096, 256));
}

static void sender_2x32(struct sim *s)
{
	sender_pairs(s, 4, 4, length_of(s, 4096, 256));
}

static void sender_undefined(struct sim *s)
{
	sender_pairs(s, 5, 7, length_of(s, 4096, 128));
}

/* ---- category ---- */

static void category_map(struct node *n)
{
	struct sbit_map map;

	constant_map(&map, SBIT_ZERO);
	for (unsigned int k = 0; k < 4; k++)
		map.sel[k] = (uint8_t)(first_of(SBIT_CATEGORY) + k);
	quick_select(n, &map);
}

static void category_local(struct sim *s)
{
	uint64_t rx;
	struct node *n = standing(s, SIMM_4MB, 0, false, &rx);

	category_map(n);
	for (uint32_t EACH(cat, 0); cat < 16; cat++) {
		struct packet p[4];
		uint32_t want[4];

		node_put(n, SURF_PCLR, cat | (cat & 1) << 4);
		quick_rewind(n);
		for (unsigned int i = 0; i < 4; i++) {
			node_random_packet(n, &p[i], 3, 0);
			p[i].first = (p[i].first & 0x0FFFFFFF) | (cat ^ (1u << i)) << 28;
			want[i] = cat;
		}
		quick_play_bins(n, p, want, 4);
		for (unsigned int EACH(i, 0); i < 4; i++)
			SIM_EQ(s, quick_entry(n, i).category, cat, "local category");
	}
	node_compare(n);
}

static void category_remote(struct sim *s)
{
	uint64_t rx;
	struct node *n = standing(s, SIMM_4MB, 0, true, &rx);

	category_map(n);
	for (uint32_t EACH(cat, 0); cat < 16; cat++) {
		struct packet p[8];
		uint32_t want[8];

		quick_rewind(n);
		node_put(n, SURF_PCLR, cat ^ (uint32_t)sim_range(s, 1, 15));
		for (unsigned int i = 0; i < 8; i++) {
			do {
				node_random_packet(n, &p[i], 1, 0);
				p[i].first = (p[i].first & 0x0FFFFFFF) | cat << 28;
				p[i].words = (uint16_t)sim_range(s, 2, 5);
			} while (packet_word(&p[i], 1) >> 28 == cat);
			want[i] = cat;
		}
		quick_play_bins(n, p, want, 8);
		for (unsigned int EACH(i, 0); i < 8; i++)
			SIM_EQ(s, quick_entry(n, i).category, cat, "remote category");
	}
	node_compare(n);
}

static struct node *open_drifting(struct sim *s)
{
	const struct node_config cfg = {.trace = SIMM_4MB, .hist = SIMM_4MB, .drift = true};
	struct node *n = quick_open(s, &cfg);

	quick_acdr(n, ACDR(.lat_n = 12, .tsize = 1));
	node_put(n, SURF_HTCR, ALL);
	return n;
}

/* Waits until all packets given to shrimp_start_packets() have passed through the board. */
static void finish(struct node *n)
{
	while (shrimp_packets_playing(n->c))
		sim_wait_cycles(n->clk_s1, 1);
	sni_set_source(n->sni, NULL, NULL);
	node_drain(n);
}

/* Writes PCLR while a packet is on the link, or just after it. */
static void category_captured(struct sim *s)
{
	const struct sni_timing close = {
		.start_to_start = 5, .end_to_start = 1, .break_rules = true};
	struct node *n = open_drifting(s);
	const unsigned int rounds = (unsigned int)sim_length(s, 300, 30);
	uint32_t cat = 0;

	for (unsigned int EACH(i, 0); i < rounds; i++) {
		struct quick_list l = {.count = 1};
		struct packet p[2];
		uint32_t old;

		/* a write between the header and the end of data: the packet gets the new
		 * value */
		quick_rewind(n);
		node_random_packet(n, &p[0], 1, 10);
		p[0].words = 60;
		l.p = p;
		shrimp_start_packets(n->c, quick_next, &l);
		while (!l.next)
			sim_wait_edge(n->clk_s1, SIM_FALL);
		sim_wait(s, SIM_NS(sim_range(s, 0, 1500)));
		cat = (cat + (uint32_t)sim_range(s, 1, 15)) & 15;
		node_put(n, SURF_PCLR, cat);
		SIM_CHECK(s, !sni_idle(n->sni), "the packet was too short");
		finish(n);
		SIM_EQ(s, quick_entry(n, 0).category, cat, "category written within a packet");

		/* a write after the end of data: the packet keeps the old value, also if it has
		 * to wait */
		quick_rewind(n);
		node_random_packet(n, &p[0], 1, 10);
		node_random_packet(n, &p[1], 1, 10);
		sim_wait(s, SIM_NS(sim_range(s, 0, 500)));
		old = cat;
		cat = (cat + (uint32_t)sim_range(s, 1, 15)) & 15;
		sni_set_timing(n->sni, &close);
		sni_send(n->sni, &p[0], 0);
		sni_send(n->sni, &p[1], 0);
		node_put(n, SURF_PCLR, cat);
		node_drain(n);
		sni_set_timing(n->sni, NULL);
		SIM_EQ(s, quick_entry(n, 0).category, old, "category of the first packet");
		SIM_EQ(s, quick_entry(n, 1).category, old, "category of the second packet");
		sim_wait(s, SIM_US(1));
	}
	SIM_EQ(s, n->dropped, 0, "packets dropped");
	node_compare(n);
}

/* Times and values of each packet and each write of PCLR. */
struct switching {
	struct node *n;
	bool stop;
	size_t sent, taken, room;
	struct {
		sim_time header, taken;
		uint8_t cat;
	} * p;
};

struct pclr_write {
	sim_time start, end;
	uint8_t cat;
};

static bool next_at_full_rate(void *arg, struct packet *p)
{
	struct switching *sw = arg;

	if (sw->stop)
		return false;
	SIM_CHECK(sw->n->s, sw->sent < sw->room, "more packets than room");
	node_random_packet(sw->n, p, 1, 10);
	sw->p[sw->sent++].header = sim_now(sw->n->s) + sim_clock_period(sw->n->clk_s1) / 2;
	return true;
}

static void note_category(void *arg, const struct packet *p, const struct surf_golden_result *r)
{
	struct switching *sw = arg;

	(void)p;
	sw->p[sw->taken].cat = r->trace[1] >> 28;
	sw->p[sw->taken++].taken = sim_now(sw->n->s);
}

/* Writes PCLR at any time while packets come every 1080 ns. */
static void category_switch(struct sim *s)
{
	struct node *n = open_drifting(s);
	const unsigned int writes = (unsigned int)sim_length(s, 400, 40);
	struct switching sw = {.n = n, .room = 16u * writes + 100};
	struct pclr_write *w = calloc(writes + 1, sizeof(*w));
	unsigned int late = 0;

	sw.p = calloc(sw.room, sizeof(*sw.p));
	SIM_CHECK(s, sw.p && w, "out of memory");
	sim_cleanup(s, free, sw.p);
	sim_cleanup(s, free, w);
	n->on_packet = note_category;
	n->on_packet_arg = &sw;
	shrimp_start_packets(n->c, next_at_full_rate, &sw);
	for (unsigned int i = 1; i <= writes; i++) {
		sim_wait(s, SIM_NS(sim_range(s, 4000, 12000)));
		w[i].cat = (w[i - 1].cat + (uint8_t)sim_range(s, 1, 15)) & 15;
		w[i].start = sim_now(s);
		node_put(n, SURF_PCLR, w[i].cat);
		/* node_put() waits 8 clocks for the posted write to arrive */
		w[i].end = sim_now(s) - 7 * sim_clock_period(n->clk25);
	}
	sim_wait(s, SIM_US(5));
	sw.stop = true;
	finish(n);
	n->on_packet = NULL;
	SIM_EQ(s, sw.taken, sw.sent, "packets through the board");
	for (unsigned int EACH(i, 1); i <= writes; i++) {
		const uint8_t old = w[i - 1].cat, new = w[i].cat;
		const sim_time until = i < writes ? w[i + 1].start : UINT64_MAX;
		unsigned int olds = 0;
		bool seen = false;

		for (size_t k = 0; k < sw.taken; k++) {
			if (sw.p[k].taken <= w[i].start || sw.p[k].taken > until)
				continue;
			seen |= sw.p[k].cat == new;
			SIM_CHECK(s, sw.p[k].cat == (seen ? new : old),
				  "packet %zu has category %u, not %u", k, sw.p[k].cat,
				  seen ? new : old);
			SIM_CHECK(s, seen || sw.p[k].header <= w[i].end,
				  "packet %zu began after the write and has the old category",
				  k);
			olds += !seen && sw.p[k].taken > w[i].end;
		}
		SIM_CHECK(s, seen, "no packet has the new category");
		SIM_CHECK(s, olds <= 3, "%u packets have the old category", olds);
		late += olds > 0;
	}
	SIM_EQ(s, n->dropped, 0, "packets dropped");
	sim_note(s, "after %u of %u writes a packet still had the old category", late, writes);
	node_compare(n);
}

/* ---- size ---- */

static void play_sizes(struct node *n, const uint16_t *size, unsigned int count)
{
	struct packet *p = calloc(count, sizeof(*p));
	uint32_t *want = calloc(count, sizeof(*want));
	struct sbit_map map;

	SIM_CHECK(n->s, p && want, "out of memory");
	sim_cleanup(n->s, free, p);
	sim_cleanup(n->s, free, want);
	constant_map(&map, SBIT_ZERO);
	for (unsigned int k = 0; k < 10; k++)
		map.sel[k] = (uint8_t)(first_of(SBIT_SIZE) + k);
	quick_select(n, &map);
	quick_rewind(n);
	node_put(n, SURF_WCDR, 0);
	for (unsigned int i = 0; i < count; i++) {
		node_random_packet(n, &p[i], 1, 0);
		p[i].words = size[i];
		want[i] = size[i] & 1023;
	}
	quick_play_bins(n, p, want, count);
	for (unsigned int EACH(i, 0); i < count; i++)
		SIM_EQ(n->s, quick_entry(n, i).size, size[i] & 1023u, "size in the trace");
}

static void size_payload_only(struct sim *s)
{
	const struct sni_timing gaps = {.gap_percent = 30, .gap_max = 4};
	uint64_t rx;
	struct node *n = standing(s, SIMM_4MB, 0, true, &rx);
	uint16_t size[20];

	for (unsigned int i = 0; i < 20; i++)
		size[i] = (uint16_t)(i + 1);
	play_sizes(n, size, 20);
	SIM_EQ(s, node_get(n, SURF_WCDR), 210, "word count");
	sni_set_timing(n->sni, &gaps);
	play_sizes(n, size, 20);
	SIM_EQ(s, node_get(n, SURF_WCDR), 210, "word count");
	node_compare(n);
}

static void size_every(struct sim *s)
{
	const unsigned int count = length_of(s, 1023, 60);
	uint64_t rx;
	struct node *n = standing(s, SIMM_4MB, 0, true, &rx);
	uint16_t size[1023];

	/* 431 has no factor in common with 1023 */
	for (unsigned int i = 0; i < count; i++)
		size[i] = (uint16_t)(1023 - 431 * i % 1023);
	play_sizes(n, size, count);
	node_compare(n);
}

static void size_1024(struct sim *s)
{
	static const uint16_t size[] = {1024, 1, 1023, 1024};
	uint64_t rx;
	struct node *n = standing(s, SIMM_4MB, 0, true, &rx);

	play_sizes(n, size, 4);
	SIM_EQ(s, simm_peek(n->hist, 0), 2, "count of bin 0");
	SIM_EQ(s, quick_entry(n, 0).size, 0, "size in the trace");
	SIM_EQ(s, node_get(n, SURF_WCDR), 3072, "word count");
	node_compare(n);
}

/* ---- lanes ---- */

/* Overwrites lanes of the link after each beat of the SNI, at random, by a mask. */
struct scramble {
	struct sim *s;
	struct sim_pin *data, *color, *pmen_n, *eod_n;
	uint64_t mask[4]; /* header, time stamp, payload, idle */
	bool recolor;	  /* S_COLOR is inverted after the header */
	unsigned int beat;
	uint64_t changes;
};

static void on_fall(void *arg)
{
	struct scramble *sc = arg;
	const bool beat = !sim_get(sc->pmen_n);
	const unsigned int kind = !beat ? 3 : sc->beat < 2 ? sc->beat : 2;
	const uint64_t flip = sim_random(sc->s) & sc->mask[kind];

	sim_put(sc->data, sim_get(sc->data) ^ flip);
	sc->changes += flip != 0;
	if (sc->recolor && sc->beat == 1 && beat)
		sim_put(sc->color, ~sim_get(sc->color));
	if (beat && ++sc->beat > 2 && !sim_get(sc->eod_n))
		sc->beat = 0;
}

static void scramble(struct scramble *sc, struct node *n)
{
	sc->s = n->s;
	sc->data = sim_pin(n->s, "s_data");
	sc->color = sim_pin(n->s, "s_color");
	sc->pmen_n = sim_pin(n->s, "pmen_n");
	sc->eod_n = sim_pin(n->s, "s_eod_n");
	/* called after the SNI model's own callback */
	sim_on(n->clk_s1, SIM_FALL, on_fall, sc);
}

/* Compares every field of entry @i, with SENDID 0, CATMUX 1 and the global clock stopped. */
static void check_whole_entry(struct node *n, uint32_t i, const struct packet *p, uint64_t rx)
{
	const struct trace_fields f = quick_entry(n, i);

	quick_check_entry(n, i, p);
	SIM_EQ(n->s, f.rxtime, rx, "receive time in the trace");
	SIM_EQ(n->s, f.latency, rx - (p->tx & SHRIMP_TICKS), "latency in the trace");
	SIM_EQ(n->s, f.sender, sender_of(0, p), "sender in the trace");
	SIM_EQ(n->s, f.category, p->first >> 28, "category in the trace");
	SIM_CHECK(n->s, !f.overflow && !f.underflow, "flags in the trace");
}

static void color_of_header(struct sim *s)
{
	uint64_t rx;
	struct node *n = standing(s, SIMM_4MB, 0, true, &rx);
	struct scramble sc = {.recolor = true};
	struct packet p[64];
	uint32_t want[64];
	struct sbit_map map;

	scramble(&sc, n);
	constant_map(&map, SBIT_ZERO);
	for (unsigned int k = 0; k < 6; k++)
		map.sel[k] = (uint8_t)(first_of(SBIT_COLOR) + k);
	quick_select(n, &map);
	for (unsigned int i = 0; i < 64; i++) {
		make_packet(n, rx, random_inputs(s), &p[i]);
		p[i].color = i;
		want[i] = i;
	}
	quick_play_bins(n, p, want, 64);
	for (unsigned int EACH(i, 0); i < 64; i++)
		check_whole_entry(n, i, &p[i], rx);
	node_compare(n);
}

#define LANE_PACKETS 300

/* Plays the same packets without and with random levels on unused lanes; the results must be
 * the same. */
static void same_results(struct sim *s, struct scramble *sc, const struct sni_timing *t)
{
	const unsigned int count = length_of(s, LANE_PACKETS, 80);
	uint64_t rx;
	struct node *n = standing(s, SIMM_64MB, 0, true, &rx);
	struct quick_state *plain, *other;
	struct packet p[LANE_PACKETS];
	struct sbit_map map;
	uint32_t words;

	for (unsigned int k = 0; k < SBIT_OUTPUTS; k++)
		map.sel[k] = (uint8_t)sim_range(s, 0, 49);
	quick_select(n, &map);
	for (unsigned int i = 0; i < count; i++) {
		make_packet(n, rx, random_inputs(s), &p[i]);
		p[i].tx |= sim_random(s) & (uint64_t)1 << 44;
	}
	quick_play(n, p, count);
	for (unsigned int EACH(i, 0); i < count; i++)
		check_whole_entry(n, i, &p[i], rx);
	plain = quick_memories(n);
	words = node_get(n, SURF_WCDR);
	quick_clear(n);
	quick_rewind(n);
	node_put(n, SURF_WCDR, 0);
	if (sc)
		scramble(sc, n);
	if (t)
		sni_set_timing(n->sni, t);
	quick_play(n, p, count);
	other = quick_memories(n);
	quick_same_memories(n, plain, other);
	SIM_EQ(s, node_get(n, SURF_WCDR), words, "word count");
	if (sc)
		SIM_CHECK(s, sc->changes > count, "the lanes stood still");
	node_compare(n);
}

static void lanes_not_connected(struct sim *s)
{
	const uint64_t nc = (uint64_t)1 << 59 | 0x7FF;
	struct scramble sc = {.mask = {nc, nc, nc, nc}};

	same_results(s, &sc, NULL);
}

static void lanes_without_effect(struct sim *s)
{
	struct scramble sc = {.mask = {(uint64_t)0x3FF << 36, (uint64_t)0xFF << 56 | 0x7FF,
				       UINT32_MAX, UINT64_MAX}};

	same_results(s, &sc, NULL);
}

static void framing_gaps(struct sim *s)
{
	const struct sni_timing t = {.gap_percent = 60, .gap_max = 9, .noise = true};

	same_results(s, NULL, &t);
}

/* Sends long packets that end four clocks before the next header, and short packets that start
 * 18 clocks apart. */
static void framing_back_to_back(struct sim *s)
{
	const unsigned int count = (unsigned int)sim_length(s, 2000, 60);
	uint64_t rx;
	struct node *n = standing(s, SIMM_4MB, 0, true, &rx);
	struct packet *p = calloc(count, sizeof(*p));

	SIM_CHECK(s, p, "out of memory");
	sim_cleanup(s, free, p);
	for (unsigned int i = 0; i < count; i++) {
		make_packet(n, rx, random_inputs(s), &p[i]);
		p[i].words = (uint16_t)sim_range(s, i % 2 ? 12 : 1, 30);
	}
	quick_play(n, p, count);
	SIM_EQ(s, n->done, count, "packets through the board");
	for (unsigned int EACH(i, 0); i < count; i++)
		check_whole_entry(n, i, &p[i], rx);
	node_compare(n);
}

/* Cuts a packet off, resets the board in one of the three ways, and sends a complete packet. */
static void framing_reset(struct sim *s)
{
	struct node *n = open_bin(s, SIMM_4MB, 0);

	for (unsigned int EACH(way, 0); way < 3; way++)
		for (unsigned int EACH(cut, 0); cut <= 5; cut++) {
			struct trace_fields f;
			struct packet p;

			quick_acdr(n, ACDR(.remote = true, .lat_n = 12, .tsize = 1));
			node_put(n, SURF_HTCR, ALL);
			if (cut) {
				node_random_packet(n, &p, 1, 5);
				p.words = 8;
				sni_send(n->sni, &p, cut);
				sim_wait_cycles(n->bclk, 6);
			}
			switch (way) {
			case 0:
				node_compare(n);
				quick_power_on(n);
				quick_acdr(n, ACDR(.remote = true, .lat_n = 12, .tsize = 1));
				break;
			case 1:
				node_resdrv(n);
				node_enable(n, 0xD000, 3, 5);
				break;
			default:
				node_put(n, SURF_HTCR, ALL | PRS);
			}
			node_put(n, SURF_HTCR, ALL);
			quick_rewind(n);
			sim_wait_cycles(n->gclk, 60);
			node_random_packet(n, &p, 4, 0);
			p.tx = node_ticks(n) - sim_range(s, 2, 40);
			node_send(n, &p);
			quick_check_entry(n, 0, &p);
			f = quick_entry(n, 0);
			SIM_EQ(s, f.sender, sender_of(0, &p), "sender in the trace");
			SIM_EQ(s, f.category, p.first >> 28, "category in the trace");
			SIM_EQ(s, f.latency, f.rxtime - (p.tx & SHRIMP_TICKS),
			       "latency in the trace");
			SIM_EQ(s, node_get(n, SURF_TECR), 1, "packets since the reset");
		}
	node_compare(n);
}

/* ---- the configurations that come with the board ---- */

#define CONFIGS "fpga-configs/"

static void read_file(struct sim *s, const char *path, uint8_t *stream, size_t size)
{
	FILE *f = fopen(path, "rb");
	size_t got;

	SIM_CHECK(s, f, "%s cannot be opened", path);
	got = fread(stream, 1, size, f);
	fclose(f);
	SIM_CHECK(s, got == size, "%s has %zu bytes", path, got);
}

/* Reads the mapping that the source of a configuration describes. */
static void read_source(struct sim *s, const char *bit_path, struct sbit_map *map)
{
	char path[256];
	FILE *f;
	int err;

	snprintf(path, sizeof(path), "%.*s.bsel", (int)strlen(bit_path) - 4, bit_path);
	f = fopen(path, "r");
	SIM_CHECK(s, f, "%s cannot be opened", path);
	err = bsel_parse(f, map, NULL, NULL);
	fclose(f);
	SIM_CHECK(s, !err, "%s has errors", path);
}

static void configs_bins(struct sim *s)
{
	const unsigned int count = (unsigned int)sim_length(s, 3000, 50);
	uint64_t rx;
	struct node *n = standing(s, SIMM_64MB, 0, true, &rx);
	glob_t g;

	SIM_EQ(s, (uint64_t)glob(CONFIGS "*.bit", 0, NULL, &g), 0, "configurations");
	SIM_CHECK(s, g.gl_pathc >= 7, "only %zu configurations", (size_t)g.gl_pathc);
	node_put(n, SURF_HTCR, HEN);
	for (size_t EACH(c, 0); c < g.gl_pathc; c++) {
		uint8_t stream[SBIT_BYTES];
		struct sbit_map map;

		read_file(s, g.gl_pathv[c], stream, sizeof(stream));
		read_source(s, g.gl_pathv[c], &map);
		quick_load(n, stream);
		SIM_CHECK(s, (node_get(n, SURF_FCCR) & FCCR_STATE) == FCCR_DONE,
			  "%s does not load", g.gl_pathv[c]);
		for (unsigned int done = 0; done < count; done += 50) {
			struct packet p[50];
			uint32_t want[50];

			for (unsigned int i = 0; i < 50; i++) {
				uint64_t in = random_inputs(s);

				if (i == 0) {
					in &= ~((uint64_t)1023 << first_of(SBIT_SIZE));
					in |= sim_range(s, 0, 1023) << first_of(SBIT_SIZE);
				}
				make_packet(n, rx, in, &p[i]);
				want[i] = sbit_eval(&map, in);
			}
			quick_play_bins(n, p, want, 50);
		}
	}
	globfree(&g);
	node_compare(n);
}

/* Checks that every single wrong bit is detected. */
static void configs_damaged(struct sim *s)
{
	const unsigned int count = length_of(s, SBIT_BITS, 10);
	const unsigned int first = (unsigned int)sim_range(s, 0, SBIT_BITS - 1);
	static const uint32_t zero;
	uint64_t rx;
	struct node *n = standing(s, SIMM_16MB, 0, true, &rx);
	uint8_t stream[SBIT_BYTES];
	struct sbit_map map;
	unsigned int errors = 0;
	struct packet p;
	uint32_t want;

	node_put(n, SURF_HTCR, HEN);
	read_file(s, CONFIGS "size-latency.bit", stream, sizeof(stream));
	read_source(s, CONFIGS "size-latency.bit", &map);
	make_packet(n, rx, random_inputs(s) | 1, &p);
	want = p.words << 12 | ((uint32_t)(rx - p.tx) & 0xFFF);
	for (unsigned int k = 0; k < count; k++) {
		const unsigned int bit = (first + 101 * k) % SBIT_BITS; /* each once */
		uint32_t fccr;

		stream[bit / 8] ^= (uint8_t)(0x80 >> bit % 8);
		quick_load(n, stream);
		stream[bit / 8] ^= (uint8_t)(0x80 >> bit % 8);
		fccr = node_get(n, SURF_FCCR);
		SIM_CHECK(s, !(fccr & FCCR_DONE) && fccr & FCCR_CFG,
			  "wrong bit %u: FCCR[3:0] is %X", bit, fccr & FCCR_STATE);
		errors += !!(fccr & FCCR_ERR);
		quick_play_bins(n, &p, &zero, 1);
	}
	if (count == SBIT_BITS)
		SIM_EQ(s, errors, 264 + 16 + 8, "streams that raise ERR");
	quick_load(n, stream);
	SIM_EQ(s, node_get(n, SURF_FCCR) & FCCR_STATE, FCCR_DONE,
	       "FCCR after the whole stream");
	quick_play_bins(n, &p, &want, 1);
	node_compare(n);
}

#define WRAP "surfboard_wrap"

const struct sim_test sim_tests[] = {
	{"bin_inputs", bin_inputs, "SB-BIN-001", WRAP},
	{"bin_each_pair", bin_each_pair, "SB-BIN-002", WRAP},
	{"bin_all_pairs", bin_all_pairs, "SB-BIN-002", WRAP},
	{"bin_constants", bin_constants, "SB-BIN-003", WRAP},
	{"bin_unused_codes", bin_unused_codes, "SB-BIN-004", WRAP},
	{"bin_one_input", bin_one_input, "SB-BIN-005", WRAP},
	{"bin_no_memory", bin_no_memory, "SB-BIN-006", WRAP},
	{"bin_unconfigured", bin_unconfigured, "SB-BIN-007", WRAP},
	{"bin_identity", bin_identity, "SB-BIN-008", WRAP},
	{"bin_make_hist", bin_make_hist, "SB-BIN-009", WRAP},
	{"bin_joint", bin_joint, "SB-BIN-010", WRAP},
	{"sender_32x2", sender_32x2, "SB-BIN-011", WRAP},
	{"sender_16x4", sender_16x4, "SB-BIN-012", WRAP},
	{"sender_8x8", sender_8x8, "SB-BIN-013", WRAP},
	{"sender_4x16", sender_4x16, "SB-BIN-014", WRAP},
	{"sender_2x32", sender_2x32, "SB-BIN-015", WRAP},
	{"sender_undefined", sender_undefined, "SB-BIN-016", WRAP},
	{"category_local", category_local, "SB-BIN-017", WRAP},
	{"category_remote", category_remote, "SB-BIN-018", WRAP},
	{"category_captured", category_captured, "SB-BIN-019", NULL},
	{"category_switch", category_switch, "SB-BIN-020", NULL},
	{"size_payload_only", size_payload_only, "SB-BIN-021", WRAP},
	{"size_every", size_every, "SB-BIN-022", WRAP},
	{"size_1024", size_1024, "SB-BIN-023", WRAP},
	{"color_of_header", color_of_header, "SB-BIN-024", WRAP},
	{"lanes_not_connected", lanes_not_connected, "SB-BIN-025", WRAP},
	{"lanes_without_effect", lanes_without_effect, "SB-BIN-026", WRAP},
	{"framing_gaps", framing_gaps, "SB-BIN-027", WRAP},
	{"framing_back_to_back", framing_back_to_back, "SB-BIN-028", WRAP},
	{"framing_reset", framing_reset, "SB-BIN-029", NULL},
	{"configs_bins", configs_bins, "SB-BIN-010", WRAP},
	{"configs_damaged", configs_damaged, "SB-CFG-012 SB-CFG-013 SB-CFG-016 SB-CFG-032",
	 WRAP},
	{0},
};
