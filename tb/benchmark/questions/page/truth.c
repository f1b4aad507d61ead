/* SPDX-License-Identifier: Apache-2.0 */
#include "question.h"

static void event(const struct run *r, const struct run_event *e)
{
	(void)r;
	(void)e;
}

static void end(const struct run *r, const struct oracle *o)
{
	(void)r;
	if (o->page < 0) {
		truth_put("none", "page");
		return;
	}
	truth_number(o->page, "page");
	truth_number(o->to, "station");
	truth_number(o->gain, "gain");
}

const struct question question_page = {"page", event, end};
