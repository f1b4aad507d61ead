/* SPDX-License-Identifier: Apache-2.0 */
/* The event queue of the machine. */
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

static void due(struct ipsc2 *m, ipsc2_time now)
{
	ipsc2_time next;

	while (event_heap_next(&m->events) <= now) {
		const struct event e = event_heap_pop(&m->events);

		m->now = e.when;
		e.tagged(e.arg, e.tag);
	}
	m->now = now;
	if (m->woken <= now)
		m->woken = NEVER;
	next = event_heap_next(&m->events);
	wake_board(m, next < m->pause ? next : m->pause);
}

void ipsc2_due(struct ipsc2 *m, ipsc2_time now)
{
	while (now >= m->pause) {
		due(m, m->pause - 1);
		m->pause += m->link->window;
		m->link->pause(m->link->arg);
	}
	due(m, now);
}

void ipsc2_join(struct ipsc2 *m, const struct ipsc2_link *link)
{
	m->link = link;
	m->pause = (m->now / link->window + 1) * link->window;
	wake_board(m, m->pause);
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
