/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DRAWN_H
#define DRAWN_H
/*
 * Programs for blind trials of the diagnoses: a seed draws how each of their objects is used,
 * by which processors and how often.
 */
#include "machine.h"
#include "nm_diagnose.h"

#define DRAWN_USERS 16	 /* a processor of each station; its phase is its station */
#define DRAWN_OBJECTS 12 /* of a program, each with a label */
#define DRAWN_LINE 64u
#define DRAWN_EPISODE 24 /* most references of one */

/* What is done with an object. The truth of a look-alike is that of what it only looks like. */
enum drawn_kind {
	FALSE_STORES,	/* each user stores its own word of a line */
	FALSE_COUNTERS, /* each loads and stores its own word */
	FALSE_READER,	/* one stores a word, others load other words of the line */
	TRUE_STORES,	/* all store the same word, and sometimes load it */
	TRUE_ATOMIC,	/* all add to the same word at once */
	MIGRATORY,	/* each in turn loads and stores several words */
	MIGRATORY_TWO,	/* two users */
	PRODUCER,	/* one stores, several load, in turns */
	PRODUCER_ONE,	/* one stores, one loads: as migratory to the histogram of one pass */
	PRIVATE_LARGE,	/* more lines than the caches hold */
	PRIVATE_SMALL,	/* a line */
	PADDED,		/* each its own line, all with one label */
	READ_LARGE,	/* all load more lines than the caches hold */
	READ_INITIAL,	/* as before, after one has stored them */
	RARELY_SHARED,	/* FALSE_COUNTERS, and a word to which all add now and then */
	BROADCAST,	/* one stores, then all others load; each in turn is the one */
	BROADCAST_ANY,	/* the next one is drawn, as the last at a barrier */
	SEQLOCK,	/* one stores number, data and number; others load these */
	RING,		/* one stores the next of eight words, one loads it later */
	BOTH,		/* each its own word, and often a word to which all add */
	INDICES,	/* of a queue: each loads the other's word and stores its own */
	PADDED_INITIAL, /* PADDED, after one has stored the lines */
	DRAWN_KINDS
};

extern const enum nm_pattern drawn_truth[DRAWN_KINDS];
extern const char *const drawn_name[DRAWN_KINDS];

struct drawn_object {
	enum drawn_kind kind;
	unsigned int users, user[DRAWN_USERS]; /* stations, the first one is the producer */
	unsigned int lines;
	unsigned int turn; /* index of the user whose turn it is, or what was stored so far */
	unsigned int taken, rate;
	uint32_t has_read; /* consumers of the present value, bit each */
	uint32_t used;	   /* by users, but for the first stores of READ_INITIAL, bit each */
};

struct drawn_processor {
	struct machine_ref ref[DRAWN_EPISODE];
	unsigned int n, at, object, me; /* the episode under way */
	unsigned int left;		/* references */
};

struct drawn {
	struct drawn_object object[DRAWN_OBJECTS];
	struct drawn_processor p[DRAWN_USERS];
	uint64_t random;
	struct nm_words *words; /* NULL: no recording */
	bool failed;
};

/* A program of @references of each processor. */
void drawn_begin(struct drawn *g, uint64_t seed, unsigned int references);
/* The function next of a machine_config whose arg is a struct drawn. */
bool drawn_next(void *arg, unsigned int processor, struct machine_ref *r);
/* Of a word of 8 bytes. */
uint32_t drawn_address(unsigned int object, unsigned int line, unsigned int word);
/* The lines of an object in the recording, after nm_words_finish(). */
struct nm_words_line drawn_recorded(const struct drawn *g, unsigned int object);
/* Whether one user has used it so far: others may have had no time for it. */
bool drawn_alone(const struct drawn_object *o);

#endif
