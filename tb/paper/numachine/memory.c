/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The NUMAchine memory monitor at work, which the thesis could only propose: its latency (4.6,
 * 5.3), the memory that it observes (figure A.1), and programs whose trouble it finds (3.3,
 * 3.4, 4.5, Table 4.7). The monitor is the RTL, every clock of it compared with the golden
 * model; processors, caches, network and directory are tb/machine/numachine.
 */
#include "kernels.h"
#include "paper.h"
#include "trial.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct trial t;
static struct sim *s;
static struct paper *p;

static void run(const char *name, unsigned int n, unsigned int station, enum nm_mode mode)
{
	struct machine_config cfg = {.card = {.station = (uint8_t)station},
				     .seed = paper_seed(p)};
	struct kernel *k = kernel_open(name, n, &cfg);

	if (!k) {
		perror("memory: the simulation");
		exit(1);
	}
	trial_begin(s, &t, &cfg, mode);
	if (nm_is_histogram(mode)) {
		trial_label(&t, 0x800000, 0x8000, 1);
		trial_label(&t, 0x808000, 0x8000, 2);
		trial_label(&t, 0x810000, 0x8000, 3);
		trial_label(&t, 0x818000, 0x8000, 4);
	}
	trial_run(&t);
	kernel_close(k);
}

/* ---- latency ---- */

static void latency(void)
{
	struct nmbus_access a = {.ad = nmbus_source(37, 3) | 0x48C000, .cmd = 0x008};
	unsigned int clocks = 0;

	paper_section(p, "From a transaction to its counter's address (4.6, 5.3)");
	monitor_settle(t.m);
	nmbus_start(t.m->bus, &a);
	do {
		sim_wait_edge(t.m->clk, SIM_RISE);
		clocks++;
		sim_settle(s);
	} while (!sim_get(sim_pin(s, "flex_write_sram")));
	paper_value(p, &(struct paper_value){.what = "latency",
					     .unit = "clocks",
					     .published = 3,
					     .ours = clocks,
					     .low = 3,
					     .high = 3,
					     .shows = "NM-EXP-009"});
	paper_value(p, &(struct paper_value){.what = "latency at 50 MHz",
					     .unit = "ns",
					     .published = 60,
					     .ours = clocks * 20.0,
					     .low = 60,
					     .high = 60,
					     .shows = "NM-EXP-009"});
	monitor_settle(t.m);
}

/* ---- observable memory ---- */

/* MB in which two addresses of different lines are told apart by the label, or by the mode. */
static double observable(unsigned int geometry, unsigned int mode)
{
	const bool wide = geometry & 1, two = geometry & 2;
	const unsigned int index = 6 + wide + two; /* lowest bit of the label's index */
	struct nmbus_access a = {.ad = nmbus_source(0, 0), .cmd = 0x008, .valid = true};
	double mb = 16 << wide << two;
	int32_t base, other;

	monitor_geometry(t.m, wide, two);
	monitor_put(t.m, NUMACHINE_CONFIG, MONITOR_HISTOGRAM + mode);
	/* the halves of this label differ */
	monitor_poke_label(t.m, 0, 0x0A5);
	base = monitor_count(t.m, &a);
	/* bits above the index that move the event to another counter all the same */
	for (unsigned int bit = index + 18; bit < 28; bit++) {
		a.ad = nmbus_source(0, 0) | 1ull << bit;
		other = monitor_count(t.m, &a);
		mb *= other == base ? 1 : 2;
	}
	return mb;
}

static void observed(void)
{
	static const unsigned int published[4][4] = {
		{16, 64, 32, 16}, {32, 128, 64, 32}, {32, 128, 64, 32}, {64, 256, 128, 64}};
	FILE *f;

	paper_section(p, "Memory that a histogram observes (figure A.1)");
	paper_text(p, "The figure's sizes cannot be told from its text; they follow from the "
		      "sentences: 16 MB for 64-byte lines and 32 MB for 128-byte lines and one "
		      "board, twice that with a tag bit, four times in mode 1. Mode 3 tells "
		      "neighbouring lines apart instead. With two boards the lines alternate, "
		      "and the two monitors together observe the size given.");
	nm_set_mode(&t.nm, NM_OFF);
	monitor_settle(t.m);
	f = paper_csv(p, "observable",
		      "line (bytes),boards,mode,observable memory (MB),expected (MB)");
	for (unsigned int g = 0; g < 4; g++)
		for (unsigned int m = 0; m < 4; m++) {
			const double mb = observable(g, m);
			char what[80];

			fprintf(f, "%u,%u,%u,%.0f,%u\n", 64 << (g & 1), 1 + (g >> 1), m, mb,
				published[g][m]);
			snprintf(what, sizeof(what), "%u-byte lines, %u board%s, mode %u",
				 64 << (g & 1), 1 + (g >> 1), g >> 1 ? "s" : "", m);
			paper_value(p, &(struct paper_value){.what = what,
							     .unit = "MB",
							     .published = published[g][m],
							     .ours = mb,
							     .low = published[g][m],
							     .high = published[g][m]});
		}
	paper_csv_end(p, f);
	monitor_geometry(t.m, false, false);
	monitor_settle(t.m);
}

/* ---- a page used by the wrong station ---- */

static void pages(void)
{
	static struct nm_page page[NM_PAGES];
	const unsigned int n = (unsigned int)paper_length(p, 1250, 1250);
	FILE *f = paper_csv(p, "pages", "home of the page,station,accesses");
	unsigned int remote[2] = {0};
	int to = -1;

	paper_section(p, "A page used by the wrong station (4.5.3)");
	for (unsigned int moved = 0; moved < 2; moved++) {
		const unsigned int home = moved ? (unsigned int)to : 0;

		run("page", n, home, NM_FLYER);
		nm_pages(&t.table, page);
		for (unsigned int i = 0; i < NM_STATIONS; i++)
			if (page[0x100].access[i])
				fprintf(f, "%u,%u,%" PRIu64 "\n", home, i,
					page[0x100].access[i]);
		remote[moved] = (unsigned int)(page[0x100].total - page[0x100].access[home]);
		if (!moved)
			to = nm_migrate(&page[0x100], 0, NM_PAGE_LEAST, NM_PAGE_FACTOR);
		trial_end(&t);
		if (to < 0)
			break;
	}
	paper_csv_end(p, f);
	paper_claim(p, to == 9,
		    "the page is advised to go to station 9, which makes five of six "
		    "accesses to it",
		    "NM-EXP-001");
	paper_value(p, &(struct paper_value){.what = "remote accesses before",
					     .unit = "",
					     .published = NAN,
					     .ours = remote[0],
					     .low = 4 * n,
					     .high = 4 * n,
					     .why = "planted"});
	paper_value(p, &(struct paper_value){.what = "remote accesses after the page was moved",
					     .unit = "",
					     .published = NAN,
					     .ours = remote[1],
					     .low = remote[0] / 5,
					     .high = remote[0] / 5,
					     .why = "those of station 9 are local now; what is "
						    "left is station 0's, as the advice says",
					     .shows = "NM-EXP-002"});
}

/* ---- a burst ---- */

static void burst(void)
{
	static const char *const names[] = {"burst", "spread"};
	const unsigned int n = (unsigned int)paper_length(p, 100, 20);
	FILE *f = paper_csv(p, "depth",
			    "program,phase,depth of the input FIFO (transactions),"
			    "transactions that found it");
	uint64_t deep[2][16];
	double by_depth[2], watched[2];

	paper_section(p, "Peak memory activity (3.4, 4.5.4)");
	for (unsigned int i = 0; i < 2; i++) {
		struct card_stats st;
		struct nm_queue q;

		run(names[i], n, 5, NM_DEPTH);
		for (int ph = 0; ph < 16; ph++) {
			nm_queue(&t.table, -1, ph, &q);
			deep[i][ph] = nm_deep(&q, 33);
			for (unsigned int d = 0; d < NM_DEPTHS; d++)
				if (q.count[d])
					fprintf(f, "%s,%d,%u,%" PRIu64 "\n", names[i], ph, d,
						q.count[d]);
		}
		nm_queue(&t.table, -1, -1, &q);
		card_get_stats(machine_card(t.machine, 0), &st);
		by_depth[i] = (double)q.waiting / (double)q.total * 6 * CARD_CLOCK_NS;
		watched[i] = (double)st.waited / (double)st.taken * CARD_CLOCK_NS;
		trial_end(&t);
	}
	paper_csv_end(p, f);
	for (int ph = 0; ph < 16; ph++)
		deep[0][0] += ph && ph != 3 ? deep[0][ph] : 0;
	paper_claim(
		p, deep[0][3] && !deep[0][0],
		"64 processors that come at once make the FIFO deeper than 32 in phase 3, and "
		"in no other",
		"NM-EXP-003");
	for (int ph = 1; ph < 16; ph++)
		deep[1][0] += deep[1][ph];
	paper_claim(p, !deep[1][0], "spread over time they never do", "NM-EXP-003");
	for (unsigned int i = 0; i < 2; i++) {
		char what[80];

		snprintf(what, sizeof(what), "mean time in the FIFO, program %s, by the depths",
			 names[i]);
		paper_value(
			p, &(struct paper_value){
				   .what = what,
				   .unit = "ns",
				   .digits = 1,
				   .published = NAN,
				   .ours = by_depth[i],
				   .low = watched[i] - 6 * CARD_CLOCK_NS,
				   .high = watched[i],
				   .why = "Little's law; what is watched is longer by the rest "
					  "of the transaction being served, less than 120 ns"});
		snprintf(what, sizeof(what), "... of every transaction, watched");
		paper_value(p, &(struct paper_value){.what = what,
						     .unit = "ns",
						     .digits = 1,
						     .published = NAN,
						     .ours = watched[i],
						     .low = by_depth[i],
						     .high = by_depth[i] + 6 * CARD_CLOCK_NS,
						     .why = "from the machine itself"});
	}
	paper_figure(
		p, "depth",
		"Transactions by the depth of the input FIFO that they found, by phase.",
		"set xlabel 'depth of the input FIFO (transactions)'\n"
		"set ylabel 'transactions'\nset logscale y\nset xrange [-1:64]\n"
		"plot for [ph=2:4] 'depth.csv' using "
		"(strcol(1) eq 'burst' && $2 == ph ? $3 : NaN):4 with points pt ph + 3 "
		"title sprintf('all at once, phase %d', ph), "
		"'depth.csv' using (strcol(1) eq 'spread' && $2 == 3 ? $3 : NaN):4 with points "
		"pt 2 title 'spread, phase 3'\n");
}

/* ---- false sharing ---- */

static double share_of(const char *kernel, bool *suspect)
{
	struct nm_sharing n;
	struct nm_hits h;

	run(kernel, (unsigned int)paper_length(p, 1000, 500), 0, NM_HISTOGRAM);
	h = trial_hits(&t, 2, -1);
	n = nm_false_sharing(&h, NM_SHARING_SHARE, NM_SHARING_LEAST);
	*suspect = n.suspect;
	trial_end(&t);
	return n.exclusive ? 100 * (double)n.taken / (double)n.exclusive : 0;
}

static void sharing(void)
{
	bool suspect[2];
	double share[2];

	paper_section(p, "False sharing (3.3.2, 4.5.5)");
	share[0] = share_of("false", &suspect[0]);
	share[1] = share_of("padded", &suspect[1]);
	paper_value(p, &(struct paper_value){
			       .what = "reads exclusive that find the line taken, two "
				       "words of one line",
			       .unit = "%",
			       .digits = 1,
			       .published = NAN,
			       .ours = share[0],
			       .low = 90,
			       .high = 100,
			       .why = "planted",
			       .shows = "NM-EXP-004"});
	paper_value(p, &(struct paper_value){.what = "the same words on lines of their own",
					     .unit = "%",
					     .digits = 1,
					     .published = NAN,
					     .ours = share[1],
					     .low = 0,
					     .high = 1,
					     .why = "padded",
					     .shows = "NM-EXP-004"});
	paper_claim(p, suspect[0] && !suspect[1], "the first is suspected, the second is not",
		    "NM-EXP-004");
}

/* ---- Table 4.7 ---- */

static void hit_table(void)
{
	static const char *const lines[] = {"LV", "LI", "GV", "GI"};
	static const char *const phases[] = {"private data", "shared data", "false sharing",
					     "migratory data", "producer and consumers"};
	FILE *f = paper_csv(p, "hits",
			    "phase,state of the line,Read,Read Exclusive,Upgrade,"
			    "Invalidate,Writeback");
	uint64_t sum = 0;
	struct nm_hits h;

	paper_section(p, "Memory state hit table of a program of five phases (Table 4.7)");
	run("mix", (unsigned int)paper_length(p, 200, 50), 0, NM_HISTOGRAM + 1);
	for (int ph = 0; ph < 5; ph++) {
		h = trial_hits(&t, -1, ph);
		sum += h.total;
		for (int l = 0; l < 4; l++)
			fprintf(f,
				"%s,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
				"\n",
				phases[ph], lines[l], h.hit[l][0], h.hit[l][1], h.hit[l][2],
				h.hit[l][3], h.hit[l][4]);
	}
	paper_csv_end(p, f);
	paper_claim(p, sum == trial_counted(&t) && sum == trial_taken(&t),
		    "the phases together are all transactions that the card took", NULL);
	h = trial_hits(&t, -1, 1);
	paper_claim(p, !h.hit[NM_LI][NM_HIT_READ] && !h.hit[NM_GI][NM_HIT_READ],
		    "data that are only read are never found taken", NULL);
	h = trial_hits(&t, -1, 3);
	paper_claim(
		p, h.hit[NM_GI][NM_HIT_REEX] > h.hit[NM_GV][NM_HIT_REEX],
		"migratory data that are to be written are with another writer more often than "
		"not",
		NULL);
	trial_end(&t);
}

int main(int argc, char **argv)
{
	p = paper_begin(argc, argv, "numachine", "memory", "The memory monitor at work");
	s = sim_new(NULL, 0, paper_seed(p));
	if (!s) {
		fprintf(stderr, "memory: no memory\n");
		return 1;
	}
	t.m = monitor_start(s);
	t.s = s;
	nm_open_device(&t.nm, nmbus_device(t.m->bus));
	latency();
	observed();
	pages();
	burst();
	sharing();
	hit_table();
	sim_delete(s);
	return paper_end(p);
}
