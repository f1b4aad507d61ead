/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CTF_H
#define CTF_H
/*
 * A stream of Common Trace Format 1.8: events in blocks (the "packets" of CTF), each with its
 * interval and the number of events lost so far. Little endian, every field a whole number of
 * bytes. The metadata is written by
 *
 *	ctf_describe(out, &clock);
 *	ctf_stream(out, 0, more);	for each stream
 *	event { ... };			each with id, stream_id and fields
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Initialize to zero except out, stream and numbered. */
struct ctf {
	FILE *out; /* a file; check it with ferror() */
	uint32_t stream;
	bool numbered;	 /* of ctf_numbered_stream() */
	uint64_t number; /* of the next block; one that is left out is a discarded packet */
	/* Private: */
	uint64_t begin; /* of the block of events, clock */
	uint64_t at;	/* its place in the file, bytes */
	uint64_t bytes; /* so far */
};

struct ctf_clock {
	const char *name, *about;
	uint64_t hz;
};

/* The beginning of the metadata, with the integers uint8_t to uint64_t, hex8_t, hex32_t,
 * bits8_t and time_t, of @clock. */
void ctf_describe(FILE *out, const struct ctf_clock *clock);
/* A stream whose events begin with { uint8_t id; time_t timestamp; }; @more lines of it. */
void ctf_stream(FILE *out, unsigned int id, const char *more);
/* The same for blocks with numbers: where a number is missing, a reader reports a discarded
 * packet between the end of the block before it and the beginning of the one after it. */
void ctf_numbered_stream(FILE *out, unsigned int id, const char *more);

/* Writes an empty block first, because readers count losses from the first block on. */
void ctf_start(struct ctf *c, uint64_t time);
void ctf_put(struct ctf *c, const uint8_t *bytes, size_t n);
void ctf_block_begin(struct ctf *c, uint64_t time);
/* @lost: total number of lost events up to the end of this block. */
void ctf_block_end(struct ctf *c, uint64_t time, uint64_t lost);
/* A quoted string of the metadata. */
/*
 * Makes the folder of a trace; *made if it was not there. -EEXIST for a folder with anything in
 * it: a trace replaces no files.
 */
int ctf_make_folder(const char *folder, bool *made);
void ctf_text(FILE *out, const char *text);

/* Number of bytes of a little-endian number at @p. */
static inline unsigned int ctf_le(uint8_t *p, uint64_t value, unsigned int bytes)
{
	for (unsigned int i = 0; i < bytes; i++)
		p[i] = (uint8_t)(value >> 8 * i);
	return bytes;
}

#endif
