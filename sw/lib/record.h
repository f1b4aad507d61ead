/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RECORD_H
#define RECORD_H
/*
 * Text files of records: lines, or records of a 6-digit hexadecimal index and some 8-digit
 * words, with blanks between the fields. # begins a comment, blank lines are ignored,
 * hexadecimal digits may be upper or lower case. Files are written in upper case with one blank
 * between fields, after a header of "# name: value" lines. A file that this library wrote has
 * an end line with a checksum (checksum.h), which the reader compares and does not return;
 * files without one are read too. Several such texts may follow one another. All lines of a
 * file end with LF, with CR LF or with CR; the checksum is that of the text with LF.
 *
 * Readers and writers use constant memory; only the reader of a compressed file allocates
 * memory. They return 0 or a negative errno value unless stated otherwise.
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

/* A function that reads up to @size bytes. It returns their number, 0 at the end, or a negative
 * errno value. */
typedef ssize_t record_source(void *arg, void *buf, size_t size);
/* A function that writes all of @size bytes. It returns 0 or a negative errno value. */
typedef int record_sink(void *arg, const void *buf, size_t size);

/* ---- reader ---- */

/* The state of a reader. It is large: allocate it statically or on the heap. It must not be
 * moved. */
struct record_reader {
	/* options that the caller may set after opening */
	unsigned int truncate; /* length to which lines are truncated; 0: unlimited */
	/* Called for each line that contains only a comment, with the text after #; of a line
	 * of more than RECORD_BUFFER characters it gets only the beginning. */
	void (*comment)(void *arg, const char *text, size_t length);
	void *comment_arg;
	/* The kind of file that the header line "file:" must name; another kind is an error in
	 * that line. NULL: the kind of record that is read. */
	const char *kind;
	/* results that the caller may read */
	const char *name;  /* of the file */
	uint64_t line;	   /* number of the line of the last record or error, from 1 */
	const char *wrong; /* error message after -EINVAL; NULL: see the errno value */
	bool checked;	   /* valid at the end: the file had a correct end line */
	bool unended;	   /* the last line that was read has no line feed */
	/* Private: */
	bool promised;	/* the header announces an end line */
	bool failed;	/* the checksum was wrong: reading has ended */
	bool ours;	/* the file has a header line "file:" */
	uint64_t other; /* lines without a record: @line - @other have one */
	size_t idle;	/* bytes of blank lines and comments since the last other line */
	struct check check;
	char *summed;	  /* end of the text that @check includes */
	uint8_t line_end; /* kind of the file's line ends */
	bool held;	  /* a CR is kept after @limit */
	record_source *source;
	void *arg;
	struct input input;
	char text[64]; /* buffer for @wrong */
	bool end;
	char *at, *limit;
	char buf[RECORD_BUFFER];
};

/* Opens a file, which may be compressed (input.h); "-" is standard input. @path must stay
 * valid while the reader is open. Call record_close also after an error. */
int record_open(struct record_reader *r, const char *path);
/* Opens a reader that reads from @source; @name is used in messages. */
void record_open_source(struct record_reader *r, const char *name, record_source *source,
			void *arg);
void record_close(struct record_reader *r);

/*
 * Reads the next record, an index and @words words, which are stored in @value in this order.
 * Returns 1; 0 at the end; -EINVAL if a line breaks the format or the header line "file:" does
 * not name @kind (the next call then continues with the next line), if the checksum is wrong,
 * the end line is missing, a line or blank lines and comments in succession have more than 16
 * MiB, or there is neither a record nor an end line; another negative errno value if reading
 * fails.
 */
int record_read_hex(struct record_reader *r, uint32_t *value, unsigned int words,
		    const char *kind);
/* Must be called after the end of the file. If the file had no error but also no checksum,
 * stores a note about this in @text and returns it, otherwise returns NULL. */
const char *record_note(const struct record_reader *r, char *text, size_t size);

/* Reads the next line, without its line feed, for text other than records; it is valid until
 * the next call. Returns the same values as record_read_hex(); -EINVAL for a line longer than
 * RECORD_BUFFER. */
int record_read_line(struct record_reader *r, char **text, size_t *length);

/* Returns the fraction of the file that has been read, from 0 to 1; negative if it is unknown,
 * for example for a pipe. */
double record_share(const struct record_reader *r);

/* Stores the message for an error @err of a read function in @text, and returns @text:
 * "file:line: what is wrong", or "file: ..." if the error is not in the contents. */
char *record_message(const struct record_reader *r, int err, char *text, size_t size);

/* ---- writer ---- */

struct record_writer {
	/* Private: */
	record_sink *sink;
	void *arg;
	int fd;
	int err;	    /* the first error; the caller may read it */
	bool promised;	    /* the header announces an end line that is not written yet */
	struct check check; /* checksum of everything passed to the sink */
	size_t used;
	char buf[RECORD_BUFFER];
};

/* Opens a writer to a file descriptor, which stays open. */
void record_writer_open(struct record_writer *w, int fd);
void record_writer_open_sink(struct record_writer *w, record_sink *sink, void *arg);

/* Writes a line "# text"; control characters are replaced by blanks. */
int record_write_comment(struct record_writer *w, const char *text);
/* Writes a header line "# name: value" in the same way. */
int record_write_field(struct record_writer *w, const char *name, const char *value);
/* Writes the header line that announces an end line. */
int record_write_check(struct record_writer *w);
/* Writes the end line as the last line of the file, if the header announces one. The whole file
 * must have been written by this writer. */
int record_write_end(struct record_writer *w);
/* Stores the up to 20 digits of a decimal number so that they end before @end; returns their
 * beginning. */
char *record_decimal(char *end, uint64_t value);
/* Writes text unchanged. */
int record_write_text(struct record_writer *w, const char *text, size_t length);
/* Writes a line of at most 25 decimal numbers, separated by commas. */
int record_write_csv(struct record_writer *w, const uint64_t *value, unsigned int values);
/* Writes an index and @words words in hexadecimal. -ERANGE for an index
 * above RECORD_INDEX_MAX. */
int record_write_hex(struct record_writer *w, uint32_t index, const uint32_t *word,
		     unsigned int words);
/* Flushes the buffer. After an error every call returns that error. */
int record_flush(struct record_writer *w);

#ifdef __cplusplus
}
#endif

#endif
