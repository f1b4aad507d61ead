/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bandwidth tests of Malony and Reed 1990, 3.2.1 and 5.1: recording on the nodes, the
 * board, the PBX bus, one node and two, overruns. Runs of more than a second of machine time
 * use the golden model; parts of them also run in RTL, and must give the same frames.
 */
#include "constants.h"
#include "hypercube.h"
#include "rtl.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CLOCK SIM_NS(50)
#define FRAME_BYTES 16

static void die(int err)
{
	fprintf(stderr, "bandwidth: the machine: %s\n", strerror(-err));
	exit(1);
}

static void run(const struct ipsc2_config *cfg, const struct ipsc2_load *l,
		const struct ipsc2_reader *r, struct ipsc2_result *result)
{
	const int err = ipsc2_load_run(ipsc2_open(cfg), l, r, result);

	if (err)
		die(err);
}

/* ---- the board in RTL ---- */

static struct hypercube *board(struct paper *p)
{
	struct sim *s = sim_new(NULL, 0, paper_seed(p));
	struct hypercube *h = s ? hypercube_open(s) : NULL;

	if (!h)
		die(-errno);
	hypercube_power_on(h);
	return h;
}

/* Performs the run in RTL and with the golden model; returns whether
 * both give the same frames. */
static bool same_frames(struct paper *p, const struct ipsc2_config *cfg,
			const struct ipsc2_load *l, const struct ipsc2_reader *r,
			struct ipsc2_result *rtl)
{
	struct hypercube *h = board(p);
	struct ipsc2_config same = *cfg;
	struct ipsc2_result model;
	int err;

	same.start = sim_now(h->s) - h->began;
	err = ipsc2_load_run(ipsc2_open_rtl(cfg, h), l, r, rtl);
	if (err)
		die(err);
	sim_delete(h->s);
	run(&same, l, r, &model);
	return rtl->digest == model.digest && rtl->st.frames == model.st.frames &&
	       rtl->st.lost == model.st.lost && rtl->first_loss == model.first_loss &&
	       rtl->status == model.status;
}

/* ---- recording on the nodes ---- */

/* Returns the seconds for a million events. */
static double software_recording(struct paper *p, struct ipsc2_config *cfg,
				 const struct ipsc2_load *load)
{
	struct ipsc2_result r;
	double soft;

	cfg->recording = IPSC2_SOFTWARE;
	run(cfg, load, &ipsc2_experiment, &r);
	soft = r.seconds * 1e6 / (double)load->count;
	paper_value(p, &(struct paper_value){.what = "software recording, a million events",
					     .unit = "s",
					     .digits = 1,
					     .published = 3.9,
					     .ours = soft,
					     .low = 3.9 * 0.99,
					     .high = 3.9 * 1.01,
					     .shows = "HM-BW-001",
					     .kind = PAPER_GIVEN});
	paper_value(p,
		    &(struct paper_value){.what = "software recording rate",
					  .unit = "MB/s",
					  .digits = 2,
					  .published = 1.02,
					  .ours = 4 / soft,
					  .low = 1.01,
					  .high = 1.04,
					  .why = "4 MB in 3.9 s are 1.026 MB/s: the paper cuts",
					  .shows = "HM-BW-001",
					  .kind = PAPER_IMPLIED,
					  .implied_by = "a million events by software"});
	return soft;
}

/* @soft: seconds for a million events by software recording. */
static void hardware_recording(struct paper *p, struct ipsc2_config *cfg,
			       const struct ipsc2_load *load, double soft)
{
	struct ipsc2_result r;
	double hard, bytes;

	cfg->recording = IPSC2_HARDWARE;
	paper_progress(p, "a million events through the port", 0);
	run(cfg, load, &ipsc2_experiment, &r);
	hard = r.seconds * 1e6 / (double)load->count;
	bytes = FRAME_BYTES * (double)r.st.frames / (double)load->count;
	paper_value(p, &(struct paper_value){.what = "HYPERMON, a million events",
					     .unit = "s",
					     .digits = 1,
					     .published = 88.5,
					     .ours = hard,
					     .low = 88.5 * 0.985,
					     .high = 88.5 * 1.015,
					     .kind = PAPER_FITTED,
					     .fitted = "extraction of a nibble"});
	paper_value(p, &(struct paper_value){.what = "HYPERMON recording rate",
					     .unit = "KB/s",
					     .digits = 1,
					     .published = 45,
					     .ours = 4e3 / hard,
					     .low = 45 * 0.985,
					     .high = 45 * 1.015,
					     .why = "4 MB in 88.5 s are 45.2 KB/s",
					     .shows = "HM-BW-002",
					     .kind = PAPER_IMPLIED,
					     .implied_by = "a million events by HYPERMON"});
	paper_value(p, &(struct paper_value){.what = "ratio of the two rates",
					     .digits = 1,
					     .unit = "",
					     .published = 22.7,
					     .ours = hard / soft,
					     .low = 22.4,
					     .high = 23.0,
					     .shows = "HM-BW-003",
					     .kind = PAPER_IMPLIED,
					     .implied_by = "a million events by both"});
	paper_value(p, &(struct paper_value){.what = "bytes of frames per event of 4 bytes",
					     .unit = "",
					     .published = NAN,
					     .ours = bytes,
					     .low = 128,
					     .high = 128,
					     .why = "footnote 4: \"much larger\"",
					     .shows = "HM-BW-004",
					     .kind = PAPER_CHECK});
}

static void recording(struct paper *p)
{
	const uint64_t events = paper_length(p, 1000000, 1000);
	const struct ipsc2_load load = {.count = events, .length = 4, .id = 1};
	struct ipsc2_load slice = load;
	struct ipsc2_config cfg = {.nodes = 1, .seed = paper_seed(p), .extract = true};
	struct ipsc2_result r;

	paper_section(p, "Events of four bytes on one node (5.1)");
	paper_text(p,
		   "%llu events at the highest rate, "
		   "recorded in node memory and sent through the port by the node library, "
		   "eight nibbles each; times are per million.",
		   (unsigned long long)events);
	hardware_recording(p, &cfg, &load, software_recording(p, &cfg, &load));
	if (paper_varied(p, NULL))
		return;
	slice.count = paper_length(p, 10000, 200);
	paper_progress(p, "a slice in RTL", 0);
	paper_check(p,
		    same_frames(p, &cfg, &slice, &ipsc2_experiment, &r) &&
			    r.st.frames == 8 * slice.count && r.st.frames_of[1] == r.st.frames,
		    "the first 1 % of it in RTL: the same frames, one nibble each",
		    "HM-BW-002 HM-BW-004");
}

/* ---- inside the board ---- */

/* Returns the event bytes per second if @nodes nodes send in each window of @clocks clocks. */
static double internal_rate(struct paper *p, unsigned int nodes, unsigned int clocks)
{
	struct hypercube *h = board(p);
	static struct hypercube_frame f[1000];
	const struct hypercube_traffic t = {.nodes = (uint16_t)((1u << nodes) - 1),
					    .count = 1000,
					    .gap = clocks * CLOCK,
					    .pulse = SIM_NS(100),
					    .in_step = true};
	uint64_t nibbles = 0;
	double rate;
	unsigned int n;

	hypercube_put(h, HM_CTRL, HYPERCUBE_RUN(clocks == 8 ? 1 : 0));
	hypercube_next_window(h);
	hypercube_start(h, &t);
	hypercube_wait(h);
	hypercube_settle(h);
	n = hypercube_drain(h, f, 1000);
	if (n != 1000 || hypercube_get(h, HM_STATUS)) {
		fprintf(stderr, "bandwidth: %u frames of 1000, STATUS %" PRIX32 "\n", n,
			hypercube_get(h, HM_STATUS));
		exit(1);
	}
	for (unsigned int i = 0; i < n; i++)
		nibbles += (unsigned int)__builtin_popcount(f[i].vector);
	rate = (double)nibbles / 2 / ((f[n - 1].stamp - f[0].stamp + 1) * clocks * 50e-9);
	sim_delete(h->s);
	return rate;
}

static void inside(struct paper *p)
{
	double off = 0;
	FILE *f;

	paper_section(p, "Frames inside the board (5.1), in RTL");
	paper_value(p, &(struct paper_value){
			       .what = "peak event bandwidth, 16 nodes in every window",
			       .unit = "MB/s",
			       .digits = 2,
			       .published = 10,
			       .ours = internal_rate(p, 16, 16) / 1e6,
			       .low = 9.99,
			       .high = 10.01,
			       .shows = "HM-BW-014",
			       .kind = PAPER_IMPLIED,
			       .implied_by = "16 nibbles in each window of 800 ns"});
	paper_value(p, &(struct paper_value){
			       .what = "the same with windows of 400 ns",
			       .unit = "MB/s",
			       .digits = 2,
			       .published = NAN,
			       .ours = internal_rate(p, 16, 8) / 1e6,
			       .low = 19.98,
			       .high = 20.02,
			       .why = "eight clocks a frame allow 20 MB/s: "
				      "what limits the paper's 10 MB/s is the window of 800 ns",
			       .shows = "HM-BW-014",
			       .kind = PAPER_CHECK});
	f = paper_csv(p, "internal",
		      "nodes in every window,event bandwidth (MB/s),nodes x 0.625 (MB/s)");
	for (unsigned int nodes = 1; nodes <= 16; nodes++) {
		const double mb = internal_rate(p, nodes, 16) / 1e6;

		paper_progress(p, "frames inside the board", nodes / 16.0);
		fprintf(f, "%u,%.4f,%.4f\n", nodes, mb, 0.625 * nodes);
		off = fmax(off, fabs(mb / (0.625 * nodes) - 1));
	}
	paper_csv_end(p, f);
	paper_value(p, &(struct paper_value){
			       .what = "bandwidth in proportion to the valid nibbles: off by",
			       .unit = "%",
			       .digits = 2,
			       .published = NAN,
			       .ours = 100 * off,
			       .low = 0,
			       .high = 0.2,
			       .why = "1 to 16 nodes",
			       .kind = PAPER_CHECK});
}

/* ---- the PBX bus ---- */

static double megabytes(sim_time duration, unsigned int words)
{
	return 4 * words / ((double)duration * 1e-12) / 1e6;
}

/* Period of the PBX bus, 18 MHz. */
#define PBX_PERIOD SIM_PS(55556)

static double bus_alone(struct paper *p)
{
	struct sim *s = sim_new(NULL, 0, paper_seed(p));
	struct pbx *b = s ? pbx_open_ideal(s, PBX_PERIOD) : NULL;
	uint32_t value;
	double rate;
	sim_time began;

	if (!b)
		die(-ENOMEM);
	pbx_set_timing(b, &(struct pbx_timing){.period = PBX_PERIOD});
	pbx_write(b, 0, 0);
	began = sim_now(s);
	for (unsigned int i = 0; i < 1000; i++)
		pbx_read(b, 4 * i, &value);
	rate = megabytes(sim_now(s) - began, 1000);
	sim_delete(s);
	return rate;
}

static double bus_board(struct paper *p)
{
	struct hypercube *h = board(p);
	sim_time began;
	double rate;

	hypercube_frames(h, 250);
	pbx_set_timing(h->bus, &(struct pbx_timing){.period = CLOCK, .phase = CLOCK / 2});
	hypercube_get(h, HM_COUNT);
	began = pbx_current(h->bus)->begin;
	for (unsigned int i = 0; i < 1000; i++)
		hypercube_get(h, HM_FRAME);
	rate = megabytes(pbx_current(h->bus)->begin - began, 1000);
	sim_delete(h->s);
	return rate;
}

/* Returns the rate of the bus that the driver reaches. */
static double bus_software(struct paper *p)
{
	const struct ipsc2_config cfg = {.nodes = 16, .seed = paper_seed(p)};
	struct hypercube *h = board(p);
	struct ipsc2 *m = ipsc2_open_rtl(&cfg, h);
	struct device *dev = m ? ipsc2_bus(m) : NULL;
	ipsc2_time began;
	uint64_t word;
	double rate;

	if (!m)
		die(-errno);
	hypercube_frames(h, 250);
	ipsc2_run(m, ipsc2_now(m) + IPSC2_MS(1));
	began = ipsc2_now(m);
	/* word 2 of a frame is its strobe vector, which is never 0 */
	for (unsigned int i = 0; i < 1000; i++)
		if (dev->ops->read(dev, DEVICE_MEM, HM_FRAME, 32, &word) ||
		    (i % 4 == 2 && !word))
			die(-EIO);
	rate = megabytes(ipsc2_now(m) - began, 1000);
	ipsc2_close(m);
	sim_delete(h->s);
	return rate;
}

static void bus(struct paper *p)
{
	paper_section(p, "The PBX bus (5.1)");
	paper_value(p, &(struct paper_value){.what = "the bus alone, no board",
					     .unit = "MB/s",
					     .digits = 1,
					     .published = 18,
					     .ours = bus_alone(p),
					     .low = 17.91,
					     .high = 18.09,
					     .why = "four phases of 18 MHz: "
						    "the model of the bus is made for this",
					     .shows = "HM-BW-015",
					     .kind = PAPER_GIVEN});
	paper_value(p, &(struct paper_value){.what = "with the board, in RTL",
					     .unit = "MB/s",
					     .digits = 2,
					     .published = 8,
					     .ours = bus_board(p),
					     .low = 7.92,
					     .high = 8.08,
					     .kind = PAPER_FITTED,
					     .fitted = "clocks of the board's handshake, "
						       "ten with the master's; "
						       "one clock more gives 7.3",
					     .shows = "HM-BW-015"});
	paper_value(p,
		    &(struct paper_value){.what = "with the software of the I/O node",
					  .unit = "MB/s",
					  .digits = 1,
					  .published = 5,
					  .ours = bus_software(p),
					  .low = 4.95,
					  .high = 5.05,
					  .kind = PAPER_FITTED,
					  .fitted = "time of a word with its software, 800 ns",
					  .shows = "HM-BW-015"});
}

/* ---- nodes at full rate ---- */

/* The constants with which rows are computed again. */
struct machine {
	struct ipsc2_cost cost;
	ipsc2_time recording, analysis; /* times of the reader for a frame */
};

static struct machine usual(void)
{
	return (struct machine){ipsc2_costs, ipsc2_experiment.recording, 0};
}

/* Runs @nodes nodes at their highest rate for @us, or with @stop until the first loss. */
static struct ipsc2_result at_full_rate(unsigned int nodes, uint64_t seed, uint64_t us,
					bool stop, const struct machine *m)
{
	const struct ipsc2_config cfg = {
		.nodes = nodes, .seed = seed, .jitter = ipsc2_jitter, .cost = &m->cost};
	const struct ipsc2_load l = {.end = IPSC2_US(us), .spread = ipsc2_spread};
	struct ipsc2_reader r = ipsc2_experiment;
	struct ipsc2_result res;

	r.recording = m->recording;
	r.analysis = m->analysis;
	r.stop_at_overrun = stop;
	run(&cfg, &l, &r, &res);
	return res;
}

static bool loses(struct paper *p, unsigned int nodes, uint64_t us, const struct machine *m)
{
	return at_full_rate(nodes, 5 * paper_seed(p), us, true, m).status != 0;
}

static void one_node(struct paper *p, uint64_t us)
{
	const struct machine m = usual();
	const struct ipsc2_result res = at_full_rate(1, paper_seed(p), us, false, &m);
	const double rate = (double)res.st.frames / res.seconds;

	paper_value(p, &(struct paper_value){.what = "one node",
					     .unit = "frames/s",
					     .published = 113000,
					     .ours = rate,
					     .low = 113000 * 0.99,
					     .high = 113000 * 1.01,
					     .kind = PAPER_FITTED,
					     .fitted = "loop of a nibble",
					     .shows = "HM-BW-005"});
	paper_value(p, &(struct paper_value){.what = "one node",
					     .unit = "MB/s",
					     .digits = 1,
					     .published = 1.8,
					     .ours = rate * FRAME_BYTES * 1e-6,
					     .low = 1.78,
					     .high = 1.83,
					     .kind = PAPER_IMPLIED,
					     .implied_by = "its frames/s",
					     .shows = "HM-BW-005"});
}

static void two_nodes(struct paper *p, uint64_t us)
{
	const struct ipsc2_config cfg = {
		.nodes = 2, .seed = 5 * paper_seed(p) + 4, .jitter = ipsc2_jitter};
	const struct ipsc2_load slice = {.end = IPSC2_US(us / 20), .spread = ipsc2_spread};
	struct machine m = usual();
	double least = 1e9, most = 0, sum = 0;
	struct ipsc2_result res;
	bool never = true;

	for (unsigned int i = 0; i < 5; i++) {
		double rate;

		res = at_full_rate(2, 5 * paper_seed(p) + i, us, false, &m);
		rate = (double)res.st.frames / res.seconds;
		least = fmin(least, rate);
		most = fmax(most, rate);
		sum += rate;
		never = never && !res.status;
	}
	paper_value(p, &(struct paper_value){
			       .what = "two nodes, mean of five runs",
			       .unit = "frames/s",
			       .published = 202000,
			       .ours = sum / 5,
			       .low = 200000,
			       .high = 220000,
			       .why = "independent nodes meet in 9.0 % of their windows, "
				      "the paper's in 10.6 % of them; "
				      "why theirs meet more often is not known",
			       .kind = PAPER_PREDICTED,
			       .shows = "HM-BW-006"});
	paper_value(p, &(struct paper_value){.what = "two nodes",
					     .unit = "MB/s",
					     .digits = 1,
					     .published = 3.2,
					     .ours = sum / 5 * FRAME_BYTES * 1e-6,
					     .low = 3.2,
					     .high = 3.52,
					     .why = "as above",
					     .kind = PAPER_IMPLIED,
					     .implied_by = "their frames/s",
					     .shows = "HM-BW-006"});
	m.recording = IPSC2_NS(1600);
	paper_statement(p,
			&(struct paper_statement){
				.holds = never && least > 200000 && most < 220000,
				.what = "two nodes do not overrun the frame FIFO, "
					"whatever the seed",
				.shows = "HM-BW-006 HM-BW-007",
				.ablation = "a reader that takes 1.6 us to record a frame",
				.survives = paper_ablations(p) && !loses(p, 2, 1000000, &m)});
	if (paper_varied(p, NULL))
		return;
	paper_progress(p, "two nodes, a slice in RTL", 0);
	paper_check(p, same_frames(p, &cfg, &slice, &ipsc2_experiment, &res),
		    "a twentieth of the last run in RTL: the same frames", "HM-BW-006");
}

static void more_nodes(struct paper *p)
{
	struct machine m = usual();
	bool always = true;
	FILE *f = paper_csv(p, "overruns",
			    "nodes,seed,first frame lost (ms),frames read until then");

	for (unsigned int nodes = 3; nodes <= 16; nodes++)
		for (unsigned int i = 0; i < (nodes == 3 ? 5 : 1); i++) {
			const uint64_t seed = 5 * paper_seed(p) + i;
			const struct ipsc2_result res =
				at_full_rate(nodes, seed, 200000, true, &m);

			fprintf(f, "%u,%llu,%.3f,%llu\n", nodes, (unsigned long long)seed,
				1e3 * res.first_loss, (unsigned long long)res.st.frames);
			always = always && res.status == HM_STATUS_FRAME &&
				 res.first_loss > 0 && res.first_loss < 0.1;
		}
	paper_csv_end(p, f);
	m.recording = 0;
	paper_statement(p, &(struct paper_statement){
				   .holds = always,
				   .what = "beyond two nodes the frame FIFO overruns, "
					   "within 0.1 s, with 3 to 16 nodes",
				   .shows = "HM-BW-008 HM-BW-010",
				   .ablation = "a reader that records in no time (three nodes)",
				   .survives = paper_ablations(p) && loses(p, 3, 200000, &m)});
}

#define READER_STEP_NS 200u
#define READER_STEPS 9u /* from 0 to 1.6 us */
#define READER_AT(ns) ((ns) / READER_STEP_NS)

/* Shows that the reader's time to record a frame, which the paper does not give, decides both
 * results. */
static void reader_table(struct paper *p, uint64_t us)
{
	/* two nodes lose frames with 1.6 us and not with 0.8 us; three do with 0.8 us and not
	 * with 0 */
	bool decides = true, loses_at[4][READER_STEPS]; /* by nodes, 2 and 3, and by time */
	FILE *f = paper_csv(p, "reader",
			    "recording of a frame (us),two nodes: first loss (ms),three nodes: "
			    "first loss (ms),four nodes: first loss (ms)");

	for (unsigned int ns = 0; READER_AT(ns) < READER_STEPS; ns += READER_STEP_NS) {
		struct machine m = usual();

		m.recording = IPSC2_NS(ns);
		fprintf(f, "%.1f", ns / 1e3);
		for (unsigned int nodes = 2; nodes <= 4; nodes++) {
			const struct ipsc2_result res =
				at_full_rate(nodes, 5 * paper_seed(p), us, true, &m);

			if (nodes < 4)
				loses_at[nodes][READER_AT(ns)] = res.status != 0;
			if (nodes == 2)
				decides = decides && (ns > 800 || !res.status) &&
					  (ns < 1600 || res.status);
			if (nodes == 3)
				decides = decides && (ns < 800 || res.status) &&
					  (ns || !res.status);
			if (res.status)
				fprintf(f, ",%.1f", 1e3 * res.first_loss);
			else
				fprintf(f, ",none in %g s", (double)us / 1e6);
		}
		fprintf(f, "\n");
	}
	paper_csv_end(p, f);
	paper_check(p, decides, "the reader's time to record a frame decides both overruns",
		    "HM-SCI-003");
	for (unsigned int nodes = 2; nodes <= 3; nodes++) {
		const bool *const lost = loses_at[nodes];
		const bool expected =
			nodes == 3; /* whether the row says that frames are lost */

		paper_vary(p, &(struct paper_variation){
				      .row = expected ? "three nodes overrun"
						      : "two nodes do not overrun",
				      .constant = "recording of a frame by the reader",
				      .less = NAN,
				      .ours = NAN,
				      .more = NAN,
				      .less_holds = lost[READER_AT(0)] == expected,
				      .holds = lost[READER_AT(800)] == expected,
				      .more_holds = lost[READER_AT(1600)] == expected,
				      .less_is = "0 us",
				      .more_is = "1.6 us"});
	}
	paper_text(p, "The 0.8 us of the reader are fitted: "
		      "without them three nodes would not overrun, "
		      "with twice as much two nodes would.");
}

static void other_readers(struct paper *p, uint64_t us)
{
	const struct ipsc2_config even = {.nodes = 3, .seed = paper_seed(p), .ppb_max = -1};
	struct machine m = usual();
	struct ipsc2_result res;
	char text[120];

	/* no window has two nibbles, and the reader only reads */
	run(&even,
	    &(struct ipsc2_load){.end = IPSC2_MS(60),
				 .phase = {0, IPSC2_NS(2950), IPSC2_NS(5900)}},
	    &(struct ipsc2_reader){.stop_at_overrun = true}, &res);
	paper_value(p, &(struct paper_value){
			       .what = "three nodes that never merge, 5.0 MB/s: first loss",
			       .unit = "ms",
			       .digits = 1,
			       .published = NAN,
			       .ours = 1e3 * res.first_loss,
			       .low = 38.7 * 0.95,
			       .high = 38.7 * 1.05,
			       .why = "1024 frames / (339,000 - 312,500) per s = 38.7 ms",
			       .kind = PAPER_CHECK,
			       .shows = "HM-BW-009"});

	/* the reader needs time to analyse each frame */
	m.analysis = IPSC2_US(2);
	res = at_full_rate(2, paper_seed(p), us, false, &m);
	snprintf(text, sizeof(text),
		 "two nodes overrun when each frame is analysed for 2 us (here after %.1f ms)",
		 1e3 * res.first_loss);
	m.analysis = 0;
	paper_statement(p, &(struct paper_statement){.holds = res.status == HM_STATUS_FRAME,
						     .what = text,
						     .shows = "HM-IO-016",
						     .ablation = "no analysis",
						     .survives = paper_ablations(p) &&
								 loses(p, 2, us, &m)});
}

static void full_rate(struct paper *p)
{
	const uint64_t us = paper_length(p, 1000000, 10000);

	paper_section(p, "Nodes at their highest rate (5.1)");
	paper_text(p, "The reader of the experiment takes 3.2 us to transfer a frame, "
		      "which is the paper's 5.0 MB/s, and 0.8 us to record it, "
		      "which is fitted (4.0 MB/s in all). "
		      "The loop of a node takes 8.85 us a nibble, give or take 0.5 us; "
		      "clocks are up to 50 ppm off.");
	one_node(p, us);
	two_nodes(p, us);
	more_nodes(p);
	if (!paper_varied(p, NULL))
		reader_table(p, 500000);
	other_readers(p, us);
}

/* ---- smallest delays ---- */

/* Returns whether @s seconds lose a frame. @loop: time of the loop of
 * a nibble that is added. */
static bool overruns(unsigned int nodes, unsigned int delay, uint64_t seed, double s,
		     ipsc2_time loop)
{
	struct machine m = usual();
	const struct ipsc2_config cfg = {.nodes = nodes,
					 .seed = seed,
					 .jitter = ipsc2_jitter,
					 .delay = delay,
					 .cost = &m.cost};
	const struct ipsc2_load l = {.end = (ipsc2_time)(s * 1e12),
				     .spread =
					     (ipsc2_time)(1e6 * ipsc2_period_us(delay) + 0.5)};
	struct ipsc2_reader r = ipsc2_experiment;
	struct ipsc2_result res;

	m.cost.nibble += loop;
	r.stop_at_overrun = true;
	run(&cfg, &l, &r, &res);
	return res.status & HM_STATUS_FRAME;
}

/* Returns the smallest delay with which @s seconds run without overrun. */
static unsigned int smallest_delay(unsigned int nodes, uint64_t seed, double s)
{
	unsigned int low = 0, high = 128; /* low overruns, high does not */

	while (high - low > 1) {
		const unsigned int delay = (low + high) / 2;

		if (overruns(nodes, delay, seed, s, 0))
			low = delay;
		else
			high = delay;
	}
	return high;
}

static void delays(struct paper *p)
{
	const double second = (double)paper_length(p, 100, 10) / 100;
	bool sharp = true, whole = true;
	FILE *f;

	paper_section(p, "The smallest delay without overrun (5.1)");
	paper_text(p,
		   "Found by bisection; at the delay a run of %g s loses nothing, "
		   "at one iteration less a run of %g s does.",
		   second, 10 * second);
	f = paper_csv(p, "delays", "nodes,smallest delay (iterations),nibble period (us)");
	for (unsigned int nodes = 3; nodes <= 16; nodes++) {
		const unsigned int delay = smallest_delay(nodes, paper_seed(p), second);

		paper_progress(p, "smallest delays", (nodes - 2) / 14.0);
		fprintf(f, "%u,%u,%.2f\n", nodes, delay, ipsc2_period_us(delay));
		whole = whole && delay < 128 &&
			!overruns(nodes, delay, paper_seed(p), second, 0);
		sharp = sharp && overruns(nodes, delay - 1, paper_seed(p), 10 * second, 0);
	}
	paper_csv_end(p, f);
	paper_statement(
		p,
		&(struct paper_statement){
			.holds = whole && sharp,
			.what = "with 3 to 16 nodes only a delay avoids overruns, "
				"and one iteration less is too little",
			.shows = "HM-BW-011",
			.ablation = "a loop of a nibble that takes 8 us more (3 nodes)",
			.survives = paper_ablations(p) &&
				    overruns(3, 0, paper_seed(p), 10 * second, IPSC2_US(8))});
}

/* ---- efficiency of frames (3.2.1) ---- */

static void efficiency(struct paper *p)
{
	const struct ipsc2_config cfg = {.nodes = 1, .seed = paper_seed(p)};
	unsigned int even = 0;
	struct ipsc2_result res;
	FILE *f;

	paper_section(p, "Event frames, and records of single nibbles (3.2.1)");
	run(&cfg, &(struct ipsc2_load){.count = 1000}, &ipsc2_experiment, &res);
	paper_value(p,
		    &(struct paper_value){.what = "data in a frame of one nibble, as recorded",
					  .unit = "%",
					  .digits = 1,
					  .published = 3,
					  .ours = 100.0 * 4 * (double)res.st.valid /
						  (128.0 * (double)res.st.frames),
					  .low = 3.0,
					  .high = 3.2,
					  .why = "4 of 128 bits",
					  .shows = "HM-BW-012",
					  .kind = PAPER_GIVEN});
	paper_value(p,
		    &(struct paper_value){.what = "time stamp in a record of a single nibble",
					  .unit = "%",
					  .published = 80,
					  .ours = 100.0 * 32 / (4 + 4 + 32),
					  .low = 80,
					  .high = 80,
					  .shows = "HM-BW-013",
					  .kind = PAPER_GIVEN});
	f = paper_csv(
		p, "efficiency",
		"valid nibbles,frame (bits per nibble),records of 40 bits (bits per nibble)");
	for (unsigned int n = 1; n <= 16; n++) {
		fprintf(f, "%u,%.2f,40\n", n, 128.0 / n);
		if (!even && 128.0 / n < 40)
			even = n;
	}
	paper_csv_end(p, f);
	paper_value(p,
		    &(struct paper_value){.what = "nodes from which on frames need fewer bits",
					  .unit = "",
					  .published = 4,
					  .ours = even,
					  .low = 4,
					  .high = 4,
					  .shows = "HM-BW-013",
					  .kind = PAPER_GIVEN});
}

/* ---- sixteen nodes (6) ---- */

static void sixteen(struct paper *p)
{
	const struct ipsc2_config cfg = {
		.nodes = 16, .seed = paper_seed(p), .jitter = ipsc2_jitter};
	const struct ipsc2_load l = {.end = IPSC2_US(paper_length(p, 100000, 20000)),
				     .spread = ipsc2_spread};
	const struct ipsc2_reader fast = {.idle = IPSC2_US(10)};
	struct ipsc2_result res;

	paper_section(p, "Sixteen nodes at their highest rate (6)");
	run(&cfg, &l, &fast, &res);
	paper_value(
		p,
		&(struct paper_value){
			.what = "event data that 16 ports can carry",
			.unit = "MB/s",
			.digits = 2,
			.published = NAN,
			.ours = (double)res.st.nibbles / 2 / res.seconds / 1e6,
			.low = 0.904 * 0.99,
			.high = 0.904 * 1.01,
			.why = "16 x 113,000 / 2: "
			       "the bursts of 2 to 3 MB/s of section 6 cannot leave the nodes in real time",
			.shows = "HM-FIG-018",
			.kind = PAPER_CHECK});
	paper_value(p, &(struct paper_value){.what = "frames of 16 nodes",
					     .unit = "frames/s",
					     .published = NAN,
					     .ours = (double)(res.st.frames + res.st.lost) /
						     res.seconds,
					     .low = 975000 * 0.98,
					     .high = 975000 * 1.02,
					     .why = "1.25 million windows, 22 % of them empty",
					     .shows = "HM-FIG-019",
					     .kind = PAPER_CHECK});
	paper_value(p, &(struct paper_value){.what = "first frame lost, reader of 5.0 MB/s",
					     .unit = "ms",
					     .digits = 2,
					     .published = NAN,
					     .ours = 1e3 * res.first_loss,
					     .low = 1.5 * 0.8,
					     .high = 1.5 * 1.2,
					     .why = "1024 frames / (975,000 - 312,500) per s",
					     .shows = "HM-FIG-019",
					     .kind = PAPER_CHECK});
}

int main(int argc, char **argv)
{
	static struct paper_variable varied[CONSTANTS + 1];
	struct paper *p = paper_begin(argc, argv, "hypermon", "bandwidth", "Bandwidth tests");

	paper_sensitivities(p, constants_of(BANDWIDTH, varied), "HM-SCI-003");
	recording(p);
	inside(p);
	bus(p);
	full_rate(p);
	delays(p);
	sixteen(p);
	efficiency(p);
	return paper_end(p);
}
