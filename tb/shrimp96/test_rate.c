/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests packets at the paper's rate and above: 625 ns from header to header (SPDT 1996, 3.1)
 * are ten clocks of the link at a BCLK of 8 MHz. The link's rule that headers are 18 clocks
 * apart belongs to a later network interface.
 */
#include "s96_node.h"
#include "spm_config.h"

static struct s96_node *start(struct sim *s, const char *setting, bool drift)
{
	struct s96_node *n =
		s96_start(s, &(struct s96_config){.bclk = SIM_NS(125), .drift = drift});
	unsigned int set = 0;
	uint16_t mux;

	SIM_EQ(s, spm_set_parse(setting, &set), 0, setting);
	SIM_EQ(s, spm_set_to_mux(set, &mux), 0, setting);
	s96_put(n, SHRIMP96_MUX, mux);
	s96_put(n, SHRIMP96_CMD, START);
	s96_settle(n);
	s96_spacing(n, 10);
	return n;
}

static uint64_t sum_of_words(struct s96_node *n, uint32_t end)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < end; i++)
		sum += s96_peek(n, i);
	return sum;
}

static void none_lost(struct s96_node *n, uint64_t packets)
{
	s96_drain(n);
	SIM_EQ(n->s, n->c->sent, packets, "packets sent");
	SIM_EQ(n->s, n->accepted, packets, "packets accepted");
	SIM_EQ(n->s, s96_get(n, SHRIMP96_ARRV), packets, "packets arrived");
	SIM_EQ(n->s, s96_get(n, SHRIMP96_LOST), 0, "packets lost");
	SIM_EQ(n->s, s96_read(n, SHRIMP96_STAT) & DROP, 0, "the flag of dropped packets");
}

/* Performs a random access of a processor while packets arrive. The data of a read must lie
 * between the word's values before and after it. */
static void anything(struct s96_node *n)
{
	const uint32_t word = (uint32_t)sim_range(n->s, 0, 0x7FFFF);
	uint64_t before, got;

	switch (sim_range(n->s, 0, 7)) {
	case 0:
	case 1:
	case 2:
		s96_put(n, SHRIMP96_ADDR, word);
		s96_settle(n);
		before = s96_golden_word(n->g, word);
		got = s96_read(n, SHRIMP96_DATL);
		got |= (uint64_t)s96_read(n, SHRIMP96_DATH) << 32;
		SIM_CHECK(n->s, got >= before && got <= s96_golden_word(n->g, word),
			  "word %05X reads %llu", word, (unsigned long long)got);
		break;
	case 3: /* write a word in which no packet is counted */
		s96_put(n, SHRIMP96_ADDR, 0xFFF00 | (word & 0xFF));
		s96_put_wide(n, SHRIMP96_DATL, sim_random(n->s) & S96_WORD_MAX);
		break;
	case 4:
		s96_read(n, SHRIMP96_STAT);
		s96_read(n, SHRIMP96_ARRV);
		break;
	case 5:
		s96_put(n, SHRIMP96_CAT, word & 15);
		break;
	case 6:
		s96_put(n, SHRIMP96_SHIFT, word & 3);
		break;
	default:
		SIM_EQ(n->s, s96_read(n, SHRIMP96_STAT) & DROP, 0,
		       "the flag of dropped packets");
	}
}

/* ---- 625 ns ---- */

static void rate_histogram(struct sim *s)
{
	struct s96_node *n = start(s, "sender L0 L1 tag", true);
	const uint64_t packets = sim_length(s, 100000, 1000);

	s96_play_random(n, packets, 1, 300);
	none_lost(n, packets);
	SIM_EQ(s, sum_of_words(n, SPM_WORDS), packets, "sum of all words");
	sim_note(s, "from acceptance to the new word %u clocks at most", n->stage2_max);
	s96_compare(n);
}

static void rate_trace(struct sim *s)
{
	struct s96_node *n = start(s, "sender L0 L1 tag", true);
	const uint64_t packets = sim_length(s, 100000, 1000);
	uint64_t traced = 0;

	s96_put(n, SHRIMP96_MODE, TRACE);
	s96_put(n, SHRIMP96_TCNT, 5);
	s96_settle(n);
	s96_play_random(n, packets, 1, 300);
	none_lost(n, packets);
	SIM_EQ(s, s96_get(n, SHRIMP96_TCNT), packets + 5, "the trace counter");
	/* a word of 0 needs receive time 0 */
	for (uint32_t i = 0; i < packets; i++)
		traced += s96_peek(n, 5 + i) != 0;
	SIM_EQ(s, traced, packets, "words of the trace");
	s96_compare(n);
}

/* Lets every packet exceed the threshold while software reads the queue as fast as it can. */
static void rate_events(struct sim *s)
{
	struct s96_node *n = start(s, "sender size", true);
	const uint64_t packets = sim_length(s, 100000, 700);
	uint64_t addresses = 0;

	s96_put_wide(n, SHRIMP96_THRL, 0);
	s96_settle(n);
	shrimp_start_random_packets(n->c, packets, 1, 300);
	while (shrimp_packets_playing(n->c))
		addresses += S96_GET(s96_read(n, SHRIMP96_QADR), QADR_VALID);
	s96_drain(n);
	while (s96_get(n, SHRIMP96_QADR) & SHRIMP96_QADR_VALID_MASK)
		addresses++;
	none_lost(n, packets);
	SIM_EQ(s, sum_of_words(n, SPM_WORDS), packets, "sum of all words");
	SIM_CHECK(s, addresses > 0 && (addresses == packets || s96_get(n, SHRIMP96_STAT) & QOV),
		  "%llu addresses of %llu events without the flag of an overflow",
		  (unsigned long long)addresses, (unsigned long long)packets);
	s96_compare(n);
}

static void rate_events_unread(struct sim *s)
{
	struct s96_node *n = start(s, "sender size", true);
	const uint64_t packets = sim_length(s, 100000, 700);

	s96_put_wide(n, SHRIMP96_THRL, 0);
	s96_settle(n);
	s96_play_random(n, packets, 1, 300);
	none_lost(n, packets);
	SIM_EQ(s, S96_GET(s96_get(n, SHRIMP96_STAT), STAT_QCNT), 16, "addresses");
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & QOV, QOV, "overflow");
	SIM_EQ(s, sum_of_words(n, SPM_WORDS), packets, "sum of all words");
	s96_compare(n);
}

/* Performs bus accesses of all kinds without a pause: no packet and no access may be lost. */
static void rate_commands(struct sim *s)
{
	struct s96_node *n = start(s, "S0 L0 L1 T C", true);
	const uint64_t packets = sim_length(s, 100000, 700);
	uint64_t cycles;

	shrimp_start_random_packets(n->c, packets, 1, 300);
	cycles = eisa_cycles(n->eisa);
	while (shrimp_packets_playing(n->c))
		anything(n);
	cycles = eisa_cycles(n->eisa) - cycles;
	none_lost(n, packets);
	SIM_EQ(s, s96_golden_counted(n->g), packets, "packets counted");
	sim_note(s, "%llu packets, %llu bus cycles, longest wait %llu ns",
		 (unsigned long long)packets, (unsigned long long)cycles,
		 (unsigned long long)(eisa_longest_wait(n->eisa) / 1000));
	s96_compare(n);
}

/* Does the same during a fill of the upper quarter of the memory. */
static void rate_fill(struct sim *s)
{
	struct s96_node *n = start(s, "sender L0 S0 S1", true);
	const uint64_t packets = sim_length(s, 40000, 500);
	const uint32_t last = packets < 0x3FFFF ? 0xC0000 + (uint32_t)packets : 0xFFFFF;

	s96_word_put(n, 0xC0000, 0x3300000001);
	s96_put(n, SHRIMP96_LAST, last);
	s96_settle(n);
	/* the upper half of the size is 0: bins below 0x20000 */
	shrimp_start_random_packets(n->c, packets, 1, 300);
	while (shrimp_packets_playing(n->c))
		sim_wait(s, SIM_US(10));
	none_lost(n, packets);
	s96_wait_fill(n);
	SIM_EQ(s, sum_of_words(n, 0x40000), packets, "sum of the words of packets");
	SIM_EQ(s, s96_peek(n, last), 0x3300000001, "the fill");
	s96_compare(n);
}

/* ---- beyond ---- */

/* Sends @packets packets, one every @clocks clocks of 60 ns, while the bus is idle or (@busy)
 * always busy; returns whether none was dropped. */
static bool survives(struct s96_node *n, unsigned int clocks, bool busy, uint64_t packets)
{
	const uint64_t before = n->dropped;

	s96_spacing(n, clocks);
	shrimp_start_random_packets(n->c, packets, 1, 300);
	while (shrimp_packets_playing(n->c)) {
		if (busy) {
			s96_put(n, SHRIMP96_ADDR, (uint32_t)sim_range(n->s, 0, 0x7FFFF));
			s96_read(n, SHRIMP96_DATL);
		} else {
			sim_wait(n->s, SIM_US(5));
		}
	}
	s96_drain(n);
	return n->dropped == before;
}

/* Finds the shortest spacing without a loss in histogram and trace mode: it must be below 625
 * ns, also if the memory is read without a pause. */
static void rate_limit(struct sim *s)
{
	struct s96_node *n = s96_start(s, &(struct s96_config){.drift = true});
	const uint64_t packets = sim_length(s, 4000, 200);
	static const char *const mode[] = {"histogram", "trace"};
	unsigned int limit[2] = {0, 0};
	uint16_t mux;

	SIM_EQ(s, spm_set_to_mux(spm_set_number(100), &mux), 0, "setting");
	s96_put(n, SHRIMP96_MUX, mux);
	s96_put(n, SHRIMP96_CMD, START);
	for (int EACH(trace, 0); trace < 2; trace++) {
		s96_put(n, SHRIMP96_MODE, trace ? TRACE : 0);
		s96_settle(n);
		for (int busy = 0; busy < 2; busy++)
			for (unsigned int clocks = 10; clocks >= 3; clocks--) {
				s96_put(n, SHRIMP96_TCNT, 0);
				if (!survives(n, clocks, busy, packets))
					break;
				limit[busy] = clocks;
			}
		sim_note(s,
			 "%s: no packet is lost at %u ns with an idle bus, "
			 "at %u ns with a busy one",
			 mode[trace], 60 * limit[0], 60 * limit[1]);
		SIM_CHECK(s, limit[0] && 60 * limit[0] < 625, "limit %u ns", 60 * limit[0]);
		SIM_CHECK(s, limit[1] && 60 * limit[1] < 625, "limit %u ns", 60 * limit[1]);
		SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & DROP, DROP,
		       "beyond the limit packets were dropped");
		s96_put(n, SHRIMP96_STAT, DROP);
		limit[0] = limit[1] = 0;
	}
	s96_compare(n);
}

/* Sends bursts at half the spacing: dropped packets must be dropped completely and be reported
 * by flag and count, and the others must be right. */
static void rate_burst(struct sim *s)
{
	struct s96_node *n = start(s, "sender L0 L1 tag", true);
	const uint64_t packets = sim_length(s, 2000, 200);

	s96_spacing(n, 5);
	s96_play_random(n, packets, 2, 300);
	SIM_CHECK(s, n->dropped > 0, "no packet was dropped");
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & DROP, DROP, "the flag");
	SIM_EQ(s, s96_get(n, SHRIMP96_LOST), n->dropped, "packets lost");
	SIM_EQ(s, s96_get(n, SHRIMP96_ARRV), packets, "packets arrived");
	SIM_EQ(s, sum_of_words(n, SPM_WORDS) + n->dropped, packets, "counted and dropped");
	s96_put(n, SHRIMP96_STAT, DROP);
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & DROP, 0, "the flag is cleared");
	s96_spacing(n, 10);
	s96_play_random(n, 100, 2, 300);
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & DROP, 0, "no packet is dropped any more");
	sim_note(s, "%llu of %llu dropped", (unsigned long long)n->dropped,
		 (unsigned long long)packets);
	s96_compare(n);
}

const struct sim_test sim_tests[] = {
	{"rate_histogram", rate_histogram, "S96-RATE-001 S96-HST-007", NULL},
	{"rate_trace", rate_trace, "S96-RATE-002", NULL},
	{"rate_events", rate_events, "S96-RATE-003", NULL},
	{"rate_events_unread", rate_events_unread, "S96-RATE-003 S96-THR-008", NULL},
	{"rate_commands", rate_commands, "S96-CMD-014", NULL},
	{"rate_fill", rate_fill, "S96-CMD-014", NULL},
	{"rate_limit", rate_limit, "", NULL},
	{"rate_burst", rate_burst, "S96-RATE-004", NULL},
	{0},
};
