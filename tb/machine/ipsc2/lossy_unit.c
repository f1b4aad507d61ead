/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests a program whose trace overruns the board: Place on eight nodes without delay for 300
 * ms, with loss marks and a synchronisation of each node every millisecond. The decoded trace
 * is compared with that of the same run, with the same seed, on a board whose frame FIFO loses
 * nothing. The board does not influence the nodes, so an event has the same windows in both
 * runs.
 */
#include "apprun.h"
#include "hm_decode.h"
#include "unit.h"
#include <inttypes.h>

#define NODES 8
#define SYNC_US 1000

struct seen_event {
	uint64_t window;
	uint8_t data[16];
	unsigned int length;
};

struct trace {
	struct hm_decoder d;
	struct apprun run;
	struct seen_event *event[NODES];
	size_t events[NODES], room[NODES];
	uint64_t gaps, marks, lost;
};

static struct hm_table table;

static void on_event(void *arg, const struct hm_event *e)
{
	struct trace *t = arg;
	struct seen_event *s;

	assert_false(e->probable);
	assert_in_range(e->node, 0, NODES - 1);
	assert_in_range(e->length, 2, sizeof(s->data));
	if (t->events[e->node] == t->room[e->node]) {
		t->room[e->node] = t->room[e->node] ? 2 * t->room[e->node] : 1024;
		t->event[e->node] = realloc(t->event[e->node], t->room[e->node] * sizeof(*s));
		assert_non_null(t->event[e->node]);
	}
	s = &t->event[e->node][t->events[e->node]++];
	s->window = e->window;
	s->length = e->length;
	memcpy(s->data, e->data, e->length);
}

static void on_gap(void *arg, const struct hm_gap *g)
{
	struct trace *t = arg;

	assert_int_equal(g->cause, HM_GAP_LOST);
	t->gaps++;
}

static void on_mark(void *arg, const struct hm_mark *m)
{
	struct trace *t = arg;

	t->marks++;
	t->lost += m->frames;
}

static void decode_frames(void *arg, const uint32_t (*frame)[4], size_t count)
{
	struct trace *t = arg;

	for (size_t EACH(i, 0); i < count; i++)
		assert_int_equal(hm_decode(&t->d, frame[i]), 0);
}

static struct trace *run_place(uint64_t seed, unsigned int depth, ipsc2_time until)
{
	/* the reader only transfers the frames, like hmrecord */
	const struct ipsc2_reader reader = {.idle = IPSC2_US(50)};
	struct trace *t = calloc(1, sizeof(*t));
	const struct apprun_config cfg = {.app = apps[PLACE],
					  .nodes = NODES,
					  .recording = IPSC2_HARDWARE,
					  .seed = seed,
					  .delay = 0,
					  .depth = depth,
					  .marks = true,
					  .sync_us = SYNC_US,
					  .until = until,
					  .reader = &reader,
					  .frames = decode_frames,
					  .arg = t};

	assert_non_null(t);
	for (size_t i = 0; i < nx2_record_count; i++)
		table.type[nx2_records[i].id].length = nx2_records[i].bytes;
	table.type[HM_ID_SUMMARY].length = HM_SUMMARY_BYTES;
	table.sync = true;
	hm_decoder_begin(&t->d, &table, HM_WINDOW_NS, false);
	t->d.on_event = on_event;
	t->d.on_gap = on_gap;
	t->d.on_mark = on_mark;
	t->d.arg = t;
	assert_int_equal(apprun(&cfg, &t->run), 0);
	hm_decoder_end(&t->d);
	return t;
}

static void free_trace(struct trace *t)
{
	for (unsigned int i = 0; i < NODES; i++)
		free(t->event[i]);
	free(t);
}

/* Checks that each event of @t is the same as in the run without losses. */
static size_t check_events(const struct trace *t, const struct trace *all)
{
	size_t events = 0;

	for (unsigned int EACH(i, 0); i < NODES; i++) {
		size_t at = 0;

		for (size_t EACH(k, 0); k < t->events[i]; k++, at++) {
			const struct seen_event *s = &t->event[i][k];

			while (at < all->events[i] && all->event[i][at].window < s->window)
				at++;
			assert_in_range(at, 0, all->events[i] - 1);
			assert_true(all->event[i][at].window == s->window);
			assert_int_equal(all->event[i][at].length, s->length);
			assert_memory_equal(all->event[i][at].data, s->data, s->length);
		}
		events += t->events[i];
	}
	return events;
}

static void place(void)
{
	for (uint64_t EACH(seed, 1); seed <= 3; seed++) {
		struct trace *all = run_place(seed, 65536, IPSC2_MS(700));
		struct trace *t = run_place(seed, 1024, IPSC2_MS(300));
		uint64_t nibbles = 0, decoded = 0, after = 0, after_decoded = 0;
		double share;

		assert_int_equal(all->marks, 0);
		assert_int_equal(all->gaps, 0);
		assert_true(t->marks > 0);
		assert_int_equal(t->run.stats.lost, t->lost);
		assert_int_equal(t->run.stats.marks, t->marks);
		assert_int_equal(t->run.stats.marked, t->lost);
		for (unsigned int EACH(i, 0); i < NODES; i++) {
			const struct hm_node_stats *n = &t->d.stats.node[i];

			nibbles += n->nibbles;
			decoded += n->decoded + n->cut + n->overhead;
			after += n->after_sync;
			after_decoded += n->after_sync_decoded;
			/* one sequence per millisecond, of 5 nibbles and a few inserted ones */
			assert_in_range(n->syncs, 30, 301);
		}
		share = 100.0 * (double)after_decoded / (double)after;
		printf("seed %" PRIu64 ": %" PRIu64 " frames lost in %" PRIu64 " stretches; "
		       "decoded "
		       "%.2f %% of the nibbles after the first synchronisation of a stretch, "
		       "%.2f %% of all %" PRIu64 "; %zu events, all of which were sent\n",
		       seed, t->lost, t->marks, share,
		       100.0 * (double)decoded / (double)nibbles, nibbles,
		       check_events(t, all));
		assert_true(share >= 98);
		free_trace(t);
		free_trace(all);
	}
}

/* Synchronisation sequences take the computed share of the trace; the board does not interpret
 * the data that nodes send. */
static void overhead(void)
{
	struct trace *t = run_place(1, 65536, IPSC2_MS(300));
	const struct ipsc2_stats *st = &t->run.stats;
	uint64_t inside = 0;

	for (unsigned int i = 0; i < NODES; i++)
		inside += t->d.stats.node[i].overhead;
	printf("synchronisation: %" PRIu64 " sequences, %" PRIu64 " of %" PRIu64
	       " nibbles sent, %.2f %%\n",
	       st->syncs, st->sync_nibbles, st->nibbles,
	       100.0 * (double)st->sync_nibbles / (double)st->nibbles);
	assert_in_range(st->sync_nibbles, st->syncs * HM_SYNC_NIBBLES, st->nibbles / 10);
	assert_in_range(inside, st->syncs * HM_SYNC_NIBBLES / 2, st->sync_nibbles);
	free_trace(t);
}

static const struct unit units[] = {
	UNIT(place, "HM-RSY-007 HM-RSY-008"),
	UNIT(overhead, "HM-RSY-005"),
};

UNIT_MAIN(units)
