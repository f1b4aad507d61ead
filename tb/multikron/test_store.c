/* SPDX-License-Identifier: Apache-2.0 */
/* Tests FIFO, TEST operations, memory address pointer, simple and circular buffer, and local
 * memory. */
#include "mk_sample.h"
#include "mkboard.h"
#include <stdlib.h>

#define MEMORY MULTIKRON_MEMORY
#define LAST 0x3FFFFFu /* word of memory */
#define MEMORY_WORDS (LAST + 1)
#define FIFO_BYTES 1024
#define STOPPED (MKBOARD_RECOMMENDED | MK_DIS_STATE)
#define SIMPLE (MKBOARD_RECOMMENDED | MK_WRAPB)
#define TESTING (MKBOARD_RECOMMENDED | MK_TEST)

static struct mkboard *start(struct sim *s, uint32_t more, uint32_t csr)
{
	struct mkboard *b = mkboard_open(s, NULL);

	mkboard_start(b, more, csr);
	return b;
}

static size_t level(const struct mkboard *b)
{
	return mk_golden_level(&b->g.fifo);
}

static uint32_t pointer(struct mkboard *b)
{
	return mkboard_get(b, MULTIKRON_MAP);
}

/* Takes @n trace samples so slowly that the FIFO does not fill. */
static void traces(struct mkboard *b, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++) {
		mkboard_trace(b, i % 8, (uint32_t)sim_random(b->s));
		sim_wait(b->s, SIM_US(1));
	}
}

/* ---- FIFO ---- */

/* Checks the depth of the FIFO: 51 complete samples fit; it accepts exactly 1024 bytes, and
 * then the chip waits. */
static void fifo_depth(struct sim *s)
{
	struct mkboard *b = start(s, MK_DIS_STATE, 0);
	uint64_t bytes;

	traces(b, 51);
	sim_wait(s, SIM_US(3));
	SIM_EQ(s, level(b), 51 * MK_TRACE_BYTES, "51 samples");
	SIM_EQ(s, b->full_clocks, 0, "not full");
	traces(b, 10);
	sim_wait(s, SIM_US(20));
	SIM_EQ(s, level(b), FIFO_BYTES, "bytes accepted");
	SIM_EQ(s, b->bytes, FIFO_BYTES, "bytes sent");
	SIM_EQ(s, sim_get(b->obs_fifo_full), 1, "full");
	/* the 52nd sample stops after its fourth byte */
	SIM_EQ(s, mk_golden_level(&b->g.chip), 10 * MK_TRACE_BYTES - 4,
	       "bytes that wait in the chip");
	bytes = b->bytes;
	mkboard_config(b, MKBOARD_RECOMMENDED);
	mkboard_settle(b);
	SIM_CHECK(s, b->bytes > bytes, "the output resumes");
	SIM_EQ(s, b->bytes, 61 * MK_TRACE_BYTES, "bytes");
	SIM_EQ(s, pointer(b), 61 * MK_TRACE_WORDS, "pointer");
}

struct rate {
	struct mkboard *b;
	uint64_t clock[64], at[64];
	unsigned int n;
	bool eos;
};

static void first_bytes(void *arg)
{
	struct rate *r = arg;
	struct mkboard *b = r->b;

	if (!sim_get(b->obs_fifo_wr))
		return;
	if (r->eos && r->n < 64) {
		r->clock[r->n] = b->node_clocks;
		r->at[r->n++] = sim_now(b->s);
	}
	r->eos = sim_get(b->obs_fifo) >> 9 & 1;
}

/* Takes 64 samples without a pause: one in 40 clocks of NODECLK, which are 1 us. */
static void fifo_rate(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	struct rate r = {.b = b, .eos = true};

	b->on_node = first_bytes;
	b->on_arg = &r;
	for (unsigned int i = 0; i < 64; i++)
		mkboard_trace(b, 0, i);
	mkboard_settle(b);
	SIM_EQ(s, r.n, 64, "samples");
	for (unsigned int EACH(i, 1); i < 64; i++) {
		SIM_EQ(s, r.clock[i] - r.clock[i - 1], 40, "clocks from sample to sample");
		SIM_EQ(s, r.at[i] - r.at[i - 1], SIM_US(1), "time from sample to sample");
	}
}

/* Makes every value of a byte, of the parity and of the end of sample; the scoreboard checks
 * each at the FIFO. */
static void fifo_bytes(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	bool seen[256] = {false};
	unsigned int n = 0;

	for (unsigned int i = 0; i < 256; i += 4) {
		uint8_t byte[MK_TRACE_BYTES];
		const uint32_t word = (uint32_t)b->words;

		mkboard_trace(b, 0, i | (i + 1) << 8 | (i + 2) << 16 | (i + 3) << 24);
		mkboard_drain(b);
		mkboard_memory_bytes(b, word, byte, MK_TRACE_BYTES);
		for (unsigned int k = 12; k < 16; k++)
			seen[byte[k]] = true;
	}
	mkboard_resource(b, 0, 1);
	mkboard_settle(b);
	for (unsigned int i = 0; i < 256; i++)
		n += seen[i];
	SIM_EQ(s, n, 256, "values of a byte");
	SIM_EQ(s, b->bytes, 64 * MK_TRACE_BYTES + MK_RESOURCE_BYTES, "bytes");
}

/* Tests a clock ratio: every byte must arrive in order, also with back-pressure. */
static void ratio(struct sim *s, sim_time pci, uint32_t more)
{
	const struct mkboard_options o = {.pci = pci, .phase = sim_range(s, 0, 25000)};
	struct mkboard *b = mkboard_open(s, &o);
	const unsigned int n = (unsigned int)sim_length(s, 400, 60);

	mkboard_start(b, more, 0);
	for (unsigned int i = 0; i < n; i++) {
		if (sim_range(s, 0, 9))
			mkboard_trace(b, i % 8, i);
		else
			mkboard_resource(b, i % 8, i);
		if (!sim_range(s, 0, 49)) {
			mkboard_config(b, (b->g.config & ~MULTIKRON_CONFIG_V_NUM_MASK) ^
						  MK_DIS_STATE);
			sim_wait(s, SIM_NS(sim_range(s, 0, 3000)));
			mkboard_config(b, (b->g.config & ~MULTIKRON_CONFIG_V_NUM_MASK) ^
						  MK_DIS_STATE);
		}
	}
	mkboard_settle(b);
	SIM_EQ(s, b->taken, n, "samples");
}

static void ratio_10_40(struct sim *s)
{
	ratio(s, SIM_NS(100), 0);
}

static void ratio_25_20(struct sim *s)
{
	ratio(s, SIM_NS(40), MK_DIV2);
}

static void ratio_33_40(struct sim *s)
{
	ratio(s, SIM_NS(30), 0);
}

static void ratio_33_20(struct sim *s)
{
	ratio(s, SIM_NS(30), MK_DIV2);
}

static void ratio_10_20(struct sim *s)
{
	ratio(s, SIM_NS(100), MK_DIV2);
}

/* Performs writes and reads of the FIFO in the same clocks at every level: the FIFO is filled,
 * then TEST reads empty it while the chip continues to write. */
static void fifo_levels(struct sim *s)
{
	struct mkboard *b = start(s, MK_TEST, CSR_DISCARD);
	unsigned int n = 0;

	for (unsigned int i = 0; i < 75; i++) {
		mkboard_trace(b, i % 8, i);
		sim_wait(s, SIM_US(1));
	}
	SIM_EQ(s, level(b), FIFO_BYTES, "full");
	for (unsigned int i = 0; i < 400; i++, n++)
		mkboard_get(b, MULTIKRON_TEST);
	while (level(b) || mk_golden_level(&b->g.chip)) {
		mkboard_get(b, MULTIKRON_TEST);
		n++;
	}
	SIM_EQ(s, n, 64 * MK_TRACE_BYTES, "bytes");
	/* at levels 0 and 1 bytes are read as they come */
	for (unsigned int i = 0; i < 20; i++) {
		mkboard_trace(b, 0, i);
		for (unsigned int k = 0; k < 30; k++)
			mkboard_get(b, MULTIKRON_TEST);
	}
	mkboard_drain(b);
	SIM_EQ(s, b->popped, 84 * MK_TRACE_BYTES, "bytes");
}

/* Levels at which one byte was written and another was read within one clock of NODECLK. */
struct same_clock {
	struct mkboard *b;
	uint64_t popped;
	unsigned int met[FIFO_BYTES + 1], empty_reads, full_pops;
};

static void note_same(void *arg)
{
	struct same_clock *c = arg;
	struct mkboard *b = c->b;

	if (b->popped != c->popped) {
		if (sim_get(b->obs_fifo_wr))
			c->met[level(b)]++;
		if (sim_get(b->obs_fifo_full))
			c->full_pops++;
	} else if (sim_get(b->obs_fifo_wr) && level(b) == 1 && pci_busy(b->pci)) {
		c->empty_reads++; /* a TEST read of the empty FIFO while the first byte comes */
	}
	c->popped = b->popped;
}

/* Tests a write and a read in the same clock at levels 1 and 1023, a read of the empty FIFO
 * while a byte is written, and a read of the full FIFO while the chip waits with the next byte.
 * The scoreboard checks every byte. */
static void fifo_same(struct sim *s)
{
	/* the clock is so slow that the chip writes between the bytes of a sequence */
	const struct mkboard_options o = {
		.pci = SIM_NS(100), .ext = SIM_NS(240), .phase = sim_range(s, 0, 25000)};
	struct mkboard *b = mkboard_open(s, &o);
	struct same_clock c = {.b = b};

	mkboard_start(b, MK_TEST, CSR_DISCARD);
	b->on_node = note_same;
	b->on_arg = &c;
	for (unsigned int i = 0; i < 20; i++) {
		mkboard_trace(b, 0, i);
		while (level(b) || mk_golden_level(&b->g.chip))
			mkboard_get(b, MULTIKRON_TEST);
	}
	for (unsigned int i = 0; i < 70; i++)
		mkboard_trace(b, 0, i);
	sim_wait(s, SIM_US(20));
	SIM_EQ(s, level(b), FIFO_BYTES, "full");
	for (unsigned int i = 0; i < 40; i++) {
		mkboard_put(b, MULTIKRON_TEST, 0);
		sim_wait(s, SIM_US(2));
		mkboard_get(b, MULTIKRON_TEST);
		sim_wait(s, SIM_US(2));
	}
	mkboard_config(b, MKBOARD_RECOMMENDED);
	mkboard_drain(b);
	/* bytes that come as slowly as they are seen */
	mkboard_config(b, TESTING | MK_EN_EXT);
	for (unsigned int i = 0; i < 20; i++) {
		mkboard_trace(b, 0, i);
		while (level(b) || mk_golden_level(&b->g.chip))
			mkboard_put(b, MULTIKRON_TEST, 0);
	}
	SIM_CHECK(s, c.met[1] && c.met[FIFO_BYTES - 1] && c.empty_reads && c.full_pops,
		  "in the same clock: %u at 1, %u at 1023; %u reads when empty, %u when full",
		  c.met[1], c.met[FIFO_BYTES - 1], c.empty_reads, c.full_pops);
	SIM_EQ(s, b->popped, b->bytes, "bytes");
}

/* ---- TEST operations ---- */

static void test_reads(struct sim *s)
{
	static const uint32_t words[] = {0xDDCCBBAA, 0x44332211, 0x88776655};
	struct mkboard *b = start(s, MK_TEST, 0);

	/* empty */
	for (unsigned int EACH(i, 0); i < 10; i++)
		SIM_EQ(s, mkboard_get(b, MULTIKRON_TEST), 0, "empty FIFO");
	/* no byte from the source address on is 0, as an empty FIFO reads */
	mkboard_put(b, MULTIKRON_SRC0, 0xDDCCBBAA);
	mkboard_put(b, MULTIKRON_HOLD, 0x88776655);
	mkboard_trace(b, 5, 0x44332211);
	sim_wait(s, SIM_US(2));
	for (unsigned int EACH(i, 0); i < MK_TRACE_BYTES; i++) {
		const uint32_t v = mkboard_get(b, MULTIKRON_TEST);

		SIM_EQ(s, v >> 8, 0, "bits 31..8");
		SIM_EQ(s, b->popped, i + 1, "bytes");
		if (i == 0)
			SIM_EQ(s, v, 5, "header");
		if (i >= 8)
			SIM_EQ(s, v, words[i / 4 - 2] >> 8 * (i % 4) & 0xFF, "byte");
	}
	SIM_EQ(s, mkboard_get(b, MULTIKRON_TEST), 0, "empty again");
	SIM_EQ(s, pointer(b), 0, "pointer");
	mkboard_settle(b);
}

static void test_writes(struct sim *s)
{
	struct mkboard *b = start(s, MK_TEST, 0);
	uint8_t byte[MK_TRACE_BYTES];

	for (unsigned int EACH(k, 0); k < 3; k++) {
		mkboard_trace(b, k, 0x1000 + k);
		sim_wait(s, SIM_US(2));
		for (unsigned int EACH(i, 0); i < 5; i++) {
			mkboard_put(b, MULTIKRON_TEST, (uint32_t)sim_random(s));
			SIM_EQ(s, pointer(b) <= MK_TRACE_WORDS * k + i + 1, true, "pointer");
		}
		mkboard_drain(b);
		SIM_EQ(s, pointer(b), MK_TRACE_WORDS * (k + 1), "pointer");
		mkboard_memory_bytes(b, MK_TRACE_WORDS * k, byte, MK_TRACE_BYTES);
		SIM_EQ(s, byte[0], k, "header");
		SIM_EQ(s, byte[12], k, "user data");
		SIM_EQ(s, byte[13], 0x10, "user data");
	}
	mkboard_settle(b);
}

/* Checks with three bytes in the FIFO that the sequence ends when the fourth comes. */
static void test_waits(struct sim *s)
{
	struct mkboard *b = start(s, MK_TEST, 0);
	mkboard_trace(b, 1, 0x12345678);
	sim_wait(s, SIM_US(2));
	for (unsigned int i = 0; i < 17; i++)
		mkboard_get(b, MULTIKRON_TEST);
	mkboard_put(b, MULTIKRON_TEST, 0);
	sim_wait(s, SIM_US(3));
	SIM_EQ(s, pointer(b), 0, "three bytes are no word");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_TEST), 0, "a read meanwhile");
	mkboard_trace(b, 6, 0x9ABCDEF0);
	sim_wait(s, SIM_US(3));
	SIM_EQ(s, pointer(b), 1, "pointer");
	SIM_EQ(s, dram_peek(b->dram, 0), 0x06000000, "bytes 17 to 19 and the next header");
	SIM_EQ(s, level(b), 19, "bytes left");
	mkboard_compare_memory(b);
}

/* Checks that TEST operations have no effect with TEST = 0 or DIS_STATE = 1, and that no
 * sequence starts by itself with TEST = 1. */
static void test_off(struct sim *s)
{
	struct mkboard *b = start(s, MK_DIS_STATE, 0);

	sim_limit(s, SIM_MS(1)); /* a read that is never answered is repeated */
	mkboard_trace(b, 5, 1);	 /* no header of 0, which is what a TEST read gives */
	sim_wait(s, SIM_US(3));
	for (unsigned int EACH(i, 0); i < 10; i++) {
		if (i == 5)
			mkboard_config(b, TESTING | MK_DIS_STATE);
		SIM_EQ(s, mkboard_get(b, MULTIKRON_TEST), 0, "TEST = 0 or DIS_STATE = 1");
		mkboard_put(b, MULTIKRON_TEST, 0);
	}
	SIM_EQ(s, level(b), MK_TRACE_BYTES, "bytes");
	SIM_EQ(s, pointer(b), 0, "pointer");
	for (unsigned int EACH(local, 0); local < 2; local++) {
		mkboard_config(b, TESTING & ~(local ? 0 : (uint32_t)MK_LOCAL));
		sim_wait_cycles(b->pclk, 1000);
		SIM_EQ(s, level(b), MK_TRACE_BYTES, "bytes");
		SIM_EQ(s, b->cable_words + b->words, 0, "words");
		SIM_EQ(s, sim_get(b->obs_busy), 0, "state machine");
	}
	mkboard_config(b, MKBOARD_RECOMMENDED);
	mkboard_settle(b);
	SIM_EQ(s, b->words, 5, "words");
}

static void test_full(struct sim *s)
{
	struct mkboard *b = start(s, MK_TEST | MK_WRAPB, 0);
	const uint32_t before = dram_peek(b->dram, 0);

	mkboard_put(b, MULTIKRON_MAP, MEMORY_WORDS);
	mkboard_trace(b, 0, 1);
	sim_wait(s, SIM_US(2));
	mkboard_put(b, MULTIKRON_TEST, 0);
	sim_wait(s, SIM_US(1));
	SIM_EQ(s, level(b), 16, "four bytes are gone");
	SIM_EQ(s, pointer(b), MEMORY_WORDS, "pointer");
	SIM_EQ(s, b->drained, 1, "words drained");
	SIM_EQ(s, dram_peek(b->dram, 0), before, "memory");
	mkboard_compare_memory(b);
}

/* ---- memory address pointer ---- */

static void map_access(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	static const uint32_t modes[] = {0, MK_TEST, MK_TEST | MK_LOCAL};

	for (unsigned int EACH(i, 0); i < 3; i++) {
		const uint32_t v = (uint32_t)sim_random(s);

		mkboard_config(b, (STOPPED & ~(uint32_t)(MK_LOCAL | MK_TEST)) | modes[i]);
		mkboard_put(b, MULTIKRON_MAP, 0xFFFFFFFF);
		SIM_EQ(s, pointer(b), 0x00FFFFFF, "24 bits");
		mkboard_put(b, MULTIKRON_MAP, v);
		SIM_EQ(s, pointer(b), v & 0xFFFFFF, "accepted");
		mkboard_config(b, STOPPED);
		mkboard_put(b, MULTIKRON_MAP, ~v);
		SIM_EQ(s, pointer(b), v & 0xFFFFFF, "ignored with LOCAL = 1, TEST = 0");
	}
	/* a write during sampling must be ignored without damage to samples; the pointer can be
	 * read at any time */
	mkboard_set_pointer(b, 0);
	mkboard_config(b, MKBOARD_RECOMMENDED);
	{
		uint32_t last = 0;

		for (unsigned int i = 0; i < 100; i++) {
			uint32_t now;

			mkboard_trace(b, 0, i);
			mkboard_put(b, MULTIKRON_MAP, (uint32_t)sim_random(s));
			now = pointer(b);
			SIM_CHECK(s, now >= last && now <= MK_TRACE_WORDS * (i + 1),
				  "pointer %u after %u", now, last);
			last = now;
		}
	}
	mkboard_settle(b);
	SIM_EQ(s, pointer(b), 500, "words stored = the next location");
}

/* Addresses at which words were stored, in order. */
struct stores {
	struct mkboard *b;
	uint32_t word[4096];
	unsigned int n;
};

static void note_store(void *arg)
{
	struct stores *st = arg;

	if (sim_get(st->b->obs_store) && st->n < 4096)
		st->word[st->n++] = (st->b->g.pointer - 1) & LAST;
}

/* Uses the paper's sequence during a run: earlier samples must be at the old address, later
 * ones at the new one. */
static void map_move(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	const unsigned int moves = (unsigned int)sim_length(s, 10, 3);
	struct stores *st = calloc(1, sizeof(*st));
	uint32_t n = 0;

	sim_cleanup(s, free, st);
	st->b = b;
	b->on_pci = note_store;
	b->on_arg = st;
	for (unsigned int EACH(i, 0); i < moves; i++) {
		const uint32_t place = (i + 1) * 0x10000;

		for (unsigned int k = 0; k < 20; k++)
			mkboard_trace(b, 0, n++);
		SIM_CHECK(s, st->n < MK_TRACE_WORDS * n, "samples are under way");
		mkboard_set_pointer(b, place);
		SIM_CHECK(s, pointer(b) - place < 200, "pointer");
		mkboard_compare_memory(b);
	}
	mkboard_settle(b);
	b->on_pci = NULL;
	SIM_EQ(s, st->n, MK_TRACE_WORDS * n, "words stored");
	for (unsigned int EACH(i, 0); i < n; i++)
		SIM_EQ(s, dram_peek(b->dram, st->word[MK_TRACE_WORDS * i + 3]), i, "user data");
	for (unsigned int i = 1; i < st->n; i++)
		SIM_CHECK(s, st->word[i] == st->word[i - 1] + 1 || !(st->word[i] & 0xFFFF),
			  "word %u is stored at %X, after %X", i, st->word[i], st->word[i - 1]);
}

/* ---- simple and circular buffer ---- */

static void simple_full(struct sim *s)
{
	struct mkboard *b = start(s, MK_WRAPB, 0);
	uint32_t first;

	mkboard_set_pointer(b, 0x3FFFFB);
	first = dram_peek(b->dram, 0);
	traces(b, 3);
	mkboard_drain(b);
	SIM_EQ(s, b->words, 5, "words");
	SIM_EQ(s, pointer(b), MEMORY_WORDS, "pointer");
	SIM_EQ(s, dram_peek(b->dram, LAST), sparse_get(&b->g.mem, LAST), "the last word");
	SIM_CHECK(s, dram_peek(b->dram, LAST) != sparse_pattern(LAST), "... is written");
	for (unsigned int i = 0; i < 100; i++)
		mkboard_trace(b, 0, i);
	mkboard_settle(b);
	SIM_EQ(s, b->words, 5, "words");
	SIM_EQ(s, dram_peek(b->dram, 0), first, "word 0");
	SIM_EQ(s, level(b) + mk_golden_level(&b->g.chip), 0, "the FIFO is drained");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_CSR) & CSR_OVERFLOW, 0, "CSR[8]");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_OVRCNT), 0, "OVRCNT");
	SIM_EQ(s, b->drained, 102 * MK_TRACE_WORDS, "words drained");
	SIM_EQ(s, pointer(b), MEMORY_WORDS, "pointer");
	for (uint32_t EACH(p, MEMORY_WORDS); p; p = (p + MEMORY_WORDS) & 0xFFFFFF) {
		mkboard_set_pointer(b, p);
		traces(b, 1);
		mkboard_settle(b);
		SIM_EQ(s, b->words, 5, "words");
		SIM_EQ(s, pointer(b), p, "pointer");
	}
}

/* In wait mode: checks that the chip does not wait when the memory is full. */
static void simple_no_wait(struct sim *s)
{
	struct mkboard *b = start(s, MK_WRAPB, 0);
	uint32_t before;

	mkboard_set_pointer(b, MEMORY_WORDS);
	before = mkboard_get(b, MULTIKRON_WAITCNT);
	for (unsigned int i = 0; i < 100; i++) {
		mkboard_trace(b, 0, i);
		sim_wait(s, SIM_US(1));
	}
	mkboard_settle(b);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_WAITCNT), before, "WAITCNT");
	SIM_EQ(s, b->full_clocks, 0, "FIFO full");
}

static void circular(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	const unsigned int n = (unsigned int)sim_length(s, 30, 5);

	for (uint32_t EACH(wraps, 0); wraps < 4; wraps++) {
		const uint32_t p = wraps << 22 | LAST;

		mkboard_set_pointer(b, p);
		traces(b, 1);
		mkboard_settle(b);
		SIM_EQ(s, pointer(b), (p + MK_TRACE_WORDS) & 0xFFFFFF, "pointer");
		SIM_EQ(s, dram_peek(b->dram, 0), sparse_get(&b->g.mem, 0), "word 0");
	}
	SIM_EQ(s, b->words, 4 * MK_TRACE_WORDS, "words");
	for (unsigned int EACH(i, 0); i < n; i++) {
		const uint32_t p = (uint32_t)sim_random(s) & 0xFFFFFF;
		uint8_t byte[4];

		mkboard_set_pointer(b, p);
		mkboard_trace(b, i % 8, i);
		mkboard_drain(b);
		mkboard_memory_bytes(b, p & LAST, byte, 4);
		SIM_EQ(s, byte[0], i % 8, "header at pointer[21:0]");
		SIM_EQ(s, pointer(b), (p + MK_TRACE_WORDS) & 0xFFFFFF, "pointer");
	}
	mkboard_settle(b);
}

/* Takes 40 samples from 100 words before the end: the simple buffer must keep the oldest, the
 * circular buffer the newest. */
static void keeps(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	uint8_t byte[MK_TRACE_BYTES];

	for (unsigned int EACH(simple, 0); simple < 2; simple++) {
		mkboard_config(b, simple ? SIMPLE : MKBOARD_RECOMMENDED);
		mkboard_set_pointer(b, MEMORY_WORDS - 100);
		for (unsigned int i = 0; i < 40; i++)
			mkboard_trace(b, 0, 100 * simple + i);
		mkboard_settle(b);
		for (unsigned int EACH(i, 0); i < 20; i++) {
			mkboard_memory_bytes(b, MEMORY_WORDS - 100 + MK_TRACE_WORDS * i, byte,
					     MK_TRACE_BYTES);
			SIM_EQ(s, byte[12], 100 * simple + i, "first 20 samples");
			mkboard_memory_bytes(b, MK_TRACE_WORDS * i, byte, MK_TRACE_BYTES);
			SIM_EQ(s, byte[12], 20 + i, "newest samples, of the circular buffer");
		}
		SIM_EQ(s, pointer(b), simple ? MEMORY_WORDS : 0x400064, "pointer");
	}
}

/* trace samples that fill the simple buffer; the last one does not fit */
#define FILLING 838861u

/* Takes the last @n of the samples that fill the buffer. */
static struct mkboard *fill(struct sim *s, uint32_t n)
{
	struct mkboard *b = start(s, MK_WRAPB, 0);

	mkboard_set_pointer(b, (FILLING - n) * MK_TRACE_WORDS);
	for (uint32_t i = FILLING - n; i < FILLING; i++)
		mkboard_trace(b, i % 8, i);
	mkboard_settle(b);
	SIM_EQ(s, pointer(b), MEMORY_WORDS, "pointer");
	SIM_EQ(s, b->words, MK_TRACE_WORDS * n - 1, "words stored");
	SIM_EQ(s, b->drained, 1, "words discarded");
	for (uint32_t EACH(i, FILLING - n); i < FILLING; i++)
		SIM_EQ(s, dram_peek(b->dram, MK_TRACE_WORDS * i + 3), i, "user data");
	return b;
}

static void scored(struct sim *s, const char *error)
{
	if (error)
		SIM_FAIL(s, "%s", error);
}

/* Takes all of them with the golden model alone: 838,860 complete samples and four words. */
static void mk_golden_fill(struct sim *s, struct mk_golden *g)
{
	mk_golden_write(g, MULTIKRON_CONFIG, false, 15, SIMPLE);
	mk_golden_write(g, MULTIKRON_CSR, false, 15, CSR_SAMPLING | CSR_MODE32);
	for (uint32_t EACH(i, 0); i < FILLING; i++) {
		const uint32_t offset = MULTIKRON_TS0 + i % 8 * 8;
		uint32_t word, value;

		mk_golden_begin_write(g, offset, false, 15, i, 0);
		scored(s, mk_golden_taken(g, false, i, NULL));
		mk_golden_write(g, offset, false, 15, i);
		while (mk_golden_level(&g->chip)) {
			const unsigned int byte = g->chip.byte[g->chip.head] & 0xFF;

			scored(s, mk_golden_byte(g, byte, mk_golden_level(&g->chip) == 1,
						 !__builtin_parity(byte)));
			scored(s, mk_golden_pop(g));
		}
		for (unsigned int EACH(k, 0); k < 5; k++)
			scored(s, g->pointer < MEMORY_WORDS ? mk_golden_store(g, &word, &value)
							    : mk_golden_drain(g));
	}
}

/* Takes the last samples that fill a simple buffer, from a preset pointer. */
static void simple_last(struct sim *s)
{
	const struct mk_golden_options o = {0};
	struct mk_golden g;
	uint8_t byte[MK_TRACE_BYTES];
	struct mkboard *b = fill(s, 100);

	mkboard_memory_bytes(b, (FILLING - 1) * MK_TRACE_WORDS, byte, 16);
	SIM_EQ(s, byte[0], (FILLING - 1) % 8, "header of the last sample");
	SIM_CHECK(s, !mk_golden_init(&g, &o), "no memory");
	mk_golden_fill(s, &g);
	SIM_EQ(s, g.pointer, MEMORY_WORDS, "pointer of the golden model");
	SIM_EQ(s, g.words, (FILLING - 1) * MK_TRACE_WORDS + 4, "words that it stored");
	SIM_EQ(s, g.drained, 1, "words that it discarded");
	for (uint32_t EACH(i, 0); i < FILLING; i++)
		SIM_EQ(s, sparse_get(&g.mem, MK_TRACE_WORDS * i + 3), i, "user data");
	/* both have the same end, except for the times */
	for (uint32_t EACH(i, FILLING - 100); i < FILLING; i++) {
		SIM_EQ(s, dram_peek(b->dram, MK_TRACE_WORDS * i + 2),
		       sparse_get(&g.mem, MK_TRACE_WORDS * i + 2), "source address");
		SIM_EQ(s, dram_peek(b->dram, MK_TRACE_WORDS * i) & 0xFF,
		       sparse_get(&g.mem, MK_TRACE_WORDS * i) & 0xFF, "header");
	}
	mk_golden_free(&g);
}

/* Fills the whole buffer if the run is long enough. */
static void soak_simple(struct sim *s)
{
	const uint64_t n = sim_length(s, 8400, 100);

	sim_limit(s, SIM_MS(10000));
	fill(s, n < FILLING ? (uint32_t)n : FILLING);
}

/* Changes WRAPB near the end, with DIS_STATE = 1, in both directions. */
static void wrapb_changed(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);

	mkboard_set_pointer(b, MEMORY_WORDS - 8);
	traces(b, 1);
	mkboard_drain(b);
	mkboard_config(b, STOPPED);
	mkboard_config(b, STOPPED | MK_WRAPB);
	mkboard_config(b, SIMPLE);
	traces(b, 3);
	mkboard_settle(b);
	SIM_EQ(s, pointer(b), MEMORY_WORDS, "simple from now on");
	SIM_EQ(s, b->words, 8, "words");
	mkboard_config(b, STOPPED | MK_WRAPB);
	mkboard_config(b, STOPPED);
	mkboard_config(b, MKBOARD_RECOMMENDED);
	traces(b, 2);
	mkboard_settle(b);
	SIM_EQ(s, pointer(b), 0x40000A, "circular again");
	SIM_EQ(s, b->words, 18, "words");
}

/* ---- local memory ---- */

static void mem_packing(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	const bool big = b->g.o.mem_big_endian;
	uint32_t word;

	mkboard_put(b, MULTIKRON_SRC0, 0x0B0A0908);
	mkboard_put_by_hold(b, MULTIKRON_TS7, 0x131211100F0E0D0C);
	mkboard_settle(b);
	word = dram_peek(b->dram, 2);
	SIM_EQ(s, word, big ? 0x08090A0B : 0x0B0A0908, "word 2");
	word = dram_peek(b->dram, 3);
	SIM_EQ(s, word, big ? 0x0C0D0E0F : 0x0F0E0D0C, "word 3");
	word = dram_peek(b->dram, 4);
	SIM_EQ(s, word, big ? 0x10111213 : 0x13121110, "word 4");
	SIM_EQ(s, dram_peek(b->dram, 0) >> (big ? 24 : 0) & 0xFF, 7, "header");
}

/* Checks the first and last addresses on the pins, and words at addresses with walking bits. */
static void mem_address(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	struct dram_stats st;

	for (unsigned int EACH(i, 0); i < 24; i++) {
		const uint32_t word = i < 22 ? 1u << i : i == 22 ? 0 : LAST;

		mkboard_put(b, MEMORY + 4 * word, 0xA0000000 | word);
		sim_wait(s, SIM_US(1));
		dram_stats(b->dram, &st);
		SIM_EQ(s, st.bank, word >> 20, "bank");
		SIM_EQ(s, st.row, word >> 10 & 0x3FF, "row");
		SIM_EQ(s, st.column, word & 0x3FF, "column");
	}
	for (unsigned int EACH(i, 0); i < 22; i++)
		SIM_EQ(s, mkboard_get(b, MEMORY + (4u << i)), 0xA0000000 | 1u << i, "word");
	SIM_EQ(s, mkboard_get(b, MEMORY), 0xA0000000, "word 0");
	SIM_EQ(s, mkboard_get(b, MEMORY + 4), 0xA0000001, "word 1");
	SIM_EQ(s, mkboard_get(b, MEMORY + 4 * LAST), 0xA0000000 | LAST, "last word");
	mkboard_compare_memory(b);
}

static void mem_idle(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	const unsigned int n = (unsigned int)sim_length(s, 10000, 120);
	uint32_t *place = calloc(n, sizeof(*place));

	sim_cleanup(s, free, place);
	for (unsigned int i = 0; i < n; i++) {
		place[i] = (uint32_t)sim_random(s) & LAST;
		mkboard_put(b, MEMORY + 4 * place[i], (uint32_t)sim_random(s));
	}
	for (unsigned int i = 0; i < n; i++)
		mkboard_get(b, MEMORY + 4 * place[i]);
	mkboard_compare_memory(b);
}

static void mem_starts(struct sim *s)
{
	struct mkboard *b = start(s, MK_TEST, 0);

	mkboard_trace(b, 0, 1);
	sim_wait(s, SIM_US(2));
	for (unsigned int i = 0; i < 17; i++)
		mkboard_get(b, MULTIKRON_TEST);
	mkboard_config(b, MKBOARD_RECOMMENDED);
	sim_wait(s, SIM_US(5));
	SIM_EQ(s, b->words, 0, "three bytes");
	SIM_EQ(s, level(b), 3, "they are still in the FIFO");
	mkboard_config(b, MKBOARD_RECOMMENDED & ~(uint32_t)MK_OE);
	mkboard_config(b, MKBOARD_RECOMMENDED);
	mkboard_trace(b, 3, 1);
	sim_wait(s, SIM_US(5));
	SIM_EQ(s, b->words, 5, "words: 23 bytes are 5 words");
	SIM_EQ(s, level(b), 3, "three bytes are left");
	mkboard_compare_memory(b);
}

/* ---- CPU traffic in memory while samples are stored ---- */

/* A master that starts each access as soon as the previous one has ended: it reads or writes
 * the upper half of memory, and takes a trace sample whenever one is due. */
struct traffic {
	struct mkboard *b;
	struct pci_cycle c;
	uint64_t data;
	uint32_t random;
	unsigned int writes; /* number of writes in 256 accesses */
	uint32_t samples;    /* number of samples due so far */
	uint32_t taken;
	bool on;
	/* found */
	uint64_t done, words; /* words: sample words stored before this access */
	unsigned int longest, most_words;
	sim_time popped, stored, stored_before, slowest;
	uint64_t pops;
};

static uint32_t next_random(struct traffic *t)
{
	t->random = t->random * 1664525 + 1013904223;
	return t->random >> 8;
}

/* Records times of sample words: those of the latest two stores, and the longest time to a
 * store from its fourth byte or from the previous store. */
static void note_words(void *arg)
{
	struct traffic *t = arg;
	struct mkboard *b = t->b;
	const sim_time now = sim_now(b->s);

	if (sim_get(b->obs_store)) {
		const sim_time from = t->popped > t->stored ? t->popped : t->stored;

		if (from && now - from > t->slowest)
			t->slowest = now - from;
		t->stored_before = t->stored;
		t->stored = now;
	}
	if (sim_get(b->obs_fifo_rd) && ++t->pops % 4 == 0)
		t->popped = now;
}

static void access_ended(struct traffic *t)
{
	struct mkboard *b = t->b;
	const uint32_t offset = t->c.addr - b->base, word = (offset - MEMORY) / 4;
	/* the board requests the memory from the third clock after FRAME# on; a store is
	 * observed one clock after its write */
	const sim_time asked = t->c.began + 4 * b->o.pci;
	const unsigned int words = (t->stored > asked && t->stored <= t->c.ended) +
				   (t->stored_before > asked && t->stored_before <= t->c.ended);

	SIM_CHECK(b->s, t->c.end == PCI_DONE, "an access ends with %d", t->c.end);
	if (t->c.command & 1)
		mk_golden_write(&b->g, offset, false, 15, t->data);
	if (offset < MEMORY) {
		t->taken++;
		return;
	}
	if (!(t->c.command & 1) && sparse_get(&b->g.mem, word) != (uint32_t)t->data)
		SIM_FAIL(b->s, "word %X reads %08X, not %08X", word, (uint32_t)t->data,
			 sparse_get(&b->g.mem, word));
	if (t->c.clocks > t->longest)
		t->longest = t->c.clocks;
	if (words > t->most_words)
		t->most_words = words;
	t->done++;
}

static void next_access(void *arg)
{
	struct traffic *t = arg;
	struct mkboard *b = t->b;

	if (t->c.end == PCI_RETRY && t->c.data) {
		pci_start(b->pci, &t->c, next_access, t);
		return;
	}
	if (t->c.data)
		access_ended(t);
	t->c.data = NULL;
	if (!t->on)
		return;
	if (t->taken < t->samples) {
		t->data = t->taken;
		t->c = (struct pci_cycle){.command = PCI_MEM_WRITE,
					  .addr = b->base + MULTIKRON_TS0 + t->taken % 8 * 8};
		mk_golden_begin_write(&b->g, t->c.addr - b->base, false, 15, t->data, 0);
	} else {
		const bool write = (next_random(t) & 255) < t->writes;

		t->c = (struct pci_cycle){.command = write ? PCI_MEM_WRITE : PCI_MEM_READ,
					  .addr = b->base + MEMORY +
						  (0x200000 + (next_random(t) & 0xFFF)) * 4};
		t->data = next_random(t);
	}
	t->c.data = &t->data;
	pci_start(b->pci, &t->c, next_access, t);
}

static void traffic_start(struct traffic *t, struct mkboard *b, unsigned int writes)
{
	*t = (struct traffic){
		.b = b, .random = (uint32_t)sim_random(b->s), .writes = writes, .on = true};
	b->on_pci = note_words;
	b->on_arg = t;
	t->pops = b->popped;
	next_access(t);
}

static void traffic_stop(struct traffic *t)
{
	t->on = false;
	while (t->c.data)
		sim_wait_cycles(t->b->pclk, 1);
}

/* Takes samples between the CPU's accesses: no sample and no word of the CPU may be lost or
 * changed. */
static void mem_interleaved(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	const unsigned int n = (unsigned int)sim_length(s, 10000, 100);
	struct traffic t;

	sim_limit(s, SIM_MS(1000));
	traffic_start(&t, b, 128);
	while (t.samples < n) {
		t.samples++;
		sim_wait(s, SIM_NS(sim_range(s, 0, 3000)));
	}
	while (t.taken < n)
		sim_wait(s, SIM_US(1));
	traffic_stop(&t);
	mkboard_settle(b);
	SIM_EQ(s, b->words, n * MK_TRACE_WORDS, "words");
	SIM_CHECK(s, t.done >= n, "%u accesses", (unsigned int)t.done);
	/* in turn */
	for (unsigned int EACH(i, 0); i < n; i++)
		SIM_EQ(s, dram_peek(b->dram, MK_TRACE_WORDS * i + 3), i,
		       "user data of sample i");
}

/* Takes a sample every 10 us while the bus is always busy with reads: the FIFO must never fill,
 * and a read may wait for at most one sample word. */
static void mem_rate(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	struct traffic quiet, t;
	struct pci_stats before, after;
	struct dram_stats st;
	const unsigned int n = sim_is_icarus(s) ? 25 : 100;
	sim_time began;

	/* with refresh only */
	traffic_start(&quiet, b, 0);
	sim_wait(s, n * SIM_US(10));
	traffic_stop(&quiet);
	pci_stats(b->pci, &before);
	traffic_start(&t, b, 0);
	began = sim_now(s);
	for (unsigned int i = 1; i <= n; i++) {
		t.samples = i;
		sim_wait_until(s, began + i * SIM_US(10));
	}
	SIM_EQ(s, t.taken, n, "samples");
	traffic_stop(&t);
	pci_stats(b->pci, &after);
	SIM_CHECK(s, after.own - before.own > (after.clocks - before.clocks) * 6 / 10,
		  "DEVSEL# is low in %u of %u clocks", (unsigned int)(after.own - before.own),
		  (unsigned int)(after.clocks - before.clocks));
	SIM_EQ(s, b->full_clocks, 0, "clocks with the FIFO full");
	SIM_EQ(s, t.most_words, 1, "sample words that a read waits for");
	/* the write of a word takes 6 clocks from its grant */
	SIM_CHECK(s, t.longest <= quiet.longest + 6, "%u clocks, %u without samples", t.longest,
		  quiet.longest);
	sim_note(s, "%u reads, longest %u clocks, %u without samples", (unsigned int)t.done,
		 t.longest, quiet.longest);
	/* 1024 rows in 16 ms, also under load */
	dram_stats(b->dram, &st);
	SIM_CHECK(s, st.refreshes * SIM_NS(15625) >= sim_now(s), "%u refreshes",
		  (unsigned int)st.refreshes);
	mkboard_settle(b);
	SIM_EQ(s, b->words, MK_TRACE_WORDS * n, "words");
}

/* Makes as many samples and accesses as possible: a sample word may wait for at most one access
 * and a refresh. An access may wait for one sample word; a read may also wait for the sample
 * word that the posted write before it waits for. */
static void mem_turns(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	const unsigned int rounds = (unsigned int)sim_length(s, 30, 3);
	struct traffic t;

	pci_set_idle(b->pci, 0);
	for (unsigned int EACH(i, 0); i < rounds; i++) {
		mkboard_config(b, STOPPED);
		for (unsigned int k = 0; k < 12; k++)
			mkboard_resource(b, 0, k);
		sim_wait(s, SIM_US(30));
		mkboard_config(b, MKBOARD_RECOMMENDED);
		traffic_start(&t, b, 128);
		sim_wait(s, SIM_US(60));
		traffic_stop(&t);
		mkboard_settle(b);
		/* 7 clocks without a wait, 5 for an access, 4 for a refresh */
		SIM_CHECK(s, t.slowest <= 16 * b->o.pci, "a sample word takes %u clocks",
			  (unsigned int)(t.slowest / b->o.pci));
		SIM_CHECK(s, t.most_words <= 2, "an access waits for %u sample words",
			  t.most_words);
	}
}

static void mem_contiguous(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	const unsigned int n = (unsigned int)sim_length(s, 1000, 60);
	uint32_t word = 0;
	bool *resource = calloc(n, sizeof(*resource));

	sim_cleanup(s, free, resource);
	for (unsigned int EACH(i, 0); i < n; i++) {
		resource[i] = sim_range(s, 0, 1);
		if (resource[i])
			mkboard_resource(b, 1, i);
		else
			mkboard_trace(b, 2, i);
		mkboard_drain(b);
		word += resource[i] ? MK_RESOURCE_BYTES / 4 : MK_TRACE_WORDS;
		SIM_EQ(s, pointer(b), word, "pointer");
	}
	word = 0;
	for (unsigned int EACH(i, 0); i < n; i++) {
		SIM_EQ(s, dram_peek(b->dram, word) & 0xFF, resource[i] ? 0x81 : 2, "header");
		SIM_EQ(s, dram_peek(b->dram, word + 3), i, "user data");
		word += resource[i] ? MK_RESOURCE_BYTES / 4 : MK_TRACE_WORDS;
	}
	mkboard_settle(b);
}

/* Changes DIS_STATE, TEST and LOCAL in each clock of a sequence. */
static void mode_changes(struct sim *s)
{
	struct mkboard *b = start(s, 0, 0);
	static const uint32_t changes[] = {MK_DIS_STATE, MK_TEST, MK_LOCAL};

	for (unsigned int EACH(cable, 0); cable < 2; cable++)
		for (unsigned int EACH(change, 0); change < 3; change++)
			for (unsigned int EACH(wait, 0); wait < 60;
			     wait += sim_is_icarus(s) ? 7 : 1) {
				const uint32_t c = MKBOARD_RECOMMENDED ^ (cable ? MK_LOCAL : 0);
				uint64_t words;

				mkboard_config(b, c | MK_DIS_STATE);
				mkboard_trace(b, 0, wait);
				sim_wait(s, SIM_US(2));
				mkboard_config(b, c);
				sim_wait_cycles(b->pclk, wait);
				mkboard_config(b, c ^ changes[change]);
				if (changes[change] != MK_LOCAL) {
					/* the current sequence ends and no other begins */
					sim_wait(s, SIM_US(3));
					words = b->words + b->cable_words;
					SIM_EQ(s, sim_get(b->obs_busy), 0, "idle");
					SIM_EQ(s, mk_golden_level(&b->g.popped), 0,
					       "whole words");
					sim_wait(s, SIM_US(3));
					SIM_EQ(s, b->words + b->cable_words, words, "words");
				}
				/* if LOCAL changed, the rest goes to the other destination */
				mkboard_config(b,
					       changes[change] == MK_LOCAL ? c ^ MK_LOCAL : c);
				mkboard_drain(b);
				/* the cable takes two bytes at a time: half a memory word may
				 * be left */
				mkboard_config(b, c & ~(uint32_t)MK_LOCAL);
				mkboard_drain(b);
				SIM_EQ(s, level(b), 0, "bytes left");
			}
	mkboard_compare_memory(b);
	SIM_EQ(s, 4 * b->words + 2 * b->cable_words, b->taken * MK_TRACE_BYTES, "bytes");
}

/* the requirements that all clock ratios show */
#define RATIO_IDS "MK-FIF-008 MK-FIF-010 "

const struct sim_test sim_tests[] = {
	{"fifo_depth", fifo_depth, "MK-FIF-001 MK-FIF-006 MK-FIF-009", NULL},
	{"fifo_rate", fifo_rate, "MK-FIF-007 MK-SMP-015", NULL},
	{"fifo_bytes", fifo_bytes, "MK-FIF-002 MK-FIF-003 MK-FIF-004 MK-FIF-005", NULL},
	{"fifo_10_40", ratio_10_40, RATIO_IDS, NULL},
	{"fifo_25_20", ratio_25_20, RATIO_IDS, NULL},
	{"fifo_33_40", ratio_33_40, RATIO_IDS, NULL},
	{"fifo_33_20", ratio_33_20, RATIO_IDS, NULL},
	{"fifo_10_20", ratio_10_20, RATIO_IDS, NULL},
	{"fifo_levels", fifo_levels, "MK-FIF-011 MK-CR-008", NULL},
	{"fifo_same", fifo_same, "MK-FIF-011", NULL},
	{"tst_reads", test_reads, "MK-TST-001 MK-TST-004 MK-FIF-005", NULL},
	{"tst_writes", test_writes, "MK-TST-002 MK-TST-003", NULL},
	{"tst_waits", test_waits, "MK-TST-005", NULL},
	{"tst_off", test_off, "MK-TST-006 MK-TST-007 MK-CR-008", NULL},
	{"tst_full", test_full, "MK-TST-008", NULL},
	{"mar_access", map_access, "MK-MAR-001 MK-MAR-002 MK-MAR-003 MK-MAR-004 MK-MAR-005",
	 NULL},
	{"mar_move", map_move, "MK-MAR-006", NULL},
	{"buf_simple", simple_full, "MK-BUF-001 MK-BUF-002 MK-BUF-004", NULL},
	{"buf_no_wait", simple_no_wait, "MK-BUF-003", NULL},
	{"buf_circular", circular, "MK-BUF-005 MK-BUF-006 MK-BUF-007", NULL},
	{"buf_keeps", keeps, "MK-BUF-008 MK-CR-015", NULL},
	{"buf_last", simple_last, "MK-BUF-009", NULL},
	{"soak_simple", soak_simple, "MK-BUF-009 MK-SMP-016", NULL},
	{"buf_changed", wrapb_changed, "MK-BUF-010", NULL},
	{"mem_packing", mem_packing, "MK-MEM-001", NULL},
	{"mem_packing_be", mem_packing, "MK-MEM-002", "multikron_be"},
	{"mem_address", mem_address, "MK-MEM-004 MK-MAP-004", NULL},
	{"mem_idle", mem_idle, "MK-MEM-005", NULL},
	{"mem_starts", mem_starts, "MK-MEM-003", NULL},
	{"mem_interleaved", mem_interleaved, "MK-MEM-006", NULL},
	{"mem_rate", mem_rate, "MK-MEM-007 MK-MEM-008", NULL},
	{"mem_turns", mem_turns, "MK-MEM-008", NULL},
	{"mem_contiguous", mem_contiguous, "MK-MEM-009 MK-MEM-010", NULL},
	{"mode_changes", mode_changes, "MK-CR-019 MK-CR-023", NULL},
	{0},
};
