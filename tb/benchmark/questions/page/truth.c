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
		row_text("none", "page", "page");
		return;
	}
	row_number(o->page, "page", "page");
	row_number(o->to, "page", "station");
	row_number(o->gain, "page", "gain");
}

const struct question question_page = {"page", event, end};
