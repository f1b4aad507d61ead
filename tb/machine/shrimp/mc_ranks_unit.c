/* SPDX-License-Identifier: Apache-2.0 */
/* Tests that a multicomputer on several ranks has the same results as in one process. The ranks
 * are coroutines in this test. */
#include <errno.h>
#include <unistd.h>
#include "fnv1a.h"
#include "../../../sw/lib/random.h"
#include "apps/apps.h"
#include "mc_ranks.h"
#include "ranks_log.h"
#include "together.h"
#include "unit.h"

#define NODES 8u
#define RANKS_MAX TOGETHER_MOST
#define US UINT64_C(1000000)
#define PAGE 0x10000u /* pages that a node writes, one for each receiver */
#define DEST 0x40000u /* pages that a node receives, one for each sender */
#define AREA 0x80000u /* area for deliberate update */

struct node_result {
	uint64_t packets, words, digest; /* count and digest of the arrivals, in order */
	uint64_t memory;
	struct mc_stats stats;
};

struct result {
	struct node_result node[MC_NODES_MAX];
	const char *wrong; /* error in the result of the program */
	uint64_t digest;   /* digest of the result */
};

struct rank { /* the state of one rank */
	struct ranks_log log;
	struct mc_config c;
	struct mc *m;
	enum mc_state state;
	char error[256];
	struct ranks_counts counts;
};

static struct {
	unsigned int ranks; /* 0: one process without ranks */
	struct rank rank[RANKS_MAX];
	struct result result;
	struct together together;
	/* the machine and its program */
	struct mc_config c;
	const struct workload *program;
	struct workload_config w;
	program_fn *fn;
	uint64_t step_ps; /* step of mc_run(); 0: run to the end */
	uint64_t start_ps[RANKS_MAX], slow_ps[RANKS_MAX];
	uint64_t seed;
	/* with a log */
	char folder[64];
	uint64_t every; /* rounds between checkpoints */
	uint64_t stop;	/* round in which the exchange fails; 0: never */
	uint64_t resumed;
	uint32_t data; /* changes the data of the traffic */
} test;

/* ---- one rank ---- */

static void on_packet(void *arg, const struct mc_packet *p, const uint32_t *words)
{
	struct node_result *n = &test.result.node[p->to];
	const uint64_t field[] = {p->p.addr,	 p->p.words, p->p.be,	    p->p.x,
				  p->p.y,	 p->p.tx,    p->p.first,    p->p.color,
				  p->p.irq,	 p->rx_ps,   p->written_ps, p->first_ps,
				  p->done_ps,	 p->sent_ps, p->serial,	    p->from,
				  p->deliberate, p->stray,   p->why};

	(void)arg;
	n->digest = fnv1a(n->digest, field, sizeof(field));
	n->digest = fnv1a(n->digest, words, 4u * p->p.words);
	n->packets++;
	n->words += p->p.words;
}

static void read_nodes(struct rank *r)
{
	for (unsigned int i = 0; i < r->c.nodes; i++) {
		struct node_result *n = &test.result.node[i];

		if (!mc_local(r->m, i))
			continue;
		n->stats = *mc_stats(r->m, i);
		n->memory = fnv1a(FNV1A_BEGIN, mc_memory(r->m, i), r->c.memory);
	}
}

/* Sets the mappings of the traffic: each node to all others. */
static void map_traffic(struct rank *r)
{
	for (unsigned int EACH(i, 0); i < r->c.nodes; i++)
		for (unsigned int EACH(k, 0); k < r->c.nodes; k++) {
			if (i == k)
				continue;
			assert_int_equal(mc_import(r->m, i, DEST + k * MC_PAGE_BYTES, k % 16,
						   false, true),
					 0);
			assert_int_equal(
				mc_import(r->m, i, AREA + k * MC_PAGE_BYTES, 1, false, true),
				0);
			assert_int_equal(mc_map(r->m, i, PAGE + k * MC_PAGE_BYTES, k,
						DEST + i * MC_PAGE_BYTES),
					 0);
		}
}

static void run_machine(struct rank *r, uint64_t start_ps)
{
	uint64_t until = start_ps, random = test.seed;

	mc_start(r->m, start_ps, start_ps / US, 0);
	do {
		until += test.step_ps ? 1 + random_splitmix(&random) % test.step_ps : 0;
		r->state = mc_run(r->m, test.step_ps ? until : MC_NEVER);
	} while (r->state == MC_RUNNING);
	if (r->state == MC_FAILED)
		snprintf(r->error, sizeof(r->error), "%s", mc_error(r->m));
}

static void rank_main(void *arg, unsigned int id)
{
	struct rank *r = &test.rank[id];
	struct svm *s = NULL;
	void *app = NULL;
	int err = mc_open(&r->m, &r->c);

	(void)arg;
	assert_int_equal(err, 0);
	mc_on_packet(r->m, on_packet, NULL);
	if (test.program) {
		struct workload_config w = test.w;

		w.m = r->m;
		assert_int_equal(svm_open(&s, r->m, test.program->bytes(&w)), 0);
		w.s = s;
		assert_int_equal(test.program->open(&app, &w), 0);
	} else {
		map_traffic(r);
		mc_program(r->m, MC_ALL, test.fn, NULL);
	}
	run_machine(r, test.start_ps[id]);
	r->counts = mc_ranks_counts(r->m);
	if (r->state == MC_ENDED)
		read_nodes(r);
	if (test.program && r->state == MC_ENDED) {
		err = svm_collect(s);
		for (unsigned int i = 0; i < r->c.nodes && !err; i++)
			err = mc_collect(r->m, i, workload_simple_page(r->c.memory),
					 MC_PAGE_BYTES);
		assert_int_equal(err, 0);
		if (id == 0) {
			test.result.wrong = test.program->check(app);
			test.result.digest = test.program->digest(app);
		}
	}
	if (app)
		test.program->close(app);
	svm_close(s);
	mc_close(r->m);
}

/* Opens the logs; all ranks continue from the last checkpoint that each of them has. */
static void open_logs(void)
{
	test.resumed = UINT64_MAX;
	for (unsigned int EACH(i, 0); i < test.ranks; i++) {
		struct rank *r = &test.rank[i];
		uint64_t last;

		assert_int_equal(ranks_log_open(&r->log, &test.together.rank[i].ranks,
						test.folder, "# a run", test.every),
				 0);
		last = ranks_log_last(&r->log);
		if (last < test.resumed)
			test.resumed = last;
	}
	for (unsigned int EACH(i, 0); i < test.ranks; i++) {
		assert_int_equal(ranks_log_replay(&test.rank[i].log, test.resumed), 0);
		test.rank[i].c.ranks = &test.rank[i].log.ranks;
	}
}

/* Runs the machine on @ranks ranks; 0: in one process, without this layer. */
static void run(unsigned int ranks)
{
	memset(&test.result, 0, sizeof(test.result));
	memset(test.rank, 0, sizeof(test.rank));
	test.ranks = ranks;
	together_init(&test.together, ranks);
	test.together.stop = test.stop;
	for (unsigned int i = 0; i < (ranks ? ranks : 1); i++) {
		struct rank *r = &test.rank[i];

		r->c = test.c;
		r->c.ranks = ranks ? &test.together.rank[i].ranks : NULL;
		r->c.p.wire_ps += test.slow_ps[i];
	}
	if (test.every)
		open_logs();
	if (!ranks) {
		rank_main(NULL, 0);
		return;
	}
	assert_int_equal(together_run(&test.together, rank_main, NULL), 0);
	for (unsigned int i = 0; i < ranks; i++)
		ranks_log_close(&test.rank[i].log);
}

static void all_ended(void)
{
	for (unsigned int i = 0; i < (test.ranks ? test.ranks : 1); i++)
		if (test.rank[i].state != MC_ENDED)
			fail_msg("rank %u of %u: %s", i, test.ranks, test.rank[i].error);
}

static uint64_t packets(const struct result *r)
{
	uint64_t all = 0;

	for (unsigned int i = 0; i < test.c.nodes; i++)
		all += r->node[i].packets;
	return all;
}

/* Checks that a run on @ranks ranks equals the previous run in one process. */
static void same_on(unsigned int ranks)
{
	const struct result want = test.result;
	uint64_t far = 0;

	run(ranks);
	all_ended();
	for (unsigned int i = 0; i < test.c.nodes; i++) {
		const struct node_result *a = &want.node[i], *b = &test.result.node[i];

		if (memcmp(a, b, sizeof(*a)))
			fail_msg("node %u on %u ranks: %llu packets, digest %llx, memory %llx; "
				 "in one process %llu, %llx, %llx",
				 i, ranks, (unsigned long long)b->packets,
				 (unsigned long long)b->digest, (unsigned long long)b->memory,
				 (unsigned long long)a->packets, (unsigned long long)a->digest,
				 (unsigned long long)a->memory);
	}
	assert_int_equal(want.digest, test.result.digest);
	if (test.result.wrong)
		fail_msg("%s on %u ranks: %s", test.program->name, ranks, test.result.wrong);
	for (unsigned int EACH(i, 0); i < ranks; i++) {
		far += test.rank[i].counts.packets;
		assert_int_equal(test.rank[i].counts.rounds, test.rank[0].counts.rounds);
	}
	if (ranks > 1)
		assert_in_range(far, 1, packets(&want));
	test.result = want;
}

/* ---- traffic ---- */

/* Makes groups of writes, deliberate updates and computations, and waits for data of another
 * node. */
static void traffic(struct cpu *cpu, void *arg)
{
	const unsigned int me = cpu_node(cpu), nodes = cpu_nodes(cpu);

	(void)arg;
	for (unsigned int i = 0; i < 60; i++) {
		const unsigned int to =
			(unsigned int)(me + 1 + cpu_random(cpu) % (nodes - 1)) % nodes;
		const uint32_t page = PAGE + to * MC_PAGE_BYTES;
		const uint32_t at = 4 * (uint32_t)(1 + cpu_random(cpu) % 900);
		const unsigned int n = 1 + (unsigned int)(cpu_random(cpu) % 64);

		switch (cpu_random(cpu) % 8) {
		case 0:
			cpu_send(cpu, page, to, AREA + me * MC_PAGE_BYTES, 16 * n);
			break;
		case 1:
			cpu_store(cpu, page + at, 1, i);
			break;
		case 2:
			cpu_compute(cpu, cpu_random(cpu) % 3000);
			break;
		case 3:
			cpu_combining(cpu, i & 1);
			break;
		default:
			for (unsigned int k = 0; k < n; k++)
				cpu_store(cpu, page + at + 4 * k, 4,
					  cpu_random(cpu) ^ test.data);
			break;
		}
	}
	/* each node writes to the next one, which waits for it */
	cpu_store(cpu, PAGE + (me + 1) % nodes * MC_PAGE_BYTES, 4, 1);
	cpu_wait_word(cpu, DEST + (me + nodes - 1) % nodes * MC_PAGE_BYTES, 0);
}

/* All nodes send to the same node at the same time, so that only the rule for equal times
 * decides the order. */
static void together(struct cpu *cpu, void *arg)
{
	const unsigned int me = cpu_node(cpu), nodes = cpu_nodes(cpu);

	(void)arg;
	for (unsigned int i = 0; i < 40; i++) {
		const unsigned int to = i % nodes;

		cpu_wait_until(cpu, 2000 * (i + 1));
		if (to != me)
			cpu_store(cpu, PAGE + to * MC_PAGE_BYTES + 4 * i, 4, me);
	}
}

static int begin(void)
{
	memset(&test, 0, sizeof(test));
	mc_defaults(&test.c);
	test.c.nodes = NODES;
	test.c.memory = 1u << 20;
	test.fn = traffic;
	return 0;
}

static void on_all(void)
{
	run(0);
	all_ended();
	assert_true(packets(&test.result) > 20 * NODES);
	for (unsigned int EACH(ranks, 1); ranks <= RANKS_MAX;
	     ranks = ranks < 4 ? ranks + 1 : 2 * ranks)
		same_on(ranks);
}

static void test_traffic(void)
{
	for (test.c.seed = 1; test.c.seed <= 8; test.c.seed++) {
		EACH_OF(test.c.seed);
		on_all();
	}
}

/* With small FIFOs and paths a full network blocks senders whose receivers are on other
 * ranks. */
static void test_full_network(void)
{
	test.c.p.path_words = 4;
	test.c.p.fifo_words = mc_fifo_words(1024, true);
	test.c.p.low_water = 64;
	test.c.p.in_words = 16;
	test.c.timeout_ps = 2 * US;
	on_all();
}

static void test_equal_times(void)
{
	test.fn = together;
	test.c.interference = false;
	test.c.combining = false;
	test.c.p.grant_max = test.c.p.grant_min;
	test.c.p.link_word_ps = US; /* slow links, so that the order matters */
	on_all();
}

/* The division into windows does not change the results. */
static void test_steps(void)
{
	run(0);
	all_ended();
	test.step_ps = 5 * US;
	for (test.seed = 1; test.seed <= 4; test.seed++) {
		EACH_OF(test.seed);
		same_on(2);
		same_on(4);
	}
}

static void test_later_start(void)
{
	for (unsigned int i = 0; i < RANKS_MAX; i++)
		test.start_ps[i] = 123456789;
	on_all();
}

static void program(const char *name, uint32_t size, uint32_t steps)
{
	test.program = strcmp(name, "burst") ? workload_find(name) : &workload_burst;
	test.c.memory = 16u << 20;
	test.w.seed = 7;
	test.w.size = size;
	test.w.steps = steps;
	run(0);
	all_ended();
	assert_null(test.result.wrong);
	same_on(2);
	same_on(4);
}

static void test_radix(void)
{
	program("radix", NODES * 1024, 0);
}

static void test_lu(void)
{
	test.c.nodes = 4;
	program("lu", 64, 0);
}

static void test_ocean(void)
{
	test.c.nodes = 4;
	program("ocean", 128, 1);
}

static void test_simple(void)
{
	test.c.nodes = 4;
	program("simple", 0, 10);
}

static void test_burst(void)
{
	test.c.nodes = 16;
	program("burst", 0, 0);
}

/* ---- failures reach all ranks ---- */

static void fails(unsigned int ranks, const char *message)
{
	bool seen = false;

	run(ranks);
	for (unsigned int EACH(i, 0); i < ranks; i++) {
		assert_int_equal(test.rank[i].state, MC_FAILED);
		assert_true(test.rank[i].error[0]);
		seen |= strstr(test.rank[i].error, message) != NULL;
	}
	if (!seen)
		fail_msg("no rank says '%s', but rank 0 '%s'", message, test.rank[0].error);
}

static void nothing(void *arg)
{
	(void)arg;
}

static void calls(struct cpu *cpu, void *arg)
{
	(void)arg;
	cpu_compute(cpu, 100000);
	if (cpu_node(cpu) == 5)
		cpu_call(cpu, nothing, NULL);
}

static void meets(struct cpu *cpu, void *arg)
{
	(void)arg;
	cpu_meet(cpu);
}

static void waits(struct cpu *cpu, void *arg)
{
	(void)arg;
	if (cpu_node(cpu) == 6)
		cpu_wait_word(cpu, DEST, 0);
}

static void test_failures(void)
{
	test.fn = calls;
	fails(4, "node 5: cpu_call() on several ranks");
	test.fn = meets;
	fails(2, "cpu_meet() on several ranks");
	test.fn = waits;
	fails(4, "all programs wait for ever");
	/* ranks that run different programs */
	test.fn = traffic;
	test.start_ps[2] = US;
	fails(4, "rank 2 is at");
	test.start_ps[2] = 0;
	test.slow_ps[1] = US;
	fails(2, "ps, rank");
}

/* ---- the log ---- */

static const char *log_path(unsigned int rank, const char *kind)
{
	static char path[100];

	snprintf(path, sizeof(path), "%s/%u.%s", test.folder, rank, kind);
	return path;
}

static int begin_log(void)
{
	begin();
	strcpy(test.folder, "/tmp/ranks-XXXXXX");
	return mkdtemp(test.folder) ? 0 : -1;
}

static int end_log(void)
{
	for (unsigned int i = 0; i < RANKS_MAX; i++) {
		unlink(log_path(i, "log"));
		unlink(log_path(i, "marks"));
	}
	return rmdir(test.folder);
}

static void cut(const char *path, long bytes)
{
	FILE *f = fopen(path, "r+");

	assert_non_null(f);
	assert_int_equal(fseek(f, 0, SEEK_END), 0);
	assert_true(ftell(f) > bytes);
	assert_int_equal(ftruncate(fileno(f), ftell(f) - bytes), 0);
	fclose(f);
}

/* A run that is interrupted in any round and resumed has the same result as an uninterrupted
 * run. */
static void test_resumed(void)
{
	struct result want;
	uint64_t rounds, random = 5;

	run(0);
	all_ended();
	want = test.result;
	run(3);
	rounds = test.rank[0].counts.rounds;
	assert_true(rounds > 100);
	test.every = 10;
	for (unsigned int EACH(i, 0); i < 20; i++) {
		test.stop = 1 + random_splitmix(&random) % (rounds / 8);
		run(3);
		assert_int_equal(test.rank[0].state,
				 test.resumed + test.stop > rounds ? MC_ENDED : MC_FAILED);
	}
	assert_true(test.resumed >= 10);
	test.stop = 0;
	/* a truncated line of a checkpoint is ignored */
	cut(log_path(1, "marks"), 3);
	test.result = want;
	same_on(3);
	assert_true(test.resumed && test.resumed % 10 == 0);
	/* a completed run can be resumed and ends again */
	same_on(3);
	assert_int_equal(test.resumed, rounds / 10 * 10);
	assert_true(test.together.exchanged < 10);
}

static int no_exchange(void *arg, const struct ranks_buffer *out, struct ranks_buffer *in)
{
	(void)arg;
	(void)out;
	(void)in;
	return -EIO;
}

static void test_bad_logs(void)
{
	const struct ranks r = {1, 3, no_exchange, NULL};
	struct ranks_log l;

	test.every = 10;
	run(3);
	all_ended();
	assert_int_equal(ranks_log_open(&l, &r, test.folder, "# another run", 10), -EEXIST);
	ranks_log_close(&l);
	assert_int_equal(ranks_log_open(&l, &r, test.folder, "two\nlines", 10), -EINVAL);
	ranks_log_close(&l);
	assert_int_equal(ranks_log_open(&l, &r, "/nowhere", "# a run", 10), -ENOENT);
	ranks_log_close(&l);
	assert_int_equal(ranks_log_open(&l, &r, test.folder, "# a run", 10), 0);
	assert_int_equal(ranks_log_replay(&l, 15), -EBADMSG); /* no such checkpoint */
	assert_int_equal(ranks_log_replay(&l, UINT64_MAX), -EBADMSG);
	ranks_log_close(&l);
	/* a run with other data has other messages than the log */
	test.data = 1;
	run(3);
	for (unsigned int EACH(i, 0); i < 3; i++) {
		assert_int_equal(test.rank[i].state, MC_FAILED);
		assert_non_null(strstr(test.rank[i].error, strerror(EBADMSG)));
	}
	test.data = 0;
	cut(log_path(1, "log"), 4000);
	assert_int_equal(ranks_log_open(&l, &r, test.folder, "# a run", 10), 0);
	/* the log is too short */
	assert_int_equal(ranks_log_replay(&l, ranks_log_last(&l)), -EBADMSG);
	ranks_log_close(&l);
}

static void test_owner(void)
{
	for (unsigned int EACH(nodes, 1); nodes <= MC_NODES_MAX; nodes++)
		for (unsigned int EACH(ranks, 1); ranks <= nodes; ranks++) {
			unsigned int n[MC_NODES_MAX] = {0}, last = 0;

			for (unsigned int EACH(i, 0); i < nodes; i++) {
				const unsigned int o = ranks_owner(ranks, nodes, i);

				assert_true(o == last || o == last + 1);
				n[last = o]++;
			}
			assert_int_equal(last, ranks - 1);
			for (unsigned int EACH(i, 0); i < ranks; i++)
				assert_in_range(n[i], nodes / ranks,
						(nodes + ranks - 1) / ranks);
		}
}

static void test_configuration(void)
{
	struct ranks r = {.exchange = no_exchange};
	struct mc *m;

	test.c.ranks = &r;
	assert_int_equal(mc_open(&m, &test.c), -EINVAL); /* no ranks */
	r.ranks = NODES + 1;
	assert_int_equal(mc_open(&m, &test.c), -EINVAL); /* more ranks than nodes */
	r.ranks = r.rank = 2;
	assert_int_equal(mc_open(&m, &test.c), -EINVAL);
	r.rank = 1;
	assert_int_equal(mc_open(&m, &test.c), 0);
	assert_null(mc_memory(m, 0));
	assert_non_null(mc_memory(m, NODES - 1));
	assert_int_equal(mc_collect(m, NODES, 0, 4), -EINVAL);
	assert_int_equal(mc_collect(m, 0, test.c.memory - 4, 8), -EINVAL);
	mc_close(m);
}

static const struct unit units[] = {
	UNIT_WITH(test_owner, "", begin, NULL),
	UNIT_WITH(test_configuration, "", begin, NULL),
	UNIT_WITH(test_traffic, "", begin, NULL),
	UNIT_WITH(test_full_network, "", begin, NULL),
	UNIT_WITH(test_equal_times, "", begin, NULL),
	UNIT_WITH(test_steps, "", begin, NULL),
	UNIT_WITH(test_later_start, "", begin, NULL),
	UNIT_WITH(test_radix, "", begin, NULL),
	UNIT_WITH(test_lu, "", begin, NULL),
	UNIT_WITH(test_ocean, "", begin, NULL),
	UNIT_WITH(test_simple, "", begin, NULL),
	UNIT_WITH(test_burst, "", begin, NULL),
	UNIT_WITH(test_failures, "", begin, NULL),
	UNIT_WITH(test_resumed, "", begin_log, end_log),
	UNIT_WITH(test_bad_logs, "", begin_log, end_log),
};

UNIT_MAIN(units)
