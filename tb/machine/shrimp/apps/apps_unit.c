/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the four programs of TR-596-99 4.2 on the SHRIMP multicomputer: their results and their
 * packets. */
#include "apps.h"
#include "unit.h"

#define NODES 4u
#define US UINT64_C(1000000)
#define MS (1000 * US)

struct access {
	uint64_t ps;
	uint32_t addr;
};

static struct {
	struct mc_config c;
	struct workload_config w;
	struct mc *m;
	struct svm *s;
	void *app;
	const struct workload *program;
	/* snooped writes of node 1 to its memory in [from, to) */
	uint32_t from, to;
	struct access *write;
	size_t writes, room;
	uint64_t foreign; /* writes of nodes to shared pages whose home is another node */
	uint64_t sent[NODES][NODES], /* packets */
		data[NODES][NODES];  /* of these, packets to the page of SIMPLE */
	bool began;
	uint64_t interrupt_ps;
} test;

static int begin(void)
{
	memset(&test, 0, sizeof(test));
	mc_defaults(&test.c);
	test.c.nodes = NODES;
	test.c.interference = false;
	test.w.seed = 7;
	return 0;
}

static int end(void)
{
	if (test.app)
		test.program->close(test.app);
	if (test.s)
		svm_close(test.s);
	if (test.m)
		mc_close(test.m);
	free(test.write);
	return 0;
}

static void on_packet(void *arg, const struct mc_packet *p, const uint32_t *words)
{
	(void)arg;
	(void)words;
	test.sent[p->from][p->to] += !p->deliberate;
	test.data[p->from][p->to] += p->p.addr >= workload_simple_page(test.c.memory);
}

static void on_snoop(void *arg, unsigned int node, uint64_t ps, uint64_t addr,
		     unsigned int bytes, bool write)
{
	(void)arg;
	(void)bytes;
	if (!write || !test.began)
		return;
	if (addr >= SVM_BASE && svm_home(test.s, (uint32_t)addr) >= 0 &&
	    svm_home(test.s, (uint32_t)addr) != (int)node)
		test.foreign++;
	if (node != 1 || addr < test.from || addr >= test.to)
		return;
	if (test.writes == test.room) {
		test.room = test.room ? 2 * test.room : 4096;
		test.write = realloc(test.write, test.room * sizeof(*test.write));
	}
	test.write[test.writes++] = (struct access){ps, (uint32_t)addr};
}

static void late(struct cpu *cpu, void *arg)
{
	(void)arg;
	cpu_compute(cpu, 60000); /* 1 ms */
}

static void on_begin(void *arg)
{
	(void)arg;
	test.began = true;
	memset(test.sent, 0, sizeof(test.sent));
	if (test.interrupt_ps)
		mc_interrupt(test.m, 1, mc_now(test.m) + test.interrupt_ps, late, NULL);
}

static void run(const char *name)
{
	const char *wrong;

	test.program = workload_find(name);
	assert_non_null(test.program);
	assert_int_equal(mc_open(&test.m, &test.c), 0);
	test.w.m = test.m;
	assert_int_equal(svm_open(&test.s, test.m, test.program->bytes(&test.w)), 0);
	test.w.s = test.s;
	test.w.begin = on_begin;
	assert_int_equal(test.program->open(&test.app, &test.w), 0);
	mc_on_packet(test.m, on_packet, NULL);
	mc_on_snoop(test.m, on_snoop, NULL);
	if (mc_run_all(test.m))
		fail_msg("%s", mc_error(test.m));
	wrong = test.program->check(test.app);
	if (wrong)
		fail_msg("%s: %s", name, wrong);
}

static void again(void)
{
	const struct mc_config c = test.c;
	const struct workload_config w = test.w;

	end();
	begin();
	test.c = c;
	test.w = w;
}

/* ---- SIMPLE ---- */

static void simple(bool combining, uint32_t group, uint32_t wait_us)
{
	test.c.combining = combining;
	test.w.group = group;
	test.w.wait_us = wait_us;
	test.from = workload_simple_page(test.c.memory) - MC_PAGE_BYTES;
	test.to = test.from + MC_PAGE_BYTES;
	run("simple");
}

static void ring(void)
{
	static const struct {
		uint32_t group, wait_us;
	} setting[] = {{1, 1}, {1, 100}, {1024, 1}, {1024, 100}};

	for (unsigned int EACH(k, 0); k < 4; k++) {
		simple(false, setting[k].group, setting[k].wait_us);
		assert_int_equal(test.writes, 512 * setting[k].group);
		for (size_t EACH(i, 0); i < test.writes; i++)
			assert_int_equal(test.write[i].addr,
					 test.from + 4 * (i % setting[k].group));
		for (unsigned int EACH(from, 0); from < NODES; from++)
			for (unsigned int EACH(to, 0); to < NODES; to++)
				assert_int_equal(
					test.data[from][to],
					to == (from + 1) % NODES ? 512 * setting[k].group : 0);
		again();
	}
}

static void single_words(void)
{
	simple(true, 1, 1);
	for (unsigned int EACH(k, 0); k < NODES; k++)
		assert_int_equal(test.data[k][(k + 1) % NODES], 512);
}

/* Write number i is due i wait times after the first one. It may be late by the work between
 * two groups, less than 1 us, and differ by a pass of the loop. */
static void check_pace(size_t from, size_t to, uint64_t wait_ps)
{
	for (size_t i = from; i < to; i++) {
		const uint64_t due = test.write[0].ps + i * wait_ps;

		if (test.write[i].ps + US / 4 < due || test.write[i].ps > due + US + US / 4)
			fail_msg("write %zu is %lld ps off", i,
				 (long long)(test.write[i].ps - due));
	}
}

static void pace(void)
{
	simple(true, 1, 100);
	check_pace(0, test.writes, 100 * US);
	again();
	test.w.steps = 8;
	simple(false, 1024, 100);
	check_pace(0, test.writes, 100 * US);
}

/* An interrupt of 1 ms delays ten writes, which then follow as fast as possible. */
static void catches_up(void)
{
	uint64_t gap = 0;
	size_t at = 0;

	test.interrupt_ps = 100 * MS;
	test.w.steps = 4;
	simple(false, 1024, 100);
	for (size_t i = 1; i < test.writes; i++)
		if (test.write[i].ps - test.write[i - 1].ps > gap) {
			gap = test.write[i].ps - test.write[i - 1].ps;
			at = i;
		}
	assert_true(gap > MS && gap < MS + 110 * US);
	check_pace(0, at, 100 * US);
	for (size_t EACH(i, at + 1); i < at + 9; i++)
		assert_true(test.write[i].ps - test.write[i - 1].ps < 3 * US);
	check_pace(at + 12, test.writes, 100 * US);
}

/* ---- LU ---- */

static void lu(void)
{
	test.w.size = 192;
	run("lu");
	/* the home of a block is its owner */
	assert_int_equal(test.foreign, 0);
	assert_true(svm_stats(test.s, 0)->barriers >= 3 * 192 / 32);
	assert_true(svm_stats(test.s, 0)->fetches > 0);
}

/* ---- OCEAN ---- */

static void ocean(void)
{
	uint64_t digest;

	test.w.size = 128;
	test.w.steps = 2;
	run("ocean"); /* compares with one processor */
	digest = test.program->digest(test.app);
	/* automatic updates go only between nodes that are adjacent in a row or a column of the
	 * grid 0 1 / 2 3. The marks and flags of barriers are single words to and from node 0
	 * and homes. */
	for (unsigned int EACH(k, 0); k < NODES; k++)
		assert_true(test.sent[k][k ^ 3] * 4 < test.sent[k][k ^ 1] &&
			    test.sent[k][k ^ 3] * 4 < test.sent[k][k ^ 2]);
	again();
	test.c.nodes = 1;
	run("ocean");
	assert_true(test.program->digest(test.app) == digest);
}

/* ---- RADIX ---- */

static int by_address(const void *a, const void *b)
{
	const struct access *x = a, *y = b;

	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

static void radix(void)
{
	const uint32_t keys = 65536, radix = 256;
	size_t sets = 1, sequential = 0;

	test.w.size = keys;
	test.from = SVM_BASE + 4 * keys; /* the destination of the first pass */
	test.to = test.from + 4 * keys;
	run("radix");
	assert_int_equal(test.writes, keys / NODES);
	for (size_t i = 1; i < test.writes; i++)
		sequential += test.write[i].addr == test.write[i - 1].addr + 4;
	assert_true(sequential * 50 < test.writes); /* the sets are interleaved in time */
	qsort(test.write, test.writes, sizeof(*test.write), by_address);
	for (size_t i = 1; i < test.writes; i++)
		sets += test.write[i].addr != test.write[i - 1].addr + 4;
	/* sets of n/(rp) keys, with those of other nodes between them */
	assert_int_equal(sets, radix);
	assert_in_range(test.write[test.writes - 1].addr - test.write[0].addr,
			4 * (keys - keys / radix - keys / 64), 4 * keys);
}

/* ---- both builds ---- */

static void builds(void)
{
	for (unsigned int EACH(k, 0); workloads[k]; k++) {
		uint64_t digest[2];

		for (unsigned int EACH(on, 0); on < 2; on++) {
			test.w.size = workloads[k] == &workload_radix ? 65536 : 128;
			test.w.steps = 2;
			test.w.group = 1024;
			test.c.combining = on;
			assert_int_equal(test.c.boundary, 4096);
			assert_int_equal(test.c.timeout_ps, 0);
			run(workloads[k]->name);
			digest[on] = test.program->digest(test.app);
			again();
		}
		assert_true(digest[0] == digest[1]);
	}
}

static const struct unit units[] = {
	UNIT_WITH(ring, "SB-SNI-039 SB-SNI-040", begin, end),
	UNIT_WITH(single_words, "SB-SNI-041", begin, end),
	UNIT_WITH(pace, "SB-SNI-042", begin, end),
	UNIT_WITH(catches_up, "SB-SNI-043", begin, end),
	UNIT_WITH(lu, "SB-SNI-044 SB-SNI-045", begin, end),
	UNIT_WITH(ocean, "SB-SNI-046 SB-SNI-047", begin, end),
	UNIT_WITH(radix, "SB-SNI-048 SB-SNI-049", begin, end),
	UNIT_WITH(builds, "SB-SNI-052", begin, end),
};

UNIT_MAIN(units)
