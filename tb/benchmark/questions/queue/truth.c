/* SPDX-License-Identifier: Apache-2.0 */
#include "question.h"

static uint64_t count[RUN_FUNCTIONS][RUN_STATIONS], depth;

static void event(const struct run *r, const struct run_event *e)
{
	static uint16_t found[4096];
	static uint64_t came, went;

	(void)r;
	if (e->kind == RUN_ARRIVE) {
		found[came++ % 4096] = (uint16_t)depth;
		depth++;
	} else if (e->kind == RUN_LEAVE) {
		depth--;
		went++;
	} else if (e->kind == RUN_TRANSACTION && found[(went - 1) % 4096] >= QUEUE_DEEP) {
		count[e->function][run_station_of(e->processor)]++;
	}
}

static void end(const struct run *r, const struct oracle *o)
{
	(void)o;
	for (unsigned int f = 0; f < RUN_FUNCTIONS; f++)
		for (unsigned int s = 0; s < r->stations; s++)
			if (count[f][s])
				row_number((double)count[f][s], "queue", "%s.s%u",
					   r->function[f], s);
}

const struct question question_queue = {"queue", event, end};
