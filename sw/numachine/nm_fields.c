/* SPDX-License-Identifier: Apache-2.0 */
#include "nm_fields.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MOST 32 /* largest nesting depth of types */

struct nm_entry { /* an entry of the debugging information */
	uint64_t at, type, offset, bytes, last;
	bool has_last; /* subscripts of an array: 0 to @last */
	unsigned int depth;
	enum { OTHER, VARIABLE, STRUCT, MEMBER, ARRAY, SUBRANGE, SAME, FUNCTION, POINTER } kind;
	uint64_t low, high, origin; /* of a function: addresses; the entry with the name */
	/* of a function: the frame base of its variables (DW_AT_frame_base); of a variable: its
	 * place, relative to the frame base of the function (OF_FUNCTION) or to another base */
	enum { NO_PLACE, OF_FUNCTION, FRAME, FRAME_POINTER, STACK_POINTER } base;
	int64_t place;
	char *name;
};

static const struct {
	const char *tag;
	int kind;
} tags[] = {
	{"(DW_TAG_variable)", VARIABLE},
	{"(DW_TAG_structure_type)", STRUCT},
	{"(DW_TAG_class_type)", STRUCT},
	{"(DW_TAG_member)", MEMBER},
	{"(DW_TAG_array_type)", ARRAY},
	{"(DW_TAG_subrange_type)", SUBRANGE},
	{"(DW_TAG_typedef)", SAME},
	{"(DW_TAG_const_type)", SAME},
	{"(DW_TAG_volatile_type)", SAME},
	{"(DW_TAG_atomic_type)", SAME},
	{"(DW_TAG_pointer_type)", POINTER},
	{"(DW_TAG_subprogram)", FUNCTION},
	{"(DW_TAG_formal_parameter)", VARIABLE},
};

/* " <1><e0>: Abbrev Number: 26 (DW_TAG_structure_type)" */
static int begin_entry(struct nm_fields *f, const char *text)
{
	struct nm_entry *e;
	char *end;
	const unsigned long depth = strtoul(text + 2, &end, 16);
	const char *tag = strstr(text, "(DW_TAG");

	if (f->entries == f->room) {
		e = realloc(f->entry, (f->room ? 2 * f->room : 1024) * sizeof(*e));
		if (!e)
			return -ENOMEM;
		f->entry = e;
		f->room = f->room ? 2 * f->room : 1024;
	}
	e = &f->entry[f->entries++];
	*e = (struct nm_entry){.depth = (unsigned int)depth};
	if (end[0] == '>' && end[1] == '<')
		e->at = strtoull(end + 2, NULL, 16);
	for (size_t i = 0; tag && i < sizeof(tags) / sizeof(*tags); i++)
		if (!strncmp(tag, tags[i].tag, strlen(tags[i].tag)))
			e->kind = tags[i].kind;
	return 0;
}

/* Reads the location of a variable or the frame base of a function:
 * "2 byte block: 91 50 \t(DW_OP_fbreg: -48)", "... (DW_OP_call_frame_cfa)". */
static void read_place(struct nm_entry *e, const char *value)
{
	static const struct {
		const char *text;
		int base;
	} bases[] = {{"(DW_OP_fbreg: ", OF_FUNCTION},
		     {"(DW_OP_breg7 (rsp): ", STACK_POINTER},
		     {"(DW_OP_call_frame_cfa)", FRAME},
		     {"(DW_OP_reg6 (rbp))", FRAME_POINTER},
		     {"(DW_OP_reg7 (rsp))", STACK_POINTER}};

	for (size_t i = 0; i < sizeof(bases) / sizeof(*bases); i++) {
		const char *at = strstr(value, bases[i].text);

		if (!at)
			continue;
		e->place = strtoll(at + strlen(bases[i].text), NULL, 10);
		e->base = bases[i].base;
		return;
	}
}

int nm_fields_line(struct nm_fields *f, const char *text)
{
	struct nm_entry *e = f->entries ? &f->entry[f->entries - 1] : NULL;
	const char *attribute, *value;

	if (!strncmp(text, " <", 2) && strstr(text, ": Abbrev Number:"))
		return begin_entry(f, text);
	attribute = strstr(text, "DW_AT_");
	value = attribute ? strstr(attribute, ": ") : NULL;
	if (!e || !value)
		return 0;
	value += 2;
	value += strspn(value, " \t");
	if (!strncmp(attribute, "DW_AT_name", 10) && !e->name) {
		/* "(indirect string, offset: 0x123): hits", "(indexed string: 0x4): hits",
		 * "hits" */
		const char *behind = *value == '(' ? strstr(value, "): ") : NULL;

		value = behind ? behind + 3 : value;
		e->name = strndup(value, strcspn(value, "\r\n"));
		return e->name ? 0 : -ENOMEM;
	}
	if (!strncmp(attribute, "DW_AT_type ", 11) && !strncmp(value, "<0x", 3))
		e->type = strtoull(value + 1, NULL, 16);
	else if (!strncmp(attribute, "DW_AT_abstract_origin", 21) && !strncmp(value, "<0x", 3))
		e->origin = strtoull(value + 1, NULL, 16);
	else if (!strncmp(attribute, "DW_AT_low_pc", 12))
		e->low = strtoull(value, NULL, 16);
	else if (!strncmp(attribute, "DW_AT_high_pc", 13)) /* or the size */
		e->high = strtoull(value, NULL, 16);
	else if (!strncmp(attribute, "DW_AT_location", 14) ||
		 !strncmp(attribute, "DW_AT_frame_base", 16))
		read_place(e, value);
	else if (!strncmp(attribute, "DW_AT_byte_size", 15))
		e->bytes = strtoull(value, NULL, 0);
	else if (!strncmp(attribute, "DW_AT_data_member_location", 26))
		e->offset = strtoull(value, NULL, 0);
	else if (!strncmp(attribute, "DW_AT_upper_bound", 17)) {
		e->last = strtoull(value, NULL, 0);
		e->has_last = true;
	} else if (!strncmp(attribute, "DW_AT_count", 11)) {
		e->last = strtoull(value, NULL, 0) - 1;
		e->has_last = true;
	}
	return 0;
}

void nm_fields_free(struct nm_fields *f)
{
	for (size_t i = 0; i < f->entries; i++)
		free(f->entry[i].name);
	free(f->entry);
	*f = (struct nm_fields){0};
}

/* Finds an entry by its offset; the entries are in ascending order. */
static const struct nm_entry *entry_at(const struct nm_fields *f, uint64_t at)
{
	size_t low = 0, high = f->entries;

	while (low < high) {
		const size_t mid = (low + high) / 2;

		if (f->entry[mid].at < at)
			low = mid + 1;
		else
			high = mid;
	}
	return at && low < f->entries && f->entry[low].at == at ? &f->entry[low] : NULL;
}

static const struct nm_entry *end_of(const struct nm_fields *f)
{
	return f->entry + f->entries;
}

/* Returns the size of a type in bytes; 0 if it is unknown. */
static uint64_t size_of(const struct nm_fields *f, const struct nm_entry *t, unsigned int depth)
{
	uint64_t n = 1;

	if (!t || depth > DEPTH_MOST)
		return 0;
	if (t->kind == POINTER)
		return sizeof(uint64_t);
	if (t->bytes || (t->kind != ARRAY && t->kind != SAME))
		return t->bytes;
	for (const struct nm_entry *c = t + 1;
	     t->kind == ARRAY && c < end_of(f) && c->depth > t->depth; c++)
		if (c->kind == SUBRANGE)
			n *= c->has_last ? c->last + 1 : 0;
	return n * size_of(f, entry_at(f, t->type), depth + 1);
}

/* Returns the member that contains *offset, and changes *offset to the offset in it. */
static const struct nm_entry *member_at(const struct nm_fields *f, const struct nm_entry *t,
					uint64_t *offset)
{
	const struct nm_entry *found = NULL;

	for (const struct nm_entry *c = t + 1; c < end_of(f) && c->depth > t->depth; c++)
		if (c->kind == MEMBER && c->depth == t->depth + 1 && c->offset <= *offset &&
		    (!found || c->offset >= found->offset))
			found = c;
	if (found)
		*offset -= found->offset;
	return found;
}

static void append(char *name, size_t size, const char *text)
{
	const size_t n = strlen(name);

	snprintf(name + n, size - n, "%s", text);
}

/* Returns the part of a type at *offset; NULL if there is none or it is unknown. */
static const struct nm_entry *part_of(const struct nm_fields *f, const struct nm_entry *t,
				      uint64_t *offset, char *name, size_t size)
{
	const struct nm_entry *of = entry_at(f, t->type);
	char text[32];
	uint64_t n;

	if (t->kind == SAME)
		return of;
	if (t->kind == STRUCT) {
		t = member_at(f, t, offset);
		if (!t || !t->name)
			return NULL;
		append(name, size, ".");
		append(name, size, t->name);
		return entry_at(f, t->type);
	}
	n = t->kind == ARRAY ? size_of(f, of, 0) : 0;
	if (!n)
		return NULL;
	snprintf(text, sizeof(text), "[%llu]", (unsigned long long)(*offset / n));
	append(name, size, text);
	*offset %= n;
	return of;
}

/* Appends the field of type @t at @offset to @name. */
static void fields_in(const struct nm_fields *f, const struct nm_entry *t, char *name,
		      size_t size, uint64_t offset)
{
	for (unsigned int i = 0; t && i < DEPTH_MOST; i++)
		t = part_of(f, t, &offset, name, size);
}

/* ---- frames ---- */

static bool has(const struct nm_entry *function, uint64_t pc)
{
	const uint64_t end = function->high < function->low ? function->low + function->high
							    : function->high;

	return function->kind == FUNCTION && function->base && pc >= function->low && pc < end;
}

/* Returns the entry with the name and the type of a variable. */
static const struct nm_entry *origin_of(const struct nm_fields *f, const struct nm_entry *e)
{
	const struct nm_entry *o = entry_at(f, e->origin);

	return o ? o : e;
}

bool nm_fields_local(const struct nm_fields *f, uint64_t pc, int64_t from_frame,
		     int64_t from_stack, char *name, char *field, size_t size, uint64_t *offset)
{
	const struct nm_entry *e = f->entry, *function, *o;

	while (e < end_of(f) && !has(e, pc))
		e++;
	function = e;
	if (e == end_of(f))
		return false;
	for (e++; e < end_of(f) && e->depth > function->depth; e++) {
		const int base = e->base == OF_FUNCTION ? function->base : e->base;
		/* a frame pointer is where the previous one and the return address begin */
		const int64_t at = base == STACK_POINTER   ? from_stack
				   : base == FRAME_POINTER ? from_frame + 16
							   : from_frame;

		o = origin_of(f, e);
		if (e->kind != VARIABLE || !e->base || at < e->place || !o->name ||
		    at - e->place >= (int64_t)size_of(f, entry_at(f, o->type), 0))
			continue;
		*offset = (uint64_t)(at - e->place);
		snprintf(name, size, "%s", o->name);
		*field = '\0';
		fields_in(f, entry_at(f, o->type), field, size, *offset);
		return true;
	}
	return false;
}

bool nm_fields_name(const struct nm_fields *f, char *name, size_t size, uint64_t offset)
{
	const size_t before = strlen(name);
	const struct nm_entry *t = NULL;

	for (size_t i = 0; i < f->entries && !t; i++)
		if (f->entry[i].kind == VARIABLE && f->entry[i].depth == 1 &&
		    f->entry[i].name && f->entry[i].type && !strcmp(f->entry[i].name, name))
			t = entry_at(f, f->entry[i].type);
	fields_in(f, t, name, size, offset);
	return strlen(name) > before;
}
