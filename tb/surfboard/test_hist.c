/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests histogram, FIFO of bins that wrapped, and word count (TR-596-99 3.1, 3.6, A.6 HTCR,
 * WCDR, HFCR, HFDR, A.8): counts and thresholds, every fill level of the FIFO, and the three
 * modes together.
 */
#include "iscr.h"
#include "quick.h"
#include <inttypes.h>

#define SLOTS 4096
#define INDICES 1365 /* number of indices that the FIFO can hold */
#define LSB surf_mask(SURF_HFDR_LSB)
#define RUN 256

enum { STICKY = LU | LV | PV | WCV | BV | FV | TP | TC };

/* A mapping with which a packet can select every bin: size[7:0], sender, category, color. */
static const struct sbit_map any_bin = {{30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 24, 25,
					 26, 27, 28, 29, 40, 41, 42, 43, 44, 45, 46, 47}};

/* The mapping of makeHist: size[9:0] and latency[11:0]. */
static const struct sbit_map make_hist = {{0,  1,  2,  3,  4,  5,  6,	      7,
					   8,  9,  10, 11, 40, 41, 42,	      43,
					   44, 45, 46, 47, 48, 49, SBIT_ZERO, SBIT_ZERO}};

static struct node *open_hist(struct sim *s, enum simm_size hist, const struct sbit_map *map)
{
	const struct node_config cfg = {.trace = SIMM_4MB, .hist = hist, .drift = true};
	struct node *n = quick_open(s, &cfg);

	if (map) {
		quick_select(n, map);
		quick_acdr(n, ACDR(.remote = true, .lat_n = 12, .tsize = 1));
	}
	return n;
}

/* ---- packets to bins ---- */

/* Makes a packet that counts in @bin; its other fields are random. */
static void aim(struct node *n, struct packet *p, uint32_t bin)
{
	node_random_packet(n, p, 1, 1000);
	p->color = bin & 63;
	p->first = (p->first & 0x0FFFFFFF) | (bin >> 6 & 15) << 28;
	p->x = (uint8_t)((p->x & 32) | (bin >> 10 & 31));
	p->y = (uint8_t)((p->y & 62) | (bin >> 15 & 1));
	p->words = bin >> 16 & 255 ? bin >> 16 & 255 : 256;
}

struct targets {
	struct node *n;
	const uint32_t *bin;
	uint64_t count, next;
	bool one; /* all packets go to the first bin */
};

static bool next_target(void *arg, struct packet *p)
{
	struct targets *t = arg;

	if (t->next == t->count)
		return false;
	aim(t->n, p, t->bin[t->one ? 0 : t->next]);
	t->next++;
	return true;
}

/* Sends one packet to each of these bins, as fast as the link allows. */
static void hit_each(struct node *n, const uint32_t *bin, uint64_t count)
{
	node_play(n, next_target, &(struct targets){.n = n, .bin = bin, .count = count});
}

static void hit(struct node *n, uint32_t bin, uint64_t count)
{
	node_play(n, next_target,
		  &(struct targets){.n = n, .bin = &bin, .count = count, .one = true});
}

/* Sets a bin directly, without a bus cycle. */
static void preload(struct node *n, uint32_t bin, uint32_t count)
{
	simm_poke(n->hist, bin, count);
	surf_golden_hist_put(n->g, bin, count);
}

/* Returns a bin for a short packet: packets of 1 to 12 words need no extra time on the link. */
static uint32_t short_bin(struct sim *s)
{
	return (uint32_t)(sim_range(s, 1, 12) << 16 | sim_range(s, 0, 0xFFFF));
}

static void add_count(void *arg, uint32_t bin, uint32_t count)
{
	uint64_t *sum = arg;

	(void)bin;
	*sum += count;
}

/* Returns the sum of a histogram that was cleared with 0. */
static uint64_t sum_of_bins(struct node *n)
{
	uint64_t sum = 0;

	simm_each(n->hist, add_count, &sum);
	return sum;
}

static void check_iscr(struct node *n, uint32_t bits, uint32_t want, const char *when)
{
	const uint32_t v = node_get(n, SURF_ISCR);

	SIM_CHECK(n->s, (v & bits) == want, "%s: ISCR is 0x%04X, expected 0x%04X in 0x%04X",
		  when, v, want, bits);
}

/* ---- slots of the FIFO over EISA ---- */

static void push_slots(struct node *n, const uint16_t *slot, unsigned int count)
{
	struct eisa_cycle run[RUN];

	while (count) {
		EACH_OF(count);
		const unsigned int part = count < RUN ? count : RUN;

		for (unsigned int i = 0; i < part; i++)
			run[i] = (struct eisa_cycle){.write = true,
						     .addr = n->rbase + SURF_HFDR,
						     .be = 15,
						     .data = slot[i]};
		SIM_EQ(n->s, (uint64_t)host_run(n->host, run, part), 0, "HFDR answers");
		for (unsigned int i = 0; i < part; i++)
			surf_golden_write(n->g, SURF_HFDR, 15, slot[i]);
		slot += part;
		count -= part;
	}
	sim_wait_cycles(n->clk25, 8); /* the last one is posted */
}

static void pop_slots(struct node *n, const uint16_t *want, unsigned int count)
{
	struct eisa_cycle run[RUN];
	unsigned int at = 0;

	while (at < count) {
		EACH_OF(at);
		const unsigned int part = count - at < RUN ? count - at : RUN;

		for (unsigned int i = 0; i < part; i++)
			run[i] = (struct eisa_cycle){.addr = n->rbase + SURF_HFDR, .be = 15};
		SIM_EQ(n->s, (uint64_t)host_run(n->host, run, part), 0, "HFDR answers");
		for (unsigned int EACH(i, 0); i < part; i++, at++) {
			SIM_CHECK(n->s, run[i].data == want[at],
				  "slot %u is 0x%03X, expected 0x%03X", at, run[i].data,
				  want[at]);
			SIM_EQ(n->s, surf_golden_read(n->g, SURF_HFDR, 15), want[at],
			       "golden model's slot");
		}
	}
}

/* Computes the three FIFO slots of a bin index. */
static void slots_of(uint32_t bin, uint16_t *slot)
{
	slot[0] = (uint16_t)(LSB | (bin & 255));
	slot[1] = bin >> 8 & 255;
	slot[2] = bin >> 16 & 255;
}

static void pop_index(struct node *n, uint32_t bin)
{
	uint16_t slot[3];

	slots_of(bin, slot);
	pop_slots(n, slot, 3);
}

static void random_slots(struct sim *s, uint16_t *slot, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++)
		slot[i] = sim_random(s) & 0x1FF;
}

/* Writes both offsets, with HFCR's pointer at the first byte, and returns ISCR. */
static uint32_t flags_for(struct node *n, unsigned int empty, unsigned int full)
{
	const uint32_t byte[4] = {empty & 255, empty >> 8, full & 255, full >> 8};
	struct eisa_cycle run[5] = {{0}};

	for (unsigned int i = 0; i < 5; i++) {
		run[i].addr = n->rbase + (i < 4 ? SURF_HFCR : SURF_ISCR);
		run[i].be = 15;
		run[i].write = i < 4;
		run[i].data = i < 4 ? byte[i] : 0;
	}
	SIM_EQ(n->s, (uint64_t)host_run(n->host, run, 5), 0, "the registers answer");
	for (unsigned int i = 0; i < 4; i++)
		surf_golden_write(n->g, SURF_HFCR, 15, byte[i]);
	SIM_EQ(n->s, run[4].data, surf_golden_read(n->g, SURF_ISCR, 15), "ISCR");
	return run[4].data;
}

/* Checks with the flags that the FIFO holds @used slots, fewer than 4095. */
static void check_used(struct node *n, unsigned int used, const char *when)
{
	const uint32_t at = flags_for(n, used, 7), above = flags_for(n, used + 1, 7);

	SIM_CHECK(n->s, at & FPF && !(above & FPF), "%s: there are not %u slots used", when,
		  used);
	SIM_CHECK(n->s, (bool)(at & FNE) == (used > 0), "%s: FNE with %u slots", when, used);
}

/* ---- counting ---- */

static void hist_whole(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_16MB, &make_hist);
	const unsigned int packets = 1000 / sim_step(s, 4);

	node_put(n, SURF_HTCR, HEN);
	node_play_random(n, packets, 12, 5000);
	node_put(n, SURF_HTCR, 0);
	SIM_EQ(s, n->dropped, 0, "packets dropped");
	SIM_EQ(s, sum_of_bins(n), packets, "sum of all bins");
	node_compare(n);
}

static void hist_off(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_4MB, &any_bin);
	const struct quick_state *before;
	uint32_t bin[100];

	for (unsigned int i = 0; i < 100; i++) {
		bin[i] = short_bin(s);
		/* every second bin would wrap */
		preload(n, bin[i], i & 1 ? (uint32_t)sim_random(s) : UINT32_MAX);
	}
	before = quick_memories(n);
	node_put(n, SURF_HTCR, TEN | WEN);
	hit_each(n, bin, 100);
	node_put(n, SURF_HTCR, 0);
	SIM_EQ(s, n->done, 100, "packets");
	SIM_CHECK(s, quick_same_words(&before->hist, &quick_memories(n)->hist),
		  "the histogram has changed");
	check_iscr(n, BV | FV | FNE, 0, "HEN = 0");
	node_compare(n);
}

static void bin_32_bits(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_4MB, &any_bin);
	const uint32_t bin = 0x15A5A;

	node_put(n, SURF_HTCR, HEN);
	node_mem_put(n, true, bin, 0xFFFFFFFE);
	hit(n, bin, 1);
	SIM_EQ(s, node_mem_get(n, true, bin), 0xFFFFFFFF, "after the first packet");
	check_iscr(n, BV | FNE, 0, "after the first packet");
	hit(n, bin, 1);
	SIM_EQ(s, node_mem_get(n, true, bin), 0, "after the second packet");
	check_iscr(n, BV | FNE, BV | FNE, "after the second packet");
	pop_index(n, bin);
	check_iscr(n, BV | FNE, BV, "one index read");
	/* carries run through all bits */
	for (unsigned int EACH(bits, 0); bits < 32; bits++) {
		preload(n, bin, UINT32_MAX >> (31 - bits) >> 1);
		hit(n, bin, 1);
		SIM_EQ(s, node_mem_get(n, true, bin), 1u << bits, "bin");
	}
	check_iscr(n, FNE, 0, "after the carries");
	node_compare(n);
}

static void bin_goes_on(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_4MB, &any_bin);
	const uint32_t bin = 0x3C0DE;

	node_put(n, SURF_HTCR, HEN);
	node_mem_put(n, true, bin, 0xFFFFFFFF);
	hit(n, bin, 2);
	SIM_EQ(s, node_mem_get(n, true, bin), 1, "bin after two packets");
	check_iscr(n, BV, BV, "after the wrap");
	pop_index(n, bin);
	check_iscr(n, FNE, 0, "after one index");
	node_compare(n);
}

static void bin_threshold(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_4MB, &any_bin);
	const uint64_t threshold[] = {1, 2, 100, sim_length(s, 65536, 500)};

	node_put(n, SURF_HTCR, HEN);
	for (unsigned int EACH(i, 0); i < 4; i++) {
		const uint64_t t = threshold[i];
		const uint32_t bin = short_bin(s);

		preload(n, bin, (uint32_t)(0x100000000 - t));
		if (t > 1)
			hit(n, bin, t - 1);
		check_iscr(n, BV | FNE, 0, "before the threshold");
		SIM_EQ(s, simm_peek(n->hist, bin), UINT32_MAX, "bin before the threshold");
		hit(n, bin, 1);
		check_iscr(n, BV | FNE, BV | FNE, "at the threshold");
		SIM_EQ(s, simm_peek(n->hist, bin), 0, "bin at the threshold");
		pop_index(n, bin);
		check_iscr(n, FNE, 0, "after one index");
		node_put(n, SURF_ISCR, BV);
	}
	node_compare(n);
}

/* Tests eight bins with thresholds 1 to 8, each of which is counted eight times in random
 * order. */
static void bin_thresholds(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_16MB, &any_bin);
	uint32_t bin[8], order[64];
	unsigned int hits[8] = {0};

	for (unsigned int k = 0; k < 8; k++) {
		bin[k] = short_bin(s) & ~7u;
		bin[k] |= k;
		preload(n, bin[k], (uint32_t) - (k + 1));
	}
	for (unsigned int i = 0; i < 64; i++)
		order[i] = i % 8;
	for (unsigned int i = 63; i > 0; i--) {
		const unsigned int j = (unsigned int)sim_range(s, 0, i);
		const uint32_t k = order[i];

		order[i] = order[j];
		order[j] = k;
	}
	node_put(n, SURF_HTCR, HEN);
	for (unsigned int EACH(i, 0); i < 64; i++) {
		const uint32_t k = order[i];

		hit(n, bin[k], 1);
		hits[k]++;
		check_iscr(n, BV, hits[k] == k + 1 ? BV : 0, "one more packet");
		if (hits[k] == k + 1)
			node_put(n, SURF_ISCR, BV);
		SIM_EQ(s, simm_peek(n->hist, bin[k]), hits[k] - (k + 1), "bin");
	}
	memset(hits, 0, sizeof(hits));
	for (unsigned int EACH(i, 0); i < 64; i++)
		if (++hits[order[i]] == order[i] + 1)
			pop_index(n, bin[order[i]]);
	check_iscr(n, FNE, 0, "after eight indices");
	node_compare(n);
}

static void bin_1080ns(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_4MB, &any_bin);
	const uint32_t bin = 0x1ABCD;
	const unsigned int hits = 1000 / sim_step(s, 4);
	sim_time from, took;

	node_put(n, SURF_HTCR, HEN);
	from = sim_now(s);
	hit(n, bin, hits);
	took = sim_now(s) - from;
	SIM_CHECK(s, took < SIM_NS(1080) * (hits + 5),
		  "not as fast as the link allows: %" PRIu64 " ns", took / 1000);
	SIM_EQ(s, node_mem_get(n, true, bin), hits, "bin");
	node_compare(n);
}

/* ---- indices in the FIFO ---- */

static void bin_index_slots(struct sim *s)
{
	static const uint32_t bins[] = {0x000000, 0xFFFFFF, 0x0100FF, 0x00FF01, 0xFF0100};
	struct node *n = open_hist(s, SIMM_64MB, &any_bin);

	node_put(n, SURF_HTCR, HEN);
	preload(n, 0xC35A96, UINT32_MAX);
	hit(n, 0xC35A96, 1);
	SIM_EQ(s, node_get(n, SURF_HFDR), 0x196, "low byte");
	SIM_EQ(s, node_get(n, SURF_HFDR), 0x05A, "middle byte");
	SIM_EQ(s, node_get(n, SURF_HFDR), 0x0C3, "high byte");
	check_iscr(n, FNE, 0, "after three slots");
	for (unsigned int i = 0; i < 5; i++) {
		preload(n, bins[i], UINT32_MAX);
		hit(n, bins[i], 1);
	}
	for (unsigned int EACH(i, 0); i < 5; i++)
		pop_index(n, bins[i]);
	check_iscr(n, FNE, 0, "after all slots");
	node_compare(n);
}

/* Checks that the index has 24 bits in a smaller SIMM, too. */
static void bin_index_24_bits(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_4MB, &any_bin);
	const uint32_t bin = 0xC35A96;

	node_put(n, SURF_HTCR, HEN);
	preload(n, bin & 0xFFFFF, UINT32_MAX);
	hit(n, bin, 1);
	SIM_EQ(s, simm_peek(n->hist, bin & 0xFFFFF), 0, "bin modulo the size");
	pop_index(n, bin);
	check_iscr(n, FNE, 0, "after three slots");
	node_compare(n);
}

static void bin_no_wrap_no_push(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_4MB, &any_bin);
	uint32_t bin[100];

	for (unsigned int i = 0; i < 100; i++) {
		bin[i] = (short_bin(s) & 0xFFF80) | i; /* all different */
		preload(n, bin[i], i & 1 ? 0xFFFFFFFE : (uint32_t)sim_range(s, 0, 0xFFFFFFFE));
	}
	node_put(n, SURF_HTCR, HEN);
	hit_each(n, bin, 100);
	check_iscr(n, BV | FV | FPF | FNE, 0, "no bin has wrapped");
	node_compare(n);
}

/* The FIFO takes the first 1365 indices and not the next one; after three reads it takes one
 * more. */
static void bin_1366_overflows(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_64MB, &any_bin);
	uint32_t bin[INDICES + 2];
	uint16_t slot[3 * (INDICES + 2)];
	const uint32_t *last = &bin[INDICES + 1];

	for (unsigned int i = 0; i < INDICES + 2; i++) {
		/* all different: the factor is odd */
		bin[i] = (uint32_t)sim_range(s, 1, 12) << 16 | (i * 0x12F1 & 0xFFFF);
		preload(n, bin[i], UINT32_MAX);
		slots_of(bin[i], &slot[3 * i]);
	}
	node_put(n, SURF_HTCR, HEN);
	hit_each(n, bin, INDICES);
	check_iscr(n, BV | FV | FF | FAF | FNE, BV | FAF | FNE, "after 1365 overflows");
	hit(n, bin[INDICES], 1);
	check_iscr(n, BV | FV | FF | FAF | FNE, BV | FV | FAF | FNE, "after 1366 overflows");
	/* 4095 slots are used: the flags show at least 4095 used slots and at least one free
	 * slot */
	SIM_EQ(s, flags_for(n, 4095, 1) & (FPF | FAF), FPF, "4095 slots, FULL = 1");
	SIM_EQ(s, flags_for(n, 4095, 2) & (FPF | FAF), FPF | FAF, "4095 slots, FULL = 2");
	/* the bin has been counted nevertheless and continues to count */
	SIM_EQ(s, node_mem_get(n, true, bin[INDICES]), 0, "bin without an index");
	hit(n, bin[INDICES], 1);
	SIM_EQ(s, node_mem_get(n, true, bin[INDICES]), 1, "bin without an index");
	pop_slots(n, slot, 3);
	node_put(n, SURF_ISCR, FV | BV);
	check_iscr(n, BV | FV, 0, "cleared");
	hit(n, *last, 1);
	check_iscr(n, BV | FV | FF, BV, "one more overflow");
	memcpy(&slot[3 * INDICES], &slot[3 * (INDICES + 1)], 3 * sizeof(slot[0]));
	pop_slots(n, &slot[3], 3 * INDICES);
	check_iscr(n, FNE, 0, "after the last slot");
	node_compare(n);
}

/* Checks that an index needs three free slots. */
static void fifo_room(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_4MB, &any_bin);
	const uint32_t bin = 0x2BEEF;
	uint16_t slot[SLOTS];

	random_slots(s, slot, SLOTS);
	slots_of(bin, &slot[4093]);
	node_put(n, SURF_HTCR, HEN);
	push_slots(n, slot, 4093);
	check_iscr(n, FV | FF, 0, "4093 slots used");
	preload(n, bin, UINT32_MAX);
	hit(n, bin, 1);
	check_iscr(n, BV | FV | FF, BV | FF, "three free slots were enough");
	node_put(n, SURF_ISCR, BV);

	/* none, one, two free slots */
	for (unsigned int EACH(free, 0); free <= 2; free++) {
		if (free)
			pop_slots(n, &slot[free - 1], 1);
		preload(n, bin, UINT32_MAX);
		hit(n, bin, 1);
		check_iscr(n, BV | FV | FF, BV | FV | (free ? 0 : FF), "too few free slots");
		SIM_EQ(s, simm_peek(n->hist, bin), 0, "bin");
		node_put(n, SURF_ISCR, BV | FV);
		check_iscr(n, BV | FV | FF, free ? 0 : FF, "cleared");
		/* FAF is set if fewer than FULL slots are free: not with FULL = free, but with
		 * FULL = free + 1 */
		SIM_EQ(s, flags_for(n, 7, free) & FAF, 0, "as many free slots");
		SIM_EQ(s, flags_for(n, 7, free + 1) & FAF, FAF, "no more free slots");
	}
	/* the two free slots take two writes */
	push_slots(n, slot, 1);
	check_iscr(n, FF, 0, "4095 slots used");
	push_slots(n, slot, 1);
	check_iscr(n, FF | FV, FF, "4096 slots used");
	node_compare(n);
}

/* ---- HFDR ---- */

static void fifo_4096_slots(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_4MB, NULL);
	uint16_t slot[SLOTS + 3];

	random_slots(s, slot, SLOTS + 3);
	node_put(n, SURF_HTCR, 0);
	push_slots(n, slot, SLOTS - 1);
	check_iscr(n, FF | FNE, FNE, "4095 slots");
	push_slots(n, &slot[SLOTS - 1], 1);
	check_iscr(n, FF | FNE | FV, FF | FNE, "4096 slots");
	push_slots(n, &slot[SLOTS], 3);
	check_iscr(n, FF | FNE | FV, FF | FNE, "written when full");
	pop_slots(n, slot, SLOTS - 1);
	check_iscr(n, FNE, FNE, "one slot is left");
	pop_slots(n, &slot[SLOTS - 1], 1);
	check_iscr(n, FNE, 0, "no slot is left");
	node_compare(n);
}

static void fifo_pop_widths(struct sim *s)
{
	static const uint8_t lanes[] = {1, 3, 15, 7, 15, 1, 3, 3, 1, 15, 15, 1};
	struct node *n = open_hist(s, SIMM_4MB, NULL);
	uint16_t slot[12];

	node_put(n, SURF_HTCR, 0);
	for (unsigned int i = 0; i < 12; i++)
		slot[i] = (uint16_t)((i & 1) << 8 | (0x31 + 0x11 * i));
	push_slots(n, slot, 12);
	check_used(n, 12, "before");
	for (unsigned int EACH(i, 0); i < 12; i++) {
		const uint32_t v = node_get_be(n, SURF_HFDR, lanes[i]);

		SIM_EQ(s, v & (lanes[i] == 1 ? 0xFF : UINT32_MAX),
		       slot[i] & (lanes[i] == 1 ? 0xFF : 0x1FF), "slot");
		check_used(n, 11 - i, "after a read");
	}
	node_compare(n);
}

static void fifo_push_widths(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_4MB, NULL);
	uint16_t want[512];

	node_put(n, SURF_HTCR, 0);
	for (unsigned int EACH(i, 0); i < 512; i += RUN) {
		struct eisa_cycle run[RUN];

		for (unsigned int k = 0; k < RUN; k++) {
			/* bits 31..9 are ignored */
			run[k] = (struct eisa_cycle){.write = true,
						     .addr = n->rbase + SURF_HFDR,
						     .be = (i + k) & 1 ? 3 : 15,
						     .data = (uint32_t)sim_random(s) << 9 |
							     (i + k)};
			want[i + k] = (uint16_t)(i + k);
		}
		SIM_EQ(s, (uint64_t)host_run(n->host, run, RUN), 0, "HFDR answers");
		for (unsigned int k = 0; k < RUN; k++)
			surf_golden_write(n->g, SURF_HFDR, run[k].be, run[k].data);
	}
	check_used(n, 512, "after 512 writes");
	pop_slots(n, want, 512);
	check_iscr(n, FNE, 0, "after 512 reads");
	/* single writes */
	for (unsigned int EACH(be, 1); be <= 15; be = be << 1 | 1) {
		node_put_be(n, SURF_HFDR, be, 0x1A7);
		check_used(n, 1, "after one write");
		SIM_EQ(s, node_get(n, SURF_HFDR), be == 1 ? 0x0A7 : 0x1A7, "slot");
	}
	node_compare(n);
}

/* Data lines of byte lane 1 are high meanwhile. */
static void fifo_push_8_bits(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_4MB, NULL);

	node_put(n, SURF_HTCR, 0);
	node_put_be(n, SURF_HFDR, 1, 0xFFFFFFA5);
	SIM_EQ(s, node_get(n, SURF_HFDR), 0x0A5, "slot of an 8-bit write");
	for (unsigned int v = 0; v < 256; v += 15) {
		node_put_be(n, SURF_HFDR, 1, 0xFFFFFF00 | v);
		node_put_be(n, SURF_HFDR, 15, LSB | v);
	}
	for (unsigned int EACH(v, 0); v < 256; v += 15) {
		SIM_EQ(s, node_get(n, SURF_HFDR), v, "slot of an 8-bit write");
		SIM_EQ(s, node_get(n, SURF_HFDR), LSB | v, "slot of a 32-bit write");
	}
	check_iscr(n, FNE, 0, "after the last");
	node_compare(n);
}

static void fifo_pop_8_bits(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_4MB, NULL);

	node_put(n, SURF_HTCR, 0);
	node_put(n, SURF_HFDR, 0x1C3);
	check_iscr(n, FNE, FNE, "one slot");
	SIM_EQ(s, surf_get(node_get_be(n, SURF_HFDR, 1), SURF_HFDR_DATA), 0xC3, "8-bit read");
	check_iscr(n, FNE, 0, "after the read");
	node_compare(n);
}

static void fifo_other_lanes(struct sim *s)
{
	static const uint8_t lanes[] = {2, 4, 8, 12, 6, 14};
	struct node *n = open_hist(s, SIMM_4MB, NULL);
	uint16_t slot[5];
	uint32_t v;

	random_slots(s, slot, 5);
	node_put(n, SURF_HTCR, 0);
	push_slots(n, slot, 5);
	for (unsigned int EACH(i, 0); i < 6; i++) {
		/* the result of such a read is undefined */
		SIM_EQ(s,
		       (uint64_t)host_read(n->host, false, 0, n->rbase + SURF_HFDR, lanes[i],
					   &v),
		       0, "HFDR answers");
		check_used(n, 5, "after a read without lane 0");
		node_put_be(n, SURF_HFDR, lanes[i], 0x12345678);
		check_used(n, 5, "after a write without lane 0");
	}
	pop_slots(n, slot, 5);
	check_iscr(n, FNE, 0, "after five slots");
	/* an empty FIFO does not take a slot from them either */
	for (unsigned int i = 0; i < 6; i++)
		node_put_be(n, SURF_HFDR, lanes[i], 0x12345678);
	check_iscr(n, FNE, 0, "writes without lane 0");
	node_compare(n);
}

static void fifo_pop_empty(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_4MB, NULL);
	static const uint16_t slot[] = {0x155, 0x0AA, 0x1FF, 0x100, 0x001};

	node_put(n, SURF_HTCR, 0);
	for (unsigned int EACH(i, 0); i < 5; i++) {
		push_slots(n, &slot[i], 1);
		check_iscr(n, FNE, FNE, "one slot");
		SIM_EQ(s, node_get(n, SURF_HFDR), slot[i], "the slot");
		for (unsigned int EACH(k, 0); k < 2; k++) {
			check_iscr(n, FNE, 0, "empty");
			SIM_EQ(s, node_get(n, SURF_HFDR), slot[i], "the last slot again");
		}
		check_used(n, 0, "after reads of the empty FIFO");
	}
	push_slots(n, slot, 5);
	check_used(n, 5, "five slots");
	pop_slots(n, slot, 5);
	check_used(n, 0, "no slot");
	node_compare(n);
}

/* ---- FIFO reset ---- */

static void fifo_held_in_reset(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_4MB, &any_bin);
	uint32_t bin[3];
	uint16_t slot[20];

	random_slots(s, slot, 20);
	/* as after power-on, and with a FIFO that was in use */
	for (unsigned int EACH(round, 0); round < 2; round++) {
		if (round) {
			push_slots(n, slot, 20);
			check_used(n, 20, "before FRS");
		}
		node_put(n, SURF_HTCR, HEN | FRS);
		check_iscr(n, FNE | FPF | FAF | FF, 0, "FRS = 1");
		push_slots(n, slot, 10);
		check_iscr(n, FNE, 0, "written while FRS = 1");
		for (unsigned int i = 0; i < 3; i++) {
			bin[i] = (short_bin(s) & 0xFFFF8) | i;
			preload(n, bin[i], UINT32_MAX);
		}
		hit_each(n, bin, 3);
		check_iscr(n, BV | FV | FNE, BV, "overflows while FRS = 1");
		for (unsigned int EACH(i, 0); i < 3; i++)
			SIM_EQ(s, simm_peek(n->hist, bin[i]), 0, "bin");
		node_put(n, SURF_HTCR, HEN);
		check_iscr(n, FV | FNE, 0, "FRS = 0 again");
		check_used(n, 0, "FRS = 0 again");
		node_put(n, SURF_ISCR, BV);
		/* and the FIFO works */
		preload(n, bin[0], UINT32_MAX);
		hit(n, bin[0], 1);
		pop_index(n, bin[0]);
		push_slots(n, slot, 5);
		pop_slots(n, slot, 5);
		check_used(n, 0, "at the end");
	}
	node_compare(n);
}

static void fifo_reset_offsets(struct sim *s)
{
	static const uint8_t offset[] = {0x21, 0x0A, 0x54, 0x0C}, reset[] = {7, 0, 7, 0};
	struct node *n = open_hist(s, SIMM_4MB, NULL);

	for (unsigned int EACH(steps, 0); steps < 4; steps++) {
		node_put(n, SURF_HTCR, 0);
		for (unsigned int i = 0; i < 4; i++)
			node_put(n, SURF_HFCR, offset[i]);
		for (unsigned int EACH(i, 0); i < 4; i++)
			SIM_EQ(s, node_get(n, SURF_HFCR), offset[i], "offset as written");
		for (unsigned int i = 0; i < steps; i++)
			node_get(n, SURF_HFCR);
		node_put(n, SURF_HTCR, FRS);
		node_put(n, SURF_HTCR, 0);
		for (unsigned int EACH(i, 0); i < 4; i++)
			SIM_EQ(s, node_get(n, SURF_HFCR), reset[i], "offset after FRS");
	}
	node_compare(n);
}

/* A byte of an offset takes effect when it is written, whichever byte is written next. */
static void fifo_offset_bytes(struct sim *s)
{
	/* bytes of the offsets at which the flags change with 12 used slots */
	static const uint8_t edge[4] = {12, 0, (4096 - 12 + 1) & 255, (4096 - 12 + 1) >> 8};
	struct node *n = open_hist(s, SIMM_4MB, NULL);
	uint16_t slot[12];

	node_put(n, SURF_HTCR, 0);
	random_slots(s, slot, 12);
	push_slots(n, slot, 12);
	for (unsigned int i = 0; i < 400; i++) {
		uint32_t v = edge[i % 4];

		if (sim_random(s) & 1)
			v += sim_random(s) & 1 ? 1 : 255;
		else if (sim_random(s) & 1)
			v ^= 1u << (sim_random(s) & 7);
		node_put(n, SURF_HFCR, i < 4 ? edge[i] : v & 255);
		node_get(n, SURF_ISCR);
	}
	pop_slots(n, slot, 12);
	node_compare(n);
}

/* ---- flags at every fill level ---- */

struct offsets {
	uint16_t empty, full;
};

static const struct offsets offsets[] = {
	{7, 7}, {0, 1}, {1, 0x123}, {0x123, 0xFFF}, {0xFFF, 0},
};
#define OFFSETS (sizeof(offsets) / sizeof(offsets[0]))

struct levels {
	struct node *n;
	bool exact;
	uint64_t share; /* percentage of the levels at which all offsets are tried */
	unsigned int used, tested;
};

/* Returns whether a flag changes near the level @used with these offsets, in either build. */
static bool changes_near(const struct offsets *o, unsigned int used)
{
	return (used + 2 >= o->empty && used <= o->empty + 2u) ||
	       (used + o->full + 2 >= SLOTS && used + o->full <= SLOTS + 2) || used <= 2 ||
	       used + 2 >= SLOTS;
}

/* Tries all offsets in turn. Offsets with which no flag changes near this level are tried at
 * only @l->share per cent of the levels. */
static void check_level(struct levels *l)
{
	const unsigned int used = l->used, more = l->exact ? 1 : 0;

	for (unsigned int EACH(i, 0); i < OFFSETS; i++) {
		const struct offsets *o = &offsets[i];
		uint32_t want = 0, v;

		if ((used + 20 * i) % 100 >= l->share && !changes_near(o, used))
			continue;
		if (used >= 1)
			want |= FNE;
		if (used >= o->empty + more)
			want |= FPF;
		if (SLOTS - used < o->full + more)
			want |= FAF;
		if (used == SLOTS)
			want |= FF;
		v = flags_for(l->n, o->empty, o->full);
		SIM_CHECK(l->n->s, (v & (FNE | FPF | FAF | FF)) == want,
			  "ISCR is 0x%04X with %u slots, EMPTY 0x%03X, FULL 0x%03X; "
			  "expected 0x%02X",
			  v, used, o->empty, o->full, want);
		l->tested++;
	}
}

static void fill_to(struct levels *l, unsigned int used)
{
	while (l->used < used) {
		EACH_OF(l->used);
		const uint16_t v = (uint16_t)(l->used * 7 & 0x1FF);

		SIM_EQ(l->n->s,
		       (uint64_t)host_write(l->n->host, false, 0, l->n->rbase + SURF_HFDR, 15,
					    v),
		       0, "HFDR answers");
		surf_golden_write(l->n->g, SURF_HFDR, 15, v);
		l->used++;
		check_level(l);
	}
}

static void drain_to(struct levels *l, unsigned int used)
{
	while (l->used > used) {
		node_get(l->n, SURF_HFDR);
		l->used--;
		check_level(l);
	}
}

static void flags(struct sim *s, bool exact)
{
	struct node *n = open_hist(s, SIMM_4MB, NULL);
	struct levels l = {.n = n, .exact = exact, .share = sim_length(s, 100, 1)};

	surf_golden_set_idt_exact(n->g, exact);
	node_put(n, SURF_HTCR, 0);
	check_level(&l);
	fill_to(&l, SLOTS);
	if (l.share < 100) {
		/* all flags change less than 0x130 slots from either end */
		drain_to(&l, SLOTS - 0x130);
		node_put(n, SURF_HTCR, FRS);
		node_put(n, SURF_HTCR, 0);
		l.used = 0;
		fill_to(&l, 0x130);
	}
	drain_to(&l, 0);
	sim_note(s, "%u combinations of fill level and offsets", l.tested);
	node_compare(n);
}

static void fifo_flags(struct sim *s)
{
	flags(s, false);
}

static void fifo_flags_idt(struct sim *s)
{
	flags(s, true);
}

/* ---- FIFO from both sides ---- */

/* Slots that the packets have pushed so far or are pushing. */
struct pushed {
	uint16_t slot[3 * 4096];
	unsigned int count, last; /* last: the count before the packet that was taken last */
};

static void on_wrap(void *arg, const struct packet *p, const struct surf_golden_result *r)
{
	struct pushed *q = arg;

	(void)p;
	q->last = q->count;
	if (r->bin_wrapped && q->count + 3 <= sizeof(q->slot) / sizeof(q->slot[0])) {
		slots_of(r->bin, &q->slot[q->count]);
		q->count += 3;
	}
}

/* Sends each packet to another bin; three of four bins wrap. The first slot of an index is
 * marked and the other two differ, so that no slot equals the previous one. */
static bool wrapping(void *arg, struct packet *p)
{
	struct targets *t = arg;
	uint32_t bin, high;

	if (t->next == t->count)
		return false;
	bin = (uint32_t)(t->n->c->sent + 1) * 0x9E37 & 0xFFFF;
	t->next++;
	do
		high = (uint32_t)sim_range(t->n->s, 1, 12);
	while (high == bin >> 8);
	bin |= high << 16;
	if (sim_range(t->n->s, 0, 3))
		preload(t->n, bin, UINT32_MAX);
	aim(t->n, p, bin);
	return true;
}

/* Reads HFDR without testing FNE, at a rate near that of the pushes. */
static void fifo_push_and_pop(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_16MB, &any_bin);
	struct pushed q = {.count = 0};
	const unsigned int rounds = 4;
	unsigned int popped = 0, none = 0;
	uint32_t last = 0, v;

	n->on_packet = on_wrap;
	n->on_packet_arg = &q;
	node_put(n, SURF_HTCR, HEN);
	for (unsigned int EACH(round, 0); round < rounds; round++) {
		const struct sni_timing t = {.idle_max = 20u << round};
		struct targets all = {.n = n, .count = sim_length(s, 500, 40)};

		sni_set_timing(n->sni, &t);
		shrimp_start_packets(n->c, wrapping, &all);
		while (shrimp_packets_playing(n->c) || n->taken != n->done ||
		       popped < q.count) {
			EACH_OF(popped);
			const unsigned int sure = n->taken == n->done ? q.count : q.last;

			SIM_EQ(s,
			       (uint64_t)host_read(n->host, false, 0, n->rbase + SURF_HFDR, 15,
						   &v),
			       0, "HFDR answers");
			if (popped < q.count && v == q.slot[popped]) {
				SIM_EQ(s, surf_golden_read(n->g, SURF_HFDR, 15), v,
				       "golden slot");
				last = v;
				popped++;
				continue;
			}
			SIM_CHECK(s, v == last, "slot %u: got 0x%03X", popped, v);
			SIM_EQ(s, popped, sure, "slots read until the FIFO was empty");
			none++;
		}
		node_drain(n);
	}
	sim_note(s, "%u slots, FIFO found empty %u times", popped, none);
	SIM_CHECK(s, popped && none, "the FIFO was never near empty");
	SIM_EQ(s, popped, q.count, "slots");
	check_iscr(n, FNE | FV, 0, "at the end");
	node_compare(n);
}

/* Writes HFDR while bins wrap: the three slots of an index must stay together, and no slot may
 * be lost. */
static void fifo_push_both_sides(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_16MB, &any_bin);
	const struct sni_timing t = {.idle_max = 8};
	struct pushed q = {.count = 0};
	const uint64_t packets = sim_length(s, 500, 80);
	struct targets all = {.n = n, .count = packets};
	unsigned int written = 0, read = 0, index = 0;

	n->on_packet = on_wrap;
	n->on_packet_arg = &q;
	node_put(n, SURF_HTCR, HEN);
	sni_set_timing(n->sni, &t);
	shrimp_start_packets(n->c, wrapping, &all);
	while (shrimp_packets_playing(n->c) && written < 2000)
		node_put(n, SURF_HFDR, written++ & 0xFF);
	node_drain(n);
	SIM_CHECK(s, written > packets / 2 && q.count > packets / 2, "%u written, %u pushed",
		  written, q.count);
	SIM_CHECK(s, written + q.count <= SLOTS, "%u written, %u pushed", written, q.count);
	for (unsigned int EACH(i, 0); i < written + q.count; i++) {
		uint32_t v;

		SIM_EQ(s, (uint64_t)host_read(n->host, false, 0, n->rbase + SURF_HFDR, 15, &v),
		       0, "HFDR answers");
		surf_golden_read(n->g, SURF_HFDR, 15);
		/* the two slots after a marked one belong to it */
		if (v & LSB || index % 3) {
			SIM_CHECK(s, index < q.count && v == q.slot[index],
				  "slot %u is 0x%03X, %u slots of indices before", i, v, index);
			index++;
		} else {
			SIM_EQ(s, v, read & 0xFF, "slot written");
			read++;
		}
	}
	SIM_EQ(s, read, written, "slots written");
	SIM_EQ(s, index, q.count, "slots of indices");
	check_iscr(n, FNE | FV, 0, "at the end");
	node_compare(n);
}

/* ---- word count ---- */

static void words_random(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_4MB, NULL);
	const uint64_t packets = sim_length(s, 300, 20);
	uint64_t sum = 0;

	node_put(n, SURF_HTCR, WEN);
	for (uint64_t EACH(i, 0); i < packets; i++) {
		struct packet p;

		node_random_packet(n, &p, 1, 1000);
		p.words = (uint16_t)sim_range(s, 1, 1023);
		sum += p.words;
		node_send(n, &p);
		SIM_EQ(s, node_get(n, SURF_WCDR), sum, "WCDR");
	}
	check_iscr(n, WCV, 0, "no wrap");
	node_compare(n);
}

static void words_off(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_4MB, NULL);

	node_put(n, SURF_WCDR, 0xFFFFFFFF); /* so that a word counted twice would be visible */
	node_put(n, SURF_HTCR, TEN | HEN);
	node_play_random(n, 100, 12, 1000);
	SIM_EQ(s, n->done, 100, "packets");
	SIM_EQ(s, node_get(n, SURF_WCDR), 0xFFFFFFFF, "WCDR");
	check_iscr(n, WCV, 0, "WEN = 0");
	node_compare(n);
}

static void send_words(struct node *n, unsigned int words)
{
	struct packet p;

	node_random_packet(n, &p, 1, 1000);
	p.words = (uint16_t)words;
	node_send(n, &p);
}

static void words_1024(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_4MB, NULL);

	node_put(n, SURF_HTCR, WEN);
	send_words(n, 1024);
	SIM_EQ(s, node_get(n, SURF_WCDR), 0x400, "WCDR after 1024 words");
	/* tests the carry into the upper bits, up to the wrap */
	node_put(n, SURF_WCDR, 0xFFFFF800);
	send_words(n, 1024);
	SIM_EQ(s, node_get(n, SURF_WCDR), 0xFFFFFC00, "WCDR");
	check_iscr(n, WCV, 0, "before the wrap");
	send_words(n, 1024);
	SIM_EQ(s, node_get(n, SURF_WCDR), 0, "WCDR");
	check_iscr(n, WCV, WCV, "wrapped");
	node_compare(n);
}

/* Sets WCDR to @preload and sends packets of these sizes: WCV must be set after the last packet
 * only; checks the final count. */
static void wrap_after(struct node *n, uint32_t preload, const uint16_t *words,
		       unsigned int count, uint32_t left)
{
	uint32_t sum = preload;

	node_put(n, SURF_ISCR, WCV);
	node_put(n, SURF_WCDR, preload);
	check_iscr(n, WCV, 0, "preloaded");
	for (unsigned int EACH(i, 0); i < count; i++) {
		send_words(n, words[i]);
		sum += words[i];
		SIM_EQ(n->s, node_get(n, SURF_WCDR), sum, "WCDR");
		check_iscr(n, WCV, i + 1 == count ? WCV : 0, "one more packet");
	}
	SIM_EQ(n->s, sum, left, "WCDR at the end");
}

static void words_remainder(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_4MB, NULL);

	node_put(n, SURF_HTCR, WEN);
	wrap_after(n, 0xFFFFFFFE, (const uint16_t[]){5}, 1, 3);
	wrap_after(n, 0xFFFFFFFF, (const uint16_t[]){1023}, 1, 1022);
	wrap_after(n, 0xFFFFFFFE, (const uint16_t[]){1, 12}, 2, 11);
	node_compare(n);
}

static void words_to_zero(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_4MB, NULL);

	node_put(n, SURF_HTCR, WEN);
	wrap_after(n, 0xFFFFFFFE, (const uint16_t[]){2}, 1, 0);
	wrap_after(n, 0xFFFFFFFF, (const uint16_t[]){1}, 1, 0);
	wrap_after(n, 0xFFFFFFFE, (const uint16_t[]){1, 1}, 2, 0);
	node_compare(n);
}

static void words_preload(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_4MB, NULL);
	uint16_t one[100];

	for (unsigned int i = 0; i < 100; i++)
		one[i] = 1;
	node_put(n, SURF_HTCR, WEN);
	wrap_after(n, 0xFFFFFF9C, one, 100, 0);
	wrap_after(n, 0xFFFFFF9C, (const uint16_t[]){99, 1}, 2, 0);
	wrap_after(n, 0xFFFFFF9C, (const uint16_t[]){50, 49, 4}, 3, 3);
	wrap_after(n, 0xFFFFFF9C, (const uint16_t[]){100}, 1, 0);
	node_compare(n);
}

/* ---- the modes together ---- */

#define MODE_PACKETS 60
#define MODE_WRAPS 12

struct outcome {
	const struct quick_state *mem;
	uint32_t wcdr, ticr, tecr, tpir, iscr;
	uint16_t slot[3 * MODE_WRAPS];
	unsigned int used;
};

static void collect_outcome(struct node *n, struct outcome *o)
{
	o->mem = quick_memories(n);
	o->wcdr = node_get(n, SURF_WCDR);
	o->ticr = node_get(n, SURF_TICR);
	o->tecr = node_get(n, SURF_TECR);
	o->tpir = node_get(n, SURF_TPIR);
	o->iscr = node_get(n, SURF_ISCR) & STICKY;
	o->used = 0;
	while (node_get(n, SURF_ISCR) & FNE) {
		SIM_CHECK(n->s, o->used < 3 * MODE_WRAPS, "too many slots");
		o->slot[o->used++] = (uint16_t)node_get(n, SURF_HFDR);
	}
}

/* Compares each part of @o with the outcome of its mode alone, or of no mode. */
static void same_outcome(struct node *n, const struct outcome *o, const struct outcome *all,
			 uint32_t modes)
{
	const struct outcome *t = &all[modes & TEN], *h = &all[modes & HEN],
			     *w = &all[modes & WEN];
	const uint32_t trace_bits = TP | TC, hist_bits = BV | FV, word_bits = WCV;
	struct sim *s = n->s;

	SIM_CHECK(s, quick_same_words(&o->mem->trace, &t->mem->trace),
		  "modes %u: trace memory differs", modes);
	SIM_EQ(s, o->ticr, t->ticr, "TICR");
	SIM_EQ(s, o->tecr, t->tecr, "TECR");
	SIM_EQ(s, o->tpir, t->tpir, "TPIR");
	SIM_CHECK(s, quick_same_words(&o->mem->hist, &h->mem->hist),
		  "modes %u: histogram differs", modes);
	SIM_CHECK(s, o->used == h->used && !memcmp(o->slot, h->slot, 2 * o->used),
		  "modes %u: FIFO differs", modes);
	SIM_EQ(s, o->wcdr, w->wcdr, "WCDR");
	SIM_EQ(s, o->iscr,
	       (t->iscr & trace_bits) | (h->iscr & hist_bits) | (w->iscr & word_bits) |
		       (all[0].iscr & ~(trace_bits | hist_bits | word_bits)),
	       "ISCR");
}

/* Sends the same packets at the same receive time with every set of modes. */
static void modes_alone_and_together(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_4MB, &any_bin);
	struct packet p[MODE_PACKETS];
	uint32_t bin[MODE_PACKETS], words = 0;
	struct outcome all[8];
	uint64_t sum = 0;

	quick_stop_clock(n);
	for (unsigned int i = 0; i < MODE_PACKETS; i++) {
		/* the bins are all different; some packets have more words */
		bin[i] = (short_bin(s) & ~63u) + (i % 6 ? 0 : 20u << 16) + i;
		aim(n, &p[i], bin[i]);
		words += p[i].words;
	}
	for (uint32_t EACH(modes, 0); modes < 8; modes++) {
		node_put(n, SURF_HTCR, FRS);
		quick_clear(n);
		for (unsigned int i = 0; i < MODE_WRAPS; i++)
			preload(n, bin[5 * i], UINT32_MAX);
		node_put(n, SURF_ISCR, STICKY);
		node_put(n, SURF_WCDR, 0xFFFFFFF0);
		node_put(n, SURF_TICR, 0x3FFF8);
		node_put(n, SURF_TECR, 0);
		node_put(n, SURF_TPIR, 0);
		node_put(n, SURF_HTCR, modes);
		quick_play(n, p, MODE_PACKETS);
		node_put(n, SURF_HTCR, 0);
		node_compare(n);
		collect_outcome(n, &all[modes]);
	}
	/* each mode alone had its effect */
	SIM_EQ(s, n->done, 8 * MODE_PACKETS, "packets");
	SIM_EQ(s, all[0].mem->trace.n, 0, "words in the trace without a mode");
	SIM_EQ(s, all[0].mem->hist.n, MODE_WRAPS, "bins that are not 0 without a mode");
	SIM_EQ(s, all[0].iscr & (WCV | BV | FV | TP), 0, "ISCR without a mode");
	SIM_EQ(s, all[0].used, 0, "slots without a mode");
	SIM_EQ(s, all[0].wcdr, 0xFFFFFFF0, "WCDR without a mode");
	SIM_EQ(s, all[TEN].tecr, MODE_PACKETS, "TECR");
	SIM_EQ(s, all[TEN].ticr, (0x3FFF8 + MODE_PACKETS) & 0x3FFFF, "TICR");
	SIM_EQ(s, all[HEN].used, 3 * MODE_WRAPS, "slots");
	SIM_EQ(s, all[WEN].wcdr, 0xFFFFFFF0 + words, "WCDR");
	SIM_EQ(s, (all[TEN].iscr | all[HEN].iscr | all[WEN].iscr) & (WCV | BV | FV | TP),
	       WCV | BV | TP, "ISCR");
	for (size_t i = 0; i < all[HEN].mem->hist.n; i++)
		sum += all[HEN].mem->hist.v[2 * i + 1];
	SIM_EQ(s, sum, MODE_PACKETS - MODE_WRAPS, "sum of the bins, less those that wrapped");
	for (uint32_t EACH(modes, 0); modes < 8; modes++)
		same_outcome(n, &all[modes], all, modes);
}

struct mixed {
	struct node *n;
	uint64_t left;
};

/* Makes mostly short packets and occasionally one of the largest size. */
static bool mixed_packet(void *arg, struct packet *p)
{
	struct mixed *m = arg;

	if (!m->left)
		return false;
	m->left--;
	node_random_packet(m->n, p, 20, 5000);
	if (m->left % 250 == 1)
		p->words = 1024;
	return true;
}

static void modes_cross_check(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_16MB, &make_hist);
	const uint64_t packets = sim_length(s, 5000, 300);
	uint64_t words = 0;
	uint32_t tecr;

	node_put(n, SURF_HTCR, ALL);
	node_play(n, mixed_packet, &(struct mixed){n, packets});
	node_put(n, SURF_HTCR, 0);
	tecr = node_get(n, SURF_TECR);
	SIM_EQ(s, tecr, packets, "packets recorded");
	SIM_EQ(s, sum_of_bins(n), tecr, "sum of all bins");
	for (uint32_t i = 0; i < tecr; i++) {
		const struct trace_fields f = quick_entry(n, i);

		words += f.size ? f.size : 1024;
	}
	SIM_EQ(s, words, node_get(n, SURF_WCDR), "sum of the sizes in the trace");
	SIM_EQ(s, words, n->words, "words sent");
	node_compare(n);
}

/* Sends packets at random spacing, from far too fast to legal. */
static void hist_conservation(struct sim *s)
{
	struct node *n = open_hist(s, SIMM_16MB, &make_hist);

	node_put(n, SURF_HTCR, ALL);
	for (unsigned int EACH(round, 0); round < 6; round++) {
		const struct sni_timing t = {
			.start_to_start = round ? (unsigned int)sim_range(s, 3, 12) : 3,
			.end_to_start = 1,
			.idle_max = round ? (unsigned int)sim_range(s, 0, 20) : 0,
			.gap_percent = 10,
			.gap_max = 3,
			.break_rules = true};
		const uint64_t dropped = n->dropped;

		node_put(n, SURF_ISCR, PV);
		sni_set_timing(n->sni, &t);
		node_play_random(n, sim_length(s, 400, 50), 3, 3000);
		check_iscr(n, PV, n->dropped > dropped ? PV : 0, "PV");
		SIM_EQ(s, sum_of_bins(n) + n->dropped, n->c->sent,
		       "packets in bins or dropped");
	}
	node_put(n, SURF_HTCR, 0);
	sim_note(s, "%" PRIu64 " of %" PRIu64 " packets dropped", n->dropped, n->c->sent);
	SIM_CHECK(s, n->dropped > 0 && n->done > 0, "all or none dropped");
	SIM_EQ(s, node_get(n, SURF_TECR), n->done, "packets recorded");
	SIM_EQ(s, node_get(n, SURF_WCDR), n->words, "word count");
	node_compare(n);
}

const struct sim_test sim_tests[] = {
	{"hist_whole", hist_whole, "SB-HST-001", NODE_BUSES},
	{"hist_off", hist_off, "SB-HST-002", NODE_BUSES},
	{"hist_bin_32_bits", bin_32_bits, "SB-HST-003", NODE_BUSES},
	{"hist_bin_goes_on", bin_goes_on, "SB-HST-004", NODE_BUSES},
	{"hist_bin_threshold", bin_threshold, "SB-HST-005", NULL},
	{"hist_bin_thresholds", bin_thresholds, "SB-HST-006", NODE_BUSES},
	{"hist_bin_1080ns", bin_1080ns, "SB-HST-007", NODE_BUSES},
	{"hist_bin_index_slots", bin_index_slots, "SB-HST-008", NODE_BUSES},
	{"hist_bin_index_24_bits", bin_index_24_bits, "SB-HST-008", NODE_BUSES},
	{"hist_bin_no_wrap_no_push", bin_no_wrap_no_push, "SB-HST-009", NODE_BUSES},
	{"hist_bin_1366_overflows", bin_1366_overflows,
	 "SB-HST-011 SB-HST-012 SB-HST-014 SB-HST-015", NULL},
	{"hist_fifo_room", fifo_room, "SB-HST-013 SB-HST-015", NODE_BUSES},
	{"hist_fifo_4096_slots", fifo_4096_slots, "SB-HST-010 SB-HST-022", NULL},
	{"hist_fifo_pop_widths", fifo_pop_widths, "SB-HST-016", NODE_BUSES},
	{"hist_fifo_push_widths", fifo_push_widths, "SB-HST-017", NODE_BUSES},
	{"hist_fifo_push_8_bits", fifo_push_8_bits, "SB-HST-018", NODE_BUSES},
	{"hist_fifo_pop_8_bits", fifo_pop_8_bits, "SB-HST-019", NODE_BUSES},
	{"hist_fifo_other_lanes", fifo_other_lanes, "SB-HST-020", NULL},
	{"hist_fifo_pop_empty", fifo_pop_empty, "SB-HST-021", NODE_BUSES},
	{"hist_fifo_held_in_reset", fifo_held_in_reset, "SB-HST-023", NODE_BUSES},
	{"hist_fifo_offset_bytes", fifo_offset_bytes, "SB-HST-024", NODE_BUSES},
	{"hist_fifo_reset_offsets", fifo_reset_offsets, "SB-HST-024", NODE_BUSES},
	{"hist_fifo_flags", fifo_flags, "SB-HST-025 SB-HST-026 SB-HST-027 SB-HST-028", NULL},
	{"hist_fifo_flags_idt", fifo_flags_idt, "SB-HST-029 SB-HST-030", "surfboard_idt"},
	{"hist_fifo_push_and_pop", fifo_push_and_pop, "SB-HST-031", NULL},
	{"hist_fifo_push_both_sides", fifo_push_both_sides, "SB-HST-008 SB-HST-017",
	 NODE_BUSES},
	{"hist_words_random", words_random, "SB-HST-032", NULL},
	{"hist_words_off", words_off, "SB-HST-033", NODE_BUSES},
	{"hist_words_1024", words_1024, "SB-HST-034", NODE_BUSES},
	{"hist_words_remainder", words_remainder, "SB-HST-035", NODE_BUSES},
	{"hist_words_to_zero", words_to_zero, "SB-HST-036", NODE_BUSES},
	{"hist_words_preload", words_preload, "SB-HST-037", NODE_BUSES},
	{"hist_modes_alone_and_together", modes_alone_and_together, "SB-HST-038", NODE_BUSES},
	{"hist_modes_cross_check", modes_cross_check, "SB-HST-039", NULL},
	{"hist_conservation", hist_conservation, "SB-HST-040", NODE_BUSES},
	{0},
};
