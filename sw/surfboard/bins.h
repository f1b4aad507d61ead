/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BINS_H
#define BINS_H
/*
 * Exact 64-bit counts of up to 2^24 bins. The low 16 bits of each count are in one table, to
 * which counts are added, the next 16 bits in another table, and further bits, where a count
 * needs them, in pieces of BINS_PIECE bins. Memory that no count needs is not touched, so that
 * the histogram of a trace takes 2 bytes per bin.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BINS_MAX 0x1000000u
#define BINS_PIECE 4096u

struct bins {
	/* Private: */
	uint32_t size;
	uint16_t *low, *middle; /* middle: NULL if no count needs it */
	uint32_t *high[BINS_MAX / BINS_PIECE];
	uint8_t *zero; /* bit: the bin occurs, even if its count is 0; NULL: none */
};

/* Opens a table of @size bins, at most BINS_MAX, none of which occurs. Returns 0 or -ENOMEM. */
int bins_open(struct bins *b, uint32_t size);
void bins_close(struct bins *b);

/* Private: adds the carry out of the low bits, or marks a bin with a count of 0. */
int bins_carry(struct bins *b, uint32_t bin, uint32_t carry);
int bins_zero(struct bins *b, uint32_t bin);

/* Adds to a bin below the size; the bin then occurs. Returns 0, -ENOMEM, or -EOVERFLOW. */
static inline int bins_add(struct bins *b, uint32_t bin, uint32_t count)
{
	const uint64_t sum = (uint64_t)b->low[bin] + count;

	b->low[bin] = (uint16_t)sum;
	if (sum >> 16)
		return bins_carry(b, bin, (uint32_t)(sum >> 16));
	return count ? 0 : bins_zero(b, bin);
}

/* Finds the first bin from *bin on that occurs, and its count; returns false if there is
 * none. */
bool bins_next(const struct bins *b, uint32_t *bin, uint64_t *count);

#endif
