/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Event tables of HYPERMON, and software recordings of a node's memory. A table that was read
 * is printed and read again, which must give the same table. An error must name a line of the
 * file. The input is also read as a recording: its events must lie within it and have the
 * lengths of the table, and their times must not decrease.
 */
#include "fuzz.h"
#include "hm_decode.h"
#include <errno.h>
#include <string.h>

static struct hm_table table, again;

static int read_table(struct hm_table *t, const void *text, size_t size, char *message)
{
	char path[32];
	int fd = fuzz_file(text, size, path), err;

	*message = 0;
	err = hm_table_read(t, path, message, 256);
	close(fd);
	return err;
}

static void print_event(FILE *out, const struct hm_table *t, unsigned int id)
{
	static const char types[HM_TEXT] = {'u', 'i', 'x'};
	const struct hm_event_type *e = &t->type[id];

	fprintf(out, "0x%X %u %s %s", id, e->length, e->name, e->class_name);
	for (unsigned int i = 0; i < e->fields; i++) {
		const struct hm_event_field *f = &e->field[i];

		fprintf(out, " %s:", f->name);
		if (f->kind == HM_TEXT)
			fprintf(out, "text%u", f->bytes);
		else if (f->kind == HM_ENUM)
			fputs(t->words[f->words].name, out);
		else
			fprintf(out, "%c%u", types[f->kind], 8u * f->bytes);
		fprintf(out, "@%u%s%s", f->offset, *f->unit ? "," : "", f->unit);
	}
	fputc('\n', out);
}

static char *print(const struct hm_table *t, size_t *size)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, size);

	FUZZ_CHECK(out);
	fprintf(out, "sent %s%s\n", t->bytes ? "bytes" : "words", t->sync ? " sync" : "");
	for (unsigned int i = 0; i < t->enums; i++) {
		fprintf(out, "enum %s", t->words[i].name);
		for (unsigned int k = 0; k < t->words[i].count; k++)
			fprintf(out, " %u=%s", t->words[i].word[k].value,
				t->words[i].word[k].word);
		fputc('\n', out);
	}
	for (unsigned int id = 1; id < HM_ID_SUMMARY; id++)
		if (t->type[id].length)
			print_event(out, t, id);
	fclose(out);
	return text;
}

/* Removes the rules of match and state lines; they cannot be printed again, because names need
 * not be unique. */
static void forget_rules(struct hm_table *t)
{
	for (unsigned int id = 1; id < HM_ID_SUMMARY; id++) {
		struct hm_event_type *e = &t->type[id];

		FUZZ_CHECK(e->rules <= HM_RULES && e->fields <= HM_FIELDS);
		FUZZ_CHECK(!e->role || t->type[e->other].other == id);
		e->role = HM_NO_MESSAGE;
		e->rules = e->other = e->peer = e->type = e->size = 0;
		memset(e->rule, 0, sizeof(e->rule));
	}
}

/* Checks that every field of every event lies within it and has a text. */
static void texts(const struct hm_table *t, const uint8_t *data, size_t size)
{
	uint8_t event[HM_EVENT_BYTES] = {0};
	char text[HM_VALUE_TEXT];

	memcpy(event, data, size < sizeof(event) ? size : sizeof(event));
	for (unsigned int id = 1; id < HM_ID_SUMMARY; id++)
		for (unsigned int i = 0; i < t->type[id].fields; i++) {
			const struct hm_event_field *f = &t->type[id].field[i];

			FUZZ_CHECK(f->offset && f->offset + f->bytes <= t->type[id].length);
			FUZZ_CHECK(hm_field_text(t, f, event, text) == strlen(text));
		}
}

static void recording(const uint8_t *data, size_t size)
{
	struct hm_soft_reader r = {.buffer = data, .used = size, .table = &table};
	const uint8_t *event;
	unsigned int length;
	uint64_t us = 0;
	int n;

	while ((n = hm_soft_next(&r, &event, &length)) == 1) {
		FUZZ_CHECK(event >= data + 2 && event + length <= data + size);
		FUZZ_CHECK(length == table.type[event[0]].length && r.us >= us);
		us = r.us;
	}
	FUZZ_CHECK(n == 0 || n == -EINVAL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char message[256], *text;
	size_t n;
	int err = read_table(&table, data, size, message);

	if (err) {
		/* damaged gzip and zstd data have their own error values */
		FUZZ_CHECK(err == -EINVAL || err == -EBADMSG || err == -ENODATA);
		FUZZ_CHECK(strchr(message, ':'));
		memset(&table, 0, sizeof(table));
		for (unsigned int id = 1; id < 100; id++)
			table.type[id].length = (uint8_t)(2 + id % 12);
	} else {
		forget_rules(&table);
		texts(&table, data, size);
		text = print(&table, &n);
		FUZZ_CHECK(read_table(&again, text, n, message) == 0);
		FUZZ_CHECK(!memcmp(&table, &again, sizeof(table)));
		free(text);
	}
	recording(data, size);
	return 0;
}
