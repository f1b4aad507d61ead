/* SPDX-License-Identifier: Apache-2.0 */
#include "nm_fields.h"
#include "array.h"
#include "starts_with.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MOST 32 /* largest nesting depth of types */

enum base { NO_PLACE, OF_FUNCTION, FRAME, FRAME_POINTER, STACK_POINTER };

struct nm_entry { /* an entry of the debugging information */
	uint64_t at, type, offset, bytes, last;
	bool has_last;	 /* subscripts of an array: 0 to @last */
	bool has_offset; /* a member whose offset is known and constant */
	bool is_bits;	 /* a bit-field */
	unsigned int depth;
	enum {
		OTHER,
		VARIABLE,
		STRUCT,
		MEMBER,
		ARRAY,
		SUBRANGE,
		SAME,
		FUNCTION,
		BLOCK,
		POINTER
	} kind;
	/* of a function or a block: its addresses, or the key of their list */
	uint64_t low, high, ranges;
	bool has_ranges;
	uint64_t origin; /* of a function: the entry that has its name */
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

/* A part of a function or a block. */
struct nm_range {
	uint64_t key; /* offset of the list */
	uint64_t low, high;
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
	{"(DW_TAG_lexical_block)", BLOCK},
	{"(DW_TAG_inlined_subroutine)", BLOCK},
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

	if (op && starts_with(op, "DW_OP_reg6 (rbp)"))
		return FRAME_POINTER;
	if (op && starts_with(op, "DW_OP_reg7 (rsp)"))
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

/*
 * Adds the places of an expression, which are those in memory with a known base:
 * "(DW_OP_fbreg: -48)", "(DW_OP_fbreg: -112; DW_OP_piece: 8; DW_OP_reg4 (rsi); DW_OP_piece:
 * 8)". A piece without a location, or whose value the compiler knows, is taken to be beside the
 * pieces in memory: clang 19 describes the first element of an array so while a loop stores to
 * it.
 */
static int read_places(struct nm_fields *f, uint64_t key, const char *text)
{
	struct nm_place p = {.key = key};
	struct nm_place whole = {
		.key = key};  /* from offset 0 on, as a piece in memory has it */
	unsigned int ops = 0; /* of this piece */
	bool beside = true;   /* this piece can be beside the others */
	bool before = true;   /* so could all before the first one in memory */
	int err = 0;

	for (text = strstr(text, "DW_OP_"); text && !err; text = strstr(text + 1, "; DW_OP_")) {
		const char *op = strstr(text, "DW_OP_");
		const char *addend = after_prefix(op, "DW_OP_plus_uconst: ");

		if (addend && p.base) {
			p.place += strtoll(addend, NULL, 10);
			continue;
		}
		if (!starts_with(op, "DW_OP_piece: ")) {
			p.base = ops++ ? NO_PLACE : read_base(op, &p.place);
			beside &= starts_with(op, "DW_OP_lit") ||
				  starts_with(op, "DW_OP_const") ||
				  starts_with(op, "DW_OP_stack_value");
			continue;
		}
		p.bytes = strtoull(op + 13, NULL, 10);
		if (p.base && !whole.base) {
			whole.base = p.base;
			whole.place = p.place - (int64_t)p.offset;
			whole.bytes = p.offset;
			err = before && p.offset ? add_place(f, &whole) : 0;
		} else if (!p.base && whole.base && beside) {
			p.base = whole.base;
			p.place = whole.place + (int64_t)p.offset;
		}
		before &= beside;
		if (p.base && !err)
			err = add_place(f, &p);
		p.offset += p.bytes;
		p.base = NO_PLACE;
		beside = true;
		ops = 0;
	}
	if (p.base && !p.offset && !err)
		err = add_place(f, &p);
	return err;
}

/* Adds the addresses of a line of a list of ranges: "0000000c 001180 001230 ". */
static int read_range(struct nm_fields *f, const char *text)
{
	struct nm_range *r;
	char *end;
	const uint64_t low = strtoull(text, &end, 16), high = strtoull(end, NULL, 16);

	if (strstr(text, "(base address") || high <= low)
		return 0;
	r = array_more(&f->range, &f->ranges, sizeof(*r));
	if (!r)
		return -ENOMEM;
	*r = (struct nm_range){f->list, low, high};
	return 0;
}

/* Reads a line of the lists of locations or ranges: "00000044 v00 v00 views at 00000042 for:",
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
		return f->section == NM_FIELDS_RANGES ? read_range(f, end)
						      : read_places(f, f->list, text);
	}
	return 0;
}

/* Reads a line of a dump, for example
 * "  0x00000010 00003412 00000000 00000400 00040106 ..4.............". */
static int raw_line(struct nm_fields *f, const char *text)
{
	const size_t n = strlen(text);
	unsigned int byte;

	if (!starts_with(text, "  0x"))
		return 0;
	for (size_t at = 13, i = 0; i < 16 && at + 2 < n; i++, at += i % 4 ? 2 : 3) {
		uint8_t *b;

		if (text[at] == ' ' || sscanf(text + at, "%2x", &byte) != 1)
			break;
		b = array_more(&f->raw, &f->bytes, 1);
		if (!b)
			return -ENOMEM;
		*b = (uint8_t)byte;
	}
	return 0;
}

/* Reads a number: "0x1139", or "(index: 0x2): 0x1139" as clang's version 5 has it. */
static uint64_t number_of(const char *value)
{
	const char *behind = *value == '(' ? strstr(value, "): ") : NULL;

	return strtoull(behind ? behind + 3 : value, NULL, 16);
}

/* Reads a number that is the whole value, "8", "0x10" or "-1"; false: it is an expression or a
 * reference, because it is known only while the program runs. */
static bool read_constant(const char *value, uint64_t *number)
{
	char *end;

	*number = strtoull(value, &end, 0);
	return end != value && !end[strspn(end, " \t\r\n")];
}

/* Reads the offset of a member: "8" or, in version 2 of DWARF,
 * "2 byte block: 23 8 \t(DW_OP_plus_uconst: 8)". */
static bool read_offset(const char *value, uint64_t *offset)
{
	static const char plus[] = "(DW_OP_plus_uconst: ";
	const char *op = strstr(value, plus);
	char *end;

	if (!op)
		return read_constant(value, offset);
	*offset = strtoull(op + strlen(plus), &end, 10);
	return *end == ')';
}

/* Reads an attribute with a number; returns false if it is another attribute. */
static bool read_number(struct nm_entry *e, const char *attribute, const char *value)
{
	uint64_t number;

	if (starts_with(attribute, "DW_AT_byte_size")) {
		if (read_constant(value, &number))
			e->bytes = number;
	} else if (starts_with(attribute, "DW_AT_data_member_location")) {
		e->has_offset = read_offset(value, &e->offset);
	} else if (starts_with(attribute, "DW_AT_data_bit_offset")) {
		e->has_offset = read_constant(value, &number);
		e->offset = number / 8;
	} else if (starts_with(attribute, "DW_AT_bit_size")) {
		e->is_bits = true;
	} else if (starts_with(attribute, "DW_AT_upper_bound")) {
		e->has_last = read_constant(value, &e->last);
	} else if (starts_with(attribute, "DW_AT_count")) {
		e->has_last = read_constant(value, &number);
		e->last = number - 1;
	} else {
		return false;
	}
	return true;
}

/* Reads the location of a variable: "2 byte block: 91 50 \t(DW_OP_fbreg: -48)",
 * "0x39 (location list)", "(index: 0x2): 0x39 (location list)". */
static int read_location(struct nm_fields *f, struct nm_entry *e, const char *value)
{
	e->placed = true;
	e->places = e->at | NO_LIST;
	if (!strstr(value, "(location list)"))
		return read_places(f, e->places, value);
	e->places = number_of(value);
	return 0;
}

int nm_fields_line(struct nm_fields *f, const char *text)
{
	struct nm_entry *e = f->entries ? &f->entry[f->entries - 1] : NULL;
	const char *attribute, *value;

	if (starts_with(text, "Contents of the ")) {
		f->section = strstr(text, ".debug_loc") ? NM_FIELDS_LOCATIONS
			     : strstr(text, ".debug_r") ? NM_FIELDS_RANGES
							: NM_FIELDS_INFO;
		f->in_list = false;
	}
	if (starts_with(text, "Hex dump of section "))
		f->section = NM_FIELDS_RAW;
	if (f->section == NM_FIELDS_RAW)
		return raw_line(f, text);
	if (f->section)
		return list_line(f, text);
	if (starts_with(text, " <") && strstr(text, ": Abbrev Number:"))
		return begin_entry(f, text);
	attribute = strstr(text, "DW_AT_");
	value = attribute ? strstr(attribute, ": ") : NULL;
	if (!e || !value)
		return 0;
	value += 2;
	value += strspn(value, " \t");
	if (starts_with(attribute, "DW_AT_name") && !e->name) {
		/* "(indirect string, offset: 0x123): hits", "(indexed string: 0x4): hits",
		 * "hits" */
		const char *behind = *value == '(' ? strstr(value, "): ") : NULL;

		value = behind ? behind + 3 : value;
		e->name = strndup(value, strcspn(value, "\r\n"));
		return e->name ? 0 : -ENOMEM;
	}
	if (read_number(e, attribute, value))
		return 0;
	if (starts_with(attribute, "DW_AT_type ") && starts_with(value, "<0x"))
		e->type = strtoull(value + 1, NULL, 16);
	else if (starts_with(attribute, "DW_AT_abstract_origin") && starts_with(value, "<0x"))
		e->origin = strtoull(value + 1, NULL, 16);
	else if (starts_with(attribute, "DW_AT_low_pc"))
		e->low = number_of(value);
	else if (starts_with(attribute, "DW_AT_high_pc")) /* or the size */
		e->high = number_of(value);
	else if (starts_with(attribute, "DW_AT_ranges")) {
		e->ranges = number_of(value);
		e->has_ranges = true;
	} else if (starts_with(attribute, "DW_AT_location"))
		return read_location(f, e, value);
	else if (starts_with(attribute, "DW_AT_frame_base"))
		e->base = read_frame_base(value);
	return 0;
}

void nm_fields_free(struct nm_fields *f)
{
	for (size_t i = 0; i < f->entries; i++)
		free(f->entry[i].name);
	free(f->entry);
	free(f->place);
	free(f->range);
	free(f->raw);
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

#define UNIT 8u /* bytes that an access to a bit-field may have */

/* Returns whether an access to a bit-field may be one to another bit-field of type @t. */
static bool shares_unit(const struct nm_fields *f, const struct nm_entry *t,
			const struct nm_entry *bits)
{
	for (const struct nm_entry *c = t + 1; c < end_of(f) && c->depth > t->depth; c++)
		if (c != bits && c->is_bits && c->has_offset && c->depth == t->depth + 1 &&
		    c->offset / UNIT == bits->offset / UNIT)
			return true;
	return false;
}

/* Returns the member that contains *offset, and changes *offset to the offset in it; NULL:
 * there is none, or it is one of several bit-fields. */
static const struct nm_entry *member_at(const struct nm_fields *f, const struct nm_entry *t,
					uint64_t *offset)
{
	const struct nm_entry *found = NULL;

	for (const struct nm_entry *c = t + 1; c < end_of(f) && c->depth > t->depth; c++)
		if (c->kind == MEMBER && c->depth == t->depth + 1 && c->has_offset &&
		    c->offset <= *offset && (!found || c->offset >= found->offset))
			found = c;
	if (found && found->is_bits && shares_unit(f, t, found))
		return NULL;
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

/* Reads a number of @bytes bytes or, if 0, of LEB128; past the end it is 0. */
static uint64_t raw_number(const struct nm_fields *f, uint64_t *at, unsigned int bytes)
{
	uint64_t v = 0;

	for (unsigned int i = 0; *at < f->bytes && i < (bytes ? bytes : 9); i++) {
		const uint8_t b = f->raw[(*at)++];

		v |= (uint64_t)(bytes ? b : b & 0x7F) << (bytes ? 8 : 7) * i;
		if (!bytes && !(b & 0x80))
			break;
	}
	return v;
}

/* Returns whether the list at @at of .debug_rnglists contains an address. */
static bool raw_has(const struct nm_fields *f, uint64_t at, uint64_t pc)
{
	/* DW_RLE_...; the others are those of clang, whose lists readelf prints */
	enum { END, OFFSETS = 4, BASE, START_END, START_LENGTH };
	uint64_t base = 0, low, high;

	while (at < f->bytes) {
		const uint8_t kind = f->raw[at++];

		if (kind == BASE) {
			base = raw_number(f, &at, 8);
			continue;
		}
		if (kind < OFFSETS || kind > START_LENGTH)
			return false;
		low = raw_number(f, &at, kind == OFFSETS ? 0 : 8);
		high = raw_number(f, &at, kind == START_END ? 8 : 0);
		if (kind == OFFSETS) {
			low += base;
			high += base;
		}
		if (kind == START_LENGTH)
			high += low;
		if (pc >= low && pc < high)
			return true;
	}
	return false;
}

/* Returns whether a function or a block contains an address. */
static bool has(const struct nm_fields *f, const struct nm_entry *e, uint64_t pc)
{
	const uint64_t end = e->high < e->low ? e->low + e->high : e->high;
	bool known = false;

	if (!e->has_ranges)
		return pc >= e->low && pc < end;
	for (size_t i = 0; i < f->ranges; i++) {
		if (f->range[i].key != e->ranges)
			continue;
		known = true;
		if (pc >= f->range[i].low && pc < f->range[i].high)
			return true;
	}
	return !known && raw_has(f, e->ranges, pc);
}

/* Returns the function that contains an address; end_of(): none is known. */
static const struct nm_entry *function_at(const struct nm_fields *f, uint64_t pc)
{
	const struct nm_entry *e = f->entry;

	while (e < end_of(f) && !(e->kind == FUNCTION && e->base && has(f, e, pc)))
		e++;
	return e;
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

/* A variable that is at an address of a frame. */
struct found {
	const struct nm_entry *name; /* the entry with its name and type */
	bool fixed;		     /* it is there during the whole of its block */
	bool contains;		     /* its block contains the address in the function */
	uint64_t offset;
};

static unsigned int rank_of(const struct found *v)
{
	return v->name ? 1 + 2 * v->contains + v->fixed : 0;
}

/* Finds the variable of a function at a place; false: none is known, or one of several. */
static bool find_local(const struct nm_fields *f, const struct nm_entry *function, uint64_t pc,
		       const struct in_frame *where, struct found *found)
{
	bool inside[DEPTH_MOST] = {false}, several = false;

	*found = (struct found){0};
	for (const struct nm_entry *e = function; e < end_of(f); e++) {
		const unsigned int depth = e->depth - function->depth;
		const struct nm_entry *const o = origin_of(f, e);
		struct found new = {.name = o, .fixed = e->places & NO_LIST};

		if ((e > function && !depth) || depth >= DEPTH_MOST)
			break;
		/* what an entry contains is in the same blocks, or in this one */
		inside[depth] =
			!depth || (e->kind == BLOCK || e->kind == FUNCTION ? has(f, e, pc)
									   : inside[depth - 1]);
		new.contains = depth &&inside[depth - 1];
		if (e->kind != VARIABLE || !e->placed || !o->name ||
		    !is_at(f, e, size_of(f, entry_at(f, o->type), 0), where, &new.offset))
			continue;
		several = rank_of(&new) == rank_of(found)
				  ? several || strcmp(found->name->name, o->name)
				  : several && rank_of(&new) < rank_of(found);
		if (rank_of(&new) > rank_of(found))
			*found = new;
	}
	/* a place may be that of different variables at different times */
	return found->name && !several;
}

bool nm_fields_variable(const struct nm_fields *f, uint64_t pc, int64_t from_frame,
			int64_t from_stack, uint64_t *function, uint64_t *variable)
{
	const struct nm_entry *const e = function_at(f, pc);
	struct found found;

	if (e == end_of(f))
		return false;
	*function = e->at;
	*variable = find_local(f, e, pc, &(struct in_frame){e->base, from_frame, from_stack},
			       &found)
			    ? found.name->at
			    : 0;
	return true;
}

bool nm_fields_local(const struct nm_fields *f, uint64_t pc, int64_t from_frame,
		     int64_t from_stack, char *name, char *field, size_t size, uint64_t *offset)
{
	const struct nm_entry *const e = function_at(f, pc);
	struct found found;

	if (e == end_of(f) ||
	    !find_local(f, e, pc, &(struct in_frame){e->base, from_frame, from_stack}, &found))
		return false;
	*offset = found.offset;
	snprintf(name, size, "%s", found.name->name);
	*field = '\0';
	fields_in(f, entry_at(f, found.name->type), field, size, *offset);
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
