/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_GAIN_H
#define NM_GAIN_H
/*
 * Computes the positions of the words of a falsely shared line in a repaired program: words
 * that only one thread uses, or the same threads in the same way, stay together; all others get
 * separate lines.
 */
#include "nm_words.h"

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
 * Divides line @l of @line_bytes into @part, of NM_GAIN_LINE, ascending; returns their number.
 * The first group of words stays, the others move to whole lines from *room on, which becomes
 * the end of these.
 */
unsigned int nm_gain_split(const struct nm_words_line *l, unsigned int line_bytes,
			   uint64_t *room, struct nm_gain_part part[NM_GAIN_LINE]);

#ifdef __cplusplus
}
#endif

#endif
