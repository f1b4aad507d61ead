/* SPDX-License-Identifier: Apache-2.0 */
#include "nm_fields.h"
#include "array.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MOST 32 /* largest nesting depth of types */

enum base { NO_PLACE, OF_FUNCTION, FRAME, FRAME_POINTER, STACK_POINTER };

struct nm_entry { /* an entry of the debugging information */
	uint64_t at, type, offset, bytes, last;
	bool has_last; /* subscripts of an array: 0 to @last */
	unsigned int depth;
	enum { OTHER, VARIABLE, STRUCT, MEMBER, ARRAY, SUBRANGE, SAME, FUNCTION, POINTER } kind;
	uint64_t low, high; /* of a function: its addresses */
	uint64_t origin;    /* of a function: the entry that has its name */
	enum base base;	 /* of a function: the frame base of its variables (DW_AT_frame_base) */
	bool placed;	 /* a variable with known places; @places is their key: */
	uint64_t places; /* the offset of a location list, or NO_LIST plus @at */
	char *name;
};

#define NO_LIST (UINT64_C(1) << 63)

/* A place of a variable in memory, relative to the frame base of its function (OF_FUNCTION) or
 * to another base. */
struct nm_place {
	uint64_t key;
	enum base base;
	int64_t place;
	uint64_t offset, bytes; /* the part of the variable that is there; bytes 0: up to its
				 * end */
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

/* Reads an operation of a location: "DW_OP_fbreg: -48". */
static enum base read_base(const char *op, int64_t *place)
{
	static const struct {
		const char *text;
		enum base base;
	} bases[] = {{"DW_OP_fbreg: ", OF_FUNCTION},
		     {"DW_OP_breg7 (rsp): ", STACK_POINTER},
		     {"DW_OP_breg6 (rbp): ", FRAME_POINTER},
		     {"DW_OP_call_frame_cfa", FRAME}};

	for (size_t i = 0; i < sizeof(bases) / sizeof(*bases); i++) {
		const size_t n = strlen(bases[i].text);

		if (strncmp(op, bases[i].text, n))
			continue;
		*place = strtoll(op + n, NULL, 10);
		return bases[i].base;
	}
	return NO_PLACE;
}

/* Reads the frame base of a function: "1 byte block: 9c (DW_OP_call_frame_cfa)". */
static enum base read_frame_base(const char *value)
{
	const char *op = strstr(value, "DW_OP_");
	int64_t place;

	if (op && !strncmp(op, "DW_OP_reg6 (rbp)", 16))
		return FRAME_POINTER;
	if (op && !strncmp(op, "DW_OP_reg7 (rsp)", 16))
		return STACK_POINTER;
	return op ? read_base(op, &place) : NO_PLACE;
}

static int add_place(struct nm_fields *f, const struct nm_place *new)
{
	struct nm_place *p = array_more(&f->place, &f->places, sizeof(*p));

	if (!p)
		return -ENOMEM;
	*p = *new;
	return 0;
}

/* Adds the places of an expression, which are those in memory with a known base:
 * "(DW_OP_fbreg: -48)", "(DW_OP_fbreg: -112; DW_OP_piece: 8; DW_OP_reg4 (rsi); DW_OP_piece:
 * 8)". */
static int read_places(struct nm_fields *f, uint64_t key, const char *text)
{
	struct nm_place p = {.key = key};
	unsigned int ops = 0; /* of this piece */
	int err = 0;

	for (text = strstr(text, "DW_OP_"); text && !err; text = strstr(text + 1, "; DW_OP_")) {
		const char *op = strstr(text, "DW_OP_");

		if (strncmp(op, "DW_OP_piece: ", 13)) {
			p.base = ops++ ? NO_PLACE : read_base(op, &p.place);
			continue;
		}
		p.bytes = strtoull(op + 13, NULL, 10);
		err = p.base ? add_place(f, &p) : 0;
		p.offset += p.bytes;
		p.base = NO_PLACE;
		ops = 0;
	}
	if (p.base && !p.offset && !err)
		err = add_place(f, &p);
	return err;
}

/* Reads a line of the location lists: "00000044 v00 v00 views at 00000042 for:",
 * "00000072 0011a0 0011de (DW_OP_fbreg: -48)", "00000050 <End of list>". */
static int list_line(struct nm_fields *f, const char *text)
{
	char *end;
	const uint64_t at = strtoull(text, &end, 16);

	if (strstr(text, "<End of list>"))
		f->in_list = false;
	else if (end != text && *end == ' ' && !strstr(text, "location view pair")) {
		if (!f->in_list)
			f->list = at;
		f->in_list = true;
		return read_places(f, f->list, text);
	}
	return 0;
}

/* Reads the location of a variable: "2 byte block: 91 50 \t(DW_OP_fbreg: -48)",
 * "0x39 (location list)", "(index: 0x2): 0x39 (location list)". */
static int read_location(struct nm_fields *f, struct nm_entry *e, const char *value)
{
	const char *behind = strstr(value, "): 0x");

	e->placed = true;
	e->places = e->at | NO_LIST;
	if (!strstr(value, "(location list)"))
		return read_places(f, e->places, value);
	e->places = strtoull(behind ? behind + 3 : value, NULL, 16);
	return 0;
}

int nm_fields_line(struct nm_fields *f, const char *text)
{
	struct nm_entry *e = f->entries ? &f->entry[f->entries - 1] : NULL;
	const char *attribute, *value;

	if (!strncmp(text, "Contents of the ", 16)) {
		f->lists = strstr(text, ".debug_loc");
		f->in_list = false;
	}
	if (f->lists)
		return list_line(f, text);
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
	else if (!strncmp(attribute, "DW_AT_location", 14))
		return read_location(f, e, value);
	else if (!strncmp(attribute, "DW_AT_frame_base", 16))
		e->base = read_frame_base(value);
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
	free(f->place);
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

/* Where an address is, relative to the bases of a function's frame. */
struct in_frame {
	enum base base; /* of the function */
	int64_t from_frame, from_stack;
};

/* Returns whether a variable is at an address, and the offset in it. */
static bool is_at(const struct nm_fields *f, const struct nm_entry *e, uint64_t bytes,
		  const struct in_frame *where, uint64_t *offset)
{
	for (size_t i = 0; i < f->places; i++) {
		const struct nm_place *p = &f->place[i];
		const enum base base = p->base == OF_FUNCTION ? where->base : p->base;
		/* a frame pointer is where the previous one and the return address begin */
		const int64_t at = base == STACK_POINTER   ? where->from_stack
				   : base == FRAME_POINTER ? where->from_frame + 16
							   : where->from_frame;
		const uint64_t part = p->bytes ? p->bytes : bytes;

		if (p->key != e->places || at < p->place || at - p->place >= (int64_t)part)
			continue;
		*offset = p->offset + (uint64_t)(at - p->place);
		return true;
	}
	return false;
}

bool nm_fields_local(const struct nm_fields *f, uint64_t pc, int64_t from_frame,
		     int64_t from_stack, char *name, char *field, size_t size, uint64_t *offset)
{
	const struct nm_entry *e = f->entry, *function, *o, *found = NULL;
	struct in_frame where = {.from_frame = from_frame, .from_stack = from_stack};
	uint64_t at = 0;

	while (e < end_of(f) && !has(e, pc))
		e++;
	function = e;
	if (e == end_of(f))
		return false;
	where.base = function->base;
	for (e++; e < end_of(f) && e->depth > function->depth; e++) {
		o = origin_of(f, e);
		if (e->kind != VARIABLE || !e->placed || !o->name ||
		    !is_at(f, e, size_of(f, entry_at(f, o->type), 0), &where, &at))
			continue;
		/* a place may be that of different variables at different times */
		if (found && !(e->places & NO_LIST) && strcmp(found->name, o->name))
			return false;
		found = o;
		*offset = at;
		if (e->places & NO_LIST)
			break;
	}
	if (!found)
		return false;
	snprintf(name, size, "%s", found->name);
	*field = '\0';
	fields_in(f, entry_at(f, found->type), field, size, *offset);
	return true;
}

/* Returns the type of a variable of a file or, if there is none of this name, of a namespace or
 * a function; 0: it is unknown, or several have different types. */
static uint64_t type_of(const struct nm_fields *f, const char *name)
{
	uint64_t inside = 0;
	bool several = false;

	for (size_t i = 0; i < f->entries; i++) {
		const struct nm_entry *e = &f->entry[i];

		if (e->kind != VARIABLE || !e->name || !e->type || strcmp(e->name, name))
			continue;
		if (e->depth == 1)
			return e->type;
		several |= inside && inside != e->type;
		inside = e->type;
	}
	return several ? 0 : inside;
}

bool nm_fields_name(const struct nm_fields *f, char *name, size_t size, uint64_t offset)
{
	const size_t before = strlen(name);

	fields_in(f, entry_at(f, type_of(f, name)), name, size, offset);
	return strlen(name) > before;
}
