/* SPDX-License-Identifier: Apache-2.0 */
#include "hm_table.h"
#include "record.h"
#include "starts_with.h"
#include "textline.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE 1024 /* characters of a line before its comment */

const char *const hm_state_names[HM_STATES] = {"unknown", "computing", "system",
					       "sending", "waiting",   "ended"};

/* ---- words of a line ---- */

/* Returns the next word of the line, ended with a 0; "" at the end of the line. */
static char *word(char **at)
{
	char *w;

	while (isspace((unsigned char)**at))
		++*at;
	w = *at;
	while (**at && !isspace((unsigned char)**at))
		++*at;
	if (**at)
		*(*at)++ = 0;
	return w;
}

/* Parses a number from @min to @max. */
static bool number(const char *text, unsigned long min, unsigned long max, unsigned int *value)
{
	const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	const char *digits = text + (hex ? 2 : 0);
	unsigned long v;
	char *end;

	if (!isxdigit((unsigned char)*digits))
		return false;
	errno = 0;
	v = strtoul(digits, &end, hex ? 16 : 10);
	*value = (unsigned int)v;
	return !*end && !errno && v >= min && v <= max;
}

static bool is_name(const char *text)
{
	const char *p = text;

	while (*p > ' ' && *p <= '~')
		p++;
	return *text && !*p && p - text < HM_NAME;
}

/* Returns whether CTF and other formats accept the name as an identifier. */
static bool is_identifier(const char *text)
{
	if (!isalpha((unsigned char)*text) && *text != '_')
		return false;
	for (const char *p = text; *p; p++)
		if (!isalnum((unsigned char)*p) && *p != '_')
			return false;
	return strlen(text) < HM_NAME;
}

/* Cuts @text at the first @c; returns the text after it, or NULL. */
static char *cut(char *text, char c)
{
	char *at = strchr(text, c);

	if (at)
		*at++ = 0;
	return at;
}

/* ---- lines ---- */

static bool field_type(const struct hm_table *t, struct hm_event_field *f, const char *name)
{
	static const struct {
		const char *name;
		enum hm_field_kind kind;
		uint8_t bytes;
	} types[] = {{"u8", HM_UNSIGNED, 1},  {"u16", HM_UNSIGNED, 2}, {"u24", HM_UNSIGNED, 3},
		     {"u32", HM_UNSIGNED, 4}, {"i8", HM_SIGNED, 1},    {"i16", HM_SIGNED, 2},
		     {"i32", HM_SIGNED, 4},   {"x8", HM_HEX, 1},       {"x16", HM_HEX, 2},
		     {"x32", HM_HEX, 4}};
	const char *length;
	unsigned int n;

	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (!strcmp(types[i].name, name)) {
			f->kind = types[i].kind;
			f->bytes = types[i].bytes;
			return true;
		}
	for (unsigned int i = 0; i < t->enums; i++)
		if (!strcmp(t->words[i].name, name)) {
			f->kind = HM_ENUM;
			f->bytes = 1;
			f->words = (uint8_t)i;
			return true;
		}
	length = after_prefix(name, "text");
	if (!length || !number(length, 1, 16, &n))
		return false;
	f->kind = HM_TEXT;
	f->bytes = (uint8_t)n;
	return true;
}

static const char *enum_line(struct hm_table *t, char *text)
{
	struct hm_enum *e = &t->words[t->enums];
	const char *name = word(&text);

	if (t->enums == HM_ENUMS)
		return "more than 16 enumerations";
	if (!is_identifier(name))
		return "the name of an enumeration is letters, digits and _";
	if (field_type(t, &(struct hm_event_field){.bytes = 0}, name))
		return "a type or an enumeration already has this name";
	memset(e, 0, sizeof(*e));
	strcpy(e->name, name);
	for (char *w; *(w = word(&text)); e->count++) {
		char *label = cut(w, '=');
		unsigned int value;

		if (e->count == HM_ENUM_WORDS)
			return "an enumeration has up to 16 words";
		if (!label || !is_identifier(label) || !number(w, 0, 255, &value))
			return "an enumeration is enum NAME VALUE=WORD..., values 0 to 255";
		e->word[e->count].value = (uint8_t)value;
		strcpy(e->word[e->count].word, label);
	}
	if (!e->count)
		return "an enumeration without words";
	t->enums++;
	return NULL;
}

/* Parses FIELD:TYPE[@OFFSET][,UNIT]. Without @OFFSET the field begins at byte *next, which is
 * set to the byte after the field. */
static const char *field_word(const struct hm_table *t, struct hm_event_type *e, char *text,
			      unsigned int *next)
{
	struct hm_event_field *f = &e->field[e->fields];
	char *type = cut(text, ':'), *unit, *offset;
	unsigned int at = *next;

	if (!type)
		return "a field is NAME:TYPE[@OFFSET][,UNIT]";
	if (e->fields == HM_FIELDS)
		return "an event has up to 8 fields";
	unit = cut(type, ',');
	offset = cut(type, '@');
	if (!is_identifier(text))
		return "the name of a field is letters, digits and _";
	if (hm_field_find(e, text) < HM_FIELDS)
		return "this field occurs twice";
	if (unit && !is_name(unit))
		return "a unit has 1 to 31 characters";
	if (!field_type(t, f, type))
		return "a type is u8 u16 u24 u32 i8 i16 i32 x8 x16 x32 text1..text16 "
		       "or an enumeration";
	if (offset && !number(offset, 1, HM_EVENT_BYTES - 1, &at))
		return "an offset is a number of bytes from 1 to 63";
	if (at + f->bytes > e->length)
		return "the field extends beyond the event";
	strcpy(f->name, text);
	strcpy(f->unit, unit ? unit : "");
	f->offset = (uint8_t)at;
	*next = at + f->bytes;
	e->fields++;
	return NULL;
}

static struct hm_event_type *find_event(struct hm_table *t, const char *name)
{
	for (unsigned int id = 1; id < HM_ID_SUMMARY; id++)
		if (t->type[id].length && !strcmp(t->type[id].name, name))
			return &t->type[id];
	return NULL;
}

static const char *match_line(struct hm_table *t, char *text)
{
	struct hm_event_type *e[2];

	for (unsigned int i = 0; i < 2; i++) {
		e[i] = find_event(t, word(&text));
		if (!e[i])
			return "match needs the names of two events defined above";
		if (e[i]->role)
			return "this event is matched already";
		e[i]->peer = (uint8_t)hm_field_find(e[i], "peer");
		e[i]->type = (uint8_t)hm_field_find(e[i], "type");
		e[i]->size = (uint8_t)hm_field_find(e[i], "length");
		if (e[i]->peer == HM_FIELDS || e[i]->size == HM_FIELDS)
			return "events that match have the fields peer and length";
		e[i]->role = i ? HM_RECEIVED : HM_SENT;
	}
	if (e[0] == e[1])
		return "an event does not match itself";
	if ((e[0]->type < HM_FIELDS) != (e[1]->type < HM_FIELDS))
		return "the field type is in one of the two events only";
	e[0]->other = (uint8_t)(e[1] - t->type);
	e[1]->other = (uint8_t)(e[0] - t->type);
	return *word(&text) ? "extra text after match SENT RECEIVED" : NULL;
}

/* Parses a number, or a word of the field's enumeration. */
static bool field_constant(const struct hm_table *t, const struct hm_event_field *f,
			   const char *text, uint32_t *value)
{
	unsigned int v;

	if (number(text, 0, UINT32_MAX, &v)) {
		*value = v;
		return true;
	}
	if (f->kind != HM_ENUM)
		return false;
	for (unsigned int i = 0; i < t->words[f->words].count; i++)
		if (!strcmp(t->words[f->words].word[i].word, text)) {
			*value = t->words[f->words].word[i].value;
			return true;
		}
	return false;
}

static const char *state_line(struct hm_table *t, char *text)
{
	struct hm_event_type *e = find_event(t, word(&text));
	const char *name = word(&text);
	char *field = word(&text), *value = cut(field, '=');
	unsigned int s = 1;

	if (!e)
		return "state needs the name of an event defined above";
	if (e->rules == HM_RULES)
		return "an event leads to up to 4 states";
	while (s < HM_STATES && strcmp(hm_state_names[s], name))
		s++;
	if (s == HM_STATES && strcmp(name, "resume"))
		return "a state is computing, system, sending, waiting, ended or resume";
	e->rule[e->rules].state = (enum hm_node_state)s;
	e->rule[e->rules].field = HM_FIELDS;
	if (*field) {
		const unsigned int f = hm_field_find(e, field);

		if (!value || f == HM_FIELDS || e->field[f].kind == HM_TEXT ||
		    !field_constant(t, &e->field[f], value, &e->rule[e->rules].value))
			return "the condition is FIELD=VALUE, of a field of the event";
		e->rule[e->rules].field = (uint8_t)f;
	}
	e->rules++;
	return *word(&text) ? "extra text after state EVENT STATE [FIELD=VALUE]" : NULL;
}

static const char *event_line(struct hm_table *t, const char *first, char *text)
{
	const char *second = word(&text), *name = word(&text), *class = word(&text), *wrong;
	unsigned int id, length, next = 1;
	struct hm_event_type *e;
	char *field;

	if (!number(first, 1, HM_ID_SUMMARY - 1, &id))
		return "an identifier is a number from 1 to 254";
	if (!number(second, 2, HM_EVENT_BYTES, &length))
		return "the length is a number of bytes from 2 to 64";
	if (!*name || !*class)
		return "a line is IDENTIFIER LENGTH NAME CLASS [FIELD:TYPE]...";
	if (strlen(name) >= HM_NAME || strlen(class) >= HM_NAME)
		return "a name or class has up to 31 characters";
	if (!is_name(name) || !is_name(class))
		return "a name or class consists of printable ASCII characters";
	e = &t->type[id];
	if (e->length)
		return "this identifier occurs twice";
	e->length = (uint8_t)length;
	strcpy(e->name, name);
	strcpy(e->class_name, class);
	while (*(field = word(&text))) {
		wrong = field_word(t, e, field, &next);
		if (wrong)
			return wrong;
	}
	return NULL;
}

static const char *sent_line(struct hm_table *t, char *text)
{
	const char *how = word(&text), *more = word(&text);

	t->bytes = !strcmp(how, "bytes");
	t->sync = !strcmp(more, "sync");
	if (!t->bytes && strcmp(how, "words"))
		return "events are sent as words or as bytes";
	if ((*more && !t->sync) || *word(&text))
		return "extra text after \"sent words\" or \"sent bytes\", and \"sync\"";
	return NULL;
}

/* Reads a line. Returns NULL, or an error message. */
static const char *table_line(struct hm_table *t, char *text)
{
	const char *first = word(&text);

	if (!*first)
		return NULL;
	if (!strcmp(first, "enum"))
		return enum_line(t, text);
	if (!strcmp(first, "match"))
		return match_line(t, text);
	if (!strcmp(first, "state"))
		return state_line(t, text);
	if (!strcmp(first, "sent"))
		return sent_line(t, text);
	return event_line(t, first, text);
}

static int read_lines(struct hm_table *t, struct record_reader *r)
{
	char *text, line[LINE];
	size_t length;
	int n;

	while ((n = record_read_line(r, &text, &length)) == 1) {
		const char *hash = memchr(text, '#', length);

		if (hash)
			length = (size_t)(hash - text);
		if (length >= LINE)
			r->wrong = "line too long";
		else if (memchr(text, 0, length))
			r->wrong = "a character with code 0";
		if (r->wrong)
			return -EINVAL;
		memcpy(line, text, length);
		line[length] = 0;
		r->wrong = table_line(t, line);
		if (r->wrong)
			return -EINVAL;
	}
	if (!n && r->unended) {
		r->wrong = TEXTLINE_UNENDED;
		return -EINVAL;
	}
	return n;
}

static const struct hm_event_type summary = {
	.length = HM_SUMMARY_BYTES,
	.name = "summary",
	.class_name = "summary",
	.fields = 2,
	.field = {{.name = "event", .kind = HM_HEX, .offset = 1, .bytes = 1},
		  {.name = "count", .kind = HM_UNSIGNED, .offset = 2, .bytes = 2}}};

int hm_table_read(struct hm_table *t, const char *path, char *message, size_t size)
{
	struct record_reader *r = malloc(sizeof(*r));
	int err = r ? record_open(r, path) : -ENOMEM;

	memset(t, 0, sizeof(*t));
	t->type[HM_ID_SUMMARY] = summary;
	if (!r) {
		snprintf(message, size, "%s: %s", path, strerror(ENOMEM));
		return err;
	}
	if (!err)
		err = read_lines(t, r);
	if (err && size)
		record_message(r, err, message, size);
	record_close(r);
	free(r);
	return err;
}

/* ---- fields ---- */

unsigned int hm_field_find(const struct hm_event_type *type, const char *name)
{
	for (unsigned int i = 0; i < type->fields; i++)
		if (!strcmp(type->field[i].name, name))
			return i;
	return HM_FIELDS;
}

int64_t hm_field_value(const struct hm_event_field *f, const uint8_t *event)
{
	uint64_t v = 0;

	for (unsigned int i = f->bytes; i--;)
		v = v << 8 | event[f->offset + i];
	if (f->kind == HM_SIGNED && v >> (8 * f->bytes - 1))
		v -= UINT64_C(1) << 8 * f->bytes;
	return (int64_t)v;
}

const char *hm_enum_word(const struct hm_table *t, const struct hm_event_field *f,
			 int64_t value)
{
	const struct hm_enum *e = &t->words[f->words];

	for (unsigned int i = 0; f->kind == HM_ENUM && i < e->count; i++)
		if (e->word[i].value == value)
			return e->word[i].word;
	return NULL;
}

unsigned int hm_field_text(const struct hm_table *t, const struct hm_event_field *f,
			   const uint8_t *event, char text[HM_VALUE_TEXT])
{
	const char *label;
	unsigned int n = 0;
	int64_t v;

	if (f->kind == HM_TEXT) {
		while (n < f->bytes && event[f->offset + n]) {
			const char c = (char)event[f->offset + n];

			text[n++] = c > ' ' && c <= '~' ? c : '?';
		}
		text[n] = 0;
		return n;
	}
	v = hm_field_value(f, event);
	label = hm_enum_word(t, f, v);
	if (label)
		return (unsigned int)snprintf(text, HM_VALUE_TEXT, "%s", label);
	if (f->kind == HM_HEX)
		return (unsigned int)snprintf(text, HM_VALUE_TEXT, "0x%0*" PRIX64, 2 * f->bytes,
					      (uint64_t)v);
	if (f->kind != HM_SIGNED || v >= 0) {
		char digits[20], *begin = record_decimal(digits + sizeof(digits), (uint64_t)v);

		n = (unsigned int)(digits + sizeof(digits) - begin);
		memcpy(text, begin, n);
		text[n] = 0;
		return n;
	}
	return (unsigned int)snprintf(text, HM_VALUE_TEXT, "%" PRId64, v);
}

enum hm_node_state hm_event_state(const struct hm_event_type *type, const uint8_t *event)
{
	for (unsigned int i = 0; i < type->rules; i++)
		if (type->rule[i].field == HM_FIELDS ||
		    hm_field_value(&type->field[type->rule[i].field], event) ==
			    (int64_t)type->rule[i].value)
			return type->rule[i].state;
	return HM_UNKNOWN;
}
