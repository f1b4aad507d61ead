/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVENT_HEAP_H
#define EVENT_HEAP_H
/* A binary heap of events, ordered by time; events of equal time keep the order of
 * insertion. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct event {
	uint64_t when;
	uint64_t order; /* set by event_heap_add() */
	union {		/* the owner of the heap knows which member is valid */
		void (*fn)(void *arg);
		void (*tagged)(void *arg, uint64_t tag);
	};
	void *arg;
	uint64_t tag;
};

/* A zeroed structure is an empty heap. The owner frees @v. */
struct event_heap {
	struct event *v;
	size_t n, room;
	uint64_t order;
};

static inline bool event_sooner(const struct event *a, const struct event *b)
{
	return a->when != b->when ? a->when < b->when : a->order < b->order;
}

/* Time of the first event, UINT64_MAX if there is none. */
static inline uint64_t event_heap_next(const struct event_heap *h)
{
	return h->n ? h->v[0].when : UINT64_MAX;
}

/* False: out of memory. */
static inline bool event_heap_add(struct event_heap *h, const struct event *new)
{
	struct event e = *new;
	size_t i;

	if (h->n == h->room) {
		const size_t room = h->room ? 2 * h->room : 16;
		struct event *v = realloc(h->v, room * sizeof(*v));

		if (!v)
			return false;
		h->v = v;
		h->room = room;
	}
	e.order = h->order++;
	for (i = h->n++; i && event_sooner(&e, &h->v[(i - 1) / 2]); i = (i - 1) / 2)
		h->v[i] = h->v[(i - 1) / 2];
	h->v[i] = e;
	return true;
}

/* Removes and returns the first event; the heap must not be empty. */
static inline struct event event_heap_pop(struct event_heap *h)
{
	const struct event top = h->v[0], last = h->v[--h->n];
	size_t i = 0, child;

	for (; (child = 2 * i + 1) < h->n; i = child) {
		if (child + 1 < h->n && event_sooner(&h->v[child + 1], &h->v[child]))
			child++;
		if (!event_sooner(&h->v[child], &last))
			break;
		h->v[i] = h->v[child];
	}
	h->v[i] = last;
	return top;
}

#endif
