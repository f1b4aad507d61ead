/* SPDX-License-Identifier: Apache-2.0 */
/* Each hart adds to a counter of its own. The four counters share a cache line, so that it
 * moves from hart to hart although no hart uses another one's counter. */
#include "node.h"
#include <stdio.h>

#ifndef PADDING
#define PADDING 0
#endif
#define ROUNDS 500

struct counter {
	volatile uint64_t n;
#if PADDING
	char padding[PADDING];
#endif
};

struct counter counters[NODE_HARTS] __attribute__((aligned(NODE_LINE)));
static struct {
	uint64_t clocks;
	char padding[NODE_LINE - sizeof(uint64_t)];
} took[NODE_HARTS] __attribute__((aligned(NODE_LINE)));

void node_thread(unsigned int hart)
{
	const uint64_t begin = node_clock();

	for (int i = 0; i < ROUNDS; i++)
		counters[hart].n++;
	took[hart].clocks = node_clock() - begin;
}

int node_report(void)
{
	int wrong = 0;

	for (int i = 0; i < NODE_HARTS; i++) {
		printf("hart %d: %lu in %lu clocks\n", i, (unsigned long)counters[i].n,
		       (unsigned long)took[i].clocks);
		wrong += counters[i].n != ROUNDS;
	}
	return wrong;
}
