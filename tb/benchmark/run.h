/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_H
#define RUN_H
/*
 * A recorded run of a threaded program on the NUMAchine model, the input of every monitor of
 * the benchmark. The file is compressed by gzip. It begins with lines of text, "NAME VALUE...",
 * up to the line "events"; then follow records of RUN_BYTES bytes, little endian, in ascending
 * order of their clocks; the last one has the kind RUN_END. The text contains what a user of a
 * monitor knows about the program and the machine, but none of the answers:
 *
 *	program NAME		processors N		stations N		seed N
 *	function NUMBER NAME				the parts of the program, 0..15
 *	object NAME START BYTES CLASS			variables; class of pages, 0..7
 *	word REMOTE LOCAL				clocks of a read of a word: from the
 *							memory of another station, and from
 *							that of its own
 *
 * The digest of a run is the CRC-32 of all records, so that monitors that got the same events
 * have the same digest.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

#define RUN_BYTES 40u
#define RUN_CLOCK_NS 20u
#define RUN_FUNCTIONS 16u
#define RUN_CLASSES 8u
#define RUN_OBJECTS 64u
#define RUN_PROCESSORS 64u
#define RUN_STATIONS (RUN_PROCESSORS / 4)
#define RUN_PAGE_LOG2 14     /* bytes of a page */
#define RUN_PAGES (1u << 14) /* of the observed memory */
#define RUN_LINES (1u << 22)

/* What the questions (questions/NAME/about) count, alike in the truth and in the answers. */
#define QUEUE_DEEP 8u	   /* queue: transactions that find this many in the FIFO */
#define OUTLIER_BEFORE 16u /* outlier: transactions before the slowest one */
#define ORDER_EVENTS 400u  /* order: first events of the program */
/* false-sharing: minimum number of transfers of a variable's lines, and the part of them that
 * passes no word */
#define SHARING_LEAST 20u
#define SHARING_APART 0.9

enum run_kind {
	RUN_REFERENCE, /* a processor makes a reference: write, addr */
	RUN_FUNCTION,  /* a processor begins a part of the program: function */
	RUN_REQUEST,   /* a processor's reference missed: cmd, addr */
	RUN_ARRIVE,    /* a transaction enters the FIFO of the observed memory card */
	RUN_LEAVE,     /* a transaction leaves the FIFO; the card takes it in the next clock */
	RUN_TRANSACTION, /* the card takes a transaction: all members */
	RUN_END,	 /* end of the run: clock */
};

/* Kinds of transactions. */
enum run_transaction {
	RUN_READ,
	RUN_EXCLUSIVE,
	RUN_UPGRADE,
	RUN_WRITE_BACK,
	RUN_UNCACHED,
	RUN_INVALIDATED,
	RUN_REFUSED, /* any of these if it was refused because the line was locked */
	RUN_KINDS
};
extern const char *const run_kind_name[RUN_KINDS];

struct run_event {
	uint64_t clock;
	enum run_kind kind;
	uint8_t processor, function;
	bool write;
	/* state of the line on the pins of the card */
	bool valid, lock, local;
	uint16_t cmd;
	uint32_t addr;	  /* 28 bits, in the memory of station 0 */
	uint16_t depth;	  /* transactions in the FIFO */
	uint32_t waited;  /* clocks in the FIFO */
	uint16_t service; /* clocks in which the card serves it */
	uint64_t ad;	  /* of a transaction: bits 63..48 of AD, source and phase */
};

/* Clocks from a transaction's arrival to its end, the latency of the benchmark. */
static inline uint32_t run_latency(const struct run_event *e)
{
	return e->waited + e->service;
}

enum run_transaction run_kind_of(uint16_t cmd);

static inline unsigned int run_station_of(unsigned int processor)
{
	return processor / 4;
}
/* The page (16 KB) and the line (64 bytes) of an address in the observed memory. */
static inline unsigned int run_page_of(uint32_t addr)
{
	return addr >> RUN_PAGE_LOG2 & (RUN_PAGES - 1);
}
static inline unsigned int run_line_of(uint32_t addr)
{
	return addr >> 6 & (RUN_LINES - 1);
}

/* The memory as that of the SPARCcenter 2000: interleaved at 256 bytes over two buses, and at
 * 64 bytes over the four banks of each. */
#define RUN_BUSES 2u
#define RUN_BANKS 8u
static inline unsigned int run_bus_of(uint32_t addr)
{
	return addr >> 8 & 1;
}
static inline unsigned int run_bank_of(uint32_t addr)
{
	return 4 * run_bus_of(addr) + (addr >> 6 & 3);
}

struct run_object {
	char name[32];
	uint32_t start, bytes;
	unsigned int class;
};

struct run {
	char program[32];
	unsigned int processors, stations;
	uint64_t seed;
	char function[RUN_FUNCTIONS][48]; /* "" : none */
	struct run_object object[RUN_OBJECTS];
	unsigned int objects;
	unsigned int remote, local; /* clocks */
	uint64_t events;
	uint32_t digest; /* CRC-32 of the events read or written so far */
	/* private */
	gzFile file;
};

/* Returns the class of a page: that of the first object that begins in the page or covers it;
 * 0: no object does. */
unsigned int run_class(const struct run *r, uint32_t addr);
/* Returns the number of the object at an address; -1: there is none. */
int run_object_at(const struct run *r, uint32_t addr);

/* Creates a file: the text is written from *@r. Returns false with errno. */
bool run_create(struct run *r, const char *path);
bool run_add(struct run *r, const struct run_event *e);
/* Ends the file; false: it could not be written. */
bool run_finish(struct run *r, uint64_t clock);

/* Opens a file and reads its text. False: *why has an error message. */
bool run_open(struct run *r, const char *path, char why[256]);
/* Reads the next event. Returns 1, 0 after the last one, -1 if the file is damaged or ends
 * early. */
int run_next(struct run *r, struct run_event *e);
void run_close(struct run *r);

#endif
