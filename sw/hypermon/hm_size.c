/* SPDX-License-Identifier: Apache-2.0 */
#include "hm_size.h"
#include "hm_frame.h"
#include <errno.h>
#include <stdlib.h>

static bool grow_queue(struct hm_size *q)
{
	const size_t size = q->size ? 2 * q->size : 4096;
	uint8_t *p = malloc(size);

	if (!p)
		return false;
	for (size_t i = 0; i < q->count; i++)
		p[i] = q->words[(q->first + i) & (q->size - 1)];
	free(q->words);
	q->words = p;
	q->size = size;
	q->first = 0;
	return true;
}

/* Simulates the reader up to @now. A frame leaves the FIFO when its last word is read. */
static void read_until(struct hm_size *q, double now)
{
	while (q->end < now) {
		double cost = 0;

		if (q->group) {
			q->stored -= q->words[q->first];
			q->first = (q->first + 1) & (q->size - 1);
			q->count--;
			q->group--;
			cost = q->cost_ns;
		} else if (q->count) {
			q->group = q->count;
		} else {
			/* the FIFO is empty: the reader polls COUNT until @now */
			q->end += q->poll_ns * (double)(uint64_t)((now - q->end) / q->poll_ns);
		}
		q->end += cost + (q->group ? q->words[q->first] * q->word_ns : q->poll_ns);
	}
}

int hm_size_add(struct hm_size *q, double now, unsigned int words)
{
	if (!q->size)
		q->end = now + q->poll_ns; /* worst case: the reader has just polled COUNT */
	read_until(q, now);
	if (q->count == q->size && !grow_queue(q))
		return -ENOMEM;
	q->words[(q->first + q->count++) & (q->size - 1)] = (uint8_t)words;
	q->stored += words;
	if (q->stored > q->most) {
		q->most = q->stored;
		q->most_at = now;
	}
	return 0;
}

uint64_t hm_size_depth(const struct hm_size *q)
{
	return (q->most + HM_FRAME_WORDS - 1) / HM_FRAME_WORDS;
}

unsigned int hm_size_board(const struct hm_size *q)
{
	unsigned int power = HM_DEPTH_MIN;

	while (power < HM_DEPTH_MAX && power < hm_size_depth(q))
		power *= 2;
	return power < hm_size_depth(q) ? 0 : power;
}

void hm_size_free(struct hm_size *q)
{
	free(q->words);
	q->words = NULL;
	q->size = q->count = 0;
}
