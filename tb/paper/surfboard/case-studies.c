/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The case studies of TR-596-99 4: four programs run on four nodes in sixty-two runs, each
 * measured by a SurfBoard in RTL; Figures 3 to 167, Tables 1 and 2. The report's tools make the
 * graphs from the saved traces. The runs, and the machines with changed constants, are executed
 * in parallel.
 */
#include "campaign.h"
#include "paper.h"
#include "runstats.h"
#include "starts_with.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct paper *paper;
static struct campaign_options options;
static char directory[300];

/* All data from which the rows are computed. A variation has only run 1 of each setting. */
struct all {
	unsigned int runs[SETTINGS];
	struct runstats run[SETTINGS][CAMPAIGN_RUNS_MAX];
	struct measure_result result[SETTINGS][CAMPAIGN_RUNS_MAX];
};
static struct all all;

static void die(const char *what)
{
	fprintf(stderr, "case-studies: %s\n", what);
	exit(1);
}

static bool shortened(void)
{
	return paper_percent(paper) < 100;
}

/* Returns whether the rows of tenths[] exist in this run. */
static bool tenth(void)
{
	return paper_percent(paper) == 10;
}

/* Returns the page of SIMPLE's data, to which its graphs are limited; -1: all pages. */
static int graph_page(enum campaign_setting s)
{
	struct mc_config c;

	if (campaign[s].workload != &workload_simple)
		return -1;
	mc_defaults(&c);
	return (int)(workload_simple_page(c.memory) / MC_PAGE_BYTES);
}

/* ---- the runs ---- */

/* Returns the approximate duration of the simulation of a run, in seconds. */
static double weight(enum campaign_setting s)
{
	static const double seconds[SETTINGS] = {
		[LU_ON] = 5,	     [LU_OFF] = 5,	  [OCEAN_ON] = 40,  [OCEAN_OFF] = 40,
		[RADIX_ON] = 6,	     [RADIX_OFF] = 6,	  [KWORD_1_ON] = 1, [KWORD_1_OFF] = 8,
		[KWORD_100_ON] = 55, [KWORD_100_OFF] = 60};

	return seconds[s] + 0.1;
}

enum extra { AGAIN, JOINT_SENDER, JOINT_SIZE, WINDOWS_RUN, QUIET_1, QUIET_100, EXTRAS };
static const char *const extra_names[EXTRAS] = {"again",   "joint-sender", "joint-size",
						"windows", "quiet-1us",	   "quiet-100us"};

#define WINDOWS_FROM_US 89000
#define WINDOWS_TO_US 91000
#define WINDOWS_TRIES 1000

/* Returns the number of the run of Figures 163 to 167, from 0. In the report's figures the
 * nodes work near 89 ms; in our machine each node runs another process for 200 ms from a random
 * time within the first 200 ms. Therefore this is the first of the runs 1, 2, ... (also beyond
 * the five) in which no quantum ends before the windows do. The ends of the quanta are known
 * when the parallel phase begins. */
static unsigned int windows_run(void)
{
	static int found = -1;

	for (unsigned int run = 0; found < 0 && !shortened() && run < WINDOWS_TRIES; run++) {
		struct measure_result r;
		struct measure m;

		campaign_measure(&options, KWORD_1_OFF, run, &m);
		m.no_board = true;
		m.steps = 1;
		if (measure_run(&m, &r))
			die(r.error);
		if (r.undisturbed_ps >= WINDOWS_TO_US * UINT64_C(1000000))
			found = (int)run;
		measure_free(&r);
	}
	return found < 0 ? 0 : (unsigned int)found;
}

/* Prepares a run beyond the sixty-two: a repeated one, one for a joint histogram, the one of
 * Figures 163 to 167, or one without other traffic on the buses. */
static void extra_measure(enum extra x, struct measure *m)
{
	switch (x) {
	case AGAIN:
		campaign_measure(&options, WORD_1_ON, 0, m);
		break;
	case JOINT_SENDER:
		campaign_measure(&options, RADIX_ON, 0, m);
		m->selector = "latency-sender";
		m->bins = MEASURE_NODES << 16;
		m->lat_n = 8;
		break;
	case JOINT_SIZE:
		campaign_measure(&options, RADIX_ON, 0, m);
		m->selector = "size-latency";
		m->bins = shortened() ? 1 << 21 : 1 << 22;
		m->lat_n = 6;
		break;
	case WINDOWS_RUN:
		campaign_measure(&options, KWORD_1_OFF, windows_run(), m);
		break;
	default:
		campaign_measure(&options, x == QUIET_1 ? KWORD_1_ON : KWORD_100_ON, 0, m);
		m->quiet = true;
		m->no_board = true;
	}
}

static void extra_path(enum extra x, char *path, size_t size)
{
	snprintf(path, size, "%s/%s", directory, extra_names[x]);
}

/* Computes the statistics of a run from its files. */
static void load(enum campaign_setting s, unsigned int run)
{
	struct measure_result *r = &all.result[s][run];
	char path[400];

	campaign_path(&options, s, run, path, sizeof(path));
	if (campaign_result(path, r) || measure_read(path, r) ||
	    runstats(&all.run[s][run], r, graph_page(s)))
		die(path);
	free(r->record);
	r->record = NULL;
}

static uint64_t total_packets(const struct all *a, enum campaign_setting s, unsigned int run)
{
	return a->run[s][run].packets + a->run[s][run].removed;
}

/* ---- graphs ---- */

/* Makes the CSV file of a graph; check_tools() checks that it can be made again. */
static void make_csv(const char *kind, const char *path, enum campaign_setting s,
		     uint64_t first_rx, char *csv, size_t size)
{
	char command[2000], whole[3000];

	snprintf(csv, size, "%s.%s.csv", path, kind);
	campaign_command(kind, path, graph_page(s), first_rx, command, sizeof(command));
	snprintf(whole, sizeof(whole), "%s > '%s'", command, csv);
	if (system(whole))
		die(csv);
}

static const char *base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Makes a graph as an SVG file with a sentence; its data are reduced to the resolution of the
 * graph. */
static void figure(unsigned int number, const char *kind, enum campaign_setting s,
		   unsigned int run, const char *seen)
{
	const struct runstats *st = &all.run[s][run];
	char path[400], csv[500], reduced[600], command[1500], name[40], script[2000],
		caption[1000];
	const bool time = strcmp(kind, "time") == 0, size = strcmp(kind, "size") == 0;
	double x_high = size   ? 1024
			: time ? st->span_us * 1e-6
			       : st->max,
	       y_high = 1.05 * st->max;

	if (x_high <= 0)
		x_high = 1e-6;
	campaign_path(&options, s, run, path, sizeof(path));
	make_csv(kind, path, s, st->first_rx, csv, sizeof(csv));
	snprintf(reduced, sizeof(reduced), "%s.figure.csv", csv);
	snprintf(command, sizeof(command),
		 "build/libexec/reduceXY %s -x 0:%.7f %s -W 6 -H 4 -r 75 '%s' > '%s'",
		 time ? "" : "-h", x_high * 1.0001, "", csv, reduced);
	if (time)
		snprintf(
			command, sizeof(command),
			"build/libexec/reduceXY -x 0:%.7f -y 0:%.1f -W 6 -H 4 -r 75 '%s' > '%s'",
			x_high * 1.0001, y_high, csv, reduced);
	if (system(command))
		die(reduced);
	snprintf(name, sizeof(name), "figure%03u", number);
	snprintf(script, sizeof(script),
		 "set xlabel '%s'\nset ylabel '%s'\nunset key\nset title '%s, run %u'\n"
		 "set xrange [0:*]\nset yrange [%s]\n%s"
		 "plot 'runs/%s' using 1:2 with %s\n",
		 size	? "packet size (words)"
		 : time ? "receive time (s)"
			: "latency (us)",
		 time ? "latency (us)" : "packets", campaign[s].title, run + 1,
		 time ? "0:*" : "0.7:*", time ? "" : "set logscale y\n", base(reduced),
		 time ? "points pt 7 ps 0.2 lc rgb 'black'" : "impulses lc rgb 'black'");
	snprintf(caption, sizeof(caption), "Figure %u: %s, run %u (%s). To be seen: %s", number,
		 campaign[s].title, run + 1, campaign[s].section, seen);
	paper_figure(paper, name, caption, script);
}

static const char *const seen[SETTINGS][3] = {
	[LU_ON] = {"the five runs agree", "the mean is about 34 words",
		   "bursts with gaps at the barriers between them"},
	[LU_OFF] = {"the same as with combining", "nearly the same as with combining",
		    "bursts with gaps at the barriers between them"},
	[OCEAN_ON] = {"a spike near 1000 us, due to combining",
		      "two spikes near 130 words, due to combining",
		      "points at the level of 1000 us, the packets of about 130 words"},
	[OCEAN_OFF] = {"no spike near 1000 us", "no spike near 130 words",
		       "steep ramps: congestion in the senders' outgoing FIFOs"},
	[RADIX_ON] = {"latencies above 100 us, due to combining",
		      "spikes near 250 words, due to combining",
		      "two cycles of communication and computation"},
	[RADIX_OFF] = {"hardly a latency above 100 us", "no spike near 250 words",
		       "a few times of intense communication with large latencies"},
	[WORD_1_ON] = {"about 5 us", NULL,
		       "about 5 us, and the lone last packet, which waited to be combined"},
	[WORD_1_OFF] = {"slightly less than with combining", NULL, "no lone last packet"},
	[WORD_100_ON] = {"less than 100 us above those of the 1 us pace", NULL,
			 "the lone last packet; every 10 ms the timer interrupt"},
	[WORD_100_OFF] = {"lower and closer together than at the 1 us pace", NULL,
			  "as at the 1 us pace"},
	[KWORD_1_ON] = {"full packets at 1000 us and more", "most packets are full",
			"one point for each group"},
	[KWORD_1_OFF] = {"latencies far above those of single words", NULL,
			 "periods of no traffic, then periods of high latency"},
	[KWORD_100_ON] = {"a cluster at about 200 ms",
			  "about 25 % of the groups in full packets",
			  "a thin line of points at about 200 ms, the scheduler's quantum"},
	[KWORD_100_OFF] = {"lower maxima than at the 1 us pace", NULL,
			   "steep ramps as the outgoing FIFOs fill, again and again"},
};

static void figures(enum campaign_setting s)
{
	const struct campaign_entry *e = &campaign[s];
	char title[200];

	snprintf(title, sizeof(title), "%s (%s)", e->title, e->section);
	paper_section(paper, title);
	for (unsigned int r = 0; r < all.runs[s]; r++)
		figure(e->latency_figure + r, "latency", s, r, seen[s][0]);
	for (unsigned int r = 0; e->size_figure && r < all.runs[s]; r++)
		figure(e->size_figure + r, "size", s, r, seen[s][1]);
	for (unsigned int r = 0; r < all.runs[s]; r++)
		figure(e->time_figure + r, "time", s, r, seen[s][2]);
}

/* ---- rows: each a function of all numbers; without a unit its value is 0 or 1 ---- */

typedef double row_fn(const struct all *a);

/* Changes for ablations. The runs with combining are replaced by those without, or the reverse;
 * the runs of 1 Kword by those of single words; those of RADIX by those of LU. A statement that
 * compares two settings needs another change than one of them by the other: with MACHINE, they
 * run on a machine with another constant. */
enum change { COMBINING_OFF, COMBINING_ON, SAME_GROUP, LU_FOR_RADIX, MACHINE };

struct row {
	const char *shows, *what, *unit; /* unit NULL: a statement, whose value is 0 or 1 */
	int digits;
	double published, low, high;
	enum paper_kind kind;
	row_fn *fn;
	const char *why, *fitted, *implied_by, *missed;
	bool any_length; /* the row also counts in shortened runs */
	/* for a statement: the change with which it must not hold */
	const char *ablation;
	enum change change;
	/* for MACHINE: a name and a value of campaign_options.change, and the settings that the
	 * row uses */
	const char *constant;
	uint64_t value;
	unsigned int needs;
};

#define EACH_RUN_HAS(s, cond)                                        \
	for (unsigned int r = 0; r < a->runs[s]; r++) {              \
		const struct runstats *st = &a->run[s][r];           \
		const struct measure_result *res = &a->result[s][r]; \
		(void)res;                                           \
		if (!(cond))                                         \
			return 0;                                    \
	}                                                            \
	return 1

/* Returns the mean of a statistic over the runs of a setting. */
static double average(const struct all *a, enum campaign_setting s,
		      double (*of)(const struct runstats *st))
{
	double sum = 0;

	for (unsigned int r = 0; r < a->runs[s]; r++)
		sum += of(&a->run[s][r]);
	return sum / a->runs[s];
}

static double median_of(const struct runstats *st)
{
	return st->median;
}

static double words_of(const struct runstats *st)
{
	return st->mean_words;
}

static double max_of(const struct runstats *st)
{
	return st->max;
}

static double spread_of(const struct runstats *st)
{
	return st->spread;
}

static double over_of(const struct runstats *st)
{
	return st->over_100us;
}

static double span_of(const struct runstats *st)
{
	return st->span_us;
}

static bool within(double x, double y, double share)
{
	return x >= y * (1 - share) && x <= y * (1 + share);
}

static bool agree(const struct all *a, enum campaign_setting s)
{
	for (unsigned int i = 0; i < a->runs[s]; i++)
		for (unsigned int k = 0; k < i; k++)
			if (!within(a->run[s][i].median, a->run[s][k].median, 0.2))
				return false;
	return true;
}

static double lu_on_latency(const struct all *a)
{
	return agree(a, LU_ON);
}

static double lu_off_latency(const struct all *a)
{
	return agree(a, LU_OFF) &&
	       within(average(a, LU_OFF, median_of), average(a, LU_ON, median_of), 0.2);
}

static double lu_on_words(const struct all *a)
{
	return average(a, LU_ON, words_of);
}

static double lu_off_words(const struct all *a)
{
	return average(a, LU_OFF, words_of);
}

/* LU has 21 steps with three barriers each; at least ten gaps must be visible. */
static double lu_on_time(const struct all *a)
{
	EACH_RUN_HAS(LU_ON, st->gaps >= 10);
}

static double lu_off_time(const struct all *a)
{
	EACH_RUN_HAS(LU_OFF, st->gaps >= 10);
}

static double ocean_spike(const struct all *a)
{
	double off = 0;

	for (unsigned int r = 0; r < a->runs[OCEAN_OFF]; r++)
		off = fmax(off, a->run[OCEAN_OFF][r].at_1ms);
	EACH_RUN_HAS(OCEAN_ON, st->at_1ms * st->packets >= 20 && st->at_1ms > 10 * off);
}

static unsigned int border_sizes(const struct runstats *st)
{
	unsigned int n = 0;

	for (unsigned int w = 110; w <= 150; w++)
		n += st->size[w] >= 5;
	return n;
}

static double ocean_sizes(const struct all *a)
{
	for (unsigned int r = 0; r < a->runs[OCEAN_OFF]; r++)
		if (border_sizes(&a->run[OCEAN_OFF][r]))
			return 0;
	EACH_RUN_HAS(OCEAN_ON, border_sizes(st) == 2);
}

static double ocean_level(const struct all *a)
{
	EACH_RUN_HAS(OCEAN_ON,
		     st->border >= 5 && st->border_us >= 800 && st->border_us <= 1200);
}

static double ocean_off_latency(const struct all *a)
{
	EACH_RUN_HAS(OCEAN_OFF, st->at_1ms < 0.001);
}

static double ocean_off_sizes(const struct all *a)
{
	EACH_RUN_HAS(OCEAN_OFF, st->border == 0);
}

static double ocean_off_words(const struct all *a)
{
	return average(a, OCEAN_OFF, words_of);
}

static double ocean_ramps(const struct all *a)
{
	EACH_RUN_HAS(OCEAN_OFF, st->ramp >= 20 && res->fifo_peak[1] + res->fifo_peak[2] > 40);
}

static double radix_on_latency(const struct all *a)
{
	EACH_RUN_HAS(RADIX_ON, st->over_100us > 0);
}

static double radix_on_sizes(const struct all *a)
{
	for (unsigned int r = 0; r < a->runs[RADIX_OFF]; r++)
		if (a->run[RADIX_OFF][r].quarter)
			return 0;
	EACH_RUN_HAS(RADIX_ON, st->quarter >= 5 && st->size[1] > 0.9 * st->packets);
}

static double radix_cycles(const struct all *a)
{
	EACH_RUN_HAS(RADIX_ON, st->phases == 2 || st->phases == 3);
}

static double radix_over(const struct all *a)
{
	return average(a, RADIX_OFF, over_of) / average(a, RADIX_ON, over_of);
}

static double radix_off_sizes(const struct all *a)
{
	EACH_RUN_HAS(RADIX_OFF, st->quarter == 0);
}

static double radix_off_words(const struct all *a)
{
	return average(a, RADIX_OFF, words_of);
}

static double radix_bursts(const struct all *a)
{
	EACH_RUN_HAS(RADIX_OFF, st->bursts >= 1 && st->bursts <= 10);
}

static double word_1_median(const struct all *a)
{
	return average(a, WORD_1_ON, median_of);
}

static double word_1_lone(const struct all *a)
{
	EACH_RUN_HAS(WORD_1_ON, st->last >= 10 * st->median);
}

static double word_1_less(const struct all *a)
{
	return average(a, WORD_1_OFF, median_of) < average(a, WORD_1_ON, median_of);
}

static double word_1_not_lone(const struct all *a)
{
	EACH_RUN_HAS(WORD_1_OFF, st->last < 3 * st->median);
}

static double word_100_median(const struct all *a)
{
	return average(a, WORD_100_ON, median_of) < average(a, WORD_1_ON, median_of) + 100;
}

static double word_100_above(const struct all *a)
{
	return average(a, WORD_100_ON, median_of) > average(a, WORD_100_OFF, median_of) + 1;
}

static double word_100_lone(const struct all *a)
{
	const double off = average(a, WORD_100_OFF, median_of);

	EACH_RUN_HAS(WORD_100_ON, st->last >= 10 * off);
}

static double word_100_tight(const struct all *a)
{
	return average(a, WORD_100_OFF, median_of) <= average(a, WORD_1_OFF, median_of) &&
	       average(a, WORD_100_OFF, spread_of) < 0.75 * average(a, WORD_1_OFF, spread_of);
}

static double word_100_not_lone(const struct all *a)
{
	const double median = average(a, WORD_1_OFF, median_of);

	EACH_RUN_HAS(WORD_100_OFF, st->last < 3 * median);
}

static double kword_1_latency(const struct all *a)
{
	EACH_RUN_HAS(KWORD_1_ON, st->full && st->full_us >= 1000);
}

static double kword_1_words(const struct all *a)
{
	return average(a, KWORD_1_ON, words_of);
}

static double kword_1_most(const struct all *a)
{
	EACH_RUN_HAS(KWORD_1_ON, st->full > st->packets / 2);
}

static double kword_1_points(const struct all *a)
{
	EACH_RUN_HAS(KWORD_1_ON, st->packets >= 500 && st->packets <= 1000 &&
					 within(st->span_us, 524288, 0.2));
}

static double kword_1_off_max(const struct all *a)
{
	const double words = average(a, WORD_1_OFF, median_of);

	EACH_RUN_HAS(KWORD_1_OFF, st->max >= 10 * words);
}

static double kword_1_off_periods(const struct all *a)
{
	EACH_RUN_HAS(KWORD_1_OFF, st->gaps >= 2 && st->gap_latency_us > 100);
}

static double kword_1_longer(const struct all *a)
{
	return average(a, KWORD_1_OFF, span_of) >= 1.2 * average(a, KWORD_1_ON, span_of);
}

static double kword_100_cluster(const struct all *a)
{
	EACH_RUN_HAS(KWORD_100_ON, st->at_200ms >= 1);
}

static double kword_100_line(const struct all *a)
{
	EACH_RUN_HAS(KWORD_100_ON, st->at_200ms >= 3);
}

static double kword_100_full(const struct all *a)
{
	double full = 0;

	for (unsigned int r = 0; r < a->runs[KWORD_100_ON]; r++)
		full += a->run[KWORD_100_ON][r].full / 5.12;
	return full / a->runs[KWORD_100_ON];
}

static double kword_100_off_max(const struct all *a)
{
	return average(a, KWORD_100_OFF, max_of) < 0.9 * average(a, KWORD_1_OFF, max_of);
}

static double kword_100_off_ramps(const struct all *a)
{
	EACH_RUN_HAS(KWORD_100_OFF, st->ramps >= 10);
}

/* Returns whether the size distribution has a single line "@words,@n". */
static bool only(const struct runstats *st, unsigned int words, uint32_t n)
{
	return st->packets == n && st->size[words] == n;
}

static double word_1_on_sizes(const struct all *a)
{
	EACH_RUN_HAS(WORD_1_ON, only(st, 1, 512));
}

static double word_1_off_sizes(const struct all *a)
{
	EACH_RUN_HAS(WORD_1_OFF, only(st, 1, 512));
}

static double word_100_on_sizes(const struct all *a)
{
	EACH_RUN_HAS(WORD_100_ON, only(st, 1, 512));
}

static double word_100_off_sizes(const struct all *a)
{
	EACH_RUN_HAS(WORD_100_OFF, only(st, 1, 512));
}

static double kword_1_off_sizes(const struct all *a)
{
	EACH_RUN_HAS(KWORD_1_OFF, only(st, 1, 524288));
}

static double kword_100_off_sizes(const struct all *a)
{
	EACH_RUN_HAS(KWORD_100_OFF, only(st, 1, 524288));
}

static double simple_removed(const struct all *a)
{
	for (enum campaign_setting s = WORD_1_ON; s < SETTINGS; s++)
		for (unsigned int r = 0; r < a->runs[s]; r++)
			if (a->run[s][r].removed < 1 || a->run[s][r].removed > 9)
				return 0;
	return 1;
}

static double event_seen(const struct all *a)
{
	const struct runstats *st = &a->run[WORD_1_ON][3];

	return a->runs[WORD_1_ON] > 3 && st->rise >= 3 && st->back;
}

static double timer_seen(const struct all *a)
{
	for (unsigned int r = 0; r < a->runs[WORD_100_ON]; r++) {
		const struct runstats *st = &a->run[WORD_100_ON][r];

		for (unsigned int i = 0; i < st->outliers; i++)
			for (unsigned int k = i + 1; k < st->outliers; k++)
				if (within(st->outlier_us[k] - st->outlier_us[i], 10000, 0.05))
					return 1;
	}
	return 0;
}

/* Returns the number of packets of run 1; for SIMPLE only the data packets, as in the
 * report. */
static double count(const struct all *a, enum campaign_setting s)
{
	return campaign[s].workload == &workload_simple ? a->run[s][0].packets
							: (double)total_packets(a, s, 0);
}

static double words_per_packet(const struct all *a, enum campaign_setting s)
{
	return campaign[s].workload == &workload_simple
		       ? a->run[s][0].mean_words
		       : (double)a->result[s][0].words / (double)total_packets(a, s, 0);
}

static double drop(const struct all *a, enum campaign_setting on)
{
	return 100 * (1 - count(a, on) / count(a, on + 1));
}

static double rise(const struct all *a, enum campaign_setting on)
{
	return 100 * (words_per_packet(a, on) / words_per_packet(a, on + 1) - 1);
}

#define OF(name, fn, setting)                   \
	static double name(const struct all *a) \
	{                                       \
		return fn(a, setting);          \
	}
OF(lu_count, count, LU_OFF)
OF(lu_count_on, count, LU_ON)
OF(ocean_count, count, OCEAN_OFF)
OF(ocean_count_on, count, OCEAN_ON)
OF(radix_count, count, RADIX_OFF)
OF(radix_count_on, count, RADIX_ON)
OF(kword_1_count, count, KWORD_1_OFF)
OF(kword_1_count_on, count, KWORD_1_ON)
OF(kword_100_count, count, KWORD_100_OFF)
OF(kword_100_count_on, count, KWORD_100_ON)
OF(lu_drop, drop, LU_ON)
OF(ocean_drop, drop, OCEAN_ON)
OF(radix_drop, drop, RADIX_ON)
OF(kword_1_drop, drop, KWORD_1_ON)
OF(kword_100_drop, drop, KWORD_100_ON)
OF(lu_rise, rise, LU_ON)
OF(ocean_rise, rise, OCEAN_ON)
OF(radix_rise, rise, RADIX_ON)
OF(lu_wpp, words_per_packet, LU_OFF)
OF(lu_wpp_on, words_per_packet, LU_ON)
OF(ocean_wpp, words_per_packet, OCEAN_OFF)
OF(ocean_wpp_on, words_per_packet, OCEAN_ON)
OF(radix_wpp, words_per_packet, RADIX_OFF)
OF(radix_wpp_on, words_per_packet, RADIX_ON)
OF(kword_1_wpp_on, words_per_packet, KWORD_1_ON)
OF(kword_100_wpp_on, words_per_packet, KWORD_100_ON)

static double kword_identity(const struct all *a)
{
	for (enum campaign_setting s = KWORD_1_ON; s <= KWORD_100_ON; s += 2)
		if (words_per_packet(a, s + 1) != 1 ||
		    fabs(words_per_packet(a, s) * count(a, s) - count(a, s + 1)) > 0.5)
			return 0;
	return 1;
}

static double run_times(const struct all *a)
{
	static const enum campaign_setting on[] = {LU_ON, OCEAN_ON, RADIX_ON};

	for (unsigned int i = 0; i < 3; i++) {
		const double x = (double)a->result[on[i]][0].run_ps,
			     y = (double)a->result[on[i] + 1][0].run_ps;

		if (!x || !within(x, y, 0.1))
			return 0;
	}
	return 1;
}

/* Returns 1 if node 3, which sends to node 0, stalls at least ten times as often without
 * combining. */
static double fifo_fills(const struct all *a)
{
	const uint64_t off = a->result[KWORD_1_OFF][0].stalls[3],
		       on = a->result[KWORD_1_ON][0].stalls[3];

	return off >= 1 && off >= 10 * on;
}

static double sender_medians(const struct all *a)
{
	const struct runstats *st = &a->run[RADIX_ON][0];

	if (st->senders != 3)
		return 0;
	for (unsigned int i = 1; i < MEASURE_NODES; i++)
		for (unsigned int k = 1; k < i; k++)
			if (!within(st->sender_median[i], st->sender_median[k], 0.2))
				return 0;
	return 1;
}

static double one_word_latencies(const struct all *a)
{
	const struct runstats *st = &a->run[RADIX_ON][0];

	return st->one_word_bins >= 20 && st->one_word_factor >= 10;
}

static double correlation(const struct all *a)
{
	const struct runstats *st = &a->run[RADIX_ON][0];

	/* packets of one size have no correlation */
	return st->decile_longer && fabs(st->correlation) <= 0.3;
}

static double modes_agree(const struct all *a)
{
	for (enum campaign_setting s = 0; s < SETTINGS; s++)
		for (unsigned int r = 0; r < a->runs[s]; r++) {
			const struct measure_result *m = &a->result[s][r];

			if (m->binned != total_packets(a, s, r) || m->lost ||
			    m->records != total_packets(a, s, r))
				return 0;
		}
	return 1;
}

/* Returns 1 if the programs have the same result with combining and without. */
static double same_results(const struct all *a)
{
	for (enum campaign_setting s = 0; s < SETTINGS; s += 2)
		for (unsigned int r = 0; r < a->runs[s]; r++)
			if (a->result[s][r].digest != a->result[s + 1][0].digest)
				return 0;
	return 1;
}

#define P PAPER_PREDICTED
#define F PAPER_FITTED
#define G PAPER_GIVEN
#define IM PAPER_IMPLIED
#define C PAPER_CHECK
#define M(setting) (1u << (setting))
static struct row rows[] = {
#include "rows.def"
};
#undef P
#undef F
#undef G
#undef IM
#undef C
#undef M
#define ROWS (sizeof(rows) / sizeof(rows[0]))

static bool holds(const struct row *r, const struct all *a)
{
	const double v = r->fn(a);

	if (!r->unit && v != 0 && v != 1)
		die(r->what);
	return r->unit ? v >= r->low && v <= r->high : v != 0;
}

static bool ablated(const struct row *r);

static void show(const struct row *r)
{
	const bool cut = shortened() && !r->any_length;

	if (r->kind == PAPER_CHECK && !r->unit && cut)
		paper_check_not_run(paper, r->what, r->shows);
	else if (r->kind == PAPER_CHECK && !r->unit)
		paper_check(paper, holds(r, &all), r->what, r->shows);
	else if (r->unit || r->kind != PAPER_STATEMENT)
		paper_value(paper,
			    &(struct paper_value){.what = r->what,
						  .unit = r->unit ? r->unit : "",
						  .digits = r->digits,
						  .published = r->unit ? r->published : NAN,
						  .ours = r->fn(&all),
						  .low = r->unit ? r->low : 1,
						  .high = r->unit ? r->high : 1,
						  .why = r->why,
						  .shows = r->shows,
						  .kind = r->kind,
						  .fitted = r->fitted,
						  .implied_by = r->implied_by,
						  .missed = cut ? NULL : r->missed,
						  .shortened = cut});
	else
		paper_statement(paper, &(struct paper_statement){
					       .holds = holds(r, &all),
					       .what = r->what,
					       .shows = r->shows,
					       .ablation = r->ablation,
					       .survives = !cut && r->ablation && ablated(r),
					       .missed = cut ? NULL : r->missed,
					       .shortened = cut});
}

/* ---- runs of a tenth of the length ---- */

static double ocean_off_ms(const struct all *a)
{
	return average(a, OCEAN_OFF, span_of) / 1000;
}

static double radix_off_ms(const struct all *a)
{
	return average(a, RADIX_OFF, span_of) / 1000;
}

static double radix_off_median(const struct all *a)
{
	return average(a, RADIX_OFF, median_of);
}

static double word_1_off_span(const struct all *a)
{
	return average(a, WORD_1_OFF, span_of);
}

static double word_1_off_median(const struct all *a)
{
	return average(a, WORD_1_OFF, median_of);
}

/* Returns the largest of the last packets' latencies: an interrupt may send the last packet
 * earlier. */
static double word_1_last(const struct all *a)
{
	double longest = 0;

	for (unsigned int r = 0; r < a->runs[WORD_1_ON]; r++)
		longest = fmax(longest, a->run[WORD_1_ON][r].last);
	return longest;
}

/* Returns the mean time that node 3 waits because its outgoing FIFO is full, in us. */
static double kword_1_off_stall(const struct all *a)
{
	const struct measure_result *r = &a->result[KWORD_1_OFF][0];

	return r->stalls[3] ? 1e-6 * (double)r->stall_ps[3] / (double)r->stalls[3] : 0;
}

static double kword_100_words(const struct all *a)
{
	return average(a, KWORD_100_ON, words_of);
}

/* Most values that the constants were fitted to need whole runs. These are what the runs of a
 * tenth of the length give with the fitted constants, within what ten seeds spread over, so
 * that a changed constant fails there, too. */
#define TENTH(text, of, places, least, most, function)                                      \
	{                                                                                   \
		.what = text, .unit = of, .digits = places, .published = NAN, .low = least, \
		.high = most, .kind = PAPER_CHECK, .fn = function, .any_length = true       \
	}
static const struct row tenths[] = {
	TENTH("LU, no combining: mean size", "words", 1, 34, 35, lu_off_words),
	TENTH("OCEAN, no combining: duration", "ms", 0, 575, 581, ocean_off_ms),
	TENTH("RADIX, no combining: duration", "ms", 1, 123.5, 126.5, radix_off_ms),
	TENTH("RADIX, no combining: median latency", "us", 1, 6.4, 7.1, radix_off_median),
	TENTH("SIMPLE, 1 word, 1 us, no combining: duration", "us", 0, 850, 1080,
	      word_1_off_span),
	TENTH("SIMPLE, 1 word, 1 us, no combining: median latency", "us", 2, 4.8, 5.1,
	      word_1_off_median),
	TENTH("SIMPLE, 1 word, 1 us, combining: latency of the last packet", "us", 1, 104, 110,
	      word_1_last),
	TENTH("SIMPLE, 1 Kword, 1 us, no combining: mean wait for a full outgoing FIFO", "us",
	      0, 800, 1700, kword_1_off_stall),
	TENTH("SIMPLE, 1 Kword, 100 us, combining: mean size", "words", 0, 110, 230,
	      kword_100_words),
};
#undef TENTH
#define TENTHS (sizeof(tenths) / sizeof(tenths[0]))

/* The settings that they use. */
#define TENTHS_NEED                                                           \
	(1u << LU_OFF | 1u << OCEAN_OFF | 1u << RADIX_OFF | 1u << WORD_1_ON | \
	 1u << WORD_1_OFF | 1u << KWORD_1_OFF | 1u << KWORD_100_ON)

/* Finds values of a fitted constant that are far from the fitted one, a quarter and four times,
 * or 0 for a constant of 1; returns how many. */
static unsigned int far_from(const struct params_entry *c, uint64_t value[2])
{
	struct mc_config m;

	mc_defaults(&m);
	if (strcmp(c->kind, "fitted") != 0)
		return 0;
	value[0] = c->value / 4;
	value[1] = 4 * c->value;
	if (strcmp(c->name, "low_water") == 0) /* below the capacity of the FIFO */
		value[1] = m.p.fifo_words - m.p.fifo_words / 32;
	return c->value > 1 ? 2 : 1;
}

/* ---- machines with a constant changed, without boards ---- */

/* Returns whether a constant is varied by 10 %. */
static bool is_varied(const struct params_entry *c)
{
	return strcmp(c->kind, "fitted") == 0 && c->value >= 2;
}

static uint64_t less_of(const struct params_entry *c)
{
	return (c->value * 9 + 5) / 10;
}

static uint64_t more_of(const struct params_entry *c)
{
	return (c->value * 11 + 9) / 10;
}

/* The parts of the work: the runs, the extra runs, and the machines with a changed constant,
 * each with one part for each setting. */
struct part {
	char name[120];
	double weight;
};

#define PARTS_MAX (SETTINGS * (CAMPAIGN_RUNS_MAX + 64) + EXTRAS)
static struct part part[PARTS_MAX];
static unsigned int parts;

static void add_part(double w, const char *format, ...)
{
	va_list ap;

	if (parts == PARTS_MAX)
		die("too many parts");
	part[parts].weight = w;
	va_start(ap, format);
	vsnprintf(part[parts++].name, sizeof(part[0].name), format, ap);
	va_end(ap);
}

#define ALL_SETTINGS ((1u << SETTINGS) - 1)

/* Adds the parts of constant @name at @value for the settings @needed that are not there
 * yet. */
static void add_varied(const char *name, uint64_t value, unsigned int needed)
{
	char one[120];

	for (enum campaign_setting s = 0; s < SETTINGS; s++) {
		bool there = !(needed >> s & 1);

		snprintf(one, sizeof(one), "varied-%s-%" PRIu64 "-%d", name, value, (int)s);
		for (unsigned int i = 0; i < parts && !there; i++)
			there = strcmp(part[i].name, one) == 0;
		if (!there)
			add_part(weight(s) / 4, "%s", one);
	}
}

static void varied_path(const char *name, uint64_t value, enum campaign_setting s, char *path,
			size_t size)
{
	snprintf(path, size, "%s/varied-%s-%" PRIu64 "-%d.result", directory, name, value,
		 (int)s);
}

/* Performs run 1 of setting @s with @name (campaign_options.change) at @value, without a board.
 * Name "": no change. */
static int run_varied(const char *name, uint64_t value, enum campaign_setting s)
{
	struct campaign_options o = options;
	struct measure_result r;
	struct measure m;
	struct runstats st;
	char path[500], change[500];
	FILE *f;

	snprintf(change, sizeof(change), "%s%s%s=%" PRIu64, o.change ? o.change : "",
		 o.change ? "," : "", name, value);
	if (*name)
		o.change = change;
	campaign_measure(&o, s, 0, &m);
	m.no_board = true;
	if (measure_run(&m, &r) || runstats(&st, &r, graph_page(s))) {
		fprintf(stderr, "%s: %s\n", campaign[s].name, r.error);
		return 1;
	}
	r.record = NULL;
	varied_path(name, value, s, path, sizeof(path));
	f = fopen(path, "wb");
	return !f || fwrite(&r, sizeof(r), 1, f) != 1 || fwrite(&st, sizeof(st), 1, f) != 1 ||
	       fclose(f);
}

static int run_part(const char *name)
{
	char path[400], constant[80];
	const char *const value = strrchr(name, '-');
	struct measure m;
	uint64_t v;
	int s;

	for (enum campaign_setting t = 0; t < SETTINGS; t++) {
		for (unsigned int r = 0; r < CAMPAIGN_RUNS_MAX; r++) {
			campaign_path(&options, t, r, path, sizeof(path));
			if (strcmp(path + strlen(directory) + 1, name) != 0)
				continue;
			campaign_measure(&options, t, r, &m);
			m.path = path;
			return campaign_keep(&m);
		}
	}
	for (enum extra x = 0; x < EXTRAS; x++) {
		if (strcmp(extra_names[x], name) != 0)
			continue;
		extra_measure(x, &m);
		extra_path(x, path, sizeof(path));
		m.path = path;
		return campaign_keep(&m);
	}
	/* varied-CONSTANT-VALUE-SETTING; the name of the constant may be empty */
	if (starts_with(name, "varied-") && value &&
	    sscanf(name, "varied-%79[^-]-%" SCNu64 "-%d", constant, &v, &s) == 3 && s >= 0 &&
	    s < SETTINGS)
		return run_varied(constant, v, s);
	if (sscanf(name, "varied--%" SCNu64 "-%d", &v, &s) == 2 && s >= 0 && s < SETTINGS)
		return run_varied("", v, s);
	fprintf(stderr, "no part is called %s\n", name);
	return 2;
}

static int heavier(const void *a, const void *b)
{
	const double x = ((const struct part *)a)->weight, y = ((const struct part *)b)->weight;

	return x > y ? -1 : x < y;
}

static void run_all(void)
{
	static const char *names[PARTS_MAX];
	char path[400];

	for (enum campaign_setting s = 0; s < SETTINGS; s++) {
		for (unsigned int r = 0; r < all.runs[s]; r++) {
			campaign_path(&options, s, r, path, sizeof(path));
			add_part(weight(s), "%s", path + strlen(directory) + 1);
		}
	}
	for (enum extra x = 0; x < EXTRAS; x++)
		if (x != QUIET_1 && x != QUIET_100)
			add_part(20, "%s", extra_names[x]);
	for (size_t i = 0; i < ROWS; i++)
		if (rows[i].constant && (!shortened() || rows[i].any_length)) {
			add_varied(rows[i].constant, rows[i].value, rows[i].needs);
			add_varied("", 0, rows[i].needs);
		}
	for (size_t k = 0; tenth() && !options.change && k < params_count; k++) {
		uint64_t value[2];
		const unsigned int n = far_from(&params_table[k], value);

		for (unsigned int i = 0; i < n; i++)
			add_varied(params_table[k].name, value[i], TENTHS_NEED);
	}
	if (!shortened())
		add_varied("", 0, ALL_SETTINGS);
	for (size_t k = 0; !shortened() && k < params_count; k++) {
		if (!is_varied(&params_table[k]))
			continue;
		add_varied(params_table[k].name, less_of(&params_table[k]), ALL_SETTINGS);
		add_varied(params_table[k].name, more_of(&params_table[k]), ALL_SETTINGS);
	}
	qsort(part, parts, sizeof(part[0]), heavier);
	for (unsigned int i = 0; i < parts; i++)
		names[i] = part[i].name;
	paper_run_parts(paper, "runs", names, parts);
}

/* Reads the results of the parts of constant @name at @value, of the settings @needed. */
static void load_varied(struct all *a, const char *name, uint64_t value, unsigned int needed)
{
	char path[500];

	memset(a, 0, sizeof(*a));
	for (enum campaign_setting s = 0; s < SETTINGS; s++) {
		FILE *f;

		if (!(needed >> s & 1))
			continue;
		varied_path(name, value, s, path, sizeof(path));
		f = fopen(path, "rb");
		if (!f || fread(&a->result[s][0], sizeof(a->result[s][0]), 1, f) != 1 ||
		    fread(&a->run[s][0], sizeof(a->run[s][0]), 1, f) != 1)
			die(path);
		fclose(f);
		a->runs[s] = 1;
	}
}

static void replace(struct all *a, enum campaign_setting s, enum campaign_setting by)
{
	a->runs[s] = all.runs[by];
	memcpy(a->run[s], all.run[by], sizeof(a->run[s]));
	memcpy(a->result[s], all.result[by], sizeof(a->result[s]));
}

/* Returns whether a statement still holds under its ablation. */
static bool ablated(const struct row *r)
{
	static struct all a;

	if (r->change == MACHINE) {
		load_varied(&a, r->constant, r->value, r->needs);
		return holds(r, &a);
	}
	a = all;
	for (enum campaign_setting s = 0; s < SETTINGS; s++) {
		const struct campaign_entry *e = &campaign[s];

		if (r->change == COMBINING_OFF && e->combining)
			replace(&a, s, s + 1);
		if (r->change == COMBINING_ON && !e->combining)
			replace(&a, s, s - 1);
		if (r->change == SAME_GROUP && e->group == 1024)
			replace(&a, s, s - KWORD_1_ON + WORD_1_ON);
		if (r->change == LU_FOR_RADIX && e->workload == &workload_radix)
			replace(&a, s, s - RADIX_ON + LU_ON);
	}
	return holds(r, &a);
}

/* Checks that nothing but the changed constant makes the statements fail: the changed machines
 * have only run 1, and no board. */
static void check_ablations(void)
{
	static struct all a;
	bool hold = true;

	for (size_t i = 0; i < ROWS; i++) {
		const struct row *r = &rows[i];

		if (!r->constant || (shortened() && !r->any_length))
			continue;
		load_varied(&a, "", 0, r->needs);
		if (!holds(r, &a)) {
			printf("  fails without a change, too: %s\n", r->what);
			hold = false;
		}
	}
	paper_check(paper, hold,
		    "the statements that fail on a changed machine hold on the unchanged one, "
		    "in run 1 without a board",
		    NULL);
}

/* Shows the rows of tenths[], and for each fitted constant whether one of them fails with
 * another value. */
static void show_tenths(void)
{
	static struct all a;

	paper_section(paper, "Runs of a tenth of the length");
	for (size_t i = 0; i < TENTHS; i++)
		show(&tenths[i]);
	for (size_t k = 0; !options.change && k < params_count; k++) {
		const struct params_entry *c = &params_table[k];
		uint64_t value[2];
		const unsigned int n = far_from(c, value);

		for (unsigned int v = 0; v < n; v++) {
			const struct row *fails = NULL;
			char what[300];

			load_varied(&a, c->name, value[v], TENTHS_NEED);
			for (size_t i = 0; i < TENTHS && !fails; i++)
				if (!holds(&tenths[i], &a))
					fails = &tenths[i];
			snprintf(what, sizeof(what),
				 "with %s of %" PRIu64 " instead of %" PRIu64
				 " a row fails: %s",
				 c->name, value[v], c->value, fails ? fails->what : "none");
			paper_check(paper, fails, what, NULL);
		}
	}
}

static void sensitivities(void)
{
	static struct all ours, less, more;
	unsigned int tried = 0;

	load_varied(&ours, "", 0, ALL_SETTINGS);
	for (size_t k = 0; k < params_count; k++) {
		const struct params_entry *c = &params_table[k];

		if (!is_varied(c))
			continue;
		tried++;
		load_varied(&less, c->name, less_of(c), ALL_SETTINGS);
		load_varied(&more, c->name, more_of(c), ALL_SETTINGS);
		for (size_t i = 0; i < ROWS; i++) {
			const struct row *r = &rows[i];
			const bool h = holds(r, &ours), l = holds(r, &less),
				   m = holds(r, &more);

			if (r->kind != PAPER_GIVEN && (l != h || m != h))
				paper_vary(paper, &(struct paper_variation){
							  .row = r->what,
							  .constant = c->name,
							  .digits = r->digits,
							  .less = r->unit ? r->fn(&less) : NAN,
							  .ours = r->unit ? r->fn(&ours) : NAN,
							  .more = r->unit ? r->fn(&more) : NAN,
							  .less_holds = l,
							  .holds = h,
							  .more_holds = m});
		}
	}
	paper_text(paper,
		   "%u fitted constants were varied by 10 %%, one at a time, "
		   "on run 1 of each setting, without boards. "
		   "The table at the end has the rows whose verdict changes; "
		   "all others keep theirs. Constants of 0 or 1 are left to the ablations.",
		   tried);
}

static void constants(void)
{
	static struct paper_constant list[100];
	size_t n = 0;

	for (size_t k = 0; k < params_count && n < 90; k++) {
		const struct params_entry *c = &params_table[k];

		list[n++] = (struct paper_constant){
			.name = c->name,
			.unit = c->unit,
			.value = (double)c->value,
			.kind = strcmp(c->kind, "given") == 0	 ? PAPER_GIVEN
				: strcmp(c->kind, "fitted") == 0 ? PAPER_FITTED
								 : PAPER_UNCLASSIFIED,
			.from = c->source};
	}
	for (unsigned int i = 0; workloads[i]; i++)
		if (workloads[i]->fitted)
			list[n++] = (struct paper_constant){
				.name = workloads[i]->name,
				.unit = workloads[i]->size,
				.value = workloads[i]->fitted,
				.kind = PAPER_FITTED,
				.from = "packets of run 1 without combining, Table 1",
				.decides = "Table 1"};
	paper_section(paper, "Constants of the machine and sizes of the problems");
	paper_constants(paper, list);
}

/* ---- tables ---- */

static void print_tables(FILE *f, const double no[5], const double with[5],
			 const double no_words[5], const double with_words[5])
{
	static const char *const names[5] = {"LU", "OCEAN", "RADIX", "SIMPLE 1 us",
					     "SIMPLE 100 us"};

	for (unsigned int i = 0; i < 5; i++)
		fprintf(f, "%s,%.0f,%.0f,%.0f,%.1f,%.1f,%.1f,%.1f,%.1f\n", names[i], no[i],
			with[i], no[i] - with[i], 100 * (1 - with[i] / no[i]), no_words[i],
			with_words[i], with_words[i] - no_words[i],
			100 * (with_words[i] / no_words[i] - 1));
}

#define TABLE_HEAD                                                                     \
	"benchmark,packets without combining,packets with,drop,drop (%),words/packet " \
	"without,with,increase,increase (%)"

static void tables(void)
{
	static const double paper_no[5] = {6458, 54477, 401789, 524288, 524288},
			    paper_with[5] = {6452, 33148, 394011, 579, 3146},
			    paper_no_words[5] = {35.4, 12.4, 1, 1, 1},
			    paper_with_words[5] = {34.4, 20.4, 1, 524288. / 579,
						   524288. / 3146};
	static const char *const derived[] = {",6,0.1,", ",21329,39.2,", ",7778,1.9,",
					      ",523709,99.9,1.0,905.5,904.5,90450.6",
					      ",521142,99.4,1.0,166.7,165.7,16565.2"};
	static const enum campaign_setting on[5] = {LU_ON, OCEAN_ON, RADIX_ON, KWORD_1_ON,
						    KWORD_100_ON};
	double no[5], with[5], no_words[5], with_words[5];
	bool as_published = true;
	char line[300];
	FILE *f;

	paper_section(paper, "Tables 1 and 2 (4.4.2)");
	for (unsigned int i = 0; i < 5; i++) {
		no[i] = count(&all, on[i] + 1);
		with[i] = count(&all, on[i]);
		no_words[i] = words_per_packet(&all, on[i] + 1);
		with_words[i] = words_per_packet(&all, on[i]);
	}
	f = paper_csv(paper, "tables", TABLE_HEAD);
	print_tables(f, no, with, no_words, with_words);
	paper_csv_end(paper, f);
	f = paper_csv(paper, "tables-published", TABLE_HEAD);
	print_tables(f, paper_no, paper_with, paper_no_words, paper_with_words);
	paper_csv_end(paper, f);
	f = paper_open(paper, "tables-published.csv");
	for (unsigned int i = 0; f && i < 5; i++) {
		do {
			if (!fgets(line, sizeof(line), f))
				line[0] = 0;
		} while (line[0] == '#' || starts_with(line, "benchmark"));
		if (!strstr(line, derived[i])) {
			printf("  expected %s in %s", derived[i], line);
			as_published = false;
		}
	}
	if (f)
		fclose(f);
	paper_check(paper, f && as_published,
		    "the columns that the report derives follow from its counts, "
		    "with 90450.6 % in Table 2",
		    "SB-EXP-067 SB-EXP-068");
	paper_text(paper, "Table 2 prints 90550.6 %% for SIMPLE at 1 us. "
			  "From the counts of Table 1 follows 90450.6 %%: a misprint.");
}

/* ---- the joint distributions of Figures 161 and 162 ---- */

/* Returns whether the histogram of the hardware is the one that makeHist makes from its
 * trace. */
static bool same_as_made(const char *path)
{
	char command[2400];

	snprintf(command, sizeof(command),
		 "build/libexec/makeHist '%s.trace.zst' | grep -v '^#' > '%s.made' && "
		 "grep -v '^#' '%s.hist' | cmp -s - '%s.made'",
		 path, path, path, path);
	return system(command) == 0;
}

/* Returns whether the histogram has the counts of the records by sender (6 bits) and latency
 * (16 bits). */
static bool same_by_sender(const char *path)
{
	uint32_t *bin = calloc(1u << 22, sizeof(*bin));
	struct measure_result r = {0};
	char name[500], line[200];
	unsigned int b, c;
	bool same = bin && measure_read(path, &r) == 0;
	FILE *f;

	for (uint32_t i = 0; same && i < r.records; i++)
		bin[(uint32_t)r.record[i].sender << 16 | (r.record[i].latency & 0xFFFF)]++;
	snprintf(name, sizeof(name), "%s.hist", path);
	f = fopen(name, "r");
	same = same && f;
	while (same && fgets(line, sizeof(line), f)) {
		if (line[0] == '#')
			continue;
		if (sscanf(line, "%x %x", &b, &c) != 2 || b >= 1u << 22 || bin[b] != c)
			same = false;
		else
			bin[b] = 0;
	}
	for (uint32_t i = 0; same && i < 1u << 22; i++)
		same = bin[i] == 0;
	if (f)
		fclose(f);
	free(bin);
	measure_free(&r);
	return same;
}

static void joint_figure(unsigned int number, const char *path, const char *config,
			 const char *script, const char *caption)
{
	char command[1200], name[40];

	snprintf(
		command, sizeof(command),
		"build/libexec/hist3dcsv -c fpga-configs/%s.bsel '%s.hist' | grep -v '^[#a-z]' "
		"> '%s.joint.csv'",
		config, path, path);
	if (system(command))
		die(path);
	snprintf(name, sizeof(name), "figure%u", number);
	paper_figure(paper, name, caption, script);
}

static void joint_distributions(void)
{
	char sender[400], size[400];

	extra_path(JOINT_SENDER, sender, sizeof(sender));
	extra_path(JOINT_SIZE, size, sizeof(size));
	paper_section(paper, "Joint distributions of RADIX, combining, run 1 (4.4.1)");
	joint_figure(
		161, sender, "latency-sender",
		"set xlabel 'latency (us)'\nset ylabel 'sender'\nset zlabel 'packets' rotate\n"
		"set logscale z\nset xrange [0:50]\nset yrange [0.5:3.5]\nset ytics 1\n"
		"unset key\n"
		"splot 'runs/joint-sender.joint.csv' using "
		"($2*0.1):1:3 with impulses lc rgb 'black'\n",
		"Figure 161: RADIX, combining, run 1, joint latency and sender distribution, "
		"counted by the board. To be seen: three senders; "
		"the sender has little effect on the latency");
	paper_check(paper, same_by_sender(sender),
		    "Figure 161: the board's bins by sender and latency are those of its trace",
		    "SB-EXP-053");
	joint_figure(
		162, size, "size-latency",
		"set xlabel 'size (words)'\nset ylabel 'latency (us)'\n"
		"set zlabel 'packets' rotate\nset logscale z\nunset key\n"
		"splot 'runs/joint-size.joint.csv' using 1:($2*0.1):3 with impulses "
		"lc rgb 'black'\n",
		"Figure 162: RADIX, combining, run 1, joint latency and size distribution, "
		"counted by the board (latencies of 409.5 us and more in the last bin). "
		"To be seen: packets of one word have many latencies; "
		"where the latency is small, "
		"size and latency have little to do with each other");
	paper_check(paper, same_as_made(size),
		    "Figure 162: the board's histogram is what makeHist makes of its trace",
		    "SB-EXP-056");
}

/* ---- Figures 163 to 167 ---- */

#define WINDOWS 5
#define LAST_PACKETS_MAX 200

struct window {
	double from, to; /* time after the first packet, us */
};

/* A series of packets whose latency never falls. */
struct rise {
	uint32_t at, packets;
};

static double us_behind_first(const struct measure_result *r, uint32_t i)
{
	return (double)(r->record[i].rx - r->record[0].rx) / 10;
}

/* Returns the longest rise between two times, for the last window; the first packet alone if no
 * packet came between them. */
static struct rise longest_rise(const struct measure_result *r, double from_us, double to_us)
{
	struct rise longest = {0, 1}, x = {0, 0};

	for (uint32_t i = 0; i < r->records; i++) {
		if (us_behind_first(r, i) < from_us)
			continue;
		if (us_behind_first(r, i) > to_us)
			break;
		if (x.packets && x.packets < LAST_PACKETS_MAX &&
		    r->record[i].latency >= r->record[i - 1].latency)
			x.packets++;
		else
			x = (struct rise){i, 1};
		if (x.packets > longest.packets)
			longest = x;
	}
	return longest;
}

static struct rise last_window(const struct measure_result *r)
{
	return shortened() ? longest_rise(r, 0, 1e9)
			   : longest_rise(r, WINDOWS_FROM_US, WINDOWS_TO_US);
}

/* Computes the mean differences of receive time and latency, us; NAN for a single packet. */
static void slope(const struct measure_result *r, struct rise x, double *spacing,
		  double *rise_us)
{
	const struct measure_record *a = &r->record[x.at], *b = a + x.packets - 1;

	*spacing = *rise_us = NAN;
	if (x.packets < 2)
		return;
	*spacing = (double)(b->rx - a->rx) / 10 / (x.packets - 1);
	*rise_us = ((double)b->latency - a->latency) / 10 / (x.packets - 1);
}

/* Removes all packets that are not data packets. */
static void only_data(struct measure_result *r)
{
	const uint32_t page = (uint32_t)graph_page(KWORD_1_OFF);
	uint32_t n = 0;

	for (uint32_t i = 0; i < r->records; i++)
		if (r->record[i].addr >> 12 == page)
			r->record[n++] = r->record[i];
	r->records = n;
}

static void draw_windows(const struct window *w, const char *path, uint64_t first_rx,
			 unsigned int run)
{
	char time_csv[500], command[1500], name[40], script[1000], caption[300];

	make_csv("time", path, KWORD_1_OFF, first_rx, time_csv, sizeof(time_csv));
	for (unsigned int i = 0; i < WINDOWS; i++) {
		snprintf(
			command, sizeof(command),
			"build/libexec/reduceXY -x %.7f:%.7f -y 0:1000000 -W 6 -H 4 -r 300 '%s' > "
			"'%s/window-%u.csv'",
			w[i].from * 1e-6, w[i].to * 1e-6, time_csv, directory, i + 1);
		if (system(command))
			die(time_csv);
		snprintf(name, sizeof(name), "figure%u", 163 + i);
		snprintf(script, sizeof(script),
			 "set xlabel 'receive time (s)'\nset ylabel 'latency (us)'\n"
			 "unset key\nset xrange [%.7f:%.7f]\n"
			 "plot 'runs/window-%u.csv' with points pt 7 ps %s lc rgb 'black'\n",
			 w[i].from * 1e-6, w[i].to * 1e-6, i + 1,
			 i == WINDOWS - 1 ? "0.5" : "0.2");
		snprintf(caption, sizeof(caption),
			 "Figure %u: SIMPLE, no combining, run %u, %.1f to %.1f us%s", 163 + i,
			 run + 1, w[i].from, w[i].to,
			 i == WINDOWS - 1 ? ". To be seen: a packet every 2 us, "
					    "each 500 ns later than the one before"
					  : "");
		paper_figure(paper, name, caption, script);
	}
}

/* Makes the same windows without acquisition of the bus. */
static void windows_ablation(unsigned int run, double rise_us)
{
	struct measure_result ablation;
	double spacing0, rise0;
	struct measure m;

	campaign_measure(&options, KWORD_1_OFF, run, &m);
	m.no_board = true;
	m.change[0] = (struct measure_change){"grant_min", 0};
	m.change[1] = (struct measure_change){"grant_max", 0};
	if (measure_run(&m, &ablation))
		die(ablation.error);
	only_data(&ablation);
	slope(&ablation, last_window(&ablation), &spacing0, &rise0);
	paper_statement(
		paper,
		&(struct paper_statement){
			.holds = rise0 < 0.1,
			.what = "Figure 167: with an acquisition time of 0 the rise is below 0.1 us",
			.shows = "SB-EXP-075",
			.ablation = "an acquisition of 3 to 4 BCLK",
			.survives = rise_us < 0.1,
			.shortened = shortened()});
	paper_text(paper,
		   "With an acquisition time of 0 packets arrive every "
		   "%.2f us and the latency rises by %.2f us.",
		   spacing0, rise0);
	measure_free(&ablation);
}

static const char windows_row[] = "five windows, each inside the one before, near 89 to 91 ms; "
				  "20 to 200 packets in the last";

static void zoom(void)
{
	struct measure_result r = {0};
	struct window w[WINDOWS];
	char path[400], title[100];
	double spacing, rise_us;
	bool nested = true, alike = true;
	const unsigned int run = windows_run();
	struct runstats st;
	struct rise last;

	extra_path(WINDOWS_RUN, path, sizeof(path));
	if (measure_read(path, &r) || runstats(&st, &r, graph_page(KWORD_1_OFF)))
		die(path);
	only_data(&r);
	last = last_window(&r);
	snprintf(title, sizeof(title),
		 "SIMPLE, 1 Kword, 1 us, no combining, run %u, near 89 ms (4.4.2)", run + 1);
	paper_section(paper, title);
	slope(&r, last, &spacing, &rise_us);
	w[WINDOWS - 1].from = us_behind_first(&r, last.at);
	w[WINDOWS - 1].to = us_behind_first(&r, last.at + last.packets - 1);
	for (int i = WINDOWS - 2; i >= 0; i--) {
		const double length = w[i + 1].to - w[i + 1].from;

		w[i].from = fmax(0, w[i + 1].from - 2 * length);
		w[i].to = w[i + 1].to + 2 * length;
		nested = nested && w[i].from <= w[i + 1].from && w[i].to >= w[i + 1].to;
	}
	for (uint32_t i = last.at; i < last.at + last.packets; i++)
		alike = alike && r.record[i].words == 1 &&
			r.record[i].sender == r.record[last.at].sender;
	if (last.packets > 1)
		draw_windows(w, path, st.first_rx, run);
	if (shortened())
		paper_check_not_run(paper, windows_row, "SB-EXP-071");
	else
		paper_check(paper,
			    nested && last.packets >= 20 &&
				    w[WINDOWS - 1].from >= WINDOWS_FROM_US &&
				    w[WINDOWS - 1].to <= WINDOWS_TO_US,
			    windows_row, "SB-EXP-071");
	paper_value(paper, &(struct paper_value){.what = "Figure 167: packets arrive every",
						 .unit = "us",
						 .digits = 2,
						 .published = 2,
						 .ours = spacing,
						 .low = 1.6,
						 .high = 2.4,
						 .kind = PAPER_FITTED,
						 .fitted = "turn_bclk",
						 .shows = "SB-EXP-072",
						 .shortened = shortened()});
	paper_value(
		paper,
		&(struct paper_value){
			.what = "Figure 167: latency rises by",
			.unit = "us",
			.digits = 2,
			.published = 0.5,
			.ours = rise_us,
			.low = 0.4,
			.high = 0.6,
			.kind = PAPER_FITTED,
			.fitted = "turn_bclk, release_bclk; the cycles of SIMPLE's write",
			.missed =
				"a processor that waits for its bus gets two writes into each turn, or one: "
				"the rise is near 1 us or below 0.35 us with any constants, "
				"and mixes of both lie between",
			.shows = "SB-EXP-073",
			.shortened = shortened()});
	paper_check(paper, alike && last.packets > 1,
		    "Figure 167: all packets have one word and the same sender", "SB-EXP-074");
	windows_ablation(run, rise_us);
	measure_free(&r);
}

/* ---- checks of all runs ---- */

static void check_files(void)
{
	unsigned int runs = 0, files = 0, with_sizes = 0;
	char path[400], name[500];
	struct stat st;

	for (enum campaign_setting s = 0; s < SETTINGS; s++) {
		for (unsigned int r = 0; r < all.runs[s]; r++) {
			static const char *const kinds[] = {"trace.zst", "hist", "latency.csv",
							    "time.csv", "size.csv"};

			runs++;
			with_sizes += !!campaign[s].size_figure;
			campaign_path(&options, s, r, path, sizeof(path));
			for (unsigned int k = 0; k < 4 + !!campaign[s].size_figure; k++) {
				snprintf(name, sizeof(name), "%s.%s", path, kinds[k]);
				files += stat(name, &st) == 0 && st.st_size > 0;
			}
		}
	}
	paper_check(paper, files == 4 * runs + with_sizes,
		    "a trace, a histogram and the CSV files of the graphs of each run", NULL);
	if (shortened())
		paper_check_not_run(paper, "62 runs", "SB-EXP-001");
	else
		paper_check(paper, runs == 62 && files == 4 * 62 + 34, "62 runs", "SB-EXP-001");
}

/* Checks that the same seed gives the same trace, and another seed another trace. */
static void check_repeatable(void)
{
	char first[400], again[400], other[400], command[2000];
	bool same, differ;

	campaign_path(&options, WORD_1_ON, 0, first, sizeof(first));
	campaign_path(&options, WORD_1_ON, 1, other, sizeof(other));
	extra_path(AGAIN, again, sizeof(again));
	snprintf(command, sizeof(command),
		 "bash -c 'cmp -s <(zstdcat %s.trace.zst) <(zstdcat %s.trace.zst)'", first,
		 again);
	same = system(command) == 0;
	snprintf(command, sizeof(command),
		 "bash -c 'cmp -s <(zstdcat %s.trace.zst) <(zstdcat %s.trace.zst)'", first,
		 other);
	differ = system(command) != 0;
	paper_check(paper, same && differ,
		    "a run again gives the same trace file, another seed another one",
		    "SB-EXP-002");
}

/* Makes the graphs' data again with the tools and compares them; checks sums and the first
 * receive time. */
static void check_tools(void)
{
	bool same = true, sums = true, zero = true;
	char path[400], command[2000], whole[3000], line[200];

	for (enum campaign_setting s = 0; s < SETTINGS; s++) {
		for (unsigned int r = 0; r < all.runs[s]; r++) {
			double x, y, sum = 0;
			FILE *f;

			campaign_path(&options, s, r, path, sizeof(path));
			for (unsigned int k = 0; k < 2; k++) {
				const char *kind = k ? "time" : "latency";

				campaign_command(kind, path, graph_page(s),
						 all.run[s][r].first_rx, command,
						 sizeof(command));
				snprintf(whole, sizeof(whole), "%s | cmp -s - '%s.%s.csv'",
					 command, path, kind);
				same = same && system(whole) == 0;
			}
			snprintf(whole, sizeof(whole), "%s.latency.csv", path);
			f = fopen(whole, "r");
			while (f && fgets(line, sizeof(line), f))
				if (sscanf(line, "%lf,%lf", &x, &y) == 2)
					sum += y;
			if (f)
				fclose(f);
			sums = sums && sum == all.run[s][r].packets;
			snprintf(whole, sizeof(whole), "%s.time.csv", path);
			f = fopen(whole, "r");
			zero = zero && f && fgets(line, sizeof(line), f) &&
			       sscanf(line, "%lf,%lf", &x, &y) == 2 && x == 0;
			if (f)
				fclose(f);
		}
	}
	paper_check(paper, same, "the tools make the same graphs' data of the traces again",
		    "SB-EXP-003");
	paper_check(paper, sums,
		    "the counts of each latency distribution add up to the packets", NULL);
	paper_check(paper, zero, "receive times are relative to the first packet",
		    "SB-EXP-005");
}

static void check_words(void)
{
	bool same = true;

	for (enum campaign_setting s = 0; s < SETTINGS; s++)
		for (unsigned int r = 0; r < all.runs[s]; r++) {
			struct measure_result m = {0};
			uint64_t words = 0;
			char path[400];

			campaign_path(&options, s, r, path, sizeof(path));
			if (measure_read(path, &m))
				die(path);
			for (uint32_t i = 0; i < m.records; i++)
				words += m.record[i].words;
			same = same && words == all.result[s][r].words;
			measure_free(&m);
		}
	paper_check(paper, same, "in every run the sizes in the trace add up to WCDR",
		    "SB-EXP-077");
}

/* Checks that all packets of SIMPLE are full without other traffic on the buses. */
static void check_quiet(void)
{
	bool full = true, busy = true;

	for (enum extra x = QUIET_1; x <= QUIET_100; x++) {
		struct measure_result r;
		struct runstats st;
		struct measure m;

		extra_measure(x, &m);
		if (measure_run(&m, &r) || runstats(&st, &r, graph_page(KWORD_1_ON)))
			die(r.error);
		full = full && st.full == st.packets && st.packets == (m.steps ? m.steps : 512);
		measure_free(&r);
	}
	for (unsigned int r = 0; r < all.runs[KWORD_100_ON]; r++)
		busy = busy &&
		       all.run[KWORD_100_ON][r].full == all.run[KWORD_100_ON][r].packets;
	paper_statement(
		paper,
		&(struct paper_statement){
			.holds = full,
			.what = "SIMPLE, 1 Kword: "
				"without timer and other processes all packets have 1024 words",
			.shows = "SB-EXP-050",
			.ablation = "timer and other process",
			.survives = busy});
}

int main(int argc, char **argv)
{
	paper = paper_begin(argc, argv, "surfboard", "case-studies", "Case studies (4)");
	snprintf(directory, sizeof(directory), "%s/runs", paper_output(paper));
	mkdir(directory, 0777);
	options = (struct campaign_options){.directory = directory,
					    .seed = paper_seed(paper),
					    .percent = paper_percent(paper),
					    .change = paper_change(paper),
					    .runs = shortened() ? 2 : 0};
	for (enum campaign_setting s = 0; s < SETTINGS; s++)
		all.runs[s] = options.runs && options.runs < campaign[s].runs
				      ? options.runs
				      : campaign[s].runs;
	if (paper_part(paper))
		return paper_part_end(paper, run_part(paper_part(paper)));
	constants();
	run_all();
	for (enum campaign_setting s = 0; s < SETTINGS; s++)
		for (unsigned int r = 0; r < all.runs[s]; r++)
			load(s, r);
	for (enum campaign_setting s = 0; s < SETTINGS; s++)
		figures(s);
	joint_distributions();
	zoom();
	tables();
	paper_section(paper, "What is to be seen, in numbers");
	for (size_t i = 0; i < ROWS; i++)
		show(&rows[i]);
	paper_text(paper,
		   "RADIX, combining: of the %" PRIu32
		   " packets with the least latencies, a tenth of all, %" PRIu32
		   " have more than one word.",
		   all.run[RADIX_ON][0].decile, all.run[RADIX_ON][0].decile_longer);
	check_ablations();
	check_files();
	check_repeatable();
	check_tools();
	check_words();
	check_quiet();
	if (tenth())
		show_tenths();
	if (!shortened())
		sensitivities();
	return paper_end(paper);
}
