/* SPDX-License-Identifier: Apache-2.0 */
#include "question.h"

/* The events of the program: processors begin its parts. */
static uint64_t clock[ORDER_EVENTS];
static uint8_t processor[ORDER_EVENTS];
static unsigned int events, parts[RUN_PROCESSORS]; /* parts: of each processor */

static void event(const struct run *r, const struct run_event *e)
{
	(void)r;
	if (e->kind != RUN_FUNCTION || events == ORDER_EVENTS)
		return;
	clock[events] = e->clock;
	processor[events++] = e->processor;
}

static void end(const struct run *r, const struct oracle *o)
{
	(void)r;
	(void)o;
	for (unsigned int i = 0; i < events; i++)
		row_number((double)clock[i], "order", "p%u.%u", processor[i],
			   parts[processor[i]]++);
}

const struct question question_order = {"order", event, end};
