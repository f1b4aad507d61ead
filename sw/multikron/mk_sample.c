/* SPDX-License-Identifier: Apache-2.0 */
#include "mk_sample.h"
#include "le.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- one sample ---- */

void mk_sample_decode(const uint8_t *bytes, struct mk_sample *s)
{
	const uint8_t header = bytes[0];

	*s = (struct mk_sample){
		.resource = header & MK_HEADER_RESOURCE,
		.lost = header & MK_HEADER_LOST,
		.cpu = header >> 4 & 7,
		.address = header & 7,
		.timestamp = get_le64(bytes) >> 8,
		.source = get_le32(bytes + 8),
		.data = get_le64(bytes + 12),
	};
	for (unsigned int i = 0; s->resource && i < MK_COUNTERS; i++)
		s->counter[i] = get_le32(bytes + MK_TRACE_BYTES + 4 * i);
}

size_t mk_sample_encode(const struct mk_sample *s, uint8_t *bytes)
{
	const unsigned int header = (s->resource ? MK_HEADER_RESOURCE : 0) | (s->cpu & 7) << 4 |
				    (s->lost ? MK_HEADER_LOST : 0) | (s->address & 7);

	put_le64(bytes, s->timestamp << 8 | header);
	put_le32(bytes + 8, s->source);
	put_le64(bytes + 12, s->data);
	for (unsigned int i = 0; s->resource && i < MK_COUNTERS; i++)
		put_le32(bytes + MK_TRACE_BYTES + 4 * i, s->counter[i]);
	return mk_sample_bytes(bytes[0]);
}

/* ---- a ring of samples ---- */

#define TORN (MK_RESOURCE_BYTES - 4) /* bytes of an incomplete sample, at most */

static uint64_t stamp(const uint8_t *bytes, size_t at)
{
	return get_le64(bytes + at) >> 8;
}

/* Counts how often the timestamp decreases in the samples from @at on; returns SIZE_MAX if the
 * samples do not end at @end or if there are more than @most decreases. */
static size_t steps_back(const uint8_t *bytes, size_t at, size_t end, size_t most)
{
	uint64_t last = 0;
	size_t steps = 0;

	while (at < end) {
		if (end - at < MK_TRACE_BYTES)
			return SIZE_MAX;
		steps += stamp(bytes, at) < last;
		if (steps > most)
			return SIZE_MAX;
		last = stamp(bytes, at);
		at += mk_sample_bytes(bytes[at]);
		if (at > end)
			return SIZE_MAX;
	}
	return steps;
}

/* Returns the longest time between two successive samples from @at on. */
static uint64_t longest_pause(const uint8_t *bytes, size_t at, size_t end)
{
	uint64_t longest = 0, last = at < end ? stamp(bytes, at) : 0;

	for (; at < end; at += mk_sample_bytes(bytes[at])) {
		const uint64_t now = stamp(bytes, at);

		if (now > last && now - last > longest)
			longest = now - last;
		last = now;
	}
	return longest;
}

static bool has_resource(const uint8_t *bytes, size_t at, size_t end)
{
	for (; at < end; at += mk_sample_bytes(bytes[at]))
		if (bytes[at] & MK_HEADER_RESOURCE)
			return true;
	return false;
}

/*
 * Skips data that may be counters. The end of a resource sample consists of counters, which can
 * look like trace samples. If the stream has resource samples, the bytes that could belong to
 * one are skipped; otherwise everything before a pause that is longer than all later ones is
 * skipped.
 */
static size_t skip_counters(const uint8_t *bytes, size_t at, size_t end)
{
	size_t first = at, later = at, next;
	uint64_t longest;

	while (later < end && later <= TORN)
		later += mk_sample_bytes(bytes[later]);
	if (later >= end)
		return first;
	if (has_resource(bytes, at, end))
		return later;
	longest = longest_pause(bytes, later, end);
	for (; at < later; at = next) {
		next = at + mk_sample_bytes(bytes[at]);
		if (stamp(bytes, next) - stamp(bytes, at) > longest)
			first = next;
	}
	return first;
}

int mk_samples_align(const uint8_t *bytes, size_t words)
{
	size_t best = SIZE_MAX - 1, place = SIZE_MAX;

	for (size_t at = 0; at <= TORN && at < 4 * words; at += 4) {
		const size_t steps = steps_back(bytes, at, 4 * words, best);

		if (steps < best) {
			best = steps;
			place = at;
		}
	}
	if (place == SIZE_MAX)
		return -EBADMSG;
	return (int)(skip_counters(bytes, place, 4 * words) / 4);
}

/* ---- files ---- */

int mk_reader_open(struct mk_reader *r, const char *path)
{
	const bool in = !strcmp(path, "-");

	r->name = in ? "standard input" : path;
	r->offset = r->at = 0;
	r->end = UINT64_MAX;
	r->first = r->have = 0;
	r->files = 0;
	r->part = r->checked = r->unchecked = false;
	r->fd = in ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	if (r->fd < 0)
		return -errno;
	r->seeks = lseek(r->fd, 0, SEEK_CUR) == 0;
	return 0;
}

int mk_reader_part(struct mk_reader *r, const struct mk_reader *file, uint64_t begin,
		   uint64_t end)
{
	if (!file->seeks)
		return -ESPIPE;
	r->name = file->name;
	r->fd = file->fd;
	r->seeks = true;
	r->offset = r->at = begin;
	r->end = end;
	r->first = r->have = 0;
	r->part = true;
	r->checked = r->unchecked = false;
	return 0;
}

/* Fills the buffer until it holds @n bytes or the rest of the file. Returns 0 or a negative
 * errno value. */
static int fill(struct mk_reader *r, size_t n)
{
	if (r->have >= n)
		return 0;
	memmove(r->buf, r->buf + r->first, r->have);
	r->first = 0;
	while (r->have < n) {
		size_t room = sizeof(r->buf) - r->have;
		ssize_t got;

		if (room > r->end - r->at)
			room = (size_t)(r->end - r->at);
		if (r->seeks)
			got = pread(r->fd, r->buf + r->have, room, (off_t)r->at);
		else
			got = read(r->fd, r->buf + r->have, room);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (!got)
			return 0;
		r->have += (size_t)got;
		r->at += (uint64_t)got;
	}
	return 0;
}

static void consume(struct mk_reader *r, size_t bytes)
{
	if (r->checked)
		check_add(&r->check, r->buf + r->first, bytes);
	r->first += bytes;
	r->have -= bytes;
	r->offset += bytes;
}

/* Skips the first or the last line of a file if there is one here. Returns 0 or a negative
 * errno value. */
static int skip_lines(struct mk_reader *r)
{
	const char *line;
	int err;

	while (!(err = fill(r, 1)) && r->have && r->buf[r->first] == CHECK_HEADER[0]) {
		err = fill(r, CHECK_LINE);
		if (err)
			return err;
		line = (const char *)r->buf + r->first;
		if (r->have >= MK_FILE_HEADER_BYTES &&
		    !memcmp(line, MK_FILE_HEADER, MK_FILE_HEADER_BYTES)) {
			if (r->checked)
				return -EBADMSG;
			r->check = (struct check){0, 0};
			r->checked = !r->part;
			r->files++;
			consume(r, MK_FILE_HEADER_BYTES);
		} else if (r->have >= MK_FILE_HEADER_BYTES && !r->part && !r->offset &&
			   !memcmp(line, CHECK_HEADER "\r", MK_FILE_HEADER_BYTES)) {
			return -EILSEQ; /* the line feeds of the file were converted */
		} else if (r->have >= CHECK_LINE && check_is_line(line)) {
			if (!r->part && !(r->checked && check_is_right(&r->check, line)))
				return -EILSEQ;
			r->checked = false;
			consume(r, CHECK_LINE);
		} else {
			break;
		}
	}
	return err;
}

int mk_reader_next(struct mk_reader *r, struct mk_sample *s)
{
	size_t bytes;
	int err = skip_lines(r);

	if (err)
		return err;
	if (!r->have)
		return r->checked || !r->offset ? -ENODATA : 0;
	bytes = mk_sample_bytes(r->buf[r->first]);
	err = fill(r, bytes);
	if (err)
		return err;
	if (r->have < bytes)
		return -ENODATA;
	mk_sample_decode(r->buf + r->first, s);
	r->unchecked |= !r->checked && !r->part;
	consume(r, bytes);
	return 1;
}

size_t mk_reader_rest(const struct mk_reader *r)
{
	return r->have;
}

const char *mk_reader_message(const struct mk_reader *r, int err, char *text, size_t size)
{
	if (err == -ENODATA && r->have)
		snprintf(text, size,
			 "%s: byte %" PRIu64
			 ": the last sample is incomplete, %zu of %zu bytes",
			 r->name, r->offset, r->have, mk_sample_bytes(r->buf[r->first]));
	else
		snprintf(text, size, "%s: %s", r->name,
			 err == -ENODATA && !r->offset	      ? "there is nothing in this file"
			 : err == -ENODATA || err == -EBADMSG ? CHECK_CUT
			 : err == -EILSEQ		      ? CHECK_DAMAGED
							      : strerror(-err));
	return text;
}

void mk_reader_close(struct mk_reader *r)
{
	if (r->fd >= 0 && r->fd != STDIN_FILENO)
		close(r->fd);
	r->fd = -1;
}
