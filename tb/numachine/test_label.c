/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the block label SRAM (4.4, Figure 4.4): which entry is read, and how labels are
 * written.
 */
#include "monitor.h"

/* Returns the address of a label write to @entry. */
static uint64_t write_to(uint32_t entry)
{
	return nmbus_address(NMBUS_LABELS, entry << 6);
}

/* Checks label_index, which follows AD without a clock. */
static void label_index(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct sim_pin *ad = sim_pin(s, "ad"), *index = sim_pin(s, "label_index");
	const uint64_t n = sim_length(s, 2000, 300);

	for (unsigned int EACH(geo, 0); geo < 4; geo++) {
		const unsigned int low = geo == 0 ? 6 : geo == 3 ? 8 : 7;

		monitor_geometry(m, geo >> 1, geo & 1);
		for (uint64_t EACH(i, 0); i < n; i++) {
			const uint64_t v = sim_random(s);

			sim_put(ad, v);
			sim_settle(s);
			SIM_EQ(s, sim_get(index), v >> low & 0x3FFFF, "label index");
			if (i % 16 == 0)
				sim_wait_cycles(m->clk, 1);
		}
	}
	monitor_compare(m);
}

/* Checks the range of the labels: the first and the last line have entries of their own, and
 * the line after the last shares that of the first. */
static void label_cover(struct sim *s)
{
	struct monitor *m = monitor_start(s);

	monitor_put(m, NUMACHINE_CONFIG, MONITOR_HISTOGRAM);
	monitor_poke_label(m, 0, 0x011);
	monitor_poke_label(m, 0x3FFFF, 0x1EE);
	for (unsigned int EACH(geo, 0); geo < 4; geo++) {
		/* with two boards every other line is on this board */
		const uint32_t line = (geo & 2 ? 128 : 64) << (geo & 1);
		const uint32_t all = line * NM_GOLDEN_LABELS;
		const struct {
			uint32_t address;
			uint16_t label;
		} at[] = {{0, 0x011}, {all - line, 0x1EE}, {all, 0x011}};

		monitor_geometry(m, geo >> 1, geo & 1);
		SIM_EQ(s, all / (1 + (geo & 1)), (geo & 2 ? 32u : 16u) << 20,
		       "bytes of a board under labels");
		for (unsigned int EACH(i, 0); i < 3; i++)
			SIM_EQ(s,
			       (uint64_t)monitor_count(
				       m,
				       &(struct nmbus_access){.ad = at[i].address, .cmd = 0}),
			       (unsigned int)at[i].label << 7 | 1, "counter of a line");
	}
	monitor_compare(m);
}

/* Tests the first and last entries of both chips. */
static void label_chips(struct sim *s)
{
	struct monitor *m = monitor_start(s);

	nmbus_put_label(m->bus, 0x00000, 0x101);
	nmbus_put_label(m->bus, 0x1FFFF, 0x102);
	nmbus_put_label(m->bus, 0x20000, 0x103);
	nmbus_put_label(m->bus, 0x3FFFF, 0x104);
	monitor_settle(m);
	SIM_EQ(s, sram_chip(m->labels, 0, 0, 0), 0x101, "first entry of chip 0");
	SIM_EQ(s, sram_chip(m->labels, 0, 0, 0x1FFFF), 0x102, "last entry of chip 0");
	SIM_EQ(s, sram_chip(m->labels, 0, 1, 0), 0x103, "first entry of chip 1");
	SIM_EQ(s, sram_chip(m->labels, 0, 1, 0x1FFFF), 0x104, "last entry of chip 1");
	monitor_compare(m);
}

struct quiet {
	struct sim_pin *enable, *rw, *oe;
	uint64_t clocks;
};

static void is_quiet(void *arg)
{
	struct quiet *q = arg;

	q->clocks += !sim_get(q->enable) && !sim_get(q->rw) && !sim_get(q->oe);
}

static bool no_label(void *arg, struct nmbus_access *a)
{
	struct monitor *m = arg;

	monitor_random(m, a);
	return sim_random(m->s) & 1;
}

/* Checks that the SRAM stays in read mode in events that do not write a label. */
static void label_reads(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct quiet q = {sim_pin(s, "write_enable"), sim_pin(s, "read_write_sram"),
			  sim_pin(s, "block_label_oe"), 0};

	m->on_clock = is_quiet;
	m->on_clock_arg = &q;
	nmbus_traffic(m->bus, no_label, m);
	sim_wait_cycles(m->clk, 1000);
	SIM_EQ(s, q.clocks, 1000, "clocks without a label write");
	nmbus_traffic(m->bus, NULL, NULL);
	m->on_clock = NULL;
	monitor_compare(m);
}

/* Checks that the label of an event is that of its line, in the clock of mon_start. */
static void label_of_event(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	const uint64_t n = sim_length(s, 2000, 200);

	for (uint32_t i = 0; i < NM_GOLDEN_LABELS; i++)
		monitor_poke_label(m, i, (i ^ i >> 9) & 0x1FF);
	monitor_put(m, NUMACHINE_CONFIG, MONITOR_HISTOGRAM);
	for (uint64_t EACH(i, 0); i < n; i++) {
		const uint32_t k = (uint32_t)sim_range(s, 0, NM_GOLDEN_LABELS - 1);

		SIM_EQ(s, (uint64_t)monitor_count(m, &(struct nmbus_access){.ad = k << 6}),
		       ((k ^ k >> 9) & 0x1FF) << 7 | 1, "counter of a label");
	}
	monitor_compare(m);
}

/* Tests all combinations of AD[35:32], AD[27:24] and Cmd[3]: exactly one writes a label. */
static void label_decode(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	unsigned int written = 0;

	monitor_put(m, NUMACHINE_CONFIG, MONITOR_OFF);
	for (unsigned int k = 0; k < 512; k++) {
		const unsigned int magic = k & 15, window = k >> 4 & 15, read = k >> 8;

		nmbus_transact(m->bus,
			       &(struct nmbus_access){
				       .ad = (uint64_t)magic << 32 | window << 24 | k << 6,
				       .cmd = (uint16_t)((sim_random(s) & ~8u) | read << 3),
				       .label = 0x1FF});
	}
	monitor_settle(m);
	for (unsigned int EACH(k, 0); k < 512; k++) {
		const bool is = sram_peek(m->labels, k) == 0x1FF;

		written += is;
		SIM_EQ(s, is, k == (0xD << 4 | 4), "label write");
	}
	SIM_EQ(s, written, 1, "label writes");
	monitor_compare(m);
}

/* Checks the sequence of states: Write_Idle, Write_Check, Write, Write_Idle. */
static void label_states(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	struct sim_pin *state = sim_pin(s, "obs_write_label"), *we = sim_pin(s, "write_enable"),
		       *rw = sim_pin(s, "read_write_sram"), *oe = sim_pin(s, "block_label_oe"),
		       *debug = sim_pin(s, "debug");
	static const unsigned int of_write[] = {1, 2, 0, 0, 0}, of_event[] = {1, 0, 0, 0, 0};

	for (unsigned int EACH(is, 0); is < 2; is++) {
		SIM_EQ(s, sim_get(state), 0, "state");
		nmbus_start(m->bus, &(struct nmbus_access){.ad = is ? write_to(7) : 0x7000});
		for (unsigned int EACH(i, 0); i < 5; i++) {
			const unsigned int want = is ? of_write[i] : of_event[i];

			sim_wait_edge(m->clk, SIM_RISE);
			sim_settle(s);
			SIM_EQ(s, sim_get(state), want, "state");
			SIM_EQ(s, sim_get(we), want == 2, "write_enable");
			SIM_EQ(s, sim_get(rw), want == 2, "read_write_sram");
			SIM_EQ(s, sim_get(oe), want == 2, "block_label_oe");
			SIM_EQ(s, sim_get(debug) >> 1 & 1, want == 2, "Debug[1]");
		}
	}
	monitor_compare(m);
}

/* Makes an event that is not a label write, then the pattern of a label write on AD without
 * mon_start. */
static void label_stray(struct sim *s)
{
	struct monitor *m = monitor_start(s);

	for (unsigned int after = 1; after < 6; after++) {
		nmbus_start(m->bus, &(struct nmbus_access){.ad = 0x123400});
		sim_wait_cycles(m->clk, after);
		monitor_pin(m, "ad", write_to(after));
		monitor_pin(m, "cmd", 0);
		sim_wait_cycles(m->clk, 8);
	}
	monitor_compare(m);
	for (unsigned int EACH(i, 0); i < 8; i++)
		SIM_EQ(s, sram_peek(m->labels, i), 0, "label");
}

/* Checks that a label write takes the data of the clock after mon_start and ignores index and
 * data of other clocks. */
static void label_data(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	const uint64_t n = sim_length(s, 500, 100);

	for (uint64_t EACH(i, 0); i < n; i++) {
		const uint32_t entry = (uint32_t)sim_range(s, 0, NM_GOLDEN_LABELS - 1);
		const uint16_t data = sim_random(s) & 0x1FF;

		/* AD and label data are random in every other clock */
		nmbus_put_label(m->bus, entry, data);
		sim_wait_cycles(m->clk, 3);
		SIM_EQ(s, sram_peek(m->labels, entry), data, "label");
	}
	monitor_compare(m);
}

/* Writes all entries through the window, one every four clocks, in each geometry. */
static void label_all(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	uint64_t n = sim_length(s, NM_GOLDEN_LABELS, 2000);

	n = n > NM_GOLDEN_LABELS ? NM_GOLDEN_LABELS : n;
	monitor_put(m, NUMACHINE_CONFIG, MONITOR_HISTOGRAM);
	for (unsigned int EACH(geo, 0); geo < 4; geo++) {
		const unsigned int low = geo == 0 ? 6 : geo == 3 ? 8 : 7;
		uint64_t begin;

		monitor_geometry(m, geo >> 1, geo & 1);
		nmbus_put_label(m->bus, 0, 0);
		begin = sim_clock_edges(m->clk);
		for (uint64_t i = 0; i < (geo ? n / 8 : n); i++) {
			const uint32_t entry = (uint32_t)(i * 0x9E375) & 0x3FFFF;

			nmbus_put_label(m->bus, entry, (uint16_t)((entry ^ entry >> 9) + geo));
		}
		SIM_EQ(s, sim_clock_edges(m->clk) - begin, 4 * (geo ? n / 8 : n),
		       "clocks for all");
		monitor_compare(m);
		for (uint64_t EACH(i, 0); i < (geo ? n / 8 : n); i += 97) {
			const uint32_t entry = (uint32_t)(i * 0x9E375) & 0x3FFFF;

			SIM_EQ(s,
			       (uint64_t)monitor_count(
				       m, &(struct nmbus_access){.ad = (uint64_t)entry << low}),
			       (((entry ^ entry >> 9) + geo) & 0x1FF) << 7 | 1,
			       "counter of a label that was written");
		}
	}
}

/* Writes every 97th entry over a pattern: no other entry may change. */
static void label_disturb(struct sim *s)
{
	struct monitor *m = monitor_start(s);
	const uint32_t step = sim_is_icarus(s) ? 97 * 8 : 97;

	for (uint32_t i = 0; i < NM_GOLDEN_LABELS; i++)
		monitor_poke_label(m, i, (i * 7 + 1) & 0x1FF);
	for (uint32_t i = 0; i < NM_GOLDEN_LABELS; i += step)
		nmbus_put_label(m->bus, i, 0x0AA);
	monitor_settle(m);
	for (uint32_t EACH(i, 0); i < NM_GOLDEN_LABELS; i++)
		SIM_EQ(s, sram_peek(m->labels, i), i % step ? (i * 7 + 1) & 0x1FF : 0x0AA,
		       "label");
}

static void label_not_counted(struct sim *s)
{
	struct monitor *m = monitor_start(s);

	for (unsigned int i = 0; i <= MONITOR_MODES; i++) {
		monitor_put(m, NUMACHINE_CONFIG, monitor_modes[i]);
		for (unsigned int k = 0; k < 1000 / (sim_is_icarus(s) ? 4 : 1); k++)
			nmbus_put_label(m->bus, (uint32_t)sim_random(s) & 0x3FFFF, 0x155);
	}
	SIM_EQ(s, monitor_sum(m), 0, "counts");
	SIM_EQ(s, m->strobes, 0, "strobes");
}

/* Resets the monitor in each clock of a label write: no write pulse may follow. */
static void label_reset(struct sim *s)
{
	struct monitor *m = monitor_start(s);

	for (unsigned int EACH(clock, 1); clock <= 2; clock++)
		for (unsigned int EACH(half, 0); half < 2; half++) {
			monitor_settle(m);
			nmbus_start(m->bus,
				    &(struct nmbus_access){.ad = write_to(9), .label = 0x1FF});
			sim_wait_cycles(m->clk, clock);
			if (half)
				sim_wait(s, SIM_NS(5));
			nmbus_reset(m->bus, 3);
			sim_settle(s);
			SIM_EQ(s, sim_get(sim_pin(s, "obs_write_label")), 0, "Write_Idle");
			SIM_EQ(s, sram_peek(m->labels, 9), 0, "label");
		}
	nmbus_put_label(m->bus, 9, 0x1FF);
	monitor_compare(m);
	SIM_EQ(s, sram_peek(m->labels, 9), 0x1FF, "label");
}

const struct sim_test sim_tests[] = {
	{"label_index", label_index, "NM-LBL-001 NM-LBL-003 NM-LBL-004 NM-LBL-005 NM-LBL-006",
	 NULL},
	{"label_cover", label_cover, "NM-LBL-007", NULL},
	{"label_chips", label_chips, "NM-LBL-001 NM-LBL-002", NULL},
	{"label_reads", label_reads, "NM-LBL-008", NULL},
	{"label_of_event", label_of_event, "NM-LBL-009", NULL},
	{"label_decode", label_decode, "NM-LBL-010", NULL},
	{"label_states", label_states, "NM-LBL-011 NM-LBL-013 NM-DBG-003 NM-OE-004", NULL},
	{"label_stray", label_stray, "NM-LBL-012", NULL},
	{"label_data", label_data, "NM-LBL-014 NM-LBL-015", NULL},
	{"label_all", label_all, "NM-LBL-016 NM-LBL-019", NULL},
	{"label_disturb", label_disturb, "NM-LBL-017", NULL},
	{"label_not_counted", label_not_counted, "NM-LBL-018", NULL},
	{"label_reset", label_reset, "NM-LBL-020", NULL},
	{0},
};
