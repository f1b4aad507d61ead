/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_KERNELS_H
#define NM_KERNELS_H
/*
 * Parallel kernels for the NUMAchine: each makes one kind of trouble that the monitor can find,
 * or none. Their data, for labels: PRIVATE 0x000000 + 64K x processor, PAGES from 0x400000 on,
 * SHARED 0x800000, FALSE 0x808000, RECORD 0x810000, QUEUE 0x818000.
 *
 *	private		every processor its own lines
 *	shared		lines that all read
 *	false		two processors of the memory's station write words of one line
 *	padded		the same words on lines of their own
 *	migratory	records that one processor after the other reads and writes
 *	queue		one processor writes, the others read, in turns
 *	page		station 9 makes five of six accesses to a page, station 0 the others
 *	burst		all processors at once, after a barrier, in phase 3
 *	spread		the same accesses without the barrier
 *	mix		private, shared, false, migratory, queue as phases 0 to 4 of one
 *program, barriers between
 */
#include "machine.h"

struct kernel;

/*
 * Sets what runs in @cfg, whose card is set; every processor makes @n references (of each
 * phase). NULL: no kernel of this name, or no memory.
 */
struct kernel *kernel_open(const char *name, unsigned int n, struct machine_config *cfg);
void kernel_close(struct kernel *k);
/* The names above, in this order, NULL after the last. */
extern const char *const kernel_names[];

#endif
