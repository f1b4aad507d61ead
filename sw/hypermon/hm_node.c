/* SPDX-License-Identifier: Apache-2.0 */
#include "hm_node.h"

#define FILLER_BYTES 3u
#define DELTA_MAX 0xFFFFu

static void spend(struct hm_node *n, enum hm_work what, unsigned int amount)
{
	if (n->work)
		n->work(n->arg, what, amount);
}

static void enter_section(struct hm_node *n)
{
	if (n->enter)
		n->enter(n->arg);
}

static void leave_section(struct hm_node *n)
{
	if (n->leave)
		n->leave(n->arg);
}

/* ---- the port ---- */

/* Waits between two nibbles. */
static void delay(struct hm_node *n)
{
	if (n->begun && n->delay) {
		spend(n, HM_WORK_DELAY, n->delay);
		if (!n->work)
			for (volatile unsigned int i = 0; i < n->delay; i++)
				;
	}
	n->begun = true;
}

static void write_nibble(struct hm_node *n, unsigned int d)
{
	delay(n);
	spend(n, HM_WORK_NIBBLE, 1);
	n->port(n->arg, d & 0xF);
	n->port(n->arg, HM_STROBE | (d & 0xF));
}

static bool synchronises(const struct hm_node *n)
{
	return (n->sync_events || n->sync_us) && !n->wide;
}

static void put_nibble(struct hm_node *n, unsigned int d)
{
	write_nibble(n, d);
	if (!synchronises(n))
		return;
	n->run = (d & 0xF) == 0xF ? n->run + 1 : 0;
	if (n->run == HM_SYNC_RUN - 1) {
		write_nibble(n, 0);
		n->sync_nibbles++;
		n->run = 0;
	}
}

static void put_sync(struct hm_node *n)
{
	for (unsigned int i = 0; i < HM_SYNC_RUN; i++)
		write_nibble(n, 0xF);
	write_nibble(n, 0);
	n->run = 0;
	n->unsynced = 0;
	n->syncs++;
	n->sync_nibbles += HM_SYNC_NIBBLES;
}

/* Sends a synchronisation sequence before an event if one is due. */
static void sync_if_due(struct hm_node *n)
{
	const uint64_t now = n->sync_us && n->now ? n->now(n->arg) : 0;

	if (!synchronises(n))
		return;
	if (!n->syncs || (n->sync_events && n->unsynced >= n->sync_events) ||
	    (n->sync_us && n->now && now >= n->sync_next)) {
		put_sync(n);
		n->sync_next = now + n->sync_us;
	}
	n->unsynced++;
}

static void put_nibbles(struct hm_node *n, uint32_t bits, unsigned int nibbles)
{
	for (unsigned int i = 0; i < nibbles; i++) {
		spend(n, HM_WORK_EXTRACT, 1);
		put_nibble(n, bits >> 4 * i & 0xF);
	}
}

static void put_word(struct hm_node *n, uint32_t word)
{
	if (n->wide) {
		delay(n);
		n->port(n->arg, word);
	} else {
		put_nibbles(n, word, 8);
	}
}

int hm_sync(struct hm_node *n)
{
	if (!synchronises(n))
		return HM_EINVAL;
	enter_section(n);
	put_sync(n);
	leave_section(n);
	return 0;
}

void hm_nibble(struct hm_node *n, unsigned int d)
{
	enter_section(n);
	put_nibble(n, d);
	leave_section(n);
}

void hm_byte(struct hm_node *n, unsigned int byte)
{
	enter_section(n);
	put_nibbles(n, byte & 0xFF, 2);
	leave_section(n);
}

void hm_word(struct hm_node *n, uint32_t word)
{
	enter_section(n);
	put_word(n, word);
	leave_section(n);
}

static bool is_event(const uint8_t *event, unsigned int length)
{
	return length >= 2 && length <= HM_EVENT_BYTES && event[0] != HM_ID_FILLER;
}

static void put_event(struct hm_node *n, const uint8_t *event, unsigned int length)
{
	unsigned int i;

	sync_if_due(n);
	if (n->bytes && !n->wide) {
		for (i = 0; i < length; i++)
			put_nibbles(n, event[i], 2);
		return;
	}
	for (i = 0; i < length; i += 4) {
		uint32_t word = 0;

		for (unsigned int k = 0; k < 4 && i + k < length; k++)
			word |= (uint32_t)event[i + k] << 8 * k;
		put_word(n, word);
	}
}

int hm_event(struct hm_node *n, const uint8_t *event, unsigned int length)
{
	if (!is_event(event, length))
		return HM_EINVAL;
	enter_section(n);
	put_event(n, event, length);
	leave_section(n);
	return 0;
}

/* ---- software recording ---- */

void hm_soft_begin(struct hm_soft *s, void *buffer, size_t size, uint64_t now)
{
	*s = (struct hm_soft){.buffer = buffer, .size = size, .last = now};
}

static void put_record(struct hm_soft *s, uint32_t delta, const uint8_t *bytes,
		       unsigned int length)
{
	uint8_t *p = s->buffer + s->used;

	p[0] = (uint8_t)delta;
	p[1] = (uint8_t)(delta >> 8);
	for (unsigned int i = 0; i < length; i++)
		p[2 + i] = bytes[i];
	s->used += 2 + length;
}

static void record(struct hm_soft *s, uint64_t now, const uint8_t *event, unsigned int length)
{
	static const uint8_t filler = HM_ID_FILLER;
	/* a clock that was set back counts as unchanged */
	const uint64_t gap = now > s->last ? now - s->last : 0;
	const uint64_t fillers = gap ? (gap - 1) / DELTA_MAX : 0;
	const size_t room = s->size - s->used;

	if (s->full || room < 2 + length || fillers > (room - 2 - length) / FILLER_BYTES) {
		s->full = true;
		s->lost++;
		return;
	}
	for (uint64_t i = 0; i < fillers; i++)
		put_record(s, DELTA_MAX, &filler, 1);
	put_record(s, (uint32_t)(gap - fillers * DELTA_MAX), event, length);
	s->last += gap;
	s->events++;
}

int hm_soft_event(struct hm_node *n, struct hm_soft *s, const uint8_t *event,
		  unsigned int length)
{
	if (!is_event(event, length))
		return HM_EINVAL;
	enter_section(n);
	spend(n, HM_WORK_RECORD, length);
	record(s, n->now(n->arg), event, length);
	leave_section(n);
	return 0;
}

/* ---- summaries ---- */

void hm_summary_begin(struct hm_node *n, struct hm_summary *s, uint64_t interval_us)
{
	*s = (struct hm_summary){.interval = interval_us, .next = n->now(n->arg) + interval_us};
}

static void send_counts(struct hm_node *n, struct hm_summary *s)
{
	for (unsigned int id = 0; id < 256; id++) {
		while (s->count[id]) {
			const uint32_t c = s->count[id] < 0xFFFF ? s->count[id] : 0xFFFF;
			const uint8_t event[HM_SUMMARY_BYTES] = {HM_ID_SUMMARY, (uint8_t)id,
								 (uint8_t)c, (uint8_t)(c >> 8)};

			put_event(n, event, sizeof(event));
			s->count[id] -= c;
		}
	}
}

static bool send_if_due(struct hm_node *n, struct hm_summary *s)
{
	const uint64_t now = n->now(n->arg);

	if (now < s->next)
		return false;
	/* summaries are due at multiples of the interval; intervals without a call are
	 * skipped */
	s->next += s->interval ? ((now - s->next) / s->interval + 1) * s->interval : 0;
	send_counts(n, s);
	return true;
}

int hm_summary_event(struct hm_node *n, struct hm_summary *s, const uint8_t *event,
		     unsigned int length)
{
	if (!is_event(event, length))
		return HM_EINVAL;
	enter_section(n);
	send_if_due(n, s);
	spend(n, HM_WORK_COUNT, 1);
	s->count[event[0]]++;
	leave_section(n);
	return 0;
}

bool hm_summary_tick(struct hm_node *n, struct hm_summary *s)
{
	bool sent;

	enter_section(n);
	sent = send_if_due(n, s);
	leave_section(n);
	return sent;
}

void hm_summary_flush(struct hm_node *n, struct hm_summary *s)
{
	enter_section(n);
	send_counts(n, s);
	leave_section(n);
}
