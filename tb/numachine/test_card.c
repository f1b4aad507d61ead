/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The monitor on the memory card of a running machine, seen through its driver and the reports:
 * each mode finds the trouble that was planted. Processors, caches, network and directory are
 * the model in tb/machine/numachine; every clock of the monitor is compared with the golden
 * model as in all tests.
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
				  .clocks = 100};
	return true;
}

static void wrong_station(struct sim *s)
{
	static struct nm_page page[NM_PAGES];
	struct machine_config cfg = {.card = {.station = 0}, .next = one_page};
	static struct trial t;
	uint64_t remote[2];

	memset(&t, 0, sizeof(t));
	for (unsigned int moved = 0; moved < 2; moved++) {
		struct machine_stats st;

		memset(left, 0, sizeof(left));
		for (unsigned int i = 0; i < 4; i++) {
			left[9 * 4 + i] = 1250;
			left[i] = 250;
		}
		if (moved)
			cfg.card.station = (uint8_t)nm_migrate(&page[PAGE], 0, NM_PAGE_LEAST,
							       NM_PAGE_FACTOR);
		trial_begin(s, &t, &cfg, NM_FLYER);
		trial_run(&t);
		nm_pages(&t.table, page);
		SIM_EQ(s, page[PAGE].access[9], 5000, "station 9");
		SIM_EQ(s, page[PAGE].access[0], 1000, "station 0");
		SIM_EQ(s, trial_counted(&t), 6000, "all");
		SIM_EQ(s, trial_taken(&t), 6000, "transactions");
		machine_get_stats(t.machine, &st);
		remote[moved] = st.remote;
		trial_end(&t);
		if (!moved)
			SIM_EQ(s,
			       (uint64_t)nm_migrate(&page[PAGE], 0, NM_PAGE_LEAST,
						    NM_PAGE_FACTOR),
			       9, "advice");
	}
	/* those of station 9, which were remote, are local; what is left is station 0's */
	SIM_EQ(s, remote[0], 5000, "remote accesses before");
	SIM_EQ(s, remote[1] - 1000, 0, "station 9's remote accesses after");
}

/* ---- a burst ---- */

struct burst {
	unsigned int done[MACHINE_PROCESSORS];
	bool together;
};

/* Phases 2, 3 and 4; before phase 3 all wait for each other, or not. */
static bool phases(void *arg, unsigned int p, struct machine_ref *r)
{
	struct burst *b = arg;
	const unsigned int n = b->done[p]++;

	if (n >= 32)
		return false;
	*r = (struct machine_ref){.kind = MACHINE_UNCACHED,
				  .addr = 0x40000 + p * 64,
				  .phase = (uint8_t)(n < 10    ? 2
						     : n <= 20 ? 3
							       : 4),
				  .clocks = 3000 + 13 * ((p * 7 + n * 5) % 64)};
	if (n == 10 && b->together)
		*r = (struct machine_ref){.kind = MACHINE_BARRIER, .phase = 3};
	else if (n > 10 && n <= 20 && b->together)
		r->clocks = 0;
	return true;
}

static void peak_activity(struct sim *s)
{
	static struct trial t;

	memset(&t, 0, sizeof(t));
	for (unsigned int together = 0; together < 2; together++) {
		struct burst b = {.together = together};
		const struct machine_config cfg = {
			.card = {.station = 5}, .next = phases, .arg = &b};
		struct card_stats st;
		struct nm_queue q;

		trial_begin(s, &t, &cfg, NM_DEPTH);
		trial_run(&t);
		SIM_EQ(s, trial_counted(&t), trial_taken(&t), "all transactions");
		for (int ph = 0; ph < 16; ph++) {
			nm_queue(&t.table, -1, ph, &q);
			SIM_EQ(s, nm_deep(&q, 33) > 0, together && ph == 3, "depth above 32");
			SIM_EQ(s, q.total > 0, ph >= 2 && ph <= 4, "phases");
		}
		/* the time in the FIFO by depth: those before it, 6 clocks each, and the rest
		 * of the one being served; and by watching every transaction */
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
	uint32_t apart; /* bytes between the words of the processors */
};

static bool two_writers(void *arg, unsigned int p, struct machine_ref *r)
{
	struct sharing *f = arg;

	if (p > 1 || f->done[p] >= 1000)
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
	for (unsigned int padded = 0; padded < 2; padded++) {
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
			SIM_CHECK(s, !n.suspect && h.hit[NM_LI][NM_HIT_REEX] * 100 < 2000,
				  "padded lines are not suspected");
		} else {
			SIM_CHECK(s, n.suspect, "the line is suspected");
			SIM_CHECK(s, h.hit[NM_LI][NM_HIT_REEX] * 10 >= n.exclusive * 9,
				  "reads exclusive that hit LI: %llu of %llu",
				  (unsigned long long)h.hit[NM_LI][NM_HIT_REEX],
				  (unsigned long long)n.exclusive);
			SIM_CHECK(s, n.exclusive > 1000, "reads exclusive");
		}
		trial_end(&t);
	}
}

/* ---- a producer and a consumer ---- */

/* Processor 0 writes a line, then processor 1 reads it, and so on: fifty rounds. */
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
	/* the first write finds no copy; then each upgrades its shared copy, LV, and sends an
	 * invalidate, which comes back to the owned line; each read finds it owned, and the
	 * owner's write-back comes to the locked line */
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

/* ---- fine and coarse ---- */

static bool everywhere(void *arg, unsigned int p, struct machine_ref *r)
{
	unsigned int *done = arg;
	const unsigned int n = done[p]++;

	if (n >= 100)
		return false;
	/* 16 MB in 512 parts of 32 KB */
	*r = (struct machine_ref){
		.kind = n % 3 ? MACHINE_READ : MACHINE_WRITE,
		.addr = ((p * 100 + n) * 37 % 512 * 32768 + (n * 64 + p * 4096) % 32768) &
			0xFFFFC0,
		.phase = n / 7 & 15,
		.clocks = 300};
	return true;
}

static void fine_and_coarse(struct sim *s)
{
	static struct trial t;
	struct nm_hits fine[512], all[2];
	uint64_t coarse = 0, sum = 0, n = 0;

	memset(&t, 0, sizeof(t));
	for (unsigned int mode = 0; mode < 2; mode++) {
		unsigned int done[MACHINE_PROCESSORS] = {0};
		const struct machine_config cfg = {
			.card = {.station = 2}, .next = everywhere, .arg = done};

		trial_begin(s, &t, &cfg, NM_HISTOGRAM + mode);
		for (uint32_t k = 0; k < NM_LABELS; k++)
			monitor_poke_label(t.m, k, (uint16_t)(k >> 9)); /* 32 KB each */
		trial_run(&t);
		all[mode] = trial_hits(&t, -1, -1);
		for (int k = 0; !mode && k < 512; k++) {
			fine[k] = trial_hits(&t, k, -1);
			n += fine[k].total > 0;
			sum += fine[k].total;
		}
		/* the half that mode 1 takes of the label: AD24 = 0 */
		for (int k = 0; mode && k < 16; k++) {
			uint64_t by_label = 0;

			for (int l = 0; l < 256; l++)
				if (l >> 4 == k)
					by_label += fine[l].total + fine[l + 256].total;
			SIM_EQ(s, trial_hits(&t, k, -1).total, by_label, "a label of mode 1");
			for (int ph = 0; ph < 16; ph++)
				coarse += trial_hits(&t, k, ph).total;
		}
		trial_end(&t);
	}
	SIM_EQ(s, n, 512, "labels told apart");
	SIM_EQ(s, sum, all[0].total, "sum over the labels");
	SIM_EQ(s, coarse, all[1].total, "sum over labels and phases");
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

/* Overflows, one after the other, while events keep coming: none is lost. */
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
	for (unsigned int i = 0; i < wraps; i++) {
		struct nm_state st;
		uint32_t v;

		/* a counter that many of these hit, in the half in use: reads of lines in LI */
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

static void no_intrusion(struct sim *s)
{
	static struct trial t;
	static const enum nm_mode modes[] = {NM_OFF, NM_HISTOGRAM, NM_FLYER, NM_DEPTH};
	uint64_t first = 0;

	memset(&t, 0, sizeof(t));
	for (unsigned int i = 0; i < 4; i++) {
		unsigned int done[MACHINE_PROCESSORS + 1] = {[MACHINE_PROCESSORS] = 100};
		const struct machine_config cfg = {.card = {.station = 3},
						   .processors = 16,
						   .next = few_lines,
						   .arg = done};

		trial_begin(s, &t, &cfg, modes[i]);
		trial_start(&t);
		while (!machine_done(t.machine))
			sim_wait_cycles(t.m->clk, 50);
		nmbus_traffic(t.m->bus, NULL, NULL);
		trial_collect(&t);
		SIM_EQ(s, trial_counted(&t), modes[i] == NM_OFF ? 0 : trial_taken(&t),
		       "events");
		if (!i)
			first = t.trace;
		SIM_EQ(s, t.trace, first, "what the card put on the bus, clock by clock");
		trial_end(&t);
	}
}

const struct sim_test sim_tests[] = {
	{"card_wrong_station", wrong_station, "NM-EXP-001 NM-EXP-002", NULL},
	{"card_peak_activity", peak_activity, "NM-EXP-003", NULL},
	{"card_false_sharing", false_sharing, "NM-EXP-004", NULL},
	{"card_producer_consumer", producer_consumer, "NM-EXP-005 NM-HST-024", NULL},
	{"card_fine_and_coarse", fine_and_coarse, "NM-EXP-006", NULL},
	{"card_continuous", continuous, "NM-EXP-007", NULL},
	{"card_no_intrusion", no_intrusion, "NM-EXP-008", NULL},
	{0},
};
