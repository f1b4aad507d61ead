/* SPDX-License-Identifier: Apache-2.0 */
#include "record.h"
#include <endian.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SKIP_MAX (16u << 20)

/* ---- reader ---- */

/* Value of a hexadecimal digit, or -1. */
// clang-format off
#define X -1
static const int8_t digit[256] = {
	X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
	X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
	X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, X, X, X, X, X, X,
	X,10,11,12,13,14,15, X, X, X, X, X, X, X, X, X,
	X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
	X,10,11,12,13,14,15, X, X, X, X, X, X, X, X, X,
	X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
	X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
	X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
	X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
	X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
	X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
	X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
	X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
	X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
};
#undef X
// clang-format on

void record_open_source(struct record_reader *r, const char *name, record_source *source,
			void *arg)
{
	/* clear everything before the buffer, which need not be cleared */
	memset(r, 0, offsetof(struct record_reader, buf));
	r->name = name;
	r->source = source;
	r->arg = arg;
	r->at = r->limit = r->summed = r->buf;
}

int record_open(struct record_reader *r, const char *path)
{
	record_open_source(r, strcmp(path, "-") ? path : "standard input", input_read,
			   &r->input);
	return input_open(&r->input, path);
}

void record_close(struct record_reader *r)
{
	if (r->source == input_read)
		input_close(&r->input);
	r->end = true;
	r->at = r->limit = r->summed = r->buf;
}

static int set_error(struct record_reader *r, const char *what)
{
	r->wrong = what;
	return -EINVAL;
}

/* Kinds of line ends; the first line of a file determines the kind. */
enum { UNKNOWN, LF, CR_LF, CR };

static void find_line_end(struct record_reader *r, const char *text, const char *stop, bool end)
{
	while (text < stop && *text != '\n' && *text != '\r')
		text++;
	if (text == stop || (*text == '\r' && text + 1 == stop && !end))
		return;
	r->line_end = *text == '\n' ? LF : text + 1 < stop && text[1] == '\n' ? CR_LF : CR;
}

/*
 * Converts line ends of the file's kind to line feeds, from @text on. A line end of another
 * kind is damage: it becomes or stays a CR, which counts as a blank. A CR at the end of the
 * data is kept after the limit until more is read.
 */
static void unify_line_ends(struct record_reader *r, char *text, bool end)
{
	char *to = text;

	if (r->line_end == UNKNOWN)
		find_line_end(r, text, r->limit, end);
	r->held = !end && r->limit > text && r->limit[-1] == '\r' && r->line_end != CR;
	r->limit -= r->held;
	if (r->line_end != CR_LF && r->line_end != CR)
		return;
	for (const char *from = text; from < r->limit; from++) {
		if (r->line_end == CR && (*from == '\r' || *from == '\n'))
			*to++ = *from == '\r' ? '\n' : '\r';
		else if (*from != '\r')
			*to++ = *from;
		else if (from + 1 == r->limit || from[1] != '\n')
			*to++ = '\r';
	}
	if (r->held)
		*to = '\r';
	r->limit = to;
}

/* Moves the remaining bytes to the start of the buffer and reads more. */
static int fill(struct record_reader *r)
{
	const size_t left = (size_t)(r->limit - r->at), have = left + r->held;
	ssize_t n;

	check_add(&r->check, r->summed, (size_t)(r->at - r->summed));
	memmove(r->buf, r->at, have);
	r->at = r->summed = r->buf;
	r->limit = r->buf + have;
	r->held = false;
	if (have == RECORD_BUFFER)
		return 0;
	n = r->source(r->arg, r->limit, RECORD_BUFFER - have);
	if (n < 0) {
		if (r->source == input_read && (n == -EBADMSG || n == -ENODATA)) {
			set_error(r, input_reason((int)n));
			r->line++;
		}
		return (int)n;
	}
	r->end = n == 0;
	r->limit += n;
	unify_line_ends(r, r->buf + left, r->end);
	return 0;
}

static bool blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

/* Finds the next line, including an end line; parameters and result as for next_line(). */
static int raw_line(struct record_reader *r, char **start, char **stop, bool *cut)
{
	char *newline;
	int err;

	while (!(newline = memchr(r->at, '\n', (size_t)(r->limit - r->at)))) {
		if (r->end || r->limit - r->at == RECORD_BUFFER)
			break;
		err = fill(r);
		if (err)
			return err;
	}
	if (!newline && r->at == r->limit)
		return 0;
	r->line++;
	*start = r->at;
	*stop = newline ? newline : r->limit;
	*cut = !newline && !r->end;
	r->unended = !newline && r->end;
	r->at = newline ? newline + 1 : r->limit;
	return 1;
}

/* Ends the reading, because the checksum is wrong and the rest of the file cannot be trusted,
 * or because it is not worth the time. */
static int stop_reading(struct record_reader *r, const char *what)
{
	r->at = r->limit;
	r->summed = r->limit;
	r->failed = r->end = true;
	return set_error(r, what);
}

/* Checks an end line. Returns 1 if it is correct. */
static int read_end(struct record_reader *r, const char *start)
{
	check_add(&r->check, r->summed, (size_t)(start - r->summed));
	if (!check_is_right(&r->check, start))
		return stop_reading(r, CHECK_DAMAGED);
	r->check = (struct check){0, 0};
	r->summed = r->at;
	r->promised = false;
	r->checked = true;
	return 1;
}

static bool is_text(const char *start, const char *stop, const char *text)
{
	return (size_t)(stop - start) == strlen(text) && !memcmp(start, text, strlen(text));
}

/* Counts the bytes of blank lines and comments between other lines: a few kilobytes of
 * compressed data may be gigabytes of them. Returns whether there are more than SKIP_MAX. */
static bool is_idle_for_long(struct record_reader *r, const char *start, const char *stop)
{
	const char *p = start;

	while (p < stop && blank(*p))
		p++;
	r->idle = p == stop || *p == '#' ? r->idle + (size_t)(r->at - start) : 0;
	return r->idle > SKIP_MAX;
}

/*
 * Finds the next line, without its line end; sets *cut if it is longer than the buffer. Returns
 * 1, 0 at the end of the file, or a negative errno value.
 */
static int next_line(struct record_reader *r, char **start, char **stop, bool *cut)
{
	const size_t begin = strlen(CHECK_END);

	for (;;) {
		const int n = raw_line(r, start, stop, cut);
		const char *p = *start;

		if (n < 0)
			r->failed = true;
		if (n == 0 && r->promised && !r->failed) {
			r->failed = true;
			return set_error(r, CHECK_CUT);
		}
		if (n <= 0)
			return n;
		if (r->at - p == CHECK_LINE && check_is_line(p)) {
			const int err = read_end(r, p);

			if (err < 0)
				return err;
			continue;
		}
		if (r->promised && (size_t)(*stop - p) >= begin && !memcmp(p, CHECK_END, begin))
			return stop_reading(r, CHECK_DAMAGED);
		if (r->checked && !r->promised && p < *stop && *p != '#')
			return stop_reading(r, "there are data after the end line");
		if (is_idle_for_long(r, p, *stop))
			return stop_reading(
				r, "too many blank lines and comments; the rest is not "
				   "read");
		if (is_text(p, *stop, CHECK_HEADER)) {
			r->promised = true;
			r->checked = false;
		}
		return 1;
	}
}

/* Drops the rest of a line that did not fit into the buffer. A line of more than SKIP_MAX
 * characters ends the reading: a few megabytes of compressed data may be one line of gigabytes.
 */
static int skip_rest(struct record_reader *r)
{
	size_t skipped = 0;
	char *newline;
	int err;

	while (!(newline = memchr(r->at, '\n', (size_t)(r->limit - r->at)))) {
		skipped += (size_t)(r->limit - r->at);
		if (skipped > SKIP_MAX)
			return stop_reading(r, "line too long; the rest is not read");
		r->at = r->limit;
		if (r->end)
			return 0;
		err = fill(r);
		if (err)
			return err;
	}
	r->at = newline + 1;
	return 0;
}

/* Parses a field of exactly @digits digits. */
static int parse_field(struct record_reader *r, char **at, const char *stop,
		       unsigned int digits, uint32_t *value)
{
	const char *p = *at;
	unsigned int n = 0;
	int d;

	*value = 0;
	for (; p < stop && (d = digit[(uint8_t)*p]) >= 0; p++, n++)
		*value = *value << 4 | (uint32_t)d;
	if (p < stop && !blank(*p))
		return set_error(r, "not a hexadecimal digit");
	if (n != digits)
		return set_error(r, digits == 6 ? "index is not 6 digits long"
						: "word is not 8 digits long");
	*at += n;
	return 0;
}

static int parse_line(struct record_reader *r, char *p, char *stop, uint32_t *value,
		      unsigned int fields)
{
	unsigned int n = 0;

	for (;;) {
		int err;

		while (p < stop && blank(*p))
			p++;
		if (p == stop)
			break;
		if (n == fields)
			return set_error(r, "too many fields");
		err = parse_field(r, &p, stop, n ? 8 : 6, &value[n]);
		if (err)
			return err;
		n++;
	}
	if (n && n < fields)
		return set_error(r, "too few fields");
	return n ? 1 : 0;
}

static inline int hex8(const uint8_t *p, uint32_t *value)
{
	int a = digit[p[0]], b = digit[p[1]], c = digit[p[2]], d = digit[p[3]];
	int e = digit[p[4]], f = digit[p[5]], g = digit[p[6]], h = digit[p[7]];

	*value = (uint32_t)a << 28 | (uint32_t)b << 24 | (uint32_t)c << 20 | (uint32_t)d << 16 |
		 (uint32_t)e << 12 | (uint32_t)f << 8 | (uint32_t)g << 4 | (uint32_t)h;
	return a | b | c | d | e | f | g | h;
}

static inline int hex6(const uint8_t *p, uint32_t *value)
{
	int a = digit[p[0]], b = digit[p[1]], c = digit[p[2]];
	int d = digit[p[3]], e = digit[p[4]], f = digit[p[5]];

	*value = (uint32_t)a << 20 | (uint32_t)b << 16 | (uint32_t)c << 12 | (uint32_t)d << 8 |
		 (uint32_t)e << 4 | (uint32_t)f;
	return a | b | c | d | e | f;
}

/* Parses a line in exactly the form in which this library writes it. */
static inline bool parse_fast(struct record_reader *r, uint32_t *value, unsigned int fields)
{
	const uint8_t *p = (const uint8_t *)r->at;
	unsigned int length = 6 + 9 * (fields - 1) + 1;
	int bad;

	if (r->limit - r->at < (ptrdiff_t)length || p[length - 1] != '\n' ||
	    (r->truncate && r->truncate < length - 1))
		return false;
	bad = hex6(p, &value[0]);
	p += 6;
	for (unsigned int i = 1; i < fields; i++, p += 9) {
		if (*p != ' ')
			return false;
		bad |= hex8(p + 1, &value[i]);
	}
	if (bad < 0)
		return false;
	r->line++;
	r->idle = 0;
	r->at += length;
	return true;
}

int record_read_line(struct record_reader *r, char **text, size_t *length)
{
	char *stop = NULL;
	bool cut = false;
	int err, n;

	r->wrong = NULL;
	n = next_line(r, text, &stop, &cut);
	if (n <= 0)
		return n;
	*length = (size_t)(stop - *text);
	if (!cut)
		return 1;
	err = skip_rest(r);
	return err ? err : set_error(r, "line too long");
}

/* Checks a header line; returns -EINVAL if it names another kind of file. */
static int check_kind(struct record_reader *r, const char *text, const char *stop,
		      const char *usual)
{
	static const char name[] = "file:";
	const char *kind = r->kind ? r->kind : usual;
	size_t n;

	while (text < stop && blank(*text))
		text++;
	while (text < stop && blank(stop[-1]))
		stop--;
	if ((size_t)(stop - text) < strlen(name) || memcmp(text, name, strlen(name)))
		return 0;
	r->ours = true;
	for (text += strlen(name); text < stop && blank(*text);)
		text++;
	n = (size_t)(stop - text);
	if (n == strlen(kind) && !memcmp(text, kind, n))
		return 0;
	snprintf(r->text, sizeof(r->text), "a %.*s file, not a %s file", n < 20 ? (int)n : 20,
		 text, kind);
	return set_error(r, r->text);
}

/* Reads a record in any form that the format allows, after comments and blank lines. */
static int read_slowly(struct record_reader *r, uint32_t *value, unsigned int fields,
		       const char *kind)
{
	for (;;) {
		char *start = NULL, *stop = NULL, *hash;
		bool cut = false;
		int err, n;

		n = next_line(r, &start, &stop, &cut);
		if (n == 0 && !r->failed && !r->checked && r->line == r->other) {
			r->failed = true;
			return set_error(r, "there is nothing in this file");
		}
		if (n <= 0)
			return n;
		if (r->truncate && stop - start > (ptrdiff_t)r->truncate)
			stop = start + r->truncate;
		hash = memchr(start, '#', (size_t)(stop - start));
		n = parse_line(r, start, hash ? hash : stop, value, fields);
		if (n == 0 && hash && r->comment)
			r->comment(r->comment_arg, hash + 1, (size_t)(stop - hash - 1));
		if (n == 0 && hash)
			n = check_kind(r, hash + 1, stop, kind);
		if (n == 0)
			r->other++;
		if (cut) {
			if (!r->truncate && !hash && n >= 0)
				n = set_error(r, "line too long");
			err = skip_rest(r);
			if (err)
				return err;
		}
		if (n)
			return n;
	}
}

int record_read_hex(struct record_reader *r, uint32_t *value, unsigned int words,
		    const char *kind)
{
	bool fast;

	r->wrong = NULL;
	/* the usual numbers of words as constants, for the compiler to unroll the loops */
	switch (words) {
	case 1:
		fast = parse_fast(r, value, 2);
		break;
	case 4:
		fast = parse_fast(r, value, 5);
		break;
	default:
		fast = parse_fast(r, value, 1 + words);
	}
	return fast ? 1 : read_slowly(r, value, 1 + words, kind);
}

const char *record_note(const struct record_reader *r, char *text, size_t size)
{
	if (!r->ours || r->checked || r->failed)
		return NULL;
	snprintf(text, size, "%s: %s", r->name, CHECK_NONE);
	return text;
}

double record_share(const struct record_reader *r)
{
	struct stat st;
	off_t at;

	if (r->source != input_read || fstat(r->input.fd, &st) || !S_ISREG(st.st_mode) ||
	    st.st_size == 0)
		return -1;
	at = lseek(r->input.fd, 0, SEEK_CUR);
	return at < 0 ? -1 : (double)at / (double)st.st_size;
}

char *record_message(const struct record_reader *r, int err, char *text, size_t size)
{
	if (r->wrong && !r->line)
		snprintf(text, size, "%s: %s", r->name, r->wrong);
	else if (r->wrong)
		snprintf(text, size, "%s:%" PRIu64 ": %s", r->name, r->line, r->wrong);
	else
		snprintf(text, size, "%s: %s", r->name, strerror(-err));
	return text;
}

/* ---- writer ---- */

static int write_fd(void *arg, const void *buf, size_t size)
{
	const int *fd = arg;
	const char *p = buf;

	while (size) {
		ssize_t n = write(*fd, p, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		p += n;
		size -= (size_t)n;
	}
	return 0;
}

void record_writer_open_sink(struct record_writer *w, record_sink *sink, void *arg)
{
	w->sink = sink;
	w->arg = arg;
	w->fd = -1;
	w->err = 0;
	w->promised = false;
	w->check = (struct check){0, 0};
	w->used = 0;
}

void record_writer_open(struct record_writer *w, int fd)
{
	record_writer_open_sink(w, write_fd, &w->fd);
	w->fd = fd;
}

int record_flush(struct record_writer *w)
{
	if (!w->err && w->used) {
		check_add(&w->check, w->buf, w->used);
		w->err = w->sink(w->arg, w->buf, w->used);
	}
	w->used = 0;
	return w->err;
}

/* Makes room for @size more bytes in the buffer; flushes it if necessary. */
static char *room(struct record_writer *w, size_t size)
{
	if (RECORD_BUFFER - w->used < size)
		record_flush(w);
	return w->err ? NULL : w->buf + w->used;
}

/* Converts eight digits at once: spreads the nibbles to bytes, then converts these to
 * characters. */
static uint64_t hex_digits(uint32_t value)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	uint64_t v = value, letter;

	v = (v << 16 | v) & UINT64_C(0x0000FFFF0000FFFF);
	v = (v << 8 | v) & UINT64_C(0x00FF00FF00FF00FF);
	v = (v << 4 | v) & UINT64_C(0x0F0F0F0F0F0F0F0F);
	letter = (v + 6 * ones) >> 4 & ones;
	return v + '0' * ones + letter * ('A' - '9' - 1);
}

static char *put_hex(char *p, uint32_t value, unsigned int digits)
{
	const uint64_t v = htobe64(hex_digits(value));

	memcpy(p, (const char *)&v + 8 - digits, digits);
	return p + digits;
}

int record_write_hex(struct record_writer *w, uint32_t index, const uint32_t *word,
		     unsigned int words)
{
	char *p;

	if (index > RECORD_INDEX_MAX)
		return -ERANGE;
	p = room(w, 6 + 9 * words + 1);
	if (!p)
		return w->err;
	p = put_hex(p, index, 6);
	for (unsigned int i = 0; i < words; i++) {
		*p++ = ' ';
		p = put_hex(p, word[i], 8);
	}
	*p++ = '\n';
	w->used = (size_t)(p - w->buf);
	return 0;
}

int record_write_text(struct record_writer *w, const char *text, size_t length)
{
	while (length) {
		const size_t n = length < RECORD_BUFFER ? length : RECORD_BUFFER;
		char *p = room(w, n);

		if (!p)
			return w->err;
		memcpy(p, text, n);
		w->used += n;
		text += n;
		length -= n;
	}
	return w->err;
}

char *record_decimal(char *end, uint64_t value)
{
	static const char pairs[] = "0001020304050607080910111213141516171819"
				    "2021222324252627282930313233343536373839"
				    "4041424344454647484950515253545556575859"
				    "6061626364656667686970717273747576777879"
				    "8081828384858687888990919293949596979899";

	for (; value >= 100; value /= 100)
		memcpy(end -= 2, pairs + 2 * (value % 100), 2);
	if (value >= 10)
		memcpy(end -= 2, pairs + 2 * value, 2);
	else
		*--end = (char)('0' + value);
	return end;
}

#define DECIMAL 20 /* number of digits of the largest 64-bit number */

int record_write_csv(struct record_writer *w, const uint64_t *value, unsigned int values)
{
	char *p = room(w, values * (DECIMAL + 1));

	if (!p)
		return w->err;
	for (unsigned int i = 0; i < values; i++) {
		char text[DECIMAL + 1], *end = text + DECIMAL,
					*at = record_decimal(end, value[i]);

		*end++ = ',';
		memcpy(p, at, (size_t)(end - at));
		p += end - at;
	}
	p[-1] = '\n';
	w->used = (size_t)(p - w->buf);
	return 0;
}

static void put_text(struct record_writer *w, const char *text)
{
	for (; *text; text++) {
		char *p = room(w, 1);

		if (!p)
			return;
		*p = (uint8_t)*text < ' ' || *text == 0x7F ? ' ' : *text;
		w->used++;
	}
}

static void put_newline(struct record_writer *w)
{
	char *p = room(w, 1);

	if (p) {
		*p = '\n';
		w->used++;
	}
}

int record_write_comment(struct record_writer *w, const char *text)
{
	put_text(w, "# ");
	put_text(w, text);
	put_newline(w);
	return w->err;
}

int record_write_field(struct record_writer *w, const char *name, const char *value)
{
	put_text(w, "# ");
	put_text(w, name);
	put_text(w, ": ");
	put_text(w, value);
	put_newline(w);
	return w->err;
}

int record_write_check(struct record_writer *w)
{
	w->promised = true;
	return record_write_text(w, CHECK_HEADER "\n", strlen(CHECK_HEADER "\n"));
}

int record_write_end(struct record_writer *w)
{
	char line[CHECK_LINE];

	if (!w->promised)
		return w->err;
	w->promised = false;
	record_flush(w);
	check_end_line(&w->check, line);
	return record_write_text(w, line, sizeof(line));
}
