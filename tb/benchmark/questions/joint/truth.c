/* SPDX-License-Identifier: Apache-2.0 */
#include "question.h"

static uint64_t count[RUN_PROCESSORS][RUN_CLASSES], sum[RUN_PROCESSORS][RUN_CLASSES];

static void event(const struct run *r, const struct run_event *e)
{
	const unsigned int class = run_class(r, e->addr);

	if (e->kind != RUN_TRANSACTION)
		return;
	count[e->processor][class]++;
	sum[e->processor][class] += run_latency(e);
}

static void end(const struct run *r, const struct oracle *o)
{
	(void)o;
	for (unsigned int p = 0; p < r->processors; p++)
		for (unsigned int c = 0; c < RUN_CLASSES; c++)
			if (count[p][c])
				row_number((double)sum[p][c] / (double)count[p][c], "joint",
					   "p%u.c%u", p, c);
}

const struct question question_joint = {"joint", event, end};
