/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BINS_H
#define BINS_H
/*
 * Counts of up to 2^24 bins, exact: 79 bits each, of which bins_next() gives 64.
 *
 * The low 15 bits of a count lie in a table of 2 bytes a bin, which is what adding works
 * on; only bins that count higher have a place for the rest, in pieces of BINS_PIECE bins.
 * Memory that no bin needs is not touched.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BINS_MAX 0x1000000u
#define BINS_PIECE 4096u

struct bins {
	/* Private: */
	uint32_t size;
	uint16_t *low; /* bit 15: the bin occurs, also with a count of 0 */
	uint64_t *high[BINS_MAX / BINS_PIECE];
};

/* @size bins, at most BINS_MAX, none of which occurs. 0 or -ENOMEM. */
int bins_open(struct bins *b, uint32_t size);
void bins_close(struct bins *b);

int bins_carry(struct bins *b, uint32_t bin, uint64_t carry); /* private */

/* Adds to a bin below the size. 0 or -ENOMEM. */
static inline int bins_add(struct bins *b, uint32_t bin, uint32_t count)
{
	const uint64_t sum = (b->low[bin] & 0x7FFFu) + (uint64_t)count;

	b->low[bin] = (uint16_t)(0x8000u | (sum & 0x7FFF));
	return sum >> 15 ? bins_carry(b, bin, sum >> 15) : 0;
}

/* The first bin that occurs from *bin on, with its count; false when there is none. */
bool bins_next(const struct bins *b, uint32_t *bin, uint64_t *count);

#endif
