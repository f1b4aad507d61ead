/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the filters of revision 2: their registers with every byte lane, and one criterion at a
 * time with bounds and sets that differ from the packet in single bits. The totals are read
 * after each packet, so that two opposite errors cannot cancel.
 */
#include "quick.h"
#include "surfboard_regs.h"

enum criterion { ADDR, SENDER, COLOR, SIZE, LATENCY, CRITERIA };
enum { INVERSE = 1 << CRITERIA };

static uint32_t register_at(unsigned int trace, unsigned int word)
{
	return (trace ? SURFBOARD_FTCR : SURFBOARD_FHCR) + 4 * word;
}

/* Writes all registers of both filters by single bits and by lanes; a write must not change the
 * other registers. */
static void filter_registers(struct sim *s)
{
	static const unsigned int lanes[] = {15, 1, 2, 4, 8, 3, 6, 12, 7, 14};
	struct node *n =
		quick_open(s, &(struct node_config){.trace = SIMM_4MB, .hist = SIMM_4MB});

	for (unsigned int trace = 0; trace < 2; trace++)
		for (unsigned int word = 0; word < FILTER_WORDS + 2; word++) {
			const unsigned int bit = (unsigned int)sim_range(s, 0, 31);

			node_put(n, register_at(trace, word), UINT32_MAX);
			node_get(n, register_at(trace, word));
			node_put(n, register_at(trace, word), 1u << bit);
			node_get(n, register_at(trace, word));
			node_put(n, register_at(trace, word), ~(1u << bit));
			node_get(n, register_at(trace, word));
		}
	for (uint64_t i = sim_length(s, 1500, 150); i; i--) {
		const unsigned int trace = (unsigned int)sim_range(s, 0, 1);
		const unsigned int word = (unsigned int)sim_range(s, 0, FILTER_WORDS - 1);

		node_put_be(n, register_at(trace, word), lanes[sim_range(s, 0, 9)],
			    (uint32_t)sim_random(s));
		node_get(n, register_at(trace, word));
		node_get(n, register_at((unsigned int)sim_range(s, 0, 1),
					(unsigned int)sim_range(s, 0, FILTER_WORDS - 1)));
	}
	node_compare(n);
}

/* Returns @v, a neighbour of it, or @v with some of its @bits bits inverted. */
static uint32_t near(struct sim *s, uint32_t v, unsigned int bits)
{
	const uint32_t mask = UINT32_MAX >> (32 - bits);

	for (unsigned int i = (unsigned int)sim_range(s, 0, 2); i; i--)
		switch (sim_range(s, 0, 3)) {
		case 0:
			v = (v + 1) & mask;
			break;
		case 1:
			v = (v - 1) & mask;
			break;
		default:
			v ^= 1u << sim_range(s, 0, bits - 1);
			break;
		}
	return v;
}

/* Makes a range whose lower bound, upper bound or both bounds are near @v; a bound that is not
 * near @v is the smallest or largest value of the field. */
static void near_range(struct sim *s, uint32_t v, unsigned int bits, uint32_t *low,
		       uint32_t *high)
{
	const unsigned int kind = (unsigned int)sim_range(s, 0, 2);

	*low = kind == 1 ? 0 : near(s, v, bits);
	*high = kind == 0 ? UINT32_MAX >> (32 - bits) : near(s, v, bits);
}

/* Makes a set that separates @element from other elements: the element alone, all others, one
 * element that differs from it in one bit, or all but that one. */
static uint64_t near_set(struct sim *s, unsigned int element, unsigned int kind)
{
	const uint64_t one = (uint64_t)1 << element;
	const uint64_t other = (uint64_t)1 << (element ^ 1u << sim_range(s, 0, 5));

	switch (kind) {
	case 0:
		return one;
	case 1:
		return ~one;
	case 2:
		return other;
	default:
		return ~other;
	}
}

static void put_set(struct node *n, unsigned int trace, unsigned int word, uint64_t set)
{
	node_put(n, register_at(trace, word), (uint32_t)set);
	node_put(n, register_at(trace, word + 1), (uint32_t)(set >> 32));
}

struct tally {
	uint64_t rx; /* the receive time, whose clock is stopped */
	unsigned int passed[2][CRITERIA][2];
};

/* Makes a packet for a filter that tests only criterion @c; @field receives the tested
 * field. */
static struct packet make_packet(struct sim *s, enum criterion c, uint64_t rx, uint32_t *field)
{
	const uint32_t latency =
		(uint32_t)sim_range(s, 0, rx < 8191 ? rx : 8191) >> sim_range(s, 0, 12);
	const struct packet p = {
		.words = (uint16_t)sim_range(s, 1, sim_range(s, 0, 15) ? 12 : 100),
		.addr = (uint32_t)sim_random(s) & 0x7FFFFFC,
		.color = (uint8_t)sim_range(s, 0, 63),
		.x = (uint8_t)sim_range(s, 0, 31),
		.y = (uint8_t)sim_range(s, 0, 31),
		.tx = rx - latency};

	/* SENDID 0: the low bit of y and all of x */
	*field = c == ADDR     ? p.addr >> 2
		 : c == SENDER ? (p.x | p.y << 5) & 63u
		 : c == COLOR  ? p.color
		 : c == SIZE   ? p.words
			       : latency;
	return p;
}

/* Writes the bounds of criterion @c; those of an address count words. */
static void put_range(struct node *n, unsigned int trace, enum criterion c, uint32_t low,
		      uint32_t high)
{
	if (c == SIZE) {
		node_put(n, register_at(trace, F_SZ), low | high << 16);
	} else {
		const unsigned int shift = c == ADDR ? 2 : 0;

		node_put(n, register_at(trace, c == ADDR ? F_AL : F_LL), low << shift);
		node_put(n, register_at(trace, c == ADDR ? F_AH : F_LH), high << shift);
	}
}

/* Sends the packet with the criterion enabled; histogram and trace must be those of the golden
 * model. */
static void send_one(struct node *n, unsigned int trace, enum criterion c, bool inverse,
		     const struct packet *p, struct tally *t)
{
	uint64_t before[2], after[2];

	node_put(n, register_at(trace, F_CR), 1u << c | (inverse ? INVERSE : 0));
	node_put(n, register_at(!trace, F_CR), 0);
	for (unsigned int k = 0; k < 2; k++)
		before[k] = surf_golden_total(n->g, k ? TOTAL_TRACED : TOTAL_HISTOGRAMMED);
	node_send(n, p);
	for (unsigned int k = 0; k < 2; k++)
		after[k] = surf_golden_total(n->g, k ? TOTAL_TRACED : TOTAL_HISTOGRAMMED);
	t->passed[trace][c][after[trace] - before[trace]]++;
	SIM_EQ(n->s, after[!trace] - before[!trace], 1, "through the other filter");
	/* the bus takes longer than the packet */
	if (sim_is_icarus(n->s) && sim_range(n->s, 0, 3))
		return;
	node_put(n, SURFBOARD_SNCR, 1);
	for (uint32_t total = SURFBOARD_HIST_L; total <= SURFBOARD_NTRC_H; total += 4)
		node_get(n, total);
}

/* Returns the first bound to test, of 0 (lower) and 1 (upper). Under Icarus Verilog it is
 * mostly 1, because testing both takes long. */
static unsigned int first_end(struct sim *s)
{
	return sim_is_icarus(s) ? sim_range(s, 0, 3) > 0 : 0;
}

static void filter_single(struct sim *s)
{
	struct node *n =
		quick_open(s, &(struct node_config){.trace = SIMM_4MB, .hist = SIMM_4MB});
	static const unsigned int bits[CRITERIA] = {[ADDR] = 25, [SIZE] = 11, [LATENCY] = 24};
	struct tally t = {0};
	struct packet p;
	uint32_t v, low, high;

	quick_acdr(n, ACDR(.lat_n = 12, .tsize = 1));
	node_put(n, SURF_HTCR, ALL);
	sim_wait(s, SIM_US(900));
	t.rx = quick_stop_clock(n);
	/* for each bit of each bound, the result depends once on this bit alone */
	for (unsigned int EACH(k, 0); k < 2 * CRITERIA; k++)
		for (unsigned int EACH(bit, 0); bit < bits[k / 2]; bit++)
			for (unsigned int EACH(end, first_end(s)); end < 2; end++) {
				const enum criterion c = (enum criterion)(k / 2);

				p = make_packet(s, c, t.rx, &v);
				low = end ? 0 : (v + 1) ^ 1u << bit;
				high = end ? (v - 1) ^ 1u << bit : UINT32_MAX;
				node_put(n, register_at(k % 2, F_AM), UINT32_MAX);
				put_range(n, k % 2, c, low & UINT32_MAX >> (32 - bits[c]),
					  high & UINT32_MAX >> (32 - bits[c]));
				send_one(n, k % 2, c, false, &p, &t);
			}
	for (unsigned int EACH(i, 0); i < 16; i++) {
		const enum criterion c = i & 1 ? SENDER : COLOR;

		p = make_packet(s, c, t.rx, &v);
		put_set(n, i >> 1 & 1, c == SENDER ? F_S0 : F_C0, near_set(s, v, i >> 2));
		send_one(n, i >> 1 & 1, c, false, &p, &t);
	}
	for (unsigned int EACH(i, (unsigned int)sim_length(s, 1500, 80)); i; i--) {
		const unsigned int trace = (unsigned int)sim_range(s, 0, 1);
		const enum criterion c = (enum criterion)(i % CRITERIA);
		const uint32_t mask =
			c == ADDR && sim_range(s, 0, 1) ? (uint32_t)sim_random(s) : UINT32_MAX;

		p = make_packet(s, c, t.rx, &v);
		if (c == ADDR) {
			node_put(n, register_at(trace, F_AM), mask);
			v = (p.addr & mask) >> 2;
		}
		if (bits[c]) {
			near_range(s, v, bits[c], &low, &high);
			put_range(n, trace, c, low, high);
		} else {
			put_set(n, trace, c == SENDER ? F_S0 : F_C0,
				near_set(s, v, (unsigned int)sim_range(s, 0, 3)));
		}
		if (i % 256 == 0)
			quick_rewind(n);
		send_one(n, trace, c, sim_range(s, 0, 1), &p, &t);
	}
	for (unsigned int k = 0; k < 2 * CRITERIA; k++)
		SIM_CHECK(s, t.passed[k % 2][k / 2][0] && t.passed[k % 2][k / 2][1],
			  "criterion %u of filter %u: %u packets held back, %u passed", k / 2,
			  k % 2, t.passed[k % 2][k / 2][0], t.passed[k % 2][k / 2][1]);
	node_compare(n);
}

/* A packet that the board drops must not be in the totals of a filter. */
static void filter_dropped(struct sim *s)
{
	const struct sni_timing fast = {
		.start_to_start = 3, .end_to_start = 1, .break_rules = true};
	struct node *n =
		quick_open(s, &(struct node_config){.trace = SIMM_4MB, .hist = SIMM_4MB});

	quick_acdr(n, ACDR(.lat_n = 12, .tsize = 1));
	node_put(n, SURF_HTCR, ALL);
	put_set(n, 0, F_C0, 0x5555555555555555);
	put_set(n, 1, F_C0, 0x3333333333333333);
	node_put(n, register_at(0, F_CR), 1u << COLOR);
	node_put(n, register_at(1, F_CR), 1u << COLOR | INVERSE);
	sni_set_timing(n->sni, &fast);
	node_play_random(n, 120, 1, 10);
	SIM_CHECK(s, surf_golden_total(n->g, TOTAL_DROPPED) >= 16, "16 packets dropped");
	node_put(n, SURFBOARD_SNCR, 1);
	for (uint32_t total = SURFBOARD_SEEN_L; total <= SURFBOARD_WORD_H; total += 4)
		node_get(n, total);
	node_compare(n);
}

const struct sim_test sim_tests[] = {
	{"filter_registers", filter_registers, "SB-REV-008", "surfboard_rev2"},
	{"filter_single", filter_single, "SB-REV-008", "surfboard_rev2"},
	{"filter_dropped", filter_dropped, "SB-REV-005", "surfboard_rev2"},
	{0},
};
