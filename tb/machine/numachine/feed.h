/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_FEED_H
#define NM_FEED_H
/*
 * Transactions for a memory card, from a text file or a function:
 *
 *	# time processor phase command address
 *	0     36 3 read      0x48C000
 *	14    37 3 exclusive 0x48C040
 *
 * Time is in clocks of 20 ns from the start, in ascending order; commands are read, exclusive,
 * upgrade, writeback, uncached, or a hexadecimal number after 0x (Table 4.4). Processors are
 * not simulated: the owner of a line writes it back 40 clocks after the request, and a refused
 * request is not repeated.
 */
#include "card.h"

struct feed_entry {
	uint64_t at; /* clock */
	struct card_transaction t;
};

/* Returns the next transaction, in ascending order of time; false: there is none. */
typedef bool feed_fn(void *arg, struct feed_entry *e);

struct feed;

/* Opens a card with a feed. NULL: out of memory, or an invalid configuration. */
struct feed *feed_open(const struct card_config *cfg, feed_fn *fn, void *arg);
void feed_close(struct feed *f);
void feed_clock(struct feed *f, struct card_pins *pins);
bool feed_done(const struct feed *f);

/*
 * Parses a line of a file, without its line feed. Returns 1 and *e; 0: blank or a comment;
 * -EINVAL and an error message in *wrong. @last: the time of the previous line, 0 at first.
 */
int feed_line(const char *text, size_t length, uint64_t last, struct feed_entry *e,
	      const char **wrong);

#endif
