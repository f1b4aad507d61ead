/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of the model of Rocket's caches, hub and heap. */
#include "../../tests/unit.h"
#include "../nm_rocket.c"

#define ADDR (UINT64_C(1) << 20) /* addresses */
#define NEXT_LINE (ADDR + LINE)

static struct nm_rocket_cost costs;

static struct machine open_machine(unsigned int harts)
{
	costs = (struct nm_rocket_cost){0};
	return (struct machine){.harts = harts,
				.first = harts,
				.last = harts - 1,
				.all = &costs,
				.begun = true};
}

/* A hart accesses a line at a time: asks for it if it must. */
static void touch(struct machine *m, unsigned int number, uint64_t addr, bool writes,
		  uint64_t time)
{
	struct hart *h = &m->hart[number];

	h->line = line_of(m, addr / LINE);
	assert_non_null(h->line);
	h->busy = true;
	if (h->line->copy[number] < (writes ? ALONE : SHARED))
		ask(h, number, writes, time);
	else if (writes)
		h->line->copy[number] = MODIFIED;
}

/* The hub serves all requests. */
static void serve_all(struct machine *m)
{
	for (uint64_t time; (time = hub_time(m)) != UINT64_MAX;)
		hub_step(m, time);
}

static uint64_t end_of(const struct machine *m, unsigned int hart)
{
	return m->hart[hart].done;
}

/* Hart 0 writes a word that three others poll: its own request, and one of each of them. */
static void pollers_read_again(void)
{
	struct machine m = open_machine(4);

	for (unsigned int EACH(h, 1); h < 4; h++) {
		touch(&m, h, ADDR, false, 1000 * h);
		serve_all(&m);
		m.hart[h].polls = true;
	}
	assert_int_equal(costs.requests, 3);
	assert_int_equal(costs.transfers, 0);
	touch(&m, 0, ADDR, true, 10000);
	serve_all(&m);
	assert_int_equal(costs.requests, 7);
	/* the first of them takes the line that hart 0 has modified */
	assert_int_equal(costs.transfers, 1);
	/* a hart that does not wait reads nothing again */
	m.hart[3].polls = false;
	touch(&m, 0, ADDR, true, 20000);
	serve_all(&m);
	assert_int_equal(costs.requests, 10);
	assert_int_equal(costs.transfers, 2);
	free_lines(&m);
}

/* An event that waits polls if it is a read of an atomic word; a lock does not. */
static void only_reads_poll(void)
{
	struct machine m = open_machine(2);

	m.hart[1].e = (struct memtrace_event){.kind = MEMTRACE_ACQUIRE, .thread = 1};
	assert_int_equal(wait_with(&m, 1), 0);
	assert_true(m.hart[1].waits);
	assert_false(m.hart[1].polls);
}

/* A hart that asks for the right to write gives up its copy: a reader before it is alone. */
static void writer_gives_up_its_copy(void)
{
	struct machine m = open_machine(3);

	touch(&m, 0, ADDR, true, 1000);
	serve_all(&m);
	touch(&m, 1, ADDR, false, 2000);
	serve_all(&m);
	assert_int_equal(costs.transfers, 1);
	/* harts 0 and 1 have copies; the request of hart 2 is at the hub when they ask */
	touch(&m, 2, ADDR, false, 3000);
	hub_step(&m, hub_time(&m));
	touch(&m, 1, ADDR, true, 3001);
	touch(&m, 0, ADDR, true, 3001);
	hub_step(&m, hub_time(&m));
	assert_int_equal(m.hart[2].line->copy[2], ALONE);
	serve_all(&m);
	/* hart 2 did not write; the second writer takes a modified line */
	assert_int_equal(costs.requests, 5);
	assert_int_equal(costs.transfers, 2);
	touch(&m, 2, ADDR, false, 10000);
	serve_all(&m);
	assert_int_equal(m.hart[2].line->copy[2], SHARED);
	free_lines(&m);
}

/* A request for a line that the hub is busy with keeps those behind it from the hub. */
static void hub_takes_requests_in_order(void)
{
	struct machine m = open_machine(4);

	touch(&m, 0, ADDR, false, 100);
	hub_step(&m, hub_time(&m));
	touch(&m, 1, ADDR, false, 105);
	touch(&m, 2, NEXT_LINE, false, 105);
	serve_all(&m);
	assert_int_equal(end_of(&m, 0), 100 + READ);
	assert_int_equal(end_of(&m, 1), 100 + 2 * READ);
	/* another line: in the clock after */
	assert_int_equal(end_of(&m, 2), 100 + READ + 1 + READ);
	free_lines(&m);
}

static void harts_take_turns(void)
{
	struct machine m = open_machine(3);

	touch(&m, 1, ADDR, true, 100);
	hub_step(&m, hub_time(&m));
	touch(&m, 0, ADDR, true, 101);
	touch(&m, 2, ADDR, true, 101);
	serve_all(&m);
	assert_int_equal(end_of(&m, 1), 100 + READ);
	assert_int_equal(end_of(&m, 2), 100 + READ + TRANSFER);
	assert_int_equal(end_of(&m, 0), 100 + READ + 2 * TRANSFER);
	free_lines(&m);
}

static void refresh_delays(void)
{
	assert_int_equal(after_refresh(REFRESH_EACH - 1), REFRESH_EACH - 1);
	assert_int_equal(after_refresh(REFRESH_EACH), REFRESH_EACH + REFRESH);
	assert_int_equal(after_refresh(REFRESH_EACH + REFRESH - 1), REFRESH_EACH + REFRESH);
	assert_int_equal(after_refresh(REFRESH_EACH + REFRESH), REFRESH_EACH + REFRESH);
}

static uint64_t line_of_block(const struct machine *m, uint64_t addr)
{
	return (place_of(m, addr, addr, NULL) - HEAP_AT) / LINE;
}

/* Blocks of 16 bytes: three begin in the first line, and the fourth in the second. */
static void blocks_follow_each_other(void)
{
	struct machine m = open_machine(1);
	struct nm_rocket_range moved = {ADDR, 16, NEXT_LINE, {0}};

	for (unsigned int EACH(i, 0); i < 4; i++)
		assert_int_equal(make_block(&m, ADDR + 32 * i, 16), 0);
	assert_int_equal(place_of(&m, ADDR, ADDR, NULL), HEAP_AT + 8);
	assert_int_equal(place_of(&m, ADDR + 15, ADDR + 15, NULL), HEAP_AT + 8 + 15);
	/* outside of a block */
	assert_int_equal(place_of(&m, ADDR + 16, ADDR + 16, NULL), ADDR + 16);
	assert_int_equal(place_of(&m, ADDR - 1, ADDR - 1, NULL), ADDR - 1);
	assert_int_equal(line_of_block(&m, ADDR + 64), 0);
	assert_int_equal(line_of_block(&m, ADDR + 96), 1);
	/* a repair that moves a block counts */
	assert_int_equal(place_of(&m, ADDR + 4, ADDR + 4, &moved), NEXT_LINE + 4);
	/* one that fills a line, and begins it */
	assert_int_equal(make_block(&m, ADDR + 128, 64), 0);
	assert_int_equal(place_of(&m, ADDR + 128, ADDR + 128, NULL), HEAP_AT + 128);
	free_block(&m, ADDR + 32);
	assert_int_equal(place_of(&m, ADDR + 32, ADDR + 32, NULL), ADDR + 32);
	assert_int_equal(line_of_block(&m, ADDR + 64), 0);
	/* made again at the same address, before the others */
	assert_int_equal(make_block(&m, ADDR + 32, 8), 0);
	assert_int_equal(place_of(&m, ADDR + 32, ADDR + 32, NULL), HEAP_AT + 128 + 64 + 8);
	free(m.block);
}

static const struct unit units[] = {
	UNIT(pollers_read_again, ""),	    UNIT(only_reads_poll, ""),
	UNIT(writer_gives_up_its_copy, ""), UNIT(hub_takes_requests_in_order, ""),
	UNIT(harts_take_turns, ""),	    UNIT(refresh_delays, ""),
	UNIT(blocks_follow_each_other, ""),
};

UNIT_MAIN(units)
