/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the configuration of the bin selector, bit by bit through FCCR and FCDR (TR-596-99 3.1,
 * A.6).
 *
 * This file makes the streams itself, bit by bit from the description of the format, and
 * compares them with those of the library, so that each checks the other.
 */
#include "quick.h"
#include <errno.h>

#define STREAM 328 /* number of bits of a stream without extra bits */
#define FRAME_AT 40
#define CHECK_AT (FRAME_AT + 24 * 11)
#define POST_AT (CHECK_AT + 16)
#define BITS_MAX 2048
#define START_BIT 0x40 /* the bit above the six select bits of a frame */

/* FCCR bits 3..0 */
enum {
	HELD = FCCR_PROG | FCCR_CFG | FCCR_ERR,
	CLEARING = FCCR_CFG | FCCR_ERR,
	LOADING = FCCR_CFG,
	FAULTY = FCCR_CFG | FCCR_ERR,
	CONFIGURED = FCCR_DONE,
};

/* ---- streams ---- */

struct bits {
	uint8_t v[BITS_MAX];
	unsigned int n;
};

static void add(struct bits *b, uint32_t value, unsigned int count)
{
	while (count--)
		b->v[b->n++] = value >> count & 1;
}

static void add_ones(struct bits *b, unsigned int count)
{
	while (count--)
		b->v[b->n++] = 1;
}

static uint16_t crc16(uint16_t crc, unsigned int value, unsigned int count)
{
	while (count--) {
		const bool one = (crc >> 15 & 1) != (value >> count & 1);

		crc = (uint16_t)(crc << 1);
		if (one)
			crc ^= 0x8005;
	}
	return crc;
}

struct header {
	unsigned int ones; /* number of leading ones */
	uint32_t length;   /* length count in the header */
	bool constant;	   /* 0110 in place of the partial check of each frame */
};

static const struct header plain = {.ones = 8, .length = STREAM};

static void make_stream(struct bits *b, const struct sbit_map *map, const struct header *h)
{
	uint16_t crc = 0xFFFF;

	b->n = 0;
	add_ones(b, h->ones);
	add(b, 2, 4);
	add(b, h->length, 24);
	add_ones(b, 4);
	for (unsigned int k = 0; k < SBIT_OUTPUTS; k++) {
		crc = crc16(crc, map->sel[k], 7);
		add(b, map->sel[k], 7);
		add(b, h->constant ? 6 : crc >> 12, 4);
	}
	add(b, crc, 16);
	add(b, 0x7F, 8);
}

static void plain_stream(struct bits *b, const struct sbit_map *map)
{
	make_stream(b, map, &plain);
}

/* Returns the first frame whose check differs in a damaged stream; 24 if there is none. */
static unsigned int first_wrong_frame(const struct bits *b)
{
	uint16_t crc = 0xFFFF;

	for (unsigned int k = 0; k < SBIT_OUTPUTS; k++) {
		const uint8_t *f = b->v + FRAME_AT + 11 * k;
		unsigned int check = 0;

		for (unsigned int i = 0; i < 7; i++)
			crc = crc16(crc, f[i], 1);
		for (unsigned int i = 7; i < 11; i++)
			check = check << 1 | f[i];
		if (f[0] || check != crc >> 12)
			return k;
	}
	return SBIT_OUTPUTS;
}

static void to_bytes(const struct bits *b, uint8_t *byte)
{
	memset(byte, 0, (b->n + 7) / 8);
	for (unsigned int i = 0; i < b->n; i++)
		byte[i / 8] |= (uint8_t)(b->v[i] << (7 - i % 8));
}

static void random_map(struct sim *s, struct sbit_map *map)
{
	for (unsigned int k = 0; k < SBIT_OUTPUTS; k++)
		map->sel[k] = (uint8_t)sim_range(s, 0, 63);
}

static void random_stream(struct sim *s, struct sbit_map *map, struct bits *b)
{
	random_map(s, map);
	plain_stream(b, map);
}

static void identity_map(struct sbit_map *map)
{
	for (unsigned int k = 0; k < SBIT_OUTPUTS; k++)
		map->sel[k] = (uint8_t)k;
}

static const char identity_hex[] =
	"FF2000148F00E0701403609017434077108274518B6186370718F720E44C9793128E568B597002B07F";
static const char make_hist_hex[] = "FF2000148F00E0701403609017434077108274518B6506A6952AB4588B"
				    "5574AF0614C45F33E11F2D7F";

static void from_hex(const char *hex, uint8_t stream[SBIT_BYTES])
{
	for (unsigned int i = 0; i < SBIT_BYTES; i++) {
		const char two[3] = {hex[2 * i], hex[2 * i + 1], 0};

		stream[i] = (uint8_t)strtoul(two, NULL, 16);
	}
}

/* ---- the board ---- */

/* Opens a node whose global clock is stopped near 2^44, so that all latencies are possible and
 * exact. */
static struct node *open_cfg(struct sim *s, enum simm_size hist, uint64_t *rx)
{
	const struct node_config cfg = {
		.trace = SIMM_4MB, .hist = hist, .rxtime_init = QUICK_WRAP};
	struct node *n = quick_open(s, &cfg);

	*rx = quick_stop_clock(n);
	quick_acdr(n, ACDR(.remote = true, .lat_n = 12, .tsize = 1));
	node_put(n, SURF_HTCR, HEN);
	return n;
}

static unsigned int status(struct node *n)
{
	return node_get(n, SURF_FCCR) & FCCR_STATE;
}

static void check_status(struct node *n, unsigned int want, const char *when, unsigned int i)
{
	const unsigned int got = status(n);

	SIM_CHECK(n->s, got == want, "%s (%u): FCCR[3:0] is %X, expected %X", when, i, got,
		  want);
}

static void clock_in(struct node *n, const struct bits *b, unsigned int from,
		     unsigned int count)
{
	quick_writes(n, SURF_FCDR, b->v + from, count);
}

static void clock_ones(struct node *n, unsigned int count)
{
	struct bits b = {.n = 0};

	add_ones(&b, count);
	quick_writes(n, SURF_FCDR, b.v, count);
}

/* Loads a stream and gives a few more clocks than it needs. */
static void load(struct node *n, const struct bits *b)
{
	struct bits all = *b;

	add_ones(&all, 12);
	quick_prog(n);
	clock_in(n, &all, 0, all.n);
}

/* Makes a packet of few words; all selector inputs except the upper size bits are random. */
static void any_packet(struct node *n, uint64_t rx, struct packet *p)
{
	node_random_packet(n, p, 20, 0);
	p->tx = rx - sim_range(n->s, 0, 0xFFFFFF);
}

static uint64_t inputs_of(const struct packet *p, uint64_t rx)
{
	return sbit_inputs((uint32_t)(rx - p->tx), (p->y & 1u) << 5 | (p->x & 31u), p->color,
			   p->first >> 28, p->words);
}

/* Checks that packets count in the bins of the mapping, or all in bin 0 without a mapping. */
static void check_mapping(struct node *n, uint64_t rx, const struct sbit_map *map,
			  unsigned int count)
{
	struct packet p[16];
	uint32_t want[16];

	for (unsigned int i = 0; i < count; i++) {
		any_packet(n, rx, &p[i]);
		want[i] = map ? sbit_eval(map, inputs_of(&p[i], rx)) : 0;
	}
	quick_play_bins(n, p, want, count);
}

/* ---- phases ---- */

static void cfg_held(struct sim *s)
{
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_4MB, &rx);
	struct sbit_map map;
	struct bits b;

	check_status(n, HELD, "after power-on", 0);
	random_stream(s, &map, &b);
	load(n, &b);
	check_status(n, CONFIGURED, "loaded", 0);
	node_put(n, SURF_FCCR, 1);
	for (unsigned int EACH(i, 0); i < 20; i++) {
		check_status(n, HELD, "PROG = 1", i);
		sim_wait_cycles(n->clk25, 20);
	}
	node_compare(n);
}

static void write_fccr(struct node *n, uint32_t value)
{
	SIM_EQ(n->s, (uint64_t)host_write(n->host, false, 0, n->rbase + SURF_FCCR, 15, value),
	       0, "FCCR answers");
	surf_golden_write(n->g, SURF_FCCR, 15, value);
}

static void cfg_clearing(struct sim *s)
{
	const sim_time clearing = SIM_NS(64 * 40);
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_4MB, &rx);

	for (unsigned int EACH(round, 0); round < 5; round++) {
		sim_time from, fell = 0;

		node_put(n, SURF_FCCR, 1);
		sim_wait_cycles(n->clk25, (unsigned int)sim_range(s, 1, 9));
		surf_golden_clearing(n->g, true);
		write_fccr(n, 0);
		from = sim_now(s);
		for (unsigned int EACH(i, 0); i < 20; i++) {
			uint32_t v;

			SIM_EQ(s,
			       (uint64_t)host_read(n->host, false, 0, n->rbase + SURF_FCCR, 15,
						   &v),
			       0, "FCCR answers");
			SIM_CHECK(s,
				  (v & FCCR_STATE) == LOADING ||
					  ((v & FCCR_STATE) == CLEARING && !fell),
				  "FCCR[3:0] is %X, %llu ns after PROG := 0", v & 15,
				  (unsigned long long)(sim_now(s) - from) / 1000);
			if ((v & FCCR_STATE) == LOADING && !fell)
				fell = sim_now(s) - from;
		}
		/* the delays of the write and of the read are together at most 1.2 us */
		SIM_CHECK(s, fell >= clearing && fell <= clearing + SIM_NS(1200 + 960),
			  "ERR is seen 0 %llu ns after PROG := 0",
			  (unsigned long long)fell / 1000);
		surf_golden_clearing(n->g, false);
	}
	check_status(n, LOADING, "ready", 0);
	node_compare(n);
}

static void cfg_loading(struct sim *s)
{
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_4MB, &rx);
	struct sbit_map map;
	struct bits b;

	random_stream(s, &map, &b);
	quick_prog(n);
	for (unsigned int EACH(i, 0); i < b.n; i += 16) {
		check_status(n, LOADING, "bits loaded", i);
		clock_in(n, &b, i, b.n - i < 16 ? b.n - i : 16);
	}
	check_status(n, LOADING, "after the last bit", b.n);
	clock_ones(n, 4);
	check_status(n, CONFIGURED, "after the start-up", b.n + 4);
	node_compare(n);
}

/* ---- the two published streams ---- */

static void published(struct sim *s, const char *hex, const struct sbit_map *map)
{
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_64MB, &rx);
	uint8_t stream[SBIT_BYTES], own[SBIT_BYTES], compiled[SBIT_BYTES];
	struct bits b;

	from_hex(hex, stream);
	plain_stream(&b, map);
	SIM_EQ(s, b.n, STREAM, "length of the stream");
	to_bytes(&b, own);
	SIM_EQ(s, (uint64_t)sbit_compile(map, compiled), 0, "stream");
	SIM_CHECK(s, !memcmp(own, stream, SBIT_BYTES), "the description gives another stream");
	SIM_CHECK(s, !memcmp(compiled, stream, SBIT_BYTES), "the library makes another stream");
	quick_load(n, stream);
	check_status(n, CONFIGURED, "loaded", 0);
	for (unsigned int i = 0; i < 4; i++)
		check_mapping(n, rx, map, 16);
	node_compare(n);
}

static void cfg_identity(struct sim *s)
{
	struct sbit_map map;

	identity_map(&map);
	published(s, identity_hex, &map);
}

static void cfg_make_hist(struct sim *s)
{
	struct sbit_map map;

	for (unsigned int k = 0; k < SBIT_OUTPUTS; k++)
		map.sel[k] = (uint8_t)(k < 12 ? k : k < 22 ? 40 + k - 12 : SBIT_ZERO);
	published(s, make_hist_hex, &map);
}

/* ---- one write, one clock ---- */

static void cfg_widths(struct sim *s)
{
	static const uint8_t lanes[] = {1, 3, 15, 7};
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_4MB, &rx);

	for (unsigned int EACH(round, 0); round < 3; round++) {
		struct sbit_map map;
		struct bits b;

		random_stream(s, &map, &b);
		add_ones(&b, 4);
		quick_prog(n);
		for (unsigned int EACH(i, 0); i < b.n; i++) {
			const uint32_t other = (uint32_t)sim_random(s) & ~1u;

			if (i == b.n - 1)
				check_status(n, LOADING, "one clock before the end", i);
			node_put_be(n, SURF_FCDR, lanes[sim_range(s, 0, 3)], other | b.v[i]);
		}
		check_status(n, CONFIGURED, "after as many clocks as writes", b.n);
		check_mapping(n, rx, &map, 5);
	}
	node_compare(n);
}

static void cfg_other_lanes(struct sim *s)
{
	static const uint8_t without[] = {2, 4, 8, 6, 12, 14};
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_4MB, &rx);
	struct sbit_map map;
	struct bits b;

	random_stream(s, &map, &b);
	add_ones(&b, 4);
	quick_prog(n);
	for (unsigned int EACH(i, 0); i < b.n; i++) {
		for (uint64_t k = sim_range(s, 0, 2); k; k--)
			node_put_be(n, SURF_FCDR, without[sim_range(s, 0, 5)],
				    (uint32_t)sim_random(s));
		if (i == b.n - 1)
			check_status(n, LOADING, "one clock before the end", i);
		node_put(n, SURF_FCDR, b.v[i]);
	}
	check_status(n, CONFIGURED, "after the stream", b.n);
	check_mapping(n, rx, &map, 5);
	node_compare(n);
}

/* ---- good streams ---- */

static void cfg_random_maps(struct sim *s)
{
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_64MB, &rx);
	uint64_t count = sim_length(s, 100, 6);

	sim_limit(s, SIM_MS(1000) + count * SIM_US(250));
	while (count--) {
		EACH_OF(count);
		uint8_t own[SBIT_BYTES], compiled[SBIT_BYTES];
		struct sbit_map map;
		struct bits b;

		random_stream(s, &map, &b);
		to_bytes(&b, own);
		SIM_EQ(s, (uint64_t)sbit_compile(&map, compiled), 0, "stream");
		SIM_CHECK(s, !memcmp(own, compiled, SBIT_BYTES),
			  "the library makes another stream");
		load(n, &b);
		check_status(n, CONFIGURED, "mappings to go", (unsigned int)count);
		check_mapping(n, rx, &map, 2);
	}
	node_compare(n);
}

static void cfg_again(struct sim *s)
{
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_64MB, &rx);
	const unsigned int count = (unsigned int)sim_length(s, 20, 5);

	for (unsigned int EACH(i, 0); i < count; i++) {
		struct sbit_map map;
		struct bits b;

		random_stream(s, &map, &b);
		load(n, &b);
		check_status(n, CONFIGURED, "mapping", i);
		check_mapping(n, rx, &map, 12);
	}
	node_compare(n);
}

static void cfg_done_at_332(struct sim *s)
{
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_4MB, &rx);
	struct sbit_map map;
	struct bits b;

	identity_map(&map);
	plain_stream(&b, &map);
	quick_prog(n);
	clock_in(n, &b, 0, 328);
	for (unsigned int EACH(i, 328); i < 332; i++) {
		check_status(n, LOADING, "after writes", i);
		clock_ones(n, 1);
	}
	check_status(n, CONFIGURED, "after writes", 332);
	node_compare(n);
}

/* Checks that DONE rises at the fourth clock after @length and not earlier. */
static void done_at(struct node *n, const struct bits *b, unsigned int length)
{
	quick_prog(n);
	clock_in(n, b, 0, b->n);
	clock_ones(n, length + 3 - b->n);
	check_status(n, LOADING, "one clock before, L is", length);
	clock_ones(n, 1);
	check_status(n, CONFIGURED, "four clocks after L", length);
}

/* Loads a stream after so many ones (7 ms) that bit 13 of the counted clocks is reached. */
static void cfg_leading_ones_8000(struct sim *s)
{
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_4MB, &rx);
	struct sbit_map map;
	struct bits b;
	const unsigned int ones = 8000 / sim_step(s, 8);

	random_map(s, &map);
	make_stream(&b, &map, &(struct header){.ones = 8, .length = STREAM + ones});
	quick_prog(n);
	for (unsigned int i = 0; i < ones; i += 100)
		clock_ones(n, 100);
	clock_in(n, &b, 0, b.n);
	clock_ones(n, 3);
	check_status(n, LOADING, "one clock before the end", STREAM + ones + 3);
	clock_ones(n, 1);
	check_status(n, CONFIGURED, "at the end", STREAM + ones + 4);
	check_mapping(n, rx, &map, 5);
	node_compare(n);
}

/* ---- contents of the header ---- */

/* Checks that DONE stays 0 for 1000 ones after the stream and that ERR stays 0, too. */
static void never_done(struct node *n, uint64_t rx, const struct bits *b)
{
	quick_prog(n);
	clock_in(n, b, 0, b->n);
	clock_ones(n, 1000);
	check_status(n, LOADING, "1000 ones later, bits", b->n);
	check_mapping(n, rx, NULL, 3);
}

/* Streams with these headers, a random mapping each. */
struct headers {
	struct header v[4];
	unsigned int n, least; /* number of streams, and number in a short run */
	bool done;	       /* true: DONE rises four clocks after the length count; false: it
				* never rises */
};

static void load_headers(struct sim *s, const struct headers *h)
{
	const unsigned int count = (unsigned int)sim_length(s, h->n, h->least);
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_4MB, &rx);

	for (unsigned int EACH(i, 0); i < count && i < h->n; i++) {
		struct sbit_map map;
		struct bits b;

		random_map(s, &map);
		make_stream(&b, &map, &h->v[i]);
		if (h->done) {
			done_at(n, &b, h->v[i].length);
			check_mapping(n, rx, &map, 5);
		} else {
			never_done(n, rx, &b);
		}
	}
	node_compare(n);
}

#define HEADERS(name, ...)                                     \
	static void cfg_##name(struct sim *s)                  \
	{                                                      \
		static const struct headers h = {__VA_ARGS__}; \
                                                               \
		load_headers(s, &h);                           \
	}

/* clang-format off */
HEADERS(leading_ones, .done = true, .n = 3, .least = 3,
	.v = {{.ones = 9,   .length = STREAM + 1},
	      {.ones = 15,  .length = STREAM + 7},
	      {.ones = 108, .length = STREAM + 100}})
HEADERS(leading_ones_uncounted, .done = false, .n = 1, .least = 1,
	.v = {{.ones = 9, .length = STREAM}})
/* fewer than 8: no header */
HEADERS(leading_ones_few, .done = false, .n = 4, .least = 1,
	.v = {{.ones = 7, .length = STREAM - 1},
	      {.ones = 0, .length = STREAM - 8},
	      {.ones = 1, .length = STREAM - 7},
	      {.ones = 4, .length = STREAM - 4}})
HEADERS(length_larger, .done = true, .n = 3, .least = 3,
	.v = {{.ones = 8, .length = STREAM + 1},
	      {.ones = 8, .length = STREAM + 10},
	      {.ones = 8, .length = STREAM + 100}})
HEADERS(length_smaller, .done = false, .n = 3, .least = 1,
	.v = {{.ones = 8, .length = 320},
	      {.ones = 8, .length = 327},
	      {.ones = 8, .length = 0}})
/* clang-format on */

/* Inverts each bit of the length count in turn, which changes the length. */
static void cfg_length_bits(struct sim *s)
{
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_4MB, &rx);
	const unsigned int step = sim_step(s, 3);

	for (unsigned int EACH(k, 24); k;) {
		struct sbit_map map;
		struct bits b;

		k -= step;
		random_map(s, &map);
		make_stream(&b, &map, &(struct header){.ones = 8, .length = STREAM ^ 1u << k});
		quick_prog(n);
		clock_in(n, &b, 0, b.n);
		clock_ones(n, 4); /* DONE with a length of STREAM, see cfg_done_at_332 */
		check_status(n, LOADING, "with another length, bit", k);
		check_mapping(n, rx, NULL, 1);
	}
	node_compare(n);
}

/* Inverts each bit of the header from @from on: the selector must not accept the header and
 * must not report an error. */
static void header_errors(struct sim *s, unsigned int from)
{
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_4MB, &rx);

	for (unsigned int EACH(i, from); i < from + 4; i++) {
		struct sbit_map map;
		struct bits b;

		random_stream(s, &map, &b);
		b.v[i] ^= 1;
		load(n, &b);
		check_status(n, LOADING, "damaged header, bit", i);
		check_mapping(n, rx, NULL, 3);
	}
	node_compare(n);
}

static void cfg_preamble(struct sim *s)
{
	header_errors(s, 8);
}

/* Puts zeros into the four ones between the length count and the frames. */
static void cfg_fill(struct sim *s)
{
	header_errors(s, 36);
}

static void cfg_truncated(struct sim *s)
{
	static const unsigned int length[] = {100, 300, 327};
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_4MB, &rx);

	for (unsigned int EACH(i, 0); i < 3; i++) {
		struct sbit_map map;
		struct bits b;

		random_stream(s, &map, &b);
		quick_prog(n);
		clock_in(n, &b, 0, length[i]);
		for (unsigned int EACH(k, 0); k < 10; k++) {
			check_status(n, LOADING, "bits", length[i]);
			sim_wait(s, SIM_US(4));
		}
		check_mapping(n, rx, NULL, 3);
	}
	node_compare(n);
}

/* ---- damaged streams ---- */

/* Loads a stream that must give an error and no mapping. */
static void refused(struct node *n, uint64_t rx, const struct bits *b, unsigned int which)
{
	load(n, b);
	check_status(n, FAULTY, "damaged stream", which);
	check_mapping(n, rx, NULL, 1);
}

static void cfg_constant_check(struct sim *s)
{
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_4MB, &rx);

	for (unsigned int EACH(i, 0); i < 5; i++) {
		struct sbit_map map;
		struct bits b;

		random_map(s, &map);
		make_stream(&b, &map,
			    &(struct header){.ones = 8, .length = STREAM, .constant = true});
		refused(n, rx, &b, i);
	}
	node_compare(n);
}

/* Loads streams with one wrong bit in the @bits bits from @from on. ERR must be 1 when the
 * frame, the check word or the postamble ends. */
static void single_errors(struct sim *s, unsigned int from, unsigned int bits,
			  unsigned int count)
{
	const unsigned int first = (unsigned int)sim_range(s, 0, bits - 1);
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_4MB, &rx);

	for (unsigned int EACH(k, 0); k < count; k++) {
		/* 97 has no factor in common with 264, 16 and 8 */
		const unsigned int at = from + (first + 97 * k) % bits;
		struct sbit_map map;
		unsigned int end;
		struct bits b;

		random_stream(s, &map, &b);
		b.v[at] ^= 1;
		add_ones(&b, 12);
		end = from == FRAME_AT ? at - (at - from) % 11 + 11 : from + bits;
		quick_prog(n);
		clock_in(n, &b, 0, end);
		check_status(n, FAULTY, "after the damaged item, bit", at);
		clock_in(n, &b, end, b.n - end);
		check_status(n, FAULTY, "after the stream, bit", at);
		check_mapping(n, rx, NULL, 1);
	}
	node_compare(n);
}

static void cfg_frame_errors(struct sim *s)
{
	single_errors(s, FRAME_AT, 264, (unsigned int)sim_length(s, 264, 8));
}

static void cfg_check_word_errors(struct sim *s)
{
	single_errors(s, CHECK_AT, 16, (unsigned int)sim_length(s, 16, 6));
}

static void cfg_postamble_errors(struct sim *s)
{
	single_errors(s, POST_AT, 8, (unsigned int)sim_length(s, 8, 4));
}

/* Tests pairs of wrong bits in the frames and the check word: all pairs with the library and
 * the golden model, random pairs with the RTL. */
static void cfg_double_errors(struct sim *s)
{
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_4MB, &rx);
	struct surf_golden *g = surf_golden_open(0, 0);
	uint64_t count = sim_length(s, 200, 6);
	unsigned int pairs = 0;
	struct sbit_map map;
	struct bits b;

	SIM_CHECK(s, g, "out of memory");
	sim_limit(s, SIM_MS(1000) + count * SIM_US(250));
	surf_golden_power_on(g);
	surf_golden_slot_write(g, SURF_EBCR, 15, 1);
	random_stream(s, &map, &b);
	add_ones(&b, 12);
	for (unsigned int i = FRAME_AT; i < POST_AT; i++)
		for (unsigned int k = i + 1; k < POST_AT; k++) {
			uint8_t stream[SBIT_BYTES + 2];
			struct sbit_map decoded;
			uint32_t v;

			b.v[i] ^= 1;
			b.v[k] ^= 1;
			to_bytes(&b, stream);
			SIM_CHECK(s, sbit_decode(stream, STREAM, &decoded, NULL) < 0,
				  "the library takes wrong bits %u and %u", i, k);
			surf_golden_write(g, SURF_FCCR, 15, 1);
			surf_golden_write(g, SURF_FCCR, 15, 0);
			for (unsigned int bit = 0; bit < b.n; bit++)
				surf_golden_write(g, SURF_FCDR, 15, b.v[bit]);
			v = surf_golden_read(g, SURF_FCCR, 15) & FCCR_STATE;
			b.v[i] ^= 1;
			b.v[k] ^= 1;
			SIM_CHECK(s, v == FAULTY, "the model takes wrong bits %u and %u", i, k);
			pairs++;
		}
	surf_golden_close(g);
	SIM_EQ(s, pairs, 39060, "pairs");
	while (count--) {
		const unsigned int i = (unsigned int)sim_range(s, FRAME_AT, POST_AT - 1);
		unsigned int k = (unsigned int)sim_range(s, FRAME_AT, POST_AT - 2);

		k += k >= i;
		random_stream(s, &map, &b);
		b.v[i] ^= 1;
		b.v[k] ^= 1;
		refused(n, rx, &b, 1000 * i + k);
	}
	node_compare(n);
}

/* Reads ERR after each bit: it must rise with the last bit of the first frame whose check
 * differs. */
static void error_rises(struct node *n, const struct bits *b, unsigned int frame)
{
	const unsigned int last = FRAME_AT + 11 * frame + 10;

	SIM_EQ(n->s, first_wrong_frame(b), frame, "frame whose check differs");
	quick_prog(n);
	for (unsigned int EACH(i, 0); i < last + 12; i++) {
		clock_in(n, b, i, 1);
		check_status(n, i < last ? LOADING : FAULTY, "after bit", i);
	}
	clock_in(n, b, last + 12, b->n - last - 12);
	clock_ones(n, 20);
	check_status(n, FAULTY, "after the whole stream", b->n);
}

static void cfg_error_frame(struct sim *s)
{
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_4MB, &rx);
	const unsigned int cases = (unsigned int)sim_length(s, 11, 4);

	for (unsigned int EACH(k, 0); k < cases; k++) {
		struct sbit_map map;
		struct bits b;

		random_stream(s, &map, &b);
		b.v[FRAME_AT + 11 * 5 + 7 * k % 11] ^= 1;
		error_rises(n, &b, 5);
	}
	node_compare(n);
}

/* Tests two wrong select bits that change the partial check one frame later only. */
static void cfg_error_later(struct sim *s)
{
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_4MB, &rx);
	struct sbit_map map;
	struct bits b;
	unsigned int frame;

	random_stream(s, &map, &b);
	b.v[FRAME_AT + 11 * 5 + 4] ^= 1;
	b.v[FRAME_AT + 11 * 5 + 5] ^= 1;
	frame = first_wrong_frame(&b);
	SIM_CHECK(s, frame > 5 && frame < 24, "the check differs in frame %u", frame);
	error_rises(n, &b, frame);
	node_compare(n);
}

static void cfg_error_stays(struct sim *s)
{
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_4MB, &rx);
	struct sbit_map map;
	struct bits good, bad;

	random_stream(s, &map, &good);
	add_ones(&good, 4);
	bad = good;
	bad.v[FRAME_AT + 3] ^= 1;
	quick_prog(n);
	clock_in(n, &bad, 0, 60);
	check_status(n, FAULTY, "after the damaged frame", 0);
	clock_in(n, &good, 0, good.n);
	check_status(n, FAULTY, "after a good stream", 0);
	node_put(n, SURF_FCCR, 0); /* PROG was 0 */
	clock_in(n, &good, 0, good.n);
	check_status(n, FAULTY, "after another", 0);
	check_mapping(n, rx, NULL, 3);
	quick_prog(n);
	check_status(n, LOADING, "after PROG 1 to 0", 0);
	clock_in(n, &good, 0, good.n);
	check_status(n, CONFIGURED, "after a good stream", 1);
	check_mapping(n, rx, &map, 10);
	node_compare(n);
}

/* Makes a frame that begins with 1 and has matching checks, so that only the start bit is
 * wrong. */
static void cfg_start_bit(struct sim *s)
{
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_4MB, &rx);
	const unsigned int count = (unsigned int)sim_length(s, SBIT_OUTPUTS, 4);
	const unsigned int first = (unsigned int)sim_range(s, 0, SBIT_OUTPUTS - 1);

	for (unsigned int EACH(i, 0); i < count; i++) {
		/* 7 has no factor in common with 24 */
		const unsigned int frame = (first + 7 * i) % SBIT_OUTPUTS;
		uint8_t stream[SBIT_BYTES];
		struct sbit_map map, decoded;
		struct bits b;

		random_map(s, &map);
		map.sel[frame] |= START_BIT;
		plain_stream(&b, &map);
		to_bytes(&b, stream);
		/* a core of revision 3 has wide codes */
		SIM_CHECK(s,
			  sbit_decode(stream, STREAM, &decoded, NULL) < 0 ||
				  sbit_is_wide(&decoded),
			  "the library takes a wrong start bit in frame %u", frame);
		error_rises(n, &b, frame);
		check_mapping(n, rx, NULL, 1);
	}
	node_compare(n);
}

/* Damages a stream anywhere after the leading ones: FCCR of the board and of the model must be
 * the same after every bit. */
static void cfg_any_damage(struct sim *s)
{
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_64MB, &rx);
	uint64_t count = sim_length(s, 200, 5);

	while (count--) {
		struct sbit_map map;
		struct bits b;
		unsigned int at = 0;

		random_map(s, &map);
		make_stream(&b, &map,
			    &(struct header){.ones = 8 + (unsigned int)sim_range(s, 0, 20),
					     .length = STREAM + (uint32_t)sim_range(s, 0, 40)});
		for (uint64_t k = sim_range(s, 0, 3); k; k--)
			b.v[sim_range(s, 8, b.n - 1)] ^= 1;
		for (unsigned int k = 0; k < 60; k++)
			b.v[b.n++] = sim_random(s) & 1;
		quick_prog(n);
		while (at < b.n) {
			unsigned int part = (unsigned int)sim_range(s, 1, 80);

			if (part > b.n - at)
				part = b.n - at;
			clock_in(n, &b, at, part);
			at += part;
			status(n);
		}
		check_mapping(n, rx, status(n) == CONFIGURED ? &map : NULL, 1);
	}
	node_compare(n);
}

/* ---- clocks that do not count ---- */

static void cfg_not_listening(struct sim *s)
{
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_4MB, &rx);
	const unsigned int rounds = (unsigned int)sim_length(s, 34, 3);
	struct sbit_map map;
	struct bits b, junk = {.n = 0};

	for (unsigned int i = 0; i < 100; i++)
		add(&junk, (uint32_t)sim_random(s), 1);
	/* 100 writes while the selector is held */
	random_stream(s, &map, &b);
	node_put(n, SURF_FCCR, 1);
	clock_in(n, &junk, 0, 100);
	check_status(n, HELD, "100 writes with PROG = 1", 0);
	node_put(n, SURF_FCCR, 0);
	sim_wait_cycles(n->clk25, 72);
	clock_in(n, &b, 0, b.n);
	clock_ones(n, 3);
	check_status(n, LOADING, "one clock before the end", 1);
	clock_ones(n, 1);
	check_status(n, CONFIGURED, "at the end", 1);
	/* three writes at a time while the selector clears itself; more do not fit in the 64
	 * clocks */
	for (unsigned int EACH(i, 0); i < rounds; i++) {
		sim_time from;

		node_put(n, SURF_FCCR, 1);
		surf_golden_clearing(n->g, true);
		write_fccr(n, 0);
		from = sim_now(s);
		for (unsigned int EACH(k, 0); k < 3; k++) {
			const uint8_t bit = junk.v[3 * i % 99 + k];

			SIM_EQ(s,
			       (uint64_t)host_write(n->host, false, 0, n->rbase + SURF_FCDR, 15,
						    bit),
			       0, "FCDR answers");
			surf_golden_write(n->g, SURF_FCDR, 15, bit);
		}
		SIM_CHECK(s, sim_now(s) - from < SIM_NS(64 * 40 - 360),
			  "the writes came too late");
		surf_golden_clearing(n->g, false);
		sim_wait_cycles(n->clk25, 72);
		check_status(n, LOADING, "ready", i);
		random_stream(s, &map, &b);
		clock_in(n, &b, 0, b.n);
		clock_ones(n, 3);
		check_status(n, LOADING, "one clock before the end", i);
		clock_ones(n, 1);
		check_status(n, CONFIGURED, "at the end", i);
	}
	check_mapping(n, rx, &map, 5);
	node_compare(n);
}

static void cfg_after_done(struct sim *s)
{
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_64MB, &rx);
	struct sbit_map map;
	struct bits b;

	/* an odd number of writes and another mapping each time also reveal a bit that is
	 * inverted by each write */
	for (unsigned int EACH(i, 0); i < 5; i++) {
		struct bits junk = {.n = 0};

		for (unsigned int k = 0; k < 201; k++)
			add(&junk, (uint32_t)sim_random(s), 1);
		random_stream(s, &map, &b);
		load(n, &b);
		check_mapping(n, rx, &map, 5);
		clock_in(n, &junk, 0, junk.n);
		check_status(n, CONFIGURED, "more writes", i);
		check_mapping(n, rx, &map, 5);
	}
	/* another stream must not change the mapping either */
	identity_map(&map);
	plain_stream(&b, &map);
	clock_in(n, &b, 0, b.n);
	clock_ones(n, 4);
	check_status(n, CONFIGURED, "another stream", 0);
	node_compare(n);
}

static void cfg_prog(struct sim *s)
{
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_64MB, &rx);

	for (unsigned int EACH(i, 0); i < 3; i++) {
		struct sbit_map map;
		struct bits b;

		random_map(s, &map);
		map.sel[i] = SBIT_ONE;
		plain_stream(&b, &map);
		load(n, &b);
		check_status(n, CONFIGURED, "loaded", i);
		check_mapping(n, rx, &map, 4);
		node_put(n, SURF_FCCR, 1);
		check_status(n, HELD, "PROG = 1", i);
		check_mapping(n, rx, NULL, 4);
		node_put(n, SURF_FCCR, 0);
		sim_wait_cycles(n->clk25, 72);
		check_status(n, LOADING, "PROG = 0", i);
		check_mapping(n, rx, NULL, 4);
	}
	node_compare(n);
}

/* ---- nothing else changes; and how long it takes ---- */

static void cfg_nothing_else(struct sim *s)
{
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_4MB, &rx);
	struct quick_state *before, *after;
	struct sbit_map map;
	struct bits b;

	identity_map(&map);
	for (unsigned int k = 6; k < SBIT_OUTPUTS; k++)
		map.sel[k] = SBIT_ZERO;
	plain_stream(&b, &map);
	load(n, &b);
	quick_change_all_state(n);
	before = quick_state(n);
	SIM_CHECK(s, before->slots > 7 && before->reg[SURF_ISCR / 4] && before->hist.n,
		  "there is nothing to be changed");
	for (unsigned int EACH(i, 0); i < 2; i++) {
		random_stream(s, &map, &b);
		if (i)
			b.v[100] ^= 1;
		load(n, &b);
		check_status(n, i ? FAULTY : CONFIGURED, "load", i);
		after = quick_state(n);
		quick_same_state(n, before, after, UINT32_MAX);
	}
	node_compare(n);
}

static void cfg_time(struct sim *s)
{
	uint64_t rx;
	struct node *n = open_cfg(s, SIMM_64MB, &rx);
	uint8_t stream[SBIT_BYTES];
	struct sbit_map map;
	struct surf surf;
	sim_time took;

	node_follow(n);
	SIM_EQ(s, (uint64_t)surf_open_device(&surf, n->dev), 0, "surf_open_device");
	random_map(s, &map);
	SIM_EQ(s, (uint64_t)sbit_compile(&map, stream), 0, "stream");
	took = sim_now(s);
	SIM_EQ(s, (uint64_t)surf_ConfigHAS(&surf, stream, SBIT_BYTES), 0, "surf_ConfigHAS");
	took = sim_now(s) - took;
	SIM_CHECK(s, took <= SIM_MS(5), "%llu ns to load", (unsigned long long)took / 1000);
	sim_note(s, "the driver loads a mapping in %llu us",
		 (unsigned long long)took / 1000000);
	stream[20] ^= 4;
	SIM_EQ(s, (uint64_t)-surf_ConfigHAS(&surf, stream, SBIT_BYTES), EBADMSG,
	       "surf_ConfigHAS of a damaged stream");
	check_mapping(n, rx, NULL, 3);
	stream[20] ^= 4;
	SIM_EQ(s, (uint64_t)-surf_ConfigHAS(&surf, stream, 36), ENODATA,
	       "surf_ConfigHAS of a short stream");
	check_mapping(n, rx, NULL, 3);
	SIM_EQ(s, (uint64_t)surf_ConfigHAS(&surf, stream, SBIT_BYTES), 0, "surf_ConfigHAS");
	check_mapping(n, rx, &map, 16);
	SIM_EQ(s, (uint64_t)surf_Close(&surf), 0, "surf_Close");
	sim_wait_cycles(n->clk25, 8);
	node_compare(n);
}

#define WRAP "surfboard_wrap"

const struct sim_test sim_tests[] = {
	{"cfg_held", cfg_held, "SB-CFG-001", WRAP},
	{"cfg_clearing", cfg_clearing, "SB-CFG-002", WRAP},
	{"cfg_loading", cfg_loading, "SB-CFG-003 SB-CFG-004", WRAP},
	{"cfg_identity", cfg_identity, "SB-CFG-004 SB-CFG-007 SB-CFG-008", WRAP},
	{"cfg_make_hist", cfg_make_hist, "SB-CFG-007 SB-CFG-009", WRAP},
	{"cfg_widths", cfg_widths, "SB-CFG-005", WRAP},
	{"cfg_other_lanes", cfg_other_lanes, "SB-CFG-006", WRAP},
	{"cfg_random_maps", cfg_random_maps, "SB-CFG-007 SB-CFG-010", WRAP},
	{"cfg_constant_check", cfg_constant_check, "SB-CFG-011", WRAP},
	{"cfg_frame_errors", cfg_frame_errors, "SB-CFG-012", WRAP},
	{"cfg_check_word_errors", cfg_check_word_errors, "SB-CFG-013", WRAP},
	{"cfg_double_errors", cfg_double_errors, "SB-CFG-014", WRAP},
	{"cfg_error_frame", cfg_error_frame, "SB-CFG-015", WRAP},
	{"cfg_error_later", cfg_error_later, "SB-CFG-015", WRAP},
	{"cfg_postamble_errors", cfg_postamble_errors, "SB-CFG-016", WRAP},
	{"cfg_error_stays", cfg_error_stays, "SB-CFG-017", WRAP},
	{"cfg_done_at_332", cfg_done_at_332, "SB-CFG-018", WRAP},
	{"cfg_length_bits", cfg_length_bits, "SB-CFG-022 SB-CFG-023", WRAP},
	{"cfg_fill", cfg_fill, "", WRAP},
	{"cfg_truncated", cfg_truncated, "SB-CFG-019", WRAP},
	{"cfg_leading_ones", cfg_leading_ones, "SB-CFG-020", WRAP},
	{"cfg_leading_ones_8000", cfg_leading_ones_8000, "SB-CFG-020", WRAP},
	{"cfg_leading_ones_uncounted", cfg_leading_ones_uncounted, "SB-CFG-021", WRAP},
	{"cfg_leading_ones_few", cfg_leading_ones_few, NULL, WRAP},
	{"cfg_length_smaller", cfg_length_smaller, "SB-CFG-022", WRAP},
	{"cfg_length_larger", cfg_length_larger, "SB-CFG-023", WRAP},
	{"cfg_not_listening", cfg_not_listening, "SB-CFG-024", WRAP},
	{"cfg_after_done", cfg_after_done, "SB-CFG-025", WRAP},
	{"cfg_prog", cfg_prog, "SB-CFG-026", WRAP},
	{"cfg_again", cfg_again, "SB-CFG-027", WRAP},
	{"cfg_nothing_else", cfg_nothing_else, "SB-CFG-028", WRAP},
	{"cfg_time", cfg_time, "SB-CFG-029", WRAP},
	{"cfg_preamble", cfg_preamble, "SB-CFG-032", WRAP},
	{"cfg_start_bit", cfg_start_bit, "SB-CFG-007", WRAP},
	{"cfg_any_damage", cfg_any_damage, "", WRAP},
	{0},
};
