/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HM_FRAME_H
#define HM_FRAME_H
/*
 * Event frames of HYPERMON (Malony, Reed 1990, Figure 5), and their trace files.
 *
 * A frame of the board is four words of 32 bits, in the order in which they are read:
 *
 *	W0	events 15..8: the nibble of node 15 in bits 31..28, of node 8 in bits 3..0
 *	W1	events 7..0
 *	W2	bits 15..0: strobe vector, bit n = node n has a nibble; bits 31..16 are 0
 *	W3	time stamp: number of the window since the reset, modulo 2^32
 *
 * Fields whose strobe bit is 0 are 0. A vector is never 0.
 *
 * A board with loss marks (MARKS) puts a mark between the frames before a loss and those after
 * it:
 *
 *	W0	first window that may lack nibbles
 *	W1	number of frames lost, dropped windows included; stays at FFFFFFFF
 *	W2	bit 31: 1; bits 15..0: nodes that lost nibbles
 *	W3	last window that may lack nibbles
 *
 * Nibbles of these nodes before the mark were sent before the loss, nibbles after the mark were
 * sent after the loss. Nodes that the mark does not name lost nothing.
 *
 * A frame of the board with 32-bit ports (WORD_PORT, section 6 of the paper) is 2 to 18 words:
 *
 *	W0	bit 31: a time stamp follows; bits 20..16: number of event words, 1..16;
 *		bits 15..0: vector
 *	[time stamp of the window in which the words began]
 *	one word of eight nibbles, the first one in bits 3..0, for each node of the vector, the
 *	lowest node first
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HM_NODES 16
#define HM_FRAME_WORDS 4u
#define HM_COMPACT_WORDS 18u /* words of the longest compact frame */
#define HM_CLOCK_HZ 20000000u
#define HM_WINDOW_NS 800    /* length of a window after a reset */
#define HM_DEPTH 1024u	    /* depth of the frame FIFO of the paper's board, in frames */
#define HM_MARK 0x80000000u /* bit of W2 that identifies a mark */

/* Returns the nibble of @node in a frame of four words. */
static inline unsigned int hm_frame_nibble(const uint32_t w[HM_FRAME_WORDS], unsigned int node)
{
	return w[node < 8] >> 4 * (node & 7) & 0xF;
}

static inline unsigned int hm_frame_vector(const uint32_t w[HM_FRAME_WORDS])
{
	return w[2] & 0xFFFF;
}

static inline uint32_t hm_frame_stamp(const uint32_t w[HM_FRAME_WORDS])
{
	return w[3];
}

/* Returns whether @w is a loss mark, not a frame. */
static inline bool hm_is_mark(const uint32_t w[HM_FRAME_WORDS])
{
	return w[2] & HM_MARK;
}

/* Returns the number of ones in @vector, which is the number of nibbles, or words, of a
 * frame. */
static inline unsigned int hm_ones(unsigned int vector)
{
	return (unsigned int)__builtin_popcount(vector & 0xFFFF);
}

/* Fields of the first word of a compact frame. */
static inline bool hm_compact_stamped(uint32_t w0)
{
	return w0 >> 31;
}

static inline unsigned int hm_compact_vector(uint32_t w0)
{
	return w0 & 0xFFFF;
}

/* Returns the number of words of the complete frame. */
static inline unsigned int hm_compact_words(uint32_t w0)
{
	return 1 + hm_compact_stamped(w0) + (w0 >> 16 & 0x1F);
}

/*
 * A trace file is a header of HM_HEADER_BYTES bytes, which are lines of text, blanks and a line
 * feed at its end, and then the frames as they were read, each word little endian:
 *
 *	# hypermon trace 1
 *	# board: hypermon
 *	# format: frames		or "words": compact frames
 *	# nodes: 16
 *	# window: 800 ns
 *	# clock: 20000000 Hz
 *	# marks: on			may be missing: no loss marks
 *	# seed: 1			of a simulated board
 *	# status: 1 FRAME		or "at end"
 *	# lost frames: 12
 *	# frames: 11849			that follow, marks included; may be missing
 *
 * If the header cannot be rewritten when the recording ends (standard output), it contains
 * "# status: at end" and no lines for lost frames and frames. The last record of the file is
 * then not a frame but the end of the recording, which has a vector of 0:
 *
 *	frames	STATUS, LOST, 0, 0
 *	words	0, STATUS, LOST
 */
#define HM_HEADER_BYTES 512u
#define HM_END_WORDS(compact) ((compact) ? 3u : 4u)

struct hm_header {
	bool compact;
	unsigned int nodes;	/* 1..16 */
	unsigned int window_ns; /* 800, 400 or 200 */
	bool marks;		/* losses are marked at their position */
	bool seeded;
	uint64_t seed;
	bool at_end; /* status and lost are at the end of the recording */
	uint32_t status;
	uint32_t lost;
	bool counted; /* frames is known */
	uint64_t frames;
	bool checked; /* there is an end line with a checksum (checksum.h) */
};

/* Values for the board of the paper: 16 nodes, windows of 800 ns, no losses. */
#define HM_HEADER ((struct hm_header){.nodes = HM_NODES, .window_ns = HM_WINDOW_NS})

void hm_header_put(char text[HM_HEADER_BYTES], const struct hm_header *h);
/* Reads a header. Returns 0, or -EINVAL: *line is then the number of the wrong line, from 1,
 * and *wrong the error message; both may be NULL. */
int hm_header_get(struct hm_header *h, const char text[HM_HEADER_BYTES], unsigned int *line,
		  const char **wrong);

/* Returns @text with the names of the bits of STATUS that are set, lowest first, for example
 * "FRAME NODE"; "none" if none is. */
#define HM_STATUS_TEXT 24 /* size for all names and a NUL */
char *hm_status_text(uint32_t status, char text[HM_STATUS_TEXT]);

#ifdef __cplusplus
}
#endif

#endif
