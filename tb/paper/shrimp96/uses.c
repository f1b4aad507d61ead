/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Uses of the monitor on 16 nodes (SPDT 1996, 4.2, 4.3): categories of procedures, local and
 * from a remote node, page tags of data structures, debugging assertions by preset bins.
 *
 * Nodes 1 to 15 write pages of node 0 by automatic update; the pages of node 0 have tags. The
 * packets that arrive at node 0 go to its monitor in RTL, each at its time.
 */
#include "paper.h"
#include "replay.h"
#include "spm_config.h"
#include <stdlib.h>
#include <string.h>

#define NODES 16u
#define TAGS 16u
#define PAGES 0x00100000u    /* on all nodes */
#define COMMANDS 0x00200000u /* of node 0: its monitor's registers */
#define MAX_WORDS 8u
#define ILLEGAL_SENDER 5u
#define ILLEGAL_TAG 7u
#define CATEGORIES 6u /* procedures of node 0 */

struct trial {
	unsigned int rounds;  /* runs of words that each node writes */
	unsigned int illegal; /* in this round of node 5; beyond the last one: never */
	bool remote;	      /* node 3 sets the categories */
	bool unwatched;	      /* there is no monitor */
	struct replay log;
	uint64_t end_ps;
};

static _Noreturn void fail(const char *what)
{
	fprintf(stderr, "uses: %s\n", what);
	exit(1);
}

/* ---- the program ---- */

static uint64_t cpu_ps(struct cpu *cpu)
{
	return cpu_cycles(cpu) * 50000 / 3; /* 60 MHz */
}

static void write_run(struct cpu *cpu, unsigned int tag)
{
	const unsigned int words = 1 + (unsigned int)(cpu_random(cpu) % MAX_WORDS);
	/* apart from the run before, so that they do not combine */
	const uint32_t at = PAGES + tag * MC_PAGE_BYTES + (uint32_t)(cpu_random(cpu) % 60) * 64;

	for (unsigned int i = 0; i < words; i++)
		cpu_store(cpu, at + 4 * i, 4, cpu_random(cpu) & 0xFFFFFFFF);
	cpu_private_load(cpu, 0x10000000 + (cpu_random(cpu) & 0xFFFFF0), 4);
	cpu_compute(cpu, 1200 + cpu_random(cpu) % 1200);
}

/* The running program's user-level write of its monitor's category: 15 cycles. */
static void set_category(struct cpu *cpu, struct trial *t, unsigned int category)
{
	if (t->remote)
		return;
	cpu_compute(cpu, 15);
	replay_write(&t->log, 0, cpu_ps(cpu), R_CAT, category);
}

/* Node 0 goes from procedure to procedure, and sets the category at begin and end of each. */
static void procedures(struct cpu *cpu, struct trial *t)
{
	for (unsigned int i = 0; i < 40; i++) {
		set_category(cpu, t, 1 + i % CATEGORIES);
		cpu_compute(cpu, 20000 + cpu_random(cpu) % 20000);
		set_category(cpu, t, 0);
		cpu_compute(cpu, 2000 + cpu_random(cpu) % 2000);
	}
}

static void run_node(struct cpu *cpu, void *arg)
{
	struct trial *t = arg;
	const unsigned int me = cpu_node(cpu);

	if (me == 0) {
		procedures(cpu, t);
		return;
	}
	for (unsigned int i = 0; i < t->rounds; i++) {
		unsigned int tag = (unsigned int)(cpu_random(cpu) % TAGS);

		/* what the assertion allows; nodes 8 and 9 write one page only */
		if (me == ILLEGAL_SENDER && tag == ILLEGAL_TAG)
			tag = 6;
		if (me == 8 || me == 9)
			tag = 1;
		if (me == ILLEGAL_SENDER && i == t->illegal)
			tag = ILLEGAL_TAG;
		if (me == 3 && t->remote && i % 50 == 0)
			cpu_store(cpu, COMMANDS + R_CAT, 4, i / 50 % 16);
		write_run(cpu, tag);
	}
}

static void run_machine(struct paper *p, struct trial *t)
{
	struct mc_config c;
	struct mc *m;
	int err;

	mc_defaults(&c);
	c.nodes = NODES;
	c.seed = paper_seed(p);
	c.interference = false;
	if (mc_open(&m, &c))
		fail("out of memory");
	if (!t->unwatched)
		replay_record(&t->log, m);
	for (uint32_t k = 0; k < TAGS; k++)
		err = mc_import(m, 0, PAGES + k * MC_PAGE_BYTES, k, false, true);
	err = mc_import(m, 0, COMMANDS, 0, false, true);
	for (unsigned int n = 1; !err && n < NODES; n++)
		for (uint32_t k = 0; !err && k < TAGS; k++)
			err = mc_map(m, n, PAGES + k * MC_PAGE_BYTES, 0,
				     PAGES + k * MC_PAGE_BYTES);
	if (err || mc_map_single(m, 3, COMMANDS, 0, COMMANDS) ||
	    mc_program(m, MC_ALL, run_node, t))
		fail("the machine cannot be set up");
	if (mc_run_all(m))
		fail(mc_error(m));
	t->end_ps = mc_now(m);
	mc_close(m);
	/* the network interface carries out what arrives for the monitor's registers */
	for (size_t i = 0; i < t->log.node[0].packets; i++) {
		const struct mc_packet *k = &t->log.node[0].packet[i];

		if (k->p.addr - COMMANDS < MC_PAGE_BYTES)
			replay_write(&t->log, 0, k->written_ps, k->p.addr & 0x7C, k->p.first);
	}
}

/* ---- the monitor ---- */

static struct s96_node *open_monitor(struct paper *p, const char *setting)
{
	struct sim *s = sim_new("shrimp96", 0, paper_seed(p));
	struct s96_node *n;
	unsigned int set;
	uint16_t mux;

	if (!s || spm_set_parse(setting, &set) || spm_set_to_mux(set, &mux))
		fail("no model of the monitor");
	n = s96_start(s, &(struct s96_config){0});
	s96_put(n, R_MUX, mux);
	return n;
}

static void play(const struct trial *t, struct s96_node *n)
{
	s96_put(n, R_CMD, START);
	s96_settle(n);
	replay_run(&t->log, 0, n);
	s96_compare(n);
	SIM_EQ(n->s, s96_get(n, R_LOST), 0, "packets lost");
}

static unsigned int bytes_of(const struct mc_packet *k)
{
	return 4u * k->p.words;
}

static unsigned int tag_of(const struct mc_packet *k)
{
	return k->p.addr - COMMANDS < MC_PAGE_BYTES ? 0 : (k->p.addr - PAGES) / MC_PAGE_BYTES;
}

/* ---- categories and tags ---- */

/* Category in force at @ps, and whether it may be the one before or after: a write takes
 * effect within a microsecond, and a packet is looked at as late after its header. */
static unsigned int category_at(const struct trial *t, uint64_t ps, bool *sure)
{
	const struct replay_node *n = &t->log.node[0];
	unsigned int category = 0;

	*sure = true;
	for (size_t i = 0; i < n->events; i++) {
		const uint64_t at = n->event[i].ps;

		if (at <= ps)
			category = n->event[i].value;
		if (at < ps + 2000000 && at + 2000000 > ps)
			*sure = false;
	}
	return category;
}

static void check_categories(struct paper *p, const struct trial *t, const char *what,
			     const char *shows, const char *tags)
{
	struct s96_node *n = open_monitor(p, "size tag category");
	const struct replay_node *log = &t->log.node[0];
	uint64_t *expected = calloc(SPM_WORDS, sizeof(*expected));
	uint64_t unsure = 0, off = 0, off_sizes = 0;

	if (!expected)
		fail("out of memory");
	play(t, n);
	for (size_t i = 0; i < log->packets; i++) {
		const struct mc_packet *k = &log->packet[i];
		bool sure;
		const unsigned int category = category_at(t, k->rx_ps, &sure);

		unsure += !sure;
		expected[category << 16 | tag_of(k) << 12 | bytes_of(k)]++;
	}
	for (uint32_t bin = 0; bin < 1u << 16; bin++) {
		uint64_t got = 0, want = 0;

		for (uint32_t c = 0; c < 16; c++) {
			const uint64_t g = s96_peek(n, c << 16 | bin);
			const uint64_t w = expected[c << 16 | bin];

			got += g;
			want += w;
			off += g > w ? g - w : 0;
		}
		off_sizes += got > want ? got - want : want - got;
	}
	paper_text(p,
		   "%zu packets, %zu writes of the category; %llu packets came within 2 us of "
		   "a write, %llu are in the category before or after it.",
		   log->packets, log->events, (unsigned long long)unsure,
		   (unsigned long long)off);
	paper_claim(p, off <= unsure && unsure < log->packets / 20, what, shows);
	if (tags)
		paper_claim(p, off_sizes == 0 && off <= unsure,
			    "heap, static and dynamic data on pages of different tags: packets "
			    "per tag and size are those of the log by page; and so with the "
			    "category, 256 histograms in one run",
			    tags);
	free(expected);
	sim_delete(n->s);
}

static void check_latencies(struct paper *p, const struct trial *t)
{
	struct s96_node *n = open_monitor(p, "L0 L1 L2 L3 tag");
	const struct replay_node *log = &t->log.node[0];
	static uint64_t at[TAGS][65536];
	bool equal = true;

	play(t, n);
	memset(at, 0, sizeof(at));
	for (size_t i = 0; i < log->packets; i++) {
		const struct mc_packet *k = &log->packet[i];
		const uint64_t d = k->rx_ps / 100000 - k->p.tx;

		at[tag_of(k)][d < 65535 ? d : 65535]++;
	}
	/* the link to the board has a clock of its own: the board may take the next tick or the
	 * one after it, or the one before; each sum from below lies between those of the log */
	for (unsigned int tag = 0; tag < TAGS; tag++) {
		uint64_t before = 0, upto = at[tag][0],
			 sum = 0; /* in the log: to d - 2, to d + 1 */

		for (uint32_t d = 0; d + 2 < 65536; d++) {
			sum += s96_peek(n, tag << 16 | d);
			upto += at[tag][d + 1];
			before += d > 1 ? at[tag][d - 2] : 0;
			equal &= sum >= before && sum <= upto;
		}
	}
	paper_claim(p, equal,
		    "variables on different pages are told apart by tag: the latency histogram "
		    "per tag is that of the log, but for two ticks of the "
		    "link",
		    "S96-EXP-017");
	sim_delete(n->s);
}

/* ---- assertions ---- */

static uint32_t bin_of(unsigned int sender, unsigned int tag)
{
	return tag << 16 | (sender / 4) << 4 | sender % 4; /* L4 and S2 are 0 */
}

/* Tag and sender of the oldest event; false: there is none. */
static bool pop_event(struct s96_node *n, unsigned int *sender, unsigned int *tag)
{
	const uint32_t v = s96_get(n, R_QADR);
	struct spm_variables d;
	unsigned int set;

	if (!(v >> 31) || spm_set_parse("sender L4 S2 tag", &set))
		return false;
	spm_decode(set, v & 0xFFFFF, &d);
	*sender = (d.sender >> 4) * 4 + (d.sender & 15);
	*tag = d.tag;
	return true;
}

static void check_assertion(struct paper *p, const struct trial *t, bool violated,
			    double slower)
{
	struct s96_node *n = open_monitor(p, "sender L4 S2 tag");
	const struct replay_node *log = &t->log.node[0];
	unsigned int sender = 0, tag = 0;
	size_t after = 0, illegal = 0;
	bool event;

	s96_put(n, R_MODE, AUTO);
	s96_put(n, R_TCNT, 0x01000); /* no bin: S2 is 1 */
	s96_word_put(n, bin_of(ILLEGAL_SENDER, ILLEGAL_TAG), S96_WORD_MAX);
	play(t, n);
	for (size_t i = 0; i < log->packets; i++) {
		const bool is = log->packet[i].from == ILLEGAL_SENDER &&
				tag_of(&log->packet[i]) == ILLEGAL_TAG;

		illegal += is;
		after += illegal && !(is && illegal == 1);
	}
	event = pop_event(n, &sender, &tag);
	if (!violated) {
		paper_claim(p,
			    !illegal && !event && !s96_irqs(n) && slower < 0.001 &&
				    slower > -0.001,
			    "without an illegal packet there is no interrupt, and the run time "
			    "with "
			    "the armed monitor is the same within 0.1 %",
			    "S96-EXP-022");
		sim_delete(n->s);
		return;
	}
	paper_text(p, "%zu packets, the illegal one is followed by %zu.", log->packets, after);
	paper_claim(p,
		    illegal == 1 && log->packets > 10000 && event &&
			    s96_get(n, R_TCNT) - 0x01000 == after,
		    "one illegal packet among more than 10,000 legal ones interrupts, and the "
		    "trace that begins behind it shows that no other one did",
		    "S96-EXP-020 S96-EXP-024");
	paper_claim(p, event && sender == ILLEGAL_SENDER && tag == ILLEGAL_TAG,
		    "the overflow address names tag and sender of the illegal packet",
		    "S96-EXP-021");
	sim_delete(n->s);
}

static uint64_t packets_from(const struct trial *t, unsigned int sender, unsigned int tag)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < t->log.node[0].packets; i++)
		sum += t->log.node[0].packet[i].from == sender &&
		       tag_of(&t->log.node[0].packet[i]) == tag;
	return sum;
}

static void check_presets(struct paper *p, const struct trial *t)
{
	struct s96_node *n = open_monitor(p, "sender L4 S2 tag");
	unsigned int s1 = 0, s2 = 0, t1 = 0, t2 = 0, none;
	uint64_t left[2];

	s96_word_put(n, bin_of(ILLEGAL_SENDER, ILLEGAL_TAG), S96_WORD_MAX);
	s96_word_put(n, bin_of(8, 1), S96_WORD_MAX - 100);
	s96_word_put(n, bin_of(9, 1), S96_WORD_MAX - 1000);
	play(t, n);
	left[0] = s96_word_get(n, bin_of(8, 1));
	left[1] = s96_word_get(n, bin_of(9, 1));
	paper_claim(p,
		    pop_event(n, &s1, &t1) && pop_event(n, &s2, &t2) &&
			    !pop_event(n, &none, &none) && s1 == 8 && t1 == 1 && s2 == 9 &&
			    t2 == 1,
		    "a legal pair that is preset to overflow interrupts too, and the handler "
		    "tells it from an illegal one by its address",
		    "S96-EXP-023");
	paper_claim(
		p,
		left[0] == packets_from(t, 8, 1) - 101 &&
			left[1] == packets_from(t, 9, 1) - 1001,
		"presets of 100 and 1000 for two senders: the bins overflow, and interrupt, "
		"at packets 101 and 1001",
		"S96-EXP-030");
	sim_delete(n->s);
}

int main(int argc, char **argv)
{
	struct paper *p = paper_begin(argc, argv, "shrimp96", "uses",
				      "Categories, page tags, debugging assertions (4.2, 4.3)");
	const unsigned int rounds = 1200;
	struct trial t = {.rounds = rounds, .illegal = UINT32_MAX};
	struct trial bare = {.rounds = rounds, .illegal = UINT32_MAX, .unwatched = true};

	paper_section(p, "Categories and tags (4.2)");
	run_machine(p, &t);
	check_categories(
		p, &t,
		"the category written at begin and end of each procedure: the histogram of "
		"each category is the packet log split by procedure",
		"S96-EXP-008", "S96-EXP-016 S96-EXP-019");
	check_latencies(p, &t);
	paper_section(p, "Assertions (4.3)");
	run_machine(p, &bare);
	check_assertion(p, &t, false, (double)t.end_ps / (double)bare.end_ps - 1);
	check_presets(p, &t);
	replay_free(&t.log);
	t.illegal = 300 + (unsigned int)(paper_seed(p) * 7919 % 600);
	run_machine(p, &t);
	check_assertion(p, &t, true, 0);
	replay_free(&t.log);
	replay_free(&bare.log);
	paper_section(p, "Categories from a remote node (4.2)");
	t.illegal = UINT32_MAX;
	t.remote = true;
	run_machine(p, &t);
	check_categories(
		p, &t,
		"a remote node writes the category by automatic update: the packets "
		"that arrive after it are counted in that category; the program makes no "
		"system call for it",
		"S96-EXP-009 S96-EXP-010", NULL);
	replay_free(&t.log);
	return paper_end(p);
}
