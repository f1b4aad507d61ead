/* SPDX-License-Identifier: Apache-2.0 */
/* Tests a cube of several parts: the nodes act as in one machine, and all results are the same
 * on any number of ranks, which are coroutines in this test. */
#include "fnv1a.h"
#include "apps.h"
#include "cube.h"
#include "together.h"
#include "unit.h"
#include <errno.h>

#define ROUNDS 12u

struct node_result {
	uint64_t hash; /* digest of the messages that it received and of their times */
	uint64_t messages;
	ipsc2_time ended;
};

struct result {
	struct node_result node[IPSC2_MOST + 1];
	uint64_t frames[IPSC2_MOST], nibbles; /* totals of the boards */
	int err[TOGETHER_MOST];
	uint64_t rounds, packets;
};

static struct {
	unsigned int nodes, per_part;
	struct cube_config c;
	struct result r;
	struct together together;
	ipsc2_program *program, *host;
	void *arg;
	unsigned int bad_part; /* the part whose run fails */
} test;

/* ---- programs ---- */

static void note(struct ipsc2_node *n, const void *data, size_t length, unsigned int from)
{
	const uint64_t when[] = {ipsc2_local(n), ipsc2_real(n), from};
	struct node_result *r = &test.r.node[ipsc2_number(n)];

	r->hash = fnv1a(r->hash, when, sizeof(when));
	r->hash = fnv1a(r->hash, data, length);
	r->messages++;
}

/* In each round every node sends a short or a long message to one other node, near or far, and
 * receives one; it computes, is interrupted by messages, and records events. */
static void traffic(struct ipsc2_node *n, void *arg)
{
	const unsigned int me = ipsc2_number(n);
	uint8_t data[256], event[4] = {1, (uint8_t)me};
	unsigned int from;
	size_t got;

	(void)arg;
	got = ipsc2_receive(n, 0, data, sizeof(data), &from);
	note(n, data, got, from);
	for (unsigned int EACH(i, 0); i < ROUNDS; i++) {
		const unsigned int step = 1 + (i * i * 7) % (test.nodes - 1);
		const size_t length = i % 3 == 2 ? 256 : 4 * i;

		memset(data, (int)(me + i), sizeof(data));
		ipsc2_compute(n, ipsc2_random(n) % IPSC2_US(900));
		ipsc2_send(n, (me + step) % test.nodes, i + 1, data, length);
		ipsc2_event(n, event, sizeof(event));
		ipsc2_compute(n, ipsc2_random(n) % IPSC2_US(900));
		got = ipsc2_receive(n, i + 1, data, sizeof(data), &from);
		assert_int_equal(from, (me + test.nodes - step) % test.nodes);
		assert_int_equal(got, length);
		note(n, data, got, from);
	}
	ipsc2_send(n, IPSC2_HOST, 50, &me, sizeof(me));
}

static void traffic_host(struct ipsc2_node *n, void *arg)
{
	unsigned int from, word;

	(void)arg;
	for (unsigned int i = 0; i < test.nodes; i++)
		ipsc2_send(n, i, 0, &i, i % 2 ? sizeof(i) : 0);
	for (unsigned int EACH(i, 0); i < test.nodes; i++) {
		assert_int_equal(ipsc2_receive(n, 50, &word, sizeof(word), &from),
				 sizeof(word));
		assert_int_equal(word, from);
		note(n, &word, sizeof(word), from);
	}
}

/* ---- runs ---- */

static void add_frames(void *arg, const uint32_t (*frame)[4], size_t count)
{
	uint64_t *h = arg;

	*h = fnv1a(*h, frame, count * sizeof(*frame));
}

static int start(struct ipsc2 *m, unsigned int first, unsigned int nodes)
{
	int err = first ? 0 : ipsc2_start(m, IPSC2_HOST, test.host, test.arg);

	for (unsigned int i = first; i < first + nodes && !err; i++)
		err = ipsc2_start(m, i, test.program, test.arg);
	return err;
}

/* Starts the programs of @m and runs its reader. */
static int run_machine(struct ipsc2 *m, unsigned int part, unsigned int nodes)
{
	struct ipsc2_reader r = ipsc2_experiment;
	struct ipsc2_stats st;
	int err = start(m, part * nodes, nodes);

	r.frames = add_frames;
	r.arg = &test.r.frames[part];
	if (!err)
		err = ipsc2_read(m, &r, IPSC2_FOREVER);
	ipsc2_stats(m, &st);
	test.r.nibbles += st.valid;
	for (unsigned int i = part * nodes; i < (part + 1) * nodes; i++)
		test.r.node[i].ended = ipsc2_ended(m, i);
	return err;
}

static int run_part(void *arg, unsigned int part, struct ipsc2 *m)
{
	(void)arg;
	if (part == test.bad_part)
		return -EIO;
	return run_machine(m, part, test.per_part);
}

static void clear(void)
{
	memset(&test.r, 0, sizeof(test.r));
	for (unsigned int i = 0; i <= IPSC2_MOST; i++)
		test.r.node[i].hash = FNV1A_BEGIN;
}

static void run_rank(void *arg, unsigned int rank)
{
	struct cube_config cfg = test.c;
	struct ranks_counts counts;
	struct cube *c;

	(void)arg;
	if (test.together.n)
		cfg.ranks = &test.together.rank[rank].ranks;
	assert_int_equal(cube_open(&c, &cfg), 0);
	test.r.err[rank] = cube_run(c);
	counts = cube_counts(c);
	test.r.rounds = counts.rounds;
	test.r.packets += counts.packets;
	cube_close(c);
}

/* Runs a cube on @ranks ranks; 0: in one process, without an exchange. */
static void run_cube(unsigned int nodes, unsigned int per_part, unsigned int ranks)
{
	clear();
	test.nodes = nodes;
	test.per_part = per_part;
	test.c.parts = nodes / per_part;
	test.c.part.nodes = per_part;
	test.c.run = run_part;
	together_init(&test.together, ranks);
	if (ranks)
		assert_int_equal(together_run(&test.together, run_rank, NULL), 0);
	else
		run_rank(NULL, 0);
}

static void ended(int err)
{
	for (unsigned int EACH(i, 0); i < (test.together.n ? test.together.n : 1); i++)
		assert_int_equal(test.r.err[i], err);
}

static int set_up(void)
{
	memset(&test, 0, sizeof(test));
	test.bad_part = UINT32_MAX;
	test.program = traffic;
	test.host = traffic_host;
	test.c.part = (struct ipsc2_config){.seed = 5, .recording = IPSC2_HARDWARE};
	return 0;
}

/* ---- tests ---- */

/* Compares one machine (ipsc2.h) with cubes of the same nodes. */
static void test_parts(void)
{
	static struct result want;
	struct ipsc2_config cfg = test.c.part;
	struct ipsc2 *m;

	clear();
	cfg.nodes = test.nodes = 16;
	m = ipsc2_open(&cfg);
	assert_non_null(m);
	assert_true(run_machine(m, 0, 16) >= 0);
	ipsc2_close(m);
	want = test.r;
	assert_int_equal(want.node[IPSC2_HOST].messages, 16);
	assert_true(want.nibbles == 16 * ROUNDS * 8);
	for (unsigned int EACH(per_part, 1); per_part <= 16; per_part *= 2) {
		run_cube(16, per_part, 0);
		ended(0);
		assert_memory_equal(test.r.node, want.node, sizeof(want.node));
		assert_int_equal(test.r.nibbles, want.nibbles);
		if (per_part == 16)
			assert_memory_equal(test.r.frames, want.frames, sizeof(want.frames));
	}
}

static void test_ranks(void)
{
	static struct result want;
	static const unsigned int ranks[] = {1, 2, 3, 4, 8};

	run_cube(128, 16, 0);
	ended(0);
	want = test.r;
	for (unsigned int EACH(i, 0); i < 128; i++)
		assert_int_equal(want.node[i].messages, ROUNDS + 1);
	assert_int_equal(want.node[IPSC2_HOST].messages, 128);
	for (size_t EACH(i, 0); i < sizeof(ranks) / sizeof(ranks[0]); i++) {
		run_cube(128, 16, ranks[i]);
		ended(0);
		assert_memory_equal(test.r.node, want.node, sizeof(want.node));
		assert_memory_equal(test.r.frames, want.frames, sizeof(want.frames));
		assert_int_equal(test.r.rounds, want.rounds);
		assert_int_equal(test.r.packets > 0, ranks[i] > 1);
	}
	/* the results depend on the seed of the run */
	test.c.part.seed = 6;
	run_cube(128, 16, 4);
	ended(0);
	assert_memory_not_equal(test.r.node, want.node, sizeof(want.node));
	assert_memory_not_equal(test.r.frames, want.frames, sizeof(want.frames));
}

static void test_life(void)
{
	const unsigned int generations = app_sizes.life_generations;
	struct nx2 os = {.recording = IPSC2_HARDWARE};
	const struct app_config problem = {64, 3, IPSC2_NS(609), &os};
	uint64_t digest = 0;

	app_sizes.life_generations = 5;
	test.program = app_life.node;
	test.host = app_life.host;
	test.c.part.os = nx2_os;
	test.c.part.os_arg = &os;
	for (unsigned int EACH(ranks, 1); ranks <= 4; ranks *= 2) {
		static struct result want;

		test.arg = app_life.open(&problem);
		assert_non_null(test.arg);
		run_cube(64, 16, ranks);
		ended(0);
		assert_null(app_life.check(test.arg));
		if (ranks == 1) {
			want = test.r;
			digest = app_life.digest(test.arg);
		}
		assert_int_equal(app_life.digest(test.arg), digest);
		assert_memory_equal(test.r.frames, want.frames, sizeof(want.frames));
		assert_memory_equal(test.r.node, want.node, sizeof(want.node));
		app_life.close(test.arg);
	}
	test.c.part.os_arg = NULL;
	app_sizes.life_generations = generations;
}

static void wait_forever(struct ipsc2_node *n, void *arg)
{
	uint32_t word;

	(void)arg;
	ipsc2_compute(n, IPSC2_MS(1));
	if (ipsc2_number(n) == 3)
		ipsc2_send(n, 9, 1, &word, 0);
	ipsc2_receive(n, 1, &word, sizeof(word), NULL);
	if (ipsc2_number(n) == 9)
		ipsc2_receive(n, 2, &word, sizeof(word), NULL);
}

static void nothing(struct ipsc2_node *n, void *arg)
{
	(void)n;
	(void)arg;
}

static void slow_hook(void *arg, struct ipsc2_node *n, const struct ipsc2_os_event *e)
{
	static const uint8_t event[64] = {1};

	(void)arg;
	if (e->what == IPSC2_OS_SEND && e->peer == 13)
		for (unsigned int i = 0; i < 3; i++)
			ipsc2_event(n, event, sizeof(event));
}

/* Sends a message at each multiple of half the startup time, or up to 4 ns after it: the
 * startup then ends, by a clock that is 50 ppm fast, up to 8.75 ns before the next one. */
static void send_at_multiples(struct ipsc2_node *n, void *arg)
{
	const ipsc2_time half = ipsc2_costs.startup[0] / 2;

	(void)arg;
	for (unsigned int i = 0; ipsc2_number(n) == 0 && i < 200; i++) {
		const double left = (double)((10 * i + 10) * half - ipsc2_real(n));

		ipsc2_sleep_until(n, ipsc2_local(n) + (ipsc2_time)(left / (1 - 50e-6)) +
					     IPSC2_NS(i % 4));
		ipsc2_send(n, 1, 1, NULL, 0);
	}
	for (unsigned int i = 0; ipsc2_number(n) == 1 && i < 200; i++)
		ipsc2_receive(n, 1, NULL, 0, NULL);
}

/* No message is too late for its window, whenever a node with a fast clock sends it. */
static void test_fast_clock(void)
{
	static const int32_t ppb[] = {50000};

	test.c.part.ppb = ppb;
	test.program = send_at_multiples;
	test.host = nothing;
	run_cube(2, 1, 2);
	ended(0);
}

/* A run that cannot continue ends on all ranks. */
static void test_failures(void)
{
	test.program = wait_forever;
	test.host = nothing;
	for (unsigned int EACH(ranks, 0); ranks <= 4; ranks++) {
		run_cube(16, 4, ranks);
		ended(-EDEADLK);
	}
	test.program = traffic;
	test.host = traffic_host;
	test.bad_part = 2;
	run_cube(16, 4, 4);
	assert_int_equal(test.r.err[2], -EIO);
	for (unsigned int EACH(i, 0); i < 4; i++)
		if (i != 2)
			assert_int_equal(test.r.err[i], -ECANCELED);
	test.bad_part = UINT32_MAX;
	/* a message that comes too late for its window */
	test.c.part.os = slow_hook;
	run_cube(16, 4, 2);
	assert_int_equal(test.r.err[1], -EINVAL);
	assert_int_equal(test.r.err[0], -ECANCELED);
	run_cube(16, 16, 0); /* within one part no message is late */
	ended(0);
}

static void test_configuration(void)
{
	const struct ranks none = {0}, five = {0, 5, NULL, NULL}, beyond = {4, 4, NULL, NULL};
	struct cube_config cfg = {.part = {.nodes = 16}, .parts = 4, .run = run_part};
	struct ipsc2_config far = {.nodes = 16, .first = IPSC2_MOST - 15};
	struct cube *c;

	cfg.ranks = &none;
	assert_int_equal(cube_open(&c, &cfg), -EINVAL);
	cfg.ranks = &five;
	assert_int_equal(cube_open(&c, &cfg), -EINVAL);
	cfg.ranks = &beyond;
	assert_int_equal(cube_open(&c, &cfg), -EINVAL);
	cfg.ranks = NULL;
	cfg.parts = 9;
	assert_int_equal(cube_open(&c, &cfg), -EINVAL);
	assert_null(c);
	cfg.parts = 8;
	cfg.part.nodes = 17;
	assert_int_equal(cube_open(&c, &cfg), -EINVAL);
	cfg.part.nodes = 16;
	assert_int_equal(cube_open(&c, &cfg), 0);
	assert_non_null(cube_part(c, 7));
	assert_null(cube_part(c, 8));
	assert_int_equal(ipsc2_start(cube_part(c, 1), 0, traffic, NULL), -EINVAL);
	assert_int_equal(ipsc2_start(cube_part(c, 1), IPSC2_HOST, traffic, NULL), -EINVAL);
	cube_close(c);
	assert_null(ipsc2_open(&far));
	assert_int_equal(errno, EINVAL);
}

static const struct unit units[] = {
	UNIT_WITH(test_parts, "", set_up, NULL),
	UNIT_WITH(test_ranks, "", set_up, NULL),
	UNIT_WITH(test_life, "", set_up, NULL),
	UNIT_WITH(test_fast_clock, "", set_up, NULL),
	UNIT_WITH(test_failures, "", set_up, NULL),
	UNIT_WITH(test_configuration, "", set_up, NULL),
};

UNIT_MAIN(units)
