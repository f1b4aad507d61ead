/* SPDX-License-Identifier: Apache-2.0 */
#include "messages.h"
#include "card.h"
#include <stdlib.h>

#define FIFO 4096u

static void add(struct messages *m, const struct run_event *e, uint16_t depth)
{
	/* the arrays are doubled whenever their size reaches a power of two */
	if (!(m->n & (m->n - 1))) {
		const size_t most = m->n ? 2 * m->n : 1;

		m->e = realloc(m->e, most * sizeof(*m->e));
		m->depth = realloc(m->depth, most * sizeof(*m->depth));
		if (!m->e || !m->depth)
			bench_fail("messages", "no memory");
	}
	m->e[m->n] = *e;
	m->depth[m->n++] = depth;
}

void messages_read(struct messages *m, struct bench *b)
{
	uint16_t found[FIFO], depth = 0;
	uint64_t came = 0;
	struct run_event e;

	*m = (struct messages){.rate = b->rate};
	while (bench_next(b, &e)) {
		m->clocks = e.clock / b->rate;
		if (e.kind == RUN_ARRIVE)
			found[came++ % FIFO] = depth++;
		else if (e.kind == RUN_LEAVE)
			depth--;
		else if (e.kind == RUN_TRANSACTION)
			add(m, &e, found[m->n % FIFO]);
	}
}

void messages_restart(struct messages *m)
{
	m->asked = m->answered = 0;
}

bool message_has_reply(const struct run_event *e)
{
	const enum run_transaction k = run_kind_of(e->cmd & ~CARD_NACK);

	return k != RUN_WRITE_BACK && k != RUN_INVALIDATED;
}

bool messages_next(struct messages *m, struct message *out)
{
	uint64_t asks = UINT64_MAX, answers = UINT64_MAX;
	size_t k;

	while (!m->all && m->answered < m->n && !message_has_reply(&m->e[m->answered]))
		m->answered++;
	if (m->asked < m->n)
		asks = m->e[m->asked].clock - m->e[m->asked].waited;
	if (m->answered < m->n)
		answers = m->e[m->answered].clock + m->e[m->answered].service;
	if (asks == UINT64_MAX && answers == UINT64_MAX)
		return false;
	out->reply = answers <= asks;
	k = out->reply ? m->answered++ : m->asked++;
	out->clock = (out->reply ? answers : asks) / m->rate;
	out->e = &m->e[k];
	out->cmd = m->e[k].cmd & (uint16_t)~CARD_NACK;
	out->depth = m->depth[k];
	return true;
}

void messages_free(struct messages *m)
{
	free(m->e);
	free(m->depth);
}
