/* SPDX-License-Identifier: Apache-2.0 */
#ifndef XDB_MACHINE_H
#define XDB_MACHINE_H
/*
 * A small SPARCcenter 2000 (thesis, 2.3.1): processors with two levels of caches, an I/O unit
 * with an I/O cache on each bus, and four memory queue handlers on each of two packet-switched
 * buses. It is simulated in clocks of the buses and makes the values at the pins of the board
 * xdbus. It counts every event of the board itself, from its own caches and queues.
 *
 * Blocks have 64 bytes, lines of the external cache four blocks. A processor waits for each
 * reference; write-backs are posted. Data are not modelled, and memory answers every READ, also
 * of a block that a cache has written.
 */
#include <stdbool.h>
#include <stdint.h>

#define XDB_BUSES 2u
#define XDB_HANDLERS 4u	   /* on each bus */
#define XDB_PROCESSORS 20u /* units 0 to 19; units 20 to 29 are for I/O */
#define XDB_IO 20u	   /* the I/O unit of the machine */
#define XDB_UNITS 21u
#define XDB_WATCHED 4u	    /* processors that a board watches */
#define XDB_CLOCK_PS 25000u /* 40 MHz */

enum xdb_kind {
	XDB_READ,
	XDB_UPDATE,	/* write of a word that updates the other copies */
	XDB_INVALIDATE, /* write of a word that invalidates them */
	XDB_SWAP,
	XDB_FLUSH, /* write-back of a block */
	XDB_BLOCK, /* write of a block by an I/O unit */
	XDB_PIO_READ,
	XDB_PIO_WRITE,
	XDB_KINDS
};

struct xdb_packet {
	enum xdb_kind kind;
	bool reply;
	unsigned int unit; /* unit that requests, also in the reply */
	uint32_t addr;	   /* programmed I/O: bits 28..24 are the I/O unit */
};
unsigned int xdb_packet_cycles(const struct xdb_packet *p); /* 2 or 9 */
/* Return the bus and the handler of an address; @ways: interleaving on a bus, 1, 2 or 4. */
unsigned int xdb_bus_of(uint32_t addr);
unsigned int xdb_handler_of(uint32_t addr, unsigned int ways);

/* The action of a reference. */
enum xdb_action {
	XDB_LOAD,
	XDB_STORE,
	XDB_EXCHANGE, /* an atomic exchange in memory: SWAP */
	XDB_PIO_IN,
	XDB_PIO_OUT,
	XDB_BULK_IN,  /* I/O unit: a block from memory, bypassing the I/O cache */
	XDB_BULK_OUT, /* I/O unit: a block to memory */
};
struct xdb_reference {
	enum xdb_action action;
	uint32_t addr; /* below 2^29 */
	bool update;   /* store: in a page with write-update */
	unsigned int think;
};
/* Gives the next reference of a unit; false: it has ended. */
typedef bool xdb_program_fn(void *arg, unsigned int unit, struct xdb_reference *r);

struct xdb_config {
	unsigned int processors;  /* 1 to 20 */
	unsigned int ways;	  /* 1, 2 or 4 */
	unsigned int cache_lines; /* lines of each external cache; a power of 2, at most 4096 */
	unsigned int memory_clocks; /* service time of a handler */
	unsigned int pio_clocks;    /* clocks of a programmed I/O operation */
	unsigned int first;	    /* first of the four processors at the pins, 0 to 16 */
	bool deaf;		    /* memory does not serve requests; used to measure a bus */
	bool steady;		    /* no extra clock when the bus changes its owner */
};
extern const struct xdb_config xdb_usual; /* 4 processors, 4 ways, 1024 lines, 12, 40, 0 */

/* The values at the pins in one clock. */
struct xdb_wires {
	bool head[XDB_BUSES];
	struct xdb_packet packet[XDB_BUSES]; /* valid with head */
	unsigned int hit[XDB_BUSES];	     /* in the clock after head */
	unsigned int cc_miss, io_ref, io_hit;
};

/* Numbers of events; the same as in the SELECT registers. */
enum { XDB_EVENTS = 16, XDB_EVENT_CLOCKS = 7 };
enum { XDB_CC_INTERNAL = 1, XDB_CC_EXTERNAL, XDB_CC_WRITES, XDB_CC_LATENCY };
enum { XDB_BW_INVALIDATED = 1, XDB_BW_UPDATED, XDB_BW_SNOOPED };
enum {
	XDB_MQH_ACCESSES = 1,
	XDB_MQH_QUEUE,
	XDB_MQH_BUSY,
	XDB_MQH_BROADCASTS,
	XDB_MQH_SWAPS,
	XDB_MQH_KIND = 8
};
enum { XDB_IOC_MOVES = 1, XDB_IOC_MISSES, XDB_IOC_PIO, XDB_IOC_PIO_CLOCKS, XDB_IOC_LOOKS };

/* What has happened since xdb_machine_new(). */
struct xdb_truth {
	uint64_t clocks;
	uint64_t cc[XDB_UNITS][XDB_EVENTS], bw[XDB_UNITS][XDB_BUSES][XDB_EVENTS];
	uint64_t mqh[XDB_BUSES][XDB_HANDLERS][XDB_EVENTS], ioc[XDB_BUSES][XDB_EVENTS];
	uint64_t waiting[XDB_BUSES]; /* clocks in which a packet waits for the bus */
	uint64_t payload[XDB_BUSES]; /* bytes of blocks that were sent */
	uint64_t references;
};

struct xdb_machine;
/* NULL: no memory, or a configuration that is out of range. */
struct xdb_machine *xdb_machine_new(const struct xdb_config *cfg);
void xdb_machine_free(struct xdb_machine *m);
/* Runs @fn for all processors and, with @io, for the I/O unit. */
void xdb_machine_start(struct xdb_machine *m, xdb_program_fn *fn, void *arg, bool io);
void xdb_machine_stop(struct xdb_machine *m);			   /* no further references */
void xdb_machine_step(struct xdb_machine *m, struct xdb_wires *w); /* one clock */
/* Returns whether no program runs and no packet is in flight. */
bool xdb_machine_idle(const struct xdb_machine *m);
const struct xdb_truth *xdb_machine_truth(const struct xdb_machine *m);
/* Returns the count of event @event in counter @counter (0 to 35) of a board; of
 * XDB_EVENT_CLOCKS the clocks since xdb_machine_new(). */
uint64_t xdb_machine_count(const struct xdb_machine *m, unsigned int counter,
			   unsigned int event);
/* Sends a packet of unit @p->unit on @bus, after its earlier ones, for tests of the bus. */
void xdb_machine_send(struct xdb_machine *m, unsigned int bus, const struct xdb_packet *p);

#endif
