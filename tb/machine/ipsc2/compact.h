/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COMPACT_H
#define COMPACT_H
/*
 * HYPERMON as section 6 wishes for, frame by frame: ports that collect words (WORD_PORT),
 * compact frames, with SELECT_TS time stamps only where software directs, and the reader of the
 * experiments. For volumes and overruns of minutes of machine time, from when the words of each
 * node were completed; what is in the frames is the business of the RTL (rtl/hypermon,
 * hm_compact).
 *
 * The words that were completed in one window and began in one window share a frame: a word of
 * head, one of time stamp, and they.
 */
#include <stdbool.h>
#include <stdint.h>

struct compact {
	bool select;	   /* SELECT_TS */
	unsigned int room; /* of the frame FIFO, words: 4 x FRAME_DEPTH */
	double word;	   /* us: transfer of a word */
	double recording;  /* us: of a frame, besides */
	/* to be read: */
	uint64_t words;		/* read and stored */
	uint64_t frames, lost;	/* stored; that found no room */
	unsigned int level_max; /* words */
	/* private: */
	uint64_t window; /* under way */
	struct {
		uint64_t began;
		unsigned int words;
		bool stamped;
	} group[16];
	unsigned int groups;
	struct compact_frame {
		double at; /* us */
		unsigned int words;
	} * queue;
	unsigned int first, used, size, level;
	double free; /* us: when the reader has read the frame before */
};

/* @depth: frames. False: no memory. */
bool compact_open(struct compact *c, bool select, unsigned int depth);
void compact_close(struct compact *c);
/* A word was completed in window @ended, not before those of earlier calls; its first nibble
 * came in window @began. @directs: it has a time stamp. */
void compact_word(struct compact *c, uint64_t began, uint64_t ended, bool directs);
/* No more words. */
void compact_end(struct compact *c);

#endif
