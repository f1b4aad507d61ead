/* SPDX-License-Identifier: Apache-2.0 */
/* Tests revision 2 (BOARD_REV=2) on EISA: loss markers, outlier capture, trigger sequencer,
 * decay. */
#include "quick.h"
#include "surfboard_regs.h"
#include <inttypes.h>

#define EXT(name) SURFBOARD_##name
#define MOST 4096 /* most packets of a run in which the test checks each packet */

static struct node *open_node(struct sim *s)
{
	struct node *n = quick_open(
		s, &(struct node_config){.trace = SIMM_4MB, .hist = SIMM_4MB, .drift = true});

	quick_acdr(n, ACDR(.lat_n = 6, .tsize = 1));
	return n;
}

/* Compares every register of the extension except those of the decay, whose passes run by
 * themselves. */
static void compare_all(struct node *n)
{
	node_drain(n);
	node_put(n, EXT(SNCR), 1);
	for (uint32_t at = EXT(CAPR); at <= EXT(FSLH); at += 4)
		if (at != EXT(DCCR))
			node_get(n, at);
	node_compare(n);
}

/* ---- loss markers ---- */

struct account { /* the packets that a trace accounts for */
	uint64_t packets, missing;
	unsigned int markers;
};

static struct account read_trace(struct node *n, uint32_t entries)
{
	struct account t = {0};

	for (uint32_t EACH(i, 0); i < entries; i++) {
		const struct trace_fields f = quick_entry(n, i);

		if (f.presence == TRACE_LOSS) {
			t.markers++;
			t.missing += simm_peek(n->trace, 4 * i);
			SIM_EQ(n->s, f.rxtime, quick_entry(n, i + 1).rxtime,
			       "time of a marker");
			SIM_EQ(n->s, quick_entry(n, i + 1).presence, TRACE_PACKET,
			       "a packet follows its marker");
		} else {
			t.packets++;
		}
	}
	return t;
}

static void overload(struct node *n, unsigned int gap)
{
	const struct sni_timing t = {.start_to_start = 3 + gap,
				     .end_to_start = 1,
				     .idle_max = gap,
				     .break_rules = true};

	sni_set_timing(n->sni, &t);
}

/* Sends packets too fast: the trace and its markers must account for each packet, whatever is
 * recorded. */
static void loss(struct sim *s)
{
	struct node *n = open_node(s);
	unsigned int markers = 0;

	node_put(n, EXT(TMCR), 1);
	for (unsigned int EACH(i, 0); i < sim_length(s, 24, 4); i++) {
		uint64_t before[TOTALS], after[TOTALS], dropped = n->dropped;
		const uint32_t open = node_get(n, EXT(MISS));
		struct account t;

		quick_rewind(n);
		node_put(n, SURF_TTCR, 0);
		node_put(n, SURF_HTCR, i % 3 ? ALL : TEN);
		node_put(n, EXT(SNCR), 1);
		quick_totals(n->host, n->slot, n->rbase, before);
		overload(n, i % 6);
		node_play_random(n, sim_range(s, 50, 300), i % 2 ? 1 : 6, 500);
		node_put(n, EXT(SNCR), 1);
		quick_totals(n->host, n->slot, n->rbase, after);
		t = read_trace(n, node_get(n, SURF_TECR));
		dropped = n->dropped - dropped;
		SIM_EQ(s, t.packets, after[TOTAL_TRACED] - before[TOTAL_TRACED],
		       "packets in the trace");
		SIM_EQ(s, t.missing + node_get(n, EXT(MISS)), open + dropped,
		       "packets missing, in markers and open");
		SIM_EQ(s, t.packets + dropped, after[TOTAL_SEEN] - before[TOTAL_SEEN],
		       "packets traced and dropped");
		markers += t.markers;
	}
	SIM_CHECK(s, markers > 10, "few markers: %u", markers);
	compare_all(n);
	/* losses are counted only while TEN and MARK are 1 */
	node_put(n, EXT(TMCR), 0);
	SIM_EQ(s, node_get(n, EXT(MISS)), 0, "packets missing without MARK");
	node_put(n, EXT(TMCR), 1);
	node_put(n, SURF_HTCR, HEN | WEN);
	node_play_random(n, 100, 1, 500);
	SIM_EQ(s, node_get(n, EXT(MISS)), 0, "packets missing without TEN");
	compare_all(n);
}

/* Applies PRS and RESDRV at random times of an overload: the packets in the queue are removed,
 * and those that the queue lost stay in MISS and in markers. The golden model is not used. */
static void loss_reset(struct sim *s)
{
	const unsigned int times = sim_length(s, 60, 8);
	struct node *n = open_node(s);
	uint64_t total[TOTALS], dropped = 0;

	for (unsigned int EACH(i, 0); i < times; i++) {
		struct account t;

		quick_power_on(n);
		quick_acdr(n, ACDR(.lat_n = 6, .tsize = 1));
		node_put(n, EXT(TMCR), 1);
		node_put(n, SURF_HTCR, ALL);
		node_stop_checks(n);
		overload(n, i / 2 % 6);
		shrimp_start_random_packets(n->c, 60, 1, 500);
		sim_wait_cycles(n->clk25, (unsigned int)sim_range(s, 20, 250));
		if (i % 2) {
			node_put(n, SURF_HTCR, ALL | PRS);
			node_put(n, SURF_HTCR, ALL);
		} else {
			node_resdrv(n);
			node_enable(n, 0xD000, 3, 5);
		}
		while (shrimp_packets_playing(n->c))
			sim_wait_cycles(n->clk25, 20);
		sim_wait(s, SIM_US(20)); /* until the queues are empty */
		node_put(n, EXT(SNCR), 1);
		quick_totals(n->host, n->slot, n->rbase, total);
		t = read_trace(n, node_read(n, SURF_TECR));
		SIM_EQ(s, t.packets, total[TOTAL_TRACED], "packets in the trace");
		SIM_EQ(s, t.missing + node_read(n, EXT(MISS)), total[TOTAL_DROPPED],
		       "packets missing, in markers and open");
		SIM_EQ(s, total[TOTAL_SEEN], total[TOTAL_TRACED] + total[TOTAL_DROPPED],
		       "packets seen");
		dropped += total[TOTAL_DROPPED];
		node_resume_checks(n);
	}
	SIM_CHECK(s, dropped > times, "few packets lost: %" PRIu64, dropped);
}

/* Reads both memories and writes bins in which no packet counts over EISA without a pause, so
 * that Stage 3 has to wait for its memories. */
static void disturb(struct node *n)
{
	const uint32_t word = (uint32_t)sim_range(n->s, 1, 0xFFFFF);

	if (sim_random(n->s) & 1)
		node_mem_put(n, true, word, word);
	else
		node_mem_get(n, sim_random(n->s) & 1, word);
}

/* Tests random settings: all modes, small and large memories, triggers and filters; MARK
 * changes during the run. */
static void loss_random(struct sim *s)
{
	struct node *n = open_node(s);

	for (unsigned int i = 0; i < sim_length(s, 40, 5); i++) {
		quick_acdr(n, ACDR(.lat_n = 6,
				   .tsize = i % 2 ? (unsigned int)sim_range(s, 0, 1) : 0));
		/* in half of the runs the external input triggers in the middle */
		node_put(n, SURF_TTCR, i % 2 ? (uint32_t)sim_range(s, 0, 15) : 1 << 2 | 1);
		node_put(n, EXT(TMCR), sim_range(s, 0, 4) > 0);
		node_put(n, EXT(FTCR), (uint32_t)(sim_range(s, 0, 1) << 3));
		node_put(n, EXT(FTSZ), 2u << 16 | 1);
		if (sim_random(s) & 1)
			quick_rewind(n);
		node_put(n, SURF_HTCR, sim_range(s, 0, 5) ? ALL : HEN);
		overload(n, (unsigned int)sim_range(s, 0, i % 2 ? 20 : 3));
		/* the trigger comes in the middle */
		node_x_in(n, true);
		shrimp_start_random_packets(n->c, 60, 3, 500);
		sim_wait_cycles(n->clk25, (unsigned int)sim_range(s, 100, 600));
		node_x_in(n, i % 2 && sim_random(s) & 1);
		while (shrimp_packets_playing(n->c)) {
			if (i & 2)
				disturb(n);
			else
				sim_wait_cycles(n->clk25, 20);
		}
		node_compare(n);
		node_get(n, EXT(MISS));
		if (i % 8 == 7)
			quick_power_on(n);
	}
	compare_all(n);
}

/* Packets are missing in front of the packet that triggers: the marker is no trigger, so with
 * the trigger in the middle half of the entries come before the packet, the last of them the
 * marker. */
static void loss_at_trigger(struct sim *s)
{
	const struct packet packet = {.words = 1};
	struct node *n = open_node(s);

	quick_acdr(n, ACDR(.lat_n = 6, .tsize = 0)); /* 16 entries */
	node_put(n, EXT(TMCR), 1);
	for (unsigned int EACH(i, 0); i < sim_length(s, 18, 6); i++) {
		const unsigned int mode = i % 3; /* beginning, middle, end */
		const uint32_t more = (uint32_t)sim_range(s, 0, 5);
		uint32_t at;

		node_put(n, SURF_HTCR, 0);
		node_put(n, SURF_TTCR, mode << 2 | 1); /* by the external input */
		node_x_in(n, true);		       /* not TRUE, because EIP is 0 */
		quick_rewind(n);
		node_put(n, SURF_HTCR, ALL);
		overload(n, 0);
		for (unsigned int EACH(tries, 0); !node_get(n, EXT(MISS)); tries++) {
			SIM_CHECK(s, tries < 30, "the last packet of a run is never dropped");
			node_play_random(n, sim_range(s, 20, 60), 1, 500);
		}
		if (mode == 1)
			SIM_EQ(s, node_get(n, SURF_TECR), 8, "entries before the trigger");
		sni_set_timing(n->sni, &(struct sni_timing){.start_to_start = 100});
		node_x_in(n, false);
		at = node_get(n, SURF_TICR);
		for (uint32_t j = 0; j <= more; j++)
			node_send(n, &packet);
		SIM_EQ(s, quick_entry(n, at).presence, TRACE_LOSS, "the marker");
		SIM_EQ(s, node_get(n, SURF_TPIR), (at + 1) & 15, "the packet that triggered");
		if (mode == 1)
			SIM_EQ(s, node_get(n, SURF_TECR), 9 + more, "entries after it");
		node_get(n, SURF_TECR);
		node_get(n, EXT(MISS));
	}
	compare_all(n);
}

/* ---- outlier capture ---- */

static struct packet outlier_packets[MOST];

/* Puts outliers among small packets: the trace must contain each of them, the set number of
 * packets before and after it, and no other packet. */
static void outliers(struct sim *s)
{
	struct node *n = open_node(s);
	uint64_t found = 0;

	for (unsigned int EACH(i, 0); i < sim_length(s, 16, 4); i++) {
		const uint32_t count = (uint32_t)sim_range(s, 50, 400);
		const uint32_t before = (uint32_t)sim_range(s, 0, i % 2 ? 4 : 40);
		const uint32_t after = (uint32_t)sim_range(s, 0, i % 3 ? 3 : 30);
		const unsigned int rarity = (unsigned int)sim_range(s, 3, 120);
		static bool stays[MOST];
		uint32_t kept = 0, entries;

		memset(stays, 0, sizeof(stays));
		for (uint32_t k = 0; k < count; k++) {
			const bool big = !sim_range(s, 0, rarity);

			outlier_packets[k] =
				(struct packet){.words = (uint16_t)(big ? sim_range(s, 6, 9)
									: sim_range(s, 1, 5)),
						.addr = 4 * k};
			for (uint32_t j = k > before ? k - before : 0; big && j <= k + after;
			     j++)
				if (j < count)
					stays[j] = true;
			found += big;
		}
		quick_rewind(n);
		node_put(n, SURF_HTCR, TEN | (i % 2 ? HEN : 0));
		node_put(n, EXT(OLSB), 5);
		node_put(n, EXT(OLPR), before | after << 16);
		node_put(n, EXT(OLCR), 2);
		sni_set_timing(n->sni, &(struct sni_timing){.start_to_start = 20});
		quick_play(n, outlier_packets, count);
		entries = node_get(n, SURF_TECR);
		/* the packets before an outlier are in the outlier ring, whose order may be
		 * rotated */
		for (uint32_t EACH(k, 0); k < entries; k++)
			for (uint32_t EACH(j, k + 1); j < entries; j++)
				SIM_CHECK(s, quick_entry(n, k).addr != quick_entry(n, j).addr,
					  "a packet is there twice");
		for (uint32_t EACH(k, 0); k < count; k++) {
			uint32_t at = 0;

			while (at < entries && quick_entry(n, at).addr != 4 * k)
				at++;
			SIM_EQ(s, at < entries, stays[k], "a packet of the trace");
			if (stays[k])
				SIM_EQ(s, quick_entry(n, at).presence,
				       outlier_packets[k].words > 5 ? TRACE_OUTLIER
								    : TRACE_PACKET,
				       "what it is");
			kept += stays[k];
		}
		SIM_EQ(s, entries, kept, "TECR");
		node_put(n, EXT(OLCR), 0);
	}
	SIM_CHECK(s, found, "no outlier");
	compare_all(n);
}

/* Tests both bounds, small memories that fill up, losses with and without markers, and register
 * writes during the run; the golden model predicts the packets that stay. */
static void outliers_random(struct sim *s)
{
	struct node *n = open_node(s);

	for (unsigned int i = 0; i < sim_length(s, 60, 6); i++) {
		const uint32_t most = i % 2 ? 6 : 60;
		/* many packets enter the outlier ring, up to the end of the memory */
		const bool rare = i % 3 == 0;

		if (rare || sim_range(s, 0, 2)) {
			quick_acdr(n,
				   ACDR(.lat_n = 6,
					.tsize = rare ? 0 : (unsigned int)sim_range(s, 0, 1)));
			quick_rewind(n);
			node_put(n, SURF_TTCR,
				 (uint32_t)sim_range(s, 0, 15) & (rare ? 12 : 15));
			node_put(n, SURF_HTCR, sim_range(s, 0, 5) ? ALL : HEN);
		}
		node_put(n, EXT(TMCR), sim_range(s, 0, 2) > 0);
		node_put(n, EXT(OLLB), (uint32_t)sim_range(s, 0, 500));
		node_put(n, EXT(OLSB), (uint32_t)sim_range(s, rare ? 8 : 2, 9));
		node_put_be(n, EXT(OLPR), sim_random(s) & 1 ? 15 : 3,
			    (uint32_t)(sim_range(s, 0, most) | sim_range(s, 0, most) << 16));
		if (rare)
			node_put(n, EXT(OLPR), (uint32_t)sim_range(s, 6, 20));
		node_put(n, EXT(OLCR), rare ? 2 : (uint32_t)sim_range(s, 0, 6) & 3);
		overload(n, rare ? 60 : (unsigned int)sim_range(s, 0, 40));
		node_play_random(n, 80, 9, 600);
		node_get(n, EXT(MISS));
		node_compare(n);
	}
	compare_all(n);
}

/* ---- trigger sequencer ---- */

static uint32_t step(unsigned int condition, bool inverse, unsigned int next, bool fire,
		     uint32_t times)
{
	return condition | (uint32_t)inverse << 3 | next << 4 | (uint32_t)fire << 6 |
	       times << 16;
}

/* Program: three packets of one color, then a large packet, then two that interrupt, then one
 * that fills its bin. The trace must end exactly with the packet that completes this
 * sequence. */
static void sequencer(struct sim *s)
{
	struct node *n = open_node(s);
	struct packet p[40] = {{0}};
	uint32_t trigger = 0;

	for (unsigned int i = 0; i < 40; i++)
		p[i] = (struct packet){.words = 1, .addr = 4 * i, .color = 1};
	/* three packets of the color, and a fourth that the program must ignore */
	p[2].color = p[5].color = p[6].color = p[9].color = 33;
	p[3].irq = p[8].irq = p[12].irq = true; /* 3 and 8 come too early */
	p[20].irq = true;
	trigger = 25; /* the fifth packet after packet 20 */
	node_put(n, EXT(FSC1), 1u << (33 - 32));
	node_put(n, EXT(FSCR), SURFBOARD_FSCR_COLOR_MASK);
	node_put(n, EXT(SQS0), step(1, false, 2, false, 3)); /* 2, 5, 6 */
	node_put(n, EXT(SQS2), step(3, false, 1, false, 3)); /* 8, 12, 20 */
	node_put(n, EXT(SQS1), step(0, false, 3, false, 4)); /* 21 to 24 */
	node_put(n, EXT(SQS3), step(3, true, 3, true, 0));
	node_put(n, EXT(SQCR), 3);
	node_put(n, SURF_TTCR, 2 << 2);
	node_put(n, SURF_HTCR, TEN);
	quick_play(n, p, 40);
	SIM_EQ(s, node_get(n, SURF_TECR), trigger + 1, "entries up to the trigger packet");
	SIM_EQ(s, quick_entry(n, node_get(n, SURF_TPIR)).addr, 4 * trigger,
	       "the trigger packet");
	SIM_CHECK(s, node_get(n, SURF_HTCR) & TRG, "TRG");
	SIM_EQ(s, node_get(n, EXT(SQNW)), 0x30, "the step that fired");
	compare_all(n);
}

/* Tests random programs, conditions and packets. */
static void sequencer_random(struct sim *s)
{
	static const uint8_t lanes[] = {1, 2, 4, 8, 3, 6, 12, 7, 14, 15};
	struct node *n = open_node(s);
	struct sbit_map map;
	const unsigned int rounds = (unsigned int)sim_length(s, 60, 6);
	unsigned int fired = 0;

	for (int i = 0; i < SBIT_OUTPUTS; i++)
		map.sel[i] = i < 3 ? (uint8_t)sim_range(s, 30, 35) : SBIT_ZERO;
	quick_select(n, &map);
	for (unsigned int i = 0; i < rounds; i++) {
		for (unsigned int k = 0; k < 4; k++)
			node_put_be(n, EXT(SQS0) + 4 * k, sim_random(s) & 1 ? 15 : 7,
				    step((unsigned int)sim_range(s, 0, i % 4 ? 4 : 7),
					 sim_random(s) & 1, (unsigned int)sim_range(s, 0, 3),
					 sim_random(s) & 1, (uint32_t)sim_range(s, 0, 6)));
		node_put(n, EXT(FSCR),
			 (uint32_t)sim_range(s, 0, 63) &
				 (SURFBOARD_FSCR_INV_MASK | SURFBOARD_FSCR_SIZE_MASK |
				  SURFBOARD_FSCR_COLOR_MASK));
		node_put(n, EXT(FSC0), (uint32_t)sim_random(s));
		node_put(n, EXT(FSC1), (uint32_t)sim_random(s));
		node_put(n, EXT(FSSZ),
			 (uint32_t)(sim_range(s, 1, 2) | sim_range(s, 2, 4) << 16));
		for (uint32_t b = 0; b < 8; b++)
			node_mem_put(n, true, b, UINT32_MAX - (uint32_t)sim_range(s, 0, 9));
		node_put(n, EXT(FTCR), i % 5 ? 0 : 8);
		node_put(n, EXT(FTSZ), 3u << 16 | 1);
		node_put(n, SURF_TTCR, (uint32_t)sim_range(s, 0, 15));
		quick_rewind(n);
		node_put(n, EXT(SQCR), sim_range(s, 0, 4) ? 3 : (uint32_t)sim_range(s, 0, 3));
		/* the sequencer starts in another state, written with random lanes */
		if (!sim_range(s, 0, 3))
			node_put_be(n, EXT(SQNW), lanes[sim_range(s, 0, 9)],
				    (uint32_t)sim_range(s, 0, 3) << 4 |
					    (uint32_t)sim_range(s, 0, 4) << 16);
		node_put(n, SURF_HTCR, ALL);
		node_x_in(n, sim_random(s) & 1);
		node_play_random(n, 40, 4, 500);
		fired += surf_get(node_get(n, SURF_HTCR), SURF_HTCR_TRG);
		node_get(n, EXT(SQCR));
		node_get(n, EXT(SQNW));
		node_compare(n);
	}
	/* about four of ten rounds end with a trigger */
	SIM_CHECK(s, fired || rounds < 30, "no trigger");
	node_x_in(n, true);
	compare_all(n);
}

/* Saves and restores the sequencer's state at a random packet: it must fire at the same packet
 * as without this. */
static void sequencer_restored(struct sim *s)
{
	struct node *n = open_node(s);
	struct packet p[24] = {{0}};

	for (unsigned int i = 0; i < 24; i++)
		p[i] = (struct packet){.words = 1, .addr = 4 * i, .irq = i % 3 == 2};
	node_put(n, EXT(SQS0), step(3, false, 1, false, 2)); /* 2, 5 */
	node_put(n, EXT(SQS1), step(3, true, 2, false, 3));  /* 6, 7, 9 */
	node_put(n, EXT(SQS2), step(3, false, 3, false, 1)); /* 11 */
	node_put(n, EXT(SQS3), step(0, false, 0, true, 4));  /* 12 to 15 */
	node_put(n, SURF_TTCR, 2 << 2);
	for (unsigned int EACH(cut, 0); cut < 16; cut++) {
		uint32_t where;

		quick_rewind(n);
		node_put(n, EXT(SQCR), 3);
		node_put(n, SURF_HTCR, TEN);
		quick_play(n, p, cut);
		node_put(n, SURF_HTCR, 0);
		where = node_get(n, EXT(SQNW));
		node_put(n, EXT(SQCR), 0);
		node_put(n, EXT(SQNW), ~where);
		node_get(n, EXT(SQNW));
		node_put(n, EXT(SQNW), where);
		node_put(n, EXT(SQCR), 1);
		node_put(n, SURF_HTCR, TEN);
		quick_play(n, p + cut, 24 - cut);
		SIM_EQ(s, quick_entry(n, node_get(n, SURF_TPIR)).addr, 4 * 15,
		       "the trigger packet");
		SIM_EQ(s, node_get(n, SURF_TECR), 16, "entries up to the trigger packet");
		node_put(n, SURF_HTCR, 0);
	}
	compare_all(n);
}

/* ---- decay ---- */

#define BINS 64

static bool pass_ended(void *arg)
{
	struct node *n = arg;
	uint32_t v;

	return !host_read(n->host, false, n->slot, n->rbase + EXT(DCCR), 15, &v) && !(v & 2);
}

static uint64_t taken(struct node *n)
{
	node_put(n, EXT(SNCR), 1);
	return node_read(n, EXT(DCAY_L)) | (uint64_t)node_read(n, EXT(DCAY_H)) << 32;
}

static void write_raw(struct node *n, uint32_t offset, uint32_t v)
{
	SIM_EQ(n->s, (uint64_t)host_write(n->host, false, n->slot, n->rbase + offset, 15, v), 0,
	       "the register answers");
}

/* Makes a pass without packets; the golden model makes it without delay. */
static void halve_quietly(struct node *n)
{
	node_put(n, EXT(DCLB), (uint32_t)sim_range(n->s, 0, BINS - 1));
	for (uint32_t b = 0; b < BINS; b++)
		node_mem_put(n, true, b,
			     (uint32_t)(sim_random(n->s) >> sim_range(n->s, 32, 63)));
	node_put(n, EXT(DCCR), 1);
	while (!pass_ended(n))
		;
	node_get(n, EXT(DCCR));
	for (uint32_t b = 0; b < BINS; b++)
		node_mem_get(n, true, b);
	node_put(n, EXT(SNCR), 1);
	node_get(n, EXT(DCAY_L));
	node_get(n, EXT(DCAY_H));
}

/*
 * Makes passes while packets come, the host reads and writes bins, and the memory is refreshed.
 * No increment may be lost. Of the increments of a bin some came before
 * the pass and some after it; the sum of all bins and of the amount that the passes subtracted
 * must be the number of counted packets.
 */
static void halve_beside_packets(struct node *n, bool periodic)
{
	struct sim *s = n->s;
	const uint64_t taken_before = taken(n);
	uint32_t was[BINS], dccr;
	uint64_t all = 0, sum = 0;

	for (uint32_t b = 0; b < BINS; b++)
		was[b] = surf_golden_hist_word(n->g, b);
	write_raw(n, EXT(DCLB), BINS - 1);
	sim_wait_cycles(n->clk25, 8);
	shrimp_start_random_packets(n->c, 250, 2, 100);
	sim_wait_cycles(n->clk25, (unsigned int)sim_range(s, 0, 500));
	write_raw(n, periodic ? EXT(DCPR) : EXT(DCCR), 1);
	while (shrimp_packets_playing(n->c)) {
		uint32_t v;

		SIM_EQ(s,
		       (uint64_t)host_read(n->host, false, n->slot,
					   n->mbase + NODE_HIST +
						   4 * (uint32_t)sim_range(s, 0, 2 * BINS),
					   15, &v),
		       0, "the memory answers");
		if (!sim_range(s, 0, 3)) { /* the host writes a bin that no packet changes */
			const uint32_t at = BINS + (uint32_t)sim_range(s, 0, BINS - 1);

			node_mem_put(n, true, at, (uint32_t)sim_random(s));
		}
	}
	node_drain(n);
	write_raw(n, EXT(DCPR), 0);
	do
		sim_wait_cycles(n->clk25, 100);
	while (!pass_ended(n));
	for (uint32_t b = 0; b < BINS; b++) {
		const uint32_t now = simm_peek(n->hist, b),
			       counts = surf_golden_hist_word(n->g, b);
		const uint32_t more = counts - was[b];
		bool possible = periodic;

		for (uint32_t j = 0; j <= more; j++)
			possible |= now == (was[b] + j) / 2 + more - j;
		SIM_CHECK(s, possible, "bin %u: %u and %u packets made %u", b, was[b], more,
			  now);
		all += counts;
		sum += now;
		surf_golden_hist_put(n->g, b, now);
	}
	SIM_EQ(s, sum + taken(n) - taken_before, all, "in the bins and taken from them");
	SIM_EQ(s, (uint64_t)host_read(n->host, false, n->slot, n->rbase + EXT(DCCR), 15, &dccr),
	       0, "the register answers");
	SIM_CHECK(s, !periodic || surf_get(dccr, SURF_DCCR_PASSES) > 1, "passes: %u",
		  surf_get(dccr, SURF_DCCR_PASSES));
}

static void decay(struct sim *s)
{
	struct node *n = open_node(s);
	struct sbit_map map;

	for (int i = 0; i < SBIT_OUTPUTS; i++) /* few bins, so that each is counted often */
		map.sel[i] =
			i < 6 ? (uint8_t)(sbit_variables[SBIT_COLOR].first + i) : SBIT_ZERO;
	quick_select(n, &map);
	node_put(n, SURF_HTCR, ALL);
	for (unsigned int i = 0; i < 4; i++)
		halve_quietly(n);
	/* packets at this rate must never be dropped, so the pass must not delay them */
	sni_set_timing(n->sni, &(struct sni_timing){.start_to_start = 18});
	for (unsigned int EACH(i, 0); i < sim_length(s, 20, 3); i++)
		halve_beside_packets(n, i % 4 == 3);
	SIM_EQ(s, n->dropped, 0, "packets dropped");
	SIM_CHECK(s, n->service_max <= 26, "a packet took %u clocks", n->service_max);
	/* the pass must not change the bins above the last one */
	node_mem_put(n, true, BINS, 77);
	node_put(n, EXT(DCLB), BINS - 1);
	node_put(n, EXT(DCCR), 1);
	while (!pass_ended(n))
		;
	SIM_EQ(s, node_mem_get(n, true, BINS), 77, "the bin behind the last");
	node_compare(n);
}

static unsigned int passes(struct node *n)
{
	uint32_t v;

	SIM_EQ(n->s, (uint64_t)host_read(n->host, false, n->slot, n->rbase + EXT(DCCR), 15, &v),
	       0, "the register answers");
	return v >> 16;
}

/* Lowers the last bin below the bin in progress: the pass must end there. */
static void decay_shortened(struct sim *s)
{
	struct node *n = open_node(s);

	simm_poke(n->hist, 0, 9);
	simm_poke(n->hist, 5000, 9);
	write_raw(n, EXT(DCLB), 0xFFFFFF);
	write_raw(n, EXT(DCCR), 1);
	sim_wait_cycles(n->clk25, 2000); /* more than 100 bins, of at most 12 clocks */
	SIM_CHECK(s, !pass_ended(n), "the pass ended early");
	write_raw(n, EXT(DCLB), (uint32_t)sim_range(s, 0, 99));
	sim_wait_cycles(n->clk25, 40);
	SIM_CHECK(s, pass_ended(n), "the pass goes on behind its last bin");
	SIM_EQ(s, passes(n), 1, "passes");
	SIM_EQ(s, simm_peek(n->hist, 0), 4, "the first bin");
	SIM_EQ(s, simm_peek(n->hist, 5000), 9, "a bin that the pass did not reach");
}

/* Checks the time between passes, which the period sets, and that a period of 0 ends the
 * passes. Bin 0 stays empty. */
static void decay_periods(struct sim *s)
{
	static const unsigned int periods[] = {1, 2, 5};
	struct node *n = open_node(s);

	write_raw(n, EXT(DCLB), 0);
	for (unsigned int EACH(i, 0); i < 3; i++) {
		uint64_t began, clocks;
		unsigned int before;

		write_raw(n, EXT(DCPR), periods[i]);
		before = passes(n);
		while (passes(n) == before)
			;
		began = sim_clock_edges(n->clk25);
		while (passes(n) != (uint16_t)(before + 3))
			;
		clocks = sim_clock_edges(n->clk25) - began;
		/* a read takes up to 40 clocks */
		SIM_CHECK(s,
			  clocks + 100 > 2048 * periods[i] && clocks < 2048 * periods[i] + 100,
			  "two passes of period %u in %llu clocks", periods[i],
			  (unsigned long long)clocks);
		write_raw(n, EXT(DCPR), 0);
		sim_wait_cycles(n->clk25, 20);
		before = passes(n);
		sim_wait_cycles(n->clk25, 1200);
		SIM_EQ(s, passes(n), before, "passes after the end");
	}
}

const struct sim_test sim_tests[] = {
	{"rev2_loss", loss, "SB-REV-006", "surfboard_rev2"},
	{"rev2_loss_reset", loss_reset, "SB-REV-006", "surfboard_rev2"},
	{"rev2_loss_at_trigger", loss_at_trigger, "SB-REV-006", "surfboard_rev2"},
	{"rev2_loss_random", loss_random, "SB-REV-006", "surfboard_rev2"},
	{"rev2_outliers", outliers, "SB-REV-010", "surfboard_rev2"},
	{"rev2_outliers_random", outliers_random, "SB-REV-010", "surfboard_rev2"},
	{"rev2_sequencer", sequencer, "SB-REV-009", "surfboard_rev2"},
	{"rev2_sequencer_random", sequencer_random, "SB-REV-009", "surfboard_rev2"},
	{"rev2_sequencer_restored", sequencer_restored, "SB-REV-007 SB-REV-009",
	 "surfboard_rev2"},
	{"rev2_decay", decay, "SB-REV-012", "surfboard_rev2"},
	{"rev2_decay_shortened", decay_shortened, "SB-REV-012", "surfboard_rev2"},
	{"rev2_decay_periods", decay_periods, "SB-REV-012", "surfboard_rev2"},
	{0},
};
