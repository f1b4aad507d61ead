/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the monitor on the memory card of a running machine through its driver and the reports:
 * each mode must find the problem that the test has put into the program. Processors, caches,
 * network and directory are the model in tb/machine/numachine; every clock of the monitor is
 * compared with the golden model as in all tests.
 */
#include "trial.h"
#include <errno.h>
#include <string.h>

/* ---- a page used by the wrong station ---- */

#define PAGE 0x123u

static unsigned int left[MACHINE_PROCESSORS];

/* Station 9 makes 5000 of 6000 accesses to a page, station 0 the others. */
static bool one_page(void *arg, unsigned int p, struct machine_ref *r)
{
	(void)arg;
	if (!left[p])
		return false;
	left[p]--;
	*r = (struct machine_ref){.kind = MACHINE_UNCACHED,
				  .addr = PAGE * NM_PAGE_BYTES + left[p] * 8 % NM_PAGE_BYTES,
				  .clocks = 20};
	return true;
}

/* Returns the number of requests of a station's processors to the memories of other
 * stations. */
static uint64_t remote_of(const struct machine *m, unsigned int station)
{
	uint64_t n = 0;

	for (unsigned int i = 0; i < 4; i++) {
		struct machine_processor st;

		machine_get_processor(m, station << 2 | i, &st);
		n += st.sent[1];
	}
	return n;
}

/* Runs the program again with its page moved as recommended, and checks the counts of the
 * monitors on the new and the old home's card. */
static void wrong_station(struct sim *s)
{
	static struct nm_page page[NM_PAGES];
	struct machine_config cfg = {.card = {.station = 0}, .next = one_page};
	static struct trial t;
	unsigned int frame = PAGE, home = 0;
	uint64_t remote[3];
	int to = -1;

	memset(&t, 0, sizeof(t));
	for (unsigned int EACH(run, 0); run < 3; run++) {
		memset(left, 0, sizeof(left));
		for (unsigned int i = 0; i < 4; i++) {
			left[9 * 4 + i] = 300;
			left[i] = 60;
		}
		t.elsewhere = run == 1 ? (unsigned int)to + 1 : 0;
		trial_begin(s, &t, &cfg, NM_FLYER);
		if (run) {
			SIM_EQ(s,
			       (uint64_t)machine_move_page(t.machine, PAGE << MACHINE_PAGE_BITS,
							   (unsigned int)to),
			       0, "machine_move_page");
			/* there are no transactions yet, so the page moves without delay */
			machine_clock(t.machine, NULL);
			home = machine_home(t.machine, PAGE << MACHINE_PAGE_BITS);
			frame = machine_frame(t.machine, PAGE << MACHINE_PAGE_BITS);
			SIM_EQ(s, home, (unsigned int)to, "the new home");
		}
		trial_run(&t);
		nm_pages(&t.table, page);
		remote[run] = remote_of(t.machine, 9);
		if (run == 2) { /* the monitor on the old home's card */
			SIM_EQ(s, trial_counted(&t), 0, "no access reaches the old home");
		} else {
			SIM_EQ(s, page[frame].access[9], 1200, "station 9");
			SIM_EQ(s, page[frame].access[0], 240, "station 0");
			SIM_EQ(s, trial_counted(&t), 1440, "all");
			SIM_EQ(s, trial_taken(&t), 1440, "transactions");
			/* number of the counted accesses that were remote accesses of station
			 * 9 */
			SIM_EQ(s, home == 9 ? 0 : page[frame].access[9], remote[run],
			       "station 9's requests to another station");
		}
		if (!run)
			to = nm_migrate(&page[PAGE], 0, NM_PAGE_LEAST, NM_PAGE_FACTOR);
		trial_end(&t);
		SIM_EQ(s, (uint64_t)to, 9, "advice");
	}
	SIM_EQ(s, remote[0], 1200, "remote accesses of station 9 before");
	SIM_EQ(s, remote[1], 0, "after");
	SIM_EQ(s, remote[2], 0, "after, seen from the old home");
}

/* ---- a burst ---- */

struct burst {
	unsigned int done[MACHINE_PROCESSORS];
	bool together;
};

/* Returns the next reference of a program with phases 2, 3 and 4, with or without a barrier of
 * all processors before phase 3. */
static bool phases(void *arg, unsigned int p, struct machine_ref *r)
{
	struct burst *b = arg;
	const unsigned int n = b->done[p]++;

	if (n >= 13)
		return false;
	*r = (struct machine_ref){.kind = MACHINE_UNCACHED,
				  .addr = 0x40000 + p * 64,
				  .phase = (uint8_t)(n < 4    ? 2
						     : n <= 9 ? 3
							      : 4),
				  .clocks = 3000 + 13 * ((p * 7 + n * 5) % 64)};
	if (n == 4 && b->together)
		*r = (struct machine_ref){.kind = MACHINE_BARRIER, .phase = 3};
	else if (n > 4 && n <= 9 && b->together)
		r->clocks = 0;
	return true;
}

static void peak_activity(struct sim *s)
{
	static struct trial t;

	memset(&t, 0, sizeof(t));
	for (unsigned int EACH(together, 0); together < 2; together++) {
		struct burst b = {.together = together};
		const struct machine_config cfg = {
			.card = {.station = 5}, .next = phases, .arg = &b};
		struct card_stats st;
		struct nm_queue q;

		trial_begin(s, &t, &cfg, NM_DEPTH);
		trial_run(&t);
		SIM_EQ(s, trial_counted(&t), trial_taken(&t), "all transactions");
		for (int EACH(ph, 0); ph < 16; ph++) {
			nm_queue(&t.table, -1, ph, &q);
			SIM_EQ(s, nm_deep(&q, 33) > 0, together && ph == 3, "depth above 32");
			SIM_EQ(s, q.total > 0, ph >= 2 && ph <= 4, "phases");
		}
		/* A transaction waits 6 clocks for each one before it in the FIFO, and up to 6
		 * for the one being served. The waiting computed from the depths is compared
		 * with that of the model, which follows every transaction. */
		nm_queue(&t.table, -1, -1, &q);
		card_get_stats(machine_card(t.machine, 0), &st);
		SIM_CHECK(s,
			  st.waited >= 6 * q.waiting && st.waited <= 6 * (q.waiting + q.total),
			  "waiting: %llu clocks, depths %llu of %llu",
			  (unsigned long long)st.waited, (unsigned long long)q.waiting,
			  (unsigned long long)q.total);
		SIM_EQ(s, st.deepest > 32, together, "the deepest FIFO");
		trial_end(&t);
	}
}

/* ---- false sharing ---- */

struct sharing {
	unsigned int done[MACHINE_PROCESSORS];
	uint32_t apart; /* distance between the processors' words in bytes */
};

static bool two_writers(void *arg, unsigned int p, struct machine_ref *r)
{
	struct sharing *f = arg;

	if (p > 1 || f->done[p] >= 150)
		return false;
	f->done[p]++;
	*r = (struct machine_ref){
		.kind = MACHINE_WRITE, .addr = 0x8000 + p * f->apart, .clocks = 150};
	return true;
}

static void false_sharing(struct sim *s)
{
	static struct trial t;

	memset(&t, 0, sizeof(t));
	for (unsigned int EACH(padded, 0); padded < 2; padded++) {
		struct sharing f = {.apart = padded ? 64 : 8};
		const struct machine_config cfg = {.card = {.station = 0},
						   .processors = 4,
						   .next = two_writers,
						   .arg = &f};
		struct nm_sharing n;
		struct nm_hits h;

		trial_begin(s, &t, &cfg, NM_HISTOGRAM);
		trial_label(&t, 0x8000, 128, 5);
		trial_run(&t);
		h = trial_hits(&t, 5, -1);
		n = nm_false_sharing(&h, NM_SHARING_SHARE, NM_SHARING_LEAST);
		if (padded) {
			SIM_CHECK(s, !n.suspect && h.hit[NM_LI][NM_HIT_REEX] * 100 < 300,
				  "padded lines are not suspected");
		} else {
			SIM_CHECK(s, n.suspect, "the line is suspected");
			SIM_CHECK(s, h.hit[NM_LI][NM_HIT_REEX] * 10 >= n.exclusive * 9,
				  "reads exclusive that hit LI: %llu of %llu",
				  (unsigned long long)h.hit[NM_LI][NM_HIT_REEX],
				  (unsigned long long)n.exclusive);
			SIM_CHECK(s, n.exclusive > 150, "reads exclusive");
		}
		trial_end(&t);
	}
}

/* ---- a producer and a consumer ---- */

/* Processor 0 writes a line, then processor 1 reads it; this is repeated fifty times. */
static bool hand_over(void *arg, unsigned int p, struct machine_ref *r)
{
	unsigned int *done = arg;
	const unsigned int n = done[p]++;

	/* write | barrier | barrier: processor 0;  barrier | read | barrier: processor 1 */
	if (n >= 150 || p > 1)
		return false;
	*r = (struct machine_ref){.kind = MACHINE_BARRIER};
	if (n % 3 == p)
		*r = (struct machine_ref){.kind = p ? MACHINE_READ : MACHINE_WRITE,
					  .addr = 0xC000};
	return true;
}

static void producer_consumer(struct sim *s)
{
	unsigned int done[2] = {0};
	const struct machine_config cfg = {
		.card = {.station = 0}, .processors = 2, .next = hand_over, .arg = done};
	struct nm_hits h, expected = {.total = 0};
	static struct trial t;

	memset(&t, 0, sizeof(t));
	trial_begin(s, &t, &cfg, NM_HISTOGRAM);
	trial_label(&t, 0xC000, 64, 9);
	trial_run(&t);
	h = trial_hits(&t, 9, -1);
	/* The first write finds no copy. Each later write upgrades the writer's shared copy
	 * (LV) and causes an invalidate, which returns when the line is owned. Each read finds
	 * the line owned, and the owner's write-back arrives while the line is locked. */
	expected.hit[NM_LV][NM_HIT_REEX] = 1;
	expected.hit[NM_LV][NM_HIT_UPGRADE] = 49;
	expected.hit[NM_LI][NM_HIT_INVAL] = 49;
	expected.hit[NM_LI][NM_HIT_READ] = 50;
	expected.hit[NM_LI][NM_HIT_WRITE_BACK] = 50;
	expected.total = 199;
	SIM_CHECK(s, !memcmp(&h, &expected, sizeof(h)), "Table 4.7, cell by cell");
	SIM_EQ(s, trial_counted(&t), 199, "nothing else");
	trial_end(&t);
}

/* ---- the state that a request finds ---- */

static bool one_after_the_other(void *arg, unsigned int p, struct machine_ref *r)
{
	unsigned int *done = arg;

	/* processors 4 and 8 of two other stations store, then 0 and 1 of the line's own: each
	 * store finds another state than it leaves, or the states differ in number */
	static const struct {
		unsigned int processor, clocks;
	} stores[] = {{4, 0}, {8, 3000}, {0, 6000}, {1, 9000}};
	const unsigned int n = done[p]++;
	unsigned int found = 0;

	for (unsigned int i = 0; i < 4; i++)
		if (stores[i].processor == p && found++ == n) {
			*r = (struct machine_ref){.kind = MACHINE_WRITE,
						  .addr = 0xC000,
						  .clocks = stores[i].clocks};
			return true;
		}
	return false;
}

/* Checks that the monitor counts the state that a request finds, not the state after it: a
 * Read_Ex_Req that finds LV changes it to GI, and the next one finds GI. */
static void state_found(struct sim *s)
{
	unsigned int done[MACHINE_PROCESSORS] = {0};
	const struct machine_config cfg = {.card = {.station = 0},
					   .processors = 12,
					   .next = one_after_the_other,
					   .arg = done};
	struct nm_hits h;
	struct card_line line;
	static struct trial t;

	memset(&t, 0, sizeof(t));
	trial_begin(s, &t, &cfg, NM_HISTOGRAM);
	trial_label(&t, 0xC000, 64, 9);
	trial_run(&t);
	h = trial_hits(&t, 9, -1);
	/* the counter of Table 4.6 itself: label 9, Read_Ex_Req */
	SIM_EQ(s, t.table.count[9 << 7 | 1 << 5 | 1 << 3 | NM_REEX_REQ], 1, "LV: valid, local");
	SIM_EQ(s, t.table.count[9 << 7 | 1 << 5 | NM_REEX_REQ], 1, "LI: invalid, local");
	SIM_EQ(s, t.table.count[9 << 7 | NM_REEX_REQ], 2, "GI: invalid, global");
	SIM_EQ(s, h.hit[NM_GV][NM_HIT_REEX], 0, "GV");
	/* each transfer of ownership brings the line back from its owner */
	SIM_EQ(s, h.hit[NM_LI][NM_HIT_WRITE_BACK] + h.hit[NM_GI][NM_HIT_WRITE_BACK], 3,
	       "write-backs");
	card_look(machine_card(t.machine, 0), 0xC000, &line);
	SIM_EQ(s, line.state, CARD_LI, "the state in the end");
	trial_end(&t);
}

/* ---- fine and coarse ---- */

/* Makes references to 64 MB: in each quarter to each of 512 ranges of 32 KB, in all phases. */
static bool everywhere(void *arg, unsigned int p, struct machine_ref *r)
{
	unsigned int *done = arg;
	const unsigned int n = done[p]++, k = p * 32 + n;

	if (n >= 32)
		return false;
	*r = (struct machine_ref){.kind = n % 3 ? MACHINE_READ : MACHINE_WRITE,
				  .addr = k % 4 << 24 | k * 37 % 512 << 15 |
					  (n * 64 + p * 4096) % 32768,
				  .phase = (k / 4 + 4 * (k / 512)) & 15,
				  .clocks = 60};
	return true;
}

/* The counts that each mode must have, computed from the card's bus; a label is the number of
 * its 32 KB range. */
struct expected {
	uint64_t fine[512], coarse[2][16][16], all;
};

static void expect(void *arg, const struct card_pins *p)
{
	struct expected *e = arg;
	const unsigned int label = p->ad >> 15 & 511, tag = p->ad >> 25 & 1,
			   select = p->ad >> 24 & 1, phase = p->ad >> 48 & 15;

	if (!p->mon_start)
		return;
	e->all++;
	e->fine[label]++;
	e->coarse[tag][phase][select ? label & 15 : label >> 4 & 15]++;
}

static uint64_t group(const struct trial *t, unsigned int first)
{
	uint64_t n = 0;

	for (unsigned int i = 0; i < 128; i++)
		n += t->table.count[first + i];
	return n;
}

/* Runs the same workload in both modes, with 512 labels over 16 MB, or 16 labels and 16 phases
 * over 64 MB: every group of counters must agree with the bus. */
static void fine_and_coarse(struct sim *s)
{
	static struct expected e[2];
	static struct trial t;
	struct nm_hits all[2];
	unsigned int labels = 0, cells = 0;

	memset(&t, 0, sizeof(t));
	memset(e, 0, sizeof(e));
	for (unsigned int EACH(mode, 0); mode < 2; mode++) {
		unsigned int done[MACHINE_PROCESSORS] = {0};
		const struct machine_config cfg = {
			.card = {.station = 2}, .next = everywhere, .arg = done};

		t.watch = expect;
		t.watch_arg = &e[mode];
		trial_begin(s, &t, &cfg, NM_HISTOGRAM + mode);
		for (uint32_t k = 0; k < NM_LABELS; k++)
			monitor_poke_label(t.m, k, (uint16_t)(k >> 9)); /* 32 KB each */
		trial_run(&t);
		all[mode] = trial_hits(&t, -1, -1);
		SIM_EQ(s, all[mode].total, e[mode].all, "all events");
		for (unsigned int EACH(k, 0); !mode && k < 512; k++) {
			SIM_EQ(s, group(&t, k << 7), e[0].fine[k], "a label of mode 0");
			SIM_EQ(s, trial_hits(&t, (int)k, -1).total, e[0].fine[k],
			       "as reported");
			labels += e[0].fine[k] > 0;
		}
		for (unsigned int EACH(i, 0); mode && i < 512; i++) {
			const unsigned int tag = i >> 8, phase = i >> 4 & 15, nibble = i & 15;
			const uint64_t want = e[1].coarse[tag][phase][nibble];

			SIM_EQ(s, group(&t, tag << 15 | phase << 11 | nibble << 7), want,
			       "a label, phase and tag of mode 1");
			cells += want > 0;
			if (!tag)
				SIM_EQ(s, trial_hits(&t, (int)nibble, (int)phase).total,
				       want + e[1].coarse[1][phase][nibble], "as reported");
		}
		trial_end(&t);
	}
	SIM_EQ(s, labels, 512, "labels distinguished over 16 MB");
	SIM_EQ(s, cells, 512, "labels, phases and tags distinguished over 64 MB");
	SIM_CHECK(s, !memcmp(all[0].hit, all[1].hit, sizeof(all[0].hit)), "column sums agree");
}

/* ---- without a stop ---- */

static bool few_lines(void *arg, unsigned int p, struct machine_ref *r)
{
	unsigned int *done = arg;
	const unsigned int n = done[p]++;

	if (n >= done[MACHINE_PROCESSORS])
		return false;
	*r = (struct machine_ref){.kind = (n + p) % 2 ? MACHINE_READ : MACHINE_WRITE,
				  .addr = (n * 5 + p * 3) % 11 * 64,
				  .phase = p & 15,
				  .clocks = 40};
	return true;
}

/* Makes successive overflows while events continue to come: none may be lost. */
static void continuous(struct sim *s)
{
	const unsigned int wraps = (unsigned int)sim_length(s, 3, 1);
	unsigned int done[MACHINE_PROCESSORS + 1] = {[MACHINE_PROCESSORS] = 1u << 30};
	const struct machine_config cfg = {
		.card = {.station = 3}, .processors = 16, .next = few_lines, .arg = done};
	uint64_t preset = 0;
	static struct trial t;

	memset(&t, 0, sizeof(t));
	trial_begin(s, &t, &cfg, NM_HISTOGRAM);
	trial_start(&t);
	for (unsigned int EACH(i, 0); i < wraps; i++) {
		struct nm_state st;
		uint32_t v;

		/* the counter of reads of lines in LI, which many events hit, in the half of
		 * the counters that is in use */
		SIM_EQ(s, (uint64_t)nm_get_state(&t.nm, &st), 0, "state");
		const unsigned int k = NM_READ_REQ | 1 << 5 | st.half << 6;

		monitor_settle(t.m);
		v = monitor_counter(t.m, k);
		monitor_poke(t.m, k, UINT32_MAX - 3);
		preset += UINT32_MAX - 3 - (uint64_t)v;
		while (nm_serve(&t.nm, &t.table, 1000) == -ETIMEDOUT)
			;
		SIM_EQ(s, t.table.overflows, i + 1, "overflows served");
	}
	done[MACHINE_PROCESSORS] = 0;
	trial_run(&t);
	SIM_EQ(s, trial_counted(&t), trial_taken(&t) + preset, "events");
	SIM_EQ(s, t.table.overflows, wraps, "overflows");
	trial_end(&t);
}

/* ---- no intrusion ---- */

/* The card waits if the monitor's pins request it (card_attach()); a monitor that did so would
 * change the transactions on the bus and the program's run time. */
static void no_intrusion(struct sim *s)
{
	static struct trial t;
	static const enum nm_mode modes[] = {NM_OFF,	   NM_FLYER,	  NM_DEPTH,
					     NM_HISTOGRAM, NM_HISTOGRAM1, NM_HISTOGRAM2,
					     NM_HISTOGRAM3};
	uint64_t first = 0, run = 0;

	memset(&t, 0, sizeof(t));
	for (unsigned int EACH(i, 0); i < 7; i++) {
		unsigned int done[MACHINE_PROCESSORS + 1] = {[MACHINE_PROCESSORS] = 30};
		const struct machine_config cfg = {.card = {.station = 3},
						   .processors = 16,
						   .next = few_lines,
						   .arg = done};

		t.attached = true;
		trial_begin(s, &t, &cfg, modes[i]);
		trial_start(&t);
		while (!machine_done(t.machine))
			sim_wait_cycles(t.m->clk, 50);
		nmbus_traffic(t.m->bus, NULL, NULL);
		trial_collect(&t);
		SIM_EQ(s, trial_counted(&t), modes[i] == NM_OFF ? 0 : trial_taken(&t),
		       "events");
		if (!i) {
			first = t.trace;
			run = machine_run_time(t.machine);
		}
		SIM_EQ(s, t.trace, first, "what the card put on the bus, clock by clock");
		SIM_EQ(s, machine_run_time(t.machine), run, "the run time");
		trial_end(&t);
	}
}

/* ---- intrusion ---- */

struct reading {
	unsigned int left, every;
};

/* Returns the next reference of a program of one processor that occasionally reads a counter of
 * the monitor. */
static bool reads_counters(void *arg, unsigned int p, struct machine_ref *r)
{
	struct reading *g = arg;

	(void)p;
	if (!g->left)
		return false;
	g->left--;
	*r = (struct machine_ref){
		.kind = MACHINE_READ, .addr = 0x40000 + g->left * 64, .clocks = 20};
	if (g->every && g->left % g->every == 0)
		r->kind = MACHINE_COUNTER;
	return true;
}

#define READING 80u

static uint64_t run_time(struct sim *s, struct trial *t, enum nm_mode mode, unsigned int every,
			 unsigned int later)
{
	struct reading g = {.left = READING, .every = every};
	const struct machine_config cfg = {.card = {.station = 1},
					   .stations = 2,
					   .processors = 1,
					   .next = reads_counters,
					   .arg = &g};
	struct machine_stats st;
	uint64_t run;

	t->attached = true;
	t->ack_later = later;
	trial_begin(s, t, &cfg, mode);
	trial_start(t);
	while (!machine_done(t->machine))
		sim_wait_cycles(t->m->clk, 50);
	nmbus_traffic(t->m->bus, NULL, NULL);
	trial_collect(t);
	machine_get_stats(t->machine, &st);
	SIM_EQ(s, st.counters, every ? READING / every : 0, "reads of counters");
	SIM_EQ(s, trial_counted(t), mode == NM_OFF ? 0 : READING - st.counters,
	       "the others are counted");
	run = machine_run_time(t->machine);
	trial_end(t);
	return run;
}

/* Compares run times: counting must not cost time; reading counters does, by the response time
 * of the monitor. */
static void intrusion(struct sim *s)
{
	static struct trial t;
	uint64_t off, rare, often, word;

	memset(&t, 0, sizeof(t));
	off = run_time(s, &t, NM_OFF, 0, 0);
	SIM_EQ(s, run_time(s, &t, NM_HISTOGRAM, 0, 0), off, "counting");
	SIM_EQ(s, run_time(s, &t, NM_FLYER, 0, 0), off, "counting");
	rare = run_time(s, &t, NM_FLYER, 40, 0);
	often = run_time(s, &t, NM_FLYER, 4, 0);
	/* Each read of a counter replaces a read of a line, which takes longer. */
	word = off - rare;
	SIM_CHECK(s, rare < off && word % (READING / 40) == 0, "reads change the run time");
	SIM_EQ(s, off - often, 10 * word, "ten times as many reads take ten times as long");
	/* The monitor answers each read 1 clock later, then 7. */
	SIM_EQ(s, run_time(s, &t, NM_FLYER, 4, 1), often + READING / 4, "a slower answer");
	SIM_EQ(s, run_time(s, &t, NM_FLYER, 4, 7), often + 7 * (READING / 4), "slower still");
}

const struct sim_test sim_tests[] = {
	{"card_wrong_station", wrong_station, "NM-EXP-001 NM-EXP-002", NULL},
	{"card_peak_activity", peak_activity, "NM-EXP-003", NULL},
	{"card_false_sharing", false_sharing, "NM-EXP-004", NULL},
	{"card_producer_consumer", producer_consumer, "NM-EXP-005", NULL},
	{"card_state_found", state_found, "NM-HST-024", NULL},
	{"card_fine_and_coarse", fine_and_coarse, "NM-EXP-006", NULL},
	{"card_continuous", continuous, "NM-EXP-007", NULL},
	{"card_no_intrusion", no_intrusion, "NM-EXP-008", NULL},
	{"card_intrusion", intrusion, "NM-SCI-004", NULL},
	{0},
};
