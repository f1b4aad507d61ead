/* SPDX-License-Identifier: Apache-2.0 */
/* Harts 0 and 2 send numbers to harts 1 and 3 through a queue each: its lines move because the
 * two harts really share them. */
#include "node.h"
#include <stdio.h>

#define SLOTS 8
#define NUMBERS 100

static struct queue {
	uint32_t written __attribute__((aligned(NODE_LINE)));
	uint32_t read __attribute__((aligned(NODE_LINE)));
	uint64_t slot[SLOTS] __attribute__((aligned(NODE_LINE)));
	uint64_t sum __attribute__((aligned(NODE_LINE)));
} queues[NODE_HARTS / 2];

static void produce(struct queue *q)
{
	for (uint32_t i = 0; i < NUMBERS; i++) {
		while (i - __atomic_load_n(&q->read, __ATOMIC_ACQUIRE) == SLOTS)
			;
		q->slot[i % SLOTS] = i;
		__atomic_store_n(&q->written, i + 1, __ATOMIC_RELEASE);
	}
}

static void consume(struct queue *q)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < NUMBERS; i++) {
		while (__atomic_load_n(&q->written, __ATOMIC_ACQUIRE) == i)
			;
		sum += q->slot[i % SLOTS];
		__atomic_store_n(&q->read, i + 1, __ATOMIC_RELEASE);
	}
	q->sum = sum;
}

void node_thread(unsigned int hart)
{
	(hart % 2 ? consume : produce)(&queues[hart / 2]);
}

int node_report(void)
{
	const uint64_t expected = (uint64_t)NUMBERS * (NUMBERS - 1) / 2;

	int wrong = 0;

	for (unsigned int k = 0; k < NODE_HARTS / 2; k++) {
		printf("sum %lu\n", (unsigned long)queues[k].sum);
		wrong += queues[k].sum != expected;
	}
	return wrong;
}
