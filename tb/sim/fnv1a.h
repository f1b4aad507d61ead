/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FNV1A_H
#define FNV1A_H
/* The hash FNV-1a of 64 bits, for digests of what a run has done. */
#include <stddef.h>
#include <stdint.h>

#define FNV1A_BEGIN UINT64_C(0xCBF29CE484222325) /* hash of no bytes */
#define FNV1A_PRIME UINT64_C(0x100000001B3)

/* Returns the hash of the bytes that @hash covers and of @size bytes of @data after them. */
static inline uint64_t fnv1a(uint64_t hash, const void *data, size_t size)
{
	const uint8_t *bytes = data;

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ bytes[i]) * FNV1A_PRIME;
	return hash;
}

#endif
