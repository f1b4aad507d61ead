/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests losses, marks and synchronisation: compares the events decoded from a stream with
 * losses with those that were sent. The test knows the position of every captured nibble in its
 * node's stream, so a decoded event is accepted only if it has the bytes and the position of an
 * event that was sent.
 */
#include "../../tests/unit.h"
#include "../hm_decode.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define EVENTS 200
#define STREAM (EVENTS * 160)

struct sent_event {
	uint8_t data[HM_EVENT_BYTES];
	unsigned int length;
	bool synced;	/* a sequence is before it */
	size_t at, end; /* positions of its first nibble in the stream, and after its last
			 * one */
};

struct node_truth {
	struct hm_node node;
	uint8_t nibble[STREAM];
	size_t nibbles;
	struct sent_event event[EVENTS];
	/* positions of the captured nibbles in the stream */
	size_t captured[STREAM], captures;
	unsigned int seen; /* next event that may be decoded */
	uint64_t decoded, probable;
	uint64_t us;
};

static struct truth {
	struct node_truth node[HM_NODES];
	struct hm_decoder d;
	const struct hm_table *table;
	unsigned int gaps, breaks, marks;
	uint64_t gap_nibbles, false_probable, cuts;
} truth;

static uint64_t random_state;

static unsigned int random_below(unsigned int n)
{
	return (unsigned int)((random_xorshift(&random_state) >> 20) % n);
}

/* ---- nodes ---- */

static void port(void *arg, uint32_t value)
{
	struct node_truth *n = arg;

	assert_in_range(n->nibbles, 0, STREAM - 1);
	if (value & HM_STROBE)
		n->nibble[n->nibbles++] = value & 15;
}

static uint64_t now(void *arg)
{
	return ((struct node_truth *)arg)->us;
}

/* Makes a table of thirty identifiers of all lengths up to @longest, or of the few of an
 * operating system. */
static const struct hm_table *make_table(bool bytes, bool sync, unsigned int longest)
{
	static struct hm_table t;

	t = (struct hm_table){.bytes = bytes, .sync = sync};
	for (unsigned int i = 0; i < 30; i++) {
		t.type[1 + 7 * i].length = (uint8_t)(2 + i * (longest - 2) / 29);
		snprintf(t.type[1 + 7 * i].name, HM_NAME, "e%u", i);
	}
	t.type[HM_ID_SUMMARY] = (struct hm_event_type){
		.length = HM_SUMMARY_BYTES, .name = "summary", .class_name = "summary"};
	return &t;
}

/* Returns a byte as in real data: a random number, a small one, or one with all bits set. */
static uint8_t random_byte(void)
{
	switch (random_below(4)) {
	case 0:
		return 0;
	case 1:
		return 0xFF;
	default:
		return (uint8_t)random_below(256);
	}
}

static void send_events(struct node_truth *n, const struct hm_table *t, unsigned int events,
			unsigned int sync_events)
{
	memset(n, 0, sizeof(*n));
	n->node = (struct hm_node){.port = port,
				   .now = now,
				   .arg = n,
				   .bytes = t->bytes,
				   .sync_events = sync_events};
	for (unsigned int EACH(k, 0); k < events; k++) {
		struct sent_event *e = &n->event[k];
		const uint64_t before = n->node.syncs;

		for (unsigned int b = 0; b < HM_EVENT_BYTES; b++)
			e->data[b] = random_byte();
		e->data[0] = (uint8_t)(1 + 7 * random_below(30));
		e->length = t->type[e->data[0]].length;
		e->at = n->nibbles;
		assert_int_equal(hm_event(&n->node, e->data, e->length), 0);
		/* the sequence is before the event */
		e->synced = n->node.syncs > before;
		if (e->synced)
			e->at += HM_SYNC_NIBBLES;
		e->end = n->nibbles;
	}
}

/* ---- the decoder's answer ---- */

static void on_event(void *arg, const struct hm_event *e)
{
	struct node_truth *n = &truth.node[e->node];
	const size_t at = n->captured[e->nibble];
	unsigned int k = n->seen;

	(void)arg;
	while (k < EVENTS && n->event[k].length && n->event[k].at < at)
		k++;
	if (k < EVENTS && n->event[k].length == e->length && n->event[k].at == at &&
	    !memcmp(n->event[k].data, e->data, e->length)) {
		n->seen = k + 1;
		n->decoded++;
		n->probable += e->probable;
	} else {
		if (!e->probable)
			fail_msg("node %u: an event that was not sent, "
				 "%zu nibbles after the first",
				 e->node, at);
		truth.false_probable++;
	}
}

static void on_break(void *arg, unsigned int node, uint64_t window)
{
	(void)arg;
	(void)node;
	(void)window;
	truth.breaks++;
}

/* Checks the reported part of an event that was cut off: its first bytes must have been sent at
 * that time. */
static void check_cut(const struct hm_gap *g)
{
	const struct node_truth *n = &truth.node[g->node];
	unsigned int k = n->seen;

	while (k < EVENTS - 1 && n->event[k].at < n->captured[g->cut_nibble])
		k++;
	assert_int_equal(n->event[k].at, n->captured[g->cut_nibble]);
	assert_int_equal(g->cut_type->length, n->event[k].length);
	assert_memory_equal(g->cut_data, n->event[k].data,
			    g->cut / 2 < n->event[k].length ? g->cut / 2 : n->event[k].length);
	truth.cuts++;
}

static void on_gap(void *arg, const struct hm_gap *g)
{
	(void)arg;
	assert_true(g->from <= g->to && g->from_ns == g->from * 800 &&
		    g->to_ns == (g->to + 1) * 800);
	truth.gaps++;
	truth.gap_nibbles += g->nibbles;
	if (g->cut)
		check_cut(g);
}

static void on_mark(void *arg, const struct hm_mark *m)
{
	(void)arg;
	assert_true(m->nodes && m->first <= m->last);
	truth.marks++;
}

static void begin(const struct hm_table *t, unsigned int guess)
{
	truth.table = t;
	hm_decoder_begin(&truth.d, t, 800, false);
	truth.d.on_event = on_event;
	truth.d.on_break = on_break;
	truth.d.on_gap = on_gap;
	truth.d.on_mark = on_mark;
	truth.d.guess = guess;
	truth.gaps = truth.breaks = truth.marks = 0;
	truth.gap_nibbles = truth.false_probable = truth.cuts = 0;
}

/* Decodes a frame of window @window with the next nibble of each node in @vector. */
static void capture(uint16_t vector, const size_t *place, uint32_t window)
{
	uint32_t w[4] = {0, 0, vector, window};

	for (unsigned int v = vector; v; v &= v - 1) {
		const unsigned int i = (unsigned int)__builtin_ctz(v);
		struct node_truth *n = &truth.node[i];

		w[i < 8] |= (uint32_t)n->nibble[place[i]] << 4 * (i & 7);
		n->captured[n->captures++] = place[i];
	}
	assert_int_equal(hm_decode(&truth.d, w), 0);
}

static void mark(uint32_t first, uint32_t last, uint32_t frames, uint16_t nodes)
{
	const uint32_t w[4] = {first, frames, HM_MARK | nodes, last};

	assert_int_equal(hm_decode(&truth.d, w), 0);
}

/* Checks that each nibble is in an event, in a gap, in a sequence, or in an incomplete event at
 * the end. */
static void check_account(unsigned int nodes)
{
	uint64_t rest = 0;

	for (unsigned int EACH(i, 0); i < nodes; i++) {
		const struct hm_node_stats *s = &truth.d.stats.node[i];

		assert_int_equal(s->nibbles, truth.node[i].captures);
		assert_true(s->after_sync_decoded <= s->after_sync &&
			    s->after_sync <= s->nibbles);
		assert_in_range(s->decoded + s->cut + s->overhead, 0, s->nibbles);
		rest += s->nibbles - s->decoded - s->cut - s->overhead;
	}
	/* nibbles in no gap: at most an event and a sequence of each node at the end */
	assert_in_range(truth.gap_nibbles, 0, rest);
	assert_in_range(rest - truth.gap_nibbles, 0, nodes * (2 * HM_EVENT_BYTES + 5));
	assert_int_equal(truth.gaps, truth.breaks);
}

/* ---- the sequence ---- */

/* Checks, for all lengths and in both formats, that only sequences have so many successive
 * nibbles of 15. */
static void sequence_is_unique(void)
{
	struct node_truth *n = &truth.node[0];

	random_state = 11;
	for (unsigned int EACH(length, 2); length <= HM_EVENT_BYTES; length++)
		for (unsigned int EACH(round, 0); round < 40; round++) {
			const unsigned int every = round & 1 ? 1 : 7;
			size_t runs = 0, run = 0, events = 0;

			memset(n, 0, sizeof(*n));
			n->node = (struct hm_node){.port = port,
						   .arg = n,
						   .bytes = round & 2,
						   .sync_events = every};
			for (unsigned int EACH(k, 0); k < 20; k++) {
				uint8_t e[HM_EVENT_BYTES];

				for (unsigned int b = 0; b < length; b++)
					e[b] = round < 4 ? 0xFF : random_byte();
				e[0] = e[0] ? e[0] : HM_ID_SUMMARY;
				assert_int_equal(hm_event(&n->node, e, length), 0);
				events += round & 2 ? 2 * length : (length + 3) / 4 * 8;
			}
			for (size_t EACH(i, 0); i < n->nibbles; i++) {
				run = n->nibble[i] == 15 ? run + 1 : 0;
				assert_in_range(run, 0, HM_SYNC_RUN_MAX);
				runs += run == HM_SYNC_RUN;
			}
			assert_int_equal(runs, (20 + every - 1) / every);
			assert_int_equal(n->node.syncs, runs);
			assert_int_equal(n->nibbles, events + n->node.sync_nibbles);
		}
}

/* Tests synchronisation by time, by a call of hm_sync(), and switched off. */
static void sequence_by_time(void)
{
	static const uint8_t event[4] = {1, 2, 3, 4};
	struct node_truth *n = &truth.node[0];

	memset(n, 0, sizeof(*n));
	n->node = (struct hm_node){.port = port, .now = now, .arg = n, .sync_us = 1000};
	for (n->us = 0; n->us < 10000; n->us += 300) {
		EACH_OF(n->us);
		assert_int_equal(hm_event(&n->node, event, 4), 0);
	}
	/* at 0, 1200, 2400, ... 9600 */
	assert_int_equal(n->node.syncs, 9);
	assert_int_equal(n->node.sync_nibbles, 9 * HM_SYNC_NIBBLES);
	assert_int_equal(hm_sync(&n->node), 0);
	assert_int_equal(n->node.syncs, 10);
	assert_int_equal(n->nibbles, 34 * 8 + 10 * HM_SYNC_NIBBLES);
	n->node.wide = true;
	assert_int_equal(hm_sync(&n->node), HM_EINVAL);
	n->node = (struct hm_node){.port = port, .arg = n};
	assert_int_equal(hm_sync(&n->node), HM_EINVAL);
	n->nibbles = 0;
	assert_int_equal(hm_event(&n->node, (const uint8_t[]){1, 255, 255, 255}, 4), 0);
	assert_int_equal(n->nibbles, 8);
}

/* Checks that without losses all events are decoded, whatever their bytes. */
static void nothing_lost(void)
{
	random_state = 3;
	for (unsigned int EACH(round, 0); round < 8; round++) {
		const struct hm_table *t = make_table(round & 1, true, round & 2 ? 64 : 13);
		struct node_truth *n = &truth.node[0];

		send_events(n, t, EVENTS, round & 4 ? 1 : 10);
		begin(t, 0);
		for (size_t EACH(i, 0); i < n->nibbles; i++)
			capture(1, &i, (uint32_t)i);
		hm_decoder_end(&truth.d);
		assert_int_equal(n->decoded, EVENTS);
		assert_int_equal(truth.breaks, 0);
		assert_int_equal(truth.d.stats.node[0].syncs, n->node.syncs);
		assert_int_equal(truth.d.stats.node[0].overhead, n->node.sync_nibbles);
		assert_int_equal(truth.d.stats.node[0].nibbles,
				 truth.d.stats.node[0].decoded + n->node.sync_nibbles);
		check_account(1);
	}
}

/* ---- losses ---- */

/* Makes a stream in which @length nibbles from @at on are lost. */
static void lose_once(const struct hm_table *t, size_t at, size_t length, unsigned int guess)
{
	struct node_truth *n = &truth.node[0];

	n->captures = n->seen = 0;
	n->decoded = n->probable = 0;
	begin(t, guess);
	for (size_t EACH(i, 0); i < n->nibbles; i++) {
		if (i == at)
			mark((uint32_t)i, (uint32_t)(i + length - 1), (uint32_t)length, 1);
		if (i < at || i >= at + length)
			capture(1, &i, (uint32_t)i);
	}
	hm_decoder_end(&truth.d);
	check_account(1);
}

/* Returns the number of events without a nibble between @at and @end. */
static unsigned int whole_events(const struct node_truth *n, size_t at, size_t end)
{
	unsigned int whole = 0;

	for (unsigned int k = 0; k < EVENTS; k++)
		whole += n->event[k].end <= at || n->event[k].at >= end;
	return whole;
}

/* Returns the number of events before a loss from @at to @end, and from the next sequence on.
 */
static unsigned int certain_events(const struct node_truth *n, size_t at, size_t end)
{
	unsigned int certain = 0;
	bool synced = false;

	for (unsigned int k = 0; k < EVENTS; k++) {
		const struct sent_event *e = &n->event[k];

		synced = synced || (e->synced && e->at >= end + HM_SYNC_NIBBLES);
		certain += e->end <= at || synced;
	}
	return certain;
}

/* With sequences all events up to the loss and all from the next sequence on must be
 * decoded. */
static void lost_at_every_place(void)
{
	struct node_truth *n = &truth.node[0];
	const unsigned int every = 5;

	random_state = 7;
	for (unsigned int EACH(format, 0); format < 2; format++) {
		const struct hm_table *t = make_table(format, true, 13);

		send_events(n, t, EVENTS, every);
		for (size_t EACH(at, 0); at < n->nibbles; at++) {
			const size_t length = 1 + random_below(40);

			lose_once(t, at, length, 0);
			/* what lies between the loss and the next sequence need not be decoded;
			 * the last nibble may be an inserted one */
			assert_in_range(n->decoded, certain_events(n, at, at + length),
					whole_events(n, at, at + length) + 1);
			assert_int_equal(truth.breaks, at < n->nibbles);
			assert_int_equal(n->probable, 0);
		}
	}
}

/* Without sequences decoding must resume at the right position, with probable events, or not at
 * all. */
static void guessed_at_every_place(void)
{
	struct node_truth *n = &truth.node[0];
	unsigned int resumed = 0, runs = 0;

	random_state = 9;
	for (unsigned int EACH(format, 0); format < 2; format++) {
		const struct hm_table *t = make_table(format, false, 13);

		send_events(n, t, EVENTS, 0);
		for (size_t EACH(at, 0); at < n->nibbles; at++) {
			lose_once(t, at, 1 + random_below(40), 8);
			assert_int_equal(truth.false_probable, 0);
			resumed += n->probable > 0;
			runs++;
			/* all certain events are from before the loss */
			assert_true(!n->probable || n->decoded > n->probable || at < 40);
		}
	}
	printf("resumed without a sequence: %u of %u\n", resumed, runs);
	assert_in_range(resumed, runs / 2, runs);
}

/* ---- many nodes, many losses ---- */

struct traffic {
	unsigned int nodes;
	size_t place[HM_NODES]; /* next nibble of each */
	uint32_t window;
	/* the current loss */
	unsigned int losing; /* number of remaining windows */
	uint16_t hit;	     /* nodes that lose; the others are captured */
	bool frames;	     /* whole frames are lost */
	uint16_t lost;	     /* nodes that lost */
	uint32_t first, last, count;
};

static void end_loss(struct traffic *t)
{
	if (t->lost)
		mark(t->first, t->last, t->frames ? t->count : 0, t->lost);
	t->lost = 0;
	t->losing = 0;
	t->count = 0;
}

/* Makes a window in which some nodes send. */
static bool send_window(struct traffic *t)
{
	uint16_t vector = 0, kept, lost;
	bool left = false;

	t->window += 1 + random_below(4);
	for (unsigned int i = 0; i < t->nodes; i++) {
		if (t->place[i] == truth.node[i].nibbles)
			continue;
		left = true;
		vector |= (uint16_t)(random_below(3) ? 1u << i : 0);
	}
	if (!t->losing && !random_below(400)) {
		t->losing = 1 + random_below(60);
		t->frames = random_below(2);
		t->hit = (uint16_t)(t->frames ? 0xFFFF : 1 + random_below(0xFFFF));
	}
	lost = t->losing ? vector & t->hit : 0;
	kept = vector & (uint16_t)~lost;
	if (lost) {
		t->first = t->lost ? t->first : t->window;
		t->last = t->window;
		t->lost |= lost;
		t->count++;
	}
	if (kept)
		capture(kept, t->place, t->window);
	for (unsigned int v = vector; v; v &= v - 1)
		t->place[__builtin_ctz(v)]++;
	if (t->losing && !--t->losing)
		end_loss(t);
	return left;
}

/* Tests 10,000 streams of up to sixteen nodes with random losses: no event may be decoded that
 * was not sent, and all events that are not near a loss must be. */
static void random_losses(void)
{
	uint64_t events = 0, decoded = 0, marks = 0, unbroken = 0, cuts = 0;

	for (unsigned int EACH(run, 0); run < 10000; run++) {
		const bool big = run % 100 == 0;
		struct traffic t = {.nodes = big ? 16 : 2};
		const struct hm_table *table = make_table(run & 1, true, run & 2 ? 13 : 40);
		const unsigned int each = big ? EVENTS : 40;

		random_state = run + 1;
		begin(table, run % 3 ? 0 : 6);
		for (unsigned int EACH(i, 0); i < t.nodes; i++)
			send_events(&truth.node[i], table, each, 1 + random_below(12));
		while (send_window(&t))
			;
		end_loss(&t);
		hm_decoder_end(&truth.d);
		check_account(t.nodes);
		marks += truth.marks;
		cuts += truth.cuts;
		assert_int_equal(truth.d.stats.marks, truth.marks);
		for (unsigned int EACH(i, 0); i < t.nodes; i++) {
			events += each;
			decoded += truth.node[i].decoded;
			if (truth.d.stats.node[i].gaps)
				continue;
			/* no mark names this node: it lost nothing */
			unbroken++;
			assert_int_equal(truth.node[i].decoded, each);
		}
	}
	printf("%" PRIu64 " losses, %" PRIu64 " events cut off, %" PRIu64 " of %" PRIu64
	       " events decoded, %" PRIu64 " streams without a loss\n",
	       marks, cuts, decoded, events, unbroken);
	assert_in_range(marks, 10000, UINT32_MAX);
	assert_in_range(cuts, 10000, marks * HM_NODES);
	assert_in_range(decoded, events / 2, events);
}

/* Tests invalid marks, and marks whose windows are near the wrap. */
static void marks(void)
{
	static const uint32_t bad[][4] = {{1, 1, HM_MARK, 5}, {1, 1, HM_MARK | 0x10001, 5}};
	static struct hm_decoder d;

	hm_decoder_begin(&d, NULL, 800, false);
	for (unsigned int EACH(i, 0); i < 2; i++)
		assert_int_equal(hm_decode(&d, bad[i]), -22);
	assert_int_equal(d.stats.marks, 0);
	assert_int_equal(hm_decode(&d, (const uint32_t[]){0, 1, 1, 0xFFFFFFF0}), 0);
	assert_int_equal(
		hm_decode(&d, (const uint32_t[]){0xFFFFFFF8, 7, HM_MARK | 1, 0x00000010}), 0);
	assert_int_equal(d.stats.marks, 1);
	assert_int_equal(d.stats.marked, 7);
	assert_int_equal(d.stats.frames, 1);
	assert_true(d.window == 0xFFFFFFF0);
}

static const struct unit units[] = {
	UNIT(sequence_is_unique, "HM-RSY-005"),
	UNIT(sequence_by_time, "HM-RSY-005"),
	UNIT(nothing_lost, "HM-RSY-005"),
	UNIT(lost_at_every_place, "HM-RSY-006"),
	UNIT(guessed_at_every_place, "HM-RSY-006"),
	UNIT(random_losses, "HM-RSY-002 HM-RSY-007"),
	UNIT(marks, ""),
};

UNIT_MAIN(units)
