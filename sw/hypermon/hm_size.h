/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HM_SIZE_H
#define HM_SIZE_H
/*
 * Required depth of the frame FIFO for given frames and a reader (Malony, Reed 1990, 6): a
 * queue of frames, and the I/O node's loop, which reads COUNT and then the buffered frames.
 * Times in ns.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Time from the end of its window until a frame can be read. */
#define HM_BUILD_NS 600u
#define HM_DEPTH_MIN 256u
#define HM_DEPTH_MAX 65536u

/* Initialize to zero except the first three. */
struct hm_size {
	double word_ns; /* the reader's time for a word; above 0 */
	double cost_ns; /* time for each frame in addition to its words */
	double poll_ns; /* time to read COUNT; above 0 */
	/* Results: */
	uint64_t most;	/* largest number of words in the FIFO */
	double most_at; /* time at which the FIFO had this number */
	/* Private: */
	uint8_t *words; /* sizes of the frames in the FIFO, a ring that grows */
	size_t size, first, count;
	uint64_t stored; /* words */
	/* when the reader ends its current step: reading COUNT if group is 0, otherwise the
	 * first frame */
	double end;
	size_t group; /* frames left to read before it reads COUNT again */
};

/* Adds a frame of @words words that can be read from time @now on; times must not decrease.
 * Returns 0 or -ENOMEM. */
int hm_size_add(struct hm_size *q, double now, unsigned int words);
/* Returns the smallest depth that does not overflow, in frames of four words. */
uint64_t hm_size_depth(const struct hm_size *q);
/* Returns FRAME_DEPTH of the smallest board with at least that depth; 0: there is none. */
unsigned int hm_size_board(const struct hm_size *q);
void hm_size_free(struct hm_size *q);

#ifdef __cplusplus
}
#endif

#endif
