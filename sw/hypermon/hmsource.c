/* SPDX-License-Identifier: Apache-2.0 */
#include "hmsource.h"
#include "hm_recording.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#define HELD 65536u /* maximum number of events that wait for earlier ones */

struct hm_decoder hmsource_decoder;

static const struct hmsource *source;
static struct hm_recording recording;

/* ---- merging by time ---- */

struct held {
	struct hm_event e;
	uint64_t end, order;
	uint8_t data[HM_EVENT_BYTES];
};

static struct {
	struct held *event;   /* HELD entries */
	uint32_t heap[HELD];  /* indices of the waiting events, the earliest first */
	uint32_t spare[HELD]; /* indices of the free entries */
	unsigned int used;
	uint64_t order, last, late;
} merge;

static bool earlier(uint32_t a, uint32_t b)
{
	const struct held *x = &merge.event[a], *y = &merge.event[b];

	return x->e.ns != y->e.ns ? x->e.ns < y->e.ns : x->order < y->order;
}

static void sift_down(void)
{
	unsigned int i = 0;

	for (;;) {
		unsigned int least = i, child = 2 * i + 1;
		uint32_t t;

		if (child < merge.used && earlier(merge.heap[child], merge.heap[least]))
			least = child;
		if (child + 1 < merge.used && earlier(merge.heap[child + 1], merge.heap[least]))
			least = child + 1;
		if (least == i)
			return;
		t = merge.heap[i];
		merge.heap[i] = merge.heap[least];
		merge.heap[least] = t;
		i = least;
	}
}

static void pass_earliest(void)
{
	const uint32_t at = merge.heap[0];
	struct held *h = &merge.event[at];

	h->e.data = h->data;
	merge.late += h->e.ns < merge.last;
	merge.last = h->e.ns > merge.last ? h->e.ns : merge.last;
	source->event(source->arg, &h->e, h->end);
	merge.heap[0] = merge.heap[--merge.used];
	merge.spare[merge.used] = at;
	sift_down();
}

/* Returns a lower bound of the times of all further events. */
static uint64_t earliest_to_come(void)
{
	const struct hm_decoder *d = &hmsource_decoder;
	uint64_t window = d->window;

	for (unsigned int i = 0; i < HM_NODES; i++) {
		const struct hm_stream *s = &d->stream[i];

		if (s->have && s->began < window)
			window = s->began;
		/* nibbles that wait for an alignment */
		if (s->guesses && s->guess_window[0] < window)
			window = s->guess_window[0];
	}
	return window * hmutil_trace.header.window_ns;
}

static void hold_event(const struct hm_event *e, uint64_t end)
{
	struct held *h;
	unsigned int i;

	if (merge.used == HELD)
		pass_earliest();
	h = &merge.event[merge.spare[merge.used]];
	h->e = *e;
	h->end = end;
	h->order = merge.order++;
	memcpy(h->data, e->data, e->length);
	merge.heap[merge.used] = (uint32_t)(h - merge.event);
	for (i = merge.used++; i && earlier(merge.heap[i], merge.heap[(i - 1) / 2]);
	     i = (i - 1) / 2) {
		const uint32_t t = merge.heap[i];

		merge.heap[i] = merge.heap[(i - 1) / 2];
		merge.heap[(i - 1) / 2] = t;
	}
}

static bool begin_merge(void)
{
	merge.event = malloc(HELD * sizeof(*merge.event));
	for (uint32_t i = 0; i < HELD; i++)
		merge.spare[i] = i;
	return merge.event;
}

static void end_merge(void)
{
	while (merge.used)
		pass_earliest();
	free(merge.event);
	if (merge.late)
		util_flaw("%" PRIu64 " events are out of order: "
			  "more than %u events ended while they lasted",
			  merge.late, HELD);
}

/* ---- traces ---- */

static void trace_event(void *arg, const struct hm_event *e)
{
	const uint64_t end = e->end * hmutil_trace.header.window_ns;

	(void)arg;
	if (source->sorted)
		hold_event(e, end);
	else
		source->event(source->arg, e, end);
}

static void trace_break(void *arg, unsigned int node, uint64_t window)
{
	(void)arg;
	if (source->broken)
		source->broken(source->arg, node, window * hmutil_trace.header.window_ns);
}

static void trace_gap(void *arg, const struct hm_gap *g)
{
	(void)arg;
	if (source->gap)
		source->gap(source->arg, g);
}

static void run_trace(const struct hm_table *table)
{
	const struct hm_header *h = &hmutil_trace.header;
	struct hm_decoder *d = &hmsource_decoder;
	const uint32_t *w;

	hm_decoder_begin(d, table, h->window_ns, h->compact);
	d->on_event = trace_event;
	d->on_stray = hmutil_stray;
	d->on_break = trace_break;
	d->on_gap = trace_gap;
	d->guess = source->guess;
	d->unmarked = hmutil_unmarked();
	if (d->unmarked && source->bound)
		hmutil_bound(source->bound);
	while (hmutil_frame(&w)) {
		hm_decode(d, w);
		while (merge.used && merge.event[merge.heap[0]].e.ns < earliest_to_come())
			pass_earliest();
	}
	hm_decoder_end(d);
}

/* ---- recordings ---- */

static void recording_flaw(int err)
{
	if (err == -ESPIPE)
		util_error("%s: a software recording must be a file, not a pipe",
			   recording.name);
	else if (err == -EINVAL)
		util_flaw("%s: node %u: %s", recording.name, recording.node, recording.wrong);
	else
		util_error("%s: %s", recording.name, strerror(-err));
}

static bool open_recording(const struct hm_table *table, const char *prefix)
{
	const char *path = util_argument(), *more = util_argument();
	uint64_t lost = 0;
	int err;

	if (more)
		util_usage("more than one recording", more);
	if (!path)
		util_usage("a software recording must be a file", NULL);
	if (!table)
		util_usage("a software recording requires a table (-e)", NULL);
	err = hm_recording_open(&recording, path, table);
	if (err) {
		recording_flaw(err);
		util_failed();
		return false;
	}
	if (!recording.checked)
		fprintf(stderr, "%s: %s\n", path, CHECK_NONE);
	for (unsigned int i = 0; i < HM_NODES; i++)
		lost += recording.lost[i];
	if (prefix && !lost)
		util_print("%slost: nothing", prefix);
	if (!lost)
		return true;
	if (prefix)
		util_print("%slost: %" PRIu64 " events at the end, memory full", prefix, lost);
	util_flaw("%s: %" PRIu64 " events found the memory of their node full", path, lost);
	return true;
}

static void run_recording(void)
{
	struct hm_event e;
	int n;

	while ((n = hm_recording_next(&recording, &e, source->ready, source->arg)))
		if (n == 1)
			source->event(source->arg, &e, e.ns);
		else if (n == -EINVAL)
			recording_flaw(n);
		else
			break;
	if (n)
		recording_flaw(n);
	hm_recording_close(&recording);
}

/* ---- traces and recordings ---- */

bool hmsource_open(const struct hmsource *s, const struct hm_table *table, const char *prefix)
{
	return s->soft ? open_recording(table, prefix) : hmutil_open(prefix);
}

void hmsource_run(const struct hmsource *s, const struct hm_table *table)
{
	source = s;
	if (s->soft) {
		run_recording();
		return;
	}
	if (s->sorted && !begin_merge()) {
		util_error("not enough memory");
		return;
	}
	run_trace(table);
	if (s->sorted)
		end_merge();
}
