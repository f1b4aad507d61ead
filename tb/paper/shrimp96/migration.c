/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moves a page of shared memory to the node that writes it most, with the monitor of its home
 * (SPDT 1996, 4.4): 16 nodes write parts of a page, and automatic update sends the changes to
 * the home. The home's monitor counts packets by page tag, sender and size in preset bins; when
 * one overflows, the handler reads a part of the histogram and decides.
 *
 * The handler acts while the program runs, so the monitors are golden models here; afterwards
 * the monitor in RTL gets the packets that the first home received, and must interrupt at the
 * same packet.
 */
#include "paper.h"
#include "csv.h"
#include "replay.h"
#include "shrimp96_regs.h"
#include "spm_config.h"
#include <stdlib.h>
#include <string.h>

#define NODES 16u
#define PAGE 0x00100000u
#define TAG 5u
#define ROUNDS 48u
#define PART 64u	/* words of the page that a node writes */
#define PRESET 150u	/* packets of a sender and size before the interrupt */
#define SIZES 256u	/* sizes below this are counted separately: multiples of 4 bytes */
#define WRITER 6u	/* node that writes most */
#define NEXT_WRITER 11u /* and in the second phase of TWO_PHASES */
#define MANY 40u	/* writes of this node in a round */
#define FEW 2u		/* and of each other node */
#define EQUAL 6u	/* writes of each node in a round of EVEN */
#define MOVES_MAX 8u
#define QUEUE 16u	  /* addresses in the queue of the monitor */
#define WRITE_CYCLES 1500 /* of the processor, between two writes */
#define WAIT_CYCLES 18000 /* 300 us, until all updates have arrived */
#define LOG_PACKETS 100000
#define WORDS_LOG2 20 /* of the monitor's memory */

enum pattern { ONE_WRITER, TWO_PHASES, EVEN };

struct trial {
	enum pattern pattern;
	bool migrate;
	bool wrong;  /* it moves to the node behind the one with the most updates */
	double cost; /* cost of a move, in packets */
	struct mc *m;
	struct replay log;
	struct s96_golden *monitor[NODES];
	unsigned int home, round, moves;
	unsigned int moved_to[MOVES_MAX], moved_in[MOVES_MAX];
	uint64_t packets, after_move; /* all packets to the home; packets after the last move */
	size_t first_event;	      /* number of packets at node 0 up to its first
				       * interrupt */
	uint8_t result[MC_PAGE_BYTES];
};

static void fail(const char *what)
{
	fprintf(stderr, "migration: %s\n", what);
	exit(1);
}

/* ---- monitors ---- */

static unsigned int set_of_page(void)
{
	unsigned int set = 0;

	if (spm_set_parse("sender S0 S1 tag", &set))
		fail("no such configuration");
	return set;
}

static uint32_t bin_of(unsigned int sender, unsigned int size)
{
	const struct spm_variables v = {
		.sender = replay_sender(sender), .size = (uint16_t)size, .tag = TAG};

	return spm_encode(set_of_page(), &v);
}

/* Presets the bins of the page so that packet PRESET + 1 of a sender and size interrupts. */
static void arm(struct s96_golden *g)
{
	uint16_t mux = 0;

	s96_golden_fill(g, 0);
	spm_set_to_mux(set_of_page(), &mux);
	s96_golden_write(g, SHRIMP96_MUX, 15, mux);
	for (unsigned int s = 0; s < NODES; s++)
		for (unsigned int size = 0; size < SIZES; size += 4)
			s96_golden_put(g, bin_of(s, size), S96_WORD_MAX - PRESET);
	while (s96_golden_queued(g))
		s96_golden_read(g, SHRIMP96_QADR, 15);
	s96_golden_write(g, SHRIMP96_CMD, 15, START);
}

static void on_packet(void *arg, const struct mc_packet *p, const uint32_t *words)
{
	struct trial *t = arg;
	struct s96_golden *g = t->monitor[p->to];
	struct replay_node *n = &t->log.node[p->to];

	(void)words;
	t->packets++;
	if (t->moves && p->from == t->home)
		t->after_move++;
	s96_golden_arrive(g, &p->p, p->rx_ps / mc_configuration(t->m)->p.tick_ps);
	s96_golden_take(g);
	s96_golden_commit(g, s96_golden_queued(g) == QUEUE);
	if (p->to)
		return;
	if (n->packets == n->room)
		fail("more packets to node 0 than the log holds");
	n->packet[n->packets++] = *p;
	if (!t->first_event && s96_golden_queued(g))
		t->first_event = n->packets;
}

/* ---- the handler ---- */

/* Returns the number of packets of @sender to the page, of all sizes. */
static uint64_t packets_of(struct s96_golden *g, unsigned int sender)
{
	uint64_t sum = 0;

	for (unsigned int size = 0; size < SIZES; size += 4)
		sum += (s96_golden_word(g, bin_of(sender, size)) - (S96_WORD_MAX - PRESET)) &
		       S96_WORD_MAX;
	return sum;
}

static void set_home(struct trial *t, unsigned int home)
{
	for (unsigned int n = 0; n < NODES; n++) {
		if (n != t->home)
			mc_unmap(t->m, n, PAGE);
		if (n != home && mc_map(t->m, n, PAGE, home, PAGE))
			fail("a page cannot be mapped");
	}
	if (mc_import(t->m, home, PAGE, TAG, false, true))
		fail("a page cannot be imported");
	if (home != t->home)
		memcpy(mc_memory(t->m, home) + PAGE, mc_memory(t->m, t->home) + PAGE,
		       MC_PAGE_BYTES);
	t->home = home;
	arm(t->monitor[home]);
}

/* Runs when all nodes are in the barrier and no packet is in transit: moves the page if the
 * home's monitor has interrupted and the move is worth its cost. */
static void handler(void *arg)
{
	struct trial *t = arg;
	struct s96_golden *g = t->monitor[t->home];
	unsigned int best = t->home;
	uint64_t most = 0, all = 0;

	t->round++;
	if (!t->migrate || !s96_golden_queued(g) || t->moves == (t->wrong ? 1 : MOVES_MAX))
		return;
	for (unsigned int n = 0; n < NODES; n++) {
		const uint64_t k = packets_of(g, n);

		all += k;
		if (k > most) {
			most = k;
			best = n;
		}
	}
	/* a move when the monitor was armed would have saved the packets of the best node, and
	 * would have cost updates of the old home, as many as those of an average node */
	if ((double)most - (double)all / (NODES - 1) <= t->cost) {
		arm(g);
		return;
	}
	if (t->wrong)
		best = (best + 1) % NODES;
	t->moved_to[t->moves] = best;
	t->moved_in[t->moves++] = t->round;
	t->after_move = 0;
	set_home(t, best);
}

/* ---- the program ---- */

static unsigned int writes_of(const struct trial *t, unsigned int node, unsigned int round)
{
	if (t->pattern == EVEN)
		return EQUAL;
	if (t->pattern == TWO_PHASES && round >= ROUNDS / 2)
		return node == NEXT_WRITER ? MANY : FEW;
	return node == WRITER ? MANY : FEW;
}

static void write_page(struct cpu *cpu, void *arg)
{
	struct trial *t = arg;
	const unsigned int me = cpu_node(cpu);

	for (unsigned int round = 0; round < ROUNDS; round++) {
		const unsigned int n = writes_of(t, me, round);

		for (unsigned int i = 0; i < n; i++) {
			const uint32_t word = me * PART + (i * 3 + round) % PART;

			cpu_store(cpu, PAGE + 4 * word, 4, round << 16 | me << 8 | i);
			cpu_compute(cpu, WRITE_CYCLES);
		}
		cpu_compute(cpu, WAIT_CYCLES);
		cpu_meet(cpu);
		if (me == 0)
			cpu_call(cpu, handler, t);
		cpu_meet(cpu);
	}
}

static void run(struct paper *p, struct trial *t)
{
	struct mc_config c;

	mc_defaults(&c);
	c.nodes = NODES;
	c.seed = paper_seed(p);
	c.interference = false;
	c.combining = false;
	if (mc_open(&t->m, &c))
		fail("out of memory");
	t->log.nodes = NODES;
	t->log.node[0].room = LOG_PACKETS;
	t->log.node[0].packet = calloc(t->log.node[0].room, sizeof(struct mc_packet));
	for (unsigned int n = 0; n < NODES; n++)
		t->monitor[n] = s96_golden_open(WORDS_LOG2);
	for (unsigned int n = 0; n < NODES; n++)
		if (!t->monitor[n] || !t->log.node[0].packet)
			fail("out of memory");
	mc_on_packet(t->m, on_packet, t);
	set_home(t, 0);
	if (mc_program(t->m, MC_ALL, write_page, t) || mc_run_all(t->m))
		fail(mc_error(t->m));
	memcpy(t->result, mc_memory(t->m, t->home) + PAGE, MC_PAGE_BYTES);
	for (unsigned int n = 0; n < NODES; n++)
		s96_golden_close(t->monitor[n]);
	mc_close(t->m);
}

/* Sends the first home's packets to the monitor in RTL: with the automatic switch the trace
 * begins after the packet that interrupts. */
static bool same_in_rtl(struct paper *p, const struct trial *t, unsigned int preset)
{
	struct sim *s = sim_new("shrimp96", 0, paper_seed(p));
	struct s96_node *n;
	uint32_t traced, first;
	struct spm_variables v;
	uint16_t mux = 0;
	bool same;

	if (!s || spm_set_to_mux(set_of_page(), &mux))
		fail("no model of the monitor");
	n = s96_start(s, &(struct s96_config){0});
	for (unsigned int i = 0; i < NODES; i++)
		for (unsigned int size = 0; size < SIZES; size += 4)
			s96_poke(n, bin_of(i, size), S96_WORD_MAX - preset);
	s96_put(n, SHRIMP96_MUX, mux);
	s96_put(n, SHRIMP96_MODE, AUTO);
	s96_put(n, SHRIMP96_CMD, START);
	s96_settle(n);
	replay_run(&t->log, 0, n);
	s96_compare(n);
	traced = s96_get(n, SHRIMP96_TCNT);
	first = s96_get(n, SHRIMP96_QADR);
	spm_decode(set_of_page(), first & SHRIMP96_QADR_ADDR_MASK, &v);
	same = first & SHRIMP96_QADR_VALID_MASK && t->first_event &&
	       traced == t->log.node[0].packets - t->first_event && v.tag == TAG &&
	       v.size == 4 && replay_node_of(v.sender) == WRITER;
	sim_delete(s);
	return same;
}

static bool saves(const struct trial *t, const struct trial *without)
{
	return t->after_move == 0 && (double)t->packets <= 0.7 * (double)without->packets;
}

static bool moves_again(const struct trial *t)
{
	return t->moves == 2 && t->moved_to[0] == WRITER && t->moved_to[1] == NEXT_WRITER &&
	       t->moved_in[1] > ROUNDS / 2;
}

static struct trial none = {.pattern = ONE_WRITER};
static struct trial one = {.pattern = ONE_WRITER, .migrate = true, .cost = 100};
static struct trial beside = {
	.pattern = ONE_WRITER, .migrate = true, .wrong = true, .cost = 100};
static struct trial phases = {.pattern = TWO_PHASES, .migrate = true, .cost = 100};
static struct trial fixed = {.pattern = TWO_PHASES};
static struct trial even = {.pattern = EVEN, .migrate = true, .cost = 2000};
static struct trial cheap = {.pattern = EVEN, .migrate = true, .cost = -1};
static struct trial *const trials[] = {&none, &one, &beside, &phases, &fixed, &even, &cheap};
static const char *const trial_names[] = {
	"one writer, home stays", "one writer",		"one writer, wrong home", "two phases",
	"two phases, home stays", "even, costly moves", "even, free moves"};

/* Runs all trials and writes their table. */
static void run_trials(struct paper *p)
{
	FILE *f = paper_csv(p, "migration", "trial,packets,moves,home at the end");

	for (size_t i = 0; i < sizeof(trials) / sizeof(*trials); i++) {
		run(p, trials[i]);
		csv_write(f, trial_names[i]);
		fprintf(f, ",%llu,%u,%u\n", (unsigned long long)trials[i]->packets,
			trials[i]->moves, trials[i]->home);
	}
	paper_csv_end(p, f);
}

static void state_results(struct paper *p)
{
	paper_statement(
		p, &(struct paper_statement){
			   .holds = same_in_rtl(p, &one, PRESET),
			   .what = "the monitor keeps packets per page tag, sender and size; "
				   "the count that passes its preset interrupts, "
				   "in RTL at the same packet",
			   .shows = "S96-EXP-025",
			   .ablation = "a preset of one packet more",
			   .survives = same_in_rtl(p, &one, PRESET + 1)});
	paper_statement(p,
			&(struct paper_statement){
				.holds = one.moves == 1 && one.moved_to[0] == WRITER,
				.what = "the handler reads a part of the histogram "
					"and moves the home to the node with the most updates",
				.shows = "S96-EXP-026",
				.ablation = "all nodes write as much",
				.survives = cheap.moves == 1 && cheap.moved_to[0] == WRITER});
	paper_statement(p, &(struct paper_statement){
				   .holds = saves(&one, &none),
				   .what = "after the move no updates come from that node, "
					   "and the packets fall by at least 30 %",
				   .shows = "S96-EXP-027",
				   .ablation = "it moves to the next node",
				   .survives = saves(&beside, &none)});
	paper_statement(p, &(struct paper_statement){.holds = moves_again(&phases),
						     .what = "the writer changes half way: "
							     "the page moves again",
						     .shows = "S96-EXP-028",
						     .ablation = "the writer does not change",
						     .survives = moves_again(&one)});
	paper_check(p,
		    memcmp(none.result, one.result, MC_PAGE_BYTES) == 0 &&
			    memcmp(fixed.result, phases.result, MC_PAGE_BYTES) == 0,
		    "migration leaves the result unchanged", "S96-EXP-029");
	paper_statement(p,
			&(struct paper_statement){
				.holds = even.moves == 0,
				.what = "with costly moves and an even pattern the page stays",
				.shows = "S96-EXP-031",
				.ablation = "moves that cost nothing",
				.survives = cheap.moves == 0});
}

int main(int argc, char **argv)
{
	struct paper *p = paper_begin(argc, argv, "shrimp96", "migration",
				      "Adaptive page migration (4.4)");

	run_trials(p);
	state_results(p);
	for (size_t i = 0; i < sizeof(trials) / sizeof(*trials); i++)
		free(trials[i]->log.node[0].packet);
	return paper_end(p);
}
