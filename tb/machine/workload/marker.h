/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MARKER_H
#define MARKER_H
/*
 * Markers in a memory recording, for programs that are to be recorded in part or as the work of
 * several nodes. A marker is a sequence of eight consecutive stores: 1, 2, 4, 8, 4, 2 and 1
 * bytes at one address, then 1 byte at this address plus the number of the marker. The reader
 * (lackey.h) recognizes it by the sizes and addresses alone.
 */
#include <stdint.h>

enum {
	MARKER_STOP = 0,    /* stop recording here */
	MARKER_NODE = 1,    /* plus 0..3: record the following as the work of that node */
	MARKER_BARRIER = 5, /* the nodes wait here for each other */
	MARKER_START = 6,   /* record the following as the work of every node */
};

static volatile union {
	uint8_t b[8];
	uint16_t h;
	uint32_t w;
	uint64_t d;
} marker_place;

static inline void marker(unsigned int number)
{
	/* the compiler must not move accesses across the marker */
	__asm__ volatile("" ::: "memory");
	marker_place.b[0] = 0;
	marker_place.h = 0;
	marker_place.w = 0;
	marker_place.d = 0;
	marker_place.w = 0;
	marker_place.h = 0;
	marker_place.b[0] = 0;
	marker_place.b[number & 7] = 0;
	__asm__ volatile("" ::: "memory");
}

#endif
