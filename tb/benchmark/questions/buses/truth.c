/* SPDX-License-Identifier: Apache-2.0 */
#include "question.h"

static uint64_t count[RUN_BUSES][RUN_KINDS];

static void event(const struct run *r, const struct run_event *e)
{
	(void)r;
	if (e->kind == RUN_TRANSACTION)
		count[run_bus_of(e->addr)][run_kind_of(e->cmd)]++;
}

static void end(const struct run *r, const struct oracle *o)
{
	(void)r;
	(void)o;
	for (unsigned int b = 0; b < RUN_BUSES; b++)
		for (unsigned int k = 0; k < RUN_KINDS; k++)
			if (count[b][k])
				row_number((double)count[b][k], "buses", "bus%u.%s", b,
					   run_kind_name[k]);
}

const struct question question_buses = {"buses", event, end};
