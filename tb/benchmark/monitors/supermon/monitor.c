/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A SUPERMON for each processor, which observes the processor's references before the cache,
 * clock by clock. The monitors are simulated one after the other and start in the same clock.
 * "outside" in the file about gives the memory of one monitor.
 */
#include "bench.h"
#include "seen.h"
#include "sm_board.h"
#include "sm_program.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PART 4u /* control signals 4 to 7: the part of the program */

struct reference {
	uint64_t clock;
	uint32_t addr;
	uint8_t function;
	bool write;
};

static struct sim *sim;
static struct sm_board *board;
static struct reference *reference[RUN_PROCESSORS];
static size_t references[RUN_PROCESSORS], at;
static unsigned int processor;
static uint64_t now;
static bool dense; /* make a reference in each clock */

static void add(unsigned int p, const struct reference *r)
{
	/* the array is doubled whenever its size reaches a power of two */
	if (!(references[p] & (references[p] - 1))) {
		const size_t most = references[p] ? 2 * references[p] : 1;

		reference[p] = realloc(reference[p], most * sizeof(*r));
		if (!reference[p])
			bench_fail("supermon", "no memory");
	}
	reference[p][references[p]++] = *r;
}

static void each_clock(void *arg, struct sm_bus *bus)
{
	const struct reference *r = &reference[processor][at];

	(void)arg;
	if (at < references[processor] && (dense || r->clock <= now)) {
		bus->req = true;
		bus->addr = r->addr >> 2;
		bus->ctl = (uint8_t)(r->write | r->function << PART);
		at++;
	}
	now++;
}

/* Loads a program, a text as in smprogram(5). */
static void load(const char *text)
{
	struct sm_program p;
	const char *wrong = "";
	int err = 0;

	sm_program_begin(&p);
	for (size_t n; !err && *text; text += n + (text[n] == '\n')) {
		n = strcspn(text, "\n");
		err = sm_program_line(&p, text, n, &wrong);
	}
	if (err || sm_program_end(&p, &wrong))
		bench_fail("the program of SUPERMON", wrong);
	bench_check(sm_program_load(&p, &board->m), "sm_program_load");
}

/* Returns the state of load_changes() for a part of the program. */
static unsigned int state_of(unsigned int function)
{
	return function < 15 ? function + 1 : 15;
}

/* Uses a state for each part of the program. State 0 is the state before the first part, so
 * parts 14 and 15 share the last state. A reference that changes the state is traced. */
static void load_changes(void)
{
	char text[8192] = "banks trace trace\nform b\nuser c7 c6 c5 c4\n";
	size_t n = strlen(text);

	for (unsigned int f = 0; f < RUN_FUNCTIONS; f++) {
		const unsigned int state = state_of(f);
		char part[32];

		snprintf(part, sizeof(part), "%sc4 %sc5 %sc6 %sc7", f & 1 ? "" : "!",
			 f & 2 ? "" : "!", f & 4 ? "" : "!", f & 8 ? "" : "!");
		n += (size_t)snprintf(text + n, sizeof(text) - n,
				      "state %u %s : goto %u\nstate * %s : trace goto %u\n",
				      state, part, state, part, state);
	}
	load(text);
}

static void begin(struct bench *b)
{
	struct run_event e;

	for (unsigned int p = 0; p < RUN_PROCESSORS; p++) {
		free(reference[p]);
		reference[p] = NULL;
		references[p] = 0;
	}
	while (bench_next(b, &e))
		if (e.kind == RUN_REFERENCE)
			add(e.processor, &(struct reference){.clock = e.clock / b->rate,
							     .addr = e.addr,
							     .function = e.function,
							     .write = e.write});
	sim = sim_new("supermon", 0, 1);
	if (!sim)
		bench_fail("supermon", "the simulation does not open");
	board = sm_board_open(sim, false);
	sim_limit(sim, UINT64_MAX);
	bench_check(sm_open_device(&board->m, bench_device(b, &board->axil->dev)),
		    "sm_open_device");
}

static void end(void)
{
	bench_check(sm_close(&board->m), "sm_close");
	sim_delete(sim);
}

/* Replays the references of a processor. */
static void replay(struct bench *b, unsigned int p, struct sm_status *st)
{
	processor = p;
	at = 0;
	now = 0;
	bench_check(sm_start(&board->m), "sm_start");
	sm_board_traffic(board, each_clock, NULL);
	while (at < references[p])
		sim_wait_cycles(board->clk, 1000);
	sim_wait_cycles(board->clk, 64);
	sm_board_traffic(board, NULL, NULL);
	bench_check(sm_stop(&board->m), "sm_stop");
	bench_check(sm_get_status(&board->m, st), "sm_get_status");
	b->given += references[p];
}

static uint32_t kept(const struct bench *b, const struct sm_status *st)
{
	return st->entries < SM_WORDS / b->less ? st->entries : SM_WORDS / b->less;
}

/* Entries of the trace of the last replay. */
static uint64_t word[SM_WORDS];
/* Reads the first entries for an answer, and the others only to count them. Returns the bytes
 * read for the answer. */
static uint64_t read_trace(struct bench *b, const struct sm_status *st, uint32_t entries)
{
	uint64_t bytes;

	b->read_bytes = 0;
	bench_check(sm_read_words(&board->m, 0, word, entries), "sm_read_words");
	bytes = b->read_bytes;
	if (entries < st->entries)
		bench_check(sm_read_words(&board->m, entries, word + entries,
					  st->entries - entries),
			    "sm_read_words");
	return bytes;
}

static int by_time(const void *a, const void *b)
{
	const struct seen *x = a, *y = b;

	return x->arrived < y->arrived ? -1 : x->arrived > y->arrived;
}

/* All references: which processor uses which words. */
static void trace(struct bench *b)
{
	uint64_t counted = 0, lost = 0, bytes = 0;
	struct seen *t;
	size_t n = 0, all = 0;
	sim_time before;

	begin(b);
	for (unsigned int p = 0; p < b->run.processors; p++)
		all += references[p];
	t = calloc(all + 1, sizeof(*t));
	if (!t)
		bench_fail("supermon", "no memory");
	before = sim_now(sim);
	load("banks trace trace\nform a\nstate * : trace\n");
	bench_cost(b, "change ns", (double)(sim_now(sim) - before) / 1000);
	for (unsigned int p = 0; p < b->run.processors; p++) {
		struct sm_decoder d = {0};
		struct sm_status st;
		struct sm_entry e;

		if (!references[p])
			continue;
		replay(b, p, &st);
		bytes += read_trace(b, &st, kept(b, &st));
		lost += st.lost_entries;
		for (uint32_t i = 0; i < st.entries; i++) {
			sm_decode(&d, word[i], &e);
			counted += e.event;
			if (i < kept(b, &st) && e.event && !(e.addr >> 26))
				t[n++] = (struct seen){.arrived = (double)e.time,
						       .addr = e.addr << 2,
						       .processor = (uint8_t)p,
						       .kind = e.write ? RUN_EXCLUSIVE
								       : RUN_READ,
						       .function = 255};
		}
	}
	bench_adapter(b, counted, lost);
	bench_loss(b, lost, (double)lost, true);
	b->read_bytes = bytes;
	qsort(t, n, sizeof(*t), by_time);
	seen_answer(b, t, n, SEEN_ADDRESS);
	free(t);
	end();
}

struct change {
	uint64_t time;
	unsigned int processor, number;
};

static int earlier(const void *a, const void *b)
{
	const struct change *x = a, *y = b;

	return x->time < y->time ? -1 : x->time > y->time;
}

/* Returns the number of references of a processor that change the state. */
static uint64_t state_changes(unsigned int p)
{
	unsigned int state = 0;
	uint64_t n = 0;

	for (size_t i = 0; i < references[p]; i++) {
		n += state_of(reference[p][i].function) != state;
		state = state_of(reference[p][i].function);
	}
	return n;
}

/* The references that begin a part of the program. */
static void changes(struct bench *b)
{
	static struct change c[RUN_PROCESSORS * ORDER_EVENTS];
	uint64_t bytes = 0, lost = 0, given = 0, counted = 0;
	size_t n = 0;

	begin(b);
	load_changes();
	for (unsigned int p = 0; p < b->run.processors; p++) {
		struct sm_decoder d = {.form_b = true};
		struct sm_status st;
		struct sm_entry e;
		uint32_t k;

		if (!references[p])
			continue;
		replay(b, p, &st);
		k = kept(b, &st) < ORDER_EVENTS ? kept(b, &st) : ORDER_EVENTS;
		bytes += read_trace(b, &st, k);
		lost += st.lost_entries;
		given += state_changes(p);
		for (uint32_t i = 0; i < st.entries; i++) {
			sm_decode(&d, word[i], &e);
			counted += e.event;
			if (i < k)
				c[n++] = (struct change){e.time, p, i};
		}
	}
	b->given = given;
	bench_adapter(b, counted, lost);
	b->read_bytes = bytes;
	qsort(c, n, sizeof(*c), earlier);
	for (size_t i = 0; i < n && i < ORDER_EVENTS; i++)
		row_number((double)c[i].time, "order", "p%u.%u", c[i].processor, c[i].number);
	end();
}

/* Makes a reference in each clock, and counts them by address: first in both banks, then in
 * one. */
static void cascade(struct bench *b)
{
	static const char *const program[] = {"histogram address\nstate * : count\n",
					      "banks trace count\nhistogram address\n"
					      "state * : count\n"};
	static const char *const name[] = {"two banks lost", "one bank lost"};
	struct sm_status st;
	unsigned int most = 0;
	uint64_t counted = 0;
	long long missed = 0;

	begin(b);
	for (unsigned int p = 1; p < b->run.processors; p++)
		most = references[p] > references[most] ? p : most;
	dense = true;
	for (unsigned int i = 0; i < 2; i++) {
		bench_check(sm_fill_words(&board->m, 0, SM_WORDS - 1, 0), "sm_fill_words");
		load(program[i]);
		replay(b, most, &st);
		bench_check(sm_read_words(&board->m, 0, word, SM_WORDS), "sm_read_words");
		counted = 0;
		for (unsigned int k = i ? SM_BANK_WORDS : 0; k < SM_WORDS; k++)
			counted += word[k];
		row_number((double)st.lost_counts / (double)references[most], "claim", "%s",
			   name[i]);
		/* an event comes to a bank, or comes while none is free */
		missed += llabs((long long)references[most] - (long long)counted -
				(long long)st.lost_counts);
		row_number((double)references[most], "claim", "events in successive clocks");
	}
	row_number((double)missed / (2 * (double)references[most]), "claim", "trigger lost");
	dense = false;
	b->given = references[most];
	bench_adapter(b, counted, st.lost_counts);
	bench_loss(b, st.count_lost, st.lost_counts, false);
	end();
}

const struct bench_setup bench_setups[] = {
	{"trace", trace}, {"changes", changes}, {"cascade", cascade}, {NULL, NULL}};

const char *const bench_cannot[] = {
	"kinds sees references before the cache, not transactions",
	"latency not measured: it counts latencies of references, which the run does not have",
	"joint as latency",
	"queue does not see the memory",
	"functions does not see which references miss",
	"outlier does not see transactions",
	"buses as kinds",
	"saturation as latency",
	"pio as latency",
	NULL};
