/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_MACHINE_H
#define NM_MACHINE_H
/*
 * A NUMAchine of up to sixteen stations (thesis, 2.4.1 to 2.4.3, 4.1, 4.2): four processors
 * with two levels of caches, a bus, one or two memory cards and a network interface with a
 * network cache each; four stations on a local ring, four local rings on a global one. Time
 * goes in clocks of 20 ns. Constants: nm_params.def.
 *
 * A processor works on one reference at a time and waits for its answer. Buses and links of
 * the rings are queues; each message waits, is sent and goes on to the next. Lines and their
 * values travel with the messages: a cache holds what it was sent. Beside that the machine
 * keeps what was stored last, and machine_clock() fails when a load or a store finds anything
 * else.
 *
 * Addresses of references are virtual; each page of 16 KB has a home, which may change while
 * the program runs.
 */
#include "card.h"
#include "nm_params.h"

#define MACHINE_PROCESSORS 64
#define MACHINE_STATIONS 16
#define MACHINE_PAGE_BITS 14

struct machine_ref {
	enum {
		MACHINE_READ,
		MACHINE_WRITE,
		MACHINE_UNCACHED,
		MACHINE_THINK,
		MACHINE_BARRIER,
		MACHINE_COUNTER, /* reads a counter of the monitor at the home of @addr */
	} kind;
	/* Bits 27..0 in the memory of the station cfg.card.station + bits 31..28 (modulo
	 * the number of stations), until the page moves. */
	uint32_t addr;
	uint8_t phase;	 /* 0..15 */
	uint32_t clocks; /* of thinking before it */
};

/* The next reference of a processor; false: it has ended. */
typedef bool machine_next_fn(void *arg, unsigned int processor, struct machine_ref *r);

/* What passes between a processor and the external agent of its card. */
struct machine_agent {
	enum { MACHINE_REQUEST, MACHINE_ANSWER } kind;
	uint8_t processor, phase;
	uint16_t cmd;	     /* of the request */
	uint32_t addr, line; /* virtual; number of the line in memory */
	bool refused;	     /* of an answer: try again */
	uint32_t clocks;     /* an answer: since its request */
};
typedef void machine_agent_fn(void *arg, const struct machine_agent *a);

struct machine_config {
	struct card_config card; /* that of a station; the others are alike */
	unsigned int stations;	 /* 1..16; 0: as many as processors need, with 64 all */
	unsigned int processors; /* 1..64, numbers from 0 on; 0: four of each station */
	unsigned int cache; /* lines of a secondary cache, a power of two; 0: as in @params */
	unsigned int network_cache;	/* likewise, of a station's network cache */
	const struct nm_params *params; /* NULL: the table's */
	uint64_t seed;			/* of when a refused request is tried again */
	machine_next_fn *next;
	void *arg;
	machine_agent_fn *agent; /* NULL: none */
	void *agent_arg;
	/* Breaks the coherence, for a test: invalidations do not reach this processor + 1. */
	unsigned int deaf;
};

struct machine_stats {
	uint64_t clocks, references, hits,
		in_station; /* served by another cache of the station or its network cache */
	uint64_t reads, exclusives, upgrades, write_backs, uncached, counters,
		refused;		       /* sent to a memory card, by kind */
	uint64_t remote;		       /* of those sent, from other stations */
	uint64_t hops;			       /* of messages on links of rings */
	uint64_t checked;		       /* loads and stores whose value was compared */
	uint64_t moved, replicated, collapsed; /* pages */
};

struct machine_processor {
	uint64_t run;	   /* clocks until it ended */
	uint64_t waited;   /* clocks for answers */
	uint64_t reads[2]; /* answered reads of lines by a memory: of its station, of another */
	uint64_t clocks[2]; /* ... from the miss to the line, added up */
	uint64_t sent[2];   /* requests that reached a memory: of its station, of another */
	uint64_t refused;
	uint64_t found[4]; /* memory state indicators of the answers */
};

struct machine_use { /* of a bus, a link of a ring, a network cache, a memory */
	char name[24];
	double busy;   /* share of the clocks */
	double length; /* mean number of messages that wait: integral over time */
	double wait;   /* mean clocks that a message waits: from its time stamps */
	double rate;   /* messages a clock: from their count */
	uint64_t messages;
	unsigned int longest;
};

struct machine;

/* NULL: no memory, or a bad configuration. */
struct machine *machine_open(const struct machine_config *cfg);
void machine_close(struct machine *m);
/* One clock of all; @pins of each board of cfg.card.station, or NULL. Returns NULL, or what
 * went wrong. */
const char *machine_clock(struct machine *m, struct card_pins pins[2]);
/* The pins of any card in the clock that ended last. */
const struct card_pins *machine_pins(const struct machine *m, unsigned int station,
				     unsigned int board);
/* All processors have ended and nothing is under way. */
bool machine_done(const struct machine *m);
struct card *machine_card(struct machine *m, unsigned int board); /* of cfg.card.station */
struct card *machine_card_of(struct machine *m, unsigned int station, unsigned int board);
unsigned int machine_stations(const struct machine *m);
void machine_get_stats(const struct machine *m, struct machine_stats *st);
void machine_get_processor(const struct machine *m, unsigned int p,
			   struct machine_processor *st);
/* Entry @i of a list of buses, links, network caches and memories; false: there are no more. */
bool machine_get_use(const struct machine *m, unsigned int i, struct machine_use *u);
/* Clocks until the last processor ended. */
uint64_t machine_run_time(const struct machine *m);

/* A special function of a memory card; -EINVAL, -ENOMEM. */
int machine_special(struct machine *m, unsigned int station, const struct card_special *f);

/*
 * Gives a page another home, or copies of it to stations (bit each), for reading; the first
 * store to a page with copies removes them. References to the page wait meanwhile, all
 * processors lose the time of a changed mapping; the constants are in nm_params.def. Begins
 * when the transactions under way on the page have ended. -EBUSY: too many at a time; -ENOSPC:
 * no free page there.
 */
int machine_move_page(struct machine *m, uint32_t addr, unsigned int station);
int machine_replicate_page(struct machine *m, uint32_t addr, uint16_t stations);
/* Of a page of a program: its home, and its number in the memory there. */
unsigned int machine_home(const struct machine *m, uint32_t addr);
unsigned int machine_frame(const struct machine *m, uint32_t addr);
/* The page of the program that is in page @frame of a station's memory: its address. False:
 * none is. */
bool machine_page_at(const struct machine *m, unsigned int station, unsigned int frame,
		     uint32_t *addr);

#endif
