/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CACHE_H
#define CACHE_H
/*
 * Tags of a data cache: decides which accesses reach the memory bus, where the
 * network interface snoops. Lines of 32 bytes, two ways, least recently used goes
 * first, a store that misses brings no line in (the Pentium's first-level cache).
 */
#include <stdbool.h>
#include <stdint.h>

#define CACHE_LINE 32
#define CACHE_BYTES_MAX (1u << 24)

struct cache;

/* @bytes: a power of two, 64 to CACHE_BYTES_MAX. NULL when memory is short or @bytes is
 * none of these. */
struct cache *cache_open(uint32_t bytes);
void cache_close(struct cache *c);
/* True when all of @addr..@addr+@size-1 is in the cache; with @fill what is missing comes in.
 */
bool cache_hit(struct cache *c, uint64_t addr, uint32_t size, bool fill);
/* Another master has written to @addr..@addr+@size-1: these lines are in the cache no more. */
void cache_drop(struct cache *c, uint64_t addr, uint32_t size);

#endif
