/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUICK_H
#define QUICK_H
/*
 * Helpers that the tests share: register writes without a pause, packets with exact time
 * stamps, trace entries as fields, and the whole state of a board.
 *
 * To get exact latencies the tests stop the global clock; S_GCLK has no minimum frequency. With
 * the model surfboard_wrap it stops when the counter is at about 2^44 - 1000, so that every
 * latency is possible.
 */
#include "fccr.h"
#include "htcr.h"
#include "node.h"
#include "surfrecord.h"
#include "sbit.h"
#include "surflib.h"
#include "surfboard_regs.h"
#include <stdlib.h>
#include <string.h>

#define QUICK_GRAY ((uint64_t)0xAA555555500) /* RXTIME_INIT of surfboard_idt */
#define QUICK_WRAP ((uint64_t)0xFFFFFFFFC00) /* RXTIME_INIT of surfboard_wrap */
#define QUICK_RUN 512			     /* longest run of writes */

/* Opens a node, powers it on and enables it. */
static inline struct node *quick_open(struct sim *s, const struct node_config *cfg)
{
	struct node *n = node_open(s, cfg);

	node_power_on(n);
	node_enable(n, 0xD000, 3, 5);
	return n;
}

/* Switches the power off and on again, at any time. */
static inline void quick_power_on(struct node *n)
{
	simm_power_on(n->trace);
	simm_power_on(n->hist);
	node_power_on(n);
	node_enable(n, 0xD000, 3, 5);
}

/* Writes the values to one register without a pause, with all lanes, and to the golden
 * model. */
static inline void quick_writes(struct node *n, uint32_t offset, const uint8_t *value,
				unsigned int count)
{
	static const struct eisa_cycle write = {.write = true, .be = 15};
	struct eisa_cycle run[QUICK_RUN];

	while (count) {
		const unsigned int part = count < QUICK_RUN ? count : QUICK_RUN;

		for (unsigned int i = 0; i < part; i++) {
			run[i] = write;
			run[i].addr = n->rbase + offset;
			run[i].data = value[i];
		}
		SIM_EQ(n->s, host_run(n->host, run, part), 0, "the register answers");
		for (unsigned int i = 0; i < part; i++)
			surf_golden_write(n->g, offset, 15, value[i]);
		value += part;
		count -= part;
	}
	sim_wait_cycles(n->clk25, 8); /* the last write is posted */
}

/* Fields of the ACDR image. */
struct quick_acdr_fields {
	unsigned int sendid;
	bool remote; /* CATMUX */
	unsigned int lat_s, lat_n, tsize;
};

static inline uint32_t quick_image(const struct quick_acdr_fields *f)
{
	uint32_t v = surf_set(0, SURF_ACDR_IMAGE_SENDID, f->sendid);

	v = surf_set(v, SURF_ACDR_IMAGE_CATMUX, f->remote);
	v = surf_set(v, SURF_ACDR_IMAGE_LAT_S, f->lat_s);
	v = surf_set(v, SURF_ACDR_IMAGE_LAT_N, f->lat_n);
	return surf_set(v, SURF_ACDR_IMAGE_TSIZE, f->tsize);
}

/* The image with the given fields; the others are 0. Example: ACDR(.lat_n = 12, .tsize = 1). */
#define ACDR(...) quick_image(&(struct quick_acdr_fields){__VA_ARGS__})

static inline void quick_acdr(struct node *n, uint32_t image)
{
	uint8_t bit[SURF_ACDR_BITS];

	for (unsigned int i = 0; i < SURF_ACDR_BITS; i++)
		bit[i] = image >> i & 1;
	quick_writes(n, SURF_ACDR, bit, SURF_ACDR_BITS);
}

/* Reads the image by shifting it once around. This may set ISCR.TC, in the golden model as
 * well. */
static inline uint32_t quick_read_acdr(struct node *n)
{
	uint32_t image = 0;

	for (unsigned int i = 0; i < SURF_ACDR_BITS; i++) {
		const uint32_t bit = node_get(n, SURF_ACDR);

		SIM_EQ(n->s, bit & ~1u, 0, "ACDR bits 31..1");
		node_put(n, SURF_ACDR, bit);
		image |= bit << i;
	}
	return image;
}

/* ---- bin selector ---- */

/* Sets PROG to 1 and to 0, and waits until the selector accepts data. */
static inline void quick_prog(struct node *n)
{
	node_put(n, SURF_FCCR, 1);
	node_put(n, SURF_FCCR, 0);
	sim_wait_cycles(n->clk25, 72); /* 64 clocks of clearing, and the latency of the write */
}

/* Loads a stream of bytes, bit 7 first, and the bits of the start-up. */
static inline void quick_load(struct node *n, const uint8_t *stream)
{
	uint8_t bit[SBIT_BITS + SBIT_STARTUP];

	for (unsigned int i = 0; i < SBIT_BITS + SBIT_STARTUP; i++)
		bit[i] = i < SBIT_BITS ? stream[i / 8] >> (7 - i % 8) & 1 : 1;
	quick_prog(n);
	quick_writes(n, SURF_FCDR, bit, SBIT_BITS + SBIT_STARTUP);
}

static inline void quick_select(struct node *n, const struct sbit_map *map)
{
	uint8_t stream[SBIT_BYTES];

	SIM_EQ(n->s, (uint64_t)sbit_compile(map, stream), 0, "stream");
	quick_load(n, stream);
	SIM_EQ(n->s, node_get(n, SURF_FCCR) & FCCR_STATE, FCCR_DONE, "FCCR after the load");
}

/* ---- packets ---- */

/* Changes the period of the global clock, after one more rising edge. */
static inline void quick_clock_period(struct node *n, sim_time period)
{
	sim_wait_edge(n->gclk, SIM_FALL);
	sim_clock_set_period(n->gclk, period);
	sim_wait_edge(n->gclk, SIM_RISE);
}

/* Stops S_GCLK for the rest of the test. Returns the value of the receive time counter. */
static inline uint64_t quick_stop_clock(struct node *n)
{
	quick_clock_period(n, SIM_MS(16000));
	sim_wait_cycles(n->clk_s1, 8); /* until Stage 1 has the count */
	return node_ticks(n);
}

struct quick_list {
	const struct packet *p;
	size_t count, next;
};

static inline bool quick_next(void *arg, struct packet *p)
{
	struct quick_list *l = arg;

	if (l->next == l->count)
		return false;
	*p = l->p[l->next++];
	return true;
}

/* Sends the packets as fast as the link allows, then waits until the board is empty. */
static inline void quick_play(struct node *n, const struct packet *p, size_t count)
{
	node_play(n, quick_next, &(struct quick_list){.p = p, .count = count});
}

/* Makes the next packet entry 0 of the trace. */
static inline void quick_rewind(struct node *n)
{
	node_put(n, SURF_TICR, 0);
	node_put(n, SURF_TECR, 0);
}

/* Clears both memories directly, not by bus cycles; the board must be idle. */
static inline void quick_clear(struct node *n)
{
	simm_fill(n->trace, 0);
	simm_fill(n->hist, 0);
	surf_golden_trace_fill(n->g, 0);
	surf_golden_hist_fill(n->g, 0);
}

/* Returns the fields that the board has written as entry @index. */
static inline struct trace_fields quick_entry(struct node *n, uint32_t index)
{
	struct trace_fields f;
	uint32_t w[4];

	for (unsigned int i = 0; i < 4; i++)
		w[i] = simm_peek(n->trace, 4 * index + i);
	trace_unpack(w, &f);
	return f;
}

/* Compares entry @index with the packet, except for latency, category and sender. */
static inline void quick_check_entry(struct node *n, uint32_t index, const struct packet *p)
{
	const struct trace_fields f = quick_entry(n, index);

	SIM_EQ(n->s, f.size, p->words & 1023u, "size in the trace");
	SIM_EQ(n->s, f.color, p->color, "color in the trace");
	SIM_EQ(n->s, f.addr, p->addr & 0x07FFFFFCu, "address in the trace");
	SIM_EQ(n->s, f.be, p->be, "byte enables in the trace");
	SIM_EQ(n->s, f.irq, p->irq, "interrupt bit in the trace");
	SIM_EQ(n->s, f.presence, 0, "presence in the trace");
}

/* ---- bins, packet by packet ---- */

/* Counts in the board's histogram. Each is checked when Stage 3 takes the next packet, because
 * it has then finished the previous one. */
struct quick_bins {
	struct node *n;
	const uint32_t *want; /* bin of each packet */
	size_t count, next;
	uint32_t before; /* count of the last bin */
};

static inline void quick_last_bin(struct quick_bins *b)
{
	uint32_t bin;

	if (!b->next)
		return;
	bin = b->want[b->next - 1];
	SIM_CHECK(b->n->s, simm_peek(b->n->hist, bin) == b->before + 1,
		  "packet %zu is not counted in bin %06X", b->next - 1, bin);
}

static inline void quick_on_bin(void *arg, const struct packet *p,
				const struct surf_golden_result *r)
{
	struct quick_bins *b = arg;

	(void)p;
	quick_last_bin(b);
	SIM_CHECK(b->n->s, b->next < b->count, "more packets than were sent");
	SIM_CHECK(b->n->s, r->bin == b->want[b->next], "packet %zu: bin %06X, expected %06X",
		  b->next, r->bin, b->want[b->next]);
	b->before = simm_peek(b->n->hist, b->want[b->next++]);
}

/* Plays the packets with HTCR.HEN = 1; each must count in its bin. */
static inline void quick_play_bins(struct node *n, const struct packet *p, const uint32_t *want,
				   size_t count)
{
	struct quick_bins b = {.n = n, .want = want, .count = count};

	n->on_packet = quick_on_bin;
	n->on_packet_arg = &b;
	quick_play(n, p, count);
	n->on_packet = NULL;
	quick_last_bin(&b);
	SIM_EQ(n->s, b.next, count, "packets through the board");
}

/* ---- revision 2 ---- */

/* Takes and reads the copy of the totals of the board whose registers are at @rbase, and checks
 * the identities of the totals. */
static inline void quick_totals(struct hostbus *host, unsigned int slot, uint32_t rbase,
				uint64_t *t)
{
	struct sim *s = host->s;

	for (unsigned int i = 0; i < TOTALS; i++) {
		uint32_t half[2];

		for (unsigned int k = 0; k < 2; k++)
			SIM_EQ(s,
			       (uint64_t)host_read(host, false, slot,
						   rbase + SURFBOARD_SEEN_L + 8 * i + 4 * k, 15,
						   &half[k]),
			       0, "the register answers");
		t[i] = half[0] | (uint64_t)half[1] << 32;
	}
	SIM_EQ(s, t[TOTAL_SEEN],
	       t[TOTAL_DROPPED] + t[TOTAL_HISTOGRAMMED] + t[TOTAL_NOT_HISTOGRAMMED],
	       "packets seen");
	SIM_EQ(s, t[TOTAL_SEEN], t[TOTAL_DROPPED] + t[TOTAL_TRACED] + t[TOTAL_NOT_TRACED],
	       "packets seen");
}

/* ---- memory and state, to be compared ---- */

static inline bool quick_same_words(const struct shrimp_words *a, const struct shrimp_words *b)
{
	return a->n == b->n && (!a->n || !memcmp(a->v, b->v, 2 * a->n * sizeof(*a->v)));
}

#define QUICK_FIFO 4096

struct quick_state {
	struct shrimp_words trace, hist;
	uint32_t reg[16]; /* indexed by offset / 4; FCCR, FCDR, ACDR, HFCR and HFDR stay 0 */
	uint32_t fccr, fcdr, acdr, ebcr;
	uint8_t offset[4];
	uint16_t fifo[QUICK_FIFO];
	unsigned int slots;
};

static inline void quick_free_state(void *arg)
{
	struct quick_state *st = arg;

	free(st->trace.v);
	free(st->hist.v);
	free(st);
}

/* Reads the contents of both memories. */
static inline struct quick_state *quick_memories(struct node *n)
{
	struct quick_state *st = calloc(1, sizeof(*st));

	SIM_CHECK(n->s, st, "out of memory");
	sim_cleanup(n->s, quick_free_state, st);
	simm_each(n->trace, shrimp_add_word, &st->trace);
	simm_each(n->hist, shrimp_add_word, &st->hist);
	return st;
}

static inline void quick_same_memories(struct node *n, const struct quick_state *a,
				       const struct quick_state *b)
{
	SIM_CHECK(n->s, quick_same_words(&a->trace, &b->trace), "the trace memory differs");
	SIM_CHECK(n->s, quick_same_words(&a->hist, &b->hist), "the histogram differs");
}

/* Reads everything that software can see of the board and leaves it unchanged. HFCR's pointer
 * must be at the first byte. The FIFO is emptied and filled again. */
static inline struct quick_state *quick_state(struct node *n)
{
	static const uint32_t plain[] = {SURF_TTCR, SURF_ECDR, SURF_PCLR, SURF_ISCR, SURF_IEMR,
					 SURF_HTCR, SURF_WCDR, SURF_TICR, SURF_TECR, SURF_TPIR};
	struct quick_state *st = quick_memories(n);

	for (unsigned int i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
		st->reg[plain[i] / 4] = node_get(n, plain[i]);
	st->fccr = node_get(n, SURF_FCCR);
	st->fcdr = node_get(n, SURF_FCDR);
	st->acdr = quick_read_acdr(n);
	for (unsigned int i = 0; i < 4; i++)
		st->offset[i] = (uint8_t)node_get(n, SURF_HFCR);
	while (node_get(n, SURF_ISCR) & surf_mask(SURF_ISCR_FNE))
		st->fifo[st->slots++] = (uint16_t)node_get(n, SURF_HFDR);
	for (unsigned int i = 0; i < st->slots; i++)
		node_put(n, SURF_HFDR, st->fifo[i]);
	st->ebcr = node_slot_get(n, SURF_EBCR, 15);
	return st;
}

/* @iscr: the bits of ISCR that must be the same. The bin selector is not compared. */
static inline void quick_same_state(struct node *n, const struct quick_state *a,
				    const struct quick_state *b, uint32_t iscr)
{
	for (unsigned int i = 0; i < 16; i++)
		SIM_CHECK(n->s,
			  !((a->reg[i] ^ b->reg[i]) & (i == SURF_ISCR / 4 ? iscr : UINT32_MAX)),
			  "register 0x%02X was 0x%08X, is 0x%08X", 4 * i, a->reg[i], b->reg[i]);
	SIM_EQ(n->s, b->acdr, a->acdr, "ACDR image");
	SIM_EQ(n->s, b->ebcr, a->ebcr, "EBCR");
	SIM_CHECK(n->s, !memcmp(a->offset, b->offset, sizeof(a->offset)),
		  "the FIFO's offsets differ");
	SIM_CHECK(n->s, a->slots == b->slots && !memcmp(a->fifo, b->fifo, sizeof(a->fifo)),
		  "the FIFO's contents differ");
	quick_same_memories(n, a, b);
}

/* Gives every register and memory a value that differs from the one after reset, so that a test
 * sees an unwanted change. HTCR is left with all three modes on. */
static inline void quick_change_all_state(struct node *n)
{
	static const uint8_t offset[4] = {0x21, 0x3, 0x54, 0x1};
	struct sim *s = n->s;

	quick_acdr(n, ACDR(.sendid = 2, .lat_n = 12, .tsize = 1) |
			      surf_mask(SURF_ACDR_IMAGE_RDBK_B) |
			      surf_mask(SURF_ACDR_IMAGE_RDBK_F));
	node_put(n, SURF_TTCR, 0x152); /* EIP, MEOD, MBV, trigger on bin overflow */
	node_put(n, SURF_ECDR, 1);
	node_put(n, SURF_PCLR, 0x19);
	node_put(n, SURF_HTCR, 0); /* FRS off */
	for (unsigned int i = 0; i < 4; i++)
		node_put(n, SURF_HFCR, offset[i]);
	for (unsigned int i = 0; i < 7; i++)
		node_put(n, SURF_HFDR, 0x101 * i);
	node_put(n, SURF_WCDR, 0xFFFFFFF0);
	node_put(n, SURF_TICR, 0x123);
	node_put(n, SURF_TECR, 0x45);
	node_put(n, SURF_TPIR, 0x2345);
	for (uint32_t b = 0; b < 64; b++) {
		const uint32_t v = b % 3 ? 0xFFFFFFFF : (uint32_t)sim_random(s);

		simm_poke(n->hist, b, v);
		surf_golden_hist_put(n->g, b, v);
	}
	node_put(n, SURF_HTCR, ALL);
	node_play_random(n, 60, 12, 40);
	node_put(n, SURF_IEMR, 0x1555);
}

#endif
