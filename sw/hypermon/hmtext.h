/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HMTEXT_H
#define HMTEXT_H
/* Fast formatting of lines of text about frames and events, of less than 1024 characters. */
#include "hm_decode.h"
#include "record.h"
#include <string.h>

struct hm_text {
	char text[1024];
	size_t used;
};

static inline void text_char(struct hm_text *t, char c)
{
	t->text[t->used++] = c;
}

static inline void text_put(struct hm_text *t, const char *s)
{
	const size_t n = strlen(s);

	memcpy(t->text + t->used, s, n);
	t->used += n;
}

static inline void text_decimal(struct hm_text *t, uint64_t value)
{
	char digits[20], *begin = record_decimal(digits + sizeof(digits), value);
	const size_t n = (size_t)(digits + sizeof(digits) - begin);

	memcpy(t->text + t->used, begin, n);
	t->used += n;
}

static inline void text_hex(struct hm_text *t, uint32_t value, unsigned int digits)
{
	while (digits--)
		text_char(t, "0123456789ABCDEF"[value >> 4 * digits & 15]);
}

/* Appends "NAME CLASS FIELD=VALUE...", the end of the line of an event; for an event without
 * fields "NAME CLASS BYTES...". */
static inline void text_event(struct hm_text *t, const struct hm_table *table,
			      const struct hm_event *e)
{
	text_put(t, e->type->name);
	text_char(t, ' ');
	text_put(t, e->type->class_name);
	if (e->probable)
		text_put(t, " probable");
	for (unsigned int i = 0; i < e->type->fields; i++) {
		const struct hm_event_field *f = &e->type->field[i];

		text_char(t, ' ');
		text_put(t, f->name);
		text_char(t, '=');
		t->used += hm_field_text(table, f, e->data, t->text + t->used);
	}
	for (unsigned int i = 0; !e->type->fields && i < e->length; i++) {
		text_char(t, ' ');
		text_hex(t, e->data[i], 2);
	}
}

/* Writes the line and empties it. */
static inline void text_line(struct hm_text *t, struct record_writer *w)
{
	text_char(t, '\n');
	record_write_text(w, t->text, t->used);
	t->used = 0;
}

#endif
