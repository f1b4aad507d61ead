/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BE_H
#define BE_H
/* Big-endian values in bytes, at any address. */
#include <stdint.h>

static inline uint32_t get_be32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static inline void put_be32(uint8_t *p, uint32_t v)
{
	for (int i = 0; i < 4; i++)
		p[i] = (uint8_t)(v >> (24 - 8 * i));
}

#endif
