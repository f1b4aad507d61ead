/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COMPACT_H
#define COMPACT_H
/*
 * Frame-level model of HYPERMON with the improvements proposed in section 6: ports that collect
 * words (WORD_PORT), compact frames, with SELECT_TS time stamps only where software requests
 * them, and the reader of the experiments. It computes volumes and overflows for minutes of
 * machine time from the times at which the words of each node were completed. It does not model
 * the contents of frames; these are tested on the RTL (rtl/hypermon, hm_compact).
 *
 * Words that were completed in the same window and began in the same window share a frame,
 * which has a header word, a time stamp word, and these words. The frames of a window are
 * stored in ascending order of their lowest node.
 */
#include <stdbool.h>
#include <stdint.h>

struct compact {
	bool select;	   /* SELECT_TS */
	unsigned int room; /* size of the frame FIFO in words: 4 x FRAME_DEPTH */
	double word;	   /* us: transfer of a word */
	double recording;  /* us: time of the reader per frame in addition to the transfer */
	/* to be read: */
	uint64_t words;		/* words stored in the FIFO and read */
	uint64_t frames, lost;	/* stored in the FIFO; dropped because it was full */
	unsigned int level_max; /* words */
	/* private: */
	uint64_t window; /* number of the current window */
	struct compact_group {
		uint64_t began;	   /* number of the window in which the words began */
		unsigned int node; /* the lowest one */
		unsigned int words;
		bool stamped;
	} group[16];
	unsigned int groups;
	struct compact_frame {
		double at; /* us */
		unsigned int words;
	} * queue;
	unsigned int first, used, size, level;
	double free; /* us: time at which the reader has finished the previous frame */
};

/* Opens the model with a FIFO of @depth frames. False: out of memory. */
bool compact_open(struct compact *c, bool select, unsigned int depth);
void compact_close(struct compact *c);
/* Adds a word of @node that was completed in window @ended, which must not decrease from call
 * to call. Its first nibble came in window @began. @directs: the word requests a time stamp. */
void compact_word(struct compact *c, unsigned int node, uint64_t began, uint64_t ended,
		  bool directs);
/* Ends the input. */
void compact_end(struct compact *c);

#endif
