/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program with a known truth, for the cores (node.c) and for the host (node_host.c).
 * CLASS says how the harts use the words of NAME; examples/rocket/draw draws the other macros:
 *
 *	ROUNDS	rounds of each hart
 *	WORK	accesses to memory of its own in a round, before the others
 *	FIRST	place of the first word in its line; HEAP: 1: each block has a line of its own
 *	APART	words between those of two harts. Data that a hart uses as a whole have one more
 *
 * With PADDED = 1 each word has a line of its own.
 */
#include "node.h"
#include <stdio.h>
#include <stdlib.h>

#define FALSE_SHARING 0 /* each hart has a word; they share a line */
#define TRUE_SHARING 1	/* all harts add to a word */
#define MIXED 2		/* both, in a line */
#define MIGRATORY 3	/* one hart after the other changes the words */
#define PRODUCER 4	/* hart 0 writes the words, the others read them */
#define LOOK_ALIKE 5	/* as FALSE_SHARING, but each word has a line */
#define LOCK 6		/* a lock protects the words */
#define BARRIER 7	/* the words are a barrier */
#define STENCIL 8	/* each hart has a strip of cells, and reads those beside it */
#define HEAP 9		/* as FALSE_SHARING, with a heap block for each hart */

#define WORDS 64
#define LINE_WORDS (NODE_LINE / 8)
#define STRIP 6 /* cells of a hart */

#if PADDED || CLASS == LOOK_ALIKE
#define PLACE(k) ((k)*LINE_WORDS)
#define MEMBER(k) ((k)*LINE_WORDS)
#else
#define PLACE(k) (FIRST + (k)*APART)
#define MEMBER(k) (FIRST + (k)) /* of such data */
#endif

static volatile uint64_t NAME[WORDS * LINE_WORDS] __attribute__((aligned(NODE_LINE)));
static volatile struct {
	uint64_t word[LINE_WORDS];
} local[NODE_HARTS] __attribute__((aligned(NODE_LINE)));
static volatile uint64_t *block[NODE_HARTS] __attribute__((aligned(NODE_LINE)));
static struct {
	uint64_t n;
	char padding[NODE_LINE - sizeof(uint64_t)];
} turn __attribute__((aligned(NODE_LINE), unused)),
	next __attribute__((aligned(NODE_LINE), unused));
static uint64_t clocks __attribute__((aligned(NODE_LINE)));

/* The compiler does not know the number of turns, so that each takes the same time. */
static const volatile unsigned int work_turns = WORK / 2;

static inline void work(unsigned int hart)
{
	for (unsigned int i = 0, n = work_turns; i < n; i++)
		local[hart].word[i % LINE_WORDS]++;
}

static inline uint64_t get(uint64_t *word)
{
	return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static inline void put(uint64_t *word, uint64_t n)
{
	__atomic_store_n(word, n, __ATOMIC_RELEASE);
}

static inline void wait_for(uint64_t *word, uint64_t n)
{
	while (get(word) != n)
		node_relax();
}

static inline void add(volatile uint64_t *word)
{
	__atomic_fetch_add(word, 1, __ATOMIC_ACQ_REL);
}

static void round_of(unsigned int hart, uint64_t i)
{
	(void)hart;
	(void)i;
#if CLASS == FALSE_SHARING || CLASS == LOOK_ALIKE
	NAME[PLACE(hart)]++;
#elif CLASS == TRUE_SHARING
	add(&NAME[FIRST]);
#elif CLASS == MIXED
	NAME[PLACE(hart)]++;
	if (i % 4 == hart)
		add(&NAME[PLACE(NODE_HARTS)]);
#elif CLASS == MIGRATORY
	wait_for(&turn.n, i * NODE_HARTS + hart);
	for (unsigned int k = 0; k < APART + 1; k++)
		NAME[MEMBER(k)] += k;
	put(&turn.n, i * NODE_HARTS + hart + 1);
#elif CLASS == PRODUCER
	if (!hart) {
		for (unsigned int k = 0; k < APART + 1; k++)
			NAME[MEMBER(k)] = i;
		put(&turn.n, i + 1);
		wait_for(&next.n, (i + 1) * (NODE_HARTS - 1));
	} else {
		wait_for(&turn.n, i + 1);
		for (unsigned int k = 0; k < APART + 1; k++)
			local[hart].word[k] = NAME[MEMBER(k)];
		add(&next.n);
	}
#elif CLASS == LOCK
	const uint64_t ticket = __atomic_fetch_add(&next.n, 1, __ATOMIC_ACQ_REL);

	wait_for(&turn.n, ticket);
	for (unsigned int k = 0; k < APART + 1; k++)
		NAME[MEMBER(k)]++;
	put(&turn.n, ticket + 1);
	node_relax();
#elif CLASS == BARRIER
	uint64_t *const arrived = (uint64_t *)&NAME[0];
	uint64_t *const open = (uint64_t *)&NAME[LINE_WORDS];

	if (__atomic_add_fetch(arrived, 1, __ATOMIC_ACQ_REL) == (i + 1) * NODE_HARTS)
		put(open, i + 1);
	else
		wait_for(open, i + 1);
#elif CLASS == STENCIL
#if PADDED
#define CELL(h, k) ((h)*LINE_WORDS + (k))
#else
#define CELL(h, k) ((h)*STRIP + (k))
#endif
	if (hart > 0)
		NAME[CELL(hart, 0)] += NAME[CELL(hart - 1, STRIP - 1)];
	for (unsigned int k = 1; k < STRIP - 1; k++)
		NAME[CELL(hart, k)]++;
	if (hart < NODE_HARTS - 1)
		NAME[CELL(hart, STRIP - 1)] += NAME[CELL(hart + 1, 0)];
#else
	(*block[hart])++;
#endif
}

static inline void allocate(void)
{
	for (unsigned int h = 0; h < NODE_HARTS; h++)
#if PADDED || FIRST == 1
		block[h] = aligned_alloc(NODE_LINE, NODE_LINE);
#else
		block[h] = malloc(8 * APART);
#endif
}

void node_thread(unsigned int hart)
{
	uint64_t begin;

	if (!hart && CLASS == HEAP)
		allocate();
	node_barrier();
	begin = node_clock();
	for (uint64_t i = 0; i < ROUNDS; i++) {
		work(hart);
		round_of(hart, i);
	}
	node_barrier();
	if (!hart)
		clocks = node_clock() - begin;
}

/* Prints what the host compares: where the shared memory is, and the time of all rounds. */
int node_report(void)
{
	printf("clocks %lu\n", (unsigned long)clocks);
	for (unsigned int h = 0; h < NODE_HARTS && CLASS == HEAP; h++)
		printf("block %lx\n", (unsigned long)(uintptr_t)block[h]);
	return 0;
}
