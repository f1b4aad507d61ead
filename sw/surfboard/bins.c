/* SPDX-License-Identifier: Apache-2.0 */
#include "bins.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int bins_open(struct bins *b, uint32_t size)
{
	memset(b, 0, sizeof(*b));
	b->low = calloc(size, sizeof(*b->low));
	b->size = size;
	return b->low ? 0 : -ENOMEM;
}

void bins_close(struct bins *b)
{
	for (size_t i = 0; i < BINS_MAX / BINS_PIECE; i++)
		free(b->high[i]);
	free(b->low);
	free(b->middle);
	free(b->zero);
	memset(b, 0, sizeof(*b));
}

int bins_carry(struct bins *b, uint32_t bin, uint32_t carry)
{
	uint32_t **piece = &b->high[bin / BINS_PIECE], sum;

	if (!b->middle)
		b->middle = calloc(b->size, sizeof(*b->middle));
	if (!b->middle)
		return -ENOMEM;
	sum = b->middle[bin] + carry;
	b->middle[bin] = (uint16_t)sum;
	if (!(sum >> 16))
		return 0;
	if (!*piece)
		*piece = calloc(BINS_PIECE, sizeof(**piece));
	if (!*piece)
		return -ENOMEM;
	return __builtin_add_overflow((*piece)[bin % BINS_PIECE], sum >> 16,
				      &(*piece)[bin % BINS_PIECE])
		       ? -EOVERFLOW
		       : 0;
}

int bins_zero(struct bins *b, uint32_t bin)
{
	if (!b->zero)
		b->zero = calloc(BINS_MAX / 8, 1);
	if (!b->zero)
		return -ENOMEM;
	b->zero[bin / 8] |= (uint8_t)(1 << bin % 8);
	return 0;
}

static uint64_t count_of(const struct bins *b, uint32_t bin)
{
	uint64_t count = b->low[bin];

	if (b->middle)
		count |= (uint64_t)b->middle[bin] << 16;
	if (b->high[bin / BINS_PIECE])
		count |= (uint64_t)b->high[bin / BINS_PIECE][bin % BINS_PIECE] << 32;
	return count;
}

bool bins_next(const struct bins *b, uint32_t *bin, uint64_t *count)
{
	for (; *bin < b->size; ++*bin) {
		/* Most tables are nearly empty, so eight bins are tested at once. */
		while (!b->middle && *bin % 8 == 0 && *bin + 8 <= b->size &&
		       !(b->zero && b->zero[*bin / 8])) {
			uint64_t low[2];

			memcpy(low, b->low + *bin, sizeof(low));
			if (low[0] | low[1])
				break;
			*bin += 8;
		}
		if (*bin == b->size)
			break;
		*count = count_of(b, *bin);
		if (*count || (b->zero && b->zero[*bin / 8] >> *bin % 8 & 1))
			return true;
	}
	return false;
}
