/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests HYPERMON in RTL within the iPSC/2: bandwidth, merging and overruns (5.1) with the node
 * library, the driver and the reader of the experiments. The same machine with the golden model
 * must give the same frames, losses and times, which justifies running minutes of machine time
 * without the RTL.
 */
#include "hm_decode.h"
#include "hypermon_regs.h"
#include "load.h"
#include "rtl.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define JITTER IPSC2_NS(500) /* jitter of the benchmark's loop */
#define UNEVEN IPSC2_US(4)   /* a jitter so large that phases change quickly */
#define SPREAD IPSC2_US(9)   /* the nodes begin within one period of the loop */
#define DEPTH 1024

static struct hypercube *start(struct sim *s)
{
	struct hypercube *h = hypercube_open(s);

	sim_limit(s, SIM_MS(1000000));
	hypercube_power_on(h);
	return h;
}

/* Checks that every nibble sent is in a frame, which was either read or lost; there is no other
 * loss. */
static void check_whole(struct sim *s, const struct ipsc2_result *seen)
{
	SIM_CHECK(s, (seen->status & ~HYPERMON_STATUS_FRAME_MASK) == 0, "STATUS %X",
		  (unsigned int)seen->status);
	SIM_EQ(s, (uint64_t)seen->status, seen->st.lost != 0, "STATUS, and LOST");
	if (!seen->st.lost)
		SIM_EQ(s, seen->st.valid, seen->st.nibbles, "nibbles in frames, and sent");
}

static void finish(struct sim *s, struct ipsc2 *m, const struct ipsc2_load *load,
		   const struct ipsc2_reader *r, struct ipsc2_result *seen)
{
	const int err = ipsc2_load_run(m, load, r, seen);

	SIM_CHECK(s, err == 0, "the machine: %d", err);
}

/* Performs a run with the RTL. */
static void run(struct hypercube *h, const struct ipsc2_config *cfg,
		const struct ipsc2_load *load, const struct ipsc2_reader *r,
		struct ipsc2_result *seen)
{
	finish(h->s, ipsc2_open_rtl(cfg, h), load, r, seen);
	if (!r->stop_at_overrun)
		check_whole(h->s, seen);
}

/* Performs a run with the RTL and repeats it with the golden model. */
static void run_both(struct hypercube *h, const struct ipsc2_config *cfg,
		     const struct ipsc2_load *load, const struct ipsc2_reader *r,
		     struct ipsc2_result *seen)
{
	struct ipsc2_config same = *cfg;
	struct sim *s = h->s;
	struct ipsc2_result model;

	same.start = sim_now(s) - h->began;
	run(h, cfg, load, r, seen);
	finish(s, ipsc2_open(&same), load, r, &model);
	SIM_EQ(s, model.st.frames, seen->st.frames, "frames");
	SIM_CHECK(s, model.first_loss == seen->first_loss, "first loss after %g and %g s",
		  model.first_loss, seen->first_loss);
	SIM_EQ(s, model.st.lost, seen->st.lost, "LOST");
	SIM_EQ(s, (uint64_t)model.status, (uint64_t)seen->status, "STATUS");
	SIM_EQ(s, model.st.nibbles, seen->st.nibbles, "nibbles sent");
	SIM_EQ(s, model.st.merged, seen->st.merged, "nibbles merged");
	SIM_EQ(s, model.digest, seen->digest, "all frames");
	sim_digest(s, &seen->digest, sizeof(seen->digest));
}

/* Without jitter the phases alone determine the clock in which a strobe
 * or a transfer arrives. */
static void machine_equal(struct sim *s)
{
	struct hypercube *h = start(s);
	struct ipsc2_config cfg = {.nodes = 3, .seed = sim_seed(s), .jitter = JITTER};
	struct ipsc2_load load = {.count = sim_length(s, 6000, 50), .spread = SPREAD};
	struct ipsc2_result seen;

	/* at full length the frame FIFO overflows and the reader continues */
	run_both(h, &cfg, &load, &ipsc2_experiment, &seen);
	SIM_CHECK(s, load.count < 6000 || seen.st.lost > 0, "no frame is lost");
	cfg.nodes = 16;
	load.count = sim_length(s, 400, 12);
	run_both(h, &cfg, &load, &ipsc2_experiment, &seen);
	SIM_CHECK(s, load.count < 400 || seen.st.lost > 0, "no frame is lost");
	cfg.window = 400;
	cfg.delay = 2;
	run_both(h, &cfg, &load, &ipsc2_experiment, &seen);
	cfg.window = 200;
	run_both(h, &cfg, &load, &ipsc2_experiment, &seen);
}

/* ---- event data through a port (5.1) ---- */

struct events {
	struct sim *s;
	struct hm_decoder d;
	struct hm_table table;
	uint8_t *sent; /* four bytes each */
	uint64_t sending, received, strays;
};

static void event_sent(void *arg, unsigned int node, const uint8_t *bytes, unsigned int length)
{
	struct events *e = arg;

	(void)node;
	memcpy(e->sent + 4 * e->sending++, bytes, length);
}

static void event_received(void *arg, const struct hm_event *event)
{
	struct events *e = arg;

	SIM_CHECK(e->s,
		  event->length == 4 && !memcmp(event->data, e->sent + 4 * e->received, 4),
		  "event %" PRIu64 " is another", e->received);
	e->received++;
}

static void event_stray(void *arg, const struct hm_stray *stray)
{
	struct events *e = arg;

	(void)stray;
	e->strays++;
}

static void decode_frames(void *arg, const uint32_t (*frame)[4], size_t count)
{
	struct events *e = arg;

	for (size_t EACH(i, 0); i < count; i++)
		SIM_CHECK(e->s, hm_decode(&e->d, frame[i]) == 0, "no frame");
}

static void machine_events(struct sim *s)
{
	const struct ipsc2_config cfg = {
		.nodes = 1, .seed = sim_seed(s), .recording = IPSC2_HARDWARE, .extract = true};
	const uint64_t n = sim_length(s, 1000, 30);
	struct ipsc2_load load = {.count = n, .length = 4, .id = 7, .sent = event_sent};
	struct ipsc2_reader r = ipsc2_experiment;
	struct events *e = calloc(1, sizeof(*e));
	struct ipsc2_result seen;
	double rate;

	SIM_CHECK(s, e != NULL, "no memory");
	sim_cleanup(s, free, e);
	e->s = s;
	e->sent = calloc(n, 4);
	SIM_CHECK(s, e->sent != NULL, "no memory");
	sim_cleanup(s, free, e->sent);
	e->table.type[7] =
		(struct hm_event_type){.length = 4, .name = "event", .class_name = "test"};
	hm_decoder_begin(&e->d, &e->table, 800, false);
	e->d.on_event = event_received;
	e->d.on_stray = event_stray;
	e->d.arg = e;
	load.arg = e;
	r.frames = decode_frames;
	r.arg = e;
	run(start(s), &cfg, &load, &r, &seen);
	hm_decoder_end(&e->d);

	SIM_EQ(s, e->received, n, "events received");
	SIM_EQ(s, e->strays, 0, "strays");
	/* a nibble in each frame: 128 bytes of frames for 4 of event data, 3 % */
	SIM_EQ(s, seen.st.frames, 8 * n, "frames");
	SIM_EQ(s, seen.st.frames_of[1], 8 * n, "frames of one nibble");
	SIM_CHECK(s,
		  fabs(seen.st.event_bytes / (16.0 * (double)seen.st.frames) - 0.031) < 0.001,
		  "share of data");
	/* 88.5 s for a million events */
	SIM_CHECK(s, fabs(seen.seconds / (double)n * 1e6 / 88.5 - 1) < 0.015,
		  "%f s for %" PRIu64, seen.seconds, n);
	rate = 4 * (double)n / seen.seconds;
	SIM_CHECK(s, fabs(rate / 45200 - 1) < 0.015, "%f bytes/s", rate);
	sim_note(s, "%" PRIu64 " events in %.4f s: %.2f KB/s", n, seen.seconds, rate / 1000);
}

/* ---- nodes at full rate ---- */

static struct ipsc2_load full_rate(sim_time end)
{
	return (struct ipsc2_load){.end = end, .spread = SPREAD};
}

static void machine_one_node(struct sim *s)
{
	struct hypercube *h = start(s);
	struct ipsc2_config cfg = {.nodes = 1, .seed = sim_seed(s), .jitter = JITTER};
	static const unsigned int delays[] = {0, 20, 1, 100};
	struct ipsc2_result seen;

	for (unsigned int EACH(i, 0); i < (sim_is_icarus(s) ? 2 : 4); i++) {
		const double want = 1e6 / ipsc2_period_us(delays[i]);
		const struct ipsc2_load load =
			full_rate(SIM_US(5000 + sim_length(s, i ? 20000 : 100000, 1500)));
		double rate, near;

		cfg.delay = delays[i];
		run(h, &cfg, &load, &ipsc2_experiment, &seen);
		rate = (double)seen.st.frames / seen.seconds;
		/* the tolerance includes one frame because the measurement begins at a random
		 * time */
		near = 0.005 + 1 / (double)seen.st.frames;
		SIM_CHECK(s, fabs(rate / want - 1) < near, "delay %u: %.0f frames/s, not %.0f",
			  cfg.delay, rate, want);
		SIM_EQ(s, (uint64_t)seen.status, 0, "STATUS");
		sim_note(s, "delay %u: %.0f frames/s, %.2f MB/s", cfg.delay, rate,
			 rate * 16e-6);
	}
}

static void machine_two_nodes(struct sim *s)
{
	struct hypercube *h = start(s);
	struct ipsc2_config cfg = {.nodes = 2, .jitter = JITTER};
	const struct ipsc2_load load = full_rate(SIM_US(sim_length(s, 60000, 1500)));
	const unsigned int seeds = sim_is_icarus(s) ? 1 : 5;
	const bool whole = load.end >= SIM_MS(60);
	struct ipsc2_result seen;
	double sum = 0;

	for (unsigned int EACH(i, 0); i < seeds; i++) {
		double rate;

		cfg.seed = 5 * sim_seed(s) + i;
		run(h, &cfg, &load, &ipsc2_experiment, &seen);
		rate = (double)seen.st.frames / seen.seconds;
		sum += rate;
		/* phases drift slowly: a short run sees few of them */
		SIM_CHECK(s, rate > (whole ? 200000 : 150000) && rate < 227000,
			  "seed %u: %.0f frames/s", i, rate);
		SIM_EQ(s, (uint64_t)seen.status, 0, "STATUS");
		sim_note(s, "seed %u: %.0f frames/s, %.2f MB/s", i, rate, rate * 16e-6);
	}
	if (whole)
		SIM_CHECK(s, sum / seeds > 200000 && sum / seeds < 220000, "%.0f frames/s",
			  sum / seeds);
}

/* Runs until a frame is lost; returns the time in ms. */
static double until_overrun(struct hypercube *h, unsigned int nodes, uint64_t seed,
			    const struct ipsc2_reader *reader)
{
	const struct ipsc2_config cfg = {.nodes = nodes, .seed = seed, .jitter = JITTER};
	const struct ipsc2_load load = full_rate(SIM_MS(100));
	struct ipsc2_reader r = *reader;
	struct ipsc2_result seen;

	r.stop_at_overrun = true;
	run(h, &cfg, &load, &r, &seen);
	SIM_EQ(h->s, (uint64_t)seen.status, HM_STATUS_FRAME, "STATUS");
	SIM_CHECK(h->s, seen.first_loss > 0 && seen.first_loss < 0.1, "%u nodes: no overrun",
		  nodes);
	return 1e3 * seen.first_loss;
}

/* Node counts that would be too slow are skipped under Icarus Verilog. */
static void machine_overruns(struct sim *s)
{
	struct hypercube *h = start(s);

	for (unsigned int EACH(nodes, sim_is_icarus(s) ? 16 : 3); nodes <= 16; nodes++)
		for (unsigned int EACH(i, 0); i < (nodes == 3 ? 5 : 1); i++)
			sim_note(s, "%u nodes: first frame lost after %.2f ms", nodes,
				 until_overrun(h, nodes, 5 * sim_seed(s) + i,
					       &ipsc2_experiment));
}

/* Uses three nodes whose nibbles never share a frame, and a reader that only transfers. */
static void machine_even_phases(struct sim *s)
{
	const struct ipsc2_config cfg = {.nodes = 3, .seed = sim_seed(s), .ppb_max = -1};
	/* a slow simulator checks only that they do not merge, not the overrun */
	const bool slow = sim_is_icarus(s);
	const struct ipsc2_load load = {.end = slow ? IPSC2_US(1500) : IPSC2_MS(60),
					.phase = {0, IPSC2_NS(2950), IPSC2_NS(5900)}};
	const struct ipsc2_reader r = {.stop_at_overrun = true};
	struct hypercube *h = start(s);
	struct ipsc2_result seen;

	run(h, &cfg, &load, &r, &seen);
	SIM_EQ(s, seen.st.merged, 0, "merged nibbles");
	SIM_EQ(s, (uint64_t)seen.status, !slow, "STATUS");
	if (slow)
		return;
	SIM_CHECK(s, fabs(seen.first_loss / 38.7e-3 - 1) < 0.05,
		  "the first frame is lost after %.2f ms", 1e3 * seen.first_loss);
	sim_note(s, "first frame lost after %.2f ms", 1e3 * seen.first_loss);
}

/* Checks that the time to analyse a frame slows the reader down. */
static void machine_analysis(struct sim *s)
{
	struct hypercube *h = start(s);
	const struct ipsc2_config cfg = {.nodes = 2, .seed = sim_seed(s), .jitter = JITTER};
	const struct ipsc2_load load = full_rate(SIM_US(sim_length(s, 100000, 1500)));
	struct ipsc2_reader r = ipsc2_experiment;
	struct ipsc2_result seen;
	double ms;

	run(h, &cfg, &load, &r, &seen);
	SIM_EQ(s, (uint64_t)seen.status, 0, "STATUS without analysis");
	if (sim_is_icarus(s))
		return;
	r.analysis = IPSC2_US(2);
	ms = until_overrun(h, 2, sim_seed(s), &r);
	sim_note(s, "2 us of analysis: first frame lost after %.2f ms", ms);
}

/* Sixteen nodes make more frames than the frame FIFO holds. The rate of a run depends on the
 * phases of its nodes and has a standard deviation of 0.8 %. */
static void machine_sixteen(struct sim *s)
{
	struct hypercube *h = start(s);
	struct ipsc2_config cfg = {.nodes = 16, .jitter = JITTER};
	const bool slow = sim_is_icarus(s);
	const struct ipsc2_load load = full_rate(slow ? SIM_US(1800) : SIM_MS(20));
	const struct ipsc2_reader fast = {.idle = IPSC2_US(10)}; /* 5.0 MB/s */
	const unsigned int runs = slow ? 1 : 5;
	struct ipsc2_result seen;
	double sum = 0;

	for (unsigned int EACH(i, 0); i < runs; i++) {
		double rate, bytes, ms;

		cfg.seed = 5 * sim_seed(s) + i;
		run(h, &cfg, &load, &fast, &seen);
		rate = (double)(seen.st.frames + seen.st.lost) / seen.seconds;
		bytes = (double)seen.st.nibbles / 2 / seen.seconds;
		ms = 1e3 * seen.first_loss;
		sim_note(s,
			 "%.0f frames/s, %.3f MB/s of event data, first frame lost after "
			 "%.2f ms",
			 rate, bytes / 1e6, ms);
		SIM_CHECK(s, fabs(bytes / 0.904e6 - 1) < 0.01, "%.0f bytes/s", bytes);
		SIM_CHECK(s, fabs(ms / 1.5 - 1) < 0.2, "first frame lost after %.2f ms", ms);
		sum += rate;
	}
	SIM_CHECK(s, fabs(sum / runs / 975000 - 1) < (slow ? 0.06 : 0.02), "%.0f frames/s",
		  sum / runs);
}

/* ---- merging (Figure 9) ---- */

/* Sends bursts of at most 1024 nibbles, or a third of that if @bursts is 1, each after a reset;
 * returns the percentage of merged nibbles. */
static double merging(struct hypercube *h, unsigned int nodes, unsigned int delay,
		      unsigned int bursts, double *rate)
{
	uint64_t merged = 0, valid = 0, frames = 0;
	double seconds = 0;
	struct ipsc2_result seen;

	for (unsigned int EACH(i, 0); i < bursts; i++) {
		const struct ipsc2_config cfg = {.nodes = nodes,
						 .seed = 1000 * sim_seed(h->s) + i,
						 .jitter = UNEVEN,
						 .delay = delay};
		const struct ipsc2_load load = {.count = DEPTH / nodes / (bursts > 1 ? 1 : 3),
						.spread = IPSC2_NS(8850 + 850 * delay)};

		run(h, &cfg, &load, &ipsc2_experiment, &seen);
		SIM_EQ(h->s, (uint64_t)seen.status, 0, "STATUS");
		merged += seen.st.merged;
		valid += seen.st.valid;
		frames += seen.st.frames;
		seconds += seen.seconds;
	}
	*rate = (double)frames / seconds;
	return 100.0 * (double)merged / (double)valid;
}

static void machine_merging(struct sim *s)
{
	struct hypercube *h = start(s);
	static const unsigned int nodes[] = {1, 4, 16, 2, 3, 8};
	/* a short run has fewer points and is less exact */
	const bool slow = sim_is_icarus(s), whole = !slow && sim_length(s, 20, 0) >= 20;
	const unsigned int bursts = slow ? 1 : whole ? (unsigned int)sim_length(s, 20, 0) : 12;
	double rate[17] = {0}, merged[17] = {0};

	for (unsigned int EACH(i, slow ? 1 : 0); i < (whole ? 6 : 3); i++) {
		const unsigned int n = nodes[i];
		const double want = 100 * (1 - pow(1 - 0.8 / 8.85, n - 1));

		merged[n] = merging(h, n, 0, bursts, &rate[n]);
		sim_note(s, "%u nodes: %.1f %% merged, %.1f expected, %.0f frames/s", n,
			 merged[n], want, rate[n]);
		SIM_CHECK(s,
			  fabs(merged[n] - want) < (slow    ? 20
						    : whole ? 2.5
							    : 6),
			  "%u nodes: %.1f %%, not %.1f", n, merged[n], want);
	}
	/* more nodes merge more, but not so much that there are fewer frames */
	SIM_CHECK(s, merged[16] > merged[4] && rate[16] > rate[4], "16 nodes, and 4");
	if (!whole)
		return;
	for (unsigned int n = 1; n < 16; n *= 2)
		SIM_CHECK(s, merged[2 * n] > merged[n] && rate[2 * n] > rate[n],
			  "%u nodes, and %u", 2 * n, n);
	/* slower nodes merge less */
	for (unsigned int EACH(delay, 10); delay <= 50; delay += 40) {
		const double before = merged[8];

		merged[8] = merging(h, 8, delay, 10, &rate[8]);
		sim_note(s, "8 nodes, delay %u: %.1f %%", delay, merged[8]);
		SIM_CHECK(s, merged[8] < before, "a larger delay merges more");
	}
}

const char *const sim_without_jitter[] = {"machine_equal", NULL};

const struct sim_test sim_tests[] = {
	{"machine_equal", machine_equal, "HM-OVR-004 HM-TIME-002", NULL},
	{"machine_events", machine_events, "HM-BW-002 HM-BW-004 HM-BW-012", NULL},
	{"machine_one_node", machine_one_node, "HM-BW-005 HM-FIG-002", NULL},
	{"machine_two_nodes", machine_two_nodes, "HM-BW-006 HM-BW-007", NULL},
	{"machine_overruns", machine_overruns, "HM-BW-008 HM-BW-010", NULL},
	{"machine_even_phases", machine_even_phases, "HM-BW-009", NULL},
	{"machine_analysis", machine_analysis, "HM-IO-016", NULL},
	{"machine_sixteen", machine_sixteen, "HM-FIG-018 HM-FIG-019", NULL},
	{"machine_merging", machine_merging, "HM-FIG-006 HM-FIG-007 HM-FIG-008", NULL},
	{0},
};
