/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CACHE_H
#define CACHE_H
/*
 * Tags of a data cache, which decide the accesses that reach the memory bus, where the
 * network interface snoops. Lines of 32 bytes, two ways, LRU replacement, no allocation
 * on a store miss (the Pentium's first-level cache).
 */
#include <stdbool.h>
#include <stdint.h>

#define CACHE_LINE 32
#define CACHE_BYTES_MAX (1u << 24)

struct cache;

/* @bytes: a power of two, 64 to CACHE_BYTES_MAX. NULL: out of memory, or @bytes is invalid. */
struct cache *cache_open(uint32_t bytes);
void cache_close(struct cache *c);
/* Returns whether the cache has all of @addr..@addr+@size-1; with @fill it loads the missing
 * lines. */
bool cache_hit(struct cache *c, uint64_t addr, uint32_t size, bool fill);
/* Invalidates the lines of @addr..@addr+@size-1, to which another master has written. */
void cache_drop(struct cache *c, uint64_t addr, uint32_t size);

#endif
