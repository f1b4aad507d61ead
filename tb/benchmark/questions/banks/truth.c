/* SPDX-License-Identifier: Apache-2.0 */
#include "question.h"

static uint64_t count[RUN_BANKS];

static void event(const struct run *r, const struct run_event *e)
{
	(void)r;
	if (e->kind == RUN_TRANSACTION)
		count[run_bank_of(e->addr)]++;
}

static void end(const struct run *r, const struct oracle *o)
{
	(void)r;
	(void)o;
	for (unsigned int k = 0; k < RUN_BANKS; k++)
		if (count[k])
			row_number((double)count[k], "banks", "bank%u", k);
}

const struct question question_banks = {"banks", event, end};
