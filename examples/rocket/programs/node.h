/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NODE_H
#define NODE_H
/*
 * What a program on the cores of examples/rocket has besides picolibc: all harts run
 * node_thread(), then hart 0 calls node_report() and ends the program. printf() writes to the
 * UART.
 */
#include <stdint.h>

#ifndef NODE_HARTS
#define NODE_HARTS 4
#endif
#define NODE_LINE 64 /* bytes of a cache line */

/* Defined by the program. The result of node_report() is the exit code, 0 to 255. */
void node_thread(unsigned int hart);
int node_report(void);

/* Returns when all harts have called it. */
void node_barrier(void);
#ifdef __riscv
/* Clocks of this hart since its reset. */
static inline uint64_t node_clock(void)
{
	uint64_t clocks;

	__asm__ volatile("csrr %0, mcycle" : "=r"(clocks));
	return clocks;
}

/* A hart that waits for another one calls this. */
static inline void node_relax(void)
{
}
#else /* node_host.c */
#include <sched.h>
static inline uint64_t node_clock(void)
{
	return 0;
}

static inline void node_relax(void)
{
	sched_yield();
}
#endif

#endif
