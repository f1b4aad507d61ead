/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HM_TRACE_H
#define HM_TRACE_H
/*
 * Trace files of HYPERMON (hm_frame.h), read and written as streams. Input may be compressed
 * with gzip or zstd. Functions return 0 or a negative errno value unless stated otherwise.
 */
#include "checksum.h"
#include "hm_frame.h"
#include "input.h"
#include "record.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HM_TRACE_WORDS 4096u /* words in a buffer */

/* ---- reader ---- */

/* A reader of a trace. It is large, and must not be moved. */
struct hm_trace {
	/* Results: */
	const char *name;
	struct hm_header header;
	bool known;	   /* status and lost are valid: from the header, or after the end */
	uint64_t frames;   /* read */
	uint64_t offset;   /* position in the uncompressed file of the next frame or the
			    * error */
	const char *wrong; /* error message after -EINVAL */
	unsigned int line; /* line of an error in the header; otherwise 0 */
	/* Private: */
	struct input input;
	struct check_reader check;
	bool end;	    /* the end of the file was reached */
	bool over;	    /* reading has ended */
	size_t used, limit; /* bytes */
	uint8_t buf[HM_TRACE_WORDS * 4];
	uint32_t word[HM_COMPACT_WORDS];
};

/*
 * Opens a file and reads its header; "-" is standard input. @path must stay valid while the
 * reader is open. -EINVAL: error in the header. Call hm_trace_close() also after an error. If
 * the header of an uncompressed file says "at end", the end is read immediately.
 */
int hm_trace_open(struct hm_trace *t, const char *path);
/* Reads from @source; @name is for messages. */
int hm_trace_open_source(struct hm_trace *t, const char *name, record_source *source,
			 void *arg);
void hm_trace_close(struct hm_trace *t);
/*
 * Reads the next frame, of hm_frame_size() words. Returns 1 and *words, which is valid until
 * the next call; 0 at the end; or -EINVAL, which ends reading: the file ends within a frame or
 * has fewer frames than its header says, a frame is invalid, the end of the recording is
 * missing or not at the end, or the checksum is wrong. Without header.checked, damage may stay
 * undetected.
 */
int hm_trace_read(struct hm_trace *t, const uint32_t **words);
/* Stores the message for @err in @text and returns @text: "file: offset N: what", for an error
 * in the header "file:line: what", otherwise "file: ...". */
char *hm_trace_message(const struct hm_trace *t, int err, char *text, size_t size);

/* ---- writer ---- */

/* Writes the header to @fd. Unless @h->at_end is set, the header is rewritten at the end, and
 * @fd must be at offset 0. */
int hm_trace_begin(struct record_writer *w, int fd, const struct hm_header *h);
/* Writes @n words of complete frames. */
int hm_trace_write(struct record_writer *w, const uint32_t *words, size_t n);
/* Writes status, lost and frames of @h, which are known now, into the header or at the end. */
int hm_trace_end(struct record_writer *w, int fd, const struct hm_header *h);

#ifdef __cplusplus
}
#endif

#endif
