/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Experiments with the NUMAchine memory monitor, which the thesis could only propose: its
 * latency (4.6, 5.3), the memory that it observes (figure A.1), and programs whose problem it
 * finds (3.3, 3.4, 4.5, Table 4.7). The monitor is the RTL, which is compared with the golden
 * model in every clock; processors, caches, network and directory are tb/machine/numachine.
 */
#include "kernels.h"
#include "paper.h"
#include "random.h"
#include "trial.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The data of kernels.c that processors share: each part has a label of its own. */
#define SHARED 0x800000u
#define PART_BYTES 0x8000u
#define PARTS 4u
/* burst: depth from which the FIFO counts as deep, the phase of the barrier's accesses, and
 * clocks of service of each */
#define DEEP 33u
#define BURST_PHASE 3
#define SERVICE_CLOCKS 6

static struct trial trial;
static struct sim *sim;
static struct paper *paper;

static void run(const char *name, unsigned int n, unsigned int station, enum nm_mode mode)
{
	struct machine_config cfg = {.card = {.station = (uint8_t)station},
				     .seed = paper_seed(paper)};
	struct kernel *k = kernel_open(name, n, &cfg);

	trial.elsewhere = 0;
	if (!k) {
		perror("memory: the simulation");
		exit(1);
	}
	trial_begin(sim, &trial, &cfg, mode);
	if (nm_is_histogram(mode)) {
		for (unsigned int part = 0; part < PARTS; part++)
			trial_label(&trial, SHARED + part * PART_BYTES, PART_BYTES, part + 1);
	}
	trial_run(&trial);
	kernel_close(k);
}

/* ---- latency ---- */

static void latency(void)
{
	/* any processor, phase and address */
	struct nmbus_access a = {.ad = nmbus_source(37, 3) | 0x48C000, .cmd = CARD_READ_REQ};
	unsigned int clocks = 0;

	paper_section(paper, "From a transaction to its counter's address (4.6, 5.3)");
	monitor_settle(trial.m);
	nmbus_start(trial.m->bus, &a);
	do {
		sim_wait_edge(trial.m->clk, SIM_RISE);
		clocks++;
		sim_settle(sim);
	} while (!sim_get(sim_pin(sim, "flex_write_sram")));
	paper_value(paper, &(struct paper_value){.what = "latency",
						 .unit = "clocks",
						 .published = 3,
						 .ours = clocks,
						 .low = 3,
						 .high = 3,
						 .why = "the pipeline was designed for it",
						 .kind = PAPER_GIVEN,
						 .shows = "NM-EXP-009"});
	paper_value(paper, &(struct paper_value){.what = "latency at 50 MHz",
						 .unit = "ns",
						 .published = 60,
						 .ours = clocks * (double)CARD_CLOCK_NS,
						 .low = 60,
						 .high = 60,
						 .kind = PAPER_IMPLIED,
						 .implied_by = "the latency in clocks",
						 .shows = "NM-EXP-009"});
	monitor_settle(trial.m);
}

/* ---- observable memory ---- */

/* Returns the number of the counter for a read of an address, without the bits of command and
 * state. */
static int32_t counter_of(uint64_t addr)
{
	struct nmbus_access a = {
		.ad = nmbus_source(0, 0) | addr, .cmd = CARD_READ_REQ, .valid = true};

	return monitor_count(trial.m, &a) >> 7;
}

/*
 * Returns how many MB of memory the counters distinguish. The memory is divided into as many
 * parts as the mode distinguishes by label and address bits, and all entries of the label SRAM
 * of a part have one label. The counters at both ends of each part must be the same, and must
 * differ from those of every other part.
 */
static double observable(unsigned int geometry, unsigned int mode, unsigned int expected)
{
	/* mode 1 has 16 labels: eight in each half, which the select bit chooses */
	static const unsigned int labels[] = {512, 8, 256, 256};
	static int32_t seen[1024];
	const bool wide = geometry & 1, two = geometry & 2;
	const unsigned int index = 6 + wide + two; /* lowest bit of the label's index */
	/* parts of a label: mode 1 distinguishes them by the two bits above the index, mode 2
	 * by the higher of these, mode 3 by the lowest bit of the index */
	const unsigned int factor = mode == 1 ? 4 : mode ? 2 : 1;
	const unsigned int parts = labels[mode] * factor;
	const uint64_t bytes = (uint64_t)expected << 20;
	const unsigned int entries = NM_LABELS / labels[mode];
	unsigned int n = 0;

	monitor_geometry(trial.m, wide, two);
	monitor_put(trial.m, NUMACHINE_CONFIG, MONITOR_HISTOGRAM + mode);
	for (uint32_t k = 0; k < NM_LABELS; k++) {
		const unsigned int part = k / entries;

		/* mode 1 uses one half of the label, mode 2 does not use its lowest bit */
		monitor_poke_label(trial.m, k,
				   (uint16_t)(mode == 1	  ? part << 4 | (8 + part)
					      : mode == 2 ? part << 1
							  : part));
	}
	for (unsigned int i = 0; i < parts; i++) {
		/* number of bytes with the same value of the address bits above the index that
		 * the mode adds */
		const uint64_t each = bytes / (mode == 3 ? 1 : factor);
		const uint64_t size = each / labels[mode];
		/* Modes 0 and 1: the parts follow one another. Mode 2: the parts of all labels,
		 * then those with the added bit set. Mode 3: the even lines of a label are a
		 * part, and its odd ones. */
		const uint64_t first =
			mode == 3   ? i / 2 * size + (i % 2ull << index)
			: mode == 2 ? i % 256 * size + ((uint64_t)(i / 256) << (index + 19))
				    : i * size;
		const uint64_t last =
			first + size - (mode == 3 ? 2ull << index : 1ull << index);
		bool apart = true;

		seen[i] = counter_of(first);
		for (unsigned int j = 0; j < i; j++)
			apart = apart && seen[j] != seen[i];
		n += apart && counter_of(last) == seen[i];
	}
	return (double)n * (double)bytes / parts / (1 << 20);
}

static void observed(void)
{
	static const unsigned int published[4][4] = {
		{16, 64, 32, 16}, {32, 128, 64, 32}, {32, 128, 64, 32}, {64, 256, 128, 64}};
	FILE *f;

	paper_section(paper, "Memory that a histogram observes (figure A.1)");
	paper_text(paper,
		   "The text gives no sizes for the figure; they follow from the sentences: "
		   "16 MB for 64-byte lines and 32 MB for 128-byte lines and one board, "
		   "twice that with a tag bit (not the bit above the index, but the next), "
		   "four times in mode 1. Mode 3 tells neighbouring lines apart instead. "
		   "With two boards the lines alternate, "
		   "and the two monitors together observe the size given. Measured: "
		   "the parts of the memory (one for each label and address bit of the "
		   "mode) whose two ends the monitor counts in one counter that counts no "
		   "other part.");
	nm_set_mode(&trial.nm, NM_OFF);
	monitor_settle(trial.m);
	f = paper_csv(paper, "observable",
		      "line (bytes),boards,mode,observable memory (MB),expected (MB)");
	for (unsigned int g = 0; g < 4; g++)
		for (unsigned int m = 0; m < 4; m++) {
			const double mb = observable(g, m, published[g][m]);
			/* the rows with each mode, the longer line and the second board once */
			const bool own = !g || (!m && g < 3);
			char what[80];

			fprintf(f, "%u,%u,%u,%.0f,%u\n", 64 << (g & 1), 1 + (g >> 1), m, mb,
				published[g][m]);
			snprintf(what, sizeof(what), "%u-byte lines, %u board%s, mode %u",
				 64 << (g & 1), 1 + (g >> 1), g >> 1 ? "s" : "", m);
			paper_value(paper,
				    &(struct paper_value){
					    .what = what,
					    .unit = "MB",
					    .published = published[g][m],
					    .ours = mb,
					    .low = published[g][m],
					    .high = published[g][m],
					    .kind = own ? PAPER_PREDICTED : PAPER_IMPLIED,
					    .implied_by = own ? NULL
							      : "the rows of its mode, "
								"its line and its boards",
					    .shows = "NM-SCI-002"});
		}
	paper_csv_end(paper, f);
	monitor_geometry(trial.m, false, false);
	monitor_settle(trial.m);
}

/* ---- a page used by the wrong station ---- */

struct planted {
	uint32_t page;
	unsigned int user, other, left[MACHINE_PROCESSORS];
};

/* A program: one station makes five of six accesses to a page, another station the others. */
static bool planted_page(void *arg, unsigned int q, struct machine_ref *r)
{
	struct planted *x = arg;

	if (!x->left[q])
		return false;
	x->left[q]--;
	*r = (struct machine_ref){.kind = MACHINE_UNCACHED,
				  .addr = x->page << MACHINE_PAGE_BITS |
					  x->left[q] * 8 % NM_PAGE_BYTES,
				  .clocks = 100};
	return true;
}

static uint64_t draw(void)
{
	static uint64_t random;

	if (!random)
		random = paper_seed(paper) * RANDOM_GOLDEN + 7;
	return random_lcg(&random) >> 33;
}

/* Runs the program: each processor of the user makes @n accesses, each one of the other station
 * @others. */
static void run_planted(struct planted *x, const struct machine_config *cfg, unsigned int n,
			unsigned int others, int to)
{
	memset(x->left, 0, sizeof(x->left));
	for (unsigned int i = 0; i < 4; i++) {
		x->left[x->user << 2 | i] = n;
		x->left[x->other << 2 | i] = others;
	}
	trial.elsewhere = to < 0 ? 0 : (unsigned int)to + 1;
	trial_begin(sim, &trial, cfg, NM_FLYER);
	if (to >= 0) {
		if (machine_move_page(trial.machine, x->page << MACHINE_PAGE_BITS,
				      (unsigned int)to)) {
			fprintf(stderr, "memory: the page does not move\n");
			exit(1);
		}
		machine_clock(trial.machine, NULL);
	}
	trial_run(&trial);
}

/* Returns the number of requests of a station to the memory of other stations. */
static uint64_t remote_requests(unsigned int station)
{
	struct machine_processor x;
	uint64_t n = 0;

	for (unsigned int i = 0; i < 4; i++) {
		machine_get_processor(trial.machine, station << 2 | i, &x);
		n += x.sent[1];
	}
	return n;
}

/* The page before and after its move. */
struct page_found {
	/* accesses of the user: as the monitor counts them; to other stations, as the machine
	 * does */
	uint64_t counted[2], remote[2];
	unsigned int advised; /* pages that are advised to move */
	unsigned int page;    /* the last one of them, by its number after the move */
	int to;		      /* the station to which it is advised to move; -1: none */
};

/* Runs the program, moves the page as advised, and runs it again. */
static void run_and_move(struct planted *x, const struct machine_config *cfg, unsigned int n,
			 FILE *f, struct page_found *found)
{
	static struct nm_page page[NM_PAGES];
	const unsigned int home = cfg->card.station;
	unsigned int at = 0;

	*found = (struct page_found){.to = -1};
	for (unsigned int moved = 0; moved < 2; moved++) {
		run_planted(x, cfg, n, n / 5, moved ? found->to : -1);
		nm_pages(&trial.table, page);
		for (unsigned int k = 0; !moved && k < NM_PAGES; k++) {
			const int advice =
				nm_migrate(&page[k], home, NM_PAGE_LEAST, NM_PAGE_FACTOR);

			if (advice >= 0) {
				found->advised++;
				at = k;
				found->to = advice;
			}
		}
		if (moved)
			at = machine_frame(trial.machine, x->page << MACHINE_PAGE_BITS);
		for (unsigned int i = 0; i < NM_STATIONS; i++)
			if (page[at].access[i])
				fprintf(f, "%u,%u,%" PRIu64 "\n",
					moved ? (unsigned int)found->to : home, i,
					page[at].access[i]);
		found->counted[moved] = page[at].access[x->user];
		found->remote[moved] = remote_requests(x->user);
		trial_end(&trial);
		if (found->to < 0)
			break;
	}
	found->page = at;
}

/* Returns the number of pages that are advised to move if both stations make as many
 * accesses. */
static unsigned int advised_alike(struct planted *x, const struct machine_config *cfg,
				  unsigned int n)
{
	static struct nm_page shared[NM_PAGES];
	unsigned int alike = 0;

	run_planted(x, cfg, n, n, -1);
	nm_pages(&trial.table, shared);
	for (unsigned int k = 0; k < NM_PAGES; k++)
		alike += nm_migrate(&shared[k], cfg->card.station, NM_PAGE_LEAST,
				    NM_PAGE_FACTOR) >= 0;
	trial_end(&trial);
	return alike;
}

static void pages(void)
{
	const unsigned int n = (unsigned int)paper_length(paper, 1250, 1250);
	const unsigned int home = (unsigned int)(draw() % 16);
	struct planted x = {.page = (uint32_t)(draw() % 1024)};
	const struct machine_config cfg = {.card = {.station = (uint8_t)home},
					   .stations = 16,
					   .seed = paper_seed(paper),
					   .next = planted_page,
					   .arg = &x};
	FILE *f = paper_csv(paper, "pages", "home of the page,station,accesses");
	struct page_found found;
	unsigned int alike;

	paper_section(paper, "A page used by the wrong station (4.5.3)");
	x.user = (home + 1 + (unsigned int)(draw() % 15)) % 16;
	x.other = home;
	run_and_move(&x, &cfg, n, f, &found);
	paper_csv_end(paper, f);
	alike = advised_alike(&x, &cfg, n);
	paper_statement(
		paper,
		&(struct paper_statement){
			.holds = found.advised == 1 && found.page == x.page &&
				 found.to == (int)x.user && found.counted[0] == 4 * n,
			.what = "of 1024 pages the one that a station makes five of six accesses to, "
				"both drawn from the seed, is advised to go to that station, and no other",
			.shows = "NM-EXP-001",
			.ablation = "both stations make as many accesses",
			.survives = alike == 1});
	paper_statement(
		paper,
		&(struct paper_statement){
			.holds = found.to >= 0 && !found.remote[1] && found.counted[1] == 4 * n,
			.what = "after the move, "
				"in a second run with the monitor on the new home's card, "
				"all accesses of that station are local: "
				"5000 remote ones before, 0 after",
			.shows = "NM-EXP-002",
			.ablation = "the run before the move",
			.survives = !found.remote[0] && found.counted[0] == 4 * n});
}

/* ---- a burst ---- */

static void burst(void)
{
	static const char *const names[] = {"burst", "spread"};
	const unsigned int n = (unsigned int)paper_length(paper, 100, 20);
	FILE *f = paper_csv(paper, "depth",
			    "program,phase,depth of the input FIFO (transactions),"
			    "transactions that found it");
	/* transactions that found the FIFO deep: in the burst's phase, and in others */
	uint64_t there[2] = {0}, elsewhere[2] = {0};
	double by_depth[2], watched[2];

	paper_section(paper, "Peak memory activity (3.4, 4.5.4)");
	for (unsigned int i = 0; i < 2; i++) {
		struct card_stats st;
		struct nm_queue q;

		run(names[i], n, 5, NM_DEPTH);
		for (int ph = 0; ph < 16; ph++) {
			nm_queue(&trial.table, -1, ph, &q);
			*(ph == BURST_PHASE ? &there[i] : &elsewhere[i]) += nm_deep(&q, DEEP);
			for (unsigned int d = 0; d < NM_DEPTHS; d++)
				if (q.count[d])
					fprintf(f, "%s,%d,%u,%" PRIu64 "\n", names[i], ph, d,
						q.count[d]);
		}
		nm_queue(&trial.table, -1, -1, &q);
		card_get_stats(machine_card(trial.machine, 0), &st);
		by_depth[i] =
			(double)q.waiting / (double)q.total * SERVICE_CLOCKS * CARD_CLOCK_NS;
		watched[i] = (double)st.waited / (double)st.taken * CARD_CLOCK_NS;
		trial_end(&trial);
	}
	paper_csv_end(paper, f);
	paper_statement(
		paper,
		&(struct paper_statement){
			.holds = there[0] && !elsewhere[0],
			.what = "64 processors that come at once make the FIFO deeper than 32 in phase 3, "
				"and in no other",
			.shows = "NM-EXP-003",
			.ablation = "the program without its barrier",
			.survives = there[1] + elsewhere[1] > 0});
	paper_statement(paper,
			&(struct paper_statement){.holds = !(there[1] + elsewhere[1]),
						  .what = "spread over time they never do",
						  .shows = "NM-EXP-003",
						  .ablation = "the program with its barrier",
						  .survives = !there[0]});
	for (unsigned int i = 0; i < 2; i++) {
		char what[400];

		snprintf(
			what, sizeof(what),
			"mean time in the FIFO of program %s: "
			"%.1f ns by the depths that the monitor counted and %d clocks of service, "
			"%.1f ns in the machine, longer by less than one service",
			names[i], by_depth[i], SERVICE_CLOCKS, watched[i]);
		paper_check(paper,
			    watched[i] >= by_depth[i] &&
				    watched[i] <= by_depth[i] + SERVICE_CLOCKS * CARD_CLOCK_NS,
			    what, NULL);
	}
	paper_figure(paper, "depth",
		     "Transactions by the depth of the input FIFO that they found, by phase.",
		     "set xlabel 'depth of the input FIFO (transactions)'\n"
		     "set ylabel 'transactions'\nset logscale y\nset xrange [-1:64]\n"
		     "plot for [ph=2:4] 'depth.csv' using (strcol(1) eq 'burst' && $2 == ph ? "
		     "$3 : NaN):4 with points pt ph + 3 title sprintf('all at once, phase %d', "
		     "ph), 'depth.csv' using (strcol(1) eq 'spread' && $2 == 3 ? $3 : "
		     "NaN):4 with points pt 2 title 'spread, phase 3'\n");
}

/* ---- false sharing ---- */

struct writers {
	uint32_t addr, apart; /* address of the first word; distance of the second one in
			       * bytes */
	unsigned int left[2];
};

static bool two_writers(void *arg, unsigned int q, struct machine_ref *r)
{
	struct writers *w = arg;

	if (q > 1 || !w->left[q])
		return false;
	w->left[q]--;
	*r = (struct machine_ref){
		.kind = MACHINE_WRITE, .addr = w->addr + q * w->apart, .clocks = 150};
	return true;
}

/* Returns the number of labels that the counters indicate; *label is the last one, *share the
 * share of its exclusive reads. */
static unsigned int indicated(uint32_t addr, uint32_t apart, int *label, double *share)
{
	struct writers w = {.addr = addr, .apart = apart};
	const struct machine_config cfg = {
		.stations = 16, .processors = 4, .next = two_writers, .arg = &w};
	unsigned int n = 0;

	w.left[0] = w.left[1] = (unsigned int)paper_length(paper, 1000, 500);
	*share = 0;
	trial.elsewhere = 0;
	trial_begin(sim, &trial, &cfg, NM_HISTOGRAM);
	for (uint32_t k = 0; k < NM_LABELS; k++)
		monitor_poke_label(trial.m, k, (uint16_t)(k >> 9));
	trial_run(&trial);
	for (int k = 0; k < 512; k++) {
		struct nm_hits h = trial_hits(&trial, k, -1);
		const struct nm_sharing x =
			nm_false_sharing(&h, NM_SHARING_SHARE, NM_SHARING_LEAST);

		if (x.exclusive)
			*share = fmax(*share, 100 * (double)x.taken / (double)x.exclusive);
		if (!x.suspect)
			continue;
		n++;
		*label = k;
	}
	trial_end(&trial);
	return n;
}

static void sharing(void)
{
	const uint32_t addr = (uint32_t)(draw() % 0x3FFFF) << 6;
	unsigned int n[2];
	int label = -1, none = -1;
	double share[2];
	char what[400];

	paper_section(paper, "False sharing (3.3.2, 4.5.5)");
	n[0] = indicated(addr, 8, &label, &share[0]);
	n[1] = indicated(addr, 64, &none, &share[1]);
	snprintf(what, sizeof(what),
		 "two processors write different words of one line, drawn from the seed: "
		 "%.1f %% of the reads exclusive find it taken, at least 90, "
		 "and of 512 labels that of the line alone is indicated",
		 share[0]);
	paper_statement(paper,
			&(struct paper_statement){.holds = share[0] >= 90 && n[0] == 1 &&
							   label == (int)(addr >> 15),
						  .what = what,
						  .shows = "NM-EXP-004",
						  .ablation = "the words on lines of their own",
						  .survives = share[1] >= 90 || n[1]});
	snprintf(what, sizeof(what),
		 "on lines of their own %.1f %% do, less than 1, and no label is indicated",
		 share[1]);
	paper_statement(paper, &(struct paper_statement){.holds = share[1] < 1 && !n[1],
							 .what = what,
							 .shows = "NM-EXP-004",
							 .ablation = "the words on one line",
							 .survives = share[0] < 1});
}

/* ---- Table 4.7 ---- */

static void hit_table(void)
{
	static const char *const lines[] = {"LV", "LI", "GV", "GI"};
	static const char *const phases[] = {"private data", "shared data", "false sharing",
					     "migratory data", "producer and consumers"};
	FILE *f = paper_csv(paper, "hits",
			    "phase,state of the line,Read,Read Exclusive,Upgrade,"
			    "Invalidate,Writeback");
	const unsigned int n = (unsigned int)paper_length(paper, 200, 50);
	bool all, never[2], often[2];
	uint64_t sum = 0;
	struct nm_hits h;

	paper_section(paper, "Memory state hit table of a program of five phases (Table 4.7)");
	run("mix", n, 0, NM_HISTOGRAM1);
	for (int ph = 0; ph < 5; ph++) {
		h = trial_hits(&trial, -1, ph);
		sum += h.total;
		for (int l = 0; l < 4; l++)
			fprintf(f,
				"%s,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
				"\n",
				phases[ph], lines[l], h.hit[l][0], h.hit[l][1], h.hit[l][2],
				h.hit[l][3], h.hit[l][4]);
	}
	paper_csv_end(paper, f);
	all = sum == trial_counted(&trial) && sum == trial_taken(&trial);
	for (int i = 0; i < 2; i++) { /* i = 0: phase 1; 1, the ablation: phase 3 */
		h = trial_hits(&trial, -1, i ? 3 : 1);
		never[i] = h.hit[NM_LV][NM_HIT_READ] && h.hit[NM_GV][NM_HIT_READ] &&
			   !h.hit[NM_LI][NM_HIT_READ] && !h.hit[NM_GI][NM_HIT_READ];
		/* i = 0: phase 3; 1, the ablation: phase 0 */
		h = trial_hits(&trial, -1, i ? 0 : 3);
		often[i] = h.hit[NM_GI][NM_HIT_REEX] > h.hit[NM_GV][NM_HIT_REEX];
	}
	trial_end(&trial);
	run("mix", n, 0, NM_OFF);
	paper_statement(
		paper,
		&(struct paper_statement){
			.holds = all,
			.what = "the phases together are all transactions that the card took",
			.ablation = "the monitor is off",
			.survives = trial_counted(&trial) == trial_taken(&trial)});
	trial_end(&trial);
	paper_statement(paper,
			&(struct paper_statement){
				.holds = never[0],
				.what = "data that are only read are never found taken",
				.ablation = "the data of the phase in which they migrate",
				.survives = never[1]});
	paper_statement(paper, &(struct paper_statement){
				       .holds = often[0],
				       .what = "migratory data that are to be written are "
					       "with another writer more often than not",
				       .ablation = "the private data",
				       .survives = often[1]});
}

int main(int argc, char **argv)
{
	paper = paper_begin(argc, argv, "numachine", "memory", "The memory monitor at work");
	sim = sim_new(NULL, 0, paper_seed(paper));
	if (!sim) {
		perror("memory: the simulation");
		return 1;
	}
	trial.m = monitor_start(sim);
	trial.s = sim;
	nm_open_device(&trial.nm, nmbus_device(trial.m->bus));
	latency();
	observed();
	pages();
	burst();
	sharing();
	hit_table();
	sim_delete(sim);
	return paper_end(paper);
}
