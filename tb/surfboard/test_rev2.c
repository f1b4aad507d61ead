/* SPDX-License-Identifier: Apache-2.0 */
/* Tests revision 2 (BOARD_REV=2) on EISA: extension registers, totals, status set, saturation.
 * test_core.c tests the snapshot clock by clock. */
#include "iscr.h"
#include "quick.h"
#include "surfboard_regs.h"

#define EXT(name) SURFBOARD_##name
#define STICKY 0x1F87u /* sticky bits of ISCR */

/* byte enables of EISA cycles */
static const uint8_t lanes[] = {15, 1, 2, 4, 8, 3, 6, 12, 7, 14};

static struct node *open_node(struct sim *s)
{
	return quick_open(
		s, &(struct node_config){.trace = SIMM_4MB, .hist = SIMM_4MB, .drift = true});
}

/* ---- registers ---- */

/* Tests every register of the extension with every lane, and the offsets without a register. */
static void registers(struct sim *s)
{
	struct node *n = open_node(s);

	SIM_EQ(s, node_slot_get(n, SURF_EPIR, 15), 0x1200464E, "EPIR");
	SIM_EQ(s, node_get(n, EXT(CAPR)), SURFBOARD_CAPR_RESET, "capabilities");
	SIM_EQ(s, node_get(n, EXT(CAWR)), SURFBOARD_CAWR_RESET, "widths");
	for (uint32_t at = 0x40; at < 0x1000; at += 4)
		node_get(n, at);
	/* the report's registers do not repeat every 64 bytes ... */
	node_put(n, SURF_WCDR, 0x12345678);
	SIM_EQ(s, node_get(n, 0x40 + SURF_WCDR), 0, "behind the registers of the report");
	node_put(n, 0x40 + SURF_WCDR, 0xFFFFFFFF);
	SIM_EQ(s, node_get(n, SURF_WCDR), 0x12345678, "WCDR");
	/* ... but every 4 KB */
	SIM_EQ(s, node_get(n, 0x3000 + SURF_WCDR), 0x12345678, "WCDR 12 KB on");
	node_put(n, 0x5000 + EXT(HMCR), 1);
	SIM_EQ(s, node_get(n, EXT(HMCR)), 1, "HMCR");
	for (uint64_t i = sim_length(s, 3000, 100); i; i--) {
		const uint64_t v = sim_random(s);
		const uint32_t at = (uint32_t)(v & 3 ? v >> 8 & 0xFC : v >> 16 & 0xFFFC);
		const unsigned int be = lanes[v & 4 ? 0 : (v >> 4) % 10];

		/* other tests cover the bin selector */
		if ((at & 0xFFC) == SURF_FCCR || (at & 0xFFC) == SURF_FCDR)
			continue;
		/* and the decay, whose passes take a long time */
		if ((at & 0xFFC) == EXT(DCCR) || (at & 0xFFC) == EXT(DCPR))
			continue;
		if (v & 8)
			node_put_be(n, at, be, (uint32_t)sim_random(s));
		else
			node_get_be(n, at, be);
	}
	node_compare(n);
}

/* The report's board does not have the extension: its registers repeat every 64 bytes. */
static void revision_1(struct sim *s)
{
	struct node *n = open_node(s);

	SIM_EQ(s, node_slot_get(n, SURF_EPIR, 15), SURFBOARD_EPIR_RESET, "EPIR");
	for (uint32_t EACH(at, 0x40); at < 0x1000; at += 0x40) {
		const uint32_t v = (uint32_t)sim_random(s);

		node_put(n, at + SURF_WCDR, v);
		SIM_EQ(s, node_get(n, SURF_WCDR), v, "WCDR");
		node_put(n, at + SURF_PCLR, at >> 6 & 0x1F);
		SIM_EQ(s, node_get(n, 0x1000 - at + SURF_PCLR), at >> 6 & 0x1F, "PCLR");
	}
	/* at the offsets of ISSR and HMCR are mirrors of TTCR and ECDR */
	node_put(n, EXT(ISSR), 0x8A);
	SIM_EQ(s, node_get(n, SURF_TTCR), 0x8A, "TTCR");
	SIM_EQ(s, node_get(n, SURF_ISCR), 0, "ISCR");
	node_put(n, EXT(HMCR), 1);
	SIM_EQ(s, node_get(n, SURF_ECDR), 1, "ECDR");
	node_compare(n);
}

/* ---- totals ---- */

/* Takes a copy while packets come: it must contain all packets except those in the pipeline,
 * and must not change. */
static void copy_under_way(struct node *n, uint64_t *before)
{
	uint64_t first[TOTALS], again[TOTALS];
	const uint64_t arrived = n->arrived;

	SIM_EQ(n->s, (uint64_t)host_write(n->host, false, n->slot, n->rbase + EXT(SNCR), 15, 1),
	       0, "SNCR answers");
	surf_golden_write(n->g, EXT(SNCR), 15, 1); /* only to count the copy */
	quick_totals(n->host, n->slot, n->rbase, first);
	quick_totals(n->host, n->slot, n->rbase, again);
	for (unsigned int EACH(i, 0); i < TOTALS; i++) {
		SIM_EQ(n->s, again[i], first[i], "a total of the copy, read again");
		SIM_CHECK(n->s, first[i] >= before[i], "total %u goes backwards", i);
		before[i] = first[i];
	}
	SIM_CHECK(n->s, first[TOTAL_SEEN] + 3 >= arrived && first[TOTAL_SEEN] <= n->arrived,
		  "%llu packets seen, %llu had arrived", (unsigned long long)first[TOTAL_SEEN],
		  (unsigned long long)arrived);
}

/* Sends packets with random modes, at legal and at too short distances; copies are taken while
 * they come, and exact ones afterwards. */
static void totals(struct sim *s)
{
	struct node *n = open_node(s);
	const unsigned int rounds = (unsigned int)sim_length(s, 24, 4);
	uint64_t sent = 0, words = 0, before[TOTALS] = {0};

	for (unsigned int EACH(i, 0); i < rounds; i++) {
		const struct sni_timing t = {.idle_max = i % 2 ? 0 : 40,
					     .start_to_start = i % 4 == 3 ? 3 : 18,
					     .end_to_start = i % 4 == 3 ? 1 : 4,
					     .break_rules = i % 4 == 3};
		const uint64_t packets = sim_range(s, 1, 150);

		quick_acdr(n, ACDR(.lat_n = 12, .tsize = (unsigned int)sim_range(s, 0, 1)));
		node_put(n, SURF_TTCR, (uint32_t)sim_range(s, 0, 3) << 2);
		if (i % 3 == 0)
			quick_rewind(n);
		node_put(n, SURF_HTCR, i ? (uint32_t)sim_range(s, 0, 7) : ALL);
		sni_set_timing(n->sni, &t);
		shrimp_start_random_packets(n->c, packets, i % 2 ? 1 : 40, 1000);
		sent += packets;
		while (shrimp_packets_playing(n->c))
			copy_under_way(n, before);
		node_drain(n);
		node_put(n, EXT(SNCR), 1);
		for (uint32_t at = EXT(SNCR); at <= EXT(STEC); at += 4)
			if (at != EXT(ISSR))
				node_get(n, at);
		quick_totals(n->host, n->slot, n->rbase, before);
		SIM_EQ(s, before[TOTAL_SEEN], sent, "packets seen");
		SIM_EQ(s, before[TOTAL_DROPPED], n->dropped, "packets dropped");
		SIM_EQ(s, before[TOTAL_WORDS], n->words, "words");
		words += before[TOTAL_TRACED];
	}
	SIM_CHECK(s, n->dropped > 0 || rounds < 8, "no packet was dropped");
	SIM_CHECK(s, words > 0, "no packet was traced");
	/* only power-on resets the totals */
	node_resdrv(n);
	node_enable(n, 0xD000, 3, 5);
	node_put(n, SURF_HTCR, 0);
	node_put(n, EXT(SNCR), 1);
	quick_totals(n->host, n->slot, n->rbase, before);
	SIM_EQ(s, before[TOTAL_SEEN], sent, "packets seen");
	quick_power_on(n);
	node_put(n, EXT(SNCR), 1);
	quick_totals(n->host, n->slot, n->rbase, before);
	SIM_EQ(s, before[TOTAL_SEEN], 0, "packets seen after power-on");
	node_compare(n);
}

/* ---- status ---- */

/* Sets and clears random sticky bits with random lanes; the other bits cannot be set. */
static void status(struct sim *s)
{
	struct node *n = open_node(s);

	node_put(n, EXT(ISSR), 0xFFFFFFFF);
	SIM_EQ(s, node_get(n, SURF_ISCR), STICKY, "ISCR");
	node_put(n, SURF_ISCR, 0xFFFFFFFF);
	SIM_EQ(s, node_get(n, SURF_ISCR), 0, "ISCR");
	for (unsigned int EACH(bit, 0); bit < 32; bit++) {
		node_put(n, EXT(ISSR), 1u << bit);
		SIM_EQ(s, node_get(n, SURF_ISCR), STICKY & 1u << bit, "ISCR");
		node_put(n, SURF_ISCR, 1u << bit);
	}
	for (uint64_t EACH(i, sim_length(s, 600, 60)); i; i--) {
		const unsigned int be = lanes[sim_range(s, 0, 9)];
		const uint32_t v = (uint32_t)sim_random(s);

		node_put_be(n, i % 2 ? EXT(ISSR) : SURF_ISCR, be, v);
		SIM_EQ(s, node_get(n, EXT(ISSR)), node_get(n, SURF_ISCR), "ISSR");
	}
	/* a bit that software sets interrupts like one that an event sets */
	node_put(n, SURF_ISCR, 0xFFFFFFFF);
	node_put(n, SURF_IEMR, PV);
	node_put(n, EXT(ISSR), 1u << 10);
	SIM_EQ(s, node_get(n, SURF_ISCR), surf_mask(SURF_ISCR_PEND) | PV, "PEND and PV");
	node_put(n, SURF_ISCR, PV);
	SIM_EQ(s, node_get(n, SURF_ISCR), 0, "ISCR");
}

/* ---- saturation ---- */

static void send_to_bin(struct node *n, uint32_t count)
{
	node_play_random(n, count, 2, 100);
}

/* Counts one bin beyond its maximum: with wrapping, with saturation, and with a change between
 * the two. */
static void saturation(struct sim *s)
{
	struct node *n = open_node(s);
	struct sbit_map map;

	for (int i = 0; i < SBIT_OUTPUTS; i++)
		map.sel[i] = SBIT_ZERO;
	quick_select(n, &map);
	quick_acdr(n, ACDR(.lat_n = 12, .tsize = 1));
	node_put(n, SURF_HTCR, HEN);
	for (unsigned int EACH(sat, 0); sat < 2; sat++) {
		node_put(n, EXT(HMCR), sat);
		/* a threshold of 5: the fifth packet wraps the bin, or fills it */
		node_mem_put(n, true, 0, UINT32_MAX - 4 - sat);
		send_to_bin(n, 4);
		SIM_EQ(s, node_get(n, SURF_ISCR) & BV, 0, "BV before the threshold");
		SIM_EQ(s, node_get(n, SURF_ISCR) & FNE, 0, "FNE before it");
		send_to_bin(n, 1);
		SIM_EQ(s, node_get(n, SURF_ISCR) & BV, BV, "BV at the threshold");
		SIM_EQ(s, node_mem_get(n, true, 0), sat ? UINT32_MAX : 0, "the bin");
		for (unsigned int EACH(i, 0); i < 3; i++)
			SIM_EQ(s, node_get(n, SURF_HFDR), i ? 0 : 0x100, "its index");
		node_put(n, SURF_ISCR, BV);
		send_to_bin(n, 7);
		SIM_EQ(s, node_mem_get(n, true, 0), sat ? UINT32_MAX : 7, "the bin");
		SIM_EQ(s, node_get(n, SURF_ISCR) & (BV | FNE), 0, "once only");
	}
	/* a full bin wraps when saturation is switched off */
	node_put(n, EXT(HMCR), 0);
	send_to_bin(n, 1);
	SIM_EQ(s, node_mem_get(n, true, 0), 0, "the bin");
	SIM_EQ(s, node_get(n, SURF_ISCR) & BV, BV, "BV");
	/* random bins, all of them near their maximum, with both modes */
	for (int i = 0; i < SBIT_OUTPUTS; i++)
		map.sel[i] = i < 6 ? (uint8_t)sim_range(s, 0, 49) : SBIT_ZERO;
	quick_select(n, &map);
	for (unsigned int i = 0; i < sim_length(s, 12, 2); i++) {
		node_put(n, SURF_HTCR, FRS | HEN | TEN);
		node_put(n, SURF_HTCR, HEN | TEN);
		/* the trace ends at the first bin that wraps */
		node_put(n, SURF_TTCR, 2 << 2 | 2);
		node_put(n, SURF_ISCR, 0xFFFFFFFF);
		node_put(n, EXT(HMCR), i & 1);
		for (uint32_t b = 0; b < 64; b++)
			node_mem_put(n, true, b, UINT32_MAX - (uint32_t)sim_range(s, 0, 3));
		send_to_bin(n, 150);
		node_get(n, SURF_ISCR);
		while (node_get(n, SURF_ISCR) & FNE)
			node_get(n, SURF_HFDR);
		node_compare(n);
	}
}

/* ---- filters ---- */

static void put_filter(struct node *n, unsigned int trace, unsigned int word, uint32_t v)
{
	node_put(n, (trace ? EXT(FTCR) : EXT(FHCR)) + 4 * word, v);
}

static uint32_t pair(struct sim *s, uint32_t below)
{
	const uint32_t a = (uint32_t)sim_range(s, 0, below),
		       b = (uint32_t)sim_range(s, 0, below);

	return a < b ? a | b << 16 : b | a << 16;
}

static void random_filter(struct node *n, unsigned int trace)
{
	struct sim *s = n->s;
	const uint32_t size = pair(s, 12), latency = pair(s, 2000), addr = pair(s, 15);

	put_filter(n, trace, F_AM, 0xF << 23);
	put_filter(n, trace, F_AL, (addr & 15) << 23);
	put_filter(n, trace, F_AH, (addr >> 16) << 23);
	for (unsigned int i = F_S0; i <= F_C1; i++)
		put_filter(n, trace, i, (uint32_t)(sim_random(s) | sim_random(s)));
	put_filter(n, trace, F_SZ, (size & 0x7FF) | (size >> 16) << 16);
	put_filter(n, trace, F_LL, latency & 0xFFFF);
	put_filter(n, trace, F_LH, latency >> 16);
	put_filter(n, trace, F_CR, (uint32_t)sim_random(s) & 0x3F);
}

/* One condition of a filter. */
struct edge_case {
	unsigned int enable, word;
	uint32_t low, high; /* written to @word and @word + 1; for F_SZ both are in one word */
};

/* Sets the condition with its values, and gives eight packets the values at its edges. Returns
 * how many of them meet it. */
static unsigned int packets_at_edges(struct node *n, unsigned int trace,
				     const struct edge_case *c, struct packet p[8])
{
	static const uint32_t addr[8] = {0xFC, 0x100, 0x104, 0x1FC, 0x200, 0x204, 0, 0x7FFFFFC};
	const unsigned int bit = (unsigned int)sim_range(n->s, 1, 62);
	const uint8_t color[8] = {(uint8_t)(bit - 1),	     (uint8_t)bit,
				  (uint8_t)(bit + 1),	     (uint8_t)(bit ^ 32),
				  (uint8_t)((bit + 2) & 63), (uint8_t)((bit - 2) & 63),
				  (uint8_t)((bit + 7) & 63), (uint8_t)((bit + 15) & 63)};
	const uint64_t set = (uint64_t)7 << (bit - 1) | (uint64_t)1 << (bit ^ 32);

	for (unsigned int i = 0; i < 8; i++)
		p[i] = (struct packet){.words = 1};
	switch (c->word) {
	case F_AL:
		put_filter(n, trace, F_AL, c->low);
		put_filter(n, trace, F_AH, c->high);
		for (unsigned int i = 0; i < 8; i++)
			p[i].addr = addr[i];
		return 4;
	case F_SZ:
		put_filter(n, trace, F_SZ, c->low | c->high << 16);
		for (unsigned int i = 0; i < 8; i++)
			p[i].words = (uint16_t)(i < 7 ? i + 1 : 1024);
		return 3;
	default:
		put_filter(n, trace, c->word, (uint32_t)set);
		put_filter(n, trace, c->word + 1, (uint32_t)(set >> 32));
		for (unsigned int i = 0; i < 8; i++) {
			p[i].color = color[i];
			p[i].x = color[i] & 31;
			p[i].y = color[i] >> 5 & 1;
		}
		return 4;
	}
}

static uint64_t passed(struct node *n, unsigned int trace)
{
	return surf_golden_total(n->g, trace ? TOTAL_TRACED : TOTAL_HISTOGRAMMED);
}

/* Tests each criterion alone at its bounds, where the result is known. */
static void filter_edges(struct sim *s)
{
	static const struct edge_case cases[] = {
		{1, F_AL, 0x100, 0x200}, {8, F_SZ, 3, 5}, {2, F_S0, 0, 0}, {4, F_C0, 0, 0}};
	struct node *n = open_node(s);

	quick_acdr(n, ACDR(.lat_n = 12, .tsize = 1));
	node_put(n, SURF_HTCR, HEN | TEN);
	for (unsigned int EACH(trace, 0); trace < 2; trace++)
		for (unsigned int EACH(c, 0); c < sizeof(cases) / sizeof(cases[0]); c++)
			for (unsigned int EACH(inverse, 0); inverse < 2; inverse++) {
				struct packet p[8];
				unsigned int met;
				uint64_t before;

				put_filter(n, trace, F_CR, 0);
				put_filter(n, trace, F_AM, 0x7FFFFFC);
				met = packets_at_edges(n, trace, &cases[c], p);
				put_filter(n, trace, F_CR, cases[c].enable | inverse << 5);
				before = passed(n, trace);
				quick_play(n, p, 8);
				SIM_EQ(s, passed(n, trace) - before, inverse ? 8 - met : met,
				       "packets that pass");
				put_filter(n, trace, F_CR, 0);
			}
	node_put(n, EXT(SNCR), 1);
	for (uint32_t at = EXT(SEEN_L); at <= EXT(WORD_H); at += 4)
		node_get(n, at);
	node_compare(n);
}

/* Tests random filters and packets; totals, bins and trace must be the golden model's. */
static void filter_random(struct sim *s)
{
	struct node *n = open_node(s);
	const unsigned int rounds = (unsigned int)sim_length(s, 30, 4);
	uint64_t some = 0;

	quick_acdr(n, ACDR(.sendid = (unsigned int)sim_range(s, 0, 4), .lat_n = 6, .tsize = 1));
	for (unsigned int i = 0; i < rounds; i++) {
		random_filter(n, 0);
		random_filter(n, 1);
		node_put(n, SURF_TTCR, (uint32_t)sim_range(s, 0, 2) << 2);
		quick_rewind(n);
		node_put(n, SURF_HTCR, ALL);
		node_play_random(n, 60, 12, 2500);
		node_put(n, EXT(SNCR), 1);
		for (uint32_t at = EXT(SEEN_L); at <= EXT(WORD_H); at += 4)
			node_get(n, at);
		node_compare(n);
		if (i % 7 == 6) {
			quick_power_on(n);
			quick_acdr(n, ACDR(.sendid = (unsigned int)sim_range(s, 0, 4),
					   .lat_n = 6, .tsize = 1));
		}
		some += surf_golden_total(n->g, TOTAL_HISTOGRAMMED) > 0 &&
			surf_golden_total(n->g, TOTAL_NOT_HISTOGRAMMED) > 0 &&
			surf_golden_total(n->g, TOTAL_TRACED) > 0 &&
			surf_golden_total(n->g, TOTAL_NOT_TRACED) > 0;
	}
	/* with half of the seeds, a single round already has packets that pass and packets that
	 * do not */
	SIM_CHECK(s, some || rounds < 20, "no filter divides the packets");
}

const struct sim_test sim_tests[] = {
	{"rev2_registers", registers, "SB-REV-002", "surfboard_rev2"},
	{"rev2_revision_1", revision_1, "SB-REV-001", "surfboard"},
	{"rev2_totals", totals, "SB-REV-005", "surfboard_rev2"},
	{"rev2_status", status, NULL, "surfboard_rev2"},
	{"rev2_saturation", saturation, "SB-REV-011", "surfboard_rev2"},
	{"rev2_filter_edges", filter_edges, "SB-REV-008", "surfboard_rev2"},
	{"rev2_filter_random", filter_random, "SB-REV-008", "surfboard_rev2"},
	{0},
};
