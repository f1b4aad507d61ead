/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CTF_H
#define CTF_H
/*
 * A stream of Common Trace Format 1.8: events in blocks (the "packets" of CTF), each with the
 * interval that it covers and the number of events that were lost so far. Little endian, every
 * field a whole number of bytes. The description that goes with it must have, with a clock
 * type time_t,
 *
 *	packet.header := struct { uint32_t magic; uint32_t stream_id; };
 *	packet.context := struct {
 *		time_t timestamp_begin; time_t timestamp_end;
 *		uint64_t content_size; uint64_t packet_size; uint64_t events_discarded;
 *	};
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Zeros but for out and stream. */
struct ctf {
	FILE *out; /* a file; its errors stay in it */
	uint32_t stream;
	/* Private: */
	uint64_t begin; /* of the block of events, clock */
	uint64_t at;	/* its place in the file, bytes */
	uint64_t bytes; /* so far */
};

/* The integers of the descriptions here: uint8_t to uint64_t, hex8_t, hex32_t, bits8_t. */
extern const char ctf_types[];

/* Readers count what is lost from the first block on: begins with one in which nothing is. */
void ctf_start(struct ctf *c, uint64_t time);
void ctf_put(struct ctf *c, const uint8_t *bytes, size_t n);
void ctf_block_begin(struct ctf *c, uint64_t time);
/* @lost in all, up to the end of this block. */
void ctf_block_end(struct ctf *c, uint64_t time, uint64_t lost);
/* A string of the description, in quotes. */
void ctf_text(FILE *out, const char *text);

/* Number of bytes of a little-endian number at @p. */
static inline unsigned int ctf_le(uint8_t *p, uint64_t value, unsigned int bytes)
{
	for (unsigned int i = 0; i < bytes; i++)
		p[i] = (uint8_t)(value >> 8 * i);
	return bytes;
}

#endif
