/* SPDX-License-Identifier: Apache-2.0 */
#include "question.h"

static uint64_t operations, sum;

static void event(const struct run *r, const struct run_event *e)
{
	(void)r;
	if (e->kind != RUN_TRANSACTION || run_kind_of(e->cmd) != RUN_UNCACHED)
		return;
	operations++;
	sum += run_latency(e);
}

static void end(const struct run *r, const struct oracle *o)
{
	(void)r;
	(void)o;
	row_number((double)operations, "pio", "operations");
	if (operations)
		row_number((double)sum / (double)operations, "pio", "mean");
}

const struct question question_pio = {"pio", event, end};
