/* SPDX-License-Identifier: Apache-2.0 */
#include "hmfilter.h"
#include "number.h"
#include "util.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONDITIONS 8u

static struct {
	uint64_t from, to;
	unsigned int nodes;
	const char *time_text, *node_text, *events;
	bool event[256];
	struct {
		char field[HM_NAME];
		const char *value;
		/* for each identifier: whether it has the field, the number of the field, and
		 * the value to match */
		struct {
			bool fits;
			uint8_t field;
			int64_t value;
		} of[256];
	} where[CONDITIONS];
	unsigned int conditions;
} filter = {.to = UINT64_MAX, .nodes = 0xFFFF};

/* ---- options ---- */

static uint64_t time_word(const char *text, size_t length, uint64_t missing)
{
	char word[40];
	uint64_t ns;

	if (!length)
		return missing;
	snprintf(word, sizeof(word), "%.*s", (int)length, text);
	if (length >= sizeof(word) || number_time(word, 1, &ns))
		util_usage("a time is a number with ns, us, ms or s", text);
	return ns;
}

static void take_time(const char *text)
{
	const char *comma = strchr(text, ',');

	if (!comma)
		util_usage("--time is FROM,TO", text);
	filter.time_text = text;
	filter.from = time_word(text, (size_t)(comma - text), 0);
	filter.to = time_word(comma + 1, strlen(comma + 1), UINT64_MAX);
	if (filter.from >= filter.to)
		util_usage("--time ends before it begins", text);
}

static void take_nodes(const char *text)
{
	const char *at = text;

	filter.node_text = text;
	filter.nodes = 0;
	do {
		uint64_t first, last;
		char *end;

		if (number_read(at, &end, &first) || first >= HM_NODES)
			util_usage("a node is a number from 0 to 15", text);
		last = first;
		if (*end == '-' &&
		    (number_read(end + 1, &end, &last) || last >= HM_NODES || last < first))
			util_usage("a node is a number from 0 to 15", text);
		for (; first <= last; first++)
			filter.nodes |= 1u << first;
		if (*end && *end != ',')
			util_usage("a list of nodes is 0-3,7", text);
		at = *end ? end + 1 : NULL;
	} while (at);
}

bool hmfilter_option(int c, const char *arg)
{
	const char *equals;

	switch (c) {
	case HMFILTER_TIME:
		take_time(arg);
		return true;
	case HMFILTER_NODE:
		take_nodes(arg);
		return true;
	case HMFILTER_EVENT:
		filter.events = arg;
		return true;
	case HMFILTER_WHERE:
		equals = strchr(arg, '=');
		if (!equals || equals == arg || equals - arg >= HM_NAME)
			util_usage("--where is FIELD=VALUE", arg);
		if (filter.conditions == CONDITIONS)
			util_usage("--where may come up to 8 times", arg);
		snprintf(filter.where[filter.conditions].field, HM_NAME, "%.*s",
			 (int)(equals - arg), arg);
		filter.where[filter.conditions++].value = equals + 1;
		return true;
	}
	return false;
}

/* ---- with the table ---- */

static void resolve_events(const struct hm_table *table)
{
	const char *at = filter.events;

	while (at) {
		const size_t length = strcspn(at, ",");
		bool found = false;
		char *end;
		uint64_t id;

		if (!number_read(at, &end, &id) && end == at + length && id && id < 256 &&
		    table->type[id].length)
			found = filter.event[id] = true;
		for (id = 1; id < 256; id++) {
			const char *name = table->type[id].name;

			if (table->type[id].length && strlen(name) == length &&
			    !strncmp(name, at, length))
				found = filter.event[id] = true;
		}
		if (!found)
			util_usage("--event: no such event in the table", at);
		at = at[length] ? at + length + 1 : NULL;
	}
}

/* Reads the value of a condition: a number, or a word of the enumeration. */
static bool condition_value(const struct hm_table *table, const struct hm_event_field *f,
			    const char *text, int64_t *value)
{
	uint64_t size;
	char *end;

	if (!number_read(text + (*text == '-'), &end, &size) && !*end && size <= INT64_MAX) {
		*value = *text == '-' ? -(int64_t)size : (int64_t)size;
		return true;
	}
	for (unsigned int i = 0; f->kind == HM_ENUM && i < table->words[f->words].count; i++)
		if (!strcmp(table->words[f->words].word[i].word, text)) {
			*value = table->words[f->words].word[i].value;
			return true;
		}
	return false;
}

static void resolve_condition(const struct hm_table *table, unsigned int i)
{
	bool found = false, right = false;

	for (unsigned int id = 1; id < 256; id++) {
		const struct hm_event_type *t = &table->type[id];
		const unsigned int k = hm_field_find(t, filter.where[i].field);

		if (!t->length || k == HM_FIELDS)
			continue;
		found = true;
		filter.where[i].of[id].field = (uint8_t)k;
		filter.where[i].of[id].fits =
			t->field[k].kind == HM_TEXT ||
			condition_value(table, &t->field[k], filter.where[i].value,
					&filter.where[i].of[id].value);
		right |= filter.where[i].of[id].fits;
	}
	if (!found)
		util_usage("--where: no event has this field", filter.where[i].field);
	if (!right)
		util_usage("--where: no value of this field", filter.where[i].value);
}

void hmfilter_resolve(const struct hm_table *table)
{
	if (!filter.events && !filter.conditions)
		return;
	if (!table)
		util_usage("--event and --where require a table (-e)", NULL);
	resolve_events(table);
	for (unsigned int i = 0; i < filter.conditions; i++)
		resolve_condition(table, i);
}

void hmfilter_no_events(const char *what)
{
	if (filter.events || filter.conditions)
		util_usage("--event and --where do not select the data of", what);
}

/* ---- use ---- */

bool hmfilter_active(void)
{
	return filter.time_text || filter.node_text || filter.events || filter.conditions;
}

uint64_t hmfilter_from(void)
{
	return filter.from;
}

uint64_t hmfilter_to(void)
{
	return filter.to;
}

bool hmfilter_node(unsigned int node)
{
	return node < HM_NODES && filter.nodes >> node & 1;
}

bool hmfilter_contents(const struct hm_event *e)
{
	const uint8_t id = e->data[0];

	if (!hmfilter_ns(e->ns) || (filter.events && !filter.event[id]))
		return false;
	for (unsigned int i = 0; i < filter.conditions; i++) {
		const struct hm_event_field *f = &e->type->field[filter.where[i].of[id].field];
		char text[HM_VALUE_TEXT];

		if (!filter.where[i].of[id].fits)
			return false;
		if (f->kind == HM_TEXT) {
			hm_field_text(NULL, f, e->data, text);
			if (strcmp(text, filter.where[i].value) != 0)
				return false;
		} else if (hm_field_value(f, e->data) != filter.where[i].of[id].value) {
			return false;
		}
	}
	return true;
}

bool hmfilter_event(const struct hm_event *e)
{
	return hmfilter_node(e->node) && hmfilter_contents(e);
}

bool hmfilter_message(const struct hm_event *e, unsigned int from, unsigned int to)
{
	return hmfilter_contents(e) && (hmfilter_node(from) || hmfilter_node(to));
}

bool hmfilter_frame(uint32_t out[HM_COMPACT_WORDS], const uint32_t *w, bool compact,
		    uint64_t ns)
{
	const uint32_t *data = w + 1 + hm_compact_stamped(w[0]);
	unsigned int n = 0;
	uint32_t vector;

	if (!compact && hm_is_mark(w)) {
		memcpy(out, w, HM_FRAME_WORDS * sizeof(*w));
		return true;
	}
	if (!hmfilter_ns(ns))
		return false;
	if (!compact) {
		memcpy(out, w, HM_FRAME_WORDS * sizeof(*w));
		out[2] = w[2] & filter.nodes;
		for (unsigned int node = 0; node < HM_NODES; node++)
			if (!(out[2] >> node & 1))
				out[node < 8] &= ~(UINT32_C(15) << 4 * (node & 7));
		return out[2];
	}
	vector = hm_compact_vector(w[0]) & filter.nodes;
	out[n++] = (w[0] & UINT32_C(1) << 31) | hm_ones(vector) << 16 | vector;
	if (hm_compact_stamped(w[0]))
		out[n++] = w[1];
	for (unsigned int v = hm_compact_vector(w[0]); v; v &= v - 1, data++)
		if (vector & v & -v)
			out[n++] = *data;
	return vector;
}

void hmfilter_comment(const char *prefix)
{
	if (filter.time_text)
		util_print("%sonly: time %s", prefix, filter.time_text);
	if (filter.node_text)
		util_print("%sonly: nodes %s", prefix, filter.node_text);
	if (filter.events)
		util_print("%sonly: events %s", prefix, filter.events);
	for (unsigned int i = 0; i < filter.conditions; i++)
		util_print("%sonly: %s=%s", prefix, filter.where[i].field,
			   filter.where[i].value);
}
