/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DRAWN_H
#define DRAWN_H
/*
 * Programs for blind trials of the diagnoses: the seed selects at random how each object is
 * used, by which processors and how often.
 */
#include "machine.h"
#include "nm_diagnose.h"

/* one processor of each station; its phase is the number of its station */
#define DRAWN_USERS 16
#define DRAWN_OBJECTS 12 /* number of objects of a program; each has a label */
#define DRAWN_LINE 64u
#define DRAWN_EPISODE 24 /* largest number of references of an episode */

/* How the processors use an object. */
enum drawn_kind {
	FALSE_STORES,	/* each user stores its own word of a line */
	FALSE_COUNTERS, /* each loads and stores its own word */
	FALSE_READER,	/* one user stores a word, others load other words of the line */
	TRUE_STORES,	/* all users store the same word and sometimes load it */
	TRUE_ATOMIC,	/* all users add to the same word atomically */
	MIGRATORY,	/* the users in turn load and store several words */
	MIGRATORY_TWO,	/* two users */
	PRODUCER,	/* one user stores, then several load, in turns */
	PRODUCER_ONE,	/* one user stores and one loads; the histogram of one pass cannot tell
			 * this from MIGRATORY */
	PRIVATE_LARGE,	/* one user uses more lines than the caches hold */
	PRIVATE_SMALL,	/* one user uses one line */
	PADDED,		/* each user accesses its own line; all lines have one label */
	READ_LARGE,	/* all users load more lines than the caches hold */
	READ_INITIAL,	/* the same, after one user has stored the lines */
	RARELY_SHARED,	/* as FALSE_COUNTERS, with a word to which all users occasionally add */
	BROADCAST,	/* one user stores, then all others load; the users take turns in
			 * storing */
	BROADCAST_ANY,	/* the same, but the storing user is chosen at random, as if it were the
			 * last to reach a barrier */
	SEQLOCK, /* one user stores a number, data and the number again; others load them */
	RING,	 /* one user stores the next of eight words, and one loads it later */
	BOTH,	 /* each user accesses its own word and often adds to a common word */
	INDICES, /* the indices of a queue: each user loads the other's word and stores
		  * its own */
	PADDED_INITIAL, /* as PADDED, after one user has stored the lines */
	DRAWN_KINDS
};

extern const enum nm_pattern drawn_truth[DRAWN_KINDS];
extern const char *const drawn_name[DRAWN_KINDS];

struct drawn_object {
	enum drawn_kind kind;
	unsigned int users, user[DRAWN_USERS]; /* number of users and their stations; the first
						* one is the producer */
	unsigned int lines;
	unsigned int turn; /* index of the user whose turn it is, or number of stores so far */
	unsigned int taken, rate;
	uint32_t has_read; /* consumers that have read the current value, one bit each */
	uint32_t used;	   /* users that have used it, one bit each; the initial stores of
			    * READ_INITIAL do not count */
	uint32_t stored;   /* users that have stored into it */
};

/* How the use of an object changes. */
enum drawn_course {
	CONSTANT,
	PHASES,	  /* one use after another */
	MIXED,	  /* two uses in turn, each for a few episodes */
	ROTATING, /* one use, whose users change roles after some episodes */
	DRAWN_COURSES
};

#define DRAWN_PARTS 3u

/* The uses of an object, in a program with phases. */
struct drawn_life {
	enum drawn_course course;
	unsigned int parts, now;
	unsigned int left, episodes[DRAWN_PARTS]; /* until the next part */
	unsigned int accesses[DRAWN_PARTS];
	struct drawn_object part[DRAWN_PARTS];
};

struct drawn_access {
	uint32_t addr;
	uint8_t object, user;
	bool writes;
};

struct drawn_processor {
	struct machine_ref ref[DRAWN_EPISODE];
	unsigned int n, at, object, me, part; /* the current episode */
	unsigned int left;		      /* references */
};

struct drawn {
	struct drawn_object object[DRAWN_OBJECTS];
	struct drawn_processor p[DRAWN_USERS];
	uint64_t random;
	struct nm_words *words; /* NULL: the accesses are not recorded */
	bool failed;
	/* with drawn_phases_begin() only */
	bool ends;
	struct drawn_life *life;  /* DRAWN_OBJECTS entries */
	struct drawn_access *log; /* all accesses, in their order; must be freed */
	size_t logged;
};

/* Starts a program with @references references of each processor. */
void drawn_begin(struct drawn *g, uint64_t seed, unsigned int references);
/* Does the same with objects whose use may change, in @life. */
void drawn_phases_begin(struct drawn *g, struct drawn_life life[DRAWN_OBJECTS], uint64_t seed,
			unsigned int references);
/* The callback `next` of a machine_config whose arg is a struct drawn. */
bool drawn_next(void *arg, unsigned int processor, struct machine_ref *r);
/* Returns the address of a word of 8 bytes. */
uint32_t drawn_address(unsigned int object, unsigned int line, unsigned int word);
/* Returns the lines of an object in the recording, after nm_words_finish(). */
struct nm_words_line drawn_recorded(const struct drawn *g, unsigned int object);
/* Returns whether only one user has used the object; the others may have had no time for it. */
bool drawn_alone(const struct drawn_object *o);
/* Returns the pattern of the object as it was used: in a short run only one of its users may
 * have used it, or none has stored. */
enum nm_pattern drawn_was(const struct drawn_object *o);

#endif
