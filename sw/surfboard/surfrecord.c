/* SPDX-License-Identifier: Apache-2.0 */
#include "surfrecord.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- fields ---- */

void trace_unpack(const uint32_t w[4], struct trace_fields *f)
{
	*f = (struct trace_fields){
		.rxtime = trace_rxtime(w),
		.latency = trace_latency(w),
		.addr = trace_addr(w),
		.size = (uint16_t)trace_size(w),
		.sender = (uint8_t)trace_sender(w),
		.category = (uint8_t)trace_category(w),
		.color = (uint8_t)trace_color(w),
		.presence = (uint8_t)trace_presence(w),
		.be = (uint8_t)trace_be(w),
		.overflow = trace_overflow(w),
		.underflow = trace_underflow(w),
		.irq = trace_irq(w),
	};
}

void trace_pack(const struct trace_fields *f, uint32_t w[4])
{
	w[0] = (f->sender & 0x3Fu) << 26 | (uint32_t)f->overflow << 25 |
	       (uint32_t)f->underflow << 24 | (f->latency & 0xFFFFFFu);
	w[1] = (f->category & 0xFu) << 28 | (f->size & 0x3FFu) << 18 |
	       (f->color & 0x3Fu) << 12 | (uint32_t)(f->rxtime >> 32 & 0xFFF);
	w[2] = (uint32_t)f->rxtime;
	w[3] = (uint32_t)f->irq << 31 | (f->presence & 3u) << 29 |
	       (f->addr >> 2 & 0x1FFFFFFu) << 4 | (f->be & 0xFu);
}

/* ---- records ---- */

int record_read_trace(struct record_reader *r, struct trace_record *t)
{
	uint32_t value[5];
	int n = record_read_hex(r, value, 4, "trace");

	if (n == 1) {
		t->index = value[0];
		memcpy(t->word, value + 1, sizeof(t->word));
	}
	return n;
}

int record_read_hist(struct record_reader *r, struct hist_record *h)
{
	uint32_t value[2];
	int n = record_read_hex(r, value, 1, "histogram");

	if (n == 1) {
		h->bin = value[0];
		h->count = value[1];
	}
	return n;
}

void trace_entry_unpack(uint32_t index, const uint32_t w[4], struct trace_entry *e)
{
	e->index = index;
	e->words = trace_words(w);
	trace_unpack(w, &e->f);
}

int record_read_entries(struct record_reader *r, struct trace_entry *entries, size_t n,
			size_t *got)
{
	struct trace_record t;
	int err = 1;

	for (*got = 0; *got < n && (err = record_read_trace(r, &t)) == 1; ++*got)
		trace_entry_unpack(t.index, t.word, &entries[*got]);
	return err;
}

int record_read_bins(struct record_reader *r, struct hist_record *bins, size_t n, size_t *got)
{
	int err = 1;

	for (*got = 0; *got < n && (err = record_read_hist(r, &bins[*got])) == 1; ++*got)
		;
	return err;
}

int record_write_trace(struct record_writer *w, const struct trace_record *t)
{
	return record_write_hex(w, t->index, t->word, 4);
}

int record_write_hist(struct record_writer *w, const struct hist_record *h)
{
	return record_write_hex(w, h->bin, &h->count, 1);
}

/* ---- header lines ---- */

static unsigned int hex_value(char c)
{
	return (unsigned int)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
}

#define UNKNOWN "unknown" /* a clock */

static bool blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

/* Parses a line "NAME: VALUE@after"; returns whether it is one, with the value or -EINVAL. */
static int header_value(const char *line, const char *name, unsigned int base,
			const char *after, uint64_t max, uint64_t *value)
{
	const size_t n = strlen(name);
	const char *p = line + n;

	if (strncmp(line, name, n) || *p++ != ':')
		return 0;
	while (*p == ' ')
		p++;
	if (!isxdigit((unsigned char)*p))
		return -EINVAL;
	for (*value = 0; isxdigit((unsigned char)*p); p++) {
		const unsigned int digit = hex_value(*p);

		if (digit >= base || *value > (max - digit) / base)
			return -EINVAL;
		*value = *value * base + digit;
	}
	return strcmp(p, after) ? -EINVAL : 1;
}

/* Parses a line "latency unit: NUMBER ns" or "... ticks"; returns whether it is one, with the
 * number or -EINVAL. */
static int latency_unit(const char *line, struct record_info *info)
{
	static const char name[] = "latency unit:";
	char *end;
	double unit;

	if (strncmp(line, name, strlen(name)))
		return 0;
	line += strlen(name) + strspn(line + strlen(name), " ");
	unit = strtod(line, &end);
	if (strspn(line, "0123456789.") != (size_t)(end - line) || !isfinite(unit) || unit <= 0)
		return -EINVAL;
	if (!strcmp(end, " ns"))
		info->latency_ns = unit;
	else if (!strcmp(end, " ticks"))
		info->latency_ticks = unit;
	else
		return -EINVAL;
	return 1;
}

bool record_info_begins(const char *text, size_t length)
{
	static const char file[] = "file:";

	while (length && blank(*text)) {
		text++;
		length--;
	}
	return length >= strlen(file) && !memcmp(text, file, strlen(file));
}

void record_info_next(struct record_info *info)
{
	*info = (struct record_info){.lost = info->lost, .lost_more = info->lost_more};
}

bool record_info_same(const struct record_info *a, const struct record_info *b)
{
	return record_clock_hz(a) == record_clock_hz(b) &&
	       record_latency_ns(a) == record_latency_ns(b) && a->phase_bits == b->phase_bits;
}

int record_info_line(struct record_info *info, const char *text, size_t length)
{
	static const char lost[] = "lost " RECORD_LOST_PACKETS;
	char line[80];
	uint64_t v;
	int n;

	while (length && blank(*text)) {
		text++;
		length--;
	}
	while (length && blank(text[length - 1]))
		length--;
	if (length >= sizeof(line) || memchr(text, 0, length))
		return 0;
	memcpy(line, text, length);
	line[length] = 0;
	if (!strcmp(line, "clock: " UNKNOWN)) {
		n = -ENODATA;
	} else if ((n = header_value(line, "clock", 10, " Hz", RECORD_CLOCK_MAX, &v))) {
		if (n > 0 && v == 0)
			n = -EINVAL;
		if (n > 0)
			info->clock_hz = v;
	} else if ((n = latency_unit(line, info))) {
		/* stored, or wrong */
	} else if ((n = header_value(line, "trigger", 16, "", RECORD_INDEX_MAX, &v))) {
		if (n > 0) {
			info->triggered = true;
			info->trigger = (uint32_t)v;
		}
	} else if ((n = header_value(line, "phase bits", 16, "", 0xFF, &v))) {
		if (n > 0)
			info->phase_bits = (uint8_t)v;
	} else if ((n = header_value(line, lost, 10, "", UINT32_MAX, &v))) {
		if (n < 0 && (n = header_value(line, lost, 10, " or more", UINT32_MAX, &v)) > 0)
			info->lost_more = true;
		if (n > 0)
			info->lost += v;
	}
	return n;
}

void record_joined_next(struct record_joined *j)
{
	record_info_next(&j->info);
	j->held = false;
	j->changed = true;
}

int record_joined_line(struct record_joined *j, const char *text, size_t length, bool *begins)
{
	const bool file = record_info_begins(text, length);
	int got;

	*begins = file && j->held;
	if (*begins)
		record_joined_next(j);
	j->held |= file;
	got = record_info_line(&j->info, text, length);
	j->changed |= got > 0;
	return got;
}

bool record_joined_record(struct record_joined *j)
{
	const bool changed = j->changed;

	if (!j->begun)
		j->first = j->info;
	j->begun = j->held = true;
	j->changed = false;
	return !changed || record_info_same(&j->info, &j->first);
}

uint64_t record_clock_hz(const struct record_info *info)
{
	return info->clock_hz ? info->clock_hz : RECORD_CLOCK_HZ;
}

double record_unit_ticks(uint32_t lat_s)
{
	return (double)(UINT64_C(1) << 2 * (lat_s < 20 ? lat_s : 20));
}

double record_unit_ns(uint64_t clock_hz, uint32_t lat_s)
{
	return 1e9 * record_unit_ticks(lat_s) / (double)clock_hz;
}

double record_latency_ns(const struct record_info *info)
{
	if (info->latency_ns > 0)
		return info->latency_ns;
	return 1e9 * (info->latency_ticks > 0 ? info->latency_ticks : 1) /
	       (double)record_clock_hz(info);
}

int record_write_header(struct record_writer *w, const char *kind,
			const struct record_header *h)
{
	char number[48];

	record_write_field(w, "file", kind);
	record_write_check(w);
	if (h->board)
		record_write_field(w, "board", h->board);
	if (h->configuration)
		record_write_field(w, "configuration", h->configuration);
	if (h->clock_hz) {
		snprintf(number, sizeof(number), "%" PRIu64 " Hz", h->clock_hz);
		record_write_field(w, "clock", number);
	} else if (h->clock_unknown) {
		record_write_field(w, "clock", UNKNOWN);
	}
	if (h->latency_ns > 0) {
		snprintf(number, sizeof(number), "%.15g ns", h->latency_ns);
		record_write_field(w, "latency unit", number);
	} else if (h->latency_ticks > 0) {
		snprintf(number, sizeof(number), "%.15g ticks", h->latency_ticks);
		record_write_field(w, "latency unit", number);
	}
	if (h->trigger) {
		snprintf(number, sizeof(number), "%06" PRIX32, *h->trigger);
		record_write_field(w, "trigger", number);
	}
	if (h->phase_bits) {
		snprintf(number, sizeof(number), "%02" PRIX8, h->phase_bits);
		record_write_field(w, "phase bits", number);
	}
	if (h->seed) {
		snprintf(number, sizeof(number), "%" PRIu64, *h->seed);
		record_write_field(w, "seed", number);
	}
	for (unsigned int i = 0; i < h->losses; i++) {
		char name[64];

		snprintf(name, sizeof(name), "lost %s", h->loss[i].what);
		snprintf(number, sizeof(number), "%" PRIu64 "%s", h->loss[i].count,
			 h->loss[i].more ? " or more" : "");
		record_write_field(w, name, number);
	}
	return w->err;
}
