/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the measured variables and the multiplexers that form an address from them (SPDT 1996,
 * 3.2, 3.3). */
#include "s96_node.h"
#include "spm_config.h"
#include <string.h>

#define FIELD20 0xFFFFFu
#define LATENCY (31u << SPM_L0)

/* Receive times of the models after power-on. */
#define WRAPS 0xFFFFFFFFC00
#define LATE 0xFFFFF000000

static struct s96_node *start(struct sim *s, unsigned int set)
{
	const bool late = strcmp(sim_model(s), "shrimp96_late") == 0;
	struct s96_node *n = s96_start(
		s, &(struct s96_config){.drift = true, .rxtime_init = late ? LATE : 0});
	uint16_t mux;

	SIM_EQ(s, spm_set_to_mux(set, &mux), 0, "setting");
	s96_put(n, SHRIMP96_MUX, mux);
	s96_put(n, SHRIMP96_CMD, START);
	s96_settle(n);
	return n;
}

/* Returns whether to test all values; the slow simulator tests only a few. */
static bool thorough(struct sim *s)
{
	return sim_length(s, 100, 1) >= 100;
}

static unsigned int set_of(struct sim *s, const char *text)
{
	unsigned int set = 0;

	SIM_EQ(s, spm_set_parse(text, &set), 0, text);
	return set;
}

static void set_multiplexers(struct s96_node *n, unsigned int set)
{
	uint16_t mux;

	SIM_EQ(n->s, spm_set_to_mux(set, &mux), 0, "setting");
	s96_put(n, SHRIMP96_MUX, mux);
	s96_settle(n);
}

/* ---- latency ---- */

struct seen {
	struct s96_variables v;
	unsigned int packets;
};

static void note_packet(void *arg, const struct packet *p, enum s96_arrival a,
			const struct s96_variables *v)
{
	struct seen *seen = arg;

	(void)p;
	(void)a;
	seen->v = *v;
	seen->packets++;
}

/* Checks that the latency field is @want for the difference @d. The receive time is known only
 * to a tick or two, so the function tries several phases until the time stamp shows that the
 * difference is @d. */
static void check_latency(struct s96_node *n, uint64_t d, uint32_t want)
{
	for (unsigned int EACH(tries, 0); tries < 100; tries++) {
		struct packet p = {.words = 1, .be = 15};
		struct seen seen = {0};
		const uint64_t guess = (uint64_t)(tries % 7);
		uint64_t rxtime;

		n->on_packet = note_packet;
		n->on_packet_arg = &seen;
		sim_wait_edge(n->gclk, SIM_FALL);
		p.tx = (s96_ticks(n) + guess - d) & S96_TICKS;
		sni_send(n->sni, &p, 0);
		while (!seen.packets)
			sim_wait_cycles(n->clk25, 1);
		rxtime = sim_get(sim_pin(n->s, "obs_rxtime"));
		s96_drain(n);
		n->on_packet = NULL;
		if (((rxtime - p.tx) & S96_TICKS) != d)
			continue;
		SIM_CHECK(n->s, s96_peek(n, want) > 0, "difference %llX does not count in %05X",
			  (unsigned long long)d, want);
		/* the counts of all words must be those of the golden model */
		SIM_EQ(n->s, seen.v.latency, want, "latency by the golden model");
		return;
	}
	SIM_FAIL(n->s, "no packet has difference %llX", (unsigned long long)d);
}

static void latency_clock(struct sim *s)
{
	struct s96_node *n = start(s, LATENCY);
	sim_time t0 = sim_now(s), t1;
	const uint64_t a = s96_ticks(n);
	uint64_t b;

	sim_wait(s, SIM_US(100));
	t1 = sim_now(s);
	b = s96_ticks(n);
	/* 10 MHz, except for the drift of a real oscillator and one tick */
	SIM_CHECK(s,
		  (b - a) + 1 >= (t1 - t0) / SHRIMP_TICK_PS &&
			  (b - a) <= (t1 - t0) / SHRIMP_TICK_PS + 1,
		  "%llu ticks in %llu ns", (unsigned long long)(b - a),
		  (unsigned long long)((t1 - t0) / SIM_NS(1)));
	/* the scoreboard compares each packet's receive time with the clock */
	s96_play_random(n, 50, 4, 5000);
	s96_compare(n);
}

/* The clock has 44 bits and wraps from 2^44-1 to 0; the model starts 1024 ticks before the
 * wrap. */
static void latency_clock_wraps(struct sim *s)
{
	struct s96_node *n =
		s96_start(s, &(struct s96_config){.words_log2 = 24, .rxtime_init = WRAPS});
	uint16_t mux;

	SIM_EQ(s, spm_set_to_mux(LATENCY, &mux), 0, "setting");
	s96_put(n, SHRIMP96_MUX, mux);
	s96_put(n, SHRIMP96_CMD, START);
	s96_settle(n);
	while (s96_ticks(n) > 0xFFFFFF00000) {
		struct packet p;

		s96_random_packet(n, &p, 2, 200);
		s96_send(n, &p);
	}
	/* a packet sent before the wrap has a time stamp later than its receive time */
	SIM_CHECK(s, s96_ticks(n) < 1000, "the clock has not wrapped");
	s96_play_random(n, 20, 2, 5000);
	s96_compare(n);
}

static void latency_default(struct sim *s)
{
	struct s96_node *n = start(s, LATENCY);

	SIM_EQ(s, s96_get(n, SHRIMP96_SHIFT), 0, "SHIFT");
	SIM_EQ(s, s96_get_wide(n, SHRIMP96_MINL), 0, "minimum");
	SIM_EQ(s, s96_get_wide(n, SHRIMP96_MAXL), FIELD20, "maximum");
	check_latency(n, 0, 0);
	check_latency(n, 1, 1);
	check_latency(n, 0x54321, 0x54321);
	for (unsigned int EACH(i, 0); i < 20; i++)
		check_latency(n, (uint64_t)1 << i, 1u << i);
	check_latency(n, FIELD20 - 1, FIELD20 - 1);
	check_latency(n, FIELD20, FIELD20);
	check_latency(n, FIELD20 + 1, FIELD20);
	s96_compare(n);
}

static void latency_large(struct sim *s)
{
	struct s96_node *n = start(s, LATENCY);

	check_latency(n, (uint64_t)1 << 20, FIELD20);
	check_latency(n, (uint64_t)1 << 43, FIELD20);
	/* without the limit: differences with bits above the field */
	s96_put_wide(n, SHRIMP96_MAXL, S96_TICKS);
	for (uint32_t EACH(shift, 0); shift <= 24; shift += thorough(s) ? 1 : 6) {
		s96_put(n, SHRIMP96_SHIFT, shift);
		s96_settle(n);
		/* each bit above the field alone */
		for (uint32_t EACH(bit, shift + 20); bit < 44; bit++)
			check_latency(n, (uint64_t)1 << bit, FIELD20);
		check_latency(n, ((uint64_t)1 << (shift + 20)) - ((uint64_t)1 << shift) - 1,
			      0xFFFFE);
	}
	s96_compare(n);
}

static void latency_shift(struct sim *s)
{
	struct s96_node *n = start(s, LATENCY);
	const uint64_t packets = sim_length(s, 40, 6);

	s96_put_wide(n, SHRIMP96_MAXL, S96_TICKS);
	for (uint32_t EACH(shift, 0); shift <= 24; shift++) {
		s96_put(n, SHRIMP96_SHIFT, shift);
		s96_settle(n);
		/* differences of all orders of magnitude */
		for (uint64_t i = 0; i < packets; i++)
			s96_play_random(n, 1, 1, (uint64_t)1 << sim_range(s, 0, 43));
		check_latency(n, 1000, 1000u >> shift);
	}
	/* a value above 24 works like 24 */
	s96_put(n, SHRIMP96_SHIFT, 31);
	s96_settle(n);
	s96_play_random(n, packets, 1, (uint64_t)1 << 43);
	s96_compare(n);
}

static void latency_limits(struct sim *s)
{
	struct s96_node *n = start(s, LATENCY);
	static const uint32_t shifts[] = {0, 4};

	s96_put_wide(n, SHRIMP96_MINL, 500);
	s96_put_wide(n, SHRIMP96_MAXL, 1000);
	for (int EACH(i, 0); i < 2; i++) {
		s96_put(n, SHRIMP96_SHIFT, shifts[i]);
		s96_settle(n);
		check_latency(n, 1000, 1000 >> shifts[i]);
		check_latency(n, 1001, FIELD20); /* although 1001 >> 4 = 1000 >> 4 */
		check_latency(n, 500, 500 >> shifts[i]);
		check_latency(n, 499, 0);
		s96_poke_all(n, 0);
	}
	s96_put_wide(n, SHRIMP96_MINL, 1000);
	s96_put_wide(n, SHRIMP96_MAXL, FIELD20);
	for (int EACH(i, 0); i < 2; i++) {
		s96_put(n, SHRIMP96_SHIFT, shifts[i]);
		s96_settle(n);
		check_latency(n, 1000, 1000 >> shifts[i]);
		check_latency(n, 999, 0);
		s96_poke_all(n, 0);
	}
	s96_compare(n);
}

static void latency_negative(struct sim *s)
{
	struct s96_node *n = start(s, LATENCY);
	struct packet p = {.words = 1, .be = 15};
	static const uint64_t later[] = {20, 1000, (uint64_t)1 << 20, (uint64_t)1 << 40};

	s96_put_wide(n, SHRIMP96_MAXL, S96_TICKS);
	s96_settle(n);
	for (unsigned int EACH(i, 0); i < 4; i++) {
		p.tx = (s96_ticks(n) + later[i]) & S96_TICKS;
		s96_send(n, &p);
		SIM_EQ(s, s96_word_get(n, 0), i + 1, "packets of latency 0");
	}
	/* one tick more must give a later time */
	for (uint64_t ahead = 0; ahead < 12; ahead++) {
		p.tx = s96_ticks(n) + ahead;
		s96_send(n, &p);
	}
	s96_compare(n);
}

/* ---- size, sender, category, tag ---- */

static void variables_size(struct sim *s)
{
	struct s96_node *n = start(s, set_of(s, "size T C"));
	static const uint8_t be[] = {1, 3, 7, 15, 2, 4, 8, 6, 12, 14};
	static const uint8_t bytes[] = {1, 2, 3, 4, 1, 1, 1, 2, 2, 3};
	struct packet p = {.be = 15};

	for (uint16_t EACH(words, 1); words <= 1024; words += words < 20    ? 1
							      : thorough(s) ? 83
									    : 250) {
		p.words = words;
		s96_send(n, &p);
		SIM_EQ(s, s96_peek(n, 4u * words & 0xFFF), 1, "packets of a size");
	}
	p.words = 1023;
	s96_send(n, &p);
	SIM_CHECK(s, s96_peek(n, 4092) >= 1, "4092 bytes");
	SIM_EQ(s, s96_peek(n, 0), 0, "packets of size 0");
	p.words = 1024;
	s96_send(n, &p);
	SIM_EQ(s, s96_peek(n, 0), 1, "4096 bytes are size 0");
	s96_poke_all(n, 0);
	p.words = 1;
	for (size_t EACH(i, 0); i < sizeof(be); i++) {
		const uint64_t before = s96_peek(n, bytes[i]);

		p.be = be[i];
		s96_send(n, &p);
		SIM_EQ(s, s96_peek(n, bytes[i]), before + 1, "enabled bytes");
	}
	s96_compare(n);
}

static void variables_sender(struct sim *s)
{
	struct s96_node *n = start(s, set_of(s, "sender S0 T C"));
	struct packet p = {.words = 1, .be = 15, .color = 5};

	for (unsigned int EACH(sender, 0); sender < 256; sender += thorough(s) ? 1 : 17) {
		p.x = (uint8_t)((sender & 15) | (sim_random(s) & 0x30));
		p.y = (uint8_t)(sender >> 4 | (sim_random(s) & 0x30));
		s96_send(n, &p);
		SIM_EQ(s, s96_peek(n, 5u << 12 | 4u << 8 | sender), 1, "packets of a sender");
	}
	s96_compare(n);
}

static void variables_category_tag(struct sim *s)
{
	struct s96_node *n = start(s, set_of(s, "sender S0 T C"));
	struct packet p = {.words = 1, .be = 15, .x = 7, .y = 1};

	for (unsigned int EACH(i, 0); i < 16; i++) {
		s96_put(n, SHRIMP96_CAT, i);
		s96_settle(n);
		for (unsigned int EACH(tag, 0); tag < 16; tag++) {
			/* the other bits of the color do not belong to the tag */
			p.color = (uint8_t)(tag | (sim_random(s) & 0x30));
			if (tag == i || tag == 15 - i || thorough(s)) {
				s96_send(n, &p);
				SIM_EQ(s, s96_peek(n, i << 16 | tag << 12 | 4u << 8 | 0x17), 1,
				       "packets of a category and tag");
			}
		}
	}
	s96_compare(n);
}

/* A source of extreme packets at the highest legal rate. */
struct extremes {
	struct s96_node *n;
	uint64_t left;
};

static bool next_extreme(void *arg, struct packet *p)
{
	struct extremes *e = arg;
	const bool high = e->left & 1;

	if (!e->left--)
		return false;
	*p = (struct packet){.tx = high ? 0 : s96_ticks(e->n) + 100000,
			     .words = high ? 5 : 1,
			     .x = high ? 63 : 0,
			     .y = high ? 63 : 0,
			     .color = high ? 63 : 0,
			     .be = high ? 15 : 0,
			     .irq = high};
	return true;
}

static void variables_together(struct sim *s)
{
	struct s96_node *n = s96_start(s, &(struct s96_config){.bclk = SIM_NS(125)});
	struct extremes e = {n, sim_length(s, 4000, 200) & ~(uint64_t)1};
	const uint64_t half = e.left / 2;
	uint16_t mux;

	/* with a low maximum, a time stamp of 0 gives a latency of all ones */
	s96_put_wide(n, SHRIMP96_MAXL, 10);
	SIM_EQ(s, spm_set_to_mux(set_of(s, "I0 I1 L0 S0 T"), &mux), 0, "setting");
	s96_put(n, SHRIMP96_MUX, mux);
	s96_put(n, SHRIMP96_CMD, START);
	s96_settle(n);
	s96_spacing(n, 10);
	s96_play(n, next_extreme, &e);
	SIM_EQ(s, s96_peek(n, 0xF4FFF), half, "packets of one extreme");
	SIM_EQ(s, s96_peek(n, 0x00000), half, "packets of the other");
	/* closer than the board allows: a packet comes in the clock in which Stage 3 takes the
	 * previous one */
	for (unsigned int EACH(clocks, 5); clocks < 10; clocks++) {
		const uint64_t before = s96_peek(n, 0xF4FFF) + s96_peek(n, 0x00000);
		const uint64_t accepted = n->accepted;

		e.left = 100;
		s96_spacing(n, clocks);
		s96_play(n, next_extreme, &e);
		SIM_EQ(s, s96_peek(n, 0xF4FFF) + s96_peek(n, 0x00000) - before,
		       n->accepted - accepted, "packets of both extremes");
	}
	SIM_CHECK(s, n->dropped, "no packet came too early");
	s96_compare(n);
}

/* ---- multiplexers ---- */

/* Tests random settings, including some that are not among the 190, and then each input of each
 * multiplexer: the golden model selects the inputs that the paper's lists name. */
static void mux_random(struct sim *s)
{
	struct s96_node *n = start(s, LATENCY);
	const uint64_t rounds = sim_length(s, 400, 40);

	for (uint64_t i = 0; i < rounds; i++) {
		s96_put(n, SHRIMP96_MUX, (uint32_t)sim_random(s) & SHRIMP96_MUX_WRITABLE);
		s96_put(n, SHRIMP96_CAT, (uint32_t)(sim_random(s) & 15));
		s96_settle(n);
		s96_play_random(n, 2, 100, 1 << 19);
	}
	/* each input of each multiplexer */
	for (uint32_t k = 0; k < 5; k++)
		for (uint32_t sel = 0; sel < 8; sel++) {
			s96_put(n, SHRIMP96_MUX, sel << 3 * k);
			s96_settle(n);
			s96_play_random(n, 3, 100, 1 << 19);
		}
	s96_compare(n);
}

/* Tests all 190 sets: the address must hold exactly these nibbles in order. */
static void mux_190(struct sim *s)
{
	struct s96_node *n = start(s, LATENCY);
	struct seen seen = {0};
	unsigned int by_latency[6] = {0};

	n->on_packet = note_packet;
	n->on_packet_arg = &seen;
	for (unsigned int EACH(i, 0); i < SPM_CONFIGS; i++) {
		const unsigned int set = spm_set_number(i);
		struct packet p;

		set_multiplexers(n, set);
		s96_put(n, SHRIMP96_CAT, (uint32_t)(sim_random(s) & 15));
		s96_settle(n);
		for (int EACH(k, 0); k < (thorough(s) ? 3 : 1); k++) {
			struct spm_variables v;
			uint32_t addr;

			s96_random_packet(n, &p, 60, 1 << 19);
			s96_send(n, &p);
			v = (struct spm_variables){.latency = seen.v.latency,
						   .size = seen.v.size,
						   .sender = seen.v.sender,
						   .tag = seen.v.tag,
						   .category = seen.v.category};
			addr = spm_encode(set, &v);
			SIM_EQ(s, seen.v.address, addr, "address by the golden model");
			SIM_CHECK(s, s96_peek(n, addr) > 0, "the word counts");
			s96_poke(n, addr, 0);
		}
		for (unsigned int l = 0, c = 0; l <= 5; l++) {
			if (l == 5)
				by_latency[c]++;
			else
				c += set >> (SPM_L0 + l) & 1;
		}
	}
	n->on_packet = NULL;
	SIM_EQ(s, by_latency[0], 11, "settings without latency");
	SIM_EQ(s, by_latency[1], 75, "settings with one latency nibble");
	SIM_EQ(s, by_latency[2], 60, "settings with two latency nibbles");
	SIM_EQ(s, by_latency[3], 33, "settings with three latency nibbles");
	SIM_EQ(s, by_latency[4], 10, "settings with four latency nibbles");
	SIM_EQ(s, by_latency[5], 1, "settings with five latency nibbles");
	s96_compare(n); /* all words are 0 again, so no packet counted in another word */
}

/* Finds the inputs of each multiplexer at the pins of the hardware, with packets in which only
 * one nibble is not 0. */
static void mux_inputs(struct sim *s)
{
	struct s96_node *n = start(s, LATENCY);
	static const unsigned int want[5] = {7, 7, 8, 8, 8};

	s96_put_wide(n, SHRIMP96_MAXL, S96_TICKS);
	for (unsigned int EACH(k, 0); k < 5; k++) {
		enum spm_nibble input[8];
		unsigned int inputs = 0;

		SIM_EQ(s, spm_mux_inputs(k, input), want[k], "inputs of a multiplexer");
		for (uint32_t EACH(sel, 0); sel < 8; sel++) {
			struct s96_variables all = {0};
			struct packet p = {
				.words = 1023, .x = 15, .y = 15, .color = 15, .be = 15};
			struct seen seen = {0};

			/* Every nibble is F, except the low nibble of the size (4092 = FFC).
			 * The latency is made all ones by a maximum of 0. */
			s96_put_wide(n, SHRIMP96_MAXL, 0);
			s96_put(n, SHRIMP96_CAT, 15);
			s96_put(n, SHRIMP96_MUX, sel << 3 * k);
			s96_settle(n);
			n->on_packet = note_packet;
			n->on_packet_arg = &seen;
			p.tx = s96_ticks(n) - 10;
			s96_send(n, &p);
			n->on_packet = NULL;
			all = seen.v;
			SIM_EQ(s, all.latency, FIELD20, "latency");
			inputs += (all.address >> 4 * k & 15) != 0;
			SIM_CHECK(s, s96_peek(n, all.address) > 0, "the word counts");
		}
		SIM_EQ(s, inputs, want[k], "select codes that pass a nibble on");
	}
	s96_compare(n);
}

/* Enumerates the sets by brute force, independently of the library's rules. */
static void mux_enumeration(struct sim *s)
{
	unsigned int five = 0, contiguous = 0, whole = 0, both = 0;

	for (unsigned int EACH(set, 0); set < 4096; set++) {
		unsigned int n = 0, runs = 0;
		bool sender_whole;

		for (unsigned int i = 0; i < 12; i++)
			n += set >> i & 1;
		if (n != 5)
			continue;
		for (unsigned int i = 0; i < 5; i++)
			runs += (set >> (SPM_L0 + i) & 1) &&
				(i == 0 || !(set >> (SPM_L0 + i - 1) & 1));
		sender_whole = (set & 1) == (set >> 1 & 1);
		five++;
		contiguous += runs <= 1;
		whole += sender_whole;
		both += runs <= 1 && sender_whole;
		SIM_EQ(s, spm_set_allowed(set), runs <= 1 && sender_whole, "a set is allowed");
	}
	SIM_EQ(s, five, 792, "sets of five nibbles");
	SIM_EQ(s, contiguous, 414, "with contiguous latency");
	SIM_EQ(s, whole, 372, "with a whole sender or none");
	SIM_EQ(s, both, 190, "with both");
}

static void mux_figure3(struct sim *s)
{
	struct s96_node *n = start(s, set_of(s, "L0 L1 L2 T C"));
	struct seen seen = {0};

	n->on_packet = note_packet;
	n->on_packet_arg = &seen;
	for (unsigned int i = 0; i < (thorough(s) ? 100u : 10u); i++) {
		struct packet p;
		uint32_t addr;
		uint64_t before;

		s96_put(n, SHRIMP96_CAT, i & 15);
		s96_settle(n);
		s96_random_packet(n, &p, 3, 5000);
		s96_send(n, &p);
		addr = (uint32_t)seen.v.category << 16 | (uint32_t)(p.color & 15) << 12 |
		       (seen.v.latency & 0xFFF);
		before = s96_peek(n, addr);
		SIM_CHECK(s, before > 0, "word %05X does not count", addr);
	}
	n->on_packet = NULL;
	s96_compare(n);
}

/* Tests sender and the whole size: a packet counts in each of a sender's 4096 bins. */
static void mux_sender_size(struct sim *s)
{
	struct s96_node *n = start(s, set_of(s, "sender size"));
	uint64_t bins = 0;

	for (unsigned int EACH(size, 0); size < 4096; size += 4) {
		struct packet p = {.words = (uint16_t)(size / 4), .x = 9, .y = 3, .be = 15};

		if (!p.words)
			p.words = 1024;
		/* the slow simulator sends only a few sizes, because long packets take long */
		if (!thorough(s) && size % 512)
			continue;
		if (size % 64 && size > 256)
			continue;
		s96_send(n, &p);
		SIM_EQ(s, s96_peek(n, size << 8 | 0x39), 1, "packets of a sender and size");
	}
	for (uint32_t i = 0; i < 4096; i++)
		bins += s96_peek(n, i << 8 | 0x39);
	SIM_EQ(s, bins, s96_get(n, SHRIMP96_ARRV), "packets in the 4096 bins of the sender");
	s96_compare(n);
}

static void mux_at_run_time(struct sim *s)
{
	struct s96_node *n = start(s, set_of(s, "sender size"));
	const struct packet p = {.words = 3, .x = 9, .y = 3, .color = 6, .be = 15};

	s96_put(n, SHRIMP96_CAT, 10);
	s96_settle(n);
	s96_send(n, &p);
	SIM_EQ(s, s96_peek(n, 0x00C39), 1, "sender and size");
	set_multiplexers(n, set_of(s, "sender S0 tag category"));
	s96_send(n, &p);
	SIM_EQ(s, s96_peek(n, 0xA6C39), 1, "sender, size, tag and category");
	set_multiplexers(n, set_of(s, "size tag category"));
	s96_send(n, &p);
	SIM_EQ(s, s96_peek(n, 0xA600C), 1, "size, tag and category");
	s96_compare(n);
}

/* ---- jumpers ---- */

static void jumper_bits(struct sim *s, uint16_t jumper, unsigned int packets)
{
	struct s96_node *n = s96_start(
		s,
		&(struct s96_config){.words_log2 = 24, .rxtime_init = WRAPS, .jumper = jumper});
	struct seen seen = {0};
	uint16_t mux;

	SIM_EQ(s, spm_set_to_mux(set_of(s, "sender L0 L1 S0"), &mux), 0, "setting");
	s96_put(n, SHRIMP96_MUX, mux);
	s96_put(n, SHRIMP96_CMD, START);
	s96_settle(n);
	SIM_EQ(s, S96_GET(s96_get(n, SHRIMP96_STAT), STAT_BIG), 1, "STAT.BIG");
	n->on_packet = note_packet;
	n->on_packet_arg = &seen;
	for (unsigned int EACH(i, 0); i < packets; i++) {
		struct packet p;
		uint32_t upper = 0;

		s96_put(n, SHRIMP96_CAT, (uint32_t)(sim_random(s) & 15));
		s96_settle(n);
		s96_random_packet(n, &p, 9, 200);
		s96_send(n, &p);
		/* ground; category, tag and sender of the monitor; color and interrupt bit of
		 * the network interface */
		for (unsigned int b = 0; b < 4; b++) {
			const unsigned int wire = jumper >> 4 * b & 15;
			const unsigned int level = wire == 0 ? 0
						   : wire <= 4
							   ? seen.v.category >> (wire - 1) & 1
						   : wire <= 8	? p.color >> (wire - 5) & 1
						   : wire <= 12 ? p.x >> (wire - 9) & 1
						   : wire <= 14 ? p.color >> (wire - 9) & 1
								: p.irq;
			upper |= level << b;
		}
		SIM_EQ(s, seen.v.address >> 20, upper, "upper address bits");
		SIM_CHECK(s, s96_peek(n, upper << 20 | (seen.v.address & 0xFFFFF)) > 0,
			  "the word counts");
	}
	n->on_packet = NULL;
	s96_compare(n);
}

static void jumpers_monitor(struct sim *s)
{
	jumper_bits(s, 0x4321, (unsigned int)sim_length(s, 60, 15));
}

static void jumpers_interface(struct sim *s)
{
	jumper_bits(s, 0xFED5, (unsigned int)sim_length(s, 60, 15));
}

static void jumpers_tag(struct sim *s)
{
	jumper_bits(s, 0x8765, (unsigned int)sim_length(s, 60, 10));
}

static void jumpers_sender(struct sim *s)
{
	jumper_bits(s, 0xCBA9, (unsigned int)sim_length(s, 60, 10));
}

/* Connects each bit to a signal chosen at random. */
static void jumpers_turned(struct sim *s)
{
	jumper_bits(s, (uint16_t)(sim_random(s) & 0xFFFF), (unsigned int)sim_length(s, 60, 10));
}

/* Checks with 2^24 words that each address line of the modules selects different words. */
static void memory_16m(struct sim *s)
{
	struct s96_node *n =
		s96_start(s, &(struct s96_config){.words_log2 = 24, .rxtime_init = WRAPS});

	for (unsigned int bit = 0; bit < 24; bit++)
		s96_word_put(n, 1u << bit, 0x1100000000 + bit);
	s96_word_put(n, 0, 0xFF00000000);
	s96_word_put(n, 0xFFFFFF, 0xFFFFFFFFFF);
	for (unsigned int EACH(bit, 0); bit < 24; bit++)
		SIM_EQ(s, s96_word_get(n, 1u << bit), 0x1100000000 + bit, "a word");
	SIM_EQ(s, s96_get(n, SHRIMP96_ADDR), (1u << 23) + 1, "ADDR");
	s96_put(n, SHRIMP96_TCNT, 0xFFFFFE);
	s96_put(n, SHRIMP96_MODE, TRACE);
	s96_put(n, SHRIMP96_CMD, START);
	s96_settle(n);
	s96_play_random(n, 3, 2, 100);
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & TEND, TEND, "the end of the memory");
	SIM_EQ(s, s96_get(n, SHRIMP96_TCNT), 1u << 24, "the trace counter");
	s96_compare(n);
}

/* Tests the memory of 2^20 words of 40 bits: each address bit selects another word, and words
 * all over the memory keep values of their own. */
static void memory_1m(struct sim *s)
{
	struct s96_node *n = s96_start(s, &(struct s96_config){0});
	const uint32_t step = (uint32_t)sim_length(s, 1u << 12, 1u << 5);

	for (unsigned int bit = 0; bit < 20; bit++)
		s96_word_put(n, 1u << bit, 0x2200000000 + bit);
	for (unsigned int EACH(bit, 0); bit < 20; bit++)
		SIM_EQ(s, s96_word_get(n, 1u << bit), 0x2200000000 + bit, "a word");
	/* words spread over the whole memory, each with its own number */
	for (uint32_t i = 0; i < step; i++) {
		const uint32_t word = (uint32_t)((uint64_t)i * SPM_WORDS / step) | (i & 255);

		s96_word_put(n, word, (uint64_t)(~word & 0xFF) << 32 | word);
	}
	s96_compare(n);
}

static void memory_survives(struct sim *s)
{
	struct s96_node *n = s96_start(s, &(struct s96_config){0});
	struct simm_stats st;
	const sim_time stop = SIM_MS(1) * sim_length(s, 100, 4);

	for (uint32_t i = 0; i < 64; i++)
		s96_word_put(n, i << 14 | i, sim_random(s) & S96_WORD_MAX);
	s96_put(n, SHRIMP96_CMD, STOP);
	/* the modules check that each row is refreshed in time */
	sim_wait(s, stop);
	simm_stats(n->lo, &st);
	SIM_CHECK(s, st.refreshes > stop / SIM_US(16), "%llu refreshes",
		  (unsigned long long)st.refreshes);
	for (uint32_t i = 0; i < 64; i++)
		s96_word_get(n, i << 14 | i);
	s96_compare(n);
}

const struct sim_test sim_tests[] = {
	{"latency_clock", latency_clock, "S96-LAT-001 S96-LAT-002", NULL},
	{"latency_clock_wraps", latency_clock_wraps, "S96-LAT-001", "shrimp96_16m"},
	{"latency_default", latency_default, "S96-LAT-002 S96-LAT-003 S96-LAT-004",
	 "shrimp96_late"},
	{"latency_large", latency_large, "S96-LAT-004 S96-LAT-006", "shrimp96_late"},
	{"latency_shift", latency_shift, "S96-LAT-005 S96-CMD-007", "shrimp96_late"},
	{"latency_limits", latency_limits, "S96-LAT-007 S96-LAT-008 S96-LAT-009 S96-CMD-008",
	 "shrimp96_late"},
	{"latency_negative", latency_negative, "S96-LAT-010", NULL},
	{"variables_size", variables_size, "S96-VAR-001 S96-VAR-002 S96-VAR-003", NULL},
	{"variables_sender", variables_sender, "S96-VAR-004", NULL},
	{"variables_category_tag", variables_category_tag, "S96-VAR-005 S96-VAR-006", NULL},
	{"variables_together", variables_together, "S96-VAR-007", NULL},
	{"mux_random", mux_random, "S96-MUX-001", "shrimp96_late"},
	{"mux_190", mux_190, "S96-MUX-003 S96-MUX-004 S96-MUX-007 S96-CMD-009",
	 "shrimp96_late"},
	{"mux_inputs", mux_inputs, "S96-MUX-005 S96-MUX-006", NULL},
	{"mux_enumeration", mux_enumeration, "S96-MUX-002", NULL},
	{"mux_figure3", mux_figure3, "S96-MUX-008", "shrimp96_late"},
	{"mux_sender_size", mux_sender_size, "S96-MUX-009", NULL},
	{"mux_at_run_time", mux_at_run_time, "S96-MUX-010", NULL},
	{"jumpers_monitor", jumpers_monitor, "S96-MEM-002 S96-MEM-003", "shrimp96_16m"},
	{"jumpers_interface", jumpers_interface, "S96-MEM-002 S96-MEM-003", "shrimp96_16m"},
	{"jumpers_tag", jumpers_tag, "S96-MEM-002", "shrimp96_16m"},
	{"jumpers_sender", jumpers_sender, "S96-MEM-002", "shrimp96_16m"},
	{"jumpers_turned", jumpers_turned, "S96-MEM-002", "shrimp96_16m"},
	{"memory_16m", memory_16m, "S96-MEM-002", "shrimp96_16m"},
	{"memory_1m", memory_1m, "S96-MEM-001", NULL},
	{"memory_survives", memory_survives, "S96-MEM-004", NULL},
	{0},
};
