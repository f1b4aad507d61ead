/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PLACES_H
#define PLACES_H
/* Memory map of a recorded program: symbols, allocations, stack, heap. */
#include "elfsyms.h"
#include <stdio.h>

struct place_allocation {
	uint64_t addr, bytes, caller;
	char name[128]; /* name of the caller, or "" */
};

struct place_region {
	uint64_t addr, bytes;
	char name[128]; /* a library, "heap" or "stack" */
};

struct places {
	struct elf elf;
	struct place_allocation *allocation;
	size_t allocations;
	struct place_region *region; /* regions at the start and at the end of the program */
	size_t regions;
};

/* Reads the memory map. @program: the executable; @entry: the address of its first instruction;
 * @log: the places file of recorder/memrec.c, or NULL. Returns 0 or -ENOMEM; sources that
 * cannot be read are ignored. Call places_close() in any case. */
int places_open(struct places *p, const char *program, uint64_t entry, const char *log);
void places_close(struct places *p);
/* Describes the contents of the @bytes from @addr on. */
void places_describe(const struct places *p, uint64_t addr, uint64_t bytes, char *text,
		     size_t size);
/* Returns the name of an allocation's caller: a function, or a file. */
const char *places_caller(const struct places *p, const struct place_allocation *a);
/* Finds the range of a variable, or of all allocations of a function. False: there is no such
 * name. */
bool places_find(const struct places *p, const char *name, size_t nth, uint64_t *addr,
		 uint64_t *bytes);

#endif
