/* SPDX-License-Identifier: Apache-2.0 */
#ifndef XDB_PROGRAMS_H
#define XDB_PROGRAMS_H
/* Programs of the machine: a mix of references with adjustable parts, drawn from a seed. */
#include "xdb_machine.h"

#define XDB_MIX 1000u
/* Each part is a number of references in XDB_MIX. The references that are neither @shared nor
 * @swaps nor @pio, which are XDB_MIX at most together, go to private memory. */
struct xdb_mix {
	uint64_t references; /* references of each processor and, if used, of the I/O unit; 0:
			      * endless */
	unsigned int think;  /* mean clocks between two references */
	unsigned int stride; /* private loads go through memory in steps of this many bytes; 0:
			      * at random addresses */
	uint32_t footprint;  /* private memory of each processor in bytes */
	unsigned int stores; /* stores among the private references, in 1000 */
	int bus;	     /* private memory is on this bus only; -1: on both */
	unsigned int shared; /* references to a few blocks that all processors use */
	unsigned int shared_stores; /* stores among these, in 1000 */
	unsigned int
		update; /* shared blocks with write-update: 0 none, 1 all, 2 every second one */
	unsigned int swaps, pio;
	unsigned int io;      /* clocks between two references of the I/O unit; 0: none */
	unsigned int io_bulk; /* references of the I/O unit to whole blocks, in 1000 */
	bool io_scattered;    /* each word that the I/O unit accesses is in a separate block */
};

struct xdb_program {
	struct xdb_mix mix;
	struct xdb_program_unit {
		uint64_t random, made, place;
	} unit[XDB_UNITS];
};

/* Finds the mix with a name: mixed, stride, readers, sharers, locks, bulk, scattered or pio.
 * Returns false if there is none. */
bool xdb_mix_find(const char *name, struct xdb_mix *mix);
void xdb_program_begin(struct xdb_program *p, const struct xdb_mix *mix, uint64_t seed);
/* An xdb_program_fn; @arg is a struct xdb_program. */
bool xdb_program_next(void *arg, unsigned int unit, struct xdb_reference *r);

#endif
