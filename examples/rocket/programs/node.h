/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NODE_H
#define NODE_H
/*
 * What a program on the cores of examples/rocket has besides picolibc: all harts run
 * node_thread(), then hart 0 calls node_report() and ends the program. printf() writes to the
 * UART.
 */
#include <stdint.h>

#define NODE_HARTS 4
#define NODE_LINE 64 /* bytes of a cache line */

/* Defined by the program. The result of node_report() is the exit code, 0 to 255. */
void node_thread(unsigned int hart);
int node_report(void);

/* Returns when all harts have called it. */
void node_barrier(void);
/* Clocks of this hart since its reset. */
static inline uint64_t node_clock(void)
{
	uint64_t clocks;

	__asm__ volatile("csrr %0, mcycle" : "=r"(clocks));
	return clocks;
}

#endif
