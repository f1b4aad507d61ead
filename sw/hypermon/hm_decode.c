/* SPDX-License-Identifier: Apache-2.0 */
#include "hm_decode.h"
#include <errno.h>
#include <string.h>

/* ---- statistics ---- */

uint64_t hm_stats_merged(const struct hm_stats *s)
{
	uint64_t n = 0;

	for (unsigned int k = 2; k <= HM_NODES; k++)
		n += s->by_nodes[k];
	return n;
}

double hm_stats_merging(const struct hm_stats *s)
{
	uint64_t all = s->by_nodes[1], merged = 0;

	for (unsigned int k = 2; k <= HM_NODES; k++)
		merged += k * s->by_nodes[k];
	all += merged;
	return all ? 100.0 * (double)merged / (double)all : 0;
}

uint64_t hm_stats_ns(const struct hm_stats *s, unsigned int window_ns)
{
	return s->frames ? (s->last - s->first + 1) * window_ns : 0;
}

/* ---- decoder ---- */

/* Returns the number of nibbles of an event with this identifier; 0 if there is no such
 * event. */
static unsigned int event_nibbles(const struct hm_table *t, unsigned int id)
{
	const unsigned int length = t->type[id].length;

	return t->bytes ? 2 * length : (length + 3) / 4 * 8;
}

void hm_decoder_begin(struct hm_decoder *d, const struct hm_table *table,
		      unsigned int window_ns, bool compact)
{
	memset(d, 0, sizeof(*d));
	d->table = table;
	d->window_ns = window_ns;
	d->compact = compact;
	for (unsigned int id = 1; table && id < 256; id++) {
		const unsigned int n = event_nibbles(table, id);

		if (n > d->longest)
			d->longest = n;
		if (n && (!d->shortest || n < d->shortest))
			d->shortest = n;
	}
}

/* States of a stream: its events are certain or probable, or it is in a gap. */
enum { CERTAIN, PROBABLE, BROKEN };

static void stray(struct hm_decoder *d, unsigned int node, bool incomplete)
{
	const struct hm_stream *s = &d->stream[node];

	d->strays++;
	if (d->on_stray)
		d->on_stray(d->arg, &(struct hm_stray){.node = node,
						       .window = s->began,
						       .ns = s->began * d->window_ns,
						       .nibble = s->first,
						       .id = s->data[0],
						       .incomplete = incomplete});
}

/* ---- gaps ---- */

/* Ends a stretch, a part of a stream without a gap. */
static void stretch_end(struct hm_decoder *d, unsigned int node)
{
	struct hm_node_stats *n = &d->stats.node[node];
	struct hm_stream *s = &d->stream[node];

	if (s->in_sync) {
		n->after_sync += n->nibbles - s->at[0];
		n->after_sync_decoded += n->decoded + n->cut + n->overhead - s->at[1];
	}
	s->in_sync = false;
}

static void gap_begin(struct hm_decoder *d, unsigned int node, uint64_t from,
		      enum hm_gap_cause cause)
{
	struct hm_stream *s = &d->stream[node];

	if (s->have)
		from = s->began;
	s->gap = (struct hm_gap){.node = node, .cause = cause, .from = from};
	/* nibbles that are all 15 may belong to a sequence */
	if (cause == HM_GAP_LOST && s->state == CERTAIN && s->need && s->run < s->have) {
		s->gap.cut = s->have;
		s->gap.cut_nibble = s->first;
		s->gap.cut_type = &d->table->type[s->data[0]];
		memcpy(s->gap.cut_data, s->data, sizeof(s->data));
		d->stats.node[node].cut += s->have;
	} else {
		s->gap.nibbles = s->have;
	}
	stretch_end(d, node);
	s->have = s->need = 0;
	s->guesses = 0;
	s->state = BROKEN;
	if (d->on_break)
		d->on_break(d->arg, node, from);
}

static void gap_end(struct hm_decoder *d, unsigned int node, uint64_t to, bool open)
{
	struct hm_gap *g = &d->stream[node].gap;

	d->stats.node[node].gaps++;
	g->open = open;
	g->to = to > g->from ? to : g->from;
	g->from_ns = g->from * d->window_ns;
	g->to_ns = (g->to + 1) * d->window_ns;
	if (d->on_gap)
		d->on_gap(d->arg, g);
}

/* ---- events ---- */

static void event_done(struct hm_decoder *d, unsigned int node)
{
	struct hm_stream *s = &d->stream[node];
	struct hm_node_stats *n = &d->stats.node[node];
	const struct hm_event_type *type = &d->table->type[s->data[0]];

	n->events++;
	n->decoded += s->have;
	if (s->state == PROBABLE)
		n->probable += s->have;
	n->event[s->data[0]]++;
	if (s->data[0] == HM_ID_SUMMARY)
		n->summed[s->data[1]] += s->data[2] | (uint32_t)s->data[3] << 8;
	if (d->on_event)
		d->on_event(d->arg, &(struct hm_event){.node = node,
						       .window = s->began,
						       .end = s->last,
						       .ns = s->began * d->window_ns,
						       .nibble = s->first,
						       .type = type,
						       .length = type->length,
						       .data = s->data,
						       .probable = s->state == PROBABLE,
						       .nibbles = s->have});
	s->have = s->need = 0;
}

/* Returns whether the unused bytes of the last word are 0, as a node sends them. */
static bool padding_fits(const struct hm_stream *s, unsigned int length)
{
	for (; length < s->need / 2; length++)
		if (s->data[length])
			return false;
	return true;
}

/* Adds a nibble to the current event; @number is its number in the node's stream. */
static void event_nibble(struct hm_decoder *d, unsigned int node, unsigned int nibble,
			 uint64_t window, uint64_t number)
{
	struct hm_stream *s = &d->stream[node];

	if (!s->have) {
		s->began = window;
		s->first = number;
	}
	if (s->have & 1)
		s->data[s->have / 2] |= (uint8_t)(nibble << 4);
	else
		s->data[s->have / 2] = (uint8_t)nibble;
	s->have++;
	s->last = window;
	if (s->have == 2) {
		s->need = event_nibbles(d->table, s->data[0]);
		if (!s->need) {
			if (s->state == CERTAIN)
				stray(d, node, false);
			gap_begin(d, node, window, HM_GAP_ID);
			return;
		}
	}
	if (s->have != s->need)
		return;
	if (s->state == PROBABLE && !padding_fits(s, d->table->type[s->data[0]].length))
		gap_begin(d, node, window, HM_GAP_ALIGN);
	else
		event_done(d, node);
}

/* ---- resuming at the only consistent alignment ---- */

enum { FAILS = HM_GUESS_NIBBLES + 1 };

/* Returns the end of the event that begins at nibble @at of the waiting ones; FAILS if there is
 * no such event; the end of the waiting nibbles if it is incomplete. */
static unsigned int guess_next(const struct hm_stream *s, const struct hm_table *t,
			       unsigned int at)
{
	unsigned int id, need, used;

	if (at + 2 > s->guesses)
		return s->guesses;
	id = s->guess[at] | (unsigned int)s->guess[at + 1] << 4;
	need = event_nibbles(t, id);
	if (!need)
		return FAILS;
	used = 2u * t->type[id].length;
	for (; used < need && at + used < s->guesses; used++)
		if (s->guess[at + used])
			return FAILS;
	return at + need < s->guesses ? at + need : s->guesses;
}

/* Returns the position from which on all possible alignments agree if at least @events events
 * follow it; otherwise FAILS. */
static unsigned int guess_place(const struct hm_stream *s, const struct hm_table *t,
				unsigned int events, unsigned int longest)
{
	unsigned int next[HM_GUESS_NIBBLES + 1];   /* FAILS if this event or a later one
						    * fails */
	unsigned int follow[HM_GUESS_NIBBLES + 1]; /* complete events from here on */
	bool reached[HM_GUESS_NIBBLES + 1];
	unsigned int alive = 0;

	next[s->guesses] = s->guesses;
	follow[s->guesses] = 0;
	for (unsigned int at = s->guesses; at--;) {
		const unsigned int n = guess_next(s, t, at);

		next[at] = n != FAILS && next[n] == FAILS ? FAILS : n;
		follow[at] = n < s->guesses ? follow[n] + 1 : 0;
	}
	/* the loop visits the positions in order; alignments that reach the same position
	 * merge */
	memset(reached, 0, sizeof(reached));
	for (unsigned int at = 0; at < s->guesses; at++) {
		const bool begins = at < longest && next[at] != FAILS;

		alive += begins && !reached[at];
		if (!begins && !reached[at])
			continue;
		if (alive == 1 && at + 1 >= longest)
			return follow[at] >= events ? at : FAILS;
		if (reached[next[at]])
			alive--;
		reached[next[at]] = true;
	}
	return FAILS;
}

static void guess_nibble(struct hm_decoder *d, unsigned int node, unsigned int nibble)
{
	struct hm_stream *s = &d->stream[node];
	unsigned int place, n;

	if (s->guesses == HM_GUESS_NIBBLES) {
		s->guesses /= 2;
		memmove(s->guess, s->guess + s->guesses, s->guesses);
		memmove(s->guess_window, s->guess_window + s->guesses,
			s->guesses * sizeof(*s->guess_window));
		memmove(s->guess_first, s->guess_first + s->guesses,
			s->guesses * sizeof(*s->guess_first));
	}
	s->guess[s->guesses] = (uint8_t)nibble;
	s->guess_window[s->guesses] = d->window;
	s->guess_first[s->guesses++] = d->stats.node[node].nibbles - 1;
	/* a search after every nibble would be slow */
	if (s->guesses % 32)
		return;
	place = guess_place(s, d->table, d->guess, d->longest);
	if (place == FAILS)
		return;
	n = s->guesses;
	s->gap.nibbles -= n - place;
	gap_end(d, node, place ? s->guess_window[place - 1] : s->gap.to, false);
	s->state = PROBABLE;
	for (; place < n; place++)
		event_nibble(d, node, s->guess[place], s->guess_window[place],
			     s->guess_first[place]);
}

/* ---- synchronisation ---- */

static void synchronise(struct hm_decoder *d, unsigned int node)
{
	struct hm_stream *s = &d->stream[node];
	struct hm_node_stats *n = &d->stats.node[node];

	if (s->state == BROKEN) {
		s->gap.nibbles -= s->gap.nibbles < HM_SYNC_RUN ? s->gap.nibbles : HM_SYNC_RUN;
		gap_end(d, node, d->window, false);
	}
	s->state = CERTAIN;
	s->run = 0;
	n->syncs++;
	n->overhead += HM_SYNC_NIBBLES;
	if (!s->in_sync) {
		s->in_sync = true;
		s->at[0] = n->nibbles;
		s->at[1] = n->decoded + n->cut + n->overhead;
	}
}

/* Returns whether the nibble belongs to an event, and not to a sequence or the inserted
 * nibbles. */
static bool is_data(struct hm_decoder *d, unsigned int node, unsigned int nibble)
{
	struct hm_stream *s = &d->stream[node];

	if (s->run < HM_SYNC_RUN - 1) {
		s->run = nibble == 15 ? s->run + 1 : 0;
		return true;
	}
	if (nibble == 15 && s->run < HM_SYNC_RUN_MAX) {
		/* the sequence must have begun where an event would begin */
		if (s->run == HM_SYNC_RUN - 1 && s->state != BROKEN) {
			if (s->have >= HM_SYNC_RUN)
				gap_begin(d, node, d->window, HM_GAP_ALIGN);
			s->have = s->need = 0;
		}
		s->run++;
	} else if (nibble == 0 && s->run >= HM_SYNC_RUN) {
		synchronise(d, node);
		return false;
	} else {
		if (nibble && s->state != BROKEN)
			gap_begin(d, node, d->window, HM_GAP_ALIGN);
		else if (s->state != BROKEN)
			d->stats.node[node].overhead++; /* an inserted 0 */
		s->run = 0;
	}
	if (s->state == BROKEN)
		s->gap.nibbles++;
	return false;
}

/* ---- losses at unknown places ---- */

/* The pace is the shortest distance between two nibbles. It is taken over the last PACE to
 * 2 * PACE - 1 nibbles. */
#define PACE 128u
/* number of events that must agree if a stretch begins within an event */
#define ALIGN_EVENTS 6

/* is_trusted() halves its counts when they exceed this number of nibbles */
#define LATELY 512u
/* number of wrong nibbles that is_trusted() adds, so that the first stretches must have more
 * right ones */
#define DOUBT 24u

static uint64_t pace_of(const struct hm_stream *s)
{
	return s->pace[0] < s->pace[1] ? s->pace[0] : s->pace[1];
}

static void learn_pace(struct hm_stream *s, uint64_t step)
{
	const uint64_t pace = pace_of(s);

	/* the waiting nibbles contain pauses that were not recognised */
	s->wrong |= s->guesses > 1 && step < pace - pace / 4;
	if (step < s->pace[0])
		s->pace[0] = (uint32_t)step;
	if (++s->paced == PACE) {
		s->pace[1] = s->pace[0];
		s->pace[0] = UINT32_MAX;
		s->paced = 0;
	}
}

/* Returns whether the bytes of an event are possible: its enumerations have words and its
 * padding is 0. */
static bool plausible(const struct hm_table *t, const struct hm_stream *s, unsigned int at)
{
	const unsigned int id = s->guess[at] | (unsigned int)s->guess[at + 1] << 4;
	const struct hm_event_type *type = &t->type[id];
	uint8_t data[HM_EVENT_BYTES];

	for (unsigned int k = 0; k < type->length; k++)
		data[k] = (uint8_t)(s->guess[at + 2 * k] | s->guess[at + 2 * k + 1] << 4);
	for (unsigned int f = 0; f < type->fields; f++)
		if (type->field[f].kind == HM_ENUM &&
		    !hm_enum_word(t, &type->field[f], hm_field_value(&type->field[f], data)))
			return false;
	return true;
}

/* Returns whether complete events follow from @at on, and stores their end in *end; with @all
 * they must end with the stretch. */
static bool events_fill(const struct hm_stream *s, const struct hm_table *t, unsigned int at,
			bool all, unsigned int *end)
{
	while (at < s->guesses) {
		const unsigned int next = guess_next(s, t, at);
		unsigned int need;

		if (next == FAILS)
			return false;
		need = at + 2 <= s->guesses
			       ? event_nibbles(t, s->guess[at] | (unsigned int)s->guess[at + 1]
									 << 4)
			       : 3;
		if (at + need > s->guesses)
			break;
		if (!plausible(t, s, at))
			return false;
		at += need;
	}
	*end = at;
	return !all || at == s->guesses;
}

static void drop_nibbles(struct hm_stream *s, unsigned int n)
{
	s->guesses -= n;
	memmove(s->guess, s->guess + n, s->guesses);
	memmove(s->guess_window, s->guess_window + n, s->guesses * sizeof(*s->guess_window));
	memmove(s->guess_first, s->guess_first + n, s->guesses * sizeof(*s->guess_first));
}

/* Returns the number of a node's nibbles that arrive in one frame. */
static unsigned int at_once(const struct hm_decoder *d)
{
	return d->compact ? 8 : 1;
}

/* Returns whether the pause before the waiting nibbles is longer than an event of @nibbles
 * nibbles. */
static bool paused(const struct hm_decoder *d, const struct hm_stream *s, unsigned int nibbles)
{
	return s->guess_window[0] - s->ended > nibbles / at_once(d) * pace_of(s);
}

/* Counts a stretch of @all nibbles, of which @right belong to events. Returns whether events
 * are plausible: of the nibbles counted lately, plus DOUBT that belong to none, at least a
 * quarter belongs to events. */
static bool is_trusted(struct hm_stream *s, unsigned int right, unsigned int all)
{
	s->right += right;
	s->all += all;
	if (s->all > LATELY) {
		s->right /= 2;
		s->all /= 2;
	}
	return 4 * s->right >= s->all + DOUBT;
}

/* Finds the events among the waiting nibbles, from *from up to *to; returns false if there is
 * none or the result is not certain. */
static bool find_events(struct hm_decoder *d, struct hm_stream *s, bool whole,
			unsigned int *from, unsigned int *to)
{
	const unsigned int all = s->guesses;
	bool found = !s->wrong && events_fill(s, d->table, 0, whole, to) && *to;

	*from = 0;
	if (!found && s->begin) {
		*from = s->begin;
		found = events_fill(s, d->table, *from, whole, to) && *to > *from;
	}
	if (!found && !s->aligned && !s->wrong) {
		*from = guess_place(s, d->table, ALIGN_EVENTS, d->longest);
		found = *from != FAILS && events_fill(s, d->table, *from, false, to);
	}
	return is_trusted(s, found ? *to - *from : 0, all) && found;
}

/* Starts a gap at the end of the previous stretch; the waiting nibbles stay. */
static void unmarked_gap(struct hm_decoder *d, unsigned int node, enum hm_gap_cause cause)
{
	struct hm_stream *s = &d->stream[node];
	const unsigned int waiting = s->guesses;

	gap_begin(d, node, s->ended, cause);
	s->guesses = waiting;
}

/*
 * Decodes the waiting nibbles, a stretch without a missing nibble or its beginning; @whole: the
 * stretch ends here.
 */
static void decode_stretch(struct hm_decoder *d, unsigned int node, bool whole)
{
	struct hm_stream *s = &d->stream[node];
	unsigned int from, to;
	bool found, begins;

	if (!s->guesses)
		return;
	found = find_events(d, s, whole, &from, &to);
	begins = s->aligned || s->whole || from || paused(d, s, d->longest);
	s->whole = found;
	found = found && begins;
	if (s->state != BROKEN &&
	    (!found || from || (!s->aligned && paused(d, s, d->shortest))))
		unmarked_gap(d, node, found && !from ? HM_GAP_QUIET : HM_GAP_ALIGN);
	if (found) {
		if (s->state == BROKEN) {
			s->gap.nibbles += from;
			gap_end(d, node, s->guess_window[from] - 1, false);
		}
		s->state = PROBABLE;
		for (unsigned int i = from; i < to; i++)
			event_nibble(d, node, s->guess[i], s->guess_window[i],
				     s->guess_first[i]);
	} else {
		to = s->guesses;
		s->gap.nibbles += to;
	}
	s->ended = s->guess_window[to - 1];
	s->aligned = found && !whole;
	drop_nibbles(s, to);
	if (whole && s->guesses) { /* the end of an event is missing */
		unmarked_gap(d, node, HM_GAP_ALIGN);
		s->gap.nibbles += s->guesses;
		s->guesses = 0;
	}
	s->begin = 0;
	s->wrong = s->wrong && !whole;
}

/* Removes sequences and inserted nibbles from the stretch; returns false if this nibble belongs
 * to them. */
static bool is_unmarked_data(struct hm_decoder *d, unsigned int node, unsigned int nibble)
{
	struct hm_stream *s = &d->stream[node];
	struct hm_node_stats *n = &d->stats.node[node];
	const unsigned int run = s->run;

	if (nibble == 15 && run < HM_SYNC_RUN_MAX) {
		s->run++;
		s->run_here++;
		return true;
	}
	s->run = 0;
	if (run < HM_SYNC_RUN - 1) {
		s->run_here = 0;
		return true;
	}
	/* at the beginning of a stretch the nibbles may be the rest of a sequence */
	s->wrong |= nibble ||
		    (run >= HM_SYNC_RUN ? s->run_here < HM_SYNC_RUN : s->guesses < HM_SYNC_RUN);
	if (!s->wrong && run >= HM_SYNC_RUN) {
		s->guesses -= s->guesses < HM_SYNC_RUN ? s->guesses : HM_SYNC_RUN;
		s->begin = s->guesses;
		n->syncs++;
		n->overhead += HM_SYNC_NIBBLES;
	} else if (!nibble) {
		n->overhead++;
	}
	s->run_here = 0;
	return nibble;
}

/* Initialises the decoding of a node before its first nibble. */
static void unmarked_begin(struct hm_decoder *d, unsigned int node)
{
	struct hm_stream *s = &d->stream[node];

	s->pace[0] = s->pace[1] = UINT32_MAX;
	s->whole = true;
	gap_begin(d, node, 0, HM_GAP_QUIET);
}

/* Handles a nibble of a node. @step: windows since the previous nibble; @first: it is the
 * node's first in the frame. */
static void unmarked_nibble(struct hm_decoder *d, unsigned int node, unsigned int nibble,
			    uint64_t step, bool first)
{
	struct hm_stream *s = &d->stream[node];
	const uint64_t pace = pace_of(s);

	if (!pace) {
		decode_stretch(d, node, true);
		if (s->state != BROKEN)
			unmarked_gap(d, node, HM_GAP_ALIGN);
		s->gap.nibbles++;
		s->ended = d->window;
		return;
	}
	if (first && step > pace + pace / 2) {
		decode_stretch(d, node, true);
		s->run_here = 0;
	}
	if (d->table->sync && !is_unmarked_data(d, node, nibble))
		return;
	s->guess[s->guesses] = (uint8_t)nibble;
	s->guess_window[s->guesses] = d->window;
	s->guess_first[s->guesses++] = d->stats.node[node].nibbles - 1;
	if (s->guesses == HM_GUESS_NIBBLES)
		decode_stretch(d, node, false);
}

/* Handles a nibble that @d->stats has already counted. */
static void stream_nibble(struct hm_decoder *d, unsigned int node, unsigned int nibble,
			  bool first)
{
	struct hm_stream *s = &d->stream[node];
	const uint64_t step = d->window - s->sent;

	s->sent = d->window;
	if (d->unmarked) {
		if (d->stats.node[node].nibbles == 1)
			unmarked_begin(d, node);
		else if (first)
			learn_pace(s, step);
		unmarked_nibble(d, node, nibble, step, first);
		return;
	}
	if (d->table->sync && !is_data(d, node, nibble))
		return;
	if (s->state != BROKEN) {
		event_nibble(d, node, nibble, d->window, d->stats.node[node].nibbles - 1);
		return;
	}
	s->gap.nibbles++;
	if (d->guess)
		guess_nibble(d, node, nibble);
}

/* ---- frames ---- */

/* Handles @count nibbles of @bits, the lowest first. */
static void node_data(struct hm_decoder *d, unsigned int node, uint32_t bits,
		      unsigned int count)
{
	struct hm_node_stats *n = &d->stats.node[node];

	if (!n->nibbles)
		n->first = n->last = d->window;
	if (d->window > n->last)
		n->last = d->window;
	for (unsigned int i = 0; i < count; i++) {
		const unsigned int nibble = bits >> 4 * i & 0xF;

		n->nibbles++;
		if (d->on_nibble)
			d->on_nibble(d->arg, node, nibble, d->window);
		if (d->table)
			stream_nibble(d, node, nibble, !i);
	}
}

/* Number of windows by which a mark can be older than the frame before it. */
#define MARK_BEHIND 0x10000u

static void frame_time(struct hm_decoder *d, uint32_t stamp)
{
	const uint32_t step = stamp - (uint32_t)d->window;
	/* it is 0 before the first frame, unless the caller has set it to an earlier window */
	const bool any = d->stats.frames || d->window;

	if (any && d->compact && step >> 31)
		d->window -= d->window > (uint32_t)-step ? (uint32_t)-step : d->window;
	else
		d->window += step;
}

/* Updates the counts that every frame changes; @each: number of a node's nibbles in it. */
static void frame_counts(struct hm_decoder *d, unsigned int nodes, unsigned int each,
			 unsigned int words)
{
	struct hm_stats *s = &d->stats;

	if (!s->frames)
		s->first = s->last = d->window;
	if (d->window < s->first)
		s->first = d->window;
	if (d->window > s->last)
		s->last = d->window;
	s->frames++;
	s->words += words;
	s->by_nodes[nodes]++;
	s->nibbles += nodes * each;
}

static int decode_compact(struct hm_decoder *d, const uint32_t *w)
{
	const unsigned int nodes = hm_ones(hm_compact_vector(w[0]));
	const uint32_t *data = w + 1;

	if (!nodes || (w[0] >> 16 & 0x1F) != nodes || w[0] & 0x7FE00000)
		return -EINVAL;
	if (hm_compact_stamped(w[0])) {
		frame_time(d, *data++);
		d->stats.stamped++;
	}
	frame_counts(d, nodes, 8, hm_compact_words(w[0]));
	for (unsigned int v = hm_compact_vector(w[0]); v; v &= v - 1)
		node_data(d, (unsigned int)__builtin_ctz(v), *data++, 8);
	return 0;
}

static int decode_mark(struct hm_decoder *d, const uint32_t *w)
{
	const uint32_t ahead = w[0] - (uint32_t)d->window;
	struct hm_mark m = {.frames = w[1], .nodes = (uint16_t)w[2]};

	if (!m.nodes || w[2] & ~(HM_MARK | 0xFFFF))
		return -EINVAL;
	/* nodes without a loss may have sent since then */
	if (!d->stats.frames)
		m.first = w[0];
	else if (ahead > UINT32_MAX - MARK_BEHIND)
		m.first = d->window - (uint32_t)-ahead;
	else
		m.first = d->window + ahead;
	m.last = m.first + (w[3] - w[0]);
	d->stats.marks++;
	d->stats.marked += m.frames;
	if (d->on_mark)
		d->on_mark(d->arg, &m);
	for (unsigned int v = d->table ? m.nodes : 0; v; v &= v - 1) {
		const unsigned int node = (unsigned int)__builtin_ctz(v);
		struct hm_stream *s = &d->stream[node];

		if (s->state != BROKEN)
			gap_begin(d, node, m.first, HM_GAP_LOST);
		s->gap.frames += m.frames;
		s->gap.to = m.last;
		s->run = 0;
		s->guesses = 0;
	}
	return 0;
}

int hm_decode(struct hm_decoder *d, const uint32_t *w)
{
	unsigned int vector;

	if (d->compact)
		return decode_compact(d, w);
	if (hm_is_mark(w))
		return decode_mark(d, w);
	vector = w[2];
	if (!vector || vector > 0xFFFF)
		return -EINVAL;
	frame_time(d, hm_frame_stamp(w));
	frame_counts(d, hm_ones(vector), 1, HM_FRAME_WORDS);
	for (; vector; vector &= vector - 1) {
		const unsigned int node = (unsigned int)__builtin_ctz(vector);

		node_data(d, node, hm_frame_nibble(w, node), 1);
	}
	return 0;
}

/* Ends a node's stream; nibbles after the last one may have been lost, too. */
static void unmarked_end(struct hm_decoder *d, unsigned int node)
{
	struct hm_stream *s = &d->stream[node];

	decode_stretch(d, node, true);
	if (s->state == PROBABLE)
		gap_begin(d, node, s->ended, HM_GAP_QUIET);
}

void hm_decoder_end(struct hm_decoder *d)
{
	for (unsigned int node = 0; node < HM_NODES; node++) {
		struct hm_stream *s = &d->stream[node];

		if (d->unmarked && d->table)
			unmarked_end(d, node);
		stretch_end(d, node);
		if (s->state == BROKEN)
			gap_end(d, node, d->window > s->gap.to ? d->window : s->gap.to, true);
		else if (s->have)
			stray(d, node, true);
		s->state = CERTAIN;
		s->have = 0;
	}
}

/* ---- software recording ---- */

int hm_soft_next(struct hm_soft_reader *r, const uint8_t **event, unsigned int *length)
{
	for (;;) {
		const uint8_t *p = r->buffer + r->at;
		const size_t left = r->used - r->at;
		unsigned int n;

		if (!left)
			return 0;
		if (left < 3)
			return -EINVAL;
		n = p[2] == HM_ID_FILLER ? 1 : r->table->type[p[2]].length;
		if (!n || left < 2 + n)
			return -EINVAL;
		r->us += p[0] | (uint32_t)p[1] << 8;
		r->at += 2 + n;
		if (p[2] == HM_ID_FILLER)
			continue;
		*event = p + 2;
		*length = n;
		return 1;
	}
}
