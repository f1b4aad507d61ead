/* SPDX-License-Identifier: Apache-2.0 */
#include "question.h"

static uint64_t count[RUN_FUNCTIONS];

static void event(const struct run *r, const struct run_event *e)
{
	(void)r;
	if (e->kind == RUN_REQUEST)
		count[e->function]++;
}

static void end(const struct run *r, const struct oracle *o)
{
	(void)o;
	for (unsigned int f = 0; f < RUN_FUNCTIONS; f++)
		if (count[f])
			row_number((double)count[f], "functions", "%s", r->function[f]);
}

const struct question question_functions = {"functions", event, end};
