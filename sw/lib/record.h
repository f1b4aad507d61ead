/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RECORD_H
#define RECORD_H
/*
 * Text files of records: lines, or records of a 6-digit hexadecimal index and some 8-digit
 * words, with blanks between the fields. # begins a comment, blank lines are ignored, upper
 * and lower case digits are read alike. Files are written in upper case with one blank
 * between fields, after a header of "# name: value" lines. A file that this library wrote has
 * an end line with a checksum (checksum.h), which the reader compares and does not return;
 * files without one are read too. Several such texts may follow one another.
 *
 * Readers and writers use constant memory; only the reader of a compressed file
 * allocates some. They return 0 or a negative errno
 * value unless said otherwise.
 */
#include "checksum.h"
#include "input.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RECORD_INDEX_MAX 0xFFFFFFu
#define RECORD_BUFFER 65536

/* Reads up to @size bytes: their number, 0 at the end, or a negative errno value. */
typedef ssize_t record_source(void *arg, void *buf, size_t size);
/* Writes all of @size bytes: 0 or a negative errno value. */
typedef int record_sink(void *arg, const void *buf, size_t size);

/* ---- reader ---- */

/* Large: allocate it statically or on the heap. Must not be moved. */
struct record_reader {
	/* May be set after opening: */
	unsigned int truncate; /* length to which lines are truncated, 0: not */
	/* Called for each line that contains only a comment, with the text after #; for a
	 * line of more than RECORD_BUFFER characters with its beginning. */
	void (*comment)(void *arg, const char *text, size_t length);
	void *comment_arg;
	/* The kind of file that the header line "file:" may name; a file of another kind is an
	 * error in that line. NULL: the kind of record that is read. */
	const char *kind;
	/* To be read: */
	const char *name;  /* of the file */
	uint64_t line;	   /* of the last record or error, from 1 */
	const char *wrong; /* error message after -EINVAL; NULL: see the errno value */
	bool checked;	   /* at the end: an end line was there and right */
	/* Private: */
	bool promised;	/* the header says that there is an end line */
	bool failed;	/* the checksum was wrong: reading is over */
	bool ours;	/* there was a header line "file:" */
	uint64_t other; /* lines without a record */
	struct check check;
	char *summed; /* up to here */
	record_source *source;
	void *arg;
	struct input input;
	char text[64]; /* that wrong may point to */
	bool end;
	char *at, *limit;
	char buf[RECORD_BUFFER];
};

/* Opens a file, which may be compressed (input.h); "-" is standard input. @path must stay
 * valid while the reader is open. Call record_close also after an error. */
int record_open(struct record_reader *r, const char *path);
/* Reads from @source; @name is for messages. */
void record_open_source(struct record_reader *r, const char *name, record_source *source,
			void *arg);
void record_close(struct record_reader *r);

/*
 * The next record of an index and @words words, in that order in @value: 1; 0 at the end;
 * -EINVAL when a line breaks the format, or the header line "file:" does not name @kind (the
 * next call goes on with the line after it), when the checksum is wrong, the end line is
 * missing, or there is neither a record nor an end line; another negative errno value when
 * reading fails.
 */
int record_read_hex(struct record_reader *r, uint32_t *value, unsigned int words,
		    const char *kind);
/* After the end: a message about a file that is right as far as can be seen, but has no
 * checksum, in @text; NULL if there is nothing to say. */
const char *record_note(const struct record_reader *r, char *text, size_t size);

/* The next line without its end, for text other than records; valid until the next call.
 * Returns as above; -EINVAL for a line longer than RECORD_BUFFER. */
int record_read_line(struct record_reader *r, char **text, size_t *length);

/* The share of the file that has been read, from 0 to 1; negative if it is not known, as for a
 * pipe. */
double record_share(const struct record_reader *r);

/* "file:line: what is wrong" for a value that a read function returned, or
 * "file: ..." when it was not the contents; returns @text. */
char *record_message(const struct record_reader *r, int err, char *text, size_t size);

/* ---- writer ---- */

struct record_writer {
	/* Private: */
	record_sink *sink;
	void *arg;
	int fd;
	int err;	    /* may be read */
	bool promised;	    /* the header promises an end line, which is still to be written */
	struct check check; /* of what was given to the sink */
	size_t used;
	char buf[RECORD_BUFFER];
};

/* Writes to a file descriptor, which stays open. */
void record_writer_open(struct record_writer *w, int fd);
void record_writer_open_sink(struct record_writer *w, record_sink *sink, void *arg);

/* A line "# text"; control characters are replaced by blanks. */
int record_write_comment(struct record_writer *w, const char *text);
/* A header line "# name: value", likewise. */
int record_write_field(struct record_writer *w, const char *name, const char *value);
/* The header line that promises an end line. */
int record_write_check(struct record_writer *w);
/* The end line, if it was promised: the last line of the file, of which all was written by
 * this writer. */
int record_write_end(struct record_writer *w);
/* Writes a decimal number of up to 20 digits that end before @end; returns their beginning. */
char *record_decimal(char *end, uint64_t value);
/* Text without any change. */
int record_write_text(struct record_writer *w, const char *text, size_t length);
/* Numbers in decimal, separated by commas, at most 25; a line. */
int record_write_csv(struct record_writer *w, const uint64_t *value, unsigned int values);
/* An index and @words words in hexadecimal. -ERANGE for an index above RECORD_INDEX_MAX. */
int record_write_hex(struct record_writer *w, uint32_t index, const uint32_t *word,
		     unsigned int words);
/* Flushes the buffer. After an error every call returns that error. */
int record_flush(struct record_writer *w);

#ifdef __cplusplus
}
#endif

#endif
