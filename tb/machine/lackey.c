/* SPDX-License-Identifier: Apache-2.0 */
#include "lackey.h"
#include "input.h"
#include "recorder/memrec.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define BUFFER (1u << 16)
#define RECORD_BYTES 32		  /* maximum size of a record of memrec */
#define SKIPPED_MOST 256u	  /* maximum number of accesses or lines that one call skips */
#define PROGRESS_BYTES (1u << 20) /* bytes of text between two progress calls */

struct lackey {
	gzFile file;
	char *path;
	uint64_t total;
	uint64_t line;	       /* number of the current line */
	uint64_t skipped, off; /* numbers of skipped lines and of skipped accesses */
	size_t from, to;       /* unread part of buf */
	bool at_end;	       /* buf holds the last bytes of the file */
	bool on;	       /* accesses are returned */
	bool marker;	       /* the next call returns the marker */
	unsigned int step, code;
	bool opened; /* the first bytes have been read */
	struct {
		bool is;    /* the file is a recording of memrec */
		bool waits; /* @next follows the instructions before it */
		struct lackey_access next;
		uint64_t lines, counted; /* number of records according to the header; number
					  * read */
		uint64_t at[MEMREC_NONE][MEMREC_OTHER + 1];
	} rec;
	uint64_t place;
	uint64_t since; /* bytes of text since the last progress call */
	lackey_progress_fn *progress;
	void *progress_arg;
	char message[512];
	char buf[BUFFER + 1];
};

int lackey_open(struct lackey **out, const char *path)
{
	struct lackey *l = calloc(1, sizeof(*l));
	struct stat st;
	int fd;

	if (!l)
		return -ENOMEM;
	fd = input_open_regular(path);
	if (fd >= 0) {
		l->path = strdup(path);
		l->file = gzdopen(fd, "rb");
	}
	if (fd >= 0 && !l->file)
		close(fd);
	if (fd < 0 || !l->file || !l->path) {
		if (l->file)
			gzclose(l->file);
		free(l->path);
		free(l);
		return fd < 0 ? fd : -ENOMEM;
	}
	gzbuffer(l->file, BUFFER);
	if (!fstat(fd, &st))
		l->total = (uint64_t)st.st_size;
	l->on = true;
	*out = l;
	return 0;
}

void lackey_close(struct lackey *l)
{
	if (!l)
		return;
	gzclose(l->file);
	free(l->path);
	free(l);
}

void lackey_from_marker(struct lackey *l)
{
	l->on = false;
}

const char *lackey_error(const struct lackey *l)
{
	return l->message;
}

const char *lackey_path(const struct lackey *l)
{
	return l->path;
}

uint64_t lackey_lines(const struct lackey *l)
{
	return l->line;
}

uint64_t lackey_skipped(const struct lackey *l)
{
	return l->skipped;
}

void lackey_position(struct lackey *l, uint64_t *done, uint64_t *total)
{
	z_off_t at = gzoffset(l->file);

	*done = at > 0 ? (uint64_t)at : 0;
	*total = l->total;
}

void lackey_on_progress(struct lackey *l, lackey_progress_fn *fn, void *arg)
{
	l->progress = fn;
	l->progress_arg = arg;
}

/* Moves the unread part to the front of the buffer and appends more data. */
static int fill(struct lackey *l)
{
	size_t have = l->to - l->from;
	uint64_t done, total;
	int n, err = Z_OK;

	memmove(l->buf, l->buf + l->from, have);
	l->from = 0;
	l->to = have;
	n = gzread(l->file, l->buf + have, (unsigned int)(BUFFER - have));
	if (n <= 0) {
		gzerror(l->file, &err);
		if (err != Z_OK && err != Z_STREAM_END) {
			snprintf(l->message, sizeof(l->message), "%s:%llu: %s", l->path,
				 (unsigned long long)l->line + 1,
				 err == Z_BUF_ERROR    ? "the compressed file ends too early"
				 : err == Z_DATA_ERROR ? "the compressed data are damaged"
						       : strerror(errno));
			return -EIO;
		}
		l->at_end = true;
	}
	l->to += n > 0 ? (size_t)n : 0;
	l->since += n > 0 ? (size_t)n : 0;
	if (l->progress && (l->since >= PROGRESS_BYTES || l->at_end)) {
		l->since = 0;
		lackey_position(l, &done, &total);
		l->progress(l->progress_arg, done, total);
	}
	return 0;
}

/*
 * Finds the next line and ends it with a NUL. Returns 1, or 0 at the end of the file. Only the
 * last part of a line longer than the buffer is kept; an access is never that long.
 */
static int next_line(struct lackey *l, char **line)
{
	bool cut = false;
	char *end;
	int err;

	for (;;) {
		end = memchr(l->buf + l->from, '\n', l->to - l->from);
		if (end || (l->at_end && l->from < l->to))
			break;
		if (l->at_end)
			return 0;
		if (l->from == 0 && l->to == BUFFER) {
			l->from = l->to;
			cut = true;
		}
		err = fill(l);
		if (err)
			return err;
	}
	if (!end)
		end = l->buf + l->to;
	*end = 0;
	*line = cut ? end : l->buf + l->from;
	l->from = (size_t)(end - l->buf) + (end < l->buf + l->to);
	l->line++;
	return 1;
}

static int bad(struct lackey *l, const char *what, const char *line)
{
	snprintf(l->message, sizeof(l->message), "%s:%llu: %s: '%.60s'", l->path,
		 (unsigned long long)l->line, what, line);
	return -EBADMSG;
}

/* Parses "addr,size" with addr in hexadecimal and size in decimal. */
static int numbers(struct lackey *l, const char *line, struct lackey_access *a)
{
	const char *s = line + 3;
	unsigned int digits = 0;
	uint64_t addr = 0;
	uint32_t size = 0;

	for (;; s++, digits++) {
		char c = *s;

		if (c >= '0' && c <= '9')
			addr = addr << 4 | (uint64_t)(c - '0');
		else if (c >= 'a' && c <= 'f')
			addr = addr << 4 | (uint64_t)(c - 'a' + 10);
		else if (c >= 'A' && c <= 'F')
			addr = addr << 4 | (uint64_t)(c - 'A' + 10);
		else
			break;
	}
	if (digits == 0 || digits > 16)
		return bad(l, "bad address", line);
	if (*s++ != ',')
		return bad(l, "no comma after the address", line);
	for (digits = 0; *s >= '0' && *s <= '9' && digits < 4; s++, digits++)
		size = size * 10 + (uint32_t)(*s - '0');
	if (*s == '\r')
		s++;
	if (digits == 0 || *s)
		return bad(l, "bad size", line);
	if (size == 0 || size > LACKEY_BYTES_MAX)
		return bad(l, "size is not 1 to 512 bytes", line);
	if (addr + (size - 1) < addr)
		return bad(l, "access beyond the last address", line);
	a->addr = addr;
	a->size = size;
	return 0;
}

/* Tracks the stores; returns true at the last one of a marker. */
static bool marker(struct lackey *l, const struct lackey_access *a)
{
	static const uint8_t sizes[] = {1, 2, 4, 8, 4, 2, 1};

	if (a->kind == LACKEY_INSTR)
		return false;
	if (a->kind != LACKEY_STORE) {
		l->step = 0;
		return false;
	}
	if (l->step == sizeof(sizes) && a->size == 1 && a->addr - l->place < LACKEY_MARKERS) {
		l->code = (unsigned int)(a->addr - l->place);
		l->step = 0;
		return true;
	}
	if (l->step && l->step < sizeof(sizes) && a->addr == l->place &&
	    a->size == sizes[l->step]) {
		l->step++;
		return false;
	}
	l->step = a->size == 1 && a->addr % 8 == 0;
	l->place = a->addr;
	return false;
}

/* ---- recordings of memrec ---- */

static int bad_record(struct lackey *l, const char *what)
{
	snprintf(l->message, sizeof(l->message), "%s: record %llu: %s", l->path,
		 (unsigned long long)l->line, what);
	return -EBADMSG;
}

/* Determines the kind of recording and skips its header. */
static int read_header(struct lackey *l)
{
	struct memrec_header h;
	int err = fill(l);
	uint64_t skip;

	l->opened = true;
	if (err || l->to < sizeof(h.magic) || memcmp(l->buf, MEMREC_MAGIC, sizeof(h.magic)))
		return err;
	l->rec.is = true;
	if (l->to < sizeof(h))
		return bad_record(l, "the file ends within its header");
	memcpy(&h, l->buf, sizeof(h));
	l->rec.lines = h.lines;
	for (skip = h.begin; skip > l->to - l->from;) {
		skip -= l->to - l->from;
		l->from = l->to;
		if (l->at_end)
			return bad_record(l, "the file ends within its header");
		err = fill(l);
		if (err)
			return err;
	}
	l->from += skip;
	return 0;
}

/* Reads a number of at most 64 bits. False: the file ends within it, or it is longer. */
static bool number(struct lackey *l, uint64_t *v)
{
	*v = 0;
	for (unsigned int shift = 0; shift < 64 && l->from < l->to; shift += 7) {
		const uint8_t b = (uint8_t)l->buf[l->from++];

		*v |= (uint64_t)(b & 127) << shift;
		if (b < 128)
			return shift < 63 || b < 2;
	}
	return false;
}

/* Checks at the end that the file has as many records as its header says. */
static int at_end_of_records(struct lackey *l)
{
	return l->rec.counted == l->rec.lines
		       ? 0
		       : bad_record(l, "the recording is cut off or damaged");
}

/* Reads the rest of a record after its first byte. */
static int record(struct lackey *l, uint8_t head, struct lackey_access *a, uint64_t *before)
{
	static const enum lackey_kind kinds[] = {LACKEY_LOAD, LACKEY_STORE, LACKEY_MODIFY};
	const unsigned int kind = head & 3, code = head >> 2 & 7;
	uint64_t size, d, *at;

	*before = head >> 5;
	if (*before == MEMREC_MORE &&
	    (!number(l, before) || *before > UINT32_MAX - MEMREC_MORE))
		return bad_record(l, "bad number of instructions");
	*before += head >> 5 == MEMREC_MORE ? MEMREC_MORE : 0;
	if (kind == MEMREC_NONE)
		return code ? bad_record(l, "a size without an access") : 0;
	size = 1u << code;
	if (code > MEMREC_OTHER ||
	    (code == MEMREC_OTHER && (!number(l, &size) || !size || size > LACKEY_BYTES_MAX)))
		return bad_record(l, "size is not 1 to 512 bytes");
	if (!number(l, &d))
		return bad_record(l, "bad address");
	at = &l->rec.at[kind][code];
	*at += d >> 1 ^ -(d & 1);
	if (*at + (size - 1) < *at)
		return bad_record(l, "access beyond the last address");
	*a = (struct lackey_access){
		.addr = *at, .size = (uint32_t)size, .kind = kinds[kind], .count = 1};
	return 1;
}

/* Like lackey_next() for a recording of memrec; the instructions before an access are returned
 * first. */
static int next_record(struct lackey *l, struct lackey_access *a)
{
	uint64_t before;
	int got;

	if (l->rec.waits) {
		l->rec.waits = false;
		*a = l->rec.next;
		return 1;
	}
	do {
		if (l->to - l->from < RECORD_BYTES && !l->at_end) {
			got = fill(l);
			if (got)
				return got;
		}
		if (l->from == l->to)
			return at_end_of_records(l);
		l->line++;
		got = record(l, (uint8_t)l->buf[l->from++], a, &before);
		if (got < 0)
			return got;
		l->rec.counted += before + (uint64_t)got;
	} while (!got && !before);
	if (before) {
		l->rec.next = *a;
		l->rec.waits = got;
		*a = (struct lackey_access){
			.size = 1, .kind = LACKEY_INSTR, .count = (uint32_t)before};
	}
	return 1;
}

/* ---- both ---- */

/* A call that has skipped its maximum number of lines or accesses returns this, so that no call
 * takes long. */
static const struct lackey_access nothing = {.kind = LACKEY_INSTR, .size = 1};

/* Like lackey_next() for text, but also returns the accesses that do not count. */
static int next_text(struct lackey *l, struct lackey_access *a)
{
	char *line = NULL;
	int r;

	for (;;) {
		r = next_line(l, &line);
		if (r <= 0)
			return r;
		a->count = 1;
		if (line[0] == 'I' && line[1] == ' ' && line[2] == ' ')
			a->kind = LACKEY_INSTR;
		else if (line[0] != ' ' || line[1] == 0 || line[2] != ' ')
			goto skip;
		else if (line[1] == 'L')
			a->kind = LACKEY_LOAD;
		else if (line[1] == 'S')
			a->kind = LACKEY_STORE;
		else if (line[1] == 'M')
			a->kind = LACKEY_MODIFY;
		else
			goto skip;
		r = numbers(l, line, a);
		return r ? r : 1;
	skip:
		if (++l->skipped % SKIPPED_MOST)
			continue;
		*a = nothing;
		return 1;
	}
}

static struct lackey_access marker_of(const struct lackey *l)
{
	return (struct lackey_access){.addr = l->place, .size = l->code, .kind = LACKEY_MARKER};
}

int lackey_next(struct lackey *l, struct lackey_access *a)
{
	int r = l->opened ? 0 : read_header(l);

	if (r)
		return r;
	if (l->marker) {
		l->marker = false;
		*a = marker_of(l);
		return 1;
	}
	for (;;) {
		r = l->rec.is ? next_record(l, a) : next_text(l, a);
		if (r <= 0)
			return r;
		if (marker(l, a)) {
			bool was = l->on;

			if (l->code == LACKEY_STOP)
				l->on = false;
			else if (l->code == LACKEY_START ||
				 (l->code >= LACKEY_NODE && l->code < LACKEY_BARRIER))
				l->on = true;
			if (was) {
				l->marker = true;
				return 1;
			}
			if (l->on) {
				*a = marker_of(l);
				return 1;
			}
		} else if (l->on) {
			return 1;
		} else if (++l->off % SKIPPED_MOST == 0) {
			*a = nothing;
			return 1;
		}
	}
}
