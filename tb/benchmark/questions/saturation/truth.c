/* SPDX-License-Identifier: Apache-2.0 */
#include "question.h"

/* Requests arrive in the order in which they are served. */
static uint64_t busy[RUN_BUSES], until[RUN_BUSES], last;

static void event(const struct run *r, const struct run_event *e)
{
	const unsigned int b = run_bus_of(e->addr);
	uint64_t from;

	(void)r;
	if (e->kind != RUN_TRANSACTION)
		return;
	last = e->clock + e->service;
	from = e->clock - e->waited;
	if (from < until[b])
		from = until[b];
	busy[b] += last - from;
	until[b] = last;
}

static void end(const struct run *r, const struct oracle *o)
{
	(void)r;
	(void)o;
	for (unsigned int b = 0; b < RUN_BUSES; b++)
		row_number(last ? (double)busy[b] / (double)last : 0, "saturation", "bus%u", b);
}

const struct question question_saturation = {"saturation", event, end};
