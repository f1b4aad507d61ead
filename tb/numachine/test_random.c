/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Performs long random runs in every mode: transactions at the rate the monitor accepts them
 * and at random distances, with a processor that reads and writes counters and registers, label
 * writes, a moving FIFO, and counters near their wrap. Every clock is compared with the golden
 * model; at the end the whole table is compared, too, and events, counters and misses must add
 * up.
 */
#include "monitor.h"

#define WRAP ((uint64_t)1 << 32)
#define POOL 8	       /* addresses of a test that uses few */
#define MAGIC_LSB 32   /* AD[35:32], the magic bits */
#define SOURCE_LSB 36  /* AD[63:36], source and phase */
#define CMD_REQUEST 8u /* bit of the command: a request, no response */

struct run {
	struct monitor *m;
	uint64_t left;	     /* remaining transactions */
	unsigned int gap;    /* clocks until the next transaction */
	unsigned int spread; /* largest number of random extra clocks */
	unsigned int few;    /* number of different addresses; 0: any address */
	struct nmbus_access pool[POOL];
	bool hold; /* the write-back is occasionally held */
	uint64_t overflows;
};

static void count_overflows(void *arg)
{
	struct run *r = arg;

	r->overflows += r->m->now.ci_overflow;
}

static bool next_transaction(void *arg, struct nmbus_access *a)
{
	struct run *r = arg;
	struct sim *s = r->m->s;
	const uint64_t v = sim_random(s);

	/* the input FIFO goes up and down by itself */
	nmbus_fifo(r->m->bus, (int)(v & 3) - 1 > 1 ? 0 : (int)(v & 3) - 1);
	if (r->hold)
		monitor_pin(r->m, "count_hold", (v >> 56 & 3) == 0);
	if (!r->left || r->gap) {
		r->gap -= r->gap > 0;
		return false;
	}
	r->left--;
	r->gap = (r->m->cfg.pipelined ? 0 : 3) +
		 (r->spread ? (unsigned int)(v >> 8) % (r->spread + 1) : 0);
	/* one in 32 writes a label, one in 32 is some other access to the monitor */
	if ((v >> 32 & 31) == 0) {
		*a = (struct nmbus_access){
			.ad = nmbus_address(NMBUS_LABELS, (uint32_t)sim_random(s) & 0xFFFFFF),
			.label = v >> 20 & 0x1FF};
		/* any source and phase, and any command that is no request */
		a->ad |= sim_random(s) << SOURCE_LSB;
		a->cmd = (uint16_t)(sim_random(s) & ~CMD_REQUEST);
		return true;
	}
	monitor_random(r->m, a);
	if (r->few)
		*a = r->pool[(v >> 16) % r->few];
	if ((v >> 32 & 31) == 1)
		a->ad = (a->ad & ~((uint64_t)15 << MAGIC_LSB)) | (uint64_t)NMBUS_MAGIC
									 << MAGIC_LSB;
	return true;
}

static bool no_transaction_left(void *arg)
{
	return !((struct run *)arg)->left;
}

/* Performs a processor's accesses during the run, to counters that the events do not use. */
static void processor_access(struct run *r)
{
	struct monitor *m = r->m;
	const uint64_t v = sim_random(m->s);
	const uint32_t k = (uint32_t)(v >> 8 & 0xFFFF) << 2;
	uint64_t value;
	int err = 0;

	switch (v & 7) {
	case 0:
		err = nmbus_write(m->bus, nmbus_address(NMBUS_COUNTERS, k), v & 8 ? 64 : 32,
				  sim_random(m->s));
		break;
	case 1:
	case 2:
	case 3:
		err = nmbus_read(m->bus, nmbus_address(NMBUS_COUNTERS, k), v & 8 ? 64 : 32,
				 &value);
		break;
	case 4:
		err = nmbus_write(m->bus,
				  nmbus_address(NMBUS_REGISTERS,
						v & 16 ? NUMACHINE_STATUS : NUMACHINE_IENABLE),
				  v & 8 ? 64 : 32, sim_random(m->s));
		break;
	default:
		err = nmbus_read(m->bus, nmbus_address(NMBUS_REGISTERS, (v >> 24 & 7) * 8),
				 v & 8 ? 64 : 32, &value);
	}
	SIM_EQ(m->s, (uint64_t)-err, 0, "a processor's access");
	sim_wait_cycles(m->clk, (unsigned int)(v >> 32 & 31));
}

static void fill_labels_and_pool(struct run *r)
{
	struct sim *s = r->m->s;

	for (uint32_t i = 0; i < NM_GOLDEN_LABELS; i++)
		monitor_poke_label(r->m, i, sim_random(s) & 0x1FF);
	for (unsigned int i = 0; i < POOL; i++)
		monitor_random(r->m, &r->pool[i]);
}

static void finish_and_compare(struct run *r)
{
	struct monitor *m = r->m;
	struct nm_golden_totals n;

	SIM_CHECK(m->s, sim_wait_for(m->s, no_transaction_left, r, SIM_MS(900)),
		  "transactions stay");
	nmbus_traffic(m->bus, NULL, NULL);
	nmbus_fifo(m->bus, 0);
	monitor_compare(m);
	nm_golden_total(m->g, &n);
	SIM_EQ(m->s, n.counted + n.filtered + n.labels + n.missed, n.starts,
	       "counted + filtered + label writes + missed");
	SIM_EQ(m->s, m->strobes, n.counted, "strobes");
	monitor_digest(m);
}

/* Runs a mode in all four geometries. @work: a processor performs accesses, too. */
static void run_mode(struct monitor *m, unsigned int config, bool work, uint64_t length)
{
	struct run r = {.m = m};

	m->on_clock = count_overflows;
	m->on_clock_arg = &r;
	fill_labels_and_pool(&r);
	for (unsigned int EACH(geo, 0); geo < 4; geo++) {
		monitor_geometry(m, geo >> 1, geo & 1);
		monitor_put(m, NUMACHINE_CONFIG, config);
		r.left = length / 4;
		r.spread = geo == 1 ? 6 : 0;
		r.few = geo == 2 ? POOL : 0;
		nmbus_traffic(m->bus, next_transaction, &r);
		while (work && r.left)
			processor_access(&r);
		SIM_CHECK(m->s, sim_wait_for(m->s, no_transaction_left, &r, SIM_MS(900)),
			  "transactions stay");
		monitor_settle(m);
	}
	finish_and_compare(&r);
	m->on_clock = NULL;
}

#define MODE(name, config)                                           \
	static void mode_##name(struct sim *s)                       \
	{                                                            \
		struct monitor *m = monitor_start(s);                \
		const uint64_t length = sim_length(s, 100000, 1600); \
                                                                     \
		run_mode(m, config, false, length / 2);              \
		run_mode(m, config, true, length / 2);               \
	}

MODE(flyer, MONITOR_FLYER)
MODE(depth, MONITOR_DEPTH)
MODE(histogram0, MONITOR_HISTOGRAM + 0)
MODE(histogram1, MONITOR_HISTOGRAM + 1)
MODE(histogram2, MONITOR_HISTOGRAM + 2)
MODE(histogram3, MONITOR_HISTOGRAM + 3)
MODE(off, MONITOR_OFF)

/* Starts with every counter near its wrap: the sum of both halves and the wraps must be the
 * number of events. */
static void wraps(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct run r = {.m = m, .few = POOL};
	struct nm_golden_totals n;
	uint64_t before = 0, after = 0;

	m->on_clock = count_overflows;
	m->on_clock_arg = &r;
	for (unsigned int i = 0; i < POOL; i++)
		monitor_random(m, &r.pool[i]);
	monitor_put(m, NUMACHINE_CONFIG, MONITOR_HISTOGRAM + 3);
	for (unsigned int i = 0; i < NM_GOLDEN_COUNTERS; i++) {
		const uint32_t v = (uint32_t) - (int32_t)sim_range(m->s, 1, 200);

		monitor_poke(m, i, v);
		before += v;
	}
	r.left = sim_length(m->s, 40000, 1500);
	r.left = r.left < 1500 ? 1500 : r.left; /* some wrap in a short run, too */
	nmbus_traffic(m->bus, next_transaction, &r);
	finish_and_compare(&r);
	nm_golden_total(m->g, &n);
	for (unsigned int i = 0; i < NM_GOLDEN_COUNTERS; i++)
		after += sram_peek(m->counters, i);
	SIM_EQ(m->s, after + r.overflows * WRAP - before, n.counted, "counters and wraps");
	SIM_CHECK(m->s, r.overflows, "no overflow"); /* the pool may have few that count */
	m->on_clock = NULL;
}

/* Holds the write-back at random, which makes counts of more than one. */
static void hold_write_back(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct run r = {.m = m, .hold = true, .left = sim_length(s, 30000, 1500)};
	struct nm_golden_totals n;
	uint64_t sum;

	fill_labels_and_pool(&r);
	monitor_put(m, NUMACHINE_CONFIG, MONITOR_HISTOGRAM + 2);
	nmbus_traffic(m->bus, next_transaction, &r);
	while (r.left)
		processor_access(&r);
	nmbus_traffic(m->bus, NULL, NULL);
	monitor_pin(m, "count_hold", 0);
	finish_and_compare(&r);
	nm_golden_total(m->g, &n);
	sum = monitor_sum(m);
	SIM_CHECK(s, sum > n.counted, "nothing was held");
}

/* Resets the monitor at random times during events: counts that were written must stay, and
 * others must never be written. */
static void resets(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	const uint64_t n = sim_length(s, 300, 30);
	struct run r = {.m = m};

	fill_labels_and_pool(&r);
	for (uint64_t i = 0; i < n; i++) {
		/* the configuration is lost each time */
		monitor_put(m, NUMACHINE_CONFIG, (uint32_t)sim_range(m->s, 0, MONITOR_OFF - 1));
		r.left = UINT64_MAX;
		nmbus_traffic(m->bus, next_transaction, &r);
		sim_wait(m->s, sim_range(m->s, 1, SIM_US(2)));
		nmbus_traffic(m->bus, NULL, NULL);
		nmbus_fifo(m->bus, 0);
		nmbus_reset(m->bus, (unsigned int)sim_range(m->s, 1, 4));
		sim_wait_cycles(m->clk, 8);
	}
	monitor_compare(m);
	monitor_digest(m);
}

/* Makes starts at random distances, most of them too short. */
static bool too_fast(void *arg, struct nmbus_access *a)
{
	struct run *r = arg;
	const uint64_t v = sim_random(r->m->s);

	if (!r->left || (v & 1))
		return false;
	r->left--;
	monitor_random(r->m, a);
	return true;
}

static void all_too_fast(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct run r = {.m = m, .left = sim_length(s, 20000, 2000)};
	struct nm_golden_totals n;

	nmbus_traffic(m->bus, too_fast, &r);
	while (r.left)
		processor_access(&r);
	finish_and_compare(&r);
	nm_golden_total(m->g, &n);
	SIM_CHECK(s, n.missed > n.counted / 2, "missed");
}

const struct sim_test sim_tests[] = {
	{"random_flyer", mode_flyer, "NM-FLY-001 NM-PIPE-003 NM-PIPE-009 NM-CNT-008", NULL},
	{"random_depth", mode_depth, "NM-DEP-001 NM-PIPE-003 NM-PIPE-009", NULL},
	{"random_histogram0", mode_histogram0, "NM-HST-001 NM-PIPE-003 NM-PIPE-009", NULL},
	{"random_histogram1", mode_histogram1, "NM-HST-001 NM-PIPE-009 NM-CNT-007", NULL},
	{"random_histogram2", mode_histogram2, "NM-HST-001 NM-PIPE-009", NULL},
	{"random_histogram3", mode_histogram3, "NM-HST-001 NM-PIPE-009 NM-EXT-009", NULL},
	{"random_off", mode_off, "NM-CFG-004 NM-PIPE-009", NULL},
	{"random_wraps", wraps, "NM-OVF-008 NM-OVF-002", NULL},
	{"random_too_fast", all_too_fast, "NM-PIPE-006 NM-PIPE-007 NM-PIPE-009 NM-EXT-010",
	 NULL},
	{"random_hold", hold_write_back, "NM-CNT-006 NM-CNT-007 NM-PIPE-009", NULL},
	{"random_resets", resets, "NM-CNT-012 NM-LBL-020 NM-PIPE-011", NULL},
	{"random_pipelined_resets", resets, "NM-PIPE-011", "numachine_pipe"},
	{"random_pipelined_flyer", mode_flyer, "NM-PIPE-009", "numachine_pipe"},
	{"random_pipelined_depth", mode_depth, "NM-PIPE-009", "numachine_pipe"},
	{"random_pipelined_histogram0", mode_histogram0, "NM-PIPE-009", "numachine_pipe"},
	{"random_pipelined_histogram1", mode_histogram1, "NM-PIPE-009", "numachine_pipe"},
	{"random_pipelined_histogram2", mode_histogram2, "NM-PIPE-009", "numachine_pipe"},
	{"random_pipelined_histogram3", mode_histogram3, "NM-PIPE-009", "numachine_pipe"},
	{"random_pipelined_off", mode_off, "NM-PIPE-009", "numachine_pipe"},
	{"random_pipelined_wraps", wraps, "NM-PIPE-009 NM-OVF-008", "numachine_pipe"},
	{0},
};
