/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_FIELDS_H
#define NM_FIELDS_H
/*
 * Finds the field of a struct at an offset, and the variable at a place of a function's frame.
 * Reads them from the output of "readelf --debug-dump=info,loc,Ranges", and, because that lacks
 * some lists of ranges, of "readelf --hex-dump=.debug_rnglists". Where the place of a variable
 * changes in the function (location lists), all its places on the stack are taken. Of the
 * variables of several blocks at one place it is that of the block which contains an address in
 * the function.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nm_fields {
	struct nm_entry *entry; /* entries in the order of the file */
	size_t entries, room;
	struct nm_place *place; /* places of variables in memory */
	size_t places;
	struct nm_range *range; /* of blocks and functions that are not contiguous */
	size_t ranges;
	uint8_t *raw; /* contents of .debug_rnglists */
	size_t bytes;
	enum { NM_FIELDS_INFO, NM_FIELDS_LOCATIONS, NM_FIELDS_RANGES, NM_FIELDS_RAW } section;
	bool in_list; /* the line belongs to the list that begins at offset @list */
	uint64_t list;
};

/* Adds a line of the output. Returns 0 or -ENOMEM. */
int nm_fields_line(struct nm_fields *f, const char *text);
void nm_fields_free(struct nm_fields *f);
/* Appends to @name the field at @offset of the variable of this name: ".field", "[3].field".
 * Returns false, with @name unchanged, if nothing is known or the variable has no fields. */
bool nm_fields_name(const struct nm_fields *f, char *name, size_t size, uint64_t offset);
/*
 * Finds the variable of the function that contains @pc, an address as in the file: @from_frame
 * bytes from the function's frame address (CFA), and @from_stack bytes from its stack pointer.
 * Stores its name in @name, its field in @field (as nm_fields_name() appends it), and sets
 * *offset to the offset in the variable. Returns false if no variable is known there.
 */
bool nm_fields_local(const struct nm_fields *f, uint64_t pc, int64_t from_frame,
		     int64_t from_stack, char *name, char *field, size_t size,
		     uint64_t *offset);
/* Stores what identifies the function that contains @pc and its variable at a place, as
 * nm_fields_local() finds it, or 0. Returns false if no function is known there. */
bool nm_fields_variable(const struct nm_fields *f, uint64_t pc, int64_t from_frame,
			int64_t from_stack, uint64_t *function, uint64_t *variable);

#endif
