/* SPDX-License-Identifier: Apache-2.0 */
#include "cache.h"
#include <stdlib.h>

#define EMPTY UINT64_MAX

struct cache {
	uint64_t mask;	   /* mask of the set number */
	uint64_t way[][2]; /* for each set: its line numbers, the most recently used one
			    * first */
};

struct cache *cache_open(uint32_t bytes)
{
	uint32_t sets = bytes / (2 * CACHE_LINE);
	struct cache *c;

	if (bytes > CACHE_BYTES_MAX || sets == 0 || (bytes & (bytes - 1)))
		return NULL;
	c = malloc(sizeof(*c) + sets * sizeof(c->way[0]));
	if (!c)
		return NULL;
	c->mask = sets - 1;
	for (uint32_t i = 0; i < sets; i++)
		c->way[i][0] = c->way[i][1] = EMPTY;
	return c;
}

void cache_close(struct cache *c)
{
	free(c);
}

bool cache_hit(struct cache *c, uint64_t addr, uint32_t size, bool fill)
{
	uint64_t last = (addr + size - 1) / CACHE_LINE;
	bool all = true;

	for (uint64_t line = addr / CACHE_LINE; line <= last; line++) {
		uint64_t *w = c->way[line & c->mask];

		if (w[0] == line)
			continue;
		if (w[1] != line) {
			all = false;
			if (!fill)
				continue;
		}
		w[1] = w[0];
		w[0] = line;
	}
	return all;
}

void cache_drop(struct cache *c, uint64_t addr, uint32_t size)
{
	for (uint64_t line = addr / CACHE_LINE; line <= (addr + size - 1) / CACHE_LINE;
	     line++) {
		uint64_t *w = c->way[line & c->mask];

		if (w[0] == line) {
			w[0] = w[1];
			w[1] = EMPTY;
		} else if (w[1] == line) {
			w[1] = EMPTY;
		}
	}
}
