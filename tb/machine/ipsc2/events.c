/* SPDX-License-Identifier: Apache-2.0 */
/* The order of what happens in the machine. */
#include "ipsc2_internal.h"

static void wake_board(struct ipsc2 *m, ipsc2_time when)
{
	if (!m->board->wake || when >= m->woken)
		return;
	m->woken = when;
	m->board->wake(m->board, when);
}

void ipsc2_add_event(struct ipsc2 *m, ipsc2_time when, ipsc2_event_fn *fn, void *arg,
		     uint64_t tag)
{
	if (event_heap_add(&m->events,
			   &(struct event){.when = when, .tagged = fn, .arg = arg, .tag = tag}))
		wake_board(m, when);
	else
		m->no_memory = true;
}

void ipsc2_due(struct ipsc2 *m, ipsc2_time now)
{
	while (event_heap_next(&m->events) <= now) {
		const struct event e = event_heap_pop(&m->events);

		m->now = e.when;
		e.tagged(e.arg, e.tag);
	}
	m->now = now;
	if (m->woken <= now)
		m->woken = NEVER;
	if (m->events.n)
		wake_board(m, event_heap_next(&m->events));
}

void ipsc2_run(struct ipsc2 *m, ipsc2_time until)
{
	if (until <= m->now)
		return;
	if (m->board->run)
		m->board->run(m->board, until);
	ipsc2_due(m, until);
}

ipsc2_time ipsc2_now(const struct ipsc2 *m)
{
	return m->now;
}
