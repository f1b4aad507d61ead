/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_MACHINE_H
#define NM_MACHINE_H
/*
 * A NUMAchine of up to sixteen stations (thesis, 2.4.1 to 2.4.3, 4.1, 4.2): four processors
 * with two levels of caches, a bus, one or two memory cards and a network interface with a
 * network cache in each station; four stations on a local ring, four local rings on a global
 * one. Time advances in clocks of 20 ns. Constants: nm_params.def.
 *
 * A processor executes one reference at a time and waits for its answer. Buses and links of
 * the rings are queues; each message waits, is sent and enters the next queue. The values of
 * lines are part of the messages, and a cache contains the values that it received.
 * Independently, the machine keeps the value last stored in each line, and machine_clock()
 * fails if a load or a store finds any other value.
 *
 * Addresses of references are virtual; each page of 16 KB has a home, which may change while
 * the program runs.
 */
#include "card.h"
#include "nm_params.h"

#define MACHINE_PROCESSORS 64
#define MACHINE_STATIONS 16
#define MACHINE_PAGE_BITS 14
#define MACHINE_LOCAL_BITS 28 /* bits of an address within the memory of a station */

struct machine_ref {
	enum {
		MACHINE_READ,
		MACHINE_WRITE,
		MACHINE_UNCACHED,
		MACHINE_THINK,
		MACHINE_BARRIER,
		MACHINE_COUNTER, /* reads a counter of the monitor at the home of @addr */
	} kind;
	/* Until the page moves, bits 27..0 are the address in the memory of station
	 * cfg.card.station + bits 31..28 (modulo the number of stations). */
	uint32_t addr;
	uint8_t phase;	 /* 0..15 */
	uint32_t clocks; /* clocks of computation before the reference */
};

/* Returns the next reference of a processor; false: it has ended. */
typedef bool machine_next_fn(void *arg, unsigned int processor, struct machine_ref *r);

/* A transfer between a processor and the external agent of its card. */
struct machine_agent {
	enum { MACHINE_REQUEST, MACHINE_ANSWER } kind;
	uint8_t processor, phase;
	uint16_t cmd;	     /* of the request */
	uint32_t addr, line; /* virtual; number of the line in memory */
	bool refused;	     /* answer: the request was refused and must be repeated */
	uint32_t clocks;     /* answer: clocks since the request */
};
typedef void machine_agent_fn(void *arg, const struct machine_agent *a);

/* A message that starts on the bus of a station. */
struct machine_bus {
	enum {
		MACHINE_BUS_REQUEST, /* of @processor, at its station or at the home */
		MACHINE_BUS_REPLY,   /* to @processor */
		MACHINE_BUS_OTHER, /* orders, invalidations, acknowledgements, other answers */
	} kind;
	uint8_t station, processor, words;
	unsigned int clocks; /* clocks for which the message has the bus */
	uint16_t cmd;	     /* request: the command (card.h) */
	uint32_t addr;	     /* in the machine: home << MACHINE_LOCAL_BITS | address there */
	bool monitor;	     /* access to the monitor */
	bool refused;	     /* reply: the request must be repeated */
};
typedef void machine_bus_fn(void *arg, const struct machine_bus *b);

struct machine_config {
	struct card_config card; /* configuration of one station; the other stations are the
				  * same */
	unsigned int stations;	 /* 1..16; 0: as many as the processors need */
	unsigned int processors; /* 1..64, numbered from 0; 0: four per station */
	unsigned int cache;	 /* lines of a secondary cache, a power of two; 0: the value in
				  * @params */
	unsigned int network_cache;	/* lines of a station's network cache, in the same
					 * way */
	const struct nm_params *params; /* NULL: the values of the table */
	uint64_t seed; /* seed of the delays before a refused request is repeated */
	machine_next_fn *next;
	void *arg;
	machine_agent_fn *agent; /* NULL: none */
	void *agent_arg;
	machine_bus_fn *bus; /* called for each message on the bus of a station; NULL: none */
	void *bus_arg;
	/* Fault injection for a test: processor deaf - 1 gets no invalidations; 0: none. */
	unsigned int deaf;
};

struct machine_stats {
	uint64_t clocks, references, hits, in_station; /* references: those to memory.
							* in_station: served by another cache of
							* the station or by its network cache */
	uint64_t reads, exclusives, upgrades, write_backs, uncached, counters,
		refused;		       /* requests sent to a memory card, by kind */
	uint64_t remote;		       /* of these, requests from other stations */
	uint64_t hops;			       /* number of transfers of messages on links of
						* rings */
	uint64_t checked;		       /* number of loads and stores whose value was
						* compared */
	uint64_t moved, replicated, collapsed; /* pages */
};

struct machine_processor {
	uint64_t run;	    /* clocks until the processor ended */
	uint64_t waited;    /* clocks of waiting for answers */
	uint64_t reads[2];  /* line reads answered by the memory [0] of its own station, [1] of
			     * another station */
	uint64_t clocks[2]; /* total clocks of these reads from the miss to the line */
	uint64_t sent[2];   /* requests that reached the memory [0] of its own station, [1] of
			     * another station */
	uint64_t refused;
	uint64_t found[4]; /* answers by memory state indicator */
};

struct machine_use { /* utilisation of a bus, a ring link, a network cache, a memory */
	char name[24];
	double busy;   /* fraction of the clocks in which the resource is busy */
	double length; /* mean number of waiting messages, from an integral over time */
	double wait;   /* mean clocks that a message waits, from its time stamps */
	double rate;   /* messages per clock, from their count */
	uint64_t messages;
	unsigned int longest;
};

struct machine;

/* Opens a machine. NULL: out of memory, or an invalid configuration. */
struct machine *machine_open(const struct machine_config *cfg);
void machine_close(struct machine *m);
/* Runs one clock of the machine. @pins receives the pins of each board of cfg.card.station; may
 * be NULL. Returns NULL, or an error message. */
const char *machine_clock(struct machine *m, struct card_pins pins[2]);
/* Returns the pins of any card in the last clock. */
const struct card_pins *machine_pins(const struct machine *m, unsigned int station,
				     unsigned int board);
/* Returns whether all processors have ended and no message is in transit. */
bool machine_done(const struct machine *m);
/* Returns a card of station cfg.card.station. */
struct card *machine_card(struct machine *m, unsigned int board);
struct card *machine_card_of(struct machine *m, unsigned int station, unsigned int board);
unsigned int machine_stations(const struct machine *m);
void machine_get_stats(const struct machine *m, struct machine_stats *st);
void machine_get_processor(const struct machine *m, unsigned int p,
			   struct machine_processor *st);
/* Stores entry @i of a list of buses, links, network caches and memories; false: there are no
 * more. */
bool machine_get_use(const struct machine *m, unsigned int i, struct machine_use *u);
/* Returns the number of clocks until the last processor ended. */
uint64_t machine_run_time(const struct machine *m);

/* Starts a special function of a station's memory, on each of its cards that has lines of the
 * range. Returns 0, -EINVAL or -ENOMEM. */
int machine_special(struct machine *m, unsigned int station, const struct card_special *f);

/*
 * Moves a page to another home, or copies it to stations (one bit per station) for reading; the
 * first store to a page with copies removes them. During the operation references to the page
 * wait, and all processors lose the time of a mapping change; the constants are in
 * nm_params.def. The operation begins when the pending transactions on the page have ended.
 * -EBUSY: too many operations at a time; -ENOSPC: the target has no free page.
 */
int machine_move_page(struct machine *m, uint32_t addr, unsigned int station);
int machine_replicate_page(struct machine *m, uint32_t addr, uint16_t stations);
/* Return the home of a page of a program, and its page number in the memory there. */
unsigned int machine_home(const struct machine *m, uint32_t addr);
unsigned int machine_frame(const struct machine *m, uint32_t addr);
/* Finds the address of the program's page that is in page @frame of a station's memory. False:
 * there is none. */
bool machine_page_at(const struct machine *m, unsigned int station, unsigned int frame,
		     uint32_t *addr);

#endif
