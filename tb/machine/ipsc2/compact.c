/* SPDX-License-Identifier: Apache-2.0 */
#include "compact.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WINDOW 0.8 /* us */

bool compact_open(struct compact *c, bool select, unsigned int depth)
{
	*c = (struct compact){
		.select = select, .room = 4 * depth, .word = 0.8, .recording = 0.8};
	c->size = c->room / 2; /* frames have at least two words */
	c->queue = calloc(c->size, sizeof(*c->queue));
	return c->queue != NULL;
}

void compact_close(struct compact *c)
{
	free(c->queue);
	c->queue = NULL;
}

/* Removes the words that the reader has read by @now. A frame occupies its space until it has
 * been read completely. */
static void read_until(struct compact *c, double now)
{
	while (c->used) {
		const struct compact_frame *f = &c->queue[c->first];
		const double began = fmax(c->free, f->at);
		const double done = began + f->words * c->word + c->recording;

		if (done > now)
			break;
		c->free = done;
		c->level -= f->words;
		c->first = (c->first + 1) % c->size;
		c->used--;
	}
}

static int by_node(const void *a, const void *b)
{
	const struct compact_group *x = a, *y = b;

	return (x->node > y->node) - (x->node < y->node);
}

static void end_window(struct compact *c)
{
	const double now = (double)(c->window + 1) * WINDOW;

	read_until(c, now);
	qsort(c->group, c->groups, sizeof(*c->group), by_node);
	for (unsigned int i = 0; i < c->groups; i++) {
		const unsigned int words =
			1 + (!c->select || c->group[i].stamped) + c->group[i].words;

		if (c->level + words > c->room) {
			c->lost++;
			continue;
		}
		c->queue[(c->first + c->used++) % c->size] = (struct compact_frame){now, words};
		c->level += words;
		c->level_max = c->level > c->level_max ? c->level : c->level_max;
		c->frames++;
		c->words += words;
	}
	c->groups = 0;
}

void compact_word(struct compact *c, unsigned int node, uint64_t began, uint64_t ended,
		  bool directs)
{
	unsigned int i = 0;

	if (ended != c->window) {
		end_window(c);
		c->window = ended;
	}
	while (i < c->groups && c->group[i].began != began)
		i++;
	if (i == c->groups) {
		c->group[i].began = began;
		c->group[i].node = node;
		c->group[i].words = 0;
		c->group[i].stamped = false;
		c->groups++;
	}
	if (node < c->group[i].node)
		c->group[i].node = node;
	c->group[i].words++;
	c->group[i].stamped |= directs;
}

void compact_end(struct compact *c)
{
	end_window(c);
	read_until(c, INFINITY);
}
