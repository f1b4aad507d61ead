/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_FIELDS_H
#define NM_FIELDS_H
/*
 * The types of a program's variables, from the text that "readelf --debug-dump=info" prints of
 * it: which field of which struct is at an offset.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nm_fields {
	struct nm_entry *entry; /* as in the file */
	size_t entries, room;
};

/* A line of the text. -ENOMEM. */
int nm_fields_line(struct nm_fields *f, const char *text);
void nm_fields_free(struct nm_fields *f);
/* Appends to @name what is at @offset of the variable of this name: ".field", "[3].field";
 * false, and @name as it is, if nothing is known or the variable has no parts. */
bool nm_fields_name(const struct nm_fields *f, char *name, size_t size, uint64_t offset);

#endif
