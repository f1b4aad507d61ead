/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Figures 8 and 9 of Malony and Reed 1990: frames per second over the delay of the nodes, and
 * the share of nibbles that are merged, over the number of nodes.
 */
#include "constants.h"
#include "hm_frame.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const unsigned int nodes_of[] = {1, 2, 4, 8};
static const unsigned int delays[] = {0, 1, 2, 5, 10, 20, 50, 100};
#define CURVES 4
#define POINTS 8
#define KEY_POINTS 6 /* point symbols in the key of Figure 8 */

static void run_with(const struct ipsc2_config *cfg, const struct ipsc2_load *l,
		     const struct ipsc2_reader *r, struct ipsc2_result *res)
{
	const int err = ipsc2_load_run(ipsc2_open(cfg), l, r, res);

	if (err) {
		fprintf(stderr, "figures8-9: the machine: %s\n", strerror(-err));
		exit(1);
	}
}

static void run(const struct ipsc2_config *cfg, const struct ipsc2_load *l,
		struct ipsc2_result *res)
{
	run_with(cfg, l, &ipsc2_experiment, res);
}

/* Returns the time between two nibbles of a node, in ps. */
static ipsc2_time period_ps(unsigned int delay)
{
	return (ipsc2_time)(ipsc2_period_us(delay) * 1e6);
}

/* Returns the larger of @off and the size of @by; a value that is missing is infinitely far
 * off. */
static double worst(double off, double by)
{
	return isnan(by) ? INFINITY : fmax(off, fabs(by));
}

/* ---- Figure 8 ---- */

/* What a run gives: frames/s, NAN if it overruns, and whether nibbles of two nodes came in one
 * window. */
struct point {
	double rate;
	bool met;
};

static struct point point_of(const struct ipsc2_result *r)
{
	return (struct point){r->status ? NAN : (double)r->st.frames / r->seconds,
			      r->st.frames < r->st.valid};
}

/* Runs nodes on a changed machine. */
static struct point changed(struct paper *p, unsigned int nodes, unsigned int delay,
			    const struct ipsc2_cost *cost, bool independent)
{
	const struct ipsc2_config cfg = {.nodes = nodes,
					 .seed = paper_seed(p),
					 .jitter = independent ? ipsc2_jitter : 0,
					 .ppb_max = independent ? 0 : -1,
					 .delay = delay,
					 .cost = cost};
	struct ipsc2_load l = {.end = IPSC2_MS(50)};
	struct ipsc2_reader r = ipsc2_experiment;
	struct ipsc2_result res;

	/* dependent nodes send at equal distances, so that their nibbles never come together */
	for (unsigned int i = 0; i < nodes; i++)
		l.phase[i] = independent
				     ? 0
				     : (ipsc2_time)(i * ipsc2_period_us(delay) * 1e6 / nodes);
	l.spread = independent ? period_ps(delay) : 0;
	if (cost && cost->word < ipsc2_costs.word)
		r.recording = 0;
	run_with(&cfg, &l, &r, &res);
	return point_of(&res);
}

/* Returns whether the rate never rises with the delay, apart from 0.5 % by chance. */
static bool falls_with_delay(const struct point at[POINTS])
{
	for (unsigned int i = 1; i < POINTS; i++)
		if (at[i].rate > at[i - 1].rate * 1.005)
			return false;
	return true;
}

/* Returns whether the longest delay leaves less than half of the rate. */
static bool falls_far(const struct point at[POINTS])
{
	return at[POINTS - 1].rate < 0.5 * at[0].rate;
}

/* Returns whether several nodes together send fewer frames than each
 * alone, because they meet. */
static bool fewer_together(const struct point *several, unsigned int nodes,
			   const struct point *one)
{
	return several->met && several->rate < nodes * one->rate;
}

static bool falls_without_iterations(struct paper *p)
{
	struct ipsc2_cost cost = ipsc2_costs;
	struct point at[POINTS];

	cost.iteration = 0;
	for (unsigned int i = 0; i < POINTS; i++)
		at[i] = changed(p, 1, delays[i], &cost, true);
	return falls_with_delay(at) && falls_far(at);
}

static bool sublinear_without_meeting(struct paper *p)
{
	const struct point four = changed(p, 4, 20, NULL, false),
			   one = changed(p, 1, 20, NULL, false);

	return fewer_together(&four, 4, &one);
}

static bool overruns_at_bus_speed(struct paper *p)
{
	struct ipsc2_cost cost = ipsc2_costs;

	cost.word = IPSC2_NS(222);
	return isnan(changed(p, 4, 0, &cost, true).rate);
}

/* Measures all points and writes figure8.csv. Returns the number of points that have a rate or
 * an overrun. */
static unsigned int measure_figure8(struct paper *p, struct point at[CURVES][POINTS])
{
	const ipsc2_time end = IPSC2_US(paper_length(p, 1000000, 20000));
	unsigned int complete = 0;
	FILE *f = paper_csv(p, "figure8", "nodes,delay (iterations),frames/s,bytes/s,overrun");

	for (unsigned int c = 0; c < CURVES; c++) {
		for (unsigned int i = 0; i < POINTS; i++) {
			const struct ipsc2_config cfg = {.nodes = nodes_of[c],
							 .seed = paper_seed(p),
							 .jitter = ipsc2_jitter,
							 .delay = delays[i]};
			const struct ipsc2_load l = {.end = end,
						     .spread = period_ps(delays[i])};
			struct ipsc2_result res;

			paper_progress(p, "Figure 8",
				       (c * POINTS + i) / (double)(CURVES * POINTS));
			run(&cfg, &l, &res);
			at[c][i] = point_of(&res);
			complete += isnan(at[c][i].rate) || at[c][i].rate > 0;
			if (res.status)
				fprintf(f, "%u,%u,,,overrun\n", nodes_of[c], delays[i]);
			else
				fprintf(f, "%u,%u,%.0f,%.0f,none\n", nodes_of[c], delays[i],
					at[c][i].rate, 4 * HM_FRAME_WORDS * at[c][i].rate);
		}
	}
	paper_csv_end(p, f);
	return complete;
}

/* What the curves of Figure 8 have in common. */
struct shape {
	bool monotone; /* the rate falls with the delay, that of one node far */
	bool grows;    /* at each delay the rate grows with the nodes */
	bool fewer;    /* several nodes send fewer frames than each of them alone */
	double off;    /* largest distance of one node from its period, as a share */
};

static struct shape shape_of(struct point at[CURVES][POINTS])
{
	struct shape s = {.monotone = true, .grows = true, .fewer = true};

	for (unsigned int c = 0; c < CURVES; c++) {
		struct point several = {0}, one = {0}; /* sums over the delays */

		s.monotone = s.monotone && falls_with_delay(at[c]);
		for (unsigned int i = 0; i < POINTS; i++) {
			const double r = at[c][i].rate;

			if (c == 0)
				s.off = worst(s.off, r * ipsc2_period_us(delays[i]) / 1e6 - 1);
			if (c == 0 || isnan(r))
				continue;
			s.grows = s.grows && !(r <= at[c - 1][i].rate);
			several.rate += r;
			several.met |= at[c][i].met;
			one.rate += at[0][i].rate;
		}
		s.fewer = s.fewer && (!c || fewer_together(&several, nodes_of[c], &one));
	}
	s.monotone = s.monotone && falls_far(at[0]);
	return s;
}

static void draw_figure8(struct paper *p)
{
	paper_figure(
		p, "figure8",
		"Frames per second over the delay; crosses on the axis: the frame FIFO "
		"overran, and there is no value.",
		"set xlabel 'delay between nibbles (iterations of the null loop)'\n"
		"set ylabel 'event frames (1000/s)'\nset y2label 'Mbytes/s'\n"
		"set ytics nomirror\nset y2tics\nset yrange [0:260]\nset y2range [0:4.16]\n"
		"set xrange [-2:102]\nset key outside right center\n"
		"color(n) = n eq '1' ? 6 : n eq '2' ? 1 : n eq '4' ? 2 : 9\n"
		"plot for [n in '1 2 4 8'] 'figure8.csv' using "
		"($1==n+0 && strcol(5) eq 'none' ? $2 : "
		"1/0):($3/1000) with linespoints lw 1.5 lc color(n) pt (n eq '1' ? 7 : "
		"n eq '2' ? 5 : n eq '4' ? 9 : 6) title n.(n eq '1' ? ' node' : "
		"' nodes'), \\\n"
		" for [n in '4 8'] 'figure8.csv' using ($1==n+0 && strcol(5) eq 'overrun' ? "
		"$2 : 1/0):(n eq '4' ? 4 : 10) with points pt (n eq '4' ? 2 : "
		"1) ps 1.2 lc color(n) title n.' nodes: overrun'\n");
	if (!paper_varied(p, NULL))
		paper_check(p, paper_points(p, "figure8") == CURVES * POINTS + KEY_POINTS,
			    "the picture shows all of them", "HM-FIG-001");
}

static void figure8(struct paper *p)
{
	struct point at[CURVES][POINTS];
	struct shape s;
	unsigned int complete;

	paper_section(p, "Figure 8: bandwidth over the delay");
	complete = measure_figure8(p, at);
	s = shape_of(at);
	paper_check(p, complete == CURVES * POINTS,
		    "frames/s and bytes/s at 32 points, overruns marked", "HM-FIG-001");
	paper_value(p, &(struct paper_value){
			       .what = "one node: off 1 / (8.85 + 0.85 x delay) us by up to",
			       .unit = "%",
			       .digits = 2,
			       .published = NAN,
			       .ours = 100 * s.off,
			       .low = 0,
			       .high = 1,
			       .kind = PAPER_CHECK,
			       .shows = "HM-FIG-002"});
	paper_statement(p,
			&(struct paper_statement){
				.holds = s.monotone,
				.what = "as the delay interval decreases, "
					"the bandwidth increases",
				.shows = "HM-FIG-003",
				.ablation = "iterations of the null loop that take no time",
				.survives = paper_ablations(p) && falls_without_iterations(p)});
	paper_statement(
		p, &(struct paper_statement){
			   .holds = s.grows && s.fewer,
			   .what = "frame rates grow with the nodes, sublinearly",
			   .shows = "HM-FIG-004",
			   .ablation = "nodes that never meet in a window",
			   .survives = paper_ablations(p) && sublinear_without_meeting(p)});
	paper_statement(p,
			&(struct paper_statement){
				.holds = !isnan(at[1][0].rate) && isnan(at[2][0].rate) &&
					 isnan(at[3][0].rate) && !isnan(at[3][6].rate),
				.what = "without delay only one and two nodes can be measured",
				.shows = "HM-FIG-001",
				.ablation = "a reader at the speed of the bus, 18 MB/s",
				.survives = paper_ablations(p) && overruns_at_bus_speed(p)});
	draw_figure8(p);
}

/* ---- Figure 9 ---- */

/* Runs nodes that send simultaneously, or at equal distances, instead of independently. Returns
 * the share of merged nibbles in %, and the frames/s in *rate. */
static double merging_in_phase(struct paper *p, unsigned int nodes, bool apart, double *rate)
{
	const struct ipsc2_config cfg = {.nodes = nodes, .seed = paper_seed(p), .ppb_max = -1};
	struct ipsc2_load l = {.count = 1024 / nodes};
	struct ipsc2_result res;

	for (unsigned int i = 0; apart && i < nodes; i++)
		l.phase[i] = (ipsc2_time)(i * ipsc2_period_us(0) * 1e6 / nodes);
	run(&cfg, &l, &res);
	*rate = (double)res.st.frames / res.seconds;
	return 100.0 * (double)res.st.merged / (double)res.st.valid;
}

static bool grows_apart(struct paper *p)
{
	double rate;

	return merging_in_phase(p, 8, true, &rate) > merging_in_phase(p, 2, true, &rate);
}

/* Returns whether more nodes send clearly more frames. */
static bool rises(double fewer, double more)
{
	return more > 1.05 * fewer;
}

static bool rises_in_step(struct paper *p)
{
	double two, eight;

	merging_in_phase(p, 2, false, &two);
	merging_in_phase(p, 8, false, &eight);
	return rises(two, eight);
}

/* Returns the share of merged nibbles of bursts that fit the frame FIFO, so that no rate causes
 * a loss. */
static double merging(struct paper *p, unsigned int nodes, unsigned int delay,
		      unsigned int bursts, double *rate)
{
	uint64_t merged = 0, valid = 0, frames = 0;
	double seconds = 0;

	for (unsigned int i = 0; i < bursts; i++) {
		const struct ipsc2_config cfg = {.nodes = nodes,
						 .seed = 1000 * paper_seed(p) + i,
						 .jitter = ipsc2_uneven,
						 .delay = delay};
		const struct ipsc2_load l = {.count = 1024 / nodes, .spread = period_ps(delay)};
		struct ipsc2_result res;

		run(&cfg, &l, &res);
		if (res.status)
			return NAN;
		merged += res.st.merged;
		valid += res.st.valid;
		frames += res.st.frames;
		seconds += res.seconds;
	}
	*rate = (double)frames / seconds;
	return 100.0 * (double)merged / (double)valid;
}

/* Returns the share of merged nibbles of independent nodes, in %: of those for which another
 * node has a nibble in the same window. */
static double expected_merging(unsigned int nodes, unsigned int delay)
{
	return 100 * (1 - pow(1 - HM_WINDOW_NS / 1e3 / ipsc2_period_us(delay), nodes - 1));
}

#define SLOW_DELAYS 4
#define MOST_NODES 16
static const unsigned int slow[SLOW_DELAYS] = {0, 10, 20, 50};

/* Figure 9: [n][i] is that of n nodes with the delay slow[i]. */
struct merged {
	double percent[MOST_NODES + 1][SLOW_DELAYS];
	double rate[MOST_NODES + 1][SLOW_DELAYS]; /* frames/s */
	double off;  /* largest distance from independent nodes, in points */
	bool grows;  /* merging grows with the nodes */
	bool faster; /* merging grows with the rate of the nodes */
	bool rises;  /* frames/s rise from 1 to 8 nodes nevertheless */
};

/* Measures all points and writes figure9.csv. */
static void measure_figure9(struct paper *p, unsigned int bursts, struct merged *m)
{
	FILE *f = paper_csv(
		p, "figure9",
		"nodes,delay (iterations),merged (%),expected of independent nodes (%),"
		"frames/s");

	*m = (struct merged){.grows = true, .faster = true, .rises = true};
	for (unsigned int i = 0; i < SLOW_DELAYS; i++) {
		for (unsigned int n = 1; n <= MOST_NODES; n++) {
			const double expected = expected_merging(n, slow[i]);

			m->percent[n][i] = merging(p, n, slow[i], bursts, &m->rate[n][i]);
			paper_progress(p, "Figure 9",
				       (i * MOST_NODES + n) /
					       (double)(SLOW_DELAYS * MOST_NODES));
			fprintf(f, "%u,%u,%.2f,%.2f,%.0f\n", n, slow[i], m->percent[n][i],
				expected, m->rate[n][i]);
			m->off = worst(m->off, m->percent[n][i] - expected);
		}
		for (unsigned int n = 1; n < MOST_NODES; n *= 2) {
			m->grows = m->grows && m->percent[2 * n][i] > m->percent[n][i];
			m->rises =
				m->rises && (n == 8 || rises(m->rate[n][i], m->rate[2 * n][i]));
		}
		for (unsigned int n = 2; i && n <= MOST_NODES; n *= 2)
			m->faster = m->faster && m->percent[n][i] < m->percent[n][i - 1];
	}
	paper_csv_end(p, f);
}

/* Compares the curve without a delay with that of independent nodes. */
static void compare_with_independent(struct paper *p, const struct merged *m)
{
	static const struct {
		unsigned int nodes;
		double percent;
	} known[] = {{2, 9.0}, {3, 17.3}, {4, 24.7}, {8, 48.5}, {16, 75.9}};
	char what[80];

	for (unsigned int k = 0; k < sizeof(known) / sizeof(*known); k++) {
		const unsigned int n = known[k].nodes;

		snprintf(what, sizeof(what), "merged, %u nodes without delay", n);
		paper_value(p,
			    &(struct paper_value){.what = what,
						  .unit = "%",
						  .digits = 1,
						  .published = NAN,
						  .ours = m->percent[n][0],
						  .low = known[k].percent - 2,
						  .high = known[k].percent + 2,
						  .why = "the scan has lost the paper's curve; "
							 "independent nodes: "
							 "100 x (1 - (1 - 0.8 / 8.85)^(n - 1))",
						  .kind = PAPER_CHECK,
						  .shows = "HM-FIG-006"});
	}
	paper_value(p,
		    &(struct paper_value){
			    .what = "all 64 points: off what independent nodes give by up to",
			    .unit = "points",
			    .digits = 2,
			    .published = NAN,
			    .ours = m->off,
			    .low = 0,
			    .high = 2,
			    .kind = PAPER_CHECK,
			    .shows = "HM-FIG-006"});
}

static void figure9(struct paper *p)
{
	const unsigned int bursts = (unsigned int)paper_length(p, 100, 100);
	struct merged m;

	paper_section(p, "Figure 9: event frame merging");
	paper_text(p,
		   "Merged are the nibbles of frames with two or more. "
		   "%u bursts of 1024 nibbles at most, from a reset, with random phases: "
		   "the frame FIFO takes them whole, "
		   "so that merging can be measured where a longer run overruns.",
		   bursts);
	measure_figure9(p, bursts, &m);
	compare_with_independent(p, &m);
	paper_statement(p, &(struct paper_statement){
				   .holds = m.grows && m.faster,
				   .what = "merging grows with the nodes and with their rate",
				   .shows = "HM-FIG-007",
				   .ablation = "nodes that never meet in a window",
				   .survives = paper_ablations(p) && grows_apart(p)});
	paper_statement(p, &(struct paper_statement){
				   .holds = m.rises,
				   .what = "merging does not offset the growth: "
					   "frames/s rise from 1 to 8 nodes",
				   .shows = "HM-FIG-008",
				   .ablation = "nodes in step",
				   .survives = paper_ablations(p) && rises_in_step(p)});
	paper_figure(p, "figure9",
		     "Percentage of merged nibbles over the number of active nodes; lines: "
		     "independent nodes.",
		     "set xlabel 'active nodes'\nset ylabel 'merged event data (%)'\n"
		     "set xrange [0:17]\nset yrange [0:100]\nset key outside right center\n"
		     "set style data points\n"
		     "plot for [d in '0 10 20 50'] 'figure9.csv' using ($2==d+0 ? $1 : "
		     "1/0):3 with points pt (d eq '0' ? 7 : d eq '10' ? 6 : d eq '20' ? 5 : "
		     "4) ps 0.7 title 'delay '.d, \\\n"
		     " for [d in '0 10 20 50'] 'figure9.csv' using ($2==d+0 ? $1 : "
		     "1/0):4 with lines lc 9 notitle\n");
}

int main(int argc, char **argv)
{
	static struct paper_variable varied[CONSTANTS + 1];
	struct paper *p =
		paper_begin(argc, argv, "hypermon", "figures8-9", "Bandwidth and merging");

	paper_sensitivities(p, constants_of(FIGURES, varied), "HM-SCI-003");
	figure8(p);
	figure9(p);
	return paper_end(p);
}
