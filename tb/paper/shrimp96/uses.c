/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Uses of the monitor on 16 nodes (SPDT 1996, 4.2, 4.3): categories of procedures, local and
 * from a remote node, page tags of data structures, debugging assertions by preset bins.
 *
 * Nodes 1 to 15 write pages of node 0 by automatic update; the pages of node 0 have tags. The
 * monitor in RTL of node 0 gets the packets that arrive there, each at its time.
 */
#include "paper.h"
#include "replay.h"
#include "shrimp96_regs.h"
#include "spm_config.h"
#include <stdlib.h>
#include <string.h>

#define NODES 16u
#define TAGS 16u
#define PAGES 0x00100000u    /* address of the pages on all nodes */
#define COMMANDS 0x00200000u /* address of the registers of node 0's monitor */
#define MAX_WORDS 8u
#define ILLEGAL_SENDER 5u
#define ILLEGAL_TAG 7u
#define CATEGORIES 6u /* number of procedures of node 0 */

struct trial {
	unsigned int rounds;  /* number of runs of words that each node writes */
	unsigned int illegal; /* round of node 5 with the illegal packet; beyond the last one:
			       * never */
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
	/* gaps between the runs prevent combining */
	const uint32_t at = PAGES + tag * MC_PAGE_BYTES + (uint32_t)(cpu_random(cpu) % 60) * 64;

	for (unsigned int i = 0; i < words; i++)
		cpu_store(cpu, at + 4 * i, 4, cpu_random(cpu) & 0xFFFFFFFF);
	cpu_private_load(cpu, 0x10000000 + (cpu_random(cpu) & 0xFFFFF0), 4);
	cpu_compute(cpu, 1200 + cpu_random(cpu) % 1200);
}

/* Writes the category of the monitor, as the program does at user level in 15 cycles. */
static void set_category(struct cpu *cpu, struct trial *t, unsigned int category)
{
	if (t->remote)
		return;
	cpu_compute(cpu, 15);
	replay_write(&t->log, 0, cpu_ps(cpu), SHRIMP96_CAT, category);
}

/* The program of node 0, which sets the category at the beginning and the end of each
 * procedure. */
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

		/* pages that the assertion allows; nodes 8 and 9 write only one page */
		if (me == ILLEGAL_SENDER && tag == ILLEGAL_TAG)
			tag = 6;
		if (me == 8 || me == 9)
			tag = 1;
		if (me == ILLEGAL_SENDER && i == t->illegal)
			tag = ILLEGAL_TAG;
		if (me == 3 && t->remote && i % 50 == 0)
			cpu_store(cpu, COMMANDS + SHRIMP96_CAT, 4, i / 50 % 16);
		write_run(cpu, tag);
	}
}

static void run_machine(struct paper *p, struct trial *t)
{
	struct mc_config c;
	struct mc *m;
	int err = 0;

	mc_defaults(&c);
	c.nodes = NODES;
	c.seed = paper_seed(p);
	c.interference = false;
	if (mc_open(&m, &c))
		fail("out of memory");
	if (!t->unwatched)
		replay_record(&t->log, m);
	for (uint32_t k = 0; !err && k < TAGS; k++)
		err = mc_import(m, 0, PAGES + k * MC_PAGE_BYTES, k, false, true);
	if (!err)
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
	/* the network interface executes the writes that arrive for the monitor's registers */
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
	s96_put(n, SHRIMP96_MUX, mux);
	return n;
}

static void play(const struct trial *t, struct s96_node *n)
{
	s96_put(n, SHRIMP96_CMD, START);
	s96_settle(n);
	replay_run(&t->log, 0, n);
	s96_compare(n);
	SIM_EQ(n->s, s96_get(n, SHRIMP96_LOST), 0, "packets lost");
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

/* Returns the category at the time @ps, and the previous one in *before. *sure = false: another
 * category may apply, because a write takes effect within a microsecond, and the monitor
 * evaluates a packet within a microsecond after its header. */
static unsigned int category_at(const struct trial *t, uint64_t ps, bool *sure,
				unsigned int *before)
{
	const struct replay_node *n = &t->log.node[0];
	unsigned int category = 0;

	*sure = true;
	*before = 0;
	for (size_t i = 0; i < n->events; i++) {
		const uint64_t at = n->event[i].ps;

		if (at <= ps) {
			*before = category;
			category = n->event[i].value;
		}
		if (at < ps + 2000000 && at + 2000000 > ps)
			*sure = false;
	}
	return category;
}

/* Number of packets that the monitor has counted in other bins than the log gives: with
 * category, tag and size, and with tag and size only. */
struct off {
	uint64_t bins, sizes;
};

static struct off compare(struct s96_node *n, const uint64_t *expected)
{
	struct off off = {0, 0};

	for (uint32_t bin = 0; bin < 1u << 16; bin++) {
		uint64_t got = 0, want = 0;

		for (uint32_t c = 0; c < 16; c++) {
			const uint64_t g = s96_peek(n, c << 16 | bin);
			const uint64_t w = expected[c << 16 | bin];

			got += g;
			want += w;
			off.bins += g > w ? g - w : 0;
		}
		off.sizes += got > want ? got - want : want - got;
	}
	return off;
}

static void check_categories(struct paper *p, const struct trial *t, const char *what,
			     const char *shows, const char *tags)
{
	struct s96_node *n = open_monitor(p, "size tag category");
	const struct replay_node *log = &t->log.node[0];
	/* counts from the log: with the correct category and tag, with the previous category,
	 * and with the tag of the next page */
	uint64_t *expected[3];
	struct off off[3];
	uint64_t unsure = 0, few;

	for (unsigned int k = 0; k < 3; k++) {
		expected[k] = calloc(SPM_WORDS, sizeof(**expected));
		if (!expected[k])
			fail("out of memory");
	}
	play(t, n);
	for (size_t i = 0; i < log->packets; i++) {
		const struct mc_packet *k = &log->packet[i];
		bool sure;
		unsigned int before;
		const unsigned int category = category_at(t, k->rx_ps, &sure, &before);
		const unsigned int tag = tag_of(k), next = (tag + 1) % TAGS;

		unsure += !sure;
		expected[0][category << 16 | tag << 12 | bytes_of(k)]++;
		expected[1][before << 16 | tag << 12 | bytes_of(k)]++;
		expected[2][category << 16 | next << 12 | bytes_of(k)]++;
	}
	for (unsigned int k = 0; k < 3; k++) {
		off[k] = compare(n, expected[k]);
		free(expected[k]);
	}
	few = log->packets / 20;
	paper_text(p,
		   "%zu packets, %zu writes of the category; "
		   "%llu packets came within 2 us of a write, "
		   "%llu are in the category before or after it.",
		   log->packets, log->events, (unsigned long long)unsure,
		   (unsigned long long)off[0].bins);
	paper_statement(
		p, &(struct paper_statement){
			   .holds = off[0].sizes == 0 && off[0].bins <= unsure && unsure < few,
			   .what = what,
			   .shows = shows,
			   .ablation = "each category written one write later",
			   .survives = off[1].bins <= unsure});
	if (tags)
		paper_statement(
			p,
			&(struct paper_statement){
				.holds = off[0].sizes == 0 && off[0].bins <= unsure,
				.what = "heap, static and dynamic data on pages of different tags: "
					"packets per tag and size are those of the log by page; "
					"and so with the category, 256 histograms in one run",
				.shows = tags,
				.ablation = "the tags of the next pages",
				.survives = off[2].sizes == 0});
	sim_delete(n->s);
}

/* Returns whether the latencies of each tag k in the histogram agree with those of tag k +
 * @shift in the log. */
static bool same_latencies(struct s96_node *n, uint64_t at[TAGS][65536], unsigned int shift)
{
	bool equal = true;

	for (unsigned int tag = 0; tag < TAGS; tag++) {
		const uint64_t *const log = at[(tag + shift) % TAGS];
		uint64_t before = 0, upto = log[0],
			 /* before, upto: sums of the log up to d - 2 and up to d + 1 */
			sum = 0;

		for (uint32_t d = 0; d + 2 < 65536; d++) {
			sum += s96_peek(n, tag << 16 | d);
			upto += log[d + 1];
			before += d > 1 ? log[d - 2] : 0;
			equal &= sum >= before && sum <= upto;
		}
	}
	return equal;
}

static void check_latencies(struct paper *p, const struct trial *t)
{
	struct s96_node *n = open_monitor(p, "L0 L1 L2 L3 tag");
	const struct replay_node *log = &t->log.node[0];
	static uint64_t at[TAGS][65536];
	bool equal, by_next;

	play(t, n);
	memset(at, 0, sizeof(at));
	for (size_t i = 0; i < log->packets; i++) {
		const struct mc_packet *k = &log->packet[i];
		const uint64_t d = k->rx_ps / 100000 - k->p.tx;

		at[tag_of(k)][d < 65535 ? d : 65535]++;
	}
	/* the link to the board has a separate clock, so the board may use the next tick, the
	 * one after it, or the previous one; each cumulative sum must be between those of the
	 * log */
	equal = same_latencies(n, at, 0);
	by_next = same_latencies(n, at, 1);
	paper_statement(p, &(struct paper_statement){
				   .holds = equal,
				   .what = "tags distinguish variables on different pages: "
					   "the latency histogram per tag is that of the log, "
					   "but for two ticks of the link",
				   .shows = "S96-EXP-017",
				   .ablation = "the tags of the next pages",
				   .survives = by_next});
	sim_delete(n->s);
}

/* ---- assertions ---- */

static uint32_t bin_of(unsigned int sender, unsigned int tag)
{
	return tag << 16 | replay_sender(sender); /* L4 and S2 are 0 */
}

/* Reads tag and sender of the oldest event; returns false if there is none. */
static bool pop_event(struct s96_node *n, unsigned int *sender, unsigned int *tag)
{
	const uint32_t v = s96_get(n, SHRIMP96_QADR);
	struct spm_variables d;
	unsigned int set;

	if (!(v & SHRIMP96_QADR_VALID_MASK) || spm_set_parse("sender L4 S2 tag", &set))
		return false;
	spm_decode(set, v & SHRIMP96_QADR_ADDR_MASK, &d);
	*sender = replay_node_of(d.sender);
	*tag = d.tag;
	return true;
}

/* Results of a run in which the bin of the illegal pair is preset. */
struct assertion {
	size_t packets, illegal, after; /* number of packets in the log: all, illegal ones, and
					 * those after the illegal packet */
	bool event, interrupt;
	unsigned int sender, tag; /* sender and tag of the event */
	uint32_t traced;
};

static struct assertion run_assertion(struct paper *p, const struct trial *t)
{
	struct s96_node *n = open_monitor(p, "sender L4 S2 tag");
	const struct replay_node *log = &t->log.node[0];
	struct assertion a = {.packets = log->packets};

	s96_put(n, SHRIMP96_MODE, AUTO);
	s96_put(n, SHRIMP96_TCNT, 0x01000); /* this address is no bin, because S2 is 1 */
	s96_word_put(n, bin_of(ILLEGAL_SENDER, ILLEGAL_TAG), S96_WORD_MAX);
	play(t, n);
	for (size_t i = 0; i < log->packets; i++) {
		const bool is = log->packet[i].from == ILLEGAL_SENDER &&
				tag_of(&log->packet[i]) == ILLEGAL_TAG;

		a.illegal += is;
		a.after += a.illegal && !(is && a.illegal == 1);
	}
	a.interrupt = s96_irqs(n);
	a.event = pop_event(n, &a.sender, &a.tag);
	a.traced = s96_get(n, SHRIMP96_TCNT) - 0x01000;
	sim_delete(n->s);
	return a;
}

static bool is_seen(const struct assertion *a)
{
	return a->illegal == 1 && a->packets > 10000 && a->event && a->interrupt &&
	       a->traced == a->after;
}

static bool is_quiet(const struct assertion *a, double slower)
{
	return !a->event && !a->interrupt && slower < 0.001 && slower > -0.001;
}

/* Checks the assertion. @one: the run with an illegal packet; @none: the run without. @slower:
 * how much slower the program is with the armed monitor. */
static void check_assertion(struct paper *p, const struct assertion *one,
			    const struct assertion *none, double slower)
{
	paper_text(
		p,
		"%zu packets, the illegal one is followed by %zu. The monitor gets them after "
		"the run of the machine: by construction it cannot slow the program.",
		one->packets, one->after);
	paper_statement(
		p,
		&(struct paper_statement){
			.holds = !none->illegal && is_quiet(none, slower),
			.what = "without an illegal packet there is no interrupt, "
				"and the run time with the armed monitor is the same within 0.1 %",
			.shows = "S96-EXP-022",
			.ablation = "an illegal packet",
			.survives = is_quiet(one, slower)});
	paper_statement(
		p,
		&(struct paper_statement){
			.holds = is_seen(one),
			.what = "one illegal packet among more than 10,000 legal ones interrupts, "
				"and the trace that begins behind it shows that no other one did",
			.shows = "S96-EXP-020 S96-EXP-024",
			.ablation = "no illegal packet",
			.survives = none->event});
	paper_statement(
		p,
		&(struct paper_statement){
			.holds = one->event && one->sender == ILLEGAL_SENDER &&
				 one->tag == ILLEGAL_TAG,
			.what = "the overflow address names tag and sender of the illegal packet",
			.shows = "S96-EXP-021",
			.ablation = "no illegal packet",
			.survives =
				none->sender == ILLEGAL_SENDER && none->tag == ILLEGAL_TAG});
}

static uint64_t packets_from(const struct trial *t, unsigned int sender, unsigned int tag)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < t->log.node[0].packets; i++)
		sum += t->log.node[0].packet[i].from == sender &&
		       tag_of(&t->log.node[0].packet[i]) == tag;
	return sum;
}

/* Results of a run in which the bins of two senders are preset to overflow after a number of
 * packets. */
struct presets {
	bool two_events, first, second; /* two_events: there are exactly two; first: of sender
					 * 8, second: of sender 9, both with tag 1 */
	uint64_t left[2];
};

static struct presets run_presets(struct paper *p, const struct trial *t, unsigned int after8,
				  unsigned int after9)
{
	struct s96_node *n = open_monitor(p, "sender L4 S2 tag");
	unsigned int s1 = 0, s2 = 0, t1 = 0, t2 = 0, none;
	struct presets r;

	s96_word_put(n, bin_of(ILLEGAL_SENDER, ILLEGAL_TAG), S96_WORD_MAX);
	if (after8)
		s96_word_put(n, bin_of(8, 1), S96_WORD_MAX - after8);
	if (after9)
		s96_word_put(n, bin_of(9, 1), S96_WORD_MAX - after9);
	play(t, n);
	r.left[0] = s96_word_get(n, bin_of(8, 1));
	r.left[1] = s96_word_get(n, bin_of(9, 1));
	r.first = pop_event(n, &s1, &t1) && s1 == 8 && t1 == 1;
	r.second = pop_event(n, &s2, &t2) && s2 == 9 && t2 == 1;
	r.two_events = r.first && r.second && !pop_event(n, &none, &none);
	sim_delete(n->s);
	return r;
}

static bool overflows_at(const struct trial *t, const struct presets *r, unsigned int at8,
			 unsigned int at9)
{
	return r->left[0] == packets_from(t, 8, 1) - at8 &&
	       r->left[1] == packets_from(t, 9, 1) - at9;
}

static void check_presets(struct paper *p, const struct trial *t)
{
	const struct presets two = run_presets(p, t, 100, 1000);
	const struct presets none = run_presets(p, t, 0, 0);
	const struct presets other = run_presets(p, t, 101, 999);

	paper_statement(
		p,
		&(struct paper_statement){
			.holds = two.two_events,
			.what = "a legal pair that is preset to overflow interrupts too, "
				"and the handler tells it from an illegal one by its address",
			.shows = "S96-EXP-023",
			.ablation = "no preset of a legal pair",
			.survives = none.two_events});
	paper_statement(
		p, &(struct paper_statement){.holds = overflows_at(t, &two, 101, 1001),
					     .what = "presets of 100 and 1000 for two senders: "
						     "the bins overflow, and interrupt, "
						     "at packets 101 and 1001",
					     .shows = "S96-EXP-030",
					     .ablation = "presets of 101 and 999",
					     .survives = overflows_at(t, &other, 101, 1001)});
}

int main(int argc, char **argv)
{
	struct paper *p = paper_begin(argc, argv, "shrimp96", "uses",
				      "Categories, page tags, debugging assertions (4.2, 4.3)");
	const unsigned int rounds = 1200;
	struct trial t = {.rounds = rounds, .illegal = UINT32_MAX};
	struct assertion one, none;
	double slower;
	struct trial bare = {.rounds = rounds, .illegal = UINT32_MAX, .unwatched = true};

	paper_section(p, "Categories and tags (4.2)");
	run_machine(p, &t);
	check_categories(p, &t,
			 "the category written at begin and end of each procedure: "
			 "the histogram of each category is the packet log split by procedure",
			 "S96-EXP-008", "S96-EXP-016 S96-EXP-019");
	check_latencies(p, &t);
	paper_section(p, "Assertions (4.3)");
	run_machine(p, &bare);
	none = run_assertion(p, &t);
	slower = (double)t.end_ps / (double)bare.end_ps - 1;
	check_presets(p, &t);
	replay_free(&t.log);
	t.illegal = 300 + (unsigned int)(paper_seed(p) * 7919 % 600);
	run_machine(p, &t);
	one = run_assertion(p, &t);
	check_assertion(p, &one, &none, slower);
	replay_free(&t.log);
	replay_free(&bare.log);
	paper_section(p, "Categories from a remote node (4.2)");
	t.illegal = UINT32_MAX;
	t.remote = true;
	run_machine(p, &t);
	check_categories(p, &t,
			 "a remote node writes the category by automatic update: "
			 "the packets that arrive after it are counted in that category; "
			 "the program makes no system call for it",
			 "S96-EXP-009 S96-EXP-010", NULL);
	replay_free(&t.log);
	return paper_end(p);
}
