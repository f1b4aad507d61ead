/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compares the analysis of hardware traces with the machine, for the four programs of Table 2
 * on eight nodes: events, times, matches, latencies and states.
 */
#include "watch.h"
#include "hm_ports.h"
#include "hm_recording.h"
#include "hm_size.h"
#include "unit.h"
#include <fcntl.h>
#include <math.h>
#include <unistd.h>

#define NODES 8u
#define DELAY 24		     /* with this delay no program overruns the board */
#define WINDOW (HM_WINDOW_NS * 1000) /* ps */
#define LATE_AT_LEAST 50000	     /* ps; so close the largest errors come to their bounds */
#define EARLY_AT_LEAST (WINDOW - 200000)
#define EARLY_MOST (HM_EARLY_NS(HM_WINDOW_NS) * 1000)
/* the largest error of the difference of two times, ps */
#define ERROR_OF_TWO (EARLY_MOST + HM_LATE_NS * 1000)

static struct watch watches[APPS];
static struct hm_table table;

static int run_all(void)
{
	char message[200];

	if (hm_table_read(&table, "sw/hypermon/nx2.events", message, sizeof(message)))
		return -1;
	for (unsigned int a = 0; a < APPS; a++) {
		/* MatMul sends messages only at its beginning and its end */
		const struct apprun_config cfg = {.app = apps[a],
						  .nodes = NODES,
						  .recording = IPSC2_HARDWARE,
						  .seed = 3,
						  .delay = DELAY,
						  .until = apps[a] == &app_matmul ? 0
										  : IPSC2_S(8)};

		if (watch_run(&watches[a], &cfg, &table, NULL))
			return -1;
	}
	return 0;
}

static int free_all(void)
{
	for (unsigned int a = 0; a < APPS; a++)
		watch_free(&watches[a]);
	return 0;
}

/* Every event of the trace was generated, in this order, and has the time of its first
 * strobe. */
static void times(void)
{
	for (unsigned int EACH(a, 0); a < APPS; a++) {
		const struct watch *w = &watches[a];

		assert_int_equal(w->run.stats.lost, 0);
		assert_int_equal(w->run.stats.status, 0);
		assert_int_equal(w->strays, 0);
		assert_true(w->events > 200);
		assert_int_equal(w->wrong_events, 0);
		/* the errors are within the bounds in hm_analysis.h, and not far below them */
		assert_in_range(w->late, LATE_AT_LEAST, HM_LATE_NS * 1000);
		assert_in_range(w->early, EARLY_AT_LEAST, EARLY_MOST);
	}
}

/* Each match belongs to one message, and only messages still in transit are missing. */
static void matches(void)
{
	for (unsigned int EACH(a, 0); a < APPS; a++) {
		const struct watch *w = &watches[a];
		uint64_t received = 0, host = 0, sent = 0;

		assert_int_equal(w->wrong_matches, 0);
		for (unsigned int i = 0; i < NODES; i++) {
			received += w->node[i].receives_found;
			sent += w->node[i].sends_found;
		}
		host = w->analysis.unmatched[1][HM_OUTSIDE];
		assert_true(w->analysis.messages > 0 || apps[a] == &app_matmul);
		assert_int_equal(w->analysis.messages, received - host);
		assert_int_equal(w->analysis.unmatched[1][HM_ALONE], 0);
		assert_int_equal(w->analysis.unmatched[1][HM_UNCERTAIN], 0);
		assert_int_equal(w->analysis.unmatched[0][HM_UNCERTAIN], 0);
		assert_int_equal(sent, w->analysis.messages +
					       w->analysis.unmatched[0][HM_ALONE] +
					       w->analysis.unmatched[0][HM_OUTSIDE]);
	}
}

/* Latencies between nodes equal those of the strobes, within the error of two times. */
static void latencies(void)
{
	for (unsigned int EACH(a, 0); a < APPS; a++) {
		const struct watch *w = &watches[a];

		for (unsigned int EACH(i, 0); i < NODES; i++)
			for (unsigned int EACH(k, 0); k < NODES; k++) {
				const double n = (double)w->found[i][k];

				assert_true(fabs(w->latency[i][k] - w->latency_found[i][k]) <=
					    n * ERROR_OF_TWO * 1e-6 + 1e-6);
			}
	}
}

/* The time in each state is correct within the error of each interval's two ends. */
static void states(void)
{
	for (unsigned int EACH(a, 0); a < APPS; a++)
		for (unsigned int EACH(i, 0); i < NODES; i++) {
			const struct watch_node *n = &watches[a].node[i];
			const uint64_t *found = watches[a].analysis.node[i].time;

			assert_true(n->intervals > 4);
			for (unsigned int EACH(s, HM_COMPUTING); s <= HM_WAITING; s++) {
				const double off = (double)found[s] * 1e3 - (double)n->time[s];
				/* the last interval has no end in the machine */
				const bool last = s == (unsigned int)n->state;

				assert_true(last ||
					    fabs(off) <=
						    (double)n->intervals * ERROR_OF_TWO + 1);
			}
		}
}

/* By HYPERMON's times, no message is received before it was sent. By the node clocks, which
 * differ by up to 50 ppm, some would be; and the bounds in times() would be exceeded after 2
 * ms. */
static void no_skew(void)
{
	for (unsigned int EACH(a, 0); a < APPS; a++)
		assert_int_equal(watches[a].analysis.backwards, 0);
}

/* ---- a software recording sizes the frame FIFO (6) ---- */

static char recording[] = "/tmp/watch-XXXXXX";
#define HOOK_NS 10000 /* of a software recording, before an event's first write */
#define READER_NS 800 /* of the reader: a word, a frame, an empty FIFO */

static struct hm_size queue = {
	.word_ns = READER_NS, .cost_ns = READER_NS, .poll_ns = READER_NS};

static void write_recording(void *arg, const struct ipsc2 *m)
{
	static struct record_writer w;
	const int fd = mkstemp(recording);

	(void)arg;
	assert_true(fd >= 0);
	record_writer_open(&w, fd);
	assert_int_equal(hm_recording_begin(&w, 4), 0);
	for (unsigned int EACH(i, 0); i < 4; i++)
		assert_int_equal(hm_recording_node(&w, i, ipsc2_memory(m, i), 0), 0);
	assert_int_equal(hm_recording_end(&w), 0);
	close(fd);
}

static int add_frame(void *arg, uint64_t window, unsigned int vector)
{
	(void)arg;
	(void)vector;
	return hm_size_add(&queue, (double)((window + 1) * HM_WINDOW_NS + HM_BUILD_NS),
			   HM_FRAME_WORDS);
}

static uint32_t lost_with(unsigned int depth)
{
	const struct apprun_config cfg = {.app = &app_place,
					  .nodes = 4,
					  .recording = IPSC2_HARDWARE,
					  .seed = 1,
					  .until = IPSC2_S(4),
					  .depth = depth};
	struct apprun r;

	assert_int_equal(apprun(&cfg, &r), 0);
	return r.stats.lost;
}

/* Place on 4 nodes without delay: the depth computed from its software trace is sufficient for
 * the run with hardware recording, and at most four times the required depth. */
static void sizing(void)
{
	static struct hm_recording rec;
	const struct apprun_config cfg = {.app = &app_place,
					  .nodes = 4,
					  .recording = IPSC2_SOFTWARE,
					  .seed = 1,
					  .until = IPSC2_S(3),
					  .done = write_recording};
	struct hm_ports ports = {.nibble_ns = (unsigned int)(IPSC2_NIBBLE_US * 1000 + 0.5),
				 .hook_ns = HOOK_NS,
				 .window_ns = HM_WINDOW_NS,
				 .frame = add_frame};
	unsigned int recommended, needed;
	struct hm_event e;
	struct apprun r;
	int n;

	assert_int_equal(apprun(&cfg, &r), 0);
	assert_int_equal(hm_recording_open(&rec, recording, &table), 0);
	while ((n = hm_recording_next(&rec, &e, NULL, NULL)) == 1) {
		EACH_OF(e.ns);
		assert_int_equal(hm_ports_event(&ports, e.node, e.ns, (e.length + 3) / 4 * 8),
				 0);
	}
	assert_int_equal(n, 0);
	assert_int_equal(hm_ports_end(&ports), 0);
	hm_recording_close(&rec);
	unlink(recording);
	recommended = needed = hm_size_board(&queue);
	hm_size_free(&queue);
	assert_true(recommended > HM_DEPTH);
	assert_int_equal(lost_with(recommended), 0);
	while (!lost_with(needed / 2))
		needed /= 2;
	assert_true(recommended <= 4 * needed);
}

static const struct unit units[] = {
	UNIT(times, "HM-ANA-005"),  UNIT(matches, "HM-ANA-002"), UNIT(latencies, "HM-ANA-003"),
	UNIT(states, "HM-ANA-004"), UNIT(no_skew, ""),		 UNIT(sizing, "HM-ANA-009"),
};

UNIT_MAIN_GROUP(units, run_all, free_all)
