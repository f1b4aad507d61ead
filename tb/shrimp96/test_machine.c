/* SPDX-License-Identifier: Apache-2.0 */
/* Tests monitors at the nodes of a SHRIMP multicomputer of 16 nodes (SPDT 1996, 3, 4.1,
 * 4.2). */
#include "replay.h"
#include "shrimp/svm.h"
#include "spm_config.h"
#include <errno.h>

#define NODES 16u
#define PAGE 0x00100000u

struct machine {
	struct sim *s;
	struct mc *m;
	struct svm *svm;
	struct replay log;
	uint32_t shared;     /* address of a shared page with home 1 */
	uint64_t changed_ps; /* time at which the tag was changed */
};

static void machine_free(void *arg)
{
	struct machine *x = arg;

	replay_free(&x->log);
	svm_close(x->svm);
	mc_close(x->m);
	x->m = NULL;
	x->svm = NULL;
}

static void open_machine(struct sim *s, struct machine *x, bool shared)
{
	struct mc_config c;

	*x = (struct machine){.s = s};
	mc_defaults(&c);
	c.nodes = NODES;
	c.seed = sim_seed(s);
	c.interference = false;
	c.p.fetch_words = 56; /* the network interface releases the bus about every 224 bytes */
	SIM_EQ(s, mc_open(&x->m, &c), 0, "the machine");
	if (shared) {
		SIM_EQ(s, svm_open(&x->svm, x->m, 16 * MC_PAGE_BYTES), 0, "shared memory");
		x->shared = svm_alloc(x->svm, MC_PAGE_BYTES, MC_PAGE_BYTES, 1);
	}
	sim_cleanup(s, machine_free, x);
	replay_record(&x->log, x->m);
}

static void run(struct machine *x, program_fn *fn)
{
	SIM_EQ(x->s, mc_program(x->m, MC_ALL, fn, x), 0, "programs");
	SIM_CHECK(x->s, mc_run_all(x->m) == 0, "%s", mc_error(x->m));
}

/* Returns the monitor of @node after it has received all packets of the node. */
static struct s96_node *monitor(struct machine *x, unsigned int node, const char *setting)
{
	struct s96_node *n = s96_start(x->s, &(struct s96_config){0});
	unsigned int set = 0;
	uint16_t mux;

	SIM_EQ(x->s, spm_set_parse(setting, &set), 0, setting);
	SIM_EQ(x->s, spm_set_to_mux(set, &mux), 0, setting);
	s96_put(n, SHRIMP96_MUX, mux);
	s96_put(n, SHRIMP96_CMD, START);
	s96_settle(n);
	replay_run(&x->log, node, n);
	s96_compare(n);
	return n;
}

/* ---- each node's packets ---- */

/* Each node writes a word to its page on each other node, as many times as its own number. */
static void all_to_all(struct cpu *cpu, void *arg)
{
	const unsigned int me = cpu_node(cpu);

	(void)arg;
	for (unsigned int k = 0; k <= me % 4; k++)
		for (unsigned int to = 0; to < NODES; to++)
			if (to != me) {
				cpu_store(cpu, PAGE + to * MC_PAGE_BYTES + 64 * k, 4, me);
				cpu_compute(cpu, 3000);
			}
}

/* The seed selects the node whose monitor is simulated; the log has the packets of all
 * nodes. */
static void machine_own_packets(struct sim *s)
{
	static struct machine x;
	const unsigned int node = (unsigned int)sim_range(s, 0, NODES - 1);
	struct s96_node *n;
	uint64_t sum = 0;

	open_machine(s, &x, false);
	for (unsigned int EACH(from, 0); from < NODES; from++)
		for (unsigned int EACH(to, 0); to < NODES; to++)
			if (from != to)
				SIM_EQ(s,
				       mc_map(x.m, from, PAGE + to * MC_PAGE_BYTES, to,
					      PAGE + from * MC_PAGE_BYTES),
				       0, "a mapping");
	run(&x, all_to_all);
	for (unsigned int EACH(to, 0); to < NODES; to++)
		for (size_t EACH(i, 0); i < x.log.node[to].packets; i++)
			SIM_EQ(s, x.log.node[to].packet[i].to, to, "destination of a packet");
	n = monitor(&x, node, "sender S0 T C");
	for (unsigned int EACH(from, 0); from < NODES; from++) {
		const uint64_t count = s96_peek(n, 4u << 8 | replay_sender(from));

		SIM_EQ(s, count, from == node ? 0 : from % 4 + 1, "packets of a sender");
		sum += count;
	}
	SIM_EQ(s, sum, x.log.node[node].packets, "packets of the node");
	SIM_EQ(s, s96_get(n, SHRIMP96_ARRV), sum, "packets that the monitor got");
}

/* ---- large transfers ---- */

static void fetch_page(struct cpu *cpu, void *arg)
{
	struct machine *x = arg;

	if (cpu_node(cpu) == 1)
		shared_write_u32(cpu, x->shared, 7);
	barrier(cpu);
	if (cpu_node(cpu) == 2)
		shared_read_u32(cpu, x->shared);
	barrier(cpu);
}

static void machine_large_transfer(struct sim *s)
{
	static struct machine x;
	struct s96_node *n;
	const uint32_t sender = 1; /* node 1 */

	open_machine(s, &x, true);
	run(&x, fetch_page);
	n = monitor(&x, 2, "sender size");
	SIM_EQ(s, s96_peek(n, 224u << 8 | sender), 18, "packets of 224 bytes");
	SIM_EQ(s, s96_peek(n, 64u << 8 | sender), 1, "packets of 64 bytes");
}

/* ---- page tags and categories ---- */

#define REGISTERS (PAGE + 0x10000)

static void retag(void *arg)
{
	struct machine *x = arg;

	SIM_EQ(x->s, mc_import(x->m, 0, PAGE, 9, false, false), -EPERM, "a user's tag write");
	SIM_EQ(x->s, mc_import(x->m, 0, PAGE, 6, false, true), 0, "a privileged tag write");
	x->changed_ps = mc_now(x->m);
}

static void write_and_retag(struct cpu *cpu, void *arg)
{
	if (cpu_node(cpu) == 0) {
		cpu_compute(cpu, 60 * 1000);
		cpu_call(cpu, retag, arg);
	}
	if (cpu_node(cpu) == 3) {
		/* a store of the user program sets the category */
		cpu_store(cpu, REGISTERS + SHRIMP96_CAT, 4, 12);
		for (unsigned int i = 0; i < 200; i++) {
			cpu_store(cpu, PAGE + 64 * (i % 60), 4, i);
			cpu_compute(cpu, 600);
		}
	}
}

static void machine_tags(struct sim *s)
{
	static struct machine x;
	const struct replay_node *log = &x.log.node[0];
	struct s96_node *n;
	uint64_t before = 0, after = 0;

	open_machine(s, &x, false);
	SIM_EQ(s, mc_import(x.m, 0, PAGE, 2, false, true), 0, "the page");
	SIM_EQ(s, mc_import(x.m, 0, REGISTERS, 0, false, true), 0, "the registers");
	SIM_EQ(s, mc_map(x.m, 3, PAGE, 0, PAGE), 0, "the mapping");
	SIM_EQ(s, mc_map_single(x.m, 3, REGISTERS, 0, REGISTERS), 0, "the mapping");
	run(&x, write_and_retag);
	for (size_t i = 0; i < log->packets; i++) {
		const struct mc_packet *k = &log->packet[i];

		if (k->p.addr >= REGISTERS)
			replay_write(&x.log, 0, k->written_ps, k->p.addr & 0x7C, k->p.first);
		else if (k->rx_ps > x.changed_ps)
			after++;
		else
			before++;
	}
	SIM_CHECK(s, before > 10 && after > 10, "%llu packets before, %llu after",
		  (unsigned long long)before, (unsigned long long)after);
	n = monitor(&x, 0, "sender S0 T C");
	SIM_EQ(s, s96_get(n, SHRIMP96_CAT), 12, "the category that node 3 has set");
	SIM_EQ(s, s96_peek(n, 12u << 16 | 2u << 12 | 4u << 8 | 3), before, "with the old tag");
	SIM_EQ(s, s96_peek(n, 12u << 16 | 6u << 12 | 4u << 8 | 3), after, "with the new tag");
	SIM_EQ(s, s96_peek(n, 12u << 16 | 9u << 12 | 4u << 8 | 3), 0, "with the refused tag");
}

const struct sim_test sim_tests[] = {
	{"machine_own_packets", machine_own_packets, "S96-SYS-001", NULL},
	{"machine_large_transfer", machine_large_transfer, "S96-SYS-002", NULL},
	{"machine_tags", machine_tags, "S96-SYS-003 S96-SYS-004 S96-SYS-005 S96-CMD-016", NULL},
	{0},
};
