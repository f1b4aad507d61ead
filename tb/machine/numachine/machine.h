/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_MACHINE_H
#define NM_MACHINE_H
/*
 * A NUMAchine of up to 64 processors in 16 stations around the memory of one of them (thesis,
 * 2.4.3, 4.1, 4.2): processors with a cache each, the network cache of every other station,
 * the ways to the memory and back, and its one or two memory cards.
 *
 * A processor works on one reference at a time. Within another station a line that the station
 * has is served there, as its network cache does; the memory sees the station as one. Copies
 * come into being, and go, when the card serves the transaction; the processor goes on when the
 * answer has reached it. One word stands for a line; the machine follows what was written last,
 * and fails when a read returns anything else, or when a line has two exclusive owners.
 */
#include "card.h"

#define MACHINE_PROCESSORS 64

struct machine_ref {
	enum {
		MACHINE_READ,
		MACHINE_WRITE,
		MACHINE_UNCACHED,
		MACHINE_THINK,
		MACHINE_BARRIER
	} kind;
	uint32_t addr;	 /* 28 bits */
	uint8_t phase;	 /* 0..15 */
	uint32_t clocks; /* of thinking before it */
};

/* The next reference of a processor; false: it has ended. */
typedef bool machine_next_fn(void *arg, unsigned int processor, struct machine_ref *r);

struct machine_config {
	struct card_config card; /* of board 0; the other is alike */
	unsigned int processors; /* 1..64, numbers from 0 on; 0: 64 */
	unsigned int cache;	 /* lines of a processor's cache, a power of two; 0: 4096 */
	unsigned int near,
		far;   /* clocks to the memory within the station, from another one; 0: 8, 40 */
	uint64_t seed; /* of when a refused request is tried again */
	machine_next_fn *next;
	void *arg;
};

struct machine_stats {
	uint64_t clocks, references, hits,
		in_station; /* served by the station's network cache */
	uint64_t reads, exclusives, upgrades, write_backs, uncached,
		refused; /* sent, by kind */
	uint64_t remote; /* of those sent, from other stations */
};

struct machine;

/* NULL: no memory, or a bad configuration. */
struct machine *machine_open(const struct machine_config *cfg);
void machine_close(struct machine *m);
/* One clock of all; pins: of each board. Returns NULL, or what went wrong. */
const char *machine_clock(struct machine *m, struct card_pins pins[2]);
/* All processors have ended and nothing is under way. */
bool machine_done(const struct machine *m);
struct card *machine_card(struct machine *m, unsigned int board);
void machine_get_stats(const struct machine *m, struct machine_stats *st);

#endif
