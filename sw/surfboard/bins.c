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
	b->low = NULL;
}

int bins_carry(struct bins *b, uint32_t bin, uint64_t carry)
{
	uint64_t **piece = &b->high[bin / BINS_PIECE];

	if (!*piece)
		*piece = calloc(BINS_PIECE, sizeof(**piece));
	if (!*piece)
		return -ENOMEM;
	(*piece)[bin % BINS_PIECE] += carry;
	return 0;
}

bool bins_next(const struct bins *b, uint32_t *bin, uint64_t *count)
{
	uint32_t i = *bin;

	while (i < b->size && !b->low[i])
		i++;
	if (i >= b->size)
		return false;
	*bin = i;
	*count = b->low[i] & 0x7FFF;
	if (b->high[i / BINS_PIECE])
		*count += b->high[i / BINS_PIECE][i % BINS_PIECE] << 15;
	return true;
}
