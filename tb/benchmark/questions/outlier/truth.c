/* SPDX-License-Identifier: Apache-2.0 */
#include "question.h"
#include <string.h>

static struct run_event last[OUTLIER_BEFORE], before[OUTLIER_BEFORE];
static uint64_t transactions, longest;
static unsigned int known;

static void event(const struct run *r, const struct run_event *e)
{
	(void)r;
	if (e->kind != RUN_TRANSACTION)
		return;
	if (run_latency(e) > longest) {
		longest = run_latency(e);
		known = transactions < OUTLIER_BEFORE ? (unsigned int)transactions
						      : OUTLIER_BEFORE;
		for (unsigned int i = 0; i < known; i++)
			before[i] = last[(transactions - 1 - i) % OUTLIER_BEFORE];
	}
	last[transactions++ % OUTLIER_BEFORE] = *e;
}

static void end(const struct run *r, const struct oracle *o)
{
	char text[64];

	(void)o;
	for (unsigned int i = 0; i < known; i++) {
		snprintf(text, sizeof(text), "p%u.%s.c%u", before[i].processor,
			 run_kind_name[run_kind_of(before[i].cmd)],
			 run_class(r, before[i].addr));
		row_text(text, "outlier", "-%u", i + 1);
	}
}

const struct question question_outlier = {"outlier", event, end};
