/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_GAIN_H
#define NM_GAIN_H
/*
 * Finds repairs of a program: where the words of a falsely shared line should be, and where a
 * page should be.
 */
#include "nm_diagnose.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NM_GAIN_LINE 256u /* maximum number of bytes of a line */

/* A part of a line: @bytes at @start move to @to; physical addresses. */
struct nm_gain_part {
	uint64_t start, to;
	unsigned int bytes;
};

/*
 * Divides line @l of @line_bytes into @part, which has NM_GAIN_LINE entries, in ascending
 * order; returns the number of parts. Words that only one thread uses, or that the same threads
 * use in the same way, stay together; all other words get separate lines. The first group of
 * words stays in its line; the others move to whole lines from *room on, and *room becomes the
 * end of these lines.
 */
unsigned int nm_gain_split(const struct nm_words_line *l, unsigned int line_bytes,
			   uint64_t *room, struct nm_gain_part part[NM_GAIN_LINE]);

/* Returns whether a byte of line @l is shared: a thread writes it, and others use it. Use that
 * only initialises the byte, or reads it at the end of the program, does not count. */
bool nm_gain_shared(const struct nm_words_line *l, unsigned int byte);

/* A page with fewer requests stays where it is. */
#define NM_GAIN_REQUESTS 200u

/*
 * Gives advice for a page whose memory is in station @home: NM_STAY, NM_MOVE to station *to, or
 * NM_REPLICATE. @requests: without those that initialise it. @writes: number of requests for
 * writing it after another station has used it.
 */
enum nm_advice nm_gain_page(const struct nm_page *requests, uint64_t writes, unsigned int home,
			    unsigned int *to);

#ifdef __cplusplus
}
#endif

#endif
