/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The utilisation of the PCI bus over time, measured by the board itself (NISTIR 5993, 2.3),
 * and counters that overflow.
 */
#include "paper.h"
#include "station.h"
#include <math.h>

enum { ALL = 0, BOARD = 2, CLOCKS = 4 };
#define USED 0x3Fu
#define POINTS 100u
#define POINT_US 100u

struct counts {
	uint64_t all, board, clocks;
};

/* Sets up counters 0, 2 and 4, whose upper halves are the next odd counters. */
static void set_up(struct station *t)
{
	struct mk *mk = &t->mk;

	station_ok(t,
		   mk_set_sources(mk, MK_II,
				  (uint64_t)MK_SOURCE_LEVEL << 4 * ALL |
					  (uint64_t)MK_SOURCE_LEVEL << 4 * BOARD |
					  (uint64_t)MK_SOURCE_NODECLK << 4 * CLOCKS),
		   "sources");
	station_ok(t, mk_set_pairs(mk, MK_II, 7), "pairs");
	station_ok(t, mk_clear(mk, MK_II, USED), "counters");
	station_ok(t, mk_enable(mk, MK_II, USED), "counters");
}

static uint64_t get_pair(struct station *t, unsigned int n)
{
	uint64_t v;

	station_ok(t, mk_get_pair(&t->mk, MK_II, n, &v), "counter");
	return v;
}

/* Takes a resource sample, which freezes all counters in one clock. Returns their values, and
 * in *bus the counts of the bus monitor at that time. */
static struct counts freeze(struct station *t, uint32_t *word, struct pci_stats *bus)
{
	uint8_t bytes[MK_RESOURCE_BYTES];
	struct mk_sample s;

	station_ok(t, mk_resource(&t->mk, 0, 0), "resource sample");
	pci_stats(pc_pci(t->pc), bus); /* the counts at the same time */
	sim_wait(t->s, SIM_US(6));
	pc_memory(t->pc, *word, bytes, sizeof(bytes));
	*word += sizeof(bytes) / 4;
	mk_sample_decode(bytes, &s);
	return (struct counts){s.counter[ALL] | (uint64_t)s.counter[ALL + 1] << 32,
			       s.counter[BOARD] | (uint64_t)s.counter[BOARD + 1] << 32,
			       s.counter[CLOCKS] | (uint64_t)s.counter[CLOCKS + 1] << 32};
}

struct worst {
	double all, board; /* largest difference from the bus monitor, percentage points */
	double exchanged;  /* the same with the two counters exchanged */
	double peak, low;  /* highest and lowest load while the processor reads no registers */
};

/* Returns the larger error; NAN, of a point without a measurement, is larger than any. */
static double worse(double a, double b)
{
	return b <= a || isnan(a) ? a : b;
}

/* Runs one load: takes a resource sample at each point, and compares it with the bus monitor's
 * counts of the time between two points. */
static struct worst run_load(struct paper *p, FILE *f, enum pc_load load, unsigned int percent)
{
	const unsigned int points = (unsigned int)paper_length(p, POINTS, 20);
	struct worst w = {.low = 100};
	struct pci_stats before, now;
	struct counts last, c;
	uint32_t word = 0;
	struct station t;

	station_open(&t, NULL, paper_seed(p), 0);
	set_up(&t);
	pc_set_load(t.pc, load, percent);
	last = freeze(&t, &word, &before);
	for (unsigned int i = 0; i < points; i++) {
		double all, board, bus_all, bus_board;
		uint32_t v;

		/* to give the board a share, the processor reads registers during every second
		 * point */
		for (sim_time end = sim_now(t.s) + SIM_US(POINT_US); sim_now(t.s) < end;)
			if (i % 2) {
				station_ok(&t, mk_get_config(&t.mk, &v), "register");
				/* a processor computes between two accesses */
				sim_wait(t.s, SIM_NS(1) * sim_range(t.s, 20, 400));
			} else {
				sim_wait(t.s, SIM_US(1));
			}
		c = freeze(&t, &word, &now);
		all = 100.0 * (double)(c.all - last.all) / (double)(c.clocks - last.clocks);
		board = 100.0 * (double)(c.board - last.board) /
			(double)(c.clocks - last.clocks);
		bus_all = 100.0 * (double)(now.devsel - before.devsel) /
			  (double)(now.clocks - before.clocks);
		bus_board = 100.0 * (double)(now.own - before.own) /
			    (double)(now.clocks - before.clocks);
		w.all = worse(w.all, fabs(all - bus_all));
		w.board = worse(w.board, fabs(board - bus_board));
		w.exchanged = worse(w.exchanged, fabs(board - bus_all));
		if (i % 2 == 0) {
			w.peak = fmax(w.peak, all);
			w.low = fmin(w.low, all);
		}
		fprintf(f, "%s,%.3f,%.2f,%.2f,%.2f,%.2f\n", pc_shapes[load].name,
			(double)sim_now(t.s) / (double)SIM_MS(1), all, board, bus_all,
			bus_board);
		last = c;
		before = now;
	}
	station_close(&t);
	return w;
}

static bool varies(const struct worst *w)
{
	return w->peak > 2 * w->low && w->peak > 5;
}

static void utilisation(struct paper *p)
{
	struct worst disk, network, idle;
	FILE *f = paper_csv(p, "utilisation",
			    "load,time ms,bus %,board %,bus monitor %,board by the monitor %");

	paper_section(p, "Utilisation of the PCI bus over time (2.3)");
	paper_text(p,
		   "Counters 0 and 2 count the clocks in which DEVSEL# is active, "
		   "of any device and of this board; counter 4 counts all clocks. "
		   "A resource sample freezes them every %u us. "
		   "A disk controller moves blocks of 4 to 16 KB, "
		   "a network interface frames of 64 to 1518 bytes; "
		   "the processor reads registers in every second interval. "
		   "Accesses without any pause come every 300 ns, twelve clocks of NODECLK; "
		   "as the two clocks have a fixed phase here, "
		   "each of them is then measured with the same error, "
		   "which no longer averages out.",
		   POINT_US);
	disk = run_load(p, f, PC_DISK, 40);
	network = run_load(p, f, PC_NETWORK, 25);
	idle = run_load(p, f, PC_NO_LOAD, 0);
	paper_csv_end(p, f);
	paper_figure(p, "utilisation", "Utilisation of the bus, measured by the board",
		     "set xlabel 'time, ms'\nset ylabel 'DEVSEL# active, %'\n"
		     "set yrange [0:*]\nset key outside top horizontal\n"
		     "plot '< grep ^disk utilisation.csv' using 2:3 with lines lw 1.5 "
		     "title 'disk', \\\n"
		     "     '< grep ^disk utilisation.csv' using 2:4 with lines lw 1 "
		     "title 'of it the board', \\\n"
		     "     '< grep ^network utilisation.csv' using 2:3 with lines lw 1.5 "
		     "title 'network'\n");
	paper_statement(
		p, &(struct paper_statement){
			   .holds = disk.all < 1 && disk.board < 1 && network.all < 1 &&
				    network.board < 1,
			   .what = "overall utilisation "
				   "and the board's share are right within a percentage point "
				   "at each point of both loads",
			   .shows = "MK-EXA-010",
			   .ablation = "the sources of the two counters exchanged",
			   .survives = disk.exchanged < 1 && network.exchanged < 1});
	paper_value(p, &(struct paper_value){.what = "largest error of a point",
					     .unit = "percentage points",
					     .digits = 2,
					     .published = NAN,
					     .ours = worse(worse(disk.all, disk.board),
							   worse(network.all, network.board)),
					     .low = 0,
					     .high = 1,
					     .kind = PAPER_CHECK});
	paper_statement(
		p,
		&(struct paper_statement){
			.holds = varies(&disk),
			.what = "the blocks of the disk and the pauses between them are seen: "
				"while the processor reads no registers, "
				"the load varies by more than a factor of two, to above 5 %",
			.ablation = "no disk",
			.survives = varies(&idle)});
}

/* ---- overflow ---- */

struct wrap {
	uint32_t first, last; /* values of counter 8 */
	uint64_t a, b;	      /* values of counters 4 and 5 */
};

/* Lets the counters count for 1.5 ms from a value just below 2^32. */
static struct wrap wrap(struct paper *p, bool joined)
{
	struct station t;
	struct wrap w;

	station_open(&t, "multikron_wrap", paper_seed(p), 0);
	station_ok(&t,
		   mk_set_sources(&t.mk, MK_II,
				  (uint64_t)MK_SOURCE_NODECLK << 4 * 4 |
					  (uint64_t)MK_SOURCE_NODECLK << 4 * 5 |
					  (uint64_t)MK_SOURCE_NODECLK << 4 * 8),
		   "sources");
	station_ok(&t, mk_set_pairs(&t.mk, MK_II, joined ? 1u << 2 : 0), "pairs");
	w.a = get_pair(&t, 4);
	station_ok(&t, mk_get_counter(&t.mk, MK_II, 8, &w.first), "counter");
	station_ok(&t, mk_enable(&t.mk, MK_II, 0x130), "counters");
	station_ok(&t, mk_run(&t.mk, 1500000), "time");
	station_ok(&t, mk_disable(&t.mk, MK_II, 0x130), "counters");
	w.b = get_pair(&t, 4);
	station_ok(&t, mk_get_counter(&t.mk, MK_II, 8, &w.last), "counter");
	station_close(&t);
	return w;
}

static bool goes_on(const struct wrap *w)
{
	const uint64_t counted = w->b - w->a;

	return w->first > w->last && (uint32_t)(w->last - w->first) == counted &&
	       counted > 59000 && counted < 61000;
}

static void overflow(struct paper *p)
{
	struct wrap joined, apart;
	uint32_t first, last;
	struct station t;
	double hz;

	paper_section(p, "Counters that overflow (2.3)");
	paper_text(p, "NODECLK is an external clock of 50 MHz, counted for 1 ms; "
		      "then the same with counters that begin just below their end.");
	station_open(&t, NULL, paper_seed(p), SIM_NS(20));
	station_ok(&t, mk_change_config(&t.mk, MK_CONFIG_EN_EXT, MK_CONFIG_EN_EXT), "EN_EXT");
	station_ok(&t, mk_select(&t.mk, MK_II, 4, MK_SOURCE_NODECLK), "source");
	station_ok(&t, mk_enable(&t.mk, MK_II, 1u << 4), "counter");
	station_ok(&t, mk_get_counter(&t.mk, MK_II, 4, &first), "counter");
	station_ok(&t, mk_run(&t.mk, 1000000), "time");
	station_ok(&t, mk_get_counter(&t.mk, MK_II, 4, &last), "counter");
	station_close(&t);
	/* two reads are not exactly 1 ms apart */
	hz = (last - first) * 1000.0;
	paper_value(p,
		    &(struct paper_value){.what = "a 32-bit counter at 50 MHz overflows after",
					  .unit = "s",
					  .digits = 1,
					  .published = 90,
					  .ours = 4294967296.0 / hz,
					  .low = 85.8,
					  .high = 90,
					  .kind = PAPER_IMPLIED,
					  .implied_by = "32 bits and the clock",
					  .why = "the paper says less than 90 s"});
	joined = wrap(p, true);
	apart = wrap(p, false);
	paper_text(p,
		   "Counter 8 alone: %08X, then %08X; counters 4 and 5 as one: %016llX, then "
		   "%016llX.",
		   joined.first, joined.last, (unsigned long long)joined.a,
		   (unsigned long long)joined.b);
	paper_statement(
		p, &(struct paper_statement){
			   .holds = goes_on(&joined),
			   .what = "a counter of 32 bits wraps to 0 and goes on; "
				   "two that are joined count the same clocks without a gap",
			   .ablation = "the two counters not joined",
			   .survives = goes_on(&apart)});
}

int main(int argc, char **argv)
{
	static const struct paper_constant constants[] = {
		{"load of the disk controller", "%", 40, PAPER_UNCLASSIFIED, "", "utilisation"},
		{"load of the network interface", "%", 25, PAPER_UNCLASSIFIED, "",
		 "utilisation"},
		{"time between two samples", "us", POINT_US, PAPER_UNCLASSIFIED, "",
		 "utilisation"},
		{NULL, NULL, 0, PAPER_UNCLASSIFIED, NULL, NULL}};
	struct paper *p =
		paper_begin(argc, argv, "multikron", "bus", "Utilisation of the PCI bus (2.3)");

	paper_constants(p, constants);
	utilisation(p);
	overflow(p);
	return paper_end(p);
}
