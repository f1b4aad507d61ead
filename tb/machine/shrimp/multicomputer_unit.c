/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the SHRIMP multicomputer against TR-596-99 2, 3.2, 3.8 and 4: the packets that a
 * program's accesses produce, their arrival times, and the contents of the memories.
 */
#include <errno.h>
#include "combine.h"
#include "multicomputer.h"
#include "svm.h"
#include "unit.h"

/* this page of the sender and the next three are mapped to the pages at DEST */
#define PAGE 0x10000u
#define DEST 0x20000u /* pages of node 0 */
#define UNMAPPED 0x30000u
#define PAGES 4u
#define NS UINT64_C(1000)
#define US (1000 * NS)
#define MS (1000 * US)
#define BCLK (120 * NS)
#define TICK (100 * NS)

/* ---- a machine and what happened in it ---- */

static struct {
	struct mc_config c;
	struct mc *m;
	struct mc_packet *p; /* packets that arrived at any node */
	size_t n, room;
	unsigned int failures; /* in callbacks and programs */
} test;

static int begin(void)
{
	memset(&test, 0, sizeof(test));
	mc_defaults(&test.c);
	test.c.memory = 1u << 20;
	test.c.nodes = 2;
	test.c.interference = false;
	test.c.p.cache_bytes = 0; /* without a cache every access is on the memory bus */
	return 0;
}

static int end(void)
{
	mc_close(test.m);
	free(test.p);
	return begin();
}

static void on_packet(void *arg, const struct mc_packet *p, const uint32_t *words)
{
	(void)arg;
	if (test.n == test.room) {
		test.room = test.room ? 2 * test.room : 1024;
		test.p = realloc(test.p, test.room * sizeof(*test.p));
	}
	test.failures += p->p.first != words[0];
	test.p[test.n++] = *p;
}

/* Node 1's pages are mapped to those of node 0. */
static void open_machine(void)
{
	assert_int_equal(mc_open(&test.m, &test.c), 0);
	for (uint32_t EACH(i, 0); i < PAGES; i++)
		assert_int_equal(mc_map(test.m, 1, PAGE + i * MC_PAGE_BYTES, 0,
					DEST + i * MC_PAGE_BYTES),
				 0);
	mc_on_packet(test.m, on_packet, NULL);
}

static void run(program_fn *on_1, void *arg)
{
	if (!test.m)
		open_machine();
	assert_int_equal(mc_program(test.m, 1, on_1, arg), 0);
	if (mc_run_all(test.m))
		fail_msg("%s", mc_error(test.m));
	assert_int_equal(test.failures, 0);
}

static void check_sizes(const unsigned int *sizes, size_t n)
{
	assert_int_equal(test.n, n);
	for (size_t EACH(i, 0); i < n; i++)
		assert_int_equal(test.p[i].p.words, sizes[i]);
}
#define SIZES(...)                                       \
	check_sizes((const unsigned int[]){__VA_ARGS__}, \
		    sizeof((const unsigned int[]){__VA_ARGS__}) / sizeof(unsigned int))

static uint32_t word_at(unsigned int node, uint32_t addr)
{
	uint32_t v;

	memcpy(&v, mc_memory(test.m, node) + addr, 4);
	return v;
}

static void store_words(struct cpu *cpu, uint32_t addr, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++)
		cpu_store(cpu, addr + 4 * i, 4, addr + 4 * i + 1);
}

static uint64_t cycles_of(uint64_t ps)
{
	return ps * 60 / US; /* 60 MHz */
}

static uint64_t ps_of(uint64_t cycles)
{
	return cycles * US / 60;
}

/* ---- automatic update ---- */

static void random_stores(struct cpu *cpu, void *arg)
{
	(void)arg;
	for (int i = 0; i < 20000; i++) {
		const unsigned int bytes = 1u << cpu_random(cpu) % 4;
		const uint32_t at = (uint32_t)(cpu_random(cpu) % (PAGES * MC_PAGE_BYTES));

		if (cpu_random(cpu) % 8 == 0)
			cpu_store(cpu, UNMAPPED + (at & ~7u), 8, cpu_random(cpu));
		cpu_store(cpu, PAGE + (at & ~(bytes - 1)), bytes, cpu_random(cpu));
	}
}

static void updates_arrive(void)
{
	const struct mc_stats *idle;

	run(random_stores, NULL);
	assert_memory_equal(mc_memory(test.m, 0) + DEST, mc_memory(test.m, 1) + PAGE,
			    PAGES * MC_PAGE_BYTES);
	assert_true(test.n > 10000);
	for (size_t EACH(i, 0); i < test.n; i++) {
		assert_int_equal(test.p[i].from, 1);
		assert_int_equal(test.p[i].to, 0);
		assert_in_range(test.p[i].p.addr, DEST, DEST + PAGES * MC_PAGE_BYTES - 4);
	}
	/* nothing else was written at the receiver, whose processor was idle */
	for (uint32_t EACH(a, 0); a < test.c.memory; a += 4)
		if (a < DEST || a >= DEST + PAGES * MC_PAGE_BYTES)
			assert_int_equal(word_at(0, a), 0);
	idle = mc_stats(test.m, 0);
	assert_int_equal(idle->loads + idle->stores + idle->interrupts, 0);
	assert_int_equal(idle->packets_out, 0);
}

static void unmapped_stores(struct cpu *cpu, void *arg)
{
	(void)arg;
	for (int i = 0; i < 1000; i++)
		cpu_store(cpu, UNMAPPED + 4 * (uint32_t)(cpu_random(cpu) % 4096), 4, 1);
}

static void unmapped(void)
{
	run(unmapped_stores, NULL);
	assert_int_equal(test.n, 0);
	assert_int_equal(mc_stats(test.m, 1)->packets_out, 0);
	assert_int_equal(mc_stats(test.m, 1)->writes, 1000);
}

static void nothing(struct cpu *cpu, void *arg)
{
	(void)arg;
	cpu_compute(cpu, 60000);
}

static void setup_is_silent(void)
{
	open_machine();
	for (uint32_t EACH(page, 0); page < 64; page++) {
		assert_int_equal(
			mc_import(test.m, 0, page * MC_PAGE_BYTES, page % 16, page & 1, true),
			0);
		if (page < 16 || page >= 16 + PAGES)
			assert_int_equal(mc_map(test.m, 1, page * MC_PAGE_BYTES, 0,
						page * MC_PAGE_BYTES),
					 0);
	}
	run(nothing, NULL);
	assert_int_equal(test.n, 0);
	assert_int_equal(mc_stats(test.m, 0)->packets_in, 0);
}

static void map_errors(void)
{
	open_machine();
	assert_int_equal(mc_map(test.m, 1, PAGE, 0, DEST), 0);
	assert_int_equal(mc_map(test.m, 1, PAGE, 0, DEST + MC_PAGE_BYTES), -EEXIST);
	assert_int_equal(mc_map(test.m, 1, PAGE + 4, 0, DEST), -EINVAL);
	assert_int_equal(mc_map(test.m, 1, test.c.memory, 0, DEST), -EINVAL);
	assert_int_equal(mc_map(test.m, 1, PAGE, 1, DEST), -EINVAL);
	assert_int_equal(mc_map(test.m, 2, PAGE, 0, DEST), -EINVAL);
	assert_int_equal(mc_import(test.m, 0, DEST, 16, false, true), -EINVAL);
	assert_int_equal(mc_unmap(test.m, 1, PAGE), 0);
	assert_int_equal(mc_map(test.m, 1, PAGE, 0, DEST + MC_PAGE_BYTES), 0);
}

/* ---- deliberate update ---- */

static const unsigned int blocks[] = {1, 2, 100, 1024};

static void send_blocks(struct cpu *cpu, void *arg)
{
	(void)arg;
	for (uint32_t k = 0; k < 4; k++) {
		for (uint32_t i = 0; i < blocks[k]; i++)
			cpu_store(cpu, UNMAPPED + k * MC_PAGE_BYTES + 4 * i, 4,
				  cpu_random(cpu) | 1);
		cpu_send(cpu, UNMAPPED + k * MC_PAGE_BYTES, 0, DEST + k * MC_PAGE_BYTES,
			 blocks[k]);
	}
}

static void deliberate(void)
{
	run(send_blocks, NULL);
	assert_memory_equal(mc_memory(test.m, 0) + DEST, mc_memory(test.m, 1) + UNMAPPED,
			    4 * MC_PAGE_BYTES);
	SIZES(1, 2, 100, 1024);
	for (uint32_t EACH(k, 0); k < 4; k++) {
		assert_true(test.p[k].deliberate);
		assert_int_equal(test.p[k].p.addr, DEST + k * MC_PAGE_BYTES);
		assert_int_equal(test.p[k].p.be, 15);
	}
	assert_int_equal(word_at(0, DEST + 4), 0);
}

static void send_stray(struct cpu *cpu, void *arg)
{
	(void)arg;
	cpu_store(cpu, UNMAPPED, 4, 5);
	cpu_send(cpu, UNMAPPED, 0, UNMAPPED, 1);
}

static void protection(void)
{
	run(send_stray, NULL);
	SIZES(1);
	assert_true(test.p[0].stray);
	assert_int_equal(mc_stats(test.m, 0)->strays_in, 1);
	assert_int_equal(mc_stats(test.m, 0)->words_in, 0);
	assert_int_equal(word_at(0, UNMAPPED), 0);
}

/* ---- combining ---- */

static void thousand(struct cpu *cpu, void *arg)
{
	(void)arg;
	store_words(cpu, PAGE, 1024);
}

static void combining_off(void)
{
	test.c.combining = false;
	run(thousand, NULL);
	assert_int_equal(test.n, 1024);
	for (uint32_t EACH(i, 0); i < 1024; i++) {
		assert_int_equal(test.p[i].p.words, 1);
		assert_int_equal(test.p[i].p.addr, DEST + 4 * i);
		assert_int_equal(test.p[i].p.first, PAGE + 4 * i + 1);
	}
}

static void sequences(struct cpu *cpu, void *arg)
{
	(void)arg;
	for (uint32_t k = 0; k < 4; k++) {
		store_words(cpu, PAGE + k * MC_PAGE_BYTES, blocks[k]);
		cpu_load(cpu, UNMAPPED, 4);
	}
}

static void sequential(void)
{
	run(sequences, NULL);
	SIZES(1, 2, 100, 1024);
	for (uint32_t EACH(k, 0); k < 4; k++)
		assert_int_equal(test.p[k].p.addr, DEST + k * MC_PAGE_BYTES);
}

static void single_between(struct cpu *cpu, void *arg)
{
	(void)arg;
	store_words(cpu, PAGE + MC_PAGE_BYTES, 2);
	store_words(cpu, PAGE, 3);
	store_words(cpu, PAGE + MC_PAGE_BYTES, 4);
	cpu_load(cpu, UNMAPPED, 4);
}

/* Each write to a page of single writes is a packet; those to the other pages are combined
 * before and after it. */
static void single_page(void)
{
	open_machine();
	assert_int_equal(mc_unmap(test.m, 1, PAGE), 0);
	assert_int_equal(mc_map_single(test.m, 1, PAGE, 0, DEST), 0);
	run(single_between, NULL);
	SIZES(2, 1, 1, 1, 4);
}

static void five_off_three(struct cpu *cpu, void *arg)
{
	(void)arg;
	store_words(cpu, PAGE, 5);
	cpu_combining(cpu, false);
	store_words(cpu, PAGE + 20, 3);
}

static void rule_disable(void)
{
	run(five_off_three, NULL);
	SIZES(5, 1, 1, 1);
	assert_int_equal(test.p[0].why, COMBINE_OFF);
}

static void five_read_three(struct cpu *cpu, void *arg)
{
	const uint32_t *addr = arg;

	store_words(cpu, PAGE, 5);
	cpu_load(cpu, *addr, 4);
	store_words(cpu, PAGE + 20, 3);
	cpu_load(cpu, *addr, 4);
}

static void rule_read(void)
{
	static const uint32_t place[] = {PAGE, PAGE + 20, UNMAPPED};

	for (int EACH(i, 0); i < 3; i++) {
		run(five_read_three, (void *)&place[i]);
		SIZES(5, 3);
		assert_int_equal(test.p[0].why, COMBINE_READ);
		end();
	}
}

static void two_groups(struct cpu *cpu, void *arg)
{
	const uint32_t *second = arg;

	store_words(cpu, PAGE + 400, 5);
	store_words(cpu, *second, 3);
	cpu_load(cpu, UNMAPPED, 4);
}

static void rule_elsewhere(void)
{
	/* addresses that skip a word, go backward, repeat, and lie in another page */
	static const uint32_t place[] = {PAGE + 424, PAGE + 380, PAGE + 416,
					 PAGE + MC_PAGE_BYTES + 420};

	for (int EACH(i, 0); i < 4; i++) {
		run(two_groups, (void *)&place[i]);
		SIZES(5, 3);
		assert_int_equal(test.p[0].why, COMBINE_OTHER);
		assert_int_equal(test.p[1].p.addr, place[i] - PAGE + DEST);
		assert_memory_equal(mc_memory(test.m, 0) + DEST, mc_memory(test.m, 1) + PAGE,
				    PAGES * MC_PAGE_BYTES);
		end();
	}
}

static void five_unmapped_three(struct cpu *cpu, void *arg)
{
	(void)arg;
	store_words(cpu, PAGE, 5);
	cpu_store(cpu, UNMAPPED, 4, 0);
	store_words(cpu, PAGE + 20, 3);
	cpu_load(cpu, UNMAPPED, 4);
}

static void rule_unmapped(void)
{
	run(five_unmapped_three, NULL);
	SIZES(5, 3);
	assert_int_equal(test.p[0].why, COMBINE_OTHER);
}

static void page_twice(struct cpu *cpu, void *arg)
{
	(void)arg;
	store_words(cpu, PAGE, 1024);
	cpu_load(cpu, UNMAPPED, 4);
	store_words(cpu, PAGE + 4 * 37, 1024);
	cpu_load(cpu, UNMAPPED, 4);
}

static void check_boundary(uint32_t bytes)
{
	uint32_t at = DEST, left = 1024;
	size_t i = 0;

	test.c.boundary = bytes;
	run(page_twice, NULL);
	for (int EACH(round, 0); round < 2; round++, at = DEST + 4 * 37, left = 1024)
		while (left) {
			EACH_OF(i);
			const uint32_t room = (bytes - at % bytes) / 4;
			const uint32_t n = left < room ? left : room;

			assert_true(i < test.n);
			assert_int_equal(test.p[i].p.addr, at);
			assert_int_equal(test.p[i].p.words, n);
			assert_int_equal(test.p[i].why,
					 n == room ? COMBINE_BOUNDARY : COMBINE_READ);
			i++;
			at += 4 * n;
			left -= n;
		}
	assert_int_equal(i, test.n);
}

#define BOUNDARY(bytes)                    \
	static void boundary_##bytes(void) \
	{                                  \
		check_boundary(bytes);     \
	}
BOUNDARY(256)
BOUNDARY(512)
BOUNDARY(1024)
BOUNDARY(2048)
BOUNDARY(4096)

static void bad_configurations(void)
{
	struct mc *m;

	test.c.boundary = 300;
	assert_int_equal(mc_open(&m, &test.c), -EINVAL);
	test.c.boundary = 4096;
	test.c.nodes = MC_NODES_MAX + 1;
	assert_int_equal(mc_open(&m, &test.c), -EINVAL);
	test.c.nodes = 0;
	assert_int_equal(mc_open(&m, &test.c), -EINVAL);
	test.c.nodes = 1;
	test.c.memory = 4097;
	assert_int_equal(mc_open(&m, &test.c), -EINVAL);
	test.c.memory = 4096;
	test.c.p.cache_bytes = 100;
	assert_int_equal(mc_open(&m, &test.c), -EINVAL);
	test.c.p.cache_bytes = 0;
	test.c.p.fifo_words = 100; /* less than a packet */
	assert_int_equal(mc_open(&m, &test.c), -EINVAL);
}

static uint64_t last_store;

static void three_and_wait(struct cpu *cpu, void *arg)
{
	const uint64_t *wait = arg;

	store_words(cpu, PAGE, 3);
	last_store = cpu_cycles(cpu) * 1000000 / 60 - 6 * 1000000 / 60;
	cpu_wait_until(cpu, cpu_cycles(cpu) + cycles_of(*wait));
	cpu_load(cpu, UNMAPPED, 4);
}

static void timeout_on(void)
{
	uint64_t wait = 50 * US;

	test.c.timeout_ps = 10 * US;
	run(three_and_wait, &wait);
	SIZES(3);
	assert_int_equal(test.p[0].why, COMBINE_TIMEOUT);
	assert_in_range(test.p[0].done_ps - last_store, 9 * US, 11 * US);
	/* the packet leaves at once */
	assert_in_range(test.p[0].sent_ps - last_store, 9 * US, 11 * US);
}

static void three_slowly(struct cpu *cpu, void *arg)
{
	const uint64_t *wait = arg;

	for (uint32_t i = 0; i < 3; i++) {
		cpu_store(cpu, PAGE + 4 * i, 4, i);
		cpu_wait_until(cpu, cpu_cycles(cpu) + cycles_of(*wait));
	}
}

/* The time-out begins anew with each write: three writes 8 us apart are one packet, 12 us apart
 * three. */
static void timeout_restarts(void)
{
	for (int EACH(longer, 0); longer < 2; longer++) {
		uint64_t wait = longer ? 12 * US : 8 * US;

		test.c.timeout_ps = 10 * US;
		test.c.interference = false;
		run(three_slowly, &wait);
		if (longer)
			SIZES(1, 1, 1);
		else
			SIZES(3);
		end();
	}
}

static void three_pages_and_wait(struct cpu *cpu, void *arg)
{
	(void)arg;
	for (uint32_t i = 0; i < 3; i++)
		store_words(cpu, PAGE + i * MC_PAGE_BYTES, 1024);
	store_words(cpu, PAGE + 3 * MC_PAGE_BYTES, 3);
	cpu_wait_until(cpu, cpu_cycles(cpu) + cycles_of(50 * US));
}

/* The FIFO is full when the time-out ends a packet: one interrupt, whose handler waits. */
static void timeout_fills_fifo(void)
{
	const struct mc_stats *s;

	test.c.timeout_ps = 10 * US;
	test.c.p.fifo_words = 515;
	test.c.p.low_water = 300;
	test.c.p.lookup_bclk = 10000; /* node 0 accepts two packets only */
	run(three_pages_and_wait, NULL);
	SIZES(1024, 1024, 1024, 3);
	assert_int_equal(test.p[3].why, COMBINE_TIMEOUT);
	s = mc_stats(test.m, 1);
	assert_int_equal(s->stalls, 1);
	assert_int_equal(s->interrupts, 1);
	assert_true(s->stall_ps > 500 * US);
}

static void timeout_off(void)
{
	uint64_t wait = 100 * MS;

	run(three_and_wait, &wait);
	SIZES(3);
	assert_int_equal(test.p[0].why, COMBINE_READ);
	assert_in_range(test.p[0].rx_ps - test.p[0].first_ps, 100 * MS, 100 * MS + 20 * US);
}

static void ten_slowly(struct cpu *cpu, void *arg)
{
	uint64_t *first = arg;

	cpu_compute(cpu, 6000);
	*first = cpu_cycles(cpu) * 1000000 / 60;
	for (uint32_t i = 0; i < 10; i++) {
		cpu_store(cpu, PAGE + 4 * i, 4, i);
		cpu_compute(cpu, 60);
	}
	cpu_load(cpu, UNMAPPED, 4);
}

static void time_stamp(void)
{
	uint64_t first;

	run(ten_slowly, &first);
	SIZES(10);
	assert_in_range(test.p[0].p.tx + 1, first / TICK, first / TICK + 2);
	assert_true(test.p[0].done_ps - first > 9 * US);
}

static void one_word(struct cpu *cpu, void *arg)
{
	(void)arg;
	store_words(cpu, PAGE, 1);
}

static void stamp_wraps(void)
{
	open_machine();
	mc_program(test.m, 1, one_word, NULL);
	mc_start(test.m, 0, (UINT64_C(1) << 45) - 1, 0);
	assert_int_equal(mc_run_all(test.m), 0);
	assert_int_equal(test.p[0].p.tx, (UINT64_C(1) << 45) - 1);
	end();
	open_machine();
	mc_program(test.m, 1, one_word, NULL);
	mc_start(test.m, 0, (UINT64_C(1) << 45) - 1, 4 * TICK);
	assert_int_equal(mc_run_all(test.m), 0);
	assert_int_equal(test.p[0].p.tx, 3);
	end();
	open_machine();
	mc_program(test.m, 1, one_word, NULL);
	mc_start(test.m, 7 * TICK, UINT64_C(1) << 44, 5 * TICK);
	assert_int_equal(mc_run_all(test.m), 0);
	assert_int_equal(test.p[0].p.tx, (UINT64_C(1) << 44) + 5);
}

static void sub_words(struct cpu *cpu, void *arg)
{
	(void)arg;
	for (uint32_t i = 0; i < 4; i++)
		cpu_store(cpu, PAGE + 16 * i + i, 1, 0xA0 + i);
	for (uint32_t i = 0; i < 4; i += 2)
		cpu_store(cpu, PAGE + 64 + 16 * i + i, 2, 0xB0C0 + i);
}

static void byte_enables(void)
{
	static const unsigned int be[] = {1, 2, 4, 8, 3, 12};

	open_machine();
	memset(mc_memory(test.m, 0) + DEST, 0x55, 256);
	run(sub_words, NULL);
	SIZES(1, 1, 1, 1, 1, 1);
	for (int EACH(i, 0); i < 6; i++)
		assert_int_equal(test.p[i].p.be, be[i]);
	assert_int_equal(word_at(0, DEST), 0x555555A0);
	assert_int_equal(word_at(0, DEST + 16), 0x5555A155);
	assert_int_equal(word_at(0, DEST + 32), 0x55A25555);
	assert_int_equal(word_at(0, DEST + 48), 0xA3555555);
	assert_int_equal(word_at(0, DEST + 64), 0x5555B0C0);
	assert_int_equal(word_at(0, DEST + 96), 0xB0C25555);
}

/* ---- the outgoing FIFO ---- */

static void stamps_take_room(void)
{
	run(one_word, NULL);
	assert_int_equal(mc_stats(test.m, 1)->fifo_peak, 3);
	end();
	test.c.stamps = false;
	run(one_word, NULL);
	assert_int_equal(mc_stats(test.m, 1)->fifo_peak, 2);
	assert_int_equal(mc_fifo_words(1024, true), 515);
}

static struct {
	uint64_t last, gap_from, gap_to;
	unsigned int used_after;
} stall;

/* Finds the longest time without an access of node 1, and the packets in the FIFO after it. */
static void on_snoop(void *arg, unsigned int node, uint64_t ps, uint64_t addr,
		     unsigned int bytes, bool write)
{
	(void)arg;
	(void)addr;
	(void)bytes;
	(void)write;
	if (node != 1)
		return;
	if (stall.last && ps - stall.last > stall.gap_to - stall.gap_from) {
		stall.gap_from = stall.last;
		stall.gap_to = ps;
		stall.used_after = mc_fifo_used(test.m, 1);
	}
	stall.last = ps;
}

static void flood(struct cpu *cpu, void *arg)
{
	(void)arg;
	for (uint32_t i = 0; i < 3000; i++)
		cpu_store(cpu, PAGE + 4 * (i % 4096), 4, i);
}

static void fifo_full(void)
{
	const struct mc_stats *s;

	memset(&stall, 0, sizeof(stall));
	test.c.combining = false;
	test.c.p.fifo_words = 1200;
	test.c.p.low_water = 300;
	open_machine();
	mc_on_snoop(test.m, on_snoop, NULL);
	run(flood, NULL);
	s = mc_stats(test.m, 1);
	assert_true(s->stalls >= 5);
	assert_in_range(s->fifo_peak, 1198, 1200);
	/* no write is lost or out of order */
	assert_int_equal(test.n, 3000);
	for (uint32_t EACH(i, 0); i < 3000; i++) {
		assert_int_equal(test.p[i].p.first, i);
		assert_int_equal(test.p[i].serial, i);
	}
	/* the processor was stalled from the full FIFO to the low-water mark: 300 packets */
	assert_in_range(stall.gap_to - stall.gap_from, 300 * 9 * BCLK, 300 * 12 * BCLK);
	assert_in_range(stall.used_after, 290, 303);
	/* the first stall is shorter, because the incoming FIFO of node 0 accepts some packets
	 * at once */
	assert_in_range(s->stall_ps, s->stalls * 250 * 9 * BCLK, s->stalls * 300 * 12 * BCLK);
}

static void twenty_pages(struct cpu *cpu, void *arg)
{
	(void)arg;
	for (int i = 0; i < 20; i++)
		store_words(cpu, PAGE, 1024);
}

/* Packets of a whole page, with a FIFO that has room for two of them. */
static void fifo_large_packets(void)
{
	test.c.p.fifo_words = 1030;
	test.c.p.low_water = 515;
	run(twenty_pages, NULL);
	assert_int_equal(test.n, 20);
	for (int EACH(i, 0); i < 20; i++)
		assert_int_equal(test.p[i].p.words, 1024);
	assert_true(mc_stats(test.m, 1)->stalls > 0);
}

/* ---- receiving ---- */

static void spaced(struct cpu *cpu, void *arg)
{
	(void)arg;
	for (uint32_t i = 0; i < 1000; i++) {
		cpu_store(cpu, PAGE + 8 * (i % 2048), 4, i);
		cpu_compute(cpu, 300 + cpu_random(cpu) % 60);
	}
}

static void grants(void)
{
	const struct mc_stats *s;

	test.c.combining = false;
	run(spaced, NULL);
	s = mc_stats(test.m, 0);
	assert_int_equal(s->grants, 1000);
	assert_in_range(s->grant_min_ps, 360 * NS, 365 * NS);
	assert_in_range(s->grant_max_ps, 475 * NS, 480 * NS);
	assert_in_range(s->grant_ps / 1000, 410 * NS, 430 * NS);
}

/* At the maximum rate packets are 9 to 10 BCLK apart; a long packet keeps the bus. */
static void link_rate(void)
{
	test.c.combining = false;
	run(thousand, NULL);
	for (size_t EACH(i, 1); i < test.n; i++)
		assert_in_range(test.p[i].rx_ps - test.p[i - 1].rx_ps, 1080 * NS, 1200 * NS);
	assert_in_range(test.p[1023].rx_ps, 1023 * 9 * BCLK, 1023 * 10 * BCLK + 10 * US);
}

static void bus_traffic(struct cpu *cpu, void *arg)
{
	(void)arg;
	for (int i = 0; i < 15000; i++) {
		cpu_load(cpu, UNMAPPED, 4);
		cpu_compute(cpu, 5);
	}
}

static uint64_t mean_latency(bool traffic)
{
	uint64_t sum = 0;

	begin();
	test.c.combining = false;
	open_machine();
	if (traffic)
		mc_program(test.m, 0, bus_traffic, NULL);
	run(spaced, NULL);
	assert_int_equal(test.n, 1000);
	for (size_t i = 0; i < test.n; i++)
		sum += test.p[i].rx_ps - test.p[i].first_ps;
	if (traffic)
		assert_true(mc_stats(test.m, 0)->grant_max_ps > 480 * NS);
	end();
	memset(&test, 0, sizeof(test));
	return sum / 1000;
}

static void contention(void)
{
	const uint64_t idle = mean_latency(false), busy = mean_latency(true);

	assert_in_range(idle, 4 * US, 6 * US);
	assert_true(busy > idle + 50 * NS);
}

static void groups(struct cpu *cpu, void *arg)
{
	(void)arg;
	for (int i = 0; i < 300; i++) {
		store_words(cpu, PAGE + 4 * (uint32_t)(cpu_random(cpu) % 900),
			    1 + cpu_random(cpu) % 100);
		if (cpu_random(cpu) % 3 == 0)
			cpu_send(cpu, UNMAPPED, 0, DEST + cpu_node(cpu) * MC_PAGE_BYTES,
				 1 + cpu_random(cpu) % 1024);
		cpu_compute(cpu, cpu_random(cpu) % 3000);
	}
}

/* Fifteen of sixteen nodes send to one, over every route of a 4 x 4 mesh: the packets of each
 * node stay in order. */
static void order(void)
{
	uint64_t next[16] = {0};

	test.c.nodes = 16;
	assert_int_equal(mc_open(&test.m, &test.c), 0);
	mc_on_packet(test.m, on_packet, NULL);
	for (unsigned int EACH(i, 1); i < 16; i++) {
		assert_int_equal(mc_map(test.m, i, PAGE, 0, DEST + i * MC_PAGE_BYTES), 0);
		mc_program(test.m, i, groups, NULL);
	}
	if (mc_run_all(test.m))
		fail_msg("%s", mc_error(test.m));
	for (size_t EACH(i, 0); i < test.n; i++) {
		assert_int_equal(test.p[i].serial, next[test.p[i].from]++);
		assert_int_equal(test.p[i].p.x, test.p[i].from % 4);
		assert_int_equal(test.p[i].p.y, test.p[i].from / 4);
	}
	for (unsigned int EACH(i, 1); i < 16; i++)
		assert_int_equal(next[i], mc_stats(test.m, i)->packets_out);
}

/* Four nodes form a ring, and each writes to the next one as fast as it can. */
static void ring_writes(struct cpu *cpu, void *arg)
{
	(void)arg;
	for (uint32_t i = 0; i < 3000; i++) {
		cpu_store(cpu, PAGE + 4 * (i % 1024), 4, i);
		cpu_compute(cpu, 47);
	}
}

static void run_ring(uint64_t grant_min, uint64_t grant_max, double *spacing, double *rise)
{
	uint64_t first_rx = 0, last_rx = 0, first = 0, last = 0, n = 0;

	begin();
	test.c.nodes = 4;
	test.c.combining = false;
	test.c.p.grant_min = grant_min;
	test.c.p.grant_max = grant_max;
	assert_int_equal(mc_open(&test.m, &test.c), 0);
	mc_on_packet(test.m, on_packet, NULL);
	for (unsigned int EACH(i, 0); i < 4; i++)
		assert_int_equal(mc_map(test.m, i, PAGE, (i + 1) % 4, DEST), 0);
	mc_program(test.m, MC_ALL, ring_writes, NULL);
	assert_int_equal(mc_run_all(test.m), 0);
	for (size_t i = 0; i < test.n; i++) {
		const struct mc_packet *p = &test.p[i];

		if (p->to || p->serial < 200 || p->serial > 900)
			continue;
		if (!n++) {
			first_rx = p->rx_ps;
			first = p->rx_ps - p->first_ps;
		}
		last_rx = p->rx_ps;
		last = p->rx_ps - p->first_ps;
	}
	assert_int_equal(n, 701);
	*spacing = (double)(last_rx - first_rx) / 700e6;
	*rise = ((double)last - (double)first) / 700e6;
	if (grant_max)
		assert_true(mc_stats(test.m, 0)->bus_wait_ps > 100 * US);
	end();
	memset(&test, 0, sizeof(test));
}

/* Processor and network interface compete for the bus and get it alternately, so the latency
 * grows from packet to packet; it does not grow if they get the bus immediately. */
static void both_masters(void)
{
	double spacing, rise;

	run_ring(3, 4, &spacing, &rise);
	assert_true(spacing > 1.5 && spacing < 2.5);
	assert_true(rise > 0.2 && rise < 1);
	run_ring(0, 0, &spacing, &rise);
	assert_true(rise < 0.05 && rise > -0.05);
}

static void update_then_send(struct cpu *cpu, void *arg)
{
	(void)arg;
	store_words(cpu, PAGE, 3);
	cpu_send(cpu, UNMAPPED, 0, DEST + MC_PAGE_BYTES, 10);
}

/* Deliberate update reads the memory, which completes the packet in progress. */
static void send_completes(void)
{
	run(update_then_send, NULL);
	SIZES(3, 10);
	assert_int_equal(test.p[0].why, COMBINE_READ);
	assert_true(test.p[1].deliberate);
}

static void page_and_word(struct cpu *cpu, void *arg)
{
	(void)arg;
	cpu_send(cpu, UNMAPPED, 0, DEST, 1024);
	cpu_send(cpu, UNMAPPED, 0, DEST + MC_PAGE_BYTES, 1);
}

static void one_word_later(struct cpu *cpu, void *arg)
{
	const uint64_t *cycles = arg;

	cpu_compute(cpu, *cycles);
	cpu_send(cpu, UNMAPPED, 1, DEST, 1);
}

/* Sends a page and a word to node 0, which sends a word after @cycles, 0: sends nothing. */
static void send_between(uint64_t cycles, struct mc_packet *page, struct mc_packet *word,
			 struct mc_packet *sent)
{
	struct mc_packet *const of[] = {page, word};

	test.c.p.grant_max = test.c.p.grant_min; /* no random time */
	open_machine();
	assert_int_equal(mc_import(test.m, 1, DEST, 0, false, true), 0);
	if (cycles)
		mc_program(test.m, 0, one_word_later, &cycles);
	run(page_and_word, NULL);
	assert_int_equal(test.n, cycles ? 3 : 2);
	for (size_t i = 0; i < test.n; i++)
		*(test.p[i].to ? sent : of[test.p[i].serial]) = test.p[i];
}

/* A processor that gives its commands to the network interface while that receives the header
 * of a packet waits until the packet is in the memory. Then it has the bus for its turn before
 * the next packet. */
static void send_turn(void)
{
	const struct params *c = &test.c.p;
	struct mc_packet page, word, sent;
	uint64_t turn, cycles;

	send_between(0, &page, &word, NULL);
	turn = (c->release_bclk + c->grant_min + c->turn_bclk) * c->bclk_ps;
	assert_int_equal(word.rx_ps - page.written_ps,
			 (c->lookup_bclk + c->grant_min) * c->bclk_ps);
	end();
	cycles = cycles_of(page.rx_ps - c->io_bclk * c->bclk_ps);
	send_between(cycles, &page, &word, &sent);
	/* it waits after its two commands */
	assert_int_equal(mc_stats(test.m, 0)->bus_wait_ps,
			 page.written_ps - ps_of(cycles) - 2 * c->io_bclk * c->bclk_ps);
	assert_in_range(sent.first_ps, page.written_ps,
			page.written_ps + (c->grant_min + 1) * c->bclk_ps);
	assert_int_equal(word.rx_ps - page.written_ps, turn + c->grant_min * c->bclk_ps);
}

static void wait_in_cache(struct cpu *cpu, void *arg)
{
	(void)arg;
	if (cpu_wait_word(cpu, DEST, 0) != PAGE + 1)
		cpu_fail(cpu, "another value");
}

static void later_store(struct cpu *cpu, void *arg)
{
	(void)arg;
	cpu_compute(cpu, 60000);
	store_words(cpu, PAGE, 1);
}

/* A processor that waits for a word reads it from the cache until a packet changes it. */
static void cached_wait(void)
{
	test.c.p.cache_bytes = 8192;
	open_machine();
	mc_program(test.m, 0, wait_in_cache, NULL);
	run(later_store, NULL);
	assert_int_equal(mc_stats(test.m, 0)->reads, 2);
	assert_in_range(mc_stats(test.m, 0)->end_ps, MS, MS + 20 * US);
}

static void one_page(struct cpu *cpu, void *arg)
{
	const uint64_t *wait = arg;

	cpu_compute(cpu, *wait * cpu_node(cpu));
	cpu_send(cpu, UNMAPPED, 0, DEST + cpu_node(cpu) * MC_PAGE_BYTES, 1024);
}

/* Sixteen nodes, four per row: sends packets of 515 words, 40 ns each, from @n senders to node
 * 0. */
static void send_pages(const unsigned int *sender, unsigned int n, uint64_t wait)
{
	begin();
	test.c.nodes = 16;
	test.c.p.grant_max = test.c.p.grant_min; /* no random time */
	test.c.p.in_words = 1u << 20;
	test.c.p.path_words = 1u << 20;
	assert_int_equal(mc_open(&test.m, &test.c), 0);
	mc_on_packet(test.m, on_packet, NULL);
	for (unsigned int EACH(i, 0); i < n; i++) {
		assert_int_equal(
			mc_import(test.m, 0, DEST + sender[i] * MC_PAGE_BYTES, 0, false, true),
			0);
		mc_program(test.m, sender[i], one_page, &wait);
	}
	assert_int_equal(mc_run_all(test.m), 0);
	assert_int_equal(test.n, n);
}

/* Node 3 sends to node 0 and, @arg cycles later, node 2 to node 1; both packets go from router
 * 2 to router 1. */
static void cross(struct cpu *cpu, void *arg)
{
	const uint64_t *later = arg;

	if (cpu_node(cpu) == 2)
		cpu_compute(cpu, *later);
	cpu_send(cpu, UNMAPPED, 3 - cpu_node(cpu), DEST, 1024);
}

/* Checks the times from the sending FIFO to the memory for the packet to node 0 and for that to
 * node 1. */
static void crossing(bool both, uint64_t later, uint64_t hop, uint64_t took[2])
{
	begin();
	test.c.p.hop_ps = hop;
	test.c.nodes = 4;
	test.c.p.grant_max = test.c.p.grant_min;
	assert_int_equal(mc_open(&test.m, &test.c), 0);
	mc_on_packet(test.m, on_packet, NULL);
	for (unsigned int EACH(i, 0); i < 2; i++)
		assert_int_equal(mc_import(test.m, i, DEST, 0, false, true), 0);
	mc_program(test.m, 3, cross, &later);
	if (both)
		mc_program(test.m, 2, cross, &later);
	assert_int_equal(mc_run_all(test.m), 0);
	for (size_t i = 0; i < test.n; i++)
		took[test.p[i].to] = test.p[i].rx_ps - test.p[i].sent_ps;
	end();
}

static void shared_link(void)
{
	const uint64_t length = 515 * test.c.p.link_word_ps, hop = test.c.p.hop_ps,
		       far = 20 * US;
	uint64_t alone[2], took[2];

	crossing(false, 0, hop, alone);
	/* both packets leave at the same time: that of node 2 is at the common link one hop
	 * earlier */
	crossing(true, 0, hop, took);
	assert_int_equal(took[1], alone[0] - 2 * hop);
	assert_int_equal(took[0], alone[0] + length - hop);
	/* the packet of node 2 leaves a microsecond later: the link is occupied */
	crossing(true, 60, hop, took);
	assert_int_equal(took[0], alone[0]);
	assert_in_range(took[1], alone[0] - 2 * hop + length - 1100 * NS,
			alone[0] - 2 * hop + length - 900 * NS);
	/* the same with slow routers: it is at the common link first, although it left later */
	crossing(false, 0, far, alone);
	crossing(true, 60, far, took);
	assert_int_equal(took[1], alone[0] - 2 * far);
	assert_in_range(took[0], alone[0] + length - far + 900 * NS,
			alone[0] + length - far + 1100 * NS);
}

static void routes(void)
{
	static const unsigned int near[] = {1}, far[] = {15}, two[] = {2, 3};
	uint64_t at, of_far;

	end();
	/* one hop from node 1, six from node 15 */
	send_pages(near, 1, 0);
	at = test.p[0].rx_ps;
	end();
	send_pages(far, 1, 0);
	of_far = test.p[0].rx_ps;
	assert_int_equal(of_far - at, 5 * test.c.p.hop_ps);
	end();
	/* of two simultaneous packets the one from the nearer node is first */
	send_pages(two, 2, 0);
	assert_in_range(test.p[0].rx_ps, at + test.c.p.hop_ps, at + 2 * test.c.p.hop_ps);
}

/* ---- the incoming page table ---- */

static void change_tag(void *arg)
{
	(void)arg;
	test.failures += mc_import(test.m, 0, DEST, 9, false, false) != -EPERM;
	test.failures += mc_import(test.m, 0, DEST + MC_PAGE_BYTES, 12, false, true) != 0;
}

static void three_pages(struct cpu *cpu, void *arg)
{
	(void)arg;
	for (uint32_t i = 0; i < 3; i++)
		store_words(cpu, PAGE + i * MC_PAGE_BYTES, 1);
	cpu_load(cpu, UNMAPPED, 4);
	cpu_compute(cpu, 6000);
	cpu_call(cpu, change_tag, NULL);
	for (uint32_t i = 0; i < 3; i++)
		store_words(cpu, PAGE + i * MC_PAGE_BYTES, 1);
}

static unsigned int arrivals, arrival_words;

static void on_arrival(struct cpu *cpu, void *arg, unsigned int from, uint32_t addr,
		       const uint32_t *words, unsigned int n)
{
	(void)cpu;
	(void)arg;
	arrivals++;
	arrival_words += n;
	test.failures += from != 1 || addr != DEST + 2 * MC_PAGE_BYTES ||
			 words[0] != PAGE + 2 * MC_PAGE_BYTES + 1;
}

static void tags(void)
{
	static const unsigned int color[] = {0x13, 0x17, 0x1F, 0x13, 0x1C, 0x1F};

	arrivals = arrival_words = 0;
	open_machine();
	assert_int_equal(mc_import(test.m, 0, DEST, 3, false, true), 0);
	assert_int_equal(mc_import(test.m, 0, DEST + MC_PAGE_BYTES, 7, false, true), 0);
	assert_int_equal(mc_import(test.m, 0, DEST + 2 * MC_PAGE_BYTES, 15, true, true), 0);
	mc_on_arrival(test.m, 0, on_arrival, NULL);
	run(three_pages, NULL);
	SIZES(1, 1, 1, 1, 1, 1);
	for (int EACH(i, 0); i < 6; i++) {
		assert_int_equal(test.p[i].p.color, color[i]);
		assert_int_equal(test.p[i].p.irq, i % 3 == 2);
	}
	assert_int_equal(arrivals, 2);
	assert_int_equal(arrival_words, 2);
	assert_int_equal(mc_stats(test.m, 0)->interrupts, 2);
}

/* ---- the operating system ---- */

static uint64_t away_for, away_from, quantum_ends;

static void on_gap(void *arg, unsigned int node, uint64_t ps, uint64_t addr, unsigned int bytes,
		   bool write)
{
	uint64_t *last = arg;

	(void)addr;
	(void)bytes;
	(void)write;
	if (node != 1)
		return;
	if (ps - *last > 100 * MS && !away_from)
		away_from = *last;
	if (ps - *last > away_for)
		away_for = ps - *last;
	*last = ps;
}

static void seconds(struct cpu *cpu, void *arg)
{
	(void)arg;
	for (uint32_t i = 0; i < 100000; i++) {
		cpu_store(cpu, PAGE + 4 * (i % 1024), 4, i);
		cpu_compute(cpu, 600);
	}
}

static void seconds_in_quanta(struct cpu *cpu, void *arg)
{
	quantum_ends = mc_quantum_ends(test.m, 1);
	seconds(cpu, arg);
}

static void timer(void)
{
	const struct mc_stats *s;
	uint64_t length;

	test.c.interference = true;
	test.c.p.rival = 0;
	run(seconds, NULL);
	s = mc_stats(test.m, 1);
	length = s->end_ps;
	/* a tick every 10 ms, which delays the program by the handler's time and ends its
	 * packet */
	assert_in_range(s->timer_ticks, length / (10 * MS) - 1, length / (10 * MS) + 1);
	assert_int_equal(s->why[COMBINE_READ], s->timer_ticks);
	assert_int_equal(s->switches, 0);
	assert_in_range(length,
			100000 * UINT64_C(606) * 1000000 / 60 +
				s->timer_ticks * UINT64_C(1817) * 1000000 / 60,
			100000 * UINT64_C(606) * 1000000 / 60 +
				s->timer_ticks * UINT64_C(1830) * 1000000 / 60 + 1000 * US);
}

static void quantum(void)
{
	uint64_t last = 0;

	away_for = away_from = 0;
	test.c.interference = true;
	open_machine();
	mc_on_snoop(test.m, on_gap, &last);
	run(seconds_in_quanta, NULL);
	assert_in_range(away_from, quantum_ends - 50 * US, quantum_ends + 50 * US);
	assert_in_range(mc_stats(test.m, 1)->switches, 4, 6);
	assert_in_range(away_for, 200 * MS, 201 * MS);
}

static void no_quantum(void)
{
	test.c.interference = true;
	test.c.p.quantum_ps = 0;
	open_machine();
	run(seconds_in_quanta, NULL);
	assert_int_equal(quantum_ends, UINT64_MAX);
	assert_int_equal(mc_stats(test.m, 1)->switches, 0);
	assert_true(mc_stats(test.m, 1)->timer_ticks > 90);
}

#define ACCESSES 40000

static struct {
	uint64_t ps[2 * ACCESSES];
	size_t n;
} snooped;

static void note_access(void *arg, unsigned int node, uint64_t ps, uint64_t addr,
			unsigned int bytes, bool write)
{
	(void)arg;
	(void)addr;
	(void)bytes;
	(void)write;
	if (node == 0 && snooped.n < 2 * ACCESSES)
		snooped.ps[snooped.n++] = ps;
}

static void flood_all(struct cpu *cpu, void *arg)
{
	(void)arg;
	for (uint32_t i = 0; i < ACCESSES; i++)
		cpu_store(cpu, PAGE + 4 * (i % 4096), 4, i);
}

static void load_all(struct cpu *cpu, void *arg)
{
	(void)arg;
	for (uint32_t i = 0; i < ACCESSES; i++)
		cpu_load(cpu, UNMAPPED, 4);
}

/* The processor accesses the memory only while the network interface does not have the bus,
 * also after interrupts that came while it waited for the bus. */
static void one_master(void)
{
	unsigned int together = 0;
	size_t k = 0;

	snooped.n = 0;
	test.c.combining = false;
	test.c.interference = true;
	test.c.p.rival = 0;
	test.c.p.timer_ps = 200 * US;
	open_machine();
	mc_on_snoop(test.m, note_access, NULL);
	assert_int_equal(mc_program(test.m, 0, load_all, NULL), 0);
	run(flood_all, NULL);
	assert_int_equal(test.n, ACCESSES);
	assert_true(snooped.n > ACCESSES && mc_stats(test.m, 0)->timer_ticks > 100);
	for (size_t EACH(i, 0); i < snooped.n; i++) {
		while (k < test.n && test.p[k].written_ps <= snooped.ps[i])
			k++;
		together += k < test.n && test.p[k].rx_ps < snooped.ps[i];
	}
	assert_int_equal(together, 0);
}

static uint64_t handled[3];
static unsigned int handlers;

static void note_interrupt(struct cpu *cpu, void *arg)
{
	(void)arg;
	handled[handlers++] = cpu_cycles(cpu) * 1000000 / 60;
}

static void wait_ms(struct cpu *cpu, void *arg)
{
	(void)arg;
	cpu_wait_until(cpu, cycles_of(MS));
}

/* Interrupts may be announced in any order; each comes at its time. */
static void interrupts_in_order(void)
{
	static const uint64_t at[3] = {300 * US, 100 * US, 200 * US};

	handlers = 0;
	open_machine();
	for (size_t EACH(i, 0); i < 3; i++)
		mc_interrupt(test.m, 1, at[i], note_interrupt, NULL);
	run(wait_ms, NULL);
	assert_int_equal(handlers, 3);
	for (size_t EACH(i, 0); i < 3; i++)
		assert_in_range(handled[i], (i + 1) * 100 * US, (i + 1) * 100 * US + 10 * US);
}

/* ---- ends ---- */

static void wait_for_ever(struct cpu *cpu, void *arg)
{
	(void)arg;
	cpu_wait_word(cpu, UNMAPPED, 0);
}

static void bad_access(struct cpu *cpu, void *arg)
{
	const uint32_t *addr = arg;

	cpu_store(cpu, *addr, 4, 0);
}

static void fails(struct cpu *cpu, void *arg)
{
	(void)arg;
	cpu_compute(cpu, 10);
	cpu_fail(cpu, "value %d", 17);
}

static void check_failure(program_fn *fn, void *arg, const char *why)
{
	begin();
	open_machine();
	mc_program(test.m, 1, fn, arg);
	assert_int_equal(mc_run_all(test.m), -EIO);
	assert_string_equal(mc_error(test.m), why);
	end();
	memset(&test, 0, sizeof(test));
}

static void failures(void)
{
	static uint32_t odd = PAGE + 2, beyond = 1u << 20;

	check_failure(wait_for_ever, NULL, "all programs wait for ever");
	check_failure(bad_access, &odd, "node 1: an access of 4 bytes at 0x10002");
	check_failure(bad_access, &beyond, "node 1: an access of 4 bytes at 0x100000");
	check_failure(fails, NULL, "node 1: value 17");
}

/* The same seed gives the same run, another seed a different one. */
static uint64_t digest_of(uint64_t seed)
{
	uint64_t h = 0;

	begin();
	test.c.seed = seed;
	test.c.interference = true;
	run(random_stores, NULL);
	for (size_t i = 0; i < test.n; i++)
		h = h * 0x9E3779B97F4A7C15u + test.p[i].rx_ps + test.p[i].p.first;
	end();
	memset(&test, 0, sizeof(test));
	return h;
}

static void repeats(void)
{
	assert_true(digest_of(5) == digest_of(5));
	assert_true(digest_of(5) != digest_of(6));
}

/* The run does not depend on the length of the steps. */
static void steps(void)
{
	uint64_t h[2] = {0}, now = 0;

	for (int EACH(k, 0); k < 2; k++) {
		end();
		test.c.interference = true;
		open_machine();
		mc_program(test.m, 1, random_stores, NULL);
		if (k)
			while (mc_run(test.m, now += 777 * NS) == MC_RUNNING)
				;
		assert_int_equal(mc_run_all(test.m), 0);
		for (size_t i = 0; i < test.n; i++)
			h[k] = h[k] * 31 + test.p[i].rx_ps;
	}
	assert_true(h[0] == h[1]);
}

/* ---- shared virtual memory ---- */

#define LOCKS 32
#define GUARDED 64
#define PHASED 4096

static struct {
	uint32_t guarded, phased;
	uint32_t want[LOCKS][GUARDED]; /* expected values of words that a lock guards */
	uint32_t want_phased[PHASED];  /* expected values of words that one node writes between
					* barriers */
	int rounds;
} shared;

static void lock_round(struct cpu *cpu)
{
	const unsigned int l = (unsigned int)(cpu_random(cpu) % LOCKS);

	lock_acquire(cpu, l);
	for (uint32_t k = 0; k < GUARDED; k++) {
		const uint32_t v = shared_read_u32(cpu, shared.guarded + 4 * (k * LOCKS + l));

		if (v != shared.want[l][k])
			cpu_fail(cpu, "word %u of lock %u is %X, not %X", k, l, v,
				 shared.want[l][k]);
	}
	for (uint64_t n = cpu_random(cpu) % 20; n; n--) {
		const uint32_t k = (uint32_t)(cpu_random(cpu) % GUARDED);

		shared.want[l][k] = (uint32_t)cpu_random(cpu);
		shared_write_u32(cpu, shared.guarded + 4 * (k * LOCKS + l), shared.want[l][k]);
	}
	cpu_compute(cpu, cpu_random(cpu) % 2000);
	lock_release(cpu, l);
	cpu_compute(cpu, cpu_random(cpu) % 3000);
}

/* Words of different owners are adjacent in each page. */
static void random_program(struct cpu *cpu, void *arg)
{
	(void)arg;
	for (int phase = 0; phase < 4; phase++) {
		for (int i = 0; i < shared.rounds; i++)
			lock_round(cpu);
		for (uint32_t i = cpu_node(cpu); i < PHASED; i += cpu_nodes(cpu))
			if (cpu_random(cpu) % 4 == 0) {
				shared.want_phased[i] = (uint32_t)cpu_random(cpu);
				shared_write_u32(cpu, shared.phased + 4 * i,
						 shared.want_phased[i]);
			}
		barrier(cpu);
		for (uint32_t i = 0; i < PHASED; i++) {
			const uint32_t v = shared_read_u32(cpu, shared.phased + 4 * i);

			if (v != shared.want_phased[i])
				cpu_fail(cpu, "word %u of phase %d is %X, not %X", i, phase, v,
					 shared.want_phased[i]);
		}
		barrier(cpu);
	}
}

static struct svm *open_shared(uint32_t bytes)
{
	struct svm *s;

	test.c.memory = 8u << 20;
	test.c.p.cache_bytes = 8192;
	assert_int_equal(mc_open(&test.m, &test.c), 0);
	assert_int_equal(svm_open(&s, test.m, bytes), 0);
	mc_on_packet(test.m, on_packet, NULL);
	return s;
}

static void shared_values(void)
{
	static const unsigned int nodes[] = {1, 2, 4, 7, 16};

	/* in the second half, page requests go through node 0 */
	for (int EACH(i, 0); i < 20; i++) {
		struct svm *s;
		int err;

		begin();
		memset(&shared, 0, sizeof(shared));
		test.c.nodes = nodes[i % 5];
		test.c.seed = 100 + (uint64_t)i;
		test.c.combining = i % 10 >= 5;
		test.c.p.page_manager = i >= 10;
		test.c.interference = i % 2;
		shared.rounds = 200 / (int)nodes[i % 5] + 10;
		s = open_shared(1u << 20);
		shared.guarded = svm_alloc(s, 4 * LOCKS * GUARDED, 4096, SVM_SPREAD);
		shared.phased = svm_alloc(s, 4 * PHASED, 4, SVM_SPREAD);
		mc_program(test.m, MC_ALL, random_program, NULL);
		err = mc_run_all(test.m);
		if (err)
			fail_msg("%u nodes, seed %d: %s", test.c.nodes, 100 + i,
				 mc_error(test.m));
		for (uint32_t EACH(k, 0); k < PHASED; k++) {
			uint32_t v;

			svm_get(s, shared.phased + 4 * k, &v, 4);
			assert_int_equal(v, shared.want_phased[k]);
		}
		svm_close(s);
		end();
		memset(&test, 0, sizeof(test));
	}
}

static uint32_t array;
static uint64_t released_at[4];

/* Every node writes to pages whose home is node 0, then reads the words of the next node. */
static void exchange(struct cpu *cpu, void *arg)
{
	const unsigned int me = cpu_node(cpu), next = (me + 1) % cpu_nodes(cpu);

	(void)arg;
	for (uint32_t i = 0; i < 500; i++)
		shared_write_u32(cpu, array + 4096 * me + 8 * i, i + me);
	lock_acquire(cpu, me);
	lock_release(cpu, me);
	released_at[me] = cpu_cycles(cpu) * 1000000 / 60;
	barrier(cpu);
	for (uint32_t i = 0; i < 500; i++)
		if (shared_read_u32(cpu, array + 4096 * next + 8 * i) != i + next)
			cpu_fail(cpu, "word %u", i);
	barrier(cpu);
}

static void shared_packets(void)
{
	unsigned int updates = 0, blocks_sent = 0, pages = 0;
	struct svm *s;

	test.c.nodes = 4;
	test.c.combining = false;
	s = open_shared(64 * 4096);
	array = svm_alloc(s, 4 * 4096, 4096, 0);
	mc_program(test.m, MC_ALL, exchange, NULL);
	if (mc_run_all(test.m))
		fail_msg("%s", mc_error(test.m));
	for (size_t EACH(i, 0); i < test.n; i++) {
		const struct mc_packet *p = &test.p[i];
		const bool data = p->p.addr >= array && p->p.addr < array + 4 * 4096;

		if (p->deliberate) {
			assert_true(p->p.words > 1);
			blocks_sent++;
			pages += data ? p->p.words : 0;
			if (data)
				assert_true(p->p.words <= test.c.p.fetch_words);
		} else if (data) {
			/* the packet goes to the home, has one word, and arrives before the
			 * release ends */
			assert_int_equal(p->to, 0);
			assert_int_equal(p->p.words, 1);
			assert_true(p->written_ps <= released_at[p->from]);
			updates++;
		}
	}
	assert_int_equal(updates, 3 * 500);
	assert_int_equal(pages, 3 * 1024); /* words; node 0 is the home and fetches no page */
	assert_true(blocks_sent > pages / test.c.p.fetch_words);
	svm_close(s);
}

static void lock_twice(struct cpu *cpu, void *arg)
{
	(void)arg;
	lock_acquire(cpu, 3);
	lock_acquire(cpu, 3);
}

static void unheld(struct cpu *cpu, void *arg)
{
	(void)arg;
	lock_release(cpu, 3);
}

static void outside_shared(struct cpu *cpu, void *arg)
{
	(void)arg;
	shared_write_f64(cpu, SVM_BASE + 16 * 4096, 1);
}

static void typed(struct cpu *cpu, void *arg)
{
	(void)arg;
	shared_write_u8(cpu, array + 1, 0xAB);
	shared_write_u16(cpu, array + 2, 0xCDEF);
	shared_write_f32(cpu, array + 4, 1.5f);
	shared_write_f64(cpu, array + 8, -2.25);
	if (shared_read_u8(cpu, array + 1) != 0xAB ||
	    shared_read_u16(cpu, array + 2) != 0xCDEF ||
	    shared_read_u32(cpu, array) != 0xCDEFAB00 ||
	    shared_read_f32(cpu, array + 4) != 1.5f || shared_read_f64(cpu, array + 8) != -2.25)
		cpu_fail(cpu, "not as written");
}

static void shared_misuse(void)
{
	static const struct {
		program_fn *fn;
		const char *why; /* NULL: none */
	} tried[] = {
		{lock_twice, "node 0: lock 3 acquired twice"},
		{unheld, "node 0: lock 3 released without being held"},
		{outside_shared, "node 0: a shared access of 8 bytes at 0x410000"},
		{typed, NULL},
	};

	for (size_t EACH(i, 0); i < 4; i++) {
		struct svm *s;

		begin();
		s = open_shared(16 * 4096);
		assert_int_equal(svm_alloc(s, 17 * 4096, 4, 0), 0);
		assert_int_equal(svm_alloc(s, 4, 3, 0), 0);
		assert_int_equal(svm_alloc(s, 4, 4, 2), 0);
		array = svm_alloc(s, 4096, 4096, 1);
		assert_int_equal(svm_home(s, array), 1);
		assert_int_equal(svm_set_home(s, array, 1, 0), 0);
		assert_int_equal(svm_home(s, array), 0);
		mc_program(test.m, 0, tried[i].fn, NULL);
		assert_int_equal(mc_run_all(test.m), tried[i].why ? -EIO : 0);
		if (tried[i].why)
			assert_string_equal(mc_error(test.m), tried[i].why);
		svm_close(s);
		end();
		memset(&test, 0, sizeof(test));
	}
}

/* Data outside of the shared memory are an error of the run. */
static void shared_data_outside(void)
{
	for (unsigned int EACH(gets, 0); gets < 2; gets++) {
		uint8_t data[8] = {0};
		struct svm *s;

		begin();
		s = open_shared(16 * 4096);
		assert_int_equal(svm_alloc(s, 4, 4, SVM_SPREAD - 1), 0);
		if (gets)
			svm_get(s, SVM_BASE + 16 * 4096 - 4, data, sizeof(data));
		else
			svm_put(s, SVM_BASE + 16 * 4096 - 4, data, sizeof(data));
		assert_string_equal(mc_error(test.m),
				    "8 bytes at 0x40FFFC are not in the shared memory");
		svm_close(s);
		end();
		memset(&test, 0, sizeof(test));
	}
}

/* ---- the table of constants ---- */

static void constants(void)
{
	struct params p;

	params_defaults(&p);
	assert_int_equal(p.cpu_mhz, 60);
	assert_ptr_equal(params_find(&p, "bclk_ps"), &p.bclk_ps);
	assert_null(params_find(&p, "bclk"));
	for (size_t EACH(i, 0); i < params_count; i++) {
		const char *k = params_table[i].kind;

		assert_true(!strcmp(k, "given") || !strcmp(k, "known") || !strcmp(k, "fitted"));
		assert_true(params_table[i].source[0] && params_table[i].unit[0]);
	}
}

static const struct unit units[] = {
	UNIT_WITH(updates_arrive, "SB-SNI-001 SB-SNI-003", begin, end),
	UNIT_WITH(unmapped, "SB-SNI-002", begin, end),
	UNIT_WITH(setup_is_silent, "SB-SNI-006", begin, end),
	UNIT_WITH(map_errors, "", begin, end),
	UNIT_WITH(deliberate, "SB-SNI-004 SB-SNI-005", begin, end),
	UNIT_WITH(protection, "", begin, end),
	UNIT_WITH(combining_off, "SB-SNI-007", begin, end),
	UNIT_WITH(sequential, "SB-SNI-008", begin, end),
	UNIT_WITH(single_page, "", begin, end),
	UNIT_WITH(rule_disable, "SB-SNI-009", begin, end),
	UNIT_WITH(rule_read, "SB-SNI-010", begin, end),
	UNIT_WITH(rule_elsewhere, "SB-SNI-011", begin, end),
	UNIT_WITH(rule_unmapped, "SB-SNI-012", begin, end),
	UNIT_WITH(boundary_256, "SB-SNI-013", begin, end),
	UNIT_WITH(boundary_512, "SB-SNI-014", begin, end),
	UNIT_WITH(boundary_1024, "SB-SNI-015", begin, end),
	UNIT_WITH(boundary_2048, "SB-SNI-016", begin, end),
	UNIT_WITH(boundary_4096, "SB-SNI-017", begin, end),
	UNIT_WITH(bad_configurations, "", begin, end),
	UNIT_WITH(timeout_on, "SB-SNI-018", begin, end),
	UNIT_WITH(timeout_restarts, "SB-SNI-018", begin, end),
	UNIT_WITH(timeout_fills_fifo, "SB-SNI-018 SB-SNI-024", begin, end),
	UNIT_WITH(timeout_off, "SB-SNI-019", begin, end),
	UNIT_WITH(time_stamp, "SB-SNI-020", begin, end),
	UNIT_WITH(stamp_wraps, "", begin, end),
	UNIT_WITH(stamps_take_room, "SB-SNI-023", begin, end),
	UNIT_WITH(fifo_full, "SB-SNI-024 SB-SNI-025", begin, end),
	UNIT_WITH(fifo_large_packets, "", begin, end),
	UNIT_WITH(grants, "SB-SNI-026", begin, end),
	UNIT_WITH(link_rate, "", begin, end),
	UNIT_WITH(contention, "SB-SNI-027", begin, end),
	UNIT_WITH(both_masters, "", begin, end),
	UNIT_WITH(send_completes, "", begin, end),
	UNIT_WITH(send_turn, "", begin, end),
	UNIT_WITH(cached_wait, "", begin, end),
	UNIT_WITH(routes, "", begin, end),
	UNIT_WITH(shared_link, "", begin, end),
	UNIT_WITH(order, "SB-SNI-030", begin, end),
	UNIT_WITH(byte_enables, "SB-SNI-033", begin, end),
	UNIT_WITH(tags, "SB-SNI-034 SB-SNI-035 SB-SNI-036", begin, end),
	UNIT_WITH(timer, "", begin, end),
	UNIT_WITH(quantum, "", begin, end),
	UNIT_WITH(no_quantum, "", begin, end),
	UNIT_WITH(one_master, "SB-SNI-027", begin, end),
	UNIT_WITH(interrupts_in_order, "", begin, end),
	UNIT_WITH(failures, "", begin, end),
	UNIT_WITH(repeats, "", begin, end),
	UNIT_WITH(steps, "", begin, end),
	UNIT_WITH(shared_values, "", begin, end),
	UNIT_WITH(shared_packets, "SB-SNI-050", begin, end),
	UNIT_WITH(shared_misuse, "", begin, end),
	UNIT_WITH(shared_data_outside, "", begin, end),
	UNIT_WITH(constants, "", begin, end),
};

UNIT_MAIN(units)
