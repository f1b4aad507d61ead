/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RECORD_H
#define RECORD_H
/*
 * Trace and histogram records of the SurfBoard: their fields (TR-596-99 A.7)
 * and their text files (B.2.2).
 *
 * A trace file has lines of a 6-digit hexadecimal index and four 8-digit words,
 * a histogram file lines of a 6-digit bin address and an 8-digit count, with
 * blanks between the fields. # begins a comment, blank lines are ignored, upper
 * and lower case digits are read alike. Files are written in upper case with
 * one blank between fields, after a header of "# name: value" lines.
 *
 * Readers and writers use constant memory; only the reader of a compressed file
 * allocates some. They return 0 or a negative errno
 * value unless said otherwise.
 */
#include "input.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* ---- trace entries: four words, TR-596-99 A.7 ---- */

/* The fields of an entry, each in its own variable. */
struct trace_fields {
	uint64_t rxtime;  /* receive time, 44 bits, ticks of 100 ns */
	uint32_t latency; /* 24 bits, units of 100 ns << 2 * LAT_S */
	uint32_t addr;	  /* byte address of the packet; bits 26..2 */
	uint16_t size;	  /* words modulo 1024; 0 means 1024 */
	uint8_t sender;	  /* 6 bits */
	uint8_t category; /* 4 bits */
	uint8_t color;	  /* 6 bits */
	uint8_t presence; /* 2 bits, 0 = written by the board */
	uint8_t be;	  /* byte enables, bit k = byte k */
	bool overflow;	  /* V: latency too large, all ones */
	bool underflow;	  /* U: sent after it was received, latency 0 */
	bool irq;	  /* interrupt bit of the incoming page */
};

static inline uint32_t trace_latency(const uint32_t w[4])
{
	return w[0] & 0xFFFFFF;
}

static inline bool trace_underflow(const uint32_t w[4])
{
	return w[0] >> 24 & 1;
}

static inline bool trace_overflow(const uint32_t w[4])
{
	return w[0] >> 25 & 1;
}

static inline unsigned int trace_sender(const uint32_t w[4])
{
	return w[0] >> 26;
}

static inline uint64_t trace_rxtime(const uint32_t w[4])
{
	return (uint64_t)(w[1] & 0xFFF) << 32 | w[2];
}

static inline unsigned int trace_color(const uint32_t w[4])
{
	return w[1] >> 12 & 0x3F;
}

/* The size field as it stands: 0 for 1024 words. */
static inline unsigned int trace_size(const uint32_t w[4])
{
	return w[1] >> 18 & 0x3FF;
}

/* Payload in 32-bit words, 1..1024. */
static inline unsigned int trace_words(const uint32_t w[4])
{
	unsigned int size = trace_size(w);

	return size ? size : 1024;
}

static inline unsigned int trace_category(const uint32_t w[4])
{
	return w[1] >> 28;
}

static inline unsigned int trace_be(const uint32_t w[4])
{
	return w[3] & 0xF;
}

/* Byte address of the packet, bits 26..2; the others are 0. */
static inline uint32_t trace_addr(const uint32_t w[4])
{
	return (w[3] >> 4 & 0x1FFFFFF) << 2;
}

/* Page of 4096 bytes: address bits 26..12. */
static inline uint32_t trace_page(const uint32_t w[4])
{
	return trace_addr(w) >> 12;
}

static inline unsigned int trace_presence(const uint32_t w[4])
{
	return w[3] >> 29 & 3;
}

static inline bool trace_irq(const uint32_t w[4])
{
	return w[3] >> 31;
}

void trace_unpack(const uint32_t w[4], struct trace_fields *f);
/* Excess bits of the fields are dropped. */
void trace_pack(const struct trace_fields *f, uint32_t w[4]);

/* ---- records of the two kinds of file ---- */

#define RECORD_INDEX_MAX 0xFFFFFFu

struct trace_record {
	uint32_t index; /* 24 bits */
	uint32_t word[4];
};

struct hist_record {
	uint32_t bin; /* 24 bits */
	uint32_t count;
};

#define RECORD_BUFFER 65536

/* Reads up to @size bytes: their number, 0 at the end, or a negative errno value. */
typedef ssize_t record_source(void *arg, void *buf, size_t size);
/* Writes all of @size bytes: 0 or a negative errno value. */
typedef int record_sink(void *arg, const void *buf, size_t size);

/* ---- reader ---- */

/* Large: better static or on the heap than on the stack. Must not be moved. */
struct record_reader {
	/* May be set after opening: */
	unsigned int truncate; /* length to which lines are cut, 0: not at all */
	/* Called for each line that is only a comment, with the text after #; of
	 * a line above RECORD_BUFFER characters with the beginning. */
	void (*comment)(void *arg, const char *text, size_t length);
	void *comment_arg;
	/* The kind of file that the header line "file:" may name; a file of another kind is an
	 * error in that line. NULL: "trace" or "histogram", as is read. */
	const char *kind;
	/* To be read: */
	const char *name;  /* of the file */
	uint64_t line;	   /* of the last record or error, from 1 */
	const char *wrong; /* what is wrong there, after -EINVAL; NULL: see the errno value */
	/* Private: */
	record_source *source;
	void *arg;
	struct input input;
	char text[64]; /* that wrong may point to */
	bool end;
	char *at, *limit;
	char buf[RECORD_BUFFER];
};

/* Opens a file, which may be compressed (input.h); "-" is standard input. @path must live
 * as long as the reader. record_close is due also after an error. */
int record_open(struct record_reader *r, const char *path);
/* Reads from @source; @name is for messages. */
void record_open_source(struct record_reader *r, const char *name, record_source *source,
			void *arg);
void record_close(struct record_reader *r);

/* The next record: 1; 0 at the end; -EINVAL when a line breaks the format (the
 * next call goes on with the line after it); another negative errno value when
 * reading fails. */
int record_read_trace(struct record_reader *r, struct trace_record *t);
int record_read_hist(struct record_reader *r, struct hist_record *h);

/* The next line as it stands, without its end, of text that is no records; valid until the
 * next call. Returns as above; -EINVAL for a line longer than RECORD_BUFFER. */
int record_read_line(struct record_reader *r, char **text, size_t *length);

/* The share of the file that was read, from 0 to 1; negative when that is not known, as of a
 * pipe. */
double record_share(const struct record_reader *r);

/* "file:line: what is wrong" for a value that a read function returned, or
 * "file: ..." when it was not the contents; returns @text. */
char *record_message(const struct record_reader *r, int err, char *text, size_t size);

/* ---- header lines ---- */

/* Something the board could have lost: packets, bin indices, ... */
struct record_loss {
	const char *what;
	uint64_t count;
	bool more; /* only a flag is known (ISCR.PV): @count or more */
};

/* Packets that reached the board and are missing in its memories. */
#define RECORD_LOST_PACKETS "packets dropped"
#define RECORD_LATENCY_NS 100

/*
 * What stands above the data. Lines for NULL or 0 are left out. A tool finds the
 * entry of the trigger and what was lost by the lines
 *
 *	# latency unit: 6400 ns
 *	# trigger: 00012C
 *	# lost packets dropped: 3	or "3 or more"
 */
struct record_header {
	const char *board;	   /* "surfboard" */
	const char *configuration; /* of the bin selector, and other settings */
	uint64_t clock_hz;	   /* of the receive time */
	uint64_t latency_ns;	   /* unit of the latency: 100 << 2 * ACDR.LAT_S */
	const uint32_t *trigger;   /* TPIR, when ISCR.TP says that there was one */
	const uint64_t *seed;
	const struct record_loss *loss;
	unsigned int losses;
};

/* What the header lines read so far say; RECORD_INFO before the first. */
struct record_info {
	uint64_t clock_hz;   /* 0: not said */
	uint64_t latency_ns; /* RECORD_LATENCY_NS when not said */
	bool triggered;
	uint32_t trigger; /* index of the trigger packet */
	uint64_t lost;	  /* packets; the sum of all such lines: one that stands */
	bool lost_more;	  /* among the data tells what was lost there */
};

#define RECORD_INFO ((struct record_info){.latency_ns = RECORD_LATENCY_NS})

/*
 * Takes the text of a comment line, as the reader's comment function gets it. 1
 * when it is one of those that struct record_info holds, 0 when not, -EINVAL when its
 * value is none.
 */
int record_info_line(struct record_info *info, const char *text, size_t length);

/* ---- writer ---- */

struct record_writer {
	/* Private: */
	record_sink *sink;
	void *arg;
	int fd;
	int err; /* may be read */
	size_t used;
	char buf[RECORD_BUFFER];
};

/* Writes to a file descriptor, which stays open. */
void record_writer_open(struct record_writer *w, int fd);
void record_writer_open_sink(struct record_writer *w, record_sink *sink, void *arg);

/* @kind is "trace" or "histogram", or what else a reader expects as its kind. */
int record_write_header(struct record_writer *w, const char *kind,
			const struct record_header *h);
/* A line "# text"; control characters become blanks. */
int record_write_comment(struct record_writer *w, const char *text);
/* A number in decimal, of up to 20 digits that end before @end; where they begin. */
char *record_decimal(char *end, uint64_t value);
/* Text as it stands. */
int record_write_text(struct record_writer *w, const char *text, size_t length);
/* Numbers in decimal, separated by commas, at most 25; a line. */
int record_write_csv(struct record_writer *w, const uint64_t *value, unsigned int values);
/* -ERANGE for an index or bin above 24 bits. */
int record_write_trace(struct record_writer *w, const struct trace_record *t);
int record_write_hist(struct record_writer *w, const struct hist_record *h);
/* Writes out what is buffered. After an error every call returns that error. */
int record_flush(struct record_writer *w);

#endif
