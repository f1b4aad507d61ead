/* SPDX-License-Identifier: Apache-2.0 */
#include "question.h"

static uint64_t count[RUN_KINDS];

static void event(const struct run *r, const struct run_event *e)
{
	(void)r;
	if (e->kind == RUN_TRANSACTION)
		count[run_kind_of(e->cmd)]++;
}

static void end(const struct run *r, const struct oracle *o)
{
	(void)r;
	(void)o;
	for (unsigned int i = 0; i < RUN_KINDS; i++)
		row_number((double)count[i], "kinds", "%s", run_kind_name[i]);
}

const struct question question_kinds = {"kinds", event, end};
