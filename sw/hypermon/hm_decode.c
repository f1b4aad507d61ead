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

void hm_decoder_begin(struct hm_decoder *d, const struct hm_table *table,
		      unsigned int window_ns, bool compact)
{
	memset(d, 0, sizeof(*d));
	d->table = table;
	d->window_ns = window_ns;
	d->compact = compact;
}

static void stray(struct hm_decoder *d, unsigned int node, bool incomplete)
{
	struct hm_stream *s = &d->stream[node];

	s->stopped = true;
	d->strays++;
	if (d->on_stray)
		d->on_stray(d->arg,
			    &(struct hm_stray){.node = node,
					       .window = s->began,
					       .ns = s->began * d->window_ns,
					       .nibble = d->stats.node[node].nibbles - s->have,
					       .id = s->data[0],
					       .incomplete = incomplete});
}

static void event_done(struct hm_decoder *d, unsigned int node)
{
	struct hm_stream *s = &d->stream[node];
	struct hm_node_stats *n = &d->stats.node[node];
	const struct hm_event_type *type = &d->table->type[s->data[0]];

	n->events++;
	n->event[s->data[0]]++;
	if (s->data[0] == HM_ID_SUMMARY)
		n->summed[s->data[1]] += s->data[2] | (uint32_t)s->data[3] << 8;
	if (d->on_event)
		d->on_event(d->arg, &(struct hm_event){.node = node,
						       .window = s->began,
						       .ns = s->began * d->window_ns,
						       .nibble = n->nibbles - s->have,
						       .type = type,
						       .length = type->length,
						       .data = s->data});
	s->have = s->need = 0;
}

/* @d->stats counts the nibble already. */
static void stream_nibble(struct hm_decoder *d, unsigned int node, unsigned int nibble)
{
	struct hm_stream *s = &d->stream[node];
	unsigned int length;

	if (s->stopped)
		return;
	if (!s->have)
		s->began = d->window;
	if (s->have & 1)
		s->data[s->have / 2] |= (uint8_t)(nibble << 4);
	else
		s->data[s->have / 2] = (uint8_t)nibble;
	s->have++;
	if (s->have == 2) {
		length = d->table->type[s->data[0]].length;
		s->need = d->table->bytes ? 2 * length : (length + 3) / 4 * 8;
		if (!length) {
			stray(d, node, false);
			return;
		}
	}
	if (s->have == s->need)
		event_done(d, node);
}

/* @count nibbles of @bits, the lowest first. */
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
			stream_nibble(d, node, nibble);
	}
}

static void frame_time(struct hm_decoder *d, uint32_t stamp)
{
	const uint32_t step = stamp - (uint32_t)d->window;

	if (!d->stats.frames)
		d->window = stamp;
	else if (d->compact && step >> 31)
		d->window -= d->window > (uint32_t)-step ? (uint32_t)-step : d->window;
	else
		d->window += step;
}

/* What every frame counts; @each: nibbles of a node in it. */
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

int hm_decode(struct hm_decoder *d, const uint32_t *w)
{
	unsigned int vector;

	if (d->compact)
		return decode_compact(d, w);
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

void hm_decoder_end(struct hm_decoder *d)
{
	for (unsigned int node = 0; node < HM_NODES; node++)
		if (!d->stream[node].stopped && d->stream[node].have)
			stray(d, node, true);
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
