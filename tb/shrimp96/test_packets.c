/* SPDX-License-Identifier: Apache-2.0 */
/* Tests histogram, trace and threshold (SPDT 1996, 3.1, 3.4). */
#include "s96_node.h"
#include "spm_config.h"

static struct s96_node *start(struct sim *s, const char *setting)
{
	struct s96_node *n = s96_start(s, &(struct s96_config){.drift = true});
	unsigned int set = 0;
	uint16_t mux;

	SIM_EQ(s, spm_set_parse(setting, &set), 0, setting);
	SIM_EQ(s, spm_set_to_mux(set, &mux), 0, setting);
	s96_put(n, SHRIMP96_MUX, mux);
	s96_put(n, SHRIMP96_CMD, START);
	s96_settle(n);
	return n;
}

static uint64_t sum_of_words(struct s96_node *n)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < SPM_WORDS; i++)
		sum += s96_peek(n, i);
	return sum;
}

/* ---- histogram ---- */

static void hist_counts(struct sim *s)
{
	struct s96_node *n = start(s, "sender size");
	const uint64_t packets = sim_length(s, 2000, 100);

	s96_put(n, SHRIMP96_TCNT, 0x4321);
	s96_play_random(n, packets, 20, 5000);
	SIM_EQ(s, sum_of_words(n), packets, "packets counted");
	SIM_EQ(s, s96_get(n, SHRIMP96_TCNT), 0x4321, "the trace counter");
	s96_compare(n); /* no other histogram word and no trace word may have changed */
}

static void hist_carries(struct sim *s)
{
	struct s96_node *n = start(s, "sender size");
	static const uint64_t preset[] = {0xFFFFFFFF, S96_WORD_MAX, 0xFF, 0xFFFF, 0xFFFFFFFFFE};
	struct packet p = {.words = 1, .be = 15};

	for (unsigned int EACH(i, 0); i < 5; i++) {
		const uint32_t word = 4u << 8 | i;

		s96_poke(n, word, preset[i]);
		p.x = (uint8_t)i;
		for (uint64_t EACH(k, 1); k <= 2; k++) {
			s96_send(n, &p);
			SIM_EQ(s, s96_word_get(n, word), (preset[i] + k) & S96_WORD_MAX,
			       "a word after a carry");
		}
	}
	s96_compare(n);
}

static bool same_packet(void *arg, struct packet *p)
{
	uint64_t *left = arg;

	*p = (struct packet){.words = 1, .x = 3, .y = 2, .be = 15};
	return (*left)-- > 0;
}

static void hist_same_word(struct sim *s)
{
	struct s96_node *n = start(s, "sender size");
	uint64_t left = 1000;

	s96_spacing(n, 10);
	s96_play(n, same_packet, &left);
	SIM_EQ(s, s96_word_get(n, 4u << 8 | 0x23), 1000, "packets in one word");
	s96_compare(n);
}

static void hist_preset(struct sim *s)
{
	struct s96_node *n = start(s, "I0 I1 S0 T C");
	uint64_t preset = 0;

	for (uint32_t i = 0; i < 4096; i++) {
		const uint64_t v = sim_random(s) & 0xFFFFFFFF;

		s96_poke(n, i << 8 | (uint32_t)(sim_random(s) & 255), v);
	}
	preset = sum_of_words(n);
	s96_play_random(n, sim_length(s, 500, 50), 3, 100);
	SIM_EQ(s, sum_of_words(n), preset + s96_get(n, SHRIMP96_ARRV), "preset and counts");
	s96_compare(n);
}

/* Tests joint histograms of two to five variables. A sender of two nibbles leaves only three
 * nibbles for the other four variables. The histogram of five therefore uses only the sender's
 * low nibble, which the multiplexers can select although none of the 190 configurations
 * does. */
static void hist_joint(struct sim *s)
{
	static const char *const setting[] = {"sender size", "sender S0 S1 tag",
					      "sender L0 S0 category"};
	struct s96_node *n = start(s, setting[0]);

	for (size_t i = 0; i < 4; i++) {
		unsigned int set = 0;
		uint16_t mux = 7 << 12 | 7 << 9 | 0 << 6 | 5 << 3 | 0; /* C T L0 S0 I0 */

		if (i < 3) {
			SIM_EQ(s, spm_set_parse(setting[i], &set), 0, setting[i]);
			SIM_EQ(s, spm_set_to_mux(set, &mux), 0, setting[i]);
		}
		s96_put(n, SHRIMP96_MUX, mux);
		s96_put(n, SHRIMP96_CAT, (uint32_t)i);
		s96_settle(n);
		s96_play_random(n, sim_length(s, 300, 40), 30, 5000);
		s96_compare(n);
	}
}

static void hist_sum(struct sim *s)
{
	struct s96_node *n = start(s, "sender size");
	uint64_t running;
	bool stop = true;

	shrimp_start_random_packets(n->c, sim_length(s, 4000, 200), 6, 5000);
	for (; shrimp_packets_playing(n->c); stop = !stop) {
		sim_wait(s, sim_range(s, SIM_US(1), SIM_US(6)));
		s96_put(n, SHRIMP96_CMD, stop ? STOP : START);
	}
	s96_drain(n);
	running = n->accepted;
	SIM_CHECK(s, running > 0 && n->ignored > 0, "start and stop in the traffic");
	SIM_EQ(s, sum_of_words(n), running, "sum of all words");
	SIM_EQ(s, s96_get(n, SHRIMP96_ARRV), running, "packets while monitoring");
	s96_compare(n);
}

/* ---- trace ---- */

static void trace_words(struct sim *s)
{
	struct s96_node *n = start(s, "L0 L1 L2 T C");
	const uint64_t packets = 100;

	for (uint32_t i = 0; i < 64; i++)
		s96_poke(n, 200 + i, 1000 + i);
	s96_put(n, SHRIMP96_MODE, TRACE);
	s96_settle(n);
	s96_play_random(n, packets, 9, 5000);
	SIM_EQ(s, s96_get(n, SHRIMP96_TCNT), packets, "the trace counter");
	SIM_EQ(s, s96_golden_traced(n->g), packets, "words traced");
	SIM_EQ(s, s96_peek(n, 200), 1000, "a word outside the trace");
	s96_compare(n);
}

struct seen {
	struct s96_variables v;
	uint64_t rxtime;
	struct s96_node *n;
};

static void note_packet(void *arg, const struct packet *p, enum s96_arrival a,
			const struct s96_variables *v)
{
	struct seen *seen = arg;

	(void)p;
	(void)a;
	seen->v = *v;
	seen->rxtime = sim_get(sim_pin(seen->n->s, "obs_rxtime"));
}

static void trace_format(struct sim *s)
{
	struct s96_node *n = start(s, "L0 L1 L2 T C");
	struct seen seen = {.n = n};

	n->on_packet = note_packet;
	n->on_packet_arg = &seen;
	s96_put(n, SHRIMP96_MODE, TRACE);
	s96_put(n, SHRIMP96_TCNT, 0x12345);
	SIM_EQ(s, s96_get(n, SHRIMP96_TCNT), 0x12345, "the trace counter");
	for (uint32_t EACH(i, 0); i < 30; i++) {
		s96_put(n, SHRIMP96_MUX, (uint32_t)sim_random(s) & SHRIMP96_MUX_WRITABLE);
		s96_settle(n);
		s96_play_random(n, 1, 20, 5000);
		SIM_EQ(s, s96_word_get(n, 0x12345 + i),
		       (seen.rxtime & 0xFFFFF) << 20 | (seen.v.address & 0xFFFFF),
		       "a word of the trace");
	}
	n->on_packet = NULL;
	s96_compare(n);
}

static void trace_end(struct sim *s)
{
	struct s96_node *n = start(s, "L0 L1 L2 T C");
	uint64_t first, last;

	s96_put(n, SHRIMP96_MODE, TRACE);
	s96_put(n, SHRIMP96_TCNT, SPM_WORDS - 4);
	s96_poke(n, 0, 77);
	s96_settle(n);
	s96_play_random(n, 3, 3, 100);
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & TEND, 0, "before the end");
	s96_play_random(n, 1, 3, 100);
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & TEND, TEND, "at the end");
	SIM_EQ(s, s96_get(n, SHRIMP96_TCNT), SPM_WORDS, "the trace counter");
	first = s96_peek(n, SPM_WORDS - 4);
	last = s96_peek(n, SPM_WORDS - 1);
	s96_play_random(n, 10, 3, 100);
	SIM_EQ(s, s96_peek(n, SPM_WORDS - 4), first, "the first word");
	SIM_EQ(s, s96_peek(n, SPM_WORDS - 1), last, "the last word");
	SIM_EQ(s, s96_peek(n, 0), 77, "word 0");
	SIM_EQ(s, s96_get(n, SHRIMP96_LOST), 10, "packets that left no mark");
	SIM_EQ(s, s96_get(n, SHRIMP96_TCNT), SPM_WORDS, "the trace counter stands still");
	/* any value above the end counts as the end; a smaller value starts a new trace */
	s96_put(n, SHRIMP96_TCNT, UINT32_MAX);
	SIM_EQ(s, s96_get(n, SHRIMP96_TCNT), SPM_WORDS, "the trace counter");
	s96_put_be(n, SHRIMP96_TCNT, 3, 9);
	s96_put(n, SHRIMP96_TCNT, 0);
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & TEND, 0, "the flag is off");
	s96_play_random(n, 2, 3, 100);
	SIM_EQ(s, s96_get(n, SHRIMP96_TCNT), 2, "the trace counter");
	s96_compare(n);
}

static void trace_and_histogram(struct sim *s)
{
	struct s96_node *n = start(s, "sender size");
	uint64_t packets = sim_length(s, 4000, 200), traced;

	s96_put(n, SHRIMP96_TCNT,
		0x80000); /* the bins of sizes below 2 KB are below this address */
	shrimp_start_random_packets(n->c, packets, 6, 5000);
	while (shrimp_packets_playing(n->c)) {
		sim_wait(s, sim_range(s, SIM_US(1), SIM_US(6)));
		s96_put(n, SHRIMP96_MODE, (uint32_t)(sim_random(s) & 1));
	}
	s96_drain(n);
	traced = s96_get(n, SHRIMP96_TCNT) - 0x80000;
	packets = s96_get(n, SHRIMP96_ARRV);
	SIM_CHECK(s, traced > 0 && traced < packets, "%llu of %llu packets traced",
		  (unsigned long long)traced, (unsigned long long)packets);
	for (uint32_t i = 0x80000; i < 0x80000 + traced; i++)
		s96_poke(n, i, 0);
	SIM_EQ(s, sum_of_words(n) + traced, packets, "bins and trace words");
	s96_compare(n);
}

static void trace_automatic(struct sim *s)
{
	struct s96_node *n = start(s, "sender size");
	struct packet p = {.words = 1, .x = 1, .be = 15};
	uint64_t left = 499;

	s96_put_wide(n, SHRIMP96_THRL, 499);
	s96_put(n, SHRIMP96_MODE, AUTO);
	s96_put(n, SHRIMP96_TCNT, 0x90000);
	s96_settle(n);
	s96_spacing(n, 10);
	s96_play(n, same_packet, &left);
	SIM_EQ(s, s96_get(n, SHRIMP96_MODE), AUTO, "histogram mode before the event");
	SIM_EQ(s, s96_irqs(n), 0, "no interrupt before the event");
	/* packets 500 and 501 come at the shortest legal distance */
	left = 2;
	s96_play(n, same_packet, &left);
	SIM_EQ(s, s96_word_get(n, 4u << 8 | 0x23), 500, "packets counted");
	SIM_EQ(s, s96_get(n, SHRIMP96_MODE), AUTO | TRACE, "trace mode after the event");
	SIM_EQ(s, s96_get(n, SHRIMP96_TCNT), 0x90001, "packet 501 is traced");
	SIM_EQ(s, s96_peek(n, 0x90000) & 0xFFFFF, 4u << 8 | 0x23, "its word");
	SIM_EQ(s, s96_irqs(n), 1u << 12, "the interrupt of packet 500");
	/* the threshold is no longer compared */
	s96_put_wide(n, SHRIMP96_THRL, 0);
	s96_settle(n);
	for (unsigned int i = 0; i < 5; i++)
		s96_send(n, &p);
	SIM_EQ(s, S96_GET(s96_get(n, SHRIMP96_STAT), STAT_QCNT), 1, "addresses queued");
	SIM_EQ(s, s96_get(n, SHRIMP96_QADR), SHRIMP96_QADR_VALID_MASK | 4u << 8 | 0x23,
	       "the address of the event");
	SIM_EQ(s, s96_irqs(n), 0, "the interrupt is released");
	SIM_EQ(s, s96_get(n, SHRIMP96_TCNT), 0x90006, "all others are traced");
	s96_compare(n);
}

struct pair {
	unsigned int left, first; /* the senders of both packets differ in all bits */
};

static bool pair_packet(void *arg, struct packet *p)
{
	struct pair *r = arg;
	const unsigned int sender = r->left == 2 ? r->first : ~r->first;

	*p = (struct packet){.words = 1, .x = sender & 15, .y = sender >> 4 & 15, .be = 15};
	return r->left && r->left--;
}

/* Runs a test with two packets, of which the second waits while the first is counted, for
 * distances around the shortest one, until refreshes have delayed the first at each phase. */
static void each_distance(struct s96_node *n,
			  void (*test)(struct s96_node *n, unsigned int first))
{
	for (unsigned int clocks = 5; clocks <= 14; clocks++) {
		s96_spacing(n, clocks);
		for (uint64_t i = sim_length(n->s, 80, 2); i; i--) {
			test(n, (unsigned int)sim_range(n->s, 0, 255));
			sim_wait_cycles(n->clk25, (unsigned int)sim_range(n->s, 0, 400));
		}
	}
	s96_compare(n);
}

/* The first packet's event switches to trace mode, and the second is traced. */
static void switch_between(struct s96_node *n, unsigned int first)
{
	struct pair r = {2, first};

	s96_put(n, SHRIMP96_MODE, AUTO);
	s96_put(n, SHRIMP96_TCNT, 0x90000);
	s96_settle(n);
	s96_play(n, pair_packet, &r);
	SIM_EQ(n->s, s96_get(n, SHRIMP96_MODE), AUTO | TRACE, "trace mode after the event");
	SIM_EQ(n->s, s96_get(n, SHRIMP96_TCNT), 0x90001, "the second packet is traced");
	SIM_EQ(n->s, s96_peek(n, 0x90000) & 0xFFFFF, 4u << 8 | (~first & 0xFF), "its word");
	SIM_EQ(n->s, s96_get(n, SHRIMP96_QADR), SHRIMP96_QADR_VALID_MASK | 4u << 8 | first,
	       "the event's address");
}

static void trace_automatic_next(struct sim *s)
{
	struct s96_node *n = start(s, "sender size");

	s96_put_wide(n, SHRIMP96_THRL, 0);
	each_distance(n, switch_between);
}

static void trace_not_automatic(struct sim *s)
{
	struct s96_node *n = start(s, "sender size");
	uint64_t left = 8;

	s96_put_wide(n, SHRIMP96_THRL, 5);
	s96_settle(n);
	s96_play(n, same_packet, &left);
	SIM_EQ(s, s96_get(n, SHRIMP96_MODE), 0, "histogram mode");
	SIM_EQ(s, s96_get(n, SHRIMP96_TCNT), 0, "nothing is traced");
	SIM_EQ(s, S96_GET(s96_get(n, SHRIMP96_STAT), STAT_QCNT), 3, "events");
	s96_compare(n);
}

/* ---- threshold ---- */

static uint32_t queued(struct s96_node *n)
{
	return S96_GET(s96_get(n, SHRIMP96_STAT), STAT_QCNT);
}

static void threshold_greater(struct sim *s)
{
	struct s96_node *n = start(s, "sender size");
	const struct packet p = {.words = 1, .x = 3, .y = 2, .be = 15};

	s96_put_wide(n, SHRIMP96_THRL, 5);
	s96_settle(n);
	for (unsigned int EACH(count, 1); count <= 8; count++) {
		SIM_EQ(s, s96_irqs(n), count > 6 ? 1u << 12 : 0, "the interrupt before");
		s96_send(n, &p);
		SIM_EQ(s, s96_word_get(n, 4u << 8 | 0x23), count, "the count goes on");
		SIM_EQ(s, queued(n), count > 5 ? count - 5 : 0, "events");
		SIM_EQ(s, s96_irqs(n), count > 5 ? 1u << 12 : 0, "the interrupt after");
	}
	for (unsigned int EACH(i, 0); i < 3; i++) {
		SIM_EQ(s, s96_irqs(n), 1u << 12, "the interrupt while addresses are queued");
		SIM_EQ(s, s96_get(n, SHRIMP96_QADR), SHRIMP96_QADR_VALID_MASK | 4u << 8 | 0x23,
		       "an address");
		s96_settle(n);
	}
	SIM_EQ(s, s96_irqs(n), 0, "the interrupt is released");
	SIM_EQ(s, s96_get(n, SHRIMP96_QADR), 0, "an empty queue");
	s96_compare(n);
}

static void threshold_41_bits(struct sim *s)
{
	struct s96_node *n = start(s, "sender size");
	struct packet p = {.words = 1, .be = 15};

	SIM_EQ(s, s96_get_wide(n, SHRIMP96_THRL), S96_WORD_MAX, "threshold after power-on");
	s96_poke(n, 4u << 8 | 9, S96_WORD_MAX);
	s96_poke(n, 4u << 8 | 8, S96_WORD_MAX - 1);
	p.x = 8;
	s96_send(n, &p);
	SIM_EQ(s, queued(n), 0, "2^40-1 is not greater than 2^40-1");
	p.x = 9;
	s96_send(n, &p);
	SIM_EQ(s, queued(n), 1, "2^40 is");
	SIM_EQ(s, s96_word_get(n, 4u << 8 | 9), 0, "the word");
	SIM_EQ(s, s96_get(n, SHRIMP96_QADR), SHRIMP96_QADR_VALID_MASK | 4u << 8 | 9,
	       "the address");
	s96_send(n, &p);
	SIM_EQ(s, queued(n), 0, "1 is not");
	/* each bit of the comparison, from below and above */
	for (unsigned int EACH(bit, 0); bit < 40; bit++) {
		const uint64_t t = (uint64_t)1 << bit;

		s96_put_wide(n, SHRIMP96_THRL, t);
		s96_poke(n, 4u << 8 | 9, t - 1);
		s96_settle(n);
		s96_send(n, &p);
		SIM_EQ(s, queued(n), 0, "equal");
		s96_send(n, &p);
		SIM_EQ(s, queued(n), 1, "greater");
		s96_get(n, SHRIMP96_QADR);
	}
	for (uint64_t i = 0; i < sim_length(s, 200, 20); i++) {
		s96_put_wide(n, SHRIMP96_THRL, sim_random(s) & S96_WORD_MAX);
		s96_poke(n, 4u << 8 | 9, sim_random(s) & S96_WORD_MAX);
		s96_settle(n);
		s96_send(n, &p);
		s96_get(n, SHRIMP96_QADR);
	}
	s96_compare(n);
}

/* Presets words to 2^40-1-T, each with its own T: packet T+1 must be the event. */
static void threshold_preset(struct sim *s)
{
	struct s96_node *n = start(s, "sender size");
	struct packet p = {.words = 1, .be = 15};

	for (uint32_t t = 0; t < 8; t++)
		s96_range_fill(n, 4u << 8 | t, 4u << 8 | t, S96_WORD_MAX - t);
	for (uint32_t EACH(round, 1); round <= 9; round++)
		for (uint32_t EACH(t, 0); t < 8; t++) {
			p.x = (uint8_t)t;
			s96_send(n, &p);
			SIM_EQ(s, queued(n), round == t + 1, "event at packet T+1 alone");
			if (round == t + 1)
				SIM_EQ(s, s96_get(n, SHRIMP96_QADR),
				       SHRIMP96_QADR_VALID_MASK | 4u << 8 | t, "its address");
		}
	s96_compare(n);
}

static void threshold_legal(struct sim *s)
{
	struct s96_node *n = start(s, "sender S0 T C");

	s96_spacing(n, 10);
	s96_play_random(n, sim_length(s, 100000, 500), 2, 1000);
	SIM_EQ(s, queued(n), 0, "events");
	SIM_EQ(s, s96_irqs(n), 0, "interrupts");
	s96_compare(n);
}

static void send_from(struct s96_node *n, unsigned int sender)
{
	const struct packet p = {
		.words = 1, .x = sender & 15, .y = (uint8_t)(sender >> 4), .be = 15};

	s96_send(n, &p);
}

static void threshold_queue(struct sim *s)
{
	struct s96_node *n = start(s, "sender size");

	s96_put_wide(n, SHRIMP96_THRL, 0);
	s96_settle(n);
	/* three words overflow: their addresses are queued in order */
	send_from(n, 0x21);
	send_from(n, 0x43);
	send_from(n, 0x65);
	SIM_EQ(s, s96_get(n, SHRIMP96_QADR), SHRIMP96_QADR_VALID_MASK | 0x421, "first");
	SIM_EQ(s, s96_get(n, SHRIMP96_QADR), SHRIMP96_QADR_VALID_MASK | 0x443, "second");
	SIM_EQ(s, s96_get(n, SHRIMP96_QADR), SHRIMP96_QADR_VALID_MASK | 0x465, "third");
	SIM_EQ(s, s96_get(n, SHRIMP96_QADR), 0, "no more");
	/* 16 addresses fit; the 17th sets the flag and does not change them */
	for (unsigned int i = 0; i < 16; i++)
		send_from(n, 0x80 + i);
	SIM_EQ(s, queued(n), 16, "addresses");
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & QOV, 0, "no overflow yet");
	send_from(n, 0xFF);
	SIM_EQ(s, queued(n), 16, "addresses");
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & QOV, QOV, "overflow");
	SIM_EQ(s, s96_word_get(n, 0x4FF), 1, "the packet is counted all the same");
	for (unsigned int EACH(i, 0); i < 16; i++) {
		SIM_EQ(s, s96_irqs(n), 1u << 12, "the interrupt");
		SIM_EQ(s, s96_get(n, SHRIMP96_QADR), SHRIMP96_QADR_VALID_MASK | (0x480 + i),
		       "in order");
		s96_settle(n);
	}
	SIM_EQ(s, s96_irqs(n), 0, "the interrupt is released");
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & QOV, QOV, "the flag stays");
	s96_put(n, SHRIMP96_STAT, ~(uint32_t)QOV);
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & QOV, QOV, "and writes of 0 leave it");
	s96_put(n, SHRIMP96_STAT, QOV);
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & QOV, 0, "cleared");
	/* a read without lane 0 does not remove an address */
	send_from(n, 0x11);
	s96_get_be(n, SHRIMP96_QADR, 12);
	SIM_EQ(s, queued(n), 1, "addresses");
	s96_get_be(n, SHRIMP96_QADR, 1);
	SIM_EQ(s, queued(n), 0, "addresses");
	s96_compare(n);
}

/* The address of each packet's event is queued, not that of the packet after it. */
static void queue_both(struct s96_node *n, unsigned int first)
{
	struct pair r = {2, first};

	s96_play(n, pair_packet, &r);
	SIM_EQ(n->s, s96_get(n, SHRIMP96_QADR), SHRIMP96_QADR_VALID_MASK | 4u << 8 | first,
	       "first");
	SIM_EQ(n->s, s96_get(n, SHRIMP96_QADR),
	       SHRIMP96_QADR_VALID_MASK | 4u << 8 | (~first & 0xFF), "second");
}

static void threshold_next(struct sim *s)
{
	struct s96_node *n = start(s, "sender size");

	s96_put_wide(n, SHRIMP96_THRL, 0);
	s96_settle(n);
	each_distance(n, queue_both);
}

static void threshold_other_modes(struct sim *s)
{
	struct s96_node *n = start(s, "sender size");

	s96_put_wide(n, SHRIMP96_THRL, 0);
	s96_put(n, SHRIMP96_MODE, TRACE);
	s96_settle(n);
	s96_play_random(n, 20, 3, 100);
	SIM_EQ(s, queued(n), 0, "events in trace mode");
	s96_put(n, SHRIMP96_MODE, 0);
	s96_put(n, SHRIMP96_CMD, STOP);
	s96_settle(n);
	s96_play_random(n, 20, 3, 100);
	SIM_EQ(s, queued(n), 0, "events while stopped");
	SIM_EQ(s, s96_irqs(n), 0, "interrupts");
	s96_compare(n);
}

/* Tests the six interrupt lines, and no line; RESDRV and ENABLE release them. */
static void threshold_lines(struct sim *s)
{
	struct s96_node *n = start(s, "sender size");
	static const uint8_t line[] = {0, 0, 5, 9, 10, 12, 14, 15};

	s96_put_wide(n, SHRIMP96_THRL, 0);
	s96_settle(n);
	send_from(n, 1);
	for (unsigned int EACH(level, 0); level < 8; level++) {
		s96_enable(n, 0xD000, level);
		s96_settle(n);
		SIM_EQ(s, s96_irqs(n), line[level] ? 1u << line[level] : 0, "the line");
		SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & PEND, line[level] ? PEND : 0,
		       "STAT.PEND");
	}
	SIM_EQ(s, eisa_write(n->eisa, true, 1, 0x1000 | SHRIMP96_EBCR, 1, 0), 0, "EBCR");
	sim_wait_cycles(n->clk25, 12);
	SIM_EQ(s, s96_irqs(n), 0, "a disabled board");
	SIM_EQ(s, eisa_claims(n->eisa, false, 0, n->rbase), false, "answers to no address");
	s96_enable(n, 0xC000, 7);
	s96_settle(n);
	SIM_EQ(s, s96_irqs(n), 1u << 15, "enabled again");
	s96_resdrv(n);
	SIM_EQ(s, s96_irqs(n), 0, "after RESDRV");
	s96_enable(n, 0xD000, 5);
	s96_compare(n);
}

const struct sim_test sim_tests[] = {
	{"hist_counts", hist_counts, "S96-HST-001 S96-HST-002", NULL},
	{"hist_carries", hist_carries, "S96-HST-003", NULL},
	{"hist_same_word", hist_same_word, "S96-HST-004", NULL},
	{"hist_preset", hist_preset, "S96-HST-005", NULL},
	{"hist_joint", hist_joint, "S96-HST-006", NULL},
	{"hist_sum", hist_sum, "S96-HST-007 S96-CMD-001 S96-CMD-002", NULL},
	{"trace_words", trace_words, "S96-TRC-001 S96-TRC-003", NULL},
	{"trace_format", trace_format, "S96-TRC-002 S96-TRC-004", NULL},
	{"trace_end", trace_end, "S96-TRC-005", NULL},
	{"trace_and_histogram", trace_and_histogram, "S96-TRC-006", NULL},
	{"trace_automatic", trace_automatic, "S96-TRC-007 S96-TRC-009 S96-TRC-010", NULL},
	{"trace_automatic_next", trace_automatic_next, "S96-TRC-007", NULL},
	{"trace_not_automatic", trace_not_automatic, "S96-TRC-008", NULL},
	{"threshold_greater", threshold_greater,
	 "S96-THR-001 S96-THR-005 S96-THR-010 S96-THR-011 S96-THR-012", NULL},
	{"threshold_41_bits", threshold_41_bits, "S96-THR-002", NULL},
	{"threshold_preset", threshold_preset, "S96-THR-003", NULL},
	{"threshold_legal", threshold_legal, "S96-THR-004", NULL},
	{"threshold_queue", threshold_queue, "S96-THR-006 S96-THR-007 S96-THR-008 S96-THR-009",
	 NULL},
	{"threshold_next", threshold_next, "S96-THR-007", NULL},
	{"threshold_other_modes", threshold_other_modes, "S96-THR-013", NULL},
	{"threshold_lines", threshold_lines, "S96-THR-005", NULL},
	{0},
};
