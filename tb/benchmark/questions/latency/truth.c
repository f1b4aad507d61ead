/* SPDX-License-Identifier: Apache-2.0 */
#include "question.h"
#include <stdlib.h>

#define MOST (1u << 16) /* clocks; longer ones count as this */

static uint64_t count[MOST + 1], transactions, clocks; /* transactions by latency; all */

static void event(const struct run *r, const struct run_event *e)
{
	(void)r;
	if (e->kind != RUN_TRANSACTION)
		return;
	count[run_latency(e) < MOST ? run_latency(e) : MOST]++;
	clocks += run_latency(e);
	transactions++;
}

/* The smallest latency that @share of the transactions do not exceed. */
static unsigned int quantile(double share)
{
	uint64_t below = 0;
	unsigned int i = 0;

	while (i < MOST && (double)(below += count[i]) < share * (double)transactions)
		i++;
	return i;
}

static void end(const struct run *r, const struct oracle *o)
{
	(void)r;
	(void)o;
	row_number(transactions ? (double)clocks / (double)transactions : 0, "latency", "mean");
	row_number(quantile(0.5), "latency", "50%%");
	row_number(quantile(0.9), "latency", "90%%");
	row_number(quantile(0.99), "latency", "99%%");
	row_number(quantile(0.999), "latency", "99.9%%");
}

const struct question question_latency = {"latency", event, end};
