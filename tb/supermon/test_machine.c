/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the monitor at a processor of the NUMAchine model. */
#include "kernels.h"
#include "sm_station.h"
#include "sm_traffic.h"
#include "starts_with.h"
#include "supermon_regs.h"

#include <string.h>

struct setup {
	struct sm_station *t;
	struct sm_sort sort;
	uint32_t fetched[SM_BANK_WORDS]; /* byte addresses */
	unsigned int fetches;
	uint64_t digest, clocks; /* digest of all transfers on the processor's bus, clock by
				  * clock; length of the run */
	struct sim *s;
};

static void note_fetch(void *arg, uint32_t addr)
{
	struct setup *u = arg;

	if (u->fetches < SM_BANK_WORDS)
		u->fetched[u->fetches++] = addr;
}

static void close_station(void *arg)
{
	struct setup *u = arg;

	sm_station_close(u->t);
}

static void digest(struct setup *u, const struct sm_bus *b)
{
	const uint64_t v = (uint64_t)b->req << 63 | (uint64_t)b->ans << 62 |
			   (uint64_t)b->tag << 61 | (uint64_t)b->ans_tag << 60 |
			   (uint64_t)b->ctl << 32 | b->addr;

	u->digest = (u->digest ^ v) * 0x100000001B3 + (u->digest >> 47);
	u->clocks++;
}

/* Runs one clock of the machine, and puts the bus of processor 0 on the pins. */
static void station_bus(void *arg, struct sm_bus *b)
{
	struct setup *u = arg;
	const char *wrong = NULL;

	if (!sm_station_done(u->t)) {
		wrong = sm_station_clock(u->t, b);
		digest(u, b);
	}
	SIM_CHECK(u->s, !wrong, "%s", wrong);
}

static bool station_done(void *arg)
{
	const struct setup *u = arg;

	return sm_station_done(u->t);
}

static void open_sort(struct setup *u, struct sim *s, unsigned int n)
{
	const struct machine_config cfg = {.processors = 1, .seed = 5};

	*u = (struct setup){.s = s};
	sm_sort_begin(&u->sort, n, 77);
	u->sort.fetched = note_fetch;
	u->sort.arg = u;
	u->t = sm_station_open(&cfg, 0, sm_sort_next, &u->sort);
	SIM_CHECK(s, u->t != NULL, "machine");
}

/* The machine traces fetches: control signal 1. */
static void load_fetches(struct sm_board *b)
{
	sm_simple_tables(b, 0);
	/* data references and fetches of state 0 */
	SM_OK(b, sm_fill_table(&b->m, SM_MACHINE, 0, 0x2F, 0));
	SM_OK(b, sm_fill_table(&b->m, SM_MACHINE, SM_CTL_FETCH << 4, SM_CTL_FETCH << 4 | 15,
			       SM_ENTRY_TRACE));
	SM_OK(b, sm_fill_table(&b->m, SM_FUNCTION, 0, 3, 0));
	SM_OK(b, sm_set_mode(&b->m, &(struct sm_mode){.trace = {true, false}}));
}

/* The trace of all fetches is the sequence of the program counter. */
static void machine_fetches(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);
	static struct setup u;
	struct sm_decoder d = {0};
	struct sm_entry e;
	const unsigned int numbers = 4 + (unsigned int)sim_length(s, 44, 8);
	unsigned int n = 0;

	open_sort(&u, s, numbers);
	sim_cleanup(s, close_station, &u);
	load_fetches(b);
	SM_OK(b, sm_start(&b->m));
	sm_board_traffic(b, station_bus, &u);
	SIM_CHECK(s, sim_wait_for(s, station_done, &u, SIM_MS(100)),
		  "the program does not end");
	sim_wait_cycles(b->clk, 12);
	sm_board_compare(b);
	for (unsigned int EACH(i, 1); i < u.sort.n; i++)
		SIM_CHECK(s, u.sort.number[i - 1] <= u.sort.number[i], "the program sorts");
	for (unsigned int EACH(i, 0); i < sm_board_get(b, SUPERMON_TCNT); i++) {
		sm_decode(&d, sm_board_word(b, 0, i), &e);
		if (e.event)
			SIM_EQ(s, (uint64_t)e.addr << 2, u.fetched[n++], "program counter");
	}
	SIM_EQ(s, n, u.fetches, "fetches");
	SIM_CHECK(s, n == u.sort.fetches && n > numbers, "all fetches");
	SIM_CHECK(s, sm_board_get(b, SUPERMON_EVENTS) > n, "and data references");
}

/* The monitor drives nothing of the processor's bus: all pins with its prefix are inputs. */
static void check_inputs(struct sim *s)
{
	static const struct {
		const char *name, *dir;
	} pins[] = {
#define PIN(name, width, dir, domain) {#name, #dir},
#include "../../rtl/supermon/supermon_pins.def"
#undef PIN
	};
	unsigned int inputs = 0;

	for (size_t EACH(i, 0); i < sizeof(pins) / sizeof(*pins); i++)
		if (starts_with(pins[i].name, "p_")) {
			SIM_CHECK(s, !strcmp(pins[i].dir, "IN"), "the monitor drives %s",
				  pins[i].name);
			inputs++;
		}
	SIM_EQ(s, inputs, 6, "pins of the processor's bus");
}

/* Compares the run without a monitor, with a monitor that is stopped, and with one that is
 * running and is read. */
static void machine_undisturbed(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, false);
	static struct setup alone, with;
	const unsigned int n = 4 + (unsigned int)sim_length(s, 28, 4);
	struct sm_bus bus;
	uint64_t word;

	check_inputs(s);
	open_sort(&alone, s, n);
	sim_cleanup(s, close_station, &alone);
	while (!sm_station_done(alone.t)) {
		SIM_CHECK(s, !sm_station_clock(alone.t, &bus), "machine");
		digest(&alone, &bus);
	}
	for (unsigned int EACH(turn, 0); turn < 2; turn++) {
		open_sort(&with, s, n);
		if (turn) {
			load_fetches(b);
			SM_OK(b, sm_start(&b->m));
		}
		sm_board_traffic(b, station_bus, &with);
		while (!sm_station_done(with.t)) {
			SM_OK(b, sm_read_words(&b->m, 5, &word, 1));
			sim_wait_cycles(b->clk, 50);
		}
		sm_board_traffic(b, NULL, NULL);
		SIM_EQ(s, with.clocks, alone.clocks, "clocks of the run");
		SIM_EQ(s, with.digest, alone.digest, "digest of the run");
		sm_station_close(with.t);
		with.t = NULL;
	}
	SIM_CHECK(s, sm_board_get(b, SUPERMON_TCNT) > n, "the monitor has seen the run");
}

struct kernel_next {
	struct machine_config cfg;
};

static bool next_of_kernel(void *arg, unsigned int p, struct machine_ref *r, bool *fetch)
{
	struct kernel_next *k = arg;

	*fetch = false;
	return k->cfg.next(k->cfg.arg, p, r);
}

/* Monitors one processor of eight. */
static void machine_kernel(struct sim *s)
{
	struct sm_board *b = sm_board_open(s, true);
	struct kernel_next next = {.cfg = {.processors = 8, .seed = 9}};
	struct kernel *k = kernel_open("mix", (unsigned int)sim_length(s, 300, 20), &next.cfg);
	static struct setup u;
	uint64_t sum = 0;

	SIM_CHECK(s, k != NULL, "kernel");
	u = (struct setup){.s = s};
	u.t = sm_station_open(&next.cfg, 1, next_of_kernel, &next);
	SIM_CHECK(s, u.t != NULL, "machine");
	sim_cleanup(s, close_station, &u);
	sm_clear(b);
	sm_simple_tables(b, SM_ENTRY_COUNT);
	SM_OK(b, sm_fill_table(&b->m, SM_MACHINE, 0, 0xFFF, SM_ENTRY_COUNT));
	SM_OK(b, sm_fill_table(&b->m, SM_FUNCTION, 0, 0xFF, 0));
	SM_OK(b, sm_set_mode(&b->m, &(struct sm_mode){.histogram = SM_LATENCY}));
	SM_OK(b, sm_start(&b->m));
	sm_board_traffic(b, station_bus, &u);
	SIM_CHECK(s, sim_wait_for(s, station_done, &u, SIM_MS(200)), "the kernel does not end");
	sim_wait_cycles(b->clk, 12);
	sm_board_traffic(b, NULL, NULL);
	sm_board_compare(b);
	for (unsigned int i = 0; i < SM_BANK_WORDS; i++)
		sum += sm_board_word(b, 0, i) + sm_board_word(b, 1, i);
	SIM_EQ(s, sum, sm_board_get(b, SUPERMON_EVENTS), "each reference is measured");
	SIM_CHECK(s, sum > 0, "references");
	kernel_close(k);
}

const struct sim_test sim_tests[] = {
	{"machine_fetches", machine_fetches, "SM-OBS-001", NULL},
	{"machine_undisturbed", machine_undisturbed, "SM-OBS-002", NULL},
	{"machine_kernel", machine_kernel, "SM-OBS-001", NULL},
	{0},
};
