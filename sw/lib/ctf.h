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
	FILE *out; /* the output; the caller checks it with ferror() */
	uint32_t stream;
	bool numbered;	 /* the stream was declared by ctf_numbered_stream() */
	uint64_t number; /* number of the next block; a skipped number counts as a discarded
			  * packet */
	/* Private: */
	uint64_t begin; /* clock at the beginning of the block of events */
	uint64_t at;	/* position of the block in the file, bytes */
	uint64_t bytes; /* bytes of the block so far */
};

struct ctf_clock {
	const char *name, *about;
	uint64_t hz;
};

/* Writes the beginning of the metadata, which defines the integers uint8_t to uint64_t, hex8_t,
 * hex32_t and bits8_t, and the time_t of @clock. */
void ctf_describe(FILE *out, const struct ctf_clock *clock);
/* Declares a stream whose events begin with { uint8_t id; time_t timestamp; }. @more: further
 * lines of the declaration. */
void ctf_stream(FILE *out, unsigned int id, const char *more);
/* Like ctf_stream(), for a stream of numbered blocks: if a number is missing, a reader reports
 * a discarded packet between the end of the previous block and the beginning of the next
 * one. */
void ctf_numbered_stream(FILE *out, unsigned int id, const char *more);

/* Starts a stream at @time. It writes an empty block first, because readers count losses from
 * the first block on. */
void ctf_start(struct ctf *c, uint64_t time);
void ctf_put(struct ctf *c, const uint8_t *bytes, size_t n);
void ctf_block_begin(struct ctf *c, uint64_t time);
/* Ends a block of events at @time. @lost: total number of lost events up to then. */
void ctf_block_end(struct ctf *c, uint64_t time, uint64_t lost);
/*
 * Makes the folder of a trace; sets *made if it did not exist. -EEXIST if the folder is not
 * empty, because a trace never replaces files.
 */
int ctf_make_folder(const char *folder, bool *made);
/* Writes @text as a quoted string of the metadata. */
void ctf_text(FILE *out, const char *text);

/* Stores @value at @p as a little-endian number of @bytes bytes; returns @bytes. */
static inline unsigned int ctf_le(uint8_t *p, uint64_t value, unsigned int bytes)
{
	for (unsigned int i = 0; i < bytes; i++)
		p[i] = (uint8_t)(value >> 8 * i);
	return bytes;
}

#endif
