/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SURFRECORD_H
#define SURFRECORD_H
/*
 * Trace and histogram records of the SurfBoard: their fields (TR-596-99 A.7) and their text
 * files (B.2.2).
 *
 * A trace file has records (record.h) of an index and four words, a histogram file of a bin
 * address and a count.
 */
#include "record.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- trace entries: four words, TR-596-99 A.7 ---- */

/* The kind of an entry, from its presence bits; the board of the report only writes 0. */
enum trace_kind {
	TRACE_PACKET,
	TRACE_OUTLIER, /* a packet found by outlier capture */
	TRACE_LOSS,    /* a loss marker: latency, sender, U and V form trace_missing() */
	TRACE_NONE,    /* written by software where the board has not recorded anything yet */
};

/* The fields of an entry, each in its own variable. */
struct trace_fields {
	uint64_t rxtime;  /* receive time, 44 bits, ticks of the clock: 100 ns on the report's
			   * board */
	uint32_t latency; /* 24 bits, units of (1 tick) << 2 * LAT_S */
	uint32_t addr;	  /* byte address of the packet; bits 26..2 */
	uint16_t size;	  /* size in words modulo 1024; 0 means 1024 */
	uint8_t sender;	  /* 6 bits */
	uint8_t category; /* 4 bits */
	uint8_t color;	  /* 6 bits */
	uint8_t presence; /* 2 bits, enum trace_kind */
	uint8_t be;	  /* byte enables, bit k = byte k */
	bool overflow;	  /* V: the latency was too large and is all ones */
	bool underflow;	  /* U: the packet was sent after it was received; its latency is 0 */
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

/* Returns the raw size field: 0 for 1024 words. */
static inline unsigned int trace_size(const uint32_t w[4])
{
	return w[1] >> 18 & 0x3FF;
}

/* Returns the size of the payload in 32-bit words, 1..1024. */
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

#define TRACE_PHASE_CATEGORY 0xF0u /* bits of the phase in the place of category */
#define TRACE_PHASE_BE 0x0Fu	   /* and of byte enables */

/* Returns the phase of the packet in an entry that has the bits @bits of it (record_info). */
static inline unsigned int trace_phase(const uint32_t w[4], unsigned int bits)
{
	return (trace_category(w) << 4 | trace_be(w)) & bits;
}

/* Returns the byte address of the packet, bits 26..2; the other bits are 0. */
static inline uint32_t trace_addr(const uint32_t w[4])
{
	return (w[3] >> 4 & 0x1FFFFFF) << 2;
}

/* Returns the page of 4096 bytes: address bits 26..12. */
static inline uint32_t trace_page(const uint32_t w[4])
{
	return trace_addr(w) >> 12;
}

static inline unsigned int trace_presence(const uint32_t w[4])
{
	return w[3] >> 29 & 3;
}

/* Returns, for a loss marker, the number of packets missing before the next packet. */
static inline uint32_t trace_missing(const uint32_t w[4])
{
	return w[0];
}

static inline bool trace_irq(const uint32_t w[4])
{
	return w[3] >> 31;
}

void trace_unpack(const uint32_t w[4], struct trace_fields *f);
/* Makes an entry from its fields; their excess bits are dropped. */
void trace_pack(const struct trace_fields *f, uint32_t w[4]);

/* ---- records of the two kinds of file ---- */

struct trace_record {
	uint32_t index; /* 24 bits */
	uint32_t word[4];
};

struct hist_record {
	uint32_t bin; /* 24 bits */
	uint32_t count;
};

/* Read the next record, like record_read_hex(). */
int record_read_trace(struct record_reader *r, struct trace_record *t);
int record_read_hist(struct record_reader *r, struct hist_record *h);

/* An entry of a trace with its fields. */
struct trace_entry {
	uint32_t index;
	uint32_t words; /* trace_words(): size of the payload, 1..1024 */
	struct trace_fields f;
};
void trace_entry_unpack(uint32_t index, const uint32_t w[4], struct trace_entry *e);
/* Read at most @n records; *got is their number. Return 1, 0 at the end (*got may still be
 * above 0), or the error of record_read_hex(), which is in the line after these records. */
int record_read_entries(struct record_reader *r, struct trace_entry *entries, size_t n,
			size_t *got);
int record_read_bins(struct record_reader *r, struct hist_record *bins, size_t n, size_t *got);

/* Write a record; -ERANGE for an index or bin above 24 bits. */
int record_write_trace(struct record_writer *w, const struct trace_record *t);
int record_write_hist(struct record_writer *w, const struct hist_record *h);

/* ---- header lines ---- */

/* A kind of loss: packets, bin indices, ... */
struct record_loss {
	const char *what;
	uint64_t count;
	bool more; /* only a flag is known (ISCR.PV): the number is at least @count */
};

/* Packets that arrived at the board and are missing in its memories. */
#define RECORD_LOST_PACKETS "packets dropped"
/* The clock of the report's board, and of a file that names none. */
#define RECORD_CLOCK_HZ 10000000u
#define RECORD_CLOCK_MAX UINT64_C(10000000000)

/*
 * The header above the data. Lines for NULL or 0 are omitted. Tools read the clock, the unit of
 * the latency, the trigger entry and the losses from the lines
 *
 *	# clock: 10000000 Hz		1 Hz to 10 GHz, or "unknown"
 *	# latency unit: 6400 ns		may have a fraction: 16.6666666666667 ns;
 *					if the clock is unknown: 64 ticks
 *	# trigger: 00012C
 *	# lost packets dropped: 3	or "3 or more"
 */
struct record_header {
	const char *board;	   /* "surfboard" */
	const char *configuration; /* configuration of the bin selector, and other settings */
	uint64_t clock_hz;	   /* clock of the receive time, Hz */
	bool clock_unknown;	   /* nobody knows the clock; clock_hz is 0 */
	double latency_ns;	   /* unit of the latency: record_unit_ns() */
	double latency_ticks;	   /* the same in ticks of a clock that is unknown */
	const uint32_t *trigger;   /* TPIR, if ISCR.TP is set */
	const uint64_t *seed;
	const struct record_loss *loss;
	unsigned int losses;
	uint8_t phase_bits; /* as in record_info */
};

/* Contents of the header lines read so far; RECORD_INFO before the first. */
struct record_info {
	uint64_t clock_hz;    /* clock of the receive time, Hz; 0: not given */
	double latency_ns;    /* 0: not given */
	double latency_ticks; /* the unit in ticks of the clock; 0: not given */
	bool triggered;
	uint32_t trigger; /* index of the trigger packet */
	uint64_t lost;	  /* number of packets, the sum of all such lines; a line among the data
			   * counts */
	bool lost_more;	  /* the losses at its position. lost_more: @lost or more */
	uint8_t phase_bits; /* bits of the phase in the entries: TRACE_PHASE_... */
};

#define RECORD_INFO ((struct record_info){0})

/* Returns whether this is the text of the first line of a file, "file: KIND". */
bool record_info_begins(const char *text, size_t length);
/* Forgets what the lines of a file have said, but not the losses: another file begins. */
void record_info_next(struct record_info *info);
/* Returns whether the records below the lines of @a and of @b have the same clock, unit of
 * latency and bits of the phase; the message for records of one reading that have not. */
bool record_info_same(const struct record_info *a, const struct record_info *b);
#define RECORD_MIXED "another clock, unit of latency or phase than in the file before"

/* Return the clock of the receive time, and the unit of the latency: a tick if the file names
 * none. */
uint64_t record_clock_hz(const struct record_info *info);
double record_latency_ns(const struct record_info *info);
/* Return the unit of the latency with this ACDR.LAT_S, in ticks and with this clock in ns; for
 * the board a start above 20 is 20. */
double record_unit_ticks(uint32_t lat_s);
double record_unit_ns(uint64_t clock_hz, uint32_t lat_s);

#define RECORD_CLOCK_UNKNOWN                                               \
	"the clock of this file is unknown: write its frequency here, as " \
	"\"# clock: 25000000 Hz\""
/*
 * Parses the text of a comment line, as passed to the reader's comment function. Returns 1 if
 * it is one of the lines of struct record_info, 0 if not, -EINVAL if its value is invalid,
 * -ENODATA if it says that the clock is unknown; RECORD_CLOCK_UNKNOWN says what to do then.
 */
int record_info_line(struct record_info *info, const char *text, size_t length);

/*
 * The header lines of recordings that are read one after the other, in one file or several. All
 * must have the same clock, unit of latency and bits of the phase. Initialise with {0}.
 */
struct record_joined {
	struct record_info info; /* of the present recording, and the losses of all */
	bool begun;		 /* a record was read */
	/* private */
	struct record_info first; /* of the first recording that has a record */
	bool held;		  /* the present recording has its first line, or a record */
	bool changed;		  /* a line has changed @info since the last record */
};
/* Begins another file. */
void record_joined_next(struct record_joined *j);
/* As record_info_line(). *begins: another recording begins with this line. */
int record_joined_line(struct record_joined *j, const char *text, size_t length, bool *begins);
/* Must be called for each record, or once for those between two lines. Returns false if its
 * recording differs from the first one: RECORD_MIXED. */
bool record_joined_record(struct record_joined *j);

/* @kind is "trace", "histogram" or any other kind that a reader expects. */
int record_write_header(struct record_writer *w, const char *kind,
			const struct record_header *h);
#ifdef __cplusplus
}
#endif

#endif
