/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SM_TRAFFIC_H
#define SM_TRAFFIC_H
/* Makes random references with their answers, and random tables that cover these references. */
#include "sm_board.h"

#define SM_TRAFFIC_DEPTH 6

struct sm_random {
	struct sim *s;
	uint64_t requests;    /* number of requests still to be made */
	unsigned int percent; /* probability of a request in a clock */
	unsigned int gap;     /* clocks without a request after every 64 requests; 0: none */
	uint8_t ctl[4];	      /* their control signals */
	uint32_t base, vary;  /* address: base, with random bits in vary */
	unsigned int depth;   /* largest number of requests of a tag without an answer, up to
			       * SM_TRAFFIC_DEPTH */
	unsigned int latency; /* maximum number of clocks to the answer, at least 1 */
	/* private */
	uint64_t clock, due[2][SM_TRAFFIC_DEPTH];
	unsigned int flight[2], pause, made;
};

sm_traffic_fn sm_random_bus; /* arg: struct sm_random */
/* Runs the bus until all references of @r are made and answered. */
void sm_random_run(struct sm_board *b, struct sm_random *r);
/* Loads random tables of machine, function and matches that are defined for the references of
 * @r. The machine's actions are random bits of @actions. The bin consists of the lowest
 * address bits that are set in r->vary, at most four; its other bits are 0. */
void sm_random_tables(struct sm_board *b, const struct sm_random *r, uint16_t actions);
/* Makes @n requests in successive clocks, with these addresses (words) and control signals. */
void sm_send(struct sm_board *b, const uint32_t *addr, const uint8_t *ctl, size_t n);
/* Loads tables with which the machine, in state 0, does @action for every request. The control
 * signals must be 0 or 1; each selects a fixed user state. */
void sm_simple_tables(struct sm_board *b, uint16_t action);
/* Sets both banks to 0 without bus cycles. */
void sm_clear(struct sm_board *b);

#endif
