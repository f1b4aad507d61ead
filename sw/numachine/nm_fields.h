/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_FIELDS_H
#define NM_FIELDS_H
/*
 * The types of a program's variables, from the output of "readelf --debug-dump=info": finds the
 * field of a struct at an offset.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nm_fields {
	struct nm_entry *entry; /* entries in the order of the file */
	size_t entries, room;
};

/* Adds a line of the output. Returns 0 or -ENOMEM. */
int nm_fields_line(struct nm_fields *f, const char *text);
void nm_fields_free(struct nm_fields *f);
/* Appends to @name the field at @offset of the variable of this name: ".field", "[3].field".
 * Returns false, with @name unchanged, if nothing is known or the variable has no fields. */
bool nm_fields_name(const struct nm_fields *f, char *name, size_t size, uint64_t offset);

#endif
