/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_KERNELS_H
#define NM_KERNELS_H
/*
 * Parallel kernels for the NUMAchine: each causes one kind of problem that the monitor can
 * find, or none. Their data, for labels: PRIVATE 0x000000 + 64K x processor, PAGES from
 * 0x400000 on, SHARED 0x800000, FALSE 0x808000, RECORD 0x810000, QUEUE 0x818000.
 *
 *	private		every processor uses its own lines
 *	shared		all processors read the same lines
 *	false		two processors of the memory's station write words of one line
 *	padded		the same words on lines of their own
 *	migratory	records that one processor after the other reads and writes
 *	queue		one processor writes, then the others read, in turn
 *	page		station 9 makes five of six accesses to a page, station 0 the others
 *	burst		all processors at once, after a barrier, in phase 3
 *	spread		the same accesses without the barrier
 *	mix		private, shared, false, migratory, queue as phases 0 to 4 of one
 *			program, with barriers between them
 */
#include "machine.h"

struct kernel;

/*
 * Sets the workload in @cfg, whose card is already set; every processor makes @n references (in
 * each phase). NULL: no kernel of this name, or no memory.
 */
struct kernel *kernel_open(const char *name, unsigned int n, struct machine_config *cfg);
void kernel_close(struct kernel *k);
/* The names above, in this order, NULL after the last. */
extern const char *const kernel_names[];

#endif
