/* SPDX-License-Identifier: Apache-2.0 */
#include "hm_trace.h"
#include "hm_decode.h"
#include "hmlib.h"
#include "le.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- reader ---- */

static int set_error(struct hm_trace *t, const char *what)
{
	t->wrong = what;
	t->over = true;
	return -EINVAL;
}

/* Fills the buffer with at least @size bytes. Returns 1, 0 if fewer are left, or a negative
 * errno value. */
static int fill(struct hm_trace *t, size_t size)
{
	while (t->limit - t->used < size && !t->end) {
		ssize_t n;

		memmove(t->buf, t->buf + t->used, t->limit - t->used);
		t->limit -= t->used;
		t->used = 0;
		n = check_read(&t->check, t->buf + t->limit, sizeof(t->buf) - t->limit);
		if (n == -EILSEQ)
			return set_error(t, CHECK_DAMAGED);
		if (n < 0)
			return (int)n;
		t->end = n == 0;
		t->limit += (size_t)n;
	}
	return t->limit - t->used >= size;
}

static int read_header(struct hm_trace *t)
{
	int n = fill(t, HM_HEADER_BYTES);

	if (n < 0)
		return n;
	if (!n)
		return set_error(t, "the file ends within the header");
	n = hm_header_get(&t->header, (const char *)t->buf, &t->line, &t->wrong);
	if (n)
		return set_error(t, t->wrong);
	t->used = t->offset = HM_HEADER_BYTES;
	t->known = !t->header.at_end;
	return 0;
}

/* Stores the words at the end of the recording in the header. */
static void take_end(struct hm_trace *t, uint32_t status, uint32_t lost)
{
	t->header.status =
		status & (HM_STATUS_LATE | HM_STATUS_NODE | HM_STATUS_VEC | HM_STATUS_FRAME);
	t->header.lost = lost;
	t->known = true;
}

/* Reads the end of an uncompressed file in advance. */
static void look_ahead(struct hm_trace *t)
{
	const off_t after = t->header.checked ? CHECK_LINE : 0;
	uint8_t b[16];
	struct stat st;

	if (t->header.compact || t->input.unpack || fstat(t->input.fd, &st) ||
	    !S_ISREG(st.st_mode) || (st.st_size - after - (off_t)HM_HEADER_BYTES) % 16 ||
	    pread(t->input.fd, b, 16, st.st_size - after - 16) != 16 || get_le64(b + 8))
		return;
	take_end(t, get_le32(b), get_le32(b + 4));
}

int hm_trace_open_source(struct hm_trace *t, const char *name, record_source *source, void *arg)
{
	*t = (struct hm_trace){
		.name = name, .check = {.source = source, .arg = arg}, .input.fd = -1};
	return read_header(t);
}

int hm_trace_open(struct hm_trace *t, const char *path)
{
	int err;

	*t = (struct hm_trace){.name = strcmp(path, "-") ? path : "standard input",
			       .check = {.source = input_read, .arg = &t->input},
			       .input.fd = -1};
	err = input_open(&t->input, path);
	if (!err)
		err = read_header(t);
	if (!err && !t->known && strcmp(path, "-"))
		look_ahead(t);
	return err;
}

void hm_trace_close(struct hm_trace *t)
{
	if (t->input.fd >= 0)
		input_close(&t->input);
	t->input.fd = -1;
}

static int trace_end(struct hm_trace *t)
{
	if (t->limit > t->used)
		return set_error(t, "the file ends within a frame");
	if (!t->header.at_end && (!t->header.counted || t->frames == t->header.frames))
		return t->header.checked && !t->check.found ? set_error(t, CHECK_CUT) : 0;
	if (!t->header.at_end)
		return set_error(t, t->frames < t->header.frames
					    ? "the file ends before the last frame"
					    : "there are more frames than were recorded");
	return set_error(t, "the end of the recording is missing: what was lost is not known");
}

/* Checks the file after the words at the end of the recording. */
static int recording_end(struct hm_trace *t)
{
	const uint8_t *p = t->buf + t->used;
	const unsigned int at = t->header.compact ? 4 : 0;
	int n;

	if (!t->header.at_end)
		return set_error(t, "a frame without a node");
	take_end(t, get_le32(p + at), get_le32(p + at + 4));
	t->used += 4 * HM_END_WORDS(t->header.compact);
	t->offset += 4 * HM_END_WORDS(t->header.compact);
	t->over = true;
	n = fill(t, 1);
	if (!n && t->header.checked && !t->check.found)
		return set_error(t, CHECK_CUT);
	return n > 0 ? set_error(t, "there are data after the end of the recording") : n;
}

/* Returns the number of words of the next frame; 0 at the end of the recording. */
static unsigned int next_size(const struct hm_trace *t)
{
	const uint8_t *p = t->buf + t->used;
	const uint32_t w0 = get_le32(p);

	if (t->header.compact)
		return w0 ? hm_compact_words(w0) : 0;
	return get_le32(p + 8) ? HM_FRAME_WORDS : 0;
}

int hm_trace_read(struct hm_trace *t, const uint32_t **words)
{
	const size_t first = t->header.compact ? 4 : 16;
	unsigned int size, vector;
	int n;

	if (t->over)
		return 0;
	n = fill(t, first);
	if (n <= 0)
		return n ? n : trace_end(t);
	size = next_size(t);
	n = fill(t, 4 * (size ? size : HM_END_WORDS(t->header.compact)));
	if (n <= 0)
		return n ? n : trace_end(t);
	if (!size)
		return recording_end(t);
	if (size > HM_COMPACT_WORDS)
		return set_error(t, "a frame of more than 16 words");
	for (unsigned int i = 0; i < size; i++)
		t->word[i] = get_le32(t->buf + t->used + 4 * i);
	vector = t->header.compact ? hm_compact_vector(t->word[0]) : t->word[2];
	if (t->header.marks && hm_is_mark(t->word)) {
		vector &= ~HM_MARK;
		if (!vector)
			return set_error(t, "a mark of loss without a node");
	}
	if (vector >> t->header.nodes)
		return set_error(t, "a frame of a node that the board does not have");
	if (t->header.compact && (!vector || hm_ones(vector) != (t->word[0] >> 16 & 0x7FFF)))
		return set_error(t, "the number of words of a frame does not fit its vector");
	t->used += 4 * size;
	t->offset += 4 * size;
	t->frames++;
	*words = t->word;
	return 1;
}

char *hm_trace_message(const struct hm_trace *t, int err, char *text, size_t size)
{
	if (err != -EINVAL || !t->wrong)
		snprintf(text, size, "%s: %s", t->name,
			 t->check.source == input_read ? input_reason(err) : strerror(-err));
	else if (t->line)
		snprintf(text, size, "%s:%u: %s", t->name, t->line, t->wrong);
	else
		snprintf(text, size, "%s: offset %" PRIu64 ": %s", t->name, t->offset,
			 t->wrong);
	return text;
}

/* ---- writer ---- */

static void put_header(char text[HM_HEADER_BYTES], const struct hm_header *h)
{
	struct hm_header checked = *h;

	checked.checked = true;
	hm_header_put(text, &checked);
}

int hm_trace_begin(struct record_writer *w, int fd, const struct hm_header *h)
{
	char text[HM_HEADER_BYTES];

	put_header(text, h);
	record_writer_open(w, fd);
	record_write_text(w, text, sizeof(text));
	record_flush(w);
	/* checksum of the data after the header, because the header may change */
	w->check = (struct check){0, 0};
	return w->err;
}

int hm_trace_write(struct record_writer *w, const uint32_t *words, size_t n)
{
	uint8_t b[4 * HM_COMPACT_WORDS];
	int err = 0;

	while (!err && n) {
		const size_t k = n < HM_COMPACT_WORDS ? n : HM_COMPACT_WORDS;

		for (size_t i = 0; i < k; i++)
			put_le32(b + 4 * i, words[i]);
		err = record_write_text(w, (const char *)b, 4 * k);
		words += k;
		n -= k;
	}
	return err;
}

int hm_trace_end(struct record_writer *w, int fd, const struct hm_header *h)
{
	const uint32_t base[] = {h->status, h->lost, 0, 0}, compact[] = {0, h->status, h->lost};
	char text[HM_HEADER_BYTES], line[CHECK_LINE];
	struct check check = {0, 0};
	int err;

	if (h->at_end)
		hm_trace_write(w, h->compact ? compact : base, HM_END_WORDS(h->compact));
	record_flush(w);
	put_header(text, h);
	check_add(&check, text, sizeof(text));
	check_append(&check, &w->check);
	check_end_line(&check, line);
	record_write_text(w, line, sizeof(line));
	err = record_flush(w);
	if (err || h->at_end)
		return err;
	for (size_t at = 0; at < sizeof(text);) {
		const ssize_t n = pwrite(fd, text + at, sizeof(text) - at, (off_t)at);

		if (n < 0)
			return -errno;
		at += (size_t)n;
	}
	return 0;
}
