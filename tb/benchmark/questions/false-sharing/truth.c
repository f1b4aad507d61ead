/* SPDX-License-Identifier: Apache-2.0 */
#include "question.h"
#include <stdlib.h>
#include <string.h>

/*
 * A variable is falsely shared if SHARING_APART of the transfers of its lines, and at least
 * SHARING_LEAST, pass no word: the processor that takes the line uses a word that nobody else
 * has written since it last used the line. Where the program itself determines the use, that is
 * the truth.
 */
#define WORDS 8u /* of a line */

struct line {
	uint8_t writer[WORDS]; /* processor + 1 that wrote the word last */
	uint8_t holder;	       /* processor + 1 that wrote the line last */
};

static struct line *line;
static uint64_t transfers[RUN_OBJECTS], apart[RUN_OBJECTS];

static void event(const struct run *r, const struct run_event *e)
{
	const int object = run_object_at(r, e->addr);
	const uint8_t me = (uint8_t)(e->processor + 1);
	struct line *l;
	uint8_t *word;

	if (!line)
		line = calloc(RUN_LINES, sizeof(*line));
	if (!line)
		abort(); /* out of memory */
	if (e->kind != RUN_REFERENCE || object < 0 || e->addr >> 28)
		return;
	l = &line[run_line_of(e->addr)];
	word = &l->writer[e->addr >> 3 & 7];
	if (l->holder && l->holder != me) {
		transfers[object]++;
		apart[object] += !*word || *word == me;
	}
	if (e->write) {
		*word = me;
		l->holder = me;
	}
}

static void end(const struct run *r, const struct oracle *o)
{
	for (unsigned int i = 0; i < r->objects; i++) {
		const bool found = transfers[i] >= SHARING_LEAST &&
				   (double)apart[i] >= SHARING_APART * (double)transfers[i];

		row_number(o->declared[i] ? o->falsely_shared[i] : found, "false-sharing", "%s",
			   r->object[i].name);
	}
	free(line);
}

const struct question question_false_sharing = {"false-sharing", event, end};
