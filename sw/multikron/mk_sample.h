/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MK_SAMPLE_H
#define MK_SAMPLE_H
/*
 * Samples of the MultiKron_II and files of them, mk.dat (mk.dat(5)).
 *
 * A trace sample is 20 bytes, each field least significant byte first: header, timestamp (7),
 * source address (4), user data (8). A resource sample has the 16 counters (4 bytes each,
 * counter 0 first) after them: 84 bytes. The header: bit 7 resource sample, bits 6..4 CPU id,
 * bit 3 samples were lost before this one, bits 2..0 number of the sample address.
 *
 * A file begins with the 16 bytes MK_FILE_HEADER and ends with an end line, see checksum.h;
 * such files may be concatenated. Files of earlier versions have neither.
 */
#include "checksum.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MK_FILE_HEADER CHECK_HEADER "\n"
#define MK_FILE_HEADER_BYTES (sizeof(MK_FILE_HEADER) - 1)

#define MK_COUNTERS 16u
#define MK_TRACE_BYTES 20u
#define MK_RESOURCE_BYTES (MK_TRACE_BYTES + 4 * MK_COUNTERS)
#define MK_TRACE_WORDS (MK_TRACE_BYTES / 4)
#define MK_TIMESTAMP_MASK UINT64_C(0xFFFFFFFFFFFFFF)

#define MK_HEADER_RESOURCE 0x80u
#define MK_HEADER_LOST 0x08u

struct mk_sample {
	bool resource;
	bool lost;		   /* one or more samples before this one were discarded */
	unsigned int cpu, address; /* 0..7 */
	uint64_t timestamp;	   /* 56 bits */
	uint32_t source;
	uint64_t data;
	uint32_t counter[MK_COUNTERS]; /* zeros in a trace sample */
};

/* Returns the number of bytes of the sample that begins with @header. */
static inline size_t mk_sample_bytes(uint8_t header)
{
	return header & MK_HEADER_RESOURCE ? MK_RESOURCE_BYTES : MK_TRACE_BYTES;
}

void mk_sample_decode(const uint8_t *bytes, struct mk_sample *s);
/* Stores the sample in @bytes, at most MK_RESOURCE_BYTES; returns the number of bytes. */
size_t mk_sample_encode(const struct mk_sample *s, uint8_t *bytes);

/*
 * Finds where samples begin in a ring of @words 32-bit words, oldest first, that ends with a
 * whole sample. Returns the number of words of the incomplete sample at the beginning, or
 * -EBADMSG if no position fits. @bytes holds 4 * @words bytes. Of several positions that fit,
 * the one with the fewest decreases of the timestamp is chosen, and words that may be counters
 * of an incomplete resource sample are omitted.
 */
int mk_samples_align(const uint8_t *bytes, size_t words);

/* A file of samples, or a part of it. Must not be moved. */
struct mk_reader {
	const char *name;   /* "standard input" for "-" */
	uint64_t offset;    /* position of the next sample */
	bool unchecked;	    /* at least one sample so far has no checksum */
	unsigned int files; /* number of first lines so far: files that were joined */
	/* Private: */
	int fd;
	bool seeks, part;
	bool checked; /* an end line must follow */
	struct check check;
	uint64_t at, end; /* next byte to be read; where the part ends */
	size_t first, have;
	uint8_t buf[16384];
};

/* Opens @path; "-" is standard input. 0 or a negative errno value. */
int mk_reader_open(struct mk_reader *r, const char *path);
/* Opens a second reader of the same file for the bytes from @begin up to @end. It needs no
 * mk_reader_close(). -ESPIPE if the file is not seekable. */
int mk_reader_part(struct mk_reader *r, const struct mk_reader *file, uint64_t begin,
		   uint64_t end);
/* Reads the next sample. Returns 1, 0 at the end, or a negative errno value: -ENODATA if the
 * file is truncated (only mk_reader_rest() bytes of the last sample, at offset, are present, or
 * the end line is missing, or the file is empty); -EBADMSG if the end line before a
 * concatenated file is missing; -EILSEQ if a checksum is wrong. A part is read without these
 * checks. */
int mk_reader_next(struct mk_reader *r, struct mk_sample *s);
size_t mk_reader_rest(const struct mk_reader *r);
/* Stores an error message, "name: ...", in @text and returns it. */
const char *mk_reader_message(const struct mk_reader *r, int err, char *text, size_t size);
void mk_reader_close(struct mk_reader *r);

#ifdef __cplusplus
}
#endif

#endif
