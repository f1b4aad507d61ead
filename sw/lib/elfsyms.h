/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ELFSYMS_H
#define ELFSYMS_H
/*
 * Symbols and sections of a 64-bit little-endian ELF executable, with their addresses while it
 * runs.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf_symbol {
	uint64_t addr, size;
	bool function;
	const char *name;
};

struct elf_section {
	uint64_t addr, size;
	const char *name;
};

struct elf {
	struct elf_symbol *symbol; /* in order of address */
	size_t count;
	struct elf_section *section; /* those that are in memory */
	size_t sections;
	uint64_t first, end; /* addresses of the program's segments */
	/* private */
	char *file;
};

#define ELF_AS_LINKED UINT64_MAX /* @entry of a program that runs where it was linked to */

/* Reads the file. @entry: the address of the first instruction while the program runs.
 * Returns 0, -ENOEXEC for another kind of file, or a negative errno value. Call elf_close() in
 * any case. */
int elf_open(struct elf *e, const char *path, uint64_t entry);
void elf_close(struct elf *e);
/* Finds the symbol that contains @addr, or NULL. */
const struct elf_symbol *elf_find(const struct elf *e, uint64_t addr);
/* Finds the section that contains @addr, or NULL. */
const struct elf_section *elf_find_section(const struct elf *e, uint64_t addr);

#endif
