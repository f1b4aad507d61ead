/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PACKET_H
#define PACKET_H
/* A SHRIMP packet as the SNI board passes it to the SurfBoard (TR-596-99 A.2). */
#include <stdbool.h>
#include <stdint.h>

#define PACKET_WORDS_MAX 1024

struct packet {
	uint64_t tx;	/* transmit time, 45 bits, ticks of 100 ns */
	uint32_t addr;	/* byte address; bits 26..2 are transmitted */
	uint32_t first; /* first payload word; bits 31..28 = remote category */
	uint16_t words; /* payload, 1..1024 words of 32 bits */
	uint8_t x, y;	/* sender coordinates, 6 bits each */
	uint8_t color;	/* page tag, 6 bits */
	uint8_t be;	/* byte enables, bit k = byte k, 1 = enabled */
	bool irq;	/* interrupt bit of the incoming page */
};

/* Payload word @i of a packet: word 0 is @p->first, the others are derived from it. */
static inline uint32_t packet_word(const struct packet *p, unsigned int i)
{
	return i ? (p->first + 0x9E3779B9u * i) ^ p->addr : p->first;
}

#endif
