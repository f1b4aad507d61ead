/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DASH_GOLDEN_H
#define DASH_GOLDEN_H
/*
 * Golden model of the monitor of DASH, clock by clock, written from the thesis on NUMAchine's
 * monitor (2.2) and the decisions of rtl/dash/README.md. The board reports in which clocks it
 * observes the bus, which of two interleaved banks is next, when accesses of the host are at
 * the pins, and when trace entries enter the queue and reach the buffer. The model checks that
 * these times are within their bounds, and predicts everything else.
 */
#include "dashlib.h" /* circuits and their conditions */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DASH_QUEUE 17u /* entries: 16 in the queue, one being written to the buffer */
#define DASH_PIPE 64u  /* entries that the model can hold */

/* The bus in a clock. */
struct dash_bus {
	bool start, reply, write, posted;
	uint32_t addr; /* in words of 8 bytes, 29 bits */
	uint8_t cpu;
	uint16_t prom, events;
};

/* The observation pins of the board in a clock. */
struct dash_seen {
	bool on, phase, take, lost, commit, full;
	unsigned int host; /* bit k: an access of the host is at the pins of bank k */
};

/* The host's access to a bank. @data is the value to write or, once the access has been at the
 * pins, the value read. */
struct dash_host {
	bool write;
	unsigned int addr;
	uint32_t data;
};

/* Numbers of the counts, in the order of the registers from COUNTED0 on. */
enum dash_count {
	DC_COUNTED, /* bank 0; bank 1 follows */
	DC_MISSED = 2,
	DC_WRAPS = 4,
	DC_CLOCKS = 6,
	DC_GAP,
	DC_EXCHANGES,
	DC_REQUESTS,
	DC_TRACED,
	DC_LOST,
	DC_FULL,
	DC_OWN,
	DC_PASSED,
	DC_SKIPPED,
	DC_COUNTS
};

struct dash_golden {
	uint32_t bank[2][DASH_COUNTERS];
	uint64_t count[DC_COUNTS]; /* GAP and EXCHANGES stay 0: the tests check them */
	uint16_t wrapped[2];
	enum dash_circuit circuit;
	struct dash_conditions c;
	struct dash_host host[2];
	bool hold;   /* CTRL.HOLD */
	bool unsure; /* CTRL.HOLD is being written */
	uint32_t window;
	uint64_t *trace; /* words of the buffer */
	uint32_t words, tcnt;
	bool fired;
	const char *wrong; /* the first error of the board; NULL: none */
	/* private: events found in the last clock, and events offered to the banks */
	struct offer {
		bool count[2];
		uint16_t addr[2];
	} found, offered;
	bool fetching[2];
	struct request {
		bool valid, traced, own;
		uint64_t word[2];
	} request[3]; /* requests of the last three clocks, the latest first */
	uint64_t queue[DASH_PIPE][2];
	unsigned int queued, first;
	uint64_t now, last; /* current clock; clock of the last request + 1, 0: unknown */
	struct timer {
		bool runs, write;
		uint64_t since;
	} timer[4];
	uint64_t left; /* requests until the trace ends */
};

/* Opens a model with a trace buffer of @words words. NULL: out of memory. */
struct dash_golden *dash_golden_open(uint32_t words);
void dash_golden_close(struct dash_golden *g);
/* Loads a circuit, which is then in its state after a reset. */
void dash_golden_load(struct dash_golden *g, enum dash_circuit circuit,
		      const struct dash_conditions *c);
/* Simulates the edge that ends a clock; @b and @seen are the values before it. */
void dash_golden_clock(struct dash_golden *g, const struct dash_bus *b,
		       const struct dash_seen *seen);
void dash_golden_clear(struct dash_golden *g); /* CTRL.CLEAR */
/* Returns the number of entries that have not reached the buffer. */
unsigned int dash_golden_queued(const struct dash_golden *g);

#endif
